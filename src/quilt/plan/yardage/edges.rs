//! Counts border, binding, backing and batting.
//!
//! Nothing is rounded down, and the cloth in joins is counted.

use super::bought::Bought;
use super::cutting;
use super::fabric::{ClothUse, CutPiece, FabricYardage};
use super::inches::{Inches, by};
use super::packing::pack;
use crate::quilt::units::Units;
use crate::quilt::words::plural;

/// A border of one fabric: two sides as high as the top, then two across the whole width.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BorderYardage {
    /// How wide it is when it is finished.
    pub finished_width: Inches,
    /// How wide its strips are cut.
    pub strip_height: Inches,
    /// How long the two sides are cut, and the two across; the sides are sewn on first.
    pub lengths: (Inches, Inches),
    /// How many strips.
    pub strips: usize,
    /// How many straight joins; with any, all strips are sewn to one and cut to length.
    pub joins: usize,
    /// What is bought.
    pub bought: Bought,
}

/// A binding of straight strips, folded double.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BindingYardage {
    /// The way around the quilt.
    pub around: Inches,
    /// What is added for corners and joins.
    pub extra: Inches,
    /// How wide the strips are cut.
    pub strip_height: Inches,
    /// How many strips do with straight joins.
    pub strips: usize,
    /// How many do if they are joined on the diagonal, as is usual, where each join takes the width of a strip.
    pub strips_joined_on_the_diagonal: usize,
    /// What is bought: for strips joined on the diagonal.
    pub bought: Bought,
}

/// A backing of one panel, or of several with seams of half an inch.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BackingYardage {
    /// Width and height.
    pub size: (Inches, Inches),
    /// The width of the fabric it is made of.
    pub width_of_fabric: Inches,
    /// How many panels.
    pub panels: usize,
    /// How long each panel is cut.
    pub panel_length: Inches,
    /// Whether the panels lie beside each other, with seams from top to bottom; else above each other.
    pub upright: bool,
    /// What is bought.
    pub bought: Bought,
}

/// The sides of a border around a top, cut `seam_allowance` longer and wider all around.
pub(super) fn border(
    (width, height): (Inches, Inches),
    finished_width: Inches,
    seam_allowance: Inches,
    fabric: Inches,
    percent: u32,
) -> BorderYardage {
    let seams = seam_allowance.times(2);
    let strip_height = finished_width + seams;
    let lengths = (height + seams, width + finished_width.times(2) + seams);
    let (strips, joins) = match pack(&[(lengths.0, 2), (lengths.1, 2)], fabric) {
        Some(packing) => (packing.strips.len(), 0),
        None => {
            // So many strips are one with so many joins, of which each takes two seam allowances.
            let total = (lengths.0 + lengths.1).times(2);
            let strips = (total - seams).over(fabric - seams);
            (strips, strips - 1)
        }
    };
    let bought = Bought::of(strip_height.times(strips), percent);
    BorderYardage { finished_width, strip_height, lengths, strips, joins, bought }
}

/// The strips of a binding.
///
/// # Source
/// Strips = (2 (W + H) + extra) / width of fabric, rounded up: the rule of the calculators on this-calculator.com,
/// quiltingboard.com and fmquilters.com, whose extra is 0 to 24 in.
pub(super) fn binding(
    around: Inches,
    extra: Inches,
    strip_height: Inches,
    fabric: Inches,
    percent: u32,
) -> BindingYardage {
    let strips = (around + extra).over(fabric);
    // The last strip is joined to the first; with that, every strip loses its own width once.
    let diagonal = around.over(fabric - strip_height).max(strips);
    let bought = Bought::of(strip_height.times(diagonal), percent);
    BindingYardage { around, extra, strip_height, strips, strips_joined_on_the_diagonal: diagonal, bought }
}

/// The panels of a backing, upright or lying, whichever takes less fabric; upright where both take the same.
///
/// # Source
/// Panels = W / (width of fabric - 1 in), rounded up: each panel gives half an inch on both sides to seams.
pub(super) fn backing(size: (Inches, Inches), width_of_fabric: Inches, percent: u32) -> BackingYardage {
    let within_seams = width_of_fabric - Inches::eighths(8);
    let (upright, lying) = (size.0.over(within_seams), size.1.over(within_seams));
    let is_upright = size.1.times(upright) <= size.0.times(lying);
    let (panels, panel_length) = if is_upright { (upright, size.1) } else { (lying, size.0) };
    let bought = Bought::of(panel_length.times(panels), percent);
    BackingYardage { size, width_of_fabric, panels, panel_length, upright: is_upright, bought }
}

impl BorderYardage {
    /// How it is cut from a fabric of this name, as the fabrics of the top are: its four sides, or where these are joined, whole
    /// strips.
    pub(super) fn cut(&self, fabric: &str, width: Inches, sold_in: Units) -> FabricYardage {
        let height = self.strip_height;
        let piece = |name: &str, length: Inches, labels: Vec<String>| {
            let size = (height.min(length), height.max(length));
            CutPiece::rectangle(name.to_owned(), size, labels.len(), labels)
        };
        let named = |names: [&str; 2]| names.map(str::to_owned).to_vec();
        let (pieces, sizes) = if self.joins > 0 {
            let labels = (1..=self.strips).map(|number| format!("border {number}")).collect();
            (vec![piece("border", width, labels)], vec![(height, width)])
        } else {
            let (sides, across) = self.lengths;
            let pieces = vec![
                piece("side", sides, named(["left", "right"])),
                piece("across", across, named(["top", "bottom"])),
            ];
            (pieces, vec![(height, sides), (height, across)])
        };
        let cut = cutting::as_they_lie(&pieces, &sizes, width);
        FabricYardage {
            fabric: fabric.to_owned(),
            use_of_cloth: ClothUse::of_bolt(&pieces, &self.bought, width, sold_in),
            pieces,
            heights: cut.heights,
            strips: cut.strips,
            strip_length: width,
            bought: Some(self.bought.clone()),
            fat_quarters: None,
        }
    }

    /// A line of a shopping list.
    pub(super) fn in_words(&self, units: Units) -> String {
        let joined = if self.joins > 0 { ", joined into one and cut to length" } else { "" };
        let (strips, height) = (plural(self.strips, "strip"), self.strip_height.write(units));
        format!("border: {}, {strips} of {height}{joined}", self.bought.write(units))
    }
}

impl BindingYardage {
    /// A line of a shopping list.
    pub(super) fn in_words(&self, units: Units) -> String {
        let diagonal = self.strips_joined_on_the_diagonal;
        let strips = plural(diagonal, "strip");
        let (bought, height) = (self.bought.write(units), self.strip_height.write(units));
        let more = if diagonal > self.strips {
            format!("; {} with straight seams", self.strips)
        } else {
            String::new()
        };
        let joined = if diagonal > 1 { " joined with diagonal seams" } else { "" };
        format!("binding: {bought}, {strips} of {height}{joined}{more}")
    }
}

impl BackingYardage {
    /// A line of a shopping list.
    pub(super) fn in_words(&self, units: Units) -> String {
        let panels = plural(self.panels, "panel");
        let (bought, length) = (self.bought.write(units), self.panel_length.write(units));
        format!("backing {}: {bought}, {panels} of {length}", by(self.size, units))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(eighths: u32) -> Inches {
        Inches::eighths(eighths)
    }

    #[test]
    fn twenty_bindings_worked_by_hand() {
        // Width and height of the quilt, extra, width of the fabric and of a strip, all in inches times 8; then strips,
        // eighths of a yard of those with diagonal joins, and how many these are.
        for (width, height, extra, fabric, strip, strips, eighths, diagonal) in [
            (46, 48, 10, 40, 20, 5, 4, 6),
            (46, 48, 10, 40, 18, 5, 3, 5),
            (46, 48, 0, 40, 18, 5, 3, 5),
            (46, 48, 12, 40, 18, 5, 3, 5),
            (46, 48, 12, 42, 18, 5, 3, 5),
            (46, 48, 24, 42, 20, 6, 4, 6),
            (42, 52, 10, 40, 20, 5, 4, 6),
            (42, 52, 10, 42, 20, 5, 3, 5),
            (30, 40, 10, 40, 20, 4, 3, 4),
            (36, 52, 10, 40, 20, 5, 3, 5),
            (40, 40, 10, 40, 20, 5, 3, 5),
            (40, 40, 0, 40, 20, 4, 3, 5),
            (50, 60, 10, 40, 20, 6, 4, 6),
            (50, 65, 10, 40, 20, 6, 4, 7),
            (60, 80, 10, 40, 20, 8, 5, 8),
            (70, 90, 10, 40, 20, 9, 5, 9),
            (70, 90, 20, 42, 18, 9, 5, 9),
            (90, 108, 10, 40, 20, 11, 7, 11),
            (108, 110, 10, 40, 20, 12, 7, 12),
            (10, 10, 0, 40, 18, 1, 1, 2),
        ] {
            let around = inches(16 * (width + height));
            let found = binding(around, inches(8 * extra), inches(strip), inches(8 * fabric), 0);
            let yards = f64::from(eighths) / 8.0;
            let case = format!("{width} x {height}, {extra} more, fabric {fabric}, strip {strip}/8");
            assert_eq!((found.strips, found.bought.yards), (strips, yards), "{case}");
            assert_eq!(found.strips_joined_on_the_diagonal, diagonal, "{case}");
        }
    }

    #[test]
    fn twenty_backings_worked_by_hand() {
        // Width and height of the quilt and width of the fabric in inches; then panels, their length, whether they stand,
        // and eighths of a yard. The backing is 8 in wider and higher.
        for (width, height, fabric, panels, length, upright, eighths) in [
            (46, 48, 40, 2, 54, false, 24),
            (48, 46, 40, 2, 54, true, 24),
            (42, 52, 40, 2, 50, false, 23),
            (30, 40, 40, 1, 48, true, 11),
            (31, 40, 40, 1, 48, true, 11),
            (32, 40, 40, 2, 40, false, 18),
            (40, 40, 40, 2, 48, true, 22),
            (36, 52, 40, 2, 44, false, 20),
            (50, 60, 40, 2, 58, false, 26),
            (50, 65, 40, 2, 58, false, 26),
            (50, 65, 42, 2, 58, false, 26),
            (60, 80, 40, 2, 88, true, 40),
            (70, 90, 40, 2, 98, true, 44),
            (71, 90, 40, 3, 79, false, 53),
            (86, 90, 40, 3, 94, false, 63),
            (90, 95, 40, 3, 98, false, 66),
            (90, 108, 40, 3, 98, false, 66),
            (108, 110, 40, 3, 118, true, 79),
            (108, 110, 108, 2, 116, false, 52),
            (10, 10, 40, 1, 18, true, 4),
        ] {
            let found = backing((inches(8 * width + 64), inches(8 * height + 64)), inches(8 * fabric), 0);
            let case = format!("{width} x {height} on {fabric}");
            assert_eq!(
                (found.panels, found.panel_length, found.upright),
                (panels, inches(8 * length), upright),
                "{case}"
            );
            assert_eq!(found.bought.yards, f64::from(eighths) / 8.0, "{case}");
        }
    }

    #[test]
    fn borders_are_cut_whole_where_the_fabric_is_wide_enough_and_joined_where_not() {
        let seam = inches(2);
        let of = |width: u32, height: u32, wide: u32| {
            border((inches(8 * width), inches(8 * height)), inches(8 * wide), seam, inches(320), 0)
        };
        // Sides of 20 1/2 in and 16 1/2 + 6 in: no two fit on 40 in.
        let small = of(16, 20, 3);
        assert_eq!((small.strip_height, small.lengths), (inches(28), (inches(164), inches(180))));
        assert_eq!((small.strips, small.joins), (4, 0));
        assert_eq!((of(10, 12, 3).strips, of(10, 12, 3).joins), (2, 0), "12 1/2 + 16 1/2 in, twice");
        // 2 x (48 1/2 + 52 1/2) = 202 in; six strips with five joins of half an inch are 237 1/2 in, five are 198.
        let large = of(46, 48, 3);
        assert_eq!((large.lengths, large.strips, large.joins), ((inches(388), inches(420)), 6, 5));
        assert_eq!(large.bought.length, inches(28 * 6));
    }

    #[test]
    fn narrower_fabric_never_makes_a_border_cheaper() {
        for (width, height) in [(12, 14), (16, 20), (23, 24), (30, 44), (46, 48)] {
            let mut last = usize::MAX;
            for fabric in 32..=480 {
                let found =
                    border((inches(8 * width), inches(8 * height)), inches(16), inches(2), inches(fabric), 0);
                assert!(found.strips <= last, "{width} x {height} on {fabric}/8");
                last = found.strips;
            }
        }
    }
}
