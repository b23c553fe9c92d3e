//! What is bought, and how each fabric is cut: the page of materials and the cutting layouts.
//!
//! In: a design with its yardage. Out: pages. Always holds: every line of the shopping list is there once, and every
//! strip with what is cut from it. How yardage is counted is not known here.

use super::cover::for_a_bed;
use super::design::FabricUse;
use super::frame::{Frame, LINE, WORDS, reading_room, wrapped};
use super::stash::StashRow;
use super::yardage::{FabricYardage, LayoutLook, Purchase, Yardage, cutting_layouts};
use super::{Design, QuiltError, Units};
use crate::colour::{Colour, FabricRole};
use crate::drawing::{Drawing, Path, Role, Text};
use crate::geometry::{Bounds, Point};
use crate::lattice::Lattice;

/// The side of a swatch, in mm; chosen by eye, as are the other sizes of this file.
const SWATCH: f64 = 5.0;
/// The air beside a swatch and between entries, in mm.
const AIR: f64 = 2.5;
/// The air between two cutting layouts on a page, in mm.
const APART: f64 = 6.0;

/// Words with what stands before them.
struct Entry {
    /// The colour of the swatch; none where there is no swatch.
    colour: Option<Colour>,
    bold: bool,
    words: String,
}

/// The pages of materials.
pub(super) fn pages(
    design: &Design<'_>,
    fabrics: &[FabricUse],
    yardage: &Yardage,
    stash: &[StashRow],
) -> Result<Vec<Frame>, QuiltError> {
    let free = reading_room(design)?;
    let mut frames: Vec<Frame> = Vec::new();
    let mut y = f64::INFINITY;
    for entry in entries(design, fabrics, yardage, stash) {
        let left = if entry.bold { 0.0 } else { SWATCH + AIR };
        let lines = wrapped(&entry.words, WORDS, free.width() - SWATCH - AIR);
        let height = lines.len() as f64 * LINE + if entry.bold { AIR } else { 0.0 };
        if y + height > free.bottom {
            frames.push(Frame::reading(design, "materials")?);
            y = free.top;
        }
        let Some(frame) = frames.last_mut() else { continue };
        if entry.bold {
            y += AIR;
        }
        let swatch = Bounds {
            left: free.left,
            top: y + (LINE - SWATCH) / 2.0,
            right: free.left + SWATCH,
            bottom: y + (LINE + SWATCH) / 2.0,
        };
        if let Some(colour) = entry.colour {
            frame.canvas.fill(Path::rectangle(swatch), colour);
            frame.canvas.path(Role::Engrave, Path::rectangle(swatch));
        }
        let left = free.left + if entry.colour.is_some() { SWATCH + AIR } else { left };
        for words in lines {
            let at = Point { x: left, y: y + (LINE + WORDS) / 2.0 };
            let text = Text::fitted(words, at, WORDS, free.right - left);
            frame.canvas.text(Role::Label, if entry.bold { text.bold() } else { text });
            y += LINE;
        }
    }
    Ok(frames)
}

/// Everything that stands on the pages, in order.
fn entries(design: &Design<'_>, fabrics: &[FabricUse], yardage: &Yardage, stash: &[StashRow]) -> Vec<Entry> {
    let units = design.options.units;
    let bold = |colour: Option<Colour>, words: String| Entry { colour, bold: true, words };
    let plain = |words: String| Entry { colour: None, bold: false, words };
    let mut entries = from_the_stash(design, yardage, stash);
    entries.push(bold(None, "What to buy".to_owned()));
    for (purchase, line) in yardage.to_buy(units) {
        if stash.iter().any(|row| row.covers(purchase, yardage)) {
            continue;
        }
        let colour = match purchase {
            Purchase::Fabric(index) => fabrics.get(index).and_then(|fabric| fabric.colour.parse().ok()),
            Purchase::Border => Some(design.border_colour()),
            Purchase::Binding => design.other(FabricRole::Binding).map(|fabric| fabric.colour),
            Purchase::Backing => design.other(FabricRole::Backing).map(|fabric| fabric.colour),
            Purchase::Batting => None,
        };
        let role = match purchase {
            Purchase::Border => Some(FabricRole::Border),
            Purchase::Binding => Some(FabricRole::Binding),
            Purchase::Backing => Some(FabricRole::Backing),
            Purchase::Fabric(_) | Purchase::Batting => None,
        };
        let of = match role {
            Some(FabricRole::Border) => Some(design.border_name()),
            role => role.and_then(|role| design.other(role)).map(|fabric| fabric.name.as_str()),
        };
        let of = of.map(|name| format!(" ({name})"));
        entries.push(bold(colour, format!("{line}{}", of.unwrap_or_default())));
        if let Purchase::Fabric(index) = purchase {
            entries.extend(strips(&yardage.fabrics[index], design).into_iter().map(plain));
        }
    }
    entries.push(bold(None, "How it is counted".to_owned()));
    entries.extend(remarks(design, yardage).into_iter().map(plain));
    let (remarks, warnings) = (design.colouring.remarks(), design.colouring.warnings());
    if !remarks.is_empty() || !warnings.is_empty() {
        entries.push(bold(None, "Colours".to_owned()));
        entries.extend(remarks.into_iter().chain(warnings).map(|words| plain(capital(&words))));
    }
    entries
}

/// What is not bought: every fabric of the stash, how it is cut, and what is left.
fn from_the_stash(design: &Design<'_>, yardage: &Yardage, stash: &[StashRow]) -> Vec<Entry> {
    if stash.is_empty() {
        return Vec::new();
    }
    let mut entries = vec![Entry { colour: None, bold: true, words: "From the stash".to_owned() }];
    for row in stash {
        let colour = design.options.palette.fabric(&row.fabric).ok().map(|fabric| fabric.colour);
        entries.push(Entry { colour, bold: true, words: row.in_words(design.options.units) });
        let covered = |index: &usize| row.covers(Purchase::Fabric(*index), yardage);
        let cut =
            (0..yardage.fabrics.len()).find(covered).map(|index| strips(&yardage.fabrics[index], design));
        let around = yardage.to_buy(design.options.units).into_iter();
        let around =
            around.filter(|&(what, _)| !matches!(what, Purchase::Fabric(_)) && row.covers(what, yardage));
        let cut = cut.into_iter().flatten().chain(around.map(|(_, line)| line));
        entries.extend(cut.map(|words| Entry { colour: None, bold: false, words }));
    }
    entries
}

/// `12 strips of 4 1/2 in, 3 strips of 2 1/2 in`, and from what they are cut.
fn strips(fabric: &FabricYardage, design: &Design<'_>) -> Vec<String> {
    let units = design.options.units;
    let heights = fabric.heights.iter().map(|group| {
        let strips = if group.strips == 1 { "strip" } else { "strips" };
        format!("{} {strips} of {}", group.strips, group.height.write(units))
    });
    let pieces = fabric.pieces.iter().map(|piece| {
        let (short, long) = (piece.size.0.write(units), piece.size.1.write(units));
        let of = if piece.boxed { format!(" for {}", piece.name) } else { String::new() };
        format!("{} of {short} × {long}{of}", piece.count)
    });
    vec![
        format!("{}, each {} long", heights.collect::<Vec<_>>().join(", "), fabric.strip_length.write(units)),
        format!("from them {}", pieces.collect::<Vec<_>>().join(", ")),
    ]
}

/// What the figures stand on.
fn remarks(design: &Design<'_>, yardage: &Yardage) -> Vec<String> {
    let units = design.options.units;
    let mut remarks = vec![format!(
        "Usable width of the fabric {}; what is bought is rounded up, {}.",
        yardage.width_of_fabric.write(units),
        match (design.whole.lattice(), units) {
            (Lattice::Square, _) => "nothing else is rounded",
            (_, Units::Imperial) =>
                "and so are widths and heights that are no fraction of an inch, to 1/16 in",
            (_, Units::Metric) => "and so are widths and heights that are no decimal fraction, to 0.1 mm",
        }
    )];
    remarks.extend(yardage.bed.iter().flat_map(|bed| for_a_bed(bed, units)));
    let percent = design.options.yardage.extra_percent;
    remarks.push(match percent {
        0 => "Nothing is added for shrinking and miscuts.".to_owned(),
        percent => format!("{percent} % are added for shrinking and miscuts."),
    });
    if yardage.fabrics.iter().any(|fabric| fabric.pieces.iter().any(|piece| piece.boxed)) {
        let words = "Each patch counts as the rectangle around it, seam allowances included; whoever cuts patches close \
                     together needs less.";
        remarks.push(words.to_owned());
    }
    if let Some(border) = &yardage.border {
        let (sides, across) = border.lengths;
        remarks.push(format!(
            "Border: two sides of {}, then two across of {}, cut {} wide.",
            sides.write(units),
            across.write(units),
            border.strip_height.write(units)
        ));
    }
    let (binding, backing) = (&yardage.binding, &yardage.backing);
    remarks.push(format!(
        "Binding: {} around the quilt, and {} for corners and joins; strips folded double.",
        binding.around.write(units),
        binding.extra.write(units)
    ));
    let seams = if backing.upright { "from top to bottom" } else { "from side to side" };
    if backing.panels > 1 {
        let width = backing.width_of_fabric.write(units);
        remarks.push(format!("Backing: seams {seams}; fabric {width} wide."));
    }
    remarks
}

/// A sentence of a remark that begins with a small letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// The pages of cutting layouts, fabric by fabric, and the border last.
pub(super) fn layout_pages(design: &Design<'_>, yardage: &Yardage) -> Result<Vec<Frame>, QuiltError> {
    let free = reading_room(design)?;
    let units = design.options.units;
    let mut frames: Vec<Frame> = Vec::new();
    let mut y = f64::INFINITY;
    let border = yardage.border_cut(&format!("{}, border", design.border_name()));
    for fabric in yardage.fabrics.iter().chain(&border) {
        // Two fat quarters fit below each other.
        let share = if fabric.fat_quarters.is_some() { 0.75 } else { 1.0 };
        let look = LayoutLook { width: free.width() * share, height: free.height(), units };
        for layout in cutting_layouts(fabric, &look)? {
            if y + layout.height() > free.bottom + 1e-6 {
                frames.push(Frame::reading(design, "cutting layout")?);
                y = free.top;
            }
            if let Some(frame) = frames.last_mut() {
                put(frame, &layout, Point { x: free.left, y });
            }
            y += layout.height() + APART;
        }
    }
    Ok(frames)
}

/// Draws a drawing on a page.
fn put(frame: &mut Frame, drawing: &Drawing, at: Point) {
    for layer in drawing.layers() {
        for item in &layer.items {
            frame.canvas.item(layer.role, item.moved(at.x, at.y));
        }
    }
}
