//! Quilts of blocks, replayed from what their plans say is made how often: JSON in, cells and corners out, without the
//! planner and pages.

use std::collections::{BTreeMap, BTreeSet};

use piecework::color::{FabricWish, Scheme, Touching, read_stash};
use piecework::lattice::{Cell, Corner, Lattice};
use piecework::quilt::piecing::BlockGrid;
use piecework::quilt::{Method, QuiltOptions, QuiltPlan};
use piecework::tiling::{Tiling, infer_tiling};
use serde_json::Value;

use super::replay::{list, number, text};

/// A point of the plane, and a line between two of them.
pub(super) type Point = (i64, i64);
pub(super) type Edge = (Point, Point);

pub(super) struct Dice(pub(super) u32);

impl Dice {
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % count
    }
}

/// A block of so many columns and rows, parted at random into connected pieces of at most `most` cells.
pub(super) fn block(
    lattice: Lattice,
    (columns, rows): (i32, i32),
    most: usize,
    dice: &mut Dice,
) -> Vec<Vec<Cell>> {
    let cells = (0..rows).flat_map(|y| lattice.row(columns, y));
    let mut groups: Vec<Vec<Cell>> = cells.map(|cell| vec![cell]).collect();
    for _ in 0..groups.len() * 3 {
        let of = dice.below(groups.len());
        let cell = groups[of][dice.below(groups[of].len())];
        let near: Vec<Cell> = lattice.neighbours(cell).collect();
        let near = near[dice.below(near.len())];
        let Some(other) = groups.iter().position(|group| group.contains(&near)) else { continue };
        if other != of && groups[of].len() + groups[other].len() <= most {
            let joined = groups[other].clone();
            groups[of].extend(joined);
            groups.swap_remove(other);
        }
    }
    groups
}

/// Square blocks of `side` columns, turned at random, in a grid with sashing between.
fn quilt(lattice: Lattice, side: i32, (across, down, sash): (i32, i32, i32), dice: &mut Dice) -> Tiling {
    let (first, column) = (block(lattice, (side, side), 5, dice), lattice.cells_in_column());
    let turns: Vec<_> = lattice.symmetries().filter(|turn| !turn.is_reflection()).collect();
    let mut groups = Vec::new();
    let strip = |left: i32, top: i32, columns: i32, rows: i32| -> Vec<Cell> {
        let cells = (0..rows).flat_map(|y| lattice.row(columns, y));
        cells.map(|cell| cell.shifted(Cell::new(left * column, top))).collect()
    };
    for (x, y) in (0..down).flat_map(|y| (0..across).map(move |x| (x, y))) {
        let (left, top) = (x * (side + sash), y * (side + sash));
        let turn = turns[dice.below(turns.len())];
        let turned: Vec<Vec<Cell>> =
            first.iter().map(|group| group.iter().map(|&cell| lattice.apply(turn, cell)).collect()).collect();
        let all: Vec<Cell> = turned.iter().flatten().copied().collect();
        let home = lattice.shift_to_origin(&all);
        let shift = Cell::new(home.x + left * column, home.y + top);
        groups.extend(turned.iter().map(|group| group.iter().map(|cell| cell.shifted(shift)).collect()));
        let (right, below) = (x + 1 < across && sash > 0, y + 1 < down && sash > 0);
        groups.extend(right.then(|| strip(left + side, top, sash, side)));
        groups.extend(below.then(|| strip(left, top + side, side, sash)));
        groups.extend((right && below).then(|| strip(left + side, top + side, sash, sash)));
    }
    infer_tiling("blocks", lattice, groups).expect("a tiling")
}

/// Cells as the corners around them.
struct Plane {
    lattice: Lattice,
    cells: Vec<Vec<Cell>>,
}

impl Plane {
    fn of(lattice: Lattice, repeats: &Value) -> Self {
        let place = |value: &Value| i32::try_from(number(value)).expect("a small quilt");
        let cell = |at: &Value| Cell::new(place(&at[0]), place(&at[1]));
        let cells = |piece: &Value| list(&piece["cells"]).iter().map(cell).collect();
        Self { lattice, cells: list(&repeats["pieces"]).iter().map(cells).collect() }
    }

    /// The edges around some pieces: those that only one cell has.
    fn around(&self, pieces: &[usize]) -> BTreeSet<Edge> {
        let mut edges: BTreeMap<Edge, usize> = BTreeMap::new();
        for &cell in pieces.iter().flat_map(|&piece| &self.cells[piece]) {
            let corners: Vec<Point> =
                self.lattice.corners(cell).map(|Corner { x, y, .. }| (i64::from(x), i64::from(y))).collect();
            for (at, &one) in corners.iter().enumerate() {
                let other = corners[(at + 1) % corners.len()];
                *edges.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
        edges.into_iter().filter(|&(_, count)| count == 1).map(|(edge, _)| edge).collect()
    }

    /// What some pieces look like, piece by piece, after quarter turns and moved to the origin.
    fn look(&self, pieces: &[usize], quarters: usize) -> BTreeSet<BTreeSet<Edge>> {
        let turn = |(x, y): Point| (0..quarters).fold((x, y), |(x, y), _| (-y, x));
        let outlines: Vec<BTreeSet<Edge>> = pieces
            .iter()
            .map(|&piece| {
                let edges = self.around(&[piece]).into_iter().map(|(one, other)| (turn(one), turn(other)));
                edges.map(|(one, other)| (one.min(other), one.max(other))).collect()
            })
            .collect();
        let points = || outlines.iter().flatten().flat_map(|&(one, other)| [one, other]);
        let left = points().map(|at| at.0).min().expect("points");
        let top = points().map(|at| at.1).min().expect("points");
        let moved = |(x, y): Point| (x - left, y - top);
        outlines
            .iter()
            .map(|edges| edges.iter().map(|&(one, other)| (moved(one), moved(other))).collect())
            .collect()
    }
}

/// The line that an edge lies on: its direction, and how far it is from the origin.
fn line(&(one, other): &Edge) -> (Point, i64) {
    let (x, y) = (other.0 - one.0, other.1 - one.1);
    let divisor = (1..=x.abs().max(y.abs())).rev().find(|by| x % by == 0 && y % by == 0).expect("a length");
    let (x, y) = (x / divisor, y / divisor);
    ((x, y), one.0 * y - one.1 * x)
}

fn indices(value: &Value) -> Vec<usize> {
    list(value).iter().map(|index| usize::try_from(number(index)).expect("an index")).collect()
}

/// Sews a quilt as its plan says; returns how many parts are different and how many seams are sewn.
#[track_caller]
fn replay(
    tiling: &Tiling,
    method: Method,
    side: i32,
    (across, down, sash): (i32, i32, i32),
) -> (usize, usize) {
    let at = |count: i32| usize::try_from(count).expect("few");
    let mut options = QuiltOptions { method, ..QuiltOptions::default() };
    // Blocks without sashing are found.
    options.piecing.blocks = (sash > 0).then(|| BlockGrid {
        columns: at(across),
        rows: at(down),
        sashing: at(sash),
        on_point: false,
    });
    let plan = QuiltPlan::new(tiling, &options).expect("a plan");
    sewn_as_it_says(&plan, tiling, method, Some((side, sash)))
}

/// Sews a quilt as its plan says, with blocks of a side and this sashing in a grid; returns how many parts are different and
/// how many seams are sewn.
#[track_caller]
pub(super) fn sewn_as_it_says(
    plan: &QuiltPlan,
    tiling: &Tiling,
    method: Method,
    grid: Option<(i32, i32)>,
) -> (usize, usize) {
    let plan: Value =
        serde_json::from_str(&serde_json::to_string(plan).expect("serializable")).expect("JSON");
    let repeats = &plan["repeats"];
    assert!(repeats.is_object(), "{tiling:?} repeats its blocks");
    let (pieces, parts) = (list(&repeats["pieces"]), list(&repeats["parts"]));
    let plane = Plane::of(tiling.lattice(), repeats);
    let covered: BTreeSet<Cell> = plane.cells.iter().flatten().copied().collect();
    assert_eq!(covered.len(), plane.cells.iter().map(Vec::len).sum::<usize>(), "a cell is cut twice");
    assert_eq!(covered.len(), tiling.puzzle().region().cells().len(), "all cells are cut");
    // Everything that was sewn and not used yet, by what it is called.
    let mut table: BTreeMap<(String, BTreeSet<usize>), usize> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        table.insert((text(&piece["label"]).to_owned(), BTreeSet::from([index])), 1);
    }
    let mut seams = 0;
    for part in parts {
        let copies: Vec<Vec<usize>> = list(&part["copies"]).iter().map(indices).collect();
        assert_eq!(i64::try_from(copies.len()).expect("few"), number(&part["count"]), "{}", part["label"]);
        let first = plane.look(&copies[0], 0);
        let mut fabrics: BTreeMap<Vec<&str>, i64> = BTreeMap::new();
        for copy in &copies {
            assert!((0..4).any(|quarters| plane.look(copy, quarters) == first), "{}", part["label"]);
            *fabrics
                .entry(copy.iter().map(|&piece| text(&pieces[piece]["fabric"])).collect())
                .or_default() += 1;
            let of = copies[0].iter().copied().zip(copy.iter().copied()).collect::<BTreeMap<usize, usize>>();
            let mut sewn: Vec<usize> = Vec::new();
            for next in list(&part["of"]) {
                let own: Vec<usize> = indices(&next["pieces"]).iter().map(|piece| of[piece]).collect();
                let taken = (text(&next["label"]).to_owned(), own.iter().copied().collect());
                assert_eq!(table.remove(&taken), Some(1), "{} takes {taken:?}", part["label"]);
                if !sewn.is_empty() {
                    let (one, other) = (plane.around(&sewn), plane.around(&own));
                    let seam: BTreeSet<Edge> = one.intersection(&other).copied().collect();
                    let lines: BTreeSet<_> = seam.iter().map(line).collect();
                    if method == Method::Straight {
                        assert_eq!(lines.len(), 1, "{}: one straight line", part["label"]);
                        let whole = |part: &BTreeSet<Edge>| {
                            part.iter().filter(|edge| lines.contains(&line(edge))).count()
                        };
                        assert!([whole(&one), whole(&other)].contains(&seam.len()), "{}", part["label"]);
                    }
                    assert!(!seam.is_empty(), "{}", part["label"]);
                    seams += 1;
                }
                sewn.extend(own);
            }
            if let Some((side, sash)) = grid.filter(|grid| grid.1 > 0)
                && ["unit", "block"].contains(&text(&part["kind"]))
            {
                let column = tiling.lattice().cells_in_column();
                let place = |at: i32| ((at / (side + sash)), at % (side + sash) < side);
                let cells = copy.iter().flat_map(|&piece| &plane.cells[piece]);
                let blocks: BTreeSet<_> = cells.map(|cell| (place(cell.x / column), place(cell.y))).collect();
                assert_eq!(blocks.len(), 1, "{} is in one block", part["label"]);
                assert!(blocks.iter().all(|(x, y)| x.1 && y.1), "{} has no sashing", part["label"]);
            }
            let made = (text(&part["label"]).to_owned(), copy.iter().copied().collect());
            assert_eq!(sewn.into_iter().collect::<BTreeSet<usize>>(), made.1, "{}", part["label"]);
            assert!(table.insert(made, 1).is_none(), "{} is made twice", part["label"]);
        }
        let mut said: Vec<i64> = list(&part["colorings"]).iter().map(|of| number(&of["count"])).collect();
        let mut found: Vec<i64> = fabrics.into_values().collect();
        said.sort_unstable();
        found.sort_unstable();
        assert_eq!(said, found, "{}: fabrics", part["label"]);
    }
    assert_eq!(table.len(), 1, "one top: {:?}", table.keys());
    names_of_colorings_add_up(pieces, parts);
    assert_eq!(seams + 1, pieces.len(), "every seam is sewn once");
    (parts.len(), seams)
}

/// The patterns say what each coloring is sewn from by name: made one after the other, everything is used up.
#[track_caller]
fn names_of_colorings_add_up(pieces: &[Value], parts: &[Value]) {
    let mut there: BTreeMap<String, i64> = BTreeMap::new();
    for piece in pieces {
        let name = format!("{} {}", text(&piece["label"]), text(&piece["fabric"]));
        *there.entry(name).or_default() += 1;
    }
    for part in parts {
        for coloring in list(&part["colorings"]) {
            let (label, count) = (text(&coloring["label"]), number(&coloring["count"]));
            assert_eq!(list(&coloring["of"]).len(), list(&part["of"]).len(), "{label}");
            for of in list(&coloring["of"]) {
                let left = there.get_mut(text(of)).unwrap_or_else(|| panic!("{label}: {of} is not made"));
                *left -= count;
                assert!(*left >= 0, "{label} takes more {of} than there are");
            }
            assert!(there.insert(label.to_owned(), count).is_none(), "{label} is named twice");
        }
    }
    let left: Vec<_> = there.into_iter().filter(|(_, left)| *left > 0).collect();
    assert!(left.len() == 1 && left[0].1 == 1, "one top: {left:?}");
}

/// Columns of dominoes look the same upside down, and what is at one end of them is a unit of its own.
#[test]
fn what_is_in_a_part_is_where_it_is_in_each_of_its_copies() {
    let puzzle = crate::support::template("domino-8x8");
    let block = piecework::solver::first(&puzzle, &piecework::solver::SolveOptions::default());
    let block = block.expect("in the limits").0.expect("a tiling");
    let groups = (0..9).flat_map(|at| {
        let shift = Cell::new(8 * (at % 3), 8 * (at / 3));
        let moved = move |cells: &[Cell]| cells.iter().map(|cell| cell.shifted(shift)).collect::<Vec<Cell>>();
        block.placements().iter().map(|laid| moved(&laid.cells)).collect::<Vec<_>>()
    });
    let tiling = infer_tiling("dominoes", Lattice::Square, groups).expect("a tiling");
    for method in [Method::Templates, Method::Straight] {
        replay(&tiling, method, 8, (3, 3, 0));
    }
}

#[test]
fn blocks_are_sewn_once_and_made_as_often_as_it_says() {
    let mut dice = Dice(3);
    for (lattice, method, sides) in [
        (Lattice::Square, Method::Straight, [3, 5]),
        (Lattice::Square, Method::Templates, [3, 4]),
        (Lattice::Tetrakis, Method::Straight, [2, 3]),
    ] {
        for side in sides {
            for grid in [(2, 3, 0), (3, 2, 1), (2, 2, 2)] {
                if grid.2 >= side {
                    continue;
                }
                let quilt = quilt(lattice, side, grid, &mut dice);
                let (parts, seams) = replay(&quilt, method, side, grid);
                assert!(2 * parts < seams, "{lattice} {side} {grid:?}: {parts} parts of {seams} seams");
            }
        }
    }
}

#[test]
fn a_quilt_without_blocks_has_no_repeats() {
    let mut dice = Dice(8);
    let tiling = infer_tiling("one", Lattice::Square, block(Lattice::Square, (7, 6), 6, &mut dice));
    let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
    let repeats = QuiltPlan::new(&tiling.expect("a tiling"), &options).expect("a plan").repeats;
    assert!(repeats.is_none(), "{repeats:?}");
}

/// Squares of one fabric are cut as such, also from the cloth that the pattern says to buy.
#[test]
fn triangles_of_one_fabric_make_squares_and_what_is_bought_is_enough() {
    let mut dice = Dice(5);
    for _ in 0..4 {
        let halves = |square: i32, dice: &mut Dice| {
            let kinds = if dice.below(2) == 0 { [[0, 1], [2, 3]] } else { [[0, 2], [1, 3]] };
            kinds.map(|half| half.map(|kind| Cell::new(4 * (square % 6) + kind, square / 6)).to_vec())
        };
        let groups: Vec<Vec<Cell>> = (0..36).flat_map(|square| halves(square, &mut dice)).collect();
        let tiling = infer_tiling("halves", Lattice::Tetrakis, groups).expect("a tiling");
        let names = ["Oat", "Rust", "Midnight"];
        let fixed: Vec<(usize, String)> =
            (1..=72).map(|patch| (patch, names[dice.below(3)].to_owned())).collect();
        let coloring =
            FabricWish { fixed: fixed.clone(), touching: Touching::MayMatch, ..FabricWish::default() };
        let options = QuiltOptions { method: Method::Straight, coloring, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let square = |at: usize| {
            let cell = tiling.placements()[at].cells[0];
            (cell.y, cell.x.div_euclid(4))
        };
        let mut whole: BTreeMap<(i32, i32), BTreeSet<&str>> = BTreeMap::new();
        for (patch, fabric) in &fixed {
            whole.entry(square(patch - 1)).or_default().insert(fabric);
        }
        let plain = whole.values().filter(|fabrics| fabrics.len() == 1).count();
        let units = plan.summary.half_squares.as_ref().expect("units");
        assert!(units.pairs.iter().all(|pair| !pair.is_plain()));
        assert_eq!(units.pairs.iter().map(|pair| pair.units).sum::<usize>(), 36 - plain);
        assert_eq!(plan.summary.assembly.as_ref().expect("steps").steps.len() + 1, 72 - plain);
        for (index, name) in names.iter().enumerate() {
            let due = fixed.iter().filter(|(_, fabric)| fabric == name).count();
            assert_eq!(
                plan.summary.fabrics.iter().find(|of| of.name == *name).map(|of| of.patches),
                Some(due),
                "{index}"
            );
        }
        let list = plan.summary.shopping_list(options.units);
        let amount = |name: &&str| {
            let line = list.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
            format!("{name}={}", line.expect("bought"))
        };
        let stash = names.iter().map(amount).collect::<Vec<String>>().join(",");
        let scheme = Scheme::Stash(read_stash(&stash).expect("a stash"));
        let coloring = FabricWish { scheme, ..options.coloring.clone() };
        let again = QuiltPlan::new(&tiling, &QuiltOptions { coloring, ..options });
        assert!(again.is_ok(), "{stash}: {:?}", again.err());
    }
}

/// Every seam of a block lies to the same side in all of its copies.
#[test]
fn equal_blocks_are_pressed_alike() {
    let mut dice = Dice(12);
    for _ in 0..6 {
        let first = block(Lattice::Square, (4, 4), 4, &mut dice);
        let moved = |x: i32, y: i32| {
            let shift = move |cell: &Cell| Cell::new(cell.x + 4 * x, cell.y + 4 * y);
            first.iter().map(move |group| group.iter().map(shift).collect::<Vec<Cell>>()).collect::<Vec<_>>()
        };
        let groups = (0..3).flat_map(|y| (0..3).flat_map(move |x| [(x, y)])).flat_map(|(x, y)| moved(x, y));
        let tiling = infer_tiling("blocks", Lattice::Square, groups).expect("a tiling");
        let options = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        assert!(plan.repeats.is_some());
        let seams = plan.straight.expect("straight seams").plan;
        let mut presses: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for step in seams.steps.iter().filter(|step| seams.parts[step.makes].block.is_some()) {
            let area = seams.parts[step.makes].area;
            let place = (area.left % 4, area.top % 4, area.columns, area.rows);
            presses.entry(place).or_default().insert(step.press.word());
        }
        assert!(presses.values().all(|words| words.len() == 1), "{presses:?}");
    }
}
