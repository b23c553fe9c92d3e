//! Jobs: makes what a design says, from the search to the files, in memory.
//!
//! [`run`] is the only way through the program. The command line, the studio and your own code give it a
//! [`Design`] and a [`Watcher`], which hears of progress, notes and tilings, and can stop the job; they get
//! an [`Outcome`] with tilings, plans and files. Nothing is printed and nothing is written to disk here, except for the
//! part files of long searches, and large files for a watcher that names a folder ([`Watcher::spool`]).
//!
//! ```
//! use piecework_app::design::{Design, Product, Subject};
//! use piecework_app::job::{Silent, run};
//! let design = Design::new(Subject::template("t-tetromino-4x4")?, Product::Cut(Box::default()));
//! let outcome = run(&design, &mut Silent)?;
//! assert!(outcome.files.names().any(|name| name == "t-tetromino-4x4-cut-1.svg"));
//! # Ok::<(), piecework_tiling::error::Error>(())
//! ```

mod array_job;
mod best_effort;
mod book;
mod book_words;
mod calendar;
mod calibration;
mod checked;
mod choice;
mod compare;
mod compatible;
mod cut;
mod divide;
mod earlier_files;
mod figures;
mod files;
mod input;
mod inspect;
mod long_run;
mod made_puzzles;
mod named_pieces;
mod no_rectangle;
mod opening;
mod order;
mod packages;
mod part_file;
mod plan_words;
mod play_link;
mod proof;
mod puzzle_orders;
mod puzzle_titles;
mod quilt;
mod records;
mod search;
mod search_plan;
mod session;
mod shared_file;
mod sheet;
mod sheet_words;
mod solve;
mod status;
mod uniqueness;
mod year;

use serde_json::Value;

use crate::design::{Design, DesignError, Product, Subject};
use crate::output::FileSet;
use piecework_cut::CutPlan;
use piecework_draw::geometry::GeometryError;
use piecework_quilt::QuiltPlan;
use piecework_sheet::SheetPlan;
use piecework_tiling::error::Error;
use piecework_tiling::tiling::Tiling;

#[doc(hidden)]
pub use array_job::{ArrayPlace, array_place};
pub use calibration::{Calibrated, calibrate_times};
pub use checked::{CheckOptions, CheckedFiles, check_files};
pub use choice::TilingChoice;
#[doc(hidden)]
pub use choice::keys_help;
#[doc(hidden)]
pub use earlier_files::{EarlierFiles, earlier_files};
pub use input::{Input, Opened, open, open_bytes, open_to_make, recipe_design};
pub use inspect::{describe_tilings, inspect_pieces, inspect_tilings};
pub use long_run::Keeping;
#[doc(hidden)]
pub use opening::opened;
#[doc(hidden)]
pub use plan_words::PlanWords;
#[doc(hidden)]
pub use quilt::{finished_size, shown};
pub use records::{RecordForm, write_tilings};
#[doc(hidden)]
pub use search::in_greatest_unit;
#[doc(hidden)]
pub use search_plan::schedulers;
pub use search_plan::{SearchPlan, plan_search};
pub use session::{Note, NoteKind, Silent, Watcher};
pub use status::{SearchStatus, ShardState, ShardStatus, search_status};
pub use uniqueness::inspect_puzzle;

use session::Session;

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum JobEnd {
    /// Everything asked for was made.
    #[default]
    Done,
    /// The search finished, and there are fewer than were asked for.
    Fewer,
    /// The search finished, and the answer is no.
    No,
    /// A limit stopped it; what was found is kept.
    Stopped,
}

impl JobEnd {
    /// How the files of a result begin that ended like this: parts have names that no complete result has.
    fn stem(self, stem: &str) -> String {
        if self == JobEnd::Stopped { format!("{stem}-partial") } else { stem.to_owned() }
    }
}

/// The result of a job.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Outcome {
    /// How it ended: the worst of its products.
    pub end: JobEnd,
    /// What was made, one for each product of the design.
    pub made: Vec<Made>,
    /// The files of all products.
    pub files: FileSet,
}

/// The result of one product.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Made {
    /// The product by name.
    pub product: &'static str,
    /// How it ended.
    pub end: JobEnd,
    /// The tilings it was made from, or that were asked for.
    pub tilings: Vec<Tiling>,
    /// Everything that was decided.
    pub plan: Plan,
    /// The plan in numbers, as the command prints it with `--json`.
    pub summary: Value,
    /// The result in words, where the result is words.
    pub text: String,
}

impl Made {
    fn new(product: &'static str, summary: Value) -> Self {
        Self {
            product,
            end: JobEnd::Done,
            tilings: Vec::new(),
            plan: Plan::None,
            summary,
            text: String::new(),
        }
    }
}

/// Everything that was decided for a product, as data: a page of your own can be drawn from it.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Plan {
    /// Nothing but the tilings and their number.
    #[default]
    None,
    /// Patches, fabrics, cutting, seams and steps.
    Quilt(Box<QuiltPlan>),
    /// Lines in cutting order, sheets and releases.
    Cut(Box<CutPlan>),
    /// Which solutions are on which page.
    Sheet(Box<SheetPlan>),
}

/// Makes everything that a design asks for.
///
/// # Errors
/// [`Error`] for a design that contradicts itself or cannot be made; nothing has been written then.
pub fn run(design: &Design, watcher: &mut dyn Watcher) -> Result<Outcome, Error> {
    run_kept(design, &Keeping::default(), watcher)
}

/// The same, with a long search kept in files.
///
/// # Errors
/// As [`run`], and for files that cannot be continued, joined or written.
pub fn run_kept(design: &Design, keeping: &Keeping, watcher: &mut dyn Watcher) -> Result<Outcome, Error> {
    design.check()?;
    if design.products.is_empty() {
        return Err(DesignError::NothingToMake.into());
    }
    let opened = opening::opened(design)?;
    let session = Session::new(opened.as_ref().unwrap_or(design), watcher);
    for subject in opened.iter().flat_map(|design| &design.subjects) {
        let open = subject.puzzle.region().open().iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>();
        if !open.is_empty() {
            session.note(format!("open: {}", open.join(" ")));
        }
    }
    let mut outcome = Outcome { files: session.files()?, ..Outcome::default() };
    for product in &session.design.products {
        let made = make(&session, product, keeping, &mut outcome.files);
        let made = session
            .unless_stopped(made)?
            .map_or_else(|| session.so_far(product, &mut outcome.files), Ok::<Made, Error>)?;
        outcome.end = outcome.end.max(made.end);
        outcome.made.push(made);
        session.budget.check()?;
    }
    Ok(outcome)
}

fn make(
    session: &Session<'_>,
    product: &Product,
    keeping: &Keeping,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let is_flat = match product {
        Product::Quilt(request) => request.blocks.is_none() && request.size.is_none(),
        product => matches!(product, Product::Cut(_)),
    };
    if is_flat {
        session.design.subjects.iter().try_for_each(refuse_joined)?;
    }
    match product {
        Product::Solve(request) => solve::solve(session, session.subject()?, request, keeping, files),
        Product::Order(request) => order::order(session, request, files),
        Product::Compatible(request) => compatible::compatible(session, request, files),
        Product::Divide(request) => divide::divide(session, request, files),
        Product::Puzzle(request) => made_puzzles::made_puzzles(session, request, product, files),
        Product::Quilt(request) => quilt::quilt(session, session.subject()?, request, product, files),
        Product::Cut(request) if request.test_card => cut::test_card(session, request, product, files),
        Product::Cut(request) => cut::cut(session, &session.design.subjects, request, product, files),
        Product::Sheet(request) => sheet::sheet(session, request, product, files),
        Product::Book(request) => book::book(session, request, product, files),
        Product::Compare(request) => compare::comparison(session, request, product, files),
    }
}

/// Refuses boards whose pieces cannot be made flat, before a search that may take hours.
fn refuse_joined(subject: &Subject) -> Result<(), GeometryError> {
    subject.puzzle.region().wrap().map_or(Ok(()), |wrap| Err(GeometryError::JoinedSides { wrap }))
}

/// The tiling that something is made from: the first that was brought, or else the first that is found.
fn tiling(
    session: &Session<'_>,
    subject: &Subject,
    product: &Product,
) -> Result<Result<Tiling, JobEnd>, Error> {
    let tiling = match subject.tilings.first() {
        Some(tiling) => Ok(tiling.clone()),
        None => search::first(session, &subject.puzzle)?,
    };
    if let Ok(tiling) = &tiling {
        session.keep(subject, tiling);
        session.laying_out(product, tiling)?;
    }
    Ok(tiling)
}

/// What is made where there is no tiling to make it from.
fn nothing(product: &'static str, subject: &Subject, end: JobEnd) -> Made {
    let complete = end == JobEnd::No;
    let plan = serde_json::json!({ "puzzle": subject.puzzle.name(), "tilings": 0, "complete": complete });
    Made { end, ..Made::new(product, plan) }
}
