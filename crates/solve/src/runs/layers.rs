//! Counts by layers in a long run: one part, whose layers are kept in a folder until it is counted.

use std::path::Path;

use web_time::Instant;

use super::header::RunHeader;
use super::part::{self, Effort, PartTally};
use super::part_path::PartPath;
use super::run::{Division, PATIENCE, PartRequest, PartStore};
use crate::engines::layers::{Saves, remove_layers};
use crate::engines::{Compiled, PARTS, Report, TilingCount};
use crate::ground::alarm::Alarm;
use crate::ground::checkpoint::CheckpointError;
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Engine, Outcome, SolveOptions, SolverError, StopReason};

/// Counts by layers. If they do not fit, or take too long and cannot be continued, the part is divided into
/// the parts of a search.
pub(super) fn count<S: PartStore>(
    compiled: Compiled<'_>,
    options: &SolveOptions<'_>,
    request: &PartRequest,
    store: &mut S,
) -> Result<Report, S::Error> {
    let roots = [Prefix::default()];
    let engines = [Engine::Frontier, compiled.engine];
    let header = RunHeader::new((compiled.puzzle, options), engines, request.find, &roots, request.shard);
    let mut kept = store.begin(&header)?;
    let part = PartPath::root(0);
    if request.divide.is_none() && (!header.has(0) || kept.done.contains(&part)) {
        return Ok(compiled.report(Outcome::Complete, &Watch::since(compiled.alarm, options)));
    }
    let is_open = !kept.divided.contains_key(&part);
    let mut stopped = None;
    if is_open && request.divide.is_none() {
        match attempt(&compiled, options, &header, store)? {
            Attempt::Ended(report) => return Ok(report),
            Attempt::Stopped(report) => stopped = Some(report),
            Attempt::Unfit => {}
        }
    }
    let mut compiled = compiled.with_halves(options);
    if stopped.is_some() {
        // Dividing the part is what lets the next run get further, so it is done after the time limit too.
        compiled.alarm = Alarm::silent();
    }
    let engine = match compiled.exhaustive(options) {
        Ok(engine) => engine,
        Err(unmade) => {
            let outcome = Outcome::Stopped(unmade.reason()?);
            return Ok(compiled.report(outcome, &Watch::since(compiled.alarm, options)));
        }
    };
    let division = Division { compiled: &compiled, engine: engine.as_ref(), roots: &roots, of_root: PARTS };
    let is_late = |report: &Report| report.outcome == Outcome::Stopped(StopReason::TimeLimit);
    let is_divided = is_open && stopped.as_ref().is_none_or(is_late);
    if request.divide.is_some() {
        division.divide_as_asked(request, &header, &mut kept, store)?;
    } else if is_divided && division.refuse(&part, &kept, &header).is_ok() {
        // A search of a single choice cannot be divided, and is one part then.
        let asked = PartRequest { divide: Some(part), ..request.clone() };
        division.divide_as_asked(&asked, &header, &mut kept, store)?;
    }
    stopped.map_or_else(|| division.search(options, PATIENCE, &header, kept, store), Ok)
}

/// How a count by layers ended.
enum Attempt {
    /// It is counted, or can be continued by the next run.
    Ended(Report),
    Stopped(Report),
    Unfit,
}

/// Counts by layers, and stores the count if it is finished.
fn attempt<S: PartStore>(
    compiled: &Compiled<'_>,
    options: &SolveOptions<'_>,
    header: &RunHeader,
    store: &mut S,
) -> Result<Attempt, S::Error> {
    let (began, folder) = (Instant::now(), store.layers());
    let (count, is_kept) = match &folder {
        Some(folder) => in_folder::<S::Error>(compiled, options, folder, header)?,
        None => (compiled.count_by_layers(options, None)?.ok(), false),
    };
    let is_complete = count.as_ref().is_some_and(TilingCount::is_complete);
    if let Some(count) = count.as_ref().filter(|_| is_complete) {
        let effort = Effort { nodes: count.report.nodes, seconds: began.elapsed().as_secs_f64() };
        let fixed = count.up_to_symmetry.as_big() * header.find().symmetries(compiled.puzzle);
        let tally = PartTally { raw: count.raw.as_big().clone(), fixed };
        store.keep(&part::tally_line(header, &PartPath::root(0), effort, &tally, &[]))?;
    }
    if is_complete || !is_kept {
        folder.as_deref().map_or(Ok(()), remove_layers)?;
    }
    Ok(match count {
        Some(count) if is_complete || is_kept => Attempt::Ended(count.report),
        Some(count) => Attempt::Stopped(count.report),
        None => Attempt::Unfit,
    })
}

/// Counts by layers that are kept in a folder; returns also whether the next run can continue there.
fn in_folder<E: From<SolverError> + From<CheckpointError>>(
    compiled: &Compiled<'_>,
    options: &SolveOptions<'_>,
    folder: &Path,
    header: &RunHeader,
) -> Result<(Option<TilingCount>, bool), E> {
    let mut saves = Saves::open(folder, header.seal())?;
    let counted = compiled.count_by_layers(options, Some(&mut saves))?;
    match saves.failure() {
        Some(failure) => Err(failure.into()),
        None => Ok((counted.ok(), saves.is_begun())),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::*;
    use crate::count as count_tilings;
    use crate::ground::checkpoint::CheckpointFault;
    use crate::runs::{Find, Kept, Shard};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::{Puzzle, read_puzzle};
    use piecework_tiling::source::Source;

    /// Keeps lines, and layers in a folder.
    struct Folder {
        folder: PathBuf,
        lines: Vec<String>,
    }

    #[derive(Debug)]
    struct Refused(CheckpointError);

    impl From<SolverError> for Refused {
        fn from(error: SolverError) -> Self {
            panic!("{error}")
        }
    }

    impl From<CheckpointError> for Refused {
        fn from(error: CheckpointError) -> Self {
            Refused(error)
        }
    }

    impl PartStore for Folder {
        type Error = Refused;

        fn begin(&mut self, _: &RunHeader) -> Result<Kept, Refused> {
            Ok(Kept::default())
        }

        fn keep(&mut self, line: &str) -> Result<(), Refused> {
            self.lines.push(line.to_owned());
            Ok(())
        }

        fn layers(&self) -> Option<PathBuf> {
            Some(self.folder.clone())
        }
    }

    /// Any tetrominoes in a rectangle.
    fn tetrominoes(columns: u32, rows: u32) -> Arc<Puzzle> {
        let text = format!(
            r#"{{ "piecework": 1, "name": "T", "lattice": "square", "region": {{ "rectangle": [{columns}, {rows}] }},
            "pieces": [{{ "set": "tetrominoes", "count": "any" }}] }}"#
        );
        Arc::new(read_puzzle(&Source::new("t.json", &text), &Limits::default()).expect("a good puzzle"))
    }

    fn run(
        puzzle: &Arc<Puzzle>,
        options: &SolveOptions<'_>,
        folder: &Path,
    ) -> Result<(Outcome, Vec<String>), CheckpointError> {
        let mut store = Folder { folder: folder.to_owned(), lines: Vec::new() };
        let request = PartRequest { find: Find::Count, shard: Shard::WHOLE, divide: None };
        let report = crate::solve_in_parts(puzzle, options, &request, &mut store);
        report.map(|report| (report.outcome, store.lines)).map_err(|error| error.0)
    }

    #[test]
    fn a_count_is_continued_wherever_it_was_stopped() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("x.parts.layers");
        let (puzzle, step) = (tetrominoes(6, 6), 1000);
        let counted = count_tilings(&puzzle, &SolveOptions::default()).expect("small");
        let limit = SolveOptions { node_limit: Some(step), ..SolveOptions::default() };
        let mut runs = 0;
        let lines = loop {
            runs += 1;
            match run(&puzzle, &limit, &path).expect("nothing is wrong") {
                (Outcome::Complete, lines) => break lines,
                (_, lines) => assert!(lines.is_empty() && runs < 100, "{lines:?}"),
            }
        };
        let wanted = format!("\"raw\":\"{}\"", counted.raw);
        assert!(
            runs > counted.report.nodes / step && lines.len() == 1 && lines[0].contains(&wanted),
            "{lines:?}"
        );
        assert!(!path.exists(), "a finished count leaves nothing");
    }

    #[test]
    fn layers_that_do_not_fit_go_on_in_files_with_the_same_result() {
        let folder = TempDir::new().expect("a folder");
        let puzzle = tetrominoes(8, 7);
        let counted = count_tilings(&puzzle, &SolveOptions::default()).expect("small");
        let wanted = format!("\"raw\":\"{}\"", counted.raw);
        for threads in [1, 3] {
            let little = SolveOptions { memory_limit: 300_000, threads, ..SolveOptions::default() };
            let stopped = count_tilings(&puzzle, &SolveOptions { node_limit: Some(5000), ..little.clone() });
            assert!(!stopped.expect("a count").is_complete(), "too little without files");
            let (outcome, lines) = run(&puzzle, &little, &folder.path().join("x")).expect("nothing is wrong");
            assert!(outcome.is_complete() && lines[0].contains(&wanted), "{lines:?}");
        }
    }

    #[test]
    fn layers_of_another_search_and_damaged_ones_are_refused() {
        let folder = TempDir::new().expect("a folder");
        let (puzzle, plain) = (tetrominoes(6, 6), SolveOptions::default());
        let stop = SolveOptions { node_limit: Some(1000), ..plain.clone() };
        assert!(!run(&puzzle, &stop, folder.path()).expect("stopped").0.is_complete());
        let fault = |options: &SolveOptions<'_>| {
            let refused = run(&puzzle, options, folder.path()).expect_err("refused");
            assert_eq!(refused.file(), Some(folder.path().display().to_string().as_str()));
            refused.fault().clone()
        };
        let other = SolveOptions { seed: Some(1), ..plain.clone() };
        assert!(matches!(fault(&other), CheckpointFault::Other { .. }));
        let files = fs::read_dir(folder.path()).expect("a folder");
        let names: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
        assert!(names.len() >= 2, "{names:?}");
        for name in &names {
            let bytes = fs::read(name).expect("readable");
            fs::write(name, &bytes[..bytes.len() - 2]).expect("writable");
            assert_eq!(fault(&plain), CheckpointFault::LayersDamaged, "{}", name.display());
            fs::write(name, &bytes).expect("writable");
        }
        assert!(run(&puzzle, &plain, folder.path()).expect("whole").0.is_complete());
    }
}
