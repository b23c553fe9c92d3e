//! Replays straight-seam plans step by step, and compares them with all possible plans.
//!
//! The tests are independent of the planner: fabric is cut to the sizes of the plan and joined edge to edge,
//! as on a table.

use std::collections::{BTreeMap, BTreeSet};

use piecework::geometry::Patchwork;
use piecework::lattice::{Cell, Lattice};
use piecework::quilt::Units;
use piecework::quilt::piecing::{
    CellRect, Objective, Outside, PiecingError, PiecingOptions, PiecingPlan, Press, SeamStep, SewingMethod,
    methods, straight_seam_plan,
};
use piecework::solver::{SolveOptions, first};
use piecework::tiling::{Tiling, TilingProperties, infer_tiling};

use crate::support::{template, tiling};

mod blocks;
mod kites;
mod repeats;
mod replay;
mod y_seams;

const OBJECTIVES: [Objective; 4] = [
    Objective::FewestRectangles,
    Objective::ShortestSeams,
    Objective::FewestStripHeights,
    Objective::ShallowestAssembly,
];

/// The twelve pentominoes in a rectangle, drawn by this program.
const PENTOMINOES: &[&str] =
    &["IIIIIVVVZZ", "LLLLUUUVZT", "LNNPUXUVZT", "NNNPPPXZTT", "FWWYPXXXFT", "FFWWYYYYFF"];

fn plan(tiling: &Tiling, objective: Objective) -> PiecingPlan {
    let options = PiecingOptions { objective, ..PiecingOptions::default() };
    straight_seam_plan(tiling, &options).expect("a plan")
}

fn drawn(rows: &[&str]) -> Tiling {
    tiling(Lattice::Square, &rows.join("\n"))
}

/// Which placement covers each cell, row by row.
fn owners(tiling: &Tiling) -> Vec<Vec<usize>> {
    let cells = tiling.puzzle().region().cells();
    let last = cells.last().expect("a cell");
    let side = |at: i32| usize::try_from(at).expect("cells begin at 0") + 1;
    let columns = cells.iter().map(|cell| side(cell.x)).max().expect("a cell");
    let mut rows = vec![vec![usize::MAX; columns]; side(last.y)];
    for (index, placement) in tiling.placements().iter().enumerate() {
        for cell in &placement.cells {
            rows[side(cell.y) - 1][side(cell.x) - 1] = index;
        }
    }
    rows
}

/// Pseudo-random numbers from a counter (SplitMix64).
pub(crate) fn random(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from(mixed >> 33).expect("31 bits")
}

/// A board divided at random into connected groups of at most `most` cells.
pub(crate) fn random_board(columns: i32, rows: i32, most: usize, state: &mut u64) -> Tiling {
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y)));
    divided_at_random(cells.collect(), most, state)
}

/// The same with a board of any outline.
fn divided_at_random(mut left: BTreeSet<Cell>, most: usize, state: &mut u64) -> Tiling {
    let mut groups = Vec::new();
    while let Some(&first) = left.first() {
        let mut group = vec![first];
        left.remove(&first);
        for _ in 1..=random(state) % most {
            let near = |cell: &Cell| Lattice::Square.neighbours(*cell).collect::<Vec<_>>();
            let around: Vec<Cell> = group.iter().flat_map(near).filter(|near| left.contains(near)).collect();
            let Some(&cell) = around.get(random(state) % around.len().max(1)) else { break };
            left.remove(&cell);
            group.push(cell);
        }
        groups.push(group);
    }
    infer_tiling("by chance", Lattice::Square, groups).expect("a tiling")
}

/// Fabric on the table: rows of cells, each with its patch.
type Cloth = Vec<Vec<usize>>;

/// Sews a plan and checks every step.
#[track_caller]
fn sew(tiling: &Tiling, plan: &PiecingPlan) {
    let (cell, allowance) = (50.8, 6.35);
    let mut table: Vec<Option<Cloth>> = plan
        .parts
        .iter()
        .map(|part| {
            let patch = part.patch.as_ref()?;
            let placement = patch.placement.expect("no background");
            assert_eq!(patch.piece, tiling.piece_of(&tiling.placements()[placement]).name);
            Some(vec![vec![placement; part.area.columns]; part.area.rows])
        })
        .collect();
    let labels: BTreeSet<&str> = plan.parts.iter().map(|part| part.label.as_str()).collect();
    assert_eq!(labels.len(), plan.parts.len(), "a label twice");
    for step in &plan.steps {
        let first = table[step.first].take().expect("the first part is on the table");
        let second = table[step.second].take().expect("the second part is on the table");
        let (edges, made) = match step.press {
            Press::Left | Press::Right => {
                let rows = first.iter().zip(&second).map(|(a, b)| [a.as_slice(), b].concat()).collect();
                ([first.len(), second.len()], rows)
            }
            Press::Up | Press::Down => ([first[0].len(), second[0].len()], [first, second].concat()),
        };
        assert_eq!(edges, [step.seam; 2], "a seam along the whole side of both");
        let part = &plan.parts[step.makes];
        assert!(part.patch.is_none() && table[step.makes].is_none());
        assert_eq!((made[0].len(), made.len()), (part.area.columns, part.area.rows));
        let (width, height) = part.unfinished(cell, allowance);
        assert!((width - made[0].len() as f64 * 50.8 - 12.7).abs() < 1e-9);
        assert!((height - made.len() as f64 * 50.8 - 12.7).abs() < 1e-9);
        table[step.makes] = Some(made);
    }
    let mut quilt: Vec<Cloth> = table.into_iter().flatten().collect();
    let quilt = (quilt.pop(), quilt.len());
    assert!(quilt == (Some(owners(tiling)), 0), "one quilt, as the tiling says");
    assert_eq!(plan.rectangles(), plan.steps.len() + 1);
    check_blocks(plan);
    check_pressing(plan);
}

/// Blocks are sewn only from their own rectangles, one after another, and none is too large.
#[track_caller]
fn check_blocks(plan: &PiecingPlan) {
    for (index, block) in plan.blocks.iter().enumerate() {
        let cloth = plan.cloth().filter(|(part, _)| part.block == Some(index)).count();
        assert_eq!(cloth, block.rectangles);
        assert!(cloth <= PiecingOptions::default().block);
        assert_eq!(plan.parts[block.part].block, Some(index));
        let sewn = plan.steps.iter().filter(|step| plan.parts[step.makes].block == Some(index));
        for step in sewn.clone() {
            assert_eq!([step.first, step.second].map(|part| plan.parts[part].block), [Some(index); 2]);
        }
        assert_eq!(sewn.count() + 1, cloth, "the block is whole");
    }
    let order: Vec<usize> =
        plan.steps.iter().map(|step| plan.parts[step.makes].block.unwrap_or(usize::MAX)).collect();
    assert!(order.is_sorted(), "block by block, then all together");
    for patch in plan.cloth().map(|(_, patch)| patch) {
        let all = plan.cloth().filter(|(_, other)| other.placement == patch.placement);
        assert_eq!(all.count(), patch.of);
    }
}

/// Where four rectangles of fabric meet, the two seams that end there are pressed to opposite sides.
#[track_caller]
fn check_pressing(plan: &PiecingPlan) {
    let mut quilt = vec![vec![0; plan.size.columns]; plan.size.rows];
    for (number, (part, _)) in plan.cloth().enumerate() {
        let CellRect { left, top, columns, rows } = part.area;
        quilt[top..top + rows].iter_mut().for_each(|row| row[left..left + columns].fill(number));
    }
    let mut meeting = Vec::new();
    for y in 1..plan.size.rows {
        for x in 1..plan.size.columns {
            let four = BTreeSet::from([quilt[y - 1][x - 1], quilt[y - 1][x], quilt[y][x - 1], quilt[y][x]]);
            if four.len() == 4 {
                meeting.push((x, y));
            }
        }
    }
    let found: Vec<(usize, usize)> = plan.crossings.iter().map(|at| (at.column, at.row)).collect();
    assert_eq!(found, meeting);
    for crossing in &plan.crossings {
        let presses = [crossing.first, crossing.second].map(|step| plan.steps[step].press);
        assert_eq!(presses[0], presses[1].opposite(), "{crossing:?}");
        let at = (crossing.column, crossing.row);
        for (step, end) in [(crossing.first, true), (crossing.second, false)] {
            let step = &plan.steps[step];
            let (first, second) = (plan.parts[step.first].area, plan.parts[step.second].area);
            let ends = match step.press {
                Press::Left | Press::Right => [(second.left, second.top), (second.left, first.bottom())],
                Press::Up | Press::Down => [(second.left, second.top), (first.right(), second.top)],
            };
            assert_eq!(ends[usize::from(end)], at, "the seams of a crossing end there");
        }
    }
}

#[test]
fn plans_are_sewn_to_the_quilt() {
    let mut state = 1;
    let mut tilings = vec![drawn(PENTOMINOES), drawn(&["A"]), drawn(&["AAB", "ABB"])];
    for (columns, rows, most) in [(1, 30, 4), (30, 1, 4), (12, 17, 6), (24, 23, 7), (31, 18, 2), (20, 20, 40)]
    {
        tilings.push(random_board(columns, rows, most, &mut state));
    }
    for tiling in &tilings {
        for objective in OBJECTIVES {
            sew(tiling, &plan(tiling, objective));
        }
    }
}

/// On each foundation, rectangles are added one after another along a whole side; every rectangle is on one
/// foundation, and every seam on at most one.
#[track_caller]
fn sew_foundations(plan: &PiecingPlan) -> usize {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let mut steps: BTreeSet<usize> = BTreeSet::new();
    for foundation in &plan.foundations {
        let mut order = foundation.order.iter().inspect(|&&part| assert!(used.insert(part), "on two"));
        let first = plan.parts[*order.next().expect("a rectangle")].area;
        let (mut left, mut top, mut right, mut bottom) =
            (first.left, first.top, first.right(), first.bottom());
        for (part, &step) in order.zip(&foundation.steps) {
            assert!(steps.insert(step));
            let added = plan.parts[*part].area;
            assert!(plan.parts[*part].patch.is_some());
            let press = if (added.top, added.bottom()) == (top, bottom) {
                assert!(added.left == right || added.right() == left);
                if added.left == right { Press::Right } else { Press::Left }
            } else {
                assert_eq!((added.left, added.right()), (left, right), "a whole side");
                assert!(added.top == bottom || added.bottom() == top);
                if added.top == bottom { Press::Down } else { Press::Up }
            };
            assert_eq!(plan.steps[step].press, press, "pressed open");
            (left, top) = (left.min(added.left), top.min(added.top));
            (right, bottom) = (right.max(added.right()), bottom.max(added.bottom()));
        }
        let made = plan.parts[foundation.part].area;
        assert_eq!((made.left, made.top, made.right(), made.bottom()), (left, top, right, bottom));
        assert_eq!(foundation.steps.len() + 1, foundation.order.len());
    }
    assert_eq!(used.len(), plan.rectangles());
    for crossing in &plan.crossings {
        let press = [crossing.first, crossing.second].map(|step| plan.steps[step].press);
        assert_eq!(press[0], press[1].opposite());
    }
    steps.len()
}

#[test]
fn foundations_are_sewn_one_rectangle_at_a_time() {
    let mut state = 23;
    let sized = |tiling: &Tiling, block, most| {
        let options = PiecingOptions { foundations: Some(most), block, ..PiecingOptions::default() };
        straight_seam_plan(tiling, &options).expect("a plan")
    };
    let of = |tiling: &Tiling, block| sized(tiling, block, (usize::MAX, usize::MAX));
    for tiling in [drawn(PENTOMINOES), drawn(&["AAB", "C.B", "CDD"]), random_board(24, 23, 6, &mut state)] {
        let plan = of(&tiling, 20);
        let on_paper = sew_foundations(&plan);
        let few = plan.steps.len() < 10;
        assert!(few || 8 * on_paper >= plan.steps.len(), "{on_paper} of {}", plan.steps.len());
        let sizes = plan.foundations.iter().map(|paper| paper.order.len());
        assert!(sizes.into_iter().all(|size| size != 2), "two are as accurate without paper");
        assert_eq!(sew_foundations(&of(&tiling, 1)), 0, "no foundation reaches over two blocks");
    }
    let row = of(&drawn(&["ABCD"]), 20);
    // The middle is sewn first: two pairs, which are not worth paper.
    let orders: Vec<_> = row.foundations.iter().map(|paper| paper.order.clone()).collect();
    assert_eq!(orders, [[0], [1], [2], [3]]);
    let stairs = of(&drawn(&["AAB", "CCB", "DDD"]), 20);
    let small = sized(&drawn(PENTOMINOES), 20, (2, 3));
    let on_paper = small.foundations.iter().filter(|paper| paper.order.len() > 1);
    assert!(on_paper.clone().all(|paper| matches!(small.parts[paper.part].area.sides(), (0..=2, 0..=3))));
    assert!(on_paper.count() > 0 && sew_foundations(&small) < sew_foundations(&of(&drawn(PENTOMINOES), 20)));
    assert_eq!(stairs.foundations.len(), 1);
    assert_eq!(stairs.foundations[0].order, [0, 2, 1, 3]);
    assert!(plan(&drawn(PENTOMINOES), Objective::default()).foundations.is_empty());
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn large_quilts_are_sewn_too() {
    let mut state = 5;
    for (columns, rows, objective) in
        [(60, 80, Objective::FewestRectangles), (64, 40, Objective::ShallowestAssembly)]
    {
        let tiling = random_board(columns, rows, 7, &mut state);
        sew(&tiling, &plan(&tiling, objective));
    }
    for name in ["heptomino-21x26", "y-hexomino-23x24"] {
        let found = first(&template(name), &SolveOptions::default()).expect("in the limits");
        let tiling = found.0.expect(name);
        sew(&tiling, &plan(&tiling, Objective::default()));
    }
}

/// Fabric of any outline: the patch of every cell, by its place in the quilt.
type Outlined = BTreeMap<(usize, usize), usize>;

/// Sews a plan of a quilt of any outline and checks every seam.
#[track_caller]
fn sew_outline(tiling: &Tiling, plan: &PiecingPlan) {
    let cells = |area: CellRect| {
        (area.top..area.bottom()).flat_map(move |y| (area.left..area.right()).map(move |x| (x, y)))
    };
    let mut table: Vec<Option<Outlined>> = plan
        .parts
        .iter()
        .map(|part| {
            let placement = part.patch.as_ref()?.placement.expect("no background");
            assert!(part.is_rectangle());
            Some(cells(part.area).map(|cell| (cell, placement)).collect())
        })
        .collect();
    for step in &plan.steps {
        let [first, second] =
            [step.first, step.second].map(|part| table[part].take().expect("the part is on the table"));
        check_seam(step, &first, &second);
        let made: Outlined = first.into_iter().chain(second).collect();
        let part = &plan.parts[step.makes];
        assert_eq!(made.len(), part.cells);
        assert!(made.keys().all(|&(x, y)| cells(part.area).any(|cell| cell == (x, y))));
        assert!(cells(part.area).filter(|cell| made.contains_key(cell)).count() == made.len());
        table[step.makes] = Some(made);
    }
    let sewn: Vec<Outlined> = table.into_iter().flatten().collect();
    let owners = owners(tiling);
    let whole = cells(plan.size).filter(|&(x, y)| owners[y][x] != usize::MAX);
    assert_eq!(sewn, [whole.map(|(x, y)| ((x, y), owners[y][x])).collect()], "one quilt, as the tiling says");
    assert_eq!(plan.rectangles(), plan.steps.len() + 1);
    check_blocks(plan);
}

/// All edges between two parts are on one line, and each stretch of them is a whole side of one part.
#[track_caller]
fn check_seam(step: &SeamStep, first: &Outlined, second: &Outlined) {
    let upright = matches!(step.press, Press::Left | Press::Right);
    let along: fn(usize, usize) -> (usize, usize) =
        if upright { |x, y| (x + 1, y) } else { |x, y| (x, y + 1) };
    let edges: Vec<(usize, usize)> =
        first.keys().filter(|&&(x, y)| second.contains_key(&along(x, y))).copied().collect();
    let touching = first
        .keys()
        .flat_map(|&(x, y)| [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
    assert_eq!(touching.filter(|cell| second.contains_key(cell)).count(), edges.len(), "one side only");
    assert_eq!(edges.len(), step.seam);
    let lines: BTreeSet<usize> = edges.iter().map(|&(x, y)| if upright { x } else { y }).collect();
    assert_eq!(lines.len(), 1, "one line");
    let mut sewn = 0;
    for stretch in &step.stretches {
        assert_eq!((stretch.upright, lines.first()), (upright, stretch.line.checked_sub(1).as_ref()));
        sewn += stretch.to - stretch.from;
        let at = |place: usize| {
            let before = if upright { (stretch.line - 1, place) } else { (place, stretch.line - 1) };
            (before, along(before.0, before.1))
        };
        let goes_on = |part: &Outlined, second: bool| {
            let ends = [stretch.from.checked_sub(1), Some(stretch.to)].into_iter().flatten();
            let cell = |place| if second { at(place).1 } else { at(place).0 };
            ends.filter(|&place| part.contains_key(&cell(place))).count()
        };
        assert!(goes_on(first, false) == 0 || goes_on(second, true) == 0, "a whole side: {step:?}");
    }
    assert_eq!(sewn, step.seam);
}

/// Rectangles, seam cells and depth of a plan.
type Figures = (usize, usize, usize);

/// The figures of every plan of a rectangle, with fabric only where `cloth` allows. Cells without an owner
/// have no fabric; lines that only cut those off do not count as a level.
fn every_plan(
    owners: &[Vec<usize>],
    area: [usize; 4],
    cloth: &dyn Fn(usize, usize) -> bool,
    known: &mut BTreeMap<[usize; 4], BTreeSet<Figures>>,
) -> BTreeSet<Figures> {
    if let Some(figures) = known.get(&area) {
        return figures.clone();
    }
    let [left, top, right, bottom] = area;
    let mut figures = BTreeSet::new();
    let cells = || (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let owned: Vec<(usize, usize)> = cells().filter(|&(x, y)| owners[y][x] != usize::MAX).collect();
    let patches: BTreeSet<usize> = owned.iter().map(|&(x, y)| owners[y][x]).collect();
    let sides = [|cell: &(usize, usize)| cell.0, |cell: &(usize, usize)| cell.1].map(|at| {
        let at = owned.iter().map(at);
        at.clone().max().zip(at.min()).map_or(0, |(most, least)| most - least + 1)
    });
    if owned.is_empty() {
        figures.insert((0, 0, 0));
    } else if patches.len() == 1 && owned.len() == sides[0] * sides[1] && cloth(sides[0], sides[1]) {
        figures.insert((1, 0, 0));
    }
    let is_owned = |x: usize, y: usize| owners[y][x] != usize::MAX;
    let mut join = |first: [usize; 4], second: [usize; 4], beside: Vec<(bool, bool)>| {
        let Some(seam) = seam_along(&beside) else { return };
        let second = every_plan(owners, second, cloth, known);
        for (rectangles, seams, depth) in every_plan(owners, first, cloth, known) {
            figures.extend(second.iter().map(|other| {
                let level = usize::from(rectangles > 0 && other.0 > 0);
                (rectangles + other.0, seams + other.1 + seam, level + depth.max(other.2))
            }));
        }
    };
    for x in left + 1..right {
        let beside = (top..bottom).map(|y| (is_owned(x - 1, y), is_owned(x, y))).collect();
        join([left, top, x, bottom], [x, top, right, bottom], beside);
    }
    for y in top + 1..bottom {
        let beside = (left..right).map(|x| (is_owned(x, y - 1), is_owned(x, y))).collect();
        join([left, top, right, y], [left, y, right, bottom], beside);
    }
    known.insert(area, figures.clone());
    figures
}

/// The length of a seam, unless a stretch of it is a whole side of neither part.
fn seam_along(beside: &[(bool, bool)]) -> Option<usize> {
    let (mut length, mut before) = (0, (false, false));
    let mut runs = beside.chunk_by(|a, b| a == b).peekable();
    while let Some(run) = runs.next() {
        if run[0] == (true, true) {
            let after = runs.peek().map_or((false, false), |run| run[0]);
            if (before.0 || after.0) && (before.1 || after.1) {
                return None;
            }
            length += run.len();
        }
        before = run[0];
    }
    Some(length)
}

/// Compares the plans of a tiling with all possible plans; returns whether there is one.
#[track_caller]
fn best_of_all(tiling: &Tiling) -> bool {
    let owners = owners(tiling);
    let whole = [0, 0, owners[0].len(), owners.len()];
    let all = every_plan(&owners, whole, &|_, _| true, &mut BTreeMap::new());
    if all.is_empty() {
        for objective in OBJECTIVES {
            let options = PiecingOptions { objective, ..PiecingOptions::default() };
            let error = straight_seam_plan(tiling, &options).unwrap_err();
            assert!(matches!(error, PiecingError::NoSeam { .. }), "{error}: {owners:?}");
        }
        return false;
    }
    let full = owners.iter().flatten().all(|&owner| owner != usize::MAX);
    let found = |objective| {
        let plan = plan(tiling, objective);
        if !full {
            sew_outline(tiling, &plan);
        }
        (plan.rectangles(), plan.seam_cells(), plan.depth)
    };
    let best = |key: fn(&Figures) -> Figures| all.iter().map(key).min().expect("a plan");
    let (rectangles, seams, _) = found(Objective::FewestRectangles);
    let least = best(|&(rectangles, seams, _)| (rectangles, seams, 0));
    assert_eq!((rectangles, seams, 0), least, "fewest: {owners:?}");
    let (rectangles, seams, _) = found(Objective::ShortestSeams);
    let least = best(|&(rectangles, seams, _)| (seams, rectangles, 0));
    assert_eq!((seams, rectangles, 0), least, "shortest: {owners:?}");
    let (rectangles, seams, depth) = found(Objective::ShallowestAssembly);
    let least = best(|&(rectangles, seams, depth)| (depth, rectangles, seams));
    // With holes and notches several steps may be one level.
    let depth = if full { depth } else { least.0 };
    assert_eq!((depth, rectangles, seams), least, "shallowest: {owners:?}");
    let strips = (1..=owners.len().max(owners[0].len()))
        .flat_map(|strip| every_plan(&owners, whole, &|w, h| w == strip || h == strip, &mut BTreeMap::new()));
    let least = strips.map(|(rectangles, seams, _)| (rectangles, seams)).min();
    let (rectangles, seams, _) = found(Objective::FewestStripHeights);
    assert_eq!(Some((rectangles, seams)), least, "strips: {owners:?}");
    true
}

/// All divisions of the cells left into connected groups of `allowed` sizes.
fn every_tiling(
    left: &BTreeSet<Cell>,
    allowed: &dyn Fn(usize) -> bool,
    laid: &mut Vec<Vec<Cell>>,
    visit: &mut dyn FnMut(&[Vec<Cell>]),
) {
    let Some(&first) = left.first() else { return visit(laid) };
    let mut groups: BTreeSet<BTreeSet<Cell>> = BTreeSet::from([BTreeSet::from([first])]);
    while let Some(size) = groups.first().map(BTreeSet::len) {
        let mut larger = BTreeSet::new();
        for group in groups {
            if allowed(size) {
                laid.push(group.iter().copied().collect());
                every_tiling(&left.difference(&group).copied().collect(), allowed, laid, visit);
                laid.pop();
            }
            for near in group.iter().flat_map(|&cell| Lattice::Square.neighbours(cell)) {
                if left.contains(&near) && !group.contains(&near) {
                    larger.insert(group.iter().copied().chain([near]).collect());
                }
            }
        }
        groups = larger;
    }
}

/// Tries all tilings of a rectangle by pieces of those sizes, and returns how many there are; only one of
/// several mirror images if `once`.
fn try_all(columns: i32, rows: i32, once: bool, allowed: impl Fn(usize) -> bool) -> usize {
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))).collect();
    let mut tilings = 0;
    every_tiling(&cells, &allowed, &mut Vec::new(), &mut |groups| {
        tilings += 1;
        let tiling = infer_tiling("every", Lattice::Square, groups.to_vec()).expect("a tiling");
        if !once || is_first_of_its_images(owners(&tiling)) {
            best_of_all(&tiling);
        }
    });
    tilings
}

/// Whether this is the first of its mirror images, with patches numbered in reading order.
fn is_first_of_its_images(mut owners: Vec<Vec<usize>>) -> bool {
    let numbered = |owners: &[Vec<usize>]| {
        let mut numbers = BTreeMap::new();
        let mut number = |&owner| {
            let next = numbers.len();
            *numbers.entry(owner).or_insert(next)
        };
        owners.iter().flatten().map(&mut number).collect::<Vec<usize>>()
    };
    let first = numbered(&owners);
    (0..4).all(|turn| {
        if turn % 2 == 0 {
            owners.reverse()
        } else {
            owners.iter_mut().for_each(|row| row.reverse())
        }
        numbered(&owners) >= first
    })
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn the_best_of_all_plans_of_all_tilings() {
    let any = |_| true;
    assert_eq!(try_all(2, 2, false, any), 12);
    assert_eq!(try_all(1, 7, false, any), 64, "a break or none in six places");
    assert_eq!(try_all(4, 2, false, any), 456);
    assert_eq!(try_all(3, 3, false, any), 1434);
    assert_eq!(try_all(4, 3, true, any), 27_780);
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn the_best_of_all_plans_of_tilings_of_4_x_5() {
    assert_eq!(try_all(4, 5, false, |size| size == 2), 95, "dominoes");
    assert_eq!(try_all(5, 4, false, |size| size == 4), 454);
    assert_eq!(try_all(4, 5, false, |size| size == 5), 501);
    let mut state = 3;
    for _ in 0..300 {
        best_of_all(&random_board(4, 5, 6, &mut state));
        best_of_all(&random_board(5, 4, 9, &mut state));
    }
}

/// The cells of a rectangle given by the bits of a number, moved to the corner, if they are connected.
fn outline(columns: i32, rows: i32, bits: usize) -> Option<BTreeSet<Cell>> {
    let all = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))).enumerate();
    let cells: Vec<Cell> = all.filter(|(index, _)| bits >> index & 1 == 1).map(|(_, cell)| cell).collect();
    let left = cells.iter().map(|cell| cell.x).min()?;
    let top = cells.iter().map(|cell| cell.y).min()?;
    let cells: BTreeSet<Cell> = cells.iter().map(|cell| Cell::new(cell.x - left, cell.y - top)).collect();
    let mut open: Vec<Cell> = cells.first().copied().into_iter().collect();
    let mut seen: BTreeSet<Cell> = open.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let near = Lattice::Square.neighbours(cell).filter(|near| cells.contains(near));
        open.extend(near.filter(|&near| seen.insert(near)));
    }
    (seen == cells).then_some(cells)
}

#[test]
#[ignore = "a minute without optimisation: see CONTRIBUTING.md"]
fn the_best_of_all_plans_of_all_outlines() {
    let mut state = 17;
    let (mut outlines, mut sewn) = (0, 0);
    for bits in 1..1 << 12 {
        let Some(cells) = outline(4, 3, bits) else { continue };
        outlines += 1;
        for most in [1, 3, 12] {
            sewn += usize::from(best_of_all(&divided_at_random(cells.clone(), most, &mut state)));
        }
    }
    assert_eq!((outlines, sewn), (1126, 3 * 1126), "nothing so small is without a plan");
    let mut holes = 0;
    for _ in 0..400 {
        let Some(cells) = outline(5, 5, random(&mut state) | random(&mut state)) else { continue };
        holes += usize::from(cells.len() < 20);
        assert!(best_of_all(&divided_at_random(cells, 5, &mut state)));
    }
    assert!(holes > 20, "the boards are no challenge");
}

#[test]
fn outlines_without_a_plan_are_refused_by_place() {
    // Along every line, both sides extend beyond a seam.
    let knot = ["A.AA", "AAA.", ".AAA", "AA.A"];
    assert!(!best_of_all(&drawn(&knot)));
    let knot = ["BBBBB", "A.AAB", "AAA.B", ".AAAB", "AA.AB"];
    let error = straight_seam_plan(&drawn(&knot), &PiecingOptions::default()).unwrap_err();
    assert_eq!(error, PiecingError::NoSeam { column: 1, row: 2, columns: 4, rows: 4 });
    let options = PiecingOptions { outside: Outside::Background, ..PiecingOptions::default() };
    assert!(straight_seam_plan(&drawn(&knot), &options).is_ok());
}

#[test]
fn a_hole_parts_a_seam_in_stretches() {
    let ring = plan(&drawn(&["AAAAA", "A..AA", "AAAAA"]), Objective::default());
    let sentences = |plan: &PiecingPlan| -> Vec<String> {
        (0..plan.steps.len()).map(|step| plan.sentence(step, 25.4, Units::Imperial)).collect()
    };
    assert_eq!(
        sentences(&ring),
        [
            "A5 = A3 + A4, seam 1 in, press left",
            "A6 = A1 + A5, seam 1 in, press up",
            "A7 = A6 + A2, seam 1 in + 1 in, press left"
        ]
    );
    // One bar and two arms: two seams along one line.
    let fork = plan(&drawn(&["A.B", "A.B", "CCC"]), Objective::default());
    assert_eq!((fork.rectangles(), fork.depth), (3, 2));
    assert_eq!(sentences(&fork), ["A4 = A1 + A3, seam 1 in, press up", "A5 = A2 + A4, seam 1 in, press up"]);
}

#[test]
fn of_equal_plans_always_the_same() {
    let sentences = |rows: &[&str], objective| {
        let plan = plan(&drawn(rows), objective);
        let all = (0..plan.steps.len()).map(|step| plan.sentence(step, 50.8, Units::Imperial));
        all.collect::<Vec<String>>()
    };
    let four = [
        "A5 = A1 + A2, seam 2 in, press left",
        "A6 = A3 + A4, seam 2 in, press right",
        "A7 = A5 + A6, seam 4 in, press up",
    ];
    for objective in OBJECTIVES {
        assert_eq!(sentences(&["AB", "CD"], objective), four, "rows before columns, nested at the crossing");
        let row = ["A5 = A1 + A2", "A6 = A3 + A4", "A7 = A5 + A6"];
        let found = sentences(&["ABCD"], objective);
        assert!(found.iter().zip(row).all(|(found, row)| found.starts_with(row)), "in the middle: {found:?}");
        assert_eq!(sentences(PENTOMINOES, objective), sentences(PENTOMINOES, objective));
    }
    let metric = plan(&drawn(&["AB"]), Objective::default()).sentence(0, 50.8, Units::Metric);
    assert_eq!(metric, "A3 = A1 + A2, seam 51 mm, press left");
}

#[test]
fn no_labels_twice_and_blocks_as_large_as_asked() {
    let tiling = random_board(24, 23, 6, &mut 9);
    for block in [1, 2, 7, 50, 10_000] {
        let options = PiecingOptions { block, ..PiecingOptions::default() };
        let plan = straight_seam_plan(&tiling, &options).expect("a plan");
        let cloth: usize = plan.blocks.iter().map(|block| block.rectangles).sum();
        assert!(plan.blocks.iter().all(|found| found.rectangles <= block));
        assert_eq!(cloth, plan.rectangles());
        assert_eq!(plan.blocks.len() == 1, block == 10_000);
    }
    let none = PiecingOptions { block: 0, ..PiecingOptions::default() };
    let error = straight_seam_plan(&tiling, &none).unwrap_err();
    assert_eq!(error.to_string(), "a block must have at least 1 rectangle (got `0`)");
}

/// Pieces, seams, seam cells, set-in and clipped corners of each method.
#[track_caller]
fn figures(rows: &[&str], least: usize, expected: &[(SewingMethod, [usize; 5])]) {
    let methods = methods(&drawn(rows), Outside::Open);
    let found: Vec<(SewingMethod, [usize; 5])> = methods
        .figures
        .iter()
        .map(|f| (f.method, [f.pieces, f.seams, f.seam_cells, f.set_in_corners, f.clipped_corners]))
        .collect();
    assert_eq!(found, expected, "{rows:?}");
    assert_eq!((methods.least_rectangles, methods.refused), (Some(least), None), "{rows:?}");
}

#[test]
fn methods_side_by_side() {
    use SewingMethod::{Columns, EnglishPaper, Rows, Squares, StraightSeams, Templates};
    figures(
        &["AAAAA", "BABBB"],
        4,
        &[
            (Templates, [3, 2, 6, 2, 2]),
            (StraightSeams, [4, 3, 7, 0, 0]),
            (Rows, [4, 3, 7, 0, 0]),
            (Columns, [9, 8, 12, 0, 0]),
            (Squares, [10, 9, 13, 0, 0]),
            (EnglishPaper, [3, 2, 6, 0, 2]),
        ],
    );
    // The five rectangles of a pinwheel cannot be sewn with straight seams: one must be cut.
    figures(
        &["AAB", "CDB", "CEE"],
        5,
        &[
            (Templates, [5, 8, 8, 0, 0]),
            (StraightSeams, [6, 5, 9, 0, 0]),
            (Rows, [7, 6, 10, 0, 0]),
            (Columns, [7, 6, 10, 0, 0]),
            (Squares, [9, 8, 12, 0, 0]),
            (EnglishPaper, [5, 8, 8, 0, 0]),
        ],
    );
}

/// The formulas for the whole patchwork, and the bound, on random boards.
#[test]
fn methods_agree_with_the_tiling_and_the_patchwork() {
    let mut state = 11;
    for _ in 0..60 {
        let tiling = random_board(9, 7, 8, &mut state);
        let methods = methods(&tiling, Outside::Open);
        let whole = &methods.figures[0];
        let properties = TilingProperties::new(&tiling);
        assert_eq!(whole.set_in_corners, properties.set_in_corners);
        assert_eq!(whole.pieces, tiling.placements().len());
        let touching: usize = properties.sharing_edges.iter().map(BTreeSet::len).sum();
        assert!(whole.seams >= touching / 2);
        let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
        assert!((patchwork.seam_length() - 20.0 * whole.seam_cells as f64).abs() < 1e-9);
        let cut = |patch: &piecework::geometry::Patch| {
            patch.outline().with_allowance(3.0, "x").expect("open").area()
        };
        let area: f64 = patchwork.patches().iter().map(cut).sum();
        assert!((area - whole.cut_area(20.0, 3.0).expect("squares")).abs() < 1e-6);
        let straight = &methods.figures[1];
        let least = methods.least_rectangles.expect("squares");
        assert!(whole.pieces <= least && least <= straight.pieces);
        for pieces in [2, 3, 4].map(|method| methods.figures[method].pieces) {
            assert!(straight.pieces <= pieces);
        }
        let plan = plan(&tiling, Objective::FewestRectangles);
        let cut = |part: &piecework::quilt::piecing::PiecedPart| {
            let (width, height) = part.unfinished(20.0, 3.0);
            width * height
        };
        let area: f64 = plan.cloth().map(|(part, _)| cut(part)).sum();
        assert!((area - straight.cut_area(20.0, 3.0).expect("squares")).abs() < 1e-6);
    }
}

#[test]
fn tilings_without_straight_seams_have_other_methods() {
    let of = |lattice, text, outside| methods(&tiling(lattice, text), outside);
    let hexagons = of(Lattice::Hex, "A A\n B A", Outside::Background);
    assert_eq!(hexagons.refused, None, "in rows of half hexagons");
    let found: Vec<(SewingMethod, usize, usize)> =
        hexagons.figures.iter().map(|f| (f.method, f.seam_cells, f.set_in_corners)).collect();
    // A hexagon among three others of one bent piece: it is set in at two corners of that piece.
    let papers = (SewingMethod::EnglishPaper, 3, 0);
    assert_eq!(found, [(SewingMethod::Templates, 3, 2), (SewingMethod::Rows, 11, 0), papers]);
    assert_eq!(hexagons.figures[0].cut_area(20.0, 3.0), None);
    let kites = of(Lattice::Kite, "AAA\nAAA", Outside::Background);
    assert_eq!(
        (kites.refused, kites.figures[1].method),
        (None, SewingMethod::Rows),
        "along their long edges"
    );
    let ring = of(Lattice::Square, "AAA\nA.A\nAAA", Outside::Open);
    assert_eq!((ring.refused, ring.figures.len(), ring.least_rectangles), (None, 6, Some(4)));
    let found: Vec<(usize, usize, usize)> =
        ring.figures.iter().map(|f| (f.pieces, f.seam_cells, f.perimeter)).collect();
    assert_eq!(found, [(1, 0, 16), (4, 4, 24), (4, 4, 24), (4, 4, 24), (8, 8, 32), (1, 0, 16)]);
    assert_eq!((ring.figures[0].clipped_corners, ring.figures[0].set_in_corners), (4, 0));
    let steps = of(Lattice::Square, ".AA\nAA.", Outside::Open);
    // Along the only line between two rows, both sides extend beyond.
    let methods: Vec<SewingMethod> = steps.figures.iter().map(|figures| figures.method).collect();
    let SewingMethod::Templates = methods[0] else { panic!("{methods:?}") };
    assert!(!methods.contains(&SewingMethod::Rows) && methods.contains(&SewingMethod::Columns));
    let filled = of(Lattice::Square, "AAA\nA.A\nAAA", Outside::Background);
    assert_eq!((filled.refused, filled.figures.len(), filled.least_rectangles), (None, 6, Some(5)));
    assert_eq!((filled.figures[0].pieces, filled.figures[0].set_in_corners), (2, 4));
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    let whole = |columns: i32, rows: i32| {
        // Stripes of different heights: nothing is repeated.
        let ends = [0, 32, 63, 93, 122, rows];
        let stripe = |ends: &[i32]| {
            let rows = ends[0]..ends[1];
            rows.flat_map(|y| (0..columns).map(move |x| Cell::new(x, y))).collect::<Vec<Cell>>()
        };
        infer_tiling("large", Lattice::Square, ends.windows(2).map(stripe)).expect("a tiling")
    };
    let error = straight_seam_plan(&whole(128, 128), &PiecingOptions::default()).unwrap_err();
    let expected = PiecingError::TooLarge { columns: 128, rows: 128, found: 68_161_536, allowed: 67_108_864 };
    assert_eq!(error, expected);
    assert_eq!(methods(&whole(128, 128), Outside::Open).refused, Some(expected));
}

#[test]
fn background_is_sewn_like_any_patch() {
    let tiling = drawn(&["AAA", "A.A", "AAB"]);
    let options = PiecingOptions { outside: Outside::Background, ..PiecingOptions::default() };
    let plan = straight_seam_plan(&tiling, &options).expect("a plan");
    let background: Vec<_> = plan.cloth().filter(|(_, patch)| patch.placement.is_none()).collect();
    assert_eq!(background.len(), 1);
    let (part, patch) = background[0];
    assert_eq!(
        (part.area, patch.piece.as_str()),
        (CellRect { left: 1, top: 1, columns: 1, rows: 1 }, "background")
    );
    let open = straight_seam_plan(&tiling, &PiecingOptions::default()).expect("a plan");
    assert!(open.cloth().all(|(_, patch)| patch.placement.is_some()), "the hole stays one");
}
