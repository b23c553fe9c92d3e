//! Sets blocks over as many pages as they take.

use super::block::Block;
use super::join::PageStrip;
use super::sign::Entry;
use super::sizes::AIR;
use super::stack::{Stack, Unit};
use super::{Page, PageFormat, Title, fitted};
use crate::geometry::Bounds;
use crate::layout::LayoutError;
use std::sync::Arc;

/// Pages under one title.
pub struct Section<'a> {
    /// The title of every page.
    pub title: Title,
    /// What is on the pages, in order.
    pub blocks: Vec<Block<'a>>,
    /// What is explained at the end of every page.
    pub legend: Vec<Entry>,
}

impl Section<'_> {
    /// Sets the blocks over pages. No heading is the last thing on a page; what is higher or wider than a page is
    /// alone on one, smaller.
    ///
    /// # Errors
    /// As [`PageFormat::room`], and [`LayoutError::Stopped`].
    pub fn pages(&self, format: &PageFormat) -> Result<Vec<Page>, LayoutError> {
        let mut pages = vec![self.blank(format)?];
        let (width, height) = (pages[0].free.width(), pages[0].free.height());
        let mut stacks: Vec<Stack<'_>> = self.blocks.iter().map(|block| block.stack(width)).collect();
        for stack in &mut stacks {
            stack.is_whole &= stack.across == 1 && stack.height() <= height;
        }
        for index in 0..stacks.len() {
            let keeps_next = stacks[index].keeps_next;
            let next = stacks.get(index + 1).filter(|_| keeps_next).map_or(0.0, Stack::least);
            // Rows of one column may be set on different pages later, and its head only at the top of them.
            let Stack { across, width: wide, is_whole, .. } = stacks[index];
            let is_column = across == 1 && wide <= width + 1e-6 && !is_whole;
            let head = if is_column { stacks[index].head.take() } else { None };
            self.set((&stacks[index], head.as_ref(), next), &mut pages, format)?;
            if let Some(page) = pages.last_mut() {
                page.add_air(if keeps_next { 0.0 } else { AIR });
            }
        }
        Ok(pages)
    }

    /// Sets a block below what is on the last page, and on further pages; its head is apart, and there is so much room below
    /// it, in mm.
    fn set(
        &self,
        (stack, head, next): (&Stack<'_>, Option<&Unit<'_>>, f64),
        pages: &mut Vec<Page>,
        format: &PageFormat,
    ) -> Result<(), LayoutError> {
        let flows = self.legend.is_empty();
        let above = head.map_or(0.0, |head| head.height);
        let mut rest = stack.units.as_slice();
        let mut repeated = None;
        while let Some(page) = pages.last_mut().filter(|_| !rest.is_empty()) {
            format.stop.check()?;
            let count = stack.fits(rest, page.free.height() - above - next);
            let has_room = count > 0 && (count == rest.len() || !stack.is_whole);
            if !has_room && page.free.top > page.start {
                pages.push(self.blank(format)?);
                continue;
            }
            if let Some(head) = head {
                let strip = |at: Bounds| {
                    let mut canvas = page.canvas.blank();
                    (head.draw)(&mut canvas, Bounds { bottom: at.top + head.height, ..at });
                    PageStrip::new(canvas, head.height, true, &format.stop)
                };
                let first = repeated.is_none().then(|| strip(page.free));
                let at_the_top = || Arc::new(strip(Bounds { top: page.start, ..page.free }).repeated());
                let again = repeated.get_or_insert_with(at_the_top);
                let strip = first.unwrap_or_else(|| PageStrip::clone(again));
                page.take_strip(strip, flows);
            }
            let (now, later) = rest.split_at(count.max(1));
            let step = if stack.across == 1 && stack.head.is_none() { 1 } else { now.len() };
            for units in now.chunks(step) {
                let mut canvas = page.canvas.blank();
                let height = stack.draw(&mut canvas, page.free, units);
                let (canvas, height) = fitted(canvas, page.free, height);
                let strip = PageStrip::new(canvas, height, stack.keeps_next, &format.stop);
                page.take_strip(strip.of_table(repeated.clone()), flows);
            }
            rest = later;
        }
        Ok(())
    }

    /// A page with only the legend.
    fn blank(&self, format: &PageFormat) -> Result<Page, LayoutError> {
        let mut page = Page::new(format, self.title.clone())?;
        if !self.legend.is_empty() {
            let legend = Block::List(self.legend.clone());
            let stack = legend.stack(page.free.width());
            let height = stack.units.iter().map(|unit| unit.height).sum::<f64>();
            let top = page.free.bottom - height;
            stack.draw(&mut page.canvas, Bounds { top, ..page.free }, &stack.units);
            page.free.bottom = top - AIR;
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cards, Column, Figure, Foot, Sign, Table, finish};
    use super::*;
    use crate::drawing::{Canvas, Drawing, Item, Path, Role, Text};
    use crate::layout::{paper, paper_or_roll};
    use piecework_tiling::stop::StopFlag;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn format() -> PageFormat {
        PageFormat::new(paper("a4").expect("embedded"), Foot::not_to_scale())
    }

    fn section(blocks: Vec<Block<'_>>) -> Section<'_> {
        Section { title: Title::new("Star", "sewing"), blocks, legend: Vec::new() }
    }

    fn texts(page: &Drawing) -> Vec<&Text> {
        let items = page.layers().iter().flat_map(|layer| &layer.items);
        items.filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None }).collect()
    }

    fn words(page: &Drawing) -> Vec<&str> {
        texts(page).iter().map(|text| text.content()).collect()
    }

    #[test]
    fn an_entry_longer_than_a_page_runs_on() {
        let steps: Vec<String> = (1..=4000).map(|step| format!("step{step}")).collect();
        let blocks = vec![Block::List(vec![Entry::new(Sign::CheckBox, steps.join(" "))])];
        let pages =
            finish(section(blocks).pages(&format()).expect("room")).expect("nothing is off the sheet");
        let all: Vec<&str> = pages.iter().flat_map(words).flat_map(|line| line.split(' ')).collect();
        let set: Vec<&&str> = all.iter().filter(|word| word.starts_with("step") && word.len() > 4).collect();
        assert_eq!((pages.len() > 1, set.len()), (true, 4000));
    }

    /// What no page has room for is on one, smaller, and what follows begins below it.
    #[test]
    fn what_is_larger_than_a_page_is_smaller_on_it() {
        let draw = |canvas: &mut Canvas, room: Bounds| canvas.path(Role::Guide, Path::rectangle(room));
        let figure = || Figure { width: 500.0, height: 700.0, beside: Vec::new(), draw: Box::new(draw) };
        let cards = Cards {
            heights: vec![400.0; 3],
            least_width: 80.0,
            draw: Box::new(move |canvas, _, room| draw(canvas, room)),
        };
        let heads = (0..9).map(|head| (format!("head {head}"), Column::Number)).collect();
        let table = Table { heads, rows: vec![vec!["123 1/2 in".repeat(4); 9]] };
        let blocks =
            vec![Block::Figure(figure()), Block::Cards(cards), Block::Table(table), Block::paragraph("end")];
        let pages =
            finish(section(blocks).pages(&format()).expect("room")).expect("nothing is off the sheet");
        assert!(pages.len() >= 3, "{}", pages.len());
        assert!(pages.iter().flat_map(words).any(|words| words == "end"));
    }

    #[test]
    fn a_raised_flag_stops_the_layout() {
        let flag = Arc::new(AtomicBool::new(false));
        let format = PageFormat { stop: StopFlag::when(Arc::clone(&flag)), ..format() };
        let section = section(vec![Block::paragraph("Wash and press the fabric.")]);
        let pages = section.pages(&format).expect("nothing stops it yet");
        flag.store(true, Ordering::Relaxed);
        assert!(matches!(section.pages(&format), Err(LayoutError::Stopped(_))));
        assert!(matches!(finish(pages), Err(LayoutError::Stopped(_))));
    }

    #[test]
    fn no_heading_is_the_last_thing_on_a_page_and_every_row_is_set_once() {
        for before in 0..40 {
            let rows = |count: usize| (0..count).map(|row| vec![format!("row {row}."), "x ".repeat(90)]);
            let heads = || vec![("row".to_owned(), Column::Words), ("words".to_owned(), Column::Words)];
            let tables = [before, 30].map(|count| Table { heads: heads(), rows: rows(count).collect() });
            let [first, second] = tables.map(Block::Table);
            let blocks = vec![first, Block::heading("The second"), second];
            let pages = finish(section(blocks).pages(&format()).expect("room")).expect("drawings");
            let all: Vec<Vec<&str>> = pages.iter().map(words).collect();
            let rows = all.iter().flatten().filter(|word| word.starts_with("row ")).count();
            assert_eq!(rows, before + 30);
            let heading = all.iter().find(|page| page.contains(&"The second")).expect("it is there");
            let at = heading.iter().position(|word| *word == "The second").expect("just found");
            assert!(heading[at + 1..].contains(&"row 0."), "{before}: {heading:?}");
        }
    }

    #[test]
    fn a_whole_table_is_on_one_page_with_its_heading() {
        for before in (0..60).step_by(5) {
            let lines = (0..before).map(|line| Block::paragraph(format!("line {line}")));
            let rows = (0..16).map(|row| vec![format!("row {row}."), "x ".repeat(90)]).collect();
            let heads = vec![("row".to_owned(), Column::Words), ("words".to_owned(), Column::Words)];
            let table = [Block::heading("Sizes"), Block::Whole(Table { heads, rows })];
            let pages = section(lines.chain(table).collect()).pages(&format()).expect("room");
            let pages = finish(crate::page::joined(pages)).expect("drawings");
            let has = |page: &&Drawing| words(page).iter().any(|words| words.starts_with("row "));
            let found: Vec<&Drawing> = pages.iter().filter(has).collect();
            assert_eq!(found.len(), 1, "{before}");
            let rows = words(found[0]).iter().filter(|words| words.starts_with("row ")).count();
            assert_eq!((rows, words(found[0]).contains(&"Sizes")), (16, true), "{before}");
        }
    }

    #[test]
    fn type_is_never_smaller_than_8_pt_and_pages_are_numbered() {
        let entry = |index: usize| Entry::new(Sign::Indent, format!("entry {index} ").repeat(40));
        let long = section(vec![Block::List((0..40).map(entry).collect())]);
        let pages = finish(long.pages(&format()).expect("room")).expect("drawings");
        assert!(pages.len() > 1);
        for (number, page) in (1..).zip(&pages) {
            assert!(words(page).contains(&format!("page {number} of {}", pages.len()).as_str()));
            assert!(texts(page).iter().all(|text| text.em() >= 8.0 * 25.4 / 72.0));
        }
    }

    /// A page with four rows of cards, each as high as its highest.
    fn cards() -> Vec<Drawing> {
        let heights = vec![20.0, 30.0, 20.0, 10.0, 30.0, 10.0, 25.0, 30.0];
        let frame = |canvas: &mut Canvas, room: Bounds| canvas.path(Role::Guide, Path::rectangle(room));
        let draw = Box::new(move |canvas: &mut Canvas, _: usize, room: Bounds| frame(canvas, room));
        let cards = Block::Cards(Cards { heights, least_width: 80.0, draw });
        finish(section(vec![cards]).pages(&format()).expect("room")).expect("drawings")
    }

    fn rectangles(page: &Drawing) -> Vec<Bounds> {
        let items = page.layers().iter().flat_map(|layer| &layer.items);
        let of = |item: &Item| if let Item::Path(path) = item { Bounds::around(path.points()) } else { None };
        items.filter_map(of).filter(|bounds| bounds.height() > 5.0).collect()
    }

    #[test]
    fn cards_of_a_row_are_equally_high() {
        let pages = cards();
        let heights: Vec<f64> = rectangles(&pages[0]).into_iter().map(Bounds::height).collect();
        let expected = [30.0, 30.0, 20.0, 20.0, 30.0, 30.0, 30.0, 30.0];
        assert_eq!(heights.len(), expected.len());
        assert!(
            heights.iter().zip(expected).all(|(found, height)| (found - height).abs() < 1e-6),
            "{heights:?}"
        );
    }

    #[test]
    fn narrow_tables_take_several_columns() {
        let rows = (0..100).map(|row| vec![row.to_string()]).collect();
        let table = Table { heads: vec![("piece".to_owned(), Column::Number)], rows };
        let pages = finish(section(vec![Block::Table(table)]).pages(&format()).expect("room"));
        let pages = pages.expect("drawings");
        assert_eq!(pages.len(), 1);
        assert!(words(&pages[0]).iter().filter(|word| **word == "piece").count() > 5);
    }

    #[test]
    fn a_page_off_a_roll_ends_below_its_content() {
        let roll = PageFormat { paper: paper_or_roll("roll-a0").expect("embedded"), ..format() };
        let height = |lines: usize| {
            let blocks = (0..lines).map(|_| Block::paragraph("words")).collect();
            let pages = finish(section(blocks).pages(&roll).expect("room")).expect("drawings");
            pages[0].height()
        };
        let step = height(2) - height(1);
        assert!(step > 0.0 && (height(5) - height(1) - 4.0 * step).abs() < 1e-9);
    }
}
