//! Every reader is given files that were good and are broken at random: it refuses them in words, or reads
//! what they say.
//!
//! `PIECEWORK_FUZZ=5000 cargo test --release --test library fuzz` tries 5,000 broken files for each reader
//! instead of 500. The seeds are fixed, so a failure comes again; a file that was ever misread belongs to the
//! hostile ones.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use piecework::check;
use piecework::color::Palette;
use piecework::cut::Machine;
use piecework::defect::ReadError;
use piecework::design::Design;
use piecework::drawing::{Canvas, Drawing, Medium, Path, Role};
use piecework::error::Error;
use piecework::geometry::Bounds;
use piecework::lattice::Lattice;
use piecework::layout::SheetFormat;
use piecework::length::Length;
use piecework::limits::Limits;
use piecework::puzzle::{pieces_from_hex, read_board, read_puzzle, read_xmpuzzle, write_puzzle};
use piecework::question::{Condition, SortKey};
use piecework::render::svg::{SvgOptions, svg};
use piecework::source::Source;
use piecework::templates::puzzle_template;
use piecework::tiling::{
    import, read_letter_grids, read_records, read_svg_tilings, svg_metadata, write_record,
};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// How many broken files each reader is given.
const USUAL: usize = 500;
/// The longest that a reader may take for one of them: none is larger than 200 kB.
const LONGEST: Duration = Duration::from_secs(20);

/// What becomes of a file: nothing to say, or an error that must name a reason.
type Reading = Result<(), Error>;

/// A reader with a name and some good files.
struct Reader {
    name: &'static str,
    good: Vec<Vec<u8>>,
    read: fn(&[u8], &Limits) -> Reading,
}

fn source(name: &str, bytes: &[u8], limits: &Limits) -> Result<Source, ReadError> {
    Source::read(name, bytes, limits)
}

/// A file of this repository.
fn file(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn puzzle(name: &str) -> Vec<u8> {
    puzzle_template(name).expect("a template").text.as_bytes().to_vec()
}

fn record() -> Vec<u8> {
    let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a grid");
    write_record(&piecework::tiling::infer_from_grid("two", &grids[0]).expect("a tiling")).into_bytes()
}

fn tiling_in_svg() -> Vec<u8> {
    let tilings =
        read_records(&Source::new("x", String::from_utf8(record()).expect("text")), None, &Limits::default());
    let metadata = svg_metadata(&tilings.expect("a record"));
    svg(&rectangle(), &SvgOptions { metadata: Some(&metadata), ..SvgOptions::default() }).expect("a drawing")
}

fn rectangle() -> Drawing {
    let mut canvas = Canvas::new("x", Medium::Machine, 60.0, 40.0);
    canvas.path(Role::Cut, Path::rectangle(Bounds { left: 10.0, top: 10.0, right: 40.0, bottom: 30.0 }));
    canvas.finish().expect("a drawing")
}

/// Reads a cut file back.
macro_rules! cut_file {
    ($name:literal) => {
        |bytes, limits| Ok(check::read($name, bytes.to_vec(), limits).map(|_| ())?)
    };
}

fn readers() -> Vec<Reader> {
    let reader = |name, good, read| Reader { name, good, read };
    let mut readers = vec![
        reader("puzzle", vec![puzzle("pentomino-6x10"), puzzle("untouchable-11")], |bytes, limits| {
            let puzzle = read_puzzle(&source("x.json", bytes, limits)?, limits)?;
            let again = read_puzzle(&Source::new("x.json", write_puzzle(&puzzle)), limits)?;
            assert_eq!(puzzle, again, "what is written is read back");
            Ok(())
        }),
        reader("record", vec![record()], |bytes, limits| {
            for tiling in read_records(&source("x.jsonl", bytes, limits)?, None, limits)? {
                let again = read_records(&Source::new("x.jsonl", write_record(&tiling)), None, limits)?;
                assert_eq!(again, [tiling], "what is written is read back");
            }
            Ok(())
        }),
        reader("grid", vec![b"AAB\nABB\n\nXXY\nXYY\n".to_vec()], |bytes, limits| {
            let source = source("x.txt", bytes, limits)?;
            for &lattice in Lattice::ALL {
                for grid in read_letter_grids(lattice, source.text(), limits).unwrap_or_default() {
                    let _ = piecework::tiling::infer_from_grid("x", &grid);
                }
            }
            Ok(())
        }),
        reader("any text", vec![b"AAB\nABB\n".to_vec(), record(), puzzle("domino-8x8")], |bytes, limits| {
            Ok(import(&source("x.txt", bytes, limits)?, None, limits).map(|_| ())?)
        }),
        reader(
            "board",
            vec![b"D:2 3\nP:1, 0 0, 0 1, 1 0\nP:1, 0 0, 1 0, 1 1\n~D\n".to_vec()],
            |bytes, limits| Ok(read_board(&source("x.board", bytes, limits)?, limits).map(|_| ())?),
        ),
        reader("hexadecimal names", vec![b"f840_e070".to_vec()], |bytes, _| {
            let _ = pieces_from_hex(&String::from_utf8_lossy(bytes));
            Ok(())
        }),
        reader("xmpuzzle", vec![XMPUZZLE.as_bytes().to_vec()], |bytes, limits| {
            Ok(read_xmpuzzle(&source("x.xmpuzzle", bytes, limits)?, limits).map(|_| ())?)
        }),
        reader("tilings in SVG", vec![tiling_in_svg()], |bytes, limits| {
            Ok(read_svg_tilings(&source("x.svg", bytes, limits)?, limits).map(|_| ())?)
        }),
        reader("palette", vec![file("templates/palettes/harvest.json")], |bytes, limits| {
            Ok(Palette::read(&source("x.json", bytes, limits)?, limits).map(|_| ())?)
        }),
        reader(
            "palette as CSV",
            vec![b"name,color,role\nRust,#b7410e\n\"Oat, coarse\",#e8dcc0\nInk,#101820,binding\n".to_vec()],
            |bytes, limits| Ok(Palette::read_csv(&source("x.csv", bytes, limits)?, limits).map(|_| ())?),
        ),
        reader(
            "machine",
            vec![file("templates/machines/cricut.json"), file("templates/machines/hpgl.json")],
            |bytes, limits| Ok(Machine::read(&source("x.json", bytes, limits)?, limits).map(|_| ())?),
        ),
        reader("paper", vec![file("templates/papers/a4.json")], |bytes, limits| {
            Ok(SheetFormat::read(&source("x.json", bytes, limits)?, limits).map(|_| ())?)
        }),
        reader("design", vec![DESIGN.as_bytes().to_vec()], |bytes, limits| {
            let design = Design::read(&source("x.json", bytes, limits)?, limits)?;
            let written = design.to_json();
            let again = Design::read(&Source::new("x.json", written.clone()), limits)?;
            assert_eq!(again.to_json(), written, "what is written is read back");
            Ok(())
        }),
        reader(
            "condition",
            vec![b"fault_lines > 0 && pieces == 1 || 2 <= crossings".to_vec(), b"-crossings".to_vec()],
            |bytes, _| {
                let text = String::from_utf8_lossy(bytes);
                let _ = (SortKey::read(&text), Condition::read(&text));
                Ok(())
            },
        ),
        reader("length", vec![b"1 1/4in".to_vec(), b"6.35mm".to_vec()], |bytes, _| {
            let _ = String::from_utf8_lossy(bytes).parse::<Length>();
            Ok(())
        }),
        reader("cut SVG", vec![file("tests/golden/two-l-trominoes-cut-1.svg")], cut_file!("x-cut-1.svg")),
        reader("HPGL", vec![file("tests/golden/two-l-trominoes-cut-1.plt")], cut_file!("x-cut-1.plt")),
        reader(
            "LightBurn",
            vec![file("tests/golden/two-l-trominoes-cut-1.lbrn2")],
            cut_file!("x-cut-1.lbrn2"),
        ),
        reader("xTool", vec![file("tests/golden/two-l-trominoes-cut-1.xcs")], cut_file!("x-cut-1.xcs")),
        reader("DST", vec![file("tests/golden/two-l-trominoes-embroidery.dst")], cut_file!("x.dst")),
        reader("EXP", vec![file("tests/golden/two-l-trominoes-embroidery.exp")], cut_file!("x.exp")),
        reader("PES", vec![file("tests/golden/two-l-trominoes-embroidery.pes")], cut_file!("x.pes")),
        reader("JEF", vec![file("tests/golden/two-l-trominoes-embroidery.jef")], cut_file!("x.jef")),
        reader("G-code", vec![file("tests/golden/two-l-trominoes-cut-1.gcode")], cut_file!("x.gcode")),
    ];
    if cfg!(feature = "dxf") {
        let r12 = file("tests/golden/two-l-trominoes-cut-1-r12_mm.dxf");
        readers.push(reader("DXF R12", vec![r12], cut_file!("x-cut-1-r12_mm.dxf")));
        let r2000 = file("tests/golden/two-l-trominoes-cut-1-r2000.dxf");
        readers.push(reader("DXF R2000", vec![r2000], cut_file!("x-cut-1-r2000.dxf")));
    }
    #[cfg(feature = "pdf")]
    readers.push(reader("PDF", vec![pdf()], cut_file!("x-cut.pdf")));
    readers
}

#[cfg(feature = "pdf")]
fn pdf() -> Vec<u8> {
    use piecework::render::pdf::{PdfOptions, pdf};
    pdf(&[rectangle()], &PdfOptions::default()).expect("a document")
}

const XMPUZZLE: &str = r#"<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="1" type="0">####</voxel></shapes>
<problems><problem state="0"><shapes><shape id="0" count="2"/></shapes><result id="1"/><bitmap/></problem></problems></puzzle>"#;

const DESIGN: &str = r#"{ "piecework": 2, "puzzle": "t-tetromino-4x4", "quilt": { "cell": "2in", "method": "straight" },
  "cut": { "formats": ["svg", "dxf-r12"], "kerf": "0.2mm" } }"#;

/// What is put into files besides their own bytes.
const TOKENS: [&[u8]; 16] = [
    b"\"",
    b"{",
    b"]",
    b",",
    b"<",
    b"</",
    b"-",
    b"1e309",
    b"99999999999999999999",
    b"\0",
    b"\xff\xfe",
    b"\n\n",
    b"NaN",
    b"0.0000000001",
    b"\xef\xbb\xbf",
    b"A",
];

fn below(random: &mut TestRng, bound: usize) -> usize {
    usize::try_from(random.next_u64() % bound.max(1) as u64).expect("below the bound")
}

/// One to four small things are changed.
fn broken(good: &[u8], random: &mut TestRng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..1 + below(random, 4) {
        let (a, b) = (below(random, bytes.len() + 1), below(random, bytes.len() + 1));
        let (from, to) = (a.min(b), a.max(b));
        let near = (from + 1 + below(random, 8)).min(bytes.len());
        match below(random, 8) {
            0 => bytes.truncate(from),
            1 => drop(bytes.drain(from..near)),
            2 => drop(bytes.drain(from..to)),
            3 => {
                let some = bytes[from..to].to_vec();
                bytes.splice(to..to, some);
            }
            4 => {
                let some = bytes[from..near.max(from)].repeat(1 + below(random, 60));
                bytes.splice(from..from, some);
            }
            5 => drop(bytes.splice(from..from, TOKENS[below(random, TOKENS.len())].iter().copied())),
            6 => {
                drop(bytes.splice(from..near.max(from), TOKENS[below(random, TOKENS.len())].iter().copied()))
            }
            _ if from < bytes.len() => bytes[from] ^= 1 << below(random, 8),
            _ => {}
        }
    }
    bytes.truncate(200_000);
    bytes
}

#[test]
fn no_reader_fails_at_a_broken_file() {
    let count = std::env::var("PIECEWORK_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let limits = Limits::default();
    for reader in readers() {
        for good in &reader.good {
            let read = (reader.read)(good, &limits);
            read.unwrap_or_else(|error| panic!("{}: a good file is refused: {error}", reader.name));
        }
        let mut refused = 0;
        for number in 0..count {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
            let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
            let bytes = broken(&reader.good[number % reader.good.len()], &mut random);
            let began = Instant::now();
            let read = catch_unwind(AssertUnwindSafe(|| (reader.read)(&bytes, &limits)));
            let shown = || format!("{}, file {number}: {:?}", reader.name, String::from_utf8_lossy(&bytes));
            let read = read.unwrap_or_else(|_| panic!("{}", shown()));
            assert!(began.elapsed() < LONGEST, "{}", shown());
            if let Err(error) = read {
                refused += 1;
                assert!(!error.to_string().is_empty() && error.code().starts_with('E'), "{}", shown());
                assert_ne!(error.kind(), piecework::fault::ErrorKind::Internal, "{}", shown());
            }
        }
        eprintln!("{}: {refused} of {count} broken files are refused", reader.name);
    }
}
