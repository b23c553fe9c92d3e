//! All pages of a pattern, in order, with their numbers.

use super::advisor::{self, MethodTable};
use super::cutting_list::{self, Entry};
use super::design::{Design, FabricUse, TemplateUse};
use super::frame::{Frame, room};
use super::straight::{Sewing, StraightFigures, StraightSeams};
use super::template::{Template, templates};
use super::yardage::{Order, Yardage, yardage};
use super::{Method, QuiltError, QuiltOptions, cover};
use crate::colour::FabricFacts;
use crate::drawing::{Canvas, Diagram, Drawing, Medium};
use crate::geometry::{Bounds, Point};
use crate::layout::{Part, Sheet, Stock, nest};
use crate::tiling::Tiling;

/// The least distance between two templates on a page, in mm; chosen by eye: room for scissors.
const GAP: f64 = 4.0;
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
    /// Every way to sew it.
    pub methods: MethodTable,
    /// The templates; none if it is sewn with straight seams.
    pub templates: Vec<TemplateUse>,
    /// The fabrics.
    pub fabrics: Vec<FabricUse>,
    /// Whether fewer fabrics are proved not to do.
    pub fewest_fabrics: bool,
    /// What can be said of how the fabrics are shared out.
    pub colouring: FabricFacts,
    /// How much fabric it takes, and how that is cut.
    pub yardage: Yardage,
    /// How many pages are printed.
    pub pages: usize,
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
    let design = Design::of(tiling, options)?;
    let sewing = match options.method {
        Method::Templates => None,
        Method::Straight => Some(Sewing::of(&design)?),
    };
    let methods = advisor::compare(&design, sewing.as_ref().map(|sewing| &sewing.plan));
    let fabrics = sewing.as_ref().map_or_else(|| design.fabric_uses(), |sewing| Ok(sewing.fabric_uses()))?;
    let order = match &sewing {
        None => Order::of_templates(&design)?,
        Some(sewing) => Order::of_plan(&design, &sewing.plan),
    };
    let yardage = yardage(&order, &options.yardage)?;
    let mut frames =
        vec![cover::cover(&design, &fabrics, sewing.as_ref())?, advisor::page(&design, &methods)?];
    match &sewing {
        None => template_pages(&design, &mut frames)?,
        Some(sewing) => frames.extend(sewing.pages()?),
    }
    let total = frames.len();
    let pages = frames
        .into_iter()
        .enumerate()
        .map(|(index, frame)| frame.finish(index + 1, total))
        .collect::<Result<Vec<Drawing>, QuiltError>>()?;
    let straight = sewing.as_ref().map(|sewing| sewing.figures(methods.least_rectangles));
    let figures = straight.as_ref().map(|straight| &straight.figures);
    let summary = summary(&design, (fabrics, yardage), methods, figures, pages.len());
    Ok(Pattern { pages, picture: picture(&design, sewing.as_ref())?, summary, straight })
}

/// Diagram, cutting list and templates, behind the pages that are there already.
fn template_pages(design: &Design<'_>, frames: &mut Vec<Frame>) -> Result<(), QuiltError> {
    let free = room(design)?;
    let templates = templates(design, free.width(), free.height())?;
    let laid = Laid::of(&templates, free)?;
    frames.extend(cover::assembly(design)?);
    let before = frames.len() + cutting_list::page_count(design, &templates)?;
    let entries: Vec<Entry<'_>> = templates
        .iter()
        .zip(laid.pages_of(before))
        .map(|(template, pages)| Entry { template, pages })
        .collect();
    frames.extend(cutting_list::pages(design, &entries)?);
    frames.extend(laid.draw(design)?);
    Ok(())
}

fn summary(
    design: &Design<'_>,
    (fabrics, yardage): (Vec<FabricUse>, Yardage),
    methods: MethodTable,
    straight: Option<&StraightFigures>,
    pages: usize,
) -> PatternSummary {
    let bounds = design.patchwork.bounds();
    let (seam_length_mm, set_in_corners, templates) = match straight {
        None => (
            design.patchwork.seam_length(),
            design.patchwork.set_in_corners().len(),
            design.templates.clone(),
        ),
        Some(figures) => {
            (figures.seam_cells as f64 * design.options.cell, figures.set_in_corners, Vec::new())
        }
    };
    PatternSummary {
        method: design.options.method,
        patches: design.patchwork.patches().len(),
        finished_mm: (bounds.width(), bounds.height()),
        cell_mm: design.options.cell,
        seam_allowance_mm: design.options.seam_allowance,
        seam_length_mm,
        set_in_corners,
        straight: straight.cloned(),
        methods,
        templates,
        fabrics,
        fewest_fabrics: design.fewest,
        colouring: design.colouring.clone(),
        yardage,
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

/// Where the templates lie: those that fit together on common pages, the others on pages of their own.
struct Laid<'a> {
    templates: &'a [Template],
    /// Which templates fit on a page.
    small: Vec<usize>,
    parts: Vec<Part>,
    sheets: Vec<Sheet>,
}

impl<'a> Laid<'a> {
    fn of(templates: &'a [Template], free: Bounds) -> Result<Self, QuiltError> {
        let small: Vec<usize> =
            (0..templates.len()).filter(|&index| templates[index].grid.is_none()).collect();
        let parts: Vec<Part> = small.iter().map(|&index| templates[index].part.clone()).collect();
        let stock = Stock { width: free.width(), height: free.height(), margin: 0.0, gap: GAP };
        let sheets = nest(&parts, &stock)?;
        Ok(Self { templates, small, parts, sheets })
    }

    /// The numbers of the pages of each template, if `before` pages come before all of them.
    fn pages_of(&self, before: usize) -> Vec<Vec<usize>> {
        let mut pages = vec![Vec::new(); self.templates.len()];
        for (sheet, number) in self.sheets.iter().zip(before + 1..) {
            for placed in &sheet.placed {
                pages[self.small[placed.part]].push(number);
            }
        }
        let mut next = before + self.sheets.len() + 1;
        for (template, pages) in self.templates.iter().zip(&mut pages) {
            let count = template.grid.as_ref().map_or(0, |grid| grid.pages().len());
            pages.extend(next..next + count);
            next += count;
        }
        pages
    }

    /// The pages, in the order of [`Laid::pages_of`].
    fn draw(&self, design: &Design<'_>) -> Result<Vec<Frame>, QuiltError> {
        let mut frames = Vec::new();
        for sheet in &self.sheets {
            let mut frame = Frame::new(design, "templates")?;
            for placed in &sheet.placed {
                let at = placed.at.moved(frame.free.left, frame.free.top);
                self.parts[placed.part].draw(&mut frame.canvas, at);
            }
            frames.push(frame);
        }
        for template in self.templates {
            let Some(grid) = &template.grid else { continue };
            for page in grid.pages() {
                let (name, row, column) = (&template.used.name, page.row, page.column);
                let (rows, columns) = (grid.rows(), grid.columns());
                let title = format!("template {name}, row {row} of {rows}, column {column} of {columns}");
                let mut frame = Frame::new(design, &title)?;
                page.draw(&mut frame.canvas, Point { x: frame.free.left, y: frame.free.top });
                frames.push(frame);
            }
        }
        Ok(frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{DEFAULT_PALETTE, FabricWish, Palette};
    use crate::geometry::Touch;
    use crate::lattice::Lattice;
    use crate::layout::paper;
    use crate::limits::Limits;
    use crate::quilt::piecing::PiecingOptions;
    use crate::quilt::{Method, Units};
    use crate::tiling::{infer_from_grid, read_letter_grids};

    fn of(rows: &str, change: impl FnOnce(&mut QuiltOptions)) -> Result<Pattern, QuiltError> {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let mut options = QuiltOptions {
            cell: 50.8,
            seam_allowance: 6.35,
            method: Method::Templates,
            piecing: PiecingOptions::default(),
            palette: Palette::named(DEFAULT_PALETTE).expect("embedded"),
            differ: Touch::Edge,
            colouring: FabricWish::default(),
            paper: paper("letter").expect("embedded"),
            units: Units::Imperial,
            yardage: crate::quilt::yardage::YardageOptions::default(),
        };
        change(&mut options);
        pattern(&tiling, &options)
    }

    #[test]
    fn every_patch_is_cut_by_a_template_and_from_a_fabric() {
        let summary = of("AAABB\nACCBB\nACCBD", |_| {}).expect("a pattern").summary;
        assert_eq!(summary.patches, 4);
        assert_eq!(summary.templates.iter().map(|used| used.count + used.mirrored).sum::<usize>(), 4);
        assert_eq!(summary.fabrics.iter().map(|fabric| fabric.patches).sum::<usize>(), 4);
        for used in &summary.templates {
            let by_fabric: usize = used.by_fabric.iter().map(|(front, mirrored)| front + mirrored).sum();
            assert_eq!(by_fabric, used.count + used.mirrored, "{}", used.name);
        }
    }

    #[test]
    fn the_cut_area_is_that_of_the_formula() {
        // Three cells and one: A + P d + 4 d² for each, in cells of 50.8 mm and d of 6.35 mm.
        let summary = of("AA\nAB", |_| {}).expect("a pattern").summary;
        let area = |cells: f64, edges: f64| cells * 50.8 * 50.8 + edges * 50.8 * 6.35 + 4.0 * 6.35 * 6.35;
        let found: f64 = summary.fabrics.iter().map(|fabric| fabric.cut_area_mm2).sum();
        assert!((found - area(3.0, 8.0) - area(1.0, 4.0)).abs() < 1e-6, "{found}");
        assert_eq!(summary.set_in_corners, 1);
    }

    #[test]
    fn a_template_that_is_only_needed_turned_over_is_printed_so() {
        // Two P pentominoes of one hand fill 2 x 5; whichever hand that is, no paper is turned over.
        for rows in ["AAABB\nAABBB", "AABBB\nAAABB"] {
            let used = of(rows, |_| {}).expect("a pattern").summary.templates.remove(0);
            assert_eq!((used.count, used.mirrored), (2, 0), "{rows}");
        }
    }

    #[test]
    fn four_cells_of_two_inches_fit_a_letter_page_and_five_do_not() {
        let pages = |rows: &str| of(rows, |_| {}).expect("a pattern").pages.len();
        assert_eq!(pages("AAAA"), 5, "cover, methods, diagram, list, and 8 1/2 in of template");
        assert_eq!(pages("AAAAA"), 6, "10 1/2 in take two pages");
    }

    #[test]
    fn page_numbers_of_the_list_are_those_of_the_pages() {
        let pattern = of("AAAAABBBBB\nCCCCCDDDDE", |_| {}).expect("a pattern");
        let titles: Vec<&str> = pattern.pages.iter().map(Drawing::title).collect();
        assert!(titles[4].ends_with("templates"), "{titles:?}");
        assert!(titles[titles.len() - 1].contains("row 2 of 2"), "{titles:?}");
        assert_eq!(pattern.summary.pages, titles.len());
    }

    #[test]
    fn a_large_quilt_has_its_diagram_over_several_pages() {
        let rows = vec!["AB".repeat(40); 60].join("\n");
        let diagrams = |rows: &str| {
            let pattern = of(rows, |options| options.cell = 25.4).expect("a pattern");
            pattern.pages.iter().filter(|page| page.title().contains("assembly diagram")).count()
        };
        assert_eq!(diagrams("AB"), 1);
        assert!(diagrams(&rows) > 4);
    }

    #[test]
    fn a_notch_that_closes_and_paper_that_is_too_small_are_refused() {
        let closes = of("AAA\nABA", |options| options.seam_allowance = 25.4).unwrap_err();
        assert!(closes.to_string().contains("`A`"), "{closes}");
        let small = of("AB", |options| options.paper.height = 120.0).unwrap_err();
        assert!(matches!(small, QuiltError::PaperTooSmall { .. }), "{small}");
    }
}
