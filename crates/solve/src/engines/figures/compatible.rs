//! Finds the smallest figure that copies of each of several pieces tile.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use super::board::ReachableCells;
use super::search::{End, Laid, MOST_LAYERS, Search, Task};
use super::{Standing, lattice_of, least_freedom};
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece};
use piecework_tiling::tiling::Tiling;

/// Which figures are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureOptions {
    /// Figures of more cells are not searched.
    pub most_cells: u32,
    /// Only figures without holes. A hole is a set of cells outside the figure that is not connected with the
    /// rest of the outside over shared edges.
    pub no_holes: bool,
    /// All smallest figures, not one.
    pub all: bool,
}

/// The result of the search for a common figure.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CommonFigureReport {
    /// Complete: the figures are the smallest, or none exists at all. Stopped: there may be larger figures,
    /// or more of the same number of cells.
    pub outcome: Outcome,
    /// The smallest figures, different up to the motions that all pieces allow; one, or all.
    pub figures: Vec<CommonFigure>,
    /// No figure of at most this many cells exists, but for those that are listed.
    pub excluded_cells: u32,
    /// Whether it is proved that no figure of any size exists.
    pub is_impossible: bool,
    /// Pieces laid.
    pub nodes: u64,
    /// Time taken; the only field that differs from run to run.
    pub elapsed: Duration,
}

/// A figure that each of several pieces tiles.
#[derive(Debug, Clone)]
pub struct CommonFigure {
    /// The figure, with as few rows as possible.
    pub shape: Shape,
    /// A tiling by each of the pieces, in their order.
    pub tilings: Vec<Tiling>,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self { most_cells: u32::MAX, no_holes: false, all: false }
    }
}

/// Finds the smallest connected figure that copies of each of the pieces tile, each piece alone.
///
/// Figures are searched in order of their cells, so the first one found is the smallest. The counts of the
/// pieces do not matter. The search runs on one thread.
///
/// # Errors
/// [`SolverError::NoFigure`] for fewer than two pieces, too many pieces, or pieces of several lattices.
///
/// # Examples
/// ```
/// use piecework_solve::{FigureOptions, SolveOptions, smallest_common_figure};
/// use piecework_tiling::puzzle::pieces_from_hex;
/// let square_and_t = pieces_from_hex("c0c0_e040")?;
/// let report = smallest_common_figure(&square_and_t, &FigureOptions::default(), &SolveOptions::default())?;
/// assert_eq!(report.figures[0].shape.area(), 16);
/// assert!(report.outcome.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn smallest_common_figure(
    pieces: &[Piece],
    wanted: &FigureOptions,
    options: &SolveOptions<'_>,
) -> Result<CommonFigureReport, SolverError> {
    let lattice = lattice_of(pieces)?;
    if pieces.len() < 2 {
        return Err(SolverError::NoFigure { reason: "one piece alone tiles itself" });
    }
    if pieces.len() > MOST_LAYERS {
        return Err(SolverError::NoFigure { reason: "at most 30 pieces can be compared" });
    }
    let mut watch = Watch::new(options);
    let freedom = least_freedom(pieces);
    let memory = options.memory_limit;
    let mut search =
        BySize { pieces, lattice, freedom, wanted, memory, figures: BTreeMap::new(), excluded: 0 };
    let end = search.run(&mut watch);
    let figures = search.figures.values().map(|standing| common_figure(pieces, standing));
    let figures = figures.collect::<Result<Vec<CommonFigure>, SolverError>>()?;
    let outcome = match end {
        Some(Halt::Stop(reason)) => Outcome::Stopped(reason),
        Some(Halt::Pause) | None => Outcome::Complete,
    };
    Ok(CommonFigureReport {
        is_impossible: outcome.is_complete() && figures.is_empty(),
        outcome,
        figures,
        excluded_cells: search.excluded,
        nodes: watch.nodes(),
        elapsed: watch.elapsed(),
    })
}

/// Returns the figure with its checked tilings.
fn common_figure(pieces: &[Piece], standing: &Standing) -> Result<CommonFigure, SolverError> {
    let tilings = (0..pieces.len()).map(|layer| standing.tiling(layer, pieces, Some(Count::ANY)));
    Ok(CommonFigure { shape: standing.shape.clone(), tilings: tilings.collect::<Result<Vec<Tiling>, _>>()? })
}

/// The search of one number of cells after another.
struct BySize<'a> {
    pieces: &'a [Piece],
    lattice: Lattice,
    freedom: Freedom,
    wanted: &'a FigureOptions,
    memory: u64,
    figures: BTreeMap<Shape, Standing>,
    excluded: u32,
}

impl BySize<'_> {
    /// Returns why it stopped early, if it did.
    fn run(&mut self, watch: &mut Watch<'_>) -> Option<Halt> {
        let most = u64::from(self.wanted.most_cells);
        let areas = self.pieces.iter().map(|piece| piece.shape.area() as u64);
        let all_areas = areas.fold(1, |all: u64, area| num_integer::lcm(all, area).min(most + 1));
        let sizes = (1..=most / all_areas).map(|times| times * all_areas);
        for cells in sizes {
            if let Some(reason) = watch.look(|| f64::NAN) {
                return Some(Halt::Stop(reason));
            }
            match self.search(usize::try_from(cells).unwrap_or(usize::MAX), watch) {
                Err(halt) => return Some(halt),
                _ if !self.figures.is_empty() => return None,
                Ok(is_cut_off) => {
                    self.excluded = u32::try_from((cells + all_areas - 1).min(most)).unwrap_or(u32::MAX);
                    if !is_cut_off {
                        return None;
                    }
                }
            }
        }
        self.excluded = self.wanted.most_cells;
        Some(Halt::Stop(StopReason::AreaLimit))
    }

    /// Searches figures of this many cells. Returns whether larger ones may exist.
    ///
    /// # Errors
    /// Why it stopped early.
    fn search(&mut self, cells: usize, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let mut is_cut_off = false;
        for kind in 0..self.lattice.kinds() {
            let board = ReachableCells::new(self.pieces, self.lattice, kind, cells, self.memory)
                .ok_or(Halt::Stop(StopReason::MemoryLimit))?;
            let task = Task {
                ways_of: (0..self.pieces.len()).collect(),
                ways: (0..self.pieces.len())
                    .map(|own| board.ways(self.pieces, |piece| piece == own))
                    .collect(),
                copies: vec![u32::MAX; self.pieces.len()],
                cells,
                no_holes: self.wanted.no_holes,
            };
            let mut search = Search::new(&board, &task);
            let mut visit = |laid: &[Laid]| {
                let standing = Standing::new(self.lattice, self.freedom, self.pieces.len(), laid);
                self.figures.entry(standing.shape.clone()).or_insert(standing);
                if self.wanted.all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            match search.descend(watch, &mut visit) {
                ControlFlow::Continue(()) => is_cut_off |= search.is_cut_off,
                ControlFlow::Break(End::Enough) => break,
                ControlFlow::Break(End::Halted(halt)) => return Err(halt),
            }
        }
        Ok(is_cut_off)
    }
}
