//! The pages that say how quilts of triangles are sewn: in rows, or from half-square triangles.

use super::format;
use crate::plan::error::QuiltError;
use crate::plan::piecing::TriangleRows;
use crate::plan::{Design, QuiltPlan, RowStep};
use piecework_draw::page::{Block, Entry, Page, Sign};

/// How many steps are in two columns at a time; chosen by eye.
const IN_COLUMNS: usize = 12;

/// The pages that say how it is sewn.
pub(super) fn pages(design: &Design, rows: &TriangleRows, all: &[RowStep]) -> Result<Vec<Page>, QuiltError> {
    let mut blocks = vec![Block::Paragraph(how(rows))];
    let are_units = !rows.units.is_empty();
    for StepGroup { heading, mut steps, .. } in steps(all) {
        blocks.push(Block::heading(heading));
        // Units have short lines, and there are many: few at a time, so that columns end where pages do.
        while are_units && !steps.is_empty() {
            let rest = steps.split_off(steps.len().min(IN_COLUMNS));
            blocks.push(Block::Columns(vec![Block::List(steps)]));
            steps = rest;
        }
        if !steps.is_empty() {
            blocks.push(Block::List(steps));
        }
    }
    format::section(design, "sewing, row by row", blocks)
}

/// How rows are sewn, in a few sentences.
pub(super) fn how(rows: &TriangleRows) -> String {
    let direction = match rows.turned {
        0 => "Rows run from side to side, the first at the top.".to_owned(),
        90 => "Rows run from top to bottom, the first at the left.".to_owned(),
        turned => format!("Rows run at {turned} degrees, turned clockwise from level."),
    };
    let cut = if rows.units.is_empty() {
        "Every seam is straight: sew the strips of each row together, then the rows. Cut the slanted ends of strips along the 60° \
         line of the ruler."
    } else {
        "A letter behind these is a part of a unit. Every seam is straight: sew the parts of each unit, then the strips and units \
         of each row, then the rows."
    };
    format!(
        "{direction} Labels on the diagram are the row and the place in it. {cut} Sew two strips with their ends \
         offset so that the edges cross at the seam line, and trim the dog ears. Odd and even rows are pressed opposite ways; where \
         seams of two rows meet in a point they nest."
    )
}

/// Steps of one kind.
pub(super) struct StepGroup {
    /// What stands above them on the page.
    heading: &'static str,
    /// The title of their part of the instructions in words.
    pub(super) title: &'static str,
    pub(super) steps: Vec<Entry>,
}

/// The steps that sew units, if there are any, those that sew strips into rows, and those that join rows.
pub(super) fn steps(all: &[RowStep]) -> Vec<StepGroup> {
    let of = |heading: &'static str, title: &'static str, is_one: fn(&RowStep) -> bool| {
        let steps = all.iter().filter(|step| is_one(step));
        let steps = steps.map(|step| Entry::new(Sign::None, step.in_words().join(" "))).collect();
        StepGroup { heading, title, steps }
    };
    let mut groups = vec![
        of("Sew the parts of each unit", "Sewing, units of rows", |step| step.unit.is_some()),
        of("Sew the strips of each row", "Sewing, row by row", |step| {
            step.unit.is_none() && step.onto.is_none()
        }),
        of("Join the rows", "Sewing, joining the rows", |step| step.onto.is_some()),
    ];
    if groups[0].steps.is_empty() {
        groups.remove(0);
    }
    groups
}

/// The page of half-square triangles: how they are sewn, and how many of each pair of fabrics. None for a quilt without
/// such triangles.
pub(super) fn half_squares(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(halves) = &plan.summary.half_squares else { return Ok(Vec::new()) };
    let mut blocks: Vec<Block<'_>> =
        halves.in_words(plan.options().units).into_iter().map(Block::Paragraph).collect();
    let pairs = halves.pairs_in_words().into_iter();
    blocks.push(Block::List(pairs.map(|words| Entry::new(Sign::CheckBox, words)).collect()));
    format::section(&plan.design, "half-square triangles", blocks)
}
