//! The pages of a quilt that repeats its blocks: pieces, units, blocks, rows and the top, each drawn once with how many
//! are made.

use super::format;
use super::row_names::RowNames;
use super::step_cards::legend;
use super::step_picture::{Picture, Unit};
use crate::plan::error::QuiltError;
use crate::plan::{Assembly, Joint, PartColoring, PartKind, PartOf, QuiltPlan, RepeatedPart, Repeats};
use crate::words::repeats::HOW;
use piecework_draw::drawing::{Canvas, Path, Role, Words};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{AIR, CARD_GAP, TEXT};
use piecework_draw::page::{Block, Cards, Entry, Page, Section, Sign, line, wrapped};

/// How many cards of units, and pictures of colorings, are side by side; the sizes of this file are chosen by eye.
const ACROSS: [usize; 2] = [4, 5];
/// From one line of a card to the next, and the rim of a card, in mm.
const NEXT: f64 = 3.6;
const RIM: f64 = 1.2;
/// The height of the picture of a unit, and the most of a block, of a row, of the top, and of that on point, in mm.
const UNIT: f64 = 24.0;
const MOST: [f64; 4] = [54.0, 42.0, 95.0, 95.0];
/// The shares of these sizes that are tried, the best first.
const SHARES: [f64; 5] = [1.0, 1.15, 1.3, 0.85, 0.7];
/// The titles of the pages.
const KINDS: [(&str, PartKind); 4] = [
    ("units", PartKind::Unit),
    ("blocks", PartKind::Block),
    ("rows", PartKind::Row),
    ("the top", PartKind::Top),
];
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 14.0;
/// The share of a picture that names beside it take at most; longer ones are inside, where they have room.
const MOST_NAMES: f64 = 0.5;

/// The pages of sewing, with pictures of several sizes: which of them fill pages best is seen when all are there.
pub(super) fn pages(plan: &QuiltPlan, repeats: &Repeats) -> Result<Vec<Vec<Page>>, QuiltError> {
    let Some(assembly) = plan.assembly() else { return Ok(vec![Vec::new()]) };
    let press: Vec<_> = plan.step_cards().into_iter().map(|card| card.press).collect();
    let of_size = |&share: &f64| {
        pages_of_size(plan, &Maker { assembly: &assembly, repeats, press: press.clone(), share })
    };
    SHARES.iter().map(of_size).collect()
}

fn pages_of_size(plan: &QuiltPlan, maker: &Maker<'_>) -> Result<Vec<Page>, QuiltError> {
    let (assembly, repeats) = (maker.assembly, maker.repeats);
    let room = format::reading_room(&plan.design)?;
    let mut pages = Vec::new();
    for (name, kind) in KINDS {
        let parts: Vec<&RepeatedPart> = repeats.parts.iter().filter(|part| part.kind == kind).collect();
        if parts.is_empty() {
            continue;
        }
        let mut blocks = Vec::new();
        if pages.is_empty() {
            blocks.extend([Block::paragraph(HOW), Block::List(legend(assembly))]);
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
    /// How large pictures are, as a share of the usual size.
    share: f64,
    /// To which side the seam of each step is pressed.
    press: Vec<Option<crate::plan::PressToward>>,
}

impl Maker<'_> {
    /// Cards of parts of one kind, those of larger parts with their colorings.
    fn blocks<'b>(&'b self, parts: Vec<&'b RepeatedPart>, room: Bounds) -> Vec<Block<'b>> {
        if parts[0].kind == PartKind::Unit {
            let named = |part: &&RepeatedPart| {
                let lines = part.colorings_in_words().into_iter().map(|line| Entry::new(Sign::None, line));
                let heading = Entry::new(Sign::None, format!("Unit {}", part.label)).bold();
                let lines: Vec<Entry> = lines.collect();
                (!lines.is_empty()).then(|| Block::List([vec![heading], lines].concat()))
            };
            let named: Vec<Block<'b>> = parts.iter().filter_map(named).collect();
            let mut blocks = vec![self.cards(parts, room)];
            if !named.is_empty() {
                blocks.extend([Block::heading("Their fabrics"), Block::Columns(named)]);
            }
            return blocks;
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
            let most = self.share
                * match part.kind {
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
        let (picture, beside) = self.picture(part, &joint, place);
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
        match beside {
            Some(names) => names.draw(canvas, place),
            None => picture.draw_names(canvas, &Self::units(part), &mut words),
        }
    }

    /// The picture of a part in a place, and the names of its rows where they are beside it: those of the top, which are as wide
    /// as it is, and those that are closer than names are high.
    fn picture<'b>(
        &'b self,
        part: &RepeatedPart,
        joint: &'b Joint,
        place: Bounds,
    ) -> (Picture<'b>, Option<RowNames>) {
        let design = self.assembly.design;
        let largest = LARGEST_CELL / design.options.cell;
        let turn = part.turn(design);
        let picture =
            |place: Bounds| Picture::turned(self.assembly, joint, place, (largest, turn)).without_numbers();
        let usual = picture(place);
        let is_cornered = part.is_whole() && design.options.is_on_point();
        let upright = part.is_upright(self.assembly).filter(|_| part.of.len() > 2 && !is_cornered);
        let Some(upright) = upright else { return (usual, None) };
        let (units, patches) = (Self::units(part), design.patchwork.patches());
        let names = RowNames::of(&usual, patches, &units, upright);
        if part.kind != PartKind::Top && !names.are_close() {
            return (usual, None);
        }
        let margin = names.margin(place);
        let side = if upright { place.height() } else { place.width() };
        if margin > side * MOST_NAMES {
            return (usual, None);
        }
        let smaller = picture(match upright {
            true => Bounds { top: place.top + margin, ..place },
            false => Bounds { left: place.left + margin, ..place },
        });
        let names = RowNames::of(&smaller, patches, &units, upright);
        (smaller, Some(names))
    }

    /// What a part is sewn from, with its names; fabrics of single pieces are in the picture.
    fn units(part: &RepeatedPart) -> Vec<Unit> {
        let unit = |(name, of): (&str, &PartOf)| {
            let name = if of.pieces.len() == 1 { of.label.clone() } else { name.to_owned() };
            Unit { name, patches: of.pieces.clone() }
        };
        part.labels_of().into_iter().zip(&part.of).map(unit).collect()
    }

    /// Small pictures of a part in all its fabrics.
    fn colorings<'b>(&'b self, part: &'b RepeatedPart, room: Bounds) -> Block<'b> {
        let bounds = self.bounds(part);
        let is_small = self.share < 1.0;
        let across = match bounds.width() > 2.5 * bounds.height() {
            true => {
                if is_small {
                    3
                } else {
                    2
                }
            }
            false => {
                if is_small {
                    ACROSS[1] + 1
                } else {
                    ACROSS[1]
                }
            }
        };
        let width = (room.width() + CARD_GAP) / across as f64 - CARD_GAP;
        let captions: Vec<Vec<String>> = part.colorings.iter().map(|of| caption(of, width)).collect();
        let lines = captions.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let height = (bounds.height() / bounds.width() * width).min(width) + lines * NEXT + 2.0 * RIM;
        let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
            let joint = Joint { seams: vec![], ..self.joint(part) };
            let room_above = Bounds { bottom: room.bottom - lines * NEXT - RIM, ..room };
            let turn = part.turn(self.assembly.design);
            let picture = Picture::turned(self.assembly, &joint, room_above, (f64::INFINITY, turn));
            let coloring = &part.colorings[card];
            let picture =
                picture.in_fabrics(part.shown.iter().copied().zip(coloring.fabrics.iter().copied()));
            picture.draw_cloth(canvas);
            picture.draw_edges(canvas);
            for (index, words) in captions[card].iter().enumerate() {
                let up = (lines - 1.0 - index as f64) * NEXT;
                let at = Point { x: room.left, y: room.bottom - RIM - up };
                canvas.text(Role::Label, line(words, at, TEXT, room.width()));
            }
        };
        let heights = vec![height; part.colorings.len()];
        Block::Cards(Cards { heights, least_width: width - 1e-6, draw: Box::new(draw) })
    }
}

/// What is below the picture of a coloring: its name, how many are made, and what of.
fn caption(of: &PartColoring, width: f64) -> Vec<String> {
    /// With more there is only how many.
    const MOST: usize = 4;
    let count = format!("{}: make {}", of.label, of.count);
    let lines = wrapped(&format!("{count}, {}", of.of.join(", ")), TEXT, width);
    if lines.len() > MOST { vec![count] } else { lines }
}
