//! Ranks all tilings of a puzzle: computes how many there are and the one with a given number.
//!
//! Numbers and tilings correspond one to one, so a uniformly random number gives a uniformly random tiling.
//! The order is by choices from the last place to the first.

use num_bigint::BigUint;

use super::graph::Graph;
use super::number::{Number, Single};
use super::packing::{Packing, Plan};
use super::states::{LevelStates, NoStates, states};
use super::window::Window;
use super::{Allowance, Unfit};
use crate::ground::watch::Watch;
use crate::model::Model;
use crate::model::symmetries::Symmetries;

/// The ranked tilings.
pub(crate) struct AllTilings {
    graph: Box<dyn Numbered>,
    count: BigUint,
}

/// Finds the tiling with a number: its placements, and which of its images is meant.
trait Numbered {
    fn tiling(&self, number: &BigUint) -> (Vec<u32>, u32);
}

impl AllTilings {
    /// Returns all tilings; with symmetry breaking, each kept tiling stands for its images too.
    pub(crate) fn new(
        model: &Model,
        symmetries: &Symmetries,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let plan = Plan::whole(model, |placement| symmetries.multiplicity(placement));
        match Packing::<u64>::new(&plan) {
            Err(Unfit::Window) => Self::of(Packing::<u128>::new(&plan)?, allowance, watch),
            packing => Self::of(packing?, allowance, watch),
        }
    }

    fn of<W: Window + 'static>(
        packing: Packing<W>,
        allowance: &Allowance,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Unfit> {
        let graph = Graph::new(&packing, allowance, watch)?;
        match states::<W, Single>(&packing, &graph, true, allowance, watch) {
            Ok(levels) => return Ok(Live { packing, graph, levels }.boxed()),
            Err(NoStates::Unfit(unfit)) => return Err(unfit),
            Err(NoStates::Full) => {}
        }
        match states::<W, BigUint>(&packing, &graph, true, allowance, watch) {
            Ok(levels) => Ok(Live { packing, graph, levels }.boxed()),
            Err(NoStates::Unfit(unfit)) => Err(unfit),
            Err(NoStates::Full) => unreachable!("these numbers have no limit"),
        }
    }

    pub(crate) fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns the placements of a tiling, and which of the tilings that it stands for is meant.
    ///
    /// # Panics
    /// If `number` is not less than the number of tilings.
    pub(crate) fn get(&self, number: &BigUint) -> (Vec<u32>, u32) {
        self.graph.tiling(number)
    }
}

/// The live graph.
struct Live<W, N> {
    packing: Packing<W>,
    graph: Graph,
    levels: Vec<LevelStates<N>>,
}

/// A state, and which of the ways to it is meant.
struct Standing {
    place: usize,
    window: usize,
    used: u64,
    way: BigUint,
}

impl<W: Window + 'static, N: Number + 'static> Live<W, N> {
    fn boxed(self) -> AllTilings {
        let count = super::states::total(&self.packing.counters, &self.levels);
        AllTilings { graph: Box::new(self), count }
    }

    fn end(&self, number: &BigUint) -> Standing {
        let place = self.packing.places();
        let mut way = number.clone();
        for window in 0..self.graph.levels[place].windows() {
            let (used, ways) = self.levels[place].of(window);
            for (&used, ways) in used.iter().zip(ways) {
                if !self.packing.counters.is_satisfied(used) {
                    continue;
                }
                let ways = ways.to_big();
                if way < ways {
                    return Standing { place, window, used, way };
                }
                way -= ways;
            }
        }
        panic!("there are fewer tilings than `{number}`")
    }

    /// Returns the state before, the placement between if any, and which of its weights is meant if there are
    /// several.
    fn before(&self, standing: Standing) -> (Standing, Option<u32>, Option<u32>) {
        let mut way = standing.way;
        for edge in self.graph.levels[standing.place].edges_to(standing.window) {
            let (place, window) = (edge.place as usize, edge.from as usize);
            let choice = &self.packing.choices[place][edge.choice as usize];
            let (used, ways) = self.levels[place].of(window);
            for (&used, ways) in used.iter().zip(ways) {
                if self.packing.counters.after(used, choice.uses) != Some(standing.used) {
                    continue;
                }
                let ways = ways.to_big();
                let all = &ways * choice.weight;
                if way < all {
                    let image = u32::try_from(&way / &ways).expect("below the weight");
                    let before = Standing { place, window, used, way: way % ways };
                    return (before, choice.label, (choice.weight > 1).then_some(image));
                }
                way -= all;
            }
        }
        unreachable!("the ways to a state are those of the edges to it")
    }
}

impl<W: Window + 'static, N: Number + 'static> Numbered for Live<W, N> {
    fn tiling(&self, number: &BigUint) -> (Vec<u32>, u32) {
        let mut standing = self.end(number);
        let (mut placements, mut image) = (Vec::new(), 0);
        while standing.place > 0 {
            let (before, placement, meant) = self.before(standing);
            placements.extend(placement);
            image = meant.unwrap_or(image);
            standing = before;
        }
        (placements, image)
    }
}
