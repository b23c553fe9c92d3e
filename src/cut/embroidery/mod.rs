//! Stitches that hold pieces of fabric to a ground: appliqué, a hooping and a fabric at a time.
//!
//! In: a tiling, a hoop. Out: an [`Embroidery`]: drawings as large as the hoop, in which every point of a line is where the needle
//! goes down: first where the fabric is to lie ([`Role::Guide`]), then the line that tacks it down ([`Role::Sew`]), then the
//! border ([`Role::Engrave`]). Between them the machine stops, so that fabric can be laid and trimmed. Always holds: an edge
//! between two fabrics is bordered once, when the later one is sewn; everything lies in the hoop; a whole that is larger is
//! parted between pieces; every line whose thread is cut is tied at both ends; no square of 0.4 mm is sewn more than three
//! times. How a machine is told is not known here.
//!
//! # Source
//! The order is that of the handbooks (Ink/Stitch's tutorial on appliqué); lengths as given below.

mod guard;
mod hoopings;
mod map;
mod seam;

use super::CutError;
#[cfg(doc)]
use super::MachineError;
use crate::colour::{Colour, Colouring, DEFAULT_PALETTE, FabricPlan, Palette};
use crate::drawing::{Canvas, Drawing, Medium, Path, Role};
use crate::geometry::{Join, Outline, Patch, Patchwork, Point, Touch};
use crate::layout::{SheetFormat, travel_order};
use crate::text::slug;
use crate::tiling::Tiling;
use guard::Guard;
use hoopings::{ARM, Hooping};
use seam::{Kind, Seam};

/// How far inside the edge of a patch its place is marked, and with which stitches, in mm: defaults of Ink/Stitch.
const PLACEMENT: (f64, f64) = (0.5, 2.5);
/// The same for tacking down.
const TACK: (f64, f64) = (1.0, 2.0);
/// The smallest cell in mm that has room between its borders; chosen by eye.
const SMALLEST_CELL: f64 = 2.0 * seam::BORDER;
/// Lines that begin so near to where the thread is, in mm, are sewn on with the same thread: Ink/Stitch's default for
/// jumps that are none.
const NEAR: f64 = 3.0;

/// All stitches of an appliqué.
#[derive(Debug, Clone, PartialEq)]
pub struct Embroidery {
    /// What is sewn with the ground hooped once, in the order of sewing.
    pub hoopings: Vec<HoopingSheets>,
    /// What fabrics are called, with their colours, in the order of sewing.
    pub fabrics: Vec<(String, Colour)>,
    /// The fabric of each piece.
    pub fabric_of: Vec<usize>,
    /// How many hoopings there must be, because so many pieces lie far apart or by their area.
    pub hoopings_at_least: usize,
    patchwork: Patchwork,
    placed: Vec<Hooping>,
}

/// What is sewn with the ground hooped once.
#[derive(Debug, Clone, PartialEq)]
pub struct HoopingSheets {
    /// The numbers of its pieces, ascending.
    pub pieces: Vec<usize>,
    /// In the order of sewing: the crosses by which the ground is hooped again, if there are several hoopings, and then fabric
    /// by fabric.
    pub sheets: Vec<Stitching>,
}

/// The stitches of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Stitching {
    /// What its file is called by: the hooping, if there are several, and the fabric.
    pub name: String,
    /// Where the needle goes down.
    pub sheet: Drawing,
}

/// Plans the stitches, in fabrics that are given or as few as touching pieces allow, and in as few hoopings as are found.
///
/// # Units
/// `cell` in mm.
///
/// # Errors
/// [`MachineError::HoopTooSmall`] and [`MachineError::CellTooSmall`] say which cell would do.
pub fn embroidery(
    tiling: &Tiling,
    cell: f64,
    hoop: &SheetFormat,
    fabrics: Option<&FabricPlan>,
) -> Result<Embroidery, CutError> {
    let patchwork = Patchwork::trace(tiling, cell)?;
    if cell < SMALLEST_CELL {
        return Err(super::MachineError::CellTooSmall { found: cell, least: SMALLEST_CELL }.into());
    }
    let (placed, hoopings_at_least) = hoopings::hoopings(&patchwork, cell, hoop)?;
    let (fabrics, fabric_of) = chosen(&patchwork, fabrics)?;
    let mut turn_of = vec![(0, 0, 0); patchwork.patches().len()];
    for (turn, hooping) in placed.iter().enumerate() {
        hooping.patches.iter().for_each(|&patch| turn_of[patch] = (turn, fabric_of[patch], patch));
    }
    let design = Design { patchwork: &patchwork, turn_of: &turn_of };
    let mut guard = Guard::default();
    let mut hoopings = Vec::with_capacity(placed.len());
    let digits = placed.len().to_string().len();
    for (turn, hooping) in placed.iter().enumerate() {
        // Machines list files by name.
        let numbered = || format!("hooping-{:0digits$}-", turn + 1);
        let before = if placed.len() == 1 { String::new() } else { numbered() };
        let mut sheets = Vec::new();
        let mut add = |name: String, lines: Vec<(Role, Vec<Seam>)>| -> Result<(), CutError> {
            let name = format!("{before}{name}");
            // Machines show the first sixteen letters.
            let title = name.replace('-', " ").replacen("hooping ", "H", 1);
            let mut canvas = Canvas::new(title, Medium::Machine, hoop.width, hoop.height);
            for (role, seams) in lines {
                sew(&mut canvas, role, &seams, &mut guard, hooping);
            }
            let sheet = canvas.finish()?;
            if !sheet.layers().is_empty() {
                sheets.push(Stitching { name, sheet });
            }
            Ok(())
        };
        add("0-crosses".into(), crosses(hooping))?;
        for (index, (fabric, _)) in fabrics.iter().enumerate() {
            add(format!("{}-{}", index + 1, slug(fabric)), design.fabric(turn, index)?)?;
        }
        let pieces = hooping.patches.iter().map(|patch| patch + 1).collect();
        hoopings.push(HoopingSheets { pieces, sheets });
    }
    Ok(Embroidery { hoopings, fabrics, fabric_of, hoopings_at_least, patchwork, placed })
}

impl Embroidery {
    /// Whether the whole is turned by a quarter in the hoop.
    #[must_use]
    pub fn turned(&self) -> bool {
        self.placed[0].frame.turned
    }

    /// How often the needle goes down.
    #[must_use]
    pub fn stitches(&self) -> usize {
        let sheets = self.hoopings.iter().flat_map(|hooping| &hooping.sheets);
        let items = sheets.flat_map(|sheet| sheet.sheet.layers()).flat_map(|layer| &layer.items);
        items.flat_map(|item| item.polylines(1.0)).map(|line| line.points.len()).sum()
    }

    /// A page that shows which hooping lies where, its fabrics, and the crosses by which it is laid; none if everything
    /// is hooped once.
    ///
    /// # Errors
    /// [`CutError::Layout`] for a paper without room.
    pub fn map(&self, title: &str, paper: &SheetFormat) -> Result<Option<Drawing>, CutError> {
        if self.placed.len() == 1 {
            return Ok(None);
        }
        map::map(self, title, paper).map(Some)
    }
}

/// Names and colours of fabrics, and the fabric of each patch.
type Chosen = (Vec<(String, Colour)>, Vec<usize>);

fn chosen(patchwork: &Patchwork, plan: Option<&FabricPlan>) -> Result<Chosen, CutError> {
    if let Some(plan) = plan {
        let named = plan.fabrics.iter().map(|fabric| (fabric.name.clone(), fabric.colour));
        return Ok((named.collect(), plan.fabric_of.clone()));
    }
    let colouring = Colouring::of_patchwork(patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let named = palette.first(colouring.count())?.iter().map(|fabric| (fabric.name.clone(), fabric.colour));
    Ok((named.collect(), colouring.colours().to_vec()))
}

/// Lines in an order with short jumps; what begins where the thread is, is sewn on.
fn sew(canvas: &mut Canvas, role: Role, seams: &[Seam], guard: &mut Guard, hooping: &Hooping) {
    let starts: Vec<Point> = seams.iter().map(Seam::start).collect();
    let order = travel_order(&starts);
    let near = |pair: &[usize]| seams[pair[0]].end().distance(seams[pair[1]].start()) <= NEAR;
    let follows: Vec<bool> = std::iter::once(false).chain(order.windows(2).map(near)).collect();
    let mut line = Vec::new();
    for (at, &index) in order.iter().enumerate() {
        let ends = !follows.get(at + 1).is_some_and(|&follows| follows);
        let wishes = seams[index].wishes(!follows[at], ends).into_iter();
        line.extend(wishes.filter_map(|wish| guard.admit(wish, &hooping.frame)));
        if ends {
            let line = std::mem::take(&mut line);
            // One place alone is no line.
            if line.len() > 1 {
                canvas.path(role, Path::polyline(&line));
            }
        }
    }
}

/// The level arms of the crosses that are met, to see that the needle hits them; then whole crosses for later hoopings.
fn crosses(hooping: &Hooping) -> Vec<(Role, Vec<Seam>)> {
    let arms = |x: f64, y: f64, kind: Kind| {
        move |&at: &Point| Seam { points: vec![at.moved(-x, -y), at.moved(x, y)], kind }
    };
    let met = hooping.met.iter().map(arms(ARM, 0.0, Kind::Loose(ARM))).collect();
    let level = hooping.left.iter().map(arms(ARM, 0.0, Kind::Run(ARM)));
    let whole = level.chain(hooping.left.iter().map(arms(0.0, ARM, Kind::Run(ARM)))).collect();
    vec![(Role::Guide, met), (Role::Sew, whole)]
}

/// A patchwork, and when each of its patches is sewn: in which hooping, in which fabric, and then in which order.
struct Design<'a> {
    patchwork: &'a Patchwork,
    turn_of: &'a [(usize, usize, usize)],
}

impl Design<'_> {
    /// Everything that is sewn for one fabric in a hooping.
    fn fabric(&self, turn: usize, fabric: usize) -> Result<Vec<(Role, Vec<Seam>)>, CutError> {
        let patches: Vec<(usize, &Patch)> = self
            .patchwork
            .patches()
            .iter()
            .enumerate()
            .filter(|(index, _)| self.turn_of[*index].0 == turn && self.turn_of[*index].1 == fabric)
            .collect();
        let mut lines = Vec::new();
        for (role, (inset, length)) in [(Role::Guide, PLACEMENT), (Role::Sew, TACK)] {
            let mut seams = Vec::new();
            for (_, patch) in &patches {
                let inside = patch.outline().offset(-inset, Join::MITRE)?;
                seams.extend(inside.iter().flat_map(Outline::rings).map(|ring| {
                    let back = ring.points().iter().chain(ring.points().first()).copied();
                    Seam { points: back.collect(), kind: Kind::Run(length) }
                }));
            }
            lines.push((role, seams));
        }
        let borders = patches.iter().flat_map(|&(index, patch)| self.borders(index, patch));
        lines.push((Role::Engrave, borders.collect()));
        Ok(lines)
    }

    /// The borders around a patch where no later one will have them.
    fn borders(&self, index: usize, patch: &Patch) -> Vec<Seam> {
        let mut lines = Vec::new();
        for ring in patch.rings() {
            let sewn_here: Vec<bool> = ring
                .iter()
                .map(|side| {
                    let edge = &self.patchwork.edges()[side.edge];
                    let other = if edge.left == Some(index) { edge.right } else { edge.left };
                    other.is_none_or(|other| self.turn_of[other] < self.turn_of[index])
                })
                .collect();
            let points: Vec<Point> = ring
                .iter()
                .map(|side| {
                    let edge = &self.patchwork.edges()[side.edge];
                    self.patchwork.vertices()[if side.reversed { edge.to } else { edge.from }].at
                })
                .collect();
            lines.extend(chains(&points, &sewn_here).into_iter().map(|(chain, closed)| Seam {
                points: without_straight_points(chain, closed),
                kind: Kind::Border,
            }));
        }
        lines
    }
}

/// The runs of sides that are kept, as points from end to end, and whether one is the whole ring; a whole ring ends where
/// it begins.
fn chains(points: &[Point], kept: &[bool]) -> Vec<(Vec<Point>, bool)> {
    let count = points.len();
    let Some(gap) = kept.iter().position(|&kept| !kept) else {
        return vec![(points.iter().chain(points.first()).copied().collect(), true)];
    };
    let mut chains: Vec<(Vec<Point>, bool)> = Vec::new();
    let mut open = false;
    for at in (gap + 1..=gap + count).map(|at| at % count) {
        if kept[at] {
            if !open {
                chains.push((vec![points[at]], false));
            }
            if let Some((chain, _)) = chains.last_mut() {
                chain.push(points[(at + 1) % count]);
            }
        }
        open = kept[at];
    }
    chains
}

/// Points at which the line turns, and its ends.
fn without_straight_points(mut points: Vec<Point>, closed: bool) -> Vec<Point> {
    let turns = |a: Point, b: Point, c: Point| {
        let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        cross.abs() > 1e-6 * a.distance(b) * b.distance(c)
    };
    if closed && points.len() > 3 {
        // A whole ring begins at a corner.
        let count = points.len() - 1;
        points.truncate(count);
        let corner = (0..count)
            .find(|&at| turns(points[(at + count - 1) % count], points[at], points[(at + 1) % count]));
        points.rotate_left(corner.unwrap_or(0));
        points.extend(points.first().copied());
    }
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (at, &point) in points.iter().enumerate() {
        let inner = at > 0 && at + 1 < points.len();
        let straight = inner && kept.last().is_some_and(|&before| !turns(before, point, points[at + 1]));
        if !straight {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
