//! Tilings turned into things people make.
//!
//! piecework solves a tiling puzzle (polyominoes, polyhexes, polyiamonds and more), traces the pieces as outlines, and
//! writes what a maker needs: a quilt pattern, files for a die cutter or laser, puzzle sheets.
//!
//! # The flow
//!
//! ```text
//! spec ─> Puzzle ─> Tiling ─> Patchwork ─> Parts ─> Sheets ─> Drawing ─> bytes
//!         integers  integers  │ millimetres from here on                │
//!         puzzle    solver    geometry    quilt · cut · puzzle_sheet   render
//! ```
//!
//! Each noun is one type, each arrow one function, and every function can be called alone: whoever has a
//! [`tiling::Tiling`] from elsewhere begins in the middle.
//!
//! # A tour, from a puzzle to a file
//!
//! A [`puzzle::Puzzle`] is a region and the pieces that are to cover it. [`puzzle::read_puzzle`] reads one, and
//! names every mistake with its line; [`templates`] has some ready; [`tiling::import`] reads whatever other
//! programs write.
//!
//! ```
//! use piecework::puzzle::{Count, read_puzzle};
//! use piecework::limits::Limits;
//! use piecework::source::Source;
//!
//! let text = r####"{
//!   "piecework": 1,
//!   "name": "Four T tetrominoes",
//!   "lattice": "square",
//!   "region": { "rectangle": [4, 4] },
//!   "pieces": [ { "name": "T", "rows": ["###", ".#."], "count": 4 } ]
//! }"####;
//! let puzzle = read_puzzle(&Source::new("four.json", text), &Limits::default())?;
//! assert_eq!((puzzle.region().area(), puzzle.pieces()[0].count), (16, Count::exactly(4)));
//!
//! // How many ways are there? `is_complete` says whether everything was searched.
//! let options = piecework::solver::SolveOptions::default();
//! let count = piecework::solver::count(&puzzle, &options)?;
//! assert!(count.is_complete());
//! assert!(count.raw == 2 && count.up_to_symmetry == 1);
//!
//! // One tiling, checked without the solver's own data, as the letters that every polyomino program prints.
//! let (tiling, _) = piecework::solver::first(&puzzle, &options)?;
//! let tiling = tiling.expect("there are two");
//! assert_eq!(piecework::tiling::write_letter_grid(&tiling).lines().count(), 4);
//!
//! // Millimetres begin here: cells of 20 mm, every edge known once with the pieces on both its sides.
//! let patchwork = piecework::geometry::Patchwork::trace(&tiling, 20.0)?;
//! assert_eq!(patchwork.patches().len(), 4);
//! let coloring = piecework::color::Coloring::of_patchwork(&patchwork, piecework::geometry::Touch::Edge)?;
//! assert_eq!((coloring.count(), coloring.is_minimal()), (2, true), "touching pieces differ");
//!
//! // For a laser: each piece half a kerf larger, on stock of 200 x 150 mm. A plan is data.
//! use piecework::cut::{CutOptions, Dress, machine, plan, sheets};
//! let machine = machine("generic")?;
//! let stock = Some(piecework::geometry::Dimensions { width: 200.0, height: 150.0 });
//! let options = CutOptions { kerf: 0.2, stock, ..CutOptions::new(20.0, machine.bed.clone()) };
//! let plan = plan(&tiling, &options)?;
//! assert_eq!((plan.summary.pieces, plan.summary.sheets), (4, 1));
//!
//! // Its sheets are drawn as the machine takes them. One unit of the SVG is one millimetre.
//! let drawings = sheets(&plan, &machine, &Dress::default())?;
//! let svg = piecework::render::svg::svg(&drawings[0], &Default::default())?;
//! assert!(String::from_utf8(svg.clone())?.contains(r#"viewBox="0 0 200 150""#));
//!
//! // Files are written all together or not at all, and never over others unless asked.
//! let mut files = piecework::output::FileSet::new();
//! files.add("four-t.svg", svg)?;
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! files.write_all(folder, piecework::output::Overwrite::Refuse)?;
//! assert!(folder.join("four-t.svg").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! Everything is in one of the modules below; docs/api.txt lists them with their names.
//!
//! | to | see |
//! | --- | --- |
//! | make shapes, and all shapes of a size | [`polyform::Shape`], [`polyform::Polyform`], [`polyform::enumerate`], [`polyform::named_set`] |
//! | visit tilings one by one, with limits and progress | [`solver::solve`], [`solver::count`], [`solver::first`] |
//! | race engines against one another | [`comparison`] |
//! | read and write tilings | [`tiling::read_letter_grids`], [`tiling::read_records`] |
//! | know a tiling: symmetry, fault lines, crossings | [`tiling::TilingProperties`], [`tiling::Survey`] |
//! | choose and sort tilings by their numbers | [`question`] |
//! | find the same tilings among many | [`tiling::Likeness`] |
//! | grow an outline by a seam allowance or a kerf | [`geometry::Outline::offset`] |
//! | choose fabrics and compare them | [`color::Palette`], [`color::Coloring`] |
//! | print a quilt pattern | [`quilt`] |
//! | cut | [`cut`] |
//! | read cut files back and compare them | [`check`] |
//! | print a puzzle and its solutions | [`puzzle_sheet`] |
//! | draw something of your own for every format | [`drawing::Canvas`], [`drawing::Drawing`], [`render`] |
//! | go on with another geometry crate, or with `svg` | [`interop`], [`render::svg::document`] |
//! | serve the page in the browser | `studio` |
//! | report what went wrong | [`error::Error`], [`fault::Fault`], [`fault::Finding`] |
//!
//! # Features
//!
//! All but `kurbo` and `geo` are on by default; SVG is always there.
//!
//! - `pdf`: pages at full size with layers and an embedded font.
//! - `dxf`: R12 and R2000.
//! - `png`: previews.
//! - `solid`: STL and 3MF plates for 3D printers.
//! - `studio`: the page in the browser, and its server.
//! - `cli`: the program `piecework`.
//! - `kurbo`, `geo`: outlines and paths to and from the types of other geometry crates ([`interop`]).
//!
//! # What it does not do
//!
//! Puzzles are flat and on one of eight lattices ([`lattice::Lattice`]). Pieces are laid by exact search, so a large board may take
//! longer than anyone waits; every search can be limited, and says whether it was finished. The library
//! prints nothing, reads no clock but for time limits, and never uses the network.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub use piecework_app::{comparison, design, job, output, question};
pub use piecework_cut as cut;
#[doc(hidden)]
pub use piecework_draw::page;
pub use piecework_draw::{check, color, drawing, geometry, interop, layout, options, render};
pub use piecework_quilt as quilt;
pub use piecework_sheet as puzzle_sheet;
pub use piecework_solve as solver;
#[cfg(feature = "studio")]
pub use piecework_studio as studio;
pub use piecework_tiling::{
    defect, error, fault, lattice, length, limits, polyform, puzzle, setting, source, stop, templates, tiling,
};
// What the program needs and readers do not.
#[doc(hidden)]
pub use piecework_tiling::{json, names, number, text};
