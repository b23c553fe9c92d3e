//! Errors about outlines of one's own in a board.

use super::super::GeometryError;
use piecework_tiling::fault::fault;

fault! {
    /// Own lines cannot be laid in a board. All lengths are in mm, from the upper left corner of the board.
    #[derive(Clone, PartialEq)]
    pub enum OwnLinesError {
        /// Pieces can fill what is left only where there are pieces.
        BoardWithGaps = E1116 {
            message("the board is in several parts, or has cells that stay empty, so no lines of your own can be cut in it")
            help("take a puzzle whose pieces fill one board")
        }
        BorderOutside = E1117 {
            message("the border goes beyond the board")
            help("draw it inside of the board, or use larger cells")
        }
        WhimsyOutside { number: usize } = E1118 {
            message("whimsy {number} goes beyond the edge of the board")
            help("draw it inside: the drawing's upper left corner is that of the board")
        }
        WhimsyWithHole { number: usize } = E1119 {
            message("whimsy {number} has another outline inside it")
            help("leave one of them out, or move it")
        }
        Overlap { one: usize, other: usize } = E1120 {
            message("whimsies {one} and {other} overlap")
            help("move them apart")
        }
        ThinWhimsy { number: usize, x: f64, y: f64, least: f64 } = E1121 {
            message("whimsy {number} is thinner than {least} mm at ({x:.1}, {y:.1})")
            help("make it thicker there, or say what is thick enough with --least-width")
        }
        Crowded { x: f64, y: f64, least: f64 } = E1122 {
            message("there is less than {least} mm between two lines of your own, or one and the edge, at ({x:.1}, {y:.1})")
            help("move them apart, or say what is thick enough with --least-width")
        }
        ThinPiece { x: f64, y: f64, least: f64 } = E1123 {
            message("a piece would be thinner than {least} mm at ({x:.1}, {y:.1}), whatever it is joined to")
            help("move the lines of your own, take larger cells, or say what is thick enough with --least-width")
        }
        OpenLine { number: usize } = E1125 {
            message("line {number} of the drawing is open")
            help("close it: a board is cut along closed outlines")
        }
        NotSimple { number: usize, cause: String } = E1126 {
            message("line {number} of the drawing is not one simple outline: {cause}")
            help("draw an outline that does not cross or touch itself")
        }
        NotOneBorder { found: usize } = E1127 {
            message("the drawing of a border has {found} outlines")
            found("{found}") allowed("1")
            help("draw whimsies in a file of their own, for --whimsies")
        }
        /// What is written is measured once more.
        NotWhole { missing: f64 } = E1128 {
            kind(Internal)
            message("the pieces do not fill the board: {missing:.4} square mm are missing")
            help("nothing was written. Please report this with the drawing")
        }
        NotInterlocked { loose: usize } = E1129 {
            message("{loose} pieces have no knob that holds them to the others")
            help("take larger cells or another --knob-seed, or move the lines of your own")
        }
        NoLines = E1124 {
            message("the lines of the board cannot be led to lines of your own")
            help("move these a little, or round their corners")
        }
    } from {
        /// An outline cannot be moved aside.
        Geometry(GeometryError),
    }
}
