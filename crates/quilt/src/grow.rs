//! What grows to the size of a bed: blocks or cells, and how many blocks.

use super::settings::{Borders, Grow};
use super::yardage::{Bed, Inches};
use super::{QuiltError, QuiltRequest};
use piecework_draw::geometry::{Bounds, Dimensions};
use piecework_tiling::error::Error;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError};
use piecework_tiling::setting::{BoardSize, OptionError};

/// What grows to the size of a bed: blocks where the board can be one, else cells, unless their size is asked for.
pub(super) fn grown_by(request: &QuiltRequest, puzzle: &Puzzle) -> Result<Option<Grow>, Error> {
    if request.size.is_none() {
        return Ok(None);
    }
    if request.is_on_point() {
        // Blocks on point keep their size.
        return match (request.grow, request.blocks) {
            (Some(Grow::Cells), _) => {
                let reason = "blocks on point keep their size; leave it out, and their number grows";
                Err(OptionError::no_effect("--grow cells", reason).into())
            }
            (_, None) => Ok(Some(Grow::Blocks)),
            (_, Some(_)) => Ok(None),
        };
    }
    let grow = request.grow.or(match request.blocks.is_none() && can_be_block(request, puzzle) {
        true => Some(Grow::Blocks),
        _ if request.cell.is_none() && request.precut.is_none() => Some(Grow::Cells),
        _ => None,
    });
    match grow {
        Some(Grow::Cells) if request.cell.is_some() => {
            let (option, other) = ("--grow cells".to_owned(), "--cell".to_owned());
            Err(OptionError::Conflict { option, other }.into())
        }
        Some(Grow::Blocks) if request.blocks.is_some() || request.follow => {
            let other = if request.follow { "--follow" } else { "--blocks" };
            Err(OptionError::Conflict { option: "--grow blocks".to_owned(), other: other.to_owned() }.into())
        }
        grow => Ok(grow),
    }
}

/// Whether the board can be repeated.
pub(super) fn can_be_block(request: &QuiltRequest, puzzle: &Puzzle) -> bool {
    let blocks = request.blocks_of(BoardSize { columns: 2, rows: 2 });
    !request.follow && blocks.refusal(puzzle.region()).is_none()
}

/// As many blocks as come nearest to the size of a bed, with cells of this edge in mm.
pub(super) fn blocks_for_bed(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    cell: f64,
    limits: &Limits,
) -> Result<BoardSize, Error> {
    let bed = Bed::named(request.size.as_deref().unwrap_or_default()).map_err(QuiltError::from)?;
    let side = |count: u32| -> Result<Dimensions, Error> {
        let blocks = request.blocks_of(BoardSize { columns: count, rows: count });
        if let Some(refusal) = blocks.refusal(puzzle.region()) {
            return Err(OptionError::no_effect("--size", refusal.reason).into());
        }
        let (found, allowed) = (blocks.area(puzzle.region()), limits.get(Limit::RegionCells));
        if found > allowed {
            return Err(PuzzleError::RegionTooLarge { found, allowed }.into());
        }
        Ok(Bounds::of_region(blocks.puzzle(puzzle)?.region(), cell)?.dimensions())
    };
    // Rows of blocks may be shifted: two pitches are known, also where those of single rows alternate.
    let (one, three) = (side(1)?, side(3)?);
    let around =
        request.border.iter().flat_map(|Borders(borders)| borders).fold((0.0, 0.0), |all, border| {
            let (wide, high) = request.width_of(border).widths(Inches::of_mm(cell));
            (all.0 + 2.0 * wide.mm(), all.1 + 2.0 * high.mm())
        });
    let length = |one: f64, three: f64, count: u32, around: f64| {
        Inches::of_mm(one + (three - one) / 2.0 * f64::from(count - 1) + around)
    };
    let top = |columns: u32, rows: u32| {
        (length(one.width, three.width, columns, around.0), length(one.height, three.height, rows, around.1))
    };
    let (columns, rows) = bed.blocks(top, request.border.is_none());
    Ok(BoardSize { columns, rows })
}
