//! Shortens the travel of an order of lines by local search.
//!
//! The result depends only on the lines and the number of moves, not on time.
//!
//! # Source
//! 2-opt: G. A. Croes, "A method for solving traveling-salesman problems", Operations Research 6, 1958.
//! Or-opt: Ilhan Or, "Traveling salesman-type combinatorial problems and their relation to the logistics of
//! regional blood banking", 1976. Neighbour lists and the work queue: Jon Bentley, "Fast algorithms for
//! geometric traveling salesman problems", ORSA Journal on Computing 4, 1992.

use std::collections::VecDeque;

use super::nearest::{Found, Near, Stop, Visit, ends};
use crate::geometry::Point;
use piecework_tiling::stop::StopFlag;

/// How many of the nearest ends are tried for lines.
pub(super) const NEIGHBOURS: usize = 6;
/// The same for places, each of which counts for two ends.
pub(super) const PLACE_NEIGHBOURS: usize = 24;
/// The longest stretch of an order that is reversed or shifted in one move; it bounds the cost of a move.
const LONGEST: usize = 1000;
/// The longest run of lines that is moved (Or's number).
const RUN: usize = 3;
/// The least improvement that counts, in mm, to exclude rounding.
const LESS: f64 = 1e-9;

struct Improving<'a> {
    stops: &'a [Stop],
    from: Point,
    visits: &'a mut Vec<Visit>,
    neighbours: usize,
    /// The place of each stop in `visits`.
    places: Vec<usize>,
    near: Near,
    /// For each end, once it is asked for, its nearest ends; empty if they are searched for each time.
    lists: Vec<Option<Vec<Found>>>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    /// By how much the travel became shorter, in mm.
    gained: f64,
}

/// Makes at most `moves` moves, each of which shortens the travel; for each hop as many `neighbours` are
/// tried.
pub(super) fn improve(
    stops: &[Stop],
    from: Point,
    visits: &mut Vec<Visit>,
    (moves, neighbours): (usize, usize),
) {
    let queue: Vec<usize> = visits.iter().map(|visit| visit.stop).collect();
    let mut improving = Improving::new(stops, from, visits, neighbours);
    queue.into_iter().for_each(|stop| improving.enqueue(stop));
    improving.run(moves);
}

/// How often an order is disturbed, and the number of steps along orders that this takes at most, so that
/// thousands of lines take no longer; chosen by eye.
const MOST_KICKS: usize = 5_000;
const MOST_STEPS: usize = 2_000_000;
/// The longest stretches that a disturbance exchanges; chosen by eye.
const KICK: usize = 30;

/// Disturbs an order and improves it again, and keeps what is shorter.
///
/// # Source
/// Olivier Martin, Steve Otto, Edward Felten, "Large-step Markov chains for the traveling salesman problem",
/// Complex Systems 5, 1991: two stretches change places (the double bridge), which no 2-opt move undoes.
pub(super) fn kicked(
    stops: &[Stop],
    from: Point,
    visits: &mut Vec<Visit>,
    (moves, neighbours): (usize, usize),
    stop: &StopFlag,
) {
    let count = visits.len();
    if count < 8 {
        return;
    }
    let mut numbers = 0_u64;
    // Knuth's numbers for a linear congruential generator of 64 bits; the upper bits are the random ones.
    let mut below = |bound: usize| {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(numbers >> 33).unwrap_or(0) % bound
    };
    let mut best = length(stops, from, visits);
    let mut improving = Improving::new(stops, from, visits, neighbours);
    improving.lists = vec![None; 2 * stops.len()];
    for _ in 0..MOST_KICKS.min(50 * count).min(MOST_STEPS / count) {
        if stop.is_raised() {
            break;
        }
        let longest = KICK.min(count / 3);
        let (one, two) = (1 + below(longest), 1 + below(longest));
        let first = below(count - one - two + 1);
        let (visits, places) = (improving.visits.clone(), improving.places.clone());
        improving.gained = 0.0;
        improving.exchange(first, one, two);
        improving.run(moves);
        // The sum of differences is quick, and only the whole length is exact.
        let shorter = improving.gained > 0.0;
        let found = if shorter { length(stops, from, improving.visits) } else { f64::INFINITY };
        if found < best - LESS {
            best = found;
        } else {
            *improving.visits = visits;
            improving.places = places;
        }
    }
}

fn length(stops: &[Stop], from: Point, visits: &[Visit]) -> f64 {
    let mut here = from;
    let hop = |visit: &Visit| std::mem::replace(&mut here, visit.exit(stops)).distance(visit.entry(stops));
    visits.iter().map(hop).sum()
}

impl<'a> Improving<'a> {
    fn new(stops: &'a [Stop], from: Point, visits: &'a mut Vec<Visit>, neighbours: usize) -> Self {
        let mut places = vec![0; stops.len()];
        visits.iter().enumerate().for_each(|(place, visit)| places[visit.stop] = place);
        let (queue, queued) = (VecDeque::new(), vec![false; stops.len()]);
        let (near, lists) = (ends(stops), Vec::new());
        Self { stops, from, visits, neighbours, places, near, lists, queue, queued, gained: 0.0 }
    }

    fn enqueue(&mut self, stop: usize) {
        if !std::mem::replace(&mut self.queued[stop], true) {
            self.queue.push_back(stop);
        }
    }

    /// Makes moves around the stops of the queue until none of them shortens the travel.
    fn run(&mut self, moves: usize) {
        let (mut left, mut found) = (moves, Vec::new());
        while let Some(stop) = self.queue.pop_front() {
            self.queued[stop] = false;
            while left > 0 && self.step(stop, &mut found) {
                left -= 1;
            }
        }
    }

    /// Exchanges the run of `one` visits from `first` with the run of `two` after it.
    fn exchange(&mut self, first: usize, one: usize, two: usize) {
        let end = first + one + two;
        let joints = [first, first + one, end];
        let before: f64 = joints.iter().map(|&at| self.hop(at)).sum();
        self.visits[first..end].rotate_left(one);
        let joints = [first, first + two, end];
        self.gained += before - joints.iter().map(|&at| self.hop(at)).sum::<f64>();
        for place in first..end {
            self.places[self.visits[place].stop] = place;
        }
        let joints = [first.wrapping_sub(1), first, first + two - 1, first + two, end - 1, end];
        for place in joints {
            if let Some(stop) = self.visits.get(place).map(|visit| visit.stop) {
                self.enqueue(stop);
            }
        }
    }

    /// Where the tool leaves the line before place `at`.
    fn exit_before(&self, at: usize) -> Point {
        if at == 0 { self.from } else { self.visits[at - 1].exit(self.stops) }
    }

    /// Returns the length of the hop that arrives at place `at`; 0 after the last line.
    fn hop(&self, at: usize) -> f64 {
        match self.visits.get(at) {
            Some(visit) => self.exit_before(at).distance(visit.entry(self.stops)),
            None => 0.0,
        }
    }

    /// Returns the distance from `a` to the line at place `at`, or 0 if there is none.
    fn onwards(&self, a: Point, at: usize) -> f64 {
        self.visits.get(at).map_or(0.0, |visit| a.distance(visit.entry(self.stops)))
    }

    /// Tries the hops before and after a stop; makes the first move that shortens the travel.
    fn step(&mut self, stop: usize, found: &mut Vec<Found>) -> bool {
        let place = self.places[stop];
        self.around(place, found) || place + 1 < self.visits.len() && self.around(place + 1, found)
    }

    /// Tries to replace the hop that arrives at place `at`.
    fn around(&mut self, at: usize, found: &mut Vec<Found>) -> bool {
        let hop = self.hop(at);
        let (leaving, arriving) = (self.exit_before(at), self.visits[at].entry(self.stops));
        if hop <= LESS {
            return false;
        }
        let left = at.checked_sub(1).map(|before| self.exit_end(before));
        self.closer(left, leaving, hop, found);
        for &(_, end) in found.iter() {
            if self.leave_for(at, end) {
                return true;
            }
        }
        let entered = self.visits[at];
        let entered = 2 * entered.stop + usize::from(entered.reversed);
        self.closer(Some(entered), arriving, hop, found);
        for &(_, end) in found.iter() {
            if self.arrive_from(at, end) {
                return true;
            }
        }
        false
    }

    /// Returns the number of the end where the stop at place `at` is left.
    fn exit_end(&self, at: usize) -> usize {
        let visit = self.visits[at];
        2 * visit.stop + usize::from(!visit.reversed)
    }

    /// Finds the ends nearer than `hop` mm to a place: to an end of known number by its list, if there are
    /// lists.
    fn closer(&mut self, end: Option<usize>, place: Point, hop: f64, found: &mut Vec<Found>) {
        let Some(list) = end.and_then(|end| self.lists.get_mut(end)) else {
            return self.near.closer(place, hop, self.neighbours, found);
        };
        let list = list.get_or_insert_with(|| {
            let mut nearest = Vec::with_capacity(self.neighbours);
            self.near.closer(place, f64::INFINITY, self.neighbours, &mut nearest);
            nearest
        });
        found.clear();
        found.extend(list.iter().copied().take_while(|&(far, _)| far < hop * hop));
    }

    /// Returns whether an end is the one where its stop is entered.
    fn is_entry(&self, end: usize) -> bool {
        self.visits[self.places[end / 2]].reversed == (end % 2 == 1)
    }

    /// Tries moves that go from the stop before place `at` to `end`.
    fn leave_for(&mut self, at: usize, end: usize) -> bool {
        let other = self.places[end / 2];
        if self.is_entry(end) {
            // A run that begins there is moved in between.
            return (1..=RUN).any(|count| self.put(other, count, at, false));
        }
        // The stretch up to there is reversed, or a run that ends there is moved in between, reversed.
        let turned = other >= at && self.turn(at, other);
        turned || (1..=RUN).any(|count| other + 1 >= count && self.put(other + 1 - count, count, at, true))
    }

    /// Tries moves that come to the stop at place `at` from `end`.
    fn arrive_from(&mut self, at: usize, end: usize) -> bool {
        let other = self.places[end / 2];
        if !self.is_entry(end) {
            return (1..=RUN)
                .any(|count| other + 1 >= count && self.put(other + 1 - count, count, at, false));
        }
        let turned =
            if other < at { self.turn(other, at - 1) } else { other > at && self.turn(at, other - 1) };
        turned || (1..=RUN).any(|count| self.put(other, count, at, true))
    }

    /// Reverses the places `first..=last` if that shortens the travel.
    fn turn(&mut self, first: usize, last: usize) -> bool {
        if last - first >= LONGEST || last >= self.visits.len() {
            return false;
        }
        let before = self.hop(first) + self.hop(last + 1);
        let after = self.exit_before(first).distance(self.visits[last].exit(self.stops))
            + self.onwards(self.visits[first].entry(self.stops), last + 1);
        if after >= before - LESS {
            return false;
        }
        self.gained += before - after;
        self.reverse(first, last);
        self.changed(first, last);
        true
    }

    /// Moves the run of `count` places from `first` before place `to`, reversed if `turned`, if that shortens
    /// the travel.
    fn put(&mut self, first: usize, count: usize, to: usize, turned: bool) -> bool {
        let after = first + count;
        let apart = if to <= first { first - to } else { to.saturating_sub(after) };
        if after > self.visits.len() || to >= first && to <= after || apart >= LONGEST {
            return false;
        }
        let (head, tail) = (self.visits[first].entry(self.stops), self.visits[after - 1].exit(self.stops));
        let (head_now, tail_now) = if turned { (tail, head) } else { (head, tail) };
        let before = self.hop(first) + self.hop(after) + self.hop(to);
        let now = self.onwards(self.exit_before(first), after)
            + self.exit_before(to).distance(head_now)
            + self.onwards(tail_now, to);
        if now >= before - LESS {
            return false;
        }
        self.gained += before - now;
        let (low, high) = if to < first { (to, after) } else { (first, to) };
        let place = if to < first {
            self.visits[low..high].rotate_right(count);
            low
        } else {
            self.visits[low..high].rotate_left(count);
            high - count
        };
        if turned {
            self.reverse(place, place + count - 1);
        }
        self.changed(low, high - 1);
        true
    }

    fn reverse(&mut self, first: usize, last: usize) {
        let stretch = &mut self.visits[first..=last];
        stretch.reverse();
        stretch.iter_mut().for_each(|visit| visit.reversed = !visit.reversed);
    }

    /// Records the new places, and queues the stops at both ends of a stretch.
    fn changed(&mut self, first: usize, last: usize) {
        for place in first..=last {
            self.places[self.visits[place].stop] = place;
        }
        let last_place = self.visits.len() - 1;
        let ends = [first.saturating_sub(1), first, first + RUN, last.saturating_sub(RUN), last, last + 1];
        for place in ends {
            let stop = self.visits[place.min(last_place)].stop;
            if !std::mem::replace(&mut self.queued[stop], true) {
                self.queue.push_back(stop);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::order::route::{route, travel};

    /// Short lines at random places of a field.
    fn random_lines(count: usize) -> Vec<Stop> {
        let at = |i: usize| Point::new(((i * 7919) % 1009) as f64, ((i * i * 31 + 7 * i) % 997) as f64);
        (0..count).map(|i| Stop { start: at(i), end: at(i).moved(3.0, ((i % 5) as f64) - 2.0) }).collect()
    }

    /// Disturbed orders keep every stop, are the same each time, and are shorter than without.
    #[test]
    fn disturbances_shorten_what_moves_cannot() {
        let stops = random_lines(120);
        let moves = 20 * stops.len();
        let plain = route(&stops, Point::default(), moves);
        let kicked = || {
            let mut visits = plain.clone();
            super::kicked(&stops, Point::default(), &mut visits, (moves, NEIGHBOURS), &StopFlag::never());
            visits
        };
        let found = kicked();
        assert_eq!(found, kicked());
        let mut all: Vec<usize> = found.iter().map(|visit| visit.stop).collect();
        all.sort_unstable();
        assert_eq!(all, (0..stops.len()).collect::<Vec<_>>());
        assert!(whole(&stops, &found) < 0.99 * whole(&stops, &plain));
    }

    fn whole(stops: &[Stop], visits: &[Visit]) -> f64 {
        visits.first().map_or(0.0, |visit| visit.entry(stops).distance(Point::default()))
            + travel(stops, visits)
    }

    #[test]
    fn moves_only_shorten_the_way_and_lose_no_line() {
        let stops = random_lines(400);
        let mut before = f64::INFINITY;
        for moves in [0, 1, 2, 3, 10, 50, 10_000] {
            let visits = route(&stops, Point::default(), moves);
            let mut seen: Vec<usize> = visits.iter().map(|visit| visit.stop).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..stops.len()).collect::<Vec<_>>());
            let now = whole(&stops, &visits);
            assert!(now <= before, "{moves} moves: {now} after {before}");
            before = now;
        }
        let greedy = whole(&stops, &route(&stops, Point::default(), 0));
        assert!(before < 0.9 * greedy, "{before} of {greedy}");
        assert_eq!(route(&stops, Point::default(), 10_000), route(&stops, Point::default(), 10_000));
    }
}
