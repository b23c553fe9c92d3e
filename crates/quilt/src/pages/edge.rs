//! How to finish a non-rectangular top: the steps in words, and a picture of what fills
//! it, if anything does.

use super::finishing::{Stage, papers_out};
use super::format;
use crate::plan::error::QuiltError;
use crate::plan::yardage::{ClothSize, FabricYardage, Yardage};
use crate::plan::{Design, EdgeFinish, Filler, FillerTemplate, QuiltPlan, TopEdge};
use crate::units::Units;
use crate::words::steps::list;
use crate::words::{patches, plural};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Diagram, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Patch, Point};
use piecework_draw::page::sizes::TEXT;
use piecework_draw::page::{Block, Cards, Entry, Figure, Page, Sign, line, wrapped};

/// The least width of a card, in mm, and its height; chosen by eye, as are the next three.
const CARD: (f64, f64) = (60.0, 52.0);
/// The most steps that have cards; more are a list, because they are all alike.
const MOST_CARDS: usize = 24;
/// From one line of a card to the next, in mm.
const NEXT: f64 = 3.6;
/// The width of the outline of a new filler, in mm.
const THICK: f64 = 0.9;
/// What the template of a scalloped edge is called.
pub(super) const SCALLOP: &str = "scallop";
/// The share of a page that the picture takes at most; chosen by eye.
const SHARE: f64 = 0.55;

/// The pages; none for a top that is a rectangle.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(edge) = &plan.summary.edge else { return Ok(Vec::new()) };
    let mut blocks = Vec::new();
    if matches!(edge.finish, EdgeFinish::Background | EdgeFinish::Fillers | EdgeFinish::Straight) {
        // Otherwise it would be the picture of the cover.
        blocks.push(Block::Figure(picture(plan, edge)?));
    }
    blocks.extend(sentences(plan, edge).into_iter().map(Block::Paragraph));
    if !edge.fillers.is_empty() {
        blocks.push(Block::heading("Fillers"));
        blocks.push(Block::List(edge.templates.iter().map(template).collect()));
        blocks.push(Block::heading("Sew the fillers"));
        let words = steps(plan, edge);
        if words.len() > MOST_CARDS {
            blocks.push(Block::List(words));
        } else {
            let draw =
                |canvas: &mut Canvas, card: usize, room: Bounds| draw_card(plan, edge, canvas, card, room);
            let (least_width, height) = CARD;
            let heights = vec![height; words.len()];
            blocks.push(Block::Cards(Cards { heights, least_width, draw: Box::new(draw) }));
        }
    }
    format::section(&plan.design, "finishing the edge", blocks)
}

/// A step: its words, and the top with the fillers that are sewn so far, the new one with a thick outline.
fn draw_card(plan: &QuiltPlan, edge: &TopEdge, canvas: &mut Canvas, index: usize, card: Bounds) {
    let (design, steps) = (&plan.design, steps(plan, edge));
    canvas.path(Role::Guide, Path::rectangle(card));
    let inner = card.inset(1.2);
    let mut baseline = inner.top + TEXT;
    for words in wrapped(&steps[index].words, TEXT, inner.width()) {
        canvas.text(Role::Label, line(&words, Point { x: inner.left, y: baseline }, TEXT, inner.width()));
        baseline += NEXT;
    }
    let room = Bounds { top: baseline - TEXT + 1.4, ..inner };
    let bounds = design.patchwork.bounds();
    let scale = (room.width() / bounds.width()).min(room.height() / bounds.height());
    let corner = room.center().moved(-bounds.width() * scale / 2.0, -bounds.height() * scale / 2.0);
    let put = |at: Point| corner.moved((at.x - bounds.left) * scale, (at.y - bounds.top) * scale);
    let colors = design.colors();
    let diagram = Diagram {
        patchwork: &design.patchwork,
        curves: &[],
        colors: &colors,
        labels: &[],
        largest_scale: scale,
    };
    let whole = Bounds {
        left: corner.x,
        top: corner.y,
        right: corner.x + bounds.width() * scale,
        bottom: corner.y + bounds.height() * scale,
    };
    diagram.draw(canvas, whole);
    for (place, filler) in edge.fillers.iter().enumerate().take(index + 1) {
        let path = Path::outline(&filler.outline).mapped(put);
        canvas.fill(path.clone().named(filler.template.clone()), design.next_color());
        canvas.path(Role::Cut, path);
        if place == index {
            let corners: Vec<Point> = filler.outline.corners().map(|corner| put(corner.at)).collect();
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                thick(canvas, *from, *to);
            }
        }
    }
}

/// A thick line as a fill.
fn thick(canvas: &mut Canvas, from: Point, to: Point) {
    let length = from.distance(to);
    if length > 0.0 {
        let half = THICK / 2.0;
        let (x, y) = ((to.x - from.x) / length * half, (to.y - from.y) / length * half);
        let (from, to) = (from.moved(-x, -y), to.moved(x, y));
        let corners = [from.moved(-y, x), to.moved(-y, x), to.moved(y, -x), from.moved(y, -x)];
        canvas.fill(Path::polygon(&corners), Color::BLACK);
    }
}

/// The top with what is around it.
fn picture<'a>(plan: &'a QuiltPlan, edge: &'a TopEdge) -> Result<Figure<'a>, QuiltError> {
    let room = format::reading_room(&plan.design)?;
    let bounds = plan.design.patchwork.bounds();
    let scale = (room.width() / bounds.width()).min(room.height() * SHARE / bounds.height()).min(1.0);
    let draw = move |canvas: &mut Canvas, whole: Bounds| {
        let colors = plan.design.colors();
        let patchwork = &plan.design.patchwork;
        if edge.finish == EdgeFinish::Background {
            canvas.fill(Path::rectangle(whole), plan.design.next_color());
            canvas.path(Role::Cut, Path::rectangle(whole));
        }
        let diagram = Diagram { patchwork, colors: &colors, labels: &[], curves: &[], largest_scale: scale };
        diagram.draw(canvas, whole);
        draw_fillers(&plan.design, canvas, whole, scale, true);
        if edge.trimmed.is_some() {
            let of = plan.design.extent().moved(-bounds.left, -bounds.top);
            let put = |x: f64, y: f64| Point { x: whole.left + x * scale, y: whole.top + y * scale };
            let corners = [
                put(of.left, of.top),
                put(of.right, of.top),
                put(of.right, of.bottom),
                put(of.left, of.bottom),
            ];
            (0..4).for_each(|side| thick(canvas, corners[side], corners[(side + 1) % 4]));
        }
    };
    let (width, height) = (bounds.width() * scale, bounds.height() * scale);
    Ok(Figure { width, height, beside: Vec::new(), draw: Box::new(draw) })
}

/// Fills the edge of a diagram whose top left corner is that of `room`; with the numbers of the fillers, if
/// asked for.
pub(super) fn draw_fillers(design: &Design, canvas: &mut Canvas, room: Bounds, scale: f64, numbered: bool) {
    let bounds = design.patchwork.bounds();
    let put = |at: Point| Point {
        x: room.left + (at.x - bounds.left) * scale,
        y: room.top + (at.y - bounds.top) * scale,
    };
    for filler in design.fillers() {
        let path = Path::outline(&filler.outline).mapped(put);
        canvas.fill(path.clone().named(filler.template.clone()), design.next_color());
        canvas.path(Role::Cut, path);
        if numbered {
            let label = filler.outline.label();
            let text = Text::centered(short_name(filler), put(label.at), TEXT);
            let reach = libm::hypot(text.bounds().width(), text.bounds().height()) / 2.0;
            if reach <= label.room * scale {
                canvas.text(Role::Label, text);
            }
        }
    }
}

/// `E1`, or `E1r` where the template is turned over.
fn short_name(filler: &Filler) -> String {
    format!("{}{}", filler.template, if filler.reversed { "r" } else { "" })
}

/// What is done, in sentences.
pub(super) fn sentences(plan: &QuiltPlan, edge: &TopEdge) -> Vec<String> {
    let yardage = &plan.summary.yardage;
    match edge.finish {
        EdgeFinish::Binding => binding(plan, yardage),
        EdgeFinish::Facing => facing(plan, edge, yardage),
        EdgeFinish::Scalloped => scallops(plan, edge, yardage),
        EdgeFinish::Background => background(plan, yardage),
        EdgeFinish::Straight => trimmed(plan, yardage),
        EdgeFinish::Fillers => vec![format!(
            "{} of background fabric make the edge straight: borders and straight binding can be sewn to it. Letters are the \
             templates; r: the template reversed. Keep the grainline parallel to the side of the quilt.",
            plural(edge.fillers.len(), "filler")
        )],
    }
}

fn binding(plan: &QuiltPlan, yardage: &Yardage) -> Vec<String> {
    let write = |length: crate::plan::yardage::Inches| length.write(plan.options().units);
    let binding = &yardage.binding;
    vec![
        format!(
            "The edge is not straight, so cut the binding on the bias: one strip {} wide and {} long, which bends around corners.",
            write(binding.strip_height),
            write(binding.around + binding.extra)
        ),
        "Sew it to the front along the edge. At an outside corner fold a mitre. At an inside corner clip the quilt to the seam line, \
         open the corner until the edge is straight, and sew on; a mitre folds itself on the back. Turn the binding to the back and \
         sew it down by hand."
            .to_owned(),
    ]
}

/// How scallops are marked, cut and bound.
fn scallops(plan: &QuiltPlan, edge: &TopEdge, yardage: &Yardage) -> Vec<String> {
    let write = |length: crate::plan::yardage::Inches| length.write(plan.options().units);
    let (corners, around) = (edge.scallops.as_ref().map_or(0, |of| of.corners), yardage.binding.around);
    let binding = &yardage.binding;
    vec![
        format!(
            "The edge is scalloped: {} are rounded after quilting. Print the template {SCALLOP}, and lay its sewing line on each \
             hexagon of the edge, where it touches the middle of every side. Draw along its edge, and sew a line of stay stitching \
             just inside of that before you cut.",
            plural(corners, "outside corner")
        ),
        format!(
            "Cut the binding on the bias: one strip {} wide and {} long, of which the edge takes {}. Ease it around the curves without \
             stretching it. In the valleys clip the quilt to the seam line, open the valley until the edge is straight, and sew on; a \
             mitre folds itself on the back. Turn the binding to the back and sew it down by hand.",
            write(binding.strip_height),
            write(binding.around + binding.extra),
            around.write_cloth(plan.options().units)
        ),
    ]
}

/// How a top is trimmed: after it is sewn, with the allowance for what is sewn to it.
fn trimmed(plan: &QuiltPlan, yardage: &Yardage) -> Vec<String> {
    let write = |length: crate::plan::yardage::Inches| length.write(plan.options().units);
    let (seam, ClothSize { width, height }) = (yardage.seam_allowance, yardage.top);
    let (wide, high) = (width + seam.times(2), height + seam.times(2));
    let mut words = vec![
        format!(
            "The top is trimmed to a rectangle of {} × {}, {} × {} finished: the thick line, and {} beyond it. Patches at the edge are \
             cut whole, as all others.",
            write(wide),
            write(high),
            write(width),
            write(height),
            write(seam)
        ),
        papers_out(plan, Stage::Trim).unwrap_or_else(|| "Press the top.".to_owned()),
        "Mark the rectangle with a long ruler and a square, from the inside corners of the edge, and measure both \
         diagonals: they must be equal. Sew a line of stay stitching just inside the mark, because edges may be on the bias, and cut \
         along it."
            .to_owned(),
    ];
    let beyond = beyond(&plan.design);
    if plan.design.is_chart() && !beyond.is_empty() {
        words.push(format!("What lies wholly beyond it need not be cut or sewn: {}.", patches(beyond.len())));
    } else if !beyond.is_empty() {
        words.push(format!(
            "What lies wholly beyond it need not be cut or sewn: {} {}.",
            if beyond.len() == 1 { "patch" } else { "patches" },
            list(&beyond)
        ));
    }
    words
}

/// The numbers of the patches that are cut off whole, with the allowance around the rectangle.
fn beyond(design: &Design) -> Vec<String> {
    let kept = design.extent().inset(-design.options.seam_allowance);
    let is_beyond = |patch: &Patch| {
        let of = patch.outline().bounds();
        of.left >= kept.right || of.right <= kept.left || of.top >= kept.bottom || of.bottom <= kept.top
    };
    let patches = design.patchwork.patches().iter().zip(1..);
    patches.filter(|(patch, _)| is_beyond(patch)).map(|(_, number): (_, usize)| number.to_string()).collect()
}

fn facing(plan: &QuiltPlan, edge: &TopEdge, yardage: &Yardage) -> Vec<String> {
    let units = plan.options().units;
    let cut = yardage.fabrics.last().map_or_else(String::new, |fabric| cuts(fabric, units));
    let mut words = vec![
        format!("The edge is faced, not bound. Cut {cut}."),
        "Quilt the top first. Lay the strips on the front along the four sides, right sides together, the long edge level with the \
         outermost corners. Sew along the seam line of the patches, around every corner. Trim, clip inside corners to the seam and cut \
         off outside corners. Turn the facing to the back, press, and sew it down by hand."
            .to_owned(),
    ];
    if edge.holes > 0 {
        words.push(
            "Lay a rectangle over each hole, sew around the hole, cut it open inside the seam, clip the corners and turn it through."
                .to_owned(),
        );
    }
    words
}

/// `2 strips of 4 in × 22 1/2 in and 1 of …`.
fn cuts(fabric: &FabricYardage, units: Units) -> String {
    let pieces = fabric.pieces.iter().map(|piece| {
        format!("{} of {} × {}", piece.count, piece.size.0.write(units), piece.size.1.write(units))
    });
    pieces.collect::<Vec<_>>().join(", ")
}

fn background(plan: &QuiltPlan, yardage: &Yardage) -> Vec<String> {
    let units = plan.options().units;
    let cut = yardage.fabrics.last().map_or_else(String::new, |fabric| cuts(fabric, units));
    let panels =
        yardage.fabrics.last().is_some_and(|fabric| fabric.pieces.iter().any(|piece| piece.count > 1));
    let joined = if panels { "; join the panels with straight seams" } else { "" };
    let ClothSize { width, height } = yardage.top;
    let seams = yardage.seam_allowance.times(2);
    vec![
        format!(
            "The top is appliquéd to a rectangle of background fabric: {} × {} unfinished. Cut {cut}{joined}.",
            (width + seams).write(units),
            (height + seams).write(units)
        ),
        "Press the seam allowance under along every edge of the top that is not at the side of the rectangle; clip inside corners \
         to the seam line. Lay the top on the background, level with its sides, pin, and sew it down close to the fold. From the back cut \
         the background away under the patches, a seam allowance inside the stitches."
            .to_owned(),
    ]
}

pub(super) fn template(of: &FillerTemplate) -> Entry {
    let counts = match (of.count, of.reversed) {
        (count, 0) => format!("cut {count}"),
        (count, reversed) => format!("cut {count}; reversed ({}r): cut {reversed}", of.name),
    };
    Entry::new(Sign::None, format!("{}: {counts}.", of.name))
}

/// The fillers with what they are sewn to: those of rows first, then one step each.
pub(super) fn steps(plan: &QuiltPlan, edge: &TopEdge) -> Vec<Entry> {
    let what = if plan.design.rows().is_some() { "strip" } else { "patch" };
    let mut step = plan.steps_of_patches();
    let mut entries = Vec::new();
    for filler in &edge.fillers {
        let name = short_name(filler);
        let to = match filler.sewn_to.as_slice() {
            [only] => format!("{what} {only}"),
            several => format!("{what}{} {}", if what == "patch" { "es" } else { "s" }, several.join(", ")),
        };
        let words = match filler.row {
            Some(row) => {
                format!("Row {row}: sew {name} to {to} at the end of the row, before you join rows.")
            }
            None => {
                step += 1;
                let turns = match filler.turns {
                    0 => String::new(),
                    turns => format!(" Pivot at {}.", plural(turns, "corner")),
                };
                format!("Step {step}. Sew {name} to {to}.{turns}")
            }
        };
        entries.push(Entry::new(Sign::None, words));
    }
    entries
}
