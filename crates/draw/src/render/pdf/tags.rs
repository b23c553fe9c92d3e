//! Gives a document the structure that screen readers read: pages as sections, titles as headings, lines of
//! words as paragraphs, everything drawn on a page as one figure with what it shows in words.
//!
//! Words are read in the order in which they were drawn, after the title of their page. Frames, rulers and
//! rules are artifacts, which readers skip.
//!
//! # Source
//! ISO 32000-1:2008, 14.6 to 14.9: marked content, logical structure, tagged PDF, natural language and
//! alternate descriptions.

use std::collections::BTreeMap;

use printpdf::{DictItem, Op};

use crate::drawing::{Drawing, Reading, Text, Weight};
use crate::geometry::Point;

/// From this type size on bold words are a heading, in mm: 12 pt.
const HEADING: f64 = 12.0 * 25.4 / 72.0;
/// The most from one line of a paragraph to the next, in ems.
const NEXT_LINE: f64 = 1.6;
/// The language of all words that the program writes.
const LANGUAGE: &str = "en-US";

/// The number of an object of the document.
type Id = (u32, u16);

/// The marked content of one page.
#[derive(Debug, Default)]
pub(super) struct Tags {
    title: String,
    /// What the page shows, in words.
    shown: String,
    marks: Vec<Kind>,
}

/// What marked content is.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Heading,
    /// Words, which may be a further line of the paragraph before.
    Line {
        continues: bool,
    },
    Figure,
}

impl Tags {
    pub(super) fn of(drawing: &Drawing) -> Self {
        let shown = match drawing.words() {
            "" => format!("Drawing: {}", drawing.title()),
            words => words.to_owned(),
        };
        Self { title: drawing.title().to_owned(), shown, marks: Vec::new() }
    }

    /// Marks the operators that write words; `before` are the words written before these.
    pub(super) fn words(&mut self, text: &Text, before: Option<&Text>, ops: Vec<Op>) -> Vec<Op> {
        if ops.is_empty() {
            return ops;
        }
        let is_heading = text.weight() != Weight::Regular && text.em() >= HEADING;
        let continues = before.is_some_and(|before| is_next_line(before, text));
        self.mark(if is_heading { Kind::Heading } else { Kind::Line { continues } }, ops)
    }

    /// Marks the operators that draw a part of the picture.
    pub(super) fn figure(&mut self, ops: Vec<Op>) -> Vec<Op> {
        if ops.is_empty() { ops } else { self.mark(Kind::Figure, ops) }
    }

    fn mark(&mut self, kind: Kind, ops: Vec<Op>) -> Vec<Op> {
        let tag = match kind {
            Kind::Heading => "H1",
            Kind::Line { .. } => "P",
            Kind::Figure => "Figure",
        };
        let properties = dictionary([("MCID", number(self.marks.len()))]);
        self.marks.push(kind);
        let begin = Op::BeginMarkedContentWithProperties { tag: tag.into(), properties };
        std::iter::once(begin).chain(ops).chain([Op::EndMarkedContentWithProperties]).collect()
    }

    /// The elements of the page: their type, and the marked content of each. Headings are first.
    fn elements(&self) -> Vec<(&'static str, Vec<usize>)> {
        let mut elements: Vec<(&'static str, Vec<usize>)> = Vec::new();
        let (mut headings, mut figure) = (Vec::new(), Vec::new());
        for (index, kind) in self.marks.iter().enumerate() {
            match kind {
                Kind::Heading => headings.push(("H1", vec![index])),
                Kind::Figure => figure.push(index),
                Kind::Line { continues: true }
                    if elements.last().is_some_and(|(_, of)| of.last() == Some(&(index - 1))) =>
                {
                    if let Some((_, of)) = elements.last_mut() {
                        of.push(index);
                    }
                }
                Kind::Line { .. } => elements.push(("P", vec![index])),
            }
        }
        let figure = Some(("Figure", figure)).filter(|(_, marks)| !marks.is_empty());
        headings.into_iter().chain(figure).chain(elements).collect()
    }
}

/// Marks operators that readers skip.
pub(super) fn artifact(ops: Vec<Op>) -> Vec<Op> {
    if ops.is_empty() {
        return ops;
    }
    let begin = Op::BeginMarkedContent { tag: "Artifact".into() };
    std::iter::once(begin).chain(ops).chain([Op::EndMarkedContent]).collect()
}

/// Whether words are the line below others.
fn is_next_line(before: &Text, text: &Text) -> bool {
    let (Point { x, y }, next) = (before.start(), text.start());
    let below = next.y - y;
    let same = before.weight() == text.weight() && before.reading() == Reading::Across;
    same && text.reading() == Reading::Across
        && (next.x - x).abs() < 0.1
        && below > 0.0
        && below < NEXT_LINE * text.em()
}

/// The entries that the catalog and each page of a tagged document have.
pub(super) struct Structure {
    /// Of the catalog.
    pub(super) catalog: Vec<(&'static str, DictItem)>,
    /// New objects with their numbers.
    pub(super) objects: Vec<(Id, DictItem)>,
}

/// Builds the structure of a document with these pages; `new` makes numbers for objects. Page `i` must get
/// `StructParents i`.
pub(super) fn structure(tags: &[Tags], pages: &[Id], new: &mut dyn FnMut() -> Id) -> Structure {
    let (root, document, parents) = (new(), new(), new());
    let (mut objects, mut sections, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (tags, &page)) in tags.iter().zip(pages).enumerate() {
        let section = new();
        let mut kids = Vec::new();
        let mut parent_of: Vec<DictItem> = vec![DictItem::Null; tags.marks.len()];
        for (kind, marks) in tags.elements() {
            let element = new();
            marks.iter().for_each(|&mark| parent_of[mark] = reference(element));
            let mut entries = vec![
                ("Type", name("StructElem")),
                ("S", name(kind)),
                ("P", reference(section)),
                ("Pg", reference(page)),
                ("K", DictItem::Array(marks.into_iter().map(number).collect())),
            ];
            if kind == "Figure" {
                entries.push(("Alt", words(&tags.shown)));
            }
            objects.push((element, dictionary(entries)));
            kids.push(reference(element));
        }
        let entries = [
            ("Type", name("StructElem")),
            ("S", name("Sect")),
            ("P", reference(document)),
            ("T", words(&tags.title)),
            ("K", DictItem::Array(kids)),
        ];
        objects.push((section, dictionary(entries)));
        sections.push(reference(section));
        numbers.extend([number(index), DictItem::Array(parent_of)]);
    }
    let entries = [
        ("Type", name("StructElem")),
        ("S", name("Document")),
        ("P", reference(root)),
        ("K", DictItem::Array(sections)),
    ];
    objects.push((document, dictionary(entries)));
    objects.push((parents, dictionary([("Nums", DictItem::Array(numbers))])));
    let entries = [
        ("Type", name("StructTreeRoot")),
        ("K", DictItem::Array(vec![reference(document)])),
        ("ParentTree", reference(parents)),
        ("ParentTreeNextKey", number(tags.len())),
    ];
    objects.push((root, dictionary(entries)));
    let catalog = vec![
        ("StructTreeRoot", reference(root)),
        ("MarkInfo", dictionary([("Marked", DictItem::Bool(true))])),
        ("Lang", words(LANGUAGE)),
    ];
    Structure { catalog, objects }
}

fn dictionary<'a>(entries: impl IntoIterator<Item = (&'a str, DictItem)>) -> DictItem {
    let map: BTreeMap<String, DictItem> =
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    DictItem::Dict { map }
}

fn name(name: &str) -> DictItem {
    DictItem::Name(name.as_bytes().to_vec())
}

fn number(value: usize) -> DictItem {
    DictItem::Int(i64::try_from(value).unwrap_or(i64::MAX))
}

fn reference((obj, generation): Id) -> DictItem {
    DictItem::Ref { obj, r#gen: generation }
}

/// A text string: ASCII as it is, everything else in UTF-16 with a mark.
fn words(words: &str) -> DictItem {
    if words.is_ascii() {
        return DictItem::String { data: words.as_bytes().to_vec(), literal: true };
    }
    let units = words.encode_utf16().flat_map(u16::to_be_bytes);
    DictItem::Bytes([0xfe, 0xff].into_iter().chain(units).collect())
}
