//! Interrupts a search by limits, a signal or the end of a turn, and reports progress.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::ground::alarm::{Alarm, WORK_BETWEEN_LOOKS};
use crate::ground::prefix::Prefix;
use crate::ground::tree_size::TreeSize;
use crate::ground::{Progress, SolveOptions, StopReason};

/// The clock and the stop flag are checked once in this many nodes; a power of two. Chosen by trial.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Progress is reported once in this many checks. Chosen by trial.
const LOOKS_BETWEEN_REPORTS: u64 = 8;

/// Searches shorter than this are not estimated by probes.
const BEFORE_ESTIMATE: Duration = Duration::from_secs(1);

/// Why a search is interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Its turn is over.
    Pause,
    /// The search must end.
    Stop(StopReason),
}

/// The limits of a search, on any thread.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'a> {
    alarm: Alarm<'a>,
    node_limit: Option<u64>,
}

/// The shared state of the threads of one search.
#[derive(Default)]
pub(crate) struct Team {
    nodes: AtomicU64,
    tilings: AtomicU64,
    depth: AtomicUsize,
    /// The bits of the share of its part that each has done.
    shares: Vec<AtomicU64>,
    /// Whether all must stop, because no more results are needed.
    closed: AtomicBool,
}

/// The parts of a search, for progress.
#[derive(Debug, Clone, Copy)]
struct Parts {
    /// All parts.
    all: usize,
    /// Parts done by earlier runs.
    before: usize,
    /// Parts done by this run.
    done: usize,
    /// The share of the whole tree that this run searches.
    share: f64,
    /// The nodes and the time before this run.
    nodes_before: u64,
    began: Duration,
}

/// Counts nodes and compares them with the limits.
pub(crate) struct Watch<'a> {
    terms: Terms<'a>,
    progress: Option<&'a dyn Fn(&Progress)>,
    /// The team of a worker, its number in it, and the nodes and tilings it has reported to the team.
    team: Option<(&'a Team, usize, u64, u128)>,
    nodes: u64,
    /// Work since the last look at the clock, see [`Watch::work`].
    work: usize,
    /// Solutions so far, for progress only.
    pub(crate) tilings: u128,
    depth: usize,
    /// Cells of the fullest packing, in a search for packings.
    covered: Option<usize>,
    pause_at: u64,
    /// When the search of this part must end, besides the limits, and the nodes before it.
    part_until: Option<(Instant, u64)>,
    /// The node of the next check: the end of the turn, a limit, or the clock.
    next_look: u64,
    parts: Parts,
    bytes_expected: Option<u64>,
    /// When it was last not known how far the search is, and the parts done before.
    known_from: Cell<(Duration, f64)>,
    /// The nodes that probes expect of this run, if they were asked; and whether to pause so that they can
    /// be.
    probed: Option<Option<TreeSize>>,
    pauses_for_estimate: bool,
    /// What is left of a search that was stopped.
    left: Vec<Prefix>,
}

impl Team {
    pub(crate) fn new(threads: usize) -> Self {
        Self { shares: (0..threads).map(|_| AtomicU64::default()).collect(), ..Self::default() }
    }

    /// Stops all.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Returns the shares done of the parts in progress, added up; NaN if one is not known.
    fn shares(&self) -> f64 {
        self.shares.iter().map(|share| f64::from_bits(share.load(Ordering::Relaxed))).sum()
    }
}

impl<'a> Watch<'a> {
    pub(crate) fn new(options: &SolveOptions<'a>) -> Self {
        Self::since(Alarm::new(options), options)
    }

    /// Returns the watch of a search whose tables were made under `alarm`.
    pub(crate) fn since(alarm: Alarm<'a>, options: &SolveOptions<'a>) -> Self {
        let terms = Terms { alarm, node_limit: options.node_limit };
        Self { progress: options.progress, ..Self::under(terms) }
    }

    /// Returns a watch that reports to nobody.
    fn under(terms: Terms<'a>) -> Self {
        Self {
            terms,
            progress: None,
            team: None,
            nodes: 0,
            work: 0,
            tilings: 0,
            depth: 0,
            covered: None,
            pause_at: u64::MAX,
            part_until: None,
            next_look: 0,
            parts: Parts { all: 1, before: 0, done: 0, share: 1.0, nodes_before: 0, began: Duration::ZERO },
            bytes_expected: None,
            known_from: Cell::default(),
            probed: None,
            pauses_for_estimate: false,
            left: Vec::new(),
        }
    }

    /// Returns the watch of a worker thread.
    pub(crate) fn of_worker(terms: Terms<'a>, team: &'a Team, worker: usize) -> Self {
        Self { team: Some((team, worker, 0, 0)), ..Self::under(terms) }
    }

    /// Returns the time limit and the stop flag.
    pub(crate) fn alarm(&self) -> Alarm<'a> {
        self.terms.alarm
    }

    /// Returns the limits.
    pub(crate) fn terms(&self) -> Terms<'a> {
        self.terms
    }

    /// Begins a search in parts: `here` of `all`, after `before` of earlier runs.
    pub(crate) fn begin_parts(&mut self, here: usize, before: usize, all: usize) {
        self.parts = Parts {
            all: (here + before).max(1),
            before,
            done: 0,
            share: here as f64 / all.max(1) as f64,
            nodes_before: self.nodes,
            began: self.elapsed(),
        };
        self.probed = None;
    }

    /// Returns whether it is time to probe how many nodes the search has: once, when it has run for a second
    /// and somebody looks.
    pub(crate) fn wants_estimate(&self) -> bool {
        self.progress.is_some() && self.probed.is_none() && self.elapsed() >= BEFORE_ESTIMATE
    }

    /// Records how many nodes the whole tree probably has.
    pub(crate) fn expect_nodes(&mut self, size: Option<TreeSize>) {
        self.probed = Some(size.map(|size| size.times(self.parts.share)));
    }

    /// Sets whether the search pauses when it is time to probe, because it is on this thread.
    pub(crate) fn pause_for_estimate(&mut self, pauses: bool) {
        self.pauses_for_estimate = pauses;
    }

    /// Records that `done` parts of this search are finished.
    pub(crate) fn begin_part(&mut self, done: usize) {
        self.parts.done = done;
    }

    /// Records how many bytes the search is expected to take, for progress; infinity or NaN if that is not
    /// known.
    pub(crate) fn expect_bytes(&mut self, bytes: f64) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a float is clamped by `as`"
        )]
        let whole = bytes as u64;
        self.bytes_expected = bytes.is_finite().then_some(whole);
    }

    /// Never interrupts; for tests.
    #[cfg(test)]
    pub(crate) fn unlimited() -> Self {
        Self::new(&SolveOptions::default())
    }

    #[cfg(test)]
    pub(crate) fn pausing_after(mut self, nodes: u64) -> Self {
        self.pause_after(nodes);
        self
    }

    /// Lets the next turn last for `nodes` nodes.
    pub(crate) fn pause_after(&mut self, nodes: u64) {
        self.pause_at = self.nodes.saturating_add(nodes);
        self.next_look = self.next_look.min(self.pause_at);
    }

    /// Stops the next search with [`StopReason::TimeLimit`] after `patience`, or earlier by the limits.
    /// However short that is, it gets somewhere.
    pub(crate) fn stop_after(&mut self, patience: Option<Duration>) {
        let until = patience.and_then(|patience| Instant::now().checked_add(patience));
        self.part_until = until.map(|until| (until, self.nodes));
    }

    /// Records what is left of a search that is stopped: parts that hold all tilings that were not visited,
    /// in the order of the search.
    pub(crate) fn leave(&mut self, left: Vec<Prefix>) {
        self.left = left;
    }

    /// Returns what is left of the last search, if it was stopped and its engine knows that.
    pub(crate) fn take_left(&mut self) -> Vec<Prefix> {
        std::mem::take(&mut self.left)
    }

    /// Returns whether the time limit of the whole search is reached.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.terms.alarm.is_out_of_time()
    }

    /// Returns whether the next search has taken as long as it may.
    fn is_out_of_patience(&self) -> bool {
        self.part_until.is_some_and(|(until, before)| self.nodes > before && Instant::now() >= until)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.terms.alarm.elapsed()
    }

    /// Records how many pieces are placed.
    pub(crate) fn reached(&mut self, pieces: usize) {
        self.depth = self.depth.max(pieces);
    }

    /// Records that a packing covers this many cells, and reports it if that is a new maximum.
    pub(crate) fn packed(&mut self, cells: usize) {
        if self.covered.is_none_or(|covered| covered < cells) {
            self.covered = Some(cells);
            self.report((self.nodes, self.tilings, self.depth), self.parts.done, 0.0);
        }
    }

    /// Adds the nodes of another search.
    pub(crate) fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
        // The next check may have been jumped over.
        self.next_look = self.nodes;
    }

    /// Counts a node about to be entered, or returns why to stop. A share that is NaN is unknown.
    #[inline]
    pub(crate) fn node(&mut self, share_done: impl FnOnce() -> f64) -> Option<Halt> {
        if self.nodes == self.next_look
            && let Some(halt) = self.halt(share_done)
        {
            return Some(halt);
        }
        self.nodes += 1;
        None
    }

    /// Returns why the search must stop, if it must; otherwise schedules the next check.
    #[cold]
    fn halt(&mut self, share_done: impl FnOnce() -> f64) -> Option<Halt> {
        if self.nodes >= self.pause_at {
            return Some(Halt::Pause);
        }
        let limit = self.terms.node_limit.unwrap_or(u64::MAX);
        if self.nodes >= limit {
            return Some(Halt::Stop(StopReason::NodeLimit));
        }
        let is_due = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS);
        // Before the first report that could tell it.
        if is_due && self.pauses_for_estimate && self.wants_estimate() {
            return Some(Halt::Pause);
        }
        if is_due && let Some(reason) = self.look(share_done) {
            return Some(Halt::Stop(reason));
        }
        let next = (self.nodes + 1).next_multiple_of(NODES_BETWEEN_LOOKS);
        self.next_look = next.min(limit).min(self.pause_at);
        None
    }

    /// Counts work within a node, about a placement each, and returns why to stop. For nodes that can take
    /// long, and for work that is no search.
    ///
    /// # Errors
    /// [`Halt::Stop`], because of flag or clock.
    #[inline]
    pub(crate) fn work(&mut self, amount: usize) -> Result<(), Halt> {
        self.work = self.work.saturating_add(amount);
        if self.work < WORK_BETWEEN_LOOKS { Ok(()) } else { self.look_at_clock() }
    }

    #[cold]
    fn look_at_clock(&mut self) -> Result<(), Halt> {
        self.work = 0;
        let patience = || self.is_out_of_patience().then_some(StopReason::TimeLimit);
        self.terms.alarm.rings().or_else(patience).map_or(Ok(()), |reason| Err(Halt::Stop(reason)))
    }

    /// Returns why the search must stop because of flag, clock or team, regardless of the number of nodes.
    pub(crate) fn look(&mut self, share_done: impl FnOnce() -> f64) -> Option<StopReason> {
        if let Some(reason) = self.terms.alarm.rings() {
            return Some(reason);
        }
        if self.is_out_of_patience() {
            return Some(StopReason::TimeLimit);
        }
        if let Some((team, ..)) = self.team {
            self.tell_team(share_done);
            return team.closed.load(Ordering::Relaxed).then_some(StopReason::Visitor);
        }
        let looks = self.nodes / NODES_BETWEEN_LOOKS;
        if looks % LOOKS_BETWEEN_REPORTS == 1 && self.progress.is_some() {
            let counts = (self.nodes, self.tilings, self.depth);
            self.report(counts, self.parts.done, share_done());
        }
        None
    }

    /// Reports the progress of this worker to the team; `share` of its part is done.
    pub(crate) fn tell_team(&mut self, share: impl FnOnce() -> f64) {
        let Some((team, worker, nodes, tilings)) = &mut self.team else { return };
        team.nodes.fetch_add(self.nodes - *nodes, Ordering::Relaxed);
        let found = u64::try_from(self.tilings - *tilings).unwrap_or(u64::MAX);
        team.tilings.fetch_add(found, Ordering::Relaxed);
        team.depth.fetch_max(self.depth, Ordering::Relaxed);
        team.shares[*worker].store(share().to_bits(), Ordering::Relaxed);
        (*nodes, *tilings) = (self.nodes, self.tilings);
    }

    /// Adds the counts of a team.
    pub(crate) fn adopt(&mut self, team: &Team) {
        self.nodes += team.nodes.load(Ordering::Relaxed);
        self.depth = self.depth.max(team.depth.load(Ordering::Relaxed));
        // The next check may have been jumped over.
        self.next_look = self.nodes;
    }

    /// Reports the progress of a team that has finished `done` parts.
    pub(crate) fn report_of(&self, team: &Team, done: usize) {
        let nodes = self.nodes + team.nodes.load(Ordering::Relaxed);
        let tilings = u128::from(team.tilings.load(Ordering::Relaxed));
        self.report((nodes, tilings, team.depth.load(Ordering::Relaxed)), done, team.shares());
    }

    /// Reports progress: nodes, tilings and depth, finished parts, and the shares of others.
    fn report(&self, (nodes, tilings, depth): (u64, u128, usize), done: usize, share: f64) {
        let Some(report) = self.progress else { return };
        let (parts, elapsed) = (self.parts, self.elapsed());
        let known = if share.is_finite() { share } else { 0.0 };
        let here = (done as f64 + known).min((parts.all - parts.before) as f64);
        let left = (parts.all - parts.before) as f64 - here;
        // Nothing is told of the time left then, and later only what follows is foreseen.
        if !share.is_finite() {
            self.known_from.set((elapsed, here));
        }
        let (since, before) = self.known_from.get();
        let mut progress = Progress {
            nodes,
            tilings,
            depth,
            covered: self.covered,
            elapsed,
            parts_done: parts.before + done,
            parts: parts.all,
            share_done: share.is_finite().then_some((parts.before as f64 + here) / parts.all as f64),
            time_left: time_left(elapsed.saturating_sub(since), here - before, left),
            time_left_between: None,
            bytes_expected: self.bytes_expected,
        };
        if let Some(Some(probed)) = self.probed {
            parts.foretell(probed, here, &mut progress);
        }
        report(&progress);
    }
}

impl Parts {
    /// Replaces the share done and the time left by what probes and the nodes so far say; `here` parts of
    /// this run are done.
    fn foretell(self, probed: TreeSize, here: f64, progress: &mut Progress) {
        let of_run = (self.all - self.before) as f64;
        let nodes = (progress.nodes - self.nodes_before) as f64;
        let size = probed.after(nodes, here / of_run);
        let seconds = progress.elapsed.saturating_sub(self.began).as_secs_f64();
        let left = |size: f64| {
            Duration::try_from_secs_f64((size / nodes - 1.0).max(0.0) * seconds).unwrap_or(Duration::MAX)
        };
        let share = (nodes / size.nodes).min(1.0);
        progress.share_done = Some((self.before as f64 + share * of_run) / self.all as f64);
        progress.time_left = Some(left(size.nodes));
        progress.time_left_between = Some((left(size.nodes / size.factor), left(size.nodes * size.factor)));
    }
}

/// Returns the estimated time left, by extrapolation; none if nothing was done.
fn time_left(elapsed: Duration, done: f64, left: f64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * left / done;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_time_left_is_told_from_when_it_is_known_how_far_the_search_is() {
        let told = RefCell::new(Vec::new());
        let note = |progress: &Progress| told.borrow_mut().push(*progress);
        let options = SolveOptions { progress: Some(&note), ..SolveOptions::default() };
        let (mut watch, team) = (Watch::new(&options), Team::new(2));
        watch.begin_parts(5, 0, 5);
        let mut worker = Watch::of_worker(watch.terms(), &team, 1);
        for (share, done) in [(f64::NAN, 1), (0.0, 1), (0.5, 2)] {
            worker.tell_team(|| share);
            watch.report_of(&team, done);
        }
        let [unknown, none_since, one_and_a_half] = told.take().try_into().expect("three reports");
        assert_eq!((unknown.share_done, unknown.time_left), (None, None));
        assert_eq!((none_since.share_done, none_since.time_left), (Some(0.2), None));
        let since = one_and_a_half.elapsed - unknown.elapsed;
        // Two and a half are left.
        let expected = Duration::from_secs_f64(since.as_secs_f64() * 2.5 / 1.5);
        assert_eq!((one_and_a_half.share_done, one_and_a_half.time_left), (Some(0.5), Some(expected)));
    }
}
