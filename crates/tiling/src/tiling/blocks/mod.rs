//! A tiling as a block of a quilt: repeated in columns and rows, with sashing between, turned, mirrored or beside a second
//! block, straight or on point; a torus is repeated without a seam.

mod layout;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::fault::Several;
use crate::lattice::Cell;
use crate::puzzle::{Count, Piece, Puzzle, PuzzleError, Region, Rules};

use super::Tiling;
use layout::{Frame, Layout, NO_TURN, Spot, Unit, turns};

/// How often a tiling is repeated, how far apart, and how its copies lie.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use piecework_tiling::lattice::{Cell, Lattice};
/// use piecework_tiling::tiling::{Blocks, infer_tiling};
/// let square = infer_tiling("One", Lattice::Square, [vec![Cell::new(0, 0), Cell::new(1, 0)]])?;
/// let blocks = Blocks { columns: 2, rows: 2, sashing: 1, ..Blocks::default() };
/// let quilt = blocks.tiling(&square)?;
/// assert_eq!(quilt.puzzle().region().area(), 5 * 3);
/// assert_eq!(quilt.placements().len(), 4 + 4 + 1, "blocks, sashing, and the cornerstone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blocks {
    /// Blocks from left to right; on point those that touch the top of the quilt.
    pub columns: u32,
    /// Blocks from top to bottom; on point those that touch its left side.
    pub rows: u32,
    /// The width of the sashing, in cells; 0 for none. On point it is around every block.
    pub sashing: u32,
    /// How blocks are turned.
    pub turn: Option<BlockTurn>,
    /// Whether each second block is a mirror image.
    pub mirror: bool,
    /// Whether blocks stand on their corners, with triangles around them that are halves and quarters of a block.
    pub on_point: bool,
    /// What takes the place of each second block; on point of those between the others.
    pub other: Option<OtherBlock>,
}

/// How the blocks of a quilt are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockTurn {
    /// Each second one by a quarter.
    Second,
    /// Each second one upside down.
    Half,
    /// Four around a corner, each by a quarter more.
    Pinwheel,
    /// At random, from this seed.
    Random(u64),
}

/// What takes the place of each second block.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherBlock {
    /// One piece of cloth.
    Plain,
    /// Another block.
    Block(Box<Tiling>),
}

/// What a patch of a quilt of blocks is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BlockPart {
    /// A patch of the block.
    Block(BlockPatch),
    /// A patch of the second block.
    Other(BlockPatch),
    /// A block of one piece of cloth.
    Plain,
    /// A strip beside a block.
    Sashing,
    /// A square where four blocks meet, or half of one at the edge.
    Cornerstone,
    /// A triangle at the side or in a corner of a quilt on point.
    Setting,
}

/// A patch of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockPatch {
    /// Its place among the placements of the block.
    pub patch: usize,
    /// The number of the copy, in reading order of the blocks of its kind.
    pub copy: usize,
    /// Whether that is a second one, as it is where each second one is mirrored.
    pub second: bool,
}

/// What cannot be done with a block, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockRefusal {
    /// What cannot be done.
    pub wish: BlockWish,
    /// Why, and what can.
    pub reason: &'static str,
}

/// What may be done with blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockWish {
    /// To repeat them.
    Repeat,
    /// To turn them.
    Turn,
    /// To mirror them.
    Mirror,
    /// To set them on point.
    OnPoint,
    /// To alternate them with others.
    Alternate,
}

impl BlockWish {
    const fn refused(self, reason: &'static str) -> BlockRefusal {
        BlockRefusal { wish: self, reason }
    }
}

impl Blocks {
    /// Returns why a region cannot be such a block; nothing if it can.
    pub fn refusal(&self, region: &Region) -> Option<BlockRefusal> {
        if region.is_whole_torus() {
            if *self != self.plainly() {
                return Some(
                    BlockWish::Repeat.refused(
                        "pieces of a torus go on from block to block, so all blocks lie the same way",
                    ),
                );
            }
            return (self.sashing > 0)
                .then_some(BlockWish::Repeat.refused("pieces of a torus go on from block to block"));
        }
        Layout::new(self, region).err()
    }

    /// The same number of blocks, all alike.
    fn plainly(&self) -> Self {
        let Self { columns, rows, sashing, .. } = *self;
        Self { columns, rows, sashing, ..Self::default() }
    }

    fn second(&self) -> Option<&Tiling> {
        match &self.other {
            Some(OtherBlock::Block(tiling)) => Some(tiling),
            _ => None,
        }
    }

    /// Why blocks cannot be turned or mirrored as they are to be.
    fn refused_motion(&self, unit: &Unit) -> Option<BlockRefusal> {
        let can = |degrees: u32| unit.motion(degrees, false).is_some();
        let refused = |reason| Some(BlockWish::Turn.refused(reason));
        match self.turn {
            Some(BlockTurn::Second | BlockTurn::Pinwheel) if !can(90) && can(180) => {
                return refused(
                    "a quarter turn needs a square block of squares; `half` turns this one upside down",
                );
            }
            Some(BlockTurn::Random(_)) if turns(unit).count() < 2 => return refused(NO_TURN),
            Some(BlockTurn::Second | BlockTurn::Pinwheel) if !can(90) => return refused(NO_TURN),
            Some(BlockTurn::Half) if !can(180) => return refused(NO_TURN),
            _ => {}
        }
        (self.mirror && unit.motion(0, true).is_none()).then_some(
            BlockWish::Mirror
                .refused("the mirror image of this block has another outline; rectangles can be mirrored"),
        )
    }

    /// By how much the block at a place is turned, in degrees clockwise.
    fn degrees(&self, (x, y): (i32, i32)) -> u32 {
        let (odd_column, odd_row) = (x.rem_euclid(2) == 1, y.rem_euclid(2) == 1);
        match (self.turn, odd_column, odd_row) {
            (Some(BlockTurn::Second), ..) if odd_column != odd_row => 90,
            (Some(BlockTurn::Half), ..) if odd_column != odd_row => 180,
            (Some(BlockTurn::Pinwheel), true, false) => 90,
            (Some(BlockTurn::Pinwheel), true, true) => 180,
            (Some(BlockTurn::Pinwheel), false, true) => 270,
            _ => 0,
        }
    }

    /// Returns the cells of the whole quilt.
    pub fn area(&self, block: &Region) -> u64 {
        let blocks = u64::from(self.columns) * u64::from(self.rows);
        let Some(frame) = Frame::of(block) else {
            return blocks.saturating_mul(block.area() as u64);
        };
        let (gap, column) =
            (u64::from(self.sashing), u64::from(frame.lattice.cells_in_column().unsigned_abs()));
        if self.on_point {
            // A square on its corner is two of the quilt, of four cells each.
            let pitch = u64::from(frame.height.unsigned_abs()).saturating_add(gap);
            return blocks.saturating_mul(pitch.saturating_mul(pitch)).saturating_mul(16);
        }
        let parts = match self.second() {
            Some(other) if other.lattice() != block.lattice() && column == 1 => 4,
            _ => 1,
        };
        if gap == 0 {
            return blocks.saturating_mul(block.area() as u64).saturating_mul(parts);
        }
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
            .saturating_mul(parts)
    }

    /// Returns the puzzle of the whole quilt: its rules are those of its pieces alone, and as many
    /// cells may stay empty as in all blocks. Where pieces are cut off at
    /// the edge of a torus, it is that of the whole ones.
    ///
    /// # Errors
    /// [`PuzzleError`] for a quilt that is too large, and for a region with a [`refusal`](Self::refusal).
    pub fn puzzle(&self, of: &Puzzle) -> Result<Puzzle, Several<PuzzleError>> {
        let one = |error| Several(vec![error]);
        let region = of.region();
        if region.is_whole_torus() {
            let whole = region.repeated(self.columns, self.rows).map_err(one)?;
            let any = |piece: &Piece| Piece { count: Count::ANY, ..piece.clone() };
            return self.ruled(of, whole, of.pieces().iter().map(any).collect());
        }
        let layout = Layout::new(self, region).map_err(|_| one(PuzzleError::EmptyRegion))?;
        let mut cells = Vec::new();
        for Spot { is_other, shift, .. } in layout.spots() {
            let unit = if is_other { layout.other.as_ref() } else { Some(&layout.block) };
            let all = unit.into_iter().flat_map(|unit| unit.region.cells());
            cells.extend(layout.set_all(all.map(|cell| cell.shifted(shift))));
        }
        for strip in layout.strips() {
            cells.extend(layout.set_all(strip.copies.concat()));
        }
        let (pieces, _) = layout.pieces(of).map_err(one)?;
        self.ruled(of, Region::new(layout.lattice(), cells).map_err(one)?, pieces)
    }

    fn ruled(&self, of: &Puzzle, region: Region, pieces: Vec<Piece>) -> Result<Puzzle, Several<PuzzleError>> {
        let share = if self.on_point { 2 * of.lattice().in_quarters(Cell::default()).len() } else { 1 };
        let second = self.second().map_or(0, |other| other.puzzle().gaps());
        let gaps = of.gaps().max(second).saturating_mul(u32::try_from(share).unwrap_or(u32::MAX));
        let copies = self.columns.saturating_mul(self.rows);
        let copies = if self.on_point { copies.saturating_mul(2) } else { copies };
        let rules = Rules { gaps: gaps.saturating_mul(copies), ..Rules::default() };
        Puzzle::ruled(of.name(), region, pieces, rules)
    }

    /// Returns the tiling of the whole quilt.
    ///
    /// # Errors
    /// As [`puzzle`](Self::puzzle).
    pub fn tiling(&self, block: &Tiling) -> Result<Tiling, Several<PuzzleError>> {
        Ok(self.tiling_in_parts(block)?.0)
    }

    /// Returns the tiling of the whole quilt, and what each of its patches is; the patches of a torus are none of these.
    ///
    /// # Errors
    /// As [`puzzle`](Self::puzzle).
    ///
    /// # Panics
    /// Never for a region without [`refusal`](Self::refusal): blocks and sashing cover the quilt.
    pub fn tiling_in_parts(&self, block: &Tiling) -> Result<(Tiling, Vec<BlockPart>), Several<PuzzleError>> {
        let one = |error| Several(vec![error]);
        if let Some(repeated) = block.unrolled(self.columns, self.rows) {
            return Ok((repeated.map_err(one)?, Vec::new()));
        }
        let puzzle = Arc::new(self.puzzle(block.puzzle())?);
        let layout = Layout::new(self, block.puzzle().region()).map_err(|_| one(PuzzleError::EmptyRegion))?;
        let (pieces, of_other) = layout.pieces(block.puzzle()).map_err(one)?;
        let laid = layout.laid(block, &of_other, pieces.len() - layout.strips().len());
        let first = |cells: &[Cell]| cells.iter().min().copied();
        let is: BTreeMap<Option<Cell>, BlockPart> =
            laid.iter().map(|(_, cells, is)| (first(cells), *is)).collect();
        let quilt = Tiling::new(&puzzle, laid.into_iter().map(|(piece, cells, _)| (piece, cells)))
            .expect("blocks and sashing cover the quilt");
        let parts = quilt.placements().iter().map(|placement| is[&first(&placement.cells)]).collect();
        Ok((quilt, parts))
    }

    /// The cells across and the rows from one block to the next.
    fn pitch(&self, frame: &Frame) -> (i32, i32) {
        let gap = i32::try_from(self.sashing).unwrap_or(i32::MAX);
        (
            frame.width.saturating_add(gap.saturating_mul(frame.lattice.cells_in_column())),
            frame.height.saturating_add(gap),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
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
            let blocks = Blocks { columns, rows, sashing, ..Blocks::default() };
            let (quilt, parts) = blocks.tiling_in_parts(&block).expect("a quilt");
            assert_eq!(
                quilt.puzzle().region().area() as u64,
                blocks.area(block.puzzle().region()),
                "{blocks:?}"
            );
            assert!(quilt.gaps().is_empty());
            let count = |is: BlockPart| parts.iter().filter(|found| **found == is).count();
            let (x, y) = (columns as usize, rows as usize);
            let (stones, strips) = ((x - 1) * (y - 1), (x - 1) * y + x * (y - 1));
            let due = if sashing > 0 { [stones, strips] } else { [0, 0] };
            assert_eq!([count(BlockPart::Cornerstone), count(BlockPart::Sashing)], due, "{blocks:?}");
            let in_blocks = parts.iter().filter(|found| matches!(found, BlockPart::Block(..))).count();
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
                    let blocks = Blocks { columns: across, rows: down, sashing, ..Blocks::default() };
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
        let refusal = |rows: &str| {
            Blocks { columns: 2, rows: 2, ..Blocks::default() }.refusal(block(rows).puzzle().region())
        };
        assert_eq!([refusal("AB\nAB"), refusal("AAA\nB.B\nBBB"), refusal("AB.\n.AB")], [None; 3]);
        assert!(refusal("AB\nA.").is_some_and(|refusal| refusal.reason.contains("not equally long")));
        let quilt = Blocks { columns: 2, rows: 1, sashing: 1, ..Blocks::default() }
            .tiling(&block("AAA\nB.B\nBBB"))
            .expect("a quilt");
        assert_eq!(quilt.puzzle().region().area(), 8 + 3 + 8);
    }

    /// m n blocks and (m-1)(n-1) between them, 2(m-1) + 2(n-1) triangles at the sides, 4 in the corners; the quilt is m b √2
    /// wide.
    #[test]
    fn on_point_there_are_as_many_of_all_as_quilters_count() {
        let block = block("AAB\nACB\nDDD");
        for (columns, rows, sashing) in [(1, 1, 0), (2, 3, 0), (3, 3, 1), (4, 2, 2)] {
            let blocks = Blocks { columns, rows, sashing, on_point: true, ..Blocks::default() };
            let (quilt, parts) = blocks.tiling_in_parts(&block).expect("a quilt");
            let region = quilt.puzzle().region();
            assert_eq!(region.area() as u64, blocks.area(block.puzzle().region()));
            assert!(quilt.gaps().is_empty());
            let (m, n) = (columns as usize, rows as usize);
            let count = |name: &str| {
                let named = quilt.placements().iter().filter(|laid| quilt.piece_of(laid).name == name);
                named.count()
            };
            let all = m * n + (m - 1) * (n - 1);
            assert_eq!(parts.iter().filter(|is| matches!(is, BlockPart::Block(..))).count(), 4 * all);
            let sides = 2 * (m - 1) + 2 * (n - 1);
            assert_eq!((count("side triangle"), count("corner triangle")), (sides, 4));
            // Every block has four sides, and every triangle at the side two, at the corner one, of which two share a strip.
            let due = if sashing > 0 { (4 * all + 2 * sides + 4) / 2 } else { 0 };
            assert_eq!(count("sash"), due);
            let last = region.cells().last().expect("cells");
            let wide = i32::try_from(columns * 2 * (3 + sashing)).expect("few");
            let high = i32::try_from(rows * 2 * (3 + sashing)).expect("few");
            assert_eq!((region.cells()[0], last.x + 1, last.y + 1), (Cell::new(0, 0), 4 * wide, high));
            assert_eq!(region.area(), usize::try_from(4 * wide * high).expect("many"));
        }
    }

    #[test]
    fn blocks_are_turned_mirrored_and_alternated() {
        // Patches by numbers in reading order.
        let of = |rows: &str, blocks: Blocks| {
            let quilt = blocks.tiling(&block(rows)).expect("a quilt");
            let cells = quilt.puzzle().region().cells().chunk_by(|a, b| a.y == b.y);
            let patch = |cell: &Cell| {
                let owner = quilt.placements().iter().position(|laid| laid.cells.contains(cell));
                owner.expect("a patch").to_string()
            };
            cells.map(|row| row.iter().map(patch).collect()).collect::<Vec<String>>().join("/")
        };
        let two = Blocks { columns: 2, rows: 2, ..Blocks::default() };
        let other = |other| Blocks { other: Some(other), ..two.clone() };
        let turned = |turn| Blocks { turn: Some(turn), ..two.clone() };
        assert_eq!(of("AA\nAB", turned(BlockTurn::Pinwheel)), "0011/0231/4567/4477");
        assert_eq!(of("AA\nAB", turned(BlockTurn::Second)), "0011/0231/4455/6457");
        assert_eq!(of("AA\nAB", turned(BlockTurn::Half)), "0012/0322/4566/5567");
        assert_eq!(of("AAB", Blocks { mirror: true, ..two.clone() }), "001233/455667");
        assert_eq!(of("AA\nAB", other(OtherBlock::Plain)), "0011/0211/3344/3345");
        let small = OtherBlock::Block(Box::new(block("A")));
        assert_eq!(of("AA\nAB", other(small)), "0011/0211/3344/3345");
        let random: Vec<String> = (0..6).map(|seed| of("AA\nAB", turned(BlockTurn::Random(seed)))).collect();
        assert!(random.iter().any(|one| *one != random[0]));
    }
}
