//! `docs/errors.md`: every code with its message and help, written from the tables of `fault!`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::fault::Row;

/// What the first two digits of a code say.
const ROOMS: &[(&str, &str)] = &[
    ("E01", "Reading files"),
    ("E02", "JSON syntax"),
    ("E03", "Keys, types and ranges; lengths, names, limits, numbers"),
    ("E04", "Shapes, regions and puzzles"),
    ("E05", "Tilings"),
    ("E06", "Files of other programs"),
    ("E10", "Searching"),
    ("E11", "Geometry"),
    ("E12", "Palettes, colours and stashes"),
    ("E13", "Drawings"),
    ("E14", "Sheets and papers"),
    ("E15", "Quilts"),
    ("E16", "Cutting"),
    ("E17", "Puzzle sheets"),
    ("E18", "File formats"),
    ("E19", "Writing files"),
    ("E20", "Questions about tilings"),
    ("E21", "Checking files for machines"),
    ("E22", "Designs and options"),
    ("E23", "The studio"),
    ("E30", "The command line"),
];

/// What the program itself finds on its command line; the words are those of `clap`.
const COMMAND_LINE: &[Row] = &[
    Row { code: "E3001", message: "an argument that does not exist", help: &[] },
    Row { code: "E3002", message: "a command that does not exist", help: &[] },
    Row { code: "E3003", message: "a missing argument or command", help: &[] },
    Row { code: "E3004", message: "a value that an argument does not take", help: &[] },
    Row { code: "E3005", message: "two arguments that exclude each other", help: &[] },
    Row { code: "E3006", message: "an argument that is not UTF-8", help: &[] },
    Row { code: "E3007", message: "any other mistake on the command line", help: &[] },
];

/// Every error enum. One that is missing here has a table that nothing reads, which is a warning.
fn rows() -> Vec<&'static Row> {
    let rooms = [
        COMMAND_LINE,
        crate::check::CheckError::ROWS,
        crate::check::Difference::ROWS,
        crate::colour::ColourError::ROWS,
        crate::cut::CutError::ROWS,
        crate::cut::UnusedOption::ROWS,
        crate::cut::LineError::ROWS,
        crate::cut::MachineError::ROWS,
        crate::design::DesignError::ROWS,
        crate::drawing::DrawingError::ROWS,
        crate::geometry::GeometryError::ROWS,
        crate::json::SyntaxError::ROWS,
        crate::json::ValueError::ROWS,
        crate::lattice::PictureError::ROWS,
        crate::layout::LayoutError::ROWS,
        crate::length::LengthError::ROWS,
        crate::limits::LimitError::ROWS,
        crate::number::NotFinite::ROWS,
        crate::output::OutputError::ROWS,
        crate::polyform::PolyformError::ROWS,
        crate::puzzle::BoardError::ROWS,
        crate::puzzle::HexError::ROWS,
        crate::puzzle::PieceNameError::ROWS,
        crate::puzzle::PuzzleError::ROWS,
        crate::puzzle::PuzzleFileError::ROWS,
        crate::puzzle::XmpuzzleError::ROWS,
        crate::puzzle_sheet::PuzzleSheetError::ROWS,
        crate::question::QuestionError::ROWS,
        crate::quilt::QuiltError::ROWS,
        crate::quilt::piecing::PiecingError::ROWS,
        crate::quilt::StashError::ROWS,
        crate::quilt::yardage::YardageError::ROWS,
        crate::render::RenderError::ROWS,
        crate::solver::CheckpointFault::ROWS,
        crate::solver::SolverError::ROWS,
        crate::source::SourceError::ROWS,
        #[cfg(feature = "studio")]
        crate::refusal::StudioError::ROWS,
        crate::text::TextError::ROWS,
        crate::tiling::GridError::ROWS,
        crate::tiling::InferError::ROWS,
        crate::tiling::RecordError::ROWS,
        crate::tiling::SamenessError::ROWS,
        crate::tiling::SvgError::ROWS,
        crate::tiling::TilingError::ROWS,
    ];
    rooms.into_iter().flatten().collect()
}

fn page(rows: &BTreeMap<&str, &Row>) -> String {
    let mut page = "# Error codes\n\nEvery message of piecework ends with a code, such as `[E0312]`, and `--json` has \
        it as `code`. A code keeps its meaning in all later versions; the words may change. In braces: what the message \
        names. The second line of a row says what to do, where something helps.\n\nWritten by a test from the source; \
        `PIECEWORK_BLESS=1 cargo test --lib error` writes it again.\n"
        .to_owned();
    for &(digits, title) in ROOMS {
        page += &format!("\n## {digits}: {title}\n\n| code | message |\n| --- | --- |\n");
        for row in rows.values().filter(|row| row.code.starts_with(digits)) {
            let texts = std::iter::once(row.message).chain(row.help.iter().copied()).map(plain);
            page += &format!("| {} | {} |\n", row.code, texts.collect::<Vec<_>>().join("<br>"));
        }
    }
    page
}

/// A format string without the formats of its values: `{width:.2}` is `{width}`, and a value without a name is `{…}`.
fn plain(text: &str) -> String {
    let mut parts = text.split('{');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (value, rest) = part.split_once('}').unwrap_or((part, ""));
        let name = value.split(':').next().filter(|name| !name.is_empty()).unwrap_or("…");
        plain += &format!("{{{name}}}{rest}");
    }
    plain.replace('|', "\\|")
}

#[test]
fn the_page_lists_every_code_once() {
    let all = rows();
    let rows: BTreeMap<&str, &Row> = all.iter().map(|row| (row.code, *row)).collect();
    assert_eq!(rows.len(), all.len(), "a code means one thing");
    let known = |code: &str| ROOMS.iter().any(|(digits, _)| code.starts_with(digits));
    assert!(rows.keys().all(|code| code.len() == 5 && known(code)), "{:?}", rows.keys());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors.md");
    let page = page(&rows);
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/errors.md is stale: PIECEWORK_BLESS=1 writes it");
}

#[test]
fn the_page_has_the_codes_of_the_program() {
    let program = include_str!("../bin/piecework/run.rs");
    let found: Vec<&str> = program.split('"').filter(|text| text.starts_with("E30")).collect();
    assert_eq!(found, COMMAND_LINE.iter().map(|row| row.code).collect::<Vec<_>>());
}
