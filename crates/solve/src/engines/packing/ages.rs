//! An age-layered population (ALPS), which protects new individuals from older ones.
//!
//! No individual is older than its layer allows, except in the top layer. The lowest layer is restarted
//! regularly, so the search does not get stuck.
//!
//! # Source
//! G. S. Hornby, ALPS: the age-layered population structure for reducing the problem of premature
//! convergence, GECCO 2006: layers, ages passed on by the older parent, parents from a layer and the one
//! below, restarts of the lowest.

use std::mem;

use piecework_tiling::random::Random;

/// The number of layers, the size of each, and the generations between restarts, which is also the greatest
/// age in the lowest layer. Chosen by trial.
pub(super) const LAYERS: usize = 6;
pub(super) const IN_A_LAYER: usize = 60;
const GENERATIONS: u64 = 20;

/// The tournament size for a parent. Chosen by trial.
const DRAWN: usize = 3;

/// One member of the population.
#[derive(Debug, Clone)]
pub(super) struct Individual {
    /// The placement of each copy.
    pub(super) genes: Vec<u32>,
    pub(super) score: i64,
    /// The generation of its oldest ancestor, which was random.
    pub(super) born: u64,
}

/// The population.
pub(super) struct Ages {
    layers: Vec<Vec<Individual>>,
    pub(super) generation: u64,
}

/// Returns the greatest age in a layer; `None`: any. Ages grow with the square of the layer, as in the
/// source.
fn oldest(layer: usize) -> Option<u64> {
    let steps = layer as u64;
    (layer + 1 < LAYERS).then_some(GENERATIONS * if layer < 2 { steps + 1 } else { steps * steps })
}

impl Ages {
    pub(super) fn new() -> Self {
        Self { layers: vec![Vec::new(); LAYERS], generation: 0 }
    }

    /// Returns whether the lowest layer restarts in this generation.
    pub(super) fn begins_anew(&self) -> bool {
        self.generation.is_multiple_of(GENERATIONS)
    }

    /// Returns whether there are parents for a layer.
    pub(super) fn has_parents(&self, layer: usize) -> bool {
        !self.layers[layer].is_empty() || layer > 0 && !self.layers[layer - 1].is_empty()
    }

    /// Returns the best of a few drawn from a layer and the one below it.
    pub(super) fn parent(&self, layer: usize, random: &mut Random) -> &Individual {
        let own = &self.layers[layer];
        let below: &[Individual] = if layer > 0 { &self.layers[layer - 1] } else { &[] };
        let mut draw = || {
            let drawn = random.below(own.len() + below.len());
            own.get(drawn).unwrap_or_else(|| &below[drawn - own.len()])
        };
        let first = draw();
        (1..DRAWN).fold(first, |best, _| {
            let other = draw();
            if other.score > best.score { other } else { best }
        })
    }

    /// Returns the best individual of a layer.
    pub(super) fn best(&self, layer: usize) -> Option<&Individual> {
        self.layers[layer].iter().max_by_key(|individual| individual.score)
    }

    /// Replaces a layer by a new generation. Individuals that are too old move up, if there is room or a
    /// worse one.
    pub(super) fn replace(&mut self, layer: usize, next: Vec<Individual>, random: &mut Random) {
        let before = mem::replace(&mut self.layers[layer], next);
        if oldest(layer).is_some() {
            let young = mem::take(&mut self.layers[layer]);
            let (young, old) = young.into_iter().partition(|one| !self.is_too_old(one, layer));
            self.layers[layer] = young;
            let leaving = if layer == 0 && self.begins_anew() { before } else { old };
            leaving.into_iter().for_each(|individual| self.go_up(individual, layer + 1, random));
        }
    }

    fn is_too_old(&self, individual: &Individual, layer: usize) -> bool {
        oldest(layer).is_some_and(|oldest| self.generation - individual.born > oldest)
    }

    /// Replaces the worst of a few in the layer, if that is no better.
    fn go_up(&mut self, individual: Individual, layer: usize, random: &mut Random) {
        let residents = &mut self.layers[layer];
        if residents.len() < IN_A_LAYER {
            residents.push(individual);
            return;
        }
        let drawn = (0..2 * DRAWN).map(|_| random.below(residents.len()));
        let worst = drawn.min_by_key(|&index| residents[index].score).expect("some were drawn");
        if residents[worst].score <= individual.score {
            residents[worst] = individual;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(score: i64, born: u64) -> Individual {
        Individual { genes: Vec::new(), score, born }
    }

    #[test]
    fn ages_grow_with_the_layers() {
        let limits: Vec<Option<u64>> = (0..LAYERS).map(oldest).collect();
        assert_eq!(limits, [Some(20), Some(40), Some(80), Some(180), Some(320), None]);
    }

    #[test]
    fn individuals_that_are_too_old_move_up_if_not_worse() {
        let (mut ages, mut random) = (Ages::new(), Random::new(1));
        ages.generation = 30;
        ages.replace(0, vec![one(5, 9), one(7, 10)], &mut random);
        assert_eq!(ages.layers[0].iter().map(|one| one.score).collect::<Vec<_>>(), [7]);
        assert_eq!(ages.best(1).map(|one| one.score), Some(5));
        ages.layers[1] = vec![one(6, 0); IN_A_LAYER];
        ages.go_up(one(5, 9), 1, &mut random);
        assert!(ages.layers[1].iter().all(|one| one.score == 6), "there is nobody worse");
        ages.go_up(one(6, 9), 1, &mut random);
        assert_eq!(ages.layers[1].iter().filter(|one| one.born == 9).count(), 1);
    }

    #[test]
    fn parents_are_from_a_layer_and_the_one_below() {
        let (mut ages, mut random) = (Ages::new(), Random::new(1));
        (ages.layers[0], ages.layers[1], ages.layers[2]) =
            (vec![one(1, 0)], vec![one(2, 0)], vec![one(9, 0)]);
        let scores: Vec<i64> = (0..50).map(|_| ages.parent(1, &mut random).score).collect();
        assert!(scores.contains(&2) && scores.contains(&1) && !scores.contains(&9));
    }
}
