//! Makes the files of a quilt: pages, pictures, tables and the line of quilting.

use serde_json::{Value, json};

use super::prepare::QuiltJob;
use super::{QuiltFile, Units, figures, pages, picture, plain_text, quilting_lines, tables};
use piecework_draw::drawing::Drawing;
use piecework_draw::render::documents::{DocumentOptions, HAS_PNG, document, page, preview};
use piecework_draw::render::{File, Unit, WriteOptions, document_format, line_format, page_format};
use piecework_tiling::error::Error;

/// How wide the picture of a quilt is, in pixels.
const PICTURE: u32 = 1200;

/// Sees a page that was laid out, with the name that it has as a file of its own.
pub type SeesPage<'a> = &'a dyn Fn(&str, &Drawing);

/// What the files of a quilt are called and carry.
#[derive(Clone, Copy, Default)]
pub struct QuiltFileOptions<'a> {
    /// The beginning of all file names, before `-quilt`.
    pub stem: &'a str,
    /// How the files were made, for formats that can carry it. Default: nothing.
    pub metadata: Option<&'a str>,
    /// Sees each page. Default: nobody does.
    pub seen: Option<SeesPage<'a>>,
}

impl QuiltJob<'_> {
    /// Returns which files are written: those that were asked for, or all but single pages.
    pub fn formats(&self) -> Vec<QuiltFile> {
        use QuiltFile::{Csv, Json, Pages, Pdf, Png, Svg, Text};
        if !self.wanted.request.formats.is_empty() {
            return self.wanted.request.formats.clone();
        }
        let printed = if document_format().is_some() { Pdf } else { Pages };
        [printed, Svg].into_iter().chain(HAS_PNG.then_some(Png)).chain([Csv, Json, Text]).collect()
    }

    /// Returns the plan in numbers, as the program prints it with `--json`, for a pattern of so many pages.
    pub fn summary(&self, pages: usize) -> Value {
        json!({ "puzzle": self.wanted.puzzle, "quilt": figures(&self.plan, pages) })
    }
}

/// Makes all files.
///
/// # Errors
/// [`Error`] if the paper has no room, or if a format cannot hold a page.
pub fn files(job: &QuiltJob<'_>, options: &QuiltFileOptions<'_>) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    each_file(job, options, |_, file| {
        files.push(file);
        Ok(())
    })?;
    Ok(files)
}

/// Makes the same files one by one, each with what it is for, so that it can be written before the next is made; the line
/// of quilting is for none. Returns how many pages there are. Each page is forgotten before the next is drawn.
///
/// # Errors
/// As [`files`], and those of `add`.
pub fn each_file(
    job: &QuiltJob<'_>,
    options: &QuiltFileOptions<'_>,
    mut add: impl FnMut(Option<QuiltFile>, File) -> Result<(), Error>,
) -> Result<usize, Error> {
    let (plan, stem) = (&job.plan, format!("{}-quilt", options.stem));
    let (formats, stop) = (job.formats(), &plan.options().stop);
    let count = printed(job, &stem, options, &mut add)?;
    let drawn = picture(plan)?;
    let named = |ending: &str, bytes: Vec<u8>| File { name: format!("{stem}.{ending}"), bytes };
    for file in formats {
        stop.check()?;
        match file {
            // With the pages.
            QuiltFile::Pdf | QuiltFile::Pages => {}
            QuiltFile::Svg => {
                let svg = page(&drawn, options.metadata)?;
                add(Some(file), named(page_format().extension, svg))?;
            }
            QuiltFile::Png => {
                let png = preview(&drawn, PICTURE, options.metadata)?;
                add(Some(file), named("png", png))?;
            }
            QuiltFile::Text => add(Some(file), named("txt", plain_text(plan).into_bytes()))?,
            QuiltFile::Csv | QuiltFile::Json => {
                let end = if file == QuiltFile::Csv { ".csv" } else { ".json" };
                for (name, text) in tables(plan, count).into_iter().filter(|(name, _)| name.ends_with(end)) {
                    add(Some(file), File { name: format!("{stem}-{name}"), bytes: text.into_bytes() })?;
                }
            }
        }
    }
    for file in quilting(job, &stem, options)? {
        add(None, file)?;
    }
    Ok(count)
}

/// Makes the pages, as files of their own and in documents, and returns how many there are.
fn printed(
    job: &QuiltJob<'_>,
    stem: &str,
    options: &QuiltFileOptions<'_>,
    add: &mut impl FnMut(Option<QuiltFile>, File) -> Result<(), Error>,
) -> Result<usize, Error> {
    let (plan, formats) = (&job.plan, job.formats());
    let request = &job.wanted.request;
    let about = DocumentOptions {
        title: title(job),
        author: request.designer.as_ref().map_or("", |name| name.as_str()),
        metadata: options.metadata,
        bookmarks: true,
        stop: plan.options().stop.clone(),
    };
    let true_size = plan.true_size_name();
    let names = [(stem.to_owned(), "page"), (format!("{stem}-{true_size}"), true_size)];
    let mut count = 0;
    for ((name, part), pages) in names.into_iter().zip(pages(plan)?) {
        count += pages.len();
        let mut pages = pages.enumerate().map(|(index, drawn)| {
            let (drawn, name) = (drawn?, format!("{stem}-{part}-{:02}", index + 1));
            if let Some(seen) = options.seen {
                seen(&name, &drawn);
            }
            if formats.contains(&QuiltFile::Pages) {
                let bytes = page(&drawn, options.metadata)?;
                let name = format!("{name}.{}", page_format().extension);
                add(Some(QuiltFile::Pages), File { name, bytes })?;
            }
            Ok::<Drawing, Error>(drawn)
        });
        if formats.contains(&QuiltFile::Pdf) {
            let bytes = document(pages, &about)?;
            add(Some(QuiltFile::Pdf), File { name: format!("{name}.pdf"), bytes })?;
        } else {
            pages.try_for_each(|page| page.map(drop))?;
        }
    }
    Ok(count)
}

/// The title that documents show.
fn title<'a>(job: &'a QuiltJob<'_>) -> &'a str {
    job.wanted.request.title.as_ref().map_or(&job.wanted.puzzle, |title| title.as_str())
}

/// The line of quilting, if there is one: as a picture, and for machines.
fn quilting(job: &QuiltJob<'_>, stem: &str, options: &QuiltFileOptions<'_>) -> Result<Vec<File>, Error> {
    let Some(drawing) = quilting_lines(&job.plan)? else { return Ok(Vec::new()) };
    let unit = match job.plan.options().units {
        Units::Imperial => Unit::Inch,
        Units::Metric => Unit::Millimetre,
    };
    let (stem, metadata) = (format!("{stem}-quilting"), options.metadata);
    let (title, stop) = (title(job), Some(&job.plan.options().stop));
    let options = WriteOptions { title, unit, metadata, stop, thickness: None };
    [page_format(), line_format()]
        .into_iter()
        .map(|format| {
            let bytes = format.write(std::slice::from_ref(&drawing), &options)?;
            Ok(File { name: format.file_name(&stem, unit), bytes })
        })
        .collect()
}
