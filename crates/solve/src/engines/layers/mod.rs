//! Counts tilings by transfer matrix (broken-profile dynamic programming), without enumerating them, and
//! samples them uniformly at random.
//!
//! Counts are exact, raw and up to symmetry. If a layer does not fit the memory limit, the count fails;
//! layers are never truncated. Places are cells or corners, depending on the model.
//!
//! # The layers
//!
//! Places are numbered so that few of them are between two neighbours ([`place_order`]), and the first empty
//! place is always filled next. Then only two things matter about earlier placements: which later places are
//! occupied (the window, a bit mask), and which pieces are used up. Both together are a state. States with
//! the same first empty place are a layer, and equal states are merged, with the sum of their numbers of
//! ways. A choice leads from a state to one in a later layer.
//!
//! * Unlimited pieces are not counted ([`counters`]). If all are unlimited, a state is a window, and
//!   [`stream`] adds up layer by layer and drops finished layers: the cost is exponential in the short side
//!   and linear in the length. [`halves`] makes only the layers up to the middle of a board with a half turn.
//! * If every piece may be used once and none is required, uses are bits of the key too, and [`stream`] counts, as long
//!   as there are few states for each window.
//! * Otherwise [`graph`] first finds the windows as if pieces were unlimited, and keeps those on a path from
//!   the first to the last: for pentominoes in 6 x 10 half of the windows, with a third of the states.
//!   [`states`] then adds the counts.
//!
//! # The live graph
//!
//! Graph and states form a decision diagram: its nodes are states, its edges the choices that lead to them,
//! and every state has a path from the first one. So a walk back from the end never fails, and the number of
//! ways to each state gives the number of tilings behind each edge. [`tilings`] finds the tiling with a given
//! number in it, and [`living`] keeps only the states that lead to the end, from which tilings are listed.
//!
//! # Up to symmetry
//!
//! The tilings that a symmetry fixes are those of a smaller puzzle ([`quotient`]), counted in the same way;
//! by W. Burnside's lemma the mean of these numbers over all symmetries is the number of tilings up to
//! symmetry.

mod counters;
mod expansion;
mod fitting;
mod forecast;
mod graph;
mod halves;
mod layer;
mod live_states;
mod number;
mod packing;
mod place_order;
mod quotient;
mod states;
mod stream;
mod tilings;
mod window;
mod workers;

use std::io::ErrorKind;

use num_bigint::BigUint;

use crate::ground::StopReason;
use crate::ground::watch::{Halt, Watch};
use crate::model::Model;
use crate::model::symmetries::Symmetries;

use graph::Graph;
use number::{Number, Single};
use packing::Packing;
use states::{NoStates, states};
use window::Window;

pub(crate) use live_states::{END, Living, Way};
pub(crate) use packing::{Laying, Plan};
pub(crate) use quotient::{fixed_plan, orbit};
pub(crate) use stream::saved::Saves;
pub use stream::saved::remove_layers;
pub(crate) use tilings::AllTilings;

/// Why the layers cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// The window is too long for a bit mask.
    Window,
    /// The counters of pieces do not fit in a word.
    Counters,
    /// They take more memory than allowed.
    Memory,
    /// There are rules that layers do not support, or another engine is requested.
    Rules,
    /// They take more steps than allowed.
    Effort,
    /// The search was stopped.
    Stopped(StopReason),
    /// The files that they are saved in cannot be used; [`Saves::failure`] says why.
    Kept(ErrorKind),
}

/// The limits of layers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// Bytes of memory.
    pub(crate) bytes: u64,
    /// Choices from one window or state to another.
    pub(crate) steps: u64,
    /// Threads.
    threads: usize,
    /// The share of the work, for progress, that finds windows.
    share: f64,
    /// Whether places are filled in the second-best order.
    another_order: bool,
}

impl Allowance {
    pub(crate) fn new(bytes: u64, steps: u64, threads: usize) -> Self {
        // About the share for pentominoes.
        Self { bytes, steps, threads, share: 0.5, another_order: false }
    }

    /// The limits of layers that are made in the midst of a search, whose progress is that of the search.
    pub(crate) fn within_search(bytes: u64, steps: u64) -> Self {
        Self { bytes, steps, threads: 1, share: f64::NAN, another_order: false }
    }

    /// The same limits, on so many threads.
    pub(crate) fn on_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The same limits for a count in the second-best order.
    pub(crate) fn in_order(self, another_order: bool) -> Self {
        Self { another_order, ..self }
    }

    /// The same limits, with at most so many steps.
    pub(crate) fn at_most(self, steps: u64) -> Self {
        Self { steps: self.steps.min(steps), ..self }
    }

    fn check(&self, bytes: usize, steps: u64) -> Result<(), Unfit> {
        if bytes as u64 > self.bytes {
            return Err(Unfit::Memory);
        }
        if steps > self.steps { Err(Unfit::Effort) } else { Ok(()) }
    }
}

/// The tilings of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) raw: BigUint,
    pub(crate) up_to_symmetry: BigUint,
}

/// Counts all tilings, in the folder of `saves` if there is one.
pub(crate) fn count(
    model: &Model,
    symmetries: &Symmetries,
    allowance: &Allowance,
    mut saves: Option<&mut Saves>,
    watch: &mut Watch<'_>,
) -> Result<Counted, Unfit> {
    // Layers that are saved are those of the whole board. So is a second count, which has little in common with the first.
    let is_whole = saves.is_some() || allowance.another_order;
    let by_halves = if is_whole { None } else { halves::count(model, symmetries, allowance, watch) };
    let mut count = |plan: &dyn Fn() -> Plan| {
        if let Some(total) = saves.as_deref_mut().and_then(Saves::total) {
            return Ok(total);
        }
        let total = count_plan(&plan(), allowance, saves.as_deref_mut(), watch);
        watch.expect_bytes(f64::NAN);
        let total = total?;
        saves.as_deref_mut().map_or(Ok(()), |saves| saves.note(&total))?;
        Ok(total)
    };
    let whole = || Plan::whole(model, |placement| symmetries.multiplicity(placement));
    let raw = by_halves.unwrap_or_else(|| count(&whole))?;
    let mut fixed = raw.clone();
    if raw != BigUint::default() {
        for (image, times) in quotient::classes(symmetries.images()) {
            fixed += count(&|| quotient::fixed_plan(model, &[image]))? * times;
        }
    }
    let order = symmetries.images().len() as u64 + 1;
    Ok(Counted { raw, up_to_symmetry: fixed / order })
}

/// Counts the tilings of a plan.
pub(crate) fn total_of(plan: &Plan, allowance: &Allowance, watch: &mut Watch<'_>) -> Result<BigUint, Unfit> {
    let total = count_plan(plan, allowance, None, watch);
    watch.expect_bytes(f64::NAN);
    total
}

/// Returns whether the states of a puzzle fit into words.
pub(crate) fn fits(model: &Model, symmetries: &Symmetries) -> bool {
    let plan = Plan::whole(model, |placement| symmetries.multiplicity(placement));
    Packing::<u64>::new(&plan).is_ok() || Packing::<u128>::new(&plan).is_ok()
}

fn count_plan(
    plan: &Plan,
    allowance: &Allowance,
    saves: Option<&mut Saves>,
    watch: &mut Watch<'_>,
) -> Result<BigUint, Unfit> {
    if saves.is_none() {
        match count_uses_in_keys(plan, allowance, watch) {
            None | Some(Err(Unfit::Effort)) => {}
            Some(counted) => return counted,
        }
    }
    match Packing::<u64>::in_best_order(plan, allowance.another_order) {
        Err(Unfit::Window) => {
            let packing = Packing::<u128>::in_best_order(plan, allowance.another_order)?;
            count_packing(&packing, allowance, saves, watch)
        }
        packing => count_packing(&packing?, allowance, saves, watch),
    }
}

/// Counts pieces that may be used once each, none of which is required, without the graph of windows;
/// [`Unfit::Effort`] if windows have many states, or it takes too many steps.
fn count_uses_in_keys(
    plan: &Plan,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Option<Result<BigUint, Unfit>> {
    if plan.bounds.iter().any(|bounds| bounds.least > 0) {
        return None;
    }
    let (order, allowance) = (allowance.another_order, Allowance { share: 1.0, ..*allowance });
    let narrow = Packing::<u64>::in_best_order(plan, order).ok().and_then(Packing::with_uses_in_keys);
    if let Some(packing) = narrow {
        return Some(stream::count(&packing, &allowance, None, watch));
    }
    let packing = Packing::<u128>::in_best_order(plan, order).ok()?.with_uses_in_keys()?;
    Some(stream::count(&packing, &allowance, None, watch))
}

fn count_packing<W: Window>(
    packing: &Packing<W>,
    allowance: &Allowance,
    saves: Option<&mut Saves>,
    watch: &mut Watch<'_>,
) -> Result<BigUint, Unfit> {
    if packing.counters.bits() == 0 {
        return stream::count(packing, &Allowance { share: 1.0, ..*allowance }, saves, watch);
    }
    let graph = Graph::new(packing, allowance, watch)?;
    match total::<W, Single>(packing, &graph, allowance, watch) {
        Err(NoStates::Full) => {}
        Err(NoStates::Unfit(unfit)) => return Err(unfit),
        Ok(total) => return Ok(total),
    }
    match total::<W, BigUint>(packing, &graph, allowance, watch) {
        Ok(total) => Ok(total),
        Err(NoStates::Unfit(unfit)) => Err(unfit),
        Err(NoStates::Full) => unreachable!("these numbers have no limit"),
    }
}

fn total<W: Window, N: Number>(
    packing: &Packing<W>,
    graph: &Graph,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Result<BigUint, NoStates> {
    let levels = states::<W, N>(packing, graph, false, allowance, watch)?;
    Ok(states::total(&packing.counters, &levels))
}

fn halted(halt: Option<Halt>) -> Result<(), Unfit> {
    match halt {
        // Layers are not interleaved with other searches.
        None | Some(Halt::Pause) => Ok(()),
        Some(Halt::Stop(StopReason::MemoryLimit)) => Err(Unfit::Memory),
        Some(Halt::Stop(reason)) => Err(Unfit::Stopped(reason)),
    }
}
