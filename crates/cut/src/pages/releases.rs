//! Lists the release order: the lines that release the pieces.

use crate::job_sheet::{ReleaseRange, ranges};
use crate::plan::{CutSummary, LinesCut};
use piecework_draw::page::{Block, Column, Table};

/// The most pieces in the list, on about twenty pages; longer lists are in the plan.
const MOST: usize = 5_000;

/// Returns the list with its explanation; empty if lines are not shared, if tabs hold all pieces, or if the
/// list would be too long.
pub(super) fn blocks(summary: &CutSummary) -> Vec<Block<'static>> {
    if summary.lines != LinesCut::Shared || summary.free.is_empty() || summary.free.len() > MOST {
        return Vec::new();
    }
    let from = if summary.sheets > 1 { "from 1 on every sheet" } else { "from 1" };
    let words =
        format!("Each line releases the pieces beside it. Lines are numbered in cutting order, {from}.");
    vec![Block::paragraph(words), Block::Table(table(summary))]
}

/// Returns a row for each range of lines, in cutting order on each sheet, with the pieces they release.
fn table(summary: &CutSummary) -> Table {
    let (many, sets) = (summary.sheets > 1, summary.copies > 1);
    let row = |range: ReleaseRange| {
        let numbers: Vec<String> = range.pieces.iter().map(ToString::to_string).collect();
        let (sheet, set) = (many.then(|| range.sheet.to_string()), sets.then(|| range.set.to_string()));
        let cells = [sheet, set, Some(range.in_words()), Some(numbers.join(" "))];
        cells.into_iter().flatten().collect()
    };
    let heads = [
        many.then_some(("sheet", Column::Number)),
        sets.then_some(("set", Column::Number)),
        Some(("line", Column::Words)),
        Some(("pieces", Column::Words)),
    ];
    let heads = heads.into_iter().flatten().map(|(head, column)| (head.to_owned(), column));
    Table { heads: heads.collect(), rows: ranges(&summary.free).into_iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CutOptions, LineOptions, Lines, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn summary(lines: Lines, tabs: usize) -> CutSummary {
        let grids =
            read_letter_grids(Lattice::Square, "AABB\nCCDD\nEEFF", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let mut line = LineOptions { lines, ..LineOptions::default() };
        (line.tool.tabs, line.tool.tab_width) = (tabs, 1.0);
        let bed = machine("generic").expect("embedded").bed;
        let options = CutOptions { line, stock: Some((60.0, 60.0).into()), ..CutOptions::new(20.0, bed) };
        plan(&tiling, &options).expect("a plan").summary
    }

    #[test]
    fn every_piece_is_listed_once_in_the_order_of_release() {
        let summary = summary(Lines::Shared, 0);
        assert!(summary.sheets > 1, "in panels");
        let table = table(&summary);
        let heads: Vec<&str> = table.heads.iter().map(|(head, _)| head.as_str()).collect();
        assert_eq!(heads, ["sheet", "line", "pieces"]);
        let number = |row: &[String], column: usize| row[column].parse::<usize>().expect("a number");
        assert!(table.rows.is_sorted_by_key(|row| (number(row, 0), number(row, 1))));
        let all = table.rows.iter().flat_map(|row| row[2].split(' '));
        let mut pieces: Vec<usize> = all.map(|piece| piece.parse().expect("a number")).collect();
        pieces.sort_unstable();
        assert_eq!(pieces, (1..=6).collect::<Vec<usize>>());
    }

    #[test]
    fn without_shared_lines_there_is_no_release_list() {
        assert_eq!(blocks(&summary(Lines::Shared, 0)).len(), 2);
        assert!(blocks(&summary(Lines::Separate, 0)).is_empty());
        assert!(blocks(&summary(Lines::Shared, 1)).is_empty(), "tabs hold the pieces");
        let mut many = summary(Lines::Shared, 0);
        many.free = vec![many.free[0]; MOST + 1];
        assert!(blocks(&many).is_empty());
    }
}
