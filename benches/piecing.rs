//! Benchmarks plans of straight seams: `cargo bench -p piecework-benches --bench piecing`.
//!
//! Times differ between machines; compare lines of one run.

use piecework::lattice::{Cell, Lattice};
use piecework::quilt::piecing::{Objective, Outside, PiecingOptions, methods, straight_seam_plan};
use piecework::tiling::{Tiling, infer_tiling};

fn main() {
    divan::main();
}

/// L trominoes, two by two in rectangles of 2 x 3 cells that are arranged like bricks, and squares at the
/// ends of the rows.
fn quilt(columns: i32, rows: i32) -> Tiling {
    let mut groups = Vec::new();
    for y in (0..rows).step_by(2) {
        let indent = y / 2 % 3;
        groups.extend((0..indent).flat_map(|x| [vec![Cell::new(x, y)], vec![Cell::new(x, y + 1)]]));
        let mut x = indent;
        while x + 3 <= columns {
            groups.push(vec![Cell::new(x, y), Cell::new(x + 1, y), Cell::new(x, y + 1)]);
            groups.push(vec![Cell::new(x + 2, y), Cell::new(x + 1, y + 1), Cell::new(x + 2, y + 1)]);
            x += 3;
        }
        groups.extend((x..columns).flat_map(|x| [vec![Cell::new(x, y)], vec![Cell::new(x, y + 1)]]));
    }
    infer_tiling("bricks", Lattice::Square, groups).expect("a tiling")
}

const SIZES: [(i32, i32); 3] = [(24, 22), (60, 80), (80, 100)];

fn plan(bencher: divan::Bencher<'_, '_>, (columns, rows): (i32, i32), objective: Objective) {
    let tiling = quilt(columns, rows);
    let options = PiecingOptions { objective, ..PiecingOptions::default() };
    bencher.bench(|| straight_seam_plan(&tiling, &options));
}

#[divan::bench(args = SIZES, sample_count = 5)]
fn fewest_rectangles(bencher: divan::Bencher<'_, '_>, size: (i32, i32)) {
    plan(bencher, size, Objective::FewestRectangles);
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn shallowest_assembly(bencher: divan::Bencher<'_, '_>, size: (i32, i32)) {
    plan(bencher, size, Objective::ShallowestAssembly);
}

#[divan::bench(args = SIZES, sample_count = 5)]
fn all_methods(bencher: divan::Bencher<'_, '_>, (columns, rows): (i32, i32)) {
    let tiling = quilt(columns, rows);
    bencher.bench(|| methods(&tiling, Outside::Open));
}
