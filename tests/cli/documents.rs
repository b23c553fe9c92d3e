//! Runs what the documents show: commands of the README, templates, examples.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use piecework::limits::Limits;
use piecework::puzzle::read_puzzle;
use piecework::source::Source;
use piecework::templates::puzzle_templates;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_piecework"))
}

/// Pages whose commands are run, each in a folder of its own, in their order.
const GUIDES: [&str; 6] =
    ["README.md", "docs/sew.md", "docs/cut.md", "docs/puzzle.md", "docs/print.md", "docs/designs.md"];

/// The commands of a document, with what is said behind them: indented lines that begin with a known program.
fn commands(document: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join(document)).expect("readable");
    text.lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| line.split_once("  #").unwrap_or((line, "")))
        .map(|(line, said)| (line.trim().to_owned(), said.to_owned()))
        .filter(|(line, _)| ["piecework ", "printf ", "cargo run "].iter().any(|word| line.starts_with(word)))
        .map(|(line, said)| (line.replace("cargo run --release --", "piecework"), said))
        .collect()
}

/// Runs a line as it is typed, in a folder, and returns whether it succeeded and what it said.
fn typed(command: &str, folder: &Path) -> (bool, String) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let ours = program().parent().expect("a folder").to_owned();
    let path =
        std::env::join_paths(std::iter::once(ours).chain(std::env::split_paths(&path))).expect("a path");
    let mut shell = Command::new("sh");
    let output =
        shell.args(["-c", command]).env("PATH", &path).current_dir(folder).output().expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// Copies the puzzles of `examples/`, which guides name as from the folder of the project.
fn copy_examples(folder: &Path) {
    std::fs::create_dir(folder.join("examples")).expect("a folder");
    for entry in std::fs::read_dir("examples").expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if entry.extension().is_some_and(|ending| ending == "json" || ending == "svg") {
            std::fs::copy(&entry, folder.join(&entry)).expect("a copy");
        }
    }
}

/// The whole numbers of a text.
fn numbers(text: &str) -> BTreeSet<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Every command works, and the numbers that are said of it are in what it prints.
#[cfg(unix)]
#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn every_command_of_the_guides_works() {
    for guide in GUIDES {
        let folder = tempfile::tempdir().expect("a folder");
        copy_examples(folder.path());
        let commands = commands(guide);
        assert!(!commands.is_empty(), "{guide}");
        for (command, said) in commands {
            let (is_done, text) = typed(&command, folder.path());
            assert!(is_done, "{guide}: {command}\n{text}");
            let missing: Vec<u64> = numbers(&said).difference(&numbers(&text)).copied().collect();
            assert!(missing.is_empty(), "{guide}: {command}: {missing:?} of `{said}` is not in\n{text}");
        }
    }
}

/// The first hour, line by line: a line that begins with `$` is typed, and what is printed has the lines below it, in this order.
/// A line `…` stands for lines that are left out; seconds may be others.
#[cfg(unix)]
#[test]
fn the_first_hour_prints_what_it_says() {
    let text = std::fs::read_to_string(root().join("docs/first-hour.md")).expect("readable");
    let folder = tempfile::tempdir().expect("a folder");
    let mut blocks = text.lines().filter_map(|line| line.strip_prefix("    ")).peekable();
    let mut count = 0;
    while let Some(line) = blocks.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("no command before: {line}"));
        let mut shown = Vec::new();
        while let Some(line) = blocks.next_if(|line| !line.starts_with("$ ")) {
            shown.push(line);
        }
        let (_, printed) = typed(&format!("{command} 2>&1"), folder.path());
        compare(command, &shown, &printed);
        count += 1;
    }
    assert!(count > 12, "{count} commands");
}

/// Compares what a page shows with what is printed.
fn compare(command: &str, shown: &[&str], printed: &str) {
    let untimed = |line: &str| -> String {
        let is_time = |word: &str| word.trim_end_matches(')').parse::<f64>().is_ok() && word.contains('.');
        let words: Vec<&str> = line.trim_end().split(' ').collect();
        let next = |at: usize| words.get(at + 1).is_some_and(|word| word.trim_end_matches([')', ',']) == "s");
        let word = |(at, word): (usize, &&str)| {
            if is_time(word) && next(at) { "T".to_owned() } else { (*word).to_owned() }
        };
        words.iter().enumerate().map(word).collect::<Vec<String>>().join(" ")
    };
    let lines: Vec<String> = printed.lines().map(untimed).collect();
    let (mut at, mut may_skip) = (0, false);
    for line in shown.iter().map(|line| untimed(line)) {
        if line == "…" {
            may_skip = true;
            continue;
        }
        let found = lines[at..].iter().position(|printed| *printed == line);
        let right = found.filter(|&ahead| may_skip || ahead == 0);
        let ahead =
            right.unwrap_or_else(|| panic!("$ {command}\nnot printed here: {line}\nprinted:\n{printed}"));
        (at, may_skip) = (at + ahead + 1, false);
    }
    assert!(may_skip || at == lines.len(), "$ {command}\nmore is printed than shown:\n{printed}");
}

/// A page to read, and not a manual: guides have the rest.
#[test]
fn the_readme_is_a_page() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("readable");
    assert!(text.chars().count() < 5000, "{} characters", text.chars().count());
    let main: Vec<String> = commands("README.md").into_iter().map(|(command, _)| command).collect();
    assert_eq!(main, ["piecework quilt y-hexomino-23x24"], "the main job, which .ci/run runs");
}

/// The size that is said of the program is within a tenth.
#[test]
#[ignore = "about a program with optimisation"]
fn the_program_weighs_what_is_said() {
    if cfg!(debug_assertions) {
        return;
    }
    let text = std::fs::read_to_string(root().join("docs/release.md")).expect("readable");
    let row = text.lines().find(|line| line.starts_with("| `release` |")).expect("a row");
    let said: f64 = row.split("| ").last().and_then(|cell| cell.split(' ').next()?.parse().ok()).expect("MB");
    let bytes = std::fs::metadata(program()).expect("built").len() as f64;
    assert!((bytes / 1e6 - said).abs() < said / 10.0, "{said} MB are said, {} are there", bytes / 1e6);
}

/// Every page that a document links to, and every file of ours that it names, is there.
#[test]
fn every_page_that_documents_name_is_there() {
    let mut folders = vec![root().join("docs")];
    let mut pages: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("readable") {
            let path = entry.expect("readable").path();
            match path.extension() {
                None if path.is_dir() => folders.push(path),
                Some(ending) if ending == "md" => pages.push(path),
                _ => {}
            }
        }
    }
    let mut count = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("readable");
        let folder = page.parent().expect("a folder");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.contains(' ')) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(target.exists(), "{} links to {link}", page.display());
            if !heading.is_empty() {
                let target = std::fs::read_to_string(&target).expect("readable");
                let is_there = target
                    .lines()
                    .filter_map(|line| line.strip_prefix('#'))
                    .any(|line| anchor(line) == heading);
                assert!(is_there, "{} links to {link}", page.display());
            }
            count += 1;
        }
        let named = text.split('`').skip(1).step_by(2);
        for name in named.filter(|name| name.starts_with("docs/") && !name.contains([' ', '*', '<'])) {
            assert!(root().join(name).exists(), "{} names {name}", page.display());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

/// The name of a heading in addresses.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_template_is_a_good_puzzle() {
    for template in puzzle_templates() {
        let source = Source::new(format!("{}.json", template.name), template.text);
        read_puzzle(&source, &Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "examples are built without optimisation: cargo test --test cli")]
fn every_example_runs() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("examples"))
        .expect("the folder")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        // It draws the pictures of the README; `just gallery` runs it.
        .filter(|name| name != "gallery")
        .collect();
    names.sort();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let output = Command::new(example(&name)).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}\n{stderr}");
        assert!(!output.stdout.is_empty(), "{name} says nothing");
    }
}

/// The compiled example; `cargo test` builds them all, `cargo test --test cli` does not.
fn example(name: &str) -> PathBuf {
    let built =
        program().with_file_name("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if !built.exists() {
        let target = program().ancestors().nth(2).expect("target/profile/program");
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--example", name, "--target-dir"])
            .arg(target)
            .current_dir(root())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "{name} is not built");
    }
    built
}

#[test]
fn the_changelog_has_an_unreleased_section() {
    let text = std::fs::read_to_string(root().join("CHANGELOG.md")).expect("readable");
    assert!(text.contains("## [Unreleased]"));
}
