//! Compares the output for a few small tilings with stored files, byte by byte.
//!
//! `PIECEWORK_BLESS=1 cargo test --test library golden` rewrites them; look at the pictures as well as the
//! diff. A failure leaves the new files in `output/golden/` and reports the first line that differs. PDF is
//! compared as text: page boxes, layers, and every operator of every page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use piecework::cut::{self, CutOptions};
use piecework::drawing::Drawing;
use piecework::geometry::Dimensions;
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::puzzle_sheet::{IndexEntry, SheetOptions, SheetPlan, SheetSubject, documents};
use piecework::quilt::{self, Method, QuiltOptions};
use piecework::render::dxf::{DxfOptions, DxfVersion, dxf};
use piecework::render::gcode::gcode;
use piecework::render::hpgl::hpgl;
use piecework::render::lightburn::lightburn;
use piecework::render::pdf::{PdfOptions, pdf};
use piecework::render::stitches;
use piecework::render::svg::{Joining, SvgOptions, svg};
use piecework::render::xtool::xcs;
use piecework::tiling::{Tiling, infer_from_grid, read_letter_grids};
use piecework_tiling::stop::StopFlag;

/// Small tilings, one question each: a set-in corner, a hole, hexagons, triangles, a piece larger than a
/// page.
const TILINGS: [(&str, Lattice, &str); 5] = [
    ("two-l-trominoes", Lattice::Square, "AAB\nABB"),
    ("a-hole", Lattice::Square, "AAA\nABA\nAAA"),
    ("hexagons", Lattice::Hex, "A A B\n A B B"),
    ("triangles", Lattice::Triangle, "AAB\nABB"),
    ("a-long-one", Lattice::Square, "AAAAAAAB"),
];

/// Files by name.
type Files = BTreeMap<String, Vec<u8>>;

fn tiling(name: &str, lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
    infer_from_grid(name, &grids[0]).expect("a good tiling")
}

fn quilt_files(name: &str, tiling: &Tiling, files: &mut Files) {
    let options = QuiltOptions::default();
    let pattern = quilt::pattern(tiling, &options).expect("a pattern");
    // The first pages are mostly words, which the text of the PDF shows better.
    let templates = pattern.true_size.iter().filter(|page| page.title().contains("template"));
    for (number, page) in (1..).zip(templates) {
        files.insert(format!("{name}-quilt-template-{number}.svg"), svg_of(page));
    }
    let pages: Vec<Drawing> = pattern.pages().cloned().collect();
    files.insert(format!("{name}-quilt.pdf.txt"), pdf_text(&pages));
    if name == "two-l-trominoes" {
        let options = QuiltOptions { method: Method::Straight, ..options };
        let pattern = quilt::pattern(tiling, &options).expect("a pattern");
        let pages: Vec<Drawing> = pattern.pages().cloned().collect();
        files.insert(format!("{name}-straight.pdf.txt"), pdf_text(&pages));
    }
}

fn cut_files(name: &str, tiling: &Tiling, files: &mut Files) {
    let options = CutOptions {
        stock_first: Vec::new(),
        most_sheets: None,
        offcuts: false,
        nest: Default::default(),
        copies: 1,
        one_material: false,
        magnets: None,
        printed_pieces: None,
        cell: 20.0,
        kerf: 0.2,
        seam_allowance: 3.0,
        gap: 2.0,
        bed: cut::machine("generic").expect("embedded").bed,
        parts_bed: None,
        stock: Some(Dimensions { width: 250.0, height: 200.0 }),
        engraving: Default::default(),
        labels: true,
        back: None,
        near_corner: false,
        mirror: false,
        line: cut::LineOptions::default(),
        tray: None,
        boxed: None,
        lid: cut::LidPicture::default(),
        own: cut::OwnArt::default(),
        own_lines: None,
        inlay: None,
        picture: None,
        stop: StopFlag::never(),
    };
    let plan = cut::plan(tiling, &options).expect("a plan");
    let generic = cut::machine("generic").expect("embedded");
    let sheets = cut::sheets(&plan, &generic, &cut::Dress::default()).expect("drawn");
    let sheet = &sheets[0];
    files.insert(format!("{name}-cut-1.svg"), svg_of(sheet));
    for (version, ending) in [(DxfVersion::R12, "r12_mm"), (DxfVersion::R2000, "r2000")] {
        let options = DxfOptions { version, ..DxfOptions::default() };
        files.insert(format!("{name}-cut-1-{ending}.dxf"), dxf(sheet, &options).expect("finite"));
    }
    files.insert(format!("{name}-cut.pdf.txt"), pdf_text(&sheets));
    if name == "two-l-trominoes" {
        machine_files(name, tiling, (sheet, &options), files);
    }
}

/// The formats of machines.
fn machine_files(name: &str, tiling: &Tiling, (sheet, options): (&Drawing, &CutOptions), files: &mut Files) {
    let compound = SvgOptions { joining: Joining::Compound, metadata: None };
    files.insert(format!("{name}-cut-1-compound.svg"), svg(sheet, &compound).expect("finite"));
    files.insert(format!("{name}-cut-1.plt"), hpgl(sheet).expect("in range"));
    let recipe = Some("piecework cut two-l-trominoes # how it was made");
    files.insert(format!("{name}-cut-1.lbrn2"), lightburn(sheet, recipe).expect("in the palette"));
    files.insert(format!("{name}-cut-1.xcs"), xcs(sheet, recipe).expect("finite"));
    let hoop = cut::machine("embroidery").expect("embedded").bed;
    let embroidery = cut::embroidery(tiling, options.cell, (&hoop, &options.stop), None).expect("fits");
    let steps = embroidery.draw(&embroidery.hoopings[0], cut::Calibration::default()).expect("in the hoop");
    files.insert(format!("{name}-embroidery.dst"), stitches::dst(&steps));
    files.insert(format!("{name}-embroidery.exp"), stitches::exp(&steps));
    files.insert(format!("{name}-embroidery.pes"), stitches::pes(&steps));
    files.insert(format!("{name}-embroidery.jef"), stitches::jef(&steps));
    files.insert(format!("{name}-cut-1.gcode"), gcode(sheet, recipe).expect("finite"));
}

fn sheet_files(name: &str, tiling: &Tiling, files: &mut Files) {
    let options = SheetOptions::default();
    let subject = SheetSubject::new(name, tiling.puzzle(), std::slice::from_ref(tiling));
    let pages = pages_of(std::slice::from_ref(&subject), &options);
    files.insert(format!("{name}-puzzle.svg"), svg_of(&pages[0]));
    files.insert(format!("{name}-solution.svg"), svg_of(&pages[1]));
    if name == TILINGS[0].0 {
        files.insert(format!("{name}-sheets.pdf.txt"), pdf_text(&every_sheet(tiling, &options)));
    }
}

/// The pages of all documents of a plan.
fn pages_of(subjects: &[SheetSubject<'_>], options: &SheetOptions) -> Vec<Drawing> {
    let plan = SheetPlan::new(subjects, options).expect("a plan");
    let documents = documents(&plan, subjects, options).expect("pages");
    documents.into_iter().flat_map(|document| document.pages).map(|page| page.drawing).collect()
}

/// A book of two chapters, a catalogue with an index, a contact sheet and pieces to cut out, one after
/// another.
fn every_sheet(tiling: &Tiling, options: &SheetOptions) -> Vec<Drawing> {
    let twice = [tiling.clone(), tiling.clone()];
    let one = SheetSubject::new("one", tiling.puzzle(), &twice[..1]);
    let options = SheetOptions { title: "Two chapters".into(), hints: 1, ..options.clone() };
    let mut pages = pages_of(&[one.clone(), one.clone()], &options);
    let index = vec![IndexEntry { title: "Symmetric".into(), numbers: vec![1] }];
    let catalogue = SheetOptions { catalogue: true, hints: 0, ..options.clone() };
    pages.extend(pages_of(&[SheetSubject { index, ..one }], &catalogue));
    let caption = vec!["seed 7, number 1".to_owned(), "crossings 0".to_owned()];
    let designs = SheetSubject::new("two", tiling.puzzle(), &twice);
    let designs = SheetSubject { is_brought: true, captions: vec![caption.clone(), caption], ..designs };
    pages.extend(pages_of(&[designs], &SheetOptions { punch_out: Some(30.0), ..options }));
    pages
}

fn svg_of(drawing: &Drawing) -> Vec<u8> {
    svg(drawing, &SvgOptions::default()).expect("finite")
}

/// A PDF as text, read by an independent reader.
fn pdf_text(pages: &[Drawing]) -> Vec<u8> {
    let bytes = pdf(pages, &PdfOptions::default()).expect("a document");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let mut text = String::new();
    for (number, id) in document.get_pages() {
        let page = document.get_dictionary(id).expect("a page");
        let media = page.get(b"MediaBox").expect("a size");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "page {number} {media:?}");
        let content = document.get_page_content(id);
        let content = lopdf::content::Content::decode(&content).expect("operators");
        for operation in content.operations {
            let operands: Vec<String> =
                operation.operands.iter().map(|operand| format!("{operand:?}")).collect();
            let _ = writeln!(text, "{} {}", operands.join(" "), operation.operator);
        }
    }
    text.into_bytes()
}

fn all_files() -> Files {
    let mut files = Files::new();
    for (name, lattice, rows) in TILINGS {
        let tiling = tiling(name, lattice, rows);
        quilt_files(name, &tiling, &mut files);
        cut_files(name, &tiling, &mut files);
        sheet_files(name, &tiling, &mut files);
    }
    files
}

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn written_files_are_complete() {
    let files = all_files();
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        bless(&files);
    }
    let differing: Vec<String> = files.iter().filter_map(|(name, bytes)| difference(name, bytes)).collect();
    assert!(differing.is_empty(), "\n{}\nsee output/golden/", differing.join("\n"));
}

#[test]
fn every_golden_file_belongs_to_a_tiling() {
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        // The other test is writing them now.
        return;
    }
    let files = all_files();
    for entry in fs::read_dir(golden_folder()).expect("the folder") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        assert!(name == "README.md" || files.contains_key(&name), "{name} is written by nothing");
    }
}

fn bless(files: &Files) {
    let folder = golden_folder();
    if folder.exists() {
        for entry in fs::read_dir(&folder).expect("the folder") {
            let path = entry.expect("readable").path();
            if !path.ends_with("README.md") {
                fs::remove_file(path).expect("removable");
            }
        }
    }
    fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("writable");
    }
}

/// The first line that differs from the golden file, if one does; the new file is left in `output/golden/`.
fn difference(name: &str, bytes: &[u8]) -> Option<String> {
    let expected = fs::read(golden_folder().join(name)).unwrap_or_default();
    if expected == bytes {
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("output/golden");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("writable");
    let (old, new) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(bytes));
    let line = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count();
    let shown = |text: &str| text.lines().nth(line).unwrap_or("(end)").chars().take(160).collect::<String>();
    Some(format!("{name}:{}:\n  expected {}\n  found    {}", line + 1, shown(&old), shown(&new)))
}
