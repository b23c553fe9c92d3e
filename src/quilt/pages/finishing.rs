//! Finishing: from the quilt top to the bound quilt.

use super::format;
use crate::page::{Block, Entry, Page, Sign};
use crate::quilt::plan::QuiltPlan;
use crate::quilt::plan::error::QuiltError;
use crate::quilt::plan::options::Method;
use crate::quilt::units::Units;
use crate::quilt::words::plural;

/// The page.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let mut blocks = Vec::new();
    for (heading, sentences) in sections(plan) {
        blocks.push(Block::heading(heading));
        let entries = sentences.into_iter().map(|words| Entry::new(Sign::None, words));
        blocks.push(Block::List(entries.collect()));
    }
    format::section(&plan.design, "finishing", blocks)
}

/// Headings with their sentences.
pub(super) fn sections(plan: &QuiltPlan) -> Vec<(&'static str, Vec<String>)> {
    let (options, yardage) = (plan.options(), &plan.summary.yardage);
    let (seam, tail) = match options.units {
        Units::Imperial => ("1/4 in", "8 in"),
        Units::Metric => ("7.5 mm", "20 cm"),
    };
    let write = |length: crate::quilt::yardage::Inches| length.write(options.units);
    let mut top = Vec::new();
    if options.method == Method::EnglishPaper {
        top.push("Take out the last papers and the basting. Press the top from the back.".to_owned());
    }
    top.push(format!(
        "Press the finished top and square it up. It should measure {} × {} unfinished.",
        write(yardage.finished.0 + yardage.seam_allowance.times(2)),
        write(yardage.finished.1 + yardage.seam_allowance.times(2))
    ));
    let panels = yardage.backing.panels;
    let mut layers = Vec::new();
    if panels > 1 {
        layers.push(format!("Sew the {panels} panels of the backing together and press the seams open."));
    }
    layers.push(
        "Lay the backing down with its wrong side up, the batting on it, and the top on both, face up. Baste the \
         three layers with pins, thread or spray."
            .to_owned(),
    );
    layers.push(
        "Quilt from the middle outwards: in the ditch around each patch, or with lines all over. Then trim batting and backing \
         even with the top."
            .to_owned(),
    );
    let (strips, around) = (yardage.binding.strips, &yardage.binding.around);
    let mut bind = vec![
        format!(
            "Join the {} of binding with diagonal seams into one length, trim these seams to {seam} and press them open. Press \
             the binding in half along its length, wrong sides together.",
            plural(strips, "strip")
        ),
        format!(
            "The edge is {} long. Begin in the middle of a side with a tail of {tail}. Lay the raw edges of the binding along the \
             edge of the quilt top, right sides together, and sew with {seam}.",
            write(*around)
        ),
        format!(
            "At a corner stop {seam} before the edge and backstitch. Fold the binding straight up, then straight down along the \
             next side, and sew on from the edge: the fold makes the mitre. Join the two tails, turn the binding to the back and \
             stitch it down."
        ),
    ];
    let board = plan.design.patchwork.board();
    let is_simple = board.len() == 1 && board[0].reflex_corners().next().is_none();
    // The page about the edge says how one is finished that is not a rectangle.
    if !is_simple && yardage.border.is_none() && plan.summary.edge.is_none() {
        bind.push(
            "The edge has inside corners: clip the seam allowance there almost to the seam, open the corner into a straight line \
             while you sew, and fold the mitre afterwards. Binding that is cut on the bias bends more easily."
                .to_owned(),
        );
    }
    if plan.summary.edge.is_none() && board.iter().any(|outline| !outline.holes().is_empty()) {
        bind.push("Bind each hole in the same way, with a strip of its own.".to_owned());
    }
    let label =
        vec!["Sew a label to the back: the name of the quilt, who made it, where and when.".to_owned()];
    vec![("The quilt top", top), ("Layer and quilt", layers), ("Bind", bind), ("Label", label)]
}
