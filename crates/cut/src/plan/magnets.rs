//! Plans pockets for round magnets: one in each piece, under the middle of one of its cells, and one under each cell of the
//! board, so that a piece is held wherever it lies.

use super::base;
use super::engraving::circle;
use super::sheet::ToolLine;
use crate::{CutError, CutOptions, LineError, Magnets, TrayOptions};
use piecework_draw::geometry::{Outline, Patch, Patchwork, Point};
use piecework_tiling::tiling::Tiling;

/// What stays of a piece beside a pocket, in mm: less breaks.
const WALL: f64 = 1.0;
/// How far a number reaches from its middle, in mm.
const NUMBER: f64 = 4.0;
/// What stays above a pocket from a 3D printer, in mm: three layers.
const SKIN: f64 = 0.6;
/// How much wider and deeper a printed pocket is than its magnet, in mm; chosen by eye.
const PLAY: f64 = 0.2;

/// Where the pocket of each piece is, from the top left of the box around its outline; none without magnets.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Pockets(Vec<Point>);

impl Pockets {
    /// Places them in the pieces of a tiling, in the cell that has most room, and of these in the one nearest to the middle
    /// that is clear of the number.
    ///
    /// # Errors
    /// [`LineError::MagnetTooWide`] for the first piece that has no room, [`LineError::MagnetTooThick`].
    pub(super) fn new(
        tiling: &Tiling,
        patchwork: &Patchwork,
        options: &CutOptions,
    ) -> Result<Self, CutError> {
        let Some(magnets) = options.magnets else { return Ok(Self::default()) };
        let (whole, board) = (base::whole(tiling, options)?, tiling.board().whole());
        let place = |(number, patch): (usize, &Patch)| {
            let label = patch.outline().label().at;
            let cells = tiling.placements()[patch.placement()].cells.iter();
            let middles = cells.filter_map(|&cell| whole.patches().get(board.index_of(cell)?));
            let middles = middles.map(Patch::label_point);
            // Rounded, so that what is equal but for rounding is.
            let order = |at: &Point| {
                let round = |mm: f64| (mm * 1e3).round();
                let is_over = options.labels && at.distance(label) < magnets.diameter / 2.0 + NUMBER;
                (round(patch.outline().distance(*at)), is_over, round(at.distance(label)))
            };
            let best = middles.min_by(|a, b| {
                let (a, b) = (order(a), order(b));
                b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2))
            });
            let at = best.unwrap_or(label);
            let loss = options.line.fit.unwrap_or(options.kerf) / 2.0;
            let largest = 2.0 * (patch.outline().distance(at) - loss - WALL);
            if magnets.diameter > largest + 1e-9 {
                let piece = format!("{number} {}", patch.name());
                return Err(LineError::MagnetTooWide { piece, found: magnets.diameter, largest }.into());
            }
            let bounds = patch.outline().bounds();
            Ok(at.moved(-bounds.left, -bounds.top))
        };
        let pockets = (1..).zip(patchwork.patches()).map(place).collect::<Result<_, CutError>>()?;
        magnets.check_thickness(options)?;
        Ok(Self(pockets))
    }

    /// Returns the pocket of a piece, given its number and its finished outline.
    pub(super) fn of(&self, number: usize, finished: &Outline, options: &CutOptions) -> Option<ToolLine> {
        let (magnets, at, bounds) = (options.magnets?, self.0.get(number - 1)?, finished.bounds());
        Some(magnets.pocket(at.moved(bounds.left, bounds.top), options))
    }
}

impl Magnets {
    /// How deep a printed pocket is, in mm.
    pub(crate) fn depth(self) -> f64 {
        self.thickness + PLAY
    }

    /// Returns the line to cut around a pocket: the magnet is pressed into wood, and falls into plastic.
    fn pocket(self, at: Point, options: &CutOptions) -> ToolLine {
        let wider = if options.printed_pieces.is_some() { PLAY } else { -options.kerf };
        ToolLine { inner: true, ..circle(at, (self.diameter + wider) / 2.0) }
    }

    /// Returns the line around a pocket from a 3D printer.
    pub(super) fn printed_pocket(self, at: Point) -> ToolLine {
        circle(at, (self.diameter + PLAY) / 2.0)
    }

    /// Returns the pockets under the cells of a board.
    pub(super) fn under(self, whole: &Patchwork, options: &CutOptions) -> Vec<ToolLine> {
        whole.patches().iter().map(|cell| self.pocket(cell.label_point(), options)).collect()
    }

    /// Refuses pockets that leave nothing above them.
    fn check_thickness(self, options: &CutOptions) -> Result<(), LineError> {
        let Some(pieces) = options.printed_pieces else { return Ok(()) };
        // Numbers are a fifth of a piece deep.
        self.check_part("the pieces", "--thickness", pieces, (self.depth() + SKIN) / 0.8)?;
        let Some(printed) = options.tray.and_then(|tray| tray.printed) else { return Ok(()) };
        let needs = self.depth() + SKIN + (-printed.words.rise()).max(0.0);
        self.check_part("the floor", "--floor", printed.floor, needs)
    }

    /// Refuses a pocket in a printed part of this thickness that leaves nothing below it.
    pub(super) fn check_in(
        self,
        part: &'static str,
        option: &'static str,
        has: f64,
    ) -> Result<(), LineError> {
        self.check_part(part, option, has, self.depth() + SKIN)
    }

    fn check_part(
        self,
        part: &'static str,
        option: &'static str,
        has: f64,
        needs: f64,
    ) -> Result<(), LineError> {
        let needs = (needs * 10.0 - 1e-9).ceil() / 10.0;
        let error = LineError::MagnetTooThick { part, option, found: self.thickness, has, needs };
        if needs > has + 1e-9 { Err(error) } else { Ok(()) }
    }
}

impl TrayOptions {
    /// Refuses magnets that stand out of the sheets of frame and lid.
    pub(super) fn check_magnets(self) -> Result<(), LineError> {
        let Some(magnets) = self.lid_magnets else { return Ok(()) };
        let (found, most) = (magnets.thickness, self.thickness);
        if found > most + 1e-9 { Err(LineError::LidMagnetTooThick { found, most }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::cutting_time;
    use crate::{Dress, Engraving, LineOptions, Lines, machine, plan};
    use piecework_draw::geometry::Ring;
    use piecework_tiling::lattice::Lattice;

    fn options(lines: Lines, kerf: f64) -> CutOptions {
        let bed = machine("generic").expect("embedded").bed;
        CutOptions {
            kerf,
            magnets: Some(Magnets { diameter: 6.0, thickness: 2.0 }),
            tray: Some(TrayOptions::default()),
            line: LineOptions { lines, ..LineOptions::default() },
            ..CutOptions::new(14.0, bed)
        }
    }

    /// Every piece has one pocket, in its place on the sheet, with a wall around it; the backing has one for each cell.
    #[test]
    fn magnets_stay_inside_of_their_pieces() {
        for (lattice, rows, cells) in [
            (Lattice::Square, "AABB\nAABC\nDDCC\nDDDC", 16),
            (Lattice::Hex, "A A B\n A B B\n", 6),
            (Lattice::Square, "AAAAAAAA\nBBBBBBBB", 16),
        ] {
            let tiling = crate::support::tiling(lattice, rows);
            for kerf in [0.0, 0.2] {
                let plan = plan(&tiling, &options(Lines::Separate, kerf)).expect("a plan");
                let sheet = &plan.sheets[0];
                assert_eq!(sheet.pockets.len(), tiling.placements().len());
                for outline in &sheet.outlines {
                    let ring = Ring::new(outline.rings[0].points.clone()).expect("a ring");
                    let inside = |pocket: &&ToolLine| pocket.points.iter().all(|&at| ring.contains(at));
                    let own: Vec<_> = sheet.pockets.iter().filter(inside).collect();
                    let [pocket] = own.as_slice() else { panic!("one pocket in {outline:?}: {own:?}") };
                    for point in pocket.flattened(0.01) {
                        assert!(
                            ring.distance(point) >= WALL + kerf - 0.02,
                            "{kerf}: {}",
                            ring.distance(point)
                        );
                    }
                    assert!((pocket.length() / std::f64::consts::PI - (6.0 - kerf)).abs() < 1e-6);
                }
                let all = plan.sheets.iter().flat_map(|sheet| &sheet.cuts);
                let backing = all.clone().find(|cut| cut.name == "backing").expect("a backing");
                assert_eq!(backing.lines.len(), cells + 1);
            }
        }
    }

    /// Pieces that share lines have the same pockets, where their cells are.
    #[test]
    fn pockets_are_in_cells_of_pieces_that_share_lines() {
        let tiling = crate::support::tiling(Lattice::Square, "AABB\nAABC\nDDCC\nDDDC");
        let plan = plan(&tiling, &options(Lines::Shared, 0.0)).expect("a plan");
        let sheet = &plan.sheets[0];
        assert_eq!(sheet.pockets.len(), 4);
        let points = sheet.cuts.iter().filter(|cut| cut.name.is_empty()).flat_map(|cut| &cut.lines);
        let (left, top) = points
            .flat_map(|line| &line.points)
            .fold((f64::MAX, f64::MAX), |(x, y), point| (x.min(point.x), y.min(point.y)));
        for pocket in &sheet.pockets {
            let middle = pocket.points[0].middle(pocket.points[1]);
            for along in [middle.x - left, middle.y - top] {
                assert!(((along / 14.0).fract() - 0.5).abs() < 1e-6, "{middle:?} is no middle of a cell");
            }
        }
    }

    /// Numbers, braille and pictures keep away from what is cut out for a magnet, and pockets take their time.
    #[test]
    fn what_is_engraved_is_beside_the_pockets_and_they_are_counted() {
        for (lattice, rows, cell) in [
            (Lattice::Square, "AABB\nAABC\nDDCC\nDDDC", 20.0),
            (Lattice::Square, "BAC\nAAA\nDAE", 20.0),
            (Lattice::Triangle, "AAAABBBB", 40.0),
            (Lattice::Hex, "A A B\n A B B\n", 14.0),
        ] {
            let tiling = crate::support::tiling(lattice, rows);
            for engraving in [Engraving::Number, Engraving::Braille, Engraving::Solution] {
                for lines in [Lines::Separate, Lines::Shared] {
                    let magnets = Some(Magnets { diameter: 5.0, thickness: 2.0 });
                    let options = CutOptions { cell, engraving, magnets, tray: None, ..options(lines, 0.0) };
                    let planned = plan(&tiling, &options).expect("a plan");
                    let sheet = &planned.sheets[0];
                    let strokes = sheet.labels.iter().flat_map(crate::plan::PieceLabel::strokes);
                    let lines = sheet.engravings.iter().flatten().map(|line| line.flattened(0.01));
                    let all: Vec<Vec<Point>> = strokes.chain(lines).collect();
                    assert!(!all.is_empty(), "{lattice} {engraving:?}");
                    for pocket in &sheet.pockets {
                        let middle = pocket.points[0].middle(pocket.points[1]);
                        for at in all.iter().flatten() {
                            assert!(at.distance(middle) > 2.5, "{lattice} {engraving:?}: {at:?} {middle:?}");
                        }
                    }
                    let none = plan(&tiling, &CutOptions { magnets: None, ..options }).expect("a plan");
                    let (with, without) = (&planned.summary, &none.summary);
                    let around = 5.0 * std::f64::consts::PI * sheet.pockets.len() as f64;
                    for (with, without) in [
                        (with.cut_length_mm, without.cut_length_mm),
                        (with.run_length_mm, without.run_length_mm),
                        (with.least.cut_length_mm, without.least.cut_length_mm),
                    ] {
                        assert!((with - without - around).abs() < 1e-6, "{with} {without}");
                    }
                    assert_eq!(with.pen_downs - without.pen_downs, sheet.pockets.len());
                    let (grbl, dress) = (machine("grbl").expect("embedded"), Dress::default());
                    let time = |plan: &crate::CutPlan| {
                        let silent = crate::CutSheet {
                            labels: Vec::new(),
                            engravings: Vec::new(),
                            ..plan.sheets[0].clone()
                        };
                        let plan = crate::CutPlan { sheets: vec![silent], ..plan.clone() };
                        cutting_time(&plan, &grbl, &dress).expect("a time")
                    };
                    assert!(time(&planned) - time(&none) > around / 600.0 * 60.0, "at 600 mm/min");
                }
            }
        }
    }

    #[test]
    fn magnets_without_room_are_refused_with_the_piece() {
        let tiling = crate::support::tiling(Lattice::Square, "AABB\nAABC\nDDCC\nDDDC");
        let refused = |change: fn(&mut CutOptions)| {
            let mut options = options(Lines::Separate, 0.2);
            change(&mut options);
            let options = if options.printed_pieces.is_some() { options.for_solids() } else { options };
            plan(&tiling, &options).unwrap_err().to_string()
        };
        let wide = refused(|options| options.cell = 7.0);
        assert!(wide.contains("piece `1 ") && wide.contains("at most 4.8 mm"), "{wide}");
        let thick = refused(|options| options.printed_pieces = Some(3.0));
        assert!(thick.contains("--thickness` must be at least 3.5 mm"), "{thick}");
        let floor = refused(|options| options.printed_pieces = Some(4.0));
        assert!(floor.contains("--floor` must be at least 2.8"), "{floor}");
    }
}
