//! For puzzle makers again: the seven tetrahexes, on their own lattice, as a page with an empty board.

use piecework::puzzle_sheet::{Look, SheetOptions, puzzle_pages};
use piecework::{
    Contact, Count, DEFAULT_PALETTE, FabricWish, Palette, Piece, Puzzle, Region, layout, named_set,
};

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
    let puzzle = puzzle.map_err(|broken| broken[0].clone())?;
    let options = SheetOptions {
        paper: layout::paper("a4")?,
        palette: Palette::named(DEFAULT_PALETTE)?,
        per_page: None,
        look: Look::Colours,
        letters: true,
        colouring: FabricWish::default(),
    };
    let pages = puzzle_pages(&puzzle, &options)?.finish()?;
    assert_eq!(pages.len(), 1);
    println!("{}: {} layers", pages[0].title(), pages[0].layers().len());
    Ok(())
}
