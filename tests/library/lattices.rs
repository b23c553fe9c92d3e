//! Checks that only the room of lattices names them: the rest of the program asks a lattice what it can do.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file below a folder, but not those of the lattices themselves.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() && !path.ends_with("tiling/src/lattice") {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a file that are neither comments nor tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_test = |(_, line): &(usize, &str)| line.starts_with("#[cfg(test)]");
    let lines = (1..).zip(text.lines()).take_while(move |line| !is_test(line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn only_the_lattice_room_names_lattices() {
    let mut all = Vec::new();
    for folder in ["src", "crates"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    assert!(all.len() > 200, "only {} files found", all.len());
    let mut named = Vec::new();
    // Examples and tests of crates are their users.
    let is_user = |file: &Path| {
        file.ends_with("tests.rs")
            || file
                .components()
                .any(|part| ["examples", "tests"].iter().any(|user| part.as_os_str() == *user))
    };
    for file in all.iter().filter(|file| !is_user(file)) {
        let text = fs::read_to_string(file).expect("readable");
        for (number, line) in code(&text) {
            let names = [
                "Square",
                "Hex",
                "Triangle",
                "Rhombille",
                "Tetrakis",
                "Kite",
                "Trihexagonal",
                "Kisrhombille",
            ];
            if names.iter().any(|name| line.contains(&format!("Lattice::{name}"))) {
                named.push(format!("{}:{number}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(named.is_empty(), "ask the lattice what it can do instead:\n{}", named.join("\n"));
}
