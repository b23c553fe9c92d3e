//! An estimated number of nodes of a search tree, and how far it may be off.

/// How many standard errors are said to be possible: nineteen of twenty means are within two, if their
/// logarithms were normal.
const ERRORS: f64 = 2.0;

/// The estimated nodes of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TreeSize {
    /// The mean of all probes.
    pub(crate) nodes: f64,
    /// The true number is likely to be between `nodes` divided by this and `nodes` times this.
    pub(crate) factor: f64,
}

impl TreeSize {
    /// Returns the mean of the sizes that probes saw, with its spread; `None` if there are fewer than two.
    ///
    /// A few large subtrees that no probe met make it too small, and the spread too.
    pub(crate) fn of_probes(sizes: &[f64]) -> Option<Self> {
        let number = sizes.len() as f64;
        let nodes = sizes.iter().sum::<f64>() / number;
        if sizes.len() < 2 || nodes <= 0.0 {
            return None;
        }
        let squares: f64 = sizes.iter().map(|size| (size - nodes) * (size - nodes)).sum();
        let error = (squares / (number - 1.0) / number).sqrt();
        Some(Self { nodes, factor: libm::exp(ERRORS * error / nodes) })
    }

    /// Returns the size of a share of the tree.
    pub(crate) fn times(self, share: f64) -> Self {
        Self { nodes: self.nodes * share, ..self }
    }

    /// Returns what is likely when `nodes` nodes are done, which are `share` of the tree if all branches of a
    /// level are of equal size. At first that says little, at the end everything.
    pub(crate) fn after(self, nodes: f64, share: f64) -> Self {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        if share <= 0.0 || nodes <= 0.0 {
            return self;
        }
        let mixed = libm::exp((1.0 - share) * libm::log(self.nodes) + share * libm::log(nodes / share));
        // Probes that saw less than there is say nothing of the rest.
        let nodes = if mixed > nodes { mixed } else { nodes / share };
        Self { nodes, factor: libm::pow(self.factor, 1.0 - share) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_has_the_spread_of_its_probes() {
        assert_eq!(TreeSize::of_probes(&[5.0]), None);
        assert_eq!(TreeSize::of_probes(&[5.0; 9]), Some(TreeSize { nodes: 5.0, factor: 1.0 }));
        let size = TreeSize::of_probes(&[1.0, 3.0, 1.0, 3.0]).expect("four probes");
        // The variance of four is 4/3, that of their mean 1/3.
        assert!((size.nodes - 2.0).abs() < 1e-12);
        assert!((size.factor - libm::exp((1.0f64 / 3.0).sqrt())).abs() < 1e-12);
    }

    #[test]
    fn what_is_done_counts_more_and_more() {
        let probed = TreeSize { nodes: 1000.0, factor: 4.0 };
        assert_eq!(probed.after(0.0, 0.0), probed);
        assert_eq!(probed.after(10.0, f64::NAN), probed);
        let half = probed.after(200.0, 0.5);
        assert!((half.nodes - 400_000.0f64.sqrt()).abs() < 1e-6 && (half.factor - 2.0).abs() < 1e-9);
        let all = probed.after(700.0, 1.0);
        assert!((all.nodes - 700.0).abs() < 1e-6 && (all.factor - 1.0).abs() < 1e-9);
        assert!((probed.after(2000.0, 0.1).nodes - 20_000.0).abs() < 1e-6, "the probes were wrong");
    }
}
