//! Colors by the names that people type.

use super::{Color, ColorError, Fabric, Palette};
use piecework_tiling::names::{find, nearest};

/// Names and colors.
///
/// # Source
/// CSS Color Module Level 4, but red, green and the colors of cloth, which are those of fabrics: chosen by eye.
const COLORS: [(&str, u32); 36] = [
    ("white", 0xff_ffff),
    ("ivory", 0xff_fff0),
    ("cream", 0xf7_efdc),
    ("beige", 0xe8_dcc4),
    ("tan", 0xd2_b48c),
    ("silver", 0xc0_c0c0),
    ("gray", 0x80_8080),
    ("charcoal", 0x3a_3f45),
    ("black", 0x00_0000),
    ("red", 0xc8_1e2b),
    ("crimson", 0xdc_143c),
    ("maroon", 0x80_0000),
    ("burgundy", 0x6d_1a36),
    ("rust", 0xb7_410e),
    ("coral", 0xff_7f50),
    ("salmon", 0xfa_8072),
    ("pink", 0xff_c0cb),
    ("magenta", 0xc2_1e80),
    ("orange", 0xff_8c1a),
    ("peach", 0xff_dab9),
    ("gold", 0xd9_a520),
    ("mustard", 0xc9_9a2e),
    ("yellow", 0xf7_d417),
    ("olive", 0x80_8000),
    ("green", 0x2e_8b57),
    ("lime", 0x9a_cd32),
    ("mint", 0xb5_ead7),
    ("teal", 0x00_8080),
    ("turquoise", 0x40_e0d0),
    ("aqua", 0x7f_dbe6),
    ("blue", 0x2a_5caa),
    ("navy", 0x1b_2a56),
    ("indigo", 0x3f_2b80),
    ("lavender", 0xc9_b6e4),
    ("purple", 0x7d_3c98),
    ("brown", 0x8b_5a2b),
];

impl Palette {
    /// Returns the palette of some colors, such as `red,blue,#c0c0c0`; fabrics have the names that were typed.
    ///
    /// # Errors
    /// [`ColorError::UnknownColor`], with the name most like it, and as [`Palette::of_fabrics`].
    ///
    /// # Examples
    /// ```
    /// use piecework_draw::color::Palette;
    /// let palette = Palette::of_colors("navy, white, #c81e2b")?;
    /// assert_eq!(palette.fabrics()[0].name, "Navy");
    /// assert!(Palette::of_colors("navy,whit").unwrap_err().to_string().contains("`whit`"));
    /// # Ok::<(), piecework_draw::color::ColorError>(())
    /// ```
    pub fn of_colors(text: &str) -> Result<Self, ColorError> {
        let fabric = |name: &str| {
            let name = name.trim();
            if name.starts_with('#') {
                return Ok(Fabric { name: name.to_owned(), color: name.parse()? });
            }
            let known = find(name, &COLORS, |(color, _)| color);
            let (known, rgb) = known.ok_or_else(|| ColorError::UnknownColor {
                found: name.into(),
                nearest: nearest(name, COLORS.iter().map(|(name, _)| *name)),
            })?;
            let [_, red, green, blue] = rgb.to_be_bytes();
            let name = known[..1].to_uppercase() + &known[1..];
            Ok(Fabric { name, color: Color::new(red, green, blue) })
        };
        let fabrics = text.split(',').map(fabric).collect::<Result<Vec<_>, ColorError>>()?;
        Self::of_fabrics("colors", fabrics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::fault::Fault as _;

    #[test]
    fn all_names_differ_and_so_do_their_colors() {
        let names: Vec<&str> = COLORS.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            Palette::of_colors(&names.join(",")).map(|palette| palette.fabrics().len()),
            Ok(COLORS.len())
        );
        assert_eq!(Palette::of_colors("grey,Red").unwrap().fabrics()[0].name, "Gray");
        assert_eq!(Palette::of_colors("red,blew").unwrap_err().code(), "E1247");
        assert!(Palette::of_colors("red,red").is_err(), "two fabrics of one name");
    }
}
