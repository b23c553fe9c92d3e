//! The quilt to scale where it is used: on the bed that it is for, else on the largest that it covers, or on a wall above a sofa.

use super::quilt_picture::QuiltPicture;
use crate::plan::QuiltPlan;
use crate::units::Units;
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Path};
use piecework_draw::geometry::{Bounds, Point};

const INCH: f64 = 25.4;

/// Mattresses: name, width and length in inches.
///
/// # Source
/// The sizes that American makers share; a crib as 16 CFR 1219 has it, rounded.
const MATTRESSES: [(&str, f64, f64); 5] = [
    ("crib", 28.0, 52.0),
    ("twin bed", 38.0, 75.0),
    ("full bed", 54.0, 75.0),
    ("queen bed", 60.0, 80.0),
    ("king bed", 76.0, 80.0),
];
/// A quilt covers a bed from this share of its length on, and hangs down so many inches at each side; chosen
/// by eye.
const COVERS: (f64, f64) = (0.8, 4.0);
/// A sofa: width, height of the back, of the seat and of the feet, in inches.
const SOFA: [f64; 4] = [84.0, 32.0, 18.0, 5.0];
/// From the sofa to the quilt above it, and from the quilt to the upper edge, in inches.
const ABOVE: (f64, f64) = (8.0, 8.0);

const WALL: Color = Color::new(0xf1, 0xea, 0xdf);
const FLOOR: Color = Color::new(0xcd, 0xb8, 0x97);
const WOOD: Color = Color::new(0xb0, 0x89, 0x5c);
const LINEN: Color = Color::new(0xfb, 0xf9, 0xf5);
const SHADE: Color = Color::new(0xe2, 0xd9, 0xca);
const CUSHION: Color = Color::new(0xa9, 0xa2, 0x94);

/// A picture of the quilt in use.
pub(super) struct Scene<'a> {
    quilt: QuiltPicture<'a>,
    bed: Option<(&'static str, f64, f64)>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(plan: &'a QuiltPlan) -> Self {
        let quilt = QuiltPicture::new(plan);
        let (width, height) = quilt.size();
        let (covered, drop) = COVERS;
        let covers = |&&(_, wide, long): &&(&str, f64, f64)| {
            width >= (wide + 2.0 * drop) * INCH && height >= long * covered * INCH
        };
        // What it was made for; a throw lies on no bed.
        let wanted =
            plan.summary.yardage.bed.as_ref().map(|bed| if bed.name == "baby" { "crib" } else { bed.name });
        let is_wanted = |(name, ..): &&(&str, f64, f64)| wanted.is_none_or(|wanted| name.starts_with(wanted));
        let bed = MATTRESSES.iter().rev().filter(is_wanted).find(covers);
        Self { quilt, bed: bed.map(|&(name, wide, long)| (name, wide * INCH, long * INCH)) }
    }

    /// What the picture shows.
    pub(super) fn caption(&self, units: Units) -> String {
        match self.bed {
            Some((bed, ..)) => format!("On a {bed}, drawn to scale."),
            None => {
                let wide = if units == Units::Imperial { "84 in" } else { "213 cm" };
                format!("On a wall above a sofa {wide} wide, drawn to scale.")
            }
        }
    }

    /// Width and height of what is shown, in mm.
    fn size(&self) -> (f64, f64) {
        let (width, height) = self.quilt.size();
        let wall = (2.0 * ABOVE.0 + 2.0 * ABOVE.1) * INCH;
        match self.bed {
            Some((_, wide, long)) => (width.max(wide) + wall, height.max(long) + wall),
            None => {
                let below = (SOFA[1] + 2.0 * SOFA[3]) * INCH;
                ((SOFA[0] * INCH).max(width) + wall, height + below + (ABOVE.0 + ABOVE.1) * INCH)
            }
        }
    }

    /// How high the picture is at a width, in mm.
    pub(super) fn height(&self, width: f64) -> f64 {
        let (wide, high) = self.size();
        width * (high / wide)
    }

    /// Draws it into a room of these proportions.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Bounds) {
        let scale = room.width() / self.size().0;
        let middle = room.center().x;
        match self.bed {
            Some((_, wide, long)) => self.draw_on_bed(canvas, room, (wide * scale, long * scale), scale),
            None => self.draw_above_sofa(canvas, room, middle, scale),
        }
    }

    /// A bed from above: its head is at the top.
    fn draw_on_bed(&self, canvas: &mut Canvas, room: Bounds, (wide, long): (f64, f64), scale: f64) {
        canvas.fill(Path::rectangle(room), FLOOR.toward(Color::WHITE, 0.35));
        let center = room.center();
        let (quilt_width, quilt_height) = (self.quilt.size().0 * scale, self.quilt.size().1 * scale);
        let top = room.top + (room.height() - long.max(quilt_height)) / 2.0;
        let inch = INCH * scale;
        let box_at = |left: f64, top: f64, width: f64, height: f64| Bounds {
            left,
            top,
            right: left + width,
            bottom: top + height,
        };
        let left = center.x - wide / 2.0;
        canvas.fill(
            Path::rectangle(box_at(left - 2.0 * inch, top - 4.0 * inch, wide + 4.0 * inch, 4.0 * inch)),
            WOOD,
        );
        canvas.fill(Path::rectangle(box_at(left, top, wide, long)), LINEN);
        // The quilt ends at the foot of the bed or hangs down there.
        let from_head = (long - quilt_height).max(long * 0.12);
        let quilt = box_at(center.x - quilt_width / 2.0, top + from_head, quilt_width, quilt_height);
        let moved = (quilt.bottom - (room.bottom - 2.0 * inch)).max(0.0);
        let quilt = quilt.moved(0.0, -moved);
        self.quilt.draw_shadow(canvas, quilt, FLOOR.toward(Color::WHITE, 0.35));
        self.quilt.draw(canvas, quilt);
        let pillows = if wide > 45.0 * inch { 2 } else { 1 };
        let share = wide / f64::from(pillows);
        for pillow in 0..pillows {
            let at = left + share * f64::from(pillow) + share * 0.08;
            let pillow = box_at(at, top + 1.5 * inch, share * 0.84, (long * 0.17).min(16.0 * inch));
            canvas.fill(Path::rectangle(pillow.inset(-0.5 * inch)), SHADE);
            canvas.fill(Path::rectangle(pillow), LINEN);
        }
    }

    /// A wall with a sofa before it.
    fn draw_above_sofa(&self, canvas: &mut Canvas, room: Bounds, middle: f64, scale: f64) {
        let inch = INCH * scale;
        let floor = room.bottom - 2.0 * SOFA[3] * inch;
        canvas.fill(Path::rectangle(room), WALL);
        canvas.fill(Path::rectangle(Bounds { top: floor - 1.5 * inch, ..room }), LINEN);
        canvas.fill(Path::rectangle(Bounds { top: floor, ..room }), FLOOR);
        let [wide, back, seat, feet] = SOFA.map(|length| length * inch);
        let ground = floor + feet;
        let block = |from: f64, to: f64, low: f64, high: f64| {
            let (left, right) = (middle + from * wide, middle + to * wide);
            Path::rectangle(Bounds { left, right, top: ground - high, bottom: ground - low })
        };
        for side in [-0.46, 0.42] {
            canvas.fill(block(side, side + 0.04, 0.0, feet), WOOD);
        }
        canvas.fill(block(-0.46, 0.46, feet, back), CUSHION);
        for side in [-0.41, 0.01] {
            canvas.fill(block(side, side + 0.4, feet, back - feet), CUSHION.toward(Color::WHITE, 0.18));
            canvas.fill(block(side, side + 0.4, feet, seat), CUSHION.toward(Color::WHITE, 0.32));
        }
        for side in [-0.5, 0.42] {
            canvas.fill(block(side, side + 0.08, feet, seat + feet), CUSHION.toward(Color::BLACK, 0.12));
        }
        let (width, height) = (self.quilt.size().0 * scale, self.quilt.size().1 * scale);
        let bottom = ground - back - ABOVE.0 * inch;
        let corner = Point { x: middle - width / 2.0, y: bottom - height };
        let quilt = Bounds { left: corner.x, top: corner.y, right: corner.x + width, bottom };
        self.quilt.draw_shadow(canvas, quilt, WALL);
        self.quilt.draw(canvas, quilt);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QuiltOptions, QuiltPlan};
    use piecework_draw::drawing::Medium;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::length::Length;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    #[test]
    fn a_quilt_is_on_the_largest_bed_that_it_covers() {
        for (cell, bed) in
            [(25.4, None), (310.0, Some("crib")), (600.0, Some("queen bed")), (900.0, Some("king bed"))]
        {
            let grids = read_letter_grids(Lattice::Square, "AAB\nABB\nCDD\nCCD", &Limits::default());
            let tiling = infer_from_grid("test", &grids.expect("a good grid")[0]).expect("a good tiling");
            let mut options = QuiltOptions { cell, ..QuiltOptions::default() };
            options.yardage.width_of_fabric = Length::from_mm(300.0 * 25.4).expect("a length");
            let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
            let scene = Scene::new(&plan);
            assert_eq!(scene.bed.map(|(name, ..)| name), bed, "{cell}");
            let mut canvas = Canvas::new("scene", Medium::Print, 100.0, scene.height(100.0));
            let whole = canvas.bounds();
            scene.draw(&mut canvas, whole);
            canvas.finish().expect("all of it is in the picture");
        }
    }
}
