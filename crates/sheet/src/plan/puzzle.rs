//! Plans the page of a puzzle, and the page of hints.

use super::{HintPlan, PageContent, PagePlan, Places, Planner};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::piece::{GAP, PieceDrawing, rows};
use crate::shades;
use piecework_draw::page::{PageFormat, Title};
use piecework_tiling::puzzle::{Class, Clue, Contact, OneOf, Piece, Puzzle, Region, Wrap};
use piecework_tiling::tiling::Placement;

/// Cell edges to try, in mm; the largest that fits is used. Round numbers, so that a maker can measure.
pub(super) const SCALES: [f64; 16] =
    [25.0, 20.0, 18.0, 15.0, 12.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5];
/// The smallest of them.
pub(super) const LEAST: f64 = SCALES[SCALES.len() - 1];
/// The largest cells of pieces on separate pages, if the board has smaller ones.
const PIECES_ALONE: f64 = 8.0;

impl Planner<'_> {
    /// Board and pieces on one page if they fit; otherwise the pieces follow on separate pages.
    pub(super) fn puzzle(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        puzzle_pages(self.subjects[puzzle].puzzle, puzzle, &self.format)
    }

    /// Returns a page with some pieces of the first solution, spread over the board; at most all but one.
    pub(super) fn hint(&self, puzzle: usize) -> Option<PagePlan> {
        let hint = self.hint_pieces(puzzle)?;
        let count = hint.pieces.len();
        let pieces_are = if count == 1 { "piece is" } else { "pieces are" };
        let line = format!("A hint: {count} {pieces_are} in place.");
        let name = self.subjects[puzzle].puzzle.name();
        let hints = PageContent::Hints { hints: vec![hint], places: Places::ONE };
        Some(PagePlan::new("hint", name, &line, hints).marked(format!("{name}: Hint")))
    }

    /// Returns the pieces of the first solution that a hint shows, besides those that are given.
    pub(super) fn hint_pieces(&self, puzzle: usize) -> Option<HintPlan> {
        let subject = &self.subjects[puzzle];
        let solution = subject.tilings.first().filter(|_| self.options.hints > 0)?;
        let given = subject.puzzle.placed();
        let is_given = |laid: &Placement| {
            given.iter().any(|given| given.piece == laid.piece && given.cells == laid.cells)
        };
        let placements = solution.placements().iter().enumerate();
        let open: Vec<usize> =
            placements.filter(|(_, laid)| !is_given(laid)).map(|(index, _)| index).collect();
        let spread = spread(open.len(), self.options.hints);
        let pieces: Vec<usize> = spread.into_iter().map(|index| open[index]).collect();
        (!pieces.is_empty()).then_some(HintPlan { puzzle, caption: String::new(), pieces })
    }
}

fn puzzle_pages(
    puzzle: &Puzzle,
    number: usize,
    format: &PageFormat,
) -> Result<Vec<PagePlan>, PuzzleSheetError> {
    let board = Board::from_region(puzzle.region())?;
    let pieces = PieceDrawing::all_left(puzzle)?;
    let task = task(puzzle);
    let room = format.room(&Title::new(puzzle.name(), "").with_line(&task))?;
    let page = |line: &str, cell_mm, board, pieces: &[(usize, PieceDrawing)]| {
        let pieces = pieces.iter().map(|&(piece, _)| piece).collect();
        let content = PageContent::Puzzle { puzzle: number, cell_mm, board, pieces };
        PagePlan::new("puzzle", puzzle.name(), line, content)
    };
    let board_fits = |scale: f64, below: f64| {
        let size = board.outer_size(scale);
        size.width <= room.width() && size.height + below <= room.height()
    };
    let together = |&&scale: &&f64| {
        let below = rows(&pieces, scale, room.width());
        below.width <= room.width() && board_fits(scale, GAP + below.height)
    };
    if let Some(&scale) = SCALES.iter().find(together) {
        return Ok(vec![page(&task, scale, true, &pieces)]);
    }
    let too_large = || PuzzleSheetError::BoardTooLarge { puzzle: puzzle.name().to_owned(), least: LEAST };
    let &scale = SCALES.iter().find(|&&scale| board_fits(scale, 0.0)).ok_or_else(too_large)?;
    let mut pages = vec![page(&task, scale, true, &[])];
    let fits = |scale: f64| rows(&pieces, scale, room.width()).width <= room.width();
    let smaller = SCALES.iter().copied().filter(|&other| other <= scale.max(PIECES_ALONE));
    let scale = smaller.clone().find(|&scale| fits(scale)).ok_or_else(too_large)?;
    let mut rest = pieces.as_slice();
    while !rest.is_empty() {
        let count = (1..=rest.len())
            .take_while(|&count| rows(&rest[..count], scale, room.width()).height <= room.height())
            .last()
            .ok_or_else(too_large)?;
        let (now, later) = rest.split_at(count);
        let line = format!("Pieces, page {}", pages.len());
        pages.push(page(&line, scale, false, now).marked(line.clone()));
        rest = later;
    }
    Ok(pages)
}

/// Returns where pieces may go on across joined sides, as a sentence.
fn around(region: &Region) -> String {
    let aside = " Pieces may go on from the right side to the left";
    match (region.wrap(), region.joined().map_or(0, |joined| joined.shift(region.lattice()))) {
        (None, _) => String::new(),
        (Some(Wrap::Cylinder), _) => format!("{aside}."),
        (Some(Wrap::Torus), 0) => format!("{aside}, and from the bottom to the top."),
        (Some(Wrap::Torus), shift) => {
            let columns = if shift == 1 { "column" } else { "columns" };
            format!("{aside}, and from the bottom to the top {shift} {columns} further right.")
        }
    }
}

/// Returns the task, in words.
pub(super) fn task(puzzle: &Puzzle) -> String {
    let area = puzzle.region().area();
    let cells = puzzle.lattice().cell_name();
    let around = around(puzzle.region());
    let optional = puzzle.region().optional().len();
    let given = match puzzle.placed().len() {
        0 => String::new(),
        1 => " One piece is in place.".to_owned(),
        given => format!(" {given} pieces are in place."),
    };
    let task = match (puzzle.contact(), puzzle.gaps()) {
        _ if !puzzle.classes().is_empty() => {
            format!("Cover {area} {cells} with the pieces but {}.", open_ones(puzzle))
        }
        (Contact::Allowed, _) if optional > 0 => {
            let must = area - optional;
            let gaps = puzzle.rules().gaps;
            let more = if gaps > 0 { format!(", and so may {gaps} of the {must}") } else { String::new() };
            format!(
                "Cover {must} of the {area} {cells} with the pieces; the others, near the edge, may stay empty{more}."
            )
        }
        (Contact::Forbidden, _) => {
            format!("Place all pieces on the {area} {cells}. No two may touch, not even at a corner.")
        }
        (Contact::Allowed, _) if touches_at_corners(puzzle) => {
            let linked = if puzzle.is_linked() { ", and hang together so" } else { "" };
            format!(
                "Place all pieces on the {area} {cells}. They may touch at corners{linked}, and share no edge."
            )
        }
        (Contact::Allowed, 0) => format!("Cover all {area} {cells} with the pieces."),
        (Contact::Allowed, gaps) if takes_all(puzzle) => {
            format!("Place all pieces in the tray of {area} {cells}; {gaps} {} empty.", stay(gaps))
        }
        (Contact::Allowed, gaps) => {
            format!("Place the pieces on the {area} {cells}; at most {gaps} {} empty.", stay(gaps))
        }
    };
    let is_shown = |choice: &OneOf| puzzle.colors().sides(choice.pieces.start).is_empty();
    let choices = match puzzle.one_of().iter().any(is_shown) {
        true => " Of shapes joined by \u{201c}or\u{201d}, a piece shows one.",
        false => "",
    };
    let cells = match puzzle.colors().board.is_empty() {
        true => "",
        false => " Each cell is covered by its own color.",
    };
    let task = task + &sets_in_words(puzzle);
    task + choices + cells + &sides_in_words(puzzle) + &around + &given + told(puzzle)
}

fn stay(gaps: u32) -> &'static str {
    if gaps == 1 { "stays" } else { "stay" }
}

/// Whether no two pieces share an edge.
fn touches_at_corners(puzzle: &Puzzle) -> bool {
    puzzle.rules().apart.first().is_some_and(|set| set.len() == puzzle.pieces().len())
}

/// Returns which pieces keep apart, if they are some.
fn sets_in_words(puzzle: &Puzzle) -> String {
    if puzzle.rules().apart.is_empty() || touches_at_corners(puzzle) {
        return String::new();
    }
    let names = |set: &Vec<usize>| {
        let mut names: Vec<&str> = set.iter().map(|&piece| puzzle.name_of(piece)).collect();
        names.dedup();
        names.join(" ")
    };
    let sets: Vec<String> = puzzle.rules().apart.iter().map(names).collect();
    let linked = if puzzle.is_linked() { ", and hang together at their corners" } else { "" };
    format!(" Pieces of one set share no edge{linked}: {}.", sets.join("; "))
}

/// Returns what the colors of sides mean.
fn sides_in_words(puzzle: &Puzzle) -> String {
    match puzzle.colors().border {
        _ if !puzzle.colors().has_sides() => String::new(),
        None => " Sides that meet have one color.".to_owned(),
        Some(color) => {
            format!(" Sides that meet have one color; those on the border are {}.", shades::name(color))
        }
    }
}

/// Returns how many cells of each class stay open, in words.
fn open_ones(puzzle: &Puzzle) -> String {
    let class = |class: &Class| {
        let Piece { name, count, .. } = &puzzle.pieces()[class.piece];
        format!("{} of the {name}", if count.min == 1 { "one".to_owned() } else { count.min.to_string() })
    };
    puzzle.classes().iter().map(class).collect::<Vec<String>>().join(" and ")
}

/// Returns whether all pieces are used, and leave as many cells empty as may stay so.
fn takes_all(puzzle: &Puzzle) -> bool {
    let all = puzzle.pieces().iter().map(|piece| (piece.shape.area() as u64, piece.count));
    let is_known = puzzle.one_of().is_empty()
        && puzzle.pieces().iter().all(|piece| piece.count.max == Some(piece.count.min));
    let covered: u64 = all.map(|(area, count)| area * u64::from(count.min)).sum();
    is_known && covered + u64::from(puzzle.gaps()) == puzzle.region().area() as u64
}

/// Returns what the clues on the board mean.
fn told(puzzle: &Puzzle) -> &'static str {
    match puzzle.clues().first() {
        Some(Clue::Letter { .. }) => " A letter is the name of the piece that covers its cell.",
        Some(Clue::Number { .. }) => {
            " A number says how many sides of its cell are edges of its piece; the rim of the board is an edge."
        }
        Some(Clue::Edge { .. }) => " A bar is an edge of a piece.",
        _ => "",
    }
}

/// `count` of `all` numbers, spread as evenly as possible, and never all of them.
fn spread(all: usize, count: usize) -> Vec<usize> {
    let count = count.min(all.saturating_sub(1));
    (0..count).map(|index| (2 * index + 1) * all / (2 * count)).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn hints_are_spread_and_leave_something_to_do() {
        assert_eq!(spread(12, 3), [2, 6, 10]);
        assert_eq!(spread(12, 1), [6]);
        assert_eq!(spread(3, 9), [0, 2]);
        assert!(spread(1, 1).is_empty() && spread(5, 0).is_empty());
    }
}
