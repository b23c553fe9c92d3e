//! Errors about outlines of one's own in a board.

use super::super::GeometryError;
use piecework_tiling::fault::fault;
use piecework_tiling::names::nearest;

fault! {
    /// Own lines cannot be laid in a board. All lengths are in mm, from the upper left corner of the board.
    #[derive(Clone, PartialEq)]
    pub enum OwnLinesError {
        /// Pieces can fill what is left only where there are pieces.
        BoardWithGaps = E1116 {
            message("the board is in several parts, or has cells that stay empty, so no lines of your own can be cut in it")
            help("take a puzzle whose pieces fill one board")
        }
        NoSuchBorder { found: String } = E1130 {
            message("there is no border called `{found}`; known are round, oval, and the path of a drawing (.svg) of one closed outline")
            found("{found}") allowed("round, oval, or the path of a drawing (.svg)")
            meant(Some(name) = nearest(found, ["round", "oval"]) => "{name}")
        }
        /// Drawings that do not say how long their units are have 96 of them an inch.
        TinyBorder { width: f64, height: f64, least: f64 } = E1131 {
            message("the border is {width:.1} x {height:.1} mm, and no piece may be thinner than {least} mm")
            found("{width:.1} x {height:.1} mm") allowed("{least} mm and more")
            about("--border")
            help("give the drawing its size: in its first line <svg ...>, width=\"200mm\" height=\"200mm\" beside the viewBox; without, 96 units are an inch")
        }
        BorderOutside = E1117 {
            message("the border goes beyond the board")
            help("draw it inside of the board, or use larger cells")
        }
        WhimsyOutside { number: usize, x: f64, y: f64 } = E1118 {
            message("whimsy {number} goes beyond the edge of the board at ({x:.1}, {y:.1})")
            help("draw it inside: the drawing's upper left corner is that of the board")
        }
        WhimsyWithHole { number: usize } = E1119 {
            message("whimsy {number} has another outline inside it")
            help("leave one of them out, or move it")
        }
        Overlap { one: usize, other: usize, x: f64, y: f64 } = E1120 {
            message("whimsies {one} and {other} overlap at ({x:.1}, {y:.1})")
            help("move them apart")
        }
        ThinWhimsy { number: usize, x: f64, y: f64, least: f64 } = E1121 {
            message("whimsy {number} is thinner than {least} mm at ({x:.1}, {y:.1})")
            help("make it thicker there, or say what is thick enough with --least-width; if all is too small, give the drawing its size, such as width=\"200mm\" height=\"250mm\" in its first line")
        }
        Crowded { x: f64, y: f64, least: f64 } = E1122 {
            message("there is less than {least} mm between two lines of your own, or one and the edge, at ({x:.1}, {y:.1})")
            help("move them apart, or say what is thick enough with --least-width")
        }
        ThinPiece { x: f64, y: f64, least: f64 } = E1123 {
            message("a piece would be thinner than {least} mm at ({x:.1}, {y:.1}), whatever it is joined to")
            help("move the lines of your own, take larger cells, or say what is thick enough with --least-width")
        }
        OpenLine { number: usize, x: f64, y: f64 } = E1125 {
            message("line {number} of the drawing, from ({x:.1}, {y:.1}), is open")
            help("close it: a board is cut along closed outlines")
        }
        NotSimple { number: usize, x: f64, y: f64, cause: String } = E1126 {
            message("line {number} of the drawing, from ({x:.1}, {y:.1}), is not one simple outline: {cause}")
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
