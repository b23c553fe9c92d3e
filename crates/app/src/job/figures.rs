//! Writes figures that several pieces or groups tile: as records, and as a picture with the tilings side by
//! side.

use super::files::add_svg;
use super::records::{as_read, carried, draw_picture, picture_recipe};
use super::session::Session;
use crate::output::FileSet;
use piecework_sheet::SheetOptions;
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limit;
use piecework_tiling::tiling::{Tiling, write_record};

/// The most figures of a picture: more would be too small to see.
const MOST_DRAWN: usize = 100;

/// Adds the files of some figures, each with its tilings. The name of the picture ends in `.svg`, that of the
/// records in `.jsonl`.
pub(super) fn add_figures(
    session: &Session<'_>,
    stem: &str,
    title: &str,
    figures: &[&[Tiling]],
    files: &mut FileSet,
) -> Result<(), Error> {
    if figures.is_empty() {
        return Ok(());
    }
    let tilings = || figures.iter().flat_map(|tilings| tilings.iter());
    session.limits.allow(Limit::SolutionsWritten, tilings().count() as u64)?;
    let records: String = tilings().map(|tiling| write_record(tiling) + "\n").collect();
    files.add(format!("{stem}-figures.jsonl"), records)?;
    let drawn = &figures[..figures.len().min(MOST_DRAWN)];
    if drawn.len() < figures.len() {
        session.note(format!("the picture shows the first {MOST_DRAWN} of {} figures", figures.len()));
    }
    let shown = as_read(drawn.iter().flat_map(|tilings| tilings.iter().cloned()).collect());
    // Every figure has as many tilings.
    let columns = drawn[0].len();
    let drawing = draw_picture(&shown, columns, title, &SheetOptions::default())?;
    session.note_missing_glyphs([&drawing]);
    let recipe = picture_recipe(&shown, columns, Some(title), stem);
    add_svg(files, &format!("{stem}-figures"), &drawing, Some(&carried(&recipe, &shown)))
}
