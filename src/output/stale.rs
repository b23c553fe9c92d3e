//! Temporary names, and what is done about those of runs that were killed.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use super::file_system::FileSystem;

/// The next number for a temporary of this process.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// What a temporary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new file that is not whole yet.
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

/// A name beside `name` that this process has not used before: `.name.piecework-PID-N.tmp`.
pub(super) fn temporary(directory: &Path, name: &OsStr, purpose: Purpose) -> PathBuf {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".piecework-{}-{number}{}", process::id(), purpose.ending()));
    directory.join(hidden)
}

/// Clears away what killed runs left of the files `names`: half-written files go, and an old file whose successor never
/// came gets its name back. Nothing depends on it, so whatever the disk refuses is left for next time.
pub(super) fn tidy(directory: &Path, names: &[&OsStr], file_system: &impl FileSystem) {
    let Ok(mut present) = file_system.names(directory) else { return };
    present.sort();
    for hidden in present {
        let Some((name, purpose, pid, number)) = parse(&hidden, names) else { continue };
        if !is_dead(pid, number, file_system) {
            continue;
        }
        let (path, target) = (directory.join(&hidden), directory.join(name));
        let lost = purpose == Purpose::Old && matches!(file_system.kind(&target), Ok(None));
        let _ = if lost { file_system.rename_new(&path, &target) } else { file_system.remove(&path) };
    }
}

/// Whether the process that made a temporary is gone; where there is no `/proc` to ask, it is taken to be alive.
fn is_dead(pid: u32, number: u64, file_system: &impl FileSystem) -> bool {
    if pid == process::id() {
        // Numbers not handed out yet are those of an earlier process with the same id, as happens in containers.
        return number >= NEXT.load(Ordering::Relaxed);
    }
    let proc = Path::new("/proc");
    matches!(file_system.kind(&proc.join("self")), Ok(Some(_)))
        && matches!(file_system.kind(&proc.join(pid.to_string())), Ok(None))
}

/// Reads a temporary's name back, if it is one of a file in `names`.
fn parse<'a>(hidden: &OsStr, names: &[&'a OsStr]) -> Option<(&'a OsStr, Purpose, u32, u64)> {
    let hidden = hidden.as_encoded_bytes().strip_prefix(b".")?;
    names.iter().find_map(|&name| {
        let rest = hidden.strip_prefix(name.as_encoded_bytes())?.strip_prefix(b".piecework-")?;
        let rest = std::str::from_utf8(rest).ok()?;
        let purpose = [Purpose::New, Purpose::Old].into_iter().find(|p| rest.ends_with(p.ending()))?;
        let (pid, number) = rest.strip_suffix(purpose.ending())?.split_once('-')?;
        Some((name, purpose, pid.parse().ok()?, number.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back_and_strangers_do_not() {
        let ours = [OsStr::new("a.svg"), OsStr::new("b.svg")];
        for purpose in [Purpose::New, Purpose::Old] {
            let path = temporary(Path::new("out"), OsStr::new("b.svg"), purpose);
            let (name, read, pid, _) = parse(path.file_name().unwrap(), &ours).expect("one of ours");
            assert_eq!((name, read, pid), (OsStr::new("b.svg"), purpose, process::id()));
        }
        for stranger in [
            "a.svg",
            ".a.svg",
            ".c.svg.piecework-1-1.tmp",
            ".a.svg.1-1.tmp",
            ".a.svg.piecework-1-1",
            ".a.svg.piecework-x-1.tmp",
            ".a.svg.piecework-1.tmp",
            "a.svg.piecework-1-1.tmp",
        ] {
            assert_eq!(parse(OsStr::new(stranger), &ours), None, "{stranger}");
        }
    }
}
