//! Adds sheets with parts that are no pieces: those of a tray and of a box.

use super::division::{Group, SheetUse};
use super::separate::{laid_out, part_lines};
use super::sheet::{Body, CutSheet, Measuring, Planned, PlannedCut, ToolLine};
use crate::{CutError, CutOptions};
use piecework_draw::drawing::Level;
use piecework_draw::geometry::Outline;
use piecework_draw::layout::{Part, nest_outlines};

/// A part: its outline as cut, and the lines on it, in its coordinates.
pub(super) struct ExtraPart {
    pub(super) part: Part,
    pub(super) scores: Vec<ToolLine>,
    pub(super) engravings: Vec<Vec<ToolLine>>,
    /// Its heights, if it is a body from a 3D printer.
    pub(super) body: Option<Body>,
}

impl ExtraPart {
    /// A part without lines on it.
    pub(super) fn new(name: &str, outline: Outline) -> Result<Self, CutError> {
        Ok(Self {
            part: Part::new(name, outline, Vec::new())?,
            scores: Vec::new(),
            engravings: Vec::new(),
            body: None,
        })
    }
}

/// Adds their sheets after those of the pieces; `title` is that of the puzzle, and `what` what the parts are of.
pub(super) fn plan(
    (title, what): (&str, &str),
    parts: &[ExtraPart],
    options: &CutOptions,
    planned: &mut Planned,
) -> Result<(), CutError> {
    let stock = options.stock();
    let outlines: Vec<Part> = parts.iter().map(|part| part.part.clone()).collect();
    let group = Group::default();
    let sheets = nest_outlines(&outlines, &stock, &[90], &options.stop)?;
    for (index, sheet) in sheets.iter().enumerate() {
        let number = planned.sheets.len() + 1;
        let name = group.name(number);
        let title = format!("{title}, {what} {} of {}", index + 1, sheets.len());
        let mut plan = CutSheet { name: name.clone(), title, ..CutSheet::default() };
        let mut found = Measuring::default();
        let mut area = 0.0;
        for placed in &sheet.placed {
            let ExtraPart { part, scores, engravings, body } = &parts[placed.part];
            let (outline, motion) = laid_out(part, placed);
            area += outline.area();
            let moved = |line: &ToolLine| line.mapped(|point| motion.of(point));
            plan.scores.extend(scores.iter().map(moved));
            plan.engravings.extend(engravings.iter().map(|lines| lines.iter().map(moved).collect()));
            plan.bodies.extend(body.iter().map(|body| {
                let hollow =
                    |(rings, level): &(Vec<ToolLine>, Level)| (rings.iter().map(moved).collect(), *level);
                Body { hollows: body.hollows.iter().map(hollow).collect(), ..body.clone() }
            }));
            // The opening is cut while the frame is still held.
            let rings = outline.holes().iter().map(|ring| (ring, true)).chain([(outline.outer(), false)]);
            let rings = rings.map(|(ring, inner)| (ring.points().to_vec(), inner));
            let lines = part_lines(rings, part.name(), &options.line.tool, &mut found)?;
            plan.cuts.push(PlannedCut { name: part.name().to_owned(), lines });
        }
        planned.found.add(&found.measures);
        planned.least.add(&found.measures);
        planned.run_mm += found.run_mm;
        planned.uses.push(SheetUse::new(name, None, [], area, stock.usable()?));
        planned.sheets.push(plan);
    }
    Ok(())
}
