//! Proves a cutting layout: everything is cut once, and nothing from the same cloth twice. It reads the
//! layout alone.

use super::error::YardageError;
use super::fabric::{CutPiece, FabricYardage, Run, Strip};
use piecework_draw::geometry::{Point, too_near};

/// Checks that the strips of a fabric hold all its pieces, side by side and inside the cloth.
///
/// # Errors
/// [`YardageError::NotCutOnce`], [`YardageError::BesideTheCloth`] and [`YardageError::CutFromTheSame`]:
/// mistakes of the layout.
pub(super) fn prove(fabric: &FabricYardage) -> Result<(), YardageError> {
    let name = |run: &Run| fabric.pieces[run.piece].name.clone();
    let runs = || fabric.strips.iter().flat_map(|strip| strip.runs.iter().map(move |run| (strip, run)));
    let mut counts = vec![0; fabric.pieces.len()];
    runs().for_each(|(_, run)| counts[run.piece] += run.count * run.rows);
    if let Some((piece, &found)) =
        fabric.pieces.iter().zip(&counts).find(|(piece, count)| piece.count != **count)
    {
        return Err(YardageError::NotCutOnce { part: piece.name.clone(), found, expected: piece.count });
    }
    fabric.pieces.iter().try_for_each(prove_shapes)?;
    let beside = |(strip, run): &(&Strip, &Run)| {
        run.offset + run.length.times(run.count) > fabric.strip_length
            || run.from + run.height.times(run.rows) > strip.height
    };
    if let Some((_, run)) = runs().find(beside) {
        return Err(YardageError::BesideTheCloth { part: name(run) });
    }
    let mut quarters: Vec<usize> = fabric.strips.iter().map(|strip| strip.quarter).collect();
    quarters.sort_unstable();
    quarters.dedup();
    for quarter in quarters {
        let here: Vec<(&Strip, &Run)> = runs().filter(|(strip, _)| strip.quarter == quarter).collect();
        let rings: Vec<[Point; 4]> = here.iter().map(|(strip, run)| ring(strip, run)).collect();
        let rings: Vec<&[Point]> = rings.iter().map(<[Point; 4]>::as_slice).collect();
        if let Some(found) = too_near(&rings, 0.0) {
            let [part, other] = [found.pair.0, found.pair.1].map(|index| name(here[index].1));
            return Err(YardageError::CutFromTheSame { part, other });
        }
    }
    Ok(())
}

/// Checks that shapes are inside the rectangle that they are cut from, and that none overlaps another.
fn prove_shapes(piece: &CutPiece) -> Result<(), YardageError> {
    /// Less than what outlines are rounded by, in mm.
    const HAIR: f64 = 1e-5;
    let Some(nest) = &piece.nest else { return Ok(()) };
    let part = |at: usize| nest.names[at].clone();
    let (high, long) = (piece.size.0.mm() + HAIR, piece.size.1.mm() + HAIR);
    let inside = |&(x, y): &(f64, f64)| x > -HAIR && y > -HAIR && x < long && y < high;
    if let Some(at) = nest.outlines.iter().position(|outline| !outline.iter().all(inside)) {
        return Err(YardageError::BesideTheCloth { part: part(at) });
    }
    let rings: Vec<Vec<Point>> = nest
        .outlines
        .iter()
        .map(|outline| outline.iter().map(|&(x, y)| Point::new(x, y)).collect())
        .collect();
    let rings: Vec<&[Point]> = rings.iter().map(Vec::as_slice).collect();
    match too_near(&rings, 0.0) {
        Some(found) => {
            Err(YardageError::CutFromTheSame { part: part(found.pair.0), other: part(found.pair.1) })
        }
        None => Ok(()),
    }
}

/// The rectangle around a run, in mm on its cloth.
fn ring(strip: &Strip, run: &Run) -> [Point; 4] {
    let (left, top) = (run.offset.mm(), (strip.from + run.from).mm());
    let right = (run.offset + run.length.times(run.count)).mm();
    let bottom = (strip.from + run.from + run.height.times(run.rows)).mm();
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::yardage::fabric::ClothUse;
    use crate::plan::yardage::inches::Inches;

    fn inches(eighths: u32) -> Inches {
        Inches::eighths(eighths)
    }

    /// A piece of 2 x 3 inches, four of them in a grid on a strip, and a fifth where it is put.
    fn said(offset: u32, from: u32, fifth: usize) -> String {
        let pieces = vec![CutPiece::rectangle("a".into(), (inches(16), inches(24)), 5, Vec::new())];
        let run = |offset, from, count| Run {
            piece: 0,
            offset: inches(offset),
            length: inches(24),
            count,
            from: inches(from),
            height: inches(16),
            rows: count.min(2),
        };
        let runs = vec![run(0, 0, 2), run(offset, from, fifth)];
        let strips = vec![Strip { quarter: 0, from: inches(0), height: inches(32), runs }];
        let fabric = FabricYardage {
            fabric: "red".into(),
            pieces,
            heights: Vec::new(),
            strips,
            strip_length: inches(96),
            bought: None,
            fat_quarters: None,
            prints: Vec::new(),
            use_of_cloth: ClothUse {
                cut_area_mm2: 0.0,
                bought_area_mm2: 0.0,
                full_percent: 0,
                least_bought: None,
                least_quarters: None,
            },
        };
        prove(&fabric).map_err(|error| error.to_string()).err().unwrap_or_default()
    }

    #[test]
    fn cloth_is_used_once() {
        assert_eq!(said(48, 0, 1), "");
        assert_eq!(said(72, 16, 1), "");
        assert!(said(47, 0, 1).contains("`a` and `a` are cut from the same cloth"));
        assert!(said(47, 16, 1).contains("cut from the same cloth"));
        assert!(said(73, 0, 1).contains("`a` is cut beside the cloth"));
        assert!(said(72, 17, 1).contains("`a` is cut beside the cloth"));
        assert!(said(48, 0, 2).contains("`a` is cut 8 times instead of 5"));
    }
}
