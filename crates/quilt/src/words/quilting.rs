//! Ways to quilt a top, and what a label says.

use crate::plan::{Quilting, QuiltingLine};
use crate::units::Units;

/// Along the seams.
pub(crate) const DITCH: (&str, &str) = (
    "Stitch in the ditch",
    "Sew along the seams, on the side without seam allowances. The shape of each patch stands out.",
);
/// Lines on a slant over all.
pub(crate) const GRID: (&str, &str) = (
    "Crosshatch grid",
    "Mark lines at 45 degrees, one cell apart, both ways. Use a walking foot and begin with the middle line.",
);
/// Along the patches.
pub(crate) const ECHO: (&str, &str) =
    ("Echo", "Sew inside of each patch, about 3/8 in from its seams. It clears every seam allowance.");

/// What a line for a long-arm machine is like.
pub(crate) fn one_line(line: &QuiltingLine, units: Units) -> String {
    let what = match line.way {
        Quilting::Ditch => "stitches in the ditch",
        Quilting::Grid => "crosshatch grid",
        Quilting::Echo => "echo",
    };
    let length = |mm: f64| match units {
        Units::Imperial => format!("{:.1} yd", mm / 25.4 / 36.0),
        Units::Metric => format!("{:.1} m", mm / 1000.0),
    };
    let travel = match length(line.travel_mm) {
        none if none.starts_with("0.0 ") => String::new(),
        some => format!(", {some} of it over lines that are sewn already or across seams"),
    };
    format!("quilting: {what} as one line of {}{travel}", length(line.length_mm))
}

/// The lines of a label, each with what is known already.
pub(crate) fn label(designer: Option<&str>, date: Option<&str>) -> Vec<(String, Option<String>)> {
    let mut lines = vec![("Made by".to_owned(), None), ("Date".to_owned(), date.map(str::to_owned))];
    lines.extend(designer.map(|name| ("Pattern by".to_owned(), Some(name.to_owned()))));
    lines
}
