//! The same quilt for every bed: what the command of each size makes, and what that takes.

use super::extend::{Board, can_be_made_again, can_extend};
use super::grow::can_be_block;
use super::plan::error::QuiltError;
use super::plan::{MOST_PATCHES, patches_as_sewn};
use super::prepare::{PreparedQuilt, QuiltTop, prepare, with_fabrics_of};
use super::settings::Grow;
use super::yardage::{Bed, ClothSize, Inches, SizeRow, SizeYardage};
use super::{QuiltPlan, QuiltRequest};
use piecework_tiling::tiling::Tiling;

/// What the quilt of a bed comes to.
struct Made {
    patches: usize,
    /// The size of the top, and with borders.
    size: [ClothSize; 2],
    /// What is bought, if it is counted and no patch is larger than the cloth.
    takes: Option<SizeYardage>,
}

impl PreparedQuilt {
    /// The same quilt for every bed, as its command makes it; `plan` is that of this one.
    pub(super) fn sizes(&self, laid: &QuiltTop, plan: &QuiltPlan) -> Vec<SizeRow> {
        let block = &laid.block;
        let is_sewn = block.gaps().is_empty() || can_be_block(&self.request, block.puzzle());
        let sewn = if is_sewn { None } else { self.sewn(block).ok() };
        let sewn = sewn.as_ref().unwrap_or(block);
        let row = |bed: Bed| match self.grown(bed, block) {
            Some(made) => self.size_row(bed, &made, (laid, block), plan),
            None => self.size_row(bed, &self.with_larger_cells(bed, sewn)?, (laid, sewn), plan),
        };
        Bed::all().take_while(|_| !self.options.stop.is_raised()).filter_map(row).collect()
    }

    /// What is asked for, for a bed.
    fn for_bed(&self, bed: Bed) -> QuiltRequest {
        let size = Some(bed.name().to_owned());
        QuiltRequest { size, border: None, blocks: None, extend: None, ..self.request.clone() }
    }

    /// The quilt of a bed with cells as they are, and more blocks or a larger board; none if there cannot be.
    fn grown(&self, bed: Bed, block: &Tiling) -> Option<PreparedQuilt> {
        let (own, puzzle) = (self.for_bed(bed), block.puzzle());
        let is_again = !can_be_block(&own, puzzle) && !can_extend(puzzle);
        if is_again && !can_be_made_again(puzzle) {
            return None;
        }
        let made = prepare(&own, puzzle, &self.limits).ok()?;
        (!is_again || made.whole.grown.board.is_some()).then_some(made)
    }

    /// The quilt of a bed with larger cells.
    fn with_larger_cells(&self, bed: Bed, block: &Tiling) -> Option<PreparedQuilt> {
        let own = QuiltRequest { cell: None, grow: Some(Grow::Cells), ..self.for_bed(bed) };
        prepare(&own, block.puzzle(), &self.limits).ok()
    }

    /// The row of one bed; none if the quilt does not reach it.
    fn size_row(
        &self,
        bed: Bed,
        made: &PreparedQuilt,
        (laid, block): (&QuiltTop, &Tiling),
        plan: &QuiltPlan,
    ) -> Option<SizeRow> {
        let (grown, mut own) = (&made.whole.grown, made.request.clone());
        let is_reached = |size: ClothSize| bed.compared(size, true).is_reached();
        // Of a board that is made again the size is known when it is.
        if !grown.board.as_ref().is_some_and(Board::is_made_again) && !is_reached(made.size[1]) {
            return None;
        }
        // A top that follows a photo and is no larger does so already.
        let is_laid = own.follow && grown.board.is_none() && self.whole.grown.board.is_none();
        own.follow &= !is_laid;
        let block = if is_laid { &laid.tiling } else { block };
        let sewn = own.top_of(&made.whole, block, &self.options.stop).ok()?;
        let Made { patches, size: [top, finished], takes } = self.made(made, &sewn, (laid, plan))?;
        let blocks = made.whole.blocks.as_ref().map_or((1, 1), |of| (of.columns, of.rows));
        let half = |side: Inches, top: Inches| Inches::of_mm((side - top).mm() / 2.0);
        is_reached(finished).then_some(SizeRow {
            name: bed.name(),
            cell: Inches::of_mm(made.options.block_cell()),
            blocks: (grown.grow != Some(Grow::Cells)).then_some(blocks),
            board: grown.board.as_ref().map(|board| (board.size.columns, board.size.rows)),
            patches,
            top,
            border: (half(finished.width, top.width), half(finished.height, top.height)),
            finished,
            takes,
        })
    }

    /// What the quilt of a bed comes to: what its plan says, which may be that of this quilt.
    fn made(
        &self,
        of: &PreparedQuilt,
        sewn: &QuiltTop,
        (laid, plan): (&QuiltTop, &QuiltPlan),
    ) -> Option<Made> {
        // A stash is for this quilt: for others it would be searched in vain.
        let is_counted = self.request.fabrics.stash.is_none();
        let around = |of: &PreparedQuilt| (of.size, of.options.cell.to_bits());
        let is_this =
            sewn.tiling == laid.tiling && sewn.fabrics == laid.fabrics && around(of) == around(self);
        let counted = match is_counted && !is_this {
            true => {
                let options = of.clone().until(self.options.stop.clone()).options_of(sewn).ok()?;
                match QuiltPlan::counted(&sewn.tiling, &options) {
                    // There is no pattern of that size.
                    Err(QuiltError::TooManyPatches { .. }) => return None,
                    counted => counted.ok(),
                }
            }
            false => None,
        };
        if let Some(summary) = counted.as_ref().or(Some(&plan.summary).filter(|_| is_this)) {
            let yardage = &summary.yardage;
            let takes = is_counted.then(|| SizeYardage::of(yardage));
            return Some(Made { patches: summary.patches, size: [yardage.top, yardage.finished], takes });
        }
        let options = with_fabrics_of(sewn, of.options.clone()).ok()?;
        let patches = patches_as_sewn(&sewn.tiling, &options).ok()?;
        (patches <= MOST_PATCHES).then_some(Made { patches, size: of.size, takes: None })
    }
}
