//! Finds two congruent halves: fault lines with equal shapes on both sides, and every division of the
//! placements into two connected groups that cover equal shapes, turned or flipped.
//!
//! The halves may be tiled differently.

use std::collections::BTreeSet;

use super::{FaultLine, LineDirection, Survey};
use crate::lattice::{Cell, Corner, Lattice, Symmetry};
use crate::tiling::standard::least_image;

/// The most placements for which congruent halves are searched: each open choice doubles the work, and 24
/// placements leave at most eleven.
pub const MOST_FOR_HALVES: usize = 24;

impl Survey<'_> {
    /// Returns the fault lines that divide the region into two congruent halves.
    pub fn halving_lines(&self) -> Vec<FaultLine> {
        let halves = |line: &FaultLine| {
            let cells = self.tiling.puzzle().region().cells().iter().copied();
            let (one, other): (Vec<Cell>, Vec<Cell>) =
                cells.partition(|&cell| line.is_before(self.lattice, cell));
            one.len() == other.len() && least_image(self.lattice, &one) == least_image(self.lattice, &other)
        };
        self.fault_lines().into_iter().filter(halves).collect()
    }

    /// Finds every division of the placements into two connected groups that cover congruent areas. Each is
    /// given by the group of the first placement, sorted. Empty for tilings of more than 24 placements, which
    /// are not searched.
    pub fn congruent_halves(&self) -> Option<Vec<Vec<usize>>> {
        let placements = self.tiling.placements();
        if placements.len() > MOST_FOR_HALVES {
            return None;
        }
        let covered: Vec<Cell> = placements.iter().flat_map(|placement| placement.cells.clone()).collect();
        let mut found = BTreeSet::new();
        if covered.len().is_multiple_of(2) && placements.len() > 1 {
            let near = self.sharing_edges();
            for symmetry in self.lattice.symmetries() {
                for &to in &covered {
                    self.divide(&covered, symmetry, to, &near, &mut found);
                }
            }
        }
        Some(found.into_iter().collect())
    }

    /// Adds the divisions in which `symmetry`, shifted so that the first covered cell moves to `to`, maps the
    /// group of the first placement to the other.
    fn divide(
        &self,
        covered: &[Cell],
        symmetry: Symmetry,
        to: Cell,
        near: &[BTreeSet<usize>],
        found: &mut BTreeSet<Vec<usize>>,
    ) {
        let shift = to.since(self.lattice.apply(symmetry, covered[0]));
        if !self.lattice.is_translation(shift) || self.owner(to) == self.owner(covered[0]) {
            return;
        }
        let mut motion = Motion::new(self.tiling.placements().len());
        for &cell in covered {
            let image = self.owner(self.lattice.apply(symmetry, cell).shifted(shift));
            motion.add(self.owner(cell), image);
        }
        // A cell that is no cell's image is handled from the other side.
        let back = self.lattice.inverse(symmetry);
        for &cell in covered {
            let source = self.lattice.apply(back, cell.since(shift));
            if self.owner(source).is_none() {
                motion.comes_from_outside(self.owner(cell));
            }
        }
        let mut groups = vec![None; self.tiling.placements().len()];
        if motion.spread(&mut groups, 0, Group::First) {
            motion.complete(&groups, &mut |groups| {
                let first: Vec<usize> =
                    (0..groups.len()).filter(|&i| groups[i] == Some(Group::First)).collect();
                let second: Vec<usize> =
                    (0..groups.len()).filter(|&i| groups[i] == Some(Group::Second)).collect();
                if is_connected(&first, near) && is_connected(&second, near) {
                    found.insert(first);
                }
            });
        }
    }
}

impl FaultLine {
    /// Returns whether a cell is on the lower side of the line: where the coordinate that is constant along
    /// the line is less.
    pub fn is_before(self, lattice: Lattice, cell: Cell) -> bool {
        let measure = |corner: Corner| match self.direction {
            LineDirection::Horizontal => corner.y,
            LineDirection::Vertical => corner.x,
            LineDirection::Falling => corner.x - corner.y,
            LineDirection::Rising => corner.x + corner.y,
        };
        lattice.corners(cell).all(|corner| measure(corner) <= self.at)
    }
}

/// The group of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    First,
    Second,
}

impl Group {
    fn other(self) -> Self {
        match self {
            Group::First => Group::Second,
            Group::Second => Group::First,
        }
    }
}

/// The effect of a motion of the plane on the placements of a tiling. It should map the first group to the
/// second, so a placement and its image belong to different groups.
struct Motion {
    /// For each placement, the placements that overlap its image or its preimage.
    linked: Vec<BTreeSet<usize>>,
    /// The only group that a placement can belong to: the second if its image leaves the board, the first if
    /// part of its preimage is outside.
    only: Vec<Vec<Group>>,
}

impl Motion {
    fn new(placements: usize) -> Self {
        Self { linked: vec![BTreeSet::new(); placements], only: vec![Vec::new(); placements] }
    }

    /// A cell of one placement moves onto another, or outside.
    fn add(&mut self, from: Option<usize>, to: Option<usize>) {
        match (from, to) {
            (Some(from), Some(to)) => {
                self.linked[from].insert(to);
                self.linked[to].insert(from);
            }
            (Some(from), None) => self.only[from].push(Group::Second),
            (None, _) => {}
        }
    }

    /// A cell of a placement is the image of a place outside.
    fn comes_from_outside(&mut self, to: Option<usize>) {
        if let Some(to) = to {
            self.only[to].push(Group::First);
        }
    }

    /// Puts a placement into a group, with everything that follows; `false` if that is impossible.
    fn spread(&self, groups: &mut [Option<Group>], first: usize, group: Group) -> bool {
        let mut waiting = vec![(first, group)];
        while let Some((index, group)) = waiting.pop() {
            match groups[index] {
                Some(known) if known == group => continue,
                Some(_) => return false,
                None => {}
            }
            if self.only[index].iter().any(|&only| only != group) {
                return false;
            }
            groups[index] = Some(group);
            waiting.extend(self.linked[index].iter().map(|&near| (near, group.other())));
        }
        true
    }

    /// Tries both groups for every remaining placement, and passes on complete divisions.
    fn complete(&self, groups: &[Option<Group>], take: &mut dyn FnMut(&[Option<Group>])) {
        let Some(open) = groups.iter().position(Option::is_none) else { return take(groups) };
        for group in [Group::First, Group::Second] {
            let mut groups = groups.to_vec();
            if self.spread(&mut groups, open, group) {
                self.complete(&groups, take);
            }
        }
    }
}

/// Returns whether placements are connected by shared edges; `false` for an empty group.
fn is_connected(group: &[usize], near: &[BTreeSet<usize>]) -> bool {
    let Some(&first) = group.first() else { return false };
    let (mut seen, mut waiting) = (BTreeSet::from([first]), vec![first]);
    while let Some(index) = waiting.pop() {
        let next = near[index].iter().filter(|other| group.contains(other));
        waiting.extend(next.copied().filter(|&other| seen.insert(other)));
    }
    seen.len() == group.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::tiling;
    use crate::tiling::Tiling;

    /// Every set of placements with the first one is compared with the rest.
    fn by_brute_force(tiling: &Tiling) -> Vec<Vec<usize>> {
        let (count, near) = (tiling.placements().len(), Survey::new(tiling).sharing_edges());
        let area = |group: &[usize]| -> Vec<Cell> {
            group.iter().flat_map(|&index| tiling.placements()[index].cells.clone()).collect()
        };
        let mut found = BTreeSet::new();
        for set in (0..1_usize << count).filter(|set| set & 1 == 1) {
            let (one, other): (Vec<usize>, Vec<usize>) = (0..count).partition(|index| set >> index & 1 == 1);
            let alike =
                least_image(tiling.lattice(), &area(&one)) == least_image(tiling.lattice(), &area(&other));
            if alike && is_connected(&one, &near) && is_connected(&other, &near) {
                found.insert(one);
            }
        }
        found.into_iter().collect()
    }

    #[test]
    fn congruent_halves_are_those_that_brute_force_finds() {
        for (lattice, text, least) in [
            (Lattice::Square, "AAB\nABB", 1),
            (Lattice::Square, "AABB\nAABB\nCCDD\nCCDD", 2),
            (Lattice::Square, "ABCD\nABCD\nEEFF\nGGHH", 2),
            (Lattice::Square, "AABC\nDEBC\nDEFF", 1),
            (Lattice::Square, "AAA\nBCC", 0),
            (Lattice::Square, "ABB\nA.C\nDDC", 1),
            (Lattice::Hex, "A A B\n A B B\nC C D\n C D D", 1),
            (Lattice::Triangle, "AAB\nABB", 1),
            (Lattice::Triangle, "ABCD\nABCD", 1),
        ] {
            let tiling = tiling(lattice, text);
            let expected = by_brute_force(&tiling);
            assert!(expected.len() >= least, "{lattice} {text}: {expected:?}");
            assert_eq!(Survey::new(&tiling).congruent_halves(), Some(expected), "{lattice} {text}");
        }
    }

    #[test]
    fn halving_lines_have_equal_shapes_on_both_sides() {
        for (lattice, text, lines) in [
            (Lattice::Square, "AABBCC\nAABBCC", vec![]),
            (Lattice::Square, "AABB\nAABB", vec![(LineDirection::Vertical, 2)]),
            (Lattice::Square, "AABB\nAABB\nCCCC\nDDDD", vec![(LineDirection::Horizontal, 2)]),
            (Lattice::Triangle, "AABB", vec![(LineDirection::Rising, 3)]),
            (Lattice::Triangle, "ABBB", vec![]),
        ] {
            let found = Survey::new(&tiling(lattice, text)).halving_lines();
            let found: Vec<(LineDirection, i32)> =
                found.iter().map(|line| (line.direction, line.at)).collect();
            assert_eq!(found, lines, "{lattice} {text}");
        }
    }

    #[test]
    fn many_placements_are_not_divided() {
        let row: String = ('A'..='Y').collect();
        assert_eq!(Survey::new(&tiling(Lattice::Square, &row)).congruent_halves(), None);
    }
}
