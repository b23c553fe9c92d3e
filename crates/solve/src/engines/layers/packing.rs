//! Converts a puzzle to options for the first empty place, place by place.
//!
//! Each place has the options that begin there, as bit masks. Every set of options that covers all places is
//! found in exactly one way.

use super::Unfit;
use super::counters::{Counters, Uses};
use super::place_order::{PlaceOrder, best_order, given_order};
use super::window::Window;
use crate::ground::lists::compact;
use crate::model::exact_cover::Bounds;
use crate::model::{Empty, Model};

/// One way to occupy places.
#[derive(Debug, Clone)]
pub(crate) struct Laying {
    /// The places, each once.
    pub(crate) places: Vec<u32>,
    /// The kinds of pieces that are placed and how often.
    pub(crate) pieces: Vec<(usize, u32)>,
    /// How many tilings each tiling with it stands for.
    pub(super) weight: u32,
    /// The caller's label.
    pub(crate) label: u32,
}

/// The options, with places in no particular order.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// For each place the positions that it stands for; often one.
    pub(crate) groups: Vec<Vec<(i32, i32)>>,
    pub(crate) layings: Vec<Laying>,
    pub(crate) bounds: Vec<Bounds>,
    /// How many copies of each piece fit.
    pub(super) room: Vec<u32>,
    pub(crate) empty: Empty,
}

impl Plan {
    /// Returns the options of all tilings of a model, from the placements with a `multiplicity` other than 0;
    /// each counts that often.
    pub(crate) fn whole(model: &Model, multiplicity: impl Fn(u32) -> u32) -> Self {
        let laying = |placement| Laying {
            places: model.occupied(placement).to_vec(),
            pieces: vec![(model.kind_of(placement), 1)],
            weight: multiplicity(placement),
            label: placement,
        };
        Self {
            groups: model.points().iter().map(|&position| vec![position]).collect(),
            layings: (0..compact(model.placement_count()))
                .map(laying)
                .filter(|laying| laying.weight > 0)
                .collect(),
            bounds: model.bounds().to_vec(),
            room: room(model),
            empty: model.empty(),
        }
    }
}

/// Returns how many copies of each piece fit.
pub(super) fn room(model: &Model) -> Vec<u32> {
    let copies = |kind| {
        let sizes = model.placements_of_kind(kind).map(|placement| model.occupied(placement).len());
        sizes.min().map_or(0, |size| compact(model.places() / size))
    };
    (0..model.bounds().len()).map(copies).collect()
}

/// One option for the first empty place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Choice<W> {
    /// The places, bit 0 the first.
    pub(super) mask: W,
    /// The number added to a key: the places, and the count of those it leaves empty.
    pub(super) adds: W,
    pub(super) uses: Uses,
    pub(super) weight: u32,
    /// The label of the placement; `None` if the place is left empty.
    pub(super) label: Option<u32>,
}

impl<W: Window> Choice<W> {
    /// Nothing is placed, and a place stays empty.
    fn empty(adds: W) -> Self {
        Self { mask: W::ONE, adds, uses: Uses::default(), weight: 1, label: None }
    }
}

/// The options of each place as bit masks.
///
/// A key is a window, bit 0 the first empty place, with the number of places left empty in a field above, if
/// they are counted.
#[derive(Debug, Clone)]
pub(super) struct Packing<W> {
    /// The choices of each place.
    pub(super) choices: Vec<Vec<Choice<W>>>,
    pub(super) counters: Counters,
    /// The key when nothing is placed.
    pub(super) start: W,
    /// The bits of the window in a key.
    pub(super) window: W,
    /// The bit that is set if too many places are left empty.
    guard: W,
    /// The least final key: no place left, and the fewest allowed empty places.
    least_end: W,
    /// Whether the uses of pieces are in the keys too, beyond all else.
    pub(super) has_uses: bool,
}

impl<W: Window> Packing<W> {
    pub(super) fn new(plan: &Plan) -> Result<Self, Unfit> {
        Self::in_best_order(plan, false)
    }

    /// Returns the options with places in the best order, or in the best of the others.
    pub(super) fn in_best_order(plan: &Plan, another: bool) -> Result<Self, Unfit> {
        let together = plan.layings.iter().map(|laying| laying.places.as_slice());
        let mut packing = Self::in_order(plan, &best_order(&plan.groups, together, another))?;
        packing.choices.iter_mut().for_each(|choices| choices.sort_unstable());
        Ok(packing)
    }

    /// Returns the options with places of a given rank. The choices of a place ascend by the `turn` of their
    /// labels.
    pub(super) fn in_turn(plan: &Plan, rank: Vec<u32>, turn: impl Fn(u32) -> u32) -> Result<Self, Unfit> {
        let together = plan.layings.iter().map(|laying| laying.places.as_slice());
        let mut packing = Self::in_order(plan, &given_order(rank, together))?;
        let turn = |choice: &Choice<W>| choice.label.map_or(u32::MAX, &turn);
        packing.choices.iter_mut().for_each(|choices| choices.sort_by_key(turn));
        Ok(packing)
    }

    /// Returns the options for the places before `end` only. The `open` ones of the places from `first` on may stay
    /// open, and the bits of a key after its window note which.
    pub(super) fn of_half(
        plan: &Plan,
        rank: Vec<u32>,
        (first, end): (u32, u32),
        open: &[u32],
    ) -> Result<Self, Unfit> {
        let together = plan.layings.iter().map(|laying| laying.places.as_slice());
        let order = given_order(rank, together);
        if order.window + (end - first) >= W::BITS {
            return Err(Unfit::Window);
        }
        let mut packing = Self::in_order(plan, &order)?;
        packing.choices.truncate(end as usize);
        for &place in open {
            let adds = W::ONE | W::ONE << (order.window + (place - first));
            packing.choices[place as usize].push(Choice::empty(adds));
        }
        packing.choices.iter_mut().for_each(|choices| choices.sort_unstable());
        Ok(packing)
    }

    fn in_order(plan: &Plan, order: &PlaceOrder) -> Result<Self, Unfit> {
        let counted = match plan.empty {
            Empty::Counted(bounds) => Some(bounds),
            Empty::Never | Empty::Freely => None,
            Empty::Optional { .. } => return Err(Unfit::Rules),
        };
        let field = counted.map_or(0, |bounds| u32::BITS - bounds.most.leading_zeros() + 1);
        // One more bit, so that no shift is as long as the number.
        if order.window + field >= W::BITS {
            return Err(Unfit::Window);
        }
        let counters = Counters::new(&plan.bounds, &plan.room).ok_or(Unfit::Counters)?;
        let mut packing = Self {
            choices: vec![Vec::new(); plan.groups.len()],
            counters,
            start: W::default(),
            window: W::mask(order.window),
            guard: W::default(),
            least_end: W::default(),
            has_uses: false,
        };
        if let Some(bounds) = counted {
            let unused = (1u64 << (field - 1)) - 1 - u64::from(bounds.most);
            let at = |count: u64| W::from_count(u32::try_from(count).unwrap_or(u32::MAX)) << order.window;
            packing.start = at(unused);
            packing.guard = W::ONE << (order.window + field - 1);
            packing.least_end = at(unused + u64::from(bounds.least));
        }
        packing.add_layings(plan, &order.rank);
        if plan.empty != Empty::Never {
            packing.add_empty(plan, &order.rank, counted.map(|bounds| (order.window, bounds.most)));
        }
        Ok(packing)
    }

    fn add_layings(&mut self, plan: &Plan, rank: &[u32]) {
        for laying in &plan.layings {
            let Some(uses) = self.counters.uses(&laying.pieces) else { continue };
            let ranks = laying.places.iter().map(|&place| rank[place as usize]);
            let Some(first) = ranks.clone().min() else { continue };
            let mask = ranks.fold(W::default(), |mask, rank| mask | W::ONE << (rank - first));
            let (weight, label) = (laying.weight, Some(laying.label));
            self.choices[first as usize].push(Choice { mask, adds: mask, uses, weight, label });
        }
    }

    /// Adds the choice to leave a place empty; `counted` is the field that counts it, and the most allowed.
    fn add_empty(&mut self, plan: &Plan, rank: &[u32], counted: Option<(u32, u32)>) {
        for (group, &rank) in plan.groups.iter().zip(rank) {
            let size = compact(group.len());
            // A larger group could jump over the guard.
            if counted.is_some_and(|(_, most)| size > most) {
                continue;
            }
            let adds = W::ONE | counted.map_or(W::default(), |(shift, _)| W::from_count(size) << shift);
            self.choices[rank as usize].push(Choice::empty(adds));
        }
    }

    /// Returns the same options with the uses of pieces in the keys, each a bit that a mask has like those of places;
    /// `None` if a piece is required or may be used several times, if empty places are counted, or if keys do not fit.
    pub(super) fn with_uses_in_keys(mut self) -> Option<Self> {
        let (at, bits) = (self.window.ones(), self.counters.bits());
        let is_free = self.counters.is_simple() && self.counters.needed(0) == 0 && self.guard == W::default();
        if !is_free || bits == 0 || at + bits >= W::BITS {
            return None;
        }
        for choice in self.choices.iter_mut().flatten() {
            let uses = W::from_wide(choice.uses.bits().into())? << at;
            (choice.mask, choice.adds) = (choice.mask | uses, choice.adds | uses);
            choice.uses = Uses::default();
        }
        self.counters = Counters::new(&[], &[])?;
        self.has_uses = true;
        Some(self)
    }

    /// Returns how many places there are.
    pub(super) fn places(&self) -> usize {
        self.choices.len()
    }

    /// Returns the key after a choice, and the distance to its first empty place; `None` if the choice does
    /// not fit.
    #[inline]
    pub(super) fn after(&self, key: W, choice: &Choice<W>) -> Option<(W, u32)> {
        if key & choice.mask != W::default() {
            return None;
        }
        let sum = key.plus(choice.adds);
        if sum & self.guard != W::default() {
            return None;
        }
        let window = sum & self.window;
        let on = window.ones();
        Some((window >> on | sum & !self.window, on))
    }

    /// Returns whether enough places are left empty when no place is left.
    pub(super) fn is_end(&self, key: W) -> bool {
        key >= self.least_end
    }
}
