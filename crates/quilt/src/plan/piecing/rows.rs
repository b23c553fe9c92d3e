//! Cuts a tiling whose cells are made of triangles into rows of strips, in the direction with the fewest strips.
//!
//! Every row is one unbroken line of triangles, so its strips join into a row one after the other, and the rows
//! into a quilt top, with straight seams only. Hexagons become half hexagons, rhombs are cut where a row ends.

use std::collections::BTreeMap;

use super::board::needs_squares;
use super::columns;
use super::error::PiecingError;
use super::strips::{TriangleRows, TriangleStrip};
use super::units::needs_whole_squares;
use piecework_tiling::lattice::{Cell, Lattice, RowPlace};
use piecework_tiling::tiling::Tiling;

/// The rows of a tiling of triangles, or of cells that are made of them.
///
/// # Errors
/// [`PiecingError::NoRows`] for cells that are not (squares have better plans than rows), [`PiecingError::Gap`]
/// for a cell that no piece covers, and [`PiecingError::BrokenRow`] if no direction has whole rows.
///
/// # Examples
/// ```
/// use piecework_quilt::piecing::triangle_rows;
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Triangle, "AAB\nABB", &Limits::default())?;
/// let rows = triangle_rows(&infer_from_grid("two", &grids[0])?)?;
/// assert_eq!((rows.turned, rows.strips()), (120, 2), "slanting, each piece is one strip");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn triangle_rows(tiling: &Tiling) -> Result<TriangleRows, PiecingError> {
    let lattice = tiling.lattice();
    // Rows of drafters end where the quilt does; a hole in it interrupts their seams.
    if let Some(gap) = tiling.gaps().first().filter(|_| !lattice.has_drafters()) {
        return Err(PiecingError::Gap { x: gap.x, y: gap.y });
    }
    let placements = tiling.placements().iter().enumerate();
    let owners: Vec<(Cell, usize)> = placements
        .flat_map(|(index, placement)| placement.cells.iter().map(move |&cell| (cell, index)))
        .collect();
    let all: Vec<TriangleRows> = match lattice.has_drafters() {
        true => columns::all(lattice, &owners)?,
        false => whole_rows(lattice, &owners)?.into_iter().map(strips).collect(),
    };
    // Of equals the first: rows that lie.
    let best = all.into_iter().min_by_key(TriangleRows::strips);
    best.ok_or(PiecingError::NoRows { lattice: tiling.lattice() })
}

/// Refuses, before any search, a region of which no direction has whole rows, and lattices whose cells are neither
/// squares nor made of triangles in rows.
///
/// # Errors
/// As [`triangle_rows`].
pub fn needs_rows(lattice: Lattice, cells: &[Cell]) -> Result<(), PiecingError> {
    if lattice.is_rectilinear() {
        return needs_squares(lattice);
    }
    if !lattice.diagonals().is_empty() {
        return needs_whole_squares(lattice, cells);
    }
    let owners: Vec<(Cell, usize)> = cells.iter().map(|&cell| (cell, 0)).collect();
    if lattice.has_drafters() {
        return columns::needs_rows(lattice, &owners);
    }
    whole_rows(lattice, &owners).map(|_| ())
}

/// A triangle in its row.
struct Laid {
    place: RowPlace,
    cells: Vec<Cell>,
    /// The cell of the tiling, and the patch, that it is part of.
    of: Cell,
    patch: usize,
}

/// The rows of a direction.
struct Direction {
    turned: u32,
    rows: Vec<Vec<Laid>>,
}

/// The rows in every direction in which none is broken, each from its beginning to its end.
fn whole_rows(lattice: Lattice, owners: &[(Cell, usize)]) -> Result<Vec<Direction>, PiecingError> {
    let triangles = lattice.triangles().ok_or(PiecingError::NoRows { lattice })?;
    let mut broken = None;
    let mut whole = Vec::new();
    for (direction, turned) in triangles.directions().into_iter().enumerate() {
        let mut rows: BTreeMap<i32, Vec<Laid>> = BTreeMap::new();
        for &(of, patch) in owners {
            for triangle in triangles.of_cell(lattice, of) {
                let place = triangle.places[direction];
                rows.entry(place.row).or_default().push(Laid { place, cells: triangle.cells, of, patch });
            }
        }
        rows.values_mut().for_each(|row| row.sort_unstable_by_key(|laid| laid.place));
        let gap = |row: &Vec<Laid>| {
            row.windows(2).find(|pair| pair[0].place.along + 1 != pair[1].place.along).map(|pair| pair[1].of)
        };
        match rows.values().find_map(gap) {
            Some(cell) => broken = broken.or(Some(cell)),
            None => whole.push(Direction { turned, rows: rows.into_values().collect() }),
        }
    }
    match broken {
        Some(cell) if whole.is_empty() => Err(PiecingError::BrokenRow { x: cell.x, y: cell.y }),
        _ => Ok(whole),
    }
}

/// The strips of whole rows.
fn strips(Direction { turned, rows }: Direction) -> TriangleRows {
    let below =
        |at: RowPlace, row: &[Laid]| row.binary_search_by_key(&at.along, |laid| laid.place.along).is_ok();
    let shared = |pair: &[Vec<Laid>]| {
        let edges = pair[0].iter().map(|laid| laid.place);
        edges.filter(|&at| at.has_edge_below() && below(at, &pair[1])).count()
    };
    let between: Vec<usize> = rows.windows(2).map(shared).collect();
    let strips = |(number, row): (usize, &Vec<Laid>)| -> Vec<TriangleStrip> {
        let runs = row.chunk_by(|a, b| a.patch == b.patch);
        let strip = |(place, run): (usize, &[Laid])| TriangleStrip {
            placement: run[0].patch,
            label: format!("{number}-{place}"),
            triangles: run.len(),
            cells: run.iter().flat_map(|laid| &laid.cells).copied().collect(),
        };
        (1..).zip(runs).map(strip).collect()
    };
    let rows: Vec<Vec<TriangleStrip>> = (1..).zip(&rows).map(strips).collect();
    let seams: Vec<Vec<f64>> = rows.iter().map(|row| vec![1.0; row.len() - 1]).collect();
    TriangleRows {
        turned,
        onto: (0..between.len()).collect(),
        edges: seams.iter().map(Vec::len).sum::<usize>() + between.iter().sum::<usize>(),
        between: between.into_iter().map(|edges| edges as f64).collect(),
        units: Vec::new(),
        seams,
        rows,
        whole_triangles: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::geometry::{Outline, Patchwork};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::Region;
    use piecework_tiling::tiling::{infer_from_grid, infer_tiling, read_letter_grids};

    fn tiling(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Triangle, rows, &Limits::default()).expect("a good grid");
        infer_from_grid("test", &grids[0]).expect("a good tiling")
    }

    const TILINGS: [&str; 4] =
        ["AAB\nABB", "AABBC\nADDCC", "AAAAAA\nBBBBBB\nCCCCCC", "  AAAAA\n ABBBBBA\n ABCCCBA\n  AAAAA"];

    /// What strips cover, sewn, and cut is what their patchwork says.
    fn check(tiling: &Tiling) -> TriangleRows {
        let name = tiling.lattice().name();
        let triangles = tiling.lattice().triangles().expect("made of triangles");
        let found = triangle_rows(tiling).expect("rows");
        let strips = found.rows.iter().flatten().map(|strip| strip.cells.clone());
        let sewn = infer_tiling("strips", triangles.lattice, strips).expect("a tiling");
        let patchwork = Patchwork::trace(&sewn, 10.0 * triangles.edge()).expect("a patchwork");
        let whole = Patchwork::trace(tiling, 10.0).expect("a patchwork");
        let areas = |patchwork: &Patchwork| -> f64 {
            patchwork.patches().iter().map(|patch| patch.outline().area()).sum()
        };
        assert!((areas(&patchwork) - areas(&whole)).abs() < 1e-6 * areas(&whole), "{name}");
        assert!((patchwork.bounds().width() - whole.bounds().width()).abs() < 1e-6, "{name}");
        let figures = found.figures();
        assert!((patchwork.seam_length() - figures.seam_length * 10.0).abs() < 1e-6, "{name}");
        assert!(patchwork.set_in_corners().is_empty(), "{name}");
        let around: f64 = patchwork.patches().iter().map(|patch| patch.outline().perimeter()).sum();
        assert!((around - figures.perimeter as f64 * 10.0).abs() < 1e-6, "{name}");
        let cut = |outline: &Outline| outline.area_with_allowance(2.0);
        let due: f64 = patchwork.patches().iter().map(|patch| cut(patch.outline())).sum();
        let area = figures.cut_area(10.0, 2.0).expect("triangles");
        assert!((area - due).abs() < 1e-9 * due, "{name}: {area} is not {due}");
        for (row, length) in found.rows.windows(2).zip(&found.between) {
            assert!(!row[0].is_empty() && *length > 0.0, "{name}");
        }
        found
    }

    #[test]
    fn strips_are_the_cells_again_and_figures_are_those_of_their_patchwork() {
        TILINGS[..3].iter().for_each(|rows| drop(check(&tiling(rows))));
    }

    /// Hexagons, rhombs, and hexagons with triangles, in patches at random, are sewn in straight rows too.
    #[test]
    fn whatever_is_made_of_triangles_is_sewn_in_rows() {
        let mut random: u32 = 9;
        for lattice in [Lattice::Hex, Lattice::Rhombille, Lattice::Trihexagonal, Lattice::Triangle].repeat(6)
        {
            let region = Region::hexagon(lattice, 3).expect("a region");
            let mut groups: Vec<Vec<Cell>> = region.cells().iter().map(|&cell| vec![cell]).collect();
            for _ in 0..groups.len() {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let of = (random >> 8) as usize % groups.len();
                let near: Vec<Cell> = groups[of].iter().flat_map(|&cell| lattice.neighbours(cell)).collect();
                let other = groups.iter().position(|group| group.iter().any(|cell| near.contains(cell)));
                if let Some(other) = other.filter(|&other| other != of && groups[other].len() < 5) {
                    let joined = groups[other].clone();
                    groups[of].extend(joined);
                    groups.swap_remove(other);
                }
            }
            let patches = groups.len();
            let found = check(&infer_tiling("parted", lattice, groups).expect("a tiling"));
            assert!(found.strips() >= patches, "{lattice}");
        }
    }

    #[test]
    fn the_direction_with_the_fewest_strips_is_taken() {
        let lying = triangle_rows(&tiling(TILINGS[2])).expect("rows");
        assert_eq!((lying.turned, lying.strips(), &lying.between[..]), (0, 3, &[3.0, 3.0][..]));
        // The same three rows on their sides.
        let turn = Lattice::Triangle.symmetries().nth(1).expect("six");
        let turned = tiling(TILINGS[2]).placements().to_vec();
        let turned = turned.into_iter().map(|placement| {
            placement.cells.into_iter().map(|cell| Lattice::Triangle.apply(turn, cell)).collect::<Vec<_>>()
        });
        let turned = infer_tiling("turned", Lattice::Triangle, turned).expect("a tiling");
        let found = triangle_rows(&turned).expect("rows");
        assert_eq!((found.turned, found.strips()), (60, 3));
    }

    #[test]
    fn rings_and_gaps_are_refused() {
        let ring = "  AAAAA\n AA   AA\n  AAAAA";
        let error = triangle_rows(&tiling(ring)).unwrap_err();
        assert!(matches!(error, PiecingError::BrokenRow { .. }), "{error}");
        let squares =
            triangle_rows(&infer_tiling("one", Lattice::Square, [vec![Cell::new(0, 0)]]).expect("a tiling"));
        assert_eq!(squares.unwrap_err(), PiecingError::NoRows { lattice: Lattice::Square });
        for lattice in [Lattice::Square, Lattice::Hex, Lattice::Kite] {
            assert!(needs_rows(lattice, &[Cell::new(0, 0)]).is_ok());
        }
    }
}
