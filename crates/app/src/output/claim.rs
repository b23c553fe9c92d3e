//! Manages hidden files, and cleans up those of killed runs.
//!
//! A run locks one hidden file in the directory, its claim, before it makes any other there. All its hidden
//! files carry the claim's number. The system releases the lock when the run ends in any way, even in another
//! container or on another computer. So hidden files whose claim is not locked are abandoned, and the next
//! run removes them.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use super::file_system::FileSystem;

/// How many numbers are tried if one is taken.
const ATTEMPTS: usize = 100;

/// The purpose of a hidden file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new file that is not complete yet.
    New,
    /// An old file, kept until the new one is safe.
    Old,
}

impl Purpose {
    fn ending(self) -> &'static str {
        match self {
            Purpose::New => ".tmp",
            Purpose::Old => ".old",
        }
    }
}

/// A run's claim to its hidden files in a directory. It ends when it is dropped.
pub(super) struct Claim<'f, F: FileSystem> {
    directory: PathBuf,
    number: u64,
    /// Open, because closing it releases the lock.
    _locked: File,
    file_system: &'f F,
}

impl<'f, F: FileSystem> Claim<'f, F> {
    /// Makes a claim, which also shows that the directory is writable.
    pub(super) fn new(directory: &Path, file_system: &'f F) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            // A random number: every hasher of the standard library has a random seed.
            let number = RandomState::new().build_hasher().finish();
            let path = claim_path(directory, number);
            let file = match file_system.create(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Another run that cleans up may have locked it first; then the number is not used. If the disk
            // does not support locks, no run can find the claim abandoned, and nothing is cleaned up.
            let taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if !taken && path.exists() {
                return Ok(Self { directory: directory.to_owned(), number, _locked: file, file_system });
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Returns the path of a hidden file beside `name`: `.name.piecework-NUMBER.tmp`.
    pub(super) fn hidden(&self, name: &OsStr, purpose: Purpose) -> PathBuf {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".piecework-{:016x}{}", self.number, purpose.ending()));
        self.directory.join(hidden)
    }
}

impl<F: FileSystem> Drop for Claim<'_, F> {
    fn drop(&mut self) {
        // A later run removes what cannot be removed now.
        let _ = self.file_system.remove(&claim_path(&self.directory, self.number));
    }
}

fn claim_path(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!(".piecework-{number:016x}.lock"))
}

/// Cleans up after killed runs that wrote the files `names`: partial files are removed, and an old file
/// without a successor gets its name back. Nothing depends on it, so errors are ignored until the next time.
pub(super) fn tidy(directory: &Path, names: &[&OsStr], file_system: &impl FileSystem) {
    let Ok(mut present) = file_system.names(directory) else { return };
    present.sort();
    // The claims that no run holds, locked here while their files are removed.
    let mut dead: BTreeMap<u64, Option<File>> = BTreeMap::new();
    for hidden in &present {
        let Some(number) = number(hidden) else { continue };
        if dead.contains_key(&number) {
            continue;
        }
        if let Ok(lock) = abandoned(&claim_path(directory, number), file_system) {
            dead.insert(number, lock);
        }
    }
    for hidden in &present {
        let Some((name, purpose)) = owner(hidden, names) else { continue };
        if !number(hidden).is_some_and(|number| dead.contains_key(&number)) {
            continue;
        }
        let (path, target) = (directory.join(hidden), directory.join(name));
        let lost = purpose == Purpose::Old && matches!(file_system.kind(&target), Ok(None));
        let _ = if lost { file_system.rename_new(&path, &target) } else { file_system.remove(&path) };
    }
    for (number, _) in dead.iter().filter(|(_, lock)| lock.is_some()) {
        let _ = file_system.remove(&claim_path(directory, *number));
    }
}

/// Returns the lock of an abandoned claim, or nothing if the claim is gone; an error if a run may hold it.
fn abandoned(path: &Path, file_system: &impl FileSystem) -> io::Result<Option<File>> {
    if file_system.kind(path)?.is_none() {
        return Ok(None);
    }
    let file = file_system.open(path)?;
    file.try_lock()?;
    Ok(Some(file))
}

/// Returns the number in the name of a hidden file or of a claim.
fn number(hidden: &OsStr) -> Option<u64> {
    let (begin, _) = hidden.to_str()?.rsplit_once('.')?;
    let (_, number) = begin.rsplit_once(".piecework-")?;
    if number.len() == 16 { u64::from_str_radix(number, 16).ok() } else { None }
}

/// Returns the file in `names` that a hidden file belongs to.
fn owner<'a>(hidden: &OsStr, names: &[&'a OsStr]) -> Option<(&'a OsStr, Purpose)> {
    let hidden = hidden.as_encoded_bytes().strip_prefix(b".")?;
    names.iter().find_map(|&name| {
        let rest = hidden.strip_prefix(name.as_encoded_bytes())?.strip_prefix(b".piecework-")?;
        let rest = std::str::from_utf8(rest).ok()?;
        let purpose = [Purpose::New, Purpose::Old].into_iter().find(|p| rest.ends_with(p.ending()))?;
        Some((name, purpose))
    })
}

#[cfg(test)]
mod tests {
    use super::super::file_system::Disk;
    use super::*;

    #[test]
    fn names_parse_back_and_strangers_do_not() {
        let directory = tempfile::tempdir().unwrap();
        let claim = Claim::new(directory.path(), &Disk).unwrap();
        let ours = [OsStr::new("a.svg"), OsStr::new("b.svg")];
        for purpose in [Purpose::New, Purpose::Old] {
            let path = claim.hidden(OsStr::new("b.svg"), purpose);
            let hidden = path.file_name().unwrap();
            assert_eq!(owner(hidden, &ours), Some((OsStr::new("b.svg"), purpose)));
            assert_eq!(number(hidden), Some(claim.number));
        }
        assert_eq!(number(claim_path(directory.path(), 7).file_name().unwrap()), Some(7));
        for stranger in [
            "a.svg",
            ".a.svg",
            ".c.svg.piecework-0000000000000001.tmp",
            ".a.svg.piecework-1",
            "a.svg.piecework-1.tmp",
        ] {
            assert_eq!(owner(OsStr::new(stranger), &ours), None, "{stranger}");
        }
        for stranger in [
            "a.svg",
            ".piecework-1.lock",
            ".a.svg.piecework-000000000000000x.tmp",
            "piecework-0000000000000001",
        ] {
            assert_eq!(number(OsStr::new(stranger)), None, "{stranger}");
        }
    }

    #[test]
    fn a_claim_is_held_until_it_is_dropped() {
        let directory = tempfile::tempdir().unwrap();
        let claim = Claim::new(directory.path(), &Disk).unwrap();
        let path = claim_path(directory.path(), claim.number);
        assert!(abandoned(&path, &Disk).is_err(), "somebody holds it");
        drop(claim);
        assert!(!path.exists());
        assert!(matches!(abandoned(&path, &Disk), Ok(None)));
        std::fs::write(&path, "").unwrap();
        assert!(matches!(abandoned(&path, &Disk), Ok(Some(_))), "a killed run left it");
    }
}
