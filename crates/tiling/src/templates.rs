//! The embedded puzzles and figures, by name.
//!
//! Each has the text of a puzzle file and a one-line description. Names are file names without extension, and
//! the order is fixed.

mod figures;

use serde_json::Value;

pub use figures::{Figure, figure, figures};

use crate::names::find;

/// A puzzle file inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleTemplate {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The puzzle file (JSON).
    pub text: &'static str,
}

/// Embeds files of `templates/puzzles` by name.
macro_rules! puzzles {
    ($($name:literal: $about:literal,)*) => {
        &[$(PuzzleTemplate {
            name: $name,
            about: $about,
            text: piecework_templates::file(concat!("puzzles/", $name, ".json")),
        },)*]
    };
}

/// From small to large, the friendly ones first.
const PUZZLES: &[PuzzleTemplate] = puzzles! {
    "t-tetromino-4x4": "four T tetrominoes in a square; 2 tilings",
    "l-tromino-6x6": "twelve L trominoes in a square; 162 tilings",
    "domino-8x8": "dominoes on a chessboard; 12 988 816 tilings",
    "six-pentominoes-5x6": "the pentominoes F I L U Y Z in a rectangle; 24 tilings",
    "pentomino-6x10": "the twelve pentominoes in a rectangle; 2339 tilings up to symmetry",
    "pentomino-5x12": "the twelve pentominoes in a rectangle; 1010 tilings up to symmetry",
    "pentomino-4x15": "the twelve pentominoes in a rectangle; 368 tilings up to symmetry",
    "pentomino-3x20": "the twelve pentominoes in a rectangle; 2 tilings up to symmetry",
    "pentomino-8x8-hole": "the twelve pentominoes on a chessboard without its middle; 65 tilings up to symmetry",
    "hexiamond-6x6": "the twelve hexiamonds in a rhombus; 156 tilings up to symmetry",
    "tetrahex-4x7": "the seven tetrahexes in a parallelogram; 9 tilings up to symmetry",
    "thirteen-pieces-8x8": "thirteen pieces of three to seven cells; 69 415 tilings up to symmetry",
    "untouchable-11": "the eleven nets of the cube, which may not touch; 7 tilings up to symmetry, a long search",
    "untouchable-11-points": "the same as an ordinary puzzle, on the corners of the cells; a long search",
    "hexomino-15x15-less-3x5": "the thirty-five hexominoes in a square with a hole",
    "calendar": "months and days on squares, all but one of each covered; 27 805 tilings of 366 dates",
    "calendar-hex": "the same on hexagons, in German; 142 342 tilings of 366 dates",
    "heptomino-19x28": "76 copies of one heptomino, the smallest rectangle they fill",
    "heptomino-21x26": "78 copies of the same heptomino, the size of a quilt",
    "y-hexomino-23x24": "92 copies of the Y hexomino, the smallest rectangle they fill",
    "tumbling-blocks-hexagon": "tumbling blocks: 61 cubes of three rhombs in a hexagon",
    "cubes-in-a-corner": "diamonds in a hexagon, at random: cubes stacked in a corner",
    "half-squares-12x12": "half-square triangles, each square cut along either diagonal; 2^144 tilings",
    "hat-56": "56 hats, the tile that never repeats, in a hexagon with a ragged edge",
    "hat-57in": "191 hats, a quilt 57 in wide with a cell of 1 in",
    "portrait": "960 dominoes, for a photo: `quilt portrait --photo cat.jpg`",
    "quilt-60x80": "a large quilt of pentominoes, copies of one never side by side",
};

/// Embeds files of `templates/boards` by name.
macro_rules! boards {
    ($($name:literal)*) => {
        &[$(($name, piecework_templates::file(concat!("boards/", $name, ".txt"))),)*]
    };
}

/// Drawn boards of squares, as [`read_drawing`](crate::puzzle::read_drawing) reads them.
const BOARDS: &[(&str, &str)] = boards! { "cross" "diamond" "heart" "house" "ring" "stairs" "star" "tree" };

/// Returns the names of the embedded boards.
pub fn board_names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|&(name, _)| name)
}

/// Returns the drawing of the embedded board of that name, the smallest if there are several.
///
/// # Examples
/// ```
/// let heart = piecework_tiling::templates::board_template("heart").expect("a board");
/// assert_eq!(heart.matches('#').count(), 45, "nine pentominoes");
/// ```
pub fn board_template(name: &str) -> Option<&'static str> {
    board_drawings(name).next()
}

/// Returns the drawings of the embedded board of that name, from small to large: each is drawn by hand.
///
/// # Examples
/// ```
/// let mut hearts = piecework_tiling::templates::board_drawings("heart");
/// assert!(hearts.any(|heart| heart.lines().next().is_some_and(|row| row.len() == 30)));
/// ```
pub fn board_drawings(name: &str) -> impl Iterator<Item = &'static str> {
    find(name, BOARDS, |(board, _)| board).into_iter().flat_map(|&(_, text)| text.split("\n\n"))
}

/// Returns the sheets of the quilt alphabet, from large to small: blocks of letters side by side, under their names.
pub fn alphabets() -> [&'static str; 2] {
    [piecework_templates::file("alphabets/7-rows.txt"), piecework_templates::file("alphabets/5-rows.txt")]
}

/// Returns which letters have which accents, a row for each: the accent, the letters, and the same without it.
pub fn accents() -> &'static str {
    piecework_templates::file("alphabets/accents.txt")
}

/// All puzzle templates, from small to large.
pub fn puzzle_templates() -> &'static [PuzzleTemplate] {
    PUZZLES
}

/// The puzzle template of that name.
///
/// # Examples
/// ```
/// let template = piecework_tiling::templates::puzzle_template("pentomino-6x10").expect("a template");
/// assert!(template.text.contains("pentominoes"));
/// ```
pub fn puzzle_template(name: &str) -> Option<&'static PuzzleTemplate> {
    find(name, PUZZLES, |template| template.name)
}

/// Returns the tiling of a design of the gallery as a record, by the name of the design.
pub fn gallery_tiling(name: &str) -> Option<String> {
    let designs: Value = serde_json::from_str(piecework_templates::file("gallery.json")).ok()?;
    let design = find(name, designs.as_array()?, |design| design["name"].as_str().unwrap_or_default())?;
    design["design"]["tilings"].get(0).map(Value::to_string)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lattice::{Cell, Lattice};
    use crate::limits::Limits;
    use crate::polyform::Shape;
    use crate::puzzle::{Contact, read_puzzle};
    use crate::source::Source;

    #[test]
    fn every_file_of_the_folder_is_a_template() {
        let files: BTreeSet<&str> = piecework_templates::names("puzzles").collect();
        let names: BTreeSet<&str> = PUZZLES.iter().map(|template| template.name).collect();
        assert_eq!(files, names);
        assert_eq!(names.len(), PUZZLES.len(), "no name twice");
    }

    #[test]
    fn every_board_is_connected_and_holds_whole_pentominoes() {
        let files: Vec<&str> = piecework_templates::names("boards").collect();
        assert_eq!(files, board_names().collect::<Vec<&str>>());
        for name in board_names() {
            let source = Source::new(name, board_template(name).expect("a board"));
            let board = crate::puzzle::read_drawing(&source, None, &Limits::default()).expect(name);
            assert!(board.area().is_multiple_of(5) && board.area() <= 60, "{name}");
            assert!(Shape::new(Lattice::Square, board.cells().to_vec()).is_ok(), "{name} is connected");
            let wide = |drawing: &str| drawing.lines().next().map_or(0, str::len);
            let widths: Vec<usize> = board_drawings(name).map(wide).collect();
            assert!(widths.is_sorted_by(|one, next| one < next), "{name}: {widths:?}");
            for drawing in board_drawings(name) {
                assert!(drawing.lines().all(|row| row.len() == wide(drawing)), "{name}: {drawing}");
            }
        }
    }

    #[test]
    fn every_template_is_a_good_puzzle() {
        for template in puzzle_templates() {
            let source = Source::new(template.name, template.text);
            let puzzle = read_puzzle(&source, &Limits::default()).map_err(|error| error.to_string());
            let puzzle = puzzle.expect(template.name);
            let (cells, size) = sizes(template.name);
            assert_eq!(puzzle.region().area(), cells, "{}", template.name);
            assert_eq!(puzzle.pieces().len(), size, "{}", template.name);
        }
    }

    /// Cells of the region and kinds of pieces.
    fn sizes(name: &str) -> (usize, usize) {
        match name {
            "t-tetromino-4x4" => (16, 1),
            "l-tromino-6x6" => (36, 1),
            "domino-8x8" => (64, 1),
            "six-pentominoes-5x6" => (30, 6),
            "hexiamond-6x6" => (72, 12),
            "tetrahex-4x7" => (28, 7),
            "thirteen-pieces-8x8" => (64, 13),
            "untouchable-11" => (144, 11),
            "untouchable-11-points" => (169, 11),
            "hexomino-15x15-less-3x5" => (210, 35),
            "heptomino-19x28" => (532, 1),
            "heptomino-21x26" => (546, 1),
            "y-hexomino-23x24" => (552, 1),
            "tumbling-blocks-hexagon" => (183, 1),
            "cubes-in-a-corner" => (486, 1),
            "half-squares-12x12" => (576, 1),
            "calendar" => (43, 10),
            "calendar-hex" => (43, 12),
            "hat-56" => (546, 1),
            "hat-57in" => (1728, 1),
            "portrait" => (1920, 1),
            "quilt-60x80" => (4800, 12),
            _ => (60, 12),
        }
    }

    /// The corners of the cells of Untouchable 11 are its form on points.
    #[test]
    fn both_forms_of_untouchable_11_are_one_puzzle() {
        let read = |name| {
            let template = puzzle_template(name).expect("a template");
            read_puzzle(&Source::new(name, template.text), &Limits::default()).expect("a good puzzle")
        };
        let (cells, points) = (read("untouchable-11"), read("untouchable-11-points"));
        assert_eq!(cells.contact(), Contact::Forbidden);
        let mut nets = BTreeSet::new();
        for (net, expanded) in cells.pieces().iter().zip(points.pieces()) {
            assert_eq!(net.shape.area(), 6, "{}", net.name);
            let corners: BTreeSet<Cell> = net
                .shape
                .cells()
                .iter()
                .flat_map(|&cell| Lattice::Square.corners(cell))
                .map(|corner| Cell::new(corner.x, corner.y))
                .collect();
            let corners = Shape::new(Lattice::Square, corners.into_iter().collect()).expect("a shape");
            assert_eq!(corners, expanded.shape, "{}", net.name);
            nets.insert(net.shape.free());
        }
        assert_eq!(nets.len(), 11);
        let points_used: usize = points.pieces().iter().map(|piece| piece.shape.area()).sum();
        assert_eq!(points_used + 15, points.region().area());
    }

    #[test]
    fn names_are_found_and_lines_are_short() {
        for template in puzzle_templates() {
            assert_eq!(puzzle_template(template.name), Some(template));
            assert!(template.about.len() <= 100 && !template.about.ends_with('.'), "{}", template.name);
        }
        assert_eq!(puzzle_template("pentomino"), None);
    }
}
