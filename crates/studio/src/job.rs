//! One job: a design, what it has reported so far, and its result.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use super::results::Results;
use super::watcher::Listener;
use piecework_app::design::{Design, Product};

/// A design that is being made, or was.
#[derive(Debug)]
pub(super) struct Job {
    /// The hash of the design.
    pub(super) id: String,
    /// What is made.
    pub(super) design: Design,
    /// Ends the job when it is raised.
    pub(super) stop: Arc<AtomicBool>,
    /// Whether somebody asked for that, nobody listens any more, or a limit is reached.
    ended: AtomicBool,
    /// Whether it took longer than a small job may, so that it is made again among the others.
    too_long: AtomicBool,
    /// The cells of its boards, if it is small.
    pub(super) small: Option<usize>,
    /// Whether it was tried as a small job once, and took too long.
    again: AtomicBool,
    /// The size of the design as JSON.
    text_bytes: usize,
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    listeners: AtomicUsize,
}

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// It waits for a worker.
    Waiting,
    /// It runs.
    Running {
        /// When it began.
        since: Instant,
        /// How long it may take as a small job.
        most: Option<Duration>,
    },
    /// It is over; whether its result is the only one that there can be.
    Over { lasting: bool },
}

/// What a listener hears.
#[derive(Debug, Clone)]
pub(super) struct Report {
    /// The kind: `note`, `tiling`, `doing`, `done`, `failed`.
    pub(super) kind: &'static str,
    /// JSON on one line.
    pub(super) data: Arc<str>,
}

#[derive(Debug)]
struct State {
    stage: Stage,
    reports: Vec<Report>,
    progress: Option<Arc<str>>,
    results: Option<Arc<Results>>,
    /// How many reports of a second run are those of the first.
    known: usize,
    /// What was reported after the job took too long for a small one.
    held: Vec<Report>,
    /// When anybody last asked for the job.
    heard: Instant,
}

/// Counts a listener for as long as it is held.
#[derive(Debug)]
pub(super) struct Listening(Arc<Job>);

impl Job {
    pub(super) fn new(design: Design) -> Self {
        let state = State {
            stage: Stage::Waiting,
            reports: Vec::new(),
            progress: None,
            results: None,
            known: 0,
            held: Vec::new(),
            heard: Instant::now(),
        };
        let text = design.to_json();
        Self {
            id: id(&text),
            text_bytes: text.len(),
            small: small(&design),
            design,
            stop: Arc::default(),
            ended: AtomicBool::new(false),
            too_long: AtomicBool::new(false),
            again: AtomicBool::new(false),
            state: Mutex::new(state),
            changed: watch::Sender::new(0),
            listeners: AtomicUsize::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.changed.send_modify(|number| *number += 1);
    }

    /// Whether it was ended before its time.
    pub(super) fn is_finished(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Ends its run as a small job.
    pub(super) fn interrupt(&self) {
        self.too_long.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether its run as a small job was ended, and nothing else; it waits again then.
    pub(super) fn is_interrupted(&self) -> bool {
        if !self.too_long.swap(false, Ordering::Relaxed) || self.ended.load(Ordering::Relaxed) {
            return false;
        }
        let mut state = self.state();
        state.stage = Stage::Waiting;
        state.known = state.reports.len();
        state.held.clear();
        drop(state);
        self.stop.store(false, Ordering::Relaxed);
        // Somebody may have ended it in between.
        self.stop.fetch_or(self.ended.load(Ordering::Relaxed), Ordering::Relaxed);
        self.tell();
        true
    }

    /// Where it waits among the small ones, the first with the least; nothing if it is not small.
    pub(super) fn rank(&self) -> Option<(bool, usize)> {
        self.small.map(|cells| (self.is_again(), cells))
    }

    /// Whether it is tried as a small job for the second time.
    pub(super) fn is_again(&self) -> bool {
        self.again.load(Ordering::Relaxed)
    }

    /// Whether it may be tried as a small job a second time, for longer: once.
    pub(super) fn try_again(&self) -> bool {
        self.small.is_some() && !self.again.swap(true, Ordering::Relaxed)
    }

    /// Begins; `most` is how long it may take as a small job.
    pub(super) fn begin(&self, most: Option<Duration>) {
        let mut state = self.state();
        state.stage = Stage::Running { since: Instant::now(), most };
        // What was said of its place is over.
        state.progress = None;
        drop(state);
        self.tell();
    }

    /// Ends the job with its results, or without any.
    pub(super) fn end(&self, kind: &'static str, data: &Value, results: Option<Results>, lasting: bool) {
        let mut state = self.state();
        if matches!(state.stage, Stage::Over { .. }) {
            return;
        }
        state.stage = Stage::Over { lasting };
        state.results = results.map(Arc::new);
        state.progress = None;
        let held = std::mem::take(&mut state.held);
        state.reports.extend(held);
        state.reports.push(Report { kind, data: data.to_string().into() });
        drop(state);
        self.tell();
    }

    pub(super) fn stage(&self) -> Stage {
        self.state().stage
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage(), Stage::Over { .. })
    }

    /// The results, once there are any.
    pub(super) fn results(&self) -> Option<Arc<Results>> {
        self.state().results.clone()
    }

    /// The reports from number `from` on, the last progress, and whether there will be more.
    pub(super) fn reports(&self, from: usize) -> (Vec<Report>, Option<Arc<str>>, bool) {
        let state = self.state();
        let reports = state.reports.get(from..).unwrap_or_default().to_vec();
        (reports, state.progress.clone(), !matches!(state.stage, Stage::Over { .. }))
    }

    /// How much memory it takes, about.
    pub(super) fn bytes(&self) -> usize {
        /// What a puzzle takes for a byte of its file.
        const FOR_A_BYTE: usize = 8;
        let state = self.state();
        let told: usize = state.reports.iter().map(|report| report.data.len()).sum();
        let made = state.results.as_ref().map_or(0, |results| results.bytes());
        made + told + FOR_A_BYTE * self.text_bytes
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Notes that somebody asked for it.
    pub(super) fn hear(&self) {
        self.state().heard = Instant::now();
    }

    /// Whether nobody has listened or asked for that long.
    pub(super) fn is_forgotten(&self, after: Duration) -> bool {
        self.listeners.load(Ordering::Relaxed) == 0 && self.state().heard.elapsed() > after
    }

    /// Its stage and numbers as JSON.
    pub(super) fn status(&self) -> Value {
        let stage = match self.stage() {
            Stage::Waiting => "waiting",
            Stage::Running { .. } => "running",
            Stage::Over { .. } => "over",
        };
        json!({ "id": self.id, "stage": stage })
    }
}

impl Listener for Job {
    fn design(&self) -> &Design {
        &self.design
    }

    fn report(&self, kind: &'static str, data: &Value) {
        let report = Report { kind, data: data.to_string().into() };
        let mut state = self.state();
        if self.too_long.load(Ordering::Relaxed) {
            // If the job runs again, nobody needs to know how it ended the first time.
            state.held.push(report);
            return;
        }
        // A design has one result, so a second run reports the same again.
        if state.known > 0 {
            state.known -= 1;
            return;
        }
        state.reports.push(report);
        drop(state);
        self.tell();
    }

    fn progress(&self, data: &Value) {
        self.state().progress = Some(data.to_string().into());
        self.tell();
    }

    fn finish(&self) -> bool {
        let first = !self.ended.swap(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        first
    }

    fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

impl Listening {
    pub(super) fn to(job: &Arc<Job>) -> Self {
        job.listeners.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(job))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.hear();
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The hash of a design and of the version that makes it, as 32 hexadecimal digits.
fn id(design: &str) -> String {
    let hash = Sha256::digest(format!("{} {design}", env!("CARGO_PKG_VERSION")));
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The most cells of a small job, over all its boards: a few milliseconds for nearly every board of this
/// size.
const MOST_CELLS: usize = 150;
/// The most tilings that a small job writes.
const MOST_TILINGS: u64 = 20;

/// The cells of all boards of a design, or nothing if it is not small.
pub(super) fn small(design: &Design) -> Option<usize> {
    let cells = design.subjects.iter().map(|subject| subject.puzzle.region().area()).sum();
    let is_small = design.products.iter().all(|product| match product {
        Product::Solve(solve) => {
            !solve.count
                && !solve.all
                && !solve.best_effort
                && solve.sample.unwrap_or(solve.first) <= MOST_TILINGS
        }
        Product::Quilt(_) | Product::Cut(_) => true,
        Product::Sheet(sheet) => !sheet.all && sheet.solutions <= MOST_TILINGS,
        Product::Order(_)
        | Product::Compatible(_)
        | Product::Divide(_)
        | Product::Puzzle(_)
        | Product::Book(_)
        | Product::Compare(_) => false,
    });
    (is_small && cells <= MOST_CELLS).then_some(cells)
}
