//! Reads and writes tilings as JSON: one object each, on one line for `.jsonl` files, or indented.
//!
//! Keys have a fixed order, so equal tilings give equal text. A record can be read without its puzzle, which
//! is then inferred by [`super::infer`]; with the puzzle, all its rules are checked again. Of a puzzle with classes,
//! a record that has open cells is a tiling of what these cells leave.
//!
//! ```json
//! {"piecework":1,"puzzle":"8b4f0e6a1c2d3e4f","name":"Two","lattice":"square",
//!  "placements":[{"piece":"L","cells":[[0,0],[1,0],[0,1]]}],"gaps":[]}
//! ```
//!
//! `puzzle` is the [`Puzzle::fingerprint`]. A record of a random tiling ends with its seed and number:
//! `"drawn":{"seed":7,"number":3}`. A record of a board with joined sides has its `rectangle` and `wrap` as
//! in a puzzle file; the cells of each piece are connected, so some may be beyond a joined side. A record of a board of which
//! cells stay open has these with their words: `"open":[["Nov",[5,1]],["26",[1,5]]]`.

use std::fmt::Write as _;
use std::sync::Arc;

use super::infer::{InferError, Naming, infer};
use super::{Draw, Tiling, TilingError};
use crate::defect::{Defect, Defects, Place, ReadError};
use crate::fault::fault;
use crate::json::{Document, Node, Object, ValueError, quoted};
use crate::lattice::{Cell, Lattice};
use crate::limits::{Limit, Limits};
use crate::names::nearest;
use crate::puzzle::{Puzzle, Region, joined_sides, open_words};
use crate::source::Source;
use crate::text::shown;

/// The version of the format that is written, and the newest that is read.
const VERSION: i64 = 1;

const KEYS: &[&str] = &[
    "piecework",
    "puzzle",
    "name",
    "lattice",
    "rectangle",
    "wrap",
    "shift",
    "placements",
    "gaps",
    "open",
    "drawn",
];

fault! {
    /// Why a record is not a tiling of the puzzle.
    #[derive(Clone, PartialEq, Eq)]
    pub enum RecordError {
        NoFingerprint { found: String } = E0540 {
            message("`{found}` is not a fingerprint of a puzzle", found = shown(found))
            found("{found}") allowed("16 hexadecimal digits in lower case")
        }
        OtherPuzzle { found: String, expected: String } = E0541 {
            message("the tiling is of puzzle `{found}`, not of `{expected}`")
            found("{found}") allowed("{expected}")
            help("give the puzzle that was solved; a fingerprint changes with region, pieces and rules")
        }
        NoSuchPiece { piece: String, nearest: Option<String> } = E0542 {
            message("the puzzle has no piece `{piece}`", piece = shown(piece))
            found("{piece}")
            meant(Some(nearest) = nearest => "{nearest}", nearest = shown(nearest))
        }
        OtherGaps { listed: usize, empty: usize } = E0543 {
            message("`{listed}` gaps are listed, but `{empty}` cells are empty, or different ones")
            found("{listed}") allowed("{empty}")
        }
        TooMany { allowed: u64 } = E0544 {
            message("there are more than {allowed} tilings")
            help("divide the file, or raise the limit `tilings-read`")
        }
    }
}

/// Returns the tiling as one line of JSON, without a line break.
pub fn write_record(tiling: &Tiling) -> String {
    record(tiling, &Layout { between: "", before_entry: "", after_entries: "", after_colon: "" })
}

/// Returns the tiling as indented JSON: a line for each placement, and a line break at the end.
///
/// # Examples
/// ```
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::source::Source;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids, read_records, write_record_pretty};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("Two", &grids[0])?;
/// let source = Source::new("two.json", write_record_pretty(&tiling));
/// assert_eq!(read_records(&source, Some(tiling.puzzle()), &Limits::default())?, [tiling]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_record_pretty(tiling: &Tiling) -> String {
    let layout = Layout { between: "\n  ", before_entry: "\n    ", after_entries: "\n  ", after_colon: " " };
    record(tiling, &layout)
}

/// The white space between the parts of a record.
struct Layout {
    between: &'static str,
    before_entry: &'static str,
    after_entries: &'static str,
    after_colon: &'static str,
}

fn record(tiling: &Tiling, layout: &Layout) -> String {
    let Layout { between, before_entry, after_entries, after_colon: space } = layout;
    let puzzle = tiling.puzzle();
    let placements: Vec<String> = tiling
        .placements()
        .iter()
        .map(|placement| {
            let name = quoted(&tiling.piece_of(placement).name);
            let cells = cell_list(&tiling.in_one_piece(placement));
            format!("{before_entry}{{\"piece\":{space}{name},{space}\"cells\":{space}{cells}}}")
        })
        .collect();
    let mut text = format!("{{{between}\"piecework\":{space}{VERSION}");
    let gaps = cell_list(tiling.gaps());
    let joined = puzzle.region().joined();
    let sides = joined.map(|joined| {
        let (columns, rows) = joined.rectangle(puzzle.lattice());
        ("rectangle", format!("[{columns},{space}{rows}]"))
    });
    let wrap = joined.map(|joined| ("wrap", quoted(joined.wrap.name())));
    let shift = joined.map(|joined| joined.shift(puzzle.lattice())).filter(|&shift| shift != 0);
    let shift = shift.map(|shift| ("shift", shift.to_string()));
    let entries =
        format!("[{}{}]", placements.join(","), if placements.is_empty() { "" } else { after_entries });
    let about = [
        ("puzzle", quoted(&puzzle.fingerprint())),
        ("name", quoted(puzzle.name())),
        ("lattice", quoted(puzzle.lattice().name())),
    ];
    let laid = [("placements", entries), ("gaps", gaps)];
    let open = Some(puzzle.region().open()).filter(|open| !open.is_empty());
    let open = open.map(|open| ("open", serde_json::json!(open_pairs(open)).to_string()));
    for (key, value) in about.into_iter().chain(sides).chain(wrap).chain(shift).chain(laid).chain(open) {
        // Writing to a string cannot fail.
        let _ = write!(text, ",{between}\"{key}\":{space}{value}");
    }
    // Programs read numbers beyond 63 bits differently, so such a seed is not written.
    if let Some(Draw { seed, number }) = tiling.draw().filter(|draw| i64::try_from(draw.seed).is_ok()) {
        let drawn = format!("{{\"seed\":{space}{seed},{space}\"number\":{space}{number}}}");
        let _ = write!(text, ",{between}\"drawn\":{space}{drawn}");
    }
    let end = if between.is_empty() { "}" } else { "\n}\n" };
    text + end
}

fn open_pairs(open: &[(Cell, String)]) -> Vec<(&str, (i32, i32))> {
    open.iter().map(|(cell, word)| (word.as_str(), (cell.x, cell.y))).collect()
}

fn cell_list(cells: &[Cell]) -> String {
    let pairs: Vec<[i32; 2]> = cells.iter().map(|cell| [cell.x, cell.y]).collect();
    serde_json::to_string(&pairs).expect("numbers are JSON")
}

/// Reads all tilings of a text: one JSON object, or one on each line. With a puzzle, each is checked to be a
/// tiling of it. Without one, the puzzle is inferred from the pieces, and tilings of equal puzzles share it.
///
/// # Errors
/// [`ReadError`] with the mistake, its place in the text, and the JSON pointer inside the record.
pub fn read_records(
    source: &Source,
    puzzle: Option<&Arc<Puzzle>>,
    limits: &Limits,
) -> Result<Vec<Tiling>, ReadError> {
    let mut tilings = if is_one_a_line(source.text()) {
        read_lines(source, puzzle, limits)?
    } else {
        let document = Document::parse(source, limits)?;
        let root = document.root();
        let one = || Some(vec![tiling_at(root, puzzle)?]);
        let tilings = if is_summary(root) { of_summary(root, puzzle) } else { one() };
        document.finish(tilings)?
    };
    share_puzzles(&mut tilings);
    Ok(tilings)
}

/// The keys of what `piecework solve --json` prints.
const SUMMARY_KEYS: [&str; 14] = [
    "puzzle",
    "fingerprint",
    "tilings",
    "complete",
    "engine",
    "nodes",
    "uniform",
    "total",
    "looked_at",
    "distinct",
    "argument",
    "picture",
    "errors",
    "exit",
];

/// Returns whether an object is what `piecework solve --json` prints: records in a list.
pub(super) fn is_summary(root: Node<'_>) -> bool {
    root.has("fingerprint") && root.has("tilings")
}

/// Reads the tilings of what `piecework solve --json` prints.
fn of_summary(root: Node<'_>, puzzle: Option<&Arc<Puzzle>>) -> Option<Vec<Tiling>> {
    let list = root.object(&SUMMARY_KEYS)?.require("tilings")?.list(1, u64::MAX)?;
    // All are read before any is missed.
    let tilings: Vec<Option<Tiling>> = list.into_iter().map(|node| tiling_at(node, puzzle)).collect();
    tilings.into_iter().collect()
}

/// Returns whether the text has an object on each line: the first line is a complete object, and more lines
/// follow.
pub(crate) fn is_one_a_line(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first_is_whole = lines.next().is_some_and(|line| line.starts_with('{') && line.ends_with('}'));
    first_is_whole && lines.next().is_some()
}

/// Reads every line as a document; places are adjusted to the whole text.
fn read_lines(
    source: &Source,
    puzzle: Option<&Arc<Puzzle>>,
    limits: &Limits,
) -> Result<Vec<Tiling>, ReadError> {
    let mut tilings = Vec::new();
    let mut defects = Defects::new(limits);
    let allowed = limits.get(Limit::TilingsRead);
    for (index, line) in source.text().lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if tilings.len() as u64 == allowed {
            let place = Place { line: index + 1, column: 1 };
            return Err(ReadError::new(
                source.name(),
                Defect::new(RecordError::TooMany { allowed }).at(place),
            ));
        }
        match read_one(&Source::new(source.name(), line), puzzle, limits) {
            Ok(tiling) => tilings.push(tiling),
            Err(error) => {
                let moved = error.defects().iter().map(|defect| match defect.place() {
                    Some(place) => defect.clone().at(Place { line: place.line + index, ..place }),
                    None => defect.clone(),
                });
                moved.for_each(|defect| defects.push(|| defect));
            }
        }
    }
    defects.into_result(source.name())?;
    Ok(tilings)
}

fn read_one(source: &Source, puzzle: Option<&Arc<Puzzle>>, limits: &Limits) -> Result<Tiling, ReadError> {
    let document = Document::parse(source, limits)?;
    let tiling = tiling_at(document.root(), puzzle);
    document.finish(tiling)
}

/// Reads the tiling in an object of a larger document.
pub fn tiling_at(root: Node<'_>, puzzle: Option<&Arc<Puzzle>>) -> Option<Tiling> {
    let record = Record::read(root)?;
    let draw = record.draw;
    let tiling = match puzzle {
        Some(puzzle) => record.tiling_of(puzzle),
        None => record.inferred(),
    }?;
    Some(match draw {
        Some(draw) => tiling.drawn_as(draw),
        None => tiling,
    })
}

/// The contents of a record, with their places.
struct Record<'d> {
    root: Node<'d>,
    fingerprint: (Node<'d>, &'d str),
    name: &'d str,
    lattice: (Node<'d>, Lattice),
    /// The rectangle, if its sides are joined.
    joined: Option<Region>,
    placements: Vec<(Node<'d>, &'d str, Vec<Cell>)>,
    gaps: (Node<'d>, Vec<Cell>),
    open: Vec<(Cell, String)>,
    draw: Option<Draw>,
}

impl<'d> Record<'d> {
    fn read(root: Node<'d>) -> Option<Self> {
        let object = root.object(KEYS)?;
        let version = object.require("piecework").and_then(|node| read_version(node));
        let fingerprint = object.require("puzzle").and_then(read_fingerprint);
        let name = object.require("name").and_then(|node| node.name(Limit::TitleCharacters));
        let lattice = object.require("lattice").and_then(|node| {
            let words: Vec<_> = Lattice::ALL.iter().map(|&lattice| (lattice.name(), lattice)).collect();
            Some((node, node.word(&words)?))
        });
        let joined = read_joined(&object, lattice.map(|(_, lattice)| lattice));
        let placements = object.require("placements").and_then(|node| {
            let entries = node.list(0, node.limits().get(Limit::RegionCells))?;
            let placements: Vec<_> = entries.into_iter().map(read_placement).collect();
            placements.into_iter().collect::<Option<Vec<_>>>()
        });
        let gaps = object.require("gaps").and_then(|node| {
            let cells = read_cells(node, 0, node.limits().get(Limit::RegionCells))?;
            Some((node, cells))
        });
        let draw = object.get("drawn").map(read_draw);
        let open = object.get("open").map_or(Some(Vec::new()), open_words);
        version?;
        Some(Self {
            root,
            fingerprint: fingerprint?,
            name: name?,
            lattice: lattice?,
            joined: joined?,
            placements: placements?,
            gaps: gaps?,
            open: open?,
            // A value that is present must be valid; an absent one is allowed.
            draw: draw.map_or(Some(None), |draw| draw.map(Some))?,
        })
    }

    /// Returns the tiling that the record describes: of `puzzle`, or of what is left of it where cells stay open.
    fn tiling_of(self, puzzle: &Arc<Puzzle>) -> Option<Tiling> {
        let left = self.left_of(puzzle);
        let puzzle = left.as_ref().unwrap_or(puzzle);
        let (node, found) = self.fingerprint;
        let expected = puzzle.fingerprint();
        if found != expected || self.lattice.1 != puzzle.lattice() {
            node.refuse(RecordError::OtherPuzzle { found: found.to_owned(), expected });
            return None;
        }
        let nodes = self.nodes();
        let laid: Vec<Option<(usize, Vec<Cell>)>> = self
            .placements
            .into_iter()
            .map(|(node, name, cells)| Some((piece_called(puzzle, node, name)?, cells)))
            .collect();
        let tiling = Tiling::new(puzzle, laid.into_iter().collect::<Option<Vec<_>>>()?);
        let number = match tiling {
            Err(TilingError::NoShape { placement, .. } | TilingError::OtherShape { placement, .. }) => {
                placement
            }
            _ => 0,
        };
        let tiling = nodes[number].check(tiling)?;
        let (node, mut listed) = self.gaps;
        listed.sort_unstable();
        if listed != tiling.gaps() {
            node.refuse(RecordError::OtherGaps { listed: listed.len(), empty: tiling.gaps().len() });
            return None;
        }
        Some(tiling)
    }

    /// Returns what is left of a puzzle with classes when the open cells of the record are chosen.
    fn left_of(&self, puzzle: &Puzzle) -> Option<Arc<Puzzle>> {
        let cells: Vec<Cell> = self.open.iter().map(|(cell, _)| *cell).collect();
        let is_choice = !cells.is_empty() && !puzzle.classes().is_empty();
        is_choice.then(|| puzzle.opened(&cells).ok().map(Arc::new)).flatten()
    }

    /// Returns the tiling, of a puzzle that requires exactly these pieces.
    fn inferred(self) -> Option<Tiling> {
        let nodes = self.nodes();
        let groups = self.placements.into_iter().map(|(_, name, cells)| (Some(name.to_owned()), cells));
        let board = (self.name, self.lattice.1, self.joined.as_ref());
        let tiling = infer(board, groups.collect(), (&self.gaps.1, &self.open), Naming::Given);
        let number = if let Err(InferError::NoShape { group, .. }) = tiling { group } else { 0 };
        nodes[number].check(tiling)
    }

    /// Returns the nodes for errors: the record, then its placements from 1.
    fn nodes(&self) -> Vec<Node<'d>> {
        let placements = self.placements.iter().map(|(node, ..)| *node);
        std::iter::once(self.root).chain(placements).collect()
    }
}

fn piece_called(puzzle: &Puzzle, node: Node<'_>, name: &str) -> Option<usize> {
    let names = || puzzle.pieces().iter().map(|piece| piece.name.as_str());
    let index = names().position(|known| known == name);
    if index.is_none() {
        let nearest = nearest(name, names()).map(str::to_owned);
        node.refuse(RecordError::NoSuchPiece { piece: name.to_owned(), nearest });
    }
    index
}

fn read_version(node: Node<'_>) -> Option<()> {
    let found = node.integer(1, i64::MAX)?;
    if found > VERSION {
        node.refuse(ValueError::LaterFormat { found, known: VERSION });
        return None;
    }
    Some(())
}

/// Returns the rectangle with joined sides that a record names, if it names one; it is read even if the
/// lattice is wrong.
fn read_joined(object: &Object<'_>, lattice: Option<Lattice>) -> Option<Option<Region>> {
    if object.get("rectangle").is_none() && object.get("wrap").is_none() {
        return Some(None);
    }
    let (node, wrap) = (object.require("rectangle"), object.require("wrap"));
    let (node, pair) = (node?, node?.list(2, 2)?);
    let (columns, rows) = (pair[0].count(1, Limit::RegionSide), pair[1].count(1, Limit::RegionSide));
    joined_sides(node, object, lattice.filter(|_| wrap.is_some())?, columns, rows)?.map(Some)
}

fn read_fingerprint(node: Node<'_>) -> Option<(Node<'_>, &str)> {
    let found = node.text()?;
    let good = found.len() == 16 && found.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !good {
        node.refuse(RecordError::NoFingerprint { found: found.to_owned() });
        return None;
    }
    Some((node, found))
}

fn read_draw(node: Node<'_>) -> Option<Draw> {
    let object = node.object(&["seed", "number"])?;
    let number = |key: &'static str, least: i64| {
        object.require(key)?.integer(least, i64::MAX).and_then(|found| u64::try_from(found).ok())
    };
    let (seed, number) = (number("seed", 0), number("number", 1));
    Some(Draw { seed: seed?, number: number? })
}

fn read_placement(node: Node<'_>) -> Option<(Node<'_>, &str, Vec<Cell>)> {
    let object = node.object(&["piece", "cells"])?;
    let name = object.require("piece").and_then(|node| node.name(Limit::NameCharacters));
    let most = node.limits().get(Limit::PieceCells);
    let cells = object.require("cells").and_then(|node| read_cells(node, 1, most));
    Some((node, name?, cells?))
}

fn read_cells(node: Node<'_>, least: u64, most: u64) -> Option<Vec<Cell>> {
    let cells: Vec<Option<Cell>> = node.list(least, most)?.into_iter().map(read_cell).collect();
    cells.into_iter().collect()
}

fn read_cell(node: Node<'_>) -> Option<Cell> {
    let pair = node.list(2, 2)?;
    let most = i64::try_from(node.limits().get(Limit::Coordinate)).unwrap_or(i64::MAX);
    let [x, y] =
        [pair[0], pair[1]].map(|node| node.integer(-most, most).and_then(|at| i32::try_from(at).ok()));
    Some(Cell::new(x?, y?))
}

/// Makes tilings of equal puzzles share one puzzle, so that they are known to belong together.
pub fn share_puzzles(tilings: &mut [Tiling]) {
    for index in 1..tilings.len() {
        let (before, after) = tilings.split_at_mut(index);
        let (last, this) = (&before[index - 1].puzzle, &mut after[0].puzzle);
        if **last == **this {
            *this = Arc::clone(last);
        }
    }
}

#[cfg(test)]
mod tests;
