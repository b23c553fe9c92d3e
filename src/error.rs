//! Any error of piecework, whichever stage it comes from.
//!
//! In: the error of a stage, by `?`. Out: [`Error`], which says what kind of failure it is and gives every line of the
//! report. Always holds: messages, codes and hints are those of the stage. Stages do not know this room; only callers do.

use crate::colour::ColourError;
use crate::cut::CutError;
use crate::defect::{Finding, ReadError};
use crate::drawing::DrawingError;
use crate::fault::{Category, Fault};
use crate::geometry::GeometryError;
use crate::lattice::PictureError;
use crate::layout::LayoutError;
use crate::length::LengthError;
use crate::limits::LimitError;
use crate::number::NotFinite;
use crate::output::OutputError;
use crate::polyform::PolyformError;
use crate::puzzle::{HexError, PuzzleError};
use crate::puzzle_sheet::PuzzleSheetError;
use crate::question::QuestionError;
use crate::quilt::QuiltError;
use crate::render::RenderError;
use crate::solver::{CheckpointError, SolverError};
use crate::text::TextError;
use crate::tiling::{GridError, InferError, SamenessError, TilingError};

/// An error of any stage.
///
/// # Examples
/// ```
/// use piecework::{Category, Error, Length};
/// fn seam(text: &str) -> Result<Length, Error> {
///     Ok(text.parse::<Length>()?)
/// }
/// let error = seam("6,35mm").unwrap_err();
/// assert_eq!(error.to_string(), "`6,35mm` has a comma; write `6.35mm`");
/// assert_eq!((error.code(), error.category()), ("E0324", Category::Input));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A limit that cannot be set.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A text that is no length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// A name or title that cannot be let in.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A number that cannot be written.
    #[error(transparent)]
    Number(#[from] NotFinite),
    /// A text that is no picture of cells.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Cells that are no shape.
    #[error(transparent)]
    Polyform(#[from] PolyformError),
    /// Every rule that a puzzle breaks; at least one.
    #[error("{}", lines(.0))]
    Puzzle(Vec<PuzzleError>),
    /// Placements that are no tiling.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// A text that is no letter grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A text that names no pieces.
    #[error(transparent)]
    Hex(#[from] HexError),
    /// Groups of cells that are no tiling of any puzzle.
    #[error(transparent)]
    Infer(#[from] InferError),
    /// A puzzle that cannot be searched.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The file of a long run that cannot be gone on with or joined.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Lengths and outlines that cannot be.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// A colour or palette that cannot be had.
    #[error(transparent)]
    Colour(#[from] ColourError),
    /// Something drawn that is no drawing.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// A drawing that cannot be written in a format.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// Parts that do not fit on their sheets.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A quilt pattern that cannot be made.
    #[error(transparent)]
    Quilt(#[from] QuiltError),
    /// Something that cannot be cut.
    #[error(transparent)]
    Cut(#[from] CutError),
    /// A puzzle sheet that cannot be drawn.
    #[error(transparent)]
    PuzzleSheet(#[from] PuzzleSheetError),
    /// A question about tilings that cannot be answered.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// A word for a way in which tilings are the same that is none.
    #[error(transparent)]
    Sameness(#[from] SamenessError),
    /// Files that were not written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl Error {
    /// The rules that are broken; at least one.
    #[must_use]
    pub fn faults(&self) -> Vec<&dyn Fault> {
        match self {
            Error::Read(error)
            | Error::Cut(CutError::Read(error))
            | Error::Layout(LayoutError::Read(error)) => {
                error.defects().iter().map(crate::defect::Defect::fault).collect()
            }
            Error::Puzzle(errors) => errors.iter().map(|error| error as &dyn Fault).collect(),
            Error::Limit(error) => vec![error],
            Error::Length(error) => vec![error],
            Error::Text(error) => vec![error],
            Error::Number(error) => vec![error],
            Error::Picture(error) => vec![error],
            Error::Polyform(error) => vec![error],
            Error::Tiling(error) => vec![error],
            Error::Grid(error) => vec![error],
            Error::Hex(error) => vec![error],
            Error::Infer(error) => vec![error],
            Error::Solver(error) => vec![error],
            Error::Checkpoint(error) => vec![error],
            Error::Geometry(error) => vec![error],
            Error::Colour(error) => vec![error],
            Error::Drawing(error) => vec![error],
            Error::Render(error) => vec![error],
            Error::Layout(error) => vec![error],
            Error::Quilt(error) => vec![error],
            Error::Cut(error) => vec![error],
            Error::PuzzleSheet(error) => vec![error],
            Error::Question(error) => vec![error],
            Error::Sameness(error) => vec![error],
            Error::Output(error) => vec![error],
        }
    }

    /// What kind of failure it is; its exit status is [`Category::exit_status`].
    #[must_use]
    pub fn category(&self) -> Category {
        self.faults().first().map_or(Category::Internal, |fault| fault.category())
    }

    /// The code of the first fault, such as `E0312`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.faults().first().map_or("E0001", |fault| fault.code())
    }

    /// What to try about the first fault, where there is something to try.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        self.faults().first().and_then(|fault| fault.hint())
    }

    /// Every line of the report, with files and places where they are known.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        match self {
            // A stage that reads a file of its own passes on what is wrong there.
            Error::Read(error)
            | Error::Cut(CutError::Read(error))
            | Error::Layout(LayoutError::Read(error)) => error.findings(),
            _ => self.faults().into_iter().map(Finding::of).collect(),
        }
    }
}

impl From<Vec<PuzzleError>> for Error {
    fn from(errors: Vec<PuzzleError>) -> Self {
        Error::Puzzle(errors)
    }
}

impl From<PuzzleError> for Error {
    fn from(error: PuzzleError) -> Self {
        Error::Puzzle(vec![error])
    }
}

fn lines(errors: &[PuzzleError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::json::Document;
    use crate::length::Length;
    use crate::limits::Limits;
    use crate::source::Source;

    #[test]
    fn findings_are_what_programs_read() {
        let source = Source::new("quilt.json", "{\n  \"options\": { \"seam\": \"-6.35mm\" }\n}");
        let document = Document::parse(&source, &Limits::default()).expect("good syntax");
        let seam = (|| {
            let options = document.root().object(&["options"])?.require("options")?.object(&["seam"])?;
            options.require("seam")?.length()
        })();
        let error = Error::from(document.finish(seam).unwrap_err());
        assert_eq!(
            error.to_string(),
            "quilt.json:2:24: /options/seam: `-6.35mm` is negative; allowed 0 to 10000 mm [E0312]"
        );
        assert_eq!(
            serde_json::to_string(&error.findings()[0]).expect("plain values"),
            r#"{"code":"E0312","file":"quilt.json","line":2,"column":24,"pointer":"/options/seam","found":"-6.35mm","allowed":"0 to 10000 mm","message":"`-6.35mm` is negative; allowed 0 to 10000 mm","hint":null}"#
        );
        assert_eq!((error.code(), error.category(), error.hint()), ("E0312", Category::Input, None));
    }

    #[test]
    fn an_error_without_a_file_is_a_line_too() {
        let error = Error::from("6.35".parse::<Length>().unwrap_err());
        let findings = error.findings();
        assert_eq!(findings[0].to_string(), "`6.35` has no unit [E0322]");
        assert_eq!(error.hint().as_deref(), Some("write `6.35mm` or `6.35in`"));
        let machine = Source::new("machine.json", "{}");
        let stage = CutError::from(crate::cut::Machine::read(&machine, &Limits::default()).unwrap_err());
        let findings = Error::from(stage).findings();
        assert!(findings.len() > 1, "everything that is wrong, each by itself");
        assert!(findings.iter().all(|finding| finding.to_string().matches('[').count() == 1), "{findings:?}");
        let puzzle = Error::from(vec![PuzzleError::NoPieces, PuzzleError::EmptyRegion]);
        assert_eq!(puzzle.findings().len(), 2);
        assert_eq!(puzzle.to_string(), "the puzzle has no pieces\nthe region has no cells");
    }

    /// A code stands in one place of the source only, so that it means one thing.
    #[test]
    fn every_code_means_one_thing() {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        codes_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut places);
        assert!(places.len() > 50, "codes are found at all: {}", places.len());
        for (code, places) in places {
            assert_eq!(places.len(), 1, "{code} stands in {places:?}");
        }
    }

    fn codes_under(folder: &Path, places: &mut BTreeMap<String, Vec<String>>) {
        for entry in fs::read_dir(folder).expect("the source is here") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                codes_under(&path, places);
            } else {
                let text = fs::read_to_string(&path).expect("readable");
                let code = text.split("#[cfg(test)]").next().unwrap_or(&text);
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                for literal in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
                    let digits = literal.strip_prefix('E').unwrap_or("");
                    if digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                        places.entry(literal.to_owned()).or_default().push(path.display().to_string());
                    }
                }
            }
        }
    }
}
