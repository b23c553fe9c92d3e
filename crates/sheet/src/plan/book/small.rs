//! Plans the pages of a book with small boards: hints and solutions.

use std::ops::Range;

use super::{book_room, numbers_of};
use crate::PuzzleSheetError;
use crate::board::Board;
use crate::plan::solutions::PictureSize;
use crate::plan::{BOOK_PAGE, Grid, HintPlan, PageContent, PagePlan, Places, Planner, ShownSolution};
use piecework_draw::geometry::{Bounds, Dimensions};
use piecework_draw::page::sizes;

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
        let size = |hint: &HintPlan| {
            let board = Board::from_region(self.subjects[hint.puzzle].puzzle.region())?;
            Ok::<_, PuzzleSheetError>(board.turned_if(self.is_turned(hint.puzzle)).bare_size(1.0))
        };
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
                let size = PictureSize::of(tiling)?.size;
                let size = if self.is_turned(puzzle) { size.turned() } else { size };
                all.push((ShownSolution { puzzle, solution }, caption, size));
            }
        }
        let sizes: Vec<Dimensions> = all.iter().map(|&(.., size)| size).collect();
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
    /// no more than twelve or as many as the options say. Pages that the options do not fill have about as many each.
    pub(in crate::plan) fn small_pages(
        &self,
        sizes: &[Dimensions],
    ) -> Result<Vec<(Range<usize>, Places)>, PuzzleSheetError> {
        let small = SmallPages { sizes, room: book_room(&self.format)? };
        if let Some(wanted) = self.options.wanted_per_page() {
            return Ok(small.divided(|_, _| wanted, wanted));
        }
        let fewest = small.divided(|_, _| MOST_SMALL, 1).len();
        let even = (fewest..=sizes.len()).find_map(|count| {
            let share = |page: usize, rest: usize| rest.div_ceil(count.saturating_sub(page).max(1));
            let pages = small.divided(|page, rest| share(page, rest).min(MOST_SMALL), share(0, sizes.len()));
            (pages.len() <= count).then_some(pages)
        });
        Ok(even.unwrap_or_default())
    }
}

/// Pictures of these sizes at a cell edge of 1 mm, and the room of a page.
struct SmallPages<'a> {
    sizes: &'a [Dimensions],
    room: Bounds,
}

impl SmallPages<'_> {
    /// Returns the grid of `count` pictures with the largest of some sizes, and its scale.
    fn grid(&self, count: usize, sizes: &[Dimensions]) -> (Grid, f64) {
        let size = sizes.iter().copied().fold(Dimensions::default(), Dimensions::union);
        let grid = Grid::largest(count, self.room, size, SMALL_GAP, sizes::LINE);
        (grid, grid.scale(size, sizes::LINE))
    }

    /// Returns the pages if one takes at most as many pictures as `most` says, which gets its number and how many are left. A
    /// page with fewer than `usual` shows them at the scale of the others.
    fn divided(&self, most: impl Fn(usize, usize) -> usize, usual: usize) -> Vec<(Range<usize>, Places)> {
        let (mut first, mut pages) = (0, Vec::new());
        while first < self.sizes.len() {
            let rest = &self.sizes[first..];
            let grid = |count: usize| self.grid(count.max(usual), &rest[..count.min(rest.len())]);
            let alone = |count: usize| self.grid(count, &rest[..count.min(rest.len())]);
            let counts = (1..=most(pages.len(), rest.len()).max(1)).rev();
            let mut grids = counts.flat_map(|count| [(count, grid(count)), (count, alone(count))]);
            let legible = grids.find(|&(count, (_, scale))| count == 1 || scale >= SMALLEST);
            let (count, (grid, _)) = legible.unwrap_or_else(|| (1, alone(1)));
            let end = (first + count).min(self.sizes.len());
            pages.push((first..end, grid.places()));
            first = end;
        }
        pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pictures each page has, without a number that the options say.
    fn counts(sizes: &[Dimensions], room: (f64, f64)) -> Vec<usize> {
        let options = crate::SheetOptions::default();
        let mut format = crate::plan::page_format(&options);
        (format.paper.width, format.paper.height) = room;
        let planner = Planner { subjects: &[], options: &options, format, turned: Vec::new() };
        let pages = planner.small_pages(sizes).expect("pages");
        let mut next = 0;
        let count = |(range, places): &(Range<usize>, Places)| {
            assert_eq!(std::mem::replace(&mut next, range.end), range.start, "all in order");
            assert!(range.len() <= places.columns * places.rows, "{range:?} {places:?}");
            range.len()
        };
        let counts: Vec<usize> = pages.iter().map(count).collect();
        assert_eq!(next, sizes.len());
        counts
    }

    #[test]
    fn pages_of_equal_pictures_have_equally_many() {
        for (room, size) in
            [((152.4, 228.6), (5.0, 8.0)), ((215.9, 279.4), (10.0, 6.0)), ((108.0, 139.7), (6.0, 6.0))]
        {
            for count in 1..=50 {
                let counts = counts(&vec![size.into(); count], room);
                let (least, most) =
                    (counts.iter().min().expect("a page"), counts.iter().max().expect("a page"));
                assert!(most - least <= 1, "{count} of {size:?}: {counts:?}");
            }
        }
    }

    #[test]
    fn no_page_of_different_pictures_is_much_emptier_than_those_beside_it() {
        for period in 2..8 {
            let size = |index: usize| if index.is_multiple_of(period) { (20.0, 3.0) } else { (5.0, 8.0) };
            for count in 13..=60 {
                let counts =
                    counts(&(0..count).map(|index| size(index).into()).collect::<Vec<_>>(), (152.4, 228.6));
                let most = counts.iter().max().expect("a page");
                assert!(counts.iter().all(|of_page| of_page * 2 >= *most), "{count}, {period}: {counts:?}");
            }
        }
    }
}
