//! Everything that a command writes, in one or several folders, written completely or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use piecework_tiling::budget::Budget;

use super::content::Content;
use super::error::OutputError;
use super::transaction::{self, NewFile, here};
use super::{FileSet, Overwrite, split};
use piecework_tiling::stop::StopFlag;

/// Files that are written together, and files that are removed with it.
///
/// # Examples
/// ```
/// use piecework_app::output::{Changes, Overwrite};
///
/// let folder = std::env::temp_dir().join(format!("piecework-changes-{}", std::process::id()));
/// std::fs::create_dir(&folder)?;
/// let mut changes = Changes::new();
/// changes.add(&folder.join("quilt.svg"), "<svg/>")?;
/// changes.add(&folder.join("design.json"), "{}")?;
/// changes.commit(Overwrite::Refuse)?;
/// assert!(folder.join("quilt.svg").exists() && folder.join("design.json").exists());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Changes {
    files: Vec<(PathBuf, OsString, Content)>,
    pub(super) surplus: Vec<PathBuf>,
    /// Raised, it ends writing before any file has its name.
    stop: StopFlag,
}

impl Changes {
    /// Returns no changes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the changes with a wish to stop, which is looked at until files get their names: nothing is changed
    /// if it comes before.
    #[must_use]
    pub fn until(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Adds one file. Files get their names in the order added, so add what describes the others last.
    ///
    /// # Errors
    /// [`OutputError::NoFileName`] if `path` does not end in a name.
    pub fn add(&mut self, path: &Path, bytes: impl Into<Vec<u8>>) -> Result<(), OutputError> {
        let (folder, name) = split(path)?;
        let content = Content::new(bytes.into(), &Budget::default());
        self.files.push((here(&folder).to_owned(), name, content));
        Ok(())
    }

    /// Adds every file of a set, in `folder`. A missing folder is created if its parent exists.
    pub fn add_all(&mut self, folder: &Path, files: FileSet) {
        let folder = here(folder);
        self.files
            .extend(files.files.into_iter().map(|(name, content)| (folder.to_owned(), name.into(), content)));
    }

    /// Removes a file as soon as all others are complete.
    pub fn remove(&mut self, path: PathBuf) {
        self.surplus.push(path);
    }

    /// Returns whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes all files, or changes nothing, and returns the files that could not be removed.
    ///
    /// # Errors
    /// As [`FileSet::write_all`]; [`OutputError::SameName`] if two files have the same path.
    pub fn commit(&self, overwrite: Overwrite) -> Result<Vec<&Path>, OutputError> {
        transaction::write(None, (&self.files(), &self.stop), &self.surplus, overwrite)
    }

    pub(super) fn files(&self) -> Vec<NewFile<'_>> {
        self.files.iter().map(|(folder, name, content)| NewFile { folder, name, content }).collect()
    }
}
