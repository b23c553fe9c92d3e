//! The address on a page of the studio at which a puzzle is played, as `playaddress.js` there reads it.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};

use super::session::Session;
use crate::design::{OptionError, Subject};
use piecework_sheet::SheetSubject;
use piecework_tiling::puzzle::{Puzzle, write_puzzle};
use piecework_tiling::text::plural;

/// The address on a page: a template is named, with its open cells, and another puzzle is in the address, packed.
///
/// # Errors
///
/// [`OptionError::BadValue`] if the page is no address.
pub(super) fn play_link(subject: &Subject, page: &str) -> Result<String, OptionError> {
    check_page(page)?;
    let open = subject.open.iter().filter(|_| subject.template.is_some());
    let open: String =
        open.map(|words| format!("/{}", words.bytes().map(escaped).collect::<String>())).collect();
    let place = subject.template.map_or_else(|| packed(&subject.puzzle), str::to_owned);
    Ok(format!("{page}#play/{place}{open}"))
}

/// The address of a puzzle that has no name: it is in the address.
pub(super) fn puzzle_link(puzzle: &Puzzle, page: &str) -> String {
    format!("{page}#play/{}", packed(puzzle))
}

/// Refuses a page that is no address.
pub(super) fn check_page(page: &str) -> Result<(), OptionError> {
    if !(page.starts_with("https://") || page.starts_with("http://")) {
        let expected = "an address that begins with https:// or http://";
        return Err(OptionError::BadValue { found: page.to_owned(), expected });
    }
    Ok(())
}

/// Says which puzzles of a book have links that are too long for their codes.
pub(super) fn note_long_links(session: &Session<'_>, puzzles: &[SheetSubject<'_>]) {
    let linked = puzzles.iter().zip(1..).filter(|(puzzle, _)| puzzle.play.is_some());
    let long = linked.filter(|(puzzle, _)| puzzle.play_code().is_none());
    let long: Vec<String> = long.map(|(_, number): (_, usize)| number.to_string()).collect();
    if !long.is_empty() {
        let count = plural(long.len(), "puzzle");
        session.note(format!(
            "without a code, because the link is too long for one that phones read: {count} ({})",
            long.join(", ")
        ));
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        b' ' => "+".to_owned(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    }
}

/// The design of a puzzle, without what is made of it.
fn packed(puzzle: &Puzzle) -> String {
    let puzzle = serde_json::from_str::<Value>(&write_puzzle(puzzle)).unwrap_or_default();
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    // Nothing is refused by a vector.
    _ = write!(packer, "{}", json!({ "piecework": 2, "puzzle": puzzle }));
    format!("z{}", URL_SAFE_NO_PAD.encode(packer.finish().unwrap_or_default()))
}
