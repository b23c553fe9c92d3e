//! Counts what the server does, for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// What has happened since the server started, and what is going on.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    pub(super) answered: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) failed: AtomicU64,
    pub(super) jobs_done: AtomicU64,
    pub(super) jobs_failed: AtomicU64,
    pub(super) jobs_stopped: AtomicU64,
    pub(super) jobs_turned_away: AtomicU64,
    pub(super) jobs_shared: AtomicU64,
}

/// What is going on right now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Now {
    pub(super) running: usize,
    pub(super) waiting: usize,
    pub(super) kept_bytes: usize,
}

/// Adds one.
pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// Counts an answer by its status.
    pub(super) fn answer(&self, status: u16) {
        count(match status {
            0..400 => &self.answered,
            400..500 => &self.refused,
            _ => &self.failed,
        });
    }

    /// The numbers in the text format of Prometheus.
    pub(super) fn text(&self, now: Now) -> String {
        let counters = [
            ("requests_total", "status=\"ok\"", &self.answered),
            ("requests_total", "status=\"refused\"", &self.refused),
            ("requests_total", "status=\"failed\"", &self.failed),
            ("jobs_total", "end=\"done\"", &self.jobs_done),
            ("jobs_total", "end=\"failed\"", &self.jobs_failed),
            ("jobs_total", "end=\"stopped\"", &self.jobs_stopped),
            ("jobs_total", "end=\"turned away\"", &self.jobs_turned_away),
            ("jobs_total", "end=\"shared\"", &self.jobs_shared),
        ];
        let mut text = String::new();
        let mut last = "";
        for (name, label, counter) in counters {
            if name != last {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "# TYPE piecework_{name} counter");
                last = name;
            }
            let _ = writeln!(text, "piecework_{name}{{{label}}} {}", counter.load(Ordering::Relaxed));
        }
        for (name, value) in
            [("jobs_running", now.running), ("jobs_waiting", now.waiting), ("results_bytes", now.kept_bytes)]
        {
            let _ = writeln!(text, "# TYPE piecework_{name} gauge\npiecework_{name} {value}");
        }
        text
    }
}
