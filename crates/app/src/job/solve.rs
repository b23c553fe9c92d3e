//! Finds, samples or counts tilings.

use std::cell::RefCell;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::best_effort::best_effort;
use super::choice::TilingChoice;
use super::long_run::{self, Keeping, Parts};
use super::opening::{EACH, count_each};
use super::proof::proof;
use super::search::{self, Images};
use super::session::Session;
use super::{JobEnd, Made};
use crate::design::{DesignError, ExportForm, OptionError, Product, SolveRequest, Subject};
use crate::output::FileSet;
use piecework_solve::{
    self as solver, CoverForm, Find, Outcome, PartRequest, Report, Second, SolveOptions, StopReason,
    TilingCount, Total,
};
use piecework_tiling::error::Error;
use piecework_tiling::limits::Limit;
use piecework_tiling::puzzle::{Count, write_xmpuzzle};
use piecework_tiling::tiling::{Draw, Sameness, Tiling, write_record};

/// A solve job.
struct Job<'a, 'w> {
    session: &'a Session<'w>,
    subject: &'a Subject,
    request: &'a SolveRequest,
    keeping: &'a Keeping,
    choice: RefCell<TilingChoice>,
}

/// What a search for tilings came to.
struct Ran {
    report: Report,
    /// How tilings were sampled, if they were.
    sampled: Option<Sampled>,
    /// How many tilings were handed out.
    found: u64,
}

/// How tilings were sampled.
struct Sampled {
    uniform: bool,
    total: Option<Total>,
}

impl Sampled {
    fn in_words(&self) -> String {
        match &self.total {
            Some(total) if self.uniform => {
                format!("sampled uniformly from all {total} tilings, turned and reflected ones included")
            }
            None if self.uniform => {
                "sampled uniformly from all tilings, turned and reflected ones included, by coupling from the past".into()
            }
            _ => "found in random order: some tilings are more likely than others".into(),
        }
    }
}

/// Runs the job.
pub(super) fn solve(
    session: &Session<'_>,
    subject: &Subject,
    request: &SolveRequest,
    keeping: &Keeping,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let choice = RefCell::new(TilingChoice::new(&request.choice)?.of_puzzle(&subject.puzzle));
    let job = Job { session, subject, request, keeping, choice };
    job.refuse_contradictions()?;
    if request.best_effort {
        return best_effort(session, subject, files);
    }
    if keeping.proof {
        return proof(session, subject, files);
    }
    if let Some(form) = request.export {
        return job.export(form, files);
    }
    // Samples are drawn from all tilings.
    let mut is_one_of_each = !request.raw && request.sample.is_none();
    if keeping.merge.is_empty() {
        match request {
            _ if keeping.part_file.is_some() => return job.one_shard(),
            SolveRequest { count: true, .. } if session.design.search.open.as_deref() == Some(EACH) => {
                return count_each(session, subject, &Product::Solve(request.clone()), files);
            }
            SolveRequest { count: true, .. } => {
                let count = job.count()?;
                return Ok(job.counted(&count, job.distinct(), job.certified(&count)?.as_ref()));
            }
            _ => {}
        }
    } else {
        let stop = session.stop();
        let parts = long_run::merge(&subject.puzzle, &keeping.merge, &stop)?;
        if parts.find().counts() {
            let distinct = job.distinct_of_parts(parts.find())?;
            return Ok(job.counted(&parts.count(&stop)?, distinct, None));
        }
        is_one_of_each = parts.find() == Find::UpToSymmetry;
    }
    if is_one_of_each {
        let reflections = job.merges_reflections();
        job.choice.borrow_mut().up_to_symmetry(&subject.puzzle, reflections);
    }
    job.tilings(files)
}

impl Job<'_, '_> {
    fn refuse_contradictions(&self) -> Result<(), OptionError> {
        let (request, keeping) = (self.request, self.keeping);
        let is_long = keeping.checkpoint.is_some() || request.shards.is_some();
        let needs =
            |option: &str, other: &str| OptionError::Needs { option: option.into(), other: other.into() };
        if is_long && !request.all && !request.count {
            let option = if request.shards.is_some() { "--shards" } else { "--checkpoint" };
            return Err(needs(option, "--all` or `--count"));
        }
        if is_long && self.session.design.search.open.is_some() {
            let option = if request.shards.is_some() { "--shards" } else { "--checkpoint" };
            return Err(OptionError::Conflict { option: "--open each".into(), other: option.into() });
        }
        if request.certificate && self.session.design.search.open.is_some() {
            let (option, other) = ("--open each".into(), "--certificate".into());
            return Err(OptionError::Conflict { option, other });
        }
        let is_kept = keeping.checkpoint.is_some() || !keeping.merge.is_empty() || keeping.proof;
        if request.symmetric.is_some() && is_kept {
            return Err(OptionError::no_effect(
                "--symmetric",
                "long searches and proofs are for all tilings, not for those with a symmetry",
            ));
        }
        if request.shards.is_some() && keeping.part_file.is_none() && keeping.merge.is_empty() {
            return Err(OptionError::no_effect(
                "--shards",
                "a shard is kept in a part file: use `piecework solve` with --output",
            ));
        }
        let without = match request.choice.distinct.filter(|_| request.count) {
            Some(_) if self.session.design.search.open.as_deref() == Some(EACH) => {
                Some("cells with words have a place, so no two tilings are the same")
            }
            Some(Sameness::Halves) => Some("halves are compared tiling by tiling; list them with --all"),
            _ => None,
        };
        if let Some(why) = without {
            return Err(OptionError::no_effect("--distinct", why));
        }
        let choice = self.choice.borrow();
        if choice.is_any() && request.shards.is_some() && !request.count {
            let option = if request.choice.distinct.is_some() { "--distinct" } else { "--where" };
            return Err(OptionError::no_effect(
                option,
                "a shard keeps all of its tilings; choose among them with --merge",
            ));
        }
        if choice.sorts() && self.wanted() == Some(1) && keeping.merge.is_empty() {
            return Err(needs("--sort", "--all`, `--sample` or `--first"));
        }
        Ok(())
    }

    /// How many tilings are asked for; none: all.
    fn wanted(&self) -> Option<u64> {
        let is_all = self.request.all || !self.keeping.merge.is_empty();
        if is_all { None } else { Some(self.request.sample.unwrap_or(self.request.first)) }
    }

    /// Whether the search takes mirror images for one tiling; searches in parts and those for a symmetry always do.
    fn merges_reflections(&self) -> bool {
        let (request, keeping) = (self.request, self.keeping);
        let is_long =
            keeping.checkpoint.is_some() || keeping.part_file.is_some() || !keeping.merge.is_empty();
        is_long || request.symmetric.is_some() || self.choice.borrow().merges_reflections()
    }

    /// Which tilings are the same in what is said.
    fn distinct(&self) -> Sameness {
        let is_raw = self.request.raw || self.request.sample.is_some();
        self.request.choice.distinct.unwrap_or(if is_raw { Sameness::Fixed } else { Sameness::Free })
    }

    /// The same for a count that was made in parts: they were added up in one way.
    fn distinct_of_parts(&self, find: Find) -> Result<Sameness, OptionError> {
        let (own, others) = match find {
            Find::CountUpToTurns => (Sameness::OneSided, "the parts were counted up to turns"),
            _ => (Sameness::Free, "the parts were counted up to symmetry"),
        };
        let asked = self.request.choice.distinct.unwrap_or(own);
        let is_known = [own, Sameness::Fixed].contains(&asked);
        is_known.then_some(asked).ok_or_else(|| OptionError::no_effect("--distinct", others))
    }

    /// What a search in parts is for.
    fn purpose(&self) -> Find {
        match self.request {
            SolveRequest { count: true, .. } if !self.choice.borrow().merges_reflections() => {
                Find::CountUpToTurns
            }
            SolveRequest { count: true, .. } => Find::Count,
            SolveRequest { raw: true, .. } => Find::Raw,
            _ => Find::UpToSymmetry,
        }
    }

    /// Returns the exact cover problem for other solvers.
    fn cover(&self, form: CoverForm) -> Result<String, Error> {
        let puzzle = &self.subject.puzzle;
        let text = self.session.search(|options| Ok(solver::exact_cover(puzzle, form, options)?))?;
        Ok(text.ok_or(OptionError::no_effect(
            "--export",
            "other solvers know no pieces apart, no balance, no colors of sides, and no cells that are never open together",
        ))?)
    }

    /// Writes the puzzle for other solvers.
    fn export(&self, form: ExportForm, files: &mut FileSet) -> Result<Made, Error> {
        let puzzle = &self.subject.puzzle;
        let (extension, text) = match form {
            ExportForm::BurrTools => ("xmpuzzle", write_xmpuzzle(puzzle)?),
            ExportForm::Cover(form @ CoverForm::Clauses) => ("cnf", self.cover(form)?),
            ExportForm::Cover(form) => ("dlx", self.cover(form)?),
        };
        files.add(format!("{}.{extension}", self.subject.stem), text.clone())?;
        let plan = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "export": extension,
            "text": &text,
        });
        Ok(Made { text, ..Made::new("solve", plan) })
    }

    fn tilings(&self, files: &mut FileSet) -> Result<Made, Error> {
        let keeps = self.session.keeps_tilings();
        let mut kept = Vec::new();
        let most = self.session.limits.get(Limit::SolutionsWritten);
        if keeps {
            self.session.limits.allow(Limit::SolutionsWritten, self.wanted().unwrap_or(0))?;
        }
        let ran = self.run(|tiling| {
            let flow = self.session.found(&tiling);
            if keeps {
                self.session.limits.allow(Limit::SolutionsWritten, kept.len() as u64 + 1)?;
                kept.push(tiling);
            }
            Ok(if kept.len() as u64 >= most { ControlFlow::Break(()) } else { flow })
        })?;
        let puzzle = &self.subject.puzzle;
        let mut plan = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "complete": ran.report.outcome.is_complete(),
            "engine": ran.report.engine.name(),
            "nodes": ran.report.nodes,
            "found": ran.found,
        });
        if self.keeping.merge.is_empty() {
            plan["distinct"] = self.distinct().name().into();
        }
        if let Some(sampled) = &ran.sampled {
            plan["uniform"] = sampled.uniform.into();
            plan["total"] = sampled.total.as_ref().map_or(Value::Null, number);
        }
        let choice = self.choice.borrow();
        if choice.is_any() {
            plan["looked_at"] = choice.looked_at().into();
        }
        search::add_argument(&mut plan, &ran.report);
        let end = self.end(&ran);
        if !kept.is_empty() {
            let lines: String = kept.iter().map(|tiling| write_record(tiling) + "\n").collect();
            files.add(format!("{}-tilings.jsonl", end.stem(&self.subject.stem)), lines)?;
        }
        Ok(Made { end, tilings: kept, ..Made::new("solve", plan) })
    }

    /// Says how the search went, and how the job ends for it.
    fn end(&self, ran: &Ran) -> JobEnd {
        if let Some(sampled) = &ran.sampled {
            self.session.note(sampled.in_words());
        }
        let choice = self.choice.borrow();
        if choice.is_any() {
            self.session.searched(choice.summary(&ran.report, ran.found));
            return choice.end(&ran.report, ran.found);
        }
        self.session.searched(self.summary(&ran.report, &ran.found.to_string()));
        search::end(&ran.report, ran.found)
    }

    /// What the search found, in a sentence.
    fn summary(&self, report: &Report, found: &str) -> String {
        let is_none = report.outcome.is_complete() && report.argument.is_none() && found == "0";
        if self.request.symmetric.is_some() && is_none {
            // There may be others, which were not looked for.
            return format!("no tiling has this symmetry: everything was searched ({})", search::how(report));
        }
        search::summary_of(report, found)
    }

    /// Finds tilings, as many as are wanted, chooses among them and hands each to `take`.
    fn run(&self, mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Error>) -> Result<Ran, Error> {
        let (mut kept, mut found) = (0, 0u64);
        let mut hand_out = |tiling: Tiling| {
            found += 1;
            take(tiling.opened()?)
        };
        let most = self.session.memory_limit();
        let mut is_too_much = false;
        let (mut report, sampled) = self.found(|tiling| {
            let mut choice = self.choice.borrow_mut();
            for tiling in choice.instead_of(tiling)? {
                let (is_kept, ready) = choice.offer(tiling)?;
                kept += u64::from(is_kept);
                is_too_much = choice.bytes() > most || self.session.is_out_of_memory();
                let flow = match ready {
                    Some(tiling) if !is_too_much => hand_out(tiling)?,
                    _ => ControlFlow::Continue(()),
                };
                let enough = choice.is_full() || self.wanted().is_some_and(|wanted| kept >= wanted);
                if is_too_much || enough || flow.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if is_too_much {
            report.outcome = Outcome::Stopped(StopReason::MemoryLimit);
        }
        let mut waiting = self.choice.borrow_mut().waiting().into_iter();
        let closing = self.session.closing();
        while let Some(tiling) = waiting.next() {
            if closing.is_raised() {
                let reason = self.session.stopped_by();
                let left = waiting.len() + 1;
                self.session.warn(format!(
                    "stopped by the {}: {left} chosen tilings are left out, the last in order",
                    reason.name()
                ));
                report.outcome = Outcome::Stopped(reason);
                break;
            }
            if hand_out(tiling)?.is_break() {
                break;
            }
        }
        Ok(Ran { report, sampled, found })
    }

    /// Finds tilings and hands each to `take` until it has enough.
    fn found(
        &self,
        mut take: impl FnMut(Tiling) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(Report, Option<Sampled>), Error> {
        if let Some(parts) = self.parts()? {
            return Ok((parts.tilings(self.session, take)?, None));
        }
        let images = if self.request.raw { Images::All } else { Images::One };
        let (puzzle, filters) = (&self.subject.puzzle, self.choice.borrow().filters());
        self.session.search(|options| {
            let options = &SolveOptions { reflections: self.merges_reflections(), ..options.clone() };
            let symmetry = self.request.symmetric;
            let Some(draws) = self.request.sample.filter(|_| symmetry.is_none()) else {
                // Of those that are found some may not be kept, so it is not known how many to look for.
                let wanted = self.wanted().filter(|_| !filters);
                return Ok((search::find(puzzle, (symmetry, images), wanted, options, take)?, None));
            };
            let (seed, mut number) = (options.seed.unwrap_or(0), 0);
            let drawn = |tiling: Tiling| {
                number += 1;
                take(tiling.drawn_as(Draw { seed, number }))
            };
            let sample = search::until_fault(drawn, |visit| solver::sample(puzzle, draws, options, visit))?;
            Ok((sample.report, Some(Sampled { uniform: sample.uniform, total: sample.total })))
        })
    }

    /// The parts of a long search, if it is one.
    fn parts(&self) -> Result<Option<Parts>, Error> {
        let (puzzle, keeping) = (&self.subject.puzzle, self.keeping);
        if !keeping.merge.is_empty() {
            return long_run::merge(puzzle, &keeping.merge, &self.session.stop()).map(Some);
        }
        let Some(path) = keeping.part_file.as_ref().or(keeping.checkpoint.as_ref()) else { return Ok(None) };
        let shard = long_run::shard(self.request.shard, self.request.shards)?;
        let divide = self.request.split_part.as_deref().map(long_run::part).transpose()?;
        let what = PartRequest { find: self.purpose(), shard, divide };
        self.session
            .search_on_disk(|options| {
                long_run::search(puzzle, path, &what, keeping.overwrite(), self.session, options)
            })
            .map(Some)
    }

    /// Searches the parts of one shard into its file.
    fn one_shard(&self) -> Result<Made, Error> {
        let parts = self.parts()?.ok_or(DesignError::NoSubject)?;
        let report = parts.end(&self.session.stop())?;
        let complete = report.outcome.is_complete();
        let file = self.keeping.part_file.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        self.session.note(format!("{} parts are in `{file}`", parts.done()));
        let plan = json!({
            "file": file,
            "shard": self.request.shard,
            "shards": self.request.shards,
            "parts": parts.done(),
            "complete": complete,
            "engine": report.engine.name(),
            "nodes": report.nodes,
        });
        // Whether there is a tiling is known only when all shards are joined.
        let end = if complete { JobEnd::Done } else { JobEnd::Stopped };
        Ok(Made { end, ..Made::new("solve", plan) })
    }

    fn count(&self) -> Result<TilingCount, Error> {
        match (self.parts()?, self.request.symmetric) {
            (Some(parts), _) => parts.count(&self.session.stop()),
            (None, symmetry) => self.session.search_for_count(|options| {
                let reflections = self.choice.borrow().merges_reflections();
                let (puzzle, options) =
                    (&self.subject.puzzle, SolveOptions { reflections, ..options.clone() });
                Ok(match symmetry {
                    Some(symmetry) => solver::count_symmetric(puzzle, symmetry, &options)?,
                    None => solver::count(puzzle, &options)?,
                })
            }),
        }
    }

    /// Counts again, if that is asked for and the first count is complete.
    fn certified(&self, count: &TilingCount) -> Result<Option<(TilingCount, Second)>, Error> {
        if !self.request.certificate || !count.is_complete() {
            return Ok(None);
        }
        let second = self.session.search_for_count(|options| {
            let options = SolveOptions { reflections: self.merges_reflections(), ..options.clone() };
            Ok(solver::certify(&self.subject.puzzle, count, &options)?)
        })?;
        Ok(Some(second))
    }

    fn counted(
        &self,
        count: &TilingCount,
        distinct: Sameness,
        again: Option<&(TilingCount, Second)>,
    ) -> Made {
        let puzzle = &self.subject.puzzle;
        let mut plan = json!({
            "puzzle": puzzle.name(),
            "fingerprint": puzzle.fingerprint(),
            "engine": count.report.engine.name(),
            "raw": number(&count.raw),
            "complete": count.is_complete(),
            "nodes": count.report.nodes,
        });
        plan["distinct"] = distinct.name().into();
        let least = if count.is_complete() { "" } else { "at least " };
        let tilings = if count.raw.to_u64() == Some(1) { "tiling" } else { "tilings" };
        let mut text = format!("{least}{} {tilings}", count.raw);
        let kinds = match distinct {
            Sameness::Fixed => None,
            Sameness::OneSided => Some(("up_to_turns", "up to turns")),
            Sameness::Free | Sameness::Halves => Some(("up_to_symmetry", "up to symmetry")),
        };
        if let Some((key, words)) = kinds {
            plan[key] = number(&count.up_to_symmetry);
            text += &format!(", {least}{} {words}", count.up_to_symmetry);
        }
        text.push('\n');
        if let Some((again, second)) = again {
            let (is_counted, way) = (again.is_complete(), way_in_words(*second));
            plan["certificate"] = json!({ "complete": is_counted, "way": way, "raw": number(&again.raw), "nodes": again.report.nodes });
            text += &match is_counted {
                true => format!("certified: counted again {way}, with the same result\n"),
                false => format!("not certified: the second count, {way}, was stopped\n"),
            };
        }
        search::add_argument(&mut plan, &count.report);
        self.session.searched(self.summary(&count.report, &count.raw.to_string()));
        if let Some(far) =
            self.session.last.take().filter(|_| !count.is_complete()).as_ref().and_then(search::how_far)
        {
            self.session.note(far);
        }
        if count.report.outcome == Outcome::Stopped(StopReason::MemoryLimit) {
            self.session.note(self.more_memory());
        }
        let end = match again.is_some_and(|(again, _)| !again.is_complete()) {
            true => JobEnd::Stopped,
            false => search::end(&count.report, count.raw.to_u64().unwrap_or(u64::MAX)),
        };
        Made { end, text, ..Made::new("solve", plan) }
    }

    /// The choices when the layers of a count need too much memory.
    fn more_memory(&self) -> String {
        // Layers of other pieces are not kept.
        let is_free = self.subject.puzzle.pieces().iter().all(|piece| piece.count == Count::ANY);
        let on_disk = match is_free && self.keeping.checkpoint.is_none() {
            true => "keep the layers on the disk with `--checkpoint FILE`, ",
            false => "",
        };
        format!(
            "counting without a list needs more memory. Give more with `--memory`, {on_disk}or count the tilings one by one \
             with `--engine frontier`, which may never end"
        )
    }
}

fn way_in_words(second: Second) -> String {
    match second {
        Second::AnotherOrder => "by layers, the cells in another order".to_owned(),
        Second::Engine(engine) => format!("one by one, by {}", engine.name()),
        _ => "in another way".to_owned(),
    }
}

/// JSON numbers beyond 64 bits are not read alike everywhere; those are written as text.
fn number(count: &Total) -> Value {
    count.to_u64().map_or_else(|| Value::from(count.to_string()), Value::from)
}
