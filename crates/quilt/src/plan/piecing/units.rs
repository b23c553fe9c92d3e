//! Straight seams for squares that are parted on their diagonals: each such square is a unit that is sewn
//! first, and the squares are then sewn as on any board.

use std::collections::BTreeMap;

use super::board::PatchGrid;
use super::error::PiecingError;
use super::options::{Outside, PiecingOptions};
use super::parts::PiecingPlan;
use super::plan::plan_board;
use super::repeats::Pattern;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// The four cells of a square by kind, with the patch of each.
type Square = [(Cell, usize); 4];

/// A quilt of squares and parts of squares, and the order in which they are sewn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitPlan {
    /// What is cut: the placement of the tiling that it is part of, and its cells.
    pub(crate) pieces: Vec<(usize, Vec<Cell>)>,
    /// Other placements that a piece is part of, with that piece: triangles of one fabric that make a square.
    pub(crate) joined: Vec<(usize, usize)>,
    /// The pieces that are sewn to each block.
    pub(crate) blocks: Vec<Vec<usize>>,
    /// The steps: the block, what is sewn already, and what is added, as places among the pieces.
    pub(crate) steps: Vec<(Option<usize>, Vec<usize>, Vec<usize>)>,
}

/// How the squares of a quilt are sewn, whatever their fabrics are.
#[derive(Debug)]
pub(crate) struct SquarePlan {
    lattice: Lattice,
    squares: BTreeMap<(i32, i32), Square>,
    plan: PiecingPlan,
}

impl SquarePlan {
    /// Plans how a tiling of quarter squares is sewn with straight seams only: squares of one patch are joined to rectangles.
    ///
    /// # Errors
    /// [`PiecingError::NoRectangles`] where cells are no parts of squares, [`PiecingError::Gap`] for a square that
    /// is not whole, and as [`straight_seam_plan`](super::straight_seam_plan).
    pub(crate) fn new(
        tiling: &Tiling,
        options: &PiecingOptions,
        stop: &StopFlag,
    ) -> Result<Self, PiecingError> {
        let lattice = tiling.lattice();
        let squares = squares(tiling)?;
        let board = PatchGrid::of_squares(tiling, squares.keys().zip(squares.values().map(one_patch)))?;
        let options = PiecingOptions { outside: Outside::Open, foundations: None, y_seams: None, ..*options };
        let (left, top) = corner(&squares);
        let corner = Cell::new(left * lattice.cells_in_column(), top);
        let cells = squares.values().flatten().map(|&(cell, patch)| (cell.since(corner), patch));
        let pattern = Pattern { lattice, patch_of: cells.collect(), turns: true };
        let plan = plan_board(&board.until(stop), &pattern, &options)?;
        Ok(Self { lattice, squares, plan })
    }

    /// The same with the seams of all other squares, on the diagonal last: parts of a square are one piece where `fabric_of`
    /// their placements is the same.
    pub(crate) fn in_units(&self, fabric_of: &dyn Fn(usize) -> usize) -> UnitPlan {
        let Self { lattice, squares, plan } = self;
        let (left, top) = corner(squares);
        let mut sewn =
            UnitPlan { pieces: Vec::new(), joined: Vec::new(), blocks: Vec::new(), steps: Vec::new() };
        let mut pieces_of: Vec<Vec<usize>> = vec![Vec::new(); plan.parts.len()];
        for (part, pieces) in plan.parts.iter().zip(&mut pieces_of) {
            let Some(patch) = &part.patch else { continue };
            let covered = part.cells_of_cloth().into_iter().map(|at| squares[&(top + at.y, left + at.x)]);
            *pieces = match patch.placement {
                Some(placement) => {
                    let cells = covered.flatten().map(|(cell, _)| cell).collect();
                    sewn.pieces.push((placement, cells));
                    vec![sewn.pieces.len() - 1]
                }
                None => {
                    covered.flat_map(|square| sewn.unit(*lattice, &square, part.block, fabric_of)).collect()
                }
            };
        }
        sewn.join(plan, &mut pieces_of);
        sewn
    }
}

/// Plans how a tiling of quarter squares is sewn, as [`SquarePlan::new`] and [`SquarePlan::in_units`].
///
/// # Errors
/// As [`SquarePlan::new`].
pub(crate) fn unit_plan(
    tiling: &Tiling,
    options: &PiecingOptions,
    fabric_of: &dyn Fn(usize) -> usize,
    stop: &StopFlag,
) -> Result<UnitPlan, PiecingError> {
    Ok(SquarePlan::new(tiling, options, stop)?.in_units(fabric_of))
}

/// Refuses, before any search, cells that are no parts of squares, or a square that is not whole.
pub(super) fn needs_whole_squares(lattice: Lattice, cells: &[Cell]) -> Result<(), PiecingError> {
    whole_squares(lattice, cells.iter().map(|&cell| (cell, 0))).map(|_| ())
}

/// The squares of a tiling by row and column.
fn squares(tiling: &Tiling) -> Result<BTreeMap<(i32, i32), Square>, PiecingError> {
    let placements = tiling.placements().iter().enumerate();
    let cells =
        placements.flat_map(|(index, placement)| placement.cells.iter().map(move |&cell| (cell, index)));
    whole_squares(tiling.lattice(), cells)
}

fn whole_squares(
    lattice: Lattice,
    cells: impl Iterator<Item = (Cell, usize)>,
) -> Result<BTreeMap<(i32, i32), Square>, PiecingError> {
    if lattice.diagonals().is_empty() {
        return Err(PiecingError::NoRectangles { lattice });
    }
    let mut found: BTreeMap<(i32, i32), Vec<(Cell, usize)>> = BTreeMap::new();
    for (cell, patch) in cells {
        found.entry((cell.y, cell.x.div_euclid(lattice.cells_in_column()))).or_default().push((cell, patch));
    }
    let whole = |(at, mut cells): ((i32, i32), Vec<(Cell, usize)>)| {
        cells.sort_unstable();
        let first = cells[0].0;
        let square = cells.try_into().map_err(|_| PiecingError::Gap { x: first.x, y: first.y })?;
        Ok((at, square))
    };
    found.into_iter().map(whole).collect()
}

/// The patch of a square, if it is one.
fn one_patch(square: &Square) -> Option<usize> {
    let first = square[0].1;
    square.iter().all(|&(_, patch)| patch == first).then_some(first)
}

/// The least column and row.
fn corner(squares: &BTreeMap<(i32, i32), Square>) -> (i32, i32) {
    let left = squares.keys().map(|&(_, column)| column).min().unwrap_or(0);
    let top = squares.keys().map(|&(row, _)| row).min().unwrap_or(0);
    (left, top)
}

impl UnitPlan {
    /// Cuts a square along the diagonal that leaves the fewest pieces, and sews it: quarters to halves, then
    /// these. Returns its pieces.
    fn unit(
        &mut self,
        lattice: Lattice,
        square: &Square,
        block: Option<usize>,
        fabric_of: &dyn Fn(usize) -> usize,
    ) -> Vec<usize> {
        let fabrics = square.map(|(_, patch)| fabric_of(patch));
        if fabrics == [fabrics[0]; 4] {
            return vec![self.cut(square)];
        }
        let is_whole = |half: &[usize; 2]| fabrics[half[0]] == fabrics[half[1]];
        let halves = lattice.diagonals().iter().map(|halves| halves.map(|half| half.map(kind)));
        let halves = halves.min_by_key(|halves| halves.iter().filter(|half| !is_whole(half)).count());
        let halves = halves.expect("the lattice has diagonals");
        let sewn = halves.map(|half| {
            let cells = half.map(|kind| square[kind]);
            let groups = if is_whole(&half) { vec![&cells[..]] } else { cells.chunks(1).collect() };
            let pieces: Vec<usize> = groups.into_iter().map(|group| self.cut(group)).collect();
            if let &[one, other] = &pieces[..] {
                self.steps.push((block, vec![one], vec![other]));
            }
            pieces
        });
        let [first, second] = &sewn;
        self.steps.push((block, first.clone(), second.clone()));
        sewn.concat()
    }

    /// Adds a piece of one fabric.
    fn cut(&mut self, cells: &[(Cell, usize)]) -> usize {
        let others = cells.iter().filter(|(_, patch)| *patch != cells[0].1);
        self.joined.extend(others.map(|&(_, patch)| (patch, self.pieces.len())));
        self.pieces.push((cells[0].1, cells.iter().map(|&(cell, _)| cell).collect()));
        self.pieces.len() - 1
    }

    /// Adds the steps and blocks of the plan of squares.
    fn join(&mut self, plan: &PiecingPlan, pieces_of: &mut [Vec<usize>]) {
        for step in &plan.steps {
            let (first, second) = (pieces_of[step.first].clone(), pieces_of[step.second].clone());
            pieces_of[step.makes] = [first.as_slice(), &second].concat();
            self.steps.push((plan.parts[step.makes].block, first, second));
        }
        self.blocks = plan.blocks.iter().map(|block| pieces_of[block.part].clone()).collect();
        // What a block needs is sewn with it.
        self.steps.sort_by_key(|&(block, ..)| block.map_or(usize::MAX, |block| block));
    }
}

fn kind(kind: i32) -> usize {
    usize::try_from(kind).expect("kinds count from 0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::tiling::infer_tiling;

    fn plan(groups: &[&[(i32, i32)]]) -> Result<UnitPlan, PiecingError> {
        let groups = groups.iter().map(|group| group.iter().map(|&(x, y)| Cell::new(x, y)).collect());
        let tiling = infer_tiling("test", Lattice::Tetrakis, groups).expect("a tiling");
        unit_plan(&tiling, &PiecingOptions::default(), &|patch| patch, &StopFlag::never())
    }

    /// Three quarters of a square are cut in two, and a square of one patch is not cut.
    #[test]
    fn a_square_is_cut_on_the_diagonal_that_leaves_the_fewest_pieces() {
        let plan = plan(&[&[(0, 0), (2, 0), (3, 0)], &[(1, 0), (4, 0), (5, 0), (6, 0), (7, 0)]]);
        let plan = plan.expect("two squares");
        let cut: Vec<(usize, usize)> =
            plan.pieces.iter().map(|(patch, cells)| (*patch, cells.len())).collect();
        assert_eq!(cut, [(0, 2), (1, 1), (0, 1), (1, 4)]);
        let steps: Vec<(Vec<usize>, Vec<usize>)> =
            plan.steps.into_iter().map(|(_, sewn, added)| (sewn, added)).collect();
        assert_eq!(steps, [(vec![1], vec![2]), (vec![0], vec![1, 2]), (vec![0, 1, 2], vec![3])]);
    }

    #[test]
    fn squares_that_are_not_whole_are_refused_by_place() {
        let half = plan(&[&[(0, 0), (1, 0), (2, 0), (3, 0)], &[(4, 0), (6, 0)]]);
        assert_eq!(half.unwrap_err(), PiecingError::Gap { x: 4, y: 0 });
    }
}
