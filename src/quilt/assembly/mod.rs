//! Whole patches sewn together: every step as a row of figures and as a card with a picture.
//!
//! In: a design whose patches are sewn whole, and the order of sewing. Out: [`AssemblyFigures`] and pages. Always holds: every
//! step has one row and one card, in order; set-in corners have the numbers of their map. How an order is found is not known
//! here.

mod cards;
mod figures;

use super::Design;
use super::joining::{SewingOrder, sewing_order};

pub use figures::{AssemblyFigures, AssemblyStep, ClosedEnd, LeftOpen, SeamAlong};

/// How many patches a block has about: so many that one person can handle it.
pub(super) const BLOCK: usize = 12;

/// A design with the order in which it is sewn.
pub(super) struct Assembly<'a> {
    pub(super) design: &'a Design<'a>,
    pub(super) order: SewingOrder,
}

impl<'a> Assembly<'a> {
    /// Finds the order.
    pub(super) fn of(design: &'a Design<'a>) -> Self {
        Self { design, order: sewing_order(&design.patchwork, BLOCK) }
    }

    /// What a block is called: A, B and so on.
    fn block_name(index: usize) -> String {
        const LETTERS: usize = 26;
        let letter = char::from(b'A' + u8::try_from(index % LETTERS).unwrap_or(0));
        if index < LETTERS { letter.to_string() } else { format!("{letter}{}", index / LETTERS) }
    }

    /// The blocks in the order in which they are joined, of which some patches are.
    fn blocks_of(&self, patches: &[usize]) -> Vec<usize> {
        let order = self.order.order.iter().copied();
        order.filter(|&block| self.order.blocks[block].iter().any(|patch| patches.contains(patch))).collect()
    }

    /// A block by its name, or the patch that it is.
    fn name_of_block(&self, index: usize) -> String {
        match self.order.blocks[index].as_slice() {
            [patch] => self.design.label(*patch),
            _ => format!("block {}", Self::block_name(index)),
        }
    }

    /// The same in short: a letter, or the number of a patch.
    fn short_name_of_block(&self, index: usize) -> String {
        match self.order.blocks[index].as_slice() {
            [patch] => (patch + 1).to_string(),
            _ => Self::block_name(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::drawing::Item;
    use crate::lattice::Lattice;
    use crate::limits::Limits;
    use crate::quilt::{Method, Pattern, QuiltOptions, pattern};
    use crate::tiling::{infer_from_grid, read_letter_grids};

    const PENTOMINOES: &str = "IIIIIVVVZZ\nLLLLUUUVZT\nLNNPUXUVZT\nNNNPPPXZTT\nFWWYPXXXFT\nFFWWYYYYFF";

    fn of(lattice: Lattice, rows: &str, method: Method) -> Pattern {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        pattern(&tiling, &QuiltOptions { method, ..QuiltOptions::default() }).expect("a pattern")
    }

    /// The words on the pages of steps.
    fn words(pattern: &Pattern) -> Vec<String> {
        let pages = pattern.pages.iter().filter(|page| page.title().contains("step by step"));
        let items = pages.flat_map(|page| page.layers()).flat_map(|layer| &layer.items);
        let texts = items.filter_map(|item| match item {
            Item::Text(text) => Some(text.content().to_owned()),
            Item::Path(_) => None,
        });
        texts.collect()
    }

    #[track_caller]
    fn every_step_has_a_card(lattice: Lattice, rows: &str, method: Method) -> Pattern {
        let pattern = of(lattice, rows, method);
        let figures = pattern.summary.assembly.clone().expect("whole patches");
        assert_eq!(figures.steps.len(), pattern.summary.patches - 1);
        let words = words(&pattern);
        for step in &figures.steps {
            let title = format!("{}.  {} to {}", step.step, step.adds, step.to.join(" + "));
            assert_eq!(words.iter().filter(|line| **line == title).count(), 1, "{title}");
        }
        let seams: f64 = figures.steps.iter().map(|step| step.seam_mm).sum();
        assert!((seams - pattern.summary.seam_length_mm).abs() < 1e-6);
        pattern
    }

    #[test]
    fn templates_and_papers_have_a_card_for_every_patch_but_the_first() {
        every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::EnglishPaper);
        every_step_has_a_card(Lattice::Hex, "A A B\n A B B\nC C C", Method::Templates);
        let pattern = every_step_has_a_card(Lattice::Square, PENTOMINOES, Method::Templates);
        let steps = pattern.summary.assembly.expect("steps").steps;
        let mut numbers: Vec<usize> = steps.iter().flat_map(|step| step.set_in_corners.clone()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=pattern.summary.set_in_corners).collect::<Vec<_>>());
    }

    #[test]
    fn a_pinwheel_says_which_seam_stays_open_and_when_it_is_closed() {
        let pattern = of(Lattice::Square, "AAB\nCEB\nCDD", Method::Templates);
        let says = |wanted: &str| words(&pattern).iter().any(|words| words.contains(wanted));
        assert!(says("until step 4 half open: ") && says("at last close "));
        let row = &pattern.summary.methods.rows[0];
        assert_eq!((row.set_in_corners, row.partial_seams, row.pivots), (0, 1, 0));
        let papers = of(Lattice::Square, "AAB\nCEB\nCDD", Method::EnglishPaper).summary;
        assert_eq!(papers.assembly.expect("steps").partial_seams, 0);
    }
}
