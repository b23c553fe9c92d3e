//! What a quilt repeats, planned once: units, blocks and rows with how many of each are made.
//!
//! Every part of the quilt that is sewn is looked at from the whole down. Parts of one [`Form`] are one: they are sewn as
//! the first of them is, so that what that is made of is what all of them are made of. Seams that follow one another along
//! parallel lines are sewn as a row or a column.

use std::collections::{BTreeMap, BTreeSet};

use super::design::{Design, SewnUnit};
use super::equal_blocks::equal_blocks;
use super::form::{Form, Parted};
use super::joining::{Joint, SewingOrder};
use super::piecing::ALONG_BLOCKS;
use super::straight::StraightSeams;
use super::yardage::Yardage;
use piecework_draw::geometry::{Bounds, Point};
use piecework_tiling::lattice::Cell;
use piecework_tiling::polyform::counted_name;

/// What the top on point is called without its corners.
pub(crate) const CENTER: &str = "Center";

/// The pieces of a quilt, and everything that is sewn of them with how many are made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Repeats {
    /// Every piece of cloth; parts count them from 0.
    pub pieces: Vec<RepeatedPiece>,
    /// What is sewn, what others need before these; the last is the top.
    pub parts: Vec<RepeatedPart>,
}

/// A piece of cloth.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct RepeatedPiece {
    /// What pieces of its shape are called: `a`, `b`; the name of its template.
    pub label: String,
    /// Its fabric.
    pub fabric: String,
    /// Its cells, as columns and rows of the tiling, or of the squares that it is cut into.
    pub cells: Vec<(i32, i32)>,
}

/// What is sewn at one go from pieces and other parts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct RepeatedPart {
    /// What it is called: `3`, `Row 2`, `Top`.
    pub label: String,
    /// What it is.
    pub kind: PartKind,
    /// How many are made.
    pub count: usize,
    /// What it is sewn from, in the order of sewing: along a row or a column from its left or its top.
    pub of: Vec<PartOf>,
    /// How many are made in which fabrics, the most first.
    pub colorings: Vec<PartColoring>,
    /// The pieces of each, in one order.
    pub copies: Vec<Vec<usize>>,
    /// The pieces of the one that is shown, in the same order.
    #[serde(skip)]
    pub(crate) shown: Vec<usize>,
    /// The steps that sew it.
    #[serde(skip)]
    pub(crate) steps: Vec<usize>,
}

/// What a part is in a quilt of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PartKind {
    /// A part of a block.
    Unit,
    /// What the quilt repeats.
    Block,
    /// Blocks in a row, or what is between them.
    Row,
    /// All of it.
    Top,
}

/// A piece or a part that another is sewn from.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct PartOf {
    /// What it is called.
    pub label: String,
    /// Its pieces in the one that is shown.
    pub pieces: Vec<usize>,
}

/// How many are made in these fabrics.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct PartColoring {
    /// What one in these fabrics is called: `3b`, `Row 1a`; the name of the part where there is but one coloring.
    pub label: String,
    /// What it is sewn from, as [`RepeatedPart::of`], by name and fabric: `3a`, or `B Oat` for a piece.
    pub of: Vec<String>,
    /// How many.
    pub count: usize,
    /// The fabric of each piece, by its place among the fabrics of the quilt.
    pub fabrics: Vec<usize>,
}

/// A part of the quilt: its pieces, and the step that makes it, where it is sewn as it lies.
type Instance = (Vec<usize>, Option<usize>);

/// Parts of one form while they are found.
struct Class {
    forms: Vec<Form>,
    step: usize,
    /// What the first is made of.
    of: Vec<Vec<usize>>,
    steps: Vec<usize>,
}

/// Finds what a quilt repeats.
struct Finder<'a> {
    design: &'a Design,
    order: &'a SewingOrder,
    /// The cells of each piece.
    cells: Vec<&'a [Cell]>,
    /// For each step what it joins: the step that made it, or none for a piece.
    made_by: Vec<[Option<usize>; 2]>,
}

impl Repeats {
    /// What a quilt repeats; none if its blocks are not the half of them equal, or it is sewn otherwise: also where the
    /// parts cannot be made one after another.
    pub(super) fn of(design: &Design, order: &SewingOrder) -> Option<Self> {
        equal_blocks(design, order).and_then(|_| Finder::new(design, order).repeats())
    }

    /// Returns how many blocks are made.
    pub fn blocks(&self) -> usize {
        let blocks = self.parts.iter().filter(|part| part.kind == PartKind::Block);
        blocks.map(|part| part.count).sum()
    }

    /// Names rectangles by their letters, where they are listed and on the cutting layouts.
    pub(super) fn name_rectangles(&self, seams: &mut StraightSeams, yardage: &mut Yardage) {
        let names = seams.cloth.names.iter().map(String::as_str);
        let letter_of: BTreeMap<&str, &str> =
            names.zip(self.pieces.iter().map(|piece| piece.label.as_str())).collect();
        let rename = |labels: &mut Vec<String>| {
            for label in labels {
                if let Some(letter) = letter_of.get(label.as_str()) {
                    (*letter).clone_into(label);
                }
            }
        };
        let pieces = yardage.fabrics.iter_mut().flat_map(|fabric| &mut fabric.pieces);
        pieces.for_each(|piece| rename(&mut piece.labels));
        for size in seams.sizes.iter_mut().flatten() {
            rename(&mut size.labels);
            size.labels.dedup();
        }
    }
}

impl Design {
    /// Whether the seam of a step is upright, if it is one level or upright line along the sides of blocks.
    pub(crate) fn is_upright(&self, step: &Joint) -> Option<bool> {
        let edges = step.seams.iter().flat_map(|seam| &seam.edges);
        let ends = edges.map(|&edge| self.patchwork.ends(&self.patchwork.edges()[edge]));
        let turn = if self.options.is_on_point() { ALONG_BLOCKS } else { 0 };
        let points: Vec<Point> = ends.flat_map(|(from, to)| [from.turned(turn), to.turned(turn)]).collect();
        let first = *points.first()?;
        let one = |of: fn(&Point) -> f64| points.iter().all(|at| (of(at) - of(&first)).abs() < 1e-6);
        if one(|at| at.x) { Some(true) } else { one(|at| at.y).then_some(false) }
    }
}

impl<'a> Finder<'a> {
    fn new(design: &'a Design, order: &'a SewingOrder) -> Self {
        let cells = design.tiling().placements().iter().map(|laid| laid.cells.as_slice()).collect();
        let mut last = vec![None; design.patchwork.patches().len()];
        let mut made_by = Vec::new();
        for (index, step) in order.steps.iter().enumerate() {
            made_by.push([&step.sewn, &step.added].map(|part| last[part[0]]));
            step.sewn.iter().chain(&step.added).for_each(|&piece| last[piece] = Some(index));
        }
        Self { design, order, cells, made_by }
    }

    fn form(&self, pieces: &[usize], turns: bool) -> Form {
        Form::of_pieces(self.design, pieces, turns)
    }

    fn repeats(&self) -> Option<Repeats> {
        let mut classes = self.classes();
        flatten(self, &mut classes);
        self.copy_again(&mut classes);
        // The smallest first, rows from the top.
        classes.sort_by_cached_key(|class| {
            let pieces = &class.forms[0].patches;
            let kind = self.kind(class);
            let on_point = self.design.options.is_on_point();
            let size = match kind {
                PartKind::Row if on_point => class.step,
                PartKind::Row => 0,
                _ => pieces.len(),
            };
            (kind, size, pieces.iter().min().copied())
        });
        self.named(classes)
    }

    /// All forms of parts, the smallest first.
    fn classes(&self) -> Vec<Class> {
        let size = |pieces: &[usize]| pieces.iter().map(|&piece| self.cells[piece].len()).sum::<usize>();
        let last = self.order.steps.len() - 1;
        let mut open: BTreeMap<usize, Vec<Instance>> = BTreeMap::new();
        let whole = self.pieces(last);
        open.insert(size(&whole), vec![(whole, Some(last))]);
        let mut classes = Vec::new();
        while let Some((_, instances)) = open.pop_last() {
            let mut of_form: BTreeMap<Parted, Vec<(Form, Option<usize>)>> = BTreeMap::new();
            let turns = instances.len() > 1;
            for (pieces, step) in instances {
                let form = self.form(&pieces, turns);
                of_form.entry(form.parted.clone()).or_default().push((form, step));
            }
            for mut alike in of_form.into_values() {
                let Some(first) = alike.iter().position(|(_, step)| step.is_some()) else { continue };
                alike.swap(0, first);
                let step = alike[0].1.expect("the first is sewn as it lies");
                let (of, steps) = self.sewn_at_once(step);
                for (index, (form, _)) in alike.iter().enumerate() {
                    let place: BTreeMap<usize, usize> =
                        alike[0].0.patches.iter().copied().zip(form.patches.iter().copied()).collect();
                    for (part, made_by) in of.iter().filter(|(part, _)| part.len() > 1) {
                        let pieces: Vec<usize> = part.iter().map(|piece| place[piece]).collect();
                        open.entry(size(&pieces)).or_default().push((pieces, made_by.filter(|_| index == 0)));
                    }
                }
                let forms = alike.into_iter().map(|(form, _)| form).collect();
                let of = of.into_iter().map(|(pieces, _)| pieces).collect();
                classes.push(Class { forms, step, of, steps });
            }
        }
        classes.reverse();
        classes
    }

    /// Finds the copies of all parts again, from the top down. A part that looks the same the other way round may have been
    /// copied so, and what it was made of before it was sewn together with another is then elsewhere.
    fn copy_again(&self, classes: &mut [Class]) {
        let set = |pieces: &[usize]| pieces.iter().copied().collect::<BTreeSet<usize>>();
        let mut class_of: BTreeMap<BTreeSet<usize>, usize> = BTreeMap::new();
        for (index, class) in classes.iter().enumerate() {
            class_of.extend(class.forms.iter().map(|form| (set(&form.patches), index)));
        }
        let mut copies: Vec<Vec<Vec<usize>>> = vec![Vec::new(); classes.len()];
        for at in (0..classes.len()).rev() {
            let (mut found, shown) = (std::mem::take(&mut copies[at]), set(&classes[at].forms[0].patches));
            let turns = found.len() > 1;
            if let Some(first) = found.iter().position(|copy| set(copy) == shown)
                && found.len() == classes[at].forms.len()
            {
                found.swap(0, first);
                classes[at].forms = found.iter().map(|copy| self.form(copy, turns)).collect();
            }
            let class = &classes[at];
            for form in &class.forms {
                let place: BTreeMap<usize, usize> =
                    class.forms[0].patches.iter().copied().zip(form.patches.iter().copied()).collect();
                for of in class.of.iter().filter(|of| of.len() > 1) {
                    if let Some(&part) = class_of.get(&set(of)) {
                        copies[part].push(of.iter().map(|piece| place[piece]).collect());
                    }
                }
            }
        }
    }

    /// What a step joins, and the steps that do: where blocks are joined all along one row or column.
    fn sewn_at_once(&self, step: usize) -> (Vec<Instance>, Vec<usize>) {
        let Joint { sewn, added, block, .. } = &self.order.steps[step];
        let (mut of, mut steps) = (Vec::new(), Vec::new());
        for (pieces, made_by) in [sewn, added].into_iter().zip(self.made_by[step]) {
            let is_one = |by: &usize| {
                let upright = self.is_upright(step);
                block.is_none()
                    && self.order.steps[*by].block.is_none()
                    && upright.is_some()
                    && match self.is_corner(step) {
                        true => self.is_corner(*by),
                        false => self.is_upright(*by) == upright,
                    }
            };
            if let Some(by) = made_by.filter(is_one) {
                let (parts, before) = self.sewn_at_once(by);
                of.extend(parts);
                steps.extend(before);
            } else {
                of.push((pieces.clone(), made_by));
            }
        }
        steps.push(step);
        (of, steps)
    }

    fn pieces(&self, step: usize) -> Vec<usize> {
        let Joint { sewn, added, .. } = &self.order.steps[step];
        [sewn.as_slice(), added].concat()
    }

    fn bounds(&self, pieces: &[usize]) -> Bounds {
        let all = self.design.patchwork.patches();
        let boxes = pieces.iter().map(|&piece| self.design.along_blocks(all[piece].outline()).bounds());
        boxes.reduce(Bounds::union).expect("a part has pieces")
    }

    fn is_upright(&self, step: usize) -> Option<bool> {
        self.design.is_upright(&self.order.steps[step])
    }

    /// Whether a step sews a triangle to a corner of a quilt on point: the last four do.
    fn is_corner(&self, step: usize) -> bool {
        self.design.options.is_on_point() && step + 4 >= self.order.steps.len()
    }

    fn kind(&self, class: &Class) -> PartKind {
        let (step, pieces) = (&self.order.steps[class.step], class.forms[0].patches.len());
        match step.block {
            Some(block) if self.order.blocks[block].len() == pieces && pieces > 2 => PartKind::Block,
            Some(_) => PartKind::Unit,
            None if pieces == self.cells.len() => PartKind::Top,
            // The rows of a quilt on point without its corners.
            None if self.design.options.is_on_point() && self.is_upright(class.step) == Some(false) => {
                PartKind::Top
            }
            None => PartKind::Row,
        }
    }

    /// Gives names to pieces and parts.
    fn named(&self, classes: Vec<Class>) -> Option<Repeats> {
        let label_of = self.piece_labels(&classes);
        let mut part_of: BTreeMap<BTreeSet<usize>, String> = BTreeMap::new();
        let (mut parts, mut rows, mut others) = (Vec::new(), 0, 0);
        for class in &classes {
            let kind = self.kind(class);
            let label = match kind {
                PartKind::Top if class.forms[0].patches.len() < self.cells.len() => CENTER.to_owned(),
                PartKind::Top => "Top".to_owned(),
                PartKind::Row => {
                    rows += 1;
                    format!("Row {rows}")
                }
                PartKind::Unit | PartKind::Block => {
                    others += 1;
                    others.to_string()
                }
            };
            for form in &class.forms {
                part_of.insert(form.patches.iter().copied().collect(), label.clone());
            }
            // Where a part is made only after what it is a part of, there is no order to read.
            let name = |pieces: &Vec<usize>| match pieces.as_slice() {
                &[one] => Some(label_of[one].clone()),
                several => part_of.get(&several.iter().copied().collect::<BTreeSet<usize>>()).cloned(),
            };
            let part = |pieces: &Vec<usize>| Some(PartOf { label: name(pieces)?, pieces: pieces.clone() });
            let of = class.of.iter().map(part).collect::<Option<Vec<PartOf>>>()?;
            let copies: Vec<Vec<usize>> = class.forms.iter().map(|form| form.patches.clone()).collect();
            parts.push(RepeatedPart {
                label,
                kind,
                count: copies.len(),
                of,
                colorings: self.colorings(&copies),
                shown: copies[0].clone(),
                copies,
                steps: class.steps.clone(),
            });
        }
        let piece = |(index, cells): (usize, &&[Cell])| RepeatedPiece {
            label: label_of[index].clone(),
            fabric: self.design.fabrics[self.design.fabric_of[index]].name.clone(),
            cells: cells.iter().map(|cell| (cell.x, cell.y)).collect(),
        };
        let pieces: Vec<RepeatedPiece> = self.cells.iter().enumerate().map(piece).collect();
        parts.iter_mut().for_each(name_colorings);
        name_what_they_are_of(&mut parts, &pieces, &self.design.fabric_of);
        Some(Repeats { pieces, parts })
    }

    /// What pieces are called: by their templates, or rectangles by letters in the order in which they are sewn.
    fn piece_labels(&self, classes: &[Class]) -> Vec<String> {
        let pieces = 0..self.cells.len();
        if self.design.names.is_empty() {
            let name = |piece: usize| match self.design.unit(piece) {
                SewnUnit::Patch { template: Some(name), reversed, .. } => {
                    format!("{name}{}", if reversed { "r" } else { "" })
                }
                _ => self.design.matching.patches[piece].template.clone(),
            };
            return pieces.map(name).collect();
        }
        let forms: Vec<Parted> = pieces.map(|piece| self.form(&[piece], true).parted).collect();
        let mut letters: BTreeMap<&Parted, String> = BTreeMap::new();
        let sewn = classes.iter().flat_map(|class| &class.of).filter(|part| part.len() == 1).flatten();
        for piece in sewn.copied().chain(0..forms.len()) {
            let count = letters.len();
            letters.entry(&forms[piece]).or_insert_with(|| counted_name(count).to_lowercase());
        }
        forms.iter().map(|form| letters[form].clone()).collect()
    }

    fn colorings(&self, copies: &[Vec<usize>]) -> Vec<PartColoring> {
        let mut found: Vec<PartColoring> = Vec::new();
        for copy in copies {
            let fabrics: Vec<usize> = copy.iter().map(|&piece| self.design.fabric_of[piece]).collect();
            match found.iter_mut().find(|known| known.fabrics == fabrics) {
                Some(known) => known.count += 1,
                None => {
                    let (label, of) = (String::new(), Vec::new());
                    found.push(PartColoring { label, of, count: 1, fabrics });
                }
            }
        }
        found.sort_by_key(|coloring| std::cmp::Reverse(coloring.count));
        found
    }
}

/// Names the colorings of a part after it: `3a`, `3b`.
fn name_colorings(part: &mut RepeatedPart) {
    let is_one = part.colorings.len() == 1;
    for (index, coloring) in part.colorings.iter_mut().enumerate() {
        let letter = if is_one { String::new() } else { counted_name(index).to_lowercase() };
        coloring.label = format!("{}{letter}", part.label);
    }
}

/// Says for each coloring of each part which colorings of other parts it is sewn from, so that no picture is needed.
fn name_what_they_are_of(parts: &mut [RepeatedPart], pieces: &[RepeatedPiece], fabric_of: &[usize]) {
    let mut name_of: BTreeMap<BTreeSet<usize>, String> = BTreeMap::new();
    for part in parts {
        let mut named: Vec<(BTreeSet<usize>, String)> = Vec::new();
        for copy in &part.copies {
            let fabrics: Vec<usize> = copy.iter().map(|&piece| fabric_of[piece]).collect();
            let place: BTreeMap<usize, usize> =
                part.shown.iter().copied().zip(copy.iter().copied()).collect();
            let name = |of: &PartOf| match of.pieces.as_slice() {
                &[one] => format!("{} {}", of.label, pieces[place[&one]].fabric),
                several => {
                    let here: BTreeSet<usize> = several.iter().map(|piece| place[piece]).collect();
                    name_of.get(&here).unwrap_or(&of.label).clone()
                }
            };
            let Some(coloring) = part.colorings.iter_mut().find(|coloring| coloring.fabrics == fabrics)
            else {
                continue;
            };
            if coloring.of.is_empty() {
                coloring.of = part.of.iter().map(name).collect();
            }
            named.push((copy.iter().copied().collect(), coloring.label.clone()));
        }
        name_of.extend(named);
    }
}

/// Sews parts that only one other needs, once each, together with it, where the seams of both are parallel.
fn flatten(finder: &Finder<'_>, classes: &mut Vec<Class>) {
    let mut at = 0;
    while at < classes.len() {
        let part = &classes[at];
        let pieces: BTreeSet<usize> = part.forms[0].patches.iter().copied().collect();
        let is_it =
            |of: &Vec<usize>| of.len() == pieces.len() && of.iter().all(|piece| pieces.contains(piece));
        let (block, upright) = (finder.order.steps[part.step].block, finder.is_upright(part.step));
        let into = classes[at + 1..].iter().position(|whole| {
            let goes_on = !finder.is_corner(whole.step)
                && finder.order.steps[whole.step].block == block
                && upright.is_some()
                && finder.is_upright(whole.step) == upright
                && whole.forms.len() == part.forms.len();
            goes_on && whole.of.iter().any(is_it)
        });
        let Some(into) = into.map(|into| into + at + 1) else {
            at += 1;
            continue;
        };
        let Class { of, steps, .. } = classes.remove(at);
        let whole = &mut classes[into - 1];
        whole.of.retain(|of| !is_it(of));
        whole.of.extend(of);
        whole.steps = [steps, std::mem::take(&mut whole.steps)].concat();
    }
    for class in classes {
        let upright = finder.is_upright(class.step).filter(|_| !finder.is_corner(class.step));
        let Some(upright) = upright else { continue };
        let along = |pieces: &Vec<usize>| {
            let bounds = finder.bounds(pieces);
            if upright { bounds.left } else { bounds.top }
        };
        class.of.sort_by(|a, b| along(a).total_cmp(&along(b)));
    }
}
