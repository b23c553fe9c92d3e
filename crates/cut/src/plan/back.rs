//! Plans the other side of sheets: what is written on the back of the pieces, and the crosses that align both
//! sides.
//!
//! A sheet is turned over like a page, left edge to the right, and put back at the same place, so the back is
//! mirrored about the vertical line through the middle of the stock. The back is run first, while the sheet
//! is whole. Both sides have the same three crosses, cut through the margin, where they are seen from both
//! sides. Two of them are at the same place on both sides; the third is left on the front and right on the
//! back, so that a sheet that was turned any other way is noticed.

use super::sheet::{BackSide, ToolLine};
use super::{CutPlan, Offcut};
use crate::{CutOptions, Line};
use piecework_draw::geometry::{Bounds, Dimensions, Point, Stretch};

/// The back of the sheets in numbers.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BackSummary {
    /// How many sheets have something on their back.
    pub sheets: usize,
    /// The distance of the line about which the sheets are turned over from their left edge, in mm.
    pub axis_mm: f64,
}

/// Turns the backs of all sheets over, and adds the crosses; `None` if no sheet has anything on its back.
pub(super) fn turn_over(plan: &mut CutPlan, options: &CutOptions) -> Option<BackSummary> {
    let stock = plan.summary.stock_mm;
    let at = options.bed.margin + CutOptions::CROSS / 2.0;
    let front = crosses(at, stock);
    let over = |point: Point| Point { x: stock.width - point.x, ..point };
    let mut sheets = 0;
    for sheet in &mut plan.sheets {
        let Some(back) = &mut sheet.back else { continue };
        sheets += 1;
        back.turn_over(over);
        let led = |line: ToolLine| {
            options.line.tool.finish(Line::open(&line.stretches().collect::<Vec<Stretch>>())).into()
        };
        back.crosses = front.iter().map(|line| led(line.mapped(over))).collect();
        sheet.crosses = front.iter().cloned().map(led).collect();
    }
    // The crosses are cut through the corners of sheets, where offcuts are.
    let crosses: Vec<Bounds> = front
        .chunks(2)
        .filter_map(|cross| Bounds::around(cross.iter().flat_map(|line| line.points.clone())))
        .collect();
    let beside = |offcut: &Offcut| match plan.sheets[offcut.sheet - 1].back {
        Some(_) => offcut.beside(&crosses, options.stock().gap),
        None => Some(*offcut),
    };
    plan.summary.offcuts = plan.summary.offcuts.iter().filter_map(beside).collect();
    (sheets > 0).then_some(BackSummary { sheets, axis_mm: stock.width / 2.0 })
}

/// Returns the crosses of the front: at the top left, the top right and the bottom left, `at` mm from the
/// edges.
fn crosses(at: f64, Dimensions { width, height }: Dimensions) -> Vec<ToolLine> {
    let centers = [(at, at), (width - at, at), (at, height - at)].map(|(x, y)| Point { x, y });
    let half = CutOptions::CROSS / 2.0;
    let line = |from: Point, to: Point| ToolLine::straight(vec![from, to], false);
    let cross = |c: Point| {
        [line(c.moved(-half, 0.0), c.moved(half, 0.0)), line(c.moved(0.0, -half), c.moved(0.0, half))]
    };
    centers.into_iter().flat_map(cross).collect()
}

impl BackSide {
    /// Moves everything by a reflection; words stay legible at their place.
    fn turn_over(&mut self, over: impl Fn(Point) -> Point + Copy) {
        self.engravings.iter_mut().flatten().for_each(|line| *line = line.mapped(over));
        self.labels.iter_mut().for_each(|label| label.at = over(label.at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engraving, KnobOptions, KnobStyle, LineOptions, Lines, machine, plan};
    use piecework_draw::geometry::{Outline, Ring};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn planned(lattice: Lattice, rows: &str, set: impl Fn(&mut CutOptions)) -> CutPlan {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let bed = machine("generic").expect("embedded").bed;
        let mut options = CutOptions { kerf: 0.2, ..CutOptions::new(40.0, bed) };
        set(&mut options);
        plan(&tiling, &options).expect("a plan")
    }

    /// The middle of a line's points.
    fn middle(lines: &[ToolLine]) -> Point {
        let points: Vec<Point> = lines.iter().flat_map(|line| line.points.clone()).collect();
        let count = points.len() as f64;
        let sum = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
        Point { x: sum.0 / count, y: sum.1 / count }
    }

    /// Turned over, every mark of the back is at the same place of its piece as on the front, and every cross
    /// on a cross.
    #[test]
    fn the_back_turned_over_agrees_with_the_front() {
        let knobs = Some(KnobOptions { style: KnobStyle::Jigsaw, seed: 1 });
        for (lattice, rows) in [
            (Lattice::Square, "AAAB\nAABB"),
            (Lattice::Hex, "A A B\n A B B\n"),
            (Lattice::Triangle, "AAAABBBB"),
        ] {
            for (what, knobs, lines) in [
                (Engraving::Number, None, Lines::Separate),
                (Engraving::Name, knobs, Lines::Auto),
                (Engraving::Solution, None, Lines::Shared),
                (Engraving::Braille, None, Lines::Auto),
            ] {
                let plan = planned(lattice, rows, |options| {
                    (options.engraving, options.back) = (what, Some(what));
                    options.line = LineOptions { knobs, lines, ..LineOptions::default() };
                });
                let back = plan.summary.back.expect("a back");
                assert_eq!(back.axis_mm, plan.summary.stock_mm.width / 2.0);
                let over = |point: Point| Point { x: 2.0 * back.axis_mm - point.x, ..point };
                let sheet = &plan.sheets[0];
                let turned = sheet.back.as_ref().expect("a back");
                assert!(!turned.labels.is_empty() || !turned.engravings.is_empty(), "{what:?}");
                for (front, back) in sheet.labels.iter().zip(&turned.labels) {
                    assert!(front.at.distance(over(back.at)) < 1e-6 && front.words == back.words);
                }
                assert_eq!(sheet.engravings.len(), turned.engravings.len());
                for (front, back) in sheet.engravings.iter().zip(&turned.engravings) {
                    // Dots of braille are mirrored in their box; another test is about them.
                    let apart = middle(front).distance(over(middle(back)));
                    assert!(what == Engraving::Braille || apart < 1e-6, "{what:?}: {apart}");
                }
                assert_eq!((sheet.crosses.len(), turned.crosses.len()), (6, 6));
                for (front, back) in sheet.crosses.iter().zip(&turned.crosses) {
                    for (front, back) in front.points.iter().zip(&back.points) {
                        assert!(front.distance(over(*back)) < 1e-6);
                    }
                }
            }
        }
    }

    /// Pieces are nowhere near the crosses, whatever is cut on the sheet.
    #[test]
    fn crosses_are_outside_of_all_pieces_and_only_two_stay_in_place() {
        for lines in [Lines::Shared, Lines::Separate] {
            let plan = planned(Lattice::Square, "AAAB\nAABB", |options| {
                options.back = Some(Engraving::Number);
                options.line.lines = lines;
            });
            let sheet = &plan.sheets[0];
            let points = sheet.cuts.iter().flat_map(|cut| &cut.lines).flat_map(|line| &line.points);
            let least = points.fold(f64::INFINITY, |least, point| least.min(point.x).min(point.y));
            let reach =
                sheet.crosses[..2].iter().flat_map(|line| &line.points).map(|point| point.x.max(point.y));
            assert!(reach.fold(0.0, f64::max) < least, "{lines:?}");
            let centers = |lines: &[ToolLine]| -> Vec<Point> { lines.chunks(2).map(middle).collect() };
            let (front, back) =
                (centers(&sheet.crosses), centers(&sheet.back.as_ref().expect("a back").crosses));
            let same = front.iter().filter(|one| back.iter().any(|other| one.distance(*other) < 1e-9));
            assert_eq!(same.count(), 2);
        }
    }

    /// Braille must be read from the left on both sides: the sign before the number comes first.
    #[test]
    fn braille_is_legible_on_the_back_and_inside_the_mirrored_piece() {
        let plan = planned(Lattice::Square, "AAAAB\nBBBBB", |options| {
            (options.engraving, options.back) = (Engraving::Braille, Some(Engraving::Braille));
        });
        let sheet = &plan.sheets[0];
        let turned = sheet.back.as_ref().expect("a back");
        let width = plan.summary.stock_mm.width;
        for ((front, back), outline) in sheet.engravings.iter().zip(&turned.engravings).zip(&sheet.outlines) {
            let dots = |lines: &[ToolLine]| -> Vec<Point> {
                let center = |line: &ToolLine| middle(std::slice::from_ref(line));
                lines.iter().map(center).collect()
            };
            // The same dots, only moved and turned: all distances are equal, and so is the sense of three
            // dots.
            let (front, back) = (dots(front), dots(back));
            for (a, b) in [(0, 1), (0, 3), (1, 3), (0, 4)] {
                assert!((front[a].distance(front[b]) - back[a].distance(back[b])).abs() < 1e-6);
            }
            let sense =
                |p: &[Point]| (p[1].x - p[0].x) * (p[4].y - p[0].y) - (p[1].y - p[0].y) * (p[4].x - p[0].x);
            assert!((sense(&front) - sense(&back)).abs() < 1e-6, "mirrored braille is other braille");
            let ring = outline.rings[0].points.iter().map(|point| Point { x: width - point.x, ..*point });
            let piece = Outline::new(Ring::new(ring.collect()).expect("a ring").reversed(), Vec::new());
            let piece = piece.expect("an outline");
            assert!(back.iter().all(|&dot| piece.contains(dot)));
        }
    }
}
