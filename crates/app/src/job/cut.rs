//! Makes cut files for a die cutter, plotter, laser or embroidery machine.

use serde_json::json;

use super::input::{Input, open_bytes};
use super::session::Session;
use super::{Made, Plan, nothing, tiling};
use super::{cut_files, cut_set};
use crate::design::effects::refuse_contents;
use crate::design::{CutRequest, DesignError, NoEffect, OneLine, Options as _, Product, Subject};
use crate::output::{Archive, FileSet};
use piecework_cut::{
    self as cut, BoxOptions, CardFacts, CutCost, CutDivision, CutDivisionKind, CutError, CutFileOptions,
    CutJob, CutOptions, InlayOptions, KnobOptions, LineOptions, Lines, Machine, PiecesFit, PrintedTray,
    Registration, SolutionCount, ToolPath, TrayOptions,
};
use piecework_draw::color::FabricPlan;
use piecework_draw::geometry::{Bounds, Outline, Patchwork, Touch};
use piecework_draw::layout::{self, SheetFormat};
use piecework_draw::render::{Content, File, FormatRef};
use piecework_solve::SolveOptions;
use piecework_solve::maker::reason;
use piecework_tiling::error::Error;
use piecework_tiling::length::Length;
use piecework_tiling::tiling::Tiling;

/// The paper if none is given.
const PAPER: &str = "a4";

/// Runs the job for a test card, which has no puzzle: what is not on the card is of a piece of one cell.
pub(super) fn test_card(
    session: &Session<'_>,
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    match open_bytes("test-card.txt", b"A", None, &session.limits)?.input {
        Input::Subject(subject) => {
            let recipe = session.design.recipe(product);
            let wanted = prepared(session, &subject, request)?;
            made(session, (wanted, product, &recipe), &mut Known::default(), files)
        }
        Input::Pieces(_) | Input::Design(_) => Err(DesignError::NoSubject.into()),
    }
}

/// Runs the job: for a set, for each of its sizes.
pub(super) fn cut(
    session: &Session<'_>,
    subject: &Subject,
    request: &CutRequest,
    product: &Product,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let recipe = session.design.recipe(product);
    if !request.sizes.is_empty() {
        return cut_set::set(session, subject, (request, &recipe), files);
    }
    made(session, (prepared(session, subject, request)?, product, &recipe), &mut Known::default(), files)
}

/// What all sizes of a set have in common once it is known.
#[derive(Default)]
pub(super) struct Known {
    tiling: Option<Tiling>,
    card: Option<CardFacts>,
}

/// A job that may be done: everything that is known before the search.
pub(super) struct Prepared<'a> {
    subject: &'a Subject,
    request: &'a CutRequest,
    formats: Vec<FormatRef>,
    given: Vec<&'static str>,
    registration: Option<Registration>,
    paper: SheetFormat,
    thickness: f64,
    options: CutOptions,
    /// Whether there are sheets to cut or to print.
    sheets: bool,
}

/// Decides everything before the search, and refuses what cannot be.
pub(super) fn prepared<'a>(
    session: &Session<'_>,
    subject: &'a Subject,
    request: &'a CutRequest,
) -> Result<Prepared<'a>, Error> {
    let machine = request.machine.machine();
    let formats = cut_files::formats(request, machine);
    let given = cut_files::given(request);
    let notes = check(request, &given, &formats)?;
    let sheets = formats.iter().any(|format| matches!(format.content, Content::Sheets | Content::Prints));
    let all = |content| formats.iter().all(|format| format.content == content);
    let (sewn_only, printed_only) = (all(Content::Stitches), all(Content::Solids));
    let thickness = cut_files::thickness(request)?;
    let floor = cut_files::floor(request)?;
    let paper = layout::paper(request.paper.as_deref().unwrap_or(PAPER))?;
    let area = cut_files::area(request, &formats, machine, &paper)?;
    let mut options = CutOptions {
        cell: request.cell.mm(),
        kerf: if sewn_only { 0.0 } else { request.kerf.mm() },
        seam_allowance: request.seam.mm(),
        // Neighbours must not be printed over each other.
        gap: request
            .gap
            .map(Length::mm)
            .or(machine.gap)
            .unwrap_or(CutOptions::GAP)
            .max(2.0 * cut_files::bleed(request)),
        bed: area.bed,
        stock: Some(area.stock),
        // Nothing is drawn on a picture.
        labels: !request.no_labels && request.picture.is_none(),
        engraving: request.engrave,
        back: request.engrave_back,
        // The crosses of both sides are at the corners of the stock.
        near_corner: request.stock.is_none()
            && request.engrave_back.is_none()
            && request.picture.is_none()
            && formats.iter().any(|format| format.name == "gcode"),
        mirror: request.mirror,
        tray: (request.tray && !sewn_only).then(|| TrayOptions {
            clearance: request.tray_clearance.mm(),
            thickness: request.r#box.map_or(TrayOptions::default().thickness, Length::mm),
            printed: Some(PrintedTray { floor, pieces: thickness }).filter(|_| printed_only),
        }),
        boxed: request.r#box.filter(|_| !sewn_only).map(|thickness| BoxOptions { thickness: thickness.mm() }),
        lid_solution: request.lid_solution,
        inlay: request.inlay.then_some(InlayOptions { mirrored: request.mirror_plugs }),
        picture: request.picture.as_ref().map(|picture| picture.picture().clone()),
        stop: session.stop(),
        line: lines(
            request,
            machine,
            request.inlay
                || !sheets
                || (area.registration.is_some() && request.picture.is_none())
                || request.gap.is_some(),
        ),
    };
    if sewn_only {
        options.line.knobs = None;
    }
    if printed_only {
        options = options.for_solids();
    }
    notes.into_iter().for_each(|note| session.note(note));
    machine.check_cell(options.cell).map_err(CutError::from)?;
    cut::check_fit(&options, kind(request)).map_err(CutError::from)?;
    Outline::try_allowance(&subject.puzzle, options.cell, options.allowance())?;
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(subject.puzzle.region(), options.cell)?;
    let registration = area.registration;
    Ok(Prepared { subject, request, formats, given, registration, paper, thickness, options, sheets })
}

/// Does the job.
pub(super) fn made(
    session: &Session<'_>,
    (wanted, product, recipe): (Prepared<'_>, &Product, &str),
    known: &mut Known,
    files: &mut FileSet,
) -> Result<Made, Error> {
    let Prepared { subject, request, formats, given, registration, paper, thickness, options, sheets } =
        wanted;
    let machine = request.machine.machine();
    let tiling =
        match known.tiling.take().map_or_else(|| tiling(session, subject, product), |it| Ok(Ok(it)))? {
            Ok(tiling) => tiling,
            Err(end) => return Ok(nothing("cut", subject, end)),
        };
    known.tiling = Some(tiling.clone());
    let fabrics = fabrics(session, request, &tiling, options.cell)?;
    options.stop.check()?;
    let sewn = formats.iter().any(|format| format.content == Content::Stitches);
    let embroidery =
        sewn.then(|| cut::embroidery(&tiling, options.cell, (&machine.bed, &options.stop), fabrics.as_ref()));
    let embroidery = embroidery.transpose()?;
    let planned = if request.test_card {
        cut::test_card(&options)
    } else {
        cut::plan_divided(&tiling, &options, division(request, fabrics.as_ref()))
    };
    let plan = planned?;
    let printed = PrintedTray { floor: request.floor.mm(), pieces: thickness };
    let tray = options.tray.map(|tray| TrayOptions { printed: Some(printed), ..tray });
    let printed = CutOptions { tray, ..options.clone() };
    let solids = (formats.iter().any(|format| format.content == Content::Solids))
        .then(|| cut::plan_solids(&tiling, &printed, division(request, fabrics.as_ref())))
        .transpose()?;
    // What is known of the puzzle is true of pieces that fit as in the puzzle.
    let as_in_puzzle = plan.pieces_fit(&formats) == PiecesFit::AsInPuzzle;
    if request.insert_card && as_in_puzzle && known.card.is_none() {
        known.card = Some(card_facts(session, subject)?);
    }
    let facts = known.card.clone().filter(|_| as_in_puzzle).unwrap_or_default();
    let recipe = Some(recipe).filter(|_| !request.no_recipe);
    let dress = cut_files::dress(request, registration)?;
    let seconds = cut::cutting_time(&plan, machine, &dress).filter(|_| sheets);
    let cost = request.price.map(|prices| CutCost::new(&plan, seconds.unwrap_or(0.0), prices, request.batch));
    let job = CutJob {
        plan: &plan,
        embroidery: embroidery.as_ref(),
        solids: solids.as_ref(),
        tiling: &tiling,
        options: &options,
        machine,
    };
    let file_options = CutFileOptions {
        stem: &subject.stem,
        formats: formats.clone(),
        unit: cut_files::unit(request),
        dress,
        cost,
        paper: (!request.test_card).then_some(paper),
        no_assembly: request.no_assembly,
        job_sheet: request.job_sheet || request.shop,
        shop: request.shop.then_some(request.license),
        card: request.insert_card.then_some(&facts),
        material: request.material.as_ref().map(OneLine::as_str),
        metadata: recipe,
        thickness: Some(thickness),
    };
    let (mut own, mut shop) = (files.beside(), request.shop.then(Archive::default));
    cut::each_file(&job, &file_options, |File { name, bytes }| -> Result<(), Error> {
        if let Some(shop) = &mut shop {
            shop.add(&name, &bytes);
        }
        Ok(own.add(name, bytes)?)
    })?;
    session.stop().check()?;
    if let Some(shop) = shop {
        files.add(format!("{}-shop.zip", subject.stem), shop.finish())?;
    }
    files.add_all(own)?;
    let mut summary = json!({ "puzzle": subject.puzzle.name(), "cut": plan.summary });
    if let Some(embroidery) = &embroidery {
        session.note(embroidery.note(machine));
        summary["embroidery"] = json!({
            "hoopings": embroidery.hoopings.iter().map(|hooping| &hooping.pieces).collect::<Vec<_>>(),
            "hoopings_at_least": embroidery.hoopings_at_least,
            "stitches": embroidery.stitches(),
            "turned": embroidery.turned,
        });
    }
    let mut notes = cut::notes(&plan, &options, machine, &formats, &given);
    notes.extend(cut::picture_notes(&plan, &options, machine, &file_options.dress));
    if let Some(cost) = cost {
        summary["cost"] = json!(cost);
        session.note(cost.in_words());
    }
    if let Some(solids) = solids.as_ref().filter(|_| sheets) {
        summary["solids"] = json!(solids.summary());
        session.note(solids.note());
    }
    if let Some(seconds) = seconds {
        summary["seconds"] = seconds.round().into();
        summary["cut_mm_min"] = machine.speeds(&file_options.dress.burn).map(|speeds| speeds.cut).into();
        cut::time_note(&plan, machine, &file_options.dress).into_iter().for_each(|note| session.note(note));
    }
    notes.into_iter().for_each(|note| session.note(note));
    let plan = Plan::Cut(Box::new(plan));
    Ok(Made { tilings: vec![tiling], plan, ..Made::new("cut", summary) })
}

/// The nodes of a search for an insert card: a limit that is the same on every machine, so that the card is
/// too. Chosen by trial: seconds, more than all solutions of twelve pentominoes need.
const CARD_NODES: u64 = 1 << 23;

/// Counts the solutions of a puzzle and measures its difficulty, for its card.
fn card_facts(session: &Session<'_>, subject: &Subject) -> Result<CardFacts, Error> {
    session.doing("counting the solutions for the card");
    session.search(|options| {
        let stop = session.stop();
        let time_limit = stop.time_left();
        let options = SolveOptions { node_limit: Some(CARD_NODES), time_limit, ..options.clone() };
        let count = piecework_solve::count(&subject.puzzle, &options)?;
        let found = count.up_to_symmetry.to_string();
        // One is known, because it is cut.
        let number = if found == "0" { "1".to_owned() } else { found };
        let solutions = Some(SolutionCount { number, is_all: count.is_complete() });
        let difficulty = reason(&subject.puzzle, &options)?.map(|reasoning| reasoning.difficulty());
        stop.check()?;
        Ok(CardFacts { solutions, difficulty })
    })
}

/// Refuses at once what would be refused after the search, and says what has no effect.
fn check(request: &CutRequest, given: &[&str], formats: &[FormatRef]) -> Result<Vec<String>, Error> {
    let notes = cut_files::check(request, given, formats)?;
    if request.lines == Lines::Shared
        && request.picture.is_none()
        && formats.iter().any(|format| format.content == Content::Prints)
    {
        return Err(
            DesignError::no_effect("--lines shared", "a page to print is for pieces that lie apart").into()
        );
    }
    refuse_contents(given, formats)?;
    if let Some(engraving) = request.engrave_back {
        request.machine.machine().check_back(engraving, request.pens).map_err(CutError::from)?;
    }
    let about_fabrics = crate::design::FabricRequest::rows().into_iter().find(|row| request.is_set(row.key));
    match about_fabrics {
        Some(row) if !request.by_fabric && !request.inlay => {
            let option = row.flag();
            Err(DesignError::NoEffect { option, reason: NoEffect::Without("--by-fabric") }.into())
        }
        _ => Ok(notes),
    }
}

/// Which lines are cut, and how the tool runs. Pieces that lie `apart`, because they are printed before they
/// are cut or by a gap asked for, share no lines unless that is asked for too. The machine decides what
/// nobody else does.
fn lines(request: &CutRequest, machine: &Machine, apart: bool) -> LineOptions {
    let mm = |given: Option<Length>, usual: Option<f64>| given.map_or(usual.unwrap_or(0.0), Length::mm);
    // Tabs interrupt lines, which then have no end to run on from.
    let overcut = machine.tool.overcut.filter(|_| request.tabs == 0);
    LineOptions {
        lines: match request.lines {
            // The board is printed whole.
            Lines::Auto if request.picture.is_some() => Lines::Shared,
            Lines::Auto if apart => Lines::Separate,
            lines => lines,
        },
        fit: request.fit.map(Length::mm),
        knobs: request.knobs.map(|style| KnobOptions { style, seed: request.knob_seed }),
        order: request.order,
        tool: ToolPath {
            overcut: mm(request.overcut, overcut),
            blade_offset: mm(request.blade_offset, machine.tool.blade_offset),
            lead_in: request.lead_in.mm(),
            tabs: usize::try_from(request.tabs).unwrap_or(usize::MAX),
            tab_width: request.tab_width.mm(),
            fillet: mm(request.fillet, machine.tool.fillet),
        },
    }
}

/// The fabrics of a tiling, where they are asked for.
fn fabrics(
    session: &Session<'_>,
    request: &CutRequest,
    tiling: &Tiling,
    cell: f64,
) -> Result<Option<FabricPlan>, Error> {
    if !request.by_fabric && !request.inlay {
        return Ok(None);
    }
    let wish = request.fabrics.wish()?;
    let patchwork = Patchwork::trace(tiling, cell).map_err(CutError::from)?;
    let palette = request.fabrics.palette.palette();
    let plan = FabricPlan::choose(tiling, &patchwork, Touch::Edge, palette, &wish)?;
    super::quilt::tell(&plan.facts, session);
    Ok(Some(plan))
}

/// What is cut from one sheet, as far as it is known before the search.
fn kind(request: &CutRequest) -> CutDivisionKind {
    match request {
        CutRequest { by_fabric: true, turn, .. } => CutDivisionKind::Fabrics { turned: *turn },
        // Wood has no grain that a puzzle must keep.
        CutRequest { inlay: true, .. } => CutDivisionKind::Fabrics { turned: true },
        CutRequest { by_piece: true, .. } => CutDivisionKind::Pieces,
        _ => CutDivisionKind::Whole,
    }
}

/// What is cut from one sheet.
fn division<'a>(request: &CutRequest, fabrics: Option<&'a FabricPlan>) -> CutDivision<'a> {
    match fabrics {
        Some(plan) => CutDivision::Fabrics { plan, turned: request.turn || request.inlay },
        None if request.by_piece => CutDivision::Pieces,
        None => CutDivision::Whole,
    }
}
