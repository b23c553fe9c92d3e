//! Writes drawings as PNG: a picture of the SVG on white paper, or on nothing for programs that cut around it.
//!
//! No side has more pixels than [`LONGEST_SIDE`]. A file says how many pixels a metre has, so that programs open the
//! picture of a drawing at its true size.

use super::RenderError;
use super::svg::{SvgOptions, svg};
use super::wood::{WoodPicture, wood_svg};
use crate::drawing::Drawing;
use resvg::tiny_skia::{Color, ColorU8, Pixmap, Transform};
use resvg::usvg;

/// The most pixels along a side: 400 megabytes of memory for a square. Chosen by eye.
pub const LONGEST_SIDE: u32 = 10_000;

/// Pixels per inch of what is printed: as many as common printers have dots of a color; chosen by eye.
const PRINTED: f64 = 300.0;

/// Options for pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct PngOptions {
    /// The resolution.
    pub resolution: Resolution,
}

/// The number of pixels of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Resolution {
    /// Pixels per inch of the sheet.
    PerInch(f64),
    /// Pixels from left to right; the height follows.
    Width(u32),
}

impl Default for PngOptions {
    /// 150 pixels an inch: sharp on a screen; an A4 page is 1240 wide.
    fn default() -> Self {
        Self { resolution: Resolution::PerInch(150.0) }
    }
}

/// Draws a picture of a drawing on white.
///
/// # Errors
/// [`RenderError::PictureSize`] if a side would have no pixels or more than [`LONGEST_SIDE`].
pub fn png(drawing: &Drawing, options: &PngOptions) -> Result<Vec<u8>, RenderError> {
    let (width, height) = pixels(drawing.title(), (drawing.width(), drawing.height()), options.resolution)?;
    Ok(picture(&svg(drawing, &SvgOptions::default())?, (width, height), drawing.width(), Color::WHITE))
}

/// Draws a picture that the program of a cutter prints and then cuts around: 300 pixels an inch, or as many as
/// [`LONGEST_SIDE`] allows, and transparent where nothing is drawn, because such programs cut along the edge of what is
/// not.
///
/// # Errors
/// As [`png()`].
///
/// # Source
/// Descriptions of Cricut Design Space: it reads PNG for Print Then Cut, and PNG is the format whose ground can be
/// transparent (colormecrafty.net, "Cricut file types"; sniptoit.com, "SVG vs PNG").
pub fn print_png(drawing: &Drawing) -> Result<Vec<u8>, RenderError> {
    let longest = drawing.width().max(drawing.height());
    let most = (f64::from(LONGEST_SIDE) * 25.4 / longest).floor();
    let resolution = Resolution::PerInch(PRINTED.min(most.max(1.0)));
    let (width, height) = pixels(drawing.title(), (drawing.width(), drawing.height()), resolution)?;
    Ok(picture(&svg(drawing, &SvgOptions::default())?, (width, height), drawing.width(), Color::TRANSPARENT))
}

/// Draws a picture of wooden things, `width` pixels wide.
///
/// # Errors
/// As [`png()`].
pub fn wood_png(wood: &WoodPicture, width: u32) -> Result<Vec<u8>, RenderError> {
    let (width, height) = pixels(&wood.title, (wood.width, wood.height), Resolution::Width(width))?;
    Ok(picture(&wood_svg(wood, None)?, (width, height), wood.width, Color::WHITE))
}

/// Draws a square icon from an SVG document, `side` pixels wide. What the document leaves empty is transparent.
///
/// # Errors
/// As [`png()`], and [`RenderError::NotWritten`] if the document is not SVG.
pub fn icon_png(document: &str, side: u32) -> Result<Vec<u8>, RenderError> {
    let (width, height) = pixels("icon", (1.0, 1.0), Resolution::Width(side))?;
    let tree = usvg::Tree::from_str(document, &usvg::Options::default())
        .map_err(|_| RenderError::NotWritten { format: "PNG" })?;
    Ok(encoded(painted(&tree, width, height, Color::TRANSPARENT), None))
}

/// Draws an SVG document that we wrote; it is `wide` mm wide.
fn picture(document: &[u8], (width, height): (u32, u32), wide: f64, ground: Color) -> Vec<u8> {
    let tree = usvg::Tree::from_data(document, &usvg::Options::default())
        .expect("what we write as SVG can be read as SVG");
    let per_metre = whole((f64::from(width) * 1000.0 / wide).round());
    let painted = painted(&tree, width, height, ground);
    encoded(if ground.is_opaque() { painted } else { without_slits(painted) }, Some(per_metre))
}

/// Draws on this color.
fn painted(tree: &usvg::Tree, width: u32, height: u32, ground: Color) -> Pixmap {
    let mut picture = Pixmap::new(width, height).expect("the size was checked");
    picture.fill(ground);
    let size = tree.size();
    // The renderer counts pixels in floats; up to 10 000 they are exact.
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, scale, &mut picture.as_mut());
    picture
}

/// Makes every pixel a part of the picture or of the ground. Where two areas meet in the middle of a pixel it is a
/// quarter transparent at most, and a cutter would follow the slit.
fn without_slits(mut picture: Pixmap) -> Pixmap {
    for pixel in picture.pixels_mut() {
        let color = pixel.demultiply();
        let (alpha, opaque) =
            (color.alpha(), ColorU8::from_rgba(color.red(), color.green(), color.blue(), 255));
        *pixel = if alpha < 128 { ColorU8::from_rgba(0, 0, 0, 0) } else { opaque }.premultiply();
    }
    picture
}

/// Writes the file, with its pixels along a metre if it has a size.
fn encoded(picture: Pixmap, per_metre: Option<u32>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    let dims =
        per_metre.map(|count| png::PixelDimensions { xppu: count, yppu: count, unit: png::Unit::Meter });
    encoder.set_pixel_dims(dims);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&picture.take_demultiplied())?;
        writer.finish()
    });
    written.expect("a picture in memory can be encoded");
    file
}

/// Width and height of the picture.
fn pixels(
    title: &str,
    (width, height): (f64, f64),
    resolution: Resolution,
) -> Result<(u32, u32), RenderError> {
    let per_mm = match resolution {
        Resolution::PerInch(pixels) => pixels / 25.4,
        Resolution::Width(pixels) => f64::from(pixels) / width,
    };
    let (width, height) = ((width * per_mm).round(), (height * per_mm).round());
    let side = |pixels: f64| (1..=LONGEST_SIDE).contains(&whole(pixels)).then(|| whole(pixels));
    side(width).zip(side(height)).ok_or_else(|| RenderError::PictureSize {
        title: title.to_owned(),
        width,
        height,
        allowed: LONGEST_SIDE,
    })
}

/// Returns the number as an integer; 0 if it is not finite.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is what is wanted")]
fn whole(number: f64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::drawing::{Canvas, Medium, Path};
    use crate::geometry::Bounds;

    /// A sheet of 2 x 1 in whose left half is filled.
    fn half_filled() -> Drawing {
        let mut canvas = Canvas::new("Half", Medium::Print, 50.8, 25.4);
        let left = Bounds { right: 25.4, ..canvas.bounds() };
        canvas.fill(Path::rectangle(left), Color::new(0xcc, 0x77, 0x22));
        canvas.finish().expect("fits")
    }

    #[test]
    fn colors_and_sizes_are_kept() {
        for (resolution, width, height) in
            [(Resolution::PerInch(100.0), 200, 100), (Resolution::Width(60), 60, 30)]
        {
            let file = png(&half_filled(), &PngOptions { resolution }).expect("small");
            let picture = Pixmap::decode_png(&file).expect("a PNG");
            assert_eq!((picture.width(), picture.height()), (width, height), "{resolution:?}");
            let reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().expect("a PNG");
            let dims = reader.info().pixel_dims.expect("a size");
            assert_eq!((dims.unit, dims.xppu), (png::Unit::Meter, dims.yppu));
            let wide = f64::from(width) * 1000.0 / f64::from(dims.xppu);
            assert!((wide - 50.8).abs() < 0.03, "{wide} mm");
            let color = |x: u32| {
                let pixel = picture.pixel(x, height / 2).expect("inside").demultiply();
                (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
            };
            assert_eq!(color(width / 4), (0xcc, 0x77, 0x22, 255));
            assert_eq!(color(width * 3 / 4), (255, 255, 255, 255), "white paper");
            assert_eq!(png(&half_filled(), &PngOptions { resolution }), Ok(file), "same bytes");
        }
    }

    #[test]
    fn what_is_printed_and_cut_has_its_size_on_a_transparent_ground() {
        let file = print_png(&half_filled()).expect("small");
        let picture = Pixmap::decode_png(&file).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (600, 300), "300 pixels an inch");
        let alpha = |x: u32| picture.pixel(x, 150).expect("inside").alpha();
        assert_eq!((alpha(100), alpha(500)), (255, 0));
        let reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().expect("a PNG");
        assert_eq!(reader.info().pixel_dims.map(|dims| dims.xppu), Some(11_811), "300 an inch");
        let mut canvas = Canvas::new("Three", Medium::Print, 50.8, 25.4);
        for (left, right) in [(0.0, 20.03), (20.03, 30.01), (30.01, 50.8)] {
            let bounds = Bounds { left, right, ..canvas.bounds() };
            canvas.fill(Path::rectangle(bounds), Color::new(0xcc, 0x77, 0x22));
        }
        let file = print_png(&canvas.finish().expect("fits")).expect("small");
        let picture = Pixmap::decode_png(&file).expect("a PNG");
        let clear = picture.pixels().iter().filter(|pixel| pixel.alpha() < 255).count();
        assert_eq!(clear, 0, "areas that meet in a pixel are not apart");
        let wide = Canvas::new("wide", Medium::Print, 2000.0, 10.0).finish().expect("fits");
        let picture = Pixmap::decode_png(&print_png(&wide).expect("fewer an inch")).expect("a PNG");
        assert_eq!(picture.width(), 10_000, "127 an inch");
    }

    #[test]
    fn pictures_without_pixels_or_with_too_many_are_refused() {
        let at_most = Resolution::Width(LONGEST_SIDE);
        let pixels = |drawing: &Drawing, resolution| {
            pixels(drawing.title(), (drawing.width(), drawing.height()), resolution)
        };
        assert_eq!(pixels(&half_filled(), at_most), Ok((LONGEST_SIDE, LONGEST_SIDE / 2)));
        for resolution in [
            Resolution::Width(LONGEST_SIDE + 1),
            Resolution::Width(0),
            Resolution::PerInch(0.1),
            Resolution::PerInch(-100.0),
            Resolution::PerInch(f64::NAN),
            Resolution::PerInch(f64::INFINITY),
        ] {
            let error = png(&half_filled(), &PngOptions { resolution }).expect_err("no size");
            assert!(matches!(error, RenderError::PictureSize { .. }), "{error}");
        }
    }

    #[test]
    fn icons_are_transparent_where_nothing_is_drawn() {
        let document = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M1 0h1v2h-1z" fill="#cc7722"/></svg>"##;
        let picture = Pixmap::decode_png(&icon_png(document, 8).expect("small")).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (8, 8));
        let alpha = |x: u32| picture.pixel(x, 4).expect("inside").alpha();
        assert_eq!((alpha(1), alpha(6)), (0, 255));
        assert!(matches!(icon_png(document, 0), Err(RenderError::PictureSize { .. })));
        assert!(matches!(icon_png("no picture", 8), Err(RenderError::NotWritten { .. })));
    }
}
