//! For makers: a tiling from letters becomes an SVG that a laser cuts true to size.

use piecework::cut::{CutOptions, machine, plan};
use piecework::render::svg::{SvgOptions, svg};
use piecework::{Lattice, Limits, infer_from_grid, layout, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nACBB\nCCBD\nCDDD", &Limits::default())?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let options = CutOptions {
        cell: 20.0,
        kerf: 0.2,
        seam_allowance: 0.0,
        gap: 2.0,
        bed: machine("generic")?.bed,
        stock: Some((300.0, 200.0)),
        paper: Some(layout::paper("a4")?),
        labels: true,
        line: Default::default(),
    };
    let plan = plan(&tiling, &options)?;
    assert_eq!((plan.summary.pieces, plan.summary.sheets), (4, 1));
    // Ten edges of 20 mm around each piece, and 8 times half a kerf for its corners.
    assert!((plan.summary.cut_length_mm - 4.0 * (200.0 + 8.0 * 0.1)).abs() < 1e-6);
    let document = String::from_utf8(svg(&plan.sheets[0], &SvgOptions::default())?)?;
    assert!(document.contains("width=\"300mm\""));
    println!("{document}");
    Ok(())
}
