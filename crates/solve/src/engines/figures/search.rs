//! Searches for a figure that every layer covers, each with pieces of its own.
//!
//! The figure grows from its first cell in reading order: no cell before it belongs to the figure. A piece
//! that is laid on one layer adds its cells to the figure, so every other layer must cover them too. Of all
//! cells that a layer still has to cover, the one with the fewest ways is covered next; a figure of more
//! cells than allowed is given up. When all layers cover the same cells, these are a figure; if it is too
//! small, it grows by a neighbouring cell.
//!
//! Every solution is found exactly once for each orientation of its figure, because the next cell depends on
//! the state alone, and a neighbouring cell that was tried is left out afterwards.

use std::ops::ControlFlow;

use super::board::{ReachableCells, Ways};
use crate::ground::watch::{Halt, Watch};
use piecework_tiling::lattice::Cell;

/// The most layers of a figure: the bits of a word without the two marks.
pub(super) const MOST_LAYERS: usize = 30;

/// Marks a cell that does not belong to the figure.
const LEFT_OUT: u32 = 1 << 31;
/// Marks a cell that belongs to the figure before any piece covers it.
const WANTED: u32 = 1 << 30;

/// What is searched.
pub(super) struct Task {
    /// For each layer, which of the lists of ways it uses.
    pub(super) ways_of: Vec<usize>,
    pub(super) ways: Vec<Ways>,
    /// How many copies of each piece there are on all layers together.
    pub(super) copies: Vec<u32>,
    /// The cells of the figure.
    pub(super) cells: usize,
    pub(super) no_holes: bool,
}

/// A piece that is laid on a layer.
pub(super) struct Laid {
    pub(super) layer: usize,
    pub(super) piece: usize,
    pub(super) cells: Vec<Cell>,
}

/// Why a search ends before everything was searched.
pub(super) enum End {
    Halted(Halt),
    /// The visitor has enough.
    Enough,
}

type Visit<'v> = &'v mut dyn FnMut(&[Laid]) -> ControlFlow<()>;

/// What is done next.
enum Next {
    /// A cell cannot be covered.
    Nothing,
    Cover {
        cell: usize,
        layer: usize,
    },
    /// All layers cover the same cells.
    Grow,
}

/// The state of a search.
pub(super) struct Search<'a> {
    board: &'a ReachableCells,
    task: &'a Task,
    /// For each cell, the layers that cover it, and its marks; 0 for a cell that nothing is known about.
    words: Vec<u32>,
    /// The cells of the figure, in the order of their discovery.
    figure: Vec<usize>,
    copies_left: Vec<u32>,
    /// For each layer, the piece over the first cell.
    over_first: Vec<Option<usize>>,
    /// Layer, piece, and where its cells are in `laid_cells`.
    laid: Vec<(usize, usize, usize)>,
    laid_cells: Vec<usize>,
    /// Whether something was given up only because its figure would be too large.
    pub(super) is_cut_off: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a ReachableCells, task: &'a Task) -> Self {
        let mut words = vec![0; board.len];
        words[..board.first].fill(LEFT_OUT);
        words[board.first] = WANTED;
        Self {
            board,
            task,
            words,
            figure: vec![board.first],
            copies_left: task.copies.clone(),
            over_first: vec![None; task.ways_of.len()],
            laid: Vec::new(),
            laid_cells: Vec::new(),
            is_cut_off: false,
        }
    }

    /// Visits everything that can be made of the present state.
    pub(super) fn descend(&mut self, watch: &mut Watch<'_>, visit: Visit<'_>) -> ControlFlow<End> {
        if let Some(halt) = watch.node(|| f64::NAN) {
            return ControlFlow::Break(End::Halted(halt));
        }
        watch.reached(self.laid.len());
        match self.next(watch) {
            Err(halt) => ControlFlow::Break(End::Halted(halt)),
            Ok(Next::Nothing) => ControlFlow::Continue(()),
            Ok(Next::Cover { cell, layer }) => self.cover(cell, layer, watch, visit),
            Ok(Next::Grow) => self.grow(watch, visit),
        }
    }

    /// Chooses the cell and layer with the fewest ways.
    ///
    /// # Errors
    /// Why it stopped early: with many pieces, a large figure has millions of ways.
    fn next(&mut self, watch: &mut Watch<'_>) -> Result<Next, Halt> {
        let (mut fewest, mut next) = (usize::MAX, Next::Grow);
        for index in 0..self.figure.len() {
            let cell = self.figure[index];
            for layer in 0..self.task.ways_of.len() {
                if self.words[cell] & (1 << layer) != 0 {
                    continue;
                }
                let ways = self.ways(cell, layer, fewest, watch)?;
                if ways < fewest {
                    (fewest, next) = (ways, Next::Cover { cell, layer });
                }
                match fewest {
                    0 => return Ok(Next::Nothing),
                    1 => return Ok(next),
                    _ => {}
                }
            }
        }
        Ok(next)
    }

    /// Counts the ways to cover a cell on a layer, up to `enough`.
    fn ways(
        &mut self,
        cell: usize,
        layer: usize,
        enough: usize,
        watch: &mut Watch<'_>,
    ) -> Result<usize, Halt> {
        let task = self.task;
        let ways = &task.ways[task.ways_of[layer]][self.board.kind(cell)];
        let mut count = 0;
        for way in ways {
            if count == enough {
                break;
            }
            watch.work(1)?;
            count += usize::from(self.fits(cell, layer, way.piece, &way.steps));
        }
        Ok(count)
    }

    /// Returns whether a piece can be laid.
    fn fits(&mut self, cell: usize, layer: usize, piece: usize, steps: &[i32]) -> bool {
        if self.copies_left[piece] == 0 || cell == self.board.first && !self.is_in_order(layer, piece) {
            return false;
        }
        let mut more = 0;
        for &step in steps {
            let word = self.words[stepped(cell, step)];
            if word & (LEFT_OUT | 1 << layer) != 0 {
                return false;
            }
            more += usize::from(word == 0);
        }
        let fits = self.figure.len() + more <= self.task.cells;
        self.is_cut_off |= !fits;
        fits
    }

    /// Returns whether layers with the same ways have the pieces over their first cells in order. Exchanging
    /// such layers makes no difference.
    fn is_in_order(&self, layer: usize, piece: usize) -> bool {
        let alike =
            |&(other, _): &(usize, &Option<usize>)| self.task.ways_of[other] == self.task.ways_of[layer];
        self.over_first.iter().enumerate().filter(alike).all(|(other, &over)| {
            over.is_none_or(
                |over| if other < layer { over <= piece } else { other == layer || piece <= over },
            )
        })
    }

    /// Tries every way to cover a cell on a layer.
    fn cover(
        &mut self,
        cell: usize,
        layer: usize,
        watch: &mut Watch<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<End> {
        let task = self.task;
        for way in &task.ways[task.ways_of[layer]][self.board.kind(cell)] {
            if !self.fits(cell, layer, way.piece, &way.steps) {
                continue;
            }
            let (cells, laid_cells) = (self.figure.len(), self.laid_cells.len());
            self.copies_left[way.piece] -= 1;
            self.laid.push((layer, way.piece, laid_cells));
            if cell == self.board.first {
                self.over_first[layer] = Some(way.piece);
            }
            for &step in &way.steps {
                let covered = stepped(cell, step);
                if self.words[covered] == 0 {
                    self.figure.push(covered);
                }
                self.words[covered] |= 1 << layer;
                self.laid_cells.push(covered);
            }
            self.descend(watch, visit)?;
            for covered in self.laid_cells.drain(laid_cells..) {
                self.words[covered] &= !(1 << layer);
            }
            self.figure.truncate(cells);
            self.laid.pop();
            self.copies_left[way.piece] += 1;
            if cell == self.board.first {
                self.over_first[layer] = None;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on where all layers cover the same cells: visits the figure if it is large enough, otherwise adds
    /// a cell.
    fn grow(&mut self, watch: &mut Watch<'_>, visit: Visit<'_>) -> ControlFlow<End> {
        let holes = if self.task.no_holes { self.board.holes(&self.figure) } else { Vec::new() };
        if !holes.is_empty() {
            return self.fill(&holes, watch, visit);
        }
        if self.figure.len() == self.task.cells {
            return visit(&self.found()).map_break(|()| End::Enough);
        }
        let mut left_out = Vec::new();
        for index in 0..self.figure.len() {
            let from = self.figure[index];
            let board = self.board;
            for &step in board.near(from) {
                let cell = stepped(from, step);
                if self.words[cell] != 0 {
                    continue;
                }
                self.words[cell] = WANTED;
                self.figure.push(cell);
                self.descend(watch, visit)?;
                self.figure.pop();
                self.words[cell] = LEFT_OUT;
                left_out.push(cell);
            }
        }
        for cell in left_out {
            self.words[cell] = 0;
        }
        ControlFlow::Continue(())
    }

    /// Goes on with holes filled: whatever is added later, they stay holes until they are full.
    fn fill(&mut self, holes: &[usize], watch: &mut Watch<'_>, visit: Visit<'_>) -> ControlFlow<End> {
        let cells = self.figure.len();
        if cells + holes.len() > self.task.cells {
            self.is_cut_off = true;
            return ControlFlow::Continue(());
        }
        if holes.iter().any(|&cell| self.words[cell] != 0) {
            return ControlFlow::Continue(());
        }
        for &cell in holes {
            self.words[cell] = WANTED;
        }
        self.figure.extend(holes);
        self.descend(watch, visit)?;
        self.figure.truncate(cells);
        for &cell in holes {
            self.words[cell] = 0;
        }
        ControlFlow::Continue(())
    }

    /// Returns what is laid.
    fn found(&self) -> Vec<Laid> {
        let ends = self.laid.iter().skip(1).map(|&(.., begin)| begin).chain([self.laid_cells.len()]);
        let laid = self.laid.iter().zip(ends).map(|(&(layer, piece, begin), end)| {
            let cells = self.laid_cells[begin..end].iter().map(|&number| self.board.cell(number));
            Laid { layer, piece, cells: cells.collect() }
        });
        laid.collect()
    }
}

/// Returns the number of the cell that is a step away. Boards are large enough for all steps from cells of
/// the figure.
fn stepped(from: usize, step: i32) -> usize {
    from.wrapping_add_signed(step as isize)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::ground::{SolveOptions, StopReason};
    use piecework_tiling::puzzle::pieces_named;

    #[test]
    fn a_node_with_many_ways_asks_the_clock() {
        let pieces = pieces_named("octominoes").expect("a known set");
        let lattice = pieces[0].shape.lattice();
        let cells = pieces.len() * 8 / 2;
        let board = ReachableCells::new(&pieces, lattice, 0, cells, u64::MAX).expect("enough memory");
        let task = Task {
            ways_of: vec![0; 2],
            ways: vec![board.ways(&pieces, |_| true)],
            copies: vec![1; pieces.len()],
            cells,
            no_holes: false,
        };
        let stop = AtomicBool::new(true);
        let options = SolveOptions { stop: Some(&stop), ..SolveOptions::default() };
        let ended = Search::new(&board, &task).next(&mut Watch::new(&options));
        assert_eq!(ended.err(), Some(Halt::Stop(StopReason::Signal)));
        let goes_on = Search::new(&board, &task).next(&mut Watch::unlimited());
        assert!(matches!(goes_on, Ok(Next::Cover { .. })));
    }
}
