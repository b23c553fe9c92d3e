//! Draws insert cards: leaves of three panels, which are folded so that only the first is seen.

use crate::insert_card::{CODE, InsertCard};
use crate::{CutError, CutPlan};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Diagram, Drawing, Path, Role, Text};
use piecework_draw::geometry::{Bounds, Patchwork, Point};
use piecework_draw::layout::SheetFormat;
use piecework_draw::page::{Foot, Page, PageFormat, Title, finish, sizes, wrapped};
use piecework_tiling::text::plural;

/// The width and the height of a business card, in mm.
///
/// # Source
/// ISO/IEC 7810 ID-1 has 85.6 x 54; printers in Europe sell 85 x 55.
const BUSINESS: (f64, f64) = (85.0, 55.0);
/// Between two leaves, in mm.
const APART: f64 = 4.0;
/// Inside a panel along its edges, as a share of its smaller side.
const MARGIN: f64 = 0.08;
/// How much larger words are at most on a large card; chosen by eye.
const LARGEST: f64 = 1.8;
/// Pieces that a hint shows.
const SHOWN: Color = Color::new(0xd9, 0x8e, 0x4a);
/// What is on the foot of the pages.
const FOOT: &str = "Print at 100 %. Cut along the outlines. Fold the lowest panel up over the middle one, then the first back.";

/// Draws the pages: one with cards of business size, and one with a card as large as the puzzle, or as large as
/// the paper allows.
///
/// # Errors
/// [`CutError::Layout`] if the paper is too small.
pub fn insert_card_pages(
    card: &InsertCard,
    (plan, patchwork): (&CutPlan, &Patchwork),
    paper: &SheetFormat,
) -> Result<Vec<Drawing>, CutError> {
    let curves = plan.edge_curves(patchwork);
    let solution =
        Diagram { patchwork, colors: &[], labels: &[], curves: &curves, largest_scale: f64::INFINITY };
    let format = PageFormat::new(paper.clone(), Foot::Line(FOOT.to_owned()));
    let mut pages = Vec::new();
    for (name, size) in [("business card", BUSINESS), ("as large as the puzzle", card.size_mm)] {
        let mut page = Page::new(&format, Title::new(&card.title, &format!("insert card, {name}")))?;
        let room = page.free;
        // Smaller than a business card, words would be too small to read.
        let width = size.0.max(BUSINESS.0).min(room.width());
        let height = size.1.max(BUSINESS.1).min(room.height() / 3.0);
        let mut left = room.left;
        while left + width <= room.right + 1e-6 {
            let leaf = Bounds { left, right: left + width, top: room.top, bottom: room.top + 3.0 * height };
            draw(&mut page.canvas, card, &solution, leaf);
            left += width + APART;
        }
        pages.push(page);
    }
    Ok(finish(pages)?)
}

/// Draws a leaf: its outline, its folds and its panels.
fn draw(canvas: &mut Canvas, card: &InsertCard, solution: &Diagram<'_>, leaf: Bounds) {
    let height = leaf.height() / 3.0;
    let panel = |number: f64| {
        let top = leaf.top + number * height;
        let panel = Bounds { top, bottom: top + height, ..leaf };
        panel.inset(MARGIN * height.min(leaf.width()))
    };
    for fold in [1.0, 2.0] {
        let y = leaf.top + fold * height;
        canvas.line(Role::Fold, Point { x: leaf.left, y }, Point { x: leaf.right, y });
    }
    front(canvas, card, panel(0.0));
    hints(canvas, card, solution, panel(1.0));
    let room = below(canvas, &card.solution(), panel(2.0));
    diagram(canvas, solution, &[], room);
    // Last, as what is inside of it is cut first.
    canvas.path(Role::Cut, Path::rectangle(leaf));
}

/// Writes a heading; returns the room below it.
fn below(canvas: &mut Canvas, heading: &str, room: Bounds) -> Bounds {
    let at = Point { x: room.left, y: room.top + sizes::TEXT };
    canvas.text(Role::Label, Text::fitted(heading, at, sizes::TEXT, room.width()).bold());
    Bounds { top: at.y + sizes::AIR, ..room }
}

/// Title, number of solutions, difficulty and the code.
fn front(canvas: &mut Canvas, card: &InsertCard, room: Bounds) {
    let grown = (room.height() / BUSINESS.1).clamp(1.0, LARGEST);
    let (height, text, step) = (sizes::TITLE * 1.2 * grown, sizes::TEXT * grown, sizes::LINE * grown);
    let at = Point { x: room.left, y: room.top + height };
    canvas.text(Role::Label, Text::fitted(&card.title, at, height, room.width()).display());
    let mut y = at.y + sizes::AIR + step;
    let words = format!("{}. {}", plural(card.pieces, "piece"), card.count_in_words());
    let side = CODE * grown;
    for line in wrapped(&words, text, room.width()) {
        canvas.text(Role::Label, Text::fitted(line, Point { x: room.left, y }, text, room.width()));
        y += step;
    }
    if let Some(code) = &card.code {
        code.draw(canvas, Point { x: room.right - side, y: room.bottom - side }, side);
        let at = Point { x: room.left, y: room.bottom };
        let width = room.width() - side - sizes::AIR;
        canvas.text(Role::Label, Text::fitted("Scan the code to play.", at, sizes::LEAST * grown, width));
    }
    if let Some(class) = card.difficulty {
        let y = room.bottom - 2.0 * step;
        let words = Text::fitted("Difficulty", Point { x: room.left, y }, text, room.width() / 2.0);
        let start = words.bounds().right + sizes::AIR;
        canvas.text(Role::Label, words);
        let box_of = |number: u8| {
            let left = start + f64::from(number - 1) * (text + 1.0);
            Bounds { left, right: left + text, top: y - text, bottom: y }
        };
        for number in 1..=5 {
            let square = Path::rectangle(box_of(number));
            if number <= class {
                canvas.fill(square.clone(), SHOWN);
            }
            canvas.path(Role::Engrave, square);
        }
    }
}

/// What is in the corners, and pictures with one piece and two.
fn hints(canvas: &mut Canvas, card: &InsertCard, solution: &Diagram<'_>, room: Bounds) {
    let mut room = below(canvas, if card.shown.is_empty() { "" } else { "Hints" }, room);
    if let [others @ .., last] = card.corners.as_slice() {
        let words = format!("1. In the corners are {} and {last}.", others.join(", "));
        for line in wrapped(&words, sizes::TEXT, room.width()) {
            let at = Point { x: room.left, y: room.top + sizes::TEXT };
            canvas.text(Role::Label, Text::fitted(line, at, sizes::TEXT, room.width()));
            room.top += sizes::LINE;
        }
        room.top += sizes::AIR / 2.0;
    }
    let first = 1 + usize::from(!card.corners.is_empty());
    let count = card.shown.len();
    let step = (room.width() + sizes::AIR) / 2.0;
    for number in 1..=count {
        let left = room.left + (number - 1) as f64 * step;
        let cell = Bounds { left, right: left + step - sizes::AIR, ..room };
        let at = Point { x: left, y: cell.top + sizes::TEXT };
        canvas.text(Role::Label, Text::fitted(format!("{}.", first + number - 1), at, sizes::TEXT, step));
        let cell = Bounds { left: left + 2.0 * sizes::AIR, ..cell };
        diagram(canvas, solution, &card.shown[..number], cell);
    }
}

/// Draws the solution, or the board with only some of its pieces.
fn diagram(canvas: &mut Canvas, solution: &Diagram<'_>, shown: &[usize], room: Bounds) {
    let patchwork = solution.patchwork;
    let (bounds, scale) = (patchwork.bounds(), solution.scale_in(room));
    // In the middle of its room.
    let left = room.left + (room.width() - bounds.width() * scale) / 2.0;
    let room = Bounds { left, ..room };
    if shown.is_empty() {
        solution.draw_empty(canvas, room);
        solution.draw(canvas, room);
        return;
    }
    let put = |point: Point| Point {
        x: room.left + (point.x - bounds.left) * scale,
        y: room.top + (point.y - bounds.top) * scale,
    };
    for &piece in shown {
        let path = solution.path(&patchwork.patches()[piece]).mapped(put);
        canvas.fill(path.clone(), SHOWN);
        canvas.path(Role::Engrave, path);
    }
    for board in patchwork.board() {
        canvas.path(Role::Cut, Path::outline(board).mapped(put));
    }
    solution.draw_words(canvas, put, scale);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CardFacts, SolutionCount};
    use crate::{CutRequest, prepare};
    use piecework_draw::drawing::Item;
    use piecework_draw::layout::paper;
    use piecework_tiling::lattice::Lattice;

    /// Two business cards beside each other on A4, and one card as large as the puzzle; all within their leaves.
    #[test]
    fn cards_have_two_sizes_and_say_how_many_solutions_there_are() {
        let tiling = crate::support::tiling(Lattice::Square, "AABBF\nACCBF\nDCCEF\nDDEEF");
        let patchwork = Patchwork::trace(&tiling, 20.0).expect("a patchwork");
        let solutions = Some(SolutionCount { number: "12".to_owned(), is_all: true });
        let facts = CardFacts {
            solutions,
            difficulty: Some(2),
            play: Some("https://example.org/#play/calendar".into()),
        };
        let request = CutRequest { cell: "20mm".parse().expect("a length"), ..CutRequest::default() };
        let cut = prepare(&request, tiling.puzzle()).expect("a cut");
        let job = cut.job(&tiling).expect("a plan");
        let card = InsertCard::new((&job, &job.plan), (&tiling, &patchwork), facts);
        let paper = paper("a4").expect("embedded");
        let pages = insert_card_pages(&card, (&job.plan, &patchwork), &paper).expect("pages");
        assert_eq!(pages.len(), 2);
        for (page, leaves) in pages.iter().zip([2, 1]) {
            let items = page.layers().iter().flat_map(|layer| &layer.items);
            let words = items.filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
            let words: Vec<&Text> = words.collect();
            let count = |found: &str| words.iter().filter(|text| text.content().contains(found)).count();
            assert_eq!(count("There are 12 ways"), leaves);
            assert_eq!(
                (count("Solution"), count("Difficulty"), count("1. In the corners"), count("Scan the code")),
                (leaves, leaves, leaves, leaves)
            );
        }
        let leaf = |page: &Drawing| page.bounds_of(Role::Cut).expect("a leaf");
        assert!((leaf(&pages[0]).height() - 165.0).abs() < 1e-6);
        assert!((leaf(&pages[1]).width() - 100.0).abs() < 1e-6, "as wide as the puzzle");
    }
}
