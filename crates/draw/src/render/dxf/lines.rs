//! Prepares what both versions of DXF write: polylines with formatted coordinates.

use super::{DxfOptions, scale};
use crate::drawing::{ArcLine, Drawing, Role};
use crate::geometry::Point;
use piecework_tiling::number::{NotFinite, decimal};

/// Everything of a drawing that DXF can hold.
#[derive(Debug)]
pub(super) struct Lines {
    /// Name and color index of each layer that has lines, in cutting order.
    pub(super) layers: Vec<(&'static str, u8)>,
    /// In cutting order.
    pub(super) lines: Vec<Line>,
    /// The upper right corner of the sheet; the lower left one is the origin.
    pub(super) corner: Place,
    /// The middle of the sheet.
    pub(super) middle: Place,
    /// The longer side of the sheet.
    pub(super) longer_side: String,
    /// How the drawing was made.
    pub(super) recipe: Option<String>,
}

/// A polyline.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) layer: &'static str,
    /// At least two, without repetition in a row.
    pub(super) places: Vec<Place>,
    /// For each place the bulge of the arc that begins there, if there are arcs: the tangent of a quarter of
    /// its sweep.
    pub(super) bulges: Vec<Option<String>>,
    pub(super) closed: bool,
}

/// The decimals of a bulge: a ten-thousandth of a millimetre on arcs of a metre.
const BULGE_PLACES: usize = 8;

/// A point in units of the file, y up, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: String,
    pub(super) y: String,
}

impl Lines {
    /// Returns the lines of a drawing, with arcs.
    pub(super) fn of(drawing: &Drawing, options: &DxfOptions<'_>) -> Result<Self, NotFinite> {
        let place = |p: Point| place(p, drawing.height(), options);
        let mut layers = Vec::new();
        let mut lines = Vec::new();
        for layer in drawing.layers().iter().filter(|layer| layer.role != Role::Fill) {
            let style = drawing.style(layer.role);
            let before = lines.len();
            for polyline in layer.items.iter().flat_map(|item| item.arc_lines(options.tolerance)) {
                lines.extend(line(style.layer, polyline, place)?);
            }
            if lines.len() > before {
                layers.push((style.layer, style.aci));
            }
        }
        let (width, height) = (drawing.width(), drawing.height());
        let (mm, places) = scale(options.unit);
        Ok(Self {
            layers,
            lines,
            corner: place(Point::new(width, 0.0))?,
            middle: place(Point::new(width / 2.0, height / 2.0))?,
            longer_side: real(width.max(height) / mm, places)?,
            recipe: options.metadata.map(str::to_owned),
        })
    }
}

/// Returns the formatted polyline; `None` if nothing is left of it at the precision of the file.
fn line(
    layer: &'static str,
    line: ArcLine,
    place: impl Fn(Point) -> Result<Place, NotFinite>,
) -> Result<Option<Line>, NotFinite> {
    let mut bulges = vec![None; line.points.len()];
    for (bulge, arc) in bulges.iter_mut().zip(line.stretches().map(|stretch| stretch.arc())) {
        *bulge = arc.map(|arc| real(arc.bulge(), BULGE_PLACES)).transpose()?;
    }
    let places = line.points.into_iter().map(place).collect::<Result<Vec<Place>, _>>()?;
    let mut vertices: Vec<(Place, Option<String>)> = places.into_iter().zip(bulges).collect();
    // Distinct points of the drawing can coincide in the file.
    vertices.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 = later.1.take();
        }
        same
    });
    if line.closed && vertices.len() > 1 && vertices.first().map(|v| &v.0) == vertices.last().map(|v| &v.0) {
        vertices.pop();
    }
    let (places, bulges): (Vec<Place>, Vec<Option<String>>) = vertices.into_iter().unzip();
    Ok((places.len() > 1).then_some(Line { layer, places, bulges, closed: line.closed }))
}

fn place(point: Point, sheet_height: f64, options: &DxfOptions<'_>) -> Result<Place, NotFinite> {
    let (mm, places) = scale(options.unit);
    // A point may be off the sheet by less than the precision; `max` avoids a negative zero.
    let number = |value: f64| real((value / mm).max(0.0), places);
    Ok(Place { x: number(point.x)?, y: number(sheet_height - point.y)? })
}

/// Returns a number that no reader takes for an integer.
fn real(value: f64, places: usize) -> Result<String, NotFinite> {
    let mut text = decimal(value, places)?;
    if !text.contains('.') {
        text.push_str(".0");
    }
    Ok(text)
}
