//! Watches a job for the page: what it reports, and when it has had enough.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::allowance::Allowance;
use super::estimate;
use super::results::{LaidPage, Results};
use super::scene::{figures, likeness, thumbnail};
use crate::error::StudioError;
use piecework_app::design::{Design, Product};
use piecework_app::job::{Note, NoteKind, Watcher, run};
use piecework_draw::drawing::Drawing;
use piecework_draw::render;
use piecework_solve::Progress;
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::tiling::{Tiling, write_record};

/// How many tilings of a job are shown as pictures while it runs.
const SHOWN: u64 = 60;

/// What is made, and who hears of it.
pub trait Listener {
    /// What is made.
    fn design(&self) -> &Design;
    /// Takes a report: its kind (`note`, `tiling` or `doing`) and what it says.
    fn report(&self, kind: &'static str, data: &Value);
    /// Takes the last progress.
    fn progress(&self, data: &Value);
    /// Ends the job; whether that is new.
    fn finish(&self) -> bool;
    /// Ends the job when it is raised.
    fn stop(&self) -> &Arc<AtomicBool>;
}

/// Makes a design and tells the listener.
///
/// # Errors
/// Those of [`run`], and [`StudioError`] for what is too large.
pub(super) fn make(job: &impl Listener, allowance: &Allowance) -> Result<Results, Error> {
    let mut watch = Watch::new(job, allowance);
    let outcome = run(job.design(), &mut watch)?;
    let results = Results::new(outcome, watch.pages);
    // Pages that are only looked at have a limit of their own.
    if results.made_bytes() > allowance.result_bytes {
        return Err(StudioError::ResultTooLarge { allowed: allowance.result_bytes }.into());
    }
    Ok(results)
}

/// Hands what a job reports to everybody who listens.
struct Watch<'a, L> {
    job: &'a L,
    allowance: &'a Allowance,
    /// Whether tilings are only counted.
    counts: bool,
    shown: u64,
    /// Pages as SVG, to be looked at.
    pages: Vec<LaidPage>,
    page_bytes: usize,
    /// Whether there were more.
    page_limit: bool,
    /// Memory for the tilings so far, as it is estimated.
    tiling_bytes: u64,
}

impl<'a, L: Listener> Watch<'a, L> {
    fn new(job: &'a L, allowance: &'a Allowance) -> Self {
        let counts = |product: &Product| matches!(product, Product::Solve(solve) if solve.count);
        let counts = job.design().products.iter().all(counts);
        Self {
            job,
            allowance,
            counts,
            shown: 0,
            pages: Vec::new(),
            page_bytes: 0,
            page_limit: false,
            tiling_bytes: 0,
        }
    }

    fn stop(&self, why: &str) {
        if self.job.finish() {
            self.job.report("note", &note(NoteKind::Warning, why));
        }
    }
}

fn note(kind: NoteKind, text: &str) -> Value {
    json!({ "kind": kind.name(), "text": text })
}

impl<L: Listener> Watcher for Watch<'_, L> {
    fn progress(&mut self, progress: &Progress) {
        self.job.progress(&json!({
            "nodes": progress.nodes,
            // Numbers beyond 53 bits are not read alike everywhere.
            "tilings": progress.tilings.to_string(),
            "share": progress.share_done,
            "seconds": progress.elapsed.as_secs_f64(),
            "seconds_left": progress.time_left.map(|left| left.as_secs_f64()),
        }));
        if progress.nodes > self.allowance.nodes {
            self.stop("stopped after as many search steps as a job gets here");
        }
        if !self.counts && progress.tilings > u128::from(self.allowance.tilings) {
            self.stop("stopped after as many tilings as are looked at here");
        }
    }

    fn doing(&mut self, what: &str) {
        self.job.report("doing", &json!({ "text": what }));
    }

    fn note(&mut self, found: Note) {
        self.job.report("note", &note(found.kind, &found.text));
    }

    fn tiling(&mut self, tiling: &Tiling) -> ControlFlow<()> {
        self.shown += 1;
        let pieces = tiling.placements().len() as u64;
        let takes = self.job.design().products.iter().map(|product| estimate::for_tiling(product, pieces));
        self.tiling_bytes += takes.max().unwrap_or(0);
        if self.allowance.making.is_some_and(|most| self.tiling_bytes > most) {
            self.stop("stopped after as many tilings as there is memory for here");
        }
        if self.shown <= SHOWN
            && let Ok(picture) = thumbnail(tiling)
        {
            let record: Value = serde_json::from_str(&write_record(tiling)).unwrap_or_default();
            let data = json!({
                "number": self.shown, "tiling": record, "picture": picture, "figures": figures(tiling), "key": likeness(tiling),
            });
            self.job.report("tiling", &data);
        }
        if self.job.stop().load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn page(&mut self, name: &str, page: &Drawing) {
        // What is too much for the files is too much to look at.
        if self.page_bytes >= self.allowance.result_bytes {
            if !std::mem::replace(&mut self.page_limit, true) {
                let text = format!("only the first {} pages are shown here", self.pages.len());
                self.job.report("note", &note(NoteKind::Information, &text));
            }
            return;
        }
        if let Ok(bytes) = render::svg::svg(page, &render::svg::SvgOptions::default()) {
            let (name, title) = (format!("{name}.svg"), page.title().to_owned());
            let laid = LaidPage::new(name, title, bytes, self.allowance.packs_pages);
            self.page_bytes += laid.as_ref().map_or(0, LaidPage::bytes);
            self.pages.extend(laid);
        }
    }

    fn laying_out(&mut self, product: &Product, tiling: &Tiling) -> Result<(), Error> {
        Ok(self.allowance.refuse_large(estimate::from_tiling(product, tiling), self.job.design())?)
    }

    fn stop(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(self.job.stop()))
    }

    fn limits(&self) -> Limits {
        self.allowance.limits.clone()
    }
}
