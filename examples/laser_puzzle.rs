//! For makers: turns a tiling from letters into the files that a laser cuts true to size.

use piecework::cut::{CutFileOptions, CutRequest, files, prepare};
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::options::Options;
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    let grids = read_letter_grids(Lattice::Square, "AAAB\nCABB\nCCDB\nCDDD", &limits)?;
    let tiling = infer_from_grid("Four T tetrominoes", &grids[0])?;
    let mut request = CutRequest::default();
    request.cell = "20mm".parse()?;
    request.kerf = Some("0.2mm".parse()?);
    request.set("stock", "300mmx200mm", &limits)?; // any option of the program, as it is typed there
    let cut = prepare(&request, tiling.puzzle())?;
    let job = cut.job(&tiling)?;
    // Ten edges of 20 mm around each piece, and 8 times half a kerf for its corners.
    assert!((job.plan.summary.cut_length_mm - 4.0 * (200.0 + 8.0 * 0.1)).abs() < 1e-6);
    let made = files(&job, &CutFileOptions { stem: "four-t", ..CutFileOptions::default() })?;
    let svg = made.iter().find(|file| file.name == "four-t-cut-1.svg").ok_or("no SVG")?;
    println!("{}", std::str::from_utf8(&svg.bytes)?);
    Ok(())
}
