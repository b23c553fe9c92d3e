//! Tests of searches in parts: what is kept, what is resumed, and what a limit leaves.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::ground::checkpoint::{CheckpointError, CheckpointFault};
use crate::ground::{Engine, Total};
use crate::runs::in_parts::solve_patiently;
use crate::runs::{Found, FoundPart, PartLine, PartTally, ShardFile, join_shards, solve_in_parts};
use crate::support::template;
use crate::{count, solve, solve_up_to_symmetry};
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Puzzle, read_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::templates::puzzle_template;
use piecework_tiling::tiling::Tiling;

/// Lines in memory; refuses to store more than `most`.
struct Memory {
    header: Option<RunHeader>,
    kept: Kept,
    lines: BTreeMap<PartPath, String>,
    most: usize,
}

#[derive(Debug, PartialEq)]
enum Refused {
    Full,
    Solver(SolverError),
    File(CheckpointError),
}

impl From<SolverError> for Refused {
    fn from(error: SolverError) -> Self {
        Refused::Solver(error)
    }
}

impl From<CheckpointError> for Refused {
    fn from(error: CheckpointError) -> Self {
        Refused::File(error)
    }
}

impl PartStore for Memory {
    type Error = Refused;

    fn begin(&mut self, header: &RunHeader) -> Result<Kept, Refused> {
        assert!(self.header.as_ref().is_none_or(|known| known.refuse_other(header).is_ok()));
        self.header = Some(header.clone());
        Ok(self.kept.clone())
    }

    fn keep(&mut self, line: &str) -> Result<(), Refused> {
        match PartLine::read(self.header(), &self.kept, line)? {
            PartLine::Divided { part, into } => {
                assert_eq!(self.kept.divided.insert(part, into), None, "{line}");
            }
            PartLine::Begun { part, left, .. } => {
                assert!(self.kept.begin(part.clone(), left), "{part} twice");
                self.lines.insert(part.child(0), line.to_owned());
            }
            PartLine::Searched { .. } if self.lines.len() == self.most => return Err(Refused::Full),
            PartLine::Searched { part, .. } => {
                assert!(self.kept.done.insert(part.clone()), "{part} twice");
                self.lines.insert(part, line.to_owned());
            }
        }
        Ok(())
    }
}

impl Memory {
    fn new() -> Self {
        let (kept, lines) = (Kept::default(), BTreeMap::new());
        Self { header: None, kept, lines, most: usize::MAX }
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
                Found::Tally(part) => tally.add(&part),
            }
        }
        (all, tally, nodes)
    }

    /// The results of each part, without its time.
    fn parts(&self, puzzle: &Arc<Puzzle>) -> Vec<FoundPart> {
        let read = |line: &String| FoundPart::read(self.header(), puzzle, line).expect("as it was written");
        self.lines.values().map(read).collect()
    }
}

/// All parts of a shard, none divided.
fn all_of(find: Find, shard: Shard) -> PartRequest {
    PartRequest { find, shard, divide: None }
}

fn with_threads(threads: usize) -> SolveOptions<'static> {
    // An engine that counts by searching, so that steps can be compared.
    SolveOptions { threads, engine: Engine::Cover, ..SolveOptions::default() }
}

fn whole(puzzle: &Arc<Puzzle>, find: Find, threads: usize) -> Memory {
    let mut store = Memory::new();
    let report = solve_in_parts(puzzle, &with_threads(threads), &all_of(find, Shard::WHOLE), &mut store);
    assert!(report.expect("small").outcome.is_complete());
    store
}

#[test]
fn parts_have_the_results_of_one_search_in_order() {
    for name in ["pentomino-3x20", "six-pentominoes-5x6", "tetrahex-4x7", "t-tetromino-4x4"] {
        let (puzzle, options) = (template(name), with_threads(1));
        let (mut all, mut distinct) = (Vec::new(), Vec::new());
        let visit = |tiling| {
            all.push(tiling);
            ControlFlow::Continue(())
        };
        let report = solve(&puzzle, &options, visit).expect("small");
        let visit = |tiling| {
            distinct.push(tiling);
            ControlFlow::Continue(())
        };
        solve_up_to_symmetry(&puzzle, &options, visit).expect("small");
        let counted = count(&puzzle, &options).expect("small");
        for threads in [1, 3] {
            let (found, _, nodes) = whole(&puzzle, Find::Raw, threads).read(&puzzle);
            assert_eq!((&found, nodes), (&all, report.nodes), "{name}");
            assert_eq!(whole(&puzzle, Find::UpToSymmetry, threads).read(&puzzle).0, distinct, "{name}");
            let (_, tally, nodes) = whole(&puzzle, Find::Count, threads).read(&puzzle);
            assert_eq!(counted.raw.as_big(), &tally.raw);
            assert_eq!(counted.up_to_symmetry.as_big(), &tally.up_to_symmetry(&puzzle, Find::Count));
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
        let refused = solve_in_parts(&puzzle, &with_threads(2), &all_of(find, Shard::WHOLE), &mut store);
        assert_eq!(refused.unwrap_err(), Refused::Full);
        assert_eq!(store.lines.len(), most);
        store.most = usize::MAX;
        let report = solve_in_parts(&puzzle, &with_threads(2), &all_of(find, Shard::WHOLE), &mut store);
        assert!(report.expect("room enough").outcome.is_complete());
        assert_eq!(store.parts(&puzzle), at_once.parts(&puzzle));
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
        let report =
            solve_in_parts(&puzzle, &options, &all_of(find, Shard::WHOLE), &mut shown).expect("shown");
        assert!(report.argument.is_some() && report.outcome.is_complete());
        let options = SolveOptions { arguments: false, ..options };
        solve_in_parts(&puzzle, &options, &all_of(find, Shard::WHOLE), &mut searched).expect("searched");
        let own = shown.kept.leaves(shown.header().own_parts());
        assert_eq!(shown.lines.keys().cloned().collect::<Vec<_>>(), own);
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
        let report = solve_in_parts(&puzzle, &options, &all_of(Find::Count, Shard::WHOLE), &mut store);
        let outcome = report.expect("small").outcome;
        runs += 1;
        assert!(runs < 1000, "no part is finished");
        if outcome.is_complete() {
            break;
        }
        assert_eq!(outcome, Outcome::Stopped(StopReason::NodeLimit));
    }
    assert!(runs > 1);
    assert_eq!(store.parts(&puzzle), at_once.parts(&puzzle));
}

fn shards(puzzle: &Arc<Puzzle>, of: usize) -> Vec<Memory> {
    (0..of)
        .map(|index| {
            let mut store = Memory::new();
            let shard = Shard::new(index, of).expect("one of them");
            solve_in_parts(puzzle, &with_threads(1), &all_of(Find::Raw, shard), &mut store).expect("small");
            store
        })
        .collect()
}

#[track_caller]
fn join(stores: &[&Memory]) -> Result<Vec<(PartPath, usize)>, CheckpointError> {
    let names: Vec<String> = (0..stores.len()).map(|number| format!("file {number}")).collect();
    let files: Vec<ShardFile<'_>> = (0..stores.len())
        .map(|i| ShardFile { name: &names[i], header: stores[i].header(), kept: &stores[i].kept })
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
        let tilings = file_of.iter().flat_map(|(part, file)| {
            let store = &stores[of - 1 - file];
            let found = FoundPart::read(store.header(), &puzzle, &store.lines[part]).expect("kept");
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
    let last = torn.lines.pop_last().expect("a line").0;
    torn.kept.done.remove(&last);
    for (files, words) in [
        (vec![], "shards `0` of 1 are missing"),
        (vec![&two[1]], "shards `0` of 2 are missing"),
        (vec![&three[1]], "shards `0`, `2` of 3 are missing"),
        (vec![&two[0], &two[0]], "file 1: shard `0` is already in `file 0`"),
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
        solve_in_parts(&puzzle, options, &all_of(find, shard), &mut store).expect("small");
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
        (header(&plain, Find::Raw, Shard::new(1, 2).expect("one")), "its shard is `1 of 2`, not `0 of 1`"),
    ] {
        let error = own.refuse_other(&other).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.line(), Some(1));
    }
    let later = own.line().replace("\"piecework-checkpoint\":2", "\"piecework-checkpoint\":3");
    let error = RunHeader::read(&later).unwrap_err();
    assert!(matches!(error.fault(), CheckpointFault::LaterFormat { found: 3, known: 2 }), "{error}");
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
    let sealed = |json: &str| store.header().seal_line(json);
    let forged = |json: &str| FoundPart::read(store.header(), &puzzle, &sealed(json));
    let error =
        forged(&format!("{{\"part\":\"{part}\",\"nodes\":0,\"seconds\":0,\"tilings\":[[[0,0,1,2,5]]]}}"));
    assert!(matches!(error.unwrap_err().fault(), CheckpointFault::NoTiling { number: 1, .. }));
    let foreign = sealed("{\"part\":\"99999\",\"nodes\":0,\"seconds\":0,\"tilings\":[]}");
    let error = PartLine::read(store.header(), &Kept::default(), &foreign).unwrap_err();
    assert_eq!(error.fault(), &CheckpointFault::ForeignPart { part: "99999".into() });
    for json in [
        "{\"part\":\"0\",\"nodes\":0,\"seconds\":0,\"raw\":1,\"fixed\":1}",
        "{\"part\":\"0\",\"nodes\":-1,\"seconds\":0,\"tilings\":[]}",
        "{\"part\":\"0\",\"nodes\":0,\"tilings\":[]}",
        "{\"part\":0,\"nodes\":0,\"seconds\":0,\"tilings\":[]}",
        "{\"part\":\"0\",\"nodes\":0,\"seconds\":0,\"tilings\":[[[9,0]]]}",
        "{\"part\":\"0\",\"nodes\":0,\"seconds\":0,\"tilings\":[[[0,99]]]}",
        "{\"part\":\"0\",\"nodes\":0,\"seconds\":0,\"tilings\":[[[]]]}",
        "{\"part\":\"0\",\"nodes\":0,\"seconds\":0,\"tilings\":[],\"more\":1}",
    ] {
        assert_eq!(forged(json).unwrap_err().fault(), &CheckpointFault::Damaged, "{json}");
    }
}

#[test]
fn a_divided_part_has_the_results_of_the_undivided_one() {
    // Large enough for parts with several choices, which the frontier engine searches fast.
    let puzzle = template("pentomino-3x20");
    let fast = SolveOptions { threads: 1, ..SolveOptions::default() };
    let request = all_of(Find::Raw, Shard::WHOLE);
    let mut undivided = Memory::new();
    solve_in_parts(&puzzle, &fast, &request, &mut undivided).expect("small");
    let part = |text: &str| text.parse::<PartPath>().expect("a path");
    let mut store = Memory::new();
    let own = undivided.kept.leaves(undivided.header().own_parts());
    let divide = |store: &mut Memory, divide: PartPath| {
        // One node is enough to find out that the time is up, and too few for any part.
        let options = SolveOptions { node_limit: Some(1), ..fast.clone() };
        let request = PartRequest { divide: Some(divide), ..all_of(Find::Raw, Shard::WHOLE) };
        solve_in_parts(&puzzle, &options, &request, store).map(|report| report.outcome.is_complete())
    };
    let divisible = own.iter().find(|&part| divide(&mut store, part.clone()).is_ok()).expect("one of them");
    let again = (0..).map(|number| divisible.child(number)).take(store.kept.divided[divisible]);
    let again = again.into_iter().find(|part| divide(&mut store, part.clone()).is_ok());
    assert!(again.is_some() || store.kept.divided.len() == 1);
    for (text, words) in [("99999", "it is not one of this shard"), ("0.99", "it is not one of this shard")] {
        let Err(Refused::File(error)) = divide(&mut store, part(text)) else { panic!("{text} is refused") };
        assert!(error.to_string().contains(words), "{error}");
    }
    let Err(Refused::File(error)) = divide(&mut store, divisible.clone()) else { panic!("divided twice") };
    assert!(error.to_string().contains("divided already"), "{error}");
    let report =
        solve_in_parts(&puzzle, &SolveOptions { threads: 2, ..fast }, &request, &mut store).expect("small");
    assert!(report.outcome.is_complete() && store.lines.len() > undivided.lines.len());
    let files = join(&[&store]).expect("the only shard");
    assert_eq!(
        files.iter().map(|(part, _)| part).collect::<Vec<_>>(),
        store.lines.keys().collect::<Vec<_>>()
    );
    assert_eq!(store.read(&puzzle).0, undivided.read(&puzzle).0);
}

#[test]
fn a_count_by_layers_is_one_part_and_divided_when_it_takes_too_long() {
    for name in ["six-pentominoes-5x6", "l-tromino-6x6", "domino-8x8"] {
        let (puzzle, plain) = (template(name), SolveOptions { threads: 1, ..SolveOptions::default() });
        let counted = count(&puzzle, &plain).expect("small");
        let run = |store: &mut Memory, options: &SolveOptions<'_>, shard| {
            solve_in_parts(&puzzle, options, &all_of(Find::Count, shard), store).expect("small")
        };
        let tally = |store: &Memory| {
            let (_, tally, _) = store.read(&puzzle);
            (Total::new(tally.raw.clone()), Total::new(tally.up_to_symmetry(&puzzle, Find::Count)))
        };
        let wanted = (counted.raw, counted.up_to_symmetry);
        let (mut first, mut last) = (Memory::new(), Memory::new());
        assert!(run(&mut first, &plain, Shard::new(0, 3).expect("one")).outcome.is_complete());
        assert!(run(&mut last, &plain, Shard::new(2, 3).expect("one")).outcome.is_complete());
        assert_eq!((first.lines.len(), last.lines.len(), tally(&last)), (0, 1, wanted.clone()), "{name}");
        if name == "domino-8x8" {
            continue;
        }
        // Too short to compile the puzzle, then too short for the layers.
        let attempt = |steps: u64| {
            let limit = SolveOptions { time_limit: Some(Duration::from_micros(5 * steps)), ..plain.clone() };
            let mut late = Memory::new();
            let outcome = run(&mut late, &limit, Shard::WHOLE).outcome;
            (!outcome.is_complete() && !late.kept.divided.is_empty()).then_some(late)
        };
        let mut late = (0..20_000).find_map(attempt).expect("some limit is in between");
        assert!(late.lines.is_empty() && late.kept.divided.len() == 1, "{name}");
        assert!(run(&mut late, &plain, Shard::WHOLE).outcome.is_complete());
        assert_eq!(tally(&late), wanted, "{name}");
    }
}

#[test]
fn a_part_that_takes_too_long_is_divided_and_the_search_goes_on() {
    let puzzle = template("pentomino-3x20");
    for (find, engine, threads) in
        [(Find::Raw, Engine::Liberties, 1), (Find::Count, Engine::Cover, 3), (Find::Raw, Engine::Cover, 1)]
    {
        let (options, all) = (SolveOptions { engine, ..with_threads(threads) }, all_of(find, Shard::WHOLE));
        let [mut at_once, mut divided] = [Memory::new(), Memory::new()];
        solve_in_parts(&puzzle, &options, &all, &mut at_once).expect("small");
        // Every part during which somebody looks at the clock takes too long.
        let report = solve_patiently(&puzzle, &options, Duration::ZERO, &all, &mut divided).expect("small");
        assert!(report.outcome.is_complete() && join(&[&divided]).is_ok());
        let has_own_order = (find, engine) != (Find::Raw, Engine::Cover);
        assert_eq!(divided.kept.divided.is_empty(), !has_own_order, "lists keep their order");
        let ([found, expected], [tally, whole]) = {
            let [divided, at_once] = [&divided, &at_once].map(|store| store.read(&puzzle));
            ([divided.0, at_once.0], [divided.1, at_once.1])
        };
        assert!(found == expected && tally == whole, "{find:?} {engine:?}");
    }
}

#[test]
fn what_was_found_in_a_part_that_takes_too_long_is_kept() {
    // Empty places, so that lists never change to the graph of live states, whose parts are divided in the
    // old way.
    let text = r#"{ "piecework": 1, "name": "loose", "lattice": "square", "region": { "rectangle": [5, 5] },
        "pieces": [{ "set": "tetrominoes" }], "gaps": 5 }"#;
    let puzzle = Arc::new(read_puzzle(&Source::new("loose", text), &Limits::default()).expect("a puzzle"));
    for (find, threads, seed) in
        [(Find::Raw, 1, None), (Find::UpToSymmetry, 3, Some(5)), (Find::Count, 2, None)]
    {
        let options = SolveOptions { engine: Engine::Frontier, seed, ..with_threads(threads) };
        let [mut patient, mut hasty] = [Memory::new(), Memory::new()];
        let run = |store: &mut Memory, patience| {
            // A count by layers would be one part.
            let divide = (find == Find::Count).then(|| PartPath::root(0));
            let request = PartRequest { divide, ..all_of(find, Shard::WHOLE) };
            solve_patiently(&puzzle, &options, patience, &request, store).expect("small").outcome
        };
        assert!(run(&mut patient, Duration::MAX).is_complete() && patient.kept.left.is_empty());
        assert!(run(&mut hasty, Duration::ZERO).is_complete() && !hasty.kept.left.is_empty(), "{find:?}");
        assert_eq!(join(&[&hasty]).expect("whole").len(), hasty.lines.len());
        let [(found, tally, nodes), (expected, whole, least)] =
            [&hasty, &patient].map(|store| store.read(&puzzle));
        assert!(found == expected && tally == whole, "{find:?}");
        // Searches that begin in the middle of the board share no dead states.
        assert!(nodes < least * 2, "{find:?}: {nodes} nodes in place of {least}");
    }
}

#[test]
fn many_shards_have_enough_parts() {
    let puzzle = template("pentomino-6x10");
    let header = |of| {
        let (mut store, options) = (Memory::new(), SolveOptions { node_limit: Some(1), ..with_threads(1) });
        let shard = Shard::new(of - 1, of).expect("the last");
        solve_in_parts(&puzzle, &options, &all_of(Find::Raw, shard), &mut store).expect("small");
        store.header().parts()
    };
    let few = header(1);
    assert_eq!(header(16), few, "few shards share the parts of one");
    assert!(header(100) >= 1600 && header(100) > few);
}

#[test]
fn a_part_that_reaches_the_time_limit_is_divided() {
    // Untouched by speed: the limit grows until tables are made before it.
    let puzzle = template("y-hexomino-23x24");
    let mut store = Memory::new();
    let mut limit = Duration::from_millis(10);
    while store.kept.divided.is_empty() {
        let options = SolveOptions { time_limit: Some(limit), ..with_threads(1) };
        let report =
            solve_in_parts(&puzzle, &options, &all_of(Find::Count, Shard::WHOLE), &mut store).expect("small");
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::TimeLimit));
        limit *= 2;
        assert!(limit < PATIENCE, "nothing is divided");
    }
    assert!(store.kept.divided.values().all(|into| *into > 1), "{:?}", store.kept.divided);
}
