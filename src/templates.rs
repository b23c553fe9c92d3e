//! The puzzles that come with the program, by name.
//!
//! In: a name. Out: the text of a puzzle file, as if a person had written it, and one line about it. Always holds:
//! names are file names without their ending, the order is fixed, and every text is a good puzzle file. What a
//! puzzle is, this room does not know.

/// A puzzle file inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
            text: include_str!(concat!("../templates/puzzles/", $name, ".json")),
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
    "hexiamond-6x6": "the twelve hexiamonds in a rhombus",
    "tetrahex-4x7": "the seven tetrahexes in a parallelogram",
    "thirteen-pieces-8x8": "thirteen pieces of three to seven cells; 69 415 tilings up to symmetry",
    "untouchable-11": "the eleven nets of the cube, which may not touch; 7 tilings up to symmetry",
    "untouchable-11-points": "the same as an ordinary puzzle, on the corners of the cells",
    "hexomino-15x15-less-3x5": "the thirty-five hexominoes in a square with a hole",
    "heptomino-19x28": "76 copies of one heptomino, the smallest rectangle they fill",
    "heptomino-21x26": "78 copies of the same heptomino, the size of a quilt",
    "y-hexomino-23x24": "92 copies of the Y hexomino, the smallest rectangle they fill",
    "quilt-60x80": "a large quilt of pentominoes, as many of each as fit",
};

/// All puzzle templates, from small to large.
#[must_use]
pub fn puzzle_templates() -> &'static [PuzzleTemplate] {
    PUZZLES
}

/// The puzzle template of that name.
///
/// # Examples
/// ```
/// let template = piecework::puzzle_template("pentomino-6x10").expect("a template");
/// assert!(template.text.contains("pentominoes"));
/// ```
#[must_use]
pub fn puzzle_template(name: &str) -> Option<&'static PuzzleTemplate> {
    PUZZLES.iter().find(|template| template.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_a_template() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/puzzles");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        let names: BTreeSet<String> =
            PUZZLES.iter().map(|template| format!("{}.json", template.name)).collect();
        assert_eq!(files, names);
        assert_eq!(names.len(), PUZZLES.len(), "no name twice");
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
