//! Draws pictures as lines that any machine can follow: dots by darkness, or lines whose width follows it.
//!
//! A tool burns lines of one width, so that what is broader is made of lines at that distance. A picture is as large as its
//! room; where it would take too many lines its grid becomes wider. Darkness is that of the screen and not of light, which
//! allows for dots that spread in wood; chosen by eye. There are roots alone and no sines, so the same picture gives the same
//! lines on every machine.

use piecework_draw::color::Grays;
use piecework_draw::geometry::{Bounds, Point};

/// How far apart dots, or the middles of lines, are in widths of a burnt line; chosen by eye.
const GRID: f64 = 4.0;
/// The most dots of a picture.
const MOST_DOTS: f64 = 12_000.0;
/// The radius of the largest dots, as a share of what fills the grid: their corners do not reach beyond it.
const MOST_RADIUS: f64 = 0.95;
/// The most points of all lines of a picture.
pub(super) const MOST_POINTS: f64 = 100_000.0;

/// Returns the places of a row in steps, from one end or from the other, so that the tool goes back and forth.
fn back_and_forth(row: u32, count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(move |at| if row.is_multiple_of(2) { at } else { count - 1 - at })
}

/// Returns how often a step fits into a length.
pub(super) fn steps(length: f64, step: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturating is what is wanted"
    )]
    let count = (length / step + 1e-9).floor() as u32;
    count
}

/// Returns how dark a picture in this place is around a point.
fn darkness(grays: &Grays, place: Bounds, at: Point, (far, deep): (f64, f64)) -> f64 {
    let (width, height) = (place.width(), place.height());
    let (x, y) = ((at.x - place.left) / width, (at.y - place.top) / height);
    let (far, deep) = (far / width, deep / height);
    grays.darkness(Bounds { left: x - far, top: y - deep, right: x + far, bottom: y + deep })
}

/// Returns dots on a grid turned by 45 degrees, each filled by lines `beam` mm wide and as large as its part of the picture
/// is dark.
pub(super) fn halftone(grays: &Grays, place: Bounds, beam: f64) -> Vec<Vec<Point>> {
    let pitch = (GRID * beam).max(libm::sqrt(place.width() * place.height() / MOST_DOTS));
    // Rows of the turned grid; every second row is shifted by as much.
    let row = pitch / libm::sqrt(2.0);
    let (rows, places) =
        (steps(place.height(), row).saturating_sub(1), steps(place.width(), row).saturating_sub(1));
    let first = Point {
        x: place.center().x - f64::from(places.saturating_sub(1)) * row / 2.0,
        y: place.center().y - f64::from(rows.saturating_sub(1)) * row / 2.0,
    };
    let mut dots = Vec::new();
    for y in 0..rows {
        for x in back_and_forth(y, places).filter(|x| (x + y).is_multiple_of(2)) {
            let at = first.moved(f64::from(x) * row, f64::from(y) * row);
            let dark = darkness(grays, place, at, (row / 2.0, row / 2.0));
            dots.extend(dot(at, radius(dark, pitch, MOST_RADIUS * row), beam));
        }
    }
    dots
}

/// Returns the radius of dots that cover this share of a grid; from a radius of half the pitch they grow into each other.
fn radius(covered: f64, pitch: f64, most: f64) -> f64 {
    let touching = std::f64::consts::FRAC_PI_4;
    if covered <= touching {
        return pitch * libm::sqrt(covered / std::f64::consts::PI);
    }
    pitch / 2.0 + (most - pitch / 2.0) * (covered - touching) / (1.0 - touching)
}

/// Returns the line that burns a dot: around it, and up and down inside, in columns as far apart as it is wide. None where the
/// dot would be less than a quarter of a line.
fn dot(at: Point, radius: f64, beam: f64) -> Option<Vec<Point>> {
    /// How far the corners of an octagon are that covers as much as a circle, in radii.
    const CORNERS: f64 = 1.054;
    if radius < beam / 4.0 {
        return None;
    }
    let far = radius - beam / 2.0;
    if far < beam / 4.0 {
        let far = far.max(beam / 8.0);
        return Some(vec![at.moved(-far, 0.0), at.moved(far, 0.0)]);
    }
    let half = libm::sqrt(0.5);
    let corners = [(1.0, 0.0), (half, half), (0.0, 1.0), (-half, half), (-1.0, 0.0)];
    let below = [(-half, -half), (0.0, -1.0), (half, -half), (1.0, 0.0)];
    let around = corners.into_iter().chain(below);
    let mut points: Vec<Point> =
        around.map(|(x, y)| at.moved(x * far * CORNERS, y * far * CORNERS)).collect();
    let inside = far - beam;
    if inside > -beam / 2.0 {
        let inside = inside.max(beam / 4.0);
        let columns = steps(2.0 * inside, beam) + 1;
        for column in 0..=columns {
            let x = inside * (1.0 - 2.0 * f64::from(column) / f64::from(columns));
            let y = libm::sqrt((inside * inside - x * x).max(0.0))
                * if column.is_multiple_of(2) { 1.0 } else { -1.0 };
            points.push(at.moved(x, -y));
            if y.abs() > 1e-9 {
                points.push(at.moved(x, y));
            }
        }
    }
    Some(points)
}

/// Returns parallel lines whose width follows the darkness: each goes up and down as far as it is dark, in columns as wide as
/// what is burnt, and ends where the picture is white.
pub(super) fn lines(grays: &Grays, place: Bounds, beam: f64) -> Vec<Vec<Point>> {
    let step = beam.max(libm::sqrt(2.0 * place.width() * place.height() / (GRID * MOST_POINTS)));
    let pitch = GRID * step;
    let (rows, places) = (steps(place.height(), pitch), steps(place.width(), step));
    let first = Point {
        x: place.center().x - f64::from(places.saturating_sub(1)) * step / 2.0,
        y: place.center().y - f64::from(rows.saturating_sub(1)) * pitch / 2.0,
    };
    let mut lines = Vec::new();
    for y in 0..rows {
        let mut line: Vec<Point> = Vec::new();
        for x in back_and_forth(y, places) {
            let at = first.moved(f64::from(x) * step, f64::from(y) * pitch);
            let width = pitch * darkness(grays, place, at, (step, pitch / 2.0));
            if width < beam / 2.0 {
                lines.push(std::mem::take(&mut line));
                continue;
            }
            let up = (width - beam).max(0.0) / 2.0;
            let side = if x.is_multiple_of(2) { up } else { -up };
            line.push(at.moved(0.0, side));
            if up > 0.0 {
                line.push(at.moved(0.0, -side));
            }
        }
        lines.push(line);
    }
    lines.into_iter().map(straightened).filter(|line| line.len() > 1).collect()
}

/// Returns a line without the points between others at the same height.
fn straightened(line: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(line.len());
    for point in line {
        if let [.., before, last] = kept[..]
            && before.y == last.y
            && last.y == point.y
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::color::Picture;

    /// The area that lines `beam` mm wide burn, as a share of a place: counted on a fine grid.
    fn burnt(lines: &[Vec<Point>], place: Bounds, beam: f64) -> f64 {
        const SIDE: u32 = 47; // not in step with the rows of dots
        let reach = |point: Point| {
            let near = |line: &Vec<Point>| {
                line.windows(2).any(|ends| {
                    let (dx, dy) = (ends[1].x - ends[0].x, ends[1].y - ends[0].y);
                    let along = ((point.x - ends[0].x) * dx + (point.y - ends[0].y) * dy)
                        / (dx * dx + dy * dy).max(1e-12);
                    point.distance(ends[0].moved(dx * along.clamp(0.0, 1.0), dy * along.clamp(0.0, 1.0)))
                        <= beam / 2.0
                })
            };
            lines.iter().any(near)
        };
        let share = |at: u32| (f64::from(at) + 0.5) / f64::from(SIDE);
        let points = (0..SIDE * SIDE).map(|at| Point {
            x: place.left + place.width() * share(at % SIDE),
            y: place.top + place.height() * share(at / SIDE),
        });
        points.filter(|point| reach(*point)).count() as f64 / f64::from(SIDE * SIDE)
    }

    fn meadow() -> Grays {
        Picture::named("meadow").expect("embedded").grays().expect("read")
    }

    /// What is burnt of a part of the picture grows with its darkness, is inside, and is not more than it has room for.
    #[test]
    fn dark_parts_are_burnt_more_than_light_ones() {
        let (grays, beam) = (meadow(), 0.2);
        let place = Bounds { left: 3.0, top: 5.0, right: 3.0 + 40.0 * grays.ratio(), bottom: 45.0 };
        for draw in [halftone, lines] {
            let drawn = draw(&grays, place, beam);
            let points = drawn.iter().flatten().copied();
            let around = Bounds::around(points).expect("lines");
            assert!(place.inset(beam / 2.0 - 1e-6).contains(around), "{around:?} in {place:?}");
            assert!(!place.inset(3.0).contains(around), "it fills its place: {around:?}");
            let parts = (0..24).map(|part| {
                let (x, y) = (f64::from(part % 6), f64::from(part / 6));
                let (w, h) = (place.width() / 6.0, place.height() / 4.0);
                let part = Bounds {
                    left: place.left + x * w,
                    top: place.top + y * h,
                    right: place.left + (x + 1.0) * w,
                    bottom: place.top + (y + 1.0) * h,
                };
                let dark = darkness(&grays, place, part.center(), (w / 2.0, h / 2.0));
                let near = |line: &&Vec<Point>| {
                    let (near, own) =
                        (part.inset(-1.0), Bounds::around(line.iter().copied()).expect("points"));
                    own.left < near.right
                        && own.right > near.left
                        && own.top < near.bottom
                        && own.bottom > near.top
                };
                let lines: Vec<Vec<Point>> = drawn.iter().filter(near).cloned().collect();
                (dark, burnt(&lines, part, beam))
            });
            for (dark, burnt) in parts {
                assert!((dark - burnt).abs() < 0.15, "{dark} dark, {burnt} burnt");
            }
        }
    }

    #[test]
    fn a_large_picture_has_a_wider_grid_and_a_white_one_no_lines() {
        let grays = meadow();
        let place = Bounds { left: 0.0, top: 0.0, right: 1200.0, bottom: 900.0 };
        assert!(halftone(&grays, place, 0.05).len() as f64 <= MOST_DOTS);
        let points = lines(&grays, place, 0.05).concat().len();
        assert!(points as f64 <= MOST_POINTS && points > 10_000, "{points}");
        assert_eq!(dot(Point::default(), 0.04, 0.2), None);
        assert_eq!(dot(Point::default(), 0.06, 0.2).map(|dot| dot.len()), Some(2), "a short line");
    }
}
