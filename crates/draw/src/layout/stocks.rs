//! Several sizes of stock: sheets that are there once, such as offcuts, and one size that there is enough of.

use super::{LayoutError, Sheet, Stock};
use crate::geometry::{Bounds, Dimensions};

/// Sheets of stock, in the order in which they are used. All have the margin and the gap of the last.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stocks<'a> {
    /// The sizes of sheets that are there once each, in this order.
    pub first: &'a [Dimensions],
    /// Those that follow, as often as it takes.
    pub then: Stock,
}

impl<'a> Stocks<'a> {
    /// Sheets of one size.
    pub fn only(stock: Stock) -> Stocks<'a> {
        Stocks { first: &[], then: stock }
    }

    /// Returns the stock of a sheet, from 0.
    pub fn of(&self, sheet: usize) -> Stock {
        match self.first.get(sheet) {
            Some(&Dimensions { width, height }) => Stock { width, height, ..self.then },
            None => self.then,
        }
    }

    /// Returns the usable areas: those of the first sheets, then that of the others.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`] if the margins leave nothing of one.
    pub(super) fn usable(&self) -> Result<Vec<Bounds>, LayoutError> {
        (0..=self.first.len()).map(|sheet| self.of(sheet).usable()).collect()
    }

    /// Returns how many sheets of the last size are used, and how many at all: fewer are better.
    pub(super) fn used(&self, sheets: &[Sheet]) -> (usize, usize) {
        let filled = sheets.iter().filter(|sheet| !sheet.placed.is_empty()).count();
        (sheets.len().saturating_sub(self.first.len()), filled)
    }
}
