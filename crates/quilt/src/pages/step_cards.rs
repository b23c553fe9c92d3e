//! The steps of sewing, of whole patches or of rectangles: one card for each, with a picture of what is sewn
//! so far.

use super::signs::{arrow, dot, new_seam, ring, triangle};
use super::step_picture::{Picture, Unit};
use super::straight;
use super::{format, glossary};
use crate::plan::error::QuiltError;
use crate::plan::options::PatternPages;
use crate::plan::{Assembly, BendKind, Design, HalfSquares, Joint, QuiltPlan, SewingOrder};
use crate::words::patches;
use crate::words::sewing::{NEW_SEAM, PARTIAL_SEAM, PIVOT, STRAIGHT_SEAM, WHIP_STITCH, Y_SEAM};
use crate::words::steps::{StepCard, list, units};
use crate::words::straight::heading_of_block;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path, Role, Words};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::{CARD_GAP, TEXT};
use piecework_draw::page::{Block, Cards, Entry, Page, Section, Sign, line, wrapped};
use piecework_tiling::polyform::counted_name;

/// What draws a sign at a point.
type DrawSign = fn(&mut Canvas, Point);

/// How many cards are side by side and below each other on a page: of whole patches; the sizes of this file are
/// chosen by eye.
const PATCHES: Grid = Grid { across: 3, down: 3 };
/// The same where a cell of the least block would be smaller than it can be, in mm.
const LARGE_BLOCKS: (Grid, f64) = (Grid { across: 2, down: 3 }, 1.6);
/// The same over papers, where a step has few words.
const PAPERS: Grid = Grid { across: 4, down: 5 };
/// The same of rectangles.
const RECTANGLES: Grid = Grid { across: 3, down: 5 };
/// The same where blocks are joined: of patches, over papers, and of rectangles.
const JOINS: [Grid; 3] = [Grid { across: 2, down: 3 }, Grid { across: 4, down: 4 }, PATCHES];
/// Where more rectangles than this are sewn, a block has one card with all its steps.
const MOST_CARDS: usize = 100;
/// The height of the picture of such a block for each of its rectangles, and the least and the most, in mm.
const BLOCK: (f64, f64, f64) = (4.0, 18.0, 60.0);
/// The same of the whole quilt.
const WHOLE: f64 = 95.0;
/// By how much the picture of a block must become larger to be turned by a quarter.
const WORTH_TURNING: f64 = 1.25;
/// The picture of a block that would be lower than this beside its steps is below them, in mm.
const LOWEST: f64 = 12.0;
/// By how many degrees it is turned then, and what the card says.
const TOP_AT_THE_LEFT: i32 = -90;
const TURNED: &str = "The picture is turned: the top of the block is at the left.";
/// How such cards are read.
const IN_SHORT: &str = "A card is a block: sew its steps from the first to the last, right sides together. Behind the colon are the name and the \
     unfinished size of what comes out, to measure, and the side to which the seam is pressed.";
/// From one line of a card to the next, in mm.
const NEXT: f64 = 3.6;
/// A step whose words would take more than this share of its card has a card over the whole width.
const MOST_WORDS: f64 = 0.5;
/// The share of such a card that its words take, at the left.
const WORDS: f64 = 0.55;
/// The rim of a card, in mm.
const RIM: f64 = 1.2;
/// So many lines of words are usual below a title.
const USUAL_LINES: usize = 4;
/// From the words to the picture below them, and the rim of that, in mm.
const WORDS_TO_PICTURE: f64 = 1.6;
const PICTURE_RIM: f64 = 0.6;
/// The first steps of a block are drawn so much larger than all of it at most, so that a patch looks the same on
/// all cards.
const MOST_LARGER: f64 = 2.0;
/// The largest edge of a cell, in mm.
const LARGEST_CELL: f64 = 10.0;
/// The color behind the picture of a block.
const CREAM: Color = Color::new(0xf8, 0xf1, 0xe4);

/// The pages of all steps; none if nothing is sewn.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let Some(assembly) = plan.assembly() else { return Ok(Vec::new()) };
    let (design, order) = (assembly.design, assembly.order);
    Cardmaker { plan, assembly: &assembly, design, order, steps: plan.step_cards() }.pages()
}

/// Cards of equal size on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grid {
    across: usize,
    down: usize,
}

impl Grid {
    /// Width and height of a card in a room, in mm.
    fn card(self, room: Bounds) -> (f64, f64) {
        let side = |length: f64, count: usize| (length + CARD_GAP) / count as f64 - CARD_GAP;
        (side(room.width(), self.across), side(room.height() - CARD_GAP, self.down))
    }
}

/// What is on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Card {
    /// A block as it is when it is sewn: the first card of a group; none of them is the whole quilt.
    Block(Option<usize>),
    Step(usize),
}

/// Steps that are sewn after each other.
struct Group {
    /// What is made, for the first card; above the cards where that is no block. Then all its steps, where these have one card.
    words: Vec<String>,
    cards: Vec<Card>,
    grid: Grid,
    /// Width and height of a card in mm, but for one over the whole width.
    size: (f64, f64),
    /// The scale at which all of them fit; none where each is as large as it can be.
    scale: Option<f64>,
    /// Whether its picture is turned by a quarter, so that a high and narrow block is larger.
    is_turned: bool,
    /// The height in mm of its picture if that is over the whole width, below steps in two columns.
    below: Option<f64>,
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
        let groups = self.groups(room);
        let whole = self.plan.summary.assembly.iter().flat_map(|all| all.in_words());
        let units = self.plan.summary.half_squares.iter().filter_map(HalfSquares::steps_in_words);
        let mut before: Vec<Block<'_>> = units.chain(whole).map(Block::Paragraph).collect();
        if self.is_short() {
            before.push(Block::paragraph(IN_SHORT));
            let blocks = (0..).zip(&self.order.blocks).filter(|(_, patches)| patches.len() == 1);
            let names: Vec<String> = blocks.map(|(block, _)| counted_name(block)).collect();
            let whole = (!names.is_empty()).then(|| format!("One rectangle each: {}.", list(&names)));
            before.extend(whole.map(Block::Paragraph));
        } else {
            before.push(Block::List(legend(self.assembly)));
        }
        before.extend(self.plan.straight.iter().flat_map(straight::chain_piecing));
        // Cards of groups go on in one row where they are equally large.
        let cards = groups.iter().flat_map(|group| group.cards.iter().map(move |&card| (group, card)));
        let cards: Vec<(&Group, Card)> = cards.collect();
        let key = |(group, card): &(&Group, Card)| {
            let headed = group.cards.first() == Some(card) && !matches!(card, Card::Block(_));
            (group.grid, self.is_long(*card, group), headed)
        };
        let height = |(group, card): &(&Group, Card)| self.height_of_long(*card, group, room.width());
        let is_endless = |of: &(&Group, Card)| key(of).1 && height(of) > room.height() - CARD_GAP;
        let same = |a: &(&Group, Card), b: &(&Group, Card)| {
            let ((grid, long, _), (next_grid, next_long, headed)) = (key(a), key(b));
            grid == next_grid && long == next_long && !headed && !is_endless(a) && !is_endless(b)
        };
        let mut blocks = Vec::from(glossary::blocks(self.plan));
        let heading = if self.is_short() { "The cards" } else { "Signs on the cards" };
        blocks.extend([Block::heading(heading), Block::Columns(before)]);
        blocks.extend(self.plan.straight.iter().flat_map(straight::before_steps));
        for run in cards.chunk_by(same) {
            let (_, long, headed) = key(&run[0]);
            if headed {
                blocks.extend(run[0].0.words.first().map(Block::heading));
            }
            let (width, usual) = run[0].0.size;
            let heights = match long {
                true if is_endless(&run[0]) => {
                    // Its words run on over pages; the card keeps their beginning.
                    blocks.extend(self.words(run[0].1, run[0].0).iter().map(Block::paragraph));
                    vec![usual]
                }
                true => run.iter().map(height).collect(),
                false => vec![usual; run.len()],
            };
            let least_width = if long { room.width() } else { width - 1e-6 };
            let draw = move |canvas: &mut Canvas, card: usize, room: Bounds| {
                let (group, card) = run[card];
                // The pages are dropped then.
                if !self.design.options.stop.is_raised() {
                    self.draw_card(canvas, group, card, room);
                }
            };
            blocks.push(Block::Cards(Cards { heights, least_width, draw: Box::new(draw) }));
        }
        let title = format::title(self.design, "sewing, step by step");
        Ok(Section { title, blocks, legend: Vec::new() }.pages(&format::read(self.design))?)
    }

    /// Whether the steps of a block are lines of one card.
    fn is_short(&self) -> bool {
        let is_full = self.design.options.pages == PatternPages::Full;
        self.plan.straight.is_some() && self.steps.len() > MOST_CARDS && !is_full
    }

    /// The steps of a block, or those that join blocks, on one card.
    fn in_one_card(&self, (block, heading): (Option<usize>, String), cards: &[Card], width: f64) -> Group {
        let steps = self.plan.straight.iter().flat_map(|seams| &seams.steps).collect::<Vec<_>>();
        let lines = cards.iter().filter_map(|card| match card {
            Card::Step(step) => Some(steps[*step].in_short()),
            Card::Block(_) => None,
        });
        let (each, least, most) = BLOCK;
        let wanted = match block {
            Some(_) => (each * cards.len() as f64).clamp(least, most),
            None => WHOLE,
        };
        let bounds =
            block.map_or(self.design.patchwork.bounds(), |at| self.bounds_of(&self.order.blocks[at]));
        let room = (width - 2.0 * RIM) * (1.0 - WORDS);
        let (across, along) = (bounds.width(), bounds.height());
        let scale = |across: f64, along: f64| (room / across).min(wanted / along);
        let is_turned = block.is_some() && scale(along, across) > WORTH_TURNING * scale(across, along);
        let slope = if is_turned { across / along } else { along / across };
        let height = (room * slope).min(wanted) + 2.0 * (RIM + PICTURE_RIM);
        let whole = width - 2.0 * (RIM + PICTURE_RIM);
        let below = (whole * slope).min(wanted);
        let is_below = block.is_some() && room * slope < LOWEST;
        let size = (width / RECTANGLES.across as f64, height);
        let turned = is_turned.then(|| TURNED.to_owned());
        let words = std::iter::once(heading).chain(turned).chain(lines).collect();
        let (cards, below) = (vec![Card::Block(block)], is_below.then_some(below));
        Group { words, cards, grid: RECTANGLES, size, scale: None, is_turned, below }
    }

    /// All steps, on pages with this room.
    fn groups(&self, room: Bounds) -> Vec<Group> {
        let straight = self.plan.straight.as_ref();
        let on_paper: Vec<usize> = straight
            .iter()
            .flat_map(|seams| &seams.plan.foundations)
            .flat_map(|paper| paper.steps.clone())
            .collect();
        // Units of two triangles are sewn before: the page of half-square triangles says how.
        let of_units: &[usize] =
            self.plan.summary.half_squares.as_ref().map_or(&[], |halves| halves.steps.as_slice());
        let of = |block: Option<usize>| -> Vec<Card> {
            let steps = (0..self.order.steps.len()).filter(|&step| self.order.steps[step].block == block);
            let steps = steps.filter(|step| !on_paper.contains(step) && !of_units.contains(&(step + 1)));
            steps.map(Card::Step).collect()
        };
        let grid = self.grid_of_blocks(room);
        let mut groups = Vec::new();
        for (index, patches) in self.order.blocks.iter().enumerate() {
            if straight.is_none() && patches.len() < 2 {
                continue;
            }
            let heading = match straight {
                Some(seams) => heading_of_block(self.design, seams, index, of(Some(index)).is_empty()),
                None => self.heading_of_block(index),
            };
            if self.is_short() {
                if patches.len() == 1 {
                    continue;
                }
                groups.push(self.in_one_card((Some(index), heading), &of(Some(index)), room.width()));
                continue;
            }
            let scale = straight.is_none().then(|| self.scale(grid.card(room), self.bounds_of(patches)));
            let cards = std::iter::once(Card::Block(Some(index))).chain(of(Some(index))).collect();
            let size = grid.card(room);
            groups.push(Group {
                words: vec![heading],
                cards,
                grid,
                size,
                scale,
                is_turned: false,
                below: None,
            });
        }
        let joins = of(None);
        if self.is_short() && !joins.is_empty() {
            groups.push(self.in_one_card((None, "Join the blocks".to_owned()), &joins, room.width()));
        } else if !joins.is_empty() {
            let first = self.order.order.first().filter(|_| straight.is_none());
            let first =
                first.map(|&block| format!("; begin with {}", units(&[self.assembly.unit_of_block(block)])));
            let heading = format!("Join the blocks{}", first.unwrap_or_default());
            let grid = match straight {
                Some(_) => JOINS[2],
                None => JOINS[usize::from(!self.assembly.turns())],
            };
            let whole = self.scale(grid.card(room), self.design.patchwork.bounds());
            let scale = straight.is_none().then_some(whole);
            let size = grid.card(room);
            let (words, cards) = (vec![heading], joins);
            groups.push(Group { words, cards, grid, size, scale, is_turned: false, below: None });
        }
        groups
    }

    /// How large the cards of all blocks are.
    fn grid_of_blocks(&self, room: Bounds) -> Grid {
        if self.plan.straight.is_some() {
            return RECTANGLES;
        }
        if !self.assembly.turns() {
            return PAPERS;
        }
        let (large, least) = LARGE_BLOCKS;
        let cell = |block: &Vec<usize>| {
            self.scale(PATCHES.card(room), self.bounds_of(block)) * self.design.options.cell
        };
        let smallest = self.order.blocks.iter().map(cell).fold(f64::INFINITY, f64::min);
        if smallest < least { large } else { PATCHES }
    }

    fn heading_of_block(&self, index: usize) -> String {
        let block = &self.order.blocks[index];
        let (name, first) = (counted_name(index), self.design.label(block[0]));
        let fabric = &self.design.fabrics[self.design.fabric_of[block[0]]].name;
        format!("Block {name}: {}; begin with {first}, {fabric}", patches(block.len()))
    }

    /// The box around some patches.
    fn bounds_of(&self, patches: &[usize]) -> Bounds {
        self.assembly.bounds_of(patches).unwrap_or(self.design.patchwork.bounds())
    }

    /// The scale at which `bounds` are as large as a card of this size allows.
    fn scale(&self, (width, height): (f64, f64), bounds: Bounds) -> f64 {
        let around = 2.0 * (RIM + PICTURE_RIM);
        let words = (USUAL_LINES + 1) as f64 * NEXT + WORDS_TO_PICTURE;
        let fits = ((width - around) / bounds.width()).min((height - around - words) / bounds.height());
        fits.min(LARGEST_CELL / self.design.options.cell)
    }

    /// Whether the words of a card take too much of it.
    fn is_long(&self, card: Card, group: &Group) -> bool {
        let (width, height) = group.size;
        if group.words.len() > 1 {
            return true;
        }
        let lines = self.lines(card, group, width - 2.0 * RIM).1.len();
        lines as f64 * NEXT > height * MOST_WORDS
    }

    /// What is said on a card.
    fn words<'b>(&'b self, card: Card, group: &'b Group) -> &'b [String] {
        match card {
            Card::Block(_) => &group.words,
            Card::Step(step) => self.steps[step].words.as_slice(),
        }
    }

    /// The lines of words on a card, and how many of them are its title.
    fn lines(&self, card: Card, group: &Group, width: f64) -> (usize, Vec<String>) {
        if self.design.options.stop.is_raised() {
            return (0, Vec::new());
        }
        let set = |words: &String| wrapped(words, TEXT, width);
        let words = self.words(card, group);
        let title = words.first().map_or(0, |title| set(title).len());
        (title, words.iter().flat_map(set).collect())
    }

    /// The height of a card over the whole width: its words are in a part of that, or in two columns above the picture.
    fn height_of_long(&self, card: Card, group: &Group, width: f64) -> f64 {
        let width = width - 2.0 * RIM;
        let lines = |width: f64| self.lines(card, group, width).1.len();
        let Some(below) = group.below else {
            return group.size.1.max(lines(width * WORDS) as f64 * NEXT + 2.0 * RIM);
        };
        let lines = lines((width - CARD_GAP) / 2.0).div_ceil(2);
        lines as f64 * NEXT + WORDS_TO_PICTURE + below + 2.0 * (RIM + PICTURE_RIM)
    }

    /// Words above the picture; beside it on a card over the whole width.
    fn draw_card(&self, canvas: &mut Canvas, group: &Group, card: Card, room: Bounds) {
        if matches!(card, Card::Block(_)) {
            canvas.fill(Path::rectangle(room), CREAM);
        }
        canvas.path(Role::Guide, Path::rectangle(room));
        let inner = room.inset(RIM);
        let is_wide = room.width() > 1.5 * group.size.0 && group.below.is_none();
        let right = if is_wide { inner.left + inner.width() * WORDS } else { inner.right };
        let across = 1 + usize::from(group.below.is_some());
        let width = (right - inner.left + CARD_GAP) / across as f64 - CARD_GAP;
        let (title, lines) = self.lines(card, group, width);
        let down = lines.len().div_ceil(across);
        let mut baseline = inner.top + TEXT - NEXT;
        for (index, words) in lines.into_iter().enumerate() {
            let (column, row) = (index / down, index % down);
            let y = inner.top + TEXT + row as f64 * NEXT;
            if y > inner.bottom {
                break;
            }
            baseline = baseline.max(y);
            let at = Point { x: inner.left + column as f64 * (width + CARD_GAP), y };
            let text = line(&words, at, TEXT, width);
            canvas.text(Role::Label, if index < title { text.bold() } else { text });
        }
        let below = if is_wide {
            Bounds { left: right + PICTURE_RIM, ..inner }
        } else {
            Bounds { top: baseline + WORDS_TO_PICTURE, ..inner }
        };
        let (below, largest) = (below.inset(PICTURE_RIM), LARGEST_CELL / self.design.options.cell);
        match card {
            Card::Block(block) => {
                let turn = if group.is_turned { TOP_AT_THE_LEFT } else { 0 };
                self.draw_block(canvas, block, below, turn);
            }
            Card::Step(step) => {
                let most = group.scale.map_or(largest, |scale| largest.min(scale * MOST_LARGER));
                self.draw_picture(canvas, step, below, most);
            }
        }
    }

    /// A block as it is when it is sewn, with the numbers of its patches; turned by so many degrees.
    fn draw_block(&self, canvas: &mut Canvas, block: Option<usize>, room: Bounds, turn: i32) {
        let blocks = &self.order.blocks;
        let all = block.map_or_else(|| blocks.concat(), |block| blocks[block].clone());
        let units = match block {
            Some(_) => self.assembly.single(&all),
            // A block of one rectangle has its name.
            None => blocks
                .iter()
                .flat_map(|block| match block.as_slice() {
                    [_] => self.assembly.single(block),
                    _ => self.assembly.blocks_of_step(block),
                })
                .collect(),
        };
        let sewn = Joint { block, sewn: all, added: vec![], bays: 0, seams: vec![], open: vec![] };
        let largest = LARGEST_CELL / self.design.options.cell;
        let picture = Picture::turned(self.assembly, &sewn, room, (largest, turn));
        picture.draw_cloth(canvas);
        picture.draw_edges(canvas);
        picture.draw_names(canvas, &units, &mut Words::default());
    }

    fn draw_picture(&self, canvas: &mut Canvas, index: usize, room: Bounds, scale: f64) {
        let step = &self.order.steps[index];
        let picture = Picture::centered(self.assembly, step, room, scale);
        picture.draw_cloth(canvas);
        picture.draw_edges(canvas);
        let mut words = picture.room_for_signs(step);
        if let Some(toward) = self.steps[index].press {
            picture.draw_press(canvas, step, toward, &mut words);
        }
        picture.draw_names(canvas, &self.units(index), &mut words);
        picture.draw_turns(canvas, step, &mut words);
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
}

/// The signs of turns that are on the cards.
fn turns(order: &SewingOrder) -> Vec<(DrawSign, &'static str)> {
    let kinds = || order.steps.iter().flat_map(Joint::bends).map(|bend| bend.kind);
    let is_open = order.steps.iter().any(|step| !step.open.is_empty());
    let all: [(bool, DrawSign, &str); 3] = [
        (kinds().any(|kind| matches!(kind, BendKind::SetIn(_))), dot, Y_SEAM),
        (kinds().any(|kind| kind == BendKind::Pivot), triangle, PIVOT),
        (is_open, ring, PARTIAL_SEAM),
    ];
    all.into_iter().filter(|&(is_there, ..)| is_there).map(|(_, sign, words)| (sign, words)).collect()
}

/// What the signs on the cards mean.
pub(super) fn legend(assembly: &Assembly<'_>) -> Vec<Entry> {
    let seam: DrawSign = |canvas, at| new_seam(canvas, at.moved(-1.8, 0.0), at.moved(1.8, 0.0));
    let press: DrawSign = |canvas, at| arrow(canvas, at, (1.0, 0.0));
    let press = (press, "Press both seam allowances of a straight seam this way.");
    let signs = if assembly.turns() {
        let turns = turns(assembly.order);
        let is_whole = assembly.design.names.is_empty() && !turns.is_empty();
        let seam = (seam, if is_whole { NEW_SEAM } else { STRAIGHT_SEAM });
        [vec![seam, press], turns].concat()
    } else {
        vec![(seam, WHIP_STITCH)]
    };
    let new = |index: usize, words: &str| {
        if index == 0 { format!("New seam. {words}") } else { words.to_owned() }
    };
    let entry =
        |(index, (sign, words)): (usize, (DrawSign, &str))| Entry::new(Sign::Drawn(sign), new(index, words));
    signs.into_iter().enumerate().map(entry).collect()
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
