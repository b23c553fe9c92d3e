//! Plans the card that is sold with a puzzle: how many solutions there are, how hard they are to find, hints,
//! a solution, and the design as a QR code.

use piecework_draw::drawing::QrCode;
use piecework_draw::geometry::{Patchwork, Point};
use piecework_tiling::tiling::Tiling;

/// What is known of a puzzle that is on its card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardFacts {
    /// How many solutions there are, up to turning and flipping, in digits. Default: at least one.
    pub solutions: Option<SolutionCount>,
    /// The class of difficulty, from 1 (easy) to 5. Default: not known.
    pub difficulty: Option<u8>,
}

/// A number of solutions.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SolutionCount {
    /// The number in digits.
    pub number: String,
    /// Whether these are all; else there are at least as many.
    pub is_all: bool,
}

/// A card.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct InsertCard {
    /// The name of the puzzle.
    pub title: String,
    /// How many pieces there are.
    pub pieces: usize,
    /// How many solutions there are.
    pub solutions: SolutionCount,
    /// The class of difficulty, from 1 to 5; `None` if it is not known.
    pub difficulty: Option<u8>,
    /// The names of the pieces in the corners of the board, in one solution; empty if that says nothing.
    pub corners: Vec<String>,
    /// The pieces that hints show in their places, one after another: numbers from 0.
    pub shown: Vec<usize>,
    /// The size of the finished puzzle, in mm.
    pub size_mm: (f64, f64),
    /// The design, to be read from the card; `None` if it is too long for a code of this size.
    #[serde(skip)]
    pub code: Option<QrCode>,
}

/// The most modules of a code along a side, so that phones read it on a business card: 0.33 mm each. Chosen
/// by eye.
const MOST_MODULES: usize = 73;

impl InsertCard {
    /// Plans the card for a tiling and its patchwork; `design` is what the code holds.
    #[must_use]
    pub fn new(tiling: &Tiling, patchwork: &Patchwork, facts: CardFacts, design: Option<&str>) -> Self {
        let bounds = patchwork.bounds();
        let code = design.and_then(QrCode::new).filter(|code| code.side() <= MOST_MODULES);
        let none = SolutionCount { number: "1".to_owned(), is_all: false };
        Self {
            title: tiling.puzzle().name().to_owned(),
            pieces: patchwork.patches().len(),
            solutions: facts.solutions.unwrap_or(none),
            difficulty: facts.difficulty,
            corners: corners(patchwork),
            shown: shown(patchwork),
            size_mm: (bounds.width(), bounds.height()),
            code,
        }
    }

    /// Returns how many solutions there are, as a sentence.
    #[must_use]
    pub fn count_in_words(&self) -> String {
        let SolutionCount { number, is_all } = &self.solutions;
        match (number.as_str(), is_all) {
            ("1", true) => "There is one way to fill the board.".to_owned(),
            ("1", false) => "There is a way to fill the board.".to_owned(),
            (number, true) => format!("There are {} ways to fill the board.", grouped(number)),
            (number, false) => format!("There are at least {} ways to fill the board.", grouped(number)),
        }
    }
}

/// Returns digits in groups of three.
fn grouped(digits: &str) -> String {
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = Some(head.to_owned()).filter(|head| !head.is_empty());
    head.into_iter().chain(groups).collect::<Vec<String>>().join(",")
}

/// How far a corner of a piece may be from that of the board, in mm: rounding.
const NEAR: f64 = 1e-6;

/// Returns the names of the pieces in the corners of the box around the board, if two kinds and more are there.
fn corners(patchwork: &Patchwork) -> Vec<String> {
    let bounds = patchwork.bounds();
    let (xs, ys) = ([bounds.left, bounds.right], [bounds.top, bounds.bottom]);
    let is_corner = |point: &Point| {
        let near = |ends: [f64; 2], at: f64| ends.iter().any(|end| (end - at).abs() < NEAR);
        near(xs, point.x) && near(ys, point.y)
    };
    let patches = patchwork.patches().iter();
    let there = patches.filter(|patch| patch.outline().outer().points().iter().any(is_corner));
    let mut names: Vec<String> = there.map(|patch| patch.name().to_owned()).collect();
    names.sort();
    names.dedup();
    if names.len() > 1 { names } else { Vec::new() }
}

/// Returns the pieces of hints: the one nearest to the middle, which is hard to guess, then the one nearest to
/// the first corner.
fn shown(patchwork: &Patchwork) -> Vec<usize> {
    let bounds = patchwork.bounds();
    let nearest = |to: Point, but: Option<usize>| {
        let patches = patchwork.patches().iter().enumerate().filter(|(index, _)| Some(*index) != but);
        let far = |patch: &piecework_draw::geometry::Patch| patch.outline().bounds().center().distance(to);
        patches.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b))).map(|(index, _)| index)
    };
    let first = nearest(bounds.center(), None);
    let second = nearest(Point { x: bounds.left, y: bounds.top }, first);
    // Of three pieces, two would be most of the solution.
    let most = patchwork.patches().len().saturating_sub(2);
    first.into_iter().chain(second).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn card(solutions: Option<(&str, bool)>, design: &str) -> InsertCard {
        let rows = "AABB\nACCB\nDCCE\nDDEE";
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let solutions = solutions.map(|(number, is_all)| SolutionCount { number: number.into(), is_all });
        let facts = CardFacts { solutions, difficulty: Some(3) };
        InsertCard::new(&tiling, &patchwork, facts, Some(design))
    }

    #[test]
    fn numbers_of_solutions_say_whether_they_are_all() {
        for (found, words) in [
            (Some(("2339", true)), "There are 2,339 ways to fill the board."),
            (Some(("1234567", false)), "There are at least 1,234,567 ways to fill the board."),
            (Some(("1", true)), "There is one way to fill the board."),
            (Some(("123", true)), "There are 123 ways to fill the board."),
            (None, "There is a way to fill the board."),
        ] {
            assert_eq!(card(found, "x").count_in_words(), words);
        }
    }

    #[test]
    fn hints_begin_in_the_middle_and_long_designs_have_no_code() {
        let card_of = card(None, "short");
        assert_eq!(card_of.shown.len(), 2);
        assert_eq!(card_of.size_mm, (40.0, 40.0));
        assert!(card_of.code.is_some());
        assert_eq!(card(None, &"x".repeat(600)).code, None);
        assert_ne!(card_of.shown[0], card_of.shown[1]);
    }
}
