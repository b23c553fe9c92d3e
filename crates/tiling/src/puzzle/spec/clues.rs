//! The clues of a puzzle file: letters, numbers and edges.

use super::super::Clue;
use super::pieces::{Entry, index};
use super::placed::piece;
use super::rows::{cell, listed_cells};
use crate::json::{Node, Object};
use crate::lattice::Cell;
use crate::limits::Limit;

/// The keys of the clues.
pub(super) const KEYS: [&str; 3] = ["letters", "numbers", "edges"];

/// More sides than any cell has; the puzzle checks them exactly.
const MOST_SIDES: i64 = 16;

/// Returns all clues of a file.
pub(super) fn clues(file: &Object<'_>, pieces: &[Entry<'_>]) -> Option<Vec<Clue>> {
    let index = index(pieces);
    let letters = all(file, "letters", |node| {
        let object = node.object(&["piece", "cells"])?;
        let (piece, cells) = (object.require("piece").and_then(|node| piece(node, &index)), cells(&object));
        let piece = piece?.start;
        Some(cells?.into_iter().map(|cell| Clue::Letter { cell, piece }).collect())
    });
    let numbers = all(file, "numbers", |node| {
        let object = node.object(&["sides", "cells"])?;
        let sides = object.require("sides").and_then(|node| node.integer(0, MOST_SIDES));
        let (sides, cells) = (sides.and_then(|sides| u32::try_from(sides).ok()), cells(&object));
        let sides = sides?;
        Some(cells?.into_iter().map(|cell| Clue::Number { cell, sides }).collect())
    });
    let edges = all(file, "edges", |node| {
        let pair = node.list(2, 2)?;
        let (one, other) = (cell(pair[0]), cell(pair[1]));
        Some(vec![Clue::between(one?, other?)])
    });
    Some([letters?, numbers?, edges?].concat())
}

/// Reads a list of entries; each is read even if another is wrong.
fn all(file: &Object<'_>, key: &str, entry: impl Fn(Node<'_>) -> Option<Vec<Clue>>) -> Option<Vec<Clue>> {
    let Some(node) = file.get(key) else { return Some(Vec::new()) };
    let entries = node.list(1, node.limits().get(Limit::RegionCells))?;
    let read: Vec<Option<Vec<Clue>>> = entries.into_iter().map(entry).collect();
    Some(read.into_iter().collect::<Option<Vec<Vec<Clue>>>>()?.concat())
}

fn cells(object: &Object<'_>) -> Option<Vec<Cell>> {
    let node = object.require("cells")?;
    let listed = listed_cells(node, node.limits().get(Limit::RegionCells))?;
    Some(listed.into_iter().map(|(cell, _)| cell).collect())
}
