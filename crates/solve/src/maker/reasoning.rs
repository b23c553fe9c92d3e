//! Solves a puzzle as a person does, to measure how difficult it is.
//!
//! A person looks for what is forced: a cell that only one piece can cover, or a piece that fits in only one
//! place. Where nothing is forced, pieces are ruled out that would cut off an area of an impossible size, or
//! after which the rest cannot be balanced on a board colored like a chessboard. Only then a person guesses:
//! each piece at the cell with the fewest possibilities is tried, and what follows from it is worked out in
//! the same way.
//!
//! All guesses are tried, so the number of steps does not depend on a lucky one, and nothing is random. For
//! boards with symmetry, one piece is placed up to symmetry only.

use std::collections::BTreeSet;

use super::spare::with_fillers;
use crate::ground::alarm::{Alarm, Work};
use crate::ground::lists::compact;
use crate::ground::{SolveOptions, SolverError, StopReason};
use crate::model::decoration::Decoration;
use crate::model::pockets::{Flood, Ground};
use crate::model::symmetries::Symmetries;
use crate::model::{Empty, Model};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Contact, Placed, Puzzle};
use piecework_tiling::tiling::Tiling;

/// Guesses before a puzzle counts as beyond people, and as one of the hardest class. Chosen by eye.
const MOST_GUESSES: u64 = 400;

/// What each step counts in the effort, a forced move being 1. Chosen by eye.
const EFFORT_OF_LOOK: u64 = 2;
const EFFORT_OF_PARITY: u64 = 4;
const EFFORT_OF_GUESS: u64 = 5;

/// The largest sum of black less white squares of all pieces that is followed: one bit for each sum.
const MOST_EXCESS: i32 = 60;

/// The effort at which the classes 2 to 5 begin: the quintiles of the sample in `docs/difficulty.md`,
/// rounded.
const CLASSES: [u64; 4] = [25, 200, 900, 3000];

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum StepKind {
    /// Only one piece could cover a cell, in one place.
    ForcedCell,
    /// A piece had only one place left.
    ForcedPiece,
    /// A piece is ruled out because it cuts off an area that no pieces fill.
    SmallArea,
    /// A piece is ruled out by the colors of a chessboard.
    Parity,
    /// A piece is tried.
    Guess,
}

/// One step of a person who solves a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReasonedStep {
    /// Its kind.
    pub kind: StepKind,
    /// The pieces on the board before it.
    pub laid: Vec<Placed>,
    /// The piece that is laid, or one that is ruled out.
    pub shown: Placed,
    /// The cell that decides, for [`StepKind::ForcedCell`] and [`StepKind::Guess`].
    pub cell: Option<Cell>,
}

/// The steps with which a person solves a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Reasoning {
    /// Moves at a cell that only one piece could cover, in one place.
    pub forced_cells: u64,
    /// Moves of a piece that had only one place left.
    pub forced_pieces: u64,
    /// Looks at which a piece was ruled out because it cuts off an area that no pieces fill.
    pub small_areas: u64,
    /// Looks at which a piece was ruled out by the colors of a chessboard.
    pub parity: u64,
    /// Guesses by depth: the first number is that of guesses at the beginning.
    pub guesses: Vec<u64>,
    /// Solutions found, up to the symmetries of the board that the placed piece breaks.
    pub solutions: u64,
    /// Whether all guesses were tried; otherwise the puzzle takes more than a person has patience for, or the
    /// time limit or the stop flag came first.
    pub is_finished: bool,
}

impl Reasoning {
    /// Returns the steps for each solution, weighted: a forced move counts 1, a look 2, one at parity 4, a
    /// guess 5 and 5 more for each guess it stands on.
    pub fn effort(&self) -> u64 {
        let guesses = (1..).zip(&self.guesses).map(|(depth, guesses)| EFFORT_OF_GUESS * depth * guesses);
        let steps = self.forced_cells + self.forced_pieces + EFFORT_OF_LOOK * self.small_areas;
        let all = steps + EFFORT_OF_PARITY * self.parity + guesses.sum::<u64>();
        all.div_ceil(self.solutions.max(1))
    }

    /// Returns the class of difficulty, from 1 (easy) to 5.
    pub fn difficulty(&self) -> u8 {
        if !self.is_finished {
            return 5;
        }
        let effort = self.effort();
        (2..).zip(CLASSES).take_while(|&(_, from)| effort >= from).last().map_or(1, |(class, _)| class)
    }

    /// Returns the number of all guesses.
    pub fn all_guesses(&self) -> u64 {
        self.guesses.iter().sum()
    }
}

/// Solves a puzzle as a person does; `None` if there are rules beside covering the board, for which people
/// reason in other ways. A known number of empty cells counts as so many pieces of one cell.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits.
///
/// # Examples
/// ```
/// use piecework_solve::SolveOptions;
/// use piecework_solve::maker::reason;
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::polyform::{Freedom, Shape};
/// use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};
/// let shape = Shape::from_rows(Lattice::Square, ["###"])?;
/// let piece = Piece { name: "I".into(), shape, freedom: Freedom::Free, count: Count::exactly(2) };
/// let puzzle = Puzzle::new("Two", Region::rectangle(Lattice::Square, 6, 1)?, vec![piece])?;
/// let steps = reason(&puzzle, &SolveOptions::default())?.ok_or("plain rules")?;
/// assert_eq!((steps.forced_cells, steps.all_guesses(), steps.difficulty()), (2, 0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reason(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Result<Option<Reasoning>, SolverError> {
    let filled = with_fillers(puzzle);
    let puzzle = filled.as_ref().unwrap_or(puzzle);
    let (rest, alarm) = (puzzle.rest(), Alarm::new(options));
    let Some(model) = plain_model(puzzle, &rest, options, &alarm)? else { return Ok(None) };
    let Ok(model) = model else { return Ok(Some(Reasoning::default())) };
    let breaking = SolveOptions { symmetry_breaking: true, ..options.clone() };
    let Ok(symmetries) = Symmetries::new(puzzle, &rest, &model, &breaking, &alarm) else {
        return Ok(Some(Reasoning::default()));
    };
    let thinker = Thinker::new(&rest, &model, &alarm);
    let mut start = Position::new(&thinker);
    model.placements().filter(|&placement| !symmetries.keeps(placement)).for_each(|placement| {
        start.rule_out(&thinker, placement);
    });
    let mut reasoning = Reasoning { is_finished: true, ..Reasoning::default() };
    thinker.solve(start, 0, &mut reasoning);
    Ok(Some(reasoning))
}

/// Returns the steps of a person who solves the puzzle of a tiling and always guesses right, so that the
/// tiling comes out; none for rules or a time limit under which [`reason`] finds nothing.
///
/// # Errors
/// [`SolverError`] if the puzzle is too large for the limits.
pub fn steps_to(solution: &Tiling, options: &SolveOptions<'_>) -> Result<Vec<ReasonedStep>, SolverError> {
    let puzzle = solution.puzzle();
    let (rest, alarm) = (puzzle.rest(), Alarm::new(options));
    let Some(Ok(model)) = plain_model(puzzle, &rest, options, &alarm)? else { return Ok(Vec::new()) };
    let region = rest.region();
    let placements = solution.placements().iter().filter_map(|laid| {
        let places = laid.cells.iter().map(|&cell| region.index_of(cell).map(compact));
        let mut places = places.collect::<Option<Vec<u32>>>()?;
        places.sort_unstable();
        model.find(laid.piece, &places)
    });
    let placements: BTreeSet<u32> = placements.collect();
    let thinker = Thinker::new(&rest, &model, &alarm);
    let placed = |placement: u32| Placed {
        piece: model.piece_of(placement),
        cells: model.cells(placement).iter().map(|&cell| region.cells()[cell as usize]).collect(),
    };
    let steps = thinker.follow(Position::new(&thinker), &placements).into_iter().map(|step| ReasonedStep {
        kind: step.kind,
        laid: puzzle.placed().iter().cloned().chain(step.laid.into_iter().map(placed)).collect(),
        shown: placed(step.shown),
        cell: step.place.map(|place| region.cells()[place]),
    });
    Ok(steps.collect())
}

/// Compiles the rest of a puzzle without rules beside covering the board; `None` if it has others, and an
/// error inside if there was no time.
fn plain_model(
    puzzle: &Puzzle,
    rest: &Puzzle,
    options: &SolveOptions<'_>,
    alarm: &Alarm<'_>,
) -> Result<Option<Result<Model, StopReason>>, SolverError> {
    let model = match Model::under(rest, options, alarm) {
        Ok(model) => model,
        Err(unmade) => return unmade.reason().map(|reason| Some(Err(reason))),
    };
    let is_plain =
        puzzle.contact() == Contact::Allowed && puzzle.one_of().is_empty() && Decoration::of(rest).is_none();
    Ok((is_plain && model.empty() == Empty::Never).then_some(Ok(model)))
}

/// What stays the same while a puzzle is solved.
struct Thinker<'m> {
    model: &'m Model,
    alarm: &'m Alarm<'m>,
    ground: Ground,
    /// The placements over each place.
    over: Vec<Vec<u32>>,
    colors: Option<Colors>,
}

/// The board as a chessboard.
struct Colors {
    /// The black less the white places of the board.
    balance: i32,
    /// The same of each placement.
    excess: Vec<i32>,
    /// The same for each piece: all numbers that it can have.
    of_piece: Vec<Vec<i32>>,
}

/// Where a person is.
#[derive(Clone)]
struct Position {
    open: Vec<bool>,
    /// Whether each placement is still possible.
    possible: Vec<bool>,
    /// How many placements are possible over each place, and of each piece.
    over: Vec<u32>,
    of_piece: Vec<u32>,
    /// How many copies must still be placed, and may be.
    needed: Vec<u32>,
    allowed: Vec<u32>,
    /// The open black places less the white ones.
    balance: i32,
}

/// What follows in a position.
enum Next {
    /// The only placement over a place.
    OnlyOver(usize, u32),
    /// The only placement of a piece.
    OnlyOf(u32),
    /// These placements cut off an area that no pieces fill.
    CutsOff(Vec<u32>),
    /// After these placements, colors cannot be balanced.
    Unbalances(Vec<u32>),
    /// Nothing.
    Settled(Settled),
}

/// A step, with placements and places by number.
struct RawStep {
    kind: StepKind,
    laid: Vec<u32>,
    shown: u32,
    place: Option<usize>,
}

/// What has become of a position after everything that follows was done.
enum Settled {
    Solved,
    Impossible,
    /// Nothing follows any more.
    Unclear,
}

impl<'m> Thinker<'m> {
    fn new(rest: &Puzzle, model: &'m Model, alarm: &'m Alarm<'m>) -> Self {
        let ground = Ground::new(rest, model);
        let mut over = vec![Vec::new(); model.places()];
        for placement in model.placements() {
            model.occupied(placement).iter().for_each(|&place| over[place as usize].push(placement));
        }
        let colors = Colors::new(&ground, model);
        Self { model, alarm, ground, over, colors }
    }

    /// Works out a position, then tries every guess.
    fn solve(&self, mut position: Position, depth: usize, steps: &mut Reasoning) {
        match self.settle(&mut position, steps) {
            Settled::Solved => steps.solutions += 1,
            Settled::Impossible => {}
            Settled::Unclear => {
                let Some(place) = self.tightest(&position) else { return };
                for &placement in &self.over[place] {
                    if !position.possible[placement as usize] {
                        continue;
                    }
                    if steps.all_guesses() >= MOST_GUESSES || self.alarm.rings().is_some() {
                        steps.is_finished = false;
                        return;
                    }
                    if steps.guesses.len() <= depth {
                        steps.guesses.push(0);
                    }
                    steps.guesses[depth] += 1;
                    let mut guessed = position.clone();
                    guessed.lay(self, placement);
                    self.solve(guessed, depth + 1, steps);
                }
            }
        }
    }

    /// Does everything that follows, the easiest first.
    fn settle(&self, position: &mut Position, steps: &mut Reasoning) -> Settled {
        loop {
            let (count, next) = match self.next(position) {
                Next::Settled(settled) => return settled,
                Next::OnlyOver(_, placement) => (&mut steps.forced_cells, Ok(placement)),
                Next::OnlyOf(placement) => (&mut steps.forced_pieces, Ok(placement)),
                Next::CutsOff(excluded) => (&mut steps.small_areas, Err(excluded)),
                Next::Unbalances(excluded) => (&mut steps.parity, Err(excluded)),
            };
            *count += 1;
            position.follow(self, next);
        }
    }

    /// Returns what follows most easily.
    fn next(&self, position: &Position) -> Next {
        let Some(place) = self.tightest(position) else {
            let is_enough = position.needed.iter().all(|&needed| needed == 0);
            return Next::Settled(if is_enough { Settled::Solved } else { Settled::Impossible });
        };
        let mut pieces = (0..position.needed.len()).filter(|&piece| position.needed[piece] > 0);
        let is_short = |&piece: &usize| position.of_piece[piece] < position.needed[piece];
        if position.over[place] == 0 || pieces.clone().any(|piece| is_short(&piece)) {
            return Next::Settled(Settled::Impossible);
        }
        let possible = |placement: &u32| position.possible[*placement as usize];
        if position.over[place] == 1 {
            let only = self.over[place].iter().copied().find(possible).expect("there is one");
            return Next::OnlyOver(place, only);
        }
        if let Some(piece) = pieces.find(|&piece| position.of_piece[piece] == 1) {
            return Next::OnlyOf(self.model.placements_of(piece).find(possible).expect("there is one"));
        }
        let cutting = self.cutting_off(position);
        if !cutting.is_empty() {
            return Next::CutsOff(cutting);
        }
        match self.unbalancing(position) {
            excluded if excluded.is_empty() => Next::Settled(Settled::Unclear),
            excluded => Next::Unbalances(excluded),
        }
    }

    /// Returns the open place with the fewest possibilities.
    fn tightest(&self, position: &Position) -> Option<usize> {
        let open = (0..position.open.len()).filter(|&place| position.open[place]);
        open.min_by_key(|&place| position.over[place])
    }

    /// Takes the steps of a person who guesses as the solution is.
    fn follow(&self, mut position: Position, solution: &BTreeSet<u32>) -> Vec<RawStep> {
        let mut steps = Vec::new();
        let mut laid = Vec::new();
        loop {
            let (kind, place, next) = match self.next(&position) {
                Next::OnlyOver(place, placement) => (StepKind::ForcedCell, Some(place), Ok(placement)),
                Next::OnlyOf(placement) => (StepKind::ForcedPiece, None, Ok(placement)),
                Next::CutsOff(excluded) => (StepKind::SmallArea, None, Err(excluded)),
                Next::Unbalances(excluded) => (StepKind::Parity, None, Err(excluded)),
                Next::Settled(Settled::Unclear) => {
                    let Some(place) = self.tightest(&position) else { return steps };
                    let right = self.over[place].iter().copied().find(|over| solution.contains(over));
                    let Some(right) = right else { return steps };
                    (StepKind::Guess, Some(place), Ok(right))
                }
                Next::Settled(_) => return steps,
            };
            let shown = match &next {
                Ok(placement) => *placement,
                Err(excluded) => excluded[0],
            };
            steps.push(RawStep { kind, laid: laid.clone(), shown, place });
            laid.extend(next.as_ref().ok());
            position.follow(self, next);
        }
    }

    fn possible<'p>(&self, position: &'p Position) -> impl Iterator<Item = u32> + 'p {
        self.model.placements().filter(|&placement| position.possible[placement as usize])
    }

    /// Returns the placements that cut off an area that no pieces fill.
    fn cutting_off(&self, position: &Position) -> Vec<u32> {
        let (mut open, mut flood) = (position.open.clone(), Flood::default());
        let mut work = Work::new(self.alarm);
        let mut cuts_off = |placement: &u32| {
            let places = self.model.occupied(*placement);
            places.iter().for_each(|&place| open[place as usize] = false);
            let is_lost = self.ground.is_lost(&open, 0, &mut flood);
            places.iter().for_each(|&place| open[place as usize] = true);
            is_lost
        };
        // Out of time, nothing is looked at any more.
        let looks = self.possible(position).take_while(|_| work.step(position.open.len()).is_ok());
        looks.filter(|placement| cuts_off(placement)).collect()
    }

    /// Returns the placements after which the other pieces cannot cover as many black places as are open.
    fn unbalancing(&self, position: &Position) -> Vec<u32> {
        let Some(colors) = &self.colors else { return Vec::new() };
        // The sums that the other pieces can have, as bits.
        let rest = |own: usize| {
            let copies = |piece: usize| position.needed[piece] - u32::from(piece == own);
            let others = (0..position.needed.len()).filter(|&piece| position.needed[piece] > 0);
            others.flat_map(|piece| std::iter::repeat_n(piece, copies(piece) as usize)).fold(
                1u128 << MOST_EXCESS,
                |sums, piece| {
                    let shifted = colors.of_piece[piece].iter().map(|&excess| match excess {
                        0.. => sums << excess,
                        _ => sums >> -excess,
                    });
                    shifted.fold(0, |all, sums| all | sums)
                },
            )
        };
        let needed = |piece: usize| position.needed[piece] > 0;
        let sums: Vec<u128> =
            (0..position.needed.len()).map(|piece| if needed(piece) { rest(piece) } else { 0 }).collect();
        let unbalances = |placement: &u32| {
            let left = position.balance - colors.excess[*placement as usize];
            let bit = u32::try_from(left + MOST_EXCESS).ok().and_then(|bit| 1u128.checked_shl(bit));
            bit.is_none_or(|bit| sums[self.model.piece_of(*placement)] & bit == 0)
        };
        self.possible(position).filter(unbalances).collect()
    }
}

impl Position {
    fn new(thinker: &Thinker<'_>) -> Self {
        let model = thinker.model;
        let pieces = model.bounds();
        let mut position = Self {
            open: vec![true; model.places()],
            possible: vec![true; model.placement_count()],
            over: thinker.over.iter().map(|over| compact(over.len())).collect(),
            of_piece: (0..pieces.len()).map(|piece| compact(model.placements_of(piece).len())).collect(),
            needed: pieces.iter().map(|bounds| bounds.least).collect(),
            allowed: pieces.iter().map(|bounds| bounds.most).collect(),
            balance: thinker.colors.as_ref().map_or(0, |colors| colors.balance),
        };
        // Of a piece that is given, all copies may be on the board.
        for piece in (0..pieces.len()).filter(|&piece| pieces[piece].most == 0) {
            model.placements_of(piece).for_each(|placement| position.rule_out(thinker, placement));
        }
        position
    }

    /// Lays a placement, or rules some out.
    fn follow(&mut self, thinker: &Thinker<'_>, next: Result<u32, Vec<u32>>) {
        match next {
            Ok(placement) => self.lay(thinker, placement),
            Err(excluded) => excluded.into_iter().for_each(|placement| self.rule_out(thinker, placement)),
        }
    }

    /// Notes that a placement is impossible.
    fn rule_out(&mut self, thinker: &Thinker<'_>, placement: u32) {
        if std::mem::replace(&mut self.possible[placement as usize], false) {
            let places = thinker.model.occupied(placement);
            places.iter().for_each(|&place| self.over[place as usize] -= 1);
            self.of_piece[thinker.model.piece_of(placement)] -= 1;
        }
    }

    fn lay(&mut self, thinker: &Thinker<'_>, placement: u32) {
        let piece = thinker.model.piece_of(placement);
        for &place in thinker.model.occupied(placement) {
            self.open[place as usize] = false;
            thinker.over[place as usize].iter().for_each(|&other| self.rule_out(thinker, other));
        }
        self.needed[piece] = self.needed[piece].saturating_sub(1);
        self.allowed[piece] -= 1;
        self.balance -= thinker.colors.as_ref().map_or(0, |colors| colors.excess[placement as usize]);
        if self.allowed[piece] == 0 {
            thinker.model.placements_of(piece).for_each(|other| self.rule_out(thinker, other));
        }
    }
}

impl Colors {
    /// Colors a board, if it can be colored and the number of each piece is known.
    fn new(ground: &Ground, model: &Model) -> Option<Self> {
        let color = two_colors(ground, model.places())?;
        let sum = |placement| model.occupied(placement).iter().map(|&place| color[place as usize]).sum();
        let excess: Vec<i32> = model.placements().map(sum).collect();
        let of_piece = (0..model.bounds().len()).map(|piece| {
            let placements = model.placements_of(piece);
            let all = excess[placements.start as usize..placements.end as usize].iter().copied();
            all.collect::<BTreeSet<i32>>().into_iter().collect()
        });
        let of_piece: Vec<Vec<i32>> = of_piece.collect();
        let is_counted = model.bounds().iter().all(|bounds| bounds.least == bounds.most);
        let most = model.bounds().iter().zip(&of_piece).map(|(bounds, excess)| {
            excess.iter().map(|excess| excess.abs()).max().unwrap_or(0)
                * i32::try_from(bounds.most).unwrap_or(i32::MAX)
        });
        let is_small = most.sum::<i32>() <= MOST_EXCESS;
        (is_counted && is_small).then(|| Self { balance: color.iter().sum(), excess, of_piece })
    }
}

/// Colors places with 1 and -1 so that neighbours differ, if that is possible.
fn two_colors(ground: &Ground, places: usize) -> Option<Vec<i32>> {
    let mut color = vec![0; places];
    for first in 0..compact(places) {
        if color[first as usize] != 0 {
            continue;
        }
        color[first as usize] = 1;
        let mut waiting = vec![first];
        while let Some(place) = waiting.pop() {
            for &near in ground.near(place) {
                if color[near as usize] == color[place as usize] {
                    return None;
                }
                if color[near as usize] == 0 {
                    color[near as usize] = -color[place as usize];
                    waiting.push(near);
                }
            }
        }
    }
    Some(color)
}
