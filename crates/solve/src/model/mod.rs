//! Compiles a puzzle for search: numbered placements, the places of each, and the exact cover problem.
//!
//! Placements are sorted by piece and then by cells. Their number is estimated against the limits before any
//! is built.
//!
//! If contact is forbidden, pieces occupy corners instead of cells: two pieces touch (even only at a corner)
//! if and only if they share a corner. So the puzzle becomes an ordinary packing of corners. The idea is C.
//! Hoff's "form 2" of Untouchable 11, from the benchmark of its solvers.

pub(crate) mod board;
pub(crate) mod decoration;
pub(crate) mod empty_halves;
pub(crate) mod exact_cover;
pub(crate) mod grid;
pub(crate) mod place_order;
pub(crate) mod pockets;
pub(crate) mod raster;
pub(crate) mod symmetries;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::ground::alarm::{Alarm, Unmade, Work};
use crate::ground::lists::{Lists, compact};
use crate::ground::{SolveOptions, SolverError, StopReason};
use crate::model::decoration::{Borders, beside_copies, border};
use crate::model::exact_cover::{Bounds, Problem};
use crate::model::place_order::PlaceOrder;
use piecework_tiling::lattice::{Cell, Corner};
use piecework_tiling::puzzle::{ClueTable, Contact, Count, Puzzle, Region};

/// The rule for places that no piece occupies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Empty {
    /// No place stays empty.
    Never,
    /// So many may stay empty that the constraint is not worth following.
    Freely,
    /// Each is an additional option; their number has bounds.
    Counted(Bounds),
    /// [`Model::optional`] places may stay empty, and so many of the others: each is an additional option.
    Optional {
        /// How many of the others may.
        others: u32,
    },
}

/// The compiled puzzle.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    /// Bounds of the copies of each piece: of several of which each copy shows one, none need be used.
    pieces: Vec<Bounds>,
    /// The kinds of pieces that are counted together, each with its first piece and the end of its pieces.
    kinds: Vec<(usize, usize)>,
    /// Bounds of the copies of each kind.
    of_kind: Vec<Bounds>,
    /// The kind of each piece.
    kind_of: Vec<u32>,
    /// The first placement of each piece, and the end of the last one's.
    first: Vec<usize>,
    /// The piece of each placement.
    piece_of: Vec<u32>,
    /// The region cells of each placement, ascending.
    cells: Lists,
    /// The corners of each placement, if these are its places.
    corners: Option<Lists>,
    /// The claims of each placement on its border, if equal pieces must keep apart, or colors of sides agree.
    borders: Option<Borders>,
    /// The number of cells or corners to occupy.
    places: usize,
    /// The coordinates of each place: a cell or a corner. Boards with joined sides are folded flat.
    points: Vec<(i32, i32)>,
    empty: Empty,
    /// The places that may stay empty whatever others do, ascending; none if all are alike.
    optional: Vec<u32>,
    /// Whether sides of the board are joined.
    is_joined: bool,
    /// The order of places, made when it is first needed.
    place_order: OnceLock<PlaceOrder>,
}

impl Model {
    /// # Errors
    /// [`SolverError::TooManyPlacements`] and [`SolverError::TooMuchMemory`], from estimates.
    pub(crate) fn new(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Result<Self, SolverError> {
        match Self::under(puzzle, options, &Alarm::silent()) {
            Ok(model) => Ok(model),
            Err(Unmade::Fault(fault)) => Err(fault),
            Err(Unmade::Stopped(_)) => unreachable!("this alarm never rings"),
        }
    }

    /// As [`Model::new`], and stops when the alarm rings.
    pub(crate) fn under(
        puzzle: &Puzzle,
        options: &SolveOptions<'_>,
        alarm: &Alarm<'_>,
    ) -> Result<Self, Unmade> {
        check_size(puzzle, options)?;
        let (mut work, kinds) = (Work::new(alarm), puzzle.kinds());
        let numbers =
            kinds.iter().zip(0..).flat_map(|(kind, number)| kind.pieces.clone().map(move |_| number));
        let mut model = Self {
            pieces: puzzle.pieces().iter().map(|piece| bounds(piece.count, puzzle.region())).collect(),
            kind_of: numbers.collect(),
            of_kind: kinds.iter().map(|kind| bounds(kind.count, puzzle.region())).collect(),
            kinds: kinds.iter().map(|kind| (kind.pieces.start, kind.pieces.end)).collect(),
            first: vec![0],
            piece_of: Vec::new(),
            cells: Lists::new(),
            corners: None,
            borders: None,
            places: puzzle.region().area(),
            points: puzzle.region().cells().iter().map(|&cell| point_of_cell(puzzle, cell)).collect(),
            empty: Empty::Never,
            optional: Vec::new(),
            is_joined: puzzle.region().wrap().is_some(),
            place_order: OnceLock::new(),
        };
        let clues = ClueTable::new(puzzle);
        for piece in 0..puzzle.pieces().len() {
            for cells in placements_of(puzzle, piece, &mut work)? {
                work.step(1)?;
                if !clues.allows(piece, &cells) {
                    continue;
                }
                model.cells.push(&cells);
                model.piece_of.push(compact(piece));
            }
            model.first.push(model.cells.len());
        }
        if puzzle.contact() == Contact::Forbidden {
            model.occupy_corners(puzzle, &mut work)?;
        }
        let pieces: Vec<_> = (0..model.pieces.len())
            .map(|piece| (model.placements_of(piece), model.pieces[piece].most))
            .collect();
        model.borders = Borders::new(puzzle, &pieces, &model.cells, &mut work)?;
        let optional = puzzle.region().optional().iter().filter_map(|&cell| puzzle.region().index_of(cell));
        model.optional = optional.map(compact).collect();
        model.empty = if model.optional.is_empty() {
            model.empty_rule(puzzle)
        } else {
            Empty::Optional { others: puzzle.rules().gaps }
        };
        Ok(model)
    }

    pub(crate) fn placement_count(&self) -> usize {
        self.piece_of.len()
    }

    /// Returns all placements.
    pub(crate) fn placements(&self) -> std::ops::Range<u32> {
        0..compact(self.placement_count())
    }

    pub(crate) fn piece_of(&self, placement: u32) -> usize {
        self.piece_of[placement as usize] as usize
    }

    /// Returns the region cells of a placement, ascending.
    pub(crate) fn cells(&self, placement: u32) -> &[u32] {
        self.cells.get(placement as usize)
    }

    /// Returns the pieces of these placements, and the placed pieces, with their cells; `rest` is the puzzle
    /// without its placed pieces.
    pub(crate) fn laid<'m>(
        &'m self,
        puzzle: &'m Puzzle,
        rest: &'m Puzzle,
        placements: &'m [u32],
    ) -> impl Iterator<Item = (usize, Vec<Cell>)> + 'm {
        let region = rest.region().cells();
        let placed = puzzle.placed().iter().map(|placed| (placed.piece, placed.cells.clone()));
        let laid = placements.iter().map(|&placement| {
            let cells = self.cells(placement).iter().map(|&cell| region[cell as usize]);
            (self.piece_of(placement), cells.collect())
        });
        laid.chain(placed)
    }

    pub(crate) fn placements_of(&self, piece: usize) -> std::ops::Range<u32> {
        compact(self.first[piece])..compact(self.first[piece + 1])
    }

    /// Returns the kind of a placement: its piece, or those of which each copy shows one. Copies are counted by kinds.
    pub(crate) fn kind_of(&self, placement: u32) -> usize {
        self.kind_of_piece(self.piece_of(placement))
    }

    pub(crate) fn kind_of_piece(&self, piece: usize) -> usize {
        self.kind_of[piece] as usize
    }

    /// Returns the placements of the pieces of a kind, which follow each other.
    pub(crate) fn placements_of_kind(&self, kind: usize) -> std::ops::Range<u32> {
        let (first, end) = self.kinds[kind];
        compact(self.first[first])..compact(self.first[end])
    }

    /// Returns the number of places: cells, or corners if contact is forbidden.
    pub(crate) fn places(&self) -> usize {
        self.places
    }

    /// Returns the coordinates of each place; neighbours have similar ones. They number places and are no
    /// places on a page.
    pub(crate) fn points(&self) -> &[(i32, i32)] {
        &self.points
    }

    /// Returns the order of places in which placements span least.
    pub(crate) fn place_order(&self) -> &PlaceOrder {
        self.place_order.get_or_init(|| PlaceOrder::new(self))
    }

    /// Bounds of the copies of each kind.
    pub(crate) fn bounds(&self) -> &[Bounds] {
        &self.of_kind
    }

    /// Bounds of the copies of each piece, which say less than those of its kind.
    pub(crate) fn bounds_of_pieces(&self) -> &[Bounds] {
        &self.pieces
    }

    /// Returns the rule for places that no piece occupies.
    pub(crate) fn empty(&self) -> Empty {
        self.empty
    }

    /// Returns whether sides of the board are joined.
    pub(crate) fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Returns how many places may stay empty at most.
    pub(crate) fn most_empty(&self) -> u32 {
        match self.empty {
            Empty::Never => 0,
            Empty::Freely => compact(self.places),
            Empty::Counted(bounds) => bounds.most,
            Empty::Optional { others } => others.saturating_add(compact(self.optional.len())),
        }
    }

    /// Returns how many places may stay empty at most that are not [optional](Model::is_optional).
    pub(crate) fn most_others_empty(&self) -> u32 {
        match self.empty {
            Empty::Optional { others } => others,
            Empty::Never | Empty::Freely | Empty::Counted(_) => self.most_empty(),
        }
    }

    /// Returns whether a place may stay empty whatever others do.
    pub(crate) fn is_optional(&self, place: u32) -> bool {
        self.optional.binary_search(&place).is_ok()
    }

    /// Returns whether a place may stay empty, as long as not too many do.
    pub(crate) fn may_stay_empty(&self, place: u32) -> bool {
        (place as usize) < self.places && (self.most_others_empty() > 0 || self.is_optional(place))
    }

    /// Returns the placement of `piece` on these cells, ascending.
    pub(crate) fn find(&self, piece: usize, cells: &[u32]) -> Option<u32> {
        let (mut low, mut high) = (self.first[piece], self.first[piece + 1]);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.cells.get(middle).cmp(cells) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(compact(middle)),
            }
        }
        None
    }

    /// Kinds of which exactly one copy must be used.
    pub(crate) fn single_kinds(&self) -> impl Iterator<Item = usize> {
        (0..self.of_kind.len()).filter(|&kind| self.of_kind[kind] == Bounds::ONCE)
    }

    /// Returns whether a piece maps to another of its kind, where `images` has the image of each piece.
    pub(crate) fn keeps_kind(&self, kind: usize, images: &[usize]) -> bool {
        let (first, end) = self.kinds[kind];
        images[first..end].iter().all(|&image| self.kind_of_piece(image) == kind)
    }

    /// Claims that no two placements may share, ascending, on edges between the placement and other region cells. Two
    /// placements that do not overlap share one if and only if they share that edge and are of pieces that keep apart, or
    /// their sides there have different colors.
    pub(crate) fn claims(&self, placement: u32) -> &[u32] {
        self.borders.as_ref().map_or(&[], |borders| borders.claims(placement))
    }

    /// Returns how many claims there are.
    pub(crate) fn claim_count(&self) -> usize {
        self.borders.as_ref().map_or(0, Borders::count)
    }

    /// Returns the cover problem of the puzzle with the placements that `kept` accepts, and the placement of
    /// each option; further options leave a place empty, in order of places.
    ///
    /// Items are first the places, so that ties go to the first place in reading order, then the kinds of pieces; if
    /// places may stay empty freely, they follow the kinds. Claims come last.
    ///
    /// # Errors
    /// Why the search must stop, if the alarm rings.
    pub(crate) fn problem(
        &self,
        kept: impl Fn(u32) -> bool,
        alarm: &Alarm<'_>,
    ) -> Result<(Problem, Vec<u32>), StopReason> {
        let mut work = Work::new(alarm);
        let places = compact(self.places);
        let kinds = compact(self.of_kind.len());
        let mut bounds = self.of_kind.clone();
        // Secondary items follow the primary ones, so free places come after the pieces.
        let (first_place, first_kind, secondary) = match self.empty {
            Empty::Freely => (kinds, 0, self.places),
            Empty::Never | Empty::Counted(_) | Empty::Optional { .. } => {
                bounds.splice(0..0, std::iter::repeat_n(Bounds::ONCE, self.places));
                (0, places, 0)
            }
        };
        match self.empty {
            Empty::Counted(fillers) => bounds.push(fillers),
            Empty::Optional { others: 1.. } => {
                bounds.push(Bounds { least: 0, most: self.most_others_empty() });
            }
            Empty::Never | Empty::Freely | Empty::Optional { .. } => {}
        }
        let first_claim = compact(bounds.len() + secondary);
        let claims = self.claim_count();
        let mut problem = Problem::new(bounds, secondary + claims);
        let mut placement_of = Vec::new();
        for placement in (0..compact(self.placement_count())).filter(|&placement| kept(placement)) {
            let occupied = self.occupied(placement).iter().map(|&place| first_place + place);
            let claims = self.claims(placement).iter().map(|&claim| first_claim + claim);
            work.step(occupied.len() + claims.len() + 1)?;
            let kind = compact(self.kind_of(placement));
            problem.add_option(occupied.chain([first_kind + kind]).chain(claims));
            placement_of.push(placement);
        }
        for place in self.left_by_options() {
            let counted = (!self.is_optional(place)).then_some(places + kinds);
            problem.add_option(std::iter::once(place).chain(counted));
        }
        Ok((problem, placement_of))
    }

    /// Returns the places that an option of the [problem](Model::problem) leaves empty, in order of these options.
    pub(crate) fn left_by_options(&self) -> Vec<u32> {
        let has_options = matches!(self.empty, Empty::Counted(_) | Empty::Optional { .. });
        (0..compact(self.places)).filter(|&place| has_options && self.may_stay_empty(place)).collect()
    }

    /// Returns the places that a placement occupies, ascending: its cells, or its corners if contact is
    /// forbidden.
    pub(crate) fn occupied(&self, placement: u32) -> &[u32] {
        self.corners.as_ref().unwrap_or(&self.cells).get(placement as usize)
    }

    fn occupy_corners(&mut self, puzzle: &Puzzle, work: &mut Work<'_>) -> Result<(), StopReason> {
        let (region, cells) = (puzzle.region(), puzzle.region().cells());
        let mut all: Vec<Corner> = cells.iter().flat_map(|&cell| region.corners(cell)).collect();
        all.sort_unstable();
        all.dedup();
        let numbers: BTreeMap<Corner, u32> = all.iter().copied().zip(0..).collect();
        let of_cell: Vec<Vec<u32>> =
            cells.iter().map(|&cell| region.corners(cell).map(|corner| numbers[&corner]).collect()).collect();
        let mut corners = Lists::new();
        for placement in 0..self.cells.len() {
            work.step(4 * self.cells.get(placement).len())?;
            let cells = self.cells.get(placement).iter();
            let mut occupied: Vec<u32> =
                cells.flat_map(|&cell| of_cell[cell as usize].iter().copied()).collect();
            occupied.sort_unstable();
            occupied.dedup();
            corners.push(&occupied);
        }
        self.places = all.len();
        self.points = all.iter().map(|&corner| point_of_corner(puzzle, corner)).collect();
        self.corners = Some(corners);
        Ok(())
    }

    /// Decides how empty places are treated, from the bounds of their number.
    fn empty_rule(&self, puzzle: &Puzzle) -> Empty {
        let places = self.places as u64;
        let allowed = match puzzle.contact() {
            Contact::Allowed => u64::from(puzzle.gaps()),
            Contact::Forbidden => places,
        };
        if allowed == 0 {
            return Empty::Never;
        }
        let least_occupied = self.area(|size, bounds| size.0 * u64::from(bounds.least));
        let most_occupied = self.area(|size, bounds| size.1 * u64::from(bounds.most));
        let most = places.saturating_sub(least_occupied);
        // If half may stay empty, nearly every place can, and tracking each costs more than it prunes. Chosen
        // by trial.
        if most <= allowed && most * 2 > places {
            return Empty::Freely;
        }
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Empty::Counted(Bounds {
            least: small(places.saturating_sub(most_occupied).min(allowed.min(most) + 1)),
            most: small(allowed.min(most)),
        })
    }

    /// Returns the sum over all kinds of a function of the least and greatest size of its placements and its
    /// bounds.
    fn area(&self, part: impl Fn((u64, u64), Bounds) -> u64) -> u64 {
        let size = |kind: usize| {
            // A piece has one area, but may have different numbers of corners, and others of its kind another area.
            let sizes = self.placements_of_kind(kind).map(|placement| self.occupied(placement).len() as u64);
            sizes.clone().min().zip(sizes.max()).unwrap_or((0, 0))
        };
        (0..self.of_kind.len())
            .map(|kind| part(size(kind), self.of_kind[kind]))
            .fold(0u64, u64::saturating_add)
    }
}

fn point_of_cell(puzzle: &Puzzle, cell: Cell) -> (i32, i32) {
    let joined = puzzle.region().joined();
    joined.map_or((cell.x, cell.y), |joined| joined.folded_cell(puzzle.lattice(), cell))
}

fn point_of_corner(puzzle: &Puzzle, corner: Corner) -> (i32, i32) {
    let joined = puzzle.region().joined();
    joined.map_or((corner.x, corner.y), |joined| joined.folded_corner(puzzle.lattice(), corner))
}

/// Returns the bounds of the copies, limited by the number that fits.
fn bounds(count: Count, region: &Region) -> Bounds {
    let fits = compact(region.area());
    let most = count.max.map_or(fits, |max| max.min(fits));
    Bounds { least: count.min, most }
}

/// Refuses a puzzle that could be too large, from the bounding rectangle of each orientation.
fn check_size(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Result<(), SolverError> {
    /// The bytes of one cell of a placement in the problem and in two searches at the same time.
    const BYTES_PER_NODE: u64 = 64;
    /// The additional bytes of an option and a placement: starts, piece, and images under up to twelve
    /// symmetries.
    const BYTES_PER_PLACEMENT: u64 = 80;
    let (mut placements, mut bytes) = (0u64, 0u64);
    let around = |cells: &[Cell]| {
        let span = |of: fn(&Cell) -> i32| {
            let (least, most) = (cells.iter().map(of).min(), cells.iter().map(of).max());
            u64::from(most.unwrap_or(0).abs_diff(least.unwrap_or(0)))
        };
        (span(|cell| cell.x), span(|cell| cell.y))
    };
    let region = around(puzzle.region().cells());
    // An edge is claimed once for each color at most.
    let claimed = 2 * u64::from(puzzle.keeps_apart()) + puzzle.colors().of_sides().len() as u64;
    let spread = if puzzle.contact() == Contact::Forbidden { 3 } else { 1 };
    // On joined sides a piece may begin everywhere, and there are as many translations.
    let symmetries = puzzle.region().wrap().map(|_| puzzle.symmetries().len() as u64);
    for piece in puzzle.pieces() {
        for orientation in piece.shape.orientations(piece.freedom) {
            let size = around(orientation.shape.cells());
            let shifts = (region.0 + 1).saturating_sub(size.0) * (region.1 + 1).saturating_sub(size.1);
            let area = puzzle.region().area() as u64;
            let ways = if symmetries.is_some() { area } else { shifts.min(area) };
            placements = placements.saturating_add(ways);
            let claims = match claimed {
                0 => 0,
                claimed => claimed * border(puzzle.lattice(), orientation.shape.cells()),
            };
            let nodes = (spread * piece.shape.area() as u64 + 1 + claims) * BYTES_PER_NODE;
            let images = 4 * symmetries.unwrap_or(0);
            bytes = bytes.saturating_add(ways.saturating_mul(nodes + BYTES_PER_PLACEMENT + images));
        }
    }
    if placements > options.placement_limit {
        return Err(SolverError::TooManyPlacements {
            estimated: placements,
            allowed: options.placement_limit,
        });
    }
    // Indices have 32 bits, regardless of the memory limit.
    let allowed = options.memory_limit.min(BYTES_PER_NODE << 30);
    if bytes > allowed {
        return Err(SolverError::TooMuchMemory { estimated: bytes, allowed });
    }
    Ok(())
}

/// Returns the region cells of every placement of a piece, sorted. Across joined sides, a piece may not
/// overlap itself, and placements on the same cells are one.
fn placements_of(puzzle: &Puzzle, piece: usize, work: &mut Work<'_>) -> Result<Vec<Vec<u32>>, StopReason> {
    let (lattice, region) = (puzzle.lattice(), puzzle.region());
    let beside = beside_copies(puzzle, piece);
    let piece = &puzzle.pieces()[piece];
    let mut found: Vec<Vec<u32>> = Vec::new();
    for orientation in piece.shape.orientations(piece.freedom) {
        let cells = orientation.shape.cells();
        for &anchor in region.cells() {
            work.step(cells.len())?;
            // The first cell of a placement is on the anchor, so the cells stay in reading order.
            let shift = anchor.since(cells[0]);
            if lattice.is_translation(shift) {
                let open = |cell: &Cell| region.index_of(*cell).filter(|&index| !beside[index]).map(compact);
                let places = cells.iter().map(|cell| open(&cell.shifted(shift)));
                found.extend(places.collect::<Option<Vec<u32>>>());
            }
        }
    }
    if region.wrap().is_some() {
        found.iter_mut().for_each(|places| places.sort_unstable());
        found.retain(|places| places.windows(2).all(|pair| pair[0] != pair[1]));
    }
    found.sort_unstable();
    if region.wrap().is_some() {
        found.dedup();
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
