//! Connects a job with whoever watches it: progress, notes, limits and the wish to stop.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::json;
use web_time::Instant;

use super::{JobEnd, Made, nothing};
use crate::design::{Design, DesignError, Memory, Product, SearchRequest, Subject};
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_solve::{Progress, SolveOptions, StopReason, available_bytes, resident_bytes, takes_more_than};
use piecework_tiling::budget::Budget;
use piecework_tiling::error::Error;
use piecework_tiling::fault::Fault as _;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::stop::{StopFlag, Stopped};
use piecework_tiling::tiling::{Tiling, write_record};

/// Receives job events, and can stop the job. Every method has a default that does nothing.
pub trait Watcher {
    /// A search has come further; called several times a second.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Something is being done that has parts, in a few words.
    fn doing(&mut self, what: &str) {
        let _ = what;
    }

    /// Something that a person should know.
    fn note(&mut self, note: Note) {
        let _ = note;
    }

    /// A tiling that was asked for, as soon as it is found. A break ends the search.
    fn tiling(&mut self, tiling: &Tiling) -> ControlFlow<()> {
        let _ = tiling;
        ControlFlow::Continue(())
    }

    /// A page that was laid out, by the name that it has as a file of its own. Not every format writes pages
    /// one by one.
    fn page(&mut self, name: &str, page: &Drawing) {
        let _ = (name, page);
    }

    /// A product is about to be laid out from this tiling. An error is the end of the job: what is too large
    /// is refused here.
    ///
    /// # Errors
    /// Whatever the watcher says.
    fn laying_out(&mut self, product: &Product, tiling: &Tiling) -> Result<(), Error> {
        let _ = (product, tiling);
        Ok(())
    }

    /// Whether the outcome should hold the tilings too; no where [`Watcher::tiling`] takes them one by one.
    fn keeps_tilings(&self) -> bool {
        true
    }

    /// Whether the process does nothing else, so that `--memory` is for all of it.
    fn owns_process(&self) -> bool {
        false
    }

    /// A flag that stops the job when it becomes true.
    fn stop(&self) -> Option<Arc<AtomicBool>> {
        None
    }

    /// A folder on whose disk large files wait until they are written; without one they are in memory.
    fn spool(&self) -> Option<PathBuf> {
        None
    }

    /// The limits that reading and making obey.
    fn limits(&self) -> Limits {
        Limits::default()
    }
}

/// A watcher that hears nothing and never stops.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watcher for Silent {}

/// Something that a person should know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// How much it matters.
    pub kind: NoteKind,
    /// It in words, on one line or several.
    pub text: String,
}

/// How much a note matters, and what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// Good to know.
    Information,
    /// What a search did and how long it took.
    Search,
    /// The result may not be what was wanted.
    Warning,
}

impl NoteKind {
    /// The word for programs: `information`, `search` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            NoteKind::Information => "information",
            NoteKind::Search => "search",
            NoteKind::Warning => "warning",
        }
    }
}

/// A design being made.
pub(super) struct Session<'a> {
    pub(super) design: &'a Design,
    pub(super) limits: Limits,
    /// Ends searches: at the time limit of the run, or when the watcher wants.
    stop: StopFlag,
    /// What the run may keep in memory.
    pub(super) budget: Budget,
    kept: RefCell<Option<Tiling>>,
    /// How far the last search was when it was last heard of.
    pub(super) last: Cell<Option<Progress>>,
    watcher: RefCell<&'a mut dyn Watcher>,
}

/// How long what was found is handed out and laid out after a limit or a signal. Chosen by eye: nobody waits
/// longer for the end of a program.
const TO_CLOSE: Duration = Duration::from_millis(500);

impl<'a> Session<'a> {
    pub(super) fn new(design: &'a Design, watcher: &'a mut dyn Watcher) -> Self {
        let stop = watcher.stop().map_or(StopFlag::never(), StopFlag::when);
        let time = design.search.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let stop = time.map_or(stop.clone(), |time| stop.until(time));
        let limits = watcher.limits();
        let budget = Budget::of(limits.get(Limit::KeptBytes));
        let (kept, last) = (RefCell::default(), Cell::default());
        Self { design, limits, stop, budget, kept, last, watcher: RefCell::new(watcher) }
    }

    /// The first subject of the design.
    pub(super) fn subject(&self) -> Result<&'a Subject, Error> {
        Ok(self.design.subjects.first().ok_or(DesignError::NoSubject)?)
    }

    pub(super) fn note(&self, text: impl Into<String>) {
        self.tell(NoteKind::Information, text.into());
    }

    pub(super) fn warn(&self, text: impl Into<String>) {
        self.tell(NoteKind::Warning, text.into());
    }

    /// Notes what a search did.
    pub(super) fn searched(&self, text: impl Into<String>) {
        self.tell(NoteKind::Search, text.into());
    }

    fn tell(&self, kind: NoteKind, text: String) {
        self.watcher.borrow_mut().note(Note { kind, text });
    }

    pub(super) fn doing(&self, what: &str) {
        self.watcher.borrow_mut().doing(what);
    }

    pub(super) fn laying_out(&self, product: &Product, tiling: &Tiling) -> Result<(), Error> {
        self.watcher.borrow_mut().laying_out(product, tiling)
    }

    /// Returns what ends searches.
    pub(super) fn searching(&self) -> &StopFlag {
        &self.stop
    }

    /// Returns what ends every other stage: a signal at once, the time limit a moment later, so that what was found
    /// in time can be laid out.
    pub(super) fn stop(&self) -> StopFlag {
        self.stop.clone().with_grace(TO_CLOSE).within(self.budget.clone())
    }

    /// The same after a search, which may have been stopped: what it found has a moment to be handed out.
    pub(super) fn closing(&self) -> StopFlag {
        let stop = self.stop();
        match self.stop.check() {
            Ok(()) => stop,
            Err(_) => StopFlag::never()
                .until(Instant::now() + TO_CLOSE.min(stop.time_left().unwrap_or(TO_CLOSE)))
                .within(self.budget.clone()),
        }
    }

    /// Returns what stopped the run, if something did.
    pub(super) fn stopped_by(&self) -> StopReason {
        match self.stop.check() {
            Err(Stopped::TimeLimit) => StopReason::TimeLimit,
            _ => StopReason::Signal,
        }
    }

    /// Returns what was made, or nothing if that was stopped; says so then.
    ///
    /// # Errors
    /// The error of the work, if it is another.
    pub(super) fn unless_stopped<T, E: Into<Error>>(&self, made: Result<T, E>) -> Result<Option<T>, Error> {
        match made.map_err(Into::into) {
            Err(error)
                if [Stopped::Raised, Stopped::TimeLimit].iter().any(|by| by.code() == error.code()) =>
            {
                let by = self.stopped_by().name();
                self.searched(format!("stopped by the {by} before everything was laid out"));
                Ok(None)
            }
            made => made.map(Some),
        }
    }

    /// Keeps the tiling of a product that was found in this run, for when nothing else becomes of it.
    pub(super) fn keep(&self, subject: &Subject, tiling: &Tiling) {
        if !subject.is_solved() {
            *self.kept.borrow_mut() = Some(tiling.clone());
        }
    }

    /// Returns what there is of a product that was stopped: the tiling that was found for it, if one was.
    pub(super) fn so_far(&self, product: &Product, files: &mut FileSet) -> Result<Made, Error> {
        let name = product.spec().name;
        let Some(subject) = self.design.subjects.first() else {
            return Ok(Made { end: JobEnd::Stopped, ..Made::new(name, json!({ "complete": false })) });
        };
        if let Some(tiling) = self.kept.take() {
            let file = format!("{}-{name}-tiling.jsonl", JobEnd::Stopped.stem(&subject.stem));
            files.add(file, write_record(&tiling) + "\n")?;
        }
        Ok(nothing(name, subject, JobEnd::Stopped))
    }

    pub(super) fn found(&self, tiling: &Tiling) -> ControlFlow<()> {
        self.watcher.borrow_mut().tiling(tiling)
    }

    pub(super) fn page(&self, name: &str, page: &Drawing) {
        self.watcher.borrow_mut().page(name, page);
    }

    /// An empty set for the files of the run.
    pub(super) fn files(&self) -> Result<FileSet, Error> {
        let files = FileSet::within(self.budget.clone());
        let spool = self.watcher.borrow().spool();
        Ok(match spool {
            Some(folder) => files.spooled(&folder)?,
            None => files,
        })
    }

    pub(super) fn keeps_tilings(&self) -> bool {
        self.watcher.borrow().keeps_tilings()
    }

    /// Says which characters the built-in typeface cannot draw.
    pub(super) fn note_missing_glyphs<'d>(&self, drawings: impl IntoIterator<Item = &'d Drawing>) {
        self.note_missing(&drawings.into_iter().flat_map(Drawing::missing_glyphs).collect());
    }

    /// The same of characters that are known.
    pub(super) fn note_missing(&self, missing: &BTreeSet<char>) {
        if !missing.is_empty() {
            let points: Vec<String> = missing.iter().map(|&c| format!("U+{:04X}", u32::from(c))).collect();
            self.note(format!("no glyph for {}; drawn as code points", points.join(", ")));
        }
    }

    /// How many bytes may be taken.
    fn budget(&self) -> u64 {
        self.design.search.memory.map_or(SolveOptions::default().memory_limit, |Memory(bytes)| bytes)
    }

    /// How many bytes the process may take, if it does nothing else: the budget without what it may grow
    /// between two looks.
    fn process_limit(&self) -> Option<u64> {
        let budget = self.budget();
        self.watcher.borrow().owns_process().then(|| budget - budget / 8)
    }

    /// How many bytes a search and what it keeps may take, besides what the process takes already.
    pub(super) fn memory_limit(&self) -> u64 {
        let taken = || resident_bytes().unwrap_or(0);
        self.process_limit().map_or_else(|| self.budget(), |most| most.saturating_sub(taken()))
    }

    /// Whether the process takes more than it may.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.process_limit().is_some_and(takes_more_than)
    }

    /// Runs a search with the options, limits and watcher of the job.
    pub(super) fn search<T>(
        &self,
        run: impl FnOnce(&SolveOptions<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.search_within(Some(self.budget()), run)
    }

    /// The same for a count, which is the same with any memory: if nobody said how much, and the process is that of the run, it may
    /// take half of what is free.
    pub(super) fn search_for_count<T>(
        &self,
        run: impl FnOnce(&SolveOptions<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let is_own = self.design.search.memory.is_none() && self.watcher.borrow().owns_process();
        let more = more_for_count(self.budget(), if is_own { available_bytes() } else { None });
        self.search_within(Some(self.budget() + more), |options| {
            let process_limit = options.process_limit.map(|most| most + more);
            run(&SolveOptions { memory_limit: options.memory_limit + more, process_limit, ..options.clone() })
        })
    }

    /// The same for a search that keeps on the disk what memory does not hold.
    pub(super) fn search_on_disk<T>(
        &self,
        run: impl FnOnce(&SolveOptions<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.search_within(None, run)
    }

    /// Runs a search, and warns if it will need more memory than this.
    fn search_within<T>(
        &self,
        memory: Option<u64>,
        run: impl FnOnce(&SolveOptions<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let request = &self.design.search;
        let is_warned = Cell::new(false);
        self.last.set(None);
        let show = |progress: &Progress| {
            self.last.set(Some(*progress));
            self.watcher.borrow_mut().progress(progress);
            let short = memory.and_then(|allowed| short_of_memory(progress, allowed));
            if let Some(warning) = short.filter(|_| !is_warned.replace(true)) {
                self.warn(warning);
            }
        };
        let options = SolveOptions { progress: Some(&show), ..self.options(request) };
        run(&options)
    }

    fn options(&self, request: &SearchRequest) -> SolveOptions<'_> {
        let defaults = SolveOptions::default();
        SolveOptions {
            engine: request.engine,
            time_limit: self.stop.time_left(),
            stop: self.stop.flag(),
            node_limit: request.nodes,
            memory_limit: self.memory_limit(),
            process_limit: self.process_limit(),
            threads: threads(request),
            placement_limit: self.limits.get(Limit::Placements),
            seed: request.seed,
            no_gaps: request.no_gaps,
            ..defaults
        }
    }
}

/// How many bytes more than usual a count may take, where so many are free.
fn more_for_count(usual: u64, free: Option<u64>) -> u64 {
    free.map_or(0, |free| (free / 2).saturating_sub(usual))
}

/// Says that a search will probably need more memory than it may take, if it has run long enough to tell.
fn short_of_memory(progress: &Progress, allowed: u64) -> Option<String> {
    /// Earlier estimates are too rough. Chosen by eye.
    const SURE_AFTER: Duration = Duration::from_secs(5);
    let needed = progress.bytes_expected.filter(|&needed| needed > allowed)?;
    let megabytes = |bytes: u64| bytes / 1_000_000;
    (progress.elapsed >= SURE_AFTER).then(|| {
        format!(
            "rough estimate: this search needs about {} MB of memory, and `--memory` allows {} MB. Allow more, or count with \
             `--checkpoint FILE`, which keeps layers of pieces of any number on the disk",
            megabytes(needed),
            megabytes(allowed)
        )
    })
}

/// As many as asked for, else as many as the machine has.
fn threads(request: &SearchRequest) -> usize {
    let own = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    request.threads.map_or_else(own, |threads| usize::try_from(threads).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use piecework_tiling::source::Source;

    #[test]
    fn memory_that_will_not_suffice_is_announced_once_it_is_known() {
        let at = |seconds: u64, bytes_expected: Option<u64>| Progress {
            nodes: 1,
            tilings: 0,
            depth: 0,
            covered: None,
            elapsed: Duration::from_secs(seconds),
            parts_done: 0,
            parts: 1,
            share_done: Some(0.1),
            time_left: None,
            time_left_between: None,
            bytes_expected,
        };
        let gigabyte = 1_000_000_000;
        assert_eq!(short_of_memory(&at(60, None), gigabyte), None);
        assert_eq!(short_of_memory(&at(60, Some(gigabyte)), gigabyte), None);
        assert_eq!(short_of_memory(&at(4, Some(gigabyte + 1)), gigabyte), None);
        let warning = short_of_memory(&at(5, Some(3 * gigabyte)), gigabyte).expect("too much");
        assert!(warning.contains("about 3000 MB") && warning.contains("allows 1000 MB"), "{warning}");
    }

    #[test]
    fn a_count_takes_half_of_what_is_free_and_never_less_than_usual() {
        let usual = 2 << 30;
        assert_eq!(
            [None, Some(1 << 30), Some(16 << 30)].map(|free| more_for_count(usual, free)),
            [0, 0, 6 << 30]
        );
    }

    /// A watcher that wants the job to stop as soon as it gets a tiling, and takes its time with each.
    struct Slow {
        stop: Arc<AtomicBool>,
        taken: u64,
    }

    impl Watcher for Slow {
        fn tiling(&mut self, _: &Tiling) -> ControlFlow<()> {
            self.taken += 1;
            self.stop.store(true, Ordering::Relaxed);
            std::thread::sleep(TO_CLOSE / 20);
            ControlFlow::Continue(())
        }

        fn keeps_tilings(&self) -> bool {
            false
        }

        fn stop(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.stop))
        }
    }

    #[test]
    fn sorted_tilings_are_not_handed_out_for_long_after_a_signal() {
        let text = r#"{ "piecework": 2, "puzzle": "l-tromino-6x6",
            "solve": { "all": true, "raw": true, "sort": "pieces" } }"#;
        let source = Source::new("d.json", text);
        let design = Design::read(&source, &Limits::default()).expect("a good design");
        let mut slow = Slow { stop: Arc::default(), taken: 0 };
        let outcome = crate::job::run(&design, &mut slow).expect("no fault");
        // Sleeping may take longer, but never less time.
        assert!((1..=21).contains(&slow.taken), "{} of 162 tilings", slow.taken);
        assert_eq!(outcome.end, crate::job::JobEnd::Stopped);
    }
}
