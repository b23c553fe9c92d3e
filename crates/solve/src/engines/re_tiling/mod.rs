//! The engine `re-tiling`: large neighbourhood search for one tiling of a large board that keeps rules of
//! decoration.
//!
//! It starts from any tiling and improves it, cluster by cluster. The board stays covered, and no step breaks
//! more rules than before. It proves nothing.
//!
//! # Source
//! Large neighbourhood search: P. Shaw, Using constraint programming and local search methods to solve
//! vehicle routing problems, CP 1998. A plain randomised fill that keeps the rules from the start finds no
//! tiling of such boards.

pub(crate) mod follow;
mod improve;
mod mosaic;
mod pockets;
mod quota;
mod refill;
mod start;

use std::sync::Arc;

use crate::engines::choice::not_re_tiled;
use crate::engines::{Compiled, Report};
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;
use piecework_tiling::tiling::{Tiling, TilingError};

use crate::model::grid::{Grid, Tile};
use improve::Mend;
use mosaic::Mosaic;
use pockets::Pockets;
use quota::Quota;
use refill::Refill;

/// Turns of the first filling for each cell; after that, another engine has to find a tiling. Chosen by
/// trial: a board of pentominoes needs one turn for five cells.
const TURNS_PER_CELL: usize = 20;

/// The state at the end of the search.
struct Held {
    /// Pieces and their cells.
    laid: Vec<(usize, Vec<Cell>)>,
    /// Edges between equal pieces, and copies too many or missing.
    broken: u64,
}

/// The outcome and the state of a search.
struct Ended {
    held: Option<Held>,
    /// [`Outcome::Complete`] only if no tiling exists at all.
    outcome: Result<Outcome, Halt>,
}

/// Finds a tiling that keeps all rules; `None` after `patience` nodes.
///
/// # Errors
/// [`SolverError::NotForEngine`], and those of every search.
pub(crate) fn first(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    patience: Option<u64>,
) -> Result<Option<(Option<Tiling>, Report)>, SolverError> {
    let mut watch = Watch::new(options);
    patience.into_iter().for_each(|nodes| watch.pause_after(nodes));
    let ended = search(puzzle, options, &mut watch)?;
    let Ok(outcome) = ended.outcome else { return Ok(None) };
    // Without a tile to begin with it gives up before any limit is reached: others may know more.
    let is_limited = options.node_limit.is_some_and(|limit| watch.nodes() >= limit);
    if patience.is_some() && outcome == Outcome::Stopped(StopReason::NodeLimit) && !is_limited {
        return Ok(None);
    }
    let found = ended.held.filter(|held| held.broken == 0);
    let tiling = found.map(|held| checked(puzzle, held.laid)).transpose()?;
    watch.tilings = u128::from(tiling.is_some());
    Ok(Some((tiling, report(outcome, &watch))))
}

pub(crate) fn checked(puzzle: &Arc<Puzzle>, laid: Vec<(usize, Vec<Cell>)>) -> Result<Tiling, SolverError> {
    let internal = |source: TilingError| SolverError::Internal { engine: Engine::ReTiling, source };
    Tiling::new(puzzle, laid).map_err(internal)
}

fn report(outcome: Outcome, watch: &Watch<'_>) -> Report {
    let (tilings, nodes, elapsed) = (watch.tilings.into(), watch.nodes(), watch.elapsed());
    Report { outcome, engine: Engine::ReTiling, tilings, nodes, argument: None, elapsed }
}

fn search(
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    watch: &mut Watch<'_>,
) -> Result<Ended, SolverError> {
    let rest = puzzle.rest();
    if let Some(reason) = not_re_tiled(&rest) {
        return Err(SolverError::NotForEngine { engine: Engine::ReTiling, reason });
    }
    check_size(&rest, options)?;
    let board = Grid::new(&rest);
    let mut mosaic = Mosaic::new(&board, &rest);
    let mut random = Random::new(options.seed.unwrap_or(0));
    let areas = rest.pieces().iter().filter(|piece| piece.count.max != Some(0));
    let areas = areas.map(|piece| piece.shape.area());
    let mut pockets = Pockets::new(board.spots(), areas, rest.gaps() > 0);
    let quota = Quota::new(puzzle);
    let turns = TURNS_PER_CELL * board.region.len();
    let started = start::lay_all(&mut mosaic, &mut pockets, rest.gaps(), turns, &mut random, watch);
    match started {
        Ok(true) => {}
        Ok(false) => {
            if let Err(ended) = begin_with_cover(&mut mosaic, puzzle, options, watch)? {
                return Ok(ended);
            }
        }
        Err(halt) => return Ok(Ended::with(None, halt)),
    }
    let refill = Refill::new(&mosaic, pockets);
    let mut mend = Mend::new(&mut mosaic, quota, refill, random);
    let mended = mend.run(watch);
    let broken = mend.broken();
    let held = held(puzzle, &mosaic, broken);
    Ok(match mended {
        Ok(()) => Ended { held: Some(held), outcome: Ok(Outcome::Stopped(StopReason::Visitor)) },
        Err(halt) => Ended::with(Some(held), halt),
    })
}

impl Ended {
    fn with(held: Option<Held>, halt: Halt) -> Self {
        let outcome = match halt {
            Halt::Stop(reason) => Ok(Outcome::Stopped(reason)),
            Halt::Pause => Err(halt),
        };
        Self { held, outcome }
    }
}

/// Starts with the first tiling of the cover engine, which ignores decoration; or returns how its search
/// ended.
fn begin_with_cover(
    mosaic: &mut Mosaic<'_>,
    puzzle: &Arc<Puzzle>,
    options: &SolveOptions<'_>,
    watch: &mut Watch<'_>,
) -> Result<Result<(), Ended>, SolverError> {
    let options = SolveOptions { engine: Engine::Cover, ..options.after(watch.nodes(), watch.elapsed()) };
    let (tiling, report) = Compiled::first_by_engine(&Arc::new(puzzle.undecorated()), &options)?;
    watch.spend(report.nodes);
    let Some(tiling) = tiling else { return Ok(Err(Ended { held: None, outcome: Ok(report.outcome) })) };
    mosaic.clear();
    lay_again(mosaic, &tiling);
    Ok(Ok(()))
}

/// Lays all pieces of a tiling but those that are placed.
fn lay_again(mosaic: &mut Mosaic<'_>, tiling: &Tiling) {
    let placed = tiling.puzzle().placed();
    let lies_already = |piece: usize, cells: &[Cell]| {
        placed.iter().any(|placed| placed.piece == piece && placed.cells == cells)
    };
    for placement in tiling.placements().iter().filter(|laid| !lies_already(laid.piece, &laid.cells)) {
        mosaic.lay(mosaic.board.tile(placement.piece, &placement.cells));
    }
    tiling.gaps().iter().for_each(|&gap| mosaic.leave(mosaic.board.spot(gap)));
}

fn held(puzzle: &Puzzle, mosaic: &Mosaic<'_>, broken: u64) -> Held {
    let cells =
        |tile: Tile| -> Vec<Cell> { mosaic.spots_of(tile).map(|spot| mosaic.board.cell(spot)).collect() };
    let tiles = mosaic.tiles().into_iter();
    let mut laid: Vec<(usize, Vec<Cell>)> =
        tiles.map(|tile| (mosaic.laying(tile).piece as usize, cells(tile))).collect();
    laid.extend(puzzle.placed().iter().map(|placed| (placed.piece, placed.cells.clone())));
    Held { laid, broken }
}

/// Refuses a board whose grid would be too large.
fn check_size(rest: &Puzzle, options: &SolveOptions<'_>) -> Result<(), SolverError> {
    /// The tile, the piece and the mark of a spot.
    const BYTES_PER_SPOT: u64 = 16;
    let (estimated, allowed) = (Grid::size(rest).saturating_mul(BYTES_PER_SPOT), options.memory_limit);
    // Offsets on the grid have 31 bits.
    let allowed = allowed.min(BYTES_PER_SPOT << 30);
    if estimated > allowed { Err(SolverError::TooMuchMemory { estimated, allowed }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{count, solve};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape, named_set};
    use piecework_tiling::puzzle::{Contact, Count, EqualPieces, Piece, Placed, Region, Rules};

    fn set(name: &str, count: Count) -> Vec<Piece> {
        let set = named_set(name).expect("a known set");
        let piece = |(name, shape)| Piece { name, shape, freedom: set.freedom, count };
        set.members.into_iter().map(|member| piece((member.name, member.shape))).collect()
    }

    fn apart() -> Rules {
        Rules { equal_pieces: EqualPieces::Apart, ..Rules::default() }
    }

    fn rectangle(lattice: Lattice, columns: u32, rows: u32) -> Region {
        Region::rectangle(lattice, columns, rows).expect("a good region")
    }

    #[track_caller]
    fn puzzle(region: Region, pieces: Vec<Piece>, rules: Rules) -> Arc<Puzzle> {
        Arc::new(Puzzle::ruled("test", region, pieces, rules).expect("a good puzzle"))
    }

    #[test]
    fn small_boards_with_gaps_are_searched_to_the_end() {
        // Three dominoes and none of the other piece: the counts are never equal.
        let shape = |rows: &str| {
            piecework_tiling::polyform::Shape::from_rows(Lattice::Hex, [rows]).expect("a good shape")
        };
        let piece = |name: &str, rows, count| {
            let freedom = piecework_tiling::polyform::Freedom::Free;
            Piece { name: name.into(), shape: shape(rows), freedom, count }
        };
        let pieces = vec![piece("D", "# #", Count::ANY), piece("M", "#", Count { min: 0, max: Some(0) })];
        let region = Region::rectangle(Lattice::Hex, 5, 1).expect("a good region");
        let puzzle = puzzle(region, pieces, Rules { gaps: 1, balance: Some(0), ..Rules::default() });
        for seed in 0..20 {
            let options = SolveOptions { engine: Engine::Auto, arguments: false, ..options(seed) };
            let (tiling, report) = crate::first(&puzzle, &options).expect("searched");
            assert_eq!((tiling, report.outcome), (None, Outcome::Complete), "seed {seed}");
        }
    }

    fn options(seed: u64) -> SolveOptions<'static> {
        SolveOptions { engine: Engine::ReTiling, seed: Some(seed), ..SolveOptions::default() }
    }

    /// The tiling keeps all rules; otherwise it would not have been returned.
    #[track_caller]
    fn found(puzzle: &Arc<Puzzle>, seed: u64) -> Tiling {
        let (tiling, report) = crate::first(puzzle, &options(seed)).expect("an engine for it");
        assert_eq!((report.engine, report.tilings), (Engine::ReTiling, 1u64.into()));
        tiling.expect("there are many")
    }

    #[test]
    fn decorated_tilings_on_every_lattice_and_on_odd_boards() {
        let any = |name| set(name, Count::ANY);
        let balanced = |balance| Rules { balance: Some(balance), ..apart() };
        let with_hole = |region: Region| {
            let kept = region.cells().iter().copied().filter(|cell| !(3..8).contains(&cell.x) || cell.y != 7);
            Region::new(region.lattice(), kept.collect()).expect("a good region")
        };
        let (square, hex, triangle) = (Lattice::Square, Lattice::Hex, Lattice::Triangle);
        for (region, pieces, rules) in [
            (rectangle(square, 20, 25), any("pentominoes"), apart()),
            (rectangle(square, 20, 30), any("pentominoes"), balanced(4)),
            (rectangle(square, 20, 30), set("pentominoes", Count { min: 8, max: Some(12) }), apart()),
            (with_hole(rectangle(square, 20, 20)), any("pentominoes"), balanced(6)),
            (rectangle(square, 17, 17), any("pentominoes"), Rules { gaps: 4, ..apart() }),
            (with_hole(rectangle(square, 19, 19)), [any("hexominoes"), any("dominoes")].concat(), apart()),
            (rectangle(hex, 16, 16), any("tetrahexes"), balanced(6)),
            (Region::hexagon(triangle, 9).expect("a good region"), any("hexiamonds"), balanced(4)),
        ] {
            let puzzle = puzzle(region, pieces, rules);
            for seed in 0..3 {
                assert_eq!(found(&puzzle, seed).puzzle(), &puzzle);
            }
        }
    }

    #[test]
    fn placed_pieces_stay_and_count() {
        let cells = |list: [(i32, i32); 5]| list.map(|(x, y)| Cell::new(x, y)).to_vec();
        let (line, cross) = (0..5, [(6, 5), (5, 6), (6, 6), (7, 6), (6, 7)]);
        let pieces = set("pentominoes", Count::ANY);
        let index = |name: &str| pieces.iter().position(|piece| piece.name == name).expect("a pentomino");
        let placed = vec![
            Placed { piece: index("X"), cells: cells(cross) },
            Placed { piece: index("I"), cells: line.map(|x| Cell::new(x + 10, 10)).collect() },
        ];
        let rules = Rules { placed: placed.clone(), balance: Some(4), ..apart() };
        let tiling = found(&puzzle(rectangle(Lattice::Square, 20, 18), pieces, rules), 1);
        for placed in placed {
            assert!(tiling.placements().iter().any(|laid| laid.cells == placed.cells));
        }
    }

    #[test]
    fn chance_follows_from_the_seed() {
        let puzzle = puzzle(rectangle(Lattice::Square, 20, 20), set("pentominoes", Count::ANY), apart());
        assert_eq!(found(&puzzle, 1), found(&puzzle, 1));
        assert_ne!(found(&puzzle, 1), found(&puzzle, 2));
    }

    /// Edges with copies of one piece on both sides.
    fn equal_edges(tiling: &Tiling) -> usize {
        let owner = |cell: Cell| tiling.placements().iter().position(|laid| laid.cells.contains(&cell));
        let cells = tiling.puzzle().region().cells();
        let edges =
            cells.iter().flat_map(|&cell| tiling.lattice().neighbours(cell).map(move |near| (cell, near)));
        let equal =
            |a: usize, b: usize| a != b && tiling.placements()[a].piece == tiling.placements()[b].piece;
        edges.filter(|&(a, b)| owner(a).zip(owner(b)).is_some_and(|(a, b)| equal(a, b))).count() / 2
    }

    #[test]
    fn a_limit_leaves_the_best_tiling_so_far() {
        let puzzle = puzzle(rectangle(Lattice::Square, 20, 20), set("pentominoes", Count::ANY), apart());
        let mut before = None;
        for node_limit in [0, 30, 150, 200, 300, 500, 5000] {
            let options = SolveOptions { node_limit: Some(node_limit), ..options(3) };
            let mut watch = Watch::new(&options);
            let ended = search(&puzzle, &options, &mut watch).expect("an engine for it");
            assert!(watch.nodes() <= node_limit);
            let outcome = ended.outcome.unwrap_or(Outcome::Stopped(StopReason::NodeLimit));
            let Some(held) = ended.held else {
                assert_eq!((before, outcome), (None, Outcome::Stopped(StopReason::NodeLimit)));
                continue;
            };
            let tiling = checked(&Arc::new(puzzle.undecorated()), held.laid).expect("a tiling");
            assert_eq!(held.broken, equal_edges(&tiling) as u64);
            assert!(before.is_none_or(|before| held.broken <= before), "never more");
            assert_eq!(outcome == Outcome::Stopped(StopReason::Visitor), held.broken == 0);
            before = Some(held.broken);
        }
        assert_eq!(before, Some(0));
    }

    #[test]
    fn impossible_rules_are_broken_as_little_as_possible() {
        let dominoes = || puzzle(rectangle(Lattice::Square, 6, 6), set("dominoes", Count::ANY), apart());
        let limited = SolveOptions { node_limit: Some(3000), ..options(1) };
        let ended = search(&dominoes(), &limited, &mut Watch::new(&limited)).expect("an engine for it");
        assert!(ended.outcome.is_err() || ended.outcome.is_ok_and(|outcome| !outcome.is_complete()));
        assert!(ended.held.is_some_and(|held| held.broken > 20));
        let (none, report) = crate::first(&dominoes(), &SolveOptions::default()).expect("small");
        assert_eq!((none, report.outcome), (None, Outcome::Complete), "another engine sees it");
        let (none, report) = crate::first(&dominoes(), &limited).expect("small");
        assert_eq!((none, report.outcome), (None, Outcome::Stopped(StopReason::NodeLimit)));
    }

    #[test]
    fn where_no_tile_fits_and_gaps_are_allowed_another_engine_sees_that_there_is_no_tiling() {
        let cells = |xs: &[i32]| xs.iter().map(|&x| Cell::new(x, 0)).collect::<Vec<_>>();
        let shape = Shape::new(Lattice::Rhombille, cells(&[1])).expect("a shape");
        let count = Count { min: 1, max: Some(2) };
        let piece = Piece { name: "0".to_owned(), shape, freedom: Freedom::Fixed, count };
        let region = Region::new(Lattice::Rhombille, cells(&[0, 2])).expect("a region");
        let none = puzzle(region, vec![piece], Rules { gaps: 2, ..apart() });
        let (none, report) = crate::first(&none, &SolveOptions::default()).expect("small");
        assert_eq!((none, report.outcome), (None, Outcome::Complete));
    }

    #[test]
    fn a_board_that_is_hard_to_cover_is_covered_by_another_engine_first() {
        let y = || set("pentominoes", Count::ANY).into_iter().filter(|piece| piece.name == "Y").collect();
        found(&puzzle(rectangle(Lattice::Square, 10, 10), y(), Rules::default()), 1);
        let none = puzzle(rectangle(Lattice::Square, 5, 7), y(), Rules::default());
        let options = options(1);
        let ended = search(&none, &options, &mut Watch::new(&options)).expect("an engine for it");
        assert!(
            ended.held.is_none() && ended.outcome.is_ok_and(|outcome| outcome.is_complete()),
            "none at all"
        );
    }

    #[test]
    fn what_it_cannot_do_it_refuses() {
        #[track_caller]
        fn refuses<T: std::fmt::Debug>(result: Result<T, SolverError>) {
            let error = result.unwrap_err();
            assert!(matches!(error, SolverError::NotForEngine { engine: Engine::ReTiling, .. }), "{error}");
        }
        let board = || rectangle(Lattice::Square, 10, 6);
        let any = puzzle(board(), set("pentominoes", Count::ANY), apart());
        refuses(count(&any, &options(1)));
        refuses(solve(&any, &options(1), |_| ControlFlow::Continue(())));
        let once = puzzle(board(), set("pentominoes", Count::exactly(1)), Rules::default());
        refuses(first(&once, &options(1), None));
        let forbidden = Rules { contact: Contact::Forbidden, ..Rules::default() };
        refuses(first(&puzzle(board(), set("dominoes", Count::ANY), forbidden), &options(1), None));
    }
}
