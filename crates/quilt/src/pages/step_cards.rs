//! The steps of sewing, of whole patches or of rectangles: one card for each, with a picture of what is sewn
//! so far.

use super::format;
use super::signs::{arrow, dot, new_seam, ring, triangle};
use super::step_picture::{Picture, Unit};
use super::straight;
use crate::plan::error::QuiltError;
use crate::plan::{Assembly, Design, Joint, QuiltPlan, SewingOrder};
use crate::words::patches;
use crate::words::sewing::{NEW_SEAM, PARTIAL_SEAM, PIVOT, STRAIGHT_SEAM, WHIP_STITCH, Y_SEAM};
use crate::words::steps::{StepCard, units};
use crate::words::straight::heading_of_block;
use piecework_draw::drawing::{Canvas, Path, Role, Words};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{HEAD, TEXT};
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
/// The same of a block of rectangles, which have no corners to be found.
const LARGEST_CELL_OF_RECTANGLES: f64 = 14.0;
/// Down to this share of a page the picture of a block is drawn smaller, where cards of the block before
/// leave that much.
const LEAST_OF_BLOCK: f64 = 0.4;

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
            let first =
                first.map(|&block| format!("; begin with {}", units(&[self.assembly.unit_of_block(block)])));
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
        let is_straight = self.plan.straight.is_some();
        let largest = if is_straight { LARGEST_CELL_OF_RECTANGLES } else { LARGEST_CELL_OF_BLOCK };
        let largest = largest / self.design.options.cell;
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
