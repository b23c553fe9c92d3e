//! The lines read from a file.

use std::collections::BTreeMap;

use super::CheckError;
use crate::drawing::{Element, Medium, Path, Role};
use crate::geometry::{Dimensions, Point};

/// The largest distance of straight edges from their curve, in mm.
const TOLERANCE: f64 = 0.01;
/// How far a point may be off the sheet, in mm, because of rounding.
const EDGE: f64 = 1e-3;
/// Places closer than this are the same, in mm.
pub(super) const SAME: f64 = 1e-3;
/// The shortest edge, in mm; shorter ones are coinciding points.
const SHORTEST: f64 = 1e-6;

/// The most edges of a sheet, in pieces of curves too: each takes 16 to 100 bytes while a file is checked.
pub(super) const MOST_EDGES: usize = 2_000_000;
/// The most layers of a sheet; ours have up to ten.
const MOST_LAYERS: usize = 1000;

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CutFile {
    /// The format by name: `SVG`, `DXF R12`.
    pub format: &'static str,
    /// How it was made, if it says so.
    pub recipe: Option<String>,
    /// Its sheets: one, except in a PDF.
    pub sheets: Vec<CheckedSheet>,
    /// Half the rounding step of the format, in mm: how far it may differ from another.
    pub precision: f64,
}

/// One sheet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckedSheet {
    /// Its size, if the format has it.
    pub size: Option<Dimensions>,
    /// The lines by layer. Formats with fewer layers put several under one name, joined by `+`.
    pub layers: BTreeMap<String, Lines>,
    /// Layers that this format cannot hold, or does not hold as lines.
    pub silent: Vec<String>,
    /// The color of each layer, if the format has colors: `#rrggbb`, or its index as `ACI 1` in DXF and
    /// `palette 2` in LightBurn files.
    pub colors: BTreeMap<String, String>,
    /// The lines in the order of the machine.
    pub(super) strokes: Vec<Stroke>,
    /// The layers of the strokes.
    pub(super) names: Vec<String>,
    /// The number of edges of all strokes.
    pub(super) drawn: usize,
}

/// A sheet, and the file that it is in.
#[derive(Debug, Clone, Copy)]
pub struct FileSheet<'a> {
    /// The file.
    pub file: &'a CutFile,
    /// One of its sheets.
    pub sheet: &'a CheckedSheet,
}

impl CutFile {
    /// Returns its sheets, each with the file.
    pub fn file_sheets(&self) -> impl Iterator<Item = FileSheet<'_>> {
        self.sheets.iter().map(|sheet| FileSheet { file: self, sheet })
    }
}

/// A line without a lift of the tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stroke {
    /// The index of its layer's name.
    name: usize,
    /// Its first edge in the layer, and the number of edges.
    start: usize,
    count: usize,
    /// Whether it ends where it began.
    pub(super) closed: bool,
}

/// The lines of a layer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lines {
    /// Every edge.
    pub edges: Vec<CheckedEdge>,
    /// Whether some of them approximate curves.
    pub curved: bool,
}

/// A straight edge in mm, y up from the lower left corner of the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CheckedEdge {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl CheckedSheet {
    /// Adds a line through `points`, back to the first one if it is `closed`.
    pub(super) fn add(&mut self, layer: &str, points: &[Point], closed: bool) -> Result<(), CheckError> {
        let back = points.first().filter(|_| closed);
        let all: Vec<Point> = points.iter().chain(back).copied().collect();
        let short = |pair: &[Point]| pair[0].distance(pair[1]) < SHORTEST;
        if all.len() < 2 || all.windows(2).any(short) {
            return Err(CheckError::NoLength { layer: layer.to_owned() });
        }
        all.iter().try_for_each(|&point| self.inside(point))?;
        self.drawn += all.len() - 1;
        if self.drawn > MOST_EDGES {
            return Err(CheckError::TooMany { what: "lines", allowed: MOST_EDGES });
        }
        let name = self.names.iter().position(|name| name == layer).unwrap_or_else(|| {
            self.names.push(layer.to_owned());
            self.names.len() - 1
        });
        if self.names.len() > MOST_LAYERS {
            return Err(CheckError::TooMany { what: "layers", allowed: MOST_LAYERS });
        }
        let edges = &mut self.layers.entry(layer.to_owned()).or_default().edges;
        let closed = all.first() == all.last();
        self.strokes.push(Stroke { name, start: edges.len(), count: all.len() - 1, closed });
        edges.extend(all.windows(2).map(|pair| CheckedEdge { from: pair[0], to: pair[1] }));
        Ok(())
    }

    /// Returns the layer of a line.
    pub(super) fn layer(&self, stroke: &Stroke) -> &str {
        &self.names[stroke.name]
    }

    /// Returns the lines that are cut through, in the order of the machine.
    pub(super) fn cuts(&self) -> impl Iterator<Item = &Stroke> {
        self.strokes.iter().filter(|stroke| is_cut(self.layer(stroke)))
    }

    /// Returns the points of a line, from its first to its last.
    pub(super) fn points(&self, stroke: &Stroke) -> Vec<Point> {
        let edges = &self.layers[self.layer(stroke)].edges[stroke.start..][..stroke.count];
        edges.first().map(|edge| edge.from).into_iter().chain(edges.iter().map(|edge| edge.to)).collect()
    }

    /// Adds a path that may have curves.
    pub(super) fn add_path(&mut self, layer: &str, elements: Vec<Element>) -> Result<(), CheckError> {
        let curved = elements.iter().any(|element| matches!(element, Element::Cubic(..) | Element::Arc(..)));
        if has_no_length(&elements) {
            return Err(CheckError::NoLength { layer: layer.to_owned() });
        }
        let path = Path::new(elements);
        path.points().try_for_each(|point| self.inside(point))?;
        if curved && flat_edges(path.elements()).nth(MOST_EDGES).is_some() {
            return Err(CheckError::TooMany { what: "lines", allowed: MOST_EDGES });
        }
        for line in path.flattened(TOLERANCE) {
            self.add(layer, &line.points, line.closed)?;
        }
        if curved {
            self.layers.entry(layer.to_owned()).or_default().curved = true;
        }
        Ok(())
    }

    fn inside(&self, Point { x, y }: Point) -> Result<(), CheckError> {
        let anywhere = Dimensions { width: f64::INFINITY, height: f64::INFINITY };
        let Dimensions { width, height } = self.size.unwrap_or(anywhere);
        let within = |at: f64, size: f64| (-EDGE..=size + EDGE).contains(&at);
        if within(x, width) && within(y, height) {
            return Ok(());
        }
        Err(CheckError::OffSheet { x, y, width, height })
    }

    /// Returns the end of an open cut where no other line has a point; tabs, overcuts and the swivels of a
    /// knife leave such ends.
    pub fn loose_end(&self) -> Option<Point> {
        let key = |at: Point| (grid(at.x), grid(at.y));
        let mut points: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        for stroke in self.cuts() {
            let mut here: Vec<(i64, i64)> = self.points(stroke).into_iter().map(key).collect();
            // A closed line has its first point twice.
            here.truncate(here.len() - usize::from(stroke.closed));
            here.into_iter().for_each(|at| *points.entry(at).or_default() += 1);
        }
        let open = self.cuts().filter(|stroke| !stroke.closed).map(|stroke| self.points(stroke));
        let mut ends = open.flat_map(|points| [points[0], points[points.len() - 1]]);
        ends.find(|&end| points.get(&key(end)).is_none_or(|&count| count < 2))
    }

    /// Returns the number of edges on all layers.
    pub fn edges(&self) -> usize {
        self.layers.values().map(|lines| lines.edges.len()).sum()
    }
}

/// Returns an item for each edge of a path when it is flat, without flattening more than one curve at a time.
fn flat_edges(elements: impl Iterator<Item = Element>) -> impl Iterator<Item = ()> {
    let mut here = Point::default();
    elements.flat_map(move |element| {
        let from = here;
        let count = match element {
            Element::Move(to) | Element::Line(to) => {
                here = to;
                1
            }
            Element::Cubic(_, _, to) | Element::Arc(_, to) => {
                here = to;
                let lines = Path::new([Element::Move(from), element]).flattened(TOLERANCE);
                lines.iter().map(|line| line.points.len()).sum()
            }
            Element::Close => 1,
        };
        std::iter::repeat_n((), count)
    })
}

/// Returns a coordinate in whole steps of [`SAME`].
#[expect(clippy::cast_possible_truncation, reason = "sheets are at most some metres")]
pub(super) fn grid(at: f64) -> i64 {
    (at / SAME).round() as i64
}

/// Returns whether a layer is cut through; formats with fewer layers join several names by `+`.
pub(super) fn is_cut(layer: &str) -> bool {
    let cuts = Role::ALL.iter().copied().filter(|role| role.is_cut());
    cuts.map(|role| role.style(Medium::Machine).layer).any(|cut| layer.split('+').any(|name| name == cut))
}

/// Returns whether a step has no length, or a closed line repeats its first point.
fn has_no_length(elements: &[Element]) -> bool {
    let (mut start, mut here) = (None, None);
    elements.iter().any(|element| match *element {
        Element::Move(to) => {
            (start, here) = (Some(to), Some(to));
            false
        }
        Element::Line(to) => here.replace(to) == Some(to),
        Element::Cubic(_, _, to) | Element::Arc(_, to) => {
            // A curve may lead back to the start of its line.
            here = Some(to);
            start = start.filter(|&start| start != to);
            false
        }
        Element::Close => start.is_some() && here == start,
    })
}
