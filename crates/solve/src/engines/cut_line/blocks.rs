//! Builds a rectangle from smaller ones that can be tiled, where its own search grows too large.
//!
//! Smaller rectangles are searched, narrow ones first, and after each that can be tiled it is tried whether
//! those found so far make the whole by straight cuts from side to side. It proves nothing.

use std::collections::BTreeMap;

use super::CutLine;
use super::rebuild::Placed;
use crate::ground::StopReason;
use crate::ground::watch::{Halt, Watch};

/// The most nodes of one step of a small rectangle: a few hundredths of a second. Chosen by trial.
const MOST_NODES: usize = 1 << 14;
/// The longest side of a small rectangle. Chosen by trial.
const LONGEST: u32 = 40;
/// Larger rectangles are not tried, because trying cuts would take seconds. Chosen by trial.
const MOST_CELLS: u32 = 40_000;

/// Columns and rows.
type Sides = (u32, u32);

/// How a rectangle is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Making {
    /// It is one of those found, perhaps turned.
    Found,
    /// From two, the first with this many columns.
    BesideEachOther(u32),
    /// From two, the first with this many rows.
    OneAboveTheOther(u32),
}

/// The tilings found, by the shorter and the longer side.
type Blocks = BTreeMap<Sides, Vec<Placed>>;

/// Returns the tiling of a rectangle made of smaller ones, if those that are found soon make one.
///
/// # Errors
/// The reason for stopping, if `watch` stops it.
pub(super) fn joined(
    engine: &mut CutLine,
    whole: Sides,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<Placed>>, Halt> {
    if whole.0.saturating_mul(whole.1) > MOST_CELLS {
        return Ok(None);
    }
    let mut blocks = Blocks::new();
    let mut made = BTreeMap::new();
    let (short, long) = (whole.0.min(whole.1), whole.0.max(whole.1));
    for columns in 1..=short.min(LONGEST) {
        for rows in columns..=long.min(LONGEST) {
            let is_half = 2 * columns * rows <= short * long;
            if !is_half || made.contains_key(&(columns, rows)) || engine.coloring.rules_out(columns, rows) {
                continue;
            }
            engine.most_nodes = MOST_NODES;
            match engine.tile(columns, rows, watch) {
                Ok(None) => {}
                Ok(Some(placed)) => {
                    blocks.insert((columns, rows), placed);
                    made = makings(&blocks, whole);
                    if made.contains_key(&whole) {
                        return Ok(Some(laid(&blocks, &made, whole)));
                    }
                }
                // Longer ones of this width would need as much.
                Err(Halt::Pause | Halt::Stop(StopReason::MemoryLimit)) => break,
                Err(halt) => return Err(halt),
            }
        }
    }
    Ok(None)
}

/// Returns how every rectangle within the whole is made, of those that can be.
fn makings(blocks: &Blocks, whole: Sides) -> BTreeMap<Sides, Making> {
    let mut made = BTreeMap::new();
    for columns in 1..=whole.0 {
        for rows in 1..=whole.1 {
            let is_made =
                |first: Sides, second: Sides| made.contains_key(&first) && made.contains_key(&second);
            let making = if blocks.contains_key(&(columns.min(rows), columns.max(rows))) {
                Some(Making::Found)
            } else {
                let beside = (1..=columns / 2).find(|&at| is_made((at, rows), (columns - at, rows)));
                let above = || (1..=rows / 2).find(|&at| is_made((columns, at), (columns, rows - at)));
                beside.map(Making::BesideEachOther).or_else(|| above().map(Making::OneAboveTheOther))
            };
            if let Some(making) = making {
                made.insert((columns, rows), making);
            }
        }
    }
    made
}

/// Returns the pieces of a rectangle that is made.
fn laid(blocks: &Blocks, made: &BTreeMap<Sides, Making>, whole: Sides) -> Vec<Placed> {
    let mut placed = Vec::new();
    let mut open = vec![((0, 0), whole)];
    while let Some(((column, row), (columns, rows))) = open.pop() {
        match made[&(columns, rows)] {
            Making::BesideEachOther(at) => {
                open.extend([((column, row), (at, rows)), ((column + at, row), (columns - at, rows))]);
            }
            Making::OneAboveTheOther(at) => {
                open.extend([((column, row), (columns, at)), ((column, row + at), (columns, rows - at))]);
            }
            Making::Found => {
                let is_turned = columns > rows;
                let shifted = |&(up, across): &(u32, u32)| {
                    let (up, across) = if is_turned { (across, up) } else { (up, across) };
                    (row + up, column + across)
                };
                let block = &blocks[&(columns.min(rows), columns.max(rows))];
                placed
                    .extend(block.iter().map(|(piece, cells)| (*piece, cells.iter().map(shifted).collect())));
            }
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engines::cut_line::checked;
    use crate::ground::SolveOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};

    fn puzzle(rows: &[&str], columns: u32, height: u32) -> Arc<Puzzle> {
        let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
        let piece = Piece { name: "P".into(), shape, freedom: Freedom::Free, count: Count::ANY };
        let region = Region::rectangle(Lattice::Square, columns, height).expect("a region");
        Arc::new(Puzzle::new("blocks", region, vec![piece]).expect("a puzzle"))
    }

    fn tiled(rows: &[&str], columns: u32, height: u32) -> Option<usize> {
        let puzzle = puzzle(rows, columns, height);
        let options = SolveOptions::default();
        let mut engine = CutLine::new(puzzle.pieces(), options.memory_limit).expect("suits it");
        let placed = joined(&mut engine, (columns, height), &mut Watch::unlimited()).expect("no limit")?;
        Some(checked(&puzzle, placed, false).expect("a tiling").placements().len())
    }

    #[test]
    fn rectangles_are_made_of_smaller_ones_and_turned_ones() {
        assert_eq!(tiled(&["####", ".#.."], 25, 30), Some(150), "fifteen of 5 x 10");
        assert_eq!(tiled(&["####", ".#.."], 30, 25), Some(150));
        assert_eq!(tiled(&["###", "#.."], 12, 10), Some(30));
        assert_eq!(
            tiled(&["##", "#."], 5, 9),
            None,
            "5 x 9 is made of no smaller ones, though it can be tiled"
        );
        assert_eq!(tiled(&["##", "#."], 9, 11), Some(33));
    }

    #[test]
    fn limits_stop_it() {
        let puzzle = puzzle(&["####", ".#.."], 25, 30);
        let options = SolveOptions { node_limit: Some(10), ..SolveOptions::default() };
        let mut engine = CutLine::new(puzzle.pieces(), options.memory_limit).expect("suits it");
        let stopped = joined(&mut engine, (25, 30), &mut Watch::new(&options));
        assert_eq!(stopped.unwrap_err(), Halt::Stop(StopReason::NodeLimit));
    }
}
