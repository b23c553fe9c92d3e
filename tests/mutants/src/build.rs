//! A copy of the repository with switches, and its tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Failure;
use crate::change::Room;

/// The switch, as a module of the copy.
const SWITCH: &str = "
pub(crate) mod mutants {
    static NUMBER: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    #[inline]
    pub(crate) fn on(number: u32) -> bool {
        let read = || std::env::var(\"PIECEWORK_MUTANT\").ok().and_then(|text| text.parse().ok());
        *NUMBER.get_or_init(read) == Some(number)
    }
}
";

/// The programs of the tests.
pub struct Tests {
    /// The folder to run them in.
    pub folder: PathBuf,
    pub lib: PathBuf,
    pub library: PathBuf,
}

/// Builds the tests with a switch for each wanted change; returns also the changes that do not compile.
pub fn build(rooms: &[Room], wanted: &BTreeSet<usize>) -> Result<(Tests, BTreeSet<usize>), Failure> {
    let folder = std::path::absolute("target/mutants/tree")?;
    copy(&folder)?;
    let mut foreign = BTreeSet::new();
    loop {
        let left: BTreeSet<usize> = wanted.difference(&foreign).copied().collect();
        for room in rooms.iter().filter(|room| room.has_any(wanted)) {
            fs::write(folder.join(&room.file), room.switched(&left))?;
        }
        match compile(&folder)? {
            Compiled::Tests(tests) => return Ok((tests, foreign)),
            Compiled::Refused(found) => {
                let found: BTreeSet<usize> = found.intersection(&left).copied().collect();
                if found.is_empty() {
                    return Err("the copy does not compile, and no change is the reason".into());
                }
                eprintln!("{} changes do not compile", found.len());
                foreign.extend(found);
            }
        }
    }
}

/// Copies the files of the repository that git knows.
fn copy(folder: &Path) -> Result<(), Failure> {
    let listed = Command::new("git").args(["ls-files", "-z"]).output()?;
    for name in String::from_utf8(listed.stdout)?.split('\0').filter(|name| !name.is_empty()) {
        let to = folder.join(name);
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        let bytes = fs::read(name)?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::write(&to, bytes)?;
        }
    }
    let lib = folder.join("src/lib.rs");
    fs::write(&lib, fs::read_to_string(&lib)? + SWITCH)?;
    Ok(())
}

/// The tests, or the changes that the compiler complains about.
enum Compiled {
    Tests(Tests),
    Refused(BTreeSet<usize>),
}

fn compile(folder: &Path) -> Result<Compiled, Failure> {
    let target = std::path::absolute("target/mutants/build")?;
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--lib", "--test", "library", "--message-format", "json"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    let lines = String::from_utf8(output.stdout)?;
    let messages: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if !output.status.success() {
        return Ok(Compiled::Refused(messages.iter().flat_map(refused).collect()));
    }
    let program = |name: &str, kind: &str| {
        let is_it = |message: &&Value| {
            message["target"]["name"] == name
                && message["target"]["kind"][0] == kind
                && message["executable"].is_string()
        };
        let found = messages.iter().find(is_it).and_then(|message| message["executable"].as_str());
        found.map(PathBuf::from).ok_or_else(|| format!("cargo made no tests {name}"))
    };
    Ok(Compiled::Tests(Tests {
        folder: folder.to_owned(),
        lib: program("piecework", "lib")?,
        library: program("library", "test")?,
    }))
}

/// Returns the numbers of the switches near a complaint.
fn refused(message: &Value) -> Vec<usize> {
    if message["message"]["level"] != "error" {
        return Vec::new();
    }
    let spans = message["message"]["spans"].as_array().cloned().unwrap_or_default();
    let near = |span: &Value| -> Vec<usize> {
        let text = span["file_name"]
            .as_str()
            .and_then(|name| fs::read_to_string(Path::new("target/mutants/tree").join(name)).ok());
        let line = span["line_start"].as_u64().unwrap_or(1) as usize;
        let text = text.unwrap_or_default();
        let lines: Vec<&str> = text.lines().take(line).collect();
        // The switch begins on the line of the complaint or a few lines before.
        let number = |line: &&str| {
            line.split("mutants::on(").nth(1).and_then(|rest| rest.split("u32").next()?.parse().ok())
        };
        lines.iter().rev().take(12).find_map(number).into_iter().collect()
    };
    spans.iter().filter(|span| span["is_primary"] == true).flat_map(near).collect()
}
