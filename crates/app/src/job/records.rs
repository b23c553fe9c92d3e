//! Writes tilings in the form that the name of a file asks for.

use std::path::Path;
use std::sync::Arc;

use crate::design::{Design, DesignError, Product, SheetRequest, Subject, stem_of};
use piecework_draw::drawing::Drawing;
use piecework_draw::render::svg::{SvgOptions, svg};
use piecework_sheet::{SheetOptions, rows_picture, solution_picture};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::source::Source;
use piecework_tiling::tiling::{
    Tiling, read_records, svg_metadata, write_letter_grid, write_record, write_record_pretty,
};

/// How tilings are written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordForm {
    /// Letter grids, a blank line between them.
    Grids,
    /// One record in JSON.
    Record,
    /// One record a line.
    Records,
    /// One picture, which carries its record.
    Svg,
}

impl RecordForm {
    /// The form that the ending of a file name asks for. `single`: whether there is at most one tiling.
    ///
    /// # Errors
    /// [`DesignError::FileEnding`] for other endings, [`DesignError::SeveralTilings`] for forms that hold one
    /// tiling only.
    pub fn of_path(path: &Path, single: bool) -> Result<Self, DesignError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("txt") => Ok(Self::Grids),
            Some("jsonl") => Ok(Self::Records),
            Some("json") if single => Ok(Self::Record),
            Some("svg") if single => Ok(Self::Svg),
            Some("json" | "svg") => Err(DesignError::SeveralTilings { file: path.display().to_string() }),
            _ => Err(DesignError::FileEnding { file: path.display().to_string() }),
        }
    }

    /// What a file gets for a tiling, the first of all or a later one.
    ///
    /// # Errors
    /// [`Error`] for a tiling that cannot be drawn.
    pub fn text_of(self, tiling: &Tiling, is_first: bool) -> Result<String, Error> {
        Ok(match self {
            Self::Grids if is_first => write_letter_grid(tiling),
            Self::Grids => format!("\n{}", write_letter_grid(tiling)),
            Self::Record => write_record_pretty(tiling),
            Self::Records => format!("{}\n", write_record(tiling)),
            Self::Svg => picture(tiling)?,
        })
    }
}

/// All of some tilings in one form.
///
/// # Errors
/// As [`RecordForm::text_of`].
pub fn write_tilings(tilings: &[Tiling], form: RecordForm) -> Result<String, Error> {
    tilings.iter().enumerate().map(|(index, tiling)| form.text_of(tiling, index == 0)).collect()
}

/// A tiling as SVG in the default palette; it can be read again, and made again.
fn picture(tiling: &Tiling) -> Result<String, Error> {
    let tilings = std::slice::from_ref(tiling);
    let drawing = draw_picture(tilings, 1, "", &SheetOptions::default())?;
    let carried = carried(&picture_recipe(tilings, 1, None, &stem_of(tiling.puzzle().name())), tilings);
    let bytes = svg(&drawing, &SvgOptions { metadata: Some(&carried), ..SvgOptions::default() })?;
    Ok(String::from_utf8(bytes).expect("an SVG is text"))
}

/// Draws a tiling alone with cells of 10 mm, or several in rows of `columns`.
pub(super) fn draw_picture(
    tilings: &[Tiling],
    columns: usize,
    title: &str,
    options: &SheetOptions,
) -> Result<Drawing, Error> {
    /// The edge of a cell, in mm.
    const CELL: f64 = 10.0;
    if let [tiling] = tilings {
        return Ok(solution_picture(tiling, CELL, options)?);
    }
    let rows: Vec<&[Tiling]> = tilings.chunks(columns.max(1)).collect();
    Ok(rows_picture(title, &rows, options)?)
}

/// Tilings of several puzzles as they are when they are read again, each with its own puzzle.
pub(super) fn as_read(tilings: Vec<Tiling>) -> Vec<Tiling> {
    let lines: String = tilings.iter().map(|tiling| write_record(tiling) + "\n").collect();
    read_records(&Source::new("tilings", lines), None, &Limits::default()).unwrap_or(tilings)
}

/// The design of a picture: it holds the tilings, so that nothing is searched when it is made again.
pub(super) fn picture_recipe(tilings: &[Tiling], columns: usize, title: Option<&str>, stem: &str) -> String {
    let mut request = SheetRequest { picture: u64::try_from(columns).ok(), ..SheetRequest::default() };
    request.title = title.map_or(request.title, ToOwned::to_owned);
    let subjects = tilings.first().map(|first| Subject {
        stem: stem.to_owned(),
        template: None,
        open: None,
        puzzle: Arc::clone(first.puzzle()),
        tilings: tilings.to_vec(),
    });
    let product = Product::Sheet(Box::new(request));
    Design { subjects: subjects.into_iter().collect(), products: vec![product], ..Design::default() }
        .to_json()
}

/// What a drawing of tilings carries: the design that makes it again, then the tilings, which other commands
/// read.
pub(super) fn carried(recipe: &str, tilings: &[Tiling]) -> String {
    format!("{recipe} {}", svg_metadata(tilings))
}
