//! What a command writes: everything in one transaction at its end, its design included.

use std::path::{Path, PathBuf};

use piecework::job::JobEnd;
use piecework::output::{Changes, Overwrite, partial_path};
use piecework::stop::StopFlag;

use crate::design_args::Common;
use crate::exit::Failure;
use crate::report::Report;
use crate::signals;

/// Writes everything, or nothing.
pub(crate) fn commit(changes: Changes, end: JobEnd, common: &Common, report: Report) -> Result<(), Failure> {
    let changes = with_design(changes, end, common, report)?;
    // What is left of a run that was stopped is written.
    let stop = (end != JobEnd::Stopped).then(|| StopFlag::when(signals::stop_flag()));
    let changes = changes.until(stop.unwrap_or_default());
    if !changes.is_empty() {
        for path in changes.commit(overwrite(common.force))? {
            report.note(&format!("cannot remove what an earlier run left: {}", path.display()));
        }
    }
    Ok(())
}

/// The changes with the design, if it is to be saved.
pub(crate) fn with_design(
    mut changes: Changes,
    end: JobEnd,
    common: &Common,
    report: Report,
) -> Result<Changes, Failure> {
    if let Some(design) = &common.saved {
        design.add(&mut changes, end, report)?;
    }
    Ok(changes)
}

/// Returns where a result for `path` goes: one that is not complete gets another name, which is free.
pub(crate) fn place(path: &Path, end: JobEnd, report: Report) -> PathBuf {
    if end != JobEnd::Stopped {
        return path.to_owned();
    }
    let path = partial_path(path);
    report.note(&format!("the result is not complete: what was found is in {}", path.display()));
    path
}

/// What `--force` means.
pub(crate) const fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Replace } else { Overwrite::Refuse }
}
