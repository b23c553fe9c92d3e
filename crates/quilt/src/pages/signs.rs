//! The signs on pictures of steps: seams, set-in corners, pivots and partial seams.

use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path};
use piecework_draw::geometry::Point;

/// The diameter of a sign on a picture, in mm; chosen by eye.
pub(super) const SIGN: f64 = 1.7;

/// A black line as a fill, so that it lies in the order in which it is drawn.
pub(super) fn bar(canvas: &mut Canvas, from: Point, to: Point, width: f64) {
    let length = from.distance(to);
    if length <= 0.0 {
        return;
    }
    let half = width / 2.0;
    let (x, y) = ((to.x - from.x) / length * half, (to.y - from.y) / length * half);
    let (from, to) = (from.moved(-x, -y), to.moved(x, y));
    let corners = [from.moved(-y, x), to.moved(-y, x), to.moved(y, -x), from.moved(y, -x)];
    canvas.fill(Path::polygon(&corners), Color::BLACK);
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
