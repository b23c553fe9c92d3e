//! Every limit is reached by an input, is named, and is in docs/limits.md as the program has it.

use piecework::limits::Limit;

use super::run::piecework;

const PUZZLE: &str = r####"{ "piecework": 1, "name": "A small test", "lattice": "square", "region": { "rectangle": [4, 8] },
  "pieces": [ { "name": "long name", "rows": ["###", ".#."], "count": 6 }, { "name": "L", "rows": ["###", "#.."], "count": 2 } ] }"####;
const CELLS: &str = r####"{ "piecework": 1, "name": "Cells", "lattice": "square", "region": { "cells": [[0, 0], [1, 0], [2, 0], [3, 0]] },
  "pieces": [ { "name": "I", "rows": ["##"], "count": 2 } ] }"####;
const UNKNOWN_KEYS: &str = r####"{ "piecework": 1, "name": "x", "a": 1, "b": 2, "c": 3 }"####;

/// A run that reaches a limit, and what it says.
fn refused(limit: Limit) -> (&'static [&'static str], &'static str) {
    match limit {
        Limit::InputBytes => (&["solve", "p.json", "--limit", "input-bytes=10"], "more than 10 bytes"),
        Limit::JsonDepth => (&["solve", "p.json", "--limit", "json-depth=2"], "nested deeper than 2"),
        Limit::Depth => (&["check", "f.svg", "--limit", "depth=2"], "more than 2 nested elements"),
        Limit::JsonValues => (&["solve", "p.json", "--limit", "json-values=3"], "more than 3 values"),
        Limit::TitleCharacters => {
            (&["solve", "p.json", "--limit", "title-characters=3"], "at most 3 are allowed")
        }
        Limit::NameCharacters => {
            (&["solve", "p.json", "--limit", "name-characters=3"], "at most 3 are allowed")
        }
        Limit::Coordinate => (&["solve", "c.json", "--limit", "coordinate=2"], "allowed -2 to 2"),
        Limit::RegionSide => (&["solve", "p.json", "--limit", "region-side=3"], "allowed 1 to 3"),
        Limit::RegionCells => (&["solve", "p.json", "--limit", "region-cells=3"], "at most 3 are allowed"),
        Limit::PieceCells => (&["solve", "p.json", "--limit", "piece-cells=2"], "/pieces/0/rows"),
        Limit::Pieces => (&["solve", "p.json", "--limit", "pieces=1"], "the list has `2` entries; allowed 1"),
        Limit::Copies => (&["solve", "p.json", "--limit", "copies=1"], "`6` is out of range; allowed 1"),
        Limit::Placements => (&["solve", "p.json", "--limit", "placements=3"], "at most 3 are allowed"),
        Limit::TilingsRead => (&["inspect", "g.txt", "--limit", "tilings-read=1"], "more than 1 grids"),
        Limit::Length => (&["cut", "t-tetromino-4x4", "--cell", "10001mm"], "allowed 0 to 10000 mm"),
        // No bed of a machine is so large; crates/draw/src/render/pdf.rs has the test of the page itself.
        Limit::Page => (&["solve", "p.json", "--limit", "page=5001"], "allowed 1 to 5000"),
        Limit::SolutionsWritten => {
            (&["solve", "domino-8x8", "--first", "9", "-o", "t.txt", "--limit", "solutions-written=3"], "`9`")
        }
        Limit::SolutionsPrinted => {
            (&["sheet", "domino-8x8", "--all", "--limit", "solutions-printed=3"], "more than 3 solutions")
        }
        Limit::KeptBytes => (
            &["quilt", "t-tetromino-4x4", "--limit", "kept-bytes=1000"],
            "`kept-bytes`, which is `1000` bytes",
        ),
        Limit::DefectsShown => {
            (&["solve", "bad.json", "--limit", "defects-shown=1"], "more; raise the limit `defects-shown`")
        }
        _ => panic!("no run reaches {}", limit.name()),
    }
}

#[test]
fn every_limit_is_reached() {
    for &limit in Limit::ALL {
        let (args, words) = refused(limit);
        let files = [
            ("p.json", PUZZLE),
            ("c.json", CELLS),
            ("bad.json", UNKNOWN_KEYS),
            ("g.txt", "AB\n\nBA\n"),
            ("f.svg", "<svg><g><g/><g></g></g></svg>"),
        ];
        let run =
            files.iter().fold(piecework(args.iter().copied()), |run, (name, text)| run.file(name, text));
        // A puzzle with too many placements or solutions is not wrong: it takes more than allowed.
        let more = [Limit::Placements, Limit::KeptBytes, Limit::SolutionsPrinted];
        let code = if more.contains(&limit) { 3 } else { 2 };
        run.run().exit(code).complains(words);
    }
}

#[test]
fn the_table_in_the_docs_is_that_of_the_program() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limits.md");
    let text = std::fs::read_to_string(path).expect("docs/limits.md");
    let row = |limit: Limit| {
        let (default, most) = (limit.default_value(), limit.ceiling());
        format!("| `{}` | {default} {} | {} | {most} |", limit.name(), limit.unit(), limit.reason())
    };
    let rows: Vec<String> = Limit::ALL.iter().copied().map(row).collect();
    let missing: Vec<&String> = rows.iter().filter(|row| !text.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "these rows belong in docs/limits.md:\n{missing:#?}");
}
