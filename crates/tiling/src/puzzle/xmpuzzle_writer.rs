//! Writes puzzles for BurrTools (`.xmpuzzle`), so that [`read_xmpuzzle`](super::read_xmpuzzle) reads them
//! back.
//!
//! What BurrTools cannot express is refused by name. Pieces of any number get the largest number that fits as
//! a limit. If pieces are placed, the file has the puzzle that is left.

use std::fmt::Write as _;

use super::{Contact, Count, Puzzle, XmpuzzleError};
use crate::lattice::{Cell, Lattice};
use crate::polyform::Freedom;

/// Writes a puzzle as a BurrTools file with one problem, not compressed.
///
/// # Errors
/// [`XmpuzzleError::Inexpressible`] for hexagons, joined sides, pieces that may not be turned over, pieces
/// that may not touch, equal pieces apart, balance, and fewer gaps than the pieces may leave.
///
/// # Examples
/// ```
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::{read_puzzle, read_xmpuzzle, write_xmpuzzle};
/// use piecework_tiling::source::Source;
/// use piecework_tiling::templates::puzzle_template;
/// let template = puzzle_template("t-tetromino-4x4").ok_or("a known puzzle")?;
/// let puzzle = read_puzzle(&Source::new(template.name, template.text), &Limits::default())?;
/// let text = write_xmpuzzle(&puzzle)?;
/// let again = read_xmpuzzle(&Source::new("t.xmpuzzle", text), &Limits::default())?;
/// assert_eq!(again[0].pieces()[0].shape, puzzle.pieces()[0].shape);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_xmpuzzle(puzzle: &Puzzle) -> Result<String, XmpuzzleError> {
    let rest = puzzle.rest();
    let refuse = |what| Err(XmpuzzleError::Inexpressible { what });
    let lattice = rest.lattice();
    if rest.region().area() == 0 {
        return refuse("a board that placed pieces fill");
    }
    let Some(grid) = lattice.burr_tools_grid() else { return refuse("hexagons") };
    if rest.region().wrap().is_some() {
        return refuse("joined sides of the board");
    }
    if rest.contact() == Contact::Forbidden {
        return refuse("pieces that may not touch");
    }
    if rest.keeps_apart() || rest.balance().is_some() {
        return refuse("pieces apart or a balance of pieces");
    }
    if !rest.one_of().is_empty() {
        return refuse("pieces that show one of several shapes");
    }
    if rest.limits_places() {
        return refuse("letters, numbers or edges as clues, classes of cells, and colors");
    }
    let orientations = |piece: &super::Piece, freedom| piece.shape.orientations(freedom).len();
    let is_held =
        |piece: &&super::Piece| orientations(piece, piece.freedom) < orientations(piece, Freedom::Free);
    if rest.pieces().iter().any(|piece| is_held(&piece)) {
        return refuse("pieces that may not be turned over, or not turned");
    }
    let Some(mark) = mark(&rest) else { return refuse("fewer gaps than its pieces may leave") };
    let mut text = format!("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/>\n");
    text += "<colors/>\n<shapes>\n";
    let on_board = |cell| if rest.region().is_optional(cell) { '+' } else { mark };
    voxels(&mut text, lattice, (&board_name(&rest), rest.region().cells()), on_board);
    for piece in rest.pieces() {
        voxels(&mut text, lattice, (&piece.name, piece.shape.cells()), |_| '#');
    }
    _ = writeln!(text, "</shapes>\n<problems>\n<problem name=\"{}\">\n<shapes>", attribute(rest.name()));
    for (number, piece) in (1..).zip(rest.pieces()) {
        let Count { min, max } = piece.count;
        // Rounded up, so that areas add up as far as they did.
        let fits = u32::try_from(rest.region().area().div_ceil(piece.shape.area())).unwrap_or(u32::MAX);
        let max = max.unwrap_or(fits).max(min);
        let copies =
            if min == max { format!("count=\"{max}\"") } else { format!("min=\"{min}\" max=\"{max}\"") };
        _ = writeln!(text, "<shape id=\"{number}\" {copies}/>");
    }
    text += "</shapes>\n<result id=\"0\"/>\n<bitmap/>\n</problem>\n</problems>\n<comment/>\n</puzzle>\n";
    Ok(text)
}

/// How the cells of the board are marked that are not optional: `#` if all are covered, `+` if as many may stay empty as the
/// pieces leave.
fn mark(puzzle: &Puzzle) -> Option<char> {
    let least: u64 = puzzle
        .pieces()
        .iter()
        .map(|piece| piece.shape.area() as u64 * u64::from(piece.count.min))
        .fold(0, u64::saturating_add);
    let left = (puzzle.region().area() as u64).saturating_sub(least);
    match u64::from(puzzle.rules().gaps) {
        0 => Some('#'),
        _ if left == 0 => Some('#'),
        gaps => (gaps >= left).then_some('+'),
    }
}

/// A name that no piece has: BurrTools shows shapes and board in one list.
fn board_name(puzzle: &Puzzle) -> String {
    let is_taken = |name: &String| puzzle.pieces().iter().any(|piece| piece.name == *name);
    let numbered = (2..).map(|number| format!("board {number}"));
    std::iter::once("board".to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Writes cells as one layer of voxels: x varies fastest, y grows up.
fn voxels(text: &mut String, lattice: Lattice, (name, cells): (&str, &[Cell]), mark: impl Fn(Cell) -> char) {
    let bounds = |of: fn(&Cell) -> i32| {
        (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(-1))
    };
    let ((mut left, right), (top, bottom)) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
    // Prisms whose x + y is even stand on their edge, in the file as on the lattice.
    if !lattice.is_rectilinear() && (left + bottom) % 2 != 0 {
        left -= 1;
    }
    let rows = (top..=bottom).rev();
    let voxels: String = rows
        .flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)))
        .map(|cell| if cells.contains(&cell) { mark(cell) } else { '_' })
        .collect();
    let (width, height) = (right - left + 1, bottom - top + 1);
    let name = attribute(name);
    _ = writeln!(
        text,
        "<voxel x=\"{width}\" y=\"{height}\" z=\"1\" type=\"0\" name=\"{name}\">{voxels}</voxel>"
    );
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::puzzle::{Piece, Region, Rules, read_xmpuzzle};
    use crate::source::Source;

    fn puzzle(lattice: Lattice, region: &[&str], pieces: &[(&str, &[&str], Count)], gaps: u32) -> Puzzle {
        let shape =
            |rows: &[&str]| crate::polyform::Shape::from_rows(lattice, rows.iter().copied()).expect("good");
        let piece = |&(name, rows, count): &(&str, &[&str], Count)| Piece {
            name: name.into(),
            shape: shape(rows),
            freedom: Freedom::Free,
            count,
        };
        let region = Region::new(lattice, shape(region).cells().to_vec()).expect("good");
        let pieces = pieces.iter().map(piece).collect();
        Puzzle::with_rules("A <b> & \"c\"", region, pieces, Contact::Allowed, gaps).expect("a puzzle")
    }

    #[track_caller]
    fn is_read_back(puzzle: &Puzzle) {
        let text = write_xmpuzzle(puzzle).expect("it can be expressed");
        let read = read_xmpuzzle(&Source::new("a.xmpuzzle", text), &Limits::default()).expect("a good file");
        assert_eq!(read.len(), 1);
        // Only translations of the lattice make shapes equal.
        let whole = |puzzle: &Puzzle| {
            crate::polyform::Shape::new(puzzle.lattice(), puzzle.region().cells().to_vec()).expect("one part")
        };
        assert_eq!(whole(&read[0]), whole(puzzle));
        assert_eq!((read[0].name(), read[0].gaps()), (puzzle.name(), puzzle.gaps()));
        assert_eq!(read[0].pieces(), puzzle.pieces());
    }

    const ONE: Count = Count { min: 1, max: Some(1) };

    #[test]
    fn what_is_written_is_read_back() {
        let some = Count { min: 1, max: Some(3) };
        is_read_back(&puzzle(
            Lattice::Square,
            &["####", "#..#", "####"],
            &[("board", &["###", "#.."], Count::exactly(2)), ("x&", &["##"], ONE)],
            0,
        ));
        is_read_back(&puzzle(Lattice::Square, &["####", ".###"], &[("a", &["##"], some)], 5));
        for region in [&["####"][..], &[".###", ".###"], &["#####"]] {
            is_read_back(&puzzle(Lattice::Triangle, region, &[("a", &["###"], ONE), ("b", &["#"], some)], 0));
        }
    }

    #[test]
    fn what_burr_tools_cannot_express_is_refused() {
        let refused = |puzzle: Puzzle| write_xmpuzzle(&puzzle).unwrap_err().to_string();
        assert!(refused(puzzle(Lattice::Hex, &["#"], &[("a", &["#"], ONE)], 0)).contains("hexagons"));
        let any = Count::ANY;
        assert!(refused(puzzle(Lattice::Square, &["###"], &[("a", &["#"], any)], 1)).contains("fewer gaps"));
        let plain = puzzle(Lattice::Square, &["###", "###"], &[("a", &["##", "#."], Count::exactly(2))], 0);
        let rules = Rules { equal_pieces: crate::puzzle::EqualPieces::Apart, ..Rules::default() };
        let with =
            |pieces, rules| Puzzle::ruled("a", plain.region().clone(), pieces, rules).expect("a puzzle");
        assert!(refused(with(plain.pieces().to_vec(), rules)).contains("apart"));
        let fixed = |freedom| vec![Piece { freedom, ..plain.pieces()[0].clone() }];
        assert!(refused(with(fixed(Freedom::Fixed), Rules::default())).contains("not turned"));
        let one_sided = with(fixed(Freedom::OneSided), Rules::default());
        assert!(write_xmpuzzle(&one_sided).is_ok(), "its mirror image is itself, turned");
    }
}
