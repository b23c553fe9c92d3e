//! Plans the quilting as one line that is sewn without a break, for long-arm machines.
//!
//! Each way to quilt gives a net of lines; [`Net::in_one_line`] walks all of it. What it sews only to get on is as
//! short as a greedy choice makes it.

mod net;

use super::design::Design;
use super::finish::Quilting;
use piecework_draw::geometry::{GeometryError, Join, Outline, Point, Ring};

use net::Net;

/// The quilting of a top as one line.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct QuiltingLine {
    /// How it is quilted.
    pub way: Quilting,
    /// How long the line is, in mm.
    pub length_mm: f64,
    /// How much of that is sewn only to get on: over lines that are sewn already, and across seams, in mm.
    pub travel_mm: f64,
    /// Its points, in mm from the upper left corner of the top without borders.
    #[serde(skip)]
    pub points: Vec<Point>,
}

/// How far an echo is from the seams at most, in mm, and as a share of a cell.
///
/// # Source
/// 3/8 in clears a seam allowance of a quarter inch that is pressed to this side; chosen by eye, as is the share.
const ECHO: (f64, f64) = (9.525, 0.2);

/// How far an echo is from the seams with cells of this edge; both in mm.
pub(crate) fn echo_distance(cell: f64) -> f64 {
    ECHO.0.min(cell * ECHO.1)
}

impl QuiltingLine {
    /// Plans the line of a top.
    ///
    /// # Errors
    /// [`GeometryError`] of outlines that cannot be moved inward.
    pub(super) fn new(design: &Design, way: Quilting) -> Result<Self, GeometryError> {
        let net = match way {
            Quilting::Ditch => ditch(design)?,
            Quilting::Grid => grid(design)?,
            Quilting::Echo => echo(design)?,
        };
        let (points, travel_mm) = net.in_one_line();
        let length_mm = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        Ok(Self { way, length_mm, travel_mm, points })
    }
}

fn ditch(design: &Design) -> Result<Net, GeometryError> {
    let mut net = Net::default();
    if design.extent() != design.patchwork.bounds() {
        let outlines = design.finished_outlines()?.concat();
        let edges =
            outlines.iter().flat_map(Outline::rings).flat_map(|ring| ring.edges().collect::<Vec<_>>());
        edges.for_each(|(from, to)| net.line(from, to));
        return Ok(net);
    }
    for edge in design.patchwork.edges() {
        let (from, to) = design.patchwork.ends(edge);
        net.line(from, to);
    }
    Ok(net)
}

/// Lines over the whole top, and its outline to get from one to the next.
fn grid(design: &Design) -> Result<Net, GeometryError> {
    let bounds = design.extent();
    let is_rectangle = !design.fillers().is_empty() || bounds != design.patchwork.bounds();
    let around = [(bounds.left, bounds.top), (bounds.right, bounds.top), (bounds.right, bounds.bottom)];
    let around = around.into_iter().chain([(bounds.left, bounds.bottom)]);
    let board = if is_rectangle {
        vec![Outline::new(Ring::new(around.map(|(x, y)| Point { x, y }).collect())?, Vec::new())?]
    } else {
        design.patchwork.board().to_vec()
    };
    let edges: Vec<(Point, Point)> =
        board.iter().flat_map(Outline::rings).flat_map(|ring| ring.edges().collect::<Vec<_>>()).collect();
    let step = design.options.cell;
    // Where each line crosses an edge; half a step off, so that none meets a corner of a grid of squares.
    let mut on_edge: Vec<Vec<(f64, Point)>> = vec![Vec::new(); edges.len()];
    let mut net = Net::default();
    for slant in [1.0, -1.0] {
        let place = |at: Point| (at.x - bounds.left + slant * (at.y - bounds.top)) / step - 0.5;
        let corners =
            [bounds.left, bounds.right].map(|x| [bounds.top, bounds.bottom].map(|y| Point { x, y }));
        let reach = || corners.iter().flatten().map(|&at| place(at));
        let (first, last) =
            (reach().fold(f64::INFINITY, f64::min), reach().fold(f64::NEG_INFINITY, f64::max));
        let mut line = first.ceil();
        while line <= last {
            let mut crossings: Vec<Point> = Vec::new();
            for (edge, &(from, to)) in edges.iter().enumerate() {
                let (a, b) = (place(from) - line, place(to) - line);
                if (a < 0.0) != (b < 0.0) {
                    let share = a / (a - b);
                    let at = from.moved((to.x - from.x) * share, (to.y - from.y) * share);
                    on_edge[edge].push((share, at));
                    crossings.push(at);
                }
            }
            crossings.sort_by(|a, b| a.y.total_cmp(&b.y));
            crossings.chunks_exact(2).for_each(|ends| net.line(ends[0], ends[1]));
            line += 1.0;
        }
    }
    for (&(from, to), mut crossed) in edges.iter().zip(on_edge) {
        crossed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let stops: Vec<Point> =
            [from].into_iter().chain(crossed.into_iter().map(|(_, at)| at)).chain([to]).collect();
        stops.windows(2).for_each(|ends| net.line(ends[0], ends[1]));
    }
    Ok(net)
}

/// Rings inside of each patch and filler, and short ways across the seams between them.
fn echo(design: &Design) -> Result<Net, GeometryError> {
    let distance = echo_distance(design.options.cell);
    let patches = design.finished_outlines()?.concat();
    let outlines = patches.iter().chain(design.fillers().iter().map(|filler| &filler.outline));
    let mut rings: Vec<Vec<Point>> = Vec::new();
    for outline in outlines {
        match outline.offset(-distance, Join::MITRE) {
            Ok(inner) => {
                let all = inner.iter().flat_map(|outline| outline.rings());
                rings.extend(all.map(|ring| ring.points().to_vec()));
            }
            // A filler that is too narrow for an echo gets none.
            Err(GeometryError::Vanished { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    // Rings that meet at corners of patches are three times as far apart at most.
    Ok(Net::of_rings(rings, distance * 3.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::options::QuiltOptions;
    use crate::plan::{EdgeFinish, QuiltPlan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn line(lattice: Lattice, rows: &str, way: Quilting, fill: bool) -> (QuiltPlan, QuiltingLine) {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        let edge = if fill { EdgeFinish::Fillers } else { EdgeFinish::Binding };
        let options = QuiltOptions { quilting: Some(way), edge, ..QuiltOptions::default() };
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        let line = plan.quilting.clone().expect("a line");
        (plan, line)
    }

    /// How often a line runs over the whole of a stretch.
    fn runs_over(line: &QuiltingLine, from: Point, to: Point) -> usize {
        let on = |a: Point, b: Point, at: Point| a.distance(at) + at.distance(b) - a.distance(b) < 1e-6;
        line.points.windows(2).filter(|of| on(of[0], of[1], from) && on(of[0], of[1], to)).count()
    }

    const BOARDS: [(Lattice, &str, bool); 6] = [
        (Lattice::Square, "AAB\nABB", false),
        (Lattice::Square, "AAAA\nABBA\nACCA\nAAAA", false),
        (Lattice::Square, "AAAAA\nBBBBB\nCCCCC", false),
        (Lattice::Hex, "A A B B\n C C C B\nD D D D", false),
        (Lattice::Hex, "A A B B\n C C C B\nD D D D", true),
        (Lattice::Triangle, "AABBC\nADDCC", false),
    ];

    #[test]
    fn every_seam_is_quilted_in_one_line() {
        for (lattice, rows, fill) in BOARDS {
            let (plan, line) = line(lattice, rows, Quilting::Ditch, fill);
            let patchwork = &plan.design.patchwork;
            for edge in patchwork.edges() {
                let (from, to) = patchwork.ends(edge);
                assert!(runs_over(&line, from, to) >= 1, "{rows}: {edge:?}");
            }
            let once: f64 = patchwork.edges().iter().map(|edge| edge.length).sum();
            assert!((line.length_mm - line.travel_mm - once).abs() < 1e-6 * once, "{rows}: {line:?}");
            assert!(line.travel_mm < once * 0.5, "{rows}: {} of {once} again", line.travel_mm);
        }
    }

    #[test]
    fn an_echo_stays_inside_of_patches_but_for_short_ways_across_seams() {
        for (lattice, rows, fill) in BOARDS {
            let (plan, line) = line(lattice, rows, Quilting::Echo, fill);
            let (design, distance) = (&plan.design, echo_distance(plan.options().cell));
            let patches = design.patchwork.patches().iter().map(|patch| patch.outline());
            let outlines: Vec<_> =
                patches.chain(design.fillers().iter().map(|filler| &filler.outline)).collect();
            let mut rings = 0.0;
            for outline in &outlines {
                for inner in outline.offset(-distance, Join::MITRE).unwrap_or_default() {
                    rings += inner.perimeter();
                    for (from, to) in inner.rings().flat_map(|ring| ring.edges().collect::<Vec<_>>()) {
                        // A way across may begin in the middle of a side.
                        let middle = from.moved((to.x - from.x) * 0.37, (to.y - from.y) * 0.37);
                        assert!(runs_over(&line, middle, middle) >= 1, "{rows}: {from:?} to {to:?}");
                    }
                }
            }
            assert!(
                (line.length_mm - rings - line.travel_mm).abs() < 1e-6 * rings,
                "{rows}: {rings} {line:?}"
            );
            // The way from the outside of a ring to its inside is there and back, at most a cell wide.
            let holes: usize = outlines.iter().map(|outline| outline.holes().len()).sum();
            let across = (outlines.len() - 1) as f64 * 4.0 * distance * 1.2;
            let most = across + holes as f64 * 2.0 * plan.options().cell;
            assert!(line.travel_mm <= most, "{rows}: {} of {most}", line.travel_mm);
        }
    }

    #[test]
    fn a_grid_stays_on_the_top_and_covers_it() {
        for (lattice, rows, fill) in BOARDS {
            let (plan, line) = line(lattice, rows, Quilting::Grid, fill);
            let bounds = plan.design.patchwork.bounds();
            for at in &line.points {
                let (x, y) = (at.x + bounds.left, at.y + bounds.top);
                let (wide, high) = (x > bounds.left - 1e-6 && x < bounds.right + 1e-6, y > bounds.top - 1e-6);
                assert!(wide && high && y < bounds.bottom + 1e-6, "{rows}: {at:?}");
            }
            // Both ways, lines one cell apart cover the area twice.
            let area = if fill {
                bounds.width() * bounds.height()
            } else {
                plan.design.patchwork.board().iter().map(Outline::area).sum()
            };
            let slanted = line.points.windows(2).map(|of| (of[1].x - of[0].x, of[1].y - of[0].y));
            let slanted = slanted.filter(|(x, y)| (x.abs() - y.abs()).abs() < 1e-6);
            let found: f64 = slanted.map(|(x, _)| x.abs() * 2.0_f64.sqrt()).sum();
            let due = 2.0 * area / (plan.options().cell / 2.0_f64.sqrt());
            assert!(found > due * 0.8 && found < due * 1.3, "{rows}: {found} of {due}");
        }
    }
}
