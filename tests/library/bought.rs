//! Buys what a pattern prints, and passes it back as a stash: it must be enough.
//!
//! Only printed words go from one pattern to the next; layouts are replayed by code of the tests.

use std::collections::BTreeMap;

use piecework::color::{FabricWish, Scheme, read_stash};
use piecework::error::Error;
use piecework::fault::ErrorKind;
use piecework::lattice::{Cell, Lattice};
use piecework::limits::Limits;
use piecework::options::Options as _;
use piecework::puzzle::Region;
use piecework::quilt::yardage::{Border, BorderCorners, YardageOptions};
use piecework::quilt::{Method, QuiltError, QuiltOptions, QuiltPlan, QuiltRequest, Units, prepare};
use piecework::solver::{SolveOptions, first};
use piecework::tiling::{Tiling, infer_tiling};

use crate::piecing::{random, random_board};
use crate::support::template;

/// What happened to stashes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Answers {
    enough: usize,
    proved: usize,
    open: usize,
}

/// The options of the `number`th run: methods, units and cells alternate.
fn options(method: Method, number: usize) -> QuiltOptions {
    let units = if number % 4 == 3 { Units::Metric } else { Units::Imperial };
    let cell = match units {
        Units::Imperial => [50.8, 38.1, 63.5, 88.9][number % 4],
        Units::Metric => [50.0, 65.0][number % 2],
    };
    let mut yardage = YardageOptions::usual(units);
    yardage.extra_percent = [None, Some(0), Some(7)][number % 3];
    if number % 4 == 2 {
        yardage.borders = vec![Border::Cells(1), Border::Width("30mm".parse().expect("a length"))];
        yardage.corners = [BorderCorners::Mitred, BorderCorners::Cornerstones][number / 4 % 2];
    }
    let fat_quarter = yardage.usual_quarter;
    if number % 6 == 5 {
        yardage.fat_quarters = Some(fat_quarter);
    }
    QuiltOptions {
        method,
        units,
        cell,
        seam_allowance: units.usual_seam(method),
        one_way: if number % 7 == 3 { vec!["Oat".to_owned()] } else { Vec::new() },
        yardage,
        ..QuiltOptions::default()
    }
}

/// The fabrics of the top in a shopping list, with what is bought of each, in words.
fn bought(plan: &QuiltPlan, units: Units) -> Vec<(String, String)> {
    let names = plan.summary.fabrics.iter().map(|fabric| fabric.name.clone());
    let lines = plan.summary.shopping_list(units);
    let of = |name: String| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        (name.clone(), line.unwrap_or_else(|| panic!("{name} in {lines:?}")).to_owned())
    };
    names.map(of).collect()
}

fn from_stash(tiling: &Tiling, usual: &QuiltOptions, stash: &str) -> Result<QuiltPlan, QuiltError> {
    let scheme = Scheme::Stash(read_stash(stash).unwrap_or_else(|error| panic!("{stash}: {error}")));
    let mut options = usual.clone();
    options.coloring = FabricWish { scheme, ..FabricWish::default() };
    // The stash says which fabrics are quarters.
    options.yardage.fat_quarters = None;
    QuiltPlan::new(tiling, &options)
}

fn joined(amounts: &[(String, String)]) -> String {
    let each: Vec<String> = amounts.iter().map(|(name, amount)| format!("{name}={amount}")).collect();
    each.join(",")
}

/// Replays every fabric, and checks that no row needs more than there is.
#[track_caller]
fn replayed(plan: &QuiltPlan, what: &str) {
    let quilt = serde_json::to_value(&plan.summary).expect("serializable");
    quilt["yardage"]["fabrics"].as_array().expect("a list").iter().for_each(crate::yardage::replay);
    let mut of_row: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &plan.summary.stash {
        *of_row.entry(row.fabric.as_str()).or_default() += 1;
    }
    assert_eq!(of_row.len(), plan.summary.stash.len(), "{what}");
}

/// What is an eighth of a yard, ten centimetres or a fat quarter less; none if that is nothing.
fn less(amount: &str) -> Option<String> {
    let (number, unit) = amount
        .split_once(' ')
        .filter(|(_, unit)| *unit == "m")
        .unwrap_or_else(|| amount.rsplit_once(' ').map_or((amount, ""), |(number, unit)| (number, unit)));
    if unit.starts_with("quarter") {
        let count: usize = number.trim_end_matches(" fat").parse().expect("a count");
        return (count > 1).then(|| format!("{} fat quarters", count - 1));
    }
    let value: f64 = number
        .split(' ')
        .map(|part| match part.split_once('/') {
            Some((above, below)) => {
                above.parse::<f64>().expect("a number") / below.parse::<f64>().expect("a number")
            }
            None => part.parse().expect("a number"),
        })
        .sum();
    let left = value - if unit == "m" { 0.1 } else { 0.125 };
    (left > 0.01)
        .then(|| if unit == "m" { format!("{left:.1}m") } else { format!("{}/8yd", (left * 8.0).round()) })
}

/// Buys for a tiling, then once with an eighth less of the fabric that is chosen.
#[track_caller]
fn buy(tiling: &Tiling, options: &QuiltOptions, chosen: usize, what: &str) -> Answers {
    let mut answers = Answers::default();
    let plan = match QuiltPlan::new(tiling, options) {
        Ok(plan) => plan,
        // A patch that is larger than a fat quarter, or a notch that closes: there is nothing to buy.
        Err(QuiltError::Yardage(_) | QuiltError::Geometry(_)) => return answers,
        Err(error) => panic!("{what}: {error}"),
    };
    let amounts = bought(&plan, options.units);
    let stash = joined(&amounts);
    let found =
        from_stash(tiling, options, &stash).unwrap_or_else(|error| panic!("{what}: {stash}: {error}"));
    replayed(&found, what);
    answers.enough += 1;
    let mut amounts = amounts;
    let fabric = chosen % amounts.len();
    let Some(amount) = less(&amounts[fabric].1) else { return answers };
    amounts[fabric].1 = amount;
    let stash = joined(&amounts);
    match from_stash(tiling, options, &stash).map_err(Error::from) {
        Ok(plan) => replayed(&plan, what),
        Err(error) if error.kind() == ErrorKind::NoAnswer => answers.proved += 1,
        // It says what the best plan lacks: more than nothing, of fabrics that there are.
        Err(error) => {
            assert_eq!(error.code(), "E1534", "{what}: {stash}: {error}");
            assert!(error.to_string().contains("the best plan lacks `"), "{what}: {stash}: {error}");
            answers.open += 1;
        }
    }
    answers
}

const METHODS: [Method; 3] = [Method::Templates, Method::Straight, Method::EnglishPaper];

/// Random tilings of pieces of up to six cells: from 2 x 3 to 9 x 8 squares, and hexagons and triangles.
fn of_random_tilings(count: usize) -> Answers {
    let mut state = 26;
    let mut all = Answers::default();
    for number in 0..count {
        let (columns, rows) = (2 + random(&mut state) % 8, 3 + random(&mut state) % 6);
        let side = |cells: usize| i32::try_from(cells).expect("small");
        let (tiling, method) = match [Lattice::Hex, Lattice::Triangle].get(number % 8) {
            Some(&lattice) => (random_groups(lattice, 1 + number % 6, &mut state), METHODS[number % 2 * 2]),
            None => {
                (random_board(side(columns), side(rows), 1 + number % 6, &mut state), METHODS[number % 3])
            }
        };
        let what = format!("tiling {number}, {columns} x {rows}, {method:?}");
        let found = buy(&tiling, &options(method, number / 3), random(&mut state), &what);
        all.enough += found.enough;
        all.proved += found.proved;
        all.open += found.open;
    }
    all
}

/// Connected groups of up to `most` cells of any lattice, at random.
fn random_groups(lattice: Lattice, most: usize, state: &mut u64) -> Tiling {
    let cells = (0..4).flat_map(|y| lattice.row(4, y));
    let mut groups: Vec<Vec<Cell>> = cells.map(|cell| vec![cell]).collect();
    for _ in 0..groups.len() * 2 {
        let of = random(state) % groups.len();
        let cell = groups[of][random(state) % groups[of].len()];
        let near: Vec<Cell> = lattice.neighbours(cell).collect();
        let near = near[random(state) % near.len()];
        let Some(other) = groups.iter().position(|group| group.contains(&near)) else { continue };
        if other != of && groups[of].len() + groups[other].len() <= most {
            let joined = groups[other].clone();
            groups[of].extend(joined);
            groups.swap_remove(other);
        }
    }
    infer_tiling("groups", lattice, groups).expect("a tiling")
}

/// Triangles, diamonds, hexagons and whatever else there is lie in rows: each is cut once, none over another, and what
/// is bought of them is enough.
#[test]
fn shapes_of_every_lattice_are_bought_so_that_they_are_enough() {
    let (mut state, mut enough) = (45, 0);
    for (number, &lattice) in Lattice::ALL.iter().enumerate() {
        let tiling = random_groups(lattice, 1 + number % 4, &mut state);
        let method = [Method::Templates, Method::EnglishPaper][number % 2];
        let options = QuiltOptions { yardage: YardageOptions::default(), ..options(method, number) };
        let what = format!("{lattice:?}, {method:?}");
        if let Ok(plan) = QuiltPlan::new(&tiling, &options) {
            replayed(&plan, &what);
        }
        enough += buy(&tiling, &options, number, &what).enough;
    }
    assert!(enough + 2 > Lattice::ALL.len(), "{enough}");
}

/// A board of squares that are cut along the same diagonal, or each along one at random.
fn half_squares(columns: i32, rows: i32, mut turned: impl FnMut() -> bool) -> Tiling {
    let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::new(4 * x, y)));
    let halves = squares.flat_map(|at| {
        let halves = if turned() { [[0, 2], [1, 3]] } else { [[0, 1], [2, 3]] };
        halves.map(|half| half.map(|kind| at.shifted(Cell::new(kind, 0))).to_vec())
    });
    infer_tiling("halves", Lattice::Tetrakis, halves.collect::<Vec<_>>()).expect("a tiling")
}

/// Half-square triangles are cut by one recipe, and the cloth for it is enough as a stash, whichever it is.
#[test]
fn half_squares_of_every_recipe_are_bought_so_that_they_are_enough() {
    let mut state = 45;
    let mut recipes = BTreeMap::new();
    for (number, (side, cell)) in
        [(12, 50.8), (12, 76.2), (9, 50.8), (6, 50.0), (12, 25.4), (24, 50.8)].into_iter().enumerate()
    {
        let at_random = number % 3 == 2;
        let tiling = half_squares(side, side, || at_random && random(&mut state).is_multiple_of(2));
        let options = QuiltOptions { cell, ..QuiltOptions::default() };
        let what = format!("{side} x {side}, {cell}");
        assert_eq!(buy(&tiling, &options, number, &what).enough, 1, "{what}");
        let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
        replayed(&plan, &what);
        let halves = plan.summary.half_squares.as_ref().expect("half squares");
        for fabric in &plan.summary.yardage.fabrics {
            let own = halves.pairs.iter().filter(|pair| {
                [&pair.fabrics.0, &pair.fabrics.1].contains(&&fabric.fabric)
                    && pair.fabrics.0 != pair.fabrics.1
            });
            let strips: usize = own.clone().map(|pair| pair.from_strips()).sum();
            let wanted: usize = own.map(|pair| pair.units).sum();
            let in_strips = fabric.pieces.iter().filter(|piece| piece.rotary.is_some());
            let cut: usize = in_strips.map(|piece| piece.parts()).sum();
            assert!(cut == strips || strips < wanted, "{what}: {cut} triangles in strips, {strips} told");
            *recipes.entry(strips > 0).or_insert(0) += 1;
        }
    }
    assert!(recipes.len() == 2, "strips are not the only recipe: {recipes:?}");
}

/// Boards and blocks that grow to the size of a bed, by every method: what is bought for them is enough as a stash.
#[test]
fn what_is_bought_for_a_bed_is_enough_as_a_stash() {
    let limits = Limits::default();
    for (number, (lattice, columns, rows, size, cell)) in [
        (Lattice::Square, 3, 4, "crib", "4in"),
        (Lattice::Square, 5, 3, "lap", "5in"),
        (Lattice::Hex, 3, 4, "baby", "3in"),
        (Lattice::Triangle, 4, 4, "crib", "6in"),
    ]
    .into_iter()
    .enumerate()
    {
        let region = Region::rectangle(lattice, columns, rows).expect("a region");
        let groups = region.cells().chunk_by(|a, b| a.y == b.y).map(<[_]>::to_vec);
        let tiling = infer_tiling("rows", lattice, groups).expect("a tiling");
        let mut request = QuiltRequest::default();
        request.method = METHODS[if lattice == Lattice::Square { number % 2 } else { 2 * (number % 2) }];
        request.set("size", size, &limits).expect("a size");
        request.set("cell", cell, &limits).expect("a cell");
        let made = |request: &QuiltRequest| {
            let prepared = prepare(request, tiling.puzzle(), &limits).expect("a request");
            prepared.job(&tiling).unwrap_or_else(|error| panic!("{lattice}, {size}: {error}")).plan
        };
        let plan = made(&request);
        assert!(plan.summary.patches > tiling.placements().len(), "{lattice}: it grows");
        request.set("stash", &joined(&bought(&plan, Units::Imperial)), &limits).expect("a stash");
        let found = made(&request);
        assert_eq!(found.summary.patches, plan.summary.patches);
        replayed(&found, size);
    }
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn what_200_patterns_say_to_buy_is_enough_as_a_stash() {
    let found = of_random_tilings(200);
    assert!(found.enough > 150 && found.open * 2 < found.enough, "{found:?}");
}

/// Buys for a template by a method that suits it.
#[track_caller]
fn of_template(name: &str, methods: &[Method]) {
    let tiling = first(&template(name), &SolveOptions::default()).expect("in the limits").0.expect(name);
    for (number, &method) in methods.iter().enumerate() {
        buy(&tiling, &QuiltOptions { method, ..QuiltOptions::default() }, number, name);
    }
}

#[test]
#[ignore = "minutes without optimisation: see CONTRIBUTING.md"]
fn what_all_templates_say_to_buy_is_enough_as_a_stash() {
    let squares = [
        "domino-8x8",
        "heptomino-19x28",
        "heptomino-21x26",
        "hexomino-15x15-less-3x5",
        "l-tromino-6x6",
        "pentomino-3x20",
        "pentomino-4x15",
        "pentomino-5x12",
        "pentomino-6x10",
        "pentomino-8x8-hole",
        "six-pentominoes-5x6",
        "t-tetromino-4x4",
        "thirteen-pieces-8x8",
        "y-hexomino-23x24",
    ];
    squares.iter().for_each(|name| of_template(name, &METHODS));
    of_template("hexiamond-6x6", &METHODS);
    of_template("tetrahex-4x7", &[Method::Templates, Method::EnglishPaper]);
}

#[test]
#[ignore = "slow without optimisation: see CONTRIBUTING.md"]
fn larger_cells_never_need_less_cloth() {
    let mut state = 4;
    for number in 0..30 {
        let tiling = random_board(8, 7, 1 + number % 6, &mut state);
        let mut last = Vec::new();
        for eighths in [12, 13, 14, 15, 16, 18, 20] {
            let (cell, method) = (f64::from(eighths) * 25.4 / 8.0, METHODS[number % 2]);
            let options = QuiltOptions { cell, method, ..QuiltOptions::default() };
            let plan = QuiltPlan::new(&tiling, &options).expect("a plan");
            let fabrics = plan.summary.yardage.fabrics.iter();
            let now: Vec<f64> =
                fabrics.filter_map(|fabric| fabric.bought.as_ref()).map(|bought| bought.yards).collect();
            for (before, after) in last.iter().zip(&now) {
                assert!(before <= after, "{before} and then {after} yd with cells of {eighths}/8 in");
            }
            last = now;
        }
    }
}
