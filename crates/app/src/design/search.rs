//! Options of several commands: how to search, and which tilings to keep.

use std::time::Duration;

use super::DesignError;
use super::memory::Memory;
use crate::question::{Condition, SortKey};
use piecework_draw::options::options;
use piecework_solve::Engine;
use piecework_tiling::tiling::Sameness;

/// The heading over how to search.
const SEARCH: &str = "Search options";
/// The heading over which tilings are kept.
const CHOICE: &str = "Which tilings";

/// What most people decide about a search, as [`common`](super::ProductSpec::common).
pub const SEARCH_COMMON: &[&str] = &["open", "seed", "engine", "time_limit"];

options! {
    /// How to search, and for how long.
    SearchRequest {
        /// The engine that searches. `auto` chooses one and reports which. cover, frontier, dlx, liberties,
        /// backtrack and brute-force search everything; cut-line, re-tiling, genetic and random find one
        /// tiling or a packing
        engine: Engine = "auto"; value_name: "NAME", group: SEARCH,
        /// Try options in a random order that depends on this number; without it the order is fixed
        seed: Option<u64>; value_name: "N", group: SEARCH,
        /// Stop the whole run after this time: 30s, 10m, 2h. What is complete by then is kept
        time_limit: Option<Duration>; value_name: "T", group: SEARCH,
        /// Which cells of a puzzle with classes stay open: their words ("26 Nov"), a date (2026-11-26), `today` (by UTC), or
        /// `each` with --count
        open: Option<String>; value_name: "CELLS", group: SEARCH,
            label: "Cells that stay open",
        /// Prune placements that leave an empty area no piece can fill (engines backtrack and brute-force)
        no_gaps: bool; group: SEARCH,
            label: "Prune empty areas",
        /// Stop after this many search steps; the search then uses one thread
        nodes: Option<u64>; value_name: "N", group: SEARCH,
            label: "Search steps",
        /// Search with this many threads; by default as many as the machine has. The result is the same
        threads: Option<u64>; value_name: "N", group: SEARCH, range: (1, 1024),
        /// How much memory the program may take while it searches, at least 64MB: 512MB, 2GiB; 2GiB by default, for
        /// `solve --count` half of what is free if that is more
        memory: Option<Memory>; value_name: "SIZE", group: SEARCH,
    }
}

options! {
    /// Which tilings are kept, and in which order.
    ChoiceRequest {
        /// Keep tilings for which this is true, such as "fault_lines > 0 && crossings <= 2"; `--help` lists
        /// the keys
        r#where: Option<String>; value_name: "EXPR", group: CHOICE,
            label: "Only tilings with",
        /// Keep or count one of each kind: fixed (as drawn), one-sided (also turned), free (also flipped), halves
        /// (also with congruent halves moved separately; not counted)
        distinct: Option<Sameness>; value_name: "KIND", group: CHOICE,
            label: "One of each kind",
        /// Sort by a key, smallest first; with a minus largest first: --sort=-crossings
        sort: Option<String>; value_name: "KEY", group: CHOICE, allows_hyphen: true,
            label: "Sort by",
        /// Keep the first N after sorting
        pick: Option<u64>; value_name: "N", group: CHOICE, range: (1, u64::MAX),
            label: "Keep the first",
    }
}

impl ChoiceRequest {
    /// Refuses conditions and keys that cannot be read.
    ///
    /// # Errors
    /// [`DesignError::Question`], with the column.
    pub fn check(&self) -> Result<(), DesignError> {
        if let Some(text) = &self.r#where {
            Condition::read(text)?;
        }
        if let Some(text) = &self.sort {
            SortKey::read(text)?;
        }
        Ok(())
    }
}
