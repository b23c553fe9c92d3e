//! Applies the symmetries of a puzzle to its placements, for symmetry breaking and for counts of orbits.
//!
//! A tiling is a list of placements here; a symmetry maps each of them to another.

use crate::ground::alarm::{Alarm, Work};
use crate::ground::lists::compact;
use crate::ground::{SolveOptions, StopReason};
use crate::model::empty_halves::Halves;
use crate::model::{Empty, Model};
use piecework_tiling::lattice::Cell;
use piecework_tiling::puzzle::{Puzzle, PuzzleSymmetry};

/// The symmetries of a puzzle, as permutations of its placements.
pub(crate) struct Symmetries {
    /// For each symmetry except the identity, the image of each placement.
    images: Vec<Vec<u32>>,
    breaking: Option<Breaking>,
    /// Symmetry breaking on empty places; then `breaking` uses symmetries that keep the half.
    halves: Option<Halves>,
}

/// One piece whose placements are searched only up to symmetry.
struct Breaking {
    /// For each placement of the piece, counted from its first: the least of its images, and the symmetry
    /// that gives it.
    least: Vec<u32>,
    /// For each least placement, the tilings that one with it stands for: a symmetry for each of its images.
    expansions: Vec<Vec<Motion>>,
    /// The first placement of the piece.
    first: u32,
}

/// The symmetries of a puzzle but for the identity, as far as the options make tilings one by them.
fn motions(puzzle: &Puzzle, options: &SolveOptions<'_>) -> Vec<PuzzleSymmetry> {
    let motions = puzzle.symmetries().into_iter().skip(1);
    motions.filter(|motion| options.reflections || !motion.symmetry.is_reflection()).collect()
}

/// The identity, or an index into [`Symmetries::images`].
type Motion = Option<usize>;

impl Symmetries {
    /// Returns the symmetries for the model of `rest`, the part of `puzzle` to search. Symmetry is broken on
    /// one piece if the options ask for it and a piece is suitable.
    ///
    /// # Errors
    /// Why the search must stop, if the alarm rings.
    pub(crate) fn new(
        puzzle: &Puzzle,
        rest: &Puzzle,
        model: &Model,
        options: &SolveOptions<'_>,
        alarm: &Alarm<'_>,
    ) -> Result<Self, StopReason> {
        // The rest alone may have more symmetries.
        let motions = &motions(puzzle, options);
        let mut work = Work::new(alarm);
        let images: Vec<Vec<u32>> =
            motions.iter().map(|motion| images(rest, model, motion, &mut work)).collect::<Result<_, _>>()?;
        let all: Vec<usize> = (0..motions.len()).collect();
        let breaking =
            if options.symmetry_breaking { best_breaking(model, motions, &all, &images) } else { None };
        Ok(Self { images, breaking, halves: None })
    }

    /// Breaks symmetry on empty places too, if that prunes; the engine must then follow the order of places.
    pub(crate) fn break_on_halves(
        &mut self,
        puzzle: &Puzzle,
        rest: &Puzzle,
        model: &Model,
        options: &SolveOptions<'_>,
    ) {
        if !matches!(model.empty(), Empty::Counted(_)) || puzzle.region().wrap().is_some() {
            return;
        }
        let motions = &motions(puzzle, options);
        self.halves = Halves::new(rest, model, motions);
        if let Some(halves) = &self.halves {
            self.breaking = best_breaking(model, motions, &halves.keeping, &self.images);
        }
    }

    /// Returns the half in which few places may stay empty, if symmetry is broken on that: its end in the
    /// order of places, and the bound.
    pub(crate) fn half(&self) -> Option<(u32, u32)> {
        self.halves.as_ref().map(|halves| (halves.end, halves.most))
    }

    /// Returns the number of symmetries, including the identity.
    fn order(&self) -> usize {
        self.images.len() + 1
    }

    /// Returns the number of orbits: exact if every tiling was counted, otherwise a lower bound.
    pub(crate) fn orbits(&self, tally: OrbitTally) -> u128 {
        tally.fixed.div_ceil(self.order() as u128)
    }

    /// Returns whether a placement is searched.
    pub(crate) fn keeps(&self, placement: u32) -> bool {
        self.breaking.as_ref().is_none_or(|breaking| {
            let index = placement.checked_sub(breaking.first).map(|index| index as usize);
            let least = index.and_then(|index| breaking.least.get(index));
            least.is_none_or(|&least| least == placement)
        })
    }

    /// For each symmetry except the identity, the image of each placement.
    pub(crate) fn images(&self) -> &[Vec<u32>] {
        &self.images
    }

    /// Returns how many tilings each tiling with a placement stands for, according to this placement: 0 if it
    /// is not searched.
    pub(crate) fn multiplicity(&self, placement: u32) -> u32 {
        if !self.keeps(placement) {
            return 0;
        }
        let expansion = self.expansion(&[placement]);
        expansion.map_or(1, |motions| compact(motions.len()))
    }

    /// Returns the images that a found tiling stands for and that are not searched themselves; the tiling
    /// comes first.
    pub(crate) fn expanded(&self, tiling: &[u32]) -> Vec<Vec<u32>> {
        let motions = self.expansion(tiling).unwrap_or(&[None]);
        let mut images: Vec<Vec<u32>> = motions.iter().map(|&motion| self.image(motion, tiling)).collect();
        if let Some(halves) = &self.halves {
            // Every image found this way keeps the halves; if the exchanged one does not, it is not found
            // itself.
            let exchanged: Vec<Vec<u32>> =
                images.iter().map(|image| self.image(Some(halves.exchange), image)).collect();
            images.extend(exchanged.into_iter().filter(|image| !halves.are_kept(image.iter().copied())));
        }
        images
    }

    /// Returns how many tilings a found tiling stands for.
    pub(crate) fn weight(&self, tiling: &[u32]) -> u128 {
        if self.halves.is_some() {
            return self.expanded(tiling).len() as u128;
        }
        self.expansion(tiling).map_or(1, |motions| motions.len() as u128)
    }

    fn expansion(&self, tiling: &[u32]) -> Option<&[Motion]> {
        let breaking = self.breaking.as_ref()?;
        let mut own = tiling.iter().filter_map(|&placement| {
            placement.checked_sub(breaking.first).and_then(|index| breaking.expansions.get(index as usize))
        });
        own.next().map(Vec::as_slice)
    }

    fn image(&self, motion: Motion, tiling: &[u32]) -> Vec<u32> {
        let mut moved: Vec<u32> = match motion {
            None => tiling.to_vec(),
            Some(index) => tiling.iter().map(|&placement| self.images[index][placement as usize]).collect(),
        };
        moved.sort_unstable();
        moved
    }

    /// Returns whether a tiling is the least of its images that are found too; true for exactly one of them.
    pub(crate) fn is_least_found(&self, tiling: &[u32]) -> bool {
        let mut sorted = tiling.to_vec();
        sorted.sort_unstable();
        (0..self.images.len()).all(|index| {
            let image = || tiling.iter().map(|&placement| self.images[index][placement as usize]);
            let found = image().all(|placement| self.keeps(placement))
                && self.halves.as_ref().is_none_or(|halves| halves.are_kept(image()));
            !found || self.image(Some(index), tiling) >= sorted
        })
    }

    /// Returns the least of all images, found or not; the same for all of them.
    pub(crate) fn least_image(&self, tiling: &[u32]) -> Vec<u32> {
        let motions = std::iter::once(None).chain((0..self.images.len()).map(Some));
        motions.map(|motion| self.image(motion, tiling)).min().unwrap_or_default()
    }
}

/// Counts orbits of tilings by W. Burnside's lemma, from the number of symmetries that fix each tiling.
pub(crate) struct OrbitCount<'a> {
    symmetries: &'a Symmetries,
    /// Marks of the placements of the current tiling.
    present: Vec<bool>,
    tally: OrbitTally,
}

/// The data for counting orbits. Tallies of different tilings can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct OrbitTally {
    /// Tilings.
    pub(crate) raw: u128,
    /// The sum, over tilings, of the symmetries that fix each.
    pub(crate) fixed: u128,
}

impl std::ops::AddAssign for OrbitTally {
    fn add_assign(&mut self, other: Self) {
        self.raw += other.raw;
        self.fixed += other.fixed;
    }
}

impl<'a> OrbitCount<'a> {
    pub(crate) fn new(symmetries: &'a Symmetries, model: &Model) -> Self {
        Self { symmetries, present: vec![false; model.placement_count()], tally: OrbitTally::default() }
    }

    /// Counts a found tiling and those it stands for, which are fixed by equally many symmetries. Returns how
    /// many it stands for.
    pub(crate) fn add(&mut self, tiling: &[u32]) -> u128 {
        tiling.iter().for_each(|&placement| self.present[placement as usize] = true);
        let fixes = |images: &&Vec<u32>| tiling.iter().all(|&p| self.present[images[p as usize] as usize]);
        let fixing = 1 + self.symmetries.images.iter().filter(fixes).count() as u128;
        tiling.iter().for_each(|&placement| self.present[placement as usize] = false);
        let weight = self.symmetries.weight(tiling);
        self.tally += OrbitTally { raw: weight, fixed: weight * fixing };
        weight
    }

    /// Returns the tally so far.
    pub(crate) fn tally(&self) -> OrbitTally {
        self.tally
    }
}

/// Returns the image of each placement under a symmetry.
fn images(
    puzzle: &Puzzle,
    model: &Model,
    motion: &PuzzleSymmetry,
    work: &mut Work<'_>,
) -> Result<Vec<u32>, StopReason> {
    let region = puzzle.region();
    let image = |&cell: &Cell| {
        compact(region.index_of(motion.apply(puzzle.lattice(), cell)).expect("a symmetry keeps the region"))
    };
    let cells: Vec<u32> = region.cells().iter().map(image).collect();
    let mut moved = Vec::new();
    (0..compact(model.placement_count()))
        .map(|placement| {
            moved.clear();
            moved.extend(model.cells(placement).iter().map(|&cell| cells[cell as usize]));
            moved.sort_unstable();
            // A search for the image costs about as much as so many cells.
            work.step(moved.len() + 8)?;
            let image = model.find(motion.pieces[model.piece_of(placement)], &moved);
            Ok(image.expect("a symmetry keeps the pieces"))
        })
        .collect()
}

/// Returns the piece that breaks most symmetry among the `usable` ones: the least share kept, then the fewest
/// kept, then the first piece.
fn best_breaking(
    model: &Model,
    motions: &[PuzzleSymmetry],
    usable: &[usize],
    images: &[Vec<u32>],
) -> Option<Breaking> {
    let mut best: Option<(u64, u64, Breaking)> = None;
    for kind in model.single_kinds() {
        // Symmetries that exchange the piece with its mirror twin do not act on its own placements.
        let own: Vec<usize> =
            usable.iter().copied().filter(|&index| model.keeps_kind(kind, &motions[index].pieces)).collect();
        let breaking = break_on(model, kind, &own, images);
        let all = breaking.least.len() as u64;
        let kept =
            (breaking.first..).zip(&breaking.least).filter(|(own, least)| own == *least).count() as u64;
        let fewer = |known: &(u64, u64, Breaking)| (kept * known.1, kept) < (known.0 * all, known.0);
        if kept < all && best.as_ref().is_none_or(fewer) {
            best = Some((kept, all, breaking));
        }
    }
    best.map(|(_, _, breaking)| breaking)
}

/// Returns the orbits of the placements of a kind under the symmetries `own`.
fn break_on(model: &Model, kind: usize, own: &[usize], images: &[Vec<u32>]) -> Breaking {
    let placements = model.placements_of_kind(kind);
    let first = placements.start;
    let least = |placement: u32| {
        let moved = own.iter().map(|&index| images[index][placement as usize]);
        moved.fold(placement, u32::min)
    };
    let expansion = |placement: u32| {
        let mut reached = vec![placement];
        let mut motions = vec![None];
        for &index in own {
            let image = images[index][placement as usize];
            if !reached.contains(&image) {
                reached.push(image);
                motions.push(Some(index));
            }
        }
        motions
    };
    Breaking {
        least: placements.clone().map(least).collect(),
        expansions: placements.map(expansion).collect(),
        first,
    }
}
