//! Which tilings are kept, and in which order: `--where`, `--distinct`, `--sort` and `--pick`.

use std::collections::BTreeSet;

use clap::Args;
use piecework::question::{Expression, Figures, KEYS, Wanted};
use piecework::solver::Report as SearchReport;
use piecework::{Likeness, Outcome, Sameness, StopReason, Tiling};

use crate::exit::{Exit, Failure};
use crate::search;

/// The heading over what chooses among tilings.
const CHOICE: &str = "Which tilings";

/// Which tilings are kept, and in which order.
#[derive(Debug, Clone, Args)]
pub(crate) struct ChoiceArgs {
    /// Keep tilings of which this is so, such as "fault_lines > 0 && crossings <= 2"; `--help` lists the keys
    #[arg(long = "where", value_name = "EXPR", help_heading = CHOICE)]
    pub(crate) question: Option<String>,
    /// Keep one of each kind: fixed (as drawn), one-sided (also turned), free (also flipped), halves (also with congruent
    /// halves moved by themselves)
    #[arg(long, value_name = "KIND", help_heading = CHOICE)]
    pub(crate) distinct: Option<String>,
    /// Sort by a key or an expression, the least first; the greatest first with a minus: --sort=-crossings
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, help_heading = CHOICE)]
    pub(crate) sort: Option<String>,
    /// Keep the first so many after sorting
    #[arg(long, value_name = "N", help_heading = CHOICE, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) pick: Option<u64>,
}

/// What the long help says about expressions.
pub(crate) fn keys_help() -> String {
    let rows: Vec<String> = KEYS.iter().map(|key| format!("  {:<20}{}", key.name, key.meaning)).collect();
    format!(
        "Keys of --where and --sort:\n{}\n\nOperators: + - * / %  == != < <= > >=  && || !  in [1, 2]  a ? b : c",
        rows.join("\n")
    )
}

/// Tilings being chosen.
pub(crate) struct Choice {
    question: Option<Expression>,
    sameness: Option<Sameness>,
    sort: Option<Expression>,
    pick: usize,
    seen: BTreeSet<Likeness>,
    looked_at: u64,
    kept: u64,
    /// What waits for the end, with what it is sorted by; in order.
    waiting: Vec<(f64, Tiling)>,
}

impl Choice {
    /// Reads the options; wrong ones are refused here, before any search.
    pub(crate) fn read(args: &ChoiceArgs) -> Result<Self, Failure> {
        let read = |text: &Option<String>, wanted| {
            text.as_ref().map(|text| Expression::read(text, wanted)).transpose()
        };
        Ok(Self {
            question: read(&args.question, Wanted::YesOrNo)?,
            sameness: args.distinct.as_ref().map(|word| word.parse()).transpose()?,
            sort: read(&args.sort, Wanted::Number)?,
            pick: args.pick.map_or(usize::MAX, |pick| usize::try_from(pick).unwrap_or(usize::MAX)),
            seen: BTreeSet::new(),
            looked_at: 0,
            kept: 0,
            waiting: Vec::new(),
        })
    }

    /// Whether anything is to be chosen at all.
    pub(crate) fn is_any(&self) -> bool {
        self.filters() || self.sorts() || self.pick < usize::MAX
    }

    /// Whether some tilings may be left out, whatever the others are.
    pub(crate) fn filters(&self) -> bool {
        self.question.is_some() || self.sameness.is_some()
    }

    /// Whether tilings are sorted.
    pub(crate) fn sorts(&self) -> bool {
        self.sort.is_some()
    }

    /// How many tilings have been offered.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Offers a tiling: gives it back if it is kept and need not wait for others. `true`: it was kept.
    pub(crate) fn offer(&mut self, tiling: Tiling) -> Result<(bool, Option<Tiling>), Failure> {
        self.looked_at += 1;
        let figures = Figures::of(&tiling);
        if let Some(question) = &self.question
            && !question.holds(&figures)?
        {
            return Ok((false, None));
        }
        if let Some(sameness) = self.sameness
            && !self.seen.insert(Likeness::of(&tiling, sameness))
        {
            return Ok((false, None));
        }
        let Some(sort) = &self.sort else {
            self.kept += 1;
            let within = usize::try_from(self.kept).is_ok_and(|kept| kept <= self.pick);
            return Ok((within, within.then_some(tiling)));
        };
        let by = sort.number(&figures)?;
        drop(figures);
        // Of equal ones the first found comes first.
        let place = self.waiting.partition_point(|(other, _)| *other <= by);
        if place < self.pick {
            self.waiting.insert(place, (by, tiling));
            self.waiting.truncate(self.pick);
        }
        Ok((true, None))
    }

    /// Whether no tiling that comes later can be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.sort.is_none() && usize::try_from(self.kept).is_ok_and(|kept| kept >= self.pick)
    }

    /// The tilings that waited, in order.
    pub(crate) fn waiting(&mut self) -> Vec<Tiling> {
        std::mem::take(&mut self.waiting).into_iter().map(|(_, tiling)| tiling).collect()
    }

    /// All of `tilings` that are kept, in order.
    pub(crate) fn of(mut self, tilings: Vec<Tiling>) -> Result<Vec<Tiling>, Failure> {
        let mut kept = Vec::new();
        for tiling in tilings {
            kept.extend(self.offer(tiling)?.1);
        }
        kept.extend(self.waiting());
        Ok(kept)
    }

    /// What was chosen, in a sentence.
    pub(crate) fn summary(&self, result: &SearchReport, kept: u64) -> String {
        let (of, how) = (self.looked_at, search::how(result));
        let tilings = if of == 1 { "tiling" } else { "tilings" };
        let end = match result.outcome {
            Outcome::Complete => ", and there are no more".to_owned(),
            Outcome::Stopped(StopReason::Visitor) => String::new(),
            Outcome::Stopped(reason) => format!("; stopped by the {}, there may be more", reason.name()),
        };
        format!("{kept} chosen of {of} {tilings} found{end} ({how})")
    }

    /// How the program ends: a search that finished without a tiling that is kept has answered no.
    pub(crate) fn end(&self, result: &SearchReport, kept: u64) -> Exit {
        match result.outcome {
            Outcome::Complete if kept == 0 => Exit::No,
            _ => search::end(result, kept),
        }
    }
}
