//! Reads ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::source::{Source, root};

const ROOMS: &str = "<!-- layers: read by tests/layers -->";
const FILES: &str = "<!-- files: written by tests/layers -->";
const FLOW: &str = "## The flow";

/// The text of ARCHITECTURE.md.
pub(crate) struct Document {
    text: String,
}

impl Document {
    fn path() -> PathBuf {
        root().join("ARCHITECTURE.md")
    }

    pub(crate) fn read() -> Self {
        Self { text: std::fs::read_to_string(Self::path()).expect("ARCHITECTURE.md is there") }
    }

    fn after(&self, marker: &str) -> &str {
        let parts = self.text.split_once(marker);
        parts.unwrap_or_else(|| panic!("ARCHITECTURE.md has no `{marker}`")).1
    }

    /// The cells of the first table after a marker whose rows begin with a name in back-ticks.
    fn table(&self, marker: &str) -> Vec<Vec<&str>> {
        let lines = self.after(marker).lines();
        let rows = lines.skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
        rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    /// The rooms in the order of the table.
    pub(crate) fn order(&self) -> Vec<String> {
        self.table(ROOMS).iter().map(|cells| cells[0].trim_matches('`').to_owned()).collect()
    }

    /// The rooms with what they may import; `every stage` means all.
    pub(crate) fn rooms(&self) -> BTreeMap<String, Vec<String>> {
        let rooms = self.table(ROOMS);
        let allowed = rooms.iter().map(|cells| cells[2].split_whitespace().map(str::to_owned).collect());
        self.order().into_iter().zip(allowed).collect()
    }

    /// The rooms under the arrows of the flow; `quilt · cut` are two.
    pub(crate) fn rooms_of_the_flow(&self) -> Vec<String> {
        let drawing = self.after(FLOW).lines().skip_while(|line| !line.starts_with("    "));
        let last = drawing.take_while(|line| line.starts_with("    ")).last().expect("the flow is drawn");
        let words = last.split(|c: char| c.is_whitespace() || c == '·');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// The types of the table below the flow.
    pub(crate) fn types(&self) -> Vec<String> {
        let cells = self.table(FLOW);
        let names = cells.iter().flat_map(|cells| cells[0].split(", "));
        names.map(|name| name.trim_matches('`').to_owned()).collect()
    }

    /// The list of files in the document.
    pub(crate) fn file_list(&self) -> String {
        let lines = self.after(FILES).lines().skip(1).skip_while(|line| line.is_empty());
        lines.take_while(|line| line.starts_with("    ")).map(|line| format!("{line}\n")).collect()
    }

    /// Replaces the list of files in the document.
    pub(crate) fn bless(&self, list: &str) {
        let (before, after) = self.text.split_once(FILES).expect("the list is marked");
        let rest = after.replacen(&self.file_list(), "", 1);
        let rest = rest.trim_start_matches('\n');
        std::fs::write(Self::path(), format!("{before}{FILES}\n\n{list}\n{rest}")).expect("writable");
    }
}

/// The contents of `src`, one line for each folder: files without extension, and folders.
pub(crate) fn file_list(sources: &[&Source]) -> String {
    let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let parts: Vec<&str> = source.path.split('/').collect();
        for (depth, name) in parts.iter().enumerate() {
            let entry = if depth + 1 < parts.len() { format!("{name}/") } else { name.replace(".rs", "") };
            folders.entry(parts[..depth].join("/")).or_default().insert(entry);
        }
    }
    folders.iter().map(|(folder, entries)| lines(folder, entries)).collect()
}

/// A folder and its contents, in lines of at most 120 characters.
fn lines(folder: &str, entries: &BTreeSet<String>) -> String {
    let mut text = format!("    src/{folder}{}", if folder.is_empty() { "" } else { "/" });
    let mut width = text.len();
    // `mod` is left out: every folder has one.
    for entry in entries.iter().filter(|entry| *entry != "mod") {
        if width + 1 + entry.len() > 120 {
            text += "\n       ";
            width = 7;
        }
        text += &format!(" {entry}");
        width += 1 + entry.len();
    }
    text + "\n"
}
