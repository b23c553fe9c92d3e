//! Keeps any scheme within the fabrics at hand.
//!
//! The scheme decides as if cloth were bought. Then fabrics are exchanged whole, so that each has enough for the patches that
//! have it; in a photo single patches change to the fabric that is nearly as good.

use super::photo::{PhotoWish, tones};
use super::{Drawn, FabricPlan, FabricWish, Pieces, Scheme, SuppliedPlan, finish};
use crate::color::photo::apart;
use crate::color::{ColorError, Fabric, FabricStock, Palette, Supply};

impl FabricPlan {
    /// Plans a scheme with no more of each of `fabrics` than `supply` has. Nothing is undecided where it is kept; else
    /// the plan is what comes nearest.
    ///
    /// # Errors
    /// As [`FabricPlan::of_pieces`], with a palette of these fabrics.
    pub fn held(
        pieces: &Pieces,
        (palette, fabrics): (&Palette, &[Fabric]),
        wish: &FabricWish,
        supply: &dyn Supply,
    ) -> Result<SuppliedPlan, ColorError> {
        let there = palette.with_fabrics(fabrics.to_vec());
        let wish = FabricWish { scheme: wish.scheme.as_bought(), ..wish.clone() };
        if let Scheme::Given(plan) = &wish.scheme {
            return Ok(SuppliedPlan { plan: FabricPlan::clone(plan), undecided: None });
        }
        let (mut drawn, mut used) = Self::drawn(pieces, &there, &wish)?;
        let place = |fabric: &Fabric| fabrics.iter().position(|of| of == fabric).unwrap_or_default();
        let places: Vec<usize> = used.iter().map(place).collect();
        let kinds = supply.kinds();
        let most_kinds = kinds.iter().max().map_or(0, |&kind| kind + 1);
        let mut taken = vec![vec![0; most_kinds]; used.len()];
        drawn.colors.iter().zip(kinds).for_each(|(&color, &kind)| taken[color][kind] += 1);
        let is_enough = if let Scheme::Photo(photo) = &wish.scheme {
            let off = off(pieces, &there, (photo, &used));
            let is_free = |piece: usize| wish.fixed.iter().all(|(patch, _)| *patch != piece + 1);
            changed(&mut drawn, &off, &is_free, (&places, supply), &mut taken)
        } else {
            // Who was given a fabric for a patch knows why.
            let may_be = |color: usize, fabric: usize| wish.fixed.is_empty() || fabric == places[color];
            let found = exchanged(&places, fabrics.len(), |color, fabric| {
                may_be(color, fabric) && supply.lacking(fabric, &taken[color]) == 0
            });
            if let Some(found) = &found {
                used = found.iter().map(|&fabric| fabrics[fabric].clone()).collect();
            }
            found.is_some()
        };
        let plan = finish(pieces, drawn, used);
        Ok(SuppliedPlan { plan, undecided: (!is_enough).then_some(0) })
    }

    /// The same where patches and cells are counted.
    pub(super) fn counted(
        pieces: &Pieces,
        stocked: &[(Fabric, FabricStock)],
        palette: &Palette,
        wish: &FabricWish,
    ) -> Result<Self, ColorError> {
        if let Some((fabric, _)) = stocked.iter().find(|(_, stock)| stock.is_cloth()) {
            return Err(ColorError::ClothNotCut { fabric: fabric.name.clone() });
        }
        let (fabrics, stock): (Vec<Fabric>, Vec<FabricStock>) = stocked.iter().cloned().unzip();
        let mut sizes = pieces.cells.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let kinds = pieces.cells.iter().filter_map(|cells| sizes.binary_search(cells).ok()).collect();
        let found = Self::held(pieces, (palette, &fabrics), wish, &Counted { kinds, sizes, stock })?;
        match found.undecided {
            Some(effort) => Err(ColorError::StashNotDecided { effort }),
            None => Ok(found.plan),
        }
    }
}

/// How far each fabric that is used is from what the photo wants of each patch.
fn off(pieces: &Pieces, palette: &Palette, (photo, used): (&PhotoWish, &[Fabric])) -> Vec<Vec<f64>> {
    let (wanted, colors) = tones(pieces, palette, photo, used);
    let of = |(piece, tone): (usize, _)| {
        colors.iter().map(|&color| apart(tone, color) * pieces.cells[piece] as f64).collect()
    };
    wanted.into_iter().enumerate().map(of).collect()
}

/// Changes patches of fabrics of which there is too little, those first that lose least by it; returns whether there is
/// enough of each then.
fn changed(
    drawn: &mut Drawn,
    off: &[Vec<f64>],
    is_free: &dyn Fn(usize) -> bool,
    (places, supply): (&[usize], &dyn Supply),
    taken: &mut [Vec<u64>],
) -> bool {
    let kinds = supply.kinds();
    loop {
        let lacks = |color: &usize| supply.lacking(places[*color], &taken[*color]) > 0;
        let Some(color) = (0..places.len()).find(lacks) else { return true };
        let mut has_room = std::collections::BTreeMap::new();
        let mut best: Option<(f64, usize, usize)> = None;
        for piece in (0..off.len()).filter(|&piece| drawn.colors[piece] == color && is_free(piece)) {
            for other in (0..places.len()).filter(|&other| other != color) {
                let loss = off[piece][other] - off[piece][color];
                if best.is_some_and(|(least, ..)| loss >= least) {
                    continue;
                }
                let is_there = has_room.entry((other, kinds[piece])).or_insert_with(|| {
                    let mut more = taken[other].clone();
                    more[kinds[piece]] += 1;
                    supply.lacking(places[other], &more) == 0
                });
                if *is_there {
                    best = Some((loss, piece, other));
                }
            }
        }
        let Some((_, piece, other)) = best else { return false };
        drawn.colors[piece] = other;
        taken[color][kinds[piece]] -= 1;
        taken[other][kinds[piece]] += 1;
    }
}

/// A fabric for each color of which there is enough, its own if that is possible: a matching, found by paths along which
/// others change theirs.
fn exchanged(own: &[usize], fabrics: usize, is_enough: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut color_of: Vec<Option<usize>> = vec![None; fabrics];
    let enough: Vec<Vec<usize>> = (0..own.len())
        .map(|color| {
            let others = (0..fabrics).filter(|&fabric| fabric != own[color]);
            std::iter::once(own[color]).chain(others).filter(|&fabric| is_enough(color, fabric)).collect()
        })
        .collect();
    (0..own.len())
        .all(|color| gives(color, &enough, &mut color_of, &mut vec![false; fabrics]))
        .then_some(())?;
    (0..own.len()).map(|color| color_of.iter().position(|of| *of == Some(color))).collect()
}

fn gives(color: usize, enough: &[Vec<usize>], color_of: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &fabric in &enough[color] {
        if !std::mem::replace(&mut seen[fabric], true)
            && color_of[fabric].is_none_or(|other| gives(other, enough, color_of, seen))
        {
            color_of[fabric] = Some(color);
            return true;
        }
    }
    false
}

/// Amounts in patches and cells; pieces of one size are a kind.
struct Counted {
    kinds: Vec<usize>,
    sizes: Vec<u64>,
    stock: Vec<FabricStock>,
}

impl Supply for Counted {
    fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    fn alike(&self, fabric: usize) -> usize {
        fabric
    }

    fn lacking(&self, fabric: usize, pieces: &[u64]) -> u64 {
        let (shares, most) = self.shares(fabric);
        shares.iter().zip(pieces).map(|(share, count)| share * count).sum::<u64>().saturating_sub(most)
    }

    fn is_too_little(&self, fabric: usize, pieces: &[u64]) -> bool {
        self.lacking(fabric, pieces) > 0
    }

    fn shares(&self, fabric: usize) -> (Vec<u64>, u64) {
        match self.stock[fabric] {
            FabricStock::Cells(most) => (self.sizes.clone(), most),
            FabricStock::Patches(most) => (vec![1; self.sizes.len()], most),
            FabricStock::Cloth { .. } | FabricStock::FatQuarters(_) => (vec![1; self.sizes.len()], 0),
        }
    }
}
