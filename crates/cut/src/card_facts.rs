//! Counts the solutions of a puzzle and measures its difficulty, for its card.

use std::sync::Arc;

use piecework_solve::maker::reason;
use piecework_solve::{SolveOptions, count};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;

/// What is known of a puzzle that is on its card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardFacts {
    /// How many solutions there are, up to turning and flipping, in digits. Default: at least one.
    pub solutions: Option<SolutionCount>,
    /// The class of difficulty, from 1 (easy) to 5. Default: not known.
    pub difficulty: Option<u8>,
    /// The address at which the puzzle is played, which the code holds. Default: the card has no code.
    pub play: Option<String>,
}

/// A number of solutions.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SolutionCount {
    /// The number in digits.
    pub number: String,
    /// Whether these are all; else there are at least as many.
    pub is_all: bool,
}

/// The nodes of a search for an insert card: a limit that is the same on every machine, so that the card is
/// too. Chosen by trial: seconds, more than all solutions of twelve pentominoes need.
const CARD_NODES: u64 = 1 << 23;

impl CardFacts {
    /// Counts the solutions of a puzzle and measures its difficulty, for its card.
    ///
    /// # Errors
    /// [`Stopped`](piecework_tiling::stop::Stopped), and those of the search.
    pub fn search(puzzle: &Arc<Puzzle>, options: &SolveOptions<'_>, stop: &StopFlag) -> Result<Self, Error> {
        let time_limit = stop.time_left();
        let options = SolveOptions { node_limit: Some(CARD_NODES), time_limit, ..options.clone() };
        let count = count(puzzle, &options)?;
        let found = count.up_to_symmetry.to_string();
        // One is known, because it is cut.
        let number = if found == "0" { "1".to_owned() } else { found };
        let solutions = Some(SolutionCount { number, is_all: count.is_complete() });
        let difficulty = reason(puzzle, &options)?.map(|reasoning| reasoning.difficulty());
        stop.check()?;
        Ok(Self { solutions, difficulty, play: None })
    }
}
