//! Why files could not be written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::Holder;
use piecework_tiling::fault::fault;
use piecework_tiling::stop::Stopped;
use piecework_tiling::text::shown;

/// The action that the file system refused.
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

fault! {
    /// Why a set of files was not written.
    pub enum OutputError: Output {
        /// A name that could lead out of the directory, or that some system would refuse.
        UnsafeName { name: String } = E1901 {
            message("`{name}` is not a safe file name", name = shown(name))
            help("use letters, digits, `.`, `_` and `-`, beginning with a letter or digit")
        }
        SameName { name: String } = E1902 {
            message("two files are called `{name}`")
        }
        /// A path that ends in a directory.
        NoFileName { path: PathBuf } = E1903 {
            message("`{path}` does not name a file", path = path.display())
            help("end the path in a file name")
        }
        Exists { directory: PathBuf, names: Vec<String> } = E1904 {
            message("{names} already {exist} in `{directory}`", names = list(names),
                exist = if names.len() == 1 { "exists" } else { "exist" }, directory = place(directory))
            help("replace with --force, or write elsewhere with -o")
        }
        IsLink { path: PathBuf } = E1905 {
            message("`{path}` is a link, and links are not followed", path = path.display())
            help("--force replaces the link itself")
        }
        /// A directory, device or pipe where a file should go.
        NotAFile { path: PathBuf } = E1906 {
            message("`{path}` is not an ordinary file", path = path.display())
        }
        /// A file where the directory should be, or a dangling link.
        NotADirectory { path: PathBuf } = E1907 {
            message("`{path}` is not a directory", path = path.display())
        }
        /// The directory above is missing too.
        NoParent { parent: PathBuf } = E1908 {
            message("the directory `{parent}` does not exist", parent = parent.display())
            help("make `{parent}` first", parent = parent.display())
        }
        /// The file system refused. Everything is unchanged.
        Io { action: Action, path: PathBuf, source: io::Error } = E1909 {
            message("cannot {action} `{path}`: {cause}", path = path.display(), cause = cause(source))
            if let io::ErrorKind::StorageFull = source.kind() => help("free some space, or write elsewhere with -o")
        }
        /// Another run has locked the file.
        Held { path: PathBuf, holder: Option<Holder> } = E1912 {
            kind(Limit)
            message("`{path}` is being written by {holder}", path = path.display(), holder = who(holder.as_ref()))
            help("wait until it ends, or end it")
        }
        /// The file system refused to write, and then to remove a file of the set, which is complete.
        NotRemoved { path: PathBuf, source: io::Error } = E1910 {
            message("cannot remove `{path}`, one file of a set that was not finished: {cause}",
                path = path.display(), cause = cause(source))
        }
        /// The file system refused to write, and then to restore the old file, which is kept.
        NotRestored { path: PathBuf, kept: PathBuf, source: io::Error } = E1911 {
            message("cannot put back `{path}`, which is now `{kept}`: {cause}",
                path = path.display(), kept = kept.display(), cause = cause(source))
            help("rename `{kept}` to `{path}`", kept = kept.display(), path = path.display())
        }
    } from {
        /// Writing was stopped before any file had its name.
        Stopped(Stopped),
    }
}

/// Returns a path for messages; the folder of a bare file name is `.`.
fn place(directory: &Path) -> std::path::Display<'_> {
    if directory.as_os_str().is_empty() { Path::new(".").display() } else { directory.display() }
}

fn who(holder: Option<&Holder>) -> String {
    holder.map_or_else(|| "another run".into(), ToString::to_string)
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

/// Returns the cause, in words that do not depend on the system or its language, if the kind is known.
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
