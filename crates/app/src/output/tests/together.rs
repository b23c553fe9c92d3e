//! Several folders, streams and surplus files in one transaction.

use super::*;

/// Two old files in one folder and one in another, and a file that an earlier run left.
fn two_folders() -> TempDir {
    let above = TempDir::new().unwrap();
    fs::create_dir(above.path().join("out")).unwrap();
    for name in ["out/a.svg", "out/b.svg", "design.json", "out/surplus.svg"] {
        fs::write(above.path().join(name), format!("old {name}")).unwrap();
    }
    above
}

/// Replaces the files, and makes a new one in a new folder; the surplus one goes.
fn change(above: &Path) -> Result<(), OutputError> {
    let mut changes = Changes::new();
    changes.add(&above.join("first.svg"), "new first")?;
    changes.add_all(&above.join("out"), three());
    changes.add_all(&above.join("more"), set(&[("d.svg", "new d")]));
    changes.add(&above.join("design.json"), "new design")?;
    changes.remove(above.join("out/surplus.svg"));
    changes.commit(Overwrite::Replace).map(drop)
}

#[test]
fn files_of_several_folders_are_written_together_or_not_at_all() {
    for without_links in [false, true] {
        for nth in 1.. {
            let above = two_folders();
            let before = contents(above.path());
            let disk = Faulty::new(nth, Fault::Once, without_links);
            let result = disk.run(|| change(above.path()));
            let after = contents(above.path());
            match result {
                Err(error) => assert_eq!(after, before, "operation {nth}: {error}"),
                Ok(()) => {
                    assert_eq!(after.values().filter(|text| text.starts_with("new ")).count(), 6);
                    if !disk.struck() {
                        assert_eq!(after.len(), 8, "left behind: {after:?}");
                        assert!(nth > 20, "only {nth} operations");
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn a_kill_leaves_what_is_surplus_until_everything_is_new() {
    for nth in 1.. {
        let above = two_folders();
        let disk = Faulty::new(nth, Fault::Killed, false);
        let killed = catch_unwind(AssertUnwindSafe(|| disk.run(|| change(above.path())))).is_err();
        let after = contents(above.path());
        let new = after.values().filter(|text| text.starts_with("new ")).count();
        assert!(after.contains_key("out/surplus.svg") || new == 6, "operation {nth}: {after:?}");
        let is_old = |name: &str| after[name].starts_with("old ");
        assert!(!is_old("out/a.svg") || is_old("design.json"), "operation {nth}: the design is the last");
        // The next run in a folder discards what is hidden there.
        let asked = if nth % 2 == 0 { above.path().join("out") } else { above.path().to_owned() };
        writable(&asked).unwrap();
        let after = contents(above.path());
        let folder = if nth % 2 == 0 { "out/" } else { "" };
        assert!(!after.keys().any(|name| name.starts_with(&format!("{folder}.piecework-"))), "{after:?}");
        let is_new =
            |(name, text): &(&String, &String)| !name.contains(".piecework-") && text.starts_with("new ");
        let new = after.iter().filter(is_new).count();
        assert!(new == 6 || after["design.json"] == "old design.json", "operation {nth}: {after:?}");
        change(above.path()).unwrap();
        let after = contents(above.path());
        assert_eq!((after.len(), &*after["design.json"]), (8, "new design"), "operation {nth}: {after:?}");
        if !killed {
            break;
        }
    }
}

#[test]
fn one_file_has_one_content() {
    let above = TempDir::new().unwrap();
    fs::create_dir(above.path().join("out")).unwrap();
    let mut changes = Changes::new();
    changes.add(&above.path().join("out/a.svg"), "one").unwrap();
    changes.add(&above.path().join("out/../out/a.svg"), "two").unwrap();
    for overwrite in [Overwrite::Refuse, Overwrite::Replace] {
        let refused = changes.commit(overwrite);
        assert!(matches!(&refused, Err(OutputError::SameName { name }) if name == "a.svg"), "{refused:?}");
    }
    assert_eq!(contents(above.path()).len(), 1);
}

#[test]
fn a_stream_is_finished_together_with_others() {
    for nth in 1.. {
        let above = two_folders();
        let before = contents(above.path());
        let disk = Faulty::new(nth, Fault::Once, false);
        let mut changes = Changes::new();
        changes.add(&above.path().join("design.json"), "new design").unwrap();
        let run = || {
            let path = above.path().join("out/a.svg");
            let mut stream = FileStream::begin(&path, Overwrite::Replace)?;
            stream.write(b"new a")?;
            stream.finish_with(&changes)
        };
        match disk.run(run) {
            Err(error) => assert_eq!(contents(above.path()), before, "operation {nth}: {error}"),
            Ok(()) => {
                let after = contents(above.path());
                assert_eq!((&*after["out/a.svg"], &*after["design.json"]), ("new a", "new design"));
                if !disk.struck() {
                    assert_eq!(after.len(), before.len(), "left behind: {after:?}");
                    break;
                }
            }
        }
    }
}

#[test]
fn parts_get_the_first_free_number() {
    let folder = TempDir::new().unwrap();
    let parts = || set(&[("x-partial-sheet.pdf", "part"), ("x-partial-page-01.svg", "part")]);
    for expected in ["x-partial", "x-partial-2", "x-partial-3"] {
        let files = parts().beside_partial(folder.path()).unwrap();
        let names: Vec<String> = files.names().map(str::to_owned).collect();
        assert_eq!(names, [format!("{expected}-sheet.pdf"), format!("{expected}-page-01.svg")]);
        files.write_all(folder.path(), Overwrite::Refuse).unwrap();
    }
    assert_eq!(partial_path(&folder.path().join("t.txt")), folder.path().join("t-partial.txt"));
    fs::write(folder.path().join("t-partial.txt"), "").unwrap();
    assert_eq!(partial_path(&folder.path().join("t.txt")), folder.path().join("t-partial-2.txt"));
}
