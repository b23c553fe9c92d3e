//! The pages that say how quilts of triangles are sewn: in rows, or from half-square triangles.

use super::format;
use crate::plan::error::QuiltError;
use crate::plan::piecing::TriangleRows;
use crate::plan::{Design, QuiltPlan, RowStep};
use piecework_draw::page::{Block, Entry, Page, Sign};

/// The pages that say how it is sewn.
pub(super) fn pages(design: &Design, rows: &TriangleRows, all: &[RowStep]) -> Result<Vec<Page>, QuiltError> {
    let (strips, joins) = steps(all);
    let blocks = vec![
        Block::Paragraph(how(rows)),
        Block::heading("Sew the strips of each row"),
        Block::List(strips),
        Block::heading("Join the rows"),
        Block::List(joins),
    ];
    format::section(design, "sewing, row by row", blocks)
}

/// How rows are sewn, in a few sentences.
pub(super) fn how(rows: &TriangleRows) -> String {
    let direction = match rows.turned {
        0 => "Rows run from side to side, the first at the top.".to_owned(),
        90 => "Rows run from top to bottom, the first at the left.".to_owned(),
        turned => format!("Rows run at {turned} degrees, turned clockwise from level."),
    };
    format!(
        "{direction} Labels on the diagram are the row and the place in it. Every seam is straight: sew the strips of each \
         row together, then the rows. Cut the slanted ends of strips along the 60° line of the ruler. Sew two strips with their ends \
         offset so that the edges cross at the seam line, and trim the dog ears. Odd and even rows are pressed opposite ways; where \
         seams of two rows meet in a point they nest."
    )
}

/// The steps that sew strips into rows, and those that join rows.
pub(super) fn steps(all: &[RowStep]) -> (Vec<Entry>, Vec<Entry>) {
    let entry = |step: &RowStep| Entry::new(Sign::None, step.in_words().join(" "));
    let (strips, joins): (Vec<&RowStep>, Vec<&RowStep>) = all.iter().partition(|step| step.onto.is_none());
    (strips.into_iter().map(entry).collect(), joins.into_iter().map(entry).collect())
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
