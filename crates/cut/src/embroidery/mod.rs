//! Plans the stitches of an appliqué: pieces of fabric on a ground, one hooping after another, each in one
//! file.
//!
//! An [`Embroidery`] is data: lines whose points are needle points. First the placement ([`Role::Guide`]),
//! then the tack-down ([`Role::Sew`]), then the satin border ([`Role::Engrave`]); between them the machine
//! stops, so that fabric can be placed and trimmed. A hooping is one file, because machines place each file
//! by its own extents: fabrics in files of their own would be sewn apart from each other. An edge between two
//! fabrics is bordered once, with the later one. A design that is larger than the hoop is split between
//! pieces. Every line has tie-ins and tie-offs, and no square of 0.4 mm is sewn more than three times.
//! Stitches have no outlines to nest, so they are not [`Part`](piecework_draw::layout::Part)s.
//!
//! # Source
//! The order is that of Ink/Stitch's tutorial on appliqué; lengths as given below.

mod guard;
mod hoopings;
mod placement;
mod seam;

#[cfg(doc)]
use super::MachineError;
use super::plan::{PieceLabel, PieceOutline, PlannedFabric, PlannedFabrics, ToolLine};
use super::{Calibration, CutError};
use guard::Guard;
use hoopings::{ARM, Hooping};
use piecework_draw::color::{Color, Coloring, DEFAULT_PALETTE, FabricPlan, Palette};
use piecework_draw::drawing::{Canvas, Drawing, MachineLook, Medium, Path, Role};
use piecework_draw::geometry::{Dimensions, Join, Outline, Patch, Patchwork, Point, Touch};
use piecework_draw::layout::{SheetFormat, travel_order};
use piecework_draw::page::finish;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::Tiling;
use seam::{Seam, Stitching};

/// The placement line: its distance from the edge of a patch and its stitch length, in mm: defaults of
/// Ink/Stitch.
const PLACEMENT: (f64, f64) = (0.5, 2.5);
/// The same for the tack-down.
const TACK: (f64, f64) = (1.0, 2.0);
/// The smallest cell with room between its borders, in mm; chosen by eye.
const SMALLEST_CELL: f64 = 2.0 * seam::BORDER;
/// Lines that begin within this distance of the thread, in mm, continue with the same thread: Ink/Stitch's
/// default for jumps to ignore.
const NEAR: f64 = 3.0;

/// All stitches of an appliqué. All places in mm from the top left corner of the hoop.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Embroidery {
    /// The name of the puzzle.
    pub title: String,
    /// The edge of a cell, in mm.
    pub cell_mm: f64,
    /// The size of the hoop.
    pub hoop_mm: Dimensions,
    /// The hoopings, in the order of sewing.
    pub hoopings: Vec<HoopingPlan>,
    /// The fabrics in the order of sewing, and the fabric of each piece.
    pub fabrics: PlannedFabrics,
    /// A lower bound for the hoopings: pieces that are too far apart to share one, or the area.
    pub hoopings_at_least: usize,
    /// Whether the design is turned by a quarter in the hoop.
    pub turned: bool,
}

/// One hooping.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct HoopingPlan {
    /// The numbers of its pieces, ascending.
    pub pieces: Vec<usize>,
    /// The crosses by which it is aligned, in mm from the top left corner of the design.
    pub crosses: Vec<Point>,
    /// All crosses that are sewn in it, in mm from the top left corner of the hoop.
    pub marks: Vec<Point>,
    /// Its pieces in the hoop.
    pub outlines: Vec<PieceOutline>,
    /// Their numbers.
    pub labels: Vec<PieceLabel>,
    /// The end of the name of its file, after `embroidery`; empty if there is only one hooping.
    pub name: String,
    /// The title that the machine shows.
    pub title: String,
    /// In the order of sewing: the crosses for alignment, if there are several hoopings, and then fabric by
    /// fabric.
    pub steps: Vec<StitchStep>,
}

/// The stitches of one fabric, or of the crosses.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct StitchStep {
    /// Its name: `crosses`, or the number and name of the fabric.
    pub name: String,
    /// The fabric, from 0; `None` for crosses.
    pub fabric: Option<usize>,
    /// In the order of sewing.
    pub lines: Vec<StitchLine>,
}

/// Stitches without a trim.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct StitchLine {
    /// Its role; the machine stops where it changes.
    pub role: Role,
    /// The needle points.
    pub points: Vec<Point>,
}

/// Plans the stitches, in the given fabrics or as few as touching pieces allow, and in few hoopings.
///
/// # Units
/// `cell` in mm.
///
/// # Errors
/// [`MachineError::HoopTooSmall`] and [`MachineError::CellTooSmall`] with a cell that works, and
/// [`CutError::Stopped`].
pub fn embroidery(
    tiling: &Tiling,
    cell: f64,
    (hoop, stop): (&SheetFormat, &StopFlag),
    fabrics: Option<&FabricPlan>,
) -> Result<Embroidery, CutError> {
    let patchwork = Patchwork::trace(tiling, cell)?;
    if cell < SMALLEST_CELL {
        return Err(super::MachineError::CellTooSmall { found: cell, least: SMALLEST_CELL }.into());
    }
    let (placed, hoopings_at_least) = hoopings::hoopings(&patchwork, cell, (hoop, stop))?;
    let fabrics = chosen(&patchwork, fabrics)?;
    let mut turn_of = vec![(0, 0, 0); patchwork.patches().len()];
    for (turn, hooping) in placed.iter().enumerate() {
        hooping.patches.iter().for_each(|&patch| turn_of[patch] = (turn, fabrics.fabric_of[patch], patch));
    }
    let design = Design { patchwork: &patchwork, turn_of: &turn_of };
    let mut guard = Guard::default();
    let mut hoopings = Vec::with_capacity(placed.len());
    for (turn, hooping) in placed.iter().enumerate() {
        let mut steps = vec![step("crosses".to_owned(), None, &crosses(hooping), &mut guard, hooping)];
        for (index, fabric) in fabrics.fabrics.iter().enumerate() {
            stop.check()?;
            let name = format!("{} {}", index + 1, fabric.name);
            steps.push(step(name, Some(index), &design.fabric(turn, index)?, &mut guard, hooping));
        }
        steps.retain(|step| !step.lines.is_empty());
        let pieces = hooping.patches.iter().map(|patch| patch + 1).collect();
        let (name, title) = names(turn, placed.len(), tiling.puzzle().name());
        let (outlines, labels) = in_hoop(&patchwork, hooping);
        let marks = hooping.met.iter().chain(&hooping.left).map(|at| hooping.frame.put(*at)).collect();
        let crosses = hooping.met.clone();
        hoopings.push(HoopingPlan { pieces, crosses, marks, outlines, labels, name, title, steps });
    }
    Ok(Embroidery {
        title: tiling.puzzle().name().to_owned(),
        cell_mm: cell,
        hoop_mm: hoop.dimensions(),
        hoopings,
        fabrics,
        hoopings_at_least,
        turned: placed[0].frame.turned,
    })
}

/// Returns the outlines and numbers of the pieces of a hooping, in the hoop.
fn in_hoop(patchwork: &Patchwork, hooping: &Hooping) -> (Vec<PieceOutline>, Vec<PieceLabel>) {
    let put = |at: Point| hooping.frame.put(at);
    let patches = || hooping.patches.iter().map(|&patch| (patch + 1, patchwork.patches()[patch].outline()));
    let ring = |mut line: ToolLine| {
        line.points.iter_mut().for_each(|point| *point = put(*point));
        line
    };
    let outline = |(piece, outline): (usize, &Outline)| {
        let rings = ToolLine::rings(outline).into_iter().map(ring).collect();
        PieceOutline { piece, rings }
    };
    let label = |(piece, outline): (usize, &Outline)| {
        let label = PieceLabel::fitted(outline, &piece.to_string())?;
        Some(PieceLabel { at: put(label.at), ..label })
    };
    (patches().map(outline).collect(), patches().filter_map(label).collect())
}

/// Returns the end of the file name of a hooping, and its title; machines list files by name and show eight
/// to sixteen letters.
fn names(turn: usize, count: usize, puzzle: &str) -> (String, String) {
    let digits = count.to_string().len();
    if count == 1 {
        return (String::new(), puzzle.to_owned());
    }
    (format!("-hooping-{:0digits$}", turn + 1), format!("H{:0digits$} {puzzle}", turn + 1))
}

fn step(
    name: String,
    fabric: Option<usize>,
    lines: &[(Role, Vec<Seam>)],
    guard: &mut Guard,
    hooping: &Hooping,
) -> StitchStep {
    let lines = lines.iter().flat_map(|(role, seams)| sew(*role, seams, guard, hooping)).collect();
    StitchStep { name, fabric, lines }
}

impl Embroidery {
    /// Returns the number of stitches.
    pub fn stitches(&self) -> usize {
        let steps = self.hoopings.iter().flat_map(|hooping| &hooping.steps);
        steps.flat_map(|step| &step.lines).map(|line| line.points.len()).sum()
    }

    /// Draws the stitches of a hooping, a drawing as large as the hoop for each step.
    ///
    /// # Errors
    /// [`MachineError::CalibratedBeyond`] if the calibrated stitches do not fit the hoop.
    pub fn draw(&self, hooping: &HoopingPlan, calibration: Calibration) -> Result<Vec<Drawing>, CutError> {
        hooping.steps.iter().map(|step| self.draw_step(step, &hooping.title, calibration)).collect()
    }

    /// Draws one step, in the color of its thread.
    fn draw_step(
        &self,
        step: &StitchStep,
        title: &str,
        calibration: Calibration,
    ) -> Result<Drawing, CutError> {
        let Dimensions { width, height } = self.hoop_mm;
        let mut canvas = Canvas::new(title, Medium::Machine, width, height);
        let thread = step
            .fabric
            .and_then(|fabric| self.fabrics.fabrics.get(fabric))
            .map_or(Color::BLACK, PlannedFabric::color);
        let colors = [Role::Guide, Role::Sew, Role::Engrave].map(|role| (role, thread)).into();
        canvas.set_look(MachineLook { colors, ..MachineLook::default() });
        for line in &step.lines {
            canvas.path(line.role, Path::polyline(&line.points));
        }
        calibration.finish(canvas)
    }

    /// Draws the pages for the table: the thread chart, the place of each hooping if there are several, and a
    /// placement template of each hooping, true to size.
    ///
    /// # Errors
    /// [`CutError::Layout`] if the paper is too small.
    pub fn pages(&self, tiling: &Tiling, paper: &SheetFormat) -> Result<Vec<Drawing>, CutError> {
        let mut pages = placement::chart(self, paper)?;
        if self.hoopings.len() > 1 {
            pages.push(placement::map(self, tiling, paper)?);
        }
        pages.extend(placement::templates(self, paper)?);
        Ok(finish(pages)?)
    }
}

/// Returns the given fabrics, or as few as touching pieces allow.
fn chosen(patchwork: &Patchwork, plan: Option<&FabricPlan>) -> Result<PlannedFabrics, CutError> {
    if let Some(plan) = plan {
        return Ok(PlannedFabrics::from_plan(plan));
    }
    let coloring = Coloring::of_patchwork(patchwork, Touch::Edge)?;
    let palette = Palette::named(DEFAULT_PALETTE)?;
    let fabrics = palette.first(coloring.count())?.iter().map(PlannedFabric::from_fabric).collect();
    Ok(PlannedFabrics { fabrics, fabric_of: coloring.colors().to_vec() })
}

/// Orders lines for short jumps; a line that begins at the thread continues it.
fn sew(role: Role, seams: &[Seam], guard: &mut Guard, hooping: &Hooping) -> Vec<StitchLine> {
    let starts: Vec<Point> = seams.iter().map(Seam::start).collect();
    let order = travel_order(&starts);
    let near = |pair: &[usize]| seams[pair[0]].end().distance(seams[pair[1]].start()) <= NEAR;
    let follows: Vec<bool> = std::iter::once(false).chain(order.windows(2).map(near)).collect();
    let (mut lines, mut points) = (Vec::new(), Vec::new());
    for (at, &index) in order.iter().enumerate() {
        let ends = !follows.get(at + 1).is_some_and(|&follows| follows);
        let wishes = seams[index].wishes(!follows[at], ends).into_iter();
        points.extend(wishes.filter_map(|wish| guard.admit(wish, &hooping.frame)));
        if ends {
            lines.push(StitchLine { role, points: std::mem::take(&mut points) });
        }
    }
    // A single place is not a line.
    lines.retain(|line| line.points.len() > 1);
    lines
}

/// Returns the level arms of the crosses of earlier hoopings, to check that the needle hits them; then whole
/// crosses for later hoopings.
fn crosses(hooping: &Hooping) -> Vec<(Role, Vec<Seam>)> {
    let arms = |x: f64, y: f64, kind: Stitching| {
        move |&at: &Point| Seam { points: vec![at.moved(-x, -y), at.moved(x, y)], kind }
    };
    let met = hooping.met.iter().map(arms(ARM, 0.0, Stitching::Loose(ARM))).collect();
    let level = hooping.left.iter().map(arms(ARM, 0.0, Stitching::Run(ARM)));
    let whole = level.chain(hooping.left.iter().map(arms(0.0, ARM, Stitching::Run(ARM)))).collect();
    vec![(Role::Guide, met), (Role::Sew, whole)]
}

/// A patchwork, with the hooping, fabric and rank in which each patch is sewn.
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
                    Seam { points: back.collect(), kind: Stitching::Run(length) }
                }));
            }
            lines.push((role, seams));
        }
        let borders = patches.iter().flat_map(|&(index, patch)| self.borders(index, patch));
        lines.push((Role::Engrave, borders.collect()));
        Ok(lines)
    }

    /// Returns the borders around a patch, except edges that a later patch borders.
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
                kind: Stitching::Border,
            }));
        }
        lines
    }
}

/// Returns the runs of kept sides, as points from end to end, and whether one is the whole ring; a whole ring
/// ends where it begins.
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

/// Returns the points at which the line turns, and its ends.
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
