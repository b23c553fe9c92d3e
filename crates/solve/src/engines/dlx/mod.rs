//! The engine `dlx`: Algorithm X with dancing links, as published by Knuth.
//!
//! It complements the [cover engine](super::cover), which uses sparse sets and can count, for comparison and
//! as a second opinion. Its idea: a node that leaves a list keeps its own links, so undoing is fast.
//!
//! It refuses puzzles with several copies of a piece that must be counted, because copies would be
//! distinguished, and with a number of empty places that does not follow from the pieces.
//!
//! # Source
//! D. E. Knuth, Dancing links, in Millennial Perspectives in Computer Science, 2000, arXiv:cs/0011047.
//! Written from scratch, because available crates can neither begin with chosen options nor stop between two
//! nodes.

mod links;

use crate::engines::exhaustive::{Exhaustive, Visit, visit_covers};
use crate::ground::alarm::{Alarm, Unmade, Work};
use crate::ground::lists::compact;
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError};
use crate::model::exact_cover::Bounds;
use crate::model::{Empty, Model};
use links::Links;
use piecework_tiling::random::Random;

/// Dancing links for a model.
pub(crate) struct Dlx {
    links: Links,
    /// The placement of each option; `None` for an option that leaves a place empty.
    placement_of: Vec<Option<u32>>,
    /// The option of each placement; `None` if it is not kept.
    option_of: Vec<Option<u32>>,
    /// For each place, the option that leaves it empty; `None` if no option is needed.
    filler_of: Vec<Option<u32>>,
}

/// The items of the problem.
struct Items {
    /// Whether each item must be covered; the places come first, then kinds of pieces, then claims.
    primary: Vec<bool>,
    /// The item of each kind of piece; `None` if its copies need not be counted.
    of_kind: Vec<Option<u32>>,
    first_claim: u32,
    /// Whether there are options that leave a place empty.
    fillers: bool,
}

impl Dlx {
    /// # Errors
    /// [`SolverError::NotForEngine`].
    pub(crate) fn new(
        model: &Model,
        kept: &dyn Fn(u32) -> bool,
        options: &SolveOptions<'_>,
        alarm: &Alarm<'_>,
    ) -> Result<Self, Unmade> {
        let items = items(model)?;
        let mut work = Work::new(alarm);
        let usable = |placement: &u32| model.bounds()[model.kind_of(*placement)].most > 0 && kept(*placement);
        let mut placement_of: Vec<Option<u32>> = model.placements().filter(usable).map(Some).collect();
        if let Some(seed) = options.seed {
            Random::new(seed).shuffle(&mut placement_of);
        }
        let mut links = Links::new(&items.primary);
        let mut option_of = vec![None; model.placement_count()];
        for (option, placement) in (0..).zip(placement_of.iter().flatten().copied()) {
            let own = items.of_kind[model.kind_of(placement)];
            let claims = model.claims(placement).iter().map(|&claim| items.first_claim + claim);
            work.step(model.occupied(placement).len() + model.claims(placement).len())?;
            links.add_option(model.occupied(placement).iter().copied().chain(own).chain(claims));
            option_of[placement as usize] = Some(option);
        }
        let mut filler_of = vec![None; model.places()];
        for place in (0..compact(model.places())).filter(|_| items.fillers) {
            filler_of[place as usize] = Some(compact(placement_of.len()));
            links.add_option([place]);
            placement_of.push(None);
        }
        Ok(Self { links, placement_of, option_of, filler_of })
    }

    /// Returns the links, with the prefix taken.
    fn begin(&self, prefix: &Prefix) -> Links {
        let mut links = self.links.clone();
        for &placement in &prefix.laid {
            links.lay(self.option_of[placement as usize].expect("a prefix of kept placements"));
        }
        for &place in &prefix.empty {
            match self.filler_of[place as usize] {
                Some(filler) => links.lay(filler),
                None => links.leave_out(place),
            }
        }
        links
    }
}

/// Items for the places, and for pieces that occur once or at most once.
fn items(model: &Model) -> Result<Items, SolverError> {
    let refused = |reason| Err(SolverError::NotForEngine { engine: Engine::Dlx, reason });
    if model.most_empty() > 0 && most_left_over(model) > u64::from(model.most_empty()) {
        return refused("the pieces could leave more gaps than allowed, and it does not count gaps");
    }
    let once = model.bounds().iter().all(|&bounds| bounds == Bounds::ONCE);
    // If only the pieces must be used, places need not be covered; otherwise every option must be found from
    // some place.
    let fillers = model.empty() != Empty::Never && !(once && model.empty() == Empty::Freely);
    let secondary_places = model.empty() != Empty::Never && !fillers;
    let mut primary = vec![!secondary_places; model.places()];
    let mut of_kind = Vec::new();
    for (kind, &bounds) in model.bounds().iter().enumerate() {
        let uncounted = bounds.most == 0 || u64::from(bounds.most) >= as_many_as_fit(model, kind);
        of_kind.push(match bounds {
            Bounds { least: 0, .. } if uncounted => None,
            Bounds { least: 0 | 1, most: 1 } => {
                primary.push(bounds.least == 1);
                Some(compact(primary.len() - 1))
            }
            _ => return refused("it does not count copies of a piece, but for none or one, or any number"),
        });
    }
    let first_claim = compact(primary.len());
    primary.extend(std::iter::repeat_n(false, model.claim_count()));
    Ok(Items { primary, of_kind, first_claim, fillers })
}

/// Returns an upper bound for the places that stay empty, over all ways to place the required pieces.
fn most_left_over(model: &Model) -> u64 {
    let needed = model.bounds().iter().enumerate();
    let needed = needed.map(|(kind, bounds)| u64::from(bounds.least) * least_size(model, kind));
    (model.places() as u64).saturating_sub(needed.sum())
}

/// Returns an upper bound for the copies of a piece that fit.
fn as_many_as_fit(model: &Model, kind: usize) -> u64 {
    (model.places() as u64).checked_div(least_size(model, kind)).unwrap_or(0)
}

fn least_size(model: &Model, kind: usize) -> u64 {
    let sizes = model.placements_of_kind(kind).map(|placement| model.occupied(placement).len() as u64);
    sizes.min().unwrap_or(0)
}

impl Exhaustive for Dlx {
    fn search(
        &self,
        prefix: &Prefix,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<Outcome, SolverError> {
        let tiling = |links: &Links| {
            let chosen = links.chosen().filter_map(|option| self.placement_of[option as usize]);
            prefix.laid.iter().copied().chain(chosen).collect()
        };
        visit_covers(&mut self.begin(prefix), Links::next, tiling, watch, visit)
    }
}
