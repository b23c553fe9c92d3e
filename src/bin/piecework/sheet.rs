//! `piecework sheet`: puzzles, solutions, catalogues, contact sheets, books, and pieces to cut out of card.

use std::ops::ControlFlow;

use piecework::puzzle_sheet::{
    self, Chapter, Look as Drawn, Pages, SheetOptions, catalogue, contact_sheet, hint_page, puzzle_pages,
    solution_pages,
};
use piecework::{Drawing, Limit, Limits, Puzzle, Tiling, layout, svg_metadata};
use serde_json::json;

use crate::args::{Common, Input, Look, SheetArgs};
use crate::choice::Choice;
use crate::exit::{Exit, Failure};
use crate::fabrics;
use crate::files::Files;
use crate::input::{self, Subject};
use crate::report::Report;
use crate::request;
use crate::search::{self, Images};
use crate::sheet_words;

/// Pages that show solutions and nothing else, so that they can be read again.
const SHOWING: [&str; 2] = ["contact", "solution"];

/// The pages of one document, and what each of them is called as a file.
struct Document {
    name: String,
    title: String,
    pages: Vec<Drawing>,
    kinds: Vec<(&'static str, usize)>,
    /// What each page of solutions shows, behind the pages before them: goes into its SVG.
    shown: Vec<Vec<Tiling>>,
}

/// Runs the command.
pub(crate) fn sheet(
    args: &SheetArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    limits.allow(Limit::SolutionsWritten, args.solutions)?;
    let options = options(args, limits)?;
    Choice::read(&args.choice)?;
    let mut subjects = Vec::new();
    for path in &args.inputs {
        let input = Input { puzzle: path.clone(), lattice: args.lattice };
        subjects.push(input::read(&input, limits, report)?);
    }
    let mut files = Files::new(&args.directory.output, common.force)?;
    let mut exit = Exit::Done;
    for subject in &mut subjects {
        let end = solutions(subject, args, limits, report)?;
        exit = if exit == Exit::Done { end } else { exit };
    }
    let mut documents = match subjects.as_slice() {
        [subject] => vec![single(subject, args, &options)?],
        several => vec![book(several, args, &options)?],
    };
    for subject in subjects.iter().filter(|_| args.punch_out.is_some()) {
        documents.extend(punch_out(subject, args, &options)?);
    }
    for document in &documents {
        report.warn_of_missing_glyphs(&document.pages);
        #[cfg(feature = "pdf")]
        files.pdf(&document.name, &document.title, &document.pages)?;
        document.svgs(&mut files)?;
    }
    let pages: usize = documents.iter().map(|document| document.pages.len()).sum();
    let found: usize = subjects.iter().map(|subject| subject.tilings.len()).sum();
    let names: Vec<&str> = subjects.iter().map(|subject| subject.puzzle.name()).collect();
    let summary = json!({
        "puzzle": names.first(),
        "puzzles": names,
        "sheet": { "pages": pages, "solutions": found },
    });
    files.write(report, summary)?;
    Ok(exit)
}

fn options(args: &SheetArgs, limits: &Limits) -> Result<SheetOptions, Failure> {
    let palette = fabrics::palette(&args.palette, limits)?;
    Ok(SheetOptions {
        paper: layout::paper(&args.paper)?,
        colouring: fabrics::wish(&args.fabrics, &palette)?,
        palette,
        per_page: args.per_page,
        look: match args.look {
            Look::Colours => Drawn::Colours,
            Look::Lines => Drawn::Lines,
        },
        letters: !args.no_letters,
    })
}

impl Document {
    fn svgs(&self, files: &mut Files<'_>) -> Result<(), Failure> {
        let stem = self.name.rsplit_once('-').map_or(self.name.as_str(), |(stem, _)| stem);
        let mut pages = self.pages.iter();
        for &(kind, count) in &self.kinds {
            let digits = count.to_string().len().max(2);
            for (index, page) in pages.by_ref().take(count).enumerate() {
                let name = format!("{stem}-{kind}-{:0digits$}", index + 1);
                match self.shown.get(index).filter(|_| SHOWING.contains(&kind)) {
                    Some(tilings) => files.svg(&name, &page.clone().with_recipe(svg_metadata(tilings)))?,
                    None => files.svg(&name, page)?,
                }
            }
        }
        Ok(())
    }
}

/// The pages about one puzzle: a contact sheet of the designs that were brought, or puzzle, hints and solutions.
fn single(subject: &Subject, args: &SheetArgs, options: &SheetOptions) -> Result<Document, Failure> {
    let (puzzle, tilings) = (&subject.puzzle, &subject.tilings);
    if subject.is_brought() && tilings.len() > 1 && !args.all {
        let designs: Vec<_> = tilings.iter().cloned().map(sheet_words::design).collect();
        let pages = contact_sheet(&designs, options)?;
        let shown = if pages.len() == 1 { vec![tilings.clone()] } else { Vec::new() };
        let document =
            document(format!("{}-contact", subject.stem), puzzle.name(), vec![("contact", pages)])?;
        return Ok(Document { shown, ..document });
    }
    let mut sets = vec![("puzzle", puzzle_pages(puzzle, options)?)];
    if let (1.., Some(tiling)) = (args.hints, tilings.first()) {
        sets.push(("hint", hint_page(tiling, args.hints, options)?));
    }
    if args.all {
        sets.push(("catalogue", catalogue(tilings, &sheet_words::index(tilings), options)?));
        return document(format!("{}-catalogue", subject.stem), puzzle.name(), sets);
    }
    sets.push(("solution", solution_pages(tilings, options)?));
    let per_page = options.per_page.and_then(|count| usize::try_from(count).ok()).unwrap_or(1).max(1);
    let shown = tilings.chunks(per_page).map(<[Tiling]>::to_vec).collect();
    Ok(Document { shown, ..document(format!("{}-sheet", subject.stem), puzzle.name(), sets)? })
}

fn book(subjects: &[Subject], args: &SheetArgs, options: &SheetOptions) -> Result<Document, Failure> {
    let chapters: Vec<Chapter<'_>> = subjects
        .iter()
        .map(|subject| Chapter { puzzle: &subject.puzzle, tilings: &subject.tilings, hints: args.hints })
        .collect();
    let pages = puzzle_sheet::book(&args.title, &chapters, options)?;
    let stem = request::stem(std::path::Path::new(&args.title));
    document(format!("{stem}-book"), &args.title, vec![("page", pages)])
}

/// The pieces of the first solution, or as many of each as the puzzle asks for.
fn punch_out(
    subject: &Subject,
    args: &SheetArgs,
    options: &SheetOptions,
) -> Result<Option<Document>, Failure> {
    let Some(cell) = args.punch_out else { return Ok(None) };
    let puzzle: &Puzzle = &subject.puzzle;
    let asked =
        || puzzle.pieces().iter().map(|piece| usize::try_from(piece.count.min).unwrap_or(0)).collect();
    let copies = subject.tilings.first().map_or_else(asked, puzzle_sheet::copies_in);
    let pages = puzzle_sheet::punch_out(puzzle, &copies, cell.mm(), options)?;
    document(format!("{}-pieces", subject.stem), puzzle.name(), vec![("pieces", pages)]).map(Some)
}

fn document(name: String, title: &str, sets: Vec<(&'static str, Pages)>) -> Result<Document, Failure> {
    let kinds = sets.iter().map(|(kind, pages)| (*kind, pages.len())).collect();
    let mut all = Pages::default();
    sets.into_iter().for_each(|(_, pages)| all.append(pages));
    Ok(Document { name, title: title.to_owned(), pages: all.finish()?, kinds, shown: Vec::new() })
}

/// Chooses among the tilings of the input, or finds as many as are asked for.
fn solutions(
    subject: &mut Subject,
    args: &SheetArgs,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let mut choice = Choice::read(&args.choice)?;
    if subject.is_brought() {
        subject.tilings = choice.of(std::mem::take(&mut subject.tilings))?;
        return Ok(if subject.tilings.is_empty() { Exit::No } else { Exit::Done });
    }
    if args.solutions == 0 && !args.all {
        return Ok(Exit::Done);
    }
    let wanted = Some(args.solutions).filter(|_| !args.all);
    let mut tilings = Vec::new();
    let result = search::with_options(&args.search, limits, report, |options| {
        if !choice.is_any() && wanted.is_some() {
            return search::find(&subject.puzzle, Images::One, wanted, options, |tiling| {
                tilings.push(tiling);
                Ok(())
            });
        }
        let mut kept = 0;
        search::visit(&subject.puzzle, Images::One, options, |tiling| {
            let (is_kept, ready) = choice.offer(tiling)?;
            kept += u64::from(is_kept);
            tilings.extend(ready);
            let enough = choice.is_full() || wanted == Some(kept);
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    })?;
    tilings.extend(choice.waiting());
    let found = u64::try_from(tilings.len()).unwrap_or(u64::MAX);
    subject.tilings = tilings;
    if choice.is_any() {
        report.note(&choice.summary(&result, found));
        return Ok(choice.end(&result, found));
    }
    report.note(&search::summary(&result, found));
    Ok(search::end(&result, found))
}
