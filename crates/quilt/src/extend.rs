//! A larger board of the same pieces: the tiling is repeated where it fits, and a search fills what is left at the right and
//! below. A hexagon of single cells, hats, turtles and boards with a rim that may stay empty are made again as a rectangle.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::hats::Tile;
use piecework_solve::{SolveOptions, solve};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, PuzzleError, Region, Rules};
use piecework_tiling::setting::{BoardSize, OptionError};
use piecework_tiling::tiling::Tiling;

/// The nodes of the search for one part, so that each machine finds the same. Chosen by trial: a part is found at once or not.
const MOST_NODES: u64 = 20_000;

/// Parts with more cells are divided where their halves have tilings, and the largest that is searched whole where they have none.
/// Chosen by trial: of 150 cells all seeds find a tiling by pentominoes, of 225 to 300 a third, and thousands take 100 MB.
const AT_ONCE: (u32, u32) = (150, 1000);

/// The seed of that search, so that parts look like the rest rather than sorted.
const SEED: u64 = 1;

/// A board that is larger than that of its puzzle.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// Its columns and rows, in cells.
    pub(super) size: BoardSize,
    /// Every part of it; none is the tiling itself.
    parts: Vec<Part>,
    /// The columns and rows of the puzzle; none if its outline is another.
    first: Option<BoardSize>,
}

/// The pieces of a part: the number of each, and its cells.
type Laid = Vec<(usize, Vec<Cell>)>;

/// A rectangle of a board.
#[derive(Debug, Clone)]
struct Part {
    corner: Cell,
    /// The tiling that was found for it; without one it is that of the puzzle.
    found: Option<Arc<Laid>>,
}

/// The columns and rows of a board that is a rectangle of squares.
fn rectangle(puzzle: &Puzzle) -> Option<BoardSize> {
    let (lattice, cells) = (puzzle.lattice(), puzzle.region().cells());
    let is_squares = lattice.is_rectilinear() && lattice.cells_in_column() == 1;
    let last = cells.last().filter(|_| is_squares && cells.first() == Some(&Cell::new(0, 0)))?;
    let (columns, rows) = (u32::try_from(last.x + 1).ok()?, u32::try_from(last.y + 1).ok()?);
    (u64::from(columns) * u64::from(rows) == cells.len() as u64).then_some(BoardSize { columns, rows })
}

/// Whether any number of each piece may be anywhere.
fn is_free(puzzle: &Puzzle) -> bool {
    let Rules { contact, equal_pieces, apart, .. } = puzzle.rules().clone();
    let is_plain = *puzzle.rules() == Rules { contact, equal_pieces, apart, ..Rules::default() };
    let is_any = |piece: &Piece| piece.count == Count::ANY;
    puzzle.region().wrap().is_none() && is_plain && puzzle.pieces().iter().all(is_any)
}

/// Whether a board can be made larger: a plain rectangle of squares, with any number of each piece.
pub(super) fn can_extend(puzzle: &Puzzle) -> bool {
    is_free(puzzle) && puzzle.region().optional().is_empty() && rectangle(puzzle).is_some()
}

/// Which boards can grow, for those that cannot.
pub(super) const WHAT_GROWS: &str = "boards grow that are rectangles of squares with any number of each piece, hexagons of single cells, hats or turtles, \
     or that have a rim of cells that may stay empty; others are repeated with `--blocks`";

/// Why no patches can be added to a board that neither grows nor is repeated.
pub(super) fn why_it_stays(puzzle: &Puzzle) -> &'static str {
    let is_any = |piece: &Piece| piece.count == Count::ANY;
    if !puzzle.pieces().iter().all(is_any) {
        "its pieces are a set of a fixed number, and its outline repeats in no rectangle"
    } else if !is_free(puzzle) {
        "its rules are for the board as it is"
    } else if can_extend(puzzle) || can_be_made_again(puzzle) {
        "no larger board of these pieces was found"
    } else {
        "its outline is a shape of its own, which more patches would change"
    }
}

/// How a board is made again in another size, as a rectangle.
enum Again {
    /// Of tiles that never repeat, whole ones only.
    Tiles(Tile),
    /// By a search, with a rim of so many steps that may stay empty.
    Rim(u32),
}

impl Again {
    /// The widest rim that is known by its cells.
    const WIDEST: u32 = 4;

    /// None for a board that cannot be made again: its outline would decide the tiling.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let (region, lattice) = (puzzle.region(), puzzle.lattice());
        if !is_free(puzzle) {
            return None;
        }
        if let Some(tile) = Tile::of(puzzle) {
            return Some(Again::Tiles(tile));
        }
        let are_single = puzzle.pieces().iter().all(|piece| piece.shape.area() == 1);
        let mut rims = if region.optional().is_empty() { 0..=0 } else { 1..=Self::WIDEST };
        if *rims.end() == 0 && !are_single {
            return None;
        }
        let hexagons = (1..).map_while(|side| Region::hexagon(lattice, side).ok());
        let hexagon = hexagons.skip_while(|hexagon| hexagon.area() < region.area()).take(1);
        let area = region.area() / lattice.cells_in_column().unsigned_abs() as usize;
        let sides = (1..=area).filter(|columns| area.is_multiple_of(*columns));
        let sides = sides
            .filter_map(|columns| Some((u32::try_from(columns).ok()?, u32::try_from(area / columns).ok()?)));
        let rectangles = sides.filter_map(|(columns, rows)| Region::rectangle(lattice, columns, rows).ok());
        let plain: Vec<Region> = match *rims.end() {
            0 => hexagon.collect(),
            _ => hexagon.chain(rectangles).filter(|plain| plain.cells() == region.cells()).collect(),
        };
        let is_it = |rim: u32| plain.iter().any(|plain| plain.clone().with_rim(rim) == *region);
        rims.find(|&rim| if rim == 0 { plain.first() == Some(region) } else { is_it(rim) }).map(Again::Rim)
    }

    /// The pieces of a board of this size, if they are found.
    fn laid(&self, puzzle: &Puzzle, size: BoardSize) -> Result<Option<Laid>, Error> {
        let are_single = puzzle.pieces().iter().all(|piece| piece.shape.area() == 1);
        match self {
            Again::Tiles(tile) => {
                let piece = |mut cells: Vec<Cell>| {
                    cells.sort_unstable();
                    (0, cells)
                };
                Ok(tile.laid(size).map(|tiles| tiles.into_iter().map(piece).collect()))
            }
            Again::Rim(_) if !are_single && size.columns * size.rows > AT_ONCE.1 => Ok(None),
            Again::Rim(rim) => {
                let region = Region::rectangle(puzzle.lattice(), size.columns, size.rows)?;
                found_in(puzzle, if *rim == 0 { region } else { region.with_rim(*rim) })
            }
        }
    }
}

/// Whether a board can be made again in another size, as a rectangle.
pub(super) fn can_be_made_again(puzzle: &Puzzle) -> bool {
    Again::of(puzzle).is_some()
}

impl Board {
    /// Whether the areas of all parts are sums of those of pieces, as far as their common divisor tells.
    pub(super) fn can_be(puzzle: &Puzzle, size: BoardSize) -> bool {
        let divisor = divisor(puzzle);
        let Some(first) = rectangle(puzzle).filter(|_| can_extend(puzzle)) else { return true };
        let rows = sides(size.rows, first.rows);
        let parts = |across: u32| rows.iter().all(|down| ((across * down) as usize).is_multiple_of(divisor));
        sides(size.columns, first.columns).into_iter().all(parts)
    }

    /// The board of this size, if the pieces of all its parts are found.
    ///
    /// # Errors
    /// [`OptionError`] for a board that cannot grow, and [`PuzzleError::RegionTooLarge`].
    pub(super) fn of(puzzle: &Puzzle, size: BoardSize, limits: &Limits) -> Result<Option<Self>, Error> {
        let first = rectangle(puzzle).filter(|_| can_extend(puzzle));
        let period = u64::from(puzzle.lattice().cells_in_column().unsigned_abs());
        let (found, allowed) =
            (period * u64::from(size.columns) * u64::from(size.rows), limits.get(Limit::RegionCells));
        if found > allowed {
            return Err(PuzzleError::RegionTooLarge { found, allowed }.into());
        }
        if !Self::can_be(puzzle, size) {
            return Ok(None);
        }
        let Some(first) = first else {
            if let Some(again) = Again::of(puzzle) {
                let part = |laid| Part { corner: Cell::new(0, 0), found: Some(Arc::new(laid)) };
                let board = |laid| Self { size, parts: vec![part(laid)], first: None };
                return Ok(again.laid(puzzle, size)?.map(board));
            }
            return Err(OptionError::no_effect("--extend", WHAT_GROWS).into());
        };
        let mut known = BTreeMap::from([((first.columns, first.rows), None)]);
        let (mut parts, mut corner) = (Vec::new(), Cell::new(0, 0));
        for rows in sides(size.rows, first.rows) {
            corner.x = 0;
            for columns in sides(size.columns, first.columns) {
                let found = match known.entry((columns, rows)) {
                    Entry::Occupied(known) => known.get().clone(),
                    Entry::Vacant(new) => {
                        let Some(part) = found_part(puzzle, (columns, rows))? else { return Ok(None) };
                        new.insert(Some(Arc::new(part))).clone()
                    }
                };
                parts.push(Part { corner, found });
                corner.x += columns.cast_signed();
            }
            corner.y += rows.cast_signed();
        }
        Ok(Some(Self { size, parts, first: Some(first) }))
    }

    /// Whether all of it is made again, as a rectangle whose edge is not straight.
    pub(super) fn is_made_again(&self) -> bool {
        self.first.is_none()
    }

    /// The puzzle of the whole board.
    ///
    /// # Errors
    /// [`PuzzleError`] for a board that is too large.
    pub(super) fn puzzle(&self, of: &Puzzle) -> Result<Puzzle, Error> {
        match self.parts.as_slice() {
            // Of a board with a ragged edge only what is covered.
            [Part { found: Some(laid), .. }] if self.is_made_again() => {
                let cells = laid.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
                Ok(Puzzle::new(of.name(), Region::new(of.lattice(), cells)?, of.pieces().to_vec())?)
            }
            _ => puzzle_of_size(of, self.size),
        }
    }

    /// The tiling of the whole board.
    ///
    /// # Errors
    /// As [`Board::puzzle`].
    ///
    /// # Panics
    /// Never for a tiling of the puzzle that the board was made of.
    pub(super) fn tiling(&self, of: &Tiling) -> Result<Tiling, Error> {
        debug_assert!(self.first.is_none() || self.first == rectangle(of.puzzle()), "the same board");
        let puzzle = Arc::new(self.puzzle(of.puzzle())?);
        let first = laid(of);
        let laid =
            self.parts.iter().flat_map(|part| moved(part.found.as_deref().unwrap_or(&first), part.corner));
        Ok(Tiling::new(&puzzle, laid.collect::<Vec<_>>()).expect("its parts cover a board"))
    }
}

/// The puzzle of a rectangle with the pieces of another.
fn puzzle_of_size(of: &Puzzle, size: BoardSize) -> Result<Puzzle, Error> {
    let region = Region::rectangle(of.lattice(), size.columns, size.rows)?;
    Ok(Puzzle::new(of.name(), region, of.pieces().to_vec())?)
}

/// The sides of the parts of a side: as often as it fits that of the first board, and what is left, with one of them where it
/// is narrow.
fn sides(whole: u32, first: u32) -> Vec<u32> {
    let (count, rest) = (whole / first, whole % first);
    if count > 0 && rest > 0 && rest * 3 < first {
        let mut sides = vec![first; count as usize - 1];
        sides.push(first + rest);
        return sides;
    }
    let mut sides = vec![first; count as usize];
    sides.extend((rest > 0).then_some(rest));
    sides
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The common divisor of the areas of the pieces.
fn divisor(puzzle: &Puzzle) -> usize {
    puzzle.pieces().iter().map(|piece| piece.shape.area()).fold(0, common_divisor).max(1)
}

fn laid(tiling: &Tiling) -> Laid {
    tiling.placements().iter().map(|placement| (placement.piece, placement.cells.clone())).collect()
}

fn moved(laid: &Laid, by: Cell) -> impl Iterator<Item = (usize, Vec<Cell>)> {
    laid.iter().map(move |(piece, cells)| (*piece, cells.iter().map(|cell| cell.shifted(by)).collect()))
}

/// A tiling of a part, if one is found soon: of its two halves if it is large.
fn found_part(puzzle: &Puzzle, size: (u32, u32)) -> Result<Option<Laid>, Error> {
    let area = size.0 * size.1;
    let halves = if area > AT_ONCE.0 { in_halves(puzzle, size)? } else { None };
    if halves.is_some() || area > AT_ONCE.1 { Ok(halves) } else { found_whole(puzzle, size) }
}

fn in_halves(puzzle: &Puzzle, (columns, rows): (u32, u32)) -> Result<Option<Laid>, Error> {
    // The areas of both are sums of those of pieces if the first side is a multiple of their divisor.
    let step = u32::try_from(divisor(puzzle)).unwrap_or(u32::MAX);
    let half = columns.max(rows) / 2 / step * step;
    if half == 0 {
        return Ok(None);
    }
    let (first, other, corner) = match columns > rows {
        true => ((half, rows), (columns - half, rows), Cell::new(half.cast_signed(), 0)),
        false => ((columns, half), (columns, rows - half), Cell::new(0, half.cast_signed())),
    };
    let Some(mut all) = found_part(puzzle, first)? else { return Ok(None) };
    let Some(other) = found_part(puzzle, other)? else { return Ok(None) };
    all.extend(moved(&other, corner));
    Ok(Some(all))
}

fn found_whole(puzzle: &Puzzle, (columns, rows): (u32, u32)) -> Result<Option<Laid>, Error> {
    found_in(puzzle, Region::rectangle(puzzle.lattice(), columns, rows)?)
}

fn found_in(puzzle: &Puzzle, region: Region) -> Result<Option<Laid>, Error> {
    let part = Puzzle::ruled(puzzle.name(), region, puzzle.pieces().to_vec(), puzzle.rules().clone())?;
    let options = SolveOptions { node_limit: Some(MOST_NODES), seed: Some(SEED), ..SolveOptions::default() };
    let mut found = None;
    solve(&part, &options, |tiling| {
        found = Some(laid(&tiling));
        ControlFlow::Break(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::named_set;

    fn board_of(set: &str, columns: u32, rows: u32) -> Puzzle {
        let pieces = named_set(set).expect("a set").pieces();
        let pieces = pieces.into_iter().map(|piece| Piece { count: Count::ANY, ..piece });
        let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
        Puzzle::new("board", region, pieces.collect()).expect("a puzzle")
    }

    #[test]
    fn a_larger_board_has_the_tiling_in_its_corner_and_every_cell_once() {
        let limits = Limits::default();
        for (set, first, size) in [
            ("tetrominoes", (8, 6), (20, 13)),
            ("dominoes", (4, 4), (9, 10)),
            ("pentominoes", (10, 6), (7, 5)),
            // What is added is larger than what is searched at once.
            ("pentominoes", (60, 10), (83, 55)),
            ("pentominoes", (60, 80), (35, 45)),
        ] {
            let puzzle = board_of(set, first.0, first.1);
            let laid = found_part(&puzzle, first).expect("a search").expect("a tiling");
            let tiling = Tiling::new(&Arc::new(puzzle.clone()), laid).expect("a tiling");
            let size = BoardSize { columns: size.0, rows: size.1 };
            let board = Board::of(&puzzle, size, &limits).expect("no error").expect("pieces");
            let larger = board.tiling(&tiling).expect("a tiling");
            assert_eq!(larger.puzzle().region().area(), (size.columns * size.rows) as usize, "{set}");
            let is_kept = |cells: &[Cell]| larger.placements().iter().any(|laid| *laid.cells == *cells);
            if size.columns >= first.0 && size.rows >= first.1 {
                assert!(tiling.placements().iter().all(|laid| is_kept(&laid.cells)), "{set}");
            }
        }
    }

    #[test]
    fn a_hexagon_of_single_cells_is_made_again_as_a_rectangle() {
        let of = |lattice: Lattice, set: &str| {
            let pieces = named_set(set).expect("a set").pieces().into_iter();
            let pieces = pieces.map(|piece| Piece { count: Count::ANY, ..piece }).collect();
            Puzzle::new("hexagon", Region::hexagon(lattice, 3).expect("a region"), pieces).expect("a puzzle")
        };
        let rhombs = of(Lattice::Rhombille, "rhombs");
        assert!(can_be_made_again(&rhombs) && !can_extend(&rhombs));
        let size = BoardSize { columns: 5, rows: 4 };
        let board = Board::of(&rhombs, size, &Limits::default()).expect("no error").expect("a board");
        let cells = board.puzzle(&rhombs).expect("a puzzle").region().area();
        let laid = board.parts[0].found.as_ref().expect("a tiling");
        assert!(board.is_made_again() && laid.len() == cells, "{} of {cells}", laid.len());
        let larger = of(Lattice::Triangle, "diamonds");
        assert!(!can_be_made_again(&larger), "its outline decides the tiling");
        assert!(Board::of(&larger, size, &Limits::default()).is_err());
    }

    #[test]
    fn tops_with_a_ragged_edge_are_made_again() {
        let of = |lattice: Lattice, region: Region, set: &str| {
            let pieces = named_set(set).expect("a set").pieces().into_iter();
            let pieces = pieces.map(|piece| Piece { count: Count::ANY, ..piece }).collect();
            let puzzle = Puzzle::new("ragged", region, pieces).expect("a puzzle");
            assert_eq!(puzzle.lattice(), lattice);
            puzzle
        };
        let kites = Lattice::Kite;
        let hexagon = || Region::hexagon(kites, 3).expect("a region");
        let rectangle = |lattice| Region::rectangle(lattice, 5, 4).expect("a region");
        for (puzzle, size) in [
            (of(kites, hexagon().with_rim(2), "turtle"), (9, 12)),
            (of(kites, rectangle(kites).with_rim(2), "hat"), (20, 18)),
            (of(kites, rectangle(kites).with_rim(2), "trikites"), (8, 6)),
            (of(Lattice::Rhombille, rectangle(Lattice::Rhombille).with_rim(1), "trirhombs"), (8, 6)),
        ] {
            let size = BoardSize { columns: size.0, rows: size.1 };
            assert!(can_be_made_again(&puzzle), "{:?}", puzzle.pieces()[0].name);
            let board = Board::of(&puzzle, size, &Limits::default()).expect("no error").expect("pieces");
            let larger = board.puzzle(&puzzle).expect("a puzzle");
            let laid = board.parts[0].found.as_ref().expect("pieces").iter().cloned();
            let tiling = Tiling::new(&Arc::new(larger.clone()), laid.collect::<Vec<_>>()).expect("a tiling");
            assert!(tiling.gaps().is_empty() && larger.region().area() > puzzle.region().area());
        }
        let stays = |puzzle: &Puzzle| why_it_stays(puzzle).split(',').next().map(str::to_owned);
        let outline = Some("its outline is a shape of its own".to_owned());
        assert_eq!(stays(&of(kites, hexagon(), "trikites")), outline);
        let one = named_set("trikites").expect("a set").pieces().into_iter().take(1).collect();
        let set = Puzzle::new(
            "set",
            Region::new(kites, vec![Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0)]).expect("three"),
            one,
        );
        assert_eq!(stays(&set.expect("a puzzle")), Some("its pieces are a set of a fixed number".to_owned()));
        let heart = Region::new(kites, hexagon().cells()[..90].to_vec()).expect("a region").with_rim(2);
        assert!(!can_be_made_again(&of(kites, heart, "trikites")), "a shape of its own");
        assert!(!can_be_made_again(&of(kites, hexagon(), "trikites")), "without a rim");
    }

    #[test]
    fn boards_that_cannot_be_are_no_boards() {
        let puzzle = board_of("tetrominoes", 4, 4);
        let of = |columns: u32, rows: u32| BoardSize { columns, rows };
        assert!(!Board::can_be(&puzzle, of(5, 5)) && Board::can_be(&puzzle, of(8, 9)));
        assert!(Board::of(&puzzle, of(5, 5), &Limits::default()).expect("no error").is_none());
        let pieces = named_set("tetrominoes").expect("a set").pieces().into_iter().skip(1);
        let counted = Puzzle::new("four", puzzle.region().clone(), pieces.collect()).expect("a puzzle");
        assert!(!can_extend(&counted), "one of each");
        assert_eq!((sides(28, 16), sides(34, 16), sides(7, 10)), (vec![16, 12], vec![16, 18], vec![7]));
    }
}
