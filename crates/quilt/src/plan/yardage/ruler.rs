//! Cells whose sizes no ruler shows, and the nearest good ones.

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
