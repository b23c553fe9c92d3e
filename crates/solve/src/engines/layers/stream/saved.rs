//! Keeps the layers of a count in a folder, so that they need not fit in memory and the count can be
//! continued.
//!
//! `layers.json` lists the files. It is replaced at once by a complete one, and files that it names never
//! change; others are remains of a run that was killed. So whatever stops a run, the next one continues from
//! the last list.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use flate2::Crc;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use super::BUCKETS;
use super::run::{Run, RunWriter};
use super::source::Source;
use crate::engines::layers::Unfit;
use crate::engines::layers::number::Number;
use crate::engines::layers::window::Window;
use crate::ground::checkpoint::{CheckpointError, CheckpointFault};

/// The version of the format.
const FORMAT: u32 = 2;
const LIST: &str = "layers.json";
/// The end of the names of files with states.
const EXTENSION: &str = ".run";
/// The time between two lists, if writing is quick.
const BETWEEN_SAVES: Duration = Duration::from_secs(30);
/// How much longer than writing the time between two lists is, at least.
const PATIENCE: u32 = 12;

/// A count that is not finished.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedStream {
    /// The first place that is not done.
    pub(super) place: usize,
    /// The bits of its numbers, if limited.
    pub(super) bits: Option<u32>,
    pub(super) steps: u64,
    pub(super) layers: Vec<SavedLayer>,
}

/// The files of a layer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedLayer {
    pub(super) layer: usize,
    /// About the sum of its numbers.
    pub(super) sum: f64,
    pub(super) runs: Vec<Run>,
}

/// The contents of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct List {
    piecework_layers: u32,
    /// The check value of the search that the layers belong to.
    search: String,
    /// The numbers of tilings, all and those that symmetries fix, as far as they are known.
    totals: Vec<String>,
    /// The next of them.
    stream: Option<SavedStream>,
}

/// The saved layers of a count.
pub(crate) struct Saves {
    folder: PathBuf,
    list: List,
    /// How many totals are taken from the list.
    taken: usize,
    next_file: u64,
    /// When the last list was written, and how long that took.
    last: (Instant, Duration),
    failure: Mutex<Option<CheckpointError>>,
}

impl Saves {
    /// Opens the folder of a search, which is made if it is not there.
    ///
    /// # Errors
    /// [`CheckpointFault::LayersUnusable`], [`CheckpointFault::Other`] for the layers of another search.
    pub(crate) fn open(folder: &Path, search: &str) -> Result<Self, CheckpointError> {
        let named =
            |fault: CheckpointFault| CheckpointError::from(fault).in_file(folder.display().to_string());
        let unusable = |error: io::Error| named(CheckpointFault::LayersUnusable { kind: error.kind() });
        fs::create_dir_all(folder).map_err(unusable)?;
        let mut list =
            List { piecework_layers: FORMAT, search: search.to_owned(), totals: Vec::new(), stream: None };
        match fs::read_to_string(folder.join(LIST)) {
            Ok(text) => list = read(&text, search).map_err(named)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(error)),
        }
        let mut saves = Self {
            folder: folder.to_owned(),
            list,
            taken: 0,
            next_file: 0,
            last: (Instant::now(), Duration::ZERO),
            failure: Mutex::new(None),
        };
        saves.next_file = saves.tidy().map_err(unusable)?;
        Ok(saves)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the next total, if it is known from an earlier run.
    pub(crate) fn total(&mut self) -> Option<BigUint> {
        let total = self.list.totals.get(self.taken)?.parse().ok()?;
        self.taken += 1;
        Some(total)
    }

    /// Notes the next total.
    pub(crate) fn note(&mut self, total: &BigUint) -> Result<(), Unfit> {
        self.list.totals.push(total.to_string());
        self.taken = self.list.totals.len();
        self.list.stream = None;
        self.write_list()
    }

    /// Returns the count that an earlier run did not finish.
    pub(super) fn stream(&self) -> Option<&SavedStream> {
        self.list.stream.as_ref()
    }

    /// Returns whether there is something to continue from.
    pub(crate) fn is_begun(&self) -> bool {
        self.list.stream.is_some() || !self.list.totals.is_empty()
    }

    /// Returns whether a list is to be written again.
    pub(super) fn is_due(&self) -> bool {
        let (last, cost) = self.last;
        last.elapsed() >= BETWEEN_SAVES.max(cost * PATIENCE)
    }

    /// Writes states of a layer to a new file, each bucket from one source.
    pub(super) fn write<W: Window, N: Number>(
        &mut self,
        layer: usize,
        sources: impl Iterator<Item = Source<W, N>>,
    ) -> Result<Run, Unfit> {
        let name = format!("{:06}{EXTENSION}", self.next_file);
        self.next_file += 1;
        let search = &self.list.search;
        let line = format!("{{\"piecework-layer\":{FORMAT},\"search\":\"{search}\",\"layer\":{layer}}}");
        let written = RunWriter::create(&self.folder, name, &line).and_then(|mut writer| {
            for mut source in sources {
                source.sort()?;
                writer.bucket(|| source.next())?;
            }
            writer.finish()
        });
        written.map_err(|error| self.failed(error.kind()))
    }

    /// Saves a count; `began` is when its files were begun.
    pub(super) fn save(&mut self, stream: SavedStream, began: Instant) -> Result<(), Unfit> {
        self.list.stream = Some(stream);
        self.write_list()?;
        self.last = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Replaces the list, and removes the files that are no longer in it.
    fn write_list(&mut self) -> Result<(), Unfit> {
        let json = serde_json::to_string(&self.list).expect("texts and numbers can be written");
        let new = self.folder.join("layers.json.new");
        // What the list names must be on the disk before it.
        let runs = self.list.stream.iter().flat_map(|stream| &stream.layers).flat_map(|layer| &layer.runs);
        let mut synced = runs.map(|run| fs::File::open(self.folder.join(&run.file))?.sync_all());
        let written = synced
            .try_for_each(|done| done)
            .and_then(|()| fs::File::create(&new))
            .and_then(|mut file| {
                write!(file, "{json}\n{}\n", check(&json))?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&new, self.folder.join(LIST)))
            .and_then(|()| self.tidy());
        written.map(drop).map_err(|error| self.failed(error.kind()))
    }

    /// Removes files with states that are not in the list; returns a number for the next file.
    fn tidy(&self) -> io::Result<u64> {
        let runs = self.list.stream.iter().flat_map(|stream| &stream.layers).flat_map(|layer| &layer.runs);
        let listed: BTreeSet<&str> = runs.map(|run| run.file.as_str()).collect();
        let mut next = 0;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let Some(number) = name.strip_suffix(EXTENSION).and_then(|stem| stem.parse::<u64>().ok()) else {
                continue;
            };
            if listed.contains(name) {
                next = next.max(number + 1);
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(next)
    }

    /// Notes why the files cannot be used.
    pub(super) fn failed(&self, kind: io::ErrorKind) -> Unfit {
        let fault = match kind {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => CheckpointFault::LayersDamaged,
            kind => CheckpointFault::LayersUnusable { kind },
        };
        let error = CheckpointError::from(fault).in_file(self.folder.display().to_string());
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Unfit::Kept(kind)
    }

    /// Returns why the files cannot be used.
    pub(crate) fn failure(&self) -> Option<CheckpointError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Removes the folder of a count that is finished or begun again; nothing happens if there is none.
///
/// # Errors
/// [`CheckpointFault::LayersUnusable`].
pub fn remove_layers(folder: &Path) -> Result<(), CheckpointError> {
    let is_own = |name: &str| name.starts_with(LIST) || name.ends_with(EXTENSION);
    let remove = || {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(is_own) {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(folder)
    };
    match remove() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            let fault = CheckpointFault::LayersUnusable { kind: error.kind() };
            Err(CheckpointError::from(fault).in_file(folder.display().to_string()))
        }
        _ => Ok(()),
    }
}

fn read(text: &str, search: &str) -> Result<List, CheckpointFault> {
    let (json, rest) = text.split_once('\n').ok_or(CheckpointFault::LayersDamaged)?;
    if rest.trim_end() != check(json) {
        return Err(CheckpointFault::LayersDamaged);
    }
    let list: List = serde_json::from_str(json).map_err(|_| CheckpointFault::LayersDamaged)?;
    let runs = list.stream.iter().flat_map(|stream| &stream.layers).flat_map(|layer| &layer.runs);
    if list.piecework_layers != FORMAT || runs.into_iter().any(|run| run.buckets.len() != BUCKETS) {
        return Err(CheckpointFault::LayersDamaged);
    }
    if list.search != search {
        let (found, expected) = (list.search, search.to_owned());
        return Err(CheckpointFault::Other { what: "check value of the first line", found, expected });
    }
    Ok(list)
}

fn check(json: &str) -> String {
    let mut crc = Crc::new();
    crc.update(json.as_bytes());
    format!("{:08x}", crc.sum())
}
