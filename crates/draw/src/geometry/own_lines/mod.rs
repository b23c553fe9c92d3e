//! Lays outlines of one's own in a board: whimsies, which become whole pieces, and a border that the board is cut to.
//!
//! The pieces of the board fill what is left. Their lines end on the own lines at right angles, and pieces that would be thinner
//! than a least width are joined to a neighbor. The result is a list of [`BoardLine`]s, from which [`Patchwork::of_lines`] makes
//! the patchwork that is cut.

mod bands;
mod error;
mod merge;
mod net;
mod thick;

use super::{BoardLine, Bounds, Outline, OwnBoard, Patchwork, Point, Stretch};
use bands::Widths;
use merge::Pieces;
use net::{Faces, Ground, Net};
use thick::{thin_place, too_near};

pub use error::OwnLinesError;

/// Outlines of one's own, in the coordinates of the patchwork.
#[derive(Debug, Clone, Copy)]
pub struct OwnLines<'a> {
    /// The whimsies; they may touch neither each other nor the edge of the board.
    pub whimsies: &'a [Outline],
    /// What the board is cut to. By default it keeps its edge.
    pub border: Option<&'a Outline>,
    /// The least width of whimsies, and of pieces that such a line cuts, in mm; whole pieces keep theirs.
    pub least_width: f64,
}

/// How often bands are moved a little because a line of the board only touches one.
const TRIES: u16 = 16;
/// By how much, in mm: odd parts, so that nothing that was drawn is moved onto something else.
const STEP: Point = Point::new(0.000_137, 0.000_211);
/// The least distance between the ends of lines on an own line, as a share of the side of a mean piece; chosen by eye.
const SECTOR: f64 = 0.5;

impl Patchwork {
    /// Lays own lines in the board.
    ///
    /// # Errors
    /// [`OwnLinesError`] for lines that are outside, too near to each other or too thin, and if a piece would be.
    pub fn with_own_lines(&self, own: &OwnLines<'_>) -> Result<OwnBoard, OwnLinesError> {
        check(self, own)?;
        let area: f64 = self.patches().iter().map(|patch| patch.outline().area()).sum();
        let side = libm::sqrt(area / self.patches().len() as f64);
        for step in 0..TRIES {
            let widths = Widths {
                band: own.least_width,
                moved: Point::new(STEP.x * f64::from(step), STEP.y * f64::from(step)),
                sector: own.least_width.max(SECTOR * side),
            };
            let Some(net) = bands::net(self, (own.whimsies, own.border), widths)? else { continue };
            let Some(faces) = net.faces() else { continue };
            let mut pieces = Pieces::new(&net, &faces);
            let thin = |at: Point| OwnLinesError::ThinPiece { x: at.x, y: at.y, least: own.least_width };
            pieces.merge(self, own.least_width).map_err(thin)?;
            return Ok(board(self, (&net, &faces), &pieces));
        }
        Err(OwnLinesError::NoLines)
    }
}

/// Refuses own lines that cannot be laid in the board.
fn check(patchwork: &Patchwork, own: &OwnLines<'_>) -> Result<(), OwnLinesError> {
    let least = own.least_width;
    let [board] = patchwork.board() else { return Err(OwnLinesError::BoardWithGaps) };
    if !patchwork.gaps().is_empty() || !patchwork.words().is_empty() {
        return Err(OwnLinesError::BoardWithGaps);
    }
    let beyond = own.border.map(|border| border.without(std::slice::from_ref(board))).transpose()?;
    if beyond.is_some_and(|parts| parts.iter().any(|part| part.area() > AREA)) {
        return Err(OwnLinesError::BorderOutside);
    }
    let place = own.border.unwrap_or(board);
    for (at, whimsy) in own.whimsies.iter().enumerate() {
        let number = at + 1;
        if !whimsy.holes().is_empty() {
            return Err(OwnLinesError::WhimsyWithHole { number });
        }
        if let Some(beyond) = whimsy.without(std::slice::from_ref(place))?.first() {
            let at = beyond.label().at;
            return Err(OwnLinesError::WhimsyOutside { number, x: at.x, y: at.y });
        }
        if let Some(at) = thin_place(whimsy, least) {
            return Err(OwnLinesError::ThinWhimsy { number, x: at.x, y: at.y, least });
        }
        for (before, other) in own.whimsies[..at].iter().enumerate() {
            if let Some(common) = whimsy.within(other)?.first() {
                let at = common.label().at;
                return Err(OwnLinesError::Overlap { one: before + 1, other: number, x: at.x, y: at.y });
            }
        }
    }
    let crowded = |at: Point| OwnLinesError::Crowded { x: at.x, y: at.y, least };
    let rings: Vec<_> = place.rings().chain(own.whimsies.iter().map(Outline::outer)).collect();
    if let Some(at) = too_near(&rings, least).filter(|_| !own.whimsies.is_empty()) {
        return Err(crowded(at));
    }
    match place.without(own.whimsies)?.as_slice() {
        [rest] => thin_place(rest, least).map_or(Ok(()), |at| Err(crowded(at))),
        parts => Err(crowded(parts.last().map_or(Point::default(), |part| part.label().at))),
    }
}

/// Areas below this are rounding, in square mm.
const AREA: f64 = 0.01;

/// Returns the lines between pieces, with points of the grid.
fn board(patchwork: &Patchwork, (net, faces): (&Net, &Faces), pieces: &Pieces<'_>) -> OwnBoard {
    let order = pieces.in_order();
    let mut number_of = vec![None; faces.grounds.len()];
    for (number, &(piece, _)) in order.iter().enumerate() {
        number_of[piece] = Some(number);
    }
    let name = |&(_, ground): &(usize, Ground)| match ground {
        Ground::Whimsy(whimsy) => format!("whimsy {}", whimsy + 1),
        Ground::Patch(patch) => patchwork.patches()[patch].name().to_owned(),
        Ground::Band | Ground::Outside => "piece".to_owned(),
    };
    let names = order.iter().map(name).collect();
    let beside = |walk: usize| number_of[pieces.beside(walk)];
    let is_line = |edge: usize| beside(2 * edge) != beside(2 * edge + 1);
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); net.points.len()];
    for walk in (0..2 * net.edges.len()).filter(|walk| is_line(walk / 2)) {
        leaving[net.start(walk)].push(walk);
    }
    let mut lines = Vec::new();
    let mut is_known = vec![false; net.edges.len()];
    let begins = |walk: &usize| leaving[net.start(*walk)].len() != 2;
    let walks = || (0..2 * net.edges.len()).filter(|walk| is_line(walk / 2));
    // First those that begin where lines meet, then those that are closed.
    for first in walks().filter(begins).chain(walks()) {
        if is_known[first / 2] {
            continue;
        }
        let mut walk = first;
        let mut points = vec![net.at(net.start(first))];
        loop {
            is_known[walk / 2] = true;
            let end = net.start(walk ^ 1);
            points.push(net.at(end));
            let onward = leaving[end].iter().find(|&&next| next != walk ^ 1);
            match onward {
                Some(&next) if leaving[end].len() == 2 && !is_known[next / 2] => walk = next,
                _ => break,
            }
        }
        let stretches = straightened(points).windows(2).map(|pair| Stretch::line(pair[0], pair[1])).collect();
        lines.push(BoardLine { stretches, left: beside(first ^ 1), right: beside(first) });
    }
    let ends = lines.iter().flat_map(|line| &line.stretches).map(|one| one.from);
    let corner = Bounds::around(ends).map_or(Point::default(), |all| Point::new(-all.left, -all.top));
    let moved = |one: &mut Stretch| *one = one.mapped(|at| at.moved(corner.x, corner.y));
    lines.iter_mut().flat_map(|line| &mut line.stretches).for_each(moved);
    let whimsies = order.iter().filter(|(_, ground)| matches!(ground, Ground::Whimsy(_))).count();
    OwnBoard { lines, names, whimsies, corner }
}

/// Returns points without those on the straight line between their neighbors.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    /// In mm: the grid and its rounding.
    const STRAIGHT: f64 = 2e-6;
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        while let [.., before, last] = kept[..] {
            let cross =
                (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x);
            let forward = (last.x - before.x) * (point.x - last.x) + (last.y - before.y) * (point.y - last.y);
            if cross.abs() > STRAIGHT * before.distance(point) || forward < 0.0 {
                break;
            }
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

#[cfg(test)]
mod tests;
