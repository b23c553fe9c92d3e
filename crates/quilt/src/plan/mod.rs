//! Everything that is decided about a quilt, before any page is laid out.
//!
//! [`QuiltPlan::new`] decides patches, fabrics, templates, seams, steps and yardage. Pages only read the
//! plan; other programs read it as JSON and can sew the quilt from that alone.

mod assembly;
mod buying;
mod check;
mod comparison;
mod cut_patches;
mod design;
mod edge;
mod edge_cloth;
mod equal_blocks;
pub(super) mod error;
mod finish;
mod form;
mod fused;
mod half_squares;
mod joining;
mod matching;
mod one_package;
pub(super) mod options;
mod order;
mod package_share;
mod pairs;
pub(super) mod paper;
pub mod piecing;
mod pressing;
mod prints;
mod quilting;
mod regroup;
mod repeats;
mod scallops;
mod share;
mod skill;
mod stash;
mod straight;
mod summary;
pub mod yardage;

use piecework_draw::color::{FabricPlan, Photo, Scheme};
use piecework_tiling::lattice::Cell;
use piecework_tiling::tiling::Tiling;

use cut_patches::CutPatches;
use error::QuiltError;
use options::{Method, PatternPages, QuiltOptions};

pub(super) use assembly::Assembly;
pub use assembly::{AssemblyStep, AssemblySteps, ClosedEnd, LeftOpen, RowStep, SeamAlong, UnitSeamStep};
pub(crate) use check::border_for_bed;
pub use check::{cell_for_precut, check_fabric, fit_to_bed};
pub(crate) use comparison::MOST_TURNS;
pub use comparison::{MethodAdvice, MethodRow, MethodTable};
pub(super) use design::Design;
pub use design::{FabricNeed, SewnUnit, TemplateUse};
pub use edge::{Filler, FillerTemplate, TopEdge};
pub use error::{EdgesTake, StashError};
pub use finish::{EdgeFinish, Quilting};
pub use fused::{ChartRow, Fused, FusedSection};
pub use half_squares::{HalfSquarePair, HalfSquares, UnitsFrom};
pub use joining::{Bend, BendKind, Joint, JointSeam, OpenEnd, SewingOrder, sewing_order};
pub(super) use matching::MatchPoint;
pub use matching::PatchMatch;
pub use pairs::AlikePairs;
pub use pressing::PressToward;
pub use quilting::QuiltingLine;
pub(crate) use quilting::echo_distance;
pub(crate) use regroup::patches_as_sewn;
pub(crate) use repeats::CENTER;
pub use repeats::{PartColoring, PartKind, PartOf, RepeatedPart, RepeatedPiece, Repeats};
pub use scallops::Scallops;
pub(crate) use scallops::scalloped;
pub use skill::{Skill, SkillLevel};
pub use stash::{Amount, StashPart, StashRow};
pub use straight::{
    CornerCut, CutAway, FoundationRow, RectangleRow, RectangleUse, StepRow, StraightFigures, StraightSeams,
};
pub use summary::QuiltSummary;

/// The most patches of a quilt. A pattern has a card for each step: these are a booklet of a thousand pages,
/// planned in a minute.
pub(crate) const MOST_PATCHES: usize = 6000;

/// A quilt with everything decided.
///
/// As JSON it has the keys `puzzle`, `quilt` (the summary), `patches`, and for straight seams `plan`,
/// `rectangles`, `steps` and `foundations`.
///
/// # Examples
/// ```
/// use piecework_quilt::{QuiltOptions, QuiltPlan};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two L trominoes", &grids[0])?;
/// let plan = QuiltPlan::new(&tiling, &QuiltOptions::default())?;
/// assert_eq!((plan.patches.len(), plan.summary.set_in_corners), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, serde::Serialize)]
#[non_exhaustive]
pub struct QuiltPlan {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The quilt in numbers.
    #[serde(rename = "quilt")]
    pub summary: QuiltSummary,
    /// Every patch, in reading order.
    pub patches: Vec<PlannedPatch>,
    /// The plan of straight seams, if the quilt is sewn with these.
    #[serde(flatten)]
    pub straight: Option<StraightSeams>,
    /// The quilting as one line, if a way to quilt was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quilting: Option<QuiltingLine>,
    /// What is repeated, if the quilt has blocks of which at least half are equal to others: what is made how often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeats>,
    /// The photo that it shows, if it does.
    #[serde(skip)]
    pub(super) photo: Option<Photo>,
    /// The order in which whole patches are sewn, if they are.
    #[serde(skip)]
    pub(super) order: Option<SewingOrder>,
    /// Patches, fabrics and templates.
    #[serde(skip)]
    pub(super) design: Design,
}

/// One patch of the quilt top, before it is cut into rectangles or strips.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PlannedPatch {
    /// Its number in reading order, from 1.
    pub patch: usize,
    /// The name of its piece.
    pub piece: String,
    /// The name of its fabric.
    pub fabric: String,
    /// Its cells, as columns and rows of the letter grid that draws the tiling, from 0.
    pub cells: Vec<(i32, i32)>,
}

impl QuiltPlan {
    /// Plans the quilt of a tiling.
    ///
    /// # Units
    /// All lengths of `options` are in mm.
    ///
    /// # Errors
    /// [`QuiltError::TooManyPatches`], [`QuiltError::TopInParts`]; [`QuiltError::Geometry`] for a piece with a notch that closes under
    /// the seam allowance, [`QuiltError::Yardage`] for a piece that is wider than the fabric,
    /// [`QuiltError::Stopped`] if the stop flag of `options` was raised,
    /// [`QuiltError::Piecing`] for a quilt without straight seams, [`QuiltError::Color`] and
    /// [`QuiltError::Stash`] for too few fabrics or too little of one.
    pub fn new(tiling: &Tiling, options: &QuiltOptions) -> Result<Self, QuiltError> {
        if tiling.placements().is_empty() {
            return Err(QuiltError::NoPatches);
        }
        let options = &prints::with_piles(tiling, options.with_background(tiling.lattice()))?;
        let mut planned = Self::regrouped(tiling, options, true)?;
        if let Scheme::Photo(wish) = &options.coloring.scheme.as_bought() {
            planned.photo = Some(wish.photo.clone());
        }
        if planned.photo.is_some() || planned.summary.fused.is_some() {
            planned.summary.chart = fused::chart(&planned.design);
        }
        Ok(planned)
    }

    /// What a quilt comes to, without the order in which whole patches are sewn.
    ///
    /// # Errors
    /// As [`QuiltPlan::new`].
    pub(crate) fn counted(tiling: &Tiling, options: &QuiltOptions) -> Result<QuiltSummary, QuiltError> {
        let options = &prints::with_piles(tiling, options.with_background(tiling.lattice()))?;
        Ok(Self::regrouped(tiling, options, false)?.summary)
    }

    /// Plans the quilt of a tiling of which neighbors of one fabric may be joined.
    fn regrouped(tiling: &Tiling, options: &QuiltOptions, is_sewn: bool) -> Result<Self, QuiltError> {
        let Some(chosen) = regroup::fabrics(tiling, options)? else {
            return Self::of_patches(tiling, options, is_sewn);
        };
        let joined = |fabrics: FabricPlan| {
            let (whole, as_sewn) = regroup::regrouped(tiling, options, fabrics)?;
            Some(Self::of_patches(&whole, &as_sewn, is_sewn))
        };
        match joined(chosen) {
            // A patch that is wider than the fabric stays in parts.
            None | Some(Err(QuiltError::Yardage(_))) if options.method == Method::Straight => {
                Self::of_patches(tiling, options, is_sewn)
            }
            // The stash has more of other fabrics, by what patches take that are not joined.
            Some(Err(QuiltError::Stash(error))) => {
                let Ok(apart) = Self::of_patches(tiling, options, is_sewn) else { return Err(error.into()) };
                let fabrics = apart.design.fabric_plan();
                Ok(joined(fabrics).and_then(Result::ok).unwrap_or(apart))
            }
            Some(planned) => planned,
            None => Self::of_patches(tiling, options, is_sewn),
        }
    }

    /// Plans the quilt of a tiling whose pieces are its patches; other methods and the order of whole patches only if it is to be sewn.
    fn of_patches(tiling: &Tiling, options: &QuiltOptions, is_sewn: bool) -> Result<Self, QuiltError> {
        let found = tiling.placements().len();
        if found > MOST_PATCHES {
            return Err(QuiltError::TooManyPatches { found, allowed: MOST_PATCHES });
        }
        let mut covered: Vec<Cell> =
            tiling.placements().iter().flat_map(|laid| laid.cells.iter().copied()).collect();
        covered.sort_unstable();
        check::check_connected(tiling.lattice(), &covered, options)?;
        let is_planned = options.method == Method::Straight && !CutPatches::are_on(tiling.lattice());
        let plan = is_planned.then(|| straight::plan(tiling, options)).transpose()?;
        let design = Design::new(tiling, plan.as_ref(), options)?;
        let order = match (&plan, &design.cut) {
            (Some(_), _) => None,
            _ if !is_sewn => None,
            (None, Some(cut)) => cut.order(&design.patchwork, &options.stop)?,
            (None, None) if options.method == Method::Fused || design.is_chart() => None,
            (None, None) => Some(whole_patches(tiling, &design)?),
        };
        let compared = || comparison::compare(&design, plan.as_ref(), order.as_ref());
        let methods = if is_sewn { compared()? } else { MethodTable::default() };
        let straight = plan.map(|plan| StraightSeams::new(&design, plan, methods.least_rectangles));
        let mut straight = straight.transpose()?;
        if let Some(StraightSeams { plan, pairs, .. }) = &mut straight {
            buying::keep_strip_sets(&design, plan, pairs)?;
        }
        let mut summary = summary::summary(&design, straight.as_ref(), order.as_ref(), methods)?;
        options.stop.check()?;
        if let Some(packages) = summary.yardage.packages.as_mut().filter(|_| is_sewn) {
            one_package::find(tiling, options, straight.as_ref().map(|seams| &seams.plan), packages);
            packages.straight_cell = one_package::straight_cell(tiling, options, packages.precut)?;
        }
        options.stop.check()?;
        let quilting =
            options.quilting.filter(|_| is_sewn).map(|way| QuiltingLine::new(&design, way)).transpose()?;
        let repeats = match (&straight, &order) {
            _ if !is_sewn => None,
            (Some(seams), _) => Repeats::of(&seams.cloth, &seams.order),
            (None, Some(order)) => Repeats::of(&design, order),
            (None, None) => None,
        };
        if let (Some(repeats), Some(seams)) = (&repeats, &mut straight) {
            repeats.name_rectangles(seams, &mut summary.yardage);
        }
        let (puzzle, patches) = (design.title().to_owned(), patches(&design));
        Ok(Self { puzzle, summary, patches, straight, quilting, repeats, photo: None, order, design })
    }

    /// Returns what was asked for.
    pub fn options(&self) -> &QuiltOptions {
        &self.design.options
    }

    /// Returns the name of what is printed true to size: that of its file, and of what pages call it.
    pub fn true_size_name(&self) -> &'static str {
        match &self.straight {
            None if self.summary.fused.is_none() => self.design.cut_out_name(),
            Some(seams) if seams.figures.foundations > 0 => StraightSeams::PAPERS,
            _ => "seam-test",
        }
    }

    /// What is repeated, if the pattern shows no more than that.
    pub(super) fn shows_repeats_only(&self) -> bool {
        self.repeats.is_some() && self.options().pages == PatternPages::Usual
    }

    /// Returns the number of sewing steps before the border is sewn on.
    pub(super) fn steps(&self) -> usize {
        self.steps_of_patches() + self.summary.edge.as_ref().map_or(0, TopEdge::steps)
    }

    /// Returns the number of steps in which the patches are sewn together, without what fills the edge.
    pub(super) fn steps_of_patches(&self) -> usize {
        if let Some(repeats) = &self.repeats {
            return repeats.parts.len();
        }
        let rows = self.summary.fused.as_ref().map_or(self.summary.row_steps.len(), Fused::steps);
        let whole = self.summary.assembly.as_ref().map_or(rows, |assembly| assembly.steps.len());
        self.straight.as_ref().map_or(whole, |straight| straight.steps.len())
    }

    /// Returns the order in which whole patches or the rectangles of a plan are sewn, with the names that its
    /// steps use.
    pub(super) fn assembly(&self) -> Option<Assembly<'_>> {
        match &self.straight {
            Some(seams) => Some(Assembly { design: &seams.cloth, order: &seams.order }),
            None => self.order.as_ref().map(|order| Assembly { design: &self.design, order }),
        }
    }
}

/// The order in which whole patches are sewn, block by block where they lie in blocks that are equal.
fn whole_patches(tiling: &Tiling, design: &Design) -> Result<SewingOrder, QuiltError> {
    let QuiltOptions { piecing, cell, stop, method, .. } = &design.options;
    let in_blocks = || match piecing::OnPoint::of(tiling, piecing) {
        Some(grid) => Some(grid.forms(tiling)),
        None => piecing::blocks(tiling, piecing, stop),
    };
    let pairs = half_squares::units(design).into_values().collect();
    let units = joining::Units::new(tiling, &design.patchwork, pairs);
    match (*method == Method::Templates).then(in_blocks).flatten() {
        Some(rows) => joining::order_in_blocks((&units, &design.patchwork), &rows, *cell, stop),
        None => joining::order_of_units(&units, &design.patchwork, *cell, stop),
    }
}

fn patches(design: &Design) -> Vec<PlannedPatch> {
    let patches = design.whole.placements().iter().zip(design.fabric_of_patches()).enumerate();
    let planned = patches.map(|(index, (placement, fabric))| PlannedPatch {
        patch: index + 1,
        piece: design.whole.piece_of(placement).name.clone(),
        fabric: design.fabrics[fabric].name.clone(),
        cells: placement.cells.iter().map(|&cell| design.whole.lattice().text_place(cell)).collect(),
    });
    planned.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::piecing::PiecingError;
    use super::*;
    use piecework_tiling::fault::Fault as _;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::stop::{StopFlag, Stopped};
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn planning_ends_where_it_is_when_its_flag_is_raised() {
        let grids = read_letter_grids(Lattice::Square, "AABCC\nABBDC\nEEDDC", &Limits::default());
        let tiling = infer_from_grid("five", &grids.expect("a good grid")[0]).expect("a good tiling");
        for method in [Method::Templates, Method::Straight, Method::EnglishPaper] {
            let planned = |raised: bool| {
                let stop = StopFlag::when(Arc::new(AtomicBool::new(raised)));
                QuiltPlan::new(&tiling, &QuiltOptions { method, stop, ..QuiltOptions::default() })
            };
            assert!(planned(false).is_ok(), "{method:?}");
            let stopped = planned(true).map_err(|error| match error {
                QuiltError::Stopped(stopped) | QuiltError::Piecing(PiecingError::Stopped(stopped)) => {
                    Some(stopped)
                }
                _ => None,
            });
            assert_eq!(stopped.err(), Some(Some(Stopped::Raised)), "{method:?}");
        }
        let patchwork = piecework_draw::geometry::Patchwork::trace(&tiling, 10.0).expect("a patchwork");
        let raised = StopFlag::when(Arc::new(AtomicBool::new(true)));
        assert_eq!(joining::sewing_order_until(&patchwork, 2, &raised), Err(Stopped::Raised));
    }

    #[test]
    fn pages_end_where_they_are_when_their_flag_is_raised() {
        let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("two", &grids[0]).expect("a good tiling");
        let flag = Arc::new(AtomicBool::new(false));
        let options = QuiltOptions { stop: StopFlag::when(Arc::clone(&flag)), ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("nothing stops it yet");
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = crate::Pattern::from_plan(plan).expect_err("the flag is raised");
        assert_eq!(stopped.code(), Stopped::Raised.code());
    }
}
