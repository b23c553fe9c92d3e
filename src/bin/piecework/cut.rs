//! `piecework cut`: files for a die cutter or laser.

use std::collections::BTreeSet;

use piecework::cut::{self, CutOptions, CutPlan, Embroidery, Machine};
use piecework::{Bounds, Length, Limits, Outline, layout};
use serde_json::json;

use crate::args::{Common, CutArgs};
use crate::cut_division;
use crate::cut_effects;
use crate::cut_files::Job;
use crate::cut_lines::{limits_of_shared, sizes, told};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::input;
use crate::report::Report;

/// The least distance between pieces in mm, where nobody says another.
const GAP: f64 = 2.0;

/// The paper where nobody says another.
const PAPER: &str = "a4";

/// Runs the command.
pub(crate) fn cut(args: &CutArgs, common: &Common, limits: &Limits, report: Report) -> Result<Exit, Failure> {
    let machine = Machine::named_or_open(&args.machine, limits)?;
    Job::check(&args.files, &machine)?;
    let formats = args.files.formats(&machine);
    let notes = cut_effects::check(args, &formats)?;
    args.line.check(&formats)?;
    let sheets = formats.iter().any(|&format| cut_effects::is_sheet(format));
    let paper = layout::paper(args.paper.as_deref().unwrap_or(PAPER))?;
    let stock = args.stock.map(|size| (size.width.mm(), size.height.mm()));
    let area = args.files.area(&machine, stock, &paper)?;
    let options = CutOptions {
        cell: args.cell.mm(),
        kerf: args.kerf.mm(),
        seam_allowance: args.seam.mm(),
        gap: args.gap.map(Length::mm).or(machine.gap).unwrap_or(GAP),
        bed: area.bed,
        stock: Some(area.stock),
        labels: !args.no_labels,
        paper: (!args.no_assembly).then_some(paper),
        line: args.line.options(!sheets || area.registration.is_some() || args.gap.is_some(), &machine.tool),
    };
    let wanted = args.division.wanted(limits)?;
    notes.iter().for_each(|note| report.note(note));
    cut::check_fit(&options, wanted.kind()).map_err(cut::CutError::from)?;
    let subject = input::read(&args.input, limits, report)?;
    Outline::try_allowance(&subject.puzzle, options.cell, options.allowance())?;
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(subject.puzzle.region(), options.cell)?;
    let mut files = Files::new(&args.directory.output, common.force)?;
    let tiling = match subject.tiling(&args.search, limits, report)? {
        Ok(tiling) => tiling,
        Err(exit) => return Ok(exit),
    };
    let fabrics = wanted.fabrics(&tiling, options.cell, report)?;
    let embroidery = args.files.embroidery(&machine, &tiling, &options, fabrics.as_ref())?;
    let plan = cut::plan_divided(&tiling, &options, wanted.division(fabrics.as_ref()))?;
    report.warn_of_missing_glyphs(&plan.sheets);
    let registration = area.registration;
    let job = Job {
        args: &args.files,
        machine: &machine,
        subject: &subject,
        tiling: &tiling,
        options: &options,
        registration,
        fabrics: fabrics.as_ref(),
        embroidery: embroidery.as_ref(),
    };
    job.add(&mut files, &plan)?;
    let mut summary = json!({ "puzzle": subject.puzzle.name(), "cut": plan.summary });
    if let Some(embroidery) = &embroidery {
        report.note(&sewn(embroidery));
        summary["embroidery"] = json!({
            "hoopings": embroidery.hoopings.iter().map(|hooping| &hooping.pieces).collect::<Vec<_>>(),
            "hoopings_at_least": embroidery.hoopings_at_least,
            "stitches": embroidery.stitches(),
            "turned": embroidery.turned(),
        });
    }
    // Pieces and stitches by themselves are no plan of sheets.
    if sheets {
        let tool = args.line.told_of_tool(&machine, &options.line.tool);
        let words = cut_division::told(&plan.summary).into_iter().chain(told(&plan.summary)).chain(tool);
        let words = words.chain(limits_of_shared(&plan.summary, args.gap.is_some(), &options.line.tool));
        words.chain(for_a_pen(&machine, &plan)).for_each(|line| report.note(&line));
    } else if formats.iter().any(|&format| cut_effects::is_cut(format)) {
        report.note(&sizes(&plan.summary));
    }
    job.add_map(&mut files)?;
    job.add_assembly(&mut files, &plan)?;
    files.write(report, summary)?;
    Ok(Exit::Done)
}

/// What must be told to a machine that takes every line for a cut.
fn for_a_pen(machine: &Machine, plan: &CutPlan) -> Option<String> {
    let layers: BTreeSet<&str> = plan.sheets.iter().flat_map(|sheet| machine.pen_layers(sheet)).collect();
    let layers: Vec<&str> = layers.into_iter().collect();
    (!layers.is_empty()).then(|| {
        format!(
            "`{}` takes every line for a cut: set {} to a pen there before it cuts",
            machine.name(),
            layers.join(" and ")
        )
    })
}

/// What is sewn, in words.
fn sewn(embroidery: &Embroidery) -> String {
    let hoopings = match embroidery.hoopings.len() {
        1 => "1 hooping".to_owned(),
        count => format!(
            "{count} hoopings (at least {}), parted only between pieces, each laid by crosses",
            embroidery.hoopings_at_least
        ),
    };
    let turned = if embroidery.turned() { ", turned by a quarter in the hoop" } else { "" };
    let fabrics = embroidery.fabrics.len();
    format!("embroidery: {} stitches in {fabrics} fabrics, {hoopings}{turned}", embroidery.stitches())
}
