//! Checks that ARCHITECTURE.md lists every crate, what each uses, as Cargo has it, and that none is over its budget of lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// For each crate, the crates of this workspace that it uses; tests do not count.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// What `cargo metadata` says.
fn built() -> Uses {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    let uses = |package: &Value| {
        let used = package["dependencies"].as_array().expect("dependencies").iter();
        let used = used.filter(|used| used["kind"].is_null() && !used["path"].is_null());
        used.map(|used| text(&used["name"])).collect()
    };
    packages.iter().map(|package| (text(&package["name"]), uses(package))).collect()
}

/// The cells of each row of the table of crates.
fn rows() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).expect("readable");
    let table = text.split("<!-- crates:").nth(1).expect("the table").lines();
    let rows = table.skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The crate of a row.
fn name(row: &[String]) -> String {
    row[0].split('`').nth(1).expect("a name").to_owned()
}

/// What the table says.
fn written() -> Uses {
    let uses = |row: &[String]| row[2].split_whitespace().map(|used| format!("piecework-{used}")).collect();
    rows().iter().map(|row| (name(row), uses(row))).collect()
}

#[test]
fn the_table_of_crates_is_what_cargo_builds() {
    assert_eq!(written(), built(), "left: ARCHITECTURE.md, right: cargo metadata");
}

/// Every Rust file below a folder.
pub(super) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_library_reads_the_clock_that_also_runs_in_a_page() {
    let mut found = Vec::new();
    for name in ["tiling", "solve", "draw", "quilt", "cut", "sheet", "app", "web"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src"), &mut found);
    }
    assert!(found.len() > 200, "{} files", found.len());
    for path in found {
        let text = fs::read_to_string(&path).expect("readable");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = text.lines().filter(|line| line.contains("std::time::") && line.contains("Instant"));
        assert_eq!(
            lines.count(),
            0,
            "{}: std::time::Instant stops the program there; use web_time",
            path.display()
        );
    }
}

/// The lines of a file before its tests.
pub(super) fn production(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let begins_tests = |at: &usize| {
        let is_gate = ["#[cfg(test", "#[cfg(all(test"].iter().any(|gate| lines[*at].starts_with(gate));
        let after = lines[at + 1..].iter().find(|line| !line.is_empty() && !line.starts_with("#["));
        is_gate && after.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let end = (0..lines.len()).find(begins_tests).unwrap_or(lines.len());
    lines[..end].to_vec()
}

/// Counts the lines of code of a file: no blank lines, no comments, no tests; a line over 120 columns counts twice.
fn code(path: &Path) -> usize {
    if path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs") {
        return 0;
    }
    let text = fs::read_to_string(path).expect("readable");
    let lines = production(&text);
    let code = lines.iter().filter(|line| !line.is_empty() && !line.trim_start().starts_with("//"));
    code.map(|line| 1 + usize::from(line.chars().count() > 120)).sum()
}

#[test]
fn no_crate_is_larger_than_its_budget() {
    let rows = rows();
    let budget = |row: &Vec<String>| row[3].replace(' ', "").parse::<usize>().expect("a number of lines");
    let mut all = 0;
    for row in &rows {
        let folder = match name(row).strip_prefix("piecework-") {
            None => PathBuf::from("src"),
            Some("templates" | "benches") => continue,
            Some(name) => Path::new("crates").join(name).join("src"),
        };
        let mut found = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder), &mut found);
        let lines: usize = found.iter().map(|path| code(path)).sum();
        let (name, most) = (name(row), budget(row));
        assert!(
            lines <= most,
            "{name} has {lines} lines of code, and ARCHITECTURE.md allows {most}: write which go instead"
        );
        assert!(lines > most / 2, "{name} has {lines} lines of code: lower its budget of {most}");
        all += lines;
    }
    assert!(all > 50_000, "{all} lines were counted");
}
