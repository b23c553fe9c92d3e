//! Decides whether patches can be cut from the fabric at hand.
//!
//! Answers [`Supply`]: "enough" means that a layout was found, and the yardage finds it again. "Too little"
//! holds however patches are nested on the grain: templates count by their area, rectangles by what they take
//! of a cloth at least.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::plan::options::QuiltOptions;
use crate::plan::order::PatchCuts;
use crate::plan::yardage::{
    Care, ClothSize, CutFrom, CutItem, Hands, Inches, Lot, RowLengths, Size, StripRows, YardageOptions,
    least_length, least_quarters, length_needed, quarters_needed, ways, with_extra, with_percent,
    without_extra, without_percent,
};
use crate::units::Units;
use piecework_draw::color::{FabricStock, Supply};

/// For how many amounts of patches strips of several sizes are looked for; after that simple strips must do.
/// A look takes about a millisecond.
const MOST_LOOKS: usize = 4000;
/// How many answers are remembered.
const MOST_KNOWN: usize = 100_000;
/// How much a patch lacks that cannot be cut at all.
const HOPELESS: u64 = 1 << 40;
/// Into how many parts a millimetre or a fat quarter is divided where shares are whole numbers.
const PARTS: f64 = 1e6;
/// The step in which lacking cloth is counted while fabrics are exchanged.
const EIGHTH: Inches = Inches::eighths(1);
/// The side of a fat quarter in such steps.
const QUARTER: u64 = 144;

/// What there is of one fabric, for patches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::plan) enum Held {
    /// So many patches.
    Patches(u64),
    /// So many cells.
    Cells(u64),
    /// So much cloth, of which something else takes a part.
    Bolt { stock: Inches, taken: Inches },
    /// So many fat quarters.
    Quarters(usize),
}

/// A kind of patches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PatchKind {
    /// What each is cut into: which items of which hand.
    cut: Vec<(usize, usize)>,
    /// The same from a one-way print.
    upright: Vec<(usize, usize)>,
    cells: u64,
    /// The area of its templates in whole square mm, rounded down; none if it is cut in just these sizes.
    template_mm2: Option<u64>,
}

/// Whether a number of patches can be cut.
#[derive(Debug, Clone, Copy)]
struct Answer {
    lacking: u64,
    too_little: bool,
}

/// All that is at hand.
pub(in crate::plan) struct Cloth {
    held: Vec<Held>,
    /// Which fabrics have a one-way print.
    one_way: Vec<bool>,
    /// The kind of each patch.
    of_patch: Vec<usize>,
    kinds: Vec<PatchKind>,
    items: Vec<CutItem>,
    larger: Vec<Vec<CutItem>>,
    /// How long rows of shapes may be.
    lengths: RowLengths,
    /// For each fabric what each kind takes at the least: mm of the bolt, or fat quarters; none if it does
    /// not fit.
    least: Vec<Vec<Option<f64>>>,
    quarter: ClothSize,
    yardage: YardageOptions,
    units: Units,
    known: RefCell<BTreeMap<(usize, Vec<u64>), Answer>>,
    /// For how many amounts strips of several sizes may still be looked for.
    looks: Cell<usize>,
}

impl Cloth {
    /// What there is of each fabric, and whether its print is one-way. `cells` says how many cells each patch
    /// has.
    pub(in crate::plan) fn of(
        held: Vec<(Held, bool)>,
        cuts: PatchCuts,
        cells: &[u64],
        quarter: ClothSize,
        options: &QuiltOptions,
    ) -> Self {
        let (held, one_way): (Vec<Held>, Vec<bool>) = held.into_iter().unzip();
        let kind_of = |(patch, &cells): (usize, &u64)| {
            let parts = || cuts.parts.iter().filter(|part| part.patch == Some(patch));
            let cut = |one_way: bool| -> Vec<(usize, usize)> {
                let mut cut: Vec<(usize, usize)> = parts().map(|part| part.lying(one_way)).collect();
                cut.sort_unstable();
                cut
            };
            let cut_items = cut(false);
            let of_templates = cut_items.iter().all(|&(item, _)| cuts.items[item].piece.boxed);
            let area = cut_items.iter().map(|&(item, _)| cuts.items[item].least_area()).sum::<f64>();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an area of cloth")]
            let template_mm2 = of_templates.then(|| area.floor() as u64);
            PatchKind { cut: cut_items, upright: cut(true), cells, template_mm2 }
        };
        let each: Vec<PatchKind> = cells.iter().enumerate().map(kind_of).collect();
        let mut kinds = each.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let of_patch = each.iter().filter_map(|kind| kinds.binary_search(kind).ok()).collect();
        let mut cloth = Self {
            held,
            one_way,
            of_patch,
            kinds,
            items: cuts.items,
            larger: cuts.larger,
            lengths: cuts.lengths,
            least: Vec::new(),
            quarter,
            yardage: options.yardage.clone(),
            units: options.units,
            known: RefCell::default(),
            looks: Cell::new(MOST_LOOKS),
        };
        cloth.least = (0..cloth.held.len()).map(|fabric| cloth.least_shares(fabric)).collect();
        cloth
    }

    /// What each kind takes of a fabric at the least: templates by their area, rectangles by the best way of
    /// counting.
    fn least_shares(&self, fabric: usize) -> Vec<Option<f64>> {
        let counts = self.counts(fabric, &vec![1; self.kinds.len()]);
        let all: Vec<(Size, usize)> = self
            .items
            .iter()
            .zip(&counts)
            .map(|(item, hands)| (item.piece.size, hands.iter().sum()))
            .collect();
        let width = self.width();
        let (rectangles, area) = match self.held[fabric] {
            Held::Quarters(_) => {
                (least_quarters(&all, self.quarter), self.quarter.width.mm() * self.quarter.height.mm())
            }
            _ => (least_length(&all, width), width.mm()),
        };
        let of_item = |item: usize| {
            let rectangle = rectangles[item].filter(|_| self.fits(fabric, all[item].0));
            // In a row it may lie lower than in its box. Upright prints are not cut in rows.
            let rows = self.items[item].rows.iter().flatten().filter(|_| !self.one_way[fabric]);
            let mut singles = rows.flat_map(StripRows::singles);
            rectangle.or_else(|| {
                let is_there = singles.any(|size| self.fits(fabric, size));
                is_there.then(|| self.items[item].least_area() / area)
            })
        };
        let of_kind = |kind: &PatchKind| -> Option<f64> {
            let rectangles =
                self.cut(fabric, kind).iter().map(|&(item, _)| of_item(item)).sum::<Option<f64>>()?;
            Some(kind.template_mm2.map_or(rectangles, |mm2| mm2 as f64 / area))
        };
        self.kinds.iter().map(of_kind).collect()
    }

    /// The width of fabric from the bolt.
    fn width(&self) -> Inches {
        Inches::of(self.yardage.width_of_fabric)
    }

    /// Whether a rectangle fits on the cloth of a fabric, if it is the only one.
    fn fits(&self, fabric: usize, (short, long): Size) -> bool {
        let ClothSize { width: a, height: b } = match self.held[fabric] {
            Held::Bolt { .. } => (self.width(), self.room(fabric)).into(),
            Held::Quarters(count) if count > 0 => self.quarter,
            Held::Quarters(_) => return false,
            Held::Patches(_) | Held::Cells(_) => return true,
        };
        match (self.one_way[fabric], self.held[fabric]) {
            // The width of an upright patch is along the longer side.
            (true, Held::Quarters(_)) => short <= a.max(b) && long <= a.min(b),
            (true, _) => short <= a && long <= b,
            (false, _) => (short <= a && long <= b) || (long <= a && short <= b),
        }
    }

    /// What a patch of a kind is cut into.
    fn cut<'a>(&self, fabric: usize, kind: &'a PatchKind) -> &'a [(usize, usize)] {
        if self.one_way[fabric] { &kind.upright } else { &kind.cut }
    }

    /// The length of a bolt that patches may take.
    fn room(&self, fabric: usize) -> Inches {
        self.held[fabric].room(&self.yardage, self.units).unwrap_or_default()
    }

    /// How much of a fabric patches need, with what else is cut from it: what a layout takes that was found.
    pub(in crate::plan) fn needed(&self, fabric: usize, patches: &[u64], care: Care) -> Option<Inches> {
        let Held::Bolt { taken, .. } = self.held[fabric] else { return None };
        let most = if self.is_tired(care) { Inches::eighths(u32::MAX) } else { self.room(fabric) };
        let length = length_needed(&self.lots(fabric, patches, care), most, &self.yardage, care)?;
        Some(with_extra(length + taken, self.yardage.extra(), self.units))
    }

    /// The same in fat quarters, of which there are `count`.
    pub(in crate::plan) fn quarters(
        &self,
        (fabric, count): (usize, usize),
        patches: &[u64],
        care: Care,
    ) -> Option<usize> {
        let percent = self.yardage.extra_pieces();
        let most = if self.is_tired(care) { usize::MAX } else { without_percent(count, percent) };
        let (lots, search) = (self.lots(fabric, patches, Care::Little), (care, &self.yardage.stop));
        let cut = quarters_needed(&lots, self.quarter, most, search)?;
        Some(with_percent(cut, percent))
    }

    /// Whether strips of several sizes have been looked for so often that simple ones must do.
    fn is_tired(&self, care: Care) -> bool {
        care == Care::Little && self.looks.get() == 0
    }

    /// Whether there is enough of every fabric for patches of these fabrics, by layouts as they are printed.
    pub(in crate::plan) fn is_enough_for(&self, fabric_of: &[usize]) -> bool {
        let is_enough = |fabric: usize| {
            let used = self.used(fabric_of, fabric);
            match self.held[fabric] {
                Held::Patches(_) | Held::Cells(_) => self.answer(fabric, &used).lacking == 0,
                Held::Bolt { stock, .. } => {
                    self.needed(fabric, &used, Care::Full).is_some_and(|needed| needed <= stock)
                }
                Held::Quarters(count) => {
                    self.quarters((fabric, count), &used, Care::Full).is_some_and(|needed| needed <= count)
                }
            }
        };
        (0..self.held.len()).all(is_enough)
    }

    /// How many patches of each kind have a fabric.
    pub(in crate::plan) fn used(&self, fabric_of: &[usize], fabric: usize) -> Vec<u64> {
        let mut used = vec![0; self.kinds.len()];
        let mine = self.of_patch.iter().zip(fabric_of).filter(|&(_, &of)| of == fabric);
        mine.for_each(|(&kind, _)| used[kind] += 1);
        used
    }

    /// The area that all patches take at least, each from the fabric that takes it best, and the area there
    /// is; in square mm, and only if all of it is cloth.
    pub(in crate::plan) fn areas(&self) -> Option<(f64, f64)> {
        let quarter = self.quarter.width.mm() * self.quarter.height.mm();
        let mut found = 0.0;
        let mut least = vec![f64::INFINITY; self.kinds.len()];
        for (fabric, held) in self.held.iter().enumerate() {
            let across = match held {
                Held::Bolt { .. } => self.width().mm(),
                Held::Quarters(_) => quarter,
                Held::Patches(_) | Held::Cells(_) => return None,
            };
            found += self.most(fabric) * across;
            for (kind, least) in least.iter_mut().enumerate() {
                let takes = self.least_of(fabric, kind).map_or(f64::INFINITY, |takes| takes * across);
                *least = least.min(takes);
            }
        }
        Some((self.of_patch.iter().map(|&kind| least[kind]).sum(), found))
    }

    /// The first patch that no fabric is enough for.
    pub(in crate::plan) fn fits_nowhere(&self) -> Option<usize> {
        let alone =
            |kind: usize| (0..self.kinds.len()).map(|other| u64::from(other == kind)).collect::<Vec<_>>();
        let nowhere = |&kind: &usize| (0..self.held.len()).all(|f| self.is_too_little(f, &alone(kind)));
        self.of_patch.iter().position(nowhere)
    }

    /// The sizes that a patch is cut into.
    pub(in crate::plan) fn sizes_of(&self, patch: usize) -> impl Iterator<Item = Size> {
        self.kinds[self.of_patch[patch]].cut.iter().map(|&(item, _)| self.items[item].piece.size)
    }

    /// What there is for patches, in mm of the bolt or in fat quarters.
    fn most(&self, fabric: usize) -> f64 {
        match self.held[fabric] {
            Held::Patches(most) | Held::Cells(most) => most as f64,
            Held::Bolt { .. } => self.room(fabric).mm(),
            Held::Quarters(count) => without_percent(count, self.yardage.extra_pieces()) as f64,
        }
    }

    /// What a patch takes at least, in mm of the bolt or in fat quarters.
    fn least_of(&self, fabric: usize, kind: usize) -> Option<f64> {
        self.least[fabric][kind]
    }

    /// How many of each item patches are cut into.
    fn counts(&self, fabric: usize, patches: &[u64]) -> Vec<Hands> {
        let mut counts = vec![Hands::default(); self.items.len()];
        for (kind, &patches) in self.kinds.iter().zip(patches) {
            let patches = usize::try_from(patches).unwrap_or(usize::MAX);
            self.cut(fabric, kind).iter().for_each(|&(item, hand)| counts[item][hand] += patches);
        }
        counts
    }

    /// The ways to cut patches, as the layout sees them.
    fn lots(&self, fabric: usize, patches: &[u64], care: Care) -> Vec<Vec<Lot>> {
        let counts = self.counts(fabric, patches);
        let larger = if care == Care::Little { &[] } else { self.larger.as_slice() };
        let from = self.held[fabric].cut_from(&self.yardage, self.units);
        let ways = ways(&self.items, larger, &counts, self.lengths.of(from));
        ways.into_iter().map(|way| way.lots).collect()
    }

    fn answer(&self, fabric: usize, patches: &[u64]) -> Answer {
        let key = (self.alike(fabric), patches.to_vec());
        if let Some(&answer) = self.known.borrow().get(&key) {
            return answer;
        }
        let answer = self.judge(fabric, patches);
        let mut known = self.known.borrow_mut();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, answer);
        answer
    }

    fn judge(&self, fabric: usize, patches: &[u64]) -> Answer {
        let counted = |used: u64, most: u64| {
            let over = used.saturating_sub(most);
            Answer { lacking: over * over * QUARTER, too_little: over > 0 }
        };
        match self.held[fabric] {
            Held::Patches(most) => counted(patches.iter().sum(), most),
            Held::Cells(most) => {
                counted(self.kinds.iter().zip(patches).map(|(kind, count)| kind.cells * count).sum(), most)
            }
            Held::Bolt { stock, .. } => self.tried(fabric, patches, || {
                let needed = self.needed(fabric, patches, Care::Little)?;
                Some(if needed > stock { (needed - stock).over(EIGHTH) as u64 } else { 0 })
            }),
            Held::Quarters(count) => self.tried(fabric, patches, || {
                let needed = self.quarters((fabric, count), patches, Care::Little)?;
                Some(needed.saturating_sub(count) as u64 * QUARTER)
            }),
        }
    }

    /// First by what patches take at least, then by looking for a layout. `over` gives what is lacking for
    /// the best that is found.
    fn tried(&self, fabric: usize, patches: &[u64], over: impl Fn() -> Option<u64>) -> Answer {
        let takes = |kind: usize| match patches[kind] {
            0 => Some(0.0),
            count => Some(self.least_of(fabric, kind)? * count as f64),
        };
        let Some(alone) = (0..patches.len()).map(takes).sum::<Option<f64>>() else {
            return Answer { lacking: HOPELESS, too_little: true };
        };
        // A hair is rounding.
        let too_little = alone > self.most(fabric) * (1.0 + 1e-9) + 1e-6;
        let Some(most) = over() else { return Answer { lacking: HOPELESS, too_little } };
        if !too_little {
            self.looks.set(self.looks.get().saturating_sub(1));
        }
        if most == 0 && !too_little {
            return Answer { lacking: 0, too_little: false };
        }
        // Strips are used up in steps: what patches take by themselves tells one that is nearly enough from
        // others.
        let alone = match self.held[fabric] {
            Held::Quarters(_) => alone * QUARTER as f64,
            _ => alone / EIGHTH.mm(),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cloth, and not negative"
        )]
        let alone = alone as u64;
        Answer { lacking: most * most + 10 * alone + 1, too_little }
    }
}

impl Supply for Cloth {
    fn kinds(&self) -> &[usize] {
        &self.of_patch
    }

    fn alike(&self, fabric: usize) -> usize {
        let of = |fabric: usize| (self.held[fabric], self.one_way[fabric]);
        (0..fabric).find(|&other| of(other) == of(fabric)).unwrap_or(fabric)
    }

    fn lacking(&self, fabric: usize, pieces: &[u64]) -> u64 {
        self.answer(fabric, pieces).lacking
    }

    fn is_too_little(&self, fabric: usize, pieces: &[u64]) -> bool {
        self.answer(fabric, pieces).too_little
    }

    fn shares(&self, fabric: usize) -> (Vec<u64>, u64) {
        /// What does not fit at all takes this much.
        const TOO_LARGE: u64 = 1 << 50;
        if let Held::Patches(most) = self.held[fabric] {
            return (vec![1; self.kinds.len()], most);
        }
        if let Held::Cells(most) = self.held[fabric] {
            return (self.kinds.iter().map(|kind| kind.cells).collect(), most);
        }
        // A part less and a part more make up for what a computer rounds.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cloth, and not negative"
        )]
        let whole = |takes: f64| ((takes * PARTS).floor() as u64).saturating_sub(1);
        let takes = |kind| self.least_of(fabric, kind).map_or(TOO_LARGE, whole);
        ((0..self.kinds.len()).map(takes).collect(), whole(self.most(fabric)) + 3)
    }
}

impl Held {
    /// What there is of a stock when something else takes a part of it.
    pub(in crate::plan) fn of(stock: FabricStock, taken: Inches) -> Self {
        match stock {
            FabricStock::Patches(most) => Held::Patches(most),
            FabricStock::Cells(most) => Held::Cells(most),
            FabricStock::Cloth { mm } => Held::Bolt { stock: Inches::of_mm(mm), taken },
            FabricStock::FatQuarters(count) => Held::Quarters(usize::try_from(count).unwrap_or(usize::MAX)),
        }
    }

    /// The length of a bolt that patches may take; none if it is no bolt.
    fn room(self, yardage: &YardageOptions, units: Units) -> Option<Inches> {
        let Held::Bolt { stock, taken } = self else { return None };
        let room = without_extra(stock, yardage.extra(), units);
        Some(if room > taken { room - taken } else { Inches::ZERO })
    }

    /// What patches are cut from, as the yardage is asked for it.
    pub(in crate::plan) fn cut_from(self, yardage: &YardageOptions, units: Units) -> CutFrom {
        match self {
            Held::Bolt { .. } => CutFrom::Length(self.room(yardage, units).unwrap_or_default()),
            Held::Quarters(count) => CutFrom::Quarters(without_percent(count, yardage.extra_pieces())),
            Held::Patches(_) | Held::Cells(_) => CutFrom::AsAsked,
        }
    }
}
