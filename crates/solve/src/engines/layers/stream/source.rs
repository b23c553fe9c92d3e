//! The states of one bucket of a finished layer, from memory and from files, each once.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::run::{Run, SectionReader};
use super::table::Table;
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
    table: Table<W, N>,
    /// The next slot; its place in the order, if there is one.
    at: usize,
    /// Files that are not opened yet.
    files: Option<Files>,
    merge: Option<Merge<W, N>>,
}

/// States in ascending order.
struct Merge<W, N> {
    /// The slots of the table.
    order: Vec<usize>,
    /// The files, each with its next state.
    readers: Vec<(SectionReader, Option<(W, N)>)>,
}

impl<W: Window, N: Number> Source<W, N> {
    /// All states of a bucket; ascending if some are in files.
    pub(super) fn new(table: Table<W, N>, files: Option<Files>) -> Self {
        Self { table, at: 0, files, merge: None }
    }

    /// Takes up to `most` states.
    pub(super) fn take(&mut self, most: usize, chunk: &mut Vec<(W, N)>) -> io::Result<()> {
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
    pub(super) fn next(&mut self) -> io::Result<Option<(W, N)>> {
        if self.merge.is_none() && self.files.is_none() {
            while self.at < self.table.slots() {
                self.at += 1;
                if let Some((key, number)) = self.table.at(self.at - 1) {
                    return Ok(Some((key, number.clone())));
                }
            }
            return Ok(None);
        }
        self.next_of_all()
    }

    fn next_of_all(&mut self) -> io::Result<Option<(W, N)>> {
        if let Some(files) = self.files.take() {
            let open = |run| {
                let mut reader = SectionReader::open(&files.folder, run, files.bucket)?;
                let head = reader.next()?;
                Ok((reader, head))
            };
            let readers = files.runs.iter().map(open).collect::<io::Result<_>>()?;
            self.merge = Some(Merge { order: self.table.sorted(), readers });
        }
        let Some(merge) = &mut self.merge else { return Ok(None) };
        let held = merge.order.get(self.at).and_then(|&slot| self.table.at(slot));
        let heads = merge.readers.iter().filter_map(|(_, head)| head.as_ref().map(|head| head.0));
        let Some(least) = heads.chain(held.map(|held| held.0)).min() else { return Ok(None) };
        let (mut sum, mut fits) = (N::default(), true);
        if let Some((_, number)) = held.filter(|held| held.0 == least) {
            fits &= sum.gather(number, 1);
            self.at += 1;
        }
        for (reader, head) in &mut merge.readers {
            if let Some((_, number)) = head.take_if(|head| head.0 == least) {
                fits &= sum.gather(&number, 1);
                *head = reader.next()?;
            }
        }
        // The sum of all numbers is known to fit.
        if fits { Ok(Some((least, sum))) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    /// Begins to take what is left in ascending order, if not all is from memory anyway.
    pub(super) fn sort(&mut self) {
        if self.merge.is_none() && self.files.is_none() {
            let order = self.table.sorted();
            let order = order.into_iter().filter(|&slot| slot >= self.at).collect();
            self.merge = Some(Merge { order, readers: Vec::new() });
            self.at = 0;
        }
    }

    /// Drops everything, and returns how many bytes that frees.
    pub(super) fn clear(&mut self) -> usize {
        let bytes = self.table.bytes();
        *self = Self::new(Table::default(), None);
        bytes
    }
}
