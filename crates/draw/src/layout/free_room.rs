//! Keeps the free room of a sheet on which boxes may be turned by a quarter.

use guillotiere::Size;

/// The free room of a sheet.
pub(super) trait Space {
    /// Whether boxes may be turned by a quarter.
    const TURNS: bool;

    /// Returns that of an empty sheet.
    fn of(size: Size) -> Self;

    /// Takes room for a box; returns its turn and its upper left corner.
    fn put(&mut self, size: Size) -> Option<(i32, (i32, i32))>;
}

/// The largest free rectangles of a sheet, which overlap. Boxes go to the first place in rows, or in columns.
///
/// # Source
/// Jylänki, "A Thousand Ways to Pack the Bin" (2010): maximal rectangles, bottom-left rule.
pub(super) struct FreeRoom<const ROWS: bool> {
    free: Vec<Rectangle>,
}

/// A rectangle in units: left, top, right, bottom.
#[derive(Clone, Copy, PartialEq)]
struct Rectangle([i32; 4]);

impl Rectangle {
    fn contains(self, other: Self) -> bool {
        let (Self([l, t, r, b]), Self([left, top, right, bottom])) = (self, other);
        l <= left && t <= top && right <= r && bottom <= b
    }

    /// Returns the largest rectangles in it that are outside another one.
    fn without(self, taken: Self) -> Vec<Self> {
        let (Self([l, t, r, b]), Self([left, top, right, bottom])) = (self, taken);
        if left >= r || right <= l || top >= b || bottom <= t {
            return vec![self];
        }
        let around = [[l, t, left, b], [right, t, r, b], [l, t, r, top], [l, bottom, r, b]];
        around.into_iter().filter(|[l, t, r, b]| l < r && t < b).map(Self).collect()
    }
}

impl<const ROWS: bool> Space for FreeRoom<ROWS> {
    const TURNS: bool = true;

    fn of(Size { width, height, .. }: Size) -> Self {
        Self { free: vec![Rectangle([0, 0, width, height])] }
    }

    fn put(&mut self, Size { width, height, .. }: Size) -> Option<(i32, (i32, i32))> {
        let ways = [(0, width, height), (90, height, width)];
        let spots = self.free.iter().flat_map(|&Rectangle([l, t, r, b])| {
            let fits = move |&(_, w, h): &(i32, i32, i32)| w <= r - l && h <= b - t;
            ways.into_iter().filter(fits).map(move |(turn, w, h)| (turn, [l, t, l + w, t + h]))
        });
        let first = |&(turn, [l, t, ..]): &(i32, [i32; 4])| if ROWS { (t, l, turn) } else { (l, t, turn) };
        let (turn, spot) = spots.min_by_key(first)?;
        let mut parts: Vec<Rectangle> =
            self.free.iter().flat_map(|room| room.without(Rectangle(spot))).collect();
        parts.dedup();
        let is_largest = |at: usize| {
            let covers = |(other, room): (usize, &Rectangle)| {
                other != at && room.contains(parts[at]) && (*room != parts[at] || other < at)
            };
            !parts.iter().enumerate().any(covers)
        };
        self.free = (0..parts.len()).filter(|&at| is_largest(at)).map(|at| parts[at]).collect();
        Some((turn, (spot[0], spot[1])))
    }
}
