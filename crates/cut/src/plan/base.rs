//! Plans what is written on the base of a tray: the words of the board, in letters or in braille, each in its own cell.

use super::engraving::{circle, free_place};
use super::own_board;
use super::sheet::{PieceLabel, ToolLine};
pub(crate) use crate::options::HALF_STROKE;
use crate::{CutError, CutOptions, Engraving};
use piecework_draw::drawing::braille::{self, DOT, DOT_PITCH};
use piecework_draw::drawing::{Text, WordSizes, words_in_cells};
use piecework_draw::geometry::{CellWord, Patchwork, Point};
use piecework_tiling::lattice::Cell;
use piecework_tiling::tiling::Tiling;

/// The smallest words from a 3D printer, in mm: holes in an 8 are still twice as wide as its strokes. Smaller ones are left
/// out.
pub(crate) const SMALLEST_WORDS: f64 = 3.0;
/// What stays free beside words, as a share of the edge of a cell, and at least, in mm; chosen by eye.
const BESIDE: f64 = 0.1;
const LEAST_BESIDE: f64 = 0.6;
/// The largest cap height of words, in mm; chosen by eye.
const LARGEST: f64 = 14.0;
/// How many kerfs letters are high at least, so that those with a bar in the middle stay open.
const KERFS: f64 = 6.0;

/// A word that is not on the base, and why.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// The word.
    pub word: String,
    /// Its cell, as in the puzzle.
    pub cell: (i32, i32),
    /// Why it is not there.
    pub why: String,
}

impl LeftOut {
    /// Says it in a sentence.
    pub(crate) fn in_words(&self) -> String {
        let Self { word, cell: (x, y), why } = self;
        format!("the base has no `{word}` on the cell [{x}, {y}]: {why}")
    }
}

/// What is written on the board.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct BoardWords {
    /// The lines of each word: strokes, or round dots.
    pub(super) engravings: Vec<Vec<ToolLine>>,
    /// The words that cannot be written.
    pub(super) left_out: Vec<LeftOut>,
}

/// Returns the whole board as a patchwork of its cells: also those that stay open.
pub(super) fn whole(tiling: &Tiling, options: &CutOptions) -> Result<Patchwork, CutError> {
    match own_board::bordered(tiling, options)? {
        Some(board) => Ok(board),
        None => Ok(Patchwork::of_region(&tiling.board().whole(), options.cell)?),
    }
}

/// Returns the words of the [whole](whole) board as the base has them.
pub(super) fn words(tiling: &Tiling, whole: &Patchwork, options: &CutOptions) -> BoardWords {
    let region = tiling.board().whole();
    let cells: Vec<Cell> = region.labels().iter().map(|(cell, _)| *cell).collect();
    let is_braille = options.engraving == Engraving::Braille;
    let lines = if is_braille { in_braille(whole.words()) } else { in_letters(whole.words(), options) };
    let mut found = BoardWords::default();
    for ((word, cell), lines) in whole.words().iter().zip(cells).zip(lines) {
        match lines {
            Ok(lines) => found.engravings.push(lines),
            Err(why) => {
                let (word, cell) = (word.word.clone(), (cell.x, cell.y));
                found.left_out.push(LeftOut { word, cell, why });
            }
        }
    }
    found
}

/// Returns the strokes of words in their cells, or why there are none.
pub(super) fn in_letters(words: &[CellWord], options: &CutOptions) -> Vec<Result<Vec<ToolLine>, String>> {
    let (smallest, air) = if options.printed_pieces.is_some() {
        (SMALLEST_WORDS, HALF_STROKE)
    } else {
        (PieceLabel::SMALLEST.max(KERFS * options.kerf), options.kerf / 2.0)
    };
    let beside = (BESIDE * options.cell).max(LEAST_BESIDE);
    let sizes = WordSizes { least: smallest, most: LARGEST, air: air + beside };
    let stroke = |stroke: Vec<Point>| ToolLine::straight(stroke, false);
    let written = |(word, lines): (&CellWord, Vec<Text>)| {
        let missing = Text::centered(&word.word, Point::default(), LARGEST).missing().to_vec();
        if !missing.is_empty() {
            return Err(format!("there are no strokes for {}", missing.iter().collect::<String>()));
        }
        if lines.is_empty() {
            return Err(format!("its letters would be lower than {smallest} mm"));
        }
        Ok(lines.iter().flat_map(Text::strokes).map(stroke).collect())
    };
    words.iter().zip(words_in_cells(words, |point| point, sizes)).map(written).collect()
}

/// Returns the dots of words in their cells, or why there are none.
fn in_braille(words: &[CellWord]) -> Vec<Result<Vec<ToolLine>, String>> {
    let written = |cell: &CellWord| {
        let letters = braille::word(&cell.word)
            .map_err(|letter| format!("braille for `{letter}` differs from language to language"))?;
        let size = ((braille::width(letters.len()) + DOT) / 2.0, DOT_PITCH + DOT / 2.0);
        let (at, turn) = free_place(&cell.outline, size)
            .filter(|(_, turn)| *turn == 0)
            .ok_or("its dots have no room".to_owned())?;
        let dots = braille::dots(&letters).map(|dot| circle(dot.turned(turn).moved(at.x, at.y), DOT / 2.0));
        Ok(dots.collect())
    };
    words.iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::plan::tray;
    use crate::{FloorWords, Magnets, PrintedTray, TrayOptions, machine, plan};
    use piecework_draw::geometry::Bounds;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::polyform::{Freedom, Shape};
    use piecework_tiling::puzzle::{Count, Piece, Puzzle, Region, read_puzzle};
    use piecework_tiling::source::Source;

    /// A board that is covered by cells, with these words; the last two cells stay open.
    fn covered(region: &Region) -> Tiling {
        let lattice = region.lattice();
        let mut kinds: Vec<Cell> = Vec::new();
        for &cell in region.cells() {
            if kinds.iter().all(|known| lattice.kind_of(*known) != lattice.kind_of(cell)) {
                kinds.push(cell);
            }
        }
        let piece = |&cell: &Cell| {
            let shape = Shape::new(lattice, vec![cell]).expect("a cell");
            Piece {
                name: format!("cell {}", lattice.kind_of(cell)),
                shape,
                freedom: Freedom::Fixed,
                count: Count::ANY,
            }
        };
        let cells = region.cells();
        let left = region.with_only(cells[..cells.len() - 2].to_vec()).expect("cells");
        let word = |&cell: &Cell| (cell, region.label(cell).unwrap_or_default().to_owned());
        let left = left.with_open(cells[cells.len() - 2..].iter().map(word).collect()).expect("others");
        let of = |cell: Cell| kinds.iter().position(|kind| lattice.kind_of(*kind) == lattice.kind_of(cell));
        let laid: Vec<_> = left.cells().iter().map(|&cell| (of(cell).expect("a kind"), vec![cell])).collect();
        let puzzle =
            Arc::new(Puzzle::new("words", left, kinds.iter().map(piece).collect()).expect("a puzzle"));
        Tiling::new(&puzzle, laid).expect("a tiling")
    }

    fn template(name: &str) -> Region {
        let text = piecework_tiling::templates::puzzle_template(name).expect("a template").text;
        read_puzzle(&Source::new(name, text), &Limits::default()).expect("a puzzle").region().clone()
    }

    /// A connected board of this many cells that grows by `seed`, with words of one to four letters and two words.
    fn grown(lattice: Lattice, count: usize, mut seed: u64) -> Region {
        let mut next = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 40).expect("small") % most
        };
        let mut cells = vec![Cell::new(2, 0)];
        while cells.len() < count {
            let near: Vec<Cell> = lattice.neighbours(cells[next(cells.len())]).collect();
            let cell = near[next(near.len())];
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        const WORDS: [&str; 8] = ["1", "31", "Mär", "Wed", "juil", "Xmas Eve", "gq", "ÅÄ"];
        let words: Vec<_> = cells.iter().map(|&cell| (cell, WORDS[next(WORDS.len())].to_owned())).collect();
        Region::new(lattice, cells).expect("a board").with_labels(words)
    }

    fn boards() -> Vec<(String, Region, f64)> {
        let templates = ["calendar", "calendar-hex"].map(|name| (name.to_owned(), template(name), 10.0));
        let lattices = [(Lattice::Hex, 12.0), (Lattice::Triangle, 26.0), (Lattice::Square, 15.0)];
        let grown = lattices.into_iter().flat_map(|(lattice, cell)| {
            (1..=4).map(move |seed| (format!("{lattice} {seed}"), grown(lattice, 20, seed), cell))
        });
        templates.into_iter().chain(grown).collect()
    }

    fn options(cell: f64, kerf: f64) -> CutOptions {
        let bed = machine("generic").expect("embedded").bed;
        CutOptions { kerf, tray: Some(TrayOptions::default()), ..CutOptions::new(cell, bed) }
    }

    fn box_of(lines: &[ToolLine]) -> Bounds {
        Bounds::around(lines.iter().flat_map(|line| line.points.iter().copied())).expect("points")
    }

    /// Each word of the whole board, also on the cells that stay open, is on the base as its own strokes, in its own cell and
    /// clear of its edges.
    #[test]
    fn every_word_is_engraved_in_its_own_cell() {
        for (name, region, cell) in boards() {
            let tiling = covered(&region);
            for kerf in [0.0, 0.2] {
                let options = options(cell, kerf);
                let patchwork = Patchwork::trace(&tiling, cell).expect("a patchwork");
                let tray = options.tray.expect("a tray");
                let (parts, left_out) =
                    tray::parts(&tiling, (&patchwork, None), &options, &tray).expect("parts");
                assert_eq!(left_out, [], "{name}");
                let base = &parts[0];
                assert_eq!(base.engravings.len(), region.labels().len(), "{name}");
                // Independent of what the planner knows of words: cells of the board as outlines.
                let cells = Patchwork::of_region(&region, cell).expect("cells");
                for ((at, word), lines) in region.labels().iter().zip(&base.engravings) {
                    let own = cells.patches()[region.index_of(*at).expect("inside")].outline();
                    for point in lines.iter().flat_map(|line| &line.points) {
                        assert!(own.contains(*point), "{name} {word} {point:?}");
                        assert!(own.distance(*point) >= LEAST_BESIDE + kerf / 2.0 - 1e-6, "{name} {word}");
                    }
                    if !word.contains(' ') {
                        let plain = Text::centered(word, Point::default(), 1.0).bold().strokes();
                        let plain: Vec<_> =
                            plain.into_iter().map(|line| ToolLine::straight(line, false)).collect();
                        let (is, was) = (box_of(lines), box_of(&plain));
                        assert_eq!(lines.len(), plain.len(), "{name} {word}");
                        let ratio = is.height() / was.height();
                        assert!(ratio >= 1.0, "{name} {word}: lower than 1 mm");
                        for (one, other) in
                            lines.iter().flat_map(|l| &l.points).zip(plain.iter().flat_map(|l| &l.points))
                        {
                            let (x, y) = ((one.x - is.left) / ratio, (one.y - is.top) / ratio);
                            assert!(
                                (x - other.x + was.left).abs() < 1e-6 && (y - other.y + was.top).abs() < 1e-6
                            );
                        }
                    }
                }
            }
        }
    }

    /// The opening of the frame is the whole board, though the pieces leave cells open, and base, frame, lid and pieces of a
    /// calendar lie on one sheet.
    #[test]
    fn one_sheet_holds_a_calendar_with_its_tray() {
        for name in ["calendar", "calendar-hex"] {
            let (region, tiling) = (template(name), covered(&template(name)));
            for kerf in [0.0, 0.2] {
                let plan = plan(&tiling, &options(10.0, kerf)).expect("a plan");
                assert_eq!(plan.sheets.len(), 1, "{name}");
                let sheet = &plan.sheets[0];
                let mut parts = sheet.parts.clone();
                parts.sort_unstable();
                assert_eq!(parts, ["base", "frame", "lid"], "{name}");
                assert_eq!(sheet.engravings.len(), 43, "{name}");
                let cut = |name: &str| sheet.cuts.iter().find(|cut| cut.name == name).expect("a cut");
                let whole = Patchwork::of_region(&region, 10.0).expect("cells").bounds();
                let frame = cut("frame");
                assert_eq!(frame.lines.len(), 2, "one opening, no blocks: {name}");
                let opening = box_of(&frame.lines[..1]);
                let (long, short) =
                    (opening.width().max(opening.height()), opening.width().min(opening.height()));
                assert!(long >= whole.width().max(whole.height()) + 1.0 - kerf - 1e-6, "{name}: {opening:?}");
                assert!(
                    short >= whole.width().min(whole.height()) + 1.0 - kerf - 1e-6,
                    "{name}: {opening:?}"
                );
            }
        }
    }

    /// What cannot be engraved is named with its cell and its reason.
    #[test]
    fn words_without_room_or_letters_are_named() {
        let region = Region::rectangle(Lattice::Square, 4, 1).expect("a board");
        let words = [(0, "Donnerstag und Freitag"), (1, "א"), (2, "ok")];
        let region = region.with_labels(words.map(|(x, word)| (Cell::new(x, 0), word.to_owned())));
        let tiling = covered(&region);
        let left_out = plan(&tiling, &options(8.0, 0.0)).expect("a plan").left_out;
        let found: Vec<_> = left_out.iter().map(|one| (one.word.as_str(), one.cell)).collect();
        assert_eq!(found, [("Donnerstag und Freitag", (0, 0)), ("א", (1, 0))]);
        assert!(
            left_out[0].in_words().contains("lower than 1 mm")
                && left_out[1].in_words().contains("strokes for א")
        );
        let braille = CutOptions { engraving: Engraving::Braille, ..options(20.0, 0.0) };
        let plan = plan(&tiling, &braille).expect("a plan");
        assert_eq!(plan.left_out.len(), 2, "{:?}", plan.left_out);
        assert!(plan.sheets[0].engravings.iter().flatten().all(|dot| dot.closed));
    }

    /// On the floor of a printed tray, words stand or are sunk, and lie inside of the opening; pockets are below.
    #[test]
    fn printed_words_are_levels_of_the_floor() {
        let tiling = covered(&template("calendar-hex"));
        for (words, rise, height) in
            [(FloorWords::Raised, 0.6, 4.0 + 4.0 + 1.0 + 0.6), (FloorWords::Sunk, -0.6, 9.0)]
        {
            let printed = Some(PrintedTray { floor: 4.0, pieces: 4.0, words });
            let tray = Some(TrayOptions { printed, ..TrayOptions::default() });
            let magnets = Some(Magnets { diameter: 6.0, thickness: 2.0 });
            let options = CutOptions { tray, magnets, printed_pieces: Some(4.0), ..options(14.0, 0.0) };
            let plan = plan(&tiling, &options.for_solids()).expect("a plan");
            let body = plan.sheets.iter().flat_map(|sheet| &sheet.bodies).find(|body| body.name == "tray");
            let body = body.expect("a tray");
            assert!((body.height_mm - height).abs() < 1e-9, "{words:?}: {}", body.height_mm);
            let at = |level| body.hollows.iter().filter(move |(_, own)| *own == level);
            use piecework_draw::drawing::Level;
            assert_eq!(at(Level::Top(4.0)).count(), 1, "one floor");
            assert_eq!(at(Level::Bottom(2.2)).count(), 43, "a pocket under each cell");
            let letters = at(Level::Top(4.0 + rise)).count();
            assert!(letters >= 31 * 2 - 9 + 12, "{words:?}: {letters}");
            let floor = box_of(&at(Level::Top(4.0)).next().expect("a floor").0);
            assert!(at(Level::Top(4.0 + rise)).all(|(lines, _)| floor.contains(box_of(lines))));
        }
    }
}
