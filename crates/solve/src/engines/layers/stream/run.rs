//! Writes states of a layer to a file, sorted, and reads them back.
//!
//! A file begins with a line of JSON that says what it is. Then come the states of each bucket, ascending:
//! for each the distance from the state before and the number of ways to it, both to base 128 with the lowest
//! digit first. The high bit of a byte is set if more digits follow. Where the buckets are, and their check
//! values, is in the list of files ([`super::saved`]).

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use flate2::Crc;
use serde::{Deserialize, Serialize};

use crate::engines::layers::number::{Double, Number};
use crate::engines::layers::window::Window;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// A file with states of one layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) file: String,
    pub(super) buckets: Vec<Section>,
}

impl Run {
    /// Returns the number of states in the file.
    pub(super) fn states(&self) -> usize {
        let states: u64 = self.buckets.iter().map(|section| section.states).sum();
        usize::try_from(states).unwrap_or(usize::MAX)
    }
}

/// The states of one bucket in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Section {
    /// Where it begins.
    at: u64,
    bytes: u64,
    states: u64,
    /// The checksum CRC-32 of its bytes.
    check: u32,
}

/// A file that is written, bucket after bucket.
pub(super) struct RunWriter {
    file: BufWriter<File>,
    run: Run,
    length: u64,
    digits: Vec<u8>,
    bytes: Vec<u8>,
}

impl RunWriter {
    /// Creates a file that begins with a line.
    pub(super) fn create(folder: &Path, name: String, line: &str) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(BLOCK, File::create(folder.join(&name))?);
        writeln!(file, "{line}")?;
        let run = Run { file: name, buckets: Vec::new() };
        Ok(Self { file, run, length: line.len() as u64 + 1, digits: Vec::new(), bytes: Vec::new() })
    }

    /// Writes the states of the next bucket; `next` gives them in ascending order.
    pub(super) fn bucket<W: Window, N: Number>(
        &mut self,
        mut next: impl FnMut() -> io::Result<Option<(W, N)>>,
    ) -> io::Result<()> {
        let (mut before, mut check, mut states) = (0, Crc::new(), 0);
        let at = self.length;
        while let Some((key, number)) = next()? {
            let key = key.to_wide();
            self.push(&Double::from(key - before));
            self.push(&number);
            (before, states) = (key, states + 1);
            if self.bytes.len() >= BLOCK {
                self.flush(&mut check)?;
            }
        }
        self.flush(&mut check)?;
        self.run.buckets.push(Section { at, bytes: self.length - at, states, check: check.sum() });
        Ok(())
    }

    fn push<N: Number>(&mut self, number: &N) {
        self.digits.clear();
        number.add_digits(&mut self.digits);
        let last = self.digits.len() - 1;
        self.digits[..last].iter_mut().for_each(|digit| *digit |= 0x80);
        self.bytes.extend_from_slice(&self.digits);
    }

    fn flush(&mut self, check: &mut Crc) -> io::Result<()> {
        check.update(&self.bytes);
        self.length += self.bytes.len() as u64;
        self.file.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    /// Ends the file, which may not be on the disk yet.
    pub(super) fn finish(self) -> io::Result<Run> {
        self.file.into_inner()?;
        Ok(self.run)
    }
}

/// The states of one bucket, as they are read.
pub(super) struct SectionReader {
    file: File,
    section: Section,
    /// States and bytes that are not read yet.
    left: (u64, u64),
    block: Vec<u8>,
    /// How much of the block is used.
    used: usize,
    check: Crc,
    before: u128,
    digits: Vec<u8>,
}

impl SectionReader {
    pub(super) fn open(folder: &Path, run: &Run, bucket: usize) -> io::Result<Self> {
        let section = *run.buckets.get(bucket).ok_or(io::ErrorKind::InvalidData)?;
        let mut file = File::open(folder.join(&run.file))?;
        file.seek(SeekFrom::Start(section.at))?;
        let left = (section.states, section.bytes);
        Ok(Self {
            file,
            section,
            left,
            block: Vec::new(),
            used: 0,
            check: Crc::new(),
            before: 0,
            digits: Vec::new(),
        })
    }

    /// Returns the next state.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] if the file is not as it was written.
    pub(super) fn next<W: Window, N: Number>(&mut self) -> io::Result<Option<(W, N)>> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        if self.left.0 == 0 {
            let is_whole = self.left.1 == 0 && self.used == self.block.len();
            return if is_whole && self.check.sum() == self.section.check {
                Ok(None)
            } else {
                Err(damaged())
            };
        }
        self.left.0 -= 1;
        let distance: Double = self.number()?;
        self.before = self.before.checked_add(distance.into()).ok_or_else(damaged)?;
        let key = W::from_wide(self.before).ok_or_else(damaged)?;
        Ok(Some((key, self.number()?)))
    }

    fn number<N: Number>(&mut self) -> io::Result<N> {
        self.digits.clear();
        loop {
            if self.used == self.block.len() {
                self.refill()?;
            }
            let byte = self.block[self.used];
            self.used += 1;
            self.digits.push(byte & 0x7f);
            if byte < 0x80 {
                return N::from_digits(&self.digits).ok_or_else(|| io::ErrorKind::InvalidData.into());
            }
        }
    }

    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        let bytes = usize::try_from(self.left.1).unwrap_or(usize::MAX).min(BLOCK);
        if bytes == 0 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.block.resize(bytes, 0);
        self.file.read_exact(&mut self.block)?;
        self.check.update(&self.block);
        self.left.1 -= bytes as u64;
        self.used = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path, states: &[(u64, u128)]) -> Run {
        let mut writer = RunWriter::create(folder, "a.run".into(), "{}").expect("created");
        for half in states.chunks(states.len().div_ceil(2).max(1)) {
            let mut left = half.iter();
            writer
                .bucket(|| Ok(left.next().map(|&(key, number)| (key, Double::from(number)))))
                .expect("written");
        }
        writer.finish().expect("written")
    }

    fn read(folder: &Path, run: &Run) -> io::Result<Vec<(u64, u128)>> {
        let mut all = Vec::new();
        for bucket in 0..run.buckets.len() {
            let mut reader = SectionReader::open(folder, run, bucket)?;
            while let Some((key, number)) = reader.next::<u64, Double>()? {
                all.push((key, number.into()));
            }
        }
        Ok(all)
    }

    #[test]
    fn states_are_read_back_and_every_changed_byte_is_noticed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let states: Vec<(u64, u128)> =
            (1..70u64).map(|n| ((n * n * n) << 20, u128::from(n).pow(13))).collect();
        let run = written(folder.path(), &states);
        assert_eq!(read(folder.path(), &run).expect("whole"), states);
        let path = folder.path().join("a.run");
        let bytes = std::fs::read(&path).expect("readable");
        for at in 3..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).expect("writable");
            assert!(read(folder.path(), &run).is_err(), "byte {at}");
            std::fs::write(&path, &bytes[..at]).expect("writable");
            assert!(read(folder.path(), &run).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn long_buckets_are_longer_than_a_block() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let states: Vec<(u64, u128)> = (0..50_000).map(|n| (n * 1000, u128::from(n) << 60 | 1)).collect();
        let run = written(folder.path(), &states);
        assert!(run.buckets[0].bytes > 2 * BLOCK as u64);
        assert_eq!(read(folder.path(), &run).expect("whole"), states);
        assert_eq!(read(folder.path(), &written(folder.path(), &[])).expect("whole"), []);
    }
}
