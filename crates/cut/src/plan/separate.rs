//! Plans pieces with separate outlines: nested on sheets, and cut one after another.

use super::designs::WholeDesign;
use super::division::{Group, SheetUse};
use super::engraving::{Sides, engraved};
use super::extras::{self, ExtraPart};
use super::least_travel::least_travel;
use super::own_board;
use super::placed::{Motion, held, laid_out};
use super::sheet::{CutSheet, Measuring, PieceOutline, Planned, PlannedCut, PrintedBoard, ToolLine};
use crate::knobs::KnobOutline;
use crate::tool_path::{begun_outside, rounded};
use crate::{CutError, CutOptions, Line, ToolPath};
use piecework_draw::geometry::{Bounds, Outline, Patch, Point, Ring, Stretch};
use piecework_draw::layout::{Part, Placed, Sheet, prove_apart_until, shortened_order, travel_order};
use piecework_tiling::stop::{StopFlag, Stopped};

/// A piece to be placed, with its marks; marks in the coordinates of its outline.
#[derive(Clone)]
struct Piece {
    /// Its number, from 1.
    number: usize,
    /// Its name and its outline, as a polygon.
    part: Part,
    /// The lines to cut if some are arcs: the outer ring, then the holes.
    curves: Vec<ToolLine>,
    engraved: Sides,
    seam: Vec<ToolLine>,
    /// The box around its design, if a picture is printed over that.
    pictured: Option<Bounds>,
}

/// Nests the pieces of each group and cuts them one after another.
pub(super) fn plan(
    (title, designs): (&str, &[WholeDesign<'_>]),
    (groups, others): (&[Group], &[ExtraPart]),
    (options, turns): (&CutOptions, &[i32]),
) -> Result<Planned, CutError> {
    let patches =
        designs.iter().flat_map(|design| design.patchwork.patches().iter().map(move |patch| (design, patch)));
    let pieces = (1..)
        .zip(patches)
        .map(|(number, (design, patch))| {
            options.stop.check()?;
            piece(number, patch, design, options)
        })
        .collect::<Result<Vec<Piece>, CutError>>()?;
    let tool = &options.line.tool;
    let mut planned = Planned::of_sets(options.copies, pieces.len());
    planned.tabs = Some(tool.tabs).filter(|&tabs| tabs > 0);
    pieces.iter().for_each(|piece| planned.leave_plain(piece.part.name().to_owned(), piece.engraved.plain));
    for group in groups {
        let own: Vec<Piece> = group.pieces.iter().map(|&piece| pieces[piece].clone()).collect();
        cut_group(title, group, (&own, others), (options, turns), &mut planned)?;
    }
    if tool.tabs > 0 {
        planned.released.clear();
    }
    let rings = || pieces.iter().flat_map(|piece| piece.rings(Motion::default()));
    let perimeters: f64 = rings().map(|ring| ring.length()).sum();
    // Every tab but the first of a ring splits it once more.
    planned.least.cut_length_mm += perimeters * options.copies as f64;
    planned.least.pen_downs += rings().count() * options.copies;
    Ok(planned)
}

/// Nests the pieces of a group, and other parts with them, and plans its sheets.
fn cut_group(
    title: &str,
    group: &Group,
    (pieces, others): (&[Piece], &[ExtraPart]),
    (options, turns): (&CutOptions, &[i32]),
    planned: &mut Planned,
) -> Result<(), CutError> {
    let stocks = options.stocks();
    let parts = pieces.iter().map(|piece| &piece.part).chain(others.iter().map(|other| &other.part));
    let parts: Vec<Part> = parts.cloned().collect();
    let sheets = extras::nest_filled(&parts, pieces.len(), turns, options)?;
    let sheets = sheets.into_iter().enumerate().filter(|(_, sheet)| !sheet.placed.is_empty());
    let sheets: Vec<(usize, Sheet)> = sheets.collect();
    let count = sheets.len();
    for (index, (place, sheet)) in sheets.into_iter().enumerate() {
        options.stop.check()?;
        let stock = stocks.of(place);
        let (own, beside): (Vec<Placed>, Vec<Placed>) =
            sheet.placed.into_iter().partition(|placed| placed.part < pieces.len());
        let (sheet, beside) = (Sheet { placed: own }, extras::numbered_from(beside, pieces.len()));
        let lying: Vec<Lying<'_>> = sheet.placed.iter().map(|placed| Lying::new(placed, pieces)).collect();
        let parts: Vec<(&str, Outline)> = beside
            .placed
            .iter()
            .map(|placed| &others[placed.part].part)
            .zip(&beside.placed)
            .map(|(part, placed)| (part.name(), laid_out(part, placed).0))
            .collect();
        let all = lying.iter().map(|lying| (lying.piece.part.name(), &lying.outline));
        let all = all.chain(parts.iter().map(|(name, outline)| (*name, outline)));
        prove_apart_until(all, stock.gap, &options.stop)?;
        let mut cut = cut_sheet(&sheet, pieces, (&options.line.tool, &options.stop))?;
        planned.first = planned.first.or(cut.first);
        let number = planned.sheets.len() + 1;
        for &(piece, step) in &cut.released {
            planned.release(piece - 1, (number, step));
        }
        planned.found.add(&cut.found.measures);
        planned.run_mm += cut.found.run_mm;
        planned.least.cut_length_mm -= cut.found.tabs_mm;
        planned.least.pen_downs += cut.found.split;
        options.stop.check()?;
        planned.least.travel_mm += least_travel(&cut.rings);
        planned.add_pockets(&cut.plan.pockets);
        let (found, beside) = extras::lay(others, &beside, &mut cut.plan, options)?;
        planned.add(&found);
        let area: f64 = sheet.placed.iter().map(|placed| pieces[placed.part].part.outline().area()).sum();
        let on_sheet = sheet.placed.iter().map(|placed| group.pieces[placed.part]);
        let name = group.name(number);
        planned.uses.push(SheetUse::new(
            name.clone(),
            group.fabric.clone(),
            on_sheet,
            area + beside,
            stock.usable()?,
        ));
        let title = group.title(title, index, count);
        let size_mm = options.stock_first.get(place).copied();
        planned.sheets.push(CutSheet { name, title, size_mm, ..cut.plan });
    }
    Ok(())
}

/// Returns one piece: its cut line and its marks.
fn piece(
    number: usize,
    patch: &Patch,
    design: &WholeDesign<'_>,
    options: &CutOptions,
) -> Result<Piece, CutError> {
    let WholeDesign { patchwork, knobs, pockets, before, .. } = design;
    let name = format!("{number} {}", patch.name());
    let finished = patch.outline();
    let pictured = options.picture.is_some().then(|| patchwork.bounds());
    let pocket = pockets.of(number - before, finished, options);
    let marked = design.marked(number, (patchwork, patch));
    let mark = |readable: &Outline| engraved(readable, marked, pocket, options);
    if let Some(knobs) = knobs.as_ref().filter(|_| patchwork.own_board().is_none()) {
        let cut = KnobOutline::of(patchwork, patch, knobs, options.outset())?;
        let part = Part::new(name, cut.outline()?, Vec::new())?;
        let engraved = mark(part.outline());
        return Ok(Piece {
            number,
            part,
            curves: cut.lines().map(ToolLine::from).collect(),
            engraved,
            seam: Vec::new(),
            pictured,
        });
    }
    let cut = own_board::beside(patchwork, finished, (options.outset(), &name))?;
    let seam = if options.seam_allowance > 0.0 { ToolLine::rings(finished) } else { Vec::new() };
    // A piece that is smaller than its cells has its number where it has room after cutting.
    let engraved = mark(if options.outset() < 0.0 { &cut } else { finished });
    let part = Part::new(name, cut, Vec::new())?;
    Ok(Piece { number, part, curves: Vec::new(), engraved, seam, pictured })
}

impl Piece {
    /// Returns its rings on the sheet, the outer one first.
    fn rings(&self, motion: Motion) -> Vec<ToolLine> {
        let rings =
            if self.curves.is_empty() { ToolLine::rings(self.part.outline()) } else { self.curves.clone() };
        rings.iter().map(|ring| ring.mapped(|point| motion.of(point))).collect()
    }
}

/// The lines of one sheet, and their measures.
#[derive(Default)]
struct SheetCut {
    plan: CutSheet,
    /// All rings, in place on the sheet.
    rings: Vec<Ring>,
    found: Measuring,
    /// The number of each piece, and the line of the sheet, from 1, that releases it.
    released: Vec<(usize, usize)>,
    /// The number of the piece that is cut first, and its turn.
    first: Option<(usize, i32)>,
}

/// A piece on the sheet.
#[derive(Clone)]
struct Lying<'a> {
    piece: &'a Piece,
    motion: Motion,
    /// Its outline as a polygon.
    outline: Outline,
    /// Its rings as they are cut, the outer one first.
    rings: Vec<ToolLine>,
}

impl<'a> Lying<'a> {
    fn new(placed: &Placed, pieces: &'a [Piece]) -> Self {
        let piece = &pieces[placed.part];
        let (outline, motion) = laid_out(&piece.part, placed);
        let rings = if piece.curves.is_empty() { ToolLine::rings(&outline) } else { piece.rings(motion) };
        Self { piece, motion, outline, rings }
    }

    /// Returns the rings in cutting order: holes first.
    fn inner_first(&self) -> impl Iterator<Item = &ToolLine> {
        self.rings[1..].iter().chain(&self.rings[..1])
    }
}

/// The most rounds of a tour; chosen by eye: few need more than ten.
const ROUNDS: usize = 30;
/// How often a tour is shortened thoroughly once nothing else helps; chosen by eye.
const THOROUGH: usize = 2;

/// Returns the order of pieces, and the corner at which each ring in that order begins.
///
/// A route through the middles of pieces gives corners, these corners a better order, that again better
/// corners, and so on until the travel grows no shorter.
fn tour(lying: &[Lying<'_>], stop: &StopFlag) -> Result<(Vec<usize>, Vec<usize>), Stopped> {
    let mut places: Vec<Point> = lying.iter().map(|lying| lying.outline.bounds().center()).collect();
    let mut best: Option<(f64, Vec<usize>, Vec<usize>)> = None;
    let mut order = travel_order(&places);
    let mut thorough = 0;
    for _ in 0..ROUNDS {
        stop.check()?;
        let rings = order.iter().flat_map(|&place| lying[place].inner_first());
        let rings: Vec<&[Point]> = rings.map(|ring| ring.points.as_slice()).collect();
        let begins = begins(&rings, Point::default());
        let corners: Vec<Point> = rings.iter().zip(&begins).map(|(ring, &begin)| ring[begin]).collect();
        let mut here = Point::default();
        let travel = corners.iter().map(|&at| std::mem::replace(&mut here, at).distance(at)).sum();
        // The outer ring of a piece is its last.
        let mut last = 0;
        for &place in &order {
            last += lying[place].rings.len();
            places[place] = corners[last - 1];
        }
        let stuck = best.as_ref().is_some_and(|&(known, ..)| travel >= known - 1e-9);
        if stuck && thorough == THOROUGH {
            break;
        }
        thorough += usize::from(stuck);
        if !stuck {
            best = Some((travel, order.clone(), begins));
        }
        order = shortened_order(&places, &order, stuck, stop);
    }
    Ok(best.map_or_else(Default::default, |(_, order, begins)| (order, begins)))
}

/// Visits the pieces with little travel; rings begin at the corners that make the moves between them
/// shortest.
fn cut_sheet(
    sheet: &Sheet,
    pieces: &[Piece],
    (tool, stop): (&ToolPath, &StopFlag),
) -> Result<SheetCut, CutError> {
    let lying: Vec<Lying<'_>> = sheet.placed.iter().map(|placed| Lying::new(placed, pieces)).collect();
    let (order, begins) = tour(&lying, stop)?;
    let placed: Vec<Lying<'_>> = order.into_iter().map(|place| lying[place].clone()).collect();
    let mut begins = begins.into_iter();
    let mut cut = SheetCut::default();
    for lying in &placed {
        stop.check()?;
        let Lying { piece, motion, outline, rings } = lying;
        let lines = cut_piece(lying, &mut begins, tool, &mut cut.found)?;
        cut.first = cut.first.or(Some((piece.number, motion.turn)));
        cut.released.push((piece.number, cut.found.measures.pen_downs));
        cut.rings.extend(outline.rings().cloned());
        cut.plan.boards.extend(piece.pictured.map(|design| {
            let corners =
                [(design.left, design.top), (design.right, design.top), (design.left, design.bottom)];
            let corners = corners.map(|(x, y)| motion.of(Point { x, y }));
            PrintedBoard { rings: rings.clone(), corners }
        }));
        cut.plan.outlines.push(PieceOutline { piece: piece.number, rings: rings.clone() });
        cut.plan.cuts.push(PlannedCut { name: piece.part.name().to_owned(), lines });
        piece.engraved.put_on(&mut cut.plan, |point| motion.of(point));
        let seam: Vec<ToolLine> =
            piece.seam.iter().map(|ring| ring.mapped(|point| motion.of(point))).collect();
        cut.plan.seams.extend(Some(seam).filter(|seam| !seam.is_empty()));
    }
    Ok(cut)
}

/// Returns the lines of one piece, holes before the outside, each begun at the next of `begins`.
fn cut_piece(
    lying: &Lying<'_>,
    begins: &mut impl Iterator<Item = usize>,
    tool: &ToolPath,
    found: &mut Measuring,
) -> Result<Vec<ToolLine>, CutError> {
    let (name, outline) = (lying.piece.part.name(), &lying.outline);
    let mut lines = Vec::new();
    for ring in lying.inner_first() {
        let mut sides: Vec<Stretch> = ring.stretches().collect();
        sides.rotate_left(begins.next().unwrap_or(0));
        let line = Line::closed(&sides);
        let inner = !std::ptr::eq(ring, &lying.rings[0]);
        let parts = held(&line, inner, tool, name)?;
        if tool.tabs > 0 && parts.iter().all(|part| !part.closed) {
            found.tabs(parts.len(), tool.tab_width);
        }
        for line in parts {
            found.line(&line);
            let mut line = rounded(line, tool.fillet)?;
            if line.closed {
                line = begun_outside(outline, line, tool.lead_in, name)?;
            }
            let line = ToolLine { inner, ..tool.finish(line).into() };
            found.run(&line);
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Returns the corner at which each ring begins and ends, so that the route through all of them is shortest.
///
/// # Source
/// The shortest path through layers, from the last to the first (Bellman): a layer is a ring, its places are
/// the corners.
fn begins(rings: &[&[Point]], from: Point) -> Vec<usize> {
    // For each ring and corner, the next corner.
    let mut onward: Vec<Vec<usize>> = Vec::with_capacity(rings.len());
    let mut rest: Vec<f64> = Vec::new();
    for index in (0..rings.len()).rev() {
        let next = rings.get(index + 1).copied().unwrap_or(&[]);
        let (ways, lengths) = rings[index].iter().map(|&at| nearest(next, &rest, at)).unzip();
        onward.push(ways);
        rest = lengths;
    }
    let mut begins = Vec::with_capacity(rings.len());
    let mut at = rings.first().map_or(0, |first| nearest(first, &rest, from).0);
    for ways in onward.iter().rev() {
        begins.push(at);
        at = ways[at];
    }
    begins
}

/// Returns the place from which the rest of the route, including the way to it, is shortest; and that length.
fn nearest(places: &[Point], rest: &[f64], from: Point) -> (usize, f64) {
    let ways = places.iter().zip(rest).map(|(place, rest)| from.distance(*place) + rest).enumerate();
    ways.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(at: (f64, f64), size: (f64, f64)) -> Vec<Point> {
        let ((x, y), (w, h)) = (at, size);
        [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn no_other_corners_make_the_way_through_the_rings_shorter() {
        let rings = [
            corners((0.0, 0.0), (10.0, 20.0)),
            corners((12.0, 3.0), (5.0, 5.0)),
            corners((1.0, 30.0), (40.0, 4.0)),
            corners((50.0, 0.0), (9.0, 9.0)),
            corners((45.0, 60.0), (3.0, 8.0)),
        ];
        let rings: Vec<&[Point]> = rings.iter().map(Vec::as_slice).collect();
        let length = |begins: &[usize]| {
            let places = rings.iter().zip(begins).map(|(ring, &begin)| ring[begin]);
            let mut here = Point::default();
            places.map(|place| std::mem::replace(&mut here, place).distance(place)).sum::<f64>()
        };
        let all = (0..4_usize.pow(5)).map(|code| {
            let digits: Vec<usize> = (0..5).map(|digit| code / 4_usize.pow(digit) % 4).collect();
            length(&digits)
        });
        let best = all.min_by(f64::total_cmp).expect("some");
        assert!((length(&begins(&rings, Point::default())) - best).abs() < 1e-9, "{best}");
        assert!(begins(&[], Point::default()).is_empty());
    }
}
