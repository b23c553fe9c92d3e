//! The layout of cloth: cuts what one fabric is needed for from strips, of a bolt or of fat quarters.
//!
//! Yardage, cutting layouts, stash, pre-cuts and one-way prints all ask here. Every piece is cut once, in one
//! rectangle; no strip is longer than the fabric is wide. Simple strips are as high as all of their pieces;
//! strips of several sizes, and templates in pairs, are used only where these save cloth.

use std::collections::BTreeMap;

use super::bought::Aim;
use super::fabric::{Lot, Run, Strip, StripCutting, StripHeight};
use super::inches::{ClothSize, Inches};
use super::kinds::Kinds;
use super::packing::{EFFORT, Packing, pack_for};
use super::segment::Effort;
use piecework_tiling::stop::StopFlag;

/// How hard layouts are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// For questions that are asked often. What is found so is found with all care too.
    Little,
    /// For what is printed.
    Full,
}

impl Care {
    /// How many fillings of simple strips may be looked at.
    const fn fillings(self) -> usize {
        if matches!(self, Care::Little) { 3000 } else { EFFORT }
    }

    /// How strips of several sizes are tried.
    const fn mixed(self) -> &'static [Effort] {
        if matches!(self, Care::Little) { &[Effort::LOW] } else { &Effort::ALL }
    }
}

/// Fat quarters with their strips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quarters {
    pub(super) cut: StripCutting,
    pub(super) count: usize,
    pub(super) at_least: usize,
    /// The length of the strips, and what they are cut from.
    pub(super) size: ClothSize,
}

/// The best of several ways to cut the same from fabric that is `width` wide, by its number.
///
/// What does not fit on the cloth at hand is laid out once more as if that were bought: what a pattern tells
/// to buy is always enough.
///
/// # Errors
/// The first lot of the first way that is too wide.
pub(super) fn on_the_bolt(
    ways: &[Vec<Lot>],
    width: Inches,
    aim: Aim,
    (care, stop): (Care, &StopFlag),
) -> Result<(usize, StripCutting), usize> {
    let mut best = first_that_fits(ways, |lots| from_the_bolt(lots, width, aim, (care, stop)))?;
    for (way, lots) in ways.iter().enumerate().skip(best.0 + 1) {
        if let Some(goal) = aim.better_than(best.1.length())
            && Kinds::new(lots, width).least_length(width) <= goal.mm() + 1e-6
            && let Ok(closer) = from_the_bolt(lots, width, aim, (care, stop))
            && aim.prefers(closer.length(), best.1.length())
        {
            best = (way, closer);
        }
    }
    if care == Care::Full && aim.most.is_some_and(|most| best.1.length() > most) {
        let bought = on_the_bolt(ways, width, aim.to_buy(), (care, stop))?;
        if bought.1.length() < best.1.length() {
            best = bought;
        }
    }
    Ok(best)
}

/// The first way in which all fits on the cloth, by its number.
fn first_that_fits<T>(
    ways: &[Vec<Lot>],
    cut: impl Fn(&[Lot]) -> Result<T, usize>,
) -> Result<(usize, T), usize> {
    let first = cut(&ways[0]);
    let others = ways.iter().enumerate().skip(if first.is_ok() { ways.len() } else { 1 });
    let found = others.filter_map(|(way, lots)| Some((way, cut(lots).ok()?))).next();
    found.map_or_else(|| first.map(|cut| (0, cut)), Ok)
}

/// The best of several ways to cut the same from fat quarters of `size`.
///
/// `goal` is a number of quarters with which one is content; else the fewest are looked for.
///
/// # Errors
/// As [`on_the_bolt`].
pub(super) fn on_quarters(
    ways: &[Vec<Lot>],
    size: ClothSize,
    goal: Option<usize>,
    (care, stop): (Care, &StopFlag),
) -> Result<(usize, Quarters), usize> {
    let mut best = first_that_fits(ways, |lots| from_quarters(lots, size, goal, (care, stop)))?;
    for (way, lots) in ways.iter().enumerate().skip(best.0 + 1) {
        if goal.is_none_or(|goal| best.1.count > goal)
            && let Ok(closer) = from_quarters(lots, size, goal, (care, stop))
            && closer.count < best.1.count
        {
            best = (way, closer);
        }
    }
    Ok(best)
}

/// Cuts lots from fabric that is `width` wide: strips as high as the shorter side of a piece, or where the
/// longer is wider than the fabric, as the longer; strips of several sizes where the aim is met only so.
fn from_the_bolt(
    lots: &[Lot],
    width: Inches,
    aim: Aim,
    (care, stop): (Care, &StopFlag),
) -> Result<StripCutting, usize> {
    let lying = |(at, lot): (usize, &Lot)| across(lot.size, width, lot.one_way).ok_or(at);
    let sizes = lots.iter().enumerate().map(lying).collect::<Result<Vec<_>, _>>()?;
    let mut best = stacked(strips(lots, &sizes, width, care));
    let kinds = Kinds::new(lots, width);
    let bound = kinds.least_length(width);
    while let Some(goal) = aim.better_than(best.length()) {
        let found = if goal.mm() < bound { None } else { kinds.on_the_bolt(width, goal, care.mixed(), stop) };
        let Some(shelves) = found else { break };
        best = kinds.cutting(shelves, lots);
    }
    Ok(best)
}

/// Cuts pieces from fabric that is `width` wide, lying as `sizes` say: the height of the strip of each, and
/// its length along it, which is no longer than the fabric is wide.
pub(super) fn as_they_lie(lots: &[Lot], sizes: &[(Inches, Inches)], width: Inches) -> StripCutting {
    stacked(strips(lots, sizes, width, Care::Full))
}

/// Strips one below the other.
fn stacked(mut cut: StripCutting) -> StripCutting {
    let mut from = Inches::ZERO;
    for strip in &mut cut.strips {
        strip.from = from;
        from = from + strip.height;
    }
    cut
}

/// How a piece is on fabric from the bolt: the height of its strip, and its length along it; none if it is
/// too wide. An upright piece has its width along the strip.
fn across((short, long): (Inches, Inches), width: Inches, upright: bool) -> Option<(Inches, Inches)> {
    if upright {
        return (short <= width).then_some((long, short));
    }
    if long <= width { Some((short, long)) } else { (short <= width).then_some((long, short)) }
}

/// Cuts lots from fat quarters of `size`, whose strips run along either side, whichever takes fewer.
fn from_quarters(
    lots: &[Lot],
    size: ClothSize,
    goal: Option<usize>,
    (care, stop): (Care, &StopFlag),
) -> Result<Quarters, usize> {
    let (width, height) = (size.width.min(size.height), size.width.max(size.height));
    // One that is cut upright has its width along the longer side, as on the bolt: that is how the print runs
    // on fat quarters and on strips that are cut across the fabric.
    let is_larger = |lot: &Lot| lot.on_a_strip().0 > width || lot.on_a_strip().1 > height;
    if let Some(larger) = lots.iter().position(is_larger) {
        return Err(larger);
    }
    let kinds = Kinds::new(lots, height);
    let along = quarters_of(lots, (height, width), care);
    let across = if kinds.one_way() { None } else { quarters_of(lots, (width, height), care) };
    let across = across.filter(|across| {
        // Of equals the longer strips: there are fewer of them to cut.
        along.as_ref().is_none_or(|along| across.count < along.count)
    });
    let mut best = across.or(along).expect("the longer strips hold whatever fits");
    best.at_least = kinds.least_quarters(size).min(best.count);
    let enough = goal.unwrap_or(best.at_least).max(best.at_least);
    let mut direct = goal;
    while best.count > enough {
        let asked = direct.take();
        let count = asked.unwrap_or(best.count - 1);
        let Some((length, shelves)) = kinds.on_quarters(size, count, care.mixed(), stop) else {
            // What was found one by one when the quarters were bought is found again.
            if asked.is_some() && care == Care::Full {
                continue;
            }
            break;
        };
        let room = if length == height { width } else { height };
        let cut = kinds.cutting(shelves, lots);
        let count = cut.strips.iter().map(|strip| strip.quarter + 1).max().unwrap_or(0);
        best = Quarters { cut, count, at_least: best.at_least, size: (length, room).into() };
    }
    Ok(best)
}

/// Strips `length` long, cut from fat quarters that are `room` high; none if a piece is longer than that or
/// higher.
fn quarters_of(lots: &[Lot], (length, room): (Inches, Inches), care: Care) -> Option<Quarters> {
    let sizes: Vec<(Inches, Inches)> = lots.iter().map(|lot| lot.on_a_strip()).collect();
    if sizes.iter().any(|&(high, along)| along > length || high > room) {
        return None;
    }
    let mut cut = strips(lots, &sizes, length, care);
    let heights: Vec<(Inches, usize)> =
        cut.heights.iter().map(|group| (group.height, group.strips)).collect();
    let stacked = pack_for(&heights, room, care.fillings())?;
    let mut waiting: Vec<std::vec::IntoIter<Strip>> = Vec::new();
    for group in &cut.heights {
        let rest = cut.strips.split_off(group.strips);
        waiting.push(std::mem::replace(&mut cut.strips, rest).into_iter());
    }
    for (quarter, counts) in stacked.strips.iter().enumerate() {
        let mut from = Inches::ZERO;
        for (strips, &count) in waiting.iter_mut().zip(counts) {
            for strip in strips.take(count) {
                cut.strips.push(Strip { quarter, from, ..strip.clone() });
                from = from + strip.height;
            }
        }
    }
    Some(Quarters { cut, count: stacked.strips.len(), at_least: 0, size: (length, room).into() })
}

/// The strips of all heights, the highest first, one after the other and each at 0.
fn strips(lots: &[Lot], sizes: &[(Inches, Inches)], width: Inches, care: Care) -> StripCutting {
    let mut by_height: BTreeMap<Inches, Vec<usize>> = BTreeMap::new();
    for (lot, &(height, _)) in sizes.iter().enumerate() {
        by_height.entry(height).or_default().push(lot);
    }
    let mut cut = StripCutting { heights: Vec::new(), strips: Vec::new() };
    for (&height, group) in by_height.iter().rev() {
        let items: Vec<(Inches, usize)> = group.iter().map(|&lot| (sizes[lot].1, lots[lot].count)).collect();
        let Packing { strips, at_least } =
            pack_for(&items, width, care.fillings()).expect("lengths are checked before");
        cut.heights.push(StripHeight { height, strips: strips.len(), at_least: Some(at_least) });
        for counts in strips {
            cut.strips.push(Strip {
                quarter: 0,
                from: Inches::ZERO,
                height,
                runs: runs(group, &items, &counts, height),
            });
        }
    }
    cut
}

/// What is cut from one strip, the longest first.
fn runs(group: &[usize], items: &[(Inches, usize)], counts: &[usize], height: Inches) -> Vec<Run> {
    let mut order: Vec<usize> = (0..group.len()).filter(|&item| counts[item] > 0).collect();
    order.sort_by_key(|&item| (std::cmp::Reverse(items[item].0), item));
    let mut offset = Inches::ZERO;
    let mut runs = Vec::new();
    for item in order {
        let (length, count) = (items[item].0, counts[item]);
        runs.push(Run { piece: group[item], offset, length, count, from: Inches::ZERO, height, rows: 1 });
        offset = offset + length.times(count);
    }
    runs
}
