//! Finds the smallest rectangle that copies of some pieces tile.
//!
//! Rectangles are searched in order of area, so the first one found is the smallest. Only searched rectangles
//! are reported as impossible.

use std::collections::BTreeMap;
use std::time::Duration;

use super::band::{Band, unfillable};
use super::{CutLine, checked, rectangle_puzzle, refusal};
use crate::ground::lists::compact;
use crate::ground::watch::{Halt, Watch};
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use piecework_tiling::limits::Limit;
use piecework_tiling::puzzle::Piece;
use piecework_tiling::tiling::Tiling;

/// More rectangles of the least area are searched only up to this many nodes in a step. Chosen by trial: a
/// few tenths of a second.
const CHEAP_NODES: usize = 20_000;

/// The result of the search for the smallest rectangle.
#[derive(Debug, Clone)]
pub struct OrderReport {
    /// Complete: the rectangles are the smallest, or none exists at all. Stopped: none has one of the
    /// excluded areas.
    pub outcome: Outcome,
    /// A tiling of each smallest rectangle, the squarest first, with the longer side horizontal. Empty if
    /// none was found.
    pub rectangles: Vec<Tiling>,
    /// The number of pieces of the first of them.
    pub order: Option<u32>,
    /// Every rectangle of at most this many cells that is not listed has no tiling; 0 if `never` says more.
    pub excluded_area: u32,
    /// Why no rectangle of any size has a tiling.
    pub never: Option<NoRectangle>,
    /// Sides of other rectangles of the least area that were not searched.
    pub not_searched: Vec<(u32, u32)>,
    /// How many smaller rectangles of a possible area a coloring excludes.
    pub colored_out: u32,
    /// The searches, width by width.
    pub strips: Vec<StripReport>,
    /// Nodes followed: sets of ways to begin a state, each once for each step.
    pub nodes: u64,
    /// Time taken; the only field that differs from run to run.
    pub elapsed: Duration,
}

/// The search of all rectangles of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StripReport {
    /// The shorter side.
    pub width: u32,
    /// The longer side of the last searched rectangle.
    pub height: u32,
    /// The number of different states over all steps, at most [`u64::MAX`]; mirror images count separately.
    pub states: u64,
}

/// Why pieces tile no rectangle of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRectangle {
    /// They cannot fill these rows along a side; the last band is for all rectangles of at least its rows.
    Side(Vec<Band>),
    /// A coloring of the cells excludes every rectangle.
    Coloring,
}

/// Finds the smallest rectangle that any number of copies of these pieces tile, turned and flipped at will.
///
/// The counts of the pieces do not matter. Rectangles of more than `most_cells` cells are not searched.
///
/// # Errors
/// [`SolverError::NoOrder`] for pieces that the engine `cut-line` does not accept, and
/// [`SolverError::Pieces`] for invalid pieces.
///
/// # Examples
/// ```
/// use piecework_solve::{SolveOptions, smallest_rectangle};
/// use piecework_tiling::puzzle::pieces_from_hex;
/// let report = smallest_rectangle(&pieces_from_hex("f040")?, 1000, &SolveOptions::default())?;
/// assert_eq!(report.order, Some(10), "ten Y pentominoes");
/// assert_eq!(report.rectangles[0].puzzle().name(), "10 x 5 from f040");
/// assert!(report.outcome.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// The order of a polyomino: D. Klarner, Packing a rectangle with congruent N-ominoes, Journal of
/// Combinatorial Theory 7 (1969).
pub fn smallest_rectangle(
    pieces: &[Piece],
    most_cells: u32,
    options: &SolveOptions<'_>,
) -> Result<OrderReport, SolverError> {
    let mut watch = Watch::new(options);
    if let Some(reason) = refusal(pieces) {
        return Err(SolverError::NoOrder { reason });
    }
    let mut search = Search::new(pieces, options.memory_limit)?;
    let most_cells = most_cells.min(u32::try_from(Limit::RegionCells.ceiling()).unwrap_or(u32::MAX));
    let stopped = search.run(most_cells, &mut watch)?;
    Ok(search.report(stopped, &watch))
}

/// The search, with its results so far.
struct Search<'a> {
    pieces: &'a [Piece],
    engine: CutLine,
    /// The greatest common divisor of the areas of the pieces.
    unit: u32,
    rectangles: Vec<Tiling>,
    excluded_area: u32,
    never: Option<NoRectangle>,
    not_searched: Vec<(u32, u32)>,
    colored_out: u32,
    strips: BTreeMap<u32, u32>,
}

impl<'a> Search<'a> {
    fn new(pieces: &'a [Piece], memory: u64) -> Result<Self, SolverError> {
        let engine = CutLine::new(pieces, memory)?;
        let areas = pieces.iter().map(|piece| compact(piece.shape.area()));
        // A rectangle with a possible area, so that invalid pieces are refused first.
        rectangle_puzzle(pieces, compact(pieces[0].shape.area()), engine.cuts.longest)?;
        let never = unfillable(&engine.cuts.orientations).map(NoRectangle::Side);
        let never = never.or_else(|| engine.coloring.rules_out_all().then_some(NoRectangle::Coloring));
        Ok(Self {
            pieces,
            unit: areas.fold(0, num_integer::gcd),
            engine,
            rectangles: Vec::new(),
            excluded_area: 0,
            never,
            not_searched: Vec::new(),
            colored_out: 0,
            strips: BTreeMap::new(),
        })
    }

    /// Searches one area after another; returns why it stopped early, if it did.
    fn run(&mut self, most_cells: u32, watch: &mut Watch<'_>) -> Result<Option<Halt>, SolverError> {
        if self.never.is_some() {
            return Ok(None);
        }
        let unit = self.unit;
        for area in (1..=most_cells / unit).map(|copies| copies * unit) {
            if let Some(halt) = self.search_area(area, watch)? {
                return Ok(Some(halt));
            }
            if !self.rectangles.is_empty() {
                return Ok(None);
            }
            self.excluded_area = area + self.unit - 1;
        }
        // A few areas beyond the limit are excluded too, because no copies add up to them; they are not
        // reported.
        self.excluded_area = most_cells;
        Ok(Some(Halt::Stop(StopReason::AreaLimit)))
    }

    /// Searches all rectangles of this area, the squarest first.
    fn search_area(&mut self, area: u32, watch: &mut Watch<'_>) -> Result<Option<Halt>, SolverError> {
        for width in (1..=area.isqrt()).rev().filter(|&width| area.is_multiple_of(width)) {
            let height = area / width;
            if self.engine.coloring.rules_out(width, height) {
                self.colored_out += 1;
                continue;
            }
            let further = !self.rectangles.is_empty();
            self.engine.most_nodes = if further { CHEAP_NODES } else { usize::MAX };
            match self.engine.tile(width, height, watch) {
                Ok(None) => {}
                Ok(Some(placed)) => {
                    let puzzle = rectangle_puzzle(self.pieces, height, width)?;
                    self.rectangles.push(checked(&puzzle, placed, true)?);
                }
                Err(_) if further => self.not_searched.push((height, width)),
                Err(halt) => return Ok(Some(halt)),
            }
            self.strips.insert(width, height);
        }
        Ok(None)
    }

    fn report(self, stopped: Option<Halt>, watch: &Watch<'_>) -> OrderReport {
        let outcome = match stopped {
            Some(Halt::Stop(reason)) => Outcome::Stopped(reason),
            Some(Halt::Pause) | None => Outcome::Complete,
        };
        let engine = &self.engine;
        let strips = self.strips.iter().filter_map(|(&width, &height)| {
            let states = engine.strips.get(&width)?.states_so_far();
            Some(StripReport { width, height, states })
        });
        let order = self.rectangles.first().and_then(|tiling| u32::try_from(tiling.placements().len()).ok());
        OrderReport {
            outcome,
            order,
            excluded_area: self.excluded_area,
            never: self.never,
            colored_out: self.colored_out,
            strips: strips.collect(),
            nodes: watch.nodes(),
            elapsed: watch.elapsed(),
            rectangles: self.rectangles,
            not_searched: self.not_searched,
        }
    }
}
