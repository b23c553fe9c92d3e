//! Prints the thread chart, a map of the hoopings, and a placement template of each: its pieces and crosses true to
//! size, and a cross at the middle of its stitches, where machines place it.

use super::hoopings::ARM;
use super::{Embroidery, HoopingPlan, StitchStep};
use crate::CutError;
use piecework_draw::color::Color;
use piecework_draw::drawing::marks::RulerUnit;
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Medium, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::layout::{PAGE_OVERLAP, SheetFormat, divide};
use piecework_draw::page::{
    Block, Column, Entry, Foot, Page, PageFormat, Section, Sign, Table, Title, sizes,
};
use piecework_tiling::tiling::Tiling;

/// The arm of the cross at the middle, in mm; chosen by eye, so that it reaches beyond a piece.
const MIDDLE_ARM: f64 = 15.0;
/// The cap height of numbers on a template, in mm; chosen by eye.
const NUMBER: f64 = 4.0;
/// The room around the stitches, in mm: for the rings around crosses.
const AROUND: f64 = 1.0;

/// Returns the pages of the thread chart: every stop of every file.
pub(super) fn chart(embroidery: &Embroidery, paper: &SheetFormat) -> Result<Vec<Page>, CutError> {
    let format = PageFormat::new(paper.clone(), Foot::not_to_scale());
    let mut blocks = vec![Block::paragraph(
        "Each hooping is one file. The machine stops before every row; thread it and press start. Hoop the ground with the \
         middle of the placement template under the needle. Placement: lay the fabric over the sewn line. Tack-down: then \
         trim the fabric close to it. Border: satin over the edge.",
    )];
    for hooping in &embroidery.hoopings {
        blocks.push(Block::heading(heading(hooping)));
        blocks.push(Block::Table(table(hooping)));
    }
    let title = Title::new(&embroidery.title, "thread chart");
    Ok(Section { title, blocks, legend: Vec::new() }.pages(&format)?)
}

fn heading(hooping: &HoopingPlan) -> String {
    let pieces: Vec<String> = hooping.pieces.iter().map(usize::to_string).collect();
    let words = if pieces.len() == 1 { "piece" } else { "pieces" };
    let number = hooping.name.trim_start_matches("-hooping-").trim_start_matches('0');
    let name = if number.is_empty() { "The hooping".to_owned() } else { format!("Hooping {number}") };
    format!("{name}: {words} {}", pieces.join(" "))
}

/// One row for each block of a file, in the order of sewing.
fn table(hooping: &HoopingPlan) -> Table {
    let blocks = hooping.steps.iter().flat_map(|step| {
        let mut roles: Vec<Role> = step.lines.iter().map(|line| line.role).collect();
        roles.sort_unstable();
        roles.dedup();
        roles.into_iter().map(move |role| (step, role))
    });
    let row = |(number, (step, role)): (usize, (&StitchStep, Role))| {
        let thread = if step.fabric.is_some() { step.name.clone() } else { "any".to_owned() };
        vec![number.to_string(), task(step, role).to_owned(), thread]
    };
    let heads = [("stop", Column::Number), ("what is sewn", Column::Words), ("thread", Column::Words)];
    let heads = heads.map(|(head, column)| (head.to_owned(), column)).into();
    Table { heads, rows: (1..).zip(blocks).map(row).collect() }
}

fn task(step: &StitchStep, role: Role) -> &'static str {
    match (step.fabric, role) {
        (None, Role::Guide) => "crosses of an earlier hooping: the needle must hit them",
        (None, _) => "crosses for later hoopings",
        (Some(_), Role::Guide) => "placement",
        (Some(_), Role::Sew) => "tack-down",
        (Some(_), _) => "border",
    }
}

/// Returns the template of each hooping, over as many pages as it takes.
pub(super) fn templates(embroidery: &Embroidery, paper: &SheetFormat) -> Result<Vec<Page>, CutError> {
    let legend = vec![
        Entry::new(Sign::Line(Role::Guide), "middle of the stitches"),
        Entry::new(Sign::Drawn(|canvas, at| draw_cross(canvas, at, 2.0)), "sewn cross"),
    ];
    let foot = Foot::Measured { unit: RulerUnit::Centimetre, legend };
    let format = PageFormat::new(paper.clone(), foot);
    let mut pages = Vec::new();
    for hooping in &embroidery.hoopings {
        let title = Title::new(&embroidery.title, &format!("placement, {}", heading(hooping).to_lowercase()));
        let room = format.long_room(&title)?;
        let drawing = template(hooping)?;
        let grid = divide(&drawing, room.width(), room.height(), PAGE_OVERLAP)?;
        for part in grid.pages() {
            let page = Page::long(&format, title.clone())?;
            let mut page = if grid.pages().len() > 1 { page.of_grid(&grid, part) } else { page };
            let at = Point { x: page.free.left, y: page.free.top };
            part.draw(&mut page.canvas, at);
            pages.push(page);
        }
    }
    Ok(pages)
}

/// Draws one hooping as it is in the hoop, a little around its stitches.
fn template(hooping: &HoopingPlan) -> Result<Drawing, CutError> {
    let Bounds { left, top, right, bottom } = stitches(hooping).inset(-AROUND);
    let put = |at: Point| at.moved(-left, -top);
    let mut canvas = Canvas::new("placement", Medium::Print, right - left, bottom - top);
    for outline in &hooping.outlines {
        for ring in &outline.rings {
            let points: Vec<Point> = ring.points.iter().copied().map(put).collect();
            canvas.path(Role::Cut, Path::polygon(&points));
        }
        if let Some(label) = hooping.labels.iter().find(|label| label.words == outline.piece.to_string()) {
            canvas
                .text(Role::Label, Text::centered(&label.words, put(label.at), label.height_mm.min(NUMBER)));
        }
    }
    hooping.marks.iter().for_each(|&at| draw_cross(&mut canvas, put(at), ARM));
    let middle = Point::new((right - left) / 2.0, (bottom - top) / 2.0);
    let arm = MIDDLE_ARM.min(middle.x).min(middle.y);
    canvas.path(Role::Guide, Path::cross(middle, 2.0 * arm));
    canvas.path(Role::Guide, Path::circle(middle, arm / 3.0));
    Ok(canvas.finish()?)
}

/// The extents of all stitches of a hooping, in the middle of which machines place it.
fn stitches(hooping: &HoopingPlan) -> Bounds {
    let lines = hooping.steps.iter().flat_map(|step| &step.lines);
    let points = lines.flat_map(|line| line.points.iter().copied());
    Bounds::around(points).unwrap_or(Bounds { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 })
}

/// The largest cap height of the number of a hooping, in mm; these sizes are chosen by eye.
const HOOPING_NUMBER: f64 = 8.0;
/// Half the width of the white strip between two hoopings, in mm.
const BAND: f64 = 1.0;
/// The explanation of crosses.
const CROSSES: &str =
    "crosses: sewn first; align the next hooping so that the needle hits those on its pieces";

/// Draws the map.
pub(super) fn map(embroidery: &Embroidery, tiling: &Tiling, paper: &SheetFormat) -> Result<Page, CutError> {
    let patchwork = Patchwork::trace(tiling, embroidery.cell_mm)?;
    let format = PageFormat::new(paper.clone(), Foot::not_to_scale());
    let mut page = Page::new(&format, Title::new(&embroidery.title, "where each hooping goes"))?;
    let legend = Block::List(entries(embroidery));
    let below = legend.height(page.free.width()) + sizes::AIR;
    let room = Bounds { bottom: page.free.bottom - below, ..page.free };
    let colors = embroidery.fabrics.colors();
    let diagram =
        Diagram { patchwork: &patchwork, colors: &colors, labels: &[], curves: &[], largest_scale: 1.0 };
    let drawn = diagram.draw(&mut page.canvas, room);
    let (corner, scale) = (patchwork.bounds(), drawn.scale);
    let put = |at: Point| Point {
        x: drawn.bounds.left + (at.x - corner.left) * scale,
        y: drawn.bounds.top + (at.y - corner.top) * scale,
    };
    draw_borders(&mut page.canvas, embroidery, &patchwork, put);
    for (number, hooping) in (1..).zip(&embroidery.hoopings) {
        hooping.crosses.iter().for_each(|&at| draw_cross(&mut page.canvas, put(at), ARM * scale));
        // In the patch with the most room, which works for hoopings of any shape.
        let label = hooping.pieces.iter().map(|piece| patchwork.patches()[piece - 1].outline().label());
        let Some(label) = label.max_by(|a, b| a.room.total_cmp(&b.room)) else { continue };
        let text = Text::centered(format!("{number}"), put(label.at), HOOPING_NUMBER.min(label.room * scale));
        page.canvas.fill(Path::rectangle(text.bounds().inset(-1.0)), Color::WHITE);
        page.canvas.text(Role::Label, text);
    }
    page.free.top = drawn.bounds.bottom + sizes::AIR;
    page.block(&legend);
    Ok(page)
}

/// Separates the hoopings by a line on a white band.
fn draw_borders(
    canvas: &mut Canvas,
    embroidery: &Embroidery,
    patchwork: &Patchwork,
    put: impl Fn(Point) -> Point,
) {
    let mut hooping_of = vec![0; patchwork.patches().len()];
    for (index, hooping) in embroidery.hoopings.iter().enumerate() {
        hooping.pieces.iter().for_each(|&piece| hooping_of[piece - 1] = index);
    }
    for edge in patchwork.edges() {
        if let (Some(left), Some(right)) = (edge.left, edge.right)
            && hooping_of[left] != hooping_of[right]
        {
            let (from, to) = patchwork.ends(edge);
            canvas.fill(band(put(from), put(to)), Color::WHITE);
            canvas.line(Role::Cut, put(from), put(to));
        }
    }
}

/// A cross that is visible on every color.
fn draw_cross(canvas: &mut Canvas, at: Point, arm: f64) {
    canvas.fill(Path::circle(at, arm + 0.5), Color::WHITE);
    canvas.path(Role::Guide, Path::circle(at, arm + 0.5));
    canvas.path(Role::Label, Path::cross(at, 2.0 * arm));
}

/// Returns a strip along a line that extends beyond its ends.
fn band(from: Point, to: Point) -> Path {
    let length = from.distance(to);
    let along = (BAND * (to.x - from.x) / length, BAND * (to.y - from.y) / length);
    let (from, to) = (from.moved(-along.0, -along.1), to.moved(along.0, along.1));
    let sides = |at: Point, side: f64| at.moved(-along.1 * side, along.0 * side);
    Path::polygon(&[sides(from, 1.0), sides(to, 1.0), sides(to, -1.0), sides(from, -1.0)])
}

/// Returns an entry for each fabric, and one for the crosses.
fn entries(embroidery: &Embroidery) -> Vec<Entry> {
    let mut entries = embroidery.fabrics.entries();
    for (number, entry) in (1..).zip(&mut entries) {
        entry.words = format!("{number} {}", entry.words);
    }
    let cross = |canvas: &mut Canvas, at: Point| draw_cross(canvas, at, sizes::SWATCH / 2.0 - 0.5);
    entries.push(Entry::new(Sign::Drawn(cross), CROSSES));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{embroidery, machine};
    use piecework_draw::drawing::Item;
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::stop::StopFlag;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// The cross is at the middle of what the machine centers: of the stitches, not of the hoop or the
    /// design.
    #[test]
    fn templates_have_every_piece_true_to_size_around_the_middle_of_the_stitches() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nA.B", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let hoop = machine("embroidery").expect("embedded").bed;
        let sewn = embroidery(&tiling, 30.0, (&hoop, &StopFlag::never()), None).expect("fits");
        let drawing = template(&sewn.hoopings[0]).expect("drawn");
        let pieces = drawing.bounds_of(Role::Cut).expect("pieces");
        assert!((pieces.width() - 90.0).abs() < 1e-6 && (pieces.height() - 60.0).abs() < 1e-6, "{pieces:?}");
        let cross = drawing.bounds_of(Role::Guide).expect("a cross").center();
        let extents = stitches(&sewn.hoopings[0]);
        let middle = Point::new(extents.width() / 2.0 + AROUND, extents.height() / 2.0 + AROUND);
        assert!(cross.distance(middle) < 1e-6, "{cross:?} {middle:?}");
        let pages = sewn.pages(&tiling, &paper("a4").expect("embedded")).expect("pages");
        assert_eq!(pages.len(), 2, "the chart and one template");
        let words = |page: &Drawing| -> Vec<String> {
            let items = page.layers().iter().flat_map(|layer| &layer.items);
            items
                .filter_map(
                    |item| if let Item::Text(text) = item { Some(text.content().to_owned()) } else { None },
                )
                .collect()
        };
        for word in ["placement", "tack-down", "border"] {
            let count = words(&pages[0]).iter().filter(|other| *other == word).count();
            assert_eq!(count, sewn.fabrics.fabrics.len(), "{word}");
        }
    }
}
