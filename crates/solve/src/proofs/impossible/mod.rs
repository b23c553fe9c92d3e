//! Proves that a puzzle has no tiling, by arguments that a person can check with pencil and paper.
//!
//! Every [`Impossibility`] is checked by independent code, so a puzzle with a tiling never gets one. The
//! search for arguments takes milliseconds; finding none proves nothing.

mod check;
mod explanation;
mod fit;
mod linear;
mod marks;
mod overweight;
mod simplex;
mod sums;
#[cfg(test)]
mod tests;
mod weighing;

use crate::ground::SolveOptions;
use crate::ground::alarm::Alarm;
use crate::model::Model;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::{Contact, Puzzle};

use marks::Marks;
use weighing::{Origin, Scales};

pub(crate) use overweight::Effort;
pub use overweight::Overweight;
pub use weighing::Weighing;

/// The most additions for all regular colorings of one puzzle. Chosen by trial: about five milliseconds.
const MOST_ADDITIONS: u64 = 5_000_000;
/// The largest board for elimination, whose work grows with the third power.
const MOST_CELLS_ELIMINATED: usize = 400;
/// Longer chains of forced pieces are not shortened.
const MOST_SHORTENED: usize = 32;

/// Why a puzzle has no tiling. It is displayed as a sentence without capital and full stop.
///
/// # Examples
/// ```
/// use piecework_solve::{SolveOptions, why_impossible};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["###", ".#."])?;
/// let piece = Piece { name: "T".into(), shape, freedom: Freedom::Free, count: Count::ANY };
/// let region = Region::rectangle(Lattice::Square, 10, 10)?;
/// let puzzle = Puzzle::new("25 T tetrominoes", region, vec![piece])?;
/// let argument = why_impossible(&puzzle, &SolveOptions::default()).expect("it has none");
/// assert_eq!(
///     argument.to_string(),
///     "mark the squares whose column + row is even, like the black ones of a chessboard: each of the 25 `T` covers \
///      1 or 3; so together they cover an odd number, but there are 50",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossibility {
    /// No choice of pieces has the area of the region.
    Area {
        /// The lattice.
        lattice: Lattice,
        /// The cells of the region.
        region: u32,
        /// How many may stay empty.
        gaps: u32,
        /// The sizes of the pieces, each once, ascending.
        sizes: Vec<u32>,
        /// Whether there is no upper limit for any piece.
        unlimited: bool,
    },
    /// A required piece fits nowhere.
    NoFit {
        /// The piece.
        piece: String,
    },
    /// There is no room for the required copies of a piece.
    Room {
        /// The piece.
        piece: String,
        /// The number of required copies.
        required: u32,
        /// An upper bound for the copies that fit.
        most: u32,
    },
    /// Pieces that may not touch have more corners than the region.
    Corners {
        /// The corners of all required pieces.
        needed: u64,
        /// The corners of the region.
        there: u32,
    },
    /// No piece can cover these cells, and fewer may stay empty.
    OutOfReach {
        /// The cells, in reading order.
        cells: Vec<Cell>,
        /// How many may stay empty.
        gaps: u32,
    },
    /// Pieces are forced, one after another, until there is a contradiction.
    Forced {
        /// The placements, in order. Each is the only way to cover some cell, or to use some piece often
        /// enough.
        steps: Vec<ForcedStep>,
        /// The contradiction.
        end: DeadEnd,
    },
    /// No choice of pieces has the weight of the region.
    Weighing(Weighing),
    /// The region weighs more than the pieces can.
    Overweight(Overweight),
    /// The argument is about the puzzle that the placed pieces leave.
    Rest(Box<Impossibility>),
}

/// A piece that can be placed nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcedStep {
    /// The piece.
    pub piece: String,
    /// The cells that it covers, in reading order.
    pub cells: Vec<Cell>,
}

/// A contradiction after forced pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeadEnd {
    /// Nothing can cover this cell.
    Cell(Cell),
    /// This piece cannot be used often enough.
    Piece(String),
}

/// Searches for an argument that a puzzle has no tiling.
///
/// `None` means that none was found, not that a tiling exists; puzzles that are too large are not examined.
///
/// Every search does this first, unless [`SolveOptions::arguments`] is off.
pub fn why_impossible(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Option<Impossibility> {
    looked_for(puzzle, Effort::Quick, options)
}

/// As [`why_impossible`], and looks for weights for some seconds.
pub fn why_impossible_patiently(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Option<Impossibility> {
    looked_for(puzzle, Effort::Patient, options)
}

fn looked_for(puzzle: &Puzzle, effort: Effort, options: &SolveOptions<'_>) -> Option<Impossibility> {
    let (rest, alarm) = (puzzle.rest(), Alarm::new(options));
    argument(puzzle, &rest, &Model::under(&rest, options, &alarm).ok()?, effort, &|| false, &alarm)
}

impl Impossibility {
    /// Whether this is a valid argument about `puzzle`, checked independently from the puzzle alone.
    pub fn is_true_of(&self, puzzle: &Puzzle) -> bool {
        match self {
            Impossibility::Rest(argument) => check::is_true(argument, &puzzle.rest()),
            argument => check::is_true(argument, puzzle),
        }
    }

    /// The picture for the argument, if it has one.
    pub fn picture(&self) -> Option<Vec<String>> {
        match self {
            Impossibility::Weighing(weighing) => weighing.picture(),
            Impossibility::Overweight(weights) => weights.picture(),
            Impossibility::Rest(argument) => argument.picture(),
            _ => None,
        }
    }
}

/// The first argument found before the alarm rings, the simplest kinds first; `rest` is what the placed
/// pieces leave, and has the model. `has_tiling` may know that there is a tiling, and is asked once, after
/// what takes hardly any time.
pub(crate) fn argument(
    puzzle: &Puzzle,
    rest: &Puzzle,
    model: &Model,
    effort: Effort,
    has_tiling: &dyn Fn() -> bool,
    alarm: &Alarm<'_>,
) -> Option<Impossibility> {
    // A wrong argument would be worse than none, so unconfirmed ones are dropped.
    let argument = found(rest, model, effort, has_tiling, alarm);
    let argument = argument.filter(|argument| check::is_true(argument, rest))?;
    let argument = shortened(argument, rest);
    Some(if puzzle.placed().is_empty() { argument } else { Impossibility::Rest(Box::new(argument)) })
}

/// Removes the forced pieces that the contradiction does not need.
fn shortened(argument: Impossibility, puzzle: &Puzzle) -> Impossibility {
    let Impossibility::Forced { mut steps, end } = argument else { return argument };
    let all = if steps.len() > MOST_SHORTENED { 0 } else { steps.len() };
    for at in (0..all).rev() {
        let mut fewer = Impossibility::Forced { steps: steps.clone(), end: end.clone() };
        if let Impossibility::Forced { steps, .. } = &mut fewer {
            steps.remove(at);
        }
        if check::is_true(&fewer, puzzle) {
            steps.remove(at);
        }
    }
    Impossibility::Forced { steps, end }
}

fn found(
    puzzle: &Puzzle,
    model: &Model,
    effort: Effort,
    has_tiling: &dyn Fn() -> bool,
    alarm: &Alarm<'_>,
) -> Option<Impossibility> {
    let goes_on = || alarm.rings().is_none().then_some(());
    if let Some(argument) = fit::without_room(puzzle, model).or_else(|| fit::without_corners(puzzle, model)) {
        return Some(argument);
    }
    if puzzle.contact() == Contact::Forbidden {
        // Any cell may stay empty, so no other sum argument applies.
        return None;
    }
    let scales = Scales::new(puzzle, model);
    if !scales.area_is_possible() {
        return Some(area(puzzle));
    }
    fit::out_of_reach(puzzle, model)
        .or_else(|| goes_on().and_then(|()| part(puzzle, &scales)).map(Impossibility::Weighing))
        .or_else(|| if has_tiling() { None } else { laborious(puzzle, model, &scales, effort, alarm) })
}

/// The arguments that take some milliseconds to look for.
fn laborious(
    puzzle: &Puzzle,
    model: &Model,
    scales: &Scales<'_>,
    effort: Effort,
    alarm: &Alarm<'_>,
) -> Option<Impossibility> {
    let goes_on = || alarm.rings().is_none().then_some(());
    marked(puzzle, scales, &goes_on)
        .map(Impossibility::Weighing)
        .or_else(|| goes_on().and_then(|()| fit::forced(puzzle, model)).filter(|_| puzzle.gaps() == 0))
        .or_else(|| goes_on().and_then(|()| numbered(puzzle, model, scales)).map(Impossibility::Weighing))
        .or_else(|| {
            goes_on()?;
            overweight::overweight(puzzle, model, scales, effort, alarm).map(Impossibility::Overweight)
        })
}

fn area(puzzle: &Puzzle) -> Impossibility {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let mut sizes: Vec<u32> = puzzle.pieces().iter().map(|piece| number(piece.shape.area())).collect();
    sizes.sort_unstable();
    sizes.dedup();
    Impossibility::Area {
        lattice: puzzle.lattice(),
        region: number(puzzle.region().area()),
        gaps: puzzle.gaps(),
        sizes,
        unlimited: puzzle.pieces().iter().all(|piece| piece.count.min == 0 && piece.count.max.is_none()),
    }
}

/// A separate part of the region that no choice of pieces fills.
fn part(puzzle: &Puzzle, scales: &Scales<'_>) -> Option<Weighing> {
    let parts = parts(puzzle);
    let first = |number: u32| parts.iter().position(|&part| part == number);
    let firsts = (0u32..).map_while(first).collect::<Vec<usize>>();
    if firsts.len() < 2 {
        return None;
    }
    (0u32..).zip(firsts).find_map(|(number, first)| {
        let weights: Vec<u32> = parts.iter().map(|&part| u32::from(part == number)).collect();
        scales.weigh(Origin::Part(puzzle.region().cells()[first]), &weights, None)
    })
}

/// For each cell of the region, the number of its part.
fn parts(puzzle: &Puzzle) -> Vec<u32> {
    let (lattice, region) = (puzzle.lattice(), puzzle.region());
    let mut parts = vec![u32::MAX; region.area()];
    let mut number = 0;
    for from in 0..parts.len() {
        if parts[from] != u32::MAX {
            continue;
        }
        parts[from] = number;
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for near in lattice.neighbours(region.cells()[at]).filter_map(|near| region.index_of(near)) {
                if parts[near] == u32::MAX {
                    parts[near] = number;
                    waiting.push(near);
                }
            }
        }
        number += 1;
    }
    parts
}

/// The first regular coloring that proves infeasibility.
fn marked(puzzle: &Puzzle, scales: &Scales<'_>, goes_on: &dyn Fn() -> Option<()>) -> Option<Weighing> {
    let effort = scales.effort() + puzzle.region().area() as u64 + 1;
    let affordable = usize::try_from(MOST_ADDITIONS / effort).unwrap_or(usize::MAX);
    Marks::all(puzzle.lattice()).into_iter().take(affordable).find_map(|marks| {
        goes_on()?;
        let cells = puzzle.region().cells().iter();
        let weights: Vec<u32> = cells.map(|&cell| u32::from(marks.marks(puzzle.lattice(), cell))).collect();
        scales.weigh(Origin::Marks(marks), &weights, None)
    })
}

/// Weights of the cells that prove infeasibility.
fn numbered(puzzle: &Puzzle, model: &Model, scales: &Scales<'_>) -> Option<Weighing> {
    if puzzle.gaps() > 0 || puzzle.region().area() > MOST_CELLS_ELIMINATED {
        return None;
    }
    let equations = Equations::new(puzzle, model, scales);
    // Eighths include halves and quarters, which are tried only for simpler explanations.
    let twos = || {
        equations.weights::<2, 8>()?;
        equations
            .weights::<2, 2>()
            .or_else(|| equations.weights::<2, 4>())
            .or_else(|| equations.weights::<2, 8>())
    };
    let threes = || {
        equations.weights::<3, 9>()?;
        equations.weights::<3, 3>().or_else(|| equations.weights::<3, 9>())
    };
    let (modulus, weights) = twos()
        .or_else(threes)
        .or_else(|| equations.weights::<5, 5>())
        .or_else(|| equations.weights::<7, 7>())?;
    scales.weigh(Origin::Numbers, &weights, Some(modulus))
}

/// A puzzle as equations: every cell is covered once, every piece with a known count is used that often.
struct Equations<'a> {
    model: &'a Model,
    /// The equation of each piece that has one.
    of_piece: Vec<Option<usize>>,
    /// The equation of the number of all pieces, if known.
    of_all: Option<usize>,
    right_side: Vec<usize>,
}

impl<'a> Equations<'a> {
    fn new(puzzle: &Puzzle, model: &'a Model, scales: &Scales<'_>) -> Self {
        let area = puzzle.region().area();
        let mut right_side = vec![1; area];
        let mut of_piece = Vec::new();
        for bounds in scales.bounds() {
            let known = bounds.least == bounds.most;
            of_piece.push(known.then_some(right_side.len()));
            right_side.extend(known.then_some(bounds.least as usize));
        }
        let size = puzzle.pieces()[0].shape.area();
        let all_alike = puzzle.pieces().iter().all(|piece| piece.shape.area() == size);
        let of_all = all_alike.then_some(right_side.len());
        right_side.extend(of_all.map(|_| area / size));
        Self { model, of_piece, of_all, right_side }
    }

    /// Weights of the cells by elimination.
    fn weights<const P: u8, const Q: u8>(&self) -> Option<(u32, Vec<u32>)> {
        let remainder = |&number: &usize| u8::try_from(number % usize::from(Q)).unwrap_or(0);
        let target: Vec<u8> = self.right_side.iter().map(remainder).collect();
        let weights = linear::weights::<P, Q>(self.vectors(), &target)?;
        Some((u32::from(Q), weights[..self.model.places()].iter().map(|&weight| u32::from(weight)).collect()))
    }

    /// A vector for each allowed placement, in a well mixed order.
    fn vectors(&self) -> impl Iterator<Item = Vec<u8>> {
        let number = self.model.placement_count();
        // A step of about the golden section of the number spreads evenly; D. E. Knuth, TAOCP 3, section 6.4.
        let step = (1..=number)
            .rev()
            .find(|&step| step * 34 <= number * 21 && num_integer::gcd(step, number) == 1)
            .unwrap_or(1);
        let mixed = (0..number).scan(0, move |at, _| {
            *at = (*at + step) % number;
            u32::try_from(*at).ok()
        });
        let usable =
            |&placement: &u32| self.model.bounds_of_pieces()[self.model.piece_of(placement)].most > 0;
        mixed.filter(usable).map(|placement| {
            let mut vector = vec![0; self.right_side.len()];
            let cells = self.model.cells(placement).iter().map(|&cell| cell as usize);
            let counted = self.of_piece[self.model.piece_of(placement)].into_iter().chain(self.of_all);
            cells.chain(counted).for_each(|at| vector[at] = 1);
            vector
        })
    }
}
