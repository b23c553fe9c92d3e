//! Writes and reads the header of a checkpoint file, and the check value of every line.
//!
//! The header identifies the search, so that parts of different searches are not mixed. A line that was
//! changed, or copied from another run, fails its check.

use std::fmt::Write as _;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::ground::checkpoint::{CheckpointError, CheckpointFault};
use crate::ground::prefix::Prefix;
use crate::ground::{Engine, SolveOptions};
use piecework_tiling::puzzle::{Puzzle, PuzzleSymmetry};

/// The version of the format that is written, and the only one that is read.
const FORMAT: u32 = 2;

/// Hexadecimal digits of a seal.
const SEAL_DIGITS: usize = 16;

/// The goal of a long run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Find {
    /// The number of tilings, as by [`crate::count`].
    Count,
    /// The same with mirror images as two, as by [`crate::count`] without [`SolveOptions::reflections`].
    CountUpToTurns,
    /// One tiling of each orbit, as by [`crate::solve_up_to_symmetry`].
    UpToSymmetry,
    /// Every tiling, as by [`crate::solve`].
    Raw,
}

impl Find {
    /// Returns whether tilings are counted, not kept.
    pub const fn counts(self) -> bool {
        matches!(self, Find::Count | Find::CountUpToTurns)
    }

    /// Returns the number of symmetries of a puzzle by which tilings are the same.
    pub(crate) fn symmetries(self, puzzle: &Puzzle) -> usize {
        let is_counted =
            |motion: &&PuzzleSymmetry| self != Find::CountUpToTurns || !motion.symmetry.is_reflection();
        puzzle.symmetries().iter().filter(is_counted).count()
    }

    /// Returns the word for it in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Find::Count => "count",
            Find::CountUpToTurns => "count-up-to-turns",
            Find::UpToSymmetry => "up-to-symmetry",
            Find::Raw => "raw",
        }
    }
}

/// One of several runs, on any number of machines, that search a puzzle together.
///
/// Parts are divided in their order: shard 0 of 4 searches the first quarter of them. Neighbouring parts have
/// much in common, so that what is learnt in one helps in the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// The only shard: all parts.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Shard `index` of `of`, counted from 0.
    ///
    /// # Errors
    /// [`CheckpointFault::NoSuchShard`] unless `index < of`.
    pub fn new(index: usize, of: usize) -> Result<Self, CheckpointError> {
        if index < of {
            Ok(Self { index, of })
        } else {
            Err(CheckpointFault::NoSuchShard { index, of }.into())
        }
    }

    /// Returns its number, from 0.
    pub const fn index(self) -> usize {
        self.index
    }

    /// Returns the number of shards.
    pub const fn of(self) -> usize {
        self.of
    }

    /// Returns the parts that belong to this shard of a search in `parts` parts.
    pub(crate) fn parts(self, parts: usize) -> Range<usize> {
        let end = |index: usize| {
            // Neither number is near the limit, but their product may be.
            let end = index as u128 * parts as u128 / self.of as u128;
            usize::try_from(end).expect("at most the number of parts")
        };
        end(self.index)..end(self.index + 1)
    }
}

/// The first line of a file: identifies the search that its parts belong to.
///
/// Files are written by [`crate::solve_in_parts`]; a header is read back from its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunHeader {
    body: Body,
    seal: String,
}

/// The contents of the line. Fields are written in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Body {
    piecework_checkpoint: u32,
    /// The version of the program.
    program: String,
    /// The title of the puzzle, for readers.
    name: String,
    /// The fingerprint of the puzzle.
    puzzle: String,
    /// A digest of what the fingerprint leaves out: the order and the names of the pieces.
    pieces: String,
    find: Find,
    engine: String,
    seed: Option<u64>,
    symmetry_breaking: bool,
    /// Changes the number of steps, not the result.
    no_gaps: bool,
    /// The number of parts of the search.
    parts: usize,
    /// A digest of the parts themselves.
    split: String,
    shard: usize,
    shards: usize,
}

impl RunHeader {
    /// A header. The engine that searches need not be the one that divides the search into parts.
    pub(super) fn new(
        (puzzle, options): (&Puzzle, &SolveOptions<'_>),
        [engine, divides]: [Engine; 2],
        find: Find,
        parts: &[Prefix],
        shard: Shard,
    ) -> Self {
        let body = Body {
            piecework_checkpoint: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            name: puzzle.name().to_owned(),
            puzzle: puzzle.fingerprint(),
            pieces: pieces_digest(puzzle),
            find,
            engine: engine.name().to_owned(),
            seed: options.seed,
            symmetry_breaking: options.symmetry_breaking,
            no_gaps: options.no_gaps,
            parts: parts.len(),
            split: split_digest(divides, parts),
            shard: shard.index,
            shards: shard.of,
        };
        let seal = seal("", &body.json());
        Self { body, seal }
    }

    /// Reads a header line.
    ///
    /// # Errors
    /// [`CheckpointFault::NoHeader`], and [`CheckpointFault::LaterFormat`] for a line of a later program.
    pub fn read(line: &str) -> Result<Self, CheckpointError> {
        later_format(line)?;
        let no_header = || CheckpointError::from(CheckpointFault::NoHeader).at_line(1);
        let (json, seal) = unsealed("", line).ok_or_else(no_header)?;
        let body: Body = serde_json::from_str(&json).map_err(|_| no_header())?;
        if body.piecework_checkpoint != FORMAT || body.shard >= body.shards || body.parts == 0 {
            return Err(no_header());
        }
        Ok(Self { body, seal })
    }

    /// Returns the line, without its end.
    pub fn line(&self) -> String {
        sealed("", &self.body.json())
    }

    /// Returns a name for the search, which all of its shards have, and any other division of it.
    pub fn search(&self) -> String {
        let split = String::new();
        let body = Body { split, parts: 0, shard: 0, shards: 0, ..self.body.clone() };
        seal("", &body.json())
    }

    /// Returns the check value of the line.
    pub(super) fn seal(&self) -> &str {
        &self.seal
    }

    /// Returns the goal of the search.
    pub fn find(&self) -> Find {
        self.body.find
    }

    /// Returns the number of parts of the whole search.
    pub(crate) fn parts(&self) -> usize {
        self.body.parts
    }

    /// Returns the shard of this run.
    pub fn shard(&self) -> Shard {
        Shard { index: self.body.shard, of: self.body.shards }
    }

    /// Returns whether a part is searched by this run.
    pub(crate) fn has(&self, part: usize) -> bool {
        self.own_parts().contains(&part)
    }

    /// Returns the parts of another shard of the same search, by its number.
    pub fn parts_of(&self, shard: usize) -> Range<usize> {
        Shard { index: shard, of: self.body.shards }.parts(self.parts())
    }

    /// Returns the title of the puzzle.
    pub fn name(&self) -> &str {
        &self.body.name
    }

    /// Returns the name of the engine.
    pub fn engine_name(&self) -> &str {
        &self.body.engine
    }

    /// Returns the parts that are searched by this run, ascending; some may be divided again.
    pub fn own_parts(&self) -> Range<usize> {
        self.shard().parts(self.parts())
    }

    /// Returns the engine that searches.
    ///
    /// # Errors
    /// [`CheckpointFault::NoHeader`] if this program has no engine of that name.
    pub fn engine(&self) -> Result<Engine, CheckpointError> {
        self.body.engine.parse().map_err(|_| CheckpointError::from(CheckpointFault::NoHeader).at_line(1))
    }

    /// Refuses a puzzle other than the one that is searched.
    ///
    /// # Errors
    /// [`CheckpointFault::Other`].
    pub fn refuse_other_puzzle(&self, puzzle: &Puzzle) -> Result<(), CheckpointError> {
        let mut expected = self.clone();
        (expected.body.puzzle, expected.body.pieces) = (puzzle.fingerprint(), pieces_digest(puzzle));
        expected.refuse_other_search(self)
    }

    /// Refuses the header of a different run.
    ///
    /// # Errors
    /// [`CheckpointFault::Other`] with the first difference.
    pub fn refuse_other(&self, found: &RunHeader) -> Result<(), CheckpointError> {
        self.refuse_other_search(found)?;
        self.compare("shard", found, |body| format!("{} of {}", body.shard, body.shards))
    }

    /// As [`RunHeader::refuse_other`], but accepts other shards of the same search.
    pub(super) fn refuse_other_search(&self, found: &RunHeader) -> Result<(), CheckpointError> {
        self.compare("puzzle", found, |body| body.puzzle.clone())?;
        self.compare("names or order of pieces", found, |body| body.pieces.clone())?;
        self.compare("program version", found, |body| body.program.clone())?;
        self.compare("goal", found, |body| body.find.name().to_owned())?;
        self.compare("engine", found, |body| body.engine.clone())?;
        let word = |seed: Option<u64>| seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
        self.compare("seed", found, |body| word(body.seed))?;
        self.compare("symmetry breaking", found, |body| body.symmetry_breaking.to_string())?;
        self.compare("use of --no-gaps", found, |body| body.no_gaps.to_string())?;
        self.compare("number of parts", found, |body| body.parts.to_string())?;
        self.compare("split into parts", found, |body| body.split.clone())
    }

    /// As `RunHeader::refuse_other_search`, but accepts only as many shards.
    pub fn refuse_other_division(&self, found: &RunHeader) -> Result<(), CheckpointError> {
        self.refuse_other_search(found)?;
        self.compare("number of shards", found, |body| body.shards.to_string())
    }

    fn compare(
        &self,
        what: &'static str,
        other: &RunHeader,
        value: impl Fn(&Body) -> String,
    ) -> Result<(), CheckpointError> {
        let (expected, found) = (value(&self.body), value(&other.body));
        if expected == found {
            return Ok(());
        }
        Err(CheckpointError::from(CheckpointFault::Other { what, found, expected }).at_line(1))
    }

    /// Seals a line of this run's file: a JSON object without its seal.
    pub(super) fn seal_line(&self, json: &str) -> String {
        sealed(&self.seal, json)
    }

    /// Returns the object of a line with the seal of this run.
    pub(super) fn unseal_line(&self, line: &str) -> Option<String> {
        unsealed(&self.seal, line).map(|(json, _)| json)
    }
}

impl Body {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }
}

/// Refuses lines of later versions of the program, regardless of their other contents.
fn later_format(line: &str) -> Result<(), CheckpointError> {
    let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    match value.get("piecework-checkpoint").and_then(serde_json::Value::as_u64) {
        Some(found) if found > u64::from(FORMAT) => {
            let fault = CheckpointFault::LaterFormat { found, known: u64::from(FORMAT) };
            Err(CheckpointError::from(fault).at_line(1))
        }
        _ => Ok(()),
    }
}

/// Returns a digest of an object that follows the line with the seal `before`.
fn seal(before: &str, json: &str) -> String {
    digest(&[before.as_bytes(), json.as_bytes()])
}

/// Returns an object with its seal as the last key.
fn sealed(before: &str, json: &str) -> String {
    let open = json.strip_suffix('}').expect("an object");
    format!("{open},\"check\":\"{}\"}}", seal(before, json))
}

/// Returns the object without its seal, and the seal, if it is valid.
fn unsealed(before: &str, line: &str) -> Option<(String, String)> {
    let rest = line.strip_suffix("\"}")?;
    let at = rest.len().checked_sub(SEAL_DIGITS)?;
    let (rest, found) = (rest.get(..at)?, rest.get(at..)?);
    let json = format!("{}}}", rest.strip_suffix(",\"check\":\"")?);
    (seal(before, &json) == found).then(|| (json, found.to_owned()))
}

fn pieces_digest(puzzle: &Puzzle) -> String {
    let pieces =
        puzzle.pieces().iter().map(|piece| format!("{}|{}\n", piece.name, piece.shape.rows().join("/")));
    digest(&[pieces.collect::<String>().as_bytes()])
}

fn split_digest(engine: Engine, prefixes: &[Prefix]) -> String {
    let mut text = engine.name().to_owned();
    for prefix in prefixes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:?}{:?}", prefix.laid, prefix.empty);
    }
    digest(&[text.as_bytes()])
}

fn digest(parts: &[&[u8]]) -> String {
    let mut digest = Sha256::new();
    parts.iter().for_each(|part| digest.update(part));
    let bytes = digest.finalize();
    bytes.iter().take(SEAL_DIGITS / 2).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
