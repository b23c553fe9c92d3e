//! Clues: what a puzzle tells of its tilings, beside the pieces that are placed already.
//!
//! Each clue is about one placement: a placement that contradicts it is in no tiling. So a puzzle with clues is
//! the same puzzle with fewer placements. Every cell must be covered, since a clue about an empty cell would
//! tell nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::{Clue, Contact, Puzzle, PuzzleError, Region};
use crate::lattice::Cell;

impl Clue {
    /// Returns an edge between two cells.
    pub fn between(one: Cell, other: Cell) -> Self {
        Self::Edge { cells: (one.min(other), one.max(other)) }
    }

    /// Returns the cells that it is about.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let (first, second) = match *self {
            Clue::Letter { cell, .. } | Clue::Number { cell, .. } => (cell, None),
            Clue::Edge { cells: (one, other) } => (one, Some(other)),
        };
        [first].into_iter().chain(second)
    }

    /// Returns whether a piece may cover these cells, which are at home and in reading order. Of a piece that is turned to show
    /// other sides, this is about the first of its [orientations](Puzzle::orientations_of).
    pub fn allows(&self, region: &Region, piece: usize, cells: &[Cell]) -> bool {
        let covers = |cell: &Cell| cells.binary_search(cell).is_ok();
        match self {
            Clue::Letter { cell, piece: wanted } => *wanted == piece || !covers(cell),
            Clue::Number { cell, sides } => !covers(cell) || sides_of(region, *cell, cells) == *sides,
            Clue::Edge { cells: (one, other) } => !(covers(one) && covers(other)),
        }
    }

    /// Returns what it is called in a puzzle file.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Clue::Letter { .. } => "letters",
            Clue::Number { .. } => "numbers",
            Clue::Edge { .. } => "edges",
        }
    }

    /// Returns the same clue with its cells moved, and the piece exchanged.
    pub(super) fn moved(&self, apply: impl Fn(Cell) -> Cell, pieces: &[usize]) -> Self {
        match *self {
            Clue::Letter { cell, piece } => {
                // A piece that is not there is refused later.
                Clue::Letter { cell: apply(cell), piece: pieces.get(piece).copied().unwrap_or(piece) }
            }
            Clue::Number { cell, sides } => Clue::Number { cell: apply(cell), sides },
            Clue::Edge { cells: (one, other) } => Clue::between(apply(one), apply(other)),
        }
    }
}

impl Puzzle {
    /// Returns clues whose letters are of pieces in any orientation: of the first of each.
    pub(super) fn letters_of_all_orientations(&self, clues: &[Clue]) -> Vec<Clue> {
        let first = |clue: &Clue| match *clue {
            Clue::Letter { cell, piece } => Clue::Letter { cell, piece: self.orientations_of(piece).start },
            other => other,
        };
        let mut clues: Vec<Clue> = clues.iter().map(first).collect();
        clues.sort_unstable();
        clues
    }

    /// Returns whether a clue allows a piece on these cells, which are at home and in reading order.
    pub(super) fn is_told(&self, clue: &Clue, piece: usize, cells: &[Cell]) -> bool {
        clue.allows(&self.region, self.orientations_of(piece).start, cells)
    }
}

/// Returns how many sides of a cell are edges of a piece that covers it and these cells, which are in reading
/// order.
pub fn sides_of(region: &Region, cell: Cell, cells: &[Cell]) -> u32 {
    let neighbours = region.lattice().neighbours(cell).map(|near| region.home(near));
    neighbours.map(|near| u32::from(cells.binary_search(&near).is_err())).sum()
}

/// The clues of a puzzle by cell, to look at many placements.
#[derive(Debug)]
pub struct ClueTable<'a> {
    region: &'a Region,
    /// For each cell of the region its clues; empty if there are none at all.
    of_cell: Vec<Vec<Clue>>,
    puzzle: &'a Puzzle,
}

impl<'a> ClueTable<'a> {
    /// Sorts the clues of a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let region = puzzle.region();
        let mut of_cell = Vec::new();
        if !puzzle.clues().is_empty() {
            of_cell = vec![Vec::new(); region.area()];
        }
        for clue in puzzle.clues() {
            let first = clue.cells().next().and_then(|cell| region.index_of(cell));
            of_cell[first.expect("clues are in the region")].push(*clue);
        }
        Self { region, of_cell, puzzle }
    }

    /// Returns whether a piece may cover the cells with these indices in the region, ascending.
    pub fn allows(&self, piece: usize, places: &[u32]) -> bool {
        if !self.puzzle.limits_places() {
            return true;
        }
        let cells: Vec<Cell> = places.iter().map(|&place| self.region.cells()[place as usize]).collect();
        let classes = self.puzzle.classes();
        if !classes.iter().all(|class| class.allows(piece, &cells)) || !self.puzzle.may_show(piece, &cells) {
            return false;
        }
        if self.of_cell.is_empty() {
            return true;
        }
        let mut clues = places.iter().flat_map(|&place| &self.of_cell[place as usize]);
        clues.all(|clue| self.puzzle.is_told(clue, piece, &cells))
    }
}

/// Returns the rules that the clues of `puzzle` break.
pub(super) fn broken_clues(puzzle: &Puzzle) -> Vec<PuzzleError> {
    let (region, lattice) = (puzzle.region(), puzzle.lattice());
    let Some(first) = puzzle.clues().first() else { return Vec::new() };
    if puzzle.gaps() > 0 || puzzle.contact() == Contact::Forbidden {
        return vec![PuzzleError::ClueWithGaps { clue: first.key() }];
    }
    let (mut broken, mut told) = (Vec::new(), BTreeSet::new());
    for &clue in puzzle.clues() {
        if let Some(cell) = clue.cells().find(|&cell| region.index_of(cell).is_none()) {
            broken.push(PuzzleError::ClueOutside { clue: clue.key(), cell });
            continue;
        }
        let (cell, pieces) = (clue.cells().next().unwrap_or_default(), puzzle.pieces().len());
        match clue {
            Clue::Letter { piece: found, .. } if found >= pieces => {
                broken.push(PuzzleError::ClueUnknown { cell, found, pieces });
            }
            Clue::Number { sides: found, .. } if found as usize > lattice.neighbours(cell).count() => {
                let most = lattice.neighbours(cell).count();
                broken.push(PuzzleError::ClueSides { cell, found, most });
            }
            Clue::Edge { cells } if !lattice.neighbours(cells.0).any(|near| region.home(near) == cells.1) => {
                broken.push(PuzzleError::ClueNoEdge { cells });
            }
            _ => {}
        }
        // An edge is about two cells, which may have several.
        let about = if let Clue::Edge { cells } = clue { (cell, Some(cells.1)) } else { (cell, None) };
        if !told.insert((clue.key(), about)) {
            broken.push(PuzzleError::ClueTwice { clue: clue.key(), cell });
        }
    }
    if broken.is_empty() {
        let contradicted = puzzle.placed().iter().flat_map(|placed| {
            puzzle.clues().iter().filter(|clue| !puzzle.is_told(clue, placed.piece, &placed.cells))
        });
        broken.extend(contradicted.map(|clue| PuzzleError::CluePlaced {
            clue: clue.key(),
            cell: clue.cells().next().unwrap_or_default(),
        }));
    }
    broken
}

/// Returns the clues that are still open after some cells were covered.
pub(super) fn open_clues(clues: &[Clue], region: &Region) -> Vec<Clue> {
    let is_open = |clue: &&Clue| clue.cells().all(|cell| region.index_of(cell).is_some());
    clues.iter().filter(is_open).copied().collect()
}

/// Returns the clues of each kind as they are in a puzzle file: letters by piece, numbers by number, and
/// edges.
pub(super) type Listed<'c> = (BTreeMap<usize, Vec<Cell>>, BTreeMap<u32, Vec<Cell>>, Vec<(Cell, Cell)>);

/// Sorts clues by kind.
pub(super) fn listed(clues: &[Clue]) -> Listed<'_> {
    let (mut letters, mut numbers, mut edges) = Listed::default();
    for clue in clues {
        match *clue {
            Clue::Letter { cell, piece } => letters.entry(piece).or_insert_with(Vec::new).push(cell),
            Clue::Number { cell, sides } => numbers.entry(sides).or_insert_with(Vec::new).push(cell),
            Clue::Edge { cells } => edges.push(cells),
        }
    }
    (letters, numbers, edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::puzzle::{Count, Placed, Rules, pieces_named, read_puzzle, write_puzzle};
    use crate::source::Source;

    fn at(x: i32, y: i32) -> Cell {
        Cell::new(x, y)
    }

    fn puzzle(clues: &[Clue], rules: Rules) -> Result<Puzzle, String> {
        let region = Region::rectangle(Lattice::Square, 4, 3).expect("a region");
        let pieces = pieces_named("tetrominoes:L,T").expect("pieces");
        let any = pieces.into_iter().map(|piece| crate::puzzle::Piece { count: Count::ANY, ..piece });
        let rules = Rules { clues: clues.to_vec(), ..rules };
        Puzzle::ruled("test", region, any.collect(), rules).map_err(|error| error.to_string())
    }

    const CLUES: [Clue; 4] = [
        Clue::Letter { cell: Cell::new(0, 0), piece: 1 },
        Clue::Letter { cell: Cell::new(3, 0), piece: 0 },
        Clue::Number { cell: Cell::new(1, 1), sides: 3 },
        Clue::Edge { cells: (Cell::new(2, 0), Cell::new(3, 0)) },
    ];

    #[test]
    fn a_placement_is_compared_with_every_clue() {
        let puzzle = puzzle(&CLUES, Rules::default()).expect("a puzzle");
        let table = ClueTable::new(&puzzle);
        // T on top, from the left: the letter is its own, and the cell below has three sides.
        assert!(table.allows(1, &[0, 1, 2, 5]));
        assert!(!table.allows(0, &[0, 1, 2, 6]), "the letter is T");
        assert!(!table.allows(1, &[4, 5, 6, 9]), "the cell has one side");
        assert!(!table.allows(0, &[2, 3, 7, 11]), "there is an edge");
        let plain = super::tests::puzzle(&[], Rules::default()).expect("a puzzle");
        assert!(ClueTable::new(&plain).allows(0, &[0, 1, 2, 6]));
    }

    #[test]
    fn a_file_keeps_clues_and_names_those_that_are_wrong() {
        let good = puzzle(&CLUES, Rules::default()).expect("a puzzle");
        let text = write_puzzle(&good);
        let again = read_puzzle(&Source::new("p.json", text.clone()), &Limits::default());
        assert_eq!(again.map_err(|error| error.to_string()), Ok(good.clone()), "{text}");
        let wrong = text.replace("[1, 1]", "[1, 9]").replace("\"sides\": 3", "\"sides\": 7");
        let error = read_puzzle(&Source::new("p.json", wrong), &Limits::default()).expect_err("wrong");
        assert!(error.to_string().contains("/numbers: a clue is about cell `(1, 9)`"), "{error}");
        assert_ne!(
            good.fingerprint(),
            puzzle(&CLUES[1..], Rules::default()).expect("a puzzle").fingerprint()
        );
    }

    #[test]
    fn what_tells_nothing_or_two_things_is_refused() {
        let refused = |clues: &[Clue], rules| puzzle(clues, rules).expect_err("a broken rule");
        let gaps = Rules { gaps: 1, ..Rules::default() };
        assert!(refused(&CLUES, gaps).contains("every cell must be covered"));
        let twice = [CLUES[0], Clue::Letter { cell: at(0, 0), piece: 0 }];
        assert!(refused(&twice, Rules::default()).contains("two letters"));
        assert!(refused(&[Clue::between(at(0, 0), at(1, 1))], Rules::default()).contains("no neighbors"));
        let many = Clue::Number { cell: at(0, 0), sides: 5 };
        assert!(refused(&[many], Rules::default()).contains("at most 4"));
        let cells = vec![at(0, 0), at(1, 0), at(2, 0), at(2, 1)];
        let placed = Rules { placed: vec![Placed { piece: 0, cells }], ..Rules::default() };
        assert!(refused(&CLUES[..1], placed).contains("placed piece"));
    }

    #[test]
    fn symmetries_keep_clues_and_the_rest_drops_those_that_are_settled() {
        let symmetries =
            |clues: &[Clue]| puzzle(clues, Rules::default()).expect("a puzzle").symmetries().len();
        let mirrored = [CLUES[0], Clue::Letter { cell: at(3, 0), piece: 1 }];
        assert_eq!((symmetries(&[]), symmetries(&CLUES[..1]), symmetries(&mirrored)), (4, 1, 2));
        assert_eq!(symmetries(&[Clue::between(at(1, 1), at(2, 1))]), 4);
        let cells = vec![at(0, 0), at(1, 0), at(2, 0), at(1, 1)];
        let placed = Rules { placed: vec![Placed { piece: 1, cells }], ..Rules::default() };
        let rest = puzzle(&CLUES, placed).expect("a puzzle").rest();
        assert_eq!(rest.clues(), &CLUES[1..2]);
    }
}
