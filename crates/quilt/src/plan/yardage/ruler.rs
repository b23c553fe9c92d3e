//! Sizes of rectangles: what they are cut, and cells whose sizes no ruler shows, with the nearest good ones.
//!
//! [`CutSize`] is the one place that decides what is cut: the cutting list, the cloth to buy and what is written on a
//! foundation all come from it.

use super::inches::Inches;
use crate::units::Units;

/// A cell or a seam allowance that makes sizes between the lines of a ruler. What is printed is rounded to
/// the nearest line.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct OffRuler {
    /// The finished edge of a cell.
    pub cell: Inches,
    /// Twice the seam allowance: what a cell is cut larger.
    pub seams: Inches,
    /// The nearest cells that a ruler has, the smaller first.
    pub good_cells: Vec<Inches>,
}

impl OffRuler {
    /// Looks at a cell and a seam allowance; none if both are on a ruler.
    pub(in crate::plan) fn of(cell: Inches, seam_allowance: Inches, units: Units) -> Option<Self> {
        let seams = seam_allowance.times(2);
        let step = match units {
            Units::Imperial => Inches::eighths(1),
            Units::Metric => Inches::millimetres(1),
        };
        let below = step.times(cell.whole_steps(step));
        let good = [below, below + step].into_iter().filter(|&good| good > Inches::ZERO);
        let is_good = cell.is_on_a_ruler(units) && seams.is_on_a_ruler(units);
        (!is_good).then(|| Self {
            cell,
            seams,
            good_cells: if cell.is_on_a_ruler(units) { Vec::new() } else { good.collect() },
        })
    }
}

/// How much larger than finished a rectangle is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CutSize {
    /// The finished edge of a cell.
    pub(crate) cell: Inches,
    /// The seam allowance on every side.
    pub(crate) seam_allowance: Inches,
    /// What is cut more on every side of a rectangle that is sewn on paper.
    pub(crate) paper_extra: Inches,
}

impl CutSize {
    /// What a side of a number of cells is cut.
    pub(crate) fn side(self, cells: usize, on_paper: bool) -> Inches {
        let more = if on_paper { self.paper_extra } else { Inches::ZERO };
        self.cell.times(cells) + (self.seam_allowance + more).times(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_between_the_lines_are_answered_with_their_neighbours() {
        let inch = |text: &str| Inches::of(text.parse().expect("a length"));
        let of = |cell: &str, seam: &str, units| OffRuler::of(inch(cell), inch(seam), units);
        assert_eq!(of("2in", "1/4in", Units::Imperial), None);
        assert_eq!(of("50mm", "7.5mm", Units::Metric), None);
        let odd = of("1.2in", "1/4in", Units::Imperial).expect("no ruler has it");
        assert_eq!(odd.good_cells, [inch("1 1/8in"), inch("1 1/4in")]);
        assert!(odd.in_words(Units::Imperial).ends_with("the nearest good cells are 1 1/8 in and 1 1/4 in"));
        let odd = of("33.3mm", "7.5mm", Units::Metric).expect("no ruler has it");
        assert_eq!(odd.good_cells, [inch("33mm"), inch("34mm")]);
        assert!(of("2in", "3mm", Units::Imperial).expect("the seam").good_cells.is_empty());
    }
}
