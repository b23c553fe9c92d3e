//! The order of a quilt that repeats its blocks: each is sewn as the first that is equal to it, then rows and the top.

use std::collections::BTreeMap;

use super::units::Units;
use super::{SewingOrder, StepOfParts};
use crate::plan::error::QuiltError;
use crate::plan::form::{Form, Parted};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::StopFlag;

/// What a step of a block joins, as places among its patches.
type Joined = (Vec<usize>, Vec<usize>);

/// Finds the order of a quilt with these blocks, row by row.
pub(in crate::plan) fn order_in_blocks(
    (units, patchwork): (&Units, &Patchwork),
    rows: &[Vec<Form>],
    cell: f64,
    stop: &StopFlag,
) -> Result<SewingOrder, QuiltError> {
    let mut planned: BTreeMap<&Parted, Vec<Joined>> = BTreeMap::new();
    for form in rows.iter().flatten() {
        if !planned.contains_key(&form.parted) {
            planned.insert(&form.parted, steps_of_block(units, form, cell, stop)?);
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
    Ok(super::order_of_steps(patchwork, blocks, steps, stop)?)
}

/// Sews a part to those so far; the first is only laid down.
fn join(joins: &mut Vec<StepOfParts>, sewn: &mut Vec<usize>, part: Vec<usize>) {
    if !sewn.is_empty() {
        joins.push((None, sewn.clone(), part.clone()));
    }
    sewn.extend(part);
}

/// The steps of a block, as places among its patches.
fn steps_of_block(units: &Units, form: &Form, cell: f64, stop: &StopFlag) -> Result<Vec<Joined>, QuiltError> {
    let place_of: BTreeMap<usize, usize> = form.patches.iter().copied().zip(0..).collect();
    let order = units.order(&form.patches, cell, stop)?;
    let places = |of: Vec<usize>| of.iter().map(|patch| place_of[patch]).collect();
    Ok(order.steps.into_iter().map(|(_, sewn, added)| (places(sewn), places(added))).collect())
}
