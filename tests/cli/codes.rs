//! QR codes on printed pages: a reader that shares nothing with their writer finds them, and their links hold the puzzles.

use std::io::Read as _;

use base64::Engine as _;
use lopdf::content::Content;
use serde_json::Value;

use crate::run::{names_in, piecework};

/// Pixels for a mm.
const FINE: f64 = 12.0;

/// The rectangles that a page fills in black: left, top, right and bottom in mm, from the top of the page.
fn black_rectangles(document: &lopdf::Document, page: lopdf::ObjectId, height: f64) -> Vec<[f64; 4]> {
    let content = Content::decode(&document.get_page_content(page)).expect("operators");
    let (mut path, mut is_black, mut found) = (Vec::<(f64, f64)>::new(), true, Vec::new());
    for operation in content.operations {
        let number = |at: usize| f64::from(operation.operands[at].as_float().expect("a number"));
        match operation.operator.as_str() {
            "g" => is_black = number(0) == 0.0,
            "rg" => is_black = (0..3).all(|at| number(at) == 0.0),
            "m" | "l" => path.push((number(0), number(1))),
            "re" => path.extend([(number(0), number(1)), (number(0) + number(2), number(1) + number(3))]),
            "f" | "f*" | "F" => {
                // Of the codes each part is a rectangle: four corners, or two.
                let corners = if path.len().is_multiple_of(4) { 4 } else { 2 };
                for part in path.chunks(corners).filter(|_| is_black) {
                    let (xs, ys) = (part.iter().map(|at| at.0), part.iter().map(|at| height - at.1));
                    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
                    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MIN, f64::max);
                    let mm = |points: f64| points * 25.4 / 72.0;
                    found.push(
                        [
                            least(&mut xs.clone()),
                            least(&mut ys.clone()),
                            most(&mut xs.clone()),
                            most(&mut ys.clone()),
                        ]
                        .map(mm),
                    );
                }
                path.clear();
            }
            "S" | "s" | "B" | "b" | "n" => path.clear(),
            _ => {}
        }
    }
    found
}

/// The texts of all codes of a document.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a page are few, and not negative"
)]
fn codes(bytes: &[u8]) -> Vec<String> {
    let document = lopdf::Document::load_mem(bytes).expect("a PDF");
    let mut texts = Vec::new();
    for page in document.get_pages().into_values() {
        let media = document.get_dictionary(page).and_then(|page| page.get(b"MediaBox")).expect("a size");
        let size = media.as_array().expect("four numbers");
        let [width, height] = [2, 3].map(|at| f64::from(size[at].as_float().expect("a number")));
        let pixels = |points: f64| (points * 25.4 / 72.0 * FINE).ceil() as usize;
        let (columns, rows) = (pixels(width), pixels(height));
        let mut dark = vec![false; columns * rows];
        for [left, top, right, bottom] in black_rectangles(&document, page, height) {
            let [left, top, right, bottom] =
                [left, top, right, bottom].map(|at| (at * FINE).round().max(0.0) as usize);
            for y in top..bottom.min(rows) {
                dark[y * columns + left.min(columns)..y * columns + right.min(columns)].fill(true);
            }
        }
        let shade = |x: usize, y: usize| if dark[y * columns + x] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(columns, rows, shade);
        let read = image.detect_grids().into_iter().map(|grid| grid.decode().expect("a code").1);
        texts.extend(read);
    }
    texts
}

/// The puzzle in a link.
fn puzzle_in(link: &str) -> Value {
    let (_, packed) = link.split_once("#play/z").expect("a packed puzzle");
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(packed).expect("base64");
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("packed");
    let design: Value = serde_json::from_str(&text).expect("JSON");
    design["puzzle"].clone()
}

#[test]
fn each_puzzle_of_a_book_has_a_code_that_opens_it() {
    let design = r#"{ "piecework": 2, "book": { "title": "Two", "in_order": true, "play_at": "https://example.org/play",
        "parts": [{ "puzzle": "calendar", "open": "Nov 26" }, "domino-8x8",
            { "made_puzzles": { "board": "5x4", "pieces": "pentominoes", "count": 2 }, "seed": 3 }] } }"#;
    let book = piecework(["make", "d.json", "-q", "-o", "out"]).file("d.json", design).run().exit(0);
    let mut read = codes(&book.read("out/two-book.pdf"));
    read.sort();
    let page = "https://example.org/play#play/";
    let named = [format!("{page}calendar/Nov+26"), format!("{page}domino-8x8")];
    assert_eq!((&read[..2], read.len()), (&named[..], 4), "{read:?}");
    let printed = names_in(&book.path("out"))
        .into_iter()
        .filter(|name| name.contains("5x4") && name.ends_with(".json"));
    let printed: Vec<Value> = printed
        .map(|name| serde_json::from_slice(&book.read(&format!("out/{name}"))).expect("JSON"))
        .collect();
    assert_eq!(printed.len(), 2);
    for puzzle in &printed {
        assert!(read[2..].iter().any(|link| puzzle_in(link) == *puzzle), "{puzzle}");
    }
    let one = r#"{ "piecework": 2, "book": { "play_at": "https://example.org/play",
        "parts": [{ "made_puzzles": { "board": "5x4", "pieces": "pentominoes", "count": 1 }, "seed": 3 }] } }"#;
    let one = piecework(["make", "d.json", "-q", "-o", "out"]).file("d.json", one).run().exit(0);
    let books = names_in(&one.path("out")).into_iter().filter(|name| name.ends_with(".pdf"));
    let read: Vec<String> = books.flat_map(|name| codes(&one.read(&format!("out/{name}")))).collect();
    assert!(read.len() == 1 && read[0].starts_with(page), "a book of one: {read:?}");
    let wrong = design.replace("https://example.org/play", "example.org");
    let wrong = piecework(["make", "d.json", "-q", "-o", "out"]).file("d.json", wrong).run().exit(2);
    wrong.complains("begins with https:// or http://");
}

#[test]
fn the_code_of_a_card_opens_its_puzzle_or_is_left_out() {
    let cut = |more: &str| {
        let words = format!("cut calendar --open 2026-11-26 --insert-card {more} -o made");
        piecework(words.split_whitespace()).run().exit(0)
    };
    let made = cut("--play-at https://example.org/play");
    let read = codes(&made.read("made/calendar-nov-26-insert-card.pdf"));
    assert!(
        !read.is_empty() && read.iter().all(|link| link == "https://example.org/play#play/calendar/Nov+26")
    );
    let made = cut("").complains("the insert card has no code: with --play-at");
    assert_eq!(codes(&made.read("made/calendar-nov-26-insert-card.pdf")), Vec::<String>::new());
}
