//! Cuts the pieces of one fabric from strips, of a bolt or of fat quarters.
//!
//! Every piece is cut once, in one rectangle; no strip is longer than the fabric is wide. Simple strips are
//! as high as all of their pieces; strips of several sizes are used only where these save cloth.

use std::collections::BTreeMap;

use super::aim::Aim;
use super::error::{TooLarge, YardageError};
use super::fabric::{CutPiece, Run, Strip, StripCutting, StripHeight};
use super::inches::Inches;
use super::kinds::Kinds;
use super::packing::{Packing, pack};
use super::segment::Effort;

/// Fat quarters with their strips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quarters {
    pub(super) cut: StripCutting,
    pub(super) count: usize,
    pub(super) at_least: usize,
    /// The length of the strips, and what they are cut from.
    pub(super) size: (Inches, Inches),
}

/// Cuts pieces from fabric that is `width` wide: strips as high as the shorter side of a piece, or where the
/// longer is wider than the fabric, as the longer; strips of several sizes where the aim is met only so.
pub(super) fn from_the_bolt(
    pieces: &[CutPiece],
    width: Inches,
    aim: Aim,
) -> Result<StripCutting, YardageError> {
    let lying = |piece: &CutPiece| {
        let (short, long) = piece.size;
        let too_wide = || {
            YardageError::PartTooWide(Box::new(TooLarge {
                part: piece.name.clone(),
                short,
                long,
                width,
                height: long,
            }))
        };
        across((short, long), width, piece.one_way).ok_or_else(too_wide)
    };
    let sizes = pieces.iter().map(lying).collect::<Result<Vec<_>, _>>()?;
    let mut best = as_they_lie(pieces, &sizes, width);
    let kinds = Kinds::from_pieces(pieces, width);
    let bound = kinds.least_length(width);
    while let Some(goal) = aim.better_than(best.length()) {
        let found = if goal.mm() < bound { None } else { kinds.on_the_bolt(width, goal, &Effort::ALL) };
        let Some(shelves) = found else { break };
        best = kinds.cutting(shelves, pieces);
    }
    Ok(best)
}

/// Cuts pieces from fabric that is `width` wide, lying as `sizes` say: the height of the strip of each, and
/// its length along it, which is no longer than the fabric is wide.
pub(super) fn as_they_lie(pieces: &[CutPiece], sizes: &[(Inches, Inches)], width: Inches) -> StripCutting {
    let mut cut = strips(pieces, sizes, width);
    let mut from = Inches::ZERO;
    for strip in &mut cut.strips {
        strip.from = from;
        from = from + strip.height;
    }
    cut
}

/// How a piece is on fabric from the bolt: the height of its strip, and its length along it; none if it is
/// too wide. An upright piece has its width along the strip.
pub(super) fn across(
    (short, long): (Inches, Inches),
    width: Inches,
    upright: bool,
) -> Option<(Inches, Inches)> {
    if upright {
        return (short <= width).then_some((long, short));
    }
    if long <= width { Some((short, long)) } else { (short <= width).then_some((long, short)) }
}

/// Cuts pieces from fat quarters of `size`, whose strips run along either side, whichever takes fewer.
///
/// `goal` is a number of quarters with which one is content; else the fewest are looked for.
pub(super) fn from_quarters(
    pieces: &[CutPiece],
    size: (Inches, Inches),
    goal: Option<usize>,
) -> Result<Quarters, YardageError> {
    let (width, height) = (size.0.min(size.1), size.0.max(size.1));
    refuse_larger(pieces, (width, height))?;
    let upright = pieces.iter().any(|piece| piece.one_way);
    let along = quarters_of(pieces, (height, width));
    let across = if upright { None } else { quarters_of(pieces, (width, height)) }.filter(|across| {
        // Of equals the longer strips: there are fewer of them to cut.
        along.as_ref().is_none_or(|along| across.count < along.count)
    });
    let mut best = across.or(along).expect("the longer strips hold whatever fits");
    let kinds = Kinds::from_pieces(pieces, height);
    let at_least = kinds.least_quarters(size);
    best.at_least = at_least.min(best.count);
    while best.count > goal.unwrap_or(best.at_least).max(best.at_least) {
        let count = goal.unwrap_or(best.count - 1);
        let Some((length, shelves)) = kinds.on_quarters(size, count, &Effort::ALL) else { break };
        let room = if length == height { width } else { height };
        let cut = kinds.cutting(shelves, pieces);
        let count = cut.strips.iter().map(|strip| strip.quarter + 1).max().unwrap_or(0);
        best = Quarters { cut, count, at_least: best.at_least, size: (length, room) };
    }
    Ok(best)
}

/// Refuses a piece that is larger than a fat quarter. One that is cut upright has its width along the longer
/// side, as on the bolt: that is how the print runs on fat quarters and on strips that are cut across the
/// fabric.
fn refuse_larger(pieces: &[CutPiece], (width, height): (Inches, Inches)) -> Result<(), YardageError> {
    let larger = |piece: &&CutPiece| {
        let (high, along) = piece.on_a_strip();
        high > width || along > height
    };
    let Some(piece) = pieces.iter().find(larger) else { return Ok(()) };
    let (part, (short, long)) = (piece.name.clone(), piece.size);
    let large = Box::new(TooLarge { part, short, long, width, height });
    Err(if piece.one_way {
        YardageError::TooLargeUpright(large)
    } else {
        YardageError::LargerThanAQuarter(large)
    })
}

/// Strips `length` long, cut from fat quarters that are `room` high; none if a piece is longer than that or
/// higher.
fn quarters_of(pieces: &[CutPiece], (length, room): (Inches, Inches)) -> Option<Quarters> {
    let sizes: Vec<(Inches, Inches)> = pieces.iter().map(CutPiece::on_a_strip).collect();
    if sizes.iter().any(|&(high, along)| along > length || high > room) {
        return None;
    }
    let mut cut = strips(pieces, &sizes, length);
    let heights: Vec<(Inches, usize)> =
        cut.heights.iter().map(|group| (group.height, group.strips)).collect();
    let stacked = pack(&heights, room)?;
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
    Some(Quarters { cut, count: stacked.strips.len(), at_least: 0, size: (length, room) })
}

/// The strips of all heights, the highest first, one after the other and each at 0.
fn strips(pieces: &[CutPiece], sizes: &[(Inches, Inches)], width: Inches) -> StripCutting {
    let mut by_height: BTreeMap<Inches, Vec<usize>> = BTreeMap::new();
    for (piece, &(height, _)) in sizes.iter().enumerate() {
        by_height.entry(height).or_default().push(piece);
    }
    let mut cut = StripCutting { heights: Vec::new(), strips: Vec::new() };
    for (&height, group) in by_height.iter().rev() {
        let items: Vec<(Inches, usize)> =
            group.iter().map(|&piece| (sizes[piece].1, pieces[piece].count)).collect();
        let Packing { strips, at_least } = pack(&items, width).expect("lengths are checked before");
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
