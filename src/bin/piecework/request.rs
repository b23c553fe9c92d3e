//! The command line as meant: what was typed, read, looked up and checked, before anything is searched or written.

use std::path::Path;
use std::time::Duration;

use piecework::Length;

/// Width and height of stock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: Length,
    pub(crate) height: Length,
}

/// Reads `90s`, `10m`, `1.5h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write 30s, 10m or 2h");
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let digits = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let count: f64 = number.parse().map_err(|_| wrong())?;
    if !digits {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(count * seconds).map_err(|_| wrong())
}

/// Reads `600mmx400mm` or `12inx24in`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let wrong = || format!("`{text}` is no size; write WIDTHxHEIGHT such as 600mmx400mm");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse::<Length>().map_err(|error| error.to_string());
    Ok(Size { width: side(width)?, height: side(height)? })
}

/// What outputs made from `input` are called: the file's or template's own name.
pub(crate) fn stem(input: &Path) -> String {
    let name = input.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let slug = piecework::text::slug(&name);
    if slug.is_empty() { "tiling".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        for bad in ["", "10", "s", "-1s", "1d", "1e9s", "NaNs", "infs", "99999999999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        let size = size("12inx24in").expect("a size");
        assert!((size.width.mm() - 304.8).abs() < 1e-9 && (size.height.mm() - 609.6).abs() < 1e-9);
        assert!(super::size("600x400").is_err(), "a unit is required");
        assert!(super::size("600mm").is_err());
    }
}
