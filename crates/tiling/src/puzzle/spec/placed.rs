//! The pieces of a puzzle file that are placed already.

use std::ops::Range;

use super::super::Placed;
use super::PuzzleFileError;
use super::pieces::{Entry, Index, index};
use super::rows::{drawn_cells, listed_cells};
use crate::json::Node;
use crate::lattice::Lattice;
use crate::limits::Limit;
use crate::names;
use crate::text;

pub(super) const KEYS: &[&str] = &["piece", "rows", "cells"];

/// Returns the placed pieces of the list `node`, each with its entry in the file. Rows and cells are places
/// in the region.
pub(super) fn placed<'d>(
    node: Node<'d>,
    lattice: Lattice,
    pieces: &[Entry<'_>],
) -> Option<Vec<(Placed, Node<'d>)>> {
    let entries = node.list(1, node.limits().get(Limit::RegionCells))?;
    // A piece that is turned to show other sides is placed in one of its orientations.
    let mut index = index(pieces);
    index.retain(|_, pieces| pieces.len() == 1);
    // Each is read even if another is wrong.
    let placed: Vec<Option<(Placed, Node<'d>)>> =
        entries.into_iter().map(|node| Some((entry(node, lattice, &index)?, node))).collect();
    placed.into_iter().collect()
}

fn entry(node: Node<'_>, lattice: Lattice, index: &Index<'_>) -> Option<Placed> {
    let object = node.object(KEYS)?;
    let piece = object.require("piece").and_then(|node| piece(node, index));
    let cells = object.one_of(&["rows", "cells"]).and_then(|(form, node)| match form {
        "rows" => drawn_cells(node, lattice),
        _ => {
            let listed = listed_cells(node, node.limits().get(Limit::PieceCells))?;
            Some(listed.into_iter().map(|(cell, _)| cell).collect())
        }
    });
    Some(Placed { cells: cells?, piece: piece?.start })
}

/// Returns the indices of the piece with this name.
pub(super) fn piece(node: Node<'_>, index: &Index<'_>) -> Option<Range<usize>> {
    let name = node.text()?;
    let known = index.get(name).cloned();
    if known.is_none() {
        let nearest = names::nearest(name, index.keys().copied()).map(str::to_owned);
        node.refuse(PuzzleFileError::NoSuchPiece { found: text::shown(name), nearest });
    }
    known
}
