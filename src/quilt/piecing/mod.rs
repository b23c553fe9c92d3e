//! A quilt sewn with straight seams only: which rectangles to cut, and in which order they are joined.
//!
//! In: a tiling of squares. Out: a [`PiecingPlan`], the best of its kind, and the figures of other ways to sew the same
//! quilt ([`methods`]). Always holds: every rectangle lies in one patch, and each step joins two parts along one line: a
//! whole side of both, or of one where the quilt has holes or another outline. Sizes are in cells; what a cell measures is asked for only where a size is written. Colours, paper and
//! fabric are not known here.

mod board;
mod error;
mod fewest;
mod foundations;
mod joins;
mod label;
mod lines;
mod methods;
mod plan;
mod press;
mod rows;
mod table;
mod tree;
mod wording;

pub use board::CellRect;
pub use error::PiecingError;
pub use foundations::Foundation;
pub use joins::Stretch;
pub(in crate::quilt) use methods::methods_beside;
pub use methods::{MethodFigures, Methods, SewingMethod, methods};
pub use plan::{Block, Crossing, Part, Patch, PiecingPlan, Press, Step, needs_squares, straight_seam_plan};
pub use rows::{TriangleRows, TriangleStrip, needs_rows, triangle_rows};

/// What the best plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// As few rectangles as possible; of those plans the one with the shortest seams.
    #[default]
    FewestRectangles,
    /// The shortest seams in all; of those plans the one with the fewest rectangles.
    ShortestSeams,
    /// All rectangles cut from strips of one height, the one that takes the fewest rectangles. One height always does,
    /// because strips one cell high do.
    FewestStripHeights,
    /// As few steps as possible one after another, if any number of people sew; of those plans the one with the fewest
    /// rectangles, then the shortest seams. Seams along one line count as one step, also where holes or notches part them.
    ShallowestAssembly,
}

/// What becomes of cells that no piece covers: gaps, holes, and corners outside the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Outside {
    /// They stay empty: the quilt has that outline, and holes.
    #[default]
    Open,
    /// They are filled with cloth, each part that hangs together as one patch called `background`.
    Background,
}

/// How a quilt is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PiecingOptions {
    /// What the best plan is.
    pub objective: Objective,
    /// The most rectangles of cloth in a block: what one person sews as a unit, with labels of its own.
    pub block: usize,
    /// What becomes of cells that no piece covers.
    pub outside: Outside,
    /// The most cells along the sides of a foundation, the shorter side first, if what can be is sewn on such papers. Patterns
    /// make them smaller still, so that each fits on a page.
    pub foundations: Option<(usize, usize)>,
}

impl Default for PiecingOptions {
    /// Blocks of up to 20 rectangles: an evening's work for one person. Chosen by eye.
    fn default() -> Self {
        Self { objective: Objective::default(), block: 20, outside: Outside::default(), foundations: None }
    }
}
