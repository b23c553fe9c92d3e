//! Writes drawings as one PDF 1.6 document at full size, one page for each drawing.
//!
//! Print scaling is off. Every role is a layer (optional content group) that a reader can hide. Words are
//! text in the embedded typeface, so they can be searched and copied. There is no date and no random name, so
//! the same drawings give the same bytes.
//!
//! `page` writes the content of a page, `typefaces` what its words need, `tags` what screen readers need; in `document`
//! they become one.

mod document;
mod page;
mod tags;
mod typefaces;

use super::RenderError;
use crate::drawing::Drawing;
use piecework_tiling::stop::StopFlag;

pub use document::PdfDocument;

/// The longest side of a page, in mm: 14 400 points.
///
/// # Source
/// ISO 32000-1:2008, annex C.2. `UserUnit` would allow more, but half of the readers ignore it and print the
/// page too small.
const LONGEST_SIDE: f64 = 5080.0;

/// Options for documents of several drawings.
#[derive(Debug, Clone, Default)]
pub struct PdfOptions<'a> {
    /// The title of the document. Default: none, so readers show the file name.
    pub title: &'a str,
    /// Who made the work. Default: nobody is named.
    pub author: &'a str,
    /// Whether the titles of the drawings become an outline that leads to their pages. Default: no.
    pub bookmarks: bool,
    /// Whether the pages have the structure that screen readers need: headings, paragraphs, figures. Default:
    /// no.
    pub tagged: bool,
    /// How the file was made, as the subject of the document. Default: nothing.
    pub metadata: Option<&'a str>,
    /// Stops writing. Default: never.
    pub stop: StopFlag,
}

/// Writes drawings as a PDF document, one page each; pages may differ in size.
///
/// # Units
/// A millimetre of the drawing is a millimetre on paper, printed at 100 %. Pages are true to 0.0002 mm.
///
/// # Errors
/// [`RenderError::NoPage`] if there is no drawing, [`RenderError::PageSize`] if a page is longer or wider
/// than the 5080 mm that PDF allows, and [`RenderError::Stopped`].
pub fn pdf(drawings: &[Drawing], options: &PdfOptions<'_>) -> Result<Vec<u8>, RenderError> {
    drawings.iter().try_for_each(check_size)?;
    let mut document = PdfDocument::default();
    drawings.iter().try_for_each(|drawing| document.page(drawing, options))?;
    document.finish(options)
}

fn check_size(drawing: &Drawing) -> Result<(), RenderError> {
    let (width, height) = (drawing.width(), drawing.height());
    if width > LONGEST_SIDE || height > LONGEST_SIDE {
        return Err(RenderError::PageSize {
            title: drawing.title().into(),
            width,
            height,
            allowed: LONGEST_SIDE,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::{Color, Picture};
    use crate::drawing::{Anchor, Canvas, Medium, Path, PlacedPicture, Role, Text};
    use crate::geometry::{Bounds, Point};
    use lopdf::{Dictionary, Document, Object};
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn pages_are_true_to_size_and_are_not_scaled() {
        for (width, height) in [(215.9, 279.4), (210.0, 297.0), (33.333, 1000.1), (5080.0, 5079.9)] {
            let file = read(&[empty("sheet", width, height)], &PdfOptions::default());
            for name in [b"MediaBox".as_slice(), b"CropBox", b"TrimBox"] {
                let sides = pages(&file)[0].get(name).unwrap().as_array().unwrap();
                let mm: Vec<f64> =
                    sides.iter().map(|side| f64::from(side.as_float().unwrap()) * 25.4 / 72.0).collect();
                assert_eq!(mm[..2], [0.0, 0.0]);
                assert!((mm[2] - width).abs() < 0.0002 && (mm[3] - height).abs() < 0.0002, "{mm:?}");
            }
            assert!(!pages(&file)[0].has(b"UserUnit"));
            let viewer = file.catalog().unwrap().get(b"ViewerPreferences").unwrap().as_dict().unwrap();
            assert_eq!(viewer.get(b"PrintScaling").unwrap().as_name().unwrap(), b"None");
        }
    }

    #[test]
    fn no_page_and_too_long_a_page_are_refused() {
        let allowed = LONGEST_SIDE;
        assert!(pdf(&[empty("as long as allowed", 10.0, allowed)], &PdfOptions::default()).is_ok());
        for (width, height) in [(allowed + 0.01, 10.0), (10.0, allowed + 0.01)] {
            let sheets = [empty("small", 10.0, 10.0), empty("banner", width, height)];
            let title = "banner".to_owned();
            let error = RenderError::PageSize { title, width, height, allowed };
            assert_eq!(pdf(&sheets, &PdfOptions::default()), Err(error));
        }
        assert_eq!(pdf(&[], &PdfOptions::default()), Err(RenderError::NoPage));
    }

    #[test]
    fn a_raised_flag_stops_writing() {
        let stop = StopFlag::when(Arc::new(AtomicBool::new(true)));
        let found = pdf(&[empty("first", 10.0, 10.0)], &PdfOptions { stop, ..PdfOptions::default() });
        assert!(matches!(found, Err(RenderError::Stopped(_))));
    }

    #[test]
    fn the_same_drawings_give_the_same_bytes() {
        let drawings = [rings(), words("Größe ½″"), empty("last", 20.0, 10.0)];
        let options = PdfOptions { title: "Twice", bookmarks: true, ..PdfOptions::default() };
        let once = pdf(&drawings, &options).unwrap();
        assert_eq!(once, pdf(&drawings, &options).unwrap());
        std::thread::scope(|scope| {
            let others = [0; 2].map(|_| scope.spawn(|| pdf(&drawings, &options).unwrap()));
            others.into_iter().for_each(|other| assert!(once == other.join().unwrap()));
        });
        let id =
            |bytes: &[u8]| format!("{:?}", Document::load_mem(bytes).unwrap().trailer.get(b"ID").unwrap());
        assert_ne!(id(&once), id(&pdf(&drawings[..2], &options).unwrap()), "other documents are others");
    }

    #[test]
    fn each_role_used_is_one_layer_in_order() {
        let file = read(&[words("first"), rings(), words("third")], &PdfOptions::default());
        let layers = file.catalog().unwrap().get(b"OCProperties").unwrap().as_dict().unwrap();
        let names = |list: &Object| -> Vec<String> {
            let groups = list.as_array().unwrap().iter().map(|group| file.dereference(group).unwrap().1);
            groups
                .map(|group| {
                    lopdf::decode_text_string(group.as_dict().unwrap().get(b"Name").unwrap()).unwrap()
                })
                .collect()
        };
        assert_eq!(names(layers.get(b"OCGs").unwrap()), ["FILL", "SEW", "LABEL", "CUT"]);
        let order = layers.get(b"D").unwrap().as_dict().unwrap().get(b"Order").unwrap();
        assert_eq!(names(order), ["FILL", "SEW", "LABEL", "CUT"]);
        let marks = operators(&file, 2).filter(|o| ["BDC", "EMC", "q", "Q"].contains(&o.operator.as_str()));
        let marks: Vec<String> = marks.map(|operation| operation.operator).collect();
        assert_eq!(marks, ["BDC", "q", "Q", "EMC"].repeat(3), "layers do not reach into each other");
    }

    #[test]
    fn every_ring_is_closed_and_holes_stay_open() {
        let file = read(&[rings()], &PdfOptions::default());
        let painted =
            ["m", "h", "S", "f*"].map(|name| operators(&file, 1).filter(|o| o.operator == name).count());
        assert_eq!(painted, [2 + 2 + 1, 2 + 2, 2, 1], "of area, outlines and line");
    }

    #[test]
    fn words_can_be_found_in_one_embedded_typeface() {
        let sheets = [words("Größe (½″) \\ 12 × Жук"), words("<b>& second")];
        let file = read(&sheets, &PdfOptions::default());
        assert_eq!(file.extract_text(&[1]).unwrap().trim(), "Größe (½″) \\ 12 × Жук");
        assert_eq!(file.extract_text(&[2]).unwrap().trim(), "<b>& second");
        let programs =
            file.objects.values().filter(|object| object.as_dict().is_ok_and(|d| d.has(b"FontFile2")));
        assert_eq!(programs.count(), 1, "regular only, once");
        assert!(operators(&read(&[words("")], &PdfOptions::default()), 1).all(|o| o.operator != "Tf"));
    }

    #[test]
    fn a_tagged_document_has_a_title_a_language_and_every_word_in_its_structure() {
        let mut canvas = Canvas::new("A page", Medium::Print, 100.0, 50.0);
        let at = |y| Point::new(10.0, y);
        canvas.text(Role::Label, Text::new("one", at(20.0), 2.0, Anchor::Start));
        canvas.text(Role::Label, Text::new("two", at(23.0), 2.0, Anchor::Start));
        canvas.text(Role::Label, Text::new("far below", at(40.0), 2.0, Anchor::Start));
        canvas.text(Role::Label, Text::new("A page", at(10.0), 4.0, Anchor::Start).bold());
        canvas.line(Role::Guide, at(12.0), Point::new(90.0, 12.0));
        canvas.line(Role::Cut, at(45.0), Point::new(90.0, 45.0));
        let options = PdfOptions { title: "Größe", tagged: true, ..PdfOptions::default() };
        let drawn = canvas.finish().unwrap().described("Two lines: one above, one below.");
        let file = read(&[drawn, words("next")], &options);
        let catalog = file.catalog().unwrap();
        assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en-US");
        assert!(
            catalog.get(b"MarkInfo").unwrap().as_dict().unwrap().get(b"Marked").unwrap().as_bool().unwrap()
        );
        let root = dictionary(&file, catalog, b"StructTreeRoot");
        let kids = |of: &Dictionary| -> Vec<Dictionary> {
            let list = of.get(b"K").unwrap().as_array().unwrap().iter();
            list.map(|kid| file.dereference(kid).unwrap().1.as_dict().unwrap().clone()).collect()
        };
        let sections = kids(&kids(root)[0]);
        assert_eq!(sections.len(), 2);
        let kind =
            |of: &Dictionary| String::from_utf8(of.get(b"S").unwrap().as_name().unwrap().to_vec()).unwrap();
        let first = kids(&sections[0]);
        assert_eq!(first.iter().map(kind).collect::<Vec<_>>(), ["H1", "Figure", "P", "P"]);
        assert_eq!(first[1].get(b"Alt").unwrap().as_str().unwrap(), b"Two lines: one above, one below.");
        let marks: Vec<usize> =
            first.iter().map(|of| of.get(b"K").unwrap().as_array().unwrap().len()).collect();
        assert_eq!(marks, [1, 1, 2, 1], "two lines are one paragraph");
        let parents = dictionary(&file, root, b"ParentTree").get(b"Nums").unwrap().as_array().unwrap();
        assert_eq!(file.dereference(&parents[1]).unwrap().1.as_array().unwrap().len(), 5);
        let marked = operators(&file, 1).filter(|operation| operation.operator == "BDC");
        let inline = marked.filter(|operation| operation.operands[1].as_dict().is_ok());
        assert_eq!(inline.count(), 5, "four lines of words and one drawn");
    }

    #[test]
    fn a_picture_is_in_the_file_once_and_is_clipped_to_its_area() {
        let picture = Picture::read(include_bytes!("../color/turned.jpg"), 100).unwrap();
        let sheet = |medium| {
            let mut canvas = Canvas::new("picture", medium, 100.0, 50.0);
            let placed = PlacedPicture::new(picture.clone(), Point::new(10.0, 5.0), 20.0);
            let area = Bounds { left: 10.0, top: 5.0, right: 50.0, bottom: 29.0 };
            canvas.path(Role::Fill, Path::rectangle(area).pictured(placed));
            canvas.finish().unwrap()
        };
        let file = read(&[sheet(Medium::Print), sheet(Medium::Print)], &PdfOptions::default());
        let is_image = |object: &&Object| {
            let kind = object.as_stream().and_then(|stream| stream.dict.get(b"Subtype")?.as_name());
            kind.is_ok_and(|kind| kind == b"Image")
        };
        let images: Vec<&Object> = file.objects.values().filter(is_image).collect();
        assert_eq!(images.len(), 1);
        assert_eq!(images[0].as_stream().unwrap().content, picture.jpeg());
        let drawn: Vec<String> = operators(&file, 2).map(|operation| operation.operator).collect();
        let from = drawn.iter().position(|name| name == "W*").unwrap();
        assert_eq!(drawn[from + 1], "n");
        assert_eq!(drawn.iter().filter(|name| *name == "Do").count(), 2, "it repeats once");
        let place = operators(&file, 1).find(|o| o.operator == "cm").unwrap();
        let mm = |i: usize| f64::from(place.operands[i].as_float().unwrap()) * 25.4 / 72.0;
        for (i, expected) in [20.0, 0.0, 0.0, 24.0, 10.0, 21.0].into_iter().enumerate() {
            assert!((mm(i) - expected).abs() < 1e-3, "{i}: {}", mm(i));
        }
        let machine = read(&[sheet(Medium::Machine)], &PdfOptions::default());
        assert!(operators(&machine, 1).all(|o| o.operator != "Do"));
    }

    #[test]
    fn a_busy_page_stays_small() {
        let mut canvas = Canvas::new("busy", Medium::Machine, 200.0, 200.0);
        for i in 0..5000_u32 {
            let (x, y) = (f64::from(i % 71) * 2.77, f64::from(i / 71) * 2.73);
            canvas.path(
                Role::Cut,
                Path::rectangle(Bounds { left: x, top: y, right: x + 2.123, bottom: y + 1.987 }),
            );
        }
        let size = pdf(&[canvas.finish().unwrap()], &PdfOptions::default()).unwrap().len();
        assert!(size < 200_000, "{size} bytes for 20 000 segments");
    }

    #[test]
    fn titles_are_text_and_nothing_tells_the_time() {
        let title = "Quilt) /Title (¼ \\ Жук 🧩";
        let options = PdfOptions { title, bookmarks: true, ..PdfOptions::default() };
        let sheets = [empty("Größe", 10.0, 10.0), empty(") /A (", 10.0, 10.0), empty("Größe", 10.0, 10.0)];
        let file = read(&sheets, &options);
        assert_eq!(file.version, "1.6");
        let info = file.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
        let info = file.get_dictionary(info).unwrap();
        assert_eq!(lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap(), title);
        let keys: BTreeSet<&[u8]> = info.iter().map(|(key, _)| key.as_slice()).collect();
        assert_eq!(keys, BTreeSet::from([b"Title".as_slice(), b"Creator", b"Producer"]));

        let catalog = file.catalog().unwrap();
        assert_eq!(catalog.get(b"PageMode").unwrap().as_name().unwrap(), b"UseOutlines");
        let (mut names, mut next) = (Vec::new(), dictionary(&file, catalog, b"Outlines").get(b"First").ok());
        while let Some(id) = next {
            let mark = file.get_dictionary(id.as_reference().unwrap()).unwrap();
            names.push(lopdf::decode_text_string(mark.get(b"Title").unwrap()).unwrap());
            next = mark.get(b"Next").ok();
        }
        assert_eq!(names, ["Größe", ") /A (", "Größe"]);
        let plain = read(&sheets, &PdfOptions::default());
        assert_eq!(plain.catalog().unwrap().get(b"PageMode").unwrap().as_name().unwrap(), b"UseNone");
        assert!(!plain.catalog().unwrap().has(b"Outlines"));
    }

    fn empty(title: &str, width: f64, height: f64) -> Drawing {
        Canvas::new(title, Medium::Print, width, height).finish().unwrap()
    }

    fn words(words: &str) -> Drawing {
        let mut canvas = Canvas::new("words", Medium::Print, 100.0, 50.0);
        canvas.text(Role::Label, Text::new(words, Point::new(10.0, 20.0), 5.0, Anchor::Start));
        canvas.finish().unwrap()
    }

    /// A square with a hole, filled and cut, and an open line to sew.
    fn rings() -> Drawing {
        let square = |d: f64| Path::rectangle(Bounds { left: d, top: d, right: 50.0 - d, bottom: 50.0 - d });
        let both = Path::new([square(5.0), square(15.0)].iter().flat_map(Path::elements));
        let mut canvas = Canvas::new("rings", Medium::Print, 50.0, 50.0);
        canvas.fill(both.clone(), Color::new(200, 10, 0));
        canvas.path(Role::Cut, both);
        canvas.line(Role::Sew, Point::new(1.0, 1.0), Point::new(49.0, 1.0));
        canvas.finish().unwrap()
    }

    #[track_caller]
    fn read(drawings: &[Drawing], options: &PdfOptions<'_>) -> Document {
        Document::load_mem(&pdf(drawings, options).unwrap()).unwrap()
    }

    fn pages(file: &Document) -> Vec<&Dictionary> {
        file.get_pages().values().map(|&page| file.get_dictionary(page).unwrap()).collect()
    }

    fn dictionary<'a>(file: &'a Document, of: &'a Dictionary, name: &[u8]) -> &'a Dictionary {
        file.dereference(of.get(name).unwrap()).unwrap().1.as_dict().unwrap()
    }

    fn operators(file: &Document, page: u32) -> impl Iterator<Item = lopdf::content::Operation> {
        let content = file.get_page_content(file.get_pages()[&page]);
        lopdf::content::Content::decode(&content).unwrap().operations.into_iter()
    }
}
