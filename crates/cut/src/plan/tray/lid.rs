//! Plans what the lid of a tray shows.

use crate::knobs::Knobs;
use crate::plan::engraving::crossed_gaps;
use crate::plan::{ToolLine, base};
use crate::{CommonLines, CutError, CutOptions, CutOrder, LidPicture};
use piecework_draw::drawing::Text;
use piecework_draw::geometry::{Bounds, Patchwork};
use piecework_tiling::tiling::Tiling;

/// Returns the lines on the lid of a tray: a solution, the cells of the board, the title, or nothing.
pub(in crate::plan) fn on_lid(
    tiling: &Tiling,
    (patchwork, knobs): (&Patchwork, Option<&Knobs>),
    options: &CutOptions,
) -> Result<Vec<ToolLine>, CutError> {
    if let Some(art) = &options.own.lid {
        let room = base::whole(tiling, options)?.bounds();
        art.check_in(room, "on the lid")?;
        return Ok(ToolLine::open(art.lines_in(room, &options.own.style)));
    }
    match options.lid {
        LidPicture::Solution => Ok(solved(patchwork, knobs)),
        LidPicture::Tiling => Ok(solved(&base::whole(tiling, options)?, None)),
        LidPicture::Title => Ok(title(lid_title(tiling, options), base::whole(tiling, options)?.bounds())),
        LidPicture::None => Ok(Vec::new()),
    }
}

/// The largest cap height of a title on the lid of a tray, in mm; chosen by eye.
const TITLE: f64 = 12.0;

/// Returns the title on lids. The words of the cells that one tiling leaves open, such as a date, are in it only beside that tiling:
/// the same tray is for every day.
pub(in crate::plan) fn lid_title<'a>(tiling: &'a Tiling, options: &CutOptions) -> &'a str {
    let name = tiling.puzzle().name();
    if options.lid == LidPicture::Solution {
        return name;
    }
    let open = tiling.puzzle().region().open();
    let is_open = |word: &str| open.iter().any(|(_, own)| own.split(' ').any(|own| own == word));
    match name.rsplit_once(", ") {
        Some((plain, words)) if words.split(' ').all(is_open) => plain,
        _ => name,
    }
}

/// Returns the strokes of a title in the middle of a board, as large as fits.
fn title(words: &str, board: Bounds) -> Vec<ToolLine> {
    let center = board.center();
    let full = Text::centered(words, center, TITLE).bounds();
    let fits = (board.width() / full.width()).min(board.height() / full.height()).min(1.0);
    let strokes = Text::centered(words, center, TITLE * fits).strokes();
    strokes.into_iter().map(|stroke| ToolLine::straight(stroke, false)).collect()
}

/// Returns the lines between pieces and around them.
fn solved(patchwork: &Patchwork, knobs: Option<&Knobs>) -> Vec<ToolLine> {
    let lines = CommonLines::plan(patchwork, CutOrder::Travel);
    let lines = lines.with_curves(knobs.map_or_else(Vec::new, |knobs| knobs.curves.clone()));
    let crossed = crossed_gaps(patchwork).into_iter().filter(|line| !line.closed);
    lines.lines().map(ToolLine::from).chain(crossed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use piecework_solve::{SolveOptions, first};
    use piecework_tiling::limits::Limits;
    use piecework_tiling::puzzle::read_puzzle;
    use piecework_tiling::source::Source;

    /// What is open in a tiling is no part of the title, unless the lid shows that tiling.
    #[test]
    fn no_date_is_on_a_lid_that_shows_no_solution_of_it() {
        let text = r#"{ "piecework": 1, "name": "six, Jan", "lattice": "square",
            "region": { "words": [["Jan", "Feb", "Mar"], ["1", "2", ""]] }, "pieces": [{ "set": "dominoes", "count": 2 }],
            "classes": [{ "name": "months", "words": ["Jan", "Feb", "Mar"] }, { "name": "days", "words": ["1", "2"] }] }"#;
        let puzzle = read_puzzle(&Source::new("six.json", text), &Limits::default()).expect("a puzzle");
        let cells = puzzle.openings().into_iter().next().expect("a choice");
        let opened = puzzle.opened(&cells).expect("a puzzle");
        let tiling = first(&opened, &SolveOptions::default()).expect("searched").0.expect("a tiling");
        assert_eq!(tiling.puzzle().name(), "six, Jan, Jan 1");
        let bed = machine("generic").expect("embedded").bed;
        for (lid, title) in [
            (LidPicture::Tiling, "six, Jan"),
            (LidPicture::Title, "six, Jan"),
            (LidPicture::Solution, "six, Jan, Jan 1"),
        ] {
            let options = CutOptions { lid, ..CutOptions::new(20.0, bed.clone()) };
            assert_eq!(lid_title(&tiling, &options), title);
        }
    }
}
