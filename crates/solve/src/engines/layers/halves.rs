//! Counts the tilings of a board with a half turn from the layers of one half.
//!
//! Each placement belongs to the first half or to the second one, so that the half turn exchanges them; a few are
//! turned to themselves, and any two of those overlap. A tiling is a set of placements of the first half, perhaps one
//! of those in the middle, and a set of the second half that covers the rest. Turned round, the latter is a set of the
//! first half too. So the layers of one half suffice: from the number of ways in which it covers each set of places,
//! the number of tilings is a sum of products.
//!
//! Near the middle the first half leaves places open, and keys note which ([`Packing::of_half`]). States whose open
//! places the second half cannot cover are pruned: three of four on a board of 12 x 12.

use num_bigint::BigUint;

use super::counters::Counters;
use super::packing::{Laying, Packing, Plan};
use super::place_order::{PlaceOrder, best_order};
use super::stream::{self, Half};
use super::window::Window;
use super::{Allowance, Unfit};
use crate::ground::lists::compact;
use crate::ground::watch::Watch;
use crate::model::symmetries::Symmetries;
use crate::model::{Empty, Model};

/// Returns the number of all tilings; `None` if one half does not suffice: without a half turn, with limits on pieces
/// or empty places, or if halves have too many places in common.
pub(super) fn count(
    model: &Model,
    symmetries: &Symmetries,
    allowance: &Allowance,
    watch: &mut Watch<'_>,
) -> Option<Result<BigUint, Unfit>> {
    if model.empty() != Empty::Never || symmetries.images().is_empty() {
        return None;
    }
    let plan = Plan::whole(model, |_| 1);
    if plan.groups.is_empty() || Counters::new(&plan.bounds, &plan.room)?.bits() > 0 {
        return None;
    }
    let together = plan.layings.iter().map(|laying| laying.places.as_slice());
    let order = best_order(&plan.groups, together, allowance.another_order);
    let turned = symmetries.images().iter().find(|image| is_half_turn(&plan, &order, image))?;
    let (is_wide, parted) = (order.window >= u64::BITS, Parted::new(plan, order, turned));
    let allowance = Allowance { share: 1.0, ..*allowance };
    if is_wide {
        let (packing, half) = parted.half::<u128>()?;
        return Some(stream::count_halves(&packing, &half, &allowance, watch));
    }
    let (packing, half) = parted.half::<u64>()?;
    Some(stream::count_halves(&packing, &half, &allowance, watch))
}

/// Returns whether a symmetry reverses the order of places.
fn is_half_turn(plan: &Plan, order: &PlaceOrder, image: &[u32]) -> bool {
    let last = compact(plan.groups.len() - 1);
    let sorted = |laying: &Laying, rank: &dyn Fn(u32) -> u32| {
        let mut ranks: Vec<u32> =
            laying.places.iter().map(|&place| rank(order.rank[place as usize])).collect();
        ranks.sort_unstable();
        ranks
    };
    let is_turned = |(laying, &image): (&Laying, &u32)| {
        sorted(laying, &|rank| last - rank) == sorted(&plan.layings[image as usize], &|rank| rank)
    };
    plan.layings.iter().zip(image).all(is_turned)
}

/// A puzzle whose placements are in two halves, as places in order.
struct Parted {
    /// The placements of the first half.
    plan: Plan,
    rank: Vec<u32>,
    /// The other placements.
    later: Vec<Vec<u32>>,
    /// Those of them that the half turn keeps.
    middle: Vec<Vec<u32>>,
}

impl Parted {
    fn new(mut plan: Plan, order: PlaceOrder, turned: &[u32]) -> Self {
        let (mut later, mut middle) = (Vec::new(), Vec::new());
        let last = plan.groups.len() as u64 - 1;
        plan.layings.retain(|laying| {
            let ranks: Vec<u32> = laying.places.iter().map(|&place| order.rank[place as usize]).collect();
            let twice: u64 = ranks.iter().map(|&rank| 2 * u64::from(rank)).sum();
            let image = turned[laying.label as usize];
            // Of two that are equally far on, either belongs to the first half.
            let side = twice.cmp(&(last * ranks.len() as u64)).then(laying.label.cmp(&image));
            if image == laying.label {
                middle.push(ranks.clone());
            }
            if side.is_ge() {
                later.push(ranks);
            }
            side.is_lt()
        });
        Self { plan, rank: order.rank, later, middle }
    }

    /// Returns the options of the first half; `None` if keys do not fit, or placements in the middle do not overlap.
    fn half<W: Window>(&self) -> Option<(Packing<W>, Half<W>)> {
        let places = compact(self.rank.len());
        let least = |laying: &Laying| laying.places.iter().map(|&place| self.rank[place as usize]).min();
        let end = self.plan.layings.iter().filter_map(least).max()? + 1;
        let first = self.later.iter().flatten().copied().min()?.min(end);
        let width = places.checked_sub(2 * first).filter(|&width| width > 0 && width < W::BITS)?;
        let mask = |ranks: &Vec<u32>| {
            let within = ranks.iter().map(|rank| rank - first).filter(|&rank| rank < width);
            within.fold(W::default(), |mask, rank| mask | W::ONE << rank)
        };
        let middle: Vec<W> = self.middle.iter().map(mask).collect();
        let overlaps =
            |(number, &one): (usize, &W)| middle[..number].iter().all(|&other| one & other != W::default());
        if !middle.iter().enumerate().all(overlaps) {
            return None;
        }
        let mut beginning = vec![Vec::new(); (end - first) as usize];
        let mut open = vec![false; self.rank.len()];
        for ranks in &self.later {
            ranks.iter().for_each(|&rank| open[rank as usize] = true);
            let mask = mask(ranks);
            let begins = (!mask).ones() as usize;
            if begins < beginning.len() && !beginning[begins].contains(&mask) {
                beginning[begins].push(mask);
            }
        }
        let open: Vec<u32> = (first..end).filter(|&place| open[place as usize]).collect();
        let packing = Packing::of_half(&self.plan, self.rank.clone(), (first, end), &open).ok()?;
        Some((packing, Half { first, end, width, middle, beginning }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape, enumerate_under};
    use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region};

    use super::*;
    use crate::engines::Compiled;
    use crate::engines::layers::total_of;
    use crate::ground::SolveOptions;
    use crate::ground::alarm::Alarm;

    fn any_number(region: Region, cells: usize, freedom: Freedom) -> Puzzle {
        let shapes = enumerate_under(region.lattice(), cells, freedom).expect("few");
        with_pieces(region, shapes, freedom)
    }

    fn with_pieces(region: Region, shapes: impl IntoIterator<Item = Shape>, freedom: Freedom) -> Puzzle {
        let piece = |(number, shape)| Piece { name: format!("p{number}"), shape, freedom, count: Count::ANY };
        let pieces = (0..).zip(shapes).map(|(number, shape): (u32, Shape)| piece((number, shape))).collect();
        Puzzle::new("test", region, pieces).expect("a puzzle")
    }

    /// Counts the tilings by halves, if that is possible, and compares with the layers of the whole board.
    #[track_caller]
    fn by_halves(puzzle: Puzzle) -> Option<BigUint> {
        let (puzzle, options) = (Arc::new(puzzle), SolveOptions::default());
        let Ok(compiled) = Compiled::under(&puzzle, &options, Alarm::silent()) else { panic!("small") };
        let (model, symmetries) = (&compiled.model, &compiled.symmetries);
        let (allowance, mut watch) = (Allowance::new(1 << 30, u64::MAX, 2), Watch::unlimited());
        let plain = total_of(&Plan::whole(model, |_| 1), &allowance, &mut watch).expect("small");
        let turned = Allowance { another_order: true, ..allowance };
        for allowance in [allowance, turned] {
            let total = count(model, symmetries, &allowance, &mut watch)?.expect("small");
            assert_eq!(total, plain, "{:?}", puzzle.region());
        }
        Some(plain)
    }

    fn shape(rows: &[&str]) -> Shape {
        Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape")
    }

    fn square(columns: u32, rows: u32) -> Region {
        Region::rectangle(Lattice::Square, columns, rows).expect("a region")
    }

    #[test]
    fn halves_of_rectangles_give_the_tilings_of_the_whole() {
        let boards = [
            (1, 5, 3, Freedom::Free),
            (2, 5, 6, Freedom::Free),
            (2, 8, 1, Freedom::Free),
            (3, 5, 9, Freedom::Free),
            (3, 7, 3, Freedom::Free),
            (4, 4, 4, Freedom::Free),
            (4, 4, 7, Freedom::Free),
            (4, 6, 6, Freedom::Fixed),
            (4, 5, 8, Freedom::OneSided),
            (5, 5, 5, Freedom::Free),
            (5, 4, 10, Freedom::Free),
        ];
        for (cells, columns, rows, freedom) in boards {
            let total = by_halves(any_number(square(columns, rows), cells, freedom));
            assert!(total.is_some_and(|total| total > BigUint::default()), "{cells}: {columns} x {rows}");
        }
        let published = by_halves(any_number(square(8, 8), 4, Freedom::Free));
        assert_eq!(published, Some(19_077_209_438u64.into()));
    }

    #[test]
    fn halves_of_other_boards_give_the_tilings_of_the_whole() {
        let hexagons = Region::hexagon(Lattice::Hex, 4).expect("a region");
        let triangles = Region::hexagon(Lattice::Triangle, 3).expect("a region");
        // Windows have more than 64 bits.
        let long = ["#".repeat(7), "#".repeat(12)].map(|row| shape(&[&row]));
        let puzzles = [
            any_number(hexagons, 1, Freedom::Free),
            any_number(triangles, 2, Freedom::Free),
            with_pieces(square(7, 12), long, Freedom::Free),
        ];
        for puzzle in puzzles {
            assert!(by_halves(puzzle).is_some_and(|total| total > BigUint::default()));
        }
    }

    #[test]
    fn boards_without_halves_are_counted_whole() {
        let triangle = Region::triangle(Lattice::Hex, 5).expect("a region");
        assert_eq!(by_halves(any_number(triangle, 3, Freedom::Free)), None);
        let in_the_middle = [shape(&["###", "#.#", "###"]), shape(&["#"])];
        assert_eq!(by_halves(with_pieces(square(3, 3), in_the_middle, Freedom::Free)), None);
    }
}
