//! A book of puzzles as one design: its parts, and how its pages are laid out.
//!
//! A part is an order, from which the same puzzles are made again, or a puzzle or tilings in full.

use serde_json::{Map, Value, json};

use super::document::{SUBJECT_KEYS, subject};
use super::{Design, DesignError, MADE_PUZZLES, Product, PuzzleRequest, SheetRequest, Subject};
use piecework_draw::options::{FabricRequest, Options as _, ReadOptions as _, options};
use piecework_sheet::{Ink, SheetLook, SheetStyle, Trim};
use piecework_tiling::error::Error;
use piecework_tiling::json::Node;
use piecework_tiling::length::Length;
use piecework_tiling::setting::{Ask, OneLine, OptionError, OptionKind, Setting};

/// What files made from a part are called that has no name of its own.
const STEM: &str = "puzzle";
/// The options of an order that decide its puzzles; the book decides the others.
const ORDER_KEYS: [&str; 6] = ["board", "pieces", "kind", "unique", "difficulty", "count"];
/// The key of what decides which puzzles are made.
const SEED: &str = "seed";

options! {
    /// A book of puzzles.
    BookRequest {
        /// The puzzles: templates by name here; a design holds orders of `puzzle`, and puzzles and tilings in full
        parts: Vec<BookPart>; value_name: "PUZZLES",
        /// Keep the puzzles in the order of the parts; by default easy ones come first
        in_order: bool;
            label: "Keep the order",
        /// How many solutions to draw, of each puzzle
        solutions: u64 = "1"; value_name: "N",
        /// How many pieces a hint shows, besides those that are given; 0 for no hints
        hints: u64 = "1"; value_name: "K",
        /// The paper to print on
        paper: String = "a4"; value_name: "NAME",
            lists: &["papers"],
        /// Make a book to be printed and bound, with pages of this size and the cover as a file of its own
        trim: Option<Trim>; value_name: "SIZE", excludes: &["paper"],
            label: "Bound book",
        /// The book is printed on cream paper, which makes its spine wider
        cream: bool; needs: Some("trim"),
            label: "Cream paper",
        /// How pages look, and for whom they are made
        style: SheetStyle = "modern"; value_name: "STYLE",
        /// The ink of the pages; the cover is in colors
        ink: Ink = "color"; value_name: "INK",
        /// Make everything twice as large, in black and white: cells are equal through the book, and words have 18 points or more
        large_print: bool; excludes: &["cards", "shared", "desk"],
            label: "Large print",
        /// How solutions are drawn
        look: SheetLook = "colors"; value_name: "HOW",
            label: "Drawn",
        /// Leave out the names on pieces
        no_letters: bool;
            label: "Leave out letters",
        /// Also make pages with the pieces to cut out of card, with cells of this edge
        punch_out: Option<Length>; value_name: "LENGTH",
        /// Make challenge cards to cut out, with their solutions on the backs, and not a book
        cards: bool; excludes: &["trim", "desk"],
            label: "Cards to cut out",
        /// Put two or four small puzzles on a page; by default each has a page of its own
        shared: bool; excludes: &["cards", "desk"], label: "Small puzzles share pages",
        /// Readers have the pieces: boards alone, up to six on a page, with the names of the pieces where sets differ
        own_set: bool; excludes: &["cards", "shared", "desk", "large_print"], label: "Readers have the pieces",
        /// For a calendar: the year whose days the book has
        year: Option<u64>; value_name: "YEAR", range: (1, 9999),
        /// For a calendar: make a sheet a week for the desk, and not a book
        desk: bool; needs: Some("year"), excludes: &["trim"],
            label: "For the desk",
        /// Where people play the puzzles, the address of a page of the studio such as https://example.org/play: at the end each puzzle
        /// has a QR code that opens it there
        play_at: Option<OneLine>; value_name: "URL", excludes: &["cards", "desk"],
            label: "Codes to play",
        /// To whom the book is dedicated, on a page of its own
        dedication: Option<String>; value_name: "TEXT", excludes: &["cards", "desk"],
            label: "Dedication",
        /// The ISBN, printed on the page after the title page
        isbn: Option<Isbn>; value_name: "ISBN", excludes: &["cards", "desk"],
            label: "ISBN",
        /// Leave the design out of the metadata of the files, which then cannot be made again
        no_design: bool;
            label: "Without the design",
        /// The title of the book
        title: String = "A book of puzzles"; value_name: "TEXT",
    }
    with {
        /// The colors.
        fabrics: FabricRequest,
    }
}

/// The number of a book, of 10 or 13 digits, as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isbn(String);

impl Isbn {
    /// As it was typed, with its hyphens.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is such a number, by its check digit.
    ///
    /// # Source
    /// ISO 2108: weights 10 to 1 modulo 11, where X is 10, and weights 1 and 3 modulo 10.
    fn is_valid(text: &str) -> bool {
        let digits: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        let value = |(index, c): (usize, &char)| match c {
            'X' if digits.len() == 10 && index == 9 => Some(10),
            c => c.to_digit(10),
        };
        let Some(values) = digits.iter().enumerate().map(value).collect::<Option<Vec<u32>>>() else {
            return false;
        };
        match values.len() {
            10 => {
                values.iter().zip((1..=10).rev()).map(|(value, weight)| value * weight).sum::<u32>() % 11 == 0
            }
            13 => {
                let weights = [1, 3].into_iter().cycle();
                let starts = text.starts_with("978") || text.starts_with("979");
                starts
                    && values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<u32>() % 10 == 0
            }
            _ => false,
        }
    }
}

impl Setting for Isbn {
    const KIND: OptionKind = OptionKind::Text("an ISBN of 10 or 13 digits with its check digit");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let expected = "an ISBN of 10 or 13 digits with its check digit";
        let wrong = || OptionError::BadValue { found: text.to_owned(), expected };
        if Self::is_valid(text) { Ok(Self(text.to_owned())) } else { Err(wrong().into()) }
    }

    fn to_json(&self) -> Value {
        json!(self.0)
    }
}

/// A part of a book.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BookPart {
    /// Puzzles made to order.
    Order {
        /// Which puzzles, without options of pages.
        order: Box<PuzzleRequest>,
        /// Decides which of them.
        seed: Option<u64>,
        /// The puzzle with the board and the pieces, where the order does not name them.
        subject: Option<Box<Subject>>,
    },
    /// A puzzle, perhaps with tilings.
    Puzzle(Box<Subject>),
}

impl BookPart {
    /// The part of an order, without its options of pages.
    pub fn order(order: &PuzzleRequest, seed: Option<u64>, subject: Option<&Subject>) -> Self {
        let PuzzleRequest { board, pieces, kind, unique, difficulty, count, .. } = order.clone();
        let order = PuzzleRequest { board, pieces, kind, unique, difficulty, count, ..Default::default() };
        Self::Order { order: Box::new(order), seed, subject: subject.cloned().map(Box::new) }
    }

    /// The parts that a design makes of a book: orders as orders, everything else as its puzzles.
    pub fn of_design(design: Design) -> Vec<Self> {
        let Design { subjects, search, products } = design;
        let mut parts = Vec::new();
        for product in &products {
            match product {
                Product::Book(book) => parts.extend(book.parts.iter().cloned()),
                Product::Puzzle(order) => parts.push(Self::order(order, search.seed, subjects.first())),
                _ => {}
            }
        }
        if parts.is_empty() {
            parts.extend(subjects.into_iter().map(|subject| Self::Puzzle(Box::new(subject))));
        }
        parts
    }

    /// Its puzzle, if it has one.
    pub fn subject(&self) -> Option<&Subject> {
        match self {
            Self::Puzzle(subject) => Some(subject),
            Self::Order { subject, .. } => subject.as_deref(),
        }
    }
}

/// An order in a book, in which options of pages are refused.
fn order_at(node: Node<'_>) -> Option<PuzzleRequest> {
    let order = PuzzleRequest::read(node)?;
    let of_pages =
        PuzzleRequest::rows().into_iter().find(|row| !ORDER_KEYS.contains(&row.key) && order.is_set(row.key));
    let refused =
        of_pages.map(|row| OptionError::no_effect(row.flag(), "the book decides how pages are laid out"));
    node.check(refused.map_or_else(|| order.agree(), Err).map(|()| order))
}

impl Setting for BookPart {
    const KIND: OptionKind = OptionKind::NameOrFile("part");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        Ok(Self::Puzzle(Box::new(Subject::template(text)?)))
    }

    /// The name of a template, `{ "puzzle": …, "tilings": … }`, `{ "puzzle": "calendar", "open": "3 May" }`, or an order: `{ "made_puzzles": { "board": "5x8", "pieces":
    /// "pentominoes" }, "seed": 1 }`.
    fn from_json(node: Node<'_>, ask: Ask<'_>) -> Option<Self> {
        if !node.is_object() {
            return Self::checked(node, node.text()?, ask);
        }
        let keys: Vec<&'static str> = SUBJECT_KEYS.iter().copied().chain([MADE_PUZZLES, SEED]).collect();
        let object = node.object(&keys)?;
        let subject = subject(&object, STEM)?;
        let seed = object.get(SEED);
        let Some(ordered) = object.get(MADE_PUZZLES) else {
            if let Some(seed) = seed {
                seed.refuse(OptionError::Needs { option: SEED.into(), other: MADE_PUZZLES.into() });
                return None;
            }
            if subject.is_none() {
                node.refuse(DesignError::NoSubject);
            }
            return subject.map(|subject| Self::Puzzle(Box::new(subject)));
        };
        let seed = seed.map(|seed| seed.integer(0, i64::MAX).and_then(|seed| u64::try_from(seed).ok()));
        let order = order_at(ordered);
        let seed = seed.map_or(Some(None), |seed| seed.map(Some))?;
        Some(Self::Order { order: Box::new(order?), seed, subject: subject.map(Box::new) })
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Puzzle(subject) => subject.to_json(),
            Self::Order { order, seed, subject } => {
                let of_subject = subject.as_ref().map_or_else(Vec::new, |subject| subject.members());
                let mut members: Map<String, Value> =
                    of_subject.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
                members.insert(MADE_PUZZLES.into(), order.to_json());
                if let Some(seed) = seed {
                    members.insert(SEED.into(), json!(seed));
                }
                Value::Object(members)
            }
        }
    }
}

impl BookRequest {
    /// The book that an order of several puzzles makes.
    pub fn of_order(request: &PuzzleRequest, seed: Option<u64>, subject: Option<&Subject>) -> Self {
        let PuzzleRequest { hints, paper, trim, cream, style, title, .. } = request.clone();
        let parts = vec![BookPart::order(request, seed, subject)];
        Self { parts, hints, paper, trim, cream, style, title, ..Self::default() }
    }

    /// The book that puzzle pages of several puzzles make; `None` if they have what no book has: a catalogue, chosen
    /// tilings, a picture.
    pub fn of_sheet(request: &SheetRequest, subjects: &[Subject]) -> Option<Self> {
        let parts = subjects.iter().map(|subject| BookPart::Puzzle(Box::new(subject.clone()))).collect();
        let SheetRequest {
            solutions,
            hints,
            paper,
            trim,
            cream,
            look,
            no_letters,
            punch_out,
            title,
            fabrics,
            ..
        } = request.clone();
        let book = Self {
            parts,
            in_order: true,
            solutions,
            hints,
            paper,
            trim,
            cream,
            look,
            no_letters,
            punch_out,
            title,
            fabrics,
            ..Self::default()
        };
        (subjects.len() > 1 && book.pages() == *request).then_some(book)
    }

    /// Whether the seed of the design decides something: which solutions of its puzzles are found.
    pub(super) fn searches_at_random(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, BookPart::Puzzle(_)))
    }

    /// Its options of pages.
    pub fn pages(&self) -> SheetRequest {
        let Self {
            solutions, hints, paper, trim, cream, look, no_letters, punch_out, title, fabrics, ..
        } = self.clone();
        SheetRequest {
            solutions,
            hints,
            paper,
            trim,
            cream,
            look,
            no_letters,
            punch_out,
            title,
            fabrics,
            ..SheetRequest::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_isbn_has_its_check_digit() {
        for right in ["978-3-16-148410-0", "9783161484100", "0-306-40615-2", "0-8044-2957-X"] {
            assert!(Isbn::is_valid(right), "{right}");
        }
        for wrong in ["978-3-16-148410-1", "0-306-40615-3", "0-8044-295X-7", "977-3-16-148410-0", "", "12345"]
        {
            assert!(!Isbn::is_valid(wrong), "{wrong}");
        }
    }
}
