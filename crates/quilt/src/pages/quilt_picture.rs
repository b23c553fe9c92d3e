//! The quilt as it will look: patches without outlines, what is around them, the binding and the lines of quilting.

use crate::plan::yardage::BorderYardage;
use crate::plan::{Design, EdgeFinish, QuiltPlan};
use piecework_draw::color::{Color, FabricRole};
use piecework_draw::drawing::{Canvas, Path};
use piecework_draw::geometry::{Bounds, Join, Outline, Point};

/// The finished width of the binding that is seen from the front, in mm.
const BINDING: f64 = 6.35;
/// How far inside of its patch a line of quilting is, in mm of the quilt, and as a share of a cell at most.
const ECHO: (f64, f64) = (6.35, 0.2);
/// The width of such a line, in mm on the page; chosen by eye, as are the next four.
const THREAD: f64 = 0.16;
/// The width of a seam between patches of one fabric, in mm on the page.
const SEAM: f64 = 0.2;
/// How far the color of a line is from that of its cloth.
const SHADE: f64 = 0.22;
/// Lines of quilting are drawn from this edge of a cell on, in mm on the page, on up to so many patches.
const QUILTED: (f64, usize) = (2.4, 1500);
/// The shadow on a wall: its steps, and how far one is from the next as a share of the shorter side.
const SHADOW: (u32, f64) = (5, 0.0022);

/// A quilt to be drawn.
#[derive(Clone, Copy)]
pub(super) struct QuiltPicture<'a> {
    plan: &'a QuiltPlan,
    /// The finished width of the border at the sides, and at top and bottom, in mm.
    border: (f64, f64),
    /// The width of the binding, in mm; none where the edge is not straight.
    binding: f64,
}

impl<'a> QuiltPicture<'a> {
    pub(super) fn new(plan: &'a QuiltPlan) -> Self {
        let border = border_widths(plan);
        let binding = if is_rectangle(plan) { BINDING } else { 0.0 };
        Self { plan, border, binding }
    }

    /// Width and height of the finished quilt, in mm.
    pub(super) fn size(&self) -> (f64, f64) {
        let top = self.design().patchwork.bounds();
        let around = |border: f64| 2.0 * (border + self.binding);
        (top.width() + around(self.border.0), top.height() + around(self.border.1))
    }

    /// The largest part of a room in which it is not distorted, in the middle.
    pub(super) fn within(&self, room: Bounds) -> Bounds {
        let (width, height) = self.size();
        let scale = (room.width() / width).min(room.height() / height);
        let (middle, half) = (room.center(), (width * scale / 2.0, height * scale / 2.0));
        Bounds {
            left: middle.x - half.0,
            top: middle.y - half.1,
            right: middle.x + half.0,
            bottom: middle.y + half.1,
        }
    }

    fn design(&self) -> &'a Design {
        &self.plan.design
    }

    /// Draws the shadow that the quilt has on something of this color.
    pub(super) fn draw_shadow(&self, canvas: &mut Canvas, quilt: Bounds, wall: Color) {
        if self.binding == 0.0 {
            return;
        }
        let (steps, step) = SHADOW;
        let step = quilt.width().min(quilt.height()) * step;
        for number in (1..=steps).rev() {
            let wide = f64::from(number) * step;
            let shade = 0.02 + 0.035 * f64::from(steps - number);
            let soft = quilt.inset(-wide).moved(step * 1.5, step * 3.0);
            canvas.fill(Path::rectangle(soft), wall.toward(Color::BLACK, shade));
        }
    }

    /// Draws it in bounds from [`QuiltPicture::within`].
    pub(super) fn draw(&self, canvas: &mut Canvas, quilt: Bounds) {
        let (design, scale) = (self.design(), quilt.width() / self.size().0);
        let inner = quilt.inset(self.binding * scale);
        if self.binding > 0.0 {
            let darkest =
                design.colors().into_iter().min_by_key(|color| luma(*color)).unwrap_or(Color::BLACK);
            let binding = design.other(FabricRole::Binding).map_or(darkest, |fabric| fabric.color);
            canvas.fill(Path::rectangle(quilt), binding);
        }
        let (side, across) = (self.border.0 * scale, self.border.1 * scale);
        let top = Bounds {
            left: inner.left + side,
            top: inner.top + across,
            right: inner.right - side,
            bottom: inner.bottom - across,
        };
        if side.max(across) > 0.0 {
            let color = design.border_color();
            canvas.fill(Path::rectangle(inner), color);
            for share in [1.0 / 3.0, 2.0 / 3.0] {
                let ring = Bounds {
                    left: inner.left + side * share,
                    top: inner.top + across * share,
                    right: inner.right - side * share,
                    bottom: inner.bottom - across * share,
                };
                frame(canvas, ring, THREAD, thread_color(color));
            }
        }
        self.draw_top(canvas, top, scale);
    }

    /// The patches and what is between and around them.
    fn draw_top(&self, canvas: &mut Canvas, top: Bounds, scale: f64) {
        let design = self.design();
        let bounds = design.patchwork.bounds();
        let put = |at: Point| Point {
            x: top.left + (at.x - bounds.left) * scale,
            y: top.top + (at.y - bounds.top) * scale,
        };
        if let Some(color) = background(self.plan) {
            canvas.fill(Path::rectangle(top), color);
        }
        let colors = design.colors();
        // Where the edges of two areas meet, readers let what is under them show through.
        let under = average(&colors);
        for board in design.patchwork.board() {
            canvas.fill(Path::outline(board).mapped(put), under);
        }
        let echo = ECHO.0.min(design.options.cell * ECHO.1);
        let cell = design.options.cell * scale;
        let quilted = cell >= QUILTED.0 && colors.len() <= QUILTED.1;
        for (patch, &color) in design.patchwork.patches().iter().zip(&colors) {
            canvas.fill(Path::outline(patch.outline()).mapped(put).named(patch.name()), color);
        }
        for edge in design.patchwork.edges() {
            let (Some(left), Some(right)) = (edge.left, edge.right) else { continue };
            if design.fabric_of[left] == design.fabric_of[right] && !self.is_one_patch(left, right) {
                let (from, to) = design.patchwork.ends(edge);
                bar(canvas, put(from), put(to), thread_color(colors[left]));
            }
        }
        for filler in design.fillers() {
            let path = Path::outline(&filler.outline).mapped(put);
            canvas.fill(path.named(filler.template.clone()), design.next_color());
        }
        if quilted {
            let fillers = design.fillers().iter().map(|filler| (&filler.outline, design.next_color()));
            let patches = design.patchwork.patches().iter().zip(&colors);
            let patches = patches.map(|(patch, &color)| (patch.outline(), color));
            for (outline, color) in patches.chain(fillers) {
                draw_echo(canvas, outline, (echo, THREAD / scale), put, thread_color(color));
            }
        }
    }

    /// Whether two strips of a quilt in rows are parts of one patch.
    fn is_one_patch(&self, one: usize, other: usize) -> bool {
        self.design().rows.as_ref().is_some_and(|rows| rows.patch_of[one] == rows.patch_of[other])
    }
}

/// A line of quilting inside of an outline, at a distance and with a width in mm of the quilt.
fn draw_echo(
    canvas: &mut Canvas,
    outline: &Outline,
    (distance, width): (f64, f64),
    put: impl Fn(Point) -> Point,
    color: Color,
) {
    let (Ok(outer), Ok(inner)) =
        (outline.offset(-distance, Join::MITRE), outline.offset(-distance - width, Join::MITRE))
    else {
        return;
    };
    let rings: Vec<_> = outer.iter().chain(&inner).map(|ring| Path::outline(ring).mapped(&put)).collect();
    let elements = rings.iter().flat_map(|path| path.elements().iter().copied()).collect();
    canvas.fill(Path::new(elements), color);
}

/// A thin line along the inside of a rectangle.
fn frame(canvas: &mut Canvas, at: Bounds, width: f64, color: Color) {
    let mut ring = Path::rectangle(at).elements().to_vec();
    ring.extend_from_slice(Path::rectangle(at.inset(width)).elements());
    canvas.fill(Path::new(ring), color);
}

/// A seam between patches of one fabric.
fn bar(canvas: &mut Canvas, from: Point, to: Point, color: Color) {
    super::signs::line(canvas, from, to, SEAM, color);
}

/// What is under the patches or between them, if anything.
pub(super) fn background(plan: &QuiltPlan) -> Option<Color> {
    let sewn = plan.straight.as_ref().and_then(|seams| seams.cloth.fabrics.get(plan.design.fabrics.len()));
    let under = plan.summary.edge.as_ref().filter(|edge| edge.finish == EdgeFinish::Background);
    sewn.map(|fabric| fabric.color).or_else(|| under.map(|_| plan.design.next_color()))
}

/// The width of the border at the sides, and at top and bottom, in mm; 0 without one.
pub(super) fn border_widths(plan: &QuiltPlan) -> (f64, f64) {
    let border = plan.summary.yardage.border.as_ref();
    let widths = border.map_or_else(Default::default, BorderYardage::widths);
    (widths.0.mm(), widths.1.mm())
}

/// Whether the edge of the quilt is that of a rectangle.
fn is_rectangle(plan: &QuiltPlan) -> bool {
    let board = plan.design.patchwork.board();
    plan.summary.yardage.border.is_some()
        || background(plan).is_some()
        || !plan.design.fillers().is_empty()
        || (board.len() == 1 && board[0].corners().count() == 4 && board[0].holes().is_empty())
}

/// The color of a line on cloth of this color.
fn thread_color(cloth: Color) -> Color {
    let is_dark = luma(cloth) < 90;
    cloth.toward(if is_dark { Color::WHITE } else { Color::BLACK }, SHADE)
}

/// How light a color looks, from 0 to 255.
///
/// # Source
/// ITU-R BT.601, in thousandths.
fn luma(color: Color) -> u32 {
    (u32::from(color.red) * 299 + u32::from(color.green) * 587 + u32::from(color.blue) * 114) / 1000
}

fn average(colors: &[Color]) -> Color {
    let mut mean = colors.first().copied().unwrap_or(Color::WHITE);
    for (count, &color) in (2_u32..).zip(colors.iter().skip(1)) {
        mean = mean.toward(color, 1.0 / f64::from(count));
    }
    mean
}
