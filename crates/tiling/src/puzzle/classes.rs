//! Classes of cells, such as the days of a calendar: a given number of each class stays open, and pieces cover all other cells.
//!
//! An open cell is a piece of one cell that lies in its class only. So every search, count and check that knows pieces knows
//! classes, and a puzzle [with its open cells chosen](Puzzle::opened) is a puzzle without these cells.

use std::collections::BTreeSet;

use super::{Class, Contact, Puzzle, PuzzleError, Region, Rules};
use crate::lattice::Cell;
use crate::names;
use crate::polyform::{Freedom, Shape};
use crate::text;

impl Puzzle {
    /// Returns the classes of cells, in the order given.
    pub fn classes(&self) -> &[Class] {
        &self.rules.classes
    }

    /// Returns whether a piece is none that is made, but stands for the open cell of a class.
    pub fn is_opening(&self, piece: usize) -> bool {
        self.classes().iter().any(|class| class.piece == piece)
    }

    /// Returns whether clues, classes or colors keep a piece from places where it would fit.
    pub fn limits_places(&self) -> bool {
        !self.clues().is_empty() || !self.classes().is_empty() || !self.colors().is_empty()
    }

    /// Returns whether clues, classes and colors allow a piece on these cells, which are at home and in reading order.
    pub fn may_lie(&self, piece: usize, cells: &[Cell]) -> bool {
        self.clues().iter().all(|clue| self.is_told(clue, piece, cells))
            && self.classes().iter().all(|class| class.allows(piece, cells))
            && self.may_show(piece, cells)
    }

    /// Returns every way to leave cells open, each in the order of the classes; none if there are no classes. Cells that are
    /// [never open together](Rules::never) are not among them.
    ///
    /// # Examples
    /// ```
    /// use piecework_tiling::limits::Limits;
    /// use piecework_tiling::puzzle::read_puzzle;
    /// use piecework_tiling::source::Source;
    /// let text = r#"{ "piecework": 1, "name": "2 and 2", "lattice": "square",
    ///   "region": { "words": [["a", "b"], ["1", "2"]] },
    ///   "pieces": [{ "set": "dominoes" }],
    ///   "classes": [{ "name": "letters", "words": ["a", "b"] }, { "name": "numbers", "words": ["1", "2"] }],
    ///   "never": [["b", "2"]] }"#;
    /// let puzzle = read_puzzle(&Source::new("p.json", text), &Limits::default())?;
    /// assert_eq!(puzzle.openings().len(), 3);
    /// # Ok::<(), piecework_tiling::defect::ReadError>(())
    /// ```
    pub fn openings(&self) -> Vec<Vec<Cell>> {
        let mut ways: Vec<Vec<Cell>> = if self.classes().is_empty() { Vec::new() } else { vec![Vec::new()] };
        for class in self.classes() {
            let chosen = subsets(&class.cells, self.open_in(class));
            ways = ways.iter().flat_map(|way| chosen.iter().map(|more| [&way[..], more].concat())).collect();
        }
        ways.retain(|way| self.may_be_open(way));
        ways
    }

    /// Returns the cells that a text says: their words, such as `26 Nov`, `Nov,26,Thu` or `26 november`, or a date such as
    /// `2026-11-26`, which is the cell of that number in the classes of 12 months, 31 days and 7 weekdays from Monday.
    ///
    /// # Errors
    /// [`PuzzleError::NoSuchWord`] for a word that no cell of a class has.
    pub fn open_cells(&self, text: &str) -> Result<Vec<Cell>, PuzzleError> {
        if let Some(date) = Date::read(text) {
            return Ok(self.open_cells_on(date));
        }
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if text.split('-').count() == 3 && text.split('-').all(is_number) {
            return Err(PuzzleError::NeverOpen { found: text.to_owned() });
        }
        let words =
            text.split(|mark: char| mark.is_whitespace() || mark == ',').filter(|word| !word.is_empty());
        words.map(|word| self.open_cell(word)).collect()
    }

    /// Returns the cells of a date: of its number in the classes of 12 months, 31 days and 7 weekdays from Monday.
    pub fn open_cells_on(&self, date: Date) -> Vec<Cell> {
        let on = |class: &Class| date.number_among(class.cells.len()).map(|at| class.cells[at]);
        self.classes().iter().filter_map(on).collect()
    }

    /// Returns the cell of a class with this word, or with one that it begins with or that begins with it.
    fn open_cell(&self, word: &str) -> Result<Cell, PuzzleError> {
        let wanted = word.to_lowercase();
        let cells = || self.classes().iter().flat_map(|class| class.cells.iter().copied());
        let labels = || cells().filter_map(|cell| Some((cell, self.region.label(cell)?.to_lowercase())));
        let is_long = |text: &str| text.chars().filter(|mark| mark.is_alphabetic()).count() >= 3;
        let is_like = |own: &str| {
            is_long(own) && is_long(&wanted) && (wanted.starts_with(own) || own.starts_with(&wanted))
        };
        let same =
            labels().find(|(_, own)| *own == wanted).or_else(|| labels().find(|(_, own)| is_like(own)));
        same.map(|(cell, _)| cell).ok_or_else(|| no_such_word(&self.region, word))
    }

    /// Returns how many cells of a class stay open.
    pub fn open_in(&self, class: &Class) -> usize {
        self.pieces[class.piece].count.min as usize
    }

    /// Returns whether these cells may stay open together, and no clue says that a piece covers one of them.
    pub fn may_be_open(&self, cells: &[Cell]) -> bool {
        let all = |never: &Vec<Cell>| !never.is_empty() && never.iter().all(|cell| cells.contains(cell));
        let opening = self.classes().first().map_or(usize::MAX, |class| class.piece);
        let is_free =
            |cell: &Cell| self.clues().iter().all(|clue| clue.allows(&self.region, opening, &[*cell]));
        !self.rules.never.iter().any(all) && cells.iter().all(is_free)
    }

    /// Returns the puzzle in which these cells stay open: without them, without classes, and with a name that has their words.
    ///
    /// # Errors
    /// [`PuzzleError::WrongOpening`] if they are not as many of each class as stay open, or never open together; rules that are
    /// broken without the cells.
    pub fn opened(&self, cells: &[Cell]) -> Result<Puzzle, PuzzleError> {
        let wrong = |class: &&Class| {
            class.cells.iter().filter(|cell| cells.contains(cell)).count()
                != self.pieces[class.piece].count.min as usize
        };
        let mut cells = cells.to_vec();
        let place =
            |cell: &Cell| self.classes().iter().flat_map(|class| &class.cells).position(|own| own == cell);
        cells.sort_by_key(place);
        let called = cells.iter().map(|&cell| self.region.label(cell).unwrap_or("?"));
        let called = called.collect::<Vec<_>>().join(" ");
        let open: u32 = self.classes().iter().map(|class| self.pieces[class.piece].count.min).sum();
        let surplus = self.classes().first().filter(|_| cells.len() > open as usize);
        if let Some(class) = self.classes().iter().find(wrong).or(surplus) {
            let (class, open) = (&self.pieces[class.piece].name, self.pieces[class.piece].count.min);
            return Err(PuzzleError::WrongOpening { found: called, class: class.clone(), open });
        }
        if !self.may_be_open(&cells) {
            return Err(PuzzleError::NeverOpen { found: called });
        }
        let made: Vec<usize> = (0..self.pieces.len()).filter(|&piece| !self.is_opening(piece)).collect();
        let number = |piece: usize| made.iter().position(|&made| made == piece).unwrap_or(piece);
        let numbers: Vec<usize> = (0..self.pieces.len()).map(number).collect();
        let mut rules = Rules { classes: Vec::new(), never: Vec::new(), ..self.rules.clone() };
        rules.placed.iter_mut().for_each(|placed| placed.piece = numbers[placed.piece]);
        rules.apart.iter_mut().flatten().for_each(|piece| *piece = numbers[*piece]);
        rules.colors.pieces.iter_mut().for_each(|colors| colors.piece = numbers[colors.piece]);
        for choice in &mut rules.one_of {
            let first = numbers[choice.pieces.start];
            choice.pieces = first..first + choice.pieces.len();
        }
        // Nothing that stays open has a color, and around it are edges.
        rules.colors.board.retain(|(cell, _)| !cells.contains(cell));
        rules.clues.retain(|clue| !clue.cells().any(|cell| cells.contains(&cell)));
        rules.clues.iter_mut().for_each(|clue| *clue = clue.moved(|cell| cell, &numbers));
        let pieces = made.iter().map(|&piece| self.pieces[piece].clone()).collect();
        let words = cells.iter().map(|&cell| (cell, self.region.label(cell).unwrap_or_default().to_owned()));
        let open = self.region.open().iter().cloned().chain(words).collect();
        let region = self.region.without(&cells.iter().copied().collect()).with_open(open)?;
        let name = format!("{}, {called}", self.name);
        Puzzle::ruled(name, region, pieces, rules)
            .map_err(|broken| broken.into_iter().next().unwrap_or(PuzzleError::EmptyRegion))
    }
}

/// Why a word says no cell, with the one most like it.
pub(super) fn no_such_word(region: &Region, word: &str) -> PuzzleError {
    let words = region.labels().iter().map(|(_, own)| own.as_str());
    PuzzleError::NoSuchWord {
        found: text::shown(word),
        nearest: names::nearest(word, words).map(str::to_owned),
    }
}

/// A date of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Date {
    /// The year, less than 10,000.
    pub year: usize,
    /// The month, from 1.
    pub month: usize,
    /// The day of the month, from 1.
    pub day: usize,
}

impl Date {
    /// Returns all dates of a year, in order.
    pub fn of_year(year: usize) -> Vec<Self> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = |month: usize| match month {
            2 => 28 + usize::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (1..=12).flat_map(|month| (1..=days(month)).map(move |day| Self { year, month, day })).collect()
    }

    /// Reads `2026-11-26`.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('-').map(|part| part.parse().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let date = Self { year, month, day };
        (parts.next().is_none() && year < 10_000 && Self::of_year(year).contains(&date)).then_some(date)
    }

    /// Returns which word of a class of `words` is this date's, from 0.
    fn number_among(self, words: usize) -> Option<usize> {
        match words {
            12 => Some(self.month - 1),
            31 => Some(self.day - 1),
            7 => Some(self.weekday()),
            _ => None,
        }
    }

    /// Returns the day of the week, from Monday.
    ///
    /// # Source
    /// Sakamoto's method, "Day of the week", comp.lang.c, 1992; there Sunday is 0.
    pub fn weekday(self) -> usize {
        const MONTHS: [usize; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let year = self.year - usize::from(self.month < 3);
        (year + year / 4 - year / 100 + year / 400 + MONTHS[self.month - 1] + self.day + 6) % 7
    }
}

/// Returns all choices of `most` cells, in order.
fn subsets(cells: &[Cell], most: usize) -> Vec<Vec<Cell>> {
    if most == 0 {
        return vec![Vec::new()];
    }
    let first_and_rest = (0..cells.len()).map(|at| (cells[at], &cells[at + 1..]));
    first_and_rest
        .flat_map(|(first, rest)| {
            subsets(rest, most - 1).into_iter().map(move |more| [&[first][..], &more].concat())
        })
        .collect()
}

/// Returns the rules that the classes of `puzzle` break.
pub(super) fn broken_classes(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let (mut broken, mut seen) = (Vec::new(), BTreeSet::new());
    let (rules, region) = (&puzzle.rules, &puzzle.region);
    for class in &rules.classes {
        let Some(piece) = puzzle.pieces.get(class.piece) else {
            broken.push(PuzzleError::ClassUnknown { found: class.piece, pieces: puzzle.pieces.len() });
            continue;
        };
        let name = || piece.name.clone();
        if piece.shape.area() != 1 || piece.count.max != Some(piece.count.min) {
            broken.push(PuzzleError::ClassOfOther { class: name() });
        }
        let (found, open) = (class.cells.len(), piece.count.min);
        if found < open as usize || found == 0 {
            broken.push(PuzzleError::ClassTooSmall { class: name(), found, open });
        }
        let form =
            |&cell: &Cell| Shape::new(region.lattice(), vec![cell]).map(|one| one.least(Freedom::Free)).ok();
        let other = class.cells.iter().find(|cell| form(cell) != Some(piece.shape.least(Freedom::Free)));
        broken.extend(other.map(|&cell| PuzzleError::ClassMixed { class: name(), cell }));
        let outside = class.cells.iter().find(|&&cell| region.index_of(cell).is_none());
        broken.extend(outside.map(|&cell| PuzzleError::ClassOutside { class: name(), cell }));
        let optional = class.cells.iter().find(|&&cell| region.is_optional(cell));
        broken.extend(optional.map(|&cell| PuzzleError::ClassOptional { class: name(), cell }));
        let shared = class.cells.iter().find(|&&cell| !seen.insert(region.home(cell)));
        broken.extend(shared.map(|&cell| PuzzleError::ClassShares { class: name(), cell }));
    }
    let lone = rules.never.iter().flatten().find(|&&cell| !seen.contains(&cell));
    broken.extend(lone.map(|&cell| PuzzleError::NeverOutside { cell }));
    if puzzle.contact() == Contact::Forbidden && !rules.classes.is_empty() {
        broken.push(PuzzleError::ClassUntouchable);
    } else if rules.gaps > 0 && !rules.classes.is_empty() {
        broken.push(PuzzleError::ClassWithGaps { gaps: rules.gaps });
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::puzzle::{Count, Piece, read_puzzle, write_puzzle};
    use crate::source::Source;

    /// A file of a 3 x 2 board with these members after its words.
    fn read(members: &str) -> Result<Puzzle, String> {
        let text = format!(
            r#"{{ "piecework": 1, "name": "six", "lattice": "square",
              "region": {{ "words": [["Jan", "Feb", "Mar"], ["1", "2", ""]] }},
              "pieces": [{{ "set": "dominoes", "count": 2 }}], {members} }}"#
        );
        read_puzzle(&Source::new("p.json", text), &Limits::default()).map_err(|error| error.to_string())
    }

    const BOTH: &str = r#""classes": [{ "name": "months", "words": ["Jan", "Feb", "Mar"] }, { "name": "days", "words": ["1", "2"] }]"#;

    #[test]
    fn words_and_classes_are_written_and_read_again() {
        let puzzle = read(&format!(r#"{BOTH}, "never": [["Mar", "2"]]"#)).expect("a good puzzle");
        assert_eq!(puzzle.region().label(Cell::new(1, 0)), Some("Feb"));
        assert_eq!((puzzle.region().label(Cell::new(2, 1)), puzzle.openings().len()), (None, 5));
        assert_eq!(puzzle.symmetries().len(), 1, "words have a place");
        let again = read_puzzle(&Source::new("again.json", write_puzzle(&puzzle)), &Limits::default());
        let again = again.expect("a good file");
        assert_eq!(again, puzzle);
        assert_eq!(again.fingerprint(), puzzle.fingerprint());
        assert_ne!(puzzle.fingerprint(), read(BOTH).expect("a good puzzle").fingerprint());
    }

    #[test]
    fn symmetries_without_words_keep_classes() {
        let piece = |name: &str, rows: &[&str], count| {
            let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a good shape");
            Piece { name: name.into(), shape, freedom: Freedom::Free, count: Count::exactly(count) }
        };
        let symmetries = |cells: &[(i32, i32)]| {
            let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            let rules = Rules { classes: vec![Class { piece: 1, cells }], ..Rules::default() };
            let region = Region::rectangle(Lattice::Square, 3, 3).expect("a good region");
            let pieces = vec![piece("domino", &["##"], 4), piece("open", &["#"], 1)];
            Puzzle::ruled("nine", region, pieces, rules).expect("a good puzzle").symmetries().len()
        };
        assert_eq!(symmetries(&[(1, 1)]), 8);
        assert_eq!(symmetries(&[(2, 0), (0, 0)]), 2);
        assert_eq!(symmetries(&[(0, 0), (1, 0)]), 1);
    }

    #[test]
    fn open_cells_are_said_by_words_or_by_a_date() {
        let puzzle = read(BOTH).expect("a good puzzle");
        let [first, feb, two] = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(1, 1)];
        for text in ["Feb 2", "2 feb", "february,2", "FEB,  2"] {
            assert_eq!(
                puzzle.opened(&puzzle.open_cells(text).expect("words")),
                puzzle.opened(&[feb, two]),
                "{text}"
            );
        }
        let opened = puzzle.opened(&[feb, two]).expect("a good choice");
        assert_eq!((opened.region().area(), opened.pieces().len(), opened.name()), (4, 1, "six, Feb 2"));
        assert_eq!(opened.region().open(), [(feb, "Feb".to_owned()), (two, "2".to_owned())]);
        assert_eq!(opened.region().whole(), *puzzle.region(), "the board is the same");
        let again = read_puzzle(&Source::new("again.json", write_puzzle(&opened)), &Limits::default());
        assert_eq!(again.expect("a good file"), opened);
        let refused =
            |text: &str| puzzle.open_cells(text).and_then(|cells| puzzle.opened(&cells)).unwrap_err();
        assert!(
            matches!(refused("Fex 2"), PuzzleError::NoSuchWord { nearest: Some(near), .. } if near == "Feb")
        );
        assert!(matches!(refused("2026-02-30"), PuzzleError::NeverOpen { .. }));
        for wrong in ["Feb", "Feb Mar 2", "Feb 2 2", ""] {
            assert!(matches!(refused(wrong), PuzzleError::WrongOpening { .. }), "{wrong}");
        }
        assert!(matches!(
            puzzle.opened(&[first, two, Cell::new(2, 1)]),
            Err(PuzzleError::WrongOpening { .. })
        ));
        let never = read(&format!(r#"{BOTH}, "never": [["Feb", "2"]]"#)).expect("a good puzzle");
        assert!(matches!(never.opened(&[feb, two]), Err(PuzzleError::NeverOpen { .. })));
    }

    #[test]
    fn dates_have_their_weekdays() {
        for (text, weekday) in [("2026-11-26", 3), ("2024-02-29", 3), ("2000-01-01", 5), ("1987-05-03", 6)] {
            assert_eq!(Date::read(text).and_then(|date| date.number_among(7)), Some(weekday), "{text}");
        }
        assert_eq!(Date::read("2026-11-26").and_then(|date| date.number_among(12)), Some(10));
        assert_eq!((Date::of_year(1900).len(), Date::of_year(2024).len()), (365, 366));
        for none in ["2026-13-01", "2026-02-29", "26 Nov"] {
            assert!(Date::read(none).is_none(), "{none}");
        }
    }

    #[test]
    fn classes_that_are_refused() {
        let class = |members: &str| read(&format!(r#""classes": [{members}]"#)).unwrap_err();
        for (members, code) in [
            (r#"{ "name": "months", "words": ["Jan", "Jux"] }"#, "E0468"),
            (r#"{ "name": "months", "cells": [[0, 7]] }"#, "E0462"),
            (r#"{ "name": "months", "words": ["Jan"], "open": 2 }"#, "E0461"),
            (r#"{ "name": "months", "words": ["Jan"] }, { "name": "days", "words": ["Jan", "1"] }"#, "E0463"),
            (r#"{ "name": "2-1", "words": ["Jan"] }"#, "E0428"),
            (r#"{ "name": "all", "words": ["Jan", "Feb", "Mar"], "open": 3 }"#, "E0430"),
        ] {
            let error = class(members);
            assert!(error.contains(code), "{members}: {error}");
        }
        let mixed = r###"{ "piecework": 1, "name": "m", "lattice": "trihexagonal", "pieces": [{ "name": "D", "rows": ["##"] }],
            "region": { "cells": [[0, 0], [1, 0], [2, 0]] }, "classes": [{ "name": "all", "cells": [[0, 0], [1, 0]] }] }"###;
        let error = read_puzzle(&Source::new("m.json", mixed), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("E0470"), "{error}");
        let error = read(r#""never": [["Jan", "1"]], "gaps": 2"#).unwrap_err();
        assert!(error.contains("E0464"), "{error}");
        let error = read(&format!(r#"{BOTH}, "contact": "forbidden""#)).unwrap_err();
        assert!(error.contains("E0465"), "{error}");
        for rule in [r#""gaps": 1"#, r#""contact": "corners""#] {
            let error = read(&format!("{BOTH}, {rule}")).unwrap_err();
            assert!(error.contains("E0481"), "{error}");
        }
        let optional = r###"{ "piecework": 1, "name": "m", "lattice": "square", "pieces": [{ "name": "D", "rows": ["##"] }],
            "region": { "rows": ["?###"] }, "classes": [{ "name": "all", "cells": [[0, 0], [1, 0]] }] }"###;
        let error =
            read_puzzle(&Source::new("m.json", optional), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("E0482"), "{error}");
    }
}
