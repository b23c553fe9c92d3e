//! The beginning of a search: what is placed and what stays empty.

use serde::{Deserialize, Serialize};

/// The placements and empty places with which a search begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// Placements of the model, in the order in which they were placed.
    pub(crate) laid: Vec<u32>,
    /// Places that no placement may occupy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) empty: Vec<u32>,
}

impl Prefix {
    /// Returns the prefix with one more placement.
    pub(crate) fn with(&self, placement: u32) -> Self {
        let mut prefix = self.clone();
        prefix.laid.push(placement);
        prefix
    }
}
