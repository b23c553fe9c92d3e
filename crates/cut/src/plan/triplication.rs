//! Finds a triplication of each piece: other pieces of its set that make its shape three times as large.

use std::collections::BTreeMap;

use super::ToolLine;
use crate::{CommonLines, CutError, CutOptions, CutOrder, Engraving, LineError};
use piecework_draw::geometry::Patchwork;
use piecework_solve::{Engine, SolveOptions, first};
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::Shape;
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
use piecework_tiling::tiling::Tiling;

/// The most nodes of one search, so that a set of twelve takes a second or two. Chosen by eye.
const NODES: u64 = 300_000;

/// The triplication of each placement of a tiling, in cells of an edge of 1; `None` where none was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Triplications(Vec<Option<Vec<ToolLine>>>);

impl Triplications {
    /// Searches for them, if they are asked for: with the pieces that the tiling has, without the piece itself.
    pub(super) fn new(tiling: &Tiling, options: &CutOptions) -> Result<Self, CutError> {
        let asked = [Some(options.engraving), options.back].contains(&Some(Engraving::Triplication));
        if !asked || !options.labels {
            return Ok(Self::default());
        }
        if !tiling.lattice().is_rectilinear() {
            return Err(LineError::TriplicationOfSquares.into());
        }
        let mut known: BTreeMap<(usize, Vec<Cell>), Option<Vec<ToolLine>>> = BTreeMap::new();
        let mut found = Vec::new();
        for placement in tiling.placements() {
            let shape = Shape::new(tiling.lattice(), tiling.in_one_piece(placement)).ok();
            let Some(cells) = shape.map(|shape| shape.cells().to_vec()) else {
                found.push(None);
                continue;
            };
            let key = (placement.piece, cells);
            if !known.contains_key(&key) {
                let searched = searched(tiling, &key, options);
                // What a search that was stopped did not find may be there.
                options.stop.check()?;
                known.insert(key.clone(), searched);
            }
            found.push(known[&key].clone());
        }
        Ok(Self(found))
    }

    /// Returns that of a placement.
    pub(super) fn of(&self, placement: usize) -> Option<&[ToolLine]> {
        self.0.get(placement)?.as_deref()
    }

    /// Returns whether there is none of a placement, though it is asked for.
    pub(super) fn lacks(&self, placement: usize) -> bool {
        self.0.get(placement).is_some_and(Option::is_none)
    }
}

/// Returns the lines of a triplication, the outline with them, in few strokes.
fn searched(
    tiling: &Tiling,
    (piece, cells): &(usize, Vec<Cell>),
    options: &CutOptions,
) -> Option<Vec<ToolLine>> {
    let puzzle = puzzle(tiling, *piece, cells)?;
    let search = SolveOptions {
        engine: Engine::Cover,
        node_limit: Some(NODES),
        time_limit: options.stop.time_left(),
        stop: options.stop.flag(),
        ..SolveOptions::default()
    };
    let found = first(&puzzle, &search).ok()?.0?;
    let patchwork = Patchwork::trace(&found, 1.0).ok()?;
    Some(CommonLines::plan(&patchwork, CutOrder::Travel).lines().map(ToolLine::from).collect())
}

/// Returns the puzzle: the cells three times as large, and what the tiling has beside the piece.
fn puzzle(tiling: &Tiling, piece: usize, cells: &[Cell]) -> Option<Puzzle> {
    let lattice = tiling.lattice();
    // Nine cells make a large one on squares; of hexagons and rhombs, none do.
    if !lattice.is_rectilinear() {
        return None;
    }
    let nine = |cell: &Cell| {
        let (x, y) = (3 * cell.x, 3 * cell.y);
        (0..9).map(move |n| Cell::new(x + n % 3, y + n / 3))
    };
    let region = Region::new(lattice, cells.iter().flat_map(nine).collect()).ok()?;
    let mut left = vec![0_u32; tiling.puzzle().pieces().len()];
    tiling.placements().iter().for_each(|placement| left[placement.piece] += 1);
    left[piece] -= 1;
    let pieces = tiling.puzzle().pieces().iter().zip(left).filter(|(_, left)| *left > 0);
    let pieces =
        pieces.map(|(piece, left)| Piece { count: Count { min: 0, max: Some(left) }, ..piece.clone() });
    Puzzle::new("triplication", region, pieces.collect()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// A solution of the pentominoes in 6 x 10.
    const PENTOMINOES: &str = "IPPYYYYVVV\nIPPXYLLLLV\nIPXXXFZZLV\nITWXFFFZUU\nITWWNNFZZU\nTTTWWNNNUU";

    fn tiling(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        infer_from_grid("test", &grids[0]).expect("a tiling")
    }

    fn options(cell: f64) -> CutOptions {
        let bed = machine("generic").expect("embedded").bed;
        CutOptions { engraving: Engraving::Triplication, kerf: 0.2, ..CutOptions::new(cell, bed) }
    }

    /// Of each pentomino there is one, of nine others, nine times as large; of two trominoes there is none.
    #[test]
    fn every_pentomino_has_a_triplication_of_nine_others() {
        let tiling = tiling(PENTOMINOES);
        let found = Triplications::new(&tiling, &options(20.0)).expect("found");
        for (at, placement) in tiling.placements().iter().enumerate() {
            let name = &tiling.piece_of(placement).name;
            let lines = found.of(at).unwrap_or_else(|| panic!("{name}"));
            // 9 outlines of 10 or 12 edges and the rim of 30 or 36 are cut once: half of their sum.
            let length: f64 = lines.iter().map(ToolLine::length).sum();
            assert!((60.0..=72.0).contains(&length), "{name}: {length}");
            let cells = placement.cells.clone();
            let shape = Shape::new(Lattice::Square, cells).expect("a shape");
            let puzzle = puzzle(&tiling, placement.piece, shape.cells()).expect("a puzzle");
            assert!(puzzle.region().area() == 45 && puzzle.pieces().len() == 11);
            assert!(puzzle.pieces().iter().all(|piece| piece.name != *name));
        }
        let few = self::tiling("AAB\nABB");
        assert!(Triplications::new(&few, &options(20.0)).expect("none").0.iter().all(Option::is_none));
    }

    /// Each piece has its picture inside, in one group; where there is no room or no triplication, the piece is named.
    #[test]
    fn pictures_are_on_their_pieces_or_the_pieces_are_named() {
        let tiling = tiling(PENTOMINOES);
        let large = plan(&tiling, &options(20.0)).expect("a plan");
        assert_eq!((large.sheets[0].engravings.len(), large.summary.plain.len()), (12, 0));
        for (lines, outline) in large.sheets[0].engravings.iter().zip(&large.sheets[0].outlines) {
            let ring = piecework_draw::geometry::Ring::new(outline.rings[0].points.clone()).expect("a ring");
            let piece = piecework_draw::geometry::Outline::new(ring, Vec::new()).expect("an outline");
            assert!(lines.iter().flat_map(|line| &line.points).all(|&at| piece.contains(at)));
        }
        let small = plan(&tiling, &options(4.0)).expect("a plan");
        assert!(
            small.summary.plain.iter().all(|plain| plain.why.contains("too small")),
            "{:?}",
            small.summary.plain
        );
        assert_eq!(small.summary.plain.len() + small.sheets[0].engravings.len(), 12);
        let none = plan(&self::tiling("AAB\nABB"), &options(20.0)).expect("a plan");
        assert_eq!(
            none.summary.plain.iter().map(|plain| plain.piece.as_str()).collect::<Vec<_>>(),
            ["1 L", "2 L"]
        );
        let numbers: Vec<&str> = none.sheets[0].labels.iter().map(|label| label.words.as_str()).collect();
        assert!(
            numbers.len() == 2 && numbers.contains(&"1"),
            "{numbers:?}: who has no picture keeps the number"
        );
    }

    #[test]
    fn triplications_of_other_lattices_are_refused() {
        let grids = read_letter_grids(Lattice::Hex, "A A B B", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let error = plan(&tiling, &options(20.0)).expect_err("refused").to_string();
        assert!(error.contains("of squares only"), "{error}");
        let back =
            CutOptions { engraving: Engraving::Number, back: Some(Engraving::Triplication), ..options(20.0) };
        assert!(plan(&tiling, &back).is_err());
    }
}
