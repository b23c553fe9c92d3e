//! The engine `frontier` for long lists: a search that changes to the graph of live states when it can be
//! made, or to all tilings if cuts find them.
//!
//! All visit the same tilings in the same order, so a part may begin in one and end in another. The search
//! begins at once. When it has taken long enough, cuts and then the graph are tried with an effort in
//! proportion, so that what does not fit costs only a share of the time. From then on no step is in vain.
//!
//! The runs of a divided search need the same graph. The first one that makes it keeps it in a
//! [`SharedPlace`], and the others take it from there; while it is made, they search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, TryLockError};

use crate::engines::exhaustive::{Exhaustive, Visit};
use crate::engines::frontier;
use crate::engines::layers::{Allowance, END, Living, Plan, Unfit, Way};
use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;
use crate::ground::shared_place::SharedPlace;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolverError, StopReason};
use crate::model::{Empty, Model};

/// Nodes of a search before the graph is tried. Chosen by trial: shorter searches are faster without.
const FIRST_TRY: u64 = 1 << 16;
/// Nodes between two looks at what other threads have done.
const BETWEEN_LOOKS: u64 = 1 << 14;
/// How many times as many nodes there are before the next try.
const NEXT_TRY: u64 = 8;
/// Steps of layers for each node of the search so far; they take about a tenth of the time of a node.
const STEPS_FOR_EACH_NODE: u64 = 64;

/// Nodes of cuts for each node of the search so far; they take two to three times as long. Chosen by trial.
const CUTS_FOR_EACH_NODE: u64 = 2;

/// All tilings as placements, or why there is no list of them: `None` if there are too many.
pub(crate) type FoundByCuts = Option<Result<Vec<Vec<u32>>, Halt>>;

/// Finds all tilings by cuts, until the watch pauses.
type ByCuts<'m> = dyn Fn(&mut Watch<'_>) -> Result<FoundByCuts, SolverError> + Sync + 'm;

/// The engine.
pub(crate) struct ListSearch<'m> {
    model: &'m Model,
    search: Box<dyn Exhaustive + 'm>,
    by_cuts: Option<Box<ByCuts<'m>>>,
    /// Whether each placement is searched.
    kept: Vec<bool>,
    seed: Option<u64>,
    order: OnceLock<Order>,
    /// Bytes that the graph may take while it is made.
    memory: u64,
    /// Nodes of a search between two looks.
    between_looks: u64,
    known: OnceLock<Known>,
    tries: Mutex<Tries>,
    /// Threads that make the graph. While they do, those that search wait.
    threads: usize,
    is_made_now: AtomicBool,
    /// Where other runs of the search keep the graph.
    shared: Option<Box<dyn SharedPlace>>,
}

/// The order of the search, made when it is first needed.
struct Order {
    /// The number of each place in the order of filling.
    rank: Vec<u32>,
    /// The number of each placement among those that begin at the same place.
    turns: Vec<u32>,
}

/// What makes a search needless.
enum Known {
    Graph(Living),
    /// All tilings, in the order of the search.
    Tilings(Vec<Vec<u32>>),
}

/// When the graph and cuts are tried next.
struct Tries {
    /// Nodes of all searches so far.
    nodes: u64,
    /// Nodes for the next try of each; none if it can never succeed.
    graph: Option<u64>,
    cuts: Option<u64>,
}

impl<'m> ListSearch<'m> {
    /// Returns the engine with the placements that `kept` accepts; `None` if some place may stay empty, which
    /// makes more layers than it saves.
    pub(crate) fn new(
        model: &'m Model,
        kept: &dyn Fn(u32) -> bool,
        memory: u64,
        seed: Option<u64>,
    ) -> Result<Option<Self>, SolverError> {
        if model.empty() != Empty::Never || model.claim_count() > 0 {
            return Ok(None);
        }
        let search = frontier::frontier(model, kept, None, seed)?;
        Ok(Some(Self {
            model,
            search,
            by_cuts: None,
            kept: model.placements().map(kept).collect(),
            seed,
            order: OnceLock::new(),
            memory,
            between_looks: BETWEEN_LOOKS,
            known: OnceLock::new(),
            tries: Mutex::new(Tries { nodes: 0, graph: Some(FIRST_TRY), cuts: None }),
            threads: 1,
            is_made_now: AtomicBool::new(false),
            shared: None,
        }))
    }

    /// Makes the graph on several threads.
    pub(crate) fn on_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Tries cuts too, which find every tiling; every placement must be kept.
    pub(crate) fn with_cuts(
        mut self,
        by_cuts: impl Fn(&mut Watch<'_>) -> Result<FoundByCuts, SolverError> + Sync + 'm,
    ) -> Self {
        self.by_cuts = Some(Box::new(by_cuts));
        self.tries = Mutex::new(Tries { nodes: 0, graph: Some(FIRST_TRY), cuts: Some(FIRST_TRY) });
        self
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| {
            let kept = |placement: u32| self.kept[placement as usize];
            let turns = frontier::turns(self.model, &kept, self.seed);
            let mut places: Vec<u32> = (0..compact(self.model.places())).collect();
            places.sort_unstable_by_key(|&place| self.model.place_order().position(place));
            let mut rank = vec![0; places.len()];
            (0..).zip(&places).for_each(|(number, &place)| rank[place as usize] = number);
            Order { rank, turns }
        })
    }

    /// Tries cuts and the graph if it is time and neither another thread nor another run does, and lets the
    /// search go on for a while. Waits while another thread makes the graph, whose hands need all threads.
    fn look(&self, spent: u64, watch: &mut Watch<'_>) {
        watch.pause_after(u64::MAX);
        let mut tries = match self.tries.try_lock() {
            Ok(tries) => tries,
            Err(TryLockError::Poisoned(_)) => return,
            Err(TryLockError::WouldBlock) if self.is_made_now.load(Ordering::Relaxed) => {
                drop(self.tries.lock());
                return watch.pause_after(self.between_looks);
            }
            Err(TryLockError::WouldBlock) => return watch.pause_after(self.between_looks),
        };
        tries.nodes += spent;
        if let Some(next) = tries.cuts.filter(|&next| tries.nodes >= next) {
            let is_open = self.try_cuts(tries.nodes * CUTS_FOR_EACH_NODE, watch);
            tries.cuts = is_open.then_some(next * NEXT_TRY);
        }
        if let Some(next) = tries.graph
            && !self.is_taken_over()
            && tries.nodes >= next
        {
            self.is_made_now.store(true, Ordering::Relaxed);
            let made = self.make(tries.nodes * STEPS_FOR_EACH_NODE, watch);
            self.is_made_now.store(false, Ordering::Relaxed);
            match made {
                Ok(()) => {}
                Err(Unfit::Effort | Unfit::Stopped(_)) => tries.graph = Some(next * NEXT_TRY),
                Err(Unfit::Window | Unfit::Counters | Unfit::Memory | Unfit::Rules | Unfit::Kept(_)) => {
                    tries.graph = None;
                }
            }
        }
        if tries.cuts.or(tries.graph).is_some() {
            watch.pause_after(self.between_looks);
        }
    }

    /// Finds all tilings by cuts in at most `nodes` nodes; returns whether more nodes may help.
    fn try_cuts(&self, nodes: u64, watch: &mut Watch<'_>) -> bool {
        let Some(by_cuts) = &self.by_cuts else { return false };
        watch.pause_after(nodes);
        let found = by_cuts(watch);
        watch.pause_after(u64::MAX);
        match found {
            Ok(Some(Ok(tilings))) => {
                _ = self.known.set(Known::Tilings(self.in_order(tilings)));
                false
            }
            Ok(Some(Err(_))) => true,
            // Without them the search finds the same.
            Ok(None) | Err(_) => false,
        }
    }

    /// Returns tilings in the order of the search, which fills the first open place by the first kind of
    /// placement.
    fn in_order(&self, mut tilings: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let Order { rank, turns } = self.order();
        let first = |&it: &u32| self.model.occupied(it).iter().map(|&place| rank[place as usize]).min();
        tilings.iter_mut().for_each(|tiling| tiling.sort_unstable_by_key(first));
        let turns = |tiling: &[u32]| -> Vec<u32> { tiling.iter().map(|&it| turns[it as usize]).collect() };
        tilings.sort_by_cached_key(|tiling| turns(tiling));
        tilings
    }

    /// Takes the graph that another run has made, if there is one. Returns whether there is a graph now.
    fn is_taken_over(&self) -> bool {
        let place = self.shared.as_ref().filter(|_| self.known.get().is_none());
        let bytes = place.and_then(|place| place.read(self.memory));
        if let Some(living) = bytes.and_then(|bytes| Living::from_bytes(&bytes, self.kept.len())) {
            _ = self.known.set(Known::Graph(living));
        }
        self.known.get().is_some()
    }

    /// Makes the graph in at most `steps` steps, for all runs of the search, unless another run is making it.
    fn make(&self, steps: u64, watch: &mut Watch<'_>) -> Result<(), Unfit> {
        let mut claim = None;
        if let Some(place) = &self.shared {
            claim = place.claim();
            // It may have been finished since the last look.
            if claim.is_none() || self.is_taken_over() {
                return Ok(());
            }
        }
        let allowance = Allowance::within_search(self.memory, steps).on_threads(self.threads);
        let Order { rank, turns } = self.order();
        let plan = Plan::whole(self.model, |placement| u32::from(self.kept[placement as usize]));
        let living = Living::new(&plan, rank, &|placement| turns[placement as usize], &allowance, watch)?;
        if let Some(claim) = claim {
            claim.keep(&living.to_bytes());
        }
        _ = self.known.set(Known::Graph(living));
        Ok(())
    }
}

impl Exhaustive for ListSearch<'_> {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let (mut seen, mut is_enough) = (0u64, false);
        if !self.is_taken_over() {
            let mut visit = |tiling: &[u32], watch: &mut Watch<'_>| {
                seen += 1;
                let flow = visit(tiling, watch)?;
                is_enough = flow.is_break();
                Ok(flow)
            };
            let mut since = watch.nodes();
            let mut goes_on = |watch: &mut Watch<'_>| {
                if self.known.get().is_none() {
                    self.look(watch.nodes() - since, watch);
                    since = watch.nodes();
                }
                self.known.get().is_none()
            };
            watch.pause_after(self.between_looks);
            let outcome = self.search.search_while(prefix, watch, &mut visit, &mut goes_on)?;
            if outcome.is_complete() {
                self.look(watch.nodes() - since, watch);
            }
            watch.pause_after(u64::MAX);
            if is_enough || outcome != Outcome::Stopped(StopReason::Visitor) {
                return Ok(outcome);
            }
        }
        match self.known.get() {
            None => Ok(Outcome::Complete),
            Some(Known::Graph(living)) => Walk::new(living, prefix).run(prefix, seen, watch, visit),
            Some(Known::Tilings(all)) => visit_with(prefix, all, seen, watch, visit),
        }
    }

    fn branches_on(&self, open: &[u32]) -> Option<u32> {
        self.search.branches_on(open)
    }

    fn share(&mut self, place: Box<dyn SharedPlace>) {
        self.shared = Some(place);
    }
}

/// Visits those of all tilings that have a prefix, except for the first `seen`.
fn visit_with(
    prefix: &Prefix,
    all: &[Vec<u32>],
    seen: u64,
    watch: &mut Watch<'_>,
    visit: &mut Visit<'_>,
) -> Result<Outcome, SolverError> {
    let has_prefix = |tiling: &&Vec<u32>| prefix.laid.iter().all(|placement| tiling.contains(placement));
    for (number, tiling) in (0..).zip(all.iter().filter(has_prefix)) {
        if let Some(Halt::Stop(reason)) = watch.node(|| f64::NAN) {
            return Ok(Outcome::Stopped(reason));
        }
        watch.reached(tiling.len());
        if number >= seen && visit(tiling, watch)?.is_break() {
            return Ok(Outcome::Stopped(StopReason::Visitor));
        }
    }
    Ok(Outcome::Complete)
}

/// Visits all tilings of a graph of live states.
///
/// # Errors
/// Those of `visit`.
pub(crate) fn visit_living(
    living: &Living,
    watch: &mut Watch<'_>,
    visit: &mut Visit<'_>,
) -> Result<Outcome, SolverError> {
    let prefix = Prefix::default();
    Walk::new(living, &prefix).run(&prefix, 0, watch, visit)
}

/// A walk through the live states.
struct Walk<'a> {
    living: &'a Living,
    /// The ways on from each state of the path, and how many of them were taken.
    stack: Vec<(&'a [Way], usize)>,
    /// The placements of the path.
    tiling: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn new(living: &'a Living, prefix: &Prefix) -> Self {
        Self { living, stack: Vec::new(), tiling: prefix.laid.clone() }
    }

    /// Visits the tilings with a prefix, except for the first `seen`.
    fn run(
        mut self,
        prefix: &Prefix,
        seen: u64,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let (mut number, before) = (0u64, prefix.laid.len());
        let Some(state) = self.after(prefix) else { return Ok(Outcome::Complete) };
        let mut state = Some(state);
        loop {
            if let Some(state) = state.take() {
                if state != END {
                    self.stack.push((self.living.ways(state), 0));
                } else {
                    number += 1;
                    if number > seen && visit(&self.tiling, watch)?.is_break() {
                        return Ok(Outcome::Stopped(StopReason::Visitor));
                    }
                }
            }
            self.tiling.truncate(before + self.stack.len().saturating_sub(1));
            let Some((ways, taken)) = self.stack.last_mut() else { return Ok(Outcome::Complete) };
            match ways.get(*taken) {
                Some(way) => {
                    *taken += 1;
                    self.tiling.push(way.placement);
                    state = Some(way.to);
                }
                None => _ = self.stack.pop(),
            }
            if let Some(Halt::Stop(reason)) = watch.node(|| self.share_done()) {
                return Ok(Outcome::Stopped(reason));
            }
            watch.reached(self.tiling.len());
        }
    }

    /// Returns the state after the placements of a prefix; `None` if no tiling has them.
    fn after(&self, prefix: &Prefix) -> Option<u32> {
        let mut state = self.living.first()?;
        for &placement in &prefix.laid {
            if state == END {
                return None;
            }
            state = self.living.ways(state).iter().find(|way| way.placement == placement)?.to;
        }
        Some(state)
    }

    /// Returns the share of the walk that is done, if all ways on from a state are of equal size.
    fn share_done(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        for (ways, taken) in &self.stack {
            width /= ways.len().max(1) as f64;
            done += width * taken.saturating_sub(1) as f64;
        }
        f64::min(done, 1.0)
    }
}

#[cfg(test)]
mod tests;
