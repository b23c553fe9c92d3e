//! The place where the runs of a divided search keep what each of them would find out again.
//!
//! Nothing depends on it but time: a run that finds nothing there, or something damaged, works it out by
//! itself.

#[cfg(test)]
use std::sync::{Arc, Mutex};

use flate2::Crc;

/// A place that all runs of a search see. It holds one thing.
pub trait SharedPlace: Send + Sync {
    /// Returns what is there; `None` if it has more than `most` bytes, cannot be read, or is not there.
    fn read(&self, most: u64) -> Option<Vec<u8>>;

    /// Returns the right to write, unless another run has it.
    fn claim(&self) -> Option<Box<dyn Claim>>;
}

/// The right of one run to write, until it is dropped.
pub trait Claim {
    /// Writes all of it, or nothing if that fails.
    fn keep(self: Box<Self>, bytes: &[u8]);
}

/// Adds the checksum CRC-32, the lowest byte first.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Returns the bytes before the checksum; `None` if it is not theirs.
pub(crate) fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    (checksum(bytes) == u32::from_le_bytes(*sum)).then_some(bytes)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A place in memory, which is claimed by nobody, or by another run.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct Shelf {
    pub(crate) bytes: Arc<Mutex<Option<Vec<u8>>>>,
    pub(crate) is_claimed: bool,
}

#[cfg(test)]
impl SharedPlace for Shelf {
    fn read(&self, most: u64) -> Option<Vec<u8>> {
        let bytes = self.bytes.lock().expect("whole");
        bytes.clone().filter(|bytes| bytes.len() as u64 <= most)
    }

    fn claim(&self) -> Option<Box<dyn Claim>> {
        (!self.is_claimed).then(|| Box::new(self.clone()) as Box<dyn Claim>)
    }
}

#[cfg(test)]
impl Claim for Shelf {
    fn keep(self: Box<Self>, bytes: &[u8]) {
        *self.bytes.lock().expect("whole") = Some(bytes.to_vec());
    }
}
