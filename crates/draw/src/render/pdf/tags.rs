//! Gives a document the structure that screen readers read: pages as sections, titles as headings, lines of
//! words as paragraphs, everything drawn on a page as one figure with what it shows in words.
//!
//! Words are read in the order in which they were drawn, after the title of their page. Frames, rulers and
//! rules are artifacts, which readers skip.
//!
//! # Source
//! ISO 32000-1:2008, 14.6 to 14.9: marked content, logical structure, tagged PDF, natural language and
//! alternate descriptions.

use pdf_writer::types::StructRole;
use pdf_writer::writers::{StructElement, StructTreeRoot};
use pdf_writer::{Content, Finish, Name, Pdf, Ref, TextStr};

use crate::drawing::{Drawing, Reading, Text, Weight};
use crate::geometry::Point;

/// From this type size on bold words are a heading, in mm: 12 pt.
const HEADING: f64 = 12.0 * 25.4 / 72.0;
/// The most from one line of a paragraph to the next, in ems.
const NEXT_LINE: f64 = 1.6;
/// The marked content of one page.
#[derive(Debug, Default)]
pub(super) struct Tags {
    title: String,
    /// What the page shows, in words.
    shown: String,
    marks: Vec<Mark>,
}

/// What marked content is.
#[derive(Debug, Clone, Copy)]
enum Mark {
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

    /// Begins to mark words; `before` are the words written before these.
    pub(super) fn words(&mut self, text: &Text, before: Option<&Text>, content: &mut Content) {
        let is_heading = text.weight() != Weight::Regular && text.em() >= HEADING;
        let continues = before.is_some_and(|before| is_next_line(before, text));
        self.mark(if is_heading { Mark::Heading } else { Mark::Line { continues } }, content);
    }

    /// Begins to mark a part of the picture.
    pub(super) fn figure(&mut self, content: &mut Content) {
        self.mark(Mark::Figure, content);
    }

    fn mark(&mut self, kind: Mark, content: &mut Content) {
        let tag = match kind {
            Mark::Heading => "H1",
            Mark::Line { .. } => "P",
            Mark::Figure => "Figure",
        };
        content
            .begin_marked_content_with_properties(Name(tag.as_bytes()))
            .properties()
            .identify(number(self.marks.len()));
        self.marks.push(kind);
    }

    /// The elements of the page: their type, and the marked content of each. Headings are first.
    fn elements(&self) -> Vec<(StructRole, Vec<usize>)> {
        let mut elements: Vec<(StructRole, Vec<usize>)> = Vec::new();
        let (mut headings, mut figure) = (Vec::new(), Vec::new());
        for (index, kind) in self.marks.iter().enumerate() {
            match kind {
                Mark::Heading => headings.push((StructRole::H1, vec![index])),
                Mark::Figure => figure.push(index),
                Mark::Line { continues: true }
                    if elements.last().is_some_and(|(_, of)| of.last() == Some(&(index - 1))) =>
                {
                    if let Some((_, of)) = elements.last_mut() {
                        of.push(index);
                    }
                }
                Mark::Line { .. } => elements.push((StructRole::P, vec![index])),
            }
        }
        let figure = Some((StructRole::Figure, figure)).filter(|(_, marks)| !marks.is_empty());
        headings.into_iter().chain(figure).chain(elements).collect()
    }
}

/// Begins to mark content that readers skip.
pub(super) fn artifact(content: &mut Content) {
    content.begin_marked_content(Name(b"Artifact"));
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

/// Writes the structure of a document with these pages, from its root on; `new` makes numbers for objects. Page `i`
/// must get `StructParents i`.
pub(super) fn structure(
    tags: &[&Tags],
    pages: &[Ref],
    root: Ref,
    pdf: &mut Pdf,
    new: &mut dyn FnMut() -> Ref,
) {
    let document = new();
    let (mut sections, mut parents) = (Vec::new(), Vec::new());
    for (tags, &page) in tags.iter().zip(pages) {
        let (section, of_marks) = (new(), new());
        let mut parent_of = vec![section; tags.marks.len()];
        let mut kids = Vec::new();
        for (role, marks) in tags.elements() {
            let id = new();
            marks.iter().for_each(|&mark| parent_of[mark] = id);
            let mut element = pdf.struct_element(id);
            element.kind(role).parent(section).page(page);
            if role == StructRole::Figure {
                element.alt(TextStr(&tags.shown));
            }
            let mut children = element.children();
            marks.into_iter().for_each(|mark| {
                children.marked_content_id(number(mark));
            });
            children.finish();
            element.finish();
            kids.push(id);
        }
        pdf.indirect(of_marks).array().items(parent_of);
        let mut element = pdf.struct_element(section);
        element.kind(StructRole::Sect).parent(document).title(TextStr(&tags.title));
        children(element, &kids);
        sections.push(section);
        parents.push(of_marks);
    }
    let mut element = pdf.struct_element(document);
    element.kind(StructRole::Document).parent(root);
    children(element, &sections);

    let mut tree = pdf.indirect(root).start::<StructTreeRoot<'_>>();
    tree.children().item(document);
    let mut numbers = tree.parent_tree();
    let mut entries = numbers.nums();
    for (page, of_marks) in (0..).zip(parents) {
        entries.insert(page, of_marks);
    }
    entries.finish();
    numbers.finish();
    tree.parent_tree_next_key(number(tags.len()));
}

fn children(mut element: StructElement<'_>, kids: &[Ref]) {
    let mut children = element.children();
    for &kid in kids {
        children.struct_element(kid);
    }
}

fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
