//! How the program ends, and why it ended early.

use std::any::Any;
use std::io;
use std::process::ExitCode;

use piecework::fault::{ErrorKind, Finding};
use piecework::job::JobEnd;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done,
    /// Something kept it from that.
    Short(ErrorKind),
    /// This signal arrived, and everything was flushed.
    Signal(u8),
}

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library says why.
    Library(piecework::error::Error),
    /// Standard output cannot be written to.
    StandardOutput(io::Error),
    /// The command line cannot be understood.
    Usage(Box<Finding>),
    /// A panic, with its message.
    Panic(String),
}

impl Exit {
    /// The number a shell sees.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Short(kind) => kind.exit_status(),
            Exit::Signal(signal) => 128 + signal,
        }
    }
}

impl From<JobEnd> for Exit {
    fn from(end: JobEnd) -> Self {
        match end {
            JobEnd::Done => Exit::Done,
            JobEnd::No => Exit::Short(ErrorKind::NoAnswer),
            JobEnd::Fewer | JobEnd::Stopped => Exit::Short(ErrorKind::Limit),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

impl Failure {
    /// A command line that cannot be obeyed.
    pub(crate) fn usage(code: &'static str, text: String) -> Self {
        Failure::Usage(Box::new(Finding::new(code, ErrorKind::Input, text)))
    }

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
            Failure::StandardOutput(_) => Exit::Short(ErrorKind::Output),
            Failure::Usage(_) => Exit::Short(ErrorKind::Input),
            Failure::Panic(_) => Exit::Short(ErrorKind::Internal),
            Failure::Library(error) => Exit::Short(error.kind()),
        }
    }
}

impl<E: Into<piecework::error::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Library(error.into())
    }
}
