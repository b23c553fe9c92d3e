//! Writes sets of files completely or not at all.
//!
//! A file with its final name is complete. Nothing is replaced unless requested ([`Overwrite::Replace`]),
//! nothing is written outside the directory, and links at a target are not followed. If anything fails, the
//! directory is unchanged.
//!
//! Every file is written and synced in a hidden folder of the same directory, then all are moved, then the
//! directory is synced. Old files are kept in the hidden folder until then, so that any failure can be undone.
//! A killed run leaves complete files and possibly a hidden folder, which the next run that writes there discards.
//! Files get their names in the order added, so the last, the design, has its name only when all others have theirs.
//!
//! [`Changes`] puts files of several folders into one such set, and removes what they make surplus. While
//! files get their names the folders are locked, so runs at the same time do not mix their files.
//!
//! Two other types keep the same promises: a [`FileStream`] writes one file that does not fit in memory, and
//! a [`LineLog`] grows by whole lines and survives a kill.

mod changes;
mod content;
pub(crate) mod disk;
mod error;
mod line_log;
mod lock;
mod name;
mod stage;
mod stream;
mod transaction;
mod zip;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use content::{Content, Spool};
use piecework_tiling::budget::Budget;
use piecework_tiling::stop::StopFlag;
use transaction::{NewFile, here};

pub use changes::Changes;
pub use error::{Action, OutputError};
#[doc(hidden)]
pub use line_log::LineLog;
#[doc(hidden)]
pub use lock::{FileLock, Holder, LockState, duration};
#[doc(hidden)]
pub use name::partial_path;
#[doc(hidden)]
pub use stream::FileStream;
pub(crate) use zip::Archive;
pub use zip::zip;

/// What to do with files that already exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overwrite {
    /// Keep them, and write nothing at all.
    #[default]
    Refuse,
    /// Replace each atomically. A link itself is replaced, not its target.
    Replace,
}

/// Files that belong together, collected and written together: in memory, but for large files of a set that is
/// [spooled](FileSet::spooled).
///
/// # Examples
/// ```
/// use piecework_app::output::{FileSet, Overwrite};
///
/// let directory = std::env::temp_dir().join(format!("piecework-example-{}", std::process::id()));
/// let mut files = FileSet::new();
/// files.add("quilt.svg", "<svg/>")?;
/// files.add("quilt.txt", "one quilt\n")?;
/// files.write_all(&directory, Overwrite::Refuse)?;
///
/// let again = files.write_all(&directory, Overwrite::Refuse).unwrap_err();
/// assert!(again.to_string().contains("`quilt.svg`, `quilt.txt`"), "{again}");
/// # std::fs::remove_dir_all(&directory).unwrap();
/// # Ok::<(), piecework_app::output::OutputError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct FileSet {
    files: Vec<(String, Content)>,
    /// The names in lower case, because some file systems do not distinguish `A.svg` from `a.svg`.
    names: BTreeSet<String>,
    budget: Budget,
    spool: Option<Spool>,
}

impl PartialEq for FileSet {
    fn eq(&self, other: &Self) -> bool {
        self.files == other.files
    }
}

impl Eq for FileSet {}

impl FileSet {
    /// Returns an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty set whose files count for a budget.
    pub fn within(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// The same with large files on the disk of a folder until they are written there.
    ///
    /// # Errors
    /// [`OutputError`] with the path and the cause.
    pub fn spooled(self, folder: &Path) -> Result<Self, OutputError> {
        Ok(Self { spool: Some(Spool::on_disk_of(folder)?), ..self })
    }

    /// Returns an empty set whose files are where those of this set are.
    pub fn beside(&self) -> Self {
        Self { budget: self.budget.clone(), spool: self.spool.clone(), ..Self::default() }
    }

    /// Adds a file. Files get their names in the order added, so add a list of contents last.
    ///
    /// # Errors
    /// [`OutputError::UnsafeName`] unless `name` is 1 to 120 of `A-Z a-z 0-9 . _ -`, begins with a letter or
    /// digit, does not end in a dot, and is not a name that Windows reserves (`con`, `nul`, …);
    /// [`OutputError::SameName`] if the set already has it, in upper or lower case;
    /// [`OutputError::Io`] if it is to be on the disk and cannot be.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<(), OutputError> {
        let bytes = bytes.into();
        let content = match &self.spool {
            Some(spool) => spool.keep(bytes, &self.budget)?,
            None => Content::new(bytes, &self.budget),
        };
        self.put(name.into(), content)
    }

    fn put(&mut self, name: String, content: Content) -> Result<(), OutputError> {
        if !name::is_safe(&name) {
            return Err(OutputError::UnsafeName { name });
        }
        if !self.names.insert(name.to_ascii_lowercase()) {
            return Err(OutputError::SameName { name });
        }
        self.files.push((name, content));
        Ok(())
    }

    /// Adds every file of another set.
    ///
    /// # Errors
    /// [`OutputError::SameName`] if both have a file of one name.
    pub fn add_all(&mut self, other: Self) -> Result<(), OutputError> {
        other.files.into_iter().try_for_each(|(name, content)| self.put(name, content))
    }

    /// Returns the names, in the order added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the files, in the order added.
    ///
    /// # Panics
    /// If one is on the disk: only a set that is [spooled](FileSet::spooled) has such.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files
            .iter()
            .map(|(name, content)| (name.as_str(), content.in_memory().expect("a set in memory")))
    }

    /// Returns how many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes every file into `directory`, or none. A missing directory is created if its parent exists.
    ///
    /// # Errors
    /// [`OutputError`] with the path and the cause. The directory is then unchanged, except after
    /// [`OutputError::NotRestored`], which says where the old file is kept.
    pub fn write_all(&self, directory: &Path, overwrite: Overwrite) -> Result<(), OutputError> {
        let folder = here(directory);
        let files = self.files.iter().map(|(name, content)| NewFile { folder, name: name.as_ref(), content });
        let files: Vec<_> = files.collect();
        transaction::write(None, (&files, &StopFlag::never()), &[], overwrite).map(drop)
    }
}

/// Writes one file completely, or changes nothing: for `-o FILE`, where the user chose the path.
///
/// # Errors
/// As [`FileSet::write_all`]; [`OutputError::NoFileName`] if `path` does not end in a name.
pub fn write_file(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), OutputError> {
    let (directory, name) = split(path)?;
    let content = Content::new(bytes.to_vec(), &Budget::default());
    let file = NewFile { folder: here(&directory), name: &name, content: &content };
    transaction::write(None, (&[file], &StopFlag::never()), &[], overwrite).map(drop)
}

/// Checks whether files can be written into `directory`, before a long search. Leaves nothing behind.
///
/// A missing directory is not created; the one above that exists is checked instead.
///
/// # Errors
/// [`OutputError`] with the path and the cause.
#[doc(hidden)]
pub fn writable(directory: &Path) -> Result<(), OutputError> {
    transaction::probe(directory)
}

/// Checks whether the file at `path` can be written, before a long search. Leaves nothing behind.
///
/// # Errors
/// [`OutputError`] with the path and the cause, such as that the file exists.
#[doc(hidden)]
pub fn writable_file(path: &Path, overwrite: Overwrite) -> Result<(), OutputError> {
    let (directory, name) = split(path)?;
    // First, because what a killed run left may be the file that is refused.
    transaction::probe(&directory)?;
    transaction::refuse_targets(here(&directory), [&name], overwrite)
}

/// Returns the directory and the name of a path; a bare name is in the current directory.
fn split(path: &Path) -> Result<(PathBuf, OsString), OutputError> {
    // `a/` and `a/.` have the file name `a` in `Path`, but a user who types them means a directory.
    let typed = path.as_os_str().as_encoded_bytes();
    let ends_in_directory = typed.ends_with(b"/") || typed.ends_with(b"/.");
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !ends_in_directory => Ok((parent.to_owned(), name.to_owned())),
        _ => Err(OutputError::NoFileName { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests;
