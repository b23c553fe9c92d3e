//! Determines which options of a cut change which formats.
//!
//! This follows from the row of the [`Format`]. An option that changes none of the requested files is an
//! error; one that changes only some of them gets a note.

use piecework_draw::render::{Content, Format, FormatRef};
use piecework_tiling::fault::fault;

/// An option, and the formats that it changes.
struct Effect {
    option: &'static str,
    changes: fn(&Format) -> bool,
}

/// Options for a whole gift that some machines leave out, and why: one command works for every machine.
const LEFT_OUT: [(Content, &str, &str); 7] = [
    (Content::Stitches, "kerf", "a needle removes no material"),
    (Content::Stitches, "knobs", "a satin border of 3 mm is too wide to follow them"),
    (Content::Stitches, "knob_seed", "a satin border of 3 mm is too wide to follow knobs"),
    (Content::Stitches, "tray", "a tray is cut, not sewn"),
    (Content::Stitches, "tray_clearance", "a tray is cut, not sewn"),
    (Content::Stitches, "lid_solution", "a lid is cut, not sewn"),
    (Content::Solids, "kerf", "a 3D printer removes no material"),
];

/// All options that some format ignores, by their names in designs.
const EFFECTS: [Effect; 37] = [
    Effect { option: "kerf", changes: |format| is_cut(format) && format.content != Content::Solids },
    Effect { option: "seam", changes: is_cut },
    Effect { option: "gap", changes: is_cut },
    Effect { option: "fit", changes: is_cut },
    Effect { option: "stock", changes: lies_on_stock },
    Effect { option: "no_labels", changes: lies_on_stock },
    Effect { option: "engrave", changes: has_shapes },
    Effect { option: "engrave_back", changes: has_lines },
    Effect { option: "by_piece", changes: lies_on_stock },
    Effect { option: "lines", changes: is_sheet },
    Effect { option: "knobs", changes: has_shapes },
    Effect { option: "knob_seed", changes: has_shapes },
    Effect { option: "order", changes: has_lines },
    Effect { option: "overcut", changes: has_lines },
    Effect { option: "blade_offset", changes: has_lines },
    Effect { option: "fillet", changes: has_lines },
    Effect { option: "lead_in", changes: has_lines },
    Effect { option: "tabs", changes: has_lines },
    Effect { option: "mirror", changes: has_lines },
    Effect { option: "test_card", changes: has_lines },
    Effect { option: "tray", changes: has_shapes },
    Effect { option: "tray_clearance", changes: has_shapes },
    Effect { option: "lid_solution", changes: has_shapes },
    Effect { option: "inlay", changes: has_lines },
    Effect { option: "mirror_plugs", changes: has_lines },
    Effect { option: "thickness", changes: |format| format.content == Content::Solids },
    Effect { option: "pens", changes: has_lines },
    Effect { option: "bleed", changes: |format| format.content == Content::Prints },
    Effect { option: "speed", changes: |format| format.carries.powers },
    Effect { option: "power", changes: |format| format.carries.powers },
    Effect { option: "passes", changes: |format| format.carries.powers },
    Effect { option: "reference", changes: is_sheet },
    Effect { option: "hairline", changes: |format| has_lines(format) && format.carries.widths },
    Effect { option: "units", changes: |format| format.carries.units },
    Effect { option: "calibrate", changes: |format| format.content != Content::Prints },
    Effect { option: "no_recipe", changes: |format| format.carries.metadata },
    Effect { option: "paper", changes: |format| format.content == Content::Prints },
];

fault! {
    /// Why an option of a cut is refused.
    #[derive(Clone, PartialEq, Eq)]
    pub enum UnusedOption {
        /// `option` is its name in designs; `formats` are those to write.
        NoEffect { option: &'static str, formats: Vec<&'static str> } = E1618 {
            message("`{flag}` has no effect in {formats} files", flag = flag(option), formats = named(formats.iter()))
            help("leave it out, or choose different formats")
        }
    }
}

impl UnusedOption {
    /// Returns the option and the formats that ignore it.
    #[must_use]
    pub fn into_parts(self) -> (&'static str, Vec<&'static str>) {
        let Self::NoEffect { option, formats } = self;
        (option, formats)
    }
}

/// Refuses options that change none of the formats, and returns a note for each that some of them ignore. If
/// all formats have one content, its options that mean nothing there are noted and not refused.
///
/// `given` are the names of the options that are set, such as `kerf`; `pages` says whether assembly pages are
/// printed, which use `paper` and carry a recipe.
///
/// # Errors
/// [`UnusedOption`] for the first option that changes nothing.
pub fn check_effects(
    given: &[&str],
    formats: &[FormatRef],
    pages: bool,
) -> Result<Vec<String>, UnusedOption> {
    let on_pages = |option: &str| pages && ["no_recipe", "paper"].contains(&option);
    let first = formats.first().map(|format| format.content);
    let only = first.filter(|&first| formats.iter().all(|format| format.content == first));
    let mut notes = Vec::new();
    for effect in EFFECTS.iter().filter(|effect| given.contains(&effect.option) && !on_pages(effect.option)) {
        if let Some(reason) = only.and_then(|content| left_out(content, effect.option)) {
            notes.push(format!("`{}` is left out: {reason}", flag(effect.option)));
            continue;
        }
        if !formats.iter().any(|format| (effect.changes)(format)) {
            let formats = formats.iter().map(|format| format.name).collect();
            return Err(UnusedOption::NoEffect { option: effect.option, formats });
        }
        let same = formats.iter().filter(|format| !is_sheet(format) && !(effect.changes)(format));
        let same: Vec<&str> = same.map(|format| format.name).collect();
        if !same.is_empty() {
            notes.push(format!("`{}` has no effect in {} files", flag(effect.option), named(same.iter())));
        }
    }
    Ok(notes)
}

/// Returns why files with this content leave an option out.
fn left_out(content: Content, option: &str) -> Option<&'static str> {
    let row = LEFT_OUT.iter().find(|(known, name, _)| *known == content && *name == option);
    row.map(|(.., reason)| *reason)
}

/// Returns the command-line form of an option.
fn flag(option: &str) -> String {
    format!("--{}", option.replace('_', "-"))
}

fn named<'a>(formats: impl Iterator<Item = &'a &'a str>) -> String {
    formats.map(|format| format!("`{format}`")).collect::<Vec<_>>().join(", ")
}

/// Sheets of stock, including those to print.
pub(super) fn is_sheet(format: &Format) -> bool {
    matches!(format.content, Content::Sheets | Content::Prints)
}

/// Pieces on stock or on the bed of a printer.
fn lies_on_stock(format: &Format) -> bool {
    is_sheet(format) || format.content == Content::Solids
}

/// Pieces with the edges that were asked for, beside their tray.
fn has_shapes(format: &Format) -> bool {
    has_lines(format) || format.content == Content::Solids
}

/// Formats that are cut or printed, not sewn.
pub(super) fn is_cut(format: &Format) -> bool {
    format.content != Content::Stitches
}

/// Sheets with the lines to cut.
fn has_lines(format: &Format) -> bool {
    format.content == Content::Sheets
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::render::format;

    fn formats(names: &[&str]) -> Vec<FormatRef> {
        names.iter().map(|name| format(name).expect("a row")).collect()
    }

    /// Every option, and a format that it does not change.
    #[test]
    fn options_without_effect_are_refused_alone_and_noted_with_sheets() {
        let ignored = [
            ("kerf", "dst"),
            ("seam", "dst"),
            ("gap", "dst"),
            ("fit", "dst"),
            ("stock", "aama"),
            ("no_labels", "aama"),
            ("engrave", "dst"),
            ("engrave_back", "dst"),
            ("by_piece", "dst"),
            ("lines", "aama"),
            ("knobs", "aama"),
            ("knob_seed", "aama"),
            ("order", "aama"),
            ("overcut", "aama"),
            ("blade_offset", "dst"),
            ("fillet", "aama"),
            ("lead_in", "dst"),
            ("tabs", "aama"),
            ("mirror", "aama"),
            ("test_card", "aama"),
            ("tray", "aama"),
            ("tray_clearance", "aama"),
            ("lid_solution", "aama"),
            ("inlay", "aama"),
            ("mirror_plugs", "aama"),
            ("thickness", "aama"),
            ("pens", "aama"),
            ("bleed", "aama"),
            ("speed", "aama"),
            ("power", "aama"),
            ("passes", "aama"),
            ("reference", "dst"),
            ("hairline", "hpgl"),
            ("units", "svg"),
            ("calibrate", "print"),
            ("no_recipe", "hpgl"),
            ("paper", "svg"),
        ];
        assert_eq!(ignored.map(|(option, _)| option), EFFECTS.map(|effect| effect.option));
        for (option, name) in ignored {
            let alone = check_effects(&[option], &formats(&[name]), false);
            if name == "dst" && left_out(Content::Stitches, option).is_some() {
                assert!(alone.expect("left out")[0].contains(&flag(option)), "{option}");
            } else {
                let words = alone.unwrap_err().to_string();
                assert!(words.contains(&flag(option)) && words.contains(name), "{words}");
            }
            let solid = if option == "thickness" { "stl" } else { "svg" };
            let others = ["svg", "dxf-r12", "gcode", solid, "print", name];
            let beside = check_effects(&[option], &formats(&others), false);
            let is_named = beside.expect("it changes some").iter().any(|note| note.contains(&flag(option)));
            assert_eq!(is_named, !is_sheet(format(name).expect("a row")), "{option} beside sheets");
        }
    }

    #[test]
    fn a_whole_gift_may_be_sewn_without_its_tray_and_beside_sheets_nothing_is_left_out() {
        let gift = ["kerf", "knobs", "tray"];
        let printed = check_effects(&gift, &formats(&["stl", "3mf"]), true).expect("printed");
        assert_eq!(printed, ["`--kerf` is left out: a 3D printer removes no material"]);
        let notes = check_effects(&gift, &formats(&["dst", "pes"]), true).expect("sewn");
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(notes.iter().all(|note| note.contains("is left out: a ")), "{notes:?}");
        let both = check_effects(&gift, &formats(&["dst", "svg"]), true).expect("cut and sewn");
        assert!(both.iter().all(|note| note.contains("has no effect in `dst` files")), "{both:?}");
    }

    #[test]
    fn options_that_change_files_or_are_unset_are_accepted() {
        let none: Vec<String> = Vec::new();
        assert_eq!(check_effects(&[], &formats(&["svg"]), true), Ok(none.clone()));
        assert_eq!(
            check_effects(&["tabs", "by_piece", "units"], &formats(&["svg", "dxf-r12"]), true),
            Ok(none)
        );
        assert!(
            check_effects(&["paper", "no_recipe"], &formats(&["aama"]), true).is_ok(),
            "on assembly pages"
        );
    }
}
