//! Which fabric each patch has, and which template it is cut by.

use std::collections::BTreeMap;

use super::cut_patches::{CutPatches, Rows};
use super::edge::{Filler, TopEdge};
use super::error::QuiltError;
use super::matching::{Matching, PatchMatch};
use super::options::{Method, QuiltOptions};
use super::piecing::{ALONG_BLOCKS, OnPoint, Outside};
use super::yardage::Inches;
use piecework_draw::color::{Color, Fabric, FabricFacts, FabricPlan, FabricRole};
use piecework_draw::geometry::{Bounds, GeometryError, Outline, Patch, Patchwork};
use piecework_tiling::tiling::Tiling;

/// The color of the background and of the border where a palette has no fabric left for them.
const GRAY: Color = Color::new(0xc4, 0xc8, 0xcc);

/// A quilt top: its patches, their fabrics and their templates.
#[derive(Debug, Clone)]
pub(crate) struct Design {
    /// The quilt as it looks.
    pub(crate) whole: Tiling,
    /// The parts that patches are cut into, if they are sewn so.
    pub(crate) cut: Option<CutPatches>,
    /// What was asked for.
    pub(crate) options: QuiltOptions,
    /// The quilt as it is cut.
    pub(crate) patchwork: Patchwork,
    /// The fabrics that are used.
    pub(crate) fabrics: Vec<Fabric>,
    /// The fabric of each patch of the patchwork.
    pub(crate) fabric_of: Vec<usize>,
    /// The pieces that are used, in the order of the puzzle.
    pub(crate) templates: Vec<TemplateUse>,
    /// Where patches are matched with their neighbours.
    pub(crate) matching: Matching,
    /// What patches are called that are rectangles of a plan; empty where they have numbers and templates.
    pub(crate) names: Vec<String>,
    /// How the edge is finished, if the top is not a rectangle.
    pub(crate) edge: Option<TopEdge>,
    /// Whether fewer fabrics are proved not to be enough.
    pub(crate) fewest: bool,
    /// What can be said of the fabrics.
    pub(crate) coloring: FabricFacts,
}

/// How a template is used.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TemplateUse {
    /// The name of the piece.
    pub name: String,
    /// Which piece of the puzzle it is.
    #[serde(skip)]
    pub piece: usize,
    /// Whether the template is the mirror image of the piece as drawn in the puzzle: where every patch shows
    /// its other side, nobody should have to turn paper over.
    #[serde(skip)]
    pub flipped: bool,
    /// How many patches are cut with the template as printed.
    pub count: usize,
    /// How many are cut with the template turned over.
    pub mirrored: usize,
    /// Both counts for each fabric, in the order of the fabrics.
    pub by_fabric: Vec<(usize, usize)>,
}

/// How much a fabric is used.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct FabricNeed {
    /// Its name in the palette.
    pub name: String,
    /// Its color, as `#rrggbb`.
    pub color: String,
    /// How many patches are cut from it.
    pub patches: usize,
    /// The area of those patches with their seam allowances, in square mm; what a bolt must hold at the very
    /// least.
    pub cut_area_mm2: f64,
}

impl FabricNeed {
    /// Fabrics of which nothing is cut yet.
    pub(crate) fn none_yet(fabrics: &[Fabric]) -> Vec<Self> {
        let unused = |fabric: &Fabric| Self {
            name: fabric.name.clone(),
            color: fabric.color.to_string(),
            patches: 0,
            cut_area_mm2: 0.0,
        };
        fabrics.iter().map(unused).collect()
    }
}

/// What is sewn as one.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SewnUnit {
    /// A patch by itself.
    Patch {
        /// Its number.
        number: usize,
        /// The name of its template, where it is named and there are several.
        #[serde(skip_serializing_if = "Option::is_none")]
        template: Option<String>,
        /// Whether the template is turned over.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        reversed: bool,
    },
    /// A block, by its letters.
    Block(String),
}

impl SewnUnit {
    pub(crate) const fn patch(number: usize) -> Self {
        Self::Patch { number, template: None, reversed: false }
    }

    /// Returns what it is called on the diagram: `6`, `6 Pr` with a template, `B`.
    pub fn label(&self) -> String {
        let (number, template, reversed) = match self {
            SewnUnit::Patch { number, template, reversed } => (number, template, reversed),
            SewnUnit::Block(name) => return name.clone(),
        };
        let r = if *reversed { "r" } else { "" };
        // A name that begins with a digit would run into the number.
        let apart = |name: &String| if name.starts_with(|c: char| c.is_ascii_digit()) { ": " } else { " " };
        let name = template.as_ref().map_or_else(String::new, |name| format!("{}{name}", apart(name)));
        format!("{number}{name}{r}")
    }
}

impl Design {
    /// The rectangles that a quilt is cut into, as patches of their own with names and fabrics.
    pub(super) fn of_rectangles(
        &self,
        whole: Tiling,
        names: Vec<String>,
        (fabrics, fabric_of): (Vec<Fabric>, Vec<usize>),
    ) -> Result<Self, GeometryError> {
        let patchwork = Patchwork::trace(&whole, self.options.cell)?;
        let (templates, matching) = (Vec::new(), Matching::default());
        let of = self.clone();
        Ok(Self { whole, patchwork, fabrics, fabric_of, names, templates, matching, edge: None, ..of })
    }

    /// The quilt as it is cut: the tiling itself, or the parts of its patches.
    pub(crate) fn tiling(&self) -> &Tiling {
        self.cut.as_ref().map_or(&self.whole, |cut| &cut.parts)
    }

    /// The edge of the cells of that.
    pub(crate) fn cell(&self) -> f64 {
        self.cut.as_ref().map_or(self.options.cell, |cut| cut.cell(self.options.cell))
    }

    /// The rows, if it is sewn in rows.
    pub(crate) fn rows(&self) -> Option<&Rows> {
        self.cut.as_ref()?.rows()
    }

    /// The patch that is cut whole, or that a part is cut from.
    pub(crate) fn patch_of(&self, part: usize) -> usize {
        self.cut.as_ref().map_or(part, |cut| cut.patch_of[part])
    }

    /// An outline with the blocks as they lie when they are sewn, also on point.
    pub(crate) fn along_blocks(&self, outline: &Outline) -> Outline {
        if self.options.is_on_point() { outline.turned(ALONG_BLOCKS) } else { outline.clone() }
    }

    /// The length of seams along a number of cells.
    pub(crate) fn seams(&self, cells: usize) -> Inches {
        Inches::of_mm(self.options.cell).times(cells)
    }

    /// The length of a number of cells, finished.
    pub(crate) fn finished(&self, cells: usize) -> String {
        self.seams(cells).write(self.options.units)
    }

    /// The length of a number of cells with a seam allowance at both ends.
    pub(crate) fn unfinished(&self, cells: usize) -> String {
        self.options.cut_size().side(cells, false).write(self.options.units)
    }

    /// What is cut out of paper, and the file that it is printed in, where patches or strips are cut whole.
    pub(crate) const fn cut_out_name(&self) -> &'static str {
        match self.options.method {
            Method::EnglishPaper => "papers",
            Method::Templates | Method::Straight | Method::Fused => "templates",
        }
    }

    /// The finished outline of a piece as it is in the quilt, or with the blocks where their threads are its grain.
    pub(crate) fn outline_of(&self, piece: usize) -> Result<(Outline, i32), GeometryError> {
        let tiling = self.tiling();
        let outline = Outline::of_shape(&tiling.puzzle().pieces()[piece].shape, self.cell())?;
        let grid = OnPoint::of(tiling, &self.options.piecing);
        let turn = if grid.is_some_and(|grid| grid.turned_pieces(tiling)[piece]) { ALONG_BLOCKS } else { 0 };
        Ok((if turn == 0 { outline } else { outline.turned(turn) }, turn))
    }

    /// The title of the quilt.
    pub(crate) fn title(&self) -> &str {
        self.options.title.as_deref().unwrap_or(self.whole.puzzle().name())
    }

    /// The fabric that the palette has for something else than patches.
    pub(crate) fn other(&self, role: FabricRole) -> Option<&Fabric> {
        let others = self.options.palette.others().iter();
        others.filter(|(of, _)| *of == role).map(|(_, fabric)| fabric).next()
    }

    /// The color of what is around or between patches: that of the background, the next of the palette that
    /// is not a patch, or gray.
    pub(crate) fn next_color(&self) -> Color {
        let next = self.options.palette.fabrics().iter().find(|fabric| !self.fabrics.contains(fabric));
        self.options.background().or(next).map_or(GRAY, |fabric| fabric.color)
    }

    /// The fillers of the edge; none if it is finished otherwise.
    pub(crate) fn fillers(&self) -> &[Filler] {
        self.edge.as_ref().map_or(&[], |edge| &edge.fillers)
    }

    /// What the fabric of a border is called; borders are counted from 0, from the inside out.
    pub(crate) fn border_name(&self, border: usize) -> String {
        match self.options.border_fabric(border) {
            Some(fabric) => fabric.name.clone(),
            None if self.options.yardage.borders.len() < 2 => "border fabric".to_owned(),
            None => format!("fabric of border {}", border + 1),
        }
    }

    /// What the fabric of the cornerstones is called.
    pub(crate) fn cornerstone_name(&self) -> &str {
        self.other(FabricRole::Cornerstone).map_or("cornerstone fabric", |fabric| &fabric.name)
    }

    /// The color of the cornerstones.
    pub(crate) fn cornerstone_color(&self) -> Color {
        let free = || self.border_color(self.options.yardage.borders.len());
        self.other(FabricRole::Cornerstone).map_or_else(free, |fabric| fabric.color)
    }

    /// The color of a border: that of its fabric in the palette, or the next that no patch has.
    pub(crate) fn border_color(&self, border: usize) -> Color {
        if let Some(fabric) = self.options.border_fabric(border) {
            return fabric.color;
        }
        // What fills the edge is told apart from what is around it.
        let is_filled = self.edge.is_some() || self.options.piecing.outside == Outside::Background;
        let taken = is_filled.then(|| self.next_color());
        let free = |fabric: &&Fabric| !self.fabrics.contains(fabric) && Some(fabric.color) != taken;
        let mut free = self.options.palette.fabrics().iter().filter(free).map(|fabric| fabric.color);
        let first = match taken {
            Some(color) => free.next().unwrap_or_else(|| color.toward(Color::BLACK, 0.35)),
            None => self.next_color(),
        };
        let darker = || first.toward(Color::BLACK, (0.2 * border as f64).min(0.8));
        let other = |border: usize| free.filter(|&color| color != first).nth(border).unwrap_or_else(darker);
        border.checked_sub(1).map_or(first, other)
    }

    /// A length in the units asked for.
    pub(crate) fn write(&self, mm: f64) -> String {
        self.options.units.write(mm)
    }

    /// The color of each patch.
    pub(crate) fn colors(&self) -> Vec<Color> {
        self.fabric_of.iter().map(|&fabric| self.fabrics[fabric].color).collect()
    }

    /// What each patch is called on the diagram: its number and its template, with `r` where that is turned
    /// over. Parts of units are small: they have the place in their row, and their letter.
    pub(crate) fn labels(&self) -> Vec<String> {
        let part = |patch: usize| -> Option<String> {
            let label = &self.rows()?.labels[patch];
            label.ends_with(char::is_alphabetic).then(|| label.split('-').next_back().map(str::to_owned))?
        };
        let all = 0..self.patchwork.patches().len();
        all.map(|patch| part(patch).unwrap_or_else(|| self.label(patch))).collect()
    }

    /// What a patch is called on the diagram.
    pub(crate) fn label(&self, patch: usize) -> String {
        if let Some(name) = self.names.get(patch) {
            return name.clone();
        }
        if let Some(rows) = self.rows() {
            let PatchMatch { template, turned_over, .. } = &self.matching.patches[patch];
            return format!("{} {template}{}", rows.labels[patch], if *turned_over { "r" } else { "" });
        }
        self.unit(patch).label()
    }

    /// A patch with its template, where there are several.
    pub(crate) fn unit(&self, patch: usize) -> SewnUnit {
        let PatchMatch { patch: number, template, turned_over, .. } = &self.matching.patches[patch];
        let template = (self.templates.len() > 1).then(|| template.clone());
        SewnUnit::Patch { number: *number, template, reversed: *turned_over }
    }

    /// The short name of a patch: its number in reading order, or the label of a rectangle.
    pub(crate) fn short_name(&self, patch: usize) -> String {
        self.names.get(patch).cloned().unwrap_or_else(|| (patch + 1).to_string())
    }

    /// The fabric of each patch of the whole, also where patches are cut into parts.
    pub(crate) fn fabric_of_patches(&self) -> Vec<usize> {
        let Some(cut) = &self.cut else { return self.fabric_of.clone() };
        let mut of: BTreeMap<usize, usize> =
            cut.patch_of.iter().copied().zip(self.fabric_of.iter().copied()).collect();
        of.extend(cut.joined.iter().map(|&(patch, part)| (patch, self.fabric_of[part])));
        of.into_values().collect()
    }

    /// Whether patches have no numbers on the diagram, and no step is planned: over papers any order does.
    pub(crate) fn is_chart(&self) -> bool {
        /// The most patches over papers that are numbered; their papers are equal, and more numbers take many pages.
        /// Chosen by eye.
        const NUMBERED: usize = 500;
        self.options.method == Method::EnglishPaper && self.patchwork.patches().len() > NUMBERED
    }

    /// Where the top ends when its edge is finished, without borders.
    pub(crate) fn extent(&self) -> Bounds {
        match self.edge.as_ref().and_then(|edge| edge.trimmed) {
            Some([left, top, right, bottom]) => Bounds { left, top, right, bottom },
            None => self.patchwork.bounds(),
        }
    }

    /// The outlines of the patches as they are when the edge is finished; nothing of a patch that is trimmed away.
    pub(crate) fn finished_outlines(&self) -> Result<Vec<Vec<Outline>>, GeometryError> {
        let outlines = self.patchwork.patches().iter().map(Patch::outline);
        if self.edge.as_ref().is_none_or(|edge| edge.trimmed.is_none()) {
            return Ok(outlines.map(|outline| vec![outline.clone()]).collect());
        }
        let of = self.extent();
        let whole = Outline::rectangle(of.width(), of.height())?.moved(of.left, of.top);
        outlines.map(|outline| outline.within(&whole)).collect()
    }

    /// The fabrics of all patches, as they are planned.
    pub(crate) fn fabric_plan(&self) -> FabricPlan {
        let (fabrics, fabric_of) = (self.fabrics.clone(), self.fabric_of_patches());
        FabricPlan { fabrics, fabric_of, minimal: self.fewest, facts: self.coloring.clone() }
    }

    /// How much of each fabric is used.
    pub(crate) fn fabric_needs(&self) -> Result<Vec<FabricNeed>, QuiltError> {
        let mut uses = FabricNeed::none_yet(&self.fabrics);
        for (patch, &fabric) in self.patchwork.patches().iter().zip(&self.fabric_of) {
            let cut = patch.outline().with_allowance(self.options.seam_allowance, patch.name())?;
            uses[fabric].patches += usize::from(self.cut.is_none());
            uses[fabric].cut_area_mm2 += cut.area();
        }
        // A patch in several parts is one.
        if self.cut.is_some() {
            self.fabric_of_patches().into_iter().for_each(|fabric| uses[fabric].patches += 1);
        }
        Ok(uses)
    }
}
