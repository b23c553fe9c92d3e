//! Counts the tilings of a puzzle with classes for each way to leave cells open, in one search.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::SharedPuzzle;

use crate::engines::{Compiled, Report};
use crate::ground::alarm::Alarm;
use crate::ground::watch::Watch;
use crate::ground::{SolveOptions, SolverError};
use crate::runs::harvest::PartEnd;
use crate::runs::{Give, Harvest, Images, Order};

/// How many tilings there are for each way to leave cells open.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpeningCounts {
    /// For each way that has tilings, its cells in reading order, and their number: as drawn, turned and reflected ones
    /// apart.
    pub counts: BTreeMap<Vec<Cell>, u64>,
    /// How the search went.
    pub report: Report,
}

/// Counts the tilings for each way to leave cells of classes open. All ways are walked together: what begins alike is
/// searched once.
///
/// # Errors
/// [`SolverError`] as for every search.
///
/// # Examples
/// ```
/// use piecework_solve::{SolveOptions, count_openings};
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::puzzle::read_puzzle;
/// use piecework_tiling::source::Source;
/// let text = r#"{ "piecework": 1, "name": "2 x 2", "lattice": "square",
///   "region": { "words": [["a", "b"], ["1", "2"]] },
///   "pieces": [{ "set": "dominoes" }],
///   "classes": [{ "name": "letters", "words": ["a", "b"] }, { "name": "numbers", "words": ["1", "2"] }] }"#;
/// let puzzle = read_puzzle(&Source::new("p.json", text), &Limits::default())?;
/// let counted = count_openings(&puzzle, &SolveOptions::default())?;
/// assert_eq!(counted.counts.values().sum::<u64>(), 2, "a with 1, and b with 2");
/// assert_eq!(puzzle.openings().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_openings(
    puzzle: &impl SharedPuzzle,
    options: &SolveOptions<'_>,
) -> Result<OpeningCounts, SolverError> {
    let puzzle = &puzzle.shared();
    let alarm = Alarm::new(options);
    let compiled = match Compiled::under(puzzle, options, alarm) {
        Ok(compiled) => compiled.with_halves(options),
        Err(unmade) => {
            let report = Report::of_unmade(unmade, options, &alarm)?;
            return Ok(OpeningCounts { counts: BTreeMap::new(), report });
        }
    };
    let (mut counts, mut tilings) = (BTreeMap::new(), 0);
    let harvest = ByOpening { compiled: &compiled };
    let (outcome, mut watch) = compiled.search(options, &harvest, Order::AsFound, &mut |part: Counted| {
        for (cells, number) in part {
            tilings += u128::from(number);
            *counts.entry(cells).or_insert(0) += number;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    watch.tilings = tilings;
    Ok(OpeningCounts { counts, report: compiled.report(outcome, &watch) })
}

/// The number of tilings by open cells.
type Counted = BTreeMap<Vec<Cell>, u64>;

/// Counts the tilings of each part by their open cells. As in every count some are checked: those whose number is a power of
/// two.
struct ByOpening<'c> {
    compiled: &'c Compiled<'c>,
}

impl ByOpening<'_> {
    /// Returns the cells that stay open in a tiling, in reading order.
    fn open_cells(&self, tiling: &[u32]) -> Vec<Cell> {
        let Compiled { puzzle, rest, model, .. } = self.compiled;
        let searched = tiling.iter().filter(|&&laid| puzzle.is_opening(model.piece_of(laid)));
        let searched = searched.map(|&laid| rest.region().cells()[model.cells(laid)[0] as usize]);
        let placed = puzzle.placed().iter().filter(|lying| puzzle.is_opening(lying.piece));
        let mut cells: Vec<Cell> = searched.chain(placed.map(|lying| lying.cells[0])).collect();
        cells.sort_unstable();
        cells
    }
}

impl Harvest for ByOpening<'_> {
    type Yield = Counted;
    type Part = (u64, Counted);

    fn most_held(&self) -> usize {
        1 << 10
    }

    fn begin(&self) -> Self::Part {
        Self::Part::default()
    }

    fn found(
        &self,
        (found, counted): &mut Self::Part,
        tiling: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, Counted>,
    ) -> Result<ControlFlow<()>, SolverError> {
        *found += 1;
        if found.is_power_of_two() {
            self.compiled.tiling(tiling)?;
        }
        for image in Images::All.of(self.compiled, tiling) {
            watch.tilings += 1;
            *counted.entry(self.open_cells(&image)).or_insert(0) += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        part: Self::Part,
        _end: PartEnd,
        give: &mut Give<'_, Counted>,
    ) -> Result<ControlFlow<()>, SolverError> {
        give(part.1)
    }
}
