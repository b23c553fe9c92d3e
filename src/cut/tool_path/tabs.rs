//! Adds tabs (bridges) that hold pieces: places where lines are not cut.

use super::fillet::clear_of_corner;
use super::{Line, LineError, towards};
use crate::geometry::Point;

/// Cuts an outline with `count` tabs, as evenly spaced as corners allow; `fillet` is the radius in mm of corners that
/// are rounded later.
///
/// # Errors
/// [`LineError::TooManyTabs`] with the piece if they have no room.
pub(crate) fn tabbed(
    line: &Line,
    (count, width): (usize, f64),
    fillet: f64,
    piece: &str,
) -> Result<Vec<Line>, LineError> {
    if count == 0 {
        return Ok(vec![line.clone()]);
    }
    let sides = line.points.len();
    let length = |side: usize| line.points[side].distance(line.points[(side + 1) % sides]);
    let whole: f64 = (0..sides).map(length).sum();
    let mut places: Vec<(usize, f64)> = Vec::new();
    let (mut side, mut before) = (0, 0.0);
    for tab in 0..count {
        let wanted = whole * (tab as f64 + 0.5) / count as f64;
        while side + 1 < sides && before + length(side) < wanted {
            before += length(side);
            side += 1;
        }
        // Away from the corners, where a tab would be bent and cut into the fillet.
        let off = |corner: usize| {
            let point = |index: usize| line.points[index % sides];
            let (before, after) = (point(corner + sides - 1), point(corner + 1));
            width / 2.0 + clear_of_corner(fillet, before, point(corner), after).max(width / 2.0)
        };
        let (least, most) = (off(side), length(side) - off(side + 1));
        let place = (wanted - before).min(most).max(least);
        let room = least <= most;
        let crowded = places.last().is_some_and(|&(other, at)| other == side && place - at < 2.0 * width);
        if !room || crowded {
            return Err(LineError::TooManyTabs { tabs: count, piece: piece.to_owned() });
        }
        places.push((side, place));
    }
    Ok(interrupted(line, &places, width))
}

/// Returns the line without `width` around each place (a side and a distance along it); places in order.
pub(crate) fn interrupted(line: &Line, places: &[(usize, f64)], width: f64) -> Vec<Line> {
    if places.is_empty() {
        return vec![line.clone()];
    }
    let count = line.points.len();
    let mut lines: Vec<(Vec<Point>, Vec<bool>)> = vec![Default::default()];
    let mut places = places.iter().copied().peekable();
    for side in 0..count {
        let (a, b) = (line.points[side], line.points[(side + 1) % count]);
        if let Some((points, fixed)) = lines.last_mut() {
            points.push(a);
            fixed.push(line.fixed[side]);
        }
        while let Some((_, at)) = places.next_if(|&(other, _)| other == side) {
            if let Some((points, fixed)) = lines.last_mut() {
                points.push(towards(a, b, at - width / 2.0));
                fixed.push(true);
            }
            lines.push((vec![towards(a, b, at + width / 2.0)], vec![true]));
        }
    }
    if line.closed && lines.len() > 1 {
        // The last stretch continues as the first.
        let (points, fixed) = lines.remove(0);
        if let Some((last, flags)) = lines.last_mut() {
            last.extend(points);
            flags.extend(fixed);
        }
    }
    let last = lines.len() - 1;
    let onward = |index: usize| if index == last && !line.closed { line.onward } else { None };
    let line_of = |(index, (points, fixed))| Line { points, closed: false, fixed, onward: onward(index) };
    lines.into_iter().enumerate().map(line_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Line {
        let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        Line::ring(points.map(|(x, y)| Point::new(x, y)).to_vec())
    }

    fn length(lines: &[Line]) -> f64 {
        lines.iter().flat_map(|line| line.points.windows(2)).map(|pair| pair[0].distance(pair[1])).sum()
    }

    #[test]
    fn tabs_leave_their_width_and_as_many_stretches_as_there_are_tabs() {
        for count in [1, 2, 3, 4, 7] {
            let lines = tabbed(&square(), (count, 1.0), 0.0, "test").expect("room");
            assert_eq!(lines.len(), count);
            assert!((length(&lines) - (40.0 - count as f64)).abs() < 1e-9, "{count}");
        }
        assert!(matches!(tabbed(&square(), (40, 1.0), 0.0, "test"), Err(LineError::TooManyTabs { .. })));
    }

    #[test]
    fn corners_beside_tabs_can_still_be_rounded() {
        for (count, fillet) in [(1, 4.0), (2, 3.0), (3, 2.5), (4, 4.0), (7, 1.0)] {
            let lines = tabbed(&square(), (count, 1.0), fillet, "test").expect("room");
            assert!(lines.into_iter().all(|line| super::super::rounded(line, fillet).is_ok()), "{count}");
        }
        assert!(tabbed(&square(), (4, 1.0), 5.0, "test").is_err(), "no straight line is left for a tab");
    }

    #[test]
    fn tabs_at_chosen_places() {
        let lines = interrupted(&square(), &[(0, 5.0)], 2.0);
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].points[0], lines[0].points[5]), (Point::new(6.0, 0.0), Point::new(4.0, 0.0)));
        let mut open = square();
        open.closed = false;
        assert_eq!(interrupted(&open, &[(1, 3.0), (1, 7.0)], 2.0).len(), 3);
    }
}
