//! Puzzles and pieces in the formats of other programs, so that a person can bring what they have.
//!
//! In: text in one of those formats. Out: a [`super::Puzzle`], or pieces where the format knows no region. Always
//! holds: nothing gets through that our own files would not say as well; what a format can say and a puzzle cannot is
//! refused by name. The formats were learned from their documents and from files; no code is shared.

mod board;
mod hex;
mod xmpuzzle;

pub(crate) use board::looks_like_board;
pub use board::{BoardError, read_board};
pub use hex::{HexError, hex_name, pieces_from_hex, shape_from_hex};
pub(crate) use xmpuzzle::looks_like_xmpuzzle;
pub use xmpuzzle::{XmpuzzleError, read_xmpuzzle};
