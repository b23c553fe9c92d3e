//! Collects the pieces of a job that is about pieces and not about a board.

use super::session::Session;
use crate::design::{DesignError, tell_apart};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::{Piece, pieces_named};

/// The pieces that are named, and those of the puzzles.
pub(super) fn named_pieces(session: &Session<'_>, names: &[String]) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    for name in names {
        pieces.extend(pieces_named(name)?);
    }
    for subject in &session.design.subjects {
        if !subject.puzzle.colors().pieces.is_empty() {
            return Err(DesignError::ColoredPieces { puzzle: subject.puzzle.name().to_owned() }.into());
        }
        pieces.extend(subject.puzzle.pieces().iter().cloned());
    }
    if pieces.is_empty() { Err(DesignError::NoSubject.into()) } else { Ok(pieces) }
}

/// The same with different names.
pub(super) fn different_pieces(session: &Session<'_>, names: &[String]) -> Result<Vec<Piece>, Error> {
    let mut pieces = named_pieces(session, names)?;
    tell_apart(&mut pieces);
    Ok(pieces)
}
