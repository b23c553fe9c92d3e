//! Finds the smallest figure that copies of each of some pieces tile.

use serde_json::{Value, json};

use super::best_effort::record;
use super::figures::add_figures;
use super::named_pieces::different_pieces;
use super::session::Session;
use super::{JobEnd, Made};
use crate::design::CompatibleRequest;
use crate::output::FileSet;
use piecework_solve::{CommonFigure, CommonFigureReport, FigureOptions, Outcome, smallest_common_figure};
use piecework_tiling::error::Error;
use piecework_tiling::tiling::Tiling;

/// Runs the job.
pub(super) fn compatible(
    session: &Session<'_>,
    request: &CompatibleRequest,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let pieces = different_pieces(session, &request.pieces)?;
    let most_cells = request.max_cells.map_or(u32::MAX, |cells| u32::try_from(cells).unwrap_or(u32::MAX));
    let wanted = FigureOptions { most_cells, no_holes: request.no_holes, all: request.all };
    let found = session.search(|options| Ok(smallest_common_figure(&pieces, &wanted, options)?))?;
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    session.note(format!("{} pieces laid ({:.2} s)", found.nodes, found.elapsed.as_secs_f64()));
    let rows: Vec<&[Tiling]> = found.figures.iter().map(|figure| figure.tilings.as_slice()).collect();
    let title = format!("Figures tiled by each of {}", names.join(", "));
    let (end, text, plan) = (end(&found), in_words(&names, request, &found), plan(&names, request, &found));
    add_figures(session, &end.stem(&piecework_tiling::text::slug(&names.join("-"))), &title, &rows, files)?;
    let tilings = found.figures.into_iter().flat_map(|figure| figure.tilings).collect();
    Ok(Made { end, text, tilings, ..Made::new("compatible", plan) })
}

fn end(found: &CommonFigureReport) -> JobEnd {
    match found.outcome {
        Outcome::Complete if found.figures.is_empty() => JobEnd::No,
        Outcome::Complete => JobEnd::Done,
        Outcome::Stopped(_) => JobEnd::Stopped,
    }
}

/// How many pieces each tiling of a figure has.
fn copies(figure: &CommonFigure) -> Vec<usize> {
    figure.tilings.iter().map(|tiling| tiling.placements().len()).collect()
}

fn in_words(names: &[&str], request: &CompatibleRequest, found: &CommonFigureReport) -> String {
    let what = if request.no_holes { "common figure without holes" } else { "common figure" };
    let all = names.join(", ");
    let stopped = match found.outcome {
        Outcome::Complete => None,
        Outcome::Stopped(reason) => Some(reason.name()),
    };
    let Some(first) = found.figures.first() else {
        return match stopped {
            None => format!("{all}: no {what} at all\ncomplete: figures of every size are excluded\n"),
            Some(reason) => format!(
                "{all}: no {what} of at most {} cells\nstopped by the {reason}: larger figures are not excluded\n",
                found.excluded_cells
            ),
        };
    };
    let count = |(count, name): (usize, &&str)| format!("{count} {name}");
    let copies: Vec<String> = copies(first).into_iter().zip(names).map(count).collect();
    let mut words =
        format!("{all}: the smallest {what} has {} cells ({})\n", first.shape.area(), copies.join(", "));
    words += &match (stopped, request.all) {
        (Some(reason), _) => {
            format!(
                "stopped by the {reason}: {} figures of this size, perhaps not all\n",
                found.figures.len()
            )
        }
        (None, true) => format!("complete: {} figures of this size, and none smaller\n", found.figures.len()),
        (None, false) => "complete: all smaller figures are excluded\n".to_owned(),
    };
    words
}

fn plan(names: &[&str], request: &CompatibleRequest, found: &CommonFigureReport) -> Value {
    let stopped = match found.outcome {
        Outcome::Complete => None,
        Outcome::Stopped(reason) => Some(reason.name()),
    };
    let figure = |figure: &CommonFigure| {
        json!({
            "cells": figure.shape.area(),
            "rows": figure.shape.rows(),
            "copies": copies(figure),
            "tilings": figure.tilings.iter().map(record).collect::<Vec<Value>>(),
        })
    };
    json!({
        "pieces": names,
        "cells": found.figures.first().map(|figure| figure.shape.area()),
        "no_holes": request.no_holes,
        "complete": found.outcome.is_complete(),
        "stopped": stopped,
        "impossible": found.is_impossible,
        "excluded_cells": found.excluded_cells,
        "nodes": found.nodes,
        "figures": found.figures.iter().map(figure).collect::<Vec<Value>>(),
    })
}
