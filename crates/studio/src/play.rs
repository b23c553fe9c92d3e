//! Puzzles to play on the page: the board with its clues, and whether what a person laid can be completed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::preview::read;
use super::scene::{cell_polygons, labels};
use crate::error::StudioError;
use piecework_app::design::{DesignError, Product};
use piecework_app::job::opened;
use piecework_draw::geometry::Patchwork;
use piecework_solve::{Outcome, SolveOptions, first};
use piecework_tiling::error::Error;
use piecework_tiling::json::{Document, Node};
use piecework_tiling::lattice::Cell;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Clue, Placed, Puzzle, Region};
use piecework_tiling::source::Source;
use piecework_tiling::tiling::Tiling;

/// The key of the pieces that a person laid, which is no part of a design.
const LAID: &str = "x-laid";
/// Search steps for one answer. Chosen by trial: less than a second.
const MOST_NODES: u64 = 1 << 20;

/// The puzzle of a design that the page sent, and what is left of it when the cells that stay open are chosen; the first choice
/// if the design has none.
fn puzzles_in(text: &str, limits: &Limits) -> Result<(Arc<Puzzle>, Arc<Puzzle>), Error> {
    let mut design = read(text, limits)?;
    let subject = design.subjects.first().ok_or(DesignError::NoSubject)?;
    let whole = Arc::clone(&subject.puzzle);
    if whole.classes().is_empty() {
        return Ok((Arc::clone(&whole), whole));
    }
    design.products = vec![Product::Sheet(Box::default())];
    let left = opened(&design)?.and_then(|mut left| left.subjects.pop());
    Ok((Arc::clone(&whole), left.map_or(whole, |subject| subject.puzzle)))
}

/// Everything that the page shows of a puzzle: cells row by row with their words, classes, cells that stay open, pieces, pieces in
/// place, and clues.
///
/// # Errors
/// [`Error`] for a design without a puzzle, and for words that no cell has.
pub(super) fn board(text: &str, limits: &Limits) -> Result<Value, Error> {
    let (whole, puzzle) = puzzles_in(text, limits)?;
    let region = whole.region();
    let labels = labels(region)?.into_iter().map(
        |(cell, words, at, height)| json!({ "cell": pair(cell), "words": words, "at": [at.x, at.y], "height": height }),
    );
    let cells = |cells: &[Cell]| cells.iter().copied().map(pair).collect::<Value>();
    let classes = whole.classes().iter().map(|class| {
        let piece = &whole.pieces()[class.piece];
        json!({ "name": piece.name, "open": piece.count.min, "cells": cells(&class.cells) })
    });
    let is_open = |cell: &Cell| puzzle.region().index_of(*cell).is_none();
    let open: Vec<Cell> =
        whole.classes().iter().flat_map(|class| class.cells.iter().copied().filter(is_open)).collect();
    let mut rows: BTreeMap<i32, Vec<Value>> = BTreeMap::new();
    for (cell, points) in region.cells().iter().zip(cell_polygons(region)?) {
        rows.entry(cell.y).or_default().push(json!({ "cell": pair(*cell), "points": points }));
    }
    let kinds = puzzle.kinds();
    let pieces = kinds.iter().flat_map(|kind| {
        let names: Vec<&str> =
            puzzle.pieces()[kind.pieces.clone()].iter().map(|piece| &*piece.name).collect();
        puzzle.pieces()[kind.pieces.clone()].iter().map(move |piece| {
            json!({
                "name": piece.name,
                "rows": piece.shape.rows(),
                "symmetry": piece.freedom.name(),
                "most": piece.count.max,
                "one_of": names,
            })
        })
    });
    Ok(json!({
        "name": whole.name(),
        "lattice": whole.lattice().name(),
        "labels": labels.collect::<Vec<Value>>(),
        "classes": classes.collect::<Vec<Value>>(),
        "never": whole.rules().never.iter().map(|never| cells(never)).collect::<Vec<Value>>(),
        "open": cells(&open),
        "rows": rows.into_values().collect::<Vec<Vec<Value>>>(),
        "pieces": pieces.collect::<Vec<Value>>(),
        "placed": puzzle.placed().iter().map(|placed| laid_value(&puzzle, placed.piece, &placed.cells)).collect::<Vec<Value>>(),
        "spare": puzzle.gaps(),
        "clues": clues(&puzzle, region)?,
    }))
}

fn pair(cell: Cell) -> Value {
    json!([cell.x, cell.y])
}

fn laid_value(puzzle: &Puzzle, piece: usize, cells: &[Cell]) -> Value {
    let cells: Vec<Value> = cells.iter().copied().map(pair).collect();
    json!({ "piece": puzzle.pieces()[piece].name, "cells": cells })
}

/// The clues with their places in cell edges: words in a cell, or the ends of an edge.
fn clues(puzzle: &Puzzle, region: &Region) -> Result<Value, Error> {
    let traced = Patchwork::of_region(region, 1.0)?;
    let rounded = |length: f64| (length * 1000.0).round() / 1000.0;
    let in_cell = |cell: Cell, words: &str| {
        let patch = region.index_of(cell).and_then(|at| traced.patches().get(at))?;
        let label = patch.outline().label();
        let at = [rounded(label.at.x), rounded(label.at.y)];
        Some(json!({ "cell": pair(cell), "words": words, "at": at, "room": rounded(label.room) }))
    };
    let edge = |one: Cell, other: Cell| {
        let sides = (region.index_of(one), region.index_of(other));
        let found = traced
            .edges()
            .iter()
            .find(|edge| (edge.left, edge.right) == sides || (edge.right, edge.left) == sides)?;
        let (from, to) = traced.ends(found);
        let line = [from.x, from.y, to.x, to.y].map(rounded);
        Some(json!({ "cells": [pair(one), pair(other)], "line": line }))
    };
    let all = puzzle.clues().iter().filter_map(|clue| match *clue {
        Clue::Letter { cell, piece } => in_cell(cell, puzzle.name_of(piece)),
        Clue::Number { cell, sides } => in_cell(cell, &sides.to_string()),
        Clue::Edge { cells: (one, other) } => edge(one, other),
        _ => None,
    });
    Ok(all.collect())
}

/// Says of the pieces that a person laid whether they solve the puzzle, whether they can be completed, and if so
/// with which pieces; otherwise which piece is the first that is wrong.
///
/// # Errors
/// [`Error`] for a design without a puzzle, and for pieces that the puzzle does not have.
pub(super) fn judged(text: &str, limits: &Limits) -> Result<Value, Error> {
    let (_, puzzle) = puzzles_in(text, limits)?;
    let laid = laid_in(text, &puzzle, limits)?;
    let all = puzzle.placed().iter().chain(&laid).map(|one| (one.piece, one.cells.clone()));
    if Tiling::new(&puzzle, all).is_ok() {
        return Ok(json!({ "state": "solved" }));
    }
    match completed(&puzzle, &laid, limits)? {
        Found::Yes(tiling) => {
            let is_laid = |cells: &[Cell]| {
                puzzle
                    .placed()
                    .iter()
                    .chain(&laid)
                    .any(|one| one.cells.iter().any(|cell| cells.contains(cell)))
            };
            let rest = tiling.placements().iter().filter(|placement| !is_laid(&placement.cells));
            let rest = rest.map(|next| laid_value(&puzzle, next.piece, &next.cells));
            Ok(json!({ "state": "right", "rest": rest.collect::<Vec<Value>>() }))
        }
        Found::Unknown => Ok(json!({ "state": "unknown" })),
        Found::No => {
            for count in 1..laid.len() {
                match completed(&puzzle, &laid[..count], limits)? {
                    Found::Yes(_) => {}
                    Found::No => return Ok(wrong(&puzzle, &laid[count - 1])),
                    Found::Unknown => return Ok(json!({ "state": "wrong" })),
                }
            }
            Ok(laid.last().map_or_else(|| json!({ "state": "impossible" }), |last| wrong(&puzzle, last)))
        }
    }
}

/// The tiling that a person laid, if it solves the puzzle of a design.
///
/// # Errors
/// As [`judged`], and [`StudioError::NotSolved`].
pub(super) fn solved(text: &str, limits: &Limits) -> Result<Tiling, Error> {
    let (_, puzzle) = puzzles_in(text, limits)?;
    let laid = laid_in(text, &puzzle, limits)?;
    let all = puzzle.placed().iter().chain(&laid).map(|one| (one.piece, one.cells.clone()));
    Tiling::new(&puzzle, all).map_err(|_| StudioError::NotSolved.into())
}

fn wrong(puzzle: &Puzzle, laid: &Placed) -> Value {
    json!({ "state": "wrong", "piece": laid_value(puzzle, laid.piece, &laid.cells) })
}

/// A tiling with the pieces that are laid.
enum Found {
    Yes(Tiling),
    No,
    Unknown,
}

fn completed(puzzle: &Puzzle, laid: &[Placed], limits: &Limits) -> Result<Found, Error> {
    let mut rules = puzzle.rules().clone();
    rules.placed.extend(laid.iter().cloned());
    // Pieces that contradict each other or a clue make no puzzle.
    let ruled = Puzzle::ruled(puzzle.name(), puzzle.region().clone(), puzzle.pieces().to_vec(), rules);
    let Ok(ruled) = ruled else { return Ok(Found::No) };
    let placement_limit = limits.get(Limit::Placements);
    let options = SolveOptions { node_limit: Some(MOST_NODES), placement_limit, ..SolveOptions::default() };
    let (found, report) = first(&Arc::new(ruled), &options)?;
    Ok(match found {
        Some(tiling) => Found::Yes(tiling),
        None if report.outcome == Outcome::Complete => Found::No,
        None => Found::Unknown,
    })
}

/// Reads the pieces that a person laid, in the order in which they were laid.
fn laid_in(text: &str, puzzle: &Puzzle, limits: &Limits) -> Result<Vec<Placed>, Error> {
    let source = Source::new("design", text);
    let document = Document::parse(&source, limits)?;
    let laid = document.root().any_object().and_then(|object| match object.get(LAID) {
        Some(list) => {
            let most = puzzle.region().area() as u64;
            list.list(0, most)?.into_iter().map(|one| placed_at(one, puzzle)).collect()
        }
        None => Some(Vec::new()),
    });
    Ok(document.finish(laid)?)
}

fn placed_at(node: Node<'_>, puzzle: &Puzzle) -> Option<Placed> {
    let object = node.object(&["piece", "cells"])?;
    let names: Vec<&str> = puzzle.pieces().iter().map(|piece| piece.name.as_str()).collect();
    let piece = object.require("piece")?;
    let name = piece.text()?;
    let Some(piece) = names.iter().position(|known| *known == name) else {
        return piece.wrong_type("the name of a piece of the puzzle");
    };
    let side = |node: Node<'_>| node.integer(i64::from(i32::MIN), i64::from(i32::MAX));
    let cell = |node: Node<'_>| {
        let [x, y] = node.list(2, 2)?.try_into().ok()?;
        Some(Cell::new(i32::try_from(side(x)?).ok()?, i32::try_from(side(y)?).ok()?))
    };
    let cells = object.require("cells")?.list(1, puzzle.region().area() as u64)?;
    Some(Placed { piece, cells: cells.into_iter().map(cell).collect::<Option<Vec<Cell>>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two L trominoes on 3 x 2, with this clue.
    fn trominoes(more: &str, laid: &str) -> String {
        format!(
            r####"{{ "piecework": 2, "puzzle": {{ "piecework": 1, "name": "two", "lattice": "square",
            "region": {{ "rectangle": [3, 2] }}, "pieces": [ {{ "name": "L", "rows": ["##", "#."], "count": 2 }} ] {more} }},
            "x-laid": {laid} }}"####
        )
    }

    fn state(more: &str, laid: &str) -> Value {
        judged(&trominoes(more, laid), &Limits::default()).expect("an answer")
    }

    #[test]
    fn any_tiling_solves_and_a_hint_is_a_piece_of_one() {
        let both = r#"[{ "piece": "L", "cells": [[0,0],[1,0],[0,1]] }, { "piece": "L", "cells": [[2,0],[1,1],[2,1]] }]"#;
        let mirrored = r#"[{ "piece": "L", "cells": [[0,0],[0,1],[1,1]] }, { "piece": "L", "cells": [[1,0],[2,0],[2,1]] }]"#;
        assert_eq!([both, mirrored].map(|laid| state("", laid)["state"].clone()), ["solved", "solved"]);
        let right = state("", r#"[{ "piece": "L", "cells": [[0,0],[1,0],[0,1]] }]"#);
        assert_eq!(right["state"], "right");
        assert_eq!(right["rest"][0]["cells"], json!([[2, 0], [1, 1], [2, 1]]));
        assert_eq!(state("", "[]")["state"], "right");
    }

    #[test]
    fn the_first_piece_that_is_wrong_is_named() {
        let wrong = r#"[{ "piece": "L", "cells": [[0,0],[1,0],[1,1]] }]"#;
        let value = state("", wrong);
        assert_eq!((&value["state"], &value["piece"]["piece"]), (&"wrong".into(), &"L".into()), "{value}");
    }

    #[test]
    fn clues_are_shown_and_respected() {
        let edge = r#", "edges": [[[0,0],[1,0]]]"#;
        let shown = board(&trominoes(edge, "[]"), &Limits::default()).expect("a board");
        assert_eq!(shown["clues"][0]["line"], json!([1.0, 0.0, 1.0, 1.0]), "{shown}");
        assert_eq!(
            (shown["rows"].as_array().map(Vec::len), &shown["pieces"][0]["most"]),
            (Some(2), &2.into())
        );
        let over = r#"[{ "piece": "L", "cells": [[0,0],[1,0],[0,1]] }, { "piece": "L", "cells": [[2,0],[1,1],[2,1]] }]"#;
        assert_eq!(state(edge, over)["state"], "wrong", "a tiling that ignores a clue");
        let kept = r#"[{ "piece": "L", "cells": [[0,0],[0,1],[1,1]] }, { "piece": "L", "cells": [[1,0],[2,0],[2,1]] }]"#;
        assert_eq!(state(edge, kept)["state"], "solved");
    }

    #[test]
    fn words_are_on_the_board_and_open_cells_are_chosen() {
        let shown = |search: &str| {
            let text = format!(r#"{{ "piecework": 2, "puzzle": "calendar" {search} }}"#);
            board(&text, &Limits::default())
        };
        let value = shown(r#", "search": { "open": "2026-11-27" }"#).expect("a board");
        assert_eq!(
            (&value["open"], &value["classes"][1]["open"]),
            (&json!([[5, 1], [2, 5]]), &json!(1)),
            "{value}"
        );
        let labels = value["labels"].as_array().expect("words");
        assert!(
            labels.len() == 43 && labels[0]["words"] == "Jan" && labels[0]["at"] == json!([1.5, 0.5]),
            "{labels:?}"
        );
        assert!(
            value["pieces"].as_array().is_some_and(|pieces| pieces.len() == 8),
            "no pieces for open cells"
        );
        assert_eq!(shown("").expect("the first choice")["open"], json!([[1, 0], [0, 2]]));
        assert!(
            shown(r#", "search": { "open": "31 Feb" }"#).is_err()
                && shown(r#", "search": { "open": "Nox 3" }"#).is_err()
        );
    }

    #[test]
    fn pieces_that_the_puzzle_does_not_have_are_refused() {
        let other = trominoes("", r#"[{ "piece": "X", "cells": [[0,0]] }]"#);
        let error = judged(&other, &Limits::default()).expect_err("refused");
        assert!(error.to_string().contains("/x-laid/0/piece"), "{error}");
    }
}
