//! The words on cells in a puzzle file, the classes of cells, and what is never open together.

use super::super::classes::no_such_word;
use super::super::{Class, Count, Piece, PuzzleError, Region};
use super::PuzzleFileError;
use super::rows::{cell, listed_cells};
use crate::json::{Node, Object, quoted};
use crate::lattice::{Cell, Lattice};
use crate::limits::Limit;
use crate::polyform::{Freedom, Shape};
use crate::puzzle::Puzzle;
use crate::text;

/// What a file says of cells that stay open.
pub(super) struct Open {
    /// The pieces that stand for open cells, one for each class.
    pub(super) pieces: Vec<Piece>,
    pub(super) classes: Vec<Class>,
    pub(super) never: Vec<Vec<Cell>>,
}

/// Reads a region whose cells are their words, in rows of squares: `null` is no cell, and `""` one without a word.
pub(super) fn region_of_words(node: Node<'_>, lattice: Lattice) -> Option<Region> {
    if !lattice.is_rectilinear() {
        node.refuse(PuzzleError::NoSuchForm { form: "words", lattice });
        return None;
    }
    let rows = node.list(1, node.limits().get(Limit::RegionSide))?;
    let (mut cells, mut labels, mut is_good) = (Vec::new(), Vec::new(), true);
    for (y, row) in (0..).zip(rows) {
        for (x, entry) in (0..).zip(row.list(1, node.limits().get(Limit::RegionSide))?) {
            if entry.raw() == "null" {
                continue;
            }
            cells.push(Cell::new(x, y));
            if !entry.is_text_of("") {
                let word = entry.name(Limit::NameCharacters);
                is_good &= word.is_some();
                labels.extend(word.map(|word| (Cell::new(x, y), word.to_owned())));
            }
        }
    }
    let region = node.check(Region::new(lattice, cells))?;
    is_good.then(|| region.with_labels(labels))
}

/// Puts words on cells of a region, listed as `["Jan", [0, 0]]`.
pub(super) fn labelled(region: Region, node: Node<'_>) -> Option<Region> {
    let entries = node.list(1, region.area() as u64)?;
    let one = |entry: Node<'_>| {
        let (at, word) = word_on(entry, |word| word.name(Limit::NameCharacters))?;
        if region.index_of(at).is_none() {
            entry.refuse(PuzzleFileError::NotInRegion { cell: at });
            return None;
        }
        Some((at, word))
    };
    let labels: Vec<Option<(Cell, String)>> = entries.into_iter().map(one).collect();
    let labels: Vec<_> = labels.into_iter().collect::<Option<_>>()?;
    Some(region.with_labels(labels))
}

/// Puts a region on a board on which other cells stay open, listed as `["Jan", [0, 0]]`; `""` for a cell without a word.
pub(super) fn open(region: Region, node: Node<'_>) -> Option<Region> {
    node.check(region.with_open(open_words(node)?))
}

/// Reads cells that stay open, with their words.
pub(crate) fn open_words(node: Node<'_>) -> Option<Vec<(Cell, String)>> {
    let entries = node.list(1, node.limits().get(Limit::RegionCells))?;
    fn word(node: Node<'_>) -> Option<&str> {
        if node.is_text_of("") { Some("") } else { node.name(Limit::NameCharacters) }
    }
    let open: Vec<Option<(Cell, String)>> = entries.into_iter().map(|entry| word_on(entry, word)).collect();
    open.into_iter().collect()
}

/// Reads a word and its cell.
fn word_on<'f>(entry: Node<'f>, word: impl Fn(Node<'f>) -> Option<&'f str>) -> Option<(Cell, String)> {
    let pair = entry.list(2, 2)?;
    let (word, at) = (word(pair[0]).map(str::to_owned), cell(pair[1]));
    Some((at?, word?))
}

/// Returns the classes of a file; their pieces follow `pieces` others.
pub(super) fn classes(file: &Object<'_>, region: &Region, pieces: usize) -> Option<Open> {
    let mut open = Open { pieces: Vec::new(), classes: Vec::new(), never: Vec::new() };
    if let Some(node) = file.get("classes") {
        for (number, entry) in node.list(1, node.limits().get(Limit::Pieces))?.into_iter().enumerate() {
            let object = entry.object(&["name", "words", "cells", "open"])?;
            let name = object.require("name").and_then(|name| name.name(Limit::NameCharacters));
            let copies = object.get("open").map_or(Some(1), |open| open.count(1, Limit::RegionCells));
            let cells = object.one_of(&["words", "cells"]).and_then(|(_, node)| cells(node, region));
            let (name, count, cells) = (name?.to_owned(), Count::exactly(copies?), cells?);
            let one = cells.first().copied().unwrap_or_default();
            let shape = entry.check(Shape::new(region.lattice(), vec![one]))?;
            open.pieces.push(Piece { name, shape, freedom: Freedom::Free, count });
            open.classes.push(Class { piece: pieces + number, cells });
        }
    }
    if let Some(node) = file.get("never") {
        let most = node.limits().get(Limit::RegionCells);
        let entries: Vec<_> = node.list(1, most)?.into_iter().map(|entry| cells(entry, region)).collect();
        open.never = entries.into_iter().collect::<Option<_>>()?;
    }
    Some(open)
}

/// Returns the cells of a list of words, or of pairs of numbers.
fn cells(node: Node<'_>, region: &Region) -> Option<Vec<Cell>> {
    let most = region.area() as u64;
    if !node.raw().trim_start_matches('[').trim_start().starts_with('"') {
        return Some(listed_cells(node, most)?.into_iter().map(|(cell, _)| cell).collect());
    }
    let found: Vec<Option<Cell>> = node.list(1, most)?.into_iter().map(|word| called(word, region)).collect();
    found.into_iter().collect()
}

/// Returns the one cell with a word.
fn called(node: Node<'_>, region: &Region) -> Option<Cell> {
    let word = node.text()?;
    let mut cells = region.labels().iter().filter(|(_, own)| own == word).map(|&(cell, _)| cell);
    let (first, second) = (cells.next(), cells.next());
    match (first, second) {
        (Some(cell), None) => return Some(cell),
        (Some(_), Some(_)) => node.refuse(PuzzleFileError::WordTwice { found: text::shown(word) }),
        (None, _) => node.refuse(no_such_word(region, word)),
    }
    None
}

/// Returns the words of a region and what stays open as members of its file.
pub(super) fn labels_text(region: &Region) -> String {
    let word = |(cell, word): &(Cell, String)| format!("[{}, [{}, {}]]", quoted(word), cell.x, cell.y);
    let listed =
        |key: &str, words: &[(Cell, String)]| match words.iter().map(word).collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            words => format!(", \"{key}\": [{words}]"),
        };
    listed("labels", region.labels()) + &listed("open", region.open())
}

/// Returns the members of a puzzle's file that say what stays open.
pub(super) fn members(puzzle: &Puzzle, cells_text: impl Fn(&[Cell]) -> String) -> Vec<String> {
    let class = |class: &Class| {
        let piece = &puzzle.pieces[class.piece];
        let (name, open) = (quoted(&piece.name), piece.count.min);
        let open = if open == 1 { String::new() } else { format!(", \"open\": {open}") };
        format!("    {{ \"name\": {name}, \"cells\": [{}]{open} }}", cells_text(&class.cells))
    };
    let never = |cells: &Vec<Cell>| format!("    [{}]", cells_text(cells));
    let lists: [(&str, Vec<String>); 2] = [
        ("classes", puzzle.classes().iter().map(class).collect()),
        ("never", puzzle.rules.never.iter().map(never).collect()),
    ];
    let lists = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    lists.map(|(key, entries)| format!("\"{key}\": [\n{}\n  ]", entries.join(",\n"))).collect()
}
