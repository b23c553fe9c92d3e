//! Writes one set of files, and undoes everything after a failure.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::Overwrite;
use super::claim::{self, Claim, Purpose};
use super::error::{Action, OutputError};
use super::file_system::{FileSystem, Kind};

/// The progress of one file.
enum State {
    /// The new file is at its temporary name; nothing else has changed.
    Written,
    /// The old file has a second name too.
    Linked(PathBuf),
    /// The old file has only its second name.
    SetAside(PathBuf),
    /// The new file has its final name; there was no old one.
    New,
    /// The new file has its final name; the old one is kept here.
    Replaced(PathBuf),
}

/// One file of the set.
struct Step {
    target: PathBuf,
    temporary: PathBuf,
    state: State,
}

/// Everything to undo if the next operation fails.
struct Transaction<'a, F: FileSystem> {
    directory: &'a Path,
    file_system: &'a F,
    created_directory: bool,
    /// Created with the first hidden file.
    claim: Option<Claim<'a, F>>,
    steps: Vec<Step>,
}

/// A hidden file, and the claim that protects it.
pub(super) struct Hidden<'f, F: FileSystem> {
    pub(super) file: File,
    pub(super) path: PathBuf,
    claim: Claim<'f, F>,
}

/// Writes `files` into `directory`, or leaves it unchanged.
pub(super) fn write(
    directory: &Path,
    files: &[(OsString, &[u8])],
    overwrite: Overwrite,
    file_system: &impl FileSystem,
) -> Result<(), OutputError> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_os_str()).collect();
    if exists(directory, file_system)? {
        claim::tidy(directory, &names, file_system);
    }
    refuse_targets(directory, &names, overwrite, file_system)?;
    let mut transaction = Transaction {
        directory,
        file_system,
        created_directory: false,
        claim: None,
        steps: Vec::with_capacity(files.len()),
    };
    match transaction.run(files, overwrite) {
        Ok(()) => {
            transaction.forget_old();
            Ok(())
        }
        Err(error) => Err(transaction.undo(error)),
    }
}

/// Creates a hidden file beside the target `name`, to be written bit by bit; the directory must exist.
pub(super) fn begin<'f, F: FileSystem>(
    directory: &Path,
    name: &OsStr,
    overwrite: Overwrite,
    file_system: &'f F,
) -> Result<Hidden<'f, F>, OutputError> {
    if !exists(directory, file_system)? {
        return Err(OutputError::NoParent { parent: directory.to_owned() });
    }
    claim::tidy(directory, &[name], file_system);
    refuse_targets(directory, &[name], overwrite, file_system)?;
    let target = directory.join(name);
    let claim = Claim::new(directory, file_system).map_err(failed(Action::Write, &target))?;
    let path = claim.hidden(name, Purpose::New);
    let file = file_system.create(&path).map_err(failed(Action::Write, &target))?;
    Ok(Hidden { file, path, claim })
}

/// Gives a complete hidden file the name `name`, or removes it.
pub(super) fn put<F: FileSystem>(
    directory: &Path,
    name: &OsStr,
    hidden: Hidden<'_, F>,
    overwrite: Overwrite,
    file_system: &F,
) -> Result<(), OutputError> {
    let Hidden { file, path: temporary, claim } = hidden;
    drop(file);
    let step = Step { target: directory.join(name), temporary, state: State::Written };
    let (claim, steps) = (Some(claim), vec![step]);
    let mut transaction = Transaction { directory, file_system, created_directory: false, claim, steps };
    let put = refuse_targets(directory, &[name], overwrite, file_system)
        .and_then(|()| transaction.put_all_in_place(&[name], overwrite));
    match put {
        Ok(()) => {
            transaction.forget_old();
            Ok(())
        }
        Err(error) => Err(transaction.undo(error)),
    }
}

/// Refuses directories, devices and, unless they may be replaced, files and links at the targets.
pub(super) fn refuse_targets(
    directory: &Path,
    names: &[impl AsRef<OsStr>],
    overwrite: Overwrite,
    file_system: &impl FileSystem,
) -> Result<(), OutputError> {
    let mut present = Vec::new();
    for name in names {
        let path = directory.join(name.as_ref());
        match look(&path, file_system)? {
            None => {}
            Some(Kind::Directory | Kind::Other) => return Err(OutputError::NotAFile { path }),
            Some(Kind::Link) if overwrite == Overwrite::Refuse => return Err(OutputError::IsLink { path }),
            Some(Kind::File | Kind::Link) => present.push(name.as_ref().to_string_lossy().into_owned()),
        }
    }
    if overwrite == Overwrite::Refuse && !present.is_empty() {
        return Err(OutputError::Exists { directory: directory.to_owned(), names: present });
    }
    Ok(())
}

/// Makes a claim in `directory` (or in its parent, if it does not exist), and releases it.
pub(super) fn probe(directory: &Path, file_system: &impl FileSystem) -> Result<(), OutputError> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let place = if exists(directory, file_system)? { directory } else { parent(directory) };
    claim::tidy(place, &[], file_system);
    Claim::new(place, file_system).map(drop).map_err(failed(Action::Write, directory))
}

/// Returns whether the directory exists; an error if it could not be created either.
fn exists(directory: &Path, file_system: &impl FileSystem) -> Result<bool, OutputError> {
    let is_directory = |path: &Path| {
        file_system.is_directory(path).map_err(|source| OutputError::Io {
            action: Action::LookAt,
            path: path.to_owned(),
            source,
        })
    };
    if is_directory(directory)? {
        return Ok(true);
    }
    if look(directory, file_system)?.is_some() {
        return Err(OutputError::NotADirectory { path: directory.to_owned() });
    }
    let parent = parent(directory);
    if !is_directory(parent)? {
        return Err(OutputError::NoParent { parent: parent.to_owned() });
    }
    Ok(false)
}

fn look(path: &Path, file_system: &impl FileSystem) -> Result<Option<Kind>, OutputError> {
    file_system.kind(path).map_err(|source| OutputError::Io {
        action: Action::LookAt,
        path: path.to_owned(),
        source,
    })
}

/// Returns the directory above; that of a bare name is the current one.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl<F: FileSystem> Transaction<'_, F> {
    fn run(&mut self, files: &[(OsString, &[u8])], overwrite: Overwrite) -> Result<(), OutputError> {
        self.make_directory()?;
        for (name, bytes) in files {
            self.write_temporary(name, bytes)?;
        }
        let names: Vec<&OsStr> = files.iter().map(|(name, _)| name.as_os_str()).collect();
        self.put_all_in_place(&names, overwrite)
    }

    /// Gives every written file its name.
    fn put_all_in_place(&mut self, names: &[&OsStr], overwrite: Overwrite) -> Result<(), OutputError> {
        for (index, name) in names.iter().enumerate() {
            if overwrite == Overwrite::Replace {
                self.keep_old(index, name)?;
            }
            self.put_in_place(index)?;
        }
        let synced = self.file_system.sync_directory(self.directory);
        synced.map_err(failed(Action::Sync, self.directory))
    }

    fn make_directory(&mut self) -> Result<(), OutputError> {
        if !exists(self.directory, self.file_system)? {
            let made = self.file_system.create_directory(self.directory);
            made.map_err(failed(Action::Create, self.directory))?;
            self.created_directory = true;
        }
        Ok(())
    }

    fn write_temporary(&mut self, name: &OsStr, bytes: &[u8]) -> Result<(), OutputError> {
        let target = self.directory.join(name);
        self.write_hidden(name, bytes, &target).map_err(failed(Action::Write, &target))
    }

    fn write_hidden(&mut self, name: &OsStr, bytes: &[u8], target: &Path) -> io::Result<()> {
        let claim = match &mut self.claim {
            Some(claim) => claim,
            none => none.insert(Claim::new(self.directory, self.file_system)?),
        };
        let temporary = claim.hidden(name, Purpose::New);
        let file = self.file_system.create(&temporary)?;
        self.steps.push(Step { target: target.to_owned(), temporary, state: State::Written });
        self.file_system.append(&file, bytes)?;
        self.file_system.sync(&file)
    }

    /// Gives an old file a second name. A link, or any file on a disk without hard links, is moved there instead.
    fn keep_old(&mut self, index: usize, name: &OsStr) -> Result<(), OutputError> {
        let file_system = self.file_system;
        let step = &mut self.steps[index];
        let kind = look(&step.target, file_system)?;
        let (Some(_), Some(claim)) = (kind, &self.claim) else { return Ok(()) };
        let kept = claim.hidden(name, Purpose::Old);
        if kind == Some(Kind::File) && file_system.link(&step.target, &kept).is_ok() {
            step.state = State::Linked(kept);
            return Ok(());
        }
        file_system.rename_new(&step.target, &kept).map_err(failed(Action::Keep, &step.target))?;
        step.state = State::SetAside(kept);
        Ok(())
    }

    fn put_in_place(&mut self, index: usize) -> Result<(), OutputError> {
        let file_system = self.file_system;
        let Step { target, temporary, state } = &mut self.steps[index];
        let placed = match state {
            State::Linked(_) => file_system.rename(temporary, target),
            _ => file_system.rename_new(temporary, target),
        };
        placed.map_err(failed(Action::PutInPlace, target))?;
        *state = match std::mem::replace(state, State::New) {
            State::Linked(kept) | State::SetAside(kept) => State::Replaced(kept),
            _ => State::New,
        };
        Ok(())
    }

    /// All files are written. An old file that cannot be removed now is hidden and harmless, and a later run removes
    /// it.
    fn forget_old(&self) {
        for step in &self.steps {
            if let State::Replaced(kept) = &step.state {
                let _ = self.file_system.remove(kept);
            }
        }
    }

    /// Undoes everything, last first, and returns the original error.
    fn undo(&mut self, error: OutputError) -> OutputError {
        let file_system = self.file_system;
        let (mut lost, mut stuck) = (None, None);
        for Step { target, temporary, state } in self.steps.iter().rev() {
            match state {
                State::New => {
                    if file_system.remove(target).is_err() {
                        stuck = Some(target.clone());
                    }
                }
                // Both names are the old file: renaming one to the other would do nothing.
                State::Linked(kept) => {
                    let _ = file_system.remove(kept);
                }
                State::SetAside(kept) | State::Replaced(kept) => {
                    if file_system.rename(kept, target).is_err() {
                        lost = Some((target.clone(), kept.clone()));
                    }
                }
                State::Written => {}
            }
            if !matches!(state, State::New | State::Replaced(_)) {
                let _ = file_system.remove(temporary);
            }
        }
        self.claim = None;
        if self.created_directory {
            let _ = file_system.remove_directory(self.directory);
        }
        match (lost, stuck, error) {
            (Some((path, kept)), _, OutputError::Io { source, .. }) => {
                OutputError::NotRestored { path, kept, source }
            }
            (None, Some(path), OutputError::Io { source, .. }) => OutputError::NotRemoved { path, source },
            (_, _, error) => error,
        }
    }
}

/// Returns an error for `path`, without its cause.
pub(super) fn failed(action: Action, path: &Path) -> impl FnOnce(io::Error) -> OutputError + use<'_> {
    move |source| OutputError::Io { action, path: path.to_owned(), source }
}
