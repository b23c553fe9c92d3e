//! What is made of the tilings found in one part, on the thread that finds them.
//!
//! In: tilings as lists of placements. Out: checked tilings, or how many there are. Always holds: what is made of a
//! part depends on nothing but the part.

use std::ops::ControlFlow;

use crate::solver::symmetry::{OrbitCount, OrbitTally};
use crate::solver::watch::Watch;
use crate::solver::{Compiled, SolverError};
use crate::tiling::Tiling;

/// Takes what is made; breaks off the search by [`ControlFlow::Break`].
pub(in crate::solver) type Give<'g, T> = dyn FnMut(T) -> Result<ControlFlow<()>, SolverError> + 'g;

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
    fn end(&self, part: Self::Part, give: &mut Give<'_, Self::Yield>)
    -> Result<ControlFlow<()>, SolverError>;
}

/// Which of several tilings that are images of one another are handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Images {
    /// All of them.
    All,
    /// One: the least.
    One,
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
        /// Cells of the tilings that wait, at most; a cell takes some ten to ninety bytes. Chosen by eye.
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
        let symmetries = &self.compiled.symmetries;
        let images = match self.images {
            Images::All => symmetries.expanded(tiling),
            Images::One if symmetries.is_least_found(tiling) => vec![symmetries.least_image(tiling)],
            Images::One => Vec::new(),
        };
        for image in images {
            watch.tilings += 1;
            if give(self.compiled.tiling(&image)?)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(&self, _part: (), _give: &mut Give<'_, Tiling>) -> Result<ControlFlow<()>, SolverError> {
        Ok(ControlFlow::Continue(()))
    }
}

/// How many tilings there are. Some are checked: the first, the second, the fourth, and so on, of each part.
pub(in crate::solver) struct Tally<'c> {
    pub(in crate::solver) compiled: &'c Compiled<'c>,
}

impl<'c> Harvest for Tally<'c> {
    type Yield = OrbitTally;
    type Part = (u64, OrbitCount<'c>);

    fn most_held(&self) -> usize {
        1 << 16
    }

    fn begin(&self) -> Self::Part {
        (0, OrbitCount::new(&self.compiled.symmetries, &self.compiled.model))
    }

    fn found(
        &self,
        (found, orbits): &mut Self::Part,
        tiling: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, OrbitTally>,
    ) -> Result<ControlFlow<()>, SolverError> {
        *found += 1;
        if found.is_power_of_two() {
            self.compiled.tiling(tiling)?;
        }
        watch.tilings += orbits.add(tiling);
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        (_, orbits): Self::Part,
        give: &mut Give<'_, OrbitTally>,
    ) -> Result<ControlFlow<()>, SolverError> {
        give(orbits.tally())
    }
}
