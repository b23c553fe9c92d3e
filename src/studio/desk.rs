//! The desk: takes jobs, lets as many run as there are cores, keeps results, and clears away what nobody wants.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use super::allowance::Allowance;
use super::answer::findings;
use super::job::{Job, Stage};
use super::metrics::{Metrics, Now, count};
use super::results::{Results, end_word};
use super::watch::Watch;
use crate::design::{Design, Memory};
use crate::error::Error;
use crate::job::{End, Outcome, run};
use crate::refusal::StudioError;

/// How long a job goes on without anybody listening. A reload takes less.
const PATIENCE: Duration = Duration::from_secs(10);

/// Everything about the jobs of a server.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) allowance: Allowance,
    pub(super) metrics: Metrics,
    shared: Mutex<Shared>,
    work: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    jobs: BTreeMap<String, Arc<Job>>,
    queue: VecDeque<Arc<Job>>,
    running: usize,
    /// Jobs that are over, the longest unused first, with the bytes of their results.
    kept: VecDeque<(String, usize)>,
    closing: bool,
}

impl Desk {
    pub(super) fn new(allowance: Allowance) -> Self {
        let (metrics, shared) = (Metrics::default(), Mutex::default());
        Self { allowance, metrics, shared, work: Condvar::new() }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job that makes a design: a new one, or the one that does or did it already.
    pub(super) fn post(&self, design: Design) -> Result<Arc<Job>, StudioError> {
        let job = Arc::new(Job::new(self.allowed(design)));
        let mut shared = self.shared();
        if let Some(same) = shared.jobs.get(&job.id) {
            let stopping = same.stop.load(Ordering::Relaxed);
            if same.stage() == (Stage::Over { lasting: true }) || (!same.is_over() && !stopping) {
                same.hear();
                count(&self.metrics.jobs_shared);
                return Ok(Arc::clone(same));
            }
        }
        let waiting = shared.queue.len();
        if waiting >= self.allowance.queue {
            count(&self.metrics.jobs_turned_away);
            return Err(StudioError::Busy { waiting });
        }
        shared.forget(&job.id);
        shared.jobs.insert(job.id.clone(), Arc::clone(&job));
        shared.queue.push_back(Arc::clone(&job));
        drop(shared);
        self.work.notify_one();
        Ok(job)
    }

    /// The design with no more threads and memory than allowed; neither changes the result.
    fn allowed(&self, mut design: Design) -> Design {
        let obeyed = |key: &str| design.products.iter().all(|product| product.spec().search.contains(&key));
        let (threads, memory) = (obeyed("threads"), obeyed("memory"));
        if let Some(most) = self.allowance.threads.filter(|_| threads) {
            design.search.threads = Some(design.search.threads.map_or(most, |asked| asked.min(most)));
        }
        if let Some(most) = self.allowance.memory.filter(|_| memory) {
            let asked = design.search.memory.map_or(most, |Memory(asked)| asked.min(most));
            design.search.memory = Some(Memory(asked));
        }
        design
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
        Now { running: shared.running, waiting: shared.queue.len(), kept_bytes }
    }

    /// Makes designs until the server closes; one thread does this.
    pub(super) fn work(&self) {
        while let Some(job) = self.next() {
            job.begin();
            self.make(&job);
            let mut shared = self.shared();
            shared.running -= 1;
            shared.keep(&job);
            shared.make_room(self.allowance.kept_bytes);
        }
    }

    fn next(&self) -> Option<Arc<Job>> {
        let mut shared = self.shared();
        loop {
            if shared.closing {
                return None;
            }
            if let Some(job) = shared.queue.pop_front() {
                shared.running += 1;
                return Some(job);
            }
            shared = self.work.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn make(&self, job: &Job) {
        let mut watch = Watch::new(job, &self.allowance);
        let outcome = catch_unwind(AssertUnwindSafe(|| run(&job.design, &mut watch)))
            .unwrap_or_else(|_| Err(StudioError::Crashed.into()));
        let pages = watch.into_pages();
        match outcome.and_then(|outcome| self.results(outcome, pages)) {
            Ok((results, end)) => {
                let stopped = end == End::Stopped || job.stop.load(Ordering::Relaxed);
                count(if stopped { &self.metrics.jobs_stopped } else { &self.metrics.jobs_done });
                let summary = results.summary.clone();
                job.end("done", &summary, Some(results), !stopped);
            }
            Err(error) => {
                count(&self.metrics.jobs_failed);
                job.end("failed", &findings(&error), None, false);
            }
        }
    }

    fn results(&self, outcome: Outcome, pages: Vec<(String, Vec<u8>)>) -> Result<(Results, End), Error> {
        let end = outcome.end;
        let results = Results::new(outcome, pages);
        let allowed = self.allowance.result_bytes;
        if results.bytes() > allowed {
            return Err(StudioError::ResultTooLarge { allowed }.into());
        }
        Ok((results, end))
    }

    /// Stops jobs that nobody listens to and jobs that have run too long. Called about once a second.
    pub(super) fn tidy(&self) {
        let mut shared = self.shared();
        let most = Duration::from_secs(self.allowance.seconds);
        for job in shared.jobs.values().filter(|job| !job.is_over()) {
            let late = matches!(job.stage(), Stage::Running(since) if since.elapsed() > most);
            let first = (late || job.is_forgotten(PATIENCE)) && !job.stop.swap(true, Ordering::Relaxed);
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
        job.stop.store(true, Ordering::Relaxed);
        self.drop_stopped(&mut self.shared());
    }

    /// Ends jobs that were stopped before they began.
    fn drop_stopped(&self, shared: &mut Shared) {
        let stopped = |job: &Arc<Job>| job.stop.load(Ordering::Relaxed);
        let (stopped, queue): (VecDeque<Arc<Job>>, VecDeque<Arc<Job>>) =
            std::mem::take(&mut shared.queue).into_iter().partition(stopped);
        shared.queue = queue;
        for job in stopped {
            count(&self.metrics.jobs_stopped);
            job.end("done", &json!({ "end": end_word(End::Stopped), "made": [], "files": [] }), None, false);
            shared.keep(&job);
        }
    }

    /// Stops all jobs and ends the workers.
    pub(super) fn close(&self) {
        let mut shared = self.shared();
        shared.closing = true;
        for job in shared.jobs.values() {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.drop_stopped(&mut shared);
        self.work.notify_all();
    }
}

impl Shared {
    /// Keeps a job that is over, unless another one has its number by now.
    fn keep(&mut self, job: &Arc<Job>) {
        if self.jobs.get(&job.id).is_some_and(|same| Arc::ptr_eq(same, job)) {
            self.kept.push_back((job.id.clone(), job.bytes()));
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
mod tests {
    use super::*;
    use crate::design::{Product, Subject};

    fn design(seed: u64) -> Design {
        let mut design = Design::new(
            Subject::template("t-tetromino-4x4").expect("a template"),
            Product::Cut(Box::default()),
        );
        design.search.seed = Some(seed);
        design
    }

    #[test]
    fn equal_designs_share_a_job_and_a_full_queue_turns_others_away() {
        let desk = Desk::new(Allowance { queue: 2, ..Allowance::public(1) });
        let first = desk.post(design(1)).expect("room");
        assert_eq!(desk.post(design(1)).expect("the same").id, first.id);
        desk.post(design(2)).expect("room");
        assert_eq!(desk.post(design(3)).map(|job| job.id.clone()), Err(StudioError::Busy { waiting: 2 }));
        assert_eq!(desk.post(design(1)).expect("the same").id, first.id);
        // One that was stopped while it waited makes room, and is made anew if it is asked for again.
        desk.stop(&first);
        assert!(first.is_over() && desk.now().waiting == 1);
        assert!(!desk.post(design(1)).expect("room again").is_over());
    }

    #[test]
    fn jobs_are_made_and_the_longest_unused_is_thrown_away() {
        let desk = Desk::new(Allowance { kept_bytes: 1, ..Allowance::own(1) });
        let jobs: Vec<Arc<Job>> = [1, 2].map(|seed| desk.post(design(seed)).expect("room")).into();
        std::thread::scope(|scope| {
            scope.spawn(|| desk.work());
            while !jobs.iter().all(|job| job.is_over()) || desk.now().running > 0 {
                std::thread::yield_now();
            }
            desk.close();
        });
        assert_eq!(desk.job(&jobs[0].id).map(|_| ()), Err(StudioError::NoSuchJob));
        let results = jobs[1].results().expect("the job was made");
        assert!(results.file("t-tetromino-4x4-cut-1.svg").is_some(), "{:?}", results.summary);
        assert_eq!(jobs[1].stage(), Stage::Over { lasting: true });
    }

    #[test]
    fn strangers_get_fewer_threads_and_less_memory_and_the_same_recipe() {
        let desk = Desk::new(Allowance::public(2));
        let allowed = desk.allowed(design(1));
        assert_eq!((allowed.search.threads, allowed.search.memory), (Some(1), Some(Memory(128 << 20))));
        assert_eq!(allowed.recipe(&allowed.products[0]), design(1).recipe(&design(1).products[0]));
        assert!(allowed.check().is_ok());
        let race = Design { products: vec![Product::Compare(Default::default())], ..design(1) };
        assert_eq!(desk.allowed(race).search.threads, None, "a race does not obey it");
    }
}
