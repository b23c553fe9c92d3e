//! Stops work: a flag that anyone can raise, and a time after which nothing is begun any more.
//!
//! Whoever starts long work hands a [`StopFlag`] to it, and can raise its flag from any thread. Loops that can
//! take long call [`StopFlag::check`] in each step, about every millisecond, and pass the error on. What a
//! stopped function had so far is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::budget::{Budget, Kept};
use super::fault::fault;
use super::limits::Limit;

fault! {
    /// The work was stopped before it was done.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Stopped: Limit {
        /// Its flag was raised, by a signal or because a limit of the caller was reached.
        Raised = E0344 {
            message("stopped before the result was complete")
            help("run it again, with more time")
        }
        /// Its time was over.
        TimeLimit = E0345 {
            message("the time limit was reached before the result was complete")
            help("allow more with --time-limit")
        }
        /// More is kept in memory than its budget allows.
        Memory { name: &'static str, allowed: u64 } = E0346 {
            message("the pages and files of this design take more memory than the limit `{name}`, which is `{allowed}` bytes")
            allowed("{allowed}")
            help("ask for fewer formats, or for a part of the design; or raise it with --limit {name}={more}", more = allowed.saturating_mul(4))
        }
    }
}

impl Budget {
    /// Returns an error if more is kept than is allowed.
    ///
    /// # Errors
    /// [`Stopped::Memory`].
    pub fn check(&self) -> Result<(), Stopped> {
        let memory = |allowed| Err(Stopped::Memory { name: Limit::KeptBytes.name(), allowed });
        self.exceeded().map_or(Ok(()), memory)
    }
}

/// A wish to stop that can come at any time. The default never comes.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use piecework_tiling::stop::StopFlag;
///
/// let flag = Arc::new(AtomicBool::new(false));
/// let stop = StopFlag::when(Arc::clone(&flag));
/// assert!(stop.check().is_ok());
/// flag.store(true, Ordering::Relaxed);
/// assert!(stop.check().is_err());
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopFlag {
    flag: Option<Arc<AtomicBool>>,
    deadline: Option<Instant>,
    budget: Budget,
}

impl StopFlag {
    /// Stops as soon as the flag is raised.
    pub fn when(flag: Arc<AtomicBool>) -> Self {
        Self { flag: Some(flag), ..Self::default() }
    }

    /// Never stops.
    pub fn never() -> Self {
        Self::default()
    }

    /// Stops at this time too, or when it would have stopped before.
    #[must_use]
    pub fn until(self, time: Instant) -> Self {
        Self { deadline: Some(self.deadline.map_or(time, |known| known.min(time))), ..self }
    }

    /// Stops this much later than the time that was set, if one was.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { deadline: self.deadline.and_then(|time| time.checked_add(grace)), ..self }
    }

    /// Stops too when more is kept than this allows.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The flag itself, for work that polls it.
    pub fn flag(&self) -> Option<&AtomicBool> {
        self.flag.as_deref()
    }

    /// How much time is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|time| time.saturating_duration_since(Instant::now()))
    }

    /// Counts bytes that are kept until the answer is dropped.
    pub fn keep(&self, bytes: usize) -> Kept {
        self.budget.keep(bytes)
    }

    /// Returns whether the work must stop.
    pub fn is_raised(&self) -> bool {
        self.check().is_err()
    }

    /// Returns an error if the work must stop.
    ///
    /// # Errors
    /// [`Stopped`] if the flag is raised, the time is over, or more is kept than the budget allows.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Raised);
        }
        if self.deadline.is_some_and(|time| Instant::now() >= time) {
            return Err(Stopped::TimeLimit);
        }
        self.budget.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{ErrorKind, Fault as _};

    #[test]
    fn a_raised_flag_is_an_error_of_a_limit_and_none_is_never_raised() {
        let flag = Arc::new(AtomicBool::new(false));
        let (stop, never) = (StopFlag::when(Arc::clone(&flag)), StopFlag::never());
        assert_eq!((stop.check(), stop.is_raised(), stop.time_left()), (Ok(()), false, None));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(stop.check().map_err(|stopped| stopped.kind()), Err(ErrorKind::Limit));
        assert_eq!(never.check(), Ok(()));
    }

    #[test]
    fn the_earlier_of_two_times_stops_and_grace_moves_it() {
        let (now, hour) = (Instant::now(), Duration::from_secs(3600));
        let over = StopFlag::never().until(now + hour).until(now).until(now + hour);
        assert_eq!((over.check(), over.time_left()), (Err(Stopped::TimeLimit), Some(Duration::ZERO)));
        assert_eq!(over.with_grace(hour).check(), Ok(()));
        assert_eq!(StopFlag::never().with_grace(hour).time_left(), None);
    }

    #[test]
    fn more_than_the_budget_stops_and_names_its_limit() {
        let stop = StopFlag::never().within(Budget::of(100));
        let kept = [60, 40].map(|bytes| stop.keep(bytes));
        assert_eq!(stop.check(), Ok(()));
        let more = stop.keep(1);
        let stopped = stop.clone().check().expect_err("101 bytes");
        assert!(stopped.to_string().contains("`kept-bytes`, which is `100`"), "{stopped}");
        assert_eq!(stopped.help().map(|help| help.contains("--limit kept-bytes=400")), Some(true));
        drop((kept, more));
        assert_eq!(stop.check(), Ok(()));
    }
}
