//! Colors of cells and of sides: known counts, and random boards compared with trying everything.

use std::collections::BTreeSet;
use std::sync::Arc;

use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::puzzle::{Puzzle, read_puzzle};
use piecework::solver::{Engine, SolveOptions, SolverError, count, solve};
use piecework::source::Source;
use piecework::tiling::{Likeness, Sameness, Tiling, TilingError};
use proptest::prelude::*;

fn puzzle(text: &str) -> Arc<Puzzle> {
    let read = read_puzzle(&Source::new("p.json", text), &Limits::default());
    Arc::new(read.unwrap_or_else(|error| panic!("{error}: {text}")))
}

fn example(name: &str) -> Arc<Puzzle> {
    puzzle(&std::fs::read_to_string(format!("examples/{name}.json")).expect("an example"))
}

#[track_caller]
fn counted(puzzle: &Arc<Puzzle>, engine: Engine) -> (u128, u128) {
    let options = SolveOptions { engine, ..SolveOptions::default() };
    let found = count(puzzle, &options).expect("small");
    assert!(found.report.outcome.is_complete());
    (found.raw.to_u128().expect("few"), found.up_to_symmetry.to_u128().expect("few"))
}

#[test]
fn a_broken_chessboard_is_counted_by_all_engines() {
    let board = example("broken-chessboard");
    for engine in [Engine::Auto, Engine::Cover, Engine::Dlx] {
        assert_eq!(counted(&board, engine), (452, 113), "{engine}");
    }
}

/// 13,328 up to the 4 symmetries of the board and the exchange of the two colors that are not on the border: the count that is
/// given for MacMahon's squares (New Mathematical Pastimes, 1921); older texts say 12,261.
#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimisation: see CONTRIBUTING.md")]
fn macmahons_squares_have_the_known_count() {
    let squares = example("macmahon-squares");
    for engine in [Engine::Cover, Engine::Dlx] {
        assert_eq!(counted(&squares, engine), (8 * 13_328, 2 * 13_328), "{engine}");
    }
}

/// Tiles of one cell with their sides, on a board: everything that a test needs to try all.
#[derive(Debug, Clone)]
struct Tiles {
    lattice: Lattice,
    cells: Vec<Cell>,
    /// For each tile its sides, and whether it may be flipped.
    tiles: Vec<(String, bool)>,
    border: Option<char>,
}

impl Tiles {
    fn text(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(|cell| format!("[{}, {}]", cell.x, cell.y)).collect();
        let tiles = self.tiles.iter().enumerate().map(|(number, (sides, flips))| {
            let symmetry = if *flips { "free" } else { "one-sided" };
            format!(r#"{{"name": "t{number}", "sides": "{sides}", "symmetry": "{symmetry}"}}"#)
        });
        let border = self.border.map_or_else(String::new, |color| format!(r#", "border": "{color}""#));
        format!(
            r#"{{"piecework": 1, "name": "tiles", "lattice": "{}", "region": {{"cells": [{}]}}, "pieces": [{}]{border}}}"#,
            self.lattice,
            cells.join(", "),
            tiles.collect::<Vec<String>>().join(", ")
        )
    }

    /// The different ways in which the sides of a tile follow each other clockwise.
    fn ways(&self, tile: usize) -> BTreeSet<Vec<char>> {
        let (sides, flips) = &self.tiles[tile];
        let sides: Vec<char> = sides.chars().collect();
        let turned = |sides: &[char]| {
            (0..sides.len()).map(|first| [&sides[first..], &sides[..first]].concat()).collect::<Vec<_>>()
        };
        let back: Vec<char> = sides.iter().rev().copied().collect();
        turned(&sides).into_iter().chain(turned(&back).into_iter().filter(|_| *flips)).collect()
    }

    /// How many ways there are to fill the cells from `laid.len()` on.
    fn count(&self, laid: &mut Vec<(usize, Vec<char>)>) -> u128 {
        let Some(&cell) = self.cells.get(laid.len()) else { return 1 };
        let mut found = 0;
        for tile in (0..self.tiles.len())
            .filter(|tile| laid.iter().all(|(other, _)| other != tile))
            .collect::<Vec<_>>()
        {
            for sides in self.ways(tile) {
                if self.fits(cell, &sides, laid) {
                    laid.push((tile, sides));
                    found += self.count(laid);
                    laid.pop();
                }
            }
        }
        found
    }

    fn fits(&self, cell: Cell, sides: &[char], laid: &[(usize, Vec<char>)]) -> bool {
        self.lattice.neighbours(cell).zip(sides).all(|(near, side)| {
            match self.cells.iter().position(|&other| other == near) {
                None => self.border.is_none_or(|border| border == *side),
                Some(at) => laid.get(at).is_none_or(|(_, theirs)| {
                    let back = self.lattice.neighbours(near).position(|other| other == cell).expect("beside");
                    theirs[back] == *side
                }),
            }
        })
    }
}

fn tiles() -> impl Strategy<Value = Tiles> {
    let board = prop_oneof![
        Just((Lattice::Square, 2, 2)),
        Just((Lattice::Square, 3, 1)),
        Just((Lattice::Hex, 3, 1)),
        Just((Lattice::Triangle, 4, 1)),
        Just((Lattice::Triangle, 2, 2)),
    ];
    (board, prop::collection::vec(("[ab]{6}", any::<bool>()), 4), prop::option::of("[ab]")).prop_map(
        |((lattice, columns, rows), tiles, border)| {
            let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(x, y)));
            let cells: Vec<Cell> = cells.collect();
            let sides = lattice.neighbours(Cell::default()).count();
            let cut = |(all, flips): &(String, bool)| (all[..sides].to_owned(), *flips);
            let tiles = tiles[..cells.len()].iter().map(cut).collect();
            Tiles { lattice, cells, tiles, border: border.and_then(|color| color.chars().next()) }
        },
    )
}

proptest! {
    #![proptest_config(crate::oracle::config(60))]

    #[test]
    fn tiles_with_colored_sides_lie_as_trying_everything_finds(tiles in tiles()) {
        let expected = tiles.count(&mut Vec::new());
        prop_assume!(expected <= 500);
        let board = puzzle(&tiles.text());
        for engine in Engine::ALL.iter().copied().filter(|engine| engine.is_exhaustive()) {
            let own = SolveOptions { arguments: engine == Engine::Auto, ..SolveOptions::default() };
            let options = SolveOptions { engine, ..own };
            match count(&board, &options) {
                Ok(found) => prop_assert_eq!(found.raw.to_u128(), Some(expected), "{} {}", engine, tiles.text()),
                Err(SolverError::NotForEngine { .. }) => prop_assert_eq!(engine, Engine::Dlx),
                Err(error) => panic!("{error}"),
            }
            let mut listed = BTreeSet::new();
            let all = solve(&board, &options, |tiling| {
                listed.insert(crate::oracle::as_laid(&tiling));
                std::ops::ControlFlow::Continue(())
            });
            if all.is_ok() {
                let orbits: BTreeSet<_> =
                    listed.iter().map(|tiling| crate::oracle::images(&board, tiling)).collect();
                prop_assert_eq!(listed.len() as u128, expected);
                let found = count(&board, &options).expect("counted before").up_to_symmetry.to_u128();
                prop_assert_eq!(found, Some(orbits.len() as u128), "{} {}", engine, tiles.text());
            }
        }
    }
}

#[test]
fn sides_that_differ_are_no_tiling() {
    let text = r#"{"piecework": 1, "name": "two", "lattice": "square", "region": {"rectangle": [2, 1]}, "border": "a",
        "pieces": [{"name": "t", "sides": "abaa", "count": 2, "symmetry": "one-sided"}]}"#;
    let board = puzzle(text);
    let found = |names: [&str; 2]| {
        let number =
            |name: &str| board.pieces().iter().position(|piece| piece.name == name).expect("a piece");
        let laid = names.into_iter().zip(0..).map(|(name, x)| (number(name), vec![Cell::new(x, 0)]));
        Tiling::new(&board, laid).err()
    };
    let names: Vec<&str> = board.pieces().iter().map(|piece| piece.name.as_str()).collect();
    let all = names.iter().flat_map(|one| names.iter().map(|other| found([one, other])));
    let wrong: Vec<Option<TilingError>> = all.collect();
    assert_eq!(
        wrong.iter().filter(|error| error.is_none()).count(),
        1,
        "both show b to each other: {wrong:?}"
    );
    assert_eq!(counted(&board, Engine::Cover), (1, 1));
    let text = text.replace(r#""border": "a","#, "");
    assert_eq!(counted(&puzzle(&text), Engine::Cover).0, 1 + 3 * 3);
    assert!(matches!(found([names[0], names[0]]), Some(TilingError::OtherColor { .. })));
}

#[test]
fn tilings_that_show_other_colors_are_different() {
    let text = r#"{"piecework": 1, "name": "four", "lattice": "square", "region": {"rectangle": [2, 2]},
        "pieces": [{"name": "A", "sides": "aabb", "symmetry": "one-sided", "count": 4}]}"#;
    let board = puzzle(text);
    let mut all = Vec::new();
    let visit = |tiling| {
        all.push(tiling);
        std::ops::ControlFlow::Continue(())
    };
    assert!(solve(&board, &SolveOptions::default(), visit).expect("small").outcome.is_complete());
    let kinds = |same| all.iter().map(|tiling| Likeness::new(tiling, same)).collect::<BTreeSet<_>>().len();
    assert_eq!(all.len(), 16, "a row of two colors to the left or right of each row, and so for columns");
    let turned: BTreeSet<BTreeSet<_>> = all
        .iter()
        .map(|tiling| {
            let motions = board.symmetries().into_iter().filter(|motion| !motion.symmetry.is_reflection());
            motions
                .map(|motion| crate::oracle::moved(&board, &motion, &crate::oracle::as_laid(tiling)))
                .collect()
        })
        .collect();
    let orbits: BTreeSet<_> =
        all.iter().map(|tiling| crate::oracle::images(&board, &crate::oracle::as_laid(tiling))).collect();
    assert_eq!((kinds(Sameness::Fixed), kinds(Sameness::OneSided)), (16, turned.len()));
    assert_eq!(kinds(Sameness::Free), orbits.len());
}
