//! Finds the smallest rectangle that copies of some pieces tile.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::best_effort::record;
use super::named_pieces::named_pieces;
use super::no_rectangle;
use super::session::Session;
use super::{JobEnd, Made};
use crate::design::OrderRequest;
use crate::output::FileSet;
use piecework_solve::{Engine, OrderReport, Outcome, SolveOptions, StripReport, smallest_rectangle};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limit;
use piecework_tiling::tiling::{Tiling, write_record};

/// Runs the job.
pub(super) fn order(
    session: &Session<'_>,
    request: &OrderRequest,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let pieces = named_pieces(session, &request.pieces)?;
    let most_cells = u32::try_from(session.limits.get(Limit::RegionCells)).unwrap_or(u32::MAX);
    let asked = request.max_area.map_or(most_cells, |area| u32::try_from(area).unwrap_or(u32::MAX));
    let found = session.search(|options| {
        let options = SolveOptions { engine: Engine::CutLine, threads: 1, ..options.clone() };
        Ok(smallest_rectangle(&pieces, asked.min(most_cells), &options)?)
    })?;
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    session.searched(how(&found));
    let (end, text, plan) = (end(&found), in_words(&names, &found), plan(&names, &found));
    let stem = end.stem(&piecework_tiling::text::slug(&names.join("-")));
    if let Some(proof) =
        found.never.as_ref().and_then(|never| no_rectangle::proof(&names.join(" and "), never))
    {
        files.add(format!("{stem}-proof.txt"), proof)?;
    }
    if !found.rectangles.is_empty() {
        let records: String = found.rectangles.iter().map(|tiling| write_record(tiling) + "\n").collect();
        files.add(format!("{stem}-rectangles.jsonl"), records)?;
    }
    Ok(Made { end, text, tilings: found.rectangles, ..Made::new("order", plan) })
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
    match (&found.never, found.outcome) {
        (Some(never), _) => {
            format!("{names}: no rectangle at all\ncomplete: {}\n", no_rectangle::in_a_sentence(never))
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
    let states = found.strips.iter().map(|strip| strip.states).fold(0, u64::saturating_add);
    // The largest number stands for all larger ones too.
    let states = if states == u64::MAX { "more than 10^19".into() } else { states.to_string() };
    let widths = match (found.strips.first(), found.strips.last()) {
        (Some(first), Some(last)) if first.width < last.width => {
            format!("widths {} to {} searched, ", first.width, last.width)
        }
        _ => String::new(),
    };
    let engine = Engine::CutLine;
    format!("{ended}{widths}{states} states (engine {engine}, {:.2} s)", found.elapsed.as_secs_f64())
}

fn end(found: &OrderReport) -> JobEnd {
    match found.outcome {
        Outcome::Complete if found.rectangles.is_empty() => JobEnd::No,
        Outcome::Complete => JobEnd::Done,
        Outcome::Stopped(_) => JobEnd::Stopped,
    }
}

fn plan(names: &[&str], found: &OrderReport) -> Value {
    let first = found.rectangles.first();
    let sides_of_first = first.map(sides);
    let stopped = match found.outcome {
        Outcome::Complete => None,
        Outcome::Stopped(reason) => Some(reason.name()),
    };
    let strip = |strip: &StripReport| {
        // What is too large to be counted is not known.
        let states = Some(strip.states).filter(|&states| states < u64::MAX);
        json!({ "width": strip.width, "to": strip.height, "states": states })
    };
    let rectangles = found.rectangles.iter().map(|tiling| {
        let (columns, rows) = sides(tiling);
        json!({ "columns": columns, "rows": rows, "copies": copies(tiling), "tiling": record(tiling) })
    });
    json!({
        "pieces": names,
        "order": found.order,
        "columns": sides_of_first.map(|sides| sides.0),
        "rows": sides_of_first.map(|sides| sides.1),
        "engine": Engine::CutLine.name(),
        "complete": found.outcome.is_complete(),
        "stopped": stopped,
        "smaller_excluded": first.is_some(),
        "excluded_area": found.excluded_area,
        "excluded_by_coloring": found.colored_out,
        "never": found.never.as_ref().map(no_rectangle::as_json),
        "not_searched": found.not_searched,
        "widths": found.strips.iter().map(strip).collect::<Vec<Value>>(),
        "nodes": found.nodes,
        "tiling": first.map(record),
        "rectangles": rectangles.collect::<Vec<Value>>(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn counts_of_states_that_are_too_large_are_not_added_up() {
        let strip = |width, states| StripReport { width, height: 90, states };
        let report = |states: [u64; 2]| OrderReport {
            order: None,
            rectangles: Vec::new(),
            outcome: Outcome::Complete,
            excluded_area: 0,
            never: None,
            colored_out: 0,
            not_searched: Vec::new(),
            strips: vec![strip(8, states[0]), strip(9, states[1])],
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let known = how(&report([3, 4]));
        assert!(known.starts_with("widths 8 to 9 searched, 7 states"), "{known}");
        for states in [[u64::MAX, 1], [u64::MAX, u64::MAX], [u64::MAX - 1, 9]] {
            let words = how(&report(states));
            assert!(words.contains(", more than 10^19 states ("), "{words}");
        }
        let plan = plan(&["f040"], &report([u64::MAX, 4]));
        assert_eq!((&plan["widths"][0]["states"], &plan["widths"][1]["states"]), (&Value::Null, &4.into()));
    }
}
