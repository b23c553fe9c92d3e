//! The order of a quilt that repeats its blocks: each is sewn as the first that is equal to it, then rows and the top.

use std::collections::BTreeMap;

use super::{BLOCK, SewingOrder, StepOfParts, Table, sewing_order_until};
use crate::plan::error::QuiltError;
use crate::plan::form::{Form, Parted};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// What a step of a block joins, as places among its patches.
type Joined = (Vec<usize>, Vec<usize>);

/// Finds the order of a quilt with these blocks, row by row.
pub(in crate::plan) fn order_in_blocks(
    (tiling, patchwork): (&Tiling, &Patchwork),
    rows: &[Vec<Form>],
    cell: f64,
    stop: &StopFlag,
) -> Result<SewingOrder, QuiltError> {
    let mut planned: BTreeMap<&Parted, Vec<Joined>> = BTreeMap::new();
    for form in rows.iter().flatten() {
        if !planned.contains_key(&form.parted) {
            planned.insert(&form.parted, steps_of_block(tiling, form, cell, stop)?);
        }
    }
    let (mut blocks, mut steps): (Vec<Vec<usize>>, Vec<StepOfParts>) = (Vec::new(), Vec::new());
    let mut joins: Vec<StepOfParts> = Vec::new();
    let mut top: Vec<usize> = Vec::new();
    for row in rows {
        let mut sewn: Vec<usize> = Vec::new();
        for form in row {
            let of =
                |places: &Vec<usize>| places.iter().map(|&place| form.patches[place]).collect::<Vec<usize>>();
            let block = Some(blocks.len());
            let own = planned[&form.parted].iter().map(|(sewn, added)| (block, of(sewn), of(added)));
            steps.extend(own);
            join(&mut joins, &mut sewn, form.patches.clone());
            blocks.push(form.patches.clone());
        }
        join(&mut joins, &mut top, sewn);
    }
    steps.extend(joins);
    let table = Table::new(patchwork, stop);
    let mut order = super::order_of_parts(patchwork, blocks, steps, stop)?;
    table.name_bends(&mut order.steps)?;
    Ok(order)
}

/// Sews a part to those so far; the first is only laid down.
fn join(joins: &mut Vec<StepOfParts>, sewn: &mut Vec<usize>, part: Vec<usize>) {
    if !sewn.is_empty() {
        joins.push((None, sewn.clone(), part.clone()));
    }
    sewn.extend(part);
}

/// The steps of a block, as places among its patches.
fn steps_of_block(
    tiling: &Tiling,
    form: &Form,
    cell: f64,
    stop: &StopFlag,
) -> Result<Vec<Joined>, QuiltError> {
    let block = Patchwork::of_placements(tiling, &form.patches, cell)?;
    let order = sewing_order_until(&block, BLOCK, stop)?;
    Ok(order.steps.into_iter().map(|step| (step.sewn, step.added)).collect())
}
