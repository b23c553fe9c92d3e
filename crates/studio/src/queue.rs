//! The queue: takes jobs, lets as many run as there are cores, keeps results, and clears away what nobody
//! wants.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use super::allowance::Allowance;
use super::job::{Job, Stage};
use super::metrics::{Metrics, Now, count};
use super::questions::findings;
use super::results::end_word;
use super::watcher::{Listener as _, make};
use crate::error::StudioError;
use piecework_app::design::Design;
use piecework_app::job::JobEnd;

/// How long a job goes on without anybody listening. A reload takes less.
const PATIENCE: Duration = Duration::from_secs(10);

/// Everything about the jobs of a server.
#[derive(Debug)]
pub(super) struct JobQueue {
    pub(super) allowance: Allowance,
    pub(super) metrics: Metrics,
    shared: Mutex<Shared>,
    work: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    jobs: BTreeMap<String, Arc<Job>>,
    queue: VecDeque<Arc<Job>>,
    /// Small jobs, those with the fewest cells first; behind them those that are tried again.
    small: VecDeque<Arc<Job>>,
    running: usize,
    /// How many of these are second tries of small jobs.
    running_again: usize,
    /// Jobs that are over, the longest unused first, with the bytes of their results.
    kept: VecDeque<(String, usize)>,
    closing: bool,
}

impl JobQueue {
    pub(super) fn new(allowance: Allowance) -> Self {
        let (metrics, shared) = (Metrics::default(), Mutex::default());
        Self { allowance, metrics, shared, work: Condvar::new() }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job that makes a design: a new one, or the one that does or did it already.
    pub(super) fn post(&self, design: Design) -> Result<Arc<Job>, StudioError> {
        let job = Arc::new(Job::new(self.allowance.accept(design)?));
        let mut shared = self.shared();
        if let Some(same) = shared.jobs.get(&job.id) {
            let stopping = same.stop.load(Ordering::Relaxed);
            if same.stage() == (Stage::Over { lasting: true }) || (!same.is_over() && !stopping) {
                same.hear();
                count(&self.metrics.jobs_shared);
                return Ok(Arc::clone(same));
            }
        }
        self.displace(&mut shared, job.rank());
        self.room(&shared, job.small.is_some())?;
        shared.forget(&job.id);
        shared.jobs.insert(job.id.clone(), Arc::clone(&job));
        shared.line_up(Arc::clone(&job));
        shared.tell_places();
        drop(shared);
        self.work.notify_all();
        Ok(job)
    }

    /// Where the line of small jobs is full, turns the one with the largest boards away if a smaller one
    /// comes.
    fn displace(&self, shared: &mut Shared, rank: Option<(bool, usize)>) {
        let is_full = shared.small.len() >= self.allowance.small_queue;
        let largest = shared.small.back().and_then(|job| job.rank());
        if !is_full || rank.is_none() || largest <= rank {
            return;
        }
        if let Some(job) = shared.small.pop_back() {
            count(&self.metrics.jobs_turned_away);
            let error = StudioError::Busy { waiting: shared.small.len() };
            job.end("failed", &findings(&error.into()), None, false);
            shared.keep(&job);
        }
    }

    /// Whether one more job may wait.
    fn room(&self, shared: &Shared, is_small: bool) -> Result<(), StudioError> {
        let (waiting, most) = match is_small {
            true => (shared.small.len(), self.allowance.small_queue),
            false => (shared.queue.len(), self.allowance.queue),
        };
        if waiting < most {
            return Ok(());
        }
        count(&self.metrics.jobs_turned_away);
        Err(StudioError::Busy { waiting })
    }

    /// A job by its number.
    pub(super) fn job(&self, id: &str) -> Result<Arc<Job>, StudioError> {
        let mut shared = self.shared();
        let job = shared.jobs.get(id).cloned().ok_or(StudioError::NoSuchJob)?;
        job.hear();
        if let Some(place) = shared.kept.iter().position(|(kept, _)| kept == id)
            && let Some(entry) = shared.kept.remove(place)
        {
            shared.kept.push_back(entry);
        }
        Ok(job)
    }

    /// What goes on.
    pub(super) fn now(&self) -> Now {
        let shared = self.shared();
        let kept_bytes = shared.kept.iter().map(|(_, bytes)| bytes).sum();
        Now { running: shared.running, waiting: shared.queue.len() + shared.small.len(), kept_bytes }
    }

    /// Makes designs until the server closes; one thread does this. `only_small`: leaves all others to other
    /// threads.
    pub(super) fn work(&self, only_small: bool) {
        if !only_small {
            give_way();
        }
        while let Some((job, most)) = self.next(only_small) {
            job.begin(most);
            let again = most.is_some() && job.is_again();
            let is_over = self.make(&job);
            let mut shared = self.shared();
            shared.running -= 1;
            shared.running_again -= usize::from(again);
            if is_over {
                shared.keep(&job);
                shared.make_room(self.allowance.kept_bytes);
            } else {
                self.line_up_again(&mut shared, &job);
            }
            // Another second try may begin.
            if again {
                self.work.notify_all();
            }
        }
    }

    /// Lets a job that was not small after all wait once more behind the small ones, and after that among the
    /// others.
    fn line_up_again(&self, shared: &mut Shared, job: &Arc<Job>) {
        if job.try_again() {
            shared.line_up(Arc::clone(job));
            self.work.notify_all();
            return;
        }
        match self.room(shared, false) {
            Ok(()) => shared.queue.push_back(Arc::clone(job)),
            Err(error) => {
                job.end("failed", &findings(&error.into()), None, false);
                shared.keep(job);
            }
        }
        self.work.notify_all();
    }

    /// The next job, and how long it may take if it is taken as a small one.
    fn next(&self, only_small: bool) -> Option<(Arc<Job>, Option<Duration>)> {
        let mut shared = self.shared();
        loop {
            if shared.closing {
                return None;
            }
            if let Some((job, most)) = self.take(&mut shared, only_small) {
                shared.running += 1;
                shared.running_again += usize::from(most.is_some() && job.is_again());
                shared.tell_places();
                return Some((job, most));
            }
            shared = self.work.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The first job in a line, and how long it may take if it is small.
    fn take(&self, shared: &mut Shared, only_small: bool) -> Option<(Arc<Job>, Option<Duration>)> {
        if !only_small && let Some(job) = shared.queue.pop_front() {
            return Some((job, None));
        }
        // One of those who make small jobs only is kept free of second tries, so that new ones begin at once.
        let most_again = self.allowance.small_workers.max(2) - 1;
        let is_full = only_small && shared.running_again >= most_again;
        shared.small.front().filter(|job| !(is_full && job.is_again()))?;
        let job = shared.small.pop_front()?;
        let most = if job.is_again() { self.allowance.again_time } else { self.allowance.small_time };
        Some((job, Some(most)))
    }

    /// Makes a design; whether the job is over.
    fn make(&self, job: &Job) -> bool {
        let made = catch_unwind(AssertUnwindSafe(|| make(job, &self.allowance)))
            .unwrap_or_else(|_| Err(StudioError::Crashed.into()));
        let is_stopped = matches!(&made, Ok(results) if results.end == JobEnd::Stopped);
        if is_stopped && job.is_interrupted() {
            return false;
        }
        match made {
            Ok(results) => {
                let stopped = is_stopped || job.is_finished();
                count(if stopped { &self.metrics.jobs_stopped } else { &self.metrics.jobs_done });
                let summary = results.summary.clone();
                job.end("done", &summary, Some(results), !stopped);
            }
            Err(error) => {
                count(&self.metrics.jobs_failed);
                job.end("failed", &findings(&error), None, false);
            }
        }
        true
    }

    /// Stops jobs that nobody listens to and jobs that have run too long. Called a few times a second.
    pub(super) fn tidy(&self) {
        let mut shared = self.shared();
        let most = Duration::from_secs(self.allowance.seconds);
        for job in shared.jobs.values().filter(|job| !job.is_over()) {
            let (late, too_long) = match job.stage() {
                Stage::Running { since, most: small } => {
                    (since.elapsed() > most, small.is_some_and(|small| since.elapsed() > small))
                }
                Stage::Waiting | Stage::Over { .. } => (false, false),
            };
            if too_long {
                job.interrupt();
            }
            let first = (late || job.is_forgotten(PATIENCE)) && job.finish();
            if first && late {
                let text =
                    format!("stopped after {} s, the time that this server gives a job", most.as_secs());
                job.report("note", &json!({ "kind": "warning", "text": text }));
            }
        }
        self.drop_stopped(&mut shared);
    }

    /// Stops a job that is not over.
    pub(super) fn stop(&self, job: &Job) {
        job.finish();
        self.drop_stopped(&mut self.shared());
    }

    /// Ends jobs that were stopped before they began.
    fn drop_stopped(&self, shared: &mut Shared) {
        let stopped = |job: &Arc<Job>| job.stop.load(Ordering::Relaxed);
        let (mut ended, queue): (VecDeque<Arc<Job>>, VecDeque<Arc<Job>>) =
            std::mem::take(&mut shared.queue).into_iter().partition(stopped);
        let (small, others): (VecDeque<Arc<Job>>, VecDeque<Arc<Job>>) =
            std::mem::take(&mut shared.small).into_iter().partition(stopped);
        ended.extend(small);
        (shared.queue, shared.small) = (queue, others);
        if !ended.is_empty() {
            shared.tell_places();
        }
        for job in ended {
            count(&self.metrics.jobs_stopped);
            job.end(
                "done",
                &json!({ "end": end_word(JobEnd::Stopped), "made": [], "files": [] }),
                None,
                false,
            );
            shared.keep(&job);
        }
    }

    /// Stops all jobs and ends the workers.
    pub(super) fn close(&self) {
        let mut shared = self.shared();
        shared.closing = true;
        for job in shared.jobs.values() {
            job.finish();
        }
        self.drop_stopped(&mut shared);
        self.work.notify_all();
    }
}

/// Lets the thread that asks give way to requests and small jobs, on systems with a priority for each thread.
fn give_way() {
    /// About a tenth of the time where another thread wants all of it.
    #[cfg(target_os = "linux")]
    const NICE: i32 = 10;
    // Where that is not allowed, long searches share the processor evenly.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

impl Shared {
    /// Keeps a job that is over, unless another one has its number by now.
    fn keep(&mut self, job: &Arc<Job>) {
        if self.jobs.get(&job.id).is_some_and(|same| Arc::ptr_eq(same, job)) {
            self.kept.push_back((job.id.clone(), job.bytes()));
        }
    }

    /// Lets a new job wait where it belongs.
    fn line_up(&mut self, job: Arc<Job>) {
        match job.rank() {
            None => self.queue.push_back(job),
            rank => {
                let place = self.small.partition_point(|other| other.rank() <= rank);
                self.small.insert(place, job);
            }
        }
    }

    /// Tells everybody who waits how many jobs are before theirs.
    fn tell_places(&self) {
        for line in [&self.queue, &self.small] {
            for (before, job) in line.iter().enumerate() {
                job.progress(&json!({ "before": before }));
            }
        }
    }

    fn forget(&mut self, id: &str) {
        self.jobs.remove(id);
        self.kept.retain(|(kept, _)| kept != id);
    }

    /// Throws the longest unused results away until the others fit, and there are not too many.
    fn make_room(&mut self, most_bytes: usize) {
        /// However small they are.
        const MOST: usize = 2_000;
        let mut bytes: usize = self.kept.iter().map(|(_, bytes)| bytes).sum();
        while self.kept.len() > MOST || (bytes > most_bytes && self.kept.len() > 1) {
            let Some((id, freed)) = self.kept.pop_front() else { return };
            self.jobs.remove(&id);
            bytes -= freed;
        }
    }
}

#[cfg(test)]
mod tests;
