//! Unpacks the module of a page without a server, part by part, so that the browser compiles meanwhile.
//!
//! `packaging/build-web` builds it for WebAssembly, as small as it gets: browsers unpack gzip only, and the module is a
//! third smaller in LZMA. Decision 0108 says more.
//!
//! ```
//! let mut unpacker = piecework_unpack::Unpacker::new();
//! assert!(unpacker.take(b"no LZMA at all", true).is_err());
//! ```

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::io;

use lzma_rust2::{Action, LzmaStream, Status};

#[cfg(any(target_arch = "wasm32", feature = "glue"))]
pub mod glue;

/// How much is unpacked at a time.
const ROOM: usize = 1 << 16;

/// Unpacks a file of the format `.lzma`.
pub struct Unpacker {
    stream: LzmaStream,
    room: Vec<u8>,
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

impl Unpacker {
    /// Unpacks one file.
    pub fn new() -> Self {
        Self { stream: LzmaStream::new_mem_limit(u32::MAX, None), room: vec![0; ROOM] }
    }

    /// Takes the next part of the file, and gives what follows from it.
    ///
    /// # Errors
    /// If the file is damaged or breaks off; [`io::ErrorKind::OutOfMemory`] if its dictionary is too large.
    pub fn take(&mut self, mut part: &[u8], is_last: bool) -> io::Result<Vec<u8>> {
        let action = if is_last { Action::Finish } else { Action::Run };
        let mut unpacked = Vec::new();
        loop {
            let step = self.stream.process(part, &mut self.room, action)?;
            unpacked.extend_from_slice(&self.room[..step.bytes_produced]);
            part = &part[step.bytes_consumed..];
            let ends = step.status == Status::StreamEnd;
            if ends || part.is_empty() && step.bytes_produced < self.room.len() {
                return if is_last && !ends {
                    Err(io::ErrorKind::UnexpectedEof.into())
                } else {
                    Ok(unpacked)
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lzma_rust2::{LzmaOptions, LzmaWriter};
    use std::io::Write as _;

    /// Numbers without an order, packed.
    fn packed(bytes: &[u8]) -> Vec<u8> {
        let options = LzmaOptions::with_preset(6);
        let mut writer =
            LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64)).expect("made");
        writer.write_all(bytes).expect("packed");
        writer.finish().expect("packed")
    }

    /// Unpacks in parts of this size.
    fn unpacked(file: &[u8], size: usize) -> io::Result<Vec<u8>> {
        let mut unpacker = Unpacker::new();
        let mut bytes = Vec::new();
        for part in file.chunks(size) {
            bytes.extend(unpacker.take(part, false)?);
        }
        bytes.extend(unpacker.take(b"", true)?);
        Ok(bytes)
    }

    fn bytes() -> Vec<u8> {
        (0..60_000_u32).flat_map(|number| number.wrapping_mul(number / 7).to_le_bytes()).collect()
    }

    #[test]
    fn what_was_packed_comes_out_in_parts_of_any_size() {
        let bytes = bytes();
        for size in [1, 777, usize::MAX >> 1] {
            assert!(unpacked(&packed(&bytes), size).expect("whole") == bytes, "{size}");
        }
        assert_eq!(unpacked(&packed(b""), 5).expect("whole"), b"");
    }

    #[test]
    fn a_file_that_breaks_off_or_is_damaged_is_refused() {
        let mut file = packed(&bytes());
        for length in [0, 10, file.len() / 2, file.len() - 8] {
            assert!(unpacked(&file[..length], 1000).is_err(), "{length}");
        }
        file[0] = 255;
        assert!(unpacked(&file, 1000).is_err());
    }
}
