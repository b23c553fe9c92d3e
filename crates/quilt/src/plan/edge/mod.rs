//! Finishes the edge of a top that is not a rectangle: binding on the bias, a facing, a background, or
//! fillers.
//!
//! [`TopEdge::new`] cuts what is missing from the rectangle around the top into fillers, each with the
//! patches it is sewn to.

mod missing;
mod trim;

use super::cut_patches::Rows;
use super::finish::EdgeFinish;
use super::options::QuiltOptions;
use super::scallops::Scallops;
use missing::{congruent, cut_at_rows, touching, turns};
pub(super) use missing::{depth, is_rectangle, missing};
use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patchwork};

/// The edge of a top that is not a rectangle.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct TopEdge {
    /// How it is finished.
    pub finish: EdgeFinish,
    /// How deep the deepest bay along a side is, in mm.
    pub depth_mm: f64,
    /// The number of holes.
    pub holes: usize,
    /// The rectangle that the top is trimmed to, if it is: left, top, right and bottom in mm from the top left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trimmed: Option<[f64; 4]>,
    /// The scallops, if outside corners are rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scallops: Option<Scallops>,
    /// The fillers in reading order; none for other finishes.
    pub fillers: Vec<Filler>,
    /// The templates that fillers are cut by.
    pub templates: Vec<FillerTemplate>,
}

/// Background fabric between the patches and the rectangle around them, or in a hole.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Filler {
    /// Its number, from 1.
    pub filler: usize,
    /// The name of its template.
    pub template: String,
    /// Whether the template is turned over for it.
    pub reversed: bool,
    /// The row whose end it is sewn to before rows are joined; none if it is sewn to the finished top.
    pub row: Option<usize>,
    /// The numbers of the patches, or the labels of the strips, that it is sewn to.
    pub sewn_to: Vec<String>,
    /// The number of corners at which its seam turns.
    pub turns: usize,
    /// Its corners in the quilt, clockwise, in mm from the top left.
    pub corners: Vec<(f64, f64)>,
    /// The same as an outline.
    #[serde(skip)]
    pub(crate) outline: Outline,
}

/// The template of fillers.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct FillerTemplate {
    /// Its name: `E1` and so on.
    pub name: String,
    /// How many fillers are cut with the template as printed.
    pub count: usize,
    /// How many with the template turned over.
    pub reversed: usize,
    /// The number of its corners.
    pub corners: usize,
    /// Its finished outline, as in the quilt, from the origin.
    #[serde(skip)]
    pub(crate) outline: Outline,
}

/// Where a top ends when its edge is finished, without borders.
pub(in crate::plan) fn extent(patchwork: &Patchwork, edge: EdgeFinish) -> Bounds {
    match edge {
        EdgeFinish::Straight if !is_rectangle(patchwork) => trim::trimmed(patchwork),
        _ => patchwork.bounds(),
    }
}

impl TopEdge {
    /// Plans the edge of a top; none if it is a rectangle.
    ///
    /// In a quilt that is sewn in rows, what a straight seam cannot fill is cut at the rows.
    pub(super) fn new(
        patchwork: &Patchwork,
        rows: Option<&Rows>,
        options: &QuiltOptions,
    ) -> Result<Option<Self>, GeometryError> {
        if is_rectangle(patchwork) {
            return Ok(None);
        }
        let missing = missing(patchwork)?;
        let bounds = patchwork.bounds();
        let at_edge = |part: &&Outline| depth(bounds, std::slice::from_ref(*part)) > 0.0;
        let (depth_mm, holes) =
            (depth(bounds, &missing), missing.len() - missing.iter().filter(at_edge).count());
        let scallops = (options.edge == EdgeFinish::Scalloped).then(|| Scallops::of(patchwork, options.cell));
        let mut edge = Self {
            finish: options.edge,
            depth_mm,
            holes,
            trimmed: None,
            scallops,
            fillers: Vec::new(),
            templates: Vec::new(),
        };
        if options.edge == EdgeFinish::Straight {
            let of = extent(patchwork, options.edge);
            edge.trimmed = Some([of.left, of.top, of.right, of.bottom]);
        }
        if options.edge == EdgeFinish::Fillers {
            let parts = match rows {
                Some(rows) => cut_at_rows(missing, patchwork, rows)?,
                None => missing.into_iter().map(|part| (part, None)).collect(),
            };
            for (part, row) in parts {
                edge.add(part, row, patchwork, rows);
            }
        }
        Ok(Some(edge))
    }

    /// How many of its fillers are sewn to the finished top, one in each step.
    pub(crate) fn steps(&self) -> usize {
        self.fillers.iter().filter(|filler| filler.row.is_none()).count()
    }

    fn add(&mut self, outline: Outline, row: Option<usize>, patchwork: &Patchwork, rows: Option<&Rows>) {
        let (template, reversed) = self.template(&outline);
        // At the end of a row, before it is joined to others, there are its own strips only.
        let mut patches = touching(&outline, patchwork);
        patches.retain(|&patch| rows.zip(row).is_none_or(|(rows, row)| rows.is_in(patch, row)));
        let sewn_to = patches.iter().map(|&patch| match rows {
            Some(rows) => rows.labels[patch].clone(),
            None => (patch + 1).to_string(),
        });
        self.fillers.push(Filler {
            filler: self.fillers.len() + 1,
            template,
            reversed,
            row,
            sewn_to: sewn_to.collect(),
            turns: turns(&outline, patchwork.board()),
            corners: outline.corners().map(|corner| (corner.at.x, corner.at.y)).collect(),
            outline,
        });
    }

    /// The template of a filler, a new one if none is congruent, and whether it is turned over.
    fn template(&mut self, outline: &Outline) -> (String, bool) {
        for template in &mut self.templates {
            if congruent(&template.outline, outline) {
                template.count += 1;
                return (template.name.clone(), false);
            }
            if congruent(&template.outline.mirrored(), outline) {
                template.reversed += 1;
                return (template.name.clone(), true);
            }
        }
        let name = format!("E{}", self.templates.len() + 1);
        let (outline, corners) = (outline.at_origin(), outline.corners().count());
        self.templates.push(FillerTemplate { name: name.clone(), count: 1, reversed: 0, corners, outline });
        (name, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::options::Method;
    use crate::plan::{QuiltError, QuiltPlan};
    use piecework_tiling::lattice::Lattice;
    use piecework_tiling::limits::Limits;
    use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

    fn plan(
        lattice: Lattice,
        rows: &str,
        method: Method,
        finish: EdgeFinish,
    ) -> Result<QuiltPlan, QuiltError> {
        let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("a good grid");
        let tiling = infer_from_grid("test", &grids[0]).expect("a good tiling");
        QuiltPlan::new(&tiling, &QuiltOptions { method, edge: finish, ..QuiltOptions::default() })
    }

    #[track_caller]
    fn fillers(lattice: Lattice, rows: &str, method: Method) -> TopEdge {
        let plan = plan(lattice, rows, method, EdgeFinish::Fillers).expect("a plan");
        let edge = plan.summary.edge.clone().expect("an edge");
        let filled: f64 = edge.fillers.iter().map(|filler| filler.outline.area()).sum();
        let patches: f64 = plan.design.patchwork.patches().iter().map(|patch| patch.outline().area()).sum();
        let bounds = plan.design.patchwork.bounds();
        assert!((filled + patches - bounds.width() * bounds.height()).abs() < 1e-2, "{rows}");
        let counted: usize = edge.templates.iter().map(|of| of.count + of.reversed).sum();
        assert_eq!(counted, edge.fillers.len(), "{rows}");
        for filler in &edge.fillers {
            assert!(!filler.sewn_to.is_empty(), "{rows}");
            let row = filler.row.map(|row| format!("{row}-"));
            let own = |strip: &String| row.as_ref().is_none_or(|row| strip.starts_with(row));
            assert!(filler.sewn_to.iter().all(own), "{rows}: {filler:?}");
        }
        edge
    }

    #[test]
    fn hexagons_get_half_hexagons_and_triangles() {
        // Two rows of three: a half hexagon at one end of each, triangles between them along both sides.
        let edge = fillers(Lattice::Hex, "A A B\n C C B", Method::Templates);
        assert_eq!((edge.holes, edge.fillers.len()), (0, 8), "{:?}", edge.templates);
        assert!(edge.fillers.iter().all(|filler| filler.turns > 0 || filler.corners.len() == 3));
    }

    #[test]
    fn rows_of_triangles_get_end_triangles_and_stay_straight() {
        let edge = fillers(Lattice::Triangle, "AABBC\nADDCC", Method::Straight);
        assert_eq!(edge.fillers.len(), 4, "one at each end of both rows: {edge:?}");
        assert!(edge.fillers.iter().all(|filler| filler.turns == 0));
        assert_eq!(edge.templates.len(), 1, "all are half triangles");
        let edge = fillers(Lattice::Triangle, "AAAAAA\nBBBBBB\nCCCCCC", Method::Straight);
        let rows: Vec<Option<usize>> = edge.fillers.iter().map(|filler| filler.row).collect();
        assert_eq!(edge.fillers.len(), 6, "{edge:?}");
        assert!(rows.iter().all(Option::is_some) && edge.fillers.iter().all(|filler| filler.turns == 0));
    }

    #[test]
    fn slanted_rows_of_hexagons_get_their_fillers_before_they_are_joined() {
        // The four tetrahexes and the bar of 5 x 4 hexagons, sewn in rows at 150 degrees.
        let rows = " A A A A B\n  C C C B D\n E E C B D\n  E E B D D";
        let edge = fillers(Lattice::Hex, rows, Method::Straight);
        assert!(edge.fillers.iter().any(|filler| filler.row.is_some()));
    }

    #[test]
    fn holes_and_bays_of_squares_are_filled() {
        let edge = fillers(Lattice::Square, "AAB\nA.B\nBBB", Method::Templates);
        assert_eq!((edge.holes, edge.fillers.len(), edge.fillers[0].turns), (1, 1, 4));
        let edge = fillers(Lattice::Square, "AAA\nABB\nA..", Method::EnglishPaper);
        assert_eq!((edge.holes, edge.fillers[0].turns, edge.fillers[0].sewn_to.len()), (0, 1, 2));
        let straight = plan(Lattice::Square, "AAA\nABB\nA..", Method::Straight, EdgeFinish::Fillers);
        let straight = straight.expect("background fills it");
        assert!(straight.summary.edge.is_none() && straight.summary.yardage.binding.bias.is_none());
    }

    #[test]
    fn rectangles_have_no_edge_to_finish() {
        let of = plan(Lattice::Square, "AAB\nABB", Method::Templates, EdgeFinish::Fillers).expect("a plan");
        assert_eq!(of.summary.edge, None);
    }
}
