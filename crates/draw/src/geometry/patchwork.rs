//! Maps a tiling: its patches, the edges between them, and the vertices where they meet.
//!
//! In a [`Patchwork`] every edge between two patches, or between a patch and the outside, exists once and has
//! both sides. Edges are straight and end where a ring turns or where three or more edges meet, so a corner
//! in the middle of a side divides that side. Along a ring of a patch the patch is on the right. Gaps of the
//! tiling count as outside.

use std::borrow::Cow;
use std::sync::Arc;

use super::border::Border;
use super::stencil::{Stencil, Stencils};
use super::{Bounds, GeometryError, Outline, Point, trace};
use piecework_tiling::lattice::{Cell, Corner};
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
        Ok(Self { vertices: map.vertices, edges: map.edges, patches, board, gaps, words, bounds })
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

/// The vertices and edges found so far.
struct Map {
    /// The vertex at each step around each ring of each patch, in order; `None` where no ring turns or
    /// branches.
    steps: Vec<Option<usize>>,
    /// How many of the steps are done.
    gone: usize,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    border: Border,
}

/// What the map says about a patch.
#[derive(Default)]
struct Around {
    rings: Vec<Vec<Side>>,
    reflex: Vec<usize>,
}

impl Map {
    fn new(traced: &[Stencil], border: &Border) -> Self {
        let (corners, steps) = vertex_corners(traced.iter().flat_map(|stencil| &stencil.rings));
        let vertex = |&corner| Vertex { at: border.point(corner), patches: Vec::new(), edges: Vec::new() };
        let vertices = corners.iter().map(vertex).collect();
        Self { steps, gone: 0, vertices, edges: Vec::new(), border: *border }
    }

    /// Adds the edges around one patch; patches are added in order.
    fn add_patch(&mut self, patch: usize, rings: &[Vec<Corner>]) -> Around {
        let mut around = Around::default();
        for ring in rings {
            let here = self.gone..self.gone + ring.len();
            let turns = trace::turns(ring).zip(&self.steps[here]);
            let reflex = turns.filter(|((_, turn), _)| *turn < 0).filter_map(|(_, &vertex)| vertex);
            around.reflex.extend(reflex);
            let sides = self.add_ring(patch, ring);
            around.rings.push(sides);
        }
        around
    }

    fn add_ring(&mut self, patch: usize, ring: &[Corner]) -> Vec<Side> {
        let length = ring.len();
        let steps = &self.steps[self.gone..self.gone + length];
        self.gone += length;
        // A ring starts and ends where it turns, so at a vertex.
        let mut vertices: Vec<(usize, usize)> = steps
            .iter()
            .enumerate()
            .filter_map(|(step, vertex)| vertex.map(|vertex| (step, vertex)))
            .collect();
        for &(_, vertex) in &vertices {
            let patches = &mut self.vertices[vertex].patches;
            // Two rings of one patch may meet in a vertex.
            if patches.last() != Some(&patch) {
                patches.push(patch);
            }
        }
        vertices.extend(vertices.first().map(|&(_, vertex)| (length, vertex)));
        vertices
            .windows(2)
            .map(|pair| {
                let [from, to] = [pair[0].0, pair[1].0].map(|step| ring[step % length]);
                self.add_side(patch, pair[0].1, pair[1].1, self.border.length(from, to))
            })
            .collect()
    }

    /// Returns the edge from one vertex to the next with `patch` on the right, new or known from its other
    /// side.
    fn add_side(&mut self, patch: usize, from: usize, to: usize, length: f64) -> Side {
        let new = self.edges.len();
        // Only one straight line joins its ends.
        let mut around = self.vertices[from].edges.iter().copied();
        let edge = around.find(|&edge| self.edges[edge].other_end(from) == to).unwrap_or(new);
        if edge == new {
            self.edges.push(Edge { from, to, left: None, right: Some(patch), length });
            self.vertices[from].edges.push(edge);
            self.vertices[to].edges.push(edge);
        } else {
            debug_assert_eq!(
                (self.edges[edge].from, self.edges[edge].left),
                (to, None),
                "two sides, no third"
            );
            self.edges[edge].left = Some(patch);
        }
        Side { edge, reversed: edge != new }
    }
}

/// Returns the corners where a ring turns or where more than two border edges meet, in reading order; and for
/// each step around each ring, the one where it begins, if any.
fn vertex_corners<'a>(rings: impl Iterator<Item = &'a Vec<Corner>>) -> (Vec<Corner>, Vec<Option<usize>>) {
    let mut passes: Vec<Pass> = Vec::new();
    for ring in rings {
        for (i, &at) in ring.iter().enumerate() {
            let (before, after) = (ring[(i + ring.len() - 1) % ring.len()], ring[(i + 1) % ring.len()]);
            passes.push(Pass { at, before, after, step: passes.len() });
        }
    }
    passes.sort_by_key(|pass| pass.at);
    let (mut corners, mut vertices) = (Vec::new(), vec![None; passes.len()]);
    for here in passes.chunk_by(|a, b| a.at == b.at).filter(|here| is_vertex(here)) {
        here.iter().for_each(|pass| vertices[pass.step] = Some(corners.len()));
        corners.push(here[0].at);
    }
    (corners, vertices)
}

/// A ring that passes a corner.
struct Pass {
    at: Corner,
    before: Corner,
    after: Corner,
    /// The step of all rings that begins here.
    step: usize,
}

/// Returns whether a corner is a vertex: unless all rings go straight over the same two edges.
fn is_vertex(passes: &[Pass]) -> bool {
    let Pass { at, before, after, .. } = passes[0];
    let same = |pass: &Pass| {
        (pass.before, pass.after) == (before, after) || (pass.before, pass.after) == (after, before)
    };
    trace::turn(before, at, after) != 0 || !passes.iter().all(same)
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
pub(super) mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use piecework_tiling::lattice::{Cell, Lattice, Picture};
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region, Wrap};

    /// Returns the patchwork of a picture in which each letter is one fixed piece and `.` a gap, with cells
    /// of edge 10.
    pub(in crate::geometry) fn patchwork(lattice: Lattice, rows: &[&str]) -> Patchwork {
        Patchwork::trace(&tiling(lattice, rows), 10.0).expect("a patchwork")
    }

    fn tiling(lattice: Lattice, rows: &[&str]) -> Tiling {
        let picture = Picture::read(lattice, rows.iter().copied()).expect("a picture");
        let mut groups: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for &(cell, mark) in picture.marks() {
            groups.entry(mark).or_default().push(cell);
        }
        let all = groups.values().flatten().copied().collect();
        let gaps = groups.remove(&'.').map_or(0, |cells| cells.len());
        let piece = |(mark, cells): (&char, &Vec<Cell>)| Piece {
            name: mark.to_string(),
            shape: Shape::new(lattice, cells.clone()).expect("a shape"),
            freedom: Freedom::Fixed,
            count: Count::exactly(1),
        };
        let pieces = groups.iter().map(piece).collect();
        let region = Region::new(lattice, all).expect("a region");
        let gaps = u32::try_from(gaps).expect("few");
        let puzzle = Puzzle::with_rules("test", region, pieces, Contact::Allowed, gaps).expect("a puzzle");
        Tiling::new(&Arc::new(puzzle), groups.into_values().enumerate()).expect("a tiling")
    }

    #[track_caller]
    fn counts(lattice: Lattice, rows: &[&str], vertices: usize, edges: usize, length: f64) -> Patchwork {
        let patchwork = patchwork(lattice, rows);
        assert_eq!((patchwork.vertices().len(), patchwork.edges().len()), (vertices, edges), "{rows:?}");
        assert!(
            (patchwork.boundary_length() - 10.0 * length).abs() < 1e-9,
            "{}",
            patchwork.boundary_length()
        );
        patchwork
    }

    /// What no patch covers, on random boards: as large as their gaps, and in none of the patches.
    #[test]
    fn gaps_are_empty_and_nothing_else_is() {
        let mut random = piecework_tiling::random::Random::new(9);
        for _ in 0..60 {
            let mut gaps = 0;
            let mut cell = |x: usize, y: usize| {
                // A frame of one piece holds the board together.
                if x == 0 || y == 0 || x == 6 || y == 5 {
                    return 'Z';
                }
                let is_gap = random.below(3) == 0;
                gaps += usize::from(is_gap);
                if is_gap {
                    '.'
                } else {
                    char::from(b'A' + u8::try_from(x + 5 * (y - 1) - 1).expect("small"))
                }
            };
            let rows: Vec<String> = (0..6).map(|y| (0..7).map(|x| cell(x, y)).collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let patchwork = patchwork(Lattice::Square, &rows);
            let empty = patchwork.gaps();
            assert_eq!(empty.len(), gaps);
            let area: f64 = empty.iter().map(Outline::area).sum();
            assert!((area - 100.0 * gaps as f64).abs() < 1e-6, "{rows:?} {area}");
            for part in empty {
                let at = part.label().at;
                assert!(patchwork.patches().iter().all(|patch| !patch.outline().contains(at)), "{rows:?}");
            }
        }
        assert!(patchwork(Lattice::Hex, &["A A B", " A B B"]).gaps().is_empty());
    }

    #[test]
    fn edges_and_vertices_of_small_patchworks() {
        counts(Lattice::Square, &["AA"], 4, 4, 6.0);
        counts(Lattice::Square, &["AABB"], 6, 7, 11.0);
        counts(Lattice::Square, &["AB", "CD"], 9, 12, 12.0);
        counts(Lattice::Square, &["AAA", "ABA", "AAA"], 8, 8, 16.0);
        counts(Lattice::Hex, &["A"], 6, 6, 6.0);
        counts(Lattice::Triangle, &["AB"], 4, 5, 5.0);
    }

    #[test]
    fn a_corner_that_abuts_on_a_side_parts_it() {
        let patchwork = counts(Lattice::Square, &["AAA", "BBC"], 8, 10, 14.0);
        let middle = patchwork.vertices().iter().find(|vertex| vertex.patches.len() == 3).expect("a T");
        assert_eq!((middle.at, middle.edges.len()), (Point::new(20.0, 10.0), 3));
        let [ring] = patchwork.patches()[0].rings() else { panic!("one ring") };
        assert_eq!(ring.len(), 5, "the lower side of A is in two");
        assert_eq!(patchwork.patches()[0].outline().outer().points().len(), 4, "but straight");
    }

    #[test]
    fn rings_run_around_their_patch_at_the_right_hand() {
        let patchwork = patchwork(Lattice::Square, &["AAAA", "ABBA", "AAAC", "DDCC"]);
        for (index, patch) in patchwork.patches().iter().enumerate() {
            for (sides, ring) in patch.rings().iter().zip(patch.outline().rings()) {
                let start = |side: &Side| {
                    let edge = &patchwork.edges()[side.edge];
                    if side.reversed { edge.to } else { edge.from }
                };
                assert_eq!(patchwork.vertices()[start(&sides[0])].at, ring.points()[0]);
                for (side, next) in sides.iter().zip(sides.iter().cycle().skip(1)) {
                    let edge = &patchwork.edges()[side.edge];
                    assert_eq!(edge.other_end(start(side)), start(next), "sides follow each other");
                    assert_eq!(if side.reversed { edge.left } else { edge.right }, Some(index));
                }
            }
        }
        assert_eq!(patchwork.patches()[0].outline().holes().len(), 1);
        assert!(patchwork.edges().iter().all(|edge| edge.right.is_some()));
    }

    #[test]
    fn a_piece_that_touches_itself_keeps_simple_rings() {
        let patchwork = patchwork(Lattice::Square, &["BAA", "ACA", "AAA"]);
        assert_eq!(patchwork.patches()[1].rings().iter().map(Vec::len).collect::<Vec<_>>(), [6, 4]);
        let pinch = patchwork.vertices().iter().find(|vertex| vertex.at == Point::new(10.0, 10.0));
        let pinch = pinch.expect("the corner where A touches itself");
        assert_eq!((pinch.patches.as_slice(), pinch.edges.len()), ([0, 1, 2].as_slice(), 4));
    }

    #[test]
    fn some_placements_are_traced_as_if_the_others_were_not_there() {
        let tiling = tiling(Lattice::Square, &["AABB", "CCBB"]);
        let whole = Patchwork::of_placements(&tiling, &[0, 1, 2], 10.0).expect("a patchwork");
        assert_eq!(whole, Patchwork::trace(&tiling, 10.0).expect("a patchwork"));
        let part = Patchwork::of_placements(&tiling, &[1, 2], 10.0).expect("a patchwork");
        assert_eq!(part.patches().len(), 2);
        assert_eq!((part.bounds().width(), part.bounds().height()), (40.0, 20.0));
        assert!((part.boundary_length() - (80.0 + 60.0 - 10.0)).abs() < 1e-9, "one edge is common");
        assert!((part.board()[0].area() - 600.0).abs() < 1e-9);
        let alone = Patchwork::of_placements(&tiling, &[2], 10.0).expect("a patchwork");
        assert_eq!(alone.patches()[0].outline().bounds().top, 0.0, "from the origin");
    }

    #[test]
    fn turns_and_mirrors_are_reported() {
        let shape = Shape::from_rows(Lattice::Square, ["###", "#.."]).expect("a shape");
        let piece = Piece { name: "L".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let region = Region::rectangle(Lattice::Square, 4, 2).expect("a region");
        let puzzle = Arc::new(Puzzle::new("two", region, vec![piece]).expect("a puzzle"));
        let cells = |list: &[(i32, i32)]| list.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
        let laid = [cells(&[(0, 0), (1, 0), (2, 0), (0, 1)]), cells(&[(3, 0), (1, 1), (2, 1), (3, 1)])];
        let tiling = Tiling::new(&puzzle, laid.into_iter().map(|cells| (0, cells))).expect("a tiling");
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let told: Vec<_> =
            patchwork.patches().iter().map(|patch| (patch.mirrored(), patch.turn(), patch.cells())).collect();
        assert_eq!(told, [(false, 0, 4), (false, 180, 4)]);
    }

    #[test]
    fn a_piece_across_a_seam_is_traced_in_parts() {
        let shape = Shape::from_rows(Lattice::Square, ["###"]).expect("a shape");
        let piece = Piece { name: "I".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let region = Region::wrapped(Lattice::Square, 6, 1, Wrap::Torus).expect("a region");
        let puzzle = Arc::new(Puzzle::new("ring", region, vec![piece]).expect("a puzzle"));
        let row = |x: i32| (0, (x..x + 3).map(|x| Cell::new(x, 0)).collect());
        let tiling = Tiling::new(&puzzle, [row(2), row(5)]).expect("a tiling");
        let patchwork = Patchwork::trace_flat(&tiling, 10.0).expect("a patchwork");
        let parts: Vec<(usize, usize)> =
            patchwork.patches().iter().map(|patch| (patch.placement(), patch.cells())).collect();
        assert_eq!(parts, [(0, 2), (0, 1), (1, 3)]);
        assert_eq!((patchwork.bounds().width(), patchwork.board().len()), (60.0, 1));
        let refused = GeometryError::JoinedSides { wrap: Wrap::Torus };
        assert_eq!(Patchwork::trace(&tiling, 10.0), Err(refused.clone()));
        assert_eq!(Patchwork::of_placements(&tiling, &[1], 10.0), Err(refused));
        let cells = Patchwork::of_region(puzzle.region(), 10.0).expect("an empty board");
        assert_eq!(cells.patches().len(), 6);
    }

    #[test]
    fn an_empty_board_has_a_patch_for_each_cell_on_every_lattice() {
        for &lattice in Lattice::ALL {
            let region = Region::rectangle(lattice, 3, 2).expect("a region");
            let cells = Patchwork::of_region(&region, 10.0).expect("an empty board");
            for (patch, &cell) in cells.patches().iter().zip(region.cells()) {
                assert_eq!(
                    patch.outline().outer().points().len(),
                    lattice.corners(cell).count(),
                    "{lattice}"
                );
            }
            assert_eq!(cells.patches().len(), region.area(), "{lattice}");
        }
    }
}
