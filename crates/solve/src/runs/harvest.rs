//! Converts the tilings found in one part into checked tilings or counts, on the thread that finds them.
//!
//! The result of a part depends only on the part.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::engines::Compiled;
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Outcome, SolverError};
use crate::model::symmetries::{OrbitCount, OrbitTally};
use piecework_tiling::tiling::Tiling;

/// Takes a result; stops the search with [`ControlFlow::Break`].
pub(crate) type Give<'g, T> = dyn FnMut(T) -> Result<ControlFlow<()>, SolverError> + 'g;

/// How the search of one part ended.
#[derive(Debug, Clone)]
pub(crate) struct PartEnd {
    /// Which part it was.
    pub(crate) part: usize,
    /// Whether all of it was searched.
    pub(crate) outcome: Outcome,
    /// Choices made in it.
    pub(crate) nodes: u64,
    /// How long it was searched.
    pub(crate) elapsed: Duration,
    /// What is left of it, if it was stopped and the engine knows that.
    pub(crate) left: Vec<Prefix>,
}

/// Collects results from the tilings of each part. Parts may be searched on different threads at the same
/// time.
pub(crate) trait Harvest: Sync {
    /// The result that is passed to the calling thread.
    type Yield: Send;
    /// The data of a part while it is searched.
    type Part;

    /// Returns how many results may wait to be passed on, at least one.
    fn most_held(&self) -> usize;

    /// Called before a part is searched.
    fn begin(&self) -> Self::Part;

    /// Called for each tiling. Adds the tilings found to `watch.tilings`, for progress.
    ///
    /// # Errors
    /// [`SolverError::Internal`] if it is not a tiling; those of `give`.
    fn found(
        &self,
        part: &mut Self::Part,
        tiling: &[u32],
        watch: &mut Watch<'_>,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError>;

    /// Called after a part was searched, or its search was stopped.
    ///
    /// # Errors
    /// Those of `give`.
    fn end(
        &self,
        part: Self::Part,
        end: PartEnd,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError>;
}

/// Which of several tilings that are images of each other are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Images {
    /// All of them.
    All,
    /// One: the least.
    One,
}

impl Images {
    /// Returns the tilings that a found tiling stands for; empty if another one stands for them.
    pub(crate) fn of(self, compiled: &Compiled<'_>, tiling: &[u32]) -> Vec<Vec<u32>> {
        let symmetries = &compiled.symmetries;
        match self {
            Images::All => symmetries.expanded(tiling),
            Images::One if symmetries.is_least_found(tiling) => vec![symmetries.least_image(tiling)],
            Images::One => Vec::new(),
        }
    }
}

/// Checked tilings, in the order found.
pub(crate) struct Tilings<'c> {
    pub(crate) compiled: &'c Compiled<'c>,
    pub(crate) images: Images,
}

impl Harvest for Tilings<'_> {
    type Yield = Tiling;
    type Part = ();

    fn most_held(&self) -> usize {
        /// The most cells of waiting tilings; a cell takes about ten to ninety bytes. Chosen by trial.
        const CELLS: usize = 1 << 19;
        (CELLS / self.compiled.puzzle.region().area()).max(4)
    }

    fn begin(&self) {}

    fn found(
        &self,
        _part: &mut (),
        tiling: &[u32],
        watch: &mut Watch<'_>,
        give: &mut Give<'_, Tiling>,
    ) -> Result<ControlFlow<()>, SolverError> {
        for image in self.images.of(self.compiled, tiling) {
            watch.tilings += 1;
            if give(self.compiled.tiling(&image)?)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        _part: (),
        _end: PartEnd,
        _give: &mut Give<'_, Tiling>,
    ) -> Result<ControlFlow<()>, SolverError> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The number of tilings. Some are checked: the first, the second, the fourth, and so on, of each part.
pub(crate) struct Tally<'c> {
    pub(crate) compiled: &'c Compiled<'c>,
}

/// The count of one part.
pub(crate) struct Counting<'c> {
    found: u64,
    orbits: OrbitCount<'c>,
}

impl<'c> Counting<'c> {
    pub(super) fn new(compiled: &'c Compiled<'c>) -> Self {
        Self { found: 0, orbits: OrbitCount::new(&compiled.symmetries, &compiled.model) }
    }

    /// Counts a tiling and those it stands for.
    pub(super) fn add(
        &mut self,
        compiled: &Compiled<'_>,
        tiling: &[u32],
        watch: &mut Watch<'_>,
    ) -> Result<(), SolverError> {
        self.found += 1;
        if self.found.is_power_of_two() {
            compiled.tiling(tiling)?;
        }
        watch.tilings += self.orbits.add(tiling);
        Ok(())
    }

    pub(super) fn tally(&self) -> OrbitTally {
        self.orbits.tally()
    }
}

impl<'c> Harvest for Tally<'c> {
    type Yield = OrbitTally;
    type Part = Counting<'c>;

    fn most_held(&self) -> usize {
        1 << 16
    }

    fn begin(&self) -> Self::Part {
        Counting::new(self.compiled)
    }

    fn found(
        &self,
        part: &mut Counting<'c>,
        tiling: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, OrbitTally>,
    ) -> Result<ControlFlow<()>, SolverError> {
        part.add(self.compiled, tiling, watch)?;
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        part: Counting<'c>,
        _end: PartEnd,
        give: &mut Give<'_, OrbitTally>,
    ) -> Result<ControlFlow<()>, SolverError> {
        give(part.tally())
    }
}
