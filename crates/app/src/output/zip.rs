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
pub fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = Archive::default();
    files.into_iter().for_each(|(name, bytes)| archive.add(name, bytes));
    archive.finish()
}

/// The same for files that come one by one.
pub(crate) struct Archive(zip::ZipWriter<Cursor<Vec<u8>>>);

impl Default for Archive {
    fn default() -> Self {
        Self(zip::ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl Archive {
    pub(crate) fn add(&mut self, name: &str, bytes: &[u8]) {
        let options = SimpleFileOptions::default().unix_permissions(0o644);
        self.0.start_file(name, options).expect("names differ");
        self.0.write_all(bytes).expect("memory takes all");
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.finish().expect("memory takes all").into_inner()
    }
}
