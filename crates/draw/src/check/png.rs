//! Reads how a PNG was made, and nothing of its pixels.

use super::inflated;

/// What comes before our text: its name, that it is compressed, and neither language nor translation.
const HEAD: &[u8] = b"piecework\0\x01\0\0\0";

/// Returns the text that says how a picture was made, if it has one and no more than `most` bytes.
pub(super) fn recipe(bytes: &[u8], most: usize) -> Option<String> {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    loop {
        let (length, chunk) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (kind, data) = chunk.get(..length.checked_add(4)?)?.split_first_chunk::<4>()?;
        if let Some(text) = data.strip_prefix(HEAD).filter(|_| kind == b"iTXt") {
            return String::from_utf8(inflated(text, most).ok()?).ok();
        }
        // Behind the data is a check sum.
        rest = chunk.get(length + 8..)?;
    }
}
