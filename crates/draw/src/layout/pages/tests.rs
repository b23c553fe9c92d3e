//! Large drawings are divided into pages that can be put together.

use super::*;
use crate::drawing::Anchor;

/// A frame along the edge of a sheet, so that every page has content, and nothing in the middle.
fn frame(width: f64, height: f64) -> Drawing {
    let mut canvas = Canvas::new("frame", Medium::Print, width, height);
    canvas.path(Role::Cut, Path::rectangle(canvas.bounds()));
    canvas.finish().expect("a good drawing")
}

#[test]
fn the_number_of_pages_is_that_of_the_formula() {
    for (length, pages) in [(100.0, 1), (100.1, 2), (190.0, 2), (190.1, 3), (280.0, 3), (40.0, 1)] {
        let grid = divide(&frame(length, 50.0), 100.0, 100.0, 10.0).expect("room");
        assert_eq!(
            (grid.columns(), grid.rows()),
            (pages, 1),
            "{length} mm over pages of 100 mm, 10 mm shared"
        );
    }
}

#[test]
fn pages_without_content_are_left_out() {
    let grid = divide(&frame(280.0, 280.0), 100.0, 100.0, 10.0).expect("room");
    assert_eq!((grid.columns(), grid.rows(), grid.pages().len()), (3, 3, 8), "the middle page is empty");
    assert!(grid.pages().iter().all(|page| (page.row, page.column) != (2, 2)));
}

#[test]
fn nothing_is_lost_and_nothing_is_added() {
    let drawing = frame(250.0, 180.0);
    let grid = divide(&drawing, 100.0, 100.0, 10.0).expect("room");
    let mut lengths = 0.0;
    for page in grid.pages() {
        for mark in page.content.iter().filter(|mark| mark.role == Role::Cut) {
            let Item::Path(path) = &mark.item else { panic!("only paths") };
            let points: Vec<Point> = path.points().collect();
            lengths += points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
            let window = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 }.inset(-1e-5);
            assert!(points.iter().all(|p| window.contains(Bounds {
                left: p.x,
                top: p.y,
                right: p.x,
                bottom: p.y
            })));
        }
    }
    // 860 mm of frame; two shared strips cross the long sides, one the short ones, each doubled over 10
    // mm.
    assert!((lengths - (860.0 + 2.0 * 2.0 * 10.0 + 2.0 * 10.0)).abs() < 1e-3, "{lengths}");
}

#[test]
fn crosses_of_neighbours_coincide() {
    let grid = divide(&frame(190.0, 100.0), 100.0, 100.0, 10.0).expect("room");
    let crosses = |index: usize| -> Vec<(f64, f64)> {
        let page: &GridPage = &grid.pages()[index];
        let window = grid.windows.window(page.row - 1, page.column - 1);
        let centers = page.content.iter().filter(|mark| mark.role == Role::Guide).map(|mark| {
            let Item::Path(path) = &mark.item else { panic!("only paths") };
            let at = Bounds::around(path.points()).expect("points").center();
            (at.x + window.left, at.y + window.top)
        });
        centers.collect()
    };
    assert_eq!(crosses(0), [(95.0, 25.0), (95.0, 75.0)]);
    assert_eq!(crosses(0), crosses(1));
}

/// Points on the lines of a role, half a millimetre apart.
fn points_along<'a>(items: impl Iterator<Item = (Role, &'a Item)>) -> Vec<Point> {
    let mut points = Vec::new();
    for (_, item) in items.filter(|(role, _)| *role == Role::Sew) {
        let Item::Path(path) = item else { continue };
        for line in path.flattened(0.001) {
            for pair in line.points_and_back().windows(2) {
                let steps = (pair[0].distance(pair[1]) / 0.5).ceil().max(1.0);
                let mut part = 0.0;
                while part <= steps {
                    let share = part / steps;
                    let at = |a: f64, b: f64| a + (b - a) * share;
                    points.push(Point::new(at(pair[0].x, pair[1].x), at(pair[0].y, pair[1].y)));
                    part += 1.0;
                }
            }
        }
    }
    points
}

#[test]
fn pages_taped_at_their_crosses_make_the_drawing() {
    let mut canvas = Canvas::new("wild", Medium::Print, 270.0, 190.0);
    for i in 0..25u8 {
        let turn = f64::from(i) * 2.4;
        let center = Point::new(135.0 + 60.0 * libm::cos(turn * 1.7), 95.0 + 50.0 * libm::sin(turn * 2.9));
        let reach = 5.0 + f64::from(i % 7) * 6.0;
        let end = |way: f64| center.moved(libm::cos(turn) * reach * way, libm::sin(turn) * reach * way);
        canvas.line(Role::Sew, end(-1.0), end(1.0));
        canvas.path(Role::Sew, Path::circle(center, f64::from(i % 5) * 4.0 + 1.0));
    }
    let whole = canvas.finish().expect("a good drawing");
    let grid = divide(&whole, 100.0, 80.0, 10.0).expect("room");
    let layers = whole.layers().iter();
    let drawn = points_along(layers.flat_map(|layer| layer.items.iter().map(|item| (layer.role, item))));
    let near = |a: &Point, b: &[Point]| b.iter().any(|b| a.distance(*b) < 0.26);
    for page in grid.pages() {
        let window = grid.windows.window(page.row - 1, page.column - 1);
        let content = page.content.iter().map(|mark| (mark.role, &mark.item));
        let found: Vec<Point> =
            points_along(content).into_iter().map(|p| p.moved(window.left, window.top)).collect();
        assert!(found.iter().all(|point| near(point, &drawn)), "nothing is added or shifted");
        let inside =
            |p: &&Point| p.x > window.left && p.x < window.right && p.y > window.top && p.y < window.bottom;
        assert!(drawn.iter().filter(inside).all(|point| near(point, &found)), "nothing is lost");
    }
}

#[test]
fn a_word_in_the_overlap_is_on_one_page() {
    let mut canvas = Canvas::new("words", Medium::Print, 190.0, 190.0);
    for (x, y) in [(93.0, 40.0), (97.0, 60.0), (95.0, 95.0), (20.0, 20.0), (99.0, 150.0)] {
        canvas.text(Role::Label, Text::new(format!("{x}"), Point::new(x, y), 2.0, Anchor::Middle));
    }
    let grid = divide(&canvas.finish().expect("good"), 100.0, 100.0, 10.0).expect("room");
    let mut found: Vec<(String, usize, usize)> = Vec::new();
    for page in grid.pages() {
        found.extend(page.content.iter().filter_map(|mark| match &mark.item {
            Item::Text(text) => Some((text.content().to_owned(), page.row, page.column)),
            Item::Path(_) => None,
        }));
    }
    found.sort_unstable();
    let place = |word: &str, row, column| (word.to_owned(), row, column);
    let due = [place("20", 1, 1), place("93", 1, 1), place("95", 1, 1), place("97", 1, 2), place("99", 2, 2)];
    assert_eq!(found, due);
}

/// A row of words that are wider than the overlap, on pages side by side and below one another: each is whole on one page,
/// in its own box, so that no two of them are on one another.
#[test]
fn a_word_wider_than_the_overlap_stays_in_its_place() {
    let mut lower = 0;
    for shift in 0..12_u8 {
        let mut canvas = Canvas::new("words", Medium::Print, 190.0, 190.0);
        let words = (0..7_u8).flat_map(|column| (0..18_u8).map(move |row| (column, row)));
        for (column, row) in words {
            let at = Point::new(
                14.0 + 22.0 * f64::from(column) + f64::from(shift) * 1.9,
                4.0 + 10.0 * f64::from(row) + f64::from(shift) / 1.3,
            );
            canvas.text(Role::Label, Text::centered(format!("word {column}-{row:02}"), at, 3.0));
        }
        let drawing = canvas.finish().expect("good");
        let mut own: Vec<(String, Bounds)> = Vec::new();
        for item in drawing.layers().iter().flat_map(|layer| layer.items.iter()) {
            let Item::Text(text) = item else { continue };
            own.push((text.content().to_owned(), text.bounds()));
        }
        let grid = divide(&drawing, 100.0, 100.0, 10.0).expect("room");
        let mut found = Vec::new();
        for page in grid.pages() {
            let window = grid.windows.window(page.row - 1, page.column - 1);
            for mark in page.content.iter() {
                let Item::Text(text) = &mark.item else { continue };
                let bounds = text.bounds();
                let paper = Bounds { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
                assert!(paper.contains(bounds), "{bounds:?}");
                let place = own.iter().find(|(word, _)| word == text.content()).expect("a word");
                let there = bounds.moved(window.left, window.top);
                assert!(place.1.inset(-0.01).contains(there), "{shift} {place:?} {there:?}");
                lower += usize::from(bounds.height() < place.1.height() - 0.01);
                found.push(text.content().to_owned());
            }
        }
        found.sort_unstable();
        let count = found.len();
        found.dedup();
        assert_eq!((count, found.len()), (own.len(), own.len()));
    }
    assert!(lower > 20 && lower < 300, "{lower} of {}", 12 * 126);
}

#[test]
fn the_map_of_a_page_shows_all_pages_and_one_in_gray() {
    let grid = divide(&frame(280.0, 280.0), 100.0, 100.0, 10.0).expect("room");
    let mut canvas = Canvas::new("map", Medium::Print, 100.0, 50.0);
    let area = Bounds { left: 10.0, top: 10.0, right: 90.0, bottom: 30.0 };
    let left = grid.draw_place(&mut canvas, area, &grid.pages()[3]);
    let map = canvas.finish().expect("inside");
    let count = |role| map.layers().iter().find(|layer| layer.role == role).map(|layer| layer.items.len());
    assert_eq!((count(Role::Guide), count(Role::Fill)), (Some(8), Some(1)));
    assert!((left - 70.0).abs() < 1e-9, "{left}");
}

#[test]
fn an_overlap_as_large_as_the_page_is_refused() {
    assert!(matches!(divide(&frame(50.0, 50.0), 10.0, 100.0, 10.0), Err(LayoutError::NoRoom { .. })));
}
