//! Reads JPEG, PNG, WebP and GIF files as pixels: made small, and turned upright as a camera has marked them.
//!
//! A file is read whole or refused: what is cut off, damaged or has several pictures is no picture to print.

use std::io::Cursor;

use image_webp::WebPDecoder;
use palette::{LinSrgb, Srgb};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Color, ColorError};
use piecework_tiling::source::kind_of;

/// The most pixels of a side of a file, and of a whole file.
const MOST_SIDE: usize = 16_384;
const MOST_PIXELS: usize = 50_000_000;

fn jpeg(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let whole = with_end(bytes).ok_or(ColorError::PhotoCutOff { kind: "JPEG" })?;
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let broken = |error: DecodeErrors| match error {
        DecodeErrors::ZeroError => {
            check_size((0, 0)).err().unwrap_or(ColorError::BrokenPhoto { kind: "JPEG" })
        }
        DecodeErrors::Unsupported(_) => ColorError::RareJpeg,
        _ => ColorError::BrokenPhoto { kind: "JPEG" },
    };
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&whole), options);
    decoder.decode_headers().map_err(broken)?;
    let size = decoder.dimensions().unwrap_or((0, 0));
    check_size(size)?;
    let turned = decoder.exif().map_or(1, |exif| orientation(exif));
    let pixels = decoder.decode().map_err(broken)?;
    if pixels.len() < size.0 * size.1 * 3 {
        return Err(ColorError::BrokenPhoto { kind: "JPEG" });
    }
    let small = Pixels::of(size, most, |at| [pixels[3 * at], pixels[3 * at + 1], pixels[3 * at + 2], 255]);
    Ok(small.upright(turned))
}

/// A JPEG file up to its end, with bits that are no code after its last scan: a decoder that lacks data would fill up
/// with gray, and fails at these. None for a file without an end.
///
/// # Source
/// ITU-T T.81, B.1.1.2 (markers) and C.2: no code is all ones.
fn with_end(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut at, mut scans, mut is_progressive) = (2, 0, false);
    loop {
        let is_marker = |two: &[u8]| two[0] == 0xff && !matches!(two[1], 0 | 1 | 0xd0..=0xd7 | 0xff);
        at += bytes.get(at..)?.windows(2).position(is_marker)?;
        match bytes[at + 1] {
            0xd9 => break,
            0xda => scans += 1,
            0xc2 => is_progressive = true,
            _ => {}
        }
        at += 2 + usize::from(u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]));
    }
    // The decoder must meet the marker after the first of several scans at once.
    let ones = if scans > 1 || !is_progressive { [0xff, 0].repeat(32) } else { Vec::new() };
    Some([&bytes[..at], &ones, &[0xff, 0xd9]].concat())
}

fn png(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let broken = |error: png::DecodingError| match error {
        png::DecodingError::IoError(_) => ColorError::PhotoCutOff { kind: "PNG" },
        _ => ColorError::BrokenPhoto { kind: "PNG" },
    };
    if let Some([b'I', b'H', b'D', b'R', sides @ ..]) = bytes.get(12..24) {
        let side = |at: usize| u32::from_be_bytes([sides[at], sides[at + 1], sides[at + 2], sides[at + 3]]);
        check_size((side(0) as usize, side(4) as usize))?;
    }
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let info = reader.info();
    if info.animation_control.is_some_and(|animation| animation.num_frames > 1) {
        return Err(ColorError::Animated { kind: "PNG" });
    }
    let size = (info.width as usize, info.height as usize);
    let turned = info.exif_metadata.as_deref().map_or(1, orientation);
    let room = reader.output_buffer_size().ok_or(ColorError::BrokenPhoto { kind: "PNG" })?;
    let mut pixels = vec![0; room];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    reader.finish().map_err(broken)?;
    let samples = frame.color_type.samples();
    Ok(Pixels::of_samples(size, most, (&pixels, samples)).upright(turned))
}

fn webp(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let broken = |_| ColorError::BrokenPhoto { kind: "WebP" };
    let length = bytes.get(4..8).map_or(0, |size| u32::from_le_bytes([size[0], size[1], size[2], size[3]]));
    if (bytes.len() as u64) < 8 + u64::from(length) {
        return Err(ColorError::PhotoCutOff { kind: "WebP" });
    }
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    let size = (width as usize, height as usize);
    check_size(size)?;
    if decoder.is_animated() {
        return Err(ColorError::Animated { kind: "WebP" });
    }
    let samples = if decoder.has_alpha() { 4 } else { 3 };
    let turned = decoder.exif_metadata().ok().flatten().map_or(1, |exif| orientation(&exif));
    let mut pixels = vec![0; size.0 * size.1 * samples];
    decoder.read_image(&mut pixels).map_err(broken)?;
    Ok(Pixels::of_samples(size, most, (&pixels, samples)).upright(turned))
}

fn gif(bytes: &[u8], most: usize) -> Result<Pixels, ColorError> {
    let broken = |error| match error {
        gif::DecodingError::Io(_) | gif::DecodingError::UnexpectedEof => {
            ColorError::PhotoCutOff { kind: "GIF" }
        }
        _ => ColorError::BrokenPhoto { kind: "GIF" },
    };
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.check_frame_consistency(true);
    options.check_lzw_end_code(true);
    let mut decoder = options.read_info(bytes).map_err(broken)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    check_size((width, height))?;
    let frame = decoder.read_next_frame().map_err(broken)?.ok_or(ColorError::BrokenPhoto { kind: "GIF" })?;
    let [left, top, wide, high] = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
    let shown = frame.buffer.to_vec();
    if decoder.next_frame_info().map_err(broken)?.is_some() {
        return Err(ColorError::Animated { kind: "GIF" });
    }
    let pixel = |at: usize| {
        let (x, y) = ((at % width).wrapping_sub(left), (at / width).wrapping_sub(top));
        let at = 4 * (y.wrapping_mul(wide).wrapping_add(x));
        if x < wide && y < high { [shown[at], shown[at + 1], shown[at + 2], shown[at + 3]] } else { [0; 4] }
    };
    Ok(Pixels::of((width, height), most, pixel))
}

fn check_size((width, height): (usize, usize)) -> Result<(), ColorError> {
    let fits = (1..=MOST_SIDE).contains(&width) && (1..=MOST_SIDE).contains(&height);
    match fits && width * height <= MOST_PIXELS {
        true => Ok(()),
        false => Err(ColorError::PhotoSize { width, height, most: MOST_PIXELS }),
    }
}

/// A picture of at least one pixel, row by row from the top left.
pub(super) struct Pixels {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) pixels: Vec<Color>,
}

impl Pixels {
    /// Reads a JPEG, PNG, WebP or GIF file, makes it small, with at most this many pixels on a side, and turns it
    /// upright.
    pub(super) fn read(bytes: &[u8], most: usize) -> Result<Self, ColorError> {
        match kind_of(bytes) {
            Some("a JPEG picture") => jpeg(bytes, most),
            Some("a PNG picture") => png(bytes, most),
            Some("a WebP picture") => webp(bytes, most),
            Some("a GIF picture") => gif(bytes, most),
            Some(kind) => Err(ColorError::NotAPhoto { kind }),
            None if bytes.is_empty() => Err(ColorError::NotAPhoto { kind: "empty" }),
            None => Err(ColorError::NotAPhoto { kind: "not a picture" }),
        }
    }

    /// The same of rows of gray, gray and alpha, colors, or colors and alpha: 1 to 4 samples a pixel.
    fn of_samples(size: (usize, usize), most: usize, (pixels, samples): (&[u8], usize)) -> Self {
        Self::of(size, most, |at| {
            let pixel = &pixels[at * samples..(at + 1) * samples];
            let alpha = if samples % 2 == 0 { pixel[samples - 1] } else { 255 };
            let is_color = samples > 2;
            if is_color {
                [pixel[0], pixel[1], pixel[2], alpha]
            } else {
                [pixel[0], pixel[0], pixel[0], alpha]
            }
        })
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

    /// The side of the pictures that are damaged: several rows of blocks.
    const SIDE: u16 = 72;

    fn shown() -> Vec<u8> {
        let side = u32::from(SIDE);
        let byte = |at: u32| u8::try_from(at % 251).unwrap();
        (0..side * side).flat_map(|at| [byte(at * 7), byte(at / side * 3), byte(at * at)]).collect()
    }

    fn encoded(progressive: bool, restart: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 80);
        encoder.set_progressive(progressive);
        encoder.set_restart_interval(restart);
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
        encoder.encode(&shown(), SIDE, SIDE, jpeg_encoder::ColorType::Rgb).unwrap();
        bytes
    }

    fn png(frames: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, SIDE.into(), SIDE.into());
        encoder.set_color(png::ColorType::Rgb);
        if frames > 1 {
            encoder.set_animated(frames, 0).unwrap();
        }
        let mut writer = encoder.write_header().unwrap();
        (0..frames).for_each(|_| writer.write_image_data(&shown()).unwrap());
        writer.finish().unwrap();
        bytes
    }

    fn gif(frames: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, SIDE, SIDE, &[]).unwrap();
        let frame = gif::Frame::from_rgb(SIDE, SIDE, &shown());
        (0..frames).for_each(|_| encoder.write_frame(&frame).unwrap());
        drop(encoder);
        bytes
    }

    fn webp() -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = image_webp::WebPEncoder::new(&mut bytes);
        encoder.encode(&shown(), SIDE.into(), SIDE.into(), image_webp::ColorType::Rgb8).unwrap();
        bytes
    }

    /// The same picture twice, as frames of an animation (WebP container specification, "Animation").
    fn moving_webp() -> Vec<u8> {
        let chunk = |name: &[u8], content: &[u8]| {
            [name, &u32::try_from(content.len()).unwrap().to_le_bytes(), content, &vec![0; content.len() % 2]]
                .concat()
        };
        let side = &(u32::from(SIDE) - 1).to_le_bytes()[..3];
        let frame = chunk(b"ANMF", &[&[0; 6][..], side, side, &[9, 0, 0, 0], &webp()[12..]].concat());
        let header = chunk(b"VP8X", &[&[2, 0, 0, 0][..], side, side].concat());
        let chunks = [b"WEBP".to_vec(), header, chunk(b"ANIM", &[0; 6]), frame.clone(), frame].concat();
        chunk(b"RIFF", &chunks)
    }

    fn code(bytes: &[u8]) -> String {
        Pixels::read(bytes, MOST).map_or_else(|error| error.code().to_owned(), |_| "read".to_owned())
    }

    /// Every kind of picture with every fault: nothing that lacks a part is read.
    #[test]
    fn pictures_are_read_whole_or_refused() {
        let jpegs = [encoded(false, 0), encoded(false, 3), encoded(true, 0)];
        let all = [&jpegs[..], &[png(1), gif(1), webp()]].concat();
        for (kind, whole) in all.iter().enumerate() {
            let read = Pixels::read(whole, MOST).unwrap();
            assert_eq!((read.columns, read.rows), (72, 72), "{kind}");
            for end in (0..10).map(|tenth| whole.len() * tenth / 10).chain([whole.len() - 2, whole.len() - 1])
            {
                let found = code(&whole[..end]);
                let due = if end == 0 { "E1235" } else { "E1243" };
                assert_eq!(found, due, "{kind}: {end} of {}", whole.len());
            }
            assert_eq!(code(&[&whole[..], b"what a camera adds"].concat()), "read", "{kind}");
        }
        for jpeg in &jpegs[..2] {
            // Its end in time, so that the last blocks are missing.
            for end in (3..10).map(|tenth| jpeg.len() * tenth / 10).chain([jpeg.len() - 12]) {
                assert_eq!(code(&[&jpeg[..end], &[0xff, 0xd9]].concat()), "E1236", "{end} of {}", jpeg.len());
            }
        }
        let with =
            |bytes: &[u8], at: usize, new: &[u8]| [&bytes[..at], new, &bytes[at + new.len()..]].concat();
        let still = png(1);
        for at in [29, 45, still.len() / 2, still.len() - 20] {
            assert_eq!(
                code(&with(&still, at, &[still[at] ^ 0x5a])),
                "E1236",
                "a sum that does not fit, at {at}"
            );
        }
        let frame = jpegs[0].windows(2).position(|two| two == [0xff, 0xc0]).unwrap() + 5;
        for (bytes, at, none, many) in [
            (&still, 16, &[0; 4][..], &[0, 0, 0x4e, 0x20][..]),
            (&gif(1), 6, &[0, 0], &[0xff, 0xff]),
            (&jpegs[0], frame + 2, &[0, 0], &[0xff, 0xff]),
        ] {
            assert_eq!(
                [code(&with(bytes, at, none)), code(&with(bytes, at, many))],
                ["E1237", "E1237"],
                "{at}"
            );
        }
        assert_eq!([png(2), gif(2), moving_webp()].map(|moving| code(&moving)), ["E1244"; 3]);
    }

    #[test]
    fn what_is_no_picture_is_named_by_its_first_bytes() {
        for (bytes, kind) in [
            (&b""[..], "empty"),
            (b"once upon a time", "not a picture"),
            (b"BM\x46\0\0\0\0\0\0\0\x36\0", "a BMP picture"),
            (b"\0\0\0\x24ftypheic\0\0\0\0mif1heic", "a HEIC picture"),
            (b"\0\0\0\x1cftypmif1\0\0\0\0", "a HEIC picture"),
            (b"\0\0\0\x1cftypavif\0\0\0\0", "an AVIF picture"),
            (b"\0\0\0\x1cftypmp42\0\0\0\0", "a video"),
            (b"II*\0\x08\0\0\0", "a TIFF picture"),
            (b"%PDF-1.7", "a PDF document"),
        ] {
            let error = Pixels::read(bytes, MOST).map(|_| ()).unwrap_err();
            let expected = format!("the file is {kind}; allowed is a JPEG, PNG, WebP or GIF picture");
            assert_eq!((error.code(), error.to_string()), ("E1235", expected));
        }
        assert_eq!(check_size((10_000, 10_000)).unwrap_err().code(), "E1237");
    }
}
