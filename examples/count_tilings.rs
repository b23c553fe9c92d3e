//! For puzzle makers: counts the tilings of a 3 x 20 rectangle by the twelve pentominoes, all and up to symmetry.

use piecework::polyform::named_set;
use piecework::puzzle::{Puzzle, Region};
use piecework::solver::{SolveOptions, count};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = named_set("pentominoes").ok_or("no such set")?;
    let region = Region::rectangle(set.lattice, 20, 3)?;
    let puzzle = Puzzle::new("Pentominoes 3 x 20", region, set.pieces())?;
    let tilings = count(&puzzle, &SolveOptions::default())?;
    assert!(tilings.is_complete() && tilings.raw == 8 && tilings.up_to_symmetry == 2);
    println!("{} tilings, {} up to symmetry", tilings.raw, tilings.up_to_symmetry);
    Ok(())
}
