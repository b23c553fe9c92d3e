//! Compares tilings: as drawn, turned, flipped, or with halves that are moved independently.
//!
//! Tilings that are the same have equal [`Likeness`]. Names and the place on the lattice do not matter, only
//! which cells each placement covers and which colors there are, so tilings from different sources can be compared.

use std::collections::BTreeSet;
use std::fmt;

use super::standard::Picture;
use super::{Survey, Tiling};
use crate::fault::fault;
use crate::lattice::{Cell, Lattice, Symmetry};
use crate::names::find;
use crate::puzzle::Joined;
use crate::setting::{self, Word, words};
use crate::text::shown;

/// When two tilings count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sameness {
    /// They look the same as drawn.
    Fixed,
    /// One can be turned to look like the other; on a board with joined sides also shifted around it, as for
    /// `Free`.
    OneSided,
    /// One can be turned and flipped to look like the other: the same up to symmetry.
    Free,
    /// As `Free`; and if a fault line separates congruent halves, each half may be turned, flipped and
    /// exchanged independently.
    Halves,
}

fault! {
    /// A text that does not name a [`Sameness`].
    #[derive(Clone, PartialEq, Eq)]
    pub enum SamenessError {
        Unknown { found: String } = E0550 {
            message("`{found}` is not a way to compare tilings", found = shown(found))
            found("{found}") allowed("{names}", names = Sameness::ALL.iter().map(|same| same.name()).collect::<Vec<_>>().join(", "))
        }
    }
}

words! {
    Sameness {
        "fixed" => Sameness::Fixed, "as drawn";
        "one-sided" => Sameness::OneSided, "also turned";
        "free" => Sameness::Free, "also flipped";
        "halves" => Sameness::Halves, "also with congruent halves moved separately";
    }
}

impl Sameness {
    /// All of them, the strictest first.
    pub const ALL: &[Sameness] = <Sameness as Word>::VALUES;

    /// Returns the word for it on the command line.
    pub fn name(self) -> &'static str {
        setting::name(self)
    }

    fn allows(self, symmetry: Symmetry) -> bool {
        match self {
            Sameness::Fixed => symmetry == Symmetry::IDENTITY,
            Sameness::OneSided => !symmetry.is_reflection(),
            Sameness::Free | Sameness::Halves => true,
        }
    }
}

impl std::str::FromStr for Sameness {
    type Err = SamenessError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = find(text, Sameness::ALL, |same| same.name()).copied();
        found.ok_or_else(|| SamenessError::Unknown { found: text.to_owned() })
    }
}

impl fmt::Display for Sameness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The standard form of a tiling: equal for tilings that are the same, different for all others.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{Likeness, Sameness, infer_from_grid, read_letter_grids};
/// let likeness = |text: &str| -> Result<Likeness, Box<dyn std::error::Error>> {
///     let grids = read_letter_grids(Lattice::Square, text, &Limits::default())?;
///     Ok(Likeness::new(&infer_from_grid("", &grids[0])?, Sameness::Free))
/// };
/// assert_eq!(likeness("AAB\nABB")?, likeness("xx\nxy\nyy")?);
/// assert_ne!(likeness("AAB\nABB")?, likeness("AAA\nBBB")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Likeness {
    lattice: Lattice,
    joined: Option<Joined>,
    /// One picture of the tiling, or two of its halves.
    pictures: Vec<Picture>,
}

impl Likeness {
    /// Brings a tiling to its standard form.
    pub fn new(tiling: &Tiling, sameness: Sameness) -> Self {
        let (lattice, region) = (tiling.lattice(), tiling.puzzle().region());
        let joined = region.joined();
        let mut groups: Vec<Vec<Cell>> =
            tiling.placements().iter().map(|placement| placement.cells.clone()).collect();
        groups.extend(colors(tiling));
        let whole = Picture { groups, gaps: tiling.gaps().to_vec() };
        if joined.is_some() {
            // Where sides are joined there are no fault lines between halves, but tilings may be shifted
            // around.
            let picture = match sameness {
                Sameness::Fixed => whole,
                _ => whole.least_around(region, |symmetry| sameness.allows(symmetry)),
            };
            return Self { lattice, joined, pictures: vec![picture] };
        }
        let halved = if sameness == Sameness::Halves { halves(tiling, &whole) } else { None };
        let pictures =
            halved.unwrap_or_else(|| vec![whole.least(lattice, |symmetry| sameness.allows(symmetry))]);
        Self { lattice, joined, pictures }
    }
}

/// Returns colors as groups of cells, each with its first cell so often that its color is told from others: cells of the board, and
/// pieces with the cells to which they show a color.
fn colors(tiling: &Tiling) -> Vec<Vec<Cell>> {
    let (puzzle, colors) = (tiling.puzzle(), tiling.puzzle().colors());
    let sides = colors.of_sides();
    let all: BTreeSet<char> =
        colors.board.iter().map(|&(_, color)| color).chain(sides.iter().copied()).collect();
    let marked = |cell: Cell, color: char| vec![cell; 2 + all.range(..color).count()];
    let mut groups: Vec<Vec<Cell>> = colors.board.iter().map(|&(cell, color)| marked(cell, color)).collect();
    for &color in &sides {
        let shown = tiling.placements().iter().map(|laid| {
            let cell = laid.cells[0];
            let near = puzzle.lattice().neighbours(cell);
            let near = near.filter(|&near| puzzle.side_towards(laid.piece, cell, near) == Some(color));
            marked(cell, color).into_iter().chain(near).collect()
        });
        groups.extend(shown);
    }
    groups
}

/// Returns the least pair of halves, if a fault line separates two congruent ones.
fn halves(tiling: &Tiling, whole: &Picture) -> Option<Vec<Picture>> {
    let (lattice, lines) = (tiling.lattice(), Survey::new(tiling).halving_lines());
    let pairs = lines.into_iter().map(|line| {
        let before = |cell: &Cell| line.is_before(lattice, *cell);
        let mut pair = [true, false].map(|side| {
            let groups = whole.groups.iter().filter(|group| before(&group[0]) == side).cloned().collect();
            let gaps = whole.gaps.iter().filter(|cell| before(cell) == side).copied().collect();
            Picture { groups, gaps }.least(lattice, |_| true)
        });
        pair.sort_unstable();
        pair.to_vec()
    });
    pairs.min()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fault::Fault;
    use crate::polyform::{Freedom, Shape};
    use crate::puzzle::Wrap;
    use crate::puzzle::{Count, Piece, Puzzle, Region};
    use crate::support::tiling;

    fn likeness(lattice: Lattice, text: &str, sameness: Sameness) -> Likeness {
        Likeness::new(&tiling(lattice, text), sameness)
    }

    /// The strictest sameness under which these are equal.
    #[track_caller]
    fn same_when(lattice: Lattice, one: &str, other: &str, expected: Option<Sameness>) {
        let alike = |&same: &Sameness| likeness(lattice, one, same) == likeness(lattice, other, same);
        let first = Sameness::ALL.iter().copied().find(alike);
        assert_eq!(first, expected, "{lattice}\n{one}\nand\n{other}");
        let from_there = Sameness::ALL.iter().copied().skip_while(|&same| Some(same) != first);
        assert!(from_there.into_iter().all(|same| alike(&same)), "what is looser holds too");
    }

    #[test]
    fn the_strictest_way_in_which_tilings_are_the_same() {
        use Sameness::{Fixed, Free, Halves, OneSided};
        let square = Lattice::Square;
        same_when(square, "AAB\nABB", "..\n...xxy\n...xyy\n", Some(Fixed));
        same_when(square, "AAB\nABB", "AB\nAB\nAB", None);
        same_when(square, "AAB\nABB", "AA\nAB\nBB", Some(Free));
        same_when(square, "AAAB\nABBB", "AB\nAB\nAB\nCC", None);
        same_when(square, "AAAB\nABBB", "AA\nAB\nAB\nBB", Some(Free));
        same_when(square, "AAAB\nABBB", "BA\nBA\nBA", None);
        same_when(square, "AABCC\nABBCC", "BB\nAB\nAA\nCC\nCC", Some(OneSided));
        same_when(square, "AABDDC\nABBDCC", "AABDCC\nABBDDC", Some(Halves));
        same_when(square, "AAB.\nABBC", "BBA.\nBAAC", Some(Fixed));
        same_when(square, "AAB.\nABBC", "AAB..\nABB.C", None);
        same_when(Lattice::Hex, "A A B", "A\n A\n  B", Some(OneSided));
        same_when(Lattice::Triangle, "AAB\nABB", ".AAB\n.ABB", None);
    }

    #[test]
    fn around_joined_sides_a_tiling_that_was_shifted_is_the_same() {
        let domino = Piece {
            name: "d".into(),
            shape: Shape::from_rows(Lattice::Square, ["##"]).expect("a shape"),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let of = |wrap, first: i32, sameness| {
            let region = match wrap {
                Some(wrap) => Region::wrapped(Lattice::Square, 6, 1, wrap),
                None => Region::rectangle(Lattice::Square, 6, 1),
            };
            let puzzle =
                Puzzle::new("ring", region.expect("a region"), vec![domino.clone()]).expect("a puzzle");
            let laid = (0..3).map(|number| first + 2 * number);
            let laid = laid.map(|x| (0, vec![Cell::new(x, 0), Cell::new(x + 1, 0)]));
            Likeness::new(&Tiling::new(&Arc::new(puzzle), laid).expect("a tiling"), sameness)
        };
        let ring = |first, sameness| of(Some(Wrap::Cylinder), first, sameness);
        assert_ne!(ring(0, Sameness::Fixed), ring(1, Sameness::Fixed));
        assert_eq!(ring(0, Sameness::Fixed), ring(2, Sameness::Fixed));
        for sameness in [Sameness::OneSided, Sameness::Free, Sameness::Halves] {
            assert_eq!(ring(0, sameness), ring(1, sameness), "{sameness}");
        }
        assert_ne!(ring(0, Sameness::Free), of(None, 0, Sameness::Free), "another board");
    }

    #[test]
    fn lattices_are_distinguished_and_names_are_read() {
        let domino = |lattice| likeness(lattice, "A", Sameness::Free);
        assert_ne!(domino(Lattice::Square), domino(Lattice::Triangle));
        for &same in Sameness::ALL {
            assert_eq!(same.name().parse(), Ok(same));
        }
        let error = "turned".parse::<Sameness>().unwrap_err();
        assert!(
            error.to_string().contains("`turned`")
                && error.findings()[0].allowed.clone().is_some_and(|all| all.contains("free"))
        );
    }
}
