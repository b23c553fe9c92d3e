//! Errors about lengths and outlines.

use super::Point;
use piecework_tiling::fault::fault;
use piecework_tiling::number::decimal;
use piecework_tiling::puzzle::Wrap;

fault! {
    /// A broken rule of geometry. All lengths are in mm.
    #[derive(Clone, PartialEq)]
    pub enum GeometryError {
        CellEdge { found: f64, least: f64, most: f64 } = E1101 {
            message("a cell edge of `{found}` mm is not between `{least}` and `{most}` mm", found = short(*found))
            found("{found} mm", found = short(*found)) allowed("{least} mm to {most} mm")
            if let true = *found > *most => help("a cell is one square of the board, such as 20mm or 2in; the largest is 39in")
            help("give the length with its unit, as in 20mm or 2in")
        }
        /// A coordinate is too large or not a number.
        TooFarOut { found: f64, allowed: f64 } = E1102 {
            message("a coordinate of `{found}` mm is not between `-{allowed}` and `{allowed}` mm", found = short(*found))
            found("{found} mm", found = short(*found)) allowed("-{allowed} mm to {allowed} mm")
        }
        TooFewPoints { found: usize } = E1103 {
            message("the ring has `{found}` points; at least 3 are needed")
            found("{found}") allowed("3 or more")
        }
        RepeatedPoint { at: Point } = E1104 {
            message("the ring passes twice through `({}, {})`", at.x, at.y)
        }
        /// A point is on the straight line between its neighbours.
        NoTurn { at: Point } = E1105 {
            message("the ring does not turn at `({}, {})`", at.x, at.y)
            help("leave the point out")
        }
        /// Two edges of an outline cross or overlap; near is the middle of one of them.
        Crossing { near: Point } = E1106 {
            message("edges cross near `({}, {})`", near.x, near.y)
        }
        /// A hole is outside, or in another hole; `at` is its first point.
        StrayHole { at: Point } = E1107 {
            message("the hole at `({}, {})` is not inside the outline", at.x, at.y)
        }
        Distance { found: f64, allowed: f64 } = E1108 {
            message("an offset of `{found}` mm is not between `-{allowed}` and `{allowed}` mm", found = short(*found))
            found("{found} mm", found = short(*found)) allowed("-{allowed} mm to {allowed} mm")
        }
        /// Mitres cannot be shorter than the distance.
        MitreLimit { found: f64 } = E1109 {
            message("a mitre limit of `{found}` is less than 1")
            found("{found}") allowed("1 or more")
        }
        /// Arcs would get too many edges, or none.
        Tolerance { found: f64, least: f64, most: f64 } = E1110 {
            message("a tolerance of `{found}` mm is not between `{least}` and `{most}` mm")
            found("{found} mm") allowed("{least} mm to {most} mm")
        }
        Vanished { distance: f64 } = E1111 {
            message("nothing is left of the outline after an offset of `{distance}` mm", distance = short(*distance))
            found("{distance} mm", distance = short(*distance))
        }
        /// Offset outwards by this distance, a notch or a hole of the piece loses a corner or closes. The
        /// largest distance that works is rounded down to a micrometre.
        NotchCloses { piece: String, distance: f64, largest: f64 } = E1112 {
            message("piece `{piece}`: a notch closes at `{distance}` mm ({around} in) around it; up to `{largest}` mm ({open} in) it stays open",
                distance = short(*distance), around = in_inches(*distance, f64::round), open = in_inches(*largest, f64::floor))
            found("{distance} mm", distance = short(*distance)) allowed("at most {largest} mm")
            help("use larger cells, or an allowance of at most {largest} mm ({inches} in)", inches = in_inches(*largest, f64::floor))
        }
        /// Offset inwards by this distance, a part of the piece loses a corner or vanishes.
        TooThin { piece: String, distance: f64, largest: f64 } = E1113 {
            message("piece `{piece}`: a part vanishes at `{distance}` mm off its sides; up to `{largest}` mm it stays", distance = short(*distance))
            found("{distance} mm", distance = short(*distance)) allowed("at most {largest} mm")
            help("use larger cells, or take off at most {largest} mm")
        }
        /// A piece across a joined side has no outline on the flat board.
        JoinedSides { wrap: Wrap } = E1115 {
            message("on a {wrap}, {joined}, so its pieces cannot be made flat", joined = wrap.in_words())
            help("print it with `piecework sheet`, repeat a torus with `piecework quilt --blocks 3x4`, or make a puzzle without \"wrap\"")
        }
        /// The faces of a plate do not meet.
        NotSolid { at: Point } = E1114 {
            kind(Internal)
            message("the plate around `{x}, {y}` mm has faces that do not meet", x = at.x, y = at.y)
        }
    }
}

/// A number of mm as people write it: 76.2, also where a computer holds a little less.
fn short(mm: f64) -> String {
    decimal(mm, 4).unwrap_or_else(|_| mm.to_string())
}

/// Returns the same in inches, to four digits after the point.
fn in_inches(mm: f64, round: fn(f64) -> f64) -> f64 {
    const PARTS: f64 = 1e4;
    round(mm / 25.4 * PARTS) / PARTS
}
