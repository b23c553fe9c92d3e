//! Reads pieces by name: hexadecimal digits, a set, or a member of a set.

use super::{HexError, pieces_from_hex};
use crate::fault::fault;
use crate::lattice::Cell;
use crate::names::{find, nearest};
use crate::polyform::{Freedom, NamedSet, SetMember, Shape, named_set, set_names};
use crate::puzzle::{Count, Piece, PuzzleFileError};
use crate::text::shown;

fault! {
    /// Why a text does not name pieces.
    #[derive(Clone, PartialEq, Eq)]
    pub enum PieceNameError {
        /// Too much is asked of a set.
        NoMember { set: &'static str } = E0606 {
            message("a piece of `{set}` has no name after the colon")
            help("name one or several: `{set}:X` or `{set}:X,Y`")
        }
    } from {
        /// The digits are not those of a piece.
        Hex(HexError),
        /// There is no such set or member.
        Set(PuzzleFileError),
    }
}

/// Reads the pieces of a text: terms joined by `+` or by commas, each perhaps with a number before it. A term is a set such as
/// `pentominoes`, members of it such as `pentominoes:X` or `hexiamonds:6-03,6-04`, `I`, `L` and `Y` of larger polyominoes too, a pentomino or else a tetromino by its
/// letter, or hexadecimal names as [`pieces_from_hex`] reads them. Pieces are there once without a number.
///
/// # Errors
/// [`PieceNameError`] names the piece or the set.
///
/// # Examples
/// ```
/// let pieces = piecework_tiling::puzzle::pieces_named("pentominoes:X,Y")?;
/// assert_eq!(pieces[0].shape.rows(), [".#.", "###", ".#."]);
/// assert_eq!(piecework_tiling::puzzle::pieces_named("pentominoes+O")?.len(), 13);
/// assert_eq!(piecework_tiling::puzzle::pieces_named("5 L, 3 T")?[0].count.min, 5);
/// # Ok::<(), piecework_tiling::puzzle::PieceNameError>(())
/// ```
pub fn pieces_named(text: &str) -> Result<Vec<Piece>, PieceNameError> {
    let mut all: Vec<Piece> = Vec::new();
    for part in text.split('+') {
        // The commas of a set's members belong to it.
        let terms: Vec<&str> = if part.contains(':') { vec![part] } else { part.split(',').collect() };
        for term in terms {
            let before = all.len();
            for piece in pieces_of_term(term.trim())? {
                match all[..before]
                    .iter_mut()
                    .find(|known| known.name == piece.name && known.shape == piece.shape)
                {
                    Some(known) => known.count = Count::exactly(known.count.min + piece.count.min),
                    None => all.push(piece),
                }
            }
        }
    }
    Ok(all)
}

/// Reads one term, with the number before it.
fn pieces_of_term(term: &str) -> Result<Vec<Piece>, PieceNameError> {
    let numbered = term.split_once(' ').and_then(|(number, name)| Some((number.parse().ok()?, name.trim())));
    let (number, name) = numbered.unwrap_or((1, term));
    let pieces = match lettered(name) {
        Some(piece) => vec![piece],
        None => pieces_of_set(name)?,
    };
    Ok(pieces.into_iter().map(|piece| Piece { count: Count::exactly(number), ..piece }).collect())
}

/// The pentomino, or else the tetromino, of a letter.
fn lettered(name: &str) -> Option<Piece> {
    let letter = name.to_ascii_uppercase();
    let name = if name.len() == 1 { &letter } else { name };
    let of = |set: &str| {
        let set = named_set(set)?;
        set.members.iter().find(|member| member.name == name).map(|member| piece(&set, member))
    };
    of("pentominoes").or_else(|| of("tetrominoes"))
}

/// Reads a set, members of it, or hexadecimal names.
fn pieces_of_set(text: &str) -> Result<Vec<Piece>, PieceNameError> {
    let (name, members) = match text.split_once(':') {
        Some((name, members)) => (name, Some(members)),
        None => (text, None),
    };
    let Some(set) = named_set(name) else {
        // A piece may be before its set, as in `F-pentomino`.
        let turned = text.rsplit_once(['-', ' ']).filter(|_| members.is_none());
        if let Some(piece) = turned.and_then(|(piece, set)| member(&named_set(set)?, piece).ok()) {
            return Ok(vec![piece]);
        }
        let is_hex = text.chars().all(|c| c.is_ascii_hexdigit() || c == '_');
        let nearest = nearest(name, set_names());
        return match pieces_from_hex(text) {
            Err(error) if is_hex && nearest.is_none() => Err(error.into()),
            Err(_) => Err(PuzzleFileError::NoSuchSet { found: shown(name), nearest }.into()),
            pieces => Ok(pieces?),
        };
    };
    match members {
        None => Ok(set.pieces()),
        Some("") => Err(PieceNameError::NoMember { set: set.name }),
        Some(members) => members.split(',').map(|name| member(&set, name)).collect(),
    }
}

impl NamedSet {
    /// Returns one piece for each member, to be used exactly once.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::polyform::named_set;
    /// use piecework_tiling::puzzle::{Puzzle, Region};
    /// let set = named_set("pentominoes").expect("a known set");
    /// let puzzle = Puzzle::new("Pentominoes", Region::rectangle(set.lattice, 20, 3)?, set.pieces())?;
    /// assert_eq!(puzzle.pieces().len(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> Vec<Piece> {
        self.members.iter().map(|member| piece(self, member)).collect()
    }
}

fn member(set: &NamedSet, name: &str) -> Result<Piece, PieceNameError> {
    let family = || {
        let shape = of_family(set, name)?;
        set.members.iter().find(|member| member.shape.least(Freedom::Free) == shape)
    };
    match find(name, &set.members, |member| &member.name).or_else(family) {
        Some(member) => Ok(piece(set, member)),
        None => {
            let allowed = set.members.iter().map(|member| member.name.clone()).collect();
            Err(PuzzleFileError::NoSuchMember { found: shown(name), set: set.name, allowed }.into())
        }
    }
}

/// The piece of a letter that polyominoes of every size have: I is straight, L has its last cell beside an end, Y beside the
/// cell next to an end.
fn of_family(set: &NamedSet, name: &str) -> Option<Shape> {
    let size = i32::try_from(set.members.first()?.shape.area()).ok()?;
    let last = match name {
        "I" => Cell::new(size - 1, 0),
        "L" => Cell::new(0, 1),
        "Y" => Cell::new(1, 1),
        _ => return None,
    };
    let is_large = set.lattice.is_rectilinear() && size > 5;
    let cells = (0..size - 1).map(|x| Cell::new(x, 0)).chain([last]).collect();
    Some(Shape::new(set.lattice, cells).ok().filter(|_| is_large)?.least(Freedom::Free))
}

fn piece(set: &NamedSet, member: &SetMember) -> Piece {
    let SetMember { name, shape } = member.clone();
    Piece { name, shape, freedom: set.freedom, count: Count::exactly(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_members_and_digits() {
        let names = |text: &str| {
            let pieces = pieces_named(text).expect("good names");
            pieces.iter().map(|piece| piece.name.as_str()).collect::<Vec<&str>>().join(" ")
        };
        assert_eq!(names("tetrominoes"), "I L O S T");
        assert_eq!(names("pentominoes:X"), "X");
        assert_eq!(names("hexiamonds:6-12,6-01"), "6-12 6-01");
        assert_eq!(names("f820_e070"), "f820 e070");
        assert_eq!(names("Pentomino:X+F-pentomino+l"), "X F L");
        assert_eq!((names("F"), names("f")), ("F".to_owned(), "F".to_owned()));
        assert_eq!(names("pentominoes+O"), "F I L N P T U V W X Y Z O");
        assert_eq!(names("F, S+pentominoes:X+hexominoes:6-02"), "F S X 6-02");
        let counted = pieces_named("5 L, 3 T, L").expect("good names");
        assert_eq!(counted.iter().map(|piece| piece.count.min).collect::<Vec<_>>(), [6, 3]);
        let letters = pieces_named("hexominoes:I,Y+octominoes:L").expect("good names");
        let digits = ["fc", "f840", "fe80"].map(|digits| pieces_named(digits).expect("good names").remove(0));
        for (letter, digits) in letters.iter().zip(digits) {
            assert_eq!(
                letter.shape.least(Freedom::Free),
                digits.shape.least(Freedom::Free),
                "{}",
                letter.name
            );
        }
        assert!(pieces_named("hexiamonds:Y").is_err());
        let one_sided = pieces_named("one-sided tetrominoes:J").expect("a good name");
        assert_eq!(one_sided[0].freedom, crate::polyform::Freedom::OneSided);
    }

    #[test]
    fn bad_names_are_told() {
        let bad = |text: &str| pieces_named(text).unwrap_err();
        assert_eq!(bad("pentominoes:"), PieceNameError::NoMember { set: "pentominoes" });
        let PieceNameError::Set(error) = bad("pentaminos:X") else { panic!("an unknown set") };
        assert_eq!(
            error,
            PuzzleFileError::NoSuchSet { found: "pentaminos".into(), nearest: Some("pentominoes") }
        );
        assert!(bad("pentominoes:Q").to_string().contains("there is no `Q` in the set `pentominoes`"));
        assert!(matches!(bad("f84"), PieceNameError::Hex(HexError::HalfARow { .. })));
    }
}
