//! Counts what a run keeps in memory until it is written: drawn pages, and the bytes of files.
//!
//! Whoever keeps something for long counts it with [`Budget::keep`]. More than the budget allows stops the work like a
//! raised flag: [`StopFlag::check`](super::stop::StopFlag::check) tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a run may keep. The default counts nothing.
///
/// # Examples
/// ```
/// use piecework_tiling::budget::Budget;
/// let budget = Budget::of(1000);
/// let page = budget.keep(800);
/// assert!(budget.check().is_ok());
/// let file = budget.keep(300);
/// assert!(budget.check().is_err());
/// drop(page);
/// assert!(budget.check().is_ok());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Budget(Option<Arc<Account>>);

#[derive(Debug)]
struct Account {
    kept: AtomicU64,
    allowed: u64,
}

/// Bytes that count as long as this lives.
#[derive(Debug, Default)]
#[must_use = "it is what counts"]
pub struct Kept {
    budget: Budget,
    bytes: usize,
}

impl Budget {
    /// So many bytes.
    pub fn of(allowed: u64) -> Self {
        Self(Some(Arc::new(Account { kept: AtomicU64::new(0), allowed })))
    }

    /// Counts bytes until the answer is dropped.
    pub fn keep(&self, bytes: usize) -> Kept {
        if let Some(account) = &self.0 {
            account.kept.fetch_add(bytes as u64, Ordering::Relaxed);
        }
        Kept { budget: self.clone(), bytes }
    }

    /// How many bytes are kept.
    pub fn kept(&self) -> u64 {
        self.0.as_ref().map_or(0, |account| account.kept.load(Ordering::Relaxed))
    }

    /// The number of bytes that it allows, if more is kept.
    pub(super) fn exceeded(&self) -> Option<u64> {
        self.0.as_ref().map(|account| account.allowed).filter(|&allowed| self.kept() > allowed)
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        self.budget.keep(self.bytes)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(account) = &self.budget.0 {
            account.kept.fetch_sub(self.bytes as u64, Ordering::Relaxed);
        }
    }
}
