//! Names of files: which are safe everywhere, and which incomplete results get.
//!
//! Names are checked by a whitelist, because no list of bad names is ever complete. Incomplete results are
//! marked, and replace nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::error::OutputError;
use super::{FileSet, disk};
use piecework_tiling::text::{is_device, is_letter_or_digit, is_mark};

/// The longest name of a file in a set, in bytes: leaves room for the suffixes of temporary names below the
/// limit of 255.
const LONGEST: usize = 120;

/// Returns whether `name` is a plain file name on every system.
pub(super) fn is_safe(name: &str) -> bool {
    let allowed = |c: char| is_letter_or_digit(c) || is_mark(c) || matches!(c, '.' | '_' | '-');
    (1..=LONGEST).contains(&name.len())
        && name.chars().all(allowed)
        && name.starts_with(is_letter_or_digit)
        && !name.ends_with('.')
        // `nul.txt` opens a device too.
        && !is_device(&name.split('.').next().unwrap_or(name).to_ascii_lowercase())
}

/// The mark in a name.
const MARK: &str = "-partial";

/// Returns a free path for an incomplete result: `tilings-partial.txt` for `tilings.txt`, or
/// `tilings-partial-2.txt` and so on.
pub fn partial_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default();
    let name = |number: u32| {
        let mut name = stem.to_owned();
        name.push(if number == 1 { "-partial".to_owned() } else { format!("-partial-{number}") });
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push::<&OsStr>(extension);
        }
        path.with_file_name::<OsString>(name)
    };
    let is_free = |path: &PathBuf| !matches!(disk::kind(path), Ok(Some(_)));
    (1..=u32::MAX).map(name).find(is_free).unwrap_or_default()
}

impl FileSet {
    /// Returns the set with free names for incomplete files, which have `-partial` in their names: they get
    /// the first number at which none of them exists in `folder`, as in `-partial-2-`.
    ///
    /// # Errors
    /// As [`FileSet::add`].
    pub fn beside_partial(self, folder: &Path) -> Result<Self, OutputError> {
        let numbered = |name: &str, number: u32| match name.rsplit_once(MARK) {
            Some((stem, rest)) if number > 1 && rest.starts_with(['-', '.']) => {
                format!("{stem}{MARK}-{number}{rest}")
            }
            _ => name.to_owned(),
        };
        let exists = |name: String| matches!(disk::kind(&folder.join(name)), Ok(Some(_)));
        let partial = || self.names().filter(|name| name.contains(MARK));
        let is_free = |number: &u32| !partial().any(|name| exists(numbered(name, *number)));
        let number = (1..=u32::MAX).find(is_free).unwrap_or(1);
        let mut files = self.beside();
        for (name, content) in self.files {
            files.put(numbered(&name, number), content)?;
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_only() {
        for name in [
            "é",
            "ünï-cödé-quilt.svg",
            "五格骨牌-cut-1.dxf",
            "a",
            "quilt.svg",
            "003-l-tetromino.r12.dxf",
            "A_b-C.1",
            "console.txt",
            "com.svg",
            "nul1",
        ] {
            assert!(is_safe(name), "{name}");
        }
        let bad =
            ["", ".", "..", ".hidden", "-f", "a/b", "a\\b", "/etc/x", "../x", "C:x", "a b", "a\n", "×", "a."];
        let unseen =
            ["a\u{202E}b", "a\u{200B}", "\u{301}a", "a\u{2044}b", "a\u{FF0F}b", "a\u{3164}", "a\u{A0}b"];
        let devices = ["nul", "CON", "aux.svg", "com1", "LPT9.dxf", "com².svg"];
        for name in bad.into_iter().chain(unseen).chain(devices) {
            assert!(!is_safe(name), "{name}");
        }
        assert!(is_safe(&"a".repeat(120)) && !is_safe(&"五".repeat(41)));
        assert!(!is_safe(&"a".repeat(121)));
    }
}
