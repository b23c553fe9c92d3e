//! What is cut from each fabric, before it is decided from which strip.
//!
//! Sizes are those of the cloth as cut, with seam allowances.

use std::collections::BTreeMap;

use super::fabric::CutPiece;
use super::inches::Inches;
use super::options::YardageOptions;
use crate::colour::Stock;
use crate::quilt::plan::piecing::{CellRect, PiecingPlan};

/// All that is cut for the top of a quilt.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricOrder {
    /// The names of the fabrics.
    pub fabrics: Vec<String>,
    /// What is cut from each fabric, in the order of the fabrics.
    pub pieces: Vec<Vec<CutPiece>>,
    /// The same with templates nested in pairs, for each fabric where that is possible; empty for the others. It is used where
    /// less cloth is bought so.
    pub nested: Vec<Vec<CutPiece>>,
    /// Finished width and height of the top without borders.
    pub top: (Inches, Inches),
    /// The length of the outline, if that is no rectangle.
    pub outline: Option<Inches>,
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The seam allowance on every side of a piece.
    pub seam_allowance: Inches,
    /// What each fabric is cut from, in the order of the fabrics.
    pub cut_from: Vec<CutFrom>,
}

/// What a fabric is cut from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CutFrom {
    /// What [`YardageOptions::fat_quarters`](super::YardageOptions::fat_quarters) says.
    #[default]
    AsAsked,
    /// Cloth from the bolt, whatever the others are cut from.
    Bolt,
    /// Fat quarters; of [`YardageOptions::usual_quarter`](super::YardageOptions::usual_quarter) unless a size is asked for.
    FatQuarters,
    /// This much cloth from the bolt: a layout that fits on it is enough.
    Length(Inches),
    /// This many fat quarters: a layout that fits on them is enough.
    Quarters(usize),
}

impl CutFrom {
    /// What cloth of such a stock is.
    pub(in crate::quilt) const fn stock(stock: Stock) -> Self {
        match stock {
            Stock::Cloth { .. } => CutFrom::Bolt,
            Stock::FatQuarters(_) => CutFrom::FatQuarters,
            Stock::Patches(_) | Stock::Cells(_) => CutFrom::AsAsked,
        }
    }

    /// The size of the fat quarters, if it is these.
    pub(in crate::quilt) fn quarters(self, options: &YardageOptions) -> Option<(Inches, Inches)> {
        let asked = options.quarters();
        match self {
            CutFrom::AsAsked => asked,
            CutFrom::Bolt | CutFrom::Length(_) => None,
            CutFrom::FatQuarters | CutFrom::Quarters(_) => asked.or_else(|| {
                let (one, other) = options.usual_quarter;
                Some((Inches::of(one), Inches::of(other)))
            }),
        }
    }
}

impl FabricOrder {
    /// Adds the rectangles of a plan; those without a fabric come from one more, `background`.
    pub fn add_rectangles(&mut self, plan: &PiecingPlan, fabric_of: impl Fn(Option<usize>) -> Option<usize>) {
        let mut sizes: BTreeMap<(usize, (usize, usize)), Vec<String>> = BTreeMap::new();
        let background = self.fabrics.len();
        for (part, patch) in plan.cloth() {
            let fabric = fabric_of(patch.placement).unwrap_or(background);
            sizes.entry((fabric, CellRect::sides(part.area))).or_default().push(part.label.clone());
        }
        if sizes.keys().any(|&(fabric, _)| fabric == background) {
            self.fabrics.push("background".to_owned());
            self.pieces.push(Vec::new());
            self.nested.push(Vec::new());
            self.cut_from.push(CutFrom::default());
        }
        for ((fabric, (short, long)), labels) in sizes {
            let size = (self.cut(self.cell.times(short)), self.cut(self.cell.times(long)));
            let name = format!("{short} × {long}");
            self.pieces[fabric].push(CutPiece::rectangle(name, size, labels.len(), labels));
        }
    }

    /// What a finished length is cut.
    #[must_use]
    pub fn cut(&self, finished: Inches) -> Inches {
        finished + self.seam_allowance.times(2)
    }
}
