//! Determines the sheet of a file from its name.

/// A sheet of a job.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SheetName {
    /// The job: `out/pentominoes-cut`.
    pub job: String,
    /// The number of the sheet from 1; `None` for a file with all sheets.
    pub number: Option<usize>,
}

/// The suffixes after the number of a sheet.
const ENDINGS: [&str; 7] = ["-compound", "-r12_mm", "-r12_in", "-r2000_mm", "-r2000_in", "-r2000", ""];

/// The fronts and the backs of sheets, which are jobs of their own.
const SIDES: [&str; 2] = ["-cut", "-back"];

/// Returns the sheet of a file with this name; `None` for other names.
///
/// # Examples
/// ```
/// use piecework_draw::check::sheet_name;
/// let sheet = sheet_name("out/my-cut-2-r12_mm.dxf").expect("a cut file");
/// assert_eq!((sheet.job.as_str(), sheet.number), ("out/my-cut", Some(2)));
/// assert_eq!(sheet_name("out/my-cut-3-midnight-blue.svg").expect("a cut file").number, Some(3));
/// assert_eq!(sheet_name("out/my-back-2.svg").expect("the back of a sheet").job, "out/my-back");
/// assert_eq!(sheet_name("out/my-cut.pdf").expect("a cut file").number, None);
/// assert_eq!(sheet_name("out/my-embroidery-1-oat.dst"), sheet_name("out/my-embroidery-1-oat.exp"));
/// assert_eq!(sheet_name("out/my-assembly.svg"), None);
/// ```
pub fn sheet_name(name: &str) -> Option<SheetName> {
    let (stem, ending) = name.rsplit_once('.')?;
    // Stitches are at other places than on the sheets, so they are compared only with each other.
    if ["dst", "exp", "pes", "jef"].contains(&ending.to_ascii_lowercase().as_str()) {
        return Some(SheetName { job: stem.to_owned(), number: None });
    }
    let stem = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending))?;
    SIDES.iter().find_map(|side| of_side(stem, side))
}

/// Returns the sheet of a name without its ending, if it is of this side.
fn of_side(stem: &str, side: &str) -> Option<SheetName> {
    if stem.ends_with(side) {
        return Some(SheetName { job: stem.to_owned(), number: None });
    }
    // After the number there may be a fabric or a piece.
    let (job, sheet) = stem.rsplit_once(&format!("{side}-"))?;
    let number = sheet.split('-').next()?;
    let number = number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(SheetName { job: format!("{job}{side}"), number: Some(number) })
}
