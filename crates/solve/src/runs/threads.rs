//! Searches the parts of a search on one thread or on several.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread::{ScopedJoinHandle, panicking, scope};
use std::time::Duration;

use web_time::Instant;

use super::harvest::{Give, Harvest, PartEnd};
use super::ledger::{Arrival, Ledger, Order};
use crate::engines::exhaustive::Exhaustive;
use crate::ground::prefix::Prefix;
use crate::ground::watch::{Team, Watch};
use crate::ground::{Outcome, SolverError, StopReason};

/// How often the calling thread reports progress while others search. Chosen by trial.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// An engine, and the parts to search.
pub(crate) struct PartedSearch<'s> {
    pub(crate) engine: &'s dyn Exhaustive,
    /// All parts of the search.
    pub(crate) prefixes: &'s [Prefix],
    /// The numbers of the parts to search, ascending.
    pub(crate) parts: &'s [usize],
    /// How long one part is searched; then it ends as if it were done, and the harvest knows. `None` is for
    /// ever.
    pub(crate) patience: Option<Duration>,
    /// How many parts were searched before; for progress.
    pub(crate) done_before: usize,
    /// Whether a found tiling keeps all rules of the puzzle.
    pub(crate) accepts: &'s (dyn Fn(&[u32]) -> bool + Sync),
}

impl PartedSearch<'_> {
    /// Searches with `threads` threads besides the calling one, or on the calling one alone if that is 1.
    /// `take` runs on the calling thread, and its input does not depend on `threads` if the order is that of
    /// the parts.
    ///
    /// # Errors
    /// Those of the harvest and of `take`, from the earliest part with an error.
    pub(crate) fn run<H: Harvest>(
        &self,
        harvest: &H,
        order: Order,
        threads: usize,
        watch: &mut Watch<'_>,
        take: &mut Give<'_, H::Yield>,
    ) -> Result<Outcome, SolverError> {
        watch.begin_parts(self.parts.len(), self.done_before, self.prefixes.len());
        match threads.min(self.parts.len()) {
            0 | 1 => self.on_this_thread(harvest, watch, take),
            threads => self.on_threads(harvest, order, threads, watch, take),
        }
    }

    fn on_this_thread<H: Harvest>(
        &self,
        harvest: &H,
        watch: &mut Watch<'_>,
        take: &mut Give<'_, H::Yield>,
    ) -> Result<Outcome, SolverError> {
        for (number, &part) in self.parts.iter().enumerate() {
            watch.begin_part(number);
            let outcome = self.search_part(harvest, part, watch, take)?;
            if !outcome.is_complete() {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Complete)
    }

    fn search_part<H: Harvest>(
        &self,
        harvest: &H,
        part: usize,
        watch: &mut Watch<'_>,
        give: &mut Give<'_, H::Yield>,
    ) -> Result<Outcome, SolverError> {
        let (before, began) = (watch.nodes(), Instant::now());
        let mut state = harvest.begin();
        let mut visit = |tiling: &[u32], watch: &mut Watch<'_>| match (self.accepts)(tiling) {
            true => harvest.found(&mut state, tiling, watch, give),
            false => Ok(ControlFlow::Continue(())),
        };
        watch.stop_after(self.patience);
        let outcome = self.engine.search(&self.prefixes[part], watch, &mut visit)?;
        let (nodes, elapsed, left) = (watch.nodes() - before, began.elapsed(), watch.take_left());
        let end = PartEnd { part, outcome, nodes, elapsed, left };
        let is_left = outcome == Outcome::Stopped(StopReason::TimeLimit) && !watch.is_out_of_time();
        match harvest.end(state, end, give)? {
            ControlFlow::Break(()) if outcome.is_complete() || is_left => {
                Ok(Outcome::Stopped(StopReason::Visitor))
            }
            _ if is_left => Ok(Outcome::Complete),
            _ => Ok(outcome),
        }
    }

    fn on_threads<H: Harvest>(
        &self,
        harvest: &H,
        order: Order,
        threads: usize,
        watch: &mut Watch<'_>,
        take: &mut Give<'_, H::Yield>,
    ) -> Result<Outcome, SolverError> {
        let (ledger, team) = (Ledger::new(self.parts, order, harvest.most_held()), Team::new(threads));
        let terms = watch.terms();
        let result = scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    let (ledger, team) = (&ledger, &team);
                    scope
                        .spawn(move || self.work(harvest, ledger, &mut Watch::of_worker(terms, team, worker)))
                })
                .collect();
            let result = {
                // If `take` panics, the workers must be released too, or the scope would wait for them.
                let _closing = Closing { ledger: &ledger, team: &team };
                self.hand_over(order, &ledger, &team, watch, take)
            };
            join(workers).map(|()| result)
        });
        watch.adopt(&team);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// The loop of each worker: one part after another.
    fn work<H: Harvest>(&self, harvest: &H, ledger: &Ledger<'_, H::Yield>, watch: &mut Watch<'_>) {
        let _noting = NotingPanic(ledger);
        while let Some((number, part)) = ledger.begin() {
            let mut give = |yielded| Ok(ledger.give(number, yielded));
            let result = self.search_part(harvest, part, watch, &mut give);
            watch.tell_team(|| 0.0);
            ledger.end(number, result);
        }
    }

    /// Runs the loop of the calling thread while others search.
    fn hand_over<T>(
        &self,
        order: Order,
        ledger: &Ledger<'_, T>,
        team: &Team,
        watch: &mut Watch<'_>,
        take: &mut Give<'_, T>,
    ) -> Result<Outcome, SolverError> {
        let mut outcome = Outcome::Complete;
        let mut told = Instant::now();
        loop {
            match ledger.next(BETWEEN_REPORTS) {
                Arrival::Yields(yields) => {
                    for yielded in yields {
                        if take(yielded)?.is_break() {
                            return Ok(Outcome::Stopped(StopReason::Visitor));
                        }
                    }
                }
                Arrival::End(end) => {
                    let end = end?;
                    if !end.is_complete() && order == Order::OfParts {
                        return Ok(end);
                    }
                    outcome = if outcome.is_complete() { end } else { outcome };
                }
                Arrival::Nothing => {}
                Arrival::Over | Arrival::Panicked => return Ok(outcome),
            }
            if told.elapsed() >= BETWEEN_REPORTS {
                if watch.wants_estimate() {
                    watch.expect_nodes(self.engine.estimated_nodes(&watch.alarm()));
                }
                told = Instant::now();
                watch.report_of(team, ledger.handed_over());
            }
        }
    }
}

/// Waits for all workers; returns the panic of one of them, if any.
fn join(workers: Vec<ScopedJoinHandle<'_, ()>>) -> Result<(), Box<dyn Any + Send>> {
    let mut joined = workers.into_iter().map(ScopedJoinHandle::join).collect::<Vec<_>>().into_iter();
    joined.find(Result::is_err).unwrap_or(Ok(()))
}

/// Releases the workers when dropped.
struct Closing<'c, 'l, T> {
    ledger: &'c Ledger<'l, T>,
    team: &'c Team,
}

impl<T> Drop for Closing<'_, '_, T> {
    fn drop(&mut self) {
        self.team.close();
        self.ledger.close();
    }
}

/// Reports a panic to the calling thread, which would otherwise wait forever.
struct NotingPanic<'n, 'l, T>(&'n Ledger<'l, T>);

impl<T> Drop for NotingPanic<'_, '_, T> {
    fn drop(&mut self) {
        if panicking() {
            self.0.note_panic();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::ground::{Engine, Progress, SolveOptions};
    use crate::support::template;
    use crate::{count, solve, solve_up_to_symmetry};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
    use piecework_tiling::tiling::Tiling;

    /// Dominoes and trominoes on a square with `gaps` empty cells.
    fn small(side: u32, gaps: u32) -> Arc<Puzzle> {
        let piece = |name: &str, rows: &[&str], count| {
            let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
            Piece { name: name.into(), shape, freedom: Freedom::Free, count }
        };
        let pieces = vec![piece("I", &["##"], Count::ANY), piece("L", &["##", "#."], Count::exactly(2))];
        let region = Region::rectangle(Lattice::Square, side, side).expect("a region");
        Arc::new(Puzzle::with_rules("small", region, pieces, Contact::Allowed, gaps).expect("a puzzle"))
    }

    fn with_threads(threads: usize) -> SolveOptions<'static> {
        SolveOptions { threads, ..SolveOptions::default() }
    }

    /// The first `most` tilings, and the outcome.
    fn tilings(
        puzzle: &Arc<Puzzle>,
        images: bool,
        threads: usize,
        most: usize,
    ) -> (Vec<Tiling>, Outcome, u64) {
        let mut found = Vec::new();
        let visit = |tiling| {
            found.push(tiling);
            if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = with_threads(threads);
        let report = match images {
            true => solve(puzzle, &options, visit),
            false => solve_up_to_symmetry(puzzle, &options, visit),
        };
        let report = report.expect("small");
        assert_eq!(report.tilings, found.len() as u128);
        (found, report.outcome, report.nodes)
    }

    #[test]
    fn any_number_of_threads_gives_the_same_results_in_order() {
        for puzzle in [small(4, 0), small(4, 4), template("pentomino-3x20"), template("tetrahex-4x7")] {
            for images in [false, true] {
                let alone = tilings(&puzzle, images, 1, usize::MAX);
                assert!(alone.1.is_complete() && !alone.0.is_empty(), "{}", puzzle.name());
                for threads in [2, 5] {
                    let (found, outcome, _) = tilings(&puzzle, images, threads, usize::MAX);
                    assert!(found == alone.0 && outcome == alone.1, "{}: {threads} threads", puzzle.name());
                }
            }
            let count = |threads| {
                let options = SolveOptions { engine: Engine::Cover, ..with_threads(threads) };
                count(&puzzle, &options).expect("small")
            };
            let alone = count(1);
            for threads in [0, 2, 3] {
                let together = count(threads);
                assert_eq!(together.raw, alone.raw);
                assert_eq!(together.up_to_symmetry, alone.up_to_symmetry);
                assert_eq!(together.report.nodes, alone.report.nodes, "{}", puzzle.name());
                assert!(together.is_complete());
            }
        }
    }

    #[test]
    fn a_visitor_that_has_enough_is_asked_no_more_by_any_thread() {
        let puzzle = small(4, 2);
        let all = tilings(&puzzle, true, 1, usize::MAX).0;
        for most in [1, 2, 3, 10, all.len()] {
            for threads in [1, 2, 3] {
                let (found, outcome, _) = tilings(&puzzle, true, threads, most);
                assert_eq!(found, all[..most], "{most} of {threads} threads");
                assert_eq!(outcome, Outcome::Stopped(StopReason::Visitor));
            }
        }
    }

    #[test]
    fn limits_hold_for_every_thread() {
        let puzzle = template("pentomino-6x10");
        let raised = AtomicBool::new(true);
        for (limit, reason) in [
            (SolveOptions { time_limit: Some(Duration::ZERO), ..with_threads(3) }, StopReason::TimeLimit),
            (SolveOptions { stop: Some(&raised), ..with_threads(3) }, StopReason::Signal),
            (SolveOptions { node_limit: Some(5000), ..with_threads(3) }, StopReason::NodeLimit),
        ] {
            let counted = count(&puzzle, &limit).expect("small");
            assert_eq!(counted.report.outcome, Outcome::Stopped(reason));
            let report = solve(&puzzle, &limit, |_| ControlFlow::Continue(())).expect("small");
            assert_eq!(report.outcome, Outcome::Stopped(reason));
            if reason == StopReason::NodeLimit {
                assert_eq!(report.nodes, 5000, "one thread alone");
            }
        }
    }

    #[test]
    fn a_flag_raised_later_stops_all_and_keeps_visited_tilings() {
        let (puzzle, raised) = (template("pentomino-6x10"), AtomicBool::new(false));
        let options = SolveOptions { stop: Some(&raised), ..with_threads(2) };
        let mut seen = 0;
        let report = solve(&puzzle, &options, |_| {
            seen += 1;
            raised.store(true, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        let report = report.expect("small");
        assert_eq!((report.outcome, report.tilings == seen), (Outcome::Stopped(StopReason::Signal), true));
    }

    #[test]
    fn progress_is_reported_on_the_calling_thread() {
        let told = RefCell::new(Vec::new());
        let note = |progress: &Progress| told.borrow_mut().push(*progress);
        let options = SolveOptions { progress: Some(&note), ..with_threads(2) };
        let counted = count(&template("pentomino-6x10"), &options).expect("small");
        let told = told.into_inner();
        // A fast machine may finish before the first report.
        for pair in told.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].parts_done <= pair[1].parts_done, "{pair:?}");
        }
        for progress in &told {
            assert!(progress.parts_done <= progress.parts && progress.depth <= 12, "{progress:?}");
            // It is not known until two stretches of layers are.
            assert!(progress.share_done.is_none_or(|share| (0.0..=1.0).contains(&share)), "{progress:?}");
            assert!(progress.nodes <= counted.report.nodes);
        }
    }

    #[test]
    fn a_panic_of_the_visitor_or_of_a_worker_ends_the_search() {
        let puzzle = small(4, 2);
        let visit = |_| -> ControlFlow<()> { panic!("a visitor's own") };
        let panicked = catch_unwind(AssertUnwindSafe(|| solve(&puzzle, &with_threads(2), visit)));
        let message = panicked.unwrap_err().downcast_ref::<&str>().copied();
        assert_eq!(message, Some("a visitor's own"));

        /// Panics in the fourth part.
        struct Broken;
        impl Exhaustive for Broken {
            fn search(
                &self,
                prefix: &Prefix,
                _: &mut Watch<'_>,
                visit: &mut crate::engines::exhaustive::Visit<'_>,
            ) -> Result<Outcome, SolverError> {
                assert!(prefix.laid.len() != 3, "a worker's own");
                visit(&[], &mut Watch::unlimited()).map(|_| Outcome::Complete)
            }
        }
        /// Yields one result for each part.
        struct Ones;
        impl Harvest for Ones {
            type Yield = ();
            type Part = ();
            fn most_held(&self) -> usize {
                1
            }
            fn begin(&self) {}
            fn found(
                &self,
                (): &mut (),
                _: &[u32],
                _: &mut Watch<'_>,
                give: &mut Give<'_, ()>,
            ) -> Result<ControlFlow<()>, SolverError> {
                give(())
            }
            fn end(&self, (): (), _: PartEnd, _: &mut Give<'_, ()>) -> Result<ControlFlow<()>, SolverError> {
                Ok(ControlFlow::Continue(()))
            }
        }
        let prefixes: Vec<Prefix> =
            (0..9).map(|laid| Prefix { laid: vec![0; laid], ..Prefix::default() }).collect();
        let parts: Vec<usize> = (0..9).collect();
        let search = PartedSearch {
            engine: &Broken,
            prefixes: &prefixes,
            parts: &parts,
            patience: None,
            done_before: 0,
            accepts: &|_| true,
        };
        let mut take = |()| Ok(ControlFlow::Continue(()));
        let run = || search.run(&Ones, Order::OfParts, 2, &mut Watch::unlimited(), &mut take);
        let panicked = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panicked.downcast_ref::<&str>().copied(), Some("a worker's own"));
    }
}
