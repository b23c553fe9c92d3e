//! The quilt before it is drawn: which patch is of which fabric and cut by which template.

use std::collections::BTreeMap;

use super::matching::Matching;
use super::rows::Rows;
use super::yardage::Cut;
use super::{QuiltError, QuiltOptions, stash};
use crate::colour::{Colour, Fabric, FabricFacts, FabricPlan, FabricRole};
use crate::geometry::Patchwork;
use crate::tiling::Tiling;

/// The colour of what lies around or between patches where a palette has no fabric left for it.
const GREY: Colour = Colour::new(0xc4, 0xc8, 0xcc);

/// Everything that is decided about a quilt.
pub(super) struct Design<'a> {
    /// The quilt as it looks.
    pub(super) whole: &'a Tiling,
    /// The quilt as it is cut: the same, or the strips of its rows.
    pub(super) tiling: &'a Tiling,
    /// The rows, if it is sewn in rows.
    pub(super) rows: Option<&'a Rows>,
    pub(super) options: &'a QuiltOptions,
    pub(super) patchwork: Patchwork,
    /// The fabrics that are used.
    pub(super) fabrics: Vec<Fabric>,
    /// The fabric of each patch.
    pub(super) fabric_of: Vec<usize>,
    /// The pieces that are used, in the order of the puzzle.
    pub(super) templates: Vec<TemplateUse>,
    /// Where patches are matched with their neighbours.
    pub(super) matching: Matching,
    /// Whether fewer fabrics are proved not to do.
    pub(super) fewest: bool,
    /// What can be said of the fabrics.
    pub(super) colouring: FabricFacts,
}

/// How a template is used.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TemplateUse {
    /// The name of the piece.
    pub name: String,
    /// Which piece of the puzzle it is.
    #[serde(skip)]
    pub piece: usize,
    /// Whether the template is the mirror image of the piece as drawn in the puzzle: where every patch shows its other side,
    /// nobody should have to turn paper over.
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
pub struct FabricUse {
    /// Its name in the palette.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub colour: String,
    /// How many patches are cut from it.
    pub patches: usize,
    /// The area of those patches with their seam allowances, in square mm; what a bolt must hold at the very least.
    pub cut_area_mm2: f64,
}

impl FabricUse {
    /// Fabrics of which nothing is cut yet.
    pub(super) fn none_yet(fabrics: &[Fabric]) -> Vec<Self> {
        let unused = |fabric: &Fabric| Self {
            name: fabric.name.clone(),
            colour: fabric.colour.to_string(),
            patches: 0,
            cut_area_mm2: 0.0,
        };
        fabrics.iter().map(unused).collect()
    }
}

impl<'a> Design<'a> {
    /// Decides fabrics and templates.
    pub(super) fn of(
        tiling: &'a Tiling,
        cut: Cut<'_>,
        options: &'a QuiltOptions,
    ) -> Result<Self, QuiltError> {
        let patchwork = Patchwork::trace(tiling, options.cell)?;
        let plan = stash::plan(tiling, &patchwork, cut, options)?;
        Self::with(tiling, None, options, patchwork, plan)
    }

    /// Decides fabrics, and the templates of strips, each of which has the fabric of its patch.
    pub(super) fn in_rows(
        whole: &'a Tiling,
        rows: &'a Rows,
        options: &'a QuiltOptions,
    ) -> Result<Self, QuiltError> {
        let patches = Patchwork::trace(whole, options.cell)?;
        let cut = Cut::Strips(&rows.strips, &rows.patch_of);
        let mut plan = stash::plan(whole, &patches, cut, options)?;
        plan.fabric_of = rows.patch_of.iter().map(|&patch| plan.fabric_of[patch]).collect();
        Self::with(whole, Some(rows), options, Patchwork::trace(&rows.strips, options.cell)?, plan)
    }

    /// With a plan of fabrics for the patchwork of the quilt as it is cut.
    fn with(
        whole: &'a Tiling,
        rows: Option<&'a Rows>,
        options: &'a QuiltOptions,
        patchwork: Patchwork,
        plan: FabricPlan,
    ) -> Result<Self, QuiltError> {
        let tiling = rows.map_or(whole, |rows| &rows.strips);
        let templates = templates(&patchwork, &plan.fabric_of, plan.fabrics.len());
        let mut matching = Matching::of(tiling.puzzle(), &patchwork, options.cell)?;
        for (patch, matched) in patchwork.patches().iter().zip(&mut matching.patches) {
            let flipped = templates.iter().any(|used| used.piece == patch.piece() && used.flipped);
            matched.turned_over = patch.mirrored() != flipped;
        }
        Ok(Self {
            whole,
            tiling,
            rows,
            options,
            patchwork,
            fabrics: plan.fabrics,
            fabric_of: plan.fabric_of,
            templates,
            matching,
            fewest: plan.minimal,
            colouring: plan.facts,
        })
    }

    /// The title of the quilt.
    pub(super) fn title(&self) -> &str {
        self.whole.puzzle().name()
    }

    /// The fabric that the palette has for something else than patches.
    pub(super) fn other(&self, role: FabricRole) -> Option<&Fabric> {
        let others = self.options.palette.others().iter();
        others.filter(|(of, _)| *of == role).map(|(_, fabric)| fabric).next()
    }

    /// The colour of what lies around or between patches: the next of the palette that is not a patch, else grey.
    pub(super) fn next_colour(&self) -> Colour {
        let next = self.options.palette.fabrics().iter().find(|fabric| !self.fabrics.contains(fabric));
        next.map_or(GREY, |fabric| fabric.colour)
    }

    /// What the fabric of the border is called.
    pub(super) fn border_name(&self) -> &str {
        self.other(FabricRole::Border).map_or("border fabric", |fabric| &fabric.name)
    }

    /// The colour of the border.
    pub(super) fn border_colour(&self) -> Colour {
        self.other(FabricRole::Border).map_or_else(|| self.next_colour(), |fabric| fabric.colour)
    }

    /// A length in the units asked for.
    pub(super) fn write(&self, mm: f64) -> String {
        self.options.units.write(mm)
    }

    /// The colour of each patch.
    pub(super) fn colours(&self) -> Vec<Colour> {
        self.fabric_of.iter().map(|&fabric| self.fabrics[fabric].colour).collect()
    }

    /// What each patch is called on the diagram: its number and its template, with `r` where that is turned over.
    pub(super) fn labels(&self) -> Vec<String> {
        (0..self.patchwork.patches().len()).map(|patch| self.label(patch)).collect()
    }

    /// What a patch is called on the diagram.
    pub(super) fn label(&self, patch: usize) -> String {
        let matched = &self.matching.patches[patch];
        let (number, name) = (matched.patch, &matched.template);
        let turned_over = if matched.turned_over { "r" } else { "" };
        if let Some(rows) = self.rows {
            return format!("{} {name}{turned_over}", rows.labels[patch]);
        }
        // With one template only the hand matters.
        if self.templates.len() == 1 {
            return format!("{number}{turned_over}");
        }
        // A name that begins with a digit would run into the number.
        let colon = if name.starts_with(|c: char| c.is_ascii_digit()) { ":" } else { "" };
        format!("{number}{colon} {name}{turned_over}")
    }

    /// The fabric of each patch of the whole, also where patches are cut into strips.
    pub(super) fn fabric_of_patches(&self) -> Vec<usize> {
        let Some(rows) = self.rows else { return self.fabric_of.clone() };
        let of: BTreeMap<usize, usize> =
            rows.patch_of.iter().copied().zip(self.fabric_of.iter().copied()).collect();
        of.into_values().collect()
    }

    /// How much of each fabric is used.
    pub(super) fn fabric_uses(&self) -> Result<Vec<FabricUse>, QuiltError> {
        let mut uses = FabricUse::none_yet(&self.fabrics);
        for (patch, &fabric) in self.patchwork.patches().iter().zip(&self.fabric_of) {
            let cut = patch.outline().with_allowance(self.options.seam_allowance, patch.name())?;
            uses[fabric].patches += usize::from(self.rows.is_none());
            uses[fabric].cut_area_mm2 += cut.area();
        }
        // A patch in several strips is one.
        if self.rows.is_some() {
            self.fabric_of_patches().into_iter().for_each(|fabric| uses[fabric].patches += 1);
        }
        Ok(uses)
    }
}

/// Counts patches by piece, hand and fabric.
fn templates(patchwork: &Patchwork, fabric_of: &[usize], fabrics: usize) -> Vec<TemplateUse> {
    let mut uses: BTreeMap<usize, TemplateUse> = BTreeMap::new();
    for (patch, &fabric) in patchwork.patches().iter().zip(fabric_of) {
        let used = uses.entry(patch.piece()).or_insert_with(|| TemplateUse {
            name: patch.name().to_owned(),
            piece: patch.piece(),
            flipped: false,
            count: 0,
            mirrored: 0,
            by_fabric: vec![(0, 0); fabrics],
        });
        if patch.mirrored() {
            used.mirrored += 1;
            used.by_fabric[fabric].1 += 1;
        } else {
            used.count += 1;
            used.by_fabric[fabric].0 += 1;
        }
    }
    uses.into_values().map(TemplateUse::right_way_up).collect()
}

impl TemplateUse {
    /// The same use with a template that is printed the way it is needed, if all patches need it the same way.
    fn right_way_up(self) -> Self {
        if self.count > 0 {
            return self;
        }
        let by_fabric = self.by_fabric.into_iter().map(|(front, mirrored)| (mirrored, front)).collect();
        Self { flipped: true, count: self.mirrored, mirrored: 0, by_fabric, ..self }
    }
}
