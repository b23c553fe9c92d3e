//! Writes a document around its pages: layers, pictures, outline, and what is said of it.
//!
//! Of a page only its packed content is kept, with what the document must know of it. Numbers of objects come when all
//! pages are there, because layers and pictures of all of them are first in the file.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::PageMode;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use sha2::{Digest, Sha256};

use super::super::RenderError;
use super::page::{self, SETTINGS, points};
use super::tags::{self, Tags};
use super::typefaces::{Typefaces, packed};
use super::{PdfOptions, check_size};
use crate::color::Picture;
use crate::drawing::{Drawing, Item, Medium, Role, Weight};
use piecework_tiling::budget::Kept;

/// The first version of PDF with all features used here: layers came with 1.5, OpenType programs with 1.6.
const VERSION: (u8, u8) = (1, 6);

/// The language of all words that the program writes.
const LANGUAGE: TextStr<'_> = TextStr("en-US");

/// A document whose pages come one by one: a drawing can be forgotten as soon as it is a page.
#[derive(Default)]
pub struct PdfDocument {
    pages: Vec<PackedPage>,
    typefaces: Typefaces,
    pictures: Vec<Picture>,
}

/// What is kept of a page.
struct PackedPage {
    title: String,
    width: f64,
    height: f64,
    content: Vec<u8>,
    roles: Vec<Role>,
    fonts: Vec<Weight>,
    pictures: BTreeSet<String>,
    tags: Option<Tags>,
    kept: Kept,
}

impl PdfDocument {
    /// Adds a page.
    ///
    /// # Errors
    /// [`RenderError::PageSize`], and [`RenderError::Stopped`].
    pub fn page(&mut self, drawing: &Drawing, options: &PdfOptions<'_>) -> Result<(), RenderError> {
        options.stop.check()?;
        check_size(drawing)?;
        let mut tags = options.tagged.then(|| Tags::of(drawing));
        let page = page::page(drawing, &mut self.typefaces, tags.as_mut());
        let shown: BTreeSet<&str> = pictures(drawing).map(Picture::name).collect();
        for picture in pictures(drawing) {
            if self.pictures.iter().all(|known| known.name() != picture.name()) {
                self.pictures.push(picture.clone());
            }
        }
        let content = packed(&page.content);
        self.pages.push(PackedPage {
            kept: options.stop.keep(content.len()),
            content,
            title: drawing.title().to_owned(),
            width: drawing.width(),
            height: drawing.height(),
            roles: drawing.layers().iter().map(|layer| layer.role).collect(),
            fonts: page.fonts,
            pictures: shown.into_iter().map(str::to_owned).collect(),
            tags,
        });
        Ok(())
    }

    /// Writes the document.
    ///
    /// # Errors
    /// [`RenderError::NoPage`] if it has none, and [`RenderError::Stopped`].
    pub fn finish(mut self, options: &PdfOptions<'_>) -> Result<Vec<u8>, RenderError> {
        if self.pages.is_empty() {
            return Err(RenderError::NoPage);
        }
        let mut writer = Writer::new(self.pages.iter().map(|page| page.content.len()).sum());
        writer.add_layers(self.pages.iter().flat_map(|page| page.roles.iter().copied()).collect());
        writer.add_pictures(&self.pictures);
        for page in &mut self.pages {
            options.stop.check()?;
            writer.page(page);
        }
        writer.finish(&self, options)
    }
}

/// Writes objects, each with its number.
struct Writer {
    pdf: Pdf,
    /// The last number of an object.
    last: Ref,
    catalog: Ref,
    tree: Ref,
    layers: BTreeMap<Role, Ref>,
    pictures: BTreeMap<String, Ref>,
    typefaces: Vec<(Weight, Ref)>,
    pages: Vec<Ref>,
}

impl Writer {
    /// Begins a document whose pages take so many bytes.
    fn new(bytes: usize) -> Self {
        let mut pdf = Pdf::with_settings_and_capacity(SETTINGS, bytes + bytes / 4);
        pdf.set_version(VERSION.0, VERSION.1);
        let [catalog, tree] = [1, 2].map(Ref::new);
        let (layers, pictures) = (BTreeMap::new(), BTreeMap::new());
        let (typefaces, pages) = (Vec::new(), Vec::new());
        Self { pdf, last: tree, catalog, tree, layers, pictures, typefaces, pages }
    }

    /// A number for a new object.
    fn new_id(&mut self) -> Ref {
        next(&mut self.last)
    }

    /// A layer for each role that is drawn, in the order of roles. It has the same name in every medium.
    fn add_layers(&mut self, used: BTreeSet<Role>) {
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
    fn add_pictures(&mut self, pictures: &[Picture]) {
        for picture in pictures {
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

    /// Writes a page, and forgets its content.
    fn page(&mut self, packed: &mut PackedPage) {
        let place = number(self.pages.len());
        for &weight in &packed.fonts {
            if self.typefaces.iter().all(|(known, _)| *known != weight) {
                let id = self.new_id();
                self.typefaces.push((weight, id));
            }
        }
        let [id, of_content] = [self.new_id(), self.new_id()];
        self.pages.push(id);
        let (content, _) = (std::mem::take(&mut packed.content), std::mem::take(&mut packed.kept));
        self.pdf.stream(of_content, &content).filter(Filter::FlateDecode);

        let mut page = self.pdf.page(id);
        let whole = Rect::new(0.0, 0.0, points(packed.width), points(packed.height));
        page.media_box(whole).crop_box(whole).trim_box(whole);
        page.parent(self.tree).contents(of_content);
        if packed.tags.is_some() {
            page.struct_parents(place);
            // Readers follow the structure when they move from part to part.
            page.pair(Name(b"Tabs"), Name(b"S"));
        }
        let mut resources = page.resources();
        let mut references = |kind: &[u8], names: BTreeMap<String, Ref>| {
            if !names.is_empty() {
                let mut list = resources.insert(Name(kind)).dict();
                list.pairs(names.iter().map(|(name, &id)| (Name(name.as_bytes()), id)));
            }
        };
        let of_page = self.typefaces.iter().filter(|(weight, _)| packed.fonts.contains(weight));
        let fonts = of_page.map(|&(weight, id)| (page::font_name(weight), id)).collect();
        let used = packed.roles.iter().map(|role| (page::layer_name(*role), self.layers[role])).collect();
        let shown = packed.pictures.iter().map(|name| (name.clone(), self.pictures[name])).collect();
        references(b"Properties", used);
        references(b"Font", fonts);
        references(b"XObject", shown);
    }

    /// Writes what the pages have in common, unless it is stopped before.
    fn finish(mut self, document: &PdfDocument, options: &PdfOptions<'_>) -> Result<Vec<u8>, RenderError> {
        self.pdf.pages(self.tree).kids(self.pages.iter().copied()).count(number(self.pages.len()));
        document.typefaces.write(&self.typefaces, &mut self.pdf, &mut || next(&mut self.last));
        options.stop.check()?;
        let tags: Vec<&Tags> = document.pages.iter().filter_map(|page| page.tags.as_ref()).collect();
        let structure = (!tags.is_empty()).then(|| {
            let root = self.new_id();
            tags::structure(&tags, &self.pages, root, &mut self.pdf, &mut || next(&mut self.last));
            root
        });
        let outline = options.bookmarks.then(|| self.outline(&document.pages));
        self.catalog(structure, outline);
        self.information(options);
        options.stop.check()?;
        // The identity of a document is computed from the document.
        let identity = Sha256::digest(self.pdf.as_bytes())[..16].to_vec();
        self.pdf.set_file_id((identity.clone(), identity));
        Ok(self.pdf.finish())
    }

    /// Every title leads to its page.
    fn outline(&mut self, pages: &[PackedPage]) -> Ref {
        let outline = self.new_id();
        let marks: Vec<Ref> = pages.iter().map(|_| self.new_id()).collect();
        for (i, (packed, &page)) in pages.iter().zip(&self.pages).enumerate() {
            let mut mark = self.pdf.outline_item(marks[i]);
            mark.title(TextStr(&packed.title)).parent(outline);
            if i > 0 {
                mark.prev(marks[i - 1]);
            }
            if let Some(&next) = marks.get(i + 1) {
                mark.next(next);
            }
            mark.dest().page(page).xyz(0.0, points(packed.height), None);
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

/// The pictures that a page shows.
fn pictures(drawing: &Drawing) -> impl Iterator<Item = &Picture> {
    let is_print = drawing.medium() == Medium::Print;
    let items = drawing.layers().iter().flat_map(|layer| &layer.items).filter(move |_| is_print);
    items.filter_map(|item| match item {
        Item::Path(path) => Some(path.picture()?.picture()),
        Item::Text(_) => None,
    })
}
