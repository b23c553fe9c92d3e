//! Ways to quilt the top: in the ditch, in a grid, and along an echo of the patches; and the label.

use super::signs::line as stroke;
use crate::plan::{Design, QuiltPlan, Quilting, echo_distance};
use crate::words::sewing;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Join, Point};
use piecework_draw::page::sizes::{LINE, TEXT};
use piecework_draw::page::{Block, Cards, line, wrapped};

/// The least width of a card, and its height, in mm; the sizes of this file are chosen by eye.
const CARD: (f64, f64) = (58.0, 70.0);
/// The rim of a card, in mm.
const RIM: f64 = 1.6;
/// A picture shows the corner of a top with so many cells along its shorter side at most.
const CELLS: f64 = 12.0;
/// The width of a line of quilting, and its color: that of a new seam.
const THREAD: (f64, Color) = (0.45, Color::new(0xe6, 0x00, 0x7e));
/// How far the colors of the top are from those of the cloth.
const PALE: f64 = 0.6;
/// The height of the label, in mm.
const LABEL: f64 = 40.0;

/// A card for each way.
pub(super) fn ways(plan: &QuiltPlan) -> Block<'_> {
    let all = [Quilting::Ditch, Quilting::Grid, Quilting::Echo];
    let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
        draw_card(&plan.design, all[card], canvas, room)
    };
    let (least_width, height) = CARD;
    Block::Cards(Cards { heights: vec![height; all.len()], least_width, draw: Box::new(draw) })
}

fn draw_card(design: &Design, way: Quilting, canvas: &mut Canvas, card: Bounds) {
    canvas.path(Role::Guide, Path::rectangle(card));
    let inner = card.inset(RIM);
    let owned = |(title, words): (&'static str, &str)| (title, words.to_owned());
    let (title, words) = match way {
        Quilting::Ditch => owned(sewing::DITCH),
        Quilting::Grid => owned(sewing::GRID),
        Quilting::Echo => sewing::echo(echo_distance(design.options.cell), design.options.units),
    };
    let mut y = inner.top;
    let lines = wrapped(&words, TEXT, inner.width());
    for (index, words) in std::iter::once(&title.to_owned()).chain(&lines).enumerate() {
        let text =
            line(words, Point { x: inner.left, y: y + f64::midpoint(LINE, TEXT) }, TEXT, inner.width());
        canvas.text(Role::Label, if index == 0 { text.bold() } else { text });
        y += LINE;
    }
    draw_corner(design, way, canvas, Bounds { top: y + RIM, ..inner });
}

/// The corner of the top in pale colors, with lines.
fn draw_corner(design: &Design, way: Quilting, canvas: &mut Canvas, room: Bounds) {
    let bounds = design.extent();
    let shown = bounds.width().min(bounds.height()).min(CELLS * design.options.cell);
    let scale = (room.width() / bounds.width()).max(room.width().min(room.height()) / shown);
    let put = |at: Point| Point {
        x: room.left + (at.x - bounds.left) * scale,
        y: room.top + (at.y - bounds.top) * scale,
    };
    let right = room.right.min(room.left + bounds.width() * scale);
    let bottom = room.bottom.min(room.top + bounds.height() * scale);
    let room = Bounds { right, bottom, ..room };
    for (patch, color) in design.patchwork.patches().iter().zip(design.colors()) {
        let points = patch.outline().outer().points().iter().map(|&at| put(at)).collect::<Vec<_>>();
        if let Some(path) = clipped(&points, room) {
            canvas.fill(path, color.toward(Color::WHITE, PALE));
        }
    }
    let mut sew = |from: Point, to: Point| {
        if let Some((from, to)) = clipped_line(from, to, room) {
            stroke(canvas, from, to, THREAD.0, THREAD.1);
        }
    };
    match way {
        Quilting::Ditch => design.patchwork.edges().iter().filter(|edge| edge.is_inner()).for_each(|edge| {
            let (from, to) = design.patchwork.ends(edge);
            sew(put(from), put(to));
        }),
        Quilting::Grid => {
            let step = design.options.cell * scale;
            let reach = room.width() + room.height();
            let mut along = step / 2.0;
            while along < reach {
                sew(
                    Point { x: room.left + along, y: room.top },
                    Point { x: room.left + along - reach, y: room.top + reach },
                );
                sew(
                    Point { x: room.right - along, y: room.top },
                    Point { x: room.right - along + reach, y: room.top + reach },
                );
                along += step;
            }
        }
        Quilting::Echo => {
            for patch in design.patchwork.patches() {
                let distance = echo_distance(design.options.cell);
                let inner = patch.outline().offset(-distance, Join::MITRE).unwrap_or_default();
                let rings = inner.iter().flat_map(|outline| outline.rings());
                rings.flat_map(|ring| ring.edges()).for_each(|(from, to)| sew(put(from), put(to)));
            }
        }
    }
}

/// The part of a polygon that is in a room: Sutherland and Hodgman's clipping, side by side.
fn clipped(points: &[Point], room: Bounds) -> Option<Path> {
    let mut points = points.to_vec();
    for side in 0..4 {
        let inside = |at: Point| match side {
            0 => at.x - room.left,
            1 => room.right - at.x,
            2 => at.y - room.top,
            _ => room.bottom - at.y,
        };
        let mut kept = Vec::new();
        for (index, &at) in points.iter().enumerate() {
            let before = points[(index + points.len() - 1) % points.len()];
            let (a, b) = (inside(before), inside(at));
            if (a < 0.0) != (b < 0.0) {
                let share = a / (a - b);
                kept.push(before.moved((at.x - before.x) * share, (at.y - before.y) * share));
            }
            if b >= 0.0 {
                kept.push(at);
            }
        }
        // A side that runs along the room crosses it at the same point twice.
        let is_same = |a: &Point, b: &Point| (a.x - b.x).abs().max((a.y - b.y).abs()) < 1e-3;
        kept.dedup_by(|next, last| is_same(next, last));
        if kept.len() > 1 && is_same(&kept[0], &kept[kept.len() - 1]) {
            kept.pop();
        }
        points = kept;
    }
    let bounds = Bounds::around(points.iter().copied())?;
    (points.len() > 2 && bounds.width() > 1e-6 && bounds.height() > 1e-6).then(|| Path::polygon(&points))
}

/// The part of a line that is in a room.
pub(super) fn clipped_line(from: Point, to: Point, room: Bounds) -> Option<(Point, Point)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (start, step, least, most) in
        [(from.x, dx, room.left, room.right), (from.y, dy, room.top, room.bottom)]
    {
        if step.abs() < 1e-12 {
            if start < least || start > most {
                return None;
            }
            continue;
        }
        let (one, other) = ((least - start) / step, (most - start) / step);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    let put = |share: f64| from.moved(dx * share, dy * share);
    (last - first > 1e-9).then(|| (put(first), put(last)))
}

/// A label to copy onto cloth.
pub(super) fn label(plan: &QuiltPlan) -> Block<'_> {
    let draw = move |canvas: &mut Canvas, _: usize, room: Bounds| draw_label(plan, canvas, room);
    Block::Cards(Cards { heights: vec![LABEL], least_width: CARD.0 * 2.0, draw: Box::new(draw) })
}

fn draw_label(plan: &QuiltPlan, canvas: &mut Canvas, room: Bounds) {
    canvas.path(Role::Cut, Path::rectangle(room));
    canvas.path(Role::Sew, Path::rectangle(room.inset(6.35)));
    let inner = room.inset(8.0);
    let title = plan.design.title();
    let natural = Text::new(title, Point::default(), 1.0, Anchor::Start).display().width().max(1e-6);
    let height = (inner.width() / natural).min(4.6);
    let middle = inner.center().x;
    if height >= TEXT {
        let at = Point { x: middle, y: inner.top + height + 2.0 };
        canvas.text(Role::Label, Text::new(title, at, height, Anchor::Middle).display());
    }
    let date = plan.options().date.clone();
    let words = sewing::label(plan.options().designer.as_deref(), date.as_deref());
    for (index, words) in words.into_iter().enumerate() {
        let at = Point { x: inner.left + inner.width() * 0.1, y: inner.top + 13.0 + index as f64 * 5.5 };
        let text = line(&words.0, at, TEXT, inner.width());
        let from = Point { x: at.x + text.width() + 1.5, y: at.y + 0.6 };
        canvas.text(Role::Label, text);
        match words.1 {
            Some(filled) => {
                canvas.text(Role::Label, line(&filled, from.moved(0.0, -0.6), TEXT, inner.right - from.x))
            }
            None => canvas.line(Role::Guide, from, Point { x: inner.right - inner.width() * 0.1, ..from }),
        }
    }
}
