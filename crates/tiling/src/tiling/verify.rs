//! Verifies every tiling, independently of the solver.

use super::Placement;
use crate::fault::fault;
use crate::lattice::{Cell, Symmetry};
use crate::polyform::{PolyformError, Shape};
use crate::puzzle::{Clue, Contact, Count, Puzzle};

fault! {
    /// Why placements are not a tiling. Placements are counted from 1.
    #[derive(Clone, PartialEq, Eq)]
    pub enum TilingError {
        NoSuchPiece { placement: usize, found: usize, pieces: usize } = E0501 {
            message("placement {placement} is of piece number {found}, but the puzzle has {pieces} pieces")
        }
        NoShape { placement: usize, source: PolyformError } = E0502 {
            message("placement {placement}: {source}")
        }
        OtherShape { placement: usize, piece: String } = E0503 {
            message("placement {placement} is not an orientation that piece `{piece}` may take")
        }
        Outside { piece: String, cell: Cell } = E0504 {
            message("piece `{piece}` covers cell `({}, {})` outside the region", cell.x, cell.y)
        }
        CoveredTwice { cell: Cell } = E0505 {
            message("cell `({}, {})` is covered twice", cell.x, cell.y)
        }
        NotCovered { found: usize, first: Cell, allowed: u32 } = E0506 {
            message("`{found}` cells stay empty, the first at `({}, {})`; {allowed} may", first.x, first.y)
        }
        WrongCount { piece: String, found: u32, count: Count } = E0507 {
            message("piece `{piece}` is used `{found}` times; at least {least} and at most {most} are allowed",
                least = count.min, most = count.max.map_or("any number".to_owned(), |max| max.to_string()))
        }
        Touching { cells: (Cell, Cell) } = E0508 {
            message("pieces touch at cells `({}, {})` and `({}, {})`", cells.0.x, cells.0.y, cells.1.x, cells.1.y)
        }
        /// Copies of one piece must not touch in this puzzle.
        EqualTouching { piece: String, cells: (Cell, Cell) } = E0509 {
            message("copies of piece `{piece}` share the edge between cells `({}, {})` and `({}, {})`",
                cells.0.x, cells.0.y, cells.1.x, cells.1.y)
        }
        SetTouching { pieces: String, cells: (Cell, Cell) } = E0517 {
            message("pieces {pieces}, which keep apart, share the edge between cells `({}, {})` and `({}, {})`",
                cells.0.x, cells.0.y, cells.1.x, cells.1.y)
        }
        Unlinked { piece: String } = E0518 {
            message("piece `{piece}` does not hang together at a corner with the others of its set")
        }
        Unbalanced { most: String, least: String, found: u32, allowed: u32 } = E0510 {
            message("piece `{most}` is used `{found}` times more than `{least}`; at most {allowed} are allowed")
        }
        AgainstClue { piece: String, cell: Cell } = E0512 {
            message("piece `{piece}` contradicts the clue at cell `({}, {})`", cell.x, cell.y)
        }
        OutsideClass { class: String, cell: Cell } = E0513 {
            message("cell `({}, {})` stays open for class `{class}`, but is not in it", cell.x, cell.y)
        }
        NeverOpen { first: Cell } = E0514 {
            message("cell `({}, {})` and others stay open, which never do together", first.x, first.y)
        }
        OtherColor { piece: String, cell: Cell } = E0515 {
            message("piece `{piece}` cannot show the colors of the board at cell `({}, {})`", cell.x, cell.y)
        }
        SidesDiffer { cells: (Cell, Cell), colors: (char, char) } = E0516 {
            message("at cells `({}, {})` and `({}, {})`, sides of colors `{}` and `{}` meet",
                cells.0.x, cells.0.y, cells.1.x, cells.1.y, colors.0, colors.1)
        }
        /// A piece that the puzzle has placed already is elsewhere.
        NotAsPlaced { piece: String, first: Cell } = E0511 {
            message("piece `{piece}` is not where the puzzle places it, with its first cell at `({}, {})`", first.x, first.y)
        }
    }
}

/// Returns the placements in order and the gaps, if they are a tiling of `puzzle`.
pub(super) fn verify(
    puzzle: &Puzzle,
    laid: impl IntoIterator<Item = (usize, Vec<Cell>)>,
) -> Result<(Vec<Placement>, Vec<Cell>), TilingError> {
    let mut placements = Vec::new();
    let mut orientations = vec![None; puzzle.pieces().len()];
    for (number, (piece, cells)) in laid.into_iter().enumerate() {
        placements.push(placed(puzzle, &mut orientations, number + 1, piece, cells)?);
    }
    placements.sort_unstable();
    let owner = Owners::new(puzzle, &placements)?;
    let gaps: Vec<Cell> = owner.all().filter(|(_, owner)| owner.is_none()).map(|(cell, _)| cell).collect();
    let allowed = puzzle.rules().gaps;
    let must: Vec<Cell> = gaps.iter().copied().filter(|&gap| !puzzle.region().is_optional(gap)).collect();
    if let Some(&first) = must.first().filter(|_| must.len() > allowed as usize) {
        return Err(TilingError::NotCovered { found: must.len(), first, allowed });
    }
    check_counts(puzzle, &placements)?;
    if puzzle.contact() == Contact::Forbidden {
        check_contact(&owner)?;
    }
    if puzzle.keeps_apart() {
        check_equal_pieces(&placements, &owner)?;
        let laid: Vec<_> = placements.iter().map(|laid| (laid.piece, &laid.cells[..])).collect();
        if let Some(index) = puzzle.unlinked(&laid) {
            return Err(TilingError::Unlinked { piece: puzzle.name_of(placements[index].piece).to_owned() });
        }
    }
    check_placed(puzzle, &placements, &owner)?;
    check_clues(puzzle, &placements, &owner)?;
    check_classes(puzzle, &placements)?;
    check_colors(puzzle, &placements, &owner)?;
    Ok((placements, gaps))
}

/// The shapes a piece may take, each with the first symmetry that makes it.
type Orientations = Vec<(Shape, Symmetry)>;

/// Checks one placement: its cells must be an allowed orientation of the piece. `orientations` caches those
/// found before.
fn placed(
    puzzle: &Puzzle,
    orientations: &mut [Option<Orientations>],
    placement: usize,
    piece: usize,
    cells: Vec<Cell>,
) -> Result<Placement, TilingError> {
    let kind = puzzle.pieces().get(piece).ok_or(TilingError::NoSuchPiece {
        placement,
        found: piece,
        pieces: puzzle.pieces().len(),
    })?;
    let (mut cells, lattice) = (cells, puzzle.lattice());
    if puzzle.region().wrap().is_some() {
        cells.iter_mut().for_each(|cell| *cell = puzzle.region().home(*cell));
    }
    cells.sort_unstable();
    let allowed = orientations[piece].get_or_insert_with(|| {
        let symmetries = lattice.symmetries().filter(|&symmetry| kind.freedom.allows(symmetry));
        symmetries.map(|symmetry| (kind.shape.moved(symmetry), symmetry)).collect()
    });
    let found = match puzzle.region().wrap() {
        None => {
            let shift = lattice.shift_to_origin(&cells);
            let home = || cells.iter().map(|cell| cell.shifted(shift));
            allowed.iter().find(|(form, _)| form.cells().iter().copied().eq(home()))
        }
        Some(_) => {
            allowed.iter().find(|(form, _)| puzzle.region().shift_onto(form.cells(), &cells).is_some())
        }
    };
    if let Some(&(_, symmetry)) = found {
        return Ok(Placement { cells, piece, symmetry });
    }
    if puzzle.region().wrap().is_some() {
        return Err(TilingError::OtherShape { placement, piece: kind.name.clone() });
    }
    // If the cells are not a shape at all, that error is more precise.
    Shape::new(lattice, cells).map_err(|source| TilingError::NoShape { placement, source })?;
    Err(TilingError::OtherShape { placement, piece: kind.name.clone() })
}

/// The placement that covers each cell of the region.
struct Owners<'a> {
    puzzle: &'a Puzzle,
    /// In the order of the region's cells.
    owner: Vec<Option<usize>>,
}

impl<'a> Owners<'a> {
    fn new(puzzle: &'a Puzzle, placements: &[Placement]) -> Result<Self, TilingError> {
        let mut owner = vec![None; puzzle.region().area()];
        for (index, placement) in placements.iter().enumerate() {
            for &cell in &placement.cells {
                let Some(at) = puzzle.region().index_of(cell) else {
                    let piece = puzzle.pieces()[placement.piece].name.clone();
                    return Err(TilingError::Outside { piece, cell });
                };
                if owner[at].replace(index).is_some() {
                    return Err(TilingError::CoveredTwice { cell });
                }
            }
        }
        Ok(Self { puzzle, owner })
    }

    fn get(&self, cell: Cell) -> Option<usize> {
        self.puzzle.region().index_of(cell).and_then(|at| self.owner[at])
    }

    fn all(&self) -> impl Iterator<Item = (Cell, Option<usize>)> {
        self.puzzle.region().cells().iter().copied().zip(self.owner.iter().copied())
    }

    /// Returns the covered cells, each with its placement.
    fn covered(&self) -> impl Iterator<Item = (Cell, usize)> {
        self.all().filter_map(|(cell, owner)| owner.map(|owner| (cell, owner)))
    }
}

fn check_counts(puzzle: &Puzzle, placements: &[Placement]) -> Result<(), TilingError> {
    let mut used = vec![0u32; puzzle.pieces().len()];
    for placement in placements {
        used[placement.piece] += 1;
    }
    for kind in puzzle.kinds() {
        let found = used[kind.pieces.clone()].iter().sum();
        if !kind.count.allows(found) {
            return Err(TilingError::WrongCount { piece: puzzle.kind_name(&kind), found, count: kind.count });
        }
    }
    let Some(allowed) = puzzle.balance() else { return Ok(()) };
    let used = puzzle
        .turned_together()
        .into_iter()
        .map(|pieces| (used[pieces.clone()].iter().sum::<u32>(), pieces.start));
    // The first of equals, so that the same pieces are reported every time.
    let most = used.clone().rev().max_by_key(|&(used, _)| used).unwrap_or_default();
    let least = used.min_by_key(|&(used, _)| used).unwrap_or_default();
    let found = most.0 - least.0;
    if found <= allowed {
        return Ok(());
    }
    let name = |piece: usize| puzzle.name_of(piece).to_owned();
    Err(TilingError::Unbalanced { most: name(most.1), least: name(least.1), found, allowed })
}

fn check_equal_pieces(placements: &[Placement], owner: &Owners) -> Result<(), TilingError> {
    for (cell, index) in owner.covered() {
        let piece = placements[index].piece;
        let forbidden = |near: Cell| {
            let other = owner.get(near).filter(|&other| other != index)?;
            let other = placements[other].piece;
            (!owner.puzzle.may_be_beside(piece, other)).then_some((near, other))
        };
        let Some((near, other)) = owner.puzzle.lattice().neighbours(cell).find_map(forbidden) else {
            continue;
        };
        let name = |piece: usize| owner.puzzle.name_of(piece).to_owned();
        let cells = (cell, near);
        return Err(match owner.puzzle.orientations_of(piece).contains(&other) {
            true => TilingError::EqualTouching { piece: name(piece), cells },
            false => {
                TilingError::SetTouching { pieces: format!("`{}` and `{}`", name(piece), name(other)), cells }
            }
        });
    }
    Ok(())
}

fn check_placed(puzzle: &Puzzle, placements: &[Placement], owner: &Owners) -> Result<(), TilingError> {
    for placed in puzzle.placed() {
        let first = placed.cells[0];
        let lying = owner.get(first).map(|index| &placements[index]);
        if !lying.is_some_and(|lying| lying.piece == placed.piece && lying.cells == placed.cells) {
            let piece = puzzle.pieces()[placed.piece].name.clone();
            return Err(TilingError::NotAsPlaced { piece, first });
        }
    }
    Ok(())
}

/// Checks each clue at the piece over its first cell, as it is said and not as it is searched.
fn check_clues(puzzle: &Puzzle, placements: &[Placement], owner: &Owners) -> Result<(), TilingError> {
    let over = |cell: Cell| owner.get(cell);
    for clue in puzzle.clues() {
        let first = clue.cells().next().unwrap_or_default();
        let Some(index) = over(first) else { continue };
        let is_true = match *clue {
            Clue::Letter { piece, .. } => puzzle.orientations_of(piece).contains(&placements[index].piece),
            Clue::Edge { cells: (_, other) } => over(other) != Some(index),
            Clue::Number { cell, sides } => {
                let near = puzzle.lattice().neighbours(cell);
                near.filter(|&near| over(near) != Some(index)).count() == sides as usize
            }
        };
        if !is_true {
            let piece = puzzle.pieces()[placements[index].piece].name.clone();
            return Err(TilingError::AgainstClue { piece, cell: first });
        }
    }
    Ok(())
}

/// Checks that each class has its open cells, and no cells that are never open together.
fn check_classes(puzzle: &Puzzle, placements: &[Placement]) -> Result<(), TilingError> {
    for class in puzzle.classes() {
        if let Some(wrong) = placements.iter().find(|laid| !class.allows(laid.piece, &laid.cells)) {
            let class = puzzle.pieces()[class.piece].name.clone();
            return Err(TilingError::OutsideClass { class, cell: wrong.cells[0] });
        }
    }
    let open = placements.iter().filter(|laid| puzzle.is_opening(laid.piece));
    let open: Vec<Cell> = open.map(|laid| laid.cells[0]).collect();
    if puzzle.may_be_open(&open) { Ok(()) } else { Err(TilingError::NeverOpen { first: open[0] }) }
}

/// Checks the colors of cells against the board, and those of sides against each other and the border.
fn check_colors(puzzle: &Puzzle, placements: &[Placement], owner: &Owners) -> Result<(), TilingError> {
    if let Some(wrong) = placements.iter().find(|laid| !puzzle.may_show(laid.piece, &laid.cells)) {
        let piece = puzzle.pieces()[wrong.piece].name.clone();
        return Err(TilingError::OtherColor { piece, cell: wrong.cells[0] });
    }
    for (cell, index) in owner.covered().filter(|_| puzzle.colors().has_sides()) {
        for near in puzzle.lattice().neighbours(cell) {
            let Some(other) = owner.get(near).filter(|&other| other != index) else { continue };
            let shown = puzzle.side_towards(placements[index].piece, cell, near);
            let meets = puzzle.side_towards(placements[other].piece, near, cell);
            if let Some(colors) = shown.zip(meets).filter(|(shown, meets)| shown != meets) {
                return Err(TilingError::SidesDiffer { cells: (cell, near), colors });
            }
        }
    }
    Ok(())
}

fn check_contact(owner: &Owners) -> Result<(), TilingError> {
    for (cell, index) in owner.covered() {
        for near in owner.puzzle.lattice().touching(cell) {
            if owner.get(near).is_some_and(|other| other != index) {
                return Err(TilingError::Touching { cells: (cell, near) });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::Freedom;
    use crate::puzzle::{EqualPieces, OneOf, Piece, Placed, Region, Rules};
    use crate::tiling::Tiling;

    fn l_trominoes(freedom: Freedom, contact: Contact, gaps: u32) -> Arc<Puzzle> {
        let piece = Piece {
            name: "L".into(),
            shape: Shape::from_rows(Lattice::Square, ["##", "#."]).expect("a good shape"),
            freedom,
            count: Count { min: 1, max: Some(2) },
        };
        let region = Region::rectangle(Lattice::Square, 3, 2).expect("a good region");
        Arc::new(Puzzle::with_rules("test", region, vec![piece], contact, gaps).expect("a good puzzle"))
    }

    fn cells(list: &[(i32, i32)]) -> Vec<Cell> {
        list.iter().map(|&(x, y)| Cell::new(x, y)).collect()
    }

    const LEFT: &[(i32, i32)] = &[(0, 0), (1, 0), (0, 1)];
    const RIGHT: &[(i32, i32)] = &[(2, 0), (1, 1), (2, 1)];

    #[test]
    fn a_tiling_is_kept_in_reading_order() {
        let puzzle = l_trominoes(Freedom::Free, Contact::Allowed, 0);
        let tiling = Tiling::new(&puzzle, [(0, cells(RIGHT)), (0, cells(LEFT))]).expect("a tiling");
        assert_eq!(tiling.placements()[0].cells, cells(LEFT));
        assert_eq!(tiling.placements()[0].symmetry, Symmetry::IDENTITY);
        assert_eq!(tiling.placements()[1].symmetry.turns(), 2);
    }

    #[test]
    fn every_broken_rule_is_named() {
        let free = l_trominoes(Freedom::Free, Contact::Allowed, 0);
        let error = |puzzle: &Arc<Puzzle>, laid: &[&[(i32, i32)]]| {
            Tiling::new(puzzle, laid.iter().map(|list| (0, cells(list)))).unwrap_err()
        };
        assert!(matches!(error(&free, &[LEFT]), TilingError::NotCovered { found: 3, .. }));
        assert!(matches!(error(&free, &[LEFT, LEFT]), TilingError::CoveredTwice { .. }));
        assert!(matches!(error(&free, &[&[(0, 0), (1, 0), (2, 0)]]), TilingError::OtherShape { .. }));
        assert!(matches!(error(&free, &[&[(0, 0), (2, 0), (0, 1)]]), TilingError::NoShape { .. }));
        assert!(matches!(error(&free, &[&[(2, 1), (3, 1), (2, 2)]]), TilingError::Outside { .. }));
        let fixed = l_trominoes(Freedom::Fixed, Contact::Allowed, 0);
        assert!(matches!(error(&fixed, &[LEFT, RIGHT]), TilingError::OtherShape { placement: 2, .. }));
        let gaps = l_trominoes(Freedom::Free, Contact::Allowed, 6);
        assert!(matches!(error(&gaps, &[]), TilingError::WrongCount { found: 0, .. }));
        let apart = l_trominoes(Freedom::Free, Contact::Forbidden, 0);
        assert!(matches!(error(&apart, &[LEFT, RIGHT]), TilingError::Touching { .. }));
        let unknown = Tiling::new(&free, [(7, cells(LEFT))]).unwrap_err();
        assert_eq!(unknown, TilingError::NoSuchPiece { placement: 1, found: 7, pieces: 1 });
    }

    #[test]
    fn copies_of_which_each_shows_one_are_counted_together() {
        let one_of = |count| Rules { one_of: vec![OneOf { pieces: 0..2, count }], ..Rules::default() };
        let upright: [&[(i32, i32)]; 4] =
            [&[(0, 0), (0, 1)], &[(1, 0), (1, 1)], &[(2, 0), (2, 1)], &[(3, 0), (3, 1)]];
        let laid = |pieces: [usize; 4]| pieces.into_iter().zip(upright).collect::<Vec<_>>();
        let two = Count::exactly(2);
        assert_eq!(refused(one_of(two), &laid([0, 1, 2, 2])), None);
        assert_eq!(refused(one_of(two), &laid([1, 1, 2, 2])), None);
        let found = |found| Some(TilingError::WrongCount { piece: "a or b".into(), found, count: two });
        assert_eq!(refused(one_of(two), &laid([0, 1, 1, 2])), found(3));
        assert_eq!(refused(one_of(two), &laid([0, 2, 2, 2])), found(1));
    }

    /// The error for dominoes of three kinds on 2 x 4.
    #[track_caller]
    fn refused(rules: Rules, laid: &[(usize, &[(i32, i32)])]) -> Option<TilingError> {
        let piece = |name: &str| Piece {
            name: name.into(),
            shape: Shape::from_rows(Lattice::Square, ["##"]).expect("a good shape"),
            freedom: Freedom::Free,
            count: Count::ANY,
        };
        let region = Region::rectangle(Lattice::Square, 4, 2).expect("a good region");
        let pieces = ["a", "b", "c"].map(piece).to_vec();
        let puzzle = Arc::new(Puzzle::ruled("test", region, pieces, rules).expect("a good puzzle"));
        Tiling::new(&puzzle, laid.iter().map(|&(piece, list)| (piece, cells(list)))).err()
    }

    #[test]
    fn rules_of_decoration_are_checked() {
        let upright: [&[(i32, i32)]; 4] =
            [&[(0, 0), (0, 1)], &[(1, 0), (1, 1)], &[(2, 0), (2, 1)], &[(3, 0), (3, 1)]];
        let laid = |pieces: [usize; 4]| pieces.into_iter().zip(upright).collect::<Vec<_>>();
        let apart = || Rules { equal_pieces: EqualPieces::Apart, ..Rules::default() };
        assert_eq!(refused(apart(), &laid([0, 1, 0, 1])), None);
        let cells = (Cell::new(1, 0), Cell::new(2, 0));
        let touching = TilingError::EqualTouching { piece: "b".into(), cells };
        assert_eq!(refused(apart(), &laid([0, 1, 1, 2])), Some(touching));
        let sets = || Rules { apart: vec![vec![0, 1]], ..Rules::default() };
        assert_eq!(refused(sets(), &laid([0, 2, 1, 2])), None);
        let pieces = "`b` and `a`".into();
        assert_eq!(refused(sets(), &laid([2, 1, 0, 2])), Some(TilingError::SetTouching { pieces, cells }));
        let balance = |balance| Rules { balance: Some(balance), ..Rules::default() };
        assert_eq!(refused(balance(1), &laid([0, 0, 1, 2])), None);
        let unbalanced = |least: &str, found, allowed| {
            Some(TilingError::Unbalanced { most: "a".into(), least: least.into(), found, allowed })
        };
        assert_eq!(refused(balance(0), &laid([0, 0, 1, 2])), unbalanced("b", 1, 0));
        assert_eq!(refused(balance(1), &laid([0, 0, 1, 1])), unbalanced("c", 2, 1));
        let placed = Placed { piece: 1, cells: vec![Cell::new(1, 1), Cell::new(1, 0)] };
        let placed = || Rules { placed: vec![placed.clone()], ..Rules::default() };
        assert_eq!(refused(placed(), &laid([0, 1, 1, 1])), None);
        let elsewhere = Some(TilingError::NotAsPlaced { piece: "b".into(), first: Cell::new(1, 0) });
        assert_eq!(refused(placed(), &laid([0, 0, 1, 1])), elsewhere);
        let across: [(usize, &[(i32, i32)]); 4] =
            [(1, &[(0, 0), (1, 0)]), (1, &[(0, 1), (1, 1)]), (0, upright[2]), (0, upright[3])];
        assert_eq!(refused(placed(), &across), elsewhere);
    }
}
