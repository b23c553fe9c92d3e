//! Chooses the edges that hold pieces in their sheet.

use std::collections::BTreeMap;

use super::{CommonLines, Measures, bounds};
use piecework_draw::geometry::Patchwork;
use piecework_draw::layout::STOCK;

impl CommonLines {
    /// Lower bounds for any plan that leaves bridges of `width` mm in the middle of `ties`.
    pub(crate) fn least_with_tabs(&self, patchwork: &Patchwork, ties: &[bool], width: f64) -> Measures {
        if !ties.contains(&true) {
            return self.least;
        }
        bounds::least_with_tabs(patchwork, &self.work, &self.least, (ties, width), &self.curves)
    }

    /// Chooses edges for tabs so that every piece has at least `count` of them (if it has enough edges) and
    /// all pieces and slugs are connected to the stock: first the last ones in the cutting order, then the
    /// longest. With two tabs or more every group of pieces is held in two places, so that none can turn
    /// about a tab.
    pub(crate) fn ties(&self, patchwork: &Patchwork, count: usize) -> Vec<bool> {
        let sides = &self.work.sides;
        let mut tie = vec![false; sides.len()];
        if count == 0 {
            return tie;
        }
        let mut ties_of = vec![0; self.work.faces];
        let mut held = vec![false; self.work.faces];
        held[STOCK] = true;
        for step in self.trails.iter().rev().flat_map(|trail| trail.iter().rev()) {
            let (left, right) = sides[step.edge];
            if !held[left] || !held[right] {
                held[left] = true;
                held[right] = true;
                tie[step.edge] = true;
                ties_of[left] += 1;
                ties_of[right] += 1;
            }
        }
        for (index, patch) in patchwork.patches().iter().enumerate() {
            let mut edges: Vec<usize> = patch.rings().iter().flatten().map(|side| side.edge).collect();
            let length = |edge: usize| patchwork.edges()[edge].length;
            edges.sort_by(|&a, &b| length(b).total_cmp(&length(a)).then(a.cmp(&b)));
            for edge in edges {
                if ties_of[index + 1] < count && !tie[edge] {
                    tie[edge] = true;
                    ties_of[sides[edge].0] += 1;
                    ties_of[sides[edge].1] += 1;
                }
            }
        }
        if count > 1 {
            self.held_twice(patchwork, &mut tie);
        }
        tie
    }

    /// Adds ties until no single tie holds a group, where that is possible: in each round the longest free
    /// edge around every group that hangs on one tie. A round joins at least half of these groups, so there
    /// are few.
    fn held_twice(&self, patchwork: &Patchwork, tie: &mut [bool]) {
        let sides = &self.work.sides;
        loop {
            let groups = Groups::of(self.work.faces, sides, tie);
            let hanging = groups.hanging(sides, tie);
            let mut longest: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
            for (edge, &(left, right)) in sides.iter().enumerate().filter(|&(edge, _)| !tie[edge]) {
                let (one, other) = (groups.group_of[left], groups.group_of[right]);
                let length = patchwork.edges()[edge].length;
                for group in [one, other].into_iter().filter(|group| one != other && hanging[*group]) {
                    let known = longest.entry(group).or_insert((length, edge));
                    if length > known.0 {
                        *known = (length, edge);
                    }
                }
            }
            if longest.is_empty() {
                return;
            }
            longest.values().for_each(|&(_, edge)| tie[edge] = true);
        }
    }
}

/// Faces in groups that every tie between two groups could part: the components that stay connected without
/// any one tie.
struct Groups {
    group_of: Vec<usize>,
    count: usize,
}

impl Groups {
    /// # Source
    /// Robert Tarjan, "A note on finding the bridges of a graph", Information Processing Letters 2, 1974:
    /// depth-first numbers, and for each face the least number that its subtree reaches.
    fn of(faces: usize, sides: &[(usize, usize)], tie: &[bool]) -> Self {
        let mut ties_of: Vec<Vec<(usize, usize)>> = vec![Vec::new(); faces];
        for (edge, &(left, right)) in sides.iter().enumerate().filter(|&(edge, _)| tie[edge]) {
            ties_of[left].push((right, edge));
            ties_of[right].push((left, edge));
        }
        let (mut number, mut least) = (vec![usize::MAX; faces], vec![usize::MAX; faces]);
        let mut groups = Self { group_of: vec![usize::MAX; faces], count: 0 };
        let (mut next, mut open) = (0, Vec::new());
        for root in 0..faces {
            // A face, the tie that led there, and how many of its ties were followed.
            let mut path: Vec<(usize, usize, usize)> = Vec::new();
            if number[root] == usize::MAX {
                path.push((root, usize::MAX, 0));
            }
            while let Some((face, by, done)) = path.pop() {
                if done == 0 {
                    (number[face], least[face]) = (next, next);
                    next += 1;
                    open.push(face);
                }
                let Some(&(other, edge)) = ties_of[face].get(done) else {
                    groups.close(face, &number, &least, &mut open);
                    if let Some(&(parent, ..)) = path.last() {
                        least[parent] = least[parent].min(least[face]);
                    }
                    continue;
                };
                path.push((face, by, done + 1));
                if edge == by {
                    continue;
                }
                if number[other] == usize::MAX {
                    path.push((other, edge, 0));
                } else {
                    least[face] = least[face].min(number[other]);
                }
            }
        }
        groups
    }

    /// Ends a group if nothing behind `face` reaches before it.
    fn close(&mut self, face: usize, number: &[usize], least: &[usize], open: &mut Vec<usize>) {
        if least[face] < number[face] {
            return;
        }
        while let Some(member) = open.pop() {
            self.group_of[member] = self.count;
            if member == face {
                break;
            }
        }
        self.count += 1;
    }

    /// For each group, whether fewer than two ties lead out of it; never the stock's.
    fn hanging(&self, sides: &[(usize, usize)], tie: &[bool]) -> Vec<bool> {
        let mut ties = vec![0_usize; self.count];
        for &(left, right) in sides.iter().zip(tie).filter(|&(_, &tied)| tied).map(|(side, _)| side) {
            let (one, other) = (self.group_of[left], self.group_of[right]);
            if one != other {
                ties[one] += 1;
                ties[other] += 1;
            }
        }
        ties[self.group_of[STOCK]] = usize::MAX;
        ties.into_iter().map(|ties| ties < 2).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CutOrder;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn planned(rows: &str) -> (Patchwork, CommonLines) {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
        let lines = CommonLines::plan(&patchwork, CutOrder::Travel);
        (patchwork, lines)
    }

    /// How many groups of faces stay connected to the stock without each of the ties.
    fn loose_without_one(lines: &CommonLines, tie: &[bool]) -> usize {
        let work = &lines.work;
        let apart = |without: usize| {
            let mut held = vec![false; work.faces];
            held[STOCK] = true;
            for _ in 0..work.faces {
                for (edge, &(left, right)) in work.sides.iter().enumerate() {
                    if tie[edge] && edge != without && (held[left] || held[right]) {
                        (held[left], held[right]) = (true, true);
                    }
                }
            }
            held.iter().filter(|&&held| !held).count()
        };
        (0..tie.len()).filter(|&edge| tie[edge]).map(apart).sum()
    }

    /// Today's trap: two pieces that hold each other twice, and the stock once.
    #[test]
    fn no_group_hangs_on_one_tab() {
        for rows in
            ["AABB\nAABB", "AAB\nABB", "AABBC\nADDBC\nADDCC", "AAA\nABA\nAAA", "AAAA\nA.BA\nABBA\nAAAA"]
        {
            let (patchwork, lines) = planned(rows);
            let tie = lines.ties(&patchwork, 2);
            assert_eq!(loose_without_one(&lines, &tie), 0, "{rows}");
            let once = lines.ties(&patchwork, 1);
            assert!(once.iter().filter(|&&tied| tied).count() < tie.iter().filter(|&&tied| tied).count());
        }
    }
}
