//! What a person gives the program: a template, a file in any format that is read, or a file that piecework
//! wrote.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::design::{Design, DesignError, DesignFile, GalleryDesign, Subject, names, stem_of};
use piecework_draw::render::FORMATS;
use piecework_tiling::defect::ReadError;
use piecework_tiling::error::Error;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::{Piece, Puzzle, pieces_named};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{figure, puzzle_template};
use piecework_tiling::tiling::{Format, Import, Tiling, holds_tilings, import, read_letter_grids, recognise};

/// What an input holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A puzzle or tilings of one.
    Subject(Subject),
    /// Pieces without a board.
    Pieces(Vec<Piece>),
    /// A design: a file of designs, or a file that was made from one.
    Design(Box<Design>),
}

/// An input with what a person should know about how it was read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Opened {
    /// What it holds.
    pub input: Input,
    /// The number of problems in the file, of which only the first is used.
    pub problems: usize,
    /// Letters of a grid whose cells are not connected, if most letters are one piece: each group is a piece.
    pub split: Vec<char>,
}

impl Opened {
    /// What is used in full.
    fn of(input: Input) -> Self {
        Self { input, problems: 1, split: Vec::new() }
    }
}

/// Opens `-` for standard input, a file, a template or a design of the gallery by name, or pieces as [`pieces_named`] reads them.
///
/// Letter grids are read on `lattice`; other formats specify it.
///
/// # Errors
/// [`Error`] names the input and everything that is wrong with it.
pub fn open(path: &Path, lattice: Option<Lattice>, limits: &Limits) -> Result<Opened, Error> {
    let name = path.to_str().unwrap_or_default();
    // A folder is no input: one that is named like a template, perhaps from `-o`, does not hide it.
    let is_template = puzzle_template(name).is_some() || figure(name).is_some();
    let is_known = is_template || GalleryDesign::named(name).is_some();
    let is_folder = is_known && path.is_dir();
    let is_there = !is_folder && path.symlink_metadata().is_ok();
    let pieces = if is_there { None } else { pieces_named(name).ok() };
    let is_named = is_bare_word(name) || pieces.is_some() || is_figure_name(name);
    let is_file = path == Path::new("-") || is_there || !is_named;
    if !is_file && is_template {
        refuse_lattice(name, "template", lattice)?;
        return Ok(Opened::of(Input::Subject(Subject::template(name)?)));
    }
    if let Some(entry) = GalleryDesign::named(name).filter(|_| !is_file) {
        refuse_lattice(name, "design", lattice)?;
        return Ok(Opened::of(Input::Design(Box::new(entry.read(limits)?))));
    }
    if let Some(pieces) = pieces {
        refuse_lattice(name, "piece", lattice)?;
        return Ok(Opened::of(Input::Pieces(pieces)));
    }
    if !is_file {
        let nearest = nearest(name, ["puzzles", "figures", "gallery", "pieces"].into_iter().flat_map(names));
        return Err(DesignError::NotFound { name: name.to_owned(), nearest }.into());
    }
    if path != Path::new("-") && may_carry_a_design(path) {
        return open_bytes(&path.display().to_string(), &Source::bytes(path, limits)?, lattice, limits);
    }
    let source =
        if path == Path::new("-") { Source::standard_input(limits)? } else { Source::open(path, limits)? };
    opened(&source, lattice, limits)
}

/// Opens a file by its name and content, without looking at any disk.
///
/// Letter grids are read on `lattice`; other formats specify it. A drawing of solutions is read by its
/// tilings, other files that piecework wrote by the design that they carry.
///
/// # Errors
/// As [`open()`].
pub fn open_bytes(
    name: &str,
    bytes: &[u8],
    lattice: Option<Lattice>,
    limits: &Limits,
) -> Result<Opened, Error> {
    let holds_tilings = || std::str::from_utf8(bytes).is_ok_and(holds_tilings);
    if may_carry_a_design(Path::new(name))
        && let Some(design) = recipe_design(name, bytes, limits)?
        && !holds_tilings()
    {
        return Ok(Opened::of(Input::Design(Box::new(design))));
    }
    opened(&Source::from_bytes(name, bytes.to_vec(), limits)?, lattice, limits)
}

/// Opens a file to make it again: by its design, also where it is a drawing that other commands read by its
/// tilings. A name that is no file may be a design of the gallery.
///
/// # Errors
/// As [`open()`].
pub fn open_to_make(path: &Path, limits: &Limits) -> Result<Opened, Error> {
    let is_there = path.symlink_metadata().is_ok() && !path.is_dir();
    if is_there && may_carry_a_design(path) {
        let name = path.display().to_string();
        if let Some(design) = recipe_design(&name, &Source::bytes(path, limits)?, limits)? {
            return Ok(Opened::of(Input::Design(Box::new(design))));
        }
    }
    let gallery = path.to_str().and_then(GalleryDesign::named).filter(|_| !is_there);
    match gallery {
        Some(entry) => Ok(Opened::of(Input::Design(Box::new(entry.read(limits)?)))),
        None => open(path, None, limits),
    }
}

/// The same for a text that was read already.
fn opened(source: &Source, lattice: Option<Lattice>, limits: &Limits) -> Result<Opened, Error> {
    if DesignFile::recognise(source).is_some() {
        refuse_lattice(source.name(), "design", lattice)?;
        let design = Design::read(source, limits)?;
        return Ok(Opened::of(Input::Design(Box::new(design))));
    }
    let format = recognise(source);
    if format != Format::LetterGrids {
        refuse_lattice(source.name(), format.name(), lattice)?;
    }
    let stem = stem_of(source.name());
    let subject = |puzzle: Arc<Puzzle>, tilings: Vec<Tiling>| {
        Input::Subject(Subject { stem: stem.clone(), template: None, open: None, puzzle, tilings })
    };
    let (input, problems) = match import(source, lattice, limits)? {
        Import::Pieces(pieces) => (Input::Pieces(pieces), 1),
        Import::Puzzles(puzzles) => {
            let problems = puzzles.len();
            let first = puzzles.into_iter().next().ok_or(DesignError::NoSubject)?;
            (subject(Arc::new(first), Vec::new()), problems)
        }
        Import::Tilings(tilings) => {
            let first = tilings.first().ok_or(DesignError::NoSubject)?;
            (subject(Arc::clone(first.puzzle()), tilings), 1)
        }
    };
    let split =
        if format == Format::LetterGrids { split_letters(source, &input, limits) } else { Vec::new() };
    Ok(Opened { input, problems, split })
}

/// The letters of grids that stand for several pieces, unless they are as many that it is meant.
fn split_letters(source: &Source, input: &Input, limits: &Limits) -> Vec<char> {
    let Input::Subject(subject) = input else { return Vec::new() };
    let grids = read_letter_grids(subject.puzzle.lattice(), source.text(), limits).unwrap_or_default();
    let mut groups: BTreeMap<char, usize> = BTreeMap::new();
    for group in grids.iter().take(1).flat_map(|grid| &grid.groups) {
        *groups.entry(group.letter).or_default() += 1;
    }
    let split: Vec<char> =
        groups.iter().filter(|(_, count)| **count > 1).map(|(letter, _)| *letter).collect();
    if split.len() * 3 <= groups.len() { split } else { Vec::new() }
}

fn refuse_lattice(input: &str, format: &'static str, lattice: Option<Lattice>) -> Result<(), DesignError> {
    match lattice {
        Some(_) => Err(DesignError::LatticeUnused { input: input.to_owned(), format }),
        None => Ok(()),
    }
}

/// Whether a name is that of a figure, or nearly: it begins with the set of one.
fn is_figure_name(name: &str) -> bool {
    let is_of = |set: &str| names("figures").iter().any(|figure| figure.split('/').next() == Some(set));
    name.split_once('/').is_some_and(|(set, _)| is_of(set))
}

/// Whether a name looks like that of a template rather than a path.
fn is_bare_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' '))
}

/// Whether a file with this name may carry the design that it was made from.
pub(super) fn may_carry_a_design(name: &Path) -> bool {
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| {
        FORMATS.iter().any(|format| format.carries.metadata && format.extension == ending)
    })
}

/// The design that a written file carries, if it carries one.
///
/// # Errors
/// [`ReadError`] if the file cannot be read, or carries a design that is wrong.
pub fn recipe_design(name: &str, bytes: &[u8], limits: &Limits) -> Result<Option<Design>, ReadError> {
    let Some(text) = piecework_draw::check::recipe(name, bytes, limits)? else { return Ok(None) };
    let source = Source::new(name, text);
    match DesignFile::recognise(&source) {
        Some(_) => Design::read(&source, limits).map(Some),
        None => Ok(None),
    }
}
