//! `piecework order`: the smallest rectangle that copies of some pieces tile.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use piecework::output::{self, Disk};
use piecework::{
    Engine, Limit, Limits, NoRectangle, OrderReport, Outcome, Piece, StripReport, Tiling, pieces_from_hex,
    smallest_rectangle, write_letter_grid, write_record,
};
use serde_json::{Value, json};

use crate::args::{Common, Input, OrderArgs, SearchArgs};
use crate::exit::{Exit, Failure};
use crate::files::overwrite;
use crate::input::{self, Read};
use crate::report::Report;
use crate::search;
use crate::solve::{Form, form};

/// Runs the command.
pub(crate) fn order(
    args: &OrderArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let form = args.output.as_deref().map(|path| form(path, Some(1))).transpose()?;
    if let Some(path) = &args.output {
        output::writable_file(path, overwrite(common.force), &Disk)?;
    }
    let pieces = pieces(&args.pieces, limits, report)?;
    let most_cells = u32::try_from(limits.get(Limit::RegionCells)).unwrap_or(u32::MAX);
    let most_cells = args.max_area.map_or(most_cells, |area| area.min(most_cells));
    let found = search::with_options(&search_args(args), limits, report, |options| {
        Ok(smallest_rectangle(&pieces, most_cells, options)?)
    })?;
    if let (Some(path), Some(form)) = (&args.output, form)
        && !found.rectangles.is_empty()
    {
        let text = text_of_file(form, &found.rectangles)?;
        output::write_file(path, text.as_bytes(), overwrite(common.force), &Disk)?;
    }
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    let mut words = in_words(&names, &found);
    if let (None, Some(first)) = (&args.output, found.rectangles.first()) {
        words += &format!("\n{}", write_letter_grid(first));
    }
    report.result(&words, &value(&names, &found, args.output.as_deref())?)?;
    report.note(&how(&found));
    Ok(end(&found))
}

/// The pieces of all inputs together.
fn pieces(inputs: &[PathBuf], limits: &Limits, report: Report) -> Result<Vec<Piece>, Failure> {
    let mut pieces = Vec::new();
    for path in inputs {
        if let Some(name) = path.to_str().filter(|name| is_like_a_name(name)) {
            pieces.extend(pieces_from_hex(name)?);
            continue;
        }
        let input = Input { puzzle: path.clone(), lattice: None };
        match input::read_any(&input, limits, report)? {
            Read::Pieces(named) => pieces.extend(named),
            Read::Subject(subject) => pieces.extend(subject.puzzle.pieces().iter().cloned()),
        }
    }
    Ok(pieces)
}

/// Whether a word that is no file is written like the name of a piece, well or badly.
fn is_like_a_name(word: &str) -> bool {
    let like = |c: char| c.is_ascii_hexdigit() || c == '_';
    !word.is_empty() && word.chars().all(like) && Path::new(word).symlink_metadata().is_err()
}

fn search_args(args: &OrderArgs) -> SearchArgs {
    SearchArgs {
        engine: Engine::CutLine.name().to_owned(),
        seed: None,
        time_limit: args.time_limit,
        nodes: args.nodes,
        threads: Some(1),
        memory: args.memory,
        no_gaps: false,
    }
}

fn text_of_file(form: Form, tilings: &[Tiling]) -> Result<String, Failure> {
    let tilings = if matches!(form, Form::Record | Form::Svg) { &tilings[..1] } else { tilings };
    tilings.iter().enumerate().map(|(number, tiling)| form.text_of(tiling, number == 0)).collect()
}

/// Columns and rows.
fn sides(tiling: &Tiling) -> (i32, i32) {
    let last = tiling.puzzle().region().cells().last();
    last.map_or((0, 0), |cell| (cell.x + 1, cell.y + 1))
}

/// How many of each piece a tiling has.
fn copies(tiling: &Tiling) -> BTreeMap<&str, u32> {
    let mut copies = BTreeMap::new();
    for placement in tiling.placements() {
        *copies.entry(tiling.piece_of(placement).name.as_str()).or_insert(0) += 1;
    }
    copies
}

fn in_words(names: &[&str], found: &OrderReport) -> String {
    let names = names.join(" and ");
    let Some((order, first)) = found.order.zip(found.rectangles.first()) else {
        return none_in_words(&names, found);
    };
    let rectangles: Vec<String> =
        found.rectangles.iter().map(sides).map(|(x, y)| format!("{x} x {y}")).collect();
    let mut words = format!("{names}: {order} copies tile {}", rectangles.join(" and "));
    let copies = copies(first);
    if copies.len() > 1 {
        let copies: Vec<String> = copies.iter().map(|(name, count)| format!("{count} of {name}")).collect();
        words += &format!(" ({})", copies.join(", "));
    }
    words += "\ncomplete: all smaller rectangles are excluded\n";
    if !found.not_searched.is_empty() {
        let others: Vec<String> = found.not_searched.iter().map(|(x, y)| format!("{x} x {y}")).collect();
        words += &format!("not searched, of the same area: {}\n", others.join(", "));
    }
    words
}

/// What is known where no rectangle was found.
fn none_in_words(names: &str, found: &OrderReport) -> String {
    match (found.never, found.outcome) {
        (Some(NoRectangle::Edge { longest }), _) => format!(
            "{names}: no rectangle at all\ncomplete: an edge of more than {longest} cells cannot be filled, and all \
             rectangles up to that are excluded\n"
        ),
        (Some(_), _) => {
            format!("{names}: no rectangle at all\ncomplete: a colouring of the cells excludes them all\n")
        }
        (None, Outcome::Stopped(reason)) => format!(
            "{names}: no rectangle of at most {} cells\nstopped by the {}: larger rectangles are not excluded\n",
            found.excluded_area,
            reason.name()
        ),
        (None, Outcome::Complete) => format!("{names}: no rectangle at all\n"),
    }
}

/// How the search went, in a sentence.
fn how(found: &OrderReport) -> String {
    let ended = match found.outcome {
        Outcome::Complete => String::new(),
        Outcome::Stopped(reason) => format!("stopped by the {}; ", reason.name()),
    };
    let states: u64 = found.strips.iter().map(|strip| strip.states).sum();
    let widths = match (found.strips.first(), found.strips.last()) {
        (Some(first), Some(last)) if first.width < last.width => {
            format!("widths {} to {} searched, ", first.width, last.width)
        }
        _ => String::new(),
    };
    let engine = Engine::CutLine;
    format!("{ended}{widths}{states} states (engine {engine}, {:.2} s)", found.elapsed.as_secs_f64())
}

fn end(found: &OrderReport) -> Exit {
    match found.outcome {
        Outcome::Complete if found.rectangles.is_empty() => Exit::No,
        Outcome::Complete => Exit::Done,
        Outcome::Stopped(_) => Exit::Stopped,
    }
}

fn value(names: &[&str], found: &OrderReport, file: Option<&Path>) -> Result<Value, Failure> {
    let first = found.rectangles.first();
    let sides_of_first = first.map(sides);
    let never = found.never.map(|never| match never {
        NoRectangle::Edge { longest } => json!({ "reason": "edge", "longest": longest }),
        _ => json!({ "reason": "colouring" }),
    });
    let stopped = match found.outcome {
        Outcome::Complete => None,
        Outcome::Stopped(reason) => Some(reason.name()),
    };
    let strip =
        |strip: &StripReport| json!({ "width": strip.width, "to": strip.height, "states": strip.states });
    let rectangles = found.rectangles.iter().map(|tiling| {
        let (columns, rows) = sides(tiling);
        Ok(json!({ "columns": columns, "rows": rows, "copies": copies(tiling), "tiling": record(tiling)? }))
    });
    Ok(json!({
        "pieces": names,
        "order": found.order,
        "columns": sides_of_first.map(|sides| sides.0),
        "rows": sides_of_first.map(|sides| sides.1),
        "engine": Engine::CutLine.name(),
        "complete": found.outcome.is_complete(),
        "stopped": stopped,
        "smaller_excluded": first.is_some(),
        "excluded_area": found.excluded_area,
        "excluded_by_colouring": found.coloured_out,
        "never": never,
        "not_searched": found.not_searched,
        "widths": found.strips.iter().map(strip).collect::<Vec<Value>>(),
        "nodes": found.nodes,
        "file": file.map(|path| path.display().to_string()),
        "tiling": first.map(record).transpose()?,
        "rectangles": rectangles.collect::<Result<Vec<Value>, Failure>>()?,
    }))
}

/// A tiling as a JSON value: its record.
fn record(tiling: &Tiling) -> Result<Value, Failure> {
    serde_json::from_str(&write_record(tiling)).map_err(|error| Failure::Panic(error.to_string()))
}
