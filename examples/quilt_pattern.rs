//! For quilters: turns a tiling into pages to print, with every template true to size.

use piecework::lattice::Lattice;
use piecework::length::Length;
use piecework::limits::Limits;
use piecework::quilt::{QuiltOptions, pattern};
use piecework::render::svg::{SvgOptions, svg};
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
    let tiling = infer_from_grid("Two L trominoes", &grids[0])?;
    let options = QuiltOptions {
        cell: "2in".parse::<Length>()?.mm(),
        seam_allowance: "1/4in".parse::<Length>()?.mm(),
        ..QuiltOptions::default()
    };
    let pattern = pattern(&tiling, &options)?;
    assert_eq!(pattern.plan.summary.patches, 2);
    assert_eq!(pattern.plan.summary.set_in_corners, 2, "each L has one, and the other is sewn into it");
    for page in pattern.pages() {
        let bytes = svg(page, &SvgOptions::default())?;
        println!(
            "{}: {:.1} x {:.1} mm, {} bytes of SVG",
            page.title(),
            page.width(),
            page.height(),
            bytes.len()
        );
    }
    Ok(())
}
