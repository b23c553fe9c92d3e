//! Checks file names by a whitelist, because no list of bad names is ever complete.

use piecework_tiling::text::{is_device, is_letter_or_digit, is_mark};

/// The longest name of a file in a set, in bytes: leaves room for the suffixes of temporary names below the
/// limit of 255.
const LONGEST: usize = 120;

/// Returns whether `name` is a plain file name on every system.
pub(super) fn is_safe(name: &str) -> bool {
    let allowed = |c: char| is_letter_or_digit(c) || is_mark(c) || matches!(c, '.' | '_' | '-');
    (1..=LONGEST).contains(&name.len())
        && name.chars().all(allowed)
        && name.starts_with(is_letter_or_digit)
        && !name.ends_with('.')
        // `nul.txt` opens a device too.
        && !is_device(&name.split('.').next().unwrap_or(name).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_only() {
        for name in [
            "é",
            "ünï-cödé-quilt.svg",
            "五格骨牌-cut-1.dxf",
            "a",
            "quilt.svg",
            "003-l-tetromino.r12.dxf",
            "A_b-C.1",
            "console.txt",
            "com.svg",
            "nul1",
        ] {
            assert!(is_safe(name), "{name}");
        }
        let bad =
            ["", ".", "..", ".hidden", "-f", "a/b", "a\\b", "/etc/x", "../x", "C:x", "a b", "a\n", "×", "a."];
        let unseen =
            ["a\u{202E}b", "a\u{200B}", "\u{301}a", "a\u{2044}b", "a\u{FF0F}b", "a\u{3164}", "a\u{A0}b"];
        let devices = ["nul", "CON", "aux.svg", "com1", "LPT9.dxf", "com².svg"];
        for name in bad.into_iter().chain(unseen).chain(devices) {
            assert!(!is_safe(name), "{name}");
        }
        assert!(is_safe(&"a".repeat(120)) && !is_safe(&"五".repeat(41)));
        assert!(!is_safe(&"a".repeat(121)));
    }
}
