//! The engine `cut-line`: tiles rectangles with unlimited copies of one piece or a few, by a breadth-first
//! transfer matrix.
//!
//! Rectangles of one width share one search over their parts below canonical cuts ([`cuts`]). All parts after
//! a step are stored as one automaton, from which the next one is computed ([`language`], [`image`]). Pieces
//! are tried only where the surrounding columns can still be completed ([`windows`]). Two parts, one of them
//! turned over, meet in the middle, so only half the height is searched.
//!
//! # Source
//! The cuts and the meeting in the middle: K. Dahlke, "trec". There, patterns that cannot be completed are
//! listed by hand for each piece; here a look-ahead finds them.

mod all;
mod band;
mod blocks;
mod coloring;
mod cuts;
mod first;
mod image;
mod language;
mod look_ahead;
mod rebuild;
mod smallest_rectangle;
mod strip;
mod windows;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ground::watch::{Halt, Watch};
use crate::ground::{Engine, SolverError, StopReason};
use piecework_tiling::fault::Several;
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
use piecework_tiling::random::Random;
use piecework_tiling::tiling::Tiling;

use coloring::Coloring;
use cuts::Cuts;
use image::Room;
use rebuild::{Placed, Rebuilding};
use strip::{Meeting, Strip};
use windows::{Frame, Windows};

pub(crate) use all::{all, may_find_all};
pub use band::{Band, Front};
pub(crate) use first::{MOST_NODES, first, one_tiling_only};
pub use smallest_rectangle::{NoRectangle, OrderReport, StripReport, smallest_rectangle};

/// Columns before the decided one in the first windows: as few as help.
const FIRST_LEFT: u32 = 2;
/// Choices per placement tried in look-aheads before windows grow by one column, which multiplies the work of
/// look-aheads by three to five and reduces the states by a fifth. Chosen by measurement.
const WORK_FOR_EACH_TRIED: u64 = 300;
/// The least number of choices before windows grow.
const WORK_AT_LEAST: u64 = 300_000;

/// All strips searched so far for a set of pieces.
#[derive(Debug)]
struct CutLine {
    cuts: Cuts,
    coloring: Coloring,
    windows: Windows,
    /// The strip of each width.
    strips: BTreeMap<u32, Strip>,
    /// Choices since windows last grew.
    work: u64,
    /// The memory limit in bytes.
    memory: u64,
    /// The most nodes of a step.
    most_nodes: usize,
    /// Chooses among several tilings; without it, always the same one is found.
    chance: Option<Random>,
}

/// Why pieces are refused; `None` if the engine accepts them.
fn refusal(pieces: &[Piece]) -> Option<&'static str> {
    if pieces.is_empty() {
        return Some("it needs a piece");
    }
    if pieces.iter().any(|piece| !piece.shape.lattice().is_rectilinear()) {
        return Some("it knows the square lattice only");
    }
    if pieces.iter().any(|piece| piece.freedom != Freedom::Free) {
        return Some("it knows only pieces that may be turned and flipped");
    }
    let too_long =
        |piece: &Piece| piece.shape.cells().iter().any(|cell| cell.x.max(cell.y) >= windows::LONGEST);
    pieces.iter().any(too_long).then_some("a piece is longer than ten cells")
}

impl CutLine {
    /// Returns the engine for these pieces, regardless of their counts.
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
        let coloring = Coloring::new(&cuts.orientations);
        let strips = BTreeMap::new();
        Ok(Self { cuts, coloring, windows, strips, work: 0, memory, most_nodes: usize::MAX, chance: None })
    }

    /// Finds a tiling of a rectangle, if there is one.
    ///
    /// Rectangles of one width must be searched in order of height.
    ///
    /// # Errors
    /// The reason for stopping, if `watch`, the memory or the number of nodes stops it.
    fn tile(&mut self, width: u32, height: u32, watch: &mut Watch<'_>) -> Result<Option<Vec<Placed>>, Halt> {
        let steps = self.cuts.steps_to_meet(height);
        let mut strip = self.strips.remove(&width).unwrap_or_else(|| Strip::new(&self.cuts, width));
        let met = self.meeting(&mut strip, steps, watch);
        let placed = match met {
            Ok(Some(meeting)) => self.rebuilt(&mut strip, height, &meeting, watch),
            Ok(None) => Ok(None),
            Err(halt) => Err(halt),
        };
        self.strips.insert(width, strip);
        placed
    }

    /// Two states that make a rectangle with this total number of steps.
    fn meeting(
        &mut self,
        strip: &mut Strip,
        steps: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Meeting>, Halt> {
        self.advance(strip, steps / 2, watch)?;
        if steps.is_multiple_of(2) {
            return strip.meeting(&self.cuts, &mut self.chance, watch);
        }
        self.widen_windows();
        let room = self.room(strip)?;
        strip.meeting_one_further(&self.cuts, &mut self.windows, (watch, &mut self.chance), room)
    }

    /// Returns the placements of a rectangle in which two states met.
    fn rebuilt(
        &mut self,
        strip: &mut Strip,
        height: u32,
        meeting: &Meeting,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Placed>>, Halt> {
        self.most_nodes = usize::MAX;
        if !strip.knows_all() {
            *strip = Strip::new(&self.cuts, strip.width());
            while strip.stage() < meeting.stage {
                let room = self.room(strip)?;
                strip.advance(&self.cuts, &mut self.windows, watch, room)?;
            }
        }
        let room = self.room(strip)?;
        let (cuts, windows, chance) = (&self.cuts, &mut self.windows, &mut self.chance);
        let placed = Rebuilding { cuts, windows, strip, watch, chance, room }.rectangle(height, meeting)?;
        // A meeting that cannot be rebuilt is a bug; without placements, the check of the tiling reports it.
        Ok(Some(placed.unwrap_or_default()))
    }

    fn advance(&mut self, strip: &mut Strip, stage: u32, watch: &mut Watch<'_>) -> Result<(), Halt> {
        while strip.stage() < stage && !strip.is_empty() {
            self.widen_windows();
            self.forget_if_crowded(strip);
            let room = self.room(strip)?;
            strip.advance(&self.cuts, &mut self.windows, watch, room)?;
            self.work = self.work.saturating_add(strip.work());
        }
        Ok(())
    }

    /// Returns the limits of the next step of a strip.
    fn room(&self, strip: &Strip) -> Result<Room, Halt> {
        let memory = self.memory.checked_sub(self.bytes(strip)).ok_or(Halt::Stop(StopReason::MemoryLimit))?;
        Ok(Room { memory, nodes: self.most_nodes })
    }

    /// Returns the bytes of all strips, including this one.
    fn bytes(&self, strip: &Strip) -> u64 {
        self.strips.values().chain([strip]).map(Strip::bytes).sum()
    }

    /// Drops states of earlier steps if memory is short; they only serve to rebuild a rectangle, and can be
    /// recomputed.
    fn forget_if_crowded(&mut self, strip: &mut Strip) {
        if self.bytes(strip) > self.memory / 2 {
            self.strips.values_mut().chain([strip]).for_each(Strip::forget);
        }
    }

    /// Enlarges windows if that pays.
    fn widen_windows(&mut self) {
        let enough = WORK_FOR_EACH_TRIED.saturating_mul(self.windows.tried()).saturating_add(WORK_AT_LEAST);
        if self.work > enough
            && let Some(frame) = Frame::new(&self.cuts, self.windows.frame.left + 1)
        {
            self.windows = Windows::new(&self.cuts, frame);
            self.work = 0;
        }
    }
}

/// Makes the puzzle to tile a rectangle with any number of each of these pieces.
///
/// # Errors
/// [`SolverError::Pieces`] if it is not a valid puzzle.
fn rectangle_puzzle(pieces: &[Piece], columns: u32, rows: u32) -> Result<Arc<Puzzle>, SolverError> {
    let pieces =
        pieces.iter().map(|piece| Piece { count: Count::ANY, ..piece.clone() }).collect::<Vec<Piece>>();
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    let name = format!("{columns} x {rows} from {}", names.join(" and "));
    let region = Region::rectangle(pieces[0].shape.lattice(), columns, rows).map_err(Several::from)?;
    Ok(Arc::new(Puzzle::new(name, region, pieces)?))
}

/// Makes the checked tiling of these placements; the rows of the engine become columns, so that the longer
/// side is horizontal.
///
/// # Errors
/// [`SolverError::Internal`] if they are not.
fn checked(puzzle: &Arc<Puzzle>, placed: Vec<Placed>, turned: bool) -> Result<Tiling, SolverError> {
    let cell = |(row, column): (u32, u32)| {
        let (up, across) = (row as i32, column as i32);
        if turned { Cell::new(up, across) } else { Cell::new(across, up) }
    };
    let laid = placed.into_iter().map(|(piece, cells)| (piece, cells.into_iter().map(cell).collect()));
    Tiling::new(puzzle, laid).map_err(|source| SolverError::Internal { engine: Engine::CutLine, source })
}
