//! What is cut from each fabric, before it is decided from which strip; and the ways to cut it: piece by piece, or
//! several of one shape in a row.
//!
//! Sizes are those of the cloth as cut, with seam allowances. Yardage and stash ask the same ways, so what a pattern
//! tells to buy is enough as a stash.

use super::fabric::{CutPiece, Lot};
use super::inches::{ClothSize, Inches};
use super::options::YardageOptions;
use super::strip_rows::StripRows;
use crate::plan::finish::{EdgeFinish, FACING};
use piecework_draw::color::FabricStock;

/// All that is cut for the top of a quilt.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricOrder {
    /// The names of the fabrics.
    pub fabrics: Vec<String>,
    /// What is cut from each fabric, in the order of the fabrics.
    pub pieces: Vec<Vec<CutPiece>>,
    /// Other ways to cut the same from each fabric. They are used where less cloth is bought so.
    pub ways: Vec<Vec<CutWay>>,
    /// Finished width and height of the top without borders.
    pub top: ClothSize,
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

/// A way to cut all that a fabric is needed for.
#[derive(Debug, Clone, PartialEq)]
pub struct CutWay {
    /// What is cut.
    pub pieces: Vec<CutPiece>,
    /// The rectangles that the layout has for it, which are as large or larger.
    pub lots: Vec<Lot>,
}

impl CutWay {
    /// A way with rectangles of the size of the pieces.
    pub(crate) fn of(pieces: Vec<CutPiece>) -> Self {
        Self { lots: pieces.iter().map(CutPiece::lot).collect(), pieces }
    }

    /// Whether the rectangles have the size of the pieces.
    pub(in crate::plan) fn is_exact(&self) -> bool {
        self.pieces.iter().map(CutPiece::lot).eq(self.lots.iter().copied())
    }
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
    pub(crate) fn quarters(self, options: &YardageOptions) -> Option<ClothSize> {
        let asked = options.quarters();
        match self {
            CutFrom::AsAsked => asked,
            CutFrom::Bolt | CutFrom::Length(_) => None,
            CutFrom::FatQuarters | CutFrom::Quarters(_) => asked.or_else(|| {
                let (one, other) = options.usual_quarter;
                Some((Inches::of(one), Inches::of(other)).into())
            }),
        }
    }
}

impl FabricOrder {
    /// Whether a fabric has a one-way print.
    pub(crate) fn is_one_way(&self, fabric: usize) -> bool {
        self.fabrics.get(fabric).is_some_and(|name| self.one_way.contains(name))
    }

    /// The same order with nothing but background and facing, for what these take.
    pub(crate) fn only_around(&self) -> Self {
        let is_background =
            |place: &usize| self.fabrics[*place] == self.background || self.fabrics[*place] == FACING;
        let places: Vec<usize> = (0..self.fabrics.len()).filter(is_background).collect();
        let mut only = self.clone();
        only.fabrics = places.iter().map(|&place| self.fabrics[place].clone()).collect();
        only.pieces = places.iter().map(|&place| self.pieces[place].clone()).collect();
        only.ways = vec![Vec::new(); places.len()];
        only.cut_from = vec![CutFrom::Bolt; places.len()];
        only.prints.clear();
        only
    }

    /// Adds a fabric with what is cut from it.
    pub(crate) fn add_fabric(&mut self, name: &str, from: CutFrom, pieces: Vec<CutPiece>) {
        self.fabrics.push(name.to_owned());
        self.pieces.push(pieces);
        self.ways.push(Vec::new());
        self.cut_from.push(from);
    }

    /// What a finished length is cut.
    pub fn cut(&self, finished: Inches) -> Inches {
        finished + self.seam_allowance.times(2)
    }
}

/// Something that is cut again and again: a rectangle, or a shape.
#[derive(Debug, Clone)]
pub(crate) struct CutItem {
    /// One of it.
    pub(crate) piece: CutPiece,
    /// A square that is cut into two of it: as it is, and reversed.
    pub(crate) halves: [Option<CutPiece>; 2],
    /// A square that is cut twice on the diagonal, into four of it.
    pub(crate) quarters: Option<CutPiece>,
    /// The rows of it in strips, of either hand, if it is not a rectangle.
    pub(crate) rows: [Option<StripRows>; 2],
}

/// How many of an item are cut as it is, and how many reversed.
pub(crate) type Hands = [usize; 2];

/// What is cut at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CutAs {
    /// One rectangle.
    One,
    /// A square for two of this hand.
    Halves(usize),
    /// A square for four.
    Quarters,
    /// A number of this hand in one of its rows.
    Row { hand: usize, row: usize, each: usize },
}

/// A number of an item, cut in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) item: usize,
    pub(crate) cut_as: CutAs,
    pub(crate) count: usize,
}

/// How long rows of shapes may be: as long as the bolt is wide, or as a side of a fat quarter.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowLengths {
    pub(crate) bolt: Vec<Inches>,
    pub(crate) quarters: Vec<Inches>,
    /// Whether cloth of which nothing else is known is cut from fat quarters.
    pub(crate) of_quarters: bool,
}

impl RowLengths {
    pub(crate) fn of(&self, from: CutFrom) -> &[Inches] {
        match from {
            CutFrom::AsAsked if self.of_quarters => &self.quarters,
            CutFrom::FatQuarters | CutFrom::Quarters(_) => &self.quarters,
            CutFrom::AsAsked | CutFrom::Bolt | CutFrom::Length(_) => &self.bolt,
        }
    }
}

/// A way to cut everything, as the layout sees it: in these sizes, or in those of larger cells, whose layouts hold the
/// smaller pieces too.
#[derive(Debug, Clone)]
pub(crate) struct LaidWay {
    pub(crate) cuts: Vec<Cut>,
    pub(crate) lots: Vec<Lot>,
}

/// All ways to cut these counts of the items: squares cut twice on the diagonal, in rows as long as each of the lengths of
/// cloth, half-square triangles too, in pairs, one by one; then the same with larger cells.
pub(crate) fn ways(
    items: &[CutItem],
    larger: &[Vec<CutItem>],
    counts: &[Hands],
    lengths: &[Inches],
) -> Vec<LaidWay> {
    let seen = |of: &[CutItem]| {
        let lots = |cuts: &[Cut]| cuts.iter().map(|cut| cut.lot(of)).collect::<Vec<Lot>>();
        cuttings(of, counts, lengths).into_iter().map(move |cuts| (lots(&cuts), cuts)).collect::<Vec<_>>()
    };
    let holds = |large: &Lot, own: &Lot| large.size.0 >= own.size.0 && large.size.1 >= own.size.1;
    let hold = |(lots, cuts): &(Vec<Lot>, Vec<Cut>)| {
        lots.iter().zip(cuts).all(|(large, cut)| holds(large, &cut.lot(items)))
    };
    let larger = larger.iter().flat_map(|items| seen(items)).filter(hold);
    seen(items).into_iter().chain(larger).map(|(lots, cuts)| LaidWay { cuts, lots }).collect()
}

/// Which triangles are cut from squares, not from strips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Squares {
    All,
    Halves,
    None,
}

/// All ways with items of one size.
fn cuttings(items: &[CutItem], counts: &[Hands], lengths: &[Inches]) -> Vec<Vec<Cut>> {
    let in_rows = |item: usize, hand: usize, count: usize, at_once: &AtOnce<'_>| {
        let rows = items[item].rows[hand].as_ref()?;
        let mut cuts: Vec<Cut> = Vec::new();
        for (row, each) in at_once(rows, count)? {
            let cut_as = CutAs::Row { hand, row, each };
            match cuts.iter_mut().find(|cut| cut.cut_as == cut_as) {
                Some(cut) => cut.count += 1,
                None => cuts.push(Cut { item, cut_as, count: 1 }),
            }
        }
        Some(cuts)
    };
    let way = |at_once: &AtOnce<'_>, squares: Squares| {
        let mut cuts = Vec::new();
        for (item, hands) in counts.iter().enumerate() {
            let mut alone = 0;
            for (hand, &count) in hands.iter().enumerate().filter(|(_, count)| **count > 0) {
                let of = &items[item];
                if squares != Squares::None && of.halves[hand].is_some() {
                    let pairs = Cut { item, cut_as: CutAs::Halves(hand), count: count / 2 };
                    cuts.extend((count > 1).then_some(pairs));
                    alone += count % 2;
                } else if squares == Squares::All && of.quarters.is_some() && count >= 4 {
                    cuts.push(Cut { item, cut_as: CutAs::Quarters, count: count / 4 });
                    if count % 4 > 0 {
                        cuts.extend(in_rows(item, hand, count % 4, at_once)?);
                    }
                } else if of.rows[hand].is_some() {
                    cuts.extend(in_rows(item, hand, count, at_once)?);
                } else {
                    alone += count;
                }
            }
            cuts.extend((alone > 0).then_some(Cut { item, cut_as: CutAs::One, count: alone }));
        }
        Some(cuts)
    };
    let single = |rows: &StripRows, count: usize| Some(vec![(rows.closest(1)?, 1); count]);
    let pairs = |rows: &StripRows, count: usize| match rows.closest(2) {
        Some(row) => Some([vec![(row, 2); count / 2], single(rows, count % 2)?].concat()),
        None => single(rows, count),
    };
    let used = |squares: &Squares| match squares {
        Squares::All => items.iter().any(|of| of.quarters.is_some()),
        Squares::Halves => true,
        Squares::None => items.iter().any(|of| of.halves.iter().any(Option::is_some)),
    };
    let squares = [Squares::All, Squares::Halves, Squares::None].into_iter().filter(used);
    let rows = squares.flat_map(|squares| lengths.iter().map(move |&length| (squares, length)));
    let rows = rows.map(|(squares, length)| way(&|rows, count| rows.across(count, length), squares));
    let mut all: Vec<Vec<Cut>> =
        rows.chain([way(&pairs, Squares::Halves), way(&single, Squares::Halves)]).flatten().collect();
    all.dedup();
    all
}

/// The rows of a number of copies of a shape, each with how many are in it.
type AtOnce<'a> = dyn Fn(&StripRows, usize) -> Option<Vec<(usize, usize)>> + 'a;

impl CutItem {
    /// Something that is cut one by one.
    pub(crate) const fn single(piece: CutPiece) -> Self {
        Self { piece, halves: [None, None], quarters: None, rows: [None, None] }
    }

    /// The area of one in square mm; in rows tips may be trimmed.
    pub(crate) fn least_area(&self) -> f64 {
        self.rows.iter().flatten().map(|rows| rows.area_mm2).fold(self.piece.area_mm2, f64::min)
    }
}

impl Cut {
    /// What is cut, once.
    pub(crate) fn piece(&self, items: &[CutItem]) -> CutPiece {
        let item = &items[self.item];
        let found = match self.cut_as {
            CutAs::One => None,
            CutAs::Halves(hand) => item.halves[hand].clone(),
            CutAs::Quarters => item.quarters.clone(),
            CutAs::Row { hand, row, each } => item.rows[hand].as_ref().map(|rows| rows.piece(row, each)),
        };
        found.unwrap_or_else(|| item.piece.clone())
    }

    /// The same as the layout sees it.
    fn lot(&self, items: &[CutItem]) -> Lot {
        let (item, count) = (&items[self.item], self.count);
        match self.cut_as {
            CutAs::Row { hand, row, each } if let Some(rows) = &item.rows[hand] => {
                Lot { size: rows.size(row, each), one_way: false, count }
            }
            CutAs::Quarters => Lot { count, ..item.quarters.as_ref().unwrap_or(&item.piece).lot() },
            // A square has the size of one.
            _ => Lot { count, ..item.piece.lot() },
        }
    }
}
