//! How a search ended.

/// Whether everything was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Yes: there are no more tilings, which is a proof.
    Complete,
    /// No: there may be more.
    Stopped(StopReason),
}

/// Why a search stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The visitor stopped it.
    Visitor,
    /// It reached the time limit.
    TimeLimit,
    /// It reached the limit on nodes.
    NodeLimit,
    /// It needed more memory than allowed.
    MemoryLimit,
    /// It searched all areas up to the largest one allowed.
    AreaLimit,
    /// The stop flag was raised.
    Signal,
}

impl Outcome {
    /// Returns whether everything was searched.
    pub const fn is_complete(self) -> bool {
        matches!(self, Outcome::Complete)
    }
}

impl StopReason {
    /// Returns its name in results.
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Visitor => "enough",
            StopReason::TimeLimit => "time limit",
            StopReason::NodeLimit => "node limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::AreaLimit => "area limit",
            StopReason::Signal => "signal",
        }
    }
}
