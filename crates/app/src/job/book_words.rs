//! Says in a book of puzzles how difficult they are, how to solve them, and how the book was made.

use std::collections::BTreeSet;

use crate::design::BookRequest;
use piecework_sheet::{FULL_BOOK, SheetOptions, SheetSubject, WorkedExample};
use piecework_solve::SolveOptions;
use piecework_solve::maker::{ReasonedStep, StepKind, reason, steps_to};
use piecework_tiling::error::Error;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::stop::StopFlag;

/// The most cells of a board whose difficulty is measured for a book, and of one in a worked example.
pub(super) const LARGEST: usize = 100;
/// The kinds of steps that are explained; one of each makes three or four examples.
const EXPLAINED: [StepKind; 4] =
    [StepKind::ForcedCell, StepKind::SmallArea, StepKind::ForcedPiece, StepKind::Parity];
/// The most examples of different kinds, and the fewest and the most steps of one puzzle.
const MOST: usize = 3;
const STEPS: usize = 4;
/// The most puzzles that are looked at for them.
const LOOKED_AT: usize = 100;

/// Adds the difficulty of each puzzle, if it is not known, and worked examples, if several puzzles make a
/// book. Neither depends on a limit, except that all is stopped.
pub(super) fn explain(
    subjects: &mut [SheetSubject<'_>],
    options: &SolveOptions<'_>,
    stop: &StopFlag,
) -> Result<(), Error> {
    if subjects.len() < 2 {
        return Ok(());
    }
    let options = unlimited(options, stop);
    for subject in subjects.iter_mut().filter(|subject| is_small(subject)) {
        if subject.difficulty.is_none() {
            subject.difficulty = reason(subject.puzzle, &options)?.map(|reasoning| reasoning.difficulty());
        }
        stop.check()?;
    }
    if subjects.len() >= FULL_BOOK && explain_one(subjects, &options)? {
        return Ok(());
    }
    let mut explained = BTreeSet::new();
    for subject in subjects.iter_mut().filter(|subject| is_small(subject)) {
        stop.check()?;
        let Some(solution) = subject.tilings.first().filter(|_| explained.len() < MOST) else { continue };
        for step in steps_to(solution, &options)? {
            if EXPLAINED.contains(&step.kind) && explained.len() < MOST && explained.insert(step.kind) {
                subject.examples.push(example(subject.puzzle, step));
            }
        }
    }
    Ok(())
}

fn is_small(subject: &SheetSubject<'_>) -> bool {
    subject.puzzle.region().area() <= LARGEST
}

/// Adds the first steps of the first puzzle with enough of them before anything is guessed; returns whether there is one.
fn explain_one(subjects: &mut [SheetSubject<'_>], options: &SolveOptions<'_>) -> Result<bool, Error> {
    for subject in subjects.iter_mut().filter(|subject| is_small(subject)).take(LOOKED_AT) {
        let Some(solution) = subject.tilings.first() else { continue };
        let steps = steps_to(solution, options)?;
        let sure = steps.into_iter().take_while(|step| EXPLAINED.contains(&step.kind)).take(STEPS);
        let examples: Vec<WorkedExample> =
            sure.map(|step| WorkedExample { is_first: true, ..example(subject.puzzle, step) }).collect();
        if examples.len() >= MOST {
            subject.examples = examples;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the options of a search that ends by itself, or when all is stopped: its result depends on no limit.
pub(super) fn unlimited<'a>(options: &SolveOptions<'a>, stop: &'a StopFlag) -> SolveOptions<'a> {
    let (time_limit, stop) = (stop.time_left(), stop.flag());
    SolveOptions { time_limit, stop, node_limit: None, seed: None, ..options.clone() }
}

fn example(puzzle: &Puzzle, step: ReasonedStep) -> WorkedExample {
    let name = puzzle.name_of(step.shown.piece);
    let words = match step.kind {
        StepKind::ForcedCell => format!("Only {name} can cover the marked cell, and only in this place."),
        StepKind::ForcedPiece => format!("{name} fits in one place only."),
        StepKind::SmallArea => {
            format!("{name} does not go here: it would cut off an area that the other pieces cannot fill.")
        }
        StepKind::Parity => format!(
            "{name} does not go here. Color the board like a chessboard: the other pieces would cover more dark \
             or more light cells than are left."
        ),
        _ => format!("Try {name} here."),
    };
    let is_excluded = matches!(step.kind, StepKind::SmallArea | StepKind::Parity);
    WorkedExample { words, laid: step.laid, shown: step.shown, is_excluded, cell: step.cell, is_first: false }
}

/// Adds what a book says in its front matter.
pub(super) fn add_to(options: &mut SheetOptions, request: &BookRequest) {
    options.ink = request.ink;
    (options.is_large, options.is_set_owned) = (request.large_print, request.own_set);
    options.dedication.clone_from(&request.dedication);
    options.isbn = request.isbn.as_ref().map(|isbn| isbn.as_str().to_owned());
}

/// Returns the paragraphs of the colophon, in words; the design itself, if it is kept, is in the metadata of the files.
pub(super) fn colophon(puzzles: usize, has_design: bool) -> Vec<String> {
    let puzzles = if puzzles == 1 { "One puzzle".to_owned() } else { format!("{puzzles} puzzles") };
    let checked = format!(
        "{puzzles}, laid out by piecework. Every solution was checked cell by cell, apart from the search."
    );
    let carried =
        "Every file of this book carries its design, and `piecework make` makes the book again from it.";
    std::iter::once(checked).chain(has_design.then(|| carried.to_owned())).collect()
}
