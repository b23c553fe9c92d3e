//! One job: a design, what it has reported so far, and its result.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use super::results::Results;
use crate::design::Design;

/// A design that is being made, or was.
#[derive(Debug)]
pub(super) struct Job {
    /// The hash of the design.
    pub(super) id: String,
    /// What is made.
    pub(super) design: Design,
    /// Ends the job when it is raised.
    pub(super) stop: Arc<AtomicBool>,
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
    /// It runs since then.
    Running(Instant),
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
            heard: Instant::now(),
        };
        let text = design.to_json();
        Self {
            id: id(&text),
            text_bytes: text.len(),
            design,
            stop: Arc::default(),
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

    /// Adds a report for everybody who listens now or later.
    pub(super) fn report(&self, kind: &'static str, data: &Value) {
        self.state().reports.push(Report { kind, data: data.to_string().into() });
        self.tell();
    }

    /// Replaces the last progress.
    pub(super) fn progress(&self, data: &Value) {
        self.state().progress = Some(data.to_string().into());
        self.tell();
    }

    pub(super) fn begin(&self) {
        self.state().stage = Stage::Running(Instant::now());
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
            Stage::Running(_) => "running",
            Stage::Over { .. } => "over",
        };
        json!({ "id": self.id, "stage": stage })
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
