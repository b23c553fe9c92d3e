//! A quilt pattern: what to cut from which fabric, and where it goes.
//!
//! In: a tiling, the size of a cell, a seam allowance, a palette, a paper. Out: a [`Pattern`]: pages to print, true to
//! size, and the same quilt in figures. Always holds: every patch is on the diagram, on the cutting list and cut by
//! exactly one template; every page has a test square and says which line is cut. Nothing here knows file formats.

mod advisor;
mod assembly;
mod border;
mod cards;
mod cover;
mod cutting_list;
mod design;
mod error;
mod foot;
mod frame;
mod joining;
mod matching;
mod materials;
mod papers;
mod pattern;
pub mod piecing;
mod printed;
mod rows;
mod sample;
mod set_in;
mod stash;
mod straight;
mod template;
pub mod yardage;

use crate::colour::{DEFAULT_PALETTE, FabricWish, Palette, Scheme, Stock};
use crate::geometry::Touch;
use crate::layout::{SheetFormat, paper};

use design::Design;
use piecing::PiecingOptions;

pub use advisor::{MethodRow, MethodTable};
pub use assembly::{AssemblyFigures, AssemblyStep, ClosedEnd, LeftOpen, SeamAlong};
pub use design::{FabricUse, TemplateUse};
pub use error::QuiltError;
pub use joining::{Bend, BendKind, Joint, JointSeam, OpenEnd, SewingOrder, sewing_order};
pub use matching::PatchMatch;
pub use pattern::{Pattern, PatternSummary, pattern};
pub use stash::{Amount, EdgesTake, StashError, StashPart, StashRow};
pub use straight::{FoundationRow, RectangleRow, RectangleUse, StepRow, StraightFigures, StraightSeams};

/// How a quilt is cut and sewn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Each distinct piece is a template; reflex corners are set in.
    #[default]
    Templates,
    /// Patches are cut into rectangles, which are sewn with straight seams from edge to edge; patches of triangles are cut
    /// into strips, which are sewn in rows.
    Straight,
    /// English paper piecing: patches are folded over papers of the finished size and sewn by hand.
    #[serde(rename = "epp")]
    EnglishPaper,
}

/// The units in which sizes are written; what is drawn is the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Units {
    /// Inches, as fractions where they are exact to a 64th.
    #[default]
    Imperial,
    /// Millimetres.
    Metric,
}

/// What a pattern looks like.
#[derive(Debug, Clone)]
pub struct QuiltOptions {
    /// The finished edge of one cell, in mm.
    pub cell: f64,
    /// The seam allowance around every patch, in mm.
    pub seam_allowance: f64,
    /// How the quilt is cut and sewn.
    pub method: Method,
    /// Whether templates are printed as mirror images, for what is ironed to or drawn on the back of the cloth, such as
    /// freezer paper and foundations. Papers for English paper piecing always are; rectangles have no other side.
    pub mirror: bool,
    /// How straight seams are planned; with templates it is only asked what becomes of cells that no piece covers, for
    /// the comparison of methods.
    pub piecing: PiecingOptions,
    /// The fabrics to choose from.
    pub palette: Palette,
    /// Which patches must differ in fabric.
    pub differ: Touch,
    /// What is wanted of the fabrics, besides that such patches differ.
    pub colouring: FabricWish,
    /// What is printed on.
    pub paper: SheetFormat,
    /// How sizes are written.
    pub units: Units,
    /// How fabric is bought, and what is sewn around the top.
    pub yardage: yardage::YardageOptions,
}

impl QuiltOptions {
    /// How much there is of each fabric, by the name that it has in the palette; nothing where nobody asked to keep to it.
    pub(crate) fn stash(&self) -> Vec<(String, Stock)> {
        let Scheme::Stash(stash) = &self.colouring.scheme else { return Vec::new() };
        let known = stash.iter().filter_map(|(name, stock)| Some((self.palette.fabric(name).ok()?, stock)));
        known.map(|(fabric, &stock)| (fabric.name.clone(), stock)).collect()
    }
}

impl Default for QuiltOptions {
    /// What the program makes unless something else is asked for: templates of cells of 2 in with seams of 1/4 in, as few
    /// fabrics as possible, on Letter paper.
    fn default() -> Self {
        Self {
            cell: 50.8,
            seam_allowance: 6.35,
            method: Method::default(),
            mirror: false,
            piecing: PiecingOptions::default(),
            palette: Palette::named(DEFAULT_PALETTE).expect("an embedded palette"),
            differ: Touch::Edge,
            colouring: FabricWish::default(),
            paper: paper("letter").expect("an embedded paper"),
            units: Units::default(),
            yardage: yardage::YardageOptions::default(),
        }
    }
}

/// A number of patches, in words that fit it.
fn patches(count: usize) -> String {
    if count == 1 { "1 patch".to_owned() } else { format!("{count} patches") }
}

impl Units {
    /// The finished edge of a cell unless another is asked for, in mm: 2 in or 5 cm.
    #[must_use]
    pub const fn usual_cell(self) -> f64 {
        match self {
            Units::Imperial => 50.8,
            Units::Metric => 50.0,
        }
    }

    /// A length in these units, such as `2 1/4 in` or `57.15 mm`.
    #[must_use]
    pub fn write(self, mm: f64) -> String {
        // Lengths that are none cannot come out of a patchwork; their text would only be looked at.
        crate::length::Length::from_mm(mm).map_or_else(
            |_| format!("{mm:.2} mm"),
            |length| match self {
                Units::Imperial => length.in_inches(),
                Units::Metric => length.to_string(),
            },
        )
    }
}
