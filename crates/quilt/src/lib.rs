//! Quilt patterns: from a tiling to pages that a quilter can print, cut and sew by.
//!
//! [`QuiltPlan::new`] decides everything, as data. [`pages`] and [`picture`] lay the plan out on paper;
//! [`notes`] and [`tables`] write it for people and for other programs. [`pattern`] does all of it.

#![warn(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod block_choice;
mod blocks;
mod export;
mod extend;
mod files;
mod grow;
mod hats;
mod pages;
mod pattern;
mod plan;
mod prepare;
mod request;
mod settings;
mod sizes;
mod units;
mod words;

pub use block_choice::{BlockChoice, BlockSetting, Recolor, TurnBlocks};
pub use export::{QuiltNote, figures, notes, tables};
pub use files::{QuiltFileOptions, SeesPage, each_file, files};
pub use pages::{
    LayoutLook, Part as PatternPart, cutting_layouts, in_words, pages, picture, plain_text, quilting_lines,
};
pub use pattern::{Pattern, pattern};
pub use plan::error::QuiltError;
pub use plan::options::{Method, PatternPages, QuiltOptions};
pub use plan::{
    AlikePairs, Amount, AssemblyStep, AssemblySteps, Bend, BendKind, ChartRow, ClosedEnd, CornerCut, CutAway,
    EdgeFinish, EdgesTake, FabricNeed, Filler, FillerTemplate, FoundationRow, Fused, FusedSection,
    HalfSquarePair, HalfSquares, Joint, JointSeam, LeftOpen, MethodAdvice, MethodRow, MethodTable, OpenEnd,
    PartColoring, PartKind, PartOf, PatchMatch, PlannedPatch, PressToward, QuiltPlan, QuiltSummary, Quilting,
    QuiltingLine, RectangleRow, RectangleUse, RepeatedPart, RepeatedPiece, Repeats, RowStep, Scallops,
    SeamAlong, SewingOrder, SewnUnit, Skill, SkillLevel, StashError, StashPart, StashRow, StepRow,
    StraightFigures, StraightSeams, TemplateUse, TopEdge, UnitSeamStep, UnitsFrom, cell_for_precut,
    check_fabric, fit_to_bed, piecing, sewing_order, yardage,
};
pub use prepare::{PreparedQuilt, QuiltJob, QuiltTop, prepare};
pub use request::QuiltRequest;
pub use settings::{Borders, FatQuarters, Grow, PrecutChoice, QuiltFile};
pub use units::Units;
