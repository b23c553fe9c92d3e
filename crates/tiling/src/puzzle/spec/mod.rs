//! Reads and writes puzzle files (JSON).
//!
//! A puzzle that is written reads back the same. A file with unknown keys or values is refused, with all its
//! mistakes and their places. The cells of the region keep the coordinates of the file.

mod classes;
mod clues;
mod colors;
mod error;
mod pieces;
mod placed;
mod region;
mod rows;
mod write;

use super::{Contact, EqualPieces, Puzzle, PuzzleError, Rules};
use std::ops::Range;

use crate::defect::ReadError;
use crate::json::{Document, Node, Object};
use crate::lattice::Lattice;
use crate::limits::{Limit, Limits};
use crate::source::Source;
use pieces::{Entry, Listed};

pub(crate) use classes::open_words;
pub use error::PuzzleFileError;
pub(crate) use region::joined_sides;
pub use region::region_at;
pub use write::{write_puzzle, write_region};

/// The newest format of puzzle files.
const FORMAT: i64 = 1;
const KEYS: &[&str] = &[
    "piecework",
    "name",
    "lattice",
    "region",
    "pieces",
    "contact",
    "gaps",
    "equal_pieces",
    "balance",
    "placed",
    "letters",
    "numbers",
    "edges",
    "classes",
    "never",
    "colors",
    "border",
    "apart",
    "linked",
];
const CONTACTS: [(&str, Touch); 3] =
    [("allowed", Touch::Anywhere), ("corners", Touch::AtCorners), ("forbidden", Touch::Nowhere)];
const EQUAL_PIECES: [(&str, EqualPieces); 2] =
    [("may touch", EqualPieces::MayTouch), ("apart", EqualPieces::Apart)];

/// Where pieces may touch, as a file says it. That they touch at corners only is a set of all pieces that keeps apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touch {
    Anywhere,
    AtCorners,
    Nowhere,
}

/// Reads a puzzle file.
///
/// # Errors
/// [`ReadError`] with all its mistakes.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// let text = r#"{
///   "piecework": 1,
///   "name": "Pentominoes 6 x 10",
///   "lattice": "square",
///   "region": { "rectangle": [10, 6] },
///   "pieces": [{ "set": "pentominoes" }]
/// }"#;
/// let puzzle = read_puzzle(&Source::new("6x10.json", text), &Limits::default())?;
/// assert_eq!((puzzle.region().area(), puzzle.pieces().len()), (60, 12));
/// # Ok::<(), piecework_tiling::defect::ReadError>(())
/// ```
pub fn read_puzzle(source: &Source, limits: &Limits) -> Result<Puzzle, ReadError> {
    let document = Document::parse(source, limits)?;
    let puzzle = puzzle_at(document.root(), &[]);
    document.finish(puzzle)
}

/// Returns the JSON Schema (draft 2020-12) of puzzle files, with which an editor can complete and check them.
///
/// A schema cannot express all that [`read_puzzle`] checks: that areas add up, that pieces are connected.
pub fn puzzle_schema() -> &'static str {
    piecework_templates::file("schema/puzzle.json")
}

/// Reads the puzzle in an object of a larger document; its `extra` keys are read elsewhere.
///
/// Each part is read even if another is wrong, so that all mistakes are reported.
pub fn puzzle_at(root: Node<'_>, extra: &[&'static str]) -> Option<Puzzle> {
    let keys: Vec<&'static str> = KEYS.iter().chain(extra).copied().collect();
    // A puzzle with products beside it is a design, whose format may be newer.
    let file = root.file(&keys, if extra.is_empty() { FORMAT } else { FORMAT + 1 })?;
    let name = file.require("name").and_then(|node| node.name(Limit::TitleCharacters));
    let lattice = file
        .require("lattice")
        .and_then(|node| node.word(&Lattice::ALL.iter().map(|&l| (l.name(), l)).collect::<Vec<_>>()));
    let rules = rules(&file);
    let (region, pieces) = (file.require("region"), file.require("pieces"));
    // The cells of an unknown lattice cannot be checked.
    let lattice = lattice?;
    let region = region.and_then(|node| region::region_at(node, lattice));
    let listed = pieces.and_then(|node| pieces::pieces(node, lattice));
    let (region, pieces_node, Listed { entries, one_of }) = (region?, pieces?, listed?);
    let rules = rules.and_then(|(rules, touch)| {
        // As where no pieces may touch, any cell may stay empty.
        let gaps = if touch == Touch::AtCorners { u32::try_from(region.area()).ok()? } else { rules.gaps };
        let apart = apart(&file, touch, &entries)?;
        Some(Rules { linked: linked(&file, &apart)?, apart, gaps, ..rules })
    });
    let open = classes::classes(&file, &region, entries.len())?;
    let pieces = entries.iter().map(|entry| entry.piece.clone()).chain(open.pieces).collect();
    // Placed pieces refer to pieces, so they are read last.
    let placed_node = file.get("placed");
    let lying = placed_node.map_or(Some(Vec::new()), |node| placed::placed(node, lattice, &entries))?;
    let clues = clues::clues(&file, &entries)?;
    let colors = colors::colors(&file, lattice, &entries)?;
    let placed = lying.iter().map(|(placed, _)| placed.clone()).collect();
    let puzzle = Puzzle::ruled(
        name?,
        region,
        pieces,
        Rules { one_of, colors, placed, clues, classes: open.classes, never: open.never, ..rules? },
    );
    let blame = |rule: PuzzleError| match (&rule, rule.placed()) {
        (_, Some(which)) => lying[which].1.refuse(rule),
        _ if rule.clue().is_some() => {
            let node =
                clues::KEYS.into_iter().find(|&key| rule.clue() == Some(key)).and_then(|key| file.get(key));
            node.unwrap_or(pieces_node).refuse(rule);
        }
        (PuzzleError::NotApart { .. }, _) => file.get("apart").unwrap_or(pieces_node).refuse(rule),
        (PuzzleError::ColorOutside { .. }, _) => file.get("colors").unwrap_or(pieces_node).refuse(rule),
        _ if rule.is_of_class() => file.get("classes").unwrap_or(pieces_node).refuse(rule),
        (PuzzleError::PlacedTooOften { .. }, _) => placed_node.unwrap_or(pieces_node).refuse(rule),
        _ => blame(pieces_node, &entries, rule),
    };
    puzzle.map_err(|broken| broken.into_iter().for_each(blame)).ok()
}

/// Returns the rules that are not about pieces, and where pieces may touch.
fn rules(file: &Object<'_>) -> Option<(Rules, Touch)> {
    let touch = file.get("contact").map_or(Some(Touch::Anywhere), |node| node.word(&CONTACTS));
    let (gaps, equal_pieces) = (gaps(file, touch), equal_pieces(file, touch));
    let balance = file.get("balance").map_or(Some(None), |node| node.count(0, Limit::Copies).map(Some));
    let touch = touch?;
    let contact = if touch == Touch::Nowhere { Contact::Forbidden } else { Contact::Allowed };
    let rules =
        Rules { contact, gaps: gaps?, equal_pieces: equal_pieces?, balance: balance?, ..Rules::default() };
    Some((rules, touch))
}

/// Returns the sets of pieces that keep apart. Where pieces touch at corners only, all do.
fn apart(file: &Object<'_>, touch: Touch, pieces: &[Entry<'_>]) -> Option<Vec<Vec<usize>>> {
    let node = match (file.get("apart"), touch) {
        (None, Touch::AtCorners) => return Some(vec![(0..pieces.len()).collect()]),
        (None, _) => return Some(Vec::new()),
        (Some(node), Touch::Anywhere) => node,
        (Some(node), _) => {
            node.refuse(PuzzleFileError::ApartWithoutContact { key: "apart" });
            return None;
        }
    };
    let index = pieces::index(pieces);
    let set = |node: Node<'_>| {
        let listed = node.list(1, pieces.len() as u64)?.into_iter();
        let set: Vec<Option<Range<usize>>> = listed.map(|name| placed::piece(name, &index)).collect();
        Some(set.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    };
    let sets: Vec<_> = node.list(1, pieces.len() as u64)?.into_iter().map(set).collect();
    sets.into_iter().collect()
}

/// Returns whether the pieces of sets that keep apart hang together.
fn linked(file: &Object<'_>, apart: &[Vec<usize>]) -> Option<bool> {
    let Some(node) = file.get("linked") else { return Some(false) };
    if apart.is_empty() {
        node.refuse(PuzzleFileError::LinkedWithoutSets);
        return None;
    }
    node.boolean()
}

/// Returns whether copies of one piece may touch. The rule is meaningless if no pieces may.
fn equal_pieces(file: &Object<'_>, touch: Option<Touch>) -> Option<EqualPieces> {
    let Some(node) = file.get("equal_pieces") else { return Some(EqualPieces::MayTouch) };
    if matches!(touch, Some(Touch::Nowhere | Touch::AtCorners)) {
        node.refuse(PuzzleFileError::ApartWithoutContact { key: "equal_pieces" });
        return None;
    }
    node.word(&EQUAL_PIECES)
}

/// Returns how many cells may stay empty. The number is meaningless if pieces may not touch: then any cell
/// may.
fn gaps(file: &Object<'_>, touch: Option<Touch>) -> Option<u32> {
    let Some(node) = file.get("gaps") else { return Some(0) };
    if matches!(touch, Some(Touch::Nowhere | Touch::AtCorners)) {
        node.refuse(PuzzleFileError::GapsWithoutContact);
        return None;
    }
    node.count(0, Limit::RegionCells)
}

/// Reports a broken rule of the puzzle at the value that causes it.
fn blame(pieces: Node<'_>, entries: &[Entry<'_>], rule: PuzzleError) {
    let called = |name: &str, which: usize| {
        let is_it = |entry: &&Entry<'_>| entry.piece.name == name || entry.turned.as_deref() == Some(name);
        entries.iter().filter(is_it).nth(which)
    };
    let node = match &rule {
        PuzzleError::SameName { piece } => called(piece, 1).map(|entry| entry.node),
        PuzzleError::MinOverMax { piece, .. } => {
            let first = piece.split(" or ").next().unwrap_or(piece);
            called(piece, 0).or_else(|| called(first, 0)).map(|entry| entry.count_node)
        }
        _ => None,
    };
    node.unwrap_or(pieces).refuse(rule);
}

#[cfg(test)]
mod tests;
