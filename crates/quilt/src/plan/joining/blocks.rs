//! Groups neighbouring patches into blocks that one person can handle.
//!
//! Every patch is in one block; a block is connected and has no holes but those of its patches.

use super::contact::Contact;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::stop::{StopFlag, Stopped};

/// The blocks of a patchwork, each in the order of the patches. A quilt of at most `most` patches is one for
/// each part.
pub(super) fn blocks(
    patchwork: &Patchwork,
    most: usize,
    stop: &StopFlag,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let count = patchwork.patches().len();
    let most = count.div_ceil(count.div_ceil(most.max(1)).max(1)).max(1);
    let mut free = vec![true; count];
    let mut blocks = Vec::new();
    for first in 0..count {
        stop.check()?;
        if free[first] {
            blocks.push(grown(patchwork, first, most, &mut free));
        }
    }
    merged(patchwork, blocks, most, stop)
}

/// A block from its first patch.
fn grown(patchwork: &Patchwork, first: usize, most: usize, free: &mut [bool]) -> Vec<usize> {
    let mut is_in = vec![false; free.len()];
    let mut block = Vec::new();
    let mut next = Some(first);
    while let Some(patch) = next {
        (free[patch], is_in[patch]) = (false, true);
        block.push(patch);
        next = if block.len() < most { best(patchwork, &block, &is_in, free) } else { None };
    }
    block.sort_unstable();
    block
}

/// The free patch that makes the outline of a block longer by the least, of those that touch it in one place.
fn best(patchwork: &Patchwork, block: &[usize], is_in: &[bool], free: &[bool]) -> Option<usize> {
    let mut near: Vec<usize> = block.iter().flat_map(|&patch| neighbours(patchwork, patch)).collect();
    near.sort_unstable();
    near.dedup();
    let grows = near.into_iter().filter(|&patch| free[patch]).filter_map(|patch| {
        let contact = Contact::of(patchwork, is_in, &[patch]);
        let around = patchwork.patches()[patch].outline().perimeter();
        // Rounded, so that equals stay equal.
        let more = ((around - 2.0 * contact.length(patchwork)) * 1e3).round();
        (contact.places() == 1).then_some((more, patch))
    });
    grows.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, patch)| patch)
}

fn neighbours(patchwork: &Patchwork, patch: usize) -> impl Iterator<Item = usize> {
    let sides = patchwork.patches()[patch].rings().iter().flatten();
    let edges = sides.map(|side| &patchwork.edges()[side.edge]);
    edges.flat_map(|edge| [edge.left, edge.right]).flatten().filter(move |&other| other != patch)
}

/// Small blocks are put to a neighbour, the smallest first, if what comes out is not much larger than the
/// others.
fn merged(
    patchwork: &Patchwork,
    mut blocks: Vec<Vec<usize>>,
    most: usize,
    stop: &StopFlag,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let least = most.div_ceil(3);
    loop {
        let small = |&one: &usize| !stop.is_raised() && blocks[one].len() <= least;
        let found = (0..blocks.len()).filter(small).find_map(|one| {
            let mut is_in = vec![false; patchwork.patches().len()];
            blocks[one].iter().for_each(|&patch| is_in[patch] = true);
            let others = (0..blocks.len()).filter(|&other| other != one);
            let fits = others.filter(|&other| {
                blocks[one].len() + blocks[other].len() <= most + least
                    && Contact::of(patchwork, &is_in, &blocks[other]).places() == 1
            });
            fits.min_by_key(|&other| (blocks[other].len(), other)).map(|other| (one, other))
        });
        stop.check()?;
        let Some((one, other)) = found else { return Ok(blocks) };
        let (keep, gone) = (one.min(other), one.max(other));
        let patches = blocks.remove(gone);
        blocks[keep].extend(patches);
        blocks[keep].sort_unstable();
    }
}
