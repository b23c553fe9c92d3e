//! Plans a prepared cut for a tiling: sheets, plates, stitches, and what to say about them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cost::{BatchCost, Work};
use super::notes::{notes, time_note};
use super::piece_notes::{lost_pieces, plain_pieces};
use super::plan::{
    CutDivision, CutDivisionKind, CutPlan, LeftOut, PiecesFit, PlannedDesign, SolidPlan, plan_designs,
    plan_solids, test_card,
};
use super::printing::picture_notes;
use super::{CutCost, CutError, CutOptions, CutRequest, Embroidery, PreparedCut, TrayOptions};
use super::{cutting_time, embroidery};
use piecework_draw::color::{FabricFacts, FabricPlan};
use piecework_draw::geometry::{Patchwork, Touch};
use piecework_draw::options::{Options as _, flag};
use piecework_draw::render::Content;
use piecework_tiling::setting::OptionError;
use piecework_tiling::text::plural;
use piecework_tiling::tiling::Tiling;

/// The most sets that are planned together for a price; more are lots of this size.
const LOT: usize = 100;
/// The same for designs with so many pieces that a large lot takes minutes.
const SMALL_LOT: usize = 25;
/// The most pieces of a large lot: of these, plain or with knobs, a plan takes seconds.
const LOT_PIECES: usize = 3600;

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
            || plan_solids(tilings, &CutOptions { tray, printed_pieces, ..options.clone() }, division);
        let solids = self.has(Content::Solids).then(plates).transpose()?;
        let seconds = cutting_time(&plan, self.machine(), &self.dress).filter(|_| self.has_sheets());
        let cost = self.cost(tilings, (&plan, seconds), division)?;
        let fabrics = fabrics.map(|plan| plan.facts);
        Ok(CutJob { wanted: self, tilings, plan, embroidery, solids, cost, seconds, fabrics })
    }

    /// Returns what the plan costs, and batches: the sets that are cut, or as many as were asked for, which are planned
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
            let batch = BatchCost::new(work, (self.request.copies, None), prices);
            return Ok(Some(CutCost::new((work, copies), vec![batch], prices)));
        }
        let (lot, has_first) = (self.lot(plan), !self.options.stock_first.is_empty());
        let mut known = BTreeMap::from([(0, Work::default())]);
        if !has_first {
            known.insert(1, work);
        }
        let mut batches = Vec::new();
        for &sets in &self.request.batch.0 {
            let count = usize::try_from(sets).unwrap_or(usize::MAX);
            let mut of = |copies: usize| -> Result<Work, CutError> {
                match known.get(&copies) {
                    Some(&work) => Ok(work),
                    None => Ok(*known.entry(copies).or_insert(self.work_of(tilings, division, copies)?)),
                }
            };
            let lots = if count >= lot { of(lot) } else { Ok(Work::default()) };
            let batch = match lots.and_then(|lots| Ok(lots.times(count / lot, of(count % lot)?))) {
                // This set lies on sheets that are there once, and no other would: nobody asked for more.
                Err(CutError::Layout(_)) if has_first && !self.request.is_set("batch") => (work, 1, None),
                batch => (batch?, sets, Some(lot).filter(|&lot| 1 < lot && lot < count)),
            };
            batches.push(BatchCost::new(batch.0, (batch.1, batch.2), prices));
        }
        Ok(Some(CutCost::new((work, 1), batches, prices)))
    }

    /// Returns how many sets of what is planned are planned together for a price.
    fn lot(&self, plan: &CutPlan) -> usize {
        let usual = CutRequest::default().batch;
        let shares = CutRequest { copies: 2, batch: usual, ..self.request.clone() };
        // What cannot be cut together is cut again and again, and so are panels, which fill their sheets.
        match shares.agree().is_err() || !plan.summary.panels.is_empty() || !self.has(Content::Sheets) {
            true => 1,
            false if plan.summary.pieces * LOT > LOT_PIECES => SMALL_LOT,
            false => LOT,
        }
    }

    /// Returns the work of so many sets that share sheets. Offcuts are there once, and not for every lot.
    fn work_of(
        &self,
        tilings: &[Tiling],
        division: CutDivision<'_>,
        copies: usize,
    ) -> Result<Work, CutError> {
        let usual = CutOptions { stock_first: Vec::new(), most_sheets: None, copies, ..self.options.clone() };
        let plan = plan_designs(tilings, &usual, division)?;
        let seconds = cutting_time(&plan, self.machine(), &self.dress).filter(|_| self.has_sheets());
        Ok(Work::of(&plan, seconds.unwrap_or(0.0)))
    }

    /// Refuses what is about one design if there are several that share sheets.
    fn check_several(&self, designs: usize) -> Result<(), OptionError> {
        match self.about_one().filter(|_| designs > 1) {
            Some(option) => Err(OptionError::no_effect(option, "it is about one design: make a job of each")),
            None => Ok(()),
        }
    }

    /// Returns the option because of which several designs share no sheets, so that each has a job of its own: what is sorted
    /// by fabric or by piece, several sizes, and stitches.
    pub fn about_one(&self) -> Option<String> {
        const OF_ONE: [&str; 5] = ["inlay", "test_card", "sizes", "by_fabric", "by_piece"];
        let option = OF_ONE.into_iter().find(|key| self.request.is_set(key)).map(flag);
        option.or_else(|| {
            let sewn = self.formats.iter().find(|format| format.content == Content::Stitches)?;
            Some(match self.request.is_set("formats") {
                true => format!("--formats {}", sewn.name),
                false => format!("--machine {}", self.machine().name()),
            })
        })
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
        let lost: Vec<String> = self.lost().flat_map(|(_, lost)| lost).collect();
        if !lost.is_empty() {
            summary["lost_pieces"] = json!(lost);
        }
        if let Some(embroidery) = &self.embroidery {
            summary["embroidery"] = json!({
                "hoopings": embroidery.hoopings.iter().map(|hooping| &hooping.pieces).collect::<Vec<_>>(),
                "hoopings_at_least": embroidery.hoopings_at_least,
                "stitches": embroidery.stitches(),
                "turned": embroidery.turned,
            });
        }
        if let Some(cost) = &self.cost {
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
        let cost = self.cost.iter().flat_map(CutCost::rows).chain(self.missing_price());
        let solids = self.solids_beside_sheets().map(SolidPlan::note);
        let caution = wanted.caution().filter(|_| wanted.has_sheets());
        let time = self.seconds.and_then(|_| time_note(plan, machine, &wanted.dress, &wanted.given));
        let lines = notes(plan, &wanted.options, machine, &wanted.formats, &wanted.given);
        let picture = picture_notes(plan, &wanted.options, machine, &wanted.dress);
        let left_out =
            [Some(plan).filter(|_| wanted.has_sheets()), self.solids.as_ref().map(|SolidPlan(plan)| plan)];
        let left_out = left_out.into_iter().flatten().flat_map(|plan| &plan.left_out).map(LeftOut::in_words);
        let lost = self.lost().filter_map(|(tiling, lost)| lost_pieces(&lost, tiling.placements().len()));
        let left_out = left_out.chain(plain_pieces(&plan.summary)).chain(self.unused_art()).chain(lost);
        let left_out: Vec<CutNote> = left_out.map(note(true)).collect();
        let card = "measure the card, write what you find into the material file beside it, and give its path to --material";
        let card = wanted.request.test_card.then(|| card.to_owned());
        let words =
            sewn.chain(card).chain(caution).chain(cost).chain(solids).chain(time).chain(lines).chain(picture);
        of_fabrics.chain(words.map(note(false))).chain(left_out).collect()
    }

    /// Says how to give the price of a sheet, if a quote has none.
    fn missing_price(&self) -> Option<String> {
        let cost = self.cost.as_ref().filter(|cost| cost.sheets > 0 && cost.material == 0.0)?;
        let is_given = self.wanted.request.prices().is_some_and(|prices| prices.sheet.is_some());
        (!is_given).then(|| {
            format!(
                "the quote has no price of a sheet ({}): write `sheet_price` into a material file of your own, or add `sheet=2.10` to `--price`",
                plural(cost.sheets, "sheet")
            )
        })
    }

    /// For each tiling whose board has lines of one's own, the pieces that are not in it.
    fn lost(&self) -> impl Iterator<Item = (&Tiling, Vec<String>)> {
        let boards: Vec<_> = match self.plan.designs.as_slice() {
            [] => vec![self.plan.board.as_ref()],
            designs => designs.iter().map(|design| design.board.as_ref()).collect(),
        };
        self.tilings.iter().zip(boards).filter_map(|(tiling, board)| Some((tiling, board?.lost(tiling))))
    }

    /// Names art for pieces that are none.
    fn unused_art(&self) -> Vec<String> {
        let placed = self.tilings.iter().flat_map(|tiling| {
            tiling.placements().iter().map(|placement| tiling.piece_of(placement).name.clone())
        });
        let pieces: Vec<(usize, String)> = (1..).zip(placed).collect();
        let own = &self.wanted.options.own;
        let sides = [("--engrave-own", &own.front), ("--engrave-back-own", &own.back)];
        let unused = sides.into_iter().flat_map(|(option, art)| {
            art.iter().flat_map(|art| art.unused(&pieces)).map(move |name| (option, name))
        });
        unused
            .map(|(option, name)| {
                format!("`{option}` has `{name}`, which is neither the name nor the number of a piece")
            })
            .collect()
    }

    fn solids_beside_sheets(&self) -> Option<&SolidPlan> {
        self.solids.as_ref().filter(|_| self.wanted.has_sheets())
    }
}
