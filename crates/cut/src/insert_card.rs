//! Plans the card that is sold with a puzzle: how many solutions there are, how hard they are to find, hints,
//! a solution, and the address at which it is played as a QR code.

use super::plan::PiecesFit;
use super::{CardFacts, CutJob, CutPlan, Engraving, SolutionCount};
use piecework_draw::drawing::QrCode;
use piecework_draw::geometry::{Patchwork, Point};
use piecework_tiling::puzzle::Region;
use piecework_tiling::tiling::Tiling;

/// A card.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct InsertCard {
    /// The name of the puzzle.
    pub title: String,
    /// The words of the cells that stay open, as on a calendar the date; empty if there are none.
    pub open: String,
    /// How many pieces there are.
    pub pieces: usize,
    /// How the pieces go together.
    pub fit: PiecesFit,
    /// How many solutions there are, for pieces that fit as in the puzzle.
    pub solutions: SolutionCount,
    /// The class of difficulty, from 1 to 5; `None` if it is not known, or not that of the pieces as cut.
    pub difficulty: Option<u8>,
    /// The names of the pieces in the corners of the board, in one solution; empty if that says nothing.
    pub corners: Vec<String>,
    /// The pieces that hints show in their places, one after another: numbers from 0.
    pub shown: Vec<usize>,
    /// The size of the finished puzzle, in mm.
    pub size_mm: (f64, f64),
    /// The address at which the puzzle is played; `None` if it is not known, or too long for a code of this size.
    #[serde(skip)]
    pub code: Option<QrCode>,
}

/// The side of the code on a card of business size, in mm: more than half of the height inside its margins.
pub(crate) const CODE: f64 = 24.5;

impl InsertCard {
    /// Plans the card for what the files of a job make of one of its tilings; `plan` is that of the tiling, and `facts` are those of its puzzle.
    pub(super) fn new(
        (job, plan): (&CutJob<'_>, &CutPlan),
        (tiling, patchwork): (&Tiling, &Patchwork),
        facts: CardFacts,
    ) -> Self {
        let options = &job.wanted.options;
        let fit = plan.pieces_fit(&job.wanted.formats);
        let shown_on = [Some(options.engraving), options.back];
        let solved = options.labels && shown_on.contains(&Some(Engraving::Solution));
        let bounds = patchwork.bounds();
        let code = facts.play.as_deref().and_then(Self::code);
        let none = SolutionCount { number: "1".to_owned(), is_all: false };
        Self {
            title: tiling.puzzle().name().to_owned(),
            open: open(tiling.puzzle().region()),
            pieces: patchwork.patches().len(),
            fit,
            solutions: facts.solutions.unwrap_or(none),
            difficulty: facts.difficulty.filter(|_| fit == PiecesFit::AsInPuzzle && !solved),
            corners: corners(patchwork),
            shown: shown(patchwork),
            size_mm: (bounds.width(), bounds.height()),
            code,
        }
    }

    /// Returns the code of a text, if it is small enough for a card.
    pub fn code(text: &str) -> Option<QrCode> {
        QrCode::in_square(text, CODE)
    }

    /// Returns in how many ways the pieces go together, as a sentence.
    pub fn count_in_words(&self) -> String {
        let SolutionCount { number, is_all } = &self.solutions;
        match (number.as_str(), is_all) {
            _ if self.fit == PiecesFit::OneWay => "They fit together in one way.".to_owned(),
            _ if self.fit == PiecesFit::SomeKnobs => "Their knobs fit as in the solution.".to_owned(),
            _ if self.fit == PiecesFit::OwnLines => "Their edges fit as in the solution.".to_owned(),
            _ if self.fit == PiecesFit::Picture => "One way to fill the board shows the picture.".to_owned(),
            _ if self.fit == PiecesFit::Sewn => "They are sewn together as in the solution.".to_owned(),
            ("1", true) => format!("There is one way to {}.", self.task()),
            ("1", false) => format!("There is a way to {}.", self.task()),
            (number, true) => format!("There are {} ways to {}.", grouped(number), self.task()),
            (number, false) => format!("There are at least {} ways to {}.", grouped(number), self.task()),
        }
    }

    /// Returns what the pieces are laid for.
    fn task(&self) -> String {
        if self.open.is_empty() { "fill the board".to_owned() } else { format!("leave {} open", self.open) }
    }

    /// Returns what the solution is called.
    pub(crate) fn solution(&self) -> String {
        if self.open.is_empty() { "Solution".to_owned() } else { format!("Solution of {}", self.open) }
    }
}

/// Returns the words of the cells that stay open.
fn open(region: &Region) -> String {
    let words = region.open().iter().map(|(_, word)| word.as_str()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
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
    use crate::{CutRequest, KnobOptions, KnobStyle, PreparedCut, prepare};
    use piecework_draw::color::Picture;
    use piecework_draw::render::format;
    use piecework_tiling::lattice::Lattice;

    fn card(solutions: Option<(&str, bool)>, play: &str) -> InsertCard {
        changed(solutions, play, |_| {})
    }

    /// The card of a job with other options and formats.
    fn changed(solutions: Option<(&str, bool)>, play: &str, change: impl Fn(&mut PreparedCut)) -> InsertCard {
        let tiling = crate::support::tiling(Lattice::Square, "AABB\nACCB\nDCCE\nDDEE");
        let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let solutions = solutions.map(|(number, is_all)| SolutionCount { number: number.into(), is_all });
        let facts = CardFacts { solutions, difficulty: Some(3), play: Some(play.to_owned()) };
        let mut wanted = prepare(&CutRequest::default(), tiling.puzzle()).expect("a cut");
        change(&mut wanted);
        let job = wanted.job(&tiling).expect("a plan");
        InsertCard::new((&job, &job.plan), (&tiling, &patchwork), facts)
    }

    /// What is known of the puzzle is said of pieces that are those of the puzzle, and of no others.
    #[test]
    fn a_card_tells_of_the_pieces_as_they_are_cut() {
        let told = |change: fn(&mut PreparedCut)| {
            let card = changed(Some(("12", true)), "x", change);
            (card.count_in_words(), card.difficulty)
        };
        let ways = |words: &str| (words.to_owned(), None);
        let knobs = |style| Some(KnobOptions { style, seed: 1 });
        assert_eq!(
            told(|cut| cut.options.kerf = 0.2),
            ("There are 12 ways to fill the board.".into(), Some(3))
        );
        let solved = told(|cut| cut.options.back = Some(Engraving::Solution));
        assert_eq!(solved, ways("There are 12 ways to fill the board."));
        let one = ways("They fit together in one way.");
        for style in [KnobStyle::Jigsaw, KnobStyle::Wave, KnobStyle::Varied] {
            let card = changed(Some(("12", true)), "x", |cut| cut.options.line.knobs = knobs(style));
            assert_eq!((card.count_in_words(), card.difficulty), one);
        }
        let sewn = ways("They are sewn together as in the solution.");
        assert_eq!(told(|cut| cut.options.seam_allowance = 2.0), sewn);
        assert_eq!(told(|cut| cut.formats = format("dst").into_iter().collect()), sewn);
        let picture = told(|cut| {
            (cut.options.picture, cut.options.labels) = (Picture::named("meadow").ok(), false);
        });
        assert_eq!(picture, ways("One way to fill the board shows the picture."));
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
    fn hints_begin_in_the_middle_and_long_links_have_no_code() {
        let card_of = card(None, "short");
        assert_eq!(card_of.shown.len(), 2);
        assert_eq!(card_of.size_mm, (40.0, 40.0));
        assert!(card_of.code.is_some());
        assert_eq!(card(None, &"x".repeat(600)).code, None);
        assert_ne!(card_of.shown[0], card_of.shown[1]);
    }
}
