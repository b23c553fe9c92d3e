//! Makes the puzzles of an order, and says how: for puzzle files and for books.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::JobEnd;
use super::session::Session;
use crate::design::{DesignError, OptionError, PuzzleRequest, Subject};
use piecework_solve::maker::{
    MadePuzzle, MakerOptions, MakerReport, PuzzleKind, Reasoning, make_opened, make_puzzles, make_silhouettes,
};
use piecework_solve::{Outcome, StopReason};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limit;
use piecework_tiling::puzzle::{Clue, Count, Piece, Puzzle, Region, Rules, pieces_named, write_puzzle};
use piecework_tiling::setting;

/// Among what puzzles are chosen: one and several.
const SELECTIONS: (&str, &str) = ("selection", "selections of pieces");
const WAYS: (&str, &str) = ("way to leave cells open", "ways to leave cells open");

/// Puzzles that were made to order.
pub(super) struct Ordered {
    /// What their files are called.
    pub(super) stem: String,
    pub(super) report: MakerReport,
    pub(super) end: JobEnd,
    /// What there is to say about their making, below the puzzles.
    pub(super) text: String,
}

/// Makes the puzzles of an order.
pub(super) fn ordered(
    session: &Session<'_>,
    request: &PuzzleRequest,
    seed: u64,
    subject: Option<&Subject>,
) -> Result<Ordered, Error> {
    if request.kind == PuzzleKind::Calendar {
        let (option, other) = ("--kind calendar".into(), "a book".into());
        return Err(OptionError::Conflict { option, other }.into());
    }
    if let Some(flag) = request.of_calendars() {
        return Err(OptionError::Needs { option: flag, other: "--kind calendar".into() }.into());
    }
    let with_classes = subject.filter(|subject| !subject.puzzle.classes().is_empty());
    let (name, stem, board, pieces) = match with_classes {
        Some(subject) => all_ways(request, subject)?,
        None => asked(session, request, subject)?,
    };
    let wanted = MakerOptions {
        kind: request.kind,
        unique: request.unique,
        difficulty: request.difficulty.and_then(|class| u8::try_from(class).ok()),
        count: usize::try_from(wanted_count(request)).unwrap_or(usize::MAX),
        seed,
    };
    let report = session.search(|options| {
        Ok(match wanted.kind {
            _ if let Some(subject) = with_classes => make_opened(&subject.puzzle, &wanted, options)?,
            PuzzleKind::Silhouette => make_silhouettes(&name, &pieces, &wanted, options)?,
            _ => make_puzzles(&name, &board, &pieces, &wanted, options)?,
        })
    })?;
    let selected = if with_classes.is_some() { WAYS } else { SELECTIONS };
    let text = in_words((&name, &board, &pieces), selected, request, &report);
    let end = end(&report, wanted.count);
    let stem = stem_of_order(stem, request, seed);
    Ok(Ordered { stem, report, end, text })
}

/// The name of the puzzles of a puzzle with classes, of which each leaves other cells open, that of their files, the board and the
/// pieces.
fn all_ways(
    request: &PuzzleRequest,
    subject: &Subject,
) -> Result<(String, String, Region, Vec<Piece>), OptionError> {
    let other = [("--board", request.board.is_some()), ("--pieces", request.pieces.is_some())];
    let kind = [PuzzleKind::Tray, PuzzleKind::Silhouette].contains(&request.kind);
    if let Some((option, _)) =
        other.into_iter().chain([("--kind tray or silhouette", kind)]).find(|(_, is_set)| *is_set)
    {
        let other = "a puzzle with classes of cells".into();
        return Err(OptionError::Conflict { option: option.into(), other });
    }
    let (puzzle, stem) = (&subject.puzzle, format!("{}-made", subject.stem));
    Ok((puzzle.name().to_owned(), stem, puzzle.region().clone(), puzzle.pieces().to_vec()))
}

/// Returns the name of the puzzles, that of their files, the board and the pieces.
fn asked(
    session: &Session<'_>,
    request: &PuzzleRequest,
    subject: Option<&Subject>,
) -> Result<(String, String, Region, Vec<Piece>), Error> {
    if subject.is_some_and(|subject| *subject.puzzle.rules() != Rules::default()) {
        let option = "contact, gaps, rules, clues or placed pieces of the puzzle".into();
        return Err(OptionError::Conflict { option, other: "puzzle".into() }.into());
    }
    let pieces = match &request.pieces {
        Some(named) => pieces_named(named)?,
        None => subject.ok_or(without(request))?.puzzle.pieces().to_vec(),
    };
    let lattice = pieces.first().ok_or(DesignError::NoSubject)?.shape.lattice();
    if request.kind == PuzzleKind::Silhouette {
        return silhouette(session, request, subject, pieces);
    }
    let (name, stem, board) = match (&request.board, subject) {
        (Some(board), _) => {
            let named = request.pieces.as_ref().map(|named| named.split(':').next().unwrap_or(named));
            let set = named.or(subject.map(|subject| subject.puzzle.name())).unwrap_or_default();
            let name = format!("{set} {}", board.name());
            let stem = piecework_tiling::text::slug(&name.replace(" x ", "x"));
            (name, stem, board.region(lattice, &session.limits)?)
        }
        (None, Some(subject)) => {
            let puzzle = &subject.puzzle;
            (puzzle.name().to_owned(), format!("{}-made", subject.stem), puzzle.region().clone())
        }
        (None, None) => {
            return Err(without(request).into());
        }
    };
    let name = capital(&name);
    // Pieces that do not belong together are refused here, with the reason.
    let any = |piece: &Piece| Piece { count: Count { min: 0, ..piece.count }, ..piece.clone() };
    let all = Puzzle::new(name.as_str(), board.clone(), pieces.iter().map(any).collect())?;
    Ok((name, stem, all.region().clone(), pieces))
}

/// Why there is nothing to make puzzles of.
fn without(request: &PuzzleRequest) -> DesignError {
    match (&request.board, &request.pieces) {
        (Some(_), _) => DesignError::OneOfTwo { given: "--board", missing: "--pieces", such: "pentominoes" },
        (_, Some(_)) => DesignError::OneOfTwo { given: "--pieces", missing: "--board", such: "5x8" },
        _ => DesignError::NoSubject,
    }
}

/// The same for silhouettes, whose boards are found; the board is one of as many cells as they have.
fn silhouette(
    session: &Session<'_>,
    request: &PuzzleRequest,
    subject: Option<&Subject>,
    pieces: Vec<Piece>,
) -> Result<(String, String, Region, Vec<Piece>), Error> {
    if request.board.is_some() {
        return Err(OptionError::no_effect("--board", "the boards of silhouettes are found").into());
    }
    let named = request.pieces.as_ref().map(|named| named.split(':').next().unwrap_or(named));
    let set = named.or(subject.map(|subject| subject.puzzle.name())).unwrap_or_default();
    if let Some(piece) = pieces.iter().find(|piece| piece.count.max.is_none()) {
        let option = format!("any number of `{}`", piece.name);
        return Err(OptionError::Conflict { option, other: "--kind silhouette".into() }.into());
    }
    let area: u64 =
        pieces.iter().map(|piece| piece.shape.area() as u64 * u64::from(piece.count.max.unwrap_or(1))).sum();
    session.limits.allow(Limit::RegionCells, area)?;
    let lattice = pieces[0].shape.lattice();
    let board = Region::rectangle(lattice, u32::try_from(area).unwrap_or(u32::MAX), 1)?;
    let name = format!("{set} silhouette");
    let stem = piecework_tiling::text::slug(&name);
    Ok((capital(&name), stem, board, pieces))
}

/// A name with a capital.
fn capital(name: &str) -> String {
    let first = name.chars().next().map(char::to_uppercase);
    first.map_or_else(String::new, |first| first.chain(name.chars().skip(1)).collect())
}

/// Returns how many puzzles are wanted: one for each pupil of a class, if they vary.
fn wanted_count(request: &PuzzleRequest) -> u64 {
    match request.copies {
        Some(copies) if request.vary => copies,
        Some(_) => 1,
        None => request.count,
    }
}

fn end(report: &MakerReport, wanted: usize) -> JobEnd {
    match report.outcome {
        Outcome::Stopped(StopReason::Visitor) => JobEnd::Done,
        Outcome::Stopped(_) => JobEnd::Stopped,
        Outcome::Complete if report.puzzles.is_empty() => JobEnd::No,
        Outcome::Complete if report.puzzles.len() < wanted => JobEnd::Fewer,
        Outcome::Complete => JobEnd::Done,
    }
}

/// Names the files of an order by what makes its puzzles other ones, so that orders do not collide in a folder.
fn stem_of_order(stem: String, request: &PuzzleRequest, seed: u64) -> String {
    let kind = (request.kind != PuzzleKind::Subset).then(|| setting::name(request.kind).to_owned());
    let unique = request.unique.then(|| "unique".to_owned());
    let class = request.difficulty.map(|class| format!("class-{class}"));
    let seed = (seed > 0).then(|| format!("seed-{seed}"));
    let count = (wanted_count(request) > 1).then(|| format!("x{}", wanted_count(request)));
    [Some(stem), kind, unique, class, seed, count].into_iter().flatten().collect::<Vec<String>>().join("-")
}

/// What a person does to solve a puzzle, in words.
pub(super) fn steps(reasoning: &Reasoning) -> String {
    let forced = reasoning.forced_cells + reasoning.forced_pieces;
    let looks = reasoning.small_areas + reasoning.parity;
    let (guesses, more) = (reasoning.all_guesses(), if reasoning.is_finished { "" } else { "over " });
    format!(
        "{more}{}, {}, {}",
        counted(guesses, "guess", "guesses"),
        counted(forced, "forced move", "forced moves"),
        counted(looks, "look at areas and colors", "looks at areas and colors")
    )
}

pub(super) fn counted(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// What a puzzle tells of its solution.
fn told(puzzle: &Puzzle) -> String {
    let (given, clues) = (puzzle.placed().len(), puzzle.clues().len() as u64);
    let given = if given > 0 { format!(", {given} given") } else { String::new() };
    let clues = match puzzle.clues().first() {
        Some(Clue::Letter { .. }) => format!(", {}", counted(clues, "letter", "letters")),
        Some(Clue::Number { .. }) => format!(", {}", counted(clues, "number", "numbers")),
        Some(Clue::Edge { .. }) => format!(", {}", counted(clues, "edge", "edges")),
        _ => String::new(),
    };
    given + &clues
}

fn names(puzzle: &Puzzle) -> String {
    puzzle.pieces().iter().map(|piece| piece.name.as_str()).collect::<Vec<&str>>().join(" ")
}

/// Which boards the pieces fill by their area: the next smaller and the next larger.
fn areas(board: &Region, pieces: &[Piece]) -> String {
    let (area, most) = (board.area(), pieces.iter().map(|piece| piece.shape.area()).max().unwrap_or(1));
    let mut is_filled = vec![false; area + most + 1];
    is_filled[0] = true;
    for piece in pieces {
        let size = piece.shape.area();
        for _ in
            0..piece.count.max.unwrap_or(u32::MAX).min(u32::try_from(is_filled.len()).unwrap_or(u32::MAX))
        {
            let before = is_filled.clone();
            (size..is_filled.len()).for_each(|at| is_filled[at] |= before[at - size]);
            if before == is_filled {
                break;
            }
        }
    }
    let near = (1..area).rev().find(|&at| is_filled[at]).into_iter();
    let near: Vec<String> =
        near.chain((area..is_filled.len()).find(|&at| is_filled[at])).map(|area| area.to_string()).collect();
    format!("they fill boards of {}", near.join(" or "))
}

/// A puzzle in one line, with its number.
pub(super) fn line(number: usize, made: &MadePuzzle) -> String {
    let (class, steps) = (made.reasoning.difficulty(), steps(&made.reasoning));
    let given = told(&made.puzzle);
    format!("{number:4}  estimated difficulty {class}: {steps}; {}{given}\n", names(&made.puzzle))
}

/// What there is to say about the making of the puzzles.
fn in_words(
    (name, board, pieces): (&str, &Region, &[Piece]),
    (selection, selections): (&str, &str),
    request: &PuzzleRequest,
    report: &MakerReport,
) -> String {
    let mut words = String::new();
    let found = report.puzzles.len() as u64;
    let tried = match request.kind {
        PuzzleKind::Silhouette => format!("{} tried", counted(report.tried, "shape", "shapes")),
        kind if !matches!(kind, PuzzleKind::Subset | PuzzleKind::Tray) => {
            format!("{} tried", counted(report.tried, "solution", "solutions"))
        }
        _ => format!(
            "{} of {} tried",
            report.tried,
            counted(u64::try_from(report.selections).unwrap_or(u64::MAX), selection, selections)
        ),
    };
    _ = match (report.selections, found == wanted_count(request)) {
        (0, _) => writeln!(
            words,
            "{name}: no selection of these pieces has as many cells as the board, which has {}; {}",
            board.area(),
            areas(board, pieces)
        ),
        (_, true) => writeln!(words, "{}; {tried}", counted(found, "puzzle", "puzzles")),
        (_, false) => writeln!(words, "{name}: {found} of {} puzzles; {tried}", wanted_count(request)),
    };
    if found < wanted_count(request) && report.selections > 0 {
        let classes = (1..).zip(report.classes).map(|(class, found)| format!("{found} of {class}"));
        let classes: Vec<String> = classes.collect();
        _ = writeln!(words, "puzzles by difficulty: {}", classes.join(", "));
        words += match report.outcome {
            Outcome::Complete => "complete: there are no others\n",
            Outcome::Stopped(_) => "stopped by a limit: there may be more\n",
        };
    }
    words
}

/// A puzzle, its solution and its difficulty.
pub(super) fn in_numbers(made: &MadePuzzle) -> Value {
    let MadePuzzle { puzzle, solution, reasoning, .. } = made;
    json!({
        "name": puzzle.name(),
        "pieces": puzzle.pieces().iter().map(|piece| piece.name.clone()).collect::<Vec<String>>(),
        "given": puzzle.placed().len(),
        "clues": puzzle.clues().len(),
        "spare": puzzle.gaps(),
        "difficulty": reasoning.difficulty(),
        "effort": reasoning.effort(),
        "forced_cells": reasoning.forced_cells,
        "forced_pieces": reasoning.forced_pieces,
        "small_areas": reasoning.small_areas,
        "parity": reasoning.parity,
        "guesses": reasoning.guesses,
        "solution": super::best_effort::record(solution),
        "puzzle": serde_json::from_str::<Value>(&write_puzzle(puzzle)).unwrap_or_default(),
    })
}

/// The puzzles, and what there is to say about their making.
pub(super) fn plan(request: &PuzzleRequest, report: &MakerReport) -> Value {
    let is_complete = report.puzzles.len() as u64 >= wanted_count(request);
    let reason = if report.outcome.is_complete() { "there are no others" } else { "stopped by a limit" };
    json!({
        "puzzles": report.puzzles.iter().map(in_numbers).collect::<Vec<Value>>(),
        "selections": u64::try_from(report.selections).ok(),
        "tried": report.tried,
        "by_difficulty": report.classes,
        "complete": is_complete,
        "reason": (!is_complete).then_some(reason),
    })
}
