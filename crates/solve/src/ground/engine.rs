//! The engines and their names.

use std::fmt;

/// A method of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// Chooses an engine for the puzzle; the report names it.
    #[default]
    Auto,
    /// Exact cover with dancing cells (sparse sets), most constrained item first (MRV). Works for every
    /// puzzle.
    Cover,
    /// Fills the first empty cell, with bit sets along the frontier and a table of dead states. Counts by
    /// transfer matrix if possible. Fast for few kinds of pieces on boards that are not too wide.
    Frontier,
    /// Breadth-first search of the parts of a rectangle below a cut: finds one tiling by unlimited copies of
    /// a few pieces.
    CutLine,
    /// Exact cover with dancing links, as published by Knuth.
    Dlx,
    /// Backtracking on the cell with the fewest open neighbours, in the smallest pocket.
    Liberties,
    /// Backtracking on the first open cell.
    Backtrack,
    /// Grows an island by any piece that touches it; a baseline for small puzzles.
    BruteForce,
    /// A SAT solver with learned clauses. Finds one tiling, or proves that none exists.
    Sat,
    /// Local search: improves a tiling cluster by cluster. For large boards with rules of decoration; finds
    /// one tiling and proves nothing.
    ReTiling,
    /// Genetic algorithm with a population layered by age. Finds one packing and proves nothing.
    Genetic,
    /// Hill climbing with random restarts, a baseline. Finds one packing and proves nothing.
    Random,
}

impl Engine {
    /// All engines, `auto` first.
    pub const ALL: &[Engine] = &[
        Engine::Auto,
        Engine::Cover,
        Engine::Frontier,
        Engine::CutLine,
        Engine::Dlx,
        Engine::Liberties,
        Engine::Backtrack,
        Engine::BruteForce,
        Engine::Sat,
        Engine::ReTiling,
        Engine::Genetic,
        Engine::Random,
    ];

    /// Returns whether it can visit and count all tilings, and prove that none exist.
    pub const fn is_exhaustive(self) -> bool {
        !matches!(self, Engine::CutLine | Engine::Sat | Engine::ReTiling | Engine::Genetic | Engine::Random)
    }

    /// Returns its name on the command line.
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
            Engine::Sat => "sat",
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
