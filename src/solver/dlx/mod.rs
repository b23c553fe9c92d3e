//! The engine `dlx`: Algorithm X by dancing links, as published.
//!
//! It exists beside the [cover engine](super::cover), which does the same with sparse sets and can count, for
//! comparison and as a second opinion. It also teaches what made exact cover fast: a node that leaves a list keeps
//! its own links, and so knows the way back.
//!
//! What it cannot do it refuses: copies of one piece would need an item each and would be distinguished, and a number of
//! empty places that does not follow from the pieces would have to be counted.
//!
//! # Source
//! D. E. Knuth, Dancing links, in Millennial Perspectives in Computer Science, 2000, arXiv:cs/0011047. Written anew,
//! because the crates at hand can neither begin with options chosen before nor be stopped between two nodes.

mod links;

use super::exact_cover::Bounds;
use super::exhaustive::{Exhaustive, Prefix, Visit, visit_covers};
use super::lists::compact;
use super::model::{Empty, Model};
use super::watch::Watch;
use super::{Engine, Outcome, SolveOptions, SolverError};
use crate::random::Random;
use links::Links;

/// See the module.
pub(super) struct Dlx {
    links: Links,
    /// The placement of each option; none for an option that leaves a place empty.
    placement_of: Vec<Option<u32>>,
    /// The option of each placement; none for those not kept.
    option_of: Vec<Option<u32>>,
    /// For each place the option that leaves it empty; none: nothing need be done.
    filler_of: Vec<Option<u32>>,
}

/// What the items are.
struct Items {
    /// Whether each item must be covered; the places come first, then pieces, then claims.
    primary: Vec<bool>,
    /// The item of each piece; none if its copies need not be counted.
    of_piece: Vec<Option<u32>>,
    first_claim: u32,
    /// Whether there are options that leave a place empty.
    fillers: bool,
}

impl Dlx {
    /// # Errors
    /// [`SolverError::NotForEngine`].
    pub(super) fn new(
        model: &Model,
        kept: &dyn Fn(u32) -> bool,
        options: &SolveOptions<'_>,
    ) -> Result<Self, SolverError> {
        let items = items(model)?;
        let usable =
            |placement: &u32| model.bounds()[model.piece_of(*placement)].most > 0 && kept(*placement);
        let mut placement_of: Vec<Option<u32>> = model.placements().filter(usable).map(Some).collect();
        if let Some(seed) = options.seed {
            Random::new(seed).shuffle(&mut placement_of);
        }
        let mut links = Links::new(&items.primary);
        let mut option_of = vec![None; model.placement_count()];
        for (option, placement) in (0..).zip(placement_of.iter().flatten().copied()) {
            let own = items.of_piece[model.piece_of(placement)];
            let claims = model.claims(placement).iter().map(|&claim| items.first_claim + claim);
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

    /// The links with the prefix behind them.
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

/// Items for the places and for the pieces that are there once, or at most once.
fn items(model: &Model) -> Result<Items, SolverError> {
    let refused = |reason| Err(SolverError::NotForEngine { engine: Engine::Dlx, reason });
    if model.most_empty() > 0 && most_left_over(model) > u64::from(model.most_empty()) {
        return refused("the pieces could leave more gaps than allowed, and it does not count gaps");
    }
    let once = model.bounds().iter().all(|&bounds| bounds == Bounds::ONCE);
    // Where only the pieces must be there, places need not; else every option must be found from some place.
    let fillers = model.empty() != Empty::Never && !(once && model.empty() == Empty::Freely);
    let secondary_places = model.empty() != Empty::Never && !fillers;
    let mut primary = vec![!secondary_places; model.places()];
    let mut of_piece = Vec::new();
    for (piece, &bounds) in model.bounds().iter().enumerate() {
        let uncounted = bounds.most == 0 || u64::from(bounds.most) >= as_many_as_fit(model, piece);
        of_piece.push(match bounds {
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
    Ok(Items { primary, of_piece, first_claim, fillers })
}

/// How many places stay empty at most, however the pieces that must be there are placed.
fn most_left_over(model: &Model) -> u64 {
    let needed = model.bounds().iter().enumerate();
    let needed = needed.map(|(piece, bounds)| u64::from(bounds.least) * least_size(model, piece));
    (model.places() as u64).saturating_sub(needed.sum())
}

/// How many copies of a piece there is room for, at most.
fn as_many_as_fit(model: &Model, piece: usize) -> u64 {
    (model.places() as u64).checked_div(least_size(model, piece)).unwrap_or(0)
}

fn least_size(model: &Model, piece: usize) -> u64 {
    let sizes = model.placements_of(piece).map(|placement| model.occupied(placement).len() as u64);
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
