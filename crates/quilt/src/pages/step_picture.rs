//! The picture of a step: what is sewn and what is added in their fabrics, with names, the new seam and signs.

use std::collections::BTreeMap;

use super::matching::inwards;
use super::signs::{ARROW, SIGN, arrow, bar, dot, new_seam, ring, triangle};
use crate::plan::{Assembly, Bend, BendKind, Joint, PressToward};
use piecework_draw::color::Color;
use piecework_draw::drawing::{Canvas, Element, Path, Role, Text, Words, rings};
use piecework_draw::geometry::{Bounds, Point};
use piecework_draw::page::sizes::LEAST;

/// How far the color of what is sewn already is from that of its cloth; chosen by eye.
const PALE: f64 = 0.55;
/// The width of old seams, in mm.
const OLD_SEAM: f64 = 0.25;
/// The cap height of numbers on a picture, in mm: from, to.
const NUMBER: (f64, f64) = (LEAST, 2.6);
/// The air between the number of a corner and that of a patch, in mm, so that nobody reads them as one.
const APART: f64 = 0.9;
/// How far from the middle of its patch a number may be that has no room inside, in mm.
const REACH: f64 = 9.0;

/// What has a name on a picture: a patch, or several that are sewn together.
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) patches: Vec<usize>,
}

impl Assembly<'_> {
    /// Patches by themselves.
    pub(super) fn single(&self, patches: &[usize]) -> Vec<Unit> {
        let unit = |&patch: &usize| Unit { name: self.design.short_name(patch), patches: vec![patch] };
        patches.iter().map(unit).collect()
    }

    /// The blocks of some patches.
    pub(super) fn blocks_of_step(&self, patches: &[usize]) -> Vec<Unit> {
        let unit = |block| Unit {
            name: self.unit_of_block(block).label(),
            patches: self.order.blocks[block].clone(),
        };
        self.blocks_of(patches).into_iter().map(unit).collect()
    }
}

/// A step as a picture: what is sewn, and what is added.
pub(super) struct Picture<'a> {
    assembly: &'a Assembly<'a>,
    step: &'a Joint,
    /// For each patch what it is part of, if it is shown: the patch itself, or its block.
    unit: Vec<Option<usize>>,
    /// The top left corner of what is drawn, in the quilt and on the page.
    corners: (Point, Point),
    /// By how many degrees it is turned.
    turn: i32,
    scale: f64,
    /// The fabric of each patch.
    fabric_of: Vec<usize>,
    /// Whether set-in corners have numbers, as on a map.
    numbered: bool,
    /// Where words may be.
    room: Bounds,
}

impl<'a> Picture<'a> {
    /// What is shown in the middle of `room`, as large as that allows, up to a scale.
    pub(super) fn centered(assembly: &'a Assembly<'a>, step: &'a Joint, room: Bounds, largest: f64) -> Self {
        Self::turned(assembly, step, room, (largest, 0))
    }

    /// The same, turned by an angle in degrees.
    pub(super) fn turned(
        assembly: &'a Assembly<'a>,
        step: &'a Joint,
        room: Bounds,
        (largest, turn): (f64, i32),
    ) -> Self {
        let patchwork = &assembly.design.patchwork;
        let mut unit = vec![None; patchwork.patches().len()];
        let shown: Vec<usize> = step.sewn.iter().chain(&step.added).copied().collect();
        shown.iter().for_each(|&patch| unit[patch] = Some(patch));
        if step.block.is_none() {
            for (index, block) in assembly.order.blocks.iter().enumerate() {
                for &patch in block {
                    unit[patch] = unit[patch].map(|_| index);
                }
            }
        }
        let bounds = assembly.bounds_turned(&shown, turn).unwrap_or(patchwork.bounds());
        let scale = (room.width() / bounds.width()).min(room.height() / bounds.height()).min(largest);
        let middle = room.center();
        let corner = middle.moved(-bounds.width() * scale / 2.0, -bounds.height() * scale / 2.0);
        let corners = (Point { x: bounds.left, y: bounds.top }, corner);
        let fabric_of = assembly.design.fabric_of.clone();
        Self { assembly, step, unit, corners, turn, scale, fabric_of, numbered: true, room }
    }

    /// The same picture without numbers of corners.
    pub(super) fn without_numbers(self) -> Self {
        Self { numbered: false, ..self }
    }

    /// The same picture with other fabrics for some patches.
    pub(super) fn in_fabrics(mut self, of: impl Iterator<Item = (usize, usize)>) -> Self {
        of.for_each(|(patch, fabric)| self.fabric_of[patch] = fabric);
        self
    }

    pub(super) fn put(&self, at: Point) -> Point {
        let (at, (from, to)) = (if self.turn == 0 { at } else { at.turned(self.turn) }, self.corners);
        to.moved((at.x - from.x) * self.scale, (at.y - from.y) * self.scale)
    }

    /// The color of a patch: what is added is bright, and pale is what it is added to.
    fn color(&self, patch: usize) -> Color {
        let design = self.assembly.design;
        let color = design.fabrics[self.fabric_of[patch]].color;
        let is_bright = self.step.added.is_empty() || self.step.added.contains(&patch);
        if is_bright { color } else { color.toward(Color::WHITE, PALE) }
    }

    /// One path for each fabric, bright and pale.
    pub(super) fn draw_cloth(&self, canvas: &mut Canvas) {
        let design = self.assembly.design;
        let mut cloth: BTreeMap<(usize, Color), Vec<Element>> = BTreeMap::new();
        for (patch, at) in design.patchwork.patches().iter().enumerate() {
            if self.unit[patch].is_some() {
                let path = Path::outline(at.outline()).mapped(|at| self.put(at));
                let of = cloth.entry((self.fabric_of[patch], self.color(patch))).or_default();
                of.extend(path.elements());
            }
        }
        for ((fabric, color), elements) in cloth {
            canvas.fill(Path::new(elements).named(design.fabrics[fabric].name.clone()), color);
        }
    }

    /// Old seams and rims thin, the new ones thick.
    pub(super) fn draw_edges(&self, canvas: &mut Canvas) {
        let patchwork = &self.assembly.design.patchwork;
        let unit = |patch: Option<usize>| patch.and_then(|patch| self.unit[patch]);
        for edge in patchwork.edges().iter().filter(|edge| unit(edge.left) != unit(edge.right)) {
            let (from, to) = patchwork.ends(edge);
            bar(canvas, self.put(from), self.put(to), OLD_SEAM);
        }
        for &edge in self.step.seams.iter().flat_map(|seam| &seam.edges) {
            let (from, to) = patchwork.ends(&patchwork.edges()[edge]);
            new_seam(canvas, self.put(from), self.put(to));
        }
    }

    /// The side to which a seam is pressed, at the middle of a seam that does not turn.
    pub(super) fn draw_press(
        &self,
        canvas: &mut Canvas,
        step: &Joint,
        toward: PressToward,
        words: &mut Words,
    ) {
        let patchwork = &self.assembly.design.patchwork;
        let [seam] = step.seams.as_slice() else { return };
        let edges = || seam.edges.iter().map(|&edge| &patchwork.edges()[edge]);
        let Some(longest) = edges().max_by(|a, b| a.length.total_cmp(&b.length)) else { return };
        let onto_added = toward == PressToward::Added;
        let onto_left = longest.left.is_some_and(|patch| step.added.contains(&patch)) == onto_added;
        if !seam.bends.is_empty() {
            return;
        }
        let ends = edges().map(|edge| patchwork.ends(edge)).map(|(from, to)| [self.put(from), self.put(to)]);
        let points: Vec<Point> = ends.flatten().collect();
        let count = points.len() as f64;
        let middle =
            points.iter().fold(Point { x: 0.0, y: 0.0 }, |sum, at| sum.moved(at.x / count, at.y / count));
        let (from, to) = patchwork.ends(longest);
        let along = Point { x: (to.x - from.x) / longest.length, y: (to.y - from.y) / longest.length };
        let Point { x: dx, y: dy } = if self.turn == 0 { along } else { along.turned(self.turn) };
        let (x, y) = if onto_left { (dy, -dx) } else { (-dy, dx) };
        arrow(canvas, middle, (x, y));
        let half = ARROW + 0.2;
        words.take(Bounds {
            left: middle.x - half,
            top: middle.y - half,
            right: middle.x + half,
            bottom: middle.y + half,
        });
    }

    /// The signs of a step, where no words can be.
    pub(super) fn room_for_signs(&self, step: &Joint) -> Words {
        let mut words = Words::default();
        if self.assembly.turns() {
            let open = step.open.iter().map(|open| open.vertex);
            for vertex in step.bends().map(|bend| bend.vertex).chain(open) {
                let at = self.put(self.assembly.design.patchwork.vertices()[vertex].at);
                let half = SIGN / 2.0 + 0.2;
                words.take(Bounds {
                    left: at.x - half,
                    top: at.y - half,
                    right: at.x + half,
                    bottom: at.y + half,
                });
            }
        }
        words
    }

    /// Names, in the order in which they must have room.
    pub(super) fn draw_names(&self, canvas: &mut Canvas, units: &[Unit], words: &mut Words) {
        let design = self.assembly.design;
        let patches = design.patchwork.patches();
        for Unit { name, patches: of } in units {
            let patch = most_central(of, patches);
            let outline = patches[patch].outline();
            let at = self.put(outline.label().at);
            let is_added = self.step.added.contains(&patch);
            let text = Text::centered(name.clone(), at, NUMBER.0);
            let text = if is_added { text.bold() } else { text };
            let lines = rings(outline, |at| self.put(at));
            let largest = text.at_height(NUMBER.1);
            let inside = if of.len() > 1 { None } else { words.place(&largest, &lines, at, NUMBER.0) };
            // What is not inside may be over any color.
            let color = inside.as_ref().map(|_| self.color(patch));
            if let Some(text) = inside.or_else(|| words.place_over(&text, self.room, at, REACH)) {
                canvas.label(text, Some(color.unwrap_or(Color::BLACK)));
            }
        }
    }

    /// Where the needle turns, and where seams stay open.
    pub(super) fn draw_turns(&self, canvas: &mut Canvas, step: &Joint, words: &mut Words) {
        if self.assembly.turns() {
            step.bends().for_each(|bend| self.draw_bend(canvas, bend, words));
            for open in &step.open {
                ring(canvas, self.put(self.assembly.design.patchwork.vertices()[open.vertex].at));
            }
        }
    }

    /// A sign, and the number of a set-in corner where there is room for it; all numbers are in the words.
    fn draw_bend(&self, canvas: &mut Canvas, bend: Bend, words: &mut Words) {
        let patchwork = &self.assembly.design.patchwork;
        let at = self.put(patchwork.vertices()[bend.vertex].at);
        match bend.kind {
            BendKind::Partial { .. } => ring(canvas, at),
            BendKind::Pivot => triangle(canvas, at),
            BendKind::SetIn(number) => {
                dot(canvas, at);
                // Corners of rectangles have no numbers.
                if !self.numbered || self.assembly.design.matching.patches.is_empty() {
                    return;
                }
                let corner = patchwork.set_in_corners()[number];
                let (dx, dy) = inwards(patchwork, corner);
                let text = Text::centered((number + 1).to_string(), at, LEAST).bold();
                let sign = |along: f64| if along.abs() < 0.1 { 0.0 } else { along.signum() };
                let half = SIGN / 2.0 + 0.5;
                let away = (sign(dx) * (half + text.width() / 2.0), sign(dy) * (half + LEAST / 2.0));
                let text = text.moved(away.0, away.1);
                let bounds = text.bounds();
                if words.meets(bounds.inset(-APART)) || !self.room.contains(bounds) {
                    return;
                }
                canvas.fill(Path::rectangle(bounds.inset(-0.2)), Color::WHITE);
                words.take(bounds);
                canvas.text(Role::Label, text);
            }
        }
    }
}

/// The patch of a block that is nearest to its middle.
fn most_central(block: &[usize], patches: &[piecework_draw::geometry::Patch]) -> usize {
    let points: Vec<Point> = block.iter().map(|&patch| patches[patch].label_point()).collect();
    let count = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |(x, y), at| (x + at.x, y + at.y));
    let middle = Point { x: sum.0 / count, y: sum.1 / count };
    let near = block.iter().zip(&points).min_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
    near.map_or(block[0], |(&patch, _)| patch)
}
