//! Makes a quilt pattern.

use std::collections::BTreeSet;

use serde_json::json;

use super::files::{About, add_pdf, add_png, add_svg};
use super::quilt_blocks::{self, Top};
use super::session::Session;
use super::{Made, Plan, nothing, tiling};
use crate::design::{
    Borders, FabricScheme, FatQuarters, NoEffect, OptionError, Options as _, PrecutChoice, Product,
    QuiltFile, QuiltRequest, Subject,
};
use crate::output::FileSet;
use piecework_draw::color::{FabricStock, read_stash};
use piecework_draw::drawing::Drawing;
use piecework_draw::geometry::{Bounds, Dimensions, Outline};
use piecework_draw::layout;
use piecework_draw::render::{self, Unit, WriteOptions};
use piecework_quilt::piecing::{Objective, Outside, PiecingOptions, needs_rows};
use piecework_quilt::yardage::{BorderCorners, Inches, Prints, YardageOptions};
use piecework_quilt::{
    self as quilt, EdgeFinish, Method, QuiltError, QuiltNote, QuiltOptions, QuiltPlan, Units,
    cell_for_precut, check_fabric, fit_to_bed,
};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::length::Length;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::infer_tiling;

/// Options that only plans of rectangles have.
const RECTANGLES_ONLY: [&str; 5] = ["objective", "block", "y_seams", "background", "foundations"];

/// Runs the job.
pub(super) fn quilt(
    session: &Session<'_>,
    subject: &Subject,
    request: &QuiltRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let blocks = quilt_blocks::blocks(request, &subject.puzzle, &session.limits)?;
    let whole = blocks.map(|blocks| blocks.puzzle(&subject.puzzle)).transpose()?;
    let puzzle = whole.as_ref().unwrap_or(&subject.puzzle);
    let mut options = QuiltOptions { stop: session.stop(), ..options(request, puzzle)? };
    match options.method {
        Method::Templates | Method::EnglishPaper => {
            Outline::try_allowance(puzzle, options.cell, options.seam_allowance)?;
        }
        Method::Straight => {
            needs_rows(puzzle.lattice(), puzzle.region().cells()).map_err(QuiltError::from)?;
            refuse_for_rows(request, puzzle)?;
        }
    }
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(puzzle.region(), options.cell)?;
    let tiling = match tiling(session, subject, product)? {
        Ok(tiling) => tiling,
        Err(end) => return Ok(nothing("quilt", subject, end)),
    };
    let Top { tiling: top, fabrics, note } =
        quilt_blocks::laid(request, &tiling, &session.limits, session.searching())?;
    if request.size.is_some() && !top.gaps().is_empty() {
        // Cells that stayed empty may be at the edge: the size is that of what is sewn.
        let groups = top.placements().iter().map(|laid| laid.cells.clone());
        let sewn = infer_tiling(puzzle.name(), top.lattice(), groups).map_err(Error::from)?;
        options = QuiltOptions { stop: session.stop(), ..self::options(request, sewn.puzzle())? };
    }
    options.coloring.fixed = fabrics.wish()?.fixed;
    note.into_iter().for_each(|note| session.note(note));
    if blocks.is_some() || request.follow {
        session.laying_out(product, &top)?;
    }
    let plan = QuiltPlan::new(&top, &options)?;
    if plan.summary.edge.is_none() && request.is_set("edge") && request.edge != EdgeFinish::Fillers {
        session.warn("the quilt is a rectangle, so --edge has no effect".to_owned());
    }
    if options.method == Method::Straight && request.is_set("cutting") {
        session.warn(
            "rectangles are cut from strips, so --cutting has no effect with --method straight".to_owned(),
        );
    }
    for name in &plan.options().one_way {
        if plan.summary.fabrics.iter().all(|fabric| fabric.name != *name) {
            session.warn(format!("no patch is cut from {name}, so --one-way has no effect on it"));
        }
    }
    // Before hundreds of pages are laid out.
    if let Some(advice) = &plan.summary.methods.advice {
        session.warn(advice.in_words());
    }
    let recipe = session.design.recipe(product);
    let stem = format!("{}-quilt", subject.stem);
    let title = request.title.as_ref().map_or(puzzle.name(), |title| title.as_str());
    let author = request.designer.as_ref().map_or("", |name| name.as_str());
    let about = About { title, author, recipe: Some(&recipe), bookmarks: true, stop: session.stop() };
    let formats = formats(request);
    let (own, pages) = Printed::new(session, &plan, &about, &stem, &formats, files)?.files()?;
    files.add_all(own)?;
    for QuiltNote { is_warning, words } in quilt::notes(&plan) {
        if is_warning { session.warn(words) } else { session.note(words) }
    }
    let summary = json!({ "puzzle": puzzle.name(), "quilt": quilt::figures(&plan, pages) });
    let plan = Plan::Quilt(Box::new(plan));
    Ok(Made { tilings: vec![tiling], plan, ..Made::new("quilt", summary) })
}

/// The files to write.
fn formats(request: &QuiltRequest) -> Vec<QuiltFile> {
    use QuiltFile::{Csv, Json, Pages, Pdf, Png, Svg, Text};
    if !request.formats.is_empty() {
        return request.formats.clone();
    }
    let printed = if cfg!(feature = "pdf") { Pdf } else { Pages };
    let png = cfg!(feature = "png").then_some(Png);
    [printed, Svg].into_iter().chain(png).chain([Csv, Json, Text]).collect()
}

/// The pages of a pattern in the formats that have them, and all else that its files are made from.
struct Printed<'a> {
    plan: &'a QuiltPlan,
    about: &'a About<'a>,
    stem: &'a str,
    formats: &'a [QuiltFile],
    /// How many pages there are.
    count: usize,
    documents: FileSet,
    /// Each page as a file of its own.
    pages: FileSet,
}

impl<'a> Printed<'a> {
    /// Makes the pages one by one: each is forgotten before the next is drawn.
    fn new(
        session: &Session<'_>,
        plan: &'a QuiltPlan,
        about: &'a About<'a>,
        stem: &'a str,
        formats: &'a [QuiltFile],
        files: &FileSet,
    ) -> Result<Self, Error> {
        let (documents, pages) = (files.beside(), files.beside());
        let mut printed = Self { plan, about, stem, formats, count: 0, documents, pages };
        let true_size = plan.true_size_name();
        let names = [(stem.to_owned(), "page"), (format!("{stem}-{true_size}"), true_size)];
        let mut missing = BTreeSet::new();
        for ((document, part), pages) in names.into_iter().zip(quilt::pages(plan)?) {
            let mut pages = pages.enumerate().map(|(index, page)| {
                let (page, name) = (page?, format!("{stem}-{part}-{:02}", index + 1));
                missing.extend(page.missing_glyphs());
                session.page(&name, &page);
                if formats.contains(&QuiltFile::Pages) {
                    add_svg(&mut printed.pages, &name, &page, about.recipe)?;
                }
                Ok(page)
            });
            printed.count += pages.len();
            if formats.contains(&QuiltFile::Pdf) {
                add_pdf(&mut printed.documents, &document, about, pages)?;
            } else {
                pages.try_for_each(|page: Result<Drawing, Error>| page.map(drop))?;
            }
        }
        session.note_missing(&missing);
        Ok(printed)
    }

    /// The files of all formats, and how many pages there are.
    fn files(mut self) -> Result<(FileSet, usize), Error> {
        let (mut files, picture) = (self.pages.beside(), quilt::picture(self.plan)?);
        for &file in self.formats {
            self.about.stop.check()?;
            self.write(file, &picture, &mut files)?;
        }
        self.add_quilting(&mut files)?;
        Ok((files, self.count))
    }

    /// Adds the line of quilting, if there is one.
    fn add_quilting(&self, files: &mut FileSet) -> Result<(), Error> {
        let Some(drawing) = quilt::quilting_lines(self.plan)? else { return Ok(()) };
        let (about, stem) = (self.about, format!("{}-quilting", self.stem));
        add_svg(files, &stem, &drawing, about.recipe)?;
        let dxf = render::format("dxf-r12").expect("a row of the table of formats");
        let unit = match self.plan.options().units {
            Units::Imperial => Unit::Inch,
            Units::Metric => Unit::Millimetre,
        };
        let (title, metadata, stop) = (about.title, about.recipe, Some(&about.stop));
        let options = WriteOptions { title, unit, metadata, stop, thickness: None };
        let bytes = dxf.write(&[drawing], &options)?;
        Ok(files.add(dxf.file_name(&stem, unit), bytes)?)
    }

    /// Adds the files of one format.
    fn write(&mut self, file: QuiltFile, picture: &Drawing, files: &mut FileSet) -> Result<(), Error> {
        let (plan, stem) = (self.plan, self.stem);
        match file {
            QuiltFile::Pdf => files.add_all(std::mem::take(&mut self.documents))?,
            QuiltFile::Pages => files.add_all(std::mem::take(&mut self.pages))?,
            QuiltFile::Svg => add_svg(files, stem, picture, self.about.recipe)?,
            QuiltFile::Png => add_png(files, stem, (picture, 1200), self.about.recipe)?,
            QuiltFile::Text => files.add(format!("{stem}.txt"), quilt::plain_text(plan))?,
            QuiltFile::Csv | QuiltFile::Json => {
                let end = if file == QuiltFile::Csv { ".csv" } else { ".json" };
                for (name, text) in quilt::tables(plan, self.count) {
                    if name.ends_with(end) {
                        files.add(format!("{stem}-{name}"), text)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The options as the quilt wing takes them.
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

/// Returns the finished size of a quilt or of cut files in mm, with the border, without a search; nothing if the
/// product has none or its options do not fit together.
pub fn finished_size(product: &Product, puzzle: &Puzzle, limits: &Limits) -> Option<Dimensions> {
    let whole;
    let mut puzzle = puzzle;
    let (cell, borders) = match product {
        Product::Quilt(request) => {
            if let Some(blocks) = quilt_blocks::blocks(request, puzzle, limits).ok()? {
                whole = blocks.puzzle(puzzle).ok()?;
                puzzle = &whole;
            }
            let options = options(request, puzzle).ok()?;
            (options.cell, options.yardage.borders)
        }
        Product::Cut(request) => (request.cell.mm(), Vec::new()),
        _ => return None,
    };
    let bounds = Bounds::of_region(puzzle.region(), cell).ok()?;
    let widths = borders.iter().map(|border| border.widths(Inches::of_mm(cell)));
    let (side, across) =
        widths.fold((0.0, 0.0), |all, (side, across)| (all.0 + side.mm(), all.1 + across.mm()));
    Some(Dimensions { width: bounds.width() + 2.0 * side, height: bounds.height() + 2.0 * across })
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
        Method::Straight => "rectangles are the same on both sides",
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
    RECTANGLES_ONLY.into_iter().find(|key| request.is_set(key)).map(crate::design::flag)
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
