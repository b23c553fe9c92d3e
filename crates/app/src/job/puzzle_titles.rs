//! Names the puzzles of a book, each by two words of a list; which ones depends on the puzzle alone.

use std::collections::BTreeSet;

use piecework_sheet::SheetStyle;
use piecework_templates::file;
use piecework_tiling::puzzle::{Puzzle, write_puzzle};
use serde::Deserialize;
use serde_json::Value;

/// The words of names, and how two of them make one: a file in `templates/titles`.
#[derive(Deserialize)]
pub(super) struct PuzzleTitles {
    form: String,
    first: Vec<String>,
    second: Vec<String>,
}

impl PuzzleTitles {
    /// Returns the words of a style.
    pub(super) fn of(style: SheetStyle) -> Self {
        let text = match style.table() {
            "classic" => file("titles/classic.json"),
            "children" => file("titles/children.json"),
            "newspaper" => file("titles/newspaper.json"),
            _ => file("titles/modern.json"),
        };
        serde_json::from_str(text).expect("an embedded list of words")
    }

    /// Returns a name for a puzzle that is not taken yet: the same for the same puzzle, as long as it is free.
    pub(super) fn name(&self, puzzle: &Puzzle, taken: &BTreeSet<String>) -> String {
        let count = self.first.len() * self.second.len();
        let number = usize::try_from(hash(&unnamed(puzzle)) % count as u64).unwrap_or(0);
        // Steps that share no divisor with the count meet every pair once.
        let step = (count / 2..count).find(|&step| divisor(step, count) == 1).unwrap_or(1);
        let named = |at: usize| {
            let at = (number + at * step) % count;
            let (first, second) = (&self.first[at / self.second.len()], &self.second[at % self.second.len()]);
            self.form.replace("{first}", first).replace("{second}", second)
        };
        let free = |name: &String| !taken.contains(name);
        let of_round = |round: usize| {
            let names = (0..count).map(named);
            names.map(|name| if round == 1 { name } else { format!("{name} {round}") }).find(free)
        };
        (1..).find_map(of_round).expect("a round with more names than puzzles")
    }
}

/// A puzzle file without the name that the puzzle has so far.
fn unnamed(puzzle: &Puzzle) -> String {
    let mut file: Value = serde_json::from_str(&write_puzzle(puzzle)).unwrap_or_default();
    file.as_object_mut().and_then(|file| file.remove("name"));
    file.to_string()
}

/// FNV-1a: numbers that are spread evenly, and the same everywhere.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Subject;

    #[test]
    fn names_are_those_of_the_puzzle_and_no_two_are_alike() {
        let titles = PuzzleTitles::of(SheetStyle::Modern);
        let of = |name: &str, taken: &BTreeSet<String>| {
            titles.name(&Subject::template(name).expect("a template").puzzle, taken)
        };
        let free = BTreeSet::new();
        assert_eq!(of("pentomino-6x10", &free), of("pentomino-6x10", &free));
        assert_ne!(of("pentomino-6x10", &free), of("hexiamond-6x6", &free));
    }

    #[test]
    fn a_list_gives_every_pair_and_then_numbers() {
        let words = |words: &str| words.split(' ').map(str::to_owned).collect();
        let form = "The {first} {second}".to_owned();
        let titles = PuzzleTitles { form, first: words("Old New"), second: words("Mill Gate Well") };
        let puzzle = Subject::template("hexiamond-6x6").expect("a template").puzzle;
        let mut taken = BTreeSet::new();
        for count in 0..12 {
            let name = titles.name(&puzzle, &taken);
            assert_eq!((name.starts_with("The "), name.ends_with(" 2")), (true, count >= 6), "{name}");
            assert!(taken.insert(name));
        }
    }

    #[test]
    fn words_of_lists_are_different_and_have_letters_of_print() {
        for style in [SheetStyle::Modern, SheetStyle::Classic, SheetStyle::Children, SheetStyle::Newspaper] {
            let PuzzleTitles { form, first, second } = PuzzleTitles::of(style);
            assert!(form.contains("{first}") && form.contains("{second}"));
            for list in [&first, &second] {
                let known: BTreeSet<&String> = list.iter().collect();
                assert!(known.len() == list.len() && list.len() >= 40, "{style:?}: {list:?}");
            }
        }
    }
}
