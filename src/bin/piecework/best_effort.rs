//! `piecework solve --best-effort`: the fullest packing, marked as such.

use std::path::Path;

use piecework::output::{self, Disk, Overwrite};
use piecework::solver::Report as SearchReport;
use piecework::{Limits, Outcome, Packing, Puzzle, Tiling, write_packing_grid, write_record_pretty};
use serde_json::{Value, json};

use crate::args::{Common, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::files::overwrite;
use crate::report::Report;
use crate::search;
use crate::solve::{Form, form};

/// Runs the command. A tiling is handed out as one, in the forms of tilings; what is less has forms of its own, which
/// nobody takes for a tiling.
pub(crate) fn best_effort(
    puzzle: &std::sync::Arc<Puzzle>,
    args: &SolveArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let file = match &args.output {
        Some(path) => Some((path.as_path(), form(path, Some(1))?, overwrite(common.force))),
        None => None,
    };
    if let Some((path, _, overwrite)) = file {
        output::writable_file(path, overwrite, &Disk)?;
    }
    let (packing, result) = search::with_options(&args.search, limits, report, |options| {
        Ok(piecework::best_effort(puzzle, options)?)
    })?;
    let tiling = packing.tiling();
    let value = object(&packing, tiling.as_ref(), &result)?;
    match file {
        Some((path, form, overwrite)) => {
            write(&packing, tiling.as_ref(), &value, (path, form, overwrite))?;
            report.result("", &value)?;
        }
        None => report.result(&grid(&packing, tiling.as_ref()), &value)?,
    }
    report.note(&summary(&packing, tiling.is_some(), &result));
    Ok(search::end(&result, u64::from(tiling.is_some())))
}

fn grid(packing: &Packing, tiling: Option<&Tiling>) -> String {
    tiling.map_or_else(|| write_packing_grid(packing), piecework::write_letter_grid)
}

fn object(packing: &Packing, tiling: Option<&Tiling>, result: &SearchReport) -> Result<Value, Failure> {
    let puzzle = packing.puzzle();
    let pieces: Vec<Value> = packing
        .placements()
        .iter()
        .map(|placement| {
            let cells: Vec<[i32; 2]> = placement.cells.iter().map(|cell| [cell.x, cell.y]).collect();
            json!({ "piece": puzzle.pieces()[placement.piece].name, "cells": cells })
        })
        .collect();
    let uncovered: Vec<[i32; 2]> = packing.uncovered().iter().map(|cell| [cell.x, cell.y]).collect();
    let tilings = tiling.map(record).transpose()?.map_or_else(Vec::new, |record| vec![record]);
    let mut value = json!({
        "puzzle": puzzle.name(),
        "fingerprint": puzzle.fingerprint(),
        "engine": result.engine.name(),
        "best_effort": true,
        "covered": packing.covered(),
        "cells": puzzle.region().area(),
        "complete": result.outcome.is_complete(),
        "nodes": result.nodes,
        "tilings": tilings,
        "packing": { "pieces": pieces, "uncovered": uncovered },
    });
    search::add_argument(&mut value, result);
    Ok(value)
}

/// A tiling as a JSON value: its record.
fn record(tiling: &Tiling) -> Result<Value, Failure> {
    serde_json::from_str(&piecework::write_record(tiling)).map_err(|error| Failure::Panic(error.to_string()))
}

/// Writes the tiling, or what there is of one, in the form that the name of the file asks for.
fn write(
    packing: &Packing,
    tiling: Option<&Tiling>,
    value: &Value,
    (path, form, overwrite): (&Path, Form, Overwrite),
) -> Result<(), Failure> {
    let text = match (form, tiling) {
        (Form::Grids, _) => grid(packing, tiling),
        (Form::Record, Some(tiling)) => write_record_pretty(tiling),
        (Form::Records, Some(tiling)) => format!("{}\n", piecework::write_record(tiling)),
        (Form::Svg, Some(tiling)) => form.text_of(tiling, true)?,
        (Form::Svg, None) => {
            return Err(Failure::Usage("a packing that is no tiling goes to a .json or .txt file".into()));
        }
        (Form::Record | Form::Records, None) => format!("{value}\n"),
    };
    output::write_file(path, text.as_bytes(), overwrite, &Disk)?;
    Ok(())
}

fn summary(packing: &Packing, is_tiling: bool, result: &SearchReport) -> String {
    if is_tiling {
        return search::summary(result, 1);
    }
    let covered = format!("{} of {} cells covered", packing.covered(), packing.puzzle().region().area());
    if result.argument.is_some() {
        return format!("{}\n{covered}", search::summary(result, 0));
    }
    let how = search::how(result);
    match result.outcome {
        Outcome::Complete => format!("no tiling exists; {covered} ({how})"),
        Outcome::Stopped(reason) => {
            format!("stopped by the {} with {covered}; there may be a tiling ({how})", reason.name())
        }
    }
}
