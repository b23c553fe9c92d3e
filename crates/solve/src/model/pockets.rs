//! Adjacency of places, and the search for pockets: connected sets of open places.
//!
//! The places of any placement are connected, so no placement is in two pockets.

use crate::ground::lists::{Lists, compact};
use crate::model::Model;
use piecework_tiling::lattice::Corner;
use piecework_tiling::puzzle::{Contact, Puzzle};

/// The adjacency of places.
pub(crate) struct Ground {
    near: Lists,
    /// For each area up to the number of places, a lower bound for the places of a pocket of that area that
    /// stay empty.
    waste: Vec<u32>,
}

/// Buffers for finding pockets.
#[derive(Default)]
pub(crate) struct Flood {
    /// The open places that are in no pocket found so far.
    unseen: Vec<bool>,
    pocket: Vec<u32>,
    smallest: Vec<u32>,
}

impl Ground {
    pub(crate) fn new(puzzle: &Puzzle, model: &Model) -> Self {
        let near = match puzzle.contact() {
            Contact::Allowed => near_cells(puzzle),
            Contact::Forbidden => near_corners(puzzle, model.places()),
        };
        Self { near, waste: waste(model) }
    }

    /// Returns the neighbours of a place, ascending.
    pub(crate) fn near(&self, place: u32) -> &[u32] {
        self.near.get(place as usize)
    }

    /// Returns whether the pockets cannot all be filled with at most `spare` empty places, each judged only
    /// by its area.
    ///
    /// Otherwise [`Flood::smallest`] is the smallest of them, the first of equals.
    pub(crate) fn is_lost(&self, open: &[bool], spare: u32, flood: &mut Flood) -> bool {
        let mut left = u64::from(spare);
        flood.begin(open);
        for start in 0..compact(open.len()) {
            if flood.unseen[start as usize] {
                self.fill(start, flood);
                let waste = u64::from(self.waste[flood.pocket.len()]);
                if waste > left {
                    return true;
                }
                left -= waste;
                flood.note();
            }
        }
        false
    }

    /// Collects the pocket of one place.
    fn fill(&self, start: u32, flood: &mut Flood) {
        flood.pocket.clear();
        flood.pocket.push(start);
        flood.unseen[start as usize] = false;
        let mut next = 0;
        while let Some(&place) = flood.pocket.get(next) {
            next += 1;
            for &near in self.near(place) {
                if flood.unseen[near as usize] {
                    flood.unseen[near as usize] = false;
                    flood.pocket.push(near);
                }
            }
        }
    }
}

impl Flood {
    /// Returns the smallest pocket.
    pub(crate) fn smallest(&self) -> &[u32] {
        &self.smallest
    }

    fn begin(&mut self, open: &[bool]) {
        self.unseen.clear();
        self.unseen.extend_from_slice(open);
        self.smallest.clear();
    }

    /// Keeps the current pocket if it is the smallest so far.
    fn note(&mut self) {
        if self.smallest.is_empty() || self.pocket.len() < self.smallest.len() {
            std::mem::swap(&mut self.pocket, &mut self.smallest);
        }
    }
}

/// Returns the places row by row if rows are shorter than columns, otherwise column by column, so that the
/// frontier is short.
pub(crate) fn scan_order(puzzle: &Puzzle) -> Vec<u32> {
    let places = coordinates(puzzle);
    let span =
        |values: Vec<i32>| values.iter().max().zip(values.iter().min()).map(|(max, min)| max.abs_diff(*min));
    let columns = span(places.iter().map(|&(x, _)| x).collect());
    let rows = span(places.iter().map(|&(_, y)| y).collect());
    let mut scan: Vec<u32> = (0..compact(places.len())).collect();
    if columns > rows {
        scan.sort_by_key(|&place| places[place as usize]);
    }
    scan
}

/// Column and row of each place.
fn coordinates(puzzle: &Puzzle) -> Vec<(i32, i32)> {
    match puzzle.contact() {
        Contact::Allowed => puzzle.region().cells().iter().map(|cell| (cell.x, cell.y)).collect(),
        Contact::Forbidden => corners(puzzle).into_iter().map(|corner| (corner.x, corner.y)).collect(),
    }
}

/// Returns the corners of the region, numbered as in the model.
fn corners(puzzle: &Puzzle) -> Vec<Corner> {
    let region = puzzle.region();
    let mut all: Vec<Corner> = region.cells().iter().flat_map(|&cell| region.corners(cell)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn near_cells(puzzle: &Puzzle) -> Lists {
    let (lattice, region) = (puzzle.lattice(), puzzle.region());
    let mut near = Lists::new();
    for (own, &cell) in region.cells().iter().enumerate() {
        let inside = lattice.neighbours(cell).filter_map(|other| region.index_of(other));
        let mut list: Vec<u32> = inside.filter(|&other| other != own).map(compact).collect();
        list.sort_unstable();
        // Around a narrow board, two neighbours may be one cell.
        list.dedup();
        near.push(&list);
    }
    near
}

/// Corners are adjacent if they are corners of one cell.
fn near_corners(puzzle: &Puzzle, places: usize) -> Lists {
    let region = puzzle.region();
    let all = corners(puzzle);
    let mut lists = vec![Vec::new(); places];
    for &cell in region.cells() {
        let own: Vec<u32> = region
            .corners(cell)
            .map(|corner| compact(all.binary_search(&corner).expect("every corner was listed")))
            .collect();
        for &corner in &own {
            lists[corner as usize].extend(own.iter().copied().filter(|&other| other != corner));
        }
    }
    let mut near = Lists::new();
    for mut list in lists {
        list.sort_unstable();
        list.dedup();
        near.push(&list);
    }
    near
}

/// Computed from the sums of piece sizes, each piece as often as allowed in total.
fn waste(model: &Model) -> Vec<u32> {
    let places = model.places();
    let mut reached = vec![false; places + 1];
    reached[0] = true;
    // On corners, placements of one piece may differ in size, so each size counts as a piece.
    for (size, most) in sizes(model) {
        add_copies(&mut reached, size, most);
    }
    let mut last = 0;
    let waste = |(area, reached): (usize, bool)| {
        last = if reached { area } else { last };
        compact(area - last)
    };
    reached.into_iter().enumerate().map(waste).collect()
}

/// Returns every size of a placement of a kind of piece, with the most copies of the kind.
fn sizes(model: &Model) -> Vec<(usize, u32)> {
    let mut all = Vec::new();
    for kind in 0..model.bounds().len() {
        let mut sizes: Vec<usize> =
            model.placements_of_kind(kind).map(|placement| model.occupied(placement).len()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        all.extend(sizes.into_iter().map(|size| (size, model.bounds()[kind].most)));
    }
    all
}

/// Marks every number that is a marked number plus up to `most` times `size`.
fn add_copies(reached: &mut [bool], size: usize, most: u32) {
    // How many more copies may be added at each number, counted from the nearest number reached without any.
    let mut copies = vec![0u32; reached.len()];
    for number in size..reached.len() {
        if !reached[number] && reached[number - size] && copies[number - size] < most {
            reached[number] = true;
            copies[number] = copies[number - size] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::SolveOptions;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Region};

    fn ground(lattice: Lattice, contact: Contact, count: Count) -> (Ground, Model) {
        let shape = Shape::from_rows(lattice, ["###"]).expect("a shape");
        let piece = Piece { name: "I".into(), shape, freedom: Freedom::Free, count };
        let region = Region::rectangle(lattice, 5, 4).expect("a region");
        let puzzle = Puzzle::with_rules("test", region, vec![piece], contact, 20).expect("a puzzle");
        let model = Model::new(&puzzle, &SolveOptions::default()).expect("small");
        (Ground::new(&puzzle, &model), model)
    }

    #[test]
    fn no_placement_is_in_two_pockets() {
        for lattice in [Lattice::Square, Lattice::Triangle] {
            for contact in [Contact::Allowed, Contact::Forbidden] {
                let (ground, model) = ground(lattice, contact, Count::ANY);
                for placement in model.placements_of(0) {
                    let mut open = vec![false; model.places()];
                    model.occupied(placement).iter().for_each(|&place| open[place as usize] = true);
                    let mut flood = Flood::default();
                    assert!(!ground.is_lost(&open, 0, &mut flood), "a piece fills its places");
                    assert_eq!(
                        flood.smallest().len(),
                        model.occupied(placement).len(),
                        "{lattice:?} {contact:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pockets_are_judged_by_the_cells_that_must_stay_empty() {
        let (ground, _) = ground(Lattice::Square, Contact::Allowed, Count::ANY);
        assert_eq!(ground.waste[..8], [0, 1, 2, 0, 1, 2, 0, 1]);
        // Two cells in one corner, and a row of five.
        let open: Vec<bool> = (0..20).map(|place| !(2..15).contains(&place)).collect();
        let mut flood = Flood::default();
        assert!(ground.is_lost(&open, 3, &mut flood), "two of each must stay empty");
        assert!(!ground.is_lost(&open, 4, &mut flood));
        assert_eq!(flood.smallest(), [0, 1]);
    }

    #[test]
    fn copies_are_counted() {
        let mut reached = vec![false; 20];
        reached[0] = true;
        add_copies(&mut reached, 5, 2);
        add_copies(&mut reached, 3, 1);
        let marked: Vec<usize> = (0..20).filter(|&number| reached[number]).collect();
        assert_eq!(marked, [0, 3, 5, 8, 10, 13]);
    }
}
