//! Why a long run cannot be continued, or its shards joined.

use std::io;

use piecework_tiling::fault::{Fault, Finding, fault};
use piecework_tiling::text::shown;
use piecework_tiling::tiling::TilingError;

/// A mistake in the file of a long run, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointError {
    file: Option<String>,
    line: Option<usize>,
    fault: CheckpointFault,
}

fault! {
    /// The kind of mistake in the file of a long run.
    #[derive(Clone, PartialEq, Eq)]
    pub enum CheckpointFault: Output {
        /// The file is left unchanged, so nothing can be stored in it.
        NoHeader = E1030 {
            message("this is not a checkpoint: its first line does not name its search")
            help("name another file; --force replaces this one")
        }
        LaterFormat { found: u64, known: u64 } = E1031 {
            message("this needs a later piecework: its format is `{found}`, this program reads {known}")
            found("{found}") allowed("{known}")
            help("name another file; --force replaces this one")
        }
        Other { what: &'static str, found: String, expected: String } = E1032 {
            message("this is of another search: its {what} is `{found}`, not `{expected}`", found = shown(found), expected = shown(expected))
            found("{found}", found = shown(found)) allowed("{expected}", expected = shown(expected))
            help("give the puzzle and options that the file was begun with, another file, or --force to begin again")
        }
        Damaged = E1033 {
            message("this line is damaged, or of another file")
            help("remove this line to search its part again, or begin again with --force")
        }
        DoubledPart { part: String } = E1034 {
            message("duplicate part `{part}`")
            found("{part}")
            help("remove this line to search its part again, or begin again with --force")
        }
        ForeignPart { part: String } = E1035 {
            message("part `{part}` is not one of this run")
            found("{part}")
            help("remove this line to search its part again, or begin again with --force")
        }
        /// Tilings of a part are counted from 1.
        NoTiling { part: Box<str>, number: usize, source: TilingError } = E1036 {
            message("tiling `{number}` of part `{part}` is not a tiling: {source}")
            help("remove this line to search its part again, or begin again with --force")
        }
        NoSuchShard { index: usize, of: usize } = E1037 {
            kind(Input)
            message("there is no shard `{index}` of {of}; they are numbered from 0")
            found("{index}") allowed("0 to {last}", last = of.saturating_sub(1))
        }
        /// A part that is to be divided, but was searched already, is of another run, or is a single choice.
        CannotDivide { part: String, reason: &'static str } = E1041 {
            kind(Input)
            message("part `{part}` cannot be divided: {reason}", part = shown(part))
            found("{part}", part = shown(part))
            help("`piecework solve --status FOLDER` shows the parts of each shard")
        }
        /// The folder with the layers of a count cannot be read or written.
        LayersUnusable { kind: io::ErrorKind } = E1042 {
            message("the layers of the count cannot be kept here: {kind}")
            if let io::ErrorKind::StorageFull = kind => help("free some space and run it again, or give another file")
        }
        LayersDamaged = E1043 {
            message("the layers of the count are damaged, or shorter than they were")
            help("begin again with --force")
        }
        DoubledShard { index: usize, other: String } = E1038 {
            kind(Input)
            message("shard `{index}` is already in `{other}`", other = shown(other))
            found("{index}")
            help("give each shard once")
        }
        MissingShards { missing: Vec<usize>, of: usize } = E1039 {
            kind(Input)
            message("shards {missing} of {of} are missing", missing = list(missing))
            help("give the files of all shards")
        }
        Unfinished { missing: usize, of: usize } = E1040 {
            kind(Limit)
            message("`{missing}` of {of} parts are not searched yet")
            help("run that shard again: it continues where it stopped")
        }
    }
}

impl CheckpointError {
    /// Returns the file, if it is known.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the line, from 1, if the mistake is in one.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// Returns the kind of mistake.
    pub fn fault(&self) -> &CheckpointFault {
        &self.fault
    }

    /// Returns the same, about this line.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Returns the same, about this file.
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
    fn findings(&self) -> Vec<Finding> {
        let mut findings = self.fault.findings();
        for finding in &mut findings {
            finding.file = self.file.clone();
            finding.line = self.line;
        }
        findings
    }
}

/// Numbers with commas, the first ten of them.
fn list(numbers: &[usize]) -> String {
    const SHOWN: usize = 10;
    let words: Vec<String> = numbers.iter().take(SHOWN).map(|number| format!("`{number}`")).collect();
    let more = if numbers.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", words.join(", "))
}
