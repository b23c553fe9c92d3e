//! `piecework quilt`: a pattern to print and sew.

use piecework::quilt::piecing::{Objective, Outside, PiecingOptions, needs_rows};
use piecework::quilt::yardage::YardageOptions;
use piecework::quilt::{self, Method, QuiltError, QuiltOptions, Units};
use piecework::{Bounds, Lattice, Length, Limits, Outline, Touch, layout};
use serde_json::json;

use crate::args::{self, Common, QuiltArgs, Touching};
use crate::exit::{Exit, Failure};
use crate::fabrics;
use crate::files::Files;
use crate::input;
use crate::plan_files;
use crate::report::Report;
use crate::yardage;

/// Runs the command.
pub(crate) fn quilt(
    args: &QuiltArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let mut options = options(args, limits)?;
    let subject = input::read(&args.input, limits, report)?;
    args.yardage.apply(&subject.puzzle, &mut options)?;
    match options.method {
        Method::Templates | Method::EnglishPaper => {
            Outline::try_allowance(&subject.puzzle, options.cell, options.seam_allowance)?;
        }
        Method::Straight => {
            let (lattice, region) = (subject.puzzle.lattice(), subject.puzzle.region());
            needs_rows(lattice, region.cells()).map_err(QuiltError::from)?;
            refuse_for_rows(args, lattice)?;
        }
    }
    // A cell that cannot be is refused before a search that may take hours.
    Bounds::of_region(subject.puzzle.region(), options.cell)?;
    let mut files = Files::new(&args.directory.output, common.force)?;
    let tiling = match subject.tiling(&args.search, limits, report)? {
        Ok(tiling) => tiling,
        Err(exit) => return Ok(exit),
    };
    let pattern = quilt::pattern(&tiling, &options)?;
    fabrics::tell(&pattern.summary.colouring, report);
    let stem = format!("{}-quilt", subject.stem);
    report.warn_of_missing_glyphs(&pattern.pages);
    #[cfg(feature = "pdf")]
    files.pdf(&stem, subject.puzzle.name(), &pattern.pages)?;
    for (index, page) in pattern.pages.iter().enumerate() {
        files.svg(&format!("{stem}-page-{:02}", index + 1), page)?;
    }
    files.svg(&stem, &pattern.picture)?;
    #[cfg(feature = "png")]
    files.png(&stem, &pattern.picture, 1200)?;
    let figures = yardage::figures(&pattern.summary, options.units);
    if let Some(straight) = &pattern.straight {
        plan_files::add(&mut files, &stem, &subject.puzzle, &figures, straight)?;
    }
    if let Some(assembly) = &pattern.summary.assembly
        && !assembly.steps.is_empty()
    {
        plan_files::add_steps(&mut files, &stem, assembly)?;
    }
    yardage::report(&pattern.summary, &options, report);
    files.write(report, json!({ "puzzle": subject.puzzle.name(), "quilt": figures }))?;
    Ok(Exit::Done)
}

fn options(args: &QuiltArgs, limits: &Limits) -> Result<QuiltOptions, Failure> {
    let palette = fabrics::palette(&args.palette, limits)?;
    let units = match args.units {
        args::Units::Metric => Units::Metric,
        args::Units::Imperial => Units::Imperial,
    };
    Ok(QuiltOptions {
        cell: args.cell.map_or(units.usual_cell(), Length::mm),
        seam_allowance: args.seam.mm(),
        method: match args.method {
            args::Method::Templates => Method::Templates,
            args::Method::Straight => Method::Straight,
            args::Method::Epp => Method::EnglishPaper,
        },
        mirror: mirror(args)?,
        piecing: piecing(args)?,
        colouring: fabrics::wish(&args.fabrics, &palette)?,
        palette,
        differ: match args.differ {
            Touching::Edge => Touch::Edge,
            Touching::Corner => Touch::Corner,
        },
        paper: layout::paper_or_roll(&args.paper)?,
        units,
        yardage: YardageOptions::usual(units),
    })
}

/// Whether templates are mirrored; refused where that would have no effect.
fn mirror(args: &QuiltArgs) -> Result<bool, Failure> {
    let refused = match args.method {
        args::Method::Straight if args.mirror => "rectangles have no other side",
        args::Method::Epp if args.mirror => "papers for English paper piecing are mirror images already",
        _ => return Ok(args.mirror),
    };
    Err(Failure::Usage(format!("`--mirror` is about templates; {refused}")))
}

/// Refuses what has no effect on rows of triangles.
fn refuse_for_rows(args: &QuiltArgs, lattice: Lattice) -> Result<(), Failure> {
    match about_rectangles(args) {
        Some(option) if lattice == Lattice::Triangle => {
            Err(Failure::Usage(format!("`{option}` is about squares; triangles are sewn in rows")))
        }
        _ => Ok(()),
    }
}

/// The first option that is given and is about plans of rectangles.
fn about_rectangles(args: &QuiltArgs) -> Option<&'static str> {
    let asked = [
        ("--objective", args.objective.is_some()),
        ("--block", args.block.is_some()),
        ("--background", args.background),
        ("--foundations", args.foundations),
    ];
    asked.into_iter().find(|&(_, given)| given).map(|(option, _)| option)
}

/// How straight seams are planned; what would have no effect is refused.
fn piecing(args: &QuiltArgs) -> Result<PiecingOptions, Failure> {
    if args.method != args::Method::Straight
        && let Some(option) = about_rectangles(args)
    {
        return Err(Failure::Usage(format!("`{option}` is about straight seams; add `--method straight`")));
    }
    let usual = PiecingOptions::default();
    Ok(PiecingOptions {
        objective: args.objective.map_or(usual.objective, |objective| match objective {
            args::Objective::FewestRectangles => Objective::FewestRectangles,
            args::Objective::ShortestSeams => Objective::ShortestSeams,
            args::Objective::FewestStripHeights => Objective::FewestStripHeights,
            args::Objective::ShallowestAssembly => Objective::ShallowestAssembly,
        }),
        block: args.block.map_or(usual.block, usize::from),
        outside: if args.background { Outside::Background } else { usual.outside },
        foundations: args.foundations.then_some((usize::MAX, usize::MAX)),
    })
}
