//! Maps a tiling: its patches, the edges between them, and the vertices where they meet.
//!
//! In a [`Patchwork`] every edge between two patches, or between a patch and the outside, exists once and has
//! both sides. Edges are straight and end where a ring turns or where three or more edges meet, so a corner
//! in the middle of a side divides that side. Along a ring of a patch the patch is on the right. Gaps of the
//! tiling count as outside.

mod map;
mod of_lines;

use std::borrow::Cow;
use std::sync::Arc;

use super::border::Border;
use super::stencil::{Stencil, Stencils};
use super::{Bounds, GeometryError, Outline, OwnBoard, Point, Stretch};
use map::{Around, Map};
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
use piecework_tiling::tiling::{Placement, Tiling};

/// A tiling in millimetres; its bounds begin at the origin.
///
/// Patches are in the order of the tiling's placements, vertices in reading order, and edges in the order in
/// which a walk around the patches meets them.
#[derive(Debug, Clone, PartialEq)]
pub struct Patchwork {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    patches: Vec<Patch>,
    board: Vec<Outline>,
    gaps: Vec<Outline>,
    words: Vec<CellWord>,
    bounds: Bounds,
    own: Option<OwnEdges>,
}

/// What a patchwork of lines of one's own was made of.
#[derive(Debug, Clone, PartialEq)]
struct OwnEdges {
    board: OwnBoard,
    /// For each edge its curve.
    curves: Vec<Vec<Stretch>>,
}

/// A cell that is seen, with its word.
#[derive(Debug, Clone, PartialEq)]
pub struct CellWord {
    /// The word; empty for a cell without one.
    pub word: String,
    /// The cell.
    pub outline: Outline,
    /// Whether the cell stays open.
    pub is_open: bool,
}

/// A point where edges end.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Vertex {
    /// Its place.
    pub at: Point,
    /// The patches that meet here, ascending.
    pub patches: Vec<usize>,
    /// The edges that end here, ascending.
    pub edges: Vec<usize>,
}

/// A straight line between two vertices, with one patch or the outside along each whole side.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The vertex it starts at.
    pub from: usize,
    /// The vertex it ends at.
    pub to: usize,
    /// The patch on the left from start to end; `None` for the outside and for gaps.
    pub left: Option<usize>,
    /// The patch on the right; of two patches, the earlier one.
    pub right: Option<usize>,
    /// In mm.
    pub length: f64,
}

/// An edge in the direction in which a patch runs along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The edge.
    pub edge: usize,
    /// Whether the patch runs along it from end to start.
    pub reversed: bool,
}

/// One placed piece, or a part of one that goes across a joined side of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    placement: usize,
    piece: usize,
    name: String,
    mirrored: bool,
    turn: u32,
    cells: usize,
    outline: Outline,
    rings: Vec<Vec<Side>>,
    reflex: Vec<usize>,
}

impl Edge {
    /// Returns whether there is a patch on both sides, so that it is a seam.
    pub fn is_inner(&self) -> bool {
        self.left.is_some() && self.right.is_some()
    }

    /// Returns the other end, seen from one of them.
    pub fn other_end(&self, vertex: usize) -> usize {
        if vertex == self.from { self.to } else { self.from }
    }
}

/// Cells to be traced as one patch.
struct Part<'a> {
    /// The placement they belong to: an index into the tiling's placements.
    index: usize,
    placement: &'a Placement,
    cells: Cow<'a, [Cell]>,
}

impl Patch {
    /// Returns its placement: an index into the tiling's placements.
    pub fn placement(&self) -> usize {
        self.placement
    }

    /// Returns its piece: an index into the puzzle's pieces.
    pub fn piece(&self) -> usize {
        self.piece
    }

    /// Returns the name of the piece.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it shows the back of the piece as drawn.
    pub fn mirrored(&self) -> bool {
        self.mirrored
    }

    /// Returns the turn of the piece as drawn, in degrees clockwise, after mirroring.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns how many cells it covers.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Returns its outline in place: only the points where it turns, not those where neighbours meet its
    /// sides.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Returns the edges around it, ring by ring as in [`Outline::rings`], each starting at the ring's first
    /// point.
    pub fn rings(&self) -> &[Vec<Side>] {
        &self.rings
    }

    /// Returns the vertices at its inside corners, in the order of its rings.
    pub fn reflex_vertices(&self) -> &[usize] {
        &self.reflex
    }

    /// Returns a place for its label; see [`Outline::label`].
    pub fn label_point(&self) -> Point {
        self.outline.label().at
    }
}

impl Patchwork {
    /// Traces a tiling. Cells that may stay empty, and do, are outside.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// [`GeometryError::CellEdge`] if `cell_edge` is out of range, [`GeometryError::JoinedSides`] if the
    /// board has joined sides.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use piecework_draw::geometry::Patchwork;
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::polyform::{Freedom, Shape};
    /// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
    /// use piecework_tiling::tiling::Tiling;
    /// let shape = Shape::from_rows(Lattice::Square, ["##"])?;
    /// let domino = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    /// let region = Region::rectangle(Lattice::Square, 2, 2)?;
    /// let puzzle = Puzzle::new("Two dominoes", region, vec![domino])?;
    /// let row = |y| (0, vec![Cell::new(0, y), Cell::new(1, y)]);
    /// let patchwork = Patchwork::trace(&Tiling::new(&Arc::new(puzzle), [row(0), row(1)])?, 25.0)?;
    /// assert_eq!(patchwork.edges().len(), 7, "three around each, and the seam between");
    /// assert_eq!(patchwork.boundary_length(), 10.0 * 25.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(tiling: &Tiling, cell_edge: f64) -> Result<Self, GeometryError> {
        let all: Vec<usize> = (0..tiling.placements().len()).collect();
        Self::traced(tiling, &whole_parts(tiling, &all)?, &tiling.board(), cell_edge)
    }

    /// Traces a tiling of any board on the flat rectangle: what a piece covers on each side of a seam is a
    /// patch of its own. Patches are in the order of the placements, so they are those of
    /// [`Patchwork::trace`] if no sides are joined.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// [`GeometryError::CellEdge`] if `cell_edge` is out of range.
    pub fn trace_flat(tiling: &Tiling, cell_edge: f64) -> Result<Self, GeometryError> {
        let region = tiling.puzzle().region();
        if region.wrap().is_none() {
            return Self::trace(tiling, cell_edge);
        }
        let parts = tiling.placements().iter().enumerate().flat_map(|(index, placement)| {
            let parts = tiling.parts(placement).into_iter();
            parts.map(move |cells| Part { index, placement, cells: Cow::Owned(cells) })
        });
        Self::traced(tiling, &parts.collect::<Vec<Part<'_>>>(), &region.flat(), cell_edge)
    }

    /// Traces some of the placements of a tiling. The others count as outside, and the board is what these
    /// cover. Their bounds begin at the origin.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// As [`Patchwork::trace`].
    ///
    /// # Panics
    /// If `which` is empty, or has a repeated or invalid index.
    pub fn of_placements(tiling: &Tiling, which: &[usize], cell_edge: f64) -> Result<Self, GeometryError> {
        let some = whole_parts(tiling, which)?;
        let cells = some.iter().flat_map(|part| part.cells.iter().copied()).collect();
        let region = Region::new(tiling.lattice(), cells).expect("some pieces of a tiling, each once");
        Self::traced(tiling, &some, &region, cell_edge)
    }

    fn traced(
        tiling: &Tiling,
        parts: &[Part<'_>],
        region: &Region,
        cell_edge: f64,
    ) -> Result<Self, GeometryError> {
        let lattice = tiling.lattice();
        let border = Border::new(lattice, region.whole().cells(), cell_edge)?;
        let mut stencils = Stencils::new(lattice);
        let traced: Vec<Stencil> = parts.iter().map(|part| stencils.of(&part.cells)).collect();
        let mut map = Map::new(&traced, &border);
        let patches = parts
            .iter()
            .zip(&traced)
            .enumerate()
            .map(|(index, (part, stencil))| {
                patch(tiling, part, stencil, &border, map.add_patch(index, &stencil.rings))
            })
            .collect();
        // Large maps grew by doubling.
        map.edges.shrink_to_fit();
        let board = Outline::of_parts(region, &border);
        let in_gap = |(cell, _): &&(Cell, String)| tiling.gaps().binary_search(cell).is_ok();
        let seen = region.open().iter().chain(region.labels().iter().filter(in_gap));
        let on = |(cell, word): &(Cell, String)| {
            let outline = Outline::of_stencil(&Stencil::new(lattice, &[*cell]), &border);
            CellWord { word: word.clone(), outline, is_open: region.index_of(*cell).is_none() }
        };
        let (words, bounds) = (seen.map(on).collect(), border.bounds());
        let is_plain = |cell: &&Cell| region.index_of(**cell).is_some() && region.label(**cell).is_none();
        let gaps = tiling.gaps().iter().filter(is_plain);
        let gaps = gaps.map(|&cell| Outline::of_stencil(&Stencil::new(lattice, &[cell]), &border)).collect();
        Ok(Self { vertices: map.vertices, edges: map.edges, patches, board, gaps, words, bounds, own: None })
    }

    /// Traces an empty region as the patchwork of its own cells: the board with its grid.
    ///
    /// # Units
    /// `cell_edge` in mm.
    ///
    /// # Errors
    /// [`GeometryError::CellEdge`] if `cell_edge` is out of range.
    pub fn of_region(region: &Region, cell_edge: f64) -> Result<Self, GeometryError> {
        const PROMISE: &str = "cells of each kind tile every region";
        let lattice = region.lattice();
        let mut kinds: Vec<(usize, Cell)> =
            region.cells().iter().map(|&cell| (lattice.kind_of(cell), cell)).collect();
        kinds.sort_unstable();
        kinds.dedup_by_key(|(kind, _)| *kind);
        // Cells of a kind are translates of each other; those of two kinds may have different shapes.
        let piece = |&(kind, cell): &(usize, Cell)| Piece {
            name: format!("cell {kind}"),
            shape: Shape::new(lattice, vec![cell]).expect(PROMISE),
            freedom: Freedom::Fixed,
            count: Count::ANY,
        };
        let pieces = kinds.iter().map(piece).collect();
        let puzzle = Arc::new(Puzzle::new("cells", region.flat(), pieces).expect(PROMISE));
        let piece_of =
            |cell| kinds.iter().position(|(kind, _)| *kind == lattice.kind_of(cell)).expect(PROMISE);
        let cells = region.cells().iter().map(|&cell| (piece_of(cell), vec![cell]));
        let mut traced = Self::trace(&Tiling::new(&puzzle, cells).expect(PROMISE), cell_edge)?;
        // All cells are seen.
        let on = |(cell, word): &(Cell, String)| {
            let outline = traced.patches.get(region.index_of(*cell)?)?.outline.clone();
            Some(CellWord { word: word.clone(), outline, is_open: false })
        };
        let words: Vec<CellWord> = region.labels().iter().filter_map(on).collect();
        traced.words.extend(words);
        Ok(traced)
    }

    /// Returns the points where edges end, in reading order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// Returns every edge once.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns one patch for each placement of the tiling, in the same order; several for a piece that goes
    /// across joined sides.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Returns the outlines of the parts of the region: the patches and the gaps together.
    pub fn board(&self) -> &[Outline] {
        &self.board
    }

    /// Returns the cells of the board that no patch covers, without those that have a word.
    pub fn gaps(&self) -> &[Outline] {
        &self.gaps
    }

    /// Returns the holes of the board, without cells that stay open for a word.
    pub fn holes(&self) -> Vec<Outline> {
        let holes = self.board.iter().flat_map(Outline::holes);
        let holes = holes.filter_map(|hole| Outline::new(hole.reversed(), Vec::new()).ok());
        holes.filter(|hole| !self.has_open_word(hole)).collect()
    }

    fn has_open_word(&self, part: &Outline) -> bool {
        let mut open = self.words.iter().filter(|cell| cell.is_open);
        open.any(|cell| part.contains(cell.outline.label().at))
    }

    /// Returns the words that are seen, with their cells: of a tiling those of cells that stay open or empty, of an empty
    /// board all. A cell that stays open is there without a word too.
    pub fn words(&self) -> &[CellWord] {
        &self.words
    }

    /// Returns the box around the board, with the cells that stay open.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the ends of an edge, from start to end.
    pub fn ends(&self, edge: &Edge) -> (Point, Point) {
        (self.vertices[edge.from].at, self.vertices[edge.to].at)
    }
}

/// Returns some placements of a tiling, each whole.
fn whole_parts<'a>(tiling: &'a Tiling, which: &[usize]) -> Result<Vec<Part<'a>>, GeometryError> {
    if let Some(wrap) = tiling.puzzle().region().wrap() {
        return Err(GeometryError::JoinedSides { wrap });
    }
    let part = |&index: &usize| {
        let placement = &tiling.placements()[index];
        Part { index, placement, cells: Cow::Borrowed(&placement.cells[..]) }
    };
    Ok(which.iter().map(part).collect())
}

fn patch(
    tiling: &Tiling,
    &Part { index, placement, ref cells }: &Part<'_>,
    stencil: &Stencil,
    border: &Border,
    around: Around,
) -> Patch {
    let lattice = tiling.lattice();
    Patch {
        placement: index,
        piece: placement.piece,
        name: tiling.piece_of(placement).name.clone(),
        mirrored: placement.symmetry.is_reflection(),
        turn: placement.symmetry.degrees(lattice),
        cells: cells.len(),
        outline: Outline::of_stencil(stencil, border),
        rings: around.rings,
        reflex: around.reflex,
    }
}

#[cfg(test)]
pub(super) mod tests;
