//! `piecework quilt`: a pattern to print and sew.

use std::path::Path;

use piecework::quilt::{self, Method, QuiltOptions, Units};
use piecework::{Limits, Outline, Palette, Patchwork, Source, Touch, layout};
use serde_json::json;

use crate::args::{self, Common, QuiltArgs, Touching};
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::input;
use crate::report::Report;

/// Runs the command.
pub(crate) fn quilt(
    args: &QuiltArgs,
    common: &Common,
    limits: &Limits,
    report: Report,
) -> Result<Exit, Failure> {
    let options = options(args, limits)?;
    let subject = input::read(&args.input, limits, report)?;
    Outline::try_allowance(&subject.puzzle, options.cell, options.seam_allowance)?;
    // A cell that cannot be is refused before a search that may take hours.
    Patchwork::of_region(subject.puzzle.region(), options.cell)?;
    let mut files = Files::new(&args.directory.output, common.force)?;
    let tiling = match subject.tiling(&args.search, limits, report)? {
        Ok(tiling) => tiling,
        Err(exit) => return Ok(exit),
    };
    let pattern = quilt::pattern(&tiling, &options)?;
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
    files.write(report, json!({ "puzzle": subject.puzzle.name(), "quilt": pattern.summary }))?;
    Ok(Exit::Done)
}

fn options(args: &QuiltArgs, limits: &Limits) -> Result<QuiltOptions, Failure> {
    Ok(QuiltOptions {
        cell: args.cell.mm(),
        seam_allowance: args.seam.mm(),
        method: match args.method {
            args::Method::Templates => Method::Templates,
        },
        palette: palette(&args.palette, limits)?,
        differ: match args.differ {
            Touching::Edge => Touch::Edge,
            Touching::Corner => Touch::Corner,
        },
        paper: layout::paper(&args.paper)?,
        units: match args.units {
            args::Units::Metric => Units::Metric,
            args::Units::Imperial => Units::Imperial,
        },
    })
}

/// A palette by its name, or from a file.
pub(crate) fn palette(name: &str, limits: &Limits) -> Result<Palette, Failure> {
    let path = Path::new(name);
    if path.extension().is_some_and(|ending| ending == "json") {
        return Ok(Palette::read(&Source::open(path, limits)?, limits)?);
    }
    Ok(Palette::named(name)?)
}
