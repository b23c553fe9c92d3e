//! Makes the files of a cut: their drawings and names.

use super::embroidery::Embroidery;
use super::sheets::{picture_alone, picture_pages, print_pages};
use super::solids::solids;
use super::{CardFacts, CutCost, InsertCard, JobSheet, License, ListingView};
use super::{CutError, CutOptions, CutPlan, Dress, Machine, MachineError, SolidPlan};
use super::{backs, insert_card_pages, job_sheet_pages, listing_pictures, pages, sheets};
use piecework_draw::drawing::Drawing;
use piecework_draw::geometry::Patchwork;
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::png_text::describe;
use piecework_draw::render::svg::{SvgOptions, svg};
use piecework_draw::render::wood::{WoodPicture, wood_svg};
use piecework_draw::render::{Content, File, Format, FormatRef, RenderError, Unit, WriteOptions, format};
use piecework_tiling::tiling::Tiling;

/// Everything that the files of a cut are made from.
#[derive(Debug, Clone, Copy)]
pub struct CutJob<'a> {
    /// The plan.
    pub plan: &'a CutPlan,
    /// The stitches; needed for formats of stitches.
    pub embroidery: Option<&'a Embroidery>,
    /// The plates for 3D printers; needed for formats of solids.
    pub solids: Option<&'a SolidPlan>,
    /// The tiling that the plan was made from.
    pub tiling: &'a Tiling,
    /// The options that it was made with.
    pub options: &'a CutOptions,
    /// The machine that the files are for.
    pub machine: &'a Machine,
}

/// Options for the files.
#[derive(Debug, Clone, Default)]
pub struct CutFileOptions<'a> {
    /// The beginning of all file names.
    pub stem: &'a str,
    /// The formats; each is written once, in the order of [`FORMATS`](piecework_draw::render::FORMATS).
    /// Default: none, see [`Machine::formats`].
    pub formats: Vec<FormatRef>,
    /// The unit of formats that have a choice. Default: that of the machine.
    pub unit: Option<Unit>,
    /// Options of the sheets beyond the machine's profile. Default: none.
    pub dress: Dress,
    /// The paper of the assembly pages and of the job sheet. Default: no pages.
    pub paper: Option<SheetFormat>,
    /// Whether the assembly pages are left out. Default: no.
    pub no_assembly: bool,
    /// Whether there is a job sheet; it needs paper. Default: no.
    pub job_sheet: bool,
    /// What is known of the puzzle, for its insert card; needs paper. Default: no card.
    pub card: Option<&'a CardFacts>,
    /// Whether there are the files of a package for a shop: a license, pictures for the listing, and the sheets as
    /// PNG. Printed pages are then PDF alone. Default: no.
    pub shop: Option<License>,
    /// What it costs, for the job sheet; not with the files of a shop, which are for buyers. Default: not said.
    pub cost: Option<CutCost>,
    /// The material in words, for the job sheet. Default: a line to fill in.
    pub material: Option<&'a str>,
    /// How the files were made, for formats that can carry it. Default: nothing.
    pub metadata: Option<&'a str>,
    /// The thickness of plates for 3D printers, in mm. Default: that of [`WriteOptions`].
    pub thickness: Option<f64>,
}

/// Makes all files: those for the machine, and the assembly pages.
///
/// # Errors
/// [`CutError`] if something does not fit, or if a format cannot hold it.
pub fn files(job: &CutJob<'_>, options: &CutFileOptions<'_>) -> Result<Vec<File>, CutError> {
    let mut files = Vec::new();
    each_file(job, options, |file| -> Result<(), CutError> {
        files.push(file);
        Ok(())
    })?;
    Ok(files)
}

/// Makes the same files one by one, so that each can be written before the next is made.
///
/// # Errors
/// As [`files`], and those of `add`.
pub fn each_file<E: From<CutError>>(
    job: &CutJob<'_>,
    options: &CutFileOptions<'_>,
    mut add: impl FnMut(File) -> Result<(), E>,
) -> Result<(), E> {
    let mut add = |files: Result<Files<'_>, CutError>| {
        files?.try_for_each(|file| {
            job.options.stop.check().map_err(CutError::from)?;
            let mut file = file?;
            if file.name.ends_with(".png") {
                describe(&mut file.bytes, options.metadata);
            }
            add(file)
        })
    };
    let mut formats = options.formats.clone();
    formats.sort_unstable();
    formats.dedup();
    let writing = Writing { job, options };
    let drawn = sheets(job.plan, job.machine, &options.dress)?;
    let backs = backs(job.plan, job.machine, &options.dress)?;
    for format in formats {
        add(match format.content {
            Content::Sheets => writing.sheets(format, &drawn, &backs),
            Content::Prints => writing.prints().and_then(|pages| writing.one(format, "print", &pages)),
            Content::Stitches => writing.stitches(format),
            Content::Solids => Ok(writing.solids(format)),
        })?;
    }
    add(writing.picture())?;
    add(writing.placement())?;
    add(writing.pages())?;
    add(writing.job_sheet(&drawn, &backs))?;
    drop((drawn, backs));
    add(writing.insert_card())?;
    add(writing.shop())
}

/// Files that are made when they are asked for.
type Files<'a> = Box<dyn Iterator<Item = Result<File, CutError>> + 'a>;

/// No files, or some that are made.
fn made<'a>(files: impl IntoIterator<Item = File, IntoIter: 'a>) -> Files<'a> {
    Box::new(files.into_iter().map(Ok))
}

/// The formats of a machine that this program can write.
impl Machine {
    /// Returns the machine's own formats, if the program was built with them.
    pub fn usual_formats(&self) -> Vec<FormatRef> {
        self.formats.iter().copied().filter(|format| format.is_built_in()).collect()
    }
}

struct Writing<'a> {
    job: &'a CutJob<'a>,
    options: &'a CutFileOptions<'a>,
}

impl Writing<'_> {
    fn unit(&self) -> Unit {
        self.options.unit.unwrap_or(self.job.machine.unit)
    }

    /// Returns a file of a format: `name` follows the stem.
    fn file(&self, format: &Format, name: &str, drawings: &[Drawing]) -> Result<File, CutError> {
        let (unit, stop) = (self.unit(), &self.job.options.stop);
        stop.check()?;
        let &CutFileOptions { metadata, thickness, .. } = self.options;
        let options =
            WriteOptions { title: &self.job.plan.title, unit, metadata, thickness, stop: Some(stop) };
        let bytes = format.write(drawings, &options)?;
        Ok(File { name: format.file_name(&format!("{}-{name}", self.options.stem), unit), bytes })
    }

    /// Returns one file with all drawings.
    fn one<'f>(&self, format: &Format, name: &str, drawings: &[Drawing]) -> Result<Files<'f>, CutError> {
        Ok(made([self.file(format, name, drawings)?]))
    }

    /// Returns one file for each sheet, or one for all if the format can carry several; then those of the backs.
    fn sheets<'f>(
        &'f self,
        format: &'static Format,
        drawn: &'f [Drawing],
        backs: &'f [(usize, Drawing)],
    ) -> Result<Files<'f>, CutError> {
        if format.carries.several {
            let fronts = self.one(format, "cut", drawn)?;
            let all: Vec<Drawing> = backs.iter().map(|(_, back)| back.clone()).collect();
            let backs = if all.is_empty() { made([]) } else { self.one(format, "back", &all)? };
            return Ok(Box::new(fronts.chain(backs)));
        }
        let plans = &self.job.plan.sheets;
        let fronts = plans.iter().zip(drawn).map(|(plan, front)| (format!("cut-{}", plan.name), front));
        let name = |index: usize| format!("back-{}", plans[index].name);
        let all = fronts.chain(backs.iter().map(move |(index, back)| (name(*index), back)));
        Ok(Box::new(all.map(move |(name, sheet)| self.file(format, &name, std::slice::from_ref(sheet)))))
    }

    /// Returns the pages to print before cutting.
    fn prints(&self) -> Result<Vec<Drawing>, CutError> {
        let marks = self.options.dress.registration.ok_or_else(|| {
            let machine = self.job.machine.name().to_owned();
            MachineError::NoRegistration { machine }
        })?;
        let bleed = self.options.dress.bleed;
        match &self.job.options.picture {
            Some(picture) => picture_pages(self.job.plan, picture, &marks, bleed),
            None => print_pages(self.job.plan, self.job.tiling, &marks, bleed),
        }
    }

    /// Returns the picture of the board alone, for programs that print it themselves.
    fn picture<'f>(&self) -> Result<Files<'f>, CutError> {
        let Some(picture) = &self.job.options.picture else { return Ok(made([])) };
        let drawn = picture_alone(self.job.plan, picture, self.options.dress.bleed)?;
        let png = drawn.map(|drawing| flat_png(&drawing)).transpose()?.flatten();
        let name = || format!("{}-print.png", self.options.stem);
        Ok(made(png.map(|bytes| File { name: name(), bytes })))
    }

    /// Returns one file for each hooping.
    fn stitches<'f>(&'f self, format: &'static Format) -> Result<Files<'f>, CutError> {
        let Some(embroidery) = self.job.embroidery else { return Ok(made([])) };
        let files = embroidery.hoopings.iter().map(move |hooping| {
            let steps = embroidery.draw(hooping, self.options.dress.calibration)?;
            self.file(format, &format!("embroidery{}", hooping.name), &steps)
        });
        Ok(Box::new(files))
    }

    /// Returns one file for each sheet of plates.
    fn solids<'f>(&'f self, format: &'static Format) -> Files<'f> {
        let Some(SolidPlan(plan)) = self.job.solids else { return made([]) };
        let named = plan.sheets.iter().zip(solids(plan, self.options.dress.calibration));
        Box::new(
            named.map(move |(sheet, plates)| self.file(format, &format!("solid-{}", sheet.name), &[plates?])),
        )
    }

    /// Returns the thread chart, the place of the hoopings and their templates.
    fn placement(&self) -> Result<Files<'_>, CutError> {
        let (Some(embroidery), Some(paper), false) =
            (self.job.embroidery, &self.options.paper, self.options.no_assembly)
        else {
            return Ok(made([]));
        };
        let pages = embroidery.pages(self.job.tiling, paper)?;
        let names = (1..=pages.len()).map(|number| format!("embroidery-placement-{number}"));
        self.printed("embroidery-placement", names.collect(), pages)
    }

    /// Returns the assembly pages: each as SVG, and all as one PDF.
    fn pages(&self) -> Result<Files<'_>, CutError> {
        let Some(paper) = self.options.paper.as_ref().filter(|_| !self.options.no_assembly) else {
            return Ok(made([]));
        };
        let pages = pages(self.job.plan, self.job.tiling, (paper, &self.job.options.stop))?;
        let assembly =
            |number: usize| if number == 1 { "assembly".to_owned() } else { format!("assembly-{number}") };
        let panel = |number: usize| if number == 0 { "panels".to_owned() } else { format!("panel-{number}") };
        let names = (1..=pages.assembly.len()).map(assembly);
        let names = names.chain((1..=pages.releases.len()).map(|number| format!("release-{number}")));
        let names: Vec<String> = names.chain((0..pages.panels.len()).map(panel)).collect();
        let all = pages.assembly.into_iter().chain(pages.releases).chain(pages.panels);
        self.printed("assembly", names, all.collect())
    }

    /// Returns the job sheet, whose sheets and backs are drawn.
    fn job_sheet(&self, drawn: &[Drawing], backs: &[(usize, Drawing)]) -> Result<Files<'_>, CutError> {
        let Some(paper) = self.options.paper.as_ref().filter(|_| self.options.job_sheet) else {
            return Ok(made([]));
        };
        let sheet = JobSheet::new(self.job, self.options, (drawn, backs));
        let pages = job_sheet_pages(&sheet, (self.job.plan, self.job.tiling), paper)?;
        let name =
            |number: usize| if number == 1 { "job-sheet".to_owned() } else { format!("job-sheet-{number}") };
        self.printed("job-sheet", (1..=pages.len()).map(name).collect(), pages)
    }

    /// Returns the insert card in both sizes.
    fn insert_card(&self) -> Result<Files<'_>, CutError> {
        let (Some(paper), Some(facts)) = (&self.options.paper, self.options.card) else {
            return Ok(made([]));
        };
        let (tiling, plan) = (self.job.tiling, self.job.plan);
        let patchwork = Patchwork::trace(tiling, plan.cell_mm)?;
        let card = InsertCard::new(self.job, self.options, &patchwork, facts.clone());
        let pages = insert_card_pages(&card, (plan, &patchwork), paper)?;
        let names = ["insert-card", "insert-card-large"].map(str::to_owned);
        self.printed("insert-card", names.to_vec(), pages)
    }

    /// Returns what a package for a shop has besides the files for machines and people at them.
    fn shop<'f>(&self) -> Result<Files<'f>, CutError> {
        let Some(license) = self.options.shop else { return Ok(made([])) };
        let plan = self.job.plan;
        let named = |name: &str, ending: &str| format!("{}-{name}.{ending}", self.options.stem);
        let mut files = Vec::new();
        let dress = Dress { hairline: Some(SEEN), ..self.options.dress.clone() };
        let stop = &self.job.options.stop;
        for (sheet, drawing) in plan.sheets.iter().zip(sheets(plan, self.job.machine, &dress)?) {
            stop.check()?;
            let png = flat_png(&drawing)?;
            files.extend(png.map(|bytes| File { name: named(&format!("cut-{}", sheet.name), "png"), bytes }));
        }
        for picture in listing_pictures(plan, self.job.tiling, self.job.options)? {
            stop.check()?;
            let options = SvgOptions { metadata: self.options.metadata, ..SvgOptions::default() };
            let (svg, png) = match &picture.view {
                ListingView::Flat(drawing) => (svg(drawing, &options)?, flat_png(drawing)?),
                ListingView::Wood(wood) => (wood_svg(wood, options.metadata)?, wooden_png(wood)?),
            };
            let name = format!("picture-{}", picture.name);
            files.push(File { name: named(&name, "svg"), bytes: svg });
            files.extend(png.map(|bytes| File { name: named(&name, "png"), bytes }));
        }
        let text = license.text(&plan.title);
        files.push(File { name: named("license", "txt"), bytes: text.into_bytes() });
        if let Some(design) = self.options.metadata {
            files.push(File { name: named("design", "json"), bytes: design.as_bytes().to_vec() });
        }
        Ok(made(files))
    }

    /// Returns every page as SVG, and all as one PDF if the program was built with it. The PDF is written
    /// first, so that each page can be dropped once it is written as SVG.
    fn printed(
        &self,
        document: &str,
        names: Vec<String>,
        pages: Vec<Drawing>,
    ) -> Result<Files<'_>, CutError> {
        let built = |name| format(name).filter(|format| format.is_built_in());
        let pdf = built("pdf").map(|format| self.file(format, document, &pages)).transpose()?;
        let pdf_alone = pdf.is_some() && self.options.shop.is_some();
        let svg = built("svg").filter(|_| !pdf_alone);
        let pages = names.into_iter().zip(pages);
        let svgs = pages.filter_map(move |(name, page)| Some(self.file(svg?, &name, &[page])));
        Ok(Box::new(svgs.chain(made(pdf))))
    }
}

/// The width of lines that are seen on a screen, in mm: hairlines are not.
const SEEN: f64 = 0.6;
/// The width of pictures in pixels: what shops ask for.
#[cfg(feature = "png")]
const PICTURE_WIDTH: u32 = 2000;

/// Draws a picture in pixels, if the program was built with PNG.
#[cfg(feature = "png")]
fn flat_png(drawing: &Drawing) -> Result<Option<Vec<u8>>, RenderError> {
    use piecework_draw::render::png::{PngOptions, Resolution, png};
    png(drawing, &PngOptions { resolution: Resolution::Width(PICTURE_WIDTH) }).map(Some)
}

/// Without the feature there is no PNG.
#[cfg(not(feature = "png"))]
fn flat_png(_: &Drawing) -> Result<Option<Vec<u8>>, RenderError> {
    Ok(None)
}

/// The same for wooden things.
#[cfg(feature = "png")]
fn wooden_png(wood: &WoodPicture) -> Result<Option<Vec<u8>>, RenderError> {
    piecework_draw::render::png::wood_png(wood, PICTURE_WIDTH).map(Some)
}

/// Without the feature there is no PNG.
#[cfg(not(feature = "png"))]
fn wooden_png(_: &WoodPicture) -> Result<Option<Vec<u8>>, RenderError> {
    Ok(None)
}
