//! The steps in which a quilt of triangles is sewn row by row.

use std::collections::BTreeSet;

use super::cut_patches::Rows;
use super::design::Design;
use super::piecing::TriangleStrip;

/// One step of a quilt sewn in rows.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RowStep {
    /// Its number, from 1.
    pub step: usize,
    /// The row: its strips are sewn together, or it is sewn to another row.
    pub row: usize,
    /// The labels of its strips.
    pub strips: Vec<String>,
    /// The row that it is sewn to; none where its strips are sewn together.
    pub onto: Option<usize>,
    /// The finished length of each seam.
    pub seam: String,
    /// The numbers of the patches that are sewn so far in this row, or in all rows that are joined,
    /// ascending.
    pub patches: Vec<usize>,
}

/// The steps: the strips of each row are sewn together, then each row to the one before it.
pub(super) fn row_steps(design: &Design) -> Vec<RowStep> {
    let Some(Rows { plan, .. }) = design.rows() else { return Vec::new() };
    let rows = (1..).zip(&plan.rows);
    let labels = |row: usize, count: usize| (1..=count).map(|place| format!("{row}-{place}")).collect();
    let numbers = |rows: &[Vec<TriangleStrip>]| {
        let patches: BTreeSet<usize> = rows.iter().flatten().map(|strip| strip.placement + 1).collect();
        patches.into_iter().collect::<Vec<usize>>()
    };
    let edge = design.options.cell;
    let of_strips = rows.clone().filter(|(_, strips)| strips.len() > 1).map(|(row, strips)| RowStep {
        step: 0,
        row,
        strips: labels(row, strips.len()),
        onto: None,
        seam: design.write(edge),
        patches: numbers(std::slice::from_ref(strips)),
    });
    let of_rows = rows.skip(1).zip(&plan.between).map(|((row, strips), &cells)| RowStep {
        step: 0,
        row,
        strips: labels(row, strips.len()),
        onto: Some(row - 1),
        seam: design.write(cells as f64 * edge),
        patches: numbers(&plan.rows[..row]),
    });
    let steps = (1..).zip(of_strips.chain(of_rows));
    steps.map(|(step, of)| RowStep { step, ..of }).collect()
}
