#![cfg(unix)]

use std::io::Read as _;
use std::process::{Command, Stdio};

use super::run::piecework;

/// Starts a search that takes minutes, sends a signal once it has begun, and returns how it ended.
fn interrupted(signal: &str) -> (Option<i32>, String) {
    let run = piecework(["solve", "thirteen-pieces-8x8", "--all", "--raw"]);
    let mut child = run.command().stdin(Stdio::null()).spawn().expect("starts");
    let mut stdout = child.stdout.take().expect("piped");
    // The first tiling shows that the search is running and signals are handled.
    let mut first = [0u8; 64];
    let _ = stdout.read(&mut first).expect("readable");
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let mut rest = Vec::new();
    let _ = stdout.read_to_end(&mut rest).expect("readable");
    let output = child.wait_with_output().expect("ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_signal_stops_the_search_in_order() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let (status, stderr) = interrupted(signal);
        assert_eq!(status, Some(code), "{signal}: {stderr}");
        assert!(stderr.contains("stopped by the signal"), "{signal}: {stderr}");
    }
}
