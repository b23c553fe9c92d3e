//! Tests of what a book lists: its pieces, their names, and its index.

use std::collections::BTreeSet;
use std::sync::Arc;

use piecework_draw::drawing::{Item, Role};
use piecework_draw::geometry::Bounds;
use piecework_solve::{SolveOptions, first};
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Puzzle, read_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::tiling::Tiling;

use crate::plan::{BookBlock, PageContent, SheetPlan, SheetSubject};
use crate::support::template;
use crate::{Ink, SheetDocument, SheetOptions, SheetStyle, documents};

/// Four squares of one kind in a square: each side on the rim is white, and each other one red.
const SIDES: &str = r#"{ "piecework": 1, "name": "Sides", "lattice": "square", "region": { "rectangle": [2, 2] },
    "border": "w", "pieces": [{ "name": "corner", "sides": "wrrw", "symmetry": "one-sided", "count": 4 }] }"#;
/// A board with colored cells, whose marks on solutions are beside names and under them.
const CHECKERED: &str = include_str!("../../../../../examples/broken-chessboard.json");

fn read(text: &str) -> Arc<Puzzle> {
    read_puzzle(&Source::new("test.json", text), &Limits::default()).expect("a puzzle").into()
}

fn solution(puzzle: &Arc<Puzzle>) -> Tiling {
    first(puzzle, &SolveOptions::default()).expect("a search").0.expect("a tiling")
}

/// Every style, in color and in black, as a book and as one for readers who have the pieces.
fn all_options() -> Vec<SheetOptions> {
    let styles = [
        SheetStyle::Modern,
        SheetStyle::Classic,
        SheetStyle::Children,
        SheetStyle::Newspaper,
        SheetStyle::Copies,
        SheetStyle::LargePrint,
    ];
    let each = styles.into_iter().flat_map(|style| {
        [(Ink::Color, false), (Ink::Gray, false), (Ink::Color, true)].map(|(ink, is_set_owned)| {
            SheetOptions { style, ink, is_set_owned, hints: 1, ..SheetOptions::default() }
        })
    });
    each.collect()
}

fn book(puzzles: &[Arc<Puzzle>], options: &SheetOptions) -> (SheetPlan, Vec<SheetDocument>) {
    let tilings: Vec<[Tiling; 1]> = puzzles.iter().map(|puzzle| [solution(puzzle)]).collect();
    let subjects = puzzles.iter().zip(&tilings).map(|(puzzle, own)| SheetSubject::new("one", puzzle, own));
    let subjects: Vec<SheetSubject<'_>> = subjects.collect();
    let plan = SheetPlan::new(&subjects, options).expect("a plan");
    let books = documents(&plan, &subjects, options).expect("pages");
    (plan, books)
}

fn texts(books: &[SheetDocument]) -> impl Iterator<Item = &piecework_draw::drawing::Text> {
    let layers = books.iter().flat_map(|book| &book.pages).flat_map(|page| page.drawing.layers());
    layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
        Item::Text(text) => Some(text),
        _ => None,
    })
}

/// The names of the pieces in their list at the end.
fn listed(puzzles: &[Arc<Puzzle>], plan: &SheetPlan) -> Vec<String> {
    let pages = plan.documents.iter().flat_map(|document| &document.pages);
    let blocks = pages.filter_map(|page| match &page.content {
        PageContent::Text(blocks) => Some(blocks),
        _ => None,
    });
    let pieces = blocks.flatten().filter_map(|block| match block {
        BookBlock::Pieces(pieces) => Some(pieces),
        _ => None,
    });
    let name = |&(puzzle, piece): &(usize, usize)| puzzles[puzzle].pieces()[piece].name.clone();
    pieces.flatten().map(name).collect()
}

#[test]
fn a_piece_is_listed_once_whatever_its_orientation_in_a_puzzle() {
    let turned = r#####"{ "piecework": 1, "name": "Turned", "lattice": "square", "region": { "rectangle": [5, 4] },
        "pieces": [{ "name": "V", "rows": ["#..", "#..", "###"] }, { "name": "L", "rows": ["####", "...#"] },
                   { "name": "P", "rows": ["###", "##."] }, { "name": "U", "rows": ["###", "#.#"] }] }"#####;
    let with = |rows: &str| turned.replace(r####"["#..", "#..", "###"]"####, rows);
    let puzzles =
        vec![template("six-pentominoes-5x6"), template("pentomino-6x10"), template("pentomino-5x12")];
    let (plan, _) = book(&puzzles, &SheetOptions::default());
    let names = listed(&puzzles, &plan);
    assert_eq!(names.len(), 12, "{names:?}");
    let flipped = [r####"["###", "..#", "..#"]"####, r####"["..#", "..#", "###"]"####];
    let puzzles: Vec<Arc<Puzzle>> = flipped.iter().map(|rows| read(&with(rows))).collect();
    let subjects: Vec<SheetSubject<'_>> =
        puzzles.iter().map(|puzzle| SheetSubject::new("one", puzzle, &[])).collect();
    let plan = SheetPlan::new(&subjects, &SheetOptions::default()).expect("a plan");
    assert_eq!(listed(&puzzles, &plan), ["L", "P", "U", "V"]);
}

#[test]
fn names_of_orientations_are_on_no_page() {
    let twice = vec![read(SIDES), read(&SIDES.replace("Sides", "Sides again"))];
    for options in all_options() {
        let (plan, books) = book(&twice, &options);
        assert_eq!(listed(&twice, &plan).len(), 1, "one kind of piece");
        let found: BTreeSet<&str> = texts(&books).map(|text| text.content()).collect();
        assert!(found.iter().any(|text| text.contains("corner")), "{options:?}");
        assert!(found.iter().all(|text| !text.contains("corner.")), "{:?}: {found:?}", options.style);
    }
}

#[test]
fn a_hint_shows_the_colors_of_sides() {
    let twice = vec![read(SIDES), read(&SIDES.replace("Sides", "Sides again"))];
    let (_, books) = book(&twice, &SheetOptions { hints: 1, ..SheetOptions::default() });
    let is_red = |item: &&Item| match item {
        Item::Path(path) => path.fill().is_some_and(|color| color.red > 0xd0 && color.green < 0x90),
        Item::Text(_) => false,
    };
    let count = |page: &crate::SheetPage| {
        let items = page.drawing.layers().iter().flat_map(|layer| &layer.items);
        items.filter(is_red).filter(|item| item.bounds().is_some_and(|at| at.width() > 5.0)).count()
    };
    let is_head = |item: &Item| match item {
        Item::Text(text) => text.content() == "Hints" && item.bounds().is_some_and(|at| at.top < 20.0),
        Item::Path(_) => false,
    };
    let items = |page: &crate::SheetPage| -> Vec<Item> {
        page.drawing.layers().iter().flat_map(|layer| layer.items.clone()).collect()
    };
    let hints = books[0].pages.iter().find(|page| items(page).iter().any(is_head));
    assert_eq!(count(hints.expect("hints")), 4, "two red sides of a piece on each of two boards");
}

#[test]
fn an_index_is_in_order_of_its_numbers() {
    let puzzles =
        ["six-pentominoes-5x6", "t-tetromino-4x4", "pentomino-6x10", "l-tromino-6x6", "hexiamond-6x6"];
    let puzzles = puzzles.map(template);
    let classes = [1, 3, 4, 5, 2];
    let subjects = puzzles.iter().zip(classes).map(|(puzzle, class)| SheetSubject {
        difficulty: Some(class),
        ..SheetSubject::new("one", puzzle, &[])
    });
    let subjects: Vec<SheetSubject<'_>> = subjects.collect();
    let options = SheetOptions::default();
    let format = crate::plan::page_format(&options);
    let planner = crate::plan::Planner { subjects: &subjects, options: &options, format, turned: Vec::new() };
    let titles: Vec<String> = planner.index_of_book().into_iter().map(|(title, _)| title).collect();
    let of =
        |start: &str| -> Vec<&str> { titles.iter().filter_map(|title| title.strip_prefix(start)).collect() };
    assert_eq!(of("Estimated difficulty "), ["1", "2", "3", "4", "5"]);
    let cells = ["16 squares", "30 squares", "36 squares", "60 squares", "72 triangles"];
    assert_eq!(of("Boards of "), cells);
    assert_eq!(
        of("Pieces of "),
        ["3 squares", "4 squares", "5 squares", "6 triangles"],
        "by their size, and not by the number of the puzzle"
    );
}

#[test]
fn words_on_dark_cells_have_a_white_ground() {
    let twice = vec![read(CHECKERED), read(&CHECKERED.replace("broken", "mended"))];
    let dark = |color: piecework_draw::color::Color| {
        u16::from(color.red) + u16::from(color.green) + u16::from(color.blue) < 3 * 90
    };
    for options in all_options() {
        let (_, books) = book(&twice, &options);
        for page in books.iter().flat_map(|book| &book.pages) {
            let fills = || {
                let layers = page.drawing.layers().iter().filter(|layer| layer.role == Role::Fill);
                layers.flat_map(|layer| &layer.items).filter_map(|item| match item {
                    Item::Path(path) => Some((item.bounds()?, path.fill()?)),
                    _ => None,
                })
            };
            let layers = page.drawing.layers().iter().flat_map(|layer| &layer.items);
            for item in layers.filter(|item| matches!(item, Item::Text(_))) {
                let Some(words) = item.bounds() else { continue };
                let on = |bounds: Bounds| overlap(bounds, words);
                // What is drawn last is on top.
                let top = fills().filter(|&(bounds, _)| on(bounds)).reduce(|_, last| last);
                assert!(top.is_none_or(|(_, color)| !dark(color)), "{:?} {item:?}", options.style);
            }
        }
    }
}

fn overlap(one: Bounds, other: Bounds) -> bool {
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
