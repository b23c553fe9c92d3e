//! Stops work that is not a search: planning, packing, laying out.
//!
//! Whoever starts long work hands a [`StopFlag`] to it, and can raise its flag from any thread. Loops that can
//! take long call [`StopFlag::check`] in each step, about every millisecond, and pass the error on. What a
//! stopped function had so far is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fault::fault;

fault! {
    /// The work was stopped before it was done.
    #[derive(Clone, PartialEq, Eq)]
    pub enum Stopped: Limit {
        /// Its flag was raised, by a signal or because a limit of the caller was reached.
        Raised = E0344 {
            message("stopped before the result was complete")
            help("run it again, with more time")
        }
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
pub struct StopFlag(Option<Arc<AtomicBool>>);

impl StopFlag {
    /// Stops as soon as the flag is raised.
    #[must_use]
    pub const fn when(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }

    /// Never stops.
    #[must_use]
    pub const fn never() -> Self {
        Self(None)
    }

    /// Returns whether the work must stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns an error if the work must stop.
    ///
    /// # Errors
    /// [`Stopped`] if the flag is raised.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_raised() { Err(Stopped::Raised) } else { Ok(()) }
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
        assert_eq!((stop.check(), stop.is_raised()), (Ok(()), false));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(stop.check().map_err(|stopped| stopped.kind()), Err(ErrorKind::Limit));
        assert_eq!(never.check(), Ok(()));
    }
}
