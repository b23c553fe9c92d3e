//! Chooses what is engraved on the sides of a piece: its number, its name, its number in braille, the board with its place,
//! its triplication, or art of one's own.

use super::sheet::{CutSheet, PieceLabel, ToolLine};
use crate::{Art, ArtStyle, CutOptions, Engraving, PieceArt};
use piecework_draw::drawing::braille::{self, DOT, DOT_PITCH};
use piecework_draw::geometry::{Bounds, CircularArc, Outline, Patch, Patchwork, Point, Ring};

/// What stays free beside braille and pictures, in mm.
const AIR: f64 = 0.7;
/// The share of the room for a label that a picture takes.
const PICTURE: f64 = 0.9;
/// The largest distance of straight lines from the edge of a hole that words keep away from, in mm; chosen by eye.
const HOLE_TOLERANCE: f64 = 0.05;
/// The smallest side of a picture, in mm; chosen by eye.
const SMALLEST_PICTURE: f64 = 4.0;

/// The smallest cell of a triplication, in mm; chosen by eye.
const SMALLEST_CELL: f64 = 0.8;
/// How much smaller a triplication is than the one before, where that has no room.
const SMALLER: f64 = 0.9;

/// A piece as what it carries depends on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marked<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) patchwork: &'a Patchwork,
    pub(super) patch: &'a Patch,
    /// Its triplication, if there is one, and whether one is asked for and there is none.
    pub(super) triplication: (Option<&'a [ToolLine]>, bool),
}

/// What a piece carries on both sides, in its own coordinates as seen from the front.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sides {
    /// What is on the front.
    pub(super) front: Engraved,
    /// What is on the back, before the sheet is turned over.
    pub(super) back: Engraved,
    /// The hole for its magnet.
    pub(super) pocket: Option<ToolLine>,
    /// Why a picture that was asked for is not there.
    pub(super) plain: Option<&'static str>,
}

impl Sides {
    /// Adds what the piece carries to its sheet, moved to its place. The back is not turned over yet.
    pub(super) fn put_on(&self, sheet: &mut CutSheet, place: impl Fn(Point) -> Point + Copy) {
        sheet.pockets.extend(self.pocket.iter().map(|pocket| pocket.mapped(place)));
        let (label, lines) = self.front.moved(place);
        sheet.labels.extend(label);
        sheet.engravings.extend(lines);
        let (label, lines) = self.back.moved(place);
        if label.is_some() || lines.is_some() {
            let back = sheet.back.get_or_insert_default();
            back.labels.extend(label);
            back.engravings.extend(lines);
        }
    }
}

/// What a side of a piece carries.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Engraved {
    /// Words.
    pub(super) label: Option<PieceLabel>,
    /// Dots or a picture.
    pub(super) lines: Vec<ToolLine>,
}

impl Engraved {
    /// Returns its words and its lines at another place.
    fn moved(&self, place: impl Fn(Point) -> Point + Copy) -> (Option<PieceLabel>, Option<Vec<ToolLine>>) {
        let label = self.label.clone().map(|label| PieceLabel { at: place(label.at), ..label });
        let lines: Vec<ToolLine> = self.lines.iter().map(|line| line.mapped(place)).collect();
        (label, Some(lines).filter(|lines| !lines.is_empty()))
    }
}

/// Returns what a piece with this outline carries on both sides, beside its pocket if that is cut through; nothing where it
/// would be too small.
pub(super) fn engraved(
    outline: &Outline,
    piece: Marked<'_>,
    pocket: Option<ToolLine>,
    options: &CutOptions,
) -> Sides {
    if !options.labels {
        return Sides { pocket, ..Sides::default() };
    }
    let through = pocket.as_ref().filter(|_| options.printed_pieces.is_none());
    let beside = through.and_then(|pocket| with_hole(outline, pocket));
    let outline = beside.as_ref().unwrap_or(outline);
    let carried = |engraving, art: &Option<PieceArt>, mirrored| {
        let art = art.as_ref().and_then(|art| art.of(piece.number, piece.patch.name()));
        let found = carried(outline, piece, art.map(|art| (art, &options.own.style)), (engraving, mirrored));
        let plain = if found.lines.is_empty() { piece.why_plain(engraving, art) } else { None };
        (found, plain)
    };
    let (mut front, plain) = carried(options.engraving, &options.own.front, options.turns_marks());
    if options.engraving == Engraving::Triplication && front.lines.is_empty() {
        // Who has no picture keeps the number.
        front.label = PieceLabel::fitted(outline, &piece.number.to_string());
    }
    let back = options.back.map(|engraving| carried(engraving, &options.own.back, !options.turns_marks()));
    let (back, plain_back) = back.unwrap_or_default();
    Sides { pocket, front, back, plain: plain.or(plain_back) }
}

impl Marked<'_> {
    /// Returns why a side without lines has none, if it was to have a picture.
    fn why_plain(self, engraving: Engraving, art: Option<&Art>) -> Option<&'static str> {
        match engraving {
            Engraving::Triplication if self.triplication.1 => {
                Some("no others of the set were found that make their shape three times as large")
            }
            Engraving::Own if art.is_none() => Some("there is no picture of your own for them"),
            Engraving::Triplication | Engraving::Own => Some("their pictures would be too small"),
            _ => None,
        }
    }
}

/// Returns an outline with one hole more.
fn with_hole(outline: &Outline, hole: &ToolLine) -> Option<Outline> {
    let ring = Ring::new(hole.flattened(HOLE_TOLERANCE)).ok()?;
    let holes = outline.holes().iter().cloned().chain([ring]).collect();
    Outline::new(outline.outer().clone(), holes).ok()
}

/// Returns what one side carries. A picture may be mirrored with its sheet, but braille on a sheet that is
/// mirrored later must be mirrored before.
fn carried(
    outline: &Outline,
    Marked { number, patchwork, patch, triplication }: Marked<'_>,
    art: Option<(&Art, &ArtStyle)>,
    (engraving, mirrored): (Engraving, bool),
) -> Engraved {
    let words = |words: &str| Engraved { label: PieceLabel::fitted(outline, words), lines: Vec::new() };
    let lines = |lines: Option<Vec<ToolLine>>| Engraved { label: None, lines: lines.unwrap_or_default() };
    match engraving {
        Engraving::Number => words(&number.to_string()),
        Engraving::Name => words(patch.name()),
        Engraving::Braille => lines(braille(outline, number, mirrored)),
        Engraving::Solution => lines(picture(outline, patchwork, patch)),
        Engraving::Triplication => lines(triplication.0.and_then(|found| tripled(outline, found))),
        Engraving::Own => lines(art.map(|art| own(outline, art, mirrored))),
    }
}

/// Returns art in the middle of a piece, as large as there is room for; in its mirror image if the sheet is mirrored later.
fn own(outline: &Outline, (art, style): (&Art, &ArtStyle), mirrored: bool) -> Vec<ToolLine> {
    let label = outline.label();
    // Words are wide and low, and have all of the circle along its middle.
    let (wide, deep) = if art.words().is_some() { (0.95, 0.3) } else { (0.7, 0.7) };
    let room = |wide: f64, deep: f64| Bounds {
        left: label.at.x - wide * label.room,
        top: label.at.y - deep * label.room,
        right: label.at.x + wide * label.room,
        bottom: label.at.y + deep * label.room,
    };
    let sense = if mirrored { -1.0 } else { 1.0 };
    let place = |point: Point| Point { x: label.at.x + sense * (point.x - label.at.x), ..point };
    ToolLine::open(art.lines_in(room(wide, deep), style)).iter().map(|line| line.mapped(place)).collect()
}

/// Returns the dots of a number, across or up, as near to the middle of the piece as they fit; in their
/// mirror image if the sheet is mirrored later.
fn braille(outline: &Outline, number: usize, mirrored: bool) -> Option<Vec<ToolLine>> {
    let cells = braille::number(number);
    let width = braille::width(cells.len());
    let (far, deep) = ((width + DOT) / 2.0, DOT_PITCH + DOT / 2.0);
    let (at, turn) = free_place(outline, (far, deep))?;
    let sense = if mirrored { -1.0 } else { 1.0 };
    let place = |point: Point| Point { x: sense * point.x, ..point }.turned(turn).moved(at.x, at.y);
    let dots = braille::dots(&cells);
    Some(dots.map(|dot| circle(place(dot), DOT / 2.0)).collect())
}

/// Returns the middle of a free box of this half width and half height, and its turn in degrees.
pub(super) fn free_place(outline: &Outline, (far, deep): (f64, f64)) -> Option<(Point, i32)> {
    let label = outline.label();
    let Bounds { left, top, right, bottom } = outline.bounds();
    let step = (label.room / 4.0).clamp(0.5, 5.0);
    let along = |from: f64, to: f64| {
        (0..1000_u16).map(move |n| from + step * f64::from(n)).take_while(move |&x| x <= to)
    };
    let mut places: Vec<Point> = std::iter::once(label.at)
        .chain(along(top, bottom).flat_map(|y| along(left, right).map(move |x| Point::new(x, y))))
        .collect();
    places.sort_by(|a, b| a.distance(label.at).total_cmp(&b.distance(label.at)));
    let free = |&(at, turn): &(Point, i32)| {
        let rim = rim(far + AIR, deep + AIR);
        rim.into_iter().all(|point| {
            let Point { x, y } = point.turned(turn);
            outline.contains(at.moved(x, y))
        }) && outline.rings().flat_map(piecework_draw::geometry::Ring::points).all(|&corner| {
            let Point { x, y } = corner.moved(-at.x, -at.y).turned(-turn);
            x.abs() >= far + AIR || y.abs() >= deep + AIR
        })
    };
    places.into_iter().flat_map(|at| [(at, 0), (at, -90)]).find(free)
}

/// Returns points around a box about the origin, about a millimetre apart.
fn rim(far: f64, deep: f64) -> Vec<Point> {
    let corners = [(-far, -deep), (far, -deep), (far, deep), (-far, deep)].map(|(x, y)| Point::new(x, y));
    let side = |at: usize| {
        let (from, to) = (corners[at], corners[(at + 1) % 4]);
        (0..16_u8).map(move |step| {
            let share = f64::from(step) / 16.0;
            Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
        })
    };
    (0..4).flat_map(side).collect()
}

/// Returns a circle as two arcs.
pub(super) fn circle(center: Point, radius: f64) -> ToolLine {
    let half = |from: f64| CircularArc::about(center, center.moved(from * radius, 0.0), std::f64::consts::PI);
    let (one, two) = (half(1.0), half(-1.0));
    let middles = vec![Some(one.middle), Some(two.middle)];
    ToolLine { middles, ..ToolLine::straight(vec![one.from, two.from], true) }
}

/// Returns the board with the edges around the piece inside it, as large as there is room for.
fn picture(outline: &Outline, patchwork: &Patchwork, patch: &Patch) -> Option<Vec<ToolLine>> {
    let (label, board) = (outline.label(), patchwork.bounds());
    let (width, height) = (board.width(), board.height());
    let scale = 2.0 * label.room * PICTURE / libm::hypot(width, height);
    if width.min(height) * scale < SMALLEST_PICTURE {
        return None;
    }
    let middle = board.center();
    let place = |point: Point| label.at.moved((point.x - middle.x) * scale, (point.y - middle.y) * scale);
    let rims = patchwork.board().iter().flat_map(ToolLine::rings);
    let edges = patch.rings().iter().flatten().map(|side| &patchwork.edges()[side.edge]);
    let inner = edges.filter(|edge| edge.is_inner()).map(|edge| {
        let (from, to) = patchwork.ends(edge);
        ToolLine::straight(vec![from, to], false)
    });
    Some(rims.chain(inner).chain(crossed_gaps(patchwork)).map(|line| line.mapped(place)).collect())
}

/// Returns the lines of a triplication as large as its box has room for, turned by a quarter where that is larger.
fn tripled(outline: &Outline, lines: &[ToolLine]) -> Option<Vec<ToolLine>> {
    let own = Bounds::around(lines.iter().flat_map(|line| line.points.iter().copied()))?;
    let (width, height, middle) = (own.width(), own.height(), own.center());
    let room = outline.bounds();
    let largest = room.width().max(room.height()) / width.max(height);
    let scales = std::iter::successors(Some(largest), |scale| Some(scale * SMALLER));
    let mut scales = scales.take_while(|scale| *scale >= SMALLEST_CELL);
    let (scale, (at, turn)) = scales.find_map(|scale| {
        let half = |side: f64| side * scale / 2.0;
        Some((scale, free_place(outline, (half(width), half(height)))?))
    })?;
    let place = |point: Point| {
        let from = Point::new((point.x - middle.x) * scale, (point.y - middle.y) * scale);
        from.turned(turn).moved(at.x, at.y)
    };
    Some(lines.iter().map(|line| line.mapped(place)).collect())
}

/// Returns the edges of gaps, crossed out.
pub(super) fn crossed_gaps(patchwork: &Patchwork) -> Vec<ToolLine> {
    /// How far a cross reaches, as a share of the room around its middle; chosen by eye.
    const CROSS: f64 = 0.5;
    let crossed = |part: &Outline| {
        let label = part.label();
        let far = CROSS * label.room;
        let line = |x: f64| ToolLine::straight(vec![label.at.moved(-x, -far), label.at.moved(x, far)], false);
        ToolLine::rings(part).into_iter().chain([line(far), line(-far)])
    };
    patchwork.gaps().iter().flat_map(crossed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dress, machine, plan, sheets};
    use piecework_draw::drawing::Role;
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    /// Dots are inside of their pieces and as many as the number has, pictures too; and the lines are on the
    /// layer to engrave.
    #[test]
    fn dots_and_pictures_are_inside_of_their_pieces() {
        let grids = read_letter_grids(Lattice::Square, "AAAAB\nBBBBB", &Limits::default()).expect("letters");
        let tiling = infer_from_grid("test", &grids[0]).expect("a tiling");
        let machine = machine("lightburn").expect("embedded");
        for (engraving, lines) in [(Engraving::Braille, 4 + 1), (Engraving::Solution, 1 + 2)] {
            for kerf in [0.0, 0.2] {
                let options = CutOptions { kerf, engraving, ..CutOptions::new(12.0, machine.bed.clone()) };
                let plan = plan(&tiling, &options).expect("a plan");
                let sheet = &plan.sheets[0];
                assert_eq!((sheet.labels.len(), sheet.engravings.len()), (0, 2), "{engraving:?}");
                let drawn = sheets(&plan, &machine, &Dress::default()).expect("drawn").remove(0);
                let engraved = drawn.bounds_of(Role::Engrave).expect("engraved");
                let cut = drawn.bounds_of(Role::Cut).expect("cut");
                assert!(engraved.left > cut.left && engraved.bottom < cut.bottom);
                assert_eq!(sheet.engravings[0].len(), lines, "{engraving:?} of the first piece");
            }
        }
        let dots = braille(&Outline::rectangle(40.0, 12.0).expect("an outline"), 12, false).expect("room");
        assert_eq!(dots.len(), 4 + 1 + 2, "the sign, 1 and 2");
        let upright = braille(&Outline::rectangle(12.0, 40.0).expect("an outline"), 12, false).expect("room");
        let heights = upright.iter().map(|dot| dot.points[0].y);
        let (low, high) = heights.fold((f64::INFINITY, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
        assert!((high - low - 2.0 * braille::CELL_PITCH).abs() < 1e-6 + DOT_PITCH, "{low} to {high}");
        assert_eq!(braille(&Outline::rectangle(12.0, 12.0).expect("an outline"), 12, true), None);
    }
}
