//! Plans in words: what somebody who reads by ear needs to make the product.

use serde::Serialize;

use super::Plan;
use piecework_quilt as quilt;

/// A part of a plan in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlanWords {
    /// Its heading.
    pub title: String,
    /// Its lines, in the order in which they are done.
    pub lines: Vec<String>,
    /// How many of these are steps of sewing: the last ones.
    pub steps: usize,
}

impl Plan {
    /// Returns the plan in words: the whole pattern of a quilt, or which lines a machine cuts, sheet by
    /// sheet.
    pub fn in_words(&self) -> Vec<PlanWords> {
        let of_quilt = |quilt::PatternPart { title, lines, steps, .. }| PlanWords { title, lines, steps };
        let of_cut = |(title, lines)| PlanWords { title, lines, steps: 0 };
        match self {
            Plan::Quilt(plan) => quilt::in_words(plan).into_iter().map(of_quilt).collect(),
            Plan::Cut(plan) => plan.in_words().into_iter().map(of_cut).collect(),
            Plan::Sheet(_) | Plan::None => Vec::new(),
        }
    }
}
