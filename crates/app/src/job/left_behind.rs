//! Finds files of an earlier run of the same job that this run does not write again: they look like part of its result.

use std::path::Path;

use super::Outcome;
use super::input::{may_carry_a_design, recipe_design};
use crate::design::Design;
use piecework_draw::check;
use piecework_tiling::limits::Limits;

/// Formats of ours that carry no design: they are known by their names.
const WITHOUT_DESIGN: [&str; 10] = ["3mf", "csv", "dst", "exp", "jef", "json", "pes", "plt", "png", "stl"];

/// Returns the names of files in `folder` that an earlier run of `design` wrote and `outcome` does not hold, ascending.
///
/// A file is of the same job if its name begins with the name of a puzzle of the design, and the design in the file makes a
/// product of the same kind. Files without a design in them must have the product in their names.
#[must_use]
pub fn left_behind(folder: &Path, design: &Design, outcome: &Outcome) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let entries =
        entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_new = |name: &str| outcome.files.names().any(|new| new == name);
    let mut old: Vec<String> =
        names.filter(|name| !is_new(name) && is_of_the_job(folder, name, design, outcome)).collect();
    old.sort_unstable();
    old
}

fn is_of_the_job(folder: &Path, name: &str, design: &Design, outcome: &Outcome) -> bool {
    let stems = design.subjects.iter().map(|subject| subject.stem.as_str());
    let rest = stems.filter_map(|stem| name.strip_prefix(stem)?.strip_prefix('-'));
    let path = Path::new(name);
    rest.into_iter().any(|rest| {
        if may_carry_a_design(path) {
            return carries(&folder.join(name), design, outcome);
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        WITHOUT_DESIGN.contains(&extension)
            && outcome.made.iter().any(|made| {
                let names: &[&str] = if made.product == "cut" {
                    &["cut", "back", "embroidery", "solid"]
                } else {
                    &[made.product]
                };
                names.iter().any(|name| rest.starts_with(name))
            })
    })
}

/// Whether a file carries a design for the same puzzle and a product of the same kind.
fn carries(path: &Path, design: &Design, outcome: &Outcome) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let found = recipe_design(&path.display().to_string(), &bytes, &check::limits(&Limits::default()));
    let Ok(Some(found)) = found else { return false };
    let puzzle = |design: &Design| design.subjects.first().map(|subject| subject.puzzle.fingerprint());
    puzzle(&found) == puzzle(design)
        && found
            .products
            .iter()
            .any(|product| outcome.made.iter().any(|made| made.product == product.spec().name))
}
