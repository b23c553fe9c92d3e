//! Tilings turned into things people make.
//!
//! piecework solves a tiling puzzle (polyominoes, polyhexes, polyiamonds), traces the pieces as outlines, and
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
//! [`Tiling`] from elsewhere begins in the middle.
//!
//! # A tour, from a puzzle to a file
//!
//! A [`Puzzle`] is a region and the pieces that are to cover it. [`read_puzzle`] reads one, and names every
//! mistake with its line; [`puzzle_template`] has some ready; [`import()`] reads whatever other programs
//! write.
//!
//! ```
//! use std::sync::Arc;
//! use piecework::{Count, Limits, Source, read_puzzle};
//!
//! let text = r####"{
//!   "piecework": 1,
//!   "name": "Four T tetrominoes",
//!   "lattice": "square",
//!   "region": { "rectangle": [4, 4] },
//!   "pieces": [ { "name": "T", "rows": ["###", ".#."], "count": 4 } ]
//! }"####;
//! let puzzle = Arc::new(read_puzzle(&Source::new("four.json", text), &Limits::default())?);
//! assert_eq!((puzzle.region().area(), puzzle.pieces()[0].count), (16, Count::exactly(4)));
//!
//! // How many ways are there? `is_complete` says whether everything was searched.
//! let options = piecework::SolveOptions::default();
//! let count = piecework::count(&puzzle, &options)?;
//! assert!(count.is_complete());
//! assert!(count.raw == 2 && count.up_to_symmetry == 1);
//!
//! // One tiling, checked without the solver's own data, as the letters that every polyomino program prints.
//! let (tiling, _) = piecework::first(&puzzle, &options)?;
//! let tiling = tiling.expect("there are two");
//! assert_eq!(piecework::write_letter_grid(&tiling).lines().count(), 4);
//!
//! // Millimetres begin here: cells of 20 mm, every edge known once with the pieces on both its sides.
//! let patchwork = piecework::Patchwork::trace(&tiling, 20.0)?;
//! assert_eq!(patchwork.patches().len(), 4);
//! let coloring = piecework::Coloring::of_patchwork(&patchwork, piecework::Touch::Edge)?;
//! assert_eq!((coloring.count(), coloring.is_minimal()), (2, true), "touching pieces differ");
//!
//! // For a laser: each piece half a kerf larger, on stock of 200 x 150 mm. A plan is data.
//! use piecework::cut::{CutOptions, Dress, machine, plan, sheets};
//! let machine = machine("generic")?;
//! let stock = Some(piecework::Dimensions { width: 200.0, height: 150.0 });
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
//! files.write_all(folder, piecework::output::Overwrite::Refuse, &piecework::output::Disk)?;
//! assert!(folder.join("four-t.svg").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go from here
//!
//! | to | see |
//! | --- | --- |
//! | make shapes, and all shapes of a size | [`Shape`], [`Polyform`], [`enumerate()`], [`named_set`] |
//! | visit tilings one by one, with limits and progress | [`solve()`], [`count()`], [`first()`] |
//! | race engines against one another | [`comparison`] |
//! | read and write tilings | [`read_letter_grids`], [`read_records`] |
//! | know a tiling: symmetry, fault lines, crossings | [`TilingProperties`], [`Survey`] |
//! | choose and sort tilings by an expression | [`question`] |
//! | find the same tilings among many | [`Likeness`] |
//! | grow an outline by a seam allowance or a kerf | [`Outline::offset`] |
//! | choose fabrics and compare them | [`Palette`], [`Coloring`] |
//! | print a quilt pattern | [`quilt`] |
//! | cut | [`cut`] |
//! | read cut files back and compare them | [`check`] |
//! | print a puzzle and its solutions | [`puzzle_sheet`] |
//! | draw something of your own for every format | [`Canvas`], [`Drawing`], [`render`] |
//! | serve the page in the browser | `studio` |
//! | report what went wrong | [`Error`], [`Fault`], [`Finding`] |
//!
//! # Features
//!
//! All are on by default; SVG is always there.
//!
//! - `pdf`: pages at full size with layers and an embedded font.
//! - `dxf`: R12 and R2000.
//! - `png`: previews.
//! - `solid`: STL and 3MF plates for 3D printers.
//! - `studio`: the page in the browser, and its server.
//! - `cli`: the program `piecework`.
//!
//! # What it does not do
//!
//! Puzzles are flat and on one of three lattices. Pieces are laid by exact search, so a large board may take
//! longer than anyone waits; every search can be limited, and says whether it was finished. The library
//! prints nothing, reads no clock but for time limits, and never uses the network.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub use piecework_app::{comparison, design, job, output, question};
pub use piecework_cut as cut;
pub use piecework_draw::{check, layout, page, render};
use piecework_draw::{color, drawing, geometry};
pub use piecework_quilt as quilt;
pub use piecework_sheet as puzzle_sheet;
use piecework_solve as solver;
#[cfg(feature = "studio")]
pub use piecework_studio as studio;
use piecework_tiling::{
    defect, error, fault, json, lattice, length, limits, number, polyform, puzzle, source, templates, text,
    tiling,
};

pub use color::{
    Alike, AlikeFabrics, Color, ColorError, Coloring, DEFAULT_PALETTE, EFFORT, Fabric, FabricCount,
    FabricFacts, FabricPlan, FabricRole, FabricWish, FixedFacts, Palette, Pieces, Scheme, Stock,
    SuppliedPlan, Supply, SymmetryFacts, Turn, Vision, ZoneFacts, ZoneShape, alike, read_stash,
};
pub use defect::{Defect, Place, ReadError};
pub use drawing::{
    Anchor, ArcLine, Burn, Canvas, Controller, Drawing, DrawingError, Element, Item, Laser, Layer,
    MachineLook, Medium, Path, Polyline, Reading, Role, Style, Text, Weight,
};
pub use error::Error;
pub use fault::{ErrorKind, Fault, Finding, Several};
#[cfg(feature = "solid")]
pub use geometry::Solid;
pub use geometry::{
    Bounds, CircularArc, Dimensions, Edge, GeometryError, Join, Label, Outline, Patch, Patchwork, Point,
    Ring, RingCorner, SetInCorner, Side, Stretch, Touch, Vertex,
};
pub use json::{SyntaxError, ValueError};
pub use lattice::{Cell, Corner, Lattice, Picture, PictureError, Symmetry};
pub use length::{Length, LengthError};
pub use limits::{Limit, LimitError, Limits};
pub use number::NotFinite;
pub use polyform::{
    Freedom, NamedSet, Orientation, Polyform, PolyformError, SetMember, Shape, enumerate, enumerate_under,
    named_set, polyomino_letter, set_names,
};
pub use puzzle::{
    BoardError, Contact, Count, EqualPieces, HexError, Piece, PieceNameError, Placed, Puzzle, PuzzleError,
    PuzzleFileError, PuzzleSymmetry, Region, Rules, Wrap, XmpuzzleError, hex_name, pieces_from_hex,
    pieces_named, puzzle_schema, read_board, read_puzzle, read_xmpuzzle, shape_from_hex, write_puzzle,
    write_xmpuzzle,
};
pub use solver::{
    Certificate, CheckpointError, CheckpointFault, CommonFigure, CommonFigureReport, CongruentOptions,
    CongruentReport, CoverForm, DeadEnd, Division, Engine, FigureOptions, ForcedStep, Impossibility,
    NoRectangle, OrderReport, Outcome, Overweight, Progress, Proof, Report, Sample, SolveOptions,
    SolverError, StopReason, StripReport, TilingCount, TilingSymmetry, Total, Weighing, best_effort,
    congruent_groups, count, count_symmetric, exact_cover, first, first_symmetric, prove_impossible, sample,
    smallest_common_figure, smallest_rectangle, solve, solve_symmetric, solve_up_to_symmetry, why_impossible,
};
pub use source::{Source, SourceError};
pub use templates::{PuzzleTemplate, puzzle_template, puzzle_templates};
pub use text::{Forbidden, TextError};
pub use tiling::{
    Draw, FaultLine, Format, GridError, Group, Import, InferError, InnerRectangle, LetterGrid, Likeness,
    LineDirection, Packing, PatchWords, Placement, RecordError, Sameness, SamenessError, Sides, Survey,
    SvgError, Tiling, TilingError, TilingProperties, board_in_words, cells_in_words, import, infer_from_grid,
    infer_tiling, patches_in_words, read_letter_grids, read_records, read_svg_tilings, recognise,
    rows_in_words, rows_of_cells_in_words, svg_metadata, tiling_in_words, write_letter_grid,
    write_packing_grid, write_record, write_record_pretty,
};
