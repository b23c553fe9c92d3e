//! The cutting list: for each template how many patches of which fabric, and where its pages are.

use super::design::TemplateUse;
use super::frame::{Frame, room};
use super::printed::Printed;
use super::{Design, Method, QuiltError};
use crate::drawing::{Path, Role, Text};
use crate::geometry::{Bounds, Point};

/// The cap height of words, in mm; chosen by eye, as are the other sizes of this file.
const WORDS: f64 = 2.6;
/// From one line of words to the next, in mm.
const LINE: f64 = 4.6;
/// Width and height of a thumbnail, in mm.
const THUMBNAIL: f64 = 24.0;
/// The room between entries, in mm.
const GAP: f64 = 5.0;

/// One template on the list.
pub(super) struct Entry<'a> {
    pub(super) used: &'a TemplateUse,
    pub(super) printed: &'a Printed,
    /// The box around the cloth that is cut by it.
    pub(super) cut: Bounds,
    /// The pages it is printed on, from 1, ascending.
    pub(super) pages: Vec<usize>,
}

/// How many pages the list takes, which must be known before its page numbers are.
pub(super) fn page_count(design: &Design<'_>) -> Result<usize, QuiltError> {
    let heights: Vec<f64> = design.templates.iter().map(|used| height(design, used)).collect();
    Ok(split(&heights, room(design)?.height()).len().max(1))
}

/// The pages of the list.
pub(super) fn pages(design: &Design<'_>, entries: &[Entry<'_>]) -> Result<Vec<Frame>, QuiltError> {
    let heights: Vec<f64> = entries.iter().map(|entry| height(design, entry.used)).collect();
    let mut rest = entries;
    let mut frames = Vec::new();
    for count in split(&heights, room(design)?.height()) {
        let (now, later) = rest.split_at(count);
        let mut frame = Frame::new(design, "cutting list")?;
        let mut top = frame.free.top;
        for entry in now {
            draw(design, &mut frame, entry, top);
            top += height(design, entry.used) + GAP;
        }
        frames.push(frame);
        rest = later;
    }
    Ok(frames)
}

/// How many entries go on each page, in order.
fn split(heights: &[f64], room: f64) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut used = f64::INFINITY;
    for height in heights {
        if used + height > room {
            counts.push(0);
            used = 0.0;
        }
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
        used += height + GAP;
    }
    counts
}

/// A thumbnail beside its lines, whichever is taller.
fn height(design: &Design<'_>, used: &TemplateUse) -> f64 {
    let lines = fabric_lines(design, used).len() + 3;
    (lines as f64 * LINE).max(THUMBNAIL)
}

fn draw(design: &Design<'_>, frame: &mut Frame, entry: &Entry<'_>, top: f64) {
    let Bounds { left, right, .. } = frame.free;
    let thumbnail = Bounds { left, top, right: left + THUMBNAIL, bottom: top + THUMBNAIL };
    draw_thumbnail(frame, entry, thumbnail);
    let x = thumbnail.right + GAP;
    let used = entry.used;
    let (cut, finished) = (entry.cut, entry.printed.finished);
    let size =
        |bounds: Bounds| format!("{} × {}", design.write(bounds.width()), design.write(bounds.height()));
    let total = used.count + used.mirrored;
    let papers = design.options.method == Method::EnglishPaper;
    let what = if papers { "Papers" } else { "Template" };
    let hands = |count, mirrored| hands(count, mirrored, papers);
    let mut lines = vec![
        format!("{what} {}: {}", used.name, hands(used.count, used.mirrored)),
        format!("{}; finished {}, cut {}", cloth(design, total), size(finished), size(cut)),
    ];
    lines.extend(fabric_lines(design, used));
    let divided = entry.printed.grid.is_some();
    lines.push(place(&entry.pages, divided));
    for (line, words) in lines.into_iter().enumerate() {
        let at = Point { x, y: top + WORDS + line as f64 * LINE };
        let text = Text::fitted(words, at, WORDS, right - x);
        frame.canvas.text(Role::Label, if line == 0 { text.bold() } else { text });
    }
}

/// The template small; where it is divided, with the map of its pages.
fn draw_thumbnail(frame: &mut Frame, entry: &Entry<'_>, area: Bounds) {
    let (part, bounds) = (&entry.printed.part, entry.printed.part.bounds());
    let one = entry.used.count + entry.used.mirrored == 1 || entry.pages.len() == entry.printed.pages();
    if let Some(grid) = entry.printed.grid.as_ref().filter(|_| one) {
        let shape = Path::outline(&part.outline().moved(-bounds.left, -bounds.top));
        let numbers: Vec<String> = entry.pages.iter().map(usize::to_string).collect();
        grid.draw_map(&mut frame.canvas, area, &[shape], &numbers);
        return;
    }
    let scale = (area.width() / bounds.width()).min(area.height() / bounds.height());
    let put = |p: Point| Point {
        x: area.left + (p.x - bounds.left) * scale,
        y: area.top + (p.y - bounds.top) * scale,
    };
    frame.canvas.path(Role::Engrave, Path::outline(part.outline()).mapped(put));
}

/// So many patches, or strips of patches.
fn cloth(design: &Design<'_>, count: usize) -> String {
    match (design.rows, count) {
        (None, count) => super::patches(count),
        (Some(_), 1) => "1 strip".to_owned(),
        (Some(_), count) => format!("{count} strips"),
    }
}

/// One line for each fabric that the template is cut from.
fn fabric_lines(design: &Design<'_>, used: &TemplateUse) -> Vec<String> {
    let papers = design.options.method == Method::EnglishPaper;
    let fabrics = design.fabrics.iter().zip(&used.by_fabric);
    fabrics
        .filter(|(_, (count, mirrored))| count + mirrored > 0)
        .map(|(fabric, &(count, mirrored))| format!("{}: {}", fabric.name, hands(count, mirrored, papers)))
        .collect()
}

/// Counts of both hands, as quilters write them.
fn hands(count: usize, mirrored: usize, papers: bool) -> String {
    let r = if papers { "r (mirror images)" } else { "r (template turned over)" };
    match (count, mirrored) {
        (count, 0) => count.to_string(),
        (0, mirrored) => format!("{mirrored} {r}"),
        (count, mirrored) => format!("{count} + {mirrored} {r}"),
    }
}

/// Where the template is printed.
fn place(pages: &[usize], divided: bool) -> String {
    let runs = pages.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [page] => page.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    let runs = runs.collect::<Vec<String>>().join(", ");
    match (pages.len(), divided) {
        (0, _) => String::new(),
        (1, _) => format!("Printed on page {runs}."),
        (_, false) => format!("Printed on pages {runs}."),
        (_, true) => {
            format!("Printed on pages {runs}: cut one margin along its crosses, lay it cross on cross, tape.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_break_to_a_new_page_when_the_page_is_full() {
        assert_eq!(split(&[40.0, 40.0, 40.0], 90.0), [2, 1], "40 + 5 + 40 = 85");
        assert_eq!(split(&[40.0], 90.0), [1]);
        assert!(split(&[], 90.0).is_empty());
        assert_eq!(split(&[200.0, 10.0], 90.0), [1, 1], "an entry taller than a page still gets one");
    }

    #[test]
    fn hands_are_written_as_n_and_n_r() {
        assert_eq!(hands(3, 0, false), "3");
        assert_eq!(hands(3, 2, false), "3 + 2 r (template turned over)");
        assert_eq!(hands(0, 2, true), "2 r (mirror images)");
    }

    #[test]
    fn pages_are_listed_in_runs() {
        assert_eq!(place(&[7], false), "Printed on page 7.");
        assert_eq!(place(&[7, 8, 9, 12], false), "Printed on pages 7 to 9, 12.");
        assert!(place(&[7, 8], true).starts_with("Printed on pages 7 to 8: cut one margin"));
    }
}
