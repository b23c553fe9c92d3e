//! Proves that a puzzle has no tiling, in files that others can check.

use serde_json::json;
use web_time::Instant;

use super::session::Session;
use super::{JobEnd, Made, search};
use crate::design::{OptionError, Subject};
use crate::output::FileSet;
use piecework_solve::{self as solver, Certificate, Impossibility, Proof, SolveOptions};
use piecework_tiling::error::Error;
use piecework_tiling::tiling::write_letter_grid;

/// Steps of the search for clauses if there is an argument in words already. Chosen by trial: some seconds.
const PATIENCE: u64 = 1 << 19;

/// Makes the proof: a `.cnf` and a `.drat` file, or a `.txt` file with an argument in words.
pub(super) fn proof(session: &Session<'_>, subject: &Subject, files: &mut FileSet) -> Result<Made, Error> {
    let puzzle = &subject.puzzle;
    let (argument, proof) = session.search(|options| {
        let began = Instant::now();
        let argument = solver::why_impossible_patiently(puzzle, options);
        let patience = argument.as_ref().map(|_| PATIENCE);
        let node_limit = options.node_limit.into_iter().chain(patience).min();
        let time_limit = options.time_limit.map(|limit| limit.saturating_sub(began.elapsed()));
        let left = SolveOptions { node_limit, time_limit, ..options.clone() };
        let proof = solver::prove_impossible(puzzle, &left)?;
        Ok((argument, proof))
    })?;
    let stem = &subject.stem;
    match (proof, argument) {
        (Proof::Certificate(certificate), argument) => {
            let made = certified(session, subject, &certificate, argument.as_ref());
            files.add(format!("{stem}.cnf"), certificate.clauses)?;
            files.add(format!("{stem}.drat"), certificate.proof)?;
            Ok(made)
        }
        (Proof::Tiling(tiling), _) => {
            session.note("a tiling exists, so there is no proof");
            let text = write_letter_grid(&tiling);
            Ok(Made { end: JobEnd::No, text, tilings: vec![tiling], ..made(subject, false, "tiling") })
        }
        (_, Some(argument)) => {
            session.note("the proof is in words: a proof in clauses would take too long, or does not exist");
            files.add(format!("{stem}.txt"), in_words(subject, &argument))?;
            Ok(made(subject, true, "words"))
        }
        (Proof::Stopped(reason), None) => {
            session.note(format!("stopped by the {}; a tiling may exist", reason.name()));
            Ok(Made { end: JobEnd::Stopped, ..made(subject, false, reason.name()) })
        }
        (_, None) => Err(OptionError::no_effect(
            "--proof",
            "clauses know no pieces apart, no balance and no colors of sides",
        )
        .into()),
    }
}

fn certified(
    session: &Session<'_>,
    subject: &Subject,
    certificate: &Certificate,
    argument: Option<&Impossibility>,
) -> Made {
    let lines = certificate.proof.lines().count();
    let why = argument.map(|argument| format!(": {}", search::argued(argument))).unwrap_or_default();
    session.note(format!("no tiling exists{why}"));
    session.note(format!("the proof has {lines} lines; a checker of DRAT proofs needs both files"));
    let mut made = made(subject, true, "drat");
    made.summary["lines"] = lines.into();
    made
}

fn made(subject: &Subject, proved: bool, form: &str) -> Made {
    let (puzzle, fingerprint) = (subject.puzzle.name(), subject.puzzle.fingerprint());
    Made::new(
        "solve",
        json!({ "puzzle": puzzle, "fingerprint": fingerprint, "proved": proved, "form": form }),
    )
}

fn in_words(subject: &Subject, argument: &Impossibility) -> String {
    format!("{}: no tiling exists.\n\n{}.\n", subject.puzzle.name(), search::argued(argument))
}
