//! Tells whether pieces of different puzzles are one piece: turned or flipped as they may be, with the same colors.

use piecework_tiling::lattice::{Cell, Lattice, Symmetry};
use piecework_tiling::polyform::Freedom;
use piecework_tiling::puzzle::Puzzle;

/// What stands for a cell without a color.
const PLAIN: char = '#';

/// How a piece looks, so that it can be compared.
#[derive(Debug)]
pub(super) struct PieceLook {
    lattice: Lattice,
    freedom: Freedom,
    /// Its cells with their colors, in reading order.
    cells: Vec<(Cell, char)>,
    /// The colors of its sides in all of its orientations; none if they have none.
    sides: Vec<Vec<char>>,
}

impl PieceLook {
    /// Returns the look of a piece; of a kind that is turned to show other sides, any of its orientations.
    pub(super) fn of(puzzle: &Puzzle, piece: usize) -> Self {
        let (lattice, colors) = (puzzle.lattice(), puzzle.colors());
        let own = colors.of(piece).map_or(&[][..], |own| &own.cells);
        let of_cell = |cell: Cell| own.iter().find(|(known, _)| *known == cell).map_or(PLAIN, |own| own.1);
        let shape = &puzzle.pieces()[piece].shape;
        let cells = shape.cells().iter().map(|&cell| (cell, of_cell(cell))).collect();
        let all = puzzle.rules().one_of.iter().find(|choice| choice.pieces.contains(&piece));
        let all = all.map_or(piece..piece + 1, |choice| choice.pieces.clone());
        let sides = all.map(|piece| colors.sides(piece).to_vec()).filter(|sides| !sides.is_empty());
        Self { lattice, freedom: puzzle.pieces()[piece].freedom, cells, sides: sides.collect() }
    }

    /// Returns whether both are one piece. Of two that may be moved differently the freer decides.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if self.lattice != other.lattice || self.cells.len() != other.cells.len() {
            return false;
        }
        match (self.sides.as_slice(), other.sides.as_slice()) {
            ([], []) => self.is_turned_to(other),
            // Orientations are all there, so that nothing need be turned.
            ([first, ..], all) => all.contains(first) && self.colors() == other.colors(),
            _ => false,
        }
    }

    fn is_turned_to(&self, other: &Self) -> bool {
        let freer = |symmetry| self.freedom.allows(symmetry) || other.freedom.allows(symmetry);
        let symmetries = self.lattice.symmetries().filter(|&symmetry| freer(symmetry));
        self.colors() == other.colors()
            && symmetries.map(|symmetry| self.moved(symmetry)).any(|moved| moved == other.cells)
    }

    /// Returns the colors of its cells, in order.
    fn colors(&self) -> Vec<char> {
        let mut colors: Vec<char> = self.cells.iter().map(|(_, color)| *color).collect();
        colors.sort_unstable();
        colors
    }

    /// Returns its cells moved by a symmetry to the standard place.
    fn moved(&self, symmetry: Symmetry) -> Vec<(Cell, char)> {
        let cells = self.cells.iter().map(|&(cell, color)| (self.lattice.apply(symmetry, cell), color));
        let mut cells: Vec<(Cell, char)> = cells.collect();
        let shift = self.lattice.shift_to_origin(&cells.iter().map(|(cell, _)| *cell).collect::<Vec<Cell>>());
        cells.iter_mut().for_each(|(cell, _)| *cell = cell.shifted(shift));
        cells.sort_unstable();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::read_puzzle;
    use piecework_tiling::source::Source;

    /// A puzzle of pieces as a file has them; its board does not matter.
    fn puzzle(lattice: &str, pieces: &str) -> Puzzle {
        let text = format!(
            r#"{{ "piecework": 1, "name": "test", "lattice": "{lattice}", "region": {{ "rectangle": [8, 8] }},
                "contact": "forbidden", "pieces": [{pieces}] }}"#
        );
        read_puzzle(&Source::new("test.json", text), &Limits::default()).expect("a puzzle")
    }

    fn is_same(one: &str, other: &str) -> bool {
        let pair = puzzle("square", &format!("{one}, {other}"));
        let last = pair.pieces().len() - 1;
        PieceLook::of(&pair, 0).is_same(&PieceLook::of(&pair, last))
    }

    #[test]
    fn a_piece_is_the_same_as_far_as_it_may_be_moved() {
        let rows = |name: &str, rows: &str, symmetry: &str| {
            format!(r#"{{ "name": "{name}", "rows": {rows}, "symmetry": "{symmetry}" }}"#)
        };
        let (l, flipped, turned) =
            (r####"["#..", "###"]"####, r####"["..#", "###"]"####, r####"["##", "#.", "#."]"####);
        for (freedom, is_same_turned, is_same_flipped) in
            [("free", true, true), ("one-sided", true, false), ("fixed", false, false)]
        {
            let one = rows("a", l, freedom);
            assert_eq!(is_same(&one, &rows("b", turned, freedom)), is_same_turned, "{freedom}");
            assert_eq!(is_same(&one, &rows("b", flipped, freedom)), is_same_flipped, "{freedom}");
        }
        assert!(is_same(&rows("a", l, "free"), &rows("b", flipped, "fixed")), "the freer decides");
    }

    #[test]
    fn colors_of_cells_tell_pieces_apart() {
        let piece = |name: &str, rows: &str| format!(r#"{{ "name": "{name}", "colors": {rows} }}"#);
        let one = piece("a", r#"["wk"]"#);
        assert!(is_same(&one, &piece("b", r#"["k", "w"]"#)), "turned");
        assert!(!is_same(&one, &piece("b", r#"["ww"]"#)));
        assert!(!is_same(&piece("a", r#"["wkk"]"#), &piece("b", r#"["kwk"]"#)), "as many of each");
    }

    #[test]
    fn colors_of_sides_tell_pieces_apart() {
        let piece = |name: &str, sides: &str| {
            format!(r#"{{ "name": "{name}", "sides": "{sides}", "symmetry": "one-sided" }}"#)
        };
        assert!(is_same(&piece("a", "wwrb"), &piece("b", "rbww")), "turned");
        assert!(!is_same(&piece("a", "wwrb"), &piece("b", "wwbr")), "flipped");
        assert!(!is_same(&piece("a", "wwww"), r####"{ "name": "b", "rows": ["#"] }"####));
    }
}
