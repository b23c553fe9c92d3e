//! The file of a long search: which parts are in it, where, and how it grows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use num_bigint::BigUint;

use super::shared_file::SharedFile;
use crate::output::disk::{self, FileKind};
use crate::output::{FileLock, LineLog, Overwrite};
use piecework_solve::{
    CheckpointError, CheckpointFault, FoundPart, Kept, PartLine, PartPath, PartStore, RunHeader, SharedPlace,
    remove_layers,
};
use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::source::SourceError;
use piecework_tiling::stop::StopFlag;

/// A longer first line is not a header, and is not read further.
const LONGEST_HEADER: u64 = 1 << 16;

/// A file as it was found; the check value of every line is right.
pub(super) struct PartFile {
    pub(super) path: PathBuf,
    pub(super) header: RunHeader,
    /// Which parts are in it.
    pub(super) kept: Kept,
    /// How long the parts in it were searched, in seconds of one thread.
    pub(super) seconds: f64,
    /// How many tilings are in it.
    pub(super) tilings: BigUint,
    /// Where the line of each searched part begins, and its bytes without the end.
    places: BTreeMap<PartPath, (u64, usize)>,
    /// Where the last whole line ends.
    length: u64,
}

impl PartFile {
    /// A file with nothing but its header.
    fn empty(path: &Path, header: RunHeader) -> Self {
        let length = header.line().len() as u64 + 1;
        let (kept, places) = (Kept::default(), BTreeMap::new());
        Self {
            path: path.to_owned(),
            header,
            kept,
            seconds: 0.0,
            tilings: BigUint::default(),
            places,
            length,
        }
    }

    /// Reads a file, in which the last line may be torn. `None` if there is none of it yet, or only part of
    /// the first line of `expected`.
    pub(super) fn read(
        path: &Path,
        expected: Option<&RunHeader>,
        stop: &StopFlag,
    ) -> Result<Option<Self>, Error> {
        let named = |error: CheckpointError| Error::from(error.in_file(path.display().to_string()));
        let no_header = || named(CheckpointError::from(CheckpointFault::NoHeader).at_line(1));
        match disk::kind(path).map_err(|error| unreadable(path, &error))? {
            None if expected.is_some() => return Ok(None),
            Some(FileKind::File) => {}
            Some(_) => return Err(unreadable(path, &io::ErrorKind::InvalidInput.into())),
            None => return Err(unreadable(path, &io::ErrorKind::NotFound.into())),
        }
        let mut lines = BufReader::new(File::open(path).map_err(|error| unreadable(path, &error))?);
        let mut bytes = Vec::new();
        let first = (&mut lines).take(LONGEST_HEADER).read_until(b'\n', &mut bytes);
        first.map_err(|error| unreadable(path, &error))?;
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
        let mut file = Self { length: bytes.len() as u64 + 1, ..Self::empty(path, header) };
        file.read_parts(&mut lines, stop)?;
        Ok(Some(file))
    }

    fn read_parts(&mut self, lines: &mut impl BufRead, stop: &StopFlag) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for number in 2.. {
            stop.check()?;
            bytes.clear();
            lines.read_until(b'\n', &mut bytes).map_err(|error| unreadable(&self.path, &error))?;
            if bytes.pop_if(|byte| *byte == b'\n').is_none() {
                // The end, or a line that was torn by a kill.
                break;
            }
            let line = str::from_utf8(&bytes).map_err(|_| CheckpointError::from(CheckpointFault::Damaged));
            let added = line.and_then(|line| self.add(line));
            added.map_err(|error| error.at_line(number).in_file(self.path.display().to_string()))?;
        }
        Ok(())
    }

    /// Notes a line at the end of the file.
    fn add(&mut self, line: &str) -> Result<(), CheckpointError> {
        let doubled = |part: &PartPath| CheckpointFault::DoubledPart { part: part.to_string() };
        match PartLine::read(&self.header, &self.kept, line)? {
            PartLine::Divided { part, into } => {
                if self.kept.divided.insert(part.clone(), into).is_some() {
                    return Err(doubled(&part).into());
                }
            }
            PartLine::Searched { part, seconds, tilings } => {
                if !self.kept.done.insert(part.clone()) {
                    return Err(doubled(&part).into());
                }
                self.note(part, line, seconds, tilings);
            }
            PartLine::Begun { part, seconds, tilings, left } => {
                if !self.kept.begin(part.clone(), left) {
                    return Err(doubled(&part).into());
                }
                self.note(part.child(0), line, seconds, tilings);
            }
        }
        self.length += line.len() as u64 + 1;
        Ok(())
    }

    /// Notes where the results of a part are.
    fn note(&mut self, part: PartPath, line: &str, seconds: f64, tilings: BigUint) {
        self.places.insert(part, (self.length, line.len()));
        self.seconds += seconds;
        self.tilings += tilings;
    }

    /// The parts to search, searched or not.
    pub(super) fn own_parts(&self) -> Vec<PartPath> {
        self.kept.leaves(self.header.own_parts())
    }

    /// Reads one of the searched parts again, and checks its tilings.
    pub(super) fn part(&self, part: &PartPath, puzzle: &Arc<Puzzle>) -> Result<FoundPart, Error> {
        let (at, bytes) = self.places[part];
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
    ReadError::new(path.display().to_string(), Defect::new(fault)).into()
}

/// The store of a long run: begins its file, or goes on with it.
pub(super) struct FileStore<'a> {
    path: &'a Path,
    overwrite: Overwrite,
    tell: &'a dyn Fn(String),
    stop: &'a StopFlag,
    open: Option<Open>,
}

/// A file that grows.
struct Open {
    file: PartFile,
    log: LineLog,
    /// Held until the file is closed.
    _lock: FileLock,
}

impl<'a> FileStore<'a> {
    /// A store that tells what it does, and can be stopped while it reads.
    pub(super) fn new(
        path: &'a Path,
        overwrite: Overwrite,
        (tell, stop): (&'a dyn Fn(String), &'a StopFlag),
    ) -> Self {
        Self { path, overwrite, tell, stop, open: None }
    }

    /// Brings the file to the disk and gives it back.
    pub(super) fn close(self) -> Result<Option<PartFile>, Error> {
        let Some(Open { file, log, .. }) = self.open else { return Ok(None) };
        log.close()?;
        Ok(Some(file))
    }
}

impl PartStore for FileStore<'_> {
    type Error = Error;

    fn begin(&mut self, header: &RunHeader) -> Result<Kept, Error> {
        let lock = FileLock::take(self.path)?;
        let found = match self.overwrite {
            Overwrite::Refuse => PartFile::read(self.path, Some(header), self.stop)?,
            Overwrite::Replace => {
                remove_layers(&layers_of(self.path))?;
                None
            }
        };
        let (file, log) = match found {
            None => {
                // What is there is the beginning of this very file, or may be replaced.
                let log = LineLog::create(self.path, &header.line(), Overwrite::Replace)?;
                (PartFile::empty(self.path, header.clone()), log)
            }
            Some(file) => {
                let (done, all) = (file.kept.done.len(), file.own_parts().len());
                let path = self.path.display();
                (self.tell)(format!("continuing from `{path}`: {done} of {all} parts are done"));
                let log = LineLog::resume(self.path, file.length)?;
                (file, log)
            }
        };
        let kept = file.kept.clone();
        self.open = Some(Open { file, log, _lock: lock });
        Ok(kept)
    }

    fn keep(&mut self, line: &str) -> Result<(), Error> {
        let Some(Open { file, log, .. }) = &mut self.open else { return Ok(()) };
        log.append(line)?;
        Ok(file.add(line)?)
    }

    fn layers(&self) -> Option<PathBuf> {
        Some(layers_of(self.path))
    }

    fn shared(&self, header: &RunHeader) -> Option<Box<dyn SharedPlace>> {
        (header.shard().of() > 1)
            .then(|| Box::new(SharedFile::beside(self.path, header)) as Box<dyn SharedPlace>)
    }
}

/// Returns the folder beside a file for the layers of a count.
fn layers_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".layers");
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use piecework_solve::SolveOptions;
    use piecework_solve::{Find, PartRequest, Shard, solve_in_parts};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::read_puzzle;
    use piecework_tiling::source::Source;
    use piecework_tiling::templates::puzzle_template;
    use tempfile::TempDir;

    use super::*;

    fn puzzle() -> Arc<Puzzle> {
        let text = puzzle_template("t-tetromino-4x4").expect("a template").text;
        Arc::new(read_puzzle(&Source::new("t.json", text), &Limits::default()).expect("a good puzzle"))
    }

    /// Runs, or goes on with, a search whose file is `path`; the lines of the file afterwards, sorted.
    fn run(path: &Path) -> Result<Vec<String>, Error> {
        let (puzzle, options) = (puzzle(), SolveOptions::default());
        let never = StopFlag::never();
        let mut store = FileStore::new(path, Overwrite::Refuse, (&|_| {}, &never));
        let request = PartRequest { find: Find::Raw, shard: Shard::WHOLE, divide: None };
        let result = solve_in_parts(&puzzle, &options, &request, &mut store);
        store.close()?;
        assert!(result?.outcome.is_complete());
        let text = fs::read_to_string(path).expect("readable");
        assert!(text.ends_with('\n'));
        let mut lines: Vec<String> = text.lines().map(untimed).collect();
        lines[1..].sort();
        Ok(lines)
    }

    /// A line without its time and its check value, which depends on it.
    fn untimed(line: &str) -> String {
        let line = line.split_once(",\"check\"").map_or(line, |(before, _)| before);
        match (line.find(",\"seconds\""), line.find(",\"tilings\"")) {
            (Some(from), Some(to)) => format!("{}{}", &line[..from], &line[to..]),
            _ => line.to_owned(),
        }
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
