//! Fills one sheet after another with parts of later ones: what is left of large batches, whose parts are too many to be squeezed at once.

use std::collections::BTreeSet;

use super::laid::Table;
use super::separate::{Separator, Spot};
use crate::geometry::Dimensions;

/// The most steps for one sheet, about a fifth of a second, and for all of them. Chosen by eye.
const MOST_FILLING: (u64, u64) = (6_000_000, 150_000_000);

/// Moves parts to earlier sheets, larger ones first; `sizes` are those of the sheets. Sheets at the end may be left empty.
pub(super) fn fill(table: &Table<'_>, areas: &[f64], sizes: &[Dimensions], spots: &mut [Spot]) {
    let mut left = MOST_FILLING.1;
    for (room, &size) in sizes.iter().enumerate().take(sizes.len().saturating_sub(1)) {
        let here: Vec<usize> = (0..spots.len()).filter(|&part| spots[part].room == room).collect();
        let mut later: Vec<usize> = (0..spots.len()).filter(|&part| spots[part].room > room).collect();
        later.sort_by(|&a, &b| areas[b].total_cmp(&areas[a]).then(a.cmp(&b)));
        let mut free = size.width * size.height - here.iter().map(|&part| areas[part]).sum::<f64>();
        let own = here.iter().map(|&part| Spot { room: 0, ..spots[part] }).collect();
        let mut separator = Separator::new(table, vec![size], own, MOST_FILLING.0.min(left));
        separator.parts = here;
        // What found no place finds none on a fuller sheet.
        let mut without_place = BTreeSet::new();
        for part in later {
            let kind = table.forms.kind_of[part];
            if separator.is_spent() {
                break;
            }
            if areas[part] < free && !without_place.contains(&kind) {
                if separator.takes(part) {
                    free -= areas[part];
                } else {
                    without_place.insert(kind);
                }
            }
        }
        left = left.saturating_sub(separator.work);
        for (&part, &spot) in separator.parts.iter().zip(&separator.spots) {
            spots[part] = Spot { room, ..spot };
        }
    }
}
