//! Finds the fullest packing where there may be no tiling.

use serde_json::{Value, json};

use super::Made;
use super::search;
use super::session::Session;
use crate::design::Subject;
use crate::output::FileSet;
use piecework_solve::{self as solver, Outcome, Report};
use piecework_tiling::error::Error;
use piecework_tiling::tiling::{Packing, Tiling, write_letter_grid, write_packing_grid, write_record};

/// Runs the job. A tiling is handed out as one; a packing has a form of its own, which nobody takes for a
/// tiling.
pub(super) fn best_effort(
    session: &Session<'_>,
    subject: &Subject,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let puzzle = &subject.puzzle;
    let (packing, report) = session.search(|options| Ok(solver::best_effort(puzzle, options)?))?;
    let tiling = packing.tiling();
    session.searched(summary(&packing, tiling.is_some(), &report));
    let plan = plan(&packing, tiling.as_ref(), &report);
    let text = tiling.as_ref().map_or_else(|| write_packing_grid(&packing), write_letter_grid);
    let end = search::end(&report, u64::from(tiling.is_some()));
    let stem = end.stem(&subject.stem);
    match &tiling {
        Some(tiling) => files.add(format!("{stem}-tilings.jsonl"), write_record(tiling) + "\n")?,
        None => files.add(format!("{stem}-packing.txt"), text.clone())?,
    }
    let tilings = tiling.into_iter().collect();
    Ok(Made { end, tilings, text, ..Made::new("solve", plan) })
}

fn plan(packing: &Packing, tiling: Option<&Tiling>, report: &Report) -> Value {
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
    let tilings: Vec<Value> = tiling.map(record).into_iter().collect();
    let mut plan = json!({
        "puzzle": puzzle.name(),
        "fingerprint": puzzle.fingerprint(),
        "engine": report.engine.name(),
        "best_effort": true,
        "covered": packing.covered(),
        "cells": puzzle.region().area(),
        "complete": report.outcome.is_complete(),
        "nodes": report.nodes,
        "tilings": tilings,
        "packing": { "pieces": pieces, "uncovered": uncovered },
    });
    search::add_argument(&mut plan, report);
    plan
}

/// A tiling as a JSON value: its record.
pub(super) fn record(tiling: &Tiling) -> Value {
    serde_json::from_str(&write_record(tiling)).expect("a record is JSON")
}

fn summary(packing: &Packing, is_tiling: bool, report: &Report) -> String {
    if is_tiling {
        return search::summary(report, 1);
    }
    let covered = format!("{} of {} cells covered", packing.covered(), packing.puzzle().region().area());
    if report.argument.is_some() {
        return format!("{}\n{covered}", search::summary(report, 0));
    }
    let how = search::how(report);
    match report.outcome {
        Outcome::Complete => format!("no tiling exists; {covered} ({how})"),
        Outcome::Stopped(reason) => {
            format!("stopped by the {} with {covered}; there may be a tiling ({how})", reason.name())
        }
    }
}
