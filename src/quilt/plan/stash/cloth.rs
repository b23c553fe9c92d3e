//! Decides whether patches can be cut from the fabric at hand.
//!
//! Answers [`Supply`]: "enough" means enough for the strips of the yardage; "too little" holds for every way to fill strips.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::colour::{Stock, Supply};
use crate::quilt::plan::yardage::{
    Inches, Need, Size, YardageOptions, least_length, least_quarters, length_needed, quarters_needed,
    with_extra, with_percent,
};
use crate::quilt::units::Units;

/// How hard strips are packed where counting does not tell whether cloth is enough.
const EFFORT: usize = 3000;
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
pub(in crate::quilt::plan) enum Held {
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
    cells: u64,
}

/// Whether a number of patches can be cut.
#[derive(Debug, Clone, Copy)]
struct Answer {
    lacking: u64,
    too_little: bool,
}

/// All that is at hand.
pub(in crate::quilt::plan) struct Cloth {
    held: Vec<Held>,
    /// The kind of each patch.
    of_patch: Vec<usize>,
    kinds: Vec<PatchKind>,
    sizes: Vec<Size>,
    /// For each fabric what each size takes at the least: mm of the bolt, or fat quarters.
    least: Vec<Vec<Option<f64>>>,
    width: Inches,
    quarter: Size,
    percent: u32,
    units: Units,
    known: RefCell<BTreeMap<(usize, Vec<u64>), Answer>>,
}

impl Cloth {
    /// `cut` and `cells` say for each patch what it is cut into, and how many cells it has.
    pub(in crate::quilt::plan) fn of(
        held: Vec<Held>,
        cut: &[Vec<Size>],
        cells: &[u64],
        quarter: Size,
        units: Units,
        options: &YardageOptions,
    ) -> Self {
        let mut sizes: Vec<Size> = cut.iter().flatten().copied().collect();
        sizes.sort_unstable();
        sizes.dedup();
        let kind_of = |(cut, &cells): (&Vec<Size>, &u64)| {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for size in cut.iter().filter_map(|size| sizes.binary_search(size).ok()) {
                *counts.entry(size).or_default() += 1;
            }
            PatchKind { cut: counts.into_iter().collect(), cells }
        };
        let each: Vec<PatchKind> = cut.iter().zip(cells).map(kind_of).collect();
        let mut kinds = each.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let of_patch = each.iter().filter_map(|kind| kinds.binary_search(kind).ok()).collect();
        let count = |size: &Size| (*size, cut.iter().flatten().filter(|other| *other == size).count());
        let all: Vec<(Size, usize)> = sizes.iter().map(count).collect();
        let width = Inches::of(options.width_of_fabric);
        let least = |held: &Held| match held {
            Held::Quarters(_) => least_quarters(&all, quarter),
            _ => least_length(&all, width),
        };
        Self {
            least: held.iter().map(least).collect(),
            held,
            of_patch,
            kinds,
            sizes,
            width,
            quarter,
            percent: options.extra_percent,
            units,
            known: RefCell::default(),
        }
    }

    /// How much of a fabric patches take: all of its own kind, and what else is cut from it.
    pub(in crate::quilt::plan) fn needed(
        &self,
        fabric: usize,
        patches: &[u64],
        effort: usize,
    ) -> Option<Need<Inches>> {
        let Held::Bolt { taken, .. } = self.held[fabric] else { return None };
        let need = length_needed(&self.counts(patches), self.width, effort)?;
        let all = |length: Inches| with_extra(length + taken, self.percent, self.units);
        Some(Need { at_least: all(need.at_least), enough: all(need.enough) })
    }

    /// The same in fat quarters.
    pub(in crate::quilt::plan) fn quarters(&self, patches: &[u64], effort: usize) -> Option<Need<usize>> {
        let need = quarters_needed(&self.counts(patches), self.quarter, effort)?;
        let all = |count| with_percent(count, self.percent);
        Some(Need { at_least: all(need.at_least), enough: all(need.enough) })
    }

    /// How many patches of each kind have a fabric.
    pub(in crate::quilt::plan) fn used(&self, fabric_of: &[usize], fabric: usize) -> Vec<u64> {
        let mut used = vec![0; self.kinds.len()];
        let mine = self.of_patch.iter().zip(fabric_of).filter(|&(_, &of)| of == fabric);
        mine.for_each(|(&kind, _)| used[kind] += 1);
        used
    }

    /// The area that all patches take at least, each from the fabric that takes it best, and the area there is; in square
    /// mm, and only if all of it is cloth.
    pub(in crate::quilt::plan) fn areas(&self) -> Option<(f64, f64)> {
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
    pub(in crate::quilt::plan) fn fits_nowhere(&self) -> Option<usize> {
        let alone =
            |kind: usize| (0..self.kinds.len()).map(|other| u64::from(other == kind)).collect::<Vec<_>>();
        let nowhere = |&kind: &usize| (0..self.held.len()).all(|f| self.is_too_little(f, &alone(kind)));
        self.of_patch.iter().position(nowhere)
    }

    /// What there is for patches, in mm of the bolt or in fat quarters.
    fn most(&self, fabric: usize) -> f64 {
        let share = 100.0 / f64::from(100 + self.percent);
        match self.held[fabric] {
            Held::Patches(most) | Held::Cells(most) => most as f64,
            Held::Bolt { stock, taken } => (stock.mm() * share - taken.mm()).max(0.0),
            Held::Quarters(count) => (count as f64 * share + 1e-9).floor(),
        }
    }

    /// What a patch takes at least, in mm of the bolt or in fat quarters.
    fn least_of(&self, fabric: usize, kind: usize) -> Option<f64> {
        let cut = self.kinds[kind].cut.iter();
        cut.map(|&(size, count)| Some(self.least[fabric][size]? * count as f64)).sum()
    }

    fn counts(&self, patches: &[u64]) -> Vec<(Size, usize)> {
        let mut counts = vec![0; self.sizes.len()];
        for (kind, &patches) in self.kinds.iter().zip(patches) {
            let patches = usize::try_from(patches).unwrap_or(usize::MAX);
            kind.cut.iter().for_each(|&(size, count)| counts[size] += count * patches);
        }
        self.sizes.iter().copied().zip(counts).filter(|&(_, count)| count > 0).collect()
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
            Held::Bolt { stock, .. } => {
                let over = |length: Inches| if length > stock { (length - stock).over(EIGHTH) } else { 0 };
                self.tried(fabric, patches, |effort| {
                    let need = self.needed(fabric, patches, effort)?;
                    Some((over(need.at_least) as u64, over(need.enough) as u64))
                })
            }
            Held::Quarters(count) => self.tried(fabric, patches, |effort| {
                let need = self.quarters(patches, effort)?;
                let over = |needed: usize| needed.saturating_sub(count) as u64 * QUARTER;
                Some((over(need.at_least), over(need.enough)))
            }),
        }
    }

    /// First by counting, then by packing if that leaves it open. `over` gives what is lacking at least and at most.
    fn tried(&self, fabric: usize, patches: &[u64], over: impl Fn(usize) -> Option<(u64, u64)>) -> Answer {
        let Some((mut least, mut most)) = over(0) else {
            return Answer { lacking: HOPELESS, too_little: true };
        };
        if least == 0 && most > 0 {
            (least, most) = over(EFFORT).unwrap_or((least, most));
        }
        if most == 0 {
            return Answer { lacking: 0, too_little: false };
        }
        // Strips are used up in steps: what patches take by themselves tells one that is nearly enough from others.
        let alone = (0..patches.len()).map(|kind| {
            let takes = self.least_of(fabric, kind).unwrap_or(0.0) * patches[kind] as f64;
            if matches!(self.held[fabric], Held::Quarters(_)) {
                takes * QUARTER as f64
            } else {
                takes / EIGHTH.mm()
            }
        });
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cloth, and not negative"
        )]
        let alone = alone.sum::<f64>() as u64;
        Answer { lacking: most * most + 10 * alone + 1, too_little: least > 0 }
    }
}

impl Supply for Cloth {
    fn kinds(&self) -> &[usize] {
        &self.of_patch
    }

    fn alike(&self, fabric: usize) -> usize {
        self.held.iter().position(|held| *held == self.held[fabric]).unwrap_or(fabric)
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
    pub(in crate::quilt::plan) fn of(stock: Stock, taken: Inches) -> Self {
        match stock {
            Stock::Patches(most) => Held::Patches(most),
            Stock::Cells(most) => Held::Cells(most),
            Stock::Cloth { mm } => Held::Bolt { stock: Inches::of_mm(mm), taken },
            Stock::FatQuarters(count) => Held::Quarters(usize::try_from(count).unwrap_or(usize::MAX)),
        }
    }
}
