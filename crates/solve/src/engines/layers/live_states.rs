//! Makes the graph of live states: those on a path from the first state to an end.
//!
//! Each path is a tiling, so a walk from the first state lists all tilings without a dead end. The choices of
//! a state are in the order of the packing, so the tilings are in the order of a search that fills the first
//! empty place.
//!
//! States are found forwards ([`states`]) and marked backwards, level by level. Usually only a few of them
//! are live.

use super::counters::Before;
use super::graph::{Edge, Graph};
use super::number::Any;
use super::packing::{Packing, Plan};
use super::states::{LevelStates, NoStates, states};
use super::window::Window;
use super::{Allowance, Unfit, halted};
use crate::ground::lists::compact;
use crate::ground::shared_place::{sealed, unsealed};
use crate::ground::watch::Watch;

/// States between two checks of the limits. Chosen by trial.
const STATES_BETWEEN_LOOKS: usize = 1 << 12;

/// The number of every end.
pub(crate) const END: u32 = u32::MAX;

/// The live states.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Living {
    /// The start of the ways on from each state, and the end of the last ones.
    starts: Vec<u32>,
    ways: Vec<Way>,
    /// The first state; none if there is no tiling.
    first: Option<u32>,
}

/// A way on from a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    /// The placement.
    pub(crate) placement: u32,
    /// The state that it leads to, or [`END`].
    pub(crate) to: u32,
}

impl Living {
    /// Returns the live states of the placements in `plan`, of which none may leave a place empty. `rank` is
    /// the number of each place in the order of filling, and `turn` the number of each placement among those
    /// that begin at the same place.
    pub(crate) fn new(
        plan: &Plan,
        rank: &[u32],
        turn: &dyn Fn(u32) -> u32,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        match Packing::<u64>::in_turn(plan, rank.to_vec(), turn) {
            Err(Unfit::Window) => {
                Self::of(&Packing::<u128>::in_turn(plan, rank.to_vec(), turn)?, allowance, watch)
            }
            packing => Self::of(&packing?, allowance, watch),
        }
    }

    /// Returns the live states of a plan that leaves no place empty, in the best order of places.
    pub(crate) fn in_best_order(
        plan: &Plan,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        match Packing::<u64>::new(plan) {
            Err(Unfit::Window) => Self::of(&Packing::<u128>::new(plan)?, allowance, watch),
            packing => Self::of(&packing?, allowance, watch),
        }
    }

    fn of<W: Window>(
        packing: &Packing<W>,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let graph = Graph::new(packing, allowance, watch)?;
        let found = states::<W, Any>(packing, &graph, true, allowance, watch);
        let mut levels = found.map_err(|fault| match fault {
            NoStates::Unfit(unfit) => unfit,
            NoStates::Full => unreachable!("nothing is counted"),
        })?;
        levels.iter_mut().for_each(LevelStates::sort);
        Marking::new(packing, &graph, levels).run(allowance, watch)
    }

    /// Returns the graph as bytes, for [`Living::from_bytes`]: words of 32 bits, the lowest byte first,
    /// sealed.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let sizes = [compact(self.starts.len()), compact(self.ways.len()), self.first.unwrap_or(END)];
        let ways = self.ways.iter().flat_map(|way| [way.placement, way.to]);
        let words = sizes.into_iter().chain(self.starts.iter().copied()).chain(ways);
        sealed(words.flat_map(u32::to_le_bytes).collect())
    }

    /// Reads a graph of a model with this number of placements; `None` if the bytes are not whole, or not of
    /// one.
    pub(crate) fn from_bytes(bytes: &[u8], placements: usize) -> Option<Self> {
        let bytes = unsealed(bytes)?;
        let mut words = bytes.as_chunks().0.iter().copied().map(u32::from_le_bytes);
        let [starts, ways, first] = [words.next()?, words.next()?, words.next()?];
        let expected = (u64::from(starts) + 2 * u64::from(ways) + 3) * size_of::<u32>() as u64;
        if expected != bytes.len() as u64 {
            return None;
        }
        let starts: Vec<u32> = words.by_ref().take(starts as usize).collect();
        let mut ways = Vec::with_capacity(ways as usize);
        while let (Some(placement), Some(to)) = (words.next(), words.next()) {
            ways.push(Way { placement, to });
        }
        let living = Self { starts, ways, first: (first != END).then_some(first) };
        living.is_sound(placements).then_some(living)
    }

    /// Returns whether every state is there, and every walk ends: each way leads to a state that was numbered
    /// before.
    fn is_sound(&self, placements: usize) -> bool {
        let states = self.starts.len().saturating_sub(1);
        self.starts.first() == Some(&0)
            && self.starts.is_sorted()
            && self.starts.last().is_some_and(|&last| last as usize == self.ways.len())
            && self.first.is_none_or(|first| (first as usize) < states)
            && (0..states).all(|state| {
                let leads_back = |way: &Way| way.to == END || (way.to as usize) < state;
                self.ways(compact(state))
                    .iter()
                    .all(|way| leads_back(way) && (way.placement as usize) < placements)
            })
    }

    /// Returns the first state; none if there is no tiling.
    pub(crate) fn first(&self) -> Option<u32> {
        self.first
    }

    /// Returns the ways on from a state.
    pub(crate) fn ways(&self, state: u32) -> &[Way] {
        &self.ways[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

/// A way found from its end.
struct Back {
    /// The number of the state before among those of its level.
    from: u32,
    choice: u32,
    to: u32,
}

/// The walk back from the ends.
struct Marking<'a, W> {
    packing: &'a Packing<W>,
    graph: &'a Graph,
    levels: Vec<LevelStates<Any>>,
    /// For each level the ways from its live states.
    back: Vec<Vec<Back>>,
    living: Living,
}

impl<'a, W: Window> Marking<'a, W> {
    fn new(packing: &'a Packing<W>, graph: &'a Graph, levels: Vec<LevelStates<Any>>) -> Self {
        let back = levels.iter().map(|_| Vec::new()).collect();
        let living = Living { starts: vec![0], ways: Vec::new(), first: None };
        Self { packing, graph, levels, back, living }
    }

    fn run(mut self, allowance: &Allowance, watch: &mut Watch<'_>) -> Result<Living, Unfit> {
        let last = self.levels.len() - 1;
        for window in 0..self.graph.levels[last].windows() {
            let used = self.levels[last].uses_of(window).to_vec();
            for used in used.into_iter().filter(|&used| self.packing.counters.is_satisfied(used)) {
                self.mark_before(last, window, used, END);
            }
        }
        for level in (0..last).rev() {
            self.level(level, allowance, watch)?;
            // No earlier level needs it.
            self.levels[level] = LevelStates::default();
        }
        Ok(self.living)
    }

    /// Numbers the live states of a level, and marks those before them.
    fn level(&mut self, level: usize, allowance: &Allowance, watch: &mut Watch<'_>) -> Result<(), Unfit> {
        let mut back = std::mem::take(&mut self.back[level]);
        back.sort_unstable_by_key(|way| (way.from, way.choice));
        let mut window = 0;
        for (number, ways) in back.chunk_by(|one, other| one.from == other.from).enumerate() {
            halted(watch.node(|| f64::NAN))?;
            if number % STATES_BETWEEN_LOOKS == STATES_BETWEEN_LOOKS - 1 {
                self.check(allowance)?;
            }
            let state = ways[0].from as usize;
            let own = compact(self.living.starts.len() - 1);
            let choices = &self.packing.choices[level];
            self.living.ways.extend(ways.iter().filter_map(|way| {
                let placement = choices[way.choice as usize].label?;
                Some(Way { placement, to: way.to })
            }));
            self.living.starts.push(compact(self.living.ways.len()));
            while self.levels[level].first_of(window + 1) <= state {
                window += 1;
            }
            let used = self.levels[level].all_used()[state];
            self.living.first = (level == 0).then_some(own);
            self.mark_before(level, window, used, own);
        }
        self.check(allowance)
    }

    fn check(&self, allowance: &Allowance) -> Result<(), Unfit> {
        let waiting: usize = self.back.iter().map(|back| back.capacity() * size_of::<Back>()).sum();
        let own = self.living.ways.capacity() * size_of::<Way>();
        let levels: usize = self.levels.iter().map(LevelStates::bytes).sum();
        allowance.check(waiting + own + levels + self.graph.bytes(), 0)
    }

    /// Marks the states from which a choice leads to this one.
    fn mark_before(&mut self, level: usize, window: usize, used: u64, to: u32) {
        let Self { packing, graph, levels, back, .. } = self;
        for &Edge { place, from, choice } in graph.levels[level].edges_to(window) {
            let (at, uses) = (place as usize, packing.choices[place as usize][choice as usize].uses);
            let (known, first) = (levels[at].uses_of(from as usize), levels[at].first_of(from as usize));
            let mut mark = |state: usize| back[at].push(Back { from: compact(first + state), choice, to });
            match packing.counters.before(used, uses) {
                Before::None => {}
                Before::One(before) => {
                    if let Ok(state) = known.binary_search(&before) {
                        mark(state);
                    }
                }
                Before::Several => {
                    let leads_here = |&&before: &&u64| packing.counters.after(before, uses) == Some(used);
                    let states = known.iter().enumerate().filter(|(_, before)| leads_here(before));
                    states.for_each(|(state, _)| mark(state));
                }
            }
        }
    }
}
