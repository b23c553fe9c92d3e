//! Corrects what printpdf 0.12.8 gets wrong, before the document is written.
//!
//! Uses `to_lopdf_document` without naming a type of lopdf, so that printpdf alone chooses the version of
//! lopdf.

use std::collections::BTreeMap;
use std::io;

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

    file.prune_objects();
    file.renumber_objects();
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

fn written(save: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(&mut bytes).expect("memory takes every byte");
    bytes
}
