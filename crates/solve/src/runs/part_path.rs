//! Numbers the parts of a search, and the parts that a part was divided into again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::ground::prefix::Prefix;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of a part, such as `17`, or of one of the parts that it was divided into, such as `17.3`.
///
/// Paths sort in the order of the search: `17.3` is after `17.2` and before `18`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartPath(Vec<usize>);

impl PartPath {
    /// Returns the path of a part that is not one of a divided part.
    pub(crate) fn root(part: usize) -> Self {
        Self(vec![part])
    }

    /// Returns the path of one of the parts that this part is divided into.
    pub fn child(&self, number: usize) -> Self {
        let mut path = self.0.clone();
        path.push(number);
        Self(path)
    }

    /// Returns the part of the undivided search that it belongs to.
    pub(crate) fn first(&self) -> usize {
        self.0[0]
    }

    /// Returns the part that it was divided from, and its number in it.
    pub(crate) fn parent(&self) -> Option<(Self, usize)> {
        let (&number, before) = self.0.split_last()?;
        if before.is_empty() { None } else { Some((Self(before.to_vec()), number)) }
    }
}

impl fmt::Display for PartPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl FromStr for PartPath {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |word: &str| {
            let number = word.parse().map_err(|_| ())?;
            // One way to write each number, or a part could be there twice.
            if word == format!("{number}") { Ok(number) } else { Err(()) }
        };
        Ok(Self(text.split('.').map(number).collect::<Result<_, ()>>()?))
    }
}

impl Serialize for PartPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|()| serde::de::Error::custom("not the number of a part"))
    }
}

/// Which parts of a run are searched, and which are divided.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The parts that are searched.
    pub done: BTreeSet<PartPath>,
    /// The parts that are divided, and into how many.
    pub divided: BTreeMap<PartPath, usize>,
    /// Those of them that were stopped, and what is left: their parts but for the first, which is searched.
    pub(crate) left: BTreeMap<PartPath, Vec<Prefix>>,
}

impl Kept {
    /// Notes that a part was stopped; `false` if it is divided already.
    pub fn begin(&mut self, part: PartPath, left: Vec<Prefix>) -> bool {
        self.done.insert(part.child(0));
        let is_new = self.divided.insert(part.clone(), left.len() + 1).is_none();
        self.left.insert(part, left);
        is_new
    }

    /// Returns whether a part belongs to a search whose undivided parts `has` accepts.
    pub(crate) fn knows(&self, path: &PartPath, has: impl Fn(usize) -> bool) -> bool {
        match path.parent() {
            None => has(path.first()),
            Some((parent, number)) => {
                self.divided.get(&parent).is_some_and(|&into| number < into) && self.knows(&parent, has)
            }
        }
    }

    /// Returns the parts to search, searched or not, of the undivided parts `roots`, in the order of the
    /// search.
    pub fn leaves(&self, roots: impl IntoIterator<Item = usize>) -> Vec<PartPath> {
        let mut leaves = Vec::new();
        roots.into_iter().for_each(|root| self.add_leaves(PartPath::root(root), &mut leaves));
        leaves
    }

    fn add_leaves(&self, path: PartPath, leaves: &mut Vec<PartPath>) {
        match self.divided.get(&path) {
            // A part whose search ended just when it was divided.
            _ if self.done.contains(&path) => leaves.push(path),
            Some(&into) => (0..into).for_each(|number| self.add_leaves(path.child(number), leaves)),
            None => leaves.push(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> PartPath {
        text.parse().expect("a path")
    }

    #[test]
    fn paths_sort_in_the_order_of_the_search() {
        let sorted = ["0", "2", "2.0", "2.1", "2.1.7", "2.10", "3", "10"];
        let mut paths: Vec<PartPath> = sorted.iter().rev().map(|text| path(text)).collect();
        paths.sort();
        assert_eq!(paths.iter().map(ToString::to_string).collect::<Vec<_>>(), sorted);
        for bad in ["", "-1", "1.", ".1", "01", "1..2", "a", "1 "] {
            assert_eq!(bad.parse::<PartPath>(), Err(()), "{bad}");
        }
    }

    #[test]
    fn a_divided_part_is_replaced_by_its_parts() {
        let mut kept = Kept::default();
        kept.divided.extend([(path("1"), 3), (path("1.1"), 2)]);
        let leaves: Vec<String> = kept.leaves([0, 1, 4]).iter().map(ToString::to_string).collect();
        assert_eq!(leaves, ["0", "1.0", "1.1.0", "1.1.1", "1.2", "4"]);
        let knows = |text| kept.knows(&path(text), |root| root < 5);
        assert!(["0", "4", "1", "1.2", "1.1", "1.1.1"].into_iter().all(knows));
        assert!(!["5", "1.3", "1.2.0", "2.0", "1.1.2"].into_iter().any(knows));
    }
}
