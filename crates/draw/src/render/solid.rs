//! Makes the solids of a drawing, for the formats of 3D printers.
//!
//! Every closed path of the layers that are cut is a plate; closed paths of the layer for scores are grooves
//! in the plate around them, and those of the layer to engrave are raised, like dots of braille. Paths may have heights
//! of their own, as the floor of a tray has. z is up from the bed, y from the lower edge of the sheet.

use super::RenderError;
use crate::drawing::{Drawing, Item, Level, Path, Role};
use crate::geometry::{Outline, Ring, Solid};

/// How deep grooves are: a share of the thickness, so that a layer of any printer shows. Chosen by eye.
const GROOVE: f64 = 0.2;
/// How far dots of braille rise, in mm.
///
/// # Source
/// Braille Authority of North America, "Size and Spacing of Braille Characters": 0.48 mm, in whole layers of
/// a printer.
const RAISED: f64 = 0.5;
/// The largest distance of straight lines from a curve, in mm: as in DXF.
const TOLERANCE: f64 = 0.01;

/// Returns the solids of a drawing with their names, in the order of its paths.
///
/// # Units
/// `thickness` in mm.
///
/// # Errors
/// [`RenderError::NoSolid`] for lines that are not closed or cross.
pub(super) fn solids(drawing: &Drawing, thickness: f64) -> Result<Vec<(String, Solid)>, RenderError> {
    let (grooves, raised) = (outlines(drawing, Role::Score)?, outlines(drawing, Role::Engrave)?);
    let plates = [Role::Inner, Role::Cut].into_iter().map(|role| outlines(drawing, role));
    let plates = plates.collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
    plates
        .map(|Area { name, outline: plate, level }| {
            let thickness = match level {
                Some(Level::Top(height)) => height,
                _ => thickness,
            };
            let own = |areas: &'_ [Area]| -> Vec<Area> {
                areas
                    .iter()
                    .filter(|area| plate.contains(area.outline.outer().points()[0]))
                    .cloned()
                    .collect()
            };
            let (grooves, raised) = (own(&grooves), own(&raised));
            let (mut reliefs, mut hollows) = (Vec::new(), Vec::new());
            let usual = grooves.iter().map(|area| (area, -thickness * GROOVE));
            for (area, rise) in usual.chain(raised.iter().map(|area| (area, RAISED))) {
                let outline = std::slice::from_ref(&area.outline);
                match area.level {
                    Some(Level::Bottom(depth)) => hollows.push((outline, depth)),
                    Some(Level::Top(height)) => reliefs.push((outline, height - thickness)),
                    None => reliefs.push((outline, rise)),
                }
            }
            let solid = Solid::plate(&plate, thickness, &reliefs, &hollows, drawing.height());
            Ok((name.clone(), solid.map_err(|_| RenderError::NoSolid { name })?))
        })
        .collect()
}

/// A closed path.
#[derive(Clone)]
struct Area {
    name: String,
    outline: Outline,
    level: Option<Level>,
}

/// Returns the closed paths of a layer as outlines, with their names.
fn outlines(drawing: &Drawing, role: Role) -> Result<Vec<Area>, RenderError> {
    let layers = drawing.layers().iter().filter(|layer| layer.role == role);
    let paths = layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
        Item::Path(path) => Some(path),
        Item::Text(_) => None,
    });
    (1..).zip(paths).map(|(number, path)| outline(path, number)).collect()
}

/// Returns a path as an outline; its largest ring is the outer one.
fn outline(path: &Path, number: usize) -> Result<Area, RenderError> {
    let name = path.name().map_or_else(|| format!("part {number}"), str::to_owned);
    let refused = || RenderError::NoSolid { name: name.clone() };
    let lines = path.flattened(TOLERANCE);
    if lines.iter().any(|line| !line.closed) {
        return Err(refused());
    }
    let rings = lines.into_iter().map(|line| Ring::through(line.points)).collect::<Result<Vec<Ring>, _>>();
    let mut rings = rings.map_err(|_| refused())?;
    rings.sort_by(|a, b| b.area().abs().total_cmp(&a.area().abs()));
    if rings.is_empty() {
        return Err(refused());
    }
    let outer = rings.remove(0);
    let outline = Outline::new(outer, rings).map_err(|_| refused())?;
    Ok(Area { name, outline, level: path.level() })
}
