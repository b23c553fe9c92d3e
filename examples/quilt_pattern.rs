//! For quilters: turns a tiling into the files of a pattern, with every template true to size.

use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::quilt::{QuiltFileOptions, QuiltRequest, files, prepare};
use piecework::tiling::{infer_from_grid, read_letter_grids};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &limits)?;
    let tiling = infer_from_grid("Two L trominoes", &grids[0])?;
    let mut request = QuiltRequest::default();
    request.cell = Some("2in".parse()?);
    request.seam = Some("1/4in".parse()?);
    let quilt = prepare(&request, tiling.puzzle(), &limits)?;
    let job = quilt.job(&tiling)?;
    assert_eq!(job.plan.summary.patches, 2);
    assert_eq!(job.plan.summary.set_in_corners, 2, "each L has one, and the other is sewn into it");
    for file in files(&job, &QuiltFileOptions { stem: "two-l", ..QuiltFileOptions::default() })? {
        println!("{}: {} bytes", file.name, file.bytes.len());
    }
    Ok(())
}
