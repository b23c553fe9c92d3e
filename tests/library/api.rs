//! Compares the public names of every crate with docs/api.txt, but for those that are `#[doc(hidden)]`.
//!
//! `PIECEWORK_BLESS=1 cargo test --test library api` writes the list again; a name that goes needs a line in
//! CHANGELOG.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Crates, and the folders of their sources; the last is the front door.
const CRATES: [(&str, &str); 9] = [
    ("piecework_tiling", "crates/tiling/src"),
    ("piecework_solve", "crates/solve/src"),
    ("piecework_draw", "crates/draw/src"),
    ("piecework_quilt", "crates/quilt/src"),
    ("piecework_cut", "crates/cut/src"),
    ("piecework_sheet", "crates/sheet/src"),
    ("piecework_app", "crates/app/src"),
    ("piecework_studio", "crates/studio/src"),
    ("piecework", "src"),
];

/// Adds the public names of a module and of the public modules in it.
fn walk(module: &str, file: &Path, folder: &Path, names: &mut BTreeSet<String>) {
    let text = fs::read_to_string(file).expect("readable");
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().expect("one part at least");
    for (at, _) in text.match_indices("pub ") {
        // Methods and fields are indented by four or more; enums of `fault!` by exactly four, and what other
        // macros make by eight.
        let indent = text[..at].rsplit('\n').next().expect("a line");
        let item = &text[at + 4..];
        let outer = || text[..at].lines().rev().find(|line| !line.is_empty() && !line.starts_with(' '));
        let is_listed = match indent.len() {
            0 => true,
            4 => item.starts_with("enum "),
            8 => outer().is_some_and(|line| line.starts_with("macro_rules!")),
            _ => false,
        };
        if !is_listed || is_hidden(&text[..at]) {
            continue;
        }
        if let Some(used) = item.strip_prefix("use ") {
            let (used, _) = used.split_once(';').expect("an end");
            names.extend(reexported(used).into_iter().map(|name| format!("{module}::{name}")));
            continue;
        }
        let words = ["const fn", "fn", "struct", "enum", "trait", "const", "static", "type", "mod"];
        let found = words.iter().find_map(|word| Some((*word, item.strip_prefix(word)?.strip_prefix(' ')?)));
        let Some((word, rest)) = found else { continue };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())];
        if name.is_empty() {
            continue;
        }
        let path = format!("{module}::{name}");
        if word == "mod" && rest[name.len()..].starts_with(';') {
            let inner = folder.join(name);
            let own = folder.join(format!("{name}.rs"));
            let file = if own.exists() { own } else { inner.join("mod.rs") };
            walk(&path, &file, &inner, names);
        } else {
            names.insert(path);
        }
    }
}

/// Whether an item after this text is hidden from readers of the documentation.
fn is_hidden(before: &str) -> bool {
    let lines = before.lines().rev().skip(usize::from(!before.ends_with('\n'))).map(str::trim);
    lines
        .take_while(|line| line.starts_with("#[") || line.starts_with("///"))
        .any(|line| line == "#[doc(hidden)]")
}

/// The names that `pub use` gives: `a::{b, c as d}` gives `b` and `d`.
fn reexported(used: &str) -> Vec<String> {
    let (path, list) = used.split_once('{').map_or((used, None), |(path, list)| (path, Some(list)));
    let Some(list) = list else { return vec![last(path)] };
    list.trim_end_matches('}').split(',').map(last).filter(|name| !name.is_empty()).collect()
}

fn public_names() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    for (module, folder) in CRATES {
        let folder = root.join(folder);
        walk(module, &folder.join("lib.rs"), &folder, &mut names);
    }
    names
}

fn last(path: &str) -> String {
    let name = path.rsplit("::").next().expect("one part at least");
    name.rsplit(" as ").next().expect("one part at least").trim().to_owned()
}

/// Types begin with a capital; one name for two of them would make readers guess which is meant.
#[test]
fn no_two_public_types_of_a_crate_have_one_name() {
    let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
    for path in public_names() {
        let (module, name) = (path.split("::").next().unwrap_or_default().to_owned(), last(&path));
        let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        if let Some(other) = known.insert((module, name), path.clone()).filter(|_| is_type) {
            panic!("{other} and {path} have one name");
        }
    }
}

#[test]
fn public_names_are_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = public_names();
    let written: String = names.iter().map(|name| format!("{name}\n")).collect();
    let path = root.join("docs/api.txt");
    if std::env::var_os("PIECEWORK_BLESS").is_some() {
        fs::write(&path, &written).expect("writable");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    let new = names.iter().filter(|name| !page.lines().any(|line| line == **name));
    let gone = page.lines().filter(|line| !names.contains(*line));
    let (new, gone): (Vec<_>, Vec<_>) = (new.collect(), gone.collect());
    assert!(new.is_empty() && gone.is_empty(), "docs/api.txt is stale: new {new:?}, gone {gone:?}");
}
