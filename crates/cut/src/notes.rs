//! Describes a plan in sentences: its measures with lower bounds, and what a user must know before cutting.

use super::estimate::cutting_time;
use super::lengths::mm;
use super::piece_notes::blank_art;
use super::plan::{
    CutPlan, CutSummary, LinesCut, Offcut, PieceLabel, PieceSize, Release, SMALLEST_WORDS, SolidPlan,
    ToolLine,
};
use super::{CutOptions, Dress, Embroidery, Engraving, Machine, ToolKind, ToolPath};
use piecework_draw::drawing::{Medium, Role};
use piecework_draw::render::{Content, Format, FormatRef};
use piecework_tiling::text::plural;

/// The most pieces whose release is described one by one; the plan and the assembly pages have all.
const MOST_RELEASED: usize = 12;

/// The most sizes that are described; the plan has all.
const MOST_SIZES: usize = 12;

/// Describes a plan; `given` are the names of the options that are set, such as
/// `kerf`.
pub(super) fn notes(
    plan: &CutPlan,
    options: &CutOptions,
    machine: &Machine,
    formats: &[FormatRef],
    given: &[&str],
) -> Vec<String> {
    let summary = &plan.summary;
    let tool = &options.line.tool;
    if !formats.iter().any(|format| is_sheet(format)) {
        // Without sheets, only sizes are described.
        let printed = formats.iter().any(|format| format.content == Content::Solids);
        let small = Some(plan).filter(|_| printed).and_then(small_words);
        let sized = formats.iter().any(|format| is_cut(format));
        let sized = sized.then(|| sizes(plan, if printed { "printed" } else { "cut" }));
        return sized.into_iter().chain(small).collect();
    }
    let mut notes = sheets_and_panels(summary);
    if summary.turned {
        notes.push(
            "the design is turned by a quarter on the stock, so that its pieces share lines".to_owned(),
        );
    }
    notes.extend(left_of_sheets(summary));
    notes.extend(inlay(summary));
    notes.extend(back(plan, options));
    notes.extend(why_separate(summary, options, (formats, given)));
    notes.push(measures(summary));
    notes.extend((!summary.sizes.is_empty()).then(|| sizes(plan, "cut")));
    notes.extend(
        summary.tabs_at_least.map(|tabs| format!("every piece is held by at least {}", plural(tabs, "tab"))),
    );
    notes.extend(released(summary));
    notes.extend(decided_by_machine(machine, tool, given));
    notes.extend(limits_of_shared_lines(summary, tool, given));
    notes.extend(pens(plan, machine, given));
    notes.extend(without_numbers(plan, options));
    notes.extend(blank_art(options));
    notes
}

impl Embroidery {
    /// Describes an embroidery.
    pub fn note(&self, machine: &Machine) -> String {
        let hoopings = match self.hoopings.len() {
            1 => "1 hooping".to_owned(),
            count => format!(
                "{count} hoopings (lower bound {}), split only between pieces and aligned by crosses",
                self.hoopings_at_least
            ),
        };
        let turned = if self.turned { ", turned by a quarter in the hoop" } else { "" };
        let fabrics = plural(self.fabrics.fabrics.len(), "fabric");
        let speed = machine.stitches_per_min;
        let time = speed.map_or(String::new(), |speed| {
            format!(", about {} of sewing", spoken(self.minutes(speed) * 60.0))
        });
        format!("embroidery: {} stitches in {fabrics}, {hoopings}{turned}{time}", self.stitches())
    }
}

/// Returns the number of sheets and panels, with lower bounds, and the sheet utilization.
fn sheets_and_panels(summary: &CutSummary) -> Vec<String> {
    let mut notes = Vec::new();
    if summary.copies > 1 {
        let full = summary.on_sheets.iter().map(|sheet| sheet.utilisation);
        notes.push(format!(
            "{} sets on {} (lower bound by area {}), utilization {}",
            summary.copies,
            plural(summary.sheets, "sheet"),
            summary.sheets_at_least,
            utilization(&full.collect::<Vec<f64>>())
        ));
    }
    if let (Some(least), Some(by_area)) = (summary.panels_at_least, summary.panels_by_area) {
        notes.push(format!(
            "the design is larger than the stock: {} (lower bound {least}, by area {by_area}) on {}, split only between pieces",
            plural(summary.panels.len(), "panel"),
            plural(summary.sheets, "sheet")
        ));
    }
    for fabric in &summary.fabrics {
        let own = summary.on_sheets.iter().filter(|sheet| sheet.fabric.as_ref() == Some(&fabric.fabric));
        let full: Vec<f64> = own.map(|sheet| sheet.utilisation).collect();
        notes.push(format!(
            "{}: {} on {} (lower bound {}), utilization {}",
            fabric.fabric,
            plural(fabric.pieces, "piece"),
            plural(fabric.sheets, "sheet"),
            fabric.sheets_at_least,
            utilization(&full)
        ));
    }
    notes
}

/// The most sheets whose utilization is listed; the plan has all.
const MOST_LISTED: usize = 8;

/// Returns how full sheets are: each, or of many the least, the most and the last.
fn utilization(sheets: &[f64]) -> String {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    match sheets {
        [before @ .., last] if sheets.len() > MOST_LISTED => {
            let least = before.iter().copied().fold(f64::INFINITY, f64::min);
            let most = before.iter().copied().fold(0.0, f64::max);
            let all = if percent(least) == percent(most) {
                percent(least)
            } else {
                format!("{} to {}", percent(least), percent(most))
            };
            format!("{all}, last sheet {}", percent(*last))
        }
        _ => sheets.iter().map(|&share| percent(share)).collect::<Vec<String>>().join(", "),
    }
}

/// Says which rectangles are left to be cut from later, with the sizes that `--stock` takes.
fn left_of_sheets(summary: &CutSummary) -> Option<String> {
    let size = |offcut: &Offcut| {
        let (width, height) = (offcut.size_mm.width, offcut.size_mm.height);
        let of = if summary.sheets > 1 { format!(" of sheet {}", offcut.sheet) } else { String::new() };
        format!("{width}x{height}mm{of}")
    };
    let left: Vec<String> = summary.offcuts.iter().map(size).collect();
    (!left.is_empty()).then(|| format!("offcuts for the next `--stock`: {}", left.join(", ")))
}

/// Says why pieces share no lines, if nobody asked for separate outlines.
fn why_separate(
    summary: &CutSummary,
    options: &CutOptions,
    (formats, given): (&[FormatRef], &[&str]),
) -> Option<String> {
    const NEED_ROOM: [&str; 6] = ["seam", "kerf", "fit", "lead_in", "gap", "material"];
    const CHOICES: [&str; 6] = ["inlay", "lines", "nest", "by_piece", "by_fabric", "test_card"];
    if summary.lines == LinesCut::Shared || CHOICES.iter().any(|choice| given.contains(choice)) {
        return None;
    }
    // A kerf is asked for, or that of the material.
    let is_reason = |option: &str| option != "material" || (options.kerf > 0.0 && !given.contains(&"kerf"));
    let room = NEED_ROOM.iter().filter(|option| given.contains(option) && is_reason(option));
    let room: Vec<String> = room.map(|option| format!("`--{}`", option.replace('_', "-"))).collect();
    let reason = if !room.is_empty() {
        let needs = if room.len() == 1 { "needs" } else { "need" };
        format!("{} {needs} room between them", room.join(", "))
    } else if formats.iter().any(|format| format.content == Content::Prints) {
        "they are printed before they are cut".to_owned()
    } else {
        let (width, height) = (summary.finished_mm.width, summary.finished_mm.height);
        let stock = options.stock();
        format!(
            "the design of {width:.1} x {height:.1} mm is larger than the usable part of {:.1} x {:.1} mm, also turned by a quarter; \
             `--lines shared` cuts it in panels",
            stock.width, stock.height
        )
    };
    Some(format!("pieces share no lines, because {reason}"))
}

/// Says what an inlay is made of.
fn inlay(summary: &CutSummary) -> Option<String> {
    let inlay = summary.inlay?;
    let mirrored = if inlay.mirrored { "; plugs are mirrored: cut them face down" } else { "" };
    let plate = if summary.copies > 1 { "each plate, the first on" } else { "the plate of" };
    Some(format!(
        "inlay: {} for {} in {plate} sheet {}, all {} mm apart after cutting{mirrored}",
        plural(inlay.plugs, "plug"),
        plural(inlay.sockets, "socket"),
        inlay.plate,
        mm(summary.gap_mm.unwrap_or_default())
    ))
}

/// Says how to turn the sheets over, or why there is nothing on their backs.
fn back(plan: &CutPlan, options: &CutOptions) -> Option<String> {
    options.back?;
    let Some(back) = plan.summary.back else {
        return Some("nothing is on the back: every piece is too small for it".to_owned());
    };
    Some(format!(
        "both sides: run the files with `-back` first, which also cut three crosses; then turn the sheet over like a page, left edge to \
         the right, lay it in its place again, and run the files with `-cut` with their crosses on these. The back is mirrored about the \
         vertical line {:.1} mm from the left edge, the middle of the stock, so `--stock` must be the true size",
        back.axis_mm
    ))
}

/// Returns the lengths of a plan, with lower bounds.
fn measures(summary: &CutSummary) -> String {
    let lines = match summary.lines {
        LinesCut::Shared => "shared lines",
        LinesCut::Separate => "an outline for every piece",
    };
    let least = &summary.least;
    format!(
        "{lines}: {:.1} mm (lower bound {:.1}) in {} (lower bound {}), {:.1} mm of travel (lower bound {:.1})",
        summary.run_length_mm,
        least.cut_length_mm,
        plural(summary.pen_downs, "cut"),
        least.pen_downs,
        summary.travel_mm,
        least.travel_mm
    )
}

impl SolidPlan {
    /// Describes the pieces from a 3D printer, beside those that are cut.
    pub fn note(&self) -> String {
        sizes(&self.0, "printed")
    }
}

/// Returns the sizes of pieces as they are made.
fn sizes(plan: &CutPlan, made: &str) -> String {
    let summary = &plan.summary;
    // Knobs make pieces of one name differ.
    let is_one = |size: &PieceSize| size.count == 1 && !plan.curves.is_empty();
    let name = |size: &PieceSize| match size.pieces.as_slice() {
        [number] if is_one(size) => format!("{number} {}", size.name),
        _ => size.name.clone(),
    };
    let size = |size: &PieceSize| format!("{} {:.2} x {:.2} mm", name(size), size.width_mm, size.height_mm);
    let sizes: Vec<String> = summary.sizes.iter().take(MOST_SIZES).map(size).collect();
    let more = summary.sizes.len().saturating_sub(MOST_SIZES);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let clearance =
        summary.gap_mm.map_or(String::new(), |gap| format!(", with a clearance of {} mm", mm(gap)));
    format!("sizes as {made}: {}{more}{clearance}", sizes.join(", "))
}

/// When shared lines release the pieces, one by one if they are few.
fn released(summary: &CutSummary) -> Option<String> {
    if summary.lines != LinesCut::Shared {
        return None;
    }
    let mut order: Vec<&Release> = summary.free.iter().collect();
    order.sort_by_key(|release| (release.sheet, release.step, release.piece));
    let first = order.first()?;
    if order.len() > MOST_RELEASED {
        let from = format!("pieces are released from line {} of {} on", first.step, summary.pen_downs);
        return (summary.sheets == 1).then_some(from);
    }
    let together = order.chunk_by(|a, b| (a.sheet, a.step) == (b.sheet, b.step)).map(|pieces| {
        let sheet =
            if summary.sheets == 1 { String::new() } else { format!(" of sheet {}", pieces[0].sheet) };
        let numbers: Vec<String> = pieces.iter().map(|release| release.piece.to_string()).collect();
        format!("{} by line {}{sheet}", numbers.join(" "), pieces[0].step)
    });
    Some(format!("pieces are released: {}", together.collect::<Vec<String>>().join(", ")))
}

/// Returns the tool settings that the machine's profile decides.
fn decided_by_machine(machine: &Machine, tool: &ToolPath, given: &[&str]) -> Option<String> {
    let parts = [("blade_offset", tool.blade_offset), ("overcut", tool.overcut), ("fillet", tool.fillet)];
    let decided = parts.iter().filter(|(name, length)| !given.contains(name) && *length > 0.0);
    let words: Vec<String> =
        decided.map(|(name, length)| format!("--{} {}mm", name.replace('_', "-"), mm(*length))).collect();
    (!words.is_empty()).then(|| format!("`{}` implies {}", machine.name(), words.join(" ")))
}

/// Limits of shared lines for the requested options.
fn limits_of_shared_lines(summary: &CutSummary, tool: &ToolPath, given: &[&str]) -> Vec<String> {
    let held = summary.tabs_at_least.unwrap_or(tool.tabs);
    let limits = [
        (
            given.contains(&"gap"),
            "pieces that share lines are edge to edge; `--gap` separates only panels".to_owned(),
        ),
        (tool.fillet > 0.0, "`--fillet` leaves corners sharp where lines meet".to_owned()),
        (
            held < tool.tabs,
            format!(
                "shared lines have room for one tab where two pieces meet: of {} tabs some piece gets only {held}; \
                 `--lines separate` gives every piece its own",
                tool.tabs
            ),
        ),
    ];
    let shared = summary.lines == LinesCut::Shared;
    limits.into_iter().filter(|&(asked, _)| shared && asked).map(|(_, words)| words).collect()
}

/// Says which lines a knife does not get, or which of them need a pen because the machine takes every line
/// for a cut.
fn pens(plan: &CutPlan, machine: &Machine, given: &[&str]) -> Option<String> {
    if machine.tool.kind != ToolKind::Blade {
        return None;
    }
    let used = [
        (Role::Sew, plan.sheets.iter().any(|sheet| !sheet.seams.is_empty())),
        (Role::Label, on_a_side(plan, |labels, _| !labels.is_empty())),
        (Role::Engrave, on_a_side(plan, |_, engravings| !engravings.is_empty())),
    ];
    let drawn = used.iter().filter(|(role, used)| *used && !machine.without.contains(role));
    let mut layers: Vec<&str> = drawn.map(|(role, _)| role.style(Medium::Machine).layer).collect();
    layers.sort_unstable();
    let (name, layers) = (machine.name(), layers.join(" and "));
    let words = if given.contains(&"pens") {
        format!("`{name}` takes every line for a cut: set {layers} to a pen there before it cuts")
    } else {
        format!("`{name}` gets cuts only; `--pens` also writes {layers}, for a pen")
    };
    (!layers.is_empty()).then_some(words)
}

/// Returns whether any side of a sheet has such labels and engravings.
fn on_a_side(plan: &CutPlan, has: impl Fn(&[PieceLabel], &[Vec<ToolLine>]) -> bool) -> bool {
    plan.sheets.iter().any(|sheet| {
        let back = sheet.back.as_ref().is_some_and(|back| has(&back.labels, &back.engravings));
        back || has(&sheet.labels, &sheet.engravings)
    })
}

/// Numbers that would be too small to draw.
fn without_numbers(plan: &CutPlan, options: &CutOptions) -> Option<String> {
    // What is engraved on lids is on sheets without pieces.
    let sheets = plan.sheets.iter().zip(&plan.summary.on_sheets).filter(|(_, used)| !used.pieces.is_empty());
    let drawn: usize = sheets.map(|(sheet, _)| sheet.labels.len() + sheet.engravings.len()).sum();
    let missing = (plan.summary.pieces * plan.summary.copies).saturating_sub(drawn);
    let (what, why) = match options.engraving {
        Engraving::Number => ("a number", format!("would be smaller than {} mm", PieceLabel::SMALLEST)),
        Engraving::Name => ("a name", format!("would be smaller than {} mm", PieceLabel::SMALLEST)),
        Engraving::Braille => ("braille", "has no room at the size that can be read".to_owned()),
        Engraving::Solution => ("a picture", "would be too small".to_owned()),
        // These are named one by one.
        Engraving::Triplication | Engraving::Own => return None,
    };
    (options.labels && missing > 0).then(|| {
        format!(
            "{} without {what} on it, which {why}; the assembly diagram has all",
            plural(missing, "piece")
        )
    })
}

/// Words that would be too small to print.
fn small_words(plan: &CutPlan) -> Option<String> {
    let labels = plan.sheets.iter().flat_map(|sheet| &sheet.labels);
    let small = labels.filter(|label| label.height_mm < SMALLEST_WORDS).count();
    (small > 0).then(|| {
        format!(
            "{} without words on it, which would be smaller than {SMALLEST_WORDS} mm; the assembly diagram has all",
            plural(small, "piece")
        )
    })
}

/// Says how long the machine takes, if its profile has its speeds.
pub(super) fn time_note(plan: &CutPlan, machine: &Machine, dress: &Dress, given: &[&str]) -> Option<String> {
    let speed = machine.speeds(&dress.burn)?.cut;
    let seconds = cutting_time(plan, machine, dress)?;
    let by = match dress.burn.speed {
        Some(_) if given.contains(&"speed") => "as `--speed` says".to_owned(),
        Some(_) => "as the material says".to_owned(),
        None => format!("at the usual speeds of this machine: {}", machine.bed.title),
    };
    Some(format!("about {} at {speed:.0} mm/min for cuts, {by}", spoken(seconds)))
}

/// A time in words.
pub(super) fn spoken(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil();
    if minutes < 120.0 { format!("{minutes} min") } else { format!("{:.1} h", seconds / 3600.0) }
}

/// Sheets of stock, including those to print.
fn is_sheet(format: &Format) -> bool {
    matches!(format.content, Content::Sheets | Content::Prints)
}

/// Formats that are cut or printed, not sewn.
fn is_cut(format: &Format) -> bool {
    format.content != Content::Stitches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn how_full_many_sheets_are_is_said_in_short() {
        assert_eq!(utilization(&[0.5, 0.25]), "50 %, 25 %");
        let many: Vec<f64> =
            (0..125).map(|at| if at == 124 { 0.1 } else { 0.7 + f64::from(at % 3) / 100.0 }).collect();
        assert_eq!(utilization(&many), "70 % to 72 %, last sheet 10 %");
        assert_eq!(utilization(&[0.7; 9]), "70 %, last sheet 70 %");
        assert_eq!(utilization(&[]), "");
    }

    #[test]
    fn layers_for_a_pen_are_named_where_they_would_be_cut() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        for (name, labels, warned) in [
            ("cricut", true, true),
            ("scanncut", true, true),
            ("hpgl", true, true),
            ("silhouette-cameo", true, true),
            ("lightburn", true, false),
            ("cricut", false, false),
        ] {
            let machine = machine(name).expect("embedded");
            let options = CutOptions { labels, ..CutOptions::new(20.0, machine.bed.clone()) };
            let plan = plan(&tiling, &options).expect("a plan");
            for (given, words) in [
                (&[][..], "`--pens` also writes LABEL"),
                (&["pens"], "takes every line for a cut: set LABEL"),
            ] {
                assert_eq!(
                    pens(&plan, &machine, given).is_some_and(|note| note.contains(words)),
                    warned,
                    "{name}"
                );
            }
        }
    }
}
