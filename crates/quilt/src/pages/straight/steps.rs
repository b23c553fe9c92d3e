//! The steps: one card for each seam, with a picture of what is sewn; block by block, then the blocks
//! together.

use super::picture::{LINE_WIDTH, Scale, edges, fill, fitted, labels, outline, widest, write};
use crate::pages::format;
use crate::pages::words::{Y_SEAM, rectangles};
use crate::pages::y_seam;
use crate::plan::error::QuiltError;
use crate::plan::piecing::{Press, SeamStep, Stretch};
use crate::plan::{AlikePairs, Design, StepRow, StraightSeams};
use crate::words::plural;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{LEAST, TEXT};
use piecework_draw::page::{Block, Cards, Entry, Figure, Page, Section, Sign, line, wrapped};

/// The least width of a card, in mm, and its height; the sizes of this file are chosen by eye.
const CARD: (f64, f64) = (60.0, 46.0);
/// From one line of a card to the next, in mm.
const NEXT: f64 = 3.6;
/// The air between a picture and a label that does not fit on it, in mm.
const AWAY: f64 = 0.8;
/// The room that the arrow takes at its end of the seam, in mm.
const ARROW_ROOM: f64 = 6.0;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 8.0;
/// The largest edge of a cell on the picture of a block, and the most height of that as a share of a page:
/// cards follow it.
const BLOCK_PICTURE: (f64, f64) = (14.0, 0.45);
/// The least edge of a cell at which the edges of rectangles are drawn, in mm.
const LINED_CELL: f64 = 2.0;
/// The width of the new seam, in mm, and how far it reaches over the cloth.
const SEAM: (f64, f64) = (0.9, 1.2);
/// The diameter of the dot at an inside corner, in mm.
const DOT: f64 = 1.9;
/// Half the length of an arrow, in mm, and how far it is from the cloth.
const ARROW: (f64, f64) = (2.4, 3.2);

/// How equal pairs are sewn.
pub(in crate::pages) const CHAIN_PIECING: &str = "Sew equal pairs one after the other, without cutting the thread between them, before the other steps. Where a strip set is \
     named you can sew whole strips instead, right sides together, and subcut the pairs; cut those strips before anything else, \
     and allow for a little more fabric.";

/// Pairs that are alike, one entry for each.
pub(in crate::pages) fn pairs(seams: &StraightSeams) -> Vec<Entry> {
    seams.pairs.iter().map(pair).collect()
}

/// The pages of all steps; none if nothing is sewn.
pub(super) fn pages(design: &Design, seams: &StraightSeams) -> Result<Vec<Page>, QuiltError> {
    if seams.plan.steps.is_empty() {
        return Ok(Vec::new());
    }
    let groups = groups(design, seams);
    let room = format::reading_room(design)?;
    // A single block looks like the diagram.
    let several = seams.plan.blocks.iter().filter(|block| block.rectangles > 1).count() > 1;
    let mut blocks = vec![Block::List(legend(seams.plan.y_seams > 0))];
    if seams.plan.y_seams > 0 {
        blocks.extend(y_seam::blocks());
    }
    if !seams.pairs.is_empty() {
        blocks.push(Block::heading("Chain piecing: pairs that are alike"));
        blocks.push(Block::paragraph(CHAIN_PIECING));
        blocks.push(Block::List(pairs(seams)));
    }
    for (heading, block, steps) in &groups {
        blocks.push(Block::heading(heading));
        // One card shows all of a block that is sewn in one step.
        let block = block.filter(|_| several && steps.len() > 1);
        blocks.extend(block.map(|part| picture_of_block(seams, part, room)));
        let draw = |canvas: &mut Canvas, card: usize, room: Bounds| {
            draw_card(design, seams, canvas, steps[card], room)
        };
        let (least_width, height) = CARD;
        let heights = vec![height; steps.len()];
        blocks.push(Block::Cards(Cards { heights, least_width, draw: Box::new(draw) }));
    }
    let section =
        Section { title: format::title(design, "sewing, step by step"), blocks, legend: Vec::new() };
    Ok(section.pages(&format::read(design))?)
}

/// A block as it is when it is sewn, with the labels of its rectangles, as large as the page allows beside
/// its first cards.
fn picture_of_block<'a>(seams: &'a StraightSeams, part: usize, room: Bounds) -> Block<'a> {
    let area = seams.plan.parts[part].area;
    let (columns, rows) = (area.columns as f64, area.rows as f64);
    let most = room.height() * BLOCK_PICTURE.1;
    let cell = (room.width() / columns).min(most / rows).min(BLOCK_PICTURE.0);
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        let left = room.center().x - columns * cell / 2.0;
        let scale = Scale::new(area, Point { x: left, y: room.top }, cell);
        let cloth = seams.plan.cloth_in(part);
        fill(seams, canvas, &cloth, scale);
        edges(seams, canvas, &cloth, scale);
        labels(seams, canvas, &cloth, scale);
    };
    Block::Figure(Figure {
        width: room.width(),
        height: rows * cell,
        beside: Vec::new(),
        draw: Box::new(draw),
    })
}

/// Pairs that are alike: their steps, what they are, and their strip set.
fn pair(pair: &AlikePairs) -> Entry {
    let steps: Vec<String> = pair.steps.iter().map(usize::to_string).collect();
    let AlikePairs { fabrics, heights, subcut, .. } = pair;
    let strips = pair.strip_sets.map_or_else(String::new, |sets| {
        format!(
            " {}: {} {} and {} {}; subcut ({}) {subcut}.",
            plural(sets, "strip set"),
            fabrics.0,
            heights.0,
            fabrics.1,
            heights.1,
            pair.steps.len()
        )
    });
    let words = format!(
        "Steps {}: {} {} × {subcut} and {} {} × {subcut}.{strips}",
        steps.join(", "),
        fabrics.0,
        heights.0,
        fabrics.1,
        heights.1
    );
    Entry::new(Sign::None, words)
}

/// What a card shows.
fn legend(has_y_seams: bool) -> Vec<Entry> {
    let seam: fn(&mut Canvas, Point) = |canvas, at| {
        let (half, high) = (1.8, SEAM.0 / 2.0);
        let bar = Bounds { left: at.x - half, top: at.y - high, right: at.x + half, bottom: at.y + high };
        canvas.fill(Path::rectangle(bar), Color::BLACK);
    };
    let press: fn(&mut Canvas, Point) = |canvas, at| draw_arrow(canvas, at, 1.9, Press::Right);
    let y_seam = has_y_seams.then(|| Entry::new(Sign::Drawn(dot), Y_SEAM));
    let others = [
        Entry::new(
            Sign::Drawn(seam),
            "The new seam, right sides together. Measure the unit after each step.",
        ),
        Entry::new(Sign::Drawn(press), "Press both seam allowances this way; where seams cross they nest."),
    ];
    others.into_iter().chain(y_seam).collect()
}

/// Blocks, each with its part and its steps, then the steps that join blocks.
fn groups(design: &Design, seams: &StraightSeams) -> Vec<(String, Option<usize>, Vec<usize>)> {
    let plan = &seams.plan;
    let mut on_paper = vec![false; plan.steps.len()];
    plan.foundations.iter().flat_map(|paper| &paper.steps).for_each(|&step| on_paper[step] = true);
    let of = |block: Option<usize>| -> Vec<usize> {
        let steps = (0..plan.steps.len()).filter(|&step| plan.parts[plan.steps[step].makes].block == block);
        steps.filter(|&step| !on_paper[step]).collect()
    };
    let mut groups = Vec::new();
    for (index, block) in plan.blocks.iter().enumerate() {
        let part = &plan.parts[block.part];
        let (width, height) = (design.finished(part.area.columns), design.finished(part.area.rows));
        let size = format!("{width} × {height}{}", over_all(part.is_rectangle()));
        let steps = of(Some(index));
        let words = if block.rectangles == 1 {
            format!("Block {} is one rectangle, finished {size}", block.label)
        } else if steps.is_empty() {
            format!("Block {} is the foundation {}, finished {size}", block.label, part.label)
        } else {
            format!("Block {}: {}, finished {size}", block.label, rectangles(block.rectangles))
        };
        groups.push((words, Some(block.part), steps));
    }
    let joins = of(None);
    if !joins.is_empty() {
        groups.push((format!("Join the {} blocks", plan.blocks.len()), None, joins));
    }
    groups
}

/// What follows the size of a part that is not a rectangle.
const fn over_all(is_rectangle: bool) -> &'static str {
    if is_rectangle { "" } else { " over all" }
}

/// A step: its sentence, its sizes, its picture.
fn draw_card(design: &Design, seams: &StraightSeams, canvas: &mut Canvas, index: usize, card: Bounds) {
    // The pages are dropped then.
    if design.options.stop.is_raised() {
        return;
    }
    let row = &seams.steps[index];
    let StepRow { step, makes, first, second, seam, press, .. } = row;
    canvas.path(Role::Guide, Path::rectangle(card));
    let inner = card.inset(1.2);
    let title = format!("{step}.  {makes} = {first} + {second}");
    let lines = [
        format!(
            "{} {seam}{} press {}",
            if row.is_y_seam { "Y-seam" } else { "seam" },
            if row.is_y_seam { ";" } else { "," },
            press.word()
        ),
        format!(
            "unfinished {} × {}{}",
            row.unfinished_width,
            row.unfinished_height,
            over_all(row.is_rectangle)
        ),
        format!("finished {} × {}", row.finished_width, row.finished_height),
    ];
    let mut baseline = inner.top + TEXT;
    let at = |y| Point { x: inner.left, y };
    canvas.text(Role::Label, line(&title, at(baseline), TEXT, inner.width()).bold());
    for words in lines.iter().flat_map(|words| wrapped(words, TEXT, inner.width())) {
        baseline += NEXT;
        canvas.text(Role::Label, line(&words, at(baseline), TEXT, inner.width()));
    }
    draw_picture(seams, canvas, index, Bounds { top: baseline + 1.4, ..inner });
}

/// Where the picture of a step lies, and whether the names of both parts can be read on it.
struct Place {
    scale: Scale,
    labels: [Option<Text>; 2],
}

impl Place {
    /// As large as `room` allows, in its middle.
    fn centered(seams: &StraightSeams, step: &SeamStep, room: Bounds) -> Self {
        let parts = &seams.plan.parts;
        let area = parts[step.makes].area;
        let (columns, rows) = (area.columns as f64, area.rows as f64);
        let cell = (room.width() / columns).min(room.height() / rows).min(LARGEST_CELL);
        let middle = room.center();
        let scale = Scale::new(area, middle.moved(-columns * cell / 2.0, -rows * cell / 2.0), cell);
        let labels = [step.first, step.second].map(|part| {
            let half = scale.place(widest(seams, part)).inset(SEAM.0 / 2.0);
            fitted(&parts[part].label, half, LEAST, TEXT)
        });
        Self { scale, labels }
    }
}

/// The room for a picture: less on the side of the arrow, and less on all sides if labels, as wide as this,
/// are beside it.
fn room_in(inner: Bounds, press: Press, labels: Option<f64>) -> Bounds {
    let over = SEAM.1;
    let upright = matches!(press, Press::Left | Press::Right);
    let (mut side, mut above) = if upright { (0.3, over) } else { (over, 0.3) };
    if let Some(width) = labels {
        (side, above) = if upright { (width + 2.0 * AWAY, over) } else { (over, TEXT + 2.0 * AWAY) };
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

/// Both parts in their colors, the seam between them, and the arrow.
fn draw_picture(seams: &StraightSeams, canvas: &mut Canvas, index: usize, inner: Bounds) {
    let plan = &seams.plan;
    let step = &plan.steps[index];
    let mut place = Place::centered(seams, step, room_in(inner, step.press, None));
    if place.labels.iter().any(Option::is_none) {
        let width = |part: usize| Text::centered(&plan.parts[part].label, inner.center(), TEXT).width();
        let widest = width(step.first).max(width(step.second));
        place = Place::centered(seams, step, room_in(inner, step.press, Some(widest)));
    }
    let Place { scale, labels } = place;
    let cloth = plan.cloth_in(step.makes);
    fill(seams, canvas, &cloth, scale);
    if scale.cell >= LINED_CELL {
        edges(seams, canvas, &cloth, scale);
    }
    let whole = scale.place(plan.parts[step.makes].area);
    let halves = [step.first, step.second];
    for half in halves {
        outline(seams, canvas, half, scale, LINE_WIDTH);
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
fn draw_seam(canvas: &mut Canvas, whole: Bounds, step: &SeamStep, scale: Scale) {
    let (width, over) = SEAM;
    let (reach, away) = ARROW;
    for &stretch in &step.stretches {
        scale.stretch(canvas, stretch, width, if step.turn().is_some() { width / 2.0 } else { over });
    }
    if let Some((column, row)) = step.turn() {
        dot(canvas, scale.corner(column, row));
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

/// The inside corner of a Y-seam.
fn dot(canvas: &mut Canvas, at: Point) {
    canvas.fill(Path::circle(at, DOT / 2.0), Color::BLACK);
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
    canvas.fill(Path::polygon(&head), Color::BLACK);
}

/// The name of a part beside it, away from the seam.
fn draw_beside(canvas: &mut Canvas, label: &str, half: Bounds, whole: Bounds, second: bool) {
    let middle = half.center();
    let (across, low) = (half.width() < whole.width(), middle.y + TEXT / 2.0);
    let (at, anchor) = match (across, second) {
        (true, false) => (Point { x: whole.left - AWAY, y: low }, Anchor::End),
        (true, true) => (Point { x: whole.right + AWAY, y: low }, Anchor::Start),
        (false, false) => (Point { x: middle.x, y: whole.top - AWAY }, Anchor::Middle),
        (false, true) => (Point { x: middle.x, y: whole.bottom + AWAY + TEXT }, Anchor::Middle),
    };
    canvas.text(Role::Label, Text::new(label, at, TEXT, anchor));
}
