//! The order in which a machine visits the parts of a sheet.

use crate::geometry::Point;

/// The order that goes from the origin always to the nearest place not yet visited; the first of several equally near.
///
/// # Shape
/// Indexes into `places`, each once.
///
/// # Source
/// Nearest neighbour; Rosenkrantz, Stearns, Lewis, "An analysis of several heuristics for the traveling salesman problem",
/// SIAM Journal on Computing 6, 1977.
#[must_use]
pub fn travel_order(places: &[Point]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..places.len()).collect();
    let mut here = Point { x: 0.0, y: 0.0 };
    let mut order = Vec::with_capacity(places.len());
    while let Some(nearest) = (0..left.len()).min_by(|&a, &b| {
        let far = |at: usize| places[left[at]].distance(here);
        far(a).total_cmp(&far(b)).then(left[a].cmp(&left[b]))
    }) {
        let next = left.swap_remove(nearest);
        here = places[next];
        order.push(next);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_next_and_ties_go_to_the_first() {
        let places = [(9.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0)].map(|(x, y)| Point { x, y });
        assert_eq!(travel_order(&places), [1, 2, 3, 0], "from (2, 0) it is nearer to (0, 1) than to (9, 0)");
        assert!(travel_order(&[]).is_empty());
        assert_eq!(travel_order(&[places[0]; 3]), [0, 1, 2]);
    }
}
