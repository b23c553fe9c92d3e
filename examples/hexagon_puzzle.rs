//! For puzzle makers: draws a page with the seven tetrahexes and an empty board.

use piecework::polyform::named_set;
use piecework::puzzle::{Contact, Count, Piece, Puzzle, Region};
use piecework::puzzle_sheet::{SheetOptions, puzzle_pages};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = named_set("tetrahexes").ok_or("no such set")?;
    let pieces: Vec<Piece> = set
        .members
        .into_iter()
        .map(|member| Piece {
            name: member.name,
            shape: member.shape,
            freedom: set.freedom,
            count: Count::exactly(1),
        })
        .collect();
    assert_eq!(pieces.len(), 7);
    let region = Region::hexagon(set.lattice, 4)?;
    // A hexagon of side 4 has 37 cells; the pieces cover 28, so nine stay empty.
    let puzzle = Puzzle::with_rules("Tetrahexes in a hexagon", region, pieces, Contact::Allowed, 9);
    let puzzle = puzzle?;
    let options = SheetOptions::default();
    let pages = puzzle_pages(&puzzle, &options)?;
    assert_eq!(pages.len(), 1);
    println!("{}: {} layers", pages[0].title(), pages[0].layers().len());
    Ok(())
}
