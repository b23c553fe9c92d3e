//! Checks what documents promise: counts of lattices, the two exceptions and the words of ARCHITECTURE.md, decision records, the
//! features that tests switch on, and the length of the first examples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use piecework::lattice::Lattice;

/// Programs of a user's first hour, none longer than this.
const FIRST_HOUR: [&str; 7] = [
    "count_tilings",
    "hexagon_puzzle",
    "laser_puzzle",
    "one_design",
    "quilt_pattern",
    "solve_puzzle",
    "svg_picture",
];
const LINES: usize = 25;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

#[test]
fn programs_of_the_first_hour_are_short() {
    for name in FIRST_HOUR {
        let lines = read(format!("examples/{name}.rs")).lines().count();
        assert!(lines <= LINES, "examples/{name}.rs has {lines} lines");
    }
}

#[test]
fn documents_count_the_lattices_right() {
    const WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let right = WORDS[Lattice::ALL.len() - 2];
    let mut found: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)).into();
    for folder in ["src", "crates"] {
        found.extend(files(&root().join(folder), "rs"));
    }
    // What was decided was right then.
    found.extend(
        files(&root().join("docs"), "md")
            .into_iter()
            .filter(|path| !path.to_string_lossy().contains("decisions")),
    );
    let mut count = 0;
    for path in found {
        let text = read(&path).to_lowercase().replace('\n', " ");
        for word in WORDS {
            let times = text.matches(&format!(" {word} lattices")).count();
            assert!(
                times == 0 || word == right,
                "{}: {word} lattices, and there are {right}",
                path.display()
            );
            count += times;
        }
    }
    assert!(count > 0, "nothing says how many there are");
}

#[test]
fn crafts_use_the_solver_where_the_architecture_says() {
    let mut found = BTreeSet::new();
    for craft in ["draw", "quilt", "cut", "sheet"] {
        for path in files(&root().join("crates").join(craft).join("src"), "rs") {
            let text = read(&path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let uses = code.contains("use piecework_solve::") && !path.ends_with("tests.rs");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let only_mats =
                code.matches("piecework_solve::").count() == code.matches("piecework_solve::mats").count();
            found.extend(uses.then(|| (craft, if only_mats { "mats".to_owned() } else { name })));
        }
    }
    let said = [
        ("cut", "mats"),
        ("cut", "card_facts"),
        ("cut", "triplication"),
        ("quilt", "block_choice"),
        ("quilt", "extend"),
        ("quilt", "prepare"),
    ];
    assert_eq!(
        found,
        said.map(|(craft, what)| (craft, what.to_owned())).into(),
        "ARCHITECTURE.md says six exceptions"
    );
    assert!(read("ARCHITECTURE.md").contains("six deliberate exceptions: `cut`"));
}

/// Packages below our crates, with the features that are on in each.
fn features(edges: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").expect("cargo runs the tests");
    let mut tree = Command::new(cargo);
    tree.args(["tree", "--locked", "--prefix", "none", "--format", "{p} [{f}]", "--edges", edges]);
    let tree = tree.current_dir(root()).output().expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).expect("text");
    lines.lines().filter(|line| line.contains('[')).map(|line| line.replace(" (*)", "")).collect()
}

#[test]
fn tests_switch_no_features_on_below_the_program() {
    let (program, with_tests) = (features("normal,build,features"), features("normal,build,dev,features"));
    let apart: Vec<_> = program.difference(&with_tests).collect();
    assert!(apart.is_empty() && program.len() > 100, "built twice, see docs/decisions/0182: {apart:?}");
}

/// The terms of the first column of the table of words.
fn words() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let table = text.split("## Words").nth(1).expect("the table").lines();
    let rows = table.filter(|line| line.starts_with("| ")).skip(1).filter(|line| !line.starts_with("| ---"));
    let terms = rows.filter_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split(','));
    let plain = |term: &str| term.split('(').next().unwrap_or_default().trim().to_lowercase();
    terms.map(plain).collect()
}

#[test]
fn words_and_paths_of_the_architecture_exist() {
    let text = read("ARCHITECTURE.md");
    let named =
        text.split('`').skip(1).step_by(2).filter(|name| name.contains('/') && !name.contains([' ', '*']));
    let mut count = 0;
    for name in named.filter(|name| {
        ["src/", "crates/", "tests/", "docs/", "templates/"].iter().any(|from| name.starts_with(from))
    }) {
        assert!(root().join(name).exists(), "ARCHITECTURE.md names {name}");
        count += 1;
    }
    assert!(count > 3, "{count} paths");
    let code: String =
        files(&root().join("crates"), "rs").iter().map(|path| read(path).to_lowercase()).collect();
    let words = words();
    assert!(words.len() > 30, "{words:?}");
    let unused: Vec<&String> = words.iter().filter(|word| !code.contains(word.as_str())).collect();
    assert!(unused.is_empty(), "words of ARCHITECTURE.md that no code has: {unused:?}");
}

/// Decision records by number.
fn records() -> BTreeMap<String, String> {
    let names = files(&root().join("docs/decisions"), "md").into_iter();
    let names = names.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    names.filter(|name| name != "README.md").map(|name| (name[..4].to_owned(), name)).collect()
}

#[test]
fn each_decision_is_in_the_list_once() {
    let list = read("docs/decisions/README.md");
    for (number, file) in records() {
        assert_eq!(list.matches(&format!("({file})")).count(), 1, "{file} is in the list once");
        let title = read(format!("docs/decisions/{file}")).lines().next().unwrap_or_default().to_owned();
        let row = format!("- {number} [{}]({file})", title.trim_start_matches(&format!("# {number} ")));
        assert!(list.contains(&row), "the list does not have: {row}");
    }
}

#[test]
fn superseded_decisions_and_those_that_replace_them_name_each_other() {
    let (records, list) = (records(), read("docs/decisions/README.md"));
    let mut count = 0;
    for (old, file) in &records {
        let text = read(format!("docs/decisions/{file}"));
        for line in text.lines().filter(|line| line.starts_with("Superseded ")) {
            let new = line.split(['[', ']']).nth(1).expect("a link to the later record");
            let later = records.get(new).unwrap_or_else(|| panic!("{file}: there is no {new}"));
            let answer = format!("Supersedes [{old}]({file})");
            assert!(
                read(format!("docs/decisions/{later}")).contains(&answer),
                "{later} does not say: {answer}"
            );
            let status = if line.contains("in part") { "superseded in part by" } else { "superseded by" };
            assert!(
                list.contains(&format!("({file}); {status} {new}")),
                "the list does not say that {old} is {status} {new}"
            );
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}
