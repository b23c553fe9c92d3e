//! Tables: heads that are repeated on every page, numbers flush right, words that wrap.

use super::sizes::{AIR, LINE, TEXT};
use super::stack::{Stack, Unit, count_across};
use super::text_lines::{baseline, line, width_of, wrapped};
use crate::drawing::{Anchor, Canvas, Role, Text};
use crate::geometry::{Bounds, Point};

/// So many lines of a row stay on one page.
const TOGETHER: usize = 4;

/// A table of so few lines stays on one page; chosen by eye.
const SHORT: usize = 8;

/// How the cells of a column are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// Flush right, as wide as the widest.
    Number,
    /// Flush left; wrapped where there is too little room.
    Words,
}

/// Rows and columns under heads. A table of narrow rows takes several columns of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The heads, with how each column is set.
    pub heads: Vec<(String, Column)>,
    /// The rows, each with a cell a column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn stack(&self, room: f64) -> Stack<'_> {
        let widths = self.widths(room);
        let width = widths.iter().sum::<f64>() + AIR * widths.len().saturating_sub(1) as f64;
        let across = count_across(room, width, 3.0 * AIR);
        let rows = self.rows.iter().map(|row| lines(row, &widths));
        let rows: Vec<Vec<Vec<String>>> = rows.collect();
        let is_short = across == 1 && rows.iter().map(Vec::len).sum::<usize>() <= SHORT;
        let kept = match is_short {
            true => vec![rows.concat()],
            false => rows.iter().flat_map(|lines| lines.chunks(TOGETHER).map(<[_]>::to_vec)).collect(),
        };
        let unit = |lines: Vec<Vec<String>>| {
            let widths = widths.clone();
            let height = LINE * lines.len() as f64;
            let draw = move |canvas: &mut Canvas, room: Bounds| {
                for (index, cells) in lines.iter().enumerate() {
                    let room = Bounds { top: room.top + LINE * index as f64, ..room };
                    self.draw_line(canvas, room, cells, &widths, false);
                }
            };
            Unit { height, draw: Box::new(draw) }
        };
        let units = kept.into_iter().map(unit).collect();
        let head = move |canvas: &mut Canvas, room: Bounds| {
            let heads: Vec<String> = self.heads.iter().map(|(head, _)| head.clone()).collect();
            self.draw_line(canvas, room, &heads, &widths, true);
            let y = room.top + LINE + AIR / 4.0;
            canvas.line(Role::Guide, Point { x: room.left, y }, Point { x: room.left + width, y });
        };
        let head = Some(Unit { height: LINE + AIR / 2.0, draw: Box::new(head) });
        Stack { head, units, across, width, keeps_next: false, is_whole: false }
    }

    /// The width of each column: what it needs, or for words a fair share of what is left.
    fn widths(&self, room: f64) -> Vec<f64> {
        let natural: Vec<f64> = (0..self.heads.len()).map(|column| self.natural(column)).collect();
        let air = AIR * natural.len().saturating_sub(1) as f64;
        let too_wide = natural.iter().sum::<f64>() + air - room;
        if too_wide <= 0.0 {
            return natural;
        }
        // The widest column of words gives way; the others keep what they need, but no more than an equal
        // share.
        let share = (room - air) / natural.len() as f64;
        let is_words = |column: usize| self.heads[column].1 == Column::Words;
        let shrunk: f64 =
            (0..natural.len()).filter(|&c| is_words(c)).map(|c| (natural[c] - share).max(0.0)).sum();
        let give = (too_wide / shrunk).min(1.0);
        let width = |(column, &wide): (usize, &f64)| {
            if is_words(column) { wide - (wide - share).max(0.0) * give } else { wide }
        };
        self.balanced(natural.iter().enumerate().map(width).collect())
    }

    /// The same width in all, shared so that rows take few lines: a column of words gives to another while that makes the table
    /// lower, and stays as wide as its longest word and its head.
    fn balanced(&self, mut widths: Vec<f64>) -> Vec<f64> {
        /// Tables with more rows stay as they are: they are long anyway.
        const MOST_ROWS: usize = 24;
        /// By how many mm columns become wider; chosen by eye.
        const STEPS: [f64; 4] = [32.0, 16.0, 8.0, 4.0];
        let is_words = |column: &usize| self.heads[*column].1 == Column::Words;
        let columns: Vec<usize> = (0..widths.len()).filter(is_words).collect();
        if self.rows.len() > MOST_ROWS {
            return widths;
        }
        let longest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            // A head stays in one line.
            let words = cells.flat_map(|cell| cell.split(' ')).chain([self.heads[column].0.as_str()]);
            words.map(|words| width_of(words, TEXT)).fold(0.0, f64::max)
        };
        let least: Vec<f64> = (0..widths.len()).map(longest).collect();
        let of = |column: usize, width: f64| -> Vec<usize> {
            let cells = self.rows.iter().map(|row| row.get(column).map_or("", String::as_str));
            cells.map(|cell| wrapped(cell, TEXT, width + 1e-6).len()).collect()
        };
        let height = |lines: &[Vec<usize>]| -> usize {
            let row = |row: usize| lines.iter().map(|column| column[row]).max().unwrap_or(0);
            (0..self.rows.len()).map(row).sum()
        };
        let mut lines: Vec<Vec<usize>> =
            widths.iter().enumerate().map(|(at, &width)| of(at, width)).collect();
        let pairs = || columns.iter().flat_map(|&from| columns.iter().map(move |&to| (from, to)));
        for step in STEPS {
            for (from, to) in pairs().filter(|(from, to)| from != to) {
                while widths[from] - step >= least[from] {
                    let mut tried = lines.clone();
                    (tried[from], tried[to]) = (of(from, widths[from] - step), of(to, widths[to] + step));
                    if height(&tried) >= height(&lines) {
                        break;
                    }
                    lines = tried;
                    widths[from] -= step;
                    widths[to] += step;
                }
            }
        }
        widths
    }

    fn natural(&self, column: usize) -> f64 {
        let (head, set) = &self.heads[column];
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let widest = match set {
            // Digits are equally wide; letters of units may be wider.
            Column::Number => {
                let digits = |cell: &String| width_of(&"0".repeat(cell.chars().count()), TEXT);
                cells.map(|cell| digits(cell).max(width_of(cell, TEXT))).fold(0.0, f64::max)
            }
            Column::Words => cells.map(|cell| width_of(cell, TEXT)).fold(0.0, f64::max),
        };
        widest.max(width_of(head, TEXT))
    }

    fn draw_line(&self, canvas: &mut Canvas, room: Bounds, cells: &[String], widths: &[f64], bold: bool) {
        let mut left = room.left;
        for ((cell, &width), (_, set)) in cells.iter().zip(widths).zip(&self.heads) {
            let at = baseline(left, room.top);
            let text = match set {
                Column::Number => Text::new(cell, Point { x: left + width, ..at }, TEXT, Anchor::End),
                Column::Words => line(cell, at, TEXT, width + 1e-6),
            };
            if !cell.is_empty() {
                canvas.text(Role::Label, if bold { text.bold() } else { text });
            }
            left += width + AIR;
        }
    }
}

/// A row in as many lines as its longest cell takes; cells that are done are empty.
fn lines(row: &[String], widths: &[f64]) -> Vec<Vec<String>> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, &width)| wrapped(cell, TEXT, width + 1e-6)).collect();
    let most = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| cells.iter().map(|cell| cell.get(index).cloned().unwrap_or_default()).collect();
    (0..most).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_words_share_their_width_so_that_the_table_is_low() {
        let row = ["a", "twelve words here ", "one two "].map(|words| words.repeat(9));
        let table = Table { heads: vec![("of".to_owned(), Column::Words); 3], rows: vec![row.to_vec(); 4] };
        let (room, air) = (120.0, 2.0 * AIR);
        let widths = table.widths(room);
        assert!((widths.iter().sum::<f64>() + air - room).abs() < 1e-6, "{widths:?}");
        let height = |widths: &[f64]| lines(&table.rows[0], widths).len();
        assert!(height(&widths) < height(&[(room - air) / 3.0; 3]), "{widths:?}");
        assert!(widths[0] >= width_of(&table.rows[0][0], TEXT), "no word is divided: {widths:?}");
        let heads = ["cut (unfinished)", "of", "of"].map(|head| (head.to_owned(), Column::Words)).to_vec();
        let headed = Table { heads, ..table };
        let widths = headed.widths(room);
        assert!(widths[0] >= width_of("cut (unfinished)", TEXT), "no head is cut off: {widths:?}");
    }

    #[test]
    fn sizes_with_wide_letters_stay_in_one_line() {
        let rows = ["130 mm", "9 1/2 in", "1320.2 mm × 911.1 mm"].map(|cell| vec![cell.to_owned()]).to_vec();
        let table = Table { heads: vec![("cell".to_owned(), Column::Number)], rows };
        let widths = table.widths(200.0);
        assert!(table.rows.iter().all(|row| lines(row, &widths).len() == 1), "{widths:?}");
        let alone = Table { rows: table.rows[..1].to_vec(), ..table };
        assert_eq!(lines(&alone.rows[0], &alone.widths(200.0)).len(), 1);
    }
}
