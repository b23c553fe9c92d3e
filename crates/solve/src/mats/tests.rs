use super::*;

fn shape(rows: &[&str]) -> Shape {
    Shape::from_rows(Lattice::Square, rows.iter().copied()).expect("a shape")
}

/// Every piece appears once, congruent to the given one; the tiling itself checks that they do not overlap.
#[track_caller]
fn check(mat: Mat, shapes: &[Shape], turned: bool) -> Vec<MatTiling> {
    let mats = tile(mat, shapes, turned, &StopFlag::never()).expect("not stopped").expect("everything fits");
    let mut all: Vec<usize> = mats.iter().flat_map(|mat| mat.pieces.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..shapes.len()).collect::<Vec<_>>());
    let freedom = if turned { Freedom::OneSided } else { Freedom::Fixed };
    for laid in &mats {
        for (placement, &piece) in laid.tiling.placements().iter().zip(&laid.pieces) {
            let lying = Shape::new(mat.lattice, placement.cells.clone()).expect("a shape");
            assert_eq!(lying.least(freedom), shapes[piece].least(freedom));
        }
        let region = mat.region(mat.rows).expect("few cells");
        assert!(laid.tiling.puzzle().region().cells().iter().all(|&c| region.index_of(c).is_some()));
    }
    assert_eq!(
        mats,
        tile(mat, shapes, turned, &StopFlag::never()).expect("not stopped").expect("everything fits"),
        "the same every time"
    );
    mats
}

const MAT: Mat = Mat { lattice: Lattice::Square, columns: 6, rows: 4 };

#[test]
fn a_mat_is_tiled_exactly_where_that_can_be() {
    // Placed row by row, the first L and its neighbours leave holes; turned, eight of them fill 6 x 4
    // completely.
    let mats = check(MAT, &vec![shape(&["##", "#."]); 8], true);
    assert_eq!(mats.len(), 1);
    assert!(mats[0].tiling.gaps().is_empty());
}

#[test]
fn pieces_with_a_grain_are_not_turned() {
    let mats = check(MAT, &vec![shape(&["###"]); 8], false);
    assert_eq!(mats.len(), 1);
    let upright = check(MAT, &vec![shape(&["#", "#", "#"]); 8], false);
    assert_eq!(upright.len(), 2, "six of them stand beside each other, and a row stays empty");
    assert_eq!(check(MAT, &vec![shape(&["#", "#", "#"]); 8], true).len(), 1);
}

#[test]
fn the_last_mat_takes_as_few_rows_as_are_found() {
    let mats = check(MAT, &[shape(&["##", "##"]), shape(&["##", "##"]), shape(&["##", "##"])], false);
    assert_eq!(mats[0].tiling.puzzle().region().area(), 12, "two rows of six");
    let two = check(MAT, &vec![shape(&["##", "##"]); 7], false);
    assert_eq!(two.iter().map(|mat| mat.pieces.len()).collect::<Vec<_>>(), [6, 1]);
}

#[test]
fn pieces_that_fit_on_no_mat_are_refused() {
    assert_eq!(tile(MAT, &[shape(&["#######"])], true, &StopFlag::never()), Ok(None));
    assert_eq!(tile(MAT, &[shape(&["#", "#", "#", "#", "#"])], false, &StopFlag::never()), Ok(None));
    let over = StopFlag::never().until(web_time::Instant::now());
    assert_eq!(tile(MAT, &[shape(&["#"])], false, &over), Err(Stopped::TimeLimit));
    assert_eq!(check(MAT, &[shape(&["#", "#", "#", "#", "#"])], true).len(), 1, "it lies down");
}

#[test]
fn mats_of_all_lattices_fit_their_size() {
    let mat = |lattice, width, height| Mat::within(lattice, 10.0, width, height);
    let square = mat(Lattice::Square, 65.0, 40.0).expect("room");
    assert_eq!((square.columns, square.rows), (6, 4));
    // Rows of hexagons are 15 mm apart and 20 mm high; a column is 17.32 mm wide, and half of one sticks out.
    let hex = mat(Lattice::Hex, 61.0, 50.0).expect("room");
    assert_eq!((hex.columns, hex.rows), (3, 3));
    assert_eq!(mat(Lattice::Square, 9.0, 40.0), None);
    let bar = Shape::from_rows(Lattice::Hex, ["# #"]).expect("a shape");
    check(hex, &vec![bar; 4], true);
    let triangle = mat(Lattice::Triangle, 45.0, 20.0).expect("room");
    let diamond = Shape::from_rows(Lattice::Triangle, ["##"]).expect("a shape");
    check(triangle, &vec![diamond; 5], true);
}

#[test]
fn pieces_that_do_not_fill_a_mat_are_close_together() {
    let mat = Mat { lattice: Lattice::Square, columns: 40, rows: 10 };
    let cuts = |shapes: &[Shape], turned: bool| {
        let mats = check(mat, shapes, turned);
        assert_eq!(mats.len(), 1);
        Closeness::of(&mats[0].tiling)
    };
    let block = cuts(&vec![shape(&["##", "##"]); 4], false);
    assert_eq!((block.cuts, block.reach), (24, 8000), "two by two; in a row there would be 26 edges");
    let mixed =
        [&["####", "#..."][..], &["#.", "##", ".#", ".#"], &["###", ".#.", ".#."], &["##", "#.", "##"]];
    let shapes: Vec<Shape> = mixed.iter().map(|rows| shape(rows)).collect();
    assert!(cuts(&shapes, true) <= cuts(&shapes, false), "turning costs no lines");
}
