//! Quilts that show a picture: it comes out pixel for pixel, neighbors of one fabric are joined, and fused squares are laid
//! row by row. Checked from the plan as JSON and the picture alone.

use std::collections::BTreeMap;

use piecework::color::{FabricPlan, FabricWish, Palette, Photo, PhotoWish, Pieces, Scheme, Tones};
use piecework::geometry::{Patchwork, Touch};
use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::quilt::{Method, QuiltOptions, QuiltPlan};
use piecework::tiling::{Tiling, infer_from_grid, infer_tiling, read_letter_grids};
use serde_json::Value;

use crate::piecing::random_board;

/// A heart of 27 x 38 cells: `R` inside, `O` around it.
fn heart() -> Vec<String> {
    let inside = |x: i32, y: i32| {
        let (u, v) = ((f64::from(x) - 13.0) / 11.5, -(f64::from(y) - 18.5) / 11.5);
        let body = u * u + v * v - 1.0;
        body * body * body - u * u * v * v * v < 0.0
    };
    (0..38).map(|y| (0..27).map(|x| if inside(x, y) { 'R' } else { 'O' }).collect()).collect()
}

/// A picture in these letters' colors as a photo.
fn photo_of(rows: &[String], color_of: &BTreeMap<char, String>) -> Photo {
    let rows: Vec<String> =
        rows.iter().map(|row| row.chars().map(|letter| &color_of[&letter][1..]).collect()).collect();
    Photo::from_rows(&rows.iter().map(String::as_str).collect::<Vec<&str>>()).expect("a photo")
}

fn wish(photo: Photo, dither: bool) -> FabricWish {
    FabricWish {
        scheme: Scheme::Photo(PhotoWish { photo, tones: Tones::Auto, dither }),
        ..FabricWish::default()
    }
}

fn single_cells(columns: i32, rows: i32) -> Tiling {
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| vec![Cell::new(x, y)]));
    infer_tiling("squares", Lattice::Square, cells).expect("a tiling")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

/// The fabric of every cell, by the rectangles of a plan; each is covered once.
fn cells_of_rectangles(plan: &Value) -> BTreeMap<(usize, usize), String> {
    let mut fabric_of = BTreeMap::new();
    for rectangle in plan["rectangles"].as_array().expect("a list") {
        let at = |key: &str| number(&rectangle[key]);
        for y in at("row")..at("row") + at("rows") {
            for x in at("column")..at("column") + at("columns") {
                let fabric = rectangle["fabric"].as_str().expect("a name").to_owned();
                assert_eq!(fabric_of.insert((x, y), fabric), None, "cell {x}, {y} is covered twice");
            }
        }
    }
    fabric_of
}

#[test]
fn a_picture_of_single_cells_needs_what_its_grid_of_fabrics_needs() {
    let (rows, palette) = (heart(), Palette::named("harvest").expect("a palette"));
    let name_of: BTreeMap<char, String> = [('O', "Oat".to_owned()), ('R', "Rust".to_owned())].into();
    let color = |name: &String| palette.fabric(name).expect("a fabric").color.to_string();
    let colors = name_of.iter().map(|(&letter, name)| (letter, color(name))).collect();
    let usual = QuiltOptions { method: Method::Straight, ..QuiltOptions::default() };
    let options =
        QuiltOptions { coloring: wish(photo_of(&rows, &colors), false), join_alike: true, ..usual.clone() };
    let joined = QuiltPlan::new(&single_cells(27, 38), &options).expect("a plan");
    let grids = read_letter_grids(Lattice::Square, &rows.join("\n"), &Limits::default()).expect("a grid");
    let typed = infer_from_grid("typed", &grids[0]).expect("a tiling");
    let typed = QuiltPlan::new(&typed, &usual).expect("a plan");
    let [joined, typed] = [joined, typed].map(|plan| serde_json::to_value(plan).expect("serializable"));
    let count = |plan: &Value| plan["rectangles"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&joined), count(&typed));
    assert!(count(&joined) < 80, "{}", count(&joined));
    // Every pixel has its fabric, and so the counts are equal too.
    let cells = cells_of_rectangles(&joined);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            assert_eq!(cells[&(x + 1, y + 1)], name_of[&letter], "column {x}, row {y}");
        }
    }
    let kept = QuiltPlan::new(&single_cells(27, 38), &QuiltOptions { join_alike: false, ..options });
    assert_eq!(count(&serde_json::to_value(kept.expect("a plan")).expect("serializable")), 27 * 38);
}

/// Random boards in random pictures: joining keeps the fabric of every cell, and never takes more rectangles.
#[test]
fn joined_patches_keep_the_fabric_of_every_cell() {
    for seed in 0..6_usize {
        let board = random_board(9, 8, 4, &mut (seed as u64 + 1));
        let rows: Vec<String> = (0..8)
            .map(|y| (0..9).map(|x| if (x * 3 + y * 5 + seed) % 7 < 3 { 'A' } else { 'B' }).collect())
            .collect();
        let colors = [('A', "#b7410e".to_owned()), ('B', "#e8dcc4".to_owned())].into();
        let coloring = wish(photo_of(&rows, &colors), seed % 2 == 1);
        let of = |join_alike: bool| {
            let options = QuiltOptions {
                method: Method::Straight,
                coloring: coloring.clone(),
                join_alike,
                ..QuiltOptions::default()
            };
            serde_json::to_value(QuiltPlan::new(&board, &options).expect("a plan")).expect("serializable")
        };
        let (joined, apart) = (of(true), of(false));
        assert_eq!(cells_of_rectangles(&joined), cells_of_rectangles(&apart), "seed {seed}");
        let count = |plan: &Value| plan["rectangles"].as_array().map_or(0, Vec::len);
        assert!(count(&joined) <= count(&apart), "seed {seed}");
    }
}

/// Sections cover every cell once, with the fabric that the patch over it has; so does the chart, and no section is wider
/// than the interfacing.
#[test]
fn fused_sections_lay_every_square_once() {
    for (seed, cell) in [(1_u64, 50.8), (2, 101.6), (3, 25.4)] {
        let board = random_board(11, 9, 5, &mut { seed });
        let options = QuiltOptions { method: Method::Fused, cell, ..QuiltOptions::default() };
        let patchwork = Patchwork::trace(&board, cell).expect("a patchwork");
        let pieces = Pieces::of(&board, &patchwork, Touch::Edge);
        let chosen = FabricPlan::of_pieces(&pieces, &options.palette, &options.coloring).expect("fabrics");
        let mut expected = BTreeMap::new();
        for (laid, &fabric) in board.placements().iter().zip(&chosen.fabric_of) {
            for cell in &laid.cells {
                let at = (number(&cell.x.into()) + 1, number(&cell.y.into()) + 1);
                expected.insert(at, chosen.fabrics[fabric].name.clone());
            }
        }
        let plan = serde_json::to_value(QuiltPlan::new(&board, &options).expect("a plan"));
        let quilt = &plan.expect("serializable")["quilt"];
        let mut found = BTreeMap::new();
        let mut lay = |chart: &Value, first: usize| {
            for row in chart.as_array().expect("a list") {
                let mut column = first;
                for run in row["runs"].as_array().expect("a list") {
                    for _ in 0..number(&run[0]) {
                        let name = run[1].as_str().expect("a fabric").to_owned();
                        assert_eq!(found.insert((column, number(&row["row"])), name), None);
                        column += 1;
                    }
                }
            }
        };
        for section in quilt["fused"]["sections"].as_array().expect("a list") {
            lay(&section["chart"], number(&section["columns"][0]));
            let squares = number(&section["columns"][1]) + 1 - number(&section["columns"][0]);
            assert!(squares as f64 * (cell + 12.7) <= 36.0 * 25.4, "section of {squares} squares");
        }
        assert_eq!(found, expected, "sections, seed {seed}");
        found.clear();
        let mut found = BTreeMap::new();
        for row in quilt["chart"].as_array().expect("a list") {
            let names = row["runs"].as_array().expect("a list").iter();
            let cells =
                names.flat_map(|run| vec![run[1].as_str().expect("a name").to_owned(); number(&run[0])]);
            (1..).zip(cells).for_each(|(x, name)| drop(found.insert((x, number(&row["row"])), name)));
        }
        assert_eq!(found, expected, "chart, seed {seed}");
        let needs = quilt["fabrics"].as_array().expect("a list").iter();
        assert_eq!(needs.map(|fabric| number(&fabric["patches"])).sum::<usize>(), 99);
    }
}
