//! A progress line on a terminal, for searches that take over a second.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use piecework::Progress;

use crate::report::Report;

/// Searches shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line; it vanishes when the search ends.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A line on standard error, if that is a terminal.
    pub(crate) fn new(report: Report) -> Self {
        let shown = !report.is_quiet() && std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows how far the search is.
    pub(crate) fn show(&self, progress: &Progress) {
        if progress.elapsed < PATIENCE {
            return;
        }
        let rate = progress.nodes as f64 / progress.elapsed.as_secs_f64();
        let share =
            progress.share_done.map_or(String::new(), |share| format!(", {:.1} % done", share * 100.0));
        let (solutions, nodes) = (progress.tilings, progress.nodes);
        self.bar.set_message(format!("{solutions} found, {nodes} steps, {rate:.0} a second{share}"));
        self.bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
