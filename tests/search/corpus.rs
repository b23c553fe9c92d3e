//! The corpus of known counts: puzzle files with their numbers of tilings and sources.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::source::Source;
use serde::Deserialize;

/// One puzzle of the corpus.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// All tilings; copies of a piece are identical.
    pub(crate) raw: u128,
    /// Tilings up to the symmetries of the region that keep the pieces.
    pub(crate) up_to_symmetry: u128,
    pub(crate) sources: Vec<String>,
    puzzle: serde_json::Value,
}

impl Entry {
    pub(crate) fn name(&self) -> &str {
        self.puzzle["name"].as_str().expect("a name")
    }

    pub(crate) fn puzzle(&self) -> Arc<Puzzle> {
        let source = Source::new(self.name(), self.puzzle.to_string());
        Arc::new(read_puzzle(&source, &Limits::default()).expect("a good puzzle"))
    }
}

/// The entries of all files, in the order of the names of the files.
pub(crate) fn entries() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |path: &PathBuf| -> Vec<Entry> {
        let text = std::fs::read_to_string(path).expect("readable");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.iter().flat_map(read).collect()
}
