use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::named_set;
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};

fn pentominoes(columns: u32, rows: u32) -> Arc<Puzzle> {
    let set = named_set("pentominoes").expect("a known set");
    let piece = |(name, shape)| Piece { name, shape, freedom: set.freedom, count: Count::exactly(1) };
    let pieces = set.members.into_iter().map(|member| piece((member.name, member.shape))).collect();
    let region = Region::rectangle(Lattice::Square, columns, rows).expect("a good region");
    Arc::new(Puzzle::new("test", region, pieces).expect("a good puzzle"))
}

#[track_caller]
fn stopped(options: &SolveOptions<'_>, reason: StopReason) -> Report {
    let report = solve(&pentominoes(10, 6), options, |_| ControlFlow::Continue(())).expect("small");
    assert_eq!(report.outcome, Outcome::Stopped(reason), "{options:?}");
    report
}

#[test]
fn every_limit_stops_and_says_so() {
    let nodes = SolveOptions { node_limit: Some(5000), ..SolveOptions::default() };
    assert_eq!(stopped(&nodes, StopReason::NodeLimit).nodes, 5000);
    let time = SolveOptions { time_limit: Some(Duration::ZERO), ..SolveOptions::default() };
    assert_eq!(stopped(&time, StopReason::TimeLimit).nodes, 0);
    let flag = AtomicBool::new(true);
    stopped(&SolveOptions { stop: Some(&flag), ..SolveOptions::default() }, StopReason::Signal);
}

#[test]
fn a_visitor_that_has_enough_is_asked_no_more() {
    let mut seen = 0;
    let report = solve(&pentominoes(20, 3), &SolveOptions::default(), |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let report = report.expect("small");
    assert_eq!((seen, report.outcome), (3, Outcome::Stopped(StopReason::Visitor)));
    assert_eq!(report.tilings, 3);
    assert_eq!(report.engine, Engine::Frontier, "auto says what it chose");
}

#[test]
fn a_stopped_count_is_a_lower_bound_and_says_so() {
    let by_search = SolveOptions { engine: Engine::Cover, ..SolveOptions::default() };
    let options = SolveOptions { node_limit: Some(20_000), ..by_search.clone() };
    let part = count(&pentominoes(20, 3), &options).expect("small");
    assert!(!part.is_complete() && part.raw <= Total::from(8u64) && part.up_to_symmetry <= Total::from(2u64));
    let whole = count(&pentominoes(20, 3), &by_search).expect("small");
    assert!(whole.is_complete() && whole.raw == 8 && whole.up_to_symmetry == 2);
}

#[test]
fn the_first_tiling_depends_on_the_seed_alone() {
    let tiling = |seed| {
        let options = SolveOptions { seed, ..SolveOptions::default() };
        first(&pentominoes(10, 6), &options).expect("small").0.expect("there is one")
    };
    assert_eq!(tiling(None), tiling(None));
    assert_eq!(tiling(Some(1)), tiling(Some(1)));
    assert_ne!(tiling(Some(1)), tiling(Some(2)), "9356 tilings to choose from");
}

#[test]
fn progress_grows_to_the_end() {
    let shares = RefCell::new(Vec::new());
    let note = |progress: &Progress| {
        shares.borrow_mut().push((progress.nodes, progress.share_done.expect("known here")));
    };
    let engine = Engine::Cover;
    let options = SolveOptions { engine, progress: Some(&note), ..SolveOptions::default() };
    count(&pentominoes(20, 3), &options).expect("small");
    let shares = shares.into_inner();
    assert!(shares.len() >= 3, "{shares:?}");
    assert!(shares.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1), "{shares:?}");
    assert!(shares.iter().all(|&(_, share)| (0.0..=1.0).contains(&share)));
}

/// The floors of this crate, from the ground up. Each uses those below it only.
const FLOORS: [&str; 6] = ["ground", "model", "proofs", "engines", "runs", "strategies"];

/// Returns the Rust files in a folder and below.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

#[test]
fn no_floor_uses_one_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (level, floor) in FLOORS.iter().enumerate() {
        let files = files_in(&src.join(floor));
        assert!(files.len() > 2, "{floor} has files");
        for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
            let text = std::fs::read_to_string(file).expect("a text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let mut paths = code.split("crate::").skip(1).map(|rest| rest.split("::").next().unwrap_or(""));
            let above = paths.find(|name| FLOORS[level + 1..].contains(name));
            assert_eq!(above, None, "{} is on the floor {floor}", file.display());
        }
    }
}
