//! Whether a graph can be coloured with so many colours: an exact search with a budget.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::graph::Graph;

/// How many colours the search can hold in a machine word. More are never looked for.
const MOST_COLOURS: usize = 64;

/// Pieces coloured before the first restart, and the growth from one restart to the next in per cent.
///
/// Chosen by eye: short at first, so that the search soon begins where it failed.
const FIRST_RUN: u64 = 300;
const GROWTH: u64 = 150;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A colouring.
    Found(Vec<usize>),
    /// There is none: not even of `pieces`, sorted, and `hardest` is one of them in the thick of it.
    Impossible { pieces: Vec<usize>, hardest: usize },
    /// The budget ran out.
    Undecided,
}

/// How many pieces may still be coloured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    left: u64,
}

impl Budget {
    pub(super) fn new(effort: u64) -> Self {
        Self { left: effort }
    }

    fn spend(&mut self) -> bool {
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }
}

/// Colours `graph` with at most `count` colours, if that is possible.
///
/// Pieces with fewer than `count` neighbours are left to the end, where a colour is always free for them; the connected
/// parts of the rest are searched one by one.
pub(super) fn colour(graph: &Graph, count: usize, budget: &mut Budget) -> Outcome {
    let (order, stay) = graph.peel(count);
    if count > MOST_COLOURS && !stay.is_empty() {
        return Outcome::Undecided;
    }
    let mut colours = vec![None; graph.len()];
    let mut undecided = false;
    for part in graph.parts(&stay) {
        match Search::new(&graph.induced(&part), count).run(budget) {
            Outcome::Found(found) => {
                part.iter().zip(found).for_each(|(&piece, colour)| colours[piece] = Some(colour));
            }
            Outcome::Impossible { hardest, .. } => {
                return Outcome::Impossible { hardest: part[hardest], pieces: part };
            }
            // Another part may still be impossible, which is an answer.
            Outcome::Undecided => undecided = true,
        }
    }
    if undecided {
        return Outcome::Undecided;
    }
    graph.colour_backwards(&order, &mut colours);
    Outcome::Found(colours.into_iter().map(|colour| colour.expect("every piece is coloured")).collect())
}

/// A piece in the queue: fewest colours left first, then most conflicts, then most neighbours, then its number.
type Rank = (u32, Reverse<u64>, Reverse<usize>, usize);

/// One piece being coloured, and what is undone before its next colour is tried.
struct Step {
    piece: usize,
    /// The colours not tried yet.
    untried: u64,
    /// How long the trail was before.
    trail: usize,
    /// How many colours were in use before.
    used: u32,
}

/// The search in one connected part.
struct Search<'a> {
    graph: &'a Graph,
    /// The colours that a piece can still have, as bits.
    left: Vec<u64>,
    all: u64,
    /// How often a piece was in a conflict, over all runs: where the search begins after a restart.
    conflicts: Vec<u64>,
    coloured: Vec<Option<u32>>,
    /// The pieces not coloured yet.
    queue: BTreeSet<Rank>,
    /// What `left` was before each change.
    trail: Vec<(usize, u64)>,
    steps: Vec<Step>,
    used: u32,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, count: usize) -> Self {
        let all = if count == MOST_COLOURS { u64::MAX } else { (1 << count) - 1 };
        Self {
            graph,
            left: vec![all; graph.len()],
            all,
            conflicts: vec![0; graph.len()],
            coloured: vec![None; graph.len()],
            queue: BTreeSet::new(),
            trail: Vec::new(),
            steps: Vec::new(),
            used: 0,
        }
    }

    /// Runs, each longer than the one before, until one of them ends by itself.
    fn run(mut self, budget: &mut Budget) -> Outcome {
        let mut length = FIRST_RUN;
        loop {
            self.restart();
            match self.run_once(length, budget) {
                Some(true) => return Outcome::Found(self.found()),
                Some(false) => {
                    let hardest =
                        (0..self.graph.len()).max_by_key(|&piece| (self.conflicts[piece], Reverse(piece)));
                    return Outcome::Impossible { pieces: Vec::new(), hardest: hardest.unwrap_or(0) };
                }
                None if budget.left == 0 => return Outcome::Undecided,
                None => length = length * GROWTH / 100,
            }
        }
    }

    fn restart(&mut self) {
        self.left.fill(self.all);
        self.coloured.fill(None);
        self.trail.clear();
        self.steps.clear();
        self.used = 0;
        self.queue = (0..self.graph.len()).map(|piece| self.rank(piece)).collect();
    }

    /// Whether there is a colouring, or nothing when `length` is over.
    fn run_once(&mut self, length: u64, budget: &mut Budget) -> Option<bool> {
        let mut coloured = 0;
        while let Some((.., piece)) = self.queue.pop_first() {
            // Colours not in use yet are all alike: the lowest stands for them.
            let untried = self.left[piece] & (u64::MAX >> (63 - self.used.min(63)));
            self.steps.push(Step { piece, untried, trail: self.trail.len(), used: self.used });
            loop {
                if coloured == length || !budget.spend() {
                    return None;
                }
                coloured += 1;
                match self.next_colour() {
                    None => return Some(false),
                    Some(true) => break,
                    Some(false) => {}
                }
            }
        }
        Some(true)
    }

    /// Gives the latest piece that has one its next colour. Whether every other piece has a colour left then; nothing if
    /// all colours of all pieces have been tried.
    fn next_colour(&mut self) -> Option<bool> {
        loop {
            let step = self.steps.last_mut()?;
            let (piece, untried, trail) = (step.piece, step.untried, step.trail);
            step.untried &= untried.wrapping_sub(1);
            self.used = step.used;
            self.undo(piece, trail);
            if untried != 0 {
                return Some(self.assign(piece, untried.trailing_zeros()));
            }
            self.steps.pop();
            let rank = self.rank(piece);
            self.queue.insert(rank);
        }
    }

    fn assign(&mut self, piece: usize, colour: u32) -> bool {
        let graph = self.graph;
        self.coloured[piece] = Some(colour);
        self.used = self.used.max(colour + 1);
        for &other in graph.of(piece) {
            let before = self.left[other];
            if self.coloured[other].is_some() || before & (1 << colour) == 0 {
                continue;
            }
            self.trail.push((other, before));
            self.set_left(other, before & !(1 << colour));
            if self.left[other] == 0 {
                self.conflict(piece, other);
                return false;
            }
        }
        true
    }

    fn undo(&mut self, piece: usize, trail: usize) {
        self.coloured[piece] = None;
        while self.trail.len() > trail {
            if let Some((other, before)) = self.trail.pop() {
                self.set_left(other, before);
            }
        }
    }

    /// Changes the colours left to a piece in the queue.
    fn set_left(&mut self, piece: usize, left: u64) {
        let rank = self.rank(piece);
        self.queue.remove(&rank);
        self.left[piece] = left;
        let rank = self.rank(piece);
        self.queue.insert(rank);
    }

    /// Remembers that colouring `piece` left nothing for `other`, which is in the queue; `piece` is not.
    fn conflict(&mut self, piece: usize, other: usize) {
        let rank = self.rank(other);
        self.queue.remove(&rank);
        self.conflicts[other] += 1;
        self.conflicts[piece] += 1;
        let rank = self.rank(other);
        self.queue.insert(rank);
    }

    fn rank(&self, piece: usize) -> Rank {
        let conflicts = Reverse(self.conflicts[piece]);
        (self.left[piece].count_ones(), conflicts, Reverse(self.graph.degree(piece)), piece)
    }

    fn found(&self) -> Vec<usize> {
        let colours = self.coloured.iter().flatten();
        colours.map(|&colour| usize::try_from(colour).expect("at most 64 colours")).collect()
    }
}
