//! Exchanges the pieces of a tiling until their outlines follow a picture.
//!
//! # Source
//! R. Bosch, "Opt Art", Mathematics Today 42 (2006): pictures of pieces by optimisation; here by local search, for
//! pieces of any shape.

use super::improve::Mend;
use super::mosaic::Mosaic;
pub use super::mosaic::Tone;
use super::pockets::Pockets;
use super::quota::Quota;
use super::refill::Refill;
use super::{check_size, checked, held, lay_again};
use crate::engines::choice::unsuited;
use crate::ground::watch::Watch;
use crate::ground::{Engine, SolveOptions, SolverError};
use crate::model::grid::Grid;
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;

/// Nodes of the search for each cell. Chosen by trial: twice as many gain one part in a hundred.
const NODES_PER_CELL: u64 = 500;

/// A tiling whose pieces follow a picture.
#[derive(Debug, Clone)]
pub struct Followed {
    /// The tiling.
    pub tiling: Tiling,
    /// How much pieces of one color blur the picture: the squared distances of all cells from the mean of their
    /// piece, at the beginning.
    pub before: u64,
    /// The same at the end.
    pub after: u64,
}

/// Exchanges pieces of a tiling so that each covers cells of one tone, as far as a search of so many nodes for each
/// cell finds. Counts, placed pieces and rules of decoration are kept. `tones` are those of the cells of the region,
/// in its order.
///
/// # Errors
/// [`SolverError::NotForEngine`] for joined sides, clues, and pieces that may not touch;
/// [`SolverError::TooMuchMemory`].
pub fn follow(tiling: &Tiling, tones: &[Tone], options: &SolveOptions<'_>) -> Result<Followed, SolverError> {
    let puzzle = tiling.puzzle();
    let rest = puzzle.rest();
    if let Some(reason) = unsuited(&rest) {
        return Err(SolverError::NotForEngine { engine: Engine::ReTiling, reason });
    }
    check_size(&rest, options)?;
    let board = Grid::new(&rest);
    let mut mosaic = Mosaic::new(&board, &rest);
    mosaic.show(puzzle.region().cells().iter().copied().zip(tones.iter().copied()));
    lay_again(&mut mosaic, tiling);
    let before = mosaic.blur();
    let areas = rest.pieces().iter().filter(|piece| piece.count.max != Some(0));
    let pockets = Pockets::new(board.spots(), areas.map(|piece| piece.shape.area()), rest.gaps() > 0);
    let refill = Refill::new(&mosaic, pockets);
    let nodes = NODES_PER_CELL * board.region.len() as u64;
    let options = SolveOptions { node_limit: Some(nodes), ..*options };
    let mut watch = Watch::new(&options);
    let random = Random::new(options.seed.unwrap_or(0));
    let mut mend = Mend::new(&mut mosaic, Quota::new(puzzle), refill, random);
    // It always ends with its last node, or because it is stopped.
    let _ = mend.sharpen(&mut watch);
    let after = mosaic.blur();
    let tiling = checked(puzzle, held(puzzle, &mosaic, 0).laid)?;
    Ok(Followed { tiling, before, after })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::first;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::polyform::named_set;
    use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region, Rules};

    fn puzzle(
        lattice: Lattice,
        (columns, rows): (u32, u32),
        set: &str,
        count: Count,
        rules: Rules,
    ) -> Arc<Puzzle> {
        let set = named_set(set).expect("a known set");
        let piece = |(name, shape)| Piece { name, shape, freedom: set.freedom, count };
        let pieces = set.members.into_iter().map(|member| piece((member.name, member.shape))).collect();
        let region = Region::rectangle(lattice, columns, rows).expect("a region");
        Arc::new(Puzzle::ruled("test", region, pieces, rules).expect("a puzzle"))
    }

    fn followed(puzzle: &Arc<Puzzle>, tone: impl Fn(Cell) -> i32) -> (Tiling, Followed) {
        let tiling = first(puzzle, &SolveOptions::default()).expect("in the limits").0.expect("a tiling");
        let tones: Vec<Tone> = puzzle.region().cells().iter().map(|&cell| [tone(cell), 0, 7]).collect();
        let found = follow(&tiling, &tones, &SolveOptions::default()).expect("it can be followed");
        (tiling, found)
    }

    #[test]
    fn dominoes_stand_up_in_upright_stripes_and_lie_in_level_ones() {
        let puzzle = puzzle(Lattice::Square, (10, 8), "dominoes", Count::ANY, Rules::default());
        for upright in [true, false] {
            let (_, found) = followed(&puzzle, |cell| 1000 * (if upright { cell.x } else { cell.y } & 1));
            assert_eq!(found.after, 0, "{upright}");
            let is_along = |cells: &[Cell]| (cells[0].x == cells[1].x) == upright;
            assert!(found.tiling.placements().iter().all(|laid| is_along(&laid.cells)));
        }
    }

    /// What it says of the tiling is what is counted from its cells.
    #[test]
    fn counts_and_rules_are_kept_and_the_blur_is_that_of_the_tiling() {
        let twice = Count { min: 1, max: Some(9) };
        let balanced = Rules { balance: Some(4), ..Rules::default() };
        for (lattice, size, set, count, rules) in [
            (Lattice::Square, (12, 10), "pentominoes", Count::ANY, balanced.clone()),
            (Lattice::Square, (12, 10), "pentominoes", twice, Rules::default()),
            (Lattice::Hex, (8, 6), "tetrahexes", Count::ANY, Rules::default()),
            (Lattice::Square, (10, 6), "pentominoes", Count::exactly(1), Rules::default()),
        ] {
            let puzzle = puzzle(lattice, size, set, count, rules);
            let tone = |cell: Cell| (cell.x * cell.x * 31 + cell.y * 170) % 900;
            let (before, found) = followed(&puzzle, tone);
            let blur = |tiling: &Tiling| {
                let of = |cells: &[Cell]| {
                    let tones: Vec<f64> = cells.iter().map(|&cell| f64::from(tone(cell))).collect();
                    let mean = tones.iter().sum::<f64>() / tones.len() as f64;
                    (tones.iter().map(|tone| (tone - mean) * (tone - mean)).sum::<f64>() + 1e-6).floor()
                };
                tiling.placements().iter().map(|laid| of(&laid.cells)).sum::<f64>()
            };
            let found_blur = [found.before, found.after].map(|blur| blur as f64);
            assert_eq!(found_blur, [blur(&before), blur(&found.tiling)], "{lattice} {set}");
            assert!(found.after < found.before || count == Count::exactly(1));
            assert_eq!(found.tiling.puzzle(), &puzzle);
        }
    }
}
