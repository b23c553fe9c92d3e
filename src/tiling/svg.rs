//! Tilings that ride along in our SVG files, so that a picture can be read back.
//!
//! In: the text of an SVG. Out: the tilings in its metadata, as records, see [`super::record`]. Always holds: the picture
//! itself is not looked at; a file that was moved, scaled or recoloured by a drawing program still says what it shows.

use roxmltree::{Document, ParsingOptions};

use super::{Tiling, read_records, write_record};
use crate::defect::{Defect, Place, ReadError};
use crate::fault::Fault;
use crate::limits::Limits;
use crate::source::Source;
use crate::text::shown;

/// Why an SVG gives no tilings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SvgError {
    /// The text is no XML.
    #[error("no good SVG: {}", shown(cause))]
    Xml {
        /// What the XML reader says.
        cause: String,
    },
    /// It is a picture and nothing more.
    #[error("the SVG holds no tilings")]
    NoTilings,
}

impl Fault for SvgError {
    fn code(&self) -> &'static str {
        match self {
            SvgError::Xml { .. } => "E0551",
            SvgError::NoTilings => "E0552",
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            SvgError::NoTilings => Some(
                "tilings are in SVG files that `solve -o`, `inspect -o` and `sheet` wrote; others are only pictures".into(),
            ),
            SvgError::Xml { .. } => None,
        }
    }
}

/// What an SVG carries for these tilings: their records, a space between them. Goes into [`crate::Drawing::recipe`].
#[must_use]
pub fn svg_metadata(tilings: &[Tiling]) -> String {
    tilings.iter().map(write_record).collect::<Vec<_>>().join(" ")
}

/// Whether a text may be an SVG.
pub(super) fn looks_like_svg(text: &str) -> bool {
    // Comments and declarations may stand first, but not much.
    text.starts_with('<') && text.chars().take(4000).collect::<String>().contains("<svg")
}

/// The tilings that an SVG carries.
///
/// # Errors
/// [`ReadError`] with [`SvgError`], or with what is wrong with the records.
pub fn read_svg_tilings(source: &Source, limits: &Limits) -> Result<Vec<Tiling>, ReadError> {
    let refuse = |error: SvgError, place: Place| ReadError::of(source.name(), Defect::new(error).at(place));
    let nodes = u32::try_from(source.text().len()).unwrap_or(u32::MAX);
    let options = ParsingOptions { nodes_limit: nodes, ..ParsingOptions::default() };
    let document = Document::parse_with_options(source.text(), options).map_err(|error| {
        let at = |number: u32| usize::try_from(number).unwrap_or(1);
        let position = error.pos();
        let place = Place { line: at(position.row), column: at(position.col) };
        refuse(SvgError::Xml { cause: error.to_string() }, place)
    })?;
    let metadata = document.descendants().filter(|node| node.has_tag_name((SPACE, "metadata")));
    let texts = metadata.filter_map(|node| node.text()).map(str::trim);
    let Some(text) = texts
        .into_iter()
        .find(|text| text.starts_with(r#"{"piecework""#) && text.contains(r#""placements""#))
    else {
        return Err(refuse(SvgError::NoTilings, Place { line: 1, column: 1 }));
    };
    // Inside a text of JSON the quotation mark would have a backslash before it, so this is between records.
    let lines = text.replace(r#"} {"piecework""#, "}\n{\"piecework\"");
    read_records(&Source::new(source.name(), lines), None, limits)
}

/// The name space of SVG.
const SPACE: &str = "http://www.w3.org/2000/svg";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::tiling::{Draw, infer_from_grid, read_letter_grids};

    fn tilings() -> Vec<Tiling> {
        let grids =
            read_letter_grids(Lattice::Square, "AAB\nABB\n\nABB\nAAB", &Limits::default()).expect("good");
        let tiling = |grid| infer_from_grid("Two < three & \"four\"", grid).expect("a tiling");
        grids.iter().map(tiling).map(|tiling| tiling.drawn_as(Draw { seed: 3, number: 1 })).collect()
    }

    fn read(text: &str) -> Result<Vec<Tiling>, String> {
        read_svg_tilings(&Source::new("t.svg", text), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_a_drawing_carries_is_read_back() {
        use crate::drawing::{Canvas, Medium};
        for tilings in [tilings(), tilings()[..1].to_vec()] {
            let drawing = Canvas::new("t", Medium::Print, 10.0, 10.0).finish().expect("a drawing");
            let drawing = drawing.with_recipe(svg_metadata(&tilings));
            let svg = crate::render::svg::svg(&drawing, &Default::default()).expect("finite");
            let text = String::from_utf8(svg).expect("text");
            assert!(looks_like_svg(&text));
            let found = read(&text).expect("tilings");
            let grid = |tiling: &Tiling| crate::tiling::write_letter_grid(tiling);
            assert_eq!(
                found.iter().map(grid).collect::<Vec<_>>(),
                tilings.iter().map(grid).collect::<Vec<_>>()
            );
            assert_eq!(found[0].puzzle().name(), "Two < three & \"four\"");
            assert_eq!(found[0].draw(), tilings[0].draw());
        }
    }

    #[test]
    fn pictures_without_tilings_are_refused() {
        let error = |text: &str| read(text).unwrap_err();
        assert!(error("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").contains("holds no tilings"));
        assert!(error("<svg").starts_with("t.svg:1:"));
        let other = "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>{\"a\":1}</metadata></svg>";
        assert!(error(other).contains("holds no tilings"));
        let broken = "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>{\"piecework\":1,\"placements\":[]}</metadata></svg>";
        assert!(error(broken).contains("is missing"));
    }
}
