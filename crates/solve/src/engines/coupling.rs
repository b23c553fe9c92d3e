//! Draws tilings by pieces of two cells, such as dominoes and lozenges, exactly uniformly on boards of any size.
//!
//! A tiling is a height at every corner of the cells: along an edge it rises by 1, or falls by one less than a cell
//! has sides where a piece lies across. The heights of two tilings move by the same coins, the highest and the
//! lowest; once they meet, so has every other tiling between them. The coins of the past are kept while the start is
//! moved further back, so that where they meet in the present is exactly uniform.
//!
//! # Source
//! W. P. Thurston, Conway's tiling groups, American Mathematical Monthly 97, 1990 (heights). J. G. Propp and D. B.
//! Wilson, Exact sampling with coupled Markov chains, Random Structures and Algorithms 9, 1996 (coupling from the
//! past).

use std::collections::BTreeMap;

use piecework_tiling::lattice::{Cell, Corner};
use piecework_tiling::puzzle::{Puzzle, Region};
use piecework_tiling::random::Random;

use crate::engines::Compiled;
use crate::ground::watch::{Halt, Watch};
use crate::model::{Empty, Model};

/// How often all heights are moved before the first look whether they have met; every look doubles it. Chosen by
/// trial.
const FIRST_SWEEPS: u32 = 16;

/// A board whose tilings are heights.
pub(crate) struct Coupling {
    /// The sides of a cell.
    sides: i32,
    /// Corners that may move, each with its neighbours: which corner, and how far this one may rise above it.
    inner: Vec<(usize, Vec<(usize, i32)>)>,
    lowest: Vec<i32>,
    highest: Vec<i32>,
    /// Edges between two cells, each with the placement of the piece that lies across.
    across: Vec<(Edge, u32)>,
}

/// From a corner to the next: the way in which heights rise where no piece lies across.
type Edge = (usize, usize);

impl Coupling {
    /// The heights of a puzzle; none unless its pieces are all pairs of neighbouring cells, as many of each as
    /// wanted, on a board without holes whose cells have two colors like those of a chessboard.
    pub(crate) fn of(compiled: &Compiled<'_>) -> Option<Self> {
        let (puzzle, model) = (&compiled.rest, &compiled.model);
        if compiled.decoration.is_some() || !is_free(puzzle, model) {
            return None;
        }
        let region = puzzle.region();
        let corners: Vec<Vec<Corner>> =
            region.cells().iter().map(|&cell| region.corners(cell).collect()).collect();
        let sides = corners.first()?.len();
        if corners.iter().any(|corners| corners.len() != sides) {
            return None;
        }
        let mut number: BTreeMap<Corner, usize> = BTreeMap::new();
        for &corner in corners.iter().flatten() {
            let next = number.len();
            number.entry(corner).or_insert(next);
        }
        let mut cells_of: BTreeMap<Edge, Vec<usize>> = BTreeMap::new();
        for ((cell, corners), is_dark) in corners.iter().enumerate().zip(two_colors(region)?) {
            for (index, from) in corners.iter().enumerate() {
                let (from, to) = (number[from], number[&corners[(index + 1) % sides]]);
                // Clockwise around dark cells, so the other way around light ones.
                cells_of.entry(if is_dark { (from, to) } else { (to, from) }).or_default().push(cell);
            }
        }
        let has_no_hole = number.len() + corners.len() == cells_of.len() + 1;
        if !has_no_hole {
            return None;
        }
        let across = across(model, &cells_of)?;
        Self {
            sides: i32::try_from(sides).ok()?,
            inner: Vec::new(),
            lowest: Vec::new(),
            highest: Vec::new(),
            across,
        }
        .with_heights(&cells_of, number.len())
    }

    /// The lowest and highest tiling: as far from the rim as the rules of edges allow; none if there is no tiling.
    fn with_heights(mut self, cells_of: &BTreeMap<Edge, Vec<usize>>, corners: usize) -> Option<Self> {
        let mut beside = vec![Vec::new(); corners];
        let mut rim = vec![Vec::new(); corners];
        for (&(from, to), cells) in cells_of {
            beside[to].push((from, 1));
            beside[from].push((to, self.sides - 1));
            if cells.len() == 1 {
                rim[from].push((to, 1));
                rim[to].push((from, -1));
            }
        }
        let heights = heights_of_rim(&rim)?;
        let is_inner = |corner: &usize| rim[*corner].is_empty();
        self.inner = (0..corners)
            .filter(is_inner)
            .map(|corner| (corner, std::mem::take(&mut beside[corner])))
            .collect();
        let far = i32::MAX / 2;
        let start = |far: i32| heights.iter().map(|height| height.unwrap_or(far)).collect();
        (self.lowest, self.highest) = (start(-far), start(far));
        let mut moves = true;
        while moves {
            moves = false;
            for (corner, beside) in &self.inner {
                let (_, most) = self.range(&self.highest, beside);
                let (least, _) = self.range(&self.lowest, beside);
                moves |= self.highest[*corner] > most || self.lowest[*corner] < least;
                self.highest[*corner] = self.highest[*corner].min(most);
                self.lowest[*corner] = self.lowest[*corner].max(least);
            }
        }
        let is_tiling = |heights: &[i32]| {
            let step = |&(from, to): &Edge| heights[to] - heights[from];
            cells_of
                .iter()
                .all(|(edge, cells)| step(edge) == 1 || (cells.len() == 2 && step(edge) == 1 - self.sides))
        };
        (is_tiling(&self.lowest) && is_tiling(&self.highest)).then_some(self)
    }

    /// The least and the greatest height that a corner may have between its neighbours.
    fn range(&self, heights: &[i32], beside: &[(usize, i32)]) -> (i32, i32) {
        let highest = |(least, most): (i32, i32), &(corner, rise): &(usize, i32)| {
            let height = heights[corner].saturating_add(rise);
            (least.max(height.saturating_sub(self.sides)), most.min(height))
        };
        beside.iter().fold((i32::MIN, i32::MAX), highest)
    }

    /// Draws a tiling, as placements.
    ///
    /// # Errors
    /// [`Halt`] where the search must stop.
    pub(crate) fn drawn(&self, random: &mut Random, watch: &mut Watch<'_>) -> Result<Vec<u32>, Halt> {
        // The last coins first: those of the most distant past are thrown last.
        let mut past = Vec::new();
        loop {
            past.push(random.bits());
            let (mut low, mut high) = (self.lowest.clone(), self.highest.clone());
            for (back, &seed) in past.iter().enumerate().rev() {
                let mut coins = Random::new(seed);
                for _ in 0..FIRST_SWEEPS << back.saturating_sub(1) {
                    self.move_all([&mut low, &mut high], &mut coins);
                    watch.spend(self.inner.len() as u64);
                    watch.node(|| f64::NAN).map_or(Ok(()), Err)?;
                    watch.work(self.inner.len())?;
                }
            }
            if low == high {
                return Ok(self.placements(&low));
            }
        }
    }

    /// Throws a coin for every corner: it goes up or down as far as it may.
    fn move_all(&self, tilings: [&mut Vec<i32>; 2], coins: &mut Random) {
        let [low, high] = tilings;
        for inner in self.inner.chunks(64) {
            let mut bits = coins.bits();
            for (corner, beside) in inner {
                for heights in [&mut *low, &mut *high] {
                    let (least, most) = self.range(heights, beside);
                    heights[*corner] = if bits & 1 == 1 { most } else { least };
                }
                bits >>= 1;
            }
        }
    }

    /// The pieces that lie across edges where heights fall, ascending.
    fn placements(&self, heights: &[i32]) -> Vec<u32> {
        let fallen = self.across.iter().filter(|((from, to), _)| heights[*to] < heights[*from]);
        let mut all: Vec<u32> = fallen.map(|&(_, placement)| placement).collect();
        all.sort_unstable();
        all
    }
}

/// Whether any tiling by pairs of cells is a tiling of the puzzle: no rule counts or parts pieces.
fn is_free(puzzle: &Puzzle, model: &Model) -> bool {
    let pairs = u32::try_from(puzzle.region().area() / 2).unwrap_or(u32::MAX);
    let is_alone = model.bounds().len() == 1;
    let fits = |bounds: &crate::model::exact_cover::Bounds| {
        bounds.most >= pairs && bounds.least <= if is_alone { pairs } else { 0 }
    };
    puzzle.one_of().is_empty()
        && model.empty() == Empty::Never
        && !model.is_joined()
        && model.places() == puzzle.region().area()
        && puzzle.pieces().iter().all(|piece| piece.shape.area() == 2)
        && model.bounds().iter().all(fits)
}

/// Which cells are dark, as on a chessboard; none if neighbours cannot differ, or the board is in parts.
fn two_colors(region: &Region) -> Option<Vec<bool>> {
    let lattice = region.lattice();
    let mut dark: Vec<Option<bool>> = vec![None; region.area()];
    *dark.first_mut()? = Some(true);
    let mut waiting = vec![0];
    while let Some(cell) = waiting.pop() {
        let other = dark[cell].map(|is_dark| !is_dark);
        let beside = lattice.neighbours(region.cells()[cell]).filter_map(|cell: Cell| region.index_of(cell));
        for next in beside {
            match dark[next] {
                None => {
                    dark[next] = other;
                    waiting.push(next);
                }
                found if found != other => return None,
                Some(_) => {}
            }
        }
    }
    dark.into_iter().collect()
}

/// The placement across each edge between two cells; none if there is not exactly one for each.
fn across(model: &Model, cells_of: &BTreeMap<Edge, Vec<usize>>) -> Option<Vec<(Edge, u32)>> {
    let of = |placement: u32| (model.cells(placement).to_vec(), placement);
    let placements: BTreeMap<Vec<u32>, u32> = model.placements().map(of).collect();
    let inner = cells_of.iter().filter(|(_, cells)| cells.len() == 2);
    let found = inner.map(|(&edge, cells)| {
        let mut cells: Vec<u32> = cells.iter().filter_map(|&cell| u32::try_from(cell).ok()).collect();
        cells.sort_unstable();
        Some((edge, *placements.get(&cells)?))
    });
    let all: Vec<(Edge, u32)> = found.collect::<Option<_>>()?;
    (all.len() == model.placement_count()).then_some(all)
}

/// The heights along the rim, where no piece lies across an edge; none if they do not come back to where they began.
fn heights_of_rim(rim: &[Vec<(usize, i32)>]) -> Option<Vec<Option<i32>>> {
    let mut heights = vec![None; rim.len()];
    let first = rim.iter().position(|beside| !beside.is_empty())?;
    heights[first] = Some(0);
    let mut waiting = vec![first];
    while let Some(corner) = waiting.pop() {
        for &(next, rise) in &rim[corner] {
            let due = heights[corner].map(|height| height + rise);
            if heights[next].is_none() {
                heights[next] = due;
                waiting.push(next);
            } else if heights[next] != due {
                return None;
            }
        }
    }
    Some(heights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::alarm::Alarm;
    use crate::ground::{SolveOptions, StopReason};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece};
    use std::sync::Arc;

    fn pairs(region: Region, freedom: Freedom) -> Arc<Puzzle> {
        let lattice = region.lattice();
        let shape = Shape::new(lattice, lattice.row(2, 0).take(2).collect()).expect("two neighbours");
        let piece = Piece { name: "pair".into(), shape, freedom, count: Count::ANY };
        Arc::new(Puzzle::new("pairs", region, vec![piece]).expect("a puzzle"))
    }

    fn of_rows(rows: &[&str]) -> Region {
        let cell = |y: usize, x: usize| {
            Cell::new(i32::try_from(x).expect("small"), i32::try_from(y).expect("small"))
        };
        let of_row = |(y, row): (usize, &&str)| {
            row.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'#')
                .map(move |(x, _)| cell(y, x))
                .collect::<Vec<Cell>>()
        };
        Region::new(Lattice::Square, rows.iter().enumerate().flat_map(of_row).collect()).expect("a region")
    }

    fn compiled<'a>(puzzle: &'a Arc<Puzzle>, options: &SolveOptions<'a>) -> Compiled<'a> {
        Compiled::under(puzzle, options, Alarm::new(options)).unwrap_or_else(|_| panic!("small"))
    }

    /// Every tiling is drawn as often as every other, by the test of chi squared: its mean is one less than the number
    /// of tilings, its variance twice that.
    #[test]
    fn every_tiling_is_drawn_equally_often() {
        let diamond = of_rows(&["..##..", ".####.", "######", "######", ".####.", "..##.."]);
        let boards = [
            (Region::rectangle(Lattice::Square, 4, 4).expect("a region"), 36),
            (Region::hexagon(Lattice::Triangle, 2).expect("a region"), 20),
            (of_rows(&["##..", "####", "####", "####"]), 18),
            (diamond, 64_u32),
        ];
        for (region, due) in boards {
            let (puzzle, options) = (pairs(region, Freedom::Free), SolveOptions::default());
            let number = crate::count(&puzzle, &options).expect("a count").raw;
            assert!(number == u128::from(due), "{number:?}");
            let compiled = compiled(&puzzle, &options);
            let coupling = Coupling::of(&compiled).expect("heights");
            let (mut random, mut watch) = (Random::new(7), Watch::new(&options));
            let mut found: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
            let each = 100.0;
            for _ in 0..due * 100 {
                let drawn = coupling.drawn(&mut random, &mut watch).expect("no limit");
                compiled.tiling(&drawn).expect("a tiling");
                *found.entry(drawn).or_default() += 1.0;
            }
            assert_eq!(found.len(), due as usize, "all are found");
            let squared: f64 = found.values().map(|count| (count - each) * (count - each) / each).sum();
            let (mean, spread) = (f64::from(due - 1), f64::from(2 * (due - 1)).sqrt());
            assert!((squared - mean).abs() < 4.0 * spread, "{squared} is not {mean} ± {spread}");
        }
    }

    #[test]
    fn boards_and_pieces_that_are_no_heights_are_refused() {
        let options = SolveOptions::default();
        let is_coupled = |puzzle: &Arc<Puzzle>| Coupling::of(&compiled(puzzle, &options)).is_some();
        assert!(is_coupled(&pairs(of_rows(&["####", "####"]), Freedom::Free)));
        assert!(!is_coupled(&pairs(of_rows(&["####", "####"]), Freedom::Fixed)), "half of the pairs");
        assert!(!is_coupled(&pairs(of_rows(&["####", "#..#", "####"]), Freedom::Free)), "a hole");
        let hexagons = Region::rectangle(Lattice::Hex, 4, 2).expect("a region");
        assert!(!is_coupled(&pairs(hexagons, Freedom::Free)), "hexagons have three colors");
    }

    #[test]
    fn a_draw_stops_when_it_must() {
        let puzzle = pairs(Region::rectangle(Lattice::Square, 40, 40).expect("a region"), Freedom::Free);
        let options = SolveOptions { node_limit: Some(100_000), ..SolveOptions::default() };
        let compiled = compiled(&puzzle, &options);
        let coupling = Coupling::of(&compiled).expect("dominoes");
        let drawn = coupling.drawn(&mut Random::new(1), &mut Watch::new(&options));
        assert_eq!(drawn, Err(Halt::Stop(StopReason::NodeLimit)));
    }
}
