//! The program as the watcher of a job: progress on the terminal, notes on standard error, tilings where they
//! go.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use piecework::job::{Note, NoteKind, Watcher};
use piecework::limits::Limits;
use piecework::solver::Progress;
use piecework::tiling::Tiling;

use crate::exit::Failure;
use crate::progress::ProgressLine;
use crate::report::Report;
use crate::signals;

/// What takes tilings one by one.
pub(crate) type Sink<'a> = Box<dyn FnMut(&Tiling) -> Result<(), Failure> + 'a>;

/// Watches a job for a person at a terminal.
pub(crate) struct Terminal<'a> {
    report: Report,
    line: ProgressLine,
    stop: Arc<AtomicBool>,
    limits: Limits,
    spool: Option<PathBuf>,
    sink: Option<Sink<'a>>,
    failure: Option<Failure>,
}

impl<'a> Terminal<'a> {
    pub(crate) fn new(report: Report, limits: &Limits) -> Self {
        let (line, stop) = (ProgressLine::new(report), signals::stop_flag());
        Self { report, line, stop, limits: limits.clone(), spool: None, sink: None, failure: None }
    }

    /// The same for files that are written into a folder at the end.
    pub(crate) fn with_folder(self, folder: &Path) -> Self {
        Self { spool: Some(folder.to_owned()), ..self }
    }

    /// The same with tilings that go to `sink` as soon as they are found.
    pub(crate) fn with_sink(self, sink: Sink<'a>) -> Self {
        Self { sink: Some(sink), ..self }
    }

    /// Why tilings could not be handed on, if they could not.
    pub(crate) fn failure(self) -> Result<(), Failure> {
        self.line.end();
        self.failure.map_or(Ok(()), Err)
    }
}

impl Watcher for Terminal<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress);
    }

    fn doing(&mut self, what: &str) {
        self.line.say(what);
    }

    fn note(&mut self, note: Note) {
        self.line.end();
        let warning = if note.kind == NoteKind::Warning { "warning: " } else { "" };
        self.report.note(&format!("{warning}{}", note.text));
    }

    fn tiling(&mut self, tiling: &Tiling) -> ControlFlow<()> {
        let Some(sink) = &mut self.sink else { return ControlFlow::Continue(()) };
        match sink(tiling) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn keeps_tilings(&self) -> bool {
        self.sink.is_none()
    }

    fn owns_process(&self) -> bool {
        true
    }

    fn stop(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }

    fn spool(&self) -> Option<PathBuf> {
        self.spool.clone()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
