//! The quilt as it will look: patches without outlines, what is around them, the binding and the lines of quilting; and the
//! coloring page.

use std::collections::BTreeMap;

use super::format;
use super::quilting::clipped_line;
use crate::plan::error::QuiltError;
use crate::plan::yardage::{BorderCorners, BorderYardage};
use crate::plan::{Design, EdgeFinish, QuiltPlan, Quilting, echo_distance, scalloped};
use piecework_draw::color::{Color, FabricPrint, FabricRole, Palette};
use piecework_draw::drawing::{Canvas, Diagram, Path, PlacedPicture, Role, WordSizes, words_in_cells};
use piecework_draw::geometry::{Bounds, Join, Outline, Patch, Point};
use piecework_draw::page::Page;
use piecework_draw::page::sizes::LINE;

/// The finished width of the binding that is seen from the front, in mm.
const BINDING: f64 = 6.35;
/// The width of a line of quilting, in mm on the page; chosen by eye, as are the next four.
const THREAD: f64 = 0.16;
/// The least cap height of a word on a cell that stays open, in mm on the page.
const LEAST_WORD: f64 = 0.8;
/// The width of a seam between patches of one fabric, in mm on the page.
const SEAM: f64 = 0.2;
/// How far the color of a line is from that of its cloth.
const SHADE: f64 = 0.22;
/// Lines of quilting are drawn from this edge of a cell on, in mm on the page, on up to so many patches.
const QUILTED: (f64, usize) = (2.4, 1500);
/// The shadow on a wall: its steps, and how far one is from the next as a share of the shorter side.
const SHADOW: (u32, f64) = (5, 0.0022);

/// A border in a picture, in its coordinates.
pub(super) struct BorderRing {
    /// Its place among the borders, from the inside out.
    pub(super) index: usize,
    pub(super) outer: Bounds,
    pub(super) inner: Bounds,
    corners: BorderCorners,
}

/// The borders of a plan in a picture of the quilt without binding, from the outside in.
pub(super) fn border_rings(plan: &QuiltPlan, whole: Bounds, scale: f64) -> Vec<BorderRing> {
    let mut outer = whole;
    let ring = |(index, border): (usize, &BorderYardage)| {
        let (side, across) = border.widths();
        let (side, across) = (side.mm() * scale, across.mm() * scale);
        let inner = Bounds {
            left: outer.left + side,
            top: outer.top + across,
            right: outer.right - side,
            bottom: outer.bottom - across,
        };
        let ring = BorderRing { index, outer, inner, corners: border.corners };
        outer = inner;
        ring
    };
    plan.summary.yardage.borders.iter().enumerate().rev().map(ring).collect()
}

impl BorderRing {
    /// The seams between its parts.
    pub(super) fn seams(&self) -> Vec<(Point, Point)> {
        let (outer, inner) = (corners_of(self.outer), corners_of(self.inner));
        let of_corner = |corner: usize| -> Vec<(Point, Point)> {
            let (out, at) = (outer[corner], inner[corner]);
            let across = (Point { x: out.x, ..at }, at);
            match self.corners {
                BorderCorners::Mitred => vec![(out, at)],
                BorderCorners::Cornerstones => vec![across, (Point { y: out.y, ..at }, at)],
                BorderCorners::Butted => vec![across],
            }
        };
        let has_sides = self.inner.left > self.outer.left;
        (0..4).filter(|_| has_sides).flat_map(of_corner).collect()
    }

    /// Its two sides, then its strips for top and bottom; those without a width are left out.
    pub(super) fn strips(&self) -> Vec<Path> {
        let (outer, inner) = (corners_of(self.outer), corners_of(self.inner));
        let strip = |from: usize, to: usize, is_side: bool| {
            let (a, b) = (inner[from], inner[to]);
            let is_long = matches!((self.corners, is_side), (BorderCorners::Butted, false));
            let (c, d) = match self.corners {
                BorderCorners::Mitred => (outer[to], outer[from]),
                _ if is_long => {
                    let (left, right) = (outer[from].x, outer[to].x);
                    let level = outer[from].y;
                    let at = |x: f64, y: f64| Point { x, y };
                    return Path::polygon(&[
                        at(left, a.y),
                        at(right, b.y),
                        at(right, level),
                        at(left, level),
                    ]);
                }
                _ if is_side => (Point { x: outer[to].x, ..b }, Point { x: outer[from].x, ..a }),
                _ => (Point { y: outer[to].y, ..b }, Point { y: outer[from].y, ..a }),
            };
            Path::polygon(&[a, b, c, d])
        };
        let (side, across) = (self.inner.left - self.outer.left, self.inner.top - self.outer.top);
        let all = [(0, 3, true), (1, 2, true), (0, 1, false), (3, 2, false)];
        let has_width =
            |&(.., is_side): &(usize, usize, bool)| if is_side { side > 0.0 } else { across > 0.0 };
        all.into_iter().filter(has_width).map(|(from, to, is_side)| strip(from, to, is_side)).collect()
    }

    /// Its cornerstones; none if it has no such.
    pub(super) fn cornerstones(&self) -> Vec<Bounds> {
        let (outer, inner) = (corners_of(self.outer), corners_of(self.inner));
        let between = |(a, b): (Point, Point)| Bounds {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            right: a.x.max(b.x),
            bottom: a.y.max(b.y),
        };
        let all = outer.into_iter().zip(inner).filter(|_| self.corners == BorderCorners::Cornerstones);
        all.map(between).collect()
    }
}

/// The corners of a rectangle, clockwise from the top left.
const fn corners_of(at: Bounds) -> [Point; 4] {
    [
        Point { x: at.left, y: at.top },
        Point { x: at.right, y: at.top },
        Point { x: at.right, y: at.bottom },
        Point { x: at.left, y: at.bottom },
    ]
}

/// A quilt to be drawn.
#[derive(Clone, Copy)]
pub(super) struct QuiltPicture<'a> {
    plan: &'a QuiltPlan,
    /// The finished width of all borders at the sides, and at top and bottom, in mm.
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
        let top = self.design().extent();
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
            self.cloth(quilt, scale).fill(canvas, Path::rectangle(quilt), binding);
        }
        let rings = border_rings(self.plan, inner, scale);
        let cloth = self.cloth(quilt, scale);
        rings.iter().for_each(|ring| self.draw_border(canvas, ring, cloth));
        self.draw_top(canvas, rings.last().map_or(inner, |ring| ring.inner), scale);
    }

    /// Photos of fabrics begin at the corner of the quilt.
    fn cloth(&self, quilt: Bounds, scale: f64) -> Cloth<'a> {
        let at = Point { x: quilt.left, y: quilt.top };
        Cloth { palette: &self.design().options.palette, at, scale }
    }

    /// A border with two lines of quilting; its corners show where strips or cornerstones meet.
    fn draw_border(&self, canvas: &mut Canvas, ring: &BorderRing, cloth: Cloth<'_>) {
        let (design, BorderRing { outer, inner, .. }) = (self.design(), ring);
        let color = design.border_color(ring.index);
        cloth.fill(canvas, Path::rectangle(*outer), color);
        for share in [1.0 / 3.0, 2.0 / 3.0] {
            let between = |from: f64, to: f64| from + (to - from) * share;
            let line = Bounds {
                left: between(outer.left, inner.left),
                top: between(outer.top, inner.top),
                right: between(outer.right, inner.right),
                bottom: between(outer.bottom, inner.bottom),
            };
            frame(canvas, line, THREAD, thread_color(color));
        }
        if ring.corners == BorderCorners::Mitred {
            ring.seams().into_iter().for_each(|(from, to)| bar(canvas, from, to, thread_color(color)));
        }
        for stone in ring.cornerstones() {
            cloth.fill(canvas, Path::rectangle(stone), design.cornerstone_color());
        }
    }

    /// The patches and what is between and around them.
    fn draw_top(&self, canvas: &mut Canvas, top: Bounds, scale: f64) {
        let design = self.design();
        let bounds = design.extent();
        let put = |at: Point| Point {
            x: top.left + (at.x - bounds.left) * scale,
            y: top.top + (at.y - bounds.top) * scale,
        };
        let cloth = self.cloth(top, scale);
        if let Some(color) = background(self.plan) {
            cloth.fill(canvas, Path::rectangle(top), color);
        }
        let colors = self.shades();
        // Where the edges of two areas meet, readers let what is under them show through.
        let under = average(&colors);
        let (boards, patches) = self.outlines();
        for board in &boards {
            canvas.fill(Path::outline(board).mapped(put), under);
        }
        let echo = echo_distance(design.options.cell);
        let cell = design.options.cell * scale;
        let quilted = cell >= QUILTED.0 && colors.len() <= QUILTED.1;
        for ((patch, outlines), &color) in design.patchwork.patches().iter().zip(&patches).zip(&colors) {
            for outline in outlines {
                cloth.fill(canvas, Path::outline(outline).mapped(put).named(patch.name()), color);
            }
        }
        for edge in design.patchwork.edges() {
            let (Some(left), Some(right)) = (edge.left, edge.right) else { continue };
            if design.fabric_of[left] == design.fabric_of[right] && !self.is_one_patch(left, right) {
                let (from, to) = design.patchwork.ends(edge);
                if let Some((from, to)) = clipped_line(put(from), put(to), top) {
                    bar(canvas, from, to, thread_color(colors[left]));
                }
            }
        }
        for filler in design.fillers() {
            let path = Path::outline(&filler.outline).mapped(put);
            cloth.fill(canvas, path.named(filler.template.clone()), design.next_color());
        }
        // Cells that stay open are background, which their words are printed or sewn on.
        let sizes = WordSizes { least: LEAST_WORD, most: cell / 2.0, air: cell / 10.0 };
        for line in words_in_cells(design.patchwork.words(), put, sizes).into_iter().flatten() {
            canvas.label(line, Some(design.next_color()));
        }
        if let Some(line) = self.plan.quilting.as_ref().filter(|line| line.way != Quilting::Echo) {
            let thread = under.toward(Color::BLACK, 0.5);
            let at = |point: &Point| put(point.moved(bounds.left, bounds.top));
            for ends in line.points.windows(2).filter(|_| quilted) {
                super::signs::line(canvas, at(&ends[0]), at(&ends[1]), THREAD, thread);
            }
        } else if quilted {
            let fillers = design.fillers().iter().map(|filler| (&filler.outline, design.next_color()));
            let patches = patches.iter().zip(colors.iter().copied());
            let patches = patches.flat_map(|(all, color)| all.iter().map(move |outline| (outline, color)));
            for (outline, color) in patches.chain(fillers) {
                draw_echo(canvas, outline, (echo, THREAD / scale), put, thread_color(color));
            }
        }
    }

    /// The outlines of the top and of its patches, with scallops where the edge has these.
    fn outlines(&self) -> (Vec<Outline>, Vec<Vec<Outline>>) {
        let patchwork = &self.design().patchwork;
        let (boards, patches) = (patchwork.board(), patchwork.patches().iter().map(Patch::outline));
        let has_scallops = self.plan.summary.edge.as_ref().is_some_and(|edge| edge.scallops.is_some());
        if has_scallops
            && let (Ok(boards), Ok(patches)) =
                (scalloped(boards.iter(), patchwork), scalloped(patches.clone(), patchwork))
        {
            return (boards, patches.into_iter().map(|patch| vec![patch]).collect());
        }
        let finished = self.design().finished_outlines().unwrap_or_default();
        let of = self.design().extent();
        let trimmed = Outline::rectangle(of.width(), of.height()).ok().filter(|_| of != patchwork.bounds());
        let boards = trimmed.map_or(boards.to_vec(), |whole| vec![whole.moved(of.left, of.top)]);
        (boards, finished)
    }

    /// The color of each patch: prints of one pile are shades of its color.
    fn shades(&self) -> Vec<Color> {
        /// How far from the color of their pile the lightest and the darkest print are.
        const MOST: f64 = 0.24;
        /// Prints with numbers near each other are far apart: the golden ratio.
        const APART: f64 = 0.618_034;
        let (design, mut colors) = (self.design(), self.design().colors());
        let pieces = self.plan.summary.yardage.fabrics.iter().flat_map(|fabric| &fabric.prints);
        let print_of: BTreeMap<usize, usize> =
            pieces.flat_map(|piece| piece.patches.iter().map(|&patch| (patch, piece.print))).collect();
        for (patch, color) in colors.iter_mut().enumerate() {
            let number = design.patch_of(patch) + 1;
            let Some(&print) = print_of.get(&number) else { continue };
            let share = (print as f64 * APART).fract() * 2.0 - 1.0;
            let toward = if share < 0.0 { Color::BLACK } else { Color::WHITE };
            *color = color.toward(toward, share.abs() * MOST);
        }
        colors
    }

    /// Whether two strips of a quilt in rows are parts of one patch.
    fn is_one_patch(&self, one: usize, other: usize) -> bool {
        self.design().patch_of(one) == self.design().patch_of(other)
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
    canvas.fill(Path::new(rings.iter().flat_map(Path::elements)), color);
}

/// A thin line along the inside of a rectangle.
fn frame(canvas: &mut Canvas, at: Bounds, width: f64, color: Color) {
    let rings = [at, at.inset(width)].map(Path::rectangle);
    canvas.fill(Path::new(rings.iter().flat_map(Path::elements)), color);
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

/// The width of all borders at the sides, and at top and bottom, in mm; 0 without any.
pub(super) fn border_widths(plan: &QuiltPlan) -> (f64, f64) {
    let (side, across) = plan.summary.yardage.border_widths();
    (side.mm(), across.mm())
}

/// Whether the edge of the quilt is that of a rectangle.
fn is_rectangle(plan: &QuiltPlan) -> bool {
    let board = plan.design.patchwork.board();
    !plan.summary.yardage.borders.is_empty()
        || background(plan).is_some()
        || !plan.design.fillers().is_empty()
        || plan.design.extent() != plan.design.patchwork.bounds()
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

/// Draws areas of fabrics at a scale.
#[derive(Clone, Copy)]
pub(super) struct Cloth<'a> {
    pub(super) palette: &'a Palette,
    /// Where the photos begin.
    pub(super) at: Point,
    /// mm on the page for one mm of cloth.
    pub(super) scale: f64,
}

impl Cloth<'_> {
    /// Fills an area with the fabric of this color.
    pub(super) fn fill(&self, canvas: &mut Canvas, path: Path, color: Color) {
        let path = path.filled(color);
        canvas.path(
            Role::Fill,
            match self.palette.print_of(color) {
                Some(print) => shown(path, print, self.at, self.scale),
                None => path,
            },
        );
    }
}

/// Returns an area that shows a photo of cloth.
pub(super) fn shown(path: Path, print: &FabricPrint, at: Point, scale: f64) -> Path {
    let upright = PlacedPicture::new(print.picture().clone(), Point::default(), print.width() * scale);
    path.pictured(upright.mapped(|point| point.turned(print.turn()).moved(at.x, at.y)))
}

/// The most patches of a top that is still easy to color on half a page; chosen by eye, as is the next.
const FEW: usize = 16;
/// The share of a page that such a top takes, so that it goes below other words.
const SHARE: f64 = 0.52;

/// The coloring page: the quilt top as lines, to try fabrics with crayons.
pub(super) fn coloring_page(plan: &QuiltPlan) -> Result<Vec<Page>, QuiltError> {
    let design = &plan.design;
    let mut page = format::page(design, "coloring page")?;
    let free = page.free;
    let is_simple = design.patchwork.patches().len() <= FEW;
    let height = free.height() * if is_simple { SHARE } else { 1.0 } - LINE;
    let room = Bounds { bottom: free.top + height, ..free };
    let (side, across) = border_widths(plan);
    let bounds = design.patchwork.bounds();
    let size = (bounds.width() + 2.0 * side, bounds.height() + 2.0 * across);
    let scale = (room.width() / size.0).min(room.height() / size.1);
    let (width, height) = (size.0 * scale, size.1 * scale);
    let left = room.center().x - width / 2.0;
    let whole = Bounds { left, top: room.top, right: left + width, bottom: room.top + height };
    for ring in border_rings(plan, whole, scale) {
        page.canvas.path(Role::Cut, Path::rectangle(ring.outer));
        ring.seams().into_iter().for_each(|(from, to)| page.canvas.line(Role::Cut, from, to));
    }
    let diagram =
        Diagram { patchwork: &design.patchwork, colors: &[], labels: &[], curves: &[], largest_scale: scale };
    let (side, across) = (side * scale, across * scale);
    let top = Bounds { left: whole.left + side, top: whole.top + across, ..whole };
    diagram.draw(&mut page.canvas, top);
    page.words_below("Try your own fabrics: copy this page and color it.", whole.bottom + LINE / 2.0);
    Ok(vec![page])
}
