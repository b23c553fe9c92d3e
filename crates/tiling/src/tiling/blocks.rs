//! A tiling as a block of a quilt: repeated in columns and rows, with sashing between; a torus is repeated without a
//! seam.

use std::ops::Range;
use std::sync::Arc;

use crate::fault::Several;
use crate::lattice::{Cell, Lattice};
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Count, Piece, Puzzle, PuzzleError, Region, Rules};

use super::Tiling;

/// How often a tiling is repeated, and how far apart.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::tiling::{Blocks, infer_tiling};
/// let square = infer_tiling("One", Lattice::Square, [vec![Cell::new(0, 0), Cell::new(1, 0)]])?;
/// let blocks = Blocks { columns: 2, rows: 2, sashing: 1 };
/// let quilt = blocks.tiling(&square)?;
/// assert_eq!(quilt.puzzle().region().area(), 5 * 3);
/// assert_eq!(quilt.placements().len(), 4 + 4 + 1, "blocks, sashing, and the cornerstone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocks {
    /// Blocks from left to right.
    pub columns: u32,
    /// Blocks from top to bottom.
    pub rows: u32,
    /// The width of the sashing, in cells; 0 for none.
    pub sashing: u32,
}

/// What lies between blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BetweenBlocks {
    /// A strip beside a block.
    Sashing,
    /// A square where four blocks meet.
    Cornerstone,
}

/// A piece between blocks: what it is, and the cells of each copy.
struct Strip {
    is: BetweenBlocks,
    name: &'static str,
    copies: Vec<Vec<Cell>>,
}

/// Where the rows of a block begin, of which all are equally long and one below the other, upright or slanted.
struct Frame {
    lattice: Lattice,
    /// The first cell of the first row.
    origin: Cell,
    width: i32,
    height: i32,
    way: Way,
}

/// How rows go on below each other.
#[derive(Clone, Copy)]
enum Way {
    /// As those of a rectangle from this row on.
    Upright(i32),
    /// Each is so much further right.
    Slanted(i32),
}

impl Frame {
    fn of(region: &Region) -> Option<Self> {
        let rows: Vec<(i32, i32)> = region
            .cells()
            .chunk_by(|a, b| a.y == b.y)
            .filter_map(|row| Some((row.first()?.x, row.last()?.x + 1)))
            .collect();
        let (origin, last) = (*region.cells().first()?, *region.cells().last()?);
        let (width, height) = (rows[0].1 - rows[0].0, last.y - origin.y + 1);
        let of = |way: Way| Self { lattice: region.lattice(), origin, width, height, way };
        let is_whole = usize::try_from(height) == Ok(rows.len());
        let slope = rows.get(1).map_or(0, |row| row.0 - rows[0].0);
        let is = |frame: &Self| {
            (0..).zip(&rows).all(|(y, row)| row.0 == origin.x + frame.start(y) && row.1 - row.0 == width)
        };
        let ways = [Way::Upright(0), Way::Upright(1), Way::Slanted(slope)];
        ways.map(of).into_iter().find(|frame| is_whole && is(frame))
    }

    /// Where a row begins, from the first.
    fn start(&self, row: i32) -> i32 {
        match self.way {
            Way::Upright(from) => self.lattice.row_start(row + from) - self.lattice.row_start(from),
            Way::Slanted(step) => step * row,
        }
    }

    /// The cells from these columns and rows of the block.
    fn cells(&self, columns: Range<i32>, rows: Range<i32>) -> Vec<Cell> {
        let at = |y: i32| {
            columns.clone().map(move |x| Cell::new(self.origin.x + self.start(y) + x, self.origin.y + y))
        };
        rows.flat_map(at).collect()
    }
}

impl Blocks {
    /// Returns why a region cannot be such a block; nothing if it can.
    pub fn refusal(self, region: &Region) -> Option<&'static str> {
        if region.is_whole_torus() {
            return (self.sashing > 0).then_some("pieces of a torus go on from block to block");
        }
        if region.wrap().is_some() || !region.optional().is_empty() {
            return Some(
                "the edge of a block must be fixed, without joined sides and optional cells, or be a torus",
            );
        }
        let Some(frame) = Frame::of(region) else {
            return Some("the rows of the board are not equally long, so that blocks would leave gaps");
        };
        let (across, _) = self.pitch(&frame);
        if self.columns > 1 && !frame.lattice.is_translation(Cell::new(across, 0)) {
            return Some("with an odd number of triangles from block to block the next would be turned");
        }
        let falls_apart = |strip: &Strip| Shape::new(frame.lattice, strip.copies[0].clone()).is_err();
        self.strips(&frame)
            .iter()
            .any(falls_apart)
            .then_some("sashing so narrow is not connected on this lattice")
    }

    /// Returns the cells of the whole quilt.
    pub fn area(self, block: &Region) -> u64 {
        let blocks = u64::from(self.columns) * u64::from(self.rows);
        let Some(frame) = Frame::of(block).filter(|_| self.sashing > 0) else {
            return blocks.saturating_mul(block.area() as u64);
        };
        let (gap, column) =
            (u64::from(self.sashing), u64::from(frame.lattice.cells_in_column().unsigned_abs()));
        let along = |count: u32, side: i32, gap: u64| {
            u64::from(count)
                .saturating_mul(u64::from(side.unsigned_abs()).saturating_add(gap))
                .saturating_sub(gap)
        };
        let whole = along(self.columns, frame.width, gap.saturating_mul(column));
        let empty =
            (frame.width.unsigned_abs() as usize * frame.height.unsigned_abs() as usize) - block.area();
        whole
            .saturating_mul(along(self.rows, frame.height, gap))
            .saturating_sub(blocks.saturating_mul(empty as u64))
    }

    /// Returns the puzzle of the whole quilt: its rules are those of its pieces alone, and as many
    /// cells may stay empty as in all blocks. Where pieces are cut off at
    /// the edge of a torus, it is that of the whole ones.
    ///
    /// # Errors
    /// [`PuzzleError`] for a quilt that is too large, and for a region with a [`refusal`](Self::refusal).
    pub fn puzzle(self, of: &Puzzle) -> Result<Puzzle, Several<PuzzleError>> {
        let (lattice, region) = (of.lattice(), of.region());
        let any = |piece: &Piece| Piece { count: Count::ANY, ..piece.clone() };
        let mut pieces: Vec<Piece> = of.pieces().iter().map(any).collect();
        let whole = if region.is_whole_torus() {
            region.repeated(self.columns, self.rows)
        } else {
            let frame = Frame::of(region).ok_or_else(|| Several(vec![PuzzleError::EmptyRegion]))?;
            let mut cells = self.copies(&frame, region.cells(), (self.columns, self.rows)).concat();
            for strip in self.strips(&frame) {
                let shape = Shape::new(lattice, strip.copies[0].clone())
                    .map_err(|_| Several(vec![PuzzleError::EmptyRegion]))?;
                let (name, freedom) = (strip.name.to_owned(), Freedom::Free);
                pieces.push(Piece { name, shape, freedom, count: Count::ANY });
                cells.extend(strip.copies.concat());
            }
            Region::new(lattice, cells)
        };
        let rules = Rules {
            gaps: of.gaps().saturating_mul(self.columns.saturating_mul(self.rows)),
            ..Rules::default()
        };
        Puzzle::ruled(of.name(), whole.map_err(|error| Several(vec![error]))?, pieces, rules)
    }

    /// Returns the tiling of the whole quilt.
    ///
    /// # Errors
    /// As [`puzzle`](Self::puzzle).
    ///
    /// # Panics
    /// Never for a region without [`refusal`](Self::refusal): blocks and sashing cover the quilt.
    pub fn tiling(self, block: &Tiling) -> Result<Tiling, Several<PuzzleError>> {
        if let Some(repeated) = block.unrolled(self.columns, self.rows) {
            return repeated.map_err(|error| Several(vec![error]));
        }
        let puzzle = Arc::new(self.puzzle(block.puzzle())?);
        let Some(frame) = Frame::of(block.puzzle().region()) else {
            return Err(Several(vec![PuzzleError::EmptyRegion]));
        };
        let all = (self.columns, self.rows);
        let in_blocks = block.placements().iter().flat_map(|laid| {
            self.copies(&frame, &laid.cells, all).into_iter().map(move |cells| (laid.piece, cells))
        });
        let strips = (block.puzzle().pieces().len()..).zip(self.strips(&frame));
        let between =
            strips.flat_map(|(piece, strip)| strip.copies.into_iter().map(move |cells| (piece, cells)));
        Ok(Tiling::new(&puzzle, in_blocks.chain(between)).expect("blocks and sashing cover the quilt"))
    }

    /// Returns what each patch of the whole quilt is between blocks; nothing for patches of a block.
    pub fn between(self, block: &Puzzle, quilt: &Tiling) -> Vec<Option<BetweenBlocks>> {
        let first = block.pieces().len();
        let strips = Frame::of(block.region()).map_or_else(Vec::new, |frame| self.strips(&frame));
        let of = |piece: usize| Some(strips.get(piece.checked_sub(first)?)?.is);
        quilt.placements().iter().map(|laid| of(laid.piece)).collect()
    }

    /// The cells across and the rows from one block to the next.
    fn pitch(self, frame: &Frame) -> (i32, i32) {
        let gap = i32::try_from(self.sashing).unwrap_or(i32::MAX);
        (
            frame.width.saturating_add(gap.saturating_mul(frame.lattice.cells_in_column())),
            frame.height.saturating_add(gap),
        )
    }

    /// Cells of the first block, or beside it, in so many columns and rows of blocks.
    fn copies(self, frame: &Frame, cells: &[Cell], (columns, rows): (u32, u32)) -> Vec<Vec<Cell>> {
        let ((across, down), lattice) = (self.pitch(frame), frame.lattice);
        let signed = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let row = |y: i32| {
            let y = y * down;
            // Where rows alternate, a row of blocks may begin a cell further right.
            let first = (frame.start(y)..).find(|&x| lattice.is_translation(Cell::new(x, y))).unwrap_or(0);
            (0..signed(columns)).map(move |x| {
                cells.iter().map(|cell| cell.shifted(Cell::new(first + x * across, y))).collect()
            })
        };
        (0..signed(rows)).flat_map(row).collect()
    }

    /// What is between the blocks: strips beside and below them, of one kind where blocks are square, and
    /// cornerstones.
    fn strips(self, frame: &Frame) -> Vec<Strip> {
        let (width, height, (across, down)) = (frame.width, frame.height, self.pitch(frame));
        let (columns, rows) = (self.columns, self.rows);
        let strip = |is, name, (x, y): (Range<i32>, Range<i32>), counts| Strip {
            is,
            name,
            copies: self.copies(frame, &frame.cells(x, y), counts),
        };
        let sashing = BetweenBlocks::Sashing;
        let mut beside = strip(sashing, "sash", (width..across, 0..height), (columns - 1, rows));
        let mut below = strip(sashing, "sash 2", (0..width, height..down), (columns, rows - 1));
        if width == height && frame.lattice.is_rectilinear() && matches!(frame.way, Way::Upright(_)) {
            beside.copies.append(&mut below.copies);
        }
        let stones = (width..across, height..down);
        let stones = strip(BetweenBlocks::Cornerstone, "corner", stones, (columns - 1, rows - 1));
        [beside, below, stones]
            .into_iter()
            .filter(|strip| self.sashing > 0 && !strip.copies.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::tiling::{infer_from_grid, infer_tiling, read_letter_grids};

    fn block(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a grid");
        infer_from_grid("block", &grids[0]).expect("a tiling")
    }

    #[test]
    fn blocks_and_sashing_cover_the_quilt_once() {
        let block = block("AAB\nABB");
        for (columns, rows, sashing) in [(1, 1, 2), (3, 1, 0), (3, 2, 1), (1, 3, 2), (2, 2, 5)] {
            let blocks = Blocks { columns, rows, sashing };
            let quilt = blocks.tiling(&block).expect("a quilt");
            assert_eq!(
                quilt.puzzle().region().area() as u64,
                blocks.area(block.puzzle().region()),
                "{blocks:?}"
            );
            assert!(quilt.gaps().is_empty());
            let between = blocks.between(block.puzzle(), &quilt);
            let count = |is: BetweenBlocks| between.iter().filter(|found| **found == Some(is)).count();
            let (x, y) = (columns as usize, rows as usize);
            let (stones, strips) = ((x - 1) * (y - 1), (x - 1) * y + x * (y - 1));
            let due = if sashing > 0 { [stones, strips] } else { [0, 0] };
            assert_eq!([count(BetweenBlocks::Cornerstone), count(BetweenBlocks::Sashing)], due, "{blocks:?}");
            let in_blocks = between.iter().filter(|found| found.is_none()).count();
            assert_eq!(in_blocks, x * y * 2);
        }
    }

    /// A block of one piece for each row: a rectangle, and the same slanted, of every lattice.
    #[test]
    fn every_lattice_has_blocks_and_sashing_or_a_reason() {
        let mut made = [0; 2];
        for &lattice in Lattice::ALL {
            for (columns, rows, slope) in [(4, 3, 0), (3, 2, 0), (4, 4, 1), (2, 3, -1), (5, 1, 0)] {
                let slope = slope * lattice.cells_in_column();
                let row =
                    |y: i32| lattice.row(columns, y).map(move |cell| cell.shifted(Cell::new(slope * y, 0)));
                let groups: Vec<Vec<Cell>> = (0..rows).map(|y| row(y).collect()).collect();
                let Ok(block) = infer_tiling("block", lattice, groups) else { continue };
                for (across, down, sashing) in [(2, 3, 0), (3, 2, 1), (2, 2, 2)] {
                    let blocks = Blocks { columns: across, rows: down, sashing };
                    let of = format!("{lattice} {columns} x {rows}, {slope}: {blocks:?}");
                    let region = block.puzzle().region();
                    if blocks.refusal(region).is_some() {
                        assert!(lattice == Lattice::Triangle || sashing == 1 || slope != 0, "{of}");
                        continue;
                    }
                    let quilt = blocks.tiling(&block).expect("a quilt");
                    let whole = quilt.puzzle().region();
                    assert_eq!(whole.area() as u64, blocks.area(region), "{of}");
                    assert!(quilt.gaps().is_empty(), "{of}");
                    let rows = whole.cells().chunk_by(|a, b| a.y == b.y).collect::<Vec<_>>();
                    let long = |row: &&[Cell]| {
                        row[row.len() - 1].x - row[0].x + 1 == i32::try_from(rows[0].len()).expect("few")
                    };
                    assert!(rows.iter().all(|row| row.len() == rows[0].len() && long(row)), "no gap: {of}");
                    made[usize::from(sashing > 0)] += 1;
                }
            }
        }
        assert!(made[0] > 25 && made[1] > 40, "{made:?}");
    }

    #[test]
    fn blocks_keep_holes_and_what_leaves_gaps_is_refused() {
        let refusal =
            |rows: &str| Blocks { columns: 2, rows: 2, sashing: 0 }.refusal(block(rows).puzzle().region());
        assert_eq!([refusal("AB\nAB"), refusal("AAA\nB.B\nBBB"), refusal("AB.\n.AB")], [None; 3]);
        assert!(refusal("AB\nA.").is_some_and(|reason| reason.contains("not equally long")));
        let quilt =
            Blocks { columns: 2, rows: 1, sashing: 1 }.tiling(&block("AAA\nB.B\nBBB")).expect("a quilt");
        assert_eq!(quilt.puzzle().region().area(), 8 + 3 + 8);
    }
}
