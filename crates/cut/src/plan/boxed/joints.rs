//! Draws panels of a box with finger joints along their edges.
//!
//! Where two panels meet there is a bar as thick as the material, which is divided into an odd number of
//! fingers: one panel has the first, the third, …, the other panel those between, which are its spaces. A corner where three panels meet
//! belongs to one of them.

use crate::FingerJoint;
use piecework_draw::geometry::{GeometryError, Outline, Point, Ring};

/// One edge of a panel: lengths in mm along it, and whether the panel stands out there beyond its inner rectangle.
#[derive(Debug, Clone)]
pub(super) struct Edge(Vec<(f64, bool)>);

impl Edge {
    /// Nothing stands out.
    pub(super) fn plain(length: f64) -> Self {
        Self(vec![(length, false)])
    }

    /// Fingers: the first, the third, …
    pub(super) fn odd(length: f64, thickness: f64, joint: FingerJoint) -> Self {
        Self::joint(length, thickness, joint, 0)
    }

    /// Fingers: the second, the fourth, …, between those of [`Edge::odd`].
    pub(super) fn even(length: f64, thickness: f64, joint: FingerJoint) -> Self {
        Self::joint(length, thickness, joint, 1)
    }

    /// The same, and all of another length.
    pub(super) fn then_all(mut self, length: f64) -> Self {
        self.0.push((length, true));
        self
    }

    /// The same from the other end.
    pub(super) fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    fn joint(length: f64, thickness: f64, joint: FingerJoint, first: usize) -> Self {
        let spans = fingers(length, thickness, joint);
        Self(spans.into_iter().enumerate().map(|(number, span)| (span, number % 2 == first)).collect())
    }
}

/// A panel: its inner rectangle, its edges, and which corners are its own.
#[derive(Debug, Clone)]
pub(super) struct PanelShape {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) thickness: f64,
    /// Top, right, bottom, left, each in the direction of the way around.
    pub(super) edges: [Edge; 4],
    /// The corners where these edges end: right of the top, and on clockwise.
    pub(super) corners: [bool; 4],
}

/// The least width of a finger or a space, in mm, also of thin material: narrower ones break. Chosen by eye.
const LEAST: f64 = 1.5;

/// Returns the widths of fingers and spaces along a length, by turns: as many as fit, stretched or shrunk to fill it, but none
/// narrower than the material is thick. An edge too short for three such has two halves, at least half as wide as the material is
/// thick, and an edge too short for these is one finger.
pub(super) fn fingers(length: f64, thickness: f64, FingerJoint { finger, space }: FingerJoint) -> Vec<f64> {
    let least = LEAST.max(thickness);
    if length < 3.0 * least {
        let halves = length >= 2.0 * LEAST.max(thickness / 2.0);
        return if halves { vec![length / 2.0; 2] } else { vec![length] };
    }
    let [finger, space] = [finger, space].map(|width| (width * thickness).max(least));
    let fits = |&spaces: &u16| f64::from(spaces + 1) * (finger + space) + finger <= length + 1e-9;
    let spaces = (1..u16::MAX).find(|spaces| !fits(spaces)).unwrap_or(1);
    let scale = length / (f64::from(spaces) * (finger + space) + finger);
    // Only of three may some be shrunk.
    let finger = (scale * finger).clamp(least, ((length - least) / 2.0).max(least));
    let space = (length - f64::from(spaces + 1) * finger) / f64::from(spaces);
    (0..=2 * spaces).map(|number| if number % 2 == 0 { finger } else { space }).collect()
}

impl PanelShape {
    /// Returns the outline as finished: the inner rectangle begins at the origin.
    pub(super) fn outline(&self) -> Result<Outline, GeometryError> {
        let &Self { width, height, thickness: t, .. } = self;
        let starts = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        let along = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        let mut points: Vec<Point> = Vec::new();
        for side in 0..4 {
            let ((x, y), (dx, dy)) = (starts[side], along[side]);
            // Outwards is to the left of the way around, y down.
            let at = |far: f64, out: f64| Point { x: x + dx * far + dy * out, y: y + dy * far - dx * out };
            let mut length = 0.0;
            for &(span, stands) in &self.edges[side].0 {
                let out = if stands { t } else { 0.0 };
                points.extend([length, length + span].map(|end| at(end, out)));
                length += span;
            }
            if self.corners[side] {
                points.extend([at(length, t), at(length + t, t), at(length + t, 0.0)]);
            } else {
                points.push(at(length, 0.0));
            }
        }
        Outline::new(Ring::new(corners_only(&points))?, Vec::new())
    }
}

/// Leaves out points that are repeated or on a straight line.
fn corners_only(points: &[Point]) -> Vec<Point> {
    let near = |a: Point, b: Point| a.distance(b) < 1e-9;
    let mut distinct: Vec<Point> = Vec::new();
    for &point in points {
        if distinct.last().is_none_or(|&last| !near(last, point)) {
            distinct.push(point);
        }
    }
    while distinct.len() > 1 && near(distinct[0], distinct[distinct.len() - 1]) {
        distinct.pop();
    }
    let count = distinct.len();
    let turns = |&index: &usize| {
        let (before, here, after) =
            (distinct[(index + count - 1) % count], distinct[index], distinct[(index + 1) % count]);
        let cross = (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x);
        cross.abs() > 1e-9
    };
    (0..count).filter(turns).map(|index| distinct[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::random::Random;

    const USUAL: FingerJoint = FingerJoint { finger: 3.0, space: 3.0 };

    #[test]
    fn fingers_are_odd_and_as_wide_as_asked_for() {
        let usual = FingerJoint::default();
        let counts = [2.5, 5.0, 9.0, 27.0, 36.0, 45.0, 100.0].map(|length| fingers(length, 3.0, usual).len());
        assert_eq!(counts, [1, 2, 3, 3, 3, 5, 11], "three times as long as thick");
        // 2 x 3 mm and 1 x 3 mm by turns: 6 + 3 + 6 + 3 + 6 = 24.
        let narrow = FingerJoint { finger: 2.0, space: 1.0 };
        assert_eq!(fingers(24.0, 3.0, narrow), [6.0, 3.0, 6.0, 3.0, 6.0]);
        let stretched = fingers(30.0, 3.0, narrow);
        assert_eq!(stretched, [7.5, 3.75, 7.5, 3.75, 7.5]);
    }

    /// Whatever widths are wanted: all are as wide as the material is thick, in short edges half as wide, and they fill the edge.
    #[test]
    fn no_finger_and_no_space_is_too_narrow() {
        let mut random = Random::new(3);
        let mut any = |least: f64, most: f64| least + (most - least) * (random.below(1000) as f64) / 999.0;
        for round in 0..4000 {
            let (t, long) = (any(1.0, 12.0), if round % 2 == 0 { 60.0 } else { 600.0 });
            let wide = if round % 3 == 0 { 20.0 } else { 3.0 };
            let joint = FingerJoint { finger: any(0.5, wide), space: any(0.5, wide) };
            let length = any(t + 1.0, long);
            let spans = fingers(length, t, joint);
            let least = match spans.len() {
                1 => length,
                2 => LEAST.max(t / 2.0),
                _ => LEAST.max(t),
            };
            assert!(spans.iter().all(|&span| span >= least - 1e-9), "{spans:?} of {t} mm for {joint:?}");
            assert!((spans.iter().sum::<f64>() - length).abs() < 1e-6, "{spans:?} on {length}");
            assert!(spans.len() > 1 || t < 2.0, "{spans:?} of {t} mm");
            assert!(spans.len() % 2 == 1 || spans.len() == 2, "{spans:?}");
        }
    }

    /// 9 x 9 mm, 1 mm thick: three fingers of 3 mm on each edge.
    #[test]
    fn panels_have_fingers_and_their_own_corners() {
        let panel = |edges: [Edge; 4], corners| {
            let shape = PanelShape { width: 9.0, height: 9.0, thickness: 1.0, edges, corners };
            shape.outline().expect("a panel")
        };
        let four = |edge: Edge| [edge.clone(), edge.clone(), edge.clone(), edge];
        let [odd, even] = [Edge::odd(9.0, 1.0, USUAL), Edge::even(9.0, 1.0, USUAL)]
            .map(|edge| panel(four(edge), [false; 4]));
        assert!((odd.area() - (81.0 + 4.0 * 6.0)).abs() < 1e-9);
        assert!((even.area() - (81.0 + 4.0 * 3.0)).abs() < 1e-9);
        assert_eq!(odd.outer().points().len(), 28);
        let own = panel(
            [
                Edge::odd(9.0, 1.0, USUAL),
                Edge(vec![(9.0, true)]),
                Edge::plain(9.0),
                Edge::even(9.0, 1.0, USUAL),
            ],
            [true, false, false, false],
        );
        assert!((own.area() - (81.0 + 6.0 + 9.0 + 3.0 + 1.0)).abs() < 1e-9);
        assert!((own.bounds().right - 10.0).abs() < 1e-9 && (own.bounds().top + 1.0).abs() < 1e-9);
    }
}
