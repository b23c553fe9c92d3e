//! Estimates the memory that it takes to make a design: a lower bound before the search, and closely with a
//! tiling.
//!
//! The constants are from runs with 80 to 960 patches, rounded: the growth of the peak memory of the process.

use piecework_app::design::{BookPart, Design, Product, QuiltRequest, Subject};
use piecework_quilt::Method;
use piecework_tiling::length::Length;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::tiling::Tiling;

/// A patch of a quilt pattern: its lines on every diagram, its template, its step, the pages to look at.
const QUILT_PATCH: u64 = 300_000;
/// A page with a part of a template.
const TEMPLATE_PAGE: u64 = 150_000;
/// The area of such a page, in square millimetres: US Letter without its margins.
const PAGE_AREA: f64 = 190.0 * 250.0;
/// The longest side of a quilt for a bed, in millimetres.
const BED: f64 = 2_800.0;
/// A piece in a cut file, and what it is more with an assembly diagram.
const CUT_PIECE: (u64, u64) = (15_000, 45_000);
/// A piece on a page of a solution.
const SHEET_PIECE: u64 = 12_000;
/// A piece of a tiling that is kept, with its line in the file.
const TILING_PIECE: u64 = 600;

/// The least memory that the products of a design take, in bytes.
pub(super) fn least(design: &Design, limits: &Limits) -> u64 {
    let patches: Vec<u64> = design.subjects.iter().map(patches).collect();
    let (first, all) = (patches.first().copied().unwrap_or(0), patches.iter().sum());
    let of = |product: &Product| match product {
        Product::Sheet(_) | Product::Solve(_) => {
            tilings(product, limits).saturating_mul(for_tiling(product, all))
        }
        Product::Quilt(_) | Product::Cut(_) => {
            design.subjects.first().map_or(0, |subject| made(product, first, &subject.puzzle))
        }
        Product::Order(_)
        | Product::Compatible(_)
        | Product::Divide(_)
        | Product::Puzzle(_)
        | Product::Compare(_) => 0,
        Product::Book(book) => {
            let pieces = book.parts.iter().filter_map(BookPart::subject).map(self::patches).sum();
            book.solutions
                .min(limits.get(Limit::SolutionsWritten))
                .saturating_mul(for_tiling(product, pieces))
        }
    };
    design.products.iter().map(of).fold(0, u64::saturating_add)
}

/// The memory that a product takes which is made from a tiling, in bytes.
pub(super) fn from_tiling(product: &Product, tiling: &Tiling) -> u64 {
    made(product, tiling.placements().len() as u64, tiling.puzzle())
}

/// The memory that a product takes for every tiling with this number of pieces, in bytes.
pub(super) fn for_tiling(product: &Product, pieces: u64) -> u64 {
    let piece =
        if matches!(product, Product::Sheet(_) | Product::Book(_)) { SHEET_PIECE } else { TILING_PIECE };
    pieces.saturating_mul(piece)
}

/// How many tilings a product asks for, if it says so.
fn tilings(product: &Product, limits: &Limits) -> u64 {
    match product {
        Product::Solve(solve) if solve.count || solve.all => 0,
        Product::Solve(solve) => solve.sample.unwrap_or(solve.first),
        Product::Sheet(sheet) if sheet.all => 1,
        // What is more is refused with that limit as the reason.
        Product::Sheet(sheet) => sheet.solutions.min(limits.get(Limit::SolutionsWritten)),
        _ => 0,
    }
}

/// A quilt or cut files with this number of patches.
fn made(product: &Product, patches: u64, puzzle: &Puzzle) -> u64 {
    match product {
        Product::Quilt(quilt) => {
            let pages = template_pages(quilt, patches, puzzle);
            patches.saturating_mul(QUILT_PATCH).saturating_add(pages.saturating_mul(TEMPLATE_PAGE))
        }
        Product::Cut(cut) if cut.test_card => 0,
        Product::Cut(cut) => {
            let (piece, assembly) = CUT_PIECE;
            let files = piece * (cut.formats.len().max(1) as u64) * if cut.knobs.is_some() { 2 } else { 1 };
            patches.saturating_mul(files + if cut.no_assembly { 0 } else { assembly })
        }
        _ => 0,
    }
}

/// The pages over which large templates are spread: of every kind of piece, or of every patch for English
/// paper piecing.
#[expect(clippy::cast_possible_truncation, reason = "a piece and a cell are limited")]
fn template_pages(quilt: &QuiltRequest, patches: u64, puzzle: &Puzzle) -> u64 {
    if quilt.method == Method::Straight || quilt.paper.starts_with("roll") {
        return 0;
    }
    let sides = puzzle.region().cells().iter().map(|cell| cell.x.max(cell.y));
    let side = f64::from(sides.max().unwrap_or(0) + 1);
    let usual = quilt.cell.map_or(quilt.units.usual_cell(), Length::mm);
    let cell = if quilt.size.is_some() { BED / side } else { usual };
    let pages = puzzle.pieces().iter().map(|piece| {
        let rows = piece.shape.rows();
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        // Over several pages only what does not fit on one.
        (rows.len() as f64 * columns as f64 * cell * cell / PAGE_AREA).floor() as u64
    });
    let pages: Vec<u64> = pages.collect();
    let sum: u64 = pages.iter().sum();
    let kinds = (pages.len() as u64).max(1);
    if quilt.method == Method::EnglishPaper {
        sum * patches / kinds
    } else {
        sum * patches.min(kinds) / kinds
    }
}

/// The fewest pieces that can cover a board: those of its tiling, or the largest first.
fn patches(subject: &Subject) -> u64 {
    if let Some(tiling) = subject.tilings.first() {
        return tiling.placements().len() as u64;
    }
    let puzzle = &subject.puzzle;
    let mut pieces: Vec<(u64, u64, u64)> = (puzzle.pieces().iter())
        .map(|piece| {
            let most = piece.count.max.map_or(u64::MAX, u64::from);
            (piece.shape.area() as u64, u64::from(piece.count.min), most)
        })
        .collect();
    pieces.sort_unstable_by(|a, b| b.cmp(a));
    let area = (puzzle.region().area() as u64).saturating_sub(u64::from(puzzle.gaps()));
    let needed: u64 = pieces.iter().map(|(_, least, _)| least).sum();
    let covered: u64 = pieces.iter().map(|(area, least, _)| area * least).sum();
    let (mut left, mut number) = (area.saturating_sub(covered), needed);
    for (area, least, most) in pieces {
        let more = left.div_ceil(area.max(1)).min(most - least.min(most));
        number += more;
        left = left.saturating_sub(more.saturating_mul(area));
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_app::design::{CutRequest, SheetRequest, SolveRequest};

    fn design(template: &str, product: Product) -> Design {
        Design::new(Subject::template(template).expect("a template"), product)
    }

    #[test]
    fn the_fewest_pieces_are_counted_without_a_search() {
        for (template, expected) in
            [("quilt-60x80", 960), ("pentomino-6x10", 12), ("t-tetromino-4x4", 4), ("untouchable-11", 11)]
        {
            let subject = Subject::template(template).expect("a template");
            assert_eq!(patches(&subject), expected, "{template}");
        }
    }

    fn taken(design: &Design) -> u64 {
        least(design, &Limits::default())
    }

    #[test]
    fn large_quilts_and_many_solutions_take_much() {
        let quilt = |template| taken(&design(template, Product::Quilt(Box::default())));
        assert!(quilt("quilt-60x80") > 2 * quilt("y-hexomino-23x24"));
        let cut = |no_assembly| {
            let mut request = CutRequest::default();
            request.no_assembly = no_assembly;
            taken(&design("quilt-60x80", Product::Cut(Box::new(request))))
        };
        assert!(cut(true) < cut(false));
        let sheet = |solutions| {
            let mut request = SheetRequest::default();
            request.solutions = solutions;
            taken(&design("quilt-60x80", Product::Sheet(Box::new(request))))
        };
        assert_eq!(sheet(200), 200 * sheet(1));
        let sample = |number| {
            let mut request = SolveRequest::default();
            request.sample = Some(number);
            taken(&design("quilt-60x80", Product::Solve(request)))
        };
        assert_eq!(sample(u64::MAX), u64::MAX, "no overflow");
        assert!(sample(12) < quilt("t-tetromino-4x4") * 10);
    }

    #[test]
    fn templates_that_are_spread_over_many_pages_take_more() {
        let quilt = |cell: Option<&str>, method| {
            let cell = cell.map(|text| text.parse().expect("a length"));
            let mut request = QuiltRequest::default();
            (request.cell, request.method) = (cell, method);
            taken(&design("pentomino-6x10", Product::Quilt(Box::new(request))))
        };
        assert!(quilt(Some("8in"), Method::Templates) > quilt(None, Method::Templates));
        assert!(quilt(Some("8in"), Method::EnglishPaper) >= quilt(Some("8in"), Method::Templates));
        assert_eq!(quilt(Some("8in"), Method::Straight), quilt(None, Method::Straight));
    }
}
