//! Files for machines, read back and compared.
//!
//! In: the bytes of SVG, DXF, HPGL, LightBurn, PDF, DST and EXP files as [`crate::render`] writes them. Out: a [`CutFile`]: the edges on
//! each layer of each sheet in mm, y up from the lower left corner, and how the file was made. Always holds: what a cutter's
//! program would mend, guess or leave out in silence is refused with its place. Readers share nothing with the writers, so
//! that a mistake of one is seen by the other. Refuses to read more than piecework writes: a file of another program may
//! be good and still be refused.

mod compare;
mod dxf;
mod error;
mod hpgl;
mod lightburn;
#[cfg(feature = "pdf")]
mod pdf;
mod sheet_name;
mod stitches;
mod svg;
mod trace;

use crate::defect::{Defect, ReadError};
use crate::limits::Limits;
use crate::source::Source;

pub use compare::{Difference, compare};
pub use error::CheckError;
pub use sheet_name::{SheetName, sheet_name};
pub use trace::{CutFile, Edge, Lines, Sheet};

/// Reads a file by the ending of its name.
///
/// # Errors
/// [`ReadError`] with one [`CheckError`] and its place, or with what else keeps it from being read.
pub fn read(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<CutFile, ReadError> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let whole = |error: CheckError| ReadError::of(name, Defect::new(error));
    match ending.as_str() {
        "dst" => return stitches::dst(&bytes).map_err(whole),
        "exp" => return stitches::exp(&bytes).map_err(whole),
        #[cfg(feature = "pdf")]
        "pdf" => return pdf::read(&bytes).map_err(whole),
        _ => {}
    }
    let reader = match ending.as_str() {
        "svg" => svg::read,
        "dxf" => dxf::read,
        "plt" | "hpgl" => hpgl::read,
        "lbrn2" => lightburn::read,
        _ => return Err(whole(CheckError::UnknownKind { found: ending })),
    };
    let source = Source::from_bytes(name, bytes, limits)?;
    reader(source.text()).map_err(|(error, offset)| {
        let place = crate::defect::Place::of(source.text(), offset);
        ReadError::of(name, Defect::new(error).at(place))
    })
}

/// What is wrong, and at which byte of the text.
type Misplaced = (CheckError, usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Anchor, Canvas, Drawing, Element, Medium, Path, Role, Text};
    use crate::geometry::{Bounds, Point};
    #[cfg(feature = "dxf")]
    use crate::render::dxf::{Apparel, DxfOptions, DxfUnit, DxfVersion, apparel, dxf};
    use crate::render::{hpgl::hpgl, lightburn::lightburn, stitches, svg};

    const RECIPE: &str = "piecework cut 'a \u{416}\\\u{1F9E9} <b> & \"c\"' # piecework, puzzle 12";

    /// Every layer that machines have, a hole, a curve and a number.
    fn drawing() -> Drawing {
        let mut canvas = Canvas::new("Test", Medium::Machine, 120.0, 80.0);
        let ring =
            |d: f64| Path::rectangle(Bounds { left: d, top: d, right: 60.123_4 - d, bottom: 50.0 - d });
        let both =
            Path::new([ring(5.0), ring(20.0)].iter().flat_map(|path| path.elements().to_vec()).collect());
        canvas.path(Role::Cut, both);
        canvas.path(Role::Sew, ring(10.0));
        canvas.line(Role::Score, Point::new(70.0, 1.0), Point::new(70.0 + 1.0 / 3.0, 60.0));
        canvas.line(Role::Guide, Point::new(1.0, 1.0), Point::new(90.0, 1.0));
        canvas.text(Role::Label, Text::new("7", Point::new(80.0, 40.0), 5.0, Anchor::Start));
        let curve = [Point::new(90.0, 10.0), Point::new(110.0, 10.0), Point::new(110.0, 30.0)];
        let bow = vec![
            Element::Move(Point::new(90.0, 30.0)),
            Element::Cubic(curve[0], curve[1], curve[2]),
            Element::Close,
        ];
        canvas.path(Role::Engrave, Path::new(bow));
        canvas.finish().expect("fits").with_recipe(RECIPE)
    }

    /// The drawing in every format of a sheet.
    fn written() -> Vec<(&'static str, Vec<u8>)> {
        let drawing = drawing();
        #[cfg(feature = "dxf")]
        let as_dxf = |version, unit| {
            dxf(&drawing, &DxfOptions { version, unit, ..DxfOptions::default() }).expect("finite")
        };
        let as_svg = |joining| svg::svg(&drawing, &svg::SvgOptions { joining }).expect("finite");
        vec![
            ("x-cut-1.svg", as_svg(svg::Joining::Separate)),
            ("x-cut-1-compound.svg", as_svg(svg::Joining::Compound)),
            #[cfg(feature = "dxf")]
            ("x-cut-1-r12_mm.dxf", as_dxf(DxfVersion::R12, DxfUnit::Millimetre)),
            #[cfg(feature = "dxf")]
            ("x-cut-1-r12_in.dxf", as_dxf(DxfVersion::R12, DxfUnit::Inch)),
            #[cfg(feature = "dxf")]
            ("x-cut-1-r2000.dxf", as_dxf(DxfVersion::R2000, DxfUnit::Millimetre)),
            ("x-cut-1.plt", hpgl(&drawing).expect("in range")),
            ("x-cut-1.lbrn2", lightburn(&drawing).expect("in the palette")),
            #[cfg(feature = "pdf")]
            (
                "x-cut.pdf",
                crate::render::pdf::pdf(std::slice::from_ref(&drawing), &Default::default()).expect("a page"),
            ),
        ]
    }

    fn read_good(name: &str, bytes: Vec<u8>) -> CutFile {
        read(name, bytes, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_format_draws_the_same_and_says_how_it_was_made() {
        let files: Vec<(&str, CutFile)> =
            written().into_iter().map(|(name, bytes)| (name, read_good(name, bytes))).collect();
        for (name, file) in &files {
            let told = (file.format != "HPGL").then_some(RECIPE);
            assert_eq!(file.recipe.as_deref(), told, "{name}");
            for (other_name, other) in &files {
                let differences = compare((file, &file.sheets[0]), (other, &other.sheets[0]));
                assert!(differences.is_empty(), "{name} and {other_name}: {}", differences[0]);
            }
        }
    }

    #[test]
    fn a_moved_line_is_found_in_every_format() {
        let first = read_good("x-cut-1.svg", written().remove(0).1);
        let mut canvas = drawing().into_canvas();
        canvas.line(Role::Cut, Point::new(100.0, 70.0), Point::new(110.0, 70.0));
        let other = canvas.finish().expect("fits");
        for (name, bytes) in [
            ("a.plt", hpgl(&other).expect("in range")),
            ("a.lbrn2", lightburn(&other).expect("in the palette")),
            #[cfg(feature = "dxf")]
            ("a.dxf", dxf(&other, &DxfOptions::default()).expect("finite")),
        ] {
            let file = read_good(name, bytes);
            let found = compare((&first, &first.sheets[0]), (&file, &file.sheets[0]));
            assert_eq!(found.len(), 1, "{name}");
            assert!(
                found[0].to_string().contains("`CUT`: 0 edges are only in the first file and 1 only"),
                "{}",
                found[0]
            );
        }
    }

    #[test]
    fn pieces_and_stitches_are_read_too() {
        #[cfg(feature = "dxf")]
        {
            let read = |kind, unit| {
                let options = DxfOptions { unit, ..DxfOptions::default() };
                let bytes = apparel("style", &[drawing()], kind, &options).expect("finite");
                let file = read_good("x-cut-aama_mm.dxf", bytes);
                assert_eq!((file.format, file.recipe.as_deref()), ("apparel DXF", Some(RECIPE)));
                assert_eq!(file.sheets[0].layers["11"].edges.len(), 4, "the hole");
                file
            };
            // The seam is on another layer, and the same line.
            let (aama, mut astm) =
                (read(Apparel::Aama, DxfUnit::Millimetre), read(Apparel::Astm, DxfUnit::Inch));
            let differ =
                |one: &CutFile, other: &CutFile| compare((one, &one.sheets[0]), (other, &other.sheets[0]));
            assert_eq!(differ(&aama, &astm), []);
            astm.sheets[0].layers.get_mut("14").expect("the seam").edges.pop();
            assert_eq!(differ(&aama, &astm).len(), 1);
        }
        let (dst, exp) = (stitches::dst(&drawing()), stitches::exp(&drawing()));
        let (dst, exp) = (read_good("x.dst", dst), read_good("x.exp", exp));
        let length = |file: &CutFile| -> f64 {
            let edges = file.sheets[0].layers.values().flat_map(|lines| &lines.edges);
            edges.map(|edge| edge.from.distance(edge.to)).sum()
        };
        assert!((length(&dst) - length(&exp)).abs() < 5.0, "{} {}", length(&dst), length(&exp));
        assert_eq!(dst.sheets[0].layers.len(), exp.sheets[0].layers.len());
        let differences = compare((&dst, &dst.sheets[0]), (&exp, &exp.sheets[0]));
        assert_eq!(differences, [], "the same needle holes");
    }

    /// `file` with `good` replaced by `bad` must be refused for `reason`.
    #[track_caller]
    fn refused(name: &str, good: &str, bad: &str, reason: &str) {
        let bytes = written().into_iter().find(|(other, _)| *other == name).expect("written").1;
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
        refused("</svg>", "", "good XML");
        refused("height=\"80mm\"", "height=\"80px\"", "unit is a millimetre");
        refused("viewBox=\"0 0 120 80\"", "viewBox=\"0 0 1200 800\"", "viewBox `0 0 1200 800`");
        refused("<path ", "<path transform=\"scale(2)\" ", "`transform` is not for");
        refused("</g>", "<text>7</text></g>", "`<text>` is not for");
        refused("d=\"M", "d=\"m", "expected M, L, C or Z");
        refused("d=\"M1 1", "d=\"MNaN 1", "expected M, L, C or Z");
        refused("d=\"M1 1", "d=\"M-1 1", "lies off the sheet");
        refused("id=\"p2\"", "id=\"p1\"", "`p1` is given twice");
        refused("inkscape:label=\"CUT\"", "", "`inkscape:label` is missing");
        refused("L55.1234 5L", "L5 5L", "an edge without length");
        refused("L5 45Z", "L5 45L5 5Z", "an edge without length");
    }

    #[cfg(feature = "dxf")]
    #[test]
    fn broken_dxf_is_refused() {
        let refused = |good: &str, bad: &str, reason: &str| refused("x-cut-1-r12_mm.dxf", good, bad, reason);
        refused("  0\r\nEOF\r\n", "", "`EOF` is missing");
        refused("SEQEND", "POLYLINE", "`SEQEND` is missing");
        refused("VERTEX\r\n  8\r\nCUT\r\n", "VERTEX\r\n  8\r\nCUTS\r\n", "layer `CUTS` is not declared");
        refused("\r\n 10\r\n1.0", "\r\n 10\r\nnan", "expected a number");
        refused("\r\n 10\r\n1.0", "\r\n 10\r\n-1.0", "lies off the sheet");
        refused("1 unit = 1 mm", "1 unit = 1 ft", "unit is a millimetre");
        refused("POLYLINE", "SPLINE", "`SPLINE` is not for");
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
        refused("</LightBurnProject>", "", "good XML");
        refused("CutIndex=\"2\"", "CutIndex=\"9\"", "layer `9` is not declared");
        refused("LineClosed", "LineOpen", "expected LineClosed");
        refused("c0x1c1x1", "c0x1", "expected vertices");
        refused("1 0 0 1 0 0", "2 0 0 2 0 0", "`XForm 2 0 0 2 0 0` is not for");
    }

    #[test]
    fn broken_stitches_are_refused() {
        let good = stitches::dst(&drawing());
        let refused = |bytes: Vec<u8>, reason: &str| {
            let error = read("x.dst", bytes, &Limits::default()).expect_err("broken").to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(good[..good.len() - 3].to_vec(), "end record");
        refused(good[..100].to_vec(), "the header");
        let mut lost = good.clone();
        lost.drain(600..603);
        refused(lost, "the header says");
        let mut odd = good.clone();
        odd[514] = 0x43;
        refused(odd, "expected a stitch");
        let error =
            read("x.exp", vec![0x80, 0x07, 0, 0], &Limits::default()).expect_err("broken").to_string();
        assert!(error.contains("80 07"), "{error}");
        assert!(
            read("x.pes", vec![1], &Limits::default()).expect_err("unknown").to_string().contains("`pes`")
        );
    }
}
