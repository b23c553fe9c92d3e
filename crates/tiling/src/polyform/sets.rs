//! Sets of pieces by name: "pentominoes", "one-sided hexominoes", "hexiamonds".
//!
//! The members are not stored: [`enumerate_under`] lists them, and each gets a name and a good-looking
//! orientation.

use std::cmp::Reverse;

use super::enumerate::{enumerate_under, made_of};
use super::{Freedom, Shape, letters};
use crate::lattice::{Cell, Lattice, Members, NamedPieces};
use crate::names::find;

/// A complete set of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedSet {
    /// What the set is called in puzzle files.
    pub name: &'static str,
    /// The lattice of all members.
    pub lattice: Lattice,
    /// How the members may be moved.
    pub freedom: Freedom,
    /// The pieces, sorted by letter if they have letters, otherwise numbered in the order of
    /// [`enumerate_under`].
    pub members: Vec<SetMember>,
}

/// One piece of a [`NamedSet`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetMember {
    /// Its letter, or its number among the shapes of that size, such as `6-01`. A prime marks the mirror
    /// image of a piece if both are in the set.
    pub name: String,
    /// The piece as drawn.
    pub shape: Shape,
}

/// Returns the names that [`named_set`] knows, in the order in which documents list them.
pub fn set_names() -> impl Iterator<Item = &'static str> {
    listed().map(|(_, set)| set.name)
}

fn listed() -> impl Iterator<Item = (Lattice, &'static NamedPieces)> {
    Lattice::ALL
        .iter()
        .copied()
        .flat_map(|lattice| lattice.named_pieces().iter().map(move |set| (lattice, set)))
}

/// Returns the set called `name`, or `None` if there is no such set; see [`set_names`].
///
/// # Examples
/// ```
/// let set = piecework_tiling::polyform::named_set("pentominoes").expect("a known set");
/// let letters: String = set.members.iter().map(|piece| piece.name.as_str()).collect();
/// assert_eq!(letters, "FILNPTUVWXYZ");
/// ```
pub fn named_set(name: &str) -> Option<NamedSet> {
    let (lattice, set) = find(name, listed(), |(_, set)| set.name)?;
    let NamedPieces { name, flips, .. } = *set;
    let freedom = if flips { Freedom::Free } else { Freedom::OneSided };
    let mut members = members(lattice, set, freedom);
    if letters::drawing_of(&members[0].shape, freedom).is_some() {
        members.sort_by(|a, b| a.name.cmp(&b.name));
    }
    Some(NamedSet { name, lattice, freedom, members })
}

/// Returns one group of members for each free polyform, in order: the piece, and its mirror image if it
/// differs.
fn members(lattice: Lattice, set: &NamedPieces, freedom: Freedom) -> Vec<SetMember> {
    let (free, size) = match set.members {
        Members::Every(cells) => (enumerate_under(lattice, cells, Freedom::Free), cells),
        Members::Parts(count, parts) => (Ok(made_of(lattice, parts, count)), count),
        Members::These(shapes) => return shapes.iter().map(|shape| named_member(lattice, shape)).collect(),
    };
    let free = free.expect("sets in the table are small");
    let digits = free.len().to_string().len();
    let mut members = Vec::new();
    for (number, shape) in (1..).zip(&free) {
        let lettered = letters::drawing_of(shape, Freedom::Free);
        let (name, drawn) = match lettered {
            Some((letter, drawn)) => (letter.to_owned(), drawn),
            None => (format!("{size}-{number:0digits$}"), pleasant(shape, freedom)),
        };
        let twin = (freedom == Freedom::OneSided && !drawn.is_achiral()).then(|| mirrored(&name, &drawn));
        members.push(SetMember { name, shape: drawn });
        members.extend(twin);
    }
    members
}

fn named_member(lattice: Lattice, (name, cells): &(&str, &[(i32, i32)])) -> SetMember {
    let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    let shape = Shape::new(lattice, cells).expect("shapes in the table are connected");
    SetMember { name: (*name).to_owned(), shape }
}

/// Returns the mirror image of a piece, by its own letter if it has one.
fn mirrored(name: &str, drawn: &Shape) -> SetMember {
    let flip = drawn.lattice().symmetries().find(|symmetry| symmetry.is_reflection());
    let shape = drawn.moved(flip.expect("every lattice has reflections"));
    match letters::drawing_of(&shape, Freedom::OneSided) {
        Some((letter, shape)) if letter != name => SetMember { name: letter.to_owned(), shape },
        _ => SetMember { name: format!("{name}'"), shape },
    }
}

/// Returns the orientation to show: as few rows as possible, then as many cells as possible in the last row.
/// Chosen by eye.
pub(crate) fn pleasant(shape: &Shape, freedom: Freedom) -> Shape {
    let rank = |shape: &Shape| {
        let last = shape.cells().last().map_or(0, |cell| cell.y);
        (last, Reverse(shape.cells().iter().filter(|cell| cell.y == last).count()))
    };
    let orientations = shape.orientations(freedom).into_iter().map(|orientation| orientation.shape);
    orientations.min_by(|a, b| (rank(a), a).cmp(&(rank(b), b))).unwrap_or_else(|| shape.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_set_is_complete_with_names_of_their_own() {
        for name in set_names() {
            let set = named_set(name).expect("a known set");
            let names: BTreeSet<&str> = set.members.iter().map(|member| member.name.as_str()).collect();
            assert_eq!(names.len(), set.members.len(), "{name}: names differ");
            let found: BTreeSet<Shape> =
                set.members.iter().map(|member| member.shape.least(set.freedom)).collect();
            let cells = set.members[0].shape.area();
            if listed().any(|(_, row)| row.name == name && matches!(row.members, Members::Every(_))) {
                let all = enumerate_under(set.lattice, cells, set.freedom).expect("within the limit");
                assert_eq!(found.into_iter().collect::<Vec<_>>(), all, "{name}");
            }
        }
        assert_eq!(named_set("pentaminoes"), None);
    }

    #[test]
    fn sizes_and_names_of_some_sets() {
        for (name, size, first, last) in [
            ("tetrominoes", 5, "I", "T"),
            ("one-sided tetrominoes", 7, "I", "Z"),
            ("one-sided pentominoes", 18, "F", "Z'"),
            ("hexominoes", 35, "6-01", "6-35"),
            ("one-sided hexominoes", 60, "6-01", "6-35"),
            ("heptominoes", 108, "7-001", "7-108"),
            ("tetrahexes", 7, "4-1", "4-7"),
            ("pentahexes", 22, "5-01", "5-22"),
            ("hexiamonds", 12, "6-01", "6-12"),
            ("hexarhombs", 27, "6-01", "6-27"),
            // OEIS A006074.
            ("half-squares", 1, "1-1", "1-1"),
            ("diaboloes", 3, "2-1", "2-3"),
            ("triaboloes", 4, "3-1", "3-4"),
            ("tetraboloes", 14, "4-01", "4-14"),
            ("pentaboloes", 30, "5-01", "5-30"),
            ("hexaboloes", 107, "6-001", "6-107"),
            ("hat", 1, "hat", "hat"),
        ] {
            let members = named_set(name).expect("a known set").members;
            let ends = (members[0].name.as_str(), members[members.len() - 1].name.trim_end_matches('\''));
            assert_eq!((members.len(), ends.0), (size, first), "{name}");
            assert_eq!(ends.1, last.trim_end_matches('\''), "{name}");
        }
    }

    #[test]
    fn letters_are_drawn_as_letters() {
        let set = named_set("one-sided tetrominoes").expect("a known set");
        let rows = |name: &str| {
            set.members.iter().find(|member| member.name == name).map(|member| member.shape.rows())
        };
        assert_eq!(rows("L").expect("L"), ["#.", "#.", "##"]);
        assert_eq!(rows("J").expect("J"), [".#", ".#", "##"]);
        assert_eq!(rows("S").expect("S"), [".##", "##."]);
        assert_eq!(rows("Z").expect("Z"), ["##.", ".##"]);
    }
}
