//! Benchmarks the solver: `cargo bench -p piecework-benches --bench solver`; add a name to run one bench.
//!
//! Every bench runs several engines on one puzzle. Times differ between machines and from hour to hour;
//! compare ratios within one run. docs/performance.md has a run and its conclusions.

use std::ops::ControlFlow;
use std::sync::Arc;

use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::polyform::{Freedom, Shape};
use piecework::puzzle::{Count, Piece, Puzzle, Region, pieces_from_hex, read_puzzle};
use piecework::solver::{
    Engine, SolveOptions, Total, best_effort, count, first, smallest_rectangle, solve_up_to_symmetry,
};
use piecework::source::Source;
use piecework::templates::puzzle_template;

fn main() {
    divan::main();
}

fn template(name: &str) -> Arc<Puzzle> {
    let text = puzzle_template(name).expect("a template").text;
    Arc::new(read_puzzle(&Source::new(name, text), &Limits::default()).expect("a good puzzle"))
}

/// A rectangle and as many dominoes as fit.
fn dominoes(side: u32) -> Arc<Puzzle> {
    let shape = Shape::from_rows(Lattice::Square, ["##"]).expect("a good shape");
    let piece = Piece { name: "domino".into(), shape, freedom: Freedom::Free, count: Count::ANY };
    let region = Region::rectangle(Lattice::Square, side, side).expect("a good region");
    Arc::new(Puzzle::new("dominoes", region, vec![piece]).expect("a good puzzle"))
}

fn on(engine: Engine) -> SolveOptions<'static> {
    SolveOptions { engine, ..SolveOptions::default() }
}

/// Visits every tiling up to symmetry.
fn visit_all(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>) -> Total {
    let report = solve_up_to_symmetry(puzzle, options, |_| ControlFlow::Continue(())).expect("a search");
    assert!(report.outcome.is_complete());
    report.tilings
}

/// Each row of the table in docs/performance.md, with the engines that finish it.
mod all {
    use super::*;

    #[divan::bench(args = [Engine::Auto, Engine::Frontier, Engine::Cover, Engine::Dlx, Engine::Liberties, Engine::Backtrack], sample_count = 3)]
    fn pentomino_6x10(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("pentomino-6x10");
        bencher.bench(|| assert_eq!(visit_all(&puzzle, &on(engine)), 2339));
    }

    #[divan::bench(args = [Engine::Auto, Engine::Frontier, Engine::Cover, Engine::Dlx, Engine::Liberties], sample_count = 5)]
    fn pentomino_8x8_hole(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("pentomino-8x8-hole");
        bencher.bench(|| assert_eq!(visit_all(&puzzle, &on(engine)), 65));
    }

    /// The others take hours or have never finished.
    #[divan::bench(args = [Engine::Frontier], sample_count = 3)]
    fn untouchable_11(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("untouchable-11");
        bencher.bench(|| assert_eq!(visit_all(&puzzle, &on(engine)), 7));
    }

    #[divan::bench(args = [1, 2], sample_count = 1)]
    fn thirteen_pieces_8x8_on_threads(bencher: divan::Bencher<'_, '_>, threads: usize) {
        let puzzle = template("thirteen-pieces-8x8");
        bencher.bench(|| visit_all(&puzzle, &SolveOptions { threads, ..on(Engine::Frontier) }));
    }
}

mod counts {
    use super::*;

    #[divan::bench(args = [Engine::Auto, Engine::Frontier, Engine::Cover], sample_count = 3)]
    fn pentomino_6x10(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("pentomino-6x10");
        bencher.bench(|| count(&puzzle, &on(engine)));
    }

    #[divan::bench(args = [Engine::Auto, Engine::Cover], sample_count = 1)]
    fn thirteen_pieces_8x8(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("thirteen-pieces-8x8");
        bencher.bench(|| count(&puzzle, &on(engine)));
    }

    #[divan::bench(args = [8, 20], sample_count = 3)]
    fn dominoes_on_a_square(bencher: divan::Bencher<'_, '_>, side: u32) {
        let puzzle = dominoes(side);
        bencher.bench(|| count(&puzzle, &on(Engine::Auto)));
    }
}

mod firsts {
    use super::*;

    /// Heavy-tailed: times vary with the seed, so the median of ten counts.
    #[divan::bench(args = 1..=10, sample_count = 1)]
    fn hexomino_15x15_less_3x5(bencher: divan::Bencher<'_, '_>, seed: u64) {
        let puzzle = template("hexomino-15x15-less-3x5");
        bencher.bench(|| first(&puzzle, &SolveOptions { seed: Some(seed), ..on(Engine::Cover) }));
    }

    #[divan::bench(args = [Engine::Auto, Engine::Cover, Engine::Frontier, Engine::Dlx], sample_count = 10)]
    fn thirteen_pieces_8x8(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("thirteen-pieces-8x8");
        bencher.bench(|| first(&puzzle, &on(engine)));
    }

    /// Unlimited copies of one piece: a transfer matrix against placements one by one.
    #[divan::bench(args = [Engine::CutLine, Engine::Cover], sample_count = 1)]
    fn y_hexomino_23x24(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("y-hexomino-23x24");
        bencher.bench(|| first(&puzzle, &on(engine)));
    }

    #[divan::bench(args = [Engine::CutLine, Engine::Cover], sample_count = 1)]
    fn heptomino_21x26(bencher: divan::Bencher<'_, '_>, engine: Engine) {
        let puzzle = template("heptomino-21x26");
        bencher.bench(|| first(&puzzle, &on(engine)));
    }

    /// No two equal pieces side by side. No other engine found a tiling within minutes.
    #[divan::bench(args = 1..=5, sample_count = 3)]
    fn quilt_60x80(bencher: divan::Bencher<'_, '_>, seed: u64) {
        let puzzle = template("quilt-60x80");
        bencher.bench(|| first(&puzzle, &SolveOptions { seed: Some(seed), ..on(Engine::ReTiling) }));
    }
}

mod packings {
    use super::*;

    /// The engine of the tutorial with its puzzle, for at most ten seconds' worth of steps; returns the
    /// covered cells.
    #[divan::bench(args = 1..=10, sample_count = 1)]
    fn thirteen_pieces_8x8_by_genetic(bencher: divan::Bencher<'_, '_>, seed: u64) {
        let puzzle = template("thirteen-pieces-8x8");
        let pack = || best_effort(&puzzle, &SolveOptions { seed: Some(seed), ..on(Engine::Genetic) });
        let (packing, _) = pack().expect("a search");
        println!("seed {seed}: {} of 64 cells", packing.covered());
        bencher.bench(pack);
    }
}

mod orders {
    use super::*;

    /// The smallest rectangle, and the proof that no smaller one can be tiled.
    #[divan::bench(args = ["f040", "f860", "f840", "f0f880", "e0f080"], sample_count = 3)]
    fn smallest(bencher: divan::Bencher<'_, '_>, name: &str) {
        let pieces = pieces_from_hex(name).expect("a good name");
        bencher.bench(|| {
            let report = smallest_rectangle(&pieces, 4_000, &SolveOptions::default()).expect("a search");
            assert!(report.order.is_some());
        });
    }
}
