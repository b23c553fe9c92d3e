//! The top of a quilt: the tiling itself, one that follows a photo, or blocks with sashing between, in fabrics that
//! set them off.

use crate::design::{FabricRequest, OptionError, PatchFabric, Product, QuiltRequest};
use piecework_draw::color::{Fabric, read_stash};
use piecework_solve::{Followed, SolveOptions, follow};
use piecework_tiling::error::Error;
use piecework_tiling::limits::{Limit, Limits};
use piecework_tiling::puzzle::{Puzzle, PuzzleError};
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{BetweenBlocks, Blocks, Tiling};

/// The blocks that are asked for; none for a quilt of one tiling.
///
/// # Errors
/// [`OptionError`] for a board that cannot be a block, [`PuzzleError::RegionTooLarge`].
pub(super) fn blocks(
    request: &QuiltRequest,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<Option<Blocks>, Error> {
    let Some(grid) = request.blocks else { return Ok(None) };
    let sashing = request.sashing.map_or(0, |cells| u32::try_from(cells).unwrap_or(u32::MAX));
    let blocks = Blocks { columns: grid.columns, rows: grid.rows, sashing };
    let (found, allowed) = (blocks.area(puzzle.region()), limits.get(Limit::RegionCells));
    if found > allowed {
        return Err(PuzzleError::RegionTooLarge { found, allowed }.into());
    }
    if let Some(reason) = blocks.refusal(puzzle.region()) {
        return Err(OptionError::no_effect("--blocks", reason).into());
    }
    Ok(Some(blocks))
}

/// The whole quilt of a tiling.
pub(super) struct Top {
    pub(super) tiling: Tiling,
    /// What is asked for of the fabrics of its patches: sashing has the last of the palette or the stash, cornerstones
    /// the first, unless the design says another.
    pub(super) fabrics: FabricRequest,
    /// What was done that is worth a note.
    pub(super) note: Option<String>,
}

/// Lays out the whole quilt of a tiling.
///
/// # Errors
/// As [`blocks`]; [`SolverError`](piecework_solve::SolverError) for pieces that cannot be exchanged;
/// [`Stopped`](piecework_tiling::stop::Stopped).
pub(super) fn laid(
    request: &QuiltRequest,
    tiling: &Tiling,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Top, Error> {
    let mut fabrics = request.fabrics.clone();
    if let Some(photo) = fabrics.photo.as_ref().filter(|_| request.follow) {
        let tones = photo.photo().tones(tiling.puzzle().region());
        let options =
            SolveOptions { time_limit: stop.time_left(), stop: stop.flag(), ..SolveOptions::default() };
        let Followed { tiling, before, after } = follow(tiling, &tones, &options)?;
        // A top that follows in part only is not what its design makes.
        stop.check()?;
        let spared = 100.0 * (1.0 - after as f64 / before.max(1) as f64);
        let note = format!("pieces follow the photo: they blur {spared:.0} % less of it than as they lay");
        return Ok(Top { tiling, fabrics, note: Some(note) });
    }
    let Some(blocks) = blocks(request, tiling.puzzle(), limits)? else {
        return Ok(Top { tiling: tiling.clone(), fabrics, note: None });
    };
    let quilt = blocks.tiling(tiling)?;
    let stash = fabrics.stash.as_deref().map(read_stash).transpose()?;
    let is_there = |fabric: &&Fabric| {
        stash
            .as_ref()
            .is_none_or(|stash| stash.iter().any(|(name, _)| name.eq_ignore_ascii_case(&fabric.name)))
    };
    let palette: Vec<Fabric> = fabrics.palette.palette().fabrics().iter().filter(is_there).cloned().collect();
    let name = |is: BetweenBlocks| match is {
        BetweenBlocks::Sashing => palette.last(),
        BetweenBlocks::Cornerstone => palette.first(),
    };
    for (patch, is) in (1..).zip(blocks.between(tiling.puzzle(), &quilt)) {
        let is_given = || request.fabrics.fabric_of.iter().any(|given| given.patch == patch);
        if let Some(fabric) = is.and_then(name).filter(|_| !is_given()) {
            fabrics.fabric_of.push(PatchFabric { patch, fabric: fabric.name.clone() });
        }
    }
    Ok(Top { tiling: quilt, fabrics, note: None })
}

/// The quilt that a product shows of a tiling, with the fabrics of its patches; none if it shows the tiling.
///
/// # Errors
/// [`OptionError`] for a board that cannot be a block, [`PuzzleError::RegionTooLarge`], and
/// [`SolverError`](piecework_solve::SolverError) for pieces that cannot be exchanged.
pub fn shown(
    product: &Product,
    tiling: &Tiling,
    limits: &Limits,
) -> Result<Option<(Tiling, FabricRequest)>, Error> {
    match product {
        Product::Quilt(request) if request.blocks.is_some() || request.follow => {
            let top = laid(request, tiling, limits, &StopFlag::never())?;
            Ok(Some((top.tiling, top.fabrics)))
        }
        _ => Ok(None),
    }
}
