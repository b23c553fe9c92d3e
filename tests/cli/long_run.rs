//! Tests long searches from outside: killed, stopped, resumed, sharded and merged.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use super::run::{Ran, Run, piecework};

/// All tilings, with `more` options.
fn all<'a>(puzzle: &'a str, more: &[&'a str]) -> Run {
    piecework(["solve", puzzle, "--all", "-q"].into_iter().chain(more.iter().copied()))
}

/// How many complete lines a file has; 0 if there is no file.
fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// Pseudo-random numbers, the same in each run: D. H. Lehmer's generator.
fn random(state: &mut u64) -> u64 {
    *state = *state * 48_271 % 0x7fff_ffff;
    *state
}

#[test]
fn fifty_kills_change_nothing() {
    const PUZZLE: &str = "pentomino-3x20";
    let plain = all(PUZZLE, &["--raw"]).run().exit(0);
    let mut ran = all(PUZZLE, &["--raw"]).run().exit(0);
    let (mut seed, mut torn) = (7, 0);
    for kill in 0..50 {
        let run = all(PUZZLE, &["--raw", "--checkpoint", "kept", "--threads", "2"]).after(ran);
        let (path, before) = (run.path("kept"), lines(&run.path("kept")));
        let mut child = run.command().stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("starts");
        // A few parts later than before, or at any time.
        let wanted = before + (random(&mut seed) % 12) as usize;
        let pause = Duration::from_micros(random(&mut seed) % 3000);
        while child.try_wait().expect("a child").is_none() && lines(&path) < wanted {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(pause);
        // It may already have ended.
        let _ = child.kill();
        child.wait().expect("a child");
        if kill % 5 == 4 && path.exists() {
            // As if the kill had come in the middle of a line.
            let mut bytes = fs::read(&path).expect("readable");
            bytes.truncate(bytes.len() - (random(&mut seed) % 60) as usize);
            torn += usize::from(bytes.last() != Some(&b'\n'));
            fs::write(&path, bytes).expect("writable");
        }
        ran = run.not_run();
    }
    assert!(torn > 0, "some line was torn");
    let last = all(PUZZLE, &["--raw", "--checkpoint", "kept"]).after(ran).run().exit(0);
    assert_eq!(last.stdout(), plain.stdout());
    assert!(!plain.stdout().is_empty());
}

#[cfg(unix)]
#[test]
fn a_signal_keeps_finished_parts() {
    // An engine that counts in parts.
    let args = [
        "solve",
        "thirteen-pieces-8x8",
        "--count",
        "--engine",
        "cover",
        "--checkpoint",
        "kept",
        "--threads",
        "2",
    ];
    let run = piecework(args);
    let path = run.path("kept");
    let mut child = run.command().stdin(Stdio::null()).spawn().expect("starts");
    while child.try_wait().expect("a child").is_none() && lines(&path) < 3 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("a child");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("the same command continues from there"), "{stderr}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("at least "));
    assert!(fs::read(&path).expect("kept").ends_with(b"\n"), "every line is whole");
    let again = piecework(args.into_iter().chain(["--nodes", "1"])).after(run.not_run()).run();
    again.exit(3).says("at least").complains("continuing from `kept`");
}

#[test]
fn a_resumed_count_has_the_same_numbers() {
    let numbers = |ran: &Ran| {
        let value = ran.json();
        ["raw", "up_to_symmetry", "nodes", "engine", "complete"].map(|key| value[key].clone())
    };
    // An engine that counts by searching, so that steps can be compared.
    let count = ["solve", "pentomino-3x20", "--count", "--json", "--engine", "cover"];
    let plain = piecework(count).run().exit(0);
    let kept = count.into_iter().chain(["--checkpoint", "kept", "--nodes", "4000"]);
    let mut ran = piecework(kept.clone()).run().exit(3).complains("the same command continues from there");
    for _ in 0..100 {
        assert_eq!(ran.json()["complete"], false);
        ran = piecework(kept.clone()).after(ran).run();
        if ran.ended_with(0) {
            break;
        }
        ran = ran.complains("continuing from `kept`");
    }
    assert_eq!(numbers(&ran.exit(0)), numbers(&plain));
}

#[test]
fn a_checkpoint_of_another_search_is_refused_and_left() {
    let ran = all("t-tetromino-4x4", &["--checkpoint", "kept"]).run().exit(0);
    let bytes = ran.read("kept");
    let mut ran = ran;
    for (args, words) in [
        (vec!["solve", "six-pentominoes-5x6", "--all"], "its puzzle is"),
        (vec!["solve", "t-tetromino-4x4", "--all", "--raw"], "its goal is `up-to-symmetry`, not `raw`"),
        (vec!["solve", "t-tetromino-4x4", "--count"], "its goal is `up-to-symmetry`, not `count`"),
        (vec!["solve", "t-tetromino-4x4", "--all", "--seed", "1"], "its seed is `none`, not `1`"),
    ] {
        let args = args.into_iter().chain(["--checkpoint", "kept"]);
        ran = piecework(args).after(ran).run().exit(4).silent().complains("kept:1: ").complains(words);
        assert_eq!(ran.read("kept"), bytes, "{words}");
    }
    let forced = all("six-pentominoes-5x6", &["--checkpoint", "kept", "--force"]).after(ran).run().exit(0);
    assert_ne!(forced.read("kept"), bytes);
}

#[test]
fn files_that_are_not_checkpoints_are_refused_and_unchanged() {
    for (text, words) in [
        ("AAB\nABB\n", "kept:1: this is not a checkpoint"),
        ("not a line", "kept:1: this is not a checkpoint"),
        ("{\"piecework-checkpoint\":99}\n", "needs a later piecework"),
    ] {
        let run = all("t-tetromino-4x4", &["--checkpoint", "kept"]).file("kept", text);
        let ran = run.run().exit(4).silent().complains(words);
        assert_eq!(ran.read("kept"), text.as_bytes());
    }
    // An empty file may have been created in advance.
    all("t-tetromino-4x4", &["--checkpoint", "kept"]).file("kept", "").run().exit(0);
}

#[test]
fn a_damaged_line_is_named() {
    let ran = all("t-tetromino-4x4", &["--checkpoint", "kept"]).run().exit(0);
    let text = String::from_utf8(ran.read("kept")).expect("text");
    let mut damaged: Vec<&str> = text.lines().collect();
    damaged[2] = "{\"part\":1}";
    fs::write(ran.path("kept"), damaged.join("\n") + "\n").expect("writable");
    let again = all("t-tetromino-4x4", &["--checkpoint", "kept"]).after(ran).run();
    let again = again.exit(4).silent().complains("kept:3: this line is damaged");
    let doubled = [damaged[0], damaged[1], damaged[1], ""].join("\n");
    fs::write(again.path("kept"), doubled).expect("writable");
    let again = all("t-tetromino-4x4", &["--checkpoint", "kept"]).after(again).run();
    again.exit(4).silent().complains("kept:3: duplicate part");
}

#[test]
fn merged_shards_equal_one_run() {
    let puzzle = "six-pentominoes-5x6";
    let plain = all(puzzle, &[]).run().exit(0);
    let mut ran = all(puzzle, &[]).run().exit(0);
    for (index, name) in [("0", "a"), ("1", "b"), ("2", "c")] {
        let args = ["--shards", "3", "--shard", index, "-o", name];
        ran = all(puzzle, &args).after(ran).run().exit(0).silent();
    }
    let merge = |files: &[&'static str]| {
        let args = ["solve", puzzle, "-q", "--merge"].into_iter().chain(files.iter().copied());
        piecework(args.collect::<Vec<_>>())
    };
    let joined = merge(&["c", "a", "b"]).after(ran).run().exit(0);
    assert_eq!(joined.stdout(), plain.stdout());
    let folder = joined.path("parts");
    fs::create_dir(&folder).expect("a folder");
    for name in ["a", "b", "c"] {
        fs::copy(joined.path(name), folder.join(name)).expect("a copy");
    }
    let joined = merge(&["parts"]).after(joined).run().exit(0);
    assert_eq!(joined.stdout(), plain.stdout());
    let joined = merge(&["c", "a"]).after(joined).run().exit(2).silent().complains("`1` of 3 are missing");
    let joined =
        merge(&["a", "b", "a", "c"]).after(joined).run().exit(2).silent().complains("is already in `a`");
    let text = String::from_utf8(joined.read("b")).expect("text");
    fs::write(joined.path("b"), &text[..text.len() - 1]).expect("writable");
    let joined = merge(&["a", "b", "c"]).after(joined).run().exit(3).silent().complains("b: `1` of");
    let again = all(puzzle, &["--shards", "3", "--shard", "1", "-o", "b"]).after(joined).run().exit(0);
    let joined = merge(&["a", "b", "c", "-o", "all.jsonl"]).after(again).run().exit(0);
    assert_eq!(joined.read("all.jsonl").iter().filter(|&&byte| byte == b'\n').count(), 6);
}

#[test]
fn a_counted_shard_is_joined_too() {
    let count = ["solve", "six-pentominoes-5x6", "--count", "-q", "--shards", "2"];
    let first = piecework(count.into_iter().chain(["--shard", "0", "-o", "a"])).run().exit(0);
    let second = piecework(count.into_iter().chain(["--shard", "1", "-o", "b", "--json"])).after(first).run();
    let second = second.exit(0);
    assert_eq!((&second.json()["complete"], &second.json()["shard"]), (&true.into(), &1.into()));
    let args = ["solve", "six-pentominoes-5x6", "--merge", "a", "b", "--json", "-q"];
    let value = piecework(args).after(second).run().exit(0).json();
    assert_eq!((&value["raw"], &value["up_to_symmetry"]), (&24.into(), &6.into()));
}

#[test]
fn one_shard_makes_the_live_states_for_all() {
    let puzzle = "pentomino-6x10";
    let plain = all(puzzle, &[]).run().exit(0);
    let shared = |ran: &Ran| {
        let names =
            fs::read_dir(ran.path(".")).expect("a folder").map(|entry| entry.expect("a file").file_name());
        let names = names.filter_map(|name| name.into_string().ok());
        names.filter(|name| name.starts_with(".known-states-")).collect::<Vec<_>>()
    };
    let shard = |index, name, ran| {
        let ran = all(puzzle, &["--shards", "2", "--shard", index, "-o", name, "--json", "--threads", "1"])
            .after(ran)
            .run()
            .exit(0);
        (ran.json()["nodes"].as_u64().expect("a number"), ran)
    };
    let (first, ran) = shard("0", "a", all(puzzle, &[]).run());
    assert_eq!(shared(&ran).len(), 1);
    let (second, ran) = shard("1", "b", ran);
    assert!(second * 10 < first, "{second} steps after {first}");
    let joined = piecework(["solve", puzzle, "-q", "--merge", "a", "b"]).after(ran).run().exit(0);
    assert_eq!(joined.stdout(), plain.stdout());
    assert_eq!(shared(&joined), [""; 0], "nobody needs them any more");
}

#[test]
fn long_searches_are_for_all_tilings() {
    piecework(["solve", "t-tetromino-4x4", "--checkpoint", "x"])
        .run()
        .exit(2)
        .complains("`--all` or `--count`");
    piecework(["solve", "t-tetromino-4x4", "--count", "-o", "x"])
        .run()
        .exit(2)
        .complains("`--count` cannot be used with `--output`");
    let shards = ["solve", "t-tetromino-4x4", "--all", "--shards", "2"];
    piecework(shards).run().exit(2).complains("--shard");
    let args = shards.into_iter().chain(["--shard", "2", "-o", "x"]);
    piecework(args).run().exit(2).complains("there is no shard `2` of 2").has_files(".", &[]);
}

#[test]
fn any_number_of_threads_prints_the_same() {
    let bytes = |threads| all("pentomino-3x20", &["--raw", "--threads", threads]).run().exit(0);
    let alone = bytes("1");
    assert_eq!(bytes("2").stdout(), alone.stdout());
    assert_eq!(bytes("3").stdout(), alone.stdout());
    piecework(["solve", "pentomino-3x20", "--threads", "0"]).run().exit(2).complains("--threads");
}

#[test]
fn what_is_found_is_in_the_file_when_a_limit_stops_the_search() {
    let args = ["--nodes", "150000", "-o", "found.jsonl"];
    let ran = all("pentomino-6x10", &args).run().exit(3).has_files(".", &["found-partial.jsonl"]);
    assert!(!ran.read("found-partial.jsonl").is_empty());
    // With a checkpoint, results are kept there, and the file is written when it is complete.
    let args = ["--nodes", "4000", "-o", "found.jsonl", "--checkpoint", "kept"];
    all("pentomino-3x20", &args).run().exit(3).has_files(".", &["kept"]);
}

#[test]
fn too_little_memory_is_refused_with_the_way_to_more() {
    piecework(["solve", "pentomino-6x10", "--memory", "10MB"]).run().exit(2).complains("at least 64MB");
    piecework(["solve", "pentomino-6x10", "--memory", "lots"]).run().exit(2).complains("512MB");
}

#[test]
fn an_array_job_says_which_shard_it_is() {
    let run = all("pentomino-6x10", &["--nodes", "10", "--shard", "auto", "-o", "p3.jsonl", "--json"]);
    let mut command = run.command();
    command
        .env("SLURM_ARRAY_TASK_ID", "3")
        .env("SLURM_ARRAY_TASK_MIN", "0")
        .env("SLURM_ARRAY_TASK_COUNT", "4");
    let output = command.output().expect("it runs");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(
        (&value["shard"], &value["shards"], &value["file"]),
        (&3.into(), &4.into(), &"p3.jsonl".into())
    );
    let none = all("pentomino-6x10", &["--shard", "auto", "-o", "p"]);
    none.run().exit(2).complains("SLURM_ARRAY_TASK_ID").complains("[E2221]");
}

#[test]
fn the_status_says_what_to_run_again() {
    let puzzle = "six-pentominoes-5x6";
    let shard = |index, more: &[&'static str]| {
        let args = ["--shards", "4", "--shard", index].into_iter().chain(more.iter().copied());
        all(puzzle, &args.collect::<Vec<_>>())
    };
    let ran = shard("0", &["-o", "a"]).run().exit(0);
    let ran = shard("1", &["-o", "b", "--nodes", "1"]).after(ran).run().exit(3);
    let ran = shard("2", &["-o", "c", "--nodes", "1"]).after(ran).run().exit(3);
    fs::create_dir(ran.path("parts")).expect("a folder");
    for name in ["a", "b", "c"] {
        fs::copy(ran.path(name), ran.path("parts").join(name)).expect("a copy");
    }
    // As a killed run leaves it.
    let dead = "{\"host\":\"pc7\",\"process\":4242,\"since\":0}";
    fs::write(ran.path("parts/.c.lock"), dead).expect("writable");
    let ran = piecework(["solve", "--status", "parts", "--json"]).after(ran).run().exit(3);
    let value = ran.json();
    let states: Vec<&str> =
        value["shards"].as_array().expect("a list").iter().filter_map(|own| own["state"].as_str()).collect();
    assert_eq!(states, ["finished", "stopped", "failed", "missing"]);
    assert_eq!((&value["run_again"], &value["complete"]), (&serde_json::json!([1, 2, 3]), &false.into()));
    let ran = piecework(["solve", "--status", "parts", "-q"]).after(ran).run().exit(3);
    let ran = ran.says("run again: 1-3").says("process 4242 on pc7").says("missing");
    let other = ["solve", "t-tetromino-4x4", "--status", "parts"];
    piecework(other).after(ran).run().exit(4).complains("its puzzle is");
    let ran = all(puzzle, &["--shards", "1", "--shard", "0", "-o", "a"]).run().exit(0);
    let ran = piecework(["solve", puzzle, "--status", "a", "-q"]).after(ran).run().exit(0).says("finished");
    piecework(["solve", "--status", "nothing"]).after(ran).run().exit(2).silent();
}

#[test]
fn a_second_writer_stops_and_says_who_holds_the_file() {
    let args = ["solve", "thirteen-pieces-8x8", "--all", "--checkpoint", "kept", "--threads", "1"];
    let run = piecework(args);
    let path = run.path("kept");
    let mut child = run.command().stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("starts");
    while child.try_wait().expect("a child").is_none() && !path.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (id, before) = (child.id().to_string(), path.clone());
    let second = piecework(args).after(run.not_run()).run().exit(3).silent();
    let second = second.complains("`kept` is being written by process").complains(&id);
    let ran = piecework(["solve", "--status", "kept"]).after(second).run().exit(3).says("running").says(&id);
    child.kill().expect("a child");
    child.wait().expect("a child");
    assert!(before.exists());
    let ran = piecework(["solve", "--status", "kept"]).after(ran).run().exit(3).says("failed").says(&id);
    piecework(args.into_iter().chain(["--nodes", "1"])).after(ran).run().exit(3).complains("continuing from");
}

#[test]
fn a_part_is_divided_by_hand_and_by_the_time_limit() {
    let puzzle = "pentomino-3x20";
    let plain = all(puzzle, &[]).run().exit(0);
    let shard = ["--shards", "2", "--shard", "1", "-o", "b"];
    let ran = all(puzzle, &["--shards", "2", "--shard", "0", "-o", "a"]).run().exit(0);
    let mut ran = all(puzzle, &[&shard[..], &["--nodes", "1"]].concat()).after(ran).run().exit(3);
    // Its first parts may have a single choice each.
    let first = piecework(["solve", "--status", "a", "b", "--json", "-q"]).after(ran).run().exit(3);
    let first_part = first.json()["shards"][0]["parts"].as_u64().expect("a number");
    ran = first;
    for part in first_part.. {
        let args = ["--split-part", &part.to_string(), "--nodes", "1"];
        ran = all(puzzle, &[&shard[..], &args].concat()).after(ran).run();
        if ran.ended_with(3) {
            break;
        }
        ran = ran.exit(2).complains("a single choice");
    }
    let ran = all(puzzle, &[&shard[..], &["--split-part", "0"]].concat()).after(ran).run().exit(2);
    let ran = ran.complains("part `0` cannot be divided: it is not one of this shard");
    let ran = all(puzzle, &shard).after(ran).run().exit(0);
    let merged = piecework(["solve", puzzle, "-q", "--merge", "a", "b"]).after(ran).run().exit(0);
    assert_eq!(merged.stdout(), plain.stdout());
}

/// The workers of a plan: one is killed, and so is the search of the other. Whoever is left takes their shards.
#[cfg(target_os = "linux")]
#[test]
fn workers_take_free_shards_until_none_is_left() {
    let puzzle = "pentomino-4x15";
    let plain = all(puzzle, &["-o", "plain.jsonl"]).run().exit(0).read("plain.jsonl");
    let plan = ["--plan", "parallel", "--shards", "16", "-o", "plan"];
    let ran = all(puzzle, &plan).run().exit(0);
    let folder = ran.path("plan");
    let script = |name: &str, args: &[&str]| {
        let mut command = std::process::Command::new("sh");
        command.arg(folder.join(name)).args(args).env("PIECEWORK", env!("CARGO_BIN_EXE_piecework"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    // Nothing is there yet, and then not all: a merge says so and how to go on, and waits for nobody.
    for is_folder in [false, true] {
        if is_folder {
            fs::create_dir(folder.join("parts")).expect("a folder");
        }
        let merged = script("merge.sh", &[]).output().expect("sh");
        let words = String::from_utf8_lossy(&merged.stderr);
        assert!(merged.status.code() == Some(3) && words.contains("sh run.sh"), "{words}");
    }
    let mut first = script("worker.sh", &["0", "2"]).spawn().expect("sh");
    let mut second = script("worker.sh", &["1", "2"]).spawn().expect("sh");
    let finished = || folder.join("finished").read_dir().map_or(0, Iterator::count);
    while finished() < 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
    first.kill().expect("a child");
    first.wait().expect("a child");
    let children = format!("/proc/{0}/task/{0}/children", second.id());
    for child in fs::read_to_string(children).unwrap_or_default().split_whitespace() {
        let _ = std::process::Command::new("kill").args(["-9", child]).status();
    }
    let merged = script("merge.sh", &[]).output().expect("sh");
    let words = String::from_utf8_lossy(&merged.stderr);
    assert!(finished() == 16 || merged.status.code() == Some(3) && words.contains("missing"), "{words}");
    assert!(second.wait().expect("a child").success());
    // The first is run again, as schedulers do; what is finished is not searched again.
    assert!(script("worker.sh", &["0", "2"]).status().expect("sh").success());
    assert_eq!(finished(), 16);
    let merged = script("merge.sh", &[]).output().expect("sh");
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    assert!(ran.read("plan/tilings.jsonl") == plain, "the same as one run");
}

/// A signal before the end of time ends the search that a worker has begun, and it says "run me again".
#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_is_told_to_end_keeps_what_it_has() {
    let plan =
        ["solve", "thirteen-pieces-8x8", "--all", "-q", "--plan", "slurm", "--shards", "2", "-o", "plan"];
    let ran = piecework(plan).run().exit(0);
    let folder = ran.path("plan");
    let mut worker = std::process::Command::new("sh");
    worker.arg(folder.join("worker.sh")).args(["0", "1"]).env("PIECEWORK", env!("CARGO_BIN_EXE_piecework"));
    let mut worker = worker.stdin(Stdio::null()).stderr(Stdio::null()).spawn().expect("sh");
    while lines(&folder.join("parts/0.jsonl")) < 2 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = worker.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    assert_eq!(worker.wait().expect("a child").code(), Some(3));
    let status = piecework(["solve", "--status", "plan/parts"]).after(ran).run().exit(3);
    status.says("stopped").says("missing");
}
