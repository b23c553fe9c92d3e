//! Chooses fabrics for pre-cuts and fat quarters, so that one package is enough or few quarters are bought.
//!
//! Which fabrics a package has is not known: an equal share of it for each fabric is enough if each takes no
//! more than that.

use std::ops::RangeInclusive;

use super::error::QuiltError;
use super::options::QuiltOptions;
use super::order::{PatchCuts, PatchCutting};
use super::stash::{Cloth, Held};
use super::yardage::{Care, ClothSize};
use piecework_draw::color::{FabricCount, FabricPlan, FabricWish, Pieces, Scheme};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::tiling::Tiling;

/// How many more fabrics than the fewest are tried: a package has many, but a quilt of all of them is another
/// quilt.
const MORE_FABRICS: usize = 6;

/// Replaces `plan` where other fabrics make one package enough or take fewer fat quarters; only the usual
/// plan is replaced, not one that somebody asked for.
///
/// First every number of fabrics is balanced; then, for packages, patches are exchanged as from a stash with
/// equal shares.
pub(super) fn for_packages(
    tiling: &Tiling,
    patchwork: &Patchwork,
    cut: PatchCutting<'_>,
    options: &QuiltOptions,
    plan: FabricPlan,
) -> Result<FabricPlan, QuiltError> {
    let wish = &options.coloring;
    let is_usual = *wish == FabricWish { effort: wish.effort, ..FabricWish::default() };
    let Some(quarter) = options.yardage.quarters().filter(|_| is_usual) else { return Ok(plan) };
    let cuts = PatchCuts::new(cut, options)?;
    let pieces = Pieces::of(tiling, patchwork, options.differ);
    let in_each = options.yardage.precut.map_or(1, |precut| precut.in_each());
    let package = Package { options, pieces, cuts, quarter, in_each };
    let fewest = plan.fabrics.len();
    let counts = fewest..=(fewest + MORE_FABRICS).min(options.palette.fabrics().len());
    let (best, is_enough) = package.balanced(plan.clone(), counts.clone());
    if is_enough || in_each == 1 {
        return Ok(best);
    }
    Ok(counts.into_iter().find_map(|count| package.supplied(count)).unwrap_or(plan))
}

/// A quilt that is cut from packages.
struct Package<'a> {
    options: &'a QuiltOptions,
    pieces: Pieces,
    /// What each patch is cut into.
    cuts: PatchCuts,
    /// The size of what is in a package.
    quarter: ClothSize,
    /// How many of these a package has; fat quarters are sold one by one.
    in_each: usize,
}

/// What one fabric takes more than its share of a package, the most of all fabrics; then what all take.
type Lacking = (usize, usize);

impl Package<'_> {
    /// A package with equal shares of the first fabrics of the palette.
    fn cloth(&self, fabrics: usize) -> Cloth {
        let QuiltOptions { palette, one_way, .. } = self.options;
        let held = Held::Quarters(self.in_each / fabrics.max(1));
        let held = palette.fabrics().iter().take(fabrics).map(|of| (held, one_way.contains(&of.name)));
        Cloth::of(held.collect(), self.cuts.clone(), &self.pieces.cells, self.quarter, self.options)
    }

    /// None if a patch does not fit.
    fn lacking(&self, plan: &FabricPlan) -> Option<Lacking> {
        let count = plan.fabrics.len();
        let cloth = self.cloth(count);
        let of_one = |fabric: usize| {
            let used = cloth.used(&plan.fabric_of, fabric);
            cloth.quarters((fabric, usize::MAX), &used, Care::Little)
        };
        let each = (0..count).map(of_one).collect::<Option<Vec<usize>>>()?;
        let most = each.iter().max().copied().unwrap_or(0);
        let over = if self.in_each > 1 { most.saturating_sub(self.in_each / count.max(1)) } else { 0 };
        Some((over, each.iter().sum()))
    }

    /// The plan that lacks least, of this one and those that use so many fabrics equally; and whether it
    /// lacks nothing.
    fn balanced(&self, plan: FabricPlan, counts: RangeInclusive<usize>) -> (FabricPlan, bool) {
        let Some(mut least) = self.lacking(&plan) else { return (plan, false) };
        let mut best = plan;
        for count in counts {
            if self.in_each > 1 && least.0 == 0 {
                break;
            }
            let usual = self.options.coloring.clone();
            let wish = FabricWish { scheme: Scheme::Balanced, count: FabricCount::Exactly(count), ..usual };
            let Ok(found) = FabricPlan::of_pieces(&self.pieces, &self.options.palette, &wish) else {
                continue;
            };
            if let Some(lacking) = self.lacking(&found).filter(|lacking| *lacking < least) {
                (best, least) = (found, lacking);
            }
        }
        (best, least.0 == 0)
    }

    /// A plan that takes no more of any fabric than its share, if the area allows one and one is found.
    fn supplied(&self, count: usize) -> Option<FabricPlan> {
        let cloth = self.cloth(count);
        if cloth.areas().is_some_and(|(needed, found)| needed > found) {
            return None;
        }
        let fabrics = self.options.palette.fabrics().get(..count)?;
        let found = FabricPlan::supplied(&self.pieces, fabrics, &self.options.coloring, &cloth).ok()?;
        found.undecided.is_none().then_some(found.plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::QuiltPlan;
    use crate::plan::yardage::{Precut, YardageOptions};
    use piecework_draw::geometry::Touch;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::tiling::infer_tiling;

    /// How many pieces each fabric takes in a quilt of single squares with cells of so many inches.
    fn pieces(columns: i32, rows: i32, inches: f64, precut: Precut) -> Vec<usize> {
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| vec![Cell { x, y }]));
        let tiling = infer_tiling("squares", Lattice::Square, cells).expect("a tiling");
        let yardage = YardageOptions { precut: Some(precut), ..YardageOptions::default() };
        let options =
            QuiltOptions { yardage, differ: Touch::Corner, cell: inches * 25.4, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let quarters = plan.summary.yardage.fabrics.iter();
        quarters.map(|fabric| fabric.fat_quarters.as_ref().expect("pre-cut").count).collect()
    }

    #[test]
    fn one_package_is_enough_where_other_fabrics_make_it_so() {
        // One square of each charm: four fabrics, which is the fewest, would have ten of 42 each.
        assert_eq!(pieces(7, 6, 4.0, Precut::CharmPack), [7; 6]);
        // 43 are too many for any package, so the fewest fabrics are kept.
        assert_eq!(pieces(43, 1, 4.0, Precut::CharmPack).len(), 2);
    }

    #[test]
    fn the_fewest_fat_quarters_are_bought() {
        // Two squares of 9 1/2 in fit on each: three and three would take four.
        assert_eq!(pieces(6, 1, 9.0, Precut::FatQuarter), [1; 3]);
    }
}
