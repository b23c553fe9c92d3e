//! Colors zones of two fabrics each: rings, bands or diagonal stripes, in the order of the palette.
//!
//! Nearly every piece has a fabric of its zone. Where three pieces of one zone touch, two fabrics are not
//! enough, and one piece takes a fabric of the next zone; the number of these pieces has only a lower bound.

use super::pieces::Pieces;
use super::stash::cliques;
use crate::color::ColorError;
use crate::color::coloring::balance;
use crate::color::coloring::exchange::{Cost, improve};
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, Outcome, solve};
use crate::color::coloring::task::{Order, Swap, Task};
use crate::geometry::{Dimensions, Point};
use piecework_tiling::random::Random;

/// The arrangement of zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ZoneShape {
    /// One inside the other, the first at the border.
    Concentric,
    /// One below the other, the first on top.
    Bands,
    /// From the top left corner to the bottom right one.
    Diagonal,
}

/// A coloring by zones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Zoned {
    pub(super) colors: Vec<usize>,
    /// How many pieces have a fabric of another zone.
    pub(super) moved: usize,
    /// A proven lower bound of that number.
    pub(super) bound: usize,
}

/// How many parts of a zone a distance is measured in.
const PARTS: usize = 16;
/// The cost of a piece outside its zone, besides the square of its distance. Chosen by trial.
const OUTSIDE: i64 = 32;

/// The zone of each piece, and the cost of other zones.
struct Zones {
    wanted: Vec<usize>,
    /// By piece, then by zone.
    cost: Vec<Vec<i64>>,
}

impl Zones {
    /// Zones of about equal area.
    fn of(pieces: &Pieces, shape: ZoneShape, count: usize) -> Self {
        let (twice, all) = ranks(pieces, shape);
        let zones = count as u64;
        let wanted = |&middle: &u64| usize::try_from(middle * zones / (2 * all)).unwrap_or(0).min(count - 1);
        let cost = |&middle: &u64| {
            let at = middle * zones * PARTS as u64 / (2 * all);
            (0..zones).map(|zone| distance(at, zone * PARTS as u64)).collect()
        };
        Self { wanted: twice.iter().map(wanted).collect(), cost: twice.iter().map(cost).collect() }
    }

    fn of_piece(&self, piece: usize, color: usize) -> i64 {
        if color / 2 == self.wanted[piece] { 0 } else { self.cost[piece][color / 2] }
    }
}

/// Returns the zone of each piece, of `count` of about equal area. Unless `shuffle` is 0, pieces are moved at random
/// by up to one zone, so that borders are ragged.
pub(super) fn plain(pieces: &Pieces, shape: ZoneShape, count: usize, shuffle: u64) -> Vec<usize> {
    let (twice, all) = ranks(pieces, shape);
    let (zones, mut random) = (count as i64, Random::new(shuffle));
    let zone = |middle: &u64| {
        // In parts of a zone.
        let at = i64::try_from(middle * count as u64 * PARTS as u64 / (2 * all.max(1))).unwrap_or(0);
        let parts = PARTS as i64;
        let moved = match shuffle {
            0 => 0,
            _ => random.below(2 * PARTS) as i64 - parts,
        };
        usize::try_from((at + moved).div_euclid(parts).clamp(0, zones - 1)).unwrap_or(0)
    };
    twice.iter().map(zone).collect()
}

/// Returns the cost of being in the zone that begins at `start`.
fn distance(at: u64, start: u64) -> i64 {
    let end = start + PARTS as u64 - 1;
    let parts = if at < start { start - at } else { at.saturating_sub(end) };
    let parts = i64::try_from(parts).unwrap_or(i64::MAX);
    parts * parts + OUTSIDE
}

/// Returns the rank of each piece in the order of the zones: twice the number of cells before its middle; and
/// the number of all cells. Pieces at the same place share a rank.
fn ranks(pieces: &Pieces, shape: ZoneShape) -> (Vec<u64>, u64) {
    /// Places that differ by less are the same.
    const SAME: f64 = 1e-9;
    let level: Vec<f64> = pieces.middles.iter().map(|&middle| shape.level(middle, pieces.size)).collect();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|&a, &b| level[a].total_cmp(&level[b]));
    let (mut twice, mut before) = (vec![0; pieces.len()], 0);
    for same in order.chunk_by(|&a, &b| level[b] - level[a] < SAME) {
        let cells: u64 = same.iter().map(|&piece| pieces.cells[piece]).sum();
        same.iter().for_each(|&piece| twice[piece] = 2 * before + cells);
        before += cells;
    }
    (twice, before)
}

impl ZoneShape {
    /// Returns a number that grows from the first zone to the last.
    fn level(self, Point { x, y }: Point, Dimensions { width, height }: Dimensions) -> f64 {
        match self {
            ZoneShape::Concentric => (x.min(1.0 - x) * width).min(y.min(1.0 - y) * height),
            ZoneShape::Bands => y,
            ZoneShape::Diagonal => x + y,
        }
    }

    /// Returns the effect of a half turn on the fabrics of `zones` zones: the two of a ring are exchanged;
    /// those of a band become those of the opposite band.
    pub(super) fn exchanged(self, zones: usize) -> Vec<usize> {
        let other = |zone| if self == ZoneShape::Concentric { zone } else { zones - 1 - zone };
        (0..2 * zones).map(|color| 2 * other(color / 2) + 1 - color % 2).collect()
    }
}

struct ZoneCost<'a>(&'a Zones);

impl Cost for ZoneCost<'_> {
    fn takes(&self, _piece: usize, _color: usize) -> u64 {
        0
    }

    fn of_use(&self, _color: usize, _used: &[u64]) -> i64 {
        0
    }

    fn of_piece(&self, piece: usize, color: usize) -> i64 {
        self.0.of_piece(piece, color)
    }
}

/// Colors `count` zones with two colors each. With `swap`, a half turn exchanges the colors.
pub(super) fn by_zone(
    pieces: &Pieces,
    graph: &Graph,
    (shape, count): (ZoneShape, usize),
    swap: Option<Swap<'_>>,
    budget: &mut Budget,
) -> Result<Option<Zoned>, ColorError> {
    let zones = Zones::of(pieces, shape, count);
    let task = match swap {
        Some(swap) => Task::swapping(graph, swap),
        None => Task::plain(graph, 2 * count),
    };
    let kinds: Vec<usize> = (0..2 * count).map(|color| color / 2).collect();
    let cost = task.cost(|piece, color| u64::try_from(zones.of_piece(piece, color)).unwrap_or(0));
    let effort = budget.left();
    let start = match solve(&task.with_kinds(&kinds).in_order(Order::Cost(cost)), budget) {
        Outcome::Found(colors) => colors,
        Outcome::Impossible { .. } => return Ok(None),
        Outcome::Undecided => {
            return Err(ColorError::SchemeNotDecided { scheme: "zones", fabrics: 2 * count, effort });
        }
    };
    let patience = i64::try_from(4 * PARTS * PARTS).unwrap_or(0);
    let (mut colors, _) = improve(graph, start, 2 * count, swap, &ZoneCost(&zones), (0, patience));
    if swap.is_none() {
        let one_each = vec![1; pieces.len()];
        for zone in 0..count {
            balance::balance_two(graph, &mut colors, (2 * zone, 2 * zone + 1), &one_each);
        }
    }
    let moved = (0..pieces.len()).filter(|&piece| colors[piece] / 2 != zones.wanted[piece]).count();
    Ok(Some(Zoned { colors, moved, bound: must_move(graph, &zones, count) }))
}

/// Of three pieces of one zone that touch, one must have another zone's fabric; counts disjoint triples.
fn must_move(graph: &Graph, zones: &Zones, count: usize) -> usize {
    let threes = |zone| {
        let inside: Vec<usize> = (0..graph.len()).filter(|&piece| zones.wanted[piece] == zone).collect();
        cliques(&graph.induced(&inside)).iter().filter(|group| group.len() == 3).count()
    };
    (0..count).map(threes).sum()
}
