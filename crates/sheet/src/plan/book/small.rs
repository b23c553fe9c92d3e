//! Plans the pages of a book with small boards: hints and solutions.

use super::{book_room, numbers_of};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::plan::solutions::PictureSize;
use crate::plan::{BOOK_PAGE, Grid, HintPlan, PageContent, PagePlan, Places, Planner, ShownSolution};
use piecework_draw::page::sizes;
use piecework_tiling::puzzle::Puzzle;

/// The most small boards on a page of hints or solutions, the space between them, and their smallest cell,
/// in mm.
const MOST_SMALL: usize = 12;
const SMALL_GAP: f64 = 8.0;
const SMALLEST: f64 = 3.5;

impl Planner<'_> {
    pub(super) fn hints_of_book(&self) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let hints: Vec<HintPlan> = (0..self.subjects.len())
            .filter_map(|puzzle| self.hint_pieces(puzzle))
            .map(|hint| HintPlan { caption: (hint.puzzle + 1).to_string(), ..hint })
            .collect();
        let size = |hint: &HintPlan| board_size(self.subjects[hint.puzzle].puzzle);
        let sizes = hints.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let pages = self.small_pages(&sizes)?.into_iter().map(|(range, places)| {
            let hints = hints[range].to_vec();
            let numbers = numbers_of(hints.iter().map(|hint| hint.puzzle));
            let content = PageContent::Hints { hints, places };
            PagePlan::new(BOOK_PAGE, "Hints", &numbers, content).marked(format!("Hints {numbers}"))
        });
        Ok(pages.collect())
    }

    pub(in crate::plan) fn solutions_of_book(&self) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let mut all = Vec::new();
        for (puzzle, subject) in self.subjects.iter().enumerate() {
            for (solution, tiling) in subject.tilings.iter().enumerate() {
                let several = subject.tilings.len() > 1;
                let of_several = if several { format!(", solution {}", solution + 1) } else { String::new() };
                let caption = vec![format!("{}{of_several}", puzzle + 1)];
                all.push((ShownSolution { puzzle, solution }, caption, PictureSize::of(tiling)?.pair()));
            }
        }
        let sizes: Vec<(f64, f64)> = all.iter().map(|&(.., size)| size).collect();
        let pages = self.small_pages(&sizes)?.into_iter().map(|(range, places)| {
            let some = &all[range];
            let numbers = numbers_of(some.iter().map(|(shown, ..)| shown.puzzle));
            let shown = some.iter().map(|&(shown, ..)| shown).collect();
            let captions = some.iter().map(|(_, caption, _)| caption.clone()).collect();
            let content = PageContent::Solutions { shown, captions, places };
            PagePlan::new(BOOK_PAGE, "Solutions", &numbers, content).marked(format!("Solutions {numbers}"))
        });
        Ok(pages.collect())
    }

    /// Divides pictures of these sizes at a cell edge of 1 mm into pages: as many on each as are legible, and
    /// no more than twelve or as many as the options say.
    pub(in crate::plan) fn small_pages(
        &self,
        sizes: &[(f64, f64)],
    ) -> Result<Vec<(std::ops::Range<usize>, Places)>, PuzzleSheetError> {
        let room = book_room(&self.format)?;
        let most = self.options.wanted_per_page().unwrap_or(MOST_SMALL);
        let (mut first, mut pages) = (0, Vec::new());
        while first < sizes.len() {
            let rest = &sizes[first..];
            let grid = |count: usize| {
                let largest = |a: (f64, f64), b: &(f64, f64)| (a.0.max(b.0), a.1.max(b.1));
                let size = rest[..count.min(rest.len())].iter().fold((0.0, 0.0), largest);
                // A last page with fewer pictures shows them at the scale of the others.
                let grid = Grid::largest(count, room, size, SMALL_GAP, sizes::LINE);
                (grid.scale(size, sizes::LINE), grid)
            };
            let found = (2..=most).rev().map(|count| (count, grid(count)));
            let legible = found.into_iter().find(|(_, (scale, _))| *scale >= SMALLEST);
            let (count, (_, grid)) = legible.unwrap_or_else(|| (1, grid(1)));
            let end = (first + count).min(sizes.len());
            pages.push((first..end, grid.places()));
            first = end;
        }
        Ok(pages)
    }
}

/// Returns the size of a board without coordinates, at a cell edge of 1 mm.
fn board_size(puzzle: &Puzzle) -> Result<(f64, f64), PuzzleSheetError> {
    Ok(Board::from_region(puzzle.region())?.bare_size(1.0))
}
