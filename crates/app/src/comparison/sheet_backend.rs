//! A backend of the crate `plotters` that draws on a canvas, so that a chart can be written in every format.
//!
//! A line is a chain of thin filled rectangles, because in a drawing only fills have their own colors.

use std::convert::Infallible;

use plotters::style::FontTransform;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use piecework_draw::color::Color;
use piecework_draw::drawing::{Anchor, Canvas, Path, Reading, Role, Text, Weight};
use piecework_draw::geometry::Point;

/// A step of plotters in mm; a fine line is then two steps wide.
const STEP: f64 = 0.05;

/// Steps for `mm`, for sizes given to plotters.
pub(super) fn steps(mm: f64) -> f64 {
    mm / STEP
}

/// A canvas that plotters can draw on.
pub(super) struct SheetBackend<'c> {
    pub(super) canvas: &'c mut Canvas,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl SheetBackend<'_> {
    /// Fills an area, clipped to the sheet: plotters may exceed it by a line's width.
    fn fill(&mut self, points: &[Point], color: BackendColor) {
        let bounds = self.canvas.bounds();
        let inside = |point: &Point| {
            Point::new(point.x.clamp(bounds.left, bounds.right), point.y.clamp(bounds.top, bounds.bottom))
        };
        let points: Vec<Point> = points.iter().map(inside).collect();
        if color.alpha > 0.0 && points.len() > 2 {
            self.canvas.fill(Path::polygon(&points), on_white(color));
        }
    }

    /// Draws a line of a width in mm, slightly longer at both ends, so that chains of lines have no gaps.
    fn stroke(&mut self, from: Point, to: Point, width: f64, color: BackendColor) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = libm::hypot(dx, dy);
        // A point has no direction: it becomes a square.
        let (along_x, along_y) = if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) };
        let half = width / 2.0;
        let corner = |end: Point, along: f64, across: f64| {
            let (along, across) = (along * half, across * half);
            end.moved(along * along_x - across * along_y, along * along_y + across * along_x)
        };
        let corners =
            [corner(from, -1.0, -1.0), corner(to, 1.0, -1.0), corner(to, 1.0, 1.0), corner(from, -1.0, 1.0)];
        self.fill(&corners, color);
    }
}

impl DrawingBackend for SheetBackend<'_> {
    type ErrorType = Infallible;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a sheet has a few thousand steps"
    )]
    fn get_size(&self) -> (u32, u32) {
        let bounds = self.canvas.bounds();
        (steps(bounds.width()) as u32, steps(bounds.height()) as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        self.stroke(point(at), point(at), STEP, color);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let width = f64::from(style.stroke_width()) * STEP;
        let points: Vec<Point> = path.into_iter().map(point).collect();
        for pair in points.windows(2) {
            self.stroke(pair[0], pair[1], width, style.color());
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let ((left, top), (right, bottom)) = (upper_left, bottom_right);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        if fill {
            return self.fill_polygon(corners, style);
        }
        self.draw_path(corners.into_iter().chain([corners[0]]), style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.canvas.fill(Path::circle(point(center), f64::from(radius) * STEP), on_white(style.color()));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let corners: Vec<Point> = corners.into_iter().map(point).collect();
        self.fill(&corners, style.color());
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, words: &str, style: &S, at: BackendCoord) -> Drawn {
        self.canvas.text(Role::Label, text(words, style, at));
        Ok(())
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "words are shorter than a sheet"
    )]
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        words: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let width = Text::new(words, Point::new(0.0, 0.0), capitals(style), Anchor::Start).width();
        Ok((steps(width).ceil() as u32, style.size().ceil() as u32))
    }
}

/// Returns the height of capitals in mm, in words of a size in steps.
fn capitals<S: BackendTextStyle>(style: &S) -> f64 {
    style.size() * STEP * Weight::Regular.cap_height()
}

/// Draws words with their em box, not their baseline, at the place that plotters gives.
fn text<S: BackendTextStyle>(words: &str, style: &S, at: BackendCoord) -> Text {
    let height = capitals(style);
    let anchor = match style.anchor().h_pos {
        HPos::Left => Anchor::Start,
        HPos::Center => Anchor::Middle,
        HPos::Right => Anchor::End,
    };
    let em = style.size() * STEP;
    // The distance from the point down to the baseline.
    let down = match style.anchor().v_pos {
        VPos::Top => (em + height) / 2.0,
        VPos::Center => height / 2.0,
        VPos::Bottom => (height - em) / 2.0,
    };
    let (reading, (dx, dy)) = match style.transform() {
        FontTransform::Rotate270 => (Reading::Up, (down, 0.0)),
        FontTransform::Rotate90 => (Reading::Down, (-down, 0.0)),
        FontTransform::None | FontTransform::Rotate180 => (Reading::Across, (0.0, down)),
    };
    Text::new(words, point(at).moved(dx, dy), height, anchor).turned(reading)
}

fn point((x, y): BackendCoord) -> Point {
    Point::new(f64::from(x) * STEP, f64::from(y) * STEP)
}

/// Returns the color on white paper, because drawings have no transparency.
fn on_white(color: BackendColor) -> Color {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    let mixed = |part: u8| (255.0 + (f64::from(part) - 255.0) * color.alpha.clamp(0.0, 1.0)).round() as u8;
    let (red, green, blue) = color.rgb;
    Color::new(mixed(red), mixed(green), mixed(blue))
}
