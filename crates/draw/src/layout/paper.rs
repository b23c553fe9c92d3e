//! The papers of printers, embedded as JSON files.

use super::{LayoutError, SheetFormat};
use piecework_tiling::limits::Limits;
use piecework_tiling::source::Source;

/// The embedded papers, small to large within each family.
const PAPERS: [(&str, &str); 8] = [
    ("letter", piecework_templates::file("papers/letter.json")),
    ("legal", piecework_templates::file("papers/legal.json")),
    ("tabloid", piecework_templates::file("papers/tabloid.json")),
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
    let lower = name.to_ascii_lowercase();
    match ROLLS.iter().find(|(known, _)| *known == lower) {
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

/// Returns an embedded paper, upright.
///
/// # Errors
/// [`LayoutError::NoSuchPaper`] with the valid names.
pub fn paper(name: &str) -> Result<SheetFormat, LayoutError> {
    let lower = name.to_ascii_lowercase();
    let (name, text) = PAPERS.iter().find(|(known, _)| *known == lower).ok_or_else(|| {
        let allowed = paper_names().into_iter().map(str::to_owned).collect();
        LayoutError::NoSuchPaper { found: name.to_owned(), allowed }
    })?;
    read(name, text)
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
