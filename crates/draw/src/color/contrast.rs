//! Measures how well colors can be distinguished: by lightness, in print, and with color vision deficiencies.
//!
//! The order of two colors does not matter, and grays stay gray in every simulation, up to rounding.

use std::fmt;

use palette::white_point::D65;
use palette::{Clamp, FromColor, Lab, LinSrgb, Srgb};

use super::Color;

/// The least difference in lightness (L*, 0 to 100) at which two fabrics differ in a gray picture.
///
/// # Source
/// Chosen by trial; quilters test value by squinting or with a black-and-white photograph.
pub(crate) const LEAST_LIGHTNESS_DIFFERENCE: f64 = 15.0;

/// The least difference (CIE 1976, in L\*a\*b\*) at which two fabrics are easily distinguished.
///
/// # Source
/// Chosen by trial. One unit is just visible side by side; across a room, and in print, much more is needed.
pub(crate) const LEAST_DIFFERENCE: f64 = 20.0;

/// A kind of color vision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vision {
    /// Typical color vision.
    Usual,
    /// Without the cones for long waves; red is dark.
    Protanopia,
    /// Without the cones for middle waves; the most frequent: about one man in a hundred, and five more in
    /// part.
    Deuteranopia,
    /// Without the cones for short waves; rare.
    Tritanopia,
    /// A picture in grays, as a copier makes.
    Gray,
}

impl Vision {
    /// All of them.
    pub const ALL: &[Vision] =
        &[Vision::Usual, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia, Vision::Gray];

    /// Returns the matrix that simulates this vision, on linear red, green and blue.
    ///
    /// # Source
    /// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of
    /// color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009,
    /// severity 1.0 of the table that comes with it. Compared digit by digit not with the paper itself but
    /// with the table as color-science/color has it (`color/blindness/datasets/machado2010.py`, from G. M.
    /// Machado's thesis of 2010). Computed for the primaries of a tube screen; used for those of sRGB, as is
    /// common.
    const fn matrix(self) -> Option<[[f64; 3]; 3]> {
        match self {
            Vision::Protanopia => Some([
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ]),
            Vision::Deuteranopia => Some([
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ]),
            Vision::Tritanopia => Some([
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ]),
            Vision::Usual | Vision::Gray => None,
        }
    }
}

impl fmt::Display for Vision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Vision::Usual => "usual vision",
            Vision::Protanopia => "protanopia",
            Vision::Deuteranopia => "deuteranopia",
            Vision::Tritanopia => "tritanopia",
            Vision::Gray => "gray",
        })
    }
}

impl Color {
    /// Returns the perceived lightness, L* of CIE 1976: 0 black to 100 white. Quilters call it value.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Color;
    /// let gray = Color::new(119, 119, 119).lightness();
    /// assert!((gray - 50.0).abs() < 0.1, "the middle gray");
    /// ```
    pub fn lightness(self) -> f64 {
        self.to_lab().l
    }

    /// Returns whether black letters on it need a light ground.
    ///
    /// # Source
    /// The limit, an L* of 55, was chosen by eye.
    pub fn needs_light_ground(self) -> bool {
        self.lightness() < 55.0
    }

    /// Returns the contrast ratio of text: 1 for equal colors, 21 for black on white.
    ///
    /// # Source
    /// W3C, "Web Content Accessibility Guidelines 2.1", 2018, "contrast ratio". The guidelines require 4.5.
    pub fn contrast(self, other: Color) -> f64 {
        let [first, second] = [self, other].map(|color| {
            let LinSrgb { red, green, blue, .. } = color.to_srgb().into_linear();
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        });
        if first > second { first / second } else { second / first }
    }

    /// Black or white, whichever is easier to read on this color. The contrast is never below 4.5.
    pub fn label(self) -> Color {
        if self.contrast(Color::BLACK) >= self.contrast(Color::WHITE) { Color::BLACK } else { Color::WHITE }
    }

    /// Returns the difference of two colors to typical vision: CIE 1976 ΔE, 0 for equal, 100 for black and
    /// white.
    pub fn difference(self, other: Color) -> f64 {
        let (a, b) = (self.to_lab(), other.to_lab());
        let square = |difference: f64| difference * difference;
        (square(a.l - b.l) + square(a.a - b.a) + square(a.b - b.b)).sqrt()
    }

    /// Returns the color as seen with this vision.
    pub fn seen_with(self, vision: Vision) -> Color {
        let linear = self.to_srgb().into_linear();
        let left = match vision.matrix() {
            Some(matrix) => {
                let row = |[red, green, blue]: [f64; 3]| {
                    red * linear.red + green * linear.green + blue * linear.blue
                };
                LinSrgb::new(row(matrix[0]), row(matrix[1]), row(matrix[2]))
            }
            None if vision == Vision::Gray => {
                let gray = Lab::<D65, f64>::new(self.lightness(), 0.0, 0.0);
                LinSrgb::from_color(gray)
            }
            None => return self,
        };
        Self::rounded(Srgb::from_linear(left.clamp()))
    }

    fn to_lab(self) -> Lab<D65, f64> {
        Lab::from_color(self.to_srgb())
    }
}

/// Returns the least difference of two colors over all kinds of vision.
pub(super) fn seen_difference(one: Color, other: Color) -> f64 {
    let visions = Vision::ALL.iter().copied().filter(|&vision| vision != Vision::Gray);
    let seen = visions.map(|vision| one.seen_with(vision).difference(other.seen_with(vision)));
    seen.fold(f64::INFINITY, f64::min)
}

/// Two fabrics that touch and are hard to distinguish.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Alike {
    /// One of them, an index.
    pub first: usize,
    /// The other, a greater index.
    pub second: usize,
    /// The vision with which they look alike.
    pub vision: Vision,
    /// Their difference there: [`Color::difference`], or in L* for [`Vision::Gray`].
    pub difference: f64,
}

/// Finds the pairs of fabrics that are hard to distinguish, in the order given, with every vision for which
/// this is true.
///
/// `touching` holds the pairs that are side by side.
///
/// # Panics
/// If a pair has an invalid index.
///
/// # Examples
/// ```
/// use piecework_draw::color::{Color, alike};
/// let fabrics = [Color::new(200, 0, 0), Color::new(75, 75, 0), Color::WHITE];
/// let found = alike(&fabrics, &[(0, 1), (0, 2), (1, 2)]);
/// assert!(found.iter().all(|alike| (alike.first, alike.second) == (0, 1)), "red and olive: {found:?}");
/// assert!(!found.is_empty());
/// ```
pub fn alike(fabrics: &[Color], touching: &[(usize, usize)]) -> Vec<Alike> {
    let mut found = Vec::new();
    for &(a, b) in touching {
        let (first, second) = (a.min(b), a.max(b));
        for &vision in Vision::ALL {
            let [one, other] = [first, second].map(|fabric| fabrics[fabric].seen_with(vision));
            let (difference, least) = match vision {
                Vision::Gray => ((one.lightness() - other.lightness()).abs(), LEAST_LIGHTNESS_DIFFERENCE),
                _ => (one.difference(other), LEAST_DIFFERENCE),
            };
            if difference < least {
                found.push(Alike { first, second, vision, difference });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
    }

    /// Colors in steps of 17, all 4096.
    fn many() -> impl Iterator<Item = Color> {
        (0..4096u32).map(|i| {
            let part = |shift: u32| u8::try_from((i >> shift & 15) * 17).unwrap();
            Color::new(part(8), part(4), part(0))
        })
    }

    #[test]
    fn lightness_of_known_colors() {
        // The usual values for the primaries of sRGB under D65.
        for (text, expected) in
            [("#000000", 0.0), ("#ffffff", 100.0), ("#ff0000", 53.24), ("#00ff00", 87.73), ("#0000ff", 32.30)]
        {
            near(text.parse::<Color>().unwrap().lightness(), expected, 0.01);
        }
    }

    #[test]
    fn contrast_of_known_pairs() {
        near(Color::BLACK.contrast(Color::WHITE), 21.0, 1e-9);
        near(Color::WHITE.contrast(Color::new(0x76, 0x76, 0x76)), 4.54, 0.005);
        near(Color::new(255, 0, 0).contrast(Color::WHITE), 4.0, 0.005);
    }

    #[test]
    fn labels_can_be_read_on_every_color() {
        for color in many() {
            assert!(color.contrast(color.label()) >= 4.5, "{color}");
        }
        assert_eq!((Color::WHITE.label(), Color::BLACK.label()), (Color::BLACK, Color::WHITE));
    }

    #[test]
    fn simulations_leave_grays_alone() {
        for &vision in Vision::ALL {
            for row in vision.matrix().into_iter().flatten() {
                near(row.iter().sum(), 1.0, 1.5e-6);
            }
            for gray in 0..=255 {
                let gray = Color::new(gray, gray, gray);
                assert_eq!(gray.seen_with(vision), gray, "{vision}");
            }
        }
    }

    #[test]
    fn simulations_confuse_the_expected_colors() {
        let (red, green) = (Color::new(200, 60, 40), Color::new(110, 130, 40));
        let (blue, teal) = (Color::new(60, 120, 200), Color::new(0, 130, 140));
        let differ = |a: Color, b: Color, vision| a.seen_with(vision).difference(b.seen_with(vision));
        assert!(differ(red, green, Vision::Usual) > 60.0);
        assert!(differ(red, green, Vision::Deuteranopia) < differ(red, green, Vision::Usual) / 2.0);
        assert!(differ(red, green, Vision::Tritanopia) > differ(red, green, Vision::Protanopia));
        assert!(differ(blue, teal, Vision::Tritanopia) < differ(blue, teal, Vision::Usual) / 2.0);
        for color in many() {
            let gray = color.seen_with(Vision::Gray);
            assert!(gray.red == gray.green && gray.green == gray.blue);
            near(gray.lightness(), color.lightness(), 0.4);
        }
    }

    #[test]
    fn similar_pairs_are_named_with_the_kind_of_vision() {
        let fabrics = [Color::new(0, 158, 115), Color::new(213, 94, 0), Color::WHITE, Color::BLACK];
        assert_eq!(alike(&fabrics, &[(2, 3), (0, 2), (3, 1)]), []);
        // Equal lightness, but otherwise distinct: designed for that by Okabe and Ito.
        let found = alike(&fabrics, &[(1, 0)]);
        let seen: Vec<_> = found.iter().map(|alike| (alike.first, alike.second, alike.vision)).collect();
        assert_eq!(seen, [(0, 1, Vision::Gray)]);
        assert!(found[0].difference < 5.0);
        let twins = alike(&[Color::WHITE, Color::new(250, 250, 250)], &[(0, 1)]);
        assert_eq!(twins.len(), Vision::ALL.len());
    }
}
