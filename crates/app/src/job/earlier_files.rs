//! Finds files of an earlier run of the same job that this run does not write again: they look like part of
//! its result.

use std::path::Path;

use super::Outcome;
use super::input::{Input, may_carry_a_design, open_bytes, recipe_design};
use crate::design::Design;
use piecework_draw::check;
use piecework_draw::render::{FORMATS, Format, page_format};
use piecework_tiling::limits::Limits;

/// Endings of ours, besides those of formats, whose files need not carry a design: they are known by their names.
const WITHOUT_DESIGN: [&str; 4] = ["csv", "json", "jsonl", "png"];

/// What names of ours are made of, beside the product and numbers.
const WORDS: [&str; 8] = ["comparison", "mm", "page", "partial", "plan", "rectangles", "steps", "tilings"];

/// Files of an earlier run of the same job that are not part of its result now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct EarlierFiles {
    /// Files that this program wrote: they carry the design or tilings of the puzzle, or have a name that it
    /// makes.
    pub ours: Vec<String>,
    /// Files that may be a user's: they carry nothing, and only begin like names of ours.
    pub similar: Vec<String>,
}

/// Returns the names of files in `folder` that an earlier run of `design` wrote and `outcome` does not hold,
/// ascending.
///
/// A file is of the same job if its name begins with the name of a puzzle of the design, and the design in
/// the file makes a product of the same kind. Files without a design in them must have the product in their
/// names.
pub fn earlier_files(folder: &Path, design: &Design, outcome: &Outcome) -> EarlierFiles {
    let Ok(entries) = folder.read_dir() else { return EarlierFiles::default() };
    let entries =
        entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let is_new = |name: &str| outcome.files.names().any(|new| new == name);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !is_new(name)).collect();
    names.sort_unstable();
    let mut left = EarlierFiles::default();
    for name in names {
        match origin(folder, &name, design, outcome) {
            Some(Origin::Ours) => left.ours.push(name),
            Some(Origin::Similar) => left.similar.push(name),
            None => {}
        }
    }
    left
}

/// Who wrote a file.
enum Origin {
    Ours,
    Similar,
}

fn origin(folder: &Path, name: &str, design: &Design, outcome: &Outcome) -> Option<Origin> {
    let mut stems = design.subjects.iter().map(|subject| subject.stem.as_str());
    let rest = stems.find_map(|stem| name.strip_prefix(stem)?.strip_prefix('-'))?;
    let path = Path::new(name);
    if may_carry_a_design(path) && carries(&folder.join(name), design, outcome) {
        return Some(Origin::Ours);
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_plain = |format: &Format| format.extension == extension && !format.carries.metadata;
    if !WITHOUT_DESIGN.contains(&extension) && !FORMATS.iter().any(is_plain) {
        return None;
    }
    let rest = rest.strip_suffix(extension)?.strip_suffix('.')?;
    let product = |word: &str| outcome.made.iter().any(|made| words(made.product).contains(&word));
    let number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let mut parts = rest.split(['-', '_', '.']).skip_while(|word| *word == "partial" || number(word));
    let begins = parts.next().is_some_and(product);
    let is_name = parts.all(|word| number(word) || product(word) || WORDS.contains(&word));
    begins.then_some(if is_name { Origin::Ours } else { Origin::Similar })
}

/// What names of files of a product begin with, after the name of the puzzle.
fn words(product: &'static str) -> &'static [&'static str] {
    match product {
        "cut" => &["cut", "back", "embroidery", "solid"],
        "solve" => &["tilings"],
        "compare" => &["comparison"],
        "quilt" => &["quilt"],
        "sheet" => &["sheet"],
        _ => &[],
    }
}

/// Returns whether a file carries a design for the same puzzle and a product of the same kind, or is a page
/// of its solutions.
fn carries(path: &Path, design: &Design, outcome: &Outcome) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (name, limits) = (path.display().to_string(), check::limits(&Limits::default()));
    let made = |product: &str| outcome.made.iter().any(|made| made.product == product);
    let puzzle = |design: &Design| design.subjects.first().map(|subject| subject.puzzle.fingerprint());
    if let Ok(Some(found)) = recipe_design(&name, &bytes, &limits) {
        return puzzle(&found) == puzzle(design)
            && found.products.iter().any(|product| made(product.spec().name));
    }
    let is_drawing = path.extension().is_some_and(|extension| extension == page_format().extension);
    if !(is_drawing && made("sheet")) {
        return false;
    }
    // Each page of solutions carries its solutions instead.
    let is_solution =
        |name: &str| ["-solution-", "-catalogue-", "-contact-"].iter().any(|kind| name.contains(kind));
    match open_bytes(&name, &bytes, None, &limits).map(|opened| opened.input) {
        Ok(Input::Subject(found)) => {
            is_solution(&name)
                && design
                    .subjects
                    .iter()
                    .any(|subject| subject.puzzle.fingerprint() == found.puzzle.fingerprint())
        }
        _ => false,
    }
}
