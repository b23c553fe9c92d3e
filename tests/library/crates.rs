//! Checks that ARCHITECTURE.md lists every crate, and what each uses, as Cargo has it.

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

/// What the table says.
fn written() -> Uses {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).expect("readable");
    let table = text.split("<!-- crates:").nth(1).expect("the table").lines();
    let rows = table.skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0].split('`').nth(1).expect("a name").to_owned();
        (name, cells[2].split_whitespace().map(|used| format!("piecework-{used}")).collect())
    };
    rows.map(row).collect()
}

#[test]
fn the_table_of_crates_is_what_cargo_builds() {
    assert_eq!(written(), built(), "left: ARCHITECTURE.md, right: cargo metadata");
}

/// Every Rust file below a folder.
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
