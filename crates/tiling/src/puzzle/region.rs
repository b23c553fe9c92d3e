//! The cells to be covered.

use std::collections::BTreeSet;

use super::PuzzleError;
use super::wrap::{Joined, Wrap};
use crate::lattice::{Cell, Corner, Lattice, RegionForm, Symmetry};
use crate::limits::Limit;

/// The most cells a region may have, regardless of what a reader allows.
const MOST_CELLS: u64 = Limit::RegionCells.ceiling();
/// The longest side of the bounding rectangle of a region, regardless of what a reader allows.
const MOST_SIDE: u64 = Limit::RegionSide.ceiling();

/// The cells of one lattice that a puzzle covers, in reading order. It may have holes and separate parts, and
/// sides of a rectangle may be joined.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Region {
    lattice: Lattice,
    cells: Vec<Cell>,
    /// The cells that may stay empty, in reading order.
    optional: Vec<Cell>,
    /// The words on cells, in reading order.
    labels: Vec<(Cell, String)>,
    /// The cells of the board that stay open, with their words, in reading order; not among the cells.
    open: Vec<(Cell, String)>,
    /// The joined sides, if any; then every cell is at home.
    joined: Option<Joined>,
}

impl Region {
    /// Makes a region from any cells.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are no cells or too many, if one is repeated or too far from the origin, or
    /// if two are too far apart.
    pub fn new(lattice: Lattice, mut cells: Vec<Cell>) -> Result<Self, PuzzleError> {
        let found = cells.len() as u64;
        if found > MOST_CELLS {
            return Err(PuzzleError::RegionTooLarge { found, allowed: MOST_CELLS });
        }
        let in_range = |at: i32| u64::from(at.unsigned_abs()) <= Limit::Coordinate.ceiling();
        if let Some(far) = cells.iter().find(|cell| !in_range(cell.x) || !in_range(cell.y)) {
            return Err(PuzzleError::TooFarOut { x: far.x, y: far.y });
        }
        let found = longest_side(&cells);
        if found > MOST_SIDE {
            return Err(PuzzleError::SideTooLong { found, allowed: MOST_SIDE });
        }
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PuzzleError::CellTwice { x: pair[0].x, y: pair[0].y });
        }
        if cells.is_empty() {
            return Err(PuzzleError::EmptyRegion);
        }
        let (optional, labels, open) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { lattice, cells, optional, labels, open, joined: None })
    }

    /// Makes `rows` rows of `columns` cells each. Rows of hexagons are shifted left and right alternately, so
    /// that the sides stay upright. Rows of triangles all begin at the same column, with triangles that point
    /// up and down alternately. Where the cells of a row are of several kinds, a column is all of one period,
    /// such as a square of four triangles ([`Lattice::cells_in_column`]).
    ///
    /// # Errors
    /// [`PuzzleError::EmptyRegion`] and [`PuzzleError::RegionTooLarge`].
    pub fn rectangle(lattice: Lattice, columns: u32, rows: u32) -> Result<Self, PuzzleError> {
        let (columns, rows) = rectangle_sides(lattice, columns, rows)?;
        let cells = (0..rows).flat_map(|y| lattice.row(columns, y)).collect();
        Self::new(lattice, cells)
    }

    /// Makes `rows` rows of `columns` cells each, as [`Region::rectangle`], with joined sides.
    ///
    /// # Errors
    /// [`PuzzleError::NoWrap`] for an odd number of triangles in a row, and for an odd number of rows of
    /// hexagons or triangles on a torus; [`PuzzleError::EmptyRegion`] and [`PuzzleError::RegionTooLarge`].
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::puzzle::{Region, Wrap};
    /// let torus = Region::wrapped(Lattice::Square, 5, 4, Wrap::Torus)?;
    /// assert_eq!(torus.home(Cell::new(-1, 4)), Cell::new(4, 0));
    /// assert_eq!(torus.symmetries().len(), 4 * 20, "each with 20 translations");
    /// # Ok::<(), piecework_tiling::puzzle::PuzzleError>(())
    /// ```
    pub fn wrapped(lattice: Lattice, columns: u32, rows: u32, wrap: Wrap) -> Result<Self, PuzzleError> {
        Self::joined_sides(lattice, columns, rows, wrap, 0)
    }

    /// Makes a torus whose sides are not upright: a piece that leaves it at the bottom comes back at the top so
    /// many columns further right. So every torus of a lattice can be said: each lattice of periods has a basis of
    /// some columns to the right, and of some rows down with a shift (its Hermite normal form).
    ///
    /// # Errors
    /// As [`Region::wrapped`]; with a shift, a torus of hexagons may have an odd number of rows.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::{Cell, Lattice};
    /// use piecework_tiling::puzzle::Region;
    /// // A tilted square with sides of two cells along and one across.
    /// let torus = Region::twisted(Lattice::Square, 5, 1, 2)?;
    /// assert_eq!(torus.home(Cell::new(0, 1)), Cell::new(2, 0));
    /// assert_eq!(torus.symmetries().len(), 4 * 5, "turned, not flipped");
    /// # Ok::<(), piecework_tiling::puzzle::PuzzleError>(())
    /// ```
    pub fn twisted(lattice: Lattice, columns: u32, rows: u32, shift: u32) -> Result<Self, PuzzleError> {
        Self::joined_sides(lattice, columns, rows, Wrap::Torus, shift)
    }

    fn joined_sides(
        lattice: Lattice,
        columns: u32,
        rows: u32,
        wrap: Wrap,
        shift: u32,
    ) -> Result<Self, PuzzleError> {
        let flat = Self::rectangle(lattice, columns, rows)?;
        let shift = i32::try_from(shift % columns).expect("less than a side");
        let (columns, rows) = rectangle_sides(lattice, columns, rows)?;
        let per_column = lattice.cells_in_column();
        let joined = Joined::new(lattice, columns * per_column, rows, wrap, shift * per_column)
            .map_err(|(side, found)| PuzzleError::NoWrap { wrap, lattice, side, found })?;
        Ok(Self { joined: Some(joined), ..flat })
    }

    /// Makes a regular hexagon with `side` cells along each side: of hexagons, or of 6 side² triangles.
    ///
    /// # Errors
    /// [`PuzzleError::NoSuchForm`] on squares; [`PuzzleError::EmptyRegion`] and
    /// [`PuzzleError::RegionTooLarge`].
    pub fn hexagon(lattice: Lattice, side: u32) -> Result<Self, PuzzleError> {
        Self::of_form(
            lattice,
            lattice.hexagon().ok_or(PuzzleError::NoSuchForm { form: "hexagon", lattice })?,
            side,
        )
    }

    /// Makes a triangle with `side` cells along each side: of hexagons, or of side² triangles.
    ///
    /// # Errors
    /// [`PuzzleError::NoSuchForm`] on squares; [`PuzzleError::EmptyRegion`] and
    /// [`PuzzleError::RegionTooLarge`].
    pub fn triangle(lattice: Lattice, side: u32) -> Result<Self, PuzzleError> {
        Self::of_form(
            lattice,
            lattice.triangle().ok_or(PuzzleError::NoSuchForm { form: "triangle", lattice })?,
            side,
        )
    }

    /// Returns every symmetry with every translation that maps the region onto itself, each once.
    fn wrapped_symmetries(&self, joined: Joined) -> Vec<(Symmetry, Cell)> {
        let is_whole = joined.wrap == Wrap::Torus
            && self.area() as i64 == joined.area()
            && self.optional.is_empty()
            && self.labels.is_empty()
            && self.open.is_empty();
        let (lattice, cells) = (self.lattice, &self.cells);
        // Of a board that placed pieces fill, nothing is left.
        let Some((&first, &last)) = cells.first().zip(cells.last()) else {
            return vec![(Symmetry::IDENTITY, Cell::default())];
        };
        let mut found = Vec::new();
        for symmetry in lattice.symmetries().filter(|&symmetry| joined.allows(lattice, symmetry)) {
            let start = lattice.apply(symmetry, first);
            for onto in cells {
                let shift = onto.since(start);
                let stays = |&cell: &Cell| self.keeps(cell, lattice.apply(symmetry, cell).shifted(shift));
                // The last cell usually decides.
                let maps = is_whole || (stays(&last) && cells.iter().all(stays));
                let open = |cell| lattice.apply(symmetry, cell).shifted(shift);
                if lattice.is_translation(shift) && maps && self.keeps_open(open) {
                    found.push((symmetry, shift));
                }
            }
        }
        found
    }

    /// Returns whether an image of a cell is in the region, may stay empty if the cell may, and has the same word.
    fn keeps(&self, cell: Cell, image: Cell) -> bool {
        self.index_of(image).is_some()
            && self.is_optional(cell) == self.is_optional(image)
            && self.label(cell) == self.label(image)
    }

    /// Returns whether a motion that maps the region onto itself maps open cells onto open cells with the same word.
    fn keeps_open(&self, image: impl Fn(Cell) -> Cell) -> bool {
        let is_open = |(cell, word): &(Cell, String)| {
            let image = self.home(image(*cell));
            self.open.iter().any(|(other, own)| *other == image && own == word)
        };
        self.open.iter().all(is_open)
    }

    fn of_form(lattice: Lattice, form: RegionForm, side: u32) -> Result<Self, PuzzleError> {
        let (side, _) = sides(side, side, (form.area)(u128::from(side)))?;
        Self::new(lattice, (form.cells)(side))
    }

    /// Returns the cells that are not taken; possibly none.
    pub(super) fn without(&self, taken: &BTreeSet<Cell>) -> Self {
        let left = self.cells.iter().copied().filter(|cell| !taken.contains(cell));
        let optional = self.optional.iter().copied().filter(|cell| !taken.contains(cell)).collect();
        let labels = self.labels.iter().filter(|(cell, _)| !taken.contains(cell)).cloned().collect();
        Self { cells: left.collect(), optional, labels, open: self.open.clone(), ..*self }
    }

    /// Returns the region with some of its cells only, and the same joined sides.
    ///
    /// # Errors
    /// [`PuzzleError::EmptyRegion`] if there are none.
    pub fn with_only(&self, cells: Vec<Cell>) -> Result<Self, PuzzleError> {
        let only = Self::new(self.lattice, cells)?;
        let optional = self.optional.iter().copied().filter(|&cell| only.index_of(cell).is_some()).collect();
        let labels = self.labels.iter().filter(|(cell, _)| only.index_of(*cell).is_some()).cloned().collect();
        Ok(Self { joined: self.joined, optional, labels, ..only })
    }

    /// Returns the region as a part of a board on which these other cells stay open, each with its word; `""` is none.
    ///
    /// # Errors
    /// [`PuzzleError::CellTwice`] for a cell of the region; else as [`Region::new`] of the whole board.
    pub fn with_open(self, mut open: Vec<(Cell, String)>) -> Result<Self, PuzzleError> {
        let cells = self.cells.iter().copied().chain(open.iter().map(|(cell, _)| *cell));
        Self::new(self.lattice, cells.collect())?;
        open.sort_unstable();
        Ok(Self { open, ..self })
    }

    /// Returns the cells of the board that stay open, with their words, in reading order: not to be covered, and not among
    /// the cells.
    pub fn open(&self) -> &[(Cell, String)] {
        &self.open
    }

    /// Returns the whole board: also the cells that stay open, with the words on all.
    #[must_use]
    pub fn whole(&self) -> Self {
        let mut cells = self.cells.clone();
        cells.extend(self.open.iter().map(|(cell, _)| *cell));
        cells.sort_unstable();
        let words = self.labels.iter().chain(self.open.iter().filter(|(_, word)| !word.is_empty()));
        let words: Vec<_> = words.cloned().collect();
        Self { cells, open: Vec::new(), ..self.clone() }.with_labels(words)
    }

    /// Returns the region with words on these cells of it; others are ignored.
    #[must_use]
    pub fn with_labels(self, labels: impl IntoIterator<Item = (Cell, String)>) -> Self {
        let home = labels.into_iter().map(|(cell, word)| (self.home(cell), word));
        let mut labels: Vec<_> = home.filter(|(cell, _)| self.index_of(*cell).is_some()).collect();
        labels.sort_unstable();
        labels.dedup_by_key(|(cell, _)| *cell);
        Self { labels, ..self }
    }

    /// Returns the words on cells, in reading order of the cells.
    pub fn labels(&self) -> &[(Cell, String)] {
        &self.labels
    }

    /// Returns the word on a cell.
    pub fn label(&self, cell: Cell) -> Option<&str> {
        let at = self.labels.binary_search_by_key(&self.home(cell), |(cell, _)| *cell).ok()?;
        Some(&self.labels[at].1)
    }

    /// Returns the region in which these cells of it may be covered or stay empty; others are ignored.
    #[must_use]
    pub fn with_optional(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        let optional = self.at_home(cells).into_iter().filter(|&cell| self.index_of(cell).is_some());
        Self { optional: optional.collect(), ..self }
    }

    /// Returns the region in which all cells less than `steps` steps from its outside may stay empty. A step
    /// crosses an edge.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::lattice::Lattice;
    /// use piecework_tiling::puzzle::Region;
    /// let region = Region::rectangle(Lattice::Square, 6, 5)?.with_rim(1);
    /// assert_eq!(region.optional().len(), 30 - 4 * 3);
    /// # Ok::<(), piecework_tiling::puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn with_rim(self, steps: u32) -> Self {
        let mut rim = BTreeSet::new();
        for _ in 0..steps {
            let is_inside = |cell: Cell| self.index_of(cell).is_some() && !rim.contains(&self.home(cell));
            let touches_outside = |cell: &Cell| !self.lattice.neighbours(*cell).all(is_inside);
            let next: Vec<Cell> = self.cells.iter().copied().filter(touches_outside).collect();
            rim.extend(next);
        }
        self.with_optional(rim)
    }

    /// Returns the cells that may stay empty, in reading order: usually none.
    pub fn optional(&self) -> &[Cell] {
        &self.optional
    }

    /// Returns whether a cell of the region may stay empty.
    pub fn is_optional(&self, cell: Cell) -> bool {
        self.optional.binary_search(&self.home(cell)).is_ok()
    }

    /// Returns the same cells without joined sides.
    pub fn flat(&self) -> Self {
        Self { joined: None, ..self.clone() }
    }

    /// Returns which sides are joined, if any.
    pub fn wrap(&self) -> Option<Wrap> {
        self.joined.map(|joined| joined.wrap)
    }

    /// Returns the joined sides, with the size of the rectangle.
    pub fn joined(&self) -> Option<Joined> {
        self.joined
    }

    /// Returns the cell of the rectangle that is the same as this one: itself, unless it is beyond a joined
    /// side.
    pub fn home(&self, cell: Cell) -> Cell {
        self.joined.map_or(cell, |joined| joined.home(self.lattice, cell))
    }

    /// Returns the corners of a cell. Corners that joined sides make one are equal.
    pub fn corners(&self, cell: Cell) -> impl Iterator<Item = Corner> {
        let (lattice, joined) = (self.lattice, self.joined);
        let home = move |corner| joined.map_or(corner, |joined| joined.home_corner(lattice, corner));
        lattice.corners(cell).map(home)
    }

    /// Returns some cells at home and in reading order, each once.
    pub fn at_home(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.into_iter().map(|cell| self.home(cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns a translation that moves the cells `form` onto exactly these cells, which are at home and in
    /// reading order.
    pub(crate) fn shift_onto(&self, form: &[Cell], cells: &[Cell]) -> Option<Cell> {
        let shifts = cells.iter().map(|cell| cell.since(form[0]));
        let covers = |shift: &Cell| {
            form.len() == cells.len()
                && self.lattice.is_translation(*shift)
                && self.at_home(form.iter().map(|cell| cell.shifted(*shift))) == cells
        };
        shifts.into_iter().find(covers)
    }

    /// Returns the lattice of the cells.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the cells in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns how many cells.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Returns the index of `cell`, or of its [home](Region::home), in [`Region::cells`].
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        let cell = self.home(cell);
        // In a rectangle it follows from the place; elsewhere it is looked for.
        let (first, last) = (self.cells.first()?, self.cells.last()?);
        let rows = i64::from(last.y) - i64::from(first.y) + 1;
        let columns = self.cells.len() as i64 / rows;
        let (x, y) = (i64::from(cell.x) - i64::from(first.x), i64::from(cell.y) - i64::from(first.y));
        let place = usize::try_from(y * columns + x).ok();
        place.filter(|&at| self.cells.get(at) == Some(&cell)).or_else(|| self.cells.binary_search(&cell).ok())
    }

    /// Returns the symmetries of the lattice that map the region onto itself, each with the translation that
    /// follows it. If sides are joined, many differ only in the translation. The identity is the first.
    pub fn symmetries(&self) -> Vec<(Symmetry, Cell)> {
        if let Some(joined) = self.joined {
            return self.wrapped_symmetries(joined);
        }
        let home = self.lattice.shift_to_origin(&self.cells);
        let back = Cell::new(-home.x, -home.y);
        self.lattice
            .symmetries()
            .filter_map(|symmetry| {
                let moved: Vec<Cell> =
                    self.cells.iter().map(|&cell| self.lattice.apply(symmetry, cell)).collect();
                let shift = self.lattice.shift_to_origin(&moved).shifted(back);
                let mut pairs = self.cells.iter().zip(&moved);
                let maps = pairs.all(|(&cell, image)| self.keeps(cell, image.shifted(shift)));
                let open = |cell| self.lattice.apply(symmetry, cell).shifted(shift);
                (maps && self.keeps_open(open)).then_some((symmetry, shift))
            })
            .collect()
    }
}

/// Returns the sides of a rectangle as coordinates, as [`sides`].
fn rectangle_sides(lattice: Lattice, columns: u32, rows: u32) -> Result<(i32, i32), PuzzleError> {
    let cells = u128::from(lattice.cells_in_column().unsigned_abs());
    sides(columns, rows, cells * u128::from(columns) * u128::from(rows))
}

/// Returns the sides as coordinates; sides that are too long are refused before anything of `area` is
/// allocated.
fn sides(columns: u32, rows: u32, area: u128) -> Result<(i32, i32), PuzzleError> {
    if columns == 0 || rows == 0 {
        return Err(PuzzleError::EmptyRegion);
    }
    let area = u64::try_from(area).unwrap_or(u64::MAX);
    let too_large = PuzzleError::RegionTooLarge { found: area, allowed: MOST_CELLS };
    if area > MOST_CELLS {
        return Err(too_large);
    }
    match (i32::try_from(columns), i32::try_from(rows)) {
        (Ok(columns), Ok(rows)) => Ok((columns, rows)),
        _ => Err(too_large),
    }
}

/// Returns the columns or rows of the bounding rectangle of `cells`, whichever are more.
pub(super) fn longest_side(cells: &[Cell]) -> u64 {
    let extent = |at: fn(&Cell) -> i32| {
        let (least, most) = (cells.iter().map(at).min(), cells.iter().map(at).max());
        most.zip(least).map_or(0, |(most, least)| u64::from(most.abs_diff(least)) + 1)
    };
    extent(|cell| cell.x).max(extent(|cell| cell.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyform::Shape;

    #[test]
    fn forms_have_the_known_areas_and_symmetries() {
        let cases = [
            (Region::rectangle(Lattice::Square, 6, 10), 60, 4),
            (Region::rectangle(Lattice::Square, 8, 8), 64, 8),
            (Region::hexagon(Lattice::Hex, 3), 19, 12),
            (Region::triangle(Lattice::Hex, 4), 10, 6),
            (Region::hexagon(Lattice::Triangle, 1), 6, 12),
            (Region::hexagon(Lattice::Triangle, 2), 24, 12),
            (Region::hexagon(Lattice::Triangle, 3), 54, 12),
            (Region::triangle(Lattice::Triangle, 1), 1, 6),
            (Region::triangle(Lattice::Triangle, 2), 4, 6),
            (Region::triangle(Lattice::Triangle, 5), 25, 6),
            (Region::rectangle(Lattice::Hex, 4, 3), 12, 2),
        ];
        for (region, area, symmetries) in cases {
            let region = region.expect("a good region");
            assert_eq!((region.area(), region.symmetries().len()), (area, symmetries), "{region:?}");
            assert!(Shape::new(region.lattice(), region.cells().to_vec()).is_ok(), "one part");
        }
    }

    #[test]
    fn a_rim_may_stay_empty_and_limits_the_symmetries() {
        let region = Region::hexagon(Lattice::Kite, 3).expect("a good region").with_rim(2);
        assert!(!region.optional().is_empty() && region.optional().len() < region.area());
        assert_eq!(region.symmetries().len(), 12, "the rim is the same all around");
        let corner = region.optional()[0];
        let region = region.with_optional([corner, Cell::new(1000, 0)]);
        assert_eq!(region.optional(), [corner], "others are not in the region");
        assert!(region.symmetries().len() < 12);
    }

    #[test]
    fn symmetries_map_cells_to_cells() {
        let region = Region::hexagon(Lattice::Triangle, 2).expect("a good region");
        for (symmetry, shift) in region.symmetries() {
            for &cell in region.cells() {
                let image = region.lattice().apply(symmetry, cell).shifted(shift);
                assert!(region.index_of(image).is_some());
            }
        }
    }

    #[test]
    fn regions_at_and_over_the_limits() {
        assert!(Region::rectangle(Lattice::Square, 1024, 1023).is_ok());
        assert!(Region::rectangle(Lattice::Square, 1024, 1024).is_ok(), "1048576 cells");
        let over = Region::rectangle(Lattice::Square, 1_048_577, 1).unwrap_err();
        assert_eq!(over, PuzzleError::RegionTooLarge { found: 1_048_577, allowed: MOST_CELLS });
        for form in [Region::hexagon, Region::triangle] {
            let huge = form(Lattice::Triangle, u32::MAX).unwrap_err();
            assert!(matches!(huge, PuzzleError::RegionTooLarge { .. }), "{huge}");
        }
        let long = |side: i32| Region::new(Lattice::Hex, vec![Cell::new(0, -5), Cell::new(0, side - 6)]);
        assert!(long(16_383).is_ok() && long(16_384).is_ok());
        assert_eq!(long(16_385).unwrap_err(), PuzzleError::SideTooLong { found: 16_385, allowed: MOST_SIDE });
        let at = |x| Region::new(Lattice::Square, vec![Cell::new(x, 0)]);
        for good in [32_766, 32_767, -32_766, -32_767] {
            assert!(at(good).is_ok(), "{good}");
        }
        for far in [32_768, -32_768, i32::MAX, i32::MIN] {
            assert_eq!(at(far).unwrap_err(), PuzzleError::TooFarOut { x: far, y: 0 });
        }
        let huge = Region::rectangle(Lattice::Square, u32::MAX, u32::MAX).unwrap_err();
        assert!(matches!(huge, PuzzleError::RegionTooLarge { .. }), "refused before anything is allocated");
        assert_eq!(Region::rectangle(Lattice::Square, 0, 3).unwrap_err(), PuzzleError::EmptyRegion);
        let twice = Region::new(Lattice::Square, vec![Cell::new(1, 2); 2]).unwrap_err();
        assert_eq!(twice, PuzzleError::CellTwice { x: 1, y: 2 });
        let form = Region::hexagon(Lattice::Square, 2).unwrap_err();
        assert_eq!(form, PuzzleError::NoSuchForm { form: "hexagon", lattice: Lattice::Square });
    }
}
