//! The papers of printers, embedded as JSON files.

use super::{LayoutError, SheetFormat};
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limits;
use piecework_tiling::names::find;
use piecework_tiling::source::Source;

/// The embedded papers, small to large within each family.
const PAPERS: [(&str, &str); 11] = [
    ("letter", piecework_templates::file("papers/letter.json")),
    ("legal", piecework_templates::file("papers/legal.json")),
    ("tabloid", piecework_templates::file("papers/tabloid.json")),
    ("arch-c", piecework_templates::file("papers/arch-c.json")),
    ("arch-d", piecework_templates::file("papers/arch-d.json")),
    ("arch-e", piecework_templates::file("papers/arch-e.json")),
    ("a4", piecework_templates::file("papers/a4.json")),
    ("a3", piecework_templates::file("papers/a3.json")),
    ("a2", piecework_templates::file("papers/a2.json")),
    ("a1", piecework_templates::file("papers/a1.json")),
    ("a0", piecework_templates::file("papers/a0.json")),
];
/// The embedded papers on a roll, narrow to wide.
const ROLLS: [(&str, &str); 3] = [
    ("roll-24in", piecework_templates::file("papers/roll-24in.json")),
    ("roll-a0", piecework_templates::file("papers/roll-a0.json")),
    ("roll-36in", piecework_templates::file("papers/roll-36in.json")),
];

/// Returns the names of the embedded papers, small to large within each family.
pub fn paper_names() -> Vec<&'static str> {
    PAPERS.iter().map(|&(name, _)| name).collect()
}

/// Returns the names of the embedded papers on a roll, narrow to wide.
pub fn roll_names() -> Vec<&'static str> {
    ROLLS.iter().map(|&(name, _)| name).collect()
}

/// Returns an embedded paper, upright, or one on a roll, for pages of any length.
///
/// # Errors
/// [`LayoutError::NoSuchPaper`] with the valid names.
pub fn paper_or_roll(name: &str) -> Result<SheetFormat, LayoutError> {
    match find(name, &ROLLS, |(roll, _)| roll) {
        Some((name, text)) => read(name, text),
        None => paper(name).map_err(|error| match error {
            LayoutError::NoSuchPaper { found, mut allowed } => {
                allowed.extend(roll_names().into_iter().map(str::to_owned));
                LayoutError::NoSuchPaper { found, allowed }
            }
            other => other,
        }),
    }
}

/// Returns an embedded paper, upright, or one of any size, such as `24inx36in` or `600mmx900mm`: as wide as its first length.
///
/// # Errors
/// [`LayoutError::NoSuchPaper`] with the valid names; [`LayoutError::NoRoom`] if its margins leave nothing.
pub fn paper(name: &str) -> Result<SheetFormat, LayoutError> {
    if let Some((name, text)) = find(name, &PAPERS, |(paper, _)| paper) {
        return read(name, text);
    }
    of_size(&name.to_ascii_lowercase()).unwrap_or_else(|| {
        let allowed = paper_names().into_iter().map(str::to_owned).collect();
        Err(LayoutError::NoSuchPaper { found: name.to_owned(), allowed })
    })
}

/// The margin of a paper that has no name, in mm: that of the others.
const MARGIN: f64 = 10.0;

/// Returns the paper of a size in words; `None` if they are no size.
fn of_size(text: &str) -> Option<Result<SheetFormat, LayoutError>> {
    let (width, height) = text.split_once(['x', '×'])?;
    let length = |text: &str| text.trim().parse::<Length>().ok();
    let (width, height) = (length(width)?, length(height)?);
    let format = SheetFormat {
        name: text.to_owned(),
        title: format!("{width} x {height}"),
        width: width.mm(),
        height: height.mm(),
        margin: MARGIN,
        roll: false,
    };
    Some(format.usable().map(|_| format))
}

fn read(name: &str, text: &'static str) -> Result<SheetFormat, LayoutError> {
    Ok(SheetFormat::read(&Source::new(format!("{name}.json"), text), &Limits::default())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_paper_is_read_under_its_own_name_and_has_room() {
        for name in paper_names() {
            let paper = paper(name).expect("an embedded paper");
            assert_eq!(paper.name, name);
            assert!(paper.width < paper.height, "papers are kept upright");
            assert!(paper.usable().expect("room").width() > 100.0);
        }
    }

    #[test]
    fn a_paper_of_any_size_is_as_wide_as_its_first_length() {
        for (text, size) in
            [("24inx36in", (609.6, 914.4)), ("600mm × 900mm", (600.0, 900.0)), ("arch-d", (609.6, 914.4))]
        {
            let paper = paper(text).expect("a paper");
            assert!((paper.width - size.0).abs() < 1e-9 && (paper.height - size.1).abs() < 1e-9, "{text}");
        }
        assert!(matches!(paper("15mmx200mm"), Err(LayoutError::NoRoom { .. })));
        for wrong in ["24x36in x", "x", "letterx"] {
            assert!(matches!(paper(wrong), Err(LayoutError::NoSuchPaper { .. })), "{wrong}");
        }
    }

    #[test]
    fn every_roll_is_read_under_its_own_name_and_is_not_a_sheet() {
        for name in roll_names() {
            let roll = paper_or_roll(name).expect("an embedded roll");
            assert!(roll.roll && roll.name == name && roll.height >= 5000.0, "{roll:?}");
            assert!(paper(name).is_err(), "who cannot make long pages does not get them");
        }
        assert!(!paper_or_roll("a4").expect("a sheet").roll);
        let error = paper_or_roll("rol-a0").unwrap_err().to_string();
        assert!(error.contains("roll-a0") && error.contains("letter"), "{error}");
    }

    #[test]
    fn an_unknown_paper_lists_the_known_ones() {
        let error = paper("lettr").unwrap_err();
        assert!(error.to_string().contains("`lettr`") && error.to_string().contains("a4"), "{error}");
    }
}
