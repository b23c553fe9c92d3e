//! Draws marks beside the work: test squares, rulers, grain arrows, dots and notches.
//!
//! Test squares and rulers are true to size: measure them to check the scale of a print. Their words have the
//! same role as their lines, so that a machine which skips the layer skips all of them.

use super::{Anchor, Canvas, Medium, Path, Reading, Role, Text};
use crate::geometry::{Bounds, Point};

const INCH: f64 = 25.4;

/// How high the words beside a mark are, in mm. Chosen by eye: readable on paper, small beside the mark.
const CAPTION: f64 = 2.5;

/// The distance between a mark and its words, in mm.
const GAP: f64 = 1.5;

/// From one line of a hatching to the next, in mm, counted along an edge.
const HATCH: f64 = 4.0;

/// A shape of known size, to be measured before cutting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TestShape {
    /// A square of 1 in.
    Inch,
    /// A square of 5 cm.
    FiveCentimetres,
    /// A box of 4 x 2 in; long enough to show an error of one in a hundred.
    FourByTwoInches,
}

impl TestShape {
    /// Width and height in mm.
    pub const fn size(self) -> (f64, f64) {
        match self {
            TestShape::Inch => (INCH, INCH),
            TestShape::FiveCentimetres => (50.0, 50.0),
            TestShape::FourByTwoInches => (4.0 * INCH, 2.0 * INCH),
        }
    }

    /// Returns the words inside.
    const fn caption(self) -> &'static str {
        match self {
            TestShape::Inch => "1 in",
            TestShape::FiveCentimetres => "5 cm",
            TestShape::FourByTwoInches => "4 × 2 in",
        }
    }
}

/// Draws a test shape with its top left corner at `corner` and its size written inside; returns the room it
/// takes.
pub fn test_shape(canvas: &mut Canvas, corner: Point, shape: TestShape) -> Bounds {
    let (width, height) = shape.size();
    let bounds = Bounds { left: corner.x, top: corner.y, right: corner.x + width, bottom: corner.y + height };
    canvas.path(Role::Guide, Path::rectangle(bounds));
    canvas.text(Role::Guide, Text::centered(shape.caption(), bounds.center(), CAPTION));
    bounds
}

/// Draws a dot of `diameter` mm: a match point, a drill hole.
///
/// Filled in print, where a dashed role would leave little of so small a circle; a circle on a machine.
pub fn dot(canvas: &mut Canvas, role: Role, center: Point, diameter: f64) {
    let circle = Path::circle(center, diameter / 2.0);
    let medium = canvas.medium();
    canvas.path(
        role,
        match medium {
            Medium::Print => circle.filled(role.style(medium).color),
            Medium::Machine => circle,
        },
    );
}

/// The unit of a ruler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RulerUnit {
    /// Centimetres, with a tick every 5 mm.
    Centimetre,
    /// Inches, with a tick every quarter.
    Inch,
}

/// Draws a ruler `count` units long to the right of `start`, ticks and numbers below it; returns the room it
/// takes.
///
/// # Shape
/// Ticks: 3 mm at whole units, 1.5 mm between. The 1 names the unit.
pub(crate) fn ruler(canvas: &mut Canvas, start: Point, unit: RulerUnit, count: u16) -> Bounds {
    const LONG: f64 = 3.0;
    let (length, parts, name) = match unit {
        RulerUnit::Centimetre => (10.0, 2, "cm"),
        RulerUnit::Inch => (INCH, 4, "in"),
    };
    let at = |ticks: u16| start.x + f64::from(ticks) * length / f64::from(parts);
    let end = Point::new(at(count * parts), start.y);
    canvas.line(Role::Guide, start, end);
    let baseline = start.y + LONG + GAP / 2.0 + CAPTION;
    for tick in 0..=count * parts {
        let whole = tick % parts == 0;
        let from = Point::new(at(tick), start.y);
        canvas.line(Role::Guide, from, from.moved(0.0, if whole { LONG } else { LONG / 2.0 }));
        if whole {
            let number = tick / parts;
            // Within a centimetre there is room for a unit in the middle, but not at the ends.
            let words = if number == 1 { format!("1 {name}") } else { number.to_string() };
            let anchor = match number {
                0 => Anchor::Start,
                _ if number == count => Anchor::End,
                _ => Anchor::Middle,
            };
            canvas.text(Role::Guide, Text::new(words, Point::new(from.x, baseline), CAPTION, anchor));
        }
    }
    Bounds { left: start.x, top: start.y, right: end.x, bottom: baseline }
}

/// Draws a line with a head at both ends: the grain of cloth or wood; `length` mm from tip to tip.
///
/// Heads are a fifth of the length, at most 4 mm. Chosen by eye.
pub fn grain_arrow(canvas: &mut Canvas, role: Role, center: Point, length: f64, reading: Reading) {
    let (dx, dy) = reading.direction();
    let along = |way: f64, aside: f64| center.moved(dx * way - dy * aside, dy * way + dx * aside);
    let reach = length / 2.0;
    let head = (length / 5.0).min(4.0);
    canvas.line(role, along(-reach, 0.0), along(reach, 0.0));
    for end in [-1.0, 1.0] {
        let back = end * (reach - head);
        let barbs = [along(back, head / 2.5), along(end * reach, 0.0), along(back, -head / 2.5)];
        canvas.path(role, Path::polyline(&barbs));
    }
}

/// Draws a filled triangle that stands on the cut line and points at the sew line.
pub fn notch(canvas: &mut Canvas, foot: Point, tip: Point) {
    /// Half its base, as a share of its height.
    const HALF_BASE: f64 = 0.3;
    let (dx, dy) = ((tip.x - foot.x) * HALF_BASE, (tip.y - foot.y) * HALF_BASE);
    let corners = [foot.moved(-dy, dx), tip, foot.moved(dy, -dx)];
    let black = Role::Engrave.style(canvas.medium()).color;
    canvas.path(Role::Engrave, Path::polygon(&corners).filled(black));
}

/// Draws slanted lines over an area with an odd number of these rings around it: what is not to be used.
///
/// # Shape
/// Lines rise to the right, `HATCH` mm apart.
pub fn hatch(canvas: &mut Canvas, role: Role, rings: &[Vec<Point>]) {
    let sums = || rings.iter().flatten().map(|at| at.x + at.y);
    let (least, most) = (sums().fold(f64::MAX, f64::min), sums().fold(f64::MIN, f64::max));
    let mut sum = least + HATCH / 2.0;
    while sum < most {
        // Along a line x + y is the same; x orders the points on it.
        let mut at: Vec<f64> = Vec::new();
        for ring in rings {
            for (index, from) in ring.iter().enumerate() {
                let to = ring[(index + 1) % ring.len()];
                let (start, end) = (from.x + from.y, to.x + to.y);
                if (start > sum) != (end > sum) {
                    at.push(from.x + (sum - start) / (end - start) * (to.x - from.x));
                }
            }
        }
        at.sort_by(f64::total_cmp);
        for pair in at.chunks_exact(2).filter(|pair| pair[1] - pair[0] > 1e-3) {
            let on = |x: f64| Point::new(x, sum - x);
            canvas.line(role, on(pair[0]), on(pair[1]));
        }
        sum += HATCH;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(medium: Medium) -> Canvas {
        Canvas::new("Marks", medium, 300.0, 200.0)
    }

    #[test]
    fn test_shapes_are_true_to_size_and_say_it() {
        for (shape, width, height) in [
            (TestShape::Inch, 25.4, 25.4),
            (TestShape::FiveCentimetres, 50.0, 50.0),
            (TestShape::FourByTwoInches, 101.6, 50.8),
        ] {
            let mut canvas = canvas(Medium::Print);
            let room = test_shape(&mut canvas, Point::new(0.0, 0.0), shape);
            let drawing = canvas.finish().expect("fits");
            assert_eq!(drawing.bounds_of(Role::Guide), Some(room), "the words are inside");
            assert_eq!((room.width(), room.height()), (width, height), "{shape:?}");
        }
    }

    #[test]
    fn rulers_end_where_they_say() {
        for (unit, count, length) in [(RulerUnit::Centimetre, 20, 200.0), (RulerUnit::Inch, 8, 203.2)] {
            for medium in [Medium::Print, Medium::Machine] {
                let mut canvas = canvas(medium);
                let room = ruler(&mut canvas, Point::new(10.0, 10.0), unit, count);
                let drawing = canvas.finish().expect("fits");
                assert!((room.width() - length).abs() < 1e-9, "{unit:?}");
                let drawn = drawing.bounds_of(Role::Guide).expect("drawn");
                assert!((drawn.width() - length).abs() < 0.5, "{unit:?} {medium:?} {drawn:?}");
                assert_eq!(drawn.top, 10.0);
                assert!(drawn.bottom <= room.bottom + 0.1, "{drawn:?}");
            }
        }
    }

    #[test]
    fn a_grain_arrow_keeps_its_length_both_ways() {
        for (reading, width, height) in [(Reading::Across, 30.0, 3.2), (Reading::Up, 3.2, 30.0)] {
            let mut canvas = canvas(Medium::Print);
            grain_arrow(&mut canvas, Role::Label, Point::new(50.0, 50.0), 30.0, reading);
            let bounds = canvas.finish().expect("fits").bounds_of(Role::Label).expect("drawn");
            assert!((bounds.width() - width).abs() < 1e-9 && (bounds.height() - height).abs() < 1e-9);
            assert_eq!(bounds.center(), Point::new(50.0, 50.0));
        }
    }

    #[test]
    fn a_hatching_is_inside_of_its_area_and_outside_of_its_holes() {
        let square = |from: f64, to: f64| {
            [(from, from), (to, from), (to, to), (from, to)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let mut canvas = canvas(Medium::Print);
        hatch(&mut canvas, Role::Guide, &[square(10.0, 50.0), square(20.0, 40.0)]);
        let drawing = canvas.finish().expect("fits");
        assert!(drawing.layers()[0].items.len() > 15);
        for item in &drawing.layers()[0].items {
            let middle = item.bounds().expect("a line").center();
            let within =
                |from: f64, to: f64| middle.x > from && middle.x < to && middle.y > from && middle.y < to;
            assert!(within(10.0, 50.0) && !within(20.0, 40.0), "{middle:?}");
        }
    }

    #[test]
    fn dots_are_where_they_are_put() {
        let mut canvas = canvas(Medium::Print);
        dot(&mut canvas, Role::Sew, Point::new(40.0, 20.0), 2.0);
        let dot = canvas.finish().expect("fits").bounds_of(Role::Sew).expect("drawn");
        assert_eq!((dot.left, dot.right), (39.0, 41.0));
    }
}
