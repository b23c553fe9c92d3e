//! Divides a book into chapters, by the lattice of its puzzles, by what they give, or by how difficult they are.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::plan::{BOOK_PAGE, PageContent, PagePlan, Planner, Side};
use piecework_tiling::puzzle::{Clue, Puzzle};

/// The fewest puzzles of a chapter.
const LEAST: usize = 3;
/// Titles of chapters by difficulty, and what is said under them.
const CLASSES: [(&str, &str); 5] = [
    ("Easy", "in which most pieces find their places by themselves"),
    ("Gentle", "in which it pays to look at the corners first"),
    ("Tricky", "in which every place must be looked at twice"),
    ("Hard", "in which one guess leads to another"),
    ("Devilish", "in which patience is a piece too"),
];
/// The same for what puzzles give.
const GIVEN: [(&str, &str); 6] = [
    ("Empty boards", "in which nothing is given but the pieces"),
    ("Pieces given", "in which some of the work is done for you"),
    ("Letters", "in which cells say which piece covers them"),
    ("Numbers", "in which cells count the edges of their piece"),
    ("Edges", "in which some of the lines are drawn already"),
    ("Room to spare", "in which not every cell is covered"),
];

/// Puzzles that are together in a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chapter {
    pub(super) puzzles: Range<usize>,
    pub(super) title: String,
    pub(super) line: String,
}

/// What a puzzle gives, as a place in [`GIVEN`].
fn given(puzzle: &Puzzle) -> usize {
    match puzzle.clues().first() {
        _ if !puzzle.placed().is_empty() => 1,
        Some(Clue::Letter { .. }) => 2,
        Some(Clue::Number { .. }) => 3,
        Some(Clue::Edge { .. }) => 4,
        _ if puzzle.gaps() > 0 || !puzzle.region().optional().is_empty() => 5,
        _ => 0,
    }
}

/// Returns for each puzzle the number of its chapter where the puzzles themselves decide it: by lattice if there are several,
/// else by what they give; `None` where they are all alike, so that their difficulty decides.
pub fn themes(puzzles: &[&Puzzle]) -> Option<Vec<usize>> {
    let lattice = |puzzle: &&Puzzle| puzzle.lattice() as usize;
    let given = |puzzle: &&Puzzle| given(puzzle);
    let of_lattice: Vec<usize> = puzzles.iter().map(lattice).collect();
    let of_given: Vec<usize> = puzzles.iter().map(given).collect();
    [of_lattice, of_given].into_iter().find(|themes| themes.iter().collect::<BTreeSet<_>>().len() > 1)
}

impl Planner<'_> {
    /// Returns the chapters of a book that is large enough for them; none where puzzles are not in the order of any theme.
    pub(super) fn chapters(&self) -> Vec<Chapter> {
        if !self.is_full() {
            return Vec::new();
        }
        let class = |puzzle: usize| {
            let class = usize::from(self.subjects[puzzle].difficulty?);
            CLASSES.get(class.checked_sub(1)?).map(|&(title, line)| (title.to_owned(), line.to_owned()))
        };
        let puzzle = |puzzle: usize| self.subjects[puzzle].puzzle;
        let lattice = |index: usize| {
            let cells = puzzle(index).lattice().cell_name();
            let title = cells[..1].to_uppercase() + &cells[1..];
            Some((title, format!("in which every piece is made of {cells}")))
        };
        let given = |index: usize| {
            let (title, line) = GIVEN[given(puzzle(index))];
            Some((title.to_owned(), line.to_owned()))
        };
        let themes: [&dyn Fn(usize) -> Option<(String, String)>; 3] = [&lattice, &given, &class];
        themes.into_iter().find_map(|theme| chapters_by(self.subjects.len(), theme)).unwrap_or_default()
    }

    /// Returns the opening of a chapter, on this side where pages face each other.
    pub(super) fn chapter_pages(&self, number: usize, chapter: &Chapter, side: Side) -> Vec<PagePlan> {
        let (from, to) = (chapter.puzzles.start + 1, chapter.puzzles.end);
        let content = PageContent::Chapter { number, words: format!("Puzzles {from} to {to}") };
        let page = PagePlan::new(BOOK_PAGE, &chapter.title, &chapter.line, content);
        let empty = self.options.print.map(|_| PagePlan::empty(side));
        empty.into_iter().chain([page]).collect()
    }
}

/// Returns the chapters of puzzles in order; `None` for one chapter, for chapters that begin twice or are short, and where
/// a puzzle has no theme.
fn chapters_by(count: usize, theme: &dyn Fn(usize) -> Option<(String, String)>) -> Option<Vec<Chapter>> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for puzzle in 0..count {
        let (title, line) = theme(puzzle)?;
        let known = chapters.iter().position(|chapter| chapter.title == title);
        match known {
            Some(last) if last + 1 == chapters.len() => chapters[last].puzzles.end = puzzle + 1,
            Some(_) => return None,
            None => chapters.push(Chapter { puzzles: puzzle..puzzle + 1, title, line }),
        }
    }
    let is_long = chapters.iter().all(|chapter| chapter.puzzles.len() >= LEAST);
    (chapters.len() > 1 && is_long).then_some(chapters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::template;

    #[test]
    fn a_theme_is_a_lattice_or_what_is_given_and_chapters_are_whole() {
        let squares = ["pentomino-6x10", "six-pentominoes-5x6"].map(template);
        let other = template("hexiamond-6x6");
        assert_eq!(themes(&[&squares[0], &squares[1]]), None);
        let mixed = themes(&[&squares[0], &other, &squares[1]]).expect("two lattices");
        assert!(mixed[0] == mixed[2] && mixed[0] < mixed[1], "{mixed:?}");
        let by = |words: &str| {
            let themes: Vec<String> = words.chars().map(String::from).collect();
            chapters_by(themes.len(), &|puzzle| Some((themes[puzzle].clone(), String::new())))
        };
        let chapters = by("aaabbbb").expect("two chapters");
        assert_eq!(chapters.iter().map(|one| one.puzzles.clone()).collect::<Vec<_>>(), [0..3, 3..7]);
        assert_eq!((by("aaabba"), by("aaab"), by("aaa")), (None, None, None));
    }
}
