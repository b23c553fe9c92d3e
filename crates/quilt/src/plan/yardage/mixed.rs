//! Packs rectangles of several sizes into strips of several heights, either way round.
//!
//! A strip is as high as the piece it begins with, which is the one whose shorter side is the longest of those that are
//! left, as quilters cut them; other pieces of that height follow, and only the rest of the strip is cut into segments
//! and rows of narrower ones. The search is a beam over strips. What it finds is a layout; that it finds none
//! proves nothing. The same input gives the same strips.
//!
//! # Source
//! Strips, segments and rows are the stages of P. C. Gilmore and R. E. Gomory, "Multistage cutting stock
//! problems of two and more dimensions", Operations Research 13, 1965. The beam and the order of strips are
//! our own.

use super::segment::{Effort, Filled, PieceSize, fill};
use piecework_draw::geometry::Dimensions;
use piecework_tiling::stop::StopFlag;

/// Cloth in sheets: one from the bolt, or fat quarters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheets {
    /// How long its strips are.
    pub(super) width: u64,
    /// How much of each sheet there is across the strips.
    pub(super) room: u64,
    /// How many sheets.
    pub(super) count: usize,
    /// How wide a ruler is: no strip is higher if its pieces can lie along it.
    pub(super) ruler: u64,
}

/// A strip on a sheet.
#[derive(Debug, Clone)]
pub(super) struct Shelf {
    /// Which sheet.
    pub(super) sheet: usize,
    /// What it is filled with.
    pub(super) filled: Filled,
}

/// A layout that is not finished.
#[derive(Clone)]
struct State {
    counts: Vec<usize>,
    /// The area of what is left to place.
    left: u128,
    sheet: usize,
    /// What is used of that sheet.
    used: u64,
    shelves: Vec<Shelf>,
}

/// Places all pieces on the sheets; none if no layout is found.
pub(super) fn place(
    kinds: &[PieceSize],
    counts: &[usize],
    sheets: Sheets,
    one_way: bool,
    effort: Effort,
    stop: &StopFlag,
) -> Option<Vec<Shelf>> {
    let search = Search { kinds, sheets, one_way, effort };
    let left = kinds.iter().zip(counts).map(|(kind, &count)| kind.area() * count as u128).sum();
    let mut states = vec![State { counts: counts.to_vec(), left, sheet: 0, used: 0, shelves: Vec::new() }];
    while !states.is_empty() && !stop.is_raised() {
        if let Some(done) = states.iter().position(|state| state.left == 0) {
            return Some(states.swap_remove(done).shelves);
        }
        let mut next: Vec<State> =
            states.iter().take_while(|_| !stop.is_raised()).flat_map(|state| search.grown(state)).collect();
        next.retain(|state| state.left <= search.free(state));
        // The one that wastes least so far; among equals the one that has placed more.
        next.sort_by(|a, b| {
            search.wasted(a).cmp(&search.wasted(b)).then(a.left.cmp(&b.left)).then(a.counts.cmp(&b.counts))
        });
        next.dedup_by(|a, b| a.counts == b.counts && search.wasted(a) == search.wasted(b));
        next.truncate(effort.beam);
        states = next;
    }
    None
}

struct Search<'a> {
    kinds: &'a [PieceSize],
    sheets: Sheets,
    one_way: bool,
    effort: Effort,
}

impl Search<'_> {
    /// The area that is not used yet.
    fn free(&self, state: &State) -> u128 {
        let more = self.sheets.count.saturating_sub(state.sheet + 1) as u128 * u128::from(self.sheets.room);
        (more + u128::from(self.sheets.room - state.used)) * u128::from(self.sheets.width)
    }

    /// What would be used if nothing more were wasted.
    fn wasted(&self, state: &State) -> u128 {
        let before = state.sheet as u128 * u128::from(self.sheets.room);
        (before + u128::from(state.used)) * u128::from(self.sheets.width) + state.left
    }

    /// All ways to go on with one strip.
    fn grown(&self, state: &State) -> Vec<State> {
        let first = (0..self.kinds.len()).filter(|&kind| state.counts[kind] > 0);
        let Some(first) = first.max_by_key(|&kind| (self.kinds[kind].least(), self.kinds[kind].area()))
        else {
            return Vec::new();
        };
        let mut found = self.on(state, first);
        if state.sheet + 1 < self.sheets.count && state.used > 0 {
            let next = State { sheet: state.sheet + 1, used: 0, ..state.clone() };
            found.extend(self.on(&next, first));
        }
        found
    }

    fn on(&self, state: &State, first: usize) -> Vec<State> {
        let room = self.sheets.room - state.used;
        let mut found = Vec::new();
        for (turned, height) in self.heights(first, room) {
            let cloth = Dimensions { width: self.sheets.width, height };
            found.push(self.with(
                state,
                fill(self.kinds, &state.counts, (first, turned), cloth, (self.one_way, self.effort)),
            ));
        }
        found
    }

    fn with(&self, state: &State, filled: Filled) -> State {
        let counts = state.counts.iter().zip(&filled.used).map(|(count, used)| count - used).collect();
        let mut next = state.clone();
        (next.counts, next.left, next.used) = (counts, state.left - filled.area, state.used + filled.height);
        next.shelves.push(Shelf { sheet: state.sheet, filled });
        next
    }

    /// How high the next strip may be: as high as the piece it begins with, which is laid along it, or upright where a
    /// ruler is as wide as that, or where it is longer than a strip.
    fn heights(&self, first: usize, room: u64) -> impl Iterator<Item = (bool, u64)> {
        let (of, sheets, one_way) = (self.kinds[first], self.sheets, self.one_way);
        let ways: &[bool] = if one_way || of.sides.0 == of.sides.1 { &[false] } else { &[false, true] };
        ways.iter().map(move |&turned| (turned, of.lying(turned))).filter_map(
            move |(turned, (along, high))| {
                let is_reached = !turned || high <= sheets.ruler || of.sides.0 > sheets.width;
                (along <= sheets.width && high <= room && is_reached).then_some((turned, high))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::segment::Segment;
    use super::*;

    fn kind(short: u64, long: u64) -> PieceSize {
        PieceSize { sides: (short, long) }
    }

    /// Whether a layout is found on one sheet; if so it is checked rectangle by rectangle.
    #[track_caller]
    fn fits(sizes: &[(u64, u64, usize)], width: u64, room: u64, count: usize) -> bool {
        let kinds: Vec<PieceSize> = sizes.iter().map(|&(short, long, _)| kind(short, long)).collect();
        let counts: Vec<usize> = sizes.iter().map(|&(.., count)| count).collect();
        let sheets = Sheets { width, room, count, ruler: 25 };
        let Some(shelves) = place(&kinds, &counts, sheets, false, Effort::FULL, &StopFlag::never()) else {
            return false;
        };
        let mut placed = vec![0; kinds.len()];
        let mut ends = vec![0; count];
        for shelf in &shelves {
            let top = ends[shelf.sheet];
            let height = shelf.filled.height;
            let is_high = |(segment, _): &(Segment, usize)| segment.rows.iter().any(|row| row.high == height);
            let first_rest = shelf.filled.segments.iter().position(|of| !is_high(of)).unwrap_or(usize::MAX);
            assert!(first_rest > 0, "a strip is as high as a piece of it");
            assert!(!shelf.filled.segments.iter().skip(first_rest).any(is_high), "one rest, at the end");
            ends[shelf.sheet] += shelf.filled.height;
            assert!(ends[shelf.sheet] <= room, "{sizes:?}");
            let mut boxes: Vec<(u64, u64, u64, u64)> = Vec::new();
            let mut left = 0;
            for (segment, times) in &shelf.filled.segments {
                for _ in 0..*times {
                    let mut y = top;
                    for row in &segment.rows {
                        for (column, line) in
                            (0..row.across).flat_map(|x| (0..row.times).map(move |y| (x, y)))
                        {
                            let x = left + row.along * column as u64;
                            let y = y + row.high * line as u64;
                            boxes.push((x, y, x + row.along, y + row.high));
                            placed[row.kind] += 1;
                        }
                        y += row.high * row.times as u64;
                    }
                    left += segment.width;
                }
            }
            for (i, a) in boxes.iter().enumerate() {
                assert!(a.2 <= width && a.3 <= ends[shelf.sheet], "{a:?}");
                let apart = |b: &(u64, u64, u64, u64)| a.0 >= b.2 || b.0 >= a.2 || a.1 >= b.3 || b.1 >= a.3;
                assert!(boxes[..i].iter().all(apart), "{sizes:?}");
            }
        }
        assert_eq!(placed, counts);
        true
    }

    #[test]
    fn patches_of_real_quilts_fit_where_they_were_laid_by_hand() {
        // Half inches, on 40 in: a fabric of the pentominoes, of the 92 Y hexominoes, and small squares with
        // long strips.
        assert!(fits(&[(13, 13, 2), (9, 17, 1), (5, 21, 1)], 80, 13, 1));
        assert!(fits(&[(9, 21, 24)], 80, 63, 1));
        assert!(fits(&[(5, 21, 16), (5, 5, 32), (5, 9, 16)], 80, 40, 1));
        assert!(!fits(&[(9, 21, 26)], 80, 63, 1), "only if rows of both kinds are one below the other");
    }

    #[test]
    fn several_sheets_are_filled() {
        assert!(fits(&[(5, 5, 112)], 44, 36, 2));
        assert!(!fits(&[(5, 5, 113)], 44, 36, 2));
        assert!(fits(&[(30, 36, 3)], 44, 36, 3));
        assert!(!fits(&[(30, 36, 3)], 44, 36, 2));
    }

    #[test]
    fn small_pieces_fill_what_is_left_beside_large_ones() {
        // Three squares of 20, and six of 10 in the two rests of the strip of 80.
        assert!(fits(&[(20, 20, 3), (10, 10, 4)], 80, 20, 1));
        assert!(fits(&[(20, 20, 3), (5, 10, 8)], 80, 20, 1));
    }
}
