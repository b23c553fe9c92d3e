//! Defines canonical cuts, which divide a tiling of a rectangle into a part below and a part above.
//!
//! A part below, turned over, is a part above at another cut. So two parts below can be joined to a
//! rectangle.
//!
//! Each placement has a key: four times the row of its center, plus the sign of the first odd moment of its
//! rows about that center which is not zero. Turning the rectangle over negates the key, up to a constant, so
//! it reverses the order of placements. A cut after `4 k + c` has below it all placements with a key up to
//! that. Turned over, `c` becomes `3 - c`. With `c = 1` that is the same cut if no key is `4 k + 2`, which
//! only orientations of even height and sign 0 have; with `c = 3` it is the same if no key is `4 k`, which
//! only those of odd height and sign 0 have. If there are orientations of both kinds, cuts with `c = 1` and
//! `c = 2` alternate and become each other.
//!
//! Rows are counted upwards. A state is the set of cells covered after a number of steps; it is described by
//! columns of bits, the lowest bit being the lowest row that may still be open.
//!
//! # Source
//! K. Dahlke, "trec": breadth-first search over such cuts, meeting in the middle.

use crate::ground::lists::compact;
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::{Freedom, Shape};

/// One orientation of a piece.
#[derive(Debug, Clone)]
pub(super) struct Laid {
    /// The piece.
    pub(super) piece: usize,
    /// Rows (upwards) and columns of its cells, both from 0.
    pub(super) cells: Vec<(u32, u32)>,
    /// Its columns as bits of rows, from the left.
    pub(super) columns: Vec<u32>,
    /// Its rows as bits of columns, upwards.
    pub(super) rows: Vec<u64>,
    /// -1, 0 or 1: what is added to four times the row of the center.
    sign: i32,
}

/// The step from one cut to the next.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// For each orientation, the row of the state for its lowest row; `None` if it is not placed in this
    /// step.
    pub(super) row: Vec<Option<u32>>,
    /// For each orientation, the lowest row (in the state before this step) for its lowest row in later
    /// steps.
    pub(super) later: Vec<i32>,
    /// Whether the lowest row is complete after this step, so that the state moves up by one.
    pub(super) moves_up: bool,
}

/// The canonical cuts for a set of pieces.
#[derive(Debug, Clone)]
pub(super) struct Cuts {
    pub(super) orientations: Vec<Laid>,
    /// The steps, repeated cyclically.
    pub(super) steps: Vec<Step>,
    /// How many rows a state has during a step.
    pub(super) rows: u32,
    /// How many of them can be covered between steps.
    pub(super) rows_between: u32,
    /// How many of them are covered in an empty rectangle, because they are below it.
    pub(super) depth: u32,
    /// The longest side of any piece.
    pub(super) longest: u32,
    /// The row of a state that is turned onto row 0 of the other part.
    turned_onto_first: i32,
}

impl Cuts {
    /// Returns the cuts for pieces that may be turned and flipped; they are on the square lattice.
    pub(super) fn new(shapes: &[Shape]) -> Self {
        let orientations = orientations(shapes);
        let ambiguous = |odd: u32| orientations.iter().any(|laid| laid.sign == 0 && laid.height() % 2 == odd);
        match (ambiguous(0), ambiguous(1)) {
            (true, true) => Self::alternating(orientations),
            (true, false) => Self::single(orientations, 3),
            (false, true) => Self::single(orientations, 1),
            (false, false) => {
                let [one, three] = [1, 3].map(|class| Self::single(orientations.clone(), class));
                if three.rows < one.rows { three } else { one }
            }
        }
    }

    /// Cuts after `4 k + class`, one for each row.
    fn single(orientations: Vec<Laid>, class: i32) -> Self {
        let first: Vec<i32> = orientations.iter().map(|laid| laid.last_row_before(class)).collect();
        let depth = deepest(&first);
        let row: Vec<Option<u32>> = first.iter().map(|&row| u32::try_from(row + depth).ok()).collect();
        let later = first.iter().map(|&row| row + depth + 1).collect();
        let turned = if class == 1 { 2 * depth - 1 } else { 2 * depth };
        Self::with_steps(orientations, vec![Step { row, later, moves_up: true }], depth, turned)
    }

    /// Cuts after `4 k + 1` and after `4 k + 2`: first all but the ambiguous orientations of even height,
    /// then those.
    fn alternating(orientations: Vec<Laid>) -> Self {
        let late = |laid: &Laid| laid.sign == 0 && laid.height().is_multiple_of(2);
        let first: Vec<i32> =
            orientations.iter().map(|laid| laid.last_row_before(if late(laid) { 2 } else { 1 })).collect();
        // The late step comes after the state has moved up, so it needs one row more below.
        let depth = deepest(&first).max(
            orientations
                .iter()
                .zip(&first)
                .filter(|(laid, _)| late(laid))
                .map(|(_, row)| 1 - row)
                .max()
                .unwrap_or(0),
        );
        let rows = |in_step: bool, up: i32| {
            let laid = orientations.iter().zip(&first);
            laid.map(|(laid, &row)| {
                (late(laid) == in_step).then(|| u32::try_from(row + depth - up).ok()).flatten()
            })
            .collect::<Vec<Option<u32>>>()
        };
        let later = |in_step: bool, up: i32, of_step: i32, of_others: i32| {
            let laid = orientations.iter().zip(&first);
            laid.map(|(laid, &row)| {
                row + depth - up + if late(laid) == in_step { of_step } else { of_others }
            })
            .collect::<Vec<i32>>()
        };
        let early_step = Step { row: rows(false, 0), later: later(false, 0, 1, 0), moves_up: true };
        let late_step = Step { row: rows(true, 1), later: later(true, 1, 1, 1), moves_up: false };
        Self::with_steps(orientations.clone(), vec![early_step, late_step], depth, 2 * depth - 1)
    }

    fn with_steps(orientations: Vec<Laid>, steps: Vec<Step>, depth: i32, turned_onto_first: i32) -> Self {
        let top = |step: &Step| {
            let tops =
                orientations.iter().zip(&step.row).filter_map(|(laid, row)| Some((*row)? + laid.height()));
            tops.max().unwrap_or(0)
        };
        let rows = steps.iter().map(top).max().unwrap_or(0);
        let between = steps.iter().map(|step| top(step) - u32::from(step.moves_up)).max().unwrap_or(0);
        let longest = orientations.iter().map(Laid::height).max().unwrap_or(0);
        let depth = u32::try_from(depth).unwrap_or(0);
        let rows_between = between.max(depth);
        Self { rows: rows.max(depth), rows_between, depth, longest, orientations, steps, turned_onto_first }
    }

    /// Returns the step that follows after `stage` steps, as its number.
    pub(super) fn step_at(&self, stage: u32) -> usize {
        stage as usize % self.steps.len()
    }

    /// Returns the row of the rectangle that is the lowest row of a state after `stage` steps.
    pub(super) fn lowest_row(&self, stage: u32) -> i64 {
        i64::from(stage.div_ceil(compact(self.steps.len()))) - i64::from(self.depth)
    }

    /// Returns the total number of steps of two parts below that make up `height` rows.
    pub(super) fn steps_to_meet(&self, height: u32) -> u32 {
        match self.steps.len() {
            1 if self.turned_onto_first % 2 == 0 => height - 1,
            1 => height,
            _ => 2 * height - 1,
        }
    }

    /// Returns a column of the space above a state, as a column of the part above turned over; `None` if no
    /// part below has such a column.
    pub(super) fn turned_over(&self, column: u32) -> Option<u32> {
        let rows = i32::try_from(self.rows).unwrap_or(i32::MAX);
        let last = self.turned_onto_first;
        let covered = |row: i32| row < 0 || (row < rows && column >> row & 1 == 1);
        // Below the rows of the other part everything must be full, and above them empty.
        let fits = (0..rows).all(|row| if covered(row) { row <= last } else { row > last - rows });
        let open = (0..rows).filter(|&row| !covered(last - row));
        fits.then(|| open.fold(0, |turned, row| turned | 1 << row))
    }
}

impl Laid {
    fn new(piece: usize, shape: &Shape) -> Self {
        let small = |number: i32| u32::try_from(number).unwrap_or(0);
        let cells: Vec<(u32, u32)> =
            shape.cells().iter().map(|&Cell { x, y }| (small(y), small(x))).collect();
        let (height, width) =
            cells.iter().fold((0, 0), |size, cell| (size.0.max(cell.0), size.1.max(cell.1)));
        let mut columns = vec![0; width as usize + 1];
        let mut rows = vec![0; height as usize + 1];
        for &(row, column) in &cells {
            columns[column as usize] |= 1 << row;
            rows[row as usize] |= 1 << column;
        }
        let sign = sign(&rows);
        Self { piece, cells, columns, rows, sign }
    }

    pub(super) fn height(&self) -> u32 {
        compact(self.rows.len())
    }

    /// Returns the highest lowest row with a key of at most `class`.
    fn last_row_before(&self, class: i32) -> i32 {
        let height = i32::try_from(self.height()).unwrap_or(i32::MAX);
        (class - 2 * (height - 1) - self.sign).div_euclid(4)
    }
}

/// Returns how far below row 0 these rows begin.
fn deepest(rows: &[i32]) -> i32 {
    rows.iter().map(|row| -row).max().unwrap_or(0).max(0)
}

/// Returns the sign of the first odd moment of the rows about their center that is not zero.
fn sign(rows: &[u64]) -> i32 {
    let last = rows.len() as i64 - 1;
    let moment = |power: u32| -> i64 {
        let rows = (0..).zip(rows);
        rows.map(|(row, cells): (i64, _)| i64::from(cells.count_ones()) * (2 * row - last).pow(power)).sum()
    };
    // Two rows at the same distance from the center give one condition, so no more moments are needed.
    let moments = (0..compact(rows.len()) / 2).map(|pair| moment(2 * pair + 1));
    moments.map(|moment| moment.signum() as i32).find(|&sign| sign != 0).unwrap_or(0)
}

fn orientations(shapes: &[Shape]) -> Vec<Laid> {
    let of_piece = |(piece, shape): (usize, &Shape)| {
        let all = shape.orientations(Freedom::Free).into_iter();
        all.map(move |orientation| Laid::new(piece, &orientation.shape)).collect::<Vec<Laid>>()
    };
    shapes.iter().enumerate().flat_map(of_piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::puzzle::pieces_from_hex;

    fn cuts(names: &str) -> Cuts {
        let pieces = pieces_from_hex(names).expect("good names");
        Cuts::new(&pieces.into_iter().map(|piece| piece.shape).collect::<Vec<Shape>>())
    }

    /// Names, and for each: steps per row, rows during a step, rows below the rectangle, steps to meet in ten
    /// rows.
    const KNOWN: [(&str, usize, u32, u32, u32); 6] = [
        ("f840", 1, 5, 2, 10),
        ("e0f080", 1, 4, 1, 9),
        ("fcf030", 1, 6, 2, 9),
        ("e0c040", 1, 3, 1, 10),
        ("f820_e070", 2, 5, 2, 19),
        ("c0c0", 1, 2, 0, 9),
    ];

    #[test]
    fn cuts_of_known_pieces() {
        for (names, steps, rows, depth, meet) in KNOWN {
            let cuts = cuts(names);
            let found = (cuts.steps.len(), cuts.rows, cuts.depth, cuts.steps_to_meet(10));
            assert_eq!(found, (steps, rows, depth, meet), "{names}");
        }
    }

    #[test]
    fn a_column_turned_over_twice_is_itself() {
        for (names, ..) in KNOWN {
            let cuts = cuts(names);
            let columns =
                (0..1u32 << cuts.rows_between).filter_map(|column| Some((column, cuts.turned_over(column)?)));
            let pairs: Vec<(u32, u32)> = columns.collect();
            assert!(
                pairs.iter().all(|&(column, turned)| cuts.turned_over(turned) == Some(column)),
                "{names}"
            );
            assert!(pairs.len() > 1, "{names}: {pairs:?}");
        }
    }

    #[test]
    fn turning_an_orientation_over_turns_its_sign() {
        for laid in cuts("f840_fcf030_e0c040_c060").orientations {
            let mut rows = laid.rows.clone();
            rows.reverse();
            assert_eq!(sign(&rows), -laid.sign, "{:?}", laid.cells);
        }
    }
}
