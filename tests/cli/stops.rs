//! Stops every command at ten moments of its run, by a signal or by its time limit: it ends soon, in CPU time, with
//! the right exit code, and what it leaves is whole.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::run::{Run, names_in, piecework};

/// The most CPU seconds after a stop, in a program that may be built without optimization: a second is promised for
/// boards that are ten times as large. What others do on the machine is not counted.
const MOST: f64 = 0.6;
/// The moments at which each command is stopped.
const MOMENTS: u32 = 10;

/// How a run is stopped.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stop {
    Never,
    /// An interrupt, after this many CPU seconds.
    Signal(f64),
    /// `--time-limit`, in seconds.
    Limit(f64),
}

/// What became of a run.
struct Ended {
    status: ExitStatus,
    /// The CPU seconds of all of it, and those after it was stopped.
    cpu: f64,
    after: f64,
    files: BTreeMap<String, Vec<u8>>,
    stderr: String,
}

/// The CPU seconds of a process so far, and whether it has ended.
fn cpu(child: &Child) -> (f64, bool) {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it is not reaped yet");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("a number");
    // Linux counts in hundredths of a second, see proc(5).
    ((ticks(11) + ticks(12)) / 100.0, fields[0] == "Z")
}

fn ended(args: &str, before: &BTreeMap<String, Vec<u8>>, stop: Stop) -> Ended {
    let limit =
        if let Stop::Limit(seconds) = stop { format!("{:.0}ms", seconds * 1e3) } else { String::new() };
    let limit = ["--time-limit", &limit];
    let more = if matches!(stop, Stop::Limit(_)) { &limit[..] } else { &[] };
    let run = with_inputs(piecework(args.split(' ').chain(more.iter().copied())), before);
    let given = contents(&run.path("."));
    let errors = fs::File::create(run.path("errors")).expect("writable");
    let mut command = run.command();
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
    let (mut child, began) = (command.spawn().expect("it starts"), Instant::now());
    let mut stopped_at = None;
    let cpu = loop {
        let (now, is_over) = cpu(&child);
        if is_over {
            break now;
        }
        match stop {
            Stop::Signal(moment) if stopped_at.is_none() && now >= moment => {
                let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
                assert!(sent.expect("kill runs").success());
                stopped_at = Some(cpu(&child).0);
            }
            Stop::Limit(moment) if stopped_at.is_none() && began.elapsed().as_secs_f64() >= moment => {
                stopped_at = Some(now);
            }
            _ => thread::sleep(Duration::from_millis(2)),
        }
    };
    let status = child.wait().expect("it ended");
    let stderr = fs::read_to_string(run.path("errors")).expect("readable");
    fs::remove_file(run.path("errors")).expect("removable");
    let mut files = contents(&run.path("."));
    given.keys().for_each(|name| _ = files.remove(name));
    Ended { status, cpu, after: stopped_at.map_or(0.0, |at| cpu - at), files, stderr }
}

/// All files below a folder, by their paths.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in names_in(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            files
                .extend(contents(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(path).expect("readable"));
        }
    }
    files
}

/// Boards of dominoes, a design, and what an earlier run left.
fn with_inputs(run: Run, before: &BTreeMap<String, Vec<u8>>) -> Run {
    let board = |side: usize| {
        let letter =
            |x: usize, y: usize| char::from(b'A' + u8::try_from((x / 2 + y * 7) % 26).expect("a letter"));
        (0..side).map(|y| (0..side).map(|x| letter(x, y)).collect::<String>() + "\n").collect::<String>()
    };
    let design = r#"{ "piecework": 2, "puzzle": "pentomino-6x10", "quilt": {}, "cut": {} }"#;
    let run =
        [10, 12, 20, 32].into_iter().fold(run, |run, side| run.file(&format!("{side}.txt"), board(side)));
    before.iter().fold(run.file("d.json", design), |run, (name, bytes)| run.file(name, bytes))
}

/// Whether a file is complete, as far as its end tells.
fn is_whole(name: &str, bytes: &[u8]) -> bool {
    let end = |text: &str| bytes.trim_ascii_end().ends_with(text.as_bytes());
    match name.rsplit('.').next() {
        Some("svg") => end("</svg>"),
        Some("pdf") => end("%%EOF"),
        Some("json") => end("}"),
        Some("png") => bytes.ends_with(b"IEND\xaeB`\x82"),
        _ => bytes.ends_with(b"\n"),
    }
}

/// Stops a command at ten moments, beside the files that another left.
fn stop_ten_times(first: &str, args: &str, has_limit: bool) {
    let none = BTreeMap::new();
    let before = if first.is_empty() { none } else { ended(first, &none, Stop::Never).files };
    let whole = ended(args, &before, Stop::Never);
    assert!(whole.status.success(), "{args}: {}", whole.stderr);
    for moment in 0..MOMENTS {
        let seconds = whole.cpu * (f64::from(moment) + 0.5) / f64::from(MOMENTS);
        let by_limit = has_limit && moment % 2 == 1;
        let stop = if by_limit { Stop::Limit(seconds) } else { Stop::Signal(seconds) };
        let Ended { status, after, files, stderr, .. } = ended(args, &before, stop);
        let told =
            format!("{args}, {stop:?}: {after:.2} CPU s after it, {status}, {:?}\n{stderr}", files.keys());
        assert!(after <= MOST, "{told}");
        let is_right = if by_limit {
            status.code() == Some(3)
        } else {
            status.code() == Some(130) || status.signal() == Some(2)
        };
        // After its time is over a run has a moment to lay out what it found, and may be done by then.
        assert!(is_right || status.success() && (by_limit || after < MOST / 2.0), "{told}");
        let (parts, done): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| name.contains("-partial"));
        // A design with two products may be stopped between them.
        let product = |name: &str| args.starts_with("make") && name.contains("-quilt");
        for one in [true, false] {
            let is_of = |name: &&String| product(name) == one;
            let count = done.iter().filter(|(name, _)| is_of(name)).count();
            assert!(count == 0 || count == whole.files.keys().filter(is_of).count(), "{told}");
        }
        // Races say how long they took.
        let is_same = |name: &str, bytes| whole.files.get(name) == Some(bytes) || args.starts_with("compare");
        assert!(done.iter().all(|(name, bytes)| is_same(name, bytes)), "{told}");
        assert!(parts.iter().all(|(name, bytes)| is_whole(name, bytes)), "{told}");
    }
}

/// Commands with the option `--time-limit` for the whole run.
const LIMITED: &[&str] = &[
    "quilt 12.txt --lattice square",
    "quilt 12.txt --lattice square --method straight",
    "quilt 12.txt --lattice square --method epp --photo cat --follow",
    "quilt six-pentominoes-5x6 --blocks 2x2 --sashing 1",
    "cut 20.txt --lattice square --cell 8mm --kerf 0.2mm",
    "cut 20.txt --lattice square --cell 8mm --by-piece",
    "cut 10.txt --lattice square --cell 12mm --knobs jigsaw --by-fabric --job-sheet",
    "cut six-pentominoes-5x6 --cell 8mm --formats stl,3mf",
    "cut six-pentominoes-5x6 --cell 12mm --formats dst --machine embroidery",
    "sheet pentomino-4x15 --all",
    "sheet pentomino-3x20 --all --picture 2",
    "solve pentomino-6x10 --all --distinct free -o t.txt",
    "solve pentomino-6x10 --all --sort fault_lines -o t.jsonl",
    "puzzle --board 5x4 --pieces pentominoes --copies 12 --vary --difficulty 2",
    "puzzle --board 5x5 --pieces pentominoes --count 8 --unique",
    "order pentominoes:Y",
    "divide pentominoes:F,I,L,N,P,T --groups 2 --all",
    "compatible pentominoes:P,L --all",
    "inspect 32.txt --lattice square",
];

#[test]
#[ignore = "two minutes without optimisation: see CONTRIBUTING.md"]
fn every_command_with_a_time_limit_stops_at_once() {
    LIMITED.iter().for_each(|args| stop_ten_times("", args, true));
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn every_other_command_stops_at_once() {
    for (first, args) in [
        ("", "make d.json -o made"),
        ("", "compare six-pentominoes-5x6 --seeds 1 --engines dlx,cover"),
        ("cut 12.txt --lattice square --cell 12mm -o .", "check 12-cut-1.svg 12-cut-1-r12_mm.dxf 12-cut.pdf"),
    ] {
        stop_ten_times(first, args, false);
    }
}

#[test]
fn the_first_solutions_of_a_sheet_that_was_stopped_are_laid_out() {
    // The time ends during the search, or while what a limit allowed is laid out.
    for most in ["1000000", "3000"] {
        let args = format!("sheet domino-8x8 --all --limit solutions-printed={most}");
        let Ended { status, after, files, stderr, .. } = ended(&args, &BTreeMap::new(), Stop::Limit(0.5));
        assert_eq!(status.code(), Some(3), "{stderr}");
        // What was found has half a second to be laid out.
        assert!(after <= MOST + 0.5, "{after}");
        assert!(files.keys().any(|name| name.ends_with("-partial-catalogue.pdf")), "{:?}", files.keys());
        assert!(files.iter().all(|(name, bytes)| is_whole(name, bytes)), "{stderr}");
    }
}
