//! The cover: the quilt in its fabrics, its sizes, and what to know before cutting.

use super::{edge, format, notions};
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::{BorderYardage, Inches, Yardage};
use crate::plan::{Design, EdgeFinish, FabricNeed, MethodTable, QuiltPlan};
use crate::words::sewing::{for_a_bed, rectangles};
use crate::words::straight::{seams_at_notches, seams_in_words};
use crate::words::{patches, plural, sentence};
use piecework_draw::color::FabricRole;
use piecework_draw::drawing::{Canvas, Diagram, Path, Role};
use piecework_draw::geometry::Bounds;
use piecework_draw::page::sizes::{AIR, LINE, TEXT};
use piecework_draw::page::{Block, Entry, Figure, Page, Section, Sign, wrapped};

/// The least width of the column of fabrics beside the quilt, in mm; chosen by eye, as is the next.
const FABRICS: f64 = 52.0;
/// The least height of the quilt, in mm.
const LEAST_QUILT: f64 = 70.0;
/// The finished width of the binding that is seen from the front, in mm.
const BINDING: f64 = 6.35;

/// The cover.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let design = &plan.design;
    let page_format = format::read(design);
    let title = format::title(design, "quilt pattern");
    let room = page_format.room(&title)?;
    let skill = format!("Skill level: {}.", plan.skill().in_words());
    let designer = design.options.designer.iter().map(|name| format!("Designed by {name}."));
    let facts: Vec<String> =
        designer.chain(facts(plan)).chain(std::iter::once(skill)).chain(remarks(design)).collect();
    let lines: usize = facts.iter().map(|fact| wrapped(fact, TEXT, room.width()).len()).sum();
    let entries = |words: Vec<String>| words.into_iter().map(|words| Entry::new(Sign::None, words)).collect();
    let mut below = vec![Block::heading("What you need"), Block::List(needs(plan))];
    below.extend([Block::heading("Tools and notions"), Block::List(entries(notions::tools(plan)))]);
    let below_height: f64 = below.iter().map(|block| block.height(room.width()) + AIR).sum();
    let height = (room.height() - lines as f64 * LINE - below_height - 3.0 * AIR).max(LEAST_QUILT);
    let mut blocks =
        vec![Block::Figure(quilt(plan, room.width() - FABRICS, height)), Block::List(entries(facts))];
    blocks.extend(below);
    Ok(Section { title, blocks, legend: Vec::new() }.pages(&page_format)?)
}

/// What is bought, in short; the page of materials says how it is cut.
fn needs(plan: &QuiltPlan) -> Vec<Entry> {
    let lines = plan.summary.shopping_list(plan.options().units);
    let extra = plan.summary.yardage.extra_in_words(plan.options().units);
    lines.into_iter().chain([extra]).map(|words| Entry::new(Sign::None, capital(&words))).collect()
}

/// The words with a capital letter first.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// The quilt in color with its border, and its fabrics beside it.
fn quilt(plan: &QuiltPlan, width: f64, height: f64) -> Figure<'_> {
    let bounds = plan.design.patchwork.bounds();
    let (side, across) = border_widths(&plan.summary.yardage);
    let size = (bounds.width() + 2.0 * (side + BINDING), bounds.height() + 2.0 * (across + BINDING));
    let scale = (width / size.0).min(height / size.1).min(1.0);
    let (width, height) = (size.0 * scale, size.1 * scale);
    let draw = move |canvas: &mut Canvas, room: Bounds| {
        draw_quilt(plan, canvas, room.inset(BINDING * scale), scale);
    };
    Figure { width, height, beside: fabrics(plan), draw: Box::new(draw) }
}

fn draw_quilt(plan: &QuiltPlan, canvas: &mut Canvas, room: Bounds, largest_scale: f64) {
    let design = &plan.design;
    let (side, across) = border_widths(&plan.summary.yardage);
    if let Some(binding) = design.other(FabricRole::Binding).filter(|_| is_rectangle(plan)) {
        let edge = room.inset(-BINDING * largest_scale);
        let mut ring = Path::rectangle(edge).elements().to_vec();
        ring.extend_from_slice(Path::rectangle(room).elements());
        canvas.fill(Path::new(ring), binding.color);
        canvas.path(Role::Engrave, Path::rectangle(edge));
    }
    if side.max(across) > 0.0 {
        canvas.fill(Path::rectangle(room), design.border_color());
        canvas.path(Role::Cut, Path::rectangle(room));
    }
    let colors = design.colors();
    let diagram =
        Diagram { patchwork: &design.patchwork, colors: &colors, labels: &[], curves: &[], largest_scale };
    let (side, across) = (side * largest_scale, across * largest_scale);
    let top = Bounds {
        left: room.left + side,
        top: room.top + across,
        right: room.right - side,
        bottom: room.bottom - across,
    };
    draw_on_background(plan, canvas, &diagram, top);
}

/// The width of the border at the sides, and at top and bottom, in mm; 0 without one.
pub(super) fn border_widths(yardage: &Yardage) -> (f64, f64) {
    let widths = yardage.border.as_ref().map_or_else(Default::default, BorderYardage::widths);
    (widths.0.mm(), widths.1.mm())
}

/// Whether the edge of the quilt is that of a rectangle.
fn is_rectangle(plan: &QuiltPlan) -> bool {
    let board = plan.design.patchwork.board();
    plan.summary.yardage.border.is_some()
        || (board.len() == 1 && board[0].corners().count() == 4 && board[0].holes().is_empty())
}

/// The fabrics, each with what is cut from it.
fn fabrics(plan: &QuiltPlan) -> Vec<Entry> {
    let cut = |index: usize, fabric: &FabricNeed| match &plan.straight {
        None => patches(fabric.patches),
        Some(seams) => rectangles(seams.sizes[index].iter().map(|size| size.count).sum()),
    };
    let entry = |(index, fabric): (usize, &FabricNeed)| {
        let swatch = fabric.color.parse().map_or(Sign::Indent, Sign::Swatch);
        Entry::new(swatch, format!("{}: {}", fabric.name, cut(index, fabric)))
    };
    let mut entries: Vec<Entry> = plan.summary.fabrics.iter().enumerate().map(entry).collect();
    let background = plan.design.options.background_name();
    let words = match plan.summary.edge.as_ref().map(|edge| (edge.finish, edge.fillers.len())) {
        Some((EdgeFinish::Fillers, count)) => Some(format!("{background}: {}", plural(count, "edge filler"))),
        Some((EdgeFinish::Background, _)) => Some(format!("{background} under the top")),
        _ => None,
    };
    entries.extend(words.map(|words| Entry::new(Sign::Swatch(plan.design.next_color()), words)));
    if let Some(border) = &plan.summary.yardage.border {
        let words =
            format!("{}: {} for the border", plan.design.border_name(), plural(border.all_strips(), "strip"));
        entries.push(Entry::new(Sign::Swatch(plan.design.border_color()), words));
    }
    entries
}

/// Remarks about the colors, at most a few.
fn remarks(design: &Design) -> Vec<String> {
    /// More would leave no room for the quilt.
    const MOST: usize = 4;
    let (mut remarks, warnings) = (design.coloring.remarks(), design.coloring.warnings());
    remarks.extend(warnings);
    let left_out = remarks.len() > MOST;
    remarks.truncate(MOST);
    let mut remarks: Vec<String> = remarks.iter().map(|words| sentence(words)).collect();
    if left_out {
        remarks.push("More about the colors is on the materials page.".to_owned());
    }
    remarks
}

/// Draws the quilt, on its background where there is one.
pub(super) fn draw_on_background(plan: &QuiltPlan, canvas: &mut Canvas, diagram: &Diagram<'_>, room: Bounds) {
    let sewn = plan.straight.as_ref().and_then(|seams| seams.cloth.fabrics.get(plan.design.fabrics.len()));
    let under = plan.summary.edge.as_ref().filter(|edge| edge.finish == EdgeFinish::Background);
    let background = sewn.map(|fabric| fabric.color).or_else(|| under.map(|_| plan.design.next_color()));
    if let Some(background) = background {
        let (bounds, scale) = (diagram.patchwork.bounds(), diagram.scale_in(room));
        let (right, bottom) = (room.left + bounds.width() * scale, room.top + bounds.height() * scale);
        canvas.fill(Path::rectangle(Bounds { right, bottom, ..room }), background);
    }
    let drawn = diagram.draw(canvas, room);
    edge::draw_fillers(&plan.design, canvas, drawn.bounds, drawn.scale, false);
}

/// Partial seams and pivots of the way that is chosen, if it has any.
fn other_turns(methods: &MethodTable) -> String {
    let Some(row) = methods.rows.iter().find(|row| row.chosen) else { return String::new() };
    let turns = [(row.partial_seams, "partial seam"), (row.pivots, "pivot")];
    let some = turns.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!(", {}", plural(count, what))).collect()
}

/// The quilt in words.
pub(super) fn facts(plan: &QuiltPlan) -> Vec<String> {
    let (design, yardage) = (&plan.design, &plan.summary.yardage);
    let allowance = design.options.seam_allowance;
    let size = |seams: usize| written_size(design, yardage, seams);
    let border = yardage.border.as_ref().map_or(String::new(), |border| {
        let write = |width: Inches| width.write(design.options.units);
        match border.widths() {
            (side, across) if side == across => {
                format!(", including a border of {} on every side", write(side))
            }
            (side, across) => format!(
                ", including a border of {} at the sides and {} at top and bottom",
                write(side),
                write(across)
            ),
        }
    });
    let set_in = design.patchwork.set_in_corners().len();
    let mut patches = patches(design.whole.placements().len());
    if let Some(rows) = &design.rows {
        patches = format!("{patches} in {} strips", rows.count());
    }
    let fewest = if design.fewest { ", the fewest possible" } else { "" };
    let straight = plan.straight.as_ref();
    let cut = straight.map_or_else(|| templates(design), |seams| rectangles(seams.rectangles.len()));
    let sewn = match straight {
        None if design.options.method == Method::EnglishPaper => "sewn by hand over papers".to_owned(),
        None if design.rows.is_some() => "sewn in rows with straight seams; no Y-seams".to_owned(),
        None => format!("{}{}", plural(set_in, "set-in corner"), other_turns(&plan.summary.methods)),
        Some(seams) => seams_in_words(design, seams),
    };
    let units = design.options.units;
    let mut facts = vec![
        format!("Finished size {}{border}; unfinished, before binding, {}.", size(0), size(2)),
        format!(
            "{patches} from {cut}; cell {}, seam allowance {}.",
            design.write(design.options.cell),
            design.write(allowance)
        ),
        format!("{} fabrics{fewest}; {sewn}.", design.fabrics.len()),
    ];
    facts.extend(yardage.bed.iter().flat_map(|bed| for_a_bed(bed, units)));
    facts.extend(straight.and_then(seams_at_notches));
    facts.extend(seam_test(plan));
    if !design.whole.lattice().has_straight_lines() {
        let cells = capital(design.whole.lattice().cell_name());
        facts.push(format!(
            "{cells} need Y-seams at every corner; or piece them over papers by hand (English paper piecing)."
        ));
    }
    facts
}

/// The finished size with a number of seam allowances; a length that is rounded up is marked "about".
fn written_size(design: &Design, yardage: &Yardage, seams: usize) -> String {
    let bounds = design.patchwork.bounds();
    let seams = yardage.seam_allowance.times(seams);
    let side = |finished: Inches, top: Inches, mm: f64| {
        let about = if top.is_exactly(mm) { "" } else { "about " };
        format!("{about}{}", (finished + seams).write(design.options.units))
    };
    let (finished, top) = (yardage.finished, yardage.top);
    let width = side(finished.0, top.0, bounds.width());
    format!("{width} × {}", side(finished.1, top.1, bounds.height()))
}

/// The test that quilters sew before they cut: three squares of one cell in a row, where cells are squares
/// and a machine sews.
fn seam_test(plan: &QuiltPlan) -> Option<String> {
    let design = &plan.design;
    let templates = design.options.method == Method::Templates && design.options.seam_allowance > 0.0;
    let squares = templates && design.whole.lattice().is_rectilinear();
    let (square, row) = (design.unfinished(1), design.unfinished(3));
    (squares || plan.straight.is_some()).then(|| {
        format!(
            "Test your seam first: cut three squares {square} and sew them in a row. The row must measure {row}."
        )
    })
}

fn templates(design: &Design) -> String {
    let count = design.templates.len();
    let what = if design.options.method == Method::EnglishPaper { "shape" } else { "template" };
    plural(count, what)
}
