//! Replays the measured parts of a long search on simulated workers that fail and are preempted.
//!
//! ```text
//! piecework solve untouchable-11 --all --threads 1 --checkpoint parts.jsonl > tilings.txt
//! cargo run --release --example cluster_simulation -- 10000 parts.jsonl folder-of-part-files
//! ```
//!
//! The number is the core hours that each search is taken to need: searches that fit a document are shorter
//! than those that need a cluster. The time of a part is its share of all steps, which does not depend on
//! what else the computer does. A worker takes the next shard and searches its parts. It is lost after a
//! random time; then the part in progress is lost too, and the shard waits for another worker. A run ends at
//! its time limit and keeps what it found. What is left of a part after a minute is divided into sixteen of
//! random sizes, all of the same shard, which are searched next. The table has, for each number of workers,
//! the time, the share of all workers' time that was spent on parts that were finished (efficiency), the
//! share of the time in which some worker had nothing to do (tail), and the share of the work that was lost.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::error::Error;

/// How workers are lost, in seconds.
struct World {
    name: &'static str,
    /// The mean time to the loss of a worker.
    lost_after: f64,
    /// How long a new worker takes to come.
    back_after: f64,
}

/// Failures: B. Schroeder and G. Gibson, A large-scale study of failures in high-performance computing
/// systems, DSN 2006, count up to about one a year for each processor. Preemption: one in two hours, chosen
/// by eye as worse than most prices.
const WORLDS: [World; 3] = [
    World { name: "none lost", lost_after: f64::INFINITY, back_after: 0.0 },
    World { name: "one failure a year", lost_after: 365.0 * 86_400.0, back_after: 3600.0 },
    World { name: "preempted every 2 h", lost_after: 7200.0, back_after: 300.0 },
];
const WORKERS: [usize; 4] = [10, 100, 1000, 10_000];
/// Shards for each worker, and at most one for each part.
const SHARDS_PER_WORKER: usize = 40;
/// The time limit of a run.
const LIMIT: f64 = 3300.0;
/// The start of a run: measured, 0.1 s, and the time until a scheduler begins it.
const START: f64 = 2.0;
/// How long a part is searched before it is divided.
const PATIENCE: f64 = 60.0;
/// The parts that a part is divided into.
const PIECES: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let Some(hours) = args.next() else {
        println!("usage: cluster_simulation HOURS PART-FILES-OR-FOLDERS...");
        return Ok(());
    };
    let work = hours.parse::<f64>()? * 3600.0;
    for path in args {
        let steps = match std::fs::metadata(&path)?.is_dir() {
            true => shards(&path)?,
            false => measured(&path)?,
        };
        let all: f64 = steps.iter().sum();
        let parts: Vec<f64> = steps.iter().map(|steps| steps / all * work).collect();
        let longest = parts.iter().copied().fold(0.0, f64::max);
        println!(
            "{path}: {} parts, {:.1} core hours, the longest {:.1} min",
            parts.len(),
            work / 3600.0,
            longest / 60.0
        );
        for world in &WORLDS {
            println!(
                "  {:<20} {:>8} {:>10} {:>11} {:>6} {:>6}",
                world.name, "workers", "hours", "efficiency", "tail", "lost"
            );
            for workers in WORKERS {
                let ran = Simulation::new(&parts, workers, world).run();
                let row = [
                    work / (workers as f64 * ran.end),
                    (ran.end - ran.idle_from) / ran.end,
                    ran.lost / (work + ran.lost),
                ];
                let [efficiency, tail, lost] = row.map(|share| format!("{:.1} %", share * 100.0));
                println!(
                    "  {:<20} {workers:>8} {:>10.2} {efficiency:>11} {tail:>6} {lost:>6}",
                    "",
                    ran.end / 3600.0
                );
            }
        }
    }
    Ok(())
}

/// The steps of each part of all shards in a folder.
fn shards(folder: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut files = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    // Names are numbers, so the shorter ones come first.
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    let steps = files.iter().map(|path| measured(&path.to_string_lossy()));
    Ok(steps.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The steps of each part in a checkpoint or part file.
fn measured(path: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let lines =
        text.lines().skip(1).map(serde_json::from_str).collect::<Result<Vec<serde_json::Value>, _>>()?;
    Ok(lines.iter().filter_map(|line| line["nodes"].as_f64()).collect())
}

/// Parts that one worker searches at a time; the first may be divided.
type Shard = VecDeque<f64>;

struct Simulation<'a> {
    workers: usize,
    world: &'a World,
    waiting: VecDeque<Shard>,
    random: u64,
    lost: f64,
}

/// A time in seconds, which can be ordered.
#[derive(PartialEq)]
struct Time(f64);

impl Eq for Time {}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How a simulation went, in seconds.
struct Ran {
    end: f64,
    /// When a worker first had nothing to do.
    idle_from: f64,
    lost: f64,
}

impl<'a> Simulation<'a> {
    fn new(parts: &[f64], workers: usize, world: &'a World) -> Self {
        let of = (workers * SHARDS_PER_WORKER).min(parts.len());
        // Shards are ranges of parts, as in the program.
        let shard = |index: usize| {
            parts[index * parts.len() / of..(index + 1) * parts.len() / of].iter().copied().collect()
        };
        Self { workers, world, waiting: (0..of).map(shard).collect(), random: 1, lost: 0.0 }
    }

    fn run(mut self) -> Ran {
        let mut events: BinaryHeap<(Reverse<Time>, usize)> = BinaryHeap::new();
        // A shard that comes back at an event, and whether a worker does.
        let mut results: Vec<(Shard, bool)> = Vec::new();
        let (mut now, mut end, mut idle, mut idle_from) = (0.0f64, 0.0f64, self.workers, f64::INFINITY);
        loop {
            while idle > 0 {
                let Some(mut shard) = self.waiting.pop_front() else { break };
                idle -= 1;
                let (ends, is_lost) = self.search(&mut shard, now);
                end = if shard.is_empty() { end.max(ends) } else { end };
                events.push((Reverse(Time(ends)), results.len()));
                results.push((shard, !is_lost));
                if is_lost {
                    events.push((Reverse(Time(ends + self.world.back_after)), results.len()));
                    results.push((Shard::new(), true));
                }
            }
            if idle > 0 {
                idle_from = idle_from.min(now);
            }
            let Some((Reverse(Time(at)), index)) = events.pop() else { break };
            now = at;
            let (shard, has_worker) = std::mem::take(&mut results[index]);
            idle += usize::from(has_worker);
            if !shard.is_empty() {
                self.waiting.push_back(shard);
            }
        }
        Ran { end, idle_from: idle_from.min(end), lost: self.lost }
    }

    /// Searches a shard until it is done, the time is up, or the worker is lost; when that is, and whether it
    /// is.
    fn search(&mut self, shard: &mut Shard, began: f64) -> (f64, bool) {
        let lost_at = began - libm::log(self.uniform()) * self.world.lost_after;
        let limit = began + START + LIMIT;
        let mut now = began + START;
        while let Some(part) = shard.pop_front() {
            let until = lost_at.min(limit);
            let spent = part.min(PATIENCE);
            if now + spent > until {
                let (spent, is_lost) = ((until - now).max(0.0), until == lost_at);
                // A run that is stopped keeps what it found.
                self.lost += if is_lost { spent } else { 0.0 };
                shard.push_front(if is_lost { part } else { part - spent });
                return (until.max(began), is_lost);
            }
            now += spent;
            if part > PATIENCE {
                self.divide(part - spent).into_iter().rev().for_each(|piece| shard.push_front(piece));
            }
        }
        (now, false)
    }

    /// Divides a part into random pieces of the same sum.
    fn divide(&mut self, part: f64) -> Vec<f64> {
        let shares: Vec<f64> = (0..PIECES).map(|_| -libm::log(self.uniform())).collect();
        let sum: f64 = shares.iter().sum();
        shares.iter().map(|share| part * share / sum).collect()
    }

    /// A number from 0 to 1: S. Vigna's SplitMix64.
    fn uniform(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64 + f64::MIN_POSITIVE
    }
}
