//! Boards with whimsies and borders, judged from the outlines of their pieces.

use super::super::Ring;
use super::*;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::puzzle::Region;
use piecework_tiling::random::Random;

fn cells(lattice: Lattice, columns: u32, rows: u32, cell: f64) -> Patchwork {
    let region = Region::rectangle(lattice, columns, rows).expect("a region");
    Patchwork::of_region(&region, cell).expect("a patchwork")
}

fn outline(points: Vec<Point>) -> Outline {
    Outline::new(Ring::through(points).expect("a ring"), Vec::new()).expect("an outline")
}

/// A round shape whose radius wavers.
fn blob((x, y): (f64, f64), radius: f64, (waves, deep): (f64, f64), turn: f64) -> Outline {
    let point = |step: u16| {
        let angle = f64::from(step) / 120.0 * std::f64::consts::TAU;
        let far = radius * (1.0 + deep * libm::cos(waves * angle + turn));
        Point::new(x + far * libm::cos(angle), y + far * libm::sin(angle))
    };
    outline((0..120).map(point).collect())
}

/// The areas of all pieces add up to the board, no two overlap, none is thin, and whimsies are as they were given.
fn judged(patchwork: &Patchwork, own: &OwnLines<'_>) -> Patchwork {
    let board = patchwork.with_own_lines(own).expect("room");
    let cut = Patchwork::of_lines(&board).expect("outlines");
    let place = own.border.unwrap_or(&patchwork.board()[0]).moved(board.corner.x, board.corner.y);
    let pieces: Vec<Outline> = cut.patches().iter().map(|patch| patch.outline().clone()).collect();
    let area: f64 = pieces.iter().map(Outline::area).sum();
    assert!((area - place.area()).abs() < 1e-5 * place.area(), "{area} of {}", place.area());
    assert!((cut.board()[0].area() - place.area()).abs() < 1e-5 * place.area());
    let left = place.without(&pieces).expect("a rest");
    assert!(left.iter().map(Outline::area).sum::<f64>() < 1e-3, "no place is left");
    for (patch, piece) in cut.patches().iter().zip(&pieces) {
        let at = thin_place(piece, own.least_width);
        assert_eq!(at, None, "{} is thin", patch.name());
    }
    for (number, whimsy) in own.whimsies.iter().enumerate() {
        let name = format!("whimsy {}", number + 1);
        let own: Vec<&Outline> =
            cut.patches().iter().filter(|patch| patch.name() == name).map(|patch| patch.outline()).collect();
        assert_eq!(own.len(), 1);
        assert!((own[0].area() - whimsy.area()).abs() < 1e-3);
        assert!(own[0].without(&[whimsy.moved(board.corner.x, board.corner.y)]).expect("nothing").is_empty());
    }
    assert!(cut.edges().iter().all(|edge| edge.right.is_some()), "an edge has a patch on its right");
    cut
}

#[test]
fn whimsies_are_whole_pieces_on_every_lattice_and_the_rest_fills_the_board() {
    let mut random = Random::new(5);
    for round in 0..3 {
        for (lattice, columns, rows, cell) in
            [(Lattice::Square, 10, 8, 20.0), (Lattice::Hex, 7, 6, 14.0), (Lattice::Triangle, 14, 7, 30.0)]
        {
            let patchwork = cells(lattice, columns, rows, cell);
            let bounds = patchwork.bounds();
            let mut place = |x: f64, y: f64| {
                let by = |random: &mut Random| {
                    f64::from(u16::try_from(random.below(1200)).expect("small")) / 100.0 - 6.0
                };
                (bounds.width() * x + by(&mut random), bounds.height() * y + by(&mut random))
            };
            let turn = f64::from(round);
            let whimsies = [
                blob(place(0.28, 0.34), 17.0, (3.0, 0.12), turn),
                blob(place(0.7, 0.35), 15.0, (2.0, 0.2), turn * 2.0),
                blob(place(0.5, 0.72), 14.0, (5.0, 0.06), turn),
            ];
            let own = OwnLines { whimsies: &whimsies, border: None, least_width: 8.0 };
            let cut = judged(&patchwork, &own);
            let count = cut.patches().len();
            assert!(count * 10 > patchwork.patches().len() * 6, "{lattice}: {count} pieces");
        }
    }
}

#[test]
fn a_round_and_an_own_border_are_cut() {
    let patchwork = cells(Lattice::Square, 10, 10, 20.0);
    let round = blob((100.0, 100.0), 99.0, (1.0, 0.0), 0.0);
    let whimsy = [blob((90.0, 110.0), 18.0, (3.0, 0.1), 0.4)];
    judged(&patchwork, &OwnLines { whimsies: &whimsy, border: Some(&round), least_width: 8.0 });
    let wavy = blob((100.0, 100.0), 85.0, (4.0, 0.15), 0.3);
    let cut = judged(&patchwork, &OwnLines { whimsies: &[], border: Some(&wavy), least_width: 8.0 });
    assert!(cut.patches().len() > 40, "{}", cut.patches().len());
}

/// Lines of the board that touch a band, and own lines on lines of the board, are no trouble.
#[test]
fn own_lines_may_lie_on_lines_of_the_board() {
    let patchwork = cells(Lattice::Square, 9, 9, 20.0);
    let square = outline(
        [(60.0, 60.0), (100.0, 60.0), (100.0, 100.0), (60.0, 100.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
    );
    judged(&patchwork, &OwnLines { whimsies: std::slice::from_ref(&square), border: None, least_width: 8.0 });
    // The band ends on lines of the board.
    let moved = [square.moved(8.0, 12.0)];
    judged(&patchwork, &OwnLines { whimsies: &moved, border: None, least_width: 8.0 });
    let border = outline(
        [(20.0, 20.0), (160.0, 20.0), (160.0, 160.0), (20.0, 160.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
    );
    judged(&patchwork, &OwnLines { whimsies: &[square], border: Some(&border), least_width: 8.0 });
}

#[test]
fn what_cannot_be_laid_is_refused_with_its_place() {
    let patchwork = cells(Lattice::Square, 6, 6, 20.0);
    let refused = |whimsies: &[Outline], border: Option<&Outline>| {
        let own = OwnLines { whimsies, border, least_width: 8.0 };
        patchwork.with_own_lines(&own).expect_err("refused")
    };
    let round = |x: f64, y: f64, radius: f64| blob((x, y), radius, (1.0, 0.0), 0.0);
    let error = refused(&[round(60.0, 60.0, 15.0), round(60.0, 97.0, 15.0)], None);
    assert!(
        matches!(error, OwnLinesError::Crowded { x, y, .. } if (x - 60.0).abs() < 9.0 && (y - 78.5).abs() < 5.0),
        "{error}"
    );
    // Around a narrow place between two corners there is room, and yet it is narrow.
    let square = |x: f64, y: f64| {
        outline(
            [(x, y), (x + 20.0, y), (x + 20.0, y + 20.0), (x, y + 20.0)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec(),
        )
    };
    let error = refused(&[square(30.0, 30.0), square(50.0, 55.5)], None);
    assert!(
        matches!(error, OwnLinesError::Crowded { x, y, .. } if x == 50.0 && (49.0..56.0).contains(&y)),
        "{error}"
    );
    assert!(matches!(refused(&[round(60.0, 20.0, 15.0)], None), OwnLinesError::Crowded { .. }));
    assert!(matches!(
        refused(&[round(60.0, 10.0, 15.0)], None),
        OwnLinesError::WhimsyOutside { number: 1, .. }
    ));
    assert!(matches!(refused(&[round(60.0, 60.0, 3.5)], None), OwnLinesError::ThinWhimsy { number: 1, .. }));
    let two = [round(60.0, 60.0, 15.0), round(70.0, 60.0, 15.0)];
    assert!(matches!(refused(&two, None), OwnLinesError::Overlap { one: 1, other: 2, .. }));
    assert_eq!(refused(&[], Some(&round(60.0, 60.0, 61.0))), OwnLinesError::BorderOutside);
    let hole = patchwork.board()[0].without(&[round(60.0, 60.0, 15.0)]).expect("a ring").remove(0);
    assert!(matches!(
        refused(&[hole.offset(-10.0, super::super::Join::MITRE).expect("a ring").remove(0)], None),
        OwnLinesError::WhimsyWithHole { number: 1 }
    ));
}
