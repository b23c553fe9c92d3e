//! Infers a tiling and its puzzle from groups of cells, from a letter grid or another program.
//!
//! Equal free polyforms become one piece with a count. The region is the union of the groups, pieces may be
//! turned and flipped, and there are no gaps.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{LetterGrid, Tiling, TilingError};
use crate::fault::{Several, fault};
use crate::lattice::{Cell, Lattice};
use crate::polyform::{
    Freedom, Polyform, PolyformError, Shape, conventional_names, counted_name, pleasant_drawing,
    polyomino_drawing,
};
use crate::puzzle::{Contact, Count, Piece, Puzzle, PuzzleError, Region};

fault! {
    /// Why groups of cells are not a tiling.
    #[derive(Clone, PartialEq, Eq)]
    pub enum InferError {
        /// Groups are counted from 1.
        NoShape { group: usize, source: PolyformError } = E0530 {
            message("group {group}: {source}")
        }
    } from {
        /// The union of the groups is not a region.
        Region(PuzzleError),
        /// The groups do not make a puzzle.
        Puzzle(Several<PuzzleError>),
        /// The groups do not tile the region.
        Tiling(TilingError),
    }
}

/// Infers the tiling made of `groups`. Pieces are named by the letters of trominoes, tetrominoes and
/// pentominoes if all have different ones, otherwise `A`, `B`, … in order of appearance.
///
/// # Errors
/// [`InferError`] if a group is not a shape, or if groups overlap or are too many.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::puzzle::Count;
/// use piecework_tiling::tiling::infer_tiling;
/// let groups = [vec![Cell::new(0, 0), Cell::new(1, 0)], vec![Cell::new(2, 0), Cell::new(2, 1)]];
/// let tiling = infer_tiling("two dominoes", Lattice::Square, groups)?;
/// assert_eq!(tiling.puzzle().pieces()[0].count, Count::exactly(2));
/// # Ok::<(), piecework_tiling::tiling::InferError>(())
/// ```
pub fn infer_tiling(
    name: &str,
    lattice: Lattice,
    groups: impl IntoIterator<Item = Vec<Cell>>,
) -> Result<Tiling, InferError> {
    let groups = groups.into_iter().map(|cells| (None, cells)).collect();
    infer((name, lattice, None), groups, (&[], &[]), Naming::Conventional)
}

/// Infers the tiling that a letter grid draws. Pieces without conventional letters are named by the letters
/// of the grid, if each letter is one kind of piece and each kind has one letter.
///
/// # Errors
/// As [`infer_tiling`].
pub fn infer_from_grid(name: &str, grid: &LetterGrid) -> Result<Tiling, InferError> {
    let groups = grid.groups.iter().map(|group| (Some(group.letter.to_string()), group.cells.clone()));
    infer((name, grid.lattice, None), groups.collect(), (&grid.empty, &[]), Naming::Conventional)
}

/// Which names are preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// Those of the source: groups with the same name are one piece.
    Given,
    /// The conventional letters of tetrominoes and pentominoes.
    Conventional,
}

/// A group of cells and its name in the source.
pub(super) type NamedGroup = (Option<String>, Vec<Cell>);

/// As [`infer_tiling`], with names from the source and region cells that are empty. If the board is a
/// rectangle with joined sides, the cells of a group are connected and may be beyond them.
pub(super) fn infer(
    (name, lattice, joined): (&str, Lattice, Option<&Region>),
    groups: Vec<NamedGroup>,
    (gaps, open): (&[Cell], &[(Cell, String)]),
    naming: Naming,
) -> Result<Tiling, InferError> {
    // The region comes first, so that overlapping or too many cells are refused before any shape is compared.
    let cells = groups.iter().flat_map(|(_, cells)| cells).chain(gaps).copied();
    let region = match joined {
        None => Region::new(lattice, cells.collect())?,
        Some(joined) => joined.with_only(cells.map(|cell| joined.home(cell)).collect())?,
    };
    let region = if open.is_empty() { region } else { region.with_open(open.to_vec())? };
    let (polyforms, of_group) = polyforms(lattice, &groups)?;
    let names = names(&polyforms, &of_group, &groups, naming);
    // Pieces are sorted by name, so that tilings of one puzzle give equal puzzles.
    let mut kinds: BTreeMap<(usize, &str), (usize, u32)> = BTreeMap::new();
    for (name, &polyform) in names.iter().zip(&of_group) {
        kinds.entry((name.len(), name)).or_insert((polyform, 0)).1 += 1;
    }
    let piece = |name: &str, shape: Shape, count| Piece {
        name: name.to_owned(),
        shape,
        freedom: Freedom::Free,
        count,
    };
    let mut pieces: Vec<Piece> = kinds
        .iter()
        .map(|(&(_, name), &(polyform, copies))| {
            piece(name, drawn(polyforms[polyform].shape()), Count::exactly(copies))
        })
        .collect();
    if pieces.is_empty() {
        // A board that no piece covers says nothing of pieces, and a puzzle has some.
        let cell = Shape::new(lattice, vec![region.cells()[0]])
            .map_err(|source| InferError::NoShape { group: 1, source })?;
        pieces.push(piece(&counted_name(0), cell, Count::ANY));
    }
    let gaps = u32::try_from(gaps.len()).unwrap_or(u32::MAX);
    let puzzle = Puzzle::with_rules(name, region, pieces, Contact::Allowed, gaps)?;
    let index_of: BTreeMap<&str, usize> = kinds.keys().enumerate().map(|(at, key)| (key.1, at)).collect();
    let laid = names.iter().zip(&groups).map(|(name, (_, cells))| (index_of[name.as_str()], cells.clone()));
    Ok(Tiling::new(&Arc::new(puzzle), laid)?)
}

/// Returns the free polyforms in order of appearance, and the polyform of each group.
fn polyforms(lattice: Lattice, groups: &[NamedGroup]) -> Result<(Vec<Polyform>, Vec<usize>), InferError> {
    let mut polyforms: Vec<Polyform> = Vec::new();
    let (mut known, mut known_free) = (BTreeMap::new(), BTreeMap::new());
    let mut of_group = Vec::with_capacity(groups.len());
    for (index, (_, cells)) in groups.iter().enumerate() {
        let shape = Shape::new(lattice, cells.clone())
            .map_err(|source| InferError::NoShape { group: index + 1, source })?;
        // Equal shapes are found without turning them, because large boards have many copies of few shapes.
        let polyform = *known.entry(shape).or_insert_with_key(|shape| {
            *known_free.entry(shape.free()).or_insert_with_key(|free| {
                polyforms.push(free.clone());
                polyforms.len() - 1
            })
        });
        of_group.push(polyform);
    }
    Ok((polyforms, of_group))
}

/// Returns the drawing of the piece: as its letter if it has one.
fn drawn(shape: &Shape) -> Shape {
    polyomino_drawing(shape, Freedom::Free)
        .map_or_else(|| pleasant_drawing(shape, Freedom::Free), |(_, drawn)| drawn)
}

/// Returns the piece name of each group; all names are of one sort.
fn names(polyforms: &[Polyform], of_group: &[usize], groups: &[NamedGroup], naming: Naming) -> Vec<String> {
    let given = given_names(of_group, groups);
    if let (Naming::Given, Some((names, _))) = (naming, &given) {
        return names.clone();
    }
    let shapes: Vec<&Shape> = polyforms.iter().map(Polyform::shape).collect();
    let names = match (conventional_names(&shapes), given) {
        (Some(names), _) => names,
        (None, Some((names, kinds))) if kinds == polyforms.len() => return names,
        _ => (0..polyforms.len()).map(counted_name).collect(),
    };
    of_group.iter().map(|&polyform| names[polyform].clone()).collect()
}

/// Returns the names of the source and their number, if every group has a name and no name means two
/// polyforms.
fn given_names(of_group: &[usize], groups: &[NamedGroup]) -> Option<(Vec<String>, usize)> {
    let names: Vec<String> = groups.iter().map(|(name, _)| name.clone()).collect::<Option<_>>()?;
    let mut meant: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, &polyform) in names.iter().zip(of_group) {
        if *meant.entry(name).or_insert(polyform) != polyform {
            return None;
        }
    }
    let kinds = meant.len();
    Some((names, kinds))
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
    }

    #[test]
    fn given_names_win_where_they_fit() {
        let cells = |list: &[(i32, i32)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
        let (left, right) = (cells(&[(0, 0), (1, 0), (0, 1)]), cells(&[(2, 0), (1, 1), (2, 1)]));
        let (one, two) = (cells(&[(3, 0)]), cells(&[(3, 1)]));
        let named = |names: [&str; 4]| {
            let groups = [&left, &right, &one, &two];
            let groups = names.iter().zip(groups).map(|(&name, cells)| (Some(name.into()), cells.clone()));
            let tiling = infer(("test", Lattice::Square, None), groups.collect(), (&[], &[]), Naming::Given)
                .expect("a tiling");
            tiling.puzzle().pieces().iter().map(|piece| piece.name.clone()).collect::<Vec<String>>()
        };
        assert_eq!(named(["corner", "corner", "dot", "dot"]), ["dot", "corner"], "in the order of names");
        assert_eq!(named(["F", "F'", "dot", "dot"]), ["F", "F'", "dot"], "equal shapes by two names");
        assert_eq!(named(["corner", "dot", "dot", "dot"]), ["A", "B"], "one name for two shapes");
    }

    #[test]
    fn gaps_belong_to_the_region() {
        let domino = vec![(None, vec![Cell::new(0, 0), Cell::new(1, 0)])];
        let gaps = [Cell::new(5, 5), Cell::new(2, 0)];
        let tiling =
            infer(("test", Lattice::Square, None), domino, (&gaps, &[]), Naming::Given).expect("a tiling");
        assert_eq!((tiling.puzzle().gaps(), tiling.gaps()), (2, &[Cell::new(2, 0), Cell::new(5, 5)][..]));
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
    fn groups_that_are_not_a_tiling_are_refused() {
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
