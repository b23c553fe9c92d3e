//! Plans pieces that share their lines: the whole design, its panels, or mats tiled by the pieces of a
//! fabric.
//!
//! A [`Block`] is a patchwork of whole pieces with its place on a sheet; every edge of a block is cut once,
//! and the blocks of a sheet are cut one after another. Blocks are not
//! [`Part`](piecework_draw::layout::Part)s, because a part has its own outline and these pieces share edges.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::designs::WholeDesign;
use super::division::{Group, SheetUse};
use super::engraving::engraved;
use super::extras::{self, ExtraPart};
use super::placed::Motion;
use super::sheet::{CutSheet, Measuring, Planned, PlannedCut, PrintedBoard, ToolLine};
use crate::knobs::KnobOutline;
use crate::tool_path::{interrupted, rounded};
use crate::{CommonLines, CutError, CutOptions, Panels};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Patch, Patchwork, Point};
use piecework_draw::layout::{LayoutError, Part, Placed, Sheet, Stock, guests, nest_sizes_on, with_guests};
use piecework_solve::mats::{self, Mat};
use piecework_tiling::polyform::Shape;
use piecework_tiling::tiling::Tiling;

/// Pieces that are edge to edge.
pub(super) struct Block {
    /// The number of their design, from 0.
    design_number: usize,
    patchwork: Arc<Patchwork>,
    /// The piece of the design for each patch.
    pieces: Vec<usize>,
    /// How it comes to its place on the sheet.
    motion: Motion,
    /// The box around the whole design, before that; `None` if its pieces are in other places.
    design: Option<Bounds>,
}

/// The blocks of one sheet, and its name.
pub(super) struct BlockSheet {
    blocks: Vec<Block>,
    title: String,
    name: String,
    fabric: Option<String>,
    /// The parts of trays and boxes on it.
    others: Sheet,
    /// Its size, if it is not that of the stock.
    size_mm: Option<Dimensions>,
}

/// Returns whether each design fits on the stock.
pub(super) fn fits(patchworks: &[Arc<Patchwork>], options: &CutOptions) -> Result<bool, LayoutError> {
    if !options.stock_first.is_empty() {
        return match nested(patchworks, &[], options) {
            Ok(_) => Ok(true),
            Err(LayoutError::PartTooLarge { .. }) => Ok(false),
            Err(error) => Err(error),
        };
    }
    let usable = options.stock().usable()?;
    // Several boards are turned one by one.
    let are_several = options.copies * patchworks.len() > 1;
    let fits = |bounds: Bounds| {
        // Allows for rounding.
        let is_within = |w: f64, h: f64| w <= usable.width() + 1e-6 && h <= usable.height() + 1e-6;
        let (w, h) = (bounds.width(), bounds.height());
        is_within(w, h) || (are_several && is_within(h, w))
    };
    Ok(patchworks.iter().all(|patchwork| fits(patchwork.bounds())))
}

/// Returns how many sheets the whole designs take, as often as sets are cut.
pub(super) fn sheets_of_sets(
    patchworks: &[Arc<Patchwork>],
    options: &CutOptions,
) -> Result<usize, LayoutError> {
    Ok(nested(patchworks, &[], options)?.iter().filter(|sheet| !sheet.placed.is_empty()).count())
}

/// Nests the boxes around the whole designs of all sets, and then `others`.
fn nested(
    patchworks: &[Arc<Patchwork>],
    others: &[Part],
    options: &CutOptions,
) -> Result<Vec<Sheet>, LayoutError> {
    let count = options.copies * patchworks.len();
    if count == 1 && others.is_empty() && options.stock_first.is_empty() {
        let usable = options.stock().usable()?;
        let at = Point { x: usable.left, y: usable.top };
        return Ok(vec![Sheet { placed: vec![Placed { part: 0, at, turn: 0 }] }]);
    }
    let board = |number: usize| {
        let Dimensions { width, height } = patchworks[number % patchworks.len()].bounds().dimensions();
        let outline = Outline::rectangle(width, height).expect("a design has an area");
        Part::new(format!("set {}", number / patchworks.len() + 1), outline, Vec::new())
    };
    let boards = (0..count).map(board).collect::<Result<Vec<Part>, LayoutError>>()?;
    let parts: Vec<Part> = boards.into_iter().chain(others.iter().cloned()).collect();
    let hosts: Vec<usize> =
        (count..parts.len()).filter(|&at| !parts[at].outline().holes().is_empty()).collect();
    let (stocks, stop) = (options.stocks(), &options.stop);
    let guests = guests(&parts, &hosts, (stocks.then.gap, &[]), stop)?;
    let rest: Vec<usize> =
        (0..parts.len()).filter(|part| guests.iter().all(|guest| guest.part != *part)).collect();
    let sizes: Vec<Dimensions> = rest.iter().map(|&part| parts[part].bounds().dimensions()).collect();
    let mut sheets = nest_sizes_on(&sizes, (&stocks, true), |part| parts[rest[part]].name().to_owned())?;
    sheets.iter_mut().flat_map(|sheet| &mut sheet.placed).for_each(|placed| placed.part = rest[placed.part]);
    with_guests(&parts, (sheets, guests), &stocks, stop)
}

/// Returns the whole design on a sheet, and several sets on as few as they take, with other parts beside them.
pub(super) fn whole(
    title: &str,
    patchworks: &[Arc<Patchwork>],
    (options, others): (&CutOptions, &[ExtraPart]),
) -> Result<Vec<BlockSheet>, LayoutError> {
    let blocks = options.copies * patchworks.len();
    let parts: Vec<Part> = others.iter().map(|other| other.part.clone()).collect();
    let laid = nested(patchworks, &parts, options)?.into_iter().enumerate();
    let laid: Vec<(usize, Sheet)> = laid.filter(|(_, sheet)| !sheet.placed.is_empty()).collect();
    let count = laid.len();
    let sheet = |(number, (place, sheet)): (usize, (usize, Sheet))| {
        let (boards, parts): (Vec<Placed>, Vec<Placed>) =
            sheet.placed.into_iter().partition(|placed| placed.part < blocks);
        let block = |placed: Placed| {
            let number = placed.part % patchworks.len();
            let patchwork = &patchworks[number];
            let before: usize = patchworks[..number].iter().map(|before| before.patches().len()).sum();
            Block {
                design_number: number,
                patchwork: Arc::clone(patchwork),
                pieces: (before..before + patchwork.patches().len()).collect(),
                motion: Motion::to(patchwork.bounds(), &placed),
                design: Some(patchwork.bounds()),
            }
        };
        BlockSheet {
            blocks: boards.into_iter().map(block).collect(),
            others: extras::numbered_from(parts, blocks),
            title: format!("{title}, sheet {number} of {count}"),
            name: number.to_string(),
            fabric: None,
            size_mm: options.stock_first.get(place).copied(),
        }
    };
    Ok((1..).zip(laid).map(sheet).collect())
}

/// Returns the panels of a design on sheets, several on one if they fit; and for each panel its sheet, from
/// 1.
pub(super) fn in_panels(
    title: &str,
    (tiling, whole): (&Tiling, &Patchwork),
    panels: &Panels,
    options: &CutOptions,
) -> Result<(Vec<BlockSheet>, Vec<usize>), CutError> {
    let sizes: Vec<Dimensions> = panels.panels().iter().map(|panel| panel.bounds.dimensions()).collect();
    let laid = nest_sizes_on(&sizes, (&options.stocks(), false), |panel| format!("panel {}", panel + 1))?;
    let laid: Vec<_> = laid.iter().enumerate().filter(|(_, sheet)| !sheet.placed.is_empty()).collect();
    let mut sheets = Vec::new();
    let mut sheet_of = vec![0; sizes.len()];
    for (index, (place, sheet)) in laid.iter().enumerate() {
        let mut blocks = Vec::new();
        options.stop.check()?;
        for placed in &sheet.placed {
            let panel = &panels.panels()[placed.part];
            let pieces = panel.patches.clone();
            let patchwork = Arc::new(Patchwork::of_placements(tiling, &pieces, options.cell)?);
            let moved = |at: f64, from: f64, own: f64| at - from + own;
            let (all, from, own) = (whole.bounds(), panel.bounds, patchwork.bounds());
            let design = Some(Bounds {
                left: moved(all.left, from.left, own.left),
                top: moved(all.top, from.top, own.top),
                right: moved(all.right, from.left, own.left),
                bottom: moved(all.bottom, from.top, own.top),
            });
            let motion = Motion::to(own, placed);
            blocks.push(Block { design_number: 0, patchwork, pieces, motion, design });
            sheet_of[placed.part] = index + 1;
        }
        let numbers: Vec<String> = sheet.placed.iter().map(|placed| (placed.part + 1).to_string()).collect();
        let word = if numbers.len() == 1 { "panel" } else { "panels" };
        let title = format!("{title}, sheet {} of {}: {word} {}", index + 1, laid.len(), numbers.join(", "));
        let name = (index + 1).to_string();
        let others = Sheet { placed: Vec::new() };
        let size_mm = options.stock_first.get(*place).copied();
        sheets.push(BlockSheet { blocks, title, name, fabric: None, others, size_mm });
    }
    Ok((sheets, sheet_of))
}

/// Returns the pieces of each group on mats that they tile; `None` if a piece does not fit on the cells of a
/// mat.
pub(super) fn on_mats(
    title: &str,
    tiling: &Tiling,
    groups: &[Group],
    options: &CutOptions,
    turned: bool,
) -> Result<Option<Vec<BlockSheet>>, CutError> {
    let usable = options.stock().usable()?;
    let mat = Mat::within(tiling.lattice(), options.cell, usable.width(), usable.height());
    let Some(mat) = mat else { return Ok(None) };
    let mut sheets = Vec::new();
    for group in groups {
        let shape = |&piece: &usize| Shape::new(mat.lattice, tiling.placements()[piece].cells.clone());
        let shapes = group.pieces.iter().map(shape).collect::<Result<Vec<Shape>, _>>();
        let shapes = shapes.expect("pieces of a tiling are shapes");
        let Some(mats) = mats::tile(mat, &shapes, turned, &options.stop)? else { return Ok(None) };
        for (index, laid) in mats.iter().enumerate() {
            let block = Block {
                design_number: 0,
                patchwork: Arc::new(Patchwork::trace(&laid.tiling, options.cell)?),
                pieces: laid.pieces.iter().map(|&piece| group.pieces[piece]).collect(),
                motion: Motion { turn: 0, by: (usable.left, usable.top) },
                design: None,
            };
            sheets.push(BlockSheet {
                blocks: vec![block],
                title: group.title(title, index, mats.len()),
                name: group.name(sheets.len() + 1),
                fabric: group.fabric.clone(),
                others: Sheet { placed: Vec::new() },
                size_mm: None,
            });
        }
    }
    Ok(Some(sheets))
}

/// Plans the lines of all sheets.
///
/// Only the whole design can have knobs.
pub(super) fn plan(
    sheets: &[BlockSheet],
    pieces: usize,
    (options, designs): (&CutOptions, &[WholeDesign<'_>]),
    others: &[ExtraPart],
) -> Result<Planned, CutError> {
    let mut planned = Planned::of_sets(options.copies, pieces);
    for (index, sheet) in sheets.iter().enumerate() {
        let stock = options.stock();
        let Dimensions { width, height } = sheet.size_mm.unwrap_or((stock.width, stock.height).into());
        let usable = Stock { width, height, ..stock }.usable()?;
        let mut cut = cut_sheet(sheet, index + 1, (options, designs), &mut planned)?;
        options.stop.check()?;
        planned.add_pockets(&cut.pockets);
        let (found, area) = extras::lay(others, &sheet.others, &mut cut, options)?;
        planned.add(&found);
        planned.boards.push(sheet.blocks.iter().map(Block::bounds).collect());
        planned.sheets.push(cut);
        let mut used = sheet.used(usable);
        used.add_area(area, usable);
        planned.uses.push(used);
    }
    if options.line.tool.tabs > 0 {
        planned.released.clear();
    }
    Ok(planned)
}

fn cut_sheet(
    sheet: &BlockSheet,
    number: usize,
    (options, designs): (&CutOptions, &[WholeDesign<'_>]),
    planned: &mut Planned,
) -> Result<CutSheet, CutError> {
    let (name, title, size_mm) = (sheet.name.clone(), sheet.title.clone(), sheet.size_mm);
    let mut plan = CutSheet { name, title, size_mm, ..CutSheet::default() };
    let tool = &options.line.tool;
    let (mut cut, mut end): (usize, Option<Point>) = (0, None);
    for Block { design_number, patchwork, pieces, motion, design } in &sheet.blocks {
        let WholeDesign { knobs, pockets, before, .. } = &designs[*design_number];
        let knobs = knobs.as_ref();
        let on_sheet = |point: Point| motion.of(point);
        let printed = design.filter(|_| options.picture.is_some());
        plan.boards.extend(printed.into_iter().flat_map(|design| boards(patchwork, *motion, design)));
        let lines = CommonLines::plan(patchwork, options.line.order);
        let lines = match knobs {
            Some(knobs) => lines.with_curves(knobs.curves.clone()),
            None => lines,
        };
        for (patch, &piece) in patchwork.patches().iter().zip(pieces) {
            let outline = match knobs.filter(|_| options.labels) {
                Some(knobs) => &KnobOutline::of(patchwork, patch, knobs, 0.0)?.outline()?,
                None => patch.outline(),
            };
            let pocket = pockets.of(piece + 1 - before, patch.outline(), options);
            let marked = designs[*design_number].marked(piece + 1, (patchwork, patch));
            let sides = engraved(outline, marked, pocket, options);
            planned.leave_plain(format!("{} {}", piece + 1, patch.name()), sides.plain);
            sides.put_on(&mut plan, on_sheet);
        }
        for (&piece, step) in pieces.iter().zip(lines.freed()) {
            planned.release(piece, (number, cut + step));
        }
        let turn = |patch: &Patch| {
            if design.is_some() { motion.turn } else { i32::try_from(patch.turn()).unwrap_or(0) }
        };
        let freed = lines.freed().iter().zip(patchwork.patches().iter().zip(pieces));
        let first = freed.min_by_key(|(step, (_, piece))| (**step, **piece));
        planned.first = planned.first.or(first.map(|(_, (patch, piece))| (piece + 1, turn(patch))));
        let (mut found, mut start) = (Measuring::default(), None);
        let ties = lines.ties(patchwork, tool.tabs);
        if tool.tabs > 0 {
            let held = least_tabs(patchwork, &ties);
            planned.tabs = Some(planned.tabs.map_or(held, |known| known.min(held)));
        }
        for (line, tabs) in lines.lines_and_places(&ties) {
            for part in interrupted(&line, &tabs, tool.tab_width) {
                start = start.or(part.points.first().copied());
                found.line(&part);
                let led = ToolLine::from(tool.finish(rounded(part, tool.fillet)?));
                found.run(&led);
                let lines = vec![led.mapped(on_sheet)];
                plan.cuts.push(PlannedCut { name: String::new(), lines });
            }
        }
        // From one block to the next the tool is lifted too.
        let hop = end.zip(start).map_or(0.0, |(end, start)| end.distance(on_sheet(start)));
        found.measures.travel_mm += hop;
        cut += found.measures.pen_downs;
        end = found.here().map(on_sheet);
        planned.found.add(&found.measures);
        planned.run_mm += found.run_mm;
        planned.least.add(&lines.least_with_tabs(patchwork, &ties, tool.tab_width));
    }
    Ok(plan)
}

/// Returns what a picture is printed over: the edges of a block, and where the whole design would be.
fn boards(patchwork: &Patchwork, motion: Motion, design: Bounds) -> impl Iterator<Item = PrintedBoard> {
    let Bounds { left, top, right, bottom } = design;
    let corners = [(left, top), (right, top), (left, bottom)].map(|(x, y)| motion.of(Point { x, y }));
    patchwork.board().iter().map(move |outline| {
        let rings = ToolLine::rings(outline).into_iter().map(|ring| ring.mapped(|point| motion.of(point)));
        PrintedBoard { rings: rings.collect(), corners }
    })
}

/// Returns the fewest tabs of any piece.
fn least_tabs(patchwork: &Patchwork, ties: &[bool]) -> usize {
    let held = patchwork.patches().iter().map(|patch| {
        let edges: BTreeSet<usize> = patch.rings().iter().flatten().map(|side| side.edge).collect();
        edges.into_iter().filter(|&edge| ties[edge]).count()
    });
    held.min().unwrap_or(0)
}

impl Block {
    /// Returns the box around it on its sheet.
    fn bounds(&self) -> Bounds {
        self.motion.of_bounds(self.patchwork.bounds())
    }
}

impl BlockSheet {
    fn used(&self, usable: Bounds) -> SheetUse {
        let patches = self.blocks.iter().flat_map(|block| block.patchwork.patches());
        let area: f64 = patches.map(|patch| patch.outline().area()).sum();
        let pieces = self.blocks.iter().flat_map(|block| block.pieces.iter().copied());
        SheetUse::new(self.name.clone(), self.fabric.clone(), pieces, area, usable)
    }
}
