//! Letter grids are read as they are meant, and their mistakes are named.

use std::sync::Arc;

use super::*;
use crate::fault::Fault;
use crate::polyform::{Freedom, Shape};
use crate::puzzle::{Contact, Count, Piece, Puzzle, Region};
use crate::source::Source;
use crate::tiling::{infer_from_grid, read_records, write_record};

fn read(lattice: Lattice, text: &str) -> Result<Vec<LetterGrid>, GridError> {
    read_letter_grids(lattice, text, &Limits::default())
}

#[track_caller]
fn groups_of(lattice: Lattice, text: &str, expected: &[usize]) {
    let grids = read(lattice, text).expect("a good text");
    let groups: Vec<usize> = grids.iter().map(|grid| grid.groups.len()).collect();
    assert_eq!(groups, expected, "{text:?}");
}

#[test]
fn letters_group_by_connection_and_blank_lines_part_grids() {
    groups_of(Lattice::Square, "AAB\nABB", &[2]);
    groups_of(Lattice::Square, "AB\nBA\n", &[4]);
    groups_of(Lattice::Square, "A.A\n- A", &[2]);
    groups_of(Lattice::Square, "\n\nAA\n  \nBBC\r\n\r\nX\rX\n\n", &[1, 2, 1]);
    groups_of(Lattice::Hex, " A B\nA B\n", &[2]);
    groups_of(Lattice::Triangle, "AB\nAB", &[3]);
}

#[track_caller]
fn round_trip(lattice: Lattice, text: &str) {
    let grids = read(lattice, text).expect("a good text");
    let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
    assert_eq!(write_letter_grid(&tiling), text);
}

#[test]
fn a_written_file_reads_back_the_same() {
    round_trip(Lattice::Square, "AAB\nABB\n");
    round_trip(Lattice::Square, "IIIIL\n..LLL\n");
    round_trip(Lattice::Hex, "A A B\n A B B\n");
    round_trip(Lattice::Triangle, "AAB\nABB\n");
    // Two hexagons with one empty place straight between them.
    round_trip(Lattice::Hex, "A .\n .\nA .\n");
}

#[test]
fn pieces_keep_their_names_unless_that_would_join_them() {
    let write = |text: &str| {
        let grids = read(Lattice::Square, text).expect("a good text");
        write_letter_grid(&infer_from_grid("test", &grids[0]).expect("a tiling"))
    };
    assert_eq!(write("xxxxo\nyyyyo\n....o\n....o\n"), "AAAAB\nCCCCB\n....B\n....B\n");
    assert_eq!(write("xxxx..oooo\n"), "IIII..IIII\n");
    assert_eq!(write("xxxxoo\n....oo\n"), "IIIIOO\n....OO\n");
}

#[test]
fn large_boards_repeat_letters_but_never_at_a_touch() {
    let rows: String = (0..40)
        .map(|y| (0..40).map(|x| if (x / 2 + y) % 2 == 0 { 'a' } else { 'b' }).collect::<String>() + "\n")
        .collect();
    let tiling =
        infer_from_grid("bricks", &read(Lattice::Square, &rows).expect("good")[0]).expect("a tiling");
    assert_eq!(tiling.placements().len(), 800);
    let text = write_letter_grid(&tiling);
    let again = infer_from_grid("again", &read(Lattice::Square, &text).expect("good")[0]).expect("a tiling");
    assert_eq!(again.placements(), tiling.placements());
    assert!(text.chars().filter(|c| *c != '\n').collect::<BTreeSet<char>>().len() <= 8, "{text}");
    let letters = letters(&tiling);
    for (index, near) in adjacency::touching(&tiling).iter().enumerate() {
        assert!(near.iter().all(|&other| letters[other] != letters[index]), "placement {index}");
    }
}

#[test]
fn a_board_without_pieces_is_written_and_read() {
    for &lattice in Lattice::ALL {
        let region = Region::rectangle(lattice, 3, 2).expect("a region");
        let piece = Piece {
            name: "m".into(),
            shape: Shape::new(lattice, vec![Cell::default()]).expect("a shape"),
            freedom: Freedom::Free,
            count: Count { min: 0, max: Some(1) },
        };
        let gaps = u32::try_from(region.area()).expect("small");
        let puzzle =
            Puzzle::with_rules("none", region, vec![piece], Contact::Allowed, gaps).expect("a puzzle");
        let tiling = Tiling::new(&Arc::new(puzzle), []).expect("a tiling of no piece");
        let grids = read(lattice, &write_letter_grid(&tiling)).expect("a grid");
        let again = infer_from_grid("none", &grids[0]).expect("a tiling");
        // Letters do not tell a gap from what is outside.
        assert!(again.placements().is_empty() && again.gaps().len() >= tiling.gaps().len(), "{lattice}");
        let record = Source::new("none.json", write_record(&tiling));
        for puzzle in [None, Some(tiling.puzzle())] {
            let records = read_records(&record, puzzle, &Limits::default()).expect("a record");
            assert_eq!((records[0].placements(), records[0].gaps()), (&[][..], tiling.gaps()), "{lattice}");
        }
    }
}

#[test]
fn bad_grids_name_grid_line_and_column() {
    let error = |lattice, text| read(lattice, text).unwrap_err();
    assert_eq!(error(Lattice::Square, " \n\n"), GridError::NoGrid);
    let tab = GridError::NotALetter { grid: 2, row: 2, line: 4, column: 2, found: '\t' };
    assert_eq!(error(Lattice::Square, "A\n\nAA\nA\tB"), tab);
    assert!(tab.help().is_some());
    assert!(matches!(error(Lattice::Square, "A漢"), GridError::NotALetter { column: 2, .. }));
    let lattice = Lattice::Hex;
    let between = GridError::BetweenCells { grid: 1, row: 2, line: 3, column: 1, found: 'B', lattice };
    assert_eq!(error(lattice, "\nA A\nB B"), between);
    let mut limits = Limits::default();
    limits.set("region-cells", 4).expect("a good limit");
    assert!(read_letter_grids(Lattice::Square, "AB\nAB", &limits).is_ok());
    let large = read_letter_grids(Lattice::Square, "AB\nABC", &limits).unwrap_err();
    assert_eq!(large, GridError::TooLarge { grid: 1, line: 1, what: "cells", allowed: 4 });
    limits.set("tilings-read", 2).expect("a good limit");
    assert!(read_letter_grids(Lattice::Square, "A\n\nB", &limits).is_ok());
    let many = read_letter_grids(Lattice::Square, "A\n\nB\n\nC", &limits).unwrap_err();
    assert_eq!(many, GridError::TooMany { line: 5, allowed: 2 });
}
