//! How the program ends, and why it ended early.

use std::any::Any;
use std::io;
use std::process::ExitCode;

use piecework::ErrorKind;
use piecework::job::End;

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
    /// The command line cannot be understood.
    Usage {
        /// The code, such as `E3001`.
        code: &'static str,
        /// What is wrong, as the reader of the command line says it.
        text: String,
    },
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

impl From<End> for Exit {
    fn from(end: End) -> Self {
        match end {
            End::Done => Exit::Done,
            End::No => Exit::No,
            End::Stopped => Exit::Stopped,
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
            Failure::Usage { .. } => Exit::BadInput,
            Failure::Panic(_) => Exit::Internal,
            Failure::Library(error) => match error.kind() {
                ErrorKind::NoAnswer => Exit::No,
                ErrorKind::Input => Exit::BadInput,
                ErrorKind::Limit => Exit::Stopped,
                ErrorKind::Output => Exit::CannotWrite,
                ErrorKind::Internal => Exit::Internal,
            },
        }
    }
}

impl<E: Into<piecework::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Library(error.into())
    }
}
