//! How seams are sewn and tops are quilted, and lengths of seams and areas of cloth, in words.

use crate::plan::yardage::{BedFit, Inches};
use crate::plan::{Quilting, QuiltingLine};
use crate::units::Units;
use crate::words::{plural, sentence};
use piecework_tiling::number::decimal;

/// What is done between patches without an inside corner.
pub(crate) const PIVOT: &str =
    "Pivot between patches: older seams end at the dot; sew to it, pivot and sew on as at an inside corner.";
/// What is done where a later patch closes a seam.
pub(crate) const PARTIAL_SEAM: &str = "Partial seam: sew the half away from the ring. In the step named sew the other side first, then \
                                       finish the partial seam.";
/// How patches are sewn over papers.
pub(crate) const WHIP_STITCH: &str =
    "Whip-stitch from corner to corner. Leave a paper in until all its neighbours are joined.";
/// How rectangles are sewn.
pub(crate) const STRAIGHT_SEAM: &str = "Sew right sides together. Measure the unit after each step.";
/// How seams of whole patches begin and end.
pub(crate) const NEW_SEAM: &str =
    "Sew right sides together. Begin and end at the matching points wherever a later patch is sewn in.";

/// Writes the length of many seams: inches to a sixteenth, or tenths of a metre, rounded up.
pub(crate) fn length_of_seams(units: Units, length: Inches) -> String {
    match units {
        Units::Imperial => length.write(units),
        Units::Metric => format!("{} m", length.over(Inches::millimetres(100)) as f64 / 10.0),
    }
}

/// Writes an area of cloth: exact square inches, or square metres; what no ruler shows is rounded down, to
/// whole square inches.
pub(crate) fn area_of_cloth(units: Units, mm2: f64) -> String {
    /// Parts of a square inch in which areas of halves, quarters and eighths of an inch are whole.
    const PARTS: f64 = 64.0;
    let square_inches = mm2 / (25.4 * 25.4);
    let all = square_inches * PARTS;
    let is_fraction = (all - all.round()).abs() < 1e-4;
    match units {
        Units::Imperial if is_fraction => fraction(all.round() / PARTS, "sq in"),
        Units::Imperial => rounded_down(square_inches, 0, "sq in"),
        Units::Metric => rounded_down(mm2 / 1e6, 3, "m²"),
    }
}

/// A number of 64ths, as inches are written.
fn fraction(value: f64, unit: &str) -> String {
    let (whole, mut above, mut below) = (value.floor(), (value.fract() * 64.0).round(), 64.0);
    while above > 0.0 && above % 2.0 == 0.0 {
        (above, below) = (above / 2.0, below / 2.0);
    }
    match (whole > 0.0, above > 0.0) {
        (_, false) => format!("{whole} {unit}"),
        (false, true) => format!("{above}/{below} {unit}"),
        (true, true) => format!("{whole} {above}/{below} {unit}"),
    }
}

/// A lower bound stays one. Areas of a patchwork are finite.
fn rounded_down(value: f64, places: usize, unit: &str) -> String {
    /// What is lost by counting with binary numbers, as a share.
    const LOST: f64 = 1e-9;
    let scale = [1.0, 10.0, 100.0, 1000.0][places];
    let digits = decimal((value * (1.0 + LOST) * scale).floor() / scale, places).unwrap_or_default();
    format!("{digits} {unit}")
}

/// How a Y-seam is sewn; the same words wherever one is.
pub(crate) const Y_SEAM: &str = "Y-seam at an inside corner: clip the corner to the dot. Sew to the dot and stop with the needle down. \
     Lift the presser foot, pivot the patch until the next edges meet, and sew on.";

/// Writes a number of rectangles.
pub(crate) fn rectangles(count: usize) -> String {
    plural(count, "rectangle")
}

/// The bed that a quilt is for, in sentences.
pub(crate) fn for_a_bed(bed: &BedFit, units: Units) -> Vec<String> {
    let warnings = bed.warnings(units).into_iter();
    std::iter::once(bed.in_words(units)).chain(warnings).map(|words| sentence(&words)).collect()
}

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
/// Along the patches, at this distance in mm.
pub(crate) fn echo(distance: f64, units: Units) -> (&'static str, String) {
    let distance = Inches::of_mm(distance).on_a_ruler(units).write(units);
    ("Echo", format!("Sew inside of each patch, about {distance} from its seams."))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_are_written_as_on_a_ruler_and_areas_never_more_than_they_are() {
        const INCH: f64 = 25.4;
        for (cell, count, imperial, metric) in [
            (INCH * 1.125, 2239, "2518 7/8 in", "64 m"),
            (INCH * 7.0 / 3.0, 71, "165 11/16 in", "4.3 m"),
            (50.0, 100, "196 7/8 in", "5 m"),
        ] {
            let length = Inches::of_mm(cell).times(count);
            assert_eq!(length_of_seams(Units::Imperial, length), imperial);
            assert_eq!(length_of_seams(Units::Metric, length), metric);
        }
        for (square_inches, imperial, metric) in [
            (8443.875, "8443 7/8 sq in", "5.447 m²"),
            (31.25, "31 1/4 sq in", "0.02 m²"),
            (0.25, "1/4 sq in", "0 m²"),
            (2875.0, "2875 sq in", "1.854 m²"),
            (10.0 * 3f64.sqrt(), "17 sq in", "0.011 m²"),
            (2.0 - 1e-3, "1 sq in", "0.001 m²"),
        ] {
            let area = square_inches * INCH * INCH;
            assert_eq!(area_of_cloth(Units::Imperial, area), imperial, "{square_inches}");
            assert_eq!(area_of_cloth(Units::Metric, area), metric, "{square_inches}");
        }
    }
}
