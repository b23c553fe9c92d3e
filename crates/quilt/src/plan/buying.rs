//! Orders the fabric of a design: what is cut from each fabric, by template or by rectangle.

use super::design::Design;
use super::error::QuiltError;
use super::nesting::pair;
use super::options::QuiltOptions;
use super::piecing::PiecingPlan;
use super::stash::{Edges, Held};
use super::yardage::{CutFrom, CutPiece, FabricOrder, Yardage, YardageError, yardage};
use piecework_draw::geometry::GeometryError;

/// Orders the pieces that are cut by templates, each as the rectangle around its template: that is how
/// quilters buy fabric.
pub(super) fn for_templates(design: &Design) -> Result<FabricOrder, QuiltError> {
    let mut order = empty(design);
    // Patches first: what is added at the end are other fabrics.
    for used in &design.templates {
        let piece = order.boxed(&design.tiling().puzzle().pieces()[used.piece], 1, &design.options)?;
        for (fabric, &(front, mirrored)) in used.by_fabric.iter().enumerate() {
            let (count, name) = (front + mirrored, used.name.clone());
            if order.is_one_way(fabric) {
                continue;
            }
            if count > 0 {
                order.pieces[fabric].push(CutPiece { name, count, ..piece.clone() });
            }
            let nested = nested(design, used.piece, (front, mirrored), &piece)?;
            order.nested[fabric].extend(nested);
        }
    }
    for fabric in 0..design.fabrics.len() {
        if order.is_one_way(fabric) {
            order.pieces[fabric] = upright(design, &order, fabric)?;
        }
    }
    for (pieces, nested) in order.pieces.iter().zip(&mut order.nested) {
        if nested.len() <= pieces.len() && nested.iter().all(|piece| piece.nest.is_none()) {
            nested.clear();
        }
    }
    add_edge(&mut order, design)?;
    Ok(order)
}

fn add_edge(order: &mut FabricOrder, design: &Design) -> Result<(), QuiltError> {
    order.add_edge(design.edge.as_ref(), &design.patchwork, design.whole.lattice(), &design.options)
}

/// The patches of a fabric as they are in the quilt; those of one template and one size together, each by its
/// label.
fn upright(design: &Design, order: &FabricOrder, fabric: usize) -> Result<Vec<CutPiece>, GeometryError> {
    let mut pieces: Vec<CutPiece> = Vec::new();
    let patches = design.patchwork.patches().iter().enumerate();
    for (index, patch) in patches.filter(|&(index, _)| design.fabric_of[index] == fabric) {
        let of = (design.matching.patches[index].template.as_str(), design.label(index));
        let piece = order.boxed_upright(of, patch.outline(), design.tiling().lattice(), &design.options)?;
        match pieces.iter_mut().find(|known| (&known.name, known.size) == (&piece.name, piece.size)) {
            Some(known) => {
                known.count += 1;
                known.labels.extend(piece.labels);
            }
            None => pieces.push(piece),
        }
    }
    pieces.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pieces)
}

/// Templates in pairs, those that are left over alone; both hands by themselves.
fn nested(
    design: &Design,
    piece: usize,
    (front, mirrored): (usize, usize),
    single: &CutPiece,
) -> Result<Vec<CutPiece>, QuiltError> {
    let piece = &design.tiling().puzzle().pieces()[piece];
    let mut found = Vec::new();
    let mut alone = 0;
    for (count, reversed) in [(front, false), (mirrored, true)] {
        let pair = if count > 1 { pair(piece, count / 2, reversed, &design.options)? } else { None };
        alone += if pair.is_some() { count % 2 } else { count };
        found.extend(pair);
    }
    if alone > 0 {
        found.push(CutPiece { count: alone, name: piece.name.clone(), ..single.clone() });
    }
    Ok(found)
}

/// Orders the rectangles of a plan of straight seams, by fabric and size.
pub(super) fn for_rectangles(design: &Design, plan: &PiecingPlan) -> Result<FabricOrder, QuiltError> {
    let mut order = empty(design);
    order.add_rectangles(plan, |placement| placement.map(|placement| design.fabric_of[placement]));
    order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
    let cells: usize = plan.cloth().map(|(part, _)| part.cells).sum();
    // With all cells sewn the quilt is a rectangle, even if the region is not.
    order.outline = order.outline.filter(|_| cells < plan.size.cells());
    add_edge(&mut order, design)?;
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
            *from =
                Held::of(stock, edges.length(name)).cut_from(options.yardage.extra_percent, options.units);
        }
    }
    yardage(&order, &options.yardage)
}
