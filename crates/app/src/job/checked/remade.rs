//! Makes files again from the designs in them, and says where they differ from that.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::Read;
use crate::design::{Design, Product};
use crate::job::{JobEnd, Watcher, run};
use crate::output::FileSet;
use piecework_draw::check;
use piecework_tiling::limits::Limits;

/// A file beside the one that its design makes.
pub(super) struct Remade<'a> {
    pub(super) name: &'a str,
    /// Where they differ; empty if they are the same, byte for byte.
    pub(super) differences: Vec<String>,
}

/// Makes files again from the designs in them; returns the files that were, and why others were not.
pub(super) fn remade<'a>(files: &'a [Read], watcher: &mut dyn Watcher) -> (Vec<Remade<'a>>, Vec<String>) {
    let mut made: Vec<(String, FileSet)> = Vec::new();
    let (mut found, mut not_made) = (Vec::new(), BTreeSet::new());
    let designed =
        |read: &&Read| read.design.as_ref().is_some_and(|design| is_cut(design) || is_printed(design));
    for read in files.iter().filter(designed) {
        let (Some(design), Some(recipe)) = (&read.design, &read.file.recipe) else { continue };
        if made.iter().all(|(known, _)| known != recipe) {
            let mut design = design.clone();
            design.search.time_limit = Some(TO_MAKE);
            let files = match run(&design, &mut Quiet(watcher)) {
                Ok(outcome) if outcome.end == JobEnd::Done => outcome.files,
                Ok(_) => {
                    not_made.insert(format!("{}: making it again takes too long; not compared\n", read.name));
                    FileSet::new()
                }
                Err(error) => {
                    not_made.insert(format!("{}: cannot be made again: {error}\n", read.name));
                    FileSet::new()
                }
            };
            made.push((recipe.clone(), files));
        }
    }
    for read in files {
        let name = Path::new(&read.name).file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
        // A file that cannot carry a design is compared with those of the designs in its folder.
        let folder = Path::new(&read.name).parent();
        let is_beside = |other: &Read, recipe: &String| {
            // A package is the folder of what is in it.
            let parent = Path::new(&other.name).parent();
            let near = parent == folder || parent == Some(Path::new(&read.name));
            other.file.recipe.as_ref() == Some(recipe) && near
        };
        let own = |recipe: &String| match &read.file.recipe {
            Some(known) => known == recipe,
            None => files.iter().any(|other| is_beside(other, recipe)),
        };
        let mut own = made.iter().filter(|(recipe, _)| own(recipe));
        let same = own.find_map(|(_, files)| files.iter().find(|(made, _)| *made == name));
        if let Some((_, bytes)) = same {
            found.push(Remade { name: &read.name, differences: against_made(read, name, bytes) });
        }
    }
    (found, not_made.into_iter().collect())
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

impl Remade<'_> {
    pub(super) fn line(&self) -> Option<String> {
        let differ = !self.differences.is_empty();
        let cause = "it was changed, or made by another version";
        differ.then(|| {
            format!("{}: is not what its design makes: {}; {cause}\n", self.name, self.differences.join("; "))
        })
    }

    pub(super) fn value(&self) -> Value {
        json!({ "file": self.name, "differences": self.differences })
    }
}
