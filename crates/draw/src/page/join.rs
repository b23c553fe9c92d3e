//! Sets pages below each other, so that a document has no pages with a few lines.

use std::sync::Arc;

use super::sizes::{AIR, HEAD, TITLE};
use super::{Page, title_line};
use crate::drawing::{Canvas, Item, Role};
use crate::geometry::{Bounds, Point};
use piecework_tiling::budget::Kept;
use piecework_tiling::stop::{StopFlag, Stopped};

/// No page should be less full than this share of it: a third without the air between strips.
const LEAST_FULL: f64 = 0.38;
/// A page that is less full looks empty.
const NEARLY_FULL: f64 = 0.68;

/// What was drawn at once. It is kept once, whatever pages and strips it is on, and however far down it is moved.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    items: Arc<(Vec<(Role, Item)>, Kept)>,
    /// Where it ends as it was drawn, in mm from the upper edge of the paper.
    lowest: Option<f64>,
    /// How far it was moved down, in mm, one move after the other.
    moves: Vec<f64>,
}

impl Drawn {
    pub(super) fn new(canvas: Canvas, stop: &StopFlag) -> Self {
        let mut items: Vec<(Role, Item)> = canvas.into_items().collect();
        items.shrink_to_fit();
        let lowest = lowest(items.iter().map(|(_, item)| item));
        let kept = stop.keep(items.iter().map(|(_, item)| size_of::<Role>() + item.memory()).sum());
        Self { items: Arc::new((items, kept)), lowest, moves: Vec::new() }
    }

    /// Where it ends, if anything was drawn.
    pub(super) fn lowest(&self) -> Option<f64> {
        self.lowest.map(|lowest| self.moves.iter().fold(lowest, |at, down| at + down))
    }

    /// Draws it in its place.
    pub(super) fn draw(self, canvas: &mut Canvas) {
        let place = |item: Item| self.moves.iter().fold(item, |item, &down| item.moved(0.0, down));
        let (items, _) = Arc::unwrap_or_clone(self.items);
        items.into_iter().for_each(|(role, item)| canvas.item(role, place(item)));
    }

    fn moved(mut self, down: f64) -> Self {
        self.moves.push(down);
        self
    }
}

/// Where the lowest of some items ends.
pub(super) fn lowest<'i>(items: impl Iterator<Item = &'i Item>) -> Option<f64> {
    items.filter_map(Item::bounds).map(|bounds| bounds.bottom).reduce(f64::max)
}

/// Something on a page that is as wide as the page and may be set elsewhere.
#[derive(Debug, Clone)]
pub(super) struct PageStrip {
    drawn: Drawn,
    height: f64,
    /// The air below it.
    air: f64,
    /// Whether the next strip must be on the same page.
    keeps_next: bool,
    /// The head of the table of which it is a row, as it is at the top of a page.
    head: Option<Arc<PageStrip>>,
    /// Whether it is such a head, of a table that goes on from the page before.
    is_repeated: bool,
}

impl PageStrip {
    pub(super) fn new(canvas: Canvas, height: f64, keeps_next: bool, stop: &StopFlag) -> Self {
        let drawn = Drawn::new(canvas, stop);
        Self { drawn, height, air: 0.0, keeps_next, head: None, is_repeated: false }
    }

    /// The head of a table above its rows on another page.
    pub(super) fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    /// A row of the table with this head.
    pub(super) fn of_table(self, head: Option<Arc<PageStrip>>) -> Self {
        Self { head, ..self }
    }
}

/// Sets every page below the one before it, if both are only read: all of it where there is room, else as
/// much as fits.
pub fn joined(pages: Vec<Page>) -> Vec<Page> {
    let mut joined: Vec<Page> = Vec::new();
    let later = later_content(&pages);
    for (mut page, later) in pages.into_iter().zip(later) {
        if let Some(last) = joined.last_mut() {
            if last.may_take(&page) && last.goes_on(&page) {
                page = page.without_repeated_head();
            }
            if last.has_room_for(&page) {
                last.take_in(page);
                continue;
            }
            last.take_beginning(&mut page, later);
            if page.strips.is_empty() && page.is_blank() {
                continue;
            }
            page = page.with_repeated_head();
        }
        joined.push(page);
    }
    joined
}

/// Joins each of several orders of the same pages; returns the one with the fewest pages, where one that is
/// hardly full counts twice; of equals the one on which the fewest pages are a third empty.
///
/// # Errors
/// [`Stopped`], which is asked before each order.
pub fn joined_in_best_order(
    orders: impl IntoIterator<Item = Vec<Page>>,
    stop: &StopFlag,
) -> Result<Vec<Page>, Stopped> {
    let cost = |pages: &Vec<Page>| {
        let less_full = |share: f64| pages.iter().filter(|page| page.is_less_full(share)).count();
        (pages.len() + less_full(LEAST_FULL), less_full(NEARLY_FULL))
    };
    let joined = orders.into_iter().map(|order| stop.check().map(|()| joined(order)));
    Ok(joined.collect::<Result<Vec<_>, _>>()?.into_iter().min_by_key(cost).unwrap_or_default())
}

/// For each page the height of what follows and may be set below what is left of the page, in mm: under the same title, and
/// the beginning of what is under the next one.
fn later_content(pages: &[Page]) -> Vec<f64> {
    let mut later = vec![0.0; pages.len()];
    for (index, pair) in pages.windows(2).enumerate().rev() {
        if pair[0].title.part == pair[1].title.part && !pair[1].strips.is_empty() {
            later[index] = later[index + 1] + pair[1].content();
        } else if pair[0].may_take(&pair[1]) && !pair[1].strips.is_empty() {
            let first = pair[1].strips.iter().position(|strip| !strip.keeps_next).unwrap_or(0);
            later[index] = HEAD + pair[1].strips[..=first].iter().map(|strip| strip.height).sum::<f64>();
        }
    }
    later
}

/// Where to divide strips that should be divided before `count`: before the heading of a list of which only
/// its last entries would be on the next page, if `least` mm and more stay here.
fn before_heading(strips: &[PageStrip], count: usize, least: f64) -> usize {
    /// So many entries are few.
    const FEW: usize = 3;
    let last = strips[count..].iter().position(|strip| strip.keeps_next).unwrap_or(strips.len() - count);
    let heading = strips[..count].iter().rposition(|strip| strip.keeps_next).unwrap_or(count);
    let before = strips[..heading].iter().rposition(|strip| !strip.keeps_next);
    let heading = if heading < count { before.map_or(0, |before| before + 1) } else { count };
    let left: f64 = strips[..heading].iter().map(|strip| strip.height + strip.air).sum();
    if (1..=FEW).contains(&last) && left >= least { heading } else { count }
}

impl Page {
    /// Draws a strip at the top of the free room, and takes that room away; `flows` if it may be set
    /// elsewhere.
    pub(super) fn take_strip(&mut self, strip: PageStrip, flows: bool) {
        self.free.top += strip.height;
        self.settle();
        self.drawn.push(strip.drawn.clone());
        if flows {
            self.strips.push(strip);
        }
    }

    /// Puts away what was drawn on the page itself: copies of the page share it then.
    pub fn settle(&mut self) {
        if self.canvas.items().next().is_some() {
            let blank = self.canvas.blank();
            self.drawn.push(Drawn::new(std::mem::replace(&mut self.canvas, blank), &self.format.stop));
        }
    }

    fn is_blank(&self) -> bool {
        self.canvas.items().next().is_none() && self.drawn.iter().all(|drawn| drawn.items.0.is_empty())
    }

    /// Leaves air below what is on the page.
    pub(super) fn add_air(&mut self, air: f64) {
        self.free.top += air;
        if let Some(last) = self.strips.last_mut() {
            last.air += air;
        }
    }

    /// Whether something of `next` can be below what is here.
    fn may_take(&self, next: &Page) -> bool {
        let only_read = |page: &Page| !page.format.foot.is_true_to_size() && page.map.is_none();
        only_read(self) && only_read(next) && !next.title.part.is_empty() && next.title.line.is_empty()
    }

    /// Whether all of `next` with its heading fits below what is here. A page with a legend at its lower edge
    /// is full.
    fn has_room_for(&self, next: &Page) -> bool {
        self.may_take(next) && self.end(next) + self.head(next) + next.content() <= self.free.bottom + 1e-6
    }

    /// The height of the heading of `next` below what is here: none where it goes on with the same.
    fn head(&self, next: &Page) -> f64 {
        if self.goes_on(next) { 0.0 } else { HEAD }
    }

    fn goes_on(&self, next: &Page) -> bool {
        self.title.bookmark.ends_with(&next.title.part)
    }

    /// Takes as many strips from the beginning of `next` as fit below what is here; the others move up. After
    /// `next` so much is `later` that goes on with the same, in mm.
    fn take_beginning(&mut self, next: &mut Page, later: f64) {
        /// Less than this of a section is not worth a heading, in mm.
        const LEAST: f64 = 20.0;
        if !self.may_take(next) || next.strips.is_empty() {
            return;
        }
        let mut room = self.free.bottom + 1e-6 - self.end(next) - self.head(next);
        let fits = next.strips.iter().take_while(|strip| {
            room -= strip.height;
            let fits = room >= 0.0;
            room -= strip.air;
            fits
        });
        let mut count = fits.count();
        while count > 0 && next.strips[count - 1].keeps_next {
            count -= 1;
        }
        let height = |strips: &[PageStrip]| strips.iter().map(|strip| strip.height + strip.air).sum::<f64>();
        let third = (self.free.bottom - self.start) * LEAST_FULL;
        let mut fewer = count;
        while fewer > 0
            && (height(&next.strips[fewer..]) + later < third || next.strips[fewer - 1].keeps_next)
        {
            fewer -= 1;
        }
        if self.lowest() - self.start >= third || height(&next.strips[..fewer]) >= third {
            count = before_heading(&next.strips, fewer, third - self.content());
        }
        let taken = height(&next.strips[..count]);
        if count == 0 || (!self.goes_on(next) && taken < LEAST) {
            return;
        }
        let rest = next.strips.split_off(count);
        let strips = std::mem::take(&mut next.strips);
        let mut first = next.blank();
        *next = first.clone();
        strips.into_iter().for_each(|strip| first.take_strip(strip, true));
        next.take_strips(rest, -taken);
        self.take_in(first);
    }

    /// The same page without what is on it.
    fn blank(&self) -> Page {
        let free = Bounds { top: self.start, ..self.free };
        let (drawn, strips) = (Vec::new(), Vec::new());
        Self { canvas: self.canvas.blank(), drawn, strips, free, ..self.clone() }
    }

    /// Takes strips that are moved so far down, in mm.
    fn take_strips(&mut self, strips: Vec<PageStrip>, down: f64) {
        for strip in strips {
            let air = strip.air;
            self.take_strip(PageStrip { drawn: strip.drawn.moved(down), air: 0.0, ..strip }, true);
            self.add_air(air);
        }
    }

    /// The page without the head of a table that goes on from the page before: its rows follow those.
    fn without_repeated_head(self) -> Page {
        let Some(head) = self.strips.first().filter(|strip| strip.is_repeated) else { return self };
        let mut page = self.blank();
        page.take_strips(self.strips[1..].to_vec(), -head.height);
        page
    }

    /// The page with the head of a table that it begins in the middle of.
    fn with_repeated_head(self) -> Page {
        let Some(head) = self.strips.first().and_then(|strip| strip.head.clone()) else { return self };
        let (mut page, height) = (self.blank(), head.height);
        page.take_strip(PageStrip::clone(&head), true);
        page.take_strips(self.strips, height);
        page
    }

    /// Where `next` begins that is set below this page: what goes on with the same keeps its own air.
    fn end(&self, next: &Page) -> f64 {
        let flows = self.goes_on(next) && !next.strips.is_empty();
        self.lowest() + if flows { 0.0 } else { 2.0 * AIR }
    }

    /// Whether less than a share of its room is used.
    fn is_less_full(&self, share: f64) -> bool {
        self.content() < (self.free.bottom - self.start) * share
    }

    /// The height of what is on the page.
    fn content(&self) -> f64 {
        self.lowest() - self.start
    }

    fn take_in(&mut self, mut next: Page) {
        let (end, content, head) = (self.end(&next), next.content(), self.head(&next));
        if head > 0.0 {
            let mut heading = std::mem::take(&mut next.title.part);
            self.title.bookmark.push_str(&format!(", {heading}"));
            if let Some(first) = heading.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let at = Point { x: self.free.left, y: end + TITLE };
            self.canvas.text(Role::Label, title_line(&heading, at, TITLE, self.free.width()));
        }
        let down = end + head - next.start;
        self.settle();
        next.settle();
        self.drawn.extend(next.drawn.into_iter().map(|drawn| drawn.moved(down)));
        self.free.top = end + head + content;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sizes::LINE;
    use super::super::{Block, Column, Foot, PageFormat, Section, Table, Title, one_by_one};
    use super::*;
    use crate::drawing::{Drawing, Medium};
    use crate::layout::paper;
    use piecework_tiling::budget::Budget;

    #[test]
    fn the_last_entries_of_a_list_are_not_left_to_the_next_page() {
        let strip = |keeps_next| {
            PageStrip::new(
                Canvas::new("strip", Medium::Print, 100.0, 100.0),
                10.0,
                keeps_next,
                &StopFlag::never(),
            )
        };
        let list = |entries: usize| (0..=entries).map(|index| strip(index == 0)).collect::<Vec<_>>();
        assert_eq!(before_heading(&list(5), 5, 0.0), 0, "one entry would be alone");
        assert_eq!(before_heading(&list(5), 5, 10.0), 5, "too little would stay");
        assert_eq!(before_heading(&list(9), 5, 0.0), 5, "five of nine are not few");
        let two: Vec<PageStrip> = list(4).into_iter().chain(list(4)).collect();
        assert_eq!(before_heading(&two, 5, 0.0), 5, "the second list begins there");
        assert_eq!(before_heading(&two, 8, 30.0), 5, "the second list moves as a whole");
    }

    /// The words of a page with where they begin, from the top down.
    fn words(page: &Drawing) -> Vec<(f64, String)> {
        let items = page.layers().iter().flat_map(|layer| &layer.items);
        let texts = items.filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
        let mut words: Vec<_> = texts.map(|text| (text.start().y, text.content().to_owned())).collect();
        words.sort_by(|a, b| a.0.total_cmp(&b.0));
        words
    }

    #[test]
    fn heads_of_tables_are_where_a_table_begins_and_at_the_top_of_pages() {
        let format = PageFormat::new(paper("a4").expect("embedded"), Foot::not_to_scale());
        for before in (0..60).step_by(4) {
            let heads = || vec![("row".to_owned(), Column::Words), ("words".to_owned(), Column::Words)];
            let rows = (0..80).map(|row| vec![format!("row {row}."), "x ".repeat(90)]).collect();
            let lines = (0..before).map(|line| Block::paragraph(format!("line {line}"))).collect();
            let table = vec![Block::Table(Table { heads: heads(), rows })];
            let pages = [("lines", lines), ("cutting", table)].map(|(name, blocks)| {
                let section = Section { title: Title::new("Star", name), blocks, legend: Vec::new() };
                section.pages(&format).expect("room")
            });
            let pages: Vec<Drawing> =
                one_by_one(joined(pages.concat())).map(|page| page.expect("a drawing")).collect();
            let mut row = 0;
            for page in pages {
                let words = words(&page);
                let of = |what: &str| {
                    words.iter().filter(|(_, words)| words.starts_with(what)).collect::<Vec<_>>()
                };
                let (heads, rows) = (of("row").into_iter().filter(|(_, words)| words == "row"), of("row "));
                assert_eq!(heads.count(), usize::from(!rows.is_empty()), "{before}: {words:?}");
                for (_, words) in &rows {
                    assert_eq!(*words, format!("row {row}."), "{before}");
                    row += 1;
                }
                let apart = rows.windows(2).map(|pair| pair[1].0 - pair[0].0);
                assert!(apart.into_iter().all(|apart| apart > LINE - 1e-6), "{before}: {rows:?}");
                let first = words.iter().position(|(_, words)| words.starts_with("row "));
                let head = first.map(|first| words[first - 2..first].iter().any(|(_, words)| words == "row"));
                assert!(head.unwrap_or(true), "{before}: {words:?}");
            }
            assert_eq!(row, 80);
        }
    }

    #[test]
    fn what_is_drawn_is_kept_once_in_any_number_of_orders_and_forgotten_page_by_page() {
        let budget = Budget::of(1 << 30);
        let stop = StopFlag::never().within(budget.clone());
        let format =
            PageFormat { stop, ..PageFormat::new(paper("a4").expect("embedded"), Foot::not_to_scale()) };
        let blocks = (0..400).map(|line| Block::paragraph(format!("line {line}"))).collect();
        let section = Section { title: Title::new("Star", "words"), blocks, legend: Vec::new() };
        let pages = section.pages(&format).expect("room");
        let drawn = budget.kept();
        assert!(drawn > 400 * 64, "{drawn}");
        let orders = (0..8).map(|_| pages.clone());
        let best = joined_in_best_order(orders, &format.stop).expect("nothing stops it");
        drop(pages);
        assert_eq!(budget.kept(), drawn);
        let mut before = drawn;
        for page in one_by_one(best) {
            page.expect("a drawing");
            assert!(budget.kept() < before);
            before = budget.kept();
        }
        assert_eq!(before, 0);
    }
}
