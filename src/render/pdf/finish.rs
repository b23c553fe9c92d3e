//! Corrects what printpdf 0.12.8 gets wrong, before the document is written.
//!
//! Uses `to_lopdf_document` without naming a type of lopdf, so that printpdf alone chooses the version of lopdf.

use std::collections::BTreeMap;
use std::io;

use printpdf::{DictItem, PdfDocument, PdfSaveOptions};
use sha2::{Digest, Sha256};

/// The first version of PDF with all features used here: layers came with 1.5, OpenType programs with 1.6.
const VERSION: &str = "1.6";

/// What printpdf always writes; otherwise the document would be invalid.
const WRITES: &str = "printpdf writes a catalog and an information dictionary";

/// Entries of the document information for which there is no true value.
const UNSAID: [&str; 7] =
    ["GTS_PDFXVersion", "CreationDate", "ModDate", "Identifier", "Author", "Keywords", "Trapped"];

/// Finishes the document and writes it.
pub(super) fn finish(document: &PdfDocument) -> Vec<u8> {
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
    catalog.set("ViewerPreferences", DictItem::Dict { map: BTreeMap::from([scaling]) }.to_lopdf());

    // printpdf claims PDF/X with an empty version, and a creation date in 1970.
    let info = file.trailer.get(b"Info").and_then(|info| info.as_reference()).expect(WRITES);
    let info = file.get_dictionary_mut(info).expect(WRITES);
    UNSAID.iter().for_each(|key| drop(info.remove(key.as_bytes())));
    if document.metadata.info.subject.is_empty() {
        info.remove(b"Subject");
    }

    file.prune_objects();
    file.renumber_objects();
    file.compress();

    // printpdf takes the identity of the document from a counter of the process. Ours is computed from the document.
    file.trailer.remove(b"ID");
    let digest = Sha256::digest(written(&mut |bytes| file.save_to(bytes)));
    let id = DictItem::Bytes(digest[..16].to_vec());
    file.trailer.set("ID", DictItem::Array(vec![id.clone(), id]).to_lopdf());
    written(&mut |bytes| file.save_to(bytes))
}

fn written(save: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(&mut bytes).expect("memory takes every byte");
    bytes
}
