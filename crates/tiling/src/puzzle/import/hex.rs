//! Reads and writes pieces named by hexadecimal digits, such as `f840` for the Y hexomino.
//!
//! Two digits are a row; the most significant bit is its left cell. Cells beyond the eighth follow in braces,
//! two digits for eight cells; `+` is short for `{80}`, the ninth cell. Names of several pieces are joined by
//! `_`. Only polyominoes have such names.
//!
//! # Source
//! The names that Karl Dahlke uses in his lists of rectangles tiled by polyominoes; braces and `+` as the
//! program `piece-decode` of his repository `trec` explains them. `!`, which separates layers in space, is
//! refused.

use crate::fault::fault;
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;
use crate::polyform::{Freedom, PolyformError, Shape};
use crate::puzzle::{Count, Piece};
use crate::text::shown;

fault! {
    /// Why a text does not name pieces.
    #[derive(Clone, PartialEq, Eq)]
    pub enum HexError {
        /// Nothing before, between or after `_`.
        Empty = E0601 {
            message("a piece has no digits")
        }
        NotADigit { name: String, found: char } = E0602 {
            message("`{name}` has `{found}`, which is not a hexadecimal digit", name = shown(name), found = found.escape_default())
            found("{name}")
            if let '+' | '{' | '}' = found => help("wider rows go on after two digits: `ff+80`, or `ff{{c0}}80`")
            help("two digits a row: `f840` is `#####` above `.#...`")
        }
        HalfARow { name: String, digits: usize } = E0603 {
            message("`{name}` has `{digits}` digits; a row is two", name = shown(name))
            found("{name}")
            help("two digits a row: `f840` is `#####` above `.#...`")
        }
        TooLong { digits: usize, allowed: u64 } = E0604 {
            message("a name has `{digits}` digits; at most {allowed} are allowed")
            found("{digits}") allowed("{allowed} digits")
            help("draw the piece with \"rows\" in a puzzle file")
        }
        NoShape { name: String, source: PolyformError } = E0605 {
            message("`{name}`: {source}", name = shown(name))
            found("{name}")
        }
    }
}

/// Reads the pieces of a text such as `f840`, `f820_e070` or `f820 e070`. Each is named by its digits and may
/// be used any number of times.
///
/// # Errors
/// [`HexError`] names the piece.
///
/// # Examples
/// ```
/// let pieces = piecework_tiling::puzzle::pieces_from_hex("f820_e070")?;
/// assert_eq!(pieces[1].name, "e070");
/// assert_eq!(pieces[1].shape.rows(), ["###.", ".###"]);
/// # Ok::<(), piecework_tiling::puzzle::HexError>(())
/// ```
pub fn pieces_from_hex(names: &str) -> Result<Vec<Piece>, HexError> {
    let piece = |name: &str| {
        let shape = shape_from_hex(name)?;
        Ok(Piece { name: name.to_ascii_lowercase(), shape, freedom: Freedom::Free, count: Count::ANY })
    };
    let words = if names.trim().is_empty() { vec![names] } else { names.split_whitespace().collect() };
    words.into_iter().flat_map(|word| word.split('_')).map(piece).collect()
}

/// Returns the shape of one name such as `f840`.
///
/// # Errors
/// [`HexError`].
pub fn shape_from_hex(name: &str) -> Result<Shape, HexError> {
    let allowed = Limit::NameCharacters.default_value();
    let digits = name.chars().count();
    if name.is_empty() {
        return Err(HexError::Empty);
    }
    if digits as u64 > allowed {
        return Err(HexError::TooLong { digits, allowed });
    }
    let mut cells = Vec::new();
    let (mut rest, mut y) = (name, 0);
    while !rest.is_empty() {
        let bytes = row(name, &mut rest)?;
        for (left, byte) in (0..).step_by(8).zip(bytes) {
            cells.extend((0..8).filter(|x| byte & (0x80 >> x) != 0).map(|x| Cell::new(left + x, y)));
        }
        y += 1;
    }
    Shape::new(Lattice::POLYOMINO, cells)
        .map_err(|source| HexError::NoShape { name: name.to_owned(), source })
}

/// Takes the next row of a name: its bytes from left to right.
fn row(name: &str, rest: &mut &str) -> Result<Vec<u32>, HexError> {
    let mut bytes = vec![byte(name, rest)?];
    if let Some(after) = rest.strip_prefix('+') {
        *rest = after;
        bytes.push(0x80);
    } else if let Some(after) = rest.strip_prefix('{') {
        *rest = after;
        loop {
            if rest.is_empty() {
                return Err(HexError::NotADigit { name: name.to_owned(), found: '{' });
            }
            bytes.push(byte(name, rest)?);
            if let Some(after) = rest.strip_prefix('}') {
                *rest = after;
                break;
            }
        }
    }
    Ok(bytes)
}

/// Takes two digits.
fn byte(name: &str, rest: &mut &str) -> Result<u32, HexError> {
    let mut value = 0;
    for _ in 0..2 {
        let mut chars = rest.chars();
        let Some(found) = chars.next() else {
            let digits = name.chars().filter(char::is_ascii_hexdigit).count();
            return Err(HexError::HalfARow { name: name.to_owned(), digits });
        };
        let digit = found.to_digit(16).ok_or_else(|| HexError::NotADigit { name: name.to_owned(), found })?;
        value = 16 * value + digit;
        *rest = chars.as_str();
    }
    Ok(value)
}

/// Returns the hexadecimal name of a polyomino in this orientation; `None` if it is wider than eight cells or
/// on another lattice.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::Shape;
/// use piecework_tiling::puzzle::hex_name;
/// let y = Shape::from_rows(Lattice::Square, ["#####", ".#..."])?;
/// assert_eq!(hex_name(&y).as_deref(), Some("f840"));
/// # Ok::<(), piecework_tiling::polyform::PolyformError>(())
/// ```
pub fn hex_name(shape: &Shape) -> Option<String> {
    let height = shape.cells().iter().map(|cell| cell.y + 1).max()?;
    let mut rows = vec![0u8; usize::try_from(height).ok()?];
    for cell in shape.cells() {
        if shape.lattice() != Lattice::POLYOMINO || cell.x > 7 {
            return None;
        }
        rows[usize::try_from(cell.y).ok()?] |= 0x80 >> cell.x;
    }
    Some(rows.iter().map(|row| format!("{row:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_shapes_belong_together() {
        for (name, rows) in [
            ("f840", &["#####", ".#..."][..]),
            ("f860", &["#####", ".##.."]),
            ("c0e040", &["##.", "###", ".#."]),
            ("e070", &["###.", ".###"]),
            ("ff", &["########"]),
            ("80", &["#"]),
            ("f0f04040", &["####", "####", ".#..", ".#.."]),
        ] {
            let shape = shape_from_hex(name).expect("a good name");
            assert_eq!(shape.rows(), rows, "{name}");
            assert_eq!(hex_name(&shape).as_deref(), Some(name));
        }
        for (name, rows) in [
            ("ffff+80", &["########.", "#########", "#........"][..]),
            ("ff+fcfc", &["#########", "######...", "######..."]),
            ("ff{c0}01{40}00{40}", &["##########", ".......#.#", ".........#"]),
        ] {
            let shape = shape_from_hex(name).expect("a good name");
            assert_eq!(shape.rows(), rows, "{name}");
        }
        assert_eq!(shape_from_hex("ff{80}"), shape_from_hex("ff+"));
        assert_eq!(shape_from_hex("F840"), shape_from_hex("f840"));
        assert_eq!(shape_from_hex("1808"), shape_from_hex("c040"), "places do not count");
    }

    #[test]
    fn shapes_without_a_name() {
        let wide = Shape::from_rows(Lattice::Square, ["#########"]).expect("a shape");
        assert_eq!(hex_name(&wide), None);
        let hexagons = Shape::from_rows(Lattice::Hex, ["# #"]).expect("a shape");
        assert_eq!(hex_name(&hexagons), None);
    }

    #[test]
    fn several_pieces_in_one_name() {
        let pieces = pieces_from_hex("f820_E070").expect("good names");
        let found: Vec<(&str, usize)> =
            pieces.iter().map(|piece| (piece.name.as_str(), piece.shape.area())).collect();
        assert_eq!(found, [("f820", 6), ("e070", 6)]);
        assert!(pieces.iter().all(|piece| piece.count == Count::ANY && piece.freedom == Freedom::Free));
    }

    #[test]
    fn bad_names() {
        let bad = |name: &str| pieces_from_hex(name).unwrap_err();
        for empty in ["", "_", "f840_", "_f840"] {
            assert_eq!(bad(empty), HexError::Empty, "{empty}");
        }
        assert_eq!(bad("f84g"), HexError::NotADigit { name: "f84g".into(), found: 'g' });
        for name in ["+ff", "f+ff", "ff++", "ff+{80}", "ff{+}"] {
            assert!(matches!(bad(name), HexError::NotADigit { found: '+' | '{', .. }), "{name}");
        }
        assert!(matches!(bad("ff{80"), HexError::NotADigit { found: '{', .. }));
        assert!(matches!(bad("ff{8}"), HexError::NotADigit { found: '}', .. }));
        assert!(matches!(bad("80!80"), HexError::NotADigit { found: '!', .. }), "layers in space");
        assert!(matches!(bad("f８"), HexError::NotADigit { found: '８', .. }));
        assert_eq!(bad("f84"), HexError::HalfARow { name: "f84".into(), digits: 3 });
        assert!(matches!(bad("8040"), HexError::NoShape { source: PolyformError::Disconnected { .. }, .. }));
        assert!(matches!(bad("0000"), HexError::NoShape { source: PolyformError::Empty, .. }));
        assert!(shape_from_hex(&"80".repeat(30)).is_ok());
        assert_eq!(bad(&"80".repeat(31)), HexError::TooLong { digits: 62, allowed: 60 });
    }
}
