//! A quilt from what there is: fabrics shared out such that every one is enough, and what is left of each.
//!
//! In: a tiling, how it is cut, how much there is of each fabric. Out: a plan of fabrics, or why there is none; and, from
//! the yardage of the finished pattern, [`StashRow`]s. Always holds: a pattern never takes more of a fabric than there is,
//! border, binding and backing included; what is refused is proved or said to be undecided. How patches are coloured is
//! known in `colour`, how cloth is cut in `yardage`.

mod cloth;
mod error;
mod row;

use super::yardage::{Cut, CutFrom, Inches, Order, Size, Yardage, with_extra, yardage};
use super::{QuiltError, QuiltOptions, Units};
use crate::colour::{FabricPlan, FabricRole, Pieces, Scheme, Stock};
use crate::geometry::Patchwork;
use crate::tiling::Tiling;

use cloth::{Cloth, Held};

pub use error::{EdgesTake, StashError};
pub use row::{Amount, StashPart, StashRow};
pub(super) use row::{Entry, rows};

/// How hard strips are packed for what is said of the best way that was met: as in the yardage.
const EFFORT: usize = 400_000;

/// Plans the fabrics of a quilt that is cut in this way.
pub(super) fn plan(
    whole: &Tiling,
    patchwork: &Patchwork,
    cut: Cut<'_>,
    options: &QuiltOptions,
) -> Result<FabricPlan, QuiltError> {
    let wish = &options.colouring;
    let stash = match &wish.scheme {
        Scheme::Stash(stash) if stash.iter().any(|(_, stock)| stock.is_cloth()) => stash,
        _ => return Ok(FabricPlan::of(whole, patchwork, options.differ, &options.palette, wish)?),
    };
    let stocked = options.palette.stocked(stash)?;
    let (sizes, order) = Order::by_patch(whole, cut, options)?;
    let edges = Edges::of(&yardage(&order, &options.yardage)?, options);
    edges.refuse(options)?;
    let held = stocked.iter().map(|(fabric, stock)| Held::of(*stock, edges.length(&fabric.name)));
    let pieces = Pieces::of(whole, patchwork, options.differ);
    let quarter = CutFrom::FatQuarters.quarters(&options.yardage).unwrap_or_default();
    let cloth = Cloth::of(held.collect(), &sizes, &pieces.cells, quarter, options.units, &options.yardage);
    refuse_too_little(whole, &sizes, &cloth, options.units)?;
    let fabrics: Vec<_> = stocked.iter().map(|(fabric, _)| fabric.clone()).collect();
    let found = FabricPlan::supplied(&pieces, &fabrics, wish, &cloth)?;
    let Some(effort) = found.undecided else { return Ok(found.plan) };
    let lacking = stocked.iter().enumerate().filter_map(|(fabric, (of, _))| {
        let place = found.plan.fabrics.iter().position(|used| used == of)?;
        let used = cloth.used(&found.plan.fabric_of, place);
        Some((of.name.clone(), lacks(&cloth, fabric, &used, stocked[fabric].1, options.units)?))
    });
    Err(StashError::NotDecided { lacking: lacking.collect(), effort }.into())
}

/// What a fabric lacks for patches, in words.
fn lacks(cloth: &Cloth, fabric: usize, used: &[u64], stock: Stock, units: Units) -> Option<String> {
    match stock {
        Stock::Cloth { mm } => {
            let (there, needed) = (Inches::of_mm(mm), cloth.needed(fabric, used, EFFORT)?.enough);
            (needed > there).then(|| (needed - there).write(units))
        }
        Stock::FatQuarters(count) => {
            let more = cloth.quarters(used, EFFORT)?.enough.saturating_sub(usize::try_from(count).ok()?);
            (more > 0).then(|| super::yardage::plural(more, "fat quarter"))
        }
        Stock::Patches(most) => {
            let more = used.iter().sum::<u64>().saturating_sub(most);
            (more > 0).then(|| format!("{more} patches"))
        }
        Stock::Cells(_) => None,
    }
}

/// Refuses what is too little whoever gets which fabric: by the largest patch, and by area.
fn refuse_too_little(
    whole: &Tiling,
    sizes: &[Vec<Size>],
    cloth: &Cloth,
    units: Units,
) -> Result<(), StashError> {
    if let Some(patch) = cloth.fits_nowhere() {
        let piece = &whole.puzzle().pieces()[whole.placements()[patch].piece];
        let each = sizes[patch]
            .iter()
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

/// What goes around and behind the top, as far as it is of fabrics of the palette.
struct Edges(Vec<(FabricRole, String, Inches)>);

impl Edges {
    fn of(yardage: &Yardage, options: &QuiltOptions) -> Self {
        let name = |role: FabricRole| {
            let others = options.palette.others().iter();
            others.filter(|(of, _)| *of == role).map(|(_, fabric)| fabric.name.clone()).next()
        };
        let border = yardage.border.as_ref().map(|border| border.bought.length);
        let mut edges = Vec::new();
        for (role, length) in
            [(FabricRole::Border, border), (FabricRole::Binding, Some(yardage.binding.bought.length))]
        {
            edges.extend(name(role).zip(length).map(|(name, length)| (role, name, length)));
        }
        // Cloth of another width is another cloth, also where it is of one print.
        let backing = name(FabricRole::Backing).filter(|name| {
            let patches = options.palette.fabrics().iter().any(|fabric| fabric.name == *name);
            let shared = patches || edges.iter().any(|(_, other, _)| other == name);
            !shared || yardage.backing.width_of_fabric == yardage.width_of_fabric
        });
        edges.extend(backing.map(|name| (FabricRole::Backing, name, yardage.backing.bought.length)));
        Self(edges)
    }

    fn of_fabric(&self, name: &str) -> impl Iterator<Item = (FabricRole, Inches)> {
        self.0.iter().filter(move |(_, of, _)| of == name).map(|&(role, _, length)| (role, length))
    }

    /// How much of a fabric they take.
    fn length(&self, name: &str) -> Inches {
        self.of_fabric(name).map(|(_, length)| length).sum()
    }

    /// Refuses what is too little for them alone.
    fn refuse(&self, options: &QuiltOptions) -> Result<(), StashError> {
        for (fabric, stock) in options.stash() {
            let parts: Vec<&str> = self.of_fabric(&fabric).map(|(role, _)| words(role)).collect();
            let needed = with_extra(self.length(&fabric), options.yardage.extra_percent, options.units);
            match stock {
                Stock::Cloth { mm } if needed > Inches::of_mm(mm) => {
                    let (stock, needed) =
                        (Inches::of_mm(mm).write(options.units), needed.write(options.units));
                    let edges = EdgesTake { fabric, stock, parts: parts.join(" and "), needed };
                    return Err(StashError::EdgesTakeAll(Box::new(edges)));
                }
                Stock::FatQuarters(_) if !parts.is_empty() => {
                    return Err(StashError::NotFromQuarters { fabric, part: parts[0] });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What is cut from a fabric in a role.
fn words(role: FabricRole) -> &'static str {
    match role {
        FabricRole::Patch => "patches",
        FabricRole::Border => "border",
        FabricRole::Binding => "binding",
        FabricRole::Backing => "backing",
    }
}
