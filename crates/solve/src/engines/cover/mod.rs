//! Exact cover: items, and options that are sets of items.
//!
//! It visits every set of options that covers each primary item as often as its bounds ask and each secondary
//! item at most once, each set once. The order depends only on the problem and the seed. Items and options
//! are just numbers here.
//!
//! # Source
//! D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1: exact covers with secondary items, and
//! multiplicities (Algorithm M); section 7.2.2.3 (Algorithm C+): dancing cells, the sparse sets behind his
//! program SSXCC. Without colors.

mod engine;
mod probe;
pub(crate) mod restarts;
mod search;
mod sparse;

pub(crate) use engine::Cover;
pub(crate) use search::Search;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::exhaustive::Step;
    use crate::ground::lists::compact;
    use crate::ground::watch::Watch;
    use crate::model::exact_cover::{Bounds, Problem};

    /// Every cover, each sorted, in the order found.
    fn covers(problem: &Problem, seed: Option<u64>) -> Vec<Vec<u32>> {
        let mut search = Search::new(problem, seed);
        let mut found = Vec::new();
        let mut watch = Watch::unlimited();
        while search.next(&mut watch) == Step::Cover {
            let mut cover = search.cover().to_vec();
            cover.sort_unstable();
            found.push(cover);
        }
        found
    }

    /// Every cover by definition: tries every subset of the options.
    fn by_definition(problem: &Problem) -> Vec<Vec<u32>> {
        let options = compact(problem.option_count());
        let subsets = (0u32..1 << options).map(|bits| (0..options).filter(move |&i| bits >> i & 1 == 1));
        let fits = |subset: &Vec<u32>| {
            let mut covered = vec![0u32; problem.item_count()];
            for &option in subset {
                problem.option(option as usize).iter().for_each(|&item| covered[item as usize] += 1);
            }
            covered.iter().enumerate().all(|(item, &times)| match problem.bounds.get(item) {
                Some(bounds) => (bounds.least..=bounds.most).contains(&times),
                None => times <= 1,
            })
        };
        subsets.map(Iterator::collect).filter(fits).collect()
    }

    fn problem(bounds: &[(u32, u32)], secondary: usize, options: &[&[u32]]) -> Problem {
        let bounds = bounds.iter().map(|&(least, most)| Bounds { least, most }).collect();
        let mut problem = Problem::new(bounds, secondary);
        options.iter().for_each(|option| problem.add_option(option.iter().copied()));
        problem
    }

    #[track_caller]
    fn agrees(problem: &Problem) {
        let mut expected = by_definition(problem);
        expected.sort_unstable();
        for seed in [None, Some(1), Some(2)] {
            let mut found = covers(problem, seed);
            found.sort_unstable();
            assert_eq!(found, expected, "seed {seed:?}, {problem:?}");
        }
    }

    #[test]
    fn knuths_toy_problem_has_one_cover() {
        // TAOCP 7.2.2.1, (6): items a to g, options ce, adg, bcf, adf, bg, deg.
        let toy =
            problem(&[(1, 1); 7], 0, &[&[2, 4], &[0, 3, 6], &[1, 2, 5], &[0, 3, 5], &[1, 6], &[3, 4, 6]]);
        assert_eq!(covers(&toy, None), [[0, 3, 4]]);
        agrees(&toy);
    }

    #[test]
    fn multiplicities_count_sets_of_options_not_orders() {
        let single: &[&[u32]] = &[&[0], &[0], &[0], &[0]];
        for (least, most, count) in [(0, 4, 16), (2, 2, 6), (1, 3, 14), (0, 1, 5), (4, 9, 1), (5, 9, 0)] {
            let choose = problem(&[(least, most)], 0, single);
            assert_eq!(covers(&choose, None).len(), count, "{least} to {most} of four");
            agrees(&choose);
        }
    }

    #[test]
    fn secondary_items_are_covered_at_most_once() {
        let two = problem(&[(1, 1), (1, 1)], 1, &[&[0, 2], &[0], &[1, 2], &[1]]);
        assert_eq!(covers(&two, None).len(), 3);
        agrees(&two);
    }

    #[test]
    fn an_option_of_a_covered_item_leaves_other_lists_once() {
        let choose = problem(&[(0, 2), (1, 1)], 0, &[&[0, 1], &[0], &[1]]);
        assert_eq!(covers(&choose, None).len(), 4);
        agrees(&choose);
    }

    #[test]
    fn nothing_to_cover_is_covered_by_nothing() {
        assert_eq!(covers(&problem(&[], 0, &[]), None), [[]; 1] as [[u32; 0]; 1]);
        assert_eq!(covers(&problem(&[(1, 1)], 0, &[]), None).len(), 0);
    }

    proptest::proptest! {
        #[test]
        fn every_problem_is_solved_as_defined(
            bounds in proptest::collection::vec((0u32..3, 0u32..3), 1..6),
            secondary in 0usize..3,
            options in proptest::collection::vec(proptest::collection::btree_set(0u32..8, 1..4), 0..9),
        ) {
            let bounds: Vec<(u32, u32)> = bounds.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            let items = compact(bounds.len() + secondary);
            let options: Vec<Vec<u32>> = options
                .into_iter()
                .map(|option| option.into_iter().filter(|&item| item < items).collect::<Vec<u32>>())
                .filter(|option| option.iter().any(|&item| (item as usize) < bounds.len()))
                .collect();
            let options: Vec<&[u32]> = options.iter().map(Vec::as_slice).collect();
            agrees(&problem(&bounds, secondary, &options));
        }
    }
}
