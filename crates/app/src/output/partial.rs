//! Names of incomplete results: they are marked, and replace nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::{FileSet, disk};

/// The mark in a name.
const MARK: &str = "-partial";

/// Returns a free path for an incomplete result: `tilings-partial.txt` for `tilings.txt`, or
/// `tilings-partial-2.txt` and so on.
#[must_use]
pub fn partial_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default();
    let name = |number: u32| {
        let mut name = stem.to_owned();
        name.push(if number == 1 { "-partial".to_owned() } else { format!("-partial-{number}") });
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push::<&OsStr>(extension);
        }
        path.with_file_name::<OsString>(name)
    };
    let is_free = |path: &PathBuf| !matches!(disk::kind(path), Ok(Some(_)));
    (1..=u32::MAX).map(name).find(is_free).unwrap_or_default()
}

impl FileSet {
    /// Returns the set with free names for incomplete files, which have `-partial` in their names: they get
    /// the first number at which none of them exists in `folder`, as in `-partial-2-`.
    ///
    /// # Errors
    /// As [`FileSet::add`].
    pub fn beside_partial(self, folder: &Path) -> Result<Self, OutputError> {
        let numbered = |name: &str, number: u32| match name.rsplit_once(MARK) {
            Some((stem, rest)) if number > 1 && rest.starts_with(['-', '.']) => {
                format!("{stem}{MARK}-{number}{rest}")
            }
            _ => name.to_owned(),
        };
        let exists = |name: String| matches!(disk::kind(&folder.join(name)), Ok(Some(_)));
        let partial = || self.names().filter(|name| name.contains(MARK));
        let is_free = |number: &u32| !partial().any(|name| exists(numbered(name, *number)));
        let number = (1..=u32::MAX).find(is_free).unwrap_or(1);
        let mut files = Self::new();
        for (name, bytes) in self.files {
            files.add(numbered(&name, number), bytes)?;
        }
        Ok(files)
    }
}
