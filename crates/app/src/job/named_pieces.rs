//! Collects the pieces of a job that is about pieces and not about a board.

use super::session::Session;
use crate::design::DesignError;
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::{Piece, pieces_named};

/// The pieces that are named, and those of the puzzles.
pub(super) fn named_pieces(session: &Session<'_>, names: &[String]) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    for name in names {
        pieces.extend(pieces_named(name)?);
    }
    for subject in &session.design.subjects {
        pieces.extend(subject.puzzle.pieces().iter().cloned());
    }
    if pieces.is_empty() { Err(DesignError::NoSubject.into()) } else { Ok(pieces) }
}

/// The same with different names: pieces of one name and different sizes get the number of their cells,
/// others a number.
pub(super) fn different_pieces(session: &Session<'_>, names: &[String]) -> Result<Vec<Piece>, Error> {
    let mut pieces = named_pieces(session, names)?;
    let same = |pieces: &[Piece], name: &str| pieces.iter().filter(|piece| piece.name == name).count();
    let by_area: Vec<bool> = pieces.iter().map(|piece| same(&pieces, &piece.name) > 1).collect();
    for (piece, _) in pieces.iter_mut().zip(by_area).filter(|(_, is_shared)| *is_shared) {
        piece.name = format!("{}{}", piece.name, piece.shape.area());
    }
    for index in 1..pieces.len() {
        let name = pieces[index].name.clone();
        let mut number = 1;
        while same(&pieces[..index], &pieces[index].name) > 0 {
            number += 1;
            pieces[index].name = format!("{name} {number}");
        }
    }
    Ok(pieces)
}
