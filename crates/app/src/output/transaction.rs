//! Writes files into one folder or several, and undoes everything after a failure.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
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
    folder: usize,
    name: OsString,
    target: PathBuf,
    temporary: PathBuf,
    state: State,
}

/// A folder with files of the set.
struct Folder<'f, F: FileSystem> {
    path: PathBuf,
    is_created: bool,
    /// Created with the first hidden file.
    claim: Option<Claim<'f, F>>,
}

/// Everything to undo if the next operation fails.
struct Transaction<'f, F: FileSystem> {
    file_system: &'f F,
    overwrite: Overwrite,
    folders: Vec<Folder<'f, F>>,
    steps: Vec<Step>,
}

/// A hidden file, and the claim that protects it.
pub(super) struct Hidden<'f, F: FileSystem> {
    pub(super) file: File,
    pub(super) path: PathBuf,
    claim: Claim<'f, F>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewFile<B> {
    pub(super) folder: PathBuf,
    pub(super) name: OsString,
    pub(super) bytes: B,
}

impl<B> NewFile<B> {
    pub(super) fn new(folder: &Path, name: impl Into<OsString>, bytes: B) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: folder.to_owned(), name: name.into(), bytes }
    }
}

/// Writes `files` and removes `surplus`, or changes nothing. Returns the files of `surplus` that could not be
/// removed.
pub(super) fn write<'p, F: FileSystem>(
    files: &[NewFile<impl AsRef<[u8]>>],
    surplus: &'p [PathBuf],
    overwrite: Overwrite,
    file_system: &F,
) -> Result<Vec<&'p Path>, OutputError> {
    let transaction = Transaction { file_system, overwrite, folders: Vec::new(), steps: Vec::new() };
    transaction.end(files, surplus)
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

/// Gives a complete hidden file its name, and writes `others` with it; or removes it and changes nothing.
pub(super) fn put<F: FileSystem>(
    new: NewFile<Hidden<'_, F>>,
    others: &[NewFile<impl AsRef<[u8]>>],
    surplus: &[PathBuf],
    overwrite: Overwrite,
    file_system: &F,
) -> Result<(), OutputError> {
    let NewFile { folder: path, name, bytes: Hidden { file, path: temporary, claim } } = new;
    drop(file);
    let target = path.join(&name);
    let steps = vec![Step { folder: 0, name, target, temporary, state: State::Written }];
    let folders = vec![Folder { path, is_created: false, claim: Some(claim) }];
    Transaction { file_system, overwrite, folders, steps }.end(others, surplus).map(drop)
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

impl<'f, F: FileSystem> Folder<'f, F> {
    /// Makes the folder, if it is missing.
    fn make(&mut self, file_system: &F) -> Result<(), OutputError> {
        if !exists(&self.path, file_system)? {
            let made = file_system.create_directory(&self.path);
            made.map_err(failed(Action::Create, &self.path))?;
            self.is_created = true;
        }
        Ok(())
    }

    fn claim(&mut self, file_system: &'f F) -> io::Result<&Claim<'f, F>> {
        if self.claim.is_none() {
            self.claim = Some(Claim::new(&self.path, file_system)?);
        }
        self.claim.as_ref().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Returns the path by which a folder is known however it is typed; it need not exist.
fn place(folder: &Path) -> PathBuf {
    let missing = || Some(fs::canonicalize(parent(folder)).ok()?.join(folder.file_name()?));
    fs::canonicalize(folder).ok().or_else(missing).unwrap_or_else(|| folder.to_owned())
}

impl<'f, F: FileSystem> Transaction<'f, F> {
    /// Does everything, or undoes it.
    fn end<'p>(
        mut self,
        files: &[NewFile<impl AsRef<[u8]>>],
        surplus: &'p [PathBuf],
    ) -> Result<Vec<&'p Path>, OutputError> {
        // Runs that give names in one folder at the same time would mix their files.
        let mut locks = Vec::new();
        let ran = self.write_all(files).and_then(|()| {
            locks = self.locks();
            self.put_all_in_place()
        });
        if let Err(error) = ran {
            return Err(self.undo(error));
        }
        self.forget_old();
        // Only now, because what is removed cannot be put back. After a kill the next run finds them again.
        let stays = |path: &&Path| self.file_system.remove(path).is_err();
        Ok(surplus.iter().map(PathBuf::as_path).filter(stays).collect())
    }

    /// Writes every file under a hidden name.
    fn write_all(&mut self, files: &[NewFile<impl AsRef<[u8]>>]) -> Result<(), OutputError> {
        let mut known: Vec<PathBuf> = self.folders.iter().map(|folder| place(&folder.path)).collect();
        let mut targets: BTreeSet<_> =
            self.steps.iter().map(|step| (step.folder, step.name.clone())).collect();
        let mut folder_of = Vec::with_capacity(files.len());
        for file in files {
            let place = place(&file.folder);
            let folder = known.iter().position(|known| *known == place).unwrap_or_else(|| {
                known.push(place);
                self.folders.push(Folder { path: file.folder.clone(), is_created: false, claim: None });
                known.len() - 1
            });
            if !targets.insert((folder, file.name.clone())) {
                return Err(OutputError::SameName { name: file.name.to_string_lossy().into_owned() });
            }
            folder_of.push(folder);
        }
        for (index, folder) in self.folders.iter().enumerate() {
            let names: Vec<_> =
                targets.iter().filter(|(at, _)| *at == index).map(|(_, name)| name.as_os_str()).collect();
            if exists(&folder.path, self.file_system)? {
                claim::tidy(&folder.path, &names, self.file_system);
            }
            refuse_targets(&folder.path, &names, self.overwrite, self.file_system)?;
        }
        for folder in &mut self.folders {
            folder.make(self.file_system)?;
        }
        for (file, folder) in files.iter().zip(folder_of) {
            let target = self.folders[folder].path.join(&file.name);
            let written = self.write_hidden(folder, &file.name, file.bytes.as_ref(), &target);
            written.map_err(failed(Action::Write, &target))?;
        }
        Ok(())
    }

    fn write_hidden(&mut self, folder: usize, name: &OsStr, bytes: &[u8], target: &Path) -> io::Result<()> {
        let claim = self.folders[folder].claim(self.file_system)?;
        let temporary = claim.hidden(name, Purpose::New);
        let file = self.file_system.create(&temporary)?;
        let (name, target) = (name.to_owned(), target.to_owned());
        self.steps.push(Step { folder, name, target, temporary, state: State::Written });
        self.file_system.append(&file, bytes)?;
        self.file_system.sync(&file)
    }

    /// Locks the folders, always in the same order. The system releases the locks of a run that is killed.
    /// Some systems cannot lock a folder.
    fn locks(&self) -> Vec<File> {
        let places: BTreeSet<PathBuf> = self.folders.iter().map(|folder| place(&folder.path)).collect();
        let locked = |place: PathBuf| File::open(place).ok().filter(|folder| folder.lock().is_ok());
        places.into_iter().filter_map(locked).collect()
    }

    /// Gives every written file its name.
    fn put_all_in_place(&mut self) -> Result<(), OutputError> {
        for (index, folder) in self.folders.iter().enumerate() {
            let names: Vec<&OsStr> =
                self.steps.iter().filter(|step| step.folder == index).map(|step| &*step.name).collect();
            refuse_targets(&folder.path, &names, self.overwrite, self.file_system)?;
        }
        for index in 0..self.steps.len() {
            if self.overwrite == Overwrite::Replace {
                self.keep_old(index)?;
            }
            self.put_in_place(index)?;
        }
        for folder in &self.folders {
            let synced = self.file_system.sync_directory(&folder.path);
            synced.map_err(failed(Action::Sync, &folder.path))?;
        }
        Ok(())
    }

    /// Gives an old file a second name. A link, or any file on a disk without hard links, is moved there
    /// instead.
    fn keep_old(&mut self, index: usize) -> Result<(), OutputError> {
        let file_system = self.file_system;
        let step = &mut self.steps[index];
        let kind = look(&step.target, file_system)?;
        let (Some(_), Some(claim)) = (kind, &self.folders[step.folder].claim) else { return Ok(()) };
        let kept = claim.hidden(&step.name, Purpose::Old);
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
        let Step { target, temporary, state, .. } = &mut self.steps[index];
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

    /// All files are written. An old file that cannot be removed now is hidden and harmless, and a later run
    /// removes it.
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
        for Step { target, temporary, state, .. } in self.steps.iter().rev() {
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
        for folder in &mut self.folders {
            folder.claim = None;
            if folder.is_created {
                let _ = file_system.remove_directory(&folder.path);
            }
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
