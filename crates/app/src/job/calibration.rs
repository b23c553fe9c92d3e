//! Fits the weights of difficulty to times that the page that plays recorded.

use serde_json::{Value, json};

use super::book_words::{LARGEST, unlimited};
use crate::design::{OptionError, Subject};
use piecework_solve::SolveOptions;
use piecework_solve::maker::{Calibration, Reasoning, TimedPuzzle, calibrate, reason};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limits;
use piecework_tiling::puzzle::{Puzzle, read_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::stop::StopFlag;

/// What a line of the file is.
const LINE: &str = "a time in seconds, a comma, and a puzzle in quotes, as the page that plays saves them";

/// What times of people say about the weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Calibrated {
    /// All of it in lines.
    pub words: String,
    /// The same as numbers.
    pub numbers: Value,
}

/// Fits the weights of difficulty to a table of times, with the header `seconds,puzzle`.
///
/// # Errors
/// [`OptionError::BadValue`] for a line that is none, and for too few times of puzzles that can be measured; errors of puzzles.
pub fn calibrate_times(text: &str, limits: &Limits) -> Result<Calibrated, Error> {
    let stop = StopFlag::never();
    let options = unlimited(&SolveOptions::default(), &stop);
    let (mut known, mut times, mut lost) = (Vec::<(Value, Option<Reasoning>)>::new(), Vec::new(), 0);
    for (number, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        let (seconds, of) = row(line).ok_or_else(|| bad(line))?;
        let reasoning = match known.iter().find(|(puzzle, _)| *puzzle == of) {
            Some((_, reasoning)) => reasoning.clone(),
            None => {
                let reasoning = measured(&of, number + 1, &options, limits)?;
                known.push((of, reasoning.clone()));
                reasoning
            }
        };
        match reasoning {
            Some(reasoning) => times.push(TimedPuzzle { reasoning, seconds }),
            None => lost += 1,
        }
    }
    let found = calibrate(&times).ok_or_else(|| OptionError::BadValue {
        found: format!("{} times", times.len()),
        expected: "ten times or more of puzzles whose difficulty can be measured",
    })?;
    let puzzles = known.iter().filter(|(_, reasoning)| reasoning.is_some()).count();
    Ok(told(&found, (times.len(), puzzles, lost)))
}

fn bad(line: &str) -> Error {
    let found: String = line.chars().take(60).collect();
    OptionError::BadValue { found, expected: LINE }.into()
}

/// A line of the table.
fn row(line: &str) -> Option<(f64, Value)> {
    let (seconds, puzzle) = line.trim_end_matches('\r').split_once(',')?;
    let quoted = puzzle.strip_prefix('"')?.strip_suffix('"')?;
    let seconds: f64 = seconds.trim().parse().ok()?;
    let puzzle: Value = serde_json::from_str(&quoted.replace("\"\"", "\"")).ok()?;
    (seconds.is_finite() && seconds > 0.0).then_some((seconds, puzzle))
}

/// The steps of a puzzle, by name or in full; `None` if they are not measured: a large board, other rules, too many guesses.
fn measured(
    of: &Value,
    line: usize,
    options: &SolveOptions<'_>,
    limits: &Limits,
) -> Result<Option<Reasoning>, Error> {
    let puzzle: std::sync::Arc<Puzzle> = match of {
        Value::String(name) => Subject::template(name)?.puzzle,
        other => {
            let source = Source::new(format!("line {line}"), other.to_string());
            std::sync::Arc::new(read_puzzle(&source, limits)?)
        }
    };
    if puzzle.region().area() > LARGEST {
        return Ok(None);
    }
    Ok(reason(&puzzle, options)?.filter(|reasoning| reasoning.is_finished))
}

fn told(found: &Calibration, (times, puzzles, lost): (usize, usize, usize)) -> Calibrated {
    let steps = [
        ("forced move", "forced", found.forced, 1.0),
        ("look at areas", "area", found.area, 2.0),
        ("look at colors", "parity", found.parity, 4.0),
        ("guess", "guess", found.guess, 5.0),
    ];
    let mut words = format!(
        "Fitted on {times} times of {puzzles} puzzles. Looking at a puzzle takes {:.1} s.\n\n{:<16}{:>9}{:>9}{:>9}\n",
        found.start, "step", "seconds", "weight", "used now"
    );
    let weight = |seconds: f64| (found.forced > 0.0).then(|| seconds / found.forced);
    for (name, _, seconds, used) in steps {
        let weight = weight(seconds).map_or_else(|| "-".to_owned(), |weight| format!("{weight:.1}"));
        words += &format!("{name:<16}{seconds:>9.1}{weight:>9}{used:>9}\n");
    }
    words += &format!(
        "\nThe order of the estimated effort agrees with that of the times by {:.2}, that of the fit by {:.2} (1 is all, 0 nothing).\n",
        found.rank_of_effort, found.rank_of_fit
    );
    if lost > 0 {
        words +=
            &format!("{lost} times are of puzzles whose difficulty is not measured, and are left out.\n");
    }
    let seconds: serde_json::Map<String, Value> =
        steps.iter().map(|(_, key, seconds, _)| ((*key).to_owned(), json!(seconds))).collect();
    let numbers = json!({ "calibration": {
        "times": times, "puzzles": puzzles, "left_out": lost, "start": found.start, "seconds": seconds,
        "rank_of_effort": found.rank_of_effort, "rank_of_fit": found.rank_of_fit,
    } });
    Calibrated { words, numbers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_solve::maker::FEWEST_TIMES;

    #[test]
    fn a_line_is_a_time_and_a_puzzle_in_quotes() {
        assert_eq!(row("61.3,\"\"\"pentomino-6x10\"\"\"\r"), Some((61.3, json!("pentomino-6x10"))));
        for wrong in ["61.3,pentomino-6x10", "-1,\"\"\"x\"\"\"", "\"\"\"x\"\"\"", "1,\"{\"", "inf,\"1\""] {
            assert_eq!(row(wrong), None, "{wrong}");
        }
        assert_eq!(FEWEST_TIMES, 10, "as the message says");
    }
}
