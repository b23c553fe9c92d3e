//! Plans a prepared cut for a tiling: sheets, plates, stitches, and what to say about them.

use serde_json::{Value, json};

use super::cost::Work;
use super::notes::{notes, picture_notes, time_note};
use super::plan::{
    CutDivision, CutDivisionKind, CutPlan, LeftOut, PiecesFit, PlannedDesign, SolidPlan, plan_designs,
    plan_solids, test_card,
};
use super::{CutCost, CutError, CutOptions, CutRequest, Embroidery, PreparedCut, TrayOptions};
use super::{cutting_time, embroidery};
use piecework_draw::color::{FabricFacts, FabricPlan};
use piecework_draw::geometry::{Patchwork, Touch};
use piecework_draw::options::{Options as _, flag};
use piecework_draw::render::{Content, FormatRef};
use piecework_tiling::setting::OptionError;
use piecework_tiling::tiling::Tiling;

/// The most sets that are planned together for a price; more are lots of this size.
const LOT: usize = 25;

/// The cut of a tiling: everything that its files are made from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CutJob<'a> {
    pub(super) wanted: &'a PreparedCut,
    /// The tilings that are cut, one of each design.
    pub tilings: &'a [Tiling],
    /// The sheets.
    pub plan: CutPlan,
    /// The stitches, if there are formats of stitches.
    pub embroidery: Option<Embroidery>,
    /// The plates for 3D printers, if there are formats of solids.
    pub solids: Option<SolidPlan>,
    /// What a set costs, if prices are given.
    pub cost: Option<CutCost>,
    /// The seconds that the machine takes, if it has sheets and its profile has speeds.
    pub seconds: Option<f64>,
    fabrics: Option<FabricFacts>,
}

/// A sentence about a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutNote {
    /// Whether the result may not be what was wanted.
    pub is_warning: bool,
    /// The sentence.
    pub words: String,
}

impl PreparedCut {
    /// Plans the cut of a tiling.
    ///
    /// # Errors
    /// [`CutError`] for what does not fit, for fabrics that cannot be chosen, and if planning is stopped.
    pub fn job<'a>(&'a self, tiling: &'a Tiling) -> Result<CutJob<'a>, CutError> {
        self.job_of_several(std::slice::from_ref(tiling))
    }

    /// Plans the cut of several designs that share sheets: a set is one of each.
    ///
    /// # Errors
    /// As [`PreparedCut::job`], and [`OptionError::NoEffect`] for options that are about one design.
    ///
    /// # Panics
    /// Without a tiling.
    pub fn job_of_several<'a>(&'a self, tilings: &'a [Tiling]) -> Result<CutJob<'a>, CutError> {
        let Self { request, options, .. } = self;
        self.check_several(tilings.len())?;
        let tiling = &tilings[0];
        let fabrics = self.fabrics(tiling)?;
        options.stop.check()?;
        let (stop, bed) = (&options.stop, &self.machine().bed);
        let sewn = || embroidery(tiling, options.cell, (bed, stop), fabrics.as_ref());
        let embroidery = self.has(Content::Stitches).then(sewn).transpose()?;
        let division = match &fabrics {
            Some(plan) => CutDivision::Fabrics { plan, turned: request.turn || request.inlay },
            None if request.division() == CutDivisionKind::Pieces => CutDivision::Pieces,
            None => CutDivision::Whole,
        };
        let plan = match request.test_card {
            true => test_card(options, request.material.as_ref().map(|choice| choice.words()))?,
            false => plan_designs(tilings, options, division)?,
        };
        let printed = Some(request.printed_tray());
        let tray = options.tray.map(|tray| TrayOptions { printed, ..tray });
        let printed_pieces = Some(request.thickness.mm());
        let plates =
            || plan_solids(tiling, &CutOptions { tray, printed_pieces, ..options.clone() }, division);
        let solids = self.has(Content::Solids).then(plates).transpose()?;
        let seconds = cutting_time(&plan, self.machine(), &self.dress).filter(|_| self.has_sheets());
        let cost = self.cost(tilings, (&plan, seconds), division)?;
        let fabrics = fabrics.map(|plan| plan.facts);
        Ok(CutJob { wanted: self, tilings, plan, embroidery, solids, cost, seconds, fabrics })
    }

    /// Returns what the plan costs, and a batch: the sets that are cut, or as many as were asked for, which are planned
    /// too because they share sheets.
    fn cost(
        &self,
        tilings: &[Tiling],
        (plan, seconds): (&CutPlan, Option<f64>),
        division: CutDivision<'_>,
    ) -> Result<Option<CutCost>, CutError> {
        let Some(prices) = self.request.prices() else { return Ok(None) };
        let (work, copies) = (Work::of(plan, seconds.unwrap_or(0.0)), self.options.copies);
        if copies > 1 {
            return Ok(Some(CutCost::new((work, copies), (work, self.request.copies), prices)));
        }
        let sets = usize::try_from(self.request.batch).unwrap_or(usize::MAX);
        let shares = CutRequest { copies: 2, batch: CutRequest::default().batch, ..self.request.clone() };
        // What cannot be cut together is cut again and again, and so are panels, which fill their sheets.
        let is_alone =
            shares.agree().is_err() || !plan.summary.panels.is_empty() || !self.has(Content::Sheets);
        let lot = if is_alone { 1 } else { LOT };
        // Offcuts are there once, and not for every lot.
        let usual = CutOptions { stock_first: Vec::new(), most_sheets: None, ..self.options.clone() };
        let of = |copies: usize| -> Result<Work, CutError> {
            match copies {
                0 => Ok(Work::default()),
                1 if self.options.stock_first.is_empty() => Ok(work),
                _ => {
                    let plan = plan_designs(tilings, &CutOptions { copies, ..usual.clone() }, division)?;
                    let seconds =
                        cutting_time(&plan, self.machine(), &self.dress).filter(|_| self.has_sheets());
                    Ok(Work::of(&plan, seconds.unwrap_or(0.0)))
                }
            }
        };
        let whole = || if sets >= lot { of(lot) } else { Ok(Work::default()) };
        let (batch, sets) = match whole().and_then(|whole| Ok(whole.times(sets / lot, of(sets % lot)?))) {
            // This set lies on sheets that are there once, and no other would: nobody asked for more.
            Err(CutError::Layout(_))
                if !self.options.stock_first.is_empty() && !self.request.is_set("batch") =>
            {
                (work, 1)
            }
            batch => (batch?, self.request.batch),
        };
        Ok(Some(CutCost::new((work, 1), (batch, sets), prices)))
    }

    /// Refuses what is about one design if there are several, before they are searched.
    ///
    /// # Errors
    /// [`OptionError::NoEffect`] names the option.
    pub fn check_several(&self, designs: usize) -> Result<(), OptionError> {
        const OF_ONE: [&str; 11] = [
            "wobble",
            "whimsies",
            "border",
            "engrave_back_own",
            "picture",
            "inlay",
            "test_card",
            "sizes",
            "by_fabric",
            "by_piece",
            "engrave_back",
        ];
        if designs < 2 {
            return Ok(());
        }
        let reason = "it is for one design: cut that by itself";
        if let Some(key) = OF_ONE.into_iter().find(|key| self.request.is_set(key)) {
            return Err(OptionError::no_effect(flag(key), reason));
        }
        let of_sheets = |format: &&FormatRef| format.content != Content::Sheets;
        match self.formats.iter().find(of_sheets) {
            Some(format) if self.request.is_set("formats") => {
                Err(OptionError::no_effect(format!("--formats {}", format.name), reason))
            }
            Some(_) => Err(OptionError::no_effect(format!("--machine {}", self.machine().name()), reason)),
            None => Ok(()),
        }
    }

    /// The fabrics of a tiling, where they are asked for.
    fn fabrics(&self, tiling: &Tiling) -> Result<Option<FabricPlan>, CutError> {
        if !self.request.by_fabric && !self.request.inlay {
            return Ok(None);
        }
        let fabrics = &self.request.fabrics;
        let wish = fabrics.wish()?;
        let patchwork = Patchwork::trace(tiling, self.options.cell)?;
        Ok(Some(FabricPlan::choose(tiling, &patchwork, Touch::Edge, fabrics.palette.palette(), &wish)?))
    }
}

impl CutJob<'_> {
    /// Returns whether its card says how many solutions there are: what is known of a puzzle is true of pieces that
    /// fit as in the puzzle.
    pub fn has_card_facts(&self) -> bool {
        let plans = self.plan.each_design();
        self.wanted.request.insert_card && plans.iter().any(|plan| self.fits_as_in_puzzle(plan))
    }

    /// Returns whether the pieces of a design go together as those of its puzzle.
    pub(super) fn fits_as_in_puzzle(&self, plan: &CutPlan) -> bool {
        plan.pieces_fit(&self.wanted.formats) == PiecesFit::AsInPuzzle
    }

    /// Returns whether its files are also packed to be sold.
    pub fn is_for_shop(&self) -> bool {
        self.wanted.request.shop
    }

    /// Returns the plan in numbers, as the program prints it with `--json`.
    pub fn summary(&self) -> Value {
        let mut summary = json!({ "puzzle": self.plan.title, "cut": self.plan.summary });
        if !self.plan.designs.is_empty() {
            let one = |design: &PlannedDesign| {
                let last = design.before + design.pieces;
                json!({ "puzzle": design.title, "first_piece": design.before + 1, "last_piece": last })
            };
            summary["designs"] = self.plan.designs.iter().map(one).collect();
        }
        if let Some(embroidery) = &self.embroidery {
            summary["embroidery"] = json!({
                "hoopings": embroidery.hoopings.iter().map(|hooping| &hooping.pieces).collect::<Vec<_>>(),
                "hoopings_at_least": embroidery.hoopings_at_least,
                "stitches": embroidery.stitches(),
                "turned": embroidery.turned,
            });
        }
        if let Some(cost) = self.cost {
            summary["cost"] = json!(cost);
        }
        if let Some(solids) = self.solids_beside_sheets() {
            summary["solids"] = json!(solids.summary());
        }
        if let Some(seconds) = self.seconds {
            let speeds = self.wanted.machine().speeds(&self.wanted.dress.burn);
            summary["seconds"] = seconds.round().into();
            summary["cut_mm_min"] = speeds.map(|speeds| speeds.cut).into();
        }
        summary
    }

    /// Returns what a person should know: about fabrics, stitches, cost, time and lines.
    pub fn notes(&self) -> Vec<CutNote> {
        let (wanted, machine, plan) = (self.wanted, self.wanted.machine(), &self.plan);
        let note = |is_warning| move |words| CutNote { is_warning, words };
        let facts = self.fabrics.iter();
        let of_fabrics = facts.flat_map(|facts| {
            facts.remarks().into_iter().map(note(false)).chain(facts.warnings().into_iter().map(note(true)))
        });
        let sewn = self.embroidery.iter().map(|embroidery| embroidery.note(machine));
        let cost = self.cost.iter().map(CutCost::in_words);
        let solids = self.solids_beside_sheets().map(SolidPlan::note);
        let caution = wanted.caution().filter(|_| wanted.has_sheets());
        let time = self.seconds.and_then(|_| time_note(plan, machine, &wanted.dress, &wanted.given));
        let lines = notes(plan, &wanted.options, machine, &wanted.formats, &wanted.given);
        let picture = picture_notes(plan, &wanted.options, machine, &wanted.dress);
        let left_out =
            [Some(plan).filter(|_| wanted.has_sheets()), self.solids.as_ref().map(|SolidPlan(plan)| plan)];
        let left_out = left_out.into_iter().flatten().flat_map(|plan| &plan.left_out).map(LeftOut::in_words);
        let left_out: Vec<CutNote> = left_out.map(note(true)).collect();
        let card = "measure the card, write what you find into the material file beside it, and give its path to --material";
        let card = wanted.request.test_card.then(|| card.to_owned());
        let words =
            sewn.chain(card).chain(caution).chain(cost).chain(solids).chain(time).chain(lines).chain(picture);
        of_fabrics.chain(words.map(note(false))).chain(left_out).collect()
    }

    fn solids_beside_sheets(&self) -> Option<&SolidPlan> {
        self.solids.as_ref().filter(|_| self.wanted.has_sheets())
    }
}
