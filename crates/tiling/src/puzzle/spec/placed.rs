//! The pieces of a puzzle file that are placed already.

use std::collections::BTreeMap;

use super::super::Placed;
use super::PuzzleFileError;
use super::pieces::Entry;
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
    let names = pieces.iter().map(|entry| entry.piece.name.as_str());
    let index: BTreeMap<&str, usize> = names.zip(0..).collect();
    // Each is read even if another is wrong.
    let placed: Vec<Option<(Placed, Node<'d>)>> =
        entries.into_iter().map(|node| Some((entry(node, lattice, &index)?, node))).collect();
    placed.into_iter().collect()
}

fn entry(node: Node<'_>, lattice: Lattice, index: &BTreeMap<&str, usize>) -> Option<Placed> {
    let object = node.object(KEYS)?;
    let piece = object.require("piece").and_then(|node| piece(node, index));
    let cells = object.one_of(&["rows", "cells"]).and_then(|(form, node)| match form {
        "rows" => drawn_cells(node, lattice),
        _ => {
            let listed = listed_cells(node, node.limits().get(Limit::PieceCells))?;
            Some(listed.into_iter().map(|(cell, _)| cell).collect())
        }
    });
    Some(Placed { cells: cells?, piece: piece? })
}

/// Returns the index of the piece with this name.
pub(super) fn piece(node: Node<'_>, index: &BTreeMap<&str, usize>) -> Option<usize> {
    let name = node.text()?;
    let known = index.get(name).copied();
    if known.is_none() {
        let nearest = names::nearest(name, index.keys().copied()).map(str::to_owned);
        node.refuse(PuzzleFileError::NoSuchPiece { found: text::shown(name), nearest });
    }
    known
}
