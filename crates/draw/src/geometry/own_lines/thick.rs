//! Finds where an outline is thinner than it may be.
//!
//! A disc of the least width must reach every place of the outline, without leaving it, but for corners: there a part stays
//! that touches what the disc reaches in one place only, and is no farther away than the tip of a corner of 35 degrees. A neck between
//! two holes, around which the disc can go, is for [`too_near`].

use super::super::{Join, Outline, Point, Ring};

/// How much thinner an outline may be, in mm: flattened curves and the widths that are tried.
pub(super) const SLACK: f64 = 0.06;
/// The largest deviation of arcs, in mm.
const TOLERANCE: f64 = 0.01;
/// How far a tip may be from the middle of the disc, in radii.
const REACH: f64 = 3.4;
/// Parts smaller than this do not count, in square mm.
const SPECK: f64 = 0.02;

/// Returns a place where an outline is thinner than `least` mm, if there is one.
pub(super) fn thin_place(outline: &Outline, least: f64) -> Option<Point> {
    let radius = (least - SLACK) / 2.0;
    let round = Join::Round { tolerance: TOLERANCE };
    let nowhere = || outline.label().at;
    let Ok(core) = outline.offset(-radius, round) else { return Some(nowhere()) };
    let grown = |by: f64| -> Option<Vec<Outline>> {
        let each = core.iter().map(|part| part.offset(by, round).ok());
        Some(each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    };
    let (Some(opened), Some(reached)) = (grown(radius + 0.03), grown(radius * REACH)) else {
        return Some(nowhere());
    };
    let Ok(left) = outline.without(&opened) else { return Some(nowhere()) };
    for part in left.iter().filter(|part| part.area() > SPECK) {
        let touches = part.offset(0.08, Join::Bevel).ok().map(|grown| {
            let shared = grown.iter().flat_map(|grown| opened.iter().map(|one| grown.within(one)));
            shared.map(|parts| parts.map_or(2, |parts| parts.len())).sum::<usize>()
        });
        let is_far = part.without(&reached).map_or(true, |far| far.iter().any(|far| far.area() > SPECK));
        if touches != Some(1) || is_far {
            return Some(part.label().at);
        }
    }
    (core.len() != 1).then(nowhere)
}

/// Returns a place where two rings are nearer to each other than `least` mm, if there is one.
pub(super) fn too_near(rings: &[&Ring], least: f64) -> Option<Point> {
    for (at, one) in rings.iter().enumerate() {
        for other in rings.iter().enumerate().filter(|(number, _)| *number != at).map(|(_, other)| other) {
            let near = |point: &&Point| other.distance(**point) < least - SLACK;
            if let Some(&place) = one.points().iter().find(near) {
                return Some(place);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(points: &[(f64, f64)]) -> Outline {
        let ring = Ring::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a ring");
        Outline::new(ring, Vec::new()).expect("an outline")
    }

    #[test]
    fn necks_tails_and_sharp_tips_are_thin_and_corners_are_not() {
        let square = outline(&[(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]);
        assert_eq!(thin_place(&square, 8.0), None);
        assert_eq!(thin_place(&square, 20.0), None, "a disc of 20 mm fits once");
        assert!(thin_place(&square, 20.2).is_some());
        let triangle = outline(&[(0.0, 0.0), (30.0, 0.0), (15.0, 26.0)]);
        assert_eq!(thin_place(&triangle, 8.0), None, "corners of 60 degrees");
        let dart = outline(&[(0.0, 0.0), (60.0, 0.0), (60.0, 20.0)]);
        assert!(thin_place(&dart, 8.0).expect("a tip of 18 degrees").x < 30.0);
        let neck = |width: f64| {
            let (low, high) = (10.0 - width / 2.0, 10.0 + width / 2.0);
            outline(&[
                (0.0, 0.0),
                (20.0, 0.0),
                (20.0, low),
                (24.0, low),
                (24.0, 0.0),
                (44.0, 0.0),
                (44.0, 20.0),
                (24.0, 20.0),
                (24.0, high),
                (20.0, high),
                (20.0, 20.0),
                (0.0, 20.0),
            ])
        };
        assert_eq!(thin_place(&neck(8.2), 8.0), None);
        let at = thin_place(&neck(7.8), 8.0).expect("a neck");
        assert!((at.x - 22.0).abs() < 2.5 && (at.y - 10.0).abs() < 4.0, "{at:?}");
        let tail = |width: f64| {
            outline(&[
                (0.0, 0.0),
                (20.0, 0.0),
                (20.0, 12.0),
                (50.0, 12.0),
                (50.0, 12.0 + width),
                (20.0, 12.0 + width),
                (20.0, 30.0),
                (0.0, 30.0),
            ])
        };
        assert_eq!(thin_place(&tail(8.1), 8.0), None);
        assert!(thin_place(&tail(7.5), 8.0).is_some());
        assert!(thin_place(&tail(1.0), 8.0).expect("a tail").x > 20.0);
    }
}
