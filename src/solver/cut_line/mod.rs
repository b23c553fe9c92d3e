//! Rectangles from unlimited copies of one piece, or of a few: the engine `cut-line`.
//!
//! In: pieces that may be turned and flipped, and the sides of a rectangle. Out: a tiling of it, or the certainty that
//! there is none. Always holds: rectangles of one width share one breadth-first search over the parts of them that lie
//! below canonical cuts ([`cuts`]); parts are tried only where the columns around can still be completed ([`windows`]);
//! and two parts, one of them turned over, are fitted together in the middle, so that only half the height has to be
//! searched.
//!
//! # Source
//! The cuts and the meeting in the middle: K. Dahlke, "trec". There, patterns that cannot be completed are listed by
//! hand for each piece; here they are found by looking ahead.

mod colouring;
mod cuts;
mod edge;
mod first;
mod look_ahead;
mod order;
mod rebuild;
mod states;
mod strip;
mod windows;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::watch::{Halt, Watch};
use super::{Engine, SolverError, StopReason};
use crate::lattice::{Cell, Lattice};
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Count, Piece, Puzzle, PuzzleError, Region};
use crate::tiling::Tiling;

use colouring::Colouring;
use cuts::Cuts;
use rebuild::Placed;
use strip::Strip;
use windows::{Frame, Windows};

pub(super) use first::{first, one_tiling_only};
pub use order::{NoRectangle, OrderReport, StripReport, smallest_rectangle};

/// Columns before the decided one that windows show at first: as few as help.
const FIRST_LEFT: u32 = 2;
/// Columns walked over, for each placement tried in look-aheads, before windows show one column more; that multiplies
/// the work of look-aheads by three to five, and lessens the states by a fifth. Chosen by measurement.
const WALKED_FOR_EACH_TRIED: u64 = 100;
/// So many columns are walked over in any case before that.
const WALKED_AT_LEAST: u64 = 100_000;

/// All strips of a set of pieces, as far as they have been searched.
#[derive(Debug)]
struct CutLine {
    cuts: Cuts,
    colouring: Colouring,
    windows: Windows,
    /// The strip of each width.
    strips: BTreeMap<u32, Strip>,
    /// Columns walked over since windows began to show so many columns.
    walked: u64,
    /// How many bytes may be used.
    memory: u64,
    /// How many states there may be after any one step.
    most_states: usize,
}

/// Why pieces are refused; none if the engine can work with them.
fn refusal(pieces: &[Piece]) -> Option<&'static str> {
    if pieces.is_empty() {
        return Some("it needs a piece");
    }
    if pieces.iter().any(|piece| piece.shape.lattice() != Lattice::Square) {
        return Some("it knows the square lattice only");
    }
    if pieces.iter().any(|piece| piece.freedom != Freedom::Free) {
        return Some("its pieces may be turned and flipped");
    }
    let too_long =
        |piece: &Piece| piece.shape.cells().iter().any(|cell| cell.x.max(cell.y) >= windows::LONGEST);
    pieces.iter().any(too_long).then_some("a piece is longer than ten cells")
}

impl CutLine {
    /// The engine for these pieces, whatever their counts.
    ///
    /// # Errors
    /// [`SolverError::NotForEngine`].
    fn new(pieces: &[Piece], memory: u64) -> Result<Self, SolverError> {
        let refused = |reason| SolverError::NotForEngine { engine: Engine::CutLine, reason };
        if let Some(reason) = refusal(pieces) {
            return Err(refused(reason));
        }
        let shapes: Vec<Shape> = pieces.iter().map(|piece| piece.shape.clone()).collect();
        let cuts = Cuts::new(&shapes);
        let frame = (0..=FIRST_LEFT).rev().find_map(|left| Frame::new(&cuts, left));
        let windows = Windows::new(&cuts, frame.ok_or(refused("a piece is too long"))?);
        let colouring = Colouring::new(&cuts.orientations);
        let strips = BTreeMap::new();
        Ok(Self { cuts, colouring, windows, strips, walked: 0, memory, most_states: usize::MAX })
    }

    /// A tiling of a rectangle, if there is one.
    ///
    /// Of rectangles of one width, the lower ones have to be asked for first.
    ///
    /// # Errors
    /// Why that is not known, if `watch`, the memory or the number of states say so.
    fn tile(&mut self, width: u32, height: u32, watch: &mut Watch<'_>) -> Result<Option<Vec<Placed>>, Halt> {
        let steps = self.cuts.steps_to_meet(height);
        let mut strip = self.strips.remove(&width).unwrap_or_else(|| Strip::new(&self.cuts, width));
        let advanced = self.advance(&mut strip, steps / 2, watch);
        let met = advanced.and_then(|()| match steps % 2 {
            0 => Ok(strip.meeting(&self.cuts)),
            _ => {
                self.widen_windows(&strip);
                strip.meeting_one_further(&self.cuts, &mut self.windows, watch)
            }
        });
        self.strips.insert(width, strip);
        let Some(meeting) = met? else { return Ok(None) };
        let placed = rebuild::rectangle(&self.cuts, &mut self.windows, (width, height), &meeting);
        // A meeting that cannot be rebuilt is a mistake; without placements, the check of the tiling will tell.
        Ok(Some(placed.unwrap_or_default()))
    }

    fn advance(&mut self, strip: &mut Strip, stage: u32, watch: &mut Watch<'_>) -> Result<(), Halt> {
        while strip.stage() < stage && strip.len() > 0 {
            self.widen_windows(strip);
            let elsewhere: u64 = self.strips.values().map(Strip::bytes).sum();
            let used = elsewhere + strip.bytes();
            let room = self.memory.checked_sub(used).ok_or(Halt::Stop(StopReason::MemoryLimit))?;
            strip.advance(&self.cuts, &mut self.windows, watch, (room, self.most_states))?;
        }
        Ok(())
    }

    /// Counts the walk over a strip that is about to begin, and first lets windows show more if that pays.
    fn widen_windows(&mut self, strip: &Strip) {
        self.walked += strip.len() as u64 * u64::from(strip.width());
        let enough = WALKED_AT_LEAST + WALKED_FOR_EACH_TRIED * self.windows.tried();
        if self.walked > enough
            && let Some(frame) = Frame::new(&self.cuts, self.windows.frame.left + 1)
        {
            self.windows = Windows::new(&self.cuts, frame);
            self.walked = 0;
        }
    }
}

/// The puzzle to tile a rectangle with any number of each of these pieces.
///
/// # Errors
/// [`SolverError::Pieces`] if it is no puzzle.
fn rectangle_puzzle(pieces: &[Piece], columns: u32, rows: u32) -> Result<Arc<Puzzle>, SolverError> {
    let pieces =
        pieces.iter().map(|piece| Piece { count: Count::ANY, ..piece.clone() }).collect::<Vec<Piece>>();
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    let name = format!("{columns} x {rows} from {}", names.join(" and "));
    let region = Region::rectangle(Lattice::Square, columns, rows).map_err(SolverError::Pieces)?;
    let first = |mut broken: Vec<PuzzleError>| SolverError::Pieces(broken.swap_remove(0));
    Puzzle::new(name, region, pieces).map(Arc::new).map_err(first)
}

/// The tiling that these placements are, checked; the rows of the engine are columns, so that the longer side lies.
///
/// # Errors
/// [`SolverError::Internal`] if they are none.
fn checked(puzzle: &Arc<Puzzle>, placed: Vec<Placed>, turned: bool) -> Result<Tiling, SolverError> {
    let cell = |(row, column): (u32, u32)| {
        let (up, across) = (row as i32, column as i32);
        if turned { Cell::new(up, across) } else { Cell::new(across, up) }
    };
    let laid = placed.into_iter().map(|(piece, cells)| (piece, cells.into_iter().map(cell).collect()));
    Tiling::new(puzzle, laid).map_err(|source| SolverError::Internal { engine: Engine::CutLine, source })
}
