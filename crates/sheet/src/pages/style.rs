//! Draws finished pages again in another style: black and white that copies well, large print, or lines to be
//! felt.

use crate::plan::{PageContent, PagePlan};
use crate::{PuzzleSheetError, SheetStyle};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Drawing, Item, Role};

/// From this sum of red, green and blue an area is white, and black below it: in the middle.
const LIGHT: u16 = 3 * 128;

/// Returns a page in a style: without grays and colors, and enlarged from the smaller paper that it was laid
/// out on.
pub(super) fn restyled(
    style: SheetStyle,
    plan: &PagePlan,
    page: Drawing,
) -> Result<Drawing, PuzzleSheetError> {
    if style == SheetStyle::Color {
        return Ok(page);
    }
    let factor = style.enlarged();
    let (width, height) = (page.width() * factor, page.height() * factor);
    let mut canvas = Canvas::new(page.title(), page.medium(), width, height);
    canvas.describe(page.words());
    // Words in print would swell too.
    let is_felt = matches!(plan.content, PageContent::Tactile { .. });
    for layer in page.layers().iter().filter(|layer| !is_felt || layer.role == Role::Fill) {
        // Thin gray lines are lost on a copy.
        let role = if layer.role == Role::Guide { Role::Engrave } else { layer.role };
        for item in &layer.items {
            match item.scaled(factor) {
                Item::Path(path) if path.fill().is_some() => {
                    let color = path.fill().map_or(Color::WHITE, two_tone);
                    canvas.path(role, path.filled(color));
                }
                item => canvas.item(role, item),
            }
        }
    }
    Ok(canvas.finish()?)
}

fn two_tone(color: Color) -> Color {
    let light = u16::from(color.red) + u16::from(color.green) + u16::from(color.blue);
    if light < LIGHT { Color::BLACK } else { Color::WHITE }
}
