//! The engines and their names.

use std::fmt;

/// A method of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// Chooses an engine for the puzzle; the report names it.
    #[default]
    Auto,
    /// Exact cover by dancing cells (sparse sets), most constrained item first. Works for every puzzle.
    Cover,
    /// Fills the first empty cell first, on bit sets along the frontier, with a table of dead states. Counts by transfer
    /// matrix where it can. Fast for few kinds of pieces on boards that are not too wide.
    Frontier,
    /// Breadth-first search of the parts of a rectangle below a cut: finds one tiling by unlimited copies of a few pieces.
    CutLine,
    /// Exact cover by dancing links, as published by Knuth.
    Dlx,
    /// Backtracking on the cell with the fewest open neighbours, in the smallest pocket.
    Liberties,
    /// Backtracking on the first open cell.
    Backtrack,
    /// Any piece that touches the others next; a baseline for small puzzles.
    BruteForce,
    /// Local search: improves a tiling cluster by cluster. For large boards with rules of decoration; finds one tiling and
    /// proves nothing.
    ReTiling,
    /// Genetic algorithm with a population layered by age. Finds one packing and proves nothing.
    Genetic,
    /// Hill climbing with random restarts, a baseline. Finds one packing and proves nothing.
    Random,
}

impl Engine {
    /// All engines, `auto` first.
    pub const ALL: [Engine; 11] = [
        Engine::Auto,
        Engine::Cover,
        Engine::Frontier,
        Engine::CutLine,
        Engine::Dlx,
        Engine::Liberties,
        Engine::Backtrack,
        Engine::BruteForce,
        Engine::ReTiling,
        Engine::Genetic,
        Engine::Random,
    ];

    /// Whether it can visit and count all tilings, and prove that there are none.
    #[must_use]
    pub const fn is_exhaustive(self) -> bool {
        !matches!(self, Engine::CutLine | Engine::ReTiling | Engine::Genetic | Engine::Random)
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Cover => "cover",
            Engine::Frontier => "frontier",
            Engine::CutLine => "cut-line",
            Engine::Dlx => "dlx",
            Engine::Liberties => "liberties",
            Engine::Backtrack => "backtrack",
            Engine::BruteForce => "brute-force",
            Engine::ReTiling => "re-tiling",
            Engine::Genetic => "genetic",
            Engine::Random => "random",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
