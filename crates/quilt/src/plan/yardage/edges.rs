//! Counts border, binding, backing and batting.
//!
//! Nothing is rounded down, and the cloth in joins is counted.

use super::bought::Bought;
use super::cutting;
use super::fabric::{ClothUse, CutPiece, FabricYardage, Lot};
use super::inches::{ClothSize, Inches};
use super::options::BorderCorners;
use super::packing::pack;
use crate::units::Units;

/// A border of one fabric: two sides, then two strips across for top and bottom. Strips, joins and widths are those
/// of the sides, and of all four where these are alike.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BorderYardage {
    /// How wide it is when it is finished.
    pub finished_width: Inches,
    /// How its corners are made.
    pub corners: BorderCorners,
    /// How wide its strips are cut.
    pub strip_height: Inches,
    /// How long the two sides are cut, and the two across; the sides are sewn on first.
    pub lengths: (Inches, Inches),
    /// How many strips.
    pub strips: usize,
    /// How many straight joins; with any, all strips are sewn to one and cut to length.
    pub joins: usize,
    /// The strips for top and bottom, where their width is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<BorderAcross>,
    /// What is bought.
    pub bought: Bought,
}

/// Top and bottom of a border that are not as wide as its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct BorderAcross {
    /// How wide it is when it is finished.
    pub finished_width: Inches,
    /// How wide its strips are cut.
    pub strip_height: Inches,
    /// How many strips.
    pub strips: usize,
    /// How many straight joins.
    pub joins: usize,
}

/// A binding, folded double: of straight strips, or on the bias where the edge has corners that turn inwards.
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
    /// How many do if they are joined on the diagonal, as is usual, where each join takes the width of a
    /// strip.
    pub strips_joined_on_the_diagonal: usize,
    /// The squares that it is cut from on the bias; none for straight strips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bias: Option<BiasSquares>,
    /// What is bought: for strips joined on the diagonal, or for the squares. Nothing where the edge is
    /// faced.
    pub bought: Bought,
}

/// Squares that a bias strip is cut from in one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct BiasSquares {
    /// How many.
    pub count: usize,
    /// Their side.
    pub side: Inches,
}

/// A backing of one panel, or of several with seams of half an inch.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BackingYardage {
    /// Width and height.
    pub size: ClothSize,
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

/// How much longer than the finished border a strip with mitred ends is cut.
///
/// # Source
/// Its ends are cut to shape after sewing. Quilters add 2 to 5 in; a mitre under a seam allowance of a quarter inch
/// takes 1 1/4 in.
fn for_mitres(sold_in: Units) -> Inches {
    match sold_in {
        Units::Imperial => Inches::eighths(8 * 2),
        Units::Metric => Inches::millimetres(50),
    }
}

/// The size of a top with a border of these widths at the left and right, and at top and bottom.
pub(crate) fn with_border(top: ClothSize, (side, across): (Inches, Inches)) -> ClothSize {
    ClothSize { width: top.width + side.times(2), height: top.height + across.times(2) }
}

/// The sides of a border around a top, cut `seam_allowance` longer and wider all around.
pub(super) fn border(
    ClothSize { width, height }: ClothSize,
    (finished_width, finished_across): (Inches, Inches),
    corners: BorderCorners,
    (seam_allowance, fabric): (Inches, Inches),
    (percent, sold_in): (u32, Units),
) -> BorderYardage {
    let seams = seam_allowance.times(2);
    let strip_height = finished_width + seams;
    let is_everywhere = finished_width.min(finished_across) > Inches::ZERO;
    let corners = if is_everywhere { corners } else { BorderCorners::Butted };
    let lengths = match corners {
        BorderCorners::Butted => (height + seams, width + finished_width.times(2) + seams),
        BorderCorners::Cornerstones => (height + seams, width + seams),
        BorderCorners::Mitred => {
            let more = seams + for_mitres(sold_in);
            (height + finished_across.times(2) + more, width + finished_width.times(2) + more)
        }
    };
    let cut = |lengths: &[Inches]| {
        let items: Vec<(Inches, usize)> = lengths.iter().map(|&length| (length, 2)).collect();
        match pack(&items, fabric) {
            Some(packing) => (packing.strips.len(), 0),
            None => {
                // `n` strips make one long strip with `n - 1` joins, and each join takes two seam allowances.
                let total: Inches = lengths.iter().map(|length| length.times(2)).sum();
                let strips = (total - seams).over(fabric - seams);
                (strips, strips - 1)
            }
        }
    };
    let across = (finished_across != finished_width).then(|| {
        let (strips, joins) = cut(&[lengths.1]);
        BorderAcross { finished_width: finished_across, strip_height: finished_across + seams, strips, joins }
    });
    // A side without a border has no strips.
    let across = across.map(|of| {
        if of.finished_width > Inches::ZERO { of } else { BorderAcross { strips: 0, joins: 0, ..of } }
    });
    let (strips, joins) = match &across {
        None => cut(&[lengths.0, lengths.1]),
        Some(_) if finished_width == Inches::ZERO => (0, 0),
        Some(_) => cut(&[lengths.0]),
    };
    let other = across.map_or(Inches::ZERO, |across| across.strip_height.times(across.strips));
    let bought = Bought::of(strip_height.times(strips) + other, percent);
    BorderYardage { finished_width, corners, strip_height, lengths, strips, joins, across, bought }
}

/// The strips of a binding.
///
/// # Source
/// Strips = (2 (W + H) + extra) / width of fabric, rounded up: the rule of the calculators on
/// this-calculator.com, quiltingboard.com and fmquilters.com, whose extra is 0 to 24 in.
pub(super) fn binding(
    around: Inches,
    extra: Inches,
    strip_height: Inches,
    fabric: Inches,
    percent: u32,
) -> BindingYardage {
    let strips = (around + extra).over(fabric);
    // The last strip is joined to the first; with that, every strip loses its own width once, and the corners still have
    // what was added for them.
    let diagonal = (around + extra).over(fabric - strip_height);
    let bought = Bought::of(strip_height.times(diagonal), percent);
    let joined = diagonal;
    BindingYardage {
        around,
        extra,
        strip_height,
        strips,
        strips_joined_on_the_diagonal: joined,
        bias: None,
        bought,
    }
}

impl BindingYardage {
    /// The same on the bias, from as few squares as the width of the fabric allows.
    ///
    /// # Source
    /// The side of the square is the root of length times width, rounded up to an inch, as quilters count for
    /// continuous bias binding; one inch more for the two seams of the square.
    pub(super) fn on_the_bias(self, fabric: Inches, percent: u32) -> Self {
        let inch = Inches::eighths(8);
        let area = (self.around + self.extra).mm() * self.strip_height.mm();
        let side = |count: usize| Inches::at_least(libm::sqrt(area / count as f64), inch) + inch;
        // Narrow fabric is at least as wide as two strips; a square of its width is never smaller than a
        // join.
        let count = (1..=self.strips.max(1) * 2).find(|&count| side(count) <= fabric).unwrap_or(1);
        let squares = BiasSquares { count, side: side(count) };
        let bought = Bought::of(squares.side.times(count), percent);
        Self { bias: Some(squares), bought, ..self }
    }

    /// No binding at all, where the edge is faced.
    pub(super) fn none(self) -> Self {
        let bought = Bought::of(Inches::ZERO, 0);
        Self { strips: 0, strips_joined_on_the_diagonal: 0, bias: None, bought, ..self }
    }

    /// Whether there is any.
    pub fn is_some(&self) -> bool {
        self.bought.length > Inches::ZERO
    }
}

/// The panels of a backing, upright or lying, whichever takes less fabric; upright where both take the same.
///
/// # Source
/// Panels = W / (width of fabric - 1 in), rounded up: each panel gives half an inch on both sides to seams.
pub(super) fn backing(size: ClothSize, width_of_fabric: Inches, percent: u32) -> BackingYardage {
    let within_seams = width_of_fabric - Inches::eighths(8);
    let (upright, lying) = (size.width.over(within_seams), size.height.over(within_seams));
    let is_upright = size.height.times(upright) <= size.width.times(lying);
    let (panels, panel_length) = if is_upright { (upright, size.height) } else { (lying, size.width) };
    let bought = Bought::of(panel_length.times(panels), percent);
    BackingYardage { size, width_of_fabric, panels, panel_length, upright: is_upright, bought }
}

impl BorderYardage {
    /// The finished width at the left and right, and at top and bottom.
    pub fn widths(&self) -> (Inches, Inches) {
        (self.finished_width, self.across.map_or(self.finished_width, |across| across.finished_width))
    }

    /// The size to which its cornerstones are cut, if it has such; there are four.
    pub fn cornerstone(&self) -> Option<(Inches, Inches)> {
        let across = self.across.map_or(self.strip_height, |across| across.strip_height);
        (self.corners == BorderCorners::Cornerstones).then_some((self.strip_height, across))
    }

    /// How many strips are cut for it.
    pub fn all_strips(&self) -> usize {
        self.strips + self.across.map_or(0, |across| across.strips)
    }

    /// How it is cut from a fabric of this name, as the fabrics of the top are: its four sides, or where
    /// these are joined, whole strips.
    pub(super) fn cut(&self, fabric: &str, width: Inches, sold_in: Units) -> FabricYardage {
        let height = self.strip_height;
        let piece = |name: &str, length: Inches, labels: Vec<String>| {
            let size = (height.min(length), height.max(length));
            CutPiece::rectangle(name.to_owned(), size, labels.len(), labels)
        };
        let named = |names: [&str; 2]| names.map(str::to_owned).to_vec();
        let (pieces, sizes) = if let Some(across) = self.across {
            self.unequal(&across, width)
        } else if self.joins > 0 {
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
        let lots: Vec<Lot> = pieces.iter().map(CutPiece::lot).collect();
        let cut = cutting::as_they_lie(&lots, &sizes, width);
        FabricYardage {
            fabric: fabric.to_owned(),
            use_of_cloth: ClothUse::of_bolt(&pieces, &self.bought, width, sold_in),
            pieces,
            heights: cut.heights,
            strips: cut.strips,
            strip_length: width,
            bought: Some(self.bought.clone()),
            fat_quarters: None,
            prints: Vec::new(),
        }
    }

    /// The pieces of a border whose sides are not as wide as its top and bottom, with their sizes as they lie
    /// on the cloth.
    fn unequal(&self, across: &BorderAcross, width: Inches) -> (Vec<CutPiece>, Vec<(Inches, Inches)>) {
        let groups = [
            ("side", self.strip_height, self.lengths.0, self.strips, self.joins, ["left", "right"]),
            ("across", across.strip_height, self.lengths.1, across.strips, across.joins, ["top", "bottom"]),
        ];
        let (mut pieces, mut sizes) = (Vec::new(), Vec::new());
        for (name, height, length, strips, joins, names) in groups.into_iter().filter(|group| group.3 > 0) {
            let (length, labels) = if joins > 0 {
                (width, (1..=strips).map(|number| format!("{name} {number}")).collect())
            } else {
                (length, names.map(str::to_owned).to_vec())
            };
            let size = (height.min(length), height.max(length));
            pieces.push(CutPiece::rectangle(name.to_owned(), size, labels.len(), labels));
            sizes.push((height, length));
        }
        (pieces, sizes)
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
        // Width and height of the quilt, extra, width of the fabric and of a strip, all in inches times 8;
        // then strips, eighths of a yard of those with diagonal joins, and how many these are.
        for (width, height, extra, fabric, strip, strips, eighths, diagonal) in [
            (46, 48, 10, 40, 20, 5, 4, 6),
            (46, 48, 10, 40, 18, 5, 3, 6),
            (46, 48, 0, 40, 18, 5, 3, 5),
            (46, 48, 12, 40, 18, 5, 3, 6),
            (46, 48, 12, 42, 18, 5, 3, 6),
            (46, 48, 24, 42, 20, 6, 4, 6),
            (42, 52, 10, 40, 20, 5, 4, 6),
            (42, 52, 10, 42, 20, 5, 4, 6),
            (30, 40, 10, 40, 20, 4, 3, 4),
            (36, 52, 10, 40, 20, 5, 3, 5),
            (40, 40, 10, 40, 20, 5, 3, 5),
            (40, 40, 0, 40, 20, 4, 3, 5),
            (50, 60, 10, 40, 20, 6, 4, 7),
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
        // Width and height of the quilt and width of the fabric in inches; then panels, their length, whether
        // they stand, and eighths of a yard. The backing is 8 in wider and higher.
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
            let found =
                backing((inches(8 * width + 64), inches(8 * height + 64)).into(), inches(8 * fabric), 0);
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
            border(
                (inches(8 * width), inches(8 * height)).into(),
                (inches(8 * wide), inches(8 * wide)),
                BorderCorners::Butted,
                (seam, inches(320)),
                (0, Units::Imperial),
            )
        };
        // Sides of 20 1/2 in and 16 1/2 + 6 in: no two fit on 40 in.
        let small = of(16, 20, 3);
        assert_eq!((small.strip_height, small.lengths), (inches(28), (inches(164), inches(180))));
        assert_eq!((small.strips, small.joins), (4, 0));
        assert_eq!((of(10, 12, 3).strips, of(10, 12, 3).joins), (2, 0), "12 1/2 + 16 1/2 in, twice");
        // 2 x (48 1/2 + 52 1/2) = 202 in; six strips with five joins of half an inch are 237 1/2 in, five are
        // 198.
        let large = of(46, 48, 3);
        assert_eq!((large.lengths, large.strips, large.joins), ((inches(388), inches(420)), 6, 5));
        assert_eq!(large.bought.length, inches(28 * 6));
    }

    #[test]
    fn a_border_may_be_wider_at_top_and_bottom() {
        // A top of 16 x 20 in with 2 in at the sides and 5 in at top and bottom: 20 x 30 in.
        let of = |wide: (u32, u32)| {
            let wide = (inches(8 * wide.0), inches(8 * wide.1));
            let cloth = (inches(2), inches(320));
            border(
                (inches(8 * 16), inches(8 * 20)).into(),
                wide,
                BorderCorners::Butted,
                cloth,
                (0, Units::Imperial),
            )
        };
        let found = of((2, 5));
        assert_eq!(found.lengths, (inches(8 * 20 + 4), inches(8 * 20 + 4)), "20 1/2 in, all four");
        let across = found.across.expect("another width");
        assert_eq!((found.strips, across.strips), (2, 2), "no two of 20 1/2 in fit on 40 in");
        assert_eq!((found.strip_height, across.strip_height), (inches(20), inches(44)));
        assert_eq!(found.bought.length, inches(2 * 20 + 2 * 44));
        assert_eq!(found.cut("x", inches(320), Units::Imperial).strips.len(), 4);
        let only = of((0, 5));
        assert_eq!((only.strips, only.all_strips(), only.lengths.1), (0, 1, inches(8 * 16 + 4)));
        assert_eq!(of((2, 2)).across, None);
    }

    #[test]
    fn corners_decide_how_long_strips_are_cut() {
        // A top of 16 x 20 in with a border of 2 in at the sides and 5 in at top and bottom.
        let of = |corners, across: u32| {
            let (top, wide) = ((inches(8 * 16), inches(8 * 20)), (inches(16), inches(8 * across)));
            border(top.into(), wide, corners, (inches(2), inches(320)), (0, Units::Imperial))
        };
        let stones = of(BorderCorners::Cornerstones, 5);
        assert_eq!(
            stones.lengths,
            (inches(8 * 20 + 4), inches(8 * 16 + 4)),
            "as long as the sides of the top"
        );
        assert_eq!(stones.cornerstone(), Some((inches(20), inches(44))));
        let mitred = of(BorderCorners::Mitred, 5);
        assert_eq!(
            mitred.lengths,
            (inches(8 * 32 + 4), inches(8 * 22 + 4)),
            "as long as the quilt, and 2 1/2 in"
        );
        assert_eq!(mitred.cornerstone(), None);
        let (finished, raw) = (30.0 * 25.4, mitred.lengths.0.mm());
        // The tip of a mitre is 2.41 seam allowances beyond the finished corner where both widths are equal.
        let tips = 2.0 * 6.35 * (1.0 + 2.0_f64.sqrt());
        assert!(of(BorderCorners::Mitred, 2).lengths.0.mm() >= 24.0 * 25.4 + tips && raw > finished + tips);
        assert_eq!(
            of(BorderCorners::Cornerstones, 0).corners,
            BorderCorners::Butted,
            "nothing at top and bottom"
        );
    }

    #[test]
    fn narrower_fabric_never_makes_a_border_cheaper() {
        for (width, height) in [(12, 14), (16, 20), (23, 24), (30, 44), (46, 48)] {
            let mut last = usize::MAX;
            for fabric in 32..=480 {
                let found = border(
                    (inches(8 * width), inches(8 * height)).into(),
                    (inches(16), inches(16)),
                    BorderCorners::Butted,
                    (inches(2), inches(fabric)),
                    (0, Units::Imperial),
                );
                assert!(found.strips <= last, "{width} x {height} on {fabric}/8");
                last = found.strips;
            }
        }
    }
}
