//! Counts the tilings that a symmetry fixes, as tilings of a smaller puzzle.
//!
//! In such a tiling a placement occurs with all its images, so they are placed together: one option for each
//! orbit of placements that do not overlap. Places are merged likewise.

use std::collections::BTreeMap;

use super::packing::{Laying, Plan, room};
use crate::ground::lists::compact;
use crate::model::Model;

/// Returns the options of the tilings that are fixed by symmetries, of which each maps the placements to
/// `images`. The label of an option is the first placement of its orbit.
pub(crate) fn fixed_plan(model: &Model, images: &[&[u32]]) -> Plan {
    let group_of = place_orbits(model, images);
    let count = group_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut groups = vec![Vec::new(); count];
    for (&group, &position) in group_of.iter().zip(model.points()) {
        groups[group as usize].push(position);
    }
    let all = orbits(model.placement_count(), images);
    let layings = all.into_iter().filter_map(|orbit| laid_together(model, &orbit, &group_of));
    Plan {
        groups,
        layings: layings.collect(),
        bounds: model.bounds().to_vec(),
        room: room(model),
        empty: model.empty(),
    }
}

/// Returns the orbits of 0, 1, 2 … below `count` under some permutations, each from its least member on.
fn orbits<P: AsRef<[u32]>>(count: usize, images: &[P]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; count];
    let mut all = Vec::new();
    for first in 0..compact(count) {
        if !seen[first as usize] {
            let orbit = orbit(first, images);
            orbit.iter().for_each(|&member| seen[member as usize] = true);
            all.push(orbit);
        }
    }
    all
}

/// Returns what some permutations make of `first`, with itself. Orbits of symmetries are short.
pub(crate) fn orbit<P: AsRef<[u32]>>(first: u32, images: &[P]) -> Vec<u32> {
    let mut orbit = vec![first];
    let mut at = 0;
    while let Some(&next) = orbit.get(at) {
        for image in images {
            let after = image.as_ref()[next as usize];
            if !orbit.contains(&after) {
                orbit.push(after);
            }
        }
        at += 1;
    }
    orbit
}

/// Returns an orbit of placements as one option, unless two of them overlap.
fn laid_together(model: &Model, orbit: &[u32], group_of: &[u32]) -> Option<Laying> {
    let mut occupied: Vec<u32> =
        orbit.iter().flat_map(|&placement| model.occupied(placement)).copied().collect();
    let count = occupied.len();
    occupied.sort_unstable();
    occupied.dedup();
    if occupied.len() < count {
        return None;
    }
    let mut places: Vec<u32> = occupied.iter().map(|&place| group_of[place as usize]).collect();
    places.sort_unstable();
    places.dedup();
    let mut pieces: BTreeMap<usize, u32> = BTreeMap::new();
    orbit.iter().for_each(|&placement| *pieces.entry(model.kind_of(placement)).or_default() += 1);
    Some(Laying { places, pieces: pieces.into_iter().collect(), weight: 1, label: orbit[0] })
}

/// For each place the number of its orbit.
///
/// The image of a place follows from the placements over it. Places with the same placements are either all
/// occupied or all empty, so they are interchangeable.
fn place_orbits(model: &Model, images: &[&[u32]]) -> Vec<u32> {
    let mut over = vec![Vec::new(); model.places()];
    for placement in 0..compact(model.placement_count()) {
        model.occupied(placement).iter().for_each(|&place| over[place as usize].push(placement));
    }
    let mut alike: BTreeMap<&[u32], Vec<u32>> = BTreeMap::new();
    (0..).zip(&over).for_each(|(place, placements)| alike.entry(placements).or_default().push(place));
    let moved = |image: &&[u32]| {
        let mut moved = vec![0; over.len()];
        for (placements, places) in &alike {
            let mut after: Vec<u32> = placements.iter().map(|&placement| image[placement as usize]).collect();
            after.sort_unstable();
            let targets = alike.get(after.as_slice()).expect("a symmetry keeps the places");
            places.iter().zip(targets).for_each(|(&place, &target)| moved[place as usize] = target);
        }
        moved
    };
    let moved: Vec<Vec<u32>> = images.iter().map(moved).collect();
    let mut group_of = vec![0; over.len()];
    for (group, orbit) in (0..).zip(orbits(over.len(), &moved)) {
        orbit.iter().for_each(|&place| group_of[place as usize] = group);
    }
    group_of
}

/// Returns one permutation of each conjugacy class of a group, without the identity, and the size of its
/// class.
///
/// Conjugate symmetries fix equally many tilings.
pub(super) fn classes(images: &[Vec<u32>]) -> Vec<(&[u32], u32)> {
    let mut found: Vec<(&[u32], u32)> = Vec::new();
    for image in images {
        let is_conjugate = |known: &(&[u32], u32)| images.iter().any(|by| are_conjugate(known.0, image, by));
        match found.iter_mut().find(|known| known.0 == image.as_slice() || is_conjugate(known)) {
            Some(known) => known.1 += 1,
            None => found.push((image, 1)),
        }
    }
    found
}

/// Returns whether `a` followed by `by` equals `by` followed by `b`.
fn are_conjugate(a: &[u32], b: &[u32], by: &[u32]) -> bool {
    a.iter().zip(by).all(|(&after_a, &after_by)| by[after_a as usize] == b[after_by as usize])
}
