//! Puts the finished puzzle together: its pieces in their places with what they carry, and its tray.

use super::engraving::{Marked, engraved};
use super::magnets::Pockets;
use super::triplication::Triplications;
use super::{CutPlan, LinesCut, PieceLabel, ToolLine, base, inlay, tray};
use crate::knobs::{KnobOutline, Knobs};
use crate::{CutError, CutOptions};
use piecework_draw::drawing::{Diagram, Path};
use piecework_draw::geometry::{Bounds, Outline, Patch, Patchwork};
use piecework_tiling::tiling::Tiling;

/// The finished puzzle, in the coordinates of its patchwork.
pub(crate) struct Assembled {
    pub(crate) pieces: Vec<FinishedPiece>,
    /// What is around the pieces: the frame of a tray or the plate of an inlay, with its openings.
    pub(crate) frame: Option<Path>,
    /// The base below a frame.
    pub(crate) base: Option<Path>,
    /// The words on the base, which are seen where cells stay open.
    pub(crate) words: Vec<Path>,
    /// The box around everything.
    pub(crate) bounds: Bounds,
    /// Whether all pieces are cut from one board, edge to edge.
    pub(crate) is_one_board: bool,
}

/// A piece in its place.
pub(crate) struct FinishedPiece {
    pub(crate) path: Path,
    /// What is engraved on it.
    pub(crate) marks: Vec<Path>,
    pub(crate) bounds: Bounds,
}

impl Assembled {
    /// Assembles the puzzle of a plan, which was made from this patchwork with these options.
    pub(crate) fn new(
        plan: &CutPlan,
        (tiling, patchwork): (&Tiling, &Patchwork),
        options: &CutOptions,
    ) -> Result<Self, CutError> {
        let drawn = |line: &ToolLine| Path::stretches(line.points[0], line.stretches(), line.closed);
        let knobs =
            Some(Knobs { curves: plan.edge_curves(patchwork) }).filter(|knobs| !knobs.curves.is_empty());
        let curves = knobs.as_ref().map_or(&[][..], |knobs| &knobs.curves);
        let diagram = Diagram { patchwork, colors: &[], labels: &[], curves, largest_scale: f64::INFINITY };
        let pockets = Pockets::new(tiling, patchwork, options)?;
        let triplications = Triplications::new(tiling, options)?;
        let finished = |(index, patch): (usize, &Patch)| {
            let outline = match &knobs {
                Some(knobs) => &KnobOutline::of(patchwork, patch, knobs, 0.0)?.outline()?,
                None => patch.outline(),
            };
            let pocket = pockets.of(index + 1, patch.outline(), options);
            let triplication = (triplications.of(index), triplications.lacks(index));
            let marked = Marked { number: plan.before + index + 1, patchwork, patch, triplication };
            let front = engraved(outline, marked, pocket, options).front;
            let words = front.label.iter().flat_map(PieceLabel::strokes);
            let lines = front.lines.iter().map(drawn);
            Ok(FinishedPiece {
                path: diagram.path(patch),
                marks: words.map(|stroke| Path::polyline(&stroke)).chain(lines).collect(),
                bounds: outline.bounds(),
            })
        };
        let pieces = patchwork.patches().iter().enumerate().map(finished).collect::<Result<_, CutError>>()?;
        let whole = base::whole(tiling, options)?;
        let (frame, base) = around((patchwork, &whole), options)?;
        let words =
            base.iter().flat_map(|_| base::words(tiling, &whole, options).engravings.into_iter().flatten());
        let words = words.map(|line| drawn(&line)).collect();
        let bounds = base.iter().chain(&frame).fold(patchwork.bounds(), |bounds, path| {
            Bounds::around(path.points()).map_or(bounds, |other| bounds.union(other))
        });
        let is_one_board = plan.summary.lines == LinesCut::Shared;
        Ok(Self { pieces, frame, base, words, bounds, is_one_board })
    }
}

/// Returns what is around the pieces, and what is below.
fn around(
    (patchwork, whole): (&Patchwork, &Patchwork),
    options: &CutOptions,
) -> Result<(Option<Path>, Option<Path>), CutError> {
    let joined = |paths: Vec<Path>| Path::new(paths.iter().flat_map(Path::elements));
    if options.inlay.is_some() {
        let plate = inlay::plate(patchwork, options)?;
        let sockets = patchwork.board().iter().map(Path::outline);
        return Ok((Some(joined(std::iter::once(Path::outline(&plate)).chain(sockets).collect())), None));
    }
    let Some(wish) = &options.tray else { return Ok((None, None)) };
    let frame = tray::Frame::new(whole, options.cell, wish)?;
    let hole = wish.hang.then(|| frame.hanging_hole()).transpose()?;
    let tray::Frame { outside, openings, magnets, .. } = &frame;
    let rings = openings.iter().map(|opening| frame.notched(opening.outer()).map(|ring| Path::ring(&ring)));
    let base = joined(std::iter::once(outside).chain(&hole).map(Path::ring).collect());
    let mut drawn = vec![base.clone()];
    for ring in rings {
        drawn.push(ring?);
    }
    drawn.extend(magnets.iter().map(Path::ring));
    // A hole of the board is a block, as high as the frame.
    drawn.extend(openings.iter().flat_map(Outline::holes).map(Path::ring));
    Ok((Some(joined(drawn)), Some(base)))
}
