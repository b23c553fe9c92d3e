//! Makes the cut files of a set: one puzzle in several sizes.
//!
//! The tiling is searched once. The files of each size are named after it, and carry the design of the whole set.

use serde_json::{Value, json};

use super::cut::{Known, made, prepared};
use super::session::Session;
use super::{JobEnd, Made};
use crate::design::{CutRequest, DesignError, Product, SetSize, Subject};
use crate::output::FileSet;
use piecework_draw::render::Content;
use piecework_tiling::error::Error;

/// Runs the job for every size. Its plan is that of the first.
pub(super) fn set(
    session: &Session<'_>,
    subject: &Subject,
    (request, recipe): (&CutRequest, &str),
    files: &mut FileSet,
) -> Result<Made, Error> {
    let machine = request.machine.machine();
    let solid = super::cut_files::formats(request, machine).iter().any(|one| one.content == Content::Solids);
    let has_thickness = solid || request.r#box.is_some();
    if !has_thickness && request.sizes.iter().any(|size| size.thickness.is_some()) {
        let reason = "a thickness is for `--box` and for 3D printers";
        return Err(DesignError::no_effect("--sizes", reason).into());
    }
    let sized: Vec<(Subject, CutRequest)> =
        request.sizes.iter().map(|size| (size.subject(subject), size.request(request, solid))).collect();
    let wanted = sized.iter().map(|(subject, request)| prepared(session, subject, request));
    let wanted: Vec<_> = wanted.collect::<Result<_, _>>()?;
    let (mut known, mut first, mut summaries) = (Known::default(), None, Vec::new());
    for ((wanted, (subject, request)), size) in wanted.into_iter().zip(&sized).zip(&request.sizes) {
        session.note(format!("size {}:", size.name()));
        let product = Product::Cut(Box::new(request.clone()));
        let one = made(session, (wanted, &product, recipe), &mut known, files)?;
        if one.end != JobEnd::Done {
            return Ok(one);
        }
        let mut summary = one.summary.clone();
        summary["files"] = subject.stem.as_str().into();
        summary["cell_mm"] = request.cell.mm().into();
        summaries.push(summary);
        first.get_or_insert(one);
    }
    let summary = json!({ "puzzle": subject.puzzle.name(), "sizes": Value::from(summaries) });
    let first = first.ok_or(DesignError::NothingToMake)?;
    Ok(Made { summary, ..first })
}

impl SetSize {
    /// The subject whose files are named after this size.
    fn subject(&self, subject: &Subject) -> Subject {
        Subject { stem: format!("{}-{}", subject.stem, self.name()), ..subject.clone() }
    }

    /// The job for this size alone; `solid` says whether there are plates for 3D printers.
    fn request(&self, request: &CutRequest, solid: bool) -> CutRequest {
        let thickness = self.thickness.filter(|_| solid).unwrap_or(request.thickness);
        CutRequest {
            sizes: Vec::new(),
            cell: self.cell,
            thickness,
            r#box: request.r#box.map(|usual| self.thickness.unwrap_or(usual)),
            ..request.clone()
        }
    }
}
