//! Makes the lid of a box snap into its sides.
//!
//! Each long edge of the lid has a bump on a strip that a slit behind it lets bend. When the lid is closed the bumps are in windows
//! of the sides; the lid is opened with a pull that bends both strips. The back stops the lid when it is closed.

use super::PLAY;
use crate::{CutError, LineError};
use piecework_draw::geometry::{Outline, Point, Ring};

/// How far a bump is in its window when the lid is in the middle, in mm; chosen by eye.
const DEEP: f64 = 0.6;
/// Half the width of a bump at its top and at its foot, in mm: its flanks let it slide out.
const BUMP: (f64, f64) = (2.0, 4.0);
/// What a window is larger than a bump on each side, in mm.
const AIR: f64 = 0.4;
/// The length of a slit and its width, in mm: wider than a bump is high, also after a kerf.
const SLIT: (f64, f64) = (40.0, 1.5);
/// The least and the largest width of the strip that bends, in mm: about as wide as the material is thick.
const STRIP: (f64, f64) = (2.5, 4.0);
/// From the front to the slit, in mm.
const FRONT: f64 = 8.0;

/// Where the lid of a box snaps in.
pub(super) struct Detent {
    /// The middle of the bumps along the inside of the box, from the front panel.
    at: f64,
    thickness: f64,
}

impl Detent {
    /// Returns the place of bumps in a box that is `inner` mm long inside.
    ///
    /// # Errors
    /// [`LineError::NoRoomForDetent`] for a short box.
    pub(super) fn new(inner: f64, thickness: f64) -> Result<Self, CutError> {
        let least = SLIT.0 + 2.0 * FRONT;
        if inner < least {
            return Err(LineError::NoRoomForDetent { found: inner, least }.into());
        }
        Ok(Self { at: FRONT + SLIT.0 / 2.0, thickness })
    }

    /// Returns the bump on an edge of the lid at `y`, outwards to `side`, with growing x. The lid begins at the front panel.
    pub(super) fn bump(&self, y: f64, side: f64) -> Vec<Point> {
        let (x, high) = (self.at + self.thickness, (PLAY / 2.0 + DEEP) * side);
        let (top, foot) = BUMP;
        [(x - foot, y), (x - top, y + high), (x + top, y + high), (x + foot, y)]
            .map(|(x, y)| Point { x, y })
            .to_vec()
    }

    /// Returns the slits behind both bumps of a lid of this width.
    pub(super) fn slits(&self, width: f64) -> Result<Vec<Ring>, CutError> {
        let (x, half) = (self.at + self.thickness, SLIT.0 / 2.0);
        let strip = self.thickness.clamp(STRIP.0, STRIP.1);
        let slit = |top: f64| rectangle((x - half, x + half), (top, top + SLIT.1));
        Ok(vec![slit(strip)?, slit(width - strip - SLIT.1)?])
    }

    /// Returns a side with the window for a bump, `top` mm below its upper edge.
    pub(super) fn window(&self, side: &Outline, top: f64) -> Result<Outline, CutError> {
        let reach = BUMP.1 + AIR;
        let across = (self.at - reach, self.at + reach);
        let window = rectangle(across, (top - AIR, top + self.thickness + AIR))?;
        Ok(Outline::new(side.outer().clone(), vec![window])?)
    }
}

fn rectangle((left, right): (f64, f64), (top, bottom): (f64, f64)) -> Result<Ring, CutError> {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    Ok(Ring::new(corners.map(|(x, y)| Point { x, y }).to_vec())?)
}
