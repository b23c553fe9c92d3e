//! Clips a path to a window.
//!
//! Areas stay areas and lines stay lines; a ring that leaves the window becomes open lines.

use clipper2_rust::{Path64, Paths64, Point64, Rect64, rect_clip_64, rect_clip_lines_64};

use crate::drawing::{Path, Polyline};
use crate::geometry::{Bounds, Point};

/// Clipping uses whole units of this many mm: nanometres.
const UNIT: f64 = 1e-6;
/// How much the window is enlarged, in mm, so that lines along its edge are not lost to rounding.
const HAIR: f64 = 1e-5;
/// The largest distance of a straight line from its curve, in mm: far finer than a printer's dot.
const FLATNESS: f64 = 0.01;

/// Returns the parts of `path` inside `window`.
pub(super) fn clip(path: &Path, window: Bounds) -> Vec<Path> {
    let Some(bounds) = Bounds::around(path.points()) else { return Vec::new() };
    if window.contains(bounds) {
        return vec![path.clone()];
    }
    let apart = bounds.left > window.right || bounds.right < window.left;
    if apart || bounds.top > window.bottom || bounds.bottom < window.top {
        return Vec::new();
    }
    // A line along the edge of the window is in it.
    let Bounds { left, top, right, bottom } = window.inset(-HAIR);
    let rect = Rect64::new(units(left), units(top), units(right), units(bottom));
    let lines = path.flattened(FLATNESS);
    match path.fill() {
        Some(color) => {
            clip_area(&rect, &lines, window).map(|area| like(path, area.filled(color))).into_iter().collect()
        }
        None => clip_lines(&rect, &lines, window).map(|line| like(path, line)).collect(),
    }
}

/// Clips all rings of an area together, so that holes stay holes.
fn clip_area(rect: &Rect64, lines: &[Polyline], window: Bounds) -> Option<Path> {
    let rings: Paths64 = lines.iter().map(|line| to_units(&line.points)).collect();
    let elements: Vec<_> = rect_clip_64(rect, &rings)
        .iter()
        .filter(|ring| ring.len() > 2)
        .flat_map(|ring| Path::polygon(&to_points(ring, window)).elements().collect::<Vec<_>>())
        .collect();
    (!elements.is_empty()).then(|| Path::new(elements))
}

fn clip_lines(rect: &Rect64, lines: &[Polyline], window: Bounds) -> impl Iterator<Item = Path> {
    let open: Paths64 = lines
        .iter()
        .map(|line| {
            let mut points = to_units(&line.points);
            if line.closed {
                // A ring is opened outside the window, so that no part is split where the ring begins.
                let outside = points.iter().position(|point| !holds(rect, point)).unwrap_or(0);
                points.rotate_left(outside);
                points.extend(points.first().copied());
            }
            points
        })
        .collect();
    rect_clip_lines_64(rect, &open)
        .into_iter()
        .filter(|line| line.len() > 1)
        .map(move |line| Path::polyline(&to_points(&line, window)))
}

fn holds(rect: &Rect64, point: &Point64) -> bool {
    (rect.left..=rect.right).contains(&point.x) && (rect.top..=rect.bottom).contains(&point.y)
}

fn like(source: &Path, path: Path) -> Path {
    match source.name() {
        Some(name) => path.named(name),
        None => path,
    }
}

fn to_units(points: &[Point]) -> Path64 {
    points.iter().map(|point| Point64::new(units(point.x), units(point.y))).collect()
}

#[expect(clippy::cast_precision_loss, reason = "sheets are at most 10 m, which is 10^10 units")]
fn to_points(path: &Path64, window: Bounds) -> Vec<Point> {
    // Moves points back to the original window.
    let within = |x: f64, y: f64| Point {
        x: x.clamp(window.left, window.right),
        y: y.clamp(window.top, window.bottom),
    };
    path.iter().map(|point| within(point.x as f64 * UNIT, point.y as f64 * UNIT)).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "sheets are at most 10 m, which is 10^10 units")]
fn units(mm: f64) -> i64 {
    (mm / UNIT).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::drawing::Element;

    const WINDOW: Bounds = Bounds { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> Path {
        Path::rectangle(Bounds { left, top, right, bottom })
    }

    #[test]
    fn inside_stays_whole_and_outside_vanishes() {
        let inside = rectangle(1.0, 1.0, 9.0, 9.0);
        assert_eq!(clip(&inside, WINDOW), [inside]);
        assert!(clip(&rectangle(11.0, 1.0, 19.0, 9.0), WINDOW).is_empty());
    }

    #[test]
    fn a_ring_that_leaves_becomes_open_lines() {
        let parts = clip(&rectangle(5.0, 2.0, 15.0, 8.0).named("A"), WINDOW);
        assert_eq!(parts.len(), 1, "one line: in, round the left side, out");
        assert!(
            parts[0].elements().all(|element| element != Element::Close),
            "no line along the edge of the page"
        );
        assert_eq!(parts[0].name(), Some("A"));
        assert!(parts[0].points().all(|p| p.x <= 10.0 + 1e-9));
    }

    #[test]
    fn a_line_along_the_edge_of_the_window_is_kept() {
        let parts = clip(&rectangle(-5.0, 0.0, 5.0, 10.0), WINDOW);
        let length: f64 = parts
            .iter()
            .flat_map(|part| {
                part.points().collect::<Vec<_>>().windows(2).map(|p| p[0].distance(p[1])).collect::<Vec<_>>()
            })
            .sum();
        assert!((length - 20.0).abs() < 1e-3, "5 + 10 + 5, top and bottom edges included: {length}");
    }

    #[test]
    fn an_area_stays_closed_and_keeps_its_hole() {
        let rings = [rectangle(-5.0, 1.0, 5.0, 9.0), rectangle(1.0, 3.0, 3.0, 5.0)];
        let elements = rings.iter().flat_map(Path::elements);
        let area = Path::new(elements).filled(Color::new(1, 2, 3));
        let parts = clip(&area, WINDOW);
        assert_eq!(parts.len(), 1);
        let closes = parts[0].elements().filter(|e| matches!(e, Element::Close)).count();
        assert_eq!(closes, 2, "the outer ring and the hole");
        assert!(parts[0].points().all(|p| p.x >= -1e-9));
    }
}
