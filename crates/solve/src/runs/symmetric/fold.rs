//! Searches the tilings that some symmetries map to themselves, by orbits of placements.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::engines::Compiled;
use crate::engines::cover::Search;
use crate::engines::cover::restarts::first_cover;
use crate::engines::exhaustive::{Visit, visit_covers};
use crate::engines::layers::{Allowance, Laying, Living, Plan, fixed_plan, orbit};
use crate::engines::list_search::visit_living;
use crate::ground::lists::compact;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};
use crate::model::Empty;
use crate::model::exact_cover::{Bounds, Problem};

/// Nodes of a search for one tiling before a graph of all is tried. Chosen by eye: a second or so.
const HASTY: u64 = 1 << 18;
/// Steps for the graph of all tilings. Chosen by eye: about ten seconds.
const STEPS: u64 = 1 << 28;

/// A puzzle folded by symmetries.
pub(super) struct Fold<'c> {
    compiled: &'c Compiled<'c>,
    images: Vec<&'c [u32]>,
    /// The orbits as options; those that break a rule by themselves are left out.
    pub(super) plan: Plan,
}

impl<'c> Fold<'c> {
    pub(super) fn new(compiled: &'c Compiled<'c>, images: Vec<&'c [u32]>) -> Self {
        let mut plan = fixed_plan(&compiled.model, &images);
        if compiled.model.claim_count() > 0 {
            plan.layings.retain(|laying| are_apart(&claims(compiled, laying, &images)));
        }
        Self { compiled, images, plan }
    }

    /// Returns the placements of orbits, given by their labels.
    fn unfolded(&self, labels: impl Iterator<Item = u32>) -> Vec<u32> {
        labels.flat_map(|label| orbit(label, &self.images)).collect()
    }

    /// Visits all tilings, as placements.
    pub(super) fn each(
        &self,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        if let Some(living) = self.living(options, watch) {
            let mut unfold =
                |labels: &[u32], watch: &mut Watch<'_>| visit(&self.unfolded(labels.iter().copied()), watch);
            return visit_living(&living, watch, &mut unfold);
        }
        let cover = OrbitCover::new(self);
        let mut search = Search::new(&cover.problem, options.seed);
        let mut keep = |options: &[u32], watch: &mut Watch<'_>| {
            let laid = self.unfolded(cover.labels(options));
            if self.keeps_rules(&laid) { visit(&laid, watch) } else { Ok(ControlFlow::Continue(())) }
        };
        visit_covers(&mut search, Search::next, |search| search.cover().to_vec(), watch, &mut keep)
    }

    /// Returns one tiling, as placements, and how the search for it ended.
    pub(super) fn first(
        &self,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(Outcome, Option<Vec<u32>>), SolverError> {
        let cover = OrbitCover::new(self);
        let accepts = |options: &[u32]| self.keeps_rules(&self.unfolded(cover.labels(options)));
        let most = options.node_limit.map_or(HASTY, |limit| limit.min(HASTY));
        let short = SolveOptions { node_limit: Some(most), progress: None, ..options.clone() };
        let mut hasty = Watch::since(watch.alarm(), &short);
        let (mut outcome, mut found) = first_cover(&cover.problem, &accepts, options.seed, &mut hasty);
        watch.spend(hasty.nodes());
        if outcome == Outcome::Stopped(StopReason::NodeLimit) && options.node_limit != Some(most) {
            if let Some(living) = self.living(options, watch) {
                let mut first = None;
                let mut take = |labels: &[u32], _: &mut Watch<'_>| {
                    first = Some(self.unfolded(labels.iter().copied()));
                    Ok(ControlFlow::Break(()))
                };
                return Ok((visit_living(&living, watch, &mut take)?, first));
            }
            (outcome, found) = first_cover(&cover.problem, &accepts, options.seed, watch);
        }
        Ok((outcome, found.map(|options| self.unfolded(cover.labels(&options)))))
    }

    /// Returns the graph of all tilings, if it can be made and the rules allow it.
    fn living(&self, options: &SolveOptions<'_>, watch: &mut Watch<'_>) -> Option<Living> {
        // Without places there is no state to walk from.
        let is_plain = self.compiled.decoration.is_none()
            && self.plan.empty == Empty::Never
            && !self.plan.groups.is_empty();
        if !is_plain || options.engine == Engine::Cover {
            return None;
        }
        let allowance = Allowance::within_search(options.memory_limit / 2, STEPS);
        Living::in_best_order(&self.plan, &allowance, watch).ok()
    }

    /// Returns whether placements keep all rules that orbits do not follow by themselves.
    fn keeps_rules(&self, laid: &[u32]) -> bool {
        let model = &self.compiled.model;
        let mut used = vec![0; model.bounds().len()];
        laid.iter().for_each(|&placement| used[model.kind_of(placement)] += 1);
        let counts = model.bounds().iter().zip(&used);
        let as_many = counts.into_iter().all(|(bounds, used)| (bounds.least..=bounds.most).contains(used));
        let occupied: usize = laid.iter().map(|&placement| model.occupied(placement).len()).sum();
        let is_full = model.places() - occupied <= model.most_empty() as usize;
        as_many && is_full && self.compiled.keeps_rules(laid)
    }
}

/// Returns the claims of all placements of an orbit, ascending.
fn claims(compiled: &Compiled<'_>, laying: &Laying, images: &[&[u32]]) -> Vec<u32> {
    let orbit = orbit(laying.label, images);
    let mut claims: Vec<u32> =
        orbit.iter().flat_map(|&placement| compiled.model.claims(placement)).copied().collect();
    claims.sort_unstable();
    claims
}

fn are_apart(claims: &[u32]) -> bool {
    claims.windows(2).all(|pair| pair[0] != pair[1])
}

/// The exact cover of orbits of places by orbits of placements.
///
/// An orbit may have several copies of a piece, and an orbit of places several places. Where that is not
/// always the same number, bounds are so wide that no tiling is lost, and [`Fold::keeps_rules`] decides.
struct OrbitCover<'f> {
    problem: Problem,
    layings: &'f [Laying],
}

impl<'f> OrbitCover<'f> {
    fn new(fold: &'f Fold<'_>) -> Self {
        let (plan, compiled) = (&fold.plan, fold.compiled);
        let places = compact(plan.groups.len());
        let pieces = compact(plan.bounds.len());
        let mut bounds = piece_bounds(plan);
        let claims = compiled.model.claim_count();
        // Secondary items follow the primary ones, so free places come after the pieces.
        let (first_place, first_piece, free) = match plan.empty {
            Empty::Freely => (pieces, 0, plan.groups.len()),
            Empty::Never | Empty::Counted(_) | Empty::Optional { .. } => {
                bounds.splice(0..0, std::iter::repeat_n(Bounds::ONCE, plan.groups.len()));
                (0, places, 0)
            }
        };
        if let Empty::Counted(empty) = plan.empty {
            bounds.push(Bounds { least: 0, most: empty.most });
        }
        let first_claim = compact(bounds.len() + free);
        let mut problem = Problem::new(bounds, free + claims);
        for laying in &plan.layings {
            let occupied = laying.places.iter().map(|&place| first_place + place);
            let used = laying.pieces.iter().map(|&(piece, _)| first_piece + compact(piece));
            let claimed: Vec<u32> =
                if claims > 0 { self::claims(compiled, laying, &fold.images) } else { Vec::new() };
            let claimed = claimed.into_iter().map(|claim| first_claim + claim);
            problem.add_option(occupied.chain(used).chain(claimed));
        }
        if let Empty::Counted(_) = plan.empty {
            (0..places).for_each(|place| problem.add_option([place, places + pieces]));
        }
        Self { problem, layings: &plan.layings }
    }

    /// Returns the labels of the orbits among options.
    fn labels<'o>(&'o self, options: &'o [u32]) -> impl Iterator<Item = u32> + 'o {
        options.iter().filter_map(|&option| self.layings.get(option as usize)).map(|laying| laying.label)
    }
}

/// Returns bounds for the number of orbits with each piece.
fn piece_bounds(plan: &Plan) -> Vec<Bounds> {
    let mut copies: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); plan.bounds.len()];
    for laying in &plan.layings {
        laying.pieces.iter().for_each(|&(piece, number)| _ = copies[piece].insert(number));
    }
    let narrowed = |(bounds, copies): (&Bounds, &BTreeSet<u32>)| match (copies.first(), copies.last()) {
        (Some(&fewest), Some(&most)) => {
            Bounds { least: bounds.least.div_ceil(most), most: bounds.most / fewest }
        }
        _ => *bounds,
    };
    plan.bounds.iter().zip(&copies).map(narrowed).collect()
}
