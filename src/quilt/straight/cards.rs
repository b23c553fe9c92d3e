//! The steps: one card for each seam, with a picture of what is sewn; block after block, then the blocks together.

use super::figures::StepRow;
use super::picture::{LINE_WIDTH, Scale, edges, fitted, write};
use super::{QuiltError, Sewing, rectangles};
use crate::colour::Colour;
use crate::drawing::{Anchor, Canvas, Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::quilt::cards::{Cards, Look};
use crate::quilt::frame::{Frame, WORDS};
use crate::quilt::piecing::{Press, Step, Stretch};

/// The least width of a card, in mm, and its height: five rows and the lines over three blocks fit a letter page; the sizes of this
/// file are chosen by eye.
const CARD: (f64, f64) = (45.0, 40.5);
/// The strip that explains the cards on every page, in mm.
const LEGEND: f64 = 7.5;
/// The cap height of the first line of a card, in mm.
const TITLE: f64 = 2.3;
/// The cap height of the others.
const SMALL: f64 = 1.9;
/// From one line of a card to the next, in mm.
const NEXT: f64 = 3.3;
/// The room around the picture for a label that does not fit on it, in mm: at the sides, above and below.
const LABEL_ROOM: (f64, f64) = (7.0, 3.0);
/// The room that the arrow takes at its end of the seam, in mm.
const ARROW_ROOM: f64 = 6.0;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 8.0;
/// The least edge of a cell at which the edges of rectangles are drawn, in mm.
const LINED_CELL: f64 = 2.0;
/// The width of the new seam, in mm, and how far it reaches over the cloth.
const SEAM: (f64, f64) = (0.9, 1.2);
/// The smallest cap height of a name on a picture, in mm.
const SMALLEST_LABEL: f64 = 1.5;
/// Half the length of an arrow, in mm, and how far it is from the cloth.
const ARROW: (f64, f64) = (2.4, 3.2);

/// The pages of all steps; none if nothing is sewn.
pub(super) fn pages(sewing: &Sewing<'_>) -> Result<Vec<Frame>, QuiltError> {
    if sewing.plan.steps.is_empty() {
        return Ok(Vec::new());
    }
    let look = Look {
        title: "sewing, step by step",
        card: CARD,
        legend: LEGEND,
        draw_card: &|canvas, step, card| draw_card(sewing, canvas, step, card),
        draw_legend: &draw_legend,
    };
    cards(sewing).pages(sewing.design, &look)
}

/// Blocks with their steps, then what is made of blocks.
fn cards(sewing: &Sewing<'_>) -> Cards {
    let (plan, on_paper) = (&sewing.plan, sewing.on_paper());
    let mut cards = Cards::default();
    let of = |block: Option<usize>| -> Vec<usize> {
        let steps = (0..plan.steps.len()).filter(|&step| plan.parts[plan.steps[step].makes].block == block);
        steps.filter(|&step| !on_paper[step]).collect()
    };
    for (index, block) in plan.blocks.iter().enumerate() {
        let part = &plan.parts[block.part];
        let (width, height) = (sewing.finished(part.area.columns), sewing.finished(part.area.rows));
        let size = format!("{width} × {height}{}", over_all(part.is_rectangle()));
        let steps = of(Some(index));
        let words = if block.rectangles == 1 {
            format!("Block {} is one rectangle, finished {size}", block.label)
        } else if steps.is_empty() {
            format!("Block {} is the foundation {}, finished {size}", block.label, part.label)
        } else {
            format!("Block {}: {}, finished {size}", block.label, rectangles(block.rectangles))
        };
        cards.add(words, steps);
    }
    let joins = of(None);
    if !joins.is_empty() {
        cards.add(format!("The {} blocks together", plan.blocks.len()), joins);
    }
    cards
}

/// What follows the size of a part.
const fn over_all(is_rectangle: bool) -> &'static str {
    if is_rectangle { "" } else { " over all" }
}

/// A step: its sentence, its sizes, its picture.
fn draw_card(sewing: &Sewing<'_>, canvas: &mut Canvas, index: usize, card: Bounds) {
    let row = sewing.step_row(index);
    let StepRow { step, makes, first, second, seam, press, .. } = &row;
    canvas.path(Role::Guide, Path::rectangle(card));
    let inner = card.inset(1.2);
    let title = format!("{step}.  {makes} = {first} + {second}");
    let lines = [
        format!("seam {seam}, press {}", press.word()),
        format!(
            "measures {} × {}{}",
            row.unfinished_width,
            row.unfinished_height,
            over_all(row.is_rectangle)
        ),
        format!("finished {} × {}", row.finished_width, row.finished_height),
    ];
    let mut baseline = inner.top + TITLE;
    let at = |y| Point { x: inner.left, y };
    canvas.text(Role::Label, Text::fitted(title, at(baseline), TITLE, inner.width()).bold());
    for words in lines {
        baseline += NEXT;
        canvas.text(Role::Label, Text::fitted(words, at(baseline), SMALL, inner.width()));
    }
    draw_picture(sewing, canvas, index, Bounds { top: baseline + 1.4, ..inner });
}

/// Where the picture of a step lies, and whether the names of both parts can be read on it.
struct Place {
    scale: Scale,
    labels: [Option<Text>; 2],
}

impl Place {
    /// As large as `room` allows, in its middle.
    fn of(sewing: &Sewing<'_>, step: &Step, room: Bounds) -> Self {
        let parts = &sewing.plan.parts;
        let area = parts[step.makes].area;
        let (columns, rows) = (area.columns as f64, area.rows as f64);
        let cell = (room.width() / columns).min(room.height() / rows).min(LARGEST_CELL);
        let middle = room.centre();
        let scale = Scale::new(area, middle.moved(-columns * cell / 2.0, -rows * cell / 2.0), cell);
        let labels = [step.first, step.second].map(|part| {
            let half = scale.place(sewing.widest(part)).inset(SEAM.0 / 2.0);
            fitted(&parts[part].label, half, SMALLEST_LABEL, TITLE)
        });
        Self { scale, labels }
    }
}

/// The room for a picture: less on the side of the arrow, and less on all sides if `labels` stand beside it.
fn room_in(inner: Bounds, press: Press, labels: bool) -> Bounds {
    let over = SEAM.1;
    let upright = matches!(press, Press::Left | Press::Right);
    let (mut side, mut above) = if upright { (0.3, over) } else { (over, 0.3) };
    if labels {
        (side, above) = if upright { (LABEL_ROOM.0, over) } else { (over, LABEL_ROOM.1) };
    }
    let mut room = Bounds {
        left: inner.left + side,
        top: inner.top + above,
        right: inner.right - side,
        bottom: inner.bottom - above,
    };
    if upright {
        room.bottom -= ARROW_ROOM - over;
    } else {
        room.right -= ARROW_ROOM - over;
    }
    room
}

/// Both parts in their colours, the seam between them, and the arrow.
fn draw_picture(sewing: &Sewing<'_>, canvas: &mut Canvas, index: usize, inner: Bounds) {
    let plan = &sewing.plan;
    let step = &plan.steps[index];
    let mut place = Place::of(sewing, step, room_in(inner, step.press, false));
    if place.labels.iter().any(Option::is_none) {
        place = Place::of(sewing, step, room_in(inner, step.press, true));
    }
    let Place { scale, labels } = place;
    let cloth = sewing.cloth_in(step.makes);
    sewing.fill(canvas, &cloth, scale);
    if scale.cell >= LINED_CELL {
        edges(canvas, &cloth, scale);
    }
    let whole = scale.place(plan.parts[step.makes].area);
    let halves = [step.first, step.second];
    for half in halves {
        sewing.outline(canvas, half, scale, LINE_WIDTH);
    }
    draw_seam(canvas, whole, step, scale);
    for (second, (half, text)) in halves.into_iter().zip(labels).enumerate() {
        let label = &plan.parts[half].label;
        match text {
            Some(text) => write(canvas, text, None),
            None => draw_beside(canvas, label, scale.place(plan.parts[half].area), whole, second == 1),
        }
    }
}

/// The new seam as a thick line that reaches over the cloth, and the arrow beyond its end.
fn draw_seam(canvas: &mut Canvas, whole: Bounds, step: &Step, scale: Scale) {
    let (width, over) = SEAM;
    let (reach, away) = ARROW;
    for &stretch in &step.stretches {
        scale.stretch(canvas, stretch, width, over);
    }
    let Some(&Stretch { line, upright, .. }) = step.stretches.first() else { return };
    let at = scale.corner(line, line);
    let middle = if upright {
        Point { x: at.x, y: whole.bottom + away }
    } else {
        Point { x: whole.right + away, y: at.y }
    };
    draw_arrow(canvas, middle, reach, step.press);
}

/// An arrow with its middle at a point.
fn draw_arrow(canvas: &mut Canvas, middle: Point, reach: f64, press: Press) {
    let (dx, dy) = match press {
        Press::Left => (-1.0, 0.0),
        Press::Right => (1.0, 0.0),
        Press::Up => (0.0, -1.0),
        Press::Down => (0.0, 1.0),
    };
    let along = |way: f64, aside: f64| middle.moved(dx * way - dy * aside, dy * way + dx * aside);
    canvas.line(Role::Cut, along(-reach, 0.0), along(reach * 0.4, 0.0));
    let head = [along(reach, 0.0), along(0.0, reach * 0.45), along(0.0, -reach * 0.45)];
    canvas.fill(Path::polygon(&head), Colour::BLACK);
}

/// The name of a part beside it, away from the seam.
fn draw_beside(canvas: &mut Canvas, label: &str, half: Bounds, whole: Bounds, second: bool) {
    const AWAY: f64 = 0.8;
    let size = Text::fitted(label, half.centre(), SMALL, LABEL_ROOM.0 - AWAY).height();
    let middle = half.centre();
    let (across, low) = (half.width() < whole.width(), middle.y + size / 2.0);
    let (at, anchor) = match (across, second) {
        (true, false) => (Point { x: whole.left - AWAY, y: low }, Anchor::End),
        (true, true) => (Point { x: whole.right + AWAY, y: low }, Anchor::Start),
        (false, false) => (Point { x: middle.x, y: whole.top - AWAY }, Anchor::Middle),
        (false, true) => (Point { x: middle.x, y: whole.bottom + AWAY + size }, Anchor::Middle),
    };
    canvas.text(Role::Label, Text::new(label, at, size, anchor));
}

/// What a card shows, at the foot of a page.
fn draw_legend(frame: &mut Frame) {
    let Bounds { left, bottom, right, .. } = frame.free;
    let y = bottom - LEGEND / 2.0 + WORDS / 2.0;
    let middle = y - WORDS / 2.0;
    let bar = Bounds { left, top: middle - SEAM.0 / 2.0, right: left + 8.0, bottom: middle + SEAM.0 / 2.0 };
    frame.canvas.fill(Path::rectangle(bar), Colour::BLACK);
    let words = Text::fitted("the new seam", Point { x: bar.right + 2.0, y }, WORDS * 0.9, 60.0);
    let arrow = words.start().x + words.width() + 8.0;
    frame.canvas.text(Role::Label, words);
    draw_arrow(&mut frame.canvas, Point { x: arrow, y: middle }, ARROW.0, Press::Right);
    let at = Point { x: arrow + ARROW.0 + 2.0, y };
    let words =
        "press both seam allowances this way. Measure after each step: sizes with seam allowance come first.";
    frame.canvas.text(Role::Label, Text::fitted(words, at, WORDS * 0.9, right - at.x));
}
