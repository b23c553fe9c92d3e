//! Decides everything about a quilt that can be known before its tiling is, and lays out its top.
//!
//! [`prepare`] refuses what cannot be sewn, and chooses cell, seams, fabric and how it is cut. [`PreparedQuilt::job`] plans
//! the quilt of a tiling, and [`files`](crate::files) makes its files.

use super::blocks::{blocks, known_blocks};
use super::extend::{Board, can_be_made_again, why_it_stays};
use super::grow::{Grown, grown};
use super::piecing::{Objective, Outside, PiecingOptions, needs_rows};
use super::plan::border_for_bed;
use super::settings::{Borders, FatQuarters, Grow, PrecutChoice};
use super::yardage::{BedFit, Border, BorderCorners, ClothSize, Inches, Prints, YardageOptions};
use super::{
    EdgeFinish, Method, QuiltError, QuiltNote, QuiltOptions, QuiltPlan, QuiltRequest, Units, cell_for_precut,
    check_fabric, fit_to_bed,
};
use piecework_draw::color::{FabricStock, Scheme, read_stash};
use piecework_draw::geometry::{Bounds, Dimensions, Outline};
use piecework_draw::layout;
use piecework_draw::options::{FabricRequest, FabricScheme, Options as _, flag};
use piecework_solve::{Followed, SolveOptions, follow};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Piece, Puzzle};
use piecework_tiling::setting::{NoEffect, OptionError};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Blocks, Tiling, infer_tiling};

/// Options that only plans of rectangles have.
const RECTANGLES_ONLY: [&str; 6] =
    ["objective", "block", "y_seams", "keep_seams", "background", "foundations"];

/// A quilt of which everything is decided but what its tiling decides.
#[derive(Debug, Clone)]
pub struct PreparedQuilt {
    pub(super) request: QuiltRequest,
    pub(super) options: QuiltOptions,
    pub(super) limits: Limits,
    /// The name of the puzzle of the whole quilt.
    pub(super) puzzle: String,
    /// What it consists of.
    pub(super) whole: Whole,
    /// Why no patches are added for a bed, if none are.
    stays: Option<&'static str>,
    /// The size of the top, and with borders.
    pub(super) size: [ClothSize; 2],
}

/// What a quilt consists of.
#[derive(Debug, Clone)]
pub(super) struct Whole {
    pub(super) grown: Grown,
    pub(super) blocks: Option<Blocks>,
    /// The puzzle of all of it, if it is not that of one board.
    puzzle: Option<Puzzle>,
}

impl Whole {
    fn of(request: &QuiltRequest, puzzle: &Puzzle, limits: &Limits) -> Result<Self, Error> {
        let edge = if can_be_made_again(puzzle) { edge_of_a_board(request) } else { request.edge };
        let grown = grown(request, puzzle, &|of| without_size(request, edge, of), limits)?;
        let blocks = blocks(request, puzzle, limits, grown.blocks)?;
        let puzzle = match (&grown.board, &blocks) {
            (Some(board), _) => Some(board.puzzle(puzzle)?),
            (None, Some(blocks)) => Some(blocks.puzzle(puzzle)?),
            (None, None) => None,
        };
        Ok(Self { grown, blocks, puzzle })
    }

    /// What is asked for, with the edge of a board that is made again.
    fn as_asked(&self, request: &QuiltRequest) -> QuiltRequest {
        let is_again = self.grown.board.as_ref().is_some_and(Board::is_made_again);
        let edge = if is_again { edge_of_a_board(request) } else { request.edge };
        QuiltRequest { edge, ..request.clone() }
    }
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
    /// The block that is repeated, or the whole quilt.
    pub block: Tiling,
    /// What is asked for of the fabrics of its patches: sashing has the last of the palette or the stash, cornerstones
    /// the first, unless the request says another.
    pub fabrics: FabricRequest,
    /// What was done that is worth a note.
    pub note: Option<String>,
}

/// Decides everything about a quilt before the tiling of its puzzle is known, and refuses what cannot be.
///
/// # Errors
/// [`OptionError`] for options that contradict each other or change nothing, [`RegionTooLarge`](piecework_tiling::puzzle::PuzzleError::RegionTooLarge) for more blocks
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
    let whole = Whole::of(request, puzzle, limits)?;
    let is_as_it_was = whole.grown.grow.is_none() && whole.puzzle.is_none();
    let stays = (is_as_it_was && request.size.is_some()).then(|| why_it_stays(puzzle));
    let puzzle = whole.puzzle.as_ref().unwrap_or(puzzle);
    let request = &whole.as_asked(request);
    let (options, size) = options(request, puzzle, whole.grown.grow, whole.blocks.as_ref())?;
    let is_larger = |piece: &Piece| piece.shape.area() > 1;
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
        Method::Fused if request.fabrics.stash.is_some() && puzzle.pieces().iter().any(is_larger) => {
            let reason = "a stash is for whole patches, and every cell is cut by itself";
            return Err(OptionError::no_effect("--stash", reason).into());
        }
        Method::Fused => {}
    }
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(puzzle.region(), options.cell)?;
    let name = puzzle.name().to_owned();
    let (request, limits) = (request.clone(), limits.clone());
    Ok(PreparedQuilt { request, options, limits, puzzle: name, whole, stays, size })
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
        let mut plan = QuiltPlan::new(&top.tiling, &self.options_of(top)?)?;
        plan.summary.yardage.sizes = self.sizes(top, &plan);
        Ok(QuiltJob { wanted: self, plan })
    }

    /// What the planner takes of a top that is laid out.
    pub(super) fn options_of(&self, top: &QuiltTop) -> Result<QuiltOptions, Error> {
        let mut options = self.options.clone();
        if self.request.size.is_some() && !top.tiling.gaps().is_empty() {
            let sewn = self.sewn(&top.tiling)?;
            let (sized, _) = self::options(
                &self.request,
                sewn.puzzle(),
                self.whole.grown.grow,
                self.whole.blocks.as_ref(),
            )?;
            options = QuiltOptions { stop: options.stop, ..sized };
        }
        with_fabrics_of(top, options)
    }

    /// A tiling without the cells that stayed empty, which may be at the edge: the size is that of what is sewn.
    pub(super) fn sewn(&self, tiling: &Tiling) -> Result<Tiling, Error> {
        let groups = tiling.placements().iter().map(|laid| laid.cells.clone());
        Ok(infer_tiling(&self.puzzle, tiling.lattice(), groups)?)
    }
}

/// The same options with the fabrics that are given to single patches of a top.
pub(super) fn with_fabrics_of(top: &QuiltTop, mut options: QuiltOptions) -> Result<QuiltOptions, Error> {
    options.coloring.fixed = top.fabrics.wish()?.fixed;
    Ok(options)
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
        let (request, units) = (&self.wanted.request, self.plan.options().units);
        let borders = request.border.iter().flat_map(|Borders(borders)| borders);
        let cell = Inches::of_mm(self.plan.options().block_cell());
        let unit = if units == Units::Imperial { "in" } else { "cm" };
        // A number without a unit may have been meant as inches.
        let in_cells = borders.filter_map(|border| match border {
            Border::Cells(count) if *count > 0 => {
                let width = border.widths(cell).0.write(units);
                let words =
                    format!("--border {count} is {count} cells, {width}; --border {count}{unit} is a width");
                Some(QuiltNote { is_warning: false, words })
            }
            _ => None,
        });
        let stays = self
            .wanted
            .stays
            .filter(|_| self.plan.summary.yardage.bed.as_ref().is_some_and(BedFit::is_too_short));
        let stays = stays.map(|why| QuiltNote {
            is_warning: false,
            words: format!(
                "no patches can be added, because {why}: larger cells or a wide border reach the size"
            ),
        });
        in_cells.chain(stays).chain(super::notes(&self.plan)).collect()
    }
}

impl QuiltRequest {
    /// Lays out the top of a quilt; `stop` ends the search for one that follows a photo.
    ///
    /// # Errors
    /// [`OptionError`] for a board that cannot be a block, [`RegionTooLarge`](piecework_tiling::puzzle::PuzzleError::RegionTooLarge),
    /// [`SolverError`](piecework_solve::SolverError) for pieces that cannot be exchanged, and
    /// [`Stopped`](piecework_tiling::stop::Stopped).
    pub fn top(&self, tiling: &Tiling, limits: &Limits, stop: &StopFlag) -> Result<QuiltTop, Error> {
        self.top_of(&Whole::of(self, tiling.puzzle(), limits)?, tiling, stop)
    }

    /// The same of which it is known what it consists of.
    pub(super) fn top_of(&self, whole: &Whole, tiling: &Tiling, stop: &StopFlag) -> Result<QuiltTop, Error> {
        let fabrics = self.fabrics.clone();
        let block = tiling.clone();
        let larger = whole.grown.board.as_ref().map(|board| board.tiling(tiling)).transpose()?;
        let tiling = larger.as_ref().unwrap_or(tiling);
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
            return Ok(QuiltTop { block, tiling, fabrics, note: Some(note) });
        }
        let Some(blocks) = &whole.blocks else {
            return Ok(QuiltTop { tiling: tiling.clone(), block, fabrics, note: None });
        };
        let (quilt, parts) = blocks.tiling_in_parts(tiling)?;
        let fabrics = self.fabrics_of_blocks(tiling, &parts, blocks.columns)?;
        Ok(QuiltTop { tiling: quilt, block, fabrics, note: None })
    }

    /// Whether the top is another than the tiling of its puzzle.
    pub fn is_laid_out(&self) -> bool {
        self.blocks.is_some() || self.extend.is_some() || self.size.is_some() || self.follow
    }

    /// Returns the finished size of the quilt of a puzzle in mm, with its borders, without a search for its tiling; nothing if
    /// the options do not fit together.
    pub fn finished_size(&self, puzzle: &Puzzle, limits: &Limits) -> Option<Dimensions> {
        let whole = Whole::of(self, puzzle, limits).ok()?;
        let puzzle = whole.puzzle.as_ref().unwrap_or(puzzle);
        let (_, [_, finished]) =
            options(&whole.as_asked(self), puzzle, whole.grown.grow, whole.blocks.as_ref()).ok()?;
        Some(Dimensions { width: finished.width.mm(), height: finished.height.mm() })
    }
}

/// A quilt that is not made for a bed, with this edge: the edge of its cells in mm, and the size of its top.
fn without_size(
    request: &QuiltRequest,
    edge: EdgeFinish,
    puzzle: &Puzzle,
) -> Result<(f64, ClothSize), Error> {
    let alone = QuiltRequest {
        size: None,
        grow: None,
        border: None,
        border_corners: BorderCorners::Butted,
        edge,
        ..request.clone()
    };
    let (options, [top, _]) = options(&alone, puzzle, None, None)?;
    Ok((options.cell, top))
}

/// The edge of a board that is made again: straight, unless another is asked for.
fn edge_of_a_board(request: &QuiltRequest) -> EdgeFinish {
    if request.is_set("edge") { request.edge } else { EdgeFinish::Straight }
}

/// What the planner takes, and the size of the top and of the quilt with its borders.
fn options(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    grow: Option<Grow>,
    blocks: Option<&Blocks>,
) -> Result<(QuiltOptions, [ClothSize; 2]), Error> {
    let pre_cut = pre_cuts(request)?;
    let mut options = QuiltOptions {
        title: request.title.as_ref().map(|title| title.as_str().to_owned()),
        designer: request.designer.as_ref().map(|name| name.as_str().to_owned()),
        address: request.address.as_ref().map(|text| text.as_str().to_owned()),
        date: request.date.as_ref().map(|date| date.as_str().to_owned()),
        cell: request.cell.map_or(request.units.usual_cell(), Length::mm) * request.share_of_cell(),
        seam_allowance: request.seam.map_or(request.units.usual_seam(request.method), Length::mm),
        method: request.method,
        mirror: mirror(request)?,
        piecing: PiecingOptions { blocks: known_blocks(request, blocks), ..piecing(request)? },
        join_alike: request.blocks.is_none() && !request.is_on_point() && !request.keep_seams,
        palette: request.fabrics.palette.palette().clone(),
        differ: request.differ,
        coloring: request.fabrics_of_quilt().wish()?,
        paper: layout::paper_or_roll(&request.paper)?,
        pages: request.pages,
        units: request.units,
        one_way: Vec::new(),
        edge: request.edge,
        quilting: request.quilting,
        yardage: yardage(request, pre_cut)?,
        stop: StopFlag::never(),
    };
    if pre_cut.is_some() {
        only_around(&mut options)?;
    }
    if let Some(margin) = request.margin {
        options.paper.margin = margin.mm();
    }
    for name in &request.one_way {
        let fabric = options.palette.fabric(name).map_err(QuiltError::from)?;
        options.one_way.push(fabric.name.clone());
    }
    if let Some(size) = request.size.as_ref().filter(|_| grow == Some(Grow::Cells)) {
        fit_to_bed(puzzle, &mut options, size)?;
    }
    if let Some(PreCuts { choice: PrecutChoice { precut, .. }, .. }) = pre_cut {
        if request.method == Method::Straight && request.objective.is_none() && precut.is_strip() {
            options.piecing.objective = Objective::FewestStripHeights;
        }
        if request.cell.is_none() && request.is_on_point() {
            let (option, other) = ("--setting on-point".to_owned(), "--cell".to_owned());
            return Err(OptionError::Needs { option, other }.into());
        }
        if request.cell.is_none() && grow != Some(Grow::Cells) {
            options.cell = cell_for_precut(puzzle, &options, precut)?;
        }
    }
    if let Some(size) = request.size.as_ref().filter(|_| grow != Some(Grow::Cells)) {
        border_for_bed(puzzle, &mut options, size)?;
    }
    if options.yardage.borders.is_empty() && request.border_corners != BorderCorners::Butted {
        return Err(OptionError::no_effect("--border-corners", "the quilt has no border").into());
    }
    let is_hexagon = |&cell: &Cell| puzzle.lattice().corners(cell).count() == 6;
    if options.edge == EdgeFinish::Scalloped && !puzzle.region().cells().iter().all(is_hexagon) {
        return Err(OptionError::no_effect("--edge scalloped", "only hexagons have scallops").into());
    }
    let size = check_fabric(puzzle, &options)?;
    Ok((options, size))
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
    let Some(of) = held_pre_cuts(request)?.or(bought) else { return Ok(None) };
    if request.precut.is_some_and(|choice| choice != of.choice) {
        let reason = "the stash has other pre-cuts: leave out one of them";
        return Err(OptionError::no_effect("--precut", reason).into());
    }
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
    let mut found = stash.iter().filter_map(packages);
    match (found.next(), found.next()) {
        (Some(_), Some(_)) => {
            let reason = "a quilt is cut from one kind of pre-cuts, such as `charm-pack=2`";
            Err(OptionError::no_effect("--stash", reason).into())
        }
        (found, _) => Ok(found),
    }
}

/// Leaves of a stash beside pre-cuts what goes around the patches; refuses cloth for these.
fn only_around(options: &mut QuiltOptions) -> Result<(), Error> {
    let scheme = options.coloring.scheme.clone();
    let around: Vec<_> =
        scheme.stash().iter().filter(|(name, _)| PrecutChoice::named(name).is_none()).cloned().collect();
    let is_other = |name: &str| options.palette.others().iter().any(|(_, of)| of.name == name);
    for (fabric, _) in options.palette.stocked(&around).map_err(QuiltError::from)? {
        if !is_other(&fabric.name) {
            let reason = "patches are cut from the pre-cuts: beside them the stash is for what is around, such as `binding=1yd`";
            return Err(OptionError::no_effect(format!("--stash {}", fabric.name), reason).into());
        }
    }
    options.coloring.scheme = match around.is_empty() {
        true => scheme.as_bought(),
        false => Scheme::Within(Box::new(scheme.as_bought()), around),
    };
    Ok(())
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
        extra_percent: request.shrinkage.map(|percent| u32::try_from(percent).unwrap_or(u32::MAX)),
        borders: request
            .border
            .iter()
            .flat_map(|Borders(borders)| borders)
            .map(|border| request.width_of(border))
            .collect(),
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
        blocks: None,
    })
}
