//! For anybody: draws a tiling of your own in colors that differ where pieces touch, as an SVG picture.

use piecework::color::{Coloring, Palette};
use piecework::drawing::{Canvas, Medium, Path, Role};
use piecework::geometry::{Patchwork, Touch};
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::render::svg::{SvgOptions, svg};
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD", &Limits::default())?;
    let patchwork = Patchwork::trace(&infer_from_grid("Four T tetrominoes", &grids[0])?, 20.0)?;
    let (coloring, palette) =
        (Coloring::of_patchwork(&patchwork, Touch::Corner)?, Palette::named("harvest")?);
    let mut canvas = Canvas::new("Four T", Medium::Print, 80.0, 80.0);
    for (patch, color) in patchwork.patches().iter().zip(coloring.colors()) {
        canvas.fill(Path::outline(patch.outline()), palette.fabrics()[*color].color);
        canvas.path(Role::Cut, Path::outline(patch.outline()));
    }
    println!("{}", String::from_utf8(svg(&canvas.finish()?, &SvgOptions::default())?)?);
    Ok(())
}
