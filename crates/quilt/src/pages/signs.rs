//! The signs on pictures of steps: seams, set-in corners, pivots and partial seams.

use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path};
use piecework_draw::geometry::Point;

/// The diameter of a sign on a picture, in mm; chosen by eye.
pub(super) const SIGN: f64 = 1.7;

/// Half the length of the arrow that shows how a seam is pressed, in mm.
pub(super) const ARROW: f64 = 1.9;
/// The width of a new seam, in mm, and its color on all pictures: one that no fabric is likely to have.
const NEW_SEAM: (f64, Color) = (0.9, Color::new(0xe6, 0x00, 0x7e));

/// The seam that a step sews.
pub(super) fn new_seam(canvas: &mut Canvas, from: Point, to: Point) {
    line(canvas, from, to, NEW_SEAM.0, NEW_SEAM.1);
}

/// The way a seam is pressed, as an arrow with its middle at a point; `way` is of length 1.
pub(super) fn arrow(canvas: &mut Canvas, middle: Point, (dx, dy): (f64, f64)) {
    let along = |way: f64, aside: f64| {
        let (way, aside) = (way * ARROW, aside * ARROW);
        middle.moved(dx * way - dy * aside, dy * way + dx * aside)
    };
    for (more, color) in [(0.35, Color::WHITE), (0.0, NEW_SEAM.1)] {
        line(canvas, along(-1.0, 0.0), along(0.2, 0.0), 0.6 + 2.0 * more, color);
        let (tip, back, wide) = (1.0 + more * 0.8, -more * 0.4, 0.5 + more * 0.5);
        canvas.fill(Path::polygon(&[along(tip, 0.0), along(back, wide), along(back, -wide)]), color);
    }
}

/// A black line as a fill, so that it lies in the order in which it is drawn.
pub(super) fn bar(canvas: &mut Canvas, from: Point, to: Point, width: f64) {
    line(canvas, from, to, width, Color::BLACK);
}

/// A line as a fill, so that it lies in the order in which it is drawn.
pub(super) fn line(canvas: &mut Canvas, from: Point, to: Point, width: f64, color: Color) {
    let length = from.distance(to);
    if length <= 0.0 {
        return;
    }
    let half = width / 2.0;
    let (x, y) = ((to.x - from.x) / length * half, (to.y - from.y) / length * half);
    let (from, to) = (from.moved(-x, -y), to.moved(x, y));
    let corners = [from.moved(-y, x), to.moved(-y, x), to.moved(y, -x), from.moved(y, -x)];
    canvas.fill(Path::polygon(&corners), color);
}

/// A set-in corner.
pub(super) fn dot(canvas: &mut Canvas, at: Point) {
    canvas.fill(Path::circle(at, SIGN / 2.0), Color::BLACK);
}

/// A partial seam.
pub(super) fn ring(canvas: &mut Canvas, at: Point) {
    canvas.fill(Path::circle(at, SIGN / 2.0 + 0.2), Color::BLACK);
    canvas.fill(Path::circle(at, SIGN / 2.0 - 0.2), Color::WHITE);
}

/// A pivot.
pub(super) fn triangle(canvas: &mut Canvas, at: Point) {
    for (size, color) in [(SIGN * 0.9, Color::WHITE), (SIGN * 0.7, Color::BLACK)] {
        let corners =
            [at.moved(0.0, -size), at.moved(size * 0.87, size * 0.5), at.moved(-size * 0.87, size * 0.5)];
        canvas.fill(Path::polygon(&corners), color);
    }
}
