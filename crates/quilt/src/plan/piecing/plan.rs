//! Finds the best plan of straight seams for a tiling.

use super::board::Board;
use super::error::PiecingError;
use super::joins::Joins;
use super::options::PiecingOptions;
use super::parts::{PiecingPlan, Press, SeamStep};
use super::set_in::SetIn;
use super::tree::Tree;
use super::{foundations, label, press};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;

/// Plans how to sew a tiling with straight seams only, as well as that can be done.
///
/// Exact, by comparing every way to cut every rectangle of the board. Of equal cuts the one that halves the
/// area best is taken, then rows before columns, then the first from the top left. A table holds four bytes
/// for each of the (w² + w)(h² + h) / 4 rectangles of a board of w x h cells, and each of them is cut in up
/// to w + h ways.
///
/// Where cells of the board have no cloth, a line cuts all that a rectangle holds, and both sides of it may
/// fall into several parts. Every stretch of a seam is a whole side of one of the two parts that it joins;
/// plans whose parts do not lie apart in rectangles are not compared.
///
/// # Errors
/// [`PiecingError`]: hexagons and triangles, pieces that are not connected or have no such seam, or a board
/// with more than 2^26 rectangles (127 x 127 cells).
///
/// # Examples
/// ```
/// use piecework_quilt::piecing::{PiecingOptions, straight_seam_plan};
/// use piecework_quilt::Units;
/// use piecework_tiling::lattice::Lattice;
/// use piecework_tiling::limits::Limits;
/// use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};
/// let grids = read_letter_grids(Lattice::Square, "AAB\nABB", &Limits::default())?;
/// let tiling = infer_from_grid("two L trominoes", &grids[0])?;
/// let plan = straight_seam_plan(&tiling, &PiecingOptions::default())?;
/// assert_eq!((plan.rectangles(), plan.steps.len(), plan.seam_cells()), (4, 3, 5));
/// assert_eq!(plan.sentence(0, 50.8, Units::Imperial), "A5 = A1 + A2, seam 2 in, press left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// Guillotine partitions by dynamic programming: <https://en.wikipedia.org/wiki/Guillotine_partition>.
pub fn straight_seam_plan(tiling: &Tiling, options: &PiecingOptions) -> Result<PiecingPlan, PiecingError> {
    straight_seam_plan_until(tiling, options, &StopFlag::never())
}

/// Plans the same, unless it is stopped before.
///
/// # Errors
/// As [`straight_seam_plan`], and [`PiecingError::Stopped`].
pub(crate) fn straight_seam_plan_until(
    tiling: &Tiling,
    options: &PiecingOptions,
    stop: &StopFlag,
) -> Result<PiecingPlan, PiecingError> {
    if options.block == 0 {
        return Err(PiecingError::EmptyBlock);
    }
    plan_board(&Board::of(tiling, options.outside)?.until(stop), options)
}

/// The plan of a board.
pub(super) fn plan_board(board: &Board, options: &PiecingOptions) -> Result<PiecingPlan, PiecingError> {
    let (tree, trade_off) = match options.y_seams {
        Some(most) => {
            let found = SetIn::of(board, most)?;
            (found.tree()?, found.trade_off())
        }
        None => (Tree::best(board, options.objective)?, Vec::new()),
    };
    let joins = Joins::of(board, &tree);
    let labelled = label::label(board, &joins, options.block);
    let mut plan = PiecingPlan {
        objective: options.objective,
        size: board.whole(),
        parts: labelled.parts,
        steps: labelled.order.iter().map(|&node| step(&joins, &labelled.part_of, node)).collect(),
        blocks: labelled.blocks,
        crossings: Vec::new(),
        depth: joins.depth(),
        foundations: Vec::new(),
        y_seams: 0,
        trade_off,
    };
    plan.y_seams = plan.steps.iter().filter(|step| step.turn().is_some()).count();
    if let Some(most) = options.foundations {
        plan.foundations = foundations::foundations(&plan, most);
    }
    let no_wishes = vec![0.0; plan.steps.len()];
    press::press(&mut plan, &no_wishes);
    Ok(plan)
}

/// The step that makes a node.
fn step(joins: &Joins, part_of: &[usize], node: usize) -> SeamStep {
    let ([first, second], stretches) = joins.nodes[node].made_of.clone().expect("only what is cut is sewn");
    let press = if stretches[0].upright { Press::Left } else { Press::Up };
    let seam = stretches.iter().map(|stretch| stretch.to - stretch.from).sum();
    SeamStep { makes: part_of[node], first: part_of[first], second: part_of[second], seam, stretches, press }
}
