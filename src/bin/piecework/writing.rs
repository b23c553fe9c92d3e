//! What a command writes: everything in one transaction at its end, its design included.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use piecework::design::Design;
use piecework::job::End;
use piecework::output::{self, Changes, Disk, Overwrite, partial_path};

use crate::design_args::Common;
use crate::exit::Failure;
use crate::report::Report;

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
        common: &Common,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = matches.try_get_one::<PathBuf>("save_design").ok().flatten() else {
            return Ok(None);
        };
        design.check()?;
        if path != Path::new("-") {
            output::writable_file(path, overwrite(common.force), &Disk)?;
        }
        Ok(Some(Self { path: path.clone(), text: design.to_json_pretty() }))
    }

    /// The text, if it is to be printed and nothing else made.
    pub(crate) fn printed(&self) -> Option<&str> {
        (self.path == Path::new("-")).then_some(&self.text)
    }

    /// Adds it to what is written. A design whose result is not complete replaces none: the files of the other
    /// may be whole.
    fn add(&self, changes: &mut Changes, end: End, report: Report) -> Result<(), Failure> {
        let old = std::fs::read(&self.path).ok();
        if end == End::Done || old.is_none() {
            return Ok(changes.add(&self.path, self.text.as_bytes())?);
        }
        if old.as_deref() != Some(self.text.as_bytes()) {
            let path = partial_path(&self.path, &Disk);
            let (kept, path_shown) = (self.path.display(), path.display());
            report.note(&format!(
                "the result is not complete, so `{kept}` is kept; this design is in {path_shown}"
            ));
            changes.add(&path, self.text.as_bytes())?;
        }
        Ok(())
    }
}

/// Writes everything, or nothing.
pub(crate) fn commit(changes: Changes, end: End, common: &Common, report: Report) -> Result<(), Failure> {
    let changes = with_design(changes, end, common, report)?;
    if !changes.is_empty() {
        for path in changes.commit(overwrite(common.force), &Disk)? {
            report.note(&format!("cannot remove what an earlier run left: {}", path.display()));
        }
    }
    Ok(())
}

/// The changes with the design, if it is to be saved.
pub(crate) fn with_design(
    mut changes: Changes,
    end: End,
    common: &Common,
    report: Report,
) -> Result<Changes, Failure> {
    if let Some(design) = &common.saved {
        design.add(&mut changes, end, report)?;
    }
    Ok(changes)
}

/// Returns where a result for `path` goes: one that is not complete gets another name, which is free.
pub(crate) fn place(path: &Path, end: End, report: Report) -> PathBuf {
    if end != End::Stopped {
        return path.to_owned();
    }
    let path = partial_path(path, &Disk);
    report.note(&format!("the result is not complete: what was found is in {}", path.display()));
    path
}

/// What `--force` means.
pub(crate) const fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Replace } else { Overwrite::Refuse }
}
