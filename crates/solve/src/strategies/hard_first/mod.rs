//! Finds one tiling of a large set of different pieces: hard pieces first, towards a corner, and an exact
//! search ends it.
//!
//! A full search of such a set thrashes: what goes wrong near the end was caused by pieces laid long before.
//! Here a greedy packing covers the region from the far end with the pieces that are hardest to place, until
//! a few easy pieces and a small rest in a corner are left. The rest is a small puzzle: an exact search
//! decides it or gives up soon, and another random packing is tried. It proves nothing.
//!
//! How hard a piece is follows from how often it turns up in random packings with any number of copies.

mod packing;

use std::sync::Arc;

use crate::engines::{Report, re_tiling};
use crate::ground::lists::compact;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use crate::model::grid::Grid;
use crate::strategies::{self, STRATEGIES};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region, Rules};
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;

use packing::{Packing, ease};

/// Different pieces for which this is worth the trouble: with fewer, other engines find a tiling at once.
const LEAST_PIECES: usize = 30;
/// Pieces left for the exact search, and how many more at most. With more it takes longer, with fewer most
/// rests have no tiling; what is best differs from set to set, so each packing leaves another number. Chosen
/// by trial.
const PIECES_LEFT: u32 = 10;
const MORE_LEFT: usize = 5;
/// Nodes of an exact search. Chosen by trial.
const NODES_OF_END: u64 = 1 << 15;
/// Nodes of all packings and searches together before a full search begins: about half a minute. Chosen by
/// trial.
pub(crate) const PATIENCE: u64 = 1 << 22;

/// Returns whether a puzzle is a large set of different pieces that are all used, without further rules.
pub(crate) fn suits(asked: Engine, puzzle: &Puzzle) -> bool {
    if asked != Engine::Auto {
        return false;
    }
    let rest = puzzle.rest();
    puzzle.region().wrap().is_none()
        && puzzle.contact() == Contact::Allowed
        && !puzzle.keeps_apart()
        && puzzle.balance().is_none()
        && !puzzle.limits_places()
        && puzzle.one_of().is_empty()
        && rest.pieces().iter().all(|piece| piece.count.max == Some(piece.count.min))
        && rest.pieces().iter().filter(|piece| piece.count.min > 0).count() >= LEAST_PIECES
}

/// Finds a tiling; `None` if its patience ends first. The argument that no tiling exists is not sought here.
///
/// # Errors
/// Those of every search.
pub(crate) fn first(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
) -> Result<Option<(Option<Tiling>, Report)>, SolverError> {
    let mut watch = Watch::new(options);
    watch.pause_after(PATIENCE);
    Ok(match search(puzzle, options, &mut watch)? {
        Ok(tiling) => {
            watch.tilings = 1;
            Some((Some(tiling), report(Outcome::Stopped(StopReason::Visitor), &watch)))
        }
        Err(Halt::Pause) => None,
        Err(Halt::Stop(reason)) => Some((None, report(Outcome::Stopped(reason), &watch))),
    })
}

fn search(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    watch: &mut Watch<'_>,
) -> Result<Result<Tiling, Halt>, SolverError> {
    let rest = puzzle.rest();
    let board = Grid::new(&rest);
    let mut random = Random::new(options.seed.unwrap_or(0));
    let ease = match ease(&board, &rest, &mut random, watch) {
        Ok(ease) => ease,
        Err(halt) => return Ok(Err(halt)),
    };
    loop {
        let mut packing = Packing::new(&board, &rest, &ease);
        let wanted = PIECES_LEFT + compact(random.below(MORE_LEFT + 1));
        match packing.lay_until(wanted, &mut random, watch) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(halt) => return Ok(Err(halt)),
        }
        let (small, kinds) = left(&rest, &packing);
        let left = options.after(watch.nodes(), watch.elapsed());
        let short = SolveOptions {
            node_limit: Some(left.node_limit.map_or(NODES_OF_END, |limit| limit.min(NODES_OF_END))),
            seed: Some(random.bits()),
            engine: Engine::Cover,
            arguments: false,
            progress: None,
            ..left
        };
        let ended = strategies::first_by(&STRATEGIES, &Arc::new(small), &short)?;
        watch.spend(ended.as_ref().map_or(0, |(_, report)| report.nodes));
        if let Some((Some(end), _)) = ended {
            return re_tiling::checked(puzzle, laid(&packing, &rest, &end, &kinds)).map(Ok);
        }
        if let Some(reason) = watch.look(|| 0.0) {
            return Ok(Err(Halt::Stop(reason)));
        }
    }
}

fn report(outcome: Outcome, watch: &Watch<'_>) -> Report {
    let (tilings, nodes, elapsed) = (watch.tilings.into(), watch.nodes(), watch.elapsed());
    Report { outcome, engine: Engine::Cover, tilings, nodes, argument: None, elapsed }
}

/// Returns the puzzle that a packing leaves, and for each of its pieces the number of the piece in the whole
/// puzzle.
fn left(rest: &Puzzle, packing: &Packing<'_>) -> (Puzzle, Vec<usize>) {
    let kinds: Vec<usize> = (0..rest.pieces().len()).filter(|&piece| packing.copies()[piece] > 0).collect();
    let piece = |&piece: &usize| Piece {
        count: Count::exactly(packing.copies()[piece]),
        ..rest.pieces()[piece].clone()
    };
    let region = Region::new(rest.lattice(), packing.free().collect()).expect("a part of a region");
    let rules = Rules { gaps: packing.gaps(), ..Rules::default() };
    let small = Puzzle::ruled(rest.name(), region, kinds.iter().map(piece).collect(), rules);
    (small.expect("pieces and gaps that are left fit what is left"), kinds)
}

/// Returns all pieces of the whole puzzle with their cells.
fn laid(packing: &Packing<'_>, rest: &Puzzle, end: &Tiling, kinds: &[usize]) -> Vec<(usize, Vec<Cell>)> {
    let ends = end.placements().iter().map(|laid| (kinds[laid.piece], laid.cells.clone()));
    let placed = rest.placed().iter().map(|placed| (placed.piece, placed.cells.clone()));
    packing.laid().chain(ends).chain(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::first as solve_first;
    use crate::support::template;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{SetMember, named_set};
    use piecework_tiling::templates::puzzle_templates;

    fn set(name: &str, lattice: Lattice, (columns, rows): (u32, u32), gaps: u32) -> Arc<Puzzle> {
        let set = named_set(name).expect("a known set");
        let (freedom, count) = (set.freedom, Count::exactly(1));
        let piece = |member: SetMember| Piece { name: member.name, shape: member.shape, freedom, count };
        let region = Region::rectangle(lattice, columns, rows).expect("a region");
        let pieces = set.members.into_iter().map(piece).collect();
        Arc::new(Puzzle::with_rules(name, region, pieces, Contact::Allowed, gaps).expect("a puzzle"))
    }

    fn sixty() -> Arc<Puzzle> {
        set("one-sided hexominoes", Lattice::Square, (20, 18), 0)
    }

    #[test]
    fn large_sets_are_tiled_with_few_nodes() {
        let nodes = [None, Some(1), Some(1)].map(|seed| {
            let options = SolveOptions { seed, ..SolveOptions::default() };
            let (tiling, report) = solve_first(&sixty(), &options).expect("small");
            assert_eq!(tiling.expect("there are many").placements().len(), 60);
            assert!(report.nodes < 1 << 20, "a full search takes five million");
            report.nodes
        });
        assert!(nodes[0] != nodes[1] && nodes[1] == nodes[2], "the seed decides");
    }

    #[test]
    fn pieces_with_holes_are_laid_where_their_holes_may_stay_empty() {
        let puzzle = set("heptominoes", Lattice::Square, (29, 27), 27);
        let (tiling, report) = solve_first(&puzzle, &SolveOptions::default()).expect("small");
        assert!(tiling.is_some() && report.nodes < 1 << 20);
    }

    #[test]
    fn limits_hold_and_what_is_impossible_is_said() {
        let no_nodes = SolveOptions { node_limit: Some(50), ..SolveOptions::default() };
        let (tiling, report) = solve_first(&sixty(), &no_nodes).expect("small");
        assert!(tiling.is_none() && report.nodes <= 51);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::NodeLimit));
        let no_time = SolveOptions { time_limit: Some(std::time::Duration::ZERO), ..SolveOptions::default() };
        let (_, report) = solve_first(&sixty(), &no_time).expect("small");
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::TimeLimit));
        let odd = set("hexominoes", Lattice::Square, (14, 15), 0);
        let (tiling, report) = solve_first(&odd, &SolveOptions::default()).expect("small");
        assert!(tiling.is_none() && report.argument.is_some());
    }

    #[test]
    fn it_is_for_large_sets_that_are_used_up() {
        let suited: Vec<&str> = puzzle_templates()
            .iter()
            .filter(|one| suits(Engine::Auto, &template(one.name)))
            .map(|one| one.name)
            .collect();
        assert_eq!(suited, ["hexomino-15x15-less-3x5"]);
        assert!(suits(Engine::Auto, &sixty()) && !suits(Engine::Cover, &sixty()));
        let many = Piece { count: Count::exactly(60), ..sixty().pieces()[0].clone() };
        let copies = Puzzle::new("copies", sixty().region().clone(), vec![many]).expect("a puzzle");
        assert!(!suits(Engine::Auto, &copies), "one piece many times");
    }

    #[test]
    fn no_more_stays_empty_than_the_pieces_leave() {
        let puzzle = set("one-sided hexominoes", Lattice::Square, (20, 18), 300);
        let tiling = solve_first(&puzzle, &SolveOptions::default()).expect("small").0;
        assert_eq!(tiling.expect("no cell is spare").placements().len(), 60);
    }
}
