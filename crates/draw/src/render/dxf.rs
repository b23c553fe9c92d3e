//! Writes drawings as ASCII DXF; every line is a polyline on the layer of its role.
//!
//! y grows upwards, coordinates are never negative, closed polylines are flagged and do not repeat a point,
//! arcs are bulges of polylines, other curves are flattened, words are single strokes, layers are declared
//! before use. Areas (the role `Fill`) are not written. There are no text entities, splines or blocks, which
//! cutters misread.
//!
//! # Source
//! Autodesk, "DXF Reference", releases 12 and 2000, and known limits of cutting machines.

mod group;
mod lines;
mod r12;
mod r2000;

use super::{RenderError, Unit};
use crate::drawing::Drawing;
use lines::Lines;

/// Options for DXF files.
#[derive(Debug, Clone, PartialEq)]
pub struct DxfOptions<'a> {
    /// The DXF version. Default: R12.
    pub version: DxfVersion,
    /// The unit of the file. Default: millimetres.
    pub unit: Unit,
    /// The largest distance of straight lines from a curve, in mm. Default: 0.01, a tenth of a hairline.
    pub tolerance: f64,
    /// How the file was made, in comments at the start. Default: nothing.
    pub metadata: Option<&'a str>,
}

impl Default for DxfOptions<'_> {
    fn default() -> Self {
        Self { version: DxfVersion::default(), unit: Unit::default(), tolerance: 0.01, metadata: None }
    }
}

/// The DXF version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DxfVersion {
    /// AC1009: the simplest; every program reads it. It cannot state its unit.
    #[default]
    R12,
    /// AC1015: states its unit.
    R2000,
}

/// Millimetres in a unit, and the number of decimals: a tenth of a micrometre or finer.
const fn scale(unit: Unit) -> (f64, usize) {
    match unit {
        Unit::Millimetre => (1.0, 4),
        Unit::Inch => (25.4, 6),
    }
}

/// Writes a drawing as a DXF file.
///
/// # Units
/// Coordinates are in `options.unit`; R2000 states it in `$INSUNITS`, both versions in a comment.
///
/// # Errors
/// [`RenderError::NotFinite`] only if a drawing is not in normal form.
pub fn dxf(drawing: &Drawing, options: &DxfOptions<'_>) -> Result<Vec<u8>, RenderError> {
    let lines = Lines::of(drawing, options)?;
    let comment = format!("piecework: {}; 1 unit = 1 {}", drawing.title(), options.unit.name());
    let file = match options.version {
        DxfVersion::R12 => r12::file(&lines, &comment),
        DxfVersion::R2000 => r2000::file(&lines, &comment, options.unit),
    };
    Ok(file.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::drawing::{Anchor, Canvas, Element, Medium, Path, Role, Text};
    use crate::geometry::{Bounds, Point};
    use std::collections::BTreeSet;

    fn drawing() -> Drawing {
        let mut canvas = Canvas::new("Жук\n0\nEOF", Medium::Machine, 100.0, 50.0);
        let bounds = Bounds { left: 0.0, top: 0.0, right: 25.4, bottom: 12.7 };
        canvas.fill(Path::rectangle(bounds), Color::BLACK);
        canvas.path(Role::Cut, Path::rectangle(bounds));
        canvas.path(Role::Score, Path::line(Point::new(30.0, -1e-7), Point::new(30.0, 50.0)));
        canvas.path(Role::Engrave, Path::circle(Point::new(50.0, 25.0), 10.0));
        canvas.text(Role::Label, Text::new("7", Point::new(70.0, 20.0), 5.0, Anchor::Start));
        canvas.finish().expect("fits")
    }

    /// The groups of a file, read back.
    fn groups(version: DxfVersion, unit: Unit) -> Vec<(u16, String)> {
        let options = DxfOptions { version, unit, ..DxfOptions::default() };
        let file = String::from_utf8(dxf(&drawing(), &options).expect("finite")).expect("ASCII");
        assert!(file.is_ascii() && file.ends_with("  0\r\nEOF\r\n"));
        let lines: Vec<&str> = file.split_terminator("\r\n").collect();
        let (pairs, rest) = lines.as_chunks::<2>();
        assert!(rest.is_empty(), "codes and values come in pairs");
        pairs
            .iter()
            .map(|[code, value]| (code.trim().parse().expect("a code"), (*value).to_owned()))
            .collect()
    }

    const ALL: [(DxfVersion, Unit); 4] = [
        (DxfVersion::R12, Unit::Millimetre),
        (DxfVersion::R12, Unit::Inch),
        (DxfVersion::R2000, Unit::Millimetre),
        (DxfVersion::R2000, Unit::Inch),
    ];

    #[test]
    fn a_rectangle_is_four_points_and_a_flag() {
        for (version, unit) in ALL {
            let groups = groups(version, unit);
            let cut =
                groups.iter().rposition(|(code, value)| *code == 8 && value == "CUT").expect("cut last");
            let entities = groups.iter().position(|(_, value)| value == "ENTITIES").expect("a section");
            let points: Vec<(&str, &str)> = groups[entities..]
                .windows(2)
                .skip_while(|pair| pair[0] != (8, "CUT".to_owned()))
                .filter(|pair| pair[0].0 == 10 && pair[1].0 == 20)
                .map(|pair| (pair[0].1.as_str(), pair[1].1.as_str()))
                // The header of a polyline in R12 has a dummy point.
                .skip(usize::from(version == DxfVersion::R12))
                .take(4)
                .collect();
            let expected = match unit {
                Unit::Millimetre => [("0.0", "50.0"), ("25.4", "50.0"), ("25.4", "37.3"), ("0.0", "37.3")],
                Unit::Inch => {
                    [("0.0", "1.968504"), ("1.0", "1.968504"), ("1.0", "1.468504"), ("0.0", "1.468504")]
                }
            };
            assert_eq!(points, expected, "{version:?} {unit:?}");
            assert!(cut > entities);
        }
    }

    #[test]
    fn layers_are_declared_and_areas_left_out() {
        for (version, unit) in ALL {
            let groups = groups(version, unit);
            let used: BTreeSet<&str> =
                groups.iter().filter(|(code, _)| *code == 8).map(|(_, name)| name.as_str()).collect();
            let declared: BTreeSet<&str> = groups
                .windows(6)
                .filter(|run| run[0] == (0, "LAYER".to_owned()))
                .filter_map(|run| run.iter().find(|(code, _)| *code == 2).map(|(_, name)| name.as_str()))
                .collect();
            assert!(used.is_subset(&declared), "{version:?}: {used:?} and {declared:?}");
            assert_eq!(declared, BTreeSet::from(["0", "LABEL", "ENGRAVE", "SCORE", "CUT"]), "{version:?}");
        }
    }

    #[test]
    fn handles_are_unique_and_below_the_seed() {
        let groups = groups(DxfVersion::R2000, Unit::Millimetre);
        let number = |text: &str| u64::from_str_radix(text, 16).expect("hexadecimal");
        let seed = groups.iter().position(|(_, value)| value == "$HANDSEED").expect("a seed");
        let handles: Vec<u64> = groups[seed + 2..]
            .iter()
            .filter(|(code, _)| matches!(code, 5 | 105))
            .map(|(_, handle)| number(handle))
            .collect();
        let unique: BTreeSet<u64> = handles.iter().copied().collect();
        assert_eq!(unique.len(), handles.len());
        assert!(unique.last() < Some(&number(&groups[seed + 1].1)));
        for (_, owner) in groups.iter().filter(|(code, _)| matches!(code, 330 | 340 | 350 | 390)) {
            assert!(owner == "0" || unique.contains(&number(owner)), "{owner} is the handle of nothing");
        }
    }

    #[test]
    fn the_unit_is_stated_if_the_version_can() {
        for (version, unit, said) in [
            (DxfVersion::R12, Unit::Millimetre, None),
            (DxfVersion::R2000, Unit::Millimetre, Some("4")),
            (DxfVersion::R2000, Unit::Inch, Some("1")),
        ] {
            let groups = groups(version, unit);
            let at = groups.iter().position(|(_, value)| value == "$INSUNITS");
            assert_eq!(at.map(|at| groups[at + 1].1.as_str()), said, "{version:?}");
        }
        let comment = &groups(DxfVersion::R12, Unit::Inch)[0];
        assert_eq!(*comment, (999, "piecework: \\U+0416\\U+0443\\U+043A?0?EOF; 1 unit = 1 in".to_owned()));
    }

    #[test]
    fn points_that_become_one_are_written_once() {
        let mut canvas = Canvas::new("Tiny", Medium::Machine, 10.0, 10.0);
        let at = Point::new;
        canvas.path(Role::Cut, Path::line(at(1.0, 1.0), at(1.000_01, 1.0)));
        canvas.path(
            Role::Cut,
            Path::new(vec![
                Element::Move(at(1.0, 1.0)),
                Element::Line(at(2.0, 1.0)),
                Element::Line(at(2.0, 2.0)),
                Element::Line(at(1.0, 1.000_01)),
                Element::Close,
            ]),
        );
        let lines = Lines::of(&canvas.finish().expect("fits"), &DxfOptions::default()).expect("finite");
        assert_eq!(lines.lines.len(), 1, "a line without length is not written");
        assert_eq!(lines.lines[0].places.len(), 3, "the last point is the first");
    }
}
