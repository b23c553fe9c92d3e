//! How easy the pieces of a set are to place, from random packings.

use super::packing::Packing;
use crate::ground::watch::{Halt, Watch};
use crate::model::grid::Grid;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::random::Random;

/// Pieces laid in random packings for each piece of the set. Chosen by trial.
const LAID_FOR_EACH: usize = 12;

/// Returns for each piece how easy it is to place: from 0, the hardest, to 1.
///
/// # Errors
/// The reason, if the watch stops it.
pub(super) fn ease(
    board: &Grid,
    rest: &Puzzle,
    random: &mut Random,
    watch: &mut Watch<'_>,
) -> Result<Vec<f64>, Halt> {
    let pieces = rest.pieces().len();
    let alike = vec![0.0; pieces];
    let mut laid = vec![0usize; pieces];
    while laid.iter().sum::<usize>() < LAID_FOR_EACH * pieces {
        let mut packing = Packing::of_any(board, rest, &alike);
        packing.lay_all(random, watch)?;
        packing.laid().for_each(|(piece, _)| laid[piece] += 1);
    }
    let mut order: Vec<usize> = (0..pieces).collect();
    order.sort_by_key(|&piece| laid[piece]);
    let mut ease = vec![0.0; pieces];
    #[expect(clippy::cast_precision_loss, reason = "as many as a puzzle has pieces")]
    for (rank, piece) in order.into_iter().enumerate() {
        ease[piece] = rank as f64 / pieces as f64;
    }
    Ok(ease)
}
