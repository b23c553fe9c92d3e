//! Caches the placements that can begin at a column.
//!
//! A window shows the columns around the one that is decided next. For each window, the sets of placements
//! after which it can still be completed are computed once, on first use. Windows do not depend on the width
//! of the rectangle, only on the distance to its walls.
//!
//! A window must show every column that a placement beginning at the decided column covers; with a narrower
//! one, placements overlap and false rectangles are found. It shows all rows of the step, for the same
//! reason.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::FIRST_LEFT;
use super::cuts::Cuts;
use super::look_ahead::{View, can_be_completed};
use crate::ground::lists::compact;
use piecework_tiling::random::mixed;

/// The bits of a key for the distances to the walls.
const WALL_BITS: u32 = 8;
/// The most columns on either side of the decided one, so that a distance to a wall fits in half of those
/// bits.
const MOST_COLUMNS: u32 = (1 << (WALL_BITS / 2)) - 1;

/// How many columns a window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// Before the decided column.
    pub(super) left: u32,
    /// After it.
    pub(super) right: u32,
}

/// A set of placements for a column, and the windows that follow.
///
/// The choices of a window are consecutive records of equal length, so that a walk touches little memory. A
/// record has a head and, for each column that can come into view, the next window: its first record,
/// [`UNKNOWN`] or [`DEAD`]. The first record identifies a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice(u32);

/// The windows of one kind of step.
#[derive(Debug)]
struct StepWindows {
    /// The columns and orientations of every set of placements that begin at one column.
    sets: Vec<(u128, Vec<usize>)>,
    /// See [`Choice`].
    records: Vec<u32>,
    /// The window of each record.
    keys: Vec<u128>,
    /// Placements tried in look-aheads.
    tried: u64,
    number_of: HashMap<u128, u32, BuildHasherDefault<KeyHasher>>,
    alive: HashMap<u128, bool, BuildHasherDefault<KeyHasher>>,
}

const UNKNOWN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;
/// The bits of a head: the decided column after the step, the set of placements, whether it is the last
/// choice.
const COLUMN_BITS: u32 = 16;
const SET_BITS: u32 = 15;

/// The windows of all steps.
#[derive(Debug)]
pub(super) struct Windows {
    pub(super) frame: Frame,
    steps: Vec<StepWindows>,
    rows: u32,
    /// How many columns can come into view: the columns of states, and the wall.
    columns_in_view: u32,
}

impl Choice {
    fn new(column: u32, set: usize) -> Self {
        Self(compact(set) << COLUMN_BITS | column)
    }

    /// Returns the decided column after the step.
    pub(super) fn column(self) -> u32 {
        self.0 & ((1 << COLUMN_BITS) - 1)
    }

    /// Returns whether this is the last choice.
    pub(super) fn is_last(self) -> bool {
        self.0 >> (COLUMN_BITS + SET_BITS) == 1
    }

    fn set(self) -> usize {
        (self.0 >> COLUMN_BITS & ((1 << SET_BITS) - 1)) as usize
    }

    fn as_last(self) -> Self {
        Self(self.0 | 1 << (COLUMN_BITS + SET_BITS))
    }
}

/// The longest piece that windows can show.
pub(super) const LONGEST: i32 = 10;

impl Frame {
    /// Returns the frame that shows `left` columns before the decided one, and as many after it as necessary.
    ///
    /// `None` if such a window has too many cells.
    pub(super) fn new(cuts: &Cuts, left: u32) -> Option<Self> {
        let right = cuts.longest - 1;
        let bits = cuts.rows * (left + 1 + right) + WALL_BITS;
        (bits <= u128::BITS && left.max(right) <= MOST_COLUMNS).then_some(Self { left, right })
    }

    fn columns(self) -> u32 {
        self.left + 1 + self.right
    }
}

impl Windows {
    pub(super) fn new(cuts: &Cuts, frame: Frame) -> Self {
        assert!(frame.right + 1 >= cuts.longest, "a window shows all that a placement covers");
        let steps = (0..cuts.steps.len()).map(|step| StepWindows::new(cuts, step, frame)).collect();
        Self { frame, steps, rows: cuts.rows, columns_in_view: (1 << cuts.rows_between) + 1 }
    }

    /// Returns how many placements were tried in look-aheads: a measure of their work.
    pub(super) fn tried(&self) -> u64 {
        self.steps.iter().map(|step| step.tried).sum()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        let of_step = |step: &StepWindows| {
            4 * step.records.len() + 16 * step.keys.len() + 40 * (step.number_of.len() + step.alive.len())
        };
        self.steps.iter().map(|step| of_step(step) as u64).sum()
    }

    /// Returns the window at the first column of a state; `None` if it cannot be completed.
    pub(super) fn first(&mut self, cuts: &Cuts, step: usize, columns: &[u32]) -> Option<u32> {
        let mut key = 0;
        for place in 0..self.frame.columns() {
            let column = place.checked_sub(self.frame.left).and_then(|column| columns.get(column as usize));
            key |= u128::from(column.copied().unwrap_or_else(|| self.wall())) << (place * self.rows);
        }
        let to_the_right = compact(columns.len()) - 1;
        self.number(cuts, step, key | self.near_walls(0, to_the_right.min(self.frame.right)))
    }

    /// Returns the choice of a record; the first record of a window is its first choice.
    pub(super) fn choice(&self, step: usize, record: u32) -> Choice {
        Choice(self.steps[step].records[record as usize])
    }

    /// Returns the record of the choice after one that is not the last.
    pub(super) fn next_choice(&self, record: u32) -> u32 {
        record + 1 + self.columns_in_view
    }

    /// Returns the orientations placed by a choice, all beginning at the decided column.
    pub(super) fn laid(&self, step: usize, record: u32) -> &[usize] {
        &self.steps[step].sets[self.choice(step, record).set()].1
    }

    /// Returns the window at the next column; `None` if it cannot be completed. `incoming` is the column that
    /// comes into view, or `None` for the wall.
    pub(super) fn following(
        &mut self,
        cuts: &Cuts,
        step: usize,
        record: u32,
        incoming: Option<u32>,
    ) -> Option<u32> {
        let place = (record + 1 + incoming.unwrap_or(self.columns_in_view - 1)) as usize;
        match self.steps[step].records[place] {
            UNKNOWN => {
                let key = self.shifted(step, record, incoming);
                let found = self.number(cuts, step, key);
                self.steps[step].records[place] = found.unwrap_or(DEAD);
                found
            }
            DEAD => None,
            known => Some(known),
        }
    }

    /// Returns the key of the window after a choice, one column further.
    fn shifted(&self, step: usize, record: u32, incoming: Option<u32>) -> u128 {
        let windows = &self.steps[step];
        let key = windows.keys[(record / (1 + self.columns_in_view)) as usize];
        let key = key | windows.sets[self.choice(step, record).set()].0;
        let (to_the_left, to_the_right) = distances(key);
        let to_the_right = if incoming.is_some() { to_the_right } else { to_the_right.saturating_sub(1) };
        let last = u128::from(incoming.unwrap_or_else(|| self.wall()));
        let cells =
            key << WALL_BITS >> (WALL_BITS + self.rows) | last << ((self.frame.columns() - 1) * self.rows);
        cells | self.near_walls((to_the_left + 1).min(self.frame.left), to_the_right)
    }

    /// Returns the number of a window, which is examined if it is new; `None` if it cannot be completed.
    fn number(&mut self, cuts: &Cuts, step: usize, key: u128) -> Option<u32> {
        let windows = &mut self.steps[step];
        let number = match windows.number_of.get(&key) {
            Some(&known) => known,
            None => windows.examine(cuts, (step, self.frame), self.columns_in_view, key),
        };
        (number != DEAD).then_some(number)
    }

    fn wall(&self) -> u32 {
        (1 << self.rows) - 1
    }

    /// Returns the bits of a key for this many columns before the left wall, and before the right one.
    fn near_walls(&self, to_the_left: u32, to_the_right: u32) -> u128 {
        u128::from(to_the_left << (WALL_BITS / 2) | to_the_right) << (u128::BITS - WALL_BITS)
    }
}

/// Returns how many columns are between the decided one and the walls, if in view.
fn distances(key: u128) -> (u32, u32) {
    let bits = (key >> (u128::BITS - WALL_BITS)) as u32;
    (bits >> (WALL_BITS / 2), bits & MOST_COLUMNS)
}

impl StepWindows {
    fn new(cuts: &Cuts, step: usize, frame: Frame) -> Self {
        let placements: Vec<(usize, u128)> = cuts
            .orientations
            .iter()
            .enumerate()
            .filter_map(|(number, laid)| {
                let row = cuts.steps[step].row[number]?;
                let columns = (frame.left..).zip(&laid.columns);
                let cells = |(place, &bits): (u32, &u32)| (u128::from(bits) << row) << (place * cuts.rows);
                Some((number, columns.map(cells).fold(0, |all, bits| all | bits)))
            })
            .collect();
        Self {
            sets: sets_without_overlap(&placements),
            records: Vec::new(),
            keys: Vec::new(),
            tried: 0,
            number_of: HashMap::default(),
            alive: HashMap::default(),
        }
    }

    /// Finds the choices of a new window; its first record, or [`DEAD`] if there are none.
    fn examine(&mut self, cuts: &Cuts, (step, frame): (usize, Frame), in_view: u32, key: u128) -> u32 {
        let window = compact(self.records.len());
        let moves_up = u32::from(cuts.steps[step].moves_up);
        let mut last = None;
        for set in 0..self.sets.len() {
            let after = key | self.sets[set].0;
            let bits = column_of(after, frame.left, cuts.rows);
            // Nothing can be placed later on a row that is left behind.
            let complete = bits & moves_up == moves_up;
            if key & self.sets[set].0 == 0 && complete && self.is_alive(cuts, (step, frame), after) {
                last = Some(self.records.len());
                self.records.push(Choice::new(bits >> moves_up, set).0);
                self.records.resize(self.records.len() + in_view as usize, UNKNOWN);
                self.keys.push(key);
            }
        }
        if let Some(last) = last {
            self.records[last] = Choice(self.records[last]).as_last().0;
        }
        let number = if last.is_some() { window } else { DEAD };
        self.number_of.insert(key, number);
        number
    }

    /// Returns whether a window in which the column has been decided can be completed.
    fn is_alive(&mut self, cuts: &Cuts, (step, frame): (usize, Frame), key: u128) -> bool {
        if let Some(&known) = self.alive.get(&key) {
            return known;
        }
        let (to_the_left, to_the_right) = distances(key);
        let columns: Vec<u32> = (0..frame.columns()).map(|place| column_of(key, place, cuts.rows)).collect();
        let walls = ((frame.left - to_the_left) as usize, (frame.right - to_the_right) as usize);
        let rows = rows_looked_at(cuts, frame);
        let view = View { columns: &columns, decided: frame.left as usize, rows, walls };
        let (alive, tried) = can_be_completed(cuts, step, view);
        self.tried += u64::from(tried);
        self.alive.insert(key, alive);
        alive
    }
}

/// Returns how many rows of a window have to be covered in a look-ahead.
///
/// Chosen by measurement: more rows find more windows that cannot be completed, but take longer, and pay only
/// with wider windows.
fn rows_looked_at(cuts: &Cuts, frame: Frame) -> usize {
    let rows = cuts.longest - 1 + frame.left.saturating_sub(FIRST_LEFT);
    rows.clamp(1, cuts.rows + cuts.longest) as usize
}

/// Returns a column of a window, as bits of rows.
#[allow(clippy::cast_possible_truncation, reason = "a column has fewer bits")]
fn column_of(key: u128, place: u32, rows: u32) -> u32 {
    (key >> (place * rows)) as u32 & ((1 << rows) - 1)
}

/// Returns all sets of these placements that do not overlap, the empty one first.
fn sets_without_overlap(placements: &[(usize, u128)]) -> Vec<(u128, Vec<usize>)> {
    let mut sets: Vec<(u128, Vec<usize>)> = vec![(0, Vec::new())];
    for &(number, cells) in placements {
        let with = |(others, numbers): &(u128, Vec<usize>)| {
            (others & cells == 0).then(|| (others | cells, numbers.iter().copied().chain([number]).collect()))
        };
        let more: Vec<(u128, Vec<usize>)> = sets.iter().filter_map(with).collect();
        sets.extend(more);
    }
    sets
}

/// A trivial hash for keys, which are already well mixed numbers.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "the two halves are wanted")]
    fn write_u128(&mut self, key: u128) {
        self.0 = mixed(self.0 ^ mixed(key as u64) ^ (key >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::polyform::Shape;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn cuts(names: &str) -> Cuts {
        let pieces = pieces_from_hex(names).expect("good names");
        Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<Shape>>())
    }

    #[test]
    fn a_window_shows_all_that_a_placement_covers() {
        for (names, longest) in [("f840", 5), ("e0c040", 3), ("c0e0", 3), ("ff80", 8), ("f820_c0c0", 5)] {
            let cuts = cuts(names);
            for left in 0..3 {
                let frame = Frame::new(&cuts, left).expect("small enough");
                assert_eq!((frame.left, frame.right + 1), (left, longest), "{names}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "a window shows all that a placement covers")]
    fn a_narrower_window_is_refused() {
        let cuts = cuts("f840");
        Windows::new(&cuts, Frame { left: 2, right: 3 });
    }

    #[test]
    fn a_window_with_too_many_cells_is_refused() {
        assert!(Frame::new(&cuts("ff80"), 2).is_some());
        assert!(Frame::new(&cuts("ff80"), 12).is_none());
        assert!(Frame::new(&cuts("c0"), MOST_COLUMNS + 1).is_none());
    }

    #[test]
    fn walls_near_by_make_another_window() {
        let cuts = cuts("f840");
        let mut windows = Windows::new(&cuts, Frame::new(&cuts, 2).expect("small enough"));
        let below = (1 << cuts.depth) - 1;
        let wide = windows.first(&cuts, 0, &[below; 30]);
        assert_eq!(wide, windows.first(&cuts, 0, &[below; 31]));
        assert_ne!(wide, windows.first(&cuts, 0, &[below; 4]), "the right wall is in view");
        assert_eq!(windows.first(&cuts, 0, &[below; 1]), None, "nothing fits between the walls");
    }

    #[test]
    fn choices_are_those_that_can_be_completed() {
        // Between walls three columns apart, two L trominoes can only be arranged as in 2 x 3.
        let cuts = cuts("c080");
        let mut windows = Windows::new(&cuts, Frame::new(&cuts, 2).expect("small enough"));
        let below = (1 << cuts.depth) - 1;
        let first = windows.first(&cuts, 0, &[below; 3]).expect("the rectangle 2 x 3");
        let mut records = vec![first];
        while !windows.choice(0, *records.last().expect("one")).is_last() {
            records.push(windows.next_choice(*records.last().expect("one")));
        }
        assert!(records.iter().all(|&record| windows.laid(0, record).len() <= 1), "a corner holds one piece");
    }
}
