//! The engines and their names.

use std::fmt;

use piecework_tiling::setting::{self, Word, words};

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

words! {
    Engine {
        "auto" => Engine::Auto, "chooses, and reports which engine it chose";
        "cover" => Engine::Cover, "exact cover with dancing cells; exhaustive";
        "frontier" => Engine::Frontier, "first empty cell first, on bit sets with a table of dead states; exhaustive";
        "cut-line" => Engine::CutLine, "breadth first below canonical cuts of a rectangle; finds one tiling";
        "dlx" => Engine::Dlx, "exact cover with dancing links, as published; exhaustive";
        "liberties" => Engine::Liberties, "the most hemmed-in cell first; exhaustive";
        "backtrack" => Engine::Backtrack, "the first empty cell first; exhaustive";
        "brute-force" => Engine::BruteForce, "any piece that touches the others; exhaustive";
        "sat" => Engine::Sat, "a SAT solver; finds one tiling, or proves that none exists";
        "re-tiling" => Engine::ReTiling, "improves a tiling area by area, for large boards; finds one tiling";
        "genetic" => Engine::Genetic, "genetic algorithm; finds one tiling or a packing";
        "random" => Engine::Random, "random placements; finds one tiling or a packing";
    }
}

impl Engine {
    /// All engines, `auto` first.
    pub const ALL: &[Engine] = <Engine as Word>::VALUES;

    /// Returns whether it can visit and count all tilings, and prove that none exist.
    pub const fn is_exhaustive(self) -> bool {
        !matches!(self, Engine::CutLine | Engine::Sat | Engine::ReTiling | Engine::Genetic | Engine::Random)
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        setting::name(self)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
