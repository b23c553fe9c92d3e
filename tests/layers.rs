//! The import table of ARCHITECTURE.md, kept true: every `crate::room` in the source must be allowed there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const MARKER: &str = "<!-- layers: read by tests/layers.rs -->";

/// The rooms with what they may import; `every stage` means all.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let (_, after) = text.split_once(MARKER).expect("the table is marked");
    let rows =
        after.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let allowed = columns[2].split_whitespace().map(str::to_owned).collect();
        (columns[0].trim_matches('`').to_owned(), allowed)
    })
    .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("src/bin") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The room a source file belongs to: the first part of its path below `src`.
fn room_of(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("src")).expect("below src");
    let first = inside.components().next().expect("not empty").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The names that follow `crate::` in a line of code; comments do not count, and neither do groups in braces, which
/// the style of this project does not use at the root.
fn imports(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("crate::")
        .filter(|&(at, _)| !code[..at].ends_with('$'))
        .map(|(at, found)| {
            let rest = &code[at + found.len()..];
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
        })
        .collect()
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let table = table();
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut broken = Vec::new();
    // A file of tests looks from outside, too.
    let looked_at = |path: &&PathBuf| !path.ends_with("src/lib.rs") && !path.ends_with("tests.rs");
    for path in files.iter().filter(looked_at) {
        let room = room_of(path);
        let allowed = table.get(&room).unwrap_or_else(|| panic!("room `{room}` is not in ARCHITECTURE.md"));
        let text = std::fs::read_to_string(path).expect("readable");
        // What stands behind the tests' line may use anything: tests look from outside.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            for name in imports(line) {
                let fits = name == room || allowed.contains(&name) || allowed.join(" ") == "every stage";
                if !fits {
                    broken.push(format!(
                        "{}:{}: `{room}` may not import `{name}`",
                        path.display(),
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn every_room_of_the_table_exists() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let rooms: Vec<String> = files.iter().map(|path| room_of(path)).collect();
    for room in table().keys() {
        assert!(rooms.contains(room), "ARCHITECTURE.md names the room `{room}`, but src has none");
    }
}

#[test]
fn imports_are_found_in_code_and_not_in_comments() {
    assert_eq!(imports("use crate::geometry::{Bounds, Point};"), ["geometry"]);
    assert_eq!(imports("    let x: crate::cut::Kerf = crate::quilt::y();"), ["cut", "quilt"]);
    assert!(imports("/// see crate::cut").is_empty());
}
