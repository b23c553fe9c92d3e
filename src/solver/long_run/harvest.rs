//! Turns the tilings found in one part into checked tilings or counts, on the thread that finds them.
//!
//! The result of a part depends on nothing but the part.

use std::ops::ControlFlow;

use crate::solver::symmetry::{OrbitCount, OrbitTally};
use crate::solver::watch::Watch;
use crate::solver::{Compiled, Outcome, SolverError};
use crate::tiling::Tiling;

/// Takes what is made; breaks off the search by [`ControlFlow::Break`].
pub(in crate::solver) type Give<'g, T> = dyn FnMut(T) -> Result<ControlFlow<()>, SolverError> + 'g;

/// How the search of one part ended.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct PartEnd {
    /// Which part it was.
    pub(in crate::solver) part: usize,
    /// Whether all of it was searched.
    pub(in crate::solver) outcome: Outcome,
    /// Choices made in it.
    pub(in crate::solver) nodes: u64,
}

/// Makes something of the tilings of each part. Parts may be searched on different threads at the same time.
pub(in crate::solver) trait Harvest: Sync {
    /// What is handed over to the calling thread.
    type Yield: Send;
    /// What is kept while a part is searched.
    type Part;

    /// How many yields may wait to be handed over, at least one.
    fn most_held(&self) -> usize;

    /// A part is about to be searched.
    fn begin(&self) -> Self::Part;

    /// A tiling was found. Adds to `watch.tilings` what is found, for progress.
    ///
    /// # Errors
    /// [`SolverError::Internal`] if it is no tiling; those of `give`.
    fn found(
        &self,
        part: &mut Self::Part,
        tiling: &[u32],
        watch: &mut Watch<'_>,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError>;

    /// The part was searched, or its search was stopped.
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

/// Which of several tilings that are images of each other are handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Images {
    /// All of them.
    All,
    /// One: the least.
    One,
}

impl Images {
    /// Those that a tiling found stands for; none if another one found stands for them.
    pub(super) fn of(self, compiled: &Compiled<'_>, tiling: &[u32]) -> Vec<Vec<u32>> {
        let symmetries = &compiled.symmetries;
        match self {
            Images::All => symmetries.expanded(tiling),
            Images::One if symmetries.is_least_found(tiling) => vec![symmetries.least_image(tiling)],
            Images::One => Vec::new(),
        }
    }
}

/// Tilings, checked, as they are found.
pub(in crate::solver) struct Tilings<'c> {
    pub(in crate::solver) compiled: &'c Compiled<'c>,
    pub(in crate::solver) images: Images,
}

impl Harvest for Tilings<'_> {
    type Yield = Tiling;
    type Part = ();

    fn most_held(&self) -> usize {
        /// Cells of the tilings that wait, at most; a cell takes some ten to ninety bytes. Found by trial.
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

/// How many tilings there are. Some are checked: the first, the second, the fourth, and so on, of each part.
pub(in crate::solver) struct Tally<'c> {
    pub(in crate::solver) compiled: &'c Compiled<'c>,
}

/// The tilings of one part, counted.
pub(in crate::solver) struct Counting<'c> {
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
