//! For puzzle makers: counts the tilings of a 3 x 20 rectangle by the twelve pentominoes, and prints one as
//! letters.

use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::polyform::named_set;
use piecework::puzzle::{Count, Piece, Puzzle, Region};
use piecework::solver::{SolveOptions, count, solve};
use piecework::tiling::write_letter_grid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = named_set("pentominoes").ok_or("no such set")?;
    let pieces = set.members.into_iter().map(|member| Piece {
        name: member.name,
        shape: member.shape,
        freedom: set.freedom,
        count: Count::exactly(1),
    });
    let region = Region::rectangle(set.lattice, 20, 3)?;
    let puzzle = Puzzle::new("Pentominoes 3 x 20", region, pieces.collect())?;
    let puzzle = Arc::new(puzzle);

    let options = SolveOptions::default();
    let tilings = count(&puzzle, &options)?;
    assert!(tilings.is_complete());
    println!("{} tilings, {} up to symmetry", tilings.raw, tilings.up_to_symmetry);
    assert!(tilings.raw == 8 && tilings.up_to_symmetry == 2);

    solve(&puzzle, &options, |tiling| {
        print!("{}", write_letter_grid(&tiling));
        ControlFlow::Break(())
    })?;
    Ok(())
}
