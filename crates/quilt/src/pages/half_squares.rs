//! The page of half-square triangles: how they are sewn, and how many of each pair of fabrics.

use super::format;
use crate::plan::QuiltPlan;
use crate::plan::error::QuiltError;
use piecework_draw::page::{Block, Entry, Page, Sign};

/// The page; none for a quilt without such triangles.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(halves) = &plan.summary.half_squares else { return Ok(Vec::new()) };
    let mut blocks: Vec<Block<'_>> =
        halves.in_words(plan.options().units).into_iter().map(Block::Paragraph).collect();
    let pairs = halves.pairs_in_words().into_iter();
    blocks.push(Block::List(pairs.map(|words| Entry::new(Sign::CheckBox, words)).collect()));
    format::section(&plan.design, "half-square triangles", blocks)
}
