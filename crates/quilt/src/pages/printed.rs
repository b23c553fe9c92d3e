//! What is cut out of paper: on pages together with others, or over several pages where one is too small.

use super::format;
use crate::plan::Design;
use crate::plan::error::QuiltError;
use piecework_draw::drawing::{Canvas, Drawing, Medium};
use piecework_draw::geometry::{Bounds, Dimensions, Point};
use piecework_draw::layout::{
    LayoutError, PAGE_OVERLAP, PageGrid, Part, Placed, Sheet, Stock, divide, nest, nest_pages,
};
use piecework_draw::page::sizes::SCISSORS;
use piecework_draw::page::{Page, StripEdge};
use piecework_tiling::stop::StopFlag;

/// How often the length of a page off a roll is halved to find the shortest: to a few centimetres.
const HALVINGS: usize = 7;
/// By how much templates may be turned where that saves a sheet, in degrees: the grain arrow turns with them.
pub(super) const TURNS: [i32; 3] = [90, 180, 270];

/// Something cut out of paper.
pub(super) struct Printed {
    /// The thing itself.
    pub(super) part: Part,
    /// The box around the finished piece, as it is on paper.
    pub(super) finished: Bounds,
    /// The pages it is divided over; none if it fits on one.
    pub(super) grid: Option<PageGrid>,
    /// The same turned by [`TURNS`], with words that are upright again; none where it may not be turned.
    pub(super) turned: Option<[Part; 3]>,
}

impl Printed {
    /// Something that is divided if it does not fit in `room`.
    pub(super) fn new(part: Part, finished: Bounds, room: Dimensions) -> Result<Self, QuiltError> {
        let bounds = part.bounds();
        // A thousandth of a mm over is rounding.
        let fits = bounds.width() <= room.width + 1e-3 && bounds.height() <= room.height + 1e-3;
        let grid =
            if fits { None } else { Some(divide(&alone(&part)?, room.width, room.height, PAGE_OVERLAP)?) };
        Ok(Self { part, finished, grid, turned: None })
    }

    /// How many pages it takes; a share of one counts as one.
    pub(super) fn pages(&self) -> usize {
        self.grid.as_ref().map_or(1, |grid| grid.pages().len())
    }

    pub(super) fn is_tall(&self) -> bool {
        self.finished.height() >= self.finished.width()
    }
}

/// A part alone on a sheet of its own size, to be divided over pages.
fn alone(part: &Part) -> Result<Drawing, QuiltError> {
    let bounds = part.bounds();
    let mut canvas = Canvas::new(part.name(), Medium::Print, bounds.width(), bounds.height());
    part.draw(&mut canvas, Point { x: 0.0, y: 0.0 });
    Ok(canvas.finish()?)
}

/// Where all lie: those that fit together on common pages, the others on pages of their own.
pub(super) struct Laid<'a> {
    printed: Vec<&'a Printed>,
    /// How many there are of each.
    counts: Vec<usize>,
    /// Which of them each part is; none of these is divided.
    small: Vec<usize>,
    parts: Vec<Part>,
    sheets: Vec<Sheet>,
    /// How often each sheet is printed.
    times: Vec<usize>,
    edge: StripEdge,
}

/// How much is done to find few sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// The boxes around parts are packed: enough to compare.
    Boxes,
    /// Parts reach into the notches of others.
    Outlines,
}

impl<'a> Laid<'a> {
    pub(super) fn nested(
        design: &Design,
        printed: Vec<&'a Printed>,
        edge: StripEdge,
        nesting: Nesting,
    ) -> Result<Self, QuiltError> {
        let free = format::long_room(design, edge)?;
        let small: Vec<usize> = (0..printed.len()).filter(|&index| printed[index].grid.is_none()).collect();
        let mut parts: Vec<Part> = small.iter().map(|&index| printed[index].part.clone()).collect();
        let stock = Stock { width: free.width(), height: free.height(), margin: 0.0, gap: SCISSORS };
        let sheets = match nesting {
            _ if design.options.paper.roll => shortest(&parts, stock)?,
            Nesting::Boxes => nest(&parts, &stock)?,
            Nesting::Outlines => {
                let turned = small.iter().map(|&index| printed[index].turned.as_ref());
                nested_closely(&mut parts, turned.collect(), &stock, &design.options.stop)?
            }
        };
        Ok(Self {
            counts: vec![1; printed.len()],
            printed,
            small,
            parts,
            times: vec![1; sheets.len()],
            sheets,
            edge,
        })
    }

    /// Nothing yet of these, of each of which there are so many.
    pub(super) fn empty(printed: Vec<&'a Printed>, counts: Vec<usize>, edge: StripEdge) -> Self {
        Self { printed, counts, small: vec![], parts: vec![], sheets: vec![], times: vec![], edge }
    }

    /// Adds a sheet that is printed several times: parts as they lie, where, and which of all each is.
    pub(super) fn add(&mut self, sheet: Vec<(Part, Point, usize)>, times: usize) {
        let mut placed = Vec::new();
        for (part, at, of) in sheet {
            placed.push(Placed { part: self.parts.len(), at, turn: 0 });
            self.parts.push(part);
            self.small.push(of);
        }
        self.sheets.push(Sheet { placed });
        self.times.push(times);
    }

    /// How far down the fullest page reaches, in mm.
    pub(super) fn lowest(&self) -> f64 {
        let placed = self.sheets.iter().flat_map(|sheet| &sheet.placed);
        let ends = placed.map(|placed| placed.at.y + self.parts[placed.part].bounds().height());
        ends.fold(0.0, f64::max)
    }

    /// The numbers of the pages of each, if `before` pages come before all of them.
    pub(super) fn pages_of(&self, before: usize) -> Vec<Vec<usize>> {
        let mut pages = vec![Vec::new(); self.printed.len()];
        for (sheet, number) in self.sheets.iter().zip(before + 1..) {
            for placed in &sheet.placed {
                let pages = &mut pages[self.small[placed.part]];
                if pages.last() != Some(&number) {
                    pages.push(number);
                }
            }
        }
        let mut next = before + self.sheets.len() + 1;
        for (printed, pages) in self.printed.iter().zip(&mut pages) {
            let count = printed.grid.as_ref().map_or(0, |grid| grid.pages().len());
            pages.extend(next..next + count);
            next += count;
        }
        pages
    }

    /// How many sheets of paper are printed.
    pub(super) fn sheet_count(&self) -> usize {
        let divided = self
            .printed
            .iter()
            .zip(&self.counts)
            .map(|(printed, count)| printed.grid.as_ref().map_or(0, |grid| grid.pages().len() * count));
        self.times.iter().sum::<usize>() + divided.sum::<usize>()
    }

    /// The pages, in the order of [`Laid::pages_of`]; `what` they are called, one and several.
    pub(super) fn draw(&self, design: &Design, what: (&str, &str)) -> Result<Vec<Page>, QuiltError> {
        let mut pages = Vec::new();
        for (sheet, &times) in self.sheets.iter().zip(&self.times) {
            let name = format!("{}{}", what.1, print(times));
            let mut page = format::long_page(design, &name, self.edge)?;
            for placed in &sheet.placed {
                let at = placed.at.moved(page.free.left, page.free.top);
                self.parts[placed.part].draw(&mut page.canvas, at);
            }
            pages.push(page);
        }
        for (printed, &count) in self.printed.iter().zip(&self.counts) {
            let Some(grid) = &printed.grid else { continue };
            for part in grid.pages() {
                let name = format!("{} {}{}", what.0, printed.part.name(), print(count));
                let mut page = format::long_page(design, &name, self.edge)?.of_grid(grid, part);
                let corner = Point { x: page.free.left, y: page.free.top };
                part.draw(&mut page.canvas, corner);
                pages.push(page);
            }
        }
        Ok(pages)
    }
}

/// Parts that reach into the notches of others; some of them turned where that saves a sheet and all may be.
fn nested_closely(
    parts: &mut [Part],
    turned: Option<Vec<&[Part; 3]>>,
    stock: &Stock,
    stop: &StopFlag,
) -> Result<Vec<Sheet>, LayoutError> {
    let mut best = nest_pages(parts, stock, &[], stop)?;
    let Some(turned) = turned.filter(|_| best.len() > 1) else { return Ok(best) };
    // Half turns first: of equals the grain arrows that are upright.
    for turns in [&TURNS[1..2], &TURNS] {
        let sheets = nest_pages(parts, stock, turns, stop)?;
        if sheets.len() < best.len() {
            best = sheets;
        }
    }
    for placed in best.iter_mut().flat_map(|sheet| &mut sheet.placed) {
        if let Some(way) = TURNS.iter().position(|&turn| turn == placed.turn) {
            parts[placed.part] = turned[placed.part][way].clone();
            placed.turn = 0;
        }
    }
    Ok(best)
}

/// How often a sheet is printed, after what it is called.
fn print(times: usize) -> String {
    if times > 1 { format!(": print {times} times") } else { String::new() }
}

/// All parts on as short a page off a roll as a good packing takes.
pub(super) fn shortest(parts: &[Part], stock: Stock) -> Result<Vec<Sheet>, LayoutError> {
    let mut best = nest(parts, &stock)?;
    let (mut fails, mut works) = (0.0, stock.height);
    for _ in 0..HALVINGS {
        let height = (fails + works) / 2.0;
        match nest(parts, &Stock { height, ..stock }) {
            Ok(sheets) if sheets.len() <= best.len() => (best, works) = (sheets, height),
            _ => fails = height,
        }
    }
    Ok(best)
}
