//! Checks that several sets share sheets, and that nothing is lost or overlaps there.

use super::*;
use crate::{BoxOptions, KnobOptions, KnobStyle, LineOptions, TrayOptions, machine};
use piecework_draw::geometry::{Outline, Ring};
use piecework_draw::layout::prove_apart_until;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::stop::StopFlag;

/// A solution of the twelve pentominoes on 6 x 10 cells.
const PENTOMINOES: &str = "UUXWWLLLLI\nUXXXWWPPLI\nUUXNNWPPPI\nVVVZNNNFTI\nVZZZYFFFTI\nVZYYYYFTTT";

fn options(copies: usize) -> CutOptions {
    let bed = machine("generic").expect("embedded").bed;
    CutOptions { copies, stock: Some((590.0, 390.0).into()), ..CutOptions::new(20.0, bed) }
}

fn planned(options: &CutOptions) -> CutPlan {
    plan(&crate::support::tiling(Lattice::Square, PENTOMINOES), options).expect("a plan")
}

/// The outlines of everything on a sheet, as the closed lines that are cut.
fn outlines(sheet: &CutSheet) -> Vec<(String, Outline)> {
    let ring = |line: &ToolLine| Ring::new(line.flattened(0.01)).expect("a ring");
    let outer = |cut: &PlannedCut| {
        let outer = cut.lines.iter().rfind(|line| !line.inner).expect("an outside");
        (cut.name.clone(), Outline::new(ring(outer), Vec::new()).expect("an outline"))
    };
    sheet.cuts.iter().map(outer).collect()
}

/// Six sets of 60 cells of 20 mm on 590 x 390 mm: no outline is nearer to another than the gap, the areas are those of
/// six sets, and every number is there six times.
#[test]
fn six_sets_take_fewer_than_six_sheets_and_nothing_is_lost() {
    for (kerf, extras, most) in [(0.2, false, 2), (0.2, true, 9), (0.0, true, 9)] {
        let tray = extras.then(TrayOptions::default);
        let boxed = extras.then_some(BoxOptions { thickness: 3.0 });
        let line = LineOptions { lines: Lines::Separate, ..LineOptions::default() };
        let of = |copies| planned(&CutOptions { kerf, tray, boxed, line, ..options(copies) });
        let (one, six) = (of(1), of(6));
        assert!(six.sheets.len() <= most && six.sheets.len() < 6 * one.sheets.len(), "{}", six.sheets.len());
        let mut counted = vec![0; 12];
        let area = |plan: &CutPlan| {
            plan.sheets.iter().flat_map(outlines).map(|(_, outline)| outline.area()).sum::<f64>()
        };
        assert!((area(&six) - 6.0 * area(&one)).abs() < 1e-3, "{} {}", area(&six), area(&one));
        for (sheet, used) in six.sheets.iter().zip(&six.summary.on_sheets) {
            let all = outlines(sheet);
            let named = all.iter().map(|(name, outline)| (name.as_str(), outline));
            prove_apart_until(named, 2.0 + kerf, &StopFlag::never()).expect("apart");
            sheet.outlines.iter().for_each(|outline| counted[outline.piece - 1] += 1);
            assert_eq!(used.pieces.len(), sheet.outlines.len());
        }
        assert_eq!(counted, [6; 12]);
        assert_eq!((six.summary.pieces, six.summary.copies, six.summary.free.len()), (12, 6, 72));
        assert_eq!(six.summary.whole_sets(six.sheets.len()), Some(6));
        let cut = |plan: &CutPlan| plan.summary.cut_length_mm;
        assert!((cut(&six) - 6.0 * cut(&one)).abs() < 1e-3);
    }
}

/// Boards that share their lines lie beside each other, on the stock or on the stock turned; each set is released for itself.
#[test]
fn whole_boards_share_a_sheet_and_sets_are_released_one_after_another() {
    let six = planned(&options(6));
    assert_eq!((six.sheets.len(), six.summary.lines), (1, LinesCut::Shared));
    assert!((six.summary.cut_length_mm - 6.0 * planned(&options(1)).summary.cut_length_mm).abs() < 1e-6);
    let of = |set| six.summary.free.iter().filter(move |release| release.set == set);
    for set in 1..6 {
        assert_eq!(of(set).map(|release| release.piece).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
        let last = of(set).map(|release| release.step).max();
        assert!(last < of(set + 1).map(|release| release.step).min(), "set {set}");
    }
    let upright = planned(&CutOptions { stock: Some((140.0, 450.0).into()), ..options(2) });
    assert_eq!((upright.sheets.len(), upright.summary.turned), (1, true));
    let knobs = Some(KnobOptions { style: KnobStyle::Jigsaw, seed: 1 });
    let line = LineOptions { knobs, ..LineOptions::default() };
    let jigsaws = planned(&CutOptions { line, tray: Some(TrayOptions::default()), ..options(3) });
    assert_eq!(jigsaws.summary.lines, LinesCut::Shared);
    assert_eq!(jigsaws.sheets.iter().map(|sheet| sheet.parts.len()).sum::<usize>(), 9);
    assert!(jigsaws.sheets.len() < 6);
}

#[test]
fn panels_of_several_sets_are_refused_with_what_to_do() {
    let tiling = crate::support::tiling(Lattice::Square, PENTOMINOES);
    let line = LineOptions { lines: Lines::Shared, ..LineOptions::default() };
    let error = plan(&tiling, &CutOptions { line, cell: 60.0, ..options(2) }).expect_err("refused");
    assert!(error.to_string().contains("several sets share none"), "{error}");
}

/// A set whose parts are all of one material fills the first sheet before it begins a second.
#[test]
fn one_material_fills_the_sheet_of_the_pieces() {
    let tray = Some(TrayOptions::default());
    let of = |one_material| planned(&CutOptions { kerf: 0.2, tray, one_material, ..options(1) });
    assert!(of(true).summary.on_sheets[0].utilisation > of(false).summary.on_sheets[0].utilisation);
    assert!(!of(true).sheets[0].parts.is_empty() && of(false).sheets[0].parts.is_empty());
}
