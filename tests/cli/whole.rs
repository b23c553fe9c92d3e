//! A command writes everything or nothing, and a part of a result never replaces what is complete.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::run::{Ran, Run, names_in, piecework};

/// Every file below a folder of the run, with its bytes.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for name in names_in(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            all.extend(contents(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, fs::read(path).expect("readable"));
        }
    }
    all
}

/// A cut job with this cell that saves its design.
fn cut(cell: &'static str, more: &[&'static str]) -> Run {
    let args = ["cut", "t-tetromino-4x4", "--cell", cell, "--save-design", "d.json", "-o", "out", "-q"];
    piecework(args.iter().chain(more).copied())
}

/// Whether the saved design and the files agree on the cell.
fn agree(folder: &Path) -> bool {
    let design = fs::read_to_string(folder.join("d.json")).expect("a design");
    let design: serde_json::Value = serde_json::from_str(&design).expect("whole");
    let file = fs::read_to_string(folder.join("out/t-tetromino-4x4-cut-1.svg")).expect("a file");
    let recipe = file.split_once("<metadata>").and_then(|(_, rest)| rest.split_once("</metadata>"));
    let recipe = recipe.expect("a recipe").0.replace("&quot;", "\"");
    let recipe: serde_json::Value = serde_json::from_str(&recipe).expect("whole");
    design["cut"]["cell"] == recipe["cut"]["cell"]
}

#[test]
fn a_design_is_saved_with_its_files_or_not_at_all() {
    let first = cut("10mm", &[]).run().exit(0);
    let old = contents(&first.path("."));
    // The input is wrong in a way that shows only when the files are made.
    let ran = cut("20mm", &["--kerf", "15mm", "--force"]).after(first).run().exit(2);
    assert!(contents(&ran.path(".")) == old, "exit 2 changes nothing");
    // The last of the files cannot be written.
    let last = names_in(&ran.path("out")).pop().expect("files");
    fs::remove_file(ran.path("out").join(&last)).expect("removable");
    fs::create_dir(ran.path("out").join(&last)).expect("writable");
    let old = contents(&ran.path("."));
    let ran = cut("20mm", &["--force"]).after(ran).run().exit(4);
    assert!(contents(&ran.path(".")) == old, "exit 4 changes nothing");

    let solve = ["solve", "t-tetromino-4x4", "-o", "t.txt", "--save-design", "s.json"];
    let ran = piecework(solve).file("s.json", "mine").run().exit(4).complains("s.json");
    ran.has_files(".", &["s.json"]);
}

#[test]
fn a_design_of_an_incomplete_result_replaces_none() {
    let sheet = ["sheet", "pentomino-6x10", "--solutions", "1", "--save-design", "d.json", "-q"];
    let first = piecework(sheet).run().exit(0);
    let old = first.read("d.json");
    let stopped =
        ["sheet", "pentomino-6x10", "--all", "--nodes", "60000", "--save-design", "d.json", "--force"];
    let ran = piecework(stopped).after(first).run().exit(3).complains("this design is in d-partial.json");
    assert_eq!(ran.read("d.json"), old);
    assert!(String::from_utf8(ran.read("d-partial.json")).expect("text").contains("\"all\": true"));
}

#[test]
fn a_kill_leaves_no_design_without_its_files() {
    let mut ran = cut("10mm", &[]).run().exit(0);
    for kill in 0..20u64 {
        let design = ran.read("d.json");
        let run = cut(if kill % 2 == 0 { "12mm" } else { "14mm" }, &["--force"]).after(ran);
        let mut child = run.command().stdin(Stdio::null()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(4 * kill));
        child.kill().expect("killed or ended");
        child.wait().expect("ended");
        let killed = run.not_run();
        // The next run, even one that writes nothing, discards what the killed one has hidden.
        ran = cut("18mm", &[]).after(killed).run().exit(4);
        let path = ran.path(".");
        assert!(agree(&path) || ran.read("d.json") == design, "kill {kill}: a design without its files");
    }
    let ran = cut("16mm", &["--force"]).after(ran).run().exit(0);
    assert!(agree(&ran.path(".")));
    assert!(!names_in(&ran.path("out")).iter().any(|name| name.starts_with('.')), "nothing hidden is left");
}

#[test]
fn runs_at_the_same_time_do_not_mix_their_files() {
    let ran = cut("10mm", &[]).run().exit(0);
    for _ in 0..3 {
        let cells = ["11mm", "12mm", "13mm", "14mm", "15mm", "16mm"];
        let start = |cell| {
            let mut command = cut(cell, &["--force"]).command();
            command.current_dir(ran.path(".")).stdin(Stdio::null()).spawn().expect("starts")
        };
        let children: Vec<_> = cells.into_iter().map(start).collect();
        for child in children {
            let output = child.wait_with_output().expect("ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert!(agree(&ran.path(".")), "the design of one run and the files of another");
    }
}

/// Makes something whole, then a part of it with `--force`: what is whole stays, and the part is named so.
#[track_caller]
fn part(whole: &str, part: &str, finds: bool) {
    let first = piecework(whole.split(' ').chain(["-q"])).run().exit(0);
    let old = contents(&first.path("."));
    assert!(!old.is_empty(), "{whole}");
    let mut ran: Ran = first;
    for nth in 1..=2 {
        ran = piecework(part.split(' ').chain(["--force"])).after(ran).run().exit(3);
        let mut new = contents(&ran.path("."));
        for (name, bytes) in &old {
            assert!(new.remove(name).as_ref() == Some(bytes), "{part}: {name} is changed or gone");
        }
        assert!(new.keys().all(|name| name.contains("-partial")), "{part}: {:?}", new.keys());
        let numbered = |name: &String| name.contains("-partial-2");
        assert_eq!(new.keys().filter(|name| !numbered(name)).count() > 0, finds, "{part}: {:?}", new.keys());
        assert_eq!(new.keys().any(numbered), finds && nth == 2, "{part}: {:?}", new.keys());
    }
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn a_part_replaces_nothing_that_is_whole() {
    for ending in ["txt", "jsonl", "svg"] {
        let solve = format!("solve pentomino-6x10 -o t.{ending}");
        let more = if ending == "svg" { "--first 1 --time-limit 0s" } else { "--all --nodes 60000" };
        part(&solve, &format!("{solve} {more}"), ending != "svg");
    }
    let best = "solve pentomino-6x10 --engine random --best-effort --nodes 2 -o b.txt";
    part("solve t-tetromino-4x4 --best-effort -o b.txt", best, true);
    part("order pentominoes:Y -o y.jsonl", "order pentominoes:Y -o y.jsonl --time-limit 0s", false);
    for ending in ["txt", "svg"] {
        let compatible = format!("compatible pentominoes:P,L -o c.{ending}");
        part(&compatible, &format!("{compatible} --all --time-limit 0s"), false);
        let divide = format!("divide pentominoes:F,I,L,N,P,T -o d.{ending}");
        part(&divide, &format!("{divide} --all --nodes 3000"), true);
    }
    let four = "puzzle --board 5x4 --pieces pentominoes --unique --count 4";
    part(four, &format!("{four} --time-limit 0s"), false);
    for product in ["quilt", "cut"] {
        part(
            &format!("{product} t-tetromino-4x4"),
            &format!("{product} t-tetromino-4x4 --time-limit 0s"),
            false,
        );
    }
    part("sheet pentomino-3x20", "sheet pentomino-3x20 --time-limit 0s", true);
    part("sheet pentomino-3x20 --solutions 2", "sheet pentomino-3x20 --solutions 2 --time-limit 0s", true);
    part("sheet pentomino-6x10 --solutions 2", "sheet pentomino-6x10 --all --nodes 60000", true);
}

#[test]
fn a_part_of_a_design_replaces_nothing_that_is_whole() {
    let design = |what: &str| format!(r#"{{ "piecework": 2, {what} }}"#);
    let solve = |how: &str| design(&format!(r#""puzzle": "pentomino-6x10", {how}"#));
    let whole = solve(r#""solve": { "first": 3 }, "quilt": { "cell": "2in" }"#);
    let stopped = solve(r#""search": { "nodes": 60000 }, "solve": { "all": true }"#);
    let first = piecework(["make", "d.json", "-o", "out", "-q"]).file("d.json", whole).run().exit(0);
    let old = contents(&first.path("out"));
    let ran = piecework(["make", "e.json", "-o", "out", "-q", "--force"]).file("e.json", "");
    let ran = ran.after(first);
    fs::write(ran.path("e.json"), stopped).expect("writable");
    let ran = ran.run().exit(3);
    let mut new = contents(&ran.path("out"));
    new.remove("pentomino-6x10-partial-tilings.jsonl").expect("what was found");
    assert!(new == old, "{:?}", new.keys());
}

#[cfg(target_os = "linux")]
#[test]
fn a_comparison_that_is_interrupted_replaces_none() {
    let compare = ["compare", "thirteen-pieces-8x8", "--engines", "dlx", "--seeds", "1", "-q"];
    let first = piecework(compare.into_iter().chain(["--time-limit", "200ms"])).run().exit(0);
    let old = contents(&first.path("."));
    let run = piecework(compare.into_iter().chain(["--time-limit", "10min", "--force"])).after(first);
    let mut child = run.command().stdin(Stdio::null()).spawn().expect("starts");
    // Until it handles interrupts, one would end it at once.
    let handles_interrupts = |status: &str| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("signals");
        u64::from_str_radix(caught.trim(), 16).is_ok_and(|caught| caught & 0b10 > 0)
    };
    let status = || fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    while !handles_interrupts(&status()) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    let mut new = contents(&run.path("."));
    for (name, bytes) in &old {
        assert!(new.remove(name).as_ref() == Some(bytes), "{name} is changed or gone");
    }
    assert!(!new.is_empty() && new.keys().all(|name| name.contains("-partial")), "{:?}", new.keys());
}

#[test]
fn surplus_pages_go_with_force() {
    let sheet =
        |more: &[&'static str]| piecework(["sheet", "pentomino-3x20", "-o", "o"].iter().chain(more).copied());
    let first = sheet(&["--solutions", "2"]).run().exit(0);
    let forced = sheet(&["--solutions", "1", "--force"]).after(first).run().exit(0);
    let forced =
        forced.complains("removed what an earlier run of this job left: pentomino-3x20-solution-02.svg");
    let names =
        ["puzzle-01.svg", "sheet.pdf", "solution-01.svg"].map(|name| format!("pentomino-3x20-{name}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let stopped =
        sheet(&["--force", "--time-limit", "0s"]).after(forced.has_files("o", &names)).run().exit(3);
    assert!(names_in(&stopped.path("o")).iter().any(|name| name.contains("-partial-")));
    // Parts are surplus once the whole is there.
    let done = sheet(&["--force"]).after(stopped).run().exit(0).complains("pentomino-3x20-partial-sheet.pdf");
    done.has_files("o", &names);
}

#[test]
fn what_may_be_a_users_file_is_named_and_kept() {
    let cut = |more: &[&'static str]| {
        let args = ["cut", "t-tetromino-4x4", "-o", "out", "--no-assembly"];
        piecework(args.iter().chain(more).copied())
    };
    let first = cut(&["--formats", "hpgl"]).run().exit(0);
    let ours = names_in(&first.path("out"));
    fs::write(first.path("out/t-tetromino-4x4-cut-photo.png"), "mine").expect("writable");
    let forced = cut(&["--formats", "svg", "--force"]).after(first).run().exit(0);
    let forced = forced.complains("removed what an earlier run of this job left: t-tetromino-4x4-cut");
    let forced = forced.complains("not part of it now: t-tetromino-4x4-cut-photo.png");
    let left = names_in(&forced.path("out"));
    assert!(left.iter().any(|name| name == "t-tetromino-4x4-cut-photo.png"), "{left:?}");
    assert!(!ours.iter().any(|name| left.contains(name)), "{left:?}");
}
