//! What a command is about: a file, standard input, or a template.

use std::path::Path;
use std::sync::Arc;

use piecework::{
    Import, Lattice, Limits, Piece, Puzzle, Source, Tiling, pieces_from_hex, puzzle_template,
    puzzle_templates,
};
use serde_json::json;

use crate::args::{Input, SearchArgs};
use crate::exit::{Exit, Failure};
use crate::report::Report;
use crate::request;
use crate::search;

/// A puzzle, and tilings of it where the input brought some.
pub(crate) struct Subject {
    /// What files made from it are called.
    pub(crate) stem: String,
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) tilings: Vec<Tiling>,
    brought: bool,
}

/// Whatever an input can hold.
pub(crate) enum Read {
    /// A puzzle, perhaps with tilings.
    Subject(Subject),
    /// Pieces without a region.
    Pieces(Vec<Piece>),
}

/// Reads a puzzle or tilings.
pub(crate) fn read(input: &Input, limits: &Limits, report: Report) -> Result<Subject, Failure> {
    match read_any(input, limits, report)? {
        Read::Subject(subject) => Ok(subject),
        Read::Pieces(_) => Err(needs_region(&input.puzzle)),
    }
}

/// Why pieces alone are not enough.
pub(crate) fn needs_region(path: &Path) -> Failure {
    Failure::Usage(format!(
        "`{}` names pieces without a region; write a puzzle file that says what they are to cover",
        path.display()
    ))
}

/// Reads whatever the input holds.
pub(crate) fn read_any(input: &Input, limits: &Limits, report: Report) -> Result<Read, Failure> {
    let source = source(&input.puzzle, limits)?;
    let stem = request::stem(&input.puzzle);
    let (puzzle, tilings) = match piecework::import(&source, input.lattice.map(Lattice::from), limits)? {
        Import::Pieces(pieces) => return Ok(Read::Pieces(pieces)),
        Import::Puzzles(puzzles) => (Arc::new(first_problem(puzzles, report)?), Vec::new()),
        Import::Tilings(tilings) => (shared_puzzle(&tilings)?, tilings),
    };
    let brought = !tilings.is_empty();
    Ok(Read::Subject(Subject { stem, puzzle, tilings, brought }))
}

/// The puzzle of the first tiling; what is printed of the others says their own.
fn shared_puzzle(tilings: &[Tiling]) -> Result<Arc<Puzzle>, Failure> {
    let first = tilings.first().ok_or_else(|| Failure::Usage("the input holds no tiling".into()))?;
    Ok(Arc::clone(first.puzzle()))
}

/// BurrTools files hold several problems; a command is about one.
fn first_problem(puzzles: Vec<Puzzle>, report: Report) -> Result<Puzzle, Failure> {
    if puzzles.len() > 1 {
        report.note(&format!("the file holds {} problems; this is about the first", puzzles.len()));
    }
    puzzles.into_iter().next().ok_or_else(|| Failure::Usage("the file holds no problem".into()))
}

/// A file if there is one of that name, else a template, else the hexadecimal name of a piece.
fn source(path: &Path, limits: &Limits) -> Result<Source, Failure> {
    if path == Path::new("-") {
        return Ok(Source::standard_input(limits)?);
    }
    let name = path.to_str().unwrap_or_default();
    // Also a link to nothing is a file that somebody meant.
    if path.symlink_metadata().is_ok() || !is_bare_word(name) {
        return Ok(Source::open(path, limits)?);
    }
    if let Some(template) = puzzle_template(name) {
        return Ok(Source::new(format!("{name}.json"), template.text));
    }
    if pieces_from_hex(name).is_ok() {
        return Ok(Source::new(name, name));
    }
    Err(Failure::Usage(no_such(name)))
}

/// Whether a name looks like that of a template rather than a path.
fn is_bare_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

fn no_such(name: &str) -> String {
    let names = puzzle_templates().iter().map(|template| template.name);
    let hint = piecework::text::nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
    let hint = hint.unwrap_or_else(|| "; `piecework templates` lists the templates".to_owned());
    format!("there is no file and no template called `{name}`{hint}")
}

impl Subject {
    /// Whether the input brought tilings.
    pub(crate) fn is_brought(&self) -> bool {
        self.brought
    }

    /// The first tiling that the input brought, or else the first that is found.
    pub(crate) fn tiling(
        &self,
        args: &SearchArgs,
        limits: &Limits,
        report: Report,
    ) -> Result<Result<Tiling, Exit>, Failure> {
        match self.tilings.first() {
            Some(tiling) => Ok(Ok(tiling.clone())),
            None => {
                let found = search::first(&self.puzzle, args, limits, report)?;
                if let Err(exit) = found {
                    // No files, and still one object for programs.
                    let complete = exit == Exit::No;
                    let value = json!({ "puzzle": self.puzzle.name(), "tilings": 0, "complete": complete });
                    report.result("", &value)?;
                }
                Ok(found)
            }
        }
    }
}
