//! `--save-design`: the design of a command, written together with its files.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use piecework::design::Design;
use piecework::job::JobEnd;
use piecework::output::{Changes, Overwrite, partial_path};

use crate::exit::Failure;
use crate::report::Report;
use crate::signals::writable_file;

/// A design to save beside what is made from it.
#[derive(Debug, Clone)]
pub(crate) struct SavedDesign {
    path: PathBuf,
    text: String,
}

impl SavedDesign {
    /// The design, if `--save-design` asks for it; refused at once if it could not be written.
    pub(crate) fn asked(
        design: &Design,
        matches: &ArgMatches,
        overwrite: Overwrite,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = matches.try_get_one::<PathBuf>("save_design").ok().flatten() else {
            return Ok(None);
        };
        design.check()?;
        if path != Path::new("-") {
            writable_file(path, overwrite)?;
        }
        Ok(Some(Self { path: path.clone(), text: design.to_json_pretty() }))
    }

    /// The text, if it is to be printed and nothing else made.
    pub(crate) fn printed(&self) -> Option<&str> {
        (self.path == Path::new("-")).then_some(&self.text)
    }

    /// Adds it to what is written. A design whose result is not complete replaces none: the files of the
    /// other may be whole.
    pub(crate) fn add(&self, changes: &mut Changes, end: JobEnd, report: Report) -> Result<(), Failure> {
        let old = std::fs::read(&self.path).ok();
        if matches!(end, JobEnd::Done | JobEnd::Fewer) || old.is_none() {
            return Ok(changes.add(&self.path, self.text.as_bytes())?);
        }
        if old.as_deref() != Some(self.text.as_bytes()) {
            let path = partial_path(&self.path);
            let (kept, path_shown) = (self.path.display(), path.display());
            report.note(&format!(
                "the result is not complete, so `{kept}` is kept; this design is in {path_shown}"
            ));
            changes.add(&path, self.text.as_bytes())?;
        }
        Ok(())
    }
}
