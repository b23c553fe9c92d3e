//! Measures how much memory the process takes and how much is free, where the system tells it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The time between two looks. Chosen by trial: a search fills a few megabytes in it, and looking costs nothing
/// that can be measured.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Returns the bytes of memory that the process takes now; none where the system does not tell it.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// Returns the bytes of memory that the process could still take without pushing others out: what the machine has available, or
/// less where its group or its address space is limited; none where the system does not tell it.
pub fn available_bytes() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let line =
        |text: &str, name: &str| text.lines().find_map(|line| line.strip_prefix(name).and_then(number));
    let machine = line(&read("/proc/meminfo"), "MemAvailable:")? << 10;
    let group = number(&read("/sys/fs/cgroup/memory.max"));
    let left =
        group.map(|most| most.saturating_sub(number(&read("/sys/fs/cgroup/memory.current")).unwrap_or(0)));
    let space = line(&read("/proc/self/limits"), "Max address space");
    Some(machine.min(left.unwrap_or(u64::MAX)).min(space.unwrap_or(u64::MAX)))
}

/// Returns whether the process takes more memory than this; false where the system does not tell it. Looks
/// from time to time only.
pub fn takes_more_than(bytes: u64) -> bool {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    static BEGAN: std::sync::OnceLock<web_time::Instant> = std::sync::OnceLock::new();
    let now = BEGAN.get_or_init(web_time::Instant::now).elapsed();
    if now < Duration::from_micros(NEXT.load(Ordering::Relaxed)) {
        return false;
    }
    // A process that takes too much is looked at each time.
    let is_too_much = resident_bytes().is_some_and(|taken| taken > bytes);
    if !is_too_much {
        let next = u64::try_from((now + BETWEEN_LOOKS).as_micros()).unwrap_or(u64::MAX);
        NEXT.store(next, Ordering::Relaxed);
    }
    is_too_much
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_measured() {
        let before = resident_bytes().expect("Linux tells it");
        let kept = vec![1u8; 64 << 20];
        assert!(resident_bytes().expect("Linux tells it") > before + (32 << 20));
        assert!(!takes_more_than(u64::MAX) && kept.len() == 64 << 20);
        let free = available_bytes().expect("Linux tells it");
        assert!(free > 1 << 20 && free < 1 << 50, "{free} bytes");
    }
}
