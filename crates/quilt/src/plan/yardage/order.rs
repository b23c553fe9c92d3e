//! What is cut from each fabric, before it is decided from which strip.
//!
//! Sizes are those of the cloth as cut, with seam allowances.

use std::collections::BTreeMap;

use super::cut_size::CutSize;
use super::fabric::CutPiece;
use super::inches::Inches;
use super::options::YardageOptions;
use crate::plan::finish::EdgeFinish;
use crate::plan::piecing::PiecingPlan;
use piecework_draw::color::Stock;

/// All that is cut for the top of a quilt.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricOrder {
    /// The names of the fabrics.
    pub fabrics: Vec<String>,
    /// What is cut from each fabric, in the order of the fabrics.
    pub pieces: Vec<Vec<CutPiece>>,
    /// The same with templates nested in pairs, for each fabric where that is possible; empty for the others.
    /// It is used where less cloth is bought so.
    pub nested: Vec<Vec<CutPiece>>,
    /// Finished width and height of the top without borders.
    pub top: (Inches, Inches),
    /// The length of the outline, if that is no rectangle.
    pub outline: Option<Inches>,
    /// How such an outline is finished.
    pub edge: EdgeFinish,
    /// The finished edge of a cell.
    pub cell: Inches,
    /// The seam allowance on every side of a piece.
    pub seam_allowance: Inches,
    /// What is cut more on every side of a rectangle that is sewn on paper.
    pub paper_extra: Inches,
    /// What each fabric is cut from, in the order of the fabrics.
    pub cut_from: Vec<CutFrom>,
    /// The fabrics with a one-way print.
    pub one_way: Vec<String>,
    /// What the fabric is called that fills the edge, or cells without a patch.
    pub background: String,
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
    /// Fat quarters; of [`YardageOptions::usual_quarter`](super::YardageOptions::usual_quarter) unless a size
    /// is asked for.
    FatQuarters,
    /// This much cloth from the bolt: a layout that fits on it is enough.
    Length(Inches),
    /// This many fat quarters: a layout that fits on them is enough.
    Quarters(usize),
}

impl CutFrom {
    /// What cloth of such a stock is.
    pub(crate) const fn stock(stock: Stock) -> Self {
        match stock {
            Stock::Cloth { .. } => CutFrom::Bolt,
            Stock::FatQuarters(_) => CutFrom::FatQuarters,
            Stock::Patches(_) | Stock::Cells(_) => CutFrom::AsAsked,
        }
    }

    /// The size of the fat quarters, if it is these.
    pub(crate) fn quarters(self, options: &YardageOptions) -> Option<(Inches, Inches)> {
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
    /// Adds the rectangles of a plan; those without a fabric come from one more, [`FabricOrder::background`].
    pub fn add_rectangles(&mut self, plan: &PiecingPlan, fabric_of: impl Fn(Option<usize>) -> Option<usize>) {
        let mut sizes: BTreeMap<(usize, (usize, usize), bool), Vec<String>> = BTreeMap::new();
        let background = self.fabrics.len();
        let on_paper = plan.on_paper();
        for (index, part) in plan.parts.iter().enumerate() {
            let Some(patch) = &part.patch else { continue };
            let fabric = fabric_of(patch.placement).unwrap_or(background);
            let upright = (part.area.columns, part.area.rows);
            let sides = if self.is_one_way(fabric) { upright } else { part.area.sides() };
            let key = (fabric, sides, on_paper[index]);
            sizes.entry(key).or_default().push(part.label.clone());
        }
        if sizes.keys().any(|&(fabric, ..)| fabric == background) {
            let name = self.background.clone();
            self.add_fabric(&name, CutFrom::default(), Vec::new());
        }
        for ((fabric, (short, long), on_paper), labels) in sizes {
            let size = (self.cut_rectangle(short, on_paper), self.cut_rectangle(long, on_paper));
            let name = format!("{short} × {long}{}", if on_paper { " on paper" } else { "" });
            let one_way = self.is_one_way(fabric);
            let piece = CutPiece::rectangle(name, size, labels.len(), labels);
            self.pieces[fabric].push(CutPiece { one_way, ..piece });
        }
    }

    /// Whether a fabric has a one-way print.
    pub(crate) fn is_one_way(&self, fabric: usize) -> bool {
        self.fabrics.get(fabric).is_some_and(|name| self.one_way.contains(name))
    }

    /// The same order with nothing but the background, for what that takes.
    pub(crate) fn only_background(&self) -> Self {
        let is_background = |place: &usize| self.fabrics[*place] == self.background;
        let places: Vec<usize> = (0..self.fabrics.len()).filter(is_background).collect();
        let mut only = self.clone();
        only.fabrics = places.iter().map(|_| self.background.clone()).collect();
        only.pieces = places.iter().map(|&place| self.pieces[place].clone()).collect();
        only.nested = places.iter().map(|&place| self.nested[place].clone()).collect();
        only.cut_from = vec![CutFrom::Bolt; places.len()];
        only
    }

    /// Adds a fabric with what is cut from it.
    pub(crate) fn add_fabric(&mut self, name: &str, from: CutFrom, pieces: Vec<CutPiece>) {
        self.fabrics.push(name.to_owned());
        self.pieces.push(pieces);
        self.nested.push(Vec::new());
        self.cut_from.push(from);
    }

    /// What a side of a number of cells is cut.
    pub(crate) fn cut_rectangle(&self, cells: usize, on_paper: bool) -> Inches {
        let Self { cell, seam_allowance, paper_extra, .. } = *self;
        CutSize { cell, seam_allowance, paper_extra }.side(cells, on_paper)
    }

    /// What a finished length is cut.
    #[must_use]
    pub fn cut(&self, finished: Inches) -> Inches {
        finished + self.seam_allowance.times(2)
    }
}
