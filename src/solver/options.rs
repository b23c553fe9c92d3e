//! How a search is to be made.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::SolverError;
use crate::limits::Limit;

/// The ways of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The one that suits the puzzle; the report says which it was.
    #[default]
    Auto,
    /// Exact covers by dancing cells: fits every puzzle.
    Cover,
    /// First empty cell first, on words of bits, with a table of dead states: fast where few kinds of pieces lie on a
    /// board that is not too wide.
    Frontier,
    /// Parts of a rectangle below canonical cuts, in breadth: one tiling by unlimited copies of one piece or a few.
    CutLine,
    /// Exact covers by dancing links, as they were published.
    Dlx,
    /// The place with fewest open neighbours first, in the smallest pocket.
    Liberties,
    /// The first open place first.
    Backtrack,
    /// Any piece that touches the others next; for small puzzles only.
    BruteForce,
    /// A tiling made better cluster by cluster: for large boards with rules of decoration. It finds one, and proves
    /// nothing.
    ReTiling,
    /// Packings that breed, in layers by age. Finds, and proves nothing.
    Genetic,
    /// Pieces thrown at random. Finds, and proves nothing.
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

    /// Whether it searches everything: it can visit and count all tilings, and tell that there is none.
    #[must_use]
    pub const fn is_exhaustive(self) -> bool {
        !matches!(self, Engine::CutLine | Engine::ReTiling | Engine::Genetic | Engine::Random)
    }

    /// The word for it on the command line.
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

impl FromStr for Engine {
    type Err = SolverError;

    fn from_str(name: &str) -> Result<Self, SolverError> {
        let known = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        known.ok_or_else(|| SolverError::NoSuchEngine { found: name.to_owned() })
    }
}

/// What a search says of itself while it runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Choices made so far.
    pub nodes: u64,
    /// Tilings found so far.
    pub tilings: u128,
    /// The most pieces that lay at once, and places left empty by choice, as far as was looked.
    pub depth: usize,
    /// The most cells that a packing covers, of those met so far, from a search for packings. It is told as soon as there
    /// are more.
    pub covered: Option<usize>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Parts of the search that are done, by earlier runs too.
    pub parts_done: usize,
    /// Parts into which the search is split.
    pub parts: usize,
    /// An estimate of the part of the whole search that is done, 0 to 1, where there is one.
    pub share_done: Option<f64>,
    /// An estimate of the time until everything is searched, where there is one. Parts differ in size, so it is rough.
    pub time_left: Option<Duration>,
}

impl Progress {
    /// Choices made in a second, on average.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// How a search is to be made: limits, chance, and whom to tell.
///
/// # Examples
/// ```
/// use piecework::SolveOptions;
/// use std::time::Duration;
/// let options = SolveOptions { time_limit: Some(Duration::from_secs(10)), ..SolveOptions::default() };
/// assert!(options.symmetry_breaking);
/// ```
#[derive(Clone)]
pub struct SolveOptions<'a> {
    /// Which engine searches. Default: [`Engine::Auto`].
    pub engine: Engine,
    /// Stops after this time; looked at about every thousand nodes. Default: none.
    pub time_limit: Option<Duration>,
    /// Stops before the node after so many; unlike time the same on every machine. Default: none.
    pub node_limit: Option<u64>,
    /// Refuses puzzles that may have more placements, before any memory is taken. Default: that of
    /// [`Limit::Placements`].
    pub placement_limit: u64,
    /// Refuses puzzles whose tables may take more bytes, and stops engines whose tables grow beyond. Default: 2 GiB,
    /// chosen by eye.
    pub memory_limit: u64,
    /// How many threads search; 0 counts as 1. What is found, and in which order, is the same for any number. Searches
    /// with a node limit are made by one, so that they end at the same node; so are searches for one tiling. Default: 1.
    pub threads: usize,
    /// Tries options in an order shuffled by this seed; without one, in their own order. Default: none.
    pub seed: Option<u64>,
    /// Searches only one of each set of placements that are images of one another, for one piece that is there once;
    /// the results are the same. Default: on.
    pub symmetry_breaking: bool,
    /// Gives up what leaves an empty area that no pieces can fill, in the engines [`Engine::Backtrack`] and
    /// [`Engine::BruteForce`]; others have means of their own. The results are the same. Default: off.
    pub no_gaps: bool,
    /// Looks for an argument that there is no tiling before anything is searched; the results are the same. Default: on.
    pub arguments: bool,
    /// Stops soon after this becomes true. Default: none.
    pub stop: Option<&'a AtomicBool>,
    /// Called every few thousand nodes or several times a second, on the calling thread. Default: none.
    pub progress: Option<&'a dyn Fn(&Progress)>,
}

impl SolveOptions<'_> {
    /// How many threads search in parts: with a node limit one, as several would end at nodes of their own.
    pub(super) fn team(&self) -> usize {
        if self.node_limit.is_some() { 1 } else { self.threads }
    }
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self {
            engine: Engine::Auto,
            time_limit: None,
            node_limit: None,
            placement_limit: Limit::Placements.default_value(),
            memory_limit: 2 << 30,
            threads: 1,
            seed: None,
            symmetry_breaking: true,
            no_gaps: false,
            arguments: true,
            stop: None,
            progress: None,
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("engine", &self.engine)
            .field("time_limit", &self.time_limit)
            .field("node_limit", &self.node_limit)
            .field("placement_limit", &self.placement_limit)
            .field("memory_limit", &self.memory_limit)
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .field("symmetry_breaking", &self.symmetry_breaking)
            .field("no_gaps", &self.no_gaps)
            .field("arguments", &self.arguments)
            .field("stop", &self.stop)
            .field("progress", &self.progress.map(|_| "a callback"))
            .finish()
    }
}
