//! Finds flaws of a sheet with valid lines: lines that are cut twice, too soon, or too close to others.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::trace::{CheckedEdge, Stroke, grid, is_cut};
use super::{CheckError, CheckedSheet, crossings, loose};
use crate::drawing::{Medium, Role};
use crate::geometry::{Bounds, Point};

/// Refuses a sheet for a machine if the order or repetition of its lines would spoil the result.
pub(super) fn check(sheet: &CheckedSheet) -> Result<(), CheckError> {
    nothing_after_the_cuts(sheet)?;
    nothing_cut_twice(sheet)?;
    let rings = rings(sheet);
    crossings::check(sheet)?;
    inside_before_outside(&rings)?;
    loose::check(sheet)
}

/// Lines after a cut would be drawn on a loose piece.
fn nothing_after_the_cuts(sheet: &CheckedSheet) -> Result<(), CheckError> {
    let is_role = |layer: &str| {
        Role::ALL.iter().any(|role| layer.split('+').any(|name| name == role.style(Medium::Machine).layer))
    };
    let after = sheet.strokes.iter().skip_while(|stroke| !is_cut(sheet.layer(stroke)));
    let mut late = after.map(|stroke| sheet.layer(stroke)).filter(|&layer| !is_cut(layer) && is_role(layer));
    late.next().map_or(Ok(()), |layer| Err(CheckError::AfterCut { layer: layer.to_owned() }))
}

fn nothing_cut_twice(sheet: &CheckedSheet) -> Result<(), CheckError> {
    let places = |stroke: &Stroke| without_direction(sheet.points(stroke));
    let mut hashes: Vec<u64> = sheet.cuts().map(|stroke| hash(&places(stroke))).collect();
    hashes.sort_unstable();
    let again: BTreeSet<u64> =
        hashes.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    let mut seen = BTreeSet::new();
    for stroke in sheet.cuts().filter(|_| !again.is_empty()) {
        let places = places(stroke);
        if again.contains(&hash(&places)) && !seen.insert(places) {
            let Point { x, y } = sheet.points(stroke)[0];
            return Err(CheckError::CutTwice { x, y });
        }
    }
    Ok(())
}

fn hash(places: &[(i64, i64)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    places.hash(&mut hasher);
    hasher.finish()
}

/// Returns the places of a line, independent of the start of a closed line and of its direction.
fn without_direction(points: Vec<Point>) -> Vec<(i64, i64)> {
    let mut places: Vec<(i64, i64)> = points.iter().map(|point| (grid(point.x), grid(point.y))).collect();
    if places.len() > 2 && places.first() == places.last() {
        places.pop();
        let least = (0..places.len()).min_by_key(|&at| places[at]).unwrap_or(0);
        places.rotate_left(least);
        if places[1] > places[places.len() - 1] {
            places[1..].reverse();
        }
    } else if places.first() > places.last() {
        places.reverse();
    }
    places
}

/// Returns the closed lines that are cut, from left to right.
fn rings(sheet: &CheckedSheet) -> Vec<Ring> {
    let closed = sheet.cuts().filter(|stroke| stroke.closed).zip(0..);
    let mut rings: Vec<Ring> = closed.map(|(stroke, turn)| Ring::new(sheet.points(stroke), turn)).collect();
    rings.sort_by(|a, b| a.bounds.left.total_cmp(&b.bounds.left));
    rings
}

impl CheckedSheet {
    /// Returns a place where two closed cuts, neither inside the other, are closer than `least` mm, and how
    /// close they are.
    pub fn too_close(&self, least: f64) -> Option<(Point, f64)> {
        let rings = rings(self);
        let mut reaching: Vec<&Ring> = Vec::new();
        for ring in &rings {
            reaching.retain(|other| other.bounds.right + least > ring.bounds.left);
            for other in &reaching {
                let level = other.bounds.bottom + least > ring.bounds.top
                    && ring.bounds.bottom + least > other.bounds.top;
                if !level || other.contains(ring.points[0]) || ring.contains(other.points[0]) {
                    continue;
                }
                let near = |one: &Ring, other: &Ring| {
                    // Only what is in the other's box, and a little around it, can be too close.
                    let (there, here) = (other.bounds.inset(-least), one.bounds.inset(-least));
                    let edges = other.edges_in(here);
                    let points = one.points.iter().filter(|at| is_in(there, **at));
                    let near = points.map(|&at| (at, distance_of(&edges, at)));
                    near.min_by(|a, b| a.1.total_cmp(&b.1))
                };
                let found = near(ring, other).into_iter().chain(near(other, ring));
                if let Some(found) = found.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|near| near.1 < least) {
                    return Some(found);
                }
            }
            reaching.push(ring);
        }
        None
    }
}

/// A hole that is cut after its outline moves with the loose piece.
fn inside_before_outside(rings: &[Ring]) -> Result<(), CheckError> {
    // The rings that extend to the place where the next one begins.
    let mut reaching: Vec<&Ring> = Vec::new();
    for ring in rings {
        reaching.retain(|other| other.bounds.right > ring.bounds.left);
        if let Some(outside) = reaching.iter().find(|other| other.turn < ring.turn && other.holds(ring)) {
            let Point { x, y } = outside.points[0];
            return Err(CheckError::OutsideFirst { x, y });
        }
        reaching.push(ring);
    }
    Ok(())
}

/// A closed line that is cut.
fn is_in(room: Bounds, at: Point) -> bool {
    (room.left..=room.right).contains(&at.x) && (room.top..=room.bottom).contains(&at.y)
}

/// Returns the least distance of a place from edges.
fn distance_of(edges: &[CheckedEdge], place: Point) -> f64 {
    edges.iter().map(|edge| super::nearby::distance(place, edge)).fold(f64::INFINITY, f64::min)
}

struct Ring {
    points: Vec<Point>,
    bounds: Bounds,
    /// Its place in the cutting order.
    turn: usize,
}

impl Ring {
    fn new(points: Vec<Point>, turn: usize) -> Self {
        let around = |values: fn(&Point) -> f64| {
            let values = points.iter().map(values);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)))
        };
        let ((left, right), (top, bottom)) = (around(|point| point.x), around(|point| point.y));
        Self { bounds: Bounds { left, top, right, bottom }, points, turn }
    }

    /// Returns whether another ring is inside this one.
    fn holds(&self, other: &Ring) -> bool {
        let (outer, inner) = (&self.bounds, &other.bounds);
        outer.left < inner.left
            && outer.right > inner.right
            && outer.top < inner.top
            && outer.bottom > inner.bottom
            && self.contains(other.points[0])
    }

    /// Returns the edges whose box meets this one.
    fn edges_in(&self, room: Bounds) -> Vec<CheckedEdge> {
        let edges = self.points.windows(2).map(|pair| CheckedEdge { from: pair[0], to: pair[1] });
        let meets = |CheckedEdge { from, to }: &CheckedEdge| {
            from.x.min(to.x) <= room.right
                && from.x.max(to.x) >= room.left
                && from.y.min(to.y) <= room.bottom
                && from.y.max(to.y) >= room.top
        };
        edges.filter(meets).collect()
    }

    /// Returns whether a place is inside: a ray to the right crosses the ring an odd number of times.
    fn contains(&self, place: Point) -> bool {
        let crosses = |pair: &&[Point]| {
            let (a, b) = (pair[0], pair[1]);
            (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.points.windows(2).filter(crosses).count() % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::check::read;
    use piecework_tiling::limits::Limits;

    /// The error for a sheet with these paths, each with its layer.
    fn said(paths: &[(&str, &str)]) -> String {
        let read = read("a.svg", sheet(paths).into_bytes(), &Limits::default());
        read.map_or_else(|error| error.to_string(), |file| format!("{} edges", file.sheets[0].edges()))
    }

    /// A sheet with these paths, each with its layer.
    fn sheet(paths: &[(&str, &str)]) -> String {
        let group = |(layer, data): &(&str, &str)| {
            format!("<g inkscape:label=\"{layer}\"><path d=\"{data}\" fill=\"none\"/></g>")
        };
        let groups: String = paths.iter().map(group).collect();
        let head = "<svg width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\" xmlns=\"http://www.w3.org/2000/svg\" \
            xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\">";
        format!("{head}{groups}</svg>")
    }

    const OUTSIDE: &str = "M10 10L90 10L90 90L10 90Z";
    const INSIDE: &str = "M20 20L30 20L30 30L20 30Z";

    #[test]
    fn cuts_come_last() {
        assert_eq!(said(&[("LABEL", INSIDE), ("CUT", OUTSIDE)]), "8 edges");
        assert!(said(&[("CUT", OUTSIDE), ("LABEL", INSIDE)]).contains("layer `LABEL` is drawn after"));
        assert_eq!(said(&[("CUT", OUTSIDE), ("MY LAYER", INSIDE)]), "8 edges", "nobody knows what it is for");
    }

    #[test]
    fn holes_come_before_their_outline() {
        assert_eq!(said(&[("CUT", INSIDE), ("CUT", OUTSIDE)]), "8 edges");
        assert!(said(&[("CUT", OUTSIDE), ("CUT", INSIDE)]).contains("(10.000, 90.000) mm is cut before"));
        // In the bay of an L, and beside a square: not inside.
        let bay = "M10 10L40 10L40 15L15 15L15 90L10 90Z";
        assert_eq!(said(&[("CUT", bay), ("CUT", INSIDE)]), "10 edges");
        assert_eq!(said(&[("CUT", "M1 1L9 1L9 9L1 9Z"), ("CUT", INSIDE)]), "8 edges");
    }

    #[test]
    fn outlines_do_not_cross() {
        for (other, crosses) in [
            ("M50 50L95 50L95 60L50 60Z", true),
            ("M5 20L5 30L95 30L95 20Z", true),
            // They touch, or are inside.
            ("M90 20L95 20L95 30L90 30Z", false),
            ("M89.98 20L95 20L95 30L89.98 30Z", false),
            ("M50 10L90 50L50 90L10 50Z", false),
        ] {
            let said = said(&[("CUT", other), ("CUT", OUTSIDE)]);
            assert_eq!(said.contains("mm crosses another"), crosses, "{other}: {said}");
            let beside_open = self::said(&[("CUT", other), ("CUT", OUTSIDE), ("CUT", "M1 1L5 1")]);
            assert_eq!(beside_open.contains("mm crosses another"), crosses, "{other}: {beside_open}");
        }
    }

    #[test]
    fn open_lines_cross_only_where_four_square_pieces_can_meet() {
        for (line, crosses) in [
            ("M10 30L90 30", false),
            ("M50 10L50 50L90 50", false),
            ("M20 10L70 90", true),
            ("M50 90L50 89L52 85L69 60L74 65L90 50", true),
            // The axis of a drag knife, which swings by less than a millimetre.
            ("M49.5 40.2L50.2 39.5L60 39.5", false),
        ] {
            let said = said(&[("CUT", line), ("CUT", "M10 40L50 40L50 70L90 70"), ("CUT", OUTSIDE)]);
            assert_eq!(said.contains("mm crosses another"), crosses, "{line}: {said}");
        }
    }

    #[test]
    fn shared_lines_cross_at_corners_of_cells() {
        for (level, crosses) in [("M10 50L90 50", false), ("M10 52L90 52", true)] {
            let text = sheet(&[("CUT", "M30 10L30 90"), ("CUT", level), ("CUT", OUTSIDE)]);
            let read = read("a.svg", text.into_bytes(), &Limits::default()).expect("nobody knows the cells");
            assert_eq!(read.sheets[0].crossing_off_corners(20.0, 20.0).is_some(), crosses, "{level}");
            assert!(read.sheets[0].crossing_off_corners(20.0, 20.4).is_some(), "calibrated: {level}");
        }
    }

    #[test]
    fn nothing_is_cut_twice_from_any_corner_in_any_direction() {
        for again in [OUTSIDE, "M90 90L10 90L10 10L90 10Z", "M10 90L90 90L90 10L10 10L10 90"] {
            assert!(said(&[("CUT", OUTSIDE), ("CUT", again)]).contains("is cut twice"), "{again}");
        }
        assert!(said(&[("CUT", "M1 1L9 9"), ("CUT", "M9 9L1 1")]).contains("is cut twice"));
        assert_eq!(said(&[("CUT", "M1 1L9 9"), ("CUT", "M9 9L1 2")]), "2 edges");
        assert_eq!(said(&[("LABEL", "M1 1L9 9"), ("LABEL", "M9 9L1 1")]), "2 edges", "drawn in bold");
    }

    #[test]
    fn every_way_to_write_a_path_is_read_alike() {
        let absolute = said(&[("CUT", OUTSIDE)]);
        for data in
            ["m10,10h80v80h-80z", "M10 10 90 10V90H10Z", "m10 10 80 0 0 80-80 0z", "M1e1 10H90V90H10z"]
        {
            assert_eq!(said(&[("CUT", data)]), absolute, "{data}");
            assert!(said(&[("CUT", OUTSIDE), ("CUT", data)]).contains("is cut twice"), "{data}");
        }
        assert!(
            said(&[("CUT", "M10 10C20 20 30 20 40 10"), ("CUT", "m10 10c10 10 20 10 30 0")])
                .contains("twice")
        );
        for data in ["L1 1", "M1 1 2", "M1 1Q2 2 3 3", "M1 1Z L2 2", "M1 1H", "M1 1Lé 2"] {
            assert!(said(&[("CUT", data)]).contains("expected M, L, H, V, C, A or Z"), "{data}");
        }
    }
}
