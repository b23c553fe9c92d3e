//! Assigns fabrics by a property of patches: the piece, or its orientation.
//!
//! Groups share no fabric, each group has as few fabrics as possible, and touching pieces of one group differ
//! too.

use std::collections::BTreeSet;

use crate::color::coloring::balance;
use crate::color::coloring::graph::Graph;
use crate::color::{ColorError, Coloring};

/// A coloring by groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grouped {
    pub(super) colors: Vec<usize>,
    pub(super) count: usize,
    /// How many groups there are.
    pub(super) groups: usize,
    pub(super) minimal: bool,
}

/// Colors each group with its own colors; with exactly `count` if given.
pub(super) fn by_group(
    neighbours: &[Vec<usize>],
    groups: &[usize],
    count: Option<usize>,
    effort: u64,
) -> Result<Grouped, ColorError> {
    let graph = Graph::new(neighbours)?;
    let number = groups.iter().max().map_or(0, |&group| group + 1);
    let members: Vec<Vec<usize>> = (0..number)
        .map(|group| (0..groups.len()).filter(|&piece| groups[piece] == group).collect())
        .collect();
    let mut parts = Vec::new();
    for members in &members {
        let inside = graph.induced(members);
        let lists: Vec<Vec<usize>> = (0..inside.len()).map(|piece| inside.of(piece).to_vec()).collect();
        parts.push((inside, Coloring::fewest(&lists, effort)?));
    }
    let needed: usize = parts.iter().map(|(_, coloring)| coloring.count()).sum();
    let minimal = parts.iter().all(|(_, coloring)| coloring.is_minimal());
    let asked = count.unwrap_or(needed).min(groups.len());
    let used = members.iter().filter(|members| !members.is_empty()).count();
    if asked < needed {
        return Err(ColorError::TooFewForGroups { asked, needed, groups: used, proved: minimal });
    }
    let counts = shares(&members, &parts, asked);
    let (mut colors, mut before) = (vec![0; groups.len()], 0);
    for ((members, (inside, coloring)), count) in members.iter().zip(&parts).zip(counts) {
        let spread = balance::spread(inside, coloring.colors().to_vec(), count);
        for (&piece, color) in members.iter().zip(spread) {
            colors[piece] = before + color;
        }
        before += count;
    }
    Ok(Grouped { colors, count: before, groups: used, minimal: minimal && asked == needed })
}

/// Gives `count` colors to groups that have more of their own: two colors become one where their pieces never
/// touch.
///
/// # Errors
/// As [`Coloring::with`], if too many groups touch each other.
pub(super) fn shared(
    neighbours: &[Vec<usize>],
    grouped: &Grouped,
    count: usize,
    effort: u64,
) -> Result<Vec<usize>, ColorError> {
    let mut touched = vec![BTreeSet::new(); grouped.count];
    for (piece, others) in neighbours.iter().enumerate() {
        touched[grouped.colors[piece]].extend(others.iter().map(|&other| grouped.colors[other]));
    }
    let touched: Vec<Vec<usize>> = touched.into_iter().map(|others| others.into_iter().collect()).collect();
    let mut patches = vec![0; grouped.count];
    grouped.colors.iter().for_each(|&color| patches[color] += 1);
    let shared = Coloring::with(&touched, count, effort)?.balanced(&touched, &patches);
    Ok(grouped.colors.iter().map(|&color| shared.colors()[color]).collect())
}

/// Returns the number of colors of each group: the fewest, and the rest one by one to the group with most
/// pieces for each.
fn shares(members: &[Vec<usize>], parts: &[(Graph, Coloring)], count: usize) -> Vec<usize> {
    let mut counts: Vec<usize> = parts.iter().map(|(_, coloring)| coloring.count()).collect();
    for _ in counts.iter().sum::<usize>()..count {
        let wants = (0..counts.len()).filter(|&group| counts[group] < members[group].len());
        // The first of those with equal need.
        let most = wants.reduce(|best, group| {
            let more = members[group].len() * counts[best] > members[best].len() * counts[group];
            if more { group } else { best }
        });
        let Some(group) = most else { break };
        counts[group] += 1;
    }
    counts
}
