//! Matching points and set-in corners: the map of corners with their numbers, and the list patch by patch.

use std::collections::BTreeSet;

use super::{format, y_seam};
use crate::plan::error::QuiltError;
use crate::plan::{Design, PatchMatch};
use piecework_draw::drawing::{Anchor, Canvas, Diagram, Medium, Rings, Role, Text, Words, marks, rings};
use piecework_draw::geometry::{Bounds, Edge, Patchwork, Point, SetInCorner};
use piecework_draw::layout::{PAGE_OVERLAP, divide};
use piecework_draw::page::sizes::{AIR, LEAST, LINE};
use piecework_draw::page::{Block, Column, Page, Table};

/// The cap height of the numbers of corners, in mm, from and to.
const NUMBER: (f64, f64) = (LEAST, 2.4);
/// The diameter of a dot on the map, in mm, and the air between it and its number; chosen by eye, as are the
/// other sizes.
const DOT: (f64, f64) = (1.4, 0.3);
/// The air between two numbers side by side, in mm, so that nobody reads them as one.
const APART: f64 = 0.8;
/// The smallest edge of a cell that is tried, in mm, and how much larger it becomes at each attempt.
const SMALLEST_CELL: (f64, f64) = (5.0, 1.05);
/// The largest edge of a cell on the map, in mm.
const LARGEST_CELL: f64 = 13.0;
/// At this edge of a cell nothing more is tried, in mm.
const ENOUGH: f64 = 60.0;

/// The map of set-in corners; none if that is so.
pub(super) fn map(design: &Design) -> Result<Vec<Page>, QuiltError> {
    let corners = design.patchwork.set_in_corners();
    if corners.is_empty() {
        return Ok(Vec::new());
    }
    let free = format::reading_room(design)?;
    let area = Bounds { bottom: free.bottom - 3.0 * LINE, ..free };
    let bounds = design.patchwork.bounds();
    let fits = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let least = least_cell(design, &corners, fits * design.options.cell) / design.options.cell;
    design.options.stop.check()?;
    if fits >= least {
        let scale = fits.min((LARGEST_CELL / design.options.cell).max(least));
        let mut page = format::page(design, "set-in corners")?;
        let room = Bounds { right: free.left + bounds.width() * scale, ..area };
        let bottom = draw_map(design, &corners, &mut page.canvas, room, scale);
        explain(&mut page, bottom);
        return Ok(vec![page]);
    }
    let scale = least;
    let (width, height) = (bounds.width() * scale, bounds.height() * scale);
    let mut canvas = Canvas::new("set-in corners", Medium::Print, width, height);
    let whole = canvas.bounds();
    draw_map(design, &corners, &mut canvas, whole, scale);
    design.options.stop.check()?;
    let grid = divide(&canvas.finish()?, area.width(), area.height(), PAGE_OVERLAP)?;
    let pages = grid.pages().iter().map(|part| {
        let mut page = format::page(design, "set-in corners")?.of_grid(&grid, part);
        part.draw(&mut page.canvas, Point { x: area.left, y: area.top });
        explain(&mut page, area.bottom);
        Ok(page)
    });
    pages.collect()
}

fn explain(page: &mut Page, bottom: f64) {
    let words = "Dots with bold numbers are set-in corners; the number is in the patch with the inside corner. Gray numbers are \
                 patches.";
    page.words_below(words, bottom + AIR / 2.0);
}

/// The smallest edge of a cell at which all numbers have room, in mm; `page` if that is enough and fills a
/// page.
fn least_cell(design: &Design, corners: &[SetInCorner], page: f64) -> f64 {
    let mut edge = SMALLEST_CELL.0;
    while edge < ENOUGH && !Numbers::fit(design, corners, edge) {
        edge *= SMALLEST_CELL.1;
    }
    if page >= SMALLEST_CELL.0 && page < edge && Numbers::fit(design, corners, page) { page } else { edge }
}

/// Seams, gray numbers of patches, dots with their numbers; returns where the map ends.
fn draw_map(design: &Design, corners: &[SetInCorner], canvas: &mut Canvas, room: Bounds, scale: f64) -> f64 {
    let patchwork = &design.patchwork;
    let diagram = Diagram { patchwork, colors: &[], labels: &[], curves: &[], largest_scale: scale };
    let drawn = diagram.draw(canvas, room);
    let bounds = patchwork.bounds();
    let put = |point: Point| Point {
        x: room.left + (point.x - bounds.left) * drawn.scale,
        y: room.top + (point.y - bounds.top) * drawn.scale,
    };
    let numbers = Numbers::on(design, corners, put, drawn.scale * design.options.cell, false);
    corners.iter().for_each(|corner| {
        marks::dot(canvas, Role::Sew, put(patchwork.vertices()[corner.vertex].at), DOT.0);
    });
    numbers.of_patches.into_iter().for_each(|text| canvas.text(Role::Guide, text));
    numbers.of_corners.into_iter().for_each(|text| canvas.text(Role::Label, text));
    drawn.bounds.bottom
}

/// The numbers on a map.
struct Numbers {
    of_corners: Vec<Text>,
    of_patches: Vec<Text>,
    /// Whether none meets a line or another number.
    all_fit: bool,
}

impl Numbers {
    /// Whether there is room for all numbers on a map with cells of `edge` mm.
    fn fit(design: &Design, corners: &[SetInCorner], edge: f64) -> bool {
        let scale = edge / design.options.cell;
        Self::on(design, corners, |at| Point { x: at.x * scale, y: at.y * scale }, edge, true).all_fit
    }

    /// The numbers on a map with cells of `edge` mm; with `only_all`, no more after the first without room.
    fn on(
        design: &Design,
        corners: &[SetInCorner],
        put: impl Fn(Point) -> Point,
        edge: f64,
        only_all: bool,
    ) -> Self {
        let patchwork = &design.patchwork;
        let mut words = Words::default();
        let dot = |vertex: usize| {
            let at = put(patchwork.vertices()[vertex].at);
            let half = DOT.0 / 2.0;
            Bounds { left: at.x - half, top: at.y - half, right: at.x + half, bottom: at.y + half }
        };
        corners.iter().for_each(|corner| words.take(dot(corner.vertex)));
        let height = number_height(corners.len(), edge);
        let mut all_fit = height >= NUMBER.0;
        let mut of_corners = Vec::new();
        let goes_on = |all_fit: bool| (all_fit || !only_all) && !design.options.stop.is_raised();
        for (number, corner) in (1..).zip(corners) {
            if !goes_on(all_fit) {
                break;
            }
            let at = put(patchwork.vertices()[corner.vertex].at);
            let text = beside_dot(number, at, inwards(patchwork, *corner), height.max(NUMBER.0));
            let outline = patchwork.patches()[corner.patch].outline();
            let found = clear(&mut words, text.clone(), &rings(outline, &put));
            all_fit &= found.is_some();
            let text = found.unwrap_or(text);
            of_corners.push(text);
        }
        let mut of_patches = Vec::new();
        for (number, patch) in (1..).zip(patchwork.patches()) {
            if !goes_on(all_fit) {
                break;
            }
            let at = put(patch.label_point());
            let text = Text::centered(format!("{number}"), at, NUMBER.1);
            let found = words.place(&text, &rings(patch.outline(), &put), at, NUMBER.0);
            all_fit &= found.is_some();
            of_patches.extend(found);
        }
        Self { of_corners, of_patches, all_fit }
    }
}

/// The number of a corner in the direction of its patch.
fn beside_dot(number: usize, at: Point, (dx, dy): (f64, f64), height: f64) -> Text {
    let text = Text::new(format!("{number}"), at, height, Anchor::Middle).bold();
    // As far as half of the words reach in this direction.
    let away = |half: f64| DOT.0 * 0.5 + DOT.1 + half;
    let (x, y) = (away(text.width() / 2.0) * dx.signum(), away(height / 2.0) * dy.signum() + height / 2.0);
    let (x, y) = (if dx.abs() < 0.1 { 0.0 } else { x }, if dy.abs() < 0.1 { height / 2.0 } else { y });
    text.moved(x, y)
}

/// The number of a corner where nothing else is: beside its dot, or near to that in its patch if another
/// number is there.
fn clear(words: &mut Words, text: Text, rings: &Rings) -> Option<Text> {
    let (at, height) = (text.bounds().center(), text.height());
    let text = if words.meets(text.bounds()) {
        let found = words.clone().place(&text, rings, at, height)?;
        (found.bounds().center().distance(at) <= 2.0 * height).then_some(found)?
    } else {
        text
    };
    let bounds = text.bounds();
    words.take(Bounds { left: bounds.left - APART, right: bounds.right + APART, ..bounds });
    Some(text)
}

/// The cap height of numbers up to `most`: that of a corner has room in its cell, between the dots at the
/// ends of an edge.
fn number_height(most: usize, edge: f64) -> f64 {
    let widest = "8".repeat(most.to_string().len());
    let width = Text::new(widest, Point::new(0.0, 0.0), 1.0, Anchor::Start).bold().width();
    let room = edge - DOT.0 - 2.0 * DOT.1;
    (room / width).min(NUMBER.1)
}

/// The direction from a notch into its patch, of length 1.
pub(super) fn inwards(patchwork: &Patchwork, corner: SetInCorner) -> (f64, f64) {
    let at = patchwork.vertices()[corner.vertex].at;
    let mut reflex = patchwork.patches()[corner.patch].outline().reflex_corners();
    let found = reflex.find(|reflex| reflex.at.distance(at) < 1e-6);
    let clip = found.and_then(|reflex| reflex.clip(1.0));
    clip.map_or((0.0, 0.0), |(from, to)| {
        let length = from.distance(to);
        ((to.x - from.x) / length, (to.y - from.y) / length)
    })
}

/// The list of matching points and inside corners; none if no patch has any.
pub(super) fn list(design: &Design) -> Result<Vec<Page>, QuiltError> {
    let patches = &design.matching.patches;
    let has_points = |patch: &&PatchMatch| !patch.marks.is_empty() || !patch.set_in.is_empty();
    let marked: Vec<&PatchMatch> = patches.iter().filter(has_points).collect();
    if marked.is_empty() {
        return Ok(Vec::new());
    }
    let all = if marked.len() < patches.len() { " Patches that are not listed need none." } else { "" };
    let words =
        format!("Letters are those on the template; an inside corner also has its number on the map.{all}");
    let row = |patch: &&PatchMatch| vec![design.label(patch.patch - 1), in_words(patch)];
    let heads = [("patch", Column::Words), ("matching points", Column::Words)];
    let heads = heads.map(|(head, column)| (head.to_owned(), column)).to_vec();
    let table = Table { heads, rows: marked.iter().map(row).collect() };
    let mut blocks = vec![Block::Paragraph(words), Block::Table(table)];
    if patches.iter().any(|patch| !patch.set_in.is_empty()) {
        blocks.extend(y_seam::blocks());
    }
    format::section(design, "matching points, patch by patch", blocks)
}

/// `a c d; e = 12`.
pub(super) fn in_words(patch: &PatchMatch) -> String {
    let marks = patch.marks.join(" ");
    let set_in: Vec<String> =
        patch.set_in.iter().map(|(letter, number)| format!("{letter} = {number}")).collect();
    let parts = [marks, set_in.join(", ")];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// Each inside corner by its number: where it is, and with which patches its patch is sewn there.
pub(super) fn corners_in_words(design: &Design) -> Vec<String> {
    let (patchwork, cell) = (&design.patchwork, design.options.cell);
    let bounds = patchwork.bounds();
    let of = |(number, corner): (usize, SetInCorner)| {
        let ends = |edge: &&Edge| edge.from == corner.vertex || edge.to == corner.vertex;
        let beside = patchwork.edges().iter().filter(ends).flat_map(|edge| [edge.left, edge.right]).flatten();
        let others: BTreeSet<usize> = beside.filter(|&patch| patch != corner.patch).collect();
        let others: Vec<String> = others.iter().map(|patch| (patch + 1).to_string()).collect();
        let at = patchwork.vertices()[corner.vertex].at;
        // Rows and columns name a point only where cells are squares.
        let place = if design.whole.lattice().is_rectilinear() {
            let (row, column) = ((at.y - bounds.top) / cell, (at.x - bounds.left) / cell);
            format!("below row {row:.0} and right of column {column:.0}, ")
        } else {
            String::new()
        };
        let patch = if others.len() == 1 { "patch" } else { "patches" };
        format!(
            "Corner {number}, in patch {}: {place}with {patch} {}.",
            corner.patch + 1,
            others.join(" and ")
        )
    };
    (1..).zip(patchwork.set_in_corners()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QuiltOptions, QuiltPlan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn corners_are_found_without_the_map() {
        let of = |lattice, rows: &str| {
            let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
            let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
            let plan = QuiltPlan::new(&tiling, &QuiltOptions::default()).expect("a plan");
            corners_in_words(&plan.design)
        };
        let expected = [
            "Corner 1, in patch 1: below row 1 and right of column 1, with patch 2.",
            "Corner 2, in patch 2: below row 1 and right of column 2, with patch 1.",
        ];
        assert_eq!(of(Lattice::Square, "AAB\nABB"), expected);
        assert_eq!(of(Lattice::Hex, "A A\n B C")[0], "Corner 1, in patch 1: with patch 2.");
    }

    #[test]
    fn a_number_has_room_between_the_dots_of_an_edge() {
        for (most, edge) in [(9, 6.0), (99, 6.0), (184, 7.9), (999, 10.0), (9_999, 12.0), (12, 20.0)] {
            let height = number_height(most, edge);
            let number = Text::new(format!("{most}"), Point::new(0.0, 0.0), height, Anchor::Start).bold();
            assert!(2.0 * (DOT.0 * 0.5 + DOT.1) + number.width() < edge + 1e-9, "{most} on {edge} mm");
            assert!(height <= NUMBER.1);
        }
    }

    #[test]
    fn numbers_at_both_ends_of_an_edge_are_below_each_other() {
        let patch =
            [(-8.0, 0.0), (16.0, 0.0), (16.0, 8.0), (-8.0, 8.0)].map(|(x, y)| Point::new(x, y)).to_vec();
        let number = |number, x: f64, dx| beside_dot(number, Point::new(x, 0.0), (dx, 0.7), 2.0);
        let (first, second) = (number(156, 0.0, 0.7), number(157, 8.0, -0.7));
        let mut words = Words::default();
        words.take(first.bounds());
        assert!(words.meets(second.bounds()), "side by side there is no room");
        let found = clear(&mut words.clone(), second, &vec![patch]).expect("room below");
        assert!(!words.meets(found.bounds()) && found.bounds().top > first.bounds().top);
        assert_eq!(clear(&mut words, first, &Rings::new()), None, "no room");
    }
}
