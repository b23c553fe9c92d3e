//! The progress of searches that take over a second: a line on a terminal, or JSON for programs.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use piecework::job::in_greatest_unit;
use piecework::solver::Progress;
use serde_json::{Value, json};

use crate::report::Report;

/// Searches shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time left of a search that is announced.
const WORTH_SAYING: Duration = Duration::from_secs(60);

/// The least time between two JSON objects.
const BETWEEN_OBJECTS: Duration = Duration::from_secs(1);

/// The line; it vanishes when the search ends.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// When the next JSON object is due, if progress is JSON: time since the search began.
    next_object: Option<Cell<Duration>>,
    report: Report,
    /// Whether the estimate was printed.
    is_estimated: Cell<bool>,
}

impl ProgressLine {
    /// A line on standard error, if that is a terminal.
    pub(crate) fn new(report: Report) -> Self {
        let is_json = report.is_progress_json();
        let shown = !is_json && !report.is_quiet() && std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let next_object = is_json.then(|| Cell::new(PATIENCE));
        Self { bar, next_object, report, is_estimated: Cell::new(false) }
    }

    /// Shows what is being done, of something with parts.
    pub(crate) fn say(&self, words: &str) {
        self.bar.set_message(words.to_owned());
        self.bar.tick();
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows how far the search is.
    pub(crate) fn show(&self, progress: &Progress) {
        if let Some(next) = &self.next_object {
            // A second search of the same job begins at 0 again.
            let due = next.get().min(progress.elapsed.max(PATIENCE) + BETWEEN_OBJECTS);
            next.set(due);
            if progress.elapsed >= due {
                next.set(progress.elapsed + BETWEEN_OBJECTS);
                // If standard error is closed there is nobody to tell.
                let _ = writeln!(std::io::stderr().lock(), "{}", json!({ "progress": as_json(progress) }));
            }
            return;
        }
        if progress.elapsed < PATIENCE {
            return;
        }
        if let Some(estimate) = estimate(progress).filter(|_| !self.is_estimated.replace(true)) {
            self.bar.suspend(|| self.report.note(&estimate));
        }
        self.bar.set_message(in_words(progress));
        self.bar.tick();
    }
}

/// How far a search is, for programs; what is not known is null. A number beyond 64 bits is text.
fn as_json(progress: &Progress) -> Value {
    let found = u64::try_from(progress.tilings);
    json!({
        "seconds": progress.elapsed.as_secs_f64(),
        "steps": progress.nodes,
        "found": found.map_or_else(|_| Value::from(progress.tilings.to_string()), Value::from),
        "depth": progress.depth,
        "cells_covered": progress.covered,
        "parts_done": progress.parts_done,
        "parts": progress.parts,
        "share_done": progress.share_done,
        "seconds_left": progress.time_left.map(|left| left.as_secs_f64()),
        "seconds_left_between": progress
            .time_left_between
            .map(|(least, most)| [least.as_secs_f64(), most.as_secs_f64()]),
        "bytes_expected": progress.bytes_expected,
    })
}

/// How far a search is, such as `3 found, 1.2 M steps, 800 k a second, depth 11, part 5 of 256, 1.7 % done`.
fn in_words(progress: &Progress) -> String {
    let rate = rounded(progress.nodes_per_second());
    let (found, nodes, depth) = (progress.tilings, rounded(progress.nodes as f64), progress.depth);
    let mut words = format!("{found} found, {nodes} steps, {rate} a second, depth {depth}");
    if let Some(covered) = progress.covered {
        words += &format!(", {covered} cells covered");
    }
    if progress.parts > 1 {
        words += &format!(", {} of {} parts", progress.parts_done, progress.parts);
    }
    if let Some(share) = progress.share_done {
        words += &format!(", {:.1} % done", share * 100.0);
    }
    if let Some(left) = progress.time_left {
        words += &format!(", about {} left", in_greatest_unit(left));
    }
    words
}

/// How long a search will take and what memory, if it is long enough to tell.
fn estimate(progress: &Progress) -> Option<String> {
    let left = progress.time_left.filter(|&left| left >= WORTH_SAYING)?;
    let whole = |left: Duration| in_greatest_unit(progress.elapsed.saturating_add(left));
    let between = progress
        .time_left_between
        .map(|(least, most)| format!(", probably from {} to {}", whole(least), whole(most)));
    let bytes = progress.bytes_expected.map(|bytes| format!(" and {}B of memory", rounded(bytes as f64)));
    let (between, bytes) = (between.unwrap_or_default(), bytes.unwrap_or_default());
    Some(format!("rough estimate: about {}{between}{bytes}", whole(left)))
}

/// Three digits and a letter for thousands, millions and more.
fn rounded(number: f64) -> String {
    let mut number = number;
    for unit in ["", " k", " M", " G"] {
        if number < 999.5 {
            let decimals = if unit.is_empty() || number >= 99.95 { 0 } else { 1 };
            return format!("{number:.decimals$}{unit}");
        }
        number /= 1000.0;
    }
    format!("{number:.0} T")
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        let numbers = [0.0, 999.0, 999.6, 12_345.0, 99_960.0, 1e6, 2.5e9, 7e12, 1e20];
        let words = ["0", "999", "1.0 k", "12.3 k", "100 k", "1.0 M", "2.5 G", "7 T", "100000000 T"];
        assert_eq!(numbers.map(rounded), words);
        let times = [0, 99, 100, 5_999, 6_000, 172_800, 400_000_000].map(Duration::from_secs);
        assert_eq!(times.map(in_greatest_unit), ["0 s", "99 s", "1 min", "99 min", "1 h", "2 days", "years"]);
    }

    #[test]
    fn a_line_says_what_is_known() {
        let progress = Progress {
            nodes: 1_200_000,
            tilings: 3,
            depth: 11,
            covered: None,
            elapsed: Duration::from_secs(2),
            parts_done: 5,
            parts: 256,
            share_done: Some(0.0173),
            time_left: Some(Duration::from_secs(113)),
            time_left_between: None,
            bytes_expected: Some(1_100_000_000),
        };
        let words = in_words(&progress);
        assert_eq!(
            words,
            "3 found, 1.2 M steps, 600 k a second, depth 11, 5 of 256 parts, 1.7 % done, about 1 min left"
        );
        assert_eq!(estimate(&progress).as_deref(), Some("rough estimate: about 1 min and 1.1 GB of memory"));
        let probed = Progress {
            time_left_between: Some((Duration::from_secs(28), Duration::from_secs(7200))),
            bytes_expected: None,
            ..progress
        };
        assert_eq!(
            estimate(&probed).as_deref(),
            Some("rough estimate: about 1 min, probably from 30 s to 2 h")
        );
        assert_eq!(as_json(&probed)["seconds_left_between"], json!([28.0, 7200.0]));
        let soon = Progress { time_left: Some(Duration::from_secs(59)), ..progress };
        assert_eq!(estimate(&soon), None);
        let object = as_json(&Progress { tilings: 1 << 70, ..progress });
        assert_eq!(object["found"], "1180591620717411303424");
        assert_eq!(
            (object["steps"].as_u64(), object["seconds_left"].as_f64()),
            (Some(1_200_000), Some(113.0))
        );
        assert_eq!(object["cells_covered"], Value::Null);
        let unknown = Progress { parts: 1, share_done: None, time_left: None, ..progress };
        assert_eq!(in_words(&unknown), "3 found, 1.2 M steps, 600 k a second, depth 11");
    }
}
