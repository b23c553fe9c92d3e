//! Why the parts of a long run cannot be gone on with or joined.

use crate::fault::{Category, Fault};
use crate::text::shown;
use crate::tiling::TilingError;

/// Something wrong with the file of a long run, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointError {
    file: Option<String>,
    line: Option<usize>,
    fault: CheckpointFault,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The first line is not that of a long run.
    #[error("this is no checkpoint: its first line does not say which search it is of")]
    NoHeader,
    /// A later program wrote it.
    #[error("this needs a later piecework: its format is `{found}`, this program reads {known}")]
    LaterFormat {
        /// The version of the format.
        found: u64,
        /// The newest that is read.
        known: u64,
    },
    /// It is of another search.
    #[error("this is of another search: its {what} is `{}`, not `{}`", shown(found), shown(expected))]
    Other {
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What is searched.
        expected: String,
    },
    /// A line is not as it was written.
    #[error("this line is damaged, or of another file")]
    Damaged,
    /// A part is there twice.
    #[error("part `{part}` is there a second time")]
    DoubledPart {
        /// Which.
        part: usize,
    },
    /// A part that the run does not search.
    #[error("part `{part}` is none of this run")]
    ForeignPart {
        /// Which.
        part: usize,
    },
    /// What should be a tiling is none.
    #[error("tiling `{number}` of part `{part}` is none: {source}")]
    NoTiling {
        /// In which part.
        part: usize,
        /// Which of it, from 1.
        number: usize,
        /// What is wrong with it.
        source: TilingError,
    },
    /// Not one of the shards.
    #[error("there is no shard `{index}` of {of}; they are numbered from 0")]
    NoSuchShard {
        /// Which was asked for.
        index: usize,
        /// How many there are.
        of: usize,
    },
    /// A shard is there twice.
    #[error("shard `{index}` is in `{}` too", shown(other))]
    DoubledShard {
        /// Which.
        index: usize,
        /// The other file.
        other: String,
    },
    /// Shards are missing.
    #[error("shards {} of {of} are missing", list(missing))]
    MissingShards {
        /// Which.
        missing: Vec<usize>,
        /// How many there are in all.
        of: usize,
    },
    /// A shard was not searched to its end.
    #[error("`{missing}` of {of} parts are not searched yet")]
    Unfinished {
        /// How many parts are missing.
        missing: usize,
        /// How many there are in the file when it is whole.
        of: usize,
    },
}

impl CheckpointError {
    /// The file, if it is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The line, from 1, if it is about one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// What is wrong.
    #[must_use]
    pub fn fault(&self) -> &CheckpointFault {
        &self.fault
    }

    /// The same, about this line.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The same, about this file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }
}

impl From<CheckpointFault> for CheckpointError {
    fn from(fault: CheckpointFault) -> Self {
        Self { file: None, line: None, fault }
    }
}

impl std::fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", shown(file))?;
        }
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        let space = if self.file.is_some() || self.line.is_some() { " " } else { "" };
        write!(f, "{space}{}", self.fault)
    }
}

impl std::error::Error for CheckpointError {}

impl Fault for CheckpointError {
    fn code(&self) -> &'static str {
        match self.fault {
            CheckpointFault::NoHeader => "E1030",
            CheckpointFault::LaterFormat { .. } => "E1031",
            CheckpointFault::Other { .. } => "E1032",
            CheckpointFault::Damaged => "E1033",
            CheckpointFault::DoubledPart { .. } => "E1034",
            CheckpointFault::ForeignPart { .. } => "E1035",
            CheckpointFault::NoTiling { .. } => "E1036",
            CheckpointFault::NoSuchShard { .. } => "E1037",
            CheckpointFault::DoubledShard { .. } => "E1038",
            CheckpointFault::MissingShards { .. } => "E1039",
            CheckpointFault::Unfinished { .. } => "E1040",
        }
    }

    fn category(&self) -> Category {
        match self.fault {
            // The file stays as it is, and so nothing can be kept in it.
            CheckpointFault::NoHeader
            | CheckpointFault::LaterFormat { .. }
            | CheckpointFault::Other { .. }
            | CheckpointFault::Damaged
            | CheckpointFault::DoubledPart { .. }
            | CheckpointFault::ForeignPart { .. }
            | CheckpointFault::NoTiling { .. } => Category::Output,
            CheckpointFault::Unfinished { .. } => Category::Limit,
            _ => Category::Input,
        }
    }

    fn found(&self) -> Option<String> {
        match &self.fault {
            CheckpointFault::LaterFormat { found, .. } => Some(found.to_string()),
            CheckpointFault::Other { found, .. } => Some(shown(found)),
            CheckpointFault::DoubledPart { part } | CheckpointFault::ForeignPart { part } => {
                Some(part.to_string())
            }
            CheckpointFault::NoSuchShard { index, .. } | CheckpointFault::DoubledShard { index, .. } => {
                Some(index.to_string())
            }
            _ => None,
        }
    }

    fn allowed(&self) -> Option<String> {
        match &self.fault {
            CheckpointFault::LaterFormat { known, .. } => Some(known.to_string()),
            CheckpointFault::Other { expected, .. } => Some(shown(expected)),
            CheckpointFault::NoSuchShard { of, .. } => Some(format!("0 to {}", of.saturating_sub(1))),
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        let hint = match self.fault {
            CheckpointFault::Other { .. } => {
                "give the puzzle and options that the file was begun with, another file, or --force to begin anew"
            }
            CheckpointFault::NoHeader | CheckpointFault::LaterFormat { .. } => {
                "name another file; --force replaces this one"
            }
            CheckpointFault::Damaged
            | CheckpointFault::DoubledPart { .. }
            | CheckpointFault::ForeignPart { .. }
            | CheckpointFault::NoTiling { .. } => {
                "remove this line to search its part again, or begin anew with --force"
            }
            CheckpointFault::NoSuchShard { .. } => return None,
            CheckpointFault::DoubledShard { .. } => "give each shard once",
            CheckpointFault::MissingShards { .. } => "give the files of all shards",
            CheckpointFault::Unfinished { .. } => "run that shard again: it goes on where it stopped",
        };
        Some(hint.to_owned())
    }
}

/// Numbers with commas, the first ten of them.
fn list(numbers: &[usize]) -> String {
    const SHOWN: usize = 10;
    let words: Vec<String> = numbers.iter().take(SHOWN).map(|number| format!("`{number}`")).collect();
    let more = if numbers.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", words.join(", "))
}
