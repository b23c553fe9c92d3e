//! Prints the weights of cells as rows.

use piecework_tiling::lattice::Cell;

/// Returns rows with the text of each cell, in reading order, and dots before cells that are missing. Columns
/// are as wide as the longest text; wide ones stand apart.
pub(super) fn rows(cells: impl Iterator<Item = (Cell, String)>) -> Option<Vec<String>> {
    let cells: Vec<(Cell, String)> = cells.collect();
    let left = cells.iter().map(|(cell, _)| cell.x).min()?;
    let width = cells.iter().map(|(_, text)| text.len()).max()?;
    let width = if width > 1 { width + 1 } else { width };
    let mut rows: Vec<String> = Vec::new();
    let mut row = cells.first()?.0.y - 1;
    for (cell, text) in &cells {
        while row < cell.y {
            rows.push(String::new());
            row += 1;
        }
        let line = rows.last_mut()?;
        let column = usize::try_from(cell.x.abs_diff(left)).unwrap_or(usize::MAX);
        let missing = column.saturating_sub(line.len() / width);
        line.extend(std::iter::repeat_n(format!("{:>width$}", '.'), missing));
        *line += &format!("{text:>width$}");
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cells: &[(i32, i32, i32)], picture: &[&str]) {
        let cells = cells.iter().map(|&(x, y, number)| (Cell::new(x, y), number.to_string()));
        assert_eq!(rows(cells).expect("there are some"), picture);
    }

    #[test]
    fn pictures_keep_rows_and_columns() {
        check(&[(2, -1, 1), (3, -1, 0), (1, 1, 2), (4, 1, 7)], &[".10", "", "2..7"]);
        check(&[(0, 0, 1), (1, 0, -1), (2, 1, 12)], &["  1 -1", "  .  . 12"]);
        assert_eq!(rows(std::iter::empty()), None);
    }
}
