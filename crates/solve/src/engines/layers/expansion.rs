//! Finds all windows that occur with unlimited pieces, place by place, on several threads.
//!
//! A block of windows is expanded first: each hand takes a stretch of it, and sorts what comes after by parts
//! of the layers ([`super::layer`]). Then each hand numbers the keys of some parts. So no two hands write to
//! one table, and the order in which a part sees its keys does not depend on the hands.

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

/// Windows that are expanded before their keys are numbered. Chosen by trial: what comes after them stays in
/// the cache.
const BLOCK: usize = 1 << 14;

/// A stretch shorter than this is not worth a thread.
const STRETCH: usize = 1 << 10;

/// The windows of a place in order of discovery, and the choices from each.
pub(crate) struct Found<W> {
    pub(super) keys: Keys<W>,
    pub(super) starts: Vec<u32>,
    pub(super) steps: Vec<Step>,
}

impl<W> Found<W> {
    pub(super) fn bytes(&self) -> usize {
        self.keys.all.capacity() * size_of::<W>()
            + self.starts.capacity() * size_of::<u32>()
            + self.steps.capacity() * size_of::<Step>()
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
    fitting: Fitting<W>,
    /// The windows of the block that it expands.
    windows: Range<usize>,
    /// The number of choices from each of them.
    counts: Vec<u32>,
    /// The number and the distance of each choice, and the part of the key after it.
    choices: Vec<(u32, u32, usize)>,
    /// For each part the keys after its choices, with their distances.
    after: Vec<Vec<(W, u32)>>,
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
    let mut hands: Vec<Hand<W>> = (0..allowance.threads.max(1)).map(|_| Hand::new(packing)).collect();
    let mut tables: Vec<Table<W>> = (0..PARTS).map(|part| Table::new(part, places)).collect();
    tables[part_of(packing.start)].layers[0].number(packing.start);
    let (mut found, mut bytes, mut steps_so_far) = (Vec::with_capacity(places + 1), 0, 0u64);
    let mut forecast = Forecast::new(places, 0);
    for place in 0..=places {
        let keys = Keys::of(tables.iter_mut().map(|table| std::mem::take(&mut table.layers[place])));
        let mut own = Found { starts: Vec::with_capacity(keys.all.len() + 1), keys, steps: Vec::new() };
        if place < places {
            forecast.add(own.keys.all.len());
        }
        let share = || forecast.share() * allowance.share;
        for begin in (0..own.keys.all.len()).step_by(BLOCK) {
            if place == places {
                own.starts.resize(own.keys.all.len(), 0);
                break;
            }
            let stretches = stretches(begin..own.keys.all.len().min(begin + BLOCK), hands.len(), STRETCH);
            let crew = &mut hands[..stretches.len()];
            crew.iter_mut().zip(stretches).for_each(|(hand, windows)| hand.windows = windows);
            together(crew, watch, |hand, watch, _| {
                hand.expand(packing, place, &own.keys.all, &share, watch)
            })?;
            number(&mut tables, crew, place, watch)?;
            crew.iter_mut().enumerate().for_each(|(hand, expanded)| expanded.tell(hand, &tables, &mut own));
            let open: usize = tables.iter().flat_map(|table| &table.layers).map(Part::bytes).sum();
            allowance.check(bytes + open + own.bytes(), steps_so_far + own.steps.len() as u64)?;
        }
        own.starts.push(compact(own.steps.len()));
        own.steps.shrink_to_fit();
        steps_so_far += own.steps.len() as u64;
        bytes += own.bytes();
        found.push(own);
    }
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
    fn new(packing: &Packing<W>) -> Self {
        Self {
            fitting: Fitting::new(packing),
            windows: 0..0,
            counts: Vec::new(),
            choices: Vec::new(),
            after: vec![Vec::new(); PARTS],
        }
    }

    /// Finds the choices from its windows.
    fn expand(
        &mut self,
        packing: &Packing<W>,
        place: usize,
        keys: &[W],
        share: &(dyn Fn() -> f64 + Sync),
        watch: &mut Watch<'_>,
    ) -> Result<(), Unfit> {
        self.counts.clear();
        self.choices.clear();
        self.after.iter_mut().for_each(Vec::clear);
        for &key in &keys[self.windows.clone()] {
            halted(watch.node(share))?;
            let before = self.choices.len();
            self.fitting.each(packing, place, key, |choice, after, on| {
                let part = part_of(after);
                self.choices.push((choice, on, part));
                self.after[part].push((after, on));
            });
            self.counts.push(compact(self.choices.len() - before));
        }
        Ok(())
    }

    /// Adds its choices to those of the place, with the numbers from the tables.
    fn tell(&mut self, hand: usize, tables: &[Table<W>], found: &mut Found<W>) {
        let mut numbers: Vec<_> = tables.iter().map(|table| table.numbers[hand].iter()).collect();
        let mut choices = self.choices.iter();
        for &count in &self.counts {
            found.starts.push(compact(found.steps.len()));
            found.steps.extend(
                choices.by_ref().take(count as usize).filter_map(|&(choice, on, part)| {
                    numbers[part].next().map(|&to| Step::new(choice, on, to))
                }),
            );
        }
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
            numbers.extend(
                hand.after[self.part]
                    .iter()
                    .map(|&(key, on)| Ticket::new(self.part, self.layers[place + on as usize].number(key))),
            );
        }
    }
}
