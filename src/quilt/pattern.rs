//! All pages of a pattern, in order, with their numbers.

use super::advisor::{self, MethodTable};
use super::assembly::{Assembly, AssemblyFigures};
use super::cutting_list::{self, Entry};
use super::design::{Design, FabricUse, TemplateUse};
use super::frame::{Frame, long_room};
use super::matching::PatchMatch;
use super::papers::{Lying, SharedLines, papers, sharing_lines};
use super::piecing::TriangleRows;
use super::printed::{Laid, Printed};
use super::rows::Rows;
use super::stash::{self, StashRow};
use super::straight::{self, Sewing, StraightFigures, StraightSeams};
use super::template::templates;
use super::yardage::{Cut, Order, Yardage, yardage};
use super::{Method, QuiltError, QuiltOptions, Units, border, cover, materials, sample, set_in};
use crate::colour::{Fabric, FabricFacts};
use crate::drawing::{Canvas, Diagram, Drawing, Medium};
use crate::geometry::Bounds;
use crate::lattice::Lattice;
use crate::layout::Sheet;
use crate::tiling::Tiling;

/// The width of the coloured picture, in mm.
const PICTURE: f64 = 200.0;

/// A quilt pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// The pages, to be printed at true size.
    pub pages: Vec<Drawing>,
    /// The quilt in its fabrics, numbered, as one picture.
    pub picture: Drawing,
    /// The quilt in figures.
    pub summary: PatternSummary,
    /// The plan of straight seams, if the quilt is sewn so.
    pub straight: Option<StraightSeams>,
}

/// A quilt in figures.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PatternSummary {
    /// How it is cut and sewn.
    pub method: Method,
    /// How many patches are sewn together.
    pub patches: usize,
    /// Finished width and height in mm.
    pub finished_mm: (f64, f64),
    /// The finished edge of a cell in mm.
    pub cell_mm: f64,
    /// The seam allowance in mm.
    pub seam_allowance_mm: f64,
    /// The length of all seams in mm.
    pub seam_length_mm: f64,
    /// How many reflex corners a neighbour is sewn into.
    pub set_in_corners: usize,
    /// The plan of straight seams in figures, if it is sewn so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub straight: Option<StraightFigures>,
    /// The rows, if it is sewn in rows of triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<TriangleRows>,
    /// How whole patches are sewn together, step by step; none if patches are cut into rectangles or strips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assembly: Option<AssemblyFigures>,
    /// Every way to sew it.
    pub methods: MethodTable,
    /// The templates; none if it is sewn with straight seams from rectangles.
    pub templates: Vec<TemplateUse>,
    /// Match marks and set-in corners of each patch; none if it is sewn with straight seams.
    pub match_marks: Vec<PatchMatch>,
    /// The fabrics.
    pub fabrics: Vec<FabricUse>,
    /// Whether fewer fabrics are proved not to do.
    pub fewest_fabrics: bool,
    /// What can be said of how the fabrics are shared out.
    pub colouring: FabricFacts,
    /// How much fabric it takes, and how that is cut.
    pub yardage: Yardage,
    /// What is needed and left of each fabric, where it was asked to keep to what there is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stash: Vec<StashRow>,
    /// How many pages are printed.
    pub pages: usize,
}

impl PatternSummary {
    /// What to buy, one line for each thing; nothing of what is cut from the stash.
    #[must_use]
    pub fn shopping_list(&self, units: Units) -> Vec<String> {
        let lines = self.yardage.to_buy(units).into_iter();
        let bought = lines.filter(|&(what, _)| !self.stash.iter().any(|row| row.covers(what, &self.yardage)));
        bought.map(|(_, line)| line).collect()
    }
}

/// Makes the pattern of a tiling.
///
/// # Units
/// All lengths of `options` in mm.
///
/// # Errors
/// [`QuiltError::Geometry`] names the piece whose notch closes under the seam allowance, [`QuiltError::Yardage`] the one
/// that is wider than the fabric; [`QuiltError::PaperTooSmall`], and errors of the rooms it draws with.
pub fn pattern(tiling: &Tiling, options: &QuiltOptions) -> Result<Pattern, QuiltError> {
    let in_rows = options.method == Method::Straight && tiling.lattice() == Lattice::Triangle;
    let rows = if in_rows { Some(Rows::of(tiling)?) } else { None };
    let plan = match options.method {
        Method::Straight if !in_rows => Some(straight::plan(tiling, options)?),
        Method::Templates | Method::Straight | Method::EnglishPaper => None,
    };
    let design = match &rows {
        None => Design::of(tiling, plan.as_ref().map_or(Cut::Whole(tiling), Cut::Rectangles), options)?,
        Some(rows) => Design::in_rows(tiling, rows, options)?,
    };
    let sewing = plan.map(|plan| Sewing::of(&design, plan));
    let whole = (sewing.is_none() && design.rows.is_none()).then(|| Assembly::of(&design));
    let methods = advisor::compare(&design, sewing.as_ref().map(|sewing| &sewing.plan), whole.as_ref());
    let fabrics = sewing.as_ref().map_or_else(|| design.fabric_uses(), |sewing| Ok(sewing.fabric_uses()))?;
    let order = match &sewing {
        None => Order::of_templates(&design)?,
        Some(sewing) => Order::of_plan(&design, &sewing.plan),
    };
    let yardage = yardage(&order, &options.yardage)?;
    let stash = stash::rows(&on_top(&design), &yardage, options)?;
    let mut frames = vec![
        cover::cover(&design, &fabrics, sewing.as_ref(), &methods, &yardage)?,
        advisor::page(&design, &methods)?,
    ];
    frames.extend(materials::pages(&design, &fabrics, &yardage, &stash)?);
    frames.extend(sample::pages(&design)?);
    match &sewing {
        None => {
            template_pages(&design, &yardage, &mut frames)?;
            if let Some(whole) = &whole {
                frames.extend(whole.pages()?);
            }
        }
        Some(sewing) => {
            frames.extend(sewing.pages_of_rectangles()?);
            frames.extend(materials::layout_pages(&design, &yardage)?);
            frames.extend(sewing.pages_of_steps(frames.len())?);
        }
    }
    let of_patches = whole.as_ref().map_or(0, |whole| whole.figures().steps.len());
    let steps = sewing.as_ref().map_or(of_patches, |sewing| sewing.plan.steps.len());
    frames.extend(border::page(&design, &yardage, steps)?);
    let total = frames.len();
    let pages = frames
        .into_iter()
        .enumerate()
        .map(|(index, frame)| frame.finish(index + 1, total))
        .collect::<Result<Vec<Drawing>, QuiltError>>()?;
    let straight = sewing.as_ref().map(|sewing| sewing.figures(methods.least_rectangles));
    let figures = straight.as_ref().map(|straight| &straight.figures);
    let mut summary = summary(&design, (fabrics, yardage, stash), methods, figures, pages.len());
    summary.assembly = whole.as_ref().map(Assembly::figures);
    Ok(Pattern { pages, picture: picture(&design, sewing.as_ref())?, summary, straight })
}

/// The fabrics of the top with their patches and cells.
fn on_top<'a>(design: &'a Design<'_>) -> Vec<stash::Entry<'a>> {
    let patches = || design.whole.placements().iter().zip(design.fabric_of_patches());
    let entry = |(fabric, of): (usize, &'a Fabric)| {
        let mine = patches().filter(|&(_, other)| other == fabric);
        let (patches, cells) = mine.fold((0, 0), |(n, cells), (patch, _)| (n + 1, cells + patch.cells.len()));
        stash::Entry { name: &of.name, patches, cells }
    };
    design.fabrics.iter().enumerate().map(entry).collect()
}

/// Diagram, lists, cutting layouts and what is cut out of paper, behind the pages that are there already.
fn template_pages(design: &Design<'_>, yardage: &Yardage, frames: &mut Vec<Frame>) -> Result<(), QuiltError> {
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    frames.extend(cover::assembly(design)?);
    if !papers_are_cut && design.options.seam_allowance > 0.0 {
        frames.extend(set_in::map(design)?);
        frames.extend(set_in::list(design)?);
    }
    if let Some(rows) = design.rows {
        frames.extend(rows.pages(design)?);
    }
    let layouts = materials::layout_pages(design, yardage)?;
    let before = frames.len() + cutting_list::page_count(design)? + layouts.len();
    let free = long_room(design)?;
    let (printed, sheets) = if papers_are_cut {
        fewest_pages(design, (free.width(), free.height()))?
    } else {
        (templates(design, free.width(), free.height())?, None)
    };
    let laid = match sheets {
        Some(sheets) => Laid::on(sheets, printed.iter().collect()),
        None => Laid::of(design, printed.iter().collect())?,
    };
    let entries = entries(design, &printed, &laid.pages_of(before))?;
    frames.extend(cutting_list::pages(design, &entries)?);
    frames.extend(layouts);
    frames.extend(
        laid.draw(design, if papers_are_cut { ("paper", "papers") } else { ("template", "templates") })?,
    );
    Ok(())
}

/// The papers of all patches, lying such that they take few pages, and their sheets if they share lines, which is done where
/// it saves a page or some of a roll.
fn fewest_pages(
    design: &Design<'_>,
    room: (f64, f64),
) -> Result<(Vec<Printed>, Option<Vec<Sheet>>), QuiltError> {
    let mut best: Option<(Cost, Vec<Printed>)> = None;
    for lying in Lying::ALL {
        let printed = papers(design, room, lying)?;
        let cost = cost(design, &Laid::of(design, printed.iter().collect())?);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, printed));
        }
    }
    if let Some(SharedLines { printed, sheets }) = sharing_lines(design, room)? {
        let cost = cost(design, &Laid::on(sheets.clone(), printed.iter().collect()));
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            return Ok((printed, Some(sheets)));
        }
    }
    Ok((best.map(|(_, printed)| printed).unwrap_or_default(), None))
}

/// Pages, then mm of a roll.
type Cost = (usize, f64);

fn cost(design: &Design<'_>, laid: &Laid<'_>) -> Cost {
    (laid.page_count(), if design.options.paper.roll { laid.lowest() } else { 0.0 })
}

/// The entries of the cutting list; `printed` are templates, or the papers of all patches.
fn entries<'a>(
    design: &'a Design<'_>,
    printed: &'a [Printed],
    pages: &[Vec<usize>],
) -> Result<Vec<Entry<'a>>, QuiltError> {
    let papers_are_cut = design.options.method == Method::EnglishPaper;
    let entry = |(index, used): (usize, &'a TemplateUse)| {
        let patches = design.patchwork.patches().iter().enumerate();
        let own: Vec<usize> = if papers_are_cut {
            patches.filter(|(_, patch)| patch.piece() == used.piece).map(|(index, _)| index).collect()
        } else {
            vec![index]
        };
        let mut pages: Vec<usize> = own.iter().flat_map(|&index| pages[index].iter().copied()).collect();
        pages.sort_unstable();
        pages.dedup();
        let printed = &printed[own[0]];
        let mut cut = printed.part.bounds();
        if papers_are_cut {
            let outline = printed.part.outline();
            cut = outline.with_allowance(design.options.seam_allowance, &used.name)?.bounds();
        }
        Ok(Entry { used, printed, cut, pages })
    };
    design.templates.iter().enumerate().map(entry).collect()
}

fn summary(
    design: &Design<'_>,
    (fabrics, yardage, stash): (Vec<FabricUse>, Yardage, Vec<StashRow>),
    methods: MethodTable,
    straight: Option<&StraightFigures>,
    pages: usize,
) -> PatternSummary {
    let bounds = design.patchwork.bounds();
    let match_marks = if straight.is_some() { Vec::new() } else { design.matching.patches.clone() };
    let (seam_length_mm, set_in_corners, templates) = match straight {
        None => (
            design.patchwork.seam_length(),
            if design.options.method == Method::EnglishPaper {
                0
            } else {
                design.patchwork.set_in_corners().len()
            },
            design.templates.clone(),
        ),
        Some(figures) => {
            (figures.seam_cells as f64 * design.options.cell, figures.set_in_corners, Vec::new())
        }
    };
    PatternSummary {
        method: design.options.method,
        patches: design.whole.placements().len(),
        finished_mm: (bounds.width(), bounds.height()),
        cell_mm: design.options.cell,
        seam_allowance_mm: design.options.seam_allowance,
        seam_length_mm,
        set_in_corners,
        straight: straight.cloned(),
        rows: design.rows.map(|rows| rows.plan.clone()),
        assembly: None,
        methods,
        templates,
        match_marks,
        fabrics,
        fewest_fabrics: design.fewest,
        colouring: design.colouring.clone(),
        yardage,
        stash,
        pages,
    }
}

/// The quilt alone, for a screen.
fn picture(design: &Design<'_>, sewing: Option<&Sewing<'_>>) -> Result<Drawing, QuiltError> {
    const EDGE: f64 = 5.0;
    let bounds = design.patchwork.bounds();
    let height = bounds.height() / bounds.width() * PICTURE;
    let mut canvas = Canvas::new(design.title(), Medium::Print, PICTURE + 2.0 * EDGE, height + 2.0 * EDGE);
    let (colours, labels) = (design.colours(), design.labels());
    let largest_scale = f64::INFINITY;
    let diagram = Diagram { patchwork: &design.patchwork, colours: &colours, labels: &labels, largest_scale };
    let room = Bounds { left: EDGE, top: EDGE, right: EDGE + PICTURE, bottom: EDGE + height };
    if let Some(colour) = sewing.and_then(Sewing::background) {
        cover::fill_behind(&mut canvas, &diagram, room, colour);
    }
    diagram.draw(&mut canvas, room);
    Ok(canvas.finish()?)
}
