//! Fills one sheet: finds the topmost place for a form beside those that are placed.

use super::bands::{SAME, Span, Walk, at};
use super::form::Forms;
use super::no_fit::NoFits;
use crate::geometry::{Dimensions, Point};
use piecework_tiling::stop::StopFlag;

/// A part where it is placed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lying {
    pub(super) part: usize,
    pub(super) form: usize,
    /// The top left corner of its bounds, in mm from that of the room.
    pub(super) at: Point,
}

/// How many rows of a window are looked at; chosen by trial.
const MOST_ROWS: usize = 150;

/// One sheet while it is filled.
#[derive(Debug, Clone, Default)]
pub(super) struct Laid {
    pub(super) lying: Vec<Lying>,
    /// For each form, the height above which nothing is free for it: sheets only become fuller.
    above: Vec<f64>,
}

/// What places are looked for with.
pub(super) struct Table<'a> {
    pub(super) forms: &'a Forms,
    pub(super) no_fits: NoFits<'a>,
    /// Ends the search for a place: nothing is found then.
    pub(super) stop: &'a StopFlag,
}

impl Laid {
    /// Returns the form and the place at which a part reaches down the least, and of these the leftmost.
    pub(super) fn best_spot(
        &mut self,
        forms: &[usize],
        room: Dimensions,
        table: &Table<'_>,
        work: &mut u64,
    ) -> Option<(usize, Point)> {
        let mut best: Option<(Point, usize, Point)> = None;
        for &index in forms {
            let form = &table.forms.forms[index];
            // What reaches deeper is no better.
            let deepest = best.map_or(room.height, |(reach, ..)| reach.y + SAME);
            let last = Point::new(room.width - form.width, deepest - form.height);
            let Some(at) = self.spot(index, last, table, work) else { continue };
            let reach = at.moved(form.width, form.height);
            let better = |known: Point| {
                reach.y < known.y - SAME || (reach.y < known.y + SAME && reach.x < known.x - SAME)
            };
            if best.is_none_or(|(known, ..)| better(known)) {
                best = Some((reach, index, at));
            }
        }
        best.map(|(_, form, at)| (form, at))
    }

    /// Returns the topmost free place for a form, and of these the leftmost.
    fn spot(&mut self, form: usize, last: Point, table: &Table<'_>, work: &mut u64) -> Option<Point> {
        if last.x < -SAME || last.y < -SAME {
            return None;
        }
        let last = Point::new(last.x.max(0.0), last.y.max(0.0));
        self.above.resize(table.forms.forms.len(), 0.0);
        let window = 2.0 * table.forms.forms[form].height;
        loop {
            let top = self.above[form];
            if top > last.y {
                return None;
            }
            let bottom = (top + window).min(last.y);
            let mut near: Vec<Walk> = Vec::new();
            for lying in &self.lying {
                if table.stop.is_raised() {
                    return None;
                }
                let walk = Walk::new(table.no_fits.of(lying.form, form), lying.at);
                let (first, end) = walk.reach();
                if first < bottom + SAME && end > top - SAME {
                    near.push(walk);
                }
            }
            *work += self.lying.len() as u64;
            if let Some(found) = free(&mut near, (top, bottom), last.x, work) {
                self.above[form] = found.y;
                return Some(found);
            }
            if bottom >= last.y {
                return None;
            }
            self.above[form] = bottom;
        }
    }

    pub(super) fn lay(&mut self, part: usize, form: usize, at: Point) {
        self.lying.push(Lying { part, form, at });
    }
}

/// Returns the topmost free place between two heights and between 0 and `right`, and of these the leftmost.
fn free(near: &mut [Walk], (top, bottom): (f64, f64), right: f64, work: &mut u64) -> Option<Point> {
    let mut rows = vec![top, bottom];
    for walk in near.iter() {
        walk.levels((top + SAME, bottom), &mut rows);
    }
    rows.sort_unstable_by(f64::total_cmp);
    // Between rows that are left out there may be places too; there are others.
    let is_crowded = rows.len() > MOST_ROWS;
    let apart = if is_crowded { (bottom - top) / MOST_ROWS as f64 } else { SAME };
    rows.dedup_by(|later, kept| *later - *kept < apart);
    let slanted = !is_crowded && near.iter().any(Walk::is_slanted);
    let (mut covered, mut spans) = (Vec::new(), Vec::new());
    for (index, &y) in rows.iter().enumerate() {
        covered.clear();
        for walk in near.iter_mut() {
            walk.row(y, &mut covered);
        }
        *work += (near.len() + covered.len()) as u64;
        let x = first_free(&covered);
        if x <= right + SAME {
            return Some(Point::new(x.min(right), y));
        }
        let Some(&next) = rows.get(index + 1).filter(|_| slanted) else { continue };
        spans.clear();
        for walk in near.iter() {
            walk.below((y, next), &mut spans);
        }
        *work += (spans.len() * spans.len()) as u64;
        if let Some((x, share)) = opening(&spans, right) {
            return Some(Point::new(x, at((y, next), share)));
        }
    }
    None
}

/// Returns the least x from 0 on that is inside none of these ranges.
fn first_free(covered: &[(f64, f64)]) -> f64 {
    let mut x = 0.0;
    loop {
        let before = x;
        for &(from, to) in covered {
            if from + SAME < x && x < to - SAME {
                x = to;
            }
        }
        if x == before {
            return x;
        }
    }
}

/// Returns where a free place first opens in a band that has none at its top: where a right side meets a left
/// side that it was beyond. Gives the x and the share of the way down.
fn opening(spans: &[Span], right: f64) -> Option<(f64, f64)> {
    let mut first: Option<(f64, f64)> = None;
    // The sides of the room come last.
    for i in 0..=spans.len() {
        let from = spans.get(i).map_or((0.0, 0.0), |span| span.right);
        for j in 0..=spans.len() {
            let to = spans.get(j).map_or((right, right), |span| span.left);
            let (above, below) = (from.0 - to.0, from.1 - to.1);
            if above < SAME || below > -SAME {
                continue;
            }
            let share = above / (above - below);
            let x = at(from, share);
            let earlier = first.is_none_or(|known| (share, x) < (known.1, known.0));
            if earlier && (-SAME..=right + SAME).contains(&x) && is_free(spans, x, share) {
                first = Some((x.clamp(0.0, right), share));
            }
        }
    }
    first
}

fn is_free(spans: &[Span], x: f64, share: f64) -> bool {
    for span in spans {
        if at(span.left, share) + SAME <= x && x <= at(span.right, share) - SAME {
            return false;
        }
    }
    true
}
