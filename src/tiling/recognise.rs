//! What a text is: a puzzle, tilings, or pieces, in one of our own formats or that of another program.
//!
//! In: a [`Source`] of unknown kind. Out: its [`Format`]. Always holds: the text decides
//! first and the ending of the file name only where the text does not. Reading itself is done by the formats' own rooms.

use super::record::is_one_a_line;
use crate::json::Document;
use crate::limits::Limits;
use crate::puzzle::import::{looks_like_board, looks_like_xmpuzzle};
use crate::puzzle::pieces_from_hex;
use crate::source::Source;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our puzzle file (JSON).
    Puzzle,
    /// Our tiling file (JSON), also with one tiling a line.
    Tilings,
    /// Letter grids.
    LetterGrids,
    /// Hexadecimal names of pieces.
    HexNames,
    /// A board in `D:`, `P:` and `H:` lines.
    Board,
    /// A BurrTools file.
    Xmpuzzle,
}

impl Format {
    /// The words for it in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Puzzle => "puzzle file",
            Format::Tilings => "tiling file",
            Format::LetterGrids => "letter grids",
            Format::HexNames => "hexadecimal names",
            Format::Board => "board with D:, P: and H: lines",
            Format::Xmpuzzle => "BurrTools file",
        }
    }
}

/// The format of a text. What nothing else fits is taken for letter grids.
///
/// # Examples
/// ```
/// use piecework::{Format, Source, recognise};
/// assert_eq!(recognise(&Source::new("a.txt", "AAB\nABB\n")), Format::LetterGrids);
/// assert_eq!(recognise(&Source::new("a.txt", "f840")), Format::HexNames);
/// ```
#[must_use]
pub fn recognise(source: &Source) -> Format {
    let text = source.text().trim();
    if text.starts_with('{') {
        return if has_placements(source) { Format::Tilings } else { Format::Puzzle };
    }
    if looks_like_xmpuzzle(text) {
        return Format::Xmpuzzle;
    }
    if looks_like_board(text) {
        return Format::Board;
    }
    if pieces_from_hex(text).is_ok() {
        return Format::HexNames;
    }
    let ending = source.name().rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Format::Puzzle,
        Some("jsonl") => Format::Tilings,
        Some("xmpuzzle") => Format::Xmpuzzle,
        _ => Format::LetterGrids,
    }
}

/// Whether the JSON is about a tiling: its first object has the key `placements`.
fn has_placements(source: &Source) -> bool {
    let text = source.text();
    let first = if is_one_a_line(text) {
        text.lines().find(|line| !line.trim().is_empty()).unwrap_or(text)
    } else {
        text
    };
    let first = Source::new(source.name(), first);
    // What is wrong with it is told when it is read.
    Document::parse(&first, &Limits::default()).is_ok_and(|document| {
        document.root().object(&[]).is_some_and(|object| object.get("placements").is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(name: &str, text: &str, expected: Format) {
        assert_eq!(recognise(&Source::new(name, text)), expected, "{name} {text:?}");
    }

    #[test]
    fn the_text_decides_before_the_ending() {
        for ending in ["txt", "json", "jsonl", "xmpuzzle"] {
            let name = format!("a.{ending}");
            is(&name, "{\"piecework\": 1, \"region\": {}}", Format::Puzzle);
            is(&name, "{\"piecework\": 1, \"placements\": []}", Format::Tilings);
            is(&name, "\n{\"placements\": []}\n{\"placements\": []}\n", Format::Tilings);
            is(&name, "{broken", Format::Puzzle);
            is(&name, "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"/>", Format::Xmpuzzle);
            is(&name, "# a board\nD:3 3\n", Format::Board);
            is(&name, " f840\n", Format::HexNames);
            is(&name, "f820_e070", Format::HexNames);
        }
        is("a.txt", "AAB\nABB", Format::LetterGrids);
        is("-", "dead beef", Format::LetterGrids);
    }

    #[test]
    fn the_ending_decides_where_the_text_does_not() {
        is("a.JSON", "[1, 2]", Format::Puzzle);
        is("a.jsonl", "nothing", Format::Tilings);
        is("a.xmpuzzle", "nothing", Format::Xmpuzzle);
        is("a.puzzle", "nothing", Format::LetterGrids);
        is("a", "<svg/>", Format::LetterGrids);
    }
}
