//! Plans the two feet that a tray leans in.

use crate::plan::extras::ExtraPart;
use crate::{CutError, CutOptions, TrayOptions};
use piecework_draw::geometry::{Outline, Point, Ring};

/// How far a tray leans back in its feet, in degrees; chosen by eye: pieces stay in it.
pub(super) const LEAN: f64 = 15.0;
/// The height of a foot, its length beside its slot, what is below the slot, and the room in it beside the tray, in mm.
const FOOT: (f64, f64) = (24.0, 60.0);
const BELOW_SLOT: f64 = 10.0;
pub(super) const SLOT_ROOM: f64 = 0.3;

/// Returns the two feet of a stand for a tray of this thickness: each with a slot that leans back.
pub(super) fn feet(thick: f64, tray: &TrayOptions, options: &CutOptions) -> Result<Vec<ExtraPart>, CutError> {
    if tray.stand.is_none() {
        return Ok(Vec::new());
    }
    let (height, wide) = (FOOT.0, thick + SLOT_ROOM);
    let (sin, cos) = (libm::sin(LEAN.to_radians()), libm::cos(LEAN.to_radians()));
    let length = FOOT.1 + wide;
    let below = Point { x: 0.45 * length, y: height - BELOW_SLOT };
    let (front, back) =
        (below.moved(-wide / 2.0 * cos, -wide / 2.0 * sin), below.moved(wide / 2.0 * cos, wide / 2.0 * sin));
    // Where a side of the slot ends at the upper edge.
    let above = |at: Point| Point { x: at.x + at.y * sin / cos, y: 0.0 };
    let side = height / 2.0;
    let corners = [
        Point { x: 0.0, y: side },
        above(front).moved(-side / 2.0, 0.0),
        above(front),
        front,
        back,
        above(back),
        above(back).moved(side / 2.0, 0.0),
        Point { x: length, y: side },
        Point { x: length, y: height },
        Point { x: 0.0, y: height },
    ];
    let foot = Outline::new(Ring::new(corners.to_vec())?, Vec::new())?;
    let foot = |number: u32| -> Result<ExtraPart, CutError> {
        let name = format!("foot {number}");
        ExtraPart::new(&name, foot.with_allowance(options.kerf / 2.0, &name)?)
    };
    (1..=2).map(foot).collect()
}
