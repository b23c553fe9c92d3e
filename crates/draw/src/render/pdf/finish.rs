//! Corrects what printpdf 0.12.8 gets wrong, before the document is written.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use lopdf::{Document, Object, ObjectId};
use printpdf::{DictItem, PdfDocument, PdfSaveOptions};
use sha2::{Digest, Sha256};

use super::super::RenderError;
use super::tags::{self, Tags};
use piecework_tiling::stop::StopFlag;

/// The first version of PDF with all features used here: layers came with 1.5, OpenType programs with 1.6.
const VERSION: &str = "1.6";

/// What printpdf always writes; otherwise the document would be invalid.
const WRITES: &str = "printpdf writes a catalog and an information dictionary";

/// Entries of the document information for which there is no true value.
const UNSAID: [&str; 6] = ["GTS_PDFXVersion", "CreationDate", "ModDate", "Identifier", "Keywords", "Trapped"];

/// Finishes the document and writes it, unless it is stopped before.
pub(super) fn finish(document: &PdfDocument, tags: &[Tags], stop: &StopFlag) -> Result<Vec<u8>, RenderError> {
    stop.check()?;
    let mut warnings = Vec::new();
    let mut file = document.to_lopdf_document(&PdfSaveOptions::default(), &mut warnings);
    debug_assert!(warnings.is_empty(), "{warnings:?}");
    // printpdf says 1.3, which has no layers.
    file.version = VERSION.into();

    let catalog = file.catalog_mut().expect(WRITES);
    // printpdf writes the mode as a string, which readers ignore.
    let mode = if document.bookmarks.map.is_empty() { "UseNone" } else { "UseOutlines" };
    catalog.set("PageMode", mode);
    let scaling = ("PrintScaling".into(), DictItem::Name(b"None".into()));
    let mut viewer = BTreeMap::from([scaling]);
    if !tags.is_empty() {
        viewer.insert("DisplayDocTitle".into(), DictItem::Bool(true));
    }
    catalog.set("ViewerPreferences", DictItem::Dict { map: viewer }.to_lopdf());

    // printpdf claims PDF/X with an empty version, and a creation date in 1970.
    let info = file.trailer.get(b"Info").and_then(|info| info.as_reference()).expect(WRITES);
    let info = file.get_dictionary_mut(info).expect(WRITES);
    UNSAID.iter().for_each(|key| drop(info.remove(key.as_bytes())));
    let metadata = &document.metadata.info;
    for (key, words) in [("Subject", &metadata.subject), ("Author", &metadata.author)] {
        if words.is_empty() {
            info.remove(key.as_bytes());
        }
    }

    if !tags.is_empty() {
        let pages: Vec<(u32, u16)> = file.get_pages().into_values().collect();
        let structure = tags::structure(tags, &pages, &mut || file.new_object_id());
        for (number, &page) in (0..).zip(&pages) {
            let page = file.get_dictionary_mut(page).expect(WRITES);
            page.set("StructParents", DictItem::Int(number).to_lopdf());
            // Readers follow the structure when they move from part to part.
            page.set("Tabs", DictItem::Name(b"S".into()).to_lopdf());
        }
        for (id, object) in structure.objects {
            file.set_object(id, object.to_lopdf());
        }
        let catalog = file.catalog_mut().expect(WRITES);
        for (key, value) in structure.catalog {
            catalog.set(key, value.to_lopdf());
        }
    }

    renumber(&mut file);
    stop.check()?;
    file.compress();
    stop.check()?;

    // printpdf takes the identity of the document from a counter of the process. Ours is computed from the
    // document.
    file.trailer.remove(b"ID");
    let digest = Sha256::digest(written(&mut |bytes| file.save_to(bytes)));
    let id = DictItem::Bytes(digest[..16].to_vec());
    file.trailer.set("ID", DictItem::Array(vec![id.clone(), id]).to_lopdf());
    stop.check()?;
    Ok(written(&mut |bytes| file.save_to(bytes)))
}

/// Drops objects that nothing refers to, and numbers the others, pages in their order.
///
/// lopdf 0.44 can do both, in quadratic time: 14 s for a catalogue of 2339 solutions.
fn renumber(file: &mut Document) {
    let mut kept: BTreeSet<ObjectId> = BTreeSet::new();
    let mut waiting = Vec::new();
    file.trailer.iter_mut().for_each(|(_, value)| references(value, &mut |id| waiting.push(*id)));
    while let Some(id) = waiting.pop() {
        if let Some(object) = file.objects.get_mut(&id).filter(|_| kept.insert(id)) {
            references(object, &mut |id| waiting.push(*id));
        }
    }
    let pages: Vec<ObjectId> = file.get_pages().into_values().collect();
    let in_order: BTreeSet<ObjectId> = pages.iter().copied().collect();
    let places: BTreeMap<ObjectId, ObjectId> = pages.into_iter().zip(in_order).collect();
    let numbers: BTreeMap<ObjectId, u32> = kept.iter().copied().zip(1..).collect();
    let number = |id: &mut ObjectId| {
        if kept.contains(id) {
            let place = places.get(id).unwrap_or(id);
            *id = (numbers[place], id.1);
        }
    };
    file.trailer.iter_mut().for_each(|(_, value)| references(value, &mut &number));
    let all = std::mem::take(&mut file.objects).into_iter().filter(|(id, _)| kept.contains(id));
    file.objects = all
        .map(|(mut id, mut object)| {
            number(&mut id);
            references(&mut object, &mut &number);
            (id, object)
        })
        .collect();
    file.max_id = u32::try_from(file.objects.len()).unwrap_or(u32::MAX);
}

/// Visits every reference in an object.
fn references(object: &mut Object, visit: &mut dyn FnMut(&mut ObjectId)) {
    match object {
        Object::Array(values) => values.iter_mut().for_each(|value| references(value, visit)),
        Object::Dictionary(dictionary) => {
            dictionary.iter_mut().for_each(|(_, value)| references(value, visit));
        }
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, value)| references(value, visit)),
        Object::Reference(id) => visit(id),
        _ => {}
    }
}

fn written(save: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(&mut bytes).expect("memory takes every byte");
    bytes
}
