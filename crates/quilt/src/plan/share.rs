//! Makes a design: assigns fabrics to patches, from a stash so that there is enough of each.

use std::collections::BTreeMap;

use super::cut_patches::CutPatches;
use super::design::{Design, TemplateUse};
use super::edge::TopEdge;
use super::error::{QuiltError, StashError};
use super::matching::Matching;
use super::options::{Method, QuiltOptions};
use super::order::{PatchCuts, PatchCutting};
use super::package_share::for_packages;
use super::piecing::{Outside, PiecingPlan};
use super::stash::{Cloth, Edges, Held};
use super::yardage::{Care, CutFrom, FabricOrder, Inches, yardage};
use crate::units::Units;
use crate::words::plural;
use piecework_draw::color::{
    ColorError, Fabric, FabricFacts, FabricPlan, FabricStock, FabricWish, Pieces, Scheme,
};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::tiling::Tiling;

impl Design {
    /// Decides the fabrics of a quilt: with a plan it is cut into the rectangles of that.
    pub(super) fn new(
        tiling: &Tiling,
        plan: Option<&PiecingPlan>,
        options: &QuiltOptions,
    ) -> Result<Self, QuiltError> {
        if options.method == Method::Straight && plan.is_none() {
            Self::of_parts(tiling, CutPatches::from_tiling(tiling, options)?, options)
        } else {
            Self::of_patches(tiling, plan, options)
        }
    }

    /// Decides the fabrics of a quilt whose patches are cut whole, or into the rectangles of `plan`.
    fn of_patches(
        tiling: &Tiling,
        plan: Option<&PiecingPlan>,
        options: &QuiltOptions,
    ) -> Result<Self, QuiltError> {
        let cut = plan.map_or(PatchCutting::Whole(tiling), PatchCutting::Rectangles);
        let patchwork = Patchwork::trace(tiling, options.cell)?;
        let fabrics = share_out(tiling, &patchwork, cut, options)?;
        let design = Self::with(tiling, None, options, patchwork, fabrics)?;
        // With background the rectangles of a plan fill it.
        let is_filled = plan.is_some() && options.piecing.outside == Outside::Background;
        Ok(Self { edge: design.edge.filter(|_| !is_filled), ..design })
    }

    /// Decides the fabrics of a quilt whose patches are cut into parts; each has the fabric of its patch.
    fn of_parts(tiling: &Tiling, mut cut: CutPatches, options: &QuiltOptions) -> Result<Self, QuiltError> {
        let patches = Patchwork::trace(tiling, options.cell)?;
        let joins = cut.are_squares() && options.one_way.is_empty() && !options.yardage.prints.is_assorted();
        let of_stash = !options.coloring.scheme.stash().is_empty();
        let joined = || joined_as_bought(tiling, &patches, &cut, options);
        let mut fabrics = match (joins && of_stash).then(joined).flatten() {
            Some(fabrics) => fabrics,
            None => share_out(tiling, &patches, PatchCutting::Parts(&cut), options)?,
        };
        if joins {
            cut = cut.in_fabrics(tiling, options, &|patch| fabrics.fabric_of[patch])?;
        }
        fabrics.fabric_of = cut.patch_of.iter().map(|&patch| fabrics.fabric_of[patch]).collect();
        let patchwork = Patchwork::trace(&cut.parts, cut.cell(options.cell))?;
        Self::with(tiling, Some(cut), options, patchwork, fabrics)
    }

    fn with(
        whole: &Tiling,
        cut: Option<CutPatches>,
        options: &QuiltOptions,
        patchwork: Patchwork,
        plan: FabricPlan,
    ) -> Result<Self, QuiltError> {
        let (tiling, cell) =
            cut.as_ref().map_or((whole, options.cell), |cut| (&cut.parts, cut.cell(options.cell)));
        let templates = templates(&patchwork, &plan.fabric_of, plan.fabrics.len());
        let mut matching = Matching::new(tiling.puzzle(), &patchwork, cell)?;
        for (patch, matched) in patchwork.patches().iter().zip(&mut matching.patches) {
            let flipped = templates.iter().any(|used| used.piece == patch.piece() && used.flipped);
            matched.turned_over = patch.mirrored() != flipped;
        }
        let edge = TopEdge::new(&patchwork, cut.as_ref().and_then(CutPatches::rows), options)?;
        Ok(Self {
            whole: whole.clone(),
            cut,
            options: options.clone(),
            patchwork,
            fabrics: plan.fabrics,
            fabric_of: plan.fabric_of,
            templates,
            matching,
            names: Vec::new(),
            edge,
            fewest: plan.minimal,
            coloring: plan.facts,
        })
    }
}

/// Counts patches by piece, hand and fabric.
fn templates(patchwork: &Patchwork, fabric_of: &[usize], fabrics: usize) -> Vec<TemplateUse> {
    let mut uses: BTreeMap<usize, TemplateUse> = BTreeMap::new();
    for (patch, &fabric) in patchwork.patches().iter().zip(fabric_of) {
        let used = uses.entry(patch.piece()).or_insert_with(|| TemplateUse {
            name: patch.name().to_owned(),
            piece: patch.piece(),
            flipped: false,
            count: 0,
            mirrored: 0,
            by_fabric: vec![(0, 0); fabrics],
        });
        if patch.mirrored() {
            used.mirrored += 1;
            used.by_fabric[fabric].1 += 1;
        } else {
            used.count += 1;
            used.by_fabric[fabric].0 += 1;
        }
    }
    uses.into_values().map(TemplateUse::right_way_up).collect()
}

impl TemplateUse {
    /// The same use with a template that is printed the way it is needed, if all patches need it the same
    /// way.
    fn right_way_up(self) -> Self {
        if self.count > 0 {
            return self;
        }
        let by_fabric = self.by_fabric.into_iter().map(|(front, mirrored)| (mirrored, front)).collect();
        Self { flipped: true, count: self.mirrored, mirrored: 0, by_fabric, ..self }
    }
}

/// The fabrics of a stash for a quilt whose triangles of one fabric are joined to squares, as when its cloth was bought; none
/// if it has too little for these.
fn joined_as_bought(
    tiling: &Tiling,
    patches: &Patchwork,
    cut: &CutPatches,
    options: &QuiltOptions,
) -> Option<FabricPlan> {
    let bought = share_out(tiling, patches, PatchCutting::Parts(cut), &bought(options).ok()?).ok()?;
    let joined = cut.in_fabrics(tiling, options, &|patch| bought.fabric_of[patch]).ok()?;
    let found = share_out(tiling, patches, PatchCutting::Parts(&joined), options).ok()?;
    let fabric = |patch: usize| found.fabric_of[patch];
    let are_one = |&(patch, part): &(usize, usize)| fabric(patch) == fabric(joined.patch_of[part]);
    joined.joined.iter().all(are_one).then_some(found)
}

/// The same options where cloth is bought.
fn bought(options: &QuiltOptions) -> Result<QuiltOptions, ColorError> {
    let scheme = options.coloring.scheme.as_bought();
    let palette = match scheme {
        // In the order in which they were bought.
        Scheme::Fewest => options.palette.clone(),
        _ => options.stocked_palette()?,
    };
    Ok(QuiltOptions {
        coloring: FabricWish { scheme, ..options.coloring.clone() },
        palette,
        ..options.clone()
    })
}

/// Plans the fabrics of a quilt that is cut in this way.
pub(super) fn share_out(
    whole: &Tiling,
    patchwork: &Patchwork,
    cut: PatchCutting<'_>,
    options: &QuiltOptions,
) -> Result<FabricPlan, QuiltError> {
    let wish = &options.coloring;
    let stash = wish.scheme.stash();
    let stocked = options.palette.stocked(stash)?;
    let is_around = stocked.is_empty() || options.yardage.precut.is_some();
    if is_around && !stash.is_empty() {
        // It is for what goes around the patches.
        return share_out(whole, patchwork, cut, &bought(options)?);
    }
    if stash.is_empty() {
        let plan = FabricPlan::choose(whole, patchwork, options.differ, &options.palette, wish)?;
        let is_shown = matches!(wish.scheme, Scheme::Photo(_) | Scheme::Given(_));
        if options.yardage.prints.is_assorted() || is_shown {
            return Ok(plan);
        }
        return for_packages(whole, patchwork, cut, options, plan);
    }
    if !stocked.iter().any(|(_, stock)| stock.is_cloth()) {
        refuse_too_few_patches(whole, &stocked)?;
        return Ok(FabricPlan::choose(whole, patchwork, options.differ, &options.palette, wish)?);
    }
    let cuts = PatchCuts::new(cut, options)?;
    let order = FabricOrder::around_the_top(whole, cut, &cuts, options)?;
    let edges = Edges::from_yardage(&yardage(&order, &options.yardage)?, options);
    edges.refuse(options)?;
    let held = stocked.iter().map(|(fabric, stock)| {
        (Held::of(*stock, edges.length(&fabric.name)), options.one_way.contains(&fabric.name))
    });
    let pieces = Pieces::of(whole, patchwork, options.differ);
    let quarter = CutFrom::FatQuarters.quarters(&options.yardage).unwrap_or_default();
    let cloth = Cloth::of(held.collect(), cuts, &pieces.cells, quarter, options);
    refuse_too_little(whole, &cloth, options.units)?;
    if let Some(plan) = as_bought(whole, patchwork, cut, options, (&stocked, &cloth)) {
        return Ok(plan);
    }
    let fabrics: Vec<_> = stocked.iter().map(|(fabric, _)| fabric.clone()).collect();
    let is_asked = matches!(wish.scheme, Scheme::Within(..));
    let found = match is_asked {
        true => FabricPlan::held(&pieces, (&options.palette, &fabrics), wish, &cloth)?,
        false => FabricPlan::supplied(&pieces, &fabrics, wish, &cloth)?,
    };
    let Some(effort) = found.undecided else { return Ok(found.plan) };
    let lacking = stocked.iter().enumerate().filter_map(|(fabric, (of, _))| {
        let place = found.plan.fabrics.iter().position(|used| used == of)?;
        let used = cloth.used(&found.plan.fabric_of, place);
        Some((of.name.clone(), lacks(&cloth, fabric, &used, stocked[fabric].1, options.units)?))
    });
    let lacking = lacking.collect();
    Err(match is_asked {
        true => StashError::SchemeTakesMore { lacking },
        false => StashError::NotDecided { lacking, effort },
    }
    .into())
}

/// The plan of a quilt for which cloth is bought, if it uses all fabrics of the stash and there is enough of
/// each: what a pattern tells to buy is always enough.
fn as_bought(
    whole: &Tiling,
    patchwork: &Patchwork,
    cut: PatchCutting<'_>,
    options: &QuiltOptions,
    (stocked, cloth): (&[(Fabric, FabricStock)], &Cloth),
) -> Option<FabricPlan> {
    let plan = share_out(whole, patchwork, cut, &bought(options).ok()?).ok()?;
    let place = |fabric: &Fabric| stocked.iter().position(|(of, _)| of == fabric);
    let places = plan.fabrics.iter().map(place).collect::<Option<Vec<usize>>>()?;
    let fabric_of: Vec<usize> = plan.fabric_of.iter().map(|&fabric| places[fabric]).collect();
    let is_used = |fabric: usize| places.contains(&fabric);
    let is_enough = (0..stocked.len()).all(is_used) && cloth.is_enough_for(&fabric_of);
    let scheme =
        if matches!(options.coloring.scheme, Scheme::Stash(_)) { "stash" } else { plan.facts.scheme };
    let facts = FabricFacts { scheme, ..plan.facts };
    is_enough.then_some(FabricPlan { facts, minimal: false, ..plan })
}

/// Refuses a stash that has fewer patches than the quilt, before its number of fabrics is looked at.
fn refuse_too_few_patches(whole: &Tiling, stash: &[(Fabric, FabricStock)]) -> Result<(), ColorError> {
    let patches = |(_, stock): &(Fabric, FabricStock)| match stock {
        FabricStock::Patches(most) => Some(*most),
        _ => None,
    };
    let found: Option<u64> = stash.iter().map(patches).sum();
    let needed = whole.placements().len() as u64;
    match found {
        Some(found) if found < needed => Err(ColorError::StashTooSmall { found, needed, unit: "patches" }),
        _ => Ok(()),
    }
}

/// What a fabric lacks for patches, in words.
fn lacks(cloth: &Cloth, fabric: usize, used: &[u64], stock: FabricStock, units: Units) -> Option<String> {
    match stock {
        FabricStock::Cloth { mm } => {
            let (there, needed) = (Inches::of_mm(mm), cloth.needed(fabric, used, Care::Full)?);
            (needed > there).then(|| (needed - there).write(units))
        }
        FabricStock::FatQuarters(count) => {
            let count = usize::try_from(count).ok()?;
            let more = cloth.quarters((fabric, count), used, Care::Full)?.saturating_sub(count);
            (more > 0).then(|| plural(more, "fat quarter"))
        }
        FabricStock::Patches(most) => {
            let more = used.iter().sum::<u64>().saturating_sub(most);
            (more > 0).then(|| format!("{more} patches"))
        }
        FabricStock::Cells(_) => None,
    }
}

/// Refuses what is too little whoever gets which fabric: by the largest patch, and by area.
fn refuse_too_little(whole: &Tiling, cloth: &Cloth, units: Units) -> Result<(), StashError> {
    if let Some(patch) = cloth.fits_nowhere() {
        let piece = &whole.puzzle().pieces()[whole.placements()[patch].piece];
        let each = cloth
            .sizes_of(patch)
            .map(|(short, long)| format!("`{}` x `{}`", short.write(units), long.write(units)));
        let sizes = each.collect::<Vec<_>>().join(" and ");
        return Err(StashError::FitsNowhere { piece: piece.name.clone(), sizes });
    }
    match cloth.areas() {
        // A hair is rounding.
        Some((needed, found)) if needed > found * (1.0 + 1e-9) + 1e-3 => {
            let area = |mm2: f64, round: fn(f64) -> f64| match units {
                Units::Imperial => format!("{} sq in", round(mm2 / 25.4 / 25.4 * 10.0) / 10.0),
                Units::Metric => format!("{} sq cm", round(mm2 / 100.0 * 10.0) / 10.0),
            };
            Err(StashError::TooLittle { needed: area(needed, f64::ceil), found: area(found, f64::floor) })
        }
        _ => Ok(()),
    }
}
