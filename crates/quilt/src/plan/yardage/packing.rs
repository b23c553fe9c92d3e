//! Packs lengths into strips of equal length.
//!
//! Finds few strips, and a proven lower bound for their number. The same input gives the same strips.

use std::collections::BTreeSet;

use super::inches::Inches;

/// How many fillings of a strip the search for fewer strips may look at; a second's work at the most.
pub(super) const EFFORT: usize = 400_000;

/// Lengths on strips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packing {
    /// How many of each length, in the order given, are cut from each strip.
    pub(super) strips: Vec<Vec<usize>>,
    /// No packing takes fewer strips.
    pub(super) at_least: usize,
}

/// Packs `items`, lengths with counts, into strips of `room`; none if a length is longer than a strip, or
/// none at all.
///
/// # Source
/// Best fit decreasing; then bin completion: R. E. Korf, "A New Algorithm for Optimal Bin Packing", AAAI
/// 2002. Bounds: S. Martello and P. Toth, "Lower bounds and reduction procedures for the bin packing
/// problem", 1990; S. P. Fekete and J. Schepers, "New classes of fast lower bounds for bin packing problems",
/// 2001.
pub(super) fn pack(items: &[(Inches, usize)], room: Inches) -> Option<Packing> {
    pack_for(items, room, EFFORT)
}

/// The same with another effort: with none the bounds are those of counting, and the packing is the first
/// that comes.
pub(super) fn pack_for(items: &[(Inches, usize)], room: Inches, effort: usize) -> Option<Packing> {
    if items.iter().any(|&(length, _)| length <= Inches::ZERO || length > room) {
        return None;
    }
    let mut order: Vec<usize> = (0..items.len()).filter(|&item| items[item].1 > 0).collect();
    order.sort_by_key(|&item| (std::cmp::Reverse(items[item].0), item));
    let sorted: Vec<(Inches, usize)> = order.iter().map(|&item| items[item]).collect();
    let mut found = best_fit(&sorted, room);
    let mut at_least = lower_bound(&sorted, room);
    let mut search = Completion { items: &sorted, room, left: effort, failed: BTreeSet::new() };
    while at_least < found.len() {
        match search.try_strips(at_least) {
            Answer::Packed(strips) => found = strips,
            Answer::Impossible => at_least += 1,
            Answer::GivenUp => break,
        }
    }
    let unsorted = |counts: Vec<usize>| {
        let mut strip = vec![0; items.len()];
        order.iter().zip(counts).for_each(|(&item, count)| strip[item] = count);
        strip
    };
    Some(Packing { strips: found.into_iter().map(unsorted).collect(), at_least })
}

/// Each length, the longest first, from the strip with the least rest that is long enough.
fn best_fit(items: &[(Inches, usize)], room: Inches) -> Vec<Vec<usize>> {
    let mut strips: Vec<(Inches, Vec<usize>)> = Vec::new();
    for (item, &(length, count)) in items.iter().enumerate() {
        for _ in 0..count {
            let fitting = strips.iter_mut().filter(|(rest, _)| *rest >= length);
            match fitting.min_by_key(|(rest, _)| *rest) {
                Some((rest, strip)) => {
                    *rest = *rest - length;
                    strip[item] += 1;
                }
                None => {
                    let mut strip = vec![0; items.len()];
                    strip[item] = 1;
                    strips.push((room - length, strip));
                }
            }
        }
    }
    strips.into_iter().map(|(_, strip)| strip).collect()
}

/// How many strips are needed at least, by three kinds of counting.
fn lower_bound(items: &[(Inches, usize)], room: Inches) -> usize {
    let total: Inches = items.iter().map(|&(length, count)| length.times(count)).sum();
    let by_length = total.over(room);
    let by_halves = items.iter().map(|&(least, _)| halves(items, room, least)).max();
    let by_shares = (1..=32).map(|k| shares(items, room, k)).max();
    by_length.max(by_halves.unwrap_or(0)).max(by_shares.unwrap_or(0))
}

/// Lengths over half a strip need one each; what they leave may serve the others that are no shorter than
/// `least`.
fn halves(items: &[(Inches, usize)], room: Inches, least: Inches) -> usize {
    let (mut alone, mut rest, mut others) = (0, Inches::ZERO, Inches::ZERO);
    for &(length, count) in items.iter().filter(|&&(length, _)| length >= least) {
        if length + length > room {
            alone += count;
            // A strip whose rest is too short for anything counted here is full.
            if length + least <= room {
                rest = rest + (room - length).times(count);
            }
        } else {
            others = others + length.times(count);
        }
    }
    alone + if others > rest { (others - rest).over(room) } else { 0 }
}

/// Lengths between two whole shares of 1 / (k + 1) of a strip count as j of k, where j is the shares rounded
/// down: for short ones that is less than they are, for long ones more, and no strip ever holds more than k
/// of k.
fn shares(items: &[(Inches, usize)], room: Inches, k: usize) -> usize {
    let total: Inches = items.iter().map(|&(length, count)| counted(length, room, k).times(count)).sum();
    total.over(room.times(k))
}

/// The dual feasible function u(k) of Fekete and Schepers, times k times the room, so that all numbers are
/// whole.
fn counted(length: Inches, room: Inches, k: usize) -> Inches {
    let scaled = length.times(k + 1);
    let whole = scaled.over(room);
    // A whole number of shares keeps its length.
    if room.times(whole) == scaled { length.times(k) } else { room.times(whole - 1) }
}

/// The share of a strip that a length takes at least, counted in one of [`SHARES`] ways: of lengths that are
/// cut from one strip the shares counted in one way never come to more than 1.
pub(super) fn share(length: Inches, room: Inches, way: usize) -> f64 {
    match way {
        0 => length.mm() / room.mm(),
        k => counted(length, room, k).mm() / room.times(k).mm(),
    }
}

/// In how many ways shares are counted: by length, and by whole shares of up to 32.
pub(super) const SHARES: usize = 33;

/// What a search for a number of strips says.
enum Answer {
    /// They do.
    Packed(Vec<Vec<usize>>),
    /// They do not.
    Impossible,
    /// The search would take too long.
    GivenUp,
}

/// A search strip by strip: the longest length that is left, with everything that can be cut beside it.
struct Completion<'a> {
    /// The longest first.
    items: &'a [(Inches, usize)],
    room: Inches,
    /// How many fillings may still be looked at.
    left: usize,
    /// Counts that are known not to fit on so many strips.
    failed: BTreeSet<(usize, Vec<usize>)>,
}

impl Completion<'_> {
    fn try_strips(&mut self, strips: usize) -> Answer {
        let counts: Vec<usize> = self.items.iter().map(|&(_, count)| count).collect();
        let mut chosen = Vec::new();
        match self.complete(strips, &counts, &mut chosen) {
            Some(true) => Answer::Packed(chosen),
            Some(false) => Answer::Impossible,
            None => Answer::GivenUp,
        }
    }

    /// Whether `counts` fit on `strips`, which are then pushed on `chosen`; none if that would take too long.
    fn complete(&mut self, strips: usize, counts: &[usize], chosen: &mut Vec<Vec<usize>>) -> Option<bool> {
        let total = self.total(counts);
        if total == Inches::ZERO {
            return Some(true);
        }
        let room = self.room.times(strips);
        if total > room || self.failed.contains(&(strips, counts.to_vec())) {
            return Some(false);
        }
        let rests: Vec<(Inches, usize)> = self.items.iter().zip(counts).map(|(&(l, _), &c)| (l, c)).collect();
        if lower_bound(&rests, self.room) > strips {
            return Some(false);
        }
        for filling in self.fillings(counts, room - total)? {
            let left: Vec<usize> = counts.iter().zip(&filling).map(|(count, used)| count - used).collect();
            chosen.push(filling);
            if self.complete(strips - 1, &left, chosen)? {
                return Some(true);
            }
            chosen.pop();
        }
        self.failed.insert((strips, counts.to_vec()));
        Some(false)
    }

    fn total(&self, counts: &[usize]) -> Inches {
        self.items.iter().zip(counts).map(|(&(length, _), &count)| length.times(count)).sum()
    }

    /// All ways to fill a strip with the longest length and others, to which nothing can be added, and which
    /// leave no more than `waste`; the fullest first.
    fn fillings(&mut self, counts: &[usize], waste: Inches) -> Option<Vec<Vec<usize>>> {
        let longest = counts.iter().position(|&count| count > 0)?;
        let mut filling = Filling { counts, waste, used: vec![0; counts.len()], found: Vec::new() };
        self.fill(longest, 1, self.room, &mut filling)?;
        filling.found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
        Some(filling.found.into_iter().map(|(_, used)| used).collect())
    }

    /// Tries all numbers, from `least`, of the length `item` and of those after it in the `rest` of a strip.
    fn fill(&mut self, item: usize, least: usize, rest: Inches, filling: &mut Filling<'_>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if item == self.items.len() {
            let fits = |i: usize| filling.counts[i] > filling.used[i] && self.items[i].0 <= rest;
            if rest <= filling.waste && !(0..item).any(fits) {
                filling.found.push((rest, filling.used.clone()));
            }
            return Some(());
        }
        let length = self.items[item].0;
        let fitting = |&count: &usize| length.times(count) <= rest;
        let most = (least..=filling.counts[item]).rev().find(fitting);
        for count in (least..=most.unwrap_or(least)).rev() {
            filling.used[item] = count;
            self.fill(item + 1, 0, rest - length.times(count), filling)?;
        }
        filling.used[item] = 0;
        Some(())
    }
}

/// Fillings of a strip as they are found.
struct Filling<'a> {
    /// What there is to cut.
    counts: &'a [usize],
    /// The most that may be left over.
    waste: Inches,
    /// What is cut from this strip so far.
    used: Vec<usize>,
    /// What is left over, and what is cut.
    found: Vec<(Inches, Vec<usize>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(eighths: u32) -> Inches {
        Inches::eighths(eighths)
    }

    /// Packs lengths in eighths, and checks that everything is cut once and nothing is too long.
    #[track_caller]
    fn packed(items: &[(u32, usize)], room: u32) -> Packing {
        let items: Vec<(Inches, usize)> =
            items.iter().map(|&(length, count)| (inches(length), count)).collect();
        let packing = pack(&items, inches(room)).expect("nothing is longer than a strip");
        for (item, &(_, count)) in items.iter().enumerate() {
            let cut: usize = packing.strips.iter().map(|strip| strip[item]).sum();
            assert_eq!(cut, count, "length {item} of {items:?}");
        }
        for strip in &packing.strips {
            let used: Inches =
                items.iter().zip(strip).map(|(&(length, _), &count)| length.times(count)).sum();
            assert!(used > Inches::ZERO && used <= inches(room), "{strip:?} in {items:?}");
        }
        packing
    }

    /// The fewest strips, by trying every strip for every piece.
    fn fewest(lengths: &[u32], room: u32) -> usize {
        fn place(lengths: &[u32], rests: &mut Vec<u32>, room: u32, best: &mut usize) {
            let Some((&length, others)) = lengths.split_first() else {
                *best = rests.len().min(*best);
                return;
            };
            if rests.len() >= *best {
                return;
            }
            for strip in 0..rests.len() {
                if rests[strip] >= length {
                    rests[strip] -= length;
                    place(others, rests, room, best);
                    rests[strip] += length;
                }
            }
            rests.push(room - length);
            place(others, rests, room, best);
            rests.pop();
        }
        let mut best = usize::MAX;
        place(lengths, &mut Vec::new(), room, &mut best);
        best
    }

    /// Numbers without a pattern, the same in every run.
    fn scatter(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 16
    }

    #[test]
    fn best_fit_is_improved_where_fewer_strips_do() {
        // Best fit puts 43 and 17 together; 43 + 8 + 8, 24 + 24 + 6 + 6 and 22 + 21 + 17 do with one strip
        // less. With 44 in place of 43 it finds that by itself: on its own it would let a shorter piece take
        // more fabric.
        let items = [(43, 1), (24, 2), (22, 1), (21, 1), (17, 1), (8, 2), (6, 2)];
        let lengths: Vec<(Inches, usize)> = items.iter().map(|&(l, c)| (inches(l), c)).collect();
        assert_eq!(best_fit(&lengths, inches(60)).len(), 4);
        assert_eq!(packed(&items, 60).strips.len(), 3);
    }

    #[test]
    fn small_packings_take_the_fewest_strips_and_know_it() {
        let mut seed = 7;
        for _ in 0..400 {
            let room = 20 + scatter(&mut seed) % 30;
            let kinds = 1 + scatter(&mut seed) % 4;
            let items: Vec<(u32, usize)> = (0..kinds)
                .map(|_| (2 + scatter(&mut seed) % (room - 1), 1 + scatter(&mut seed) as usize % 3))
                .collect();
            let lengths: Vec<u32> =
                items.iter().flat_map(|&(length, count)| vec![length.min(room); count]).collect();
            let items: Vec<(u32, usize)> =
                items.iter().map(|&(length, count)| (length.min(room), count)).collect();
            let packing = packed(&items, room);
            let best = fewest(&lengths, room);
            assert_eq!((packing.strips.len(), packing.at_least), (best, best), "{items:?} in {room}");
        }
    }

    #[test]
    fn bounds_never_promise_too_much() {
        let mut seed = 99;
        for _ in 0..400 {
            let room = 10 + scatter(&mut seed) % 40;
            let lengths: Vec<u32> = (0..7).map(|_| 1 + scatter(&mut seed) % room).collect();
            let items: Vec<(Inches, usize)> = lengths.iter().map(|&length| (inches(length), 1)).collect();
            let best = fewest(&lengths, room);
            assert!(lower_bound(&items, inches(room)) <= best, "{lengths:?} in {room}");
        }
    }

    #[test]
    fn three_halves_need_three_strips() {
        assert_eq!(packed(&[(21, 3)], 40).at_least, 3, "by length alone two would do");
        assert_eq!(packed(&[(14, 7)], 40).at_least, 4, "thirds, two to a strip");
    }

    #[test]
    fn a_length_as_long_as_a_strip_fits_and_a_longer_one_does_not() {
        assert_eq!(packed(&[(40, 2)], 40).strips.len(), 2);
        assert!(pack(&[(inches(41), 1)], inches(40)).is_none());
        assert_eq!(packed(&[(41, 0)].map(|_| (3, 0)), 40).strips.len(), 0);
    }
}
