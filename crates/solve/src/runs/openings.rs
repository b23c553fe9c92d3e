//! Counts the tilings of a puzzle with classes for each way to leave cells open, in one search.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;

use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::SharedPuzzle;
use piecework_tiling::tiling::Tiling;

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
    /// One tiling for each of these ways, the same in every run.
    pub firsts: BTreeMap<Vec<Cell>, Tiling>,
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
            return Ok(OpeningCounts { counts: BTreeMap::new(), firsts: BTreeMap::new(), report });
        }
    };
    let mut all = Counted::new();
    let harvest = ByOpening { compiled: &compiled };
    let (outcome, mut watch) = compiled.search(options, &harvest, Order::AsFound, &mut |part: Counted| {
        part.into_iter().for_each(|(cells, (number, first))| add(&mut all, cells, number, first));
        Ok(ControlFlow::Continue(()))
    })?;
    watch.tilings = all.values().map(|(number, _)| u128::from(*number)).sum();
    let tiling =
        |(cells, (_, first)): (&Vec<Cell>, &(u64, Vec<u32>))| Ok((cells.clone(), compiled.tiling(first)?));
    let firsts = all.iter().map(tiling).collect::<Result<_, SolverError>>()?;
    let counts = all.into_iter().map(|(cells, (number, _))| (cells, number)).collect();
    Ok(OpeningCounts { counts, firsts, report: compiled.report(outcome, &watch) })
}

/// The number of tilings by open cells, and one of them: the least by [`mixed`], so that those of several ways do not begin
/// alike.
type Counted = BTreeMap<Vec<Cell>, (u64, Vec<u32>)>;

/// Counts more tilings with these open cells.
fn add(counted: &mut Counted, cells: Vec<Cell>, number: u64, first: Vec<u32>) {
    match counted.entry(cells) {
        Entry::Vacant(new) => _ = new.insert((number, first)),
        Entry::Occupied(mut known) => {
            let (known, least) = known.get_mut();
            *known += number;
            if (mixed(&first), &first) < (mixed(least), least) {
                *least = first;
            }
        }
    }
}

/// Returns a number that says nothing of a tiling but which it is.
///
/// # Source
/// Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm": FNV-1a, of whole words.
fn mixed(tiling: &[u32]) -> u64 {
    let mix = |hash: u64, &laid: &u32| (hash ^ u64::from(laid)).wrapping_mul(0x0100_0000_01b3);
    tiling.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

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
        for mut image in Images::All.of(self.compiled, tiling) {
            watch.tilings += 1;
            image.sort_unstable();
            add(counted, self.open_cells(&image), 1, image);
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
