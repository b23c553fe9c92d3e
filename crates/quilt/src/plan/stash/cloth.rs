//! Decides whether patches can be cut from the fabric at hand.
//!
//! Answers [`Supply`]: "enough" means that a layout was found, and the yardage finds it again. "Too little"
//! holds however patches are nested on the grain: templates count by their area, rectangles by what they take
//! of a cloth at least.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::plan::yardage::{
    CutFrom, Inches, PatchCloth, Rectangles, Size, YardageOptions, least_length, least_quarters,
    length_needed, quarters_needed, with_extra, with_percent, without_extra, without_percent,
};
use crate::units::Units;
use piecework_draw::color::{Stock, Supply};

/// How hard simple strips are packed while fabrics are exchanged.
const EFFORT: usize = 3000;
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
    /// What each is cut into: which sizes, and how many of each.
    cut: Vec<(usize, usize)>,
    /// The same from a one-way print, by width and height.
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
    sizes: Vec<Size>,
    /// For each fabric what each kind takes at the least: mm of the bolt, or fat quarters; none if it does
    /// not fit.
    least: Vec<Vec<Option<f64>>>,
    width: Inches,
    quarter: Size,
    percent: u32,
    units: Units,
    known: RefCell<BTreeMap<(usize, Vec<u64>), Answer>>,
    /// For how many amounts strips of several sizes may still be looked for.
    looks: Cell<usize>,
}

impl Cloth {
    /// What there is of each fabric, and whether its print is one-way. `cut` and `cells` say for each patch
    /// what it is cut from, and how many cells it has.
    pub(in crate::plan) fn of(
        held: Vec<(Held, bool)>,
        cut: &[PatchCloth],
        cells: &[u64],
        quarter: Size,
        units: Units,
        options: &YardageOptions,
    ) -> Self {
        let (held, one_way): (Vec<Held>, Vec<bool>) = held.into_iter().unzip();
        let all = cut.iter().flat_map(|cloth| cloth.sizes.iter().chain(&cloth.upright));
        let mut sizes: Vec<Size> = all.copied().collect();
        sizes.sort_unstable();
        sizes.dedup();
        let counted = |cut: &[Size]| {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for size in cut.iter().filter_map(|size| sizes.binary_search(size).ok()) {
                *counts.entry(size).or_default() += 1;
            }
            counts.into_iter().collect()
        };
        let kind_of = |(cut, &cells): (&PatchCloth, &u64)| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an area of cloth")]
            let template_mm2 = cut.template_mm2.map(|mm2| mm2.floor() as u64);
            PatchKind { cut: counted(&cut.sizes), upright: counted(&cut.upright), cells, template_mm2 }
        };
        let each: Vec<PatchKind> = cut.iter().zip(cells).map(kind_of).collect();
        let mut kinds = each.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let of_patch = each.iter().filter_map(|kind| kinds.binary_search(kind).ok()).collect();
        let mut cloth = Self {
            held,
            one_way,
            of_patch,
            kinds,
            sizes,
            least: Vec::new(),
            width: Inches::of(options.width_of_fabric),
            quarter,
            percent: options.extra_percent,
            units,
            known: RefCell::default(),
            looks: Cell::new(MOST_LOOKS),
        };
        cloth.least = (0..cloth.held.len()).map(|fabric| cloth.least_shares(fabric)).collect();
        cloth
    }

    /// What each kind takes of a fabric at the least: templates by their area, rectangles by the best way of
    /// counting.
    fn least_shares(&self, fabric: usize) -> Vec<Option<f64>> {
        let all = self.counts(fabric, &vec![1; self.kinds.len()]).sizes;
        let (rectangles, area) = match self.held[fabric] {
            Held::Quarters(_) => {
                (least_quarters(&all, self.quarter), self.quarter.0.mm() * self.quarter.1.mm())
            }
            _ => (least_length(&all, self.width), self.width.mm()),
        };
        let of_size = |size: usize| {
            let place = all.iter().position(|(of, _)| *of == self.sizes[size])?;
            rectangles[place].filter(|_| self.fits(fabric, self.sizes[size]))
        };
        let of_kind = |kind: &PatchKind| -> Option<f64> {
            let cut = self.cut(fabric, kind).iter();
            let cut = cut.map(|&(size, count)| Some(of_size(size)? * count as f64));
            let rectangles = cut.sum::<Option<f64>>()?;
            Some(kind.template_mm2.map_or(rectangles, |mm2| mm2 as f64 / area))
        };
        self.kinds.iter().map(of_kind).collect()
    }

    /// Whether a rectangle fits on the cloth of a fabric, if it is the only one.
    fn fits(&self, fabric: usize, (short, long): Size) -> bool {
        let (a, b) = match self.held[fabric] {
            Held::Bolt { .. } => (self.width, self.room(fabric)),
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
        self.held[fabric].room(self.percent, self.units).unwrap_or_default()
    }

    /// How much of a fabric patches need, with what else is cut from it: what a layout takes that was found.
    pub(in crate::plan) fn needed(&self, fabric: usize, patches: &[u64], effort: usize) -> Option<Inches> {
        let Held::Bolt { taken, .. } = self.held[fabric] else { return None };
        let length = length_needed(&self.counts(fabric, patches), self.width, effort, self.goal(fabric))?;
        Some(with_extra(length + taken, self.percent, self.units))
    }

    /// The length for which strips of several sizes are looked for, while that may be done.
    fn goal(&self, fabric: usize) -> Inches {
        if self.looks.get() == 0 { Inches::eighths(u32::MAX) } else { self.room(fabric) }
    }

    /// The same in fat quarters, of which there are `count`.
    pub(in crate::plan) fn quarters(
        &self,
        (fabric, count): (usize, usize),
        patches: &[u64],
        effort: usize,
    ) -> Option<usize> {
        let goal = if self.looks.get() == 0 { usize::MAX } else { without_percent(count, self.percent) };
        let cut = quarters_needed(&self.counts(fabric, patches), self.quarter, effort, goal)?;
        Some(with_percent(cut, self.percent))
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
        let quarter = self.quarter.0.mm() * self.quarter.1.mm();
        let mut found = 0.0;
        let mut least = vec![f64::INFINITY; self.kinds.len()];
        for (fabric, held) in self.held.iter().enumerate() {
            let across = match held {
                Held::Bolt { .. } => self.width.mm(),
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

    /// What there is for patches, in mm of the bolt or in fat quarters.
    fn most(&self, fabric: usize) -> f64 {
        match self.held[fabric] {
            Held::Patches(most) | Held::Cells(most) => most as f64,
            Held::Bolt { .. } => self.room(fabric).mm(),
            Held::Quarters(count) => without_percent(count, self.percent) as f64,
        }
    }

    /// What a patch takes at least, in mm of the bolt or in fat quarters.
    fn least_of(&self, fabric: usize, kind: usize) -> Option<f64> {
        self.least[fabric][kind]
    }

    fn counts(&self, fabric: usize, patches: &[u64]) -> Rectangles {
        let mut counts = vec![0; self.sizes.len()];
        for (kind, &patches) in self.kinds.iter().zip(patches) {
            let patches = usize::try_from(patches).unwrap_or(usize::MAX);
            self.cut(fabric, kind).iter().for_each(|&(size, count)| counts[size] += count * patches);
        }
        let sizes = self.sizes.iter().copied().zip(counts).filter(|&(_, count)| count > 0).collect();
        Rectangles { sizes, upright: self.one_way[fabric] }
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
                let needed = self.needed(fabric, patches, EFFORT)?;
                Some(if needed > stock { (needed - stock).over(EIGHTH) as u64 } else { 0 })
            }),
            Held::Quarters(count) => self.tried(fabric, patches, || {
                let needed = self.quarters((fabric, count), patches, EFFORT)?;
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
    pub(in crate::plan) fn of(stock: Stock, taken: Inches) -> Self {
        match stock {
            Stock::Patches(most) => Held::Patches(most),
            Stock::Cells(most) => Held::Cells(most),
            Stock::Cloth { mm } => Held::Bolt { stock: Inches::of_mm(mm), taken },
            Stock::FatQuarters(count) => Held::Quarters(usize::try_from(count).unwrap_or(usize::MAX)),
        }
    }

    /// The length of a bolt that patches may take; none if it is no bolt.
    fn room(self, percent: u32, units: Units) -> Option<Inches> {
        let Held::Bolt { stock, taken } = self else { return None };
        let room = without_extra(stock, percent, units);
        Some(if room > taken { room - taken } else { Inches::ZERO })
    }

    /// What patches are cut from, as the yardage is asked for it.
    pub(in crate::plan) fn cut_from(self, percent: u32, units: Units) -> CutFrom {
        match self {
            Held::Bolt { .. } => CutFrom::Length(self.room(percent, units).unwrap_or_default()),
            Held::Quarters(count) => CutFrom::Quarters(without_percent(count, percent)),
            Held::Patches(_) | Held::Cells(_) => CutFrom::AsAsked,
        }
    }
}
