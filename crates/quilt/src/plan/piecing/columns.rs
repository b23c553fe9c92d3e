//! Cuts kites and drafters into rows between the lines of their long edges, and rows into strips and units with straight seams.
//!
//! The long edges of kites are on lines that run through the centers of all hexagons, in three directions. A row between two of
//! them is triangles, of three kites or six drafters each. Rows are cut across, along sides of triangles or square to the row; where
//! patches meet inside of triangles, the seams follow lines of drafters, so that none turns a corner.

use std::collections::BTreeMap;

use super::error::PiecingError;
use super::strips::{RowUnit, TriangleRows, TriangleStrip, UnitSeam};
use piecework_tiling::lattice::{Cell, Corner, Lattice};

/// How high a row is, in units of corners.
const HEIGHT: i32 = 6;

/// How many drafters a unit has at most: two triangles of them.
const UNIT: usize = 12;

/// The directions of all lines of drafters, in units of corners; rows are level.
const LINES: [(i32, i32); 6] = [(0, 1), (1, 3), (-1, 3), (1, 1), (-1, 1), (1, 0)];

/// How many of these a row is cut across along; along the others pieces would have long points.
const ACROSS: usize = 3;

/// A drafter of a patch, turned so that rows are level.
#[derive(Debug, Clone, Copy)]
struct Drafter {
    turned: Cell,
    cell: Cell,
    /// The cell of the tiling that it is part of.
    of: Cell,
    patch: usize,
}

/// Drafters of one row that are connected, from left to right.
struct Row {
    row: i32,
    drafters: Vec<Drafter>,
}

/// A straight seam: how long it is, where the shortest edge of a drafter measures 1, and how many edges it has.
#[derive(Debug, Clone, Copy)]
struct Seam {
    length: f64,
    edges: usize,
}

/// How drafters are sewn together.
#[derive(Debug, Clone)]
enum Sewn {
    /// They are one piece.
    Piece(Vec<usize>),
    /// Two parts are sewn first.
    Of(Box<[Sewn; 2]>, Seam),
}

/// The fewest pieces, of these the fewest edges of seams.
type Cost = (usize, usize);

/// The rows in every direction in which all of them are sewn with straight seams.
///
/// # Errors
/// [`PiecingError::BrokenRow`] if there is no such direction.
pub(super) fn all(lattice: Lattice, owners: &[(Cell, usize)]) -> Result<Vec<TriangleRows>, PiecingError> {
    in_all_directions(lattice, owners, |turned, rows| planned(turned, &rows))
}

/// Refuses cells that no direction has rows of.
///
/// # Errors
/// As [`all`].
pub(super) fn needs_rows(lattice: Lattice, owners: &[(Cell, usize)]) -> Result<(), PiecingError> {
    in_all_directions(lattice, owners, |_, _| Ok(())).map(|_| ())
}

/// What is made of the rows in every direction in which they can be sewn together.
fn in_all_directions<T>(
    lattice: Lattice,
    owners: &[(Cell, usize)],
    made_of: impl Fn(u32, Vec<Joined>) -> Result<T, Cell>,
) -> Result<Vec<T>, PiecingError> {
    let mut broken = None;
    let mut found = Vec::new();
    for turn in Lattice::DRAFTERS.symmetries().take(3) {
        let drafters = owners.iter().flat_map(|&(of, patch)| {
            let turned = |cell| (Lattice::DRAFTERS.apply(turn, cell), cell);
            let drafters = lattice.drafters(of).into_iter().map(turned);
            drafters.map(move |(turned, cell)| Drafter { turned, cell, of, patch })
        });
        let turned = (180 - turn.degrees(Lattice::DRAFTERS)) % 180;
        match in_order(connected(drafters.collect())).and_then(|rows| made_of(turned, rows)) {
            Ok(rows) => found.push(rows),
            Err(cell) => broken = broken.or(Some(cell)),
        }
    }
    match broken {
        Some(cell) if found.is_empty() => Err(PiecingError::BrokenRow { x: cell.x, y: cell.y }),
        _ => Ok(found),
    }
}

/// Three times the middle of a drafter.
fn middle(cell: Cell) -> Corner {
    Lattice::DRAFTERS.corners(cell).fold(Corner::new(0, 0), |sum, at| Corner::new(sum.x + at.x, sum.y + at.y))
}

/// The drafters of each row in its connected parts, row by row.
fn connected(drafters: Vec<Drafter>) -> Vec<Row> {
    let row_of = |drafter: &Drafter| middle(drafter.turned).y.div_euclid(3 * HEIGHT);
    let mut rest: BTreeMap<Cell, Drafter> = drafters.into_iter().map(|of| (of.turned, of)).collect();
    let mut rows = Vec::new();
    while let Some((_, first)) = rest.pop_first() {
        let row = row_of(&first);
        let mut found = vec![first];
        let mut next = 0;
        while let Some(&Drafter { turned, .. }) = found.get(next) {
            next += 1;
            for near in Lattice::DRAFTERS.neighbours(turned) {
                if rest.get(&near).is_some_and(|drafter| row_of(drafter) == row) {
                    found.extend(rest.remove(&near));
                }
            }
        }
        found.sort_unstable_by_key(|drafter| (middle(drafter.turned).x, middle(drafter.turned).y));
        rows.push(Row { row, drafters: found });
    }
    rows.sort_by_key(|row| (row.row, row.drafters.first().map(|first| middle(first.turned).x)));
    rows
}

/// A row with the one that it is sewn to, and the seam between them; none for the first.
type Joined = (Row, Option<(usize, Seam)>);

/// Rows in an order in which each is sewn to one before it.
fn in_order(mut rest: Vec<Row>) -> Result<Vec<Joined>, Cell> {
    let mut sewn: Vec<Joined> = Vec::new();
    while !rest.is_empty() {
        let contacts = |row: &Row| -> Vec<(usize, Vec<[Corner; 2]>)> {
            let near = sewn.iter().enumerate().filter(|(_, (other, _))| (row.row - other.row).abs() == 1);
            let edges = near.map(|(at, (other, _))| (at, shared(&row.drafters, &other.drafters)));
            edges.filter(|(_, edges)| !edges.is_empty()).collect()
        };
        let next = rest.iter().enumerate().map(|(at, row)| (at, contacts(row)));
        let next = next.clone().find(|(_, of)| sewn.is_empty() || !of.is_empty());
        let Some((at, contacts)) = next else { return Err(rest[0].drafters[0].of) };
        let of = rest[at].drafters[0].of;
        let joined = match contacts.as_slice() {
            [] => None,
            [(onto, edges)] => Some((*onto, seam(edges).ok_or(of)?)),
            // What is between them would have to be set in.
            _ => return Err(of),
        };
        sewn.push((rest.remove(at), joined));
    }
    Ok(sewn)
}

/// The edges that two groups of drafters share.
fn shared(some: &[Drafter], others: &[Drafter]) -> Vec<[Corner; 2]> {
    let others: BTreeMap<Cell, ()> = others.iter().map(|of| (of.turned, ())).collect();
    let edges = some.iter().flat_map(|of| {
        let corners: Vec<Corner> = Lattice::DRAFTERS.corners(of.turned).collect();
        let near = Lattice::DRAFTERS.neighbours(of.turned).enumerate();
        near.map(move |(at, near)| (near, [corners[at], corners[(at + 1) % corners.len()]]))
            .collect::<Vec<_>>()
    });
    edges.filter(|(near, _)| others.contains_key(near)).map(|(_, edge)| edge).collect()
}

/// Edges on one line as a seam; none if there is a space between them.
fn seam(edges: &[[Corner; 2]]) -> Option<Seam> {
    let corners = || edges.iter().flatten().copied();
    let place = |at: &Corner| (at.x, at.y);
    let (first, last) = (corners().min_by_key(place)?, corners().max_by_key(place)?);
    let length: f64 = edges.iter().map(|[from, to]| Lattice::DRAFTERS.distance(*from, *to)).sum();
    let whole = Lattice::DRAFTERS.distance(first, last);
    ((whole - length).abs() < 1e-6).then_some(Seam { length, edges: edges.len() })
}

/// All rows, cut and sewn; or a cell of a row for which there is no plan.
fn planned(turned: u32, rows: &[Joined]) -> Result<TriangleRows, Cell> {
    let mut plan = TriangleRows {
        turned,
        rows: Vec::new(),
        between: Vec::new(),
        onto: Vec::new(),
        units: Vec::new(),
        seams: Vec::new(),
        edges: 0,
        whole_triangles: false,
    };
    for (number, (row, joined)) in (1..).zip(rows) {
        let mut cutting = Cutting::of(&row.drafters);
        let segments = cutting.across().ok_or(row.drafters[0].of)?;
        plan.rows.push(Vec::new());
        plan.seams.push(segments.iter().filter_map(|(_, seam)| *seam).map(|seam| seam.length).collect());
        for (place, (sewn, seam)) in (1..).zip(&segments) {
            plan.edges += seam.map_or(0, |seam| seam.edges);
            plan.add(&row.drafters, (number, place), sewn);
        }
        if let Some((onto, seam)) = joined {
            plan.onto.push(*onto);
            plan.between.push(seam.length);
            plan.edges += seam.edges;
        }
    }
    Ok(plan)
}

impl TriangleRows {
    /// Adds a strip, or a unit of several parts, to the last row.
    fn add(&mut self, drafters: &[Drafter], (row, place): (usize, usize), sewn: &Sewn) {
        let parts = sewn.pieces();
        let first = self.rows.last().map_or(0, Vec::len);
        let name = |at: usize| match parts.len() {
            1 => format!("{row}-{place}"),
            _ => format!("{row}-{place}{}", letter(at)),
        };
        for (at, part) in parts.iter().enumerate() {
            let strip = TriangleStrip {
                placement: drafters[part[0]].patch,
                triangles: part.len(),
                label: name(at),
                cells: part.iter().map(|&drafter| drafters[drafter].cell).collect(),
            };
            self.rows.last_mut().expect("the row was added").push(strip);
        }
        if parts.len() > 1 {
            let mut unit = RowUnit { row, name: format!("{row}-{place}"), seams: Vec::new() };
            self.edges += sewn.steps(first, &mut unit.seams);
            self.units.push(unit);
        }
    }
}

/// The letter of a part of a unit.
fn letter(at: usize) -> char {
    ('a'..='z').nth(at).expect("a unit has at most twelve parts")
}

impl Sewn {
    /// Its pieces, from left to right.
    fn pieces(&self) -> Vec<&[usize]> {
        match self {
            Sewn::Piece(piece) => vec![piece],
            Sewn::Of(both, _) => both.iter().flat_map(Sewn::pieces).collect(),
        }
    }

    /// Adds its seams in order, of which the pieces begin at a place in their row; returns how many edges they have.
    fn steps(&self, first: usize, seams: &mut Vec<UnitSeam>) -> usize {
        let Sewn::Of(both, seam) = self else { return 0 };
        let [one, other] = &**both;
        let middle = first + one.pieces().len();
        let edges = seam.edges + one.steps(first, seams) + other.steps(middle, seams);
        let added = (middle..middle + other.pieces().len()).collect();
        seams.push(UnitSeam { sewn: (first..middle).collect(), added, length: seam.length });
        edges
    }
}

/// A row that is cut.
struct Cutting {
    laid: Vec<Laid>,
    /// What is best for drafters that were asked for before.
    known: BTreeMap<Vec<usize>, Option<(Cost, Sewn)>>,
}

/// A drafter in its row.
struct Laid {
    patch: usize,
    corners: Vec<Corner>,
    middle: Corner,
    /// The drafters of this row beside it, each with the edge between them.
    near: Vec<(usize, [Corner; 2])>,
}

/// A line that parts drafters: its direction, and which multiple of the distance from the origin it has.
type Line = ((i32, i32), i32);

impl Cutting {
    fn of(drafters: &[Drafter]) -> Self {
        let places: BTreeMap<Cell, usize> = (0..).zip(drafters).map(|(at, of)| (of.turned, at)).collect();
        let laid = drafters.iter().map(|&Drafter { turned, patch, .. }| {
            let corners: Vec<Corner> = Lattice::DRAFTERS.corners(turned).collect();
            let near = Lattice::DRAFTERS.neighbours(turned).enumerate();
            let near = near.filter_map(|(edge, near)| {
                Some((*places.get(&near)?, [corners[edge], corners[(edge + 1) % corners.len()]]))
            });
            Laid { patch, near: near.collect(), middle: middle(turned), corners }
        });
        Self { laid: laid.collect(), known: BTreeMap::new() }
    }

    /// The strips and units of the row from left to right, each with the seam before it.
    fn across(&mut self) -> Option<Vec<(Sewn, Option<Seam>)>> {
        let whole: Vec<usize> = (0..self.laid.len()).collect();
        let lines: Vec<Line> = self.lines(&whole, &LINES[..ACROSS]);
        let cuts = lines.into_iter().filter_map(|line| self.parted(&whole, line));
        let mut cuts: Vec<(Vec<usize>, Option<Seam>)> =
            cuts.map(|([left, _], seam)| (left, Some(seam))).collect();
        cuts.push((Vec::new(), None));
        cuts.push((whole, None));
        cuts.sort_by_key(|(left, _)| left.len());
        cuts.dedup_by(|a, b| a.0 == b.0);
        // For each cut the cost of all that is left of it, the cut before, and what is sewn between them.
        let mut best: Vec<Option<(Cost, usize, Sewn)>> = vec![None; cuts.len()];
        for end in 1..cuts.len() {
            for start in (0..end).rev() {
                let so_far = if start == 0 { Some((0, 0)) } else { best[start].as_ref().map(|of| of.0) };
                let Some(so_far) = so_far else { continue };
                let Some(between) = less(&cuts[end].0, &cuts[start].0) else { continue };
                let one_patch = self.is_one_patch(&between);
                if !one_patch && between.len() > UNIT {
                    if between.len() > 2 * UNIT {
                        break;
                    }
                    continue;
                }
                if !self.is_connected(&between) {
                    continue;
                }
                let Some((cost, sewn)) = self.best(&between) else { continue };
                let edges = cuts[start].1.map_or(0, |seam| seam.edges);
                let cost = (so_far.0 + cost.0, so_far.1 + cost.1 + edges);
                if best[end].as_ref().is_none_or(|of| cost < of.0) {
                    best[end] = Some((cost, start, sewn));
                }
            }
        }
        let mut at = cuts.len() - 1;
        let mut found = Vec::new();
        while at > 0 {
            let (_, start, sewn) = best[at].take()?;
            found.push((sewn, cuts[start].1));
            at = start;
        }
        found.reverse();
        Some(found)
    }

    /// The way to sew drafters that takes the fewest pieces.
    fn best(&mut self, drafters: &[usize]) -> Option<(Cost, Sewn)> {
        if self.is_one_patch(drafters) {
            return Some(((1, 0), Sewn::Piece(drafters.to_vec())));
        }
        if let Some(known) = self.known.get(drafters) {
            return known.clone();
        }
        let mut best: Option<(Cost, Sewn)> = None;
        for line in self.lines(drafters, &LINES) {
            let Some(([left, right], seam)) = self.parted(drafters, line) else { continue };
            let Some((one, other)) = self.best(&left).zip(self.best(&right)) else { continue };
            let cost = (one.0.0 + other.0.0, one.0.1 + other.0.1 + seam.edges);
            if best.as_ref().is_none_or(|of| cost < of.0) {
                best = Some((cost, Sewn::Of(Box::new([one.1, other.1]), seam)));
            }
        }
        self.known.insert(drafters.to_vec(), best.clone());
        best
    }

    /// All lines in some directions that drafters are on both sides of.
    fn lines(&self, drafters: &[usize], directions: &[(i32, i32)]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for &direction in directions {
            let corners = drafters.iter().flat_map(|&at| &self.laid[at].corners);
            let mut of: Vec<i32> = corners.map(|at| across(direction, *at)).collect();
            of.sort_unstable();
            of.dedup();
            let inner = of.get(1..of.len().saturating_sub(1)).unwrap_or_default();
            lines.extend(inner.iter().map(|&at| (direction, at)));
        }
        lines
    }

    /// Drafters on the left and on the right of a line, and the seam on it; none if that is not one straight seam
    /// between two parts that are whole.
    fn parted(&self, drafters: &[usize], (direction, line): Line) -> Option<([Vec<usize>; 2], Seam)> {
        let is_left = |at: &usize| across(direction, self.laid[*at].middle) > 3 * line;
        let (left, right): (Vec<usize>, Vec<usize>) = drafters.iter().copied().partition(is_left);
        if !self.is_connected(&left) || !self.is_connected(&right) {
            return None;
        }
        let near = left.iter().flat_map(|&at| &self.laid[at].near);
        let edges = near.filter(|(near, _)| right.binary_search(near).is_ok()).map(|(_, edge)| *edge);
        let seam = seam(&edges.collect::<Vec<_>>())?;
        Some(([left, right], seam))
    }

    fn is_one_patch(&self, drafters: &[usize]) -> bool {
        drafters.windows(2).all(|pair| self.laid[pair[0]].patch == self.laid[pair[1]].patch)
    }

    /// Whether all are connected by edges, and there are any.
    fn is_connected(&self, drafters: &[usize]) -> bool {
        let mut found = vec![false; drafters.len()];
        let mut next = Vec::from_iter(drafters.first().map(|_| 0));
        found.iter_mut().take(1).for_each(|first| *first = true);
        let mut count = next.len();
        while let Some(place) = next.pop() {
            for (near, _) in &self.laid[drafters[place]].near {
                let Ok(near) = drafters.binary_search(near) else { continue };
                if !std::mem::replace(&mut found[near], true) {
                    count += 1;
                    next.push(near);
                }
            }
        }
        count == drafters.len() && count > 0
    }
}

/// How far a point is to the left of the line through the origin in a direction, seen downwards.
fn across((x, y): (i32, i32), at: Corner) -> i32 {
    x * at.y - y * at.x
}

/// What is in the first list and not in the second, if all of the second is in the first.
fn less(all: &[usize], some: &[usize]) -> Option<Vec<usize>> {
    let rest: Vec<usize> = all.iter().copied().filter(|at| some.binary_search(at).is_err()).collect();
    (rest.len() + some.len() == all.len()).then_some(rest)
}
