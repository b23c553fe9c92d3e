//! What a person may ask of a plan of straight seams.

/// What the best plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Objective {
    /// As few rectangles as possible; of those plans the one with the shortest seams.
    #[default]
    FewestRectangles,
    /// The shortest seams in all; of those plans the one with the fewest rectangles.
    ShortestSeams,
    /// All rectangles cut from strips of one height, the one that takes the fewest rectangles. One height
    /// always does, because strips one cell high do.
    FewestStripHeights,
    /// As few steps as possible one after another, if any number of people sew; of those plans the one with
    /// the fewest rectangles, then the shortest seams. Seams along one line count as one step, also where
    /// holes or notches part them.
    ShallowestAssembly,
}

/// What becomes of cells that no piece covers: gaps, holes, and corners outside the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Outside {
    /// They stay empty: the quilt has that outline, and holes.
    #[default]
    Open,
    /// They are filled with cloth, each part that is connected as one patch called `background`.
    Background,
}

/// How straight seams are planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PiecingOptions {
    /// What the plan is the best of; [`Objective::FewestRectangles`].
    pub objective: Objective,
    /// The most rectangles of cloth in a block, which one person sews as a unit with labels of its own; 20.
    pub block: usize,
    /// What becomes of cells that no piece covers; [`Outside::Open`].
    pub outside: Outside,
    /// The most cells along the shorter and the longer side of a foundation, if parts of the quilt are sewn
    /// on paper; none. Patterns make foundations smaller still, so that each fits on a page.
    pub foundations: Option<(usize, usize)>,
    /// The most Y-seams, if patches are kept whole where that saves pieces; none: straight seams only. The
    /// plan has the fewest pieces, whatever the objective.
    pub y_seams: Option<usize>,
    /// The blocks that the quilt is known to have; none: equal blocks are looked for.
    pub blocks: Option<BlockGrid>,
}

/// Blocks in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockGrid {
    /// Blocks from left to right.
    pub columns: usize,
    /// Blocks from top to bottom.
    pub rows: usize,
    /// The width of the sashing, in cells; 0 for none.
    pub sashing: usize,
    /// Whether they stand on their corners, as [`Blocks`](piecework_tiling::tiling::Blocks) lays them.
    pub on_point: bool,
}

impl Default for PiecingOptions {
    /// Blocks of up to 20 rectangles: an evening's work for one person. Chosen by eye.
    fn default() -> Self {
        Self {
            objective: Objective::default(),
            block: 20,
            outside: Outside::default(),
            foundations: None,
            y_seams: None,
            blocks: None,
        }
    }
}
