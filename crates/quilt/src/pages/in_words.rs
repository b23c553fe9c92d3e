//! Says the whole pattern in words, in reading order: what plain text prints and the studio reads out.
//!
//! Nothing is said by place or color alone: shapes are rows of cells, and the quilt is a list of patches.

use super::{border, chart, cover, cutting_list, edge, finishing, matching, materials, methods, rows};
use crate::plan::options::Method;
use crate::plan::{
    ChartRow, Design, PartKind, QuiltPlan, RectangleUse, RepeatedPart, Repeats, StraightSeams, TemplateUse,
};
use crate::words::repeats::HOW;
use crate::words::sewing::{NEW_SEAM, PARTIAL_SEAM, PIVOT, WHIP_STITCH, Y_SEAM, rectangles};
use crate::words::straight;
use piecework_draw::page::Entry;
use piecework_tiling::tiling::{cells_in_words, rows_of_cells_in_words};

/// A part of a pattern in words.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// Its lines, in the order in which they are done.
    pub lines: Vec<String>,
    /// How many of these are sewing steps: the last ones.
    pub steps: usize,
}

impl Part {
    fn new(title: impl Into<String>, lines: Vec<String>) -> Self {
        Self { title: title.into(), lines, steps: 0 }
    }

    /// A part with steps after other lines.
    fn with_steps(title: impl Into<String>, mut lines: Vec<String>, steps: Vec<String>) -> Self {
        let count = steps.len();
        lines.extend(steps);
        Self { steps: count, ..Self::new(title, lines) }
    }
}

/// Returns the pattern in words: parts in reading order, each with its title and its lines.
///
/// The first part is the pattern itself, with its title and facts. Every sewing step is one line.
///
/// # Examples
/// ```
/// use piecework_quilt::{QuiltOptions, QuiltPlan, in_words};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two L trominoes", &grids[0])?;
/// let words = in_words(&QuiltPlan::new(&tiling, &QuiltOptions::default())?);
/// let block = words.iter().find(|part| part.title == "Sewing, block A").expect("a step");
/// assert_eq!(block.steps, 1);
/// assert!(block.lines[1].starts_with("Step 1. Add patch 2 (Rust) to patch 1. Pivot at corners 1 and 2."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn in_words(plan: &QuiltPlan) -> Vec<Part> {
    let mut parts = vec![facts(plan)];
    parts.extend(needs(plan));
    if plan.summary.fused.is_none() {
        parts.push(patches(plan));
        let rows = plan.summary.chart.iter().map(ChartRow::in_words);
        parts.push(Part::new("The quilt, row by row", rows.collect()));
    }
    if let Some(halves) = &plan.summary.half_squares {
        // Where each part is told once, there are no numbers of steps.
        let steps = halves.steps_in_words().filter(|_| plan.repeats.is_none());
        let lines = halves.in_words(plan.options().units).into_iter().chain(steps);
        let lines = lines.chain(halves.pairs_in_words());
        parts.push(Part::new("Half-square triangles", lines.collect()));
    }
    match (&plan.straight, &plan.summary.fused) {
        (Some(seams), _) => parts.extend(by_rectangles(plan, seams)),
        (None, Some(fused)) => {
            let sections = chart::fused_in_words(plan, fused).into_iter();
            parts.extend(sections.map(|(title, lines)| Part::new(title, lines)));
        }
        (None, None) => parts.extend(by_patches(plan)),
    }
    parts.extend(edges(plan));
    parts.extend(finishing::sections(plan).into_iter().map(|(title, lines)| Part::new(title, lines)));
    parts.retain(|part| !part.lines.is_empty());
    parts
}

fn words_of(entries: Vec<Entry>) -> Vec<String> {
    entries.into_iter().map(|entry| entry.words).collect()
}

fn owned(sentences: &[&str]) -> Vec<String> {
    sentences.iter().map(|&words| words.to_owned()).collect()
}

fn facts(plan: &QuiltPlan) -> Part {
    let designer = plan.options().designer.iter().map(|designer| format!("Designed by {designer}."));
    let address = plan.options().address.iter().map(|address| format!("{address}."));
    let skill = format!("Skill level: {}.", plan.skill().in_words());
    Part::new(plan.design.title(), designer.chain(address).chain(cover::facts(plan)).chain([skill]).collect())
}

fn needs(plan: &QuiltPlan) -> Vec<Part> {
    let mut parts = Vec::new();
    if !plan.summary.stash.is_empty() {
        parts.push(Part::new("From the stash", words_of(materials::from_the_stash(plan))));
    }
    let mut fabric = words_of(materials::to_buy(plan));
    fabric.extend(materials::remarks(plan));
    let methods = methods::remarks(&plan.design, &plan.summary.methods).into_iter();
    let methods = methods.chain(methods::table_in_words(plan));
    let methods =
        methods.chain(methods::trade_off(plan).map(|(sentences, _)| sentences).into_iter().flatten());
    parts.push(Part::new("Fabric to buy, and how to cut it", fabric));
    parts.push(Part::new("Tools and notions", materials::tools(plan)));
    parts.push(Part::new("Construction methods", methods.collect()));
    parts
}

/// Where each patch is.
fn patches(plan: &QuiltPlan) -> Part {
    let region = plan.design.whole.puzzle().region();
    let (lattice, board) = (region.lattice(), region.cells());
    let mut lines = vec![format!(
        "Patches are numbered in reading order. Cells are {} of one size. Rows count from the top, columns from the left.",
        lattice.cell_name()
    )];
    lines.extend(rows_of_cells_in_words(lattice, board));
    lines.extend(plan.patches.iter().zip(plan.design.whole.placements()).map(|(patch, laid)| {
        let place = cells_in_words(lattice, board, &laid.cells);
        format!("Patch {}: piece {}, {}; {place}.", patch.patch, patch.piece, patch.fabric)
    }));
    Part::new("The quilt, patch by patch", lines)
}

/// Templates or papers, their matching points, and the steps in which whole patches or strips are sewn.
fn by_patches(plan: &QuiltPlan) -> Vec<Part> {
    let design = &plan.design;
    let papers = design.options.method == Method::EnglishPaper;
    let title = if papers { "Papers" } else { "Templates" };
    let templates = plan.summary.templates.iter().map(|used| template(design, used, papers));
    let mut parts = vec![Part::new(title, templates.collect())];
    let marked = if papers { &[] } else { design.matching.patches.as_slice() };
    let marked = marked.iter().filter(|patch| !patch.marks.is_empty() || !patch.set_in.is_empty());
    let points: Vec<String> = marked
        .map(|patch| format!("Patch {}: {}.", design.label(patch.patch - 1), matching::in_words(patch)))
        .collect();
    if !points.is_empty() {
        let how = "Letters are those on the template. A letter with a number is an inside corner; the steps name its number.";
        let lines = std::iter::once(how.to_owned()).chain(points).collect();
        parts.push(Part::new("Matching points, patch by patch", lines));
    }
    if !papers {
        parts.push(Part::new("Inside corners", matching::corners_in_words(design)));
    }
    if let Some(of_rows) = design.rows() {
        parts.push(Part::new("How to sew rows", vec![rows::how(&of_rows.plan)]));
        for group in rows::steps(&plan.summary.row_steps) {
            parts.push(Part::with_steps(group.title, Vec::new(), words_of(group.steps)));
        }
    }
    if let Some(repeats) = &plan.repeats {
        parts.extend(by_parts(plan, repeats));
    } else if let Some(all) = plan.summary.assembly.as_ref().filter(|all| !all.steps.is_empty()) {
        let turns: &[&str] = &[NEW_SEAM, Y_SEAM, PIVOT, PARTIAL_SEAM];
        let mut how = owned(if papers { &[WHIP_STITCH] } else { turns });
        how.extend(all.in_words());
        parts.push(Part::new("How to sew", how));
        parts.extend(steps(plan));
    }
    parts
}

/// A template with its counts and its shape.
fn template(design: &Design, used: &TemplateUse, papers: bool) -> String {
    let shape = &design.tiling().puzzle().pieces()[used.piece].shape;
    let counts = cutting_list::hands(used.count, used.mirrored, papers);
    let by_fabric = cutting_list::fabric_lines(design, used, papers).join(", ");
    let place = cells_in_words(shape.lattice(), shape.cells(), shape.cells());
    let flipped = if used.flipped { ", seen in a mirror" } else { "" };
    let what = if papers { "Paper" } else { "Template" };
    let rows = rows_of_cells_in_words(shape.lattice(), shape.cells()).map(|rows| format!(" {rows}"));
    let rows = rows.unwrap_or_default();
    format!("{what} {}: cut {counts}; {by_fabric}. Its shape{flipped}: {place}.{rows}", used.name)
}

/// All steps, block by block.
fn steps(plan: &QuiltPlan) -> Vec<Part> {
    let whole = plan.summary.assembly.as_ref();
    let mut number = 0;
    let mut parts = Vec::new();
    for block in plan.step_cards().chunk_by(|a, b| a.block == b.block) {
        let first =
            whole.and_then(|all| all.steps[number].sewn_patches.first()).filter(|_| block[0].block.is_some());
        let begin = first.map(|first| format!("Begin with patch {first}."));
        let steps = block.iter().map(|step| step.words.join(" ")).collect();
        let title = title_of(block[0].block.as_deref());
        parts.push(Part::with_steps(title, begin.into_iter().collect(), steps));
        number += block.len();
    }
    parts
}

/// A card as one line; its title ends where the sentences begin.
fn one_line(card: &[String]) -> String {
    match card.split_first() {
        Some((title, words)) => format!("{title}. {}", words.join(" ")),
        None => String::new(),
    }
}

/// Units, blocks, rows and the top, each once.
fn by_parts(plan: &QuiltPlan, repeats: &Repeats) -> Vec<Part> {
    let Some(assembly) = plan.assembly() else { return Vec::new() };
    let of = |title: &str, kind: PartKind| {
        let parts = repeats.parts.iter().filter(|part| part.kind == kind);
        let line = |part: &RepeatedPart| {
            let fabrics = part.colorings_in_words();
            let fabrics =
                if fabrics.is_empty() { String::new() } else { format!(" {}.", fabrics.join("; ")) };
            format!("{}{fabrics}", one_line(&part.in_words(&assembly, repeats)))
        };
        Part::with_steps(title, Vec::new(), parts.map(line).collect())
    };
    vec![
        Part::new("How to sew", vec![HOW.to_owned()]),
        of("Sewing, units", PartKind::Unit),
        of("Sewing, blocks", PartKind::Block),
        of("Sewing, rows", PartKind::Row),
        of("Sewing, the top", PartKind::Top),
    ]
}

/// The title of the steps of a block, or of those that join blocks.
fn title_of(block: Option<&str>) -> String {
    block.map_or_else(|| "Sewing, joining the blocks".to_owned(), |name| format!("Sewing, block {name}"))
}

/// Rectangles, foundations, and the steps of straight seams.
fn by_rectangles(plan: &QuiltPlan, seams: &StraightSeams) -> Vec<Part> {
    let design = &plan.design;
    let mut cut = Vec::new();
    for (fabric, sizes) in seams.cloth.fabrics.iter().zip(&seams.sizes) {
        cut.push(format!("{}: {}.", fabric.name, rectangles(sizes.iter().map(|size| size.count).sum())));
        let size = |RectangleUse { cut, count, labels, .. }: &RectangleUse| {
            format!("({count}) {} × {}: {}", cut.0, cut.1, labels.join(", "))
        };
        cut.extend(sizes.iter().map(size));
    }
    let mut parts = vec![Part::new(format!("Cutting, {}", rectangles(seams.rectangles.len())), cut)];
    parts.push(Part::new("Corners to cut away", straight::cut_away(design, seams)));
    if !seams.plan.foundations.is_empty() {
        parts.push(Part::new("Foundations", straight::foundations(seams, &[])));
    }
    if let Some(repeats) = &plan.repeats {
        parts.extend(by_parts(plan, repeats));
        return parts;
    }
    let Some(_) = seams.steps.first() else { return parts };
    let mut how = owned(&["Sew right sides together, press as named, and measure the unit after each step."]);
    if seams.plan.y_seams > 0 {
        how.push(Y_SEAM.to_owned());
    }
    if !seams.pairs.is_empty() {
        how.push(straight::CHAIN_PIECING.to_owned());
        how.extend(seams.pairs.iter().map(straight::pair));
    }
    parts.push(Part::new("How to sew", how));
    parts.extend(steps(plan));
    parts
}

/// What is sewn around the top.
fn edges(plan: &QuiltPlan) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(of_top) = &plan.summary.edge {
        let mut lines = edge::sentences(plan, of_top);
        lines.extend(words_of(of_top.templates.iter().map(edge::template).collect()));
        if !of_top.fillers.is_empty() {
            lines.extend(words_of(edge::steps(plan, of_top)));
        }
        parts.push(Part::new("Finish the edge", lines));
    }
    for index in 0..plan.summary.yardage.borders.len() {
        let title = format!("Sew the {}", plan.summary.yardage.border_part(index));
        parts.push(Part::new(&title, border::sentences(plan, index)));
    }
    parts
}

/// The most characters in a line.
const LINE: usize = 100;

/// Writes the pattern as plain text: the parts of [`in_words`] one after the other.
pub fn plain_text(plan: &QuiltPlan) -> String {
    let mut text = Text::default();
    for (index, Part { title, lines, .. }) in in_words(plan).iter().enumerate() {
        text.heading(title, if index == 0 { '=' } else { '-' });
        lines.iter().for_each(|line| text.item(line));
    }
    text.0
}

/// Text that grows.
#[derive(Default)]
struct Text(String);

impl Text {
    fn heading(&mut self, words: &str, rule: char) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let rule: String = std::iter::repeat_n(rule, words.chars().count()).collect();
        self.0.push_str(&format!("{words}\n{rule}\n"));
    }

    /// Words in lines, the first after a hyphen and the others below its words.
    fn item(&mut self, words: &str) {
        let mut line = "- ".to_owned();
        let mut is_new = true;
        for word in words.split_whitespace() {
            if !is_new && line.chars().count() + 1 + word.chars().count() > LINE {
                self.0.push_str(&line);
                self.0.push('\n');
                "  ".clone_into(&mut line);
                is_new = true;
            }
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
            is_new = false;
        }
        self.0.push_str(&line);
        self.0.push('\n');
    }
}
