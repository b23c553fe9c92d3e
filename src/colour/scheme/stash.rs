//! Limits each fabric to a given amount.
//!
//! It gives a colouring or the reason why there is none: too little fabric, touching pieces that cannot share it, or
//! an exhausted search. Impossible is proved.

use std::fmt;
use std::str::FromStr;

use super::balanced::EXACT_PIECES;
use super::pieces::Pieces;
use crate::colour::ColourError;
use crate::colour::colouring::exchange::{Cost, improve};
use crate::colour::colouring::graph::Graph;
use crate::colour::colouring::search::{Budget, Outcome, solve};
use crate::colour::colouring::task::{Amounts, Order, Task};
use crate::length::read_mm;

/// How much there is of a fabric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stock {
    /// Enough for this many patches.
    Patches(u64),
    /// Enough for this many cells of finished quilt.
    Cells(u64),
    /// Cloth by length, as wide as the fabric is.
    Cloth {
        /// In millimetres.
        mm: f64,
    },
    /// So many fat quarters.
    FatQuarters(u64),
}

/// The most cloth of one fabric, in mm: a whole bolt and more.
const MOST_CLOTH: f64 = 100_000.0;

impl Stock {
    /// Whether it says how much cloth there is, so that it matters how the patches are cut.
    #[must_use]
    pub const fn is_cloth(self) -> bool {
        matches!(self, Stock::Cloth { .. } | Stock::FatQuarters(_))
    }
}

/// As [`Stock::from_str`] reads it.
impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stock::Patches(count) => write!(f, "{count}"),
            Stock::Cells(count) => write!(f, "{count}cells"),
            Stock::Cloth { mm } => write!(f, "{mm}mm"),
            Stock::FatQuarters(count) => write!(f, "{count} fat quarters"),
        }
    }
}

/// What a number of something is.
type Counted = fn(u64) -> Stock;

/// The units of counted stock; what has none is patches.
const COUNTED: [(&str, Counted); 7] = [
    ("cells", Stock::Cells),
    ("fat quarters", Stock::FatQuarters),
    ("fat quarter", Stock::FatQuarters),
    ("fat-quarters", Stock::FatQuarters),
    ("fat-quarter", Stock::FatQuarters),
    ("fq", Stock::FatQuarters),
    ("", Stock::Patches),
];

impl FromStr for Stock {
    type Err = ColourError;

    /// Reads `40` (patches), `240cells`, `1 1/2yd` or any other length, or `2 fat quarters` (also `2fq`).
    fn from_str(text: &str) -> Result<Self, ColourError> {
        let wrong = || ColourError::NotStock { found: text.into() };
        let counted = COUNTED.iter().find_map(|(unit, stock)| {
            let number = text.strip_suffix(unit)?.trim_end();
            // Else a sign would be taken.
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some((number, stock))
        });
        let Some((number, stock)) = counted else {
            let mm = read_mm(text).map_err(|_| wrong())?;
            return if mm <= MOST_CLOTH { Ok(Stock::Cloth { mm }) } else { Err(wrong()) };
        };
        // No quilt has so much, and sums of a few hundred of them are no trouble.
        let most = u64::from(u32::MAX);
        number.parse().ok().filter(|&number| number <= most).map(stock).ok_or_else(wrong)
    }
}

/// Reads a stash: `Oat=40,Slate blue=240cells,Rust=1 1/2yd,Ink=2 fat quarters`.
///
/// # Errors
/// [`ColourError::NotStock`] names the entry that does not say a fabric and how much there is of it.
///
/// # Examples
/// ```
/// use piecework::{Stock, read_stash};
/// let stash = read_stash("Oat=40, Slate blue=240cells, Rust=1 1/2yd, Ink=2 fat quarters")?;
/// assert_eq!(stash[1], ("Slate blue".to_owned(), Stock::Cells(240)));
/// assert_eq!(stash[2].1, Stock::Cloth { mm: 1371.6 });
/// assert_eq!(stash[3].1, Stock::FatQuarters(2));
/// assert!(read_stash("Oat").is_err());
/// # Ok::<(), piecework::ColourError>(())
/// ```
pub fn read_stash(text: &str) -> Result<Vec<(String, Stock)>, ColourError> {
    let entry = |entry: &str| {
        let wrong = || ColourError::NotStock { found: entry.trim().into() };
        let (name, amount) = entry.rsplit_once('=').ok_or_else(wrong)?;
        let stock: Stock = amount.trim().parse().map_err(|_| wrong())?;
        if name.trim().is_empty() { Err(wrong()) } else { Ok((name.trim().to_owned(), stock)) }
    };
    text.split(',').map(entry).collect()
}

/// What is there, and what pieces take of it.
struct Stash<'a> {
    stock: &'a [Stock],
    cells: &'a [u64],
}

impl Stash<'_> {
    fn most(&self, colour: usize) -> u64 {
        match self.stock[colour] {
            Stock::Patches(most) | Stock::Cells(most) => most,
            // Cloth is not counted here, see `supply`.
            Stock::Cloth { .. } | Stock::FatQuarters(_) => 0,
        }
    }

    /// Whether all stock is given in cells: then that is what is added up.
    fn in_cells(&self) -> bool {
        self.stock.iter().all(|stock| matches!(stock, Stock::Cells(_)))
    }

    /// What a piece takes when amounts of several fabrics are added up. In patches each cell amount counts for as many
    /// patches as it could be at best.
    fn size(&self, piece: usize) -> u64 {
        if self.in_cells() { self.cells[piece] } else { 1 }
    }

    fn at_best(&self, colour: usize) -> u64 {
        match self.stock[colour] {
            Stock::Cells(cells) if !self.in_cells() => {
                cells / self.cells.iter().min().copied().unwrap_or(1).max(1)
            }
            _ => self.most(colour),
        }
    }
}

impl Cost for Stash<'_> {
    fn takes(&self, piece: usize, colour: usize) -> u64 {
        match self.stock[colour] {
            Stock::Cells(_) => self.cells[piece],
            _ => 1,
        }
    }

    fn of_use(&self, colour: usize, used: &[u64]) -> i64 {
        let over = i64::try_from(used[0].saturating_sub(self.most(colour))).unwrap_or(i64::MAX);
        over.saturating_mul(over)
    }
}

/// A colouring with the fabrics of `stock`, colour `i` of which is `stock[i]`. `start` is any colouring with as many.
pub(super) fn within(
    pieces: &Pieces,
    graph: &Graph,
    start: Vec<usize>,
    stock: &[Stock],
    budget: &mut Budget,
) -> Result<Vec<usize>, ColourError> {
    let stash = Stash { stock, cells: &pieces.cells };
    let at_best: Vec<u64> = (0..stock.len()).map(|colour| stash.at_best(colour)).collect();
    let unit = if stash.in_cells() { "cells" } else { "patches" };
    refuse_uneven(graph, &at_best, unit, |piece| stash.size(piece))?;
    let (best, over) = improve(graph, start, stock.len(), None, &stash, (0, 8));
    if over == 0 {
        return Ok(best);
    }
    let before = budget.left();
    let mut share = if graph.len() > EXACT_PIECES { budget.share(before / 20) } else { *budget };
    let whole = share.left();
    let outcome = solve(&task(graph, &stash), &mut share);
    budget.given_back(whole, share);
    match outcome {
        Outcome::Found(colours) => Ok(colours),
        Outcome::Impossible { .. } => Err(ColourError::StashImpossible { steps: whole - share.left() }),
        Outcome::Undecided => Err(ColourError::StashNotDecided { effort: whole }),
    }
}

fn task(graph: &Graph, stash: &Stash<'_>) -> Task {
    let count = stash.stock.len();
    let size: u64 = (0..graph.len()).map(|piece| stash.size(piece)).sum();
    let at_best: u64 = (0..count).map(|colour| stash.at_best(colour)).sum();
    let same_unit = stash.in_cells() || stash.stock.iter().all(|stock| matches!(stock, Stock::Patches(_)));
    // What the others cannot take, this one must.
    let must = |colour| size.saturating_sub(at_best - stash.at_best(colour));
    let amounts = Amounts {
        least: (0..count).map(|colour| if same_unit { must(colour) } else { 0 }).collect(),
        most: (0..count).map(|colour| stash.most(colour)).collect(),
        takes: (0..count).map(|c| (0..graph.len()).map(|piece| stash.takes(piece, c)).collect()).collect(),
    };
    let first_like = |colour: usize| (0..=colour).find(|&c| stash.stock[c] == stash.stock[colour]);
    let kinds: Vec<usize> = (0..count).map(|colour| first_like(colour).unwrap_or(colour)).collect();
    Task::plain(graph, count).with_amounts(amounts, &kinds).in_order(Order::LeastUsed)
}

/// Refuses what cannot be enough, however the pieces lie, and what cannot be enough because pieces touch: of pieces that
/// all touch each other, `m` fabrics take at most `m`.
pub(super) fn refuse_uneven(
    graph: &Graph,
    at_best: &[u64],
    unit: &'static str,
    size: impl Fn(usize) -> u64,
) -> Result<(), ColourError> {
    let mut fabrics = at_best.to_vec();
    fabrics.sort_unstable_by(|a, b| b.cmp(a));
    let needed: u64 = (0..graph.len()).map(&size).sum();
    let found = fabrics.iter().sum();
    if found < needed {
        return Err(ColourError::StashTooSmall { found, needed, unit });
    }
    let groups = cliques(graph);
    for some in 1..fabrics.len() {
        let most: u64 = groups.iter().map(|group| largest(group, some, &size)).sum();
        let others: u64 = fabrics[some..].iter().sum();
        if most + others < needed {
            return Err(ColourError::StashUneven { fabrics: some, most, others, needed, unit });
        }
    }
    Ok(())
}

/// The size of the `some` largest pieces.
fn largest(group: &[usize], some: usize, size: impl Fn(usize) -> u64) -> u64 {
    let mut sizes: Vec<u64> = group.iter().map(|&piece| size(piece)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.iter().take(some).sum()
}

/// The pieces divided into groups in which all touch, large groups first.
pub(super) fn cliques(graph: &Graph) -> Vec<Vec<usize>> {
    let touch = |a: usize, b: usize| graph.of(a).binary_search(&b).is_ok();
    let mut free = vec![true; graph.len()];
    let mut groups = Vec::new();
    for size in [3, 2, 1] {
        for first in 0..graph.len() {
            if !free[first] {
                continue;
            }
            let mut group = vec![first];
            for &other in graph.of(first) {
                if group.len() < size && free[other] && group[1..].iter().all(|&one| touch(one, other)) {
                    group.push(other);
                }
            }
            if group.len() == size {
                group.iter().for_each(|&piece| free[piece] = false);
                groups.push(group);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_as_people_write_it() {
        let yards = |yards: f64| Stock::Cloth { mm: yards * 36.0 * 25.4 };
        for (text, stock) in [
            ("40", Stock::Patches(40)),
            ("240cells", Stock::Cells(240)),
            ("240 cells", Stock::Cells(240)),
            ("1 1/2yd", yards(1.5)),
            ("3/4 yard", yards(0.75)),
            ("2yards", yards(2.0)),
            ("0.25yd", yards(0.25)),
            ("54in", yards(1.5)),
            ("80cm", Stock::Cloth { mm: 800.0 }),
            ("1.2m", Stock::Cloth { mm: 1200.0 }),
            ("40m", Stock::Cloth { mm: 40_000.0 }),
            ("2 fat quarters", Stock::FatQuarters(2)),
            ("1 fat quarter", Stock::FatQuarters(1)),
            ("3fq", Stock::FatQuarters(3)),
        ] {
            assert_eq!(text.parse(), Ok(stock), "{text}");
        }
        for wrong in
            ["", "yd", "-1yd", "+40", "4.5", "101m", "1 1/2", "fq", "2 half quarters", "1,2m", "4294967296"]
        {
            assert!(wrong.parse::<Stock>().is_err(), "{wrong}");
        }
    }
}
