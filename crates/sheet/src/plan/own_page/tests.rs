//! Tests of the pages that puzzles have for themselves: how large boards are, and which have a quarter turn.

use super::*;
use crate::plan::{SheetPlan, SheetSubject, page_format};
use crate::support::template;
use crate::{BookPrint, Ink, SheetOptions, SheetStyle, Trim, documents};
use piecework_draw::drawing::{Drawing, Item, Role};
use piecework_draw::geometry::Bounds;
use piecework_solve::{SolveOptions, first};
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Placed, Rules, read_puzzle};
use piecework_tiling::source::Source;
use std::sync::Arc;

fn options(trim: Trim) -> SheetOptions {
    SheetOptions { print: Some(BookPrint::new(trim, false)), ..SheetOptions::default() }
}

/// The interior of a book of two copies of a puzzle.
fn pages(puzzle: &Puzzle, options: &SheetOptions) -> Vec<Drawing> {
    let subjects = vec![SheetSubject::new("one", puzzle, &[]); 2];
    let plan = SheetPlan::new(&subjects, options).expect("a plan");
    let documents = documents(&plan, &subjects, options).expect("pages");
    documents[0].pages.iter().map(|page| page.drawing.clone()).collect()
}

/// What is cut on a page: board and pieces, the largest first.
fn cut(page: &Drawing) -> Vec<Bounds> {
    let layers = page.layers().iter().filter(|layer| layer.role == Role::Cut);
    let bounds = layers.flat_map(|layer| &layer.items).filter_map(Item::bounds);
    let mut bounds: Vec<Bounds> = bounds.collect();
    bounds.sort_by(|a, b| (b.width() * b.height()).total_cmp(&(a.width() * a.height())));
    bounds
}

/// The text area of pages, without running head and foot.
fn text_area(options: &SheetOptions) -> Bounds {
    book_room(&page_format(options)).expect("room")
}

/// The share of the text area that the board has, measured on the drawing, in percent.
fn share(name: &str, trim: Trim) -> f64 {
    let options = options(trim);
    let (drawn, area) = (pages(&template(name), &options), text_area(&options));
    let page = drawn.iter().find(|page| !cut(page).is_empty()).expect("a puzzle");
    let board = cut(page)[0];
    100.0 * board.width() * board.height() / (area.width() * area.height())
}

/// The shares in docs/print.md, in percent: 6 x 9 in, and 8.5 x 11 in.
const SHARES: [(&str, f64, f64); 9] = [
    ("six-pentominoes-5x6", 53.0, 54.0),
    ("pentomino-6x10", 50.0, 53.0),
    ("pentomino-8x8-hole", 43.0, 66.0),
    ("thirteen-pieces-8x8", 53.0, 52.0),
    ("hexiamond-6x6", 54.0, 52.0),
    ("tetrahex-4x7", 42.0, 40.0),
    ("pentomino-5x12", 40.0, 39.0),
    ("pentomino-4x15", 26.0, 25.0),
    ("pentomino-3x20", 15.0, 14.0),
];

#[test]
fn the_shares_are_those_of_the_guide() {
    let guide = include_str!("../../../../../docs/print.md");
    for (name, small, large) in SHARES {
        let row = format!("| `{name}` | {small:.0} % | {large:.0} % |");
        assert!(guide.contains(&row), "{row}");
    }
}

#[test]
fn a_board_is_in_the_middle_and_its_pieces_fill_one_or_two_lines() {
    for (name, ..) in SHARES {
        let options = options(Trim::In6x9);
        let (drawn, area) = (pages(&template(name), &options), text_area(&options));
        let page = drawn.iter().find(|page| !cut(page).is_empty()).expect("a puzzle");
        let (board, pieces) = (cut(page)[0], cut(page));
        let is_beside = pieces.iter().any(|piece| piece.left > board.right);
        let (all, lines): (Bounds, Vec<i64>) = if is_beside {
            let beside = pieces.iter().filter(|piece| piece.left > board.right);
            let all = pieces.iter().copied().reduce(Bounds::union).expect("pieces");
            (all, beside.map(|piece| whole(piece.center().x)).collect())
        } else {
            let below = pieces.iter().filter(|piece| piece.top > board.bottom);
            (board, below.map(|piece| whole(piece.bottom)).collect())
        };
        // Coordinates at its left may push a wide board to the right by half of their space, and captions are wider than
        // narrow pieces.
        let aside = (all.center().x - area.center().x).abs();
        assert!(aside < 3.5, "{name}: {aside} mm");
        let lines: std::collections::BTreeSet<i64> = lines.into_iter().collect();
        assert!((1..=2).contains(&lines.len()), "{name}: {lines:?}");
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a page is far smaller than 9e12 mm")]
fn whole(at: f64) -> i64 {
    (at * 1e3).round() as i64
}

#[test]
fn a_board_has_half_of_its_page_where_its_sides_allow() {
    for (name, small, large) in SHARES {
        for (trim, expected) in [(Trim::In6x9, small), (Trim::In8x11, large)] {
            let found = share(name, trim);
            assert!((found - expected).abs() <= 0.55, "{name} {trim:?}: {found:.1} % of the page");
        }
    }
}

/// Whether the board of the first puzzle page is higher than wide, of both copies of a puzzle.
fn is_tall(puzzle: &Puzzle, options: &SheetOptions) -> bool {
    let drawn = pages(puzzle, options);
    let board = cut(drawn.iter().find(|page| !cut(page).is_empty()).expect("a puzzle"))[0];
    board.height() > board.width()
}

#[test]
fn only_boards_without_a_top_are_turned() {
    let options = options(Trim::In6x9);
    let read = |region: &str, symmetry: &str| {
        let text = format!(
            r##"{{ "piecework": 1, "name": "t", "lattice": "square", "region": {region}, "gaps": 3,
                   "pieces": [{{ "name": "I", "rows": ["#"], "count": 2, "symmetry": "{symmetry}" }}] }}"##
        );
        read_puzzle(&Source::new("t.json", text), &Limits::default()).expect("a puzzle")
    };
    let rectangle = r#"{ "rectangle": [5, 1] }"#;
    assert!(is_tall(&read(rectangle, "free"), &options), "a rectangle is turned");
    assert!(is_tall(&read(rectangle, "fixed"), &options), "with its pieces");
    for (region, why) in [
        (r#"{ "words": [["Mon", "Tue", "Wed", "Thu", "Fri"]] }"#, "words are read across"),
        (r#"{ "rectangle": [5, 1], "wrap": "cylinder" }"#, "the task says what is left"),
        (r#"{ "cells": [[0, 1], [1, 1], [2, 1], [3, 1], [2, 0]] }"#, "a figure stands"),
    ] {
        assert!(!is_tall(&read(region, "free"), &options), "{why}");
    }
    let shared = SheetOptions { is_shared: true, ..options };
    assert!(!is_tall(&template("pentomino-6x10"), &shared), "they share a page");
}

/// Where the areas with a name are on the board of a page, as shares of its sides.
fn places(page: &Drawing, name: &str, board: Bounds) -> Vec<[i64; 4]> {
    let items = page.layers().iter().flat_map(|layer| &layer.items);
    let named = items.filter_map(|item| match item {
        Item::Path(path) if path.name() == Some(name) => item.bounds(),
        _ => None,
    });
    let inside = named.filter(|at| board.inset(-0.01).contains(*at) && at.width() < board.width() * 0.9);
    let place = |at: Bounds| {
        let (x, y) = (
            |x: f64| whole((x - board.left) / board.width()),
            |y: f64| whole((y - board.top) / board.height()),
        );
        [x(at.left), y(at.top), x(at.right), y(at.bottom)]
    };
    inside.map(place).collect()
}

#[test]
fn pieces_in_place_hints_and_solutions_turn_with_their_board() {
    for name in ["pentomino-6x10", "hexiamond-6x6", "tetrahex-4x7"] {
        let empty = template(name);
        let tiling = first(&empty, &SolveOptions::default()).expect("a search").0.expect("a tiling");
        let laid = &tiling.placements()[0];
        let (piece, cells) = (laid.piece, laid.cells.clone());
        let rules = Rules { placed: vec![Placed { piece, cells }], ..Rules::default() };
        let (region, pieces) = (empty.region().clone(), empty.pieces().to_vec());
        let puzzle = Arc::new(Puzzle::ruled(name, region, pieces, rules).expect("a puzzle"));
        let tilings = [first(&puzzle, &SolveOptions::default()).expect("a search").0.expect("a tiling")];
        for (style, ink) in [
            (SheetStyle::Modern, Ink::Color),
            (SheetStyle::Classic, Ink::Gray),
            (SheetStyle::Copies, Ink::Color),
        ] {
            let options = SheetOptions { hints: 1, style, ink, ..options(Trim::In6x9) };
            let subjects = vec![SheetSubject::new("one", &puzzle, &tilings); 2];
            let plan = SheetPlan::new(&subjects, &options).expect("a plan");
            assert_eq!(plan.turned, [0, 1], "{name}");
            let documents = documents(&plan, &subjects, &options).expect("pages");
            let given = &puzzle.pieces()[piece].name;
            let found: Vec<Vec<[i64; 4]>> = documents[0]
                .pages
                .iter()
                .filter_map(|page| {
                    let board = *cut(&page.drawing).first()?;
                    Some(places(&page.drawing, given, board)).filter(|found| !found.is_empty())
                })
                .collect();
            assert!(found.len() >= 3, "{name}: a puzzle, hints and solutions");
            let near =
                |one: &[i64; 4], other: &[i64; 4]| one.iter().zip(other).all(|(a, b)| (a - b).abs() <= 2);
            for place in found.iter().flatten() {
                assert!(near(place, &found[0][0]), "{name} {style:?}: {found:?}");
            }
        }
    }
}
