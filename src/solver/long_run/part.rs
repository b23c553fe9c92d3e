//! Writes one finished part of a long run as a line of text, and reads it back.
//!
//! Tilings that are read back are checked again by [`Tiling::new`], and a line is only accepted for the run whose
//! header is given.
//!
//! ```json
//! {"part":17,"nodes":5120,"raw":24,"fixed":96,"check":"…"}
//! {"part":18,"nodes":5121,"tilings":[[[0,12,13,14],[1,15,16]]],"check":"…"}
//! ```
//!
//! A tiling is a list of placements: the number of the piece, and the numbers of the region cells.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::Deserialize;

use super::error::{CheckpointError, CheckpointFault};
use super::header::{Find, RunHeader};
use crate::lattice::Cell;
use crate::puzzle::Puzzle;
use crate::solver::symmetry::OrbitTally;
use crate::tiling::Tiling;

/// The results of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundPart {
    /// The number of the part.
    pub part: usize,
    /// Choices made in it.
    pub nodes: u64,
    /// The results.
    pub found: Found,
}

/// The results of some part of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// The number of tilings.
    Tally(PartTally),
    /// The tilings, in the order found.
    Tilings(Vec<Tiling>),
}

/// The data for counting; those of all parts are added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PartTally {
    /// Tilings.
    pub raw: u128,
    /// The sum, over tilings, of the symmetries of the puzzle that fix each.
    pub fixed: u128,
}

impl PartTally {
    /// Returns the sum with another one.
    #[must_use]
    pub(crate) const fn and(self, other: PartTally) -> PartTally {
        PartTally { raw: self.raw + other.raw, fixed: self.fixed + other.fixed }
    }

    /// Returns the number of tilings up to symmetry: exact if all tilings of the puzzle were counted, otherwise a lower
    /// bound.
    ///
    /// # Source
    /// The orbit-counting (Burnside's) lemma: the number of orbits is the average number of tilings that a symmetry fixes.
    #[must_use]
    pub(crate) fn up_to_symmetry(self, puzzle: &Puzzle) -> u128 {
        self.fixed.div_ceil(puzzle.symmetries().len() as u128)
    }
}

/// The contents of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    part: usize,
    nodes: u64,
    raw: Option<u128>,
    fixed: Option<u128>,
    tilings: Option<Vec<Vec<Vec<u32>>>>,
}

/// Returns a line with tilings.
pub(super) fn tilings_line(header: &RunHeader, part: usize, nodes: u64, tilings: &str) -> String {
    header.seal_line(&format!("{{\"part\":{part},\"nodes\":{nodes},\"tilings\":[{tilings}]}}"))
}

/// Returns a line with a count.
pub(super) fn tally_line(header: &RunHeader, part: usize, nodes: u64, tally: OrbitTally) -> String {
    let OrbitTally { raw, fixed } = tally;
    header.seal_line(&format!("{{\"part\":{part},\"nodes\":{nodes},\"raw\":{raw},\"fixed\":{fixed}}}"))
}

/// Adds a tiling to the list of them.
pub(super) fn push_tiling(list: &mut String, tiling: &Tiling) {
    let region = tiling.puzzle().region();
    let mut comma = if list.is_empty() { "[" } else { ",[" };
    for placement in tiling.placements() {
        // Writing to a string cannot fail.
        let _ = write!(list, "{comma}[{}", placement.piece);
        for &cell in &placement.cells {
            let index = region.index_of(cell).expect("a tiling covers cells of its region");
            let _ = write!(list, ",{index}");
        }
        list.push(']');
        comma = ",";
    }
    // A tiling without pieces is possible too.
    list.push_str(if tiling.placements().is_empty() { "[]" } else { "]" });
}

impl FoundPart {
    /// Reads a line of the run of `header`, whose puzzle is `puzzle`.
    ///
    /// # Errors
    /// [`CheckpointFault::Damaged`], [`CheckpointFault::ForeignPart`], [`CheckpointFault::NoTiling`].
    pub(crate) fn read(
        header: &RunHeader,
        puzzle: &Arc<Puzzle>,
        line: &str,
    ) -> Result<Self, CheckpointError> {
        let json = header.unseal_line(line).ok_or(CheckpointFault::Damaged)?;
        let body: Body = serde_json::from_str(&json).map_err(|_| CheckpointFault::Damaged)?;
        let part = body.part;
        if part >= header.parts() || !header.shard().has(part) {
            return Err(CheckpointFault::ForeignPart { part }.into());
        }
        let found = match (header.find(), body.raw.zip(body.fixed), body.tilings) {
            (Find::Count, Some((raw, fixed)), None) => Found::Tally(PartTally { raw, fixed }),
            (Find::UpToSymmetry | Find::Raw, None, Some(tilings)) => {
                Found::Tilings(read_tilings(puzzle, part, tilings)?)
            }
            _ => return Err(CheckpointFault::Damaged.into()),
        };
        Ok(Self { part, nodes: body.nodes, found })
    }
}

fn read_tilings(
    puzzle: &Arc<Puzzle>,
    part: usize,
    tilings: Vec<Vec<Vec<u32>>>,
) -> Result<Vec<Tiling>, CheckpointError> {
    let tilings = tilings.into_iter().zip(1..).map(|(tiling, number)| {
        let laid: Option<Vec<(usize, Vec<Cell>)>> =
            tiling.iter().map(|placement| read_placement(puzzle, placement)).collect();
        let tiling = Tiling::new(puzzle, laid.ok_or(CheckpointFault::Damaged)?);
        tiling.map_err(|source| CheckpointFault::NoTiling { part, number, source })
    });
    Ok(tilings.collect::<Result<_, CheckpointFault>>()?)
}

fn read_placement(puzzle: &Puzzle, placement: &[u32]) -> Option<(usize, Vec<Cell>)> {
    let (&piece, cells) = placement.split_first()?;
    let piece = usize::try_from(piece).ok().filter(|&piece| piece < puzzle.pieces().len())?;
    let cells = cells.iter().map(|&cell| puzzle.region().cells().get(cell as usize).copied());
    Some((piece, cells.collect::<Option<_>>()?))
}
