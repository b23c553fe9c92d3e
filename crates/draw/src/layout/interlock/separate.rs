//! Moves parts that overlap apart: what is left of a layout that was squeezed into a smaller room.
//!
//! Each part that overlaps others is slid along rows and columns to where it overlaps least, from where it is and from places
//! at random. What stays stuck weighs more the longer it does, until one of the two gives way. Along a row the overlap with
//! each part is a tent over a span of its no-fit polygon, so that the least sum is at the end of a span: places are exact.
//!
//! # Source
//! Umetani, Yagiura, Imahori, Imamichi, Nonobe and Ibaraki, "Solving the irregular strip packing problem via guided local
//! search for overlap minimization", International Transactions in Operational Research 16 (2009); the weights are those of
//! Gardeyn, Vanden Berghe and Wauters, "An open-source heuristic to reboot 2D nesting research" (2025).

use super::bands::SAME;
use super::laid::Table;
use super::no_fit::Axis;
use crate::geometry::{Dimensions, Point};
use piecework_tiling::random::Random;

/// How many places at random a part is slid from, beside its own. Chosen by trial, like all below.
const PLACES: usize = 12;
/// How many rooms and forms are tried for a place at random.
const TRIES: usize = 20;
/// How often a part is slid along a row and a column from one place.
const SLIDES: usize = 4;
/// After so many rounds without less overlap it is given up.
const PATIENCE: usize = 40;
/// By how much the weight of a pair grows that overlaps, at least and at most, and what is left of that of others.
const GROWTH: (f64, f64) = (1.2, 2.0);
const DECAY: f64 = 0.95;

/// Where a part lies.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Spot {
    /// The number of the room.
    pub(super) room: usize,
    pub(super) form: usize,
    /// The top left corner of its bounds, in mm from that of the room.
    pub(super) at: Point,
}

/// What an area along a row weighs that a part must not be in.
struct Tent {
    from: f64,
    to: f64,
    weight: f64,
}

/// Parts in rooms, which may overlap.
pub(super) struct Separator<'a> {
    table: &'a Table<'a>,
    pub(super) rooms: Vec<Dimensions>,
    /// The rooms that are used.
    pub(super) open: Vec<usize>,
    /// The parts, and where they are.
    pub(super) parts: Vec<usize>,
    pub(super) spots: Vec<Spot>,
    /// For each pair, how much its overlap counts.
    weights: Vec<f64>,
    tents: Vec<Tent>,
    pub(super) random: Random,
    /// The steps that were taken.
    pub(super) work: u64,
    most_work: u64,
}

impl<'a> Separator<'a> {
    /// Parts at their `spots`; after `most_work` steps nothing is found any more.
    pub(super) fn new(
        table: &'a Table<'a>,
        rooms: Vec<Dimensions>,
        spots: Vec<Spot>,
        most_work: u64,
    ) -> Self {
        let count = spots.len();
        Self {
            table,
            open: (0..rooms.len()).collect(),
            rooms,
            parts: (0..count).collect(),
            spots,
            weights: vec![1.0; count * count],
            tents: Vec::new(),
            random: Random::new(1),
            work: 0,
            most_work: most_work + table.no_fits.work(),
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.work + self.table.no_fits.work() >= self.most_work || self.table.stop.is_raised()
    }

    /// Takes one more part, if all can be moved so that it has a place; otherwise all stay where they are.
    pub(super) fn takes(&mut self, part: usize) -> bool {
        let before = self.spots.clone();
        let form = self.table.forms.of(part)[0];
        self.parts.push(part);
        self.spots.push(Spot { form, ..Spot::default() });
        self.weights = vec![1.0; self.spots.len() * self.spots.len()];
        self.spots[before.len()] = self.anywhere(before.len());
        if self.separate() {
            return true;
        }
        self.parts.pop();
        self.spots = before;
        false
    }

    /// Exchanges the places of two parts.
    pub(super) fn exchange(&mut self) {
        let (a, b) = (self.random.below(self.spots.len()), self.random.below(self.spots.len()));
        let (at, other) = (self.spots[a], self.spots[b]);
        (self.spots[a].at, self.spots[a].room) = (other.at, other.room);
        (self.spots[b].at, self.spots[b].room) = (at.at, at.room);
    }

    /// Moves parts until none overlaps another; `false` if that was given up.
    pub(super) fn separate(&mut self) -> bool {
        self.weights.fill(1.0);
        for part in 0..self.spots.len() {
            let spot = self.spots[part];
            let spot = if self.fits(spot) { spot } else { self.anywhere(part) };
            self.spots[part] = self.inside(spot);
            if !self.fits(self.spots[part]) {
                return false;
            }
        }
        let (mut least, mut rounds) = (f64::INFINITY, 0);
        loop {
            let (all, mut stuck) = self.weigh();
            if stuck.is_empty() {
                return true;
            }
            rounds = if all < least * 0.98 { 0 } else { rounds + 1 };
            least = least.min(all);
            if rounds > PATIENCE || self.is_spent() {
                return false;
            }
            self.random.shuffle(&mut stuck);
            for part in stuck {
                self.relocate(part);
            }
        }
    }

    /// Returns a spot moved into its room.
    fn inside(&self, spot: Spot) -> Spot {
        let (room, form) = (self.rooms[spot.room], &self.table.forms.forms[spot.form]);
        let at = Point::new(
            spot.at.x.clamp(0.0, (room.width - form.width).max(0.0)),
            spot.at.y.clamp(0.0, (room.height - form.height).max(0.0)),
        );
        Spot { at, ..spot }
    }

    /// Returns the sum of all overlaps and the parts that have some, and makes theirs weigh more.
    fn weigh(&mut self) -> (f64, Vec<usize>) {
        let count = self.spots.len();
        let mut stuck = vec![false; count];
        let mut found: Vec<(usize, usize, f64)> = Vec::new();
        for one in 0..count {
            for other in 0..one {
                let depth = self.depth(other, self.spots[one]);
                if depth > 0.0 {
                    (stuck[one], stuck[other]) = (true, true);
                    found.push((one, other, depth));
                }
            }
        }
        self.work += 1 + (count * count / 16) as u64;
        let all = found.iter().map(|(.., depth)| depth).sum();
        let most = found.iter().map(|&(.., depth)| depth).fold(0.0, f64::max);
        self.weights.iter_mut().for_each(|weight| *weight = (*weight * DECAY).max(1.0));
        for (one, other, depth) in found {
            let weight =
                self.weights[one * count + other] / DECAY * (GROWTH.0 + (GROWTH.1 - GROWTH.0) * depth / most);
            self.weights[one * count + other] = weight;
            self.weights[other * count + one] = weight;
        }
        (all, (0..count).filter(|&part| stuck[part]).collect())
    }

    /// Returns how deep a part at a spot is in another, along the row or the column.
    fn depth(&self, other: usize, spot: Spot) -> f64 {
        let lying = self.spots[other];
        if lying.room != spot.room {
            return 0.0;
        }
        let (dx, dy) = (spot.at.x - lying.at.x, spot.at.y - lying.at.y);
        let no_fits = &self.table.no_fits;
        if self.is_far(lying, spot) {
            return 0.0;
        }
        let along = no_fits.along(Axis::Rows, lying.form, spot.form).depth((dx, dy));
        if along == 0.0 {
            return 0.0;
        }
        along.min(no_fits.along(Axis::Columns, lying.form, spot.form).depth((dy, dx)))
    }

    /// Returns whether the boxes of two parts are apart by more than can matter.
    fn is_far(&self, lying: Spot, spot: Spot) -> bool {
        let (a, b) = (&self.table.forms.forms[lying.form], &self.table.forms.forms[spot.form]);
        let (dx, dy) = (spot.at.x - lying.at.x, spot.at.y - lying.at.y);
        let most = self.table.forms.most_gap;
        dx > a.width + most || -dx > b.width + most || dy > a.height + most || -dy > b.height + most
    }

    /// Returns how much a part at a spot overlaps others, weighed.
    fn cost(&mut self, part: usize, spot: Spot) -> f64 {
        let count = self.spots.len();
        self.work += count as u64 / 4;
        let others = (0..count).filter(|&other| other != part);
        others.map(|other| self.depth(other, spot) * self.weights[part * count + other]).sum()
    }

    /// Moves a part to where it overlaps less, if there is such a place.
    fn relocate(&mut self, part: usize) {
        let now = self.spots[part];
        let mut least = self.cost(part, now);
        if least == 0.0 {
            return;
        }
        let forms = self.table.forms.of(self.parts[part]);
        let mut found = None;
        for place in 0..PLACES + forms.len() {
            let start = match forms.get(place) {
                Some(&form) => Spot { form, ..now },
                None => self.anywhere(part),
            };
            if !self.fits(start) {
                continue;
            }
            let (cost, spot) = self.settled(part, self.inside(start));
            if cost < least {
                least = cost;
                found = Some(spot);
                if cost == 0.0 {
                    break;
                }
            }
        }
        if let Some(spot) = found {
            self.spots[part] = spot;
        }
    }

    fn fits(&self, spot: Spot) -> bool {
        let (room, form) = (self.rooms[spot.room], &self.table.forms.forms[spot.form]);
        form.width <= room.width + SAME && form.height <= room.height + SAME
    }

    /// Returns a spot at random, where a part fits if there is one after some tries.
    pub(super) fn anywhere(&mut self, part: usize) -> Spot {
        let forms = self.table.forms.of(self.parts[part]);
        let mut spot = self.spots[part];
        for _ in 0..TRIES {
            spot.room = self.open[self.random.below(self.open.len())];
            spot.form = forms[self.random.below(forms.len())];
            if self.fits(spot) {
                break;
            }
        }
        let (size, own) = (self.rooms[spot.room], &self.table.forms.forms[spot.form]);
        let mut share = |length: f64| length.max(0.0) * self.random.below(4096) as f64 / 4096.0;
        Spot { at: Point::new(share(size.width - own.width), share(size.height - own.height)), ..spot }
    }

    /// Slides a part along rows and columns until it overlaps no less; returns the cost there.
    fn settled(&mut self, part: usize, mut spot: Spot) -> (f64, Spot) {
        let mut known = f64::INFINITY;
        for turn in 0..SLIDES {
            let axis = if turn % 2 == 0 { Axis::Rows } else { Axis::Columns };
            let (value, at) = self.slid(part, spot, axis);
            spot.at = at;
            if value == 0.0 {
                return (0.0, spot);
            }
            if turn % 2 == 1 {
                if value >= known {
                    break;
                }
                known = value;
            }
        }
        (self.cost(part, spot), spot)
    }

    /// Slides a part along an axis to where it overlaps least: the nearest such place.
    fn slid(&mut self, part: usize, spot: Spot, axis: Axis) -> (f64, Point) {
        let count = self.spots.len();
        let (room, form) = (self.rooms[spot.room], &self.table.forms.forms[spot.form]);
        let (start, fixed, last) = match axis {
            Axis::Rows => (spot.at.x, spot.at.y, room.width - form.width),
            Axis::Columns => (spot.at.y, spot.at.x, room.height - form.height),
        };
        let last = last.max(0.0);
        let mut tents = std::mem::take(&mut self.tents);
        tents.clear();
        let most = self.table.forms.most_gap;
        for (other, lying) in self.spots.iter().enumerate() {
            let own = &self.table.forms.forms[lying.form];
            let (by, across, before, after) = match axis {
                Axis::Rows => (lying.at.x, fixed - lying.at.y, form.height, own.height),
                Axis::Columns => (lying.at.y, fixed - lying.at.x, form.width, own.width),
            };
            if other == part || lying.room != spot.room || across > after + most || -across > before + most {
                continue;
            }
            let weight = self.weights[part * count + other];
            self.table.no_fits.along(axis, lying.form, spot.form).each(across, |from, to| {
                let (from, to) = (from + by, to + by);
                if to > 0.0 && from < last {
                    tents.push(Tent { from, to, weight });
                }
            });
        }
        tents.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        let best = match nearest_free(&tents, start, last) {
            Some(free) => (0.0, free),
            None => lowest(&tents, start, last),
        };
        self.work += (8 + count / 4 + 8 * tents.len()) as u64;
        self.tents = tents;
        let at = match axis {
            Axis::Rows => Point::new(best.1, fixed),
            Axis::Columns => Point::new(fixed, best.1),
        };
        (best.0, at)
    }
}

/// Returns the end of a tent, or of the range from 0 to `last`, that is in none of the tents, or the start if it is: the nearest
/// to `start`. Tents are in the order of their beginnings.
fn nearest_free(tents: &[Tent], start: f64, last: f64) -> Option<f64> {
    let mut best: Option<f64> = None;
    let mut take = |from: f64, to: f64| {
        // Between two tents that are joined nothing is free, and of what is free the nearest end is enough.
        let place = start.clamp(from.max(0.0), to.min(last).max(from.max(0.0)));
        if best.is_none_or(|known| (place - start).abs() < (known - start).abs()) {
            best = Some(place);
        }
    };
    let mut reached = f64::NEG_INFINITY;
    for tent in tents {
        if tent.to - tent.from <= 2.0 * SAME {
            continue;
        }
        if tent.from >= reached - SAME && tent.from >= 0.0 && reached <= last {
            take(reached, tent.from);
        }
        reached = reached.max(tent.to);
    }
    if reached <= last {
        take(reached, last);
    }
    best
}

/// Returns the least weighed overlap at an end of a tent, at 0 or at `last`, and the nearest such place to `start`.
fn lowest(tents: &[Tent], start: f64, last: f64) -> (f64, f64) {
    // A sum of tents bends where one begins, is highest or ends.
    let bends = tents.iter().flat_map(|Tent { from, to, weight }| {
        [(*from, *weight), ((from + to) / 2.0, -2.0 * weight), (*to, *weight)]
    });
    let mut bends: Vec<(f64, f64)> = bends.chain([0.0, last, start].map(|place| (place, 0.0))).collect();
    bends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (f64::INFINITY, start);
    let (mut value, mut slope, mut before) = (0.0, 0.0, bends[0].0);
    for (place, bend) in bends {
        value += slope * (place - before);
        let is_nearer = || (place - start).abs() < (best.1 - start).abs();
        if (0.0..=last).contains(&place) && bend >= 0.0 && (value < best.0 || value == best.0 && is_nearer())
        {
            best = (value, place);
        }
        (slope, before) = (slope + bend, place);
    }
    best
}
