//! Runs what the documents show: commands of the README, templates, examples.

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

/// The commands of a document: indented lines that begin with a known program.
fn commands(document: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(document)).expect("readable");
    text.lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| line.split("  #").next().unwrap_or(line).trim().to_owned())
        .filter(|line| ["piecework ", "printf ", "cargo run "].iter().any(|word| line.starts_with(word)))
        .map(|line| line.replace("cargo run --release --", "piecework"))
        .collect()
}

#[cfg(unix)]
#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn every_command_of_the_readme_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = commands("README.md");
    assert!(commands.len() >= 8, "{commands:?}");
    let path = std::env::join_paths(
        std::iter::once(program().parent().expect("a folder").to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a path");
    for command in commands {
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{stderr}");
    }
}

#[test]
fn every_picture_of_the_readme_is_there() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("readable");
    let links: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for link in links.iter().filter(|link| !link.starts_with("http")) {
        assert!(root().join(link).exists(), "{link}");
    }
    assert!(links.len() > 5);
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
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.starts_with("http") && !link.contains(' '))
        {
            assert!(folder.join(link).exists(), "{} links to {link}", page.display());
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
