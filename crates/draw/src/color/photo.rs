//! Photos: small pictures from which patches take their colors, and palettes of the colors in them.
//!
//! A photo is made small when it is read, because a patch needs one color of it. Colors are averaged by light,
//! and compared as people see them.
//!
//! # Source
//! B. Ottosson, "A perceptual color space for image processing", 2020. S. Lloyd, "Least squares quantization in
//! PCM", 1982, for the colors of a palette.

use std::sync::Arc;

use palette::convert::FromColorUnclamped;
use palette::{LinSrgb, Oklab, Oklch, Srgb};

use super::pixels::Pixels;
use super::{Color, ColorError, Fabric, MOST_REPEATED, Palette, Picture};
use crate::geometry::{Bounds, Dimensions};
use piecework_tiling::json::Node;
use piecework_tiling::names::find;

/// The most pixels of a side that are kept: more than a quilt has patches.
const MOST_KEPT: usize = 96;
/// The fabrics of a palette from a photo.
const IN_PALETTE: usize = 8;
/// The most rounds in which the colors of a palette move.
const ROUNDS: usize = 30;

/// Embeds files of `templates/photos` by name.
macro_rules! photos {
    ($($name:literal,)*) => {
        &[$(($name, piecework_templates::file(concat!("photos/", $name, ".json"))),)*]
    };
}

/// The photos that come with the program.
const PHOTOS: &[(&str, &str)] = photos! { "cat", };

/// A small picture of at least one pixel, row by row from the top left.
#[derive(Debug, Clone, PartialEq)]
pub struct Photo {
    columns: usize,
    pixels: Arc<[Color]>,
}

impl Photo {
    /// The names of the photos that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PHOTOS.iter().map(|&(name, _)| name)
    }

    /// Returns the photo of this name that comes with the program.
    ///
    /// # Errors
    /// [`ColorError::UnknownPhoto`].
    pub fn named(name: &str) -> Result<Self, ColorError> {
        let unknown = || ColorError::UnknownPhoto { found: name.into(), allowed: Self::names().collect() };
        let (_, text) = find(name, PHOTOS, |(photo, _)| photo).ok_or_else(unknown)?;
        let read: serde_json::Value = serde_json::from_str(text).expect("an embedded photo is JSON");
        let rows = read["rows"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        Self::from_rows(&rows.collect::<Vec<&str>>())
    }

    /// Reads a JPEG, PNG, WebP or GIF file and makes it small. Clear parts become white, and a photo that a
    /// camera has marked as turned is turned upright.
    ///
    /// # Errors
    /// [`ColorError`] for other kinds of files, and for pictures that are too large, animated or not whole.
    pub fn read(bytes: &[u8]) -> Result<Self, ColorError> {
        let Pixels { columns, pixels, .. } = Pixels::read(bytes, MOST_KEPT)?;
        Ok(Self { columns, pixels: pixels.into() })
    }

    /// Reads rows of `rrggbb`, as [`Photo::rows`] writes them.
    ///
    /// # Errors
    /// [`ColorError::NotPixels`] for rows that are uneven, too many or too long, or not in hexadecimal.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ColorError> {
        let wrong = || ColorError::NotPixels { most: MOST_KEPT };
        let columns = rows.first().map_or(0, |row| row.len() / 6);
        let sizes = [rows.len(), columns];
        if sizes.iter().any(|size| !(1..=MOST_KEPT).contains(size)) {
            return Err(wrong());
        }
        let mut pixels = Vec::with_capacity(columns * rows.len());
        for row in rows {
            if row.len() != 6 * columns || !row.is_ascii() {
                return Err(wrong());
            }
            for column in 0..columns {
                let color = format!("#{}", &row[6 * column..6 * column + 6]);
                pixels.push(color.parse().map_err(|_| wrong())?);
            }
        }
        Ok(Self { columns, pixels: pixels.into() })
    }

    /// Reads `{ "rows": ["rrggbb…", …] }`.
    pub fn at(node: Node<'_>) -> Option<Self> {
        let object = node.object(&["rows"])?;
        let rows = object.require("rows")?;
        let read: Vec<Option<&str>> =
            rows.list(1, MOST_KEPT as u64)?.into_iter().map(|row| row.text()).collect();
        rows.check(Self::from_rows(&read.into_iter().collect::<Option<Vec<&str>>>()?))
    }

    /// Returns the pixels as text: a row of `rrggbb` for each row.
    pub fn rows(&self) -> Vec<String> {
        let row = |row: &[Color]| row.iter().map(|color| color.to_string()[1..].to_owned()).collect();
        self.pixels.chunks(self.columns).map(row).collect()
    }

    /// Returns the photo as a picture to print, in which its pixels are seen.
    ///
    /// # Errors
    /// [`ColorError::BrokenPhoto`].
    pub fn picture(&self) -> Result<Picture, ColorError> {
        let rows = self.pixels.len() / self.columns;
        let times = MOST_REPEATED / rows.max(self.columns);
        let wide = |row: &[Color]| -> Vec<Color> {
            row.iter().flat_map(|&color| std::iter::repeat_n(color, times)).collect()
        };
        let high = self.pixels.chunks(self.columns).flat_map(|row| vec![wide(row); times].concat());
        let (columns, rows) = (self.columns * times, rows * times);
        Picture::encoded(&Pixels { columns, rows, pixels: high.collect() }, MOST_REPEATED)
    }

    /// Returns the palette of the colors that are most of the photo, the most frequent first. It has up to
    /// eight fabrics, named by their colors.
    ///
    /// # Errors
    /// [`ColorError::PaletteSize`] for a photo of one color.
    pub fn palette(&self, name: &str) -> Result<Palette, ColorError> {
        let mut fabrics: Vec<Fabric> = Vec::new();
        for color in self.colors(IN_PALETTE) {
            if fabrics.iter().all(|fabric| fabric.color != color) {
                let name = free_name(&fabrics, color_name(color));
                fabrics.push(Fabric { name, color });
            }
        }
        Palette::of_fabrics(name, fabrics)
    }

    /// The mean color of a box, of which sides are shares of the photo, as light.
    pub(super) fn mean(&self, within: Bounds) -> LinSrgb<f64> {
        let zero = (LinSrgb::new(0.0, 0.0, 0.0), 0.0);
        let (sum, area) = self.areas(within).fold(zero, |(sum, all), (pixel, area)| {
            (sum + self.pixels[pixel].to_srgb().into_linear() * area, all + area)
        });
        sum / area
    }

    /// The pixels in such a box, by number, each with how much of it is there.
    pub(super) fn areas(&self, within: Bounds) -> impl Iterator<Item = (usize, f64)> {
        let Bounds { left, top, right, bottom } = within;
        let rows = self.pixels.len() / self.columns;
        let across = shares(left, right, self.columns);
        shares(top, bottom, rows).flat_map(move |(row, high)| {
            across.clone().map(move |(column, wide)| (row * self.columns + column, wide * high))
        })
    }

    /// The pixels as people see them.
    pub(super) fn seen(&self) -> impl Iterator<Item = Oklab<f64>> {
        self.pixels.iter().map(|color| seen(color.to_srgb().into_linear()))
    }

    /// The same of those pixels around the middle that are within shares of its width and height.
    pub(super) fn seen_within(&self, part: Dimensions) -> impl Iterator<Item = Oklab<f64>> {
        let (columns, rows) = (self.columns, self.pixels.len() / self.columns);
        let is_in =
            |at: usize, of: usize, share: f64| ((at as f64 + 0.5) / of as f64 - 0.5).abs() <= share / 2.0;
        let places = self.seen().enumerate();
        places
            .filter(move |(at, _)| {
                is_in(at % columns, columns, part.width) && is_in(at / columns, rows, part.height)
            })
            .map(|(_, pixel)| pixel)
    }

    /// Width divided by height.
    pub(super) fn ratio(&self) -> f64 {
        self.columns as f64 / (self.pixels.len() / self.columns) as f64
    }

    /// The `count` colors that the pixels are nearest to, or fewer; the most frequent first.
    fn colors(&self, count: usize) -> Vec<Color> {
        let mut exact: std::collections::BTreeMap<String, (usize, Color)> = std::collections::BTreeMap::new();
        self.pixels.iter().for_each(|color| exact.entry(color.to_string()).or_insert((0, *color)).0 += 1);
        if exact.len() <= count {
            let mut exact: Vec<(usize, Color)> = exact.into_values().collect();
            exact.sort_by_key(|&(often, _)| std::cmp::Reverse(often));
            return exact.into_iter().map(|(_, color)| color).collect();
        }
        let pixels: Vec<Oklab<f64>> = self.seen().collect();
        let mut middles = vec![mean(pixels.iter().copied())];
        // The pixel that is farthest from all colors begins the next one.
        while middles.len() < count {
            let far = |pixel: &&Oklab<f64>| nearest(&middles, **pixel).1;
            match pixels.iter().max_by(|a, b| far(a).total_cmp(&far(b))) {
                Some(pixel) if far(&pixel) > 0.0 => middles.push(*pixel),
                _ => break,
            }
        }
        let mut of_pixel = Vec::new();
        for _ in 0..ROUNDS {
            let next: Vec<usize> = pixels.iter().map(|&pixel| nearest(&middles, pixel).0).collect();
            if next == of_pixel {
                break;
            }
            of_pixel = next;
            for (number, middle) in middles.iter_mut().enumerate() {
                let own = pixels.iter().zip(&of_pixel).filter(|&(_, &of)| of == number);
                if of_pixel.contains(&number) {
                    *middle = mean(own.map(|(&pixel, _)| pixel));
                }
            }
        }
        let often = |number: usize| of_pixel.iter().filter(|&&of| of == number).count();
        let mut order: Vec<usize> = (0..middles.len()).filter(|&number| often(number) > 0).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(often(number)));
        let shown = |number: usize| Color::rounded(Srgb::from_color_unclamped(middles[number]));
        order.into_iter().map(shown).collect()
    }
}

/// A color as people see it: lightness, and two differences of hue.
pub(super) fn seen(light: LinSrgb<f64>) -> Oklab<f64> {
    Oklab::from_color_unclamped(light)
}

/// The square of how different two colors look.
pub(super) fn apart(a: Oklab<f64>, b: Oklab<f64>) -> f64 {
    (a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b)
}

/// The nearest of some colors, and the square of its distance.
pub(super) fn nearest(colors: &[Oklab<f64>], color: Oklab<f64>) -> (usize, f64) {
    let distances = colors.iter().map(|&other| apart(other, color)).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

fn mean(colors: impl Iterator<Item = Oklab<f64>>) -> Oklab<f64> {
    let (sum, count) =
        colors.fold((Oklab::new(0.0, 0.0, 0.0), 0.0), |(sum, count), color| (sum + color, count + 1.0));
    sum / count
}

/// The pixels between two places on a side, given as shares of it, and how much of each is between them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the pixels of a side"
)]
fn shares(from: f64, to: f64, pixels: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
    let (from, to) = (from.clamp(0.0, 1.0) * pixels as f64, to.clamp(0.0, 1.0) * pixels as f64);
    let first = (from as usize).min(pixels - 1);
    let last = (libm::ceil(to) as usize).clamp(first + 1, pixels);
    // A box of no width is where it begins.
    (first..last).map(move |at| (at, (to.min(at as f64 + 1.0) - from.max(at as f64)).max(1e-9)))
}

/// A name for a color in plain words, such as `Dark blue`.
fn color_name(color: Color) -> String {
    let Oklch { l, chroma, hue, .. } = Oklch::from_color_unclamped(color.to_srgb());
    /// Where each hue ends, in degrees. Chosen by eye.
    const HUES: [(f64, &str); 9] = [
        (15.0, "pink"),
        (37.0, "red"),
        (75.0, "orange"),
        (115.0, "yellow"),
        (165.0, "green"),
        (215.0, "teal"),
        (280.0, "blue"),
        (325.0, "purple"),
        (360.0, "pink"),
    ];
    let hue = hue.into_positive_degrees();
    let name = HUES.iter().find(|(end, _)| hue < *end).map_or("pink", |(_, name)| name);
    let name = match (chroma < 0.03, name) {
        (true, _) if l > 0.93 => return "White".to_owned(),
        (true, _) if l < 0.22 => return "Black".to_owned(),
        (true, _) => "gray",
        (false, "orange") if l < 0.6 => "brown",
        (false, "yellow") if l < 0.55 => "olive",
        (false, name) => name,
    };
    let tone = if l < 0.42 {
        "dark "
    } else if l > 0.82 {
        "pale "
    } else {
        ""
    };
    let words = format!("{tone}{name}");
    words[..1].to_uppercase() + &words[1..]
}

/// The name, or with a number the first that no fabric has.
fn free_name(fabrics: &[Fabric], name: String) -> String {
    let is_free = |name: &String| fabrics.iter().all(|fabric| fabric.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::fault::Fault;

    const RED: &str = "ff0000";
    const BLUE: &str = "0000ff";

    #[test]
    fn rows_there_and_back_and_what_is_refused() {
        let rows = [format!("{RED}{BLUE}"), format!("{BLUE}{BLUE}")];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(Photo::from_rows(&rows).unwrap().rows(), rows);
        let long = RED.repeat(MOST_KEPT + 1);
        for bad in [&[][..], &[""], &["ff00"], &[RED, "ff"], &["gg0000"], &["ff00é"], &[&long]] {
            assert_eq!(Photo::from_rows(bad).unwrap_err().code(), "E1239", "{bad:?}");
        }
    }

    #[test]
    fn photos_of_the_program_can_be_read_and_have_a_palette_of_eight() {
        assert_eq!(piecework_templates::names("photos").count(), PHOTOS.len());
        for name in Photo::names() {
            let photo = Photo::named(name).unwrap();
            let palette = photo.palette(name).unwrap();
            assert_eq!(palette.fabrics().len(), IN_PALETTE, "{name}");
        }
        assert_eq!(Photo::named("dog").unwrap_err().code(), "E1238");
    }

    #[test]
    fn the_colors_of_a_photo_are_found_with_the_most_frequent_first() {
        let photo = Photo::from_rows(&[&BLUE.repeat(3), &format!("{RED}{BLUE}{RED}")]).unwrap();
        let palette = photo.palette("two").unwrap();
        let found: Vec<(String, String)> =
            palette.fabrics().iter().map(|fabric| (fabric.name.clone(), fabric.color.to_string())).collect();
        assert_eq!(found, [("Blue".into(), "#0000ff".into()), ("Red".into(), "#ff0000".into())]);
        let plain = Photo::from_rows(&[RED]).unwrap();
        assert_eq!(plain.palette("one").unwrap_err().code(), "E1224");
    }

    /// The photo of the cat, 20 x 24 pixels, on its side, with a note of the camera to turn it by a quarter.
    #[test]
    fn a_jpeg_is_read_and_turned_as_the_camera_says() {
        let photo = Photo::read(include_bytes!("turned.jpg")).unwrap();
        assert_eq!((photo.columns, photo.rows().len()), (20, 24));
        let [top, bottom] = [0, 23].map(|row| photo.pixels[20 * row + 10]);
        assert!(
            top.lightness() > 90.0 && bottom.lightness() > 75.0,
            "the sky, and the chest: {top} {bottom}"
        );
        let shoulder = photo.pixels[20 * 23 + 4];
        assert!(shoulder.lightness() < 30.0, "{shoulder}");
    }

    #[test]
    fn a_png_is_read_pixel_by_pixel() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[255, 0, 0, 0, 0, 255]).unwrap();
        writer.finish().unwrap();
        assert_eq!(Photo::read(&bytes).unwrap().rows(), [format!("{RED}{BLUE}")]);
    }

    #[test]
    fn colors_have_names_that_people_use() {
        for (color, name) in [
            ("#0a1b4c", "Dark blue"),
            ("#ffffff", "White"),
            ("#808080", "Gray"),
            ("#8b4513", "Brown"),
            ("#f5d76e", "Pale yellow"),
            ("#b7410e", "Brown"),
            ("#2e8b57", "Green"),
        ] {
            assert_eq!(color_name(color.parse().unwrap()), name, "{color}");
        }
    }
}
