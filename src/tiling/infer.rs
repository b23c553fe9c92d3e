//! A tiling and the puzzle it solves, from nothing but groups of cells.
//!
//! In: groups of cells, from a letter grid or another program, with names where the source has some. Out: a verified
//! [`Tiling`] whose puzzle asks for exactly these pieces. Always holds: equal free polyforms become one piece with a
//! count, the region is the union of the groups, pieces may be turned and flipped, and there are no gaps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{LetterGrid, Tiling, TilingError};
use crate::fault::Fault;
use crate::lattice::{Cell, Lattice};
use crate::polyform::{Freedom, Polyform, PolyformError, Shape, pleasant_drawing, polyomino_drawing};
use crate::puzzle::{Count, Piece, Puzzle, PuzzleError, Region};

/// Why some groups of cells are no tiling.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InferError {
    /// A group is no shape.
    #[error("group {group}: {source}")]
    NoShape {
        /// Which group, from 1.
        group: usize,
        /// What is wrong with its cells.
        source: PolyformError,
    },
    /// The union of the groups is no region.
    #[error(transparent)]
    Region(#[from] PuzzleError),
    /// The groups make no puzzle.
    #[error("{}", .0.first().map_or_else(|| "no puzzle".to_owned(), ToString::to_string))]
    Puzzle(Vec<PuzzleError>),
    /// The groups do not tile the region.
    #[error(transparent)]
    Tiling(#[from] TilingError),
}

/// The tiling made of `groups`, with pieces named by [`crate::polyomino_letter`] where all have letters that differ, else
/// `A`, `B`, … in the order in which they appear.
///
/// # Errors
/// [`InferError`]: a group that is no shape, or groups that overlap or are too many.
///
/// # Examples
/// ```
/// use piecework::{Cell, Count, Lattice, infer_tiling};
/// let groups = [vec![Cell::new(0, 0), Cell::new(1, 0)], vec![Cell::new(2, 0), Cell::new(2, 1)]];
/// let tiling = infer_tiling("two dominoes", Lattice::Square, groups)?;
/// assert_eq!(tiling.puzzle().pieces()[0].count, Count::exactly(2));
/// # Ok::<(), piecework::InferError>(())
/// ```
pub fn infer_tiling(
    name: &str,
    lattice: Lattice,
    groups: impl IntoIterator<Item = Vec<Cell>>,
) -> Result<Tiling, InferError> {
    infer(name, lattice, groups.into_iter().map(|cells| (None, cells)).collect())
}

/// The tiling that a letter grid draws. Where the pieces have no conventional letters they are called by the letters
/// of the grid, if each letter stands for one kind of piece and each kind for one letter.
///
/// # Errors
/// As [`infer_tiling`].
pub fn infer_from_grid(name: &str, grid: &LetterGrid) -> Result<Tiling, InferError> {
    let groups = grid.groups.iter().map(|group| (Some(group.letter.to_string()), group.cells.clone()));
    infer_with(name, grid.lattice, groups.collect(), Naming::Conventional)
}

/// As [`infer_tiling`], with names that the source gives: they are kept where each names one kind of piece and each
/// kind has one.
pub(super) fn infer(
    name: &str,
    lattice: Lattice,
    groups: Vec<(Option<String>, Vec<Cell>)>,
) -> Result<Tiling, InferError> {
    infer_with(name, lattice, groups, Naming::Given)
}

/// Which names come first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Given,
    Conventional,
}

/// One kind of piece while groups are counted.
struct Kind {
    polyform: Polyform,
    given: BTreeSet<Option<String>>,
    copies: u32,
}

fn infer_with(
    name: &str,
    lattice: Lattice,
    groups: Vec<(Option<String>, Vec<Cell>)>,
    naming: Naming,
) -> Result<Tiling, InferError> {
    // The region comes first: overlapping or too many cells are refused before any shape is compared.
    let region = Region::new(lattice, groups.iter().flat_map(|(_, cells)| cells).copied().collect())?;
    let mut kinds: Vec<Kind> = Vec::new();
    let (mut known, mut known_free) = (BTreeMap::new(), BTreeMap::new());
    let mut laid = Vec::with_capacity(groups.len());
    for (index, (given, cells)) in groups.into_iter().enumerate() {
        let shape = Shape::new(lattice, cells.clone())
            .map_err(|source| InferError::NoShape { group: index + 1, source })?;
        // Equal shapes are found without turning them: large boards hold many copies of few.
        let kind = *known.entry(shape).or_insert_with_key(|shape| {
            let free = shape.free();
            *known_free.entry(free).or_insert_with_key(|free| {
                kinds.push(Kind { polyform: free.clone(), given: BTreeSet::new(), copies: 0 });
                kinds.len() - 1
            })
        });
        kinds[kind].copies += 1;
        kinds[kind].given.insert(given);
        laid.push((kind, cells));
    }
    let pieces = kinds.iter().zip(names(&kinds, naming)).map(|(kind, name)| Piece {
        name,
        shape: drawn(kind.polyform.shape()),
        freedom: Freedom::Free,
        count: Count::exactly(kind.copies),
    });
    let puzzle = Puzzle::new(name, region, pieces.collect()).map_err(InferError::Puzzle)?;
    Ok(Tiling::new(&Arc::new(puzzle), laid)?)
}

/// How the piece is shown: as its letter if it has one.
fn drawn(shape: &Shape) -> Shape {
    polyomino_drawing(shape, Freedom::Free)
        .map_or_else(|| pleasant_drawing(shape, Freedom::Free), |(_, drawn)| drawn)
}

/// A name for each kind; all of one sort, and all different.
fn names(kinds: &[Kind], naming: Naming) -> Vec<String> {
    let conventional = || {
        all_different(
            kinds
                .iter()
                .map(|kind| Some(polyomino_drawing(kind.polyform.shape(), Freedom::Free)?.0.to_owned())),
        )
    };
    let given = || {
        all_different(kinds.iter().map(|kind| kind.given.first().filter(|_| kind.given.len() == 1)?.clone()))
    };
    let found = match naming {
        Naming::Given => given().or_else(conventional),
        Naming::Conventional => conventional().or_else(given),
    };
    found.unwrap_or_else(|| (0..kinds.len()).map(counted_name).collect())
}

/// The names, if there is one for each and no two are equal.
fn all_different(names: impl Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    let names: Vec<String> = names.collect::<Option<_>>()?;
    let different = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    different.then_some(names)
}

/// `A` to `Z`, then `AA`, `AB` and so on.
fn counted_name(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).expect("less than 26")));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

impl Fault for InferError {
    fn code(&self) -> &'static str {
        match self {
            InferError::NoShape { source, .. } => source.code(),
            InferError::Region(source) => source.code(),
            InferError::Puzzle(sources) => sources.first().map_or("E0530", Fault::code),
            InferError::Tiling(source) => source.code(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            InferError::NoShape { source, .. } => source.hint(),
            InferError::Region(source) => source.hint(),
            InferError::Puzzle(sources) => sources.first().and_then(Fault::hint),
            InferError::Tiling(source) => source.hint(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::tiling::read_letter_grids;

    fn tiling(lattice: Lattice, text: &str) -> Result<Tiling, InferError> {
        let grids = read_letter_grids(lattice, text, &Limits::default()).expect("a good text");
        infer_from_grid("test", &grids[0])
    }

    #[track_caller]
    fn pieces(lattice: Lattice, text: &str, expected: &[(&str, u32)]) {
        let tiling = tiling(lattice, text).expect("a tiling");
        let pieces = tiling.puzzle().pieces();
        let found: Vec<(&str, u32)> =
            pieces.iter().map(|piece| (piece.name.as_str(), piece.count.min)).collect();
        assert_eq!(found, expected, "{text}");
        assert!(pieces.iter().all(|piece| piece.count == Count::exactly(piece.count.min)));
    }

    #[test]
    fn equal_polyforms_become_one_piece_with_a_count() {
        pieces(Lattice::Square, "aab\nabb", &[("L", 2)]);
        pieces(Lattice::Square, "aabcc\nabbbc\naabcc", &[("U", 2), ("X", 1)]);
        pieces(Lattice::Hex, "a a b b", &[("A", 2)]);
        pieces(Lattice::Triangle, "aab\n.bb", &[("a", 1), ("b", 1)]);
    }

    #[test]
    fn names_are_conventional_or_given_or_counted() {
        pieces(Lattice::Square, "qqqqqz", &[("q", 1), ("z", 1)]);
        pieces(Lattice::Square, "qqqqqqz", &[("q", 1), ("z", 1)]);
        pieces(Lattice::Square, "qqqqpzzzz", &[("A", 2), ("B", 1)]);
        // Both pieces would be called I.
        pieces(Lattice::Square, "qqqqqzzzz", &[("q", 1), ("z", 1)]);
        let names: Vec<String> = [0, 25, 26, 27, 701, 702].into_iter().map(counted_name).collect();
        assert_eq!(names, ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }

    #[test]
    fn given_names_win_where_they_fit() {
        let cells = |list: &[(i32, i32)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
        let (left, right) = (cells(&[(0, 0), (1, 0), (0, 1)]), cells(&[(2, 0), (1, 1), (2, 1)]));
        let named = |a: &str, b: &str| {
            let groups = vec![(Some(a.into()), left.clone()), (Some(b.into()), right.clone())];
            let tiling = infer("test", Lattice::Square, groups).expect("a tiling");
            tiling.puzzle().pieces()[0].name.clone()
        };
        assert_eq!(named("corner", "corner"), "corner");
        assert_eq!(named("corner", "bend"), "L", "one piece cannot have two names");
    }

    #[test]
    fn mirror_images_are_one_piece() {
        let tiling = tiling(Lattice::Square, "aaab\nabbb").expect("a tiling");
        assert_eq!(tiling.puzzle().pieces().len(), 1);
        let mirrored = tiling_of("aaa...bbb\na.......b");
        assert_eq!(mirrored.puzzle().pieces().len(), 1);
        let turned: Vec<bool> =
            mirrored.placements().iter().map(|placement| placement.symmetry.is_reflection()).collect();
        assert_ne!(turned[0], turned[1]);
    }

    fn tiling_of(text: &str) -> Tiling {
        tiling(Lattice::Square, text).expect("a tiling")
    }

    #[test]
    fn groups_that_are_no_tiling_are_refused() {
        let domino = vec![Cell::new(0, 0), Cell::new(1, 0)];
        let twice = infer_tiling("test", Lattice::Square, [domino.clone(), domino]).unwrap_err();
        assert_eq!(twice, InferError::Region(PuzzleError::CellTwice { x: 0, y: 0 }));
        let apart =
            infer_tiling("test", Lattice::Square, [vec![Cell::new(0, 0), Cell::new(2, 0)]]).unwrap_err();
        assert!(matches!(apart, InferError::NoShape { group: 1, .. }));
        let none = infer_tiling("test", Lattice::Square, []).unwrap_err();
        assert_eq!(none, InferError::Region(PuzzleError::EmptyRegion));
    }
}
