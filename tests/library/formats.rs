//! Checks that only the room of formats knows their names: other code asks what a format can do.

use std::fs;
use std::path::{Path, PathBuf};

use piecework::render::FORMATS;

/// Literals that only look like the name of a format, and what they are.
const OTHERS: [(&str, &str, &str); 21] = [
    ("crates/app/src/job/compare.rs", "png", "the ending of a picture of a comparison"),
    ("crates/app/src/job/earlier_files.rs", "png", "the ending of a picture"),
    ("crates/app/src/job/records.rs", "svg", "the ending of a file of tilings"),
    ("crates/cut/src/art/mod.rs", "pdf", "an ending that art cannot have"),
    ("crates/cut/src/art/mod.rs", "png", "the ending of a picture that is read"),
    ("crates/cut/src/art/mod.rs", "svg", "the ending of a drawing that is read"),
    ("crates/cut/src/art/pieces.rs", "svg", "the ending of a drawing that is read"),
    ("crates/cut/src/files.rs", "png", "the ending of a picture for a shop"),
    ("crates/cut/src/machine/mod.rs", "hpgl", "a machine"),
    ("crates/draw/src/artwork/error.rs", "svg", "the element around a drawing"),
    ("crates/draw/src/artwork/mod.rs", "svg", "the element around a drawing"),
    ("crates/quilt/src/files.rs", "png", "the ending of a picture of a quilt"),
    ("crates/quilt/src/pages/layouts.rs", "print", "the title of a picture"),
    ("crates/quilt/src/settings.rs", "pdf", "a file of a quilt, of several formats"),
    ("crates/quilt/src/settings.rs", "png", "a file of a quilt"),
    ("crates/quilt/src/settings.rs", "svg", "a file of a quilt"),
    ("crates/studio/src/responses.rs", "pdf", "a media type"),
    ("crates/studio/src/responses.rs", "png", "a media type"),
    ("crates/studio/src/responses.rs", "svg", "a media type"),
    ("crates/tiling/src/tiling/recognise.rs", "svg", "the ending of a file of tilings"),
    ("src/bin/piecework/make.rs", "png", "the ending of a picture"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments, features and tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//") && !line.contains("feature = ");
    text.lines().filter(is_code).collect::<Vec<&str>>().join("\n")
}

#[test]
fn names_of_formats_are_in_one_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    sources(&root.join("crates"), &mut found);
    sources(&root.join("src"), &mut found);
    let (mut named, mut allowed) = (Vec::new(), 0);
    for path in found {
        let name = path.strip_prefix(root).expect("inside").display().to_string();
        let own = ["crates/draw/src/render/", "crates/draw/src/check/"];
        let is_test = name.ends_with("tests.rs") || name.contains("/tests/");
        if is_test || own.iter().any(|room| name.starts_with(room)) {
            continue;
        }
        let code = code(&fs::read_to_string(&path).expect("readable"));
        for format in FORMATS.iter().filter(|format| code.contains(&format!("\"{}\"", format.name))) {
            match OTHERS.iter().any(|(file, word, _)| *file == name && *word == format.name) {
                true => allowed += 1,
                false => named.push(format!("{name}: \"{}\"", format.name)),
            }
        }
    }
    assert!(named.is_empty(), "a property of the row says what they need: {named:#?}");
    assert_eq!(allowed, OTHERS.len(), "what is not there any more is on the list");
}
