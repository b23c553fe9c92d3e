//! The letters of trominoes, tetrominoes and pentominoes.
//!
//! Each piece is drawn once, in the orientation that looks like its letter. Pages show it in that
//! orientation.

use super::{Freedom, Shape};

/// A letter and the rows that look like it.
type Drawn = (&'static str, &'static [&'static str]);

/// S. W. Golomb, Polyominoes, 1965.
const PENTOMINOES: &[Drawn] = &[
    ("F", &[".##", "##.", ".#."]),
    ("I", &["#####"]),
    ("L", &["#.", "#.", "#.", "##"]),
    ("N", &[".#", ".#", "##", "#."]),
    ("P", &["##", "##", "#."]),
    ("T", &["###", ".#.", ".#."]),
    ("U", &["#.#", "###"]),
    ("V", &["#..", "#..", "###"]),
    ("W", &["#..", "##.", ".##"]),
    ("X", &[".#.", "###", ".#."]),
    ("Y", &[".#", "##", ".#", ".#"]),
    ("Z", &["##.", ".#.", ".##"]),
];

const TETROMINOES: &[Drawn] = &[
    ("I", &["####"]),
    ("L", &["#.", "#.", "##"]),
    ("O", &["##", "##"]),
    ("S", &[".##", "##."]),
    ("T", &["###", ".#."]),
];

/// The mirror images that have their own letters when pieces may not be flipped.
const MIRRORED_TETROMINOES: &[Drawn] = &[("J", &[".#", ".#", "##"]), ("Z", &["##.", ".##"])];

const TROMINOES: &[Drawn] = &[("I", &["###"]), ("L", &["#.", "##"])];

/// Returns the letter of a tromino, tetromino or pentomino in any orientation, and the shape in the orientation that looks
/// like it; `None` for every other shape. The mirrored tetrominoes J and Z are distinguished only if pieces may not be
/// flipped.
pub(crate) fn drawing_of(shape: &Shape, freedom: Freedom) -> Option<(&'static str, Shape)> {
    let lattice = shape.lattice();
    if !lattice.is_rectilinear() {
        return None;
    }
    let one_sided = freedom != Freedom::Free;
    let drawings: &[Drawn] = match shape.area() {
        3 => TROMINOES,
        4 => TETROMINOES,
        5 => PENTOMINOES,
        _ => return None,
    };
    let mirrored = if one_sided && shape.area() == 4 { MIRRORED_TETROMINOES } else { &[] };
    // Mirrored letters come first, because a free comparison would take J for L.
    let same_side = mirrored.iter().map(|drawn| (drawn, Freedom::OneSided));
    let either_side = drawings.iter().map(|drawn| (drawn, Freedom::Free));
    same_side.chain(either_side).find_map(|(&(letter, rows), sides)| {
        let rows = rows.iter().copied();
        let drawing = Shape::from_rows(lattice, rows).expect("the tables above hold shapes");
        (drawing.least(sides) == shape.least(sides)).then_some((letter, drawing))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::enumerate_under;

    fn letters(cells: usize, freedom: Freedom) -> String {
        let shapes = enumerate_under(Lattice::Square, cells, freedom).expect("within the limit");
        let mut letters: Vec<&str> =
            shapes.iter().map(|shape| drawing_of(shape, freedom).expect("a letter").0).collect();
        letters.sort_unstable();
        letters.concat()
    }

    #[test]
    fn every_piece_has_its_letter() {
        assert_eq!(letters(3, Freedom::Free), "IL");
        assert_eq!(letters(4, Freedom::Free), "ILOST");
        assert_eq!(letters(4, Freedom::OneSided), "IJLOSTZ");
        assert_eq!(letters(5, Freedom::Free), "FILNPTUVWXYZ");
        assert_eq!(letters(5, Freedom::OneSided), "FFILLNNPPTUVWXYYZZ");
    }

    #[test]
    fn other_shapes_have_none() {
        let hexomino = Shape::from_rows(Lattice::Square, ["######"]).expect("a shape");
        assert_eq!(drawing_of(&hexomino, Freedom::Free), None);
        let hexagons = Shape::from_rows(Lattice::Hex, ["# # # #"]).expect("a shape");
        assert_eq!(drawing_of(&hexagons, Freedom::Free), None);
    }
}
