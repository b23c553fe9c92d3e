//! Sets blocks over as many pages as they take.

use super::block::Block;
use super::join::PageStrip;
use super::sign::Entry;
use super::sizes::AIR;
use super::stack::Stack;
use super::{Page, PageFormat, Title, fitted};
use crate::geometry::Bounds;
use crate::layout::LayoutError;

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
        let width = format.room(&self.title)?.width();
        let stacks: Vec<Stack<'_>> = self.blocks.iter().map(|block| block.stack(width)).collect();
        let mut pages = Vec::new();
        let (mut page, mut top) = self.blank(format)?;
        for (index, stack) in stacks.iter().enumerate() {
            format.stop.check()?;
            let next = stacks.get(index + 1).filter(|_| stack.keeps_next).map_or(0.0, Stack::least);
            let mut rest = stack.units.as_slice();
            while !rest.is_empty() {
                format.stop.check()?;
                let count = stack.fits(rest, page.free.height() - next);
                if count == 0 && page.free.top > top {
                    pages.push(page);
                    (page, top) = self.blank(format)?;
                    continue;
                }
                let (now, later) = rest.split_at(count.max(1));
                // Units of one column may be set on different pages later.
                let step = if stack.across == 1 && stack.head.is_none() { 1 } else { now.len() };
                for units in now.chunks(step) {
                    let mut canvas = page.canvas.blank();
                    let height = stack.draw(&mut canvas, page.free, units);
                    let (canvas, height) = fitted(canvas, page.free, height);
                    let strip = PageStrip::new(canvas, height, stack.keeps_next, &format.stop);
                    page.take_strip(strip, self.legend.is_empty());
                }
                rest = later;
            }
            page.add_air(if stack.keeps_next { 0.0 } else { AIR });
        }
        pages.push(page);
        Ok(pages)
    }

    /// A page with only the legend, and where its free room begins.
    fn blank(&self, format: &PageFormat) -> Result<(Page, f64), LayoutError> {
        let mut page = Page::new(format, self.title.clone())?;
        if !self.legend.is_empty() {
            let legend = Block::List(self.legend.clone());
            let stack = legend.stack(page.free.width());
            let height = stack.units.iter().map(|unit| unit.height).sum::<f64>();
            let top = page.free.bottom - height;
            stack.draw(&mut page.canvas, Bounds { top, ..page.free }, &stack.units);
            page.free.bottom = top - AIR;
        }
        let top = page.free.top;
        Ok((page, top))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cards, Column, Figure, Foot, Sign, Table, finish};
    use super::*;
    use crate::drawing::{Canvas, Drawing, Item, Path, Role, Text};
    use crate::layout::{paper, paper_or_roll};
    use piecework_tiling::stop::StopFlag;
    use std::sync::Arc;
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
