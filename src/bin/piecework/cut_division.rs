//! The options of `piecework cut` about what lies on a sheet together, and what is said of sheets.

use clap::Args;
use piecework::cut::{CutSummary, Division, DivisionKind};
use piecework::{FabricPlan, FabricWish, Limits, Palette, Patchwork, Tiling, Touch};

use crate::args::FabricArgs;
use crate::exit::Failure;
use crate::fabrics;
use crate::report::Report;

/// The heading over what lies on a sheet together.
const SHEETS: &str = "Sheets";

/// What lies on a sheet together.
#[derive(Debug, Clone, Args)]
pub(crate) struct DivisionArgs {
    /// Put the pieces of each fabric on sheets of their own; where lines may be shared, pieces are moved together until they do
    #[arg(long, help_heading = SHEETS)]
    pub(crate) by_fabric: bool,
    /// Write every piece to files of its own
    #[arg(long, help_heading = SHEETS, conflicts_with = "by_fabric")]
    pub(crate) by_piece: bool,
    /// With --by-fabric: turn pieces where that saves material; not for fabric with a grain
    #[arg(long, help_heading = SHEETS, requires = "by_fabric")]
    pub(crate) turn: bool,
    /// With --by-fabric: a palette by name, or a palette file (.json or .csv)
    #[arg(long, value_name = "NAME", help_heading = SHEETS, requires = "by_fabric", default_value = piecework::DEFAULT_PALETTE)]
    pub(crate) palette: String,
    #[command(flatten)]
    pub(crate) fabrics: FabricArgs,
}

/// What is meant, known before the search.
pub(crate) struct Wanted {
    by_piece: bool,
    turned: bool,
    fabrics: Option<(Palette, FabricWish)>,
}

impl DivisionArgs {
    /// What is meant; options about fabrics without any are refused.
    pub(crate) fn wanted(&self, limits: &Limits) -> Result<Wanted, Failure> {
        let palette = fabrics::palette(&self.palette, limits)?;
        let wish = fabrics::wish(&self.fabrics, &palette)?;
        if !self.by_fabric && wish != FabricWish::default() {
            return Err(Failure::Usage(
                "fabrics matter to a cut only with `--by-fabric`, for embroidery too".into(),
            ));
        }
        let fabrics = self.by_fabric.then_some((palette, wish));
        Ok(Wanted { by_piece: self.by_piece, turned: self.turn, fabrics })
    }
}

impl Wanted {
    /// The fabrics of a tiling, where they are asked for.
    pub(crate) fn fabrics(
        &self,
        tiling: &Tiling,
        cell: f64,
        report: Report,
    ) -> Result<Option<FabricPlan>, Failure> {
        let Some((palette, wish)) = &self.fabrics else { return Ok(None) };
        let patchwork = Patchwork::trace(tiling, cell).map_err(piecework::CutError::from)?;
        let plan = FabricPlan::of(tiling, &patchwork, Touch::Edge, palette, wish)?;
        fabrics::tell(&plan.facts, report);
        Ok(Some(plan))
    }

    /// What is known of it before the search.
    pub(crate) fn kind(&self) -> DivisionKind {
        match &self.fabrics {
            Some(_) => DivisionKind::Fabrics { turned: self.turned },
            None if self.by_piece => DivisionKind::Pieces,
            None => DivisionKind::Whole,
        }
    }

    /// What lies on a sheet together.
    pub(crate) fn division<'a>(&self, fabrics: Option<&'a FabricPlan>) -> Division<'a> {
        match fabrics {
            Some(plan) => Division::Fabrics { plan, turned: self.turned },
            None if self.by_piece => Division::Pieces,
            None => Division::Whole,
        }
    }
}

/// How many sheets and panels there are beside how many there must be, and how full they are.
pub(crate) fn told(summary: &CutSummary) -> Vec<String> {
    let mut told = Vec::new();
    if let (Some(least), Some(by_area)) = (summary.panels_at_least, summary.panels_by_area) {
        told.push(format!(
            "the whole is larger than the stock: {} panels (at least {least}, by area {by_area}) on {}, parted only between pieces",
            summary.panels.len(),
            sheets(summary.sheets)
        ));
    }
    let percent = |used: f64| format!("{:.0} %", used * 100.0);
    for fabric in &summary.fabrics {
        let own = summary.on_sheets.iter().filter(|sheet| sheet.fabric.as_ref() == Some(&fabric.fabric));
        let full: Vec<String> = own.map(|sheet| percent(sheet.utilisation)).collect();
        told.push(format!(
            "{}: {} pieces on {} (by area at least {}), filled to {}",
            fabric.fabric,
            fabric.pieces,
            sheets(fabric.sheets),
            fabric.sheets_at_least,
            full.join(", ")
        ));
    }
    told
}

fn sheets(count: usize) -> String {
    if count == 1 { "1 sheet".to_owned() } else { format!("{count} sheets") }
}
