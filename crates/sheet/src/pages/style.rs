//! Draws finished pages again in another style: black and white that copies well, large print, or lines to be
//! felt.

use super::Sketch;
use super::pattern::{self, Pattern};
use crate::clues::bar;
use crate::plan::{PageContent, PagePlan};
use crate::{PuzzleSheetError, SheetStyle};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Drawing, Item, Path, Polyline, Role, Text};
use piecework_draw::page::{WordLetters, sizes};

/// How exactly areas are followed, in mm.
const EXACT: f64 = 0.05;
/// The width of the outline of an area with a pattern, and the white around words on it, in mm; chosen by eye.
const THICK: f64 = 0.6;
const GROUND: f64 = 0.8;
/// The longest side of an area without a pattern, in mm, and how fine patterns over grays are; chosen by eye.
const SMALL: f64 = 4.0;
const FINE: f64 = 0.8;
const OVER_GRAY: Color = Color::new(0x48, 0x48, 0x48);

impl Sketch<'_> {
    /// Returns a page in its style: in its letters, enlarged from the smaller paper that it was laid out on, and if its style
    /// has no colors without grays and colors: what had a light one has a pattern and a thick outline.
    pub(super) fn restyled(&self, plan: &PagePlan, page: Drawing) -> Result<Drawing, PuzzleSheetError> {
        let factor = if is_true_to_size(&plan.content) { 1.0 } else { self.options.enlarged() };
        let is_colored = self.style.is_colored();
        let is_gray = self.options.is_gray();
        let is_as_it_is = is_colored && !is_gray && self.look.words == WordLetters::Sans;
        if is_as_it_is && (factor - 1.0).abs() < 1e-9 {
            return Ok(page);
        }
        let (width, height) = (page.width() * factor, page.height() * factor);
        let mut canvas = Canvas::new(page.title(), page.medium(), width, height);
        canvas.describe(page.words());
        let mut patterned: Vec<Vec<Polyline>> = Vec::new();
        let is_felt = matches!(plan.content, PageContent::Tactile { .. });
        // On swell paper thin lines would swell too; the words are those for a helper.
        let is_kept = |role: Role| !is_felt || matches!(role, Role::Fill | Role::Label);
        for layer in page.layers().iter().filter(|layer| is_kept(layer.role)) {
            // Thin gray lines are lost on a copy.
            let is_guide = layer.role == Role::Guide && !is_colored;
            let role = if is_guide { Role::Engrave } else { layer.role };
            for item in &layer.items {
                let item = match item {
                    Item::Text(text) => {
                        let text = self.look.in_letters(layer.role, text.clone());
                        Item::Text(self.large_enough(text)).scaled(factor)
                    }
                    item => item.scaled(factor),
                };
                match item {
                    Item::Path(path) if is_gray => match path.fill() {
                        None => canvas.path(role, path),
                        Some(color) => {
                            let area = self.draw_gray(&mut canvas, (role, path), color, &plan.content);
                            patterned.extend(area);
                        }
                    },
                    Item::Path(path) if is_colored => canvas.path(role, path),
                    Item::Path(path) => match path.fill() {
                        None => canvas.path(role, path),
                        Some(color) => match Pattern::of(color).filter(|_| role == Role::Fill) {
                            None => {
                                let tone = two_tone(color);
                                let is_ground = tone == Color::BLACK && role == Role::Fill;
                                patterned
                                    .extend(is_ground.then(|| Item::Path(path.clone()).polylines(EXACT)));
                                canvas.path(role, path.filled(tone));
                            }
                            Some(pattern) => {
                                patterned.push(draw_patterned(&mut canvas, path, pattern, factor));
                            }
                        },
                    },
                    item => {
                        let bounds = item
                            .bounds()
                            .filter(|&bounds| patterned.iter().any(|area| pattern::touches(area, bounds)));
                        if let Some(bounds) = bounds {
                            canvas.fill(Path::rectangle(bounds.inset(-GROUND * factor)), Color::WHITE);
                        }
                        canvas.item(role, item);
                    }
                }
            }
        }
        Ok(canvas.finish()?)
    }

    /// Returns words as they are, but in large print no smaller than what is read: names in drawings are a little smaller elsewhere,
    /// and have that much air.
    fn large_enough(&self, text: Text) -> Text {
        if self.style != SheetStyle::LargePrint || text.height() >= sizes::TEXT {
            return text;
        }
        let middle = text.bounds().center();
        text.at_height(sizes::TEXT).about(middle)
    }

    /// Draws an area in a tone of gray, and in most places with a pattern; returns its rings if words on it need a ground.
    fn draw_gray(
        &self,
        canvas: &mut Canvas,
        (role, path): (Role, Path),
        color: Color,
        content: &PageContent,
    ) -> Option<Vec<Polyline>> {
        let size = Item::Path(path.clone()).bounds().map_or(0.0, |size| size.width().max(size.height()));
        // Shades of days are many, and are told apart by their numbers.
        let has_none = size < SMALL || role != Role::Fill || matches!(content, PageContent::Days { .. });
        let (tone, pattern) = Pattern::in_gray(color, has_none);
        let is_ground = pattern.is_some() || role == Role::Fill && tone == Color::BLACK;
        let area = is_ground.then(|| Item::Path(path.clone()).polylines(EXACT));
        canvas.path(role, path.filled(tone));
        for mark in pattern.iter().flat_map(|pattern| pattern.paths(area.as_deref().unwrap_or(&[]), FINE)) {
            canvas.fill(mark, OVER_GRAY);
        }
        area
    }
}

/// Whether what is on a page is measured, so that no style enlarges it.
fn is_true_to_size(content: &PageContent) -> bool {
    matches!(content, PageContent::Pieces { .. } | PageContent::Board { .. })
}

/// Draws an area in white with a pattern and a thick outline; returns its rings.
fn draw_patterned(canvas: &mut Canvas, path: Path, pattern: Pattern, factor: f64) -> Vec<Polyline> {
    let area = Item::Path(path.clone()).polylines(EXACT);
    canvas.fill(path, Color::WHITE);
    let sides = pattern::sides(&area).map(|(from, to)| bar(from, to, THICK * factor));
    for mark in pattern.paths(&area, factor).into_iter().chain(sides) {
        canvas.fill(mark, Color::BLACK);
    }
    area
}

fn two_tone(color: Color) -> Color {
    let light = u16::from(color.red) + u16::from(color.green) + u16::from(color.blue);
    if light < 3 * 128 { Color::BLACK } else { Color::WHITE }
}
