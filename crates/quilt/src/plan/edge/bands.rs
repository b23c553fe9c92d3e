//! Cuts what is missing at the ends of rows into one filler for each end, so that all seams stay straight.

use super::missing::{touching, turns};
use crate::plan::cut_patches::Rows;
use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patchwork, Point, Ring};

/// A part of what is missing, and the row whose end it is sewn to, from 1.
pub(super) type Part = (Outline, Option<usize>);

/// Parts that a straight seam sews to several rows at once stay whole, for the finished top; the others are
/// cut along the rows.
pub(super) fn cut_at_rows(
    missing: Vec<Outline>,
    patchwork: &Patchwork,
    rows: &Rows,
) -> Result<Vec<Part>, GeometryError> {
    let bands = bands(patchwork, rows)?;
    let mut parts = Vec::new();
    for part in missing {
        let cut = bands.iter().map(|band| part.within(band)).collect::<Result<Vec<_>, _>>()?;
        let several = cut.iter().filter(|cut| !cut.is_empty()).count() > 1;
        if several && turns(&part, patchwork.board()) == 0 {
            parts.push((part, None));
            continue;
        }
        for (row, cut) in cut.into_iter().enumerate() {
            // What no strip of the row touches is sewn on where rows are joined.
            parts.extend(cut.into_iter().map(|cut| {
                let at_end = !touching(&cut, patchwork).is_empty();
                (cut, at_end.then_some(row + 1))
            }));
        }
    }
    Ok(parts)
}

/// For each row the strip of the plane that it is in; the outermost two have no end.
fn bands(patchwork: &Patchwork, rows: &Rows) -> Result<Vec<Outline>, GeometryError> {
    let turned = i32::try_from(rows.plan.turned).unwrap_or(0);
    let reach = patchwork.bounds().width() + patchwork.bounds().height();
    let of_row = |row: usize| {
        let name = (row + 1).to_string();
        let patches =
            (0..rows.labels.len()).filter(|&patch| rows.labels[patch].split('-').next() == Some(&name));
        let corners = patches.flat_map(|patch| patchwork.patches()[patch].outline().corners());
        Bounds::around(corners.map(|corner| corner.at.turned(-turned)))
    };
    let found: Vec<Bounds> = (0..rows.plan.rows.len()).filter_map(of_row).collect();
    // The first row may be at either end, as the rows are turned.
    let ends = found.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(top, bottom), of| {
        (top.min(of.top), bottom.max(of.bottom))
    });
    let mut bands = Vec::new();
    for bounds in found {
        let top = if bounds.top <= ends.0 { bounds.top - reach } else { bounds.top };
        let bottom = if bounds.bottom >= ends.1 { bounds.bottom + reach } else { bounds.bottom };
        let (left, right) = (bounds.left - reach, bounds.right + reach);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let ring = Ring::new(corners.map(|(x, y)| Point::new(x, y).turned(turned)).to_vec())?;
        bands.push(Outline::new(ring, Vec::new())?);
    }
    Ok(bands)
}
