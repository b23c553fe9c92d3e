//! The default colouring of a patchwork.

use super::{ColourError, Colouring, EFFORT};
use crate::geometry::{Patchwork, Touch};

impl Colouring {
    /// Colours with the fewest colours, balanced by cells through exchanges.
    ///
    /// # Errors
    /// [`ColourError`] if the patches cannot be coloured at all; cannot happen for a traced patchwork.
    pub fn of_patchwork(patchwork: &Patchwork, touch: Touch) -> Result<Self, ColourError> {
        let neighbours = patchwork.neighbours(touch);
        let cells: Vec<u64> = patchwork.patches().iter().map(|patch| patch.cells() as u64).collect();
        Ok(Self::fewest(&neighbours, EFFORT)?.balanced(&neighbours, &cells))
    }
}
