//! Decides everything about a quilt that can be known before its tiling is, and lays out its top.
//!
//! [`prepare`] refuses what cannot be sewn, and chooses cell, seams, fabric and how it is cut. [`PreparedQuilt::job`] plans
//! the quilt of a tiling, and [`files`](crate::files) makes its files.

use super::piecing::{Objective, Outside, PiecingOptions, needs_rows};
use super::settings::{Borders, FatQuarters, PrecutChoice};
use super::yardage::{BorderCorners, Inches, Prints, YardageOptions};
use super::{
    EdgeFinish, Method, QuiltError, QuiltNote, QuiltOptions, QuiltPlan, QuiltRequest, cell_for_precut,
    check_fabric, fit_to_bed,
};
use piecework_draw::color::{Fabric, FabricStock, read_stash};
use piecework_draw::geometry::{Bounds, Dimensions, Outline};
use piecework_draw::layout;
use piecework_draw::options::{FabricRequest, FabricScheme, Options as _, PatchFabric, flag};
use piecework_solve::{Followed, SolveOptions, follow};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::length::Length;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError};
use piecework_tiling::setting::{NoEffect, OptionError};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{BetweenBlocks, Blocks, Tiling, infer_tiling};

/// Options that only plans of rectangles have.
const RECTANGLES_ONLY: [&str; 6] =
    ["objective", "block", "y_seams", "keep_seams", "background", "foundations"];

/// A quilt of which everything is decided but what its tiling decides.
#[derive(Debug, Clone)]
pub struct PreparedQuilt {
    pub(super) request: QuiltRequest,
    options: QuiltOptions,
    limits: Limits,
    /// The name of the puzzle of the whole quilt.
    pub(super) puzzle: String,
}

/// The quilt of a tiling: everything that its files are made from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct QuiltJob<'a> {
    pub(super) wanted: &'a PreparedQuilt,
    /// Everything that is decided.
    pub plan: QuiltPlan,
}

/// The top of a quilt: the tiling itself, one that follows a photo, or blocks with sashing between.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct QuiltTop {
    /// The whole quilt.
    pub tiling: Tiling,
    /// What is asked for of the fabrics of its patches: sashing has the last of the palette or the stash, cornerstones
    /// the first, unless the request says another.
    pub fabrics: FabricRequest,
    /// What was done that is worth a note.
    pub note: Option<String>,
}

/// Decides everything about a quilt before the tiling of its puzzle is known, and refuses what cannot be.
///
/// # Errors
/// [`OptionError`] for options that contradict each other or change nothing, [`PuzzleError::RegionTooLarge`] for more blocks
/// than `limits` allow, and errors of the room whose rule a cell, a paper or a fabric breaks.
///
/// # Examples
/// ```
/// use piecework_quilt::{QuiltFileOptions, QuiltRequest, files, prepare};
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
///
/// let limits = Limits::default();
/// let tiling = infer_from_grid("two L trominoes", &read_letter_grids(Lattice::Square, "AAB\nABB", &limits)?[0])?;
/// let mut request = QuiltRequest::default();
/// request.cell = Some("3in".parse()?);
/// let quilt = prepare(&request, tiling.puzzle(), &limits)?;
/// let job = quilt.job(&tiling)?;
/// assert_eq!(job.plan.summary.set_in_corners, 2);
/// let files = files(&job, &QuiltFileOptions { stem: "two-l", ..QuiltFileOptions::default() })?;
/// assert!(files.iter().any(|file| file.name == "two-l-quilt.svg"));
/// # Ok::<(), piecework_tiling::error::Error>(())
/// ```
pub fn prepare(request: &QuiltRequest, puzzle: &Puzzle, limits: &Limits) -> Result<PreparedQuilt, Error> {
    let whole = blocks(request, puzzle, limits)?.map(|blocks| blocks.puzzle(puzzle)).transpose()?;
    let puzzle = whole.as_ref().map_or(puzzle, |whole| whole);
    let options = options(request, puzzle)?;
    match options.method {
        Method::Templates | Method::EnglishPaper => {
            Outline::try_allowance(puzzle, options.cell, options.seam_allowance)?;
        }
        Method::Straight => {
            needs_rows(puzzle.lattice(), puzzle.region().cells()).map_err(QuiltError::from)?;
            refuse_for_rows(request, puzzle)?;
        }
        Method::Fused if !puzzle.lattice().is_rectilinear() => {
            let reason = "interfacing has a grid of squares, and the cells of this quilt are no squares";
            return Err(OptionError::no_effect("--method fused", reason).into());
        }
        Method::Fused => {}
    }
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(puzzle.region(), options.cell)?;
    let name = puzzle.name().to_owned();
    Ok(PreparedQuilt { request: request.clone(), options, limits: limits.clone(), puzzle: name })
}

impl PreparedQuilt {
    /// Stops planning and writing when the flag is raised.
    #[must_use]
    pub fn until(mut self, stop: StopFlag) -> Self {
        self.options.stop = stop;
        self
    }

    /// Plans the quilt of a tiling.
    ///
    /// # Errors
    /// As [`QuiltRequest::top`] and [`PreparedQuilt::plan`].
    pub fn job(&self, tiling: &Tiling) -> Result<QuiltJob<'_>, Error> {
        self.plan(&self.request.top(tiling, &self.limits, &self.options.stop)?)
    }

    /// Plans the quilt of a top that is laid out.
    ///
    /// # Errors
    /// As [`QuiltPlan::new`], and as [`prepare`] for a size that cells which stayed empty change.
    pub fn plan(&self, top: &QuiltTop) -> Result<QuiltJob<'_>, Error> {
        let mut options = self.options.clone();
        if self.request.size.is_some() && !top.tiling.gaps().is_empty() {
            // Cells that stayed empty may be at the edge: the size is that of what is sewn.
            let groups = top.tiling.placements().iter().map(|laid| laid.cells.clone());
            let sewn = infer_tiling(&self.puzzle, top.tiling.lattice(), groups)?;
            options = QuiltOptions { stop: options.stop, ..self::options(&self.request, sewn.puzzle())? };
        }
        options.coloring.fixed = top.fabrics.wish()?.fixed;
        Ok(QuiltJob { wanted: self, plan: QuiltPlan::new(&top.tiling, &options)? })
    }
}

impl QuiltJob<'_> {
    /// Returns what a person should know before hundreds of pages are laid out: options without effect, and a method that
    /// takes less work.
    pub fn warnings(&self) -> Vec<String> {
        let (request, plan) = (&self.wanted.request, &self.plan);
        let mut warnings = Vec::new();
        if plan.summary.edge.is_none() && request.is_set("edge") && request.edge != EdgeFinish::Fillers {
            warnings.push("the quilt is a rectangle, so --edge has no effect".to_owned());
        }
        if request.method == Method::Straight && request.is_set("cutting") {
            warnings.push(
                "rectangles are cut from strips, so --cutting has no effect with --method straight"
                    .to_owned(),
            );
        }
        for name in &plan.options().one_way {
            if plan.summary.fabrics.iter().all(|fabric| fabric.name != *name) {
                warnings.push(format!("no patch is cut from {name}, so --one-way has no effect on it"));
            }
        }
        warnings.extend(plan.summary.methods.advice.iter().map(|advice| advice.in_words()));
        warnings
    }

    /// Returns what a quilter should know of the plan, as [`notes`](crate::notes).
    pub fn notes(&self) -> Vec<QuiltNote> {
        super::notes(&self.plan)
    }
}

impl QuiltRequest {
    /// Lays out the top of a quilt; `stop` ends the search for one that follows a photo.
    ///
    /// # Errors
    /// [`OptionError`] for a board that cannot be a block, [`PuzzleError::RegionTooLarge`],
    /// [`SolverError`](piecework_solve::SolverError) for pieces that cannot be exchanged, and
    /// [`Stopped`](piecework_tiling::stop::Stopped).
    pub fn top(&self, tiling: &Tiling, limits: &Limits, stop: &StopFlag) -> Result<QuiltTop, Error> {
        let mut fabrics = self.fabrics.clone();
        if let Some(photo) = fabrics.photo.as_ref().filter(|_| self.follow) {
            let tones = photo.photo().tones(tiling.puzzle().region());
            let options =
                SolveOptions { time_limit: stop.time_left(), stop: stop.flag(), ..SolveOptions::default() };
            let Followed { tiling, before, after } = follow(tiling, &tones, &options)?;
            // A top that follows in part only is not what its design makes.
            stop.check()?;
            let spared = 100.0 * (1.0 - after as f64 / before.max(1) as f64);
            let note =
                format!("pieces follow the photo: they blur {spared:.0} % less of it than as they lay");
            return Ok(QuiltTop { tiling, fabrics, note: Some(note) });
        }
        let Some(blocks) = blocks(self, tiling.puzzle(), limits)? else {
            return Ok(QuiltTop { tiling: tiling.clone(), fabrics, note: None });
        };
        let quilt = blocks.tiling(tiling)?;
        let stash = fabrics.stash.as_deref().map(read_stash).transpose()?;
        let is_there = |fabric: &&Fabric| {
            stash
                .as_ref()
                .is_none_or(|stash| stash.iter().any(|(name, _)| name.eq_ignore_ascii_case(&fabric.name)))
        };
        let palette: Vec<Fabric> =
            fabrics.palette.palette().fabrics().iter().filter(is_there).cloned().collect();
        let name = |is: BetweenBlocks| match is {
            BetweenBlocks::Sashing => palette.last(),
            BetweenBlocks::Cornerstone => palette.first(),
        };
        for (patch, is) in (1..).zip(blocks.between(tiling.puzzle(), &quilt)) {
            let is_given = || self.fabrics.fabric_of.iter().any(|given| given.patch == patch);
            if let Some(fabric) = is.and_then(name).filter(|_| !is_given()) {
                fabrics.fabric_of.push(PatchFabric { patch, fabric: fabric.name.clone() });
            }
        }
        Ok(QuiltTop { tiling: quilt, fabrics, note: None })
    }

    /// Returns the finished size of the quilt of a puzzle in mm, with its borders, without a search; nothing if the options
    /// do not fit together.
    pub fn finished_size(&self, puzzle: &Puzzle, limits: &Limits) -> Option<Dimensions> {
        let blocks = blocks(self, puzzle, limits).ok()?;
        let whole = blocks.map(|blocks| blocks.puzzle(puzzle)).transpose().ok()?;
        let puzzle = whole.as_ref().map_or(puzzle, |whole| whole);
        let QuiltOptions { cell, yardage, .. } = options(self, puzzle).ok()?;
        let bounds = Bounds::of_region(puzzle.region(), cell).ok()?;
        let widths = yardage.borders.iter().map(|border| border.widths(Inches::of_mm(cell)));
        let (side, across) =
            widths.fold((0.0, 0.0), |all, (side, across)| (all.0 + side.mm(), all.1 + across.mm()));
        Some(Dimensions { width: bounds.width() + 2.0 * side, height: bounds.height() + 2.0 * across })
    }
}

/// The blocks that are asked for; none for a quilt of one tiling.
fn blocks(request: &QuiltRequest, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Blocks>, Error> {
    let Some(grid) = request.blocks else { return Ok(None) };
    let sashing = request.sashing.map_or(0, |cells| u32::try_from(cells).unwrap_or(u32::MAX));
    let blocks = Blocks { columns: grid.columns, rows: grid.rows, sashing };
    let (found, allowed) = (blocks.area(puzzle.region()), limits.get(Limit::RegionCells));
    if found > allowed {
        return Err(PuzzleError::RegionTooLarge { found, allowed }.into());
    }
    if let Some(reason) = blocks.refusal(puzzle.region()) {
        return Err(OptionError::no_effect("--blocks", reason).into());
    }
    Ok(Some(blocks))
}

/// What the planner takes.
fn options(request: &QuiltRequest, puzzle: &Puzzle) -> Result<QuiltOptions, Error> {
    let pre_cut = pre_cuts(request)?;
    let mut fabrics = request.fabrics.clone();
    if pre_cut.is_some_and(|of| of.at_hand.is_some()) {
        fabrics.stash = None;
    }
    let mut options = QuiltOptions {
        title: request.title.as_ref().map(|title| title.as_str().to_owned()),
        designer: request.designer.as_ref().map(|name| name.as_str().to_owned()),
        date: request.date.as_ref().map(|date| date.as_str().to_owned()),
        cell: request.cell.map_or(request.units.usual_cell(), Length::mm),
        seam_allowance: request.seam.map_or(request.units.usual_seam(request.method), Length::mm),
        method: request.method,
        mirror: mirror(request)?,
        piecing: piecing(request)?,
        join_alike: request.blocks.is_none() && !request.keep_seams,
        palette: request.fabrics.palette.palette().clone(),
        differ: request.differ,
        coloring: fabrics.wish()?,
        paper: layout::paper_or_roll(&request.paper)?,
        units: request.units,
        one_way: Vec::new(),
        edge: request.edge,
        quilting: request.quilting,
        yardage: yardage(request, pre_cut)?,
        stop: StopFlag::never(),
    };
    if let Some(margin) = request.margin {
        options.paper.margin = margin.mm();
    }
    for name in &request.one_way {
        let fabric = options.palette.fabric(name).map_err(QuiltError::from)?;
        options.one_way.push(fabric.name.clone());
    }
    if let Some(size) = &request.size {
        fit_to_bed(puzzle, &mut options, size)?;
    }
    if let Some(PreCuts { choice: PrecutChoice { precut, .. }, .. }) = pre_cut {
        if request.method == Method::Straight && request.objective.is_none() && precut.is_strip() {
            options.piecing.objective = Objective::FewestStripHeights;
        }
        if request.cell.is_none() && request.size.is_none() {
            options.cell = cell_for_precut(puzzle, &options, precut)?;
        }
    }
    if options.yardage.borders.is_empty() && request.border_corners != BorderCorners::Butted {
        return Err(OptionError::no_effect("--border-corners", "the quilt has no border").into());
    }
    let is_hexagon = |&cell: &Cell| puzzle.lattice().corners(cell).count() == 6;
    if options.edge == EdgeFinish::Scalloped && !puzzle.region().cells().iter().all(is_hexagon) {
        return Err(OptionError::no_effect("--edge scalloped", "only hexagons have scallops").into());
    }
    check_fabric(puzzle, &options)?;
    Ok(options)
}

/// Pre-cuts that patches are cut from.
#[derive(Clone, Copy)]
struct PreCuts {
    choice: PrecutChoice,
    /// How many packages there are, if they are a stash.
    at_hand: Option<usize>,
}

/// The pre-cuts to buy, or those of the stash; refused with what needs fabrics by name.
fn pre_cuts(request: &QuiltRequest) -> Result<Option<PreCuts>, Error> {
    let bought = request.precut.map(|choice| PreCuts { choice, at_hand: None });
    let Some(of) = bought.map_or_else(|| held_pre_cuts(request), |bought| Ok(Some(bought)))? else {
        return Ok(None);
    };
    let is_assorted = of.choice.prints.is_assorted();
    if is_assorted && !request.one_way.is_empty() {
        return Err(OptionError::no_effect("--one-way", "an assorted package has no fabrics by name").into());
    }
    if is_assorted && request.fabrics.color == FabricScheme::Stash {
        return Err(OptionError::no_effect("--color stash", "the patches are cut from pre-cuts").into());
    }
    Ok(Some(of))
}

/// The packages that a stash such as `charm-pack=2` has.
fn held_pre_cuts(request: &QuiltRequest) -> Result<Option<PreCuts>, Error> {
    let Some(text) = &request.fabrics.stash else { return Ok(None) };
    let stash = read_stash(text)?;
    let packages = |(name, stock): &(String, FabricStock)| match (PrecutChoice::named(name), stock) {
        (Some(choice), FabricStock::Patches(count)) => {
            Some(PreCuts { choice, at_hand: Some(usize::try_from(*count).unwrap_or(usize::MAX)) })
        }
        _ => None,
    };
    match stash.iter().find_map(packages) {
        Some(_) if stash.len() > 1 => {
            let reason =
                "pre-cuts are a stash by themselves: one kind and its number, such as `charm-pack=2`";
            Err(OptionError::no_effect("--stash", reason).into())
        }
        found => Ok(found),
    }
}

fn yardage(request: &QuiltRequest, pre_cut: Option<PreCuts>) -> Result<YardageOptions, Error> {
    let usual = YardageOptions::usual(request.units);
    let fat_quarters = request.fat_quarters.map(|quarters| match quarters {
        FatQuarters::Usual => usual.usual_quarter,
        FatQuarters::Of(size) => (size.width, size.height),
    });
    Ok(YardageOptions {
        width_of_fabric: request.wof.unwrap_or(usual.width_of_fabric),
        fat_quarters,
        precut: pre_cut.map(|of| of.choice.precut),
        prints: pre_cut.map_or(Prints::Solid, |of| of.choice.prints),
        at_hand: pre_cut.and_then(|of| of.at_hand),
        cutting: request.cutting,
        extra_percent: request.shrinkage.map(|percent| u32::try_from(percent).unwrap_or(u32::MAX)),
        borders: request.border.clone().map_or_else(Vec::new, |Borders(borders)| borders),
        corners: request.border_corners,
        binding_width: request.binding.unwrap_or(usual.binding_width),
        binding_extra: request.binding_extra.unwrap_or(usual.binding_extra),
        bias_binding: request.bias,
        backing_width: request.backing_wof,
        ..usual
    })
}

/// Whether templates are mirrored; refused where that would have no effect.
fn mirror(request: &QuiltRequest) -> Result<bool, OptionError> {
    let reason = match request.method {
        Method::Straight | Method::Fused => "rectangles are the same on both sides",
        Method::EnglishPaper => "papers for English paper piecing are mirror images already",
        Method::Templates => return Ok(request.mirror),
    };
    match request.mirror {
        true => Err(OptionError::no_effect("--mirror", reason)),
        false => Ok(false),
    }
}

/// The first option that is given and is about plans of rectangles.
fn about_rectangles(request: &QuiltRequest) -> Option<String> {
    RECTANGLES_ONLY.into_iter().find(|key| request.is_set(key)).map(flag)
}

/// Refuses what has no effect on triangles.
fn refuse_for_rows(request: &QuiltRequest, puzzle: &Puzzle) -> Result<(), OptionError> {
    match about_rectangles(request) {
        Some(option) if !puzzle.lattice().is_rectilinear() => Err(OptionError::no_effect(
            option,
            "it is about squares; triangles are sewn in rows, and half-squares in units first",
        )),
        _ => Ok(()),
    }
}

/// How straight seams are planned; what would have no effect is refused.
fn piecing(request: &QuiltRequest) -> Result<PiecingOptions, OptionError> {
    if request.method != Method::Straight
        && let Some(option) = about_rectangles(request)
    {
        return Err(OptionError::NoEffect { option, reason: NoEffect::Without("--method straight") });
    }
    let usual = PiecingOptions::default();
    Ok(PiecingOptions {
        objective: request.objective.unwrap_or(usual.objective),
        block: request.block.map_or(usual.block, |block| usize::try_from(block).unwrap_or(usize::MAX)),
        outside: if request.background { Outside::Background } else { usual.outside },
        foundations: request.foundations.then_some((usize::MAX, usize::MAX)),
        y_seams: request.y_seams.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
    })
}
