//! Adds tabs (bridges) that hold pieces: places where lines are not cut.

use super::fillet::clear_of_corner;
use super::{Line, LineError, towards};
use piecework_draw::geometry::{Point, Stretch};

/// Cuts an outline with `count` tabs, as evenly spaced as corners allow; `fillet` is the radius in mm of
/// corners that are rounded later.
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
    if line.has_arcs() {
        return tabbed_arcs(line, (count, width), piece);
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

/// Cuts an outline with arcs, with tabs as evenly spaced as straight parts allow; where none has room, a tab
/// is bent.
fn tabbed_arcs(line: &Line, (count, width): (usize, f64), piece: &str) -> Result<Vec<Line>, LineError> {
    let whole: f64 = line.stretches().map(|stretch| stretch.length()).sum();
    if whole < 2.0 * width * count as f64 {
        return Err(LineError::TooManyTabs { tabs: count, piece: piece.to_owned() });
    }
    let mut straight: Vec<(f64, f64)> = Vec::new();
    let mut gone = 0.0;
    for stretch in line.stretches() {
        let length = stretch.length();
        if stretch.middle.is_none() && length >= 2.0 * width {
            straight.push((gone + width, gone + length - width));
        }
        gone += length;
    }
    let mut places: Vec<f64> = Vec::new();
    for tab in 0..count {
        let wanted = whole * (tab as f64 + 0.5) / count as f64;
        let free = places.last().map_or(0.0, |last| last + 2.0 * width);
        let near = straight.iter().map(|&(from, to)| wanted.clamp(from, to)).filter(|&at| at >= free);
        let near = near.min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
        places.push(near.unwrap_or(wanted.max(free)));
    }
    if places.last().is_some_and(|&last| last > whole - width / 2.0) {
        return Err(LineError::TooManyTabs { tabs: count, piece: piece.to_owned() });
    }
    Ok(parted(line, &places, width))
}

/// Returns a line without `width` around each place, a distance along it; places in order.
fn parted(line: &Line, places: &[f64], width: f64) -> Vec<Line> {
    let mut lines: Vec<Vec<Stretch>> = vec![Vec::new()];
    let mut ends = places.iter().flat_map(|at| [at - width / 2.0, at + width / 2.0]).peekable();
    let (mut gone, mut cutting) = (0.0, true);
    for stretch in line.stretches() {
        let (mut rest, whole) = (stretch, stretch.length());
        let mut done = 0.0;
        while let Some(end) = ends.next_if(|&end| end < gone + whole) {
            let (before, after) = rest.split(end - gone - done);
            if cutting {
                lines.last_mut().into_iter().for_each(|line| line.push(before));
            } else {
                lines.push(Vec::new());
            }
            (rest, done, cutting) = (after, end - gone, !cutting);
        }
        if cutting && rest.from != rest.to {
            lines.last_mut().into_iter().for_each(|line| line.push(rest));
        }
        gone += whole;
    }
    if line.closed && lines.len() > 1 {
        // The last stretch continues as the first.
        let first = lines.remove(0);
        lines.last_mut().into_iter().for_each(|line| line.extend(&first));
    }
    let last = lines.len() - 1;
    let onward = |index: usize| if index == last && !line.closed { line.onward } else { None };
    // The ends of tabs stay in place, and all other points as they did.
    let stays =
        |point: &Point| line.points.iter().position(|other| other == point).is_none_or(|at| line.fixed[at]);
    let line_of = |(index, stretches): (usize, Vec<Stretch>)| {
        let part = Line::open(&stretches);
        let fixed = part.points.iter().map(stays).collect();
        Line { onward: onward(index), fixed, ..part }
    };
    lines.into_iter().enumerate().map(line_of).collect()
}

/// Returns the line without `width` around each place (a side and a distance along it); places in order.
pub(crate) fn interrupted(line: &Line, places: &[(usize, f64)], width: f64) -> Vec<Line> {
    if places.is_empty() {
        return vec![line.clone()];
    }
    if line.has_arcs() {
        let lengths: Vec<f64> = line.stretches().map(|stretch| stretch.length()).collect();
        let along = |&(side, at): &(usize, f64)| lengths[..side].iter().sum::<f64>() + at;
        return parted(line, &places.iter().map(along).collect::<Vec<f64>>(), width);
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
    let line_of = |(index, (points, fixed)): (usize, (Vec<Point>, Vec<bool>))| Line {
        middles: vec![None; points.len()],
        points,
        closed: false,
        fixed,
        onward: onward(index),
    };
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

    /// What is cut between two tabs is at least as long as a tab. On a side of 10 mm, the two of eight are
    /// 4.98 mm apart or more.
    #[test]
    fn tabs_are_twice_their_width_apart() {
        assert!(tabbed(&square(), (8, 2.49), 0.0, "test").is_ok());
        assert!(matches!(tabbed(&square(), (8, 2.51), 0.0, "test"), Err(LineError::TooManyTabs { .. })));
    }

    /// A straight side of 10 mm, and an arc of 20 mm back: the second of three tabs is on the straight side
    /// only if it has room there.
    #[test]
    fn tabs_beside_arcs_are_twice_their_width_apart() {
        let ends = [Point::new(0.0, 0.0), Point::new(10.0, 0.0)];
        let middles = vec![None, Some(Point::new(5.0, -7.0))];
        let line = Line { points: ends.to_vec(), middles, closed: true, fixed: vec![false; 2], onward: None };
        for (width, on_the_side) in [(1.6, 2), (1.7, 1)] {
            let lines = tabbed(&line, (3, width), 0.0, "test").expect("room");
            let lengths =
                lines.iter().map(|line| line.stretches().map(|stretch| stretch.length()).sum::<f64>());
            assert!(
                lengths.clone().all(|length| length >= width),
                "{width}: {:?}",
                lengths.collect::<Vec<_>>()
            );
            let begins = lines.iter().filter(|line| line.points[0].y.abs() < 1e-9).count();
            assert_eq!(begins, on_the_side, "{width}");
        }
    }
}
