//! The least number of rectangles that the patches can be cut into: a lower bound for every plan.
//!
//! It is the least for each patch by itself; those rectangles may not have straight seams.
//!
//! # Source
//! L. Ferrari, P. V. Sankar, J. Sklansky: Minimal rectangular partitions of digitized blobs (1984): notches
//! less the most chords between notches that do not meet, plus one, less holes. Chords that meet form a
//! bipartite graph, in which the most that do not meet are all but the edges of a greatest matching (Kőnig).

use std::collections::BTreeMap;

use super::board::PatchGrid;

/// What the corners of all patches say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corners {
    /// Patches less holes in patches, where a patch that touches itself at a point is closed there.
    pub(super) solid: usize,
    /// The fewest rectangles.
    pub(super) fewest: usize,
}

/// A point of the board: how many columns are to the left of it and how many rows above.
type Point = (usize, usize);

/// Counts corners, notches and chords.
pub(super) fn corners(board: &PatchGrid) -> Corners {
    let (notches, convex) = notches(board);
    // Patches less holes that are closed by more than a point.
    let open = (convex - notches.len()) / 4;
    let (level, upright) = (chords(board, &notches, (1, 0)), chords(board, &notches, (0, 1)));
    let apart = level.len() + upright.len() - matching(&level, &upright);
    Corners { solid: open - pinches(board), fewest: notches.len() - apart + open }
}

/// The patch of every notch, and how many other corners there are.
fn notches(board: &PatchGrid) -> (BTreeMap<Point, usize>, usize) {
    let (mut convex, mut notches) = (0, BTreeMap::new());
    for point in (0..=board.rows).flat_map(|y| (0..=board.columns).map(move |x| (x, y))) {
        let (corners, notch) = at_point(board, point);
        convex += corners;
        notches.extend(notch.map(|patch| (point, patch)));
    }
    (notches, convex)
}

/// How many corners of patches are at a point, and the patch with a notch there.
fn at_point(board: &PatchGrid, point: Point) -> (usize, Option<usize>) {
    let around = around(board, point);
    let like = |owner: usize| around.iter().filter(|&&other| other == Some(owner)).count();
    let notch = around.into_iter().flatten().find(|&owner| like(owner) == 3);
    let is_corner = |i: usize| {
        around[i].is_some_and(|owner| {
            // Clockwise: those before and after share an edge with it.
            [1, 3].into_iter().all(|step| around[(i + step) % 4] != Some(owner))
        })
    };
    ((0..4).filter(|&i| is_corner(i)).count(), notch)
}

/// How often a patch touches itself at a point.
fn pinches(board: &PatchGrid) -> usize {
    let inner = (1..board.rows).flat_map(|y| (1..board.columns).map(move |x| (x, y)));
    let at = |point| {
        let around = around(board, point);
        let pinched =
            |i: usize| around[i] == around[i + 2] && around[i] != around[1 - i] && around[i] != around[3 - i];
        [0, 1].into_iter().filter(|&i| pinched(i)).count()
    };
    inner.map(at).sum()
}

/// The patches around a point, clockwise from the top left.
fn around(board: &PatchGrid, (x, y): Point) -> [Option<usize>; 4] {
    let owner = |right: usize, down: usize| {
        let (column, row) = ((x + right).checked_sub(1)?, (y + down).checked_sub(1)?);
        (column < board.columns && row < board.rows).then(|| board.patch_at(column, row))?
    };
    [owner(0, 0), owner(1, 0), owner(1, 1), owner(0, 1)]
}

/// The straight lines inside one patch from notch to notch in steps of `step`, each as its points.
fn chords(board: &PatchGrid, notches: &BTreeMap<Point, usize>, step: Point) -> Vec<Vec<Point>> {
    let inside = |(x, y): Point, patch: usize| {
        let sides = if step.0 == 1 { [1, 2] } else { [2, 3] };
        let around = around(board, (x, y));
        sides.into_iter().all(|side| around[side] == Some(patch))
    };
    let chord = |(&start, &patch): (&Point, &usize)| {
        let mut points = vec![start];
        let mut at = start;
        while inside(at, patch) {
            at = (at.0 + step.0, at.1 + step.1);
            points.push(at);
            if notches.contains_key(&at) {
                return Some(points);
            }
        }
        None
    };
    notches.iter().filter_map(chord).collect()
}

/// The size of a greatest matching of chords that meet.
fn matching(level: &[Vec<Point>], upright: &[Vec<Point>]) -> usize {
    let through: BTreeMap<Point, usize> = upright
        .iter()
        .enumerate()
        .flat_map(|(index, points)| points.iter().map(move |&point| (point, index)))
        .collect();
    let meets: Vec<Vec<usize>> = level
        .iter()
        .map(|points| points.iter().filter_map(|point| through.get(point).copied()).collect())
        .collect();
    let mut partner = vec![None; upright.len()];
    (0..level.len()).filter(|&chord| find_partner(chord, &meets, &mut partner)).count()
}

/// Finds a partner for one more chord, by a path along which others change theirs; breadth first.
fn find_partner(chord: usize, meets: &[Vec<usize>], partner: &mut [Option<usize>]) -> bool {
    let mut came_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut open = std::collections::VecDeque::from([chord]);
    while let Some(from) = open.pop_front() {
        for &to in &meets[from] {
            if came_from.contains_key(&to) {
                continue;
            }
            came_from.insert(to, from);
            let Some(next) = partner[to] else {
                change_partners(chord, to, &came_from, meets, partner);
                return true;
            };
            open.push_back(next);
        }
    }
    false
}

/// Gives every chord on the path that ends at `to` the partner it was led to.
fn change_partners(
    chord: usize,
    mut to: usize,
    came_from: &BTreeMap<usize, usize>,
    meets: &[Vec<usize>],
    partner: &mut [Option<usize>],
) {
    loop {
        let from = came_from[&to];
        let given_up = meets[from].iter().copied().find(|&other| partner[other] == Some(from));
        partner[to] = Some(from);
        match given_up {
            Some(other) if from != chord => to = other,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use piecework_tiling::random::Random;

    /// The fewest rectangles of the patches of a board, found by laying each first cell into every rectangle.
    fn by_trying(board: &PatchGrid) -> usize {
        let mut cells: BTreeMap<usize, BTreeSet<Point>> = BTreeMap::new();
        for (x, y) in (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| (x, y))) {
            cells.entry(board.owner(x, y)).or_default().insert((y, x));
        }
        cells.values().map(|cells| cut(cells, &mut BTreeMap::new())).sum()
    }

    /// Cells are rows and columns here, so that the first is the first to be read.
    fn cut(left: &BTreeSet<Point>, known: &mut BTreeMap<BTreeSet<Point>, usize>) -> usize {
        let Some(&(top, first)) = left.first() else { return 0 };
        if let Some(&least) = known.get(left) {
            return least;
        }
        let (mut least, mut widest) = (usize::MAX, usize::MAX);
        for bottom in top.. {
            let here = (0..widest).take_while(|&width| left.contains(&(bottom, first + width)));
            widest = here.count();
            if widest == 0 {
                break;
            }
            for end in first + 1..=first + widest {
                let inside = |&(y, x): &Point| (top..=bottom).contains(&y) && (first..end).contains(&x);
                let rest = left.iter().copied().filter(|cell| !inside(cell)).collect();
                least = least.min(1 + cut(&rest, known));
            }
        }
        known.insert(left.clone(), least);
        least
    }

    #[track_caller]
    fn fewest(rows: &[&str], expected: Corners) {
        assert_eq!(corners(&PatchGrid::drawn(rows)), expected, "{rows:?}");
        assert_eq!(by_trying(&PatchGrid::drawn(rows)), expected.fewest, "{rows:?}");
    }

    #[test]
    fn small_patches() {
        fewest(&["AA", "AA"], Corners { solid: 1, fewest: 1 });
        fewest(&["AAB", "ABB"], Corners { solid: 2, fewest: 4 });
        fewest(&["AAAAA", "BABBB"], Corners { solid: 3, fewest: 4 });
        fewest(&["ABA", "BBB", "CBD"], Corners { solid: 5, fewest: 7 });
        fewest(&["AAA", "ABA", "AAA"], Corners { solid: 1, fewest: 5 });
        // The hole of the ring is open at a corner.
        fewest(&["AAA", "ABA", "CAA"], Corners { solid: 2, fewest: 6 });
        // Chords that meet: two of a plus with thick arms, one of each direction.
        fewest(&["BAAC", "AAAA", "AAAA", "DAAE"], Corners { solid: 5, fewest: 7 });
    }

    #[test]
    fn as_few_as_by_trying_on_random_boards() {
        let mut random = Random::new(7);
        let mut most_partners = 0;
        for _ in 0..300 {
            let mut row =
                || -> String { (0..6).map(|_| if random.below(4) == 0 { 'B' } else { 'A' }).collect() };
            let rows: Vec<String> = (0..5).map(|_| row()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let board = PatchGrid::drawn(&rows);
            assert_eq!(corners(&board).fewest, by_trying(&board), "{rows:?}");
            let notches = notches(&board).0;
            let level = chords(&board, &notches, (1, 0));
            most_partners = most_partners.max(matching(&level, &chords(&board, &notches, (0, 1))));
        }
        assert!(most_partners >= 3, "the boards are no challenge");
    }
}
