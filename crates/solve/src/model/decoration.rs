//! The rules of decoration: copies of a piece share no edge, sets hang together at corners, and pieces are used evenly; and those
//! of classes: some cells never stay open together.
//!
//! The first is stated as secondary items of an exact cover. Each placement has *claims*: two placements that
//! do not overlap share a claim if and only if they are copies of one piece and share an edge. No two
//! placements of a tiling may share a claim. Engines that do not enforce the rules during the search check
//! them on whole tilings.
//!
//! Colors of sides are claims too. Knuth's secondary items have colors (The Art of Computer Programming 7.2.2.1, exact cover with
//! colors); here an edge is as many items as there are colors. The placement before it claims all but its own color, the one after
//! it only its own, so they share a claim if and only if the colors differ, and engines need to know nothing of colors.

use std::ops::Range;

use crate::ground::StopReason;
use crate::ground::alarm::Work;
use crate::ground::lists::{Lists, compact};
use crate::model::Model;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::puzzle::{EqualPieces, Puzzle};

/// Equal pieces apart, and pieces used evenly.
pub(crate) struct Decoration {
    claims: bool,
    balance: Option<u32>,
    /// The piece that each piece is an orientation of, by number: most are pieces by themselves.
    turned: Vec<usize>,
    /// How many copies of each of these are already placed.
    placed: Vec<u32>,
    /// The cells of the region that are never open together.
    never: Vec<Vec<u32>>,
    /// Whether each piece stands for an open cell.
    opens: Vec<bool>,
    /// The puzzle, if pieces of sets hang together at their corners.
    linked: Option<Puzzle>,
}

impl Decoration {
    /// Returns the rules of a puzzle, given without its placed pieces; `None` if it has no such rules.
    pub(crate) fn of(rest: &Puzzle) -> Option<Self> {
        let claims = rest.keeps_apart() || rest.colors().has_sides();
        let balance = rest.balance();
        let together = rest.turned_together();
        let turned: Vec<usize> = together
            .iter()
            .zip(0..)
            .flat_map(|(pieces, number)| pieces.clone().map(move |_| number))
            .collect();
        let mut placed = vec![0; together.len()];
        rest.placed().iter().for_each(|lying| placed[turned[lying.piece]] += 1);
        let never = never_open(rest);
        let opens = (0..rest.pieces().len()).map(|piece| rest.is_opening(piece)).collect();
        let is_needed = claims || balance.is_some() || !never.is_empty();
        let linked = rest.is_linked().then(|| rest.clone());
        is_needed.then_some(Self { claims, balance, turned, placed, never, opens, linked })
    }

    /// Returns whether a tiling, as a list of placements, keeps the rules.
    pub(crate) fn is_kept(&self, model: &Model, tiling: &[u32]) -> bool {
        (!self.claims || keeps_claims(model, tiling))
            && self.is_balanced(model, tiling)
            && self.may_be_open(model, tiling)
            && self.is_linked(model, tiling)
    }

    fn is_linked(&self, model: &Model, tiling: &[u32]) -> bool {
        let Some(puzzle) = &self.linked else { return true };
        let cells = puzzle.region().cells();
        let of = |&placement: &u32| {
            let covered: Vec<Cell> =
                model.cells(placement).iter().map(|&cell| cells[cell as usize]).collect();
            (model.piece_of(placement), covered)
        };
        let found: Vec<(usize, Vec<Cell>)> = tiling.iter().map(of).collect();
        let lying = puzzle.placed().iter().map(|lying| (lying.piece, &lying.cells[..]));
        let laid: Vec<_> = found.iter().map(|(piece, cells)| (*piece, &cells[..])).chain(lying).collect();
        puzzle.unlinked(&laid).is_none()
    }

    fn may_be_open(&self, model: &Model, tiling: &[u32]) -> bool {
        let opens = |placement: &&u32| self.opens[model.piece_of(**placement)];
        let is_open = |cell: &u32| tiling.iter().filter(opens).any(|&laid| model.cells(laid)[0] == *cell);
        !self.never.iter().any(|never| never.iter().all(is_open))
    }

    fn is_balanced(&self, model: &Model, tiling: &[u32]) -> bool {
        let Some(allowed) = self.balance else { return true };
        let mut used = self.placed.clone();
        tiling.iter().for_each(|&placement| used[self.turned[model.piece_of(placement)]] += 1);
        let (most, least) = (used.iter().max(), used.iter().min());
        most.zip(least).is_none_or(|(most, least)| most - least <= allowed)
    }
}

/// Returns the cells that may not all stay open, as far as placed pieces leave that to a search.
fn never_open(rest: &Puzzle) -> Vec<Vec<u32>> {
    let open_already = |cell: &Cell| {
        rest.placed().iter().any(|lying| rest.is_opening(lying.piece) && lying.cells[0] == *cell)
    };
    let left = |never: &Vec<Cell>| {
        let cells = never.iter().filter(|cell| !open_already(cell));
        cells.map(|&cell| rest.region().index_of(cell).map(compact)).collect::<Option<Vec<u32>>>()
    };
    rest.rules().never.iter().filter_map(left).collect()
}

fn keeps_claims(model: &Model, tiling: &[u32]) -> bool {
    let mut claims: Vec<u32> =
        tiling.iter().flat_map(|&placement| model.claims(placement)).copied().collect();
    claims.sort_unstable();
    claims.windows(2).all(|pair| pair[0] != pair[1])
}

/// For each region cell, whether the piece may not cover it because it would touch a placed copy.
pub(crate) fn beside_copies(puzzle: &Puzzle, piece: usize) -> Vec<bool> {
    let region = puzzle.region();
    let mut beside = vec![false; region.area()];
    if puzzle.keeps_apart() {
        let copies = puzzle.placed().iter().filter(|placed| !puzzle.may_be_beside(placed.piece, piece));
        let around =
            copies.flat_map(|placed| &placed.cells).flat_map(|&cell| puzzle.lattice().neighbours(cell));
        around.filter_map(|cell| region.index_of(cell)).for_each(|index| beside[index] = true);
    }
    beside
}

/// Returns the number of edges of a shape.
pub(crate) fn border(lattice: Lattice, cells: &[Cell]) -> u64 {
    let outside = |near: &Cell| cells.binary_search(near).is_err();
    cells.iter().map(|&cell| lattice.neighbours(cell).filter(outside).count() as u64).sum()
}

/// The claims of all placements.
#[derive(Debug, Clone)]
pub(crate) struct Borders {
    /// For each placement its claims, ascending.
    claims: Lists,
    count: usize,
}

/// The edges between cells of a region.
struct Edges {
    /// For each region cell its neighbours in the region, with the number of the edge between.
    beside: Vec<Vec<(u32, u32)>>,
    count: usize,
}

impl Borders {
    /// `pieces` has the placements of each piece and the most copies of it, `cells` the region cells of each
    /// placement. `None` if no rule needs claims.
    ///
    /// # Errors
    /// Why the search must stop, if the alarm rings.
    pub(crate) fn new(
        puzzle: &Puzzle,
        pieces: &[(Range<u32>, u32)],
        cells: &Lists,
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let (apart, colors) = (puzzle.equal_pieces() == EqualPieces::Apart, puzzle.colors().of_sides());
        let sets = &puzzle.rules().apart;
        if !apart && colors.is_empty() && sets.is_empty() {
            return Ok(None);
        }
        let edges = Edges::of(puzzle);
        // First those of colors, then those of sets that keep apart.
        let (mut claims, of_sets) = (Lists::new(), colors.len() * edges.count);
        let mut count = of_sets + sets.len() * edges.count;
        // The claim of the current piece on each edge, numbered in order of appearance.
        let mut claim_on: Vec<Option<u32>> = vec![None; edges.count];
        let mut touched = Vec::new();
        for (piece, (placements, most)) in pieces.iter().enumerate() {
            // Orientations of one piece are copies of each other.
            if puzzle.orientations_of(piece).start == piece {
                touched.drain(..).for_each(|edge: u32| claim_on[edge as usize] = None);
            }
            let set = sets.iter().position(|set| set.contains(&piece));
            let of_set = set.map(|set| compact(of_sets + set * edges.count));
            for placement in placements.clone() {
                let cells = cells.get(placement as usize);
                work.step(4 * cells.len())?;
                let across = |&&(near, _): &&(u32, u32)| cells.binary_search(&near).is_err();
                let around = || cells.iter().flat_map(|&cell| &edges.beside[cell as usize]).filter(across);
                let mut own: Vec<u32> = around()
                    // A single piece never meets a copy.
                    .filter(|_| apart && *most > 1)
                    .map(|&(_, edge)| {
                        *claim_on[edge as usize].get_or_insert_with(|| {
                            touched.push(edge);
                            count += 1;
                            compact(count - 1)
                        })
                    })
                    .collect();
                own.extend(of_set.into_iter().flat_map(|first| around().map(move |&(_, edge)| first + edge)));
                own.extend(claims_of_sides(puzzle, &colors, piece, cells[0], &edges));
                own.sort_unstable();
                claims.push(&own);
            }
        }
        Ok(Some(Self { claims, count }))
    }

    pub(crate) fn claims(&self, placement: u32) -> &[u32] {
        self.claims.get(placement as usize)
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }
}

/// Returns the claims of a piece of one cell with colored sides: none of another piece. `colors` are those of all sides.
fn claims_of_sides(puzzle: &Puzzle, colors: &[char], piece: usize, cell: u32, edges: &Edges) -> Vec<u32> {
    if puzzle.colors().sides(piece).is_empty() {
        return Vec::new();
    }
    let cells = puzzle.region().cells();
    let beside = edges.beside[cell as usize].iter().flat_map(|&(near, edge)| {
        let shown = puzzle.side_towards(piece, cells[cell as usize], cells[near as usize]);
        let is_before = cell < near;
        let claimed = colors.iter().zip(0..).filter(move |&(&color, _)| (Some(color) != shown) == is_before);
        claimed.map(move |(_, number)| edge * compact(colors.len()) + number)
    });
    beside.collect()
}

impl Edges {
    fn of(puzzle: &Puzzle) -> Self {
        let region = puzzle.region();
        let (mut beside, mut count) = (vec![Vec::new(); region.area()], 0);
        for (index, &cell) in region.cells().iter().enumerate() {
            let near = puzzle.lattice().neighbours(cell).filter_map(|near| region.index_of(near));
            for near in near.filter(|&near| near > index) {
                beside[index].push((compact(near), compact(count)));
                beside[near].push((compact(index), compact(count)));
                count += 1;
            }
        }
        Self { beside, count }
    }
}
