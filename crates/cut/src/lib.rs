//! Plans sheets for a machine, draws them, and writes their files: every piece as an outline to cut, true to
//! size.
//!
//! [`plan`] decides everything and returns a [`CutPlan`], which is data: lines in cutting order, sheets,
//! panels, the release order. [`sheets`] draws it for a [`Machine`], [`pages`] prints the assembly pages,
//! [`files`] makes all files, and [`CutJob::notes`] describes it. Pieces share their lines ([`CommonLines`]) or have
//! separate outlines; a design that is larger than the stock is split into [`Panels`].

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod art;
mod card_facts;
mod common_line;
mod cost;
mod effects;
mod embroidery;
mod error;
mod estimate;
mod files;
mod insert_card;
mod job;
mod job_sheet;
mod knobs;
mod lengths;
mod license;
mod line_error;
mod machine;
mod machine_error;
mod material;
mod material_check;
mod material_form;
mod notes;
mod options;
mod own_outlines;
mod pages;
mod panels;
mod piece_notes;
mod plan;
mod prepare;
mod printing;
mod request;
mod settings;
mod sheets;
mod solids;
mod tool_path;

pub use art::{Art, ArtStyle, OwnArt, PhotoStyle, PieceArt};
pub use card_facts::{CardFacts, SolutionCount};
pub use common_line::{CommonLines, CutOrder, Line, Measures};
pub use cost::{BatchCost, CutCost, CutPrices};
pub use embroidery::{Embroidery, HoopingPlan, StitchLine, StitchStep, embroidery};
pub use error::CutError;
pub use estimate::cutting_time;
pub use files::{CutFileOptions, each_file, files};
pub use insert_card::InsertCard;
pub use job::{CutJob, CutNote};
pub use job_sheet::{JobDesign, JobLayer, JobMagnets, JobSheet, JobStep, Measure, ReleaseRange};
pub use knobs::{KnobOptions, KnobStyle};
pub use license::License;
pub use line_error::LineError;
pub use machine::{
    CutBurn, LaserPower, Machine, Registration, Speeds, Tool, ToolKind, WorkArea, machine, machine_names,
    machine_schema,
};
pub use machine_error::MachineError;
pub use material::{Material, MaterialSettings, material, material_names, material_schema};
pub use options::{
    BoxOptions, CutOptions, Engraving, FingerJoint, FloorWords, InlayOptions, LidPicture, LineOptions, Lines,
    Magnets, OwnLineOptions, PrintedTray, TrayOptions,
};
pub use own_outlines::{BoardBorder, OwnOutlines};
pub use pages::{
    CutPages, ListingPicture, ListingView, design_pages, insert_card_pages, job_sheet_pages,
    listing_pictures, pages,
};
pub use panels::{Panel, Panels};
pub use plan::{
    BackSide, BackSummary, Body, BoxPanel, CutDivision, CutDivisionKind, CutPlan, CutSheet, CutSummary,
    FabricUse, FirstPiece, InlaySummary, LeftOut, LinesCut, Offcut, PanelUse, PieceLabel, PieceOutline,
    PieceSize, PiecesFit, PlainPiece, PlannedBoard, PlannedBox, PlannedCut, PlannedDesign, PlannedFabric,
    PlannedFabrics, PlannedLine, PrintedBoard, Release, SheetUse, SolidPlan, Stands, ToolLine, check_fit,
    plan, plan_designs, plan_divided, plan_solids, test_card,
};
pub use prepare::{PreparedCut, SizedCut, prepare};
pub use request::CutRequest;
pub use settings::{BatchSizes, MachineChoice, MaterialChoice, SetSize, StockList, StockSize, Thickness};
pub use sheets::{Calibration, Dress, backs, sheets};
pub use tool_path::ToolPath;

#[cfg(test)]
#[path = "../../../tests/support/mod.rs"]
mod support;
