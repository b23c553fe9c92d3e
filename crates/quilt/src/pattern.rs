//! A whole pattern at once: the plan, its pages and its picture.

use super::pages::{pages, picture, quilting_lines};
use super::plan::QuiltPlan;
use super::plan::error::QuiltError;
use super::plan::options::QuiltOptions;
use piecework_draw::drawing::Drawing;
use piecework_tiling::tiling::Tiling;

/// A quilt pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Everything that is decided.
    pub plan: QuiltPlan,
    /// The pages that are read: what to buy, how to cut, and how to sew.
    pub booklet: Vec<Drawing>,
    /// The pages that are cut out or measured by: they must be printed true to size.
    pub true_size: Vec<Drawing>,
    /// The quilt in its fabrics, as one picture.
    pub picture: Drawing,
    /// The quilting as one line, true to size, if a way to quilt was chosen.
    pub quilting: Option<Drawing>,
}

/// Plans the quilt of a tiling and lays out its pages, all at once in memory: [`pages`] makes them one by one.
///
/// # Errors
/// As [`QuiltPlan::new`]; [`QuiltError::PaperTooSmall`] and errors of drawing.
pub fn pattern(tiling: &Tiling, options: &QuiltOptions) -> Result<Pattern, QuiltError> {
    Pattern::from_plan(QuiltPlan::new(tiling, options)?)
}

impl Pattern {
    /// Lays out the pages of a plan.
    ///
    /// # Errors
    /// [`QuiltError::PaperTooSmall`] and errors of drawing.
    pub fn from_plan(plan: QuiltPlan) -> Result<Self, QuiltError> {
        let (pages, picture) = (pages(&plan)?, picture(&plan)?);
        let [booklet, true_size] = pages.map(|pages| pages.collect::<Result<Vec<Drawing>, _>>());
        let (booklet, true_size) = (booklet?, true_size?);
        let quilting = quilting_lines(&plan)?;
        Ok(Self { plan, booklet, true_size, picture, quilting })
    }

    /// Returns the pages of the booklet, then those that are true to size.
    pub fn pages(&self) -> impl Iterator<Item = &Drawing> {
        self.booklet.iter().chain(&self.true_size)
    }
}
