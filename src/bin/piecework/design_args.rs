//! From arguments to a design: whatever was typed is set in the tables of the library.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use piecework::design::{
    BookPart, Design, DesignError, OptionSpec, Options, Product, ProductSpec, PuzzleLine, SearchRequest,
};
use piecework::job::{Input, Opened, open};
use piecework::lattice::Lattice;
use piecework::limits::Limits;
use piecework::puzzle::{Wrap, pieces_named};

use crate::exit::Failure;
use crate::report::Report;
use crate::saved_design::SavedDesign;

/// Options of every command.
#[derive(Debug, Clone)]
pub(crate) struct Common {
    pub(crate) force: bool,
    pub(crate) limits: Limits,
    /// Written with what is made, at the end.
    pub(crate) saved: Option<SavedDesign>,
}

impl Common {
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let mut limits = Limits::default();
        for pair in matches.get_many::<String>("limit").into_iter().flatten() {
            limits.set_pair(pair)?;
        }
        Ok(Self { force: matches.get_flag("force"), limits, saved: None })
    }
}

/// The design that the arguments of a product's command spell.
pub(crate) fn design(
    spec: &ProductSpec,
    matches: &ArgMatches,
    limits: &Limits,
    report: Report,
) -> Result<Design, Failure> {
    design_without(spec, &[], matches, limits, report)
}

/// The same without some options of the product.
pub(crate) fn design_without(
    spec: &ProductSpec,
    without: &[&str],
    matches: &ArgMatches,
    limits: &Limits,
    report: Report,
) -> Result<Design, Failure> {
    let mut product = (spec.new)();
    let rows = || (spec.rows)().into_iter().filter(|row| !without.contains(&row.key)).collect();
    for (row, text) in given(rows(), matches) {
        product.set(row.key, &text, limits)?;
    }
    let search = search(matches, spec.search, limits)?;
    let mut design = Design { search, products: vec![product], ..Design::default() };
    // What contradicts itself is refused before standard input is read.
    design.check()?;
    if let [Product::Cut(cut)] = design.products.as_slice()
        && cut.test_card
    {
        // A test card needs no puzzle.
        return Ok(design);
    }
    if let Some(line) = puzzle_line(matches) {
        design.subjects.push(line.subject(limits)?);
    }
    for path in inputs(matches) {
        let Some(base) = add_input(&mut design, path, lattice(matches), limits, report)? else { continue };
        // What a design says holds where nothing else is typed.
        (design.products, design.search) = (base.products, base.search);
        let typed: Vec<(&OptionSpec, String)> = given(rows(), matches).collect();
        let is_typed = |key: &str| typed.iter().any(|(row, _)| row.key == key);
        let replaced = typed.iter().flat_map(|(row, _)| row.replaces).filter(|key| !is_typed(key));
        replaced.for_each(|key| design.products[0].unset(key));
        let units = |product: &Product| match product {
            Product::Quilt(quilt) => Some(quilt.units),
            _ => None,
        };
        let before = units(&design.products[0]);
        for (row, text) in &typed {
            design.products[0].set(row.key, text, limits)?;
        }
        // Lengths of a design in inches are on no metric ruler.
        if before != units(&design.products[0])
            && let Product::Quilt(quilt) = &mut design.products[0]
        {
            quilt.to_its_ruler(is_typed);
        }
        let searches =
            SearchRequest::rows().into_iter().filter(|row| spec.search.contains(&row.key)).collect();
        for (row, text) in given(searches, matches) {
            design.search.set(row.key, &text, limits)?;
        }
        design.check()?;
    }
    Ok(design)
}

/// The puzzle that options spell in a line.
fn puzzle_line(matches: &ArgMatches) -> Option<PuzzleLine<'_>> {
    let text = |id| matches.try_get_one::<String>(id).ok().flatten().map(String::as_str);
    let mut line = PuzzleLine::new(text("line_board")?, text("line_pieces")?);
    line.is_any = matches.get_flag("line_any");
    line.lattice = lattice(matches);
    line.wrap = Wrap::ALL.iter().copied().find(|wrap| Some(wrap.name()) == text("line_wrap"));
    line.shift = matches.try_get_one::<u32>("line_shift").ok().flatten().copied();
    Some(line)
}

/// The search options that are given.
pub(crate) fn search(matches: &ArgMatches, keys: &[&str], limits: &Limits) -> Result<SearchRequest, Failure> {
    let mut search = SearchRequest::default();
    let rows = SearchRequest::rows().into_iter().filter(|row| keys.contains(&row.key)).collect();
    for (row, text) in given(rows, matches) {
        search.set(row.key, &text, limits)?;
    }
    Ok(search)
}

/// The options of a table that are given, as text.
pub(crate) fn given(
    rows: Vec<&'static OptionSpec>,
    matches: &ArgMatches,
) -> impl Iterator<Item = (&'static OptionSpec, String)> {
    rows.into_iter().filter_map(|row| {
        let typed = |key| matches.value_source(key) == Some(ValueSource::CommandLine);
        if !matches.try_contains_id(row.key).unwrap_or(false) || !typed(row.key) {
            return None;
        }
        let raw = matches.get_raw(row.key).into_iter().flatten();
        let text: Vec<String> = raw.map(|value| value.to_string_lossy().into_owned()).collect();
        Some((row, text.join(",")))
    })
}

/// The paths or names that were given.
pub(crate) fn inputs(matches: &ArgMatches) -> Vec<&PathBuf> {
    matches.get_many::<PathBuf>("input").into_iter().flatten().collect()
}

/// The lattice that letter grids are read on, if one was given.
pub(crate) fn lattice(matches: &ArgMatches) -> Option<Lattice> {
    let name = matches.try_get_one::<String>("lattice").ok().flatten()?;
    Lattice::ALL.iter().copied().find(|lattice| lattice.name() == name)
}

/// Adds what an input holds to a design; returns the options of a design of the same product.
fn add_input(
    design: &mut Design,
    path: &Path,
    lattice: Option<Lattice>,
    limits: &Limits,
    report: Report,
) -> Result<Option<Design>, Failure> {
    if let [product] = design.products.as_mut_slice()
        && let Some(pieces) = product.pieces_mut()
        && let Some(name) = path.to_str().filter(|name| is_like_a_piece(name))
    {
        pieces.push(name.to_owned());
        return Ok(None);
    }
    let parts = match design.products.as_mut_slice() {
        [product] => product.parts_mut(),
        _ => None,
    };
    match (opened(path, lattice, limits, report)?, parts) {
        (Input::Subject(subject), Some(parts)) => {
            parts.push(BookPart::Puzzle(Box::new(subject)));
            Ok(None)
        }
        // The first book is changed; those behind it are parts.
        (Input::Design(other), Some(parts)) if parts.is_empty() && is_book(&other) => {
            Ok(same_product(&other, "book"))
        }
        (Input::Design(other), Some(parts)) => {
            let more = BookPart::of_design(*other);
            if more.is_empty() {
                return Err(DesignError::NoSubject.into());
            }
            parts.extend(more);
            Ok(None)
        }
        (input, _) => add_to_design(design, input, path),
    }
}

/// Adds what was opened, if it is no part of a book.
fn add_to_design(design: &mut Design, input: Input, path: &Path) -> Result<Option<Design>, Failure> {
    match input {
        Input::Subject(subject) => design.subjects.push(subject),
        Input::Design(other) => {
            let base = design.products.first().and_then(|product| same_product(&other, product.spec().name));
            if other.subjects.is_empty() && base.is_none() {
                return Err(DesignError::NoSubject.into());
            }
            design.subjects.extend(other.subjects.iter().cloned());
            return Ok(base);
        }
        Input::Pieces(pieces) => {
            let known = match design.products.as_mut_slice() {
                [product] => product.pieces_mut(),
                _ => None,
            };
            let none = || DesignError::PiecesOnly { input: path.display().to_string() };
            known.ok_or_else(none)?.extend(pieces.into_iter().map(|piece| piece.name));
        }
    }
    Ok(None)
}

/// Whether a design is a book and nothing else.
fn is_book(design: &Design) -> bool {
    design.subjects.is_empty() && matches!(design.products.as_slice(), [Product::Book(_)])
}

/// What a design says of a product, without its puzzles, if it makes it.
fn same_product(design: &Design, name: &str) -> Option<Design> {
    let product = design.products.iter().find(|product| product.spec().name == name)?;
    Some(Design { products: vec![product.clone()], search: design.search.clone(), ..Design::default() })
}

/// Whether a word that is not a file is written like the name of a piece, right or wrong.
fn is_like_a_piece(word: &str) -> bool {
    let is_path = word.contains(['/', '\\']) || Path::new(word).symlink_metadata().is_ok();
    let is_digit = |c: char| c.is_ascii_hexdigit() || c == '_';
    let is_like_one = word.contains(':') || word.chars().all(is_digit) || pieces_named(word).is_ok();
    !word.is_empty() && !is_path && is_like_one
}

/// What an input holds, with a note where only part of it is used.
pub(crate) fn opened(
    path: &Path,
    lattice: Option<Lattice>,
    limits: &Limits,
    report: Report,
) -> Result<Input, Failure> {
    let Opened { input, problems, split, .. } = open(path, lattice, limits)?;
    for letter in split {
        report.note(&format!(
            "the cells of `{letter}` are not connected; each group of them is a piece of its own"
        ));
    }
    if problems > 1 {
        report.note(&format!("the file holds {problems} problems; piecework uses the first"));
    }
    Ok(input)
}
