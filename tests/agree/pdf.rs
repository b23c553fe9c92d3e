//! PDF, read by lopdf and a small interpreter of page content.
//!
//! Letters are drawn from the font program inside the file, by the codes on the page.

use crate::edge::{Edge, Found, Pen, Place};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};
use std::collections::BTreeMap;

const MM_PER_POINT: f64 = 25.4 / 72.0;

/// What is on each page.
pub(crate) fn read(bytes: &[u8]) -> Vec<Found> {
    let file = Document::load_mem(bytes).unwrap();
    file.get_pages()
        .values()
        .map(|&page| Page::new(&file, file.get_dictionary(page).unwrap()).read())
        .collect()
}

/// The words on a page, in the order they were written.
pub(crate) fn words(bytes: &[u8], page: u32) -> String {
    Document::load_mem(bytes).unwrap().extract_text(&[page]).unwrap()
}

struct Page<'a> {
    file: &'a Document,
    page: &'a Dictionary,
    found: Found,
}

/// Where text goes: the matrix of its line, the font program, the widths of its codes, and the size.
#[derive(Default)]
struct Text {
    matrix: [f64; 6],
    program: Vec<u8>,
    widths: BTreeMap<u16, f64>,
    size: f64,
}

impl<'a> Page<'a> {
    fn new(file: &'a Document, page: &'a Dictionary) -> Self {
        let sides = numbers(page.get(b"MediaBox").unwrap().as_array().unwrap());
        assert_eq!(sides[..2], [0.0, 0.0]);
        Self { file, page, found: Found::new(sides[2] * MM_PER_POINT, sides[3] * MM_PER_POINT) }
    }

    fn read(mut self) -> Found {
        let content =
            self.file.get_object(self.page.get(b"Contents").unwrap().as_reference().unwrap()).unwrap();
        let content = Content::decode(&content.as_stream().unwrap().get_plain_content().unwrap()).unwrap();
        let (mut layer, mut pen, mut text) = (String::new(), Pen::default(), Text::default());
        for operation in content.operations {
            let n = numbers(&operation.operands);
            let at = |i: usize| self.place([n[i], n[i + 1]]);
            match operation.operator.as_str() {
                "BDC" => layer = self.layer(operation.operands[1].as_name().unwrap()),
                "m" => pen.move_to(at(0)),
                "l" => pen.line_to(at(0)),
                "c" => pen.curve_to(at(0), at(2), at(4)),
                "h" => pen.close(),
                "S" => self.found.add(&layer, pen.take()),
                "f*" => self.found.add(&layer, pen.take_area()),
                "BT" => text = Text { matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], ..Text::default() },
                "Tf" => self.font(&mut text, operation.operands[0].as_name().unwrap(), n[1]),
                "Tm" => text.matrix = n.try_into().unwrap(),
                "Tj" => {
                    let letters = self.letters(&text, operation.operands[0].as_str().unwrap());
                    self.found.add(&layer, letters);
                }
                "EMC" | "ET" | "q" | "Q" | "w" | "d" | "rg" | "RG" => {}
                other => panic!("nobody expects `{other}` on our pages"),
            }
        }
        self.found
    }

    fn place(&self, [x, y]: Place) -> Place {
        [x * MM_PER_POINT, self.found.height - y * MM_PER_POINT]
    }

    fn layer(&self, name: &[u8]) -> String {
        let group = self.get(self.resource(b"Properties"), name);
        lopdf::decode_text_string(group.get(b"Name").unwrap()).unwrap()
    }

    fn font(&self, text: &mut Text, name: &[u8], size: f64) {
        let font = self.get(self.resource(b"Font"), name);
        let descendant = font.get(b"DescendantFonts").unwrap().as_array().unwrap()[0].as_dict().unwrap();
        let descriptor = self.get(descendant, b"FontDescriptor");
        let program =
            self.file.get_object(descriptor.get(b"FontFile2").unwrap().as_reference().unwrap()).unwrap();
        text.program = program.as_stream().unwrap().get_plain_content().unwrap();
        text.size = size;
        for pair in descendant.get(b"W").unwrap().as_array().unwrap().chunks(2) {
            let first = u16::try_from(pair[0].as_i64().unwrap()).unwrap();
            text.widths.extend((first..).zip(numbers(pair[1].as_array().unwrap())));
        }
    }

    fn letters(&self, text: &Text, codes: &[u8]) -> Vec<Edge> {
        let face = ttf_parser::Face::parse(&text.program, 0).unwrap();
        let [a, b, c, d, left, bottom] = text.matrix;
        let (mut along, mut edges) = (0.0, Vec::new());
        for code in codes.chunks(2) {
            let code = u16::from_be_bytes(code.try_into().unwrap());
            let place = |[x, y]: Place| {
                let scale = text.size / f64::from(face.units_per_em());
                let (x, y) = (along + x * scale, y * scale);
                self.place([a * x + c * y + left, b * x + d * y + bottom])
            };
            let mut pen = Pen::default();
            face.outline_glyph(ttf_parser::GlyphId(code), &mut pen);
            edges.extend(pen.take().into_iter().map(|edge| edge.map(place)));
            along += text.widths[&code] * text.size / 1000.0;
        }
        edges
    }

    fn resource(&self, name: &[u8]) -> &Dictionary {
        self.get(self.get(self.page, b"Resources"), name)
    }

    fn get<'d>(&'d self, of: &'d Dictionary, name: &[u8]) -> &'d Dictionary {
        self.file.dereference(of.get(name).unwrap()).unwrap().1.as_dict().unwrap()
    }
}

/// All operands as numbers; zero for what is none.
fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().map(|operand| operand.as_float().map_or(0.0, f64::from)).collect()
}
