//! For puzzle makers: a page to print, with the seven tetrahexes and an empty board, as SVG.

use piecework::polyform::named_set;
use piecework::puzzle::{Contact, Puzzle, Region};
use piecework::puzzle_sheet::{SheetOptions, puzzle_pages};
use piecework::render::svg::{SvgOptions, svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = named_set("tetrahexes").ok_or("no such set")?;
    let region = Region::hexagon(set.lattice, 4)?;
    // A hexagon of side 4 has 37 cells; the pieces cover 28, so nine stay empty.
    let name = "Tetrahexes in a hexagon";
    let puzzle = Puzzle::with_rules(name, region, set.pieces(), Contact::Allowed, 9)?;
    let pages = puzzle_pages(&puzzle, &SheetOptions::default())?;
    assert_eq!(pages.len(), 1);
    println!("{}", String::from_utf8(svg(&pages[0], &SvgOptions::default())?)?);
    Ok(())
}
