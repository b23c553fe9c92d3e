//! Tests of the pages of a plan.

use std::sync::Arc;

use super::*;
use crate::Trim;
use piecework_draw::drawing::{Item, Role};
use piecework_draw::geometry::Bounds;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Placed, Rules};
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

fn tiling() -> Tiling {
    let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("letters");
    infer_from_grid("Two trominoes", &grids[0]).expect("a tiling")
}

fn names_of(documents: &[SheetDocument]) -> Vec<&str> {
    documents.iter().flat_map(|document| &document.pages).map(|page| page.name.as_str()).collect()
}

#[test]
fn pages_are_named_by_kind_and_the_plan_is_data() {
    let (tiling, options) =
        (tiling(), SheetOptions { hints: 1, punch_out: Some(20.0), ..SheetOptions::default() });
    let tilings = [tiling.clone(), tiling.clone()];
    let subjects = [SheetSubject::new("two", tiling.puzzle(), &tilings)];
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let documents = documents(&plan, &subjects, &options).expect("pages");
    assert_eq!(
        names_of(&documents),
        [
            "two-puzzle-01",
            "two-hint-01",
            "two-solution-01",
            "two-solution-02",
            "two-pieces-01",
            "two-pieces-02"
        ]
    );
    let carried = documents[0].pages.iter().filter(|page| page.metadata.is_some()).count();
    assert_eq!(carried, 2, "solutions can be read again");
    let text = serde_json::to_string(&plan).expect("data");
    let again: SheetPlan = serde_json::from_str(&text).expect("the same data");
    assert_eq!(super::documents(&again, &subjects, &options).expect("pages"), documents);
}

#[test]
fn the_contents_of_a_book_lead_to_the_pages_of_its_puzzles() {
    let (tiling, options) = (tiling(), SheetOptions { is_shared: true, ..SheetOptions::default() });
    let tilings = [tiling.clone()];
    let subject = SheetSubject::new("two", tiling.puzzle(), &tilings);
    let subjects = vec![subject.clone(); 3];
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let books = documents(&plan, &subjects, &options).expect("pages");
    let book = &books[0];
    assert_eq!(book.pages.len(), 5, "cover, contents, puzzles, solutions, index");
    let words = words(&book.pages[1]);
    for number in ["1\u{2013}3", "3", "4", "5"] {
        assert!(words.contains(&number), "{number} in {words:?}");
    }
}

#[test]
fn an_index_says_what_is_not_true_of_all() {
    let puzzles = ["six-pentominoes-5x6", "pentomino-6x10", "t-tetromino-4x4"].map(crate::support::template);
    let subjects: Vec<SheetSubject<'_>> =
        puzzles.iter().map(|puzzle| SheetSubject::new("one", puzzle, &[])).collect();
    let last = |subjects: &[SheetSubject<'_>]| {
        let options = SheetOptions::default();
        let plan = SheetPlan::new(subjects, &options).expect("a plan");
        let books = documents(&plan, subjects, &options).expect("pages");
        words(books[0].pages.last().expect("an index")).join("\n")
    };
    let all = last(&subjects);
    for entry in ["Pieces of 5 squares: 1, 2", "Boards of 16 squares: 3", "With F (5 squares): 1, 2"] {
        assert!(all.contains(entry), "{entry} in {all}");
    }
    assert!(!all.contains("With X"), "one puzzle has it: {all}");
    assert!(!last(&subjects[..2]).contains("Pieces of 5 squares"), "all have them");
}

fn words(page: &SheetPage) -> Vec<&str> {
    let mut words = Vec::new();
    for item in page.drawing.layers().iter().flat_map(|layer| &layer.items) {
        if let Item::Text(text) = item {
            words.push(text.content());
        }
    }
    words
}

/// The same trominoes with the first of them on the board.
#[test]
fn a_long_task_takes_two_lines_and_nothing_of_it_is_cut_off() {
    let region = piecework_tiling::puzzle::Region::twisted(Lattice::Square, 3, 2, 1).expect("a torus");
    let pieces = tiling().puzzle().pieces().to_vec();
    let puzzle = Arc::new(Puzzle::new("Around", region, pieces).expect("a puzzle"));
    let subjects = [SheetSubject::new("around", &puzzle, &[])];
    let options = SheetOptions::default();
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let page = &documents(&plan, &subjects, &options).expect("pages")[0].pages[0];
    let said = words(page).join(" ");
    assert!(said.contains("from the bottom to the top 1 column further right."), "{said}");
}

fn given() -> Tiling {
    let tiling = tiling();
    let (puzzle, laid) = (tiling.puzzle(), tiling.placements());
    let placed = vec![Placed { piece: laid[0].piece, cells: laid[0].cells.clone() }];
    let rules = Rules { placed, ..Rules::default() };
    let puzzle = Puzzle::ruled("Given", puzzle.region().clone(), puzzle.pieces().to_vec(), rules);
    let puzzle = Arc::new(puzzle.expect("the pieces of a tiling fit"));
    Tiling::new(&puzzle, laid.iter().map(|laid| (laid.piece, laid.cells.clone()))).expect("the same tiling")
}

#[test]
fn given_pieces_are_on_the_board_and_not_among_the_pieces() {
    let (tiling, options) = (given(), SheetOptions { hints: 1, ..SheetOptions::default() });
    let subjects = [SheetSubject::new("one", tiling.puzzle(), std::slice::from_ref(&tiling))];
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let document = &documents(&plan, &subjects, &options).expect("pages")[0];
    let page = &document.pages[0];
    let words = words(page);
    assert!(words.iter().any(|words| words.ends_with("One piece is in place.")), "{words:?}");
    assert!(words.iter().all(|words| !words.contains('×')), "one of two is left: {words:?}");
    assert!(page.drawing.bounds_of(Role::Fill).is_some(), "the given piece is filled");
    assert!(names_of(std::slice::from_ref(document)).iter().all(|name| !name.contains("hint")));
}

#[test]
fn in_large_print_a_given_piece_is_never_white_on_white() {
    let tiling = given();
    let subjects = vec![SheetSubject::new("one", tiling.puzzle(), std::slice::from_ref(&tiling)); 2];
    for options in [
        SheetOptions { is_large: true, ..SheetOptions::default() },
        SheetOptions { style: SheetStyle::Copies, ..SheetOptions::default() },
    ] {
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let documents = documents(&plan, &subjects, &options).expect("pages");
        let is_puzzle = |page: &&SheetPage| words(page).iter().any(|word| word.contains("in place"));
        let page = documents[0].pages.iter().find(is_puzzle).expect("a puzzle");
        let fills = page.drawing.layers().iter().filter(|layer| layer.role == Role::Fill);
        let colors = fills.flat_map(|layer| &layer.items).filter_map(|item| match item {
            Item::Path(path) => path.fill(),
            Item::Text(_) => None,
        });
        let colors: Vec<Color> = colors.collect();
        let black = colors.iter().filter(|&&color| color == Color::BLACK).count();
        assert!(
            black > 10 && colors.iter().all(|&color| color == Color::BLACK || color == Color::WHITE),
            "{black}"
        );
    }
}

#[test]
fn a_class_set_has_a_page_for_each_pupil_and_a_key_apart() {
    let tilings = [tiling()];
    let subjects = vec![SheetSubject::new("two", tilings[0].puzzle(), &tilings); 2];
    let options = SheetOptions { pupils: Some(5), title: "Class 4b".into(), ..SheetOptions::default() };
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let documents = documents(&plan, &subjects, &options).expect("pages");
    let [class, key] = documents.as_slice() else { panic!("pages and a key") };
    assert_eq!((class.name.as_str(), key.name.as_str()), ("class-4b-class", "class-4b-key"));
    assert_eq!((class.pages.len(), key.pages.len()), (5, 1));
    assert!(class.pages.iter().all(|page| words(page).contains(&"Name")));
    assert!(class.pages.iter().flat_map(words).all(|words| !words.contains("Solution")));
    assert!(["1", "2"].iter().all(|number| words(&key.pages[0]).contains(number)));
}

#[test]
fn a_long_name_below_its_code_takes_several_lines() {
    let name = "The puzzle of two trominoes that my grandmother cut from one old board";
    let named = tiling().puzzle().clone();
    let named = Puzzle::new(name, named.region().clone(), named.pieces().to_vec()).expect("a puzzle");
    let play = Some("https://example.org/#play/two".to_owned());
    let subject = SheetSubject { play, ..SheetSubject::new("two", &named, &[]) };
    let (subjects, options) = (vec![subject; 2], SheetOptions::default());
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let books = documents(&plan, &subjects, &options).expect("pages");
    let codes =
        books[0].pages.iter().map(words).find(|words| words.iter().any(|one| one.starts_with("Scan")));
    let said = codes.expect("a page of codes").join(" ");
    assert!(said.contains(&format!("1 {name}")) && said.contains(&format!("2 {name}")), "{said}");
}

/// A book of `count` puzzles, with hints.
fn book(count: usize, options: SheetOptions) -> Vec<SheetDocument> {
    let tilings = [tiling()];
    let subject =
        SheetSubject { difficulty: Some(2), ..SheetSubject::new("two", tilings[0].puzzle(), &tilings) };
    let (subjects, options) = (vec![subject; count], SheetOptions { hints: 1, ..options });
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    documents(&plan, &subjects, &options).expect("pages")
}

#[test]
fn four_small_puzzles_share_a_page_which_says_where_their_solutions_are() {
    let books = book(9, SheetOptions { is_shared: true, ..SheetOptions::default() });
    let pages = &books[0].pages;
    assert_eq!(pages.len(), 2 + 3 + 1 + 1 + 1, "cover, contents, puzzles, hints, solutions, index");
    for (page, numbers) in pages[2..5].iter().zip(["1\u{2013}4", "5\u{2013}8", "9"]) {
        let words = words(page);
        assert!(words.contains(&numbers), "{words:?}");
        assert!(words.contains(&"Hints on page 6. Solutions on page 7."), "{words:?}");
    }
    assert!(words(&pages[1]).contains(&"1\u{2013}9"));
}

#[test]
fn a_large_bound_book_has_roman_front_matter_and_chapters_that_face_their_puzzles() {
    let tilings = [tiling()];
    let subject = |difficulty| SheetSubject {
        difficulty: Some(difficulty),
        ..SheetSubject::new("two", tilings[0].puzzle(), &tilings)
    };
    let subjects: Vec<SheetSubject<'_>> = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3].map(subject).into();
    let options = SheetOptions {
        print: Some(BookPrint::new(Trim::In6x9, false)),
        dedication: Some("For Ada".into()),
        isbn: Some("978-3-16-148410-0".into()),
        ..SheetOptions::default()
    };
    let plan = SheetPlan::new(&subjects, &options).expect("a plan");
    let books = documents(&plan, &subjects, &options).expect("pages");
    let pages: Vec<Vec<&str>> = books[0].pages.iter().map(words).collect();
    let first = |word: &str| pages.iter().position(|words| words.contains(&word));
    let has = |page: usize, word: &str| pages[page].contains(&word);
    // Half title, empty, title, copyright, dedication, empty, contents, about the pieces.
    assert_eq!((pages[1].len(), pages[5].len()), (0, 0), "{pages:?}");
    assert!(has(3, "ISBN 978-3-16-148410-0") && has(4, "For Ada"), "{pages:?}");
    assert!(has(6, "vii") && has(7, "About the pieces") && has(7, "viii"), "{pages:?}");
    assert!(has(6, "1\u{2013}3") && has(6, "Easy") && !pages[6].iter().any(|word| word.contains("two")));
    assert_eq!(
        (first("How to solve"), has(8, "1")),
        (Some(6), true),
        "the contents, and page 1 on the right"
    );
    for (part, title, next) in
        [("Part one", "Easy", "1"), ("Part two", "Gentle", "4"), ("Part three", "Tricky", "8")]
    {
        let opening = first(part).expect("an opening");
        assert_eq!(opening % 2, 1, "{part} is a left page");
        assert!(has(opening, title) && has(opening + 1, next) && has(opening + 1, title), "{pages:?}");
    }
    // Numbers of pages are away from the spine.
    for (index, page) in books[0].pages.iter().enumerate().skip(8) {
        let items = page.drawing.layers().iter().flat_map(|layer| &layer.items);
        let texts = items.filter(|item| matches!(item, Item::Text(_))).filter_map(Item::bounds);
        let foot = texts.filter(|bounds| bounds.top > page.drawing.height() - 16.0);
        let middle = page.drawing.width() / 2.0;
        let narrow = foot.filter(|bounds| bounds.width() < 6.0).map(|bounds| bounds.center().x < middle);
        assert!(narrow.collect::<Vec<bool>>().iter().all(|&left| left == (index % 2 == 1)), "page {index}");
    }
    let small =
        SheetPlan::new(&subjects[..11], &SheetOptions { dedication: None, isbn: None, ..options.clone() });
    let books = documents(&small.expect("a plan"), &subjects[..11], &options).expect("pages");
    let pages: Vec<Vec<&str>> = books[0].pages.iter().map(words).collect();
    let all: Vec<&&str> = pages.iter().flatten().collect();
    assert!(!all.contains(&&"vi") && !all.contains(&&"Part one") && !all.contains(&&"About the pieces"));
    assert!(pages[1].contains(&"2"), "{:?}", pages[1]);
}

#[test]
fn a_bound_book_keeps_its_margins_and_has_enough_pages() {
    let inch = 25.4;
    for trim in [Trim::In5x8, Trim::In6x9, Trim::In7x10, Trim::In8x10, Trim::In8x11, Trim::A5] {
        let narrow = BookPrint::new(trim, false);
        for print in [narrow, narrow.widened(400).expect("it can be bound").expect("wider")] {
            let books = book(7, SheetOptions { print: Some(print), ..SheetOptions::default() });
            let [interior, cover] = books.as_slice() else { panic!("an interior and a cover") };
            assert_eq!(interior.pages.len(), 24);
            let (width, height) = trim.size();
            for (number, page) in (1..).zip(&interior.pages) {
                let drawing = &page.drawing;
                assert_eq!((drawing.width(), drawing.height()), (width, height));
                let outer = 0.375 * inch - 1e-6;
                let inside = print.inside - 1e-6;
                let (left, right) = if number % 2 == 1 { (inside, outer) } else { (outer, inside) };
                let bounds = drawing.bounds().expect("no page is empty");
                assert!(
                    bounds.left >= left && bounds.right <= width - right,
                    "{trim:?} {number}: {bounds:?}"
                );
                assert!(bounds.top >= outer && bounds.bottom <= height - outer, "{number}: {bounds:?}");
            }
            let (places, cover) = (print.cover(24), &cover.pages[0].drawing);
            assert!((cover.width() - places.sheet.width()).abs() < 1e-9);
            let in_bar_code = |item: &Item| {
                let bounds = item.bounds().expect("a box");
                let over = bounds.left < places.bar_code.right && bounds.right > places.bar_code.left;
                over && bounds.top < places.bar_code.bottom && bounds.bottom > places.bar_code.top
            };
            let layers = cover.layers().iter().filter(|layer| layer.role != Role::Fill);
            assert!(!layers.flat_map(|layer| &layer.items).any(in_bar_code), "the bar code has its place");
        }
    }
}

#[test]
fn four_styles_show_one_puzzle_in_different_ways_on_the_same_paper() {
    let tiling = given();
    let subject = SheetSubject {
        difficulty: Some(3),
        ..SheetSubject::new("one", tiling.puzzle(), std::slice::from_ref(&tiling))
    };
    let subjects = vec![subject; 2];
    let styles = [SheetStyle::Modern, SheetStyle::Classic, SheetStyle::Children, SheetStyle::Newspaper];
    let page = |style: SheetStyle| {
        let print = Some(BookPrint::new(Trim::In6x9, false));
        let options = SheetOptions { style, print, punch_out: Some(10.0), ..SheetOptions::default() };
        let plan = SheetPlan::new(&subjects, &options).expect("a plan");
        let books = documents(&plan, &subjects, &options).expect("pages");
        // Pieces to cut out are true to size in every style: a piece of three cells in a corner.
        let pieces = books.iter().flat_map(|book| &book.pages).find(|page| page.name.contains("pieces"));
        let cut = pieces
            .expect("pieces to cut out")
            .drawing
            .layers()
            .iter()
            .filter(|layer| layer.role == Role::Cut);
        let sizes: Vec<Bounds> = cut.flat_map(|layer| &layer.items).filter_map(Item::bounds).collect();
        let mut pieces = sizes.iter().filter(|size| size.height() > 1.0);
        assert!(pieces.all(|size| (size.width() - 20.0).abs() < 1e-6), "{style:?}: {sizes:?}");
        books[0].pages[2].drawing.clone()
    };
    let pages = styles.map(page);
    for (index, page) in pages.iter().enumerate() {
        assert_eq!((page.width(), page.height()), Trim::In6x9.size());
        assert!(pages[..index].iter().all(|other| other != page), "{:?}", styles[index]);
    }
    let ems = |page: &Drawing| {
        let texts = page.layers().iter().flat_map(|layer| &layer.items);
        let sizes = texts.filter_map(|item| match item {
            Item::Text(text) if text.content().starts_with("Cover") => {
                Some(text.height() / 0.714 * 72.0 / 25.4)
            }
            _ => None,
        });
        sizes.fold(0.0, f64::max)
    };
    for (page, points) in pages.iter().zip([9.0, 10.0, 12.0, 9.0]) {
        assert!((ems(page) - points).abs() < 0.05, "{} of {points} points", ems(page));
    }
}
