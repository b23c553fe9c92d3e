//! Searches parts and divides them again; the finished ones go to a [`PartStore`].

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use super::harvest::{Counting, Give, Harvest, Images, PartEnd};
use super::header::{Find, RunHeader, Shard};
use super::ledger::Order;
use super::part::{self, Effort};
use super::part_path::{Kept, PartPath};
use super::threads::PartedSearch;
use crate::engines::exhaustive::{Exhaustive, split_again};
use crate::engines::{Compiled, Report};
use crate::ground::checkpoint::{CheckpointError, CheckpointFault};
use crate::ground::prefix::Prefix;
use crate::ground::watch::Watch;
use crate::ground::{Outcome, SharedPlace, SolveOptions, SolverError, StopReason};

/// The least number of parts that a part is divided into. Chosen by eye.
pub(super) const PARTS_OF_A_PART: usize = 16;

/// How long a part is searched before it is divided, so that little is lost when a run is killed. Chosen by
/// eye.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// What a run that is stopped has found in a part is kept if the part was searched longer than this; less is
/// searched again.
const BRIEF: Duration = Duration::from_secs(1);

/// A store of the finished parts of a long run, such as a file.
pub trait PartStore {
    /// The error of the store.
    type Error: From<SolverError> + From<CheckpointError>;

    /// Called before the run. Returns the parts that are already stored.
    ///
    /// # Errors
    /// Any error prevents the run.
    fn begin(&mut self, header: &RunHeader) -> Result<Kept, Self::Error>;

    /// Stores the line of a part that was searched, begun or divided; see [`super::PartLine::read`].
    ///
    /// # Errors
    /// Any error ends the run.
    fn keep(&mut self, line: &str) -> Result<(), Self::Error>;

    /// Returns a folder for the layers of a count, if they may be kept. It is removed when the count is
    /// finished.
    fn layers(&self) -> Option<PathBuf> {
        None
    }

    /// Returns the place where the runs of a divided search keep what each of them would find out again, if
    /// there is one.
    fn shared(&self, _header: &RunHeader) -> Option<Box<dyn SharedPlace>> {
        None
    }
}

/// Which parts of a search a run is for.
#[derive(Debug, Clone)]
pub struct PartRequest {
    /// The goal.
    pub find: Find,
    /// The parts.
    pub shard: Shard,
    /// A part to divide before the search.
    pub divide: Option<PartPath>,
}

/// Divides the parts of a search again, and searches them.
pub(super) struct Division<'c> {
    pub(super) compiled: &'c Compiled<'c>,
    pub(super) engine: &'c dyn Exhaustive,
    /// The undivided parts.
    pub(super) roots: &'c [Prefix],
    /// The least number of parts that one of them is divided into.
    pub(super) of_root: usize,
}

impl Division<'_> {
    /// Searches the parts that are not kept yet. One that takes too long is divided, and its parts are
    /// searched next.
    pub(super) fn search<S: PartStore>(
        &self,
        options: &SolveOptions<'_>,
        patience: Duration,
        header: &RunHeader,
        mut kept: Kept,
        store: &mut S,
    ) -> Result<Report, S::Error> {
        let mut watch = Watch::since(self.compiled.alarm, options);
        let half = options.time_limit.map(|limit| limit / 2);
        let mut patience = match self.keeps_order(header.find()) {
            true => Some(half.map_or(patience, |half| patience.min(half))),
            false => half,
        };
        let mut before: Vec<PartPath> = Vec::new();
        loop {
            let own = kept.leaves(header.own_parts());
            let parts: Vec<PartPath> = own.iter().filter(|part| !kept.done.contains(part)).cloned().collect();
            if parts.is_empty() {
                return Ok(self.compiled.report(Outcome::Complete, &watch));
            }
            if parts.iter().any(|part| before.binary_search(part).is_ok()) {
                // It took too long and has a single choice.
                patience = None;
            }
            let begins: Vec<Prefix> =
                parts.iter().map(|part| self.prefix(part, &kept)).collect::<Result<_, _>>()?;
            let compiled = self.compiled;
            let round = Lines { compiled, header, parts: &parts, begins: &begins, division: self, patience };
            let outcome = round.search(own.len() - parts.len(), options, &mut watch, &mut kept, store)?;
            if !outcome.is_complete() {
                return Ok(self.compiled.report(outcome, &watch));
            }
            before = parts;
        }
    }

    /// Returns whether a divided part has the results of an undivided one in the same order, if that matters.
    fn keeps_order(&self, find: Find) -> bool {
        // Engines without a rule of their own choose by what they know in the midst of a search.
        find.counts() || self.engine.branches_on(&[0]).is_some()
    }

    /// Divides the part that the run is asked to divide.
    pub(super) fn divide_as_asked<S: PartStore>(
        &self,
        request: &PartRequest,
        header: &RunHeader,
        kept: &mut Kept,
        store: &mut S,
    ) -> Result<(), S::Error> {
        let Some(part) = &request.divide else { return Ok(()) };
        let into = self.refuse(part, kept, header)?;
        store.keep(&part::divided_line(header, part, into))?;
        kept.divided.insert(part.clone(), into);
        Ok(())
    }

    /// Returns the prefix of a part.
    fn prefix(&self, part: &PartPath, kept: &Kept) -> Result<Prefix, CheckpointError> {
        let Some((parent, number)) = part.parent() else { return Ok(self.roots[part.first()].clone()) };
        let found = match kept.left.get(&parent) {
            // The first part is what was searched.
            Some(left) => number.checked_sub(1).and_then(|number| left.get(number)).cloned(),
            None => self.parts(&parent, &self.prefix(&parent, kept)?).into_iter().nth(number),
        };
        let foreign = || CheckpointFault::ForeignPart { part: part.to_string() }.into();
        found.filter(|prefix| self.is_of_model(prefix)).ok_or_else(foreign)
    }

    /// Returns whether a prefix has placements and places of the search.
    fn is_of_model(&self, prefix: &Prefix) -> bool {
        let Compiled { model, symmetries, .. } = self.compiled;
        let is_placement = |&it: &u32| (it as usize) < model.placement_count() && symmetries.keeps(it);
        prefix.laid.iter().all(is_placement) && prefix.empty.iter().all(|&it| model.may_stay_empty(it))
    }

    /// Returns the prefixes of the parts of a part with a prefix; one if it cannot be divided.
    fn parts(&self, part: &PartPath, prefix: &Prefix) -> Vec<Prefix> {
        let keeps = |placement| self.compiled.symmetries.keeps(placement);
        let wanted = if part.parent().is_none() { self.of_root } else { PARTS_OF_A_PART };
        split_again(self.engine, &self.compiled.model, keeps, prefix, wanted)
    }

    /// Refuses a part that cannot be divided; returns the number of its parts otherwise.
    pub(super) fn refuse(
        &self,
        part: &PartPath,
        kept: &Kept,
        header: &RunHeader,
    ) -> Result<usize, CheckpointError> {
        let refused = |reason| CheckpointFault::CannotDivide { part: part.to_string(), reason };
        if !kept.knows(part, |root| header.has(root)) {
            return Err(refused("it is not one of this shard").into());
        }
        if kept.done.contains(part) {
            return Err(refused("it is searched already").into());
        }
        if kept.divided.contains_key(part) {
            return Err(refused("it is divided already").into());
        }
        let into = self.parts(part, &self.prefix(part, kept)?).len();
        if into < 2 { Err(refused("it has a single choice").into()) } else { Ok(into) }
    }
}

/// A line of the file.
struct Line {
    text: String,
    part: PartPath,
    tells: Tells,
}

/// The result of a part.
enum Tells {
    Searched,
    Divided(usize),
    /// It was stopped, and this is left.
    Begun(Vec<Prefix>),
}

/// A line for each part that was searched or divided.
struct Lines<'c> {
    compiled: &'c Compiled<'c>,
    header: &'c RunHeader,
    /// The parts that are searched, and their prefixes.
    parts: &'c [PartPath],
    begins: &'c [Prefix],
    division: &'c Division<'c>,
    /// A part that is searched longer than this is divided.
    patience: Option<Duration>,
}

impl Lines<'_> {
    /// Searches the parts, and keeps their lines; `done` parts were searched before.
    fn search<S: PartStore>(
        &self,
        done: usize,
        options: &SolveOptions<'_>,
        watch: &mut Watch<'_>,
        kept: &mut Kept,
        store: &mut S,
    ) -> Result<Outcome, S::Error> {
        if self.compiled.argument.is_some() {
            // Nothing is searched, and the files are those of a search without results.
            self.parts.iter().try_for_each(|part| store.keep(&self.nothing(part)))?;
            kept.done.extend(self.parts.iter().cloned());
            return Ok(Outcome::Complete);
        }
        let mut failed = None;
        let mut keep = |line: Line| match store.keep(&line.text) {
            Ok(()) => {
                match line.tells {
                    Tells::Searched => _ = kept.done.insert(line.part),
                    Tells::Divided(into) => _ = kept.divided.insert(line.part, into),
                    Tells::Begun(left) => _ = kept.begin(line.part, left),
                }
                Ok(ControlFlow::Continue(()))
            }
            Err(error) => {
                failed = Some(error);
                Ok(ControlFlow::Break(()))
            }
        };
        let accepts = |found: &[u32]| self.compiled.keeps_rules(found);
        let search = PartedSearch {
            engine: self.division.engine,
            prefixes: self.begins,
            parts: &(0..self.parts.len()).collect::<Vec<usize>>(),
            patience: self.patience,
            done_before: done,
            accepts: &accepts,
        };
        let outcome = search.run(self, Order::AsFound, options.team(), watch, &mut keep)?;
        failed.map_or(Ok(outcome), Err)
    }

    /// Returns the line of a part without tilings, which is known without a search.
    fn nothing(&self, part: &PartPath) -> String {
        self.text(part, Effort { nodes: 0, seconds: 0.0 }, self.begin(), &[])
    }

    /// Returns the text of the line of a part with these results, of which this is left.
    fn text(&self, part: &PartPath, effort: Effort, found: Gathered<'_>, left: &[Prefix]) -> String {
        match found {
            Gathered::Tally(counting) => {
                part::tally_line(self.header, part, effort, &counting.tally().into(), left)
            }
            Gathered::Tilings(list) => part::tilings_line(self.header, part, effort, &list, left),
        }
    }

    /// Returns the line that divides a part whose search was stopped, if it took too long and can be divided.
    fn divided(&self, end: &PartEnd) -> Option<Line> {
        let part = &self.parts[end.part];
        let into = match self.is_late(end) {
            true => self.division.parts(part, &self.begins[end.part]).len(),
            false => 1,
        };
        let text = || part::divided_line(self.header, part, into);
        (into > 1).then(|| Line { text: text(), part: part.clone(), tells: Tells::Divided(into) })
    }

    /// Returns whether a part was stopped because it took too long.
    fn is_late(&self, end: &PartEnd) -> bool {
        end.outcome == Outcome::Stopped(StopReason::TimeLimit)
            && self.patience.is_some_and(|patience| end.elapsed > patience)
    }

    /// Returns whether the results of a part that was stopped are kept: its engine knows what is left, and it
    /// was not in vain.
    fn is_begun(&self, end: &PartEnd) -> bool {
        !end.left.is_empty() && end.nodes > 0 && (self.is_late(end) || end.elapsed > BRIEF)
    }
}

/// The results of a part so far.
enum Gathered<'c> {
    Tally(Counting<'c>),
    /// Tilings, as they are in the line.
    Tilings(String),
}

impl<'c> Harvest for Lines<'c> {
    type Yield = Line;
    type Part = Gathered<'c>;

    fn most_held(&self) -> usize {
        // The store is called immediately, and the parts of all threads are in memory anyway.
        1
    }

    fn begin(&self) -> Gathered<'c> {
        match self.header.find() {
            Find::Count | Find::CountUpToTurns => Gathered::Tally(Counting::new(self.compiled)),
            Find::UpToSymmetry | Find::Raw => Gathered::Tilings(String::new()),
        }
    }

    fn found(
        &self,
        part: &mut Gathered<'c>,
        found: &[u32],
        watch: &mut Watch<'_>,
        _give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        match part {
            Gathered::Tally(counting) => counting.add(self.compiled, found, watch)?,
            Gathered::Tilings(list) => {
                let images = if self.header.find() == Find::Raw { Images::All } else { Images::One };
                for image in images.of(self.compiled, found) {
                    part::push_tiling(list, &self.compiled.tiling(&image)?);
                    watch.tilings += 1;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(
        &self,
        part: Gathered<'c>,
        end: PartEnd,
        give: &mut Give<'_, Self::Yield>,
    ) -> Result<ControlFlow<()>, SolverError> {
        let is_complete = end.outcome.is_complete();
        if !is_complete && !self.is_begun(&end) {
            return self.divided(&end).map_or(Ok(ControlFlow::Continue(())), give);
        }
        let effort = Effort { nodes: end.nodes, seconds: end.elapsed.as_secs_f64() };
        let path = &self.parts[end.part];
        let text = self.text(path, effort, part, &end.left);
        let tells = if is_complete { Tells::Searched } else { Tells::Begun(end.left) };
        give(Line { text, part: path.clone(), tells })
    }
}

#[cfg(test)]
mod tests;
