//! Divides a set of pieces into groups that tile congruent figures.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use super::board::ReachableCells;
use super::search::{End, Laid, MOST_LAYERS, Search, Task};
use super::{Standing, lattice_of, least_freedom};
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use piecework_tiling::polyform::Shape;
use piecework_tiling::puzzle::Piece;
use piecework_tiling::tiling::Tiling;

/// Which divisions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CongruentOptions {
    /// The number of groups.
    pub groups: u32,
    /// At most this many divisions; `None`: all.
    pub most: Option<u64>,
    /// Only figures without holes.
    pub no_holes: bool,
}

/// The result of the search for divisions.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CongruentReport {
    /// Complete: these are all divisions. Stopped: there may be more.
    pub outcome: Outcome,
    /// The divisions in order of their figures. Two differ in their figure, up to the motions that all pieces
    /// allow, or in the pieces of a group.
    pub divisions: Vec<Division>,
    /// The number of cells of each figure; `None` if the cells of all pieces cannot be divided equally.
    pub cells: Option<u32>,
    /// Pieces laid.
    pub nodes: u64,
    /// Time taken; the only field that differs from run to run.
    pub elapsed: Duration,
}

/// A division of a set of pieces into groups that tile one figure.
#[derive(Debug, Clone)]
pub struct Division {
    /// The figure, with as few rows as possible.
    pub shape: Shape,
    /// A tiling by each group.
    pub tilings: Vec<Tiling>,
}

/// Divides pieces into groups so that each group tiles the same connected figure, which is not known before.
///
/// Every piece is used as often as its least count says. The search runs on one thread.
///
/// # Errors
/// [`SolverError::NoFigure`] for fewer than two groups, too many groups, pieces without a fixed count, or
/// pieces of several lattices.
///
/// # Examples
/// ```
/// use piecework_solve::{CongruentOptions, SolveOptions, congruent_groups};
/// use piecework_tiling::polyform::named_set;
/// let set = named_set("tetrominoes").expect("a known set");
/// let without_t: Vec<_> = set.pieces().into_iter().filter(|piece| piece.name != "T").collect();
/// let wanted = CongruentOptions { groups: 2, most: None, no_holes: false };
/// let report = congruent_groups(&without_t, &wanted, &SolveOptions::default())?;
/// assert!(report.outcome.is_complete());
/// assert_eq!(report.cells, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn congruent_groups(
    pieces: &[Piece],
    wanted: &CongruentOptions,
    options: &SolveOptions<'_>,
) -> Result<CongruentReport, SolverError> {
    let lattice = lattice_of(pieces)?;
    let refuse = |reason| Err(SolverError::NoFigure { reason });
    let groups = wanted.groups as usize;
    if !(2..=MOST_LAYERS).contains(&groups) {
        return refuse("the number of groups is from 2 to 30");
    }
    if pieces.iter().any(|piece| piece.count.max != Some(piece.count.min)) {
        return refuse("every piece needs a fixed count");
    }
    let mut watch = Watch::new(options);
    let cells: u64 = pieces.iter().map(|piece| piece.shape.area() as u64 * u64::from(piece.count.min)).sum();
    let cells =
        Some(cells / u64::from(wanted.groups)).filter(|each| each * u64::from(wanted.groups) == cells);
    let mut found = Found { pieces, wanted, memory: options.memory_limit, divisions: BTreeMap::new() };
    let end = cells.and_then(|cells| {
        let cells = usize::try_from(cells).unwrap_or(usize::MAX);
        (0..lattice.kinds()).find_map(|kind| found.search(kind, cells, &mut watch).err())
    });
    let divisions = found.divisions.into_values().map(|standing| {
        let tilings = (0..groups).map(|group| standing.tiling(group, pieces, None));
        Ok(Division {
            tilings: tilings.collect::<Result<Vec<Tiling>, SolverError>>()?,
            shape: standing.shape,
        })
    });
    Ok(CongruentReport {
        outcome: match end {
            Some(Halt::Stop(reason)) => Outcome::Stopped(reason),
            Some(Halt::Pause) | None => Outcome::Complete,
        },
        divisions: divisions.collect::<Result<Vec<Division>, SolverError>>()?,
        cells: cells.and_then(|cells| u32::try_from(cells).ok()),
        nodes: watch.nodes(),
        elapsed: watch.elapsed(),
    })
}

/// What distinguishes divisions: the figure, and the pieces of the groups, sorted.
type Key = (Shape, Vec<Vec<usize>>);

/// The divisions found so far.
struct Found<'a> {
    pieces: &'a [Piece],
    wanted: &'a CongruentOptions,
    memory: u64,
    divisions: BTreeMap<Key, Standing>,
}

impl Found<'_> {
    /// Searches figures whose first cell has this kind.
    ///
    /// # Errors
    /// Why it stopped early.
    fn search(&mut self, kind: usize, cells: usize, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let lattice = self.pieces[0].shape.lattice();
        let board = ReachableCells::new(self.pieces, lattice, kind, cells, self.memory)
            .ok_or(Halt::Stop(StopReason::MemoryLimit))?;
        let groups = self.wanted.groups as usize;
        let task = Task {
            ways_of: vec![0; groups],
            ways: vec![board.ways(self.pieces, |_| true)],
            copies: self.pieces.iter().map(|piece| piece.count.min).collect(),
            cells,
            no_holes: self.wanted.no_holes,
        };
        let freedom = least_freedom(self.pieces);
        // About what the cells and lists of a division take.
        let bytes = (cells * groups) as u64 * 16 + 512;
        let mut stop = StopReason::Visitor;
        let mut visit = |laid: &[Laid]| {
            let standing = Standing::new(lattice, freedom, groups, laid);
            self.divisions.entry(key(&standing)).or_insert(standing);
            let count = self.divisions.len() as u64;
            if count * bytes > self.memory {
                stop = StopReason::MemoryLimit;
                return ControlFlow::Break(());
            }
            if self.wanted.most.is_some_and(|most| count >= most) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        match Search::new(&board, &task).descend(watch, &mut visit) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(End::Enough) => Err(Halt::Stop(stop)),
            ControlFlow::Break(End::Halted(halt)) => Err(halt),
        }
    }
}

fn key(standing: &Standing) -> Key {
    let group = |laid: &Vec<(usize, _)>| {
        let mut pieces: Vec<usize> = laid.iter().map(|&(piece, _)| piece).collect();
        pieces.sort_unstable();
        pieces
    };
    let mut groups: Vec<Vec<usize>> = standing.layers.iter().map(group).collect();
    groups.sort_unstable();
    (standing.shape.clone(), groups)
}
