//! For makers: turns a tiling from letters into an SVG that a laser cuts true to size.

use piecework::cut::{CutFileOptions, CutJob, CutOptions, files, machine, plan};
use piecework::geometry::Dimensions;
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grids = read_letter_grids(Lattice::Square, "AAAB\nACBB\nCCBD\nCDDD", &Limits::default())?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let machine = machine("generic")?;
    let stock = Some(Dimensions { width: 300.0, height: 200.0 });
    let options = CutOptions { kerf: 0.2, stock, ..CutOptions::new(20.0, machine.bed.clone()) };
    let plan = plan(&tiling, &options)?;
    assert_eq!((plan.summary.pieces, plan.summary.sheets), (4, 1));
    // Ten edges of 20 mm around each piece, and 8 times half a kerf for its corners.
    assert!((plan.summary.cut_length_mm - 4.0 * (200.0 + 8.0 * 0.1)).abs() < 1e-6);
    let job = CutJob {
        plan: &plan,
        embroidery: None,
        solids: None,
        tiling: &tiling,
        options: &options,
        machine: &machine,
    };
    let formats = machine.usual_formats();
    let made = files(&job, &CutFileOptions { stem: "four-t", formats, ..CutFileOptions::default() })?;
    let svg = made.iter().find(|file| file.name == "four-t-cut-1.svg").ok_or("no SVG")?;
    let document = std::str::from_utf8(&svg.bytes)?;
    assert!(document.contains("width=\"300mm\""));
    println!("{document}");
    Ok(())
}
