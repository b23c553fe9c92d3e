//! Pieces of equal size counted together, on a grid that all sizes share, and laid out on cloth.

use std::cmp::Reverse;

use super::bounds::{Size, least_length, least_quarters};
use super::fabric::{Lot, Run, Strip, StripCutting};
use super::inches::{ClothSize, Inches};
use super::mixed::{Sheets, Shelf, place};
use super::segment::{Effort, PieceSize, Row};
use piecework_tiling::stop::StopFlag;

/// How wide the widest rulers are.
pub(super) const RULER: Inches = Inches::eighths(100);

/// How many widths of cloth are tried, each so much narrower than the one before; more find nothing on the quilts of
/// the tests.
const NARROWER: usize = 8;
const HALF_AN_INCH: Inches = Inches::eighths(4);

/// Sizes with their counts, in an order that does not depend on how they were given.
#[derive(Debug, Clone)]
pub(super) struct Kinds {
    sizes: Vec<(Size, usize)>,
    /// The length of a unit of the grid.
    unit: Inches,
    /// Whether sizes are widths and heights, and no piece is turned.
    one_way: bool,
}

impl Kinds {
    pub(super) fn new(lots: &[Lot], width: Inches) -> Self {
        let used = lots.iter().filter(|lot| lot.count > 0);
        let mut all: Vec<(Size, usize)> = used.map(|lot| (lot.size, lot.count)).collect();
        all.sort_unstable();
        let equal = all.chunk_by(|a, b| a.0 == b.0);
        let sizes: Vec<(Size, usize)> =
            equal.map(|same| (same[0].0, same.iter().map(|(_, count)| count).sum())).collect();
        let sides = sizes.iter().flat_map(|&((short, long), _)| [short, long]);
        let unit = sides.fold(width, Inches::shared);
        Self { sizes, unit, one_way: lots.iter().any(|lot| lot.one_way) }
    }

    pub(super) fn one_way(&self) -> bool {
        self.one_way
    }

    /// How long cloth of this width must be at least, in mm, however these rectangles are laid on it.
    pub(super) fn least_length(&self, width: Inches) -> f64 {
        let each = least_length(&self.sizes, width);
        each.iter().zip(&self.sizes).map(|(least, &(_, count))| least.unwrap_or(0.0) * count as f64).sum()
    }

    /// How many fat quarters they need at least.
    pub(super) fn least_quarters(&self, size: ClothSize) -> usize {
        let each = least_quarters(&self.sizes, size);
        let sum: f64 = each
            .iter()
            .zip(&self.sizes)
            .map(|(least, &(_, count))| least.unwrap_or(0.0) * count as f64)
            .sum();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few, and not negative")]
        let whole = (sum - 1e-9).ceil().max(0.0) as usize;
        whole
    }

    /// Strips that fit on cloth of this width and length, if any are found.
    pub(super) fn on_the_bolt(
        &self,
        width: Inches,
        length: Inches,
        efforts: &[Effort],
        stop: &StopFlag,
    ) -> Option<Vec<Shelf>> {
        self.placed((width, length), 1, efforts, stop)
    }

    /// Strips on a number of fat quarters, and how long they are, if any are found: the longer ones first.
    pub(super) fn on_quarters(
        &self,
        size: ClothSize,
        count: usize,
        efforts: &[Effort],
        stop: &StopFlag,
    ) -> Option<(Inches, Vec<Shelf>)> {
        let (short, long) = (size.width.min(size.height), size.width.max(size.height));
        let ways = [(long, short), (short, long)];
        let mut ways = ways.into_iter().take(if self.one_way { 1 } else { 2 });
        ways.find_map(|cloth| Some((cloth.0, self.placed(cloth, count, efforts, stop)?)))
    }

    fn placed(
        &self,
        (width, room): (Inches, Inches),
        count: usize,
        efforts: &[Effort],
        stop: &StopFlag,
    ) -> Option<Vec<Shelf>> {
        let grid = |length: Inches| length.whole(self.unit);
        let kind = |&((short, long), _): &(Size, usize)| match self.one_way {
            true => PieceSize { sides: (grid(short), grid(long)) },
            false => PieceSize { sides: (grid(long), grid(short)) },
        };
        let kinds: Vec<PieceSize> = self.sizes.iter().map(kind).collect();
        let counts: Vec<usize> = self.sizes.iter().map(|&(_, count)| count).collect();
        // Narrow cloth, such as a fat quarter, is turned to where the ruler reaches.
        let ruler = if width > RULER.times(2) { RULER } else { width }.whole_steps(self.unit) as u64;
        let sheets = Sheets { width: grid(width), room: grid(room), count, ruler };
        // A search that fills a strip as full as it can may miss what it finds on cloth that is a little narrower.
        let narrower =
            (0..if efforts.len() > 1 { NARROWER } else { 1 }).map(|times| HALF_AN_INCH.times(times));
        let widths: Vec<u64> = narrower
            .filter(|&less| less < width)
            .map(|less| (width - less).whole_steps(self.unit) as u64)
            .collect();
        let on = |width: u64, effort: Effort| {
            place(&kinds, &counts, Sheets { width, ..sheets }, self.one_way, effort, stop)
        };
        efforts.iter().find_map(|&effort| widths.iter().find_map(|&width| on(width, effort)))
    }

    /// The strips as they are cut, with the pieces of each size in the order in which they are given.
    pub(super) fn cutting(&self, mut shelves: Vec<Shelf>, lots: &[Lot]) -> StripCutting {
        shelves.sort_by_key(|shelf| (shelf.sheet, Reverse(shelf.filled.height)));
        let mut waiting: Vec<usize> = lots.iter().map(|lot| lot.count).collect();
        let strips = shelves.into_iter().map(|shelf| {
            let height = self.length(shelf.filled.height);
            let runs = self.runs(&shelf, lots, &mut waiting);
            Strip { quarter: shelf.sheet, from: Inches::ZERO, height, runs }
        });
        StripCutting::of(strips.collect())
    }

    fn length(&self, units: u64) -> Inches {
        self.unit.times(usize::try_from(units).unwrap_or(usize::MAX))
    }

    fn runs(&self, shelf: &Shelf, lots: &[Lot], waiting: &mut [usize]) -> Vec<Run> {
        let mut runs = Vec::new();
        let mut left = 0;
        for (segment, times) in &shelf.filled.segments {
            for _ in 0..*times {
                let mut top = 0;
                for row in &segment.rows {
                    self.grid(row, (left, top), lots, waiting, &mut runs);
                    top += row.high * row.times as u64;
                }
                left += segment.width;
            }
        }
        runs
    }

    /// The runs of a grid of equal pieces: one, or one for each line where pieces of several names share it.
    fn grid(
        &self,
        row: &Row,
        (left, top): (u64, u64),
        lots: &[Lot],
        waiting: &mut [usize],
        runs: &mut Vec<Run>,
    ) {
        let (size, _) = self.sizes[row.kind];
        let next =
            |waiting: &[usize]| (0..lots.len()).find(|&lot| lots[lot].size == size && waiting[lot] > 0);
        let (length, height) = (self.length(row.along), self.length(row.high));
        let whole = row.across * row.times;
        let mut push = |piece: usize, (x, y): (usize, usize), count: usize, rows: usize| {
            let offset = self.length(left) + length.times(x);
            let from = self.length(top) + height.times(y);
            runs.push(Run { piece, offset, length, count, from, height, rows });
        };
        if let Some(piece) = next(waiting).filter(|&piece| waiting[piece] >= whole) {
            waiting[piece] -= whole;
            return push(piece, (0, 0), row.across, row.times);
        }
        for y in 0..row.times {
            let mut x = 0;
            while x < row.across {
                let piece = next(waiting).expect("as many as were counted");
                let count = waiting[piece].min(row.across - x);
                waiting[piece] -= count;
                push(piece, (x, y), count, 1);
                x += count;
            }
        }
    }
}
