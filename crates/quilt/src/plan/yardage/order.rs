//! What is cut from each fabric, before it is decided from which strip; and the ways to cut it: piece by piece, or
//! templates of one shape in pairs.
//!
//! Sizes are those of the cloth as cut, with seam allowances. Yardage and stash ask the same ways, so what a pattern
//! tells to buy is enough as a stash.

use super::fabric::{CutPiece, Lot};
use super::inches::Inches;
use super::options::YardageOptions;
use crate::plan::finish::EdgeFinish;
use piecework_draw::color::FabricStock;
use piecework_draw::geometry::Outline;

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
    /// The same with larger cells, for each fabric: a layout of larger pieces is one of these too.
    pub larger: Vec<Vec<Vec<Lot>>>,
    /// All pieces by their true outlines, in rectangles of their own, for each fabric that may be cut so; empty for
    /// the others.
    pub shaped: Vec<Vec<CutPiece>>,
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
    /// For each piece of an assorted package the numbers of the patches that are cut from it: the first fabrics are
    /// these pieces, by the names of their piles. Empty for other cloth.
    pub prints: Vec<Vec<usize>>,
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
    pub(crate) const fn stock(stock: FabricStock) -> Self {
        match stock {
            FabricStock::Cloth { .. } => CutFrom::Bolt,
            FabricStock::FatQuarters(_) => CutFrom::FatQuarters,
            FabricStock::Patches(_) | FabricStock::Cells(_) => CutFrom::AsAsked,
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
        only.larger = vec![Vec::new(); places.len()];
        only.shaped = only.larger.iter().map(|_| Vec::new()).collect();
        only.cut_from = vec![CutFrom::Bolt; places.len()];
        only.prints.clear();
        only
    }

    /// Adds a fabric with what is cut from it.
    pub(crate) fn add_fabric(&mut self, name: &str, from: CutFrom, pieces: Vec<CutPiece>) {
        self.fabrics.push(name.to_owned());
        self.pieces.push(pieces);
        self.nested.push(Vec::new());
        self.larger.push(Vec::new());
        self.shaped.push(Vec::new());
        self.cut_from.push(from);
    }

    /// What a finished length is cut.
    pub fn cut(&self, finished: Inches) -> Inches {
        finished + self.seam_allowance.times(2)
    }
}

/// Something that is cut again and again: a rectangle, or the box around a template.
#[derive(Debug, Clone)]
pub(crate) struct CutItem {
    /// One of it.
    pub(crate) piece: CutPiece,
    /// Two of it that interlock in one box, if that saves cloth: as it is, and reversed.
    pub(crate) pairs: [Option<CutPiece>; 2],
    /// The outline of either hand as it is cut, with what that is called, if it is cut by its shape.
    pub(crate) outlines: [Option<(String, Outline)>; 2],
}

/// How many of an item are cut as it is, and how many reversed.
pub(crate) type Hands = [usize; 2];

/// A number of an item, or of its pairs of one hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) item: usize,
    /// The hand of the pairs; none if items are cut one by one.
    pub(crate) pair: Option<usize>,
    pub(crate) count: usize,
}

/// All ways to cut these counts of the items: one by one, then in pairs if there are any.
pub(crate) fn ways(items: &[CutItem], counts: &[Hands]) -> Vec<Vec<Cut>> {
    let used = || counts.iter().enumerate().filter(|(_, [front, back])| front + back > 0);
    let single = used().map(|(item, hands)| Cut { item, pair: None, count: hands.iter().sum() });
    let mut nested = Vec::new();
    for (item, hands) in used() {
        let mut alone = 0;
        for (hand, &count) in hands.iter().enumerate() {
            let is_paired = count > 1 && items[item].pairs[hand].is_some();
            alone += if is_paired { count % 2 } else { count };
            nested.extend(is_paired.then_some(Cut { item, pair: Some(hand), count: count / 2 }));
        }
        nested.extend((alone > 0).then_some(Cut { item, pair: None, count: alone }));
    }
    let has_pairs = nested.iter().any(|cut| cut.pair.is_some());
    [single.collect()].into_iter().chain(has_pairs.then_some(nested)).collect()
}

/// The same ways as the layout sees them: with these items, then with those of each larger cell, whose layouts
/// hold the smaller pieces too.
pub(crate) fn lots(items: &[CutItem], larger: &[Vec<CutItem>], counts: &[Hands]) -> Vec<Vec<Lot>> {
    let seen = |items: &[CutItem]| -> Vec<Vec<Lot>> {
        let ways = ways(items, counts).into_iter();
        ways.map(|way| way.iter().map(|cut| cut.lot(items)).collect()).collect()
    };
    let own = seen(items);
    let holds = |large: &Lot, own: &Lot| {
        large.count == own.count && large.size.0 >= own.size.0 && large.size.1 >= own.size.1
    };
    let hold = |large: &[Lot], own: &[Lot]| {
        large.len() == own.len() && large.iter().zip(own).all(|(large, own)| holds(large, own))
    };
    let larger = larger
        .iter()
        .map(|items| seen(items))
        .filter(|ways| ways.len() == own.len() && ways.iter().zip(&own).all(|(large, own)| hold(large, own)));
    let larger: Vec<Vec<Lot>> = larger.flatten().collect();
    own.iter().cloned().chain(larger).collect()
}

impl CutItem {
    /// Something that is cut one by one.
    pub(crate) const fn single(piece: CutPiece) -> Self {
        Self { piece, pairs: [None, None], outlines: [None, None] }
    }
}

impl Cut {
    /// What is cut, once.
    pub(crate) fn piece<'a>(&self, items: &'a [CutItem]) -> &'a CutPiece {
        let item = &items[self.item];
        self.pair.and_then(|hand| item.pairs[hand].as_ref()).unwrap_or(&item.piece)
    }

    /// The same as the layout sees it.
    pub(crate) fn lot(&self, items: &[CutItem]) -> Lot {
        Lot { count: self.count, ..self.piece(items).lot() }
    }
}
