//! Tells when a search must end, also while its tables are being made.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::ground::{SolveOptions, SolverError, StopReason, takes_more_than};

/// The clock is looked at once in this many units of work, each a cell or so of one placement. Chosen by
/// trial: about a millisecond.
pub(crate) const WORK_BETWEEN_LOOKS: usize = 1 << 14;

/// The time limit and the stop flag of a search, from its beginning, and what the process may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alarm<'a> {
    began: Instant,
    time_limit: Option<Duration>,
    stop: Option<&'a AtomicBool>,
    process_limit: Option<u64>,
}

impl<'a> Alarm<'a> {
    /// The search begins now.
    pub(crate) fn new(options: &SolveOptions<'a>) -> Self {
        let SolveOptions { time_limit, stop, process_limit, .. } = *options;
        Self { began: Instant::now(), time_limit, stop, process_limit }
    }

    /// Never rings.
    pub(crate) fn silent() -> Self {
        Self { began: Instant::now(), time_limit: None, stop: None, process_limit: None }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns whether the time limit is reached.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.time_limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Returns why the search must stop, if it must.
    pub(crate) fn rings(&self) -> Option<StopReason> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(StopReason::Signal);
        }
        if self.is_out_of_time() {
            return Some(StopReason::TimeLimit);
        }
        self.process_limit.is_some_and(takes_more_than).then_some(StopReason::MemoryLimit)
    }

    /// Returns an error if the search must stop.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.rings().map_or(Ok(()), Err)
    }
}

/// Work that is stopped by an alarm.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Work<'a> {
    alarm: &'a Alarm<'a>,
    done: usize,
}

impl<'a> Work<'a> {
    pub(crate) fn new(alarm: &'a Alarm<'a>) -> Self {
        Self { alarm, done: 0 }
    }

    /// Counts work about to be done, and looks at the alarm from time to time.
    ///
    /// # Errors
    /// Why the search must stop.
    #[inline]
    pub(crate) fn step(&mut self, work: usize) -> Result<(), StopReason> {
        self.done += work;
        if self.done < WORK_BETWEEN_LOOKS {
            return Ok(());
        }
        self.done = 0;
        self.alarm.check()
    }
}

/// Why the tables of a search were not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unmade {
    Fault(SolverError),
    /// A limit came first. Nothing is known about the puzzle.
    Stopped(StopReason),
}

impl From<SolverError> for Unmade {
    fn from(fault: SolverError) -> Self {
        Self::Fault(fault)
    }
}

impl From<StopReason> for Unmade {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl Unmade {
    /// Returns the reason of a search that was stopped before it could begin.
    ///
    /// # Errors
    /// The fault, if that is why.
    pub(crate) fn reason(self) -> Result<StopReason, SolverError> {
        match self {
            Unmade::Fault(fault) => Err(fault),
            Unmade::Stopped(reason) => Ok(reason),
        }
    }
}
