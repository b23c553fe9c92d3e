//! Ways to quilt a top, and what a label says.

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

/// The lines of a label, each with what is known already.
pub(crate) fn label(designer: Option<&str>, date: Option<&str>) -> Vec<(String, Option<String>)> {
    let mut lines = vec![("Made by".to_owned(), None), ("Date".to_owned(), date.map(str::to_owned))];
    lines.extend(designer.map(|name| ("Pattern by".to_owned(), Some(name.to_owned()))));
    lines
}
