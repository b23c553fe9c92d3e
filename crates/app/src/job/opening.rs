//! Chooses which cells of a puzzle with classes stay open, and counts the tilings of every choice.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use web_time::{SystemTime, UNIX_EPOCH};

use super::files::add_svg;
use super::session::Session;
use super::{Made, search};
use crate::design::{BookPart, Design, OptionError, Product, Subject};
use crate::output::FileSet;
use piecework_draw::drawing::Drawing;
use piecework_draw::layout;
use piecework_draw::render::document_format;
use piecework_draw::render::documents::{self, DocumentOptions};
use piecework_sheet::{YearBlock, YearDay, year_page};
use piecework_solve::{OpeningCounts, count_openings};
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::Puzzle;
use piecework_tiling::text::plural;

/// The value of `--open` for every choice.
pub(super) const EACH: &str = "each";

/// Returns the design of the puzzle that is left when the chosen cells stay open; `None` if it has no classes, or if the search is
/// over all choices. What is made of pieces leaves the first choice open, unless another is asked for; a book of such puzzles
/// alone and puzzles made to order have all choices.
///
/// # Errors
/// [`OptionError`] if the option has no effect or lacks another; what no cell is called.
pub fn opened(design: &Design) -> Result<Option<Design>, Error> {
    let open = design.search.open.as_deref();
    let has_classes = |subject: &Subject| !subject.puzzle.classes().is_empty();
    let mut left = design.clone();
    if !subjects(&mut left, false).any(|subject| has_classes(subject)) {
        return match open {
            Some(_) => Err(OptionError::no_effect("--open", "no cells of the puzzle are in classes").into()),
            None => Ok(None),
        };
    }
    let is_search = |product: &Product| matches!(product, Product::Solve(_) | Product::Compare(_));
    let takes_all = |product: &Product| is_search(product) || matches!(product, Product::Puzzle(_));
    if open == Some(EACH) && !design.products.iter().all(takes_all) {
        return Err(OptionError::Needs { option: "--open each".into(), other: "solve".into() }.into());
    }
    if open == Some(EACH) || open.is_none() && design.products.iter().all(takes_all) {
        return Ok(None);
    }
    left.search.open = None;
    for subject in
        subjects(&mut left, open.is_none()).filter(|subject| has_classes(subject) && !subject.is_solved())
    {
        match open {
            Some("today") => subject.open(&today())?,
            Some(text) => subject.open(text)?,
            None => subject.leave_open(&subject.puzzle.openings().into_iter().next().unwrap_or_default())?,
        }
    }
    Ok(Some(left))
}

/// The puzzles of a design, those of books too, but for books and orders of all choices.
fn subjects(design: &mut Design, is_each: bool) -> impl Iterator<Item = &mut Subject> {
    let parts = design.products.iter_mut().filter_map(Product::parts_mut);
    // A book of nothing but calendars has all of their days.
    let is_calendar = |part: &BookPart| match part {
        BookPart::Puzzle(subject) => !subject.puzzle.classes().is_empty() && !subject.is_solved(),
        BookPart::Order { .. } => false,
    };
    let parts = parts.filter(move |parts| !is_each || !parts.iter().all(is_calendar)).flatten();
    let of_books = parts.filter_map(move |part| match part {
        BookPart::Puzzle(subject) => Some(&mut **subject),
        BookPart::Order { subject, .. } => subject.as_deref_mut().filter(|_| !is_each),
    });
    design.subjects.iter_mut().chain(of_books)
}

/// Returns the words of cells, or where they are.
pub(super) fn words(puzzle: &Puzzle, cells: &[Cell]) -> String {
    let word = |cell: &Cell| {
        puzzle.region().label(*cell).map_or_else(|| format!("{},{}", cell.x, cell.y), str::to_owned)
    };
    cells.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the date of today by UTC.
///
/// # Source
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn today() -> String {
    const DAY: u64 = 86_400;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since: Duration| since.as_secs());
    let days = since / DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let (day, month) = (day_of_year - (153 * from_march + 2) / 5 + 1, (from_march + 2) % 12 + 1);
    let year = year_of_era + era * 400 + u64::from(month < 3);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The number of tilings for every choice of open cells.
pub(super) struct Each<'p> {
    puzzle: &'p Puzzle,
    /// In the order of the classes.
    numbers: Vec<(Vec<Cell>, u64)>,
}

impl<'p> Each<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, counted: &OpeningCounts) -> Self {
        let number = |cells: Vec<Cell>| {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            (cells, counted.counts.get(&sorted).copied().unwrap_or(0))
        };
        Self { puzzle, numbers: puzzle.openings().into_iter().map(number).collect() }
    }

    fn words(&self, cells: &[Cell]) -> String {
        words(self.puzzle, cells)
    }

    fn tilings(&self) -> u64 {
        self.numbers.iter().map(|(_, number)| number).sum()
    }

    /// The choice with the fewest or the most tilings, the first of equal ones.
    fn extreme(&self, is_before: impl Fn(u64, u64) -> bool) -> Option<(String, u64)> {
        let mut all = self.numbers.iter();
        let first = all.next()?;
        let (cells, number) =
            all.fold(first, |best, next| if is_before(next.1, best.1) { next } else { best });
        Some((self.words(cells), *number))
    }

    pub(super) fn without(&self) -> Vec<String> {
        self.numbers.iter().filter(|(_, number)| *number == 0).map(|(cells, _)| self.words(cells)).collect()
    }

    /// All in one line: how many ways, tilings, the extremes, and the ways without a tiling.
    pub(super) fn in_words(&self) -> String {
        let extreme = |extreme: Option<(String, u64)>| {
            extreme.map_or_else(String::new, |(words, number)| format!("{number} ({words})"))
        };
        let without = match self.without() {
            none if none.is_empty() => "none without".to_owned(),
            some => format!("{} without: {}", some.len(), some.join(", ")),
        };
        let (fewest, most) = (extreme(self.extreme(|a, b| a < b)), extreme(self.extreme(|a, b| a > b)));
        let (ways, tilings) = (self.numbers.len(), self.tilings());
        let tilings = plural(usize::try_from(tilings).unwrap_or(usize::MAX), "tiling");
        format!("{tilings} for {}, fewest {fewest}, most {most}, {without}", plural(ways, "way"))
    }

    fn to_text(&self) -> String {
        let lines = self.numbers.iter().map(|(cells, number)| format!("{}: {number}\n", self.words(cells)));
        lines.collect::<String>() + &self.in_words() + "\n"
    }

    pub(super) fn to_json(&self) -> Value {
        let extreme = |extreme: Option<(String, u64)>| {
            extreme.map(|(open, tilings)| json!({ "open": open, "tilings": tilings }))
        };
        let each: BTreeMap<String, u64> =
            self.numbers.iter().map(|(cells, number)| (self.words(cells), *number)).collect();
        json!({
            "ways": self.numbers.len(),
            "tilings": self.tilings(),
            "fewest": extreme(self.extreme(|a, b| a < b)),
            "most": extreme(self.extreme(|a, b| a > b)),
            "without": self.without(),
            "each": each,
        })
    }
}

impl Each<'_> {
    /// A line for each choice: its words, in a column for each class, and its number of tilings.
    fn to_csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let names = self.puzzle.classes().iter().map(|class| quoted(&self.puzzle.pieces()[class.piece].name));
        let mut lines = names.chain(["tilings".to_owned()]).collect::<Vec<_>>().join(",") + "\n";
        for (cells, number) in &self.numbers {
            let mut at = cells.as_slice();
            for class in self.puzzle.classes() {
                let (own, rest) = at.split_at(self.puzzle.pieces()[class.piece].count.min as usize);
                at = rest;
                lines += &(quoted(&self.words(own)) + ",");
            }
            lines += &format!("{number}\n");
        }
        lines
    }

    /// The blocks of the page of a year: months of days, and of each day the ways to leave other cells open.
    fn blocks(&self) -> Vec<YearBlock> {
        let mut blocks: Vec<YearBlock> = Vec::new();
        for (cells, number) in &self.numbers {
            let (month, day) = match cells.as_slice() {
                [month, day, ..] => (self.words(&[*month]), self.words(&[*day])),
                cells => (String::new(), self.words(cells)),
            };
            if blocks.last().is_none_or(|block| block.word != month) {
                blocks.push(YearBlock { word: month, days: Vec::new() });
            }
            let days = &mut blocks.last_mut().expect("one at least").days;
            match days.last_mut().filter(|last| last.word == day) {
                Some(last) => last.numbers.push(*number),
                None => days.push(YearDay { word: day, numbers: vec![*number] }),
            }
        }
        blocks
    }

    /// Adds the table, and the page that shows the year in colors.
    pub(super) fn add_files(
        &self,
        session: &Session<'_>,
        stem: &str,
        paper: &str,
        recipe: &str,
        files: &mut FileSet,
    ) -> Result<(), Error> {
        files.add(format!("{stem}-dates.csv"), self.to_csv())?;
        if self.numbers.is_empty() {
            return Ok(());
        }
        let line = self.in_words();
        let page = year_page(self.puzzle.name(), &line, &self.blocks(), &layout::paper(paper)?)?;
        session.note_missing_glyphs([&page]);
        add_svg(files, &format!("{stem}-year"), &page, Some(recipe))?;
        if document_format().is_some() {
            let about = DocumentOptions {
                title: self.puzzle.name(),
                metadata: Some(recipe),
                bookmarks: false,
                stop: session.closing(),
                author: "",
            };
            let pages = &mut std::iter::once(Ok::<Drawing, Error>(page));
            files.add(format!("{stem}-year.pdf"), documents::document(pages, &about)?)?;
        }
        Ok(())
    }
}

/// Counts the tilings for every choice of open cells.
pub(super) fn count_each(
    session: &Session<'_>,
    subject: &Subject,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let puzzle = &subject.puzzle;
    let counted = session.search(|options| Ok(count_openings(puzzle, options)?))?;
    let each = Each::new(puzzle, &counted);
    let mut plan = each.to_json();
    plan["puzzle"] = puzzle.name().into();
    plan["fingerprint"] = puzzle.fingerprint().into();
    plan["engine"] = counted.report.engine.name().into();
    plan["complete"] = counted.report.outcome.is_complete().into();
    plan["nodes"] = counted.report.nodes.into();
    search::add_argument(&mut plan, &counted.report);
    session.searched(search::summary_of(&counted.report, &each.tilings().to_string()));
    let end = search::end(&counted.report, each.tilings());
    let recipe = session.design.recipe(product);
    each.add_files(session, &end.stem(&subject.stem), "a4", &recipe, files)?;
    let least = if counted.report.outcome.is_complete() { "" } else { "stopped: at least\n" };
    Ok(Made { end, text: format!("{least}{}", each.to_text()), ..Made::new("solve", plan) })
}
