//! Joins the faces of a net to pieces, until none is thinner or much smaller than it may be.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Outline, Patchwork, Point, Ring};
use super::net::{Faces, Ground, Net};
use super::thick::thin_place;

/// The smallest piece, as a share of the mean of the board's; chosen by eye.
const SMALLEST: f64 = 0.35;
/// Areas that differ by less than this share are equal.
const SAME: f64 = 1e-6;

/// The faces of a net, and the piece of each.
pub(super) struct Pieces<'a> {
    net: &'a Net,
    faces: &'a Faces,
    /// For each face its piece, which is the number of one of its faces.
    of: Vec<usize>,
}

impl<'a> Pieces<'a> {
    /// Gives each part of a band to the patch that it has the longest line in common with.
    pub(super) fn new(net: &'a Net, faces: &'a Faces) -> Self {
        let mut pieces = Self { net, faces, of: (0..faces.grounds.len()).collect() };
        let mut beside: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        let pair = |edge: usize| [faces.of[2 * edge], faces.of[2 * edge + 1]];
        for edge in 0..net.edges.len() {
            for [band, patch] in [pair(edge), [pair(edge)[1], pair(edge)[0]]] {
                if let (Ground::Band, Ground::Patch(patch)) = (faces.grounds[band], faces.grounds[patch]) {
                    *beside.entry(band).or_default().entry(patch).or_default() += net.length(edge);
                }
            }
        }
        let longest = |patches: &BTreeMap<usize, f64>| {
            patches.iter().max_by(|one, other| one.1.total_cmp(other.1)).map(|(&patch, _)| patch)
        };
        let owner: BTreeMap<usize, usize> =
            beside.iter().filter_map(|(&band, patches)| Some((band, longest(patches)?))).collect();
        let patch = |face: usize| match faces.grounds[face] {
            Ground::Patch(patch) => Some(patch),
            Ground::Band => owner.get(&face).copied(),
            Ground::Outside | Ground::Whimsy(_) => None,
        };
        for edge in 0..net.edges.len() {
            let [one, other] = pair(edge);
            if patch(one).is_some() && patch(one) == patch(other) {
                pieces.join(one, other);
            }
        }
        pieces
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of[one], self.of[other]);
        let (kept, gone) = (one.min(other), one.max(other));
        self.of.iter_mut().filter(|piece| **piece == gone).for_each(|piece| *piece = kept);
    }

    /// Returns the pieces that are no whimsy, each the number of one of its faces.
    fn plain(&self) -> BTreeSet<usize> {
        let is_plain = |face: &usize| matches!(self.faces.grounds[*face], Ground::Patch(_) | Ground::Band);
        (0..self.of.len()).filter(is_plain).map(|face| self.of[face]).collect()
    }

    /// Returns what each side of a line is.
    pub(super) fn beside(&self, walk: usize) -> usize {
        self.of[self.faces.of[walk]]
    }

    /// Returns the closed walks around a piece, along lines with something else on their other side.
    fn walks(&self, is_own: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut is_known = vec![false; self.faces.of.len()];
        let is_edge = |walk: usize| is_own(self.beside(walk)) && !is_own(self.beside(walk ^ 1));
        let mut all = Vec::new();
        for first in 0..is_known.len() {
            if is_known[first] || !is_edge(first) {
                continue;
            }
            let mut round = Vec::new();
            let mut walk = first;
            while !is_known[walk] {
                is_known[walk] = true;
                round.push(walk);
                walk = self.faces.next[walk];
                while !is_edge(walk) {
                    walk = self.faces.next[walk ^ 1];
                }
            }
            all.push(round);
        }
        all
    }

    /// Returns the outline of some pieces together; `None` if that is not one simple outline.
    fn outline(&self, is_own: impl Fn(usize) -> bool) -> Option<Outline> {
        let ring = |round: Vec<usize>| {
            Ring::through(round.iter().map(|&walk| self.net.at(self.net.start(walk))).collect()).ok()
        };
        let mut rings = self.walks(is_own).into_iter().map(ring).collect::<Option<Vec<Ring>>>()?;
        let outer = rings.iter().position(Ring::is_clockwise)?;
        let outer = rings.remove(outer);
        Outline::new(outer, rings).ok()
    }

    /// Joins pieces to neighbors until none is thinner than `least` mm or too small. Whole patches of the board stay as they are.
    ///
    /// # Errors
    /// A place of a piece that stays thin, whatever it is joined to.
    pub(super) fn merge(&mut self, patchwork: &Patchwork, least: f64) -> Result<(), Point> {
        let mean: f64 = patchwork.patches().iter().map(|patch| patch.outline().area()).sum::<f64>()
            / patchwork.patches().len() as f64;
        let is_good =
            |outline: &Outline| outline.area() >= SMALLEST * mean && thin_place(outline, least).is_none();
        let mut bad: BTreeMap<usize, Option<Outline>> = BTreeMap::new();
        for piece in self.plain() {
            let outline = self.outline(|other| other == piece);
            if !outline
                .as_ref()
                .is_some_and(|outline| self.is_whole(piece, outline, patchwork) || is_good(outline))
            {
                bad.insert(piece, outline);
            }
        }
        let area = |outline: &Option<Outline>| outline.as_ref().map_or(0.0, Outline::area);
        while let Some((&piece, _)) = bad.iter().min_by(|one, other| area(one.1).total_cmp(&area(other.1))) {
            let outline = bad.remove(&piece).flatten();
            let place = || {
                outline
                    .as_ref()
                    .map_or(Point::default(), |one| thin_place(one, least).unwrap_or(one.label().at))
            };
            if area(&outline) > 4.0 * mean {
                return Err(place());
            }
            let mut best: Option<(bool, f64, usize, Option<Outline>)> = None;
            for (other, common) in self.neighbors(piece) {
                let both = self.outline(|one| one == piece || one == other);
                let is_good = both.as_ref().is_some_and(&is_good);
                // The smallest good one, or that with the longest common line.
                let rank = if is_good { -area(&both) } else { common };
                if best.as_ref().is_none_or(|known| (is_good, rank) > (known.0, known.1)) {
                    best = Some((is_good, rank, other, both));
                }
            }
            let Some((is_good, _, other, both)) = best else { return Err(place()) };
            bad.remove(&other);
            self.join(piece, other);
            if !is_good {
                bad.insert(piece.min(other), both);
            }
        }
        Ok(())
    }

    /// Returns whether a piece is a patch of the board as it was.
    fn is_whole(&self, piece: usize, outline: &Outline, patchwork: &Patchwork) -> bool {
        let Ground::Patch(patch) = self.faces.grounds[piece] else { return false };
        let area = patchwork.patches()[patch].outline().area();
        self.of.iter().filter(|&&other| other == piece).count() == 1
            && (outline.area() - area).abs() < SAME * area
    }

    /// Returns the pieces beside one that are no whimsies, with the length of the common line in mm.
    fn neighbors(&self, piece: usize) -> BTreeMap<usize, f64> {
        let mut all = BTreeMap::new();
        let plain = self.plain();
        for walk in (0..self.faces.of.len()).filter(|&walk| self.beside(walk) == piece) {
            let other = self.beside(walk ^ 1);
            if other != piece && plain.contains(&other) {
                *all.entry(other).or_default() += self.net.length(walk / 2);
            }
        }
        all
    }

    /// Returns what each piece is, in the order in which they are numbered: those of the board in its order, then whimsies.
    pub(super) fn in_order(&self) -> Vec<(usize, Ground)> {
        let mut all: Vec<(Ground, usize)> =
            self.plain().iter().map(|&piece| (self.ground(piece), piece)).collect();
        let whimsies = self.faces.grounds.iter().enumerate();
        all.extend(
            whimsies
                .filter(|(_, ground)| matches!(ground, Ground::Whimsy(_)))
                .map(|(face, &ground)| (ground, face)),
        );
        all.sort_unstable();
        all.into_iter().map(|(ground, piece)| (piece, ground)).collect()
    }

    /// Returns the first patch of a piece.
    fn ground(&self, piece: usize) -> Ground {
        let own = self.of.iter().zip(&self.faces.grounds).filter(|(other, _)| **other == piece);
        own.map(|(_, &ground)| ground).min().unwrap_or(Ground::Band)
    }
}
