//! Draws links as QR codes.

use qrcode::render::svg::Color;
use qrcode::{EcLevel, QrCode};

use crate::error::StudioError;

/// The most bytes that a QR code holds: version 40 with the least error correction (ISO/IEC 18004).
const MOST: usize = 2953;

/// The QR code of a text as SVG, with the quiet zone that scanners need.
///
/// It has 15 % of error correction, or 7 % where the text is too long for more.
///
/// # Errors
/// [`StudioError::QrTooLong`] for more than 2953 bytes.
pub(super) fn qr_code(text: &str) -> Result<String, StudioError> {
    let code = [EcLevel::M, EcLevel::L]
        .iter()
        .find_map(|&level| QrCode::with_error_correction_level(text, level).ok());
    let code = code.ok_or(StudioError::QrTooLong { found: text.len(), most: MOST })?;
    Ok(code.render::<Color<'_>>().build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_up_to_the_most_that_a_code_holds_are_drawn() {
        for length in [1, 200, MOST] {
            let picture = qr_code(&"a".repeat(length)).expect("short enough");
            assert!(picture.contains("<svg") && picture.contains("<path"), "{length}: {picture}");
        }
        let long = qr_code(&"a".repeat(MOST + 1));
        assert_eq!(long, Err(StudioError::QrTooLong { found: MOST + 1, most: MOST }));
    }
}
