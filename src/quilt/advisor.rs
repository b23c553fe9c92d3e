//! The methods side by side, as figures and as a page.
//!
//! In: a design, and its plan of straight seams if there is one. Out: a [`MethodTable`] and its page. Always holds:
//! every figure is counted on this tiling. Which method is best is for the quilter to say.

use super::assembly::{Assembly, BLOCK};
use super::frame::{Frame, LINE, WORDS};
use super::joining::sewing_order;
use super::piecing::{self, Methods, PiecingPlan, SewingMethod};
use super::yardage::Inches;
use super::{Design, Method, QuiltError, Units};
use crate::drawing::{Anchor, Role, Text};
use crate::geometry::{Outline, Patchwork, Point};
use crate::lattice::Lattice;
use crate::number::decimal;

/// One method in figures.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MethodRow {
    /// Which method.
    pub method: SewingMethod,
    /// Whether the pattern is made for it.
    pub chosen: bool,
    /// How many pieces of cloth are cut.
    pub pieces: usize,
    /// How many seams are sewn.
    pub seams: usize,
    /// The length of all seams, in edges of a cell.
    pub seam_cells: usize,
    /// The length of all seams, in mm.
    pub seam_length_mm: f64,
    /// Corners that are sewn into a notch.
    pub set_in_corners: usize,
    /// Seams that are left open at one end and closed later, in the order in which the pattern sews whole patches.
    pub partial_seams: usize,
    /// How many times the needle turns where no patch has a notch, in the same order.
    pub pivots: usize,
    /// Notches that are clipped.
    pub clipped_corners: usize,
    /// The area of all pieces as they are cut, in square mm: what the fabrics hold at the very least. None where the
    /// seam allowance closes a notch.
    pub cut_area_mm2: Option<f64>,
}

/// All methods that there are for a quilt.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct MethodTable {
    /// The methods, the one with the fewest pieces of each kind first.
    pub rows: Vec<MethodRow>,
    /// Into how few rectangles the patches can be cut at all, in whatever order they are sewn. Squares only.
    pub least_rectangles: Option<usize>,
    /// Why there are no straight seams, if there are none.
    pub no_straight_seams: Option<String>,
}

/// Compares the methods; `plan` is the one of which the pattern is made, if it is one of straight seams.
/// `whole` is the order in which whole patches are sewn, if the pattern is made of these.
pub(super) fn compare(
    design: &Design<'_>,
    plan: Option<&PiecingPlan>,
    whole: Option<&Assembly<'_>>,
) -> MethodTable {
    let outside = design.options.piecing.outside;
    let methods = match plan {
        Some(plan) => piecing::methods_beside(design.whole, outside, plan),
        None => piecing::methods(design.whole, outside),
    };
    let (partial_seams, pivots) =
        whole.map_or_else(|| turns(design), |whole| (whole.order.partial_seams(), whole.order.pivots()));
    let rows = methods.figures.iter().map(|figures| MethodRow {
        method: figures.method,
        chosen: figures.method == chosen(design),
        pieces: figures.pieces,
        seams: figures.seams,
        seam_cells: figures.seam_cells,
        seam_length_mm: figures.seam_cells as f64 * design.options.cell,
        set_in_corners: figures.set_in_corners,
        partial_seams: if figures.method == SewingMethod::Templates { partial_seams } else { 0 },
        pivots: if figures.method == SewingMethod::Templates { pivots } else { 0 },
        clipped_corners: figures.clipped_corners,
        cut_area_mm2: cut_area(design, figures),
    });
    let rows = rows.collect();
    let Methods { least_rectangles, refused, .. } = methods;
    MethodTable { rows, least_rectangles, no_straight_seams: refused.map(|reason| reason.to_string()) }
}

/// Partial seams and pivots of whole patches; none of what cannot be traced, which has no pattern either.
fn turns(design: &Design<'_>) -> (usize, usize) {
    let Ok(patchwork) = Patchwork::trace(design.whole, design.options.cell) else { return (0, 0) };
    let order = sewing_order(&patchwork, BLOCK);
    (order.partial_seams(), order.pivots())
}

/// The row of the method that a pattern is made for.
const fn chosen(design: &Design<'_>) -> SewingMethod {
    match design.options.method {
        Method::Templates => SewingMethod::Templates,
        Method::Straight if design.rows.is_some() => SewingMethod::Rows,
        Method::Straight => SewingMethod::StraightSeams,
        Method::EnglishPaper => SewingMethod::EnglishPaper,
    }
}

/// The cloth that is cut, unless it cannot be cut.
fn cut_area(design: &Design<'_>, figures: &piecing::MethodFigures) -> Option<f64> {
    let (cell, allowance) = (design.options.cell, design.options.seam_allowance);
    let whole = matches!(figures.method, SewingMethod::Templates | SewingMethod::EnglishPaper);
    if whole && Outline::try_allowance(design.whole.puzzle(), cell, allowance).is_err() {
        return None;
    }
    // Off the square lattice all other methods than rows are those of whole patches.
    figures.cut_area(cell, allowance).or_else(|| {
        let patchwork = Patchwork::trace(design.whole, cell).ok()?;
        let patches = patchwork.patches().iter();
        patches.map(|patch| Some(patch.outline().with_allowance(allowance, patch.name()).ok()?.area())).sum()
    })
}

/// The words over a column, and where it ends, as a share of the width.
const COLUMNS: [([&str; 2], f64); 7] = [
    (["pieces", "to cut"], 0.38),
    (["", "seams"], 0.46),
    (["length", "of seams"], 0.59),
    (["set-in", "corners"], 0.67),
    (["partial,", "pivots"], 0.765),
    (["corners", "to clip"], 0.86),
    (["fabric,", "at least"], 1.0),
];

/// The page with the table.
pub(super) fn page(design: &Design<'_>, table: &MethodTable) -> Result<Frame, QuiltError> {
    let mut frame = Frame::reading(design, "ways to sew it")?;
    let mut y = frame.free.top + LINE;
    for line in 0..2 {
        row(&mut frame, y, "", COLUMNS.map(|(heading, _)| heading[line].to_owned()), true);
        y += LINE * 0.8;
    }
    y += LINE * 0.6;
    for figures in &table.rows {
        let name = format!("{}{}", if figures.chosen { "» " } else { "" }, figures.method.name());
        row(&mut frame, y, &name, cells(design.options.units, design.options.cell, figures), figures.chosen);
        let (left, right) = (frame.free.left, frame.free.right);
        frame.canvas.line(
            Role::Guide,
            Point { x: left, y: y + LINE * 0.4 },
            Point { x: right, y: y + LINE * 0.4 },
        );
        y += LINE * 1.3;
    }
    y += LINE;
    for words in remarks(design, table) {
        y = frame.paragraph(&words, y) + LINE * 0.4;
    }
    Ok(frame)
}

/// A name at the left, and the columns, each ending at its place.
fn row(frame: &mut Frame, y: f64, name: &str, columns: [String; 7], bold: bool) {
    let weigh = |text: Text| if bold { text.bold() } else { text };
    let (left, width) = (frame.free.left, frame.free.width());
    if !name.is_empty() {
        let text = Text::fitted(name, Point { x: left, y }, WORDS, width * 0.29);
        frame.canvas.text(Role::Label, weigh(text));
    }
    for (words, (_, end)) in columns.into_iter().zip(COLUMNS) {
        if !words.is_empty() {
            let text = Text::new(words, Point { x: left + width * end, y }, WORDS, Anchor::End);
            frame.canvas.text(Role::Label, weigh(text));
        }
    }
}

fn cells(units: Units, cell: f64, figures: &MethodRow) -> [String; 7] {
    [
        figures.pieces.to_string(),
        figures.seams.to_string(),
        units.write_far(cell, figures.seam_cells),
        figures.set_in_corners.to_string(),
        match (figures.partial_seams, figures.pivots) {
            (0, 0) => "0".to_owned(),
            (partial, pivots) => format!("{partial}, {pivots}"),
        },
        figures.clipped_corners.to_string(),
        figures.cut_area_mm2.map_or_else(|| "–".to_owned(), |area| units.write_area(area)),
    ]
}

/// What the table means.
fn remarks(design: &Design<'_>, table: &MethodTable) -> Vec<String> {
    let mut remarks = vec![
        "» marks the way this pattern is made. Every figure is counted on this quilt.".to_owned(),
        "Templates, set in: each patch in one piece; at every set-in corner the seam turns into a notch, which is \
         clipped to the point where the seams meet. English paper piecing: the same patches folded over papers and sewn \
         by hand, without setting in."
            .to_owned(),
    ];
    if table.rows.iter().any(|row| row.partial_seams + row.pivots > 0) {
        remarks.push(
            "Partial, pivots: where a seam turns and no patch has a notch. Partial seams are sewn in part and closed after the \
             next patch is on; at a pivot three patches meet as in a Y. Both are counted in the order of the steps of \
             templates; another order may have fewer."
                .to_owned(),
        );
    }
    let has = |method| table.rows.iter().any(|row| row.method == method);
    if has(SewingMethod::StraightSeams) {
        remarks.push(
            "Straight seams: patches are cut into rectangles such that every seam runs straight from edge to edge; \
             nothing is set in or clipped. Rows, columns, squares: strips one cell wide, cut where patches change, or \
             single cells."
                .to_owned(),
        );
    }
    if design.whole.lattice() == Lattice::Triangle && has(SewingMethod::Rows) {
        remarks.push(
            "Rows: strips of triangles between parallel lines, cut where patches change (--method straight); strips are sewn to \
             rows and rows to the quilt with straight seams, nothing is set in or clipped."
                .to_owned(),
        );
    }
    if let Some(least) = table.least_rectangles {
        remarks.push(format!(
            "These patches cannot be cut into fewer than {least} rectangles, in whatever order they are sewn."
        ));
    }
    if let Some(reason) = &table.no_straight_seams {
        remarks.push(format!("There are no straight seams: {reason}."));
    }
    if design.whole.lattice() == Lattice::Hex {
        let words = "Hexagons are set in at every corner where three of them meet, or pieced over papers (--method epp).";
        remarks.push(words.to_owned());
    }
    let allowance = design.write(design.options.seam_allowance);
    remarks.push(format!(
        "Fabric: the area of all pieces as they are cut, with {allowance} of seam allowance, rounded down if at all; more has to \
         be bought."
    ));
    remarks
}

impl Units {
    /// The length of many seams, `count` edges of a cell: exact inches, or exact metres.
    pub(super) fn write_far(self, cell: f64, count: usize) -> String {
        let length = Inches::of_mm(cell).times(count);
        match self {
            Units::Imperial => length.write(self),
            Units::Metric => length.in_metres().unwrap_or_else(|| length.write(self)),
        }
    }

    /// The least area of cloth: exact square inches, or square metres; what is neither is rounded down.
    pub(super) fn write_area(self, mm2: f64) -> String {
        /// Parts of a square inch in which areas of halves, quarters and eighths of an inch are whole.
        const PARTS: f64 = 64.0;
        let square_inches = mm2 / (25.4 * 25.4);
        let (all, places) = (square_inches * PARTS, 2);
        let is_fraction = (all - all.round()).abs() < 1e-4;
        match self {
            Units::Imperial if is_fraction => fraction(all.round() / PARTS, "sq in"),
            Units::Imperial => rounded_down(square_inches, places, "sq in"),
            Units::Metric => rounded_down(mm2 / 1e6, 3, "m²"),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seams_are_written_exactly_and_areas_never_more_than_they_are() {
        const INCH: f64 = 25.4;
        for (cell, count, imperial, metric) in [
            (INCH * 1.125, 2239, "2518 7/8 in", "63.979425 m"),
            (INCH * 7.0 / 3.0, 71, "165 2/3 in", "165 2/3 in"),
            (50.0, 100, "5000 mm", "5 m"),
        ] {
            assert_eq!(Units::Imperial.write_far(cell, count), imperial);
            assert_eq!(Units::Metric.write_far(cell, count), metric);
        }
        for (square_inches, imperial, metric) in [
            (8443.875, "8443 7/8 sq in", "5.447 m²"),
            (31.25, "31 1/4 sq in", "0.02 m²"),
            (0.25, "1/4 sq in", "0 m²"),
            (2875.0, "2875 sq in", "1.854 m²"),
            (10.0 * 3f64.sqrt(), "17.32 sq in", "0.011 m²"),
            (2.0 - 1e-3, "1.99 sq in", "0.001 m²"),
        ] {
            let area = square_inches * INCH * INCH;
            assert_eq!(Units::Imperial.write_area(area), imperial, "{square_inches}");
            assert_eq!(Units::Metric.write_area(area), metric, "{square_inches}");
        }
    }
}
