//! A tiling as a block of a quilt: repeated in columns and rows, with sashing between blocks of squares; a torus
//! is repeated without a seam.

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

/// A piece between blocks: what it is, its columns and rows, and the cells of each copy.
struct Strip {
    is: BetweenBlocks,
    name: &'static str,
    sides: (u32, u32),
    copies: Vec<Vec<Cell>>,
}

impl Blocks {
    /// Whether a region can be a block: a whole rectangle of squares without joined sides, or a torus.
    #[must_use]
    pub fn suit(region: &Region) -> bool {
        if region.is_whole_torus() {
            return true;
        }
        let (width, height) = sides(region);
        region.lattice().is_rectilinear()
            && region.wrap().is_none()
            && region.optional().is_empty()
            && region.area() as u64 == u64::from(width) * u64::from(height)
    }

    /// Returns the cells of the whole quilt.
    #[must_use]
    pub fn area(self, block: &Region) -> u64 {
        if block.is_whole_torus() {
            let blocks = u64::from(self.columns) * u64::from(self.rows);
            return blocks.saturating_mul(block.area() as u64);
        }
        let ((width, height), gap) = (sides(block), u64::from(self.sashing));
        let along = |count: u32, side: u32| {
            u64::from(count).saturating_mul(u64::from(side) + gap).saturating_sub(gap)
        };
        along(self.columns, width).saturating_mul(along(self.rows, height))
    }

    /// Returns the puzzle of the whole quilt: its rules are those of its pieces alone, and as many
    /// cells may stay empty as in all blocks. Where pieces are cut off at
    /// the edge of a torus, it is that of the whole ones.
    ///
    /// # Errors
    /// [`PuzzleError`] for a quilt that is too large, and for a region that does not [`suit`](Self::suit).
    pub fn puzzle(self, of: &Puzzle) -> Result<Puzzle, Several<PuzzleError>> {
        let (lattice, (width, height)) = (of.lattice(), sides(of.region()));
        let along = |count: u32, side: u32| {
            count.saturating_mul(side.saturating_add(self.sashing)).saturating_sub(self.sashing)
        };
        let whole = if of.region().is_whole_torus() {
            of.region().repeated(self.columns, self.rows)
        } else {
            Region::rectangle(lattice, along(self.columns, width), along(self.rows, height))
        };
        let any = |piece: &Piece| Piece { count: Count::ANY, ..piece.clone() };
        let mut pieces: Vec<Piece> = of.pieces().iter().map(any).collect();
        for strip in self.strips(of.region()) {
            let shape =
                Shape::new(lattice, cells(lattice, strip.sides)).map_err(|_| PuzzleError::EmptyRegion);
            let shape = shape.map_err(|error| Several(vec![error]))?;
            let (name, freedom) = (strip.name.to_owned(), Freedom::Free);
            pieces.push(Piece { name, shape, freedom, count: Count::ANY });
        }
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
    /// Never for a region that suits: blocks and sashing cover the quilt.
    pub fn tiling(self, block: &Tiling) -> Result<Tiling, Several<PuzzleError>> {
        if let Some(repeated) = block.unrolled(self.columns, self.rows) {
            return repeated.map_err(|error| Several(vec![error]));
        }
        let puzzle = Arc::new(self.puzzle(block.puzzle())?);
        let region = block.puzzle().region();
        let origin = region.lattice().shift_to_origin(region.cells());
        let in_blocks = self.grid(region).into_iter().flat_map(|at| {
            let moved = move |cell: &Cell| cell.shifted(origin).shifted(at);
            block.placements().iter().map(move |laid| (laid.piece, laid.cells.iter().map(moved).collect()))
        });
        let first = block.puzzle().pieces().len();
        let strips = self.strips(region).into_iter().enumerate();
        let between = strips
            .flat_map(|(index, strip)| strip.copies.into_iter().map(move |cells| (first + index, cells)));
        Ok(Tiling::new(&puzzle, in_blocks.chain(between)).expect("blocks and sashing cover the quilt"))
    }

    /// Returns what each patch of the whole quilt is between blocks; nothing for patches of a block.
    pub fn between(self, block: &Puzzle, quilt: &Tiling) -> Vec<Option<BetweenBlocks>> {
        let (first, strips) = (block.pieces().len(), self.strips(block.region()));
        let of = |piece: usize| Some(strips.get(piece.checked_sub(first)?)?.is);
        quilt.placements().iter().map(|laid| of(laid.piece)).collect()
    }

    /// The first cell of each block.
    fn grid(self, block: &Region) -> Vec<Cell> {
        let (width, height) = sides(block);
        self.steps((0, 0), (width, height), (self.columns, self.rows))
    }

    /// Cells at equal steps from one place of a block, over so many columns and rows of blocks.
    fn steps(self, from: (u32, u32), (width, height): (u32, u32), (columns, rows): (u32, u32)) -> Vec<Cell> {
        let at = |from: u32, number: u32, side: u32| {
            i32::try_from(from + number * (side + self.sashing)).unwrap_or(i32::MAX)
        };
        let row = |y: u32| (0..columns).map(move |x| Cell::new(at(from.0, x, width), at(from.1, y, height)));
        (0..rows).flat_map(row).collect()
    }

    /// What lies between the blocks: strips beside and below them, of one kind where blocks are square, and
    /// cornerstones.
    fn strips(self, block: &Region) -> Vec<Strip> {
        let ((width, height), gap) = (sides(block), self.sashing);
        let (columns, rows) = (self.columns, self.rows);
        let strip = |is, name, sides: (u32, u32), from, counts| {
            let cells = cells(block.lattice(), sides);
            let moved = |at: Cell| cells.iter().map(|cell| cell.shifted(at)).collect();
            let copies = self.steps(from, (width, height), counts).into_iter().map(moved).collect();
            Strip { is, name, sides, copies }
        };
        let sashing = BetweenBlocks::Sashing;
        let mut beside = strip(sashing, "sash", (gap, height), (width, 0), (columns - 1, rows));
        let mut below = strip(sashing, "sash 2", (width, gap), (0, height), (columns, rows - 1));
        if width == height {
            beside.copies.append(&mut below.copies);
        }
        let stones = (width, height);
        let stones = strip(BetweenBlocks::Cornerstone, "corner", (gap, gap), stones, (columns - 1, rows - 1));
        [beside, below, stones].into_iter().filter(|strip| gap > 0 && !strip.copies.is_empty()).collect()
    }
}

/// The cells of a rectangle at the origin.
fn cells(lattice: Lattice, (width, height): (u32, u32)) -> Vec<Cell> {
    Region::rectangle(lattice, width, height).map_or_else(|_| Vec::new(), |region| region.cells().to_vec())
}

/// The columns and rows of the rectangle around a region.
fn sides(region: &Region) -> (u32, u32) {
    let span = |numbers: &dyn Fn(&Cell) -> i32| {
        let (least, most) = region
            .cells()
            .iter()
            .map(numbers)
            .fold((i32::MAX, i32::MIN), |(least, most), at| (least.min(at), most.max(at)));
        most.abs_diff(least) + 1
    };
    (span(&|cell| cell.x), span(&|cell| cell.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::tiling::{infer_from_grid, read_letter_grids};

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

    #[test]
    fn only_rectangles_of_squares_are_blocks() {
        let is_block = |rows: &str| Blocks::suit(block(rows).puzzle().region());
        assert!(is_block("AB\nAB"));
        assert!(!is_block("AB\nA."));
        let hexagons = Region::rectangle(Lattice::Hex, 2, 2).expect("a region");
        assert!(!Blocks::suit(&hexagons));
    }
}
