//! Keeps a long search in files: checkpoints, shards, and merging them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::part_file::{FileStore, PartFile};
use super::session::Session;
use super::shared_file::SharedFile;
use crate::output::Overwrite;
use piecework_solve::{
    CheckpointError, CheckpointFault, Find, Found, Impossibility, Outcome, PartPath, PartRequest, PartTally,
    Report, Shard, ShardFile, SolveOptions, TilingCount, Total, join_shards, solve_in_parts,
};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// Where a long search is kept.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Keeping {
    /// Every finished part goes into this file at once; the same job continues from it.
    pub checkpoint: Option<PathBuf>,
    /// The file that the parts of a shard go into.
    pub part_file: Option<PathBuf>,
    /// The files of all shards, to be joined instead of searching.
    pub merge: Vec<PathBuf>,
    /// Whether to prove that there is no tiling, instead of searching.
    pub proof: bool,
    /// Whether a checkpoint that is there is replaced, not continued.
    pub restart: bool,
}

impl Keeping {
    /// What happens to files that are there.
    pub(super) fn overwrite(&self) -> Overwrite {
        if self.restart { Overwrite::Replace } else { Overwrite::Refuse }
    }
}

/// The parts of a search that were found, now or before, and how the last run ended.
pub(super) struct Parts {
    puzzle: Arc<Puzzle>,
    files: Vec<PartFile>,
    /// In the order of the parts: which one, and which file it is in.
    places: Vec<(PartPath, usize)>,
    outcome: Outcome,
    argument: Option<Impossibility>,
    elapsed: Duration,
}

/// Searches the parts that are not in the file yet.
pub(super) fn search(
    puzzle: &Arc<Puzzle>,
    path: &Path,
    request: &PartRequest,
    overwrite: Overwrite,
    session: &Session<'_>,
    options: &SolveOptions<'_>,
) -> Result<Parts, Error> {
    let tell = |words: String| session.note(words);
    let stop = session.stop();
    let mut store = FileStore::new(path, overwrite, (&tell, &stop));
    let result = solve_in_parts(puzzle, options, request, &mut store);
    // Also after an error what is there must be on the disk.
    let file = store.close();
    let (result, file) = (result?, file?);
    // A search that was stopped before it could begin has no file.
    if !result.outcome.is_complete() && file.is_some() {
        let path = path.display();
        session.note(format!("finished parts are kept in `{path}`; the same command continues from there"));
    }
    let own = file
        .iter()
        .flat_map(|file| file.own_parts().into_iter().filter(|part| file.kept.done.contains(part)));
    let places = own.map(|part| (part, 0)).collect();
    let files = file.into_iter().collect();
    let Report { outcome, argument, elapsed, .. } = result;
    Ok(Parts { puzzle: Arc::clone(puzzle), files, places, outcome, argument, elapsed })
}

/// Joins the files of all shards.
pub(super) fn merge(puzzle: &Arc<Puzzle>, paths: &[PathBuf], stop: &StopFlag) -> Result<Parts, Error> {
    let mut files = Vec::new();
    for path in paths {
        let file = PartFile::read(path, None, stop)?;
        files.extend(file);
    }
    for file in &files {
        let other = file.header.refuse_other_puzzle(puzzle);
        other.map_err(|error| error.in_file(file.path.display().to_string()))?;
    }
    let names: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
    let shards = files.iter().zip(&names);
    let shards: Vec<ShardFile<'_>> =
        shards.map(|(file, name)| ShardFile { name, header: &file.header, kept: &file.kept }).collect();
    let places = join_shards(&shards)?;
    files.iter().for_each(|file| SharedFile::beside(&file.path, &file.header).remove());
    let (outcome, elapsed) = (Outcome::Complete, Duration::ZERO);
    Ok(Parts { puzzle: Arc::clone(puzzle), files, places, outcome, argument: None, elapsed })
}

impl Parts {
    /// What the search was for; a count if there is nothing at all.
    pub(super) fn find(&self) -> Find {
        self.files.first().map_or(Find::Count, |file| file.header.find())
    }

    /// How many parts are done.
    pub(super) fn done(&self) -> usize {
        self.places.len()
    }

    /// Hands the tilings to `take` in their order until it breaks, one part in memory at a time, as long as there is
    /// time, and says how the search went.
    pub(super) fn tilings(
        &self,
        session: &Session<'_>,
        mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Error>,
    ) -> Result<Report, Error> {
        let (mut tilings, mut outcome, closing) = (0u64, self.outcome, session.closing());
        let mut flow = ControlFlow::Continue(());
        let (_, nodes) = self.each(&StopFlag::never(), |found| {
            for tiling in found {
                if closing.is_raised() {
                    outcome = Outcome::Stopped(session.stopped_by());
                    return Ok(ControlFlow::Break(()));
                }
                tilings += 1;
                if flow.is_continue() {
                    flow = take(tiling)?;
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Report { outcome, ..self.report(tilings.into(), nodes)? })
    }

    /// How many tilings there are.
    pub(super) fn count(&self, stop: &StopFlag) -> Result<TilingCount, Error> {
        let (tally, nodes) = self.each(stop, |_| Ok(ControlFlow::Continue(())))?;
        let up_to_symmetry = Total::new(tally.up_to_symmetry(&self.puzzle, self.find()));
        let raw = Total::new(tally.raw);
        let report = self.report(raw.clone(), nodes)?;
        Ok(TilingCount { raw, up_to_symmetry, report })
    }

    /// How the search went, without its tilings.
    pub(super) fn end(&self, stop: &StopFlag) -> Result<Report, Error> {
        let (_, nodes) = self.each(stop, |_| Ok(ControlFlow::Continue(())))?;
        self.report(Total::default(), nodes)
    }

    fn report(&self, tilings: Total, nodes: u64) -> Result<Report, Error> {
        let engine = self.files.first().map(|file| file.header.engine()).transpose()?;
        let engine = engine.ok_or_else(|| CheckpointError::from(CheckpointFault::NoHeader))?;
        let (outcome, argument, elapsed) = (self.outcome, self.argument.clone(), self.elapsed);
        Ok(Report { outcome, engine, tilings, nodes, argument, elapsed })
    }

    /// Reads every part; a search that was stopped is read to the end, because most of its parts are short.
    fn each(
        &self,
        stop: &StopFlag,
        mut take: impl FnMut(Vec<Tiling>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(PartTally, u64), Error> {
        let (mut tally, mut nodes) = (PartTally::default(), 0u64);
        for (part, file) in &self.places {
            if self.outcome.is_complete() {
                stop.check()?;
            }
            let found = self.files[*file].part(part, &self.puzzle)?;
            nodes = nodes.saturating_add(found.nodes);
            match found.found {
                Found::Tally(part) => tally.add(&part),
                Found::Tilings(tilings) => {
                    if take(tilings)?.is_break() {
                        break;
                    }
                }
            }
        }
        Ok((tally, nodes))
    }
}

/// The shard meant by `--shards N --shard I`.
pub(super) fn shard(index: Option<u64>, of: Option<u64>) -> Result<Shard, CheckpointError> {
    let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
    match (index, of) {
        (Some(index), Some(of)) => Shard::new(number(index), number(of)),
        _ => Ok(Shard::WHOLE),
    }
}

/// The part meant by `--split-part PART`.
pub(super) fn part(text: &str) -> Result<PartPath, CheckpointError> {
    let reason = "it is not the number of a part, such as `17` or `17.3`";
    text.parse().map_err(|()| CheckpointFault::CannotDivide { part: text.to_owned(), reason }.into())
}
