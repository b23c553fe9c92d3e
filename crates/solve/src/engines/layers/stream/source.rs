//! The states of one bucket of a finished layer, from memory and from files, each once.

use std::io;
use std::iter::Peekable;
use std::path::PathBuf;
use std::sync::Arc;
use std::vec::IntoIter;

use super::bucket::{Bucket, Finder, State};
use super::run::{Run, SectionReader};
use crate::engines::layers::number::Number;
use crate::engines::layers::window::Window;

/// Files with further states of a bucket.
pub(super) struct Files {
    pub(super) folder: PathBuf,
    pub(super) runs: Arc<[Run]>,
    pub(super) bucket: usize,
}

/// The states that are not taken yet.
pub(super) struct Source<W, N> {
    bucket: Bucket<W, N>,
    /// What it took in the beginning.
    bytes: usize,
    /// The states of the bucket, once they are taken.
    held: Peekable<IntoIter<State<W, N>>>,
    /// Files that are not opened yet.
    files: Option<Files>,
    /// The files, each with its next state.
    readers: Vec<(SectionReader, Option<State<W, N>>)>,
}

impl<W: Window, N: Number> Source<W, N> {
    /// All states of a bucket; in ascending order if some are in files.
    pub(super) fn new(bucket: Bucket<W, N>, files: Option<Files>) -> Self {
        Self {
            bytes: bucket.bytes(),
            bucket,
            held: Vec::new().into_iter().peekable(),
            files,
            readers: Vec::new(),
        }
    }

    /// Begins, or goes on, to take each state once, in any order if all are in memory.
    pub(super) fn open(&mut self, finder: &mut Finder) -> io::Result<()> {
        if self.files.is_some() {
            return self.sort();
        }
        if self.bucket.len() > 0 {
            self.bucket.gather(finder);
            self.held = std::mem::take(&mut self.bucket).into_states().into_iter().peekable();
        }
        Ok(())
    }

    /// Begins to take what is left in ascending order, each state once.
    pub(super) fn sort(&mut self) -> io::Result<()> {
        let mut states: Vec<State<W, N>> = self.held.by_ref().collect();
        states.append(&mut std::mem::take(&mut self.bucket).into_states());
        states.sort_unstable_by_key(|state| state.0);
        self.held = states.into_iter().peekable();
        let Some(files) = self.files.take() else { return Ok(()) };
        for run in &*files.runs {
            let mut reader = SectionReader::open(&files.folder, run, files.bucket)?;
            let head = reader.next()?;
            self.readers.push((reader, head));
        }
        Ok(())
    }

    /// Takes up to `most` states.
    pub(super) fn take(&mut self, most: usize, chunk: &mut Vec<State<W, N>>) -> io::Result<()> {
        chunk.clear();
        while chunk.len() < most {
            match self.next()? {
                Some(state) => chunk.push(state),
                None => break,
            }
        }
        Ok(())
    }

    /// Takes the next state.
    #[inline]
    pub(super) fn next(&mut self) -> io::Result<Option<State<W, N>>> {
        let heads = self.readers.iter().filter_map(|(_, head)| head.as_ref().map(|head| head.0));
        let Some(least) = heads.chain(self.held.peek().map(|state| state.0)).min() else { return Ok(None) };
        let (mut sum, mut fits) = (N::default(), true);
        while let Some((_, number)) = self.held.next_if(|state| state.0 == least) {
            fits &= sum.gather(&number, 1);
        }
        for (reader, head) in &mut self.readers {
            if let Some((_, number)) = head.take_if(|head| head.0 == least) {
                fits &= sum.gather(&number, 1);
                *head = reader.next()?;
            }
        }
        // The sum of all numbers is known to fit.
        if fits { Ok(Some((least, sum))) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Drops everything, and returns how many bytes that frees.
    pub(super) fn clear(&mut self) -> usize {
        let bytes = self.bytes;
        *self = Self::new(Bucket::default(), None);
        bytes
    }
}
