use std::collections::BTreeMap;

use super::*;
use crate::{MachineError, machine};
use piecework_draw::render::stitches;
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;
use piecework_tiling::stop::StopFlag;
use piecework_tiling::tiling::{infer_from_grid, read_letter_grids};

/// Five bricks in each of eight rows: larger than the hoop.
const BRICKS: &str =
    "AABBCCDDEE\nFGGHHIIJJK\nFLLMMNNOOK\nPPQQRRSSTT\nUVVWWXXYYZ\nUaabbccddZ\neeffgghhii\njjkkllmmnn";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Stitch,
    Jump,
    Stop,
}

/// One record of a file, and where the needle is after it, in tenths of a mm from the middle of the hoop, y
/// up.
type Step = (Told, i32, i32);

fn of(lattice: Lattice, rows: &str) -> Tiling {
    let grids = read_letter_grids(lattice, rows, &Limits::default()).expect("letters");
    infer_from_grid("test", &grids[0]).expect("a tiling")
}

fn sewn(tiling: &Tiling, cell: f64) -> Result<Embroidery, CutError> {
    embroidery(tiling, cell, (&machine("embroidery").expect("embedded").bed, &StopFlag::never()), None)
}

/// The patchwork of a board, and its hoopings.
fn placed(tiling: &Tiling, cell: f64) -> (Patchwork, Vec<Hooping>) {
    let patchwork = Patchwork::trace(tiling, cell).expect("a patchwork");
    let hoop = machine("embroidery").expect("embedded").bed;
    let placed = hoopings::hoopings(&patchwork, cell, (&hoop, &StopFlag::never())).expect("fits").0;
    (patchwork, placed)
}

/// Several boards, each with a cell size and whether one hooping is enough.
fn boards() -> Vec<(Tiling, f64, bool)> {
    vec![
        (of(Lattice::Square, "AAB\nABB"), 20.0, true),
        (of(Lattice::Square, "AABBB\nA.CCB\nAACCB"), 6.0, true),
        (of(Lattice::Hex, "A A B\n A B B"), 20.0, true),
        (of(Lattice::Triangle, "AAB\nABB"), 20.0, true),
        (of(Lattice::Square, BRICKS), 30.0, false),
        (of(Lattice::Square, "AABB\nAABB\nCCDD\nCCDD\nCCDD\nCCDD"), 28.0, true),
        (of(Lattice::Hex, "A A B B\n A C C B\nD D C E\n D F E E"), 30.0, false),
        (of(Lattice::Triangle, "AABBCC\nDDEEFF\nGGHHII"), 60.0, false),
    ]
}

/// Decodes a DST file independently.
fn dst(step: &StitchStep) -> Vec<Step> {
    const WEIGHTS: [[i32; 8]; 3] =
        [[1, -1, 9, -9, 0, 0, 0, 0], [3, -3, 27, -27, 0, 0, 0, 0], [0, 0, 81, -81, 0, 0, 0, 0]];
    let all = sewn(&of(Lattice::Square, "AAB\nABB"), 20.0).expect("fits");
    let file = stitches::dst(&[all.draw_step(step, "test", Calibration::default()).expect("fits")]);
    let (mut x, mut y) = (0, 0);
    let records = file[512..file.len() - 3].chunks_exact(3);
    let mut steps = Vec::new();
    for record in records {
        for (byte, weights) in record.iter().zip(WEIGHTS) {
            for bit in 0..8 {
                if byte >> bit & 1 == 1 {
                    x += weights[bit];
                    y += weights[7 - bit];
                }
            }
        }
        let told = match record[2] & 0xC3 {
            0x03 => Told::Stitch,
            0x83 => Told::Jump,
            0xC3 => Told::Stop,
            flags => panic!("{flags:02x}"),
        };
        steps.push((told, x, y));
    }
    steps
}

/// Runs of stitches between jumps and stops, block by block.
fn blocks(sheet: &StitchStep) -> Vec<Vec<Vec<(i32, i32)>>> {
    let mut blocks = vec![vec![Vec::new()]];
    for (told, x, y) in dst(sheet) {
        let block = blocks.last_mut().expect("one at least");
        match told {
            Told::Stop => blocks.push(vec![Vec::new()]),
            Told::Jump => block.push(Vec::new()),
            Told::Stitch => block.last_mut().expect("one at least").push((x, y)),
        }
    }
    blocks.iter_mut().for_each(|block| block.retain(|run| !run.is_empty()));
    blocks
}

fn far(a: (i32, i32), b: (i32, i32)) -> f64 {
    f64::from((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)).sqrt() / 10.0
}

fn is_crosses(one: &StitchStep) -> bool {
    one.fabric.is_none()
}

#[test]
fn no_square_is_sewn_more_than_three_times_in_a_hooping_and_no_stitch_is_too_long() {
    for (tiling, cell, _) in boards() {
        for hooping in sewn(&tiling, cell).expect("fits").hoopings {
            let mut squares: BTreeMap<(i32, i32), u32> = BTreeMap::new();
            for sheet in &hooping.steps {
                for run in blocks(sheet).concat() {
                    for &(x, y) in &run {
                        *squares.entry((x.div_euclid(4), y.div_euclid(4))).or_default() += 1;
                    }
                    for pair in run.windows(2) {
                        assert!(far(pair[0], pair[1]) <= 12.1, "{pair:?}");
                    }
                }
            }
            assert!(squares.values().all(|&count| count <= 3), "{}", tiling.puzzle().name());
        }
    }
}

/// Every thread begins and ends with stitches shorter than a mm, except where the needle only finds a cross.
#[test]
fn every_thread_is_tied_at_both_ends() {
    let short = |run: &[(i32, i32)]| run.windows(2).filter(|pair| far(pair[0], pair[1]) < 1.0).count();
    for (tiling, cell, _) in boards() {
        for sheet in sewn(&tiling, cell).expect("fits").hoopings.iter().flat_map(|hooping| &hooping.steps) {
            let looks = sheet.lines[0].role == Role::Guide && is_crosses(sheet);
            for run in blocks(sheet)[usize::from(looks)..].concat() {
                let count = run.len();
                assert!(count >= 6, "{}: {run:?}", sheet.name);
                let (begin, end) = (short(&run[..5]), short(&run[count - 5..]));
                assert!(begin >= 3 && end >= 3, "{}: {:?} {:?}", sheet.name, &run[..5], &run[count - 5..]);
            }
        }
    }
}

/// Placement, tack-down and border have two stops between them; a patch that later fabrics border all around
/// has two blocks.
#[test]
fn fabrics_stop_the_machine_between_their_steps() {
    for (tiling, cell, once) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        assert_eq!(all.hoopings.len() == 1, once, "{}", tiling.puzzle().name());
        for sheet in all.hoopings.iter().flat_map(|hooping| &hooping.steps) {
            let blocks = blocks(sheet);
            assert!(blocks.iter().all(|block| !block.is_empty()), "{}", sheet.name);
            if is_crosses(sheet) {
                continue;
            }
            assert!((2..=3).contains(&blocks.len()), "{}", sheet.name);
            let longest = |block: &[Vec<(i32, i32)>]| {
                block
                    .iter()
                    .flat_map(|run| run.windows(2))
                    .map(|pair| far(pair[0], pair[1]))
                    .fold(0.0, f64::max)
            };
            assert!(longest(&blocks[0]) <= 5.1 && longest(&blocks[1]) <= 4.2, "a stitch or two left out");
        }
    }
}

/// Satin crosses each edge once over its whole length, in whichever hooping it is sewn.
#[test]
fn every_edge_is_bordered_once() {
    for (tiling, cell, _) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        let (patchwork, placed) = placed(&tiling, cell);
        let mut crossings = vec![0; patchwork.edges().len()];
        for (hooping, placed) in all.hoopings.iter().zip(&placed) {
            for sheet in hooping.steps.iter().filter(|sheet| !is_crosses(sheet)) {
                let lines = sheet.lines.iter().filter(|line| line.role == Role::Engrave);
                for pair in
                    lines.flat_map(|line| line.points.windows(2).map(<[Point]>::to_vec).collect::<Vec<_>>())
                {
                    let wide = (pair[0].distance(pair[1]) - seam::BORDER).abs() < 0.1;
                    let middle = pair[0].middle(pair[1]);
                    for (index, edge) in patchwork.edges().iter().enumerate() {
                        let (from, to) = patchwork.ends(edge);
                        let mid = placed.frame.put(from.middle(to));
                        // The middle mm of the edge, away from all corners.
                        crossings[index] += usize::from(wide && middle.distance(mid) < 1.0);
                    }
                }
            }
        }
        // Ten zigzags in two mm.
        assert!(
            crossings.iter().all(|&count| (8..=11).contains(&count)),
            "{}: {crossings:?}",
            tiling.puzzle().name()
        );
    }
}

#[test]
fn hoopings_have_every_piece_once_and_fit_the_hoop() {
    let hoop = machine("embroidery").expect("embedded").bed;
    for (tiling, cell, _) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        let mut pieces: Vec<usize> =
            all.hoopings.iter().flat_map(|hooping| hooping.pieces.iter().copied()).collect();
        pieces.sort_unstable();
        assert_eq!(pieces, (1..=tiling.placements().len()).collect::<Vec<_>>());
        for sheet in all.hoopings.iter().flat_map(|hooping| &hooping.steps) {
            for (_, x, y) in dst(sheet) {
                let (x, y) = (f64::from(x) / 10.0, f64::from(y) / 10.0);
                assert!(
                    x.abs() <= hoop.width / 2.0 && y.abs() <= hoop.height / 2.0,
                    "{}: {x} {y}",
                    sheet.name
                );
            }
        }
        assert_eq!(all, sewn(&tiling, cell).expect("fits"), "the same every time");
    }
}

/// The needle hits the cross of an earlier hooping to a tenth of a mm: compares places of two files, shifted
/// by the positions of the hoopings.
#[test]
fn a_later_hooping_hits_the_crosses_of_an_earlier_one() {
    for (tiling, cell, once) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        let (_, placed) = placed(&tiling, cell);
        let mut left: Vec<Point> = Vec::new();
        for (turn, (hooping, placed)) in all.hoopings.iter().zip(&placed).enumerate() {
            let whole = |(x, y): (i32, i32)| {
                let (right, down) = (f64::from(x) / 10.0, f64::from(-y) / 10.0);
                let at = if placed.frame.turned { (down, -right) } else { (right, down) };
                Point { x: at.0 - placed.frame.by.0, y: at.1 - placed.frame.by.1 }
            };
            let crosses = hooping.steps.first().filter(|sheet| is_crosses(sheet));
            assert_eq!(crosses.is_none(), once);
            let mut blocks = crosses.map(blocks).unwrap_or_default();
            if turn > 0 {
                let met = blocks.remove(0);
                assert_eq!(met.len(), 2, "two arms");
                let places: Vec<Point> = met.iter().map(|arm| whole(arm[0])).collect();
                assert!(places[0].distance(places[1]) > 3.0, "{places:?}");
                for at in met.concat().into_iter().map(whole) {
                    let near = left.iter().map(|other| other.distance(at)).fold(f64::INFINITY, f64::min);
                    assert!(near < 0.08, "{at:?} lies {near} mm from every stitch of a cross");
                }
            }
            left.extend(blocks.concat().concat().into_iter().map(whole));
        }
    }
}

#[test]
fn errors_about_the_hoop_have_a_working_cell_edge() {
    let tiling = of(Lattice::Square, "AAB\nABB");
    let error = sewn(&tiling, 90.0).unwrap_err();
    let CutError::Machine(MachineError::HoopTooSmall { largest_cell, .. }) = error else { panic!("{error}") };
    assert!((largest_cell - (130.0 - 13.4) / 2.0).abs() < 1e-9, "two cells of the height: {largest_cell}");
    assert_eq!(sewn(&tiling, 59.0).expect("(180 - 3) / 3 = 59").hoopings.len(), 1);
    let small = sewn(&of(Lattice::Square, "AB"), 5.9).unwrap_err();
    assert!(matches!(small, CutError::Machine(MachineError::CellTooSmall { .. })), "{small}");
}

#[test]
fn a_hooping_is_one_file_whose_first_block_is_the_crosses() {
    for (tiling, cell, once) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        for hooping in &all.hoopings {
            let drawings = all.draw(hooping, Calibration::default()).expect("fits");
            assert_eq!(drawings.len(), hooping.steps.len());
            let file = stitches::dst(&drawings);
            let stops =
                file[512..file.len() - 3].chunks_exact(3).filter(|record| record[2] & 0xC3 == 0xC3).count();
            let blocks: usize = drawings.iter().map(|drawing| drawing.layers().len()).sum();
            assert_eq!(stops + 1, blocks, "a stop between any two blocks");
            assert_eq!(hooping.steps[0].fabric.is_none(), !once, "crosses are in the same file");
        }
    }
}

#[test]
fn the_map_shows_every_hooping_and_is_there_for_several_only() {
    let paper = piecework_draw::layout::paper("a4").expect("embedded");
    for (tiling, cell, once) in boards() {
        let all = sewn(&tiling, cell).expect("fits");
        let pages = all.pages(&tiling, &paper).expect("fits");
        let map = pages.iter().find(|page| page.title().contains("where each hooping goes"));
        assert_eq!(map.is_none(), once);
        assert!(pages.len() > all.hoopings.len(), "a chart, and a template of each");
        let numbers = (1..=all.hoopings.len()).map(|number| number.to_string());
        let words: Vec<String> = map
            .iter()
            .flat_map(|map| map.layers().iter().flat_map(|layer| &layer.items))
            .filter_map(|item| {
                if let piecework_draw::drawing::Item::Text(text) = item {
                    Some(text.content().to_owned())
                } else {
                    None
                }
            })
            .collect();
        assert!(once || numbers.into_iter().all(|number| words.contains(&number)), "{words:?}");
    }
}
