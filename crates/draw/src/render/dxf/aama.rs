//! Writes apparel DXF, one block for each piece, after AAMA/ANSI 292.
//!
//! It is R12. The layer number gives the purpose of a line: 1 boundary, 4 notches, 7 grain, 8 inner lines and
//! the sew line, 11 inner cut-outs. Texts on layer 1 give style and piece: those of a piece are in it, those of
//! the style above all pieces.

use std::collections::BTreeSet;

use super::group::{Groups, ascii};
use super::lines::{Line, Lines};
use super::texts::{self, Words};
use super::{DxfOptions, Unit};
use crate::drawing::{Drawing, Item, Medium, Role};
use piecework_tiling::number::NotFinite;

/// Returns the file of all pieces; `style` is the name of the design.
pub(super) fn file(style: &str, pieces: &[Drawing], options: &DxfOptions<'_>) -> Result<String, NotFinite> {
    let blocks = pieces.iter().map(|piece| Block::of(piece, options)).collect::<Result<Vec<_>, _>>()?;
    let names = names(&blocks);
    let layers: BTreeSet<u8> = blocks.iter().flat_map(|block| block.layers()).collect();
    let mut groups = Groups::default();
    groups.comment(&format!("piecework: {style}; 1 unit = 1 {}", options.unit.name()));
    groups.recipe(options.metadata);
    groups.section("HEADER", |groups| groups.put_all(&[(9, "$ACADVER"), (1, "AC1009")]));
    groups.section("TABLES", |groups| tables(groups, &layers));
    let words = pieces.iter().zip(&names).map(|(piece, name)| {
        let said = said(piece);
        let count = (!said.iter().any(|words| words.starts_with(QUANTITY))).then(|| format!("{QUANTITY}1"));
        let texts = std::iter::once(format!("Piece Name: {name}")).chain(count).chain(said);
        texts::of_piece(piece, texts.collect(), options)
    });
    let words = words.collect::<Result<Vec<_>, _>>()?;
    let above = pieces.first().map_or(0.0, Drawing::height);
    let style = texts::of_style(style_texts(style, options.unit), above, options)?;
    groups.section("BLOCKS", |groups| {
        for ((block, name), words) in blocks.iter().zip(&names).zip(&words) {
            block.write(groups, name, words);
        }
    });
    groups.section("ENTITIES", |groups| {
        for name in &names {
            groups.put_all(&[(0, "INSERT"), (8, "1"), (2, name)]);
            groups.put_all(&[(10, "0.0"), (20, "0.0"), (30, "0.0")]);
        }
        style.iter().for_each(|words| text(groups, words));
    });
    Ok(groups.finish())
}

/// How the text with the quantity of a piece begins.
const QUANTITY: &str = "Quantity: ";

/// Returns what a drawing says about its piece: the words in its layer of labels, in plain letters.
fn said(piece: &Drawing) -> Vec<String> {
    let labels = piece.layers().iter().filter(|layer| layer.role == Role::Label);
    let words = labels.flat_map(|layer| &layer.items).filter_map(|item| match item {
        Item::Text(text) => Some(ascii(text.content())),
        Item::Path(_) => None,
    });
    words.collect()
}

const BOUNDARY: u8 = 1;
const NOTCHES: u8 = 4;
const GRAIN: u8 = 7;
const INNER_LINES: u8 = 8;
const CUT_OUTS: u8 = 11;

/// Returns the layer of a line by its role; the first closed cut line is the boundary, the others are holes.
fn layer(role: Role, boundary_done: bool) -> Option<u8> {
    match role {
        Role::Inner => Some(CUT_OUTS),
        Role::Cut => Some(if boundary_done { CUT_OUTS } else { BOUNDARY }),
        Role::Score => Some(NOTCHES),
        Role::Guide => Some(GRAIN),
        Role::Sew | Role::Engrave | Role::Fold => Some(INNER_LINES),
        Role::Fill | Role::Label => None,
    }
}

/// A piece: its lines with their layers, the boundary first.
struct Block {
    title: String,
    lines: Vec<(u8, Line)>,
}

impl Block {
    fn of(piece: &Drawing, options: &DxfOptions<'_>) -> Result<Self, NotFinite> {
        let all = Lines::straight(piece, options)?;
        let role_of = |name: &str| {
            Role::ALL
                .iter()
                .copied()
                .find(|role| role.style(Medium::Machine).layer == name)
                .unwrap_or(Role::Fill)
        };
        let mut lines: Vec<(u8, Line)> = Vec::new();
        let mut cut = false;
        for line in all.lines {
            let role = role_of(line.layer);
            let Some(layer) = layer(role, cut) else { continue };
            cut |= role == Role::Cut;
            lines.push((layer, line));
        }
        lines.sort_by_key(|&(layer, _)| layer);
        Ok(Self { title: piece.title().to_owned(), lines })
    }

    fn layers(&self) -> impl Iterator<Item = u8> {
        self.lines.iter().map(|&(layer, _)| layer).chain([BOUNDARY])
    }

    /// Only letters, digits and underscores, which all readers accept.
    fn plain_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let title: String = self.title.chars().filter(char::is_ascii).map(plain).take(24).collect();
        format!("P{title}")
    }

    fn write(&self, groups: &mut Groups, name: &str, words: &[Words]) {
        groups.put_all(&[(0, "BLOCK"), (8, "1"), (2, name), (70, "0")]);
        groups.put_all(&[(10, "0.0"), (20, "0.0"), (30, "0.0"), (3, name)]);
        for (layer, line) in &self.lines {
            write_line(groups, *layer, line);
        }
        words.iter().for_each(|words| text(groups, words));
        groups.put_all(&[(0, "ENDBLK"), (8, "1")]);
    }
}

/// Returns a name for each block; equal names get a number.
fn names(blocks: &[Block]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name = |block: &Block| {
        let plain = block.plain_name();
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name));
        let free = free.expect("there are more numbers than blocks");
        taken.insert(free.clone());
        free
    };
    blocks.iter().map(&mut name).collect()
}

/// Two points are a LINE, as readers expect for notches and grainline; more are a POLYLINE.
fn write_line(groups: &mut Groups, layer: u8, line: &Line) {
    if let ([from, to], false) = (line.places.as_slice(), line.closed) {
        groups.put(0, "LINE");
        groups.put(8, layer);
        groups.put_all(&[(10, &from.x), (20, &from.y), (30, "0.0"), (11, &to.x), (21, &to.y), (31, "0.0")]);
        return;
    }
    groups.put(0, "POLYLINE");
    groups.put(8, layer);
    groups.put_all(&[(66, "1"), (10, "0.0"), (20, "0.0"), (30, "0.0")]);
    groups.put(70, u8::from(line.closed));
    for place in &line.places {
        groups.put(0, "VERTEX");
        groups.put(8, layer);
        groups.put_all(&[(10, &place.x), (20, &place.y), (30, "0.0")]);
    }
    groups.put(0, "SEQEND");
    groups.put(8, layer);
}

fn style_texts(style: &str, unit: Unit) -> [String; 3] {
    let units = match unit {
        Unit::Millimetre => "METRIC",
        Unit::Inch => "ENGLISH",
    };
    [format!("Style Name: {}", ascii(style)), "Author: piecework".to_owned(), format!("Units: {units}")]
}

fn text(groups: &mut Groups, words: &Words) {
    groups.put_all(&[(0, "TEXT"), (8, "1"), (10, &words.at.x), (20, &words.at.y), (30, "0.0")]);
    groups.put_all(&[(40, &words.height), (1, &words.text), (50, &words.turned)]);
}

fn tables(groups: &mut Groups, layers: &BTreeSet<u8>) {
    groups.put_all(&[(0, "TABLE"), (2, "LTYPE"), (70, "1")]);
    groups.put_all(&[(0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0")]);
    groups.put_all(&[(40, "0.0"), (0, "ENDTAB")]);
    groups.put_all(&[(0, "TABLE"), (2, "LAYER")]);
    groups.put(70, layers.len() + 1);
    for name in std::iter::once(&0).chain(layers) {
        groups.put(0, "LAYER");
        groups.put(2, name);
        groups.put_all(&[(70, "0"), (62, "7"), (6, "CONTINUOUS")]);
    }
    groups.put(0, "ENDTAB");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Canvas, Path};
    use crate::geometry::{Bounds, Point};

    fn piece() -> Drawing {
        let ring = |d: f64| Path::rectangle(Bounds { left: d, top: d, right: 50.0 - d, bottom: 50.0 - d });
        let both = Path::new([ring(0.0), ring(20.0)].iter().flat_map(Path::elements));
        let mut canvas = Canvas::new("1 Жö B", Medium::Machine, 50.0, 50.0);
        canvas.path(Role::Cut, both);
        canvas.path(Role::Sew, ring(5.0));
        canvas.line(Role::Score, Point::new(25.0, 0.0), Point::new(25.0, 3.0));
        canvas.line(Role::Guide, Point::new(10.0, 10.0), Point::new(10.0, 40.0));
        canvas.finish().expect("fits")
    }

    fn entities() -> Vec<(String, String)> {
        let text = file("Жук", &[piece(), piece()], &DxfOptions::default()).expect("finite");
        assert!(text.is_ascii() && text.ends_with("  0\r\nEOF\r\n"));
        let lines: Vec<&str> = text.split("\r\n").map(str::trim).collect();
        let pairs: Vec<(&str, &str)> =
            lines.chunks(2).filter(|pair| pair.len() == 2).map(|p| (p[0], p[1])).collect();
        let starts = pairs.windows(2).filter(|pair| pair[0].0 == "0" && pair[1].0 == "8");
        starts.map(|pair| (pair[0].1.to_owned(), pair[1].1.to_owned())).collect()
    }

    #[test]
    fn each_line_is_on_the_layer_that_readers_expect() {
        let entities = entities();
        let count =
            |kind: &str, layer: &str| entities.iter().filter(|(k, l)| k == kind && l == layer).count();
        assert_eq!(count("BLOCK", "1"), 2, "a block a piece");
        assert_eq!(count("INSERT", "1"), 2);
        for layer in ["1", "8", "11"] {
            assert_eq!(count("POLYLINE", layer), 2, "layer {layer}");
        }
        assert_eq!((count("LINE", "4"), count("LINE", "7")), (2, 2));
    }

    #[test]
    fn blocks_have_plain_names_of_their_own() {
        let block = || Block::of(&piece(), &DxfOptions::default()).expect("finite");
        assert_eq!(names(&[block(), block(), block()]), ["P1__B", "P1__B_2", "P1__B_3"]);
    }
}
