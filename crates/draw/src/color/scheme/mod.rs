//! Schemes: requirements on the fabrics beyond different fabrics for touching patches.
//!
//! A [`FabricWish`] is fulfilled by the [`FabricPlan`] or refused with a reason. A search that ends early is
//! reported as such.

mod arrange;
mod balanced;
mod facts;
mod fixed;
mod groups;
mod held;
mod photo;
mod pieces;
mod stash;
mod supply;
mod symmetric;
mod zones;

use super::coloring::balance;
use super::coloring::graph::Graph;
use super::coloring::search::{Budget, MOST_COLORS};
use super::coloring::task::Swap;
use super::{ColorError, Coloring, EFFORT, Fabric, FabricStock, Palette, Supply};
use crate::geometry::{Patchwork, Touch};
use fixed::{Changes, Chosen};
use piecework_tiling::tiling::Tiling;

pub use facts::{AlikeFabrics, FabricFacts, FixedFacts, PhotoFacts, SymmetryFacts, ZoneFacts};
pub use photo::{PhotoWish, Tones};
pub use pieces::{Pieces, Turn};
pub use zones::ZoneShape;

/// The default limit of fabrics in zones: four pairs, as in the quilts of 1987.
const MOST_IN_ZONES: usize = 8;

/// The scheme of the fabrics.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Scheme {
    /// As few as possible, used about equally by area.
    #[default]
    Fewest,
    /// Each for the same number of patches.
    Balanced,
    /// Limited by the amounts of a stash: fabrics by name.
    Stash(Vec<(String, FabricStock)>),
    /// Two fabrics for each zone, in the order of the palette.
    Zones {
        /// The shape of the zones.
        shape: ZoneShape,
        /// Whether half a turn of the quilt exchanges fabrics.
        exchanged: bool,
    },
    /// Some turn of the quilt exchanges fabrics.
    Symmetric,
    /// The fabric shows which piece of the puzzle a patch is.
    Kind,
    /// The fabric shows how a patch is turned and mirrored.
    Orientation,
    /// The fabric shows whether a patch is mirrored.
    Mirrored,
    /// The fabric most like the photo under a patch; patches that touch may match.
    Photo(PhotoWish),
    /// Decided already, patch by patch.
    Given(Box<FabricPlan>),
    /// Another scheme, with the fabrics of a stash and no more of each than it has.
    Within(Box<Scheme>, Vec<(String, FabricStock)>),
}

impl Scheme {
    /// Returns the stash that it keeps to; nothing if it keeps to none.
    pub fn stash(&self) -> &[(String, FabricStock)] {
        match self {
            Scheme::Stash(stash) | Scheme::Within(_, stash) => stash,
            _ => &[],
        }
    }

    /// Returns the same scheme for cloth that is bought.
    #[must_use]
    pub fn as_bought(&self) -> Self {
        match self {
            Scheme::Stash(_) => Scheme::default(),
            Scheme::Within(scheme, _) => Self::clone(scheme),
            other => other.clone(),
        }
    }

    /// Whether it shows a photo.
    pub fn is_photo(&self) -> bool {
        matches!(self, Scheme::Photo(_)) || matches!(self, Scheme::Within(scheme, _) if scheme.is_photo())
    }
}

/// Whether patches that touch may have one fabric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Touching {
    /// They always have different fabrics.
    #[default]
    MustDiffer,
    /// They may have the same: the scheme alone decides.
    MayMatch,
}

/// The number of fabrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum FabricCount {
    /// As few as the scheme needs; for zones as many as the palette has, up to eight.
    #[default]
    Fewest,
    /// Exactly this many, all used if there are enough patches.
    Exactly(usize),
    /// At most this many.
    AtMost(usize),
}

/// A scheme, and the number of fabrics.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricWish {
    /// The scheme.
    pub scheme: Scheme,
    /// The number of fabrics.
    pub count: FabricCount,
    /// Whether patches that touch may have one fabric.
    pub touching: Touching,
    /// Whether fabrics are chosen from the whole palette for contrast where patches touch, not in its order.
    /// Fabrics of a stash are never exchanged.
    pub by_contrast: bool,
    /// Patches by number, from 1 in reading order, whose fabric is given by name. A symmetry need not hold
    /// then.
    pub fixed: Vec<(usize, String)>,
    /// Other numbers give other plans of the scheme [`Scheme::Fewest`], and zones of patches that may match
    /// with ragged borders; 0 gives the usual plan.
    pub shuffle: u64,
    /// The search effort; see [`EFFORT`].
    pub effort: u64,
}

impl Default for FabricWish {
    fn default() -> Self {
        Self {
            scheme: Scheme::default(),
            count: FabricCount::default(),
            touching: Touching::default(),
            by_contrast: false,
            fixed: Vec::new(),
            shuffle: 0,
            effort: EFFORT,
        }
    }
}

/// The fabric of each patch.
#[derive(Debug, Clone, PartialEq)]
pub struct FabricPlan {
    /// The fabrics that are used.
    pub fabrics: Vec<Fabric>,
    /// The fabric of each patch: indices into `fabrics`, different for patches that touch, unless they may match
    /// or both were given the same.
    pub fabric_of: Vec<usize>,
    /// Whether fewer fabrics are proved to be impossible.
    pub minimal: bool,
    /// Statistics of the plan.
    pub facts: FabricFacts,
}

/// A coloring before it has fabrics.
struct Drawn {
    colors: Vec<usize>,
    count: usize,
    minimal: bool,
    facts: FabricFacts,
}

impl FabricPlan {
    /// Plans the fabrics of a patchwork.
    ///
    /// # Errors
    /// [`ColorError`] if the wish cannot be fulfilled, or if the search ended without an answer.
    pub fn choose(
        tiling: &Tiling,
        patchwork: &Patchwork,
        touch: Touch,
        palette: &Palette,
        wish: &FabricWish,
    ) -> Result<Self, ColorError> {
        Self::of_pieces(&Pieces::of(tiling, patchwork, touch), palette, wish)
    }

    /// Plans the fabrics of pieces.
    ///
    /// # Errors
    /// As [`FabricPlan::choose`].
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::{ColorError, FabricPlan, FabricWish, Palette, Pieces, Scheme, FabricStock};
    /// // Four squares around a point, of which those side by side touch.
    /// let pieces = Pieces {
    ///     neighbours: vec![vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2]],
    ///     cells: vec![1; 4],
    ///     kinds: vec![0; 4],
    ///     orientations: vec![0; 4],
    ///     mirrored: vec![0; 4],
    ///     middles: [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map(Into::into).to_vec(),
    ///     spots: Vec::new(),
    ///     size: (2.0, 2.0).into(),
    ///     turns: Vec::new(),
    /// };
    /// let grays = Palette::named("grays")?;
    /// let stash = |white, black| {
    ///     let stock = vec![("White".into(), FabricStock::Patches(white)), ("Black".into(), FabricStock::Patches(black))];
    ///     FabricWish { scheme: Scheme::Stash(stock), ..FabricWish::default() }
    /// };
    /// let plan = FabricPlan::of_pieces(&pieces, &grays, &stash(2, 2))?;
    /// assert_eq!(plan.fabric_of[0], plan.fabric_of[3]);
    /// let refused = FabricPlan::of_pieces(&pieces, &grays, &stash(3, 1)).unwrap_err();
    /// assert_eq!(refused, ColorError::StashUneven { fabrics: 1, most: 2, others: 1, needed: 4, unit: "patches" });
    /// # Ok::<(), ColorError>(())
    /// ```
    pub fn of_pieces(pieces: &Pieces, palette: &Palette, wish: &FabricWish) -> Result<Self, ColorError> {
        if let Scheme::Given(plan) = &wish.scheme {
            return Ok(Self::clone(plan));
        }
        if let Scheme::Within(_, stash) = &wish.scheme {
            return Self::counted(pieces, &palette.stocked(stash)?, palette, wish);
        }
        let (drawn, fabrics) = Self::drawn(pieces, palette, wish)?;
        Ok(finish(pieces, drawn, fabrics))
    }

    /// A plan before unused fabrics are dropped.
    fn drawn(
        pieces: &Pieces,
        palette: &Palette,
        wish: &FabricWish,
    ) -> Result<(Drawn, Vec<Fabric>), ColorError> {
        let is_photo = matches!(wish.scheme, Scheme::Photo(_));
        let planned = pieces.under(if is_photo { Touching::MayMatch } else { wish.touching });
        let planner = Planner::new(&planned, palette, wish)?;
        match &wish.scheme {
            Scheme::Photo(photo) => {
                let matched = photo::matched(pieces, palette, wish.count, photo)?;
                let facts = FabricFacts { photo: Some(matched.facts), ..FabricFacts::new("photo") };
                let count = matched.fabrics.len();
                let drawn = Drawn { colors: matched.colors, count, minimal: false, facts };
                planner.changed(drawn, matched.fabrics)
            }
            Scheme::Stash(stock) => planner.stash(stock),
            scheme => {
                let drawn = planner.drawn(scheme)?;
                let (drawn, fabrics) = planner.with_fabrics(drawn)?;
                planner.changed(drawn, fabrics)
            }
        }
    }
}

/// A plan of fabrics for a [`Supply`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SuppliedPlan {
    /// A plan within the supply, or the best plan found.
    pub plan: FabricPlan,
    /// After this many steps it is open whether a plan within the supply exists; this one exceeds it.
    pub undecided: Option<u64>,
}

impl FabricPlan {
    /// Plans with no more of each of `fabrics` than `supply` has; ignores the scheme of the wish.
    ///
    /// First exchanges fabrics in connected patches of two fabrics, up to 400 000 visits. Then searches
    /// exhaustively, with a twentieth of the effort of the wish (a 400th for large quilts).
    ///
    /// # Errors
    /// [`ColorError`] with the proof that the supply is not enough: patches that touch, or an exhausted
    /// search.
    pub fn supplied(
        pieces: &Pieces,
        fabrics: &[Fabric],
        wish: &FabricWish,
        supply: &dyn Supply,
    ) -> Result<SuppliedPlan, ColorError> {
        let planned = pieces.under(wish.touching);
        let graph = Graph::new(&planned.neighbours)?;
        let count = fabrics.len();
        let start = Coloring::with(&planned.neighbours, count, wish.effort)?.colors().to_vec();
        let chosen = Chosen::of(&wish.fixed, &graph, fabrics)?;
        let graph = chosen.must_differ(&graph);
        let found = supply::within(&graph, start, supply, &chosen, count, &mut Budget::new(wish.effort))?;
        let mut facts = FabricFacts::new("stash");
        facts.fix(&wish.fixed, fabrics, None);
        let drawn = Drawn { colors: found.colors, count, minimal: false, facts };
        Ok(SuppliedPlan { plan: finish(pieces, drawn, fabrics.to_vec()), undecided: found.undecided })
    }
}

/// Drops unused fabrics and adds the statistics.
fn finish(pieces: &Pieces, drawn: Drawn, fabrics: Vec<Fabric>) -> FabricPlan {
    let used = balance::usage(&drawn.colors, drawn.count, &vec![1; pieces.len()]);
    let number = |color: usize| used[..color].iter().filter(|&&used| used > 0).count();
    let fabric_of: Vec<usize> = drawn.colors.iter().map(|&color| number(color)).collect();
    let mut facts = drawn.facts;
    if let Some(symmetry) = &mut facts.symmetry {
        symmetry.name_fabrics(&fabrics);
    }
    let kept = fabrics.into_iter().zip(&used).filter(|(_, used)| **used > 0);
    let fabrics: Vec<Fabric> = kept.map(|(fabric, _)| fabric).collect();
    facts.look_at(&fabrics, &fabric_of, &pieces.neighbours);
    FabricPlan { fabrics, fabric_of, minimal: drawn.minimal, facts }
}

/// Data that every scheme needs.
struct Planner<'a> {
    pieces: &'a Pieces,
    graph: Graph,
    palette: &'a Palette,
    wish: &'a FabricWish,
    /// A coloring with as few colors as possible.
    fewest: Coloring,
}

impl<'a> Planner<'a> {
    fn new(pieces: &'a Pieces, palette: &'a Palette, wish: &'a FabricWish) -> Result<Self, ColorError> {
        let graph = Graph::new(&pieces.neighbours)?;
        let fewest = Coloring::fewest(&pieces.neighbours, wish.effort)?;
        Ok(Self { pieces, graph, palette, wish, fewest })
    }

    /// Large quilts get a smaller budget, so that they take about as long.
    fn budget(&self) -> Budget {
        let large = self.pieces.len() > balanced::EXACT_PIECES;
        Budget::new(if large { self.wish.effort / 20 } else { self.wish.effort })
    }

    fn drawn(&self, scheme: &Scheme) -> Result<Drawn, ColorError> {
        match scheme {
            Scheme::Balanced => self.balanced(),
            Scheme::Zones { shape, exchanged } => self.zones(*shape, *exchanged),
            Scheme::Symmetric => self.symmetric(),
            Scheme::Kind => self.groups("kind", &self.pieces.kinds),
            Scheme::Orientation => self.groups("orientation", &self.pieces.orientations),
            Scheme::Mirrored => self.groups("mirrored", &self.pieces.mirrored),
            Scheme::Fewest | Scheme::Stash(_) | Scheme::Photo(_) | Scheme::Given(_) | Scheme::Within(..) => {
                self.as_few()
            }
        }
    }

    /// Returns a coloring with this many colors, or the proof that none exists.
    fn with(&self, count: usize) -> Result<Coloring, ColorError> {
        Coloring::with(&self.pieces.neighbours, count, self.wish.effort)
    }

    /// Returns the fewest, or the number asked for; an error if that is too small.
    fn counted(&self) -> Result<Coloring, ColorError> {
        match self.wish.count {
            FabricCount::Exactly(count) => self.with(count),
            FabricCount::AtMost(most) if most < self.fewest.count() => self.with(most),
            FabricCount::AtMost(_) | FabricCount::Fewest => Ok(self.fewest.clone()),
        }
    }

    fn as_few(&self) -> Result<Drawn, ColorError> {
        let coloring = self.counted()?.balanced(&self.pieces.neighbours, &self.pieces.cells);
        Ok(self.plain("fewest", &coloring))
    }

    fn plain(&self, scheme: &'static str, coloring: &Coloring) -> Drawn {
        Drawn {
            colors: coloring.colors().to_vec(),
            count: coloring.count(),
            minimal: coloring.is_minimal(),
            facts: FabricFacts::new(scheme),
        }
    }

    /// With at most this many fabrics: the least difference in number, then the fewest fabrics.
    fn balanced(&self) -> Result<Drawn, ColorError> {
        let start = self.counted()?;
        let most = match self.wish.count {
            FabricCount::AtMost(most) => most.min(self.pieces.len()).max(start.count()),
            FabricCount::Exactly(_) | FabricCount::Fewest => start.count(),
        };
        let mut budget = self.budget();
        let mut best: Option<(balanced::Balanced, usize)> = None;
        for count in start.count()..=most {
            let colors = if count == start.count() { start.clone() } else { self.with(count)? };
            let found = balanced::balance(&self.graph, colors.colors().to_vec(), count, &mut budget);
            if best.as_ref().is_none_or(|(best, _)| found.difference < best.difference) {
                best = Some((found, count));
            }
            if best.as_ref().is_some_and(|(best, _)| best.difference <= 1) {
                break;
            }
        }
        let (found, count) = best.expect("one count was tried");
        let mut drawn = self.plain("balanced", &start);
        drawn.minimal &= count == start.count();
        drawn.facts.difference_at_least = Some(found.bound);
        Ok(Drawn { colors: found.colors, count, ..drawn })
    }

    /// One fabric for each zone.
    fn plain_zones(&self, shape: ZoneShape) -> Drawn {
        let usual = self.palette.fabrics().len().min(MOST_IN_ZONES);
        let count = match self.wish.count {
            FabricCount::Exactly(count) => count,
            FabricCount::AtMost(most) => usual.min(most),
            FabricCount::Fewest => usual,
        };
        let colors = zones::plain(self.pieces, shape, count, self.wish.shuffle);
        let facts = FabricFacts { groups: Some(count), ..FabricFacts::new("zones") };
        Drawn { colors, count, minimal: false, facts }
    }

    fn zones(&self, shape: ZoneShape, exchanged: bool) -> Result<Drawn, ColorError> {
        if self.wish.touching == Touching::MayMatch {
            return Ok(self.plain_zones(shape));
        }
        let even = |count: usize| count / 2 * 2;
        let usual = even(self.palette.fabrics().len()).min(MOST_IN_ZONES);
        let count = match self.wish.count {
            FabricCount::Exactly(count) => count,
            FabricCount::AtMost(most) => even(usual.min(most)),
            FabricCount::Fewest => usual.max(self.fewest.count().next_multiple_of(2)),
        };
        if count < 2 || !count.is_multiple_of(2) || count > MOST_COLORS {
            return Err(ColorError::NotPairs { asked: count });
        }
        self.with(count)?;
        let zones = count / 2;
        let mut budget = self.budget();
        let (turn, permutation) = if exchanged { self.half_turn(shape, zones)? } else { (None, Vec::new()) };
        let swap = turn.map(|turn| Swap { pieces: &turn.pieces, colors: &permutation });
        let zoned = zones::by_zone(self.pieces, &self.graph, (shape, zones), swap, &mut budget)?;
        let Some(zoned) = zoned else {
            let turns = turn.map(|turn| turn.name.clone()).into_iter().collect();
            return Err(ColorError::NotExchanged { least: count, most: count, turns });
        };
        let mut facts = FabricFacts::new("zones");
        facts.zones = Some(ZoneFacts { zones, moved: zoned.moved, moved_at_least: zoned.bound });
        facts.symmetry = turn.map(|turn| SymmetryFacts::new(&turn.name, &permutation));
        Ok(Drawn { colors: zoned.colors, count, minimal: false, facts })
    }

    fn half_turn(&self, shape: ZoneShape, zones: usize) -> Result<(Option<&Turn>, Vec<usize>), ColorError> {
        let turn = self.pieces.turns.iter().find(|turn| turn.is_half_turn).ok_or(ColorError::NoTurn)?;
        Ok((Some(turn), shape.exchanged(zones)))
    }

    fn symmetric(&self) -> Result<Drawn, ColorError> {
        let fewest = self.counted()?.count();
        let most = match self.wish.count {
            FabricCount::Exactly(_) => fewest,
            FabricCount::AtMost(most) => most,
            FabricCount::Fewest => self.palette.fabrics().len().max(fewest),
        };
        let found =
            symmetric::swapped(self.pieces, &self.graph, fewest..=most.min(MOST_COLORS), &mut self.budget())?;
        let mut facts = FabricFacts::new("symmetric");
        facts.symmetry = Some(SymmetryFacts::new(&self.pieces.turns[found.turn].name, &found.exchanged));
        let minimal =
            found.minimal && self.fewest.is_minimal() && !matches!(self.wish.count, FabricCount::Exactly(_));
        Ok(Drawn { colors: found.colors, count: found.count, minimal, facts })
    }

    fn groups(&self, scheme: &'static str, groups: &[usize]) -> Result<Drawn, ColorError> {
        let neighbours = &self.pieces.neighbours;
        let of = |count| groups::by_group(neighbours, groups, count, self.wish.effort);
        let mut found = match self.wish.count {
            FabricCount::Exactly(count) => of(Some(count))?,
            FabricCount::AtMost(_) | FabricCount::Fewest => of(None)?,
        };
        if let FabricCount::AtMost(most) = self.wish.count
            && found.count > most
        {
            found = of(Some(most))?;
        }
        let mut facts = FabricFacts::new(scheme);
        facts.groups = Some(found.groups);
        let fabrics = self.palette.fabrics().len();
        if found.count > fabrics && self.wish.count == FabricCount::Fewest {
            // Groups whose patches never touch share a fabric.
            let colors = groups::shared(neighbours, &found, fabrics, self.wish.effort)?;
            facts.repeated = Some(fabrics);
            return Ok(Drawn { colors, count: fabrics, minimal: false, facts });
        }
        Ok(Drawn { colors: found.colors, count: found.count, minimal: found.minimal, facts })
    }

    /// Returns the fabrics of the palette for a coloring.
    fn with_fabrics(&self, mut drawn: Drawn) -> Result<(Drawn, Vec<Fabric>), ColorError> {
        let first = self.palette.first(drawn.count)?;
        if !self.wish.by_contrast && drawn.facts.repeated.is_none() {
            return Ok((drawn, first.to_vec()));
        }
        let touching = facts::touching(&drawn.colors, &self.pieces.neighbours);
        let arranged = arrange::arrange(self.palette.fabrics(), drawn.count, &touching);
        drawn.facts.greatest_contrast_proved = Some(arranged.proved);
        let chosen = arranged.fabrics.iter().map(|&fabric| self.palette.fabrics()[fabric].clone());
        Ok((drawn, chosen.collect()))
    }

    fn stash(&self, stock: &[(String, FabricStock)]) -> Result<(Drawn, Vec<Fabric>), ColorError> {
        let (fabrics, amounts): (Vec<Fabric>, Vec<FabricStock>) =
            self.palette.stocked(stock)?.into_iter().unzip();
        if let Some((fabric, _)) = fabrics.iter().zip(&amounts).find(|(_, stock)| stock.is_cloth()) {
            return Err(ColorError::ClothNotCut { fabric: fabric.name.clone() });
        }
        let start = self.with(amounts.len())?;
        let colors = start.colors().to_vec();
        let chosen = Chosen::of(&self.wish.fixed, &self.graph, &fabrics)?;
        let stash = stash::Stash { stock: &amounts, cells: &self.pieces.cells, chosen: &chosen };
        let colors = stash::within(&self.graph, colors, &stash, &mut self.budget())?;
        let mut facts = FabricFacts::new("stash");
        facts.fix(&self.wish.fixed, &fabrics, None);
        Ok((Drawn { colors, count: amounts.len(), minimal: false, facts }, fabrics))
    }

    /// The plan with the fabrics that were given to single patches.
    fn changed(&self, drawn: Drawn, fabrics: Vec<Fabric>) -> Result<(Drawn, Vec<Fabric>), ColorError> {
        let FabricWish { fixed, .. } = self.wish;
        let shuffle = if matches!(self.wish.scheme, Scheme::Zones { .. }) { 0 } else { self.wish.shuffle };
        if fixed.is_empty() && shuffle == 0 {
            return Ok((drawn, fabrics));
        }
        let most = match self.wish.count {
            FabricCount::Exactly(count) | FabricCount::AtMost(count) => Some(count),
            FabricCount::Fewest => None,
        };
        let changes = Changes { palette: self.palette, fixed, shuffle, most };
        fixed::change(&self.graph, drawn, fabrics, &changes, &mut self.budget())
    }
}

#[cfg(test)]
mod tests;
