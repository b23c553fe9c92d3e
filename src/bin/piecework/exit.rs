//! How the program ends, and why it ended early.

use std::any::Any;
use std::io;
use std::process::ExitCode;

use piecework::Category;

/// The documented exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done,
    /// The search finished and the answer is no.
    No,
    /// Bad usage or input; nothing was written.
    BadInput,
    /// A limit stopped the search; what was found is kept.
    Stopped,
    /// Something could not be written; old files are untouched.
    CannotWrite,
    /// A promise of our own is broken.
    Internal,
    /// This signal arrived, and everything was flushed.
    Signal(u8),
}

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library says why.
    Library(piecework::Error),
    /// Standard output cannot be written to.
    StandardOutput(io::Error),
    /// The options ask for something that does not exist.
    Usage(String),
    /// A panic, with its message.
    Panic(String),
}

impl Exit {
    /// The number a shell sees.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
            Exit::CannotWrite => 4,
            Exit::Internal => 5,
            Exit::Signal(signal) => 128 + signal,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

impl Failure {
    /// The failure that a caught panic stands for.
    pub(crate) fn panicked(cause: &(dyn Any + Send)) -> Self {
        let message = cause.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Failure::Panic(message.to_owned())
    }

    /// How the program ends for it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            // Nobody reads any more: a quiet end, as for every filter.
            Failure::StandardOutput(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Failure::StandardOutput(_) => Exit::CannotWrite,
            Failure::Usage(_) => Exit::BadInput,
            Failure::Panic(_) => Exit::Internal,
            Failure::Library(error) => match error.category() {
                Category::NoAnswer => Exit::No,
                Category::Input => Exit::BadInput,
                Category::Limit => Exit::Stopped,
                Category::Output => Exit::CannotWrite,
                Category::Internal => Exit::Internal,
            },
        }
    }
}

impl<E: Into<piecework::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Library(error.into())
    }
}
