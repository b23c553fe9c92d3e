//! The few operations on a disk that writing a set of files takes, so that tests can make any one of them fail.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, pipe or socket.
    Other,
}

/// What [`super::FileSet`] asks of a disk. No operation follows a link at its path, but [`is_directory`].
///
/// [`is_directory`]: FileSystem::is_directory
pub trait FileSystem {
    /// A file that is open for writing.
    type Open;

    /// What is at `path`, or `None`.
    ///
    /// # Errors
    /// The disk's own, when it cannot tell.
    fn kind(&self, path: &Path) -> io::Result<Option<Kind>>;

    /// Whether `path` is a directory or a link to one.
    ///
    /// # Errors
    /// The disk's own, when it cannot tell.
    fn is_directory(&self, path: &Path) -> io::Result<bool>;

    /// The names in a directory, in any order.
    ///
    /// # Errors
    /// The disk's own.
    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>>;

    /// Makes one directory.
    ///
    /// # Errors
    /// The disk's own; `AlreadyExists` if anything is there.
    fn create_directory(&self, path: &Path) -> io::Result<()>;

    /// Creates a file with the user's usual permissions, writes `bytes` and waits until they are on the disk.
    ///
    /// # Errors
    /// `AlreadyExists`, and then nothing was touched; any other, and then part of a file may be there.
    fn write_new(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Creates a file with the user's usual permissions, to write to it.
    ///
    /// # Errors
    /// `AlreadyExists`, and then nothing was touched; the disk's own.
    fn create(&self, path: &Path) -> io::Result<Self::Open>;

    /// Opens an ordinary file, to write at its end.
    ///
    /// # Errors
    /// `InvalidInput` if a link or anything else is at `path`; the disk's own.
    fn open(&self, path: &Path) -> io::Result<Self::Open>;

    /// How long an open file is, in bytes.
    ///
    /// # Errors
    /// The disk's own.
    fn length(&self, file: &Self::Open) -> io::Result<u64>;

    /// Writes at the end of an open file.
    ///
    /// # Errors
    /// The disk's own, and then part of the bytes may be there.
    fn append(&self, file: &mut Self::Open, bytes: &[u8]) -> io::Result<()>;

    /// Shortens an open file.
    ///
    /// # Errors
    /// The disk's own.
    fn cut(&self, file: &mut Self::Open, length: u64) -> io::Result<()>;

    /// Waits until all of an open file is on the disk.
    ///
    /// # Errors
    /// The disk's own.
    fn sync(&self, file: &Self::Open) -> io::Result<()>;

    /// Gives a file a second name.
    ///
    /// # Errors
    /// The disk's own; many cannot do it.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Moves a file, in one step replacing what is at `to`.
    ///
    /// # Errors
    /// The disk's own, and then nothing was moved.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Moves a file to where nothing is.
    ///
    /// # Errors
    /// `AlreadyExists` if anything is at `to`; the disk's own. Then nothing was moved.
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file or a link.
    ///
    /// # Errors
    /// The disk's own.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty directory.
    ///
    /// # Errors
    /// The disk's own.
    fn remove_directory(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in a directory are on the disk.
    ///
    /// # Errors
    /// The disk's own.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;
}

/// The real disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl FileSystem for Disk {
    type Open = File;

    fn kind(&self, path: &Path) -> io::Result<Option<Kind>> {
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

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(metadata.is_dir()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn create_directory(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn write_new(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create_new(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().append(true).create_new(true).open(path)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        if self.kind(path)? != Some(Kind::File) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let file = OpenOptions::new().append(true).open(path)?;
        // Somebody may have put a link there since the look.
        if is_same(&file.metadata()?, &fs::symlink_metadata(path)?) {
            Ok(file)
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    fn length(&self, file: &File) -> io::Result<u64> {
        Ok(file.metadata()?.len())
    }

    fn append(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn cut(&self, file: &mut File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// A second name and the removal of the first cannot replace anything, even when another program is as quick.
    /// Disks without second names (memory sticks, often) get a look and a rename, the best that they allow.
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        match fs::hard_link(from, to) {
            Ok(()) => fs::remove_file(from).inspect_err(|_| {
                // The first error is the one to report.
                let _ = fs::remove_file(to);
            }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) if self.kind(to)?.is_some() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(from, to),
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_directory(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    #[cfg(unix)]
    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        match File::open(path)?.sync_all() {
            // Some disks cannot do it for a directory, and say so in one of these ways.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
            {
                Ok(())
            }
            synced => synced,
        }
    }

    #[cfg(not(unix))]
    fn sync_directory(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Whether both are of one file.
#[cfg(unix)]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, b: &Metadata) -> bool {
    b.is_file()
}
