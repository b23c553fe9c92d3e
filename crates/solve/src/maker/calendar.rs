//! Designs calendars: a board with words, and pieces that cover all of it but any date.
//!
//! Boards grow at random, with symmetry and without holes. Words are in reading order, class by class. A board of which a date
//! leaves cells that no piece fills is dropped before any search; a set of pieces is dropped at the first date without a tiling,
//! and the dates that failed before are asked first. What is left is counted for all dates, which is the proof.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use super::selections::Selections;
use super::silhouettes::grown_round;
use super::wording::{Wording, cells_for, kind};
use crate::ground::alarm::Alarm;
use crate::ground::{Outcome, SolveOptions, SolverError, StopReason};
use crate::runs::openings::{OpeningCounts, count_openings};
use crate::strategies::first;
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::{Freedom, Shape, all_different, names_for};
use piecework_tiling::puzzle::{Class, Count, Piece, Puzzle, Region, Rules};
use piecework_tiling::random::Random;

/// Boards that are tried, and sets of pieces on each. Chosen by trial: some minutes.
const MOST_BOARDS: u64 = 400;
const MOST_SETS: u64 = 24;
/// One date of this number must have a tiling before all are counted. Chosen by trial: each takes some milliseconds.
const ASKED_OF: usize = 6;
/// Steps of the search for one date, and for all. Chosen by trial: a fraction of a second, and half a minute.
const NODES_FOR_ONE: u64 = 1 << 18;
const NODES_FOR_ALL: u64 = 1 << 28;
/// Sets of pieces that are drawn for one with the right number of cells of each kind.
const MOST_DRAWN: usize = 1 << 10;
/// Shapes that grow for one board before the search ends: far more than it takes where there is any.
const MOST_GROWN: usize = 1 << 14;

/// Days that months of a year of 366 days lack: months and days from 0.
const NO_DAYS: [(usize, usize); 6] = [(1, 29), (1, 30), (3, 30), (5, 30), (8, 30), (10, 30)];

/// The layout that everybody knows, without weekdays and with them: a registered design in the European Union.
const KNOWN: [&[&str]; 2] = [
    &["######.", "######.", "#######", "#######", "#######", "#######", "###...."],
    &["######.", "######.", "#######", "#######", "#######", "#######", "#######", "....###"],
];

/// Boards that differ from it in at most this number of cells count as the same.
const FEW: i32 = 2;

/// What a calendar shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarOptions {
    /// The classes in the order of months, days, weekdays from Monday: the name of each and its words, in their order.
    pub classes: Vec<(String, Vec<String>)>,
    /// The weekday that is first on the board, from 0 for Monday.
    pub first_weekday: usize,
    /// The cells, if the board is not to be found.
    pub board: Option<Region>,
    /// How many pieces, the least and the most.
    pub pieces: (usize, usize),
    /// Every date has at least as many tilings. Not less than 1.
    pub fewest: u64,
    /// And at most as many.
    pub most: Option<u64>,
    /// Decides which of many calendars.
    pub seed: u64,
}

/// A calendar, if there is one, and what was tried.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CalendarReport {
    /// The calendar, and the tilings of each date, which were all counted.
    pub found: Option<(Arc<Puzzle>, OpeningCounts)>,
    /// Boards with words of which no date leaves cells that no piece fills.
    pub boards: u64,
    /// Sets of pieces that were tried on them.
    pub sets: u64,
    /// Sets of which all dates were counted, because the dates asked first have tilings.
    pub counted: u64,
    /// Of those, the sets that have a tiling for every date.
    pub complete: u64,
    /// [`StopReason::Visitor`] if one was found; [`Outcome::Complete`] if there is nothing to try.
    pub outcome: Outcome,
    /// The steps of all searches.
    pub nodes: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Returns whether a board is that of the layout of months and days in 7 columns, which is a registered design in the European
/// Union, or the same but for two cells, turned or not; [`make_calendar`] makes none on it.
pub fn is_known_layout(board: &Region) -> bool {
    let drawn = KNOWN.iter().filter(|_| board.lattice().is_rectilinear());
    let known = drawn.filter_map(|rows| Shape::from_rows(board.lattice(), rows.iter().copied()).ok());
    let known = known.filter(|shape| shape.area() == board.area());
    let mut turned = known.flat_map(|shape| shape.orientations(Freedom::Free));
    let corner = |of: fn(&Cell) -> i32| board.cells().iter().map(of).min().unwrap_or(0);
    let (left, top) = (corner(|cell| cell.x), corner(|cell| cell.y));
    turned.any(|turned| {
        let shifts = (-FEW..=FEW).flat_map(|x| (-FEW..=FEW).map(move |y| Cell::new(left + x, top + y)));
        let other = |shift: Cell| {
            let cells = turned.shape.cells().iter().map(|cell| cell.shifted(shift));
            cells.filter(|&cell| board.index_of(cell).is_none()).count()
        };
        shifts.map(other).any(|other| other <= FEW.unsigned_abs() as usize)
    })
}

/// Looks for a calendar with some of these pieces, each used at most as often as its count allows. Pieces without a name get letters.
///
/// Time limit, node limit and stop flag of `options` apply to everything together; its seed has no effect.
///
/// # Errors
/// [`SolverError`] if the puzzles are too large for the limits.
///
/// # Examples
/// ```
/// use piecework_solve::SolveOptions;
/// use piecework_solve::maker::{CalendarOptions, make_calendar};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::puzzle::pieces_named;
/// let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
/// let wanted = CalendarOptions {
///     classes: vec![("seasons".into(), words("Sp Su Au Wi")), ("weeks".into(), words("1 2 3 4 5 6"))],
///     first_weekday: 0,
///     board: None,
///     pieces: (2, 2),
///     fewest: 1,
///     most: None,
///     seed: 1,
/// };
/// let pieces = pieces_named("tetrominoes")?;
/// let report = make_calendar("Weeks", &pieces, &wanted, &SolveOptions::default())?;
/// if let Some((puzzle, counted)) = report.found {
///     assert_eq!((puzzle.region().area(), counted.counts.len()), (10, 24));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make_calendar(
    name: &str,
    pieces: &[Piece],
    wanted: &CalendarOptions,
    options: &SolveOptions<'_>,
) -> Result<CalendarReport, SolverError> {
    let mut designer = Designer::new(name, pieces, wanted, options);
    if let ControlFlow::Break(reason) = designer.design()? {
        designer.report.outcome = Outcome::Stopped(reason);
    }
    designer.report.elapsed = designer.began.elapsed();
    Ok(designer.report)
}

/// A break says why nothing more is tried.
type Flow<T> = Result<ControlFlow<StopReason, T>, SolverError>;

/// The work in progress.
struct Designer<'a> {
    name: &'a str,
    pieces: &'a [Piece],
    wanted: &'a CalendarOptions,
    options: &'a SolveOptions<'a>,
    random: Random,
    began: Instant,
    report: CalendarReport,
}

impl<'a> Designer<'a> {
    fn new(
        name: &'a str,
        pieces: &'a [Piece],
        wanted: &'a CalendarOptions,
        options: &'a SolveOptions<'a>,
    ) -> Self {
        let report = CalendarReport {
            found: None,
            boards: 0,
            sets: 0,
            counted: 0,
            complete: 0,
            outcome: Outcome::Complete,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let (random, began) = (Random::new(wanted.seed), Instant::now());
        Self { name, pieces, wanted, options, random, began, report }
    }

    fn design(&mut self) -> Flow<()> {
        let sizes: Vec<usize> = self.wanted.classes.iter().map(|(_, words)| words.len()).collect();
        let words: usize = sizes.iter().sum();
        let Some(first) = self.pieces.first().filter(|_| words > 0) else {
            return Ok(ControlFlow::Continue(()));
        };
        let found = || cells_for(&sizes, first.shape.lattice(), first.freedom);
        let cells = self.wanted.board.as_ref().map_or_else(found, Region::area);
        if words > cells {
            return Ok(ControlFlow::Continue(()));
        }
        let selections = self.selections(cells - self.wanted.classes.len());
        if selections.iter().all(|selections| selections.count() == 0) {
            return Ok(ControlFlow::Continue(()));
        }
        while self.report.boards < MOST_BOARDS {
            let Some(board) = self.board(cells) else { break };
            self.report.boards += 1;
            let mut hard = Vec::new();
            for _ in 0..MOST_SETS {
                let flow = self.try_set(&board, &selections, &mut hard)?;
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
        Ok(ControlFlow::Break(StopReason::NodeLimit))
    }

    /// Selections of each number of pieces. As if each piece were larger by more than the board, so that areas tell numbers.
    fn selections(&self, area: usize) -> Vec<Selections> {
        let more = area + 1;
        let copies = |piece: &Piece| piece.count.max.unwrap_or(u32::MAX) as usize;
        let sizes: Vec<(usize, usize)> =
            self.pieces.iter().map(|piece| (piece.shape.area() + more, copies(piece))).collect();
        let (least, most) = self.wanted.pieces;
        (least..=most).map(|number| Selections::new(&sizes, area + number * more)).collect()
    }

    /// Returns the next board with words and classes, but without pieces, of which every date leaves parts that are not too small.
    fn board(&mut self, cells: usize) -> Option<(Region, Rules)> {
        let (lattice, freedom) = (self.pieces[0].shape.lattice(), self.pieces[0].freedom);
        let smallest = self.pieces.iter().map(|piece| piece.shape.area()).min()?;
        let sizes: Vec<usize> = self.wanted.classes.iter().map(|(_, words)| words.len()).collect();
        let is_full = cells == sizes.iter().sum::<usize>();
        let mut orders = orders(sizes.len());
        let most = if self.wanted.board.is_some() { 1 } else { MOST_GROWN };
        for _ in 0..most {
            if self.is_stopped() {
                return None;
            }
            let region = match &self.wanted.board {
                Some(board) => Some(board.flat()),
                None => grown_round(&mut self.random, lattice, cells)
                    .and_then(|cells| Region::new(lattice, cells).ok()),
            };
            let Some(region) = region.filter(|region| !is_known_layout(region)) else { continue };
            let wording = Wording::new(&region, freedom, smallest, sizes.len());
            if is_full && wording.is_pinched() {
                continue;
            }
            self.random.shuffle(&mut orders);
            let placed = orders.iter().filter_map(|order| wording.place(&sizes, order, &mut self.random));
            if let Some(classes) = placed.min_by_key(|classes| wording.sides(classes)) {
                return Some(self.with_words(&region, &classes));
            }
        }
        None
    }

    /// Puts the words on the cells of their classes, in reading order.
    fn with_words(&self, region: &Region, classes: &[Option<usize>]) -> (Region, Rules) {
        let (mut labels, mut places) = (Vec::new(), Vec::new());
        for (class, (_, words)) in self.wanted.classes.iter().enumerate() {
            let first = if class == 2 { self.wanted.first_weekday } else { 0 };
            let cells = region.cells().iter().zip(classes).filter(|(_, own)| **own == Some(class));
            let shown = (0..words.len()).cycle().skip(first);
            let mut own: Vec<(usize, Cell)> = shown.zip(cells.map(|(&cell, _)| cell)).collect();
            labels.extend(own.iter().map(|&(word, cell)| (cell, words[word].clone())));
            own.sort_unstable();
            places.push(Class { piece: 0, cells: own.into_iter().map(|(_, cell)| cell).collect() });
        }
        let is_year =
            matches!(&places[..], [months, days, ..] if months.cells.len() == 12 && days.cells.len() == 31);
        let never = NO_DAYS.iter().filter(|_| is_year);
        let never = never.map(|&(month, day)| vec![places[0].cells[month], places[1].cells[day]]).collect();
        (region.clone().with_labels(labels), Rules { classes: places, never, ..Rules::default() })
    }

    /// Draws pieces that have as many cells of each kind as all dates leave.
    fn draw(&mut self, (region, rules): &(Region, Rules), selections: &[Selections]) -> Option<Vec<usize>> {
        let possible: Vec<&Selections> = selections.iter().filter(|own| own.count() > 0).collect();
        let of_other = |cells: &[Cell]| -> usize {
            cells.iter().map(|&cell| kind(region.lattice(), cell, self.pieces[0].freedom)).sum()
        };
        let open: usize = rules.classes.iter().map(|class| of_other(&class.cells[..1])).sum();
        let wanted = of_other(region.cells()) - open;
        let own: Vec<usize> = self.pieces.iter().map(|piece| of_other(piece.shape.cells())).collect();
        (0..MOST_DRAWN).find_map(|_| {
            let chosen = possible[self.random.below(possible.len())];
            let number =
                (u128::from(self.random.bits()) << 64 | u128::from(self.random.bits())) % chosen.count();
            let copies = chosen.get(number);
            let found: usize = copies.iter().zip(&own).map(|(copies, own)| copies * own).sum();
            (found == wanted).then_some(copies)
        })
    }

    /// Tries some pieces on a board; a break if they make a calendar, or if time is over.
    fn try_set(
        &mut self,
        board: &(Region, Rules),
        selections: &[Selections],
        hard: &mut Vec<usize>,
    ) -> Flow<()> {
        let Some(copies) = self.draw(board, selections) else { return Ok(ControlFlow::Continue(())) };
        let Some(puzzle) = self.puzzle(&board.0, &board.1, &copies) else {
            return Ok(ControlFlow::Continue(()));
        };
        self.report.sets += 1;
        let openings = puzzle.openings();
        if hard.is_empty() {
            *hard = (0..openings.len()).collect();
            self.random.shuffle(hard);
        }
        for turn in 0..hard.len().div_ceil(ASKED_OF) {
            let date = puzzle.opened(&openings[hard[turn]]).map(Arc::new);
            let tiling = match date {
                Ok(date) => {
                    let (tiling, report) = first(&date, &self.left(NODES_FOR_ONE))?;
                    self.report.nodes += report.nodes;
                    tiling
                }
                Err(_) => None,
            };
            if let Some(reason) = self.rings() {
                return Ok(ControlFlow::Break(reason));
            }
            if tiling.is_none() {
                hard[..=turn].rotate_right(1);
                return Ok(ControlFlow::Continue(()));
            }
        }
        self.count(puzzle, openings, hard)
    }

    /// Counts all dates, and keeps the calendar if it is what is wanted. Dates without a tiling are asked first from now on.
    fn count(&mut self, puzzle: Puzzle, openings: Vec<Vec<Cell>>, hard: &mut [usize]) -> Flow<()> {
        self.report.counted += 1;
        let puzzle = Arc::new(puzzle);
        let counted = count_openings(&puzzle, &self.left(NODES_FOR_ALL))?;
        self.report.nodes += counted.report.nodes;
        if let Some(reason) = self.rings() {
            return Ok(ControlFlow::Break(reason));
        }
        let numbers = openings.into_iter().map(|mut cells| {
            cells.sort_unstable();
            counted.counts.get(&cells).copied().unwrap_or(0)
        });
        let numbers: Vec<u64> = numbers.collect();
        hard.sort_by_key(|&date| numbers[date] > 0);
        let (fewest, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
        let (fewest, most) = (fewest.unwrap_or(0), most.unwrap_or(0));
        let is_complete = counted.report.outcome.is_complete();
        self.report.complete += u64::from(is_complete && fewest > 0);
        let is_wanted = fewest >= self.wanted.fewest.max(1) && self.wanted.most.is_none_or(|own| most <= own);
        if !(is_complete && is_wanted) {
            return Ok(ControlFlow::Continue(()));
        }
        self.report.found = Some((puzzle, counted));
        Ok(ControlFlow::Break(StopReason::Visitor))
    }

    /// The calendar with a number of copies of each piece.
    fn puzzle(&self, region: &Region, rules: &Rules, copies: &[usize]) -> Option<Puzzle> {
        let chosen: Vec<(&Piece, usize)> =
            self.pieces.iter().zip(copies.iter().copied()).filter(|(_, copies)| *copies > 0).collect();
        let shapes: Vec<&Shape> = chosen.iter().map(|(piece, _)| &piece.shape).collect();
        let exactly = |copies: usize| Count::exactly(u32::try_from(copies).unwrap_or(u32::MAX));
        let own = |(piece, _): &(&Piece, usize)| Some(piece.name.clone()).filter(|name| !name.is_empty());
        let names = all_different(chosen.iter().map(own)).unwrap_or_else(|| names_for(&shapes));
        let made = chosen.iter().zip(names).map(|(&(piece, copies), name)| Piece {
            name,
            count: exactly(copies),
            ..piece.clone()
        });
        let open = self.wanted.classes.iter().zip(&rules.classes).map(|((name, _), class)| {
            let shape = Shape::new(region.lattice(), vec![class.cells[0]]).expect("one cell is a shape");
            Piece { name: name.clone(), shape, freedom: Freedom::Free, count: Count::exactly(1) }
        });
        let (pieces, mut rules): (Vec<Piece>, Rules) = (made.chain(open).collect(), rules.clone());
        (shapes.len()..).zip(&mut rules.classes).for_each(|(piece, class)| class.piece = piece);
        Puzzle::ruled(self.name, region.clone(), pieces, rules).ok()
    }

    /// Returns the options for the next search.
    fn left(&self, nodes: u64) -> SolveOptions<'_> {
        let left = self.options.after(self.report.nodes, self.began.elapsed());
        SolveOptions {
            node_limit: Some(left.node_limit.map_or(nodes, |own| own.min(nodes))),
            seed: None,
            // What a search for one date says of its time says nothing of the whole.
            progress: None,
            ..left
        }
    }

    /// Returns why everything must end, if it must.
    fn rings(&self) -> Option<StopReason> {
        let has_nodes = self.options.node_limit.is_none_or(|limit| self.report.nodes < limit);
        Alarm::new(&self.left(0)).rings().or((!has_nodes).then_some(StopReason::NodeLimit))
    }

    fn is_stopped(&self) -> bool {
        self.rings().is_some()
    }
}

/// Returns all orders of some classes.
fn orders(classes: usize) -> Vec<Vec<usize>> {
    let add = |orders: Vec<Vec<usize>>, class: usize| {
        let places = |order: &Vec<usize>| {
            (0..=order.len()).map(|at| [&order[..at], &[class], &order[at..]].concat()).collect::<Vec<_>>()
        };
        orders.iter().flat_map(places).collect()
    };
    (0..classes).fold(vec![Vec::new()], add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::lattice::Lattice;

    fn board(rows: &[&str]) -> Region {
        let shape = Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape");
        Region::new(Lattice::Square, shape.cells().to_vec()).expect("a board")
    }

    #[test]
    fn the_registered_layout_is_known_turned_and_nearly_the_same() {
        for rows in KNOWN {
            assert!(is_known_layout(&board(rows)));
            let turned = Lattice::Square.symmetries().map(|symmetry| {
                let cells =
                    board(rows).cells().iter().map(|&cell| Lattice::Square.apply(symmetry, cell)).collect();
                Region::new(Lattice::Square, cells).expect("a board")
            });
            assert!(turned.into_iter().all(|board| is_known_layout(&board)));
        }
        assert!(is_known_layout(&board(&[
            "######.", "#######", "#######", "#######", "#######", "#######", "##....."
        ])));
        let own = [".######.", ".######.", "########", "########", "########", "#######."];
        assert!(!is_known_layout(&board(&own)), "the template");
    }

    #[test]
    fn a_calendar_is_never_made_on_the_registered_layout() {
        let words = |count: usize| (1..=count).map(|word| word.to_string()).collect::<Vec<String>>();
        let months = words(12).iter().map(|month| format!("m{month}")).collect();
        let wanted = CalendarOptions {
            classes: vec![("months".into(), months), ("days".into(), words(31))],
            first_weekday: 0,
            board: Some(board(KNOWN[0])),
            pieces: (8, 8),
            fewest: 1,
            most: None,
            seed: 1,
        };
        let pieces: Vec<Piece> = ["pentominoes", "hexominoes"]
            .iter()
            .flat_map(|set| piecework_tiling::puzzle::pieces_named(set).expect("a set"))
            .collect();
        let report = make_calendar("Known", &pieces, &wanted, &SolveOptions::default()).expect("no limit");
        assert_eq!((report.boards, report.sets, report.found.is_some()), (0, 0, false));
    }

    #[test]
    fn classes_are_put_in_every_order() {
        assert_eq!((orders(1).len(), orders(2).len(), orders(3).len()), (1, 2, 6));
    }
}
