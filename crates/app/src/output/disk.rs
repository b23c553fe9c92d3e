//! The disk operations for writing files, with one hook where a test can make any of them fail.
//!
//! Except [`is_directory`], no operation follows a link at its path. All return the errors of the disk.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// The kind of file at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    File,
    Directory,
    /// A symbolic link, to anything.
    Link,
    /// A device, pipe or socket.
    Other,
}

/// An operation that is about to happen.
#[derive(Clone, Copy)]
#[cfg_attr(not(test), expect(dead_code, reason = "tests look at what is written"))]
pub(super) enum Operation<'a> {
    /// Appending bytes to a file.
    Write(&'a File, &'a [u8]),
    /// Giving a file a second name.
    Link,
    Other,
}

#[cfg(not(test))]
fn before(_: Operation<'_>) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
use super::tests::before;

/// Returns the kind of file at `path`; `None` if nothing is there.
pub(crate) fn kind(path: &Path) -> io::Result<Option<FileKind>> {
    before(Operation::Other)?;
    kind_now(path)
}

/// Returns whether `path` is a directory or a link to one.
pub(super) fn is_directory(path: &Path) -> io::Result<bool> {
    before(Operation::Other)?;
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the names in a directory, in any order.
pub(super) fn names(directory: &Path) -> io::Result<Vec<OsString>> {
    before(Operation::Other)?;
    fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Makes one directory; `AlreadyExists` if anything is there.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    fs::create_dir(path)
}

/// Makes a folder with an unused name that begins with `prefix`.
pub(super) fn create_hidden(folder: &Path, prefix: &str) -> io::Result<PathBuf> {
    before(Operation::Other)?;
    Ok(tempfile::Builder::new().prefix(prefix).tempdir_in(folder)?.keep())
}

/// Creates a file with the user's usual permissions, to write to it; `AlreadyExists` if anything is there.
pub(super) fn create(path: &Path) -> io::Result<File> {
    before(Operation::Other)?;
    OpenOptions::new().append(true).create_new(true).open(path)
}

/// Creates a file without a name, to write and read it; the system removes it.
pub(super) fn create_nameless(folder: &Path) -> io::Result<File> {
    before(Operation::Other)?;
    tempfile::tempfile_in(folder)
}

/// Writes to an open file at its end, which is known.
pub(super) fn append_at(mut file: &File, end: u64, bytes: &[u8]) -> io::Result<()> {
    before(Operation::Write(file, bytes))?;
    file.seek(SeekFrom::Start(end))?;
    file.write_all(bytes)
}

/// Reads a part of an open file.
pub(super) fn read_at(mut file: &File, from: u64, length: usize) -> io::Result<Vec<u8>> {
    before(Operation::Other)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file, to append to it; `InvalidInput` if a link or anything else is at `path`.
pub(super) fn open(path: &Path) -> io::Result<File> {
    before(Operation::Other)?;
    if kind_now(path)? != Some(FileKind::File) {
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
pub(super) fn length(file: &File) -> io::Result<u64> {
    before(Operation::Other)?;
    Ok(file.metadata()?.len())
}

/// Appends to an open file; after an error part of the bytes may have been written.
pub(super) fn append(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    before(Operation::Write(file, bytes))?;
    file.write_all(bytes)
}

/// Shortens an open file.
pub(super) fn cut(file: &File, length: u64) -> io::Result<()> {
    before(Operation::Other)?;
    file.set_len(length)
}

/// Waits until all of an open file is on the disk.
pub(super) fn sync(file: &File) -> io::Result<()> {
    before(Operation::Other)?;
    file.sync_all()
}

/// Gives a file a second name; many disks do not support it.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    before(Operation::Link)?;
    fs::hard_link(from, to)
}

/// Moves a file, and atomically replaces what is at `to`; after an error nothing was moved.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    fs::rename(from, to)
}

/// Moves a file to an unused name; `AlreadyExists` if anything is at `to`. After an error nothing was moved.
///
/// This cannot replace anything, even in a race with another program. Disks that support neither such a
/// move nor hard links get a check and a rename, the best that is possible.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    let Err(moved) = TempPath::try_from_path(from)?.persist_noclobber(to) else { return Ok(()) };
    moved.path.keep()?;
    if kind_now(to)?.is_some() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// Removes a file or a link.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    fs::remove_file(path)
}

/// Removes an empty directory.
pub(super) fn remove_directory(path: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    fs::remove_dir(path)
}

/// Removes a directory with everything in it.
pub(super) fn remove_all(path: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    fs::remove_dir_all(path)
}

/// Waits until the names in a directory are on the disk, if the system supports that.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    before(Operation::Other)?;
    sync_names(path)
}

/// Returns whether nothing is at the path, or what should be a folder above it is a file.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn kind_now(path: &Path) -> io::Result<Option<FileKind>> {
    let kind = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(match kind {
        _ if kind.is_symlink() => FileKind::Link,
        _ if kind.is_dir() => FileKind::Directory,
        _ if kind.is_file() => FileKind::File,
        _ => FileKind::Other,
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
