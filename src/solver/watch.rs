//! What can interrupt a search: limits, a signal, the end of a turn. Also who is told how far it is.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::options::{Progress, SolveOptions};
use super::report::StopReason;

/// Looks at the clock and the stop flag once in so many nodes; a power of two. Chosen by eye.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Reports progress once in so many looks. Chosen by eye.
const LOOKS_BETWEEN_REPORTS: u64 = 8;

/// Why a search does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// Its turn is over.
    Pause,
    /// It is to end.
    Stop(StopReason),
}

/// Counts nodes and compares them with the limits.
pub(super) struct Watch<'a> {
    options: SolveOptions<'a>,
    began: Instant,
    nodes: u64,
    /// Solutions so far, for progress only.
    pub(super) tilings: u128,
    pause_at: u64,
    /// Which part of the search this is, and how many there are.
    part: (usize, usize),
}

impl<'a> Watch<'a> {
    pub(super) fn new(options: &SolveOptions<'a>) -> Self {
        Self {
            options: options.clone(),
            began: Instant::now(),
            nodes: 0,
            tilings: 0,
            pause_at: u64::MAX,
            part: (0, 1),
        }
    }

    /// Says that `done` of `all` parts of the search are behind.
    pub(super) fn begin_part(&mut self, done: usize, all: usize) {
        self.part = (done, all);
    }

    /// Never interrupts; for tests.
    #[cfg(test)]
    pub(super) fn unlimited() -> Self {
        Self::new(&SolveOptions::default())
    }

    #[cfg(test)]
    pub(super) fn pausing_after(mut self, nodes: u64) -> Self {
        self.pause_after(nodes);
        self
    }

    /// Lets the next turn last for `nodes` nodes.
    pub(super) fn pause_after(&mut self, nodes: u64) {
        self.pause_at = self.nodes.saturating_add(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Counts a node about to be entered, or says why not to enter it.
    pub(super) fn node(&mut self, share_done: impl FnOnce() -> f64) -> Option<Halt> {
        if self.nodes >= self.pause_at {
            return Some(Halt::Pause);
        }
        if self.options.node_limit.is_some_and(|limit| self.nodes >= limit) {
            return Some(Halt::Stop(StopReason::NodeLimit));
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS)
            && let Some(reason) = self.look(share_done)
        {
            return Some(Halt::Stop(reason));
        }
        self.nodes += 1;
        None
    }

    fn look(&mut self, share_done: impl FnOnce() -> f64) -> Option<StopReason> {
        if self.options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(StopReason::Signal);
        }
        if self.options.time_limit.is_some_and(|limit| self.elapsed() >= limit) {
            return Some(StopReason::TimeLimit);
        }
        let looks = self.nodes / NODES_BETWEEN_LOOKS;
        if let Some(report) = self.options.progress.filter(|_| looks % LOOKS_BETWEEN_REPORTS == 1) {
            report(&Progress {
                nodes: self.nodes,
                tilings: self.tilings,
                elapsed: self.elapsed(),
                share_done: Some((self.part.0 as f64 + share_done()) / self.part.1 as f64),
            });
        }
        None
    }
}
