//! Locks a file for the one run that writes it, and says who holds it.
//!
//! The lock is on a hidden file beside it, `.NAME.lock`, which has host, process and time. The system
//! releases the lock when the run ends in any way. A run that was killed leaves the hidden file behind, so
//! that others can see that it failed.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::disk::{self, FileKind, is_same};
use super::error::{Action, OutputError};
use super::split;
use super::transaction::failed;
use piecework_tiling::text::shown;

/// How often a lock is tried whose file other runs remove at the same time.
const ATTEMPTS: usize = 100;
/// The most bytes that are read of a lock file.
const LONGEST: u64 = 1 << 12;

/// What is known about the lock of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LockState {
    /// No run holds it.
    Free,
    /// A run holds it.
    Held(Option<Holder>),
    /// The run that held it did not end by itself.
    Abandoned(Option<Holder>),
}

/// A lock, held until it is dropped.
///
/// # Examples
/// ```
/// use piecework_app::output::{FileLock, LockState};
///
/// let path = std::env::temp_dir().join(format!("piecework-lock-{}", std::process::id()));
/// let lock = FileLock::take(&path)?;
/// assert!(FileLock::take(&path).is_err());
/// assert!(matches!(FileLock::state(&path), LockState::Held(Some(holder)) if holder.process == std::process::id()));
/// drop(lock);
/// assert_eq!(FileLock::state(&path), LockState::Free);
/// # Ok::<(), piecework_app::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Open, because closing it releases the lock.
    _locked: File,
}

impl FileLock {
    /// Locks the file at `path`, which need not exist. Disks without locks lock nothing.
    ///
    /// # Errors
    /// [`OutputError::Held`] if another run holds the lock; [`OutputError::Io`].
    pub fn take(path: &Path) -> Result<Self, OutputError> {
        let hidden = hidden(path)?;
        for _ in 0..ATTEMPTS {
            let file = open(&hidden).map_err(failed(Action::Write, &hidden))?;
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Err(OutputError::Held { path: path.to_owned(), holder: read(&hidden) });
            }
            // The last holder may have removed the file after it was opened here.
            let is_there =
                |file: &File| Some(is_same(&file.metadata().ok()?, &fs::symlink_metadata(&hidden).ok()?));
            if is_there(&file) == Some(true) {
                let written = write(&file, &Holder::this());
                written.map_err(failed(Action::Write, &hidden))?;
                return Ok(Self { path: hidden, _locked: file });
            }
        }
        Err(OutputError::Held { path: path.to_owned(), holder: read(&hidden) })
    }

    /// Returns what is known about the lock of the file at `path`.
    pub fn state(path: &Path) -> LockState {
        let Some(hidden) = hidden(path).ok().filter(|hidden| hidden.is_file()) else {
            return LockState::Free;
        };
        let holder = read(&hidden);
        // Looking must not take it away from a run that begins now: a shared lock conflicts with that of a
        // holder only.
        let is_held = File::open(&hidden)
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        match is_held {
            true => LockState::Held(holder),
            false if hidden.is_file() => LockState::Abandoned(holder),
            false => LockState::Free,
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // What cannot be removed now is taken over by the next run.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the path of the hidden file.
fn hidden(path: &Path) -> Result<PathBuf, OutputError> {
    let (directory, name) = split(path)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".lock");
    Ok(directory.join(hidden))
}

fn open(hidden: &Path) -> io::Result<File> {
    match disk::kind(hidden)? {
        None | Some(FileKind::File) => {}
        Some(_) => return Err(io::ErrorKind::InvalidInput.into()),
    }
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(hidden)
}

fn write(mut file: &File, holder: &Holder) -> io::Result<()> {
    file.set_len(0)?;
    file.write_all(serde_json::to_string(holder)?.as_bytes())
}

fn read(hidden: &Path) -> Option<Holder> {
    let mut text = String::new();
    File::open(hidden).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// The run that holds a lock, or held it last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Holder {
    /// The name of the computer.
    pub host: String,
    /// The number of the process.
    pub process: u32,
    /// When it began, in seconds since 1970.
    pub since: u64,
}

impl Holder {
    /// This process, from now on.
    pub fn this() -> Self {
        Self { host: host(), process: std::process::id(), since: now() }
    }

    /// Returns the seconds since it began, by the clock of this computer.
    pub fn age(&self) -> u64 {
        now().saturating_sub(self.since)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = shown(&self.host);
        write!(f, "process {} on {host}, begun {} ago", self.process, duration(self.age()))
    }
}

/// Returns a number of seconds in words, such as `5 min`.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// Returns the name of this computer, as far as the system says it without a call.
fn host() -> String {
    let of_linux = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = |name| std::env::var(name).ok();
    let found = of_linux.or_else(|| variable("HOSTNAME")).or_else(|| variable("COMPUTERNAME"));
    found.map_or_else(|| "an unknown computer".into(), |name| name.trim().to_owned())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_learns_who_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("3.jsonl");
        let lock = FileLock::take(&path).unwrap();
        let error = FileLock::take(&path).unwrap_err();
        let words = error.to_string();
        assert!(words.contains(&format!("process {} on ", std::process::id())), "{words}");
        drop(lock);
        assert_eq!(FileLock::state(&path), LockState::Free);
        assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left");
    }

    #[test]
    fn a_killed_run_leaves_its_name_and_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("3.jsonl");
        let dead = Holder { host: "pc2".into(), process: 7, since: 0 };
        fs::write(hidden(&path).unwrap(), serde_json::to_string(&dead).unwrap()).unwrap();
        assert_eq!(FileLock::state(&path), LockState::Abandoned(Some(dead)));
        let lock = FileLock::take(&path).unwrap();
        assert!(matches!(FileLock::state(&path), LockState::Held(Some(holder)) if holder.process != 7));
        drop(lock);
    }

    #[test]
    fn times_are_short() {
        for (seconds, words) in [(5, "5 s"), (600, "10 min"), (86_400, "24 h"), (864_000, "10 days")] {
            assert_eq!(duration(seconds), words);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("kept"), folder.path().join("precious"));
        fs::write(&other, "mine").unwrap();
        std::os::unix::fs::symlink("precious", hidden(&path).unwrap()).unwrap();
        assert!(FileLock::take(&path).is_err());
        assert_eq!(fs::read(&other).unwrap(), b"mine");
    }
}
