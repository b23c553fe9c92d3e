//! Makes files again from the designs in them, and says where they differ from that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::Read;
use crate::design::{Design, Product};
use crate::job::packages::is_for_people;
use crate::job::{JobEnd, Watcher, run};
use crate::output::FileSet;
use piecework_draw::check;
use piecework_tiling::limits::Limits;

/// A file beside the one that its design makes.
pub(super) struct Remade<'a> {
    pub(super) name: &'a str,
    /// The name that its design gives it.
    made: String,
    /// Where they differ; empty if they are the same, byte for byte.
    pub(super) differences: Vec<String>,
}

/// A file that could not be compared with what a design makes, and why.
pub(super) struct Unproved<'a> {
    pub(super) read: &'a Read,
    why: String,
    /// Whether a design in it or beside it may make it: one that could not be made again, or makes no such file.
    pub(super) has_design: bool,
}

/// The files of a design, or why it could not be made again.
type Again = Result<FileSet, String>;

/// Makes files again from the designs in them, and finds each by its name, or by its content if it was renamed.
pub(super) fn remade<'a>(
    files: &'a [Read],
    watcher: &mut dyn Watcher,
) -> (Vec<Remade<'a>>, Vec<Unproved<'a>>) {
    let mut made: BTreeMap<String, Again> = BTreeMap::new();
    for design in files.iter().filter_map(designed) {
        made.entry(design.to_json()).or_insert_with(|| again(design, watcher));
    }
    let (mut found, mut unproved) = (Vec::new(), Vec::new());
    for read in files {
        let sets = sets(read, files, &made);
        match like(read, &sets) {
            Ok((name, bytes)) => {
                let differences = against_made(read, name, bytes);
                found.push(Remade { name: &read.name, made: name.to_owned(), differences });
            }
            Err(why) => {
                let has_design = read.design.is_some() || sets.iter().any(|set| set.is_err());
                unproved.push(Unproved { read, why, has_design });
            }
        }
    }
    (found, unproved)
}

/// The design of a file, if it makes files that are the same every time.
fn designed(read: &Read) -> Option<&Design> {
    read.design.as_ref().filter(|design| is_cut(design) || is_printed(design))
}

fn again(design: &Design, watcher: &dyn Watcher) -> Again {
    let mut design = design.clone();
    design.search.time_limit = Some(TO_MAKE);
    match run(&design, &mut Quiet(watcher)) {
        Ok(outcome) if matches!(outcome.end, JobEnd::Done | JobEnd::Fewer) => Ok(outcome.files),
        Ok(_) => Err("making it again takes too long".to_owned()),
        Err(error) => Err(format!("cannot be made again: {error}")),
    }
}

/// What a file may be of: what its design makes, or for a file that carries none, those in its folder.
fn sets<'m>(read: &Read, files: &[Read], made: &'m BTreeMap<String, Again>) -> Vec<&'m Again> {
    if let Some(design) = designed(read) {
        return made.get(&design.to_json()).into_iter().collect();
    }
    let folder = Path::new(&read.name).parent();
    let is_beside = |other: &&Read| {
        // A package is the folder of what is in it.
        let parent = Path::new(&other.name).parent();
        parent == folder || parent == Some(Path::new(&read.name))
    };
    let beside: BTreeSet<String> =
        files.iter().filter(is_beside).filter_map(designed).map(Design::to_json).collect();
    beside.iter().filter_map(|design| made.get(design)).collect()
}

/// Returns the made file of the same name or content, or the nearest one to a file that says which design makes it.
fn like<'m>(read: &Read, sets: &[&'m Again]) -> Result<(&'m str, &'m [u8]), String> {
    let name = Path::new(&read.name).file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
    let all = || sets.iter().filter_map(|set| set.as_ref().ok()).flat_map(FileSet::iter);
    let same =
        all().find(|(made, _)| *made == name).or_else(|| all().find(|(_, bytes)| *bytes == read.bytes));
    if let Some(same) = same {
        return Ok(same);
    }
    if let Some(why) = sets.iter().find_map(|set| set.as_ref().err()) {
        return Err(why.clone());
    }
    if designed(read).is_none() {
        return Err(
            "no design in it, nor beside it one that makes it; so neither its lines, nor sizes, labels, \
            power and speed are proved to be what was asked for"
                .to_owned(),
        );
    }
    let ending = |name: &str| Path::new(name).extension().map(std::ffi::OsStr::to_ascii_lowercase);
    let alike = all().filter(|(made, _)| ending(made) == ending(name));
    let nearest = alike.max_by_key(|(_, bytes)| common(&read.bytes, bytes));
    nearest.ok_or_else(|| "its design makes no file of this kind".to_owned())
}

/// Returns how many bytes two files have in common before and after the first and the last difference.
fn common(one: &[u8], other: &[u8]) -> usize {
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let before = one.iter().zip(other).take_while(same).count();
    before + one[before..].iter().rev().zip(other[before..].iter().rev()).take_while(same).count()
}

fn is_cut(design: &Design) -> bool {
    matches!(design.products.first(), Some(Product::Cut(_)))
}

/// Whether a design makes pages to print: a pattern, a sheet, a book or a class set.
pub(super) fn is_printed(design: &Design) -> bool {
    use Product::{Book, Puzzle, Quilt, Sheet};
    matches!(design.products.first(), Some(Book(_) | Puzzle(_) | Quilt(_) | Sheet(_)))
}

/// Returns where a file differs from the one that its design makes.
fn against_made(read: &Read, name: &str, bytes: &[u8]) -> Vec<String> {
    if read.bytes == bytes {
        return Vec::new();
    }
    if read.for_people {
        return vec!["its bytes differ".to_owned()];
    }
    let limits = check::limits(&Limits::default());
    let lines = check::read(name, bytes.to_vec(), &limits).map(|made| {
        let pairs = read.file.file_sheets().zip(made.file_sheets());
        let differences = pairs.flat_map(|(ours, theirs)| check::compare_in_order(ours, theirs));
        differences.map(|difference| difference.to_string()).collect::<Vec<String>>()
    });
    let lines = lines.unwrap_or_default();
    if !lines.is_empty() {
        return lines;
    }
    let first =
        read.bytes.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(bytes.len().min(read.bytes.len()));
    let line = read.bytes[..first].iter().filter(|&&byte| byte == b'\n').count() + 1;
    vec![format!("line {line} differs; what is cut is the same")]
}

/// Passes on the wish to stop and the limits, and nothing else.
struct Quiet<'a>(&'a dyn Watcher);

/// How long a design may take to be made again; chosen by eye: a check is for a moment before cutting.
const TO_MAKE: Duration = Duration::from_secs(60);

impl Watcher for Quiet<'_> {
    fn stop(&self) -> Option<Arc<AtomicBool>> {
        self.0.stop()
    }

    fn limits(&self) -> Limits {
        self.0.limits()
    }
}

impl Unproved<'_> {
    pub(super) fn line(&self) -> String {
        let format =
            if self.read.for_people { String::new() } else { format!(" ({})", self.read.file.format) };
        format!("{}{format}: read, not made again: {}\n", self.read.name, self.why)
    }

    pub(super) fn value(&self) -> Value {
        json!({ "file": self.read.name, "reason": self.why })
    }
}

impl Remade<'_> {
    /// Whether no machine reads it.
    pub(super) fn is_for_people(&self) -> bool {
        is_for_people(&self.made)
    }

    pub(super) fn line(&self) -> Option<String> {
        let differ = !self.differences.is_empty();
        let cause = "it was changed, or made by another version";
        let known =
            if self.name.ends_with(&self.made) { String::new() } else { format!(" as `{}`", self.made) };
        differ.then(|| {
            format!(
                "{}: is not what its design makes{known}: {}; {cause}\n",
                self.name,
                self.differences.join("; ")
            )
        })
    }

    pub(super) fn value(&self) -> Value {
        json!({ "file": self.name, "made": self.made, "differences": self.differences })
    }
}
