//! The engine `genetic`: a genetic algorithm with local improvement (memetic algorithm).
//!
//! A chromosome is a list of placements, one for each copy of a piece. It is read from the front: a placement
//! that overlaps those before it is skipped, so that every chromosome is a packing. Fitness is the number of
//! covered cells, minus the open places without open neighbours.
//!
//! With crossover and mutation alone, the thirteen pieces of the chessboard puzzle cover 56 to 59 of 64 cells
//! and stay there. So each packing is improved before evaluation, and the improvement is inherited, as in
//! memetic algorithms: remaining copies are placed where there is room. It proves nothing.
//!
//! # Source
//! M. Morini, Polyomino puzzle, a tutorial of the Vita framework: chromosome, fitness, age layers. P.
//! Moscato, On evolution, search, optimization, genetic algorithms and martial arts, Caltech 1989: local
//! improvement.

use super::ages::{Ages, IN_A_LAYER, Individual, LAYERS};
use super::{Best, Draft, Yard, stopped};
use crate::ground::StopReason;
use crate::ground::watch::Watch;
use piecework_tiling::random::Random;

/// How many of a hundred children have two parents. Chosen by trial.
const CROSSED: usize = 70;

pub(super) fn search(
    yard: &Yard<'_>,
    random: &mut Random,
    watch: &mut Watch<'_>,
    best: &mut Best,
) -> StopReason {
    let (mut ages, mut packing) = (Ages::new(), yard.draft());
    loop {
        // From the top, so that no individual rises through several layers in one step.
        for layer in (0..LAYERS).rev() {
            let is_new = layer == 0 && ages.begins_anew();
            if !is_new && !ages.has_parents(layer) {
                continue;
            }
            // The best stays (elitism), so that nothing is lost while its age allows.
            let mut next: Vec<Individual> =
                ages.best(layer).filter(|_| !is_new).cloned().into_iter().collect();
            while next.len() < IN_A_LAYER {
                if let Some(reason) = stopped(watch) {
                    return reason;
                }
                let mut child = if is_new {
                    newcomer(yard, ages.generation, random)
                } else {
                    bred(yard, &ages, layer, random)
                };
                child.score = judged(yard, &mut child.genes, &mut packing, random);
                if yard.note(&packing, best, watch) {
                    return StopReason::Visitor;
                }
                next.push(child);
            }
            ages.replace(layer, next, random);
        }
        ages.generation += 1;
    }
}

fn newcomer(yard: &Yard<'_>, born: u64, random: &mut Random) -> Individual {
    let genes = (0..yard.copies.len()).map(|copy| yard.any(copy, random)).collect();
    Individual { genes, score: 0, born }
}

/// Returns a child of two parents of a layer, or of one, with about one new gene.
fn bred(yard: &Yard<'_>, ages: &Ages, layer: usize, random: &mut Random) -> Individual {
    let (one, other) = (ages.parent(layer, random), ages.parent(layer, random));
    let mut genes = one.genes.clone();
    if random.below(100) < CROSSED {
        let other = genes.iter_mut().zip(&other.genes);
        other.filter(|_| random.below(2) == 0).for_each(|(gene, &theirs)| *gene = theirs);
    }
    let count = genes.len();
    for (copy, gene) in genes.iter_mut().enumerate() {
        if random.below(count) == 0 {
            *gene = yard.any(copy, random);
        }
    }
    Individual { genes, score: 0, born: one.born.min(other.born) }
}

/// Returns the score of the packing of these genes after improvement. Genes of copies that found room change.
fn judged(yard: &Yard<'_>, genes: &mut [u32], packing: &mut Draft, random: &mut Random) -> i64 {
    packing.clear();
    for (copy, &placement) in genes.iter().enumerate() {
        yard.lay(packing, copy, placement);
    }
    yard.fill(packing, random);
    for (gene, laid) in genes.iter_mut().zip(&packing.laid) {
        *gene = laid.unwrap_or(*gene);
    }
    yard.score(packing)
}
