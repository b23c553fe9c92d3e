//! Searches whose parts are in files: kept and gone on with, divided into shards, joined.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use piecework::solver::{Find, Found, PartTally, Report as SearchReport, Shard, ShardFile, join_shards};
use piecework::solver::{TilingCount, solve_in_parts};
use piecework::{CheckpointError, Impossibility, Outcome, Overwrite, Puzzle, SolveOptions, Tiling};

use crate::exit::Failure;
use crate::part_file::{FileStore, PartFile};
use crate::report::Report;

/// The parts of a search that were found, now or before, and how the last run ended.
pub(crate) struct Parts {
    puzzle: Arc<Puzzle>,
    files: Vec<PartFile>,
    /// In the order of the parts: which one, and which file it is in.
    places: Vec<(usize, usize)>,
    outcome: Outcome,
    argument: Option<Impossibility>,
    elapsed: Duration,
}

/// Searches the parts that are not in the file yet.
pub(crate) fn search(
    puzzle: &Arc<Puzzle>,
    path: &Path,
    (find, shard): (Find, Shard),
    overwrite: Overwrite,
    report: Report,
    options: &SolveOptions<'_>,
) -> Result<Parts, Failure> {
    let mut store = FileStore::new(path, puzzle, overwrite, report);
    let result = solve_in_parts(puzzle, options, find, shard, &mut store);
    // Also after an error what is there must be on the disk.
    let file = store.close();
    let (result, file) = (result?, file?);
    if !result.outcome.is_complete() {
        let path = path.display();
        report.note(&format!("finished parts are kept in `{path}`; the same command goes on from there"));
    }
    let places = file.iter().flat_map(|file| file.parts()).map(|part| (part, 0)).collect();
    let files = file.into_iter().collect();
    let SearchReport { outcome, argument, elapsed, .. } = result;
    Ok(Parts { puzzle: Arc::clone(puzzle), files, places, outcome, argument, elapsed })
}

/// Joins the files of all shards.
pub(crate) fn merge(puzzle: &Arc<Puzzle>, paths: &[PathBuf]) -> Result<Parts, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let file = PartFile::read(path, puzzle, None)?;
        files.extend(file);
    }
    for file in &files {
        let other = file.header.refuse_other_puzzle(puzzle);
        other.map_err(|error| error.in_file(file.path.display().to_string()))?;
    }
    let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
    let parts: Vec<_> = files.iter().map(PartFile::parts).collect();
    let shards: Vec<ShardFile<'_>> = files
        .iter()
        .zip(&names)
        .zip(&parts)
        .map(|((file, name), parts)| ShardFile { name, header: &file.header, parts })
        .collect();
    let file_of = join_shards(&shards)?;
    let places = file_of.into_iter().enumerate().collect();
    let (outcome, elapsed) = (Outcome::Complete, Duration::ZERO);
    Ok(Parts { puzzle: Arc::clone(puzzle), files, places, outcome, argument: None, elapsed })
}

impl Parts {
    /// What the search was for; a count if there is nothing at all.
    pub(crate) fn find(&self) -> Find {
        self.files.first().map_or(Find::Count, |file| file.header.find())
    }

    /// How many parts are done.
    pub(crate) fn done(&self) -> usize {
        self.places.len()
    }

    /// Hands the tilings to `take` in their order, one part in memory at a time, and says how the search went.
    pub(crate) fn tilings(
        &self,
        mut take: impl FnMut(Tiling) -> Result<(), Failure>,
    ) -> Result<SearchReport, Failure> {
        let mut tilings = 0;
        let (_, nodes) = self.each(|found| {
            tilings += found.len() as u128;
            found.into_iter().try_for_each(&mut take)
        })?;
        self.report(tilings, nodes)
    }

    /// How many tilings there are.
    pub(crate) fn count(&self) -> Result<TilingCount, Failure> {
        let (tally, nodes) = self.each(|_| Ok(()))?;
        let report = self.report(tally.raw, nodes)?;
        let up_to_symmetry = tally.up_to_symmetry(&self.puzzle).into();
        Ok(TilingCount { raw: tally.raw.into(), up_to_symmetry, report })
    }

    /// How the search went, without its tilings.
    pub(crate) fn end(&self) -> Result<SearchReport, Failure> {
        let (_, nodes) = self.each(|_| Ok(()))?;
        self.report(0, nodes)
    }

    fn report(&self, tilings: u128, nodes: u64) -> Result<SearchReport, Failure> {
        let engine = self.files.first().map(|file| file.header.engine()).transpose()?;
        let engine = engine.ok_or_else(|| Failure::Usage("there are no files to join".into()))?;
        let (outcome, argument, elapsed) = (self.outcome, self.argument.clone(), self.elapsed);
        Ok(SearchReport { outcome, engine, tilings, nodes, argument, elapsed })
    }

    fn each(
        &self,
        mut take: impl FnMut(Vec<Tiling>) -> Result<(), Failure>,
    ) -> Result<(PartTally, u64), Failure> {
        let (mut tally, mut nodes) = (PartTally::default(), 0u64);
        for &(part, file) in &self.places {
            let found = self.files[file].part(part, &self.puzzle)?;
            nodes = nodes.saturating_add(found.nodes);
            match found.found {
                Found::Tally(part) => tally = tally.and(part),
                Found::Tilings(tilings) => take(tilings)?,
            }
        }
        Ok((tally, nodes))
    }
}

/// The shard meant by `--shards N --shard I`.
pub(crate) fn shard(index: Option<usize>, of: Option<usize>) -> Result<Shard, CheckpointError> {
    match (index, of) {
        (Some(index), Some(of)) => Shard::new(index, of),
        _ => Ok(Shard::WHOLE),
    }
}
