//! Lets several threads share the work on one layer.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;

use super::Unfit;
use crate::ground::watch::{Team, Watch};

/// Divides a block among at most `hands` threads, in stretches of at least `least` if there are several; in
/// order.
pub(super) fn stretches(
    block: Range<usize>,
    hands: usize,
    least: usize,
) -> impl ExactSizeIterator<Item = Range<usize>> {
    let crew = hands.min(block.len().div_ceil(least));
    let at = move |number: usize| block.start + block.len() * number / crew;
    (0..crew).map(move |number| at(number)..at(number + 1))
}

/// Runs `work` on the calling thread and on one more for each further hand; returns the first error.
///
/// The flag is raised when one of them fails, so that the others can stop too.
pub(super) fn together<H: Send>(
    hands: &mut [H],
    watch: &mut Watch<'_>,
    work: impl Fn(&mut H, &mut Watch<'_>, &AtomicBool) -> Result<(), Unfit> + Sync,
) -> Result<(), Unfit> {
    let failed = AtomicBool::new(false);
    let attempt = |hand: &mut H, watch: &mut Watch<'_>| {
        let result = work(hand, watch, &failed);
        failed.fetch_or(result.is_err(), Ordering::Relaxed);
        result
    };
    let Some((first, others)) = hands.split_first_mut() else { return Ok(()) };
    if others.is_empty() {
        return attempt(first, watch);
    }
    let (team, terms) = (Team::new(others.len()), watch.terms());
    let results = scope(|scope| {
        let (team, attempt) = (&team, &attempt);
        let begun: Vec<_> = (0..)
            .zip(others)
            .map(|(number, hand)| {
                scope.spawn(move || {
                    let mut watch = Watch::of_worker(terms, team, number);
                    let result = attempt(hand, &mut watch);
                    watch.tell_team(|| 0.0);
                    result
                })
            })
            .collect();
        let own = attempt(first, watch);
        let others =
            begun.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(own).chain(others).collect::<Vec<_>>()
    });
    watch.adopt(&team);
    results.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn stretches_are_the_whole_block_in_order() {
        for (block, hands, least, expected) in
            [(5..5, 3, 2, 0), (5..6, 3, 2, 1), (0..7, 3, 2, 3), (3..100, 2, 10, 2)]
        {
            let all: Vec<Range<usize>> = stretches(block.clone(), hands, least).collect();
            assert_eq!(all.len(), expected, "{block:?}");
            assert!(all.iter().cloned().flatten().eq(block), "{all:?}");
        }
    }

    #[test]
    fn all_hands_work_and_one_failure_reaches_all() {
        let mut hands = vec![0u64; 4];
        let left = AtomicUsize::new(1000);
        let work = |hand: &mut u64, watch: &mut Watch<'_>, _: &AtomicBool| {
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok() {
                *hand += 1;
                assert_eq!(watch.node(|| 0.0), None);
            }
            Ok(())
        };
        let mut watch = Watch::unlimited();
        assert_eq!(together(&mut hands, &mut watch, work), Ok(()));
        assert_eq!((hands.iter().sum(), watch.nodes()), (1000, 1000));
        let numbers: Vec<u64> = (0..3).collect();
        let fail = |number: &mut u64, _: &mut Watch<'_>, failed: &AtomicBool| {
            while *number != 2 && !failed.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            if *number == 2 { Err(Unfit::Effort) } else { Ok(()) }
        };
        assert_eq!(together(&mut numbers.clone(), &mut Watch::unlimited(), fail), Err(Unfit::Effort));
    }
}
