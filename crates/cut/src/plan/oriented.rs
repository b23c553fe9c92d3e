//! Plans sheets of stock as it lies: pieces that share their lines or not, what is cut beside them, and the sums.

use std::sync::Arc;

use super::designs::{WholeDesign, part_name};
use super::division::Group;
use super::extras::{self, ExtraPart};
use super::fit::{check_separate, clearance, known_lines};
use super::shared::{self, BlockSheet};
use super::sheet::Planned;
use super::uses::{fabric_uses, panel_uses, sheets_at_least};
use super::{
    CutDivision, CutDivisionKind, CutPlan, CutSheet, CutSummary, InlaySummary, LeftOut, LinesCut, PanelUse,
    PiecesFit, PlannedBox, PlannedFabrics, Release, SheetUse, boxed, inlay, offcuts, separate, tray, turns,
};
use crate::knobs::Knobs;
use crate::{CutError, CutOptions, LineError, Lines, Panels};
use piecework_draw::geometry::{Bounds, Dimensions, Patchwork};
use piecework_draw::layout::Stock;
use piecework_tiling::tiling::Tiling;

/// Plans the sheets in the orientation of the stock.
pub(super) fn planned(
    tilings: &[Tiling],
    patchworks: &[Arc<Patchwork>],
    options: &CutOptions,
    division: CutDivision<'_>,
) -> Result<CutPlan, CutError> {
    let job = Oriented::new(tilings, patchworks, options, division)?;
    let extras = Extras::new(&job.designs, options)?;
    // In panels, and by fabric or piece, sheets are full already or of other materials.
    let share =
        extras.share_sheets(options) && job.kind == CutDivisionKind::Whole && (job.fits || !job.shares);
    let mut laid = job.lay(if share { &extras.parts } else { &[] })?;
    options.stop.check()?;
    let wish = options.inlay;
    let inlay = wish.map(|wish| inlay::plan(&job.title, &patchworks[0], (options, wish), &mut laid.planned));
    let inlay = inlay.transpose()?;
    if !share {
        extras.add(&job.title, options, &mut laid.planned)?;
    }
    let Extras { boxed, left_out, .. } = extras;
    let plan = CutPlan { left_out, ..job.plan(laid, inlay)? };
    Ok(job.of_designs(plan, boxed))
}

/// What is cut, and how.
struct Oriented<'a> {
    tilings: &'a [Tiling],
    patchworks: &'a [Arc<Patchwork>],
    options: &'a CutOptions,
    division: CutDivision<'a>,
    kind: CutDivisionKind,
    /// The pieces of one set.
    pieces: usize,
    /// Whether all of it fits on one sheet edge to edge.
    fits: bool,
    /// Whether pieces shall share their lines.
    shares: bool,
    groups: Vec<Group>,
    designs: Vec<WholeDesign<'a>>,
    title: String,
}

/// Sheets on which the pieces lie.
struct Laid {
    lines: LinesCut,
    planned: Planned,
    split: Option<Panels>,
    panels: Vec<PanelUse>,
}

impl<'a> Oriented<'a> {
    fn new(
        tilings: &'a [Tiling],
        patchworks: &'a [Arc<Patchwork>],
        options: &'a CutOptions,
        division: CutDivision<'a>,
    ) -> Result<Self, CutError> {
        let kind = division.kind();
        let pieces: usize = patchworks.iter().map(|patchwork| patchwork.patches().len()).sum();
        let fits = shared::fits(patchworks, options)?;
        let shares = match known_lines(options, kind) {
            Some(lines) => lines == LinesCut::Shared,
            None => fits || kind != CutDivisionKind::Whole,
        };
        options.line.tool.check(shares, options.cell)?;
        options.stop.check()?;
        let groups = super::division::groups((&patchworks[0], pieces), division, options.copies);
        let designs = WholeDesign::all(tilings, patchworks, options, |patchwork| knobs(patchwork, options))?;
        let title = designs.iter().map(|design| design.title.as_str()).collect::<Vec<_>>().join(" + ");
        // Neither knobs nor lines of one's own end where panels do.
        let has_knobs = designs.iter().any(|design| design.knobs.is_some());
        let shares = shares && (!has_knobs || knobs_may_share(options, kind, fits)?);
        Ok(Self {
            tilings,
            patchworks,
            options,
            division,
            kind,
            pieces,
            fits,
            shares,
            groups,
            designs,
            title,
        })
    }

    /// Lays the pieces on sheets, and what is cut beside them on the same.
    fn lay(&self, beside: &[ExtraPart]) -> Result<Laid, CutError> {
        let Self { options, groups, designs, title, .. } = self;
        let shared = if self.shares { self.edge_to_edge(beside)? } else { None };
        if let Some(SharedSheets { sheets, split, panels }) = shared {
            let planned = shared::plan(&sheets, self.pieces, (options, designs), beside)?;
            return Ok(Laid { lines: LinesCut::Shared, planned, split, panels });
        }
        check_separate(options)?;
        if options.line.lines == Lines::Shared {
            let Stock { width, height, .. } = options.stock();
            return Err(LineError::NoSharedMat { width, height }.into());
        }
        let mut turns = turns(self.tilings, options, self.kind);
        if !beside.is_empty() && !turns.contains(&90) {
            turns.push(90);
        }
        let planned = separate::plan((title, designs), (groups, beside), (options, &turns))?;
        Ok(Laid { lines: LinesCut::Separate, planned, split: None, panels: Vec::new() })
    }

    /// Places pieces edge to edge; `None` if the pieces of a fabric do not tile the stock.
    fn edge_to_edge(&self, beside: &[ExtraPart]) -> Result<Option<SharedSheets>, CutError> {
        let Self { options, title, patchworks, .. } = self;
        let (tiling, patchwork) = (&self.tilings[0], &patchworks[0]);
        if let CutDivision::Fabrics { turned, .. } = self.division {
            let sheets = shared::on_mats(title, tiling, &self.groups, options, turned)?;
            return Ok(sheets.map(|sheets| SharedSheets { sheets, ..SharedSheets::default() }));
        }
        if self.fits {
            let sheets = shared::whole(title, patchworks, (options, beside))?;
            return Ok(Some(SharedSheets { sheets, ..SharedSheets::default() }));
        }
        if options.copies * self.designs.len() > 1 {
            return Err(LineError::PanelsOfSets.into());
        }
        let usable = options.stock().usable()?;
        let split = Panels::split(patchwork, usable.dimensions(), &options.stop)?;
        let (sheets, sheet_of) = shared::in_panels(title, (tiling, patchwork), &split, options)?;
        let panels = panel_uses(&split, &sheet_of);
        Ok(Some(SharedSheets { sheets, split: Some(split), panels }))
    }

    /// The plan of what lies on sheets, without boxes and what only one of the designs has.
    fn plan(&self, laid: Laid, inlay: Option<InlaySummary>) -> Result<CutPlan, CutError> {
        let options = self.options;
        let of_main = laid.planned.sheets.iter().filter(|sheet| sheet.size_mm.is_none()).count();
        if let Some(has) = options.most_sheets.filter(|&most| of_main > most) {
            let Stock { width, height, .. } = options.stock();
            return Err(LineError::TooFewSheets { needed: of_main, has, width, height }.into());
        }
        let (summary, sheets) = self.summary(laid, inlay)?;
        Ok(CutPlan {
            title: self.title.clone(),
            cell_mm: options.cell,
            mirrored: options.mirror,
            sheets,
            fabrics: match self.division {
                CutDivision::Fabrics { plan, .. } => Some(PlannedFabrics::from_plan(plan)),
                CutDivision::Whole | CutDivision::Pieces => None,
            },
            designs: Vec::new(),
            before: 0,
            curves: Vec::new(),
            board: None,
            boxed: None,
            left_out: Vec::new(),
            summary,
        })
    }

    /// The sums of what lies on sheets, and the sheets.
    fn summary(
        &self,
        laid: Laid,
        inlay: Option<InlaySummary>,
    ) -> Result<(CutSummary, Vec<CutSheet>), CutError> {
        let Self { options, designs, pieces, .. } = self;
        let Laid { lines, planned, split, panels } = laid;
        let Planned { sheets, found, least, run_mm, released, uses, tabs, plain, first, boards, .. } =
            planned;
        let stock = options.stock();
        let usable = stock.usable()?;
        let offcuts = if options.offcuts { offcuts::left(&sheets, &boards, &stock) } else { Vec::new() };
        let finished = |design| WholeDesign::finished(design, options, lines);
        let of_piece = |piece: usize| designs.iter().rfind(|design| design.before < piece);
        let first = first.and_then(|first| Some((of_piece(first.0)?, first)));
        let sizes = designs.iter().map(|design| finished(design).sizes()).collect::<Result<Vec<_>, _>>()?;
        let release =
            |(at, (sheet, step))| Release { piece: at % pieces + 1, set: at / pieces + 1, sheet, step };
        let summary = CutSummary {
            pieces: *pieces,
            copies: options.copies,
            sheets: sheets.len(),
            sheets_at_least: self.sheets_at_least(&uses, usable)?,
            fabrics: fabric_uses(&uses, usable),
            on_sheets: uses,
            panels,
            panels_by_area: split.as_ref().map(Panels::by_area),
            panels_at_least: split.as_ref().map(Panels::at_least),
            stock_mm: Dimensions { width: stock.width, height: stock.height },
            finished_mm: self.patchworks[0].bounds().dimensions(),
            lines,
            turned: false,
            cut_length_mm: found.cut_length_mm,
            run_length_mm: run_mm,
            pen_downs: found.pen_downs,
            travel_mm: found.travel_mm,
            least,
            gap_mm: clearance(options, lines),
            tabs_at_least: tabs,
            pieces_fit: PiecesFit::new(&self.patchworks[0], designs[0].knobs.as_ref(), options),
            sizes: sizes.into_iter().flatten().collect(),
            first: first.map(|(design, first)| finished(design).first(first)).transpose()?,
            inlay,
            plain,
            offcuts,
            back: None,
            free: released.into_iter().enumerate().map(release).collect(),
        };
        Ok((summary, sheets))
    }

    /// Returns a lower bound for the sheets; trays and boxes may have their own.
    fn sheets_at_least(&self, uses: &[SheetUse], usable: Bounds) -> Result<usize, CutError> {
        let stocks = self.options.stocks();
        if self.options.parts_bed.is_none() {
            return Ok(sheets_at_least(uses, self.division, (usable, &stocks)));
        }
        let (pieces, parts): (Vec<SheetUse>, Vec<SheetUse>) =
            uses.iter().cloned().partition(|sheet| !sheet.pieces.is_empty());
        let other = self.options.for_parts().stock().usable()?;
        let least = |uses: &[SheetUse], usable| sheets_at_least(uses, self.division, (usable, &stocks));
        Ok(least(&pieces, usable) + least(&parts, other))
    }

    /// The plan with what belongs to one design: in the plan itself if there is only one.
    fn of_designs(&self, plan: CutPlan, mut boxed: Vec<Option<PlannedBox>>) -> CutPlan {
        if let [only] = self.designs.as_slice() {
            let boxed = boxed.pop().flatten();
            return CutPlan { curves: only.curves(), board: only.board(), boxed, ..plan };
        }
        let planned =
            self.designs.iter().zip(boxed).map(|(design, boxed)| design.planned(boxed, self.options));
        CutPlan { designs: planned.collect(), ..plan }
    }
}

/// What is cut beside the pieces.
struct Extras {
    /// The parts of trays and boxes of all sets.
    parts: Vec<ExtraPart>,
    /// What they are of.
    what: &'static str,
    /// Whether they are of several sets or designs.
    of_several: bool,
    /// The box of each design, if there is one.
    boxed: Vec<Option<PlannedBox>>,
    /// The words that the tray has not.
    left_out: Vec<LeftOut>,
}

impl Extras {
    fn new(designs: &[WholeDesign<'_>], options: &CutOptions) -> Result<Self, CutError> {
        let what = match (&options.tray, options.boxed) {
            (Some(_), Some(_)) => "tray and box",
            (None, Some(_)) => "box",
            _ => "tray",
        };
        let mut all =
            Self { parts: Vec::new(), what, boxed: Vec::new(), left_out: Vec::new(), of_several: false };
        for design in designs {
            let (tiling, shapes) = (design.tiling, (&*design.patchwork, design.knobs.as_ref()));
            let tray =
                options.tray.as_ref().map(|tray| tray::parts(tiling, shapes, options, tray)).transpose()?;
            let (tray, left_out) = tray.unzip();
            let boxed = options.boxed.map(|wish| boxed::plan(tiling, shapes, (options, wish))).transpose()?;
            let (boxed, parts) = boxed.unzip();
            let parts = tray.into_iter().chain(parts).flatten();
            let named = |part: ExtraPart| match designs.len() {
                1 => Ok(part),
                _ => part.renamed(|name| part_name(name, &design.title)),
            };
            all.parts.extend(parts.map(named).collect::<Result<Vec<_>, CutError>>()?);
            all.boxed.push(boxed);
            all.left_out.extend(left_out.into_iter().flatten());
        }
        let one = std::mem::take(&mut all.parts);
        all.parts = std::iter::repeat_n(one, options.copies).flatten().collect();
        all.of_several = options.copies * designs.len() > 1;
        Ok(all)
    }

    /// Returns whether they are nested together with the pieces.
    fn share_sheets(&self, options: &CutOptions) -> bool {
        let is_plain = options.printed_pieces.is_none() && options.inlay.is_none();
        !self.parts.is_empty() && options.one_material && is_plain && options.seam_allowance == 0.0
    }

    /// Adds them on sheets after those of the pieces.
    fn add(&self, title: &str, options: &CutOptions, planned: &mut Planned) -> Result<(), CutError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        extras::plan((title, self.what), &self.parts, options, planned)
    }
}

/// Returns the knobs of the pieces, if there are any.
fn knobs(patchwork: &Patchwork, options: &CutOptions) -> Result<Option<Knobs>, CutError> {
    if let Some(curves) = patchwork.own_curves() {
        return Ok(Some(Knobs { curves: curves.to_vec() }));
    }
    let gap = options.kerf.max(options.line.fit.unwrap_or(0.0));
    options.line.knobs.map(|wish| Knobs::of(patchwork, wish, (options.cell, gap), &options.stop)).transpose()
}

/// Returns whether pieces with knobs share their lines: only if the whole design is on one sheet.
fn knobs_may_share(options: &CutOptions, kind: CutDivisionKind, fits: bool) -> Result<bool, CutError> {
    let asked = options.line.lines == Lines::Shared;
    if kind != CutDivisionKind::Whole {
        return if asked { Err(LineError::KnobsOfFabrics.into()) } else { Ok(false) };
    }
    if asked && !fits {
        let Stock { width, height, .. } = options.stock();
        return Err(LineError::KnobsInPanels { width, height }.into());
    }
    Ok(fits)
}

/// Sheets of pieces that share their lines, and the panels of the design.
#[derive(Default)]
struct SharedSheets {
    sheets: Vec<BlockSheet>,
    split: Option<Panels>,
    panels: Vec<PanelUse>,
}
