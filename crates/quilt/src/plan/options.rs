//! What a person may ask of a quilt pattern, with defaults.

use super::finish::{EdgeFinish, Quilting};
use super::piecing::{Outside, PiecingOptions};
use super::yardage::{CutSize, Inches, Measures, YardageOptions};
use crate::units::Units;
use piecework_draw::color::{
    ColorError, DEFAULT_PALETTE, Fabric, FabricRole, FabricStock, FabricWish, Palette,
};
use piecework_draw::geometry::Touch;
use piecework_draw::layout::{SheetFormat, paper};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::stop::StopFlag;

/// How a quilt is cut and sewn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// One template for each distinct piece; inside corners are sewn as Y-seams.
    #[default]
    Templates,
    /// Patches are cut into rectangles and sewn with straight seams from edge to edge. Patches of triangles
    /// are cut into strips and sewn in rows.
    Straight,
    /// English paper piecing: patches are basted over papers of the finished size and whip-stitched by hand.
    #[serde(rename = "epp")]
    EnglishPaper,
    /// Every cell is a square; squares are fused to a grid of interfacing, section by section, and seams are folded and
    /// sewn line by line.
    Fused,
}

impl Units {
    /// Returns the default seam allowance in mm: 1/4 in or 7.5 mm; over papers 3/8 in or 10 mm, because what is
    /// folded over a paper must hold there.
    pub const fn usual_seam(self, method: Method) -> f64 {
        match (self, method) {
            (Units::Imperial, Method::EnglishPaper) => 9.525,
            (Units::Metric, Method::EnglishPaper) => 10.0,
            (Units::Imperial, _) => 6.35,
            (Units::Metric, _) => 7.5,
        }
    }
}

/// How much a pattern shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PatternPages {
    /// What the quilt needs: of one that repeats its blocks no number of every patch, no comparison of methods.
    #[default]
    Usual,
    /// All there is to show.
    Full,
}

/// Everything a person may choose about a quilt pattern.
#[derive(Debug, Clone)]
pub struct QuiltOptions {
    /// The title of the quilt; the name of the puzzle.
    pub title: Option<String>,
    /// Who designed the quilt; nobody is named.
    pub designer: Option<String>,
    /// Where the designer can be reached; nothing is said of it.
    pub address: Option<String>,
    /// The date on the cover and the label, in words; none, because a pattern knows no clock.
    pub date: Option<String>,
    /// Finished edge of one cell, in mm; 50.8 (2 in).
    pub cell: f64,
    /// Seam allowance around every patch, in mm; 6.35 (1/4 in).
    pub seam_allowance: f64,
    /// How the quilt is cut and sewn; [`Method::Templates`].
    pub method: Method,
    /// Prints templates as mirror images, for freezer paper and for tracing on the wrong side of the fabric;
    /// off. Papers for English paper piecing always are mirror images; rectangles have no other side.
    pub mirror: bool,
    /// How straight seams are planned. With templates only [`PiecingOptions::outside`] counts, in the
    /// comparison of methods.
    pub piecing: PiecingOptions,
    /// With straight seams on squares: patches of one fabric that share an edge are cut as one; off.
    pub join_alike: bool,
    /// The fabrics to choose from; the palette `harvest`.
    pub palette: Palette,
    /// Which patches must differ in fabric; those that share an edge.
    pub differ: Touch,
    /// How fabrics are assigned to patches; as few fabrics as possible.
    pub coloring: FabricWish,
    /// The paper that the pattern is printed on; `letter`.
    pub paper: SheetFormat,
    /// How much the pattern shows; what the quilt needs.
    pub pages: PatternPages,
    /// The units in which sizes are written; inches.
    pub units: Units,
    /// The fabrics with a one-way print, by their names in the palette: their pieces are cut upright, as they
    /// are in the quilt.
    pub one_way: Vec<String>,
    /// How to finish a non-rectangular top; [`EdgeFinish::Binding`].
    pub edge: EdgeFinish,
    /// How the top is quilted, as one line; none: the pattern shows three ways.
    pub quilting: Option<Quilting>,
    /// How fabric is bought, and what is sewn around the top.
    pub yardage: YardageOptions,
    /// Stops planning and the layout of pages; never.
    pub stop: StopFlag,
}

impl QuiltOptions {
    /// The same options, with fillers of squares in a plan of straight seams as background, and one flag that
    /// stops everything.
    pub(super) fn with_background(&self, lattice: Lattice) -> Self {
        let mut options = self.clone();
        options.yardage.stop = self.stop.clone();
        if lattice.is_rectilinear() && self.method == Method::Straight && self.edge == EdgeFinish::Fillers {
            options.piecing.outside = Outside::Background;
        }
        options
    }

    /// Whether blocks stand on their corners.
    pub(crate) fn is_on_point(&self) -> bool {
        self.piecing.blocks.is_some_and(|blocks| blocks.on_point)
    }

    /// The finished edge of a cell of the block, in mm: on point [`cell`](Self::cell) is that of squares of half the area.
    pub(crate) fn block_cell(&self) -> f64 {
        if self.is_on_point() { self.cell * std::f64::consts::SQRT_2 } else { self.cell }
    }

    /// Whether background is sewn wherever no patch is, so that the top is a rectangle.
    pub(super) fn fills_with_background(&self, lattice: Lattice) -> bool {
        self.method == Method::Straight
            && lattice.is_rectilinear()
            && self.with_background(lattice).piecing.outside == Outside::Background
    }

    /// What is cut more on every side of a rectangle that is sewn on paper: a quarter of an inch, or 6 mm.
    ///
    /// # Source
    /// Foundation paper piecing calls for pieces a quarter to half an inch larger all around than their
    /// shape.
    pub(super) fn paper_extra(&self) -> Inches {
        match self.units {
            Units::Imperial => Inches::eighths(2),
            Units::Metric => Inches::millimetres(6),
        }
    }

    /// How the lengths of shapes are measured.
    pub(super) fn measures(&self, lattice: Lattice) -> Measures {
        let exact = lattice.is_rectilinear().then_some((self.cell, self.seam_allowance));
        Measures { exact, units: self.units }
    }

    /// How much larger than finished rectangles are cut.
    pub(super) fn cut_size(&self) -> CutSize {
        CutSize {
            cell: Inches::of_mm(self.cell),
            seam_allowance: Inches::of_mm(self.seam_allowance),
            paper_extra: self.paper_extra(),
        }
    }

    /// The fabric that the palette has for what fills the edge or is under the patches.
    pub(crate) fn background(&self) -> Option<&Fabric> {
        let others = self.palette.others().iter();
        others.filter(|(role, _)| *role == FabricRole::Background).map(|(_, fabric)| fabric).next()
    }

    /// What that cloth is called where it is cut: by itself, also where patches are cut from the same fabric.
    pub(crate) fn background_name(&self) -> String {
        let is_for_patches = |of: &Fabric| self.palette.fabrics().iter().any(|patch| patch.name == of.name);
        match self.background() {
            Some(fabric) if is_for_patches(fabric) => format!("{}, background", fabric.name),
            Some(fabric) => fabric.name.clone(),
            None => "background".to_owned(),
        }
    }

    /// The fabric that the palette has for a border, counted from 0, from the inside out.
    pub(crate) fn border_fabric(&self, border: usize) -> Option<&Fabric> {
        let others = self.palette.others().iter();
        others.filter(|(role, _)| *role == FabricRole::Border).map(|(_, fabric)| fabric).nth(border)
    }

    /// The palette with the fabrics that the stash has for patches; all where it has none, or is not limited by one.
    pub(super) fn stocked_palette(&self) -> Result<Palette, ColorError> {
        match self.palette.stocked(self.coloring.scheme.stash())? {
            stocked if stocked.is_empty() => Ok(self.palette.clone()),
            stocked => Ok(self.palette.with_fabrics(stocked.into_iter().map(|(fabric, _)| fabric).collect())),
        }
    }

    /// Returns the stock of each fabric by its name in the palette, or by its role; empty if no stash was given.
    pub(crate) fn stash(&self) -> Vec<(String, FabricStock)> {
        let stash = self.coloring.scheme.stash().iter();
        stash.filter_map(|(name, stock)| Some((self.palette.held(name).ok()?, *stock))).collect()
    }
}

impl Default for QuiltOptions {
    fn default() -> Self {
        let units = Units::default();
        Self {
            title: None,
            designer: None,
            address: None,
            date: None,
            cell: units.usual_cell(),
            seam_allowance: 6.35,
            method: Method::default(),
            mirror: false,
            piecing: PiecingOptions::default(),
            join_alike: false,
            palette: Palette::named(DEFAULT_PALETTE).expect("an embedded palette"),
            differ: Touch::Edge,
            coloring: FabricWish::default(),
            paper: paper("letter").expect("an embedded paper"),
            pages: PatternPages::default(),
            units,
            one_way: Vec::new(),
            edge: EdgeFinish::default(),
            quilting: None,
            yardage: YardageOptions::default(),
            stop: StopFlag::never(),
        }
    }
}
