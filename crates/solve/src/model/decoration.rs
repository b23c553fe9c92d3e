//! Checks the rules of decoration on whole tilings, for engines that do not enforce them during the search.

use crate::model::Model;
use piecework_tiling::puzzle::{EqualPieces, Puzzle};

/// Equal pieces apart, and pieces used evenly.
pub(crate) struct Decoration {
    apart: bool,
    balance: Option<u32>,
    /// How many copies of each piece are already placed.
    placed: Vec<u32>,
}

impl Decoration {
    /// Returns the rules of a puzzle, given without its placed pieces; `None` if it has no such rules.
    pub(crate) fn of(rest: &Puzzle) -> Option<Self> {
        let (apart, balance) = (rest.equal_pieces() == EqualPieces::Apart, rest.balance());
        let mut placed = vec![0; rest.pieces().len()];
        rest.placed().iter().for_each(|lying| placed[lying.piece] += 1);
        (apart || balance.is_some()).then_some(Self { apart, balance, placed })
    }

    /// Returns whether a tiling, as a list of placements, keeps the rules.
    pub(crate) fn is_kept(&self, model: &Model, tiling: &[u32]) -> bool {
        (!self.apart || keeps_apart(model, tiling)) && self.is_balanced(model, tiling)
    }

    fn is_balanced(&self, model: &Model, tiling: &[u32]) -> bool {
        let Some(allowed) = self.balance else { return true };
        let mut used = self.placed.clone();
        tiling.iter().for_each(|&placement| used[model.piece_of(placement)] += 1);
        let (most, least) = (used.iter().max(), used.iter().min());
        most.zip(least).is_none_or(|(most, least)| most - least <= allowed)
    }
}

fn keeps_apart(model: &Model, tiling: &[u32]) -> bool {
    let mut claims: Vec<u32> =
        tiling.iter().flat_map(|&placement| model.claims(placement)).copied().collect();
    claims.sort_unstable();
    claims.windows(2).all(|pair| pair[0] != pair[1])
}
