//! Gives bad puzzle files, hostile paths and hostile streams to the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::cases::{Case, bad, odd_but_good};
use super::run::{names_in, piecework};

/// Runs the program in the folder of the case; returns exit code, standard output and standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_piecework")).args(args).current_dir(folder).output();
    let output = output.expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// What is wrong with the program's error for the case; `None` if it is right.
fn complaint(case: &Case, command: &[&str]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let name = format!("{}.json", case.name);
    fs::write(folder.path().join(&name), &case.bytes).expect("writable");
    let (code, stdout, stderr) = run(folder.path(), &[command, &[name.as_str()]].concat());
    let said = |line: &str| line.starts_with("piecework: ") && !line.chars().any(char::is_control);
    let names_file = stderr.contains(&format!("piecework: {name}:"));
    // The program looks at the text, not at the extension: XML counts as a (bad) BurrTools file.
    let other_format = case.name == "xml" && stderr.contains("[E0623]");
    let names_code = other_format || case.code.is_empty() || stderr.contains(&format!("[{}]", case.code));
    let good = code == Some(2) && stdout.is_empty() && stderr.lines().all(said) && names_file && names_code;
    let left = names_in(folder.path());
    if good && left == [name] {
        return None;
    }
    Some(format!("{}: exit {code:?}, files {left:?}\nstdout: {stdout}\nstderr: {stderr}", case.name))
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_bad_file_is_refused_by_the_program() {
    let cases = bad();
    assert!(cases.len() >= 150, "{}", cases.len());
    let wrong: Vec<String> = cases.iter().filter_map(|case| complaint(case, &["solve", "--count"])).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn commands_that_write_leave_nothing_behind_for_a_bad_file() {
    for (index, case) in bad().iter().enumerate().filter(|(index, _)| index % 12 == 0) {
        let commands = [["quilt", "-o", "out"], ["cut", "-o", "out"], ["sheet", "-o", "out"]];
        let wrong = complaint(case, &commands[index / 12 % 3]);
        assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
    }
}

#[test]
fn unusual_valid_files_are_accepted() {
    for case in odd_but_good() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = format!("{}.json", case.name);
        fs::write(folder.path().join(&name), &case.bytes).expect("writable");
        let (code, _, stderr) = run(folder.path(), &["solve", "--nodes", "1", &name]);
        assert!(matches!(code, Some(0 | 1 | 3)), "{}: {code:?} {stderr}", case.name);
    }
}

#[test]
fn a_folder_that_is_named_like_a_template_does_not_hide_it() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("six-pentominoes-5x6")).expect("writable");
    let (code, _, stderr) = run(folder.path(), &["solve", "six-pentominoes-5x6", "--count"]);
    assert_eq!(code, Some(0), "{stderr}");
}

#[test]
fn errors_about_input_files_have_name_and_cause() {
    piecework(["solve", "."]).run().exit(2).silent().complains(".: is a directory");
    piecework(["solve", "gone.json"])
        .run()
        .exit(2)
        .silent()
        .complains("gone.json: cannot be read: there is no");
    piecework(["solve", "-"]).run().exit(2).silent().complains("the file is empty");
    piecework(["solve", "-", "--limit", "input-bytes=100"])
        .input("x".repeat(101))
        .run()
        .exit(2)
        .complains("E0104");
}

#[test]
fn bad_usage_with_json_is_an_object_too() {
    let ran =
        piecework(["solve", "pentomino-6x10", "--json", "--frist"]).run().exit(2).complains("piecework: ");
    let value = ran.json();
    assert_eq!(value["exit"], 2);
    let message = value["errors"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("--frist"), "{value}");
    piecework(["solve", "--frist", "--", "--json"]).run().exit(2).silent();
}

#[test]
fn more_tilings_than_may_be_written_are_refused_not_cut_off() {
    for args in [
        &["solve", "domino-8x8", "--first", "1001", "--json"][..],
        &["solve", "domino-8x8", "--first", "1001", "-o", "tilings.txt"],
        &["sheet", "domino-8x8", "--solutions", "1001"],
    ] {
        let ran = piecework(args.iter().copied()).run().exit(2).complains("solutions-written");
        ran.complains("--limit solutions-written=1001").has_files(".", &[]);
    }
    let all = ["solve", "domino-8x8", "--first", "1001", "--json", "--limit", "solutions-written=1001", "-q"];
    let value = piecework(all).run().exit(0).content().json();
    assert_eq!(value["tilings"].as_array().map(Vec::len), Some(1001));
}

#[test]
fn no_answer_is_an_object_too() {
    let puzzle = r####"{ "piecework": 1, "name": "No", "lattice": "square", "region": { "rectangle": [4, 5] },
        "pieces": [ { "name": "T", "rows": ["###", ".#."], "count": 5 } ] }"####;
    for command in ["quilt", "cut", "inspect"] {
        let ran =
            piecework([command, "no.json", "--json", "-q"]).file("no.json", puzzle).run().exit(1).content();
        assert_eq!((&ran.json()["tilings"], &ran.json()["complete"]), (&0.into(), &true.into()));
        ran.has_files(".", &["no.json"]);
    }
    let ran = piecework(["quilt", "untouchable-11", "--nodes", "5", "--json"]).run().exit(3);
    assert_eq!(ran.json()["complete"], false);
}

#[test]
fn an_impossible_cell_edge_is_refused_before_the_search() {
    // A cutter refuses more: what its tool is too wide for.
    for (command, code) in [("quilt", "[E1101]"), ("cut", "[E1618]")] {
        let ran = piecework([command, "untouchable-11", "--cell", "0", "--time-limit", "60s"]).run().exit(2);
        ran.silent().complains(code).has_files(".", &[]);
    }
}

#[test]
fn completions_as_json_are_one_object() {
    let value = piecework(["completions", "bash", "--json"]).run().exit(0).content().json();
    assert_eq!(value["shell"], "bash");
    assert!(value["script"].as_str().is_some_and(|script| script.contains("_piecework()")));
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    use super::*;

    /// Runs a line of shell in a folder, where `$P` is the program.
    fn shell(folder: &Path, line: &str) -> (Option<i32>, String, String) {
        let mut command = Command::new("sh");
        command.args(["-c", line]).env("P", env!("CARGO_BIN_EXE_piecework")).current_dir(folder);
        let output = command.output().expect("a shell");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    #[track_caller]
    fn ends(line: &str, code: i32, part: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let (status, stdout, stderr) = shell(folder.path(), line);
        assert_eq!(status, Some(code), "{line}\n{stdout}\n{stderr}");
        assert!(stderr.contains(part), "{line}\n{stderr}");
        assert!(!stderr.contains("panicked") && !stderr.contains("internal error"), "{line}\n{stderr}");
        assert_eq!(names_in(folder.path()), [""; 0], "{line}");
    }

    #[test]
    fn devices_are_refused_as_input() {
        for device in ["/dev/zero", "/dev/null"] {
            ends(&format!("\"$P\" solve {device}"), 2, "is a device");
        }
        ends("\"$P\" solve - < /dev/zero", 2, "[E0104]");
        ends("mkfifo p; \"$P\" solve p; code=$?; rm p; exit $code", 2, "is a named pipe");
        ends("printf 'AAB\nABB\n' | \"$P\" inspect /dev/stdin", 0, "");
    }

    #[test]
    fn closed_or_full_streams_do_not_panic() {
        ends("\"$P\" solve t-tetromino-4x4 >&-", 0, "");
        ends("\"$P\" solve t-tetromino-4x4 2>&-", 0, "");
        ends("\"$P\" solve - <&-", 2, "the file is empty");
        ends("\"$P\" --help | true", 0, "");
        if Path::new("/dev/full").exists() {
            for args in
                ["solve t-tetromino-4x4", "solve t-tetromino-4x4 --json", "--help", "--version", "schema"]
            {
                ends(&format!("\"$P\" {args} > /dev/full"), 4, "standard output");
            }
            ends("\"$P\" solve gone.json 2> /dev/full", 2, "");
        }
    }

    #[test]
    fn a_file_beyond_the_system_limit_is_an_error_and_results_are_kept() {
        let script = "ulimit -f 200; \"$P\" solve domino-8x8 --first 500 -o tilings.jsonl; code=$?; \
                      [ -s tilings-partial.jsonl ] && rm tilings-partial.jsonl; exit $code";
        ends(script, 4, "tilings.jsonl");
    }

    #[test]
    fn links_to_nothing_and_to_themselves_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        symlink("gone", folder.path().join("dangling")).expect("a link");
        symlink("loop", folder.path().join("loop")).expect("a link");
        for name in ["dangling", "loop"] {
            let (code, stdout, stderr) = run(folder.path(), &["solve", name]);
            assert_eq!((code, stdout.as_str()), (Some(2), ""));
            assert!(stderr.starts_with(&format!("piecework: {name}: cannot be read")), "{stderr}");
        }
        let (code, _, stderr) = run(folder.path(), &["cut", "t-tetromino-4x4", "-o", "dangling"]);
        assert_eq!(code, Some(4), "{stderr}");
        assert_eq!(names_in(folder.path()), ["dangling", "loop"]);
    }

    #[test]
    fn names_that_are_not_unicode_work_as_file_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = OsStr::from_bytes(b"odd-\xff.txt");
        if fs::write(folder.path().join(name), "AAB\nABB\n").is_err() {
            return; // this file system has no such names
        }
        let run = |args: &[&OsStr]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_piecework"));
            command.args(args).current_dir(folder.path()).output().expect("it runs").status.code()
        };
        let word = OsStr::new;
        assert_eq!(run(&[word("inspect"), name]), Some(0));
        assert_eq!(run(&[word("cut"), name, word("-o"), OsStr::from_bytes(b"out-\xff")]), Some(0));
        assert_eq!(run(&[word("solve"), OsStr::from_bytes(b"gone-\xff")]), Some(2));
        assert_eq!(run(&[word("solve"), name, word("--engine"), name]), Some(2));
        assert_eq!(run(&[name]), Some(2));
    }

    #[test]
    fn folders_that_cannot_be_written_to_are_refused() {
        ends("\"$P\" cut t-tetromino-4x4 -o /dev/null/gone/out", 4, "/dev/null");
        ends("\"$P\" cut t-tetromino-4x4 -o /dev/null", 4, "/dev/null");
        ends("\"$P\" solve t-tetromino-4x4 -o gone/gone/a.txt", 4, "gone");
    }
}

#[test]
fn a_partial_file_never_replaces_a_complete_one() {
    let whole = "AAB\nABB\n";
    let args = ["solve", "pentomino-6x10", "--all", "-o", "t.txt", "--force", "--nodes", "60000"];
    let ran =
        piecework(args).file("t.txt", whole).run().exit(3).complains("what was found is in t-partial.txt");
    assert_eq!(ran.read("t.txt"), whole.as_bytes());
    assert!(!ran.read("t-partial.txt").is_empty());
    ran.has_files(".", &["t-partial.txt", "t.txt"]);
}

#[test]
fn a_partial_catalogue_says_so_in_its_name() {
    let args = ["sheet", "pentomino-6x10", "--all", "--nodes", "60000", "-q"];
    let ran = piecework(args).run().exit(3);
    let names = names_in(&ran.path("output"));
    assert!(
        !names.is_empty() && names.iter().all(|name| name.starts_with("pentomino-6x10-partial-")),
        "{names:?}"
    );
}

#[test]
fn samples_of_any_number_are_under_the_limits() {
    let most = u64::MAX.to_string();
    let args = ["solve", "six-pentominoes-5x6", "--sample", &most, "--time-limit", "200ms"];
    piecework(args).run().exit(3).complains("stopped by the time limit");
    let args = ["solve", "domino-8x8", "--all", "--sort", "contacts", "--memory", "64MB"];
    piecework(args).run().exit(3).complains("stopped by the memory limit");
}
