//! Writes one file bit by bit, and gives it its final name only when it is complete.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::changes::Changes;
use super::error::{Action, OutputError};
use super::name::partial_path;
use super::stage::Stage;
use super::transaction::{self, failed, here};
use super::{Overwrite, disk, split};
use piecework_tiling::stop::StopFlag;

/// The buffer size. Chosen by eye.
const PIECE: usize = 1 << 16;

/// A file being written: hidden until [`FileStream::finish`], and removed if it is dropped before.
///
/// # Examples
/// ```
/// use piecework_app::output::{FileStream, Overwrite};
///
/// let path = std::env::temp_dir().join(format!("piecework-stream-{}", std::process::id()));
/// let mut stream = FileStream::begin(&path, Overwrite::Refuse)?;
/// (0..3).try_for_each(|line| stream.write(format!("{line}\n").as_bytes()))?;
/// assert!(!path.exists());
/// stream.finish()?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "0\n1\n2\n");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), piecework_app::output::OutputError>(())
/// ```
pub struct FileStream {
    directory: PathBuf,
    name: OsString,
    overwrite: Overwrite,
    stage: Stage,
    file: File,
    buffer: Vec<u8>,
    /// How many bytes are in the file, all from complete calls of [`FileStream::write`].
    written: u64,
}

impl FileStream {
    /// Begins an empty file, hidden beside `path`, and cleans up after killed runs.
    ///
    /// # Errors
    /// As [`super::write_file`].
    pub fn begin(path: &Path, overwrite: Overwrite) -> Result<Self, OutputError> {
        let (directory, name) = split(path)?;
        let directory = here(&directory).to_owned();
        let mut stage = transaction::begin(&directory, &name, overwrite)?;
        let file = stage.create(&name).map_err(failed(Action::Write, path))?;
        Ok(Self { directory, name, overwrite, stage, file, buffer: Vec::new(), written: 0 })
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// [`OutputError::Io`]; after that only [`FileStream::keep_partial`] can keep anything.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), OutputError> {
        let written = disk::append(&self.file, &self.buffer);
        self.written += if written.is_ok() { self.buffer.len() as u64 } else { 0 };
        self.buffer.clear();
        written.map_err(failed(Action::Write, &self.path()))
    }

    fn path(&self) -> PathBuf {
        self.directory.join(&self.name)
    }

    /// Keeps the partial file under its own name, `tilings-partial.txt` for `tilings.txt`, and returns that
    /// name. It never replaces a complete file or an earlier partial one. `changes` are made with it.
    ///
    /// After an error this keeps the bytes that reached the disk.
    ///
    /// # Errors
    /// As [`super::write_file`].
    pub fn keep_partial(mut self, changes: &Changes) -> Result<OsString, OutputError> {
        // What cannot be written is left out: it may be the reason for the partial file.
        let _ = self.flush();
        let partial = partial_path(&self.path());
        let name = partial.file_name().unwrap_or_default().to_owned();
        let cut = disk::cut(&self.file, self.written);
        cut.and_then(|()| self.stage.rename(&name)).map_err(failed(Action::Write, &self.path()))?;
        self.overwrite = Overwrite::Refuse;
        self.finish_with(changes).map(|()| name)
    }

    /// Syncs the file and gives it its name.
    ///
    /// # Errors
    /// As [`super::write_file`]; the directory is then unchanged.
    pub fn finish(self) -> Result<(), OutputError> {
        self.finish_with(&Changes::new())
    }

    /// The same, in one transaction with other changes.
    ///
    /// # Errors
    /// As [`Changes::commit`].
    pub fn finish_with(mut self, others: &Changes) -> Result<(), OutputError> {
        self.flush()?;
        disk::sync(&self.file).map_err(failed(Action::Write, &self.path()))?;
        let Self { stage, file, overwrite, .. } = self;
        drop(file);
        transaction::write(Some(stage), (&others.files(), &StopFlag::never()), &others.surplus, overwrite)
            .map(drop)
    }
}
