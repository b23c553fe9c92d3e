//! Finds the seams between what is sewn and what is added, where they turn, and how hard they are at the machine.
//!
//! Every edge between the two is in one line, once. Lines start at their first end in reading order.

use piecework_draw::geometry::Patchwork;

/// How far two directions may differ and still be one: rounding of hexagons and triangles.
const NEAR: f64 = 1e-6;

/// The edges along which a part touches what is sewn.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Contact {
    /// Edges in a row, without a break.
    pub(super) lines: Vec<Line>,
    /// How many points there are besides where both touch: they close a hole between them.
    pub(super) points: usize,
}

/// Edges that follow one another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// The edges in order.
    pub(super) edges: Vec<usize>,
    /// The vertices in order: one more than edges, the first again at the end of a closed line.
    pub(super) vertices: Vec<usize>,
}

impl Contact {
    /// Finds the contact of `added` with the patches that are `sewn`.
    pub(super) fn of(patchwork: &Patchwork, sewn: &[bool], added: &[usize]) -> Self {
        // Sorted lists, not trees: this is asked a hundred thousand times for a block.
        let (mut edges, mut touched) = (Vec::new(), Vec::new());
        for side in added.iter().flat_map(|&patch| patchwork.patches()[patch].rings().iter().flatten()) {
            let edge = &patchwork.edges()[side.edge];
            if [edge.left, edge.right].into_iter().flatten().any(|patch| sewn[patch]) {
                edges.push(side.edge);
            }
            let start = if side.reversed { edge.to } else { edge.from };
            if patchwork.vertices()[start].patches.iter().any(|&patch| sewn[patch]) {
                touched.push(start);
            }
        }
        if edges.is_empty() {
            return Self::default();
        }
        for list in [&mut edges, &mut touched] {
            list.sort_unstable();
            list.dedup();
        }
        Self::from_sorted(patchwork, edges, &touched)
    }

    /// The contact along `edges`; both sides are at the vertices in `touched`. Both ascend.
    fn from_sorted(patchwork: &Patchwork, mut edges: Vec<usize>, touched: &[usize]) -> Self {
        let mut lines = Vec::new();
        while !edges.is_empty() {
            lines.push(Line::walked(patchwork, &mut edges));
        }
        let on_lines = |vertex: &usize| lines.iter().any(|line: &Line| line.vertices.contains(vertex));
        let points = touched.iter().filter(|&vertex| !on_lines(vertex)).count();
        Self { lines, points }
    }

    /// In how many places both touch.
    pub(super) fn places(&self) -> usize {
        self.lines.len() + self.points
    }

    /// In mm.
    pub(super) fn length(&self, patchwork: &Patchwork) -> f64 {
        let edges = self.lines.iter().flat_map(|line| &line.edges);
        edges.map(|&edge| patchwork.edges()[edge].length).sum()
    }
}

/// A set of units: bit i is unit i.
pub(super) type Set = usize;

/// A few units with what is between them, found once for all questions about them.
pub(super) struct Group {
    /// The edges between two of them, ascending, each with the units on either side.
    edges: Vec<(usize, Set, Set)>,
    /// The vertices where two or more of them meet, ascending, each with those.
    vertices: Vec<(usize, Set)>,
    /// For each patch the unit that it is in.
    of_patch: Vec<Set>,
}

impl Group {
    /// Finds the edges and vertices of units.
    pub(super) fn of(patchwork: &Patchwork, units: &[Vec<usize>]) -> Self {
        let mut of_patch = vec![0; patchwork.patches().len()];
        for (unit, patches) in units.iter().enumerate() {
            patches.iter().for_each(|&patch| of_patch[patch] = 1 << unit);
        }
        let unit = |patch: Option<usize>| patch.map_or(0, |patch| of_patch[patch]);
        let edges = patchwork.edges().iter().enumerate();
        let edges = edges.map(|(index, edge)| (index, unit(edge.left), unit(edge.right)));
        let edges = edges.filter(|&(_, left, right)| left != 0 && right != 0 && left != right).collect();
        let all = |patches: &[usize]| patches.iter().fold(0, |all, &patch| all | of_patch[patch]);
        let vertices = patchwork.vertices().iter().enumerate();
        let vertices = vertices.map(|(index, vertex)| (index, all(&vertex.patches)));
        let vertices = vertices.filter(|(_, units): &(usize, Set)| units.count_ones() > 1).collect();
        Self { edges, vertices, of_patch }
    }

    /// The unit that a patch is in; none where it is in none of the group.
    pub(super) fn unit(&self, patch: usize) -> Set {
        self.of_patch[patch]
    }

    /// The contact of two sets of units.
    pub(super) fn contact(&self, patchwork: &Patchwork, one: Set, other: Set) -> Contact {
        let between = |left: Set, right: Set| {
            (left & one != 0 && right & other != 0) || (left & other != 0 && right & one != 0)
        };
        let edges = self.edges.iter().filter(|&&(_, left, right)| between(left, right));
        let edges: Vec<usize> = edges.map(|&(edge, ..)| edge).collect();
        if edges.is_empty() {
            return Contact::default();
        }
        let touched = self.vertices.iter().filter(|&&(_, units)| units & one != 0 && units & other != 0);
        let touched: Vec<usize> = touched.map(|&(vertex, _)| vertex).collect();
        Contact::from_sorted(patchwork, edges, &touched)
    }
}

impl Line {
    /// Takes the line out of `edges` that begins first.
    fn walked(patchwork: &Patchwork, edges: &mut Vec<usize>) -> Self {
        let mut ends: Vec<usize> = Vec::with_capacity(2 * edges.len());
        for edge in edges.iter().map(|&edge| &patchwork.edges()[edge]) {
            ends.extend([edge.from, edge.to]);
        }
        ends.sort_unstable();
        let odd = ends.chunk_by(|a, b| a == b).find(|same| same.len() % 2 == 1).map(|same| same[0]);
        let mut at = odd.or_else(|| ends.first().copied()).unwrap_or(0);
        let mut line = Self { edges: Vec::new(), vertices: vec![at] };
        let next = |at: usize, left: &[usize]| {
            let mut around = patchwork.vertices()[at].edges.iter();
            around.find_map(|edge| left.iter().position(|other| other == edge))
        };
        while let Some(place) = next(at, edges) {
            let edge = edges.remove(place);
            at = patchwork.edges()[edge].other_end(at);
            line.edges.push(edge);
            line.vertices.push(at);
        }
        line
    }

    /// Whether it comes back to where it began.
    pub(super) fn is_closed(&self) -> bool {
        self.vertices.first() == self.vertices.last()
    }

    /// The vertices at which it turns, each with the edge before and the edge after.
    pub(super) fn turns(&self, patchwork: &Patchwork) -> Vec<(usize, [usize; 2])> {
        let inside = self.vertices[1..].iter().zip(self.edges.windows(2));
        let mut all: Vec<(usize, [usize; 2])> = inside.map(|(&at, pair)| (at, [pair[0], pair[1]])).collect();
        if let (true, Some(&first), Some(&last)) = (self.is_closed(), self.edges.first(), self.edges.last()) {
            all.insert(0, (self.vertices[0], [last, first]));
        }
        all.retain(|&(at, [before, after])| !goes_on(patchwork, at, before, after));
        all
    }
}

/// Whether two edges that end at a vertex are one straight line.
pub(super) fn goes_on(patchwork: &Patchwork, at: usize, before: usize, after: usize) -> bool {
    let away = |edge: usize| {
        let edge = &patchwork.edges()[edge];
        let (from, to) = (patchwork.vertices()[at].at, patchwork.vertices()[edge.other_end(at)].at);
        ((to.x - from.x) / edge.length, (to.y - from.y) / edge.length)
    };
    let (first, second) = (away(before), away(after));
    (first.0 + second.0).abs() < NEAR && (first.1 + second.1).abs() < NEAR
}

/// What makes a step hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepCost {
    /// How many places there are besides the first where both sides touch: rings that are closed.
    pub(super) rings: usize,
    /// Pairs of turns in a row that go the same way: something lies in a bay of three sides.
    pub(super) bays: usize,
    /// Turns at inside corners of one patch.
    pub(super) set_in: usize,
    /// Turns at no inside corner: partial seams that are closed, and pivots.
    pub(super) others: usize,
}

impl StepCost {
    /// Judges a contact; `is_set_in` says of a vertex whether a patch has an inside corner there.
    pub(super) fn of(patchwork: &Patchwork, contact: &Contact, is_set_in: impl Fn(usize) -> bool) -> Self {
        let mut cost = Self { rings: contact.places().saturating_sub(1), bays: 0, set_in: 0, others: 0 };
        for line in &contact.lines {
            let turns = line.turns(patchwork);
            for &(vertex, _) in &turns {
                if is_set_in(vertex) { cost.set_in += 1 } else { cost.others += 1 }
            }
            let ways: Vec<bool> = turns.iter().map(|&(at, edges)| turns_left(patchwork, at, edges)).collect();
            cost.bays += ways.windows(2).filter(|pair| pair[0] == pair[1]).count();
        }
        cost
    }

    /// One number for everything, to be added up.
    ///
    /// # Source
    /// The weights are chosen by eye: an order has as few partial seams and pivots as there can be, unless
    /// one less would take two bays; of the rest, steps with many turns at once are avoided. A block is hard
    /// to push into a bay, a patch is not so hard. That a single patch is added rather than two assemblies
    /// only decides between equals.
    pub(super) fn value(self, of_blocks: bool, of_two: bool) -> u64 {
        let bay = if of_blocks { 3_000 } else { 600 };
        let turns = (self.set_in + self.others) as u64;
        100_000 * self.rings as u64
            + 1_000 * self.others as u64
            + bay * self.bays as u64
            + 5 * turns * turns
            + u64::from(of_two)
    }
}

/// Whether a line turns to the left at a vertex as it is walked, with y down.
pub(super) fn turns_left(patchwork: &Patchwork, at: usize, [before, after]: [usize; 2]) -> bool {
    let place = |vertex: usize| patchwork.vertices()[vertex].at;
    let from = place(patchwork.edges()[before].other_end(at));
    let (here, to) = (place(at), place(patchwork.edges()[after].other_end(at)));
    let cross = (here.x - from.x) * (to.y - here.y) - (here.y - from.y) * (to.x - here.x);
    cross < 0.0
}
