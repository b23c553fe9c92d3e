//! Writes a document around its pages: layers, pictures, outline, and what is said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::types::PageMode;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Settings, TextStr};
use sha2::{Digest, Sha256};

use super::super::RenderError;
use super::PdfOptions;
use super::page::{self, Page, points};
use super::tags::{self, Tags};
use super::typefaces::Typefaces;
use crate::color::Picture;
use crate::drawing::{Drawing, Item, Medium, Role};

/// The first version of PDF with all features used here: layers came with 1.5, OpenType programs with 1.6.
const VERSION: (u8, u8) = (1, 6);

/// The language of all words that the program writes.
const LANGUAGE: TextStr<'_> = TextStr("en-US");

/// No blanks that only people read.
pub(super) const SETTINGS: Settings = Settings { pretty: false };

/// A document while it is written.
pub(super) struct Document {
    pdf: Pdf,
    /// The last number of an object.
    last: Ref,
    catalog: Ref,
    tree: Ref,
    layers: BTreeMap<Role, Ref>,
    pictures: BTreeMap<String, Ref>,
    pages: Vec<Ref>,
    typefaces: Typefaces,
}

impl Document {
    /// Begins a document for these drawings, with the layers and the pictures of all of them.
    pub(super) fn with(drawings: &[Drawing]) -> Self {
        let mut pdf = Pdf::with_settings(SETTINGS);
        pdf.set_version(VERSION.0, VERSION.1);
        let [catalog, tree] = [1, 2].map(Ref::new);
        let mut document = Self {
            pdf,
            last: tree,
            catalog,
            tree,
            layers: BTreeMap::new(),
            pictures: BTreeMap::new(),
            pages: Vec::new(),
            typefaces: Typefaces::default(),
        };
        document.add_layers(drawings);
        document.add_pictures(drawings);
        document
    }

    /// A number for a new object.
    fn new_id(&mut self) -> Ref {
        next(&mut self.last)
    }

    /// A layer for each role that is drawn, in the order of roles. It has the same name in every medium.
    fn add_layers(&mut self, drawings: &[Drawing]) {
        let used: BTreeSet<Role> = drawings.iter().flat_map(roles).collect();
        for role in used {
            let id = self.new_id();
            let mut layer = self.pdf.indirect(id).dict();
            layer.pair(Name(b"Type"), Name(b"OCG"));
            layer.pair(Name(b"Name"), TextStr(role.style(Medium::Print).layer));
            layer.finish();
            self.layers.insert(role, id);
        }
    }

    /// The pictures by their names, as they are: readers decode JPEG themselves (ISO 32000-1:2008, 7.4.8).
    fn add_pictures(&mut self, drawings: &[Drawing]) {
        for picture in drawings.iter().flat_map(pictures) {
            if self.pictures.contains_key(picture.name()) {
                continue;
            }
            let id = self.new_id();
            let (width, height) = picture.size();
            let mut image = self.pdf.image_xobject(id, picture.jpeg());
            image.filter(Filter::DctDecode);
            image.width(number(width)).height(number(height)).bits_per_component(8);
            image.color_space().device_rgb();
            image.finish();
            self.pictures.insert(picture.name().to_owned(), id);
        }
    }

    /// Adds a page; tags, if there are some, mark what is on it.
    pub(super) fn page(&mut self, drawing: &Drawing, tags: Option<&mut Tags>) {
        let place = number(self.pages.len());
        let is_tagged = tags.is_some();
        let Page { content, fonts } =
            page::page(drawing, &mut self.typefaces, tags, &mut || next(&mut self.last));
        let [id, of_content] = [self.new_id(), self.new_id()];
        self.pages.push(id);
        self.pdf.stream(of_content, &packed(&content)).filter(Filter::FlateDecode);

        let mut page = self.pdf.page(id);
        let whole = Rect::new(0.0, 0.0, points(drawing.width()), points(drawing.height()));
        page.media_box(whole).crop_box(whole).trim_box(whole);
        page.parent(self.tree).contents(of_content);
        if is_tagged {
            page.struct_parents(place);
            // Readers follow the structure when they move from part to part.
            page.pair(Name(b"Tabs"), Name(b"S"));
        }
        let mut resources = page.resources();
        let mut references = |kind: &[u8], names: &mut dyn Iterator<Item = (&str, Ref)>| {
            let mut names = names.peekable();
            if names.peek().is_some() {
                let mut list = resources.insert(Name(kind)).dict();
                list.pairs(names.map(|(name, id)| (Name(name.as_bytes()), id)));
            }
        };
        let shown: BTreeSet<&str> = pictures(drawing).map(Picture::name).collect();
        let used: BTreeMap<String, Ref> =
            roles(drawing).map(|role| (page::layer_name(role), self.layers[&role])).collect();
        references(b"Properties", &mut used.iter().map(|(name, &id)| (name.as_str(), id)));
        references(b"Font", &mut fonts.iter().map(|(name, &id)| (name.as_str(), id)));
        references(b"XObject", &mut shown.iter().map(|&name| (name, self.pictures[name])));
    }

    /// Writes what the pages have in common, unless it is stopped before.
    pub(super) fn finish(
        mut self,
        drawings: &[Drawing],
        tags: &[Tags],
        options: &PdfOptions<'_>,
    ) -> Result<Vec<u8>, RenderError> {
        self.pdf.pages(self.tree).kids(self.pages.iter().copied()).count(number(self.pages.len()));
        self.typefaces.write(&mut self.pdf, &mut || next(&mut self.last));
        options.stop.check()?;
        let structure = (!tags.is_empty()).then(|| {
            let root = self.new_id();
            tags::structure(tags, &self.pages, root, &mut self.pdf, &mut || next(&mut self.last));
            root
        });
        let outline = options.bookmarks.then(|| self.outline(drawings));
        self.catalog(structure, outline);
        self.information(options);
        options.stop.check()?;
        // The identity of a document is computed from the document.
        let identity = Sha256::digest(self.pdf.as_bytes())[..16].to_vec();
        self.pdf.set_file_id((identity.clone(), identity));
        Ok(self.pdf.finish())
    }

    /// Every title leads to its page.
    fn outline(&mut self, drawings: &[Drawing]) -> Ref {
        let outline = self.new_id();
        let marks: Vec<Ref> = drawings.iter().map(|_| self.new_id()).collect();
        for (i, (drawing, &page)) in drawings.iter().zip(&self.pages).enumerate() {
            let mut mark = self.pdf.outline_item(marks[i]);
            mark.title(TextStr(drawing.title())).parent(outline);
            if i > 0 {
                mark.prev(marks[i - 1]);
            }
            if let Some(&next) = marks.get(i + 1) {
                mark.next(next);
            }
            mark.dest().page(page).xyz(0.0, points(drawing.height()), None);
        }
        let mut whole = self.pdf.outline(outline);
        if let (Some(&first), Some(&last)) = (marks.first(), marks.last()) {
            whole.first(first).last(last).count(number(marks.len()));
        }
        whole.finish();
        outline
    }

    fn catalog(&mut self, structure: Option<Ref>, outline: Option<Ref>) {
        let mut catalog = self.pdf.catalog(self.catalog);
        catalog.pages(self.tree);
        catalog.page_mode(if outline.is_some() { PageMode::UseOutlines } else { PageMode::UseNone });
        if let Some(outline) = outline {
            catalog.outlines(outline);
        }
        let mut viewer = catalog.viewer_preferences();
        viewer.pair(Name(b"PrintScaling"), Name(b"None"));
        viewer.display_doc_title(structure.is_some());
        viewer.finish();
        if let Some(structure) = structure {
            catalog.pair(Name(b"StructTreeRoot"), structure);
            catalog.mark_info().marked(true);
            catalog.lang(LANGUAGE);
        }
        if !self.layers.is_empty() {
            let layers = || self.layers.values().copied();
            let mut properties = catalog.insert(Name(b"OCProperties")).dict();
            properties.insert(Name(b"OCGs")).array().items(layers());
            properties.insert(Name(b"D")).dict().insert(Name(b"Order")).array().items(layers());
        }
    }

    /// Says nothing for which there is no true value.
    fn information(&mut self, options: &PdfOptions<'_>) {
        let id = self.new_id();
        let mut information = self.pdf.document_info(id);
        information.creator(TextStr(concat!("piecework ", env!("CARGO_PKG_VERSION"))));
        information.producer(TextStr("pdf-writer"));
        let entries = [
            ("Title", options.title),
            ("Author", options.author),
            ("Subject", options.metadata.unwrap_or_default()),
        ];
        for (key, words) in entries.into_iter().filter(|(_, words)| !words.is_empty()) {
            information.pair(Name(key.as_bytes()), TextStr(words));
        }
    }
}

/// Returns the number after the last one.
fn next(last: &mut Ref) -> Ref {
    *last = Ref::new(last.get() + 1);
    *last
}

/// A number of things.
fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Compresses a stream.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes every byte")
}

fn roles(drawing: &Drawing) -> impl Iterator<Item = Role> {
    drawing.layers().iter().map(|layer| layer.role)
}

/// The pictures that a page shows.
fn pictures(drawing: &Drawing) -> impl Iterator<Item = &Picture> {
    let is_print = drawing.medium() == Medium::Print;
    let items = drawing.layers().iter().flat_map(|layer| &layer.items).filter(move |_| is_print);
    items.filter_map(|item| match item {
        Item::Path(path) => Some(path.picture()?.picture()),
        Item::Text(_) => None,
    })
}
