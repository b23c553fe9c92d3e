//! Reads files for machines, and compares them.
//!
//! A [`CutFile`] has the edges on each layer of each sheet in mm, y up from the lower left corner, and how
//! the file was made. The formats are SVG, DXF, HPGL, G-code, LightBurn, xTool, PDF, STL, 3MF, DST, EXP, PES and JEF, as
//! [`crate::render`] writes them. Anything that a cutting program would repair, guess or leave out silently
//! is an error with its place. Readers share no code with the writers, so that they find the writers' bugs.
//! They read only what piecework writes: a valid file of another program may be refused.

mod compare;
mod crossings;
mod dxf;
mod error;
mod flaws;
mod gcode;
mod hpgl;
mod lightburn;
mod loose;
mod nearby;
mod pairs;
#[cfg(feature = "pdf")]
mod pdf;
mod png;
mod recipe;
mod sheet_name;
#[cfg(feature = "solid")]
mod solid;
mod stitches;
mod svg;
mod trace;
mod xtool;

use std::io::Read as _;

use piecework_tiling::defect::{Defect, ReadError};
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::source::Source;

pub use compare::{Difference, compare, compare_in_order};
pub use error::CheckError;
pub use recipe::recipe;
pub use sheet_name::{SheetName, sheet_name};
pub use trace::{CheckedEdge, CheckedSheet, CutFile, FileSheet, Lines};

/// Reads a file; the extension of its name gives the format.
///
/// # Errors
/// [`ReadError`] with one [`CheckError`] and its place, or with another reason why it cannot be read.
pub fn read(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<CutFile, ReadError> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let depth = limits.depth();
    let whole = |error: CheckError| ReadError::new(name, Defect::new(error));
    match ending.as_str() {
        "dst" => return stitches::dst(&bytes).map_err(whole),
        "exp" => return stitches::exp(&bytes).map_err(whole),
        "pes" => return stitches::pes(&bytes).map_err(whole),
        "jef" => return stitches::jef(&bytes).map_err(whole),
        #[cfg(feature = "solid")]
        "stl" => return solid::stl(&bytes).map_err(whole),
        #[cfg(feature = "solid")]
        "3mf" => return solid::threemf(&bytes, depth).map_err(whole),
        #[cfg(feature = "pdf")]
        "pdf" => return pdf::read(&bytes, depth).map_err(whole),
        _ => {}
    }
    if !["svg", "dxf", "plt", "hpgl", "lbrn2", "xcs", "gcode"].contains(&ending.as_str()) {
        return Err(whole(CheckError::UnknownKind { found: ending }));
    }
    let source = Source::from_bytes(name, bytes, limits)?;
    let text = source.text();
    let file = match ending.as_str() {
        "svg" => svg::read(text, depth),
        "dxf" => dxf::read(name, text, depth),
        "lbrn2" => lightburn::read(text, depth),
        "xcs" => xtool::read(text),
        "gcode" => gcode::read(text),
        _ => hpgl::read(text),
    };
    let file = file.map_err(|(error, offset)| {
        let place = piecework_tiling::defect::Place::at_byte(text, offset);
        ReadError::new(name, Defect::new(error).at(place))
    })?;
    file.sheets.iter().try_for_each(flaws::check).map_err(whole)?;
    Ok(file)
}

/// Limits for files that this program wrote, which may be larger than files written by hand: up to 64 MiB,
/// unless another limit was set.
pub fn limits(limits: &Limits) -> Limits {
    let mut raised = limits.clone();
    if limits.get(Limit::InputBytes) == Limit::InputBytes.default_value() {
        raised.set(Limit::InputBytes.name(), LARGEST).expect("below the ceiling");
    }
    raised
}

/// A board of a million edges takes about 50 MB.
const LARGEST: u64 = 64 << 20;

/// Unpacks at most `room` bytes.
fn inflated(bytes: &[u8], room: usize) -> Result<Vec<u8>, CheckError> {
    let mut unpacked = Vec::new();
    let most = u64::try_from(room).unwrap_or(u64::MAX).saturating_add(1);
    let read = flate2::read::ZlibDecoder::new(bytes).take(most).read_to_end(&mut unpacked);
    read.map_err(|_| CheckError::Missing { missing: "the end of what is packed" })?;
    if unpacked.len() > room { Err(too_large(room)) } else { Ok(unpacked) }
}

const fn too_large(allowed: usize) -> CheckError {
    CheckError::TooMany { what: "bytes when it is unpacked", allowed }
}

/// The most files of an archive: each takes some 500 bytes before any is unpacked.
const MOST_FILES: usize = 10_000;

/// Refuses a ZIP with more files than are read, before its list of files is.
///
/// # Errors
/// [`CheckError::TooMany`].
pub fn check_archive(bytes: &[u8]) -> Result<(), CheckError> {
    // Each entry of the list begins so.
    let files = bytes.windows(4).filter(|window| *window == b"PK\x01\x02");
    match files.take(MOST_FILES + 1).count() {
        0..=MOST_FILES => Ok(()),
        _ => Err(CheckError::TooMany { what: "files in it", allowed: MOST_FILES }),
    }
}

/// An error, and its byte in the text.
type Misplaced = (CheckError, usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::drawing::{Anchor, Canvas, Drawing, Element, Item, Medium, Path, Role, Text};
    use crate::geometry::{Bounds, Point};
    #[cfg(feature = "dxf")]
    use crate::render::dxf::{DxfOptions, dxf};
    use crate::render::{
        Content, FORMATS, Unit, WriteOptions, hpgl::hpgl, lightburn::lightburn, stitches, svg,
    };

    const RECIPE: &str = "piecework cut 'a \u{416}\\\u{1F9E9} <b> & \"c\"' # piecework, puzzle 12";

    /// Every layer, a hole, a curve and words.
    fn canvas_for(medium: Medium) -> Canvas {
        let mut canvas = Canvas::new("Test", medium, 120.0, 80.0);
        let ring =
            |d: f64| Path::rectangle(Bounds { left: d, top: d, right: 60.123_4 - d, bottom: 50.0 - d });
        let both = Path::new([ring(20.0), ring(5.0)].iter().flat_map(Path::elements));
        canvas.path(Role::Cut, both);
        canvas.path(Role::Sew, ring(10.0));
        canvas.line(Role::Score, Point::new(70.0, 1.0), Point::new(70.0 + 1.0 / 3.0, 60.0));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        if medium == Medium::Print {
            canvas.fill(ring(30.0), Color::new(0xb7, 0x41, 0x0e));
            canvas.text(
                Role::Label,
                Text::new("Größe 1½″ א A/B \\ (c)", Point::new(62.0, 60.0), 3.0, Anchor::Start),
            );
        }
        canvas.text(Role::Label, Text::new("7", Point::new(80.0, 40.0), 5.0, Anchor::Start));
        let curve = [Point::new(90.0, 10.0), Point::new(110.0, 10.0), Point::new(110.0, 30.0)];
        let bow = vec![
            Element::Move(Point::new(90.0, 30.0)),
            Element::Cubic(curve[0], curve[1], curve[2]),
            Element::Close,
        ];
        canvas.path(Role::Engrave, Path::new(bow));
        // Arcs both ways, one of them more than a half circle, and a straight line back.
        let knob =
            [(Some((74.0, 66.0)), (76.0, 70.0)), (Some((80.0, 79.0)), (84.0, 70.0)), (None, (84.0, 65.0))];
        let point = |(x, y)| Point::new(x, y);
        let steps = knob.map(|(middle, to)| match middle {
            Some(middle) => Element::Arc(point(middle), point(to)),
            None => Element::Line(point(to)),
        });
        let ring = [&[Element::Move(Point::new(70.0, 65.0))], &steps[..], &[Element::Close]].concat();
        canvas.path(Role::Engrave, Path::new(ring));
        canvas
    }

    fn canvas() -> Canvas {
        canvas_for(Medium::Machine)
    }

    fn drawing() -> Drawing {
        canvas().finish().expect("fits")
    }

    /// The expected result of a reader, taken from the drawing and not from a file.
    fn expected(drawing: &Drawing) -> CutFile {
        let (width, height) = (drawing.width(), drawing.height());
        let mut sheet = CheckedSheet {
            size: Some((width, height).into()),
            silent: vec!["FILL".into()],
            ..CheckedSheet::default()
        };
        let up = |point: Point| Point { y: height - point.y, ..point };
        for layer in drawing.layers() {
            let name = drawing.style(layer.role).layer;
            for item in &layer.items {
                match item {
                    Item::Path(path) => {
                        let turned = path.elements().map(|element| match element {
                            Element::Move(to) => Element::Move(up(to)),
                            Element::Line(to) => Element::Line(up(to)),
                            Element::Cubic(a, b, to) => Element::Cubic(up(a), up(b), up(to)),
                            Element::Arc(middle, to) => Element::Arc(up(middle), up(to)),
                            Element::Close => Element::Close,
                        });
                        sheet.add_path(name, turned.collect()).expect("a path");
                    }
                    Item::Text(text) => {
                        for line in text.strokes() {
                            let line: Vec<Point> = line.iter().map(|&point| up(point)).collect();
                            sheet.add(name, &line, false).expect("a stroke");
                        }
                    }
                }
            }
        }
        CutFile { format: "the drawing", recipe: None, sheets: vec![sheet], precision: 0.0 }
    }

    /// A drawing in every format for sheets and both units, with its recipe.
    fn written(drawing: &Drawing, metadata: &str) -> Vec<(String, bool, Vec<u8>)> {
        let mut files = Vec::new();
        let sheets =
            FORMATS.iter().filter(|format| format.content == Content::Sheets && format.is_built_in());
        // Only formats with fills are for print.
        let prints = drawing.medium() == Medium::Print;
        let sheets = sheets.filter(|format| !format.carries.pixels && (!prints || format.carries.fills));
        for format in sheets {
            for unit in [Unit::Millimetre, Unit::Inch] {
                let options =
                    WriteOptions { title: "Test", unit, metadata: Some(metadata), ..WriteOptions::default() };
                let bytes = format.write(std::slice::from_ref(drawing), &options).expect("written");
                files.push((format.file_name("x-cut-1", unit), format.carries.metadata, bytes));
            }
        }
        files
    }

    fn sheet_of(file: &CutFile) -> FileSheet<'_> {
        file.file_sheets().next().expect("a sheet")
    }

    fn read_good(name: &str, bytes: Vec<u8>) -> CutFile {
        read(name, bytes, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_format_has_the_lines_and_the_recipe() {
        for medium in [Medium::Machine, Medium::Print] {
            let drawing = canvas_for(medium).finish().expect("fits");
            let expected = expected(&drawing);
            let again = written(&drawing, RECIPE);
            for ((name, tells, bytes), (.., again)) in written(&drawing, RECIPE).into_iter().zip(again) {
                assert!(bytes == again, "{name} is the same each time");
                let file = read_good(&name, bytes);
                assert_eq!(file.recipe.as_deref(), tells.then_some(RECIPE), "{name}");
                assert_eq!(compare(sheet_of(&expected), sheet_of(&file)), [], "{name}");
            }
        }
    }

    #[cfg(feature = "pdf")]
    #[test]
    fn words_can_be_found_in_a_pdf() {
        let files = written(&canvas_for(Medium::Print).finish().expect("fits"), RECIPE);
        let bytes = &files.iter().find(|(name, ..)| name.ends_with("pdf")).expect("written").2;
        let words = lopdf::Document::load_mem(bytes).expect("a PDF").extract_text(&[1]).expect("text");
        for word in ["Größe 1½″", "[U+05D0]", "A/B \\ (c)"] {
            assert!(words.contains(word), "`{word}` is not in {words:?}");
        }
    }

    /// 64 kB that unpack to 64 MB, and an empty page.
    #[cfg(feature = "pdf")]
    #[test]
    fn pdfs_that_grow_or_are_empty_are_refused() {
        use lopdf::{Dictionary, Object, Stream};
        let with_content = |content: Vec<u8>, filter: Option<&[u8]>| {
            let files = written(&drawing(), RECIPE);
            let bytes = &files.iter().find(|(name, ..)| name.ends_with("pdf")).expect("written").2;
            let mut file = lopdf::Document::load_mem(bytes).expect("a PDF");
            let page = *file.get_pages().values().next().expect("a page");
            let mut header = Dictionary::new();
            if let Some(filter) = filter {
                header.set("Filter", Object::Name(filter.to_vec()));
            }
            let id = file.add_object(Stream::new(header, content));
            file.get_dictionary_mut(page).expect("a page").set("Contents", id);
            let mut written = Vec::new();
            file.save_to(&mut written).expect("in memory");
            read("x-cut.pdf", written, &Limits::default()).expect_err("refused").to_string()
        };
        assert!(with_content(b"q Q".to_vec(), None).contains("nothing is drawn"));
        let packed = |bytes: &[u8]| {
            let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            std::io::Write::write_all(&mut packer, bytes).expect("in memory");
            packer.finish().expect("in memory")
        };
        let bomb = packed(&vec![b' '; 64 << 20]);
        assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
        assert!(with_content(bomb.clone(), Some(b"LZWDecode")).contains("`Filter`"));
        let said = with_content(bomb, Some(b"FlateDecode"));
        assert!(said.contains("when it is unpacked"), "{said}");
        let said = with_content(b"h\n".repeat(4_000_001), None);
        assert!(said.contains("steps in a path"), "{said}");
    }

    #[test]
    fn metadata_of_any_length_is_read_back() {
        let long = "{\"piecework\": 1, \"name\": \"\u{416}\\ <&> \"} ".repeat(6_000);
        let long = long.trim();
        assert!(long.len() > 200_000);
        for (name, tells, bytes) in written(&drawing(), long) {
            let found = read_good(&name, bytes).recipe;
            assert!(found.as_deref() == tells.then_some(long), "{name}");
        }
    }

    #[test]
    fn a_moved_line_is_found_in_every_format() {
        let svg = svg::svg(&drawing(), &Default::default()).expect("finite");
        let first = read_good("x-cut-1.svg", svg);
        let mut canvas = canvas();
        canvas.line(Role::Cut, Point::new(100.0, 70.0), Point::new(110.0, 70.0));
        let other = canvas.finish().expect("fits");
        for (name, bytes) in [
            ("a.plt", hpgl(&other).expect("in range")),
            ("a.lbrn2", lightburn(&other, None).expect("in the palette")),
            #[cfg(feature = "dxf")]
            ("a.dxf", dxf(&other, &DxfOptions::default()).expect("finite")),
        ] {
            let file = read_good(name, bytes);
            let found = compare(sheet_of(&first), sheet_of(&file));
            assert_eq!(found.len(), 1, "{name}");
            assert!(
                found[0].to_string().contains("`CUT`: 0 edges are only in the first file and 1 only"),
                "{}",
                found[0]
            );
        }
    }

    #[test]
    fn stitches_are_read_too() {
        let drawings = [drawing(), drawing()];
        let files = [
            ("x.dst", stitches::dst(&drawings)),
            ("x.exp", stitches::exp(&drawings)),
            ("x.pes", stitches::pes(&drawings)),
            ("x.jef", stitches::jef(&drawings)),
        ];
        let [dst, others @ ..] = files.map(|(name, bytes)| read_good(name, bytes));
        for other in &others {
            assert_eq!(dst.sheets[0].layers.len(), other.sheets[0].layers.len(), "{}", other.format);
            assert_eq!(
                compare(sheet_of(&dst), sheet_of(other)),
                [],
                "the same needle holes: {}",
                other.format
            );
        }
    }

    /// Checks that `file` with `good` replaced by `bad` is refused for `reason`.
    #[track_caller]
    fn refused(name: &str, good: &str, bad: &str, reason: &str) {
        let bytes =
            written(&drawing(), RECIPE).into_iter().find(|(other, ..)| *other == name).expect("written").2;
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.contains(good), "{name} has no {good:?}");
        let spoilt = text.replacen(good, bad, 1);
        let error = read(name, spoilt.into_bytes(), &Limits::default()).expect_err("broken").to_string();
        assert!(error.contains(reason), "{name} with {bad:?}: {error}");
        assert!(error.starts_with(&format!("{name}:")), "{error}");
    }

    #[test]
    fn broken_svg_is_refused() {
        let refused = |good: &str, bad: &str, reason: &str| refused("x-cut-1.svg", good, bad, reason);
        refused("</svg>", "", "valid XML");
        let declared = format!("{}<path ", "<g xmlns:a=\"b\">".repeat(101));
        refused("<path ", &declared, "more than 100 declared namespaces");
        refused("height=\"80mm\"", "height=\"80px\"", "its unit as mm");
        refused("viewBox=\"0 0 120 80\"", "viewBox=\"0 0 1200 800\"", "viewBox is `0 0 1200 800`");
        refused("<path ", "<path transform=\"scale(2)\" ", "unsupported element `transform`");
        refused("</g>", "<text>7</text></g>", "unsupported element `<text>`");
        refused("d=\"M", "d=\"Q", "expected M, L, H, V, C, A or Z");
        refused("d=\"M1 1", "d=\"MNaN 1", "expected M, L, H, V, C, A or Z");
        refused("d=\"M1 1", "d=\"M-1 1", "is off the sheet");
        refused("id=\"p2\"", "id=\"p1\"", "`p1` is used twice");
        refused("inkscape:label=\"CUT\"", "", "`inkscape:label` is missing");
        refused("H55.1234V", "H5V", "an edge without length");
        refused("H5Z", "H5L5 5Z", "an edge without length");
    }

    #[cfg(feature = "dxf")]
    #[test]
    fn broken_dxf_is_refused() {
        let refused = |good: &str, bad: &str, reason: &str| refused("x-cut-1-r12_mm.dxf", good, bad, reason);
        refused("  0\r\nEOF\r\n", "", "`EOF` is missing");
        refused("SEQEND", "POLYLINE", "`SEQEND` is missing");
        refused("VERTEX\r\n  8\r\nCUT\r\n", "VERTEX\r\n  8\r\nCUTS\r\n", "layer `CUTS` is not declared");
        refused("\r\n 10\r\n1.0", "\r\n 10\r\nnan", "expected a number");
        refused("\r\n 10\r\n1.0", "\r\n 10\r\n-1.0", "is off the sheet");
        refused("1 unit = 1 mm", "1 unit = 1 ft", "its unit as mm");
        refused("1 unit = 1 mm", "1 unit = 1 in", "ends in `_mm`, but the unit of the file is `in`");
        refused("POLYLINE", "SPLINE", "`POLYLINE` is missing");
        let spline = "  0\r\nSPLINE\r\n  8\r\nCUT\r\n  0\r\nPOLYLINE";
        refused("  0\r\nPOLYLINE", spline, "unsupported element `SPLINE`");
        refused("  0\r\nPOLYLINE", "  O\r\nPOLYLINE", "expected a group code");
        refused("AC1009", "AC1027", "expected version");
    }

    #[test]
    fn broken_hpgl_is_refused() {
        let refused = |good: &str, bad: &str, reason: &str| refused("x-cut-1.plt", good, bad, reason);
        refused("IN;", "", "`IN` is missing");
        refused("PU;\nSP0;\n", "", "the pen is down");
        refused("SP0;", "SP0", "`;` is missing");
        refused(";PD", ";LB", "expected IN, SP, PU or PD");
        refused("PU", "PU-5,5;PU", "pairs of whole numbers");
        refused("PU", "PU1.5,5;PU", "pairs of whole numbers");
        refused("PU", "PU40000,5;PU", "pairs of whole numbers");
        refused("PU", "PU5;PU", "pairs of whole numbers");
    }

    #[test]
    fn broken_projects_are_refused() {
        let refused = |good: &str, bad: &str, reason: &str| refused("x-cut-1.lbrn2", good, bad, reason);
        refused("</LightBurnProject>", "", "valid XML");
        refused("CutIndex=\"2\"", "CutIndex=\"9\"", "layer `9` is not declared");
        refused("LineClosed", "LineOpen", "expected LineClosed");
        refused("c0x1c1x1", "c0x1", "expected vertices");
        refused("1 0 0 1 0 0", "2 0 0 2 0 0", "unsupported element `XForm 2 0 0 2 0 0`");
    }

    #[test]
    fn broken_stitches_are_refused() {
        let good = stitches::dst(&[drawing()]);
        let refused = |bytes: Vec<u8>, reason: &str| {
            let error = read("x.dst", bytes, &Limits::default()).expect_err("broken").to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(good[..good.len() - 3].to_vec(), "end record");
        refused(good[..100].to_vec(), "the header");
        let mut lost = good.clone();
        lost.drain(600..603);
        refused(lost, "in the header");
        let mut odd = good.clone();
        odd[514] = 0x43;
        refused(odd, "expected a stitch");
        let error =
            read("x.exp", vec![0x80, 0x07, 0, 0], &Limits::default()).expect_err("broken").to_string();
        assert!(error.contains("80 07"), "{error}");
        assert!(
            read("x.vp3", vec![1], &Limits::default()).expect_err("unknown").to_string().contains("`vp3`")
        );
    }
}
