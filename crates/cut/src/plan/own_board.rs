//! Traces the board of a cut: its tiling, with lines of one's own in it if there are any.
//!
//! What such lines make of a board is kept in the plan as data, from which pages make the same patchwork again.

use super::{CutPlan, ToolLine};
use crate::knobs::{with_knobs, wobbled};
use crate::{CutError, CutOptions, Line, OwnOutlines};
use piecework_draw::geometry::{
    BoardLine, GeometryError, Join, Outline, OwnBoard, OwnLines, OwnLinesError, Patchwork, Point,
};
use piecework_tiling::tiling::Tiling;

/// The lines of a board that lines of one's own are in, as data.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedBoard {
    /// The names of the pieces, in the order of their numbers.
    pub names: Vec<String>,
    /// How many of the last pieces are whimsies.
    pub whimsies: usize,
    /// The upper left corner of the board before it was cut to a border.
    pub corner: Point,
    /// All lines, each once.
    pub lines: Vec<PlannedLine>,
}

/// A line between two pieces, or a piece and the outside.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PlannedLine {
    /// The line.
    pub line: ToolLine,
    /// The piece on its left, from 0.
    pub left: Option<usize>,
    /// The piece on its right, from 0.
    pub right: Option<usize>,
}

impl PlannedBoard {
    /// Returns the names of the pieces of a tiling that are not in the board: they are cut off, or joined to a neighbor.
    pub(crate) fn lost(&self, tiling: &Tiling) -> Vec<String> {
        let mut left: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let names = tiling.placements().iter().map(|placement| tiling.piece_of(placement).name.as_str());
        let is_lost = |name: &&str| match left.iter().position(|kept| kept == name) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        };
        names.filter(is_lost).map(str::to_owned).collect()
    }

    pub(super) fn of(board: &OwnBoard) -> Self {
        let line = |BoardLine { stretches, left, right }: &BoardLine| PlannedLine {
            line: Line::open(stretches).into(),
            left: *left,
            right: *right,
        };
        let lines = board.lines.iter().map(line).collect();
        Self { names: board.names.clone(), whimsies: board.whimsies, corner: board.corner, lines }
    }

    fn patchwork(&self) -> Result<Patchwork, CutError> {
        let line = |PlannedLine { line, left, right }: &PlannedLine| BoardLine {
            stretches: line.stretches().collect(),
            left: *left,
            right: *right,
        };
        let lines = self.lines.iter().map(line).collect();
        let Self { names, whimsies, corner, .. } = self.clone();
        Ok(Patchwork::of_lines(&OwnBoard { lines, names, whimsies, corner })?)
    }
}

impl CutPlan {
    /// Returns the patchwork that the plan was made of: that of its tiling, or its own lines.
    pub(crate) fn patchwork(&self, tiling: &Tiling) -> Result<Patchwork, CutError> {
        match &self.board {
            Some(board) => board.patchwork(),
            None => Ok(Patchwork::trace(tiling, self.cell_mm)?),
        }
    }
}

/// Traces a tiling, and lays lines of one's own in it.
pub(super) fn trace(tiling: &Tiling, options: &CutOptions) -> Result<Patchwork, CutError> {
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let Some(own) = &options.own_lines else { return Ok(patchwork) };
    let corner = patchwork.bounds();
    let whimsies = own.whimsies.iter().flat_map(OwnOutlines::outlines);
    let whimsies: Vec<Outline> = whimsies.map(|whimsy| whimsy.moved(corner.left, corner.top)).collect();
    let border = own
        .border
        .as_ref()
        .map(|border| border.outline(whole_board(&patchwork)?, own.least_width))
        .transpose()?;
    let lines = OwnLines { whimsies: &whimsies, border: border.as_ref(), least_width: own.least_width };
    let board = patchwork.with_own_lines(&lines)?;
    let seed = options.line.knobs.map_or(1, |knobs| knobs.seed);
    let board = match own.wobble {
        Some(most) => uncrossed(&board, (most, options.cell), seed),
        None => board,
    };
    options.stop.check()?;
    let gap = options.kerf.max(options.line.fit.unwrap_or(0.0));
    let board = match options.line.knobs {
        Some(knobs) => with_knobs(&board, knobs, (options.cell, gap), &options.stop)?,
        None => board,
    };
    let whole = border.unwrap_or_else(|| patchwork.board()[0].clone()).moved(board.corner.x, board.corner.y);
    let cut = Patchwork::of_lines(&board)?;
    prove_whole(&cut, &whole)?;
    Ok(cut)
}

/// Returns the outline of a board that is in one part.
fn whole_board(patchwork: &Patchwork) -> Result<&Outline, OwnLinesError> {
    match patchwork.board() {
        [board] => Ok(board),
        _ => Err(OwnLinesError::BoardWithGaps),
    }
}

/// Returns the board with lines that waver by up to `most` mm: by less where they would cross in a narrow place.
fn uncrossed(board: &OwnBoard, (most, cell): (f64, f64), seed: u64) -> OwnBoard {
    let mut tries = [1.0, 0.7, 0.5, 0.3].iter().map(|share| wobbled(board, (share * most, cell), seed));
    let crosses_nothing = |board: &OwnBoard| Patchwork::of_lines(board).is_ok();
    tries.find(crosses_nothing).unwrap_or_else(|| board.clone())
}

/// Proves, from the outlines alone, that pieces fill the board and do not overlap: their areas add up to its area, and no place of
/// it is in none of them. That each is one simple outline was checked when it was made.
fn prove_whole(cut: &Patchwork, whole: &Outline) -> Result<(), CutError> {
    let pieces: Vec<Outline> = cut.patches().iter().map(|patch| patch.outline().clone()).collect();
    let missing = whole.area() - pieces.iter().map(Outline::area).sum::<f64>();
    let bare: f64 = whole.without(&pieces)?.iter().map(Outline::area).sum();
    // Points are on a grid of nanometres.
    let allowed = 1e-6 * whole.area().max(1.0);
    if missing.abs() > allowed || bare > allowed {
        return Err(OwnLinesError::NotWhole {
            missing: if missing.abs() > allowed { missing } else { bare },
        }
        .into());
    }
    Ok(())
}

/// Returns the outline of a piece, `by` mm outside. Curves of a board with own lines are of many short lines, of which some may
/// vanish.
pub(super) fn beside(
    patchwork: &Patchwork,
    outline: &Outline,
    (by, name): (f64, &str),
) -> Result<Outline, GeometryError> {
    if patchwork.own_board().is_none() {
        return outline.with_allowance(by, name);
    }
    let mut parts = outline.offset(by, Join::MITRE)?;
    match parts.len() {
        1 => Ok(parts.remove(0)),
        _ => outline.with_allowance(by, name),
    }
}

/// Returns the board as one piece, if it is cut to a border: for trays and lids.
pub(super) fn bordered(tiling: &Tiling, options: &CutOptions) -> Result<Option<Patchwork>, CutError> {
    let own = options.own_lines.as_ref().and_then(|own| Some((own.border.as_ref()?, own.least_width)));
    let Some((border, least)) = own else { return Ok(None) };
    let board = Patchwork::of_region(&tiling.board().whole(), options.cell)?;
    let outline = border.outline(whole_board(&board)?, least)?.at_origin();
    let points = outline.outer().points();
    let next = points.iter().cycle().skip(1);
    let stretches =
        points.iter().zip(next).map(|(&a, &b)| piecework_draw::geometry::Stretch::line(a, b)).collect();
    let lines = vec![BoardLine { stretches, left: None, right: Some(0) }];
    let board = OwnBoard { lines, names: vec!["board".to_owned()], whimsies: 0, corner: Point::default() };
    Ok(Some(Patchwork::of_lines(&board)?))
}
