//! Makes a patchwork of lines that are not those of a lattice.

use std::collections::BTreeMap;

use super::super::{BoardLine, OwnBoard, Ring};
use super::{Bounds, Edge, GeometryError, Outline, OwnEdges, Patch, Patchwork, Point, Side, Stretch, Vertex};

/// The largest deviation of an outline from arcs, in mm: for areas, labels and kerfs. What is cut with shared lines is arcs.
const TOLERANCE: f64 = 0.005;

impl Patchwork {
    /// Makes the patchwork of a board with lines of one's own. Each straight line and each arc is an edge;
    /// [`Patchwork::own_curves`] has the arcs. Every patch is a piece and a placement of its own.
    ///
    /// # Errors
    /// [`GeometryError`] if the lines around a patch are not one simple outline.
    pub fn of_lines(own: &OwnBoard) -> Result<Self, GeometryError> {
        let lines = &own.lines;
        let ends = lines.iter().flat_map(|line| &line.stretches).flat_map(|one| [one.from, one.to]);
        let mut vertices: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        let key = |at: Point| at.to_grid().map(|grid| (grid.y, grid.x));
        for at in ends.clone() {
            vertices.insert(key(at)?, 0);
        }
        let mut points = Vec::with_capacity(vertices.len());
        for ((y, x), number) in &mut vertices {
            *number = points.len();
            let at = super::super::grid::GridPoint { x: *x, y: *y }.to_point();
            points.push(Vertex { at, patches: Vec::new(), edges: Vec::new() });
        }
        let (mut edges, mut curves) = (Vec::new(), Vec::new());
        for BoardLine { stretches, left, right } in lines {
            for stretch in stretches {
                let (from, to) = (vertices[&key(stretch.from)?], vertices[&key(stretch.to)?]);
                let edge =
                    Edge { from, to, left: *left, right: *right, length: stretch.from.distance(stretch.to) };
                // What is beside an edge is on its right first, and the outside only on its left.
                let is_turned = right.is_none() || left.is_some_and(|left| Some(left) < *right);
                let stretch = if is_turned { stretch.reversed() } else { *stretch };
                let edge = if is_turned { edge.turned() } else { edge };
                for end in [edge.from, edge.to] {
                    let vertex: &mut Vertex = &mut points[end];
                    vertex.edges.push(edges.len());
                    vertex.patches.extend([edge.left, edge.right].into_iter().flatten());
                }
                // Its ends are on the grid too.
                let stretch = Stretch { from: points[edge.from].at, to: points[edge.to].at, ..stretch };
                edges.push(edge);
                curves.push(if stretch.middle.is_some() { vec![stretch] } else { Vec::new() });
            }
        }
        for vertex in &mut points {
            vertex.patches.sort_unstable();
            vertex.patches.dedup();
        }
        let bounds = Bounds::around(ends).unwrap_or(Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 });
        let mut patchwork = Self {
            vertices: points,
            edges,
            patches: Vec::new(),
            board: Vec::new(),
            gaps: Vec::new(),
            words: Vec::new(),
            bounds,
            own: Some(OwnEdges { board: own.clone(), curves }),
        };
        for (number, name) in own.names.iter().enumerate() {
            let patch = patchwork.own_patch(number, name)?;
            patchwork.patches.push(patch);
        }
        let outside = patchwork.rings(None)?;
        patchwork.board = vec![outlined(outside.into_iter().map(|ring| ring.1.reversed()).collect())?];
        Ok(patchwork)
    }

    /// Returns for each edge its curve, empty for a straight one, if the patchwork was made by [`Patchwork::of_lines`].
    pub fn own_curves(&self) -> Option<&[Vec<Stretch>]> {
        self.own.as_ref().map(|own| own.curves.as_slice())
    }

    /// Returns what it was made of, if that is lines of one's own.
    pub fn own_board(&self) -> Option<&OwnBoard> {
        self.own.as_ref().map(|own| &own.board)
    }

    fn own_patch(&self, number: usize, name: &str) -> Result<Patch, GeometryError> {
        let mut rings = self.rings(Some(number))?;
        let outer = rings.iter().position(|(_, ring)| ring.is_clockwise()).unwrap_or(0);
        rings.swap(0, outer);
        let (sides, rings): (Vec<Vec<Side>>, Vec<Ring>) = rings.into_iter().unzip();
        Ok(Patch {
            placement: number,
            piece: number,
            name: name.to_owned(),
            mirrored: false,
            turn: 0,
            cells: 1,
            outline: outlined(rings)?,
            rings: sides,
            reflex: Vec::new(),
        })
    }

    /// Returns the rings of edges around a patch, or around the outside.
    fn rings(&self, patch: Option<usize>) -> Result<Vec<(Vec<Side>, Ring)>, GeometryError> {
        let mut sides: Vec<Side> = Vec::new();
        for (edge, Edge { left, right, .. }) in self.edges.iter().enumerate() {
            match (*right == patch, *left == patch) {
                (true, false) => sides.push(Side { edge, reversed: false }),
                (false, true) => sides.push(Side { edge, reversed: true }),
                _ => {}
            }
        }
        let start = |side: &Side| {
            let edge = &self.edges[side.edge];
            if side.reversed { edge.to } else { edge.from }
        };
        let mut rings = Vec::new();
        while let Some(first) = sides.pop() {
            let mut ring = vec![first];
            let mut end = self.edges[first.edge].other_end(start(&first));
            while end != start(&first) {
                let at = self.vertices[end].at;
                let next = sides.iter().position(|side| start(side) == end);
                let next = next.ok_or(GeometryError::Crossing { near: at })?;
                let side = sides.swap_remove(next);
                end = self.edges[side.edge].other_end(end);
                ring.push(side);
            }
            let points = ring.iter().flat_map(|side| {
                let at = self.vertices[start(side)].at;
                let curve = self.own.as_ref().and_then(|own| own.curves[side.edge].first());
                let bent = curve.map_or_else(Vec::new, |curve| flattened(curve, side.reversed));
                std::iter::once(at).chain(bent)
            });
            let points = Ring::through(points.collect())?;
            rings.push((ring, points));
        }
        Ok(rings)
    }
}

impl Edge {
    fn turned(self) -> Self {
        Self { from: self.to, to: self.from, left: self.right, right: self.left, length: self.length }
    }
}

/// Returns the points between the ends of an arc: the same in both directions, so that neighbors have the same line.
fn flattened(curve: &Stretch, is_reversed: bool) -> Vec<Point> {
    let mut points = curve.flattened(TOLERANCE);
    // It ends with its end.
    points.pop();
    if is_reversed {
        points.reverse();
    }
    points
}

fn outlined(mut rings: Vec<Ring>) -> Result<Outline, GeometryError> {
    let outer = rings.iter().position(Ring::is_clockwise).unwrap_or(0);
    let outer = rings.remove(outer);
    Outline::new(outer, rings)
}
