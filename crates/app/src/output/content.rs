//! The bytes of a file of a set: in memory, or on the disk until the file gets its name.
//!
//! A [`Spool`] is one file without a name. The system removes it when the run ends in any way.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use piecework_tiling::budget::{Budget, Kept};

use super::disk;
use super::error::{Action, OutputError};
use super::transaction::{failed, nearest};

/// From so many bytes on a file waits on the disk. Chosen by eye: a page.
const LARGE: usize = 1 << 16;

/// What a file will have in it.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// In memory, and counted.
    Memory(Vec<u8>, #[expect(dead_code, reason = "it counts as long as it lives")] Kept),
    /// On the disk, from here on, so long.
    Disk(Spool, u64, usize),
}

impl Content {
    pub(super) fn new(bytes: Vec<u8>, budget: &Budget) -> Self {
        let kept = budget.keep(bytes.len());
        Self::Memory(bytes, kept)
    }

    /// The bytes, if they are in memory.
    pub(super) fn in_memory(&self) -> Option<&[u8]> {
        if let Self::Memory(bytes, _) = self { Some(bytes) } else { None }
    }

    /// The bytes, wherever they are.
    pub(super) fn read(&self) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Memory(bytes, _) => Ok(Cow::Borrowed(bytes)),
            Self::Disk(spool, from, length) => spool.read(*from, *length).map(Cow::Owned),
        }
    }
}

/// What is in the spool is not compared.
impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Disk(a, from, _), Self::Disk(b, other, _)) => {
                Arc::ptr_eq(&a.file, &b.file) && from == other
            }
            _ => self.in_memory().is_some() && self.in_memory() == other.in_memory(),
        }
    }
}

impl Eq for Content {}

/// Where large files wait.
#[derive(Debug, Clone)]
pub(super) struct Spool {
    folder: PathBuf,
    file: Arc<Mutex<File>>,
}

impl Spool {
    /// Makes one on the disk of a folder, which need not exist.
    pub(super) fn on_disk_of(folder: &Path) -> Result<Self, OutputError> {
        let folder = nearest(folder)?.to_owned();
        let file = disk::create_nameless(&folder).map_err(failed(Action::Write, &folder))?;
        Ok(Self { folder, file: Arc::new(Mutex::new(file)) })
    }

    /// Puts large bytes on the disk, and others into memory.
    pub(super) fn keep(&self, bytes: Vec<u8>, budget: &Budget) -> Result<Content, OutputError> {
        if bytes.len() < LARGE {
            return Ok(Content::new(bytes, budget));
        }
        let file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let from = disk::length(&file).and_then(|from| disk::append_at(&file, from, &bytes).map(|()| from));
        let from = from.map_err(failed(Action::Write, &self.folder))?;
        Ok(Content::Disk(self.clone(), from, bytes.len()))
    }

    fn read(&self, from: u64, length: usize) -> io::Result<Vec<u8>> {
        let file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        disk::read_at(&file, from, length)
    }
}
