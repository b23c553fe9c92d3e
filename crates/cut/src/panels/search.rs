//! Searches for few panels by beam search.
//!
//! The topmost remaining box (of these the leftmost) must be in some panel, and no remaining box is higher.
//! So only panels from its row down are tried, at all places along the row, each with the boxes connected to
//! it. The best few states are kept. The design is swept from all its sides; then panels are dissolved if
//! their neighbours have room for their boxes.
//!
//! # Source
//! Beam search: P. S. Ow and T. E. Morton, Filtered beam search in scheduling, International Journal of
//! Production Research 26, 1988.

use super::Extent;
use piecework_tiling::stop::{StopFlag, Stopped};

/// About how many boxes are visited in one sweep: a second or two at most. Chosen by eye.
const EFFORT: usize = 20_000_000;
/// The beam width. Chosen by eye.
const WIDEST: usize = 64;

/// Sets of boxes, as few as the search finds; it ends early at `enough`.
pub(super) fn fewest(
    extents: &[Extent],
    cells: &[usize],
    neighbours: &[Vec<usize>],
    room: Extent,
    enough: usize,
    stop: &StopFlag,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let mut best: Option<(usize, i64, Vec<Vec<usize>>)> = None;
    for sweep in 0..8 {
        let seen: Vec<Extent> = extents.iter().map(|&extent| turned(extent, sweep)).collect();
        let board = PatchGraph::new(&seen, cells, neighbours, turned(room, sweep));
        let mut panels = board.sweep(enough, stop)?;
        if panels.len() > enough {
            board.share_out(&mut panels, stop)?;
        }
        let around = panels.iter().map(|panel| board.around(panel)).map(|e| e.width() + e.height()).sum();
        let is_better = |(count, length, _): &(usize, i64, _)| (panels.len(), around) < (*count, *length);
        if best.as_ref().is_none_or(is_better) {
            best = Some((panels.len(), around, panels));
        }
    }
    let mut panels = best.map_or_else(Vec::new, |(_, _, panels)| panels);
    panels.iter_mut().for_each(|panel| panel.sort_unstable());
    Ok(panels)
}

/// Returns a number of boxes of which no two fit in one panel, so that each needs its own panel.
///
/// Greedy from all eight sides: takes each box that is far enough from all taken before.
pub(super) fn apart(extents: &[Extent], room: Extent) -> usize {
    let from_side = |sweep: u8| {
        let seen: Vec<Extent> = extents.iter().map(|&extent| turned(extent, sweep)).collect();
        let room = turned(room, sweep);
        let mut order: Vec<&Extent> = seen.iter().collect();
        order.sort_by_key(|extent| (extent.bottom, extent.right));
        let mut taken: Vec<Extent> = Vec::new();
        for &extent in order {
            if taken.iter().all(|other| !other.union(extent).fits(room)) {
                taken.push(extent);
            }
        }
        taken.len()
    };
    (0..8).map(from_side).max().unwrap_or(0)
}

/// Returns a box as seen from one of the eight sides.
fn turned(extent: Extent, sweep: u8) -> Extent {
    let extent = if sweep & 1 == 1 { extent.transposed() } else { extent };
    let extent = if sweep & 2 == 2 { extent.mirrored() } else { extent };
    if sweep & 4 == 4 { extent.upside_down() } else { extent }
}

struct PatchGraph<'a> {
    extents: &'a [Extent],
    cells: &'a [usize],
    neighbours: &'a [Vec<usize>],
    room: Extent,
    /// The boxes from top to bottom, those of one row from left to right.
    order: Vec<usize>,
    /// The left sides of boxes.
    lefts: Vec<i64>,
}

/// Some panels, and the remaining boxes.
#[derive(Clone)]
struct State {
    panels: Vec<Vec<usize>>,
    left: Vec<bool>,
    /// The first place in the order whose box may remain.
    from: usize,
    /// How many cells the panels cover.
    covered: usize,
}

impl<'a> PatchGraph<'a> {
    fn new(extents: &'a [Extent], cells: &'a [usize], neighbours: &'a [Vec<usize>], room: Extent) -> Self {
        let mut order: Vec<usize> = (0..extents.len()).collect();
        order.sort_by_key(|&at| (extents[at].top, extents[at].left, at));
        let lefts = super::sorted(extents.iter().map(|extent| extent.left));
        Self { extents, cells, neighbours, room, order, lefts }
    }

    /// Goes down the board, with the best few states at a time.
    fn sweep(&self, enough: usize, stop: &StopFlag) -> Result<Vec<Vec<usize>>, Stopped> {
        let one = self.extents.len().max(1) * self.lefts.len().max(1) * enough.max(1);
        let beam = (EFFORT / one).clamp(1, WIDEST);
        let mut states =
            vec![State { panels: Vec::new(), left: vec![true; self.extents.len()], from: 0, covered: 0 }];
        loop {
            if let Some(done) = states.iter().find(|state| state.from == self.order.len()) {
                return Ok(done.panels.clone());
            }
            let mut next: Vec<(usize, usize, Vec<usize>)> = Vec::new();
            for (parent, state) in states.iter().enumerate() {
                stop.check()?;
                for panel in self.panels_from(state) {
                    let area: usize = panel.iter().map(|&at| self.cells[at]).sum();
                    next.push((state.covered + area, parent, panel));
                }
            }
            // Stable: of equally good ones, the first found are kept.
            next.sort_by_key(|&(covered, _, _)| std::cmp::Reverse(covered));
            let mut kept: Vec<State> = Vec::new();
            for (covered, parent, panel) in next {
                if kept.len() == beam {
                    break;
                }
                let state = self.with(&states[parent], panel, covered);
                if kept.iter().all(|other| other.covered != covered || other.left != state.left) {
                    kept.push(state);
                }
            }
            states = kept;
        }
    }

    fn with(&self, state: &State, panel: Vec<usize>, covered: usize) -> State {
        let mut next = state.clone();
        panel.iter().for_each(|&at| next.left[at] = false);
        next.panels.push(panel);
        next.covered = covered;
        while self.order.get(next.from).is_some_and(|&at| !next.left[at]) {
            next.from += 1;
        }
        next
    }

    /// Returns every panel that can contain the topmost remaining box, as full as possible, each once.
    fn panels_from(&self, state: &State) -> Vec<Vec<usize>> {
        let first = self.order[state.from];
        let Extent { left, top, right, .. } = self.extents[first];
        let bottom = top + self.room.height();
        let band: Vec<usize> = self.order[state.from..]
            .iter()
            .copied()
            .take_while(|&at| self.extents[at].top < bottom)
            .filter(|&at| state.left[at] && self.extents[at].bottom <= bottom)
            .collect();
        let places = self.lefts.iter().copied().filter(|&x| x <= left && x + self.room.width() >= right);
        let mut panels: Vec<Vec<usize>> = Vec::new();
        let mut inside = vec![false; self.extents.len()];
        for x in places {
            let within = |at: &&usize| {
                let extent = self.extents[**at];
                extent.left >= x && extent.right <= x + self.room.width()
            };
            band.iter().filter(within).for_each(|&at| inside[at] = true);
            let panel = self.component(first, &mut inside);
            band.iter().for_each(|&at| inside[at] = false);
            if !panels.contains(&panel) {
                panels.push(panel);
            }
        }
        panels
    }

    /// Returns the boxes connected to a box among those inside, ascending; removes them from `inside`.
    fn component(&self, first: usize, inside: &mut [bool]) -> Vec<usize> {
        let mut found = vec![first];
        inside[first] = false;
        let mut done = 0;
        while let Some(&at) = found.get(done) {
            for &other in &self.neighbours[at] {
                if std::mem::take(&mut inside[other]) {
                    found.push(other);
                }
            }
            done += 1;
        }
        found.sort_unstable();
        found
    }

    fn around(&self, panel: &[usize]) -> Extent {
        let boxes = panel.iter().map(|&at| self.extents[at]);
        boxes.reduce(Extent::union).unwrap_or(Extent { left: 0, top: 0, right: 0, bottom: 0 })
    }

    /// Dissolves panels whose boxes all fit in panels that they touch, the smallest first.
    fn share_out(&self, panels: &mut Vec<Vec<usize>>, stop: &StopFlag) -> Result<(), Stopped> {
        let mut by_size: Vec<usize> = (0..panels.len()).collect();
        by_size.sort_by_key(|&panel| (panels[panel].len(), panel));
        for given_up in by_size {
            stop.check()?;
            if let Some(shared) = self.without(panels, given_up) {
                *panels = shared;
            }
        }
        panels.retain(|panel| !panel.is_empty());
        Ok(())
    }

    /// Returns the panels with one of them dissolved into the others, if possible.
    fn without(&self, panels: &[Vec<usize>], given_up: usize) -> Option<Vec<Vec<usize>>> {
        let mut panels = panels.to_vec();
        let mut waiting = std::mem::take(&mut panels[given_up]);
        let mut extents: Vec<Extent> = panels.iter().map(|panel| self.around(panel)).collect();
        let mut panel_of: Vec<Option<usize>> = vec![None; self.extents.len()];
        for (index, panel) in panels.iter().enumerate() {
            panel.iter().for_each(|&at| panel_of[at] = Some(index));
        }
        while !waiting.is_empty() {
            let found = waiting.iter().enumerate().find_map(|(place, &at)| {
                let beside = self.neighbours[at].iter().filter_map(|&other| panel_of[other]);
                let takes = |&panel: &usize| extents[panel].union(self.extents[at]).fits(self.room);
                beside.filter(takes).min().map(|panel| (place, panel))
            });
            let (place, panel) = found?;
            let at = waiting.remove(place);
            panels[panel].push(at);
            panel_of[at] = Some(panel);
            extents[panel] = extents[panel].union(self.extents[at]);
        }
        Some(panels)
    }
}
