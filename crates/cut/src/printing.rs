//! Says how what is printed before it is cut is printed, and how the cut is laid on it.

use super::plan::CutPlan;
use super::sheets::printed_bounds;
use super::{CutOptions, Dress, Machine, ToolKind};
use piecework_draw::drawing::Role;
use piecework_draw::geometry::Dimensions;

/// How few pixels an inch look coarse on a puzzle; chosen by eye.
const COARSE: f64 = 90.0;

/// Says how to print and to fit the cut to it.
pub(super) fn how_to_print(plan: &CutPlan, machine: &Machine, dress: &Dress) -> String {
    if machine.registration.is_some() {
        "print the page at 100 %, lay it on the mat, let the machine find the marks, and cut".to_owned()
    } else if !machine.leaves_out(Role::Guide, false) {
        "print the page at 100 %, glue it to the board, and align its crosses with those of the cut file, which are not cut".to_owned()
    } else if machine.tool.kind == ToolKind::Blade {
        format!(
            "upload the PNG to be printed then cut, see that it has its size ({}), center it on the cut lines and attach them; the \
             program adds its own marks. Or print the page and align it by its crosses",
            printed_sizes(plan, dress.bleed)
        )
    } else {
        "print the page at 100 %, glue it to the board, and lay the cut lines on it by the camera; its file has no crosses, because \
         the machine would cut them"
            .to_owned()
    }
}

/// Says how large the picture is, how to print it, and whether it looks coarse.
pub(super) fn picture_notes(
    plan: &CutPlan,
    options: &CutOptions,
    machine: &Machine,
    dress: &Dress,
) -> Vec<String> {
    let Some(picture) = &options.picture else { return Vec::new() };
    let fit = how_to_print(plan, machine, dress);
    let bleed = 2.0 * dress.bleed;
    let of_one = Some(plan.summary.finished_mm).filter(|_| plan.designs.is_empty());
    let boards: Vec<Dimensions> =
        of_one.into_iter().chain(plan.designs.iter().map(|design| design.finished_mm)).collect();
    let size = |board: &Dimensions| format!("{:.1} x {:.1} mm", board.width + bleed, board.height + bleed);
    let sizes: Vec<String> = boards.iter().map(size).collect();
    let mut notes = vec![format!("picture: {} with its bleed. To cut it: {fit}", sizes.join(" and "))];
    let width = boards.iter().map(|board| board.width + bleed).fold(0.0, f64::max);
    let height = boards.iter().map(|board| board.height + bleed).fold(0.0, f64::max);
    let (columns, rows) = picture.size();
    let per_inch = (columns as f64 / width).min(rows as f64 / height) * 25.4;
    if per_inch < COARSE {
        notes.push(format!(
            "the picture has {per_inch:.0} pixels an inch at this size, which looks coarse; use a larger picture or smaller cells"
        ));
    }
    notes
}

/// Returns the size of what each sheet shows of a picture, as its file to print alone has it.
fn printed_sizes(plan: &CutPlan, bleed: f64) -> String {
    let of_sheet = |sheet| -> Option<String> {
        let bounds = printed_bounds(sheet, bleed).ok()?;
        Some(format!("{:.1} x {:.1} mm", bounds.width(), bounds.height()))
    };
    let mut sizes: Vec<String> = plan.sheets.iter().filter_map(of_sheet).collect();
    let count = sizes.len();
    sizes.dedup();
    match sizes.as_slice() {
        [all] if count > 1 => format!("{all} each"),
        sizes => sizes.join(", "),
    }
}
