//! Finds the best plan of straight seams for a tiling, names its parts and orders its steps.

use std::collections::BTreeMap;

use super::board::PatchGrid;
use super::error::PiecingError;
use super::grid::CellRect;
use super::joins::{Joined, Joins};
use super::options::{Objective, PiecingOptions};
use super::parts::{PatchPart, PiecedBlock, PiecedPart, PiecingPlan, Press, SeamStep};
use super::repeats::{Pattern, Repeats};
use super::set_in::SetIn;
use super::tree::Tree;
use super::{foundations, press};
use piecework_tiling::polyform::counted_name;
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
    let board = PatchGrid::of(tiling, options.outside)?.until(stop);
    plan_board(&board, &Pattern::of_squares(&board), options)
}

/// The plan of a board with this pattern on it: block by block, where it repeats blocks and nothing else is asked for.
pub(super) fn plan_board(
    board: &PatchGrid,
    pattern: &Pattern,
    options: &PiecingOptions,
) -> Result<PiecingPlan, PiecingError> {
    let in_blocks = options.y_seams.is_none()
        && options.foundations.is_none()
        && options.objective == Objective::FewestRectangles;
    let repeats = if in_blocks { Repeats::of(board, pattern, options.blocks) } else { None };
    let (tree, trade_off) = match (options.y_seams, &repeats) {
        (Some(most), _) => {
            let found = SetIn::of(board, most)?;
            (found.tree()?, found.trade_off())
        }
        (None, Some(repeats)) => (repeats.tree(board, pattern, options.objective)?, Vec::new()),
        (None, None) => (Tree::best(board, options.objective)?, Vec::new()),
    };
    let joins = Joins::of(board, &tree);
    let rectangles = joins.rectangles();
    let areas: Option<Vec<CellRect>> = repeats.map(|repeats| repeats.areas().collect());
    let labelled = label(board, &joins, |node| match &areas {
        Some(areas) => areas.contains(&joins.nodes[node].area),
        None => rectangles[node] <= options.block,
    });
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
    press::press(&mut plan, &no_wishes, Vec::new());
    Ok(plan)
}

/// The step that makes a node.
fn step(joins: &Joins, part_of: &[usize], node: usize) -> SeamStep {
    let ([first, second], stretches) = joins.nodes[node].made_of.clone().expect("only what is cut is sewn");
    let press = if stretches[0].upright { Press::Left } else { Press::Up };
    let seam = stretches.iter().map(|stretch| stretch.to - stretch.from).sum();
    SeamStep { makes: part_of[node], first: part_of[first], second: part_of[second], seam, stretches, press }
}

/// Joins with labels. A block is a part of at most the given number of rectangles that is inside no other such part, or
/// one that the quilt repeats.
/// Every rectangle is in one block, and no label is used twice.
struct Labelled {
    parts: Vec<PiecedPart>,
    blocks: Vec<PiecedBlock>,
    /// The part that each node is.
    part_of: Vec<usize>,
    /// The nodes that are sewn, in order.
    order: Vec<usize>,
}

/// Names everything: blocks in reading order; in each the rectangles in reading order, then what is made of
/// them.
fn label(board: &PatchGrid, joins: &Joins, is_block: impl Fn(usize) -> bool) -> Labelled {
    let mut roots = Vec::new();
    let above = sewn_from(joins, 0, |node| is_block(node).then(|| roots.push(node)).is_none());
    roots.sort_by_key(|&root| joins.nodes[root].area.place());
    let mut labelled = Labelled {
        parts: Vec::new(),
        blocks: Vec::new(),
        part_of: vec![usize::MAX; joins.nodes.len()],
        order: Vec::new(),
    };
    for root in roots {
        labelled.add_block(joins, root);
    }
    for (index, node) in above.into_iter().enumerate() {
        labelled.add(joins, node, format!("Top {}", index + 1), None);
        labelled.order.push(node);
    }
    name_patches(board, &mut labelled.parts);
    labelled
}

/// The nodes below and with `root` that are sewn, parts first, without those below nodes that are not `open`.
fn sewn_from(joins: &Joins, root: usize, mut open: impl FnMut(usize) -> bool) -> Vec<usize> {
    let (mut order, mut stack) = (Vec::new(), vec![root]);
    // The whole before its parts and the right before the left, read backwards.
    while let Some(node) = stack.pop() {
        if open(node)
            && let Some((parts, _)) = &joins.nodes[node].made_of
        {
            order.push(node);
            stack.extend(parts);
        }
    }
    order.reverse();
    order
}

impl Labelled {
    fn add_block(&mut self, joins: &Joins, root: usize) {
        let label = counted_name(self.blocks.len());
        let block = self.blocks.len();
        let mut cloth = Vec::new();
        let sewn = sewn_from(joins, root, |node| {
            if joins.nodes[node].made_of.is_none() {
                cloth.push(node);
            }
            true
        });
        cloth.sort_by_key(|&node| joins.nodes[node].area.place());
        let rectangles = cloth.len();
        for (index, &node) in cloth.iter().chain(&sewn).enumerate() {
            self.add(joins, node, format!("{label}{}", index + 1), Some(block));
        }
        self.order.extend(sewn);
        self.blocks.push(PiecedBlock { label, part: self.part_of[root], rectangles });
    }

    fn add(&mut self, joins: &Joins, node: usize, label: String, block: Option<usize>) {
        self.part_of[node] = self.parts.len();
        let Joined { area, cells, ref corners, .. } = joins.nodes[node];
        let corners = corners.clone();
        let unnamed = || PatchPart { piece: String::new(), placement: None, number: 0, of: 0 };
        let patch = joins.nodes[node].made_of.is_none().then(unnamed);
        self.parts.push(PiecedPart { label, area, cells, corners, block, patch });
    }
}

/// Says of every rectangle of cloth which part of which patch it is.
fn name_patches(board: &PatchGrid, parts: &mut [PiecedPart]) {
    let mut of_patch: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.patch.is_some()) {
        let (column, row) = part.first_cell();
        of_patch.entry(board.owner(column, row)).or_default().push(index);
    }
    for (owner, mut cloth) in of_patch {
        cloth.sort_by_key(|&part| parts[part].area.place());
        for (number, &part) in (1..).zip(&cloth) {
            let patch = &board.patches[owner];
            let (piece, placement) = (patch.piece.clone(), patch.placement);
            parts[part].patch = Some(PatchPart { piece, placement, number, of: cloth.len() });
        }
    }
}
