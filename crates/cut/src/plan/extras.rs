//! Adds sheets with parts that are no pieces: those of a tray and of a box.

use super::division::{Group, SheetUse};
use super::placed::{laid_out, part_lines};
use super::sheet::{Body, CutSheet, Measuring, Planned, PlannedCut, ToolLine};
use crate::{CutError, CutOptions};
use piecework_draw::drawing::Level;
use piecework_draw::geometry::{Outline, Ring};
use piecework_draw::layout::{
    LayoutError, Part, Placed, Sheet, SheetFormat, guests, nest_outlines_on, with_guests,
};

/// A part: its outline as cut, and the lines on it, in its coordinates.
#[derive(Clone)]
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

impl ExtraPart {
    /// Returns it with another name.
    pub(super) fn renamed(self, name: impl Fn(&str) -> String) -> Result<Self, CutError> {
        let part = Part::new(name(self.part.name()), self.part.outline().clone(), Vec::new())?;
        let body = self.body.map(|body| Body { name: name(&body.name), ..body });
        Ok(Self { part, body, ..self })
    }
}

/// Adds their sheets after those of the pieces; `title` is that of the puzzle, and `what` what the parts are of.
pub(super) fn plan(
    (title, what): (&str, &str),
    parts: &[ExtraPart],
    options: &CutOptions,
    planned: &mut Planned,
) -> Result<(), CutError> {
    let options = &options.for_parts();
    let stock = options.stock();
    let outlines: Vec<Part> = parts.iter().map(|part| part.part.clone()).collect();
    let group = Group::default();
    let sheets = nest_filled(&outlines, 0, &[90], options)?;
    let size_mm = options.parts_bed.as_ref().map(SheetFormat::dimensions);
    for (index, sheet) in sheets.iter().enumerate() {
        let number = planned.sheets.len() + 1;
        let name = group.name(number);
        let title = format!("{title}, {what} {} of {}", index + 1, sheets.len());
        let mut plan = CutSheet { name: name.clone(), title, size_mm, ..CutSheet::default() };
        let (found, area) = lay(parts, sheet, &mut plan, options)?;
        planned.add(&found);
        planned.uses.push(SheetUse::new(name, None, [], area, stock.usable()?));
        planned.sheets.push(plan);
    }
    Ok(())
}

/// Nests parts on the stock; those before `hosts` and others may lie in the openings of the rest. Of sheets that are there once
/// some may be empty.
pub(super) fn nest_filled(
    parts: &[Part],
    hosts: usize,
    turns: &[i32],
    options: &CutOptions,
) -> Result<Vec<Sheet>, LayoutError> {
    let (stocks, stop) = (options.stocks(), &options.stop);
    let can_host =
        |&part: &usize| options.printed_pieces.is_none() && !parts[part].outline().holes().is_empty();
    let hosts: Vec<usize> = (hosts..parts.len()).filter(can_host).collect();
    let guests = guests(parts, &hosts, (stocks.then.gap, turns), stop)?;
    let is_guest = |part: &usize| guests.iter().any(|guest| guest.part == *part);
    let rest: Vec<usize> = (0..parts.len()).filter(|part| !is_guest(part)).collect();
    let others: Vec<Part> = rest.iter().map(|&part| parts[part].clone()).collect();
    let mut sheets = nest_outlines_on(&others, &stocks, (turns, options.nest), stop)?;
    sheets.iter_mut().flat_map(|sheet| &mut sheet.placed).for_each(|placed| placed.part = rest[placed.part]);
    with_guests(parts, (sheets, guests), &stocks, stop)
}

/// Returns the parts of a sheet, which were nested after `before` others.
pub(super) fn numbered_from(placed: Vec<Placed>, before: usize) -> Sheet {
    let placed = placed.into_iter().map(|placed| Placed { part: placed.part - before, ..placed });
    Sheet { placed: placed.collect() }
}

/// Lays parts on a sheet; returns the measures of their cuts, and their area.
pub(super) fn lay(
    parts: &[ExtraPart],
    sheet: &Sheet,
    plan: &mut CutSheet,
    options: &CutOptions,
) -> Result<(Measuring, f64), CutError> {
    let (mut found, mut area) = (Measuring::default(), 0.0);
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
        // The opening is cut while the frame is still held, and after what lies in it: not with the inner cuts.
        let points = || plan.cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| &line.points);
        let is_empty = |ring: &Ring| !points().any(|&point| ring.contains(point));
        let holes = outline.holes().iter().map(|ring| (ring, is_empty(ring)));
        let rings = holes.collect::<Vec<_>>().into_iter().chain([(outline.outer(), false)]);
        let rings = rings.map(|(ring, inner)| (ring.points().to_vec(), inner));
        let lines = part_lines(rings, part.name(), &options.line.tool, &mut found)?;
        plan.parts.push(part.name().to_owned());
        plan.cuts.push(PlannedCut { name: part.name().to_owned(), lines });
    }
    Ok((found, area))
}
