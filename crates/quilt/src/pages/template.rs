//! Templates: cut line, sew line, matching points, words and grainline of one piece.
//!
//! Words keep clear of lines. A mirrored template differs from a plain one only in hand and words.

use super::edge::SCALLOP;
use super::printed::{Printed, TURNS};
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::{Design, FillerTemplate, MatchPoint, TemplateUse};
use piecework_draw::drawing::{Anchor, Canvas, Item, Medium, Path, Reading, Role, Text, Words, marks, rings};
use piecework_draw::geometry::{Bounds, Dimensions, Outline, Point, Ring, RingCorner};
use piecework_draw::layout::{Mark, Part};
use piecework_draw::page::sizes::{DOT, LEAST};

/// The cap height of the name on a template, in mm; chosen by eye, as are the other sizes of this file.
pub(super) const NAME: f64 = 5.0;
/// The cap height of the other words, in mm.
pub(super) const WORDS: f64 = 2.6;
/// The longest grain arrow, in mm.
const LONGEST_ARROW: f64 = 40.0;
/// The cap height of letters at match marks, in mm, where the seam allowance has room for it.
const LETTER: f64 = LEAST;
/// The share of the seam allowance that a letter may take.
const LETTER_SHARE: f64 = 0.45;
/// How far words keep away from what surrounds them, in mm, where they can: letters stand there.
const CLEAR: f64 = 4.5;
/// The line above the finished size, and never alone.
const FINISHED: &str = "finished";
/// How much larger words may be than they are written.
const LARGEST_SCALE: f64 = 1.5;
/// Below this scale another place is looked for.
const SMALL_SCALE: f64 = 0.8;
/// How long a mark is that points inwards, in mm.
const INWARDS: f64 = 2.0;

/// The templates of a design, in the order of its pieces.
///
/// # Units
/// `room` in mm: what there is on a page.
pub(super) fn templates(design: &Design, room: Dimensions) -> Result<Vec<Printed>, QuiltError> {
    design.templates.iter().map(|used| template(design, used, room)).collect()
}

/// The templates of what fills the edge; papers have no seam allowance.
pub(super) fn fillers(design: &Design, room: Dimensions) -> Result<Vec<Printed>, QuiltError> {
    let Some(edge) = &design.edge else { return Ok(Vec::new()) };
    let papers = design.options.method == Method::EnglishPaper;
    let printed = |of: &FillerTemplate| {
        let used = TemplateUse {
            name: of.name.clone(),
            piece: 0,
            flipped: false,
            count: of.count,
            mirrored: of.reversed,
            by_fabric: Vec::new(),
        };
        let seen_from_behind = design.options.mirror || papers;
        let finished = if seen_from_behind { of.outline.mirrored().at_origin() } else { of.outline.clone() };
        let allowance = if papers { 0.0 } else { design.options.seam_allowance };
        let part = part(design, &used, (&finished, &[]), allowance, Reading::Up)?;
        Printed::new(part, finished.bounds(), room)
    };
    edge.templates.iter().map(printed).collect()
}

/// The template of a scalloped edge: the circle in a hexagon, with the seam allowance around it.
pub(super) fn scallop(design: &Design, room: Dimensions) -> Result<Option<Printed>, QuiltError> {
    /// How many straight lines the circle is drawn with.
    const LINES: u32 = 96;
    let Some(scallops) = design.edge.as_ref().and_then(|edge| edge.scallops.as_ref()) else {
        return Ok(None);
    };
    let point = |line: u32| {
        let way = std::f64::consts::TAU * f64::from(line) / f64::from(LINES);
        Point { x: libm::cos(way) * scallops.radius_mm, y: libm::sin(way) * scallops.radius_mm }
    };
    let finished = Outline::new(Ring::new((0..LINES).map(point).collect())?, Vec::new())?;
    let cut = finished.with_allowance(design.options.seam_allowance, SCALLOP)?;
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    canvas.path(Role::Sew, Path::outline(&finished));
    let lines = [
        (SCALLOP.to_owned(), NAME),
        (format!("draw {} outside corners", scallops.corners), WORDS),
        ("on the quilted top".to_owned(), WORDS),
    ];
    words_and_arrow(&mut canvas, &finished, &lines, Reading::Up);
    let marks = canvas.into_items().map(|(role, item)| Mark { role, item }).collect();
    Ok(Some(Printed::new(Part::new(SCALLOP, cut, marks)?, finished.bounds(), room)?))
}

/// The template as drawn, or on its side where that saves a page; of two that fit, the narrower leaves more
/// room beside it.
fn template(design: &Design, used: &TemplateUse, room: Dimensions) -> Result<Printed, QuiltError> {
    let (drawn, turn) = design.outline_of(used.piece)?;
    let mut points = design.matching.pieces[used.piece].clone();
    points.iter_mut().filter(|_| turn != 0).for_each(|point| point.at = point.at.turned(turn));
    let mut upright = drawn;
    if used.flipped != design.options.mirror {
        upright = upright.mirrored();
        points.iter_mut().for_each(|point| point.at = point.at.mirrored());
    }
    let at_turn = |turn: i32, grain: Reading| {
        let finished = if turn == 0 { upright.clone() } else { upright.turned(turn) };
        let at = |point: &MatchPoint| if turn == 0 { point.at } else { point.at.turned(turn) };
        let points: Vec<MatchPoint> =
            points.iter().map(|point| MatchPoint { at: at(point), ..point.clone() }).collect();
        let allowance = design.options.seam_allowance;
        Ok::<_, QuiltError>((part(design, used, (&finished, &points), allowance, grain)?, finished.bounds()))
    };
    let printed = |turn: i32| {
        let (part, finished) = at_turn(turn, Reading::Up)?;
        Printed::new(part, finished, room)
    };
    // The grainline turns with the template.
    let turned = |turn: i32, more: i32| {
        let grain = if more == 180 { Reading::Up } else { Reading::Across };
        Ok::<_, QuiltError>(at_turn(turn, grain)?.0)
    };
    let (drawn, lying) = (printed(0)?, printed(90)?);
    let saves_paper = lying.pages() < drawn.pages();
    let as_good = lying.pages() == drawn.pages() && lying.is_tall() && !drawn.is_tall();
    let (mut best, turn) = if saves_paper || as_good { (lying, 90) } else { (drawn, 0) };
    // A one-way print would be upside down.
    if best.grid.is_none() && design.options.one_way.is_empty() {
        let [right, half, left] = TURNS.map(|more| turned(turn + more, more));
        best.turned = Some([right?, half?, left?]);
    }
    Ok(best)
}

/// Cut line, sew line, match marks, name, counts, size and grain arrow.
fn part(
    design: &Design,
    used: &TemplateUse,
    (finished, points): (&Outline, &[MatchPoint]),
    allowance: f64,
    grain: Reading,
) -> Result<Part, QuiltError> {
    let cut = finished.with_allowance(allowance, &used.name)?;
    let mut marks = Vec::new();
    if allowance > 0.0 {
        marks.push(Mark { role: Role::Sew, item: Item::Path(Path::outline(finished)) });
    }
    let mut canvas = Canvas::new("", Medium::Print, 1.0, 1.0);
    for point in points {
        draw_point(&mut canvas, finished, point, allowance);
    }
    words_and_arrow(&mut canvas, finished, &lines(design, used, finished.bounds()), grain);
    marks.extend(canvas.into_items().map(|(role, item)| Mark { role, item }));
    Ok(Part::new(used.name.clone(), cut, marks)?)
}

/// A match mark with its letter in the seam allowance, or a dot with its clip and the letter beside it.
fn draw_point(canvas: &mut Canvas, finished: &Outline, point: &MatchPoint, allowance: f64) {
    if point.set_in {
        let near = |corner: &RingCorner| corner.at.distance(point.at) < 1e-6;
        let corner = finished.reflex_corners().find(near);
        if let Some((from, to)) = corner.and_then(|corner| corner.clip(allowance)).filter(|_| allowance > 0.0)
        {
            canvas.line(Role::Score, from, to);
            marks::dot(canvas, Role::Sew, to, DOT);
            let away = (DOT / 2.0 + LETTER * 1.1) / from.distance(to);
            let at = to.moved((to.x - from.x) * away, (to.y - from.y) * away);
            canvas.text(Role::Label, Text::centered(point.letter.clone(), at, LETTER));
        }
        return;
    }
    let Some((along, out)) = directions(finished, point.at) else { return };
    let beside =
        |way: f64, aside: f64| point.at.moved(along.0 * way + out.0 * aside, along.1 * way + out.1 * aside);
    let height = LETTER;
    if allowance * LETTER_SHARE < height {
        draw_inwards(canvas, finished, point.at);
        let letter = Text::centered(point.letter.clone(), beside(LETTER, -LETTER * 0.8), LETTER);
        canvas.text(Role::Label, letter);
        return;
    }
    if point.common {
        marks::notch(canvas, beside(0.0, allowance), point.at);
    } else {
        canvas.line(Role::Engrave, beside(0.0, allowance), point.at);
    }
    let way = allowance * 0.3 + height * 0.8;
    canvas.text(Role::Label, Text::centered(point.letter.clone(), beside(way, allowance / 2.0), height));
}

/// A short line inwards from a point on a side.
pub(super) fn draw_inwards(canvas: &mut Canvas, finished: &Outline, at: Point) {
    if let Some((_, out)) = directions(finished, at) {
        canvas.line(Role::Engrave, at, at.moved(-out.0 * INWARDS, -out.1 * INWARDS));
    }
}

/// Along the side on which a point lies, and out of the piece; each of length 1.
fn directions(finished: &Outline, at: Point) -> Option<((f64, f64), (f64, f64))> {
    let edges = finished.rings().flat_map(|ring| ring.edges());
    let off = |&(a, b): &(Point, Point)| a.distance(at) + at.distance(b) - a.distance(b);
    let (a, b) = edges.min_by(|a, b| off(a).total_cmp(&off(b)))?;
    let length = a.distance(b);
    let along = ((b.x - a.x) / length, (b.y - a.y) / length);
    // The piece lies at the right hand, so its outside at the left: of (x, y) that is (y, -x), because y
    // grows down.
    Some((along, (along.1, -along.0)))
}

/// Words, the first line large, and an arrow in the widest place of a piece, smaller where that is small; the
/// last lines are left out where they would be smaller than type can be: the cutting list has them all.
pub(super) fn words_and_arrow(
    canvas: &mut Canvas,
    finished: &Outline,
    lines: &[(String, f64)],
    grain: Reading,
) {
    let found = (1..=lines.len())
        .rev()
        .filter(|&count| lines[count - 1].0 != FINISHED)
        .map(|count| (Block::of(finished, &lines[..count]), &lines[..count]))
        .find(|(block, lines)| lines.iter().all(|(_, height)| block.scale * height >= LEAST));
    let Some((block, lines)) = found else {
        let Some((name, height)) = lines.first() else { return };
        return name_alone(canvas, finished, name, *height);
    };
    let mut y = block.at.y - block.half.height;
    for (words, height) in lines {
        y += height * block.scale;
        let at = Point { x: block.at.x, y };
        let text = Text::new(words.clone(), at, height * block.scale, Anchor::Middle);
        canvas.text(Role::Label, if *height == NAME { text.bold() } else { text });
        y += WORDS * 0.8 * block.scale;
    }
    let reach = libm::hypot(block.half.width, block.half.height);
    if let Some((middle, length)) = arrow_place(finished, block.at, reach) {
        marks::grain_arrow(canvas, Role::Label, middle, length, grain);
    }
}

/// The name of a piece that has no room for more, clear of the letters that are on it.
pub(super) fn name_alone(canvas: &mut Canvas, finished: &Outline, name: &str, height: f64) {
    let mut words = Words::default();
    for (_, item) in canvas.items() {
        if let Item::Text(text) = item {
            words.take(text.bounds());
        }
    }
    let at = finished.label().at;
    let text = Text::centered(name, at, height).bold();
    if let Some(text) = words.place(&text, &rings(finished, |point| point), at, LEAST) {
        canvas.text(Role::Label, text);
    }
}

/// What is written on a template, with cap heights.
fn lines(design: &Design, used: &TemplateUse, finished: Bounds) -> Vec<(String, f64)> {
    let counts = match (used.count, used.mirrored) {
        (count, 0) => format!("cut {count}"),
        (count, mirrored) => format!("cut {count} + {mirrored} r (reversed)"),
    };
    let (width, height) = (design.write(finished.width()), design.write(finished.height()));
    let cell = design.write(design.options.block_cell());
    let side = if design.options.mirror { "mirror image: for the back" } else { "fabric right side up" };
    vec![
        (used.name.clone(), NAME),
        (counts, WORDS),
        (FINISHED.into(), WORDS),
        (format!("{width} × {height}"), WORDS),
        (side.into(), WORDS),
        (format!("cell {cell}"), WORDS),
    ]
}

fn block_height(lines: &[(String, f64)]) -> f64 {
    lines.iter().map(|(_, height)| height + WORDS * 0.8).sum::<f64>() - WORDS * 0.8
}

/// Lines of words in a piece.
struct Block {
    at: Point,
    scale: f64,
    /// Half its width and height.
    half: Dimensions,
}

impl Block {
    /// In the middle of the widest place; elsewhere if it would be small there.
    fn of(finished: &Outline, lines: &[(String, f64)]) -> Self {
        let origin = Point { x: 0.0, y: 0.0 };
        let width = lines
            .iter()
            .map(|(words, height)| Text::new(words.clone(), origin, *height, Anchor::Start).bold().width());
        let half = Dimensions { width: width.fold(0.0, f64::max) / 2.0, height: block_height(lines) / 2.0 };
        let label = finished.label();
        let mut best = (fitting_scale(finished, label.at, half, label.room), label.at);
        if best.0 < SMALL_SCALE {
            for at in grid_of(finished.bounds(), label.room / 2.0) {
                let scale = fitting_scale(finished, at, half, label.room);
                if scale > best.0 * 1.1 {
                    best = (scale, at);
                }
            }
        }
        let (scale, at) = best;
        Self { at, scale, half: (half.width * scale, half.height * scale).into() }
    }
}

/// The factor at which a block lies in a piece, clear of its edges and of the letters in its notches.
fn fitting_scale(finished: &Outline, at: Point, half: Dimensions, room: f64) -> f64 {
    let (edge, notch) = (room * 0.08 + 0.6, notch_room(room));
    let corners: Vec<Point> = finished.reflex_corners().map(|corner| corner.at).collect();
    let fits = |scale: f64| {
        let (x, y) = (half.width * scale, half.height * scale);
        let around = (0..=4).flat_map(|step| {
            let share = f64::from(step) / 2.0 - 1.0;
            [(share * x, -y), (share * x, y), (-x, share * y), (x, share * y)]
        });
        let mut around = around.map(|(dx, dy)| at.moved(dx, dy));
        let beyond = |corner: &Point| {
            let (dx, dy) = ((corner.x - at.x).abs() - x, (corner.y - at.y).abs() - y);
            libm::hypot(dx.max(0.0), dy.max(0.0))
        };
        around.all(|point| finished.contains(point) && finished.distance(point) >= edge)
            && corners.iter().all(|corner| beyond(corner) >= notch)
    };
    let (mut works, mut fails) = (0.0, LARGEST_SCALE);
    if fits(fails) {
        return fails;
    }
    for _ in 0..8 {
        let middle = (works + fails) / 2.0;
        if fits(middle) { works = middle } else { fails = middle }
    }
    works
}

/// What stays free around a notch for its letter, in a piece with so much room.
fn notch_room(room: f64) -> f64 {
    CLEAR.min(room * 0.65)
}

/// The middle and length of an arrow that lies in the piece, beside the words: the place with most room.
fn arrow_place(finished: &Outline, words: Point, reach: f64) -> Option<(Point, f64)> {
    let bounds = finished.bounds();
    let room = finished.label().room;
    let step = room / 2.0;
    let mut best: Option<(f64, Point)> = None;
    for place in grid_of(bounds, step) {
        // Clear of the circle around the words, and of every edge.
        let beside = place.distance(words) - reach;
        if !finished.contains(place) || beside < room * 0.2 {
            continue;
        }
        let notch = finished.reflex_corners().map(|corner| corner.at.distance(place) - notch_room(room));
        let free = notch.fold(finished.distance(place), f64::min);
        let half = free.min(beside.max(room * 0.3)).min(LONGEST_ARROW / 2.0) * 0.9;
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
