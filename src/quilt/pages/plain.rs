//! The whole pattern as plain text, in reading order: for screen readers, and for reading aloud at the machine.
//!
//! Headings are underlined, lists begin with a hyphen. Nothing is said by place or colour alone: shapes are rows of cells, and
//! the quilt is a table of patch numbers.

use super::words::{NEW_SEAM, PARTIAL_SEAM, PIVOT, WHIP_STITCH, Y_SEAM, rectangles};
use super::{
    assembly, border, cover, cutting_list, edge, finishing, matching, materials, methods, notions, rows,
    straight,
};
use crate::lattice::Cell;
use crate::page::Entry;
use crate::quilt::plan::options::Method;
use crate::quilt::plan::piecing::Press;
use crate::quilt::plan::{Assembly, Design, QuiltPlan, RectangleUse, StepRow, StraightSeams, TemplateUse};

/// The most characters in a line.
const LINE: usize = 100;

/// Writes the pattern as plain text.
#[must_use]
pub fn plain_text(plan: &QuiltPlan) -> String {
    let mut text = Text::default();
    text.heading(plan.design.title(), '=');
    if let Some(designer) = &plan.options().designer {
        text.paragraph(&format!("Designed by {designer}."));
    }
    cover::facts(plan).iter().for_each(|fact| text.item(fact));
    let (level, why) = plan.skill();
    text.item(&format!("Skill level: {} ({why}).", level.in_words()));
    needs(plan, &mut text);
    quilt(plan, &mut text);
    match &plan.straight {
        Some(seams) => by_rectangles(seams, &mut text),
        None => by_patches(plan, &mut text),
    }
    if let Some(of_top) = &plan.summary.edge {
        text.heading("Finish the edge", '-');
        edge::sentences(plan, of_top).iter().for_each(|words| text.item(words));
        text.entries(&of_top.templates.iter().map(edge::template).collect::<Vec<Entry>>());
        if !of_top.fillers.is_empty() {
            text.entries(&edge::steps(plan, of_top));
        }
    }
    if let Some(border) = &plan.summary.yardage.border {
        text.heading("Sew the border", '-');
        border::sentences(plan, border).iter().for_each(|words| text.item(words));
    }
    for (heading, sentences) in finishing::sections(plan) {
        text.heading(heading, '-');
        sentences.iter().for_each(|words| text.item(words));
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

    fn paragraph(&mut self, words: &str) {
        self.wrapped(words, "", "");
    }

    fn item(&mut self, words: &str) {
        self.wrapped(words, "- ", "  ");
    }

    fn entries(&mut self, entries: &[Entry]) {
        entries.iter().for_each(|entry| self.item(&entry.words));
    }

    /// Words in lines, the first after `first` and the others after `next`.
    fn wrapped(&mut self, words: &str, first: &str, next: &str) {
        let mut line = first.to_owned();
        let mut is_new = true;
        for word in words.split_whitespace() {
            if !is_new && line.chars().count() + 1 + word.chars().count() > LINE {
                self.0.push_str(&line);
                self.0.push('\n');
                next.clone_into(&mut line);
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

fn needs(plan: &QuiltPlan, text: &mut Text) {
    if !plan.summary.stash.is_empty() {
        text.heading("From the stash", '-');
        text.entries(&materials::from_the_stash(plan));
    }
    text.heading("Fabric to buy, and how to cut it", '-');
    text.entries(&materials::to_buy(plan));
    materials::remarks(plan).iter().for_each(|words| text.item(words));
    text.heading("Tools and notions", '-');
    notions::tools(plan).iter().for_each(|words| text.item(words));
    text.heading("Construction methods", '-');
    methods::remarks(&plan.design, &plan.summary.methods).iter().skip(1).for_each(|words| text.item(words));
}

/// The quilt as a table of patch numbers, and its patches.
fn quilt(plan: &QuiltPlan, text: &mut Text) {
    text.heading("The quilt, patch by patch", '-');
    text.paragraph(
        "Patches are numbered in reading order. Cells are squares, hexagons or triangles of one size, in rows from the top and in \
         columns from the left.",
    );
    for patch in &plan.patches {
        let cells: Vec<Cell> = patch.cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let place = in_rows(&cells);
        text.item(&format!("Patch {}: piece {}, {}; {place}.", patch.patch, patch.piece, patch.fabric));
    }
}

/// `row 1, columns 1 to 3; row 2, column 2`.
fn in_rows(cells: &[Cell]) -> String {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable_by_key(|cell| (cell.y, cell.x));
    let runs = sorted.chunk_by(|a, b| a.y == b.y && a.x + 1 == b.x);
    let run = |run: &[Cell]| {
        let (first, last) = (run[0], run[run.len() - 1]);
        if first == last {
            format!("row {}, column {}", first.y + 1, first.x + 1)
        } else {
            format!("row {}, columns {} to {}", first.y + 1, first.x + 1, last.x + 1)
        }
    };
    runs.map(run).collect::<Vec<_>>().join("; ")
}

/// Templates or papers, their matching points, and the steps in which whole patches are sewn.
fn by_patches(plan: &QuiltPlan, text: &mut Text) {
    let design = &plan.design;
    let papers = design.options.method == Method::EnglishPaper;
    text.heading(if papers { "Papers" } else { "Templates" }, '-');
    for used in &plan.summary.templates {
        text.item(&template(design, used, papers));
    }
    let marked = &design.matching.patches;
    if !papers && marked.iter().any(|patch| !patch.marks.is_empty() || !patch.set_in.is_empty()) {
        text.heading("Matching points, patch by patch", '-');
        text.paragraph(
            "Letters are those on the template. A letter with a number is an inside corner; the steps name its number.",
        );
        for patch in marked {
            text.item(&format!("Patch {}: {}.", design.label(patch.patch - 1), matching::in_words(patch)));
        }
    }
    if let Some(of_rows) = &design.rows {
        text.heading("Sew the rows", '-');
        text.paragraph(&rows::how(&of_rows.plan));
        text.entries(&rows::strips(design, &of_rows.plan));
        text.heading("Join the rows", '-');
        text.entries(&rows::between(design, &of_rows.plan));
    }
    if let Some(assembly) = plan.assembly() {
        steps(plan, &assembly, text);
    }
}

/// A template with its counts, sizes and shape.
fn template(design: &Design, used: &TemplateUse, papers: bool) -> String {
    let piece = &design.tiling().puzzle().pieces()[used.piece];
    let counts = cutting_list::hands(used.count, used.mirrored, papers);
    let by_fabric = cutting_list::fabric_lines(design, used, papers).join(", ");
    let shape = in_rows(piece.shape.cells());
    let flipped = if used.flipped { ", seen in a mirror" } else { "" };
    format!("{}: {counts}. {by_fabric}. Its shape{flipped}: {shape}.", used.name)
}

fn steps(plan: &QuiltPlan, assembly: &Assembly<'_>, text: &mut Text) {
    let Some(of_plan) = plan.summary.assembly.as_ref().filter(|of_plan| !of_plan.steps.is_empty()) else {
        return;
    };
    text.heading("Sewing, step by step", '-');
    if assembly.turns() {
        [NEW_SEAM, Y_SEAM, PIVOT, PARTIAL_SEAM].iter().for_each(|words| text.paragraph(words));
    } else {
        text.paragraph(WHIP_STITCH);
    }
    let mut block: Option<Option<&str>> = None;
    for step in &of_plan.steps {
        let here = step.block.as_deref();
        if block != Some(here) {
            text.heading(&here.map_or("Join the blocks".to_owned(), |name| format!("Block {name}")), '~');
            if let Some(first) = step.sewn_patches.first().filter(|_| here.is_some()) {
                text.paragraph(&format!("Begin with patch {first}."));
            }
            block = Some(here);
        }
        let words = assembly::words(assembly, step).join("; ");
        text.item(&format!("Step {}. Add {} to {}: {words}.", step.step, step.adds, step.to.join(", ")));
    }
}

/// Rectangles, foundations, and the steps of straight seams.
fn by_rectangles(seams: &StraightSeams, text: &mut Text) {
    text.heading("Rectangles to cut", '-');
    for (fabric, sizes) in seams.fabrics.iter().zip(&seams.sizes) {
        let count = rectangles(sizes.iter().map(|size| size.count).sum());
        text.paragraph(&format!("{}: {count}.", fabric.name));
        let size = |RectangleUse { cut, count, labels, .. }: &RectangleUse| {
            format!("({count}) {} × {}: {}", cut.0, cut.1, labels.join(", "))
        };
        sizes.iter().for_each(|of| text.item(&size(of)));
    }
    if !seams.plan.foundations.is_empty() {
        text.heading("Foundations", '-');
        straight::foundations::sentences(seams, &[]).iter().for_each(|words| text.item(words));
    }
    if seams.steps.is_empty() {
        return;
    }
    text.heading("Sewing, step by step", '-');
    text.paragraph("Sew right sides together, press as named, and measure the unit after each step.");
    let mut block: Option<Option<&str>> = None;
    for step in &seams.steps {
        let here = step.block.as_deref();
        if block != Some(here) {
            text.heading(&here.map_or("Join the blocks".to_owned(), |name| format!("Block {name}")), '~');
            block = Some(here);
        }
        let StepRow { step: number, makes, first, second, seam, press, .. } = step;
        let upright = matches!(press, Press::Left | Press::Right);
        let (sides, other) =
            if upright { ("the left and", "the right") } else { ("the top and", "the bottom") };
        text.item(&format!(
            "Step {number}. Sew {first} at {sides} {second} at {other} to {makes}: seam {seam}, press {}; the unit measures {} × {} \
             unfinished.",
            press.word(),
            step.unfinished_width,
            step.unfinished_height
        ));
    }
}
