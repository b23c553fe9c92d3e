//! Finds a first tiling without the rules of decoration: fills in reading order, and removes some tiles where
//! nothing fits.
//!
//! If that fails within the given number of turns, another engine has to find a tiling.

use super::mosaic::Mosaic;
use super::pockets::Pockets;
use crate::ground::watch::{Halt, Watch};
use crate::model::grid::Tile;
use piecework_tiling::random::Random;

/// Columns of a strip: the board is filled strip by strip, so that the frontier is short. Chosen by trial.
const STRIP: i32 = 8;
/// The most tiles that are lifted where nothing fits. Chosen by trial.
const MOST_LIFTED: usize = 6;

/// Covers the board; `false` if it did not succeed within `turns` turns.
///
/// # Errors
/// The reason, if the watch stops it.
pub(super) fn lay_all(
    mosaic: &mut Mosaic<'_>,
    pockets: &mut Pockets,
    gaps: u32,
    turns: usize,
    random: &mut Random,
    watch: &mut Watch<'_>,
) -> Result<bool, Halt> {
    let board = mosaic.board;
    let column = |spot: &u32| board.cell(*spot).x;
    let left = board.region.iter().map(column).min().unwrap_or(0);
    let columns = board.region.iter().map(column).max().unwrap_or(0) - left + 1;
    let strips = (columns / STRIP).max(1);
    let place = |spot: u32| {
        let cell = board.cell(spot);
        ((cell.x - left) * strips / columns, cell.y, cell.x)
    };
    let mut order = board.region.clone();
    order.sort_unstable_by_key(|&spot| place(spot));
    let (mut next, mut furthest, mut stuck) = (0, 0, 0);
    for _ in 0..turns {
        let Some(found) = (next..order.len()).find(|&index| mosaic.is_free(order[index])) else {
            return Ok(true);
        };
        if let Some(halt) = watch.node(|| 0.0) {
            return Err(halt);
        }
        next = found;
        if next > furthest {
            (furthest, stuck) = (next, 0);
        }
        let spot = order[found];
        if lay_one(mosaic, pockets, spot, random) {
            continue;
        }
        if mosaic.gaps() < gaps && random.below(2) == 0 {
            mosaic.leave(spot);
            continue;
        }
        stuck += 1;
        for freed in lift_around(mosaic, spot, MOST_LIFTED + (stuck / 4).min(24), random) {
            next = order.partition_point(|&spot| place(spot) < place(freed)).min(next);
        }
    }
    Ok(false)
}

/// Places the best of the tiles that fit at a spot and close no pocket, if there is one.
fn lay_one(mosaic: &mut Mosaic<'_>, pockets: &mut Pockets, spot: u32, random: &mut Random) -> bool {
    let mut choices: Vec<(u64, u64, u32)> = Vec::new();
    for &laying in mosaic.board.layings_at(spot) {
        let tile = Tile { laying, at: spot };
        let piece = mosaic.laying(tile).piece;
        if mosaic.fits(tile) {
            let used = mosaic.used()[piece as usize];
            // Rarely used pieces come first, with some randomness.
            choices.push((mosaic.equal_beside(tile), (random.bits() >> 40) * u64::from(used + 4), laying));
        }
    }
    choices.sort_unstable();
    for (_, _, laying) in choices {
        let tile = Tile { laying, at: spot };
        let number = mosaic.lay(tile);
        if pockets.are_fillable(mosaic, tile) {
            return true;
        }
        mosaic.lift(number);
    }
    false
}

/// Lifts some tiles beside a spot, and frees empty spots there; returns free spots, including the first of
/// each tile.
fn lift_around(mosaic: &mut Mosaic<'_>, spot: u32, most: usize, random: &mut Random) -> Vec<u32> {
    let mut around: Vec<u32> = Vec::new();
    let near: Vec<u32> = mosaic.board.near(spot).collect();
    let mut freed: Vec<u32> = Vec::new();
    for near in near {
        if mosaic.reopen(near) {
            freed.push(near);
        }
        around.extend(mosaic.tile_on(near));
    }
    around.sort_unstable();
    around.dedup();
    random.shuffle(&mut around);
    let mut index = 0;
    let wanted = 1 + random.below(most);
    while index < around.len() && around.len() < wanted {
        let number = around[index];
        mosaic.beside(number, &mut around);
        index += 1;
    }
    around.truncate(wanted);
    for number in around {
        let tile = mosaic.lift(number);
        freed.extend(mosaic.spots_of(tile));
    }
    freed
}
