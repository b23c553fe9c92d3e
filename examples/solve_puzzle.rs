//! For puzzle makers: prints the first three tilings of a 6 x 10 rectangle by the twelve pentominoes, as letters.

use std::ops::ControlFlow;

use piecework::polyform::named_set;
use piecework::puzzle::{Puzzle, Region};
use piecework::solver::{SolveOptions, solve};
use piecework::tiling::write_letter_grid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = named_set("pentominoes").ok_or("no such set")?;
    let region = Region::rectangle(set.lattice, 10, 6)?;
    let puzzle = Puzzle::new("Pentominoes 6 x 10", region, set.pieces())?;
    let mut found = 0;
    solve(&puzzle, &SolveOptions::default(), |tiling| {
        println!("{}", write_letter_grid(&tiling));
        found += 1;
        if found == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!(found, 3);
    Ok(())
}
