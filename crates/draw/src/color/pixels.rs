//! Reads JPEG and PNG files as pixels: made small, and turned upright as a camera has marked them.

use std::io::Cursor;

use palette::{LinSrgb, Srgb};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Color, ColorError};

/// The most pixels of a side of a file, and of a whole file.
const MOST_SIDE: usize = 16_384;
const MOST_PIXELS: usize = 50_000_000;

fn jpeg(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let options = DecoderOptions::default()
        .set_max_width(MOST_SIDE)
        .set_max_height(MOST_SIDE)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let broken = |error: &dyn std::fmt::Display| ColorError::BrokenPhoto { reason: error.to_string() };
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| broken(&error))?;
    let size = decoder.dimensions().unwrap_or((0, 0));
    check_size(size)?;
    let turned = decoder.exif().map_or(1, |exif| orientation(exif));
    let pixels = decoder.decode().map_err(|error| broken(&error))?;
    if pixels.len() < size.0 * size.1 * 3 {
        return Err(broken(&"it ends too early"));
    }
    let small = Pixels::of(size, most, |at| [pixels[3 * at], pixels[3 * at + 1], pixels[3 * at + 2], 255]);
    Ok(small.upright(turned))
}

fn png(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let broken = |error: &dyn std::fmt::Display| ColorError::BrokenPhoto { reason: error.to_string() };
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| broken(&error))?;
    let size = (reader.info().width as usize, reader.info().height as usize);
    check_size(size)?;
    let room = reader.output_buffer_size().ok_or_else(|| broken(&"it has no size"))?;
    let mut pixels = vec![0; room];
    let frame = reader.next_frame(&mut pixels).map_err(|error| broken(&error))?;
    let samples = frame.color_type.samples();
    let is_color = samples > 2;
    let small = Pixels::of(size, most, |at| {
        let pixel = &pixels[at * samples..(at + 1) * samples];
        let alpha = if samples % 2 == 0 { pixel[samples - 1] } else { 255 };
        if is_color { [pixel[0], pixel[1], pixel[2], alpha] } else { [pixel[0], pixel[0], pixel[0], alpha] }
    });
    Ok(small.upright(1))
}

fn check_size((width, height): (usize, usize)) -> Result<(), ColorError> {
    let fits = (1..=MOST_SIDE).contains(&width) && (1..=MOST_SIDE).contains(&height);
    match fits && width * height <= MOST_PIXELS {
        true => Ok(()),
        false => Err(ColorError::PhotoTooLarge { width, height, most: MOST_PIXELS }),
    }
}

/// A picture of at least one pixel, row by row from the top left.
pub(super) struct Pixels {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) pixels: Vec<Color>,
}

impl Pixels {
    /// Reads a JPEG or PNG file, makes it small, with at most this many pixels on a side, and turns it upright.
    pub(super) fn read(bytes: &[u8], most: usize) -> Result<Self, ColorError> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => jpeg(bytes, most),
            [0x89, b'P', b'N', b'G', ..] => png(bytes, most),
            _ => Err(ColorError::NotAPhoto),
        }
    }

    /// Averages the light of red, green, blue and alpha over boxes.
    fn of((width, height): (usize, usize), most: usize, pixel: impl Fn(usize) -> [u8; 4]) -> Self {
        let longest = width.max(height);
        let kept = longest.min(most);
        let [columns, rows] = [width, height].map(|side| (side * kept / longest).max(1));
        let light: Vec<f64> = (0..=255u8)
            .map(|part| Srgb::new(part, part, part).into_format::<f64>().into_linear().red)
            .collect();
        let mut pixels = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let (mut sum, mut count) = (LinSrgb::new(0.0, 0.0, 0.0), 0.0);
                for y in row * height / rows..(row + 1) * height / rows {
                    for x in column * width / columns..(column + 1) * width / columns {
                        let [red, green, blue, alpha] = pixel(y * width + x);
                        let share = f64::from(alpha) / 255.0;
                        let parts =
                            [red, green, blue].map(|part| light[usize::from(part)] * share + 1.0 - share);
                        sum += LinSrgb::new(parts[0], parts[1], parts[2]);
                        count += 1.0;
                    }
                }
                pixels.push(Color::rounded(Srgb::from_linear(sum / count)));
            }
        }
        Self { columns, rows, pixels }
    }

    /// The picture after the turn that a camera has noted.
    ///
    /// Source: Exif 2.3, table 4, `Orientation`: which corner of the scene the first row and column are.
    fn upright(self, orientation: u32) -> Self {
        let Self { columns, rows, pixels } = self;
        let (wide, high) = if orientation > 4 { (rows, columns) } else { (columns, rows) };
        let source = |x: usize, y: usize| match orientation {
            2 => (columns - 1 - x, y),
            3 => (columns - 1 - x, rows - 1 - y),
            4 => (x, rows - 1 - y),
            5 => (y, x),
            6 => (y, rows - 1 - x),
            7 => (columns - 1 - y, rows - 1 - x),
            8 => (columns - 1 - y, x),
            _ => (x, y),
        };
        let turned = (0..high).flat_map(|y| (0..wide).map(move |x| source(x, y)));
        Self { columns: wide, rows: high, pixels: turned.map(|(x, y)| pixels[y * columns + x]).collect() }
    }
}

/// The orientation in Exif data, from 1 (upright) to 8.
///
/// Source: Exif 2.3, section 4.6: a TIFF header, then entries of twelve bytes.
fn orientation(exif: &[u8]) -> u32 {
    const TAG: u32 = 0x0112;
    let is_little = exif.starts_with(b"II");
    let number = |at: usize, size: usize| -> Option<u32> {
        let bytes = exif.get(at..at.checked_add(size)?)?;
        let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(if is_little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) })
    };
    let found = || {
        let table = number(4, 4)? as usize;
        let entries = number(table, 2)? as usize;
        let places = (0..entries).map(|entry| table + 2 + 12 * entry);
        places.into_iter().find(|&at| number(at, 2) == Some(TAG)).and_then(|at| number(at + 8, 2))
    };
    found().filter(|turned| (1..=8).contains(turned)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_tiling::fault::Fault;

    const MOST: usize = 96;

    /// A picture of one row, red then blue, twice as wide as is kept, turned as a camera notes it.
    #[test]
    fn pictures_are_made_small_and_turned_upright() {
        let wide = Pixels::of((2 * MOST, 2), MOST, |at| {
            if at % (2 * MOST) < MOST { [255, 0, 0, 255] } else { [0, 0, 255, 255] }
        });
        assert_eq!((wide.columns, wide.rows), (MOST, 1));
        let first = |orientation: u32| {
            let small = Pixels { columns: 2, rows: 1, pixels: vec![Color::BLACK, Color::WHITE] };
            let upright = small.upright(orientation);
            (upright.columns, upright.pixels[0])
        };
        let found: Vec<(usize, bool)> =
            (1..=8).map(first).map(|(wide, color)| (wide, color == Color::BLACK)).collect();
        let expected =
            [(2, true), (2, false), (2, false), (2, true), (1, true), (1, true), (1, false), (1, false)];
        assert_eq!(found, expected);
        let clear = Pixels::of((1, 1), MOST, |_| [0, 0, 0, 0]);
        assert_eq!(clear.pixels, [Color::WHITE]);
    }

    #[test]
    fn the_orientation_is_read_in_both_orders_of_bytes() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        assert_eq!((orientation(little), orientation(big)), (6, 8));
        for bad in [&b""[..], b"II", b"II*\0\xff\xff\xff\xff", &little[..18]] {
            assert_eq!(orientation(bad), 1);
        }
    }

    #[test]
    fn what_has_too_many_pixels_is_refused() {
        assert_eq!(check_size((10_000, 10_000)).unwrap_err().code(), "E1237");
    }
}
