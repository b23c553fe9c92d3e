//! The file in which the shards of a search keep what each of them would find out again.
//!
//! It is hidden beside the part files, and named by the search. A disk that cannot hold it costs time, not
//! results.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::output::disk::{self, FileKind};
use crate::output::{FileLock, Overwrite, write_file};
use piecework_solve::{Claim, RunHeader, SharedPlace};

/// The file.
pub(super) struct SharedFile {
    path: PathBuf,
}

impl SharedFile {
    /// The file of a search, one of whose part files this is.
    pub(super) fn beside(part_file: &Path, header: &RunHeader) -> Self {
        Self { path: part_file.with_file_name(format!(".known-states-{}", header.search())) }
    }

    /// Removes the file of a search that is finished.
    pub(super) fn remove(&self) {
        // It is in nobody's way.
        let _ = fs::remove_file(&self.path);
    }
}

impl SharedPlace for SharedFile {
    fn read(&self, most: u64) -> Option<Vec<u8>> {
        let is_file = matches!(disk::kind(&self.path), Ok(Some(FileKind::File)));
        let file = is_file.then(|| File::open(&self.path).ok()).flatten()?;
        let length = file.metadata().ok().filter(|metadata| metadata.len() <= most)?.len();
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    fn claim(&self) -> Option<Box<dyn Claim>> {
        let lock = FileLock::take(&self.path).ok()?;
        Some(Box::new(Claimed { path: self.path.clone(), _lock: lock }))
    }
}

/// The file while one run may write it.
struct Claimed {
    path: PathBuf,
    _lock: FileLock,
}

impl Claim for Claimed {
    fn keep(self: Box<Self>, bytes: &[u8]) {
        // A disk that is full is full for part files too, which say so.
        let _ = write_file(&self.path, bytes, Overwrite::Replace);
    }
}
