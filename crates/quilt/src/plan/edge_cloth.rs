//! Orders the cloth that the edge of a top takes: fillers, the panels of a background, or the strips of a
//! facing.

use super::edge::{TopEdge, depth, is_rectangle, missing};
use super::error::QuiltError;
use super::finish::{EdgeFinish, FACING};
use super::options::QuiltOptions;
use super::yardage::{CutFrom, CutPiece, FabricOrder, Inches, YardageError};
use crate::units::Units;
use piecework_draw::geometry::Patchwork;
use piecework_tiling::lattice::Lattice;

impl FabricOrder {
    /// Adds what the edge of a top takes, if it is not a rectangle.
    pub(super) fn add_edge(
        &mut self,
        edge: Option<&TopEdge>,
        patchwork: &Patchwork,
        lattice: Lattice,
        options: &QuiltOptions,
    ) -> Result<(), QuiltError> {
        let Some(edge) = edge else { return Ok(()) };
        let pieces = edge.templates.iter().map(|of| {
            CutPiece::boxed_outline((&of.name, &of.outline), of.count + of.reversed, lattice, options)
        });
        let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
        if !pieces.is_empty() {
            let name = self.background.clone();
            self.add_fabric(&name, CutFrom::Bolt, pieces);
        }
        self.add_edge_cloth(patchwork, options)
    }

    /// Adds what the edge takes whatever the tiling is: background and facing.
    pub(super) fn add_edge_cloth(
        &mut self,
        patchwork: &Patchwork,
        options: &QuiltOptions,
    ) -> Result<(), QuiltError> {
        if is_rectangle(patchwork) {
            return Ok(());
        }
        let width = Inches::of(options.yardage.width_of_fabric);
        match options.edge {
            EdgeFinish::Binding | EdgeFinish::Fillers | EdgeFinish::Straight | EdgeFinish::Scalloped => {}
            EdgeFinish::Background => {
                let panels = self.panels(width);
                let name = self.background.clone();
                self.add_fabric(&name, CutFrom::Bolt, panels);
            }
            EdgeFinish::Facing => {
                let strips = self.facing(patchwork, width, options)?;
                self.add_fabric(FACING, CutFrom::Bolt, strips);
            }
        }
        Ok(())
    }

    /// The rectangle that the top is appliquéd to, in as many panels as it takes: seams run along its longer
    /// side.
    fn panels(&self, fabric: Inches) -> Vec<CutPiece> {
        let seams = self.seam_allowance.times(2);
        let (width, height) = (self.top.width + seams, self.top.height + seams);
        let (short, long) = (width.min(height), width.max(height));
        // One panel of n gives n - 1 seams, each of which takes an allowance of two panels.
        let count = if short <= fabric { 1 } else { (short - seams).over(fabric - seams) };
        let total = short + seams.times(count - 1);
        let each =
            if count == 1 { short } else { Inches::at_least(total.mm() / count as f64, Inches::SIXTEENTH) };
        let labels =
            if count > 1 { (1..=count).map(|at| format!("panel {at}")).collect() } else { Vec::new() };
        let side = each.min(fabric);
        vec![CutPiece::rectangle("background".to_owned(), (side.min(long), side.max(long)), count, labels)]
    }

    /// Strips as deep as the deepest bay and two inches more, and a rectangle for each hole.
    ///
    /// # Source
    /// Two inches beyond the bay hold the facing flat on the back; chosen by eye.
    fn facing(
        &self,
        patchwork: &Patchwork,
        fabric: Inches,
        options: &QuiltOptions,
    ) -> Result<Vec<CutPiece>, QuiltError> {
        let more = match options.units {
            Units::Imperial => Inches::eighths(16),
            Units::Metric => Inches::millimetres(50),
        };
        let round = |mm: f64| Inches::of_mm(mm).on_a_ruler(options.units);
        let (bounds, missing) = (patchwork.bounds(), missing(patchwork)?);
        let high = round(depth(bounds, &missing)) + more;
        let short = self.top.width.min(self.top.height);
        if high.times(2) > short {
            let allowed = Inches::of_mm(short.mm() / 2.0);
            return Err(YardageError::TooDeepForFacing { found: high, allowed }.into());
        }
        let seams = self.seam_allowance.times(2);
        let (sides, across) = (self.top.height + seams, self.top.width + seams);
        let piece = |name: &str, (a, b): (Inches, Inches), count: usize| {
            CutPiece::rectangle(name.to_owned(), (a.min(b), a.max(b)), count, Vec::new())
        };
        let mut pieces = if sides.max(across) <= fabric {
            vec![piece("side", (high, sides), 2), piece("across", (high, across), 2)]
        } else {
            let strips = ((sides + across).times(2) - seams).over(fabric - seams);
            vec![piece("facing strip", (high, fabric), strips)]
        };
        let holes = missing.iter().filter(|part| depth(bounds, std::slice::from_ref(*part)) == 0.0);
        pieces.extend(holes.map(|hole| {
            let of = hole.bounds();
            piece("hole", (round(of.width()) + more.times(2), round(of.height()) + more.times(2)), 1)
        }));
        Ok(pieces)
    }
}
