//! Builds one knob from circular arcs that continue each other without a corner.
//!
//! A knob is a head between two fillets: three circles that touch, two of which also touch the edge. With the
//! head above the fillets its neck is narrower than the head, so that pieces hold each other; with the head
//! lower it is a wave.

use super::KnobStyle;
use piecework_draw::geometry::{CircularArc, Point, Stretch};
use piecework_tiling::random::Random;

/// The circles of a knob, in mm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// The middle of the head, along the edge.
    pub(super) at: f64,
    /// The radius of the head.
    head: f64,
    /// The distance of the head's center from the edge; less than a fillet's radius for a wave.
    height: f64,
    /// The radii of the fillets before and after the head.
    fillets: [f64; 2],
}

/// A random number from -1 to 1.
fn swing(random: &mut Random) -> f64 {
    const STEPS: u16 = 2000;
    let step = random.below(usize::from(STEPS) + 1);
    f64::from(u16::try_from(step).unwrap_or(STEPS)) / f64::from(STEPS / 2) - 1.0
}

impl Shape {
    /// Returns a knob near `at` on an edge, whose largest size is for a place of `room` mm; `scale` makes it
    /// smaller.
    ///
    /// Sizes and how much they vary were chosen by eye.
    pub(super) fn random(style: KnobStyle, at: f64, room: f64, scale: f64, random: &mut Random) -> Self {
        let size = room * scale;
        let mut vary = |share: f64, by: f64| size * share * (1.0 + by * swing(random));
        match style {
            KnobStyle::Jigsaw => {
                let (head, neck) = (vary(0.115, 0.1), vary(0.071, 0.1));
                let fillets = [vary(0.065, 0.15), vary(0.065, 0.15)];
                let (reach, beside) = (fillets[0] + head, fillets[0] + neck);
                let height = fillets[0] + libm::sqrt(reach * reach - beside * beside);
                Self { at: at + room * 0.07 * swing(random), head, height, fillets }
            }
            KnobStyle::Varied => {
                let head = vary(0.112, 0.24);
                let neck = head * (0.6 + 0.1 * swing(random));
                // With fillets that differ more, the head would lean and its neck be wide.
                let fillet = size * 0.065 * (1.0 + 0.3 * swing(random));
                let fillets = [fillet, fillet * (1.0 + 0.15 * swing(random))];
                let (reach, beside) = (fillets[0] + head, fillets[0] + neck);
                let height = fillets[0] + libm::sqrt(reach * reach - beside * beside);
                Self { at: at + room * 0.12 * swing(random), head, height, fillets }
            }
            KnobStyle::Wave => {
                let head = vary(0.2, 0.1);
                let fillets = [vary(0.2, 0.05), vary(0.2, 0.05)];
                let turn = 0.95 + 0.1 * swing(random);
                let height = fillets[0] - (fillets[0] + head) * libm::cos(turn);
                Self { at, head, height, fillets }
            }
        }
    }

    /// Returns whether it has a measure, by at least `least` mm, that each of the others has not.
    pub(super) fn differs(&self, others: &[Self], least: f64) -> bool {
        let own = self.measures();
        let alike = |one: &Self| {
            let turned = [own[0], own[1], own[3], own[2]];
            // A piece may be turned over, and then the fillets change places.
            [own, turned]
                .iter()
                .any(|own| own.iter().zip(one.measures()).all(|(own, other)| (own - other).abs() < least))
        };
        !others.iter().any(alike)
    }

    fn measures(&self) -> [f64; 4] {
        [self.head, self.height, self.fillets[0], self.fillets[1]]
    }

    /// Returns the smallest radius.
    pub(super) fn least_radius(&self) -> f64 {
        self.fillets[0].min(self.fillets[1]).min(self.head)
    }

    /// Returns where the knob leaves the edge and returns to it; `None` if its circles do not touch.
    pub(super) fn base(&self) -> Option<(f64, f64)> {
        let beside = |fillet: f64| {
            let (reach, up) = (fillet + self.head, self.height - fillet);
            let square = reach * reach - up * up;
            (square > 0.0).then(|| libm::sqrt(square))
        };
        Some((self.at - beside(self.fillets[0])?, self.at + beside(self.fillets[1])?))
    }

    /// Returns the arcs in order, with x along the edge and y away from it.
    pub(super) fn arcs(&self) -> Option<Vec<Stretch>> {
        let (begin, end) = self.base()?;
        let center = Point::new(self.at, self.height);
        let top = Point::new(self.at, self.height + self.head);
        let touch = |base: f64, fillet: f64| {
            let corner = Point::new(base, fillet);
            let share = fillet / (fillet + self.head);
            (corner, corner.moved((center.x - corner.x) * share, (center.y - corner.y) * share))
        };
        let ([left, right], foot) = ([touch(begin, self.fillets[0]), touch(end, self.fillets[1])], 0.0);
        let arc = |center: Point, from: Point, to: Point| CircularArc {
            from,
            middle: half_way(center, from, to),
            to,
        };
        let arcs = [
            arc(left.0, Point::new(begin, foot), left.1),
            arc(center, left.1, top),
            arc(center, top, right.1),
            arc(right.0, right.1, Point::new(end, foot)),
        ];
        Some(arcs.map(Stretch::from).to_vec())
    }
}

/// Returns the middle of the shorter arc about `center` between two points.
fn half_way(center: Point, from: Point, to: Point) -> Point {
    let middle = from.middle(to);
    let (radius, far) = (center.distance(from), center.distance(middle));
    let share = radius / far;
    Point::new(center.x + (middle.x - center.x) * share, center.y + (middle.y - center.y) * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arcs continue each other in the same direction, begin and end on the edge, and jigsaw knobs have a
    /// neck.
    #[test]
    fn knobs_are_smooth_and_those_of_a_jigsaw_hold() {
        for style in [KnobStyle::Jigsaw, KnobStyle::Wave, KnobStyle::Varied] {
            for seed in 0..500 {
                let shape = Shape::random(style, 5.0, 10.0, 1.0, &mut Random::new(seed));
                let arcs = shape.arcs().expect("circles touch");
                let direction = |stretch: &Stretch, end: bool| {
                    let arc = stretch.arc().expect("an arc");
                    let (center, at) = (arc.center(), if end { arc.to } else { arc.from });
                    let turn = arc.bulge().signum() / arc.radius();
                    ((at.y - center.y) * turn, (center.x - at.x) * turn)
                };
                for pair in arcs.windows(2) {
                    let (a, b) = (direction(&pair[0], true), direction(&pair[1], false));
                    assert!((a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-9, "{style:?} {seed}: {a:?} {b:?}");
                }
                for (stretch, end) in [(&arcs[0], false), (&arcs[3], true)] {
                    let (x, y) = direction(stretch, end);
                    assert!((x - 1.0).abs() < 1e-9 && y.abs() < 1e-9, "along the edge: {x} {y}");
                }
                assert!((arcs[0].from.y, arcs[3].to.y) == (0.0, 0.0));
                let points: Vec<Point> = arcs.iter().flat_map(|arc| arc.flattened(0.001)).collect();
                let width = |points: &mut dyn Iterator<Item = &Point>| {
                    points.fold(0.0_f64, |most, point| most.max((point.x - shape.at).abs()))
                };
                let head = width(&mut points.iter().filter(|point| point.y > shape.height));
                let neck = points.iter().map(|point| (point.x - shape.at).abs()).filter(|&x| x > 1e-9);
                let neck = points
                    .iter()
                    .filter(|point| point.y > 0.1 * shape.height && point.y < shape.height)
                    .map(|point| (point.x - shape.at).abs())
                    .fold(neck.fold(f64::INFINITY, f64::max), f64::min);
                if style != KnobStyle::Wave {
                    assert!(neck < 0.85 * head, "{seed}: a neck of {neck}, a head of {head}");
                }
            }
        }
    }
}
