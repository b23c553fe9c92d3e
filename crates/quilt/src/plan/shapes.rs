//! Lays templates out by their true outlines, for those who cut with scissors.
//!
//! Patches are nested in groups, each in a rectangle of its own across the cloth: a layout is cut group by group.

use super::error::QuiltError;
use super::yardage::{CutItem, CutPiece, Hands, Inches, Nest};
use piecework_draw::geometry::Outline;
use piecework_draw::layout::{LayoutError, Part, Sheet, Stock, nest_outlines_until};
use piecework_tiling::stop::StopFlag;

/// The most patches of a group: more take long, and save little.
const GROUP: usize = 24;
/// How much longer than the area of the patches cloth is that is tried, until it is long enough.
const LOOSE: [f64; 6] = [1.1, 1.2, 1.3, 1.4, 1.6, 1.9];
/// How often a shorter piece of cloth is tried, and by how much, in mm.
const SHORTER: (usize, f64) = (2, 25.4 / 4.0);

/// All that is cut from one fabric, each group in one rectangle; none if something has no outline or a group does
/// not fit across the fabric.
pub(crate) fn by_shape(
    items: &[CutItem],
    counts: &[Hands],
    width: Inches,
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
    let groups = parts.chunks(parts.len().div_ceil(parts.len().div_ceil(GROUP).max(1)).max(1));
    groups.map(|group| nested(group, width, stop)).collect()
}

/// A group in a rectangle.
fn nested(parts: &[Part], width: Inches, stop: &StopFlag) -> Result<Option<CutPiece>, QuiltError> {
    let area: f64 = parts.iter().map(|part| part.outline().area()).sum();
    let highest =
        parts.iter().map(|part| part.bounds().height().min(part.bounds().width())).fold(0.0, f64::max);
    let on = |height: f64| -> Result<Option<Sheet>, LayoutError> {
        let stock = Stock { width: width.mm(), height: height.max(highest), margin: 0.0, gap: 0.0 };
        match nest_outlines_until(parts, &stock, &[90, 180, 270], stop) {
            Ok(mut sheets) if sheets.len() == 1 => Ok(sheets.pop()),
            Ok(_) | Err(LayoutError::PartTooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    };
    let laid =
        |sheet: &Sheet| -> Vec<Outline> { sheet.placed.iter().map(|placed| placed.outline(parts)).collect() };
    let reach = |sheet: &Sheet| {
        let all = laid(sheet).into_iter().map(|outline| outline.bounds()).reduce(|a, b| a.union(b));
        all.map_or((0.0, 0.0), |all| (all.right, all.bottom))
    };
    let mut best = None;
    for loose in LOOSE {
        best = if best.is_some() { best } else { on(area / width.mm() * loose)? };
    }
    for _ in 0..SHORTER.0 {
        let Some(known) = &best else { return Ok(None) };
        let Some(closer) = on(reach(known).1 - SHORTER.1)? else { break };
        best = Some(closer);
    }
    let Some(sheet) = best else { return Ok(None) };
    let (across, down) = reach(&sheet);
    let side = |mm: f64| Inches::at_least(mm, Inches::SIXTEENTH);
    let (across, down) = (side(across).min(width), side(down));
    let lies = across >= down;
    let put =
        |at: piecework_draw::geometry::Point| if lies { (at.x, at.y) } else { (down.mm() - at.y, at.x) };
    let outlines = laid(&sheet);
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
        area_mm2: area,
        nest: Some(nest),
    }))
}
