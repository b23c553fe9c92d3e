//! Plans pages of solutions: one or several on a page, all of them in a catalogue, or side by side to choose
//! from.

use super::grid::Grid;
use super::{PageContent, PagePlan, Planner, ShownSolution};
use crate::{PuzzleSheetError, SheetOptions};
use piecework_draw::color::{FabricPlan, Palette};
use piecework_draw::geometry::{Dimensions, Patch, Patchwork, Touch};
use piecework_draw::page::{Title, sizes};
use piecework_tiling::tiling::Tiling;

/// The space between solutions on a page, in mm; these sizes are chosen by eye.
const GAP: f64 = 8.0;
/// The space between the small pictures of a catalogue, in mm.
const CATALOGUE_GAP: f64 = 3.5;
/// The space between designs on a contact sheet, in mm.
const CONTACT_GAP: f64 = 6.0;
/// The edge of a square in a catalogue, in mm, or of other cells with the same area: the smallest at which
/// the letters of pentominoes are legible.
const CELL: f64 = 3.0;
/// The least width and height of a picture on a contact sheet, in mm; smaller ones need another page.
const LEAST: f64 = 22.0;

impl Planner<'_> {
    /// Returns the solutions, numbered from 1.
    pub(super) fn solutions(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let tilings = self.subjects[puzzle].tilings;
        let per_page = self.options.wanted_per_page().unwrap_or(1);
        let name = self.subjects[puzzle].puzzle.name();
        let mut pages = Vec::new();
        for (index, some) in tilings.chunks(per_page).enumerate() {
            let first = index * per_page;
            let line = numbers(first + 1, some.len());
            let below = if per_page > 1 { sizes::LINE } else { 0.0 };
            // A last page with fewer solutions shows them at the same scale.
            let count = per_page.min(tilings.len());
            let room = self.format.room(&Title::new(name, "").with_line(&line))?;
            let grid = Grid::largest(count, room, PictureSize::largest(some)?.size, GAP, below);
            let captions = (first + 1..=first + some.len())
                .map(|number| if per_page > 1 { vec![number.to_string()] } else { Vec::new() });
            let shown = shown(puzzle, first..first + some.len());
            let captions = captions.collect();
            let content = PageContent::Solutions { shown, captions, places: grid.places() };
            let page = PagePlan::new("solution", name, &line, content).marked(format!("{name}: {line}"));
            pages.push(PagePlan { carries: true, ..page });
        }
        Ok(pages)
    }

    /// Returns all solutions in small pictures, followed by the index.
    pub(super) fn catalogue(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let subject = &self.subjects[puzzle];
        let (tilings, name) = (subject.tilings, subject.puzzle.name());
        let Some(first) = tilings.first() else { return Ok(Vec::new()) };
        let grid = self.catalogue_grid(first, name, tilings.len())?;
        // A grid may have unused places.
        let per_page =
            self.options.wanted_per_page().map_or(grid.count(), |wanted| wanted.clamp(1, grid.count()));
        let mut pages = Vec::new();
        for (index, some) in tilings.chunks(per_page).enumerate() {
            let first = index * per_page;
            let line = numbers(first + 1, some.len());
            let captions = (first + 1..=first + some.len()).map(|number| vec![number.to_string()]).collect();
            let shown = shown(puzzle, first..first + some.len());
            let content = PageContent::Solutions { shown, captions, places: grid.places() };
            let found = if subject.is_partial {
                " found before the search was stopped; there may be more"
            } else {
                ""
            };
            let of_all = format!("{line} of {}{found}", tilings.len());
            pages.push(PagePlan::new("catalogue", name, &of_all, content).marked(format!("{name}: {line}")));
        }
        let entries: Vec<_> =
            subject.index.iter().filter(|entry| !entry.numbers.is_empty()).cloned().collect();
        if !entries.is_empty() {
            let line = format!("Numbers of solutions, {per_page} on a page");
            pages.push(PagePlan::new(
                "catalogue",
                &format!("{name}: Index"),
                &line,
                PageContent::Index(entries),
            ));
        }
        Ok(pages)
    }

    /// Returns the places on a page: the same for all pages, with one size for all solutions of a puzzle.
    fn catalogue_grid(&self, first: &Tiling, name: &str, count: usize) -> Result<Grid, PuzzleSheetError> {
        let room = self.format.room(&Title::new(name, "").with_line("of all"))?;
        let PictureSize { size, cell_area } = PictureSize::of(first)?;
        let cell = CELL / libm::sqrt(cell_area);
        let least = Dimensions { width: size.width * cell, height: size.height * cell + sizes::LINE };
        let smallest = Grid::of_places(room, least, CATALOGUE_GAP);
        let per_page = match self.options.wanted_per_page() {
            Some(wanted) => wanted.min(count),
            // If all are on one page, they can be larger.
            None if count < smallest.count() => count,
            None => return Ok(smallest),
        };
        Ok(Grid::largest(per_page, room, size, CATALOGUE_GAP, sizes::LINE))
    }

    /// Returns all designs on one page, numbered from 1; more pages only if pictures would be smaller than a
    /// thumb.
    pub(super) fn contact_sheet(&self, puzzle: usize) -> Result<Vec<PagePlan>, PuzzleSheetError> {
        let subject = &self.subjects[puzzle];
        let (tilings, name) = (subject.tilings, subject.puzzle.name());
        let line = format!("{} designs to choose from, in {}", tilings.len(), self.options.palette.title());
        let room = self.format.room(&Title::new(name, "").with_line(&line))?;
        let size = PictureSize::largest(tilings)?.size;
        let most_lines = subject.captions.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let below = sizes::LINE * crate::float(most_lines);
        let largest = |count: usize| Grid::largest(count, room, size, CONTACT_GAP, below);
        let legible = |grid: &Grid| grid.scale(size, below) * size.width.max(size.height) >= LEAST;
        let grid = match self.options.wanted_per_page() {
            Some(wanted) => largest(wanted.min(tilings.len())),
            // A full page has no empty places.
            None => (1..=tilings.len()).rev().map(largest).find(legible).unwrap_or_else(|| largest(1)),
        };
        let pages = (0..tilings.len()).step_by(grid.count()).map(|first| {
            let end = (first + grid.count()).min(tilings.len());
            let caption = |index: usize| {
                let mut lines = subject.captions.get(index).cloned().unwrap_or_default();
                let number = index + 1;
                match lines.first_mut() {
                    Some(line) => *line = format!("{number}  {line}"),
                    None => lines.push(number.to_string()),
                }
                lines
            };
            let captions = (first..end).map(caption).collect();
            let shown = shown(puzzle, first..end);
            let content = PageContent::Solutions { shown, captions, places: grid.places() };
            PagePlan::new("contact", name, &line, content).marked(format!("{name}: Designs"))
        });
        let mut pages: Vec<PagePlan> = pages.collect();
        if let [page] = pages.as_mut_slice() {
            page.carries = true;
        }
        Ok(pages)
    }
}

/// Returns some solutions of one puzzle.
fn shown(puzzle: usize, solutions: std::ops::Range<usize>) -> Vec<ShownSolution> {
    solutions.map(|solution| ShownSolution { puzzle, solution }).collect()
}

/// Returns the solutions of a page, in words.
fn numbers(first: usize, count: usize) -> String {
    if count == 1 {
        format!("Solution {first}")
    } else {
        format!("Solutions {first} to {}", first + count - 1)
    }
}

/// Returns one color for each patch, different for pieces that share an edge; empty if solutions are
/// outlines. The patches of a piece across a joined side have one color.
pub(crate) fn picture_colors(
    tiling: &Tiling,
    options: &SheetOptions,
) -> Result<Vec<String>, PuzzleSheetError> {
    if options.is_outlined() {
        return Ok(Vec::new());
    }
    let patchwork = Patchwork::trace_flat(tiling, 1.0)?;
    let grays = options.is_gray().then(|| Palette::named("grays").expect("an embedded palette"));
    let palette = grays.as_ref().unwrap_or(&options.palette);
    let plan = FabricPlan::choose(tiling, &patchwork, Touch::Edge, palette, &options.coloring)?;
    let color = |patch: &Patch| plan.fabrics[plan.fabric_of[patch.placement()]].color.to_string();
    Ok(patchwork.patches().iter().map(color).collect())
}

/// The size of a solution at a cell edge of 1 mm.
#[derive(Debug, Clone, Copy)]
pub(super) struct PictureSize {
    pub(super) size: Dimensions,
    /// The area of a cell, in mm².
    pub(super) cell_area: f64,
}

impl PictureSize {
    pub(super) fn of(tiling: &Tiling) -> Result<Self, PuzzleSheetError> {
        let patchwork = Patchwork::trace_flat(tiling, 1.0)?;
        let patch = patchwork.patches().first();
        let cell_area =
            patch.map_or(1.0, |patch| patch.outline().area() / super::super::float(patch.cells()));
        Ok(Self { size: patchwork.bounds().dimensions(), cell_area })
    }

    /// Returns the size that has room for each of these solutions.
    pub(super) fn largest(tilings: &[Tiling]) -> Result<Self, PuzzleSheetError> {
        let mut largest = Self { size: (1.0, 1.0).into(), cell_area: 1.0 };
        for tiling in tilings {
            largest.size = largest.size.union(Self::of(tiling)?.size);
        }
        Ok(largest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SheetOptions, SheetPlan, SheetSubject};
    use crate::support::template;
    use piecework_solve::{SolveOptions, first};

    #[test]
    fn a_partial_catalogue_says_so_on_every_page() {
        let puzzle = template("pentomino-3x20");
        let (tiling, _) = first(&puzzle, &SolveOptions::default()).expect("a search");
        let tilings = [tiling.expect("there are two")];
        let options = SheetOptions { catalogue: true, ..SheetOptions::default() };
        for is_partial in [false, true] {
            let subject = SheetSubject { is_partial, ..SheetSubject::new("x", &puzzle, &tilings) };
            let plan = SheetPlan::new(&[subject], &options).expect("a plan");
            let mut pages = plan.documents[0].pages.iter().filter(|page| page.kind == "catalogue");
            assert!(pages.all(|page| page.line.contains("there may be more") == is_partial));
        }
    }
}
