//! Lists the release order: the line that releases each piece.

use crate::plan::{CutSummary, LinesCut, Release};
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

/// Returns a row for each piece, in the order of release on each sheet.
fn table(summary: &CutSummary) -> Table {
    let mut panel_of = vec![0; summary.free.len()];
    for panel in &summary.panels {
        panel.pieces.iter().for_each(|piece| panel_of[piece - 1] = panel.panel);
    }
    let mut order: Vec<&Release> = summary.free.iter().collect();
    order.sort_by_key(|release| (release.sheet, release.step, release.piece));
    let (many, split) = (summary.sheets > 1, !summary.panels.is_empty());
    let cells = |release: &&Release| {
        let sheet = many.then_some(release.sheet);
        let panel = split.then(|| panel_of[release.piece - 1]);
        let numbers = [sheet, panel, Some(release.step), Some(release.piece)];
        numbers.into_iter().flatten().map(|number| number.to_string()).collect()
    };
    let heads = [many.then_some("sheet"), split.then_some("panel"), Some("line"), Some("piece")];
    let heads = heads.into_iter().flatten().map(|head| (head.to_owned(), Column::Number));
    Table { heads: heads.collect(), rows: order.iter().map(cells).collect() }
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
        assert_eq!(heads, ["sheet", "panel", "line", "piece"]);
        let number = |row: &[String], column: usize| row[column].parse::<usize>().expect("a number");
        let key = |row: &Vec<String>| (number(row, 0), number(row, 2), number(row, 3));
        assert!(table.rows.is_sorted_by_key(key));
        let mut pieces: Vec<usize> = table.rows.iter().map(|row| number(row, 3)).collect();
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
