//! The steps of sewing, of whole patches or of rectangles: one card for each, with a picture of what is sewn
//! so far.

use super::format;
use super::matching::inwards;
use super::signs::{ARROW, SIGN, arrow, bar, dot, new_seam, ring, triangle};
use super::straight;
use crate::plan::error::QuiltError;
use crate::plan::{Assembly, Bend, BendKind, Design, Joint, PressToward, QuiltPlan, SewingOrder};
use crate::words::patches;
use crate::words::sewing::{NEW_SEAM, PARTIAL_SEAM, PIVOT, STRAIGHT_SEAM, WHIP_STITCH, Y_SEAM};
use crate::words::steps::StepCard;
use crate::words::straight::heading_of_block;
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
/// The same of rectangles.
const RECTANGLES: (f64, f64) = (60.0, 46.0);
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
/// The width of old seams, in mm.
const OLD_SEAM: f64 = 0.25;
/// The cap height of numbers on a picture, in mm: from, to.
const NUMBER: (f64, f64) = (LEAST, 2.6);
/// The air between the number of a corner and that of a patch, in mm, so that nobody reads them as one.
const APART: f64 = 0.9;
/// How far from the middle of its patch a number may be that has no room inside, in mm.
const REACH: f64 = 9.0;

/// The pages of all steps; none if nothing is sewn.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(assembly) = plan.assembly() else { return Ok(Vec::new()) };
    let (design, order) = (assembly.design, assembly.order);
    Cardmaker { plan, assembly: &assembly, design, order, steps: plan.step_cards() }.pages()
}

/// Steps that are sewn after each other, under one heading.
struct Group {
    heading: String,
    /// The block that they make; none where blocks are joined.
    block: Option<usize>,
    /// The least width of their cards, and the most height of one with a usual number of words, in mm.
    card: (f64, f64),
    /// The scale of all of their pictures, so that the same patch has the same size on each; none where each
    /// is as large as it can be.
    scale: Option<f64>,
    steps: Vec<usize>,
}

/// Draws the cards of a plan.
struct Cardmaker<'a> {
    plan: &'a QuiltPlan,
    assembly: &'a Assembly<'a>,
    design: &'a Design,
    order: &'a SewingOrder,
    steps: Vec<StepCard>,
}

impl Cardmaker<'_> {
    fn pages(&self) -> Result<Vec<Page>, QuiltError> {
        if self.steps.is_empty() {
            return Ok(Vec::new());
        }
        let room = format::reading_room(self.design)?;
        let groups = self.groups(room.width());
        let whole = self.plan.summary.assembly.iter().flat_map(|all| all.in_words());
        let mut blocks: Vec<Block<'_>> = whole.map(Block::Paragraph).collect();
        blocks.push(Block::List(self.legend()));
        blocks.extend(self.plan.straight.iter().flat_map(straight::before_steps));
        // A single block looks like the quilt.
        let several = self.order.blocks.iter().filter(|block| block.len() > 1).count() > 1;
        for Group { heading, block, card, scale, steps } in &groups {
            let least_width = card.0;
            let scale =
                |step: usize| scale.unwrap_or_else(|| self.scale(*card, self.bounds(step), room.width()));
            blocks.push(Block::heading(heading));
            // One card shows all of a block that is sewn in one step.
            let block = block.filter(|_| several && steps.len() > 1);
            blocks.extend(block.map(|block| self.picture_of_block(block, room)));
            let is_long = |&step: &usize| self.lines(step, least_width - 2.0 * RIM).1.len() > MOST_LINES;
            for run in steps.chunk_by(|a, b| is_long(a) == is_long(b)) {
                // A step with many words has a card over the whole width.
                let least_width = if is_long(&run[0]) { room.width() } else { least_width };
                let width = Cards::width(least_width, room.width());
                let most = room.height() - 2.0 * HEAD;
                let heights =
                    run.iter().map(|&step| self.height(step, width, scale(step)).min(most)).collect();
                let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
                    self.draw_card(canvas, run[card], room, scale(run[card]));
                };
                blocks.push(Block::Cards(Cards { heights, least_width, draw: Box::new(draw) }));
            }
        }
        let title = format::title(self.design, "sewing, step by step");
        Ok(Section { title, blocks, legend: Vec::new() }.pages(&format::read(self.design))?)
    }

    /// All steps, on pages of this width.
    fn groups(&self, width: f64) -> Vec<Group> {
        let straight = self.plan.straight.as_ref();
        let on_paper: Vec<usize> = straight
            .iter()
            .flat_map(|seams| &seams.plan.foundations)
            .flat_map(|paper| paper.steps.clone())
            .collect();
        let of = |block: Option<usize>| -> Vec<usize> {
            let steps = (0..self.order.steps.len()).filter(|&step| self.order.steps[step].block == block);
            steps.filter(|step| !on_paper.contains(step)).collect()
        };
        let mut groups = Vec::new();
        for (index, patches) in self.order.blocks.iter().enumerate() {
            if straight.is_none() && patches.len() < 2 {
                continue;
            }
            let (steps, block) = (of(Some(index)), Some(index));
            let heading = match straight {
                Some(seams) => heading_of_block(self.design, seams, index, steps.is_empty()),
                None => self.heading_of_block(index),
            };
            let (card, scale) = match straight {
                Some(_) => (RECTANGLES, None),
                None => self.card_of(patches, width),
            };
            groups.push(Group { heading, block, card, scale, steps });
        }
        let joins = of(None);
        if !joins.is_empty() {
            let first = self.order.order.first().filter(|_| straight.is_none());
            let first = first.map(|&block| format!("; begin with {}", self.assembly.name_of_block(block)));
            let heading = format!("Join the blocks{}", first.unwrap_or_default());
            let whole = self.scale(BLOCK_CARD, self.design.patchwork.bounds(), width);
            let (card, scale) = if straight.is_some() { (THREE, None) } else { (BLOCK_CARD, Some(whole)) };
            groups.push(Group { heading, block: None, card, scale, steps: joins });
        }
        groups
    }

    fn heading_of_block(&self, index: usize) -> String {
        let block = &self.order.blocks[index];
        let (name, first) = (Assembly::block_name(index), self.design.label(block[0]));
        let fabric = &self.design.fabrics[self.design.fabric_of[block[0]]].name;
        format!("Block {name}: {}; begin with {first}, {fabric}", patches(block.len()))
    }

    /// A block as it is when it is sewn, with the numbers of its patches, as large as the page allows.
    fn picture_of_block<'a>(&'a self, block: usize, room: Bounds) -> Block<'a> {
        let all = self.order.blocks[block].clone();
        let units = self.assembly.single(&all);
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
            picture.draw_names(canvas, &units, &mut Words::default());
        };
        let figure = Figure { width: room.width(), height, beside: Vec::new(), draw: Box::new(draw) };
        Block::Flexible(figure, room.height() * LEAST_OF_BLOCK)
    }

    /// The size of the cards of a block, and the scale of their pictures: upright for a block that is; three
    /// across where the block is not too wide for that.
    fn card_of(&self, block: &[usize], width: f64) -> ((f64, f64), Option<f64>) {
        let bounds = self.assembly.bounds_of(block).unwrap_or(self.design.patchwork.bounds());
        let legible = self.scale(THREE, bounds, width) * self.design.options.cell >= LEGIBLE_CELL;
        let card = match bounds.height() > bounds.width() * TALL {
            true => TALL_CARD,
            false if legible => THREE,
            false => CARD,
        };
        (card, Some(self.scale(card, bounds, width)))
    }

    /// The box around what a step shows.
    fn bounds(&self, index: usize) -> Bounds {
        let step = &self.order.steps[index];
        let shown = self.assembly.bounds_of(&[step.sewn.as_slice(), &step.added].concat());
        shown.unwrap_or(self.design.patchwork.bounds())
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
        let picture = self.bounds(index).height() * scale;
        let words = self.lines(index, width - 2.0 * RIM).1.len() as f64 * NEXT;
        words + WORDS_TO_PICTURE + picture + 2.0 * (RIM + PICTURE_RIM)
    }

    /// The lines of words on a card, and how many of them are its title.
    fn lines(&self, index: usize, width: f64) -> (usize, Vec<String>) {
        if self.design.options.stop.is_raised() {
            return (0, Vec::new());
        }
        let set = |words: &String| wrapped(words, TEXT, width);
        let words = &self.steps[index].words;
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
        if let Some(toward) = self.steps[index].press {
            picture.draw_press(canvas, toward, &mut words);
        }
        picture.draw_names(canvas, &self.units(index), &mut words);
        if self.assembly.turns() {
            step.bends().for_each(|bend| picture.draw_bend(canvas, bend, &mut words));
            for open in &step.open {
                ring(canvas, picture.put(self.design.patchwork.vertices()[open.vertex].at));
            }
        }
    }

    /// What has a name on the picture of a step, what is added first.
    fn units(&self, index: usize) -> Vec<Unit> {
        let Joint { block, sewn, added, .. } = &self.order.steps[index];
        match (&self.steps[index].parts, block) {
            (Some([first, second]), _) => {
                let unit = |name: &String, of: &Vec<usize>| Unit { name: name.clone(), patches: of.clone() };
                vec![unit(second, added), unit(first, sewn)]
            }
            (None, Some(_)) => self.assembly.single(&[added.as_slice(), sewn].concat()),
            (None, None) => self.assembly.blocks_of_step(&[added.as_slice(), sewn].concat()),
        }
    }

    /// What the signs on the cards mean.
    fn legend(&self) -> Vec<Entry> {
        let seam: DrawSign = |canvas, at| new_seam(canvas, at.moved(-1.8, 0.0), at.moved(1.8, 0.0));
        let press: DrawSign = |canvas, at| arrow(canvas, at, (1.0, 0.0));
        let press = (press, "Press both seam allowances of a straight seam this way.");
        let signs: Vec<(DrawSign, &str)> = match &self.plan.straight {
            _ if !self.assembly.turns() => vec![(seam, WHIP_STITCH)],
            Some(seams) if seams.plan.y_seams == 0 => vec![(seam, STRAIGHT_SEAM), press],
            Some(_) => vec![(seam, STRAIGHT_SEAM), press, (dot, Y_SEAM)],
            None => vec![(seam, NEW_SEAM), press, (dot, Y_SEAM), (triangle, PIVOT), (ring, PARTIAL_SEAM)],
        };
        let new = |index: usize, words: &str| {
            if index == 0 { format!("New seam. {words}") } else { words.to_owned() }
        };
        let entry = |(index, (sign, words)): (usize, (DrawSign, &str))| {
            Entry::new(Sign::Drawn(sign), new(index, words))
        };
        signs.into_iter().enumerate().map(entry).collect()
    }
}

/// What has a name on a picture: a patch, or several that are sewn together.
struct Unit {
    name: String,
    patches: Vec<usize>,
}

impl Assembly<'_> {
    /// Patches by themselves.
    fn single(&self, patches: &[usize]) -> Vec<Unit> {
        let unit = |&patch: &usize| Unit { name: self.design.short_name(patch), patches: vec![patch] };
        patches.iter().map(unit).collect()
    }

    /// The blocks of some patches.
    fn blocks_of_step(&self, patches: &[usize]) -> Vec<Unit> {
        let unit =
            |block| Unit { name: self.short_name_of_block(block), patches: self.order.blocks[block].clone() };
        self.blocks_of(patches).into_iter().map(unit).collect()
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
            bar(canvas, self.put(from), self.put(to), OLD_SEAM);
        }
        for &edge in self.step.seams.iter().flat_map(|seam| &seam.edges) {
            let (from, to) = patchwork.ends(&patchwork.edges()[edge]);
            new_seam(canvas, self.put(from), self.put(to));
        }
    }

    /// The side to which a seam is pressed, at the middle of a seam that does not turn.
    fn draw_press(&self, canvas: &mut Canvas, toward: PressToward, words: &mut Words) {
        let patchwork = &self.assembly.design.patchwork;
        let [seam] = self.step.seams.as_slice() else { return };
        let edges = || seam.edges.iter().map(|&edge| &patchwork.edges()[edge]);
        let Some(longest) = edges().max_by(|a, b| a.length.total_cmp(&b.length)) else { return };
        let onto_added = toward == PressToward::Added;
        let onto_left = longest.left.is_some_and(|patch| self.step.added.contains(&patch)) == onto_added;
        if !seam.bends.is_empty() {
            return;
        }
        let ends = edges().map(|edge| patchwork.ends(edge)).map(|(from, to)| [self.put(from), self.put(to)]);
        let points: Vec<Point> = ends.flatten().collect();
        let count = points.len() as f64;
        let middle =
            points.iter().fold(Point { x: 0.0, y: 0.0 }, |sum, at| sum.moved(at.x / count, at.y / count));
        let (from, to) = patchwork.ends(longest);
        let (dx, dy) = ((to.x - from.x) / longest.length, (to.y - from.y) / longest.length);
        let (x, y) = if onto_left { (dy, -dx) } else { (-dy, dx) };
        arrow(canvas, middle, (x, y));
        let half = ARROW + 0.2;
        words.take(Bounds {
            left: middle.x - half,
            top: middle.y - half,
            right: middle.x + half,
            bottom: middle.y + half,
        });
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

    /// Names, in the order in which they must have room.
    fn draw_names(&self, canvas: &mut Canvas, units: &[Unit], words: &mut Words) {
        let design = self.assembly.design;
        let patches = design.patchwork.patches();
        for Unit { name, patches: of } in units {
            let patch = most_central(of, patches);
            let outline = patches[patch].outline();
            let at = self.put(outline.label().at);
            let is_added = self.step.added.contains(&patch);
            let text = Text::centered(name.clone(), at, NUMBER.0);
            let text = if is_added { text.bold() } else { text };
            let lines = rings(outline, |at| self.put(at));
            let inside = if of.len() > 1 { None } else { words.place(&text, &lines, at, NUMBER) };
            // What is not inside may be over any color.
            let color = inside.as_ref().map(|_| design.fabrics[design.fabric_of[patch]].color);
            if let Some(text) = inside.or_else(|| words.place_over(&text, self.room, at, REACH)) {
                canvas.label(text, Some(color.unwrap_or(Color::BLACK)));
            }
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
                // Corners of rectangles have no numbers.
                if self.assembly.design.matching.patches.is_empty() {
                    return;
                }
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
        let assembly = pattern.plan.assembly().expect("an order");
        let (patchwork, steps) = (&assembly.design.patchwork, &assembly.order.steps);
        assert_eq!(steps.len(), patchwork.patches().len() - 1);
        let words = words(&pattern);
        for step in 1..=steps.len() {
            let title = format!("Step {step}. ");
            assert_eq!(words.iter().filter(|line| line.starts_with(&title)).count(), 1, "{title}");
        }
        let edges = steps.iter().flat_map(|step| &step.seams).flat_map(|seam| &seam.edges);
        let seams: f64 = edges.map(|&edge| patchwork.edges()[edge].length).sum();
        assert!((seams - pattern.plan.summary.seam_length_mm).abs() < 1e-6);
        pattern
    }

    #[test]
    fn templates_and_papers_have_a_card_for_every_patch_but_the_first() {
        every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::EnglishPaper);
        every_step_has_a_card(Lattice::Hex, "A A B\n A B B\nC C C", Method::Templates);
        every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::Straight);
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
