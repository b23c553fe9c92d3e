//! A file that grows by whole lines and survives a kill at any moment.
//!
//! The file has every line that was appended. After a kill there may be part of one more line at its end,
//! which readers must ignore: it is the only line without an end. The file is never written through a link,
//! and two runs that write to it at the same time notice it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use super::error::{Action, OutputError};
use super::transaction::failed;
use super::{Overwrite, disk, write_file};

/// Lines within this time are synced together: the most that a power cut can cost. Chosen by eye.
const BETWEEN_SYNCS: Duration = Duration::from_millis(100);

/// A file of lines. An appended line survives the end of the program immediately, and a power cut soon after.
///
/// # Examples
/// ```
/// use piecework_app::output::{LineLog, Overwrite};
///
/// let path = std::env::temp_dir().join(format!("piecework-log-{}", std::process::id()));
/// let mut log = LineLog::create(&path, "the first line", Overwrite::Replace)?;
/// log.append("the second")?;
/// let length = log.length();
/// log.close()?;
///
/// let mut again = LineLog::resume(&path, length)?;
/// again.append("the third")?;
/// again.close()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "the first line\nthe second\nthe third\n");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), piecework_app::output::OutputError>(())
/// ```
pub struct LineLog {
    path: PathBuf,
    file: File,
    /// The start of the next line.
    length: u64,
    /// The time of the last sync.
    synced: Instant,
}

impl LineLog {
    /// Creates a file with its first line; if the file exists, that line is complete.
    ///
    /// # Errors
    /// As [`write_file`].
    pub fn create(path: &Path, first: &str, overwrite: Overwrite) -> Result<Self, OutputError> {
        let line = format!("{first}\n");
        write_file(path, line.as_bytes(), overwrite)?;
        Self::resume(path, line.len() as u64)
    }

    /// Opens a file to continue after its first `length` bytes; the rest is cut off.
    ///
    /// # Errors
    /// [`OutputError::Io`], also if the file is shorter or not a regular file.
    pub fn resume(path: &Path, length: u64) -> Result<Self, OutputError> {
        let file = disk::open(path).map_err(failed(Action::Write, path))?;
        let found = disk::length(&file).map_err(failed(Action::LookAt, path))?;
        if found < length {
            return Err(failed(Action::Write, path)(changed()));
        }
        if found > length {
            disk::cut(&file, length).map_err(failed(Action::Write, path))?;
        }
        Ok(Self { path: path.to_owned(), file, length, synced: Instant::now() })
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
        let found = disk::length(&self.file).map_err(failed(Action::LookAt, &self.path))?;
        if found != self.length {
            return Err(failed(Action::Write, &self.path)(changed()));
        }
        let bytes = format!("{line}\n");
        if let Err(error) = disk::append(&self.file, bytes.as_bytes()) {
            // If this fails too, a reader still recognises the torn line by its missing end.
            let _ = disk::cut(&self.file, self.length);
            return Err(failed(Action::Write, &self.path)(error));
        }
        self.length += bytes.len() as u64;
        if self.synced.elapsed() >= BETWEEN_SYNCS { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> Result<(), OutputError> {
        disk::sync(&self.file).map_err(failed(Action::Sync, &self.path))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Returns the length of the file, in bytes.
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
