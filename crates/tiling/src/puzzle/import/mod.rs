//! Reads puzzles and pieces in the formats of other programs.
//!
//! Features that a puzzle here cannot express are refused by name. The formats were learned from their
//! documentation and from files; no code is shared.

mod board;
mod drawing;
mod hex;
mod named;
mod xmpuzzle;

pub(crate) use board::looks_like_board;
pub use board::{BoardError, read_board};
pub use drawing::read_drawing;
pub use hex::{HexError, hex_name, pieces_from_hex, shape_from_hex};
pub use named::{PieceNameError, pieces_named};
pub(crate) use xmpuzzle::looks_like_xmpuzzle;
pub use xmpuzzle::{XmpuzzleError, read_xmpuzzle};
