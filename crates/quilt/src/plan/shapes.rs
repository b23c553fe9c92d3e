//! Lays templates out by their true outlines, for those who cut with scissors.
//!
//! Patches are nested in groups, each in a rectangle of its own across the cloth: a layout is cut group by group.

use super::error::QuiltError;
use super::yardage::{CutItem, CutPiece, Hands, Inches, Nest};
use piecework_draw::geometry::{Outline, Point};
use piecework_draw::layout::{Part, nest_on_strip};
use piecework_tiling::stop::StopFlag;

/// The most patches of a group: more take long, and save little.
const GROUP: usize = 24;
/// How many layouts of a group are tried; a second's work.
const LAYOUTS: usize = 6_000;
/// The most columns of the grid that outlines are laid on.
const COLUMNS: f64 = 400.0;

/// All that is cut from one fabric, each group in one rectangle; none if something has no outline or does not fit
/// across the fabric. Outlines begin and end at multiples of `unit`, where that is not too fine.
pub(crate) fn by_shape(
    items: &[CutItem],
    counts: &[Hands],
    (width, unit): (Inches, Inches),
    stop: &StopFlag,
) -> Result<Option<Vec<CutPiece>>, QuiltError> {
    let mut parts = Vec::new();
    for (item, hands) in items.iter().zip(counts) {
        for (hand, &count) in hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            let Some((name, outline)) = &item.outlines[hand] else { return Ok(None) };
            for _ in 0..count {
                parts.push(Part::new(name.clone(), outline.at_origin(), Vec::new())?);
            }
        }
    }
    let unit = unit.mm().max(width.mm() / COLUMNS);
    let groups = parts.chunks(parts.len().div_ceil(parts.len().div_ceil(GROUP).max(1)).max(1));
    groups.map(|group| nested(group, (width, unit), stop)).collect()
}

/// A group in a rectangle.
fn nested(
    parts: &[Part],
    (width, unit): (Inches, f64),
    stop: &StopFlag,
) -> Result<Option<CutPiece>, QuiltError> {
    let Some(sheet) = nest_on_strip(parts, width.mm(), unit, LAYOUTS, stop)? else { return Ok(None) };
    let outlines: Vec<Outline> = sheet.placed.iter().map(|placed| placed.outline(parts)).collect();
    let all = outlines.iter().map(Outline::bounds).reduce(|a, b| a.union(b));
    let side = |mm: f64| Inches::at_least(mm, Inches::SIXTEENTH);
    let (across, down) = all.map_or((0.0, 0.0), |all| (all.right, all.bottom));
    let (across, down) = (side(across).min(width), side(down));
    let lies = across >= down;
    let put = |at: Point| if lies { (at.x, at.y) } else { (down.mm() - at.y, at.x) };
    let nest = Nest {
        outlines: outlines.iter().map(|of| of.corners().map(|corner| put(corner.at)).collect()).collect(),
        labels: outlines.iter().map(|of| put(of.label().at)).collect(),
        names: sheet.placed.iter().map(|placed| parts[placed.part].name().to_owned()).collect(),
    };
    Ok(Some(CutPiece {
        name: format!("{} shapes", parts.len()),
        size: (across.min(down), across.max(down)),
        one_way: false,
        count: 1,
        labels: Vec::new(),
        boxed: true,
        area_mm2: parts.iter().map(|part| part.outline().area()).sum(),
        nest: Some(nest),
        rotary: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::options::QuiltOptions;
    use crate::plan::order::{PatchCuts, PatchCutting};
    use crate::plan::yardage::Cutting;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::tiling::infer_tiling;

    /// The length of cloth 40 in wide for so many patches of two shapes, in inches.
    fn length(shapes: &[&[(i32, i32)]], counts: &[Hands], cell: f64) -> f64 {
        let patches = shapes
            .iter()
            .zip(0..)
            .map(|(cells, at)| cells.iter().map(|&(x, y)| Cell { x: x + 9 * at, y }).collect::<Vec<Cell>>());
        let tiling = infer_tiling("shapes", Lattice::Square, patches).expect("a tiling");
        let mut options = QuiltOptions { cell: cell * 25.4, ..QuiltOptions::default() };
        options.yardage.cutting = Cutting::Shapes;
        let cuts = PatchCuts::new(PatchCutting::Whole(&tiling), &options).expect("cut");
        let width = Inches::eighths(320);
        let laid = by_shape(&cuts.items, counts, (width, options.grid()), &StopFlag::never());
        let pieces = laid.expect("not stopped").expect("outlines");
        let high = |piece: &CutPiece| {
            if piece.size.1 <= width { piece.size.0.min(piece.size.1) } else { piece.size.1 }
        };
        pieces.iter().map(|piece| high(piece).inches()).sum()
    }

    const Y: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (1, 1)];

    /// References by sparrow, a nester for one fabric at a time: 21.8 in at 2 in, 67.8 in at 3 3/4 in.
    #[test]
    fn shapes_of_the_quilt_of_1987_take_no_more_than_strips() {
        let found = length(&[Y], &[[13, 10]], 2.0);
        assert!(found <= 24.5, "{found} in, and strips take 24 1/2 in");
    }

    #[test]
    #[ignore = "half a minute without optimisation: see CONTRIBUTING.md"]
    fn shapes_of_a_queen_size_take_less_than_strips() {
        let found = length(&[Y], &[[13, 10]], 3.75);
        assert!(found <= 80.0, "{found} in, and strips take 89 3/4 in");
    }
}
