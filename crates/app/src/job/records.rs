//! Writes tilings in the form that the name of a file asks for.

use std::path::Path;

use crate::design::DesignError;
use piecework_draw::render::svg::{SvgOptions, svg};
use piecework_sheet::{SheetOptions, solution_picture};
use piecework_tiling::error::Error;
use piecework_tiling::tiling::{Tiling, svg_metadata, write_letter_grid, write_record, write_record_pretty};

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
    /// [`DesignError::FileEnding`] for other endings, [`DesignError::SeveralTilings`] for forms that hold one tiling only.
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

/// A tiling as SVG in the default palette, with cells of 10 mm; it can be read again.
fn picture(tiling: &Tiling) -> Result<String, Error> {
    let options = SheetOptions::default();
    let drawing = solution_picture(tiling, 10.0, &options)?;
    let metadata = svg_metadata(std::slice::from_ref(tiling));
    let bytes = svg(&drawing, &SvgOptions { metadata: Some(&metadata), ..SvgOptions::default() })?;
    Ok(String::from_utf8(bytes).expect("an SVG is text"))
}
