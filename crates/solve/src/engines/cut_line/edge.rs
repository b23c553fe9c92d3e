//! Proves that an edge of a rectangle cannot be long.
//!
//! The result is an upper bound for the columns of the lowest row, if there is one; it holds for every
//! height.
//!
//! From the left corner on, the first step is made over an empty strip whose right wall is not in view. If
//! successive windows never repeat, there is a longest walk over them, and the right wall must come into view
//! before its end. This finds pieces that fit into no corner or fill no edge.

use std::collections::BTreeMap;

use super::cuts::Cuts;
use super::windows::Windows;

/// The most windows to examine. Chosen by trial; pieces that fill no edge need several hundred.
const MOST_WINDOWS: usize = 5_000;

/// The longest walk from a window, while it is computed.
#[derive(Debug, Clone, Copy)]
enum Walk {
    /// The walk may lead through this window itself.
    Begun,
    /// This many columns.
    Done(u32),
}

/// Returns an upper bound for the edge of a rectangle; `None` if edges may be arbitrarily long, or if that is
/// not known.
pub(super) fn longest_edge(cuts: &Cuts, windows: &mut Windows) -> Option<u32> {
    let in_view = windows.frame.left + 1 + windows.frame.right;
    let flat = vec![(1 << cuts.depth) - 1; 2 * in_view as usize];
    let walk = match windows.first(cuts, 0, &flat) {
        Some(first) => longest_walk(cuts, windows, first, &mut BTreeMap::new())?,
        None => 0,
    };
    Some(walk + in_view)
}

/// Returns the most windows that can follow each other from this one; `None` if they may repeat.
fn longest_walk(
    cuts: &Cuts,
    windows: &mut Windows,
    window: u32,
    known: &mut BTreeMap<u32, Walk>,
) -> Option<u32> {
    match known.get(&window) {
        Some(Walk::Begun) => return None,
        Some(&Walk::Done(columns)) => return Some(columns),
        None if known.len() >= MOST_WINDOWS => return None,
        None => {}
    }
    known.insert(window, Walk::Begun);
    let (mut record, mut longest) = (window, 0);
    loop {
        if let Some(next) = windows.following(cuts, 0, record, Some((1 << cuts.depth) - 1)) {
            longest = longest.max(longest_walk(cuts, windows, next, known)?);
        }
        if windows.choice(0, record).is_last() {
            break;
        }
        record = windows.next_choice(record);
    }
    known.insert(window, Walk::Done(longest + 1));
    Some(longest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::cut_line::windows::Frame;
    use piecework_tiling::polyform::Shape;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn longest(name: &str) -> Option<u32> {
        let pieces = pieces_from_hex(name).expect("good names");
        let cuts = Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<Shape>>());
        let frame = Frame::new(&cuts, 2).expect("small enough");
        longest_edge(&cuts, &mut Windows::new(&cuts, frame))
    }

    #[test]
    fn pieces_without_an_edge_are_known() {
        for name in ["40e040", "f820", "40f040"] {
            assert!(longest(name).is_some_and(|longest| longest < 30), "{name}: {:?}", longest(name));
        }
        for name in ["f040", "f840", "c0", "80", "e040", "c06030"] {
            assert_eq!(longest(name), None, "{name}");
        }
    }
}
