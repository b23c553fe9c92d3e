//! Writes the pictures of a printed drawing as patterns of SVG.
//!
//! A picture is in the file once, as JPEG, in a pattern that counts in its pixels. Each place of it is a
//! pattern of its own, with which areas are filled, so that it repeats and ends where the area ends.

use ::svg::Node as _;
use ::svg::node::element::Element as Node;
use piecework_tiling::number::{NotFinite, decimal};

use crate::color::Picture;
use crate::drawing::{Drawing, Item, Medium, PlacedPicture};

/// The precision of a place, as of paths.
const PLACES: usize = 4;
/// The precision of a step in mm per pixel: a tenth of a micrometre at the last pixel.
const STEP_PLACES: usize = 7;

/// The places of pictures in a drawing, each once, in drawing order.
pub(super) struct Pictures<'a> {
    placed: Vec<&'a PlacedPicture>,
}

impl<'a> Pictures<'a> {
    /// None for machines: they would burn them.
    pub(super) fn of(drawing: &'a Drawing) -> Self {
        let is_print = drawing.medium() == Medium::Print;
        let items = drawing.layers().iter().flat_map(|layer| &layer.items).filter(|_| is_print);
        let mut placed: Vec<&PlacedPicture> = Vec::new();
        for item in items {
            let Item::Path(path) = item else { continue };
            if let Some(picture) = path.picture().filter(|picture| !placed.contains(picture)) {
                placed.push(picture);
            }
        }
        Self { placed }
    }

    /// The name of a picture in its place.
    pub(super) fn name(&self, picture: &PlacedPicture) -> Option<String> {
        let number = self.placed.iter().position(|known| *known == picture)?;
        Some(format!("place{}", number + 1))
    }

    /// All patterns; `None` if there is no picture.
    pub(super) fn definitions(&self) -> Result<Option<Node>, NotFinite> {
        let mut definitions = Node::new("defs");
        let mut known: Vec<&Picture> = Vec::new();
        for placed in &self.placed {
            let picture = placed.picture();
            if !known.contains(&picture) {
                known.push(picture);
                definitions.append(pattern(picture));
            }
            definitions.append(place(placed, &self.name(placed).unwrap_or_default())?);
        }
        Ok(Some(definitions).filter(|_| !known.is_empty()))
    }
}

/// A picture in its pixels.
fn pattern(picture: &Picture) -> Node {
    let (width, height) = picture.size();
    let mut image = Node::new("image");
    let mut pattern = Node::new("pattern");
    for node in [&mut image, &mut pattern] {
        for (key, value) in [("x", 0), ("y", 0), ("width", width), ("height", height)] {
            node.assign(key, value);
        }
    }
    image.assign("preserveAspectRatio", "none");
    image.assign("xlink:href", format!("data:image/jpeg;base64,{}", picture.base64()));
    pattern.assign("id", picture.name());
    pattern.assign("patternUnits", "userSpaceOnUse");
    pattern.append(image);
    pattern
}

/// The picture in one place: a pixel as so many mm.
fn place(placed: &PlacedPicture, name: &str) -> Result<Node, NotFinite> {
    let (width, height) = placed.picture().size();
    let ([origin, ..], [(a, b), (c, d)]) = (placed.corners(), placed.sides());
    let (width, height) = (width as f64, height as f64);
    let mut numbers = Vec::new();
    for step in [a / width, b / width, c / height, d / height] {
        numbers.push(decimal(step, STEP_PLACES)?);
    }
    for place in [origin.x, origin.y] {
        numbers.push(decimal(place, PLACES)?);
    }
    let mut pattern = Node::new("pattern");
    pattern.assign("id", name);
    pattern.assign("xlink:href", format!("#{}", placed.picture().name()));
    pattern.assign("patternTransform", format!("matrix({})", numbers.join(" ")));
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::MOST_SHARP;
    use crate::drawing::{Canvas, Path, Role};
    use crate::geometry::{Bounds, Point};
    use crate::render::svg::{SvgOptions, svg};
    use piecework_tiling::limits::Limits;

    /// Two areas of one place, one of another place of the same picture, turned by a quarter.
    fn written(medium: Medium) -> String {
        let picture = Picture::read(include_bytes!("../color/turned.jpg"), MOST_SHARP).unwrap();
        let placed = PlacedPicture::new(picture, Point::new(5.0, 5.0), 10.0);
        let mut canvas = Canvas::new("picture", medium, 60.0, 60.0);
        let area = |left| Path::rectangle(Bounds { left, top: 5.0, right: left + 8.0, bottom: 20.0 });
        for left in [5.0, 20.0] {
            canvas.path(Role::Fill, area(left).pictured(placed.clone()));
        }
        let turned = area(5.0).pictured(placed).mapped(|point| Point::new(point.y + 5.0, 50.0 - point.x));
        canvas.path(Role::Fill, turned);
        String::from_utf8(svg(&canvas.finish().unwrap(), &SvgOptions::default()).unwrap()).unwrap()
    }

    #[test]
    fn a_picture_is_in_the_file_once_and_each_place_of_it_once() {
        let file = written(Medium::Print);
        for (text, count) in [
            ("data:image/jpeg;base64,", 1),
            ("<pattern", 3),
            ("patternTransform=\"matrix(0.5 0 0 0.5 5 5)\"", 1),
            ("patternTransform=\"matrix(0 -0.5 0.5 0 10 45)\"", 1),
            ("style=\"fill:url(#place1)", 2),
            ("style=\"fill:url(#place2)", 1),
        ] {
            assert_eq!(file.matches(text).count(), count, "{text}");
        }
        let read = crate::check::read("picture.svg", file.into_bytes(), &Limits::default()).unwrap();
        assert_eq!(read.sheets[0].silent, ["FILL"]);
    }

    #[test]
    fn machines_get_the_mean_color_and_no_picture() {
        let file = written(Medium::Machine);
        assert!(!file.contains("<defs") && !file.contains("url(") && file.contains("fill:#"));
    }

    /// The sky is above and the dark cat below, each where it is on the sheet.
    #[cfg(feature = "png")]
    #[test]
    fn a_renderer_shows_the_picture_where_it_is() {
        use crate::color::Photo;
        use crate::render::png::{PngOptions, Resolution, png};
        let picture = Picture::read(include_bytes!("../color/turned.jpg"), MOST_SHARP).unwrap();
        let mut canvas = Canvas::new("picture", Medium::Print, 40.0, 48.0);
        let all = Path::rectangle(canvas.bounds());
        canvas.path(Role::Fill, all.pictured(PlacedPicture::new(picture.clone(), Point::default(), 40.0)));
        let options = PngOptions { resolution: Resolution::Width(20) };
        let shown = Photo::read(&png(&canvas.finish().unwrap(), &options).unwrap()).unwrap().rows();
        let known = Photo::read(picture.jpeg()).unwrap().rows();
        assert_eq!(shown.len(), known.len());
        let part = |rows: &[String], row: usize, column: usize| -> i32 {
            i32::from_str_radix(&rows[row][6 * column..6 * column + 2], 16).unwrap()
        };
        for (row, column) in [(2, 10), (12, 3), (21, 4), (21, 12)] {
            let (shown, known) = (part(&shown, row, column), part(&known, row, column));
            assert!((shown - known).abs() < 24, "{row} {column}: {shown} {known}");
        }
    }
}
