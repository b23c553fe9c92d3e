//! Everything that has a name, by kind: for lists, and for the completions of a shell.

use serde_json::{Value, json};

use super::{FabricScheme, Language, PrecutChoice, gallery};
use piecework_cut::{machine, machine_names, material, material_names};
use piecework_draw::color::{Palette, Photo};
use piecework_draw::layout::{paper_names, paper_or_roll, roll_names};
use piecework_draw::render::FormatRef;
use piecework_quilt::yardage::size_names;
use piecework_quilt::{Method, Units};
use piecework_solve::Engine;
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{named_set, set_names};
use piecework_tiling::setting::{Choice, Word};
use piecework_tiling::templates::{board_names, board_template, figures, puzzle_templates};
use piecework_tiling::text::plural;

/// The kinds of names, in the order in which they are listed.
pub const KINDS: [&str; 20] = [
    "puzzles",
    "figures",
    "gallery",
    "boards",
    "pieces",
    "lattices",
    "palettes",
    "photos",
    "colorings",
    "papers",
    "rolls",
    "units",
    "sizes",
    "methods",
    "precuts",
    "machines",
    "materials",
    "formats",
    "engines",
    "languages",
];

/// A name, with a line about it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// What is called so; may be empty.
    pub about: String,
    /// The same and more, as an object.
    pub value: Value,
}

/// Returns the words of an option, for kinds of names that are such words.
fn words(kind: &str) -> Option<&'static [Choice]> {
    Some(match kind {
        "lattices" => Lattice::CHOICES,
        "colorings" => FabricScheme::CHOICES,
        "units" => Units::CHOICES,
        "methods" => Method::CHOICES,
        "precuts" => PrecutChoice::CHOICES,
        "formats" => FormatRef::CHOICES,
        "engines" => Engine::CHOICES,
        "languages" => Language::CHOICES,
        _ => return None,
    })
}

/// Returns the names of a kind; none for a kind that there is not.
pub fn names(kind: &str) -> Vec<&'static str> {
    match kind {
        "puzzles" => puzzle_templates().iter().map(|one| one.name).collect(),
        "figures" => figures().iter().map(|one| one.name.as_str()).collect(),
        "gallery" => gallery().iter().map(|one| one.name.as_str()).collect(),
        "boards" => board_names().collect(),
        "pieces" => set_names().collect(),
        "palettes" => Palette::names().collect(),
        "photos" => Photo::names().collect(),
        "papers" => paper_names(),
        "rolls" => roll_names(),
        "machines" => machine_names(),
        "materials" => material_names(),
        "sizes" => size_names(),
        _ => words(kind).unwrap_or_default().iter().map(|word| word.name).collect(),
    }
}

/// Returns the names of a kind, each with a line about it.
///
/// # Errors
/// [`Error`] for an embedded file that cannot be read, which a test would find.
pub fn catalogue(kind: &str) -> Result<Vec<Named>, Error> {
    names(kind).into_iter().enumerate().map(|(at, name)| named(kind, at, name)).collect()
}

fn named(kind: &str, at: usize, name: &'static str) -> Result<Named, Error> {
    let mut more = json!({});
    let about = match kind {
        "puzzles" => puzzle_templates()[at].about.to_owned(),
        "figures" => {
            let one = &figures()[at];
            more = json!({
                "title": one.title, "pieces": one.pieces, "cells": one.cells, "credit": one.credit, "year": one.year,
                "published": one.published, "counted": one.counted, "source": one.source,
            });
            one.about()
        }
        "gallery" => {
            let one = &gallery()[at];
            format!("{}: {}; {}, {}", one.title, one.about, one.size, one.level)
        }
        "boards" => {
            format!("{} squares", board_template(name).map_or(0, |board| board.matches('#').count()))
        }
        "pieces" => named_set(name).map_or_else(String::new, |set| {
            format!("{} of {}", plural(set.members.len(), "piece"), set.lattice.cell_name())
        }),
        "palettes" => Palette::named(name)?.title().to_owned(),
        "papers" | "rolls" => {
            let paper = paper_or_roll(name)?;
            more = json!({ "width_mm": paper.width, "height_mm": paper.height });
            format!("{}; {} x {} mm", paper.title, paper.width, paper.height)
        }
        "machines" => {
            let machine = machine(name)?;
            let (bed, formats) = (&machine.bed, machine.formats.iter().map(|format| format.name));
            let formats: Vec<&str> = formats.collect();
            more = json!({
                "title": bed.title, "width_mm": bed.width, "height_mm": bed.height, "margin_mm": bed.margin,
                "formats": formats, "source": machine.source,
            });
            format!("{}; {} x {} mm; {}", bed.title, bed.width, bed.height, formats.join(", "))
        }
        "materials" => {
            let material = material(name)?;
            let on = material.settings.iter().map(|settings| settings.machine.as_str());
            let on: Vec<&str> = on.collect();
            more = json!({
                "title": material.title, "thickness_mm": material.thickness, "kerf_mm": material.kerf, "machines": on,
                "source": material.source,
            });
            let on = if on.is_empty() { String::new() } else { format!("; settings for {}", on.join(", ")) };
            format!("{}; kerf {} mm{on}", material.title, material.kerf)
        }
        _ => words(kind).map_or_else(String::new, |words| words[at].about.to_owned()),
    };
    let mut value = json!({ "name": name, "about": about });
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    Ok(Named { name, about, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::names::find;

    #[test]
    fn every_kind_has_names_that_are_found_by_themselves_alone() {
        for kind in KINDS {
            let all = catalogue(kind).expect("embedded files");
            assert!(!all.is_empty(), "{kind}");
            for one in all {
                let shouted = one.name.to_uppercase().replace('-', " ");
                assert_eq!(find(&shouted, names(kind), |name| name), Some(one.name), "{kind}");
                assert!(one.value["name"] == one.name, "{kind}");
            }
        }
        assert!(names("spoons").is_empty());
    }
}
