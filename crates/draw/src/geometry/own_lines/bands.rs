//! Draws a band of constant width along each line of one's own, and ends the lines of the board on it with spokes.
//!
//! Outside of the bands the lines of the board stay. Where one enters a band it goes on straight to the nearest point of the own
//! line, which it meets at a right angle. Lines to nearest points never cross each other, so nothing else has to be decided; but
//! where two of them end so close together that the piece between them would be thin, one is left out.

use super::super::grid::GridPoint;
use super::super::{GeometryError, Join, Outline, Patchwork, Point, Ring};
use super::net::{Ground, Net};

/// The largest deviation of the arcs of a band, in mm.
const TOLERANCE: f64 = 0.01;

/// A ring on the grid, with what is put on it.
struct Line {
    points: Vec<GridPoint>,
    /// What is on its left.
    left: Ground,
    /// What is on its right, where no patch is.
    right: Ground,
    /// Points on its edges: the edge, how far along it, and the place.
    on: Vec<(usize, f64, GridPoint)>,
}

/// Where a line of the board enters a band.
struct Crossing {
    at: GridPoint,
    /// The ring of the band, the edge of it, and how far along that.
    ring: usize,
    edge: usize,
    share: f64,
}

/// A line from where a line of the board enters a band to the nearest point of the own line.
#[derive(Clone, Copy)]
struct Spoke {
    from: GridPoint,
    to: GridPoint,
    ring: usize,
    edge: usize,
    share: f64,
    /// How far along its ring it ends, in mm.
    along: f64,
}

/// The widths of a net, in mm.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    /// That of bands.
    pub(super) band: f64,
    /// By how much bands are moved.
    pub(super) moved: Point,
    /// The least distance between spokes.
    pub(super) sector: f64,
}

/// Returns the net of the lines of the board outside of the bands, the bands, their spokes and the own lines; `None` if a line
/// only touches another, so that bands must be moved.
pub(super) fn net(
    patchwork: &Patchwork,
    (whimsies, border): (&[Outline], Option<&Outline>),
    widths: Widths,
) -> Result<Option<Net>, GeometryError> {
    let free = free_room(patchwork, (whimsies, border), widths)?;
    let mut own = Vec::new();
    for (number, whimsy) in whimsies.iter().enumerate() {
        own.push(Line::new(whimsy.outer(), Ground::Band, Ground::Whimsy(number))?);
    }
    if let Some(border) = border {
        own.push(Line::new(border.outer(), Ground::Outside, Ground::Band)?);
    }
    let mut bands = Vec::new();
    for ring in &free {
        bands.push(Line::new(ring, Ground::Band, Ground::Outside)?);
    }
    let mut net = Net::default();
    let Some(crossings) = board_lines(patchwork, (&free, &bands), border.is_some(), &mut net)? else {
        return Ok(None);
    };
    for crossing in &crossings {
        bands[crossing.ring].on.push((crossing.edge, crossing.share, crossing.at));
    }
    let mut spokes: Vec<Spoke> = crossings.iter().map(|crossing| spoke(crossing.at, &own)).collect();
    for ring in 0..own.len() {
        spokes = kept(spokes, (ring, &own[ring]), widths.sector, ring < whimsies.len());
        if !spokes.iter().any(|spoke| spoke.ring == ring) {
            // A line that no other meets is joined to its band, so that all faces have one way around.
            let corners = bands.iter().flat_map(|band| band.points.iter().map(|&at| spoke(at, &own)));
            let Some(only) = corners.filter(|spoke| spoke.ring == ring).min_by(nearest) else {
                return Ok(None);
            };
            spokes.push(only);
        }
    }
    for spoke in &spokes {
        own[spoke.ring].on.push((spoke.edge, spoke.share, spoke.to));
        net.add((spoke.from, spoke.to), (Ground::Band, Ground::Band));
    }
    own.iter().for_each(|line| line.put_on(&mut net, None));
    bands.iter().for_each(|line| line.put_on(&mut net, Some(patchwork)));
    Ok(Some(net))
}

fn nearest(one: &Spoke, other: &Spoke) -> std::cmp::Ordering {
    let length = |spoke: &Spoke| spoke.from.to_point().distance(spoke.to.to_point());
    length(one).total_cmp(&length(other))
}

/// Returns the rings of the bands: they turn around the room that the bands leave.
fn free_room(
    patchwork: &Patchwork,
    (whimsies, border): (&[Outline], Option<&Outline>),
    Widths { band, moved, .. }: Widths,
) -> Result<Vec<Ring>, GeometryError> {
    let round = Join::Round { tolerance: TOLERANCE };
    let taken: Vec<Outline> = whimsies
        .iter()
        .map(|whimsy| whimsy.offset(band, round))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect();
    let mut rings = Vec::new();
    match border {
        Some(border) => {
            for part in border.offset(-band, round)? {
                rings.extend(part.without(&taken)?.iter().flat_map(|part| part.rings().cloned()));
            }
        }
        None => {
            // Around the board there is no band, but room for the ring around it.
            const AROUND: f64 = 100.0;
            let bounds = patchwork.bounds();
            let (width, height) = (bounds.width() + 2.0 * AROUND, bounds.height() + 2.0 * AROUND);
            let all = Outline::rectangle(width, height)?.moved(bounds.left - AROUND, bounds.top - AROUND);
            rings.extend(all.without(&taken)?.iter().flat_map(|part| part.holes().to_vec()));
        }
    }
    Ok(rings.iter().map(|ring| ring.map(|at| at.moved(moved.x, moved.y))).collect())
}

/// Adds the parts of the board's lines outside of the bands, and returns where they end on them.
fn board_lines(
    patchwork: &Patchwork,
    (free, bands): (&[Ring], &[Line]),
    has_border: bool,
    net: &mut Net,
) -> Result<Option<Vec<Crossing>>, GeometryError> {
    let mut all = Vec::new();
    for edge in patchwork.edges() {
        let (start, end) = patchwork.ends(edge);
        let (from, to) = (start.to_grid()?, end.to_grid()?);
        let Some(mut met) = crossings((from, to), bands) else { return Ok(None) };
        // Inside of an odd number of holes, or with a border outside of its band.
        let is_free =
            |at: Point| (free.iter().filter(|ring| ring.contains(at)).count() % 2 == 1) == has_border;
        met.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut keeps = is_free(start);
        if keeps != (is_free(end) == (met.len() % 2 == 0)) {
            return Ok(None);
        }
        let side = |patch: Option<usize>| patch.map_or(Ground::Outside, Ground::Patch);
        let sides = (side(edge.left), side(edge.right));
        let mut here = from;
        for (_, crossing) in met {
            if keeps {
                net.add((here, crossing.at), sides);
            }
            (keeps, here) = (!keeps, crossing.at);
            all.push(crossing);
        }
        if keeps {
            net.add((here, to), sides);
        }
    }
    Ok(Some(all))
}

/// Returns where a line crosses the rings of bands, with how far along it that is; `None` if it only touches one.
fn crossings((from, to): (GridPoint, GridPoint), bands: &[Line]) -> Option<Vec<(f64, Crossing)>> {
    let mut met = Vec::new();
    for (ring, band) in bands.iter().enumerate() {
        for (edge, (a, b)) in band.edges().enumerate() {
            let is_apart = |p: i64, q: i64, r: i64, s: i64| p.max(q) < r.min(s) || r.max(s) < p.min(q);
            if is_apart(from.x, to.x, a.x, b.x) || is_apart(from.y, to.y, a.y, b.y) {
                continue;
            }
            let ends = [turn(a, b, from), turn(a, b, to)];
            let sides = [turn(from, to, a), turn(from, to, b)];
            let parts = |pair: [i128; 2]| pair[0].signum() * pair[1].signum();
            match (parts(ends), parts(sides)) {
                (-1, -1) => {
                    let share = |pair: [i128; 2]| pair[0] as f64 / (pair[0] - pair[1]) as f64;
                    let at = between(from, to, share(ends));
                    met.push((share(ends), Crossing { at, ring, edge, share: share(sides) }));
                }
                (1, _) | (_, 1) => {}
                _ => return None,
            }
        }
    }
    Some(met)
}

/// Returns twice the area of a triangle, positive if it turns to the right as seen on the page.
fn turn(a: GridPoint, b: GridPoint, c: GridPoint) -> i128 {
    let way = |p: i64, q: i64| i128::from(q - p);
    way(a.x, b.x) * way(a.y, c.y) - way(a.y, b.y) * way(a.x, c.x)
}

#[expect(clippy::cast_possible_truncation, reason = "between two points of the grid")]
fn between(from: GridPoint, to: GridPoint, share: f64) -> GridPoint {
    let at = |a: i64, b: i64| a + ((b - a) as f64 * share).round() as i64;
    GridPoint { x: at(from.x, to.x), y: at(from.y, to.y) }
}

/// Returns the shortest line from a point to an own line.
fn spoke(from: GridPoint, own: &[Line]) -> Spoke {
    let mut best: Option<(f64, Spoke)> = None;
    for (ring, line) in own.iter().enumerate() {
        let mut along = 0.0;
        for (edge, (a, b)) in line.edges().enumerate() {
            let (dx, dy) = ((b.x - a.x) as f64, (b.y - a.y) as f64);
            let square = dx * dx + dy * dy;
            let share = (((from.x - a.x) as f64 * dx + (from.y - a.y) as f64 * dy) / square).clamp(0.0, 1.0);
            let to = between(a, b, share);
            let length = a.to_point().distance(b.to_point());
            let far = from.to_point().distance(to.to_point());
            if best.as_ref().is_none_or(|(known, _)| far < *known) {
                best = Some((far, Spoke { from, to, ring, edge, share, along: along + share * length }));
            }
            along += length;
        }
    }
    best.expect("an own line has edges").1
}

/// Leaves spokes of a ring out until those that stay are `sector` mm apart, at both ends; two of them stay around a whimsy.
fn kept(spokes: Vec<Spoke>, (ring, line): (usize, &Line), sector: f64, is_whimsy: bool) -> Vec<Spoke> {
    let around: f64 = line.edges().map(|(a, b)| a.to_point().distance(b.to_point())).sum();
    let (mut own, mut others): (Vec<Spoke>, Vec<Spoke>) =
        spokes.into_iter().partition(|one| one.ring == ring);
    own.sort_by(|one, other| one.along.total_cmp(&other.along).then(one.from.cmp(&other.from)));
    let least = if is_whimsy { 2 } else { 1 };
    while own.len() > least {
        let count = own.len();
        let width = |at: usize| {
            let (one, next) = (own[at % count], own[(at + 1) % count]);
            let way = (next.along - one.along).rem_euclid(around);
            way.min(one.from.to_point().distance(next.from.to_point()))
        };
        let narrow = (0..count).min_by(|&a, &b| width(a).total_cmp(&width(b))).unwrap_or(0);
        if width(narrow) >= sector {
            break;
        }
        // That whose other neighbor is nearer.
        let is_second = width(narrow + 1) < width(narrow + count - 1);
        own.remove(if is_second { (narrow + 1) % count } else { narrow });
    }
    others.extend(own);
    others
}

impl Line {
    fn new(ring: &Ring, left: Ground, right: Ground) -> Result<Self, GeometryError> {
        Ok(Self { points: ring.to_grid()?, left, right, on: Vec::new() })
    }

    fn edges(&self) -> impl Iterator<Item = (GridPoint, GridPoint)> {
        self.points.iter().copied().zip(self.points.iter().copied().cycle().skip(1))
    }

    /// Adds its edges, divided where something is on them. The right of a band is the patch that is there.
    fn put_on(&self, net: &mut Net, patchwork: Option<&Patchwork>) {
        let mut parts: Vec<Vec<GridPoint>> = self.edges().map(|(a, _)| vec![a]).collect();
        let mut on = self.on.clone();
        on.sort_by(|one, other| {
            (one.0, one.1).partial_cmp(&(other.0, other.1)).unwrap_or(one.2.cmp(&other.2))
        });
        for (edge, _, at) in on {
            parts[edge].push(at);
        }
        for (edge, (_, end)) in self.edges().enumerate() {
            parts[edge].push(end);
            for pair in parts[edge].windows(2).filter(|pair| pair[0] != pair[1]) {
                let right = patchwork.map_or(self.right, |patchwork| {
                    let at = pair[0].to_point().middle(pair[1].to_point());
                    let patch = patchwork.patches().iter().position(|patch| patch.outline().contains(at));
                    patch.map_or(Ground::Outside, Ground::Patch)
                });
                net.add((pair[0], pair[1]), (self.left, right));
            }
        }
    }
}
