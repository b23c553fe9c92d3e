//! Chooses the order in which places are filled, so that the frontier is short.
//!
//! Occupied places beyond the first empty one form a window, whose length determines the cost of the transfer
//! matrix. Tries the rows of the lattice in each direction and takes the cheapest.

use crate::ground::lists::compact;

/// Places in filling order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlaceOrder {
    /// For each place its number in the order.
    pub(super) rank: Vec<u32>,
    /// The longest window, from the first empty place.
    pub(super) window: u32,
}

/// Finds the best order of `places` groups of positions, or the best of the others. The first position of a group counts.
///
/// `together` are the sets of places that one option occupies.
pub(super) fn best_order<'a>(
    groups: &[Vec<(i32, i32)>],
    together: impl Iterator<Item = &'a [u32]> + Clone,
    another: bool,
) -> PlaceOrder {
    /// A sort key for positions, along the rows of some direction.
    type Key = fn(&(i32, i32)) -> (i32, i32);
    const KEYS: [Key; 4] = [|&(x, y)| (y, x), |&(x, y)| (x, y), |&(x, y)| (x + y, x), |&(x, y)| (x - y, x)];
    let order = |key: &Key| {
        let mut sorted: Vec<u32> = (0..compact(groups.len())).collect();
        sorted.sort_by_key(|&place| groups[place as usize].iter().map(key).min());
        let mut rank = vec![0; sorted.len()];
        (0..).zip(&sorted).for_each(|(number, &place)| rank[place as usize] = number);
        rank
    };
    let judged = KEYS.iter().map(|key| {
        let rank = order(key);
        let (cost, window) = cost(&rank, together.clone());
        (cost, PlaceOrder { rank, window })
    });
    let mut judged: Vec<(f64, PlaceOrder)> = judged.collect();
    // Of equally good ones, the first.
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let other = judged.iter().position(|(_, order)| order.rank != judged[0].1.rank).filter(|_| another);
    judged.swap_remove(other.unwrap_or(0)).1
}

/// Returns the order in which every place has this rank.
///
/// `together` are the sets of places that one option occupies.
pub(super) fn given_order<'a>(rank: Vec<u32>, together: impl Iterator<Item = &'a [u32]>) -> PlaceOrder {
    let (_, window) = cost(&rank, together);
    PlaceOrder { rank, window }
}

/// Returns the cost of an order, if every place of a window may be occupied or not, and its longest window.
fn cost<'a>(rank: &[u32], together: impl Iterator<Item = &'a [u32]>) -> (f64, u32) {
    // The first place from which each place can be occupied.
    let mut from: Vec<u32> = (0..compact(rank.len())).collect();
    for places in together {
        let first = places.iter().map(|&place| rank[place as usize]).min().unwrap_or(0);
        for &place in places {
            let reached = &mut from[rank[place as usize] as usize];
            *reached = first.min(*reached);
        }
    }
    let mut open = vec![0i32; rank.len() + 1];
    for (place, &first) in (0u32..).zip(&from) {
        open[first as usize] += 1;
        open[place as usize] -= 1;
    }
    let mut now = 0;
    let states = open.iter().map(|change| {
        now += change;
        f64::from(now).exp2()
    });
    let longest = (0u32..).zip(&from).map(|(place, &first)| place - first + 1).max();
    (states.sum(), longest.unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window of dominoes on a rectangle.
    fn window(columns: i32, rows: i32) -> u32 {
        let cells: Vec<(i32, i32)> = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect();
        let at = |x, y| cells.iter().position(|&cell| cell == (x, y)).map(compact);
        let pairs: Vec<Vec<u32>> = cells
            .iter()
            .flat_map(|&(x, y)| [(x + 1, y), (x, y + 1)].map(|(a, b)| at(x, y).zip(at(a, b))))
            .flatten()
            .map(|(a, b)| vec![a, b])
            .collect();
        let groups: Vec<Vec<(i32, i32)>> = cells.iter().map(|&cell| vec![cell]).collect();
        best_order(&groups, pairs.iter().map(Vec::as_slice), false).window
    }

    #[test]
    fn orders_run_along_the_short_side() {
        assert_eq!(window(20, 3), 4);
        assert_eq!(window(3, 20), 4);
        assert_eq!(window(5, 5), 6);
    }

    #[test]
    fn a_group_stands_where_its_first_member_is() {
        let groups = [vec![(5, 0)], vec![(9, 0), (1, 0)], vec![(3, 0)]];
        let order = best_order(&groups, [[0u32, 2].as_slice()].into_iter(), false);
        assert_eq!(order.rank, [2, 0, 1]);
    }
}
