//! Equalities that hold for every tiling, and a simulator that is independent of the planner.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::*;
use piecework_tiling::lattice::{Cell, Lattice};
use piecework_tiling::polyform::{Freedom, Shape};
use piecework_tiling::puzzle::{Contact, Count, Piece, Puzzle, Region};
use piecework_tiling::tiling::Tiling;

const CELL: f64 = 10.0;

/// A tiling whose pieces are the groups of cells; `gaps` stay empty.
pub(super) fn tiling(lattice: Lattice, groups: Vec<Vec<Cell>>, gaps: Vec<Cell>) -> Tiling {
    let all = groups.iter().flatten().chain(&gaps).copied().collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut laid = Vec::new();
    for cells in groups {
        let shape = Shape::new(lattice, cells.clone()).expect("a shape");
        let known = pieces.iter().position(|piece| piece.shape == shape);
        laid.push((known.unwrap_or(pieces.len()), cells));
        if known.is_none() {
            let name = format!("P{}", pieces.len());
            pieces.push(Piece { name, shape, freedom: Freedom::Fixed, count: Count::ANY });
        }
    }
    let region = Region::new(lattice, all).expect("a region");
    let gaps = u32::try_from(gaps.len()).expect("few");
    let puzzle = Puzzle::with_rules("test", region, pieces, Contact::Allowed, gaps).expect("a puzzle");
    Tiling::new(&Arc::new(puzzle), laid).expect("a tiling")
}

/// Each letter is a piece, `.` a gap, a blank is outside.
fn drawn(rows: &[&str]) -> Tiling {
    let mut groups: BTreeMap<u8, Vec<Cell>> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.bytes().enumerate().filter(|&(_, letter)| letter != b' ') {
            let cell = Cell::new(i32::try_from(x).expect("small"), i32::try_from(y).expect("small"));
            groups.entry(letter).or_default().push(cell);
        }
    }
    let gaps = groups.remove(&b'.').unwrap_or_default();
    tiling(Lattice::Square, groups.into_values().collect(), gaps)
}

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// A board of random connected groups of cells, with some cells left out.
pub(super) fn random_board(lattice: Lattice, (width, height): (i32, i32), seed: u64) -> Tiling {
    let mut random = Numbers(seed);
    let left_out = if seed.is_multiple_of(3) { 0 } else { 1 + random.below(4) };
    let mut cells: Vec<Cell> = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y))).collect();
    for _ in 0..left_out {
        cells.remove(random.below(cells.len()));
    }
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    let largest = 1 + random.below(9);
    let mut rest: BTreeSet<Cell> = cells.iter().copied().collect();
    while let Some(first) = rest.pop_first() {
        let mut group = vec![first];
        while group.len() < largest {
            let near: Vec<Cell> = group
                .iter()
                .flat_map(|&cell| lattice.neighbours(cell))
                .filter(|cell| rest.contains(cell))
                .collect();
            let Some(&next) = near.get(random.below(near.len().max(1))) else { break };
            rest.remove(&next);
            group.push(next);
        }
        groups.push(group);
    }
    let gaps =
        if seed % 5 == 1 && groups.len() > 4 { groups.remove(random.below(groups.len())) } else { vec![] };
    tiling(lattice, groups, gaps)
}

/// Rows of dominoes, every second row moved by half a domino, with single cells at its ends.
fn bricks(side: i32) -> Tiling {
    let mut groups = Vec::new();
    for y in 0..side {
        let mut x = 0;
        while x < side {
            let length = if y % 2 == 1 && x == 0 || x + 1 == side { 1 } else { 2 };
            groups.push((x..x + length).map(|x| Cell::new(x, y)).collect());
            x += length;
        }
    }
    tiling(Lattice::Square, groups, Vec::new())
}

fn plan(tiling: &Tiling, order: CutOrder) -> (Patchwork, CommonLines) {
    let patchwork = Patchwork::trace(tiling, CELL).expect("a patchwork");
    let lines = CommonLines::plan(&patchwork, order);
    (patchwork, lines)
}

/// Every edge is cut once, end to end, and the cut is half of all perimeters.
#[track_caller]
pub(super) fn check_equalities(tiling: &Tiling, order: CutOrder) -> CommonLines {
    let (patchwork, lines) = plan(tiling, order);
    let mut seen = vec![0; patchwork.edges().len()];
    for trail in lines.trails() {
        for pair in trail.windows(2) {
            assert_eq!(lines.work.end(pair[0]), lines.work.start(pair[1]), "a trail hangs together");
        }
        trail.iter().for_each(|step| seen[step.edge] += 1);
    }
    assert!(seen.iter().all(|&times| times == 1), "every edge once");
    // In whole edges of cells, so exactly.
    let units = |length: f64| (length / CELL).round();
    let perimeters: f64 = tiling.placements().iter().map(|p| border(tiling.lattice(), &p.cells)).sum();
    let covered: Vec<Cell> = tiling.placements().iter().flat_map(|p| p.cells.clone()).collect();
    let twice = perimeters + border(tiling.lattice(), &covered);
    assert_eq!(2.0 * units(lines.found().cut_length_mm), twice);
    assert!((lines.found().cut_length_mm - lines.least().cut_length_mm).abs() < 1e-6);
    assert!(lines.found().pen_downs >= lines.least().pen_downs);
    if lines.found().pen_downs == lines.least().pen_downs {
        assert!(lines.found().travel_mm >= lines.least().travel_mm - 1e-6);
    }
    lines
}

/// How many edges of cells have one of `cells` on one side only.
fn border(lattice: Lattice, cells: &[Cell]) -> f64 {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    let free = |&cell: &Cell| lattice.neighbours(cell).filter(|near| !set.contains(near)).count();
    cells.iter().map(free).sum::<usize>() as f64
}

/// A board of squares under a knife, which only knows cells and the lines to cut.
struct Board {
    piece_of: BTreeMap<(i64, i64), usize>,
    size: (i64, i64),
    /// Walls that are cut: between a cell and its right (0) or lower (1) neighbour.
    cut: BTreeSet<(i64, i64, u8)>,
}

impl Board {
    fn new(tiling: &Tiling) -> Self {
        let mut piece_of = BTreeMap::new();
        for (piece, placement) in tiling.placements().iter().enumerate() {
            for cell in &placement.cells {
                piece_of.insert((i64::from(cell.x), i64::from(cell.y)), piece);
            }
        }
        let size = |of: fn(&(i64, i64)) -> i64| piece_of.keys().map(of).max().unwrap_or(0) + 1;
        let size = (size(|c| c.0), size(|c| c.1));
        Self { piece_of, size, cut: BTreeSet::new() }
    }

    /// All cells, including the stock around the board, that are connected to `from` by material.
    fn connected_to(&self, from: (i64, i64)) -> BTreeSet<(i64, i64)> {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some((x, y)) = open.pop() {
            let ways = [
                ((x + 1, y), (x, y, 0)),
                ((x - 1, y), (x - 1, y, 0)),
                ((x, y + 1), (x, y, 1)),
                ((x, y - 1), (x, y - 1, 1)),
            ];
            for (next, wall) in ways {
                let inside = (-1..=self.size.0).contains(&next.0) && (-1..=self.size.1).contains(&next.1);
                if inside && !self.cut.contains(&wall) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Cuts from one corner of cells to another, unit by unit.
    #[track_caller]
    fn cut(&mut self, from: Point, to: Point) {
        let unit = |p: Point| {
            let (x, y) = ((p.x / CELL).round(), (p.y / CELL).round());
            assert!((p.x / CELL - x).abs() < 1e-9 && (p.y / CELL - y).abs() < 1e-9, "on a corner");
            (to_int(x), to_int(y))
        };
        let ((mut x, mut y), goal) = (unit(from), unit(to));
        assert!(x == goal.0 || y == goal.1, "upright or level");
        while (x, y) != goal {
            let (dx, dy) = ((goal.0 - x).signum(), (goal.1 - y).signum());
            let (left, top) = (x.min(x + dx), y.min(y + dy));
            let (sides, wall) = if dx == 0 {
                ([(left - 1, top), (left, top)], (left - 1, top, 0))
            } else {
                ([(left, top - 1), (left, top)], (left, top - 1, 1))
            };
            let held = self.connected_to((-1, -1));
            assert!(sides.iter().all(|cell| held.contains(cell)), "a loose piece is cut at {x}, {y}");
            let pieces = sides.map(|cell| self.piece_of.get(&cell));
            assert_ne!(pieces[0], pieces[1], "no piece is cut in two");
            assert!(self.cut.insert(wall), "nothing is cut twice");
            (x, y) = (x + dx, y + dy);
        }
    }

    fn loose_pieces(&self) -> BTreeSet<usize> {
        let held = self.connected_to((-1, -1));
        self.piece_of.iter().filter(|(cell, _)| !held.contains(cell)).map(|(_, &piece)| piece).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded, and small boards")]
fn to_int(value: f64) -> i64 {
    value as i64
}

/// Cuts a whole plan on the board.
#[track_caller]
fn simulate(tiling: &Tiling, lines: &CommonLines) {
    let mut board = Board::new(tiling);
    let mut freed = BTreeMap::new();
    for (step, line) in lines.lines().enumerate() {
        line.points.windows(2).for_each(|pair| board.cut(pair[0], pair[1]));
        if line.closed {
            board.cut(line.points[line.points.len() - 1], line.points[0]);
        }
        for piece in board.loose_pieces() {
            freed.entry(piece).or_insert(step + 1);
        }
    }
    let expected: BTreeMap<usize, usize> = lines.freed().iter().copied().enumerate().collect();
    assert_eq!(freed, expected, "pieces come free when the plan says");
}

fn drawings() -> Vec<Tiling> {
    [
        vec!["A"],
        vec!["AB"],
        vec!["AAB", "ABB"],
        vec!["AAA", "ABA", "AAA"],
        vec!["ABC", "DEF", "GHI"],
        vec!["AAAAA", "ABBCA", "ADBCA", "ADDCA", "AAAAA"],
        vec!["AABB", "CDDB", "CEDF", "EEFF"],
        vec!["AA..", "AA.B", "CCBB"],
        vec!["AAAAA", "A   A", "A B A", "A   A", "AAAAA"],
        vec!["AB ", "CDE", " FG"],
        vec!["A B", " C ", "D E"],
        vec!["AAAABC", "D  ABC", "D EABB", "DEEAAA", "DDEEFF"],
    ]
    .iter()
    .map(|rows| drawn(rows))
    .collect()
}

#[test]
fn drawn_boards_are_cut_once_and_never_on_a_loose_piece() {
    for tiling in drawings() {
        for order in [CutOrder::Travel, CutOrder::MatFree] {
            simulate(&tiling, &check_equalities(&tiling, order));
        }
    }
}

#[test]
fn random_boards_are_cut_once_and_never_on_a_loose_piece() {
    let (mut found, mut least) = (0, 0);
    for seed in 0..120 {
        let tiling = random_board(Lattice::Square, (7, 6), seed);
        let lines = check_equalities(&tiling, CutOrder::Travel);
        simulate(&tiling, &lines);
        found += lines.found().pen_downs;
        least += lines.least().pen_downs;
        simulate(&tiling, &check_equalities(&tiling, CutOrder::MatFree));
    }
    assert_eq!(found, least);
}

#[test]
fn hexagons_and_triangles_obey_the_same_equalities() {
    for lattice in [Lattice::Hex, Lattice::Triangle] {
        let (mut found, mut least) = (0, 0);
        for seed in 0..100 {
            let tiling = random_board(lattice, (7, 6), seed);
            for order in [CutOrder::Travel, CutOrder::MatFree] {
                let lines = check_equalities(&tiling, order);
                check_ties(&tiling, &lines);
                if order == CutOrder::Travel {
                    found += lines.found().pen_downs;
                    least += lines.least().pen_downs;
                }
            }
        }
        assert_eq!(found, least, "{lattice:?}");
    }
}

/// The same simulation on patches, for other lattices; without holes, where no patch is the stock.
#[track_caller]
pub(super) fn check_ties(tiling: &Tiling, lines: &CommonLines) {
    let patchwork = Patchwork::trace(tiling, CELL).expect("a patchwork");
    if patchwork.board().iter().any(|part| !part.holes().is_empty()) || !tiling.gaps().is_empty() {
        return;
    }
    let mut uncut: BTreeSet<usize> = (0..patchwork.edges().len()).collect();
    for step in lines.trails().iter().flatten() {
        let mut held: BTreeSet<Option<usize>> = BTreeSet::from([None]);
        let mut grew = true;
        while grew {
            grew = false;
            for &edge in &uncut {
                let edge = &patchwork.edges()[edge];
                if held.contains(&edge.left) != held.contains(&edge.right) {
                    held.extend([edge.left, edge.right]);
                    grew = true;
                }
            }
        }
        let edge = &patchwork.edges()[step.edge];
        assert!(held.contains(&edge.left) && held.contains(&edge.right), "a loose piece is cut");
        uncut.remove(&step.edge);
    }
}

#[test]
fn bricks_take_as_few_pen_downs_as_there_must_be() {
    for side in [4, 8, 20] {
        let tiling = bricks(side);
        let lines = check_equalities(&tiling, CutOrder::Travel);
        simulate(&tiling, &lines);
        assert_eq!(lines.found().pen_downs, lines.least().pen_downs, "{side}");
        let late = lines.freed().iter().filter(|&&step| 2 * step > lines.found().pen_downs).count();
        assert_eq!(late, lines.freed().len(), "no brick comes free in the first half");
    }
    // 159 x 158 level edges, and upright ones alternately 80 and 81 in a row.
    let large = bricks(158);
    assert_eq!(large.placements().len(), 12_561);
    let lines = check_equalities(&large, CutOrder::Travel);
    assert_eq!(lines.found().cut_length_mm, 37_841.0 * CELL);
    assert_eq!((lines.found().pen_downs, lines.least().pen_downs), (12_560, 12_560));
    assert!(lines.found().travel_mm < 1.06 * lines.least().travel_mm, "{:?}", lines.found());
}

#[test]
fn a_grid_of_single_cells_is_cut_in_straight_lines() {
    let cells = (0..40).flat_map(|y| (0..40).map(move |x| vec![Cell::new(x, y)])).collect();
    let lines = check_equalities(&tiling(Lattice::Square, cells, Vec::new()), CutOrder::Travel);
    assert_eq!((lines.found().pen_downs, lines.least().pen_downs), (78, 78));
    assert!(lines.found().travel_mm < 1.7 * lines.least().travel_mm, "{:?}", lines.found());
    let corners: usize = lines.lines().map(|line| line.points.len() - 1).sum();
    assert!(corners <= 78 + 8 + 4 * 39, "{corners} straight stretches, divided where others end on the rim");
}

/// A program that joins lines finds every face, also where places are rounded: an end is a point of the line
/// it meets.
#[test]
fn lines_have_points_where_others_end_on_them() {
    for tiling in drawings() {
        let patchwork = Patchwork::trace(&tiling, CELL).expect("a patchwork");
        let lines: Vec<Line> = CommonLines::plan(&patchwork, CutOrder::Travel).lines().collect();
        let ends = lines
            .iter()
            .filter(|line| !line.closed)
            .flat_map(|line| line.points.first().into_iter().chain(line.points.last()));
        for end in ends {
            let vertex = patchwork.vertices().iter().find(|vertex| vertex.at == *end).expect("a vertex");
            let here = lines.iter().flat_map(|line| &line.points).filter(|point| *point == end).count();
            assert!(vertex.edges.len() < 3 || here > 1, "{}: {end:?}", tiling.puzzle().name());
        }
    }
}

#[test]
fn an_order_without_a_mat_runs_down_the_sheet() {
    for tiling in drawings().into_iter().chain([bricks(9)]) {
        let (_, lines) = plan(&tiling, CutOrder::MatFree);
        let mut row = 0.0;
        for line in lines.lines() {
            assert!(!line.closed && line.points.is_sorted_by_key(|point| point.y), "downwards");
            assert!(line.points[0].y >= row, "row after row");
            row = line.points[0].y;
        }
    }
}

#[test]
fn rims_are_last_and_plans_are_deterministic() {
    let triangles = (0..20).map(|at| random_board(Lattice::Triangle, (9, 9), 15 * at));
    for tiling in [bricks(8), random_board(Lattice::Square, (9, 9), 3), random_board(Lattice::Hex, (6, 6), 3)]
        .into_iter()
        .chain(triangles)
    {
        let (patchwork, lines) = plan(&tiling, CutOrder::Travel);
        let rim: Vec<bool> =
            lines.trails().iter().flatten().map(|s| !patchwork.edges()[s.edge].is_inner()).collect();
        assert!(rim.is_sorted(), "what lies inside comes before the rim");
        assert_eq!(plan(&tiling, CutOrder::Travel).1, lines);
    }
}

#[test]
fn an_overcut_runs_along_lines_that_are_cut_by_then() {
    for seed in 0..40 {
        let tiling = random_board(Lattice::Square, (7, 6), seed);
        let (_, lines) = plan(&tiling, CutOrder::Travel);
        let mut board = Board::new(&tiling);
        for line in lines.lines() {
            line.points.windows(2).for_each(|pair| board.cut(pair[0], pair[1]));
            if line.closed {
                board.cut(line.points[line.points.len() - 1], line.points[0]);
            }
            let (Some(onward), Some(&end)) = (line.onward, line.points.last()) else { continue };
            let mut again = Board::new(&tiling);
            again.cut(end, onward);
            assert!(again.cut.is_subset(&board.cut), "nothing new is cut beyond a T");
        }
    }
}

#[test]
fn tabs_hold_every_piece_in_its_sheet() {
    for seed in 0..40 {
        for count in [1, 2, 3] {
            let tiling = random_board(Lattice::Square, (7, 6), seed);
            let (patchwork, lines) = plan(&tiling, CutOrder::Travel);
            let ties = lines.ties(&patchwork, count);
            let mut held: BTreeSet<usize> = BTreeSet::from([piecework_draw::layout::STOCK]);
            for _ in 0..lines.work.faces {
                for (&(left, right), _) in lines.work.sides.iter().zip(&ties).filter(|&(_, &tie)| tie) {
                    if held.contains(&left) || held.contains(&right) {
                        held.extend([left, right]);
                    }
                }
            }
            assert_eq!(held.len(), lines.work.faces, "all hang on the stock");
            for patch in patchwork.patches() {
                let edges: Vec<usize> = patch.rings().iter().flatten().map(|side| side.edge).collect();
                let has = edges.iter().filter(|&&edge| ties[edge]).count();
                assert!(has >= count.min(edges.len()), "{has} of {count} tabs");
            }
            let places: usize = lines.lines_and_places(&ties).map(|(_, places)| places.len()).sum();
            assert_eq!(places, ties.iter().filter(|&&tie| tie).count());
        }
    }
}
