//! The file of a long search: which parts are in it, where, and how it grows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::defect::{Defect, ReadError};
use crate::error::Error;
use crate::output::{Disk, FileSystem, Kind, LineLog, Overwrite};
use crate::puzzle::Puzzle;
use crate::solver::{CheckpointError, CheckpointFault, FoundPart, PartStore, RunHeader};
use crate::source::SourceError;

/// A first line longer than this is none of ours, and is not read further.
const LONGEST_HEADER: u64 = 1 << 16;

/// A file as it was found, every line of it checked.
pub(super) struct PartFile {
    pub(super) path: PathBuf,
    pub(super) header: RunHeader,
    /// Where the line of each part begins, and its bytes without the end.
    places: BTreeMap<usize, (u64, usize)>,
    /// Where the last whole line ends.
    length: u64,
}

impl PartFile {
    /// Reads a file, in which the last line may be torn. `None` if there is none of it yet, or only part of the first
    /// line of `expected`.
    pub(super) fn read(
        path: &Path,
        puzzle: &Arc<Puzzle>,
        expected: Option<&RunHeader>,
    ) -> Result<Option<Self>, Error> {
        let named = |error: CheckpointError| Error::from(error.in_file(path.display().to_string()));
        let no_header = || named(CheckpointError::from(CheckpointFault::NoHeader).at_line(1));
        match Disk.kind(path).map_err(|error| unreadable(path, &error))? {
            None if expected.is_some() => return Ok(None),
            Some(Kind::File) => {}
            Some(_) => return Err(unreadable(path, &io::ErrorKind::InvalidInput.into())),
            None => return Err(unreadable(path, &io::ErrorKind::NotFound.into())),
        }
        let mut lines = BufReader::new(File::open(path).map_err(|error| unreadable(path, &error))?);
        let mut bytes = Vec::new();
        let first = (&mut lines).take(LONGEST_HEADER).read_until(b'\n', &mut bytes);
        let length = first.map_err(|error| unreadable(path, &error))? as u64;
        if bytes.pop_if(|byte| *byte == b'\n').is_none() {
            // A run that was killed at once has left this; anything else is somebody's.
            let begun = expected.is_some_and(|header| header.line().as_bytes().starts_with(&bytes));
            return if begun { Ok(None) } else { Err(no_header()) };
        }
        let header = str::from_utf8(&bytes).map_err(|_| no_header())?;
        let header = RunHeader::read(header).map_err(named)?;
        if let Some(expected) = expected {
            expected.refuse_other(&header).map_err(named)?;
        }
        let mut file = Self { path: path.to_owned(), header, places: BTreeMap::new(), length };
        file.read_parts(puzzle, &mut lines)?;
        Ok(Some(file))
    }

    fn read_parts(&mut self, puzzle: &Arc<Puzzle>, lines: &mut impl BufRead) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for number in 2.. {
            bytes.clear();
            lines.read_until(b'\n', &mut bytes).map_err(|error| unreadable(&self.path, &error))?;
            if bytes.pop_if(|byte| *byte == b'\n').is_none() {
                // The end, or a line that was torn by a kill.
                break;
            }
            let line = str::from_utf8(&bytes).map_err(|_| CheckpointError::from(CheckpointFault::Damaged));
            let part = line.and_then(|line| FoundPart::read(&self.header, puzzle, line));
            let added = part.and_then(|part| self.add(part.part, bytes.len()));
            added.map_err(|error| error.at_line(number).in_file(self.path.display().to_string()))?;
        }
        Ok(())
    }

    /// Notes the line of a part that stands at the end of the file.
    fn add(&mut self, part: usize, bytes: usize) -> Result<(), CheckpointError> {
        if self.places.insert(part, (self.length, bytes)).is_some() {
            return Err(CheckpointFault::DoubledPart { part }.into());
        }
        self.length += bytes as u64 + 1;
        Ok(())
    }

    /// The parts in the file.
    pub(super) fn parts(&self) -> BTreeSet<usize> {
        self.places.keys().copied().collect()
    }

    /// Reads one of them again.
    pub(super) fn part(&self, part: usize, puzzle: &Arc<Puzzle>) -> Result<FoundPart, Error> {
        let (at, bytes) = self.places[&part];
        let mut line = vec![0; bytes];
        let read = File::open(&self.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut line)
        });
        read.map_err(|error| unreadable(&self.path, &error))?;
        let line = str::from_utf8(&line).map_err(|_| CheckpointError::from(CheckpointFault::Damaged));
        let found = line.and_then(|line| FoundPart::read(&self.header, puzzle, line));
        Ok(found.map_err(|error| error.in_file(self.path.display().to_string()))?)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    let fault = SourceError::Unreadable { kind: error.kind() };
    ReadError::of(path.display().to_string(), Defect::new(fault)).into()
}

/// The store of a long run: begins its file, or goes on with it.
pub(super) struct FileStore<'a> {
    path: &'a Path,
    puzzle: &'a Arc<Puzzle>,
    overwrite: Overwrite,
    tell: &'a dyn Fn(String),
    open: Option<(PartFile, LineLog<'static, Disk>)>,
}

impl<'a> FileStore<'a> {
    pub(super) fn new(
        path: &'a Path,
        puzzle: &'a Arc<Puzzle>,
        overwrite: Overwrite,
        tell: &'a dyn Fn(String),
    ) -> Self {
        Self { path, puzzle, overwrite, tell, open: None }
    }

    /// Brings the file to the disk and gives it back.
    pub(super) fn close(self) -> Result<Option<PartFile>, Error> {
        let Some((file, log)) = self.open else { return Ok(None) };
        log.close()?;
        Ok(Some(file))
    }

    fn fresh(&self, header: &RunHeader) -> Result<(PartFile, LineLog<'static, Disk>), Error> {
        // What is there is the beginning of this very file, or may be replaced.
        let log = LineLog::create(self.path, &header.line(), Overwrite::Replace, &Disk)?;
        let (path, length) = (self.path.to_owned(), log.length());
        let file = PartFile { path, header: header.clone(), places: BTreeMap::new(), length };
        Ok((file, log))
    }
}

impl PartStore for FileStore<'_> {
    type Error = Error;

    fn begin(&mut self, header: &RunHeader) -> Result<BTreeSet<usize>, Error> {
        let found = match self.overwrite {
            Overwrite::Refuse => PartFile::read(self.path, self.puzzle, Some(header))?,
            Overwrite::Replace => None,
        };
        let (file, log) = match found {
            None => self.fresh(header)?,
            Some(file) => {
                let (done, all) = (file.places.len(), header.own_parts().len());
                let path = self.path.display();
                (self.tell)(format!("continuing from `{path}`: {done} of {all} parts are done"));
                let log = LineLog::resume(self.path, file.length, &Disk)?;
                (file, log)
            }
        };
        let parts = file.parts();
        self.open = Some((file, log));
        Ok(parts)
    }

    fn keep(&mut self, part: usize, line: &str) -> Result<(), Error> {
        let Some((file, log)) = &mut self.open else { return Ok(()) };
        log.append(line)?;
        Ok(file.add(part, line.len())?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::solver::{Find, Shard, solve_in_parts};
    use crate::{Limits, SolveOptions, Source, puzzle_template, read_puzzle};
    use tempfile::TempDir;

    use super::*;

    fn puzzle() -> Arc<Puzzle> {
        let text = puzzle_template("t-tetromino-4x4").expect("a template").text;
        Arc::new(read_puzzle(&Source::new("t.json", text), &Limits::default()).expect("a good puzzle"))
    }

    /// Runs, or goes on with, a search whose file is `path`; the lines of the file afterwards, sorted.
    fn run(path: &Path) -> Result<Vec<String>, Error> {
        let (puzzle, options) = (puzzle(), SolveOptions::default());
        let mut store = FileStore::new(path, &puzzle, Overwrite::Refuse, &|_| {});
        let result = solve_in_parts(&puzzle, &options, Find::Raw, Shard::WHOLE, &mut store);
        store.close()?;
        assert!(result?.outcome.is_complete());
        let text = fs::read_to_string(path).expect("readable");
        assert!(text.ends_with('\n'));
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[1..].sort();
        Ok(lines)
    }

    #[test]
    fn a_file_torn_at_any_byte_is_gone_on_with() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("kept");
        let whole = run(&path).unwrap_or_else(|_| panic!("nothing is in the way"));
        let bytes = fs::read(&path).expect("readable");
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).expect("writable");
            let again = run(&path).unwrap_or_else(|failure| panic!("torn after {length} bytes: {failure:?}"));
            assert_eq!(again, whole, "torn after {length} bytes");
        }
    }

    #[test]
    fn a_byte_that_was_changed_is_never_believed() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("kept");
        let whole = run(&path).unwrap_or_else(|_| panic!("nothing is in the way"));
        let bytes = fs::read(&path).expect("readable");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).expect("writable");
            match run(&path) {
                // Without its end the last line is a torn one.
                Ok(lines) => assert_eq!((at, &lines), (bytes.len() - 1, &whole)),
                Err(_) => assert_eq!(fs::read(&path).expect("readable"), changed, "left alone, byte {at}"),
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = TempDir::new().expect("a folder");
        let (path, other) = (folder.path().join("kept"), folder.path().join("precious"));
        fs::write(&other, "").expect("writable");
        std::os::unix::fs::symlink("precious", &path).expect("a link");
        assert!(run(&path).is_err());
        assert_eq!(fs::read(&other).expect("readable"), b"");
    }
}
