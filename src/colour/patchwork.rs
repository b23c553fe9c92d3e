//! The colouring that a patchwork gets unless somebody asks for another.

use super::{ColourError, Colouring, EFFORT};
use crate::geometry::{Patchwork, Touch};

impl Colouring {
    /// The fewest colours with which patches that touch differ, used as equally by cells as exchanges make them.
    ///
    /// # Errors
    /// [`ColourError`] if the patches cannot be coloured at all; cannot happen for a traced patchwork.
    pub fn of_patchwork(patchwork: &Patchwork, touch: Touch) -> Result<Self, ColourError> {
        let neighbours = patchwork.neighbours(touch);
        let cells: Vec<u64> = patchwork.patches().iter().map(|patch| patch.cells() as u64).collect();
        Ok(Self::fewest(&neighbours, EFFORT)?.balanced(&neighbours, &cells))
    }
}
