//! Says which run writes a file: computer, process and time.

use std::fmt;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use piecework_tiling::text::shown;

/// The run that holds a lock, or held it last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Holder {
    /// The name of the computer.
    pub host: String,
    /// The number of the process.
    pub process: u32,
    /// When it began, in seconds since 1970.
    pub since: u64,
}

impl Holder {
    /// This process, from now on.
    #[must_use]
    pub fn this() -> Self {
        Self { host: host(), process: std::process::id(), since: now() }
    }

    /// Returns the seconds since it began, by the clock of this computer.
    #[must_use]
    pub fn age(&self) -> u64 {
        now().saturating_sub(self.since)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = shown(&self.host);
        write!(f, "process {} on {host}, begun {} ago", self.process, duration(self.age()))
    }
}

/// Returns a number of seconds in words, such as `5 min`.
#[must_use]
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// Returns the name of this computer, as far as the system says it without a call.
fn host() -> String {
    let of_linux = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = |name| std::env::var(name).ok();
    let found = of_linux.or_else(|| variable("HOSTNAME")).or_else(|| variable("COMPUTERNAME"));
    found.map_or_else(|| "an unknown computer".into(), |name| name.trim().to_owned())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (seconds, words) in [(5, "5 s"), (600, "10 min"), (86_400, "24 h"), (864_000, "10 days")] {
            assert_eq!(duration(seconds), words);
        }
    }
}
