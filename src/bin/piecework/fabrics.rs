//! The options about fabrics, as the library takes them, and what is said of the result.

use std::path::Path;

use piecework::{
    ColourError, FabricCount, FabricFacts, FabricWish, Limits, Palette, Scheme, Source, ZoneShape, read_stash,
};

use crate::args::{FabricArgs, Mode};
use crate::exit::Failure;
use crate::report::Report;

/// What the options ask for.
pub(crate) fn wish(args: &FabricArgs, palette: &Palette) -> Result<FabricWish, Failure> {
    let zones = |shape| Scheme::Zones { shape, exchanged: args.exchange };
    let scheme = match (&args.stash, args.colour) {
        (Some(stash), _) => Scheme::Stash(read_stash(stash)?),
        (None, Mode::Fewest) => Scheme::Fewest,
        (None, Mode::Balanced) => Scheme::Balanced,
        (None, Mode::Concentric) => zones(ZoneShape::Concentric),
        (None, Mode::Bands) => zones(ZoneShape::Bands),
        (None, Mode::Diagonal) => zones(ZoneShape::Diagonal),
        (None, Mode::Symmetric) => Scheme::Symmetric,
        (None, Mode::Kind) => Scheme::Kind,
        (None, Mode::Orientation) => Scheme::Orientation,
        (None, Mode::Stash) => of_palette(args, palette)?,
    };
    if args.exchange && !matches!(scheme, Scheme::Zones { .. }) {
        let zones = "`--exchange` is for zones: `--colour concentric`, `bands` or `diagonal`";
        return Err(Failure::Usage(format!("{zones}; other quilts take `--colour symmetric`")));
    }
    let count = match (args.fabrics, args.most_fabrics) {
        (Some(count), _) => FabricCount::Exactly(count.into()),
        (None, Some(most)) => FabricCount::AtMost(most.into()),
        (None, None) => FabricCount::Fewest,
    };
    Ok(FabricWish { scheme, count, by_contrast: args.contrast, ..FabricWish::default() })
}

/// The stash that a palette file tells of; what would have no effect beside it is refused.
fn of_palette(args: &FabricArgs, palette: &Palette) -> Result<Scheme, Failure> {
    if args.fabrics.is_some() || args.most_fabrics.is_some() || args.contrast {
        let words = "with `--colour stash` the stash decides: leave out `--fabrics`, `--most-fabrics` and `--contrast`";
        return Err(Failure::Usage(words.to_owned()));
    }
    match palette.stash() {
        [] => Err(ColourError::NoStash { palette: palette.name().to_owned() }.into()),
        stash => Ok(Scheme::Stash(stash.to_vec())),
    }
}

/// Says what a person should know about the fabrics.
pub(crate) fn tell(facts: &FabricFacts, report: Report) {
    facts.remarks().iter().for_each(|remark| report.note(remark));
    facts.warnings().iter().for_each(|warning| report.note(&format!("warning: {warning}")));
}

/// A palette by its name, or from a file.
pub(crate) fn palette(name: &str, limits: &Limits) -> Result<Palette, Failure> {
    let path = Path::new(name);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(Palette::read(&Source::open(path, limits)?, limits)?),
        Some("csv") => Ok(Palette::read_csv(&Source::open(path, limits)?, limits)?),
        _ => Ok(Palette::named(name)?),
    }
}
