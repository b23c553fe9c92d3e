//! The engine `frontier` for long lists: a search that changes to the graph of live states when it can be
//! made, or to all tilings if cuts find them.
//!
//! All visit the same tilings in the same order, so a part may begin in one and end in another. The search
//! begins at once. When it has taken long enough, cuts and then the graph are tried with an effort in
//! proportion, so that what does not fit costs only a share of the time. From then on no step is in vain.
//!
//! The runs of a divided search need the same graph. The first one that makes it keeps it in a
//! [`SharedPlace`], and the others take it from there; while it is made, they search.

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
            shared: None,
        }))
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
    /// search go on for a while.
    fn look(&self, spent: u64, watch: &mut Watch<'_>) {
        watch.pause_after(u64::MAX);
        let mut tries = match self.tries.try_lock() {
            Ok(tries) => tries,
            Err(TryLockError::Poisoned(_)) => return,
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
            match self.make(tries.nodes * STEPS_FOR_EACH_NODE, watch) {
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
        let allowance = Allowance::within_search(self.memory, steps);
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
mod tests {
    use super::*;
    use crate::engines::Compiled;
    use crate::engines::dlx::Dlx;
    use crate::engines::exhaustive::split;
    use crate::ground::SolveOptions;
    use crate::ground::alarm::Alarm;
    use crate::ground::shared_place::Shelf;
    use crate::support::template;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape, named_set};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    fn found(engine: &dyn Exhaustive, prefix: &Prefix, most: usize) -> (Vec<Vec<u32>>, Outcome) {
        let mut all = Vec::new();
        let mut visit = |tiling: &[u32], _: &mut Watch<'_>| {
            all.push(tiling.to_vec());
            Ok(if all.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let outcome = engine.search(prefix, &mut Watch::unlimited(), &mut visit).expect("no fault");
        (all, outcome)
    }

    /// Compares lists that change to the graph after `between` nodes with those of the search.
    #[track_caller]
    fn agrees(puzzle: &Puzzle, seed: Option<u64>) {
        let model = Model::new(puzzle, &SolveOptions::default()).expect("small");
        let search = frontier::frontier(&model, &|_| true, None, seed).expect("few kinds");
        let whole = found(search.as_ref(), &Prefix::default(), usize::MAX);
        assert!(whole.1.is_complete() && !whole.0.is_empty(), "{}", puzzle.name());
        let parts = split(search.as_ref(), &model, |_| true, 40);
        let expected: Vec<_> = parts.iter().map(|part| found(search.as_ref(), part, usize::MAX)).collect();
        for between in [1, 7, 50, 1000] {
            let listed = || {
                let made =
                    ListSearch::new(&model, &|_| true, 1 << 30, seed).expect("few kinds").expect("no gaps");
                let tries = Mutex::new(Tries { nodes: 0, graph: Some(1), cuts: None });
                ListSearch { between_looks: between, tries, ..made }
            };
            assert_eq!(found(&listed(), &Prefix::default(), usize::MAX), whole, "{}", puzzle.name());
            let few = whole.0.len() / 2 + 1;
            let half = found(&listed(), &Prefix::default(), few);
            assert_eq!(half, (whole.0[..few].to_vec(), Outcome::Stopped(StopReason::Visitor)));
            let one = listed();
            for (part, expected) in parts.iter().zip(&expected) {
                assert_eq!(found(&one, part, usize::MAX), *expected, "{}: {part:?}", puzzle.name());
            }
            assert!(between > 7 || one.known.get().is_some(), "the graph was made");
        }
    }

    fn small(columns: u32, rows: u32, pieces: &[(&[&str], Count)]) -> Puzzle {
        let piece = |(number, (rows, count)): (usize, &(&[&str], Count))| Piece {
            name: number.to_string(),
            shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
            freedom: Freedom::Free,
            count: *count,
        };
        let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
        let pieces = pieces.iter().enumerate().map(piece).collect();
        Puzzle::with_rules("small", region, pieces, Contact::Allowed, 0).expect("a puzzle")
    }

    #[test]
    fn lists_go_on_where_the_search_left_off() {
        let (domino, corner): (&[&str], &[&str]) = (&["##"], &["##", "#."]);
        let several = Count { min: 1, max: None };
        for puzzle in [
            small(4, 5, &[(domino, Count::ANY)]),
            small(4, 4, &[(corner, Count::exactly(2)), (domino, Count::ANY)]),
            small(5, 4, &[(corner, several), (domino, Count { min: 2, max: Some(4) })]),
            // At least two of each: different numbers of uses become one state.
            small(6, 3, &[(corner, Count { min: 2, max: None }), (domino, Count { min: 2, max: None })]),
        ] {
            agrees(&puzzle, None);
            agrees(&puzzle, Some(3));
        }
        for name in ["pentomino-3x20", "six-pentominoes-5x6", "tetrahex-4x7"] {
            agrees(&template(name).rest(), Some(1));
        }
    }

    #[test]
    fn one_run_makes_the_graph_for_all() {
        let puzzle = template("six-pentominoes-5x6").rest();
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        let listed = |shelf: &Shelf, next: u64| {
            let made =
                ListSearch::new(&model, &|_| true, 1 << 30, None).expect("few kinds").expect("no gaps");
            let tries = Mutex::new(Tries { nodes: 0, graph: Some(next), cuts: None });
            ListSearch { between_looks: 1, tries, shared: Some(Box::new(shelf.clone())), ..made }
        };
        let shelf = Shelf::default();
        let claimed = Shelf { is_claimed: true, ..shelf.clone() };
        let other_makes_it = listed(&claimed, 1);
        let whole = found(&other_makes_it, &Prefix::default(), usize::MAX);
        assert!(whole.1.is_complete() && !whole.0.is_empty());
        assert!(other_makes_it.known.get().is_none(), "another run was making it");

        let first = listed(&shelf, 1);
        assert_eq!(found(&first, &Prefix::default(), usize::MAX), whole);
        let bytes = shelf.bytes.lock().expect("whole").clone().expect("it is kept");
        // It is not time to make one.
        let second = listed(&shelf, u64::MAX);
        assert_eq!(found(&second, &Prefix::default(), usize::MAX), whole);
        let graph = |listed: &ListSearch<'_>| match listed.known.get() {
            Some(Known::Graph(living)) => living.to_bytes(),
            _ => panic!("no graph"),
        };
        assert_eq!(graph(&second), graph(&first), "it was taken over");

        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(Living::from_bytes(&changed, model.placement_count()).is_none(), "byte {at}");
            assert!(Living::from_bytes(&bytes[..at], model.placement_count()).is_none(), "{at} bytes");
        }
        assert!(Living::from_bytes(&bytes, 3).is_none(), "of a larger model");
        *shelf.bytes.lock().expect("whole") = Some(vec![0; 100]);
        let third = listed(&shelf, 1);
        assert_eq!(found(&third, &Prefix::default(), usize::MAX), whole);
        assert_eq!(
            shelf.bytes.lock().expect("whole").as_ref(),
            Some(&bytes),
            "what is damaged is made again"
        );
    }

    #[test]
    fn a_graph_that_does_not_fit_is_given_up() {
        let puzzle = template("pentomino-3x20");
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        let made = ListSearch::new(&model, &|_| true, 1000, None).expect("few kinds").expect("no gaps");
        let listed = ListSearch { between_looks: 1, ..made };
        let (all, outcome) = found(&listed, &Prefix::default(), usize::MAX);
        assert!(outcome.is_complete() && all.len() == 8);
        assert!(listed.known.get().is_none());
    }

    /// Lists all tilings of a rectangle by cuts, and compares them with those of the search, order included,
    /// and of engine `dlx`. Returns whether cuts found them.
    fn agrees_by_cuts(pieces: &[Piece], columns: u32, rows: u32, seed: Option<u64>) -> bool {
        let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
        let puzzle = Arc::new(Puzzle::new("rectangle", region, pieces.to_vec()).expect("a puzzle"));
        let options = SolveOptions { seed, ..SolveOptions::default() };
        let silent = Alarm::silent();
        let Ok(compiled) = Compiled::under(&puzzle, &options, silent) else { panic!("small") };
        let model = &compiled.model;
        let made = compiled.listed(&options).expect("few kinds").expect("no gaps");
        let tries = Mutex::new(Tries { nodes: 1 << 30, graph: None, cuts: Some(1) });
        let listed = ListSearch { between_looks: u64::from(columns), tries, ..made };
        let search = frontier::frontier(model, &|_| true, None, seed).expect("few kinds");
        let whole = found(search.as_ref(), &Prefix::default(), usize::MAX);
        for part in split(search.as_ref(), model, |_| true, 10).iter().chain([&Prefix::default()]) {
            let expected = found(search.as_ref(), part, usize::MAX);
            let sorted = |tilings: Vec<Vec<u32>>| -> Vec<Vec<u32>> {
                tilings.iter().map(|tiling| sorted(tiling)).collect()
            };
            let (listed, outcome) = found(&listed, part, usize::MAX);
            assert_eq!((sorted(listed), outcome), (sorted(expected.0), expected.1), "{part:?}");
        }
        let dlx = Dlx::new(model, &|_| true, &options, &silent).expect("small");
        let by_dlx = found(&dlx, &Prefix::default(), usize::MAX).0;
        let set = |tilings: &[Vec<u32>]| tilings.iter().map(|tiling| sorted(tiling)).collect::<BTreeSet<_>>();
        assert_eq!(set(&by_dlx), set(&whole.0), "{columns} x {rows}");
        matches!(listed.known.get(), Some(Known::Tilings(all)) if all.len() == whole.0.len())
    }

    fn sorted(tiling: &[u32]) -> Vec<u32> {
        let mut tiling = tiling.to_vec();
        tiling.sort_unstable();
        tiling
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn lists_by_cuts_are_those_of_other_engines(
            chosen in prop::collection::btree_set(0_usize..18, 1..4),
            columns in 2_u32..8,
            rows in 2_u32..7,
            seed in prop::option::of(0_u64..3),
        ) {
            let sets = ["tetrominoes", "pentominoes"].map(|name| named_set(name).expect("a known set"));
            let members: Vec<_> = sets.into_iter().flat_map(|set| set.members).collect();
            let piece = |number: usize| Piece {
                name: number.to_string(),
                shape: members[number].shape.clone(),
                freedom: Freedom::Free,
                count: Count::ANY,
            };
            let pieces: Vec<Piece> = chosen.into_iter().filter(|&it| it < members.len()).map(piece).collect();
            let least = pieces.iter().map(|piece| piece.shape.area()).min().unwrap_or(usize::MAX);
            prop_assume!(least <= (columns * rows) as usize);
            agrees_by_cuts(&pieces, columns, rows, seed);
        }
    }

    #[test]
    fn long_lists_of_rectangles_come_from_cuts() {
        let piece = |rows: &[&str]| Piece {
            name: rows.concat(),
            shape: Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape"),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        for seed in [None, Some(5)] {
            assert!(agrees_by_cuts(&[piece(&["##", "#."])], 6, 5, seed));
            assert!(agrees_by_cuts(&[piece(&["####", ".#.."])], 10, 5, seed), "16 tilings");
            assert!(agrees_by_cuts(&[piece(&["##", "#."]), piece(&["####"])], 4, 4, seed));
        }
        let puzzle = template("y-hexomino-23x24");
        let mut found = 0;
        let report = crate::solve_up_to_symmetry(&puzzle, &SolveOptions::default(), |_| {
            found += 1;
            ControlFlow::Continue(())
        })
        .expect("no fault");
        assert!(report.outcome.is_complete() && found == 5);
        assert!(report.nodes < 20_000_000, "a search takes 800 million, {}", report.nodes);
    }
}
