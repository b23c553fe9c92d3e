//! The steps in which whole patches are sewn: one card for each, with a picture of what is sewn so far.

use super::format;
use super::matching::inwards;
use super::signs::{SIGN, bar, dot, ring, triangle};
use super::words::{NEW_SEAM, PARTIAL_SEAM, PIVOT, WHIP_STITCH, Y_SEAM};
use crate::plan::error::QuiltError;
use crate::plan::{
    Assembly, AssemblyStep, AssemblySteps, Bend, BendKind, Design, Joint, QuiltPlan, SewingOrder,
};
use crate::words::patches;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role, Text, Words, rings};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{HEAD, LEAST, TEXT};
use piecework_draw::page::{Block, Cards, Entry, Figure, Page, Section, Sign, line, wrapped};

/// What draws a sign at a point.
type DrawSign = fn(&mut Canvas, Point);

/// The least width of a card, in mm, and the most height of one with a usual number of words; the sizes of
/// this file are chosen by eye.
const CARD: (f64, f64) = (80.0, 80.0);
/// The same where three are across: three rows of the highest are on a page.
const THREE: (f64, f64) = (60.0, 74.0);
/// Three cards are across where the edge of a cell still has this length, in mm.
const LEGIBLE_CELL: f64 = 5.2;
/// The same of blocks that are much higher than wide: three across.
const TALL_CARD: (f64, f64) = (60.0, 106.0);
/// From this height on, as a share of the width, a block is much higher than wide.
const TALL: f64 = 1.25;
/// The same where blocks are joined: two rows.
const BLOCK_CARD: (f64, f64) = (80.0, 106.0);
/// From one line of a card to the next, in mm.
const NEXT: f64 = 3.6;
/// The most lines of words on a card; a step with more has a card over the whole width.
const MOST_LINES: usize = 9;
/// The rim of a card, in mm.
const RIM: f64 = 1.2;
/// So many lines of words are usual below a title.
const USUAL_LINES: usize = 4;
/// From the words to the picture below them, and the rim of that, in mm.
const WORDS_TO_PICTURE: f64 = 1.6;
const PICTURE_RIM: f64 = 0.6;
/// The largest edge of a cell, in mm: on a card, and where a block has a picture of its own.
const LARGEST_CELL: f64 = 10.0;
const LARGEST_CELL_OF_BLOCK: f64 = 30.0;
/// Down to this share of a page the picture of a block is drawn smaller, where cards of the block before
/// leave that much.
const LEAST_OF_BLOCK: f64 = 0.4;
/// The widths of new seams and of old ones, in mm.
const SEAM: (f64, f64) = (0.9, 0.25);
/// The cap height of numbers on a picture, in mm: from, to.
const NUMBER: (f64, f64) = (LEAST, 2.6);
/// The air between the number of a corner and that of a patch, in mm, so that nobody reads them as one.
const APART: f64 = 0.9;
/// How far from the middle of its patch a number may be that has no room inside, in mm.
const REACH: f64 = 9.0;

/// The pages of all steps; none if nothing is sewn.
pub(super) fn pages(plan: &QuiltPlan, assembly: &Assembly<'_>) -> Result<Vec<Page>, QuiltError> {
    let Some(all) = &plan.summary.assembly else { return Ok(Vec::new()) };
    let steps = all.steps.iter().collect();
    Cardmaker { assembly, design: assembly.design, order: assembly.order, steps, all }.pages()
}

/// Steps that are sewn after each other, under one heading.
struct Group {
    heading: String,
    /// The least width of their cards, in mm.
    least_width: f64,
    /// The scale of all of their pictures, so that the same patch has the same size on each.
    scale: f64,
    steps: Vec<usize>,
}

/// Draws the cards of a plan.
struct Cardmaker<'a> {
    assembly: &'a Assembly<'a>,
    design: &'a Design,
    order: &'a SewingOrder,
    steps: Vec<&'a AssemblyStep>,
    all: &'a AssemblySteps,
}

impl Cardmaker<'_> {
    fn pages(&self) -> Result<Vec<Page>, QuiltError> {
        if self.steps.is_empty() {
            return Ok(Vec::new());
        }
        let room = format::reading_room(self.design)?;
        let groups = self.groups(room.width());
        let mut blocks: Vec<Block<'_>> = self.all.in_words().into_iter().map(Block::Paragraph).collect();
        blocks.push(Block::List(self.legend()));
        // A single block looks like the quilt.
        let block_of = |steps: &[usize]| steps.first().and_then(|&step| self.order.steps[step].block);
        let several = groups.iter().filter(|group| block_of(&group.steps).is_some()).count() > 1;
        for Group { heading, least_width, scale, steps } in &groups {
            blocks.push(Block::heading(heading));
            let block = block_of(steps).filter(|_| several);
            blocks.extend(block.map(|block| self.picture_of_block(block, room)));
            let is_long = |&step: &usize| self.lines(step, least_width - 2.0 * RIM).1.len() > MOST_LINES;
            for run in steps.chunk_by(|a, b| is_long(a) == is_long(b)) {
                // A step with many words has a card over the whole width.
                let least_width = if is_long(&run[0]) { room.width() } else { *least_width };
                let width = Cards::width(least_width, room.width());
                let most = room.height() - 2.0 * HEAD;
                let heights = run.iter().map(|&step| self.height(step, width, *scale).min(most)).collect();
                let draw = |canvas: &mut Canvas, card: usize, room: Bounds| {
                    self.draw_card(canvas, run[card], room, *scale);
                };
                blocks.push(Block::Cards(Cards { heights, least_width, draw: Box::new(draw) }));
            }
        }
        let title = format::title(self.design, "sewing, step by step");
        Ok(Section { title, blocks, legend: Vec::new() }.pages(&format::read(self.design))?)
    }

    /// All steps, on pages of this width.
    fn groups(&self, width: f64) -> Vec<Group> {
        let of = |block: Option<usize>| -> Vec<usize> {
            (0..self.order.steps.len()).filter(|&step| self.order.steps[step].block == block).collect()
        };
        let mut groups = Vec::new();
        for (index, block) in self.order.blocks.iter().enumerate().filter(|(_, block)| block.len() > 1) {
            let (name, first) = (Assembly::block_name(index), self.design.label(block[0]));
            let count = patches(block.len());
            let fabric = &self.design.fabrics[self.design.fabric_of[block[0]]].name;
            let heading = format!("Block {name}: {count}; begin with {first}, {fabric}");
            let (least_width, scale) = self.card_of(block, width);
            groups.push(Group { heading, least_width, scale, steps: of(Some(index)) });
        }
        let joins = of(None);
        if !joins.is_empty() {
            let first = self.order.order.first();
            let first = first.map_or_else(String::new, |&block| self.assembly.name_of_block(block));
            let heading = format!("Join the blocks; begin with {first}");
            let scale = self.scale(BLOCK_CARD, self.design.patchwork.bounds(), width);
            groups.push(Group { heading, least_width: BLOCK_CARD.0, scale, steps: joins });
        }
        groups
    }

    /// A block as it is when it is sewn, with the numbers of its patches, as large as the page allows.
    fn picture_of_block<'a>(&'a self, block: usize, room: Bounds) -> Block<'a> {
        let all = self.order.blocks[block].clone();
        let sewn =
            Joint { block: Some(block), sewn: all, added: vec![], bays: 0, seams: vec![], open: vec![] };
        let most = Bounds { bottom: room.bottom - 2.0 * HEAD, ..room };
        let largest = LARGEST_CELL_OF_BLOCK / self.design.options.cell;
        let picture = Picture::centered(self.assembly, &sewn, most, largest);
        let height = (picture.height + 2.0 * RIM).min(most.height());
        let draw = move |canvas: &mut Canvas, room: Bounds| {
            let picture = Picture::centered(self.assembly, &sewn, room.inset(RIM), largest);
            picture.draw_cloth(canvas);
            picture.draw_edges(canvas);
            picture.draw_names(canvas, &mut Words::default());
        };
        let figure = Figure { width: room.width(), height, beside: Vec::new(), draw: Box::new(draw) };
        Block::Flexible(figure, room.height() * LEAST_OF_BLOCK)
    }

    /// The least width of the cards of a block, and the scale of their pictures: upright for a block that is;
    /// three across where the block is not too wide for that.
    fn card_of(&self, block: &[usize], width: f64) -> (f64, f64) {
        let Some(bounds) = self.assembly.bounds_of(block) else { return (CARD.0, 1.0) };
        if bounds.height() > bounds.width() * TALL {
            return (TALL_CARD.0, self.scale(TALL_CARD, bounds, width));
        }
        let scale = self.scale(THREE, bounds, width);
        if scale * self.design.options.cell < LEGIBLE_CELL {
            return (CARD.0, self.scale(CARD, bounds, width));
        }
        (THREE.0, scale)
    }

    /// The scale at which `bounds` are as large as cards allow of this least width and this height, on pages
    /// of a width.
    fn scale(&self, (least_width, height): (f64, f64), bounds: Bounds, width: f64) -> f64 {
        let around = 2.0 * (RIM + PICTURE_RIM);
        let words = (USUAL_LINES + 1) as f64 * NEXT + WORDS_TO_PICTURE;
        let room = (Cards::width(least_width, width) - around, height - around - words);
        let fits = (room.0 / bounds.width()).min(room.1 / bounds.height());
        fits.min(LARGEST_CELL / self.design.options.cell)
    }

    /// The height of a card of this width, with its words and its picture.
    fn height(&self, index: usize, width: f64, scale: f64) -> f64 {
        let step = &self.order.steps[index];
        let shown: Vec<usize> = step.sewn.iter().chain(&step.added).copied().collect();
        let picture = self.assembly.bounds_of(&shown).map_or(0.0, |bounds| bounds.height() * scale);
        let words = self.lines(index, width - 2.0 * RIM).1.len() as f64 * NEXT;
        words + WORDS_TO_PICTURE + picture + 2.0 * (RIM + PICTURE_RIM)
    }

    /// The lines of words on a card, and how many of them are its title.
    fn lines(&self, index: usize, width: f64) -> (usize, Vec<String>) {
        if self.design.options.stop.is_raised() {
            return (0, Vec::new());
        }
        let set = |words: &String| wrapped(words, TEXT, width);
        let words = self.steps[index].in_words();
        let title = words.first().map_or(0, |title| set(title).len());
        (title, words.iter().flat_map(set).collect())
    }

    fn draw_card(&self, canvas: &mut Canvas, index: usize, card: Bounds, scale: f64) {
        // The pages are dropped then.
        if self.design.options.stop.is_raised() {
            return;
        }
        canvas.path(Role::Guide, Path::rectangle(card));
        let inner = card.inset(RIM);
        let mut baseline = inner.top + TEXT - NEXT;
        let at = |y| Point { x: inner.left, y };
        let (title, lines) = self.lines(index, inner.width());
        for (index, words) in lines.into_iter().enumerate() {
            baseline += NEXT;
            let text = line(&words, at(baseline), TEXT, inner.width());
            canvas.text(Role::Label, if index < title { text.bold() } else { text });
        }
        let below = Bounds { top: baseline + WORDS_TO_PICTURE, ..inner };
        self.draw_picture(canvas, index, below.inset(PICTURE_RIM), scale);
    }

    fn draw_picture(&self, canvas: &mut Canvas, index: usize, room: Bounds, scale: f64) {
        let step = &self.order.steps[index];
        let picture = Picture::centered(self.assembly, step, room, scale);
        picture.draw_cloth(canvas);
        picture.draw_edges(canvas);
        let mut words = picture.room_for_signs(step);
        picture.draw_names(canvas, &mut words);
        if self.assembly.turns() {
            step.bends().for_each(|bend| picture.draw_bend(canvas, bend, &mut words));
            for open in &step.open {
                ring(canvas, picture.put(self.design.patchwork.vertices()[open.vertex].at));
            }
        }
    }

    /// What the signs on the cards mean.
    fn legend(&self) -> Vec<Entry> {
        let seam: fn(&mut Canvas, Point) =
            |canvas, at| bar(canvas, at.moved(-1.8, 0.0), at.moved(1.8, 0.0), SEAM.0);
        if !self.assembly.turns() {
            return vec![Entry::new(Sign::Drawn(seam), format!("New seam. {WHIP_STITCH}"))];
        }
        let signs: [(DrawSign, &str); 3] = [(dot, Y_SEAM), (triangle, PIVOT), (ring, PARTIAL_SEAM)];
        let new = Entry::new(Sign::Drawn(seam), format!("New seam. {NEW_SEAM}"));
        let others = signs.map(|(sign, words)| Entry::new(Sign::Drawn(sign), words));
        std::iter::once(new).chain(others).collect()
    }
}

/// A step as a picture: what is sewn, and what is added.
struct Picture<'a> {
    assembly: &'a Assembly<'a>,
    step: &'a Joint,
    /// For each patch what it is part of, if it is shown: the patch itself, or its block.
    unit: Vec<Option<usize>>,
    /// The top left corner of what is drawn, in the quilt and on the page.
    corners: (Point, Point),
    scale: f64,
    /// How high it is, in mm.
    height: f64,
    /// Where words may be.
    room: Bounds,
}

impl<'a> Picture<'a> {
    /// What is shown in the middle of `room`, as large as that allows, up to a scale.
    fn centered(assembly: &'a Assembly<'a>, step: &'a Joint, room: Bounds, largest: f64) -> Self {
        let patchwork = &assembly.design.patchwork;
        let mut unit = vec![None; patchwork.patches().len()];
        let shown: Vec<usize> = step.sewn.iter().chain(&step.added).copied().collect();
        shown.iter().for_each(|&patch| unit[patch] = Some(patch));
        if step.block.is_none() {
            for (index, block) in assembly.order.blocks.iter().enumerate() {
                for &patch in block {
                    unit[patch] = unit[patch].map(|_| index);
                }
            }
        }
        let bounds = assembly.bounds_of(&shown).unwrap_or(patchwork.bounds());
        let scale = (room.width() / bounds.width()).min(room.height() / bounds.height()).min(largest);
        let middle = room.center();
        let corner = middle.moved(-bounds.width() * scale / 2.0, -bounds.height() * scale / 2.0);
        let corners = (Point { x: bounds.left, y: bounds.top }, corner);
        Self { assembly, step, unit, corners, scale, height: bounds.height() * scale, room }
    }

    fn put(&self, at: Point) -> Point {
        let (from, to) = self.corners;
        to.moved((at.x - from.x) * self.scale, (at.y - from.y) * self.scale)
    }

    /// One path for each fabric.
    fn draw_cloth(&self, canvas: &mut Canvas) {
        let design = self.assembly.design;
        for (index, fabric) in design.fabrics.iter().enumerate() {
            let mut elements = Vec::new();
            for (patch, at) in design.patchwork.patches().iter().enumerate() {
                if self.unit[patch].is_some() && design.fabric_of[patch] == index {
                    let path = Path::outline(at.outline()).mapped(|at| self.put(at));
                    elements.extend_from_slice(path.elements());
                }
            }
            if !elements.is_empty() {
                canvas.fill(Path::new(elements).named(fabric.name.clone()), fabric.color);
            }
        }
    }

    /// Old seams and rims thin, the new ones thick.
    fn draw_edges(&self, canvas: &mut Canvas) {
        let patchwork = &self.assembly.design.patchwork;
        let unit = |patch: Option<usize>| patch.and_then(|patch| self.unit[patch]);
        for edge in patchwork.edges().iter().filter(|edge| unit(edge.left) != unit(edge.right)) {
            let (from, to) = patchwork.ends(edge);
            bar(canvas, self.put(from), self.put(to), SEAM.1);
        }
        for &edge in self.step.seams.iter().flat_map(|seam| &seam.edges) {
            let (from, to) = patchwork.ends(&patchwork.edges()[edge]);
            bar(canvas, self.put(from), self.put(to), SEAM.0);
        }
    }

    /// The signs of a step, where no words can be.
    fn room_for_signs(&self, step: &Joint) -> Words {
        let mut words = Words::default();
        if self.assembly.turns() {
            let open = step.open.iter().map(|open| open.vertex);
            for vertex in step.bends().map(|bend| bend.vertex).chain(open) {
                let at = self.put(self.assembly.design.patchwork.vertices()[vertex].at);
                let half = SIGN / 2.0 + 0.2;
                words.take(Bounds {
                    left: at.x - half,
                    top: at.y - half,
                    right: at.x + half,
                    bottom: at.y + half,
                });
            }
        }
        words
    }

    /// Numbers of patches, or names of blocks; those of what is added first, because they must have room.
    fn draw_names(&self, canvas: &mut Canvas, words: &mut Words) {
        let design = self.assembly.design;
        let patches = design.patchwork.patches();
        let shown: Vec<usize> = self.step.added.iter().chain(&self.step.sewn).copied().collect();
        let is_block = self.step.block.is_none();
        let names: Vec<(usize, String)> = if is_block {
            let name = |block: usize| {
                let of = &self.assembly.order.blocks[block];
                let name = match of.as_slice() {
                    [patch] => (patch + 1).to_string(),
                    _ => Assembly::block_name(block),
                };
                (most_central(of, patches), name)
            };
            self.assembly.blocks_of(&shown).into_iter().map(name).collect()
        } else {
            shown.iter().map(|&patch| (patch, (patch + 1).to_string())).collect()
        };
        for (patch, name) in names {
            let outline = patches[patch].outline();
            let at = self.put(outline.label().at);
            let is_added = self.step.added.contains(&patch);
            let text = Text::centered(name, at, NUMBER.0);
            let text = if is_added { text.bold() } else { text };
            let lines = rings(outline, |at| self.put(at));
            let inside = if is_block { None } else { words.place(&text, &lines, at, NUMBER) };
            let is_dark = design.fabrics[design.fabric_of[patch]].color.needs_light_ground();
            let needs_ground = is_dark || inside.is_none();
            let found = inside.or_else(|| words.place_over(&text, self.room, at, REACH));
            let Some(text) = found else { continue };
            if needs_ground {
                canvas.fill(Path::rectangle(text.bounds().inset(-text.height() * 0.15)), Color::WHITE);
            }
            canvas.text(Role::Label, text);
        }
    }

    /// A sign, and the number of a set-in corner where there is room for it; all numbers are in the words.
    fn draw_bend(&self, canvas: &mut Canvas, bend: Bend, words: &mut Words) {
        let patchwork = &self.assembly.design.patchwork;
        let at = self.put(patchwork.vertices()[bend.vertex].at);
        match bend.kind {
            BendKind::Partial { .. } => ring(canvas, at),
            BendKind::Pivot => triangle(canvas, at),
            BendKind::SetIn(number) => {
                dot(canvas, at);
                let corner = patchwork.set_in_corners()[number];
                let (dx, dy) = inwards(patchwork, corner);
                let text = Text::centered((number + 1).to_string(), at, LEAST).bold();
                let sign = |along: f64| if along.abs() < 0.1 { 0.0 } else { along.signum() };
                let half = SIGN / 2.0 + 0.5;
                let away = (sign(dx) * (half + text.width() / 2.0), sign(dy) * (half + LEAST / 2.0));
                let text = text.moved(away.0, away.1);
                let bounds = text.bounds();
                if words.meets(bounds.inset(-APART)) || !self.room.contains(bounds) {
                    return;
                }
                canvas.fill(Path::rectangle(bounds.inset(-0.2)), Color::WHITE);
                words.take(bounds);
                canvas.text(Role::Label, text);
            }
        }
    }
}

/// The patch of a block that is nearest to its middle.
fn most_central(block: &[usize], patches: &[piecework_draw::geometry::Patch]) -> usize {
    let points: Vec<Point> = block.iter().map(|&patch| patches[patch].label_point()).collect();
    let count = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |(x, y), at| (x + at.x, y + at.y));
    let middle = Point { x: sum.0 / count, y: sum.1 / count };
    let near = block.iter().zip(&points).min_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
    near.map_or(block[0], |(&patch, _)| patch)
}

#[cfg(test)]
mod tests {
    use crate::{Method, Pattern, QuiltOptions, pattern};
    use piecework_draw::drawing::Item;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

    fn of(lattice: Lattice, rows: &str, method: Method) -> Pattern {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        pattern(&tiling, &QuiltOptions { method, ..QuiltOptions::default() }).expect("a pattern")
    }

    /// The words on the pages of steps.
    fn words(pattern: &Pattern) -> Vec<String> {
        let pages = pattern.pages().filter(|page| page.title().contains("step by step"));
        let items = pages.flat_map(|page| page.layers()).flat_map(|layer| &layer.items);
        let texts = items.filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        });
        texts.collect()
    }

    #[track_caller]
    fn every_step_has_a_card(lattice: Lattice, rows: &str, method: Method) -> Pattern {
        let pattern = of(lattice, rows, method);
        let figures = pattern.plan.summary.assembly.clone().expect("whole patches");
        assert_eq!(figures.steps.len(), pattern.plan.summary.patches - 1);
        let words = words(&pattern);
        for step in &figures.steps {
            let title = format!("Step {}. Add ", step.step);
            assert_eq!(words.iter().filter(|line| line.starts_with(&title)).count(), 1, "{title}");
        }
        let seams: f64 = figures.steps.iter().map(|step| step.seam_mm).sum();
        assert!((seams - pattern.plan.summary.seam_length_mm).abs() < 1e-6);
        pattern
    }

    #[test]
    fn templates_and_papers_have_a_card_for_every_patch_but_the_first() {
        every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::EnglishPaper);
        every_step_has_a_card(Lattice::Hex, "A A B\n A B B\nC C C", Method::Templates);
        let pattern = every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::Templates);
        let steps = pattern.plan.summary.assembly.expect("steps").steps;
        let mut numbers: Vec<usize> = steps.iter().flat_map(|step| step.set_in_corners.clone()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=pattern.plan.summary.set_in_corners).collect::<Vec<_>>());
    }

    #[test]
    fn a_pinwheel_says_which_seam_stays_open_and_when_it_is_closed() {
        let pattern = of(Lattice::Square, "AAB\nCEB\nCDD", Method::Templates);
        let says = |wanted: &str| words(&pattern).iter().any(|words| words.contains(wanted));
        assert!(says("partly open until step 4.") && says("Finish the partial seam between "));
        let row = &pattern.plan.summary.methods.rows[0];
        assert_eq!((row.set_in_corners, row.partial_seams, row.pivots), (0, 1, 0));
        let papers = of(Lattice::Square, "AAB\nCEB\nCDD", Method::EnglishPaper).plan.summary;
        assert_eq!(papers.assembly.expect("steps").partial_seams, 0);
    }
}
