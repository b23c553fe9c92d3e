//! `docs/errors.md`: every code with its message and help, written from the tables of `fault!`.

use std::collections::BTreeMap;
use std::path::Path;

use piecework_cut::{CutError, Machine};
use piecework_tiling::error::Error;
use piecework_tiling::fault::Row;
use piecework_tiling::limits::Limits;
use piecework_tiling::source::Source;

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
    ("E12", "Palettes, colors and stashes"),
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
    let crates = [
        COMMAND_LINE,
        piecework_draw::artwork::ArtworkError::ROWS,
        piecework_draw::check::CheckError::ROWS,
        piecework_draw::check::Difference::ROWS,
        piecework_draw::color::ColorError::ROWS,
        piecework_cut::CutError::ROWS,
        piecework_cut::LineError::ROWS,
        piecework_cut::MachineError::ROWS,
        piecework_app::design::DesignError::ROWS,
        piecework_tiling::setting::OptionError::ROWS,
        piecework_tiling::stop::Stopped::ROWS,
        piecework_draw::drawing::DrawingError::ROWS,
        piecework_draw::geometry::GeometryError::ROWS,
        piecework_draw::geometry::OwnLinesError::ROWS,
        piecework_tiling::json::SyntaxError::ROWS,
        piecework_tiling::json::ValueError::ROWS,
        piecework_tiling::lattice::PictureError::ROWS,
        piecework_draw::layout::LayoutError::ROWS,
        piecework_tiling::length::LengthError::ROWS,
        piecework_tiling::limits::LimitError::ROWS,
        piecework_tiling::number::NotFinite::ROWS,
        piecework_app::output::OutputError::ROWS,
        piecework_tiling::polyform::PolyformError::ROWS,
        piecework_tiling::puzzle::BoardError::ROWS,
        piecework_tiling::puzzle::HexError::ROWS,
        piecework_tiling::puzzle::PieceNameError::ROWS,
        piecework_tiling::puzzle::PuzzleError::ROWS,
        piecework_tiling::puzzle::PuzzleFileError::ROWS,
        piecework_tiling::puzzle::XmpuzzleError::ROWS,
        piecework_sheet::PuzzleSheetError::ROWS,
        piecework_app::question::QuestionError::ROWS,
        piecework_quilt::QuiltError::ROWS,
        piecework_quilt::piecing::PiecingError::ROWS,
        piecework_quilt::StashError::ROWS,
        piecework_quilt::yardage::YardageError::ROWS,
        piecework_draw::render::RenderError::ROWS,
        piecework_solve::CheckpointFault::ROWS,
        piecework_solve::SolverError::ROWS,
        piecework_tiling::source::SourceError::ROWS,
        #[cfg(feature = "studio")]
        piecework_studio::StudioError::ROWS,
        piecework_tiling::text::TextError::ROWS,
        piecework_tiling::tiling::GridError::ROWS,
        piecework_tiling::tiling::InferError::ROWS,
        piecework_tiling::tiling::RecordError::ROWS,
        piecework_tiling::tiling::SamenessError::ROWS,
        piecework_tiling::tiling::SvgError::ROWS,
        piecework_tiling::tiling::TilingError::ROWS,
    ];
    crates.into_iter().flatten().collect()
}

fn page(rows: &BTreeMap<&str, &Row>) -> String {
    let mut page = "# Error codes\n\nEvery message of piecework ends with a code, such as `[E0312]`, and `--json` has \
        it as `code`. A code keeps its meaning in all later versions; the words may change. In braces: what the message \
        names. The second line of a row says what to do, where something helps.\n\nWritten by a test from the source; \
        `PIECEWORK_BLESS=1 cargo test --test library errors` writes it again.\n"
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

/// A format string without the formats of its values: `{width:.2}` is `{width}`, and a value without a name
/// is `{…}`.
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
    let program = include_str!("../../src/bin/piecework/usage.rs");
    let found: Vec<&str> = program.split('"').filter(|text| text.starts_with("E30")).collect();
    assert_eq!(found, COMMAND_LINE.iter().map(|row| row.code).collect::<Vec<_>>());
}

#[test]
fn an_error_that_holds_others_reports_each_by_itself() {
    let machine = Source::new("machine.json", "{}");
    let error = CutError::from(Machine::read(&machine, &Limits::default()).unwrap_err());
    let findings = Error::from(error).findings();
    assert!(findings.len() > 1, "everything that is wrong");
    assert!(findings.iter().all(|finding| finding.to_string().matches('[').count() == 1), "{findings:?}");
}
