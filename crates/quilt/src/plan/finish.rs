//! How a top is finished: its edge, and its quilting.

/// What the cloth of a facing is called.
pub(super) const FACING: &str = "facing";

/// How to finish a top that is not rectangular or has holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EdgeFinish {
    /// Binding follows the edge; it is cut on the bias, because it goes around corners.
    #[default]
    Binding,
    /// Strips are sewn along each side, right sides together, and turned to the back.
    Facing,
    /// The top is appliquéd to a rectangle of background fabric.
    Background,
    /// Background fabric is pieced into the edge, by templates: half hexagons, end triangles, whatever is
    /// missing.
    Fillers,
    /// The top is trimmed to the largest rectangle in it: patches at the edge are cut as they are.
    Straight,
    /// Outside corners of hexagons are rounded, and binding on the bias follows the scallops.
    Scalloped,
}

impl EdgeFinish {
    /// Whether the edge is straight afterwards, so that borders can be sewn to it.
    pub const fn makes_a_rectangle(self) -> bool {
        matches!(self, EdgeFinish::Background | EdgeFinish::Fillers | EdgeFinish::Straight)
    }
}

/// How a top is quilted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Quilting {
    /// Along the seams and around the top.
    Ditch,
    /// Along lines at 45 degrees both ways, one cell apart.
    Grid,
    /// Inside of each patch, along its outline.
    Echo,
}
