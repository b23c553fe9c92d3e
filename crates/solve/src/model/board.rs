//! A board with some placements, shared by the engines that fill place after place.
//!
//! No two placements share a place or a claim, no piece is used more often than allowed, and no more places
//! stay empty than allowed.

use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;
use crate::model::Model;

/// A board with some placements.
pub(crate) struct PartialTiling<'m> {
    model: &'m Model,
    /// Whether each place is neither occupied nor left empty.
    open: Vec<bool>,
    open_count: u32,
    /// Whether each claim is taken.
    claimed: Vec<bool>,
    /// How many more places may be left empty.
    spare: u32,
    /// How many more of those that are not optional.
    spare_others: u32,
    /// How often each kind of piece is placed.
    used: Vec<u32>,
    laid: Vec<u32>,
    /// How many copies must still be placed.
    missing: u64,
    /// A lower bound for the places they occupy.
    needed: u64,
    /// The least number of places that each kind of piece occupies.
    sizes: Vec<u32>,
}

impl<'m> PartialTiling<'m> {
    /// Returns the board with the prefix placed; `None` if it does not fit, or leaves too many places empty.
    pub(crate) fn new(model: &'m Model, sizes: Vec<u32>, prefix: &Prefix) -> Option<Self> {
        let least = || model.bounds().iter().map(|bounds| u64::from(bounds.least));
        let mut board = Self {
            open: vec![true; model.places()],
            open_count: compact(model.places()),
            claimed: vec![false; model.claim_count()],
            spare: model.most_empty(),
            spare_others: model.most_others_empty(),
            used: vec![0; model.bounds().len()],
            laid: Vec::new(),
            missing: least().sum(),
            needed: least().zip(&sizes).map(|(copies, &size)| copies * u64::from(size)).sum(),
            sizes,
            model,
        };
        for &placement in &prefix.laid {
            if !board.fits(placement) {
                return None;
            }
            board.lay(placement);
        }
        for &place in &prefix.empty {
            if !board.may_leave(place) || !board.open[place as usize] {
                return None;
            }
            board.leave(place);
        }
        Some(board)
    }

    pub(crate) fn open(&self) -> &[bool] {
        &self.open
    }

    /// Returns the first open place from `start` on.
    pub(crate) fn first_open(&self, start: u32) -> Option<u32> {
        let from = self.open.get(start as usize..)?;
        from.iter().zip(start..).find_map(|(&open, place)| open.then_some(place))
    }

    /// Returns how many more places may be left empty.
    pub(crate) fn spare(&self) -> u32 {
        self.spare
    }

    /// Returns whether one more place, which is open, may be left empty.
    pub(crate) fn may_leave(&self, place: u32) -> bool {
        self.spare > 0 && (self.spare_others > 0 || self.model.is_optional(place))
    }

    /// Returns the placements, in the order in which they were placed.
    pub(crate) fn laid(&self) -> &[u32] {
        &self.laid
    }

    /// Returns whether a placement may be placed now.
    pub(crate) fn fits(&self, placement: u32) -> bool {
        self.has_copy(placement) && self.is_clear(placement)
    }

    /// Returns whether a copy of the piece is left.
    pub(crate) fn has_copy(&self, placement: u32) -> bool {
        let kind = self.model.kind_of(placement);
        self.used[kind] < self.model.bounds()[kind].most
    }

    fn is_clear(&self, placement: u32) -> bool {
        self.model.occupied(placement).iter().all(|&place| self.open[place as usize])
            && self.model.claims(placement).iter().all(|&claim| !self.claimed[claim as usize])
    }

    /// Returns whether the copies that must still be placed need more places than are open.
    pub(crate) fn is_short(&self) -> bool {
        self.needed > u64::from(self.open_count)
    }

    /// Returns whether the placements are a tiling, if all open places stay empty.
    pub(crate) fn is_tiling(&self) -> bool {
        self.open_count <= self.spare && self.missing == 0
    }

    pub(crate) fn lay(&mut self, placement: u32) {
        let (kind, places) = (self.model.kind_of(placement), self.model.occupied(placement));
        places.iter().for_each(|&place| self.open[place as usize] = false);
        self.model.claims(placement).iter().for_each(|&claim| self.claimed[claim as usize] = true);
        self.open_count -= compact(places.len());
        if self.used[kind] < self.model.bounds()[kind].least {
            self.missing -= 1;
            self.needed -= u64::from(self.sizes[kind]);
        }
        self.used[kind] += 1;
        self.laid.push(placement);
    }

    /// Removes the last placement.
    pub(crate) fn lift(&mut self) {
        let placement = self.laid.pop().expect("a placement was laid");
        let (kind, places) = (self.model.kind_of(placement), self.model.occupied(placement));
        places.iter().for_each(|&place| self.open[place as usize] = true);
        self.model.claims(placement).iter().for_each(|&claim| self.claimed[claim as usize] = false);
        self.open_count += compact(places.len());
        self.used[kind] -= 1;
        if self.used[kind] < self.model.bounds()[kind].least {
            self.missing += 1;
            self.needed += u64::from(self.sizes[kind]);
        }
    }

    /// Leaves an open place empty, where [`PartialTiling::may_leave`] allows it.
    pub(crate) fn leave(&mut self, place: u32) {
        self.open[place as usize] = false;
        self.open_count -= 1;
        self.spare -= 1;
        self.spare_others -= u32::from(!self.model.is_optional(place));
    }

    /// Opens a place that was left empty.
    pub(crate) fn reopen(&mut self, place: u32) {
        self.open[place as usize] = true;
        self.open_count += 1;
        self.spare += 1;
        self.spare_others += u32::from(!self.model.is_optional(place));
    }
}

/// Returns the least number of places that each kind of piece occupies; 0 for one that fits nowhere.
pub(crate) fn least_sizes(model: &Model) -> Vec<u32> {
    let size = |placement: u32| compact(model.occupied(placement).len());
    (0..model.bounds().len())
        .map(|kind| model.placements_of_kind(kind).map(size).min().unwrap_or(0))
        .collect()
}
