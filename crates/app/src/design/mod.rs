//! Designs: one document that says everything that makes a result.
//!
//! A [`Design`] names the puzzle or holds the tilings, says how to search, and what to make: `solve`,
//! `order`, `compatible`, `divide`, `made_puzzles`, `quilt`, `cut`, `sheet`, `book` or `compare`, each with the options that the
//! command of that name has. A command line, a file that `--save-design` wrote, and the recipe inside a
//! written file are spellings of one design; [`crate::job::run`] makes it.
//!
//! ```json
//! { "piecework": 2, "puzzle": "pentomino-6x10", "cut": { "machine": "cricut", "cell": "1in", "kerf": "0.2mm" } }
//! ```
//!
//! Every option is declared once, in the tables of `products`, `search` and the crafts. The strict reader, the JSON
//! Schema, the command line and its help all come from these tables.

mod board;
mod board_shape;
mod book;
mod catalogue;
mod choices;
mod command;
mod document;
mod error;
mod gallery;
mod language;
mod lettering;
mod memory;
mod products;
mod schema;
mod search;

use std::sync::Arc;

use piecework_draw::color::Palette;
use piecework_tiling::lattice::Cell;
use piecework_tiling::limits::Limits;
use piecework_tiling::names::nearest;
use piecework_tiling::puzzle::{Puzzle, PuzzleError, read_puzzle};
use piecework_tiling::source::Source;
use piecework_tiling::templates::{figure, puzzle_template};
use piecework_tiling::tiling::Tiling;

pub(crate) use board::tell_apart;
pub use board::{BoardChoice, PuzzleLine};
pub use book::{BookPart, BookRequest, Isbn};
pub use catalogue::{KINDS, Named, catalogue, names};
pub use choices::ExportForm;
pub use command::{command_line, option_words};
pub use document::{DesignFile, stem_of};
pub use error::DesignError;
pub use gallery::{GalleryDesign, gallery};
pub use language::Language;
pub use memory::Memory;
pub use piecework_cut::{CutRequest, MachineChoice, MaterialChoice, SetSize};
pub(crate) use piecework_draw::options::ReadOptions;
pub use piecework_draw::options::{
    FabricRequest, FabricScheme, OptionSpec, Options, PaletteChoice, PatchFabric, PhotoChoice, PictureChoice,
    Reach, flag,
};
pub use piecework_quilt::{Borders, FatQuarters, PrecutChoice, QuiltFile, QuiltRequest};
pub use piecework_tiling::setting::{BoardSize, Choice, NoEffect, OneLine, OptionError, OptionKind, Size};
pub use products::{
    CompareRequest, CompatibleRequest, DivideRequest, OrderRequest, PuzzleRequest, SheetRequest, SolveRequest,
};
pub use schema::design_schema;
pub use search::{ChoiceRequest, SEARCH_COMMON, SearchRequest};

/// Everything that makes a result.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Design {
    /// What it is about: one puzzle, or several for a book or a race.
    pub subjects: Vec<Subject>,
    /// How to search, where something must be searched.
    pub search: SearchRequest,
    /// What to make, in this order; nothing in a design that is only a puzzle.
    pub products: Vec<Product>,
}

/// A puzzle, with tilings of it if it is solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// What files made from it are called.
    pub stem: String,
    /// The template that the puzzle is, if it is one.
    pub template: Option<&'static str>,
    /// The words of the cells that stay open, where the puzzle is the template without these cells.
    pub open: Option<String>,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its tilings; empty if it is not solved.
    pub tilings: Vec<Tiling>,
}

/// Something to make.
#[derive(Debug, Clone, PartialEq)]
pub enum Product {
    /// Tilings, or how many there are.
    Solve(SolveRequest),
    /// The smallest rectangle.
    Order(OrderRequest),
    /// The smallest figure that each of several pieces tiles.
    Compatible(CompatibleRequest),
    /// Pieces in groups that tile congruent figures.
    Divide(DivideRequest),
    /// Puzzles made to order.
    Puzzle(Box<PuzzleRequest>),
    /// A quilt pattern.
    Quilt(Box<QuiltRequest>),
    /// Cut files.
    Cut(Box<CutRequest>),
    /// Puzzle pages.
    Sheet(Box<SheetRequest>),
    /// A book of puzzles.
    Book(Box<BookRequest>),
    /// A race of engines.
    Compare(CompareRequest),
}

/// A product by name, with its table.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ProductSpec {
    /// The key in a design, and its [command](ProductSpec::command).
    pub name: &'static str,
    /// What it makes.
    pub about: &'static str,
    /// Its options.
    pub rows: fn() -> Vec<&'static OptionSpec>,
    /// The keys of the search options that it obeys.
    pub search: &'static [&'static str],
    /// The keys of what most people decide, in this order; the page has the others under "More options".
    pub common: &'static [&'static str],
    /// The product with nothing but defaults.
    pub new: fn() -> Product,
    read: fn(piecework_tiling::json::Node<'_>) -> Option<Product>,
}

/// The key of puzzles made to order: `puzzle` is what a design is about.
const MADE_PUZZLES: &str = "made_puzzles";

impl ProductSpec {
    /// The command that makes it: its name, but for puzzles made to order, which `puzzle` makes.
    pub fn command(&self) -> &'static str {
        if self.name == MADE_PUZZLES { "puzzle" } else { self.name }
    }
}

/// All search options.
const SEARCH_ALL: &[&str] =
    &["engine", "open", "seed", "time_limit", "no_gaps", "nodes", "threads", "memory"];

/// Makes the rows of products: their requests, names, what they make, the search options that they obey, and
/// what most people decide.
macro_rules! products {
    ($($Product:ident($Request:ident) $name:ident $about:literal $search:expr, [$($common:literal),*];)+) => {
        /// Every product, in the order of the help.
        pub const PRODUCTS: &[ProductSpec] = &[$(ProductSpec {
            name: stringify!($name),
            about: $about,
            rows: $Request::rows,
            search: $search,
            common: &[$($common),*],
            new: || Product::$Product($Request::default().into()),
            read: |node| $Request::read(node).map(|request| Product::$Product(request.into())),
        }),+];

        impl Product {
            /// Its row among the products.
            pub fn spec(&self) -> &'static ProductSpec {
                let name = match self {
                    $(Product::$Product(_) => stringify!($name),)+
                };
                PRODUCTS.iter().find(|spec| spec.name == name).expect("every product has a row")
            }
        }
    };
}

products! {
    Solve(SolveRequest) solve "Find tilings of a puzzle, or count them"
        SEARCH_ALL, ["first", "count", "sample", "distinct"];
    Order(OrderRequest) order "Find the smallest rectangle that copies of a piece tile, or of several pieces"
        &["time_limit", "nodes", "memory"], ["pieces", "max_area"];
    Compatible(CompatibleRequest) compatible "Find the smallest figure that copies of each of several pieces tile"
        &["time_limit", "nodes", "memory"], [];
    Divide(DivideRequest) divide "Divide a set of pieces into groups that tile congruent figures"
        &["time_limit", "nodes", "memory"], [];
    Puzzle(PuzzleRequest) made_puzzles "Make puzzles to order: of a given difficulty, with one solution, no two alike"
        &["open", "seed", "time_limit", "nodes", "memory"], ["board", "pieces", "kind", "difficulty", "count"];
    Quilt(QuiltRequest) quilt "Make a quilt pattern: templates true to size, straight-seam piecing or English paper piecing"
        SEARCH_ALL, ["method", "cell", "size", "border", "units", "paper"];
    Cut(CutRequest) cut "Make cut files: SVG, DXF, PDF and more for a die cutter, plotter, laser or embroidery machine"
        SEARCH_ALL, ["cell", "machine", "material", "kerf", "lines", "fit", "formats"];
    Sheet(SheetRequest) sheet "Make puzzle pages: the empty board with its pieces, solutions, catalogues, contact sheets, books"
        SEARCH_ALL, ["paper", "solutions", "hints", "look", "punch_out"];
    Book(BookRequest) book "Make a book of puzzles: those made to order, on boards of several sizes and lattices, and your own"
        SEARCH_ALL, ["parts", "title", "paper", "trim", "hints"];
    Compare(CompareRequest) compare "Race engines against each other on a puzzle, or several: a table and a chart"
        &["nodes", "memory"], ["engines", "seeds", "time_limit"];
}

/// The same for the request of every product.
macro_rules! of_product {
    ($product:expr, $request:ident => $value:expr) => {
        match $product {
            Product::Solve($request) => $value,
            Product::Order($request) => $value,
            Product::Compatible($request) => $value,
            Product::Divide($request) => $value,
            Product::Puzzle($request) => $value,
            Product::Quilt($request) => $value,
            Product::Cut($request) => $value,
            Product::Sheet($request) => $value,
            Product::Book($request) => $value,
            Product::Compare($request) => $value,
        }
    };
}

impl Product {
    /// Sets one of its options from text. With another palette, patches that were given a fabric get the one in the same place.
    ///
    /// # Errors
    /// As [`Options::set`].
    pub fn set(
        &mut self,
        key: &str,
        text: &str,
        limits: &piecework_tiling::limits::Limits,
    ) -> Result<(), OptionError> {
        let before = self.fabrics_mut().filter(|_| key == "palette").map(|own| own.palette.palette().clone());
        of_product!(self, request => request.set(key, text, limits))?;
        if let Some((before, own)) = before.zip(self.fabrics_mut()) {
            let names = |palette: &Palette| -> Vec<String> {
                palette.fabrics().iter().map(|fabric| fabric.name.clone()).collect()
            };
            let (before, after) = (names(&before), names(own.palette.palette()));
            for given in &mut own.fabric_of {
                let place = before.iter().position(|name| *name == given.fabric);
                if let Some(fabric) = place.and_then(|at| after.get(at % after.len())) {
                    given.fabric.clone_from(fabric);
                }
            }
        }
        Ok(())
    }

    /// Sets one of its options to its default.
    pub fn unset(&mut self, key: &str) {
        of_product!(self, request => request.unset(key));
    }

    /// Its fabrics, if it has any.
    fn fabrics_mut(&mut self) -> Option<&mut FabricRequest> {
        match self {
            Product::Quilt(request) => Some(&mut request.fabrics),
            Product::Cut(request) => Some(&mut request.fabrics),
            Product::Sheet(request) => Some(&mut request.fabrics),
            Product::Book(request) => Some(&mut request.fabrics),
            _ => None,
        }
    }

    /// Its options that are not the default.
    pub fn to_json(&self) -> serde_json::Value {
        of_product!(self, request => request.to_json())
    }

    /// Refuses options that contradict each other, and texts in them that cannot be read.
    ///
    /// # Errors
    /// [`DesignError`] names the options.
    pub fn check(&self) -> Result<(), DesignError> {
        of_product!(self, request => request.agree())?;
        match self {
            Product::Solve(request) => request.choice.check(),
            Product::Quilt(request) => Ok(request.fabrics_of_quilt().wish().map(drop)?),
            Product::Cut(request) => Ok(request.fabrics.wish().map(drop)?),
            Product::Sheet(request) => request.choice.check().and(Ok(request.fabrics.wish().map(drop)?)),
            Product::Book(request) => Ok(request.fabrics.wish().map(drop)?),
            Product::Order(_)
            | Product::Compatible(_)
            | Product::Divide(_)
            | Product::Puzzle(_)
            | Product::Compare(_) => Ok(()),
        }
    }

    /// Its pieces by name, if it is about pieces and not about a board.
    pub fn pieces(&self) -> Option<&[String]> {
        match self {
            Product::Order(request) => Some(&request.pieces),
            Product::Compatible(request) => Some(&request.pieces),
            Product::Divide(request) => Some(&request.pieces),
            _ => None,
        }
    }

    /// The parts of a book, to add puzzles.
    pub fn parts_mut(&mut self) -> Option<&mut Vec<BookPart>> {
        match self {
            Product::Book(request) => Some(&mut request.parts),
            _ => None,
        }
    }

    /// Its pieces by name, to add some.
    pub fn pieces_mut(&mut self) -> Option<&mut Vec<String>> {
        match self {
            Product::Order(request) => Some(&mut request.pieces),
            Product::Compatible(request) => Some(&mut request.pieces),
            Product::Divide(request) => Some(&mut request.pieces),
            _ => None,
        }
    }
}

impl Design {
    /// A design of one subject and one product.
    pub fn new(subject: Subject, product: Product) -> Self {
        Self { subjects: vec![subject], search: SearchRequest::default(), products: vec![product] }
    }

    /// Refuses what contradicts itself, before anything is searched.
    ///
    /// # Errors
    /// [`DesignError`] names the options.
    pub fn check(&self) -> Result<(), DesignError> {
        self.search.agree()?;
        for product in &self.products {
            product.check()?;
            let obeyed = product.spec().search;
            let ignored = SearchRequest::rows().into_iter().find(|row| {
                self.products.len() == 1 && self.search.is_set(row.key) && !obeyed.contains(&row.key)
            });
            if let Some(row) = ignored {
                let reason = NoEffect::With(product.spec().name);
                return Err(OptionError::NoEffect { option: row.flag(), reason }.into());
            }
        }
        Ok(())
    }
}

impl Subject {
    /// A puzzle that comes with the program, or a figure of its catalogue.
    ///
    /// # Errors
    /// [`DesignError::NotFound`], with the name most like it.
    pub fn template(name: &str) -> Result<Self, DesignError> {
        let template = puzzle_template(name).map(|template| (template.name, template.text));
        let named =
            template.or_else(|| figure(name).map(|figure| (figure.name.as_str(), figure.text.as_str())));
        let (name, text) = named.ok_or_else(|| DesignError::NotFound {
            name: name.to_owned(),
            nearest: nearest(name, ["puzzles", "figures"].into_iter().flat_map(names)),
        })?;
        let puzzle = read_puzzle(&Source::new(format!("{name}.json"), text), &Limits::default());
        let puzzle = Arc::new(puzzle.expect("an embedded puzzle is a good one"));
        // A figure is no template: files and links hold it in full.
        let template = template.map(|(name, _)| name);
        Ok(Self { stem: name.replace('/', "-"), template, open: None, puzzle, tilings: Vec::new() })
    }

    /// Leaves the cells of a puzzle with classes open that a text says, as [`Puzzle::open_cells`] reads it.
    ///
    /// # Errors
    /// As [`Puzzle::open_cells`] and [`Puzzle::opened`].
    pub fn open(&mut self, text: &str) -> Result<(), PuzzleError> {
        self.leave_open(&self.puzzle.open_cells(text)?)
    }

    /// Leaves these cells open. Its files are called by them; a template stays one, if the words of the cells say them.
    ///
    /// # Errors
    /// As [`Puzzle::opened`].
    pub fn leave_open(&mut self, cells: &[Cell]) -> Result<(), PuzzleError> {
        let opened = self.puzzle.opened(cells)?;
        let words: Vec<&str> = opened.region().open().iter().map(|(_, word)| word.as_str()).collect();
        let words = words.join(" ");
        let is_said = self.puzzle.open_cells(&words).and_then(|cells| self.puzzle.opened(&cells)).as_ref()
            == Ok(&opened);
        self.stem += &ending_of(&words);
        self.template = self.template.filter(|_| is_said);
        (self.puzzle, self.open) = (Arc::new(opened), self.template.map(|_| words));
        Ok(())
    }

    /// Leaves the cells open that a tiling of it leaves open, if they are still to be chosen.
    ///
    /// # Errors
    /// As [`Puzzle::opened`].
    pub fn leave_open_as(&mut self, tiling: &Tiling) -> Result<(), PuzzleError> {
        let cells: Vec<Cell> = tiling.puzzle().region().open().iter().map(|(cell, _)| *cell).collect();
        if self.puzzle.classes().is_empty() || cells.is_empty() { Ok(()) } else { self.leave_open(&cells) }
    }

    /// Returns what its files are called without the cells that stay open.
    fn whole_stem(&self) -> &str {
        let ending = self.open.as_deref().map(ending_of).unwrap_or_default();
        self.stem.strip_suffix(&ending).unwrap_or(&self.stem)
    }

    /// Whether it came with tilings.
    pub fn is_solved(&self) -> bool {
        !self.tilings.is_empty()
    }
}

/// How the names of files end that are about these open cells.
fn ending_of(words: &str) -> String {
    format!("-{}", words.to_lowercase().replace(' ', "-"))
}
