//! Replays plans with Y-seams cell by cell, and compares them with all plans of their kind, found by other
//! code.

use std::collections::{BTreeMap, BTreeSet};

use piecework::quilt::piecing::{PiecingOptions, PiecingPlan, straight_seam_plan};
use piecework::tiling::Tiling;

use super::{PENTOMINOES, drawn, owners, random_board};

/// A cell: column, row.
type At = (usize, usize);
/// An edge between two cells that are side by side or one above the other.
type Edge = (At, At);

fn plan(tiling: &Tiling, y_seams: Option<usize>) -> PiecingPlan {
    let options = PiecingOptions { y_seams, ..PiecingOptions::default() };
    straight_seam_plan(tiling, &options).expect("a plan")
}

/// Sews a plan together on a table of cells; returns the number of pieces and of Y-seams.
#[track_caller]
fn sewn(tiling: &Tiling, plan: &PiecingPlan) -> (usize, usize) {
    let owners = owners(tiling);
    let mut parts: BTreeMap<usize, BTreeSet<At>> = BTreeMap::new();
    let mut all: BTreeSet<At> = BTreeSet::new();
    for (index, part) in plan.parts.iter().enumerate().filter(|(_, part)| part.patch.is_some()) {
        let area = part.area;
        let inside = |x: usize, y: usize| {
            !part
                .corners
                .iter()
                .any(|c| x >= c.left && x < c.left + c.columns && y >= c.top && y < c.top + c.rows)
        };
        let cells = (area.top..area.top + area.rows)
            .flat_map(|y| (area.left..area.left + area.columns).map(move |x| (x, y)))
            .filter(|&(x, y)| inside(x, y));
        let cells: BTreeSet<At> = cells.collect();
        let patches: BTreeSet<usize> = cells.iter().map(|&(x, y)| owners[y][x]).collect();
        let placement = part.patch.as_ref().and_then(|patch| patch.placement);
        assert_eq!(
            patches.into_iter().collect::<Vec<usize>>(),
            placement.into_iter().collect::<Vec<usize>>()
        );
        assert_eq!(cells.len(), part.cells);
        assert!(cells.iter().all(|&cell| all.insert(cell)), "cloth is cut twice");
        parts.insert(index, cells);
    }
    let pieces = parts.len();
    let mut y_seams = 0;
    for step in &plan.steps {
        let first = parts.remove(&step.first).expect("a part that is there");
        let second = parts.remove(&step.second).expect("another part");
        y_seams +=
            turns(&first, &second, &edges(step.stretches.iter().map(|s| (s.upright, s.line, s.from, s.to))));
        parts.insert(step.makes, first.into_iter().chain(second).collect());
    }
    let whole: usize = tiling.puzzle().region().area();
    assert_eq!(parts.into_values().map(|cells| cells.len()).collect::<Vec<usize>>(), [whole]);
    (pieces, y_seams)
}

/// The edges of stretches: upright, line, from, to.
fn edges(stretches: impl Iterator<Item = (bool, usize, usize, usize)>) -> BTreeSet<Edge> {
    let each = |(upright, line, from, to): (bool, usize, usize, usize)| {
        (from..to)
            .map(move |at| if upright { ((line - 1, at), (line, at)) } else { ((at, line - 1), (at, line)) })
    };
    stretches.flat_map(each).collect()
}

/// Checks that a seam is the whole border between two parts, straight or around one corner; returns the
/// number of turns.
#[track_caller]
fn turns(first: &BTreeSet<At>, second: &BTreeSet<At>, seam: &BTreeSet<Edge>) -> usize {
    let beside = |&(x, y): &At| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))];
    let apart = |(a, b): &Edge| {
        (first.contains(a) && second.contains(b)) || (second.contains(a) && first.contains(b))
    };
    let border: BTreeSet<Edge> = first.iter().chain(second).flat_map(beside).filter(apart).collect();
    assert_eq!(&border, seam, "the seam is the whole border");
    let lines: BTreeSet<(bool, usize)> =
        border.iter().map(|(a, b)| if a.1 == b.1 { (true, b.0) } else { (false, b.1) }).collect();
    let lines: Vec<(bool, usize)> = lines.into_iter().collect();
    match lines.as_slice() {
        [_] => 0,
        &[(false, row), (true, column)] => {
            // Around the corner one part has one cell, the other three.
            let around = [(column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)];
            let of = |part: &BTreeSet<At>| around.iter().filter(|cell| part.contains(cell)).count();
            assert_eq!((of(first).min(of(second)), of(first).max(of(second))), (1, 3));
            1
        }
        lines => panic!("a seam along {lines:?}"),
    }
}

/// The fewest pieces of every plan of this kind, by trying all: straight cuts, and patches with corners set
/// in.
struct Everything {
    owners: Vec<Vec<usize>>,
    known: BTreeMap<(usize, usize, usize, usize, usize), usize>,
}

impl Everything {
    fn fewest(&mut self, (left, top, right, bottom): (usize, usize, usize, usize), y_seams: usize) -> usize {
        let key = (left, top, right, bottom, y_seams);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let cells: BTreeSet<At> = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).collect();
        let patches: BTreeSet<usize> = cells.iter().map(|&(x, y)| self.owners[y][x]).collect();
        let mut best = if patches.len() == 1 { 1 } else { usize::MAX };
        if best > 1 {
            for here in 0..=y_seams {
                for x in left + 1..right {
                    let sum = self.fewest((left, top, x, bottom), here)
                        + self.fewest((x, top, right, bottom), y_seams - here);
                    best = best.min(sum);
                }
                for y in top + 1..bottom {
                    let sum = self.fewest((left, top, right, y), here)
                        + self.fewest((left, y, right, bottom), y_seams - here);
                    best = best.min(sum);
                }
            }
            for patch in patches {
                let (mine, rest): (BTreeSet<At>, BTreeSet<At>) =
                    cells.iter().partition(|&&(x, y)| self.owners[y][x] == patch);
                let corners = pieces_of(rest);
                if pieces_of(mine).len() == 1 && corners.len() <= y_seams {
                    let boxes: Option<Vec<_>> =
                        corners.iter().map(|corner| at_corner(corner, (left, top, right, bottom))).collect();
                    if let Some(boxes) = boxes {
                        best = best.min(1 + self.filled(&boxes, y_seams - corners.len()));
                    }
                }
            }
        }
        self.known.insert(key, best);
        best
    }

    fn filled(&mut self, boxes: &[(usize, usize, usize, usize)], y_seams: usize) -> usize {
        let Some((&first, others)) = boxes.split_first() else { return 0 };
        let all = (0..=y_seams).map(|here| self.fewest(first, here) + self.filled(others, y_seams - here));
        all.min().expect("at least one way")
    }
}

/// The connected parts of some cells.
fn pieces_of(mut cells: BTreeSet<At>) -> Vec<BTreeSet<At>> {
    let mut pieces = Vec::new();
    while let Some(start) = cells.pop_first() {
        let (mut piece, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some((x, y)) = open.pop() {
            for near in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if cells.remove(&near) {
                    piece.insert(near);
                    open.push(near);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// The box of cells, if they fill it and it is in exactly one corner of a rectangle.
fn at_corner(
    cells: &BTreeSet<At>,
    (left, top, right, bottom): (usize, usize, usize, usize),
) -> Option<(usize, usize, usize, usize)> {
    let (xs, ys) = (cells.iter().map(|cell| cell.0), cells.iter().map(|cell| cell.1));
    let found = (xs.clone().min()?, ys.clone().min()?, xs.max()? + 1, ys.max()? + 1);
    let is_full = cells.len() == (found.2 - found.0) * (found.3 - found.1);
    let ends = [(left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)];
    (is_full && ends.iter().filter(|end| cells.contains(end)).count() == 1).then_some(found)
}

#[test]
fn plans_with_y_seams_are_sewn_and_are_the_best_of_their_kind() {
    let mut state = 13;
    let mut saved = 0;
    for round in 0..60 {
        let tiling = random_board(3 + round % 3, 3 + round % 2, 5, &mut state);
        let straight = plan(&tiling, None).rectangles();
        let owners = owners(&tiling);
        let whole = (0, 0, owners[0].len(), owners.len());
        let mut everything = Everything { owners, known: BTreeMap::new() };
        assert_eq!(everything.fewest(whole, 0), straight);
        for y_seams in 1..=6 {
            let plan = plan(&tiling, Some(y_seams));
            let (pieces, turned) = sewn(&tiling, &plan);
            assert_eq!(pieces, everything.fewest(whole, y_seams), "{y_seams} in {tiling:?}");
            assert!(turned <= y_seams && turned == plan.y_seams);
            saved += straight - pieces;
        }
    }
    assert!(saved > 100, "{saved}");
}

#[test]
fn the_trade_off_is_that_of_the_plans() {
    let tiling = drawn(PENTOMINOES);
    let most = plan(&tiling, Some(12));
    let rows: Vec<(usize, usize)> = most.trade_off.iter().map(|row| (row.y_seams, row.pieces)).collect();
    assert_eq!((rows[0], most.y_seams), ((0, plan(&tiling, None).rectangles()), rows[rows.len() - 1].0));
    assert!(rows.len() > 4 && rows.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1), "{rows:?}");
    for row in &most.trade_off {
        let plan = plan(&tiling, Some(row.y_seams));
        assert_eq!(sewn(&tiling, &plan), (row.pieces, row.y_seams));
        assert_eq!(plan.seam_cells(), row.seam_cells);
    }
    assert!(plan(&tiling, None).trade_off.is_empty());
}

#[test]
fn what_is_sewn_on_paper_has_no_y_seams() {
    let tiling = drawn(PENTOMINOES);
    let options = PiecingOptions { y_seams: Some(7), foundations: Some((9, 9)), ..PiecingOptions::default() };
    let plan = straight_seam_plan(&tiling, &options).expect("a plan");
    assert_eq!(sewn(&tiling, &plan), (24, 7));
    let on_paper = plan.foundations.iter().flat_map(|paper| &paper.steps);
    assert!(on_paper.clone().count() > 0);
    assert!(on_paper.into_iter().all(|&step| plan.steps[step].turn().is_none()));
}
