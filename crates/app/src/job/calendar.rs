//! Designs a calendar: the puzzle file, its numbers of tilings, and the page of its year.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::opening::Each;
use super::session::Session;
use super::{JobEnd, Made, search};
use crate::design::{Language, OptionError, Options as _, Product, PuzzleRequest, Subject};
use crate::output::FileSet;
use piecework_solve::maker::{CalendarOptions, CalendarReport, is_known_layout, make_calendar};
use piecework_solve::{Outcome, StopReason};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::polyform::{Freedom, enumerate_under};
use piecework_tiling::puzzle::{Count, Piece, Region, pieces_named, write_puzzle};
use piecework_tiling::setting::name as word_of;
use piecework_tiling::text::plural;

/// The options that calendars obey.
const KEYS: &[&str] = &[
    "kind",
    "board",
    "pieces",
    "language",
    "lattice",
    "weekdays",
    "no_flip",
    "piece_count",
    "fewest",
    "most",
    "paper",
];

/// Sizes of pieces, and how many of them are used at least and at most.
type Usual = (&'static [usize], (usize, usize));

/// What is usual on lattices of their own, with pieces of one side, and with weekdays. Chosen by trial: with fewer pieces few sets
/// have a tiling for every date, with more there are thousands for each.
const USUAL: [(&str, [Usual; 3]); 5] = [
    ("triangle", [(&[4, 5, 6, 7], (8, 9)), (&[3, 4, 5, 6], (9, 10)), (&[4, 5, 6, 7], (9, 10))]),
    ("kisrhombille", [(&[2, 3, 4], (12, 13)), (&[2, 3, 4], (12, 13)), (&[2, 3, 4], (13, 14))]),
    ("tetrakis", [(&[3, 4, 5], (10, 11)), (&[3, 4, 5], (10, 11)), (&[2, 3, 4, 5], (12, 12))]),
    ("kite", [(&[3, 4, 5], (11, 12)), (&[3, 4, 5], (11, 12)), (&[3, 4, 5], (12, 13))]),
    ("trihexagonal", [(&[3, 4, 5], (11, 12)), (&[3, 4, 5], (11, 12)), (&[3, 4, 5], (13, 13))]),
];

/// The same on the other lattices, and on squares if pieces may be turned over and there are no weekdays.
const ELSEWHERE: [Usual; 2] = [(&[4, 5], (9, 9)), (&[4, 5, 6], (8, 8))];

/// What is used if nothing is said.
fn usual(lattice: Lattice, is_one_sided: bool, has_weekdays: bool) -> Usual {
    let own = USUAL.iter().find(|(name, _)| *name == lattice.name());
    let is_easy = lattice.is_rectilinear() && !is_one_sided && !has_weekdays;
    let (sizes, (least, most)) = match own {
        Some((_, of)) if has_weekdays && !is_one_sided => return of[2],
        Some((_, of)) => of[usize::from(is_one_sided)],
        None => ELSEWHERE[usize::from(is_easy)],
    };
    let more = usize::from(has_weekdays);
    (sizes, (least + more, most + more))
}

/// Runs the job.
pub(super) fn calendar(
    session: &Session<'_>,
    request: &PuzzleRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let useless =
        PuzzleRequest::rows().into_iter().find(|row| !KEYS.contains(&row.key) && request.is_set(row.key));
    if let Some(row) = useless {
        return Err(OptionError::Conflict { option: row.flag(), other: "--kind calendar".into() }.into());
    }
    let (pieces, wanted) = asked(session, request)?;
    let name = format!("Calendar in {}", request.language.name());
    let report = session.search(|options| Ok(make_calendar(&name, &pieces, &wanted, options)?))?;
    let mut plan = json!({
        "boards": report.boards, "sets": report.sets, "counted": report.counted, "with_every_date": report.complete,
        "nodes": report.nodes,
    });
    let tried = tried(&report);
    let Some((puzzle, counted)) = &report.found else {
        let (end, why) = match report.outcome {
            Outcome::Complete => (JobEnd::No, no_sets(&pieces, &wanted)),
            Outcome::Stopped(StopReason::NodeLimit) if session.design.search.nodes.is_none() => (
                JobEnd::No,
                "no calendar among those tried; try another --seed, --piece-count or --board\n".into(),
            ),
            Outcome::Stopped(reason) => {
                (JobEnd::Stopped, format!("stopped by the {} before one was found\n", reason.name()))
            }
        };
        return Ok(Made { end, text: format!("{why}{tried}"), ..Made::new(product.spec().name, plan) });
    };
    session.searched(search::summary_of(&counted.report, &counted.counts.values().sum::<u64>().to_string()));
    let each = Each::new(puzzle, counted);
    let stem = stem(session, request, puzzle.lattice(), wanted.seed);
    files.add(format!("{stem}.json"), write_puzzle(puzzle))?;
    each.add_files(session, &stem, &request.paper, &session.design.recipe(product), files)?;
    plan["puzzle"] = serde_json::from_str::<Value>(&write_puzzle(puzzle)).unwrap_or_default();
    plan["dates"] = each.to_json();
    let pieces = puzzle.pieces().len() - puzzle.classes().len();
    let text =
        format!("{name}: {} cells, {pieces} pieces\n{}\n{tried}", puzzle.region().area(), each.in_words());
    Ok(Made { text, ..Made::new(product.spec().name, plan) })
}

/// Names the files by what makes the calendar another one, so that calendars do not collide in a folder.
fn stem(session: &Session<'_>, request: &PuzzleRequest, lattice: Lattice, seed: u64) -> String {
    let code = word_of(request.language);
    let mut words = vec![format!("calendar {code} {lattice} {seed}")];
    words.extend(session.design.subjects.first().map(|subject| subject.stem.clone()));
    for key in ["board", "pieces", "weekdays", "no_flip", "piece_count", "fewest", "most"] {
        words.extend(request.get(key).map(|value| match value {
            Value::Bool(_) => key.to_owned(),
            Value::String(text) => text,
            // A board of one's own.
            Value::Object(puzzle) => puzzle.get("name").and_then(Value::as_str).unwrap_or(key).to_owned(),
            number => format!("{key} {number}"),
        }));
    }
    piecework_tiling::text::slug(&words.join(" "))
}

/// What was tried, in a line.
fn tried(report: &CalendarReport) -> String {
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    format!(
        "tried: {}, {} of pieces; all dates counted of {}, every date has a solution in {}\n",
        plural(count(report.boards), "board"),
        plural(count(report.sets), "set"),
        report.counted,
        report.complete
    )
}

/// Why there is nothing to try.
fn no_sets(pieces: &[Piece], wanted: &CalendarOptions) -> String {
    let words: usize = wanted.classes.iter().map(|(_, words)| words.len()).sum();
    let cells = wanted.board.as_ref().map_or(words, Region::area);
    let mut why = String::new();
    _ = match wanted.pieces {
        _ if cells < words => writeln!(why, "the board has {cells} cells, and there are {words} words"),
        (least, most) => writeln!(
            why,
            "no {least} to {most} of the {} pieces have {} cells together",
            pieces.len(),
            cells - wanted.classes.len()
        ),
    };
    why
}

/// Returns the pieces to choose from, and what is wanted.
fn asked(session: &Session<'_>, request: &PuzzleRequest) -> Result<(Vec<Piece>, CalendarOptions), Error> {
    let subject = session.design.subjects.first();
    let freedom = if request.no_flip { Freedom::OneSided } else { Freedom::Free };
    let given = match (&request.pieces, subject) {
        (Some(named), _) => {
            let sets = named.split('+').map(pieces_named).collect::<Result<Vec<_>, _>>()?;
            Some(sets.concat())
        }
        (None, subject) => subject.map(made_pieces),
    };
    let lattice = given.iter().flatten().next().map(|piece| piece.shape.lattice());
    if let (Some(own), Some(asked)) = (lattice, request.lattice.filter(|&asked| lattice != Some(asked))) {
        let (option, other) = (format!("--lattice {asked}"), format!("pieces of {}", own.cell_name()));
        return Err(OptionError::Conflict { option, other }.into());
    }
    let lattice = lattice.or(request.lattice).unwrap_or(Lattice::ALL[0]);
    let (sizes, (least, most)) = usual(lattice, request.no_flip, request.weekdays);
    let pieces: Vec<Piece> = match given {
        Some(given) if !request.no_flip => given,
        Some(given) => given.into_iter().map(|piece| Piece { freedom, ..piece }).collect(),
        None => {
            let shapes = sizes.iter().map(|&size| enumerate_under(lattice, size, freedom));
            let shapes = shapes.collect::<Result<Vec<_>, _>>()?.concat();
            let piece = |shape| Piece { name: String::new(), shape, freedom, count: Count::exactly(1) };
            shapes.into_iter().map(piece).collect()
        }
    };
    let pieces_used = match request.piece_count.and_then(|count| usize::try_from(count).ok()) {
        Some(count) => (count, count),
        None => (least, most),
    };
    let board = request.board.as_ref().map(|board| board.region(lattice, &session.limits)).transpose()?;
    if board.as_ref().is_some_and(is_known_layout) {
        let option = "the layout of 7 columns, a registered design".to_owned();
        return Err(OptionError::Conflict { option, other: "--kind calendar".into() }.into());
    }
    let wanted = CalendarOptions {
        classes: classes(request.language, request.weekdays),
        first_weekday: request.language.first_weekday(),
        board,
        pieces: pieces_used,
        fewest: request.fewest,
        most: request.most,
        seed: session.design.search.seed.unwrap_or(0),
    };
    Ok((pieces, wanted))
}

/// The pieces of a puzzle that are made.
fn made_pieces(subject: &Subject) -> Vec<Piece> {
    let puzzle = &subject.puzzle;
    let made = (0..puzzle.pieces().len()).filter(|&piece| !puzzle.is_opening(piece));
    made.map(|piece| puzzle.pieces()[piece].clone()).collect()
}

/// The classes of a calendar and their words.
fn classes(language: Language, has_weekdays: bool) -> Vec<(String, Vec<String>)> {
    let days = (1..=31).map(|day: u32| day.to_string()).collect();
    let mut classes = vec![("months".to_owned(), language.months()), ("days".to_owned(), days)];
    if has_weekdays {
        classes.push(("weekdays".to_owned(), language.weekdays()));
    }
    classes
}
