//! Writes one finished part of a long run as a line of text, and reads it back.
//!
//! Tilings that are read back are checked again by [`Tiling::new`], and a line is only accepted for the run
//! whose header is given.
//!
//! ```json
//! {"part":"17","nodes":5120,"seconds":0.25,"raw":"24","fixed":"96","check":"…"}
//! {"part":"18","nodes":5121,"seconds":0.21,"tilings":[[[0,12,13,14],[1,15,16]]],"check":"…"}
//! {"part":"19","divided":12,"check":"…"}
//! {"part":"20","nodes":9216,"seconds":60.1,"raw":"7","fixed":"7","left":[{"laid":[3,88]},{"laid":[3,91],"empty":[0]}],"check":"…"}
//! ```
//!
//! The third line says that a part takes too long and is searched as twelve parts, `19.0` to `19.11`. The
//! last one has the results of a part that was stopped, as those of `20.0`, and what is left of it, `20.1`
//! and `20.2`: placements and places that stay empty, by their numbers in the search. A tiling is a list of
//! placements: the number of the piece, and the numbers of the region cells.

use std::fmt::Write as _;
use std::sync::Arc;

use num_bigint::BigUint;
use serde::Deserialize;

use super::header::{Find, RunHeader};
use super::part_path::{Kept, PartPath};
use crate::ground::checkpoint::{CheckpointError, CheckpointFault};
use crate::ground::prefix::Prefix;
use crate::model::symmetries::OrbitTally;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

/// The results of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPart {
    /// The number of the part.
    pub part: PartPath,
    /// Choices made in it.
    pub nodes: u64,
    /// The results.
    pub found: Found,
}

/// The results of some part of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The number of tilings.
    Tally(PartTally),
    /// The tilings, in the order found.
    Tilings(Vec<Tiling>),
}

/// The data for counting; those of all parts are added up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartTally {
    /// Tilings.
    pub raw: BigUint,
    /// The sum, over tilings, of the symmetries of the puzzle that fix each.
    pub fixed: BigUint,
}

impl PartTally {
    /// Adds another one.
    pub fn add(&mut self, other: &PartTally) {
        self.raw += &other.raw;
        self.fixed += &other.fixed;
    }

    /// Returns the number of tilings up to symmetry, or up to turns as `find` says: exact if all tilings of the puzzle were
    /// counted, otherwise a lower bound.
    ///
    /// # Source
    /// The orbit-counting (Burnside's) lemma: the number of orbits is the average number of tilings that a
    /// symmetry fixes.
    pub fn up_to_symmetry(&self, puzzle: &Puzzle, find: Find) -> BigUint {
        let order = find.symmetries(puzzle);
        (&self.fixed + (order - 1)) / order
    }
}

impl From<OrbitTally> for PartTally {
    fn from(tally: OrbitTally) -> Self {
        Self { raw: tally.raw.into(), fixed: tally.fixed.into() }
    }
}

/// A line, as far as it can be understood without the puzzle.
#[derive(Debug, Clone, PartialEq)]
pub enum PartLine {
    /// A part was searched.
    #[allow(missing_docs, reason = "the names say it")]
    Searched { part: PartPath, seconds: f64, tilings: BigUint },
    /// A part was divided.
    #[allow(missing_docs, reason = "the names say it")]
    Divided { part: PartPath, into: usize },
    /// A part was searched until it was stopped, and this is left of it.
    #[allow(missing_docs, reason = "the names say it")]
    Begun { part: PartPath, seconds: f64, tilings: BigUint, left: Vec<Prefix> },
}

/// The contents of the line of a divided part.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DividedBody {
    part: PartPath,
    divided: usize,
}

/// The contents of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    part: PartPath,
    nodes: u64,
    seconds: f64,
    /// Numbers of any size, as text.
    raw: Option<String>,
    fixed: Option<String>,
    tilings: Option<Vec<Vec<Vec<u32>>>>,
    /// What is left of the part, if it was stopped.
    left: Option<Vec<Prefix>>,
}

impl Body {
    fn tally(&self) -> Result<Option<PartTally>, CheckpointError> {
        let number =
            |text: &String| text.parse().map_err(|_| CheckpointError::from(CheckpointFault::Damaged));
        let both = self.raw.as_ref().zip(self.fixed.as_ref());
        both.map(|(raw, fixed)| Ok(PartTally { raw: number(raw)?, fixed: number(fixed)? })).transpose()
    }
}

/// How much work a part was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Effort {
    /// Choices made.
    pub(super) nodes: u64,
    /// Seconds of one thread.
    pub(super) seconds: f64,
}

/// Returns a line with tilings, of a part of which this is left.
pub(super) fn tilings_line(
    header: &RunHeader,
    part: &PartPath,
    effort: Effort,
    tilings: &str,
    left: &[Prefix],
) -> String {
    header.seal_line(&format!("{{{},\"tilings\":[{tilings}]{}}}", head(part, effort), tail(left)))
}

/// Returns a line with a count, of a part of which this is left.
pub(super) fn tally_line(
    header: &RunHeader,
    part: &PartPath,
    effort: Effort,
    tally: &PartTally,
    left: &[Prefix],
) -> String {
    let PartTally { raw, fixed } = tally;
    let head = head(part, effort);
    header.seal_line(&format!("{{{head},\"raw\":\"{raw}\",\"fixed\":\"{fixed}\"{}}}", tail(left)))
}

/// Returns the line of a part that is searched as several.
pub(super) fn divided_line(header: &RunHeader, part: &PartPath, into: usize) -> String {
    header.seal_line(&format!("{{\"part\":\"{part}\",\"divided\":{into}}}"))
}

fn head(part: &PartPath, effort: Effort) -> String {
    let Effort { nodes, seconds } = effort;
    format!("\"part\":\"{part}\",\"nodes\":{nodes},\"seconds\":{seconds:.6}")
}

fn tail(left: &[Prefix]) -> String {
    let list = || serde_json::to_string(left).expect("numbers are JSON");
    if left.is_empty() { String::new() } else { format!(",\"left\":{}", list()) }
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

impl PartLine {
    /// Reads a line of the run of `header`, of which `kept` is before it.
    ///
    /// # Errors
    /// [`CheckpointFault::Damaged`], [`CheckpointFault::ForeignPart`].
    pub fn read(header: &RunHeader, kept: &Kept, line: &str) -> Result<Self, CheckpointError> {
        let json = header.unseal_line(line).ok_or(CheckpointFault::Damaged)?;
        let known = |part: PartPath| match kept.knows(&part, |root| header.has(root)) {
            true => Ok(part),
            false => Err(CheckpointError::from(CheckpointFault::ForeignPart { part: part.to_string() })),
        };
        if let Ok(DividedBody { part, divided: into }) = serde_json::from_str(&json) {
            return Ok(PartLine::Divided { part: known(part)?, into });
        }
        let body: Body = serde_json::from_str(&json).map_err(|_| CheckpointFault::Damaged)?;
        let tilings = match (header.find(), body.tally()?, &body.tilings) {
            (find, Some(tally), None) if find.counts() => tally.raw,
            (Find::UpToSymmetry | Find::Raw, None, Some(tilings)) => tilings.len().into(),
            _ => return Err(CheckpointFault::Damaged.into()),
        };
        let (part, seconds) = (known(body.part)?, body.seconds);
        Ok(match body.left {
            None => PartLine::Searched { part, seconds, tilings },
            Some(left) => PartLine::Begun { part, seconds, tilings, left },
        })
    }
}

impl FoundPart {
    /// Reads the line of a searched or begun part of the run of `header`, whose puzzle is `puzzle`;
    /// [`PartLine::read`] has accepted it.
    ///
    /// # Errors
    /// [`CheckpointFault::Damaged`], [`CheckpointFault::NoTiling`].
    pub fn read(header: &RunHeader, puzzle: &Arc<Puzzle>, line: &str) -> Result<Self, CheckpointError> {
        let json = header.unseal_line(line).ok_or(CheckpointFault::Damaged)?;
        let body: Body = serde_json::from_str(&json).map_err(|_| CheckpointFault::Damaged)?;
        let tally = body.tally()?;
        // What is found of a part that was stopped is the first of its parts.
        let part = if body.left.is_some() { body.part.child(0) } else { body.part };
        let found = match (header.find(), tally, body.tilings) {
            (find, Some(tally), None) if find.counts() => Found::Tally(tally),
            (Find::UpToSymmetry | Find::Raw, None, Some(tilings)) => {
                Found::Tilings(read_tilings(puzzle, &part, tilings)?)
            }
            _ => return Err(CheckpointFault::Damaged.into()),
        };
        Ok(Self { part, nodes: body.nodes, found })
    }
}

fn read_tilings(
    puzzle: &Arc<Puzzle>,
    part: &PartPath,
    tilings: Vec<Vec<Vec<u32>>>,
) -> Result<Vec<Tiling>, CheckpointError> {
    let tilings = tilings.into_iter().zip(1..).map(|(tiling, number)| {
        let laid: Option<Vec<(usize, Vec<Cell>)>> =
            tiling.iter().map(|placement| read_placement(puzzle, placement)).collect();
        let tiling = Tiling::new(puzzle, laid.ok_or(CheckpointFault::Damaged)?);
        tiling.map_err(|source| CheckpointFault::NoTiling { part: part.to_string().into(), number, source })
    });
    Ok(tilings.collect::<Result<_, CheckpointFault>>()?)
}

fn read_placement(puzzle: &Puzzle, placement: &[u32]) -> Option<(usize, Vec<Cell>)> {
    let (&piece, cells) = placement.split_first()?;
    let piece = usize::try_from(piece).ok().filter(|&piece| piece < puzzle.pieces().len())?;
    let cells = cells.iter().map(|&cell| puzzle.region().cells().get(cell as usize).copied());
    Some((piece, cells.collect::<Option<_>>()?))
}
