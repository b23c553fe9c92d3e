//! Colors of fabrics: palettes, contrast, and the assignment of fabrics to pieces.
//!
//! Touching pieces get different colors, a number of colors that is reported as minimal is proved, and the
//! same input gives the same colors. Only `scheme` reads cells, for zones, orientations and symmetries.

mod color_names;
mod coloring;
mod contrast;
mod error;
mod fabric_print;
mod grays;
mod oklch;
mod palette;
mod palette_csv;
mod palette_json;
mod photo;
mod picture;
mod pixels;
mod scheme;
mod stock;

use std::fmt;
use std::str::FromStr;

pub use coloring::{Coloring, EFFORT, Supply};
pub use contrast::{Alike, Vision, alike};
pub use error::ColorError;
pub(crate) use fabric_print::degrees;
pub use fabric_print::{FabricPrint, LoadPhoto};
pub use grays::Grays;
pub use palette::{DEFAULT_PALETTE, Fabric, FabricRole, Palette};
pub use photo::Photo;
pub use picture::{MOST_REPEATED, MOST_SHARP, Picture};
pub use scheme::{
    AlikeFabrics, FabricCount, FabricFacts, FabricPlan, FabricWish, FixedFacts, PhotoFacts, PhotoWish,
    Pieces, Scheme, SuppliedPlan, SymmetryFacts, Tones, Touching, Turn, ZoneFacts, ZoneShape,
};
pub use stock::{FabricStock, read_stash};

/// A color on paper or screen: eight bits each of red, green and blue (sRGB).
///
/// # Examples
/// ```
/// use piecework_draw::color::Color;
/// let rust: Color = "#b7410e".parse()?;
/// assert_eq!(rust, Color::new(183, 65, 14));
/// assert_eq!(rust.to_string(), "#b7410e");
/// # Ok::<(), piecework_draw::color::ColorError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// 0 to 255.
    pub red: u8,
    /// 0 to 255.
    pub green: u8,
    /// 0 to 255.
    pub blue: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::new(0, 0, 0);
    /// White: bare paper.
    pub const WHITE: Color = Color::new(255, 255, 255);

    /// Returns the color with these components.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Returns the color this share of the way to another, from 0 to 1.
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Color;
    /// assert_eq!(Color::BLACK.toward(Color::WHITE, 0.5), Color::new(128, 128, 128));
    /// ```
    #[must_use]
    pub fn toward(self, other: Self, share: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 255")]
        let part = |from: u8, to: u8| {
            (f64::from(from) + (f64::from(to) - f64::from(from)) * share.clamp(0.0, 1.0)).round() as u8
        };
        Self::new(part(self.red, other.red), part(self.green, other.green), part(self.blue, other.blue))
    }
}

/// `#rrggbb` in lower case.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl FromStr for Color {
    type Err = ColorError;

    /// Reads `#rrggbb`, in either case.
    fn from_str(text: &str) -> Result<Self, ColorError> {
        let wrong = || ColorError::NotAColor { found: text.into() };
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or_else(wrong)?;
        // Otherwise `from_str_radix` would accept `+f`.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong());
        Ok(Color::new(part(0)?, part(2)?, part(4)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_there_and_back() {
        for text in ["#000000", "#ffffff", "#0a1b2c"] {
            assert_eq!(text.parse::<Color>().unwrap().to_string(), text);
        }
        assert_eq!("#ABCDEF".parse::<Color>().unwrap(), Color::new(0xab, 0xcd, 0xef));
        for text in ["", "#", "000000", "#00000", "#0000000", "#+f+f+f", "#00000g", "#äää", "red", " #000000"]
        {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }
}
