//! Reports how far the runs of a divided search are: which are finished, running, stopped, failed or missing.

use std::path::PathBuf;

use num_bigint::BigUint;
use serde::Serialize;

use super::part_file::PartFile;
use crate::output::{FileLock, Holder, LockState, duration};
use piecework_solve::{CheckpointError, CheckpointFault};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::text::shown;

/// How far a divided search is.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SearchStatus {
    /// The title of the puzzle.
    pub puzzle: String,
    /// What is searched for: `count`, `up-to-symmetry` or `raw`.
    pub goal: &'static str,
    /// The engine by name.
    pub engine: String,
    /// How many parts there are in all shards, as far as is known: shards that have not begun may divide some
    /// again.
    pub parts: usize,
    /// How many of them are searched.
    pub done: usize,
    /// How many tilings they have.
    pub tilings: String,
    /// How long the searched parts took, in seconds of one thread.
    pub seconds: f64,
    /// How long the others will take, in seconds of one thread, if they are like those; none if no part is
    /// searched.
    pub seconds_left: Option<f64>,
    /// Whether all shards are finished.
    pub complete: bool,
    /// The shards that are to be run again, or for the first time.
    pub run_again: Vec<usize>,
    /// Every shard.
    pub shards: Vec<ShardStatus>,
}

/// How far one shard is.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ShardStatus {
    /// Its number, from 0.
    pub shard: usize,
    /// What it does.
    pub state: ShardState,
    /// Its file, if there is one.
    pub file: Option<String>,
    /// How many parts it has.
    pub parts: usize,
    /// How many of them are searched.
    pub done: usize,
    /// The next part to search, which may be the one that takes long.
    pub next: Option<String>,
    /// The run that writes the file, or that was killed.
    pub holder: Option<Holder>,
}

/// What a shard does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardState {
    /// All parts are searched.
    Finished,
    /// A run writes its file.
    Running,
    /// A limit stopped the last run.
    Stopped,
    /// The last run was killed.
    Failed,
    /// There is no file.
    Missing,
}

impl ShardState {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            ShardState::Finished => "finished",
            ShardState::Running => "running",
            ShardState::Stopped => "stopped",
            ShardState::Failed => "failed",
            ShardState::Missing => "missing",
        }
    }
}

/// Returns how far the search is whose part files are these; of `puzzle`, if one is given.
///
/// # Errors
/// [`Error`] for files that cannot be read, are damaged, or are not of one search.
pub fn search_status(paths: &[PathBuf], puzzle: Option<&Puzzle>) -> Result<SearchStatus, Error> {
    let mut files: Vec<(PartFile, LockState)> = Vec::new();
    for path in paths {
        // A run that ends while this reads shall not look like a failed one, so the lock comes first.
        let lock = FileLock::state(path);
        files.extend(PartFile::read(path, None, &StopFlag::never())?.map(|file| (file, lock)));
    }
    let Some((first, _)) = files.first() else {
        return Err(CheckpointError::from(CheckpointFault::MissingShards { missing: vec![0], of: 1 }).into());
    };
    let of = first.header.shard().of();
    let mut shards: Vec<Option<ShardStatus>> = vec![None; of];
    for (file, lock) in &files {
        let named = |error: CheckpointError| error.in_file(file.path.display().to_string());
        if let Some(puzzle) = puzzle {
            file.header.refuse_other_puzzle(puzzle).map_err(named)?;
        }
        first.header.refuse_other_division(&file.header).map_err(named)?;
        let own = shard_status(file, lock);
        let index = own.shard;
        if let Some(other) = shards[index].replace(own).and_then(|other| other.file) {
            return Err(named(CheckpointFault::DoubledShard { index, other }.into()).into());
        }
    }
    let shards: Vec<ShardStatus> = shards
        .into_iter()
        .enumerate()
        .map(|(shard, own)| own.unwrap_or_else(|| missing(shard, first)))
        .collect();
    let (parts, done) = shards.iter().fold((0, 0), |sum, own| (sum.0 + own.parts, sum.1 + own.done));
    let seconds: f64 = files.iter().map(|(file, _)| file.seconds).sum();
    let left = (done > 0).then(|| seconds / done as f64 * (parts - done) as f64);
    let waits = |own: &&ShardStatus| !matches!(own.state, ShardState::Finished | ShardState::Running);
    Ok(SearchStatus {
        puzzle: first.header.name().to_owned(),
        goal: first.header.find().name(),
        engine: first.header.engine_name().to_owned(),
        parts,
        done,
        tilings: files.iter().map(|(file, _)| &file.tilings).sum::<BigUint>().to_string(),
        seconds,
        seconds_left: left,
        complete: shards.iter().all(|own| own.state == ShardState::Finished),
        run_again: shards.iter().filter(waits).map(|own| own.shard).collect(),
        shards,
    })
}

fn shard_status(file: &PartFile, lock: &LockState) -> ShardStatus {
    let own = file.own_parts();
    let next = own.iter().find(|part| !file.kept.done.contains(part));
    let (state, holder) = match lock {
        LockState::Held(holder) => (ShardState::Running, holder.clone()),
        _ if next.is_none() => (ShardState::Finished, None),
        LockState::Abandoned(holder) => (ShardState::Failed, holder.clone()),
        LockState::Free => (ShardState::Stopped, None),
    };
    ShardStatus {
        shard: file.header.shard().index(),
        state,
        file: Some(file.path.display().to_string()),
        parts: own.len(),
        done: own.iter().filter(|part| file.kept.done.contains(part)).count(),
        next: next.map(ToString::to_string),
        holder,
    }
}

/// A shard without a file, of the search of another one.
fn missing(shard: usize, other: &PartFile) -> ShardStatus {
    let parts = other.header.parts_of(shard).len();
    ShardStatus { shard, state: ShardState::Missing, file: None, parts, done: 0, next: None, holder: None }
}

impl SearchStatus {
    /// Returns it in words: a line for each shard, then what is left.
    pub fn in_words(&self) -> String {
        let percent = (self.done * 100).checked_div(self.parts).unwrap_or(100);
        let mut words = format!(
            "{} ({}, engine {}): {} of {} parts are searched, {percent} %\n",
            shown(&self.puzzle),
            self.goal,
            self.engine,
            self.done,
            self.parts
        );
        let lines: String = self.shards.iter().map(line).collect();
        words += &lines;
        if let Some(left) = self.seconds_left.filter(|_| !self.complete) {
            let time =
                |seconds: f64| duration(format!("{:.0}", seconds.max(1.0)).parse().unwrap_or(u64::MAX));
            let running = self.shards.iter().filter(|own| own.state == ShardState::Running).count();
            words += &match running {
                0 => format!("left: about {} of one core\n", time(left)),
                _ => format!("left: about {}, {} of one core\n", time(left / running as f64), time(left)),
            };
        }
        if !self.run_again.is_empty() {
            words += &format!("run again: {}\n", ranges(&self.run_again));
        }
        words
    }
}

/// Returns ascending numbers in short, as job schedulers read them: `1-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [..] => run.iter().map(ToString::to_string).collect(),
    });
    runs.collect::<Vec<String>>().join(",")
}

fn line(own: &ShardStatus) -> String {
    let note = match (own.state, &own.holder, &own.next) {
        (ShardState::Failed, Some(holder), _) => format!("  {holder}, has ended"),
        (_, Some(holder), _) => format!("  {holder}"),
        (ShardState::Stopped, None, Some(next)) => format!("  next is part {next}"),
        _ => String::new(),
    };
    format!("{:>5}  {:<8}  {:>4} of {:<4}{note}", own.shard, own.state.name(), own.done, own.parts)
        .trim_end()
        .to_owned()
        + "\n"
}
