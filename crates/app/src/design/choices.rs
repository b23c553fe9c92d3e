//! The words of options that no craft has, each with what it stands for and what it does.

use piecework_solve::CoverForm;
use piecework_tiling::setting::words;

/// A form of the puzzle for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExportForm {
    /// The exact cover problem.
    Cover(CoverForm),
    /// The puzzle, as a file of BurrTools.
    BurrTools,
}

words! {
    ExportForm {
        "dlx" => ExportForm::Cover(CoverForm::Matrix), "items and options for dancing links, as Knuth's programs read them";
        "cnf" => ExportForm::Cover(CoverForm::Clauses), "clauses for SAT solvers (DIMACS)";
        "xmpuzzle" => ExportForm::BurrTools, "a puzzle file for BurrTools; squares and triangles only";
    }
}
