//! A hidden folder beside the targets: files are written there first, and old ones are kept there.
//!
//! The folder has `new` files and `old` ones, and a `lock` that the system releases when the run ends in any
//! way, even in another container or on another computer. So a stage whose lock is free is abandoned, and the
//! next run discards it, after it has put back old files without a successor.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::Overwrite;
use super::disk::{self, FileKind};
use super::error::{Action, OutputError};
use super::transaction::{failed, look};

/// How often a stage is made that runs which clean up remove at the same time.
const ATTEMPTS: usize = 100;
/// The first part of its name; random letters follow.
pub(super) const PREFIX: &str = ".piecework-";
const LOCK: &str = "lock";
const NEW: &str = "new";
const OLD: &str = "old";

/// A stage, removed with everything in it when it is dropped.
pub(super) struct Stage {
    /// The folder that the files are for, as it was typed, and as the system knows it.
    pub(super) folder: PathBuf,
    pub(super) place: PathBuf,
    /// The names of the files that are written.
    pub(super) names: Vec<OsString>,
    /// Files that have their names, where nothing was before.
    created: Vec<OsString>,
    path: PathBuf,
    is_kept: bool,
    /// Open, because closing it releases the lock.
    lock: Option<File>,
}

impl Stage {
    /// Makes a stage in `folder`, which also shows that it is writable.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let mut stage = Self {
                folder: folder.to_owned(),
                place: super::transaction::place(folder),
                names: Vec::new(),
                created: Vec::new(),
                path: disk::create_hidden(folder, PREFIX)?,
                is_kept: false,
                lock: None,
            };
            let lock = stage.path.join(LOCK);
            // A run that cleans up may remove the stage before it is locked. If the disk does not support
            // locks, no run can find it abandoned, and nothing is cleaned up.
            match disk::create(&lock) {
                Ok(file) if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && lock.exists() => {
                    stage.lock = Some(file)
                }
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => continue,
            }
            [NEW, OLD].iter().try_for_each(|name| disk::create_directory(&stage.path.join(name)))?;
            return Ok(stage);
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn new_path(&self, name: &OsStr) -> PathBuf {
        self.path.join(NEW).join(name)
    }

    /// Creates an empty file for the target `name`.
    pub(super) fn create(&mut self, name: &OsStr) -> io::Result<File> {
        let file = disk::create(&self.new_path(name))?;
        self.names.push(name.to_owned());
        Ok(file)
    }

    /// Writes a whole file for the target `name`, and syncs it.
    pub(super) fn write(&mut self, name: &OsStr, bytes: &[u8]) -> io::Result<()> {
        write(&self.new_path(name), bytes)?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Gives the only file another name.
    pub(super) fn rename(&mut self, name: &OsStr) -> io::Result<()> {
        if let Some(only) = self.names.first_mut() {
            let new = self.path.join(NEW);
            disk::rename(&new.join(&only), &new.join(name))?;
            name.clone_into(only);
        }
        Ok(())
    }

    /// Gives a file its name. An old file gets a second name first; a link, or any file on a disk without hard
    /// links, is moved there instead.
    pub(super) fn put(&mut self, index: usize, overwrite: Overwrite) -> Result<(), OutputError> {
        let name = &self.names[index];
        let (new, old) = (self.new_path(name), self.path.join(OLD).join(name));
        let target = self.folder.join(name);
        let kind = if overwrite == Overwrite::Replace { look(&target)? } else { None };
        if kind == Some(FileKind::File) && disk::link(&target, &old).is_ok() {
            return disk::rename(&new, &target).map_err(failed(Action::PutInPlace, &target));
        }
        if kind.is_some() {
            disk::rename_new(&target, &old).map_err(failed(Action::Keep, &target))?;
        }
        disk::rename_new(&new, &target).map_err(failed(Action::PutInPlace, &target))?;
        if kind.is_none() {
            self.created.push(name.clone());
        }
        Ok(())
    }

    /// Undoes [`Stage::put`] for all files, last first. Whatever cannot be undone is returned: a target, and where
    /// its old file is kept, if there was one.
    pub(super) fn take_back(&mut self) -> Option<(PathBuf, Option<PathBuf>)> {
        let mut stuck = None;
        for name in self.names.iter().rev() {
            let (target, old) = (self.folder.join(name), self.path.join(OLD).join(name));
            let is_untouched = is_there(&self.new_path(name)) && is_there(&target);
            if is_there(&old) && !is_untouched {
                if disk::rename(&old, &target).is_err() {
                    self.is_kept = true;
                    stuck = Some((target, Some(old)));
                }
            } else if self.created.contains(name) && disk::remove(&target).is_err() {
                stuck = stuck.or(Some((target, None)));
            }
        }
        stuck
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !self.is_kept {
            // A later run removes what cannot be removed now.
            let _ = remove_locked(&self.path, self.lock.take());
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = disk::create(path)?;
    disk::append(&file, bytes)?;
    disk::sync(&file)
}

/// Locks a folder. The system releases the lock of a run that is killed. Some systems cannot lock a folder.
pub(super) fn locked(place: &Path) -> Option<File> {
    File::open(place).ok().filter(|folder| folder.lock().is_ok())
}

/// Discards what killed runs left in `folder`. Nothing depends on it, so errors are ignored until the next time.
pub(super) fn tidy(folder: &Path) {
    let Ok(names) = disk::names(folder) else { return };
    for name in names.iter().filter(|name| is_stage(name)) {
        let _ = discard(&folder.join(name), folder);
    }
}

fn is_stage(name: &OsStr) -> bool {
    name.to_str().and_then(|name| name.strip_prefix(PREFIX)).is_some_and(|random| !random.contains('.'))
}

/// Puts back old files without a successor and removes a stage, if no run holds it.
fn discard(stage: &Path, folder: &Path) -> io::Result<()> {
    let lock = stage.join(LOCK);
    if !is_there(&lock) {
        // It is being made and still empty, or was being removed.
        return disk::remove_directory(stage)
            .or_else(|_| if is_there(&lock) { Ok(()) } else { disk::remove_all(stage) });
    }
    let lock = disk::open(&lock)?;
    lock.try_lock()?;
    for name in disk::names(&stage.join(OLD)).unwrap_or_default() {
        let _ = disk::rename_new(&stage.join(OLD).join(&name), &folder.join(name));
    }
    remove_locked(stage, Some(lock))
}

/// Removes a stage while it is locked; on Windows, where a folder stays as long as a file in it is open, after that.
fn remove_locked(stage: &Path, lock: Option<File>) -> io::Result<()> {
    disk::remove_all(stage).or_else(|_| {
        drop(lock);
        disk::remove_all(stage)
    })
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
