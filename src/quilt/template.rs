//! Templates: one for each piece that is used, with everything a quilter traces and reads.

use super::design::TemplateUse;
use super::{Design, QuiltError};
use crate::drawing::{Anchor, Canvas, Drawing, Item, Medium, Path, Reading, Role, Text, marks};
use crate::geometry::{Bounds, Outline, Point};
use crate::layout::{Mark, PAGE_OVERLAP, PageGrid, Part, divide};

/// The cap height of the name on a template, in mm; chosen by eye, as are the other sizes of this file.
const NAME: f64 = 5.0;
/// The cap height of the other words, in mm.
const WORDS: f64 = 2.6;
/// The longest grain arrow, in mm.
const LONGEST_ARROW: f64 = 40.0;

/// A template, and how it gets onto paper.
pub(super) struct Template {
    /// How it is used.
    pub(super) used: TemplateUse,
    /// The thing itself.
    pub(super) part: Part,
    /// The box around the finished piece, as the template lies.
    pub(super) finished: Bounds,
    /// The pages it is divided over; none if it fits on one.
    pub(super) grid: Option<PageGrid>,
}

/// The templates of a design, in the order of its pieces.
///
/// # Units
/// `width` and `height` in mm: the room on a page.
pub(super) fn templates(design: &Design<'_>, width: f64, height: f64) -> Result<Vec<Template>, QuiltError> {
    design.templates.iter().map(|used| template(design, used, width, height)).collect()
}

/// The template as drawn, or on its side where that saves a page; of two that fit, the narrower leaves more room beside it.
fn template(
    design: &Design<'_>,
    used: &TemplateUse,
    width: f64,
    height: f64,
) -> Result<Template, QuiltError> {
    let piece = &design.tiling.puzzle().pieces()[used.piece];
    let drawn = Outline::of_shape(&piece.shape, design.options.cell)?;
    let drawn = if used.flipped { drawn.mirrored() } else { drawn };
    let upright = Template::of(design, used, &drawn, (width, height))?;
    let lying = Template::of(design, used, &drawn.turned(90), (width, height))?;
    let saves_paper = lying.pages() < upright.pages();
    let as_good = lying.pages() == upright.pages() && lying.is_tall() && !upright.is_tall();
    Ok(if saves_paper || as_good { lying } else { upright })
}

impl Template {
    fn of(
        design: &Design<'_>,
        used: &TemplateUse,
        finished: &Outline,
        (width, height): (f64, f64),
    ) -> Result<Self, QuiltError> {
        let part = part(design, used, finished)?;
        let bounds = part.bounds();
        // A thousandth of a mm over is rounding.
        let fits = bounds.width() <= width + 1e-3 && bounds.height() <= height + 1e-3;
        let grid = if fits { None } else { Some(divide(&alone(&part)?, width, height, PAGE_OVERLAP)?) };
        Ok(Self { used: used.clone(), part, finished: finished.bounds(), grid })
    }

    /// How many pages it takes; a share of one counts as one.
    fn pages(&self) -> usize {
        self.grid.as_ref().map_or(1, |grid| grid.pages().len())
    }

    fn is_tall(&self) -> bool {
        self.finished.height() >= self.finished.width()
    }
}

/// A template alone on a sheet of its own size, to be divided over pages.
fn alone(part: &Part) -> Result<Drawing, QuiltError> {
    let bounds = part.bounds();
    let mut canvas = Canvas::new(part.name(), Medium::Print, bounds.width(), bounds.height());
    part.draw(&mut canvas, Point { x: 0.0, y: 0.0 });
    Ok(canvas.finish()?)
}

/// Cut line, sew line, name, counts, size and grain arrow.
fn part(design: &Design<'_>, used: &TemplateUse, finished: &Outline) -> Result<Part, QuiltError> {
    let allowance = design.options.seam_allowance;
    let cut = finished.with_allowance(allowance, &used.name)?;
    let mut marks = Vec::new();
    if allowance > 0.0 {
        marks.push(Mark { role: Role::Sew, item: Item::Path(Path::outline(finished)) });
    }
    marks.extend(words_and_arrow(design, used, finished));
    Ok(Part::new(used.name.clone(), cut, marks)?)
}

/// Name, counts and arrow in the widest place of the piece, smaller where that is small.
fn words_and_arrow(design: &Design<'_>, used: &TemplateUse, finished: &Outline) -> Vec<Mark> {
    let label = finished.label();
    let lines = lines(design, used);
    let scale = fitting_scale(&lines, label.room);
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    let mut y = label.at.y - block_height(&lines) * scale / 2.0;
    for (words, height) in &lines {
        y += height * scale;
        let at = Point { x: label.at.x, y };
        let text = Text::new(words.clone(), at, height * scale, Anchor::Middle);
        canvas.text(Role::Label, if *height == NAME { text.bold() } else { text });
        y += WORDS * 0.8 * scale;
    }
    if let Some((middle, length)) = arrow_place(finished, label.at, label.room) {
        marks::grain_arrow(&mut canvas, Role::Label, middle, length, Reading::Up);
    }
    canvas.into_items().map(|(role, item)| Mark { role, item }).collect()
}

/// What is written on a template, with cap heights.
fn lines(design: &Design<'_>, used: &TemplateUse) -> Vec<(String, f64)> {
    let counts = match (used.count, used.mirrored) {
        (count, 0) => format!("cut {count}"),
        (count, mirrored) => format!("cut {count} + {mirrored} turned over"),
    };
    let cell = design.write(design.options.cell);
    vec![
        (used.name.clone(), NAME),
        (counts, WORDS),
        (format!("cell {cell}"), WORDS),
        ("fabric right side up".into(), WORDS),
    ]
}

fn block_height(lines: &[(String, f64)]) -> f64 {
    lines.iter().map(|(_, height)| height + WORDS * 0.8).sum::<f64>() - WORDS * 0.8
}

/// The factor at which the block fits into a circle of radius `room`, leaving the arrow beside it.
fn fitting_scale(lines: &[(String, f64)], room: f64) -> f64 {
    let origin = Point { x: 0.0, y: 0.0 };
    let width = lines
        .iter()
        .map(|(words, height)| Text::new(words.clone(), origin, *height, Anchor::Start).bold().width());
    let (x, y) = (width.fold(0.0, f64::max) / 2.0, block_height(lines) / 2.0);
    (room * 0.92 / libm::sqrt(x * x + y * y)).min(1.5)
}

/// The middle and length of an upright arrow that lies in the piece, beside the words: the place with most room.
fn arrow_place(finished: &Outline, words: Point, room: f64) -> Option<(Point, f64)> {
    let bounds = finished.bounds();
    let step = room / 2.0;
    let mut best: Option<(f64, Point)> = None;
    for place in grid_of(bounds, step) {
        // Clear of the circle that the words fill, and of every edge.
        let beside = place.distance(words) - room;
        if !finished.contains(place) || beside < room * 0.2 {
            continue;
        }
        let half = finished.distance(place).min(beside.max(room * 0.3)).min(LONGEST_ARROW / 2.0) * 0.9;
        if best.is_none_or(|(known, _)| half > known + 1e-9) {
            best = Some((half, place));
        }
    }
    best.filter(|&(half, _)| half > 2.0).map(|(half, place)| (place, half * 2.0))
}

/// Points `step` apart in a box, in reading order.
fn grid_of(bounds: Bounds, step: f64) -> impl Iterator<Item = Point> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a piece has few steps")]
    let count = move |length: f64| (length / step).floor() as u32;
    (1..=count(bounds.height())).flat_map(move |row| {
        (1..=count(bounds.width())).map(move |column| Point {
            x: bounds.left + f64::from(column) * step,
            y: bounds.top + f64::from(row) * step,
        })
    })
}
