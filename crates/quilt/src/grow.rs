//! What grows to the size of a bed: blocks, the board or cells, and by how much.

use super::blocks::OF_BLOCKS;
use super::extend::{Board, WHAT_GROWS, can_be_made_again, can_extend};
use super::hats::Tile;
use super::settings::{Borders, Grow};
use super::yardage::{Bed, ClothSize, Counts, Inches};
use super::{QuiltError, QuiltRequest};
use piecework_draw::geometry::{Bounds, Dimensions};
use piecework_draw::options::Options as _;
use piecework_tiling::error::Error;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError};
use piecework_tiling::setting::{BoardSize, OptionError};

/// The cell edge in mm and the finished size of a quilt that does not grow.
type Alone<'a> = &'a dyn Fn(&Puzzle) -> Result<(f64, ClothSize), Error>;
/// The finished size of a quilt of a puzzle.
type SizeOf<'a> = &'a dyn Fn(&Puzzle) -> Result<ClothSize, Error>;

/// How far off blocks may be, in inches as [`Counts::off`] has them, before the board is made larger instead: one side of the
/// larger beds is then at its least. Chosen by trial.
const ENOUGH: f64 = 16.0;

/// How many boards are tried, the nearest first.
const MOST_BOARDS: usize = 3;

/// What grows, and what a quilt then consists of.
#[derive(Debug, Clone, Default)]
pub(super) struct Grown {
    /// What grows, if a bed is to be fitted.
    pub(super) grow: Option<Grow>,
    /// How many blocks there are, if they are asked for or chosen.
    pub(super) blocks: Option<BoardSize>,
    /// The larger board, if it is asked for or chosen.
    pub(super) board: Option<Board>,
}

/// What is asked for or grows to the size of a bed: blocks or the board, whichever comes near, with patches of the size that
/// was asked for. Cells grow only if that is asked for. `alone` has the quilt of a puzzle without a size: the edge of its
/// cells in mm, and the size of its top.
pub(super) fn grown(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    alone: Alone<'_>,
    limits: &Limits,
) -> Result<Grown, Error> {
    if let Some(size) = request.extend {
        let board = Board::of(puzzle, size, limits)?.ok_or_else(|| no_pieces(size))?;
        return Ok(Grown { board: Some(board), ..Grown::default() });
    }
    let (grow, blocks) = (request.grow, request.blocks);
    if request.size.is_none() {
        return Ok(Grown { blocks, ..Grown::default() });
    }
    let conflict = |other: &str| {
        let grow = if grow == Some(Grow::Cells) { "cells" } else { "blocks" };
        Err(OptionError::Conflict { option: format!("--grow {grow}"), other: other.to_owned() }.into())
    };
    match grow {
        Some(Grow::Cells) if request.is_on_point() => {
            let reason = "blocks on point keep their size; leave it out, and their number grows";
            Err(OptionError::no_effect("--grow cells", reason).into())
        }
        Some(Grow::Cells) if request.cell.is_some() => conflict("--cell"),
        Some(Grow::Blocks) if request.follow => conflict("--follow"),
        Some(Grow::Blocks | Grow::Board) if blocks.is_some() => conflict("--blocks"),
        Some(Grow::Cells) => Ok(Grown { grow, blocks, board: None }),
        _ if blocks.is_some() => Ok(Grown { blocks, ..Grown::default() }),
        _ => counted(request, puzzle, alone, limits),
    }
}

fn no_pieces(size: BoardSize) -> Error {
    let BoardSize { columns, rows } = size;
    let reason = "no pieces were found for what is added; another number of columns or rows may do";
    OptionError::no_effect(format!("--extend {columns}x{rows}"), reason).into()
}

/// As many blocks, or as large a board, as come nearest to the bed.
fn counted(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    alone: Alone<'_>,
    limits: &Limits,
) -> Result<Grown, Error> {
    let cell = alone(puzzle)?.0;
    let bed = Bed::named(request.size.as_deref().unwrap_or_default()).map_err(QuiltError::from)?;
    let is_board = request.grow == Some(Grow::Board);
    let can_be_block = can_be_block(request, puzzle) && !is_board;
    let blocks = match can_be_block || request.is_on_point() || request.grow == Some(Grow::Blocks) {
        true => Some(blocks_for_bed(request, puzzle, (bed, cell), limits)?),
        false => None,
    };
    let is_near = |counts: &Counts| counts.off <= ENOUGH || request.grow == Some(Grow::Blocks);
    if let Some(near) = blocks.filter(is_near) {
        return Ok(Grown { grow: Some(Grow::Blocks), blocks: Some(near.size()), board: None });
    }
    let off = blocks.map_or(f64::INFINITY, |blocks| blocks.off);
    let top = BoardTop { cell, of: &|puzzle| Ok(alone(puzzle)?.1) };
    if let Some(board) = board_for_bed(request, puzzle, (bed, top, off), limits)? {
        return Ok(Grown { grow: Some(Grow::Board), blocks: None, board: Some(board) });
    }
    if is_board {
        return Err(OptionError::no_effect("--grow board", WHAT_GROWS).into());
    }
    Ok(Grown { grow: blocks.map(|_| Grow::Blocks), blocks: blocks.map(|counts| counts.size()), board: None })
}

/// Whether the board can be repeated.
pub(super) fn can_be_block(request: &QuiltRequest, puzzle: &Puzzle) -> bool {
    let blocks = request.blocks_of(BoardSize { columns: 2, rows: 2 });
    !request.follow && blocks.refusal(puzzle.region()).is_none()
}

/// The widths of the borders that are asked for, both sides together, in mm.
fn around(request: &QuiltRequest, cell: f64) -> (f64, f64) {
    request.border.iter().flat_map(|Borders(borders)| borders).fold((0.0, 0.0), |all, border| {
        let (wide, high) = request.width_of(border).widths(Inches::of_mm(cell));
        (all.0 + 2.0 * wide.mm(), all.1 + 2.0 * high.mm())
    })
}

/// As many blocks as come nearest to the size of a bed, with cells of this edge in mm.
fn blocks_for_bed(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    (bed, cell): (Bed, f64),
    limits: &Limits,
) -> Result<Counts, Error> {
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
    let around = around(request, cell);
    let length = |one: f64, three: f64, count: u32, around: f64| {
        Inches::of_mm(one + (three - one) / 2.0 * f64::from(count - 1) + around)
    };
    let top = |columns: u32, rows: u32| ClothSize {
        width: length(one.width, three.width, columns, around.0),
        height: length(one.height, three.height, rows, around.1),
    };
    let nearest = bed.counts(top, request.border.is_none(), request.units);
    Ok(nearest.first().copied().unwrap_or(Counts { columns: 1, rows: 1, off: f64::INFINITY }))
}

/// How large the tops of boards are.
struct BoardTop<'a> {
    /// The edge of a cell, in mm.
    cell: f64,
    /// The size of the top of a puzzle.
    of: SizeOf<'a>,
}

impl BoardTop<'_> {
    /// The tops of two boards that are made again; none if one of them cannot be.
    fn made_again(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<[ClothSize; 2]>, Error> {
        let sides = sides_known(puzzle);
        let of = |side: u32| match Board::of(puzzle, BoardSize { columns: side, rows: side }, limits)? {
            Some(board) => Ok::<_, Error>(Some((self.of)(&board.puzzle(puzzle)?)?)),
            None => Ok(None),
        };
        Ok(of(sides[0])?.zip(of(sides[1])?).map(|(few, more)| [few, more]))
    }
}

/// Columns and rows of these: so many that their edge can be made straight, and of tiles that are laid without a search so many
/// that it counts for little how ragged it is.
fn sides_known(puzzle: &Puzzle) -> [u32; 2] {
    if Tile::of(puzzle).is_some() { [8, 24] } else { [6, 8] }
}

/// The board that comes nearest to the size of a bed, nearer than `off`, and for which pieces are found.
fn board_for_bed(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    (bed, top, off): (Bed, BoardTop<'_>, f64),
    limits: &Limits,
) -> Result<Option<Board>, Error> {
    let is_of_blocks =
        OF_BLOCKS.into_iter().any(|key| request.is_set(key)) || !request.fabrics.fabric_of.is_empty();
    let is_again = can_be_made_again(puzzle);
    if !(is_again || can_extend(puzzle)) || is_of_blocks {
        return Ok(None);
    }
    let around = around(request, top.cell);
    let known = if is_again { top.made_again(puzzle, limits)? } else { None };
    if is_again && known.is_none() {
        return Ok(None);
    }
    let length = |count: u32, known: Option<[Inches; 2]>, around: f64| match known {
        None => Inches::of_mm(top.cell * f64::from(count) + around),
        Some([few, more]) => {
            let sides = sides_known(puzzle);
            let each = (more - few).mm() / f64::from(sides[1] - sides[0]);
            Inches::of_mm((few.mm() + each * (f64::from(count) - f64::from(sides[0])) + around).max(0.0))
        }
    };
    let size = |columns: u32, rows: u32| ClothSize {
        width: length(columns, known.map(|of| of.map(|size| size.width)), around.0),
        height: length(rows, known.map(|of| of.map(|size| size.height)), around.1),
    };
    let nearest = bed.counts(size, request.border.is_none(), request.units);
    let nearer = nearest.into_iter().take_while(|counts| counts.off < off);
    let fits = |size: &BoardSize| Board::can_be(puzzle, *size);
    for size in nearer.map(Counts::size).filter(fits).take(MOST_BOARDS) {
        if let Some(board) = Board::of(puzzle, size, limits)? {
            return Ok(Some(board));
        }
    }
    Ok(None)
}

impl Counts {
    /// As a size.
    fn size(self) -> BoardSize {
        BoardSize { columns: self.columns, rows: self.rows }
    }
}
