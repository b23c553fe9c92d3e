//! The ways to cut what one fabric is needed for: piece by piece, or templates of one shape in pairs.
//!
//! Yardage and stash ask the same ways, so what a pattern tells to buy is enough as a stash.

use super::fabric::{CutPiece, Lot};
use piecework_draw::geometry::Outline;

/// Something that is cut again and again: a rectangle, or the box around a template.
#[derive(Debug, Clone)]
pub(crate) struct CutItem {
    /// One of it.
    pub(crate) piece: CutPiece,
    /// Two of it that interlock in one box, if that saves cloth: as it is, and reversed.
    pub(crate) pairs: [Option<CutPiece>; 2],
    /// The outline of either hand as it is cut, with what that is called, if it is cut by its shape.
    pub(crate) outlines: [Option<(String, Outline)>; 2],
}

/// How many of an item are cut as it is, and how many reversed.
pub(crate) type Hands = [usize; 2];

/// A number of an item, or of its pairs of one hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) item: usize,
    /// The hand of the pairs; none if items are cut one by one.
    pub(crate) pair: Option<usize>,
    pub(crate) count: usize,
}

/// All ways to cut these counts of the items: one by one, then in pairs if there are any.
pub(crate) fn ways(items: &[CutItem], counts: &[Hands]) -> Vec<Vec<Cut>> {
    let used = || counts.iter().enumerate().filter(|(_, [front, back])| front + back > 0);
    let single = used().map(|(item, hands)| Cut { item, pair: None, count: hands.iter().sum() });
    let mut nested = Vec::new();
    for (item, hands) in used() {
        let mut alone = 0;
        for (hand, &count) in hands.iter().enumerate() {
            let is_paired = count > 1 && items[item].pairs[hand].is_some();
            alone += if is_paired { count % 2 } else { count };
            nested.extend(is_paired.then_some(Cut { item, pair: Some(hand), count: count / 2 }));
        }
        nested.extend((alone > 0).then_some(Cut { item, pair: None, count: alone }));
    }
    let has_pairs = nested.iter().any(|cut| cut.pair.is_some());
    [single.collect()].into_iter().chain(has_pairs.then_some(nested)).collect()
}

/// The same ways as the layout sees them: with these items, then with those of each larger cell, whose layouts
/// hold the smaller pieces too.
pub(crate) fn lots(items: &[CutItem], larger: &[Vec<CutItem>], counts: &[Hands]) -> Vec<Vec<Lot>> {
    let seen = |items: &[CutItem]| -> Vec<Vec<Lot>> {
        let ways = ways(items, counts).into_iter();
        ways.map(|way| way.iter().map(|cut| cut.lot(items)).collect()).collect()
    };
    let own = seen(items);
    let holds = |large: &Lot, own: &Lot| {
        large.count == own.count && large.size.0 >= own.size.0 && large.size.1 >= own.size.1
    };
    let hold = |large: &[Lot], own: &[Lot]| {
        large.len() == own.len() && large.iter().zip(own).all(|(large, own)| holds(large, own))
    };
    let larger = larger
        .iter()
        .map(|items| seen(items))
        .filter(|ways| ways.len() == own.len() && ways.iter().zip(&own).all(|(large, own)| hold(large, own)));
    let larger: Vec<Vec<Lot>> = larger.flatten().collect();
    own.iter().cloned().chain(larger).collect()
}

impl CutItem {
    /// Something that is cut one by one.
    pub(crate) const fn single(piece: CutPiece) -> Self {
        Self { piece, pairs: [None, None], outlines: [None, None] }
    }
}

impl Cut {
    /// What is cut, once.
    pub(crate) fn piece<'a>(&self, items: &'a [CutItem]) -> &'a CutPiece {
        let item = &items[self.item];
        self.pair.and_then(|hand| item.pairs[hand].as_ref()).unwrap_or(&item.piece)
    }

    /// The same as the layout sees it.
    pub(crate) fn lot(&self, items: &[CutItem]) -> Lot {
        Lot { count: self.count, ..self.piece(items).lot() }
    }
}
