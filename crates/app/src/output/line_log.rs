//! A file that grows by whole lines and survives a kill at any moment.
//!
//! The file has every line that was appended. After a kill there may be part of one more line at its end,
//! which readers must ignore: it is the only line without an end. The file is never written through a link,
//! and two runs that write to it at the same time notice it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::{Action, OutputError};
use super::file_system::FileSystem;
use super::transaction::failed;
use super::{Overwrite, write_file};

/// Lines within this time are synced together: the most that a power cut can cost. Chosen by eye.
const BETWEEN_SYNCS: Duration = Duration::from_millis(100);

/// A file of lines. An appended line survives the end of the program immediately, and a power cut soon after.
///
/// # Examples
/// ```
/// use piecework_app::output::{Disk, LineLog, Overwrite};
///
/// let path = std::env::temp_dir().join(format!("piecework-log-{}", std::process::id()));
/// let mut log = LineLog::create(&path, "the first line", Overwrite::Replace, &Disk)?;
/// log.append("the second")?;
/// let length = log.length();
/// log.close()?;
///
/// let mut again = LineLog::resume(&path, length, &Disk)?;
/// again.append("the third")?;
/// again.close()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "the first line\nthe second\nthe third\n");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), piecework_app::output::OutputError>(())
/// ```
pub struct LineLog<'f, F: FileSystem> {
    path: PathBuf,
    file: File,
    file_system: &'f F,
    /// The start of the next line.
    length: u64,
    /// The time of the last sync.
    synced: Instant,
}

impl<'f, F: FileSystem> LineLog<'f, F> {
    /// Creates a file with its first line; if the file exists, that line is complete.
    ///
    /// # Errors
    /// As [`write_file`].
    pub fn create(
        path: &Path,
        first: &str,
        overwrite: Overwrite,
        file_system: &'f F,
    ) -> Result<Self, OutputError> {
        let line = format!("{first}\n");
        write_file(path, line.as_bytes(), overwrite, file_system)?;
        Self::resume(path, line.len() as u64, file_system)
    }

    /// Opens a file to continue after its first `length` bytes; the rest is cut off.
    ///
    /// # Errors
    /// [`OutputError::Io`], also if the file is shorter or not a regular file.
    pub fn resume(path: &Path, length: u64, file_system: &'f F) -> Result<Self, OutputError> {
        let file = file_system.open(path).map_err(failed(Action::Write, path))?;
        let found = file_system.length(&file).map_err(failed(Action::LookAt, path))?;
        if found < length {
            return Err(failed(Action::Write, path)(changed()));
        }
        if found > length {
            file_system.cut(&file, length).map_err(failed(Action::Write, path))?;
        }
        Ok(Self { path: path.to_owned(), file, file_system, length, synced: Instant::now() })
    }

    /// Appends one line.
    ///
    /// # Errors
    /// [`OutputError::Io`], also if another program has written to the file. Earlier lines are kept; part of
    /// this one is removed if the disk allows it.
    ///
    /// # Panics
    /// If `line` contains a line break.
    pub fn append(&mut self, line: &str) -> Result<(), OutputError> {
        assert!(!line.contains('\n'), "one line at a time");
        let found = self.file_system.length(&self.file).map_err(failed(Action::LookAt, &self.path))?;
        if found != self.length {
            return Err(failed(Action::Write, &self.path)(changed()));
        }
        let bytes = format!("{line}\n");
        if let Err(error) = self.file_system.append(&self.file, bytes.as_bytes()) {
            // If this fails too, a reader still recognises the torn line by its missing end.
            let _ = self.file_system.cut(&self.file, self.length);
            return Err(failed(Action::Write, &self.path)(error));
        }
        self.length += bytes.len() as u64;
        if self.synced.elapsed() >= BETWEEN_SYNCS { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> Result<(), OutputError> {
        self.file_system.sync(&self.file).map_err(failed(Action::Sync, &self.path))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Returns the length of the file, in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Syncs the file.
    ///
    /// # Errors
    /// [`OutputError::Io`].
    pub fn close(mut self) -> Result<(), OutputError> {
        self.sync()
    }
}

fn changed() -> io::Error {
    io::Error::other("another program has changed it")
}
