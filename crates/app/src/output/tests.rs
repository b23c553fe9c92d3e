use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

use tempfile::TempDir;

use super::disk::Operation;
use super::*;

mod together;

/// How a [`Faulty`] disk fails.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    /// Refuses one operation.
    Once,
    /// Refuses every operation from then on, like a full or removed disk.
    ForGood,
    /// The program is killed.
    Killed,
}

thread_local! {
    /// The disk of this test, if it has one that fails.
    static DISK: RefCell<Option<Rc<Faulty>>> = const { RefCell::new(None) };
}

/// Called before every operation; an error cancels it.
pub(super) fn before(operation: Operation<'_>) -> io::Result<()> {
    let faulty = DISK.with_borrow(Clone::clone);
    faulty.map_or(Ok(()), |disk| disk.before(operation))
}

/// A real disk that fails at the n-th operation.
struct Faulty {
    left: Cell<usize>,
    fault: Fault,
    /// Like many memory sticks: a file has only one name.
    without_links: bool,
}

impl Faulty {
    fn new(nth: usize, fault: Fault, without_links: bool) -> Rc<Self> {
        Rc::new(Self { left: Cell::new(nth), fault, without_links })
    }

    /// Runs something on this disk.
    fn run<T>(self: &Rc<Self>, run: impl FnOnce() -> T) -> T {
        struct Removed;

        impl Drop for Removed {
            fn drop(&mut self) {
                DISK.set(None);
            }
        }

        DISK.set(Some(Rc::clone(self)));
        let _removed = Removed;
        run()
    }

    /// Whether the fault has occurred.
    fn struck(&self) -> bool {
        self.left.get() == 0
    }

    fn step(&self) -> io::Result<()> {
        let already = self.struck();
        self.left.set(self.left.get().saturating_sub(1));
        match (self.struck(), self.fault) {
            (false, _) => Ok(()),
            (true, Fault::Once) if already => Ok(()),
            // Drops during the exit of a killed program do nothing.
            (true, Fault::Killed) if std::thread::panicking() => Err(io::ErrorKind::Other.into()),
            (true, Fault::Killed) => panic!("killed"),
            (true, _) => Err(io::ErrorKind::StorageFull.into()),
        }
    }

    fn before(&self, operation: Operation<'_>) -> io::Result<()> {
        if let Operation::Write(mut file, bytes) = operation
            && self.left.get() <= 1
            && !(self.struck() && self.fault == Fault::Once)
        {
            // Half of it is written when the disk is full or the program is killed.
            io::Write::write_all(&mut file, &bytes[..bytes.len() / 2])?;
        }
        self.step()?;
        let refuses = matches!(operation, Operation::Link) && self.without_links;
        if refuses { Err(io::ErrorKind::Unsupported.into()) } else { Ok(()) }
    }
}

fn set(files: &[(&str, &str)]) -> FileSet {
    let mut set = FileSet::new();
    for (name, text) in files {
        set.add(*name, *text).unwrap();
    }
    set
}

fn three() -> FileSet {
    set(&[("a.svg", "new a"), ("b.svg", "new b"), ("c.svg", "new c")])
}

/// Every path under `directory`, with its contents.
fn contents(directory: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let (name, path) = (entry.file_name().into_string().unwrap(), entry.path());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(contents(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
            all.insert(name, "directory".into());
        } else if kind.is_symlink() {
            all.insert(name, format!("link to {}", fs::read_link(&path).unwrap().display()));
        } else {
            all.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    all
}

/// A directory where `a.svg` and `b.svg` are old and `c.svg` is missing.
fn two_old_files() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.svg"), "old a").unwrap();
    fs::write(directory.path().join("b.svg"), "old b").unwrap();
    directory
}

/// Fails the first, second, third … operation until the run succeeds without a fault; `target` is in `above`.
#[track_caller]
fn fault_loop(start: impl Fn() -> TempDir, target: &str, overwrite: Overwrite, without_links: bool) {
    for nth in 1.. {
        let above = start();
        let before = contents(above.path());
        let disk = Faulty::new(nth, Fault::Once, without_links);
        let result = disk.run(|| three().write_all(&above.path().join(target), overwrite));
        let after = contents(above.path());
        match result {
            Err(error) => {
                assert_eq!(after, before, "operation {nth}: {error}");
                let message = error.to_string();
                assert!(message.contains(&above.path().display().to_string()), "{message}");
                assert!(message.contains("the disk is full"), "{message}");
            }
            Ok(()) => {
                let visible: Vec<_> =
                    after.iter().filter(|(name, _)| !name.contains(".piecework-")).collect();
                assert_eq!(visible.iter().filter(|(_, text)| text.starts_with("new ")).count(), 3);
                if !disk.struck() {
                    assert_eq!(visible.len(), after.len(), "left behind: {after:?}");
                    assert!(nth > 10, "only {nth} operations");
                    return;
                }
            }
        }
    }
}

#[test]
fn every_operation_may_fail_and_the_directory_is_as_before() {
    fault_loop(|| TempDir::new().unwrap(), "", Overwrite::Refuse, false);
    fault_loop(|| TempDir::new().unwrap(), "out", Overwrite::Refuse, false);
    fault_loop(|| TempDir::new().unwrap(), "out/deep/er", Overwrite::Refuse, false);
    fault_loop(two_old_files, "", Overwrite::Replace, false);
    fault_loop(two_old_files, "", Overwrite::Replace, true);
}

/// Every old file is complete under its own name or a hidden one, and every new one is complete.
#[track_caller]
fn assert_nothing_torn(after: &BTreeMap<String, String>) {
    for (name, letter) in [("a.svg", 'a'), ("b.svg", 'b')] {
        let whole = [format!("old {letter}"), format!("new {letter}")];
        match after.get(name) {
            Some(text) => assert!(whole.contains(text), "{name}: {text}"),
            None => assert!(after.values().any(|text| *text == whole[0]), "{name} is lost: {after:?}"),
        }
    }
    assert!(after.get("c.svg").is_none_or(|text| text == "new c"));
}

#[test]
fn a_disk_that_fails_for_good_tears_nothing() {
    for without_links in [false, true] {
        for nth in 1.. {
            let directory = two_old_files();
            let disk = Faulty::new(nth, Fault::ForGood, without_links);
            let result = disk.run(|| three().write_all(directory.path(), Overwrite::Replace));
            let after = contents(directory.path());
            assert_nothing_torn(&after);
            match result {
                Ok(()) if !disk.struck() => break,
                Ok(()) => assert_eq!(after["c.svg"], "new c"),
                Err(OutputError::NotRestored { path, kept, .. }) => {
                    let name = path.file_name().unwrap().to_str().unwrap();
                    assert!(fs::read_to_string(&kept).unwrap().starts_with("old "), "{name}");
                }
                Err(OutputError::NotRemoved { path, .. }) => assert!(path.exists()),
                Err(_) => assert_eq!((&*after["a.svg"], &*after["b.svg"]), ("old a", "old b")),
            }
        }
    }
}

#[test]
fn a_kill_at_any_moment_tears_nothing_and_the_next_run_succeeds() {
    for without_links in [false, true] {
        for nth in 1.. {
            let directory = two_old_files();
            let disk = Faulty::new(nth, Fault::Killed, without_links);
            let run = || disk.run(|| three().write_all(directory.path(), Overwrite::Replace));
            let killed = catch_unwind(AssertUnwindSafe(run)).is_err();
            assert_nothing_torn(&contents(directory.path()));
            // The next run of any kind discards what is hidden, even one that is refused.
            if nth % 2 == 0 {
                writable(directory.path()).unwrap();
            } else {
                writable_file(&directory.path().join("a.svg"), Overwrite::Refuse).unwrap_err();
            }
            let after = contents(directory.path());
            let texts: Vec<&str> = after.values().map(String::as_str).collect();
            let in_order = [
                &["old a", "old b"][..],
                &["new a", "old b"],
                &["new a", "new b"],
                &["new a", "new b", "new c"],
            ];
            assert!(in_order.contains(&&*texts), "operation {nth}: {after:?}");
            three().write_all(directory.path(), Overwrite::Replace).unwrap();
            assert_eq!(fs::read_to_string(directory.path().join("b.svg")).unwrap(), "new b");
            if !killed {
                break;
            }
        }
    }
}

#[test]
fn nothing_is_replaced_unasked_and_all_names_are_listed() {
    let directory = two_old_files();
    let before = contents(directory.path());
    let error = three().write_all(directory.path(), Overwrite::Refuse).unwrap_err();
    let expected = format!("`a.svg`, `b.svg` already exist in `{}`", directory.path().display());
    assert_eq!(error.to_string(), expected);
    assert!(piecework_tiling::fault::Fault::help(&error).unwrap().contains("--force"));
    assert_eq!(contents(directory.path()), before);

    three().write_all(directory.path(), Overwrite::Replace).unwrap();
    let after = contents(directory.path());
    assert_eq!(after.values().map(String::as_str).collect::<Vec<_>>(), ["new a", "new b", "new c"]);
}

#[test]
fn a_directory_at_a_target_is_refused_even_with_force() {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("b.svg")).unwrap();
    let before = contents(directory.path());
    for overwrite in [Overwrite::Refuse, Overwrite::Replace] {
        let error = three().write_all(directory.path(), overwrite).unwrap_err();
        assert!(matches!(&error, OutputError::NotAFile { path } if path.ends_with("b.svg")), "{error}");
        assert_eq!(contents(directory.path()), before);
    }
}

#[test]
fn missing_directories_are_made() {
    let above = TempDir::new().unwrap();
    three().write_all(&above.path().join("out"), Overwrite::Refuse).unwrap();
    assert_eq!(contents(above.path())["out/c.svg"], "new c");

    three().write_all(&above.path().join("x/y/z"), Overwrite::Refuse).unwrap();
    assert_eq!(contents(&above.path().join("x/y"))["z/c.svg"], "new c");

    fs::write(above.path().join("file"), "").unwrap();
    for path in ["file", "file/x", "file/x/y"] {
        let error = three().write_all(&above.path().join(path), Overwrite::Refuse).unwrap_err();
        assert!(matches!(&error, OutputError::NotADirectory { .. }), "{path}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() {
    use std::os::unix::fs::symlink;
    for old in ["precious", "missing"] {
        let above = TempDir::new().unwrap();
        let directory = above.path().join("out");
        fs::create_dir(&directory).unwrap();
        fs::write(above.path().join("precious"), "precious").unwrap();
        symlink(format!("../{old}"), directory.join("b.svg")).unwrap();
        let before = contents(above.path());

        let error = three().write_all(&directory, Overwrite::Refuse).unwrap_err();
        assert!(matches!(&error, OutputError::IsLink { path } if path.ends_with("b.svg")), "{error}");
        assert_eq!(contents(above.path()), before);

        three().write_all(&directory, Overwrite::Replace).unwrap();
        let after = contents(above.path());
        assert_eq!((&*after["out/b.svg"], &*after["precious"]), ("new b", "precious"));
        assert!(!after.contains_key("missing"));
        assert_eq!(after.len(), 5, "{after:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_put_back_when_a_later_file_fails() {
    fn with_link() -> TempDir {
        let directory = TempDir::new().unwrap();
        std::os::unix::fs::symlink("elsewhere", directory.path().join("a.svg")).unwrap();
        directory
    }
    fault_loop(with_link, "", Overwrite::Replace, false);
}

#[cfg(unix)]
#[test]
fn files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("plain"), "").unwrap();
    three().write_all(directory.path(), Overwrite::Refuse).unwrap();
    let mode = |name| fs::metadata(directory.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("a.svg"), mode("plain"));
}

#[test]
fn sets_refuse_unsafe_and_equal_names() {
    let mut files = FileSet::new();
    files.add("a.svg", "").unwrap();
    assert!(matches!(files.add("../a", ""), Err(OutputError::UnsafeName { .. })));
    assert!(matches!(files.add("A.SVG", ""), Err(OutputError::SameName { .. })));
    assert_eq!(files.names().collect::<Vec<_>>(), ["a.svg"]);
}

#[test]
fn one_file_is_written_to_the_given_path() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("my tiling.json");
    writable_file(&path, Overwrite::Refuse).unwrap();
    write_file(&path, b"first", Overwrite::Refuse).unwrap();
    assert!(matches!(writable_file(&path, Overwrite::Refuse), Err(OutputError::Exists { .. })));
    assert!(matches!(write_file(&path, b"", Overwrite::Refuse), Err(OutputError::Exists { .. })));
    write_file(&path, b"second", Overwrite::Replace).unwrap();
    assert_eq!(contents(directory.path()), BTreeMap::from([("my tiling.json".into(), "second".into())]));
    for path in ["", "/", "..", "a/..", "a/", "a/."] {
        let refused = write_file(Path::new(path), b"", Overwrite::Replace);
        assert!(matches!(refused, Err(OutputError::NoFileName { .. })), "{path}: {refused:?}");
    }
}

#[test]
fn a_directory_is_tried_before_the_search_and_left_alone() {
    let above = TempDir::new().unwrap();
    writable(above.path()).unwrap();
    writable(&above.path().join("out")).unwrap();
    writable(&above.path().join("x/y")).unwrap();
    assert_eq!(contents(above.path()), BTreeMap::new());
    for nth in 1.. {
        let disk = Faulty::new(nth, Fault::Once, false);
        match disk.run(|| writable(above.path())) {
            Err(error) => assert!(error.to_string().contains("the disk is full"), "{error}"),
            Ok(()) if !disk.struck() => break,
            // The next run cleans up what could not be checked or removed.
            Ok(()) => writable(above.path()).unwrap(),
        }
        assert_eq!(contents(above.path()), BTreeMap::new(), "operation {nth}");
    }
}

#[test]
fn files_of_killed_runs_are_settled_and_those_of_live_runs_are_kept() {
    let directory = TempDir::new().unwrap();
    let put = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    // One run was killed while it wrote, one while its files got their names, and two while they cleaned up.
    put(".piecework-dead01/lock", "");
    put(".piecework-dead01/new/c.svg", "half");
    put(".piecework-dead01/old/a.svg", "old a");
    put(".piecework-dead01/old/b.svg", "old b");
    put("d.svg", "old d");
    put(".piecework-dead02/lock", "");
    put(".piecework-dead02/new/d.svg", "new d");
    put(".piecework-dead02/new/e.svg", "new e");
    put(".piecework-dead02/old/d.svg", "old d");
    put(".piecework-dead03/new/f.svg", "half");
    put(".piecework-dead04/lock", "");
    put(".piecework-dead04/old/d.svg", "older d");
    put(".piecework.notes/lock", "not ours");
    put("b.svg", "newer b");
    let path = directory.path().join("c.svg");
    let mut alive = FileStream::begin(&path, Overwrite::Refuse).unwrap();
    alive.write(b"alive").unwrap();

    let error = three().write_all(directory.path(), Overwrite::Refuse).unwrap_err();
    assert!(matches!(&error, OutputError::Exists { names, .. } if names == &["a.svg", "b.svg"]), "{error}");
    let after = contents(directory.path());
    let texts = ["a.svg", "b.svg", "d.svg"].map(|name| &*after[name]);
    assert_eq!(texts, ["old a", "newer b", "old d"]);
    assert!(
        !after.contains_key("e.svg")
            && !after.contains_key("f.svg")
            && !after.keys().any(|name| name.contains("dead")),
        "{after:?}"
    );

    alive.finish().unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "alive");
    let hidden: Vec<_> =
        fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(hidden.iter().filter(|name| name.to_str().unwrap().starts_with('.')).count(), 1, "{hidden:?}");
}

#[test]
fn a_killed_probe_leaves_nothing_for_long() {
    for nth in 1.. {
        let directory = TempDir::new().unwrap();
        let disk = Faulty::new(nth, Fault::Killed, false);
        let killed = catch_unwind(AssertUnwindSafe(|| disk.run(|| writable(directory.path())))).is_err();
        writable(directory.path()).unwrap();
        assert_eq!(contents(directory.path()), BTreeMap::new(), "operation {nth}");
        if !killed {
            assert!(nth > 3, "only {nth} operations");
            break;
        }
    }
}

/// Writes `a.svg` in many pieces.
fn stream(directory: &Path) -> Result<(), OutputError> {
    let mut stream = FileStream::begin(&directory.join("a.svg"), Overwrite::Replace)?;
    stream.write(b"new a")?;
    for _ in 0..5 {
        stream.write(&[b' '; 1 << 15])?;
    }
    stream.finish()
}

#[test]
fn a_stream_is_complete_or_leaves_the_directory_unchanged() {
    for without_links in [false, true] {
        for nth in 1.. {
            let directory = two_old_files();
            let before = contents(directory.path());
            let disk = Faulty::new(nth, Fault::Once, without_links);
            let result = disk.run(|| stream(directory.path()));
            let after = contents(directory.path());
            match result {
                Err(error) => {
                    assert_eq!(after, before, "operation {nth}: {error}");
                    assert!(error.to_string().contains("the disk is full"), "{error}");
                }
                Ok(()) => {
                    assert!(
                        after["a.svg"].starts_with("new a ") && after["a.svg"].len() == 5 + 5 * (1 << 15)
                    );
                    if !disk.struck() {
                        assert_eq!(after.len(), 2, "left behind: {:?}", after.keys());
                        assert!(nth > 10, "only {nth} operations");
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn a_stream_that_is_killed_or_dropped_leaves_the_old_file() {
    for nth in 1.. {
        let directory = two_old_files();
        let disk = Faulty::new(nth, Fault::Killed, false);
        let killed = catch_unwind(AssertUnwindSafe(|| disk.run(|| stream(directory.path())))).is_err();
        let text = contents(directory.path()).remove("a.svg").expect("a file of that name");
        assert!(text == "old a" || text.len() == 5 + 5 * (1 << 15), "torn: {} bytes", text.len());
        if !killed {
            break;
        }
    }
    let directory = two_old_files();
    let before = contents(directory.path());
    let mut dropped = FileStream::begin(&directory.path().join("a.svg"), Overwrite::Replace).unwrap();
    dropped.write(b"half").unwrap();
    drop(dropped);
    assert_eq!(contents(directory.path()), before);
    let refused = FileStream::begin(&directory.path().join("a.svg"), Overwrite::Refuse);
    assert!(matches!(refused.err(), Some(OutputError::Exists { .. })));
}

/// Appends three lines to a log, which is created if missing.
fn log(directory: &Path) -> Result<(), OutputError> {
    let path = directory.join("log");
    let mut log = match fs::read_to_string(&path) {
        Err(_) => LineLog::create(&path, "0", Overwrite::Refuse)?,
        Ok(text) => {
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            LineLog::resume(&path, whole as u64)?
        }
    };
    ["one", "two", "three"].iter().try_for_each(|line| log.append(line))?;
    log.close()
}

#[test]
fn a_log_keeps_every_line_whatever_fails_and_whenever_it_is_killed() {
    for fault in [Fault::Once, Fault::ForGood, Fault::Killed] {
        for nth in 1.. {
            let directory = TempDir::new().unwrap();
            let disk = Faulty::new(nth, fault, false);
            let result = catch_unwind(AssertUnwindSafe(|| disk.run(|| log(directory.path()))));
            let text = contents(directory.path()).remove("log").unwrap_or_default();
            let (whole, torn) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
            assert!("0\none\ntwo\nthree\n".starts_with(whole), "{text:?}");
            assert!("one\ntwo\nthree\n".contains(torn), "{text:?}");
            assert!(torn.is_empty() || fault != Fault::Once, "taken back: {text:?}");
            // The next run continues after the complete lines.
            log(directory.path()).unwrap();
            let expected = if whole.is_empty() { "0\n" } else { whole };
            assert_eq!(contents(directory.path())["log"], format!("{expected}one\ntwo\nthree\n"));
            if matches!(result, Ok(Ok(()))) && !disk.struck() {
                assert!(nth > 8, "only {nth} operations");
                break;
            }
        }
    }
}

#[test]
fn a_log_that_another_program_writes_to_is_not_continued() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("log");
    let mut mine = LineLog::create(&path, "first", Overwrite::Refuse).unwrap();
    let mut theirs = LineLog::resume(&path, mine.length()).unwrap();
    theirs.append("theirs").unwrap();
    let error = mine.append("mine").unwrap_err();
    assert!(error.to_string().contains("another program has changed it"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "first\ntheirs\n");
    assert!(LineLog::resume(&path, 1000).is_err(), "shorter than it was");
}

#[cfg(unix)]
#[test]
fn a_log_is_never_written_through_a_link() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("precious"), "precious\n").unwrap();
    std::os::unix::fs::symlink("precious", directory.path().join("log")).unwrap();
    let path = directory.path().join("log");
    assert!(LineLog::resume(&path, 0).is_err());
    assert!(LineLog::create(&path, "first", Overwrite::Refuse).is_err());
    assert_eq!(fs::read_to_string(directory.path().join("precious")).unwrap(), "precious\n");
    LineLog::create(&path, "first", Overwrite::Replace).unwrap();
    assert_eq!(fs::read_to_string(directory.path().join("precious")).unwrap(), "precious\n");
}

#[test]
fn a_full_disk_keeps_a_partial_file_under_its_own_name() {
    let line = [[b'x'; 1023].as_slice(), b"\n"].concat();
    for nth in 1..40 {
        let directory = two_old_files();
        let disk = Faulty::new(nth, Fault::Once, false);
        let written = disk.run(|| {
            let mut stream = FileStream::begin(&directory.path().join("a.svg"), Overwrite::Replace).ok()?;
            let failed = (0..200).any(|_| stream.write(&line).is_err());
            Some((failed, stream.keep_partial(&Changes::new())))
        });
        let Some((failed, kept)) = written else { continue };
        let after = contents(directory.path());
        assert_eq!(after["a.svg"], "old a", "operation {nth}");
        match (failed, kept) {
            (true, kept) => {
                assert_eq!(kept.expect("one fault, and it is past"), "a-partial.svg");
                let text = &after["a-partial.svg"];
                assert!(text.len().is_multiple_of(1024) && text.len() < 200 * 1024, "{} bytes", text.len());
            }
            (false, Ok(_)) => assert!(after["a-partial.svg"].len().is_multiple_of(1024)),
            (false, Err(_)) => assert_eq!(after.len(), 2, "{:?}", after.keys()),
        }
    }
}
