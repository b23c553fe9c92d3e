//! Computes properties of a tiling exactly: symmetry, fault lines, crossings, corners, halves, handedness,
//! contacts.
//!
//! A [`Survey`] computes one property at a time; [`TilingProperties`] holds most of them. Placements are
//! indices into [`Tiling::placements`], points are [`Corner`]s.

mod halves;
mod rectangles;

use std::collections::{BTreeMap, BTreeSet};

use super::{Tiling, adjacency};
use crate::lattice::{Cell, Corner, Lattice};
use crate::puzzle::PuzzleSymmetry;

pub use halves::MOST_FOR_HALVES;
pub use rectangles::InnerRectangle;

/// The properties of one tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TilingProperties {
    /// The symmetries of the puzzle that map the tiling onto itself; the identity is the first.
    pub symmetries: Vec<PuzzleSymmetry>,
    /// Straight lines that divide the tiling into two parts.
    pub fault_lines: Vec<FaultLine>,
    /// The fault lines that divide the region into two congruent halves.
    pub halving_lines: Vec<FaultLine>,
    /// Number of rectangles of two or more whole pieces, smaller than the region; squares only.
    pub rectangles: usize,
    /// Points where four or more placements meet, in reading order: where seams cross.
    pub crossings: Vec<Corner>,
    /// Number of inside corners of pieces, over all placements: each needs a Y-seam.
    pub set_in_corners: usize,
    /// For each piece of the puzzle, how many copies show each side.
    pub sides: Vec<Sides>,
    /// The placements with an edge on the border of the region, holes included, in order.
    pub on_border: Vec<usize>,
    /// For each placement, the placements that share an edge with it.
    pub sharing_edges: Vec<BTreeSet<usize>>,
    /// For each placement, the placements that share an edge or only a corner with it.
    pub touching: Vec<BTreeSet<usize>>,
}

/// How many copies of one piece show each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Sides {
    /// Copies as drawn or turned.
    pub front: usize,
    /// Copies that must be flipped.
    pub mirrored: usize,
}

/// A line of the lattice across the region that cuts no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct FaultLine {
    /// Which way the line runs.
    pub direction: LineDirection,
    /// The position of the line: the value that is constant along it (see [`LineDirection`]).
    pub at: i32,
}

/// The directions in which edges of squares and triangles line up. Edges of hexagons never do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LineDirection {
    /// Left to right: the `y` of its corners is constant.
    Horizontal,
    /// Top to bottom, squares only: the `x` of its corners is constant.
    Vertical,
    /// Down to the right, triangles only: `x - y` of its corners is constant.
    Falling,
    /// Up to the right, triangles only: `x + y` of its corners is constant.
    Rising,
}

impl LineDirection {
    /// Returns the word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            LineDirection::Horizontal => "horizontal",
            LineDirection::Vertical => "vertical",
            LineDirection::Falling => "falling",
            LineDirection::Rising => "rising",
        }
    }
}

impl TilingProperties {
    /// Computes all properties of `tiling`.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::tiling::{TilingProperties, infer_from_grid, read_letter_grids};
    /// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
    /// let properties = TilingProperties::new(&infer_from_grid("two L trominoes", &grids[0])?);
    /// assert_eq!(properties.symmetries.len(), 2, "half a turn");
    /// assert_eq!(properties.set_in_corners, 2);
    /// assert!(properties.fault_lines.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tiling: &Tiling) -> Self {
        let survey = Survey::new(tiling);
        Self {
            symmetries: survey.symmetries(),
            fault_lines: survey.fault_lines(),
            halving_lines: survey.halving_lines(),
            rectangles: survey.rectangles().count(),
            crossings: survey.crossings(),
            set_in_corners: survey.set_in_corners(),
            sides: survey.sides(),
            on_border: survey.on_border(),
            sharing_edges: adjacency::sharing_edges(tiling),
            touching: adjacency::touching(tiling),
        }
    }
}

/// A tiling with an index from cells to placements; computes each property on request.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{Survey, infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB\nCCC\nDDD", &Limits::default())?;
/// let tiling = infer_from_grid("four", &grids[0])?;
/// let survey = Survey::new(&tiling);
/// assert_eq!(survey.fault_lines().len(), 2);
/// assert_eq!(survey.halving_lines().len(), 1, "two rows above, two below");
/// assert_eq!(survey.rectangles().count(), 3, "the two Ls, the two Is, all but the last row");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Survey<'a> {
    tiling: &'a Tiling,
    lattice: Lattice,
    owners: Vec<Option<usize>>,
}

impl<'a> Survey<'a> {
    /// Builds the index from cells to placements.
    pub fn new(tiling: &'a Tiling) -> Self {
        Self { tiling, lattice: tiling.lattice(), owners: adjacency::owners(tiling) }
    }

    /// Returns the tiling.
    pub fn tiling(&self) -> &'a Tiling {
        self.tiling
    }

    fn in_region(&self, cell: Cell) -> bool {
        self.tiling.puzzle().region().index_of(cell).is_some()
    }

    /// Returns the placement that covers `cell`, if one does.
    fn owner(&self, cell: Cell) -> Option<usize> {
        self.owners[self.tiling.puzzle().region().index_of(cell)?]
    }

    /// Returns the symmetries of the puzzle that map the tiling onto itself; the identity is the first.
    pub fn symmetries(&self) -> Vec<PuzzleSymmetry> {
        let maps = |symmetry: &PuzzleSymmetry| self.is_kept_by(symmetry);
        self.tiling.puzzle().symmetries().into_iter().filter(maps).collect()
    }

    /// Returns whether `symmetry` takes every placement to a placement of the right piece.
    fn is_kept_by(&self, symmetry: &PuzzleSymmetry) -> bool {
        let placements = self.tiling.placements();
        placements.iter().all(|placement| {
            let image_of = |&cell: &Cell| self.owner(symmetry.apply(self.lattice, cell));
            let mut images = placement.cells.iter().map(image_of);
            let Some(image) = images.next().flatten() else { return false };
            placements[image].piece == symmetry.pieces[placement.piece]
                && placements[image].cells.len() == placement.cells.len()
                && images.all(|other| other == Some(image))
        })
    }

    /// Finds the straight lines that divide the tiling into two parts: two placements meet somewhere along
    /// it, and no placement crosses it.
    pub fn fault_lines(&self) -> Vec<FaultLine> {
        let mut lines: BTreeMap<FaultLine, (bool, bool)> = BTreeMap::new();
        for &cell in self.tiling.puzzle().region().cells() {
            let corners: Vec<Corner> = self.lattice.corners(cell).collect();
            for (i, near) in self.lattice.neighbours(cell).enumerate() {
                // Every inner edge is seen from both its cells; once is enough.
                if near < cell {
                    continue;
                }
                let line = line_through(self.lattice, corners[i], corners[(i + 1) % corners.len()]);
                let (Some(line), Some(here), Some(there)) = (line, self.owner(cell), self.owner(near)) else {
                    continue;
                };
                let (meets, cuts) = lines.entry(line).or_default();
                *meets |= here != there;
                *cuts |= here == there;
            }
        }
        lines.into_iter().filter(|&(_, (meets, cuts))| meets && !cuts).map(|(line, _)| line).collect()
    }

    /// Points where four or more placements meet, in reading order.
    pub fn crossings(&self) -> Vec<Corner> {
        let cells = self.tiling.puzzle().region().cells().iter();
        let corners: BTreeSet<Corner> = cells.flat_map(|&cell| self.lattice.corners(cell)).collect();
        let meeting = |corner: Corner| -> usize {
            let owners = self.lattice.cells_at(corner).into_iter().filter_map(|cell| self.owner(cell));
            owners.collect::<BTreeSet<usize>>().len()
        };
        corners.into_iter().filter(|&corner| meeting(corner) >= 4).collect()
    }

    /// Counts the inside corners of all placements.
    pub fn set_in_corners(&self) -> usize {
        let placements = self.tiling.placements().iter().enumerate();
        placements
            .flat_map(|(index, placement)| {
                let corners = placement.cells.iter().flat_map(|&cell| self.lattice.corners(cell));
                let corners: BTreeSet<Corner> = corners.collect();
                corners.into_iter().filter(move |&corner| self.is_set_in(index, corner))
            })
            .count()
    }

    /// Returns whether placement `index` fills more than half a turn around `corner`, but not all of it. A
    /// placement may touch itself and have two corners at one point; then neither fills more than half.
    fn is_set_in(&self, index: usize, corner: Corner) -> bool {
        let around: Vec<bool> =
            self.lattice.cells_at(corner).into_iter().map(|cell| self.owner(cell) == Some(index)).collect();
        let ends = (0..around.len()).filter(|&i| around[i] && !around[(i + 1) % around.len()]).count();
        let filled = around.iter().filter(|&&inside| inside).count();
        ends == 1 && 2 * filled > around.len()
    }

    /// Returns the placements with an edge on the border of the region, holes included, in order.
    pub fn on_border(&self) -> Vec<usize> {
        let placements = self.tiling.placements().iter().enumerate();
        let at_border = |&cell: &Cell| self.lattice.neighbours(cell).any(|near| !self.in_region(near));
        placements
            .filter(|(_, placement)| placement.cells.iter().any(at_border))
            .map(|(index, _)| index)
            .collect()
    }

    /// For each piece of the puzzle, counts the copies that show each side.
    pub fn sides(&self) -> Vec<Sides> {
        let mut sides = vec![Sides::default(); self.tiling.puzzle().pieces().len()];
        for placement in self.tiling.placements() {
            let side = &mut sides[placement.piece];
            if placement.symmetry.is_reflection() { side.mirrored += 1 } else { side.front += 1 }
        }
        sides
    }

    /// For each placement, the placements that share an edge with it.
    pub fn sharing_edges(&self) -> Vec<BTreeSet<usize>> {
        adjacency::sharing_edges(self.tiling)
    }

    /// For each placement, the placements that share an edge or only a corner with it.
    pub fn touching(&self) -> Vec<BTreeSet<usize>> {
        adjacency::touching(self.tiling)
    }
}

/// Returns the line on which the edge from `a` to `b` lies.
fn line_through(lattice: Lattice, a: Corner, b: Corner) -> Option<FaultLine> {
    let (direction, at) = match (b.x - a.x, b.y - a.y) {
        _ if !lattice.has_straight_lines() => return None,
        (_, 0) => (LineDirection::Horizontal, a.y),
        (0, _) => (LineDirection::Vertical, a.x),
        (across, down) if across == down => (LineDirection::Falling, a.x - a.y),
        (across, down) if across == -down => (LineDirection::Rising, a.x + a.y),
        // Steeper lines have no name.
        _ => return None,
    };
    Some(FaultLine { direction, at })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::{Count, Piece, Puzzle, Region};
    use crate::support::tiling;

    fn properties(lattice: Lattice, text: &str) -> TilingProperties {
        TilingProperties::new(&tiling(lattice, text))
    }

    /// Every domino tiling of a rectangle, found by filling the first empty cell.
    fn domino_tilings(columns: u32, rows: u32) -> Vec<Tiling> {
        let piece = Piece {
            name: "domino".into(),
            shape: Shape::from_rows(Lattice::Square, ["##"]).expect("a shape"),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let region = Region::rectangle(Lattice::Square, columns, rows).expect("a region");
        let puzzle = Arc::new(Puzzle::new("dominoes", region, vec![piece]).expect("a puzzle"));
        let mut found = Vec::new();
        extend(&puzzle, &mut Vec::new(), &mut found);
        found
    }

    fn extend(puzzle: &Arc<Puzzle>, laid: &mut Vec<Vec<Cell>>, found: &mut Vec<Tiling>) {
        let empty = |cell: &&Cell| !laid.iter().any(|domino| domino.contains(cell));
        let Some(&cell) = puzzle.region().cells().iter().find(empty) else {
            let laid = laid.iter().map(|cells| (0, cells.clone()));
            found.push(Tiling::new(puzzle, laid).expect("a tiling"));
            return;
        };
        for near in [Cell::new(cell.x + 1, cell.y), Cell::new(cell.x, cell.y + 1)] {
            let free = !laid.iter().any(|domino| domino.contains(&near));
            if free && puzzle.region().index_of(near).is_some() {
                laid.push(vec![cell, near]);
                extend(puzzle, laid, found);
                laid.pop();
            }
        }
    }

    /// Burnside's lemma: the sizes of the symmetry groups add up to symmetries x tilings up to symmetry.
    #[test]
    fn symmetry_groups_satisfy_burnsides_lemma() {
        for (columns, rows, tilings, up_to_symmetry, symmetries) in
            [(4, 4, 36, 9, 8), (6, 5, 1183, 329, 4), (10, 2, 89, 51, 4)]
        {
            let all = domino_tilings(columns, rows);
            assert_eq!(all.len(), tilings);
            let sum: usize = all.iter().map(|tiling| Survey::new(tiling).symmetries().len()).sum();
            assert_eq!(sum, symmetries * up_to_symmetry, "{columns} x {rows}");
        }
    }

    /// S. W. Golomb, Polyominoes, chapter 2: dominoes tile 5 x 6 without a fault line, but not 6 x 6.
    #[test]
    fn fault_lines_of_dominoes_match_golomb() {
        let faultless = |columns, rows| {
            let all = domino_tilings(columns, rows);
            all.iter().filter(|tiling| Survey::new(tiling).fault_lines().is_empty()).count()
        };
        assert_eq!(faultless(6, 6), 0);
        assert_eq!(faultless(6, 5), 6);
    }

    #[test]
    fn fault_lines_of_small_tilings() {
        let lines = |lattice, text| -> Vec<(&str, i32)> {
            let lines = properties(lattice, text).fault_lines;
            lines.into_iter().map(|line| (line.direction.name(), line.at)).collect()
        };
        assert_eq!(lines(Lattice::Square, "AAB\nCCB"), [("vertical", 2)]);
        assert_eq!(lines(Lattice::Square, "AA\nBB\nCC"), [("horizontal", 1), ("horizontal", 2)]);
        assert_eq!(lines(Lattice::Hex, "A A\n B B"), []);
        // A rhombus cut along its short diagonal, an uncut one, and a trapezium cut by a falling line.
        assert_eq!(lines(Lattice::Triangle, "AB"), [("falling", 1)]);
        assert_eq!(lines(Lattice::Triangle, "A\nB"), [("horizontal", 1)]);
        assert_eq!(lines(Lattice::Triangle, "AAB"), [("rising", 3)]);
        // No piece crosses the line beside a hole, but no pieces meet on it.
        assert_eq!(lines(Lattice::Square, "AAA\nA.A\nAAA"), []);
    }

    #[test]
    fn crossings_and_corners() {
        let of = |lattice, text| {
            let found = properties(lattice, text);
            (found.crossings.len(), found.set_in_corners)
        };
        assert_eq!(of(Lattice::Square, "AB\nCD"), (1, 0));
        assert_eq!(of(Lattice::Square, "AB\nCA"), (1, 0), "the letters repeat, the pieces are four");
        assert_eq!(of(Lattice::Square, "AAB\nABB"), (0, 2));
        assert_eq!(of(Lattice::Square, ".A.\nAAA\n.A."), (0, 4));
        assert_eq!(of(Lattice::Square, "AAA\nA.A\nAAA"), (0, 4), "the corners of the hole");
        assert_eq!(of(Lattice::Square, "AAA\nA.A\nBA."), (0, 2), "the hole of the ring is open at a corner");
        assert_eq!(of(Lattice::Hex, "A A"), (0, 2));
        assert_eq!(of(Lattice::Hex, "A A\n A"), (0, 3), "where all three meet is no corner");
        assert_eq!(of(Lattice::Triangle, "ABC\nDEF"), (1, 0));
        assert_eq!(of(Lattice::Triangle, "AAA\nA.A"), (0, 1), "five around a point");
        assert_eq!(of(Lattice::Triangle, "AAA\nAAA"), (0, 0));
    }

    #[test]
    fn the_twelve_pentominoes_have_23_set_in_corners() {
        let set = crate::polyform::named_set("pentominoes").expect("a set");
        let corners: Vec<(String, usize)> = set
            .members
            .into_iter()
            .map(|member| {
                let rows = member.shape.rows().join("\n");
                (member.name, properties(Lattice::Square, &rows).set_in_corners)
            })
            .collect();
        let expected = [0, 1, 2, 1, 2, 2, 1, 3, 4, 2, 2];
        assert_eq!(corners[0], ("F".into(), 3));
        assert_eq!(corners.iter().skip(1).map(|(_, count)| *count).collect::<Vec<_>>(), expected);
        assert_eq!(corners.iter().map(|(_, count)| count).sum::<usize>(), 23);
    }

    #[test]
    fn sides_border_and_contacts() {
        let found = properties(Lattice::Square, "AAABBB\nA....B");
        assert_eq!(found.sides, [Sides { front: 1, mirrored: 1 }]);
        assert_eq!(found.on_border, [0, 1]);
        assert_eq!(found.sharing_edges[0], BTreeSet::from([1]));
        let pinwheel = properties(Lattice::Square, "AAB\nDXB\nDCC");
        assert_eq!(pinwheel.on_border.len(), 4);
        assert_eq!(pinwheel.symmetries.len(), 4);
        let middle = pinwheel.sharing_edges.iter().position(|near| near.len() == 4).expect("the middle");
        assert!(!pinwheel.on_border.contains(&middle));
        let corners = properties(Lattice::Square, "AB\nCD");
        assert!(corners.sharing_edges.iter().all(|near| near.len() == 2));
        assert!(corners.touching.iter().all(|near| near.len() == 3));
    }
}
