//! The default coloring of a patchwork.

use super::{ColorError, Coloring, EFFORT};
use crate::geometry::{Patchwork, Touch};

impl Coloring {
    /// Colors with the fewest colors, balanced by cells through exchanges.
    ///
    /// # Errors
    /// [`ColorError`] if the patches cannot be colored at all; cannot happen for a traced patchwork.
    pub fn of_patchwork(patchwork: &Patchwork, touch: Touch) -> Result<Self, ColorError> {
        let neighbours = patchwork.neighbours(touch);
        let cells: Vec<u64> = patchwork.patches().iter().map(|patch| patch.cells() as u64).collect();
        Ok(Self::fewest(&neighbours, EFFORT)?.balanced(&neighbours, &cells))
    }
}
