//! How long the solver takes: `cargo bench --bench solver`.
//!
//! Times differ between machines; compare lines of one run.

use std::sync::Arc;

use piecework::{
    Cell, Count, Engine, Freedom, Lattice, Piece, Puzzle, Region, Shape, SolveOptions, count, first,
    named_set,
};

fn main() {
    divan::main();
}

/// The engines that really differ.
const ENGINES: [Engine; 1] = [Engine::Cover];

fn puzzle(region: Region, pieces: Vec<Piece>) -> Arc<Puzzle> {
    Arc::new(Puzzle::new("bench", region, pieces).expect("a good puzzle"))
}

fn set(name: &str, count: Count) -> Vec<Piece> {
    let set = named_set(name).expect("a known set");
    let piece = |(name, shape)| Piece { name, shape, freedom: set.freedom, count };
    set.members.into_iter().map(|member| piece((member.name, member.shape))).collect()
}

fn one(rows: &[&str]) -> Vec<Piece> {
    let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a good shape");
    vec![Piece { name: "A".into(), shape, freedom: Freedom::Free, count: Count::ANY }]
}

fn rectangle(columns: u32, rows: u32) -> Region {
    Region::rectangle(Lattice::Square, columns, rows).expect("a good region")
}

/// The region without the rectangle of `columns` x `rows` cells at (`x`, `y`).
fn without(region: &Region, (x, y): (i32, i32), (columns, rows): (i32, i32)) -> Region {
    let inside = |cell: &Cell| (x..x + columns).contains(&cell.x) && (y..y + rows).contains(&cell.y);
    let cells = region.cells().iter().copied().filter(|cell| !inside(cell)).collect();
    Region::new(region.lattice(), cells).expect("a good region")
}

fn options(engine: Engine) -> SolveOptions<'static> {
    SolveOptions { engine, ..SolveOptions::default() }
}

#[divan::bench(args = ENGINES, sample_count = 3)]
fn count_pentominoes_6x10(bencher: divan::Bencher<'_, '_>, engine: Engine) {
    let puzzle = puzzle(rectangle(10, 6), set("pentominoes", Count::exactly(1)));
    bencher.bench(|| count(&puzzle, &options(engine)));
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn count_pentominoes_8x8_without_centre(bencher: divan::Bencher<'_, '_>, engine: Engine) {
    let region = without(&rectangle(8, 8), (3, 3), (2, 2));
    let puzzle = puzzle(region, set("pentominoes", Count::exactly(1)));
    bencher.bench(|| count(&puzzle, &options(engine)));
}

#[divan::bench(args = ENGINES, sample_count = 10)]
fn count_dominoes_6x6(bencher: divan::Bencher<'_, '_>, engine: Engine) {
    let puzzle = puzzle(rectangle(6, 6), one(&["##"]));
    bencher.bench(|| count(&puzzle, &options(engine)));
}

/// Heavy-tailed: every seed is another lottery.
#[divan::bench(args = [1, 2, 3], sample_count = 3)]
fn first_hexominoes_15x15_without_3x5(bencher: divan::Bencher<'_, '_>, seed: u64) {
    let region = without(&rectangle(15, 15), (6, 5), (3, 5));
    let puzzle = puzzle(region, set("hexominoes", Count::exactly(1)));
    bencher.bench(|| first(&puzzle, &SolveOptions { seed: Some(seed), ..SolveOptions::default() }));
}

#[divan::bench(args = ENGINES, sample_count = 3)]
fn first_pentominoes_60x80(bencher: divan::Bencher<'_, '_>, engine: Engine) {
    let puzzle = puzzle(rectangle(80, 60), set("pentominoes", Count::ANY));
    bencher.bench(|| first(&puzzle, &options(engine)));
}
