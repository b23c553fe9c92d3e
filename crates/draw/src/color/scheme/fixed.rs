//! Gives single patches the fabric that somebody chose for them.
//!
//! The scheme plans all patches first. Then the chosen patches get their fabrics, and a local search keeps as
//! many of the other patches as it can as they were.

use super::Drawn;
use crate::color::coloring::exchange::{Cost, improve};
use crate::color::coloring::graph::Graph;
use crate::color::coloring::search::{Budget, MOST_COLORS, Outcome, solve};
use crate::color::coloring::task::{Order, Task};
use crate::color::{ColorError, Fabric, Palette};
use piecework_tiling::text::slug;

/// The cost of another fabric than the chosen one: more than all other costs together.
pub(super) const NEVER: i64 = 1 << 40;
/// The most visits while fabrics are exchanged.
const LOOKS: u64 = 200_000;
/// The greatest loss that is accepted at first, in patches that change.
const PATIENCE: i64 = 3;
/// The greatest random cost of a fabric for a patch.
const TASTE: u64 = 1000;

/// The chosen fabric of each piece, as a number; none where the scheme decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chosen(Vec<Option<usize>>);

impl Chosen {
    /// The fabrics of `fixed`, patches by number from 1, as places in `fabrics`.
    ///
    /// # Errors
    /// [`ColorError`] for a patch that does not exist, a fabric that is not among them, and a patch with two
    /// fabrics.
    pub(super) fn of(
        fixed: &[(usize, String)],
        graph: &Graph,
        fabrics: &[Fabric],
    ) -> Result<Self, ColorError> {
        let mut chosen = vec![None; graph.len()];
        for (patch, name) in fixed {
            let slot = patch.checked_sub(1).and_then(|piece| chosen.get_mut(piece));
            let slot = slot.ok_or(ColorError::NoSuchPatch { patch: *patch, patches: graph.len() })?;
            let place =
                place_of(name, fabrics).ok_or_else(|| ColorError::NotInUse { fabric: name.clone() })?;
            if slot.is_some_and(|other| other != place) {
                return Err(ColorError::FixedTwice { patch: *patch });
            }
            *slot = Some(place);
        }
        Ok(Self(chosen))
    }

    /// Which patches must differ: those that touch, but for those that were given the same fabric.
    pub(super) fn must_differ(&self, graph: &Graph) -> Graph {
        graph.where_touching(|piece, other| self.0[piece].is_none() || self.0[piece] != self.0[other])
    }

    /// Whether a piece has another fabric than the chosen one with this color.
    pub(super) fn forbids(&self, piece: usize, color: usize) -> bool {
        self.0[piece].is_some_and(|chosen| chosen != color)
    }

    /// The cost of a color for a piece: nothing, or too much.
    pub(super) fn cost(&self, piece: usize, color: usize) -> i64 {
        if self.forbids(piece, color) { NEVER } else { 0 }
    }

    /// Which colors are equivalent: those of `kinds`, or none where something is chosen.
    pub(super) fn kinds(&self, kinds: Vec<usize>) -> Vec<usize> {
        if self.0.iter().all(Option::is_none) { kinds } else { (0..kinds.len()).collect() }
    }
}

/// The place of a fabric by name, written as [`Palette::fabric`] allows.
pub(super) fn place_of(name: &str, fabrics: &[Fabric]) -> Option<usize> {
    let alike = || fabrics.iter().position(|fabric| slug(&fabric.name) == slug(name));
    fabrics.iter().position(|fabric| fabric.name == name).or_else(alike)
}

/// What is asked of a plan beside its scheme.
pub(super) struct Changes<'a> {
    pub(super) palette: &'a Palette,
    /// Patches by number from 1, and their fabrics.
    pub(super) fixed: &'a [(usize, String)],
    /// Another number gives another plan; 0 leaves it as it is.
    pub(super) shuffle: u64,
    /// The most fabrics, if that is limited.
    pub(super) most: Option<usize>,
}

/// Changes a plan so that the chosen patches have their fabrics.
///
/// A fabric that the plan lacks is added; where the number of fabrics is limited it replaces the last that
/// nobody chose.
pub(super) fn change(
    graph: &Graph,
    drawn: Drawn,
    fabrics: Vec<Fabric>,
    changes: &Changes<'_>,
    budget: &mut Budget,
) -> Result<(Drawn, Vec<Fabric>), ColorError> {
    let before = drawn.colors.clone();
    let needed = fabrics.len();
    let mut fabrics = with_chosen(fabrics, changes)?;
    let chosen = Chosen::of(changes.fixed, graph, &fabrics)?;
    let graph = &chosen.must_differ(graph);
    let cost = Kept { before: &before, chosen: &chosen, shuffle: changes.shuffle, pieces: graph.len() };
    let start = loop {
        match start(graph, fabrics.len(), &cost, budget) {
            Err(ColorError::FixedImpossible { .. }) if one_more(&mut fabrics, changes) => {}
            found => break found?,
        }
    };
    let count = fabrics.len();
    let (colors, _) = improve(graph, start, count, None, &cost, (0, cost.patience()));
    let mut drawn = Drawn { colors, count, ..drawn };
    drawn.minimal &= count == needed;
    let moved = (changes.shuffle == 0).then(|| moved(&before, &drawn.colors, &chosen));
    drawn.facts.fix(changes.fixed, &fabrics, moved);
    Ok((drawn, fabrics))
}

/// How many patches changed that nobody asked to change.
fn moved(before: &[usize], after: &[usize], chosen: &Chosen) -> usize {
    let pairs = before.iter().zip(after).enumerate();
    pairs.filter(|&(piece, (old, new))| old != new && chosen.0[piece].is_none()).count()
}

/// The fabrics of the plan and those that were chosen.
fn with_chosen(mut fabrics: Vec<Fabric>, changes: &Changes<'_>) -> Result<Vec<Fabric>, ColorError> {
    let mut wanted: Vec<&Fabric> = Vec::new();
    for (_, name) in changes.fixed {
        let fabric = changes.palette.fabric(name)?;
        if !changes.palette.fabrics().iter().any(|other| other.name == fabric.name) {
            return Err(ColorError::NotInUse { fabric: fabric.name.clone() });
        }
        if !wanted.contains(&fabric) {
            wanted.push(fabric);
        }
    }
    let most = changes.most.map_or(MOST_COLORS, |most| most.max(1));
    if wanted.len() > most {
        return Err(ColorError::FixedTooMany { found: wanted.len(), most });
    }
    for fabric in &wanted {
        if fabrics.iter().any(|other| other.name == fabric.name) {
            continue;
        }
        if fabrics.len() < most {
            fabrics.push((*fabric).clone());
        } else if let Some(last) =
            fabrics.iter_mut().rev().find(|other| wanted.iter().all(|wanted| wanted.name != other.name))
        {
            *last = (*fabric).clone();
        }
    }
    Ok(fabrics)
}

/// Adds the next fabric of the palette, if the number of fabrics is not limited and there is one.
fn one_more(fabrics: &mut Vec<Fabric>, changes: &Changes<'_>) -> bool {
    let is_unused = |fabric: &&Fabric| fabrics.iter().all(|other| other.name != fabric.name);
    let next = changes.palette.fabrics().iter().find(is_unused).filter(|_| changes.most.is_none());
    next.cloned().map(|next| fabrics.push(next)).is_some()
}

/// A coloring in which the chosen patches have their fabrics, with few changes.
fn start(
    graph: &Graph,
    count: usize,
    cost: &Kept<'_>,
    budget: &mut Budget,
) -> Result<Vec<usize>, ColorError> {
    let kinds: Vec<usize> = (0..count).collect();
    let task = Task::plain(graph, count).without(|piece, color| cost.chosen.forbids(piece, color));
    let task = task.with_kinds(&kinds);
    let costs = task.cost(|piece, color| u64::from(cost.before[piece] != color));
    let (effort, task) = (budget.left(), task.in_order(Order::Cost(costs)));
    match solve(&task, budget) {
        Outcome::Found(colors) => Ok(colors),
        Outcome::Impossible { .. } => Err(ColorError::FixedImpossible { fabrics: count }),
        Outcome::Undecided => Err(ColorError::FixedNotDecided { fabrics: count, effort }),
    }
}

/// The cost of a plan: patches that change, or for a shuffled plan a random taste and uneven use.
struct Kept<'a> {
    before: &'a [usize],
    chosen: &'a Chosen,
    shuffle: u64,
    pieces: usize,
}

impl Kept<'_> {
    fn patience(&self) -> i64 {
        if self.shuffle == 0 { PATIENCE } else { TASTE.cast_signed() }
    }
}

impl Cost for Kept<'_> {
    fn takes(&self, _piece: usize, _color: usize) -> u64 {
        1
    }

    fn of_use(&self, _color: usize, used: &[u64]) -> i64 {
        let used = i64::try_from(used[0]).unwrap_or(0);
        // The square keeps the use even; a small quilt has small squares.
        if self.shuffle == 0 { 0 } else { used * used * TASTE.cast_signed() / self.pieces.max(1) as i64 }
    }

    fn of_piece(&self, piece: usize, color: usize) -> i64 {
        let taste = || match self.shuffle {
            0 => i64::from(self.before[piece] != color),
            seed => taste(seed, piece, color),
        };
        self.chosen.cost(piece, color) + taste()
    }

    fn most_looks(&self) -> u64 {
        LOOKS
    }
}

/// A number below [`TASTE`] that looks random, the same on every machine.
///
/// Source: the finalizer of `SplitMix64`, by Sebastiano Vigna.
fn taste(seed: u64, piece: usize, color: usize) -> i64 {
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((piece as u64) << 8) ^ color as u64;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) % TASTE).cast_signed()
}
