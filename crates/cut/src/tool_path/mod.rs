//! Computes tool paths: rounded corners, tabs, lead-in, overcut, the swivel of a drag knife.
//!
//! Additions to a line are in waste or on a line that is cut anyway, so that no piece is nicked. A [`Line`]
//! says which of its points must stay, and where it may continue.

mod blade;
mod fillet;
mod lead_in;
mod tabs;

use super::{Line, LineError};
use piecework_draw::geometry::{Point, Stretch};

pub(super) use blade::led;
pub(super) use fillet::rounded;
pub(super) use lead_in::begun_outside;
pub(super) use tabs::{interrupted, tabbed};

/// How the tool runs along lines; all lengths in mm, 0 (the default) for none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ToolPath {
    /// How far a line continues after its end: a closed one along its own beginning, another along a line
    /// that it meets.
    pub overcut: f64,
    /// How far the tip of a drag knife trails behind its axis, which swivels at corners.
    pub blade_offset: f64,
    /// How far outside a piece its outline begins.
    pub lead_in: f64,
    /// How many tabs hold each piece.
    pub tabs: usize,
    /// The width of a tab.
    pub tab_width: f64,
    /// The radius of rounded corners, as a steel rule die needs them.
    pub fillet: f64,
}

/// The largest distance of an arc from the circle, in mm: far below the precision of any machine.
const ARC_TOLERANCE: f64 = 0.005;

impl ToolPath {
    /// Extends a line at its end, then adds the swivels.
    pub(super) fn finish(&self, line: Line) -> Line {
        led(overrun(line, self.overcut), self.blade_offset)
    }

    /// Refuses options that contradict each other.
    pub(super) fn check(&self, shared: bool, cell: f64) -> Result<(), LineError> {
        if shared && self.lead_in > 0.0 {
            return Err(LineError::LeadInWithShared { lead_in: self.lead_in });
        }
        // The shortest side is one cell long, and a tab keeps away from its ends.
        let largest = cell / 2.0;
        if self.tabs > 0 && !(self.tab_width > 0.0 && self.tab_width <= largest) {
            return Err(LineError::TabWidth { width: self.tab_width, largest });
        }
        Ok(())
    }
}

/// Extends a line by `overcut`, at most to the end of the edge that it follows.
fn overrun(mut line: Line, overcut: f64) -> Line {
    if overcut <= 0.0 {
        return line;
    }
    if line.closed && line.has_arcs() {
        let stretches: Vec<Stretch> = line.stretches().collect();
        return Line::open(&[stretches.clone(), beginning(&stretches, overcut)].concat());
    }
    if line.closed {
        let mut left = overcut;
        let first = line.points.clone();
        line.points.push(first[0]);
        for pair in first.windows(2) {
            let far = pair[0].distance(pair[1]);
            line.points.push(towards(pair[0], pair[1], left.min(far)));
            left -= far;
            if left <= 0.0 {
                break;
            }
        }
        line.closed = false;
        line.fixed = vec![true; line.points.len()];
        line.middles = vec![None; line.points.len()];
    } else if let (Some(onward), Some(&end)) = (line.onward, line.points.last()) {
        line.points.push(towards(end, onward, overcut.min(end.distance(onward))));
        line.fixed.push(true);
        line.middles.push(None);
    }
    line
}

/// Returns the first `length` mm of a line.
fn beginning(stretches: &[Stretch], length: f64) -> Vec<Stretch> {
    let (mut left, mut taken) = (length, Vec::new());
    for stretch in stretches {
        let far = stretch.length();
        if left < far {
            taken.push(stretch.split(left).0);
            return taken;
        }
        taken.push(*stretch);
        left -= far;
    }
    taken
}

/// Returns the point `far` mm from `from` on the way to `to`.
pub(super) fn towards(from: Point, to: Point, far: f64) -> Point {
    let whole = from.distance(to);
    let share = if whole > 0.0 { far / whole } else { 0.0 };
    Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
}

/// Points on an arc about `center` from the angle `from` through `sweep`, both in radians, without the first.
pub(super) fn arc(center: Point, radius: f64, from: f64, sweep: f64) -> impl Iterator<Item = Point> {
    let most = 2.0 * libm::acos((1.0 - ARC_TOLERANCE / radius).max(0.5));
    let steps = (sweep.abs() / most).ceil().clamp(1.0, 720.0);
    (1..=720u16).map(f64::from).take_while(move |&step| step <= steps).map(move |step| {
        let angle = from + sweep * step / steps;
        Point::new(center.x + radius * libm::cos(angle), center.y + radius * libm::sin(angle))
    })
}

/// Returns the direction from one point to another as an angle in radians.
pub(super) fn heading(from: Point, to: Point) -> f64 {
    libm::atan2(to.y - from.y, to.x - from.x)
}

/// Returns the turn from one heading to another, between half a turn to the left and to the right.
pub(super) fn turn(from: f64, to: f64) -> f64 {
    let turn = (to - from).rem_euclid(std::f64::consts::TAU);
    if turn > std::f64::consts::PI { turn - std::f64::consts::TAU } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Line {
        let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        Line::ring(points.map(|(x, y)| Point::new(x, y)).to_vec())
    }

    #[test]
    fn a_closed_line_runs_on_along_its_own_beginning() {
        let line = overrun(square(), 12.0);
        assert!(!line.closed);
        assert_eq!(line.points[4..], [(0.0, 0.0), (10.0, 0.0), (10.0, 2.0)].map(|(x, y)| Point::new(x, y)));
    }

    #[test]
    fn an_overcut_ends_with_the_edge_it_meets() {
        let mut line = square();
        line.closed = false;
        assert_eq!(overrun(line.clone(), 1.0).points.len(), 4, "nowhere to go");
        line.onward = Some(Point::new(0.0, 13.0));
        assert_eq!(overrun(line.clone(), 1.0).points.last(), Some(&Point::new(0.0, 11.0)));
        assert_eq!(overrun(line, 9.0).points.last(), Some(&Point::new(0.0, 13.0)));
    }

    #[test]
    fn turns_go_the_short_way() {
        let pi = std::f64::consts::PI;
        assert!((turn(0.9 * pi, -0.9 * pi) - 0.2 * pi).abs() < 1e-12);
        assert!((turn(-0.9 * pi, 0.9 * pi) + 0.2 * pi).abs() < 1e-12);
    }
}
