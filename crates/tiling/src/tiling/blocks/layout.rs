//! Where the blocks of a quilt lie, what is between and around them, and of what pieces all of it is.

use std::ops::Range;

use super::{BlockPart, BlockPatch, BlockRefusal, BlockTurn, BlockWish, Blocks, OtherBlock};
use crate::lattice::{Cell, Lattice, Symmetry};
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Count, Piece, Puzzle, PuzzleError, Region};
use crate::random::Random;
use crate::tiling::Tiling;

/// Pieces between blocks: what they are, and the cells of each copy.
pub(super) struct Strip {
    is: BlockPart,
    name: &'static str,
    pub(super) copies: Vec<Vec<Cell>>,
}

/// Where the rows of a block begin, of which all are equally long and one below the other, upright or slanted.
pub(super) struct Frame {
    pub(super) lattice: Lattice,
    /// The first cell of the first row.
    origin: Cell,
    pub(super) width: i32,
    pub(super) height: i32,
    way: Way,
}

/// How rows go on below each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As those of a rectangle from this row on.
    Upright(i32),
    /// Each is so much further right.
    Slanted(i32),
}

impl Frame {
    pub(super) fn of(region: &Region) -> Option<Self> {
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

    /// The cells from these columns and rows of squares of a block that begins at the origin.
    fn squares(&self, columns: Range<i32>, rows: Range<i32>) -> Vec<Cell> {
        let column = self.lattice.cells_in_column();
        rows.flat_map(|y| (column * columns.start..column * columns.end).map(move |x| Cell::new(x, y)))
            .collect()
    }

    /// The side in squares, if it is as wide as it is high.
    fn side(&self) -> Option<i32> {
        let is_square = self.width == self.height * self.lattice.cells_in_column();
        (is_square && self.lattice.of_quarters().is_some() && matches!(self.way, Way::Upright(_)))
            .then_some(self.height)
    }

    /// Whether both cover the same rows.
    fn is_as(&self, other: &Self) -> bool {
        (self.width, self.height, self.way) == (other.width, other.height, other.way)
    }
}

/// A block as it lies in the quilt: on the lattice of that, with cells as large as there.
pub(super) struct Unit {
    pub(super) region: Region,
    frame: Frame,
    /// What maps its cells onto themselves.
    motions: Vec<(Symmetry, Cell)>,
    /// How many cells of the quilt are along one of its own.
    by: i32,
}

impl Unit {
    fn of(region: &Region, lattice: Lattice, by: i32) -> Option<Self> {
        let cells = enlarged(region.lattice(), lattice, by, region.cells());
        let region = Region::new(lattice, cells).ok()?;
        Some(Self { frame: Frame::of(&region)?, motions: region.symmetries(), region, by })
    }

    /// Cells of the block on the lattice of the quilt.
    fn cells(&self, from: Lattice, cells: &[Cell]) -> Vec<Cell> {
        enlarged(from, self.region.lattice(), self.by, cells)
    }

    /// Turns clockwise, with a mirror image before; none if the block is not the same then.
    pub(super) fn motion(&self, degrees: u32, mirrored: bool) -> Option<(Symmetry, Cell)> {
        let lattice = self.region.lattice();
        let first = self.motions.iter().find(|(by, _)| by.is_reflection() == mirrored)?.0.degrees(lattice);
        let is_it = |(by, _): &&(Symmetry, Cell)| {
            by.is_reflection() == mirrored && by.degrees(lattice) == (first + degrees) % 360
        };
        self.motions.iter().find(is_it).copied()
    }
}

/// Cells of one lattice on that of the quilt: a number along each, and in quarters where those are squares.
fn enlarged(from: Lattice, to: Lattice, by: i32, cells: &[Cell]) -> Vec<Cell> {
    let larger = |cell: &Cell| {
        let Cell { x, y } = *cell;
        (y * by..(y + 1) * by).flat_map(move |y| (x * by..(x + 1) * by).map(move |x| Cell::new(x, y)))
    };
    let cells = if by == 1 { cells.to_vec() } else { cells.iter().flat_map(larger).collect() };
    if from == to { cells } else { cells.into_iter().flat_map(|cell| from.in_quarters(cell)).collect() }
}

/// A place for a block.
pub(super) struct Spot {
    pub(super) is_other: bool,
    /// How its cells are moved before they are shifted to their place.
    pub(super) motion: (Symmetry, Cell),
    pub(super) shift: Cell,
    /// Whether it is a second one of its kind.
    second: bool,
}

/// Blocks with everything that follows from the block.
pub(super) struct Layout<'a> {
    blocks: &'a Blocks,
    pub(super) block: Unit,
    pub(super) other: Option<Unit>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(blocks: &'a Blocks, region: &Region) -> Result<Self, BlockRefusal> {
        let refused = |reason| Err(BlockWish::Repeat.refused(reason));
        if region.wrap().is_some() || !region.optional().is_empty() {
            return refused(
                "the edge of a block must be fixed, without joined sides and optional cells, or be a torus",
            );
        }
        let second = blocks.second().map(|tiling| tiling.puzzle().region());
        let quarters = region.lattice().of_quarters();
        let differs = second.is_some_and(|of| of.lattice() != region.lattice());
        let lattice = if blocks.on_point || differs { quarters } else { Some(region.lattice()) };
        let Some(lattice) =
            lattice.filter(|_| second.is_none_or(|of| of.lattice().of_quarters() == quarters))
        else {
            return Err(if differs {
                BlockWish::Alternate
                    .refused("the second block has cells of another shape; both need the same lattice")
            } else {
                NOT_SQUARE
            });
        };
        let Some(block) = Unit::of(region, lattice, 1) else {
            return refused("the rows of the board are not equally long, so that blocks would leave gaps");
        };
        let layout = Self { blocks, other: None, block };
        let other = second.map(|of| layout.second(of)).transpose()?;
        let layout = Self { other, ..layout };
        layout.refusal().map_or(Ok(()), Err)?;
        Ok(layout)
    }

    /// The second block, with larger cells where it has fewer.
    fn second(&self, region: &Region) -> Result<Unit, BlockRefusal> {
        let refused = |reason| Err(BlockWish::Alternate.refused(reason));
        if region.wrap().is_some() || !region.optional().is_empty() {
            return refused(
                "the edge of the second block must be fixed, without joined sides and optional cells",
            );
        }
        let lattice = self.block.region.lattice();
        let own = Unit::of(region, lattice, 1).map_or(0, |unit| unit.frame.height.max(1));
        let by = if own > 0 && region.lattice().is_rectilinear() { self.block.frame.height / own } else { 1 };
        match Unit::of(region, lattice, by.max(1)).filter(|unit| unit.frame.is_as(&self.block.frame)) {
            Some(unit) => Ok(unit),
            None => refused(
                "the second block is not as large as the first; make the one with more cells the first, and choose one whose \
                 sides go into those without a rest",
            ),
        }
    }

    /// Why blocks cannot lie so; nothing if they can.
    fn refusal(&self) -> Option<BlockRefusal> {
        let (blocks, frame) = (self.blocks, &self.block.frame);
        if blocks.on_point && frame.side().is_none() {
            return Some(NOT_SQUARE);
        }
        if let Some(refusal) = self.units().find_map(|unit| blocks.refused_motion(unit)) {
            return Some(refusal);
        }
        let (across, _) = blocks.pitch(frame);
        if blocks.columns > 1 && !frame.lattice.is_translation(Cell::new(across, 0)) {
            return Some(
                BlockWish::Repeat
                    .refused("with an odd number of triangles from block to block the next would be turned"),
            );
        }
        let falls_apart = |strip: &Strip| Shape::new(frame.lattice, strip.copies[0].clone()).is_err();
        self.strips()
            .iter()
            .any(falls_apart)
            .then_some(BlockWish::Repeat.refused("sashing so narrow is not connected on this lattice"))
    }

    fn units(&self) -> impl Iterator<Item = &Unit> {
        [&self.block].into_iter().chain(&self.other)
    }

    /// The lattice of the quilt; cells on point lie on squares of half the area.
    pub(super) fn lattice(&self) -> Lattice {
        self.block.region.lattice()
    }

    /// Where blocks lie, in columns and rows: on point along their own sides.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let (blocks, signed) = (self.blocks, |count: u32| i32::try_from(count).unwrap_or(i32::MAX));
        let (columns, rows) = (signed(blocks.columns), signed(blocks.rows));
        let grid = |columns: i32, rows: i32| (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        let places: Vec<(i32, i32)> = if blocks.on_point {
            let outer = grid(columns, rows).map(|(x, y)| (x + y, y - x));
            outer.chain(grid(columns - 1, rows - 1).map(|(x, y)| (x + y + 1, y - x))).collect()
        } else {
            grid(columns, rows).collect()
        };
        let mut random = match blocks.turn {
            Some(BlockTurn::Random(seed)) => Some(Random::new(seed)),
            _ => None,
        };
        let spot = |(x, y): (i32, i32)| {
            let is_other = blocks.other.is_some() && (x + y).rem_euclid(2) == 1;
            let unit = self.other.as_ref().filter(|_| is_other).unwrap_or(&self.block);
            // Blocks of one kind are counted along their corners where there are two.
            let of_kind = ((x - y).div_euclid(2), (x + y).div_euclid(2));
            let place = if blocks.other.is_some() { of_kind } else { (x, y) };
            let degrees = match &mut random {
                Some(random) => {
                    let turns: Vec<u32> = turns(unit).collect();
                    turns[random.below(turns.len())]
                }
                None => blocks.degrees(place),
            };
            let second = (place.0 + place.1).rem_euclid(2) == 1;
            let motion = unit.motion(degrees, blocks.mirror && second).unwrap_or_default();
            let (from, to) = (unit.frame.origin, self.block.frame.origin);
            let shift = to.since(from).shifted(self.shift((x, y)));
            Spot { is_other, motion, shift, second }
        };
        places.into_iter().map(spot).collect()
    }

    /// The shift to a block from the first; on point blocks begin at the origin.
    fn shift(&self, (x, y): (i32, i32)) -> Cell {
        let frame = &self.block.frame;
        let (across, down) = self.blocks.pitch(frame);
        if self.blocks.on_point {
            return Cell::new(x * across, y * down).since(frame.origin);
        }
        let y = y * down;
        // Where rows alternate, a row of blocks may begin a cell further right.
        let is_translation = |x: &i32| frame.lattice.is_translation(Cell::new(*x, y));
        let first = (frame.start(y)..).find(is_translation).unwrap_or(0);
        Cell::new(first + x * across, y)
    }

    /// Cells of the first block, or beside it, in so many columns and rows of blocks.
    fn copies(&self, cells: &[Cell], (columns, rows): (u32, u32)) -> Vec<Vec<Cell>> {
        let signed = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let places = (0..signed(rows)).flat_map(|y| (0..signed(columns)).map(move |x| (x, y)));
        let at = |place| {
            let shift = self.shift(place);
            cells.iter().map(|cell| cell.shifted(shift)).collect()
        };
        places.map(at).collect()
    }

    /// What is between and around the blocks.
    pub(super) fn strips(&self) -> Vec<Strip> {
        let mut strips = if self.blocks.on_point { self.around_on_point() } else { self.sashing() };
        if self.blocks.other == Some(OtherBlock::Plain) {
            let plain = self.spots().into_iter().filter(|spot| spot.is_other);
            let cells =
                |spot: Spot| self.block.region.cells().iter().map(|cell| cell.shifted(spot.shift)).collect();
            strips.push(Strip { is: BlockPart::Plain, name: "plain", copies: plain.map(cells).collect() });
        }
        strips.retain(|strip| !strip.copies.is_empty());
        strips
    }

    /// Strips beside and below blocks, of one kind where blocks are square, and cornerstones.
    fn sashing(&self) -> Vec<Strip> {
        let frame = &self.block.frame;
        let (width, height, (across, down)) = (frame.width, frame.height, self.blocks.pitch(frame));
        let (columns, rows) = (self.blocks.columns, self.blocks.rows);
        if self.blocks.sashing == 0 {
            return Vec::new();
        }
        let strip = |is, name, (x, y): (Range<i32>, Range<i32>), counts| Strip {
            is,
            name,
            copies: self.copies(&frame.cells(x, y), counts),
        };
        let sashing = BlockPart::Sashing;
        let mut beside = strip(sashing, "sash", (width..across, 0..height), (columns - 1, rows));
        let mut below = strip(sashing, "sash 2", (0..width, height..down), (columns, rows - 1));
        if frame.side().is_some() {
            beside.copies.append(&mut below.copies);
        }
        let stones = (width..across, height..down);
        let stones = strip(BlockPart::Cornerstone, "corner", stones, (columns - 1, rows - 1));
        vec![beside, below, stones]
    }

    /// Sashing and cornerstones around every block on point, and triangles where the edge of the quilt cuts blocks in
    /// halves and quarters: it runs through the middle of the outer cornerstones.
    fn around_on_point(&self) -> Vec<Strip> {
        let frame = &self.block.frame;
        let (side, gap) = (frame.height, self.blocks.pitch(frame).1 - frame.height);
        let pitch = side + gap;
        let signed = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let (columns, rows) = (signed(self.blocks.columns), signed(self.blocks.rows));
        // Three corners of a cell are six times its middle, in edges of cells.
        let is_inside = |cell: &Cell| {
            let (x, y) =
                frame.lattice.corners(*cell).fold((0, 0), |(x, y), at| (x + at.x - at.y, y + at.x + at.y));
            let within =
                |at: i32, from: i32, count: i32| 6 * from < at && at < 6 * (from + 2 * count * pitch);
            within(x, -pitch, columns) && within(y, -gap, rows)
        };
        let mut strips = [
            (BlockPart::Sashing, "sash"),
            (BlockPart::Cornerstone, "corner"),
            (BlockPart::Cornerstone, "half corner"),
            (BlockPart::Setting, "side triangle"),
            (BlockPart::Setting, "corner triangle"),
        ]
        .map(|(is, name)| Strip { is, name, copies: Vec::new() });
        let spans = [(0, side), (side, pitch)];
        for (x, y) in
            (-1..=columns + rows).flat_map(|x| (-columns..=rows).map(move |y| (x * pitch, y * pitch)))
        {
            for (across, down) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (across, down) = (spans[across], spans[down]);
                let mut cells = frame.squares(x + across.0..x + across.1, y + down.0..y + down.1);
                let all = cells.len();
                cells.retain(is_inside);
                let share = all.checked_div(cells.len()).unwrap_or(0);
                let of = match (across == spans[0], down == spans[0], share) {
                    (_, _, 0) | (true, true, 1) => continue,
                    (true, true, 2) => 3,
                    (true, true, _) => 4,
                    (false, false, 1) => 1,
                    (false, false, _) => 2,
                    _ => 0,
                };
                strips[of].copies.push(cells);
            }
        }
        strips.into()
    }

    /// A cell where it is in the quilt.
    fn set(&self, cell: Cell) -> Vec<Cell> {
        if !self.blocks.on_point {
            return vec![cell];
        }
        let ((across, down), height) = (self.blocks.pitch(&self.block.frame), self.block.frame.height);
        let corner = Cell::new(across, down - height);
        self.lattice().on_point(cell).into_iter().map(|cell| cell.shifted(corner)).collect()
    }

    pub(super) fn set_all(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        cells.into_iter().flat_map(|cell| self.set(cell)).collect()
    }

    /// The pieces of the quilt, those of the block first, then what is between; and which of them those of the second
    /// block are.
    pub(super) fn pieces(&self, block: &Puzzle) -> Result<(Vec<Piece>, Vec<usize>), PuzzleError> {
        let shape = |cells: Vec<Cell>| {
            Shape::new(self.lattice(), self.set_all(cells)).map_err(|_| PuzzleError::EmptyRegion)
        };
        let is_moved = *self.blocks != self.blocks.plainly();
        let of = |unit: &Unit, piece: &Piece| -> Result<Piece, PuzzleError> {
            Ok(Piece {
                shape: shape(unit.cells(piece.shape.lattice(), piece.shape.cells()))?,
                count: Count::ANY,
                freedom: if is_moved { Freedom::Free } else { piece.freedom },
                ..piece.clone()
            })
        };
        let own = block.pieces().iter().map(|piece| of(&self.block, piece));
        let mut pieces = own.collect::<Result<Vec<Piece>, PuzzleError>>()?;
        let form = |piece: &Piece| piece.shape.least(Freedom::Free);
        let mut of_other = Vec::new();
        if let (Some(unit), Some(tiling)) = (&self.other, self.blocks.second()) {
            for piece in tiling.puzzle().pieces() {
                let mut piece = of(unit, piece)?;
                let known = pieces.iter().position(|other| form(other) == form(&piece));
                of_other.push(known.unwrap_or(pieces.len()));
                if known.is_none() {
                    while pieces.iter().any(|other| other.name == piece.name) {
                        piece.name.push('2');
                    }
                    pieces.push(piece);
                }
            }
        }
        for Strip { name, copies, .. } in self.strips() {
            let mut name = name.to_owned();
            while pieces.iter().any(|other| other.name == name) {
                name.push_str(" of the quilt");
            }
            let (freedom, count) = (Freedom::Free, Count::ANY);
            pieces.push(Piece { name, shape: shape(copies[0].clone())?, freedom, count });
        }
        Ok((pieces, of_other))
    }

    /// Every patch of the quilt: its piece, its cells, and what it is.
    pub(super) fn laid(
        &self,
        block: &Tiling,
        of_other: &[usize],
        first_strip: usize,
    ) -> Vec<(usize, Vec<Cell>, BlockPart)> {
        let mut laid = Vec::new();
        let mut count = [0; 2];
        for Spot { is_other, motion: (symmetry, back), shift, second } in self.spots() {
            let (unit, tiling) = match (is_other, &self.other, self.blocks.second()) {
                (false, ..) => (&self.block, block),
                (true, Some(unit), Some(tiling)) => (unit, tiling),
                _ => continue,
            };
            let copy = count[usize::from(is_other)];
            count[usize::from(is_other)] += 1;
            for (patch, placement) in tiling.placements().iter().enumerate() {
                let moved = unit.cells(tiling.lattice(), &placement.cells).into_iter();
                let moved =
                    moved.map(|cell| self.lattice().apply(symmetry, cell).shifted(back).shifted(shift));
                let of = BlockPatch { patch, copy, second };
                let (piece, is) = match is_other {
                    false => (placement.piece, BlockPart::Block(of)),
                    true => (of_other[placement.piece], BlockPart::Other(of)),
                };
                laid.push((piece, self.set_all(moved), is));
            }
        }
        for (piece, strip) in (first_strip..).zip(self.strips()) {
            laid.extend(strip.copies.into_iter().map(|cells| (piece, self.set_all(cells), strip.is)));
        }
        laid
    }
}

/// Why a block cannot be set on point.
const NOT_SQUARE: BlockRefusal = BlockRefusal {
    wish: BlockWish::OnPoint,
    reason: "only a square block of squares or half-squares stands on its corner; a block of another shape is set straight",
};

/// Why a block cannot be turned at all.
pub(super) const NO_TURN: &str = "turned, this block has another outline; rectangles can be turned";

/// By how many degrees a block can be turned.
pub(super) fn turns(unit: &Unit) -> impl Iterator<Item = u32> {
    let lattice = unit.region.lattice();
    unit.motions.iter().filter(|(by, _)| !by.is_reflection()).map(move |(by, _)| by.degrees(lattice))
}
