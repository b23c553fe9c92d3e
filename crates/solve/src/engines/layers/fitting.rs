//! Caches the choices worth trying, by the places next to the first empty one.
//!
//! Excluded choices lead to no tiling. Lists are computed when first needed, and shared by places with equal
//! surroundings and by threads.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::packing::{Choice, Packing};
use super::window::Window;
use crate::ground::lists::compact;

/// How many places a list considers. More prune more but need more lists; chosen by measurement on
/// pentominoes in 6 x 10 and 8 x 8.
const LOOKED_AT: u32 = 12;

/// With fewer choices for a place, all are tried.
const FEW_CHOICES: usize = 4;

/// The number of tries after which places count as fillable.
const MOST_TRIES: u32 = 1 << 10;

/// The cache of lists.
pub(super) struct Fitting<W> {
    /// How many places lists consider.
    bits: u32,
    /// For each place, its class; places of one class share lists.
    class: Vec<usize>,
    /// For each class its lists, by pattern.
    lists: Vec<OnceLock<Lists<W>>>,
}

type Lists<W> = Box<[OnceLock<Box<[Entry<W>]>>]>;

/// A choice in a list.
#[derive(Clone, Copy)]
struct Entry<W> {
    /// The places that it occupies.
    mask: W,
    /// Its number among the choices of the place.
    number: u32,
}

impl<W: Window> Fitting<W> {
    pub(super) fn new(packing: &Packing<W>) -> Self {
        let most = packing.choices.iter().map(Vec::len).max().unwrap_or(0);
        let bits = if most <= FEW_CHOICES { 1 } else { LOOKED_AT.min(packing.window.ones()) };
        let class = classes(packing, bits as usize);
        let count = class.iter().max().map_or(0, |&last| last + 1);
        Self { bits, class, lists: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Calls `visit` with the number of each choice that fits, the key after it, and the distance to its
    /// first empty place.
    #[inline]
    pub(super) fn each(
        &self,
        packing: &Packing<W>,
        place: usize,
        key: W,
        mut visit: impl FnMut(u32, W, u32),
    ) {
        let pattern = (key & packing.window).low(self.bits);
        let of_class = || (0..1 << self.bits).map(|_| OnceLock::new()).collect();
        let list = &self.lists[self.class[place]].get_or_init(of_class)[pattern];
        for entry in list.get_or_init(|| self.list(packing, place, pattern)) {
            if key & entry.mask != W::default() {
                continue;
            }
            if let Some((after, on)) = packing.after(key, &packing.choices[place][entry.number as usize]) {
                visit(entry.number, after, on);
            }
        }
    }

    fn list(&self, packing: &Packing<W>, place: usize, pattern: usize) -> Box<[Entry<W>]> {
        let known = W::from_count(compact(pattern));
        let may_lie = |choice: &Choice<W>| {
            // Without the bits of pieces.
            let places = choice.mask & packing.window;
            known & places == W::default()
                && can_be_filled_after(packing, place, known | places, self.bits, &mut { MOST_TRIES })
        };
        let fitting = (0..).zip(&packing.choices[place]).filter(|(_, choice)| may_lie(choice));
        fitting.map(|(number, choice)| Entry { mask: choice.mask, number }).collect()
    }
}

/// Returns whether the first `bits` open places of `window` can be filled; later places count as empty, and
/// every piece as unlimited.
fn can_be_filled_after<W: Window>(
    packing: &Packing<W>,
    place: usize,
    window: W,
    bits: u32,
    tries: &mut u32,
) -> bool {
    let on = window.ones();
    let place = place + on as usize;
    if on >= bits || place >= packing.places() || *tries == 0 {
        return true;
    }
    *tries -= 1;
    let window = window >> on;
    packing.choices[place]
        .iter()
        .map(|choice| choice.mask & packing.window)
        .filter(|&places| places & window == W::default())
        .any(|places| can_be_filled_after(packing, place, window | places, bits - on, tries))
}

/// Class numbers of the places: equal if the choices of the place and of the next `bits - 1` ones are equal.
fn classes<W: Window>(packing: &Packing<W>, bits: usize) -> Vec<usize> {
    let mut numbers: BTreeMap<Vec<Choice<W>>, usize> = BTreeMap::new();
    let own: Vec<usize> = packing
        .choices
        .iter()
        .map(|choices| {
            let unlabelled = choices.iter().map(|choice| Choice { label: None, ..*choice }).collect();
            let next = numbers.len();
            *numbers.entry(unlabelled).or_insert(next)
        })
        .collect();
    let mut sequences: BTreeMap<&[usize], usize> = BTreeMap::new();
    (0..own.len())
        .map(|place| {
            let next = sequences.len();
            *sequences.entry(&own[place..own.len().min(place + bits)]).or_insert(next)
        })
        .collect()
}
