use std::collections::BTreeSet;

use super::*;
use crate::color::Color;
use crate::color::coloring::exchange::Numbers;
use crate::color::coloring::tests::{pairs_of, patches, ring, touching};
use crate::color::scheme::facts::touching as colors_that_touch;
use crate::geometry::Point;
use crate::support::tiling;
use piecework_tiling::fault::{ErrorKind, Fault};
use piecework_tiling::lattice::Lattice;
use piecework_tiling::limits::Limits;

/// Pieces of one cell each, at any place.
fn pieces(neighbours: Vec<Vec<usize>>) -> Pieces {
    let count = neighbours.len();
    Pieces {
        cells: vec![1; count],
        kinds: vec![0; count],
        orientations: vec![0; count],
        mirrored: vec![0; count],
        middles: vec![Point::new(0.5, 0.5); count],
        spots: vec![vec![Point::new(0.5, 0.5)]; count],
        size: (1.0, 1.0).into(),
        turns: Vec::new(),
        neighbours,
    }
}

/// The pieces of a letter grid.
pub(super) fn of_grid(rows: &str) -> Pieces {
    let tiling = tiling(Lattice::Square, rows);
    let patchwork = Patchwork::trace(&tiling, 25.0).expect("a good cell");
    Pieces::of(&tiling, &patchwork, Touch::Edge)
}

/// A palette of this many grays and reds, in no order of lightness.
fn palette(count: usize) -> Palette {
    let part = |i: usize| u8::try_from(i * 89 % 251).expect("below 251");
    let fabric = |i: usize| {
        format!(
            "fabric {i},{}\n",
            Color::new(part(i), part(i), if i.is_multiple_of(3) { 0 } else { part(i) })
        )
    };
    let table: String = (1..=count).map(fabric).collect();
    let source = piecework_tiling::source::Source::new("test.csv", table);
    Palette::read_csv(&source, &Limits::default()).expect("a good palette")
}

fn plan(pieces: &Pieces, scheme: Scheme, count: FabricCount) -> Result<FabricPlan, ColorError> {
    let wish = FabricWish { scheme, count, ..FabricWish::default() };
    let plan = FabricPlan::of_pieces(pieces, &palette(40), &wish)?;
    assert_eq!(plan.fabric_of.len(), pieces.len());
    for (piece, touched) in pieces.neighbours.iter().enumerate() {
        assert!(touched.iter().all(|&other| plan.fabric_of[other] != plan.fabric_of[piece]), "piece {piece}");
    }
    let used: BTreeSet<usize> = plan.fabric_of.iter().copied().collect();
    assert!(used.into_iter().eq(0..plan.fabrics.len()), "every fabric is used");
    Ok(plan)
}

/// How often each color is used.
fn used(colors: &[usize], count: usize) -> Vec<u64> {
    let mut used = vec![0; count];
    colors.iter().for_each(|&color| used[color] += 1);
    used
}

/// Every proper coloring of pieces with `count` colors: an independent check.
fn every_coloring(neighbours: &[Vec<usize>], count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for touched in neighbours {
        let fits = |colors: &Vec<usize>, color: usize| {
            touched.iter().all(|&other| colors.get(other) != Some(&color))
        };
        let longer = |colors: Vec<usize>| {
            (0..count)
                .filter(|&color| fits(&colors, color))
                .map(|color| [&colors[..], &[color]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Random graphs of this many pieces; each pair touches with probability `of_ten` tenths.
fn random_graph(numbers: &mut Numbers, count: usize, of_ten: usize) -> Vec<Vec<usize>> {
    let pairs: Vec<_> = pairs_of(count).filter(|_| numbers.below(10) < of_ten).collect();
    touching(count, pairs)
}

#[test]
fn balance_agrees_with_trying_everything() {
    let mut numbers = Numbers(1);
    let mut uneven = 0;
    for round in 0..300 {
        let graph = random_graph(&mut numbers, 3 + round % 6, 3 + round % 6);
        for count in 1..=4.min(graph.len()) {
            let spread = |colors: &Vec<usize>| {
                let used = used(colors, count);
                used.iter().max().unwrap() - used.iter().min().unwrap()
            };
            let all = every_coloring(&graph, count);
            let all_used = all.iter().filter(|colors| !used(colors, count).contains(&0));
            let least = all_used.map(spread).min();
            match plan(&pieces(graph.clone()), Scheme::Balanced, FabricCount::Exactly(count)) {
                Ok(plan) => {
                    assert_eq!(Some(plan.facts.difference), least, "{graph:?} {count}");
                    assert_eq!(plan.facts.difference_at_least, least, "proved");
                    uneven += usize::from(least > Some(1));
                }
                Err(ColorError::TooFewColors { .. }) => assert_eq!(least, None),
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(uneven > 3, "cases where equal numbers are impossible: {uneven}");
}

#[test]
fn quilts_are_balanced_to_one_patch() {
    for seed in 0..10 {
        let quilt = pieces(patches(40, 25, 198, false, seed));
        for count in [FabricCount::Fewest, FabricCount::Exactly(5), FabricCount::Exactly(8)] {
            let plan = plan(&quilt, Scheme::Balanced, count).unwrap();
            assert!(plan.facts.difference <= 1, "seed {seed}: {}", plan.facts.difference);
            assert_eq!(plan.facts.difference_at_least, Some(plan.facts.difference));
        }
    }
}

#[test]
fn a_hub_and_its_rim_need_more_than_two_fabrics_to_balance() {
    let star = pieces(touching(7, (1..7).map(|rim| (0, rim))));
    let two = plan(&star, Scheme::Balanced, FabricCount::Fewest).unwrap();
    assert_eq!((two.facts.difference, two.facts.difference_at_least), (5, Some(5)));
    let most = plan(&star, Scheme::Balanced, FabricCount::AtMost(5)).unwrap();
    assert_eq!((most.fabrics.len(), most.facts.difference), (4, 1), "1 and 2, 2, 2");
    assert!(!most.minimal);
}

#[test]
fn a_stash_agrees_with_trying_everything() {
    let mut numbers = Numbers(2);
    let (mut can, mut cannot) = (0, BTreeSet::new());
    for round in 0..600 {
        let count = 2 + round % 3;
        let mut quilt = pieces(random_graph(&mut numbers, 3 + round % 5, 2 + round % 4));
        quilt.cells = (0..quilt.len()).map(|_| 1 + numbers.below(3) as u64).collect();
        let stock: Vec<FabricStock> = (0..count)
            .map(|_| match numbers.below(2) {
                0 => FabricStock::Patches(numbers.below(5) as u64),
                _ => FabricStock::Cells(numbers.below(9) as u64),
            })
            .collect();
        let enough = |colors: &Vec<usize>| {
            stock.iter().enumerate().all(|(color, stock)| {
                let mine = (0..quilt.len()).filter(|&piece| colors[piece] == color);
                match stock {
                    FabricStock::Patches(most) => mine.count() as u64 <= *most,
                    FabricStock::Cells(most) => mine.map(|piece| quilt.cells[piece]).sum::<u64>() <= *most,
                    cloth => panic!("{cloth:?}"),
                }
            })
        };
        let possible = every_coloring(&quilt.neighbours, count).iter().any(enough);
        let named = stock.iter().zip(1..).map(|(&stock, i)| (format!("fabric {i}"), stock)).collect();
        match plan(&quilt, Scheme::Stash(named), FabricCount::Fewest) {
            Ok(plan) => {
                let number = |name: &str| name.split(' ').next_back().unwrap().parse::<usize>().unwrap() - 1;
                let names = plan.fabric_of.iter().map(|&fabric| number(&plan.fabrics[fabric].name));
                assert!(enough(&names.collect()), "{stock:?}");
                can += 1;
            }
            Err(error) => {
                assert!(!possible, "{error}: {stock:?} {quilt:?}");
                assert_eq!(error.kind(), ErrorKind::NoAnswer);
                cannot.insert(piecework_tiling::fault::Fault::code(&error));
            }
        }
    }
    assert!(can > 50, "{can}");
    assert_eq!(cannot.len(), 4, "too few fabrics, too small, uneven and impossible all occur: {cannot:?}");
}

/// Shelves of a length for each fabric: pieces of one kind are equally long, on shelves of their kind.
struct Shelves {
    kinds: Vec<usize>,
    /// How many pieces of a kind are on a shelf.
    on_one: Vec<u64>,
    shelves: Vec<u64>,
}

impl Supply for Shelves {
    fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    fn alike(&self, fabric: usize) -> usize {
        self.shelves.iter().position(|shelves| *shelves == self.shelves[fabric]).expect("itself")
    }

    fn lacking(&self, fabric: usize, pieces: &[u64]) -> u64 {
        let shelves: u64 =
            pieces.iter().zip(&self.on_one).map(|(count, on_one)| count.div_ceil(*on_one)).sum();
        shelves.saturating_sub(self.shelves[fabric]) * 100
    }

    fn is_too_little(&self, fabric: usize, pieces: &[u64]) -> bool {
        self.lacking(fabric, pieces) > 0
    }

    fn shares(&self, fabric: usize) -> (Vec<u64>, u64) {
        (self.on_one.iter().map(|on_one| 60 / on_one).collect(), 60 * self.shelves[fabric])
    }
}

#[test]
fn a_supply_agrees_with_trying_everything() {
    let mut numbers = Numbers(11);
    let (mut can, mut cannot) = (0, BTreeSet::new());
    for round in 0..600 {
        let quilt = pieces(random_graph(&mut numbers, 4 + round % 4, 2 + round % 4));
        let count = 2 + round % 3;
        let supply = Shelves {
            kinds: (0..quilt.len()).map(|piece| if piece == 0 { 1 } else { numbers.below(2) }).collect(),
            on_one: vec![1 + numbers.below(3) as u64, 1 + numbers.below(2) as u64],
            shelves: (0..count).map(|_| numbers.below(4) as u64).collect(),
        };
        let enough = |colors: &Vec<usize>| {
            (0..count).all(|fabric| {
                let mut used = [0, 0];
                let mine = (0..quilt.len()).filter(|&piece| colors[piece] == fabric);
                mine.for_each(|piece| used[supply.kinds[piece]] += 1);
                supply.lacking(fabric, &used) == 0
            })
        };
        let possible = every_coloring(&quilt.neighbours, count).iter().any(enough);
        let fabrics = palette(count).fabrics().to_vec();
        match FabricPlan::supplied(&quilt, &fabrics, &FabricWish::default(), &supply) {
            Ok(found) => {
                assert_eq!(found.undecided, None);
                let number = |&used: &usize| {
                    fabrics.iter().position(|of| *of == found.plan.fabrics[used]).expect("one of them")
                };
                assert!(enough(&found.plan.fabric_of.iter().map(number).collect()), "round {round}");
                can += 1;
            }
            Err(error) => {
                assert!(!possible, "round {round}: {error}");
                cannot.insert(piecework_tiling::fault::Fault::code(&error));
            }
        }
    }
    assert!(can > 50, "{can}");
    assert_eq!(cannot.len(), 4, "too few fabrics, too small, uneven and impossible all occur: {cannot:?}");
}

#[test]
fn an_undecided_supply_returns_the_best_plan_found() {
    let quilt = pieces(patches(40, 25, 190, false, 5));
    let kinds = (0..190).map(|piece| piece % 2).collect();
    let supply = Shelves { kinds, on_one: vec![2, 3], shelves: vec![20, 20, 20, 20] };
    let wish = FabricWish { effort: 1000, ..FabricWish::default() };
    let fabrics = palette(4).fabrics().to_vec();
    let found = FabricPlan::supplied(&quilt, &fabrics, &wish, &supply);
    // 95 of one kind on shelves of two and 95 on shelves of three are 80 shelves, if every fabric takes an
    // even share.
    match found {
        Ok(found) => assert!(found.undecided.is_none_or(|steps| steps == 50)),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NoAnswer),
    }
}

#[test]
fn a_stash_is_named_as_its_fabrics_are() {
    let quilt = pieces(ring(4));
    let stash = |stock: &[(&str, u64)]| {
        let stock = stock.iter().map(|&(name, most)| (name.to_owned(), FabricStock::Patches(most)));
        plan(&quilt, Scheme::Stash(stock.collect()), FabricCount::Fewest)
    };
    let found = stash(&[("Fabric-2", 2), ("fabric 9", 5)]).unwrap();
    assert_eq!(
        found.fabrics.iter().map(|fabric| &fabric.name[..]).collect::<Vec<_>>(),
        ["fabric 2", "fabric 9"]
    );
    let unknown = stash(&[("fabrik 2", 2)]).unwrap_err();
    assert_eq!(unknown.help().as_deref(), Some("did you mean `fabric 2`?"));
    assert_eq!(
        stash(&[("fabric 2", 2), ("fabric 2", 3)]).unwrap_err(),
        ColorError::StockTwice { name: "fabric 2".into() }
    );
}

/// Pieces `0..half` and their images, perhaps with one in the middle.
fn half_turned(numbers: &mut Numbers, half: usize, middle: bool) -> Pieces {
    let count = 2 * half + usize::from(middle);
    let turn: Vec<usize> =
        (0..count).map(|piece| if piece < 2 * half { (piece + half) % (2 * half) } else { piece }).collect();
    let pairs: Vec<_> = pairs_of(count).filter(|_| numbers.below(10) < 2).collect();
    let images = pairs.iter().map(|&(a, b)| (turn[a], turn[b]));
    let graph = touching(count, pairs.iter().copied().chain(images));
    let turn = Turn { name: "half turn".into(), pieces: turn, is_half_turn: true };
    Pieces { turns: vec![turn], ..pieces(graph) }
}

/// Whether the turn permutes the fabrics and exchanges at least one.
fn exchanges(turn: &[usize], colors: &[usize], count: usize) -> bool {
    let mut becomes = vec![None; count];
    let mut is_one = true;
    for (piece, &image) in turn.iter().enumerate() {
        is_one &= *becomes[colors[piece]].get_or_insert(colors[image]) == colors[image];
    }
    let images: BTreeSet<_> = becomes.iter().flatten().collect();
    let moved =
        becomes.iter().enumerate().any(|(color, becomes)| becomes.is_some_and(|image| image != color));
    is_one && moved && images.len() == becomes.iter().flatten().count()
}

#[test]
fn exchanging_agrees_with_exhaustive_search() {
    let mut numbers = Numbers(3);
    let (mut can, mut cannot) = (0, 0);
    for round in 0..200 {
        let quilt = half_turned(&mut numbers, 2 + round % 2, round % 3 == 0);
        let turn = &quilt.turns[0].pieces;
        for count in 2..=4 {
            let all = every_coloring(&quilt.neighbours, count);
            let mut all = all.iter().filter(|colors| !used(colors, count).contains(&0));
            let possible = all.any(|colors| exchanges(turn, colors, count));
            match plan(&quilt, Scheme::Symmetric, FabricCount::Exactly(count)) {
                Ok(plan) => {
                    assert!(exchanges(turn, &plan.fabric_of, count));
                    assert_eq!(plan.fabrics.len(), count);
                    can += 1;
                }
                Err(ColorError::NotExchanged { .. } | ColorError::TooFewColors { .. }) => {
                    assert!(!possible, "{quilt:?} {count}");
                    cannot += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(can > 50 && cannot > 50, "{can} {cannot}");
}

/// Two L trominoes in a 2 x 3 rectangle, four of those beside and below each other.
const TROMINOES: &str = "AABEEF\nABBEFF\nCCDGGH\nCDDGHH";

#[test]
fn a_tiling_knows_its_turns() {
    let quilt = of_grid(TROMINOES);
    assert_eq!(quilt.turns.iter().map(|turn| &turn.name[..]).collect::<Vec<_>>(), ["half turn"]);
    assert!(quilt.turns[0].is_half_turn);
    let found = plan(&quilt, Scheme::Symmetric, FabricCount::Fewest).unwrap();
    assert!(exchanges(&quilt.turns[0].pieces, &found.fabric_of, found.fabrics.len()));
    let symmetry = found.facts.symmetry.expect("what is exchanged");
    let named: usize = symmetry.exchanged.iter().map(Vec::len).sum();
    assert_eq!((named + symmetry.kept.len(), symmetry.turn.as_str()), (found.fabrics.len(), "half turn"));
    let uneven = of_grid("AAAB\nACBB");
    assert_eq!(uneven.turns.len(), 0);
    assert_eq!(plan(&uneven, Scheme::Symmetric, FabricCount::Fewest), Err(ColorError::NoTurn));
}

#[test]
fn a_quarter_turn_takes_fabrics_around() {
    // Four pieces around a point, mapped to each other by the turn.
    let turn = Turn { name: "quarter turn".into(), pieces: vec![1, 2, 3, 0], is_half_turn: false };
    let wheel = Pieces { turns: vec![turn], ..pieces(ring(4)) };
    let of =
        |count| plan(&wheel, Scheme::Symmetric, FabricCount::Exactly(count)).unwrap().facts.symmetry.unwrap();
    assert_eq!(of(2).exchanged.len(), 1);
    let four = of(4);
    assert_eq!((four.exchanged.len(), four.exchanged[0].len()), (1, 4));
}

#[test]
fn zones_keep_to_their_places() {
    // Squares of a chessboard: no three touch, so no piece must move.
    let side = 8;
    let at = |x: usize, y: usize| y * side + x;
    let pairs = (0..side)
        .flat_map(|y| (1..side).flat_map(move |x| [(at(x, y), at(x - 1, y)), (at(y, x), at(y, x - 1))]));
    let mut board = pieces(touching(side * side, pairs));
    let place = |i: usize| (i as f64 + 0.5) / side as f64;
    board.middles = (0..side * side).map(|i| Point::new(place(i % side), place(i / side))).collect();
    let zones = |shape, count| {
        let scheme = Scheme::Zones { shape, exchanged: false };
        plan(&board, scheme, FabricCount::Exactly(count)).unwrap()
    };
    for shape in [ZoneShape::Concentric, ZoneShape::Bands, ZoneShape::Diagonal] {
        let found = zones(shape, 8);
        assert_eq!(found.facts.zones, Some(ZoneFacts { zones: 4, moved: 0, moved_at_least: 0 }), "{shape:?}");
    }
    let rows: Vec<usize> = zones(ZoneShape::Bands, 8).fabric_of.chunks(side).map(|row| row[0] / 2).collect();
    assert_eq!(rows, [0, 0, 1, 1, 2, 2, 3, 3]);
    let rings = zones(ZoneShape::Concentric, 4).fabric_of;
    assert!((0..side).all(|i| rings[i] < 2 && rings[i * side] < 2), "the first pair is at the border");
    assert!(rings[at(3, 3)] >= 2 && rings[at(4, 4)] >= 2);
    let corners = zones(ZoneShape::Diagonal, 6).fabric_of;
    assert!(corners[0] < 2 && corners[side * side - 1] >= 4);
    for count in [0, 3, 7] {
        let scheme = Scheme::Zones { shape: ZoneShape::Bands, exchanged: false };
        let refused = plan(&board, scheme, FabricCount::Exactly(count)).unwrap_err();
        assert_eq!(refused, ColorError::NotPairs { asked: count });
    }
}

#[test]
fn zones_of_a_turned_quilt_exchange_their_pairs() {
    let quilt = of_grid(TROMINOES);
    for shape in [ZoneShape::Concentric, ZoneShape::Bands, ZoneShape::Diagonal] {
        let scheme = Scheme::Zones { shape, exchanged: true };
        let found = plan(&quilt, scheme, FabricCount::Exactly(4)).unwrap();
        let facts = found.facts.zones.unwrap();
        assert!(facts.moved >= facts.moved_at_least, "{facts:?}");
        assert!(exchanges(&quilt.turns[0].pieces, &found.fabric_of, 4), "{shape:?} {:?}", found.fabric_of);
    }
}

#[test]
fn three_that_touch_in_one_zone_are_counted() {
    let quilt = pieces(touching(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]));
    let scheme = Scheme::Zones { shape: ZoneShape::Bands, exchanged: false };
    let facts = plan(&quilt, scheme, FabricCount::Exactly(4)).unwrap().facts.zones.unwrap();
    assert_eq!((facts.moved, facts.moved_at_least), (2, 2), "all lie in one place, a zone in the middle");
}

#[test]
fn kinds_and_orientations_have_fabrics_of_their_own() {
    let quilt = of_grid("AAABB\nACCBB\nACCBD");
    for (scheme, groups) in [(Scheme::Kind, &quilt.kinds), (Scheme::Orientation, &quilt.orientations)] {
        let found = plan(&quilt, scheme, FabricCount::Fewest).unwrap();
        for fabric in 0..found.fabrics.len() {
            let mine = (0..quilt.len()).filter(|&piece| found.fabric_of[piece] == fabric);
            assert_eq!(mine.map(|piece| groups[piece]).collect::<BTreeSet<_>>().len(), 1);
        }
        assert!(found.minimal);
    }
    // Nine kinds in a row, and a palette of eight: two that do not touch share a fabric, and it is said so.
    let row = Pieces { kinds: (0..9).collect(), ..pieces(touching(9, (0..8).map(|i| (i, i + 1)))) };
    let wish = FabricWish { scheme: Scheme::Kind, count: FabricCount::Fewest, ..FabricWish::default() };
    let found = FabricPlan::of_pieces(&row, &palette(8), &wish).unwrap();
    assert_eq!((found.fabrics.len(), found.facts.groups, found.facts.repeated), (8, Some(9), Some(8)));
    assert!((0..8).all(|i| found.fabric_of[i] != found.fabric_of[i + 1]), "{:?}", found.fabric_of);
    assert_eq!(
        found.facts.remarks()[0],
        "the palette has 8 fabrics for 9 groups of patches: groups that do not touch share one"
    );
    // A ring of five of one kind around one of another.
    let wheel = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, 5)]);
    let wheel = Pieces { kinds: vec![0, 0, 0, 0, 0, 1], ..pieces(touching(6, wheel)) };
    let found = plan(&wheel, Scheme::Kind, FabricCount::Fewest).unwrap();
    assert_eq!((found.fabrics.len(), found.minimal), (4, true));
    let refused = plan(&wheel, Scheme::Kind, FabricCount::AtMost(3)).unwrap_err();
    assert_eq!(refused, ColorError::TooFewForGroups { asked: 3, needed: 4, groups: 2, proved: true });
    let words = "`3` fabrics are not enough: 2 groups of patches need 4 fabrics of their own";
    assert_eq!(refused.to_string(), words);
    let alone = ColorError::TooFewForGroups { asked: 3, needed: 4, groups: 1, proved: true };
    assert!(alone.to_string().contains(": 1 group of patches needs 4 "), "{alone}");
    let more = plan(&wheel, Scheme::Kind, FabricCount::Exactly(5)).unwrap();
    assert_eq!((more.fabrics.len(), more.minimal), (5, false));
}

#[test]
fn contrast_agrees_with_trying_everything() {
    let mut numbers = Numbers(4);
    for round in 0..60 {
        let graph = random_graph(&mut numbers, 6, 4 + round % 4);
        let quilt = pieces(graph);
        let palette = palette(6);
        let wish = FabricWish { by_contrast: true, ..FabricWish::default() };
        let found = FabricPlan::of_pieces(&quilt, &palette, &wish).unwrap();
        let pairs = colors_that_touch(&found.fabric_of, &quilt.neighbours);
        let lightness: Vec<f64> = palette.fabrics().iter().map(|fabric| fabric.color.lightness()).collect();
        let least = |choice: &Vec<usize>| {
            let between = pairs.iter().map(|&(a, b)| (lightness[choice[a]] - lightness[choice[b]]).abs());
            between.fold(f64::INFINITY, f64::min)
        };
        // Choices without repetition are colorings of pieces that all touch.
        let count = found.fabrics.len();
        let choices = every_coloring(&touching(count, pairs_of(count)), palette.fabrics().len());
        let best = choices.iter().map(least).fold(0.0, f64::max);
        assert_eq!(found.facts.greatest_contrast_proved, Some(true));
        match found.facts.least_lightness_difference {
            Some(difference) => assert!((difference - best).abs() < 1e-12, "{difference} {best}"),
            None => assert_eq!(pairs, []),
        }
    }
}

#[test]
fn fabrics_that_are_hard_to_distinguish_are_named() {
    let table = "Dusk,#5a5a5a\nSlate,#606060\nCream,#fff8e0\n";
    let source = piecework_tiling::source::Source::new("near.csv", table);
    let near = Palette::read_csv(&source, &Limits::default()).unwrap();
    let of = |by_contrast| {
        let wish = FabricWish { by_contrast, ..FabricWish::default() };
        FabricPlan::of_pieces(&pieces(ring(4)), &near, &wish).unwrap().facts
    };
    let warnings = of(false).warnings();
    assert_eq!(warnings.len(), 1, "one line for two fabrics: {warnings:?}");
    assert_eq!(warnings[0], "fabrics `Dusk` and `Slate` touch and are hard to tell apart");
    let seen = |visions: &[&str]| {
        let mut facts = of(false);
        facts.alike.retain(|alike| visions.contains(&alike.vision.as_str()));
        facts.warnings().concat()
    };
    let for_whom = |visions: &[&str]| seen(visions).split_once("tell apart").map(|(_, whom)| whom.to_owned());
    assert_eq!(for_whom(&["gray"]).as_deref(), Some(" in a black-and-white print"));
    assert_eq!(
        for_whom(&["protanopia", "deuteranopia", "gray"]).as_deref(),
        Some(" for people who see no red or no green and in a black-and-white print")
    );
    assert_eq!(for_whom(&["tritanopia"]).as_deref(), Some(" for people who see no blue"));
    let chosen = of(true);
    assert_eq!(chosen.warnings(), Vec::<String>::new());
    assert_eq!(chosen.least_lightness_fabrics, Some(("Dusk".into(), "Cream".into())));
}

/// Recomputes the values from the hexadecimal numbers with the formulas of the standards, without our code.
///
/// Source: IEC 61966-2-1 (sRGB); CIE 15 (L*).
#[test]
fn differences_in_lightness_are_those_of_a_second_calculation() {
    let lightness = |hex: String| {
        let part = |at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        let linear =
            |part: f64| if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) };
        let y = 0.212_672_9 * linear(part(1)) + 0.715_152_2 * linear(part(3)) + 0.072_175 * linear(part(5));
        if y > 216.0 / 24389.0 { 116.0 * libm::cbrt(y) - 16.0 } else { y * 24389.0 / 27.0 }
    };
    for palette in Palette::all() {
        let plan = FabricPlan::of_pieces(&pieces(touching(4, pairs_of(4))), &palette, &FabricWish::default())
            .unwrap();
        let values: Vec<f64> =
            plan.fabrics.iter().map(|fabric| lightness(fabric.color.to_string())).collect();
        let least = pairs_of(4).map(|(a, b)| (values[a] - values[b]).abs()).fold(f64::INFINITY, f64::min);
        let found = plan.facts.least_lightness_difference.unwrap();
        assert!((found - least).abs() < 1e-3, "{}: {found} {least}", palette.name());
    }
}

#[test]
fn a_search_that_ends_early_says_that_nothing_is_decided() {
    let quilt = pieces(patches(40, 25, 190, false, 5));
    let tight = |effort| {
        let stock = [100, 80, 5, 5]
            .iter()
            .zip(1..)
            .map(|(&most, i)| (format!("fabric {i}"), FabricStock::Patches(most)));
        let wish = FabricWish { scheme: Scheme::Stash(stock.collect()), effort, ..FabricWish::default() };
        FabricPlan::of_pieces(&quilt, &palette(9), &wish).unwrap_err()
    };
    let error = tight(2000);
    assert!(matches!(error, ColorError::StashNotDecided { .. } | ColorError::StashUneven { .. }), "{error}");
    let mut numbers = Numbers(9);
    let turned = half_turned(&mut numbers, 40, false);
    let wish = FabricWish { scheme: Scheme::Symmetric, effort: 3, ..FabricWish::default() };
    let error = FabricPlan::of_pieces(&turned, &palette(9), &wish).unwrap_err();
    assert!(matches!(error, ColorError::SchemeNotDecided { .. } | ColorError::NotDecided { .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn every_scheme_is_deterministic_and_handles_large_quilts() {
    let mut quilt = pieces(patches(80, 60, 960, false, 3));
    let mut numbers = Numbers(5);
    let mut middle = || Point::new(numbers.below(80) as f64 / 80.0, numbers.below(60) as f64 / 60.0);
    quilt.middles = (0..960).map(|_| middle()).collect();
    quilt.kinds = (0..960).map(|piece| piece % 3).collect();
    let stock = (1..=6).map(|i| (format!("fabric {i}"), FabricStock::Patches(161))).collect();
    for scheme in [
        Scheme::Fewest,
        Scheme::Balanced,
        Scheme::Stash(stock),
        Scheme::Zones { shape: ZoneShape::Diagonal, exchanged: false },
        Scheme::Kind,
    ] {
        let once = plan(&quilt, scheme.clone(), FabricCount::Fewest).unwrap();
        assert_eq!(plan(&quilt, scheme, FabricCount::Fewest), Ok(once));
    }
}

/// A wish that gives patches fabrics of the test palette.
fn fixing(fixed: &[(usize, &str)], count: FabricCount) -> FabricWish {
    let fixed = fixed.iter().map(|&(patch, name)| (patch, name.to_owned())).collect();
    FabricWish { fixed, count, ..FabricWish::default() }
}

fn name_of(plan: &FabricPlan, patch: usize) -> &str {
    &plan.fabrics[plan.fabric_of[patch - 1]].name
}

#[test]
fn patches_keep_the_fabrics_that_were_given_to_them() {
    let quilt = pieces(patches(12, 10, 40, false, 3));
    let usual = plan(&quilt, Scheme::Fewest, FabricCount::Fewest).expect("a plan");
    for scheme in [Scheme::Fewest, Scheme::Balanced, Scheme::Kind] {
        let wish = FabricWish { scheme, ..fixing(&[(1, "fabric 20"), (7, "Fabric-1")], FabricCount::Fewest) };
        let plan = FabricPlan::of_pieces(&quilt, &palette(40), &wish).expect("a plan");
        assert_eq!((name_of(&plan, 1), name_of(&plan, 7)), ("fabric 20", "fabric 1"));
        for (piece, touched) in quilt.neighbours.iter().enumerate() {
            assert!(
                touched.iter().all(|&other| plan.fabric_of[other] != plan.fabric_of[piece]),
                "piece {piece}"
            );
        }
        let facts = plan.facts.fixed.expect("they are noted");
        assert_eq!(facts.patches, [(1, "fabric 20".to_owned()), (7, "fabric 1".to_owned())]);
    }
    // A fabric that nobody has touches nobody: no other patch changes, and all others are as they were.
    let wish = fixing(&[(5, "fabric 30")], FabricCount::Fewest);
    let plan = FabricPlan::of_pieces(&quilt, &palette(40), &wish).expect("a plan");
    assert_eq!(plan.facts.fixed.as_ref().and_then(|fixed| fixed.changed), Some(0));
    let same = (1..=quilt.len()).filter(|&patch| name_of(&plan, patch) == name_of(&usual, patch)).count();
    assert_eq!(same, quilt.len() - 1);
    assert!(!plan.minimal);
}

#[test]
fn a_limited_number_of_fabrics_makes_room_for_those_that_were_given() {
    let quilt = pieces(ring(6));
    for count in [FabricCount::Exactly(2), FabricCount::AtMost(2)] {
        let plan =
            FabricPlan::of_pieces(&quilt, &palette(40), &fixing(&[(3, "fabric 9")], count)).expect("a plan");
        let names: Vec<&str> = (1..=6).map(|patch| name_of(&plan, patch)).collect();
        assert_eq!(names, ["fabric 9", "fabric 1", "fabric 9", "fabric 1", "fabric 9", "fabric 1"]);
    }
    let refused = |fixed: &[(usize, &str)]| {
        FabricPlan::of_pieces(&quilt, &palette(40), &fixing(fixed, FabricCount::Exactly(2))).unwrap_err()
    };
    assert_eq!(refused(&[(7, "fabric 1")]), ColorError::NoSuchPatch { patch: 7, patches: 6 });
    assert_eq!(refused(&[(0, "fabric 1")]), ColorError::NoSuchPatch { patch: 0, patches: 6 });
    assert_eq!(refused(&[(1, "fabric 1"), (1, "fabric 2")]), ColorError::FixedTwice { patch: 1 });
    assert_eq!(
        refused(&[(1, "fabric 1"), (2, "fabric 2"), (4, "fabric 3")]),
        ColorError::FixedTooMany { found: 3, most: 2 }
    );
    // Two steps apart on a ring of two colors, they would have to be alike.
    assert_eq!(refused(&[(1, "fabric 1"), (3, "fabric 2")]), ColorError::FixedImpossible { fabrics: 2 });
    assert!(matches!(refused(&[(1, "Rost")]), ColorError::UnknownFabric { .. }));
}

#[test]
fn patches_that_touch_may_be_given_the_same_fabric_and_all_others_differ() {
    let quilt = pieces(ring(6));
    for count in [FabricCount::Fewest, FabricCount::Exactly(3)] {
        let wish = fixing(&[(2, "fabric 1"), (1, "fabric 1")], count);
        let plan = FabricPlan::of_pieces(&quilt, &palette(40), &wish).expect("a plan");
        assert_eq!((name_of(&plan, 1), name_of(&plan, 2)), ("fabric 1", "fabric 1"));
        for (piece, touched) in quilt.neighbours.iter().enumerate() {
            let alike = touched.iter().filter(|&&other| plan.fabric_of[other] == plan.fabric_of[piece]);
            assert_eq!(alike.count(), usize::from(piece < 2), "piece {piece}");
        }
        let fixed = plan.facts.fixed.as_ref().expect("patches were given");
        assert_eq!(fixed.touching, [(1, 2)]);
        let warnings = plan.facts.warnings();
        assert!(
            warnings.iter().any(|text| text == "patches 1 and 2 touch and have the same fabric"),
            "{warnings:?}"
        );
        assert!(plan.facts.alike.iter().all(|pair| pair.first != pair.second));
    }
    // All patches are painted with one fabric.
    let all: Vec<(usize, &str)> = (1..=6).map(|patch| (patch, "fabric 7")).collect();
    let plan =
        FabricPlan::of_pieces(&quilt, &palette(40), &fixing(&all, FabricCount::Fewest)).expect("a plan");
    assert_eq!((plan.fabrics.len(), plan.facts.fixed.map(|fixed| fixed.touching.len())), (1, Some(6)));
}

#[test]
fn a_stash_gives_patches_the_fabrics_that_were_chosen() {
    let quilt = pieces(ring(6));
    let stock = (1..=3).map(|number| (format!("fabric {number}"), FabricStock::Patches(3))).collect();
    let wish = FabricWish {
        scheme: Scheme::Stash(stock),
        ..fixing(&[(2, "fabric 3"), (5, "fabric 3")], FabricCount::Fewest)
    };
    let plan = FabricPlan::of_pieces(&quilt, &palette(40), &wish).expect("a plan");
    assert_eq!((name_of(&plan, 2), name_of(&plan, 5)), ("fabric 3", "fabric 3"));
    assert!(used(&plan.fabric_of, 3).into_iter().all(|used| used <= 3));
    let other = FabricWish { fixed: vec![(1, "fabric 4".into())], ..wish };
    let refused = FabricPlan::of_pieces(&quilt, &palette(40), &other).unwrap_err();
    assert_eq!(refused, ColorError::NotInUse { fabric: "fabric 4".into() });
}

#[test]
fn a_shuffle_gives_other_plans_with_even_use_and_keeps_what_was_given() {
    let quilt = pieces(patches(12, 10, 40, false, 3));
    let with = |shuffle, fixed| {
        let wish = FabricWish { shuffle, ..fixing(fixed, FabricCount::Fewest) };
        FabricPlan::of_pieces(&quilt, &palette(40), &wish).expect("a plan")
    };
    assert_ne!(with(0, &[]).fabric_of, with(1, &[]).fabric_of, "also where no fabric was given");
    let shuffled = |shuffle| with(shuffle, &[(4, "fabric 2")]);
    let (first, second) = (shuffled(1), shuffled(2));
    assert_eq!(first, shuffled(1), "the same number gives the same plan");
    assert_ne!(first.fabric_of, second.fabric_of);
    for plan in [first, second] {
        assert_eq!(name_of(&plan, 4), "fabric 2");
        assert!(plan.facts.difference <= 5, "{}", plan.facts.difference);
        for (piece, touched) in quilt.neighbours.iter().enumerate() {
            assert!(
                touched.iter().all(|&other| plan.fabric_of[other] != plan.fabric_of[piece]),
                "piece {piece}"
            );
        }
    }
}

#[test]
fn patches_that_may_match_have_the_fabric_of_their_group_or_zone() {
    let pieces = Pieces { orientations: vec![0, 1, 2, 0, 1, 2], ..pieces(ring(6)) };
    let pieces = Pieces {
        middles: (0..6).map(|at| Point::new(0.5, (f64::from(at) + 0.5) / 6.0)).collect(),
        mirrored: vec![1, 0, 0, 0, 0, 1],
        ..pieces
    };
    let of = |scheme, count, shuffle| {
        let touching = Touching::MayMatch;
        let wish = FabricWish { scheme, count, touching, shuffle, ..FabricWish::default() };
        FabricPlan::of_pieces(&pieces, &palette(40), &wish).expect("a plan").fabric_of
    };
    assert_eq!(of(Scheme::Orientation, FabricCount::Fewest, 0), [0, 1, 2, 0, 1, 2]);
    assert_eq!(of(Scheme::Mirrored, FabricCount::Fewest, 0), [1, 0, 0, 0, 0, 1]);
    let bands = || Scheme::Zones { shape: ZoneShape::Bands, exchanged: false };
    assert_eq!(of(bands(), FabricCount::Exactly(3), 0), [0, 0, 1, 1, 2, 2]);
    let ragged: BTreeSet<Vec<usize>> = (1..20).map(|n| of(bands(), FabricCount::Exactly(3), n)).collect();
    assert!(ragged.len() > 3, "zones have ragged borders");
    let must = FabricWish { scheme: Scheme::Mirrored, ..FabricWish::default() };
    let plan = FabricPlan::of_pieces(&pieces, &palette(40), &must).expect("a plan");
    assert!(plan.fabrics.len() > 2, "touching patches of one kind differ");
}
