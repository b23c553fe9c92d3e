//! Recognises the [`Format`] of a text and imports puzzles, tilings or pieces, from this program or others.
//!
//! The text decides; the file extension is used only if the text is ambiguous.

use super::other_text::{is_prose, kind_of};
use super::record::{is_one_a_line, is_summary, read_records, share_puzzles};
use super::svg::{looks_like_svg, read_svg_tilings};
use super::{GridError, Tiling, infer_from_grid, read_letter_grids};
use crate::defect::{Defect, Place, ReadError};
use crate::json::Document;
use crate::lattice::{Lattice, Picture};
use crate::limits::Limits;
use crate::puzzle::import::{looks_like_board, looks_like_xmpuzzle};
use crate::puzzle::{Piece, Puzzle, pieces_from_hex, read_board, read_puzzle, read_xmpuzzle};
use crate::source::Source;
use crate::text;

/// The most characters of a file name that names a tiling.
const MOST_OF_A_NAME: u64 = 60;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our puzzle file (JSON).
    Puzzle,
    /// Our tiling file (JSON), or JSON lines with one tiling each.
    Tilings,
    /// Letter grids.
    LetterGrids,
    /// Hexadecimal names of pieces.
    HexNames,
    /// A board in `D:`, `P:` and `H:` lines.
    Board,
    /// A BurrTools file.
    Xmpuzzle,
    /// One of our SVG files, with the tilings it shows.
    Svg,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// Puzzles, at least one; more only from a BurrTools file with several problems.
    Puzzles(Vec<Puzzle>),
    /// Tilings, at least one; those of equal puzzles share it.
    Tilings(Vec<Tiling>),
    /// Pieces without a region.
    Pieces(Vec<Piece>),
}

impl Format {
    /// Returns the words for it in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Puzzle => "puzzle file",
            Format::Tilings => "tiling file",
            Format::LetterGrids => "letter grids",
            Format::HexNames => "hexadecimal names",
            Format::Board => "board with D:, P: and H: lines",
            Format::Xmpuzzle => "BurrTools file",
            Format::Svg => "SVG",
        }
    }
}

/// Returns the format of a text: letter grids if nothing else fits.
///
/// # Examples
/// ```
/// use piecework_tiling::source::Source;
/// use piecework_tiling::tiling::{Format, recognise};
/// assert_eq!(recognise(&Source::new("a.txt", "AAB\nABB\n")), Format::LetterGrids);
/// assert_eq!(recognise(&Source::new("a.txt", "f840")), Format::HexNames);
/// ```
pub fn recognise(source: &Source) -> Format {
    let text = source.text().trim();
    if text.starts_with('{') {
        return if has_placements(source) { Format::Tilings } else { Format::Puzzle };
    }
    if looks_like_svg(text) {
        return Format::Svg;
    }
    if looks_like_xmpuzzle(text) {
        return Format::Xmpuzzle;
    }
    if looks_like_board(text) {
        return Format::Board;
    }
    if looks_like_hex_names(text) {
        return Format::HexNames;
    }
    let ending = source.name().rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Format::Puzzle,
        Some("jsonl") => Format::Tilings,
        Some("xmpuzzle") => Format::Xmpuzzle,
        Some("svg") => Format::Svg,
        _ => Format::LetterGrids,
    }
}

/// True for one word that names pieces, or several words that each have a letter and a digit, which rows of a
/// grid hardly ever have. Capital letters alone are a row of pieces.
fn looks_like_hex_names(text: &str) -> bool {
    let mixed =
        |word: &str| word.contains(char::is_alphabetic) && word.contains(|c: char| c.is_ascii_digit());
    let is_row = text.bytes().all(|byte| byte.is_ascii_uppercase());
    let sure = text.split_whitespace().count() == 1 && !is_row || text.split_whitespace().all(mixed);
    sure && pieces_from_hex(text).is_ok()
}

/// Returns whether the JSON describes tilings: its first object has the key `placements`, or is what
/// `solve --json` prints.
fn has_placements(source: &Source) -> bool {
    let text = source.text();
    let first = if is_one_a_line(text) {
        text.lines().find(|line| !line.trim().is_empty()).unwrap_or(text)
    } else {
        text
    };
    let first = Source::new(source.name(), first);
    // Mistakes are reported when it is read.
    Document::parse(&first, &Limits::default())
        .is_ok_and(|document| document.root().has("placements") || is_summary(document.root()))
}

/// Reads a text of any known format. Letter grids are read on `lattice`; without one they are hexagons if the
/// letters are arranged like hexagons, otherwise squares.
///
/// # Errors
/// [`ReadError`] with all mistakes, by the rules of the recognised format.
pub fn import(source: &Source, lattice: Option<Lattice>, limits: &Limits) -> Result<Import, ReadError> {
    match recognise(source) {
        Format::Puzzle => Ok(Import::Puzzles(vec![read_puzzle(source, limits)?])),
        Format::Tilings => Ok(Import::Tilings(read_records(source, None, limits)?)),
        Format::LetterGrids => Ok(Import::Tilings(read_grid_tilings(source, lattice, limits)?)),
        Format::Board => Ok(Import::Puzzles(vec![read_board(source, limits)?])),
        Format::Xmpuzzle => Ok(Import::Puzzles(read_xmpuzzle(source, limits)?)),
        Format::Svg => Ok(Import::Tilings(read_svg_tilings(source, limits)?)),
        Format::HexNames => pieces_from_hex(source.text().trim())
            .map(Import::Pieces)
            .map_err(|error| ReadError::new(source.name(), Defect::new(error))),
    }
}

/// Returns the name of a tiling that has none of its own: that of its file, with a number if the file has
/// several.
fn name_of(source: &Source, index: usize, count: usize) -> String {
    let stem =
        std::path::Path::new(source.name()).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let good = |stem: &String| stem != "-" && text::gate(stem, MOST_OF_A_NAME).is_ok();
    match (stem.filter(good), count) {
        (Some(stem), 1) => stem,
        (Some(stem), _) => format!("{stem} {}", index + 1),
        (None, 1) => "Tiling".to_owned(),
        (None, _) => format!("Tiling {}", index + 1),
    }
}

/// Returns the tilings of a text with letter grids, named by their file.
fn read_grid_tilings(
    source: &Source,
    lattice: Option<Lattice>,
    limits: &Limits,
) -> Result<Vec<Tiling>, ReadError> {
    let lattice = lattice.unwrap_or_else(|| Picture::lattice_of(source.text()));
    let at_line = |line: usize| Place { line, column: 1 };
    let refuse = |error: GridError| {
        let place = error.place();
        ReadError::new(source.name(), Defect::new(error).at(place))
    };
    if let Some(what) = kind_of(source.text()) {
        return Err(refuse(GridError::OtherText { what }));
    }
    let grids = read_letter_grids(lattice, source.text(), limits).map_err(refuse)?;
    if is_prose(source.text(), &grids) {
        return Err(refuse(GridError::OtherText { what: "words or a list" }));
    }
    let mut tilings = Vec::with_capacity(grids.len());
    for (index, grid) in grids.iter().enumerate() {
        let name = name_of(source, index, grids.len());
        let tiling = infer_from_grid(&name, grid).map_err(|error| {
            ReadError::new(source.name(), Defect::new(error).at(at_line(grid.first_line)))
        })?;
        tilings.push(tiling);
    }
    share_puzzles(&mut tilings);
    Ok(tilings)
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
            is(&name, "f840 f860\ne070\n", Format::HexNames);
        }
        is("a.txt", "ffff\nffff\n", Format::LetterGrids);
        is("a.txt", "AAB\nABB", Format::LetterGrids);
        is("-", "dead beef", Format::LetterGrids);
    }

    #[test]
    fn the_ending_decides_where_the_text_does_not() {
        is("a.JSON", "[1, 2]", Format::Puzzle);
        is("a.jsonl", "nothing", Format::Tilings);
        is("a.xmpuzzle", "nothing", Format::Xmpuzzle);
        is("a.puzzle", "nothing", Format::LetterGrids);
        is("a", "<svg/>", Format::Svg);
        is("a.svg", "nothing", Format::Svg);
    }

    #[test]
    fn grids_with_letters_arranged_like_hexagons_are_hexagons() {
        for (text, lattice) in [
            ("A A B\n A B B", Lattice::Hex),
            (" A B\nA B", Lattice::Hex),
            ("A A\n\n B B", Lattice::Hex),
            ("AAB\nABB", Lattice::Square),
            ("A A\nA A", Lattice::Square),
            ("A\n A", Lattice::Square),
            ("A.A", Lattice::Square),
        ] {
            assert_eq!(Picture::lattice_of(text), lattice, "{text}");
        }
    }

    fn imported(name: &str, text: &str) -> Result<Import, String> {
        import(&Source::new(name, text), None, &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_is_read() {
        let Ok(Import::Tilings(tilings)) = imported("a.txt", "AAB\nABB\n\nAAB\nABB\n") else {
            panic!("grids")
        };
        assert_eq!(tilings.len(), 2);
        assert_eq!(tilings[1].puzzle().name(), "a 2");
        let record = super::super::write_record(&tilings[0]);
        assert_eq!(imported("a.json", &record), Ok(Import::Tilings(vec![tilings[0].clone()])));
        let Ok(Import::Puzzles(puzzles)) = imported("a", "D:1 2\nP:2, 0 0\n") else { panic!("a board") };
        assert_eq!(puzzles[0].region().area(), 2);
        let Ok(Import::Pieces(pieces)) = imported("a", "f840") else { panic!("a piece") };
        assert_eq!(pieces[0].name, "f840");
        let template = crate::templates::puzzle_template("pentomino-6x10").expect("a template");
        let Ok(Import::Puzzles(puzzles)) = imported("a.json", template.text) else { panic!("a puzzle") };
        assert_eq!(puzzles[0].pieces().len(), 12);
        let xml = "<puzzle version=\"2\"><gridType type=\"0\"/><shapes>\
                   <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel></shapes><problems><problem><shapes>\
                   <shape id=\"0\" count=\"1\"/></shapes><result id=\"0\"/></problem></problems></puzzle>";
        let Ok(Import::Puzzles(puzzles)) = imported("a", xml) else { panic!("a BurrTools file") };
        assert_eq!(puzzles[0].region().area(), 1);
    }

    #[test]
    fn errors_have_their_place() {
        for (text, message) in [("AAB\n\nAéB\n", "a.txt:3:2: "), ("AA A\n\n\n..\u{e9}\n", "a.txt:4:3: ")] {
            let error = imported("a.txt", text).err();
            assert_eq!(
                error.as_deref().map(|error| error.starts_with(message)),
                Some(true),
                "{text}: {error:?}"
            );
        }
    }

    /// Reads every sample with each byte left out, and replaced by each of a few significant bytes.
    #[test]
    fn damaged_texts_are_read_or_refused_line_by_line() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("grids");
        let record = super::super::write_record(&infer_from_grid("Two", &grids[0]).expect("a tiling"));
        let xml = "<puzzle version=\"2\"><gridType type=\"0\"/><shapes>\
                   <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">#+</voxel></shapes><problems><problem><shapes>\
                   <shape id=\"0\" min=\"0\" max=\"1\"/></shapes><result id=\"0\"/></problem></problems></puzzle>";
        let records = format!("{record}\n{record}\n");
        let samples = [
            "A A B\n A B B\n\nC C\n",
            "D:2 3\nP:3, 0 0, 0 1\nH:1 1\n~D\n",
            "f820_e070",
            xml,
            records.as_str(),
        ];
        for sample in samples {
            for at in 0..sample.len() {
                for change in
                    [&b""[..], b"9", b"-", b" ", b"\n", b"\"", b"<", b"{", b"\xff", b"\0", b"00000000000"]
                {
                    let bytes = [&sample.as_bytes()[..at], change, &sample.as_bytes()[at + 1..]].concat();
                    let read = Source::from_bytes("a", bytes, &Limits::default())
                        .and_then(|source| import(&source, None, &Limits::default()));
                    if let Err(error) = read {
                        let error = error.to_string();
                        assert!(
                            error.lines().all(|line| line.starts_with("a:") && line.ends_with(']')),
                            "{error}"
                        );
                    }
                }
            }
        }
    }
}
