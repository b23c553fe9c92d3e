//! Packs files as a ZIP archive.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;

/// Packs files in this order: the same bytes every time, because an archive has no dates of ours.
///
/// # Panics
/// If two files have one name, or with more than an archive holds: 4 GiB a file.
///
/// # Examples
/// ```
/// use piecework_app::output::zip;
///
/// let files = [("a.txt", b"one".as_slice()), ("b.txt", b"two")];
/// let packed = zip(files);
/// assert!(packed.starts_with(b"PK") && packed == zip(files));
/// ```
#[must_use]
pub fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().unix_permissions(0o644);
    for (name, bytes) in files {
        archive.start_file(name, options).expect("names differ");
        archive.write_all(bytes).expect("memory takes all");
    }
    archive.finish().expect("memory takes all").into_inner()
}
