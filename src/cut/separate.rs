//! Every piece with an outline of its own, packed on sheets.

use super::division::{Group, SheetUse};
use super::least_travel::least_travel;
use super::plan::{CutOptions, Measuring, Planned, SheetFigures, number_mark, stock};
use super::tool_path::{begun_outside, rounded, tabbed};
use super::{CutError, Line, ToolPath};
use crate::drawing::{Canvas, Drawing, Item, Medium, Path, Role};
use crate::geometry::{Outline, Patch, Patchwork, Point, Ring};
use crate::layout::{Mark, Part, Sheet, Stock, nest_outlines, travel_order};

/// Lays the pieces of each group out and cuts them one after another.
pub(super) fn plan(
    title: &str,
    patchwork: &Patchwork,
    groups: &[Group],
    labels: &[String],
    options: &CutOptions,
) -> Result<Planned, CutError> {
    let parts = patchwork
        .patches()
        .iter()
        .zip(labels)
        .map(|(patch, number)| part(patch, number, options))
        .collect::<Result<Vec<Part>, CutError>>()?;
    let stock = stock(options);
    let mut planned = Planned {
        sheets: Vec::new(),
        outlines: Vec::new(),
        figures: SheetFigures::default(),
        free: vec![(0, 0); parts.len()],
        uses: Vec::new(),
        tabs: Some(options.line.tool.tabs).filter(|&tabs| tabs > 0),
    };
    for group in groups {
        let own: Vec<Part> = group.pieces.iter().map(|&piece| parts[piece].clone()).collect();
        let sheets = nest_outlines(&own, &stock)?;
        for (index, sheet) in sheets.iter().enumerate() {
            let mut cut = cut_sheet(sheet, &own, &options.line.tool)?;
            for (part, step) in &cut.free {
                planned.free[group.pieces[*part]] = (planned.sheets.len() + 1, *step);
            }
            planned.figures.found.add(&cut.found.measures);
            planned.outlines.push(std::mem::take(&mut cut.outlines));
            planned.figures.least.travel_mm += least_travel(&cut.rings);
            let area = sheet.placed.iter().map(|placed| own[placed.part].outline().area()).sum();
            let pieces = sheet.placed.iter().map(|placed| group.pieces[placed.part]);
            let fabric = group.fabric.clone();
            let name = group.name(planned.sheets.len() + 1);
            planned.uses.push(SheetUse::new(name, fabric, pieces, area, stock.usable()?));
            let title = group.title(title, index, sheets.len());
            planned.sheets.push(draw_sheet(&title, sheet, &own, &stock, cut)?);
        }
    }
    if options.line.tool.tabs > 0 {
        planned.free.clear();
    }
    let rings = || parts.iter().flat_map(|part| part.outline().rings());
    // Every tab but the first of a piece parts its outline once more.
    let tool = &options.line.tool;
    let (tabs, more) = (parts.len() * tool.tabs, parts.len() * tool.tabs.saturating_sub(1));
    let perimeters: f64 = rings().map(Ring::perimeter).sum();
    planned.figures.least.cut_length_mm = perimeters - tabs as f64 * tool.tab_width;
    planned.figures.least.pen_downs = rings().count() + more;
    Ok(planned)
}

/// One piece: its cut line, and what rides along.
fn part(patch: &Patch, number: &str, options: &CutOptions) -> Result<Part, CutError> {
    let name = format!("{number} {}", patch.name());
    let finished = patch.outline();
    let outset = options.seam_allowance + (options.kerf - options.line.fit.unwrap_or(0.0)) / 2.0;
    let cut = finished.with_allowance(outset, &name)?;
    let mut marks = Vec::new();
    if options.seam_allowance > 0.0 {
        marks.push(Mark { role: Role::Sew, item: Item::Path(Path::outline(finished)) });
    }
    if options.labels {
        // A piece that comes out smaller than its cells has its number where it has room then.
        marks.extend(number_mark(if outset < 0.0 { &cut } else { finished }, number));
    }
    Ok(Part::new(name, cut, marks)?)
}

/// The lines of one sheet in cutting order.
struct SheetCut {
    /// For each part its lines, holes before the outside, where they lie on the sheet.
    lines: Vec<(usize, Vec<Line>)>,
    /// All rings, where they lie on the sheet.
    rings: Vec<Ring>,
    /// The parts, where they lie on the sheet.
    outlines: Vec<Path>,
    found: Measuring,
    /// At which line of the sheet, from 1, each part comes free.
    free: Vec<(usize, usize)>,
}

/// Visits the parts with little travel; rings begin at the corners that make the way between them the shortest.
fn cut_sheet(sheet: &Sheet, parts: &[Part], tool: &ToolPath) -> Result<SheetCut, CutError> {
    let middle = |index: usize| {
        let placed = sheet.placed[index];
        let bounds = parts[placed.part].bounds();
        placed.at.moved(bounds.width() / 2.0, bounds.height() / 2.0)
    };
    let middles: Vec<Point> = (0..sheet.placed.len()).map(middle).collect();
    let order = travel_order(&middles);
    let outlines: Vec<Outline> = order
        .iter()
        .map(|&place| {
            let placed = sheet.placed[place];
            let bounds = parts[placed.part].bounds();
            parts[placed.part].outline().moved(placed.at.x - bounds.left, placed.at.y - bounds.top)
        })
        .collect();
    let rings: Vec<&[Point]> = outlines.iter().flat_map(inner_first).map(Ring::points).collect();
    let mut begins = begins(&rings, Point::default()).into_iter();
    let mut cut = SheetCut {
        lines: Vec::new(),
        rings: Vec::new(),
        outlines: Vec::new(),
        found: Measuring::default(),
        free: Vec::new(),
    };
    for (&place, outline) in order.iter().zip(&outlines) {
        let placed = sheet.placed[place];
        let part = &parts[placed.part];
        let mut lines = Vec::new();
        for ring in inner_first(outline) {
            let (before, after) = ring.points().split_at(begins.next().unwrap_or(0));
            let line = Line::ring([after, before].concat());
            // What falls out of a hole is waste, which nothing need hold.
            let tabs = if std::ptr::eq(ring, outline.outer()) { tool.tabs } else { 0 };
            for line in tabbed(&line, (tabs, tool.tab_width), tool.fillet, part.name())? {
                cut.found.line(&line);
                let mut line = rounded(line, tool.fillet)?;
                if line.closed {
                    line = begun_outside(outline, line, tool.lead_in, part.name())?;
                }
                lines.push(tool.finish(line));
            }
        }
        cut.free.push((placed.part, cut.found.measures.pen_downs));
        cut.outlines.push(Path::outline(outline).named(part.name()));
        cut.rings.extend(outline.rings().cloned());
        cut.lines.push((place, lines));
    }
    Ok(cut)
}

/// The rings of an outline in cutting order.
fn inner_first(outline: &Outline) -> impl Iterator<Item = &Ring> {
    outline.holes().iter().chain(std::iter::once(outline.outer()))
}

/// The corner at which each ring is begun, and ended, so that the way through all of them is the shortest.
///
/// # Source
/// The shortest way through layers, from the last to the first (Bellman): a layer is a ring, its places are the corners.
fn begins(rings: &[&[Point]], from: Point) -> Vec<usize> {
    // For each ring and corner where the way goes on.
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

/// The place from which the rest of the way is the shortest with the way to it, and how long that is.
fn nearest(places: &[Point], rest: &[f64], from: Point) -> (usize, f64) {
    let ways = places.iter().zip(rest).map(|(place, rest)| from.distance(*place) + rest).enumerate();
    ways.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

/// Marks are drawn before anything is cut loose.
fn draw_sheet(
    title: &str,
    sheet: &Sheet,
    parts: &[Part],
    stock: &Stock,
    cut: SheetCut,
) -> Result<Drawing, CutError> {
    let mut canvas = Canvas::new(title, Medium::Machine, stock.width, stock.height);
    for (place, lines) in cut.lines {
        let placed = sheet.placed[place];
        let part = &parts[placed.part];
        let bounds = part.bounds();
        for mark in part.marks() {
            canvas.item(mark.role, mark.item.moved(placed.at.x - bounds.left, placed.at.y - bounds.top));
        }
        let elements = lines.iter().flat_map(|line| line.path().elements().to_vec()).collect();
        canvas.path(Role::Cut, Path::new(elements).named(part.name()));
    }
    Ok(canvas.finish()?)
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
