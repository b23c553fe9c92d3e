//! Embeds the typefaces of a document: of each, the glyphs that its pages show.
//!
//! Words are strings of glyph numbers, two bytes each, in a subset of the font file. A table gives every glyph its
//! character back, so that words can be searched and copied.

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Chunk, Finish, Name, Rect, Ref, Str};
use sha2::{Digest, Sha256};
use subsetter::{GlyphRemapper, subset};

use crate::drawing::Weight;

/// The typefaces of a document.
#[derive(Debug, Default)]
pub(super) struct Typefaces {
    used: Vec<(Weight, Glyphs)>,
}

/// The glyphs of one typeface that pages show, in the order in which they come.
#[derive(Debug, Default)]
struct Glyphs {
    numbers: GlyphRemapper,
    /// The character and the width of each, in ems, from number 1.
    characters: Vec<(char, f64)>,
}

impl Typefaces {
    /// Returns the words as a string of a page.
    pub(super) fn string(&mut self, words: &str, weight: Weight) -> Vec<u8> {
        let place = self.used.iter().position(|(used, _)| *used == weight).unwrap_or_else(|| {
            self.used.push((weight, Glyphs::default()));
            self.used.len() - 1
        });
        let (_, glyphs) = &mut self.used[place];
        words.chars().flat_map(|character| glyphs.number(character, weight).to_be_bytes()).collect()
    }

    /// Writes every typeface that a page uses, each as its object; `new` makes numbers for further ones.
    pub(super) fn write(&self, objects: &[(Weight, Ref)], to: &mut Chunk, new: &mut dyn FnMut() -> Ref) {
        for (&(weight, id), (_, glyphs)) in objects.iter().zip(&self.used) {
            write(weight, id, glyphs, to, new);
        }
    }
}

impl Glyphs {
    fn number(&mut self, character: char, weight: Weight) -> u16 {
        let number = self.numbers.remap(weight.glyph(character));
        if usize::from(number) > self.characters.len() {
            self.characters.push((character, weight.advance(character)));
        }
        number
    }

    /// The character of every glyph, for readers that copy words.
    fn unicode(&self) -> Vec<u8> {
        let mut table = UnicodeCmap::new(Name(b"Characters"), IDENTITY);
        for (number, &(character, _)) in (1_u16..).zip(&self.characters) {
            table.pair(number, character);
        }
        table.finish().into_vec()
    }
}

/// Glyph numbers are those of the embedded file (ISO 32000-1:2008, 9.7.4.2).
const IDENTITY: SystemInfo =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// No typeface has it: its glyph is number 0, the empty box.
const NO_CHARACTER: char = '\u{0}';

fn write(weight: Weight, id: Ref, glyphs: &Glyphs, to: &mut Chunk, new: &mut dyn FnMut() -> Ref) {
    let [letters, descriptor, file, unicode] = [new(), new(), new(), new()];
    let font = subset(weight.font_file(), 0, &glyphs.numbers).expect("the embedded font can be read");
    let name = subset_name(weight, &font);
    let name = Name(name.as_bytes());

    let mut typeface = to.type0_font(id);
    typeface.base_font(name).encoding_predefined(Name(b"Identity-H"));
    typeface.descendant_font(letters).to_unicode(unicode);
    typeface.finish();

    let mut of_letters = to.cid_font(letters);
    of_letters.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY);
    of_letters.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
    let widths =
        std::iter::once(weight.advance(NO_CHARACTER)).chain(glyphs.characters.iter().map(|&(_, ems)| ems));
    of_letters.widths().consecutive(0, widths.map(thousandths));
    of_letters.finish();

    let [left, bottom, right, top] = weight.bounds().map(thousandths);
    let serif = if weight == Weight::Display { FontFlags::SERIF } else { FontFlags::empty() };
    to.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC | serif)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(top)
        .descent(bottom)
        .cap_height(thousandths(weight.cap_height()))
        .stem_v(if weight == Weight::Bold { 166.0 } else { 88.0 })
        .font_file2(file);

    let length = i32::try_from(font.len()).expect("an embedded font is small");
    let font = packed(&font);
    let mut stream = to.stream(file, &font);
    stream.filter(pdf_writer::Filter::FlateDecode).pair(Name(b"Length1"), length);
    stream.finish();
    let unicode_table = packed(&glyphs.unicode());
    to.cmap(unicode, &unicode_table).filter(pdf_writer::Filter::FlateDecode);
}

/// Six capitals and a plus sign mark a subset, others for each subset (ISO 32000-1:2008, 9.6.4).
fn subset_name(weight: Weight, font: &[u8]) -> String {
    let digest = Sha256::digest(font);
    let mark: String = digest[..6].iter().map(|byte| char::from(b'A' + byte % 26)).collect();
    format!("{mark}+{}", weight.font_name())
}

#[expect(clippy::cast_possible_truncation, reason = "thousandths of an em are small whole numbers")]
fn thousandths(ems: f64) -> f32 {
    (ems * 1000.0).round() as f32
}

/// Compresses a stream.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes every byte")
}
