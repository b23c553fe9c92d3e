//! Tilings turned into things people make.
//!
//! piecework solves a tiling puzzle (polyominoes, polyhexes, polyiamonds), traces the pieces as outlines, and writes
//! what a maker needs: a quilt pattern, files for a die cutter or laser, puzzle sheets.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod colour;
pub mod cut;
pub mod defect;
pub mod drawing;
pub mod error;
pub mod fault;
pub mod geometry;
pub mod json;
pub mod lattice;
pub mod layout;
pub mod length;
pub mod limits;
pub mod number;
pub mod output;
pub mod polyform;
pub mod puzzle;
pub mod puzzle_sheet;
pub mod quilt;
pub mod render;
pub mod solver;
pub mod source;
pub mod templates;
pub mod text;
pub mod tiling;

pub use colour::{
    Alike, Colour, ColourError, Colouring, DEFAULT_PALETTE, EFFORT, Fabric, Palette, Vision, alike,
};
pub use cut::CutError;
pub use defect::{Defect, Finding, Place, ReadError};
pub use drawing::{
    Anchor, Canvas, Drawing, DrawingError, Element, Item, Layer, Medium, Path, Polyline, Reading, Role,
    Style, Text, Weight,
};
pub use error::Error;
pub use fault::{Category, Fault};
pub use geometry::{
    Bounds, Edge, GeometryError, Join, Label, Outline, Patch, Patchwork, Point, Ring, RingCorner,
    SetInCorner, Side, Touch, Vertex,
};
pub use lattice::{Cell, Corner, Lattice, Picture, Symmetry};
pub use layout::LayoutError;
pub use length::{Length, LengthError};
pub use limits::{Limit, LimitError, Limits};
pub use output::{FileSet, OutputError, Overwrite};
pub use polyform::{
    Freedom, NamedSet, Orientation, Polyform, PolyformError, SetMember, Shape, enumerate, enumerate_under,
    named_set, polyomino_letter, set_names,
};
pub use puzzle::{
    BoardError, Contact, Count, HexError, Piece, Puzzle, PuzzleError, PuzzleFileError, PuzzleSymmetry,
    Region, XmpuzzleError, hex_name, pieces_from_hex, puzzle_schema, read_board, read_puzzle, read_xmpuzzle,
    shape_from_hex, write_puzzle,
};
pub use puzzle_sheet::PuzzleSheetError;
pub use quilt::QuiltError;
pub use render::RenderError;
pub use solver::{
    Engine, Outcome, Progress, Report, SolveOptions, SolverError, StopReason, TilingCount, count, first,
    solve, solve_up_to_symmetry,
};
pub use source::{Source, SourceError};
pub use templates::{PuzzleTemplate, puzzle_template, puzzle_templates};
pub use tiling::{
    FaultLine, Format, GridError, Group, Import, InferError, LetterGrid, LineDirection, Placement,
    RecordError, Sides, Tiling, TilingError, TilingProperties, import, infer_from_grid, infer_tiling,
    read_letter_grids, read_records, recognise, write_letter_grid, write_record, write_record_pretty,
};
