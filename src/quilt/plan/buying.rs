//! Orders the fabric of a design: what is cut from each fabric, by template or by rectangle.

use super::design::Design;
use super::piecing::PiecingPlan;
use super::yardage::{CutPiece, FabricOrder};
use crate::geometry::GeometryError;

/// Orders the pieces that are cut by templates, each as the rectangle around its template: that is how quilters buy fabric.
pub(super) fn for_templates(design: &Design) -> Result<FabricOrder, GeometryError> {
    let mut order = empty(design);
    for used in &design.templates {
        let size = order.box_around(&design.tiling().puzzle().pieces()[used.piece], &design.options)?;
        for (pieces, &(front, mirrored)) in order.pieces.iter_mut().zip(&used.by_fabric) {
            let (count, name) = (front + mirrored, used.name.clone());
            if count > 0 {
                pieces.push(CutPiece { name, size, count, labels: Vec::new(), boxed: true });
            }
        }
    }
    Ok(order)
}

/// Orders the rectangles of a plan of straight seams, by fabric and size.
pub(super) fn for_rectangles(design: &Design, plan: &PiecingPlan) -> FabricOrder {
    let mut order = empty(design);
    order.add_rectangles(plan, |placement| placement.map(|placement| design.fabric_of[placement]));
    order.top = (order.cell.times(plan.size.columns), order.cell.times(plan.size.rows));
    let cells: usize = plan.cloth().map(|(part, _)| part.cells).sum();
    // With all cells sewn the quilt is a rectangle, even if the region is not.
    order.outline = order.outline.filter(|_| cells < plan.size.cells());
    order
}

fn empty(design: &Design) -> FabricOrder {
    let fabrics = design.fabrics.iter().map(|fabric| fabric.name.clone()).collect();
    FabricOrder::around(&design.patchwork, design.tiling().lattice(), &design.options, fabrics)
}
