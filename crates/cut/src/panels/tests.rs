use super::*;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{Tiling, infer_from_grid, read_letter_grids};

fn tiling(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("letters");
    infer_from_grid("test", &grids[0]).expect("a tiling")
}

/// Bricks: rows of dominoes, every other one moved by a cell.
fn bricks(columns: usize, rows: usize) -> String {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let brick = |x: usize, y: usize| letters[((x + y % 2) / 2 + y * 7) % letters.len()];
    (0..rows).map(|y| (0..columns).map(|x| brick(x, y)).chain(['\n']).collect::<String>()).collect()
}

/// Checks every promise without the search: on cells, not boxes.
#[track_caller]
fn check(tiling: &Tiling, cell: f64, width: f64, height: f64) -> Panels {
    let patchwork = Patchwork::trace(tiling, cell).expect("a patchwork");
    let panels = Panels::split(&patchwork, (width, height).into(), &StopFlag::never()).expect("fits");
    assert_eq!(
        panels,
        Panels::split(&patchwork, (width, height).into(), &StopFlag::never()).expect("fits"),
        "the same every time"
    );
    let mut all: Vec<usize> =
        panels.panels().iter().flat_map(|panel| panel.patches.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(
        all,
        (0..patchwork.patches().len()).collect::<Vec<_>>(),
        "every piece in one panel, and whole"
    );
    for panel in panels.panels() {
        let alone = Patchwork::of_placements(tiling, &panel.patches, cell).expect("a patchwork");
        let size = alone.bounds();
        assert!(size.width() <= width + 1e-6 && size.height() <= height + 1e-6, "{size:?}");
        assert!((size.width() - panel.bounds.width()).abs() < 1e-6);
        assert_eq!(alone.board().len(), 1, "it hangs together");
    }
    assert!(panels.panels().len() >= panels.at_least());
    panels
}

#[test]
fn bricks_are_split_where_pieces_end() {
    let tiling = tiling(Lattice::Square, &bricks(24, 12));
    let panels = check(&tiling, 10.0, 85.0, 65.0);
    assert_eq!(panels.by_area(), 6, "288 cells, 8 x 6 in a panel");
    assert!(panels.panels().len() <= 8, "{}", panels.panels().len());
}

#[test]
fn a_board_that_fits_is_one_panel_and_exact_halves_are_two() {
    let tiling = tiling(Lattice::Square, "AABB\nAABB\nCCDD\nCCDD");
    assert_eq!(check(&tiling, 10.0, 40.0, 40.0).panels().len(), 1);
    assert_eq!(check(&tiling, 10.0, 39.0, 40.0).panels().len(), 2);
    assert_eq!(check(&tiling, 10.0, 20.0, 20.0).panels().len(), 4);
}

#[test]
fn pieces_apart_are_panels_apart_and_gaps_are_left_out() {
    let tiling = tiling(Lattice::Square, "AA..BB\nAA..BB");
    assert_eq!(check(&tiling, 10.0, 60.0, 60.0).panels().len(), 2, "nothing holds them together");
}

#[test]
fn other_lattices_are_split_by_the_same_search() {
    let hex = tiling(Lattice::Hex, "A A B B\n C C D D\nE E F F\n G G H H");
    check(&hex, 10.0, 60.0, 40.0);
    let triangle = tiling(Lattice::Triangle, "AABBCC\nDDEEFF\nGGHHII");
    check(&triangle, 10.0, 25.0, 20.0);
}

#[test]
fn a_piece_that_is_too_large_is_named() {
    let tiling = tiling(Lattice::Square, "AAAAB\nAAAAB");
    let patchwork = Patchwork::trace(&tiling, 10.0).expect("a patchwork");
    let error = Panels::split(&patchwork, (30.0, 30.0).into(), &StopFlag::never()).unwrap_err();
    assert!(matches!(&error, LayoutError::PartTooLarge { part, .. } if part == "1 A"), "{error}");
}

#[test]
fn corners_that_are_too_far_apart_need_panels_of_their_own() {
    // Nine cells have much more than a quarter of the area, but contain no two corners of the board.
    let tiling = tiling(Lattice::Square, "ABCDE\nFGHIJ\nKLMNO\nPQRST\nUVWXY");
    let panels = check(&tiling, 10.0, 40.0, 40.0);
    assert_eq!((panels.by_area(), panels.at_least(), panels.panels().len()), (2, 4, 4));
}

#[test]
fn a_stranded_piece_is_shared_out() {
    // From the top, a full panel of three columns leaves D alone; D then joins the panel beside it.
    let extents: Vec<Extent> = [(0, 0, 2, 2), (2, 0, 3, 2), (3, 0, 5, 2)]
        .map(|(left, top, right, bottom)| Extent { left, top, right, bottom })
        .to_vec();
    let neighbours = vec![vec![1], vec![0, 2], vec![1]];
    let room = |right: i64, bottom: i64| Extent { left: 0, top: 0, right, bottom };
    let board_of = |room| {
        search::fewest(&extents, &[4, 2, 4], &neighbours, room, 1, &StopFlag::never()).expect("not stopped")
    };
    let over = StopFlag::when(std::sync::Arc::new(true.into()));
    assert!(search::fewest(&extents, &[4, 2, 4], &neighbours, room(2, 2), 1, &over).is_err());
    assert_eq!(board_of(room(3, 2)).len(), 2);
    assert_eq!(board_of(room(2, 2)).len(), 3);
}
