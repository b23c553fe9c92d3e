//! Rotary cuts: rows of equal shapes in strips.
//!
//! Copies of a shape are side by side in a strip, each second one turned by half if that saves cloth: triangles, diamonds
//! and half hexagons leave nothing between them, and whatever else there is interlocks as far as it can be moved along
//! the strip. A row is one rectangle for the layout, and the only one for whatever is not a rectangle itself.
//!
//! # Source
//! Strips and their angles as quilters cut them. Of all ways to lay two equal shapes in a strip, those are tried that
//! have a side along the strip or across it, and corners or edges on one line; that restriction is our own.

use super::fabric::{CutPiece, Nest};
use super::inches::Inches;
use super::rotary::{RotaryCut, RotaryShape};
use crate::units::Units;
use piecework_draw::geometry::{GeometryError, Outline, Point, Ring};

/// What is lost by counting with binary numbers, in mm.
const LOST: f64 = 1e-6;
/// How many ways to lie in a strip are kept of a shape: the closest, and those of the lowest strips.
const KEPT: (usize, usize) = (5, 3);
/// The most of the area of single boxes that a row may take; less is not worth the marking. Chosen by eye.
const WORTH_IT: f64 = 0.95;

/// A way to lie in a strip, for any size of the same shape.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    /// The side of the outline that is along the strip, or across it.
    side: usize,
    across: bool,
    /// Whether each second copy is turned by half.
    turned: bool,
    /// The corners of two neighbors that are on one line; none where their edges are.
    level: Option<(usize, usize)>,
}

/// Copies of a shape in a strip.
#[derive(Debug, Clone, PartialEq)]
struct StripRow {
    way: Way,
    /// The outlines of the first two.
    copies: [Vec<Point>; 2],
    height: Inches,
    /// How wide one is.
    wide: Inches,
    /// From the first to the second, and to the third.
    steps: [Inches; 2],
    /// Square to the cuts, where these are parallel.
    between_cuts: Option<Inches>,
}

/// How a shape that is not a rectangle is cut: the rows of its copies in strips.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StripRows {
    name: String,
    cut: RotaryCut,
    /// Of one.
    pub(super) area_mm2: f64,
    rows: Vec<StripRow>,
    measures: Measures,
}

/// What lengths are measured in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::plan) struct Measures {
    /// The cell and the seam allowance, if all lengths are whole numbers of these.
    pub(in crate::plan) exact: Option<(f64, f64)>,
    pub(in crate::plan) units: Units,
}

impl Measures {
    /// A length that is whole cells and seams.
    fn exact(self, mm: f64) -> Option<Inches> {
        /// No length along a shape has more seam allowances.
        const SEAMS: usize = 64;
        let with = |(cell, seam): (f64, f64), seams: usize| {
            let rest = mm - 2.0 * seam * seams as f64;
            let cells = if rest > -LOST { Inches::of_halves(cell, rest.max(0.0)) } else { None };
            Some(cells? + Inches::of_mm(seam).times(2 * seams))
        };
        self.exact.and_then(|exact| (0..SEAMS).find_map(|seams| with(exact, seams)))
    }
}

impl StripRows {
    /// The rows of an outline as it is cut, recognized by its finished outline; with `like` those of another size of it.
    pub(in crate::plan) fn new(
        (name, finished, cut): (&str, &Outline, &Outline),
        measures: Measures,
        like: Option<&StripRows>,
    ) -> Self {
        let points = cut.outer().points();
        let kind = RotaryCut::recognized(finished.outer().points());
        let made = |way: Way| StripRow::new(points, way, kind.angle_degrees, measures);
        let rows = match like {
            Some(like) => like.rows.iter().map(|row| made(row.way)).collect(),
            // The long side of a quarter of a square is on the grain, along the strip or across it.
            None if kind.shape == RotaryShape::QuarterSquareTriangle => {
                let long = longest(points);
                best(ways(points).into_iter().filter(|way| way.side == long).map(made).collect())
            }
            // The lower leg is along the strip, and every second copy is turned: cuts are square and slanted in turn.
            None if kind.shape == RotaryShape::HalfSquareTriangle => {
                let along = base(points);
                let lies = |way: &Way| {
                    let (x, y) = direction(points, *way);
                    way.turned && way.level.is_none() && (x * along.1 - y * along.0).abs() < LOST
                };
                ways(points).into_iter().filter(lies).map(made).collect()
            }
            None => best(ways(points).into_iter().map(made).collect()),
        };
        Self { name: name.to_owned(), cut: kind, area_mm2: cut.area(), rows, measures }
    }

    /// The same for the mirror image of the shape.
    pub(in crate::plan) fn mirrored(&self, name: String) -> Self {
        Self { name, rows: self.rows.iter().map(StripRow::mirrored).collect(), ..self.clone() }
    }

    /// The sides of a row of a number of copies.
    pub(crate) fn size(&self, row: usize, count: usize) -> (Inches, Inches) {
        let (height, length) = (self.rows[row].height, self.length(&self.rows[row], count));
        (height.min(length), height.max(length))
    }

    /// The rectangles of one copy in each of the rows.
    pub(crate) fn singles(&self) -> impl Iterator<Item = (Inches, Inches)> {
        (0..self.rows.len()).map(|row| self.size(row, 1))
    }

    /// A number of copies in one of the rows.
    pub(crate) fn piece(&self, row: usize, count: usize) -> CutPiece {
        let of = &self.rows[row];
        let (height, size) = (of.height, self.size(row, count));
        let outlines: Vec<Outline> = (0..count).filter_map(|at| of.outline(at).ok()).collect();
        CutPiece {
            name: if count == 1 { self.name.clone() } else { format!("{count} {}", self.name) },
            boxed: true,
            area_mm2: self.area_mm2 * count as f64,
            nest: Some(nest(&outlines, &self.name, size.0 == height, height.mm())),
            rotary: Some(of.cut(self.cut)),
            ..CutPiece::rectangle(String::new(), size, 1, Vec::new())
        }
    }

    /// The rows of a number of copies across cloth of a width, each with how many it has: as many as fit, and one of the
    /// rest. None if one is wider than that.
    pub(crate) fn across(&self, count: usize, width: Inches) -> Option<Vec<(usize, usize)>> {
        let fit = |row: &StripRow| (1..=count).take_while(|&of| self.length(row, of) <= width).count();
        let most: Vec<usize> = self.rows.iter().map(fit).collect();
        let height = |row: usize| self.rows[row].height;
        // Of equals the simplest: edges on the edges of the strip, nothing turned.
        let simple = |row: usize| (self.rows[row].way.level.is_some(), self.rows[row].way.turned);
        let lowest = |count: usize| {
            let fitting = (0..most.len()).filter(|&row| most[row] >= count);
            fitting.min_by_key(|&row| (height(row), simple(row), self.length(&self.rows[row], count)))
        };
        let layout = |row: usize| {
            let (full, rest) = (count / most[row], count % most[row]);
            let last = if rest == 0 { None } else { Some((lowest(rest)?, rest)) };
            let rows = std::iter::repeat_n((row, most[row]), full).chain(last).collect::<Vec<_>>();
            Some((rows.iter().map(|&(row, _)| height(row)).sum::<Inches>(), rows))
        };
        let all = (0..most.len()).filter(|&row| most[row] > 0).filter_map(layout);
        all.min_by_key(|(height, rows)| (*height, simple(rows[0].0), rows.len())).map(|(_, rows)| rows)
    }

    /// The row in which a number of copies take the least area, if that is worth it.
    pub(crate) fn closest(&self, count: usize) -> Option<usize> {
        let least = |count: usize| {
            let area = |row: &StripRow| row.height.mm() * self.length(row, count).mm();
            (0..).zip(self.rows.iter().map(area)).min_by(|a, b| a.1.total_cmp(&b.1))
        };
        let (together, single) = (least(count)?, least(1)?.1 * count as f64);
        (count == 1 || together.1 < WORTH_IT * single).then_some(together.0)
    }

    fn length(&self, row: &StripRow, count: usize) -> Inches {
        let length = row.place(count - 1) + row.wide;
        if self.measures.exact.is_some() { length } else { length.up_to(self.measures.units.strip()) }
    }
}

impl StripRow {
    fn new(points: &[Point], way: Way, angle: Option<u32>, measures: Measures) -> Self {
        let turn = direction(points, way);
        let first = laid(points, turn);
        let second = if way.turned { laid(points, (-turn.0, -turn.1)) } else { first.clone() };
        let far = |of: fn(&Point) -> f64| first.iter().map(of).fold(0.0, f64::max);
        let (wide, high) = (far(|at| at.x), far(|at| at.y));
        let down = way.level.map_or(0.0, |(one, other)| first[one].y - second[other].y);
        let second = moved(&second, down);
        let to_second = apart(&first, &second).max(0.0);
        let again = apart(&first, &first);
        let to_third = (to_second + apart(&second, &first)).max(again).max(to_second);
        let exactly = |mm: f64| measures.exact(mm).unwrap_or(Inches::of_mm(mm));
        // Parallel cuts are as far apart as a ruler shows; only what half a turn leaves as it is has them on both sides.
        let turned = laid(points, (-turn.0, -turn.1));
        let near = |at: &Point| turned.iter().any(|other| at.distance(*other) < LOST);
        let is_parallel = !way.turned && way.level.is_none() && first.iter().all(near);
        let slant = angle.filter(|_| is_parallel);
        let slant = slant.map(|angle| libm::sin(f64::from(angle).to_radians()));
        let between_cuts = slant.map(|slant| Inches::at_least(to_second * slant, measures.units.strip()));
        let steps = match slant.zip(between_cuts) {
            Some((slant, between)) => [1, 2].map(|times| Inches::of_mm(between.mm() / slant).times(times)),
            None => [exactly(to_second), exactly(to_third)],
        };
        let copies = [first, second].map(|copy| moved(&copy, (-down).max(0.0)));
        let strip = || Inches::at_least(high + down.abs(), measures.units.strip());
        let height = measures.exact(high + down.abs()).unwrap_or_else(strip);
        Self { way, copies, height, wide: exactly(wide), steps, between_cuts }
    }

    /// Upside down, each copy is mirrored where it is.
    fn mirrored(&self) -> Self {
        let low = self.copies.iter().flatten().map(|at| at.y).fold(0.0, f64::max);
        let flip = |copy: &Vec<Point>| copy.iter().rev().map(|at| Point::new(at.x, low - at.y)).collect();
        Self { copies: [flip(&self.copies[0]), flip(&self.copies[1])], ..self.clone() }
    }

    /// Where a copy begins.
    fn place(&self, at: usize) -> Inches {
        self.steps[1].times(at / 2) + self.steps[0].times(at % 2)
    }

    fn outline(&self, at: usize) -> Result<Outline, GeometryError> {
        let right = self.place(at).mm();
        let points = self.copies[at % 2].iter().map(|of| Point::new(of.x + right, of.y)).collect();
        Outline::new(Ring::new(points)?, Vec::new())
    }

    /// How it is cut: without a template only if cuts run from edge to edge of the strip.
    fn cut(&self, of: RotaryCut) -> RotaryCut {
        /// Less than what is lost by sewing, in mm: a 64th of an inch.
        const FINE: f64 = 0.4;
        // Half a turn leaves a diamond as it is: its cuts are all parallel, and nearer than those that a ruler shows.
        let [first, second] = &self.copies;
        let near = |at: &Point| second.iter().any(|other| at.distance(*other) < LOST);
        let is_turned = self.way.turned && !first.iter().all(near);
        let is_straight = self.between_cuts.is_some() || (is_turned && self.way.level.is_none());
        let low = self.copies.iter().flatten().map(|at| at.y).fold(0.0, f64::max);
        let trim = self.height.mm() - low > FINE;
        let angle_degrees = of.angle_degrees.filter(|_| is_straight);
        RotaryCut { strip: self.height, between_cuts: self.between_cuts, angle_degrees, trim, ..of }
    }

    /// The area that a copy takes in a long row.
    fn takes(&self) -> f64 {
        self.height.mm() * self.steps[1].mm() / 2.0
    }
}

/// Outlines in a box whose longer side runs from left to right; one that is high is turned clockwise by a
/// quarter.
pub(in crate::plan) fn nest(outlines: &[Outline], name: &str, lies: bool, height: f64) -> Nest {
    let put = |at: Point| if lies { (at.x, at.y) } else { (height - at.y, at.x) };
    Nest {
        outlines: outlines.iter().map(|of| of.corners().map(|corner| put(corner.at)).collect()).collect(),
        labels: labels(outlines).into_iter().map(put).collect(),
        names: vec![name.to_owned(); outlines.len()],
    }
}

/// Where outlines are labelled: one that is the same as one of the two before, moved, has its label there too.
fn labels(outlines: &[Outline]) -> Vec<Point> {
    let mut labels: Vec<Point> = Vec::with_capacity(outlines.len());
    for (at, outline) in outlines.iter().enumerate() {
        let known = (at.saturating_sub(2)..at).find_map(|other| {
            let (x, y) = moved_by(&outlines[other], outline)?;
            Some(labels[other].moved(x, y))
        });
        labels.push(known.unwrap_or_else(|| outline.label().at));
    }
    labels
}

/// By how much an outline is moved from another of the same shape.
fn moved_by(from: &Outline, to: &Outline) -> Option<(f64, f64)> {
    let mut pairs = from.corners().map(|corner| corner.at).zip(to.corners().map(|corner| corner.at));
    let (first, moved) = pairs.next()?;
    let (x, y) = (moved.x - first.x, moved.y - first.y);
    let is_near =
        |(from, to): (Point, Point)| (to.x - from.x - x).abs().max((to.y - from.y - y).abs()) < LOST;
    (from.corners().count() == to.corners().count() && pairs.all(is_near)).then_some((x, y))
}

/// All ways worth trying for a shape: each side along the strip or across it, alone or with each second copy turned.
fn ways(points: &[Point]) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    let mut turns: Vec<(f64, f64)> = Vec::new();
    for (side, across) in (0..points.len()).flat_map(|side| [(side, false), (side, true)]) {
        let alone = Way { side, across, turned: false, level: None };
        let (x, y) = direction(points, alone);
        // By half a turn the same rows come about.
        if turns.iter().any(|turn| (turn.0 * y - turn.1 * x).abs() < LOST) {
            continue;
        }
        turns.push((x, y));
        let first = laid(points, (x, y));
        let high = first.iter().map(|at| at.y).fold(0.0, f64::max);
        for turned in [false, true] {
            let second = if turned { laid(points, (-x, -y)) } else { first.clone() };
            found.push(Way { turned, ..alone });
            let mut downs: Vec<f64> = vec![0.0];
            for level in (0..points.len()).flat_map(|one| (0..points.len()).map(move |other| (one, other))) {
                let down = first[level.0].y - second[level.1].y;
                // Two rows that do not interlock are two strips.
                let is_one = down.abs() < high - LOST;
                if is_one && downs.iter().all(|known| (known - down).abs() > LOST) {
                    downs.push(down);
                    found.push(Way { turned, level: Some(level), ..alone });
                }
            }
        }
    }
    found
}

/// The longest side that has another side parallel to it.
fn base(points: &[Point]) -> (f64, f64) {
    let side = |at: usize| {
        let [from, to] = [points[at % points.len()], points[(at + 1) % points.len()]];
        (to.x - from.x, to.y - from.y)
    };
    let sides = (0..points.len()).map(|at| (side(at), side(at + 2)));
    let parallel = sides.filter(|(one, other)| (one.0 * other.1 - one.1 * other.0).abs() < LOST);
    let length = |of: (f64, f64)| libm::hypot(of.0, of.1);
    let longest = parallel.map(|(side, _)| side).max_by(|&a, &b| length(a).total_cmp(&length(b)));
    longest.unwrap_or((1.0, 0.0))
}

/// The side from a corner to the next that is longest.
fn longest(points: &[Point]) -> usize {
    let length = |side: usize| points[side].distance(points[(side + 1) % points.len()]);
    (0..points.len()).max_by(|&one, &other| length(one).total_cmp(&length(other))).unwrap_or(0)
}

/// Of many rows the closest, and those of the lowest strips.
fn best(mut all: Vec<StripRow>) -> Vec<StripRow> {
    let equal = |a: &StripRow, b: &StripRow| (a.takes() - b.takes()).abs() < LOST * a.takes();
    // Of equals the simplest: a low strip with edges on its edges, nothing turned.
    let simple = |row: &StripRow| (row.height, row.way.level.is_some(), row.way.turned, row.wide);
    all.sort_by(|a, b| a.takes().total_cmp(&b.takes()));
    let mut sorted: Vec<StripRow> = Vec::new();
    for mut alike in all.chunk_by(equal).map(<[StripRow]>::to_vec) {
        alike.sort_by_key(simple);
        alike.dedup_by_key(|row| (row.height, row.wide));
        sorted.append(&mut alike);
    }
    let mut lowest = sorted.split_off(KEPT.0.min(sorted.len()));
    lowest.sort_by_key(|row| row.height);
    lowest.dedup_by_key(|row| row.height);
    sorted.extend(lowest.into_iter().take(KEPT.1));
    sorted
}

/// What runs along the strip.
fn direction(points: &[Point], way: Way) -> (f64, f64) {
    let [from, to] = [points[way.side], points[(way.side + 1) % points.len()]];
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = libm::hypot(x, y);
    if way.across { (-y / length, x / length) } else { (x / length, y / length) }
}

/// An outline turned so that a direction runs to the right, in the upper left corner.
fn laid(points: &[Point], (x, y): (f64, f64)) -> Vec<Point> {
    let turned = points.iter().map(|at| Point::new(at.x * x + at.y * y, at.y * x - at.x * y));
    let turned: Vec<Point> = turned.collect();
    let least = |of: fn(&Point) -> f64| turned.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|at| at.x), least(|at| at.y));
    turned.iter().map(|at| Point::new(at.x - left, at.y - top)).collect()
}

fn moved(points: &[Point], down: f64) -> Vec<Point> {
    points.iter().map(|at| Point::new(at.x, at.y + down)).collect()
}

/// How far the second must be moved to the right to be right of the first at every height.
fn apart(first: &[Point], second: &[Point]) -> f64 {
    let mut levels: Vec<f64> = first.iter().chain(second).map(|at| at.y).collect();
    levels.sort_by(f64::total_cmp);
    let bands = levels.windows(2).filter(|band| band[1] - band[0] > LOST);
    let far = bands.filter_map(|band| {
        let (one, other) = (ends(first, band, f64::max)?, ends(second, band, f64::min)?);
        Some((one[0] - other[0]).max(one[1] - other[1]))
    });
    far.fold(f64::NEG_INFINITY, f64::max)
}

/// The outermost sides of an outline at both ends of a level band that has no corner inside.
fn ends(points: &[Point], band: &[f64], outer: fn(f64, f64) -> f64) -> Option<[f64; 2]> {
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    let crossing = sides.filter_map(|(a, b)| {
        let (a, b) = if a.y < b.y { (a, b) } else { (b, a) };
        let at = |y: f64| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
        let crosses = a.y <= band[0] + LOST && b.y >= band[1] - LOST;
        crosses.then(|| [at(band[0]), at(band[1])])
    });
    crossing.reduce(|a, b| [outer(a[0], b[0]), outer(a[1], b[1])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use piecework_draw::layout::prove_apart;
    use piecework_tiling::lattice::{Cell, Lattice};
    use piecework_tiling::polyform::Shape;

    /// The rows of a shape of cells.
    fn rows(lattice: Lattice, cells: &[(i32, i32)], inches: f64, seam: f64) -> Option<StripRows> {
        let cells: Vec<Cell> = cells.iter().map(|&(x, y)| Cell { x, y }).collect();
        let shape = Shape::new(lattice, cells).expect("a shape");
        let (cell, seam_allowance) = (inches * 25.4, seam * 25.4);
        let exact = lattice.is_rectilinear().then_some((cell, seam_allowance));
        let finished = Outline::of_shape(&shape, cell).expect("an outline");
        // A notch may close.
        let cut = finished.with_allowance(seam_allowance, "A").ok()?;
        let measures = Measures { exact, units: Units::Imperial };
        Some(StripRows::new(("A", &finished, &cut), measures, None))
    }

    /// How much cloth of a width a number of copies takes, in inches; each row is proved, of both hands.
    fn length(rows: &StripRows, count: usize, width: u32) -> f64 {
        let laid = rows.across(count, Inches::eighths(8 * width)).expect("not too wide");
        assert_eq!(laid.iter().map(|row| row.1).sum::<usize>(), count);
        for &(row, each) in &laid {
            for rows in [rows.clone(), rows.mirrored("Ar".to_owned())] {
                let of = |at: usize| rows.rows[row].outline(at).expect("an outline");
                let outlines: Vec<Outline> = (0..each).map(of).collect();
                prove_apart(outlines.iter().map(|of| ("A", of)), 0.0).expect("apart");
                let whole = outlines.iter().map(Outline::bounds).reduce(|a, b| a.union(b)).expect("some");
                let (height, length) = (rows.rows[row].height.mm(), rows.length(&rows.rows[row], each).mm());
                assert!(whole.left > -1e-6 && whole.top > -1e-6, "{whole:?}");
                assert!(whole.right < length + 1e-6 && whole.bottom < height + 1e-6, "{whole:?} {height}");
                assert!(length <= f64::from(width) * 25.4 + 1e-6);
                let area: f64 = outlines.iter().map(Outline::area).sum();
                let piece = rows.piece(row, each);
                // What falls out of a hole is not cloth of the shape.
                assert!(piece.area_mm2 < area * (1.0 + 1e-6) && piece.parts() == each);
            }
        }
        laid.iter().map(|&(row, _)| rows.rows[row].height.inches()).sum()
    }

    /// Cuts in one direction make shapes with two pairs of parallel sides, and no triangles.
    #[test]
    fn only_parallel_sides_are_cut_in_parallel() {
        for (lattice, cells, is_parallel) in [
            (Lattice::Square, &[(0, 0)][..], true),
            (Lattice::Rhombille, &[(0, 0)], true),
            (Lattice::Triangle, &[(0, 0)], false),
            (Lattice::Triangle, &[(0, 0), (1, 0)], true),
            (Lattice::Tetrakis, &[(0, 0)], false),
        ] {
            let rows = rows(lattice, cells, 2.0, 0.25).expect("a shape");
            let is_cut = |of: &StripRow| of.cut(rows.cut).between_cuts.is_some();
            assert_eq!(rows.rows.iter().any(is_cut), is_parallel, "{lattice:?} {cells:?}");
            let says = |of: &StripRow| of.between_cuts.is_none() || of.cut(rows.cut).angle_degrees.is_some();
            assert!(rows.rows.iter().all(says), "{lattice:?} {cells:?}");
        }
    }

    /// Any shape on any lattice, with any cell and seam allowance.
    #[test]
    fn rows_of_any_shape_are_apart_and_take_no_more_than_single_boxes() {
        let mut state = 17_u32;
        let mut below = |count: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % count
        };
        let mut tried = 0;
        for number in 0..60 {
            let lattice = Lattice::ALL[number % Lattice::ALL.len()];
            let mut cells = vec![lattice.row(3, 2).next().expect("a cell")];
            for _ in 0..below(7) {
                let near: Vec<Cell> = lattice.neighbours(cells[below(cells.len())]).collect();
                let next = near[below(near.len())];
                if !cells.contains(&next) {
                    cells.push(next);
                }
            }
            let cells: Vec<(i32, i32)> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
            let inches = 1.0 + below(17) as f64 / 7.0;
            let Some(rows) = rows(lattice, &cells, inches, below(5) as f64 / 8.0) else { continue };
            let count = 1 + below(40);
            let boxes = |row: &StripRow| {
                let each =
                    (1..=count).take_while(|&of| row.wide.times(of) <= Inches::eighths(8 * 40)).count();
                row.height.inches() * count.div_ceil(each) as f64
            };
            let least = rows.rows.iter().map(boxes).fold(f64::INFINITY, f64::min);
            assert!(length(&rows, count, 40) <= least + 1e-6, "{lattice:?} {cells:?} {inches}");
            tried += 1;
        }
        assert!(tried > 40, "{tried}");
    }

    /// Cuts to the left and right alternately are those of triangles and trapezoids, and never of what half a turn leaves as
    /// it is.
    #[test]
    fn only_what_half_a_turn_changes_is_cut_to_both_sides() {
        for (lattice, cells, both) in [
            (Lattice::Rhombille, vec![(0, 0)], false),
            (Lattice::Triangle, vec![(0, 0), (1, 0)], false),
            (Lattice::Triangle, vec![(0, 0), (1, 0), (2, 0), (3, 0)], false),
            (Lattice::Triangle, vec![(0, 0)], true),
            (Lattice::Triangle, vec![(0, 0), (1, 0), (2, 0)], true),
        ] {
            let rows = rows(lattice, &cells, 2.0, 0.25).expect("an outline");
            let cuts = rows.rows.iter().map(|row| row.cut(rows.cut));
            let cuts: Vec<RotaryCut> = cuts.filter(|cut| cut.angle_degrees.is_some()).collect();
            assert!(
                !cuts.is_empty() && cuts.iter().any(|cut| cut.between_cuts.is_none()) == both,
                "{cuts:?}"
            );
        }
    }

    #[test]
    fn cuts_of_quilters_take_what_they_say() {
        // 15 diamonds in a strip of 2 1/4 in, and 14 quarter squares with long sides of 4 in; hexagons interlock.
        let takes = |lattice: Lattice, inches: f64, count: usize| {
            length(&rows(lattice, &[(0, 0)], inches, 0.25).expect("an outline"), count, 40)
        };
        assert_eq!(takes(Lattice::Rhombille, 2.0, 61), 5.0 * 2.25);
        assert_eq!(takes(Lattice::Tetrakis, 4.0, 144), 11.0 * 2.625);
        // With 5 % that is 2 1/4 yd.
        assert_eq!(takes(Lattice::Hex, 3.0, 85), 6.0 * 11.625 + 6.625);
    }
}
