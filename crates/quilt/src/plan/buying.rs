//! Orders the fabric of a design: what is cut from each fabric, by template or by rectangle.

use super::design::Design;
use super::error::QuiltError;
use super::finish::EdgeFinish;
use super::finish::FACING;
use super::half_squares::{HalfSquares, are_in_strips};
use super::options::QuiltOptions;
use super::order::{PatchCuts, PatchCutting};
use super::pairs::AlikePairs;
use super::piecing::PiecingPlan;
use super::prints::{self, PrintShare};
use super::stash::{BACKGROUND, Edges, Held};
use super::yardage::{CutFrom, CutItem, CutPiece, FabricOrder, Yardage, YardageError, yardage};

/// Orders the cloth of a design: the rectangles of a plan of straight seams, or the boxes around templates.
pub(super) fn order(design: &Design, plan: Option<&PiecingPlan>) -> Result<FabricOrder, QuiltError> {
    let options = &design.options;
    let cut = match (plan, &design.cut) {
        (Some(plan), _) => PatchCutting::Rectangles(plan),
        (None, Some(cut)) => PatchCutting::EachPart(cut),
        (None, None) => PatchCutting::Whole(&design.whole),
    };
    let cuts = PatchCuts::new(cut, options)?;
    let prints = options.yardage.prints.is_assorted().then(|| prints::shares(design, &cuts)).transpose()?;
    let (mut order, source_of) = match &prints {
        Some(shares) => of_prints(design, shares),
        None => (empty(design), design.fabric_of.clone()),
    };
    // Of equal templates only those that lie as they are in the quilt are told apart.
    let label =
        |part: usize, item: &CutItem| (plan.is_none() && item.piece.one_way).then(|| design.label(part));
    order.add_parts(&cuts, |patch| patch.map(|patch| source_of[patch]), label);
    if let Some(plan) = plan {
        if options.edge != EdgeFinish::Straight {
            order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows)).into();
        }
        let cells: usize = plan.cloth().map(|(part, _)| part.cells).sum();
        // With all cells sewn the quilt is a rectangle, even if the region is not.
        order.outline = order.outline.filter(|_| cells < plan.size.cells());
    }
    order.add_edge(design.edge.as_ref(), &design.patchwork, design.whole.lattice(), options)?;
    Ok(order)
}

/// Keeps the strip sets whose strips take as much cloth as their rectangles, one by one, would: what is bought for them is enough
/// for the rectangles too, however a stash is shared out.
pub(super) fn keep_strip_sets(
    design: &Design,
    plan: &PiecingPlan,
    pairs: &mut [AlikePairs],
) -> Result<(), QuiltError> {
    if pairs.iter().all(|pair| pair.strip_sets.is_none()) {
        return Ok(());
    }
    let alone = order(design, Some(plan))?;
    // Strips are as long as cloth from the bolt is wide, and have one print each; one that runs one way would be turned.
    let has_quarters = design.options.yardage.quarters().is_some();
    let is_turned = |pair: &AlikePairs| pair.set.strips.iter().any(|&(fabric, _)| alone.is_one_way(fabric));
    let refused = pairs.iter_mut().filter(|pair| has_quarters || is_turned(pair));
    refused.for_each(|pair| pair.strip_sets = None);
    let without = counted(alone.clone(), &design.options)?;
    // First all of them, then all but those of fabrics that took another amount, then none.
    for _ in 0..2 {
        // None of fat quarters from the stash is as long.
        let Ok(with) = counted(with_strip_sets(alone.clone(), pairs), &design.options) else { break };
        let fits = |fabric: usize| {
            let is_held = alone.cut_from[fabric] != CutFrom::AsAsked;
            let no_less = is_held || takes_no_more(&alone, fabric, (&without, &with));
            no_less && takes_no_more(&alone, fabric, (&with, &without))
        };
        let lacking = pairs.iter_mut().filter(|pair| pair.strip_sets.is_some());
        let lacking = lacking.filter(|pair| !pair.set.strips.iter().all(|&(fabric, _)| fits(fabric)));
        if lacking.map(|pair| pair.strip_sets = None).count() == 0 {
            return Ok(());
        }
    }
    pairs.iter_mut().for_each(|pair| pair.strip_sets = None);
    Ok(())
}

/// Whether a fabric takes no more cloth than without a change; of cloth that is there, no more length.
fn takes_no_more(order: &FabricOrder, fabric: usize, (with, without): (&Yardage, &Yardage)) -> bool {
    let is_held = matches!(order.cut_from[fabric], CutFrom::Bolt | CutFrom::Length(_));
    match (&with.fabrics[fabric].bought, &without.fabrics[fabric].bought) {
        (Some(with), Some(without)) if is_held => with.length <= without.length,
        (Some(with), Some(without)) => with.yards <= without.yards && with.metres <= without.metres,
        _ => false,
    }
}

/// The recipe of half-square triangles, and what is cut for it: strips of all fabrics where less is bought so, else squares,
/// eight at a time where no fabric takes more cloth. What a stash has only for some strips and some squares is cut so.
pub(super) fn with_half_squares(
    halves: HalfSquares,
    order: FabricOrder,
    options: &QuiltOptions,
) -> Result<(HalfSquares, FabricOrder), QuiltError> {
    if !order.prints.is_empty() {
        return Ok((halves, order));
    }
    let takes_more = |changed: &Yardage, than: &Yardage| {
        !(0..order.fabrics.len()).all(|fabric| takes_no_more(&order, fabric, (changed, than)))
    };
    let free = counted(order.clone(), options)?;
    let is_held = options.stash().iter().any(|(name, _)| order.fabrics.contains(name));
    let mut best: Option<(bool, FabricOrder, Yardage)> = None;
    for in_strips in [false, true] {
        let cut = order.with_triangles(in_strips);
        let takes = counted(cut.clone(), options)?;
        let area = |yardage: &Yardage| -> f64 {
            yardage.fabrics.iter().map(|of| of.use_of_cloth.bought_area_mm2).sum()
        };
        let is_less = best.as_ref().is_none_or(|(.., least)| area(&takes) < area(least) - 1e-6);
        if is_less && !(is_held && takes_more(&takes, &free)) {
            best = Some((in_strips, cut, takes));
        }
    }
    let in_strips = |name: &str| free.fabrics.iter().any(|of| of.fabric == name && are_in_strips(&of.pieces));
    Ok(match best {
        None => (halves.from(in_strips), order),
        Some((true, strips, _)) => (halves.from(|_| true), strips),
        Some((false, squares, usual)) => match halves.in_eights(&squares) {
            Some((eights, cut)) if !takes_more(&counted(cut.clone(), options)?, &usual) => (eights, cut),
            _ => (halves, squares),
        },
    })
}

impl FabricOrder {
    /// The same order where half-square triangles of every fabric are cut from strips only, or from squares.
    fn with_triangles(&self, in_strips: bool) -> Self {
        let mut changed = self.clone();
        for (pieces, ways) in changed.pieces.iter_mut().zip(&mut changed.ways) {
            let first = ways.iter().position(|way| way.is_exact() && are_in_strips(&way.pieces));
            if let Some(first) = first {
                if in_strips {
                    *pieces = ways.remove(first).pieces;
                }
                ways.retain(|way| are_in_strips(&way.pieces) == in_strips);
            }
        }
        changed
    }
}

/// The same order with the strips of strip sets instead of the rectangles that are subcut from them.
pub(super) fn with_strip_sets(mut order: FabricOrder, pairs: &[AlikePairs]) -> FabricOrder {
    for pair in pairs {
        let (Some(sets), set) = (pair.strip_sets, &pair.set) else { continue };
        let last = pair.steps.len() - (sets - 1) * set.each;
        for (at, &(fabric, height)) in set.strips.iter().enumerate() {
            let (a, b) = set.cells[at];
            let (name, labels) = (format!("{a} × {b}"), &set.labels[at]);
            let Some(piece) = order.pieces[fabric].iter_mut().find(|piece| piece.name == name) else {
                continue;
            };
            piece.labels.retain(|label| !labels.contains(label));
            piece.count -= pair.steps.len();
            order.pieces[fabric].retain(|piece| piece.count > 0);
            for (count, subcuts) in [(sets - 1, set.each), (1, last)].into_iter().filter(|of| of.0 > 0) {
                let length = set.subcut.times(subcuts);
                let size = (height.min(length), height.max(length));
                let strip = CutPiece::rectangle(format!("strip set {name}"), size, count, Vec::new());
                order.pieces[fabric].push(strip);
            }
            // These are other pieces than those of larger cells.
            order.ways[fabric].clear();
        }
    }
    order
}

fn empty(design: &Design) -> FabricOrder {
    let fabrics = design.fabrics.iter().map(|fabric| fabric.name.clone()).collect();
    FabricOrder::around(&design.patchwork, design.tiling().lattice(), &design.options, fabrics)
}

/// An order by pieces of assorted pre-cuts, and which of them each template, strip or rectangle is cut from.
fn of_prints(design: &Design, shares: &[PrintShare]) -> (FabricOrder, Vec<usize>) {
    let name = |share: &PrintShare| design.fabrics[share.fabric].name.clone();
    let names = shares.iter().map(name).collect();
    let lattice = design.tiling().lattice();
    let mut order = FabricOrder::around(&design.patchwork, lattice, &design.options, names);
    let numbers = |share: &PrintShare| share.patches.iter().map(|patch| patch + 1).collect();
    order.prints = shares.iter().map(numbers).collect();
    // Each share has been found to fit on one piece.
    order.cut_from.fill(CutFrom::Quarters(1));
    let mut piece_of = vec![0; design.whole.placements().len()];
    for (piece, share) in shares.iter().enumerate() {
        share.patches.iter().for_each(|&patch| piece_of[patch] = piece);
    }
    let whole = (0..design.fabric_of.len()).map(|patch| piece_of[prints::whole_patch(design, patch)]);
    (order, whole.collect())
}

/// Counts the yardage of an order. Fabrics of a stash are cut so that they fit on what there is, beside what
/// border, binding and backing take.
pub(super) fn counted(mut order: FabricOrder, options: &QuiltOptions) -> Result<Yardage, YardageError> {
    let stash = options.stash();
    if stash.iter().any(|(_, stock)| stock.is_cloth()) {
        let edges = Edges::from_yardage(&yardage(&order.only_around(), &options.yardage)?, options);
        let background = options.background().map_or(BACKGROUND, |of| &of.name);
        let is_of_stash = stash.iter().any(|(name, _)| name == background);
        for (name, from) in order.fabrics.iter().zip(&mut order.cut_from) {
            // It is counted with what goes around the top.
            if *name == FACING {
                continue;
            }
            if *name == order.background {
                *from = if is_of_stash { CutFrom::Bolt } else { *from };
                continue;
            }
            let Some(&(_, stock)) = stash.iter().find(|(fabric, _)| fabric == name) else { continue };
            *from = Held::of(stock, edges.length(name)).cut_from(&options.yardage, options.units);
        }
    }
    yardage(&order, &options.yardage)
}
