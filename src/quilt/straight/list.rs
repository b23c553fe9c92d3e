//! The list of rectangles to cut: for each fabric the sizes, how many of each, and their labels.

use super::figures::RectangleUse;
use super::{QuiltError, Sewing, rectangles};
use crate::colour::Fabric;
use crate::drawing::{Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::quilt::frame::{Frame, LINE, WORDS, reading_room, wrapped};

/// Where the columns begin, as a share of the width: cells, cut size, finished size, count, labels.
const COLUMNS: [f64; 5] = [0.0, 0.085, 0.29, 0.495, 0.575];
/// The air above the first line, in mm.
const TOP: f64 = 2.0;
/// The air between columns, in mm.
const AIR: f64 = 2.0;
/// The side of a swatch, in mm.
const SWATCH: f64 = 4.0;

/// One line of the list.
enum Line<'a> {
    /// A fabric, and how many rectangles are cut from it.
    Fabric(&'a Fabric, usize),
    /// What the columns are.
    Heading,
    /// The words in the columns; those of a size that goes on from the line before are empty but for labels.
    Size([String; 5]),
    /// Air.
    Blank,
    /// The sum.
    Total(usize),
}

/// The pages of the list.
pub(super) fn pages(sewing: &Sewing<'_>) -> Result<Vec<Frame>, QuiltError> {
    let free = reading_room(sewing.design)?;
    let lines = lines(sewing, free.width());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page has few lines")]
    let on_a_page = ((free.height() - TOP) / LINE).floor() as usize;
    let mut frames = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (now, later) = rest.split_at(break_at(rest, on_a_page));
        let mut frame = Frame::reading(sewing.design, "rectangles to cut")?;
        for (index, line) in now.iter().enumerate() {
            let baseline = frame.free.top + TOP + WORDS + index as f64 * LINE;
            draw(&mut frame, line, baseline);
        }
        frames.push(frame);
        rest = later;
    }
    Ok(frames)
}

/// How many lines go on a page: not a fabric without its first size.
fn break_at(lines: &[Line<'_>], most: usize) -> usize {
    if lines.len() <= most {
        return lines.len();
    }
    let kept = (1..=most).rev().find(|&end| matches!(lines[end - 1], Line::Size(_) | Line::Blank));
    kept.unwrap_or(most)
}

fn lines<'a>(sewing: &'a Sewing<'_>, width: f64) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for (fabric, sizes) in sewing.fabrics.iter().zip(sewing.sizes()) {
        lines.push(Line::Fabric(fabric, sizes.iter().map(|size| size.count).sum()));
        lines.push(Line::Heading);
        for size in &sizes {
            lines.extend(size_lines(size, width * (1.0 - COLUMNS[4])));
        }
        lines.push(Line::Blank);
    }
    lines.push(Line::Total(sewing.plan.rectangles()));
    lines
}

/// A size with as many lines as its labels take.
fn size_lines<'a>(size: &RectangleUse, room: f64) -> Vec<Line<'a>> {
    let labels = wrapped(&size.labels.join(", "), WORDS, room);
    let by = |(short, long): &(String, String)| format!("{short} × {long}");
    let (short, long) = size.cells;
    let words = [format!("{short} × {long}"), by(&size.cut), by(&size.finished), size.count.to_string()];
    let mut words = Some(words);
    let line = |labels: String| {
        let [cells, cut, finished, count] = words.take().unwrap_or_default();
        Line::Size([cells, cut, finished, count, labels])
    };
    labels.into_iter().map(line).collect()
}

fn draw(frame: &mut Frame, line: &Line<'_>, baseline: f64) {
    match line {
        Line::Fabric(fabric, count) => {
            let left = frame.free.left;
            let top = baseline - (WORDS + SWATCH) / 2.0;
            let swatch = Bounds { left, top, right: left + SWATCH, bottom: top + SWATCH };
            frame.canvas.fill(Path::rectangle(swatch), fabric.colour);
            frame.canvas.path(Role::Engrave, Path::rectangle(swatch));
            let words = format!("{}: {}", fabric.name, rectangles(*count));
            let at = Point { x: swatch.right + AIR, y: baseline };
            let text = Text::fitted(words, at, WORDS * 1.1, frame.free.width() - SWATCH - AIR);
            frame.canvas.text(Role::Label, text.bold());
        }
        Line::Heading => {
            let words = ["cells", "cut", "finished", "count", "labels"];
            draw_columns(frame, &words.map(str::to_owned), baseline, true);
            let y = baseline + LINE * 0.22;
            let (left, right) = (frame.free.left, frame.free.right);
            frame.canvas.line(Role::Guide, Point { x: left, y }, Point { x: right, y });
        }
        Line::Size(words) => draw_columns(frame, words, baseline, false),
        Line::Blank => {}
        Line::Total(count) => {
            frame.paragraph(&format!("In all {}.", rectangles(*count)), baseline);
        }
    }
}

fn draw_columns(frame: &mut Frame, words: &[String; 5], baseline: f64, bold: bool) {
    let (left, width) = (frame.free.left, frame.free.width());
    for (column, words) in words.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
        let begin = COLUMNS[column] * width;
        let end = COLUMNS.get(column + 1).map_or(width, |next| next * width - AIR);
        let text = Text::fitted(words.clone(), Point { x: left + begin, y: baseline }, WORDS, end - begin);
        frame.canvas.text(Role::Label, if bold { text.bold() } else { text });
    }
}
