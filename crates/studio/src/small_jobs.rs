//! Guesses which jobs are small, so that they need not wait behind long searches.

use piecework_app::design::{Design, Product};

/// The most cells of a small job, over all its boards: a few milliseconds for nearly every board of this
/// size.
const MOST_CELLS: usize = 150;
/// The most tilings that a small job writes.
const MOST_TILINGS: u64 = 20;

/// The cells of all boards of a design, or nothing if it is not small.
pub(super) fn small(design: &Design) -> Option<usize> {
    let cells = design.subjects.iter().map(|subject| subject.puzzle.region().area()).sum();
    let is_small = design.products.iter().all(|product| match product {
        Product::Solve(solve) => {
            !solve.count
                && !solve.all
                && !solve.best_effort
                && solve.sample.unwrap_or(solve.first) <= MOST_TILINGS
        }
        Product::Quilt(_) | Product::Cut(_) => true,
        Product::Sheet(sheet) => !sheet.all && sheet.solutions <= MOST_TILINGS,
        Product::Order(_)
        | Product::Compatible(_)
        | Product::Divide(_)
        | Product::Puzzle(_)
        | Product::Book(_)
        | Product::Compare(_) => false,
    });
    (is_small && cells <= MOST_CELLS).then_some(cells)
}
