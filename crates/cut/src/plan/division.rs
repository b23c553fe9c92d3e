//! Divides the pieces of a tiling into groups that share sheets, and computes the sheet utilization.

use piecework_draw::color::FabricPlan;
use piecework_draw::geometry::{Bounds, Patchwork};
use piecework_draw::layout::Stocks;
use piecework_tiling::text::slug;

/// The pieces that share sheets.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub enum CutDivision<'a> {
    /// All pieces, on as few sheets as needed.
    #[default]
    Whole,
    /// The pieces of one fabric.
    Fabrics {
        /// The fabric of each piece.
        plan: &'a FabricPlan,
        /// Whether pieces may be turned when they tile a sheet; not for fabric with a grain.
        turned: bool,
    },
    /// One piece.
    Pieces,
}

/// The pieces that share sheets, before a tiling is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CutDivisionKind {
    /// All pieces.
    #[default]
    Whole,
    /// The pieces of one fabric.
    Fabrics {
        /// Whether pieces may be turned when they tile a sheet.
        turned: bool,
    },
    /// One piece.
    Pieces,
}

impl CutDivision<'_> {
    /// Returns the kind of division.
    pub fn kind(self) -> CutDivisionKind {
        match self {
            CutDivision::Whole => CutDivisionKind::Whole,
            CutDivision::Fabrics { turned, .. } => CutDivisionKind::Fabrics { turned },
            CutDivision::Pieces => CutDivisionKind::Pieces,
        }
    }
}

/// The contents and utilization of a sheet.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct SheetUse {
    /// Its name in file names.
    pub name: String,
    /// Its fabric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabric: Option<String>,
    /// The numbers of the pieces on it, ascending; each as often as it is there if several sets are cut.
    pub pieces: Vec<usize>,
    /// The share of its usable area that they take, with their seam allowance: from 0 to 1 (sheet
    /// utilization).
    pub utilisation: f64,
    /// That area in mm².
    #[serde(skip)]
    pub(super) area: f64,
}

/// The sheets of one fabric.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct FabricUse {
    /// The name of the fabric.
    pub fabric: String,
    /// How many pieces it has.
    pub pieces: usize,
    /// How many sheets they take.
    pub sheets: usize,
    /// A lower bound for the sheets, by area.
    pub sheets_at_least: usize,
}

/// A panel of a design that is larger than the stock.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PanelUse {
    /// Its number, from 1, as on the map.
    pub panel: usize,
    /// The number of its sheet, from 1.
    pub sheet: usize,
    /// The numbers of its pieces, ascending.
    pub pieces: Vec<usize>,
    /// The width of its bounding box in mm.
    pub width_mm: f64,
    /// The height of its bounding box in mm.
    pub height_mm: f64,
}

/// Pieces that share sheets.
#[derive(Default)]
pub(super) struct Group {
    /// Its name in file names, after the number; empty for the whole design.
    key: String,
    /// The least number of digits.
    digits: usize,
    /// Its name in titles; empty for the whole design.
    words: String,
    pub(super) fabric: Option<String>,
    pub(super) pieces: Vec<usize>,
}

impl SheetUse {
    pub(super) fn new(
        name: String,
        fabric: Option<String>,
        pieces: impl IntoIterator<Item = usize>,
        area: f64,
        usable: Bounds,
    ) -> Self {
        let mut pieces: Vec<usize> = pieces.into_iter().map(|piece| piece + 1).collect();
        pieces.sort_unstable();
        let utilisation = area / (usable.width() * usable.height());
        Self { name, fabric, pieces, utilisation: (utilisation * 1e4).round() / 1e4, area }
    }

    /// Adds the area of parts that are no pieces.
    pub(super) fn add_area(&mut self, area: f64, usable: Bounds) {
        let pieces = self.pieces.iter().map(|piece| piece - 1);
        *self = Self::new(self.name.clone(), self.fabric.clone(), pieces, self.area + area, usable);
    }
}

impl Group {
    /// Returns the title of its sheet `index`, from 0.
    pub(super) fn title(&self, whole: &str, index: usize, count: usize) -> String {
        let words = if self.words.is_empty() { String::new() } else { format!("{}, ", self.words) };
        format!("{whole}, {words}sheet {} of {count}", index + 1)
    }

    /// Returns the name of one of its sheets, which has this number (from 1) among all sheets.
    pub(super) fn name(&self, number: usize) -> String {
        let Self { digits, key, .. } = self;
        let dash = if key.is_empty() { "" } else { "-" };
        format!("{number:0digits$}{dash}{key}")
    }
}

/// Returns the groups of a division, none of them empty; with several sets, each piece is there as often.
/// `count` is the number of pieces of all designs, of which only the first can be divided.
pub(super) fn groups(
    (patchwork, count): (&Patchwork, usize),
    division: CutDivision<'_>,
    copies: usize,
) -> Vec<Group> {
    let mut groups = groups_of_one((patchwork, count), division);
    groups.iter_mut().for_each(|group| group.pieces = group.pieces.repeat(copies));
    groups
}

fn groups_of_one((patchwork, count): (&Patchwork, usize), division: CutDivision<'_>) -> Vec<Group> {
    let patches = patchwork.patches();
    let all = 0..patches.len();
    match division {
        CutDivision::Whole => {
            let pieces = (0..count).collect();
            vec![Group { key: String::new(), digits: 1, words: String::new(), fabric: None, pieces }]
        }
        CutDivision::Fabrics { plan, .. } => {
            let of = |fabric: usize| all.clone().filter(move |&piece| plan.fabric_of[piece] == fabric);
            let group = |(index, fabric): (usize, &piecework_draw::color::Fabric)| Group {
                key: slug(&fabric.name),
                digits: 1,
                words: fabric.name.clone(),
                fabric: Some(fabric.name.clone()),
                pieces: of(index).collect(),
            };
            let groups = plan.fabrics.iter().enumerate().map(group);
            groups.filter(|group| !group.pieces.is_empty()).collect()
        }
        CutDivision::Pieces => {
            let digits = patches.len().to_string().len();
            let group = |piece: usize| {
                let (number, name) = (piece + 1, patches[piece].name());
                Group {
                    key: slug(name),
                    digits,
                    words: format!("piece {number} {name}"),
                    fabric: None,
                    pieces: vec![piece],
                }
            };
            all.map(group).collect()
        }
    }
}

/// Returns a lower bound for the sheets of `usable` that an area needs.
pub(super) fn at_least(area: f64, usable: Bounds) -> usize {
    let sheets = (area / (usable.width() * usable.height()) - 1e-6).ceil().max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number of sheets")]
    let sheets = sheets as usize;
    sheets
}

/// The same on sheets of several sizes: the largest hold most.
pub(super) fn at_least_on(area: f64, usable: Bounds, stocks: &Stocks<'_>) -> usize {
    let size = |bounds: Bounds| bounds.width() * bounds.height();
    let first = (0..stocks.first.len()).filter_map(|sheet| stocks.of(sheet).usable().ok().map(size));
    let mut larger: Vec<f64> = first.filter(|&first| first > size(usable)).collect();
    larger.sort_by(|a, b| b.total_cmp(a));
    let mut left = area;
    let mut taken = 0;
    for room in larger {
        taken += 1;
        left -= room;
        if left <= 0.0 {
            return taken;
        }
    }
    taken + at_least(left, usable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::layout::Stock;

    #[test]
    fn every_area_needs_as_many_sheets_as_it_fills_and_one_at_least() {
        let usable = Bounds { left: 5.0, top: 5.0, right: 15.0, bottom: 25.0 };
        let of = |area: f64| at_least(area, usable);
        assert_eq!([0.0, 199.0, 200.0, 201.0, 2000.0].map(of), [1, 1, 1, 2, 10]);
        // Of 400 and 200 mm2: one that is larger holds more.
        let then = Stock { width: 20.0, height: 30.0, margin: 5.0, gap: 2.0 };
        let first = [(10.5, 12.0).into(), (30.0, 30.0).into()];
        let of = |area: f64| at_least_on(area, usable, &Stocks { first: &first, then });
        assert_eq!([0.0, 399.0, 401.0, 601.0, 2000.0].map(of), [1, 1, 2, 3, 9]);
    }
}
