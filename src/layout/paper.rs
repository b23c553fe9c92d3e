//! Papers a printer takes, embedded as JSON files.

use super::{LayoutError, SheetFormat};
use crate::limits::Limits;
use crate::source::Source;

/// The embedded papers, small to large within each family.
const PAPERS: [(&str, &str); 8] = [
    ("letter", include_str!("../../templates/papers/letter.json")),
    ("legal", include_str!("../../templates/papers/legal.json")),
    ("tabloid", include_str!("../../templates/papers/tabloid.json")),
    ("a4", include_str!("../../templates/papers/a4.json")),
    ("a3", include_str!("../../templates/papers/a3.json")),
    ("a2", include_str!("../../templates/papers/a2.json")),
    ("a1", include_str!("../../templates/papers/a1.json")),
    ("a0", include_str!("../../templates/papers/a0.json")),
];
/// The names of the embedded papers, small to large within each family.
#[must_use]
pub fn paper_names() -> Vec<&'static str> {
    PAPERS.iter().map(|&(name, _)| name).collect()
}

/// An embedded paper, upright.
///
/// # Errors
/// [`LayoutError::NoSuchPaper`] lists the names there are.
pub fn paper(name: &str) -> Result<SheetFormat, LayoutError> {
    let lower = name.to_ascii_lowercase();
    let (name, text) = PAPERS.iter().find(|(known, _)| *known == lower).ok_or_else(|| {
        let allowed = paper_names().into_iter().map(str::to_owned).collect();
        LayoutError::NoSuchPaper { found: name.to_owned(), allowed }
    })?;
    Ok(SheetFormat::read(&Source::new(format!("{name}.json"), *text), &Limits::default())?)
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
    fn an_unknown_paper_lists_the_known_ones() {
        let error = paper("lettr").unwrap_err();
        assert!(error.to_string().contains("`lettr`") && error.to_string().contains("a4"), "{error}");
    }
}
