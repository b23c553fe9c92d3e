//! The pages of a quilt that repeats its blocks: pieces, units, blocks, rows and the top, each drawn once with how many
//! are made.

use super::format;
use super::step_cards::legend;
use super::step_picture::{Picture, Unit};
use crate::plan::error::QuiltError;
use crate::plan::{Assembly, Joint, PartKind, QuiltPlan, RepeatedPart, Repeats};
use crate::words::repeats::HOW;
use piecework_draw::drawing::{Canvas, Path, Role, Words};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{AIR, CARD_GAP, TEXT};
use piecework_draw::page::{Block, Cards, Page, Section, line, wrapped};

/// How many cards of units, and pictures of colorings, are side by side; the sizes of this file are chosen by eye.
const ACROSS: [usize; 2] = [4, 5];
/// From one line of a card to the next, and the rim of a card, in mm.
const NEXT: f64 = 3.6;
const RIM: f64 = 1.2;
/// The height of the picture of a unit, and the most of a block, of a row, of the top, and of that on point, in mm.
const UNIT: f64 = 24.0;
const MOST: [f64; 4] = [54.0, 42.0, 110.0, 95.0];
/// The titles of the pages.
const KINDS: [(&str, PartKind); 4] = [
    ("units", PartKind::Unit),
    ("blocks", PartKind::Block),
    ("rows", PartKind::Row),
    ("the top", PartKind::Top),
];
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 14.0;

/// The pages of sewing.
pub(super) fn pages(plan: &QuiltPlan, repeats: &Repeats) -> Result<Vec<Page>, QuiltError> {
    let Some(assembly) = plan.assembly() else { return Ok(Vec::new()) };
    let room = format::reading_room(&plan.design)?;
    let press = plan.step_cards().into_iter().map(|card| card.press).collect();
    let maker = Maker { assembly: &assembly, repeats, press };
    let mut pages = Vec::new();
    for (name, kind) in KINDS {
        let parts: Vec<&RepeatedPart> = repeats.parts.iter().filter(|part| part.kind == kind).collect();
        if parts.is_empty() {
            continue;
        }
        let mut blocks = Vec::new();
        if pages.is_empty() {
            blocks.extend([Block::paragraph(HOW), Block::List(legend(&assembly))]);
        }
        blocks.extend(maker.blocks(parts, room));
        let title = format::title(&plan.design, name);
        pages.extend(Section { title, blocks, legend: Vec::new() }.pages(&format::read(&plan.design))?);
    }
    Ok(pages)
}

/// Draws the cards.
struct Maker<'a> {
    assembly: &'a Assembly<'a>,
    repeats: &'a Repeats,
    /// To which side the seam of each step is pressed.
    press: Vec<Option<crate::plan::PressToward>>,
}

impl Maker<'_> {
    /// Cards of parts of one kind, those of larger parts with their colorings.
    fn blocks<'b>(&'b self, parts: Vec<&'b RepeatedPart>, room: Bounds) -> Vec<Block<'b>> {
        if parts[0].kind == PartKind::Unit {
            return vec![self.cards(parts, room)];
        }
        let mut blocks = Vec::new();
        for part in parts {
            blocks.push(self.cards(vec![part], room));
            if part.colorings.len() > 1 {
                blocks.push(self.colorings(part, room));
            }
        }
        blocks
    }

    /// Cards of parts of one kind.
    fn cards<'b>(&'b self, parts: Vec<&'b RepeatedPart>, room: Bounds) -> Block<'b> {
        let across = if parts[0].kind == PartKind::Unit { ACROSS[0] } else { 1 };
        let width = (room.width() + CARD_GAP) / across as f64 - CARD_GAP;
        let height = |part: &&RepeatedPart| {
            let bounds = self.bounds(part);
            let beside = self.is_beside(part);
            let words = self.lines(part, if beside { width / 2.0 } else { width }).len() as f64 * NEXT;
            let most = match part.kind {
                PartKind::Unit => UNIT,
                PartKind::Block => MOST[0],
                PartKind::Row => MOST[1],
                // On point the center has a card of its own on the same page.
                PartKind::Top if self.assembly.design.options.is_on_point() => MOST[3],
                PartKind::Top => MOST[2],
            };
            let wide = width / if beside { 2.0 } else { 1.0 } - 2.0 * RIM;
            let picture = (bounds.height() * self.scale(bounds, wide)).min(most);
            2.0 * RIM + if beside { words.max(picture) } else { words + picture + RIM } + 1.0
        };
        let mut heights: Vec<f64> = parts.iter().map(height).collect();
        if across > 1 {
            let most = heights.iter().copied().fold(0.0, f64::max);
            heights.fill(most);
        }
        let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
            self.draw_card(canvas, parts[card], room);
        };
        Block::Cards(Cards { heights, least_width: width - 1e-6, draw: Box::new(draw) })
    }

    /// Whether the words of a part are beside its picture.
    fn is_beside(&self, part: &RepeatedPart) -> bool {
        part.kind == PartKind::Block
    }

    fn bounds(&self, part: &RepeatedPart) -> Bounds {
        let Assembly { design, .. } = self.assembly;
        let bounds = self.assembly.bounds_turned(&part.shown, part.turn(design));
        bounds.unwrap_or(design.patchwork.bounds())
    }

    fn scale(&self, bounds: Bounds, width: f64) -> f64 {
        (width / bounds.width()).min(LARGEST_CELL / self.assembly.design.options.cell)
    }

    fn lines(&self, part: &RepeatedPart, width: f64) -> Vec<String> {
        let words = part.in_words(self.assembly, self.repeats);
        words.iter().flat_map(|words| wrapped(words, TEXT, width - 2.0 * RIM)).collect()
    }

    /// Several seams as one step, for its picture.
    fn joint(&self, part: &RepeatedPart) -> Joint {
        let seams =
            part.steps.iter().flat_map(|&step| self.assembly.order.steps[step].seams.clone()).collect();
        Joint { block: Some(0), sewn: part.shown.clone(), added: vec![], bays: 0, seams, open: vec![] }
    }

    fn draw_card(&self, canvas: &mut Canvas, part: &RepeatedPart, room: Bounds) {
        canvas.path(Role::Guide, Path::rectangle(room));
        let (inner, beside) = (room.inset(RIM), self.is_beside(part));
        let width = if beside { inner.width() / 2.0 } else { inner.width() };
        let mut baseline = inner.top + TEXT - NEXT;
        for (index, words) in self.lines(part, width + 2.0 * RIM).into_iter().enumerate() {
            baseline += NEXT;
            let text = line(&words, Point { x: inner.left, y: baseline }, TEXT, width);
            canvas.text(Role::Label, if index == 0 { text.bold() } else { text });
        }
        let place = if beside {
            Bounds { left: inner.left + width + AIR, ..inner }
        } else {
            Bounds { top: baseline + RIM, ..inner }
        };
        let joint = self.joint(part);
        let largest = LARGEST_CELL / self.assembly.design.options.cell;
        let turn = part.turn(self.assembly.design);
        let picture = Picture::turned(self.assembly, &joint, place, (largest, turn)).without_numbers();
        picture.draw_cloth(canvas);
        picture.draw_edges(canvas);
        let mut words = Words::default();
        for &index in &part.steps {
            let step = &self.assembly.order.steps[index];
            if let Some(toward) = self.press[index] {
                picture.draw_press(canvas, step, toward, &mut words);
            }
            picture.draw_turns(canvas, step, &mut words);
        }
        let unit = |of: &crate::plan::PartOf| Unit { name: of.label.clone(), patches: of.pieces.clone() };
        let units: Vec<Unit> = part.of.iter().map(unit).collect();
        picture.draw_names(canvas, &units, &mut words);
    }

    /// Small pictures of a part in all its fabrics.
    fn colorings<'b>(&'b self, part: &'b RepeatedPart, room: Bounds) -> Block<'b> {
        let bounds = self.bounds(part);
        let across = if bounds.width() > 2.5 * bounds.height() { 2 } else { ACROSS[1] };
        let width = (room.width() + CARD_GAP) / across as f64 - CARD_GAP;
        let height = (bounds.height() / bounds.width() * width).min(width) + NEXT + 2.0 * RIM;
        let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
            let joint = Joint { seams: vec![], ..self.joint(part) };
            let room_above = Bounds { bottom: room.bottom - NEXT - RIM, ..room };
            let turn = part.turn(self.assembly.design);
            let picture = Picture::turned(self.assembly, &joint, room_above, (f64::INFINITY, turn));
            let coloring = &part.colorings[card];
            let picture =
                picture.in_fabrics(part.shown.iter().copied().zip(coloring.fabrics.iter().copied()));
            picture.draw_cloth(canvas);
            picture.draw_edges(canvas);
            let count = format!("make {}", coloring.count);
            let words = format!("{count}: {}", part.fabrics_in_words(self.assembly.design, card));
            let fits = wrapped(&words, TEXT, room.width()).len() == 1;
            let words = if fits { words } else { count };
            let at = Point { x: room.left, y: room.bottom - RIM };
            canvas.text(Role::Label, line(&words, at, TEXT, room.width()));
        };
        let heights = vec![height; part.colorings.len()];
        Block::Cards(Cards { heights, least_width: width - 1e-6, draw: Box::new(draw) })
    }
}
