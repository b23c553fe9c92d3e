//! What can be sewn along every line of a board.
//!
//! Every stretch of a seam is a whole side of the cloth on one of its two sides, so that it is sewn from edge
//! to edge. Whatever is beyond the ends of the part in question counts as cut off already.

/// All lines between two rows and between two columns.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    rows: Vec<Line>,
    columns: Vec<Line>,
}

impl Lines {
    /// The lines of a board with cloth where `inside` says so.
    pub(super) fn of(columns: usize, rows: usize, inside: impl Fn(usize, usize) -> bool) -> Self {
        let above = |row: usize| {
            let beside = |x| (row > 0 && inside(x, row - 1), row < rows && inside(x, row));
            Line::of((0..columns).map(beside))
        };
        let before = |column: usize| {
            let beside = |y| (column > 0 && inside(column - 1, y), column < columns && inside(column, y));
            Line::of((0..rows).map(beside))
        };
        Self { rows: (0..=rows).map(above).collect(), columns: (0..=columns).map(before).collect() }
    }

    /// The line above a row.
    pub(super) fn above(&self, row: usize) -> &Line {
        &self.rows[row]
    }

    /// The line on the left of a column.
    pub(super) fn before(&self, column: usize) -> &Line {
        &self.columns[column]
    }
}

/// One line from edge to edge of the board.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// For each place how many edges before it have cloth on both sides.
    sewn: Vec<usize>,
    /// For each place the least end of a stretch that begins behind it and is a whole side of neither part.
    steps: Vec<usize>,
}

impl Line {
    /// The line with cloth on this side and on that.
    fn of(beside: impl Iterator<Item = (bool, bool)>) -> Self {
        let beside: Vec<(bool, bool)> = beside.collect();
        let mut sewn = vec![0];
        for &(this, that) in &beside {
            sewn.push(sewn[sewn.len() - 1] + usize::from(this && that));
        }
        let mut line = Self { sewn, steps: vec![usize::MAX; beside.len() + 1] };
        for (from, to) in line.stretches(0, beside.len()) {
            // Where both parts end, or the board does, nothing goes on.
            let goes_on = |at: Option<usize>| at.and_then(|at| beside.get(at)).copied().unwrap_or_default();
            let ends = [goes_on(from.checked_sub(1)), goes_on(Some(to))];
            let whole = |side: fn((bool, bool)) -> bool| !ends.into_iter().any(side);
            if !whole(|(this, _)| this) && !whole(|(_, that)| that) {
                line.steps[..from].iter_mut().for_each(|end| *end = to.min(*end));
            }
        }
        line
    }

    /// The length of the seam between two places; none if one of its stretches is a whole side of neither
    /// part.
    pub(super) fn seam(&self, from: usize, to: usize) -> Option<usize> {
        // A stretch is a step only if both its ends lie inside.
        (self.steps[from] >= to).then(|| self.sewn(from, to))
    }

    /// How many edges between two places have cloth on both sides.
    pub(super) fn sewn(&self, from: usize, to: usize) -> usize {
        self.sewn[to] - self.sewn[from]
    }

    /// The stretches with cloth on both sides, as they follow one another between two places.
    pub(super) fn stretches(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for at in (from..to).filter(|&at| self.sewn(at, at + 1) == 1) {
            match stretches.last_mut() {
                Some((_, end)) if *end == at => *end = at + 1,
                _ => stretches.push((at, at + 1)),
            }
        }
        stretches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line from what is above and below it.
    fn line(above: &str, below: &str) -> Line {
        let cloth = |letter: char| letter != '.';
        Line::of(above.chars().zip(below.chars()).map(|(above, below)| (cloth(above), cloth(below))))
    }

    #[track_caller]
    fn seam(above: &str, below: &str, expected: Option<usize>) {
        assert_eq!(line(above, below).seam(0, above.len()), expected, "{above} over {below}");
        assert_eq!(line(below, above).seam(0, above.len()), expected, "{below} over {above}");
    }

    #[test]
    fn a_seam_is_a_whole_side_of_one_part() {
        seam("AAA", "BBB", Some(3));
        seam("AAA", ".B.", Some(1));
        seam("AAA", "B.B", Some(2));
        seam("A..", "..B", Some(0));
        seam("AA.", ".BB", None);
        seam("AA.B", ".CCC", None);
        // Each stretch by itself: the second is a side of what is above.
        seam("AAA.B", ".CC.C", Some(3));
        // Both stretches are sides of the three small ones; the long one is none of them.
        seam("A.AAA", "BBB.B", None);
    }

    #[test]
    fn what_is_cut_off_does_not_go_on() {
        let line = line("AA.", ".BB");
        assert_eq!([line.seam(0, 3), line.seam(1, 3), line.seam(0, 2)], [None, Some(1), Some(1)]);
        assert_eq!(super::Line::of([].into_iter()).seam(0, 0), Some(0));
    }
}
