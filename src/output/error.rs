//! Why files could not be written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::fault::{Category, Fault};
use crate::text::shown;

/// What was being done when the file system refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Finding out what is at a path.
    LookAt,
    /// Making the directory.
    Create,
    /// Writing a file.
    Write,
    /// Keeping the old file while the new one is put in place.
    Keep,
    /// Giving a file its final name.
    PutInPlace,
    /// Making sure that the directory is on the disk.
    Sync,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::LookAt => "look at",
            Action::Create => "create",
            Action::Write => "write",
            Action::Keep => "keep the old",
            Action::PutInPlace => "put in place",
            Action::Sync => "sync",
        })
    }
}

/// A set of files that was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A name that could lead out of the directory or be refused by some system.
    #[error("`{name}` is not a safe file name", name = shown(name))]
    UnsafeName {
        /// The name.
        name: String,
    },
    /// Two files of a set have one name.
    #[error("two files are called `{name}`")]
    SameName {
        /// The name.
        name: String,
    },
    /// A path that ends in a directory where a file was asked for.
    #[error("`{path}` does not name a file", path = path.display())]
    NoFileName {
        /// The path.
        path: PathBuf,
    },
    /// Files are there already, and replacing them was not asked for.
    #[error("{names} already {exist} in `{directory}`", names = list(names), exist = if names.len() == 1 { "exists" } else { "exist" }, directory = place(directory))]
    Exists {
        /// Where.
        directory: PathBuf,
        /// Their names.
        names: Vec<String>,
    },
    /// A link where a file should go, and replacing it was not asked for.
    #[error("`{path}` is a link, and links are not followed", path = path.display())]
    IsLink {
        /// The path.
        path: PathBuf,
    },
    /// A directory, device or pipe where a file should go.
    #[error("`{path}` is not an ordinary file", path = path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// A file where the directory should be, or a link that leads nowhere.
    #[error("`{path}` is not a directory", path = path.display())]
    NotADirectory {
        /// The path.
        path: PathBuf,
    },
    /// The directory above is missing too.
    #[error("the directory `{parent}` does not exist", parent = parent.display())]
    NoParent {
        /// The directory above the one asked for.
        parent: PathBuf,
    },
    /// The file system refused. Everything is as it was.
    #[error("cannot {action} `{path}`: {cause}", path = path.display(), cause = cause(source))]
    Io {
        /// What was being done.
        action: Action,
        /// To what.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file system refused, and then refused again when a file of the set was to be removed.
    #[error("cannot remove `{path}`, one file of a set that was not finished: {cause}", path = path.display(), cause = cause(source))]
    NotRemoved {
        /// The file, which is whole.
        path: PathBuf,
        /// What went wrong first.
        source: io::Error,
    },
    /// The file system refused, and then refused again when the old file was to be put back.
    #[error("cannot put back `{path}`, which is now `{kept}`: {cause}", path = path.display(), kept = kept.display(), cause = cause(source))]
    NotRestored {
        /// Where the old file belongs.
        path: PathBuf,
        /// Where it is kept.
        kept: PathBuf,
        /// What went wrong first.
        source: io::Error,
    },
}

impl OutputError {
    /// What to try, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            OutputError::Exists { .. } => Some("replace with --force, or write elsewhere with -o".into()),
            OutputError::IsLink { .. } => Some("--force replaces the link itself".into()),
            OutputError::NoParent { parent } => Some(format!("make `{}` first", parent.display())),
            OutputError::NotRestored { path, kept, .. } => {
                Some(format!("rename `{}` to `{}`", kept.display(), path.display()))
            }
            OutputError::NoFileName { .. } => Some("end the path in a file name".into()),
            OutputError::UnsafeName { .. } => {
                Some("use letters, digits, `.`, `_` and `-`, beginning with a letter or digit".into())
            }
            OutputError::Io { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
                Some("free some space, or write elsewhere with -o".into())
            }
            _ => None,
        }
    }
}

/// A path as it is shown; the folder that a bare file name is in is called `.`.
fn place(directory: &Path) -> std::path::Display<'_> {
    if directory.as_os_str().is_empty() { Path::new(".").display() } else { directory.display() }
}

impl Fault for OutputError {
    fn code(&self) -> &'static str {
        match self {
            OutputError::UnsafeName { .. } => "E1901",
            OutputError::SameName { .. } => "E1902",
            OutputError::NoFileName { .. } => "E1903",
            OutputError::Exists { .. } => "E1904",
            OutputError::IsLink { .. } => "E1905",
            OutputError::NotAFile { .. } => "E1906",
            OutputError::NotADirectory { .. } => "E1907",
            OutputError::NoParent { .. } => "E1908",
            OutputError::Io { .. } => "E1909",
            OutputError::NotRemoved { .. } => "E1910",
            OutputError::NotRestored { .. } => "E1911",
        }
    }

    fn category(&self) -> Category {
        Category::Output
    }

    fn hint(&self) -> Option<String> {
        OutputError::hint(self)
    }
}

/// Names in back-ticks, the first ten of them.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let mut text =
        names.iter().take(SHOWN).map(|name| format!("`{}`", shown(name))).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    text
}

/// The cause in words that do not change with the system or its language, where the kind is known.
fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::QuotaExceeded => "the disk quota is used up".into(),
        io::ErrorKind::FileTooLarge => "the file is too large for the disk".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".into(),
        io::ErrorKind::InvalidFilename => "the name is not allowed here".into(),
        _ => error.to_string(),
    }
}
