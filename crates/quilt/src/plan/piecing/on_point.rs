//! Blocks that stand on their corners: what lies where along their sides, and how such a quilt is sewn.
//!
//! Places are counted along the sides of blocks, in halves of their cells: one way down to the right, the other down to the
//! left. A row runs down to the right, from a triangle to a triangle; the four corners are sewn last.

use std::collections::BTreeMap;

use super::error::PiecingError;
use super::options::PiecingOptions;
use super::units::{UnitPlan, unit_plan};
use crate::plan::form::{Form, Parted};
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Tiling, infer_tiling};

/// By how many degrees blocks on point are turned to lie straight.
pub(crate) const ALONG_BLOCKS: i32 = -45;

/// Three corners of a cell are six times its middle, along the sides of blocks.
const CORNERS: i32 = 6;

/// Which block, triangle or piece of sashing a cell is part of: its places the two ways, those of sashing odd.
type Place = (i32, i32);

/// The grid of blocks on point.
pub(in crate::plan) struct OnPoint {
    lattice: Lattice,
    /// The side of a block, and from one to the next.
    side: i32,
    pitch: i32,
    /// The last column and row of squares of the quilt.
    last: (i32, i32),
}

impl OnPoint {
    /// The grid of a quilt with these options, if its blocks are on point.
    pub(in crate::plan) fn of(tiling: &Tiling, options: &PiecingOptions) -> Option<Self> {
        let blocks = options.blocks.filter(|blocks| blocks.on_point)?;
        let (lattice, cells) = (tiling.lattice(), tiling.puzzle().region().cells());
        let column = lattice.cells_in_column();
        let last = cells.last()?;
        let last = (last.x.div_euclid(column), last.y);
        let signed = |count: usize| i32::try_from(count).ok();
        let pitch = (last.0 + 1) / signed(blocks.columns)?;
        Some(Self { lattice, side: pitch - 2 * signed(blocks.sashing)?, pitch, last })
    }

    fn place(&self, cell: Cell) -> Place {
        let (mut along, mut down) = (0, 0);
        for corner in self.lattice.corners(cell) {
            along += corner.x + corner.y;
            down += corner.y - corner.x;
        }
        // The first block begins in the middle of the first pitch, half a cornerstone below the top.
        let gap = self.pitch - self.side;
        let band = |at: i32, from: i32| {
            let at = at - CORNERS / 2 * from;
            let within = at.rem_euclid(CORNERS * self.pitch);
            2 * at.div_euclid(CORNERS * self.pitch) + i32::from(within > CORNERS * self.side)
        };
        (band(along, self.pitch + gap), band(down, gap - self.pitch))
    }

    /// What lies in each place, as places among the placements of a tiling of the quilt.
    fn parts(&self, tiling: &Tiling) -> BTreeMap<Place, Vec<usize>> {
        let mut parts: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        for (index, placement) in tiling.placements().iter().enumerate() {
            let (along, down) = self.place(placement.cells[0]);
            parts.entry((down, along)).or_default().push(index);
        }
        parts
    }

    /// The places of the triangles in the corners.
    fn corners(&self) -> [Place; 4] {
        let column = self.lattice.cells_in_column();
        let at = |x: i32, y: i32, kind: i32| {
            let (along, down) = self.place(Cell::new(column * x + kind, y));
            (down, along)
        };
        // The quarter that lies along the side of the quilt.
        let (right, bottom) = self.last;
        [at(0, 0, 0), at(right, 0, 0), at(0, bottom, column - 1), at(right, bottom, column - 1)]
    }

    /// The rows of blocks with what is between them and at their ends, as placements of a tiling of the quilt; the corners
    /// are rows of their own behind the others.
    fn rows(&self, tiling: &Tiling) -> Vec<Vec<Vec<usize>>> {
        let mut parts = self.parts(tiling);
        let corners: Vec<Vec<usize>> =
            self.corners().iter().filter_map(|place| parts.remove(place)).collect();
        let mut rows: BTreeMap<i32, Vec<Vec<usize>>> = BTreeMap::new();
        for ((down, _), part) in parts {
            rows.entry(down).or_default().push(part);
        }
        rows.into_values().chain(corners.into_iter().map(|corner| vec![corner])).collect()
    }

    /// The same as what they look like.
    pub(in crate::plan) fn forms(&self, tiling: &Tiling) -> Vec<Vec<Form>> {
        let row = |row: Vec<Vec<usize>>| row.iter().map(|part| form(tiling, part)).collect();
        self.rows(tiling).into_iter().map(row).collect()
    }

    /// For each piece of a tiling of the quilt whether its grain is that of the blocks: of none that the edge of the quilt cuts.
    pub(in crate::plan) fn turned_pieces(&self, tiling: &Tiling) -> Vec<bool> {
        let mut turned = vec![true; tiling.puzzle().pieces().len()];
        for ((down, along), part) in self.parts(tiling) {
            let length = |band: i32| if band % 2 == 0 { self.side } else { self.pitch - self.side };
            // A cell is half of a square along the sides.
            let whole = 2 * length(down) * length(along);
            let cells: usize = part.iter().map(|&at| tiling.placements()[at].cells.len()).sum();
            if i32::try_from(cells).is_ok_and(|cells| cells < whole) && part.len() == 1 {
                turned[tiling.placements()[part[0]].piece] = false;
            }
        }
        turned
    }

    /// Plans straight seams: each block as it is alone, then rows, then the corners.
    pub(in crate::plan) fn plan(
        &self,
        tiling: &Tiling,
        options: &PiecingOptions,
        fabric_of: &dyn Fn(usize) -> usize,
        stop: &StopFlag,
    ) -> Result<UnitPlan, PiecingError> {
        let mut sewn =
            UnitPlan { pieces: Vec::new(), joined: Vec::new(), blocks: Vec::new(), steps: Vec::new() };
        let options = PiecingOptions { blocks: None, ..*options };
        let mut known: BTreeMap<(Parted, Vec<usize>), UnitPlan> = BTreeMap::new();
        let (mut joins, mut top) = (Vec::new(), Vec::new());
        for row in self.rows(tiling) {
            let mut so_far: Vec<usize> = Vec::new();
            for part in row {
                let form = form(tiling, &part);
                let fabrics: Vec<usize> = form.patches.iter().map(|&patch| fabric_of(patch)).collect();
                let first = |fabric: &usize| fabrics.iter().position(|of| of == fabric).unwrap_or(0);
                let key = (form.parted.clone(), fabrics.iter().map(first).collect::<Vec<usize>>());
                if !known.contains_key(&key) {
                    let planned = self.planned(tiling, &form, &key.1, &options, stop)?;
                    known.insert(key.clone(), planned);
                }
                let pieces = sewn.add(&known[&key], &form);
                join(&mut joins, &mut so_far, pieces);
            }
            join(&mut joins, &mut top, so_far);
        }
        sewn.steps.extend(joins);
        Ok(sewn)
    }

    /// The plan of a part in its standard place.
    fn planned(
        &self,
        tiling: &Tiling,
        form: &Form,
        fabrics: &[usize],
        options: &PiecingOptions,
        stop: &StopFlag,
    ) -> Result<UnitPlan, PiecingError> {
        let cells_of = |patch: usize| form.parted.iter().filter(move |of| of.1 == patch).map(|of| of.0);
        if form.patches.len() == 1 {
            let pieces = vec![(0, cells_of(0).collect())];
            return Ok(UnitPlan { pieces, joined: Vec::new(), blocks: Vec::new(), steps: Vec::new() });
        }
        let squares = self.side / 2;
        let straight = (0..squares).flat_map(|y| self.lattice.row(squares, y));
        let turned: Vec<(Cell, Vec<Cell>)> =
            straight.map(|cell| (cell, self.lattice.on_point(cell))).collect();
        let all: Vec<Cell> = turned.iter().flat_map(|(_, cells)| cells).copied().collect();
        let home = self.lattice.shift_to_origin(&all);
        let on_point =
            |cell: Cell| self.lattice.on_point(cell).into_iter().map(move |cell| cell.shifted(home));
        let straight_of: BTreeMap<Cell, Cell> = turned
            .iter()
            .flat_map(|(cell, turned)| turned.iter().map(move |of| (of.shifted(home), *cell)))
            .collect();
        let groups = (0..form.patches.len()).map(|patch| {
            let mut cells: Vec<Cell> =
                cells_of(patch).filter_map(|cell| straight_of.get(&cell).copied()).collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        });
        let groups: Vec<Vec<Cell>> = groups.collect();
        let block = infer_tiling(tiling.puzzle().name(), self.lattice, groups.iter().cloned())
            .expect("a block is a tiling, also when it is turned");
        let patch_of = |laid: usize| {
            let first = block.placements()[laid].cells[0];
            groups.iter().position(|cells| cells.contains(&first)).unwrap_or(0)
        };
        let mut plan = unit_plan(&block, options, &|laid| fabrics[patch_of(laid)], stop)?;
        for (laid, cells) in &mut plan.pieces {
            *laid = patch_of(*laid);
            *cells = cells.iter().flat_map(|&cell| on_point(cell)).collect();
        }
        plan.joined.iter_mut().for_each(|(laid, _)| *laid = patch_of(*laid));
        Ok(plan)
    }
}

/// What some placements look like, wherever they are and however they are turned.
fn form(tiling: &Tiling, part: &[usize]) -> Form {
    let cells = part.iter().flat_map(|&at| tiling.placements()[at].cells.iter().map(move |&cell| (cell, at)));
    Form::of(tiling.lattice(), &cells.collect::<Vec<(Cell, usize)>>(), true, |_| 0)
}

impl UnitPlan {
    /// Adds a block as it is planned in its standard place; returns its pieces.
    fn add(&mut self, plan: &UnitPlan, form: &Form) -> Vec<usize> {
        let (first, block) = (self.pieces.len(), Some(self.blocks.len()));
        let own = plan.pieces.iter().map(|(patch, cells)| {
            (form.patches[*patch], cells.iter().map(|&cell| form.cell_in_place(cell)).collect())
        });
        self.pieces.extend(own);
        self.joined.extend(plan.joined.iter().map(|&(patch, piece)| (form.patches[patch], first + piece)));
        let moved = |pieces: &Vec<usize>| pieces.iter().map(|piece| first + piece).collect::<Vec<usize>>();
        self.steps.extend(plan.steps.iter().map(|(_, sewn, added)| (block, moved(sewn), moved(added))));
        let pieces: Vec<usize> = (first..self.pieces.len()).collect();
        self.blocks.push(pieces.clone());
        pieces
    }
}

/// Sews a part to those so far; the first is only laid down.
fn join(joins: &mut Vec<(Option<usize>, Vec<usize>, Vec<usize>)>, sewn: &mut Vec<usize>, part: Vec<usize>) {
    if !sewn.is_empty() {
        joins.push((None, sewn.clone(), part.clone()));
    }
    sewn.extend(part);
}
