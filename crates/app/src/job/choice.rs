//! Keeps and sorts tilings: `--where`, `--distinct`, `--sort` and `--pick`.

use std::collections::BTreeSet;

use super::JobEnd;
use super::search;
use crate::design::ChoiceRequest;
use crate::question::{Expression, Figures, KEYS, Wanted};
use piecework_solve::{Outcome, Report, StopReason};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{Likeness, Placement, Sameness, Tiling};

/// What the help says about expressions.
#[must_use]
pub fn keys_help() -> String {
    let rows: Vec<String> = KEYS.iter().map(|key| format!("  {:<20}{}", key.name, key.meaning)).collect();
    format!(
        "Keys of --where and --sort:\n{}\n\nOperators: + - * / %  == != < <= > >=  && || !  in [1, 2]  a ? b : c",
        rows.join("\n")
    )
}

/// About how many bytes a tiling takes, with what the allocator adds to each of its parts.
fn bytes(tiling: &Tiling) -> u64 {
    const ALLOCATION: usize = 16;
    let cells: usize = tiling.placements().iter().map(|placement| placement.cells.len()).sum();
    let parts = tiling.placements().len() * (size_of::<Placement>() + ALLOCATION);
    (size_of::<Tiling>() + parts + cells * size_of::<Cell>()) as u64
}

/// Tilings being chosen.
#[derive(Debug)]
pub struct TilingChoice {
    question: Option<Expression>,
    sameness: Option<Sameness>,
    sort: Option<Expression>,
    pick: usize,
    seen: BTreeSet<Likeness>,
    looked_at: u64,
    kept: u64,
    /// About how many bytes of memory the likenesses and tilings take that are kept here.
    bytes: u64,
    /// What waits for the end, with what it is sorted by; in order.
    waiting: Vec<(f64, Tiling)>,
}

impl TilingChoice {
    /// Nothing chosen yet.
    ///
    /// # Errors
    /// [`Error`] for an expression that cannot be read.
    pub fn new(request: &ChoiceRequest) -> Result<Self, Error> {
        let read = |text: &Option<String>, wanted| {
            text.as_ref().map(|text| Expression::read(text, wanted)).transpose()
        };
        Ok(Self {
            question: read(&request.r#where, Wanted::YesOrNo)?,
            sameness: request.distinct,
            sort: read(&request.sort, Wanted::Number)?,
            pick: request.pick.map_or(usize::MAX, |pick| usize::try_from(pick).unwrap_or(usize::MAX)),
            seen: BTreeSet::new(),
            looked_at: 0,
            kept: 0,
            bytes: 0,
            waiting: Vec::new(),
        })
    }

    /// Whether anything is to be chosen at all.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.filters() || self.sorts() || self.pick < usize::MAX
    }

    /// Whether some tilings may be left out, whatever the others are.
    pub(super) fn filters(&self) -> bool {
        self.question.is_some() || self.sameness.is_some()
    }

    /// Whether tilings are sorted.
    pub(super) fn sorts(&self) -> bool {
        self.sort.is_some()
    }

    /// How many tilings have been offered.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Offers a tiling: gives it back if it is kept and need not wait for others. `true`: it was kept.
    pub(super) fn offer(&mut self, tiling: Tiling) -> Result<(bool, Option<Tiling>), Error> {
        self.looked_at += 1;
        let figures = Figures::new(&tiling);
        if let Some(question) = &self.question
            && !question.holds(&figures)?
        {
            return Ok((false, None));
        }
        if let Some(sameness) = self.sameness {
            if !self.seen.insert(Likeness::new(&tiling, sameness)) {
                return Ok((false, None));
            }
            self.bytes += bytes(&tiling);
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
            self.bytes += if self.waiting.len() < self.pick { bytes(&tiling) } else { 0 };
            self.waiting.insert(place, (by, tiling));
            self.waiting.truncate(self.pick);
        }
        Ok((true, None))
    }

    /// About how many bytes of memory are taken by what is kept here.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether no tiling that comes later can be kept.
    pub(super) fn is_full(&self) -> bool {
        self.sort.is_none() && usize::try_from(self.kept).is_ok_and(|kept| kept >= self.pick)
    }

    /// The tilings that waited, in order.
    pub(super) fn waiting(&mut self) -> Vec<Tiling> {
        std::mem::take(&mut self.waiting).into_iter().map(|(_, tiling)| tiling).collect()
    }

    /// How many tilings wait.
    pub(super) fn waits(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// All of `tilings` that are kept, in order.
    ///
    /// # Errors
    /// [`Error`] where an expression has no value for a tiling, and [`Stopped`](piecework_tiling::stop::Stopped).
    pub fn choose(mut self, tilings: Vec<Tiling>, stop: &StopFlag) -> Result<Vec<Tiling>, Error> {
        let mut kept = Vec::new();
        for tiling in tilings {
            stop.check()?;
            kept.extend(self.offer(tiling)?.1);
        }
        kept.extend(self.waiting());
        Ok(kept)
    }

    /// What was chosen, in a sentence.
    pub(super) fn summary(&self, result: &Report, kept: u64) -> String {
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
    pub(super) fn end(&self, result: &Report, kept: u64) -> JobEnd {
        match result.outcome {
            Outcome::Complete if kept == 0 => JobEnd::No,
            _ => search::end(result, kept),
        }
    }
}
