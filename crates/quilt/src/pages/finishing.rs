//! Finishing: from the quilt top to the bound quilt.

use super::{format, quilting};
use crate::plan::error::QuiltError;
use crate::plan::options::Method;
use crate::plan::yardage::{BiasSquares, Inches};
use crate::plan::{EdgeFinish, QuiltPlan, TopEdge};
use crate::units::Units;
use crate::words::{self, capital, plural};
use piecework_draw::page::{Block, Entry, Page, Sign};

/// The page.
pub(super) fn pages(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let mut blocks = Vec::new();
    for (heading, sentences) in sections(plan) {
        blocks.push(Block::heading(heading));
        let entries = sentences.into_iter().map(|words| Entry::new(Sign::None, words));
        blocks.push(Block::List(entries.collect()));
    }
    let blocks = vec![
        Block::Columns(blocks),
        Block::heading("The label: copy it onto cloth"),
        quilting::label(plan),
        Block::heading("Three ways to quilt it"),
        quilting::ways(plan),
    ];
    format::section(&plan.design, "finishing", blocks)
}

/// What is done with a top that is sewn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Trim,
    Border,
    Finish,
}

/// Where the last papers are taken out of a top that is sewn over papers: before it is cut, or anything is sewn to it by machine.
pub(super) fn papers_out(plan: &QuiltPlan, stage: Stage) -> Option<String> {
    let summary = &plan.summary;
    let is_trimmed = summary.edge.as_ref().is_some_and(|edge| edge.finish == EdgeFinish::Straight);
    let at = match (is_trimmed, summary.yardage.borders.is_empty()) {
        (true, _) => Stage::Trim,
        (false, false) => Stage::Border,
        (false, true) => Stage::Finish,
    };
    let is_here = at == stage && plan.options().method == Method::EnglishPaper;
    let unfolded = if stage == Stage::Finish { "" } else { ", and unfold the allowances at the edge" };
    is_here
        .then(|| format!("Take out the last papers and the basting{unfolded}. Press the top from the back."))
}

/// Headings with their sentences.
pub(super) fn sections(plan: &QuiltPlan) -> Vec<(&'static str, Vec<String>)> {
    let (options, yardage) = (plan.options(), &plan.summary.yardage);
    let write = |length: Inches| length.write(options.units);
    // As wide as the allowance at the edge of the top, so that the top finishes as it should.
    let (usual, tail) = match options.units {
        Units::Imperial => (Inches::eighths(2), "8 in"),
        Units::Metric => (Inches::of_mm(7.5), "20 cm"),
    };
    let seam = if yardage.seam_allowance > Inches::ZERO { yardage.seam_allowance } else { usual };
    let seam = write(seam);
    let mut top = Vec::new();
    top.extend(papers_out(plan, Stage::Finish));
    let jagged = plan
        .summary
        .edge
        .as_ref()
        .is_some_and(|edge| !matches!(edge.finish, EdgeFinish::Fillers | EdgeFinish::Straight));
    let press = if jagged {
        "Press the finished top. At its widest and highest it should measure"
    } else {
        "Press the finished top and square it up. It should measure"
    };
    top.push(format!(
        "{press} {} × {} unfinished.",
        write(yardage.finished.width + yardage.seam_allowance.times(2)),
        write(yardage.finished.height + yardage.seam_allowance.times(2))
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
    if let Some(line) = &plan.quilting {
        layers.push(format!(
            "For a long-arm machine there is a file with one line that never breaks. {}.",
            capital(&words::sewing::one_line(line, options.units))
        ));
    }
    let label =
        vec!["Sew a label to the back: the name of the quilt, who made it, where and when.".to_owned()];
    let mut sections = vec![("The quilt top", top), ("Layer and quilt", layers)];
    if yardage.binding.is_some() {
        sections.push(("Bind", bind(plan, &seam, tail)));
    }
    sections.push(("Label", label));
    sections
}

/// How binding is made of what was bought.
fn make_binding(plan: &QuiltPlan, seam: &str) -> String {
    let (binding, units) = (&plan.summary.yardage.binding, plan.options().units);
    let height = binding.strip_height.write(units);
    let fold = "Press the binding in half along its length, wrong sides together.";
    if let Some(BiasSquares { count, side }) = binding.bias {
        let (each, squares) = if count == 1 { ("the", "square") } else { ("each", "squares") };
        return format!(
            "Make continuous bias binding from {count} {squares} of {}: cut {each} square in two along a diagonal, and sew the \
             halves together along two straight edges into a parallelogram. Draw lines {height} apart parallel to the bias edges. Sew \
             the other two edges together, moved by one line, into a tube, and cut along the line. {fold}",
            side.write(units)
        );
    }
    match binding.strips_joined_on_the_diagonal {
        1 => format!("Cut 1 strip of binding, {height} wide. {fold}"),
        strips => format!(
            "Join the {} of binding with diagonal seams into one length, trim these seams to {seam} and press them open. {fold}",
            plural(strips, "strip")
        ),
    }
}

fn bind(plan: &QuiltPlan, seam: &str, tail: &str) -> Vec<String> {
    let yardage = &plan.summary.yardage;
    let around = yardage.binding.around.write_cloth(plan.options().units);
    let mut bind = vec![make_binding(plan, seam)];
    // The page about the edge says how one is sewn that is not a rectangle.
    let is_bound = |edge: &&TopEdge| matches!(edge.finish, EdgeFinish::Binding | EdgeFinish::Scalloped);
    let holes = "Bind each hole in the same way, with a strip of its own.";
    if let Some(edge) = plan.summary.edge.as_ref().filter(is_bound) {
        bind.push(format!(
            "The edge is {around} long. Begin in the middle of a side with a tail of {tail}, and sew the binding on with {seam} as \
             finishing the edge says. Join the two tails before you turn the binding to the back."
        ));
        if edge.holes > 0 {
            bind.push(holes.to_owned());
        }
        return bind;
    }
    bind.push(format!(
        "The edge is {around} long. Begin in the middle of a side with a tail of {tail}. Lay the raw edges of the binding along the \
         edge of the quilt top, right sides together, and sew with {seam}."
    ));
    bind.push(format!(
        "At a corner stop {seam} before the edge and backstitch. Fold the binding straight up, then straight down along the \
         next side, and sew on from the edge: the fold makes the mitre. Join the two tails, turn the binding to the back and \
         stitch it down."
    ));
    let board = plan.design.patchwork.board();
    let is_simple = board.len() == 1 && board[0].reflex_corners().next().is_none();
    if !is_simple && yardage.borders.is_empty() && plan.summary.edge.is_none() {
        bind.push(
            "The edge has inside corners: clip the seam allowance there almost to the seam, open the corner into a straight line \
             while you sew, and fold the mitre afterwards. Binding that is cut on the bias bends more easily."
                .to_owned(),
        );
    }
    if plan.summary.edge.is_none() && board.iter().any(|outline| !outline.holes().is_empty()) {
        bind.push(holes.to_owned());
    }
    bind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QuiltOptions;
    use crate::plan::yardage::Purchase;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// The sentences about binding, and the line of the shopping list.
    fn binding(lattice: Lattice, rows: &str) -> (String, String) {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let plan = QuiltPlan::new(&tiling, &QuiltOptions::default()).expect("a plan");
        let bind =
            sections(&plan).into_iter().find(|(heading, _)| *heading == "Bind").expect("it is bound").1;
        let lines = plan.summary.yardage.to_buy(plan.options().units);
        let bought =
            lines.into_iter().find(|(purchase, _)| *purchase == Purchase::Binding).expect("a line").1;
        (bind.join(" "), bought)
    }

    #[test]
    fn binding_is_made_of_what_was_bought() {
        let rows: Vec<String> = ["A", "B"].iter().flat_map(|name| vec![name.repeat(23); 12]).collect();
        let (words, bought) = binding(Lattice::Square, &rows.join("\n"));
        assert!(
            bought.contains("6 strips of 2 1/2 in joined with diagonal seams; 5 with straight"),
            "{bought}"
        );
        assert!(words.starts_with("Join the 6 strips of binding with diagonal seams"), "{words}");
        let (words, bought) = binding(Lattice::Hex, "A A B\n A B B\nC C C");
        assert!(
            bought.contains("1 square of ") && words.contains("bias binding from 1 square of "),
            "{words}"
        );
        assert!(!words.contains("diagonal seams") && !words.contains("At a corner"), "{words}");
        assert!(!words.contains("hole"), "{words}");
        let (words, _) = binding(Lattice::Square, "AAAA\nA..B\nA..B\nBBBB");
        assert!(words.ends_with("Bind each hole in the same way, with a strip of its own."), "{words}");
    }
}
