//! Benchmarks the stages from a tiling to files one by one, on the twelve pentominoes.
//!
//! `cargo bench -p piecework-benches --bench line`. Compare only stages of one run; machines are noisy.

use std::sync::Arc;

use piecework::cut::{self, CommonLines, CutOptions, CutOrder, LineOptions, Lines};
use piecework::drawing::Drawing;
use piecework::geometry::Patchwork;
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::puzzle::read_puzzle;
use piecework::quilt::{self, QuiltOptions};
use piecework::render::svg::{SvgOptions, svg};
use piecework::solver::{SolveOptions, first};
use piecework::source::Source;
use piecework::templates::puzzle_template;
use piecework::tiling::{Tiling, infer_from_grid, read_letter_grids};

fn main() {
    divan::main();
}

fn tiling() -> Tiling {
    let template = puzzle_template("pentomino-6x10").expect("a template");
    let puzzle =
        read_puzzle(&Source::new(template.name, template.text), &Limits::default()).expect("a puzzle");
    first(&Arc::new(puzzle), &SolveOptions::default()).expect("no limit").0.expect("a tiling")
}

fn cut_options() -> CutOptions {
    CutOptions { kerf: 0.2, ..CutOptions::new(20.0, cut::machine("generic").expect("embedded").bed) }
}

/// The first sheet of a plan, drawn.
fn first_sheet(tiling: &Tiling, options: &CutOptions) -> Drawing {
    let plan = cut::plan(tiling, options).expect("a plan");
    let generic = cut::machine("generic").expect("embedded");
    cut::sheets(&plan, &generic, &cut::Dress::default()).expect("drawn").swap_remove(0)
}

#[divan::bench]
fn trace(bencher: divan::Bencher<'_, '_>) {
    let tiling = tiling();
    bencher.bench(|| Patchwork::trace(&tiling, 50.8));
}

#[divan::bench]
fn quilt_pattern(bencher: divan::Bencher<'_, '_>) {
    let (tiling, options) = (tiling(), QuiltOptions::default());
    bencher.bench(|| quilt::pattern(&tiling, &options));
}

#[divan::bench]
fn quilt_svg(bencher: divan::Bencher<'_, '_>) {
    let pattern = quilt::pattern(&tiling(), &QuiltOptions::default()).expect("a pattern");
    bencher.bench(|| pattern.pages().map(|page| svg(page, &SvgOptions::default())).collect::<Vec<_>>());
}

#[divan::bench]
fn quilt_pdf(bencher: divan::Bencher<'_, '_>) {
    use piecework::render::pdf::{PdfOptions, pdf};
    let pattern = quilt::pattern(&tiling(), &QuiltOptions::default()).expect("a pattern");
    bencher.bench(|| pdf(&pattern.true_size, &PdfOptions::default()));
}

#[divan::bench]
fn cut_plan(bencher: divan::Bencher<'_, '_>) {
    let (tiling, options) = (tiling(), cut_options());
    bencher.bench(|| cut::plan(&tiling, &options));
}

#[divan::bench]
fn cut_dxf(bencher: divan::Bencher<'_, '_>) {
    use piecework::render::dxf::{DxfOptions, dxf};
    let sheet = first_sheet(&tiling(), &cut_options());
    bencher.bench(|| dxf(&sheet, &DxfOptions::default()));
}

/// Bricks in rows, every second row moved by half a brick, as the letters that polyomino programs print: 158
/// rows are 12 561 dominoes and half ones.
fn bricks(side: usize) -> String {
    let mut rows = String::new();
    for y in 0..side {
        for x in 0..side {
            // Letters that differ from those of all neighbours.
            let brick = (x + y % 2) / 2;
            rows.push(char::from(b"ABCDEFGHIJKL"[brick % 3 + 3 * (y % 4)]));
        }
        rows.push('\n');
    }
    rows
}

fn brick_tiling(side: usize) -> Tiling {
    let mut limits = Limits::default();
    limits.set("region-cells", 1_000_000).expect("under the ceiling");
    limits.set("copies", 1_000_000).expect("under the ceiling");
    let grids = read_letter_grids(Lattice::Square, &bricks(side), &limits).expect("a grid");
    infer_from_grid("bricks", &grids[0]).expect("a tiling")
}

fn shared_options() -> CutOptions {
    let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
    CutOptions { cell: 10.0, stock: Some((10_000.0, 10_000.0).into()), line, labels: false, ..cut_options() }
}

/// 158 rows have 37 841 edges of cells, 816 have a million.
const BRICKS: [usize; 3] = [158, 316, 816];

#[divan::bench(args = BRICKS)]
fn bricks_read(bencher: divan::Bencher<'_, '_>, side: usize) {
    bencher.bench(|| brick_tiling(side));
}

#[divan::bench(args = BRICKS)]
fn bricks_trace(bencher: divan::Bencher<'_, '_>, side: usize) {
    let tiling = brick_tiling(side);
    bencher.bench(|| Patchwork::trace(&tiling, 10.0));
}

#[divan::bench(args = BRICKS)]
fn bricks_order(bencher: divan::Bencher<'_, '_>, side: usize) {
    let patchwork = Patchwork::trace(&brick_tiling(side), 10.0).expect("a patchwork");
    bencher.bench(|| CommonLines::plan(&patchwork, CutOrder::Travel));
}

#[divan::bench(args = BRICKS)]
fn bricks_svg(bencher: divan::Bencher<'_, '_>, side: usize) {
    let sheet = first_sheet(&brick_tiling(side), &shared_options());
    bencher.bench(|| svg(&sheet, &SvgOptions::default()));
}
