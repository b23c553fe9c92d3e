//! Pictures that are printed as they are: kept as small JPEG files, in drawings and in designs.
//!
//! A picture is decoded once, made small, turned upright and written as JPEG again, so that a design can hold
//! it and nothing of the camera (such as the place) is in it. A JPEG file that is small already is kept.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use palette::{LinSrgb, Srgb};
use sha2::{Digest, Sha256};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use super::pixels::Pixels;
use super::{Color, ColorError, Grays};
use piecework_tiling::json::Node;
use piecework_tiling::names::find;

/// The most pixels of a side: 150 an inch on a sheet of 11 inches.
pub const MOST_SHARP: usize = 1650;
/// The most pixels of a side for what repeats: a fabric.
pub const MOST_REPEATED: usize = 480;
/// The most bytes that are kept of one picture.
const MOST_BYTES: usize = 2 << 20;
/// How well the pixels are kept, of 100.
const QUALITY: u8 = 86;

/// Embeds files of `templates/pictures` by name.
macro_rules! pictures {
    ($($name:literal,)*) => {
        &[$(($name, piecework_templates::file(concat!("pictures/", $name, ".txt"))),)*]
    };
}

/// The pictures that come with the program, as text.
const PICTURES: &[(&str, &str)] = pictures! { "meadow", };

/// A picture in color, as a JPEG file; copies share it.
#[derive(Clone, PartialEq)]
pub struct Picture {
    name: Arc<str>,
    jpeg: Arc<[u8]>,
    width: usize,
    height: usize,
    mean: Color,
}

impl Picture {
    /// The names of the pictures that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PICTURES.iter().map(|&(name, _)| name)
    }

    /// Returns the picture of this name that comes with the program.
    ///
    /// # Errors
    /// [`ColorError::UnknownPhoto`].
    pub fn named(name: &str) -> Result<Self, ColorError> {
        let unknown = || ColorError::UnknownPhoto { found: name.into(), allowed: Self::names().collect() };
        let (_, text) = find(name, PICTURES, |(picture, _)| picture).ok_or_else(unknown)?;
        Self::from_base64(text, MOST_SHARP)
    }

    /// Reads a JPEG, PNG, WebP or GIF file and makes it small, with at most `most` pixels on a side.
    ///
    /// # Errors
    /// [`ColorError`] for other kinds of files, and for pictures that are too large, animated or not whole.
    pub fn read(bytes: &[u8], most: usize) -> Result<Self, ColorError> {
        let pixels = Pixels::read(bytes, most)?;
        if is_kept(bytes, &pixels) {
            return Ok(Self::new(bytes.to_vec(), &pixels));
        }
        Self::encoded(&pixels, most)
    }

    /// The same pixels as a JPEG file.
    pub(super) fn encoded(pixels: &Pixels, most: usize) -> Result<Self, ColorError> {
        let rgb: Vec<u8> =
            pixels.pixels.iter().flat_map(|color| [color.red, color.green, color.blue]).collect();
        let side = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
        let mut jpeg = Vec::new();
        let mut encoder = Encoder::new(&mut jpeg, QUALITY);
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        let written = encoder.encode(&rgb, side(pixels.columns), side(pixels.rows), ColorType::Rgb);
        written.map_err(|_| ColorError::BrokenPhoto { kind: "JPEG" })?;
        // The pixels of the file that is kept, so that it is the same picture when it is read again.
        let pixels = Pixels::read(&jpeg, most)?;
        Ok(Self::new(jpeg, &pixels))
    }

    fn new(jpeg: Vec<u8>, pixels: &Pixels) -> Self {
        let light = |color: &Color| color.to_srgb().into_linear::<f64>();
        let sum = pixels.pixels.iter().map(light).fold(LinSrgb::new(0.0, 0.0, 0.0), |sum, light| sum + light);
        let mean = Color::rounded(Srgb::from_linear(sum / pixels.pixels.len() as f64));
        let name: String = Sha256::digest(&jpeg)[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        let (width, height) = (pixels.columns, pixels.rows);
        Self { name: format!("picture-{name}").into(), jpeg: jpeg.into(), width, height, mean }
    }

    /// Reads a picture from the text of a design, as [`Picture::base64`] writes it.
    ///
    /// # Errors
    /// [`ColorError`] for text that is no base64, and as [`Picture::read`].
    pub fn from_base64(text: &str, most: usize) -> Result<Self, ColorError> {
        Self::read(&STANDARD.decode(text.trim()).map_err(|_| ColorError::NotBase64)?, most)
    }

    /// Reads `{ "jpeg": "…" }`.
    pub fn at(node: Node<'_>, most: usize) -> Option<Self> {
        let jpeg = node.object(&["jpeg"])?.require("jpeg")?;
        jpeg.check(Self::from_base64(jpeg.text()?, most))
    }

    /// Returns the file as text.
    pub fn base64(&self) -> String {
        STANDARD.encode(&self.jpeg)
    }

    /// A name that no other picture has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The picture as a JPEG file in red, green and blue.
    pub fn jpeg(&self) -> &[u8] {
        &self.jpeg
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Width divided by height.
    pub fn ratio(&self) -> f64 {
        self.width as f64 / self.height as f64
    }

    /// Returns it in shades of gray.
    ///
    /// # Errors
    /// None in practice: its file was read before.
    pub fn grays(&self) -> Result<Grays, ColorError> {
        Ok(Grays::new(&Pixels::read(&self.jpeg, MOST_SHARP)?))
    }

    /// The mean color, of light: what stands for the picture where none is shown.
    pub fn mean(&self) -> Color {
        self.mean
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} x {} pixels, mean {}", self.name, self.width, self.height, self.mean)
    }
}

/// Whether a file can stay as it is: a small JPEG file in color that no camera has marked.
fn is_kept(bytes: &[u8], pixels: &Pixels) -> bool {
    let mut decoder = JpegDecoder::new(ZCursor::new(bytes));
    bytes.len() <= MOST_BYTES
        && decoder.decode_headers().is_ok()
        && decoder.exif().is_none()
        && decoder.info().is_some_and(|info| {
            info.components == 3
                && (usize::from(info.width), usize::from(info.height)) == (pixels.columns, pixels.rows)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::fault::Fault;

    const TURNED: &[u8] = include_bytes!("turned.jpg");

    #[test]
    fn a_picture_is_upright_small_and_the_same_when_it_is_read_again() {
        let picture = Picture::read(TURNED, MOST_SHARP).unwrap();
        assert_eq!(picture.size(), (20, 24));
        assert!(!picture.jpeg().windows(4).any(|bytes| bytes == b"Exif"), "nothing of the camera");
        assert_eq!(Picture::from_base64(&picture.base64(), MOST_SHARP).unwrap(), picture);
        let small = Picture::read(TURNED, 12).unwrap();
        assert_eq!(small.size(), (10, 12));
        assert_ne!(small.name(), picture.name());
    }

    #[test]
    fn the_mean_stands_for_the_picture() {
        let pixels = Pixels { columns: 2, rows: 1, pixels: vec![Color::BLACK, Color::WHITE] };
        assert_eq!(Picture::new(Vec::new(), &pixels).mean(), Color::new(188, 188, 188));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (text, code) in [("*", "E1246"), ("R0lGODlh", "E1243"), ("/9j/4A==", "E1243")] {
            assert_eq!(Picture::from_base64(text, MOST_SHARP).unwrap_err().code(), code, "{text}");
        }
        assert_eq!(Picture::named("dog").unwrap_err().code(), "E1238");
        for name in Picture::names() {
            assert!(Picture::named(name).unwrap().ratio() > 0.1, "{name}");
        }
    }
}
