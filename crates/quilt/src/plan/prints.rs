//! Assorted pre-cuts: sorts prints into piles, and decides which patches are cut from one piece.
//!
//! Piles are the fabrics of the plan: patches of one pile never touch. So whatever is cut from one print may have it,
//! and patches that touch have prints of different piles.

use std::collections::BTreeMap;

use super::design::Design;
use super::error::{QuiltError, StashError};
use super::options::QuiltOptions;
use super::order::PatchCuts;
use super::stash::{Cloth, Held};
use super::yardage::{Care, Packages, Prints};
use piecework_draw::color::{FabricPlan, FabricWish, Supply as _};
use piecework_draw::geometry::Patchwork;
use piecework_tiling::tiling::Tiling;

/// What piles by value are called, from the lightest, where there are so many.
const VALUES: [&[&str]; 4] = [
    &["light"],
    &["light", "dark"],
    &["light", "medium", "dark"],
    &["light", "medium light", "medium dark", "dark"],
];

/// The same options with piles instead of fabrics, if pre-cuts are assorted.
pub(super) fn with_piles(tiling: &Tiling, options: QuiltOptions) -> Result<QuiltOptions, QuiltError> {
    let prints = options.yardage.prints;
    if !prints.is_assorted() {
        return Ok(options);
    }
    let patchwork = Patchwork::trace(tiling, options.cell)?;
    let coloring = FabricWish { scheme: options.coloring.scheme.as_bought(), ..options.coloring.clone() };
    let plan = FabricPlan::choose(tiling, &patchwork, options.differ, &options.palette, &coloring)?;
    let mut used: Vec<_> = plan.fabrics.iter().collect();
    if prints == Prints::ByValue {
        used.sort_by(|a, b| b.color.lightness().total_cmp(&a.color.lightness()));
    }
    let names = pile_names(prints, used.len());
    let renamed: BTreeMap<String, String> = used.iter().map(|of| of.name.clone()).zip(names).collect();
    let mut options = options;
    options.palette = options.palette.renamed(&renamed);
    for (_, name) in &mut options.coloring.fixed {
        if let Some(pile) = renamed.get(name) {
            name.clone_from(pile);
        }
    }
    Ok(options)
}

fn pile_names(prints: Prints, count: usize) -> Vec<String> {
    let number = |place: usize| match prints {
        Prints::ByValue => format!("value {} of {count}", place + 1),
        _ => format!("pile {}", place + 1),
    };
    match VALUES.get(count.wrapping_sub(1)).filter(|_| prints == Prints::ByValue) {
        Some(names) => names.iter().map(|&name| name.to_owned()).collect(),
        None => (0..count).map(number).collect(),
    }
}

/// The patches that are cut from one piece of a package.
pub(super) struct PrintShare {
    /// The pile of its print.
    pub(super) fabric: usize,
    /// Whole patches, by their places in the tiling.
    pub(super) patches: Vec<usize>,
}

/// Shares the patches of each pile out among pieces, the largest first, each on the first piece that has room.
///
/// # Errors
/// [`StashError::SeveralPrints`] for a patch that does not fit on one.
pub(super) fn shares(design: &Design, cuts: &PatchCuts) -> Result<Vec<PrintShare>, QuiltError> {
    let options = &design.options;
    let (Some(quarter), Some(precut)) = (options.yardage.quarters(), options.yardage.precut) else {
        return Ok(Vec::new());
    };
    let mut whole = cuts.clone();
    whole.parts.iter_mut().for_each(|part| part.patch = part.patch.map(|patch| whole_patch(design, patch)));
    let cells: Vec<u64> =
        design.whole.placements().iter().map(|placement| placement.cells.len() as u64).collect();
    let held = vec![(Held::Quarters(1), false)];
    let cloth = Cloth::of(held, whole, &cells, quarter, options);
    let kinds = cloth.kinds();
    let mut known: BTreeMap<Vec<u64>, bool> = BTreeMap::new();
    let mut has_room = |used: &Vec<u64>| {
        let look = || cloth.quarters((0, 1), used, Care::Little) == Some(1);
        *known.entry(used.clone()).or_insert_with(look)
    };
    let fabric_of = design.fabric_of_patches();
    let mut all = Vec::new();
    for fabric in 0..design.fabrics.len() {
        let mut patches: Vec<usize> = (0..cells.len()).filter(|&patch| fabric_of[patch] == fabric).collect();
        patches.sort_by_key(|&patch| (std::cmp::Reverse(cells[patch]), kinds[patch], patch));
        let mut pieces: Vec<(Vec<u64>, Vec<usize>)> = Vec::new();
        for patch in patches {
            let fuller = |used: &[u64]| {
                let mut used = used.to_vec();
                used[kinds[patch]] += 1;
                used
            };
            match pieces.iter_mut().find(|(used, _)| has_room(&fuller(used))) {
                Some((used, patches)) => {
                    *used = fuller(used);
                    patches.push(patch);
                }
                None => {
                    let none = vec![0; kinds.iter().max().map_or(0, |most| most + 1)];
                    if !has_room(&fuller(&none)) {
                        let error = StashError::SeveralPrints { patch: patch + 1, piece: precut.piece() };
                        return Err(error.into());
                    }
                    pieces.push((fuller(&none), vec![patch]));
                }
            }
        }
        all.extend(pieces.into_iter().map(|(_, mut patches)| {
            patches.sort_unstable();
            PrintShare { fabric, patches }
        }));
    }
    Ok(all)
}

/// The patch that a template, a strip or a rectangle is part of.
pub(super) fn whole_patch(design: &Design, patch: usize) -> usize {
    design.patch_of(patch)
}

/// Refuses a quilt that takes more packages than there are.
pub(super) fn refuse_too_few(packages: &Packages) -> Result<(), QuiltError> {
    match packages.at_hand {
        Some(found) if packages.packages > found => {
            let (precut, needed) = (packages.precut.package(), packages.packages);
            Err(StashError::TooFewPackages { precut, needed, found }.into())
        }
        _ => Ok(()),
    }
}
