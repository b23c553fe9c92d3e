//! Foundations: papers with the lines to sew on, true to size, as mirror images.
//!
//! The printed side is the wrong side of the quilt while it is sewn, so every paper is the mirror image of
//! its part. Words are not mirrored.

use crate::pages::format;
use crate::pages::printed::{Laid, Nesting, Printed};
use crate::plan::error::QuiltError;
use crate::plan::piecing::{CellRect, Foundation, PiecedPart};
use crate::plan::{Design, StraightSeams};
use crate::words::straight as words;
use piecework_draw::drawing::{Anchor, Canvas, Medium, Path, Reading, Role, Text};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Point};
use piecework_draw::layout::{Mark, Part as Paper};
use piecework_draw::page::sizes::LEAST;
use piecework_draw::page::{Block, Page, StripEdge};

/// The cap heights of numbers, in mm; chosen by eye, as are the other sizes of this file.
const NUMBER: (f64, f64) = (LEAST, 7.0);
/// The cap heights of the other words on a foundation, in mm.
const SMALL: (f64, f64) = (LEAST, 2.6);
/// The least seam allowance that has room for the name of a foundation, in mm.
const ROOM_FOR_NAME: f64 = 3.5;
/// The cap height of that name, in mm.
const NAME: f64 = 2.2;
/// The most height that the words on a rectangle take, in mm.
const TOGETHER: f64 = 30.0;
/// How much of a box words may fill across and along.
const FILLED: (f64, f64) = (0.78, 0.58);
/// The share of a rectangle that its number takes.
const SHARE: f64 = 0.5;

/// Where the strip of a sheet is.
const EDGE: StripEdge = StripEdge::Lower;

/// How a foundation is on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lying {
    /// Upright, left and right exchanged.
    Mirrored,
    /// The same turned by a quarter.
    Turned,
}

/// The list of foundations, and the foundations behind `before` pages; none if nothing is sewn on paper.
pub(super) fn pages(
    design: &Design,
    seams: &StraightSeams,
    before: usize,
) -> Result<(Vec<Page>, Vec<Page>), QuiltError> {
    let all = &seams.plan.foundations;
    if all.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let room = format::long_room(design, EDGE)?.dimensions();
    let on_paper = all.iter().filter(|foundation| foundation.order.len() > 1);
    let papers = on_paper.map(|foundation| printed(design, seams, foundation, room));
    let papers = papers.collect::<Result<Vec<Printed>, QuiltError>>()?;
    let laid = Laid::nested(design, papers.iter().collect(), EDGE, Nesting::Boxes)?;
    let list = list(design, seams, &laid.pages_of(before))?;
    Ok((list, laid.draw(design, ("foundation", "foundations, mirrored"))?))
}

/// What is sewn on which paper, in which order, and how.
fn list(design: &Design, seams: &StraightSeams, on: &[Vec<usize>]) -> Result<Vec<Page>, QuiltError> {
    let blocks = words::foundations(seams, on).into_iter().map(Block::Paragraph).collect();
    format::section(design, "foundations", blocks)
}

/// A foundation as it is drawn, or on its side where that saves a page.
fn printed(
    design: &Design,
    seams: &StraightSeams,
    foundation: &Foundation,
    room: Dimensions,
) -> Result<Printed, QuiltError> {
    let of = |lying| {
        let (paper, finished) = paper(design, seams, foundation, lying)?;
        Printed::new(paper, finished, room)
    };
    let (upright, turned) = (of(Lying::Mirrored)?, of(Lying::Turned)?);
    Ok(if turned.pages() < upright.pages() { turned } else { upright })
}

/// Where a rectangle of a part is on its paper, in cells from the corner of the finished part.
fn place(rect: CellRect, part: CellRect, lying: Lying) -> CellRect {
    let (left, top) = (part.right() - rect.right(), rect.top - part.top);
    match lying {
        Lying::Mirrored => CellRect { left, top, ..rect },
        Lying::Turned => {
            CellRect { left: part.rows - top - rect.rows, top: left, columns: rect.rows, rows: rect.columns }
        }
    }
}

/// The paper of a foundation, and the box around it once it is sewn.
fn paper(
    design: &Design,
    seams: &StraightSeams,
    foundation: &Foundation,
    lying: Lying,
) -> Result<(Paper, Bounds), QuiltError> {
    let (cell, allowance) = (design.options.cell, design.options.seam_allowance);
    let whole = &seams.plan.parts[foundation.part];
    let bounds = |rect: CellRect| Bounds {
        left: allowance + rect.left as f64 * cell,
        top: allowance + rect.top as f64 * cell,
        right: allowance + rect.right() as f64 * cell,
        bottom: allowance + rect.bottom() as f64 * cell,
    };
    let finished = bounds(place(whole.area, whole.area, lying));
    let outline = Outline::rectangle(finished.right + allowance, finished.bottom + allowance)?;
    let mut canvas = Canvas::new("", Medium::Print, outline.bounds().width(), outline.bounds().height());
    if allowance > 0.0 {
        canvas.path(Role::Sew, Path::rectangle(finished));
    }
    for &step in &foundation.steps {
        let second = &seams.plan.parts[seams.plan.steps[step].second];
        let made = &seams.plan.parts[seams.plan.steps[step].makes];
        let [start, end] =
            seam(bounds(place(second.area, whole.area, lying)), bounds(place(made.area, whole.area, lying)));
        canvas.line(Role::Sew, start, end);
    }
    for (number, &part) in (1..).zip(&foundation.order) {
        let place = place(seams.plan.parts[part].area, whole.area, lying);
        draw_words(seams, &mut canvas, (number, part), lying, bounds(place));
    }
    if allowance >= ROOM_FOR_NAME {
        let at = Point { x: finished.left, y: (allowance + NAME) / 2.0 };
        let name = names(&whole.label).map(|words| Text::new(words, at, NAME, Anchor::Start).bold());
        if let Some(name) = name.into_iter().find(|name| name.width() <= finished.width()) {
            canvas.text(Role::Label, name);
        }
    }
    let marks = canvas.into_items().map(|(role, item)| Mark { role, item }).collect();
    Ok((Paper::new(whole.label.clone(), outline, marks)?, finished))
}

/// What is written on a foundation, as much as has room.
fn names(label: &str) -> [String; 3] {
    [
        format!("{label}: mirror image; the printed side is the wrong side"),
        format!("{label}: mirror image"),
        label.to_owned(),
    ]
}

/// The line between a part and the rest of what it is sewn into, both of which lie in `made`.
fn seam(part: Bounds, made: Bounds) -> [Point; 2] {
    const NEAR: f64 = 1e-6;
    let Bounds { left, top, right, bottom } = part;
    let upright = part.width() < made.width() - NEAR;
    match (upright, left > made.left + NEAR, top > made.top + NEAR) {
        (true, true, _) => [Point { x: left, y: top }, Point { x: left, y: bottom }],
        (true, false, _) => [Point { x: right, y: top }, Point { x: right, y: bottom }],
        (false, _, true) => [Point { x: left, y: top }, Point { x: right, y: top }],
        (false, _, false) => [Point { x: left, y: bottom }, Point { x: right, y: bottom }],
    }
}

/// What a rectangle is cut, by the list to cut.
fn cut_size<'a>(seams: &'a StraightSeams, part: &PiecedPart) -> Option<(&'a str, &'a str)> {
    let row = seams.rectangles.iter().find(|row| row.label == part.label)?;
    Some((&row.cut_width, &row.cut_height))
}

/// The number of a rectangle, and below it its label, its fabric and what it is cut as it lies, as far as
/// they can be read.
fn draw_words(
    seams: &StraightSeams,
    canvas: &mut Canvas,
    (number, part): (usize, usize),
    lying: Lying,
    area: Bounds,
) {
    let (center, half) = (area.center().y, area.height().min(TOGETHER) / 2.0);
    let area = Bounds { top: center - half, bottom: center + half, ..area };
    let middle = area.top + area.height() * SHARE;
    let (upper, lower) = (Bounds { bottom: middle, ..area }, Bounds { top: middle, ..area });
    let number = number.to_string();
    let fabric = seams.fabric_of[part].map_or("", |fabric| &seams.cloth.fabrics[fabric].name);
    let part = &seams.plan.parts[part];
    let size = cut_size(seams, part).map(|(width, height)| match lying {
        Lying::Mirrored => format!("cut {width} × {height}"),
        Lying::Turned => format!("cut {height} × {width}"),
    });
    let quarter = lower.top + lower.height() / 2.0;
    let lines = [
        (format!("{} {fabric}", part.label), Bounds { bottom: quarter, ..lower }),
        (size.unwrap_or_default(), Bounds { top: quarter, ..lower }),
    ];
    let below: Vec<Text> =
        lines.iter().map_while(|(words, room)| fitted(words, *room, SMALL.0, SMALL.1)).collect();
    let room = if below.is_empty() { area } else { upper };
    if let Some(text) = fitted(&number, room, NUMBER.0, NUMBER.1) {
        canvas.text(Role::Label, text.bold());
    }
    below.into_iter().for_each(|text| canvas.text(Role::Label, text));
}

/// Words in the middle of a box, upright where they are larger that way; none if no cap height from `least`
/// to `most` fits.
fn fitted(words: &str, bounds: Bounds, least: f64, most: f64) -> Option<Text> {
    let across = cap_height(words, bounds.width(), bounds.height()).min(most);
    let up = cap_height(words, bounds.height(), bounds.width()).min(most);
    let (height, turned) = if up > across * 1.2 { (up, true) } else { (across, false) };
    if height < least {
        return None;
    }
    let center = bounds.center();
    Some(if turned {
        // The letters stand on a line that goes up, to the left of which they are.
        let half = Point { x: center.x + height / 2.0, y: center.y - height / 2.0 };
        Text::centered(words, half, height).turned(Reading::Up)
    } else {
        Text::centered(words, center, height)
    })
}

/// The largest cap height at which words fit into a box.
fn cap_height(words: &str, width: f64, height: f64) -> f64 {
    let at_one = Text::centered(words, Point { x: 0.0, y: 0.0 }, 1.0).width();
    (width * FILLED.0 / at_one).min(height * FILLED.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: CellRect = CellRect { left: 3, top: 5, columns: 4, rows: 2 };

    #[track_caller]
    fn lies(rect: [usize; 4], lying: Lying, expected: [usize; 4]) {
        let of = |[left, top, columns, rows]: [usize; 4]| CellRect { left, top, columns, rows };
        assert_eq!(place(of(rect), WHOLE, lying), of(expected));
    }

    #[test]
    fn a_foundation_is_the_mirror_image_of_its_part() {
        lies([3, 5, 1, 2], Lying::Mirrored, [3, 0, 1, 2]);
        lies([4, 6, 3, 1], Lying::Mirrored, [0, 1, 3, 1]);
        // What was at the top is at the right.
        lies([3, 5, 1, 1], Lying::Turned, [1, 3, 1, 1]);
        lies([4, 6, 3, 1], Lying::Turned, [0, 0, 1, 3]);
        let at_origin = CellRect { left: 0, top: 0, ..WHOLE };
        for (left, top) in [(3, 5), (4, 6), (6, 5)] {
            let rect = CellRect { left, top, columns: 1, rows: 1 };
            let twice = place(place(rect, WHOLE, Lying::Mirrored), at_origin, Lying::Mirrored);
            assert_eq!((twice.left + 3, twice.top + 5), (left, top), "mirrored twice it is as it was");
        }
    }

    #[test]
    fn seams_end_at_the_edges_of_what_is_sewn() {
        let bounds = |left, top, right, bottom| Bounds { left, top, right, bottom };
        let made = bounds(0.0, 0.0, 40.0, 20.0);
        let line = |part| seam(part, made).map(|point| (point.x, point.y));
        assert_eq!(line(bounds(30.0, 0.0, 40.0, 20.0)), [(30.0, 0.0), (30.0, 20.0)]);
        assert_eq!(line(bounds(0.0, 0.0, 30.0, 20.0)), [(30.0, 0.0), (30.0, 20.0)]);
        assert_eq!(line(bounds(0.0, 5.0, 40.0, 20.0)), [(0.0, 5.0), (40.0, 5.0)]);
        assert_eq!(line(bounds(0.0, 0.0, 40.0, 5.0)), [(0.0, 5.0), (40.0, 5.0)]);
    }
}
