//! Runs a search that stores its finished parts in a [`PartStore`], so that another run can resume it.
//!
//! The parts stored by all runs with one header are, in order, the results of one uninterrupted search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::harvest::{Counting, Give, Harvest, Images, PartEnd};
use super::header::{Find, RunHeader, Shard};
use super::ledger::Order;
use super::part;
use super::threads::PartedSearch;
use crate::puzzle::Puzzle;
use crate::solver::symmetry::OrbitTally;
use crate::solver::watch::Watch;
use crate::solver::{Compiled, Outcome, Report, SolveOptions, SolverError};

/// A store of the finished parts of a long run, such as a file.
pub(crate) trait PartStore {
    /// The error of the store.
    type Error: From<SolverError>;

    /// Called before the run. Returns the parts that are already stored and need not be searched.
    ///
    /// # Errors
    /// Any error prevents the run.
    fn begin(&mut self, header: &RunHeader) -> Result<BTreeSet<usize>, Self::Error>;

    /// Stores the line of a finished part; see [`super::FoundPart::read`].
    ///
    /// # Errors
    /// Any error ends the run.
    fn keep(&mut self, part: usize, line: &str) -> Result<(), Self::Error>;
}

/// Searches the parts of a puzzle that `store` does not have yet, on any number of threads.
///
/// [`Report::nodes`] and [`Report::tilings`] are of this run alone. Results of an unfinished part are lost; the next
/// run searches it again.
///
/// # Errors
/// Those of the store; [`SolverError`] as [`crate::solver::solve`].
pub(crate) fn solve_in_parts<S: PartStore>(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    find: Find,
    shard: Shard,
    store: &mut S,
) -> Result<Report, S::Error> {
    // Counting without visiting has no parts that can be stored.
    let compiled = Compiled::new(puzzle, options)?.with_halves(options);
    let engine = compiled.exhaustive(options)?;
    let prefixes = compiled.parts(engine.as_ref());
    let header = RunHeader::new(puzzle, options, compiled.engine, find, &prefixes, shard);
    let kept = store.begin(&header)?;
    let parts: Vec<usize> = header.own_parts().difference(&kept).copied().collect();
    let mut watch = Watch::new(options);
    let mut failed = None;
    let mut keep = |(part, line): (usize, String)| match store.keep(part, &line) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) => {
            failed = Some(error);
            Ok(ControlFlow::Break(()))
        }
    };
    let harvest = Lines { compiled: &compiled, header: &header };
    if compiled.argument.is_some() {
        // Nothing is searched, and the files are those of a search without results.
        parts.iter().try_for_each(|&part| store.keep(part, &harvest.nothing(part)))?;
        return Ok(compiled.report(Outcome::Complete, &watch));
    }
    let accepts = |found: &[u32]| compiled.keeps_rules(found);
    let done_before = header.own_parts().len() - parts.len();
    let search = PartedSearch {
        engine: engine.as_ref(),
        prefixes: &prefixes,
        parts: &parts,
        done_before,
        accepts: &accepts,
    };
    let outcome = search.run(&harvest, Order::AsFound, options.team(), &mut watch, &mut keep)?;
    failed.map_or_else(|| Ok(compiled.report(outcome, &watch)), Err)
}

/// A line for each finished part.
struct Lines<'c> {
    compiled: &'c Compiled<'c>,
    header: &'c RunHeader,
}

impl Lines<'_> {
    /// Returns the line of a part without tilings, which is known without a search.
    fn nothing(&self, part: usize) -> String {
        match self.header.find() {
            Find::Count => part::tally_line(self.header, part, 0, OrbitTally::default()),
            Find::UpToSymmetry | Find::Raw => part::tilings_line(self.header, part, 0, ""),
        }
    }
}

/// The results of a part so far.
enum Gathered<'c> {
    Tally(Counting<'c>),
    /// Tilings, as they are in the line.
    Tilings(String),
}

impl<'c> Harvest for Lines<'c> {
    type Yield = (usize, String);
    type Part = Gathered<'c>;

    fn most_held(&self) -> usize {
        // The store is called immediately, and the parts of all threads are in memory anyway.
        1
    }

    fn begin(&self) -> Gathered<'c> {
        match self.header.find() {
            Find::Count => Gathered::Tally(Counting::new(self.compiled)),
            Find::UpToSymmetry | Find::Raw => Gathered::Tilings(String::new()),
        }
    }

    fn found(
        &self,
        part: &mut Gathered<'c>,
        found: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        match part {
            Gathered::Tally(counting) => counting.add(self.compiled, found, watch)?,
            Gathered::Tilings(list) => {
                let images = if self.header.find() == Find::Raw { Images::All } else { Images::One };
                for image in images.of(self.compiled, found) {
                    part::push_tiling(list, &self.compiled.tiling(&image)?);
                    watch.tilings += 1;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        part: Gathered<'c>,
        end: PartEnd,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        if !end.outcome.is_complete() {
            return Ok(ControlFlow::Continue(()));
        }
        let line = match part {
            Gathered::Tally(counting) => part::tally_line(self.header, end.part, end.nodes, counting.tally()),
            Gathered::Tilings(list) => part::tilings_line(self.header, end.part, end.nodes, &list),
        };
        give((end.part, line))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;
    use crate::puzzle::read_puzzle;
    use crate::solver::long_run::{
        CheckpointError, CheckpointFault, Found, FoundPart, PartTally, ShardFile, join_shards,
    };
    use crate::solver::{Engine, StopReason, count, solve, solve_up_to_symmetry};
    use crate::source::Source;
    use crate::support::template;
    use crate::templates::puzzle_template;
    use crate::tiling::Tiling;

    /// Lines in memory; refuses to store more than `most`.
    struct Memory {
        header: Option<RunHeader>,
        lines: BTreeMap<usize, String>,
        most: usize,
    }

    #[derive(Debug, PartialEq)]
    enum Refused {
        Full,
        Solver(SolverError),
    }

    impl From<SolverError> for Refused {
        fn from(error: SolverError) -> Self {
            Refused::Solver(error)
        }
    }

    impl PartStore for Memory {
        type Error = Refused;

        fn begin(&mut self, header: &RunHeader) -> Result<BTreeSet<usize>, Refused> {
            assert!(self.header.as_ref().is_none_or(|known| known.refuse_other(header).is_ok()));
            self.header = Some(header.clone());
            Ok(self.lines.keys().copied().collect())
        }

        fn keep(&mut self, part: usize, line: &str) -> Result<(), Refused> {
            if self.lines.len() == self.most {
                return Err(Refused::Full);
            }
            assert_eq!(self.lines.insert(part, line.to_owned()), None, "part {part} twice");
            Ok(())
        }
    }

    impl Memory {
        fn new() -> Self {
            Self { header: None, lines: BTreeMap::new(), most: usize::MAX }
        }

        fn header(&self) -> &RunHeader {
            self.header.as_ref().expect("a run has begun")
        }

        /// Everything, read back in the order of the parts.
        fn read(&self, puzzle: &Arc<Puzzle>) -> (Vec<Tiling>, PartTally, u64) {
            let (mut all, mut tally, mut nodes) = (Vec::new(), PartTally::default(), 0);
            for (part, line) in &self.lines {
                let found = FoundPart::read(self.header(), puzzle, line).expect("as it was written");
                assert_eq!(found.part, *part);
                nodes += found.nodes;
                match found.found {
                    Found::Tilings(tilings) => all.extend(tilings),
                    Found::Tally(part) => tally = tally.and(part),
                }
            }
            (all, tally, nodes)
        }
    }

    fn with_threads(threads: usize) -> SolveOptions<'static> {
        // An engine that counts by searching, so that steps can be compared.
        SolveOptions { threads, engine: Engine::Cover, ..SolveOptions::default() }
    }

    fn whole(puzzle: &Arc<Puzzle>, find: Find, threads: usize) -> Memory {
        let mut store = Memory::new();
        let report = solve_in_parts(puzzle, &with_threads(threads), find, Shard::WHOLE, &mut store);
        assert!(report.expect("small").outcome.is_complete());
        store
    }

    #[test]
    fn parts_have_the_results_of_one_search_in_order() {
        for name in ["pentomino-3x20", "six-pentominoes-5x6", "hexiamond-6x6", "t-tetromino-4x4"] {
            let (puzzle, options) = (template(name), with_threads(1));
            for threads in [1, 3] {
                let mut tilings = Vec::new();
                let visit = |tiling| {
                    tilings.push(tiling);
                    ControlFlow::Continue(())
                };
                let report = solve(&puzzle, &options, visit).expect("small");
                let (found, _, nodes) = whole(&puzzle, Find::Raw, threads).read(&puzzle);
                assert_eq!((&found, nodes), (&tilings, report.nodes), "{name}");
                tilings.clear();
                let visit = |tiling| {
                    tilings.push(tiling);
                    ControlFlow::Continue(())
                };
                solve_up_to_symmetry(&puzzle, &options, visit).expect("small");
                assert_eq!(whole(&puzzle, Find::UpToSymmetry, threads).read(&puzzle).0, tilings, "{name}");
                let counted = count(&puzzle, &options).expect("small");
                let (_, tally, nodes) = whole(&puzzle, Find::Count, threads).read(&puzzle);
                assert_eq!(counted.raw, tally.raw);
                assert_eq!(counted.up_to_symmetry, tally.up_to_symmetry(&puzzle));
                assert_eq!(nodes, counted.report.nodes, "{name}");
            }
        }
    }

    #[test]
    fn a_run_resumes_from_any_kept_parts() {
        let puzzle = template("pentomino-3x20");
        let at_once = whole(&puzzle, Find::UpToSymmetry, 1);
        let parts = at_once.lines.len();
        for most in [0, 1, 7, parts / 2, parts - 1] {
            let mut store = Memory { most, ..Memory::new() };
            let find = Find::UpToSymmetry;
            let refused = solve_in_parts(&puzzle, &with_threads(2), find, Shard::WHOLE, &mut store);
            assert_eq!(refused.unwrap_err(), Refused::Full);
            assert_eq!(store.lines.len(), most);
            store.most = usize::MAX;
            let report = solve_in_parts(&puzzle, &with_threads(2), find, Shard::WHOLE, &mut store);
            assert!(report.expect("room enough").outcome.is_complete());
            assert_eq!(store.lines, at_once.lines);
        }
    }

    #[test]
    fn a_puzzle_shown_to_be_impossible_leaves_the_parts_of_a_search_that_found_nothing() {
        // The five tetrominoes: eleven black cells and nine white ones, or the other way round.
        let text = puzzle_template("pentomino-6x10").expect("a template").text;
        let text = text.replace("[10, 6]", "[5, 4]").replace("pentominoes", "tetrominoes");
        let puzzle = read_puzzle(&Source::new("tetrominoes", text), &Limits::default()).expect("a puzzle");
        let puzzle = Arc::new(puzzle);
        for find in [Find::Count, Find::UpToSymmetry] {
            let [mut shown, mut searched] = [Memory::new(), Memory::new()];
            let options = with_threads(1);
            let report = solve_in_parts(&puzzle, &options, find, Shard::WHOLE, &mut shown).expect("shown");
            assert!(report.argument.is_some() && report.outcome.is_complete());
            let options = SolveOptions { arguments: false, ..options };
            solve_in_parts(&puzzle, &options, find, Shard::WHOLE, &mut searched).expect("searched");
            let own = shown.header().own_parts();
            assert_eq!(shown.lines.keys().copied().collect::<BTreeSet<_>>(), own);
            assert_eq!(shown.read(&puzzle).1, searched.read(&puzzle).1);
        }
    }

    #[test]
    fn what_a_limit_stops_is_gone_on_with() {
        let puzzle = template("pentomino-3x20");
        let at_once = whole(&puzzle, Find::Count, 1);
        let mut store = Memory::new();
        let mut runs = 0;
        loop {
            let options = SolveOptions { node_limit: Some(3000), ..with_threads(2) };
            let report = solve_in_parts(&puzzle, &options, Find::Count, Shard::WHOLE, &mut store);
            let outcome = report.expect("small").outcome;
            runs += 1;
            assert!(runs < 1000, "no part is finished");
            if outcome.is_complete() {
                break;
            }
            assert_eq!(outcome, Outcome::Stopped(StopReason::NodeLimit));
        }
        assert!(runs > 1);
        assert_eq!(store.lines, at_once.lines);
    }

    fn shards(puzzle: &Arc<Puzzle>, of: usize) -> Vec<Memory> {
        (0..of)
            .map(|index| {
                let mut store = Memory::new();
                let shard = Shard::new(index, of).expect("one of them");
                solve_in_parts(puzzle, &with_threads(1), Find::Raw, shard, &mut store).expect("small");
                store
            })
            .collect()
    }

    #[track_caller]
    fn join(stores: &[&Memory]) -> Result<Vec<usize>, CheckpointError> {
        let parts: Vec<BTreeSet<usize>> =
            stores.iter().map(|store| store.lines.keys().copied().collect()).collect();
        let names: Vec<String> = (0..stores.len()).map(|number| format!("file {number}")).collect();
        let files: Vec<ShardFile<'_>> = (0..stores.len())
            .map(|i| ShardFile { name: &names[i], header: stores[i].header(), parts: &parts[i] })
            .collect();
        join_shards(&files)
    }

    #[test]
    fn shards_together_are_the_whole_search_in_order() {
        let puzzle = template("six-pentominoes-5x6");
        let (whole, ..) = whole(&puzzle, Find::Raw, 1).read(&puzzle);
        for of in 1..=4 {
            let stores = shards(&puzzle, of);
            let file_of = join(&stores.iter().rev().collect::<Vec<_>>()).expect("all of them");
            let tilings = file_of.iter().enumerate().flat_map(|(part, &file)| {
                let store = &stores[of - 1 - file];
                let found = FoundPart::read(store.header(), &puzzle, &store.lines[&part]).expect("kept");
                let Found::Tilings(tilings) = found.found else { panic!("tilings were asked for") };
                tilings
            });
            assert_eq!(tilings.collect::<Vec<_>>(), whole, "{of} shards");
        }
        assert!(Shard::new(2, 2).is_err() && Shard::new(0, 0).is_err());
    }

    #[test]
    fn incomplete_shards_are_refused_by_name() {
        let puzzle = template("six-pentominoes-5x6");
        let (two, three) = (shards(&puzzle, 2), shards(&puzzle, 3));
        let other = shards(&template("t-tetromino-4x4"), 2);
        let counted = whole(&puzzle, Find::Count, 1);
        let mut torn = shards(&puzzle, 2).remove(1);
        torn.lines.pop_last();
        for (files, words) in [
            (vec![], "shards `0` of 1 are missing"),
            (vec![&two[1]], "shards `0` of 2 are missing"),
            (vec![&three[1]], "shards `0`, `2` of 3 are missing"),
            (vec![&two[0], &two[0]], "file 1: shard `0` is in `file 0` too"),
            (
                vec![&two[0], &three[1]],
                "file 1:1: this is of another search: its number of shards is `3`, not `2`",
            ),
            (vec![&two[0], &other[1]], "file 1:1: this is of another search: its puzzle is"),
            (vec![&two[0], &counted], "its goal is `count`, not `raw`"),
            (vec![&two[0], &torn], "file 1: `1` of "),
        ] {
            let error = join(&files).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn headers_tell_every_difference() {
        let puzzle = template("t-tetromino-4x4");
        let header = |options: &SolveOptions<'_>, find, shard| {
            let mut store = Memory::new();
            solve_in_parts(&puzzle, options, find, shard, &mut store).expect("small");
            store.header().clone()
        };
        let plain = SolveOptions::default();
        let own = header(&plain, Find::Raw, Shard::WHOLE);
        assert_eq!(RunHeader::read(&own.line()), Ok(own.clone()));
        assert_eq!(own.refuse_other_puzzle(&puzzle), Ok(()));
        assert!(own.refuse_other_puzzle(&template("pentomino-6x10")).is_err());
        let seeded = SolveOptions { seed: Some(7), ..SolveOptions::default() };
        let unbroken = SolveOptions { symmetry_breaking: false, ..SolveOptions::default() };
        for (other, words) in [
            (header(&plain, Find::Count, Shard::WHOLE), "its goal is `count`, not `raw`"),
            (header(&plain, Find::UpToSymmetry, Shard::WHOLE), "its goal is `up-to-symmetry`, not `raw`"),
            (header(&seeded, Find::Raw, Shard::WHOLE), "its seed is `7`, not `none`"),
            (header(&unbroken, Find::Raw, Shard::WHOLE), "its symmetry breaking is `false`, not `true`"),
            (
                header(&plain, Find::Raw, Shard::new(1, 2).expect("one")),
                "its shard is `1 of 2`, not `0 of 1`",
            ),
        ] {
            let error = own.refuse_other(&other).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
            assert_eq!(error.line(), Some(1));
        }
        let later = own.line().replace("\"piecework-checkpoint\":1", "\"piecework-checkpoint\":2");
        let error = RunHeader::read(&later).unwrap_err();
        assert!(matches!(error.fault(), CheckpointFault::LaterFormat { found: 2, known: 1 }), "{error}");
        for bad in ["", "{}", "[]", "AAB", "{\"piecework\":1}"] {
            let error = RunHeader::read(bad).unwrap_err();
            assert_eq!(error.fault(), &CheckpointFault::NoHeader, "{bad}");
        }
    }

    #[test]
    fn a_line_that_was_changed_is_refused() {
        let puzzle = template("t-tetromino-4x4");
        let store = whole(&puzzle, Find::Raw, 1);
        let (part, line) = store.lines.iter().max_by_key(|(_, line)| line.len()).expect("some part");
        assert!(line.contains("tilings\":[[["), "it has a tiling: {line}");
        for at in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(bytes).expect("ASCII");
            let error = FoundPart::read(store.header(), &puzzle, &changed).unwrap_err();
            assert_eq!(error.fault(), &CheckpointFault::Damaged, "{changed}");
            assert!(FoundPart::read(store.header(), &puzzle, &line[..at]).is_err(), "torn at {at}");
        }
        // With a valid check value, as a forger would write it: it is still not a tiling.
        let forged = |json: &str| FoundPart::read(store.header(), &puzzle, &store.header().seal_line(json));
        let error =
            forged(&format!("{{\"part\":{part},\"nodes\":0,\"tilings\":[[[0,0,1,2,5]]]}}")).unwrap_err();
        assert!(matches!(error.fault(), CheckpointFault::NoTiling { number: 1, .. }), "{error}");
        let error = forged("{\"part\":99999,\"nodes\":0,\"tilings\":[]}").unwrap_err();
        assert_eq!(error.fault(), &CheckpointFault::ForeignPart { part: 99_999 });
        for json in [
            "{\"part\":0,\"nodes\":0,\"raw\":1,\"fixed\":1}",
            "{\"part\":0,\"nodes\":-1,\"tilings\":[]}",
            "{\"part\":0,\"nodes\":0,\"tilings\":[[[9,0]]]}",
            "{\"part\":0,\"nodes\":0,\"tilings\":[[[0,99]]]}",
            "{\"part\":0,\"nodes\":0,\"tilings\":[[[]]]}",
            "{\"part\":0,\"nodes\":0,\"tilings\":[],\"more\":1}",
        ] {
            assert_eq!(forged(json).unwrap_err().fault(), &CheckpointFault::Damaged, "{json}");
        }
    }
}
