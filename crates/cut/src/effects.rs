//! Determines which options of a cut change which formats.
//!
//! This follows from the row of the option and that of the [`Format`]. An option that changes none of the
//! requested files is an error; one that changes only some of them gets a note.

use super::CutRequest;
use piecework_draw::options::{Options as _, Reach};
use piecework_draw::render::FormatRef;
use piecework_tiling::setting::{NoEffect, OptionError};

/// Refuses options that change none of the formats, and returns a note for each that some of them ignore. If
/// all formats have one content, its options that mean nothing there are noted and not refused.
///
/// `given` are the keys of the options that are set, such as `kerf`; `pages` says whether assembly pages are
/// printed, which use `paper` and carry a recipe.
///
/// # Errors
/// [`OptionError::NoEffect`] for the first option that changes nothing.
pub(crate) fn check_effects(
    given: &[&str],
    formats: &[FormatRef],
    pages: bool,
) -> Result<Vec<String>, OptionError> {
    let first = formats.first().map(|format| format.content);
    let only = first.filter(|&first| formats.iter().all(|format| format.content == first));
    let mut notes = Vec::new();
    for row in CutRequest::rows().into_iter().filter(|row| given.contains(&row.key)) {
        let changes = |format: &FormatRef| row.changes.reaches(format);
        if pages && matches!(row.changes, Reach::Pages | Reach::Recipes) {
            continue;
        }
        if let Some((_, reason)) = row.left_out.iter().find(|(content, _)| Some(*content) == only) {
            notes.push(format!("`{}` is left out: {reason}", row.flag()));
            continue;
        }
        if !formats.iter().any(changes) {
            let formats = formats.iter().map(|format| format.name).collect();
            return Err(OptionError::NoEffect { option: row.flag(), reason: NoEffect::In(formats) });
        }
        let same = formats.iter().filter(|format| !Reach::Sheets.reaches(format) && !changes(format));
        let same: Vec<String> = same.map(|format| format!("`{}`", format.name)).collect();
        if !same.is_empty() {
            notes.push(format!("`{}` has no effect in {} files", row.flag(), same.join(", ")));
        }
    }
    Ok(notes)
}

/// Refuses options that cannot be asked for together with some of the formats.
///
/// # Errors
/// [`OptionError::NoEffect`] for the first such option.
pub(crate) fn refuse_contents(given: &[&str], formats: &[FormatRef]) -> Result<(), OptionError> {
    for row in CutRequest::rows().into_iter().filter(|row| given.contains(&row.key)) {
        let is_asked = |content| formats.iter().any(|format| format.content == content);
        if let Some((_, reason)) = row.refused.iter().find(|(content, _)| is_asked(*content)) {
            return Err(OptionError::no_effect(row.flag(), reason));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use piecework_draw::options::{flag, row};
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
            ("nest", "dst"),
            ("fit", "dst"),
            ("stock", "dst"),
            ("no_labels", "dst"),
            ("engrave", "dst"),
            ("engrave_back", "dst"),
            ("engrave_own", "dst"),
            ("engrave_back_own", "dst"),
            ("engrave_lid", "dst"),
            ("engrave_floor", "dst"),
            ("engrave_sides", "dst"),
            ("engrave_photo", "dst"),
            ("engrave_pitch", "dst"),
            ("by_piece", "dst"),
            ("lines", "dst"),
            ("knobs", "dst"),
            ("knob_seed", "dst"),
            ("wobble", "dst"),
            ("whimsies", "dst"),
            ("border", "dst"),
            ("least_width", "dst"),
            ("order", "dst"),
            ("overcut", "dst"),
            ("blade_offset", "dst"),
            ("fillet", "dst"),
            ("lead_in", "dst"),
            ("tabs", "dst"),
            ("mirror", "dst"),
            ("test_card", "dst"),
            ("tray", "dst"),
            ("tray_clearance", "dst"),
            ("lid", "dst"),
            ("lid_solution", "dst"),
            ("box", "dst"),
            ("finger_joint", "dst"),
            ("push_hole", "dst"),
            ("detent", "dst"),
            ("inlay", "dst"),
            ("mirror_plugs", "dst"),
            ("thickness", "dst"),
            ("job_sheet", "dst"),
            ("material", "dst"),
            ("price", "dst"),
            ("batch", "dst"),
            ("shop", "dst"),
            ("license", "dst"),
            ("pens", "dst"),
            ("bleed", "dst"),
            ("picture", "dst"),
            ("floor", "dst"),
            ("words", "dst"),
            ("stand", "dst"),
            ("hang", "dst"),
            ("lid_magnets", "dst"),
            ("magnets", "dst"),
            ("speed", "dst"),
            ("power", "dst"),
            ("passes", "dst"),
            ("reference", "dst"),
            ("hairline", "hpgl"),
            ("units", "svg"),
            ("calibrate", "print"),
            ("no_recipe", "hpgl"),
            ("paper", "svg"),
        ];
        let rows = CutRequest::rows().into_iter().filter(|row| row.changes != Reach::All);
        assert_eq!(
            rows.map(|row| row.key).collect::<BTreeSet<_>>(),
            ignored.map(|(option, _)| option).into()
        );
        for (option, name) in ignored {
            let alone = check_effects(&[option], &formats(&[name]), false);
            if name == "dst" && !row::<CutRequest>(option).expect("a row").left_out.is_empty() {
                assert!(alone.expect("left out")[0].contains(&flag(option)), "{option}");
            } else {
                let words = alone.unwrap_err().to_string();
                assert!(words.contains(&flag(option)) && words.contains(name), "{words}");
            }
            let solid = if ["thickness", "floor", "words"].contains(&option) { "stl" } else { "svg" };
            let others = ["svg", "dxf-r12", "gcode", solid, "print", name];
            let beside = check_effects(&[option], &formats(&others), false);
            let is_named = beside.expect("it changes some").iter().any(|note| note.contains(&flag(option)));
            let is_sheet = Reach::Sheets.reaches(format(name).expect("a row"));
            assert_eq!(is_named, !is_sheet, "{option} beside sheets");
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
        assert_eq!(check_effects(&[], &formats(&["svg"]), true).expect("accepted"), none);
        assert_eq!(
            check_effects(&["tabs", "by_piece", "units"], &formats(&["svg", "dxf-r12"]), true)
                .expect("accepted"),
            none
        );
        assert!(
            check_effects(&["paper", "no_recipe"], &formats(&["dst"]), true).is_ok(),
            "on assembly pages"
        );
    }
}
