//! Divides a set of pieces into groups that tile congruent figures.

use serde_json::{Value, json};

use super::best_effort::record;
use super::figures::add_figures;
use super::named_pieces::different_pieces;
use super::session::Session;
use super::{JobEnd, Made};
use crate::design::DivideRequest;
use crate::output::FileSet;
use piecework_solve::{CongruentOptions, CongruentReport, Division, Outcome, StopReason, congruent_groups};
use piecework_tiling::error::Error;
use piecework_tiling::tiling::Tiling;

/// Runs the job.
pub(super) fn divide(
    session: &Session<'_>,
    request: &DivideRequest,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let pieces = different_pieces(session, &request.pieces)?;
    let wanted = CongruentOptions {
        groups: u32::try_from(request.groups).unwrap_or(u32::MAX),
        most: Some(request.first).filter(|_| !request.all && !request.count),
        no_holes: request.no_holes,
    };
    let found = session.search(|options| Ok(congruent_groups(&pieces, &wanted, options)?))?;
    session.note(format!("{} pieces laid ({:.2} s)", found.nodes, found.elapsed.as_secs_f64()));
    let kept = if request.count { &[][..] } else { &found.divisions[..] };
    let rows: Vec<&[Tiling]> = kept.iter().map(|division| division.tilings.as_slice()).collect();
    let title = format!("{} pieces in {} groups of one figure", pieces.len(), request.groups);
    let stem = match (session.design.subjects.first(), request.pieces.first()) {
        (Some(subject), _) => subject.stem.clone(),
        (None, name) => piecework_tiling::text::slug(name.map_or("pieces", String::as_str)),
    };
    let (end, text, plan) =
        (end(&found), in_words(pieces.len(), request, &found), plan(request, &found, kept));
    let stem = format!("{}-{}-groups", end.stem(&stem), request.groups);
    add_figures(session, &stem, &title, &rows, files)?;
    let tilings = kept.iter().flat_map(|division| division.tilings.iter().cloned()).collect();
    Ok(Made { end, text, tilings, ..Made::new("divide", plan) })
}

/// Why the search stopped, if it did and more was asked for.
fn stopped(found: &CongruentReport) -> Option<&'static str> {
    match found.outcome {
        Outcome::Complete | Outcome::Stopped(StopReason::Visitor) => None,
        Outcome::Stopped(reason) => Some(reason.name()),
    }
}

fn end(found: &CongruentReport) -> JobEnd {
    match stopped(found) {
        Some(_) => JobEnd::Stopped,
        None if found.divisions.is_empty() => JobEnd::No,
        None => JobEnd::Done,
    }
}

fn in_words(pieces: usize, request: &DivideRequest, found: &CongruentReport) -> String {
    let groups = request.groups;
    let Some(cells) = found.cells else {
        return format!(
            "{pieces} pieces: no division into {groups} groups\ncomplete: their cells cannot be divided equally\n"
        );
    };
    let count = found.divisions.len();
    let plural = if count == 1 { "" } else { "s" };
    let mut words = match count {
        0 => format!(
            "{pieces} pieces: no division into {groups} groups that tile one figure of {cells} cells\n"
        ),
        _ => format!(
            "{pieces} pieces: {count} division{plural} into {groups} groups that tile one figure of {cells} cells\n"
        ),
    };
    words += &match (found.outcome, stopped(found)) {
        (_, Some(reason)) => format!("stopped by the {reason}: there may be more\n"),
        (Outcome::Complete, None) if count == 0 => "complete: none exists\n".to_owned(),
        (Outcome::Complete, None) => "complete: these are all\n".to_owned(),
        (Outcome::Stopped(_), None) => "there may be more\n".to_owned(),
    };
    words
}

fn plan(request: &DivideRequest, found: &CongruentReport, kept: &[Division]) -> Value {
    let names = |tiling: &Tiling| {
        tiling
            .placements()
            .iter()
            .map(|placement| tiling.piece_of(placement).name.clone())
            .collect::<Vec<String>>()
    };
    let division = |division: &Division| {
        json!({
            "rows": division.shape.rows(),
            "groups": division.tilings.iter().map(names).collect::<Vec<Vec<String>>>(),
            "tilings": division.tilings.iter().map(record).collect::<Vec<Value>>(),
        })
    };
    json!({
        "groups": request.groups,
        "cells": found.cells,
        "count": found.divisions.len(),
        "complete": found.outcome.is_complete(),
        "stopped": stopped(found),
        "no_holes": request.no_holes,
        "nodes": found.nodes,
        "divisions": kept.iter().map(division).collect::<Vec<Value>>(),
    })
}
