//! Makes the files of a cut: their drawings and names.

use super::sheets::{picture_alone, picture_pages, print_pages};
use super::solids::solids;
use super::{
    CardFacts, CutError, CutJob, CutSheet, Dress, InsertCard, JobSheet, ListingView, Machine, MachineError,
};
use super::{PreparedCut, SolidPlan};
use super::{backs, design_pages, insert_card_pages, job_sheet_pages, listing_pictures, sheets};
use piecework_draw::drawing::Drawing;
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::png_text::describe;
use piecework_draw::render::svg::{SvgOptions, svg};
use piecework_draw::render::wood::{WoodPicture, wood_svg};
use piecework_draw::render::{Content, File, Format, FormatRef, RenderError, WriteOptions};
use piecework_draw::render::{document_format, page_format};

/// What the files of a cut are called and carry.
#[derive(Debug, Clone, Default)]
pub struct CutFileOptions<'a> {
    /// The beginning of all file names.
    pub stem: &'a str,
    /// How the files were made, for formats that can carry it. Default: nothing.
    pub metadata: Option<&'a str>,
    /// What is known of the puzzle of each design, for its insert card. Default: nothing.
    pub cards: Vec<CardFacts>,
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
    let wanted = job.wanted;
    let writing = Writing {
        job,
        stem: options.stem,
        metadata: options.metadata.filter(|_| !wanted.request.no_recipe),
        facts: &options.cards,
        paper: Some(&wanted.paper).filter(|_| !wanted.request.test_card),
    };
    let mut add = |files: Result<Files<'_>, CutError>| {
        files?.try_for_each(|file| {
            wanted.options.stop.check().map_err(CutError::from)?;
            let mut file = file?;
            if file.name.ends_with(".png") {
                describe(&mut file.bytes, writing.metadata);
            }
            add(file)
        })
    };
    let drawn = sheets(&job.plan, wanted.machine(), &wanted.dress)?;
    let backs = backs(&job.plan, wanted.machine(), &wanted.dress)?;
    for &format in &wanted.formats {
        add(match format.content {
            Content::Sheets if format.carries.pixels => writing.pictures(format),
            Content::Sheets => writing.sheets(format, &drawn, &backs),
            Content::Prints => writing.prints().and_then(|pages| writing.one(format, format.name, &pages)),
            Content::Stitches => writing.stitches(format),
            Content::Solids => Ok(writing.solids(format)),
        })?;
    }
    add(writing.material())?;
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
    stem: &'a str,
    metadata: Option<&'a str>,
    facts: &'a [CardFacts],
    /// The paper of pages for people; `None` for no pages.
    paper: Option<&'a SheetFormat>,
}

impl Writing<'_> {
    /// Returns a file of a format: `name` follows the stem.
    fn file(&self, format: &Format, name: &str, drawings: &[Drawing]) -> Result<File, CutError> {
        let wanted = self.job.wanted;
        let (unit, stop, metadata) = (wanted.unit(), &wanted.options.stop, self.metadata);
        stop.check()?;
        let (title, thickness) = (&self.job.plan.title, Some(wanted.request.thickness.mm()));
        let options = WriteOptions { title, unit, metadata, thickness, stop: Some(stop) };
        let bytes = format.write(drawings, &options)?;
        Ok(File { name: format.file_name(&format!("{}-{name}", self.stem), unit), bytes })
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

    /// Returns the same for a format to look at: lines as wide as they are seen.
    fn pictures<'f>(&self, format: &'static Format) -> Result<Files<'f>, CutError> {
        let (wanted, plan) = (self.job.wanted, &self.job.plan);
        let dress = Dress { hairline: wanted.dress.hairline.or(Some(SEEN)), ..wanted.dress.clone() };
        let drawn = sheets(plan, wanted.machine(), &dress)?;
        let backs = backs(plan, wanted.machine(), &dress)?;
        let files: Vec<File> = self.sheets(format, &drawn, &backs)?.collect::<Result<_, _>>()?;
        Ok(made(files))
    }

    /// Returns the material file that a test card fills in.
    fn material<'f>(&self) -> Result<Files<'f>, CutError> {
        let wanted = self.job.wanted;
        let name = || format!("{}-material.json", self.stem);
        let form = wanted.request.test_card.then(|| wanted.material_form());
        Ok(made(form.map(|form| File { name: name(), bytes: form.into_bytes() })))
    }

    /// Returns the pages to print before cutting.
    fn prints(&self) -> Result<Vec<Drawing>, CutError> {
        let PreparedCut { options, dress, .. } = self.job.wanted;
        let marks = dress.registration.ok_or_else(|| {
            let machine = self.job.wanted.machine().name().to_owned();
            MachineError::NoRegistration { machine }
        })?;
        match &options.picture {
            Some(picture) => picture_pages(&self.job.plan, picture, &marks, dress.bleed),
            None => print_pages(&self.job.plan, self.job.tilings, &marks, dress.bleed),
        }
    }

    /// Returns what each sheet shows of the picture, for programs that print it themselves.
    fn picture(&self) -> Result<Files<'_>, CutError> {
        let wanted = self.job.wanted;
        let Some(picture) = &wanted.options.picture else { return Ok(made([])) };
        let sheets = self.job.plan.sheets.iter().filter(|sheet| sheet.is_printed());
        let sheets: Vec<&CutSheet> = sheets.collect();
        let is_only = sheets.len() == 1;
        let one = move |sheet: &CutSheet| -> Result<Option<File>, CutError> {
            let drawn = picture_alone(sheet, picture, wanted.dress.bleed)?;
            let of = if is_only { String::new() } else { format!("-{}", sheet.name) };
            let name = format!("{}-print{of}.png", self.stem);
            Ok(printed_png(&drawn)?.map(|bytes| File { name, bytes }))
        };
        Ok(Box::new(sheets.into_iter().filter_map(move |sheet| one(sheet).transpose())))
    }

    /// Returns one file for each hooping.
    fn stitches<'f>(&'f self, format: &'static Format) -> Result<Files<'f>, CutError> {
        let Some(embroidery) = &self.job.embroidery else { return Ok(made([])) };
        let files = embroidery.hoopings.iter().map(move |hooping| {
            let steps = embroidery.draw(hooping, self.job.wanted.dress.calibration)?;
            self.file(format, &format!("embroidery{}", hooping.name), &steps)
        });
        Ok(Box::new(files))
    }

    /// Returns one file for each sheet of plates.
    fn solids<'f>(&'f self, format: &'static Format) -> Files<'f> {
        let Some(SolidPlan(plan)) = &self.job.solids else { return made([]) };
        let printed = (self.job.wanted.options.magnets, self.job.wanted.dress.calibration);
        let named = plan.sheets.iter().zip(solids(plan, printed));
        Box::new(
            named.map(move |(sheet, plates)| self.file(format, &format!("solid-{}", sheet.name), &[plates?])),
        )
    }

    /// Returns the thread chart, the place of the hoopings and their templates.
    fn placement(&self) -> Result<Files<'_>, CutError> {
        let (Some(embroidery), Some(paper)) = (&self.job.embroidery, self.assembly_paper()) else {
            return Ok(made([]));
        };
        let pages = embroidery.pages(&self.job.tilings[0], paper)?;
        let names = (1..=pages.len()).map(|number| format!("embroidery-placement-{number}"));
        self.printed("embroidery-placement", names.collect(), pages)
    }

    /// The paper of assembly pages, unless they are left out.
    fn assembly_paper(&self) -> Option<&SheetFormat> {
        self.paper.filter(|_| !self.job.wanted.request.no_assembly)
    }

    /// Returns the assembly pages: each as SVG, and all as one PDF.
    fn pages(&self) -> Result<Files<'_>, CutError> {
        let Some(paper) = self.assembly_paper() else { return Ok(made([])) };
        let pages = design_pages(&self.job.plan, self.job.tilings, (paper, &self.job.wanted.options.stop))?;
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
        let request = &self.job.wanted.request;
        let Some(paper) = self.paper.filter(|_| request.job_sheet || request.shop) else {
            return Ok(made([]));
        };
        let sheet = JobSheet::new(self.job, self.stem, (drawn, backs));
        let pages = job_sheet_pages(&sheet, (&self.job.plan, self.job.tilings), paper)?;
        let name =
            |number: usize| if number == 1 { "job-sheet".to_owned() } else { format!("job-sheet-{number}") };
        self.printed("job-sheet", (1..=pages.len()).map(name).collect(), pages)
    }

    /// Returns the insert card in both sizes.
    fn insert_card(&self) -> Result<Files<'_>, CutError> {
        let Some(paper) = self.paper.filter(|_| self.job.wanted.request.insert_card) else {
            return Ok(made([]));
        };
        let (mut names, mut all) = (Vec::new(), Vec::new());
        let designs = self.job.plan.each_design();
        for (at, (plan, tiling)) in designs.iter().zip(self.job.tilings).enumerate() {
            let patchwork = plan.patchwork(tiling)?;
            let known = self.facts.get(at).cloned().unwrap_or_default();
            let play = known.play.clone();
            let facts = if self.job.fits_as_in_puzzle(plan) { known } else { CardFacts::default() };
            let facts = CardFacts { play, ..facts };
            let card = InsertCard::new((self.job, plan), (tiling, &patchwork), facts);
            all.extend(insert_card_pages(&card, (plan, &patchwork), paper)?);
            let number = if designs.len() > 1 { format!("-{}", at + 1) } else { String::new() };
            names.extend([format!("insert-card{number}"), format!("insert-card{number}-large")]);
        }
        self.printed("insert-card", names, all)
    }

    /// Returns what a package for a shop has besides the files for machines and people at them.
    fn shop<'f>(&self) -> Result<Files<'f>, CutError> {
        let (wanted, plan) = (self.job.wanted, &self.job.plan);
        if !wanted.request.shop {
            return Ok(made([]));
        }
        let named = |name: &str, ending: &str| format!("{}-{name}.{ending}", self.stem);
        let mut files = Vec::new();
        let dress = Dress { hairline: Some(SEEN), ..wanted.dress.clone() };
        let stop = &wanted.options.stop;
        // Pictures of sheets may be asked for already.
        let has_pictures = wanted.formats.iter().any(|format| format.carries.pixels);
        let drawn = if has_pictures { Vec::new() } else { sheets(plan, wanted.machine(), &dress)? };
        for (sheet, drawing) in plan.sheets.iter().zip(drawn) {
            stop.check()?;
            let png = flat_png(&drawing)?;
            files.extend(png.map(|bytes| File { name: named(&format!("cut-{}", sheet.name), "png"), bytes }));
        }
        let designs = plan.each_design();
        let mut pictures = Vec::new();
        for (at, (plan, tiling)) in designs.iter().zip(self.job.tilings).enumerate() {
            stop.check()?;
            let number = if designs.len() > 1 { format!("{}-", at + 1) } else { String::new() };
            let of_design = listing_pictures(plan, tiling, &wanted.options)?;
            pictures
                .extend(of_design.into_iter().map(|picture| (format!("{number}{}", picture.name), picture)));
        }
        for (name, picture) in pictures {
            stop.check()?;
            let options = SvgOptions { metadata: self.metadata, ..SvgOptions::default() };
            let (svg, png) = match &picture.view {
                ListingView::Flat(drawing) => (svg(drawing, &options)?, flat_png(drawing)?),
                ListingView::Wood(wood) => (wood_svg(wood, options.metadata)?, wooden_png(wood)?),
            };
            let name = format!("picture-{name}");
            files.push(File { name: named(&name, page_format().extension), bytes: svg });
            files.extend(png.map(|bytes| File { name: named(&name, "png"), bytes }));
        }
        let text = wanted.request.license.text(&plan.title);
        files.push(File { name: named("license", "txt"), bytes: text.into_bytes() });
        if let Some(design) = self.metadata {
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
        let document = document_format().map(|format| self.file(format, document, &pages)).transpose()?;
        let is_alone = document.is_some() && self.job.wanted.request.shop;
        let pages = names.into_iter().zip(pages).filter(move |_| !is_alone);
        let pages = pages.map(|(name, page)| self.file(page_format(), &name, &[page]));
        Ok(Box::new(pages.chain(made(document))))
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

/// The same for what the program of a cutter prints and then cuts.
#[cfg(feature = "png")]
fn printed_png(drawing: &Drawing) -> Result<Option<Vec<u8>>, RenderError> {
    piecework_draw::render::png::print_png(drawing).map(Some)
}

/// Without the feature there is no PNG.
#[cfg(not(feature = "png"))]
fn printed_png(_: &Drawing) -> Result<Option<Vec<u8>>, RenderError> {
    Ok(None)
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
