//! The disk operations for writing files, with one hook where a test can make any of them fail.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// The kind of file at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, to anything.
    Link,
    /// A device, pipe or socket.
    Other,
}

/// An operation that is about to happen.
#[derive(Debug, Clone, Copy)]
pub enum Operation<'a> {
    /// Getting the kind of a path, the names in a directory, or the length of a file.
    Look,
    /// Making a directory or a file.
    Create,
    /// Opening a file, to append to it or to see whether it is locked.
    Open,
    /// Appending bytes to a file.
    Write(&'a File, &'a [u8]),
    /// Shortening a file.
    Cut,
    /// Waiting until a file or a directory is on the disk.
    Sync,
    /// Giving a file a second name.
    Link,
    /// Giving a file another name.
    Rename,
    /// Removing a file, a link or a directory.
    Remove,
}

/// A disk. Except [`is_directory`], no operation follows a link at its path.
///
/// All operations are provided; a test implements [`before`] to make the n-th of them fail.
///
/// [`is_directory`]: FileSystem::is_directory
/// [`before`]: FileSystem::before
pub trait FileSystem {
    /// Called before every operation; an error cancels it.
    ///
    /// # Errors
    /// The error of the operation.
    fn before(&self, _operation: Operation<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Returns the kind of file at `path`; `None` if nothing is there.
    ///
    /// # Errors
    /// Errors of the disk.
    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
        self.before(Operation::Look)?;
        kind(path)
    }

    /// Returns whether `path` is a directory or a link to one.
    ///
    /// # Errors
    /// Errors of the disk.
    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        self.before(Operation::Look)?;
        match fs::metadata(path) {
            Ok(metadata) => Ok(metadata.is_dir()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the names in a directory, in any order.
    ///
    /// # Errors
    /// Errors of the disk.
    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        self.before(Operation::Look)?;
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Makes one directory.
    ///
    /// # Errors
    /// Errors of the disk; `AlreadyExists` if anything is there.
    fn create_directory(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Create)?;
        fs::create_dir(path)
    }

    /// Makes a folder with an unused name that begins with `prefix`.
    ///
    /// # Errors
    /// Errors of the disk.
    fn create_hidden(&self, folder: &Path, prefix: &str) -> io::Result<PathBuf> {
        self.before(Operation::Create)?;
        Ok(tempfile::Builder::new().prefix(prefix).tempdir_in(folder)?.keep())
    }

    /// Creates a file with the user's usual permissions, to write to it.
    ///
    /// # Errors
    /// `AlreadyExists`, and then nothing was changed; errors of the disk.
    fn create(&self, path: &Path) -> io::Result<File> {
        self.before(Operation::Create)?;
        OpenOptions::new().append(true).create_new(true).open(path)
    }

    /// Opens a regular file, to append to it.
    ///
    /// # Errors
    /// `InvalidInput` if a link or anything else is at `path`; errors of the disk.
    fn open(&self, path: &Path) -> io::Result<File> {
        self.before(Operation::Open)?;
        if kind(path)? != Some(Kind::File) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let file = OpenOptions::new().append(true).open(path)?;
        // A link may have been put there in the meantime.
        if is_same(&file.metadata()?, &fs::symlink_metadata(path)?) {
            Ok(file)
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    /// Returns the length of an open file, in bytes.
    ///
    /// # Errors
    /// Errors of the disk.
    fn length(&self, file: &File) -> io::Result<u64> {
        self.before(Operation::Look)?;
        Ok(file.metadata()?.len())
    }

    /// Appends to an open file.
    ///
    /// # Errors
    /// Errors of the disk; then part of the bytes may have been written.
    fn append(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        self.before(Operation::Write(file, bytes))?;
        file.write_all(bytes)
    }

    /// Shortens an open file.
    ///
    /// # Errors
    /// Errors of the disk.
    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        self.before(Operation::Cut)?;
        file.set_len(length)
    }

    /// Waits until all of an open file is on the disk.
    ///
    /// # Errors
    /// Errors of the disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        self.before(Operation::Sync)?;
        file.sync_all()
    }

    /// Gives a file a second name.
    ///
    /// # Errors
    /// Errors of the disk; many do not support it.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(Operation::Link)?;
        fs::hard_link(from, to)
    }

    /// Moves a file, and atomically replaces what is at `to`.
    ///
    /// # Errors
    /// Errors of the disk; then nothing was moved.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(Operation::Rename)?;
        fs::rename(from, to)
    }

    /// Moves a file to an unused name.
    ///
    /// This cannot replace anything, even in a race with another program. Disks that support neither such a
    /// move nor hard links get a check and a rename, the best that is possible.
    ///
    /// # Errors
    /// `AlreadyExists` if anything is at `to`; errors of the disk. Then nothing was moved.
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.before(Operation::Rename)?;
        let Err(moved) = TempPath::try_from_path(from)?.persist_noclobber(to) else { return Ok(()) };
        moved.path.keep()?;
        if kind(to)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(from, to)
    }

    /// Removes a file or a link.
    ///
    /// # Errors
    /// Errors of the disk.
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Remove)?;
        fs::remove_file(path)
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    /// Errors of the disk.
    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Remove)?;
        fs::remove_dir(path)
    }

    /// Removes a directory with everything in it.
    ///
    /// # Errors
    /// Errors of the disk.
    fn remove_all(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Remove)?;
        fs::remove_dir_all(path)
    }

    /// Waits until the names in a directory are on the disk, if the system supports that.
    ///
    /// # Errors
    /// Errors of the disk.
    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        self.before(Operation::Sync)?;
        sync_names(path)
    }
}

/// The real disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl FileSystem for Disk {}

fn kind(path: &Path) -> io::Result<Option<Kind>> {
    let kind = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(match kind {
        _ if kind.is_symlink() => Kind::Link,
        _ if kind.is_dir() => Kind::Directory,
        _ if kind.is_file() => Kind::File,
        _ => Kind::Other,
    }))
}

#[cfg(unix)]
fn sync_names(directory: &Path) -> io::Result<()> {
    match File::open(directory)?.sync_all() {
        // Some disks cannot sync a directory, and say so in one of these ways.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(not(unix))]
fn sync_names(_directory: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns whether both belong to the same file.
#[cfg(unix)]
pub(super) fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub(super) fn is_same(_: &Metadata, b: &Metadata) -> bool {
    b.is_file()
}
