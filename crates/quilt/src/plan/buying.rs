//! Orders the fabric of a design: what is cut from each fabric, by template or by rectangle.

use std::collections::BTreeMap;

use super::design::Design;
use super::error::QuiltError;
use super::options::QuiltOptions;
use super::order::{PatchCuts, PatchCutting};
use super::piecing::PiecingPlan;
use super::shapes::by_shape;
use super::stash::{Edges, Held};
use super::yardage::{
    CutFrom, CutItem, CutPiece, Cutting, FabricOrder, Hands, Inches, Yardage, YardageError, yardage,
};

/// Orders the cloth of a design: the rectangles of a plan of straight seams, or the boxes around templates.
pub(super) fn order(design: &Design, plan: Option<&PiecingPlan>) -> Result<FabricOrder, QuiltError> {
    let options = &design.options;
    let mut order = empty(design);
    let cut = plan.map_or(PatchCutting::Whole(design.tiling()), PatchCutting::Rectangles);
    let cuts = PatchCuts::new(cut, options)?;
    // Of equal templates only those that lie as they are in the quilt are told apart.
    let label =
        |part: usize, item: &CutItem| (plan.is_none() && item.piece.one_way).then(|| design.label(part));
    let counts = order.add_parts(&cuts, |patch| patch.map(|patch| design.fabric_of[patch]), label);
    if options.yardage.cutting == Cutting::Shapes {
        let cloth = (Inches::of(options.yardage.width_of_fabric), options.grid());
        // Fabrics of which the same is cut are laid out once.
        let mut known: BTreeMap<&Vec<Hands>, Vec<CutPiece>> = BTreeMap::new();
        for (fabric, counts) in counts.iter().enumerate() {
            if !known.contains_key(counts) {
                known
                    .insert(counts, by_shape(&cuts.items, counts, cloth, &options.stop)?.unwrap_or_default());
            }
            order.shaped[fabric].clone_from(&known[counts]);
        }
    }
    if let Some(plan) = plan {
        order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
        let cells: usize = plan.cloth().map(|(part, _)| part.cells).sum();
        // With all cells sewn the quilt is a rectangle, even if the region is not.
        order.outline = order.outline.filter(|_| cells < plan.size.cells());
    }
    order.add_edge(design.edge.as_ref(), &design.patchwork, design.whole.lattice(), options)?;
    Ok(order)
}

fn empty(design: &Design) -> FabricOrder {
    let fabrics = design.fabrics.iter().map(|fabric| fabric.name.clone()).collect();
    FabricOrder::around(&design.patchwork, design.tiling().lattice(), &design.options, fabrics)
}

/// Counts the yardage of an order. Fabrics of a stash are cut so that they fit on what there is, beside what
/// border, binding and backing take.
pub(super) fn counted(mut order: FabricOrder, options: &QuiltOptions) -> Result<Yardage, YardageError> {
    let stash = options.stash();
    if stash.iter().any(|(_, stock)| stock.is_cloth()) {
        let edges = Edges::from_yardage(&yardage(&order.only_background(), &options.yardage)?, options);
        let is_of_stash =
            options.background().is_some_and(|of| stash.iter().any(|(name, _)| *name == of.name));
        for (name, from) in order.fabrics.iter().zip(&mut order.cut_from) {
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
