//! Finds all windows that occur with unlimited pieces, place by place, on several threads.
//!
//! A block of windows is expanded first: each hand takes a stretch of it, and sorts what comes after by parts
//! of the layers ([`super::layer`]). Then each hand numbers the keys of some parts. So no two hands write to
//! one table, and the order in which a part sees its keys does not depend on the hands. At last each hand looks
//! up the numbers after its own choices.

use std::ops::Range;

use super::fitting::Fitting;
use super::forecast::Forecast;
use super::layer::{Keys, PARTS, Part, Ticket, part_of};
use super::packing::Packing;
use super::window::Window;
use super::workers::{stretches, together};
use super::{Allowance, Unfit, halted};
use crate::ground::lists::compact;
use crate::ground::watch::Watch;

/// Windows that each hand expands before their keys are numbered. Chosen by trial: what comes after them stays
/// in the cache.
const BLOCK: usize = 1 << 14;

/// A stretch shorter than this is not worth a thread.
const STRETCH: usize = 1 << 10;

/// Keys whose numbers are looked up at once, so that the memory is waited for once.
const AT_ONCE: usize = 16;

/// The windows of a place in order of discovery, and the choices from each.
pub(crate) struct Found<W> {
    pub(super) keys: Keys<W>,
    /// All windows, one stretch after the other.
    pub(super) stretches: Vec<Stretch>,
}

/// Windows that follow each other.
#[derive(Default)]
pub(super) struct Stretch {
    /// The number of the first one.
    first: usize,
    /// The number of choices from each.
    counts: Vec<u32>,
    /// The choices, those from one window after the other.
    steps: Vec<Step>,
}

impl Stretch {
    /// Returns how many windows there are.
    pub(super) fn windows(&self) -> usize {
        self.counts.len()
    }

    /// Returns each window with the choices from it.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &[Step])> {
        let mut left = &self.steps[..];
        (self.first..).zip(&self.counts).map(move |(window, &count)| {
            let (own, others) = left.split_at(count as usize);
            left = others;
            (window, own)
        })
    }

    fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<u32>() + self.steps.capacity() * size_of::<Step>()
    }
}

impl<W> Found<W> {
    pub(super) fn bytes(&self) -> usize {
        self.keys.all.capacity() * size_of::<W>() + self.stretches.iter().map(Stretch::bytes).sum::<usize>()
    }
}

/// A choice from a window.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The number of the choice, and in the lowest byte the distance to the next place.
    choice_and_on: u32,
    /// The window it leads to.
    pub(super) to: Ticket,
}

impl Step {
    pub(super) fn new(choice: u32, on: u32, to: Ticket) -> Self {
        Self { choice_and_on: choice << 8 | on, to }
    }

    pub(super) fn choice(self) -> u32 {
        self.choice_and_on >> 8
    }

    pub(super) fn on(self) -> usize {
        (self.choice_and_on & 0xff) as usize
    }
}

/// A thread, and what it has expanded.
struct Hand<W> {
    /// The windows of the block that it expands.
    windows: Range<usize>,
    /// The number and the distance of each choice, and the part of the key after it.
    choices: Vec<(u32, u32, usize)>,
    /// For each part the keys after its choices, with their distances.
    after: Vec<Vec<(W, u32)>>,
    own: Stretch,
}

/// The tables of a part, one for each layer, and the numbers of the keys of a block, one list for each hand.
struct Table<W> {
    part: usize,
    layers: Vec<Part<W>>,
    numbers: Vec<Vec<Ticket>>,
}

/// Returns all windows reachable from the first one, place by place.
pub(super) fn find<W: Window>(
    packing: &Packing<W>,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Result<Vec<Found<W>>, Unfit> {
    let places = packing.places();
    if packing.choices.iter().any(|choices| choices.len() >= 1 << 24) {
        return Err(Unfit::Memory);
    }
    let fitting = Fitting::new(packing);
    let mut hands: Vec<Hand<W>> = (0..allowance.threads.max(1)).map(|_| Hand::new()).collect();
    let mut tables: Vec<Table<W>> = (0..PARTS).map(|part| Table::new(part, places)).collect();
    tables[part_of(packing.start)].layers[0].number(packing.start);
    let (mut found, mut bytes, mut steps) = (Vec::with_capacity(places + 1), 0, 0u64);
    let mut forecast = Forecast::new(places, 0);
    for place in 0..places {
        let mut keys = Keys::of(tables.iter_mut().map(|table| std::mem::take(&mut table.layers[place])));
        forecast.add(keys.all.len());
        let share = || forecast.share() * allowance.share;
        let mut own = Vec::new();
        let block = BLOCK * hands.len();
        for begin in (0..keys.all.len()).step_by(block) {
            let stretches = stretches(begin..keys.all.len().min(begin + block), hands.len(), STRETCH);
            let crew = &mut hands[..stretches.len()];
            crew.iter_mut().zip(stretches).for_each(|(hand, windows)| hand.windows = windows);
            together(crew, watch, |hand, watch, _| {
                hand.expand(packing, &fitting, place, &keys.all, &share, watch)
            })?;
            number(&mut tables, crew, place, watch)?;
            let mut numbered: Vec<_> = crew.iter_mut().enumerate().collect();
            together(&mut numbered, watch, |(number, hand), _, _| {
                hand.look_up(*number, &tables);
                Ok(())
            })?;
            own.extend(crew.iter_mut().map(|hand| std::mem::take(&mut hand.own)));
            let new = &own[own.len() - crew.len()..];
            steps += new.iter().map(|stretch| stretch.steps.len() as u64).sum::<u64>();
            bytes += new.iter().map(Stretch::bytes).sum::<usize>();
            let open: usize = tables.iter().flat_map(|table| &table.layers).map(Part::bytes).sum();
            allowance.check(bytes + open + keys.all.len() * size_of::<W>(), steps)?;
        }
        // Only their numbers are needed.
        keys.all = Vec::new();
        found.push(Found { keys, stretches: own });
    }
    let keys = Keys::of(tables.iter_mut().map(|table| std::mem::take(&mut table.layers[places])));
    let last = Stretch { counts: vec![0; keys.all.len()], ..Stretch::default() };
    found.push(Found { keys, stretches: vec![last] });
    Ok(found)
}

/// Numbers the keys after a block, as many parts at a time as there are hands.
fn number<W: Window>(
    tables: &mut [Table<W>],
    crew: &[Hand<W>],
    place: usize,
    watch: &mut Watch<'_>,
) -> Result<(), Unfit> {
    let mut shares: Vec<&mut [Table<W>]> = tables.chunks_mut(PARTS.div_ceil(crew.len())).collect();
    together(&mut shares, watch, |tables, _, _| {
        tables.iter_mut().for_each(|table| table.number(crew, place));
        Ok(())
    })
}

impl<W: Window> Hand<W> {
    fn new() -> Self {
        let after = vec![Vec::new(); PARTS];
        Self { windows: 0..0, choices: Vec::new(), after, own: Stretch::default() }
    }

    /// Finds the choices from its windows.
    fn expand(
        &mut self,
        packing: &Packing<W>,
        fitting: &Fitting<W>,
        place: usize,
        keys: &[W],
        share: &(dyn Fn() -> f64 + Sync),
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        self.choices.clear();
        self.after.iter_mut().for_each(Vec::clear);
        self.own.first = self.windows.start;
        self.own.counts.reserve_exact(self.windows.len());
        for &key in &keys[self.windows.clone()] {
            halted(watch.node(share))?;
            let before = self.choices.len();
            fitting.each(packing, place, key, |choice, after, on| {
                let part = part_of(after);
                self.choices.push((choice, on, part));
                self.after[part].push((after, on));
            });
            self.own.counts.push(compact(self.choices.len() - before));
        }
        Ok(())
    }

    /// Finds the numbers after its choices in the tables.
    fn look_up(&mut self, hand: usize, tables: &[Table<W>]) {
        let mut numbers: Vec<_> = tables.iter().map(|table| table.numbers[hand].iter()).collect();
        let step = |&(choice, on, part): &(u32, u32, usize)| {
            numbers[part].next().map(|&to| Step::new(choice, on, to))
        };
        self.own.steps.reserve_exact(self.choices.len());
        self.own.steps.extend(self.choices.iter().filter_map(step));
    }
}

impl<W: Window> Table<W> {
    fn new(part: usize, places: usize) -> Self {
        Self { part, layers: vec![Part::default(); places + 1], numbers: Vec::new() }
    }

    /// Numbers the keys of its part that the hands have found.
    fn number(&mut self, crew: &[Hand<W>], place: usize) {
        self.numbers.resize(crew.len(), Vec::new());
        for (hand, numbers) in crew.iter().zip(&mut self.numbers) {
            numbers.clear();
            for keys in hand.after[self.part].chunks(AT_ONCE) {
                let mut guesses = [0; AT_ONCE];
                for (guess, &(key, on)) in guesses.iter_mut().zip(keys) {
                    *guess = self.layers[place + on as usize].guess(key);
                }
                for (guess, &(key, on)) in guesses.iter_mut().zip(keys) {
                    *guess *= u32::from(self.layers[place + on as usize].is_right(*guess, key));
                }
                numbers.extend(guesses.iter().zip(keys).map(|(guess, &(key, on))| {
                    let known = guess.checked_sub(1);
                    let number = known.unwrap_or_else(|| self.layers[place + on as usize].number(key));
                    Ticket::new(self.part, number)
                }));
            }
        }
    }
}
