//! Arranges pieces in even lines: rows below a board, or columns beside it.

use crate::float;
use crate::piece::{GAP, PieceDrawing};
use piecework_draw::geometry::Bounds;

/// The least space between pieces of a line and between lines, and the most between pieces, in mm; chosen by
/// eye.
const LEAST_GAP: f64 = 4.0;
const MOST_GAP: f64 = 4.0 * GAP;

/// Where the lines of pieces are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineSide {
    /// Rows, below the board.
    Below,
    /// Columns, beside the board.
    Beside,
}

/// Pieces in lines, with the room of each piece and its caption.
#[derive(Debug)]
pub(super) struct PieceLines {
    /// The room of each piece, in mm from the top left corner of the lines.
    pub(super) rooms: Vec<Bounds>,
    /// How far the lines reach away from the board, in mm.
    pub(super) depth: f64,
}

/// A piece in a line: how much of the line it takes, and how far it reaches from the board, in mm.
struct Extent {
    along: f64,
    across: f64,
}

impl LineSide {
    fn extent(self, (width, height): (f64, f64)) -> Extent {
        match self {
            Self::Below => Extent { along: width, across: height },
            Self::Beside => Extent { along: height, across: width },
        }
    }
}

impl PieceLines {
    /// Divides pieces among `count` lines of about equal length, in order; `None` if one is longer than `length`.
    pub(super) fn new(
        pieces: &[(usize, PieceDrawing)],
        scale: f64,
        (side, count): (LineSide, usize),
        length: f64,
    ) -> Option<Self> {
        let extents: Vec<Extent> = pieces.iter().map(|(_, piece)| side.extent(piece.size(scale))).collect();
        let (mut rooms, mut depth, mut rest) = (Vec::new(), 0.0, extents.as_slice());
        for size in line_sizes(&extents, count) {
            let (line, later) = rest.split_at(size);
            let taken: f64 = line.iter().map(|piece| piece.along).sum();
            let gaps = float(size - 1);
            if taken + gaps * LEAST_GAP > length + 1e-6 {
                return None;
            }
            let gap = ((length - taken) / float(size)).clamp(LEAST_GAP, MOST_GAP);
            let mut at = (length - taken - gaps * gap) / 2.0;
            depth += if rest.len() < extents.len() { LEAST_GAP } else { 0.0 };
            let across = line.iter().fold(0.0_f64, |most, piece| most.max(piece.across));
            for piece in line {
                rooms.push(match side {
                    LineSide::Below => {
                        Bounds { left: at, top: depth, right: at + piece.along, bottom: depth + across }
                    }
                    LineSide::Beside => {
                        Bounds { left: depth, top: at, right: depth + across, bottom: at + piece.along }
                    }
                });
                at += piece.along + gap;
            }
            depth += across;
            rest = later;
        }
        Some(Self { rooms, depth })
    }
}

/// Returns how many pieces each line has: a piece is in the line in which its middle would be if all were one long line
/// that is cut into equal parts.
fn line_sizes(extents: &[Extent], count: usize) -> Vec<usize> {
    let all: f64 = extents.iter().map(|piece| piece.along + LEAST_GAP).sum();
    let (mut sizes, mut at, mut line) = (vec![0], 0.0, 1);
    for piece in extents {
        let step = piece.along + LEAST_GAP;
        while at + step / 2.0 > all * float(line) / float(count) {
            line += 1;
            sizes.push(0);
        }
        if let Some(last) = sizes.last_mut() {
            *last += 1;
        }
        at += step;
    }
    sizes.retain(|&size| size > 0);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_even() {
        let sizes = |widths: &[f64], count| {
            let extents: Vec<Extent> = widths.iter().map(|&along| Extent { along, across: 1.0 }).collect();
            line_sizes(&extents, count)
        };
        assert_eq!(sizes(&[9.0; 12], 2), [6, 6]);
        assert_eq!(sizes(&[9.0; 7], 2), [4, 3]);
        assert_eq!(sizes(&[30.0, 9.0, 9.0, 9.0], 2), [1, 3], "the first is as long as the others together");
        assert_eq!(sizes(&[9.0; 3], 1), [3]);
        assert_eq!(sizes(&[], 2), [0; 0]);
    }
}
