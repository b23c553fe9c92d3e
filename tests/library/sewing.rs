//! Orders of sewing, replayed cell by cell from the numbers of the patches alone.
//!
//! Nothing here calls the planner but to make the plan: seams are found again as sides of cells between two
//! heaps of patches.

use std::collections::{BTreeMap, BTreeSet};

use piecework::lattice::Lattice;
use piecework::quilt::{QuiltOptions, QuiltPlan};
use piecework::solver::{SolveOptions, first};
use piecework::tiling::Tiling;
use serde_json::Value;

use crate::support::{template, tiling};

const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";
/// The first tiling of the template `pentomino-6x10`.
const FIRST_TILING: &str = "UUXWWLLLLI\nUXXXWWPPLI\nUUXNNWPPPI\nVVVZNNNFTI\nVZZZYFFFTI\nVZYYYYFTTT";

/// The patch of each cell, by column and row.
type Board = BTreeMap<(i64, i64), usize>;
/// A corner of cells.
type Corner = (i64, i64);

/// What is seen at the seam between two heaps of patches.
#[derive(Debug, Default, PartialEq, Eq, Clone)]
struct Seam {
    /// Inside corners of one patch.
    set_in: usize,
    /// Other turns.
    others: usize,
    /// Unbroken lines.
    lines: usize,
    /// Two turns in a row that go the same way.
    bays: usize,
    /// Whether lines branch or are closed, so that turns cannot be told by looking at corners alone.
    branches: bool,
    /// Corners where both touch without a side between them.
    points: usize,
}

fn plan_of(tiling: &Tiling) -> Value {
    let plan = QuiltPlan::new(tiling, &QuiltOptions::default()).expect("a plan");
    serde_json::to_value(plan).expect("serializable")
}

fn plan(rows: &str) -> Value {
    plan_of(&tiling(Lattice::Square, rows))
}

/// The first tiling of a template.
fn first_tiling(name: &str) -> Tiling {
    first(&template(name), &SolveOptions::default()).expect("in the limits").0.expect(name)
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("small")
}

fn numbers(value: &Value) -> BTreeSet<usize> {
    list(value).iter().map(count).collect()
}

fn board(plan: &Value) -> Board {
    let mut board = Board::new();
    for patch in list(&plan["patches"]) {
        for cell in list(&patch["cells"]) {
            let at = (cell[0].as_i64().expect("a column"), cell[1].as_i64().expect("a row"));
            board.insert(at, count(&patch["patch"]));
        }
    }
    board
}

/// The four cells around a corner.
fn around((x, y): Corner) -> [(i64, i64); 4] {
    [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
}

/// Sides of cells between two heaps, as pairs of corners.
fn sides(board: &Board, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> Vec<(Corner, Corner)> {
    let mut sides = Vec::new();
    for (&(x, y), patch) in board {
        for (near, side) in
            [((x + 1, y), ((x + 1, y), (x + 1, y + 1))), ((x, y + 1), ((x, y + 1), (x + 1, y + 1)))]
        {
            let Some(beside) = board.get(&near) else { continue };
            if one.contains(patch) && other.contains(beside) || other.contains(patch) && one.contains(beside)
            {
                sides.push(side);
            }
        }
    }
    sides
}

fn seam(board: &Board, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> Seam {
    let mut near: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in sides(board, one, other) {
        near.entry(a).or_default().push(b);
        near.entry(b).or_default().push(a);
    }
    let mut found = Seam { branches: near.values().any(|of| of.len() > 2), ..Seam::default() };
    let mut left: BTreeSet<Corner> = near.keys().copied().collect();
    while let Some(&any) = left.first() {
        let begin = left.iter().find(|corner| near[corner].len() == 1 && reaches(&near, any, **corner));
        found.branches |= begin.is_none();
        let line = walk(&near, *begin.unwrap_or(&any), &mut left);
        found.lines += 1;
        let mut last: Option<i64> = None;
        for three in line.windows(3) {
            let (before, after) = (step(three[0], three[1]), step(three[1], three[2]));
            let turn = before.0 * after.1 - before.1 * after.0;
            if turn != 0 {
                if is_notch(board, one, other, three[1]) {
                    found.set_in += 1
                } else {
                    found.others += 1
                }
                found.bays += usize::from(last == Some(turn));
                last = Some(turn);
            }
        }
    }
    let corner_of = |heap: &BTreeSet<usize>, corner: &Corner| {
        around(*corner).iter().any(|cell| board.get(cell).is_some_and(|patch| heap.contains(patch)))
    };
    let corners: BTreeSet<Corner> = board.keys().flat_map(|&(x, y)| around((x + 1, y + 1))).collect();
    let touching = corners.iter().filter(|corner| corner_of(one, corner) && corner_of(other, corner));
    found.points = touching.filter(|corner| !near.contains_key(corner)).count();
    found
}

fn step(from: Corner, to: Corner) -> (i64, i64) {
    (to.0 - from.0, to.1 - from.1)
}

/// Whether three of the four cells around a corner are of one patch of either heap.
fn is_notch(board: &Board, one: &BTreeSet<usize>, other: &BTreeSet<usize>, corner: Corner) -> bool {
    let patches: Vec<usize> = around(corner).iter().filter_map(|cell| board.get(cell)).copied().collect();
    let has = |patch: &usize| one.contains(patch) || other.contains(patch);
    patches.iter().any(|patch| has(patch) && patches.iter().filter(|of| *of == patch).count() == 3)
}

fn reaches(near: &BTreeMap<Corner, Vec<Corner>>, from: Corner, to: Corner) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(near[&at].iter().copied().filter(|&next| seen.insert(next)));
    }
    seen.contains(&to)
}

fn walk(near: &BTreeMap<Corner, Vec<Corner>>, begin: Corner, left: &mut BTreeSet<Corner>) -> Vec<Corner> {
    let mut line = vec![begin];
    left.remove(&begin);
    while let Some(&next) = near[&line[line.len() - 1]].iter().find(|next| left.contains(next)) {
        left.remove(&next);
        line.push(next);
    }
    line
}

/// Sews by the steps alone, and compares what is seen at every seam with what the plan says.
#[track_caller]
fn replay(tiling: &Tiling) -> Value {
    let plan = plan_of(tiling);
    let board = board(&plan);
    let mut heaps: Vec<BTreeSet<usize>> =
        list(&plan["patches"]).iter().map(|patch| BTreeSet::from([count(&patch["patch"])])).collect();
    let assembly = &plan["quilt"]["assembly"];
    let (mut set_in, mut length) = (0, 0);
    for step in list(&assembly["steps"]) {
        let take = |heaps: &mut Vec<BTreeSet<usize>>, wanted: BTreeSet<usize>| {
            let place = heaps.iter().position(|heap| *heap == wanted);
            heaps.swap_remove(place.unwrap_or_else(|| panic!("{wanted:?} is not sewn together yet")))
        };
        let one = take(&mut heaps, numbers(&step["sewn_patches"]));
        let other = take(&mut heaps, numbers(&step["added_patches"]));
        length += sides(&board, &one, &other).len();
        let seen = seam(&board, &one, &other);
        if !seen.branches {
            let others = count(&step["pivots"]) + list(&step["closes"]).len();
            let said =
                [list(&step["set_in_corners"]).len(), others, count(&step["lines"]), count(&step["bays"])];
            assert_eq!(said, [seen.set_in, seen.others, seen.lines, seen.bays], "{step}");
        }
        set_in += list(&step["set_in_corners"]).len();
        for open in list(&step["left_open"]) {
            let until = count(&open["until"]);
            let closing = &list(&assembly["steps"])[until - 1];
            assert!(until > count(&step["step"]), "{step}");
            assert!(list(&closing["closes"]).iter().any(|of| of["between"] == open["between"]), "{closing}");
        }
        heaps.push(&one | &other);
    }
    let differs = |cell, patch| board.get(&cell).is_some_and(|beside| beside != patch);
    let between =
        |(&(x, y), patch)| [(x + 1, y), (x, y + 1)].into_iter().filter(|&near| differs(near, patch)).count();
    assert_eq!(length, board.iter().map(between).sum::<usize>(), "every seam is sewn once");
    assert_eq!(set_in, count(&plan["quilt"]["set_in_corners"]), "every inside corner is sewn once");
    plan
}

/// What all steps cost, by the weights that the planner states.
fn cost(seen: &Seam, of_two: bool) -> u64 {
    let turns = seen.set_in + seen.others;
    let rings = seen.lines + seen.points - 1;
    let sum = 100_000 * rings + 1_000 * seen.others + 600 * seen.bays + 5 * turns * turns;
    (sum + usize::from(of_two)) as u64
}

/// The least that sewing these patches together costs, by trying every way.
fn least(
    board: &Board,
    heap: &BTreeSet<usize>,
    known: &mut BTreeMap<Vec<usize>, Option<u64>>,
) -> Option<u64> {
    let patches: Vec<usize> = heap.iter().copied().collect();
    if patches.len() == 1 {
        return Some(0);
    }
    if let Some(&found) = known.get(&patches) {
        return found;
    }
    let mut best: Option<u64> = None;
    for choice in 0..1usize << (patches.len() - 1) {
        let is_in = |place: usize| place > 0 && choice >> (place - 1) & 1 == 1;
        let part = |which: bool| -> BTreeSet<usize> {
            (0..patches.len()).filter(|&place| is_in(place) == which).map(|place| patches[place]).collect()
        };
        let (one, other) = (part(false), part(true));
        if other.is_empty() {
            continue;
        }
        let (Some(a), Some(b)) = (least(board, &one, known), least(board, &other, known)) else { continue };
        let seen = seam(board, &one, &other);
        if seen.lines > 0 {
            let total = a + b + cost(&seen, one.len() > 1 && other.len() > 1);
            best = Some(best.map_or(total, |best| best.min(total)));
        }
    }
    known.insert(patches, best);
    best
}

#[test]
fn every_step_has_the_turns_that_are_seen_on_the_cells() {
    for rows in [
        PENTOMINOES,
        "AAB\nABB",
        "AB\nCD",
        "AAB\nCEB\nCDD",
        "AABBC\nADBEC\nDDEEC\nFFGGG",
        "AAAAAAA\nABBCCDA\nAABCDDA\nEEEFFFF",
        "AAABBCCC\nADBBECFC\nADDEEEFF\nAGGGHHHF\nIIGJJHKK\nIIGJJHKK",
    ] {
        replay(&tiling(Lattice::Square, rows));
    }
}

#[test]
fn every_step_of_large_quilts_has_the_turns_that_are_seen_on_the_cells() {
    for name in ["heptomino-21x26", "y-hexomino-23x24"] {
        replay(&first_tiling(name));
    }
}

#[test]
fn the_twelve_pentominoes_are_sewn_without_partial_seams() {
    // One step after another, patch by patch, there were seven partial seams.
    for (rows, pivots, turns) in [(FIRST_TILING, 0, 4), (PENTOMINOES, 1, 7)] {
        let plan = replay(&tiling(Lattice::Square, rows));
        let assembly = &plan["quilt"]["assembly"];
        assert_eq!((count(&assembly["partial_seams"]), count(&assembly["pivots"])), (0, pivots));
        assert!(count(&assembly["most_turns"]) <= turns, "{}", assembly["most_turns"]);
    }
}

#[test]
fn small_tops_are_sewn_in_the_best_of_all_orders() {
    for rows in ["AABBC\nADBEC\nDDEEC\nFFGGG", "AAB\nCEB\nCDD", "AABBB\nACCCB\nDDCEE\nFDGGE\nFFGHH", "AB\nCD"]
    {
        let plan = replay(&tiling(Lattice::Square, rows));
        let board = board(&plan);
        let mut found = 0;
        for step in list(&plan["quilt"]["assembly"]["steps"]) {
            let (one, other) = (numbers(&step["sewn_patches"]), numbers(&step["added_patches"]));
            found += cost(&seam(&board, &one, &other), one.len() > 1 && other.len() > 1);
        }
        let all: BTreeSet<usize> = board.values().copied().collect();
        assert_eq!(Some(found), least(&board, &all, &mut BTreeMap::new()), "{rows}");
    }
}

/// Counts the corners where seams of two steps end on both sides of a later one, and those of them that nest,
/// from cells alone.
fn crossings(plan: &Value) -> (usize, usize) {
    let board = board(plan);
    let steps = list(&plan["quilt"]["assembly"]["steps"]);
    let sides: Vec<[BTreeSet<usize>; 2]> =
        steps.iter().map(|step| ["sewn_patches", "added_patches"].map(|key| numbers(&step[key]))).collect();
    // The step that sews two patches together, if they touch.
    let sewn_by = |a: usize, b: usize| {
        sides.iter().position(|[sewn, added]| {
            sewn.contains(&a) && added.contains(&b) || sewn.contains(&b) && added.contains(&a)
        })
    };
    // Which of two patches the allowance lies on.
    let onto = |a: usize, b: usize| {
        let step = sewn_by(a, b)?;
        let heap = if steps[step]["press"] == "added" { &sides[step][1] } else { &sides[step][0] };
        Some(if heap.contains(&a) { a } else { b })
    };
    let (mut all, mut nested) = (0, 0);
    for &(x, y) in board.keys() {
        let corner = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|at| board.get(&at).copied());
        let [Some(nw), Some(ne), Some(se), Some(sw)] = corner else { continue };
        if BTreeSet::from([nw, ne, se, sw]).len() < 4 {
            continue;
        }
        let arms = [(nw, ne), (ne, se), (se, sw), (sw, nw)].map(|(a, b)| sewn_by(a, b));
        let last = arms.into_iter().max().flatten();
        let upright = [arms[0], arms[2]];
        let level = [arms[1], arms[3]];
        let crosses = |line: [Option<usize>; 2], ends: [Option<usize>; 2]| {
            line == [last; 2] && ends[0] != ends[1] && !ends.contains(&last)
        };
        let (one, other, rows) = if crosses(level, upright) {
            (onto(nw, ne), onto(sw, se), [[nw, sw], [ne, se]])
        } else if crosses(upright, level) {
            (onto(nw, sw), onto(ne, se), [[nw, ne], [sw, se]])
        } else {
            continue;
        };
        let (one, other) = (one.expect("sewn"), other.expect("sewn"));
        all += 1;
        nested += usize::from(!rows.iter().any(|row| row.contains(&one) && row.contains(&other)));
    }
    (all, nested)
}

#[test]
fn seams_nest_where_the_plan_says_so() {
    let checkerboard = "AABBCC\nAABBCC\nDDEEFF\nDDEEFF\nGGHHII\nGGHHII";
    for rows in [checkerboard, PENTOMINOES, FIRST_TILING, "AB\nCD"] {
        let plan = plan(rows);
        let assembly = &plan["quilt"]["assembly"];
        let said = (count(&assembly["crossings"]), count(&assembly["nested"]));
        assert_eq!(crossings(&plan), said, "{rows}");
    }
    assert_eq!(crossings(&plan("AB\nCD")), (1, 1), "four squares nest");
}

/// The length of the sides at which a heap has another heap to its left, its right, above and below, in
/// cells; and how wide and how high it is.
fn surrounded(board: &Board, heap: &BTreeSet<usize>, by: &BTreeSet<usize>) -> ([usize; 4], [usize; 2]) {
    let is_in =
        |cell: (i64, i64), of: &BTreeSet<usize>| board.get(&cell).is_some_and(|patch| of.contains(patch));
    let cells: Vec<(i64, i64)> = board.keys().copied().filter(|&cell| is_in(cell, heap)).collect();
    let (columns, rows): (BTreeSet<i64>, BTreeSet<i64>) = cells.iter().copied().unzip();
    let ends = |line: &mut dyn Iterator<Item = i64>| {
        line.fold((i64::MAX, i64::MIN), |(a, b), at| (a.min(at), b.max(at)))
    };
    let mut sides = [0; 4];
    for &row in &rows {
        let (left, right) = ends(&mut cells.iter().filter(|cell| cell.1 == row).map(|cell| cell.0));
        sides[0] += usize::from(is_in((left - 1, row), by));
        sides[1] += usize::from(is_in((right + 1, row), by));
    }
    for &column in &columns {
        let (top, bottom) = ends(&mut cells.iter().filter(|cell| cell.0 == column).map(|cell| cell.1));
        sides[2] += usize::from(is_in((column, top - 1), by));
        sides[3] += usize::from(is_in((column, bottom + 1), by));
    }
    (sides, [columns.len(), rows.len()])
}

/// Whether a heap has the other on two opposite sides, along at least half of each: it is pushed into a bay
/// of three sides, or between two parts.
fn is_in_a_bay(board: &Board, heap: &BTreeSet<usize>, by: &BTreeSet<usize>) -> bool {
    let ([left, right, above, below], [width, height]) = surrounded(board, heap, by);
    2 * left.min(right) >= height || 2 * above.min(below) >= width
}

/// What joining the blocks of a template takes, as it is seen on the cells.
#[derive(Debug, PartialEq, Eq)]
struct BlockJoins {
    /// The steps where one side has the other on two opposite sides, by their numbers.
    in_bays: Vec<usize>,
    /// How often a seam turns twice in a row the same way: the bays that the planner counts.
    turned_twice: usize,
    /// The most turns of one step.
    most_turns: usize,
}

fn block_joins(name: &str) -> BlockJoins {
    let plan = plan_of(&first_tiling(name));
    let board = board(&plan);
    let mut found = BlockJoins { in_bays: Vec::new(), turned_twice: 0, most_turns: 0 };
    for step in list(&plan["quilt"]["assembly"]["steps"]).iter().filter(|step| step["block"].is_null()) {
        let (one, other) = (numbers(&step["sewn_patches"]), numbers(&step["added_patches"]));
        if is_in_a_bay(&board, &one, &other) || is_in_a_bay(&board, &other, &one) {
            found.in_bays.push(count(&step["step"]));
        }
        let seen = seam(&board, &one, &other);
        found.turned_twice += seen.bays;
        found.most_turns = found.most_turns.max(seen.set_in + seen.others);
    }
    found
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn blocks_are_joined_along_seams_with_few_turns_and_never_in_a_bay() {
    // Grown blocks had 19, 13 and 12 bays and steps of 32, 23 and 25 turns on the quilts of 1987 and on 19 x
    // 28.
    for (name, turned_twice, most_turns) in [
        ("domino-8x8", 0, 0),
        ("heptomino-19x28", 0, 10),
        ("heptomino-21x26", 2, 12),
        ("hexomino-15x15-less-3x5", 5, 8),
        ("y-hexomino-23x24", 1, 12),
    ] {
        let found = block_joins(name);
        assert_eq!(found.in_bays, [0; 0], "{name}");
        assert!(found.turned_twice <= turned_twice, "{name}: {found:?}");
        assert!(found.most_turns <= most_turns, "{name}: {found:?}");
    }
}

#[test]
fn a_block_between_two_others_is_in_a_bay() {
    let plan = plan("AABBB\nACCCB\nDDCEE\nFDGGE\nFFGHH");
    let board = board(&plan);
    let set = |patches: &[usize]| patches.iter().copied().collect::<BTreeSet<_>>();
    assert!(is_in_a_bay(&board, &set(&[7]), &set(&[6, 8])), "G between F and H");
    assert!(!is_in_a_bay(&board, &set(&[1, 2, 3]), &set(&[4, 5, 6, 7, 8])), "two halves");
}
