//! Divides a page into equal places, in rows and columns.

use crate::float;
use piecework_draw::geometry::{Bounds, Dimensions};

/// Equal places in rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Places {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The space between them, in mm.
    pub gap_mm: f64,
}

impl Places {
    /// The whole page.
    pub const ONE: Self = Self { columns: 1, rows: 1, gap_mm: 0.0 };
}

/// Rows and columns of equal places, with gaps between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grid {
    room: Bounds,
    columns: usize,
    rows: usize,
    gap: f64,
}

impl Grid {
    /// Returns the grid of a plan.
    pub(crate) fn from_places(room: Bounds, places: Places) -> Self {
        Self { room, columns: places.columns, rows: places.rows, gap: places.gap_mm }
    }

    /// Returns the grid as data.
    pub(crate) fn places(&self) -> Places {
        Places { columns: self.columns, rows: self.rows, gap_mm: self.gap }
    }

    /// Returns the grid for `count` pictures of this width and height in which they are largest, with `below`
    /// mm for words under each of them.
    pub(crate) fn largest(count: usize, room: Bounds, size: Dimensions, gap: f64, below: f64) -> Self {
        let grids = (1..=count.max(1)).map(|columns| Self {
            room,
            columns,
            rows: count.max(1).div_ceil(columns),
            gap,
        });
        // The first of several equally good ones has the fewest columns.
        let best = grids.reduce(
            |best, next| {
                if next.scale(size, below) > best.scale(size, below) { next } else { best }
            },
        );
        best.unwrap_or(Self { room, columns: 1, rows: 1, gap })
    }

    /// Returns the grid with as many places as fit, each at least of this size.
    pub(crate) fn of_places(room: Bounds, size: Dimensions, gap: f64) -> Self {
        let count = |room: f64, size: f64| {
            // At most a few hundred fit on any paper; a place that does not fit counts as one.
            (1..1000)
                .take_while(|&count| float(count) * (size + gap) - gap <= room + 1e-6)
                .last()
                .unwrap_or(1)
        };
        Self { room, columns: count(room.width(), size.width), rows: count(room.height(), size.height), gap }
    }

    /// Returns the scale of the picture: mm on the page per mm.
    pub(crate) fn scale(&self, size: Dimensions, below: f64) -> f64 {
        let place = self.place(0);
        (place.width() / size.width).min((place.height() - below) / size.height)
    }

    /// Returns how many places there are.
    pub(crate) fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the place with this number, from 0, row by row.
    pub(crate) fn place(&self, index: usize) -> Bounds {
        self.at(index % self.columns, index / self.columns)
    }

    /// Returns the place that lies on a place when the paper is turned along its long edge.
    pub(crate) fn back(&self, index: usize) -> Bounds {
        self.at(self.columns - 1 - index % self.columns, index / self.columns)
    }

    fn at(&self, column: usize, row: usize) -> Bounds {
        let (width, height) = (
            (self.room.width() + self.gap) / float(self.columns),
            (self.room.height() + self.gap) / float(self.rows),
        );
        let left = self.room.left + float(column) * width;
        let top = self.room.top + float(row) * height;
        Bounds { left, top, right: left + width - self.gap, bottom: top + height - self.gap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Bounds = Bounds { left: 10.0, top: 20.0, right: 110.0, bottom: 220.0 };

    #[test]
    fn pictures_are_as_large_as_possible() {
        let sides = |count, size| {
            let grid = Grid::largest(count, ROOM, Dimensions::from(size), 0.0, 0.0);
            (grid.columns, grid.rows)
        };
        assert_eq!(sides(2, (1.0, 1.0)), (1, 2));
        assert_eq!(sides(2, (1.0, 4.0)), (2, 1));
        assert_eq!(sides(8, (1.0, 1.0)), (2, 4));
        assert_eq!(sides(0, (1.0, 1.0)), (1, 1));
        let grid = Grid::largest(8, ROOM, (10.0, 10.0).into(), 4.0, 6.0);
        assert!((grid.scale((10.0, 10.0).into(), 6.0) - 4.1).abs() < 1e-9, "{grid:?}");
    }

    #[test]
    fn places_fill_the_room_and_keep_their_gaps() {
        let grid = Grid::of_places(ROOM, (30.0, 40.0).into(), 5.0);
        assert_eq!((grid.columns, grid.rows, grid.count()), (3, 4, 12));
        let (first, second, last) = (grid.place(0), grid.place(1), grid.place(11));
        assert!((second.left - first.right - 5.0).abs() < 1e-9);
        assert!((last.right - ROOM.right).abs() < 1e-9 && (last.bottom - ROOM.bottom).abs() < 1e-9);
        assert_eq!(Grid::of_places(ROOM, (300.0, 400.0).into(), 5.0).count(), 1);
    }
}
