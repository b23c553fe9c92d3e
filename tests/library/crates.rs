//! Checks that ARCHITECTURE.md lists every crate, and what each uses, as Cargo has it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
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
    let text = std::fs::read_to_string(path).expect("readable");
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
