//! What one person, or a stranger on a public server, may ask of the machine.

use std::time::Duration;

use super::estimate;
use crate::error::StudioError;
use piecework_app::design::{Design, Memory, command_line};
use piecework_tiling::limits::Limits;

/// How much a server gives to one request, one job and all of them together.
#[derive(Debug, Clone)]
pub(super) struct Allowance {
    /// What readers and makers obey.
    pub(super) limits: Limits,
    /// The size of a request, in bytes.
    pub(super) request_bytes: usize,
    /// How long a job may run, in seconds.
    pub(super) seconds: u64,
    /// Search steps of a job.
    pub(super) nodes: u64,
    /// Memory for the tables of a search, in bytes; none: as the design says.
    pub(super) memory: Option<u64>,
    /// Threads of a search; none: as the design says.
    pub(super) threads: Option<u64>,
    /// Tilings that a job looks at, unless it only counts them.
    pub(super) tilings: u64,
    /// Jobs at the same time.
    pub(super) workers: usize,
    /// Jobs that wait.
    pub(super) queue: usize,
    /// Small jobs at the same time, beside the others.
    pub(super) small_workers: usize,
    /// Small jobs that wait.
    pub(super) small_queue: usize,
    /// How long a job may take as a small one; then it waits for a place among the others.
    pub(super) small_time: Duration,
    /// How long a small job may take in a second try, when no other small job waits; then it waits among the
    /// others too.
    pub(super) again_time: Duration,
    /// Memory for laying out and writing what is made, in bytes, as it is estimated; none: no limit.
    pub(super) making: Option<u64>,
    /// The files of one job, in bytes.
    pub(super) result_bytes: usize,
    /// Whether pages to look at wait packed; a page without a server takes them at once.
    pub(super) packs_pages: bool,
    /// The files of all jobs that are kept, in bytes.
    pub(super) kept_bytes: usize,
    /// Open connections.
    pub(super) connections: usize,
}

/// The limits on a public server that are below the usual ones: a quilt for a king-size bed still passes.
const PUBLIC: [(&str, u64); 10] = [
    ("input-bytes", 256 << 10),
    ("json-values", 50_000),
    ("region-side", 200),
    ("region-cells", 6_000),
    ("piece-cells", 200),
    ("pieces", 500),
    ("copies", 6_000),
    ("placements", 500_000),
    ("solutions-written", 200),
    ("json-depth", 16),
];

impl Allowance {
    /// For the person whose machine it is.
    pub(super) fn own(cores: usize) -> Self {
        Self {
            limits: Limits::default(),
            request_bytes: 16 << 20,
            seconds: 3600,
            nodes: u64::MAX,
            memory: None,
            threads: None,
            tilings: 100_000,
            workers: cores,
            queue: 32,
            small_workers: 1,
            small_queue: 32,
            small_time: Duration::from_secs(2),
            again_time: Duration::from_secs(8),
            making: None,
            result_bytes: 512 << 20,
            packs_pages: true,
            kept_bytes: 16 << 20,
            connections: 256,
        }
    }

    /// For strangers.
    pub(super) fn public(cores: usize) -> Self {
        let mut limits = Limits::default();
        for (name, value) in PUBLIC {
            limits.set(name, value).expect("below the ceiling of a limit that exists");
        }
        Self {
            limits,
            request_bytes: 256 << 10,
            seconds: 20,
            nodes: 200_000_000,
            memory: Some(128 << 20),
            threads: Some(1),
            tilings: 5_000,
            workers: cores,
            queue: 8 * cores,
            small_workers: cores,
            small_queue: 256,
            small_time: Duration::from_millis(500),
            again_time: Duration::from_secs(4),
            making: Some(192 << 20),
            result_bytes: 32 << 20,
            packs_pages: true,
            kept_bytes: 24 << 20,
            connections: 512,
        }
    }

    /// For a page that makes designs itself: what a browser gives to it on a phone.
    pub(super) fn page() -> Self {
        Self {
            memory: Some(512 << 20),
            threads: Some(1),
            making: Some(768 << 20),
            result_bytes: 256 << 20,
            packs_pages: false,
            ..Self::own(1)
        }
    }

    /// The design as it may be made.
    ///
    /// # Errors
    /// [`StudioError::MakingTooLarge`] for one that takes too much memory.
    pub(super) fn accept(&self, design: Design) -> Result<Design, StudioError> {
        self.refuse_large(estimate::least(&design, &self.limits), &design)?;
        Ok(self.capped(design))
    }

    /// Refuses to make what takes too much memory.
    pub(super) fn refuse_large(&self, needed: u64, design: &Design) -> Result<(), StudioError> {
        match self.making {
            Some(allowed) if needed > allowed => Err(StudioError::MakingTooLarge {
                needed: needed.div_ceil(1 << 20),
                allowed: allowed >> 20,
                command: command_line(design),
            }),
            _ => Ok(()),
        }
    }

    /// The design with no more threads and memory than allowed; neither changes the result.
    pub(super) fn capped(&self, mut design: Design) -> Design {
        let obeyed = |key: &str| design.products.iter().all(|product| product.spec().search.contains(&key));
        let (threads, memory) = (obeyed("threads"), obeyed("memory"));
        if let Some(most) = self.threads.filter(|_| threads) {
            design.search.threads = Some(design.search.threads.map_or(most, |asked| asked.min(most)));
        }
        if let Some(most) = self.memory.filter(|_| memory) {
            let asked = design.search.memory.map_or(most, |Memory(asked)| asked.min(most));
            design.search.memory = Some(Memory(asked));
        }
        design
    }
}
