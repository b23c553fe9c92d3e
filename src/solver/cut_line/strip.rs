//! All parts below a cut of a rectangle of one width, step by step.
//!
//! In: cuts and windows. Out: the states after so many steps, whether two of them make a rectangle, and how they came
//! about. Always holds: every tiling of a rectangle of this width is divided by its cuts into states that are here,
//! down to mirror images.

use super::cuts::Cuts;
use super::states::{Packing, States, hash};
use super::windows::Windows;
use crate::solver::StopReason;
use crate::solver::cover::compact;
use crate::solver::watch::{Halt, Watch};

/// Where a state came from.
#[derive(Debug, Clone, Copy)]
struct Origin {
    /// The number of the state one step before.
    before: u32,
    /// Half of the hash of the state itself, to find it again among all that follow from that one.
    mark: u32,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Strip {
    width: u32,
    packing: Packing,
    /// How many steps were made.
    stage: u32,
    /// The states after them.
    states: States,
    /// How the states after each step came about; before the first there is only one.
    origins: Vec<Vec<Origin>>,
}

/// Two states that make a rectangle together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The marks of the states that lead to the one, from the first step on; and the state itself.
    pub(super) below: Trail,
    /// The same for the other, which is to be turned over.
    pub(super) above: Trail,
}

/// How a state can be found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trail {
    pub(super) marks: Vec<u32>,
    pub(super) packed: Vec<u64>,
}

/// One walk over the columns of a state, making every choice.
pub(super) struct Walk<'a, F> {
    pub(super) cuts: &'a Cuts,
    pub(super) windows: &'a mut Windows,
    pub(super) step: usize,
    /// The state before the step.
    pub(super) before: &'a [u32],
    /// The columns decided so far, as they are after the step.
    pub(super) after: &'a mut [u32],
    /// The choices made at them.
    pub(super) made: &'a mut [u32],
    /// Told of each state after the step, and of the choices that led to it; says whether to go on.
    pub(super) visit: F,
}

impl<F: FnMut(&[u32], &[u32]) -> bool> Walk<'_, F> {
    /// Makes every choice at every column; false if the visitor had enough.
    pub(super) fn walk(&mut self) -> bool {
        match self.windows.first(self.cuts, self.step, self.before) {
            Some(window) => self.from(0, window),
            None => true,
        }
    }

    fn from(&mut self, column: usize, window: u32) -> bool {
        let next = column + 1;
        let incoming = self.before.get(next + self.windows.frame.right as usize).copied();
        let mut record = window;
        loop {
            let choice = self.windows.choice(self.step, record);
            self.after[column] = choice.column();
            self.made[column] = record;
            if next == self.before.len() {
                if !(self.visit)(self.after, self.made) {
                    return false;
                }
            } else if let Some(following) = self.windows.following(self.cuts, self.step, record, incoming)
                && !self.from(next, following)
            {
                return false;
            }
            if choice.is_last() {
                return true;
            }
            record = self.windows.next_choice(record);
        }
    }
}

impl Strip {
    /// The empty strip.
    pub(super) fn new(cuts: &Cuts, width: u32) -> Self {
        let packing = Packing::new(width, cuts.rows_between.max(1));
        let mut states = States::default();
        let below = vec![(1 << cuts.depth) - 1; width as usize];
        let (mut packed, mut spare) = (Vec::new(), Vec::new());
        packing.pack(&below, &mut packed, &mut spare);
        states.insert(&packed);
        Self { width, packing, stage: 0, states, origins: Vec::new() }
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// How many steps were made.
    pub(super) fn stage(&self) -> u32 {
        self.stage
    }

    /// How many states there are after them.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// How many states there were after all the steps together.
    pub(super) fn states_so_far(&self) -> u64 {
        self.origins.iter().map(|origins| origins.len() as u64).sum()
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let origins: usize = self.origins.iter().map(Vec::capacity).sum();
        self.states.bytes() + 8 * origins as u64
    }

    /// Makes one step.
    ///
    /// # Errors
    /// Why it was not made, if `watch` or the memory says so; then the strip is as it was.
    pub(super) fn advance(
        &mut self,
        cuts: &Cuts,
        windows: &mut Windows,
        watch: &mut Watch<'_>,
        (memory, most_states): (u64, usize),
    ) -> Result<(), Halt> {
        let (mut states, mut origins) = (States::default(), Vec::new());
        let step = cuts.step_at(self.stage);
        let (mut before, mut after, mut made) = self.room();
        let (mut packed, mut spare) = (Vec::new(), Vec::new());
        for number in 0..self.states.len() {
            if let Some(halt) = watch.node(|| f64::NAN) {
                return Err(halt);
            }
            if states.len() > most_states {
                return Err(Halt::Pause);
            }
            if states.bytes() + 8 * origins.len() as u64 + windows.bytes() > memory {
                return Err(Halt::Stop(StopReason::MemoryLimit));
            }
            self.packing.unpack(self.states.get(number, self.packing), &mut before);
            let visit = |columns: &[u32], _: &[u32]| {
                self.packing.pack(columns, &mut packed, &mut spare);
                if states.insert(&packed) {
                    origins.push(Origin { before: compact(number), mark: mark(&packed) });
                }
                // One state alone can be followed by very many.
                states.len() <= most_states
            };
            Walk { cuts, windows, step, before: &before, after: &mut after, made: &mut made, visit }.walk();
        }
        if states.len() > most_states {
            return Err(Halt::Pause);
        }
        self.states = states;
        self.origins.push(origins);
        self.stage += 1;
        Ok(())
    }

    /// Two states that make a rectangle, both after as many steps as were made.
    pub(super) fn meeting(&self, cuts: &Cuts) -> Option<Meeting> {
        let mut turned_over = Turned::new(cuts, self.packing);
        let mut columns = Vec::new();
        let (mut packed, mut spare) = (Vec::new(), Vec::new());
        (0..self.states.len()).find_map(|number| {
            let state = self.states.get(number, self.packing);
            self.packing.unpack(state, &mut columns);
            let above = turned_over.find(&self.states, &columns, (&mut packed, &mut spare))?;
            Some(Meeting { below: self.trail(number), above: self.trail(above as usize) })
        })
    }

    /// Two states that make a rectangle, one of them after one step more than were made.
    ///
    /// # Errors
    /// Why this is not known, if `watch` says so.
    pub(super) fn meeting_one_further(
        &self,
        cuts: &Cuts,
        windows: &mut Windows,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Meeting>, Halt> {
        let mut turned_over = Turned::new(cuts, self.packing);
        let step = cuts.step_at(self.stage);
        let (mut before, mut after, mut made) = self.room();
        let (mut packed, mut spare) = (Vec::new(), Vec::new());
        for number in 0..self.states.len() {
            if let Some(halt) = watch.node(|| f64::NAN) {
                return Err(halt);
            }
            self.packing.unpack(self.states.get(number, self.packing), &mut before);
            let mut found = None;
            let visit = |columns: &[u32], _: &[u32]| {
                found = turned_over.find(&self.states, columns, (&mut packed, &mut spare));
                found.is_none()
            };
            Walk { cuts, windows, step, before: &before, after: &mut after, made: &mut made, visit }.walk();
            if let Some(above) = found {
                let mut below = self.trail(number);
                self.packing.pack(&after, &mut packed, &mut spare);
                below.marks.push(mark(&packed));
                below.packed = packed;
                return Ok(Some(Meeting { below, above: self.trail(above as usize) }));
            }
        }
        Ok(None)
    }

    /// Columns before a step, columns after it, and the choices between.
    fn room(&self) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        let width = self.width as usize;
        (Vec::with_capacity(width), vec![0; width], vec![0; width])
    }

    fn trail(&self, state: usize) -> Trail {
        let mut marks = Vec::with_capacity(self.origins.len());
        let mut number = state;
        for origins in self.origins.iter().rev() {
            marks.push(origins[number].mark);
            number = origins[number].before as usize;
        }
        marks.reverse();
        Trail { marks, packed: self.states.get(state, self.packing).to_vec() }
    }
}

/// Looks for the part above that fits onto a part below.
struct Turned {
    packing: Packing,
    /// The columns of parts above, turned over, for each column of a part below.
    turned: Vec<Option<u32>>,
    columns: Vec<u32>,
}

impl Turned {
    fn new(cuts: &Cuts, packing: Packing) -> Self {
        let turned = |column| cuts.turned_over(column).filter(|turned| turned >> cuts.rows_between == 0);
        let all = 0..1u32 << cuts.rows;
        Self { packing, turned: all.map(turned).collect(), columns: Vec::new() }
    }

    /// The state among `states` that fits onto this one.
    fn find(
        &mut self,
        states: &States,
        columns: &[u32],
        spare: (&mut Vec<u64>, &mut Vec<u64>),
    ) -> Option<u32> {
        self.columns.clear();
        for &column in columns {
            self.columns.push(self.turned[column as usize]?);
        }
        self.packing.pack(&self.columns, spare.0, spare.1);
        states.find(spare.0)
    }
}

/// See [`Origin`].
pub(super) fn mark(packed: &[u64]) -> u32 {
    (hash(packed) >> 32) as u32
}
