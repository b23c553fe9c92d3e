//! What stands on sheets beside the work: test squares, rulers, crosses, arrows, a legend. Never cut.
//!
//! In: a canvas and a place. Out: the mark drawn on the canvas, its words in the same role, so that a machine which
//! skips the layer skips all of it. Always true to size: these marks are how a maker finds out that a print is not.
//! Refuses to know which page needs which mark.

use super::{Anchor, Canvas, Medium, Path, Reading, Role, Text};
use crate::geometry::{Bounds, Point};

const INCH: f64 = 25.4;

/// How high the words beside a mark are, in mm. Chosen by eye: readable on paper, small beside the mark.
const CAPTION: f64 = 2.5;

/// The distance between a mark and its words, in mm.
const GAP: f64 = 1.5;

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
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            TestShape::Inch => (INCH, INCH),
            TestShape::FiveCentimetres => (50.0, 50.0),
            TestShape::FourByTwoInches => (4.0 * INCH, 2.0 * INCH),
        }
    }

    /// What is written inside.
    const fn caption(self) -> &'static str {
        match self {
            TestShape::Inch => "1 in",
            TestShape::FiveCentimetres => "5 cm",
            TestShape::FourByTwoInches => "4 × 2 in",
        }
    }
}

/// Draws a test shape with its top left corner at `corner` and its size written inside; gives back the room it takes.
pub fn test_shape(canvas: &mut Canvas, corner: Point, shape: TestShape) -> Bounds {
    let (width, height) = shape.size();
    let bounds = Bounds { left: corner.x, top: corner.y, right: corner.x + width, bottom: corner.y + height };
    canvas.path(Role::Guide, Path::rectangle(bounds));
    canvas.text(Role::Guide, Text::centred(shape.caption(), bounds.centre(), CAPTION));
    bounds
}

/// Draws a cross in a circle, to lay pages over each other or cloth under a machine; `size` mm from end to end.
///
/// The circle has half the size of the cross.
pub fn registration_cross(canvas: &mut Canvas, centre: Point, size: f64) {
    cross(canvas, Role::Guide, centre, size);
    canvas.path(Role::Guide, Path::circle(centre, size / 4.0));
}

/// Draws an upright cross, `size` mm from end to end: where two pieces must meet, where a needle goes in.
pub fn cross(canvas: &mut Canvas, role: Role, centre: Point, size: f64) {
    canvas.path(role, Path::cross(centre, size));
}

/// Draws a dot of `diameter` mm: a match point, a drill hole.
///
/// Filled in print, where a dashed role would leave little of so small a circle; a circle on a machine.
pub fn dot(canvas: &mut Canvas, role: Role, centre: Point, diameter: f64) {
    let circle = Path::circle(centre, diameter / 2.0);
    let medium = canvas.medium();
    canvas.path(
        role,
        match medium {
            Medium::Print => circle.filled(role.style(medium).colour),
            Medium::Machine => circle,
        },
    );
}

/// What a ruler counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RulerUnit {
    /// Centimetres, with a tick every 5 mm.
    Centimetre,
    /// Inches, with a tick every quarter.
    Inch,
}

/// Draws a ruler `count` units long to the right of `start`, ticks and numbers below it; gives back the room it takes.
///
/// # Shape
/// Ticks: 3 mm at whole units, 1.5 mm between. The 1 names the unit.
pub fn ruler(canvas: &mut Canvas, start: Point, unit: RulerUnit, count: u16) -> Bounds {
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
pub fn grain_arrow(canvas: &mut Canvas, role: Role, centre: Point, length: f64, reading: Reading) {
    let (dx, dy) = reading.direction();
    let along = |way: f64, aside: f64| centre.moved(dx * way - dy * aside, dy * way + dx * aside);
    let reach = length / 2.0;
    let head = (length / 5.0).min(4.0);
    canvas.line(role, along(-reach, 0.0), along(reach, 0.0));
    for end in [-1.0, 1.0] {
        let back = end * (reach - head);
        let barbs = [along(back, head / 2.5), along(end * reach, 0.0), along(back, -head / 2.5)];
        canvas.path(role, Path::polyline(&barbs));
    }
}

/// A line of a legend: a role and what its lines mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendEntry {
    /// The role whose line is shown.
    pub role: Role,
    /// What it means, in the maker's words.
    pub meaning: String,
}

/// Draws what the kinds of lines mean, one below the other from `corner`; gives back the room it takes.
///
/// # Shape
/// For print, each sample is a real line in its role. On a machine that would cut the legend into the material, so
/// there only the names of the layers stand before the words, all as guides.
pub fn legend(canvas: &mut Canvas, corner: Point, entries: &[LegendEntry]) -> Bounds {
    const SAMPLE: f64 = 15.0;
    const LINE_HEIGHT: f64 = CAPTION * 2.0;
    let mut bounds = Bounds { left: corner.x, top: corner.y, right: corner.x + SAMPLE, bottom: corner.y };
    for entry in entries {
        let middle = Point::new(corner.x, bounds.bottom + LINE_HEIGHT / 2.0);
        let baseline = middle.moved(0.0, CAPTION / 2.0);
        let medium = canvas.medium();
        match medium {
            Medium::Print => canvas.line(entry.role, middle, middle.moved(SAMPLE, 0.0)),
            Medium::Machine => {
                let layer = entry.role.style(medium).layer;
                canvas.text(Role::Guide, Text::new(layer, baseline, CAPTION, Anchor::Start));
            }
        }
        let words =
            Text::new(entry.meaning.clone(), baseline.moved(SAMPLE + GAP, 0.0), CAPTION, Anchor::Start);
        bounds.right = bounds.right.max(words.start().x + words.width());
        bounds.bottom += LINE_HEIGHT;
        canvas.text(Role::Guide, words);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::super::Item;
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
            assert_eq!(bounds.centre(), Point::new(50.0, 50.0));
        }
    }

    #[test]
    fn crosses_and_dots_are_where_they_are_put() {
        let mut canvas = canvas(Medium::Print);
        registration_cross(&mut canvas, Point::new(20.0, 20.0), 10.0);
        dot(&mut canvas, Role::Sew, Point::new(40.0, 20.0), 2.0);
        let drawing = canvas.finish().expect("fits");
        let cross = drawing.bounds_of(Role::Guide).expect("drawn");
        assert_eq!((cross.left, cross.right, cross.top, cross.bottom), (15.0, 25.0, 15.0, 25.0));
        let dot = drawing.bounds_of(Role::Sew).expect("drawn");
        assert_eq!((dot.left, dot.right), (39.0, 41.0));
    }

    #[test]
    fn a_legend_for_a_machine_cuts_nothing() {
        let entries = [(Role::Cut, "cut"), (Role::Score, "score")]
            .map(|(role, meaning)| LegendEntry { role, meaning: meaning.to_owned() });
        for (medium, roles) in
            [(Medium::Print, vec![Role::Guide, Role::Score, Role::Cut]), (Medium::Machine, vec![Role::Guide])]
        {
            let mut canvas = canvas(medium);
            let room = legend(&mut canvas, Point::new(10.0, 10.0), &entries);
            let drawing = canvas.finish().expect("fits");
            let drawn: Vec<Role> = drawing.layers().iter().map(|layer| layer.role).collect();
            assert_eq!(drawn, roles, "{medium:?}");
            assert_eq!((room.left, room.top, room.bottom), (10.0, 10.0, 20.0));
            let words = drawing.layers()[0].items.iter().filter(|item| matches!(item, Item::Text(_)));
            assert!(words.count() >= entries.len());
        }
    }
}
