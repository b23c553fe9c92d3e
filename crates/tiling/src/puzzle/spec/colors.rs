//! The colors of a puzzle file: of the board, of its border, and of pieces.

use super::super::{Colors, PieceColors, Puzzle, Turned};
use super::pieces::{Entry, index};
use super::rows::{drawn_colors, listed_cells};
use crate::json::{Node, Object};
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;

pub(super) const KEYS: &[&str] = &["color", "cells"];

/// Returns the colors of a file and of its pieces.
pub(super) fn colors(file: &Object<'_>, lattice: Lattice, pieces: &[Entry<'_>]) -> Option<Colors> {
    let board = file.get("colors").map_or(Some(Vec::new()), |node| board(node, lattice));
    let border = file.get("border").map_or(Some(None), |node| color(node).map(Some));
    let names = index(pieces).into_iter();
    let is_turned = |name: &str| pieces.iter().any(|entry| entry.turned.as_deref() == Some(name));
    let turned = names
        .filter(|(name, _)| is_turned(name))
        .map(|(name, pieces)| Turned { pieces, name: name.to_owned() });
    let turned = turned.collect();
    let pieces = pieces.iter().enumerate().map(|(piece, entry)| {
        let (cells, sides) = entry.colors.clone();
        PieceColors { piece, cells, sides }
    });
    Some(Colors { board: board?, border: border?, pieces: pieces.collect(), turned })
}

/// Cells with their colors: drawn, or listed by color.
fn board(node: Node<'_>, lattice: Lattice) -> Option<Vec<(Cell, char)>> {
    let entries = node.list(1, node.limits().get(Limit::RegionCells))?;
    if !entries[0].is_object() {
        return Some(drawn_colors(node, lattice)?.into_iter().filter(|&(_, color)| color != '#').collect());
    }
    let listed = entries.into_iter().map(|entry| {
        let object = entry.object(KEYS)?;
        let color = object.require("color").and_then(color);
        let cells = object.require("cells")?;
        let (cells, color) = (listed_cells(cells, cells.limits().get(Limit::RegionCells))?, color?);
        Some(cells.into_iter().map(move |(cell, _)| (cell, color)))
    });
    let listed: Vec<_> = listed.collect();
    Some(listed.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// A letter or a digit; what else it is, the puzzle refuses.
fn color(node: Node<'_>) -> Option<char> {
    let mut marks = node.text()?.chars();
    match (marks.next(), marks.next()) {
        (Some(color), None) => Some(color),
        _ => node.wrong_type("a letter or a digit"),
    }
}

/// Returns the members of a puzzle's file that say its colors.
pub(super) fn members(puzzle: &Puzzle, cells_text: impl Fn(&[Cell]) -> String) -> Vec<String> {
    let Colors { board, border, .. } = puzzle.colors();
    let mut shown: Vec<char> = board.iter().map(|&(_, color)| color).collect();
    shown.sort_unstable();
    shown.dedup();
    let listed = shown.iter().map(|color| {
        let cells: Vec<Cell> = board.iter().filter(|(_, own)| own == color).map(|&(cell, _)| cell).collect();
        format!("    {{ \"color\": \"{color}\", \"cells\": [{}] }}", cells_text(&cells))
    });
    let listed: Vec<String> = listed.collect();
    let board = (!listed.is_empty()).then(|| format!("\"colors\": [\n{}\n  ]", listed.join(",\n")));
    board.into_iter().chain(border.map(|color| format!("\"border\": \"{color}\""))).collect()
}
