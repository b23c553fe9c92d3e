//! An amount of memory, as an option says it: `512MB`.

use serde_json::Value;

use piecework_tiling::error::Error;
use piecework_tiling::setting::{Ask, OptionKind, Setting, bad};

/// The least amount of memory: the program alone takes a third of it.
const LEAST_MEMORY: u64 = 64_000_000;

/// An amount of memory in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory(pub u64);

impl Setting for Memory {
    const KIND: OptionKind = OptionKind::Text("an amount of memory such as 512MB or 2GiB, at least 64MB");

    fn from_text(text: &str, _: Ask<'_>) -> Result<Self, Error> {
        let amount = bytes(text).filter(|&bytes| bytes >= LEAST_MEMORY).map(Memory);
        Ok(amount.ok_or_else(|| bad(text, "an amount of memory such as 512MB or 2GiB, at least 64MB"))?)
    }

    fn to_json(&self) -> Value {
        format!("{}B", self.0).into()
    }
}

fn bytes(text: &str) -> Option<u64> {
    /// The units; a single letter means its power of two.
    const UNITS: [(&str, u64); 13] = [
        ("b", 1),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("k", 1 << 10),
        ("m", 1 << 20),
        ("g", 1 << 30),
        ("t", 1 << 40),
    ];
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let unit = unit.to_ascii_lowercase();
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
    // In whole bytes from the digits, since a float would not hold all of them.
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > 9 || !digits(whole) || !digits(part) || number.ends_with('.') {
        return None;
    }
    let scale = 10u128.pow(u32::try_from(part.len()).ok()?);
    let value: u128 = format!("{whole}{part}").parse().ok()?;
    let bytes = value.checked_mul(u128::from(factor))? / scale;
    u64::try_from(bytes).ok().filter(|&bytes| bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::limits::Limits;

    fn read<S: Setting>(text: &str) -> Option<S> {
        S::from_text(text, Ask { range: (0, 9), limits: &Limits::default() }).ok()
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(read("512MB"), Some(Memory(512_000_000)));
        assert_eq!((read("2GiB"), read("2g")), (Some(Memory(2 << 30)), Some(Memory(2 << 30))));
        assert_eq!((read("62500.5KiB"), read("64MB")), (Some(Memory(64_000_512)), Some(Memory(64_000_000))));
        for bad in [
            "",
            "5",
            "63.9MB",
            "1b",
            "GiB",
            "0MB",
            "-1GB",
            "1.GB",
            ".5GB",
            "1e3MB",
            "2 GB",
            "2QB",
            "99999999999TiB",
            "0.1b",
        ] {
            assert_eq!(read::<Memory>(bad), None, "{bad}");
        }
    }
}
