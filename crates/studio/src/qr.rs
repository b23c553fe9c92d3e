//! Draws links as QR codes.

use piecework_draw::drawing::QrCode;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Path, Rectangle};

use crate::error::StudioError;

/// The most bytes that a QR code of the page holds, so that a phone reads it: version 25 with the least error correction (ISO/IEC
/// 18004). With its quiet zone it has 125 modules along a side. On a label of 42 mm each is 0.33 mm, the least that the maker of QR
/// codes recommends for printers of 300 dpi (four dots; DENSO WAVE, "Point for setting the module size"), and on the page 3 pixels.
pub(super) const MOST: usize = 1273;

/// The QR code of a text as SVG, a user unit per module, with the quiet zone that scanners need.
///
/// # Errors
/// [`StudioError::QrTooLong`] for more than [`MOST`] bytes.
pub(super) fn qr_code(text: &str) -> Result<String, StudioError> {
    let too_long = StudioError::QrTooLong { found: text.len(), most: MOST };
    let code = QrCode::new(text).filter(|_| text.len() <= MOST).ok_or(too_long)?;
    let dark = code.runs().fold(Data::new(), |dark, (row, from, to)| {
        let run = dark.move_to((from, row)).horizontal_line_to(to);
        run.vertical_line_by(1).horizontal_line_to(from).close()
    });
    let side = code.side();
    let light = Rectangle::new().set("width", side).set("height", side).set("fill", "#fff");
    let picture = Document::new().set("viewBox", (0, 0, side, side)).set("shape-rendering", "crispEdges");
    Ok(picture.add(light).add(Path::new().set("d", dark)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_up_to_the_most_that_a_code_holds_are_drawn() {
        for length in [1, 200, MOST] {
            let picture = qr_code(&"a".repeat(length)).expect("short enough");
            let side = picture.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next());
            assert!(side.and_then(|side| side.parse().ok()).is_some_and(|side: u32| side <= 125), "{side:?}");
            assert!(picture.contains("<svg") && picture.contains("<path"), "{length}: {picture}");
        }
        let long = qr_code(&"a".repeat(MOST + 1));
        assert_eq!(long, Err(StudioError::QrTooLong { found: MOST + 1, most: MOST }));
    }
}
