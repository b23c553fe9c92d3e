//! Writes files into one folder or several, and undoes everything after a failure.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Overwrite;
use super::content::Content;
use super::disk::{self, FileKind};
use super::error::{Action, OutputError};
use super::stage::{self, Stage};
use piecework_tiling::stop::StopFlag;

/// A file to write.
#[derive(Clone, Copy)]
pub(super) struct NewFile<'a> {
    pub(super) folder: &'a Path,
    pub(super) name: &'a OsStr,
    pub(super) content: &'a Content,
}

/// The files for one folder, which is known by its place however it is typed.
struct Group<'a> {
    place: PathBuf,
    folder: &'a Path,
    files: Vec<NewFile<'a>>,
}

/// Writes `files` and one that has `begun`, and removes `surplus`, or changes nothing. Returns the files of
/// `surplus` that could not be removed.
pub(super) fn write<'p>(
    begun: Option<Stage>,
    (files, stop): (&[NewFile<'_>], &StopFlag),
    surplus: &'p [PathBuf],
    overwrite: Overwrite,
) -> Result<Vec<&'p Path>, OutputError> {
    let mut stages: Vec<Stage> = begun.into_iter().collect();
    let mut made = Vec::new();
    let staged = stage_all((files, stop), &mut stages, &mut made, overwrite);
    // What was added last describes the others.
    let last = files.last().map(|file| place(file.folder));
    stages.sort_by_key(|stage| Some(&stage.place) == last.as_ref());
    // Runs that give names in one folder at the same time would mix their files. Always in the same order.
    let places: BTreeSet<&Path> = stages.iter().map(|stage| stage.place.as_path()).collect();
    let _locks: Vec<_> = places.into_iter().map(stage::locked).collect();
    if let Err(error) = staged.and_then(|()| put_all_in_place(&mut stages, overwrite)) {
        let stuck =
            stages.iter_mut().filter_map(Stage::take_back).reduce(|a, b| if a.1.is_some() { a } else { b });
        drop(stages);
        for folder in made.into_iter().rev() {
            let _ = disk::remove_directory(folder);
        }
        return Err(match (stuck, error) {
            (Some((path, Some(kept))), OutputError::Io { source, .. }) => {
                OutputError::NotRestored { path, kept, source }
            }
            (Some((path, None)), OutputError::Io { source, .. }) => OutputError::NotRemoved { path, source },
            (_, error) => error,
        });
    }
    drop(stages);
    // Only now, because what is removed cannot be put back. After a kill the next run finds them again.
    let stays = |path: &&Path| disk::remove(path).is_err();
    Ok(surplus.iter().map(PathBuf::as_path).filter(stays).collect())
}

/// Writes every file under a hidden name. Folders that had to be `made` are returned with any result.
fn stage_all<'a>(
    (files, stop): (&[NewFile<'a>], &StopFlag),
    stages: &mut Vec<Stage>,
    made: &mut Vec<&'a Path>,
    overwrite: Overwrite,
) -> Result<(), OutputError> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for &file in files {
        let place = place(file.folder);
        match groups.iter_mut().find(|group| group.place == place) {
            Some(group) => group.files.push(file),
            None => groups.push(Group { place, folder: file.folder, files: vec![file] }),
        }
    }
    for group in &groups {
        let begun = stages.iter().filter(|stage| stage.place == group.place).flat_map(|stage| &stage.names);
        let mut names: BTreeSet<&OsStr> = begun.map(AsRef::as_ref).collect();
        if let Some(twice) = group.files.iter().find(|file| !names.insert(file.name)) {
            return Err(OutputError::SameName { name: twice.name.to_string_lossy().into_owned() });
        }
        if exists(group.folder)? {
            stage::tidy(group.folder);
        }
        refuse_targets(group.folder, names, overwrite)?;
    }
    for Group { place, folder, files } in groups {
        make(folder, made)?;
        let at = stages.iter().position(|stage| stage.place == place).unwrap_or(stages.len());
        for NewFile { name, content, .. } in files {
            stop.check()?;
            let mut write = || {
                if at == stages.len() {
                    stages.push(Stage::new(folder)?);
                }
                stages[at].write(name, &content.read()?)
            };
            write().map_err(failed(Action::Write, &folder.join(name)))?;
        }
    }
    Ok(())
}

/// Makes a folder and those above it, and adds them to `made`.
fn make<'a>(folder: &'a Path, made: &mut Vec<&'a Path>) -> Result<(), OutputError> {
    if exists(folder)? {
        return Ok(());
    }
    make(parent(folder), made)?;
    disk::create_directory(folder).map_err(failed(Action::Create, folder))?;
    made.push(folder);
    Ok(())
}

/// Gives every written file its name.
fn put_all_in_place(stages: &mut [Stage], overwrite: Overwrite) -> Result<(), OutputError> {
    for stage in &*stages {
        refuse_targets(&stage.folder, &stage.names, overwrite)?;
    }
    for stage in &mut *stages {
        (0..stage.names.len()).try_for_each(|index| stage.put(index, overwrite))?;
    }
    for stage in &*stages {
        disk::sync_directory(&stage.folder).map_err(failed(Action::Sync, &stage.folder))?;
    }
    Ok(())
}

/// Makes a stage for the target `name`, to be written bit by bit; the directory must exist.
pub(super) fn begin(directory: &Path, name: &OsStr, overwrite: Overwrite) -> Result<Stage, OutputError> {
    if !exists(directory)? {
        return Err(OutputError::NoParent { parent: directory.to_owned() });
    }
    stage::tidy(directory);
    refuse_targets(directory, [name], overwrite)?;
    Stage::new(directory).map_err(failed(Action::Write, &directory.join(name)))
}

/// Refuses directories, devices and, unless they may be replaced, files and links at the targets.
pub(super) fn refuse_targets(
    directory: &Path,
    names: impl IntoIterator<Item = impl AsRef<OsStr>>,
    overwrite: Overwrite,
) -> Result<(), OutputError> {
    let mut present = Vec::new();
    for name in names {
        let path = directory.join(name.as_ref());
        match look(&path)? {
            None => {}
            Some(FileKind::Directory | FileKind::Other) => return Err(OutputError::NotAFile { path }),
            Some(FileKind::Link) if overwrite == Overwrite::Refuse => {
                return Err(OutputError::IsLink { path });
            }
            Some(FileKind::File | FileKind::Link) => {
                present.push(name.as_ref().to_string_lossy().into_owned())
            }
        }
    }
    if overwrite == Overwrite::Refuse && !present.is_empty() {
        return Err(OutputError::Exists { directory: directory.to_owned(), names: present });
    }
    Ok(())
}

/// Makes a stage in `directory` (or in the one above that exists), and removes it.
pub(super) fn probe(directory: &Path) -> Result<(), OutputError> {
    let place = nearest(directory)?;
    stage::tidy(place);
    Stage::new(place).map(drop).map_err(failed(Action::Write, here(directory)))
}

/// Returns the directory, or the one above it that exists.
pub(super) fn nearest(directory: &Path) -> Result<&Path, OutputError> {
    let mut place = here(directory);
    while !exists(place)? {
        place = parent(place);
    }
    Ok(place)
}

/// Returns whether the directory exists; an error if it could not be created either.
fn exists(directory: &Path) -> Result<bool, OutputError> {
    let is_directory = |path: &Path| disk::is_directory(path).map_err(failed(Action::LookAt, path));
    if is_directory(directory)? {
        return Ok(true);
    }
    if look(directory)?.is_some() {
        return Err(OutputError::NotADirectory { path: directory.to_owned() });
    }
    exists(parent(directory)).map(|_| false)
}

pub(super) fn look(path: &Path) -> Result<Option<FileKind>, OutputError> {
    disk::kind(path).map_err(failed(Action::LookAt, path))
}

/// Returns the directory above; that of a bare name is the current one.
fn parent(path: &Path) -> &Path {
    path.parent().map_or(Path::new("."), here)
}

/// The directory without a name is the current one.
pub(super) fn here(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() { Path::new(".") } else { directory }
}

/// Returns the path by which a folder is known however it is typed; it need not exist.
pub(super) fn place(folder: &Path) -> PathBuf {
    let missing = || folder.file_name().map(|name| place(parent(folder)).join(name));
    fs::canonicalize(folder).ok().or_else(missing).unwrap_or_else(|| folder.to_owned())
}

/// Returns an error for `path`, without its cause.
pub(super) fn failed(action: Action, path: &Path) -> impl FnOnce(io::Error) -> OutputError + use<'_> {
    move |source| OutputError::Io { action, path: path.to_owned(), source }
}
