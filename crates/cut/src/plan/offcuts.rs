//! Finds what is left of sheets: rectangles in their corners that are large enough to keep.

use super::CutSheet;
use piecework_draw::geometry::{Bounds, Dimensions, Point};
use piecework_draw::layout::Stock;

/// The least side of an offcut, in mm: less holds no set. Chosen by eye.
const LEAST: f64 = 50.0;
/// The most offcuts of a sheet: more cuts are not worth their time.
const MOST: usize = 2;

/// A rectangle in a corner of a sheet that nothing is cut from.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Offcut {
    /// The number of its sheet, from 1.
    pub sheet: usize,
    /// Its top left corner on the sheet, in mm.
    pub at_mm: Point,
    /// Its size, in whole mm.
    pub size_mm: Dimensions,
}

impl Offcut {
    /// Turns it by a quarter clockwise with its sheet, which was `height` mm high.
    pub(super) fn turn(&mut self, height: f64) {
        self.at_mm = Point { x: height - self.at_mm.y - self.size_mm.height, y: self.at_mm.x };
        self.size_mm = self.size_mm.turned();
    }

    /// Returns it on its sheet.
    pub(crate) fn bounds(&self) -> Bounds {
        let (Point { x, y }, Dimensions { width, height }) = (self.at_mm, self.size_mm);
        Bounds { left: x, top: y, right: x + width, bottom: y + height }
    }
}

impl Offcut {
    /// Returns the largest part beside what else is cut, in whole mm, that keeps the gap from it; `None` if it is small.
    pub(super) fn beside(self, taken: &[Bounds], gap: f64) -> Option<Self> {
        taken.iter().try_fold(self, |offcut, taken| {
            let (own, near) = (offcut.bounds(), taken.inset(-gap));
            let apart = near.left >= own.right
                || near.right <= own.left
                || near.top >= own.bottom
                || near.bottom <= own.top;
            if apart {
                return Some(offcut);
            }
            // What is above, below, on the left and on the right of it: the side of the sheet stays.
            let (above, below) = ((near.top - own.top).floor(), (own.bottom - near.bottom).floor());
            let (left, right) = ((near.left - own.left).floor(), (own.right - near.right).floor());
            let parts = [
                Bounds { bottom: own.top + above, ..own },
                Bounds { top: own.bottom - below, ..own },
                Bounds { right: own.left + left, ..own },
                Bounds { left: own.right - right, ..own },
            ];
            let large = parts.into_iter().filter(|part| part.width() >= LEAST && part.height() >= LEAST);
            let area = |part: &Bounds| part.width() * part.height();
            let part = large.max_by(|a, b| area(a).total_cmp(&area(b)))?;
            let size_mm = Dimensions { width: part.width(), height: part.height() };
            Some(Self { at_mm: Point { x: part.left, y: part.top }, size_mm, ..offcut })
        })
    }
}

/// Returns what is left of sheets of this stock, or of their own sizes; `boards` are the boxes of what is cut whole on each.
pub(super) fn left(sheets: &[CutSheet], boards: &[Vec<Bounds>], stock: &Stock) -> Vec<Offcut> {
    let of_sheet = |(index, sheet): (usize, &CutSheet)| {
        let Dimensions { width, height } = sheet.size_mm.unwrap_or((stock.width, stock.height).into());
        let parts = sheet
            .cuts
            .iter()
            .filter(|cut| !cut.name.is_empty())
            .filter_map(|cut| Bounds::around(cut.lines.iter().flat_map(|line| line.flattened(0.1))));
        let mut taken: Vec<Bounds> = parts.chain(boards.get(index).into_iter().flatten().copied()).collect();
        let mut found = Vec::new();
        while found.len() < MOST {
            let Some(offcut) = largest(&taken, (width, height), stock.gap) else { break };
            taken.push(offcut);
            let size_mm = Dimensions { width: offcut.width(), height: offcut.height() };
            found.push(Offcut { sheet: index + 1, at_mm: Point { x: offcut.left, y: offcut.top }, size_mm });
        }
        found
    };
    sheets.iter().enumerate().flat_map(of_sheet).collect()
}

/// Returns the largest rectangle in a corner that keeps the gap from what is taken, in whole mm; `None` if it is small.
fn largest(taken: &[Bounds], (width, height): (f64, f64), gap: f64) -> Option<Bounds> {
    let mut best: Option<(f64, Bounds)> = None;
    for (from_right, from_bottom) in [(true, true), (false, true), (true, false), (false, false)] {
        // How far everything is from the corner.
        let far = |bounds: &Bounds| {
            let x = if from_right { width - bounds.right } else { bounds.left };
            let y = if from_bottom { height - bounds.bottom } else { bounds.top };
            ((x - gap).max(0.0), (y - gap).max(0.0))
        };
        let mut places: Vec<(f64, f64)> = taken.iter().map(far).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.push((width, 0.0));
        let mut high = height;
        for (x, y) in places {
            let (wide, deep) = (x.floor(), high.floor());
            high = high.min(y);
            let is_large = wide >= LEAST && deep >= LEAST;
            if is_large && best.is_none_or(|(area, _)| wide * deep > area) {
                let left = if from_right { width - wide } else { 0.0 };
                let top = if from_bottom { height - deep } else { 0.0 };
                best = Some((wide * deep, Bounds { left, top, right: left + wide, bottom: top + deep }));
            }
        }
    }
    best.map(|(_, bounds)| bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::random::Random;

    /// Sheets with something on their back have crosses in three corners, cut through: no offcut has one, and each is as large as
    /// it can be beside them.
    #[test]
    fn offcuts_are_beside_the_crosses() {
        let bed = crate::machine("generic").expect("embedded").bed;
        let tiling = crate::support::tiling(piecework_tiling::lattice::Lattice::Square, "AABB\nABBC\nACCC");
        let line = crate::LineOptions { lines: crate::Lines::Separate, ..crate::LineOptions::default() };
        for stock in [(400.0, 300.0), (300.0, 390.0), (200.0, 220.0)] {
            let options = crate::CutOptions {
                stock: Some(stock.into()),
                offcuts: true,
                kerf: 0.2,
                line,
                ..crate::CutOptions::new(20.0, bed.clone())
            };
            let with = |back| {
                let options = crate::CutOptions { back, ..options.clone() };
                crate::plan(&tiling, &options).expect("a plan")
            };
            let (plain, backed) = (with(None), with(Some(crate::Engraving::Number)));
            let crosses: Vec<Point> =
                backed.sheets[0].crosses.iter().flat_map(|line| line.points.iter().copied()).collect();
            assert_eq!(crosses.len(), 12);
            let free = |offcut: &Offcut| {
                let near = offcut.bounds().inset(-1.9);
                crosses
                    .iter()
                    .all(|&at| !near.contains(Bounds { left: at.x, top: at.y, right: at.x, bottom: at.y }))
            };
            assert!(!plain.summary.offcuts.iter().all(free), "{stock:?}");
            assert!(backed.summary.offcuts.iter().all(free), "{stock:?}: {:?}", backed.summary.offcuts);
            let area = |offcut: &Offcut| offcut.size_mm.width * offcut.size_mm.height;
            let [plain, backed] =
                [&plain, &backed].map(|plan| plan.summary.offcuts.iter().map(area).sum::<f64>());
            assert!(backed > 0.8 * plain, "{backed} {plain}");
        }
    }

    /// Against all rectangles in corners that begin at a side of a box, on random sheets.
    #[test]
    fn no_rectangle_in_a_corner_is_larger() {
        let mut random = Random::new(5);
        let (width, height, gap) = (300.0, 200.0, 2.0);
        for _ in 0..200 {
            let mut number = |most: usize| random.below(most) as f64;
            let taken: Vec<Bounds> = (0..6)
                .map(|_| {
                    let (left, top) = (number(250), number(160));
                    Bounds { left, top, right: left + 5.0 + number(40), bottom: top + 5.0 + number(30) }
                })
                .collect();
            let is_free = |one: Bounds| {
                let near = one.inset(-gap + 1e-9);
                taken.iter().all(|other| {
                    other.left >= near.right
                        || other.right <= near.left
                        || other.top >= near.bottom
                        || other.bottom <= near.top
                })
            };
            let mut most = 0.0_f64;
            for wide in 50..=300_u16 {
                for deep in 50..=200_u16 {
                    let (wide, deep) = (f64::from(wide), f64::from(deep));
                    for (left, top) in
                        [(0.0, 0.0), (width - wide, 0.0), (0.0, height - deep), (width - wide, height - deep)]
                    {
                        if wide * deep > most
                            && is_free(Bounds { left, top, right: left + wide, bottom: top + deep })
                        {
                            most = wide * deep;
                        }
                    }
                }
            }
            let found = largest(&taken, (width, height), gap);
            assert_eq!(found.map_or(0.0, |found| found.width() * found.height()), most, "{taken:?}");
            assert!(found.is_none_or(is_free));
        }
    }
}
