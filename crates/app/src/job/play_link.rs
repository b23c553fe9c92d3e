//! The address on a page of the studio at which a puzzle is played, as `playaddress.js` there reads it.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};

use crate::design::{OptionError, Subject};
use piecework_tiling::puzzle::write_puzzle;

/// The address on a page: a template is named, with its open cells, and another puzzle is in the address, packed.
///
/// # Errors
///
/// [`OptionError::BadValue`] if the page is no address.
pub(super) fn play_link(subject: &Subject, page: &str) -> Result<String, OptionError> {
    if !(page.starts_with("https://") || page.starts_with("http://")) {
        let expected = "an address that begins with https:// or http://";
        return Err(OptionError::BadValue { found: page.to_owned(), expected });
    }
    let open = subject.open.iter().filter(|_| subject.template.is_some());
    let open: String =
        open.map(|words| format!("/{}", words.bytes().map(escaped).collect::<String>())).collect();
    let place = subject.template.map_or_else(|| packed(subject), str::to_owned);
    Ok(format!("{page}#play/{place}{open}"))
}

fn escaped(byte: u8) -> String {
    match byte {
        b' ' => "+".to_owned(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    }
}

/// The design of a puzzle, without what is made of it.
fn packed(subject: &Subject) -> String {
    let puzzle = serde_json::from_str::<Value>(&write_puzzle(&subject.puzzle)).unwrap_or_default();
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    // Nothing is refused by a vector.
    _ = write!(packer, "{}", json!({ "piecework": 2, "puzzle": puzzle }));
    format!("z{}", URL_SAFE_NO_PAD.encode(packer.finish().unwrap_or_default()))
}
