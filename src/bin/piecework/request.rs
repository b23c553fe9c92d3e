//! The command line as meant: what was typed, read, looked up and checked, before anything is searched or written.

use std::path::Path;
use std::time::Duration;

use piecework::Length;
use piecework::cut::{Calibration, FileFormat};

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

/// Reads `512MB`, `2GiB`, `1.5G`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    /// The units, those of powers of ten first; a single letter means its power of two.
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
    let wrong = || format!("`{text}` is no amount of memory; write 512MB, 2GiB or 1.5GiB");
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(unit_at);
    let unit = unit.to_ascii_lowercase();
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    // In whole bytes from the digits, since a float would not hold all of them.
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > 9 || !digits(whole) || !digits(part) || number.ends_with('.') {
        return Err(wrong());
    }
    let scale = 10u128.pow(u32::try_from(part.len()).map_err(|_| wrong())?);
    let value: u128 = format!("{whole}{part}").parse().map_err(|_| wrong())?;
    let bytes = value.checked_mul(u128::from(factor)).ok_or_else(wrong)? / scale;
    u64::try_from(bytes).ok().filter(|&bytes| bytes > 0).ok_or_else(wrong)
}

/// Reads `600mmx400mm` or `12inx24in`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let wrong = || format!("`{text}` is no size; write WIDTHxHEIGHT such as 600mmx400mm");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse::<Length>().map_err(|error| error.to_string());
    Ok(Size { width: side(width)?, height: side(height)? })
}

/// Reads `1.002,0.998`: what a machine's width and height are to be multiplied by.
pub(crate) fn calibration(text: &str) -> Result<Calibration, String> {
    let wrong = || {
        let most = Calibration::MOST;
        format!("`{text}` is no pair of factors from {} to {} such as 1.002,0.998", 1.0 - most, 1.0 + most)
    };
    let factor = |text: &str| {
        let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
        let value: Option<f64> = text.parse().ok().filter(|_| plain);
        value.filter(|value| (value - 1.0).abs() <= Calibration::MOST + 1e-9)
    };
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    Ok(Calibration { x: factor(x.trim()).ok_or_else(wrong)?, y: factor(y.trim()).ok_or_else(wrong)? })
}

/// Reads `svg`, `dxf-r12` and the like.
pub(crate) fn file_format(text: &str) -> Result<FileFormat, String> {
    let found = FileFormat::NAMES.iter().find(|(name, _)| *name == text).map(|&(_, format)| format);
    found.ok_or_else(|| {
        let names: Vec<&str> = FileFormat::NAMES.iter().map(|&(name, _)| name).collect();
        let near = piecework::text::nearest(text, names.iter().copied());
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("`{text}` is no format; known are {}{hint}", names.join(", "))
    })
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
    fn amounts_of_memory() {
        assert_eq!(bytes("512MB"), Ok(512_000_000));
        assert_eq!((bytes("2GiB"), bytes("2g")), (Ok(2 << 30), Ok(2 << 30)));
        assert_eq!((bytes("1.5KiB"), bytes("1b")), (Ok(1536), Ok(1)));
        for bad in
            ["", "5", "GiB", "0MB", "-1GB", "1.GB", ".5GB", "1e3MB", "2 GB", "2QB", "99999999999TiB", "0.1b"]
        {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn calibrations_and_formats() {
        assert_eq!(calibration("1.002,0.998"), Ok(Calibration { x: 1.002, y: 0.998 }));
        for bad in ["", "1", "1.2,1", "1,0.5", "1e0,1", "nan,1", "-1,1", "1;1", "1,1,1"] {
            assert!(calibration(bad).is_err(), "{bad}");
        }
        assert_eq!(file_format("dxf-r12"), Ok(FileFormat::DxfR12));
        assert!(file_format("dxf").is_err_and(|error| error.contains("dxf-r12")));
    }

    #[test]
    fn sizes() {
        let size = size("12inx24in").expect("a size");
        assert!((size.width.mm() - 304.8).abs() < 1e-9 && (size.height.mm() - 609.6).abs() < 1e-9);
        assert!(super::size("600x400").is_err(), "a unit is required");
        assert!(super::size("600mm").is_err());
    }
}
