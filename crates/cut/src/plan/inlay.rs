//! Plans an inlay: a plate with a socket for the whole design, and the pieces of every material as plugs that
//! fill it.
//!
//! A plug is cut `d = (kerf - fit) / 2` outside its piece, and the socket as far inside the board, so that
//! after cutting exactly the clearance is between plugs, and between plugs and plate. A hole of the board
//! becomes an island of the plate, which is a plug too. Plugs may be mirrored, to be cut from the back: edges
//! that slant, as a beam leaves them, then match those of the socket.

use super::division::{Group, SheetUse};
use super::placed::{Motion, laid_out, part_lines};
use super::sheet::{CutSheet, Measuring, Planned, PlannedCut};
use crate::{CutError, CutOptions, InlayOptions, LineError, ToolPath};
use piecework_draw::geometry::{Outline, Patchwork, Point, Ring};
use piecework_draw::layout::{Part, nest_outlines};

/// The least width of the plate beside the design, in mm; chosen by eye.
const LEAST_RIM: f64 = 10.0;

/// Returns the plate, without its socket.
pub(super) fn plate(patchwork: &Patchwork, options: &CutOptions) -> Result<Outline, CutError> {
    let rim = LEAST_RIM.max(options.cell / 2.0);
    let bounds = patchwork.bounds().inset(-rim);
    let plate = Outline::rectangle(bounds.width(), bounds.height())?.moved(bounds.left, bounds.top);
    Ok(plate.with_allowance(options.kerf / 2.0, "plate")?)
}

/// An inlay in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct InlaySummary {
    /// The number of the first sheet with plates, from 1; each set has one.
    pub plate: usize,
    /// How many sockets the plate has.
    pub sockets: usize,
    /// How many plugs fill them.
    pub plugs: usize,
    /// Whether plugs are mirrored.
    pub mirrored: bool,
}

/// Mirrors the plugs if that is asked for, and adds the plate of each set on sheets after them.
pub(super) fn plan(
    title: &str,
    patchwork: &Patchwork,
    (options, inlay): (&CutOptions, InlayOptions),
    planned: &mut Planned,
) -> Result<InlaySummary, CutError> {
    let stock = options.stock();
    if inlay.mirrored {
        planned.sheets.iter_mut().for_each(|sheet| sheet.mirror(stock.width));
    }
    let sockets = sockets(patchwork, options)?;
    let part = Part::new("plate".to_owned(), plate(patchwork, options)?, Vec::new())?;
    let plates = vec![part; options.copies];
    let laid = nest_outlines(&plates, &stock, &[90], &options.stop)?;
    let first = planned.sheets.len() + 1;
    for sheet in &laid {
        let name = Group::default().name(planned.sheets.len() + 1);
        let cut = |placed| cut_plate(laid_out(&plates[0], placed), &sockets, &options.line.tool, planned);
        let cuts = sheet.placed.iter().map(cut).collect::<Result<Vec<PlannedCut>, _>>()?;
        let area = plates[0].outline().area() - sockets.iter().map(Outline::area).sum::<f64>();
        let area = area * cuts.len() as f64;
        planned.uses.push(SheetUse::new(name.clone(), None, [], area, stock.usable()?));
        let title = format!("{title}, {}", if cuts.len() == 1 { "plate" } else { "plates" });
        planned.sheets.push(CutSheet { name, title, cuts, ..CutSheet::default() });
    }
    let plugs = patchwork.patches().len();
    Ok(InlaySummary { plate: first, sockets: sockets.len(), plugs, mirrored: inlay.mirrored })
}

/// Returns the lines of a plate that lies on a sheet, and measures them.
fn cut_plate(
    (outline, motion): (Outline, Motion),
    sockets: &[Outline],
    tool: &ToolPath,
    planned: &mut Planned,
) -> Result<PlannedCut, CutError> {
    // Islands are cut while the waste around them is still held.
    let rings = sockets.iter().flat_map(|socket| socket.holes().iter().chain([socket.outer()]));
    let on_sheet = |ring: &Ring| ring.points().iter().map(|&at| motion.of(at)).collect::<Vec<Point>>();
    let inner = rings.map(|ring| (on_sheet(ring), true));
    let outer = [(outline.outer().points().to_vec(), false)];
    let mut found = Measuring::default();
    let lines = part_lines(inner.chain(outer), "plate", tool, &mut found)?;
    planned.found.add(&found.measures);
    planned.least.add(&found.measures);
    planned.run_mm += found.run_mm;
    Ok(PlannedCut { name: "plate".to_owned(), lines })
}

/// Returns the cut lines of the sockets, in the coordinates of the design.
fn sockets(patchwork: &Patchwork, options: &CutOptions) -> Result<Vec<Outline>, CutError> {
    let inside = options.outset();
    if inside < 0.0 && patchwork.board().len() > 1 {
        let fit = options.line.fit.unwrap_or(0.0);
        return Err(LineError::LooseInlay { fit, kerf: options.kerf }.into());
    }
    let socket = |(number, board): (usize, &Outline)| -> Result<Outline, CutError> {
        Ok(board.with_allowance(-inside, &format!("socket {number}"))?)
    };
    (1..).zip(patchwork.board()).map(socket).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::ToolLine;
    use crate::{CutPlan, LineOptions, Lines, machine, plan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::Tiling;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn tiling(rows: &str) -> Tiling {
        let grids = read_letter_grids(Lattice::Square, rows, &Limits::default()).expect("letters");
        infer_from_grid("test", &grids[0]).expect("a tiling")
    }

    fn inlay(rows: &str, kerf: f64, fit: f64, mirrored: bool) -> Result<CutPlan, CutError> {
        let line = LineOptions { lines: Lines::Separate, fit: Some(fit), ..LineOptions::default() };
        let inlay = Some(InlayOptions { mirrored });
        let bed = machine("generic").expect("embedded").bed;
        plan(&tiling(rows), &CutOptions { kerf, line, inlay, ..CutOptions::new(20.0, bed) })
    }

    /// What is left of a plug, or open in the plate, once the beam has taken its kerf.
    fn after_cutting(line: &ToolLine, removed: f64) -> Outline {
        let ring = Ring::new(line.points.clone()).expect("a ring");
        let outline = Outline::new(ring, Vec::new()).expect("an outline");
        outline.with_allowance(removed, "test").expect("room")
    }

    /// A plug as large as the board, with bays on two sides: between it and the plate there is the clearance,
    /// everywhere.
    #[test]
    fn socket_and_plug_are_apart_by_exactly_the_clearance() {
        for (kerf, fit) in [(0.2, 0.0), (0.2, 0.05), (0.1, 0.3), (0.0, 0.15)] {
            let plan = inlay("AA..\nAAAA\n.A.A", kerf, fit, false).expect("a plan");
            let [plug, plate] = &plan.sheets[..] else { panic!("two sheets") };
            let socket = after_cutting(&plate.cuts[0].lines[0], kerf / 2.0).at_origin();
            let plug = after_cutting(&plug.cuts[0].lines[0], -kerf / 2.0).at_origin().moved(fit, fit);
            for corner in plug.outer().points() {
                assert!(fit == 0.0 || socket.contains(*corner), "{corner:?} is outside");
            }
            let gaps = plug.outer().points().iter().map(|&corner| socket.distance(corner));
            // Inside corners of the plug are farther away from those of the socket, by the diagonal.
            let least = gaps.fold(f64::INFINITY, f64::min);
            assert!((least - fit).abs() < 2e-6, "{least} for a clearance of {fit} and a kerf of {kerf}");
            let ring = socket.area() - plug.area();
            let (perimeter, turns) = (16.0 * 20.0, 4.0);
            assert!((ring - (perimeter * fit)).abs() < turns * fit * fit + 1e-3, "{ring} mm² between them");
        }
    }

    /// The waste of a socket is held by tabs like that of a piece with a hole, so that it cannot tip into the
    /// machine.
    #[test]
    fn tabs_hold_the_plate_and_the_waste_of_its_socket() {
        let mut options = CutOptions::new(20.0, machine("generic").expect("embedded").bed);
        (options.inlay, options.line.lines) = (Some(InlayOptions::default()), Lines::Separate);
        let lines = |options: &CutOptions| {
            let plan = plan(&tiling("AAB\nABB"), options).expect("a plan");
            plan.sheets[1].cuts[0].lines.clone()
        };
        assert_eq!(lines(&options).iter().filter(|line| line.closed).count(), 2);
        (options.line.tool.tabs, options.line.tool.tab_width) = (3, 1.0);
        let held = lines(&options);
        assert!(held.iter().all(|line| !line.closed));
        assert_eq!(held.iter().filter(|line| line.inner).count(), 3);
        assert_eq!(held.len(), 3 + 3);
    }

    /// The base and the lid of a tray are as large as the plate, which is its frame, and are not mirrored
    /// with the plugs.
    #[test]
    fn an_inlay_in_a_tray_has_the_plate_for_its_frame() {
        let mut options =
            CutOptions { kerf: 0.2, ..CutOptions::new(20.0, machine("generic").expect("embedded").bed) };
        options.line.lines = Lines::Separate;
        (options.tray, options.lid) = (Some(crate::TrayOptions::default()), crate::LidPicture::Solution);
        let plan_of = |mirrored| {
            let inlay = Some(InlayOptions { mirrored });
            plan(&tiling("AAB\nABB"), &CutOptions { inlay, ..options.clone() }).expect("a plan")
        };
        let plans = [false, true].map(plan_of);
        let [_, plate, tray] = &plans[0].sheets[..] else { panic!("three sheets") };
        let names: Vec<&str> = tray.cuts.iter().map(|cut| cut.name.as_str()).collect();
        assert_eq!(names, ["base", "lid"]);
        let size = |line: &ToolLine| Ring::new(line.points.clone()).expect("a ring").area().abs();
        let rim = plate.cuts[0].lines.last().expect("a rim");
        assert!(tray.cuts.iter().all(|cut| (size(&cut.lines[0]) - size(rim)).abs() < 1e-6));
        assert_eq!(plans[0].sheets[1..], plans[1].sheets[1..]);
    }

    /// Knobs are between plugs only; the socket has the straight edges of the board.
    #[test]
    fn plugs_may_have_knobs() {
        let mut options =
            CutOptions { kerf: 0.2, ..CutOptions::new(20.0, machine("generic").expect("embedded").bed) };
        (options.inlay, options.line.lines) = (Some(InlayOptions::default()), Lines::Separate);
        options.line.knobs = Some(crate::KnobOptions { style: crate::KnobStyle::Jigsaw, seed: 1 });
        let plan = plan(&tiling("AAB\nABB"), &options).expect("a plan");
        let arcs = |sheet: &CutSheet| {
            let lines = sheet.cuts.iter().flat_map(|cut| &cut.lines);
            lines.filter(|line| !line.middles.is_empty()).count()
        };
        assert_eq!((arcs(&plan.sheets[0]), arcs(&plan.sheets[1])), (2, 0));
    }

    #[test]
    fn mirrored_plugs_are_mirror_images_on_the_same_sheet() {
        let rows = "AAB\nABB";
        let plans = [false, true].map(|mirrored| inlay(rows, 0.2, 0.0, mirrored).expect("a plan"));
        let width = plans[0].summary.stock_mm.width;
        let [plain, mirrored] = plans.each_ref().map(|plan| &plan.sheets[0]);
        for (one, other) in plain.cuts.iter().zip(&mirrored.cuts) {
            for (one, other) in one.lines[0].points.iter().zip(&other.lines[0].points) {
                assert!((one.x + other.x - width).abs() < 1e-9 && (one.y - other.y).abs() < 1e-9);
            }
        }
        assert_eq!(plans[0].sheets[1], plans[1].sheets[1], "the plate is seen from the front");
        assert_eq!(plans[1].summary.inlay.map(|inlay| (inlay.plate, inlay.plugs)), Some((2, 2)));
    }

    #[test]
    fn sockets_that_would_meet_at_a_corner_are_refused() {
        let rows = "AAB\nA.B\n..B\nCC.";
        let loose = inlay(rows, 0.1, 0.3, false).expect_err("they meet");
        assert!(matches!(loose, CutError::Lines(LineError::LooseInlay { .. })), "{loose}");
        assert_eq!(
            inlay(rows, 0.3, 0.1, false).expect("a plan").summary.inlay.map(|inlay| inlay.sockets),
            Some(2)
        );
    }
}
