//! Finds the area of a machine that pieces are placed on: its bed, or a printed sheet inside its registration
//! marks.

use super::{Machine, Registration};
use crate::MachineError;
use piecework_draw::geometry::Dimensions;
use piecework_draw::layout::SheetFormat;
use piecework_draw::render::{Content, FormatRef};

/// The area that pieces are placed on.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkArea {
    /// The machine's area, or for a page to print the paper inside its registration marks.
    pub bed: SheetFormat,
    /// The size of the stock.
    pub stock: Dimensions,
    /// The registration marks, for a page to print.
    pub registration: Option<Registration>,
}

impl Machine {
    /// Returns the usable area of a printed sheet: a bed as large as the paper, whose margin holds the marks.
    ///
    /// # Errors
    /// [`MachineError::NoRegistration`] if the machine cannot find marks, [`MachineError::StockTooLarge`] if
    /// the marks on this paper are beyond the machine's area.
    pub fn printed(&self, paper: &SheetFormat) -> Result<(SheetFormat, Registration), MachineError> {
        let machine = || self.name().to_owned();
        let marks = self.registration.ok_or_else(|| MachineError::NoRegistration { machine: machine() })?;
        self.inside(paper, marks)
    }

    fn inside(
        &self,
        paper: &SheetFormat,
        marks: Registration,
    ) -> Result<(SheetFormat, Registration), MachineError> {
        let (width, height) = (paper.width - 2.0 * marks.inset, paper.height - 2.0 * marks.inset);
        self.stock(Some(Dimensions { width, height }))?;
        let margin = marks.margin.max(self.bed.margin);
        Ok((SheetFormat { width: paper.width, height: paper.height, margin, ..self.bed.clone() }, marks))
    }

    /// Returns the area for these formats; with a page to print it is as large as `paper`. A picture can be aligned
    /// by eye: then a machine that finds no marks gets crosses.
    ///
    /// # Errors
    /// [`MachineError`] if the stock or the registration marks do not fit.
    pub fn area(
        &self,
        formats: &[FormatRef],
        stock: Option<Dimensions>,
        (paper, picture): (&SheetFormat, bool),
    ) -> Result<WorkArea, MachineError> {
        if !formats.iter().any(|format| format.content == Content::Prints) {
            return Ok(WorkArea { bed: self.bed.clone(), stock: self.stock(stock)?, registration: None });
        }
        let (bed, marks) = match self.registration {
            None if picture => self.inside(paper, Registration::CROSSES)?,
            _ => self.printed(paper)?,
        };
        Ok(WorkArea { stock: bed.dimensions(), bed, registration: Some(marks) })
    }
}

#[cfg(test)]
mod tests {
    use crate::{MachineError, machine};
    use piecework_draw::layout::paper;

    #[test]
    fn machines_without_marks_and_paper_beyond_the_area_are_refused() {
        let printed = |name: &str, size: &str| {
            machine(name).expect("embedded").printed(&paper(size).expect("embedded"))
        };
        assert!(matches!(printed("cricut", "a4"), Err(MachineError::NoRegistration { .. })));
        assert!(matches!(printed("silhouette-portrait", "a3"), Err(MachineError::StockTooLarge { .. })));
        assert!(
            printed("silhouette-portrait", "a4").is_ok(),
            "the marks are inside, the paper may stick out"
        );
    }
}
