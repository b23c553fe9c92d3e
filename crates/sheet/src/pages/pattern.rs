//! Fills areas with patterns of lines and dots, for pages without colors: an area that had a color is never white.

use crate::clues::bar;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Path, Polyline};
use piecework_draw::geometry::{Bounds, Point};

/// The distance of lines and dots, the width of lines, and the radius of dots, in mm; chosen by eye.
const STEP: f64 = 2.2;
const LINE: f64 = 0.3;
const DOT: f64 = 0.45;
/// The sums of red, green and blue from which colors are light enough for a pattern: from the middle to white.
const LEAST: u16 = 3 * 128;
const MOST: u16 = 3 * 255;

/// Tones in gray, from light to dark: the least brightness of a color, its tone, and its pattern.
const GRAYS: [(u32, u8, Option<Pattern>); 6] = [
    (240, 255, None),
    (210, 240, Some(Pattern::Rising)),
    (150, 215, Some(Pattern::Dots)),
    (100, 180, Some(Pattern::Falling)),
    (45, 130, Some(Pattern::Grid)),
    (0, 45, None),
];

/// A pattern; five can be told apart by eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Grid,
    Falling,
    Level,
    Rising,
    Dots,
}

impl Pattern {
    /// All of them, from what is dark to what is light.
    const ALL: [Self; 5] = [Self::Grid, Self::Falling, Self::Level, Self::Rising, Self::Dots];

    /// Returns the pattern in place of a color, the same for equal colors; `None` for white and for dark colors, which are
    /// black.
    pub(super) fn of(color: Color) -> Option<Self> {
        let light = u16::from(color.red) + u16::from(color.green) + u16::from(color.blue);
        let steps = u16::try_from(Self::ALL.len()).unwrap_or(1);
        let step = light.checked_sub(LEAST)? * steps / (MOST - LEAST);
        Self::ALL.get(usize::from(step)).copied()
    }

    /// Returns the tone that a color has in gray, and a pattern that tells it from others; white and nearly black areas, and small
    /// ones such as marks, have a tone alone.
    pub(super) fn in_gray(color: Color, is_small: bool) -> (Color, Option<Self>) {
        let weighted =
            2126 * u32::from(color.red) + 7152 * u32::from(color.green) + 722 * u32::from(color.blue);
        let found = GRAYS.iter().find(|(least, ..)| weighted / 10_000 >= *least);
        let &(_, tone, pattern) = found.unwrap_or(&GRAYS[GRAYS.len() - 1]);
        (Color::new(tone, tone, tone), pattern.filter(|_| !is_small))
    }

    /// Directions across its lines, as sums of x and y.
    fn across(self) -> &'static [(f64, f64)] {
        const SLANT: f64 = std::f64::consts::FRAC_1_SQRT_2;
        match self {
            Self::Dots => &[],
            Self::Rising => &[(SLANT, SLANT)],
            Self::Falling => &[(SLANT, -SLANT)],
            Self::Level => &[(0.0, 1.0)],
            Self::Grid => &[(1.0, 0.0), (0.0, 1.0)],
        }
    }

    /// Returns its lines and dots inside of an area, `scale` times as large as usual.
    pub(super) fn paths(self, area: &[Polyline], scale: f64) -> Vec<Path> {
        if self == Self::Dots {
            return dots(area, scale);
        }
        let lines = self.across().iter().flat_map(|&across| lines(area, across, STEP * scale));
        lines.map(|(from, to)| bar(from, to, LINE * scale)).collect()
    }
}

/// Returns the sides of an area.
pub(super) fn sides(area: &[Polyline]) -> impl Iterator<Item = (Point, Point)> + '_ {
    area.iter().flat_map(|ring| {
        let next = ring.points.iter().cycle().skip(1);
        ring.points.iter().copied().zip(next.copied())
    })
}

/// Returns whether a point has an odd number of rings around it.
pub(super) fn contains(area: &[Polyline], at: Point) -> bool {
    let crossed = sides(area).filter(|(from, to)| {
        (from.y > at.y) != (to.y > at.y)
            && at.x < from.x + (at.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}

/// Returns whether a box has a point in an area: one of its corners, its middle or the middle of a side, or it has one of the
/// corners of the area.
pub(super) fn touches(area: &[Polyline], room: Bounds) -> bool {
    let Bounds { left, top, right, bottom } = room;
    let middle = room.center();
    let points =
        [left, middle.x, right].into_iter().flat_map(|x| [top, middle.y, bottom].map(|y| Point { x, y }));
    let is_in = |at: &Point| (left..=right).contains(&at.x) && (top..=bottom).contains(&at.y);
    points.into_iter().any(|at| contains(area, at)) || area.iter().flat_map(|ring| &ring.points).any(is_in)
}

/// Returns parallel lines inside of an area, at places that do not depend on it, so that neighbours match.
fn lines(area: &[Polyline], (x, y): (f64, f64), step: f64) -> Vec<(Point, Point)> {
    let (across, along) = (|p: Point| p.x * x + p.y * y, |p: Point| p.y * x - p.x * y);
    let points = || area.iter().flat_map(|ring| &ring.points).map(|&point| across(point));
    let (least, most) = (points().fold(f64::MAX, f64::min), points().fold(f64::MIN, f64::max));
    let mut found = Vec::new();
    let mut at = ((least / step).floor() + 0.5) * step;
    while at < most {
        let meets = sides(area).filter_map(|(from, to)| {
            let (start, end) = (across(from), across(to));
            let met = along(from) + (at - start) / (end - start) * (along(to) - along(from));
            ((start > at) != (end > at)).then_some(met)
        });
        let mut meets: Vec<f64> = meets.collect();
        meets.sort_by(f64::total_cmp);
        let on = |far: f64| Point { x: at * x - far * y, y: at * y + far * x };
        // Ends of bars reach over by half of their width.
        let long = meets.chunks_exact(2).filter(|pair| pair[1] - pair[0] > LINE);
        found.extend(long.map(|pair| (on(pair[0] + LINE / 2.0), on(pair[1] - LINE / 2.0))));
        at += step;
    }
    found
}

/// Returns dots inside of an area, none nearer to its sides than its own radius.
fn dots(area: &[Polyline], scale: f64) -> Vec<Path> {
    let (step, radius) = (STEP * scale, DOT * scale);
    let clear = |at: Point| {
        let far = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        far.iter()
            .all(|(x, y)| contains(area, Point { x: at.x + x * 2.0 * radius, y: at.y + y * 2.0 * radius }))
    };
    let row =
        |y: f64| lines(area, (0.0, 1.0), step).into_iter().filter(move |(from, _)| (from.y - y).abs() < 1e-9);
    let mut rows: Vec<f64> = lines(area, (0.0, 1.0), step).iter().map(|(from, _)| from.y).collect();
    rows.dedup();
    let mut found = Vec::new();
    for y in rows {
        for (from, to) in row(y) {
            let (left, right) = (from.x.min(to.x), from.x.max(to.x));
            let mut x = ((left / step).floor() + 0.5) * step;
            while x < right {
                let at = Point { x, y };
                if x > left && clear(at) {
                    found.push(Path::circle(at, radius));
                }
                x += step;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::drawing::Item;

    /// A square of 20 mm with a hole of 8 mm in its middle.
    fn ring() -> Vec<Polyline> {
        let square = |from: f64, to: f64| {
            let points = [(from, from), (to, from), (to, to), (from, to)].map(|(x, y)| Point { x, y });
            Item::Path(Path::polygon(&points)).polylines(0.01)
        };
        [square(0.0, 20.0), square(6.0, 14.0)].concat()
    }

    #[test]
    fn patterns_stay_in_their_area_and_differ() {
        let area = ring();
        let mut counts = Vec::new();
        for pattern in Pattern::ALL {
            let paths = pattern.paths(&area, 1.0);
            for bounds in paths.iter().filter_map(|path| Item::Path(path.clone()).bounds()) {
                let middle = bounds.center();
                assert!(
                    contains(&area, middle) && bounds.left > -0.2 && bounds.bottom < 20.2,
                    "{pattern:?} {bounds:?}"
                );
                let is_in_hole =
                    bounds.left > 6.1 && bounds.right < 13.9 && bounds.top > 6.1 && bounds.bottom < 13.9;
                assert!(!is_in_hole, "{pattern:?} {bounds:?}");
            }
            counts.push(paths.len());
        }
        assert!(counts.iter().all(|&count| count > 8), "{counts:?}");
    }

    #[test]
    fn the_grays_of_solutions_differ_in_tone_and_in_pattern() {
        let palette = piecework_draw::color::Palette::named("grays").expect("a palette");
        let grays: Vec<(Color, Option<Pattern>)> =
            palette.fabrics().iter().map(|fabric| Pattern::in_gray(fabric.color, false)).collect();
        for (index, (tone, pattern)) in grays.iter().enumerate() {
            for (other, of_other) in &grays[..index] {
                assert!(tone != other, "{tone} twice");
                // White and black need no pattern.
                assert!(pattern.is_none() && of_other.is_none() || pattern != of_other, "{tone} and {other}");
            }
        }
        assert_eq!(Pattern::in_gray(Color::new(0xa8, 0x41, 0x1d), true).1, None, "a mark is small");
    }

    #[test]
    fn five_patterns_stand_for_light_colors_and_none_for_white() {
        assert_eq!((Pattern::of(Color::WHITE), Pattern::of(Color::BLACK)), (None, None));
        let gray = |tone| Pattern::of(Color::new(tone, tone, tone));
        assert_eq!([130, 160, 190, 210, 250].map(gray), Pattern::ALL.map(Some));
    }
}
