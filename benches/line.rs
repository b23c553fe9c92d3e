//! From a tiling to files: the stages of the line one by one, on the twelve pentominoes.
//!
//! `cargo bench --bench line`. Compare the stages with one another in one run; machines are noisy.

use std::sync::Arc;

use piecework::cut::{self, CutOptions};
use piecework::quilt::piecing::PiecingOptions;
use piecework::quilt::{self, Method, QuiltOptions, Units};
use piecework::render::svg::{SvgOptions, svg};
use piecework::{
    DEFAULT_PALETTE, FabricWish, Limits, Palette, Patchwork, SolveOptions, Source, Tiling, Touch, first,
    layout, puzzle_template, read_puzzle,
};

fn main() {
    divan::main();
}

fn tiling() -> Tiling {
    let template = puzzle_template("pentomino-6x10").expect("a template");
    let puzzle =
        read_puzzle(&Source::new(template.name, template.text), &Limits::default()).expect("a puzzle");
    first(&Arc::new(puzzle), &SolveOptions::default()).expect("no limit").0.expect("a tiling")
}

fn quilt_options() -> QuiltOptions {
    QuiltOptions {
        cell: 50.8,
        seam_allowance: 6.35,
        method: Method::Templates,
        mirror: false,
        piecing: PiecingOptions::default(),
        palette: Palette::named(DEFAULT_PALETTE).expect("embedded"),
        differ: Touch::Edge,
        colouring: FabricWish::default(),
        paper: layout::paper("letter").expect("embedded"),
        units: Units::Imperial,
        yardage: Default::default(),
    }
}

fn cut_options() -> CutOptions {
    CutOptions {
        cell: 20.0,
        kerf: 0.2,
        seam_allowance: 0.0,
        gap: 2.0,
        bed: cut::machine("generic").expect("embedded").bed,
        stock: None,
        paper: layout::paper("a4").expect("embedded"),
        labels: true,
        line: cut::LineOptions::default(),
    }
}

#[divan::bench]
fn trace(bencher: divan::Bencher<'_, '_>) {
    let tiling = tiling();
    bencher.bench(|| Patchwork::trace(&tiling, 50.8));
}

#[divan::bench]
fn quilt_pattern(bencher: divan::Bencher<'_, '_>) {
    let (tiling, options) = (tiling(), quilt_options());
    bencher.bench(|| quilt::pattern(&tiling, &options));
}

#[divan::bench]
fn quilt_svg(bencher: divan::Bencher<'_, '_>) {
    let pattern = quilt::pattern(&tiling(), &quilt_options()).expect("a pattern");
    bencher.bench(|| pattern.pages.iter().map(|page| svg(page, &SvgOptions::default())).collect::<Vec<_>>());
}

#[cfg(feature = "pdf")]
#[divan::bench]
fn quilt_pdf(bencher: divan::Bencher<'_, '_>) {
    use piecework::render::pdf::{PdfOptions, pdf};
    let pattern = quilt::pattern(&tiling(), &quilt_options()).expect("a pattern");
    bencher.bench(|| pdf(&pattern.pages, &PdfOptions::default()));
}

#[divan::bench]
fn cut_plan(bencher: divan::Bencher<'_, '_>) {
    let (tiling, options) = (tiling(), cut_options());
    bencher.bench(|| cut::plan(&tiling, &options));
}

#[cfg(feature = "dxf")]
#[divan::bench]
fn cut_dxf(bencher: divan::Bencher<'_, '_>) {
    use piecework::render::dxf::{DxfOptions, dxf};
    let plan = cut::plan(&tiling(), &cut_options()).expect("a plan");
    bencher.bench(|| dxf(&plan.sheets[0], &DxfOptions::default()));
}
