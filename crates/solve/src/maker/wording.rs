//! Puts the words of a calendar on the cells of a board, so that no date cuts off a part that is too small for a piece.
//!
//! Words start in reading order, one class after another. A date opens one cell of each class, so it cuts off a small part if the
//! cells around the part are of different classes. As long as there are such parts, cells of two classes change places; where it
//! can be chosen, equal classes stay side by side. In the end each class is in reading order again.

use std::collections::BTreeSet;

use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::Region;
use piecework_tiling::random::Random;

/// Exchanges of cells before an order of classes is given up. Chosen by trial: most take less than 20.
const MOST_STEPS: usize = 150;
/// A part that is cut off weighs as much as so many sides between cells of different classes.
const CUT_WEIGHS: isize = 8;

/// Columns and rows of a lattice that show how often cells of each kind are.
const SOME: i32 = 12;

/// A board, and what can be cut off from it.
pub(super) struct Wording {
    /// The neighbors of each cell, by their numbers.
    near: Vec<Vec<usize>>,
    /// The cells around each small part, at most as many as there are classes.
    cuts: Vec<Vec<usize>>,
    /// The cuts that each cell is in.
    cuts_of: Vec<Vec<usize>>,
    /// The kind of each cell. Pieces have a fixed number of cells of each kind, however they lie, so a class has only one.
    kinds: Vec<usize>,
}

/// The class of each cell; none of cells without a word.
pub(super) type Classes = Vec<Option<usize>>;

impl Wording {
    /// Looks for parts of fewer cells than `smallest` with at most `classes` cells around them.
    pub(super) fn new(region: &Region, freedom: Freedom, smallest: usize, classes: usize) -> Self {
        let near: Vec<Vec<usize>> = {
            let beside =
                |&cell| region.lattice().neighbours(cell).filter_map(|near| region.index_of(near)).collect();
            region.cells().iter().map(beside).collect()
        };
        let mut cuts = BTreeSet::new();
        let mut parts: BTreeSet<Vec<usize>> = (0..near.len()).map(|cell| vec![cell]).collect();
        for size in 1..smallest {
            let mut larger = BTreeSet::new();
            for part in &parts {
                let mut around: Vec<usize> =
                    part.iter().flat_map(|&cell| near[cell].iter().copied()).collect();
                around.retain(|cell| !part.contains(cell));
                around.sort_unstable();
                around.dedup();
                // Each cell more takes at most itself away from those around.
                if around.len() <= classes + (smallest - 1 - size) {
                    larger.extend(around.iter().map(|&cell| {
                        let mut part = [&part[..], &[cell]].concat();
                        part.sort_unstable();
                        part
                    }));
                }
                if (1..=classes).contains(&around.len()) {
                    cuts.insert(around);
                }
            }
            parts = larger;
        }
        let cuts: Vec<Vec<usize>> = cuts.into_iter().collect();
        let cuts_of = |cell: usize| (0..cuts.len()).filter(|&cut| cuts[cut].contains(&cell)).collect();
        let cuts_of = (0..near.len()).map(cuts_of).collect();
        let kinds = region.cells().iter().map(|&cell| kind(region.lattice(), cell, freedom)).collect();
        Self { near, cuts, cuts_of, kinds }
    }

    /// Returns whether one open cell is enough to cut a part off.
    pub(super) fn is_pinched(&self) -> bool {
        self.cuts.iter().any(|cut| cut.len() == 1)
    }

    /// Gives each cell a class of this many words, the first of `order` first; `None` if parts are still cut off.
    pub(super) fn place(&self, sizes: &[usize], order: &[usize], random: &mut Random) -> Option<Classes> {
        let mut own = self.in_reading_order(sizes, order, random)?;
        for _ in 0..MOST_STEPS {
            let bad: Vec<&Vec<usize>> = self.cuts.iter().filter(|cut| is_cut(cut, &own)).collect();
            if bad.is_empty() {
                return Some(own);
            }
            let cut = bad[random.below(bad.len())];
            let one = cut[random.below(cut.len())];
            let others = (0..own.len()).filter(|&other| self.kinds[other] == self.kinds[one]);
            let others: Vec<usize> = others.filter(|&other| own[other] != own[one]).collect();
            let offset = random.below(others.len().max(1));
            let turned = others.iter().cycle().skip(offset).take(others.len());
            let &best = turned.min_by_key(|&&other| {
                own.swap(one, other);
                let weight = self.weight(one, other, &own);
                own.swap(one, other);
                weight - self.weight(one, other, &own)
            })?;
            own.swap(one, best);
        }
        None
    }

    /// What speaks against the classes of two cells.
    fn weight(&self, one: usize, other: usize, own: &Classes) -> isize {
        let mut cuts: Vec<usize> = [&self.cuts_of[one][..], &self.cuts_of[other]].concat();
        cuts.sort_unstable();
        cuts.dedup();
        let cuts = cuts.into_iter().filter(|&cut| is_cut(&self.cuts[cut], own)).count();
        let differ = |cell: usize| self.near[cell].iter().filter(|&&near| own[near] != own[cell]).count();
        CUT_WEIGHS * cuts.cast_signed() + (differ(one) + differ(other)).cast_signed()
    }

    /// Returns how many sides are between cells of different classes.
    pub(super) fn sides(&self, own: &Classes) -> usize {
        let differ =
            |(cell, near): (usize, &Vec<usize>)| near.iter().filter(|&&near| own[near] != own[cell]).count();
        self.near.iter().enumerate().map(differ).sum()
    }

    /// Classes one after another, each on cells of a kind that has room for it.
    fn in_reading_order(&self, sizes: &[usize], order: &[usize], random: &mut Random) -> Option<Classes> {
        let most = self.kinds.iter().max()? + 1;
        let mut free: Vec<Vec<usize>> = vec![Vec::new(); most];
        (0..self.kinds.len()).rev().for_each(|cell| free[self.kinds[cell]].push(cell));
        let mut own: Classes = vec![None; self.kinds.len()];
        let mut kind_of = vec![0; sizes.len()];
        let mut larger: Vec<usize> = (0..sizes.len()).collect();
        larger.sort_by_key(|&class| std::cmp::Reverse(sizes[class]));
        let mut left: Vec<usize> = free.iter().map(Vec::len).collect();
        for class in larger {
            let fit: Vec<usize> = (0..most).filter(|&kind| left[kind] >= sizes[class]).collect();
            let kind = *fit.get(random.below(fit.len().max(1)))?;
            (kind_of[class], left[kind]) = (kind, left[kind] - sizes[class]);
        }
        for &class in order {
            for _ in 0..sizes[class] {
                own[free[kind_of[class]].pop()?] = Some(class);
            }
        }
        Some(own)
    }
}

/// Whether a date can open all these cells.
fn is_cut(cut: &[usize], own: &Classes) -> bool {
    let is_other =
        |at: usize| own[cut[at]].is_some() && cut[..at].iter().all(|&before| own[before] != own[cut[at]]);
    (0..cut.len()).all(is_other)
}

/// Returns the kind of a cell, 0 or 1: no motion of a piece lays a cell on one of the other kind.
pub(super) fn kind(lattice: Lattice, cell: Cell, freedom: Freedom) -> usize {
    let least = |cell| Shape::new(lattice, vec![cell]).map(|shape| shape.least(freedom)).ok();
    usize::from(lattice.row(1, 0).next().is_some_and(|first| least(first) != least(cell)))
}

/// Returns how many cells a board has for words of classes of these sizes: as many as words, and more where cells are of two kinds,
/// so that the largest class is on those of one kind and all others on the other. A tenth more, since the rim has few of some kinds.
pub(super) fn cells_for(sizes: &[usize], lattice: Lattice, freedom: Freedom) -> usize {
    let (words, most) = (sizes.iter().sum::<usize>(), sizes.iter().max().copied().unwrap_or(0));
    let some: Vec<Cell> = (0..SOME).flat_map(|y| lattice.row(SOME, y)).collect();
    let other = some.iter().filter(|&&cell| kind(lattice, cell, freedom) == 1).count();
    let (few, many) = (other.min(some.len() - other), other.max(some.len() - other));
    if few == 0 {
        return words;
    }
    let room = (most * some.len()).div_ceil(many).max(((words - most) * some.len()).div_ceil(few));
    room.max(words) * 11 / 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maker::silhouettes::grown_round;
    use piecework_tiling::polyform::connected_parts;

    /// Every date of random boards is opened, and the parts that are left are counted.
    #[test]
    fn no_date_cuts_off_a_part_that_is_too_small() {
        const SMALLEST: usize = 3;
        let (mut random, mut lattices) = (Random::new(1), 0);
        for &lattice in Lattice::ALL {
            let sizes: &[usize] = if lattice == Lattice::Triangle { &[12, 31, 7] } else { &[12, 31] };
            let area = cells_for(sizes, lattice, Freedom::Free);
            let mut placed = 0;
            for _ in 0..200 {
                let Some(cells) = grown_round(&mut random, lattice, area) else { continue };
                let region = Region::new(lattice, cells).expect("a board");
                let wording = Wording::new(&region, Freedom::Free, SMALLEST, sizes.len());
                let order: Vec<usize> = (0..sizes.len()).collect();
                let Some(own) = wording.place(sizes, &order, &mut random) else { continue };
                for (class, &size) in sizes.iter().enumerate() {
                    let of = |cell: &usize| own[*cell] == Some(class);
                    let mut kinds: Vec<usize> =
                        (0..area).filter(of).map(|cell| wording.kinds[cell]).collect();
                    assert_eq!(kinds.len(), size);
                    kinds.dedup();
                    assert_eq!(kinds.len(), 1, "{lattice}: a class is on cells of one kind");
                }
                let mut dates: Vec<Vec<usize>> = vec![Vec::new()];
                for class in 0..sizes.len() {
                    let cells = || (0..area).filter(|&cell| own[cell] == Some(class));
                    dates = dates
                        .iter()
                        .flat_map(|date| cells().map(|cell| [&date[..], &[cell]].concat()))
                        .collect();
                }
                for date in dates {
                    let left = (0..area).filter(|cell| !date.contains(cell)).map(|cell| region.cells()[cell]);
                    let parts = connected_parts(lattice, &left.collect::<Vec<Cell>>());
                    let size = |part: usize| parts.iter().filter(|&&own| own == part).count();
                    assert!(parts.iter().all(|&part| size(part) >= SMALLEST), "{lattice}: {date:?}");
                }
                placed += 1;
                if placed == 2 {
                    break;
                }
            }
            lattices += u32::from(placed > 0);
        }
        assert!(lattices >= 3, "boards are found on squares, hexagons and triangles at least");
    }

    #[test]
    fn boards_have_blank_cells_where_cells_are_of_two_kinds() {
        let cells = |lattice, freedom| cells_for(&[12, 31], lattice, freedom);
        assert_eq!(cells(Lattice::Tetrakis, Freedom::OneSided), 43);
        assert_eq!(cells(Lattice::Trihexagonal, Freedom::Free), 51);
        assert_eq!(cells(Lattice::Kisrhombille, Freedom::Free), 43);
        assert_eq!(cells(Lattice::Kisrhombille, Freedom::OneSided), 68);
    }
}
